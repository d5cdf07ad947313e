//! Opponents: what other documents say against one sentence that bears a claim out, and which of those that a claim cites with it say nothing of it.
//!
//! A sentence may be told in several documents, and the one that opposes it in words that are nearer to another of them; so it is looked for beside all that say
//! the same.

use super::Checker;
use super::asked::Asked;
use crate::check::conflicts::both_sides::is_set_apart;
use crate::check::conflicts::opposing::opposition;
use crate::check::conflicts::{Conflict, against, number_of, side};
use crate::check::index::{Entry, Index};
use crate::check::language::numbers::borne_out;
use crate::study::{Quote, Verdict};

impl Checker<'_> {
    /// The cited documents, but for the one that bears a claim out, that have next to none of its words.
    pub(crate) fn idle(&self, claim: &Asked<'_>, cited: &[u32], own: Option<u32>) -> Vec<u32> {
        const LEAST: f32 = 0.15;
        let others = cited.iter().copied().filter(|number| Some(*number) != own);
        others
            .filter(|number| {
                let shared = self.shared(claim, &self.index.of_documents(&[*number]));
                let best = self.best(claim, &shared);
                best.is_none_or(|best| best.coverage < LEAST)
            })
            .collect()
    }

    /// What the documents that a claim cites beside the one that bears it out say against it, where it does not tell whose each side is itself.
    pub(crate) fn said_otherwise(
        &mut self,
        claim: &str,
        cited: &[u32],
        own: Option<u32>,
    ) -> Vec<String> {
        const MOST: usize = 4;
        if is_set_apart(claim) {
            return Vec::new();
        }
        let others = cited.iter().copied().filter(|other| Some(*other) != own);
        let said = others.take(MOST).filter_map(|other| {
            let asked = Asked::read(claim, &mut self.index);
            self.said_against(asked, other)
        });
        said.collect()
    }

    /// What a cited document says against a claim, where it speaks of the very same.
    pub(super) fn said_against(&mut self, mut claim: Asked<'_>, number: u32) -> Option<String> {
        const SAME: f32 = 0.6;
        let its = self.index.of_documents(&[number]);
        let mut found = self.weigh(&mut claim, &its);
        self.settle(&mut found, &claim);
        let entry = self.index.entries.get(found.at?)?;
        let is_against =
            found.verdict() == Verdict::Contradicted && claim.coverage(&entry.statement) >= SAME;
        let text = self.index.text(entry).trim();
        is_against.then(|| format!("[{number}] says otherwise: “{text}”"))
    }

    /// The sentence that a quotation is of.
    pub(crate) fn entry_of(&self, quote: &Quote) -> Option<usize> {
        self.index.entries.iter().position(|entry| {
            entry.span.start < quote.span.end
                && quote.span.start < entry.span.end
                && self
                    .index
                    .evidence
                    .get(entry.evidence)
                    .is_some_and(|piece| piece.passage.id == quote.passage)
        })
    }

    /// The sentences of other documents that do not agree with one that bears a claim out, the most alike first.
    #[must_use]
    pub fn conflicts_of(&self, quote: &Quote) -> Vec<Conflict> {
        let Some(at) = self.entry_of(quote) else {
            return Vec::new();
        };
        let mut found = against(&self.index, at, |_| true);
        if found.is_empty() {
            // What another source says in the same sense may be in words that are nearer to the other side.
            found = self
                .said_alike(at)
                .flat_map(|alike| against(&self.index, alike, |other| other != at))
                .collect();
            let own = self
                .index
                .entries
                .get(at)
                .map(|entry| side(&self.index, at, entry));
            found.retain_mut(|(_, conflict)| match &own {
                Some(own) if own.number != conflict.b.number => {
                    conflict.a = own.clone();
                    true
                }
                _ => false,
            });
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.into_iter().map(|(_, conflict)| conflict).collect()
    }

    /// The sentences of other documents that say what one says, with the same values.
    fn said_alike(&self, at: usize) -> impl Iterator<Item = usize> {
        const MOST: usize = 3;
        const ALIKE: f32 = 0.5;
        let index = &self.index;
        let entry = index.entries.get(at);
        let weighted = entry.map_or(&[][..], |entry| &entry.statement.terms);
        let weighted = weighted.iter().map(|&term| (term, index.weight(term)));
        let number = entry.map_or(0, |entry| number_of(index, entry));
        let others = index.among(|at| {
            let piece = index.evidence.get(at);
            piece.is_some_and(|piece| piece.number != number)
        });
        let whole = index.whole_weight(at);
        let mut alike: Vec<(usize, f32)> = index
            .shared_among(weighted, &others, |_| true)
            .into_iter()
            .filter(|(other, shared)| *shared >= ALIKE * whole.max(index.whole_weight(*other)))
            .filter(|(other, _)| {
                entry
                    .zip(index.entries.get(*other))
                    .is_some_and(|(own, other)| says_its_values(index, own, other))
            })
            .collect();
        alike.sort_by(|a, b| b.1.total_cmp(&a.1));
        alike.into_iter().take(MOST).map(|(at, _)| at)
    }
}

/// Whether a sentence gives every value of another, and neither opposes the other.
fn says_its_values(index: &Index<'_>, own: &Entry, other: &Entry) -> bool {
    let (a, b) = (&own.statement, &other.statement);
    !a.quantities.is_empty()
        && a.quantities
            .iter()
            .all(|value| borne_out(value, b.quantities.iter()))
        && opposition(a, b, (index.text(own), index.text(other))).is_none()
}
