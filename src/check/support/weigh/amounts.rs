//! Amounts: the numbers and dates of a claim that its evidence does not hold, and what it has in their place.

use std::ops::Range;

use super::{OF_ANOTHER_SOURCE, SAME_STATEMENT, pieces_of};
use crate::check::index::Entry;
use crate::check::language::numbers::{
    Quantity, Unit, borne_out, complement, following, other_change,
};
use crate::check::language::terms::{Lexicon, Term, words};
use crate::check::meaning::denying::is_denying;
use crate::check::support::asked::Asked;
use crate::check::support::finding::Finding;
use crate::check::support::pieces::{is_end_of_stretch, is_pieced_together};
use crate::check::support::titles::designator;
use crate::check::support::wording::as_said;
use crate::check::support::{Best, Checker};

impl Checker<'_> {
    pub(crate) fn weigh_numbers(
        &self,
        claim: &Asked<'_>,
        best: Best,
        near: &[&Entry],
        (wide, alike): (&[&Entry], &[&Entry]),
        findings: &mut Vec<Finding>,
    ) {
        if claim.statement.quantities.is_empty() {
            return;
        }
        // A claim may draw two sources together: each has its own number, with words of the claim around it.
        let with_its_words: Vec<&Entry> = alike
            .iter()
            .copied()
            .filter(|entry| !entry.statement.quantities.is_empty())
            .filter(|entry| claim.coverage(&entry.statement) >= OF_ANOTHER_SOURCE)
            .collect();
        for wanted in claim.statement.quantities.iter() {
            // What has a bound of its own is not proved by any value within the claim's, nor by one of something else.
            let is_bounded = wanted.is_bound();
            let has_other_bound = |entries: &[&Entry]| {
                let is_other =
                    |own: &Quantity| own.is_other_bound(wanted) && !own.bears_out(wanted);
                quantities_of(entries).any(is_other)
            };
            let is_bounded_otherwise =
                is_bounded && (has_other_bound(near) || has_other_bound(&with_its_words));
            let held_as = |entries: &[&Entry], by_value: bool| {
                let fits = |own: &&Quantity| !by_value || own.has_value_of(wanted);
                borne_out(wanted, quantities_of(entries).filter(fits))
            };
            let held = |entries: &[&Entry]| held_as(entries, is_bounded);
            // The bound of the sentence that says it is the one that counts: the same value beside it bounds something else.
            let own: Vec<&Entry> = self.index.entries.get(best.at).into_iter().collect();
            let is_denied =
                is_bounded && best.own >= SAME_STATEMENT && has_other_bound(&own) && !held(&own);
            let is_held_near = held_as(near, is_bounded_otherwise)
                || !is_bounded_otherwise && self.follows(claim, wanted, near);
            if !is_denied && (is_held_near || held(&with_its_words)) {
                let saying: Vec<&Entry> = near.iter().chain(&with_its_words).copied().collect();
                let exchange = self.value_of_another(claim, wanted, &saying, wide);
                findings.extend(exchange.map(Finding::Exchanged));
                continue;
            }
            if self.is_told_above(claim.text, wanted, &pieces_of(wide)) {
                continue;
            }
            let rival = self
                .rival(claim, best, wanted)
                .or_else(|| self.other_change(claim, best, wanted));
            if !wanted.is_firm() && rival.is_none() {
                // `Two reasons` may be the writer's own count.
                continue;
            }
            let pieced = wanted
                .date()
                .is_some_and(|date| is_pieced_together(date, &quantities_of(wide)));
            let text = said_amount(claim.text, wanted).to_owned();
            if held(wide) || pieced {
                findings.push(Finding::NumberElsewhere { text, rival });
                continue;
            }
            findings.push(Finding::Number { text, rival });
        }
    }

    /// Whether a claim's amount follows from values of a sentence near it, or from what these leave of a whole where the claim denies something.
    fn follows(&self, claim: &Asked<'_>, wanted: &Quantity, near: &[&Entry]) -> bool {
        let denies = claim.reading.words.iter().any(|word| is_denying(word));
        near.iter().any(|entry| {
            let (text, own) = (self.index.text(entry), &entry.statement.quantities);
            let found = following(wanted, claim.text, text, own);
            borne_out(wanted, found.iter())
                || denies != is_rest_told(text) && borne_out(wanted, complement(text, own).iter())
        })
    }

    /// How much the best sentence says that something changed, where a claim says another part.
    fn other_change(&self, claim: &Asked<'_>, best: Best, wanted: &Quantity) -> Option<String> {
        const LEAST: f32 = 0.3;
        let entry = self.index.entries.get(best.at)?;
        let text = self.index.text(entry);
        other_change(wanted, claim.text, text, &entry.statement.quantities)
            .filter(|_| best.own >= LEAST)
    }

    /// The value that the best sentence gives in place of the claim's.
    pub(crate) fn rival(&self, claim: &Asked<'_>, best: Best, wanted: &Quantity) -> Option<String> {
        let entry = self
            .index
            .entries
            .get(best.at)
            .filter(|_| best.own >= 0.4)?;
        let rival = entry.statement.quantities.iter().find(|own| {
            let same_kind = match (own.amount(), wanted.amount()) {
                (Some(own), Some(wanted)) => {
                    let is_other_currency = matches!(
                        (&own.unit, &wanted.unit),
                        (Unit::Money(a), Unit::Money(b)) if a != b
                    ) && (own.low - wanted.low).abs()
                        <= f64::EPSILON * own.low.abs();
                    own.unit.counts_same(&wanted.unit)
                        || own.unit == Unit::Bare && wanted.unit == Unit::Bare
                        || is_other_currency
                }
                (None, None) => own
                    .date()
                    .zip(wanted.date())
                    .is_some_and(|(own, wanted)| !own.is_compatible(wanted)),
                _ => false,
            };
            let may_both_hold = own
                .amount()
                .zip(wanted.amount())
                .is_some_and(|(own, wanted)| {
                    own.unit.is_comparable(&wanted.unit) && own.is_compatible(wanted)
                });
            same_kind
                && !may_both_hold
                && !(own.date().is_some() && is_end_of_stretch(self.index.text(entry), &own.span))
                && self.is_of_the_same(claim, wanted, entry, own)
                && !claim
                    .statement
                    .quantities
                    .iter()
                    .any(|other| own.bears_out(other))
        })?;
        self.index
            .text(entry)
            .get(rival.span.clone())
            .map(str::to_owned)
    }

    /// Whether two values of one kind measure one thing, as far as the words beside them and their size tell: `€318 million` for one thing is no rival
    /// of `€201 billion` for another.
    fn is_of_the_same(
        &self,
        claim: &Asked<'_>,
        wanted: &Quantity,
        entry: &Entry,
        own: &Quantity,
    ) -> bool {
        const FAR_APART: f64 = 30.0;
        let lexicon = &self.index.lexicon;
        let theirs = beside(self.index.text(entry), &own.span, lexicon);
        let alike = beside(claim.text, &wanted.span, lexicon)
            .iter()
            .any(|term| theirs.contains(term));
        let (Some(own), Some(wanted)) = (own.amount(), wanted.amount()) else {
            return alike;
        };
        let ratio = (own.high / wanted.high).abs();
        // A slip of the magnitude keeps the digits.
        let is_slip = (ratio.log10() - ratio.log10().round()).abs() < 1e-6;
        let near = (1.0 / FAR_APART..=FAR_APART).contains(&ratio) || is_slip;
        near && (alike || matches!(own.unit, Unit::Counted(_)))
    }
}

/// The content words within a few words of a place in a text.
fn beside(text: &str, span: &Range<usize>, lexicon: &Lexicon) -> Vec<Term> {
    const REACH: usize = 6;
    let terms = |part: &str, from_end: bool| -> Vec<Term> {
        let all: Vec<&str> = words(part).filter_map(|span| part.get(span)).collect();
        let near = if from_end {
            all.get(all.len().saturating_sub(REACH)..)
        } else {
            all.get(..all.len().min(REACH))
        };
        near.unwrap_or_default()
            .iter()
            .filter_map(|word| lexicon.known(word))
            .collect()
    };
    let mut near = terms(text.get(..span.start).unwrap_or_default(), true);
    near.extend(terms(text.get(span.end..).unwrap_or_default(), false));
    near
}

fn quantities_of<'q>(entries: &'q [&Entry]) -> impl Iterator<Item = &'q Quantity> + Clone {
    entries
        .iter()
        .flat_map(|entry| entry.statement.quantities.iter())
}

/// An amount as a claim has it, with the words that bound it.
pub(crate) fn said_amount<'c>(claim: &'c str, wanted: &Quantity) -> &'c str {
    if let Some(name) = designator(claim, wanted) {
        return name;
    }
    claim
        .get(as_said(claim, wanted, wanted))
        .unwrap_or_default()
}

/// Whether a text tells of how many something does not hold: `all but 9 of 312`.
fn is_rest_told(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains("all but ") || text.contains("all except ")
}
