//! Turned: a claim beside the sentences that tell its deed as undone, or its change as none, and beside those that say the same from the other side.
//!
//! A deed is often told in one sentence and undone in the next, so that the sentences around the best one are asked as well, where that does not tell it.

use super::asked::Asked;
use super::{Best, Checker};
use crate::check::conflicts::discord::Discord;
use crate::check::conflicts::harm::{tells_of_harm, told_of_harm};
use crate::check::index::Entry;
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;
use crate::check::meaning::going_on::ended;
use crate::check::meaning::nulls::{changed_all_the_same, null_result};
use crate::check::meaning::polarity::Opposition;
use crate::check::meaning::shares::is_rest;
use crate::check::meaning::undone::{is_undone_in_both, undone};

impl Checker<'_> {
    /// Whether the claim says in a denial what its best sentence says without one: of the rest of a whole, or of a deed that was undone.
    pub(crate) fn is_from_the_other_side(
        &self,
        claim: &Asked<'_>,
        best: &Entry,
        near: &[&Entry],
        source: &Reading<'_>,
    ) -> bool {
        let polarity = &claim.statement.polarity;
        if !polarity.denies() {
            return false;
        }
        let is_near = |term: Term| {
            near.iter()
                .any(|entry| entry.statement.terms.binary_search(&term).is_ok())
        };
        let quantities = &best.statement.quantities;
        best.statement.polarity.turns && is_undone_in_both(&claim.reading, source, is_near)
            || !best.statement.polarity.denies()
                && claim.statement.terms.iter().all(|&term| is_near(term))
                && is_rest(&claim.reading, self.index.text(best), quantities)
    }

    /// What the claim tells as done, or as changed, where its best sentence says that it was undone or made no difference, or one beside it of what that
    /// does not tell.
    pub(crate) fn turned(
        &self,
        claim: &Asked<'_>,
        best: Best,
        near: &[&Entry],
        source: &Reading<'_>,
    ) -> Option<Opposition> {
        let own = self.index.entries.get(best.at)?;
        let beside = self.beside_in_document(best.at);
        let is_near = |term: Term| {
            near.iter()
                .chain(&beside)
                .any(|entry| entry.statement.terms.binary_search(&term).is_ok())
        };
        let read = |source: &Reading<'_>| {
            undone(&claim.reading, source, is_near).or_else(|| null_result(&claim.reading, source))
        };
        let lexicon = &self.index.lexicon;
        if self.is_of_other_harm(claim, source, near) {
            return Some(if claim.statement.polarity.denies() {
                Opposition::Denied
            } else {
                Opposition::Stated
            });
        }
        let mut around = near.iter().map(|entry| self.index.text(entry));
        if claim.reading.words.iter().any(|word| word == "still")
            && let Some(found) =
                around.find_map(|text| ended(&claim.reading, &Reading::of(text, lexicon)))
        {
            return Some(found);
        }
        let is_untold = |opposition: &Opposition| match opposition {
            Opposition::Direction { claim, .. } => lexicon
                .known(claim)
                .is_none_or(|term| own.statement.terms.binary_search(&term).is_err()),
            _ => true,
        };
        if own.statement.polarity.turns
            && let Some(found) = read(source)
        {
            return Some(found);
        }
        if claim.statement.polarity.turns
            && let Some(found) = changed_all_the_same(&claim.reading, source)
        {
            return Some(found);
        }
        beside
            .iter()
            .filter(|entry| entry.statement.polarity.turns)
            .find_map(|entry| read(&Reading::of(self.index.text(entry), lexicon)))
            .filter(is_untold)
    }

    /// Whether a claim says that somebody was hurt where its best sentence says that nobody was, or the reverse; where that says nothing of it, one beside it.
    fn is_of_other_harm(&self, claim: &Asked<'_>, source: &Reading<'_>, near: &[&Entry]) -> bool {
        let is_opposed =
            |text: &Reading<'_>| told_of_harm(&claim.reading, text) == Some(Discord::Opposed);
        if !tells_of_harm(&claim.reading) {
            return false;
        }
        if tells_of_harm(source) {
            return is_opposed(source);
        }
        // `Nobody was hurt` is said of what the sentence beside it tells.
        let mut around = near
            .iter()
            .map(|entry| format!("{} {}", source.text, self.index.text(entry)));
        around.any(|text| is_opposed(&Reading::of(&text, &self.index.lexicon)))
    }

    /// The few sentences before and behind another, as far as they are of its document.
    fn beside_in_document(&self, at: usize) -> Vec<&Entry> {
        const REACH: usize = 4;
        let document = |entry: &Entry| {
            let piece = self.index.evidence.get(entry.evidence)?;
            Some((piece.number, piece.passage.document))
        };
        let own = self.index.entries.get(at).and_then(document);
        let entries = self.index.entries.iter().enumerate();
        entries
            .skip(at.saturating_sub(REACH))
            .take(at.min(REACH) + 1 + REACH)
            .filter(|(other, entry)| *other != at && document(entry) == own)
            .map(|(_, entry)| entry)
            .collect()
    }
}
