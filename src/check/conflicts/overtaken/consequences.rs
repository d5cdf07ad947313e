//! Consequences: what was to come of a thing, which falls with it when it is called off, though it may not name it.
//!
//! A sentence to come falls where it begins with what was undone, or where its source is called by it; and so does what such a source says of the figures of
//! sentences that fall, and what it goes on to say would come of them.

use super::{New, Old, Overtaken, Overtaking};
use crate::check::language::numbers::{Quantity, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;

impl Overtaking<'_> {
    /// Sentences of sources on what was called off that give the figure of one that falls with it: `The savings of 140 million come mainly from terminals`.
    pub(super) fn told_again(
        &self,
        found: &[(usize, Overtaken)],
        new: &New<'_>,
    ) -> Vec<(usize, Overtaken)> {
        let falls = |at: usize| found.contains(&(at, Overtaken::TakenBack));
        let all = || self.standing.iter().enumerate();
        let gone = || all().filter(|(at, old)| falls(*at) && old.is_to_come);
        let repeats = |old: &Old| gone().any(|(_, gone)| old.gives_the_figure_of(gone));
        all()
            .filter(|(at, old)| {
                !found.iter().any(|(place, _)| place == at)
                    && !old.undoes
                    && old.is_of_what_is_undone(new)
                    && repeats(old)
            })
            .map(|(at, _)| (at, Overtaken::TakenBack))
            .collect()
    }

    /// What a source went on to say would come of what falls: `Closing it would save 210,000 euros a year. Two posts would move.`
    pub(super) fn went_on(&self, found: &[(usize, Overtaken)]) -> Vec<(usize, Overtaken)> {
        let is_known = |at: usize| found.iter().any(|(place, _)| *place == at);
        let mut more = Vec::new();
        for (before, pair) in self.standing.windows(2).enumerate() {
            let (at, fallen) = (before + 1, (before, Overtaken::TakenBack));
            let falls = found.contains(&fallen) || more.contains(&fallen);
            if falls && !is_known(at) && pair[1].goes_on_from(&pair[0]) {
                more.push((at, Overtaken::TakenBack));
            }
        }
        more
    }
}

impl Old<'_> {
    /// Whether it says what would be, as the sentence before it in the same source does, and begins with no other deed: `Opening on Sundays would cost more`.
    fn goes_on_from(&self, before: &Self) -> bool {
        let says_would = |old: &Self| old.reading.words.iter().any(|word| word == "would");
        let begins_with_deed = (0..2).any(|at| self.reading.word(at).ends_with("ing"));
        says_would(self)
            && says_would(before)
            && !self.undoes
            && !begins_with_deed
            && !self.head.is_empty()
            && self.head == before.head
    }

    /// Whether a sentence begins with what was undone, and tells what comes of it.
    pub(super) fn is_about(&self, new: &New<'_>) -> bool {
        let is_named = |at: usize| {
            let term = self.reading.term(1);
            term.is_some() && term == new.reading.term(at)
        };
        self.is_to_come
            && !self.undoes
            && self.reading.word(0) == "the"
            && new.undone.iter().any(|at| is_named(*at))
    }

    /// Whether its source is called by what was undone, and by two more words of the sentence that says so: `Halden and Norvik announce merger`.
    fn is_of_what_is_undone(&self, new: &New<'_>) -> bool {
        /// Words that the title and the sentence have in common, with that of what was undone.
        const NAMED: usize = 3;
        let is_in_head = |at: &usize| {
            let term = new.reading.term(*at);
            term.is_some_and(|term| self.head.contains(&term))
        };
        let mut named: Vec<Term> = new.reading.terms.iter().copied().flatten().collect();
        named.retain(|term| self.head.contains(term));
        named.sort_unstable();
        named.dedup();
        named.len() >= NAMED && new.undone.iter().any(is_in_head)
    }

    /// Whether it tells, from a source on what was undone, what is to come: that is what was to come of it.
    pub(super) fn comes_of_what_is_undone(&self, new: &New<'_>) -> bool {
        self.is_to_come && !self.undoes && self.is_of_what_is_undone(new)
    }

    /// Whether it gives an amount of another sentence, of the same in a word at least.
    fn gives_the_figure_of(&self, other: &Self) -> bool {
        let (own, theirs) = (
            quantities(self.reading.text),
            quantities(other.reading.text),
        );
        let outside = |all: &[Quantity], reading: &Reading<'_>| -> Vec<Term> {
            let is_figure = |at: usize| {
                let span = reading.spans.get(at).cloned().unwrap_or_default();
                all.iter()
                    .any(|one| one.span.start <= span.start && span.end <= one.span.end)
            };
            let places = (0..reading.words.len()).filter(|at| !is_figure(*at));
            places.filter_map(|at| reading.term(at)).collect()
        };
        let is_same = |amount: &Quantity| {
            amount.amount().is_some_and(|_| {
                theirs
                    .iter()
                    .any(|other| other.amount().is_some() && other.bears_out(amount))
            })
        };
        let theirs_outside = outside(&theirs, &other.reading);
        own.iter().any(is_same)
            && outside(&own, &self.reading)
                .iter()
                .any(|term| theirs_outside.contains(term))
    }
}
