//! Minds: who gave one cause names another now: `attribute the fire to a cigarette`, `now consider a cable as the cause`; or finds nothing wrong with it.
//!
//! What both say of it may be in no common words but those for who says it, so it has to be the same who do, and both have to be about a cause.

use super::{New, Old};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term};
use crate::check::meaning::denying::is_denying;

/// Verbs by which somebody names a cause.
#[rustfmt::skip]
const ATTRIBUTES: &[&str] = &[
    "attribute", "attributes", "attributed", "ascribe", "ascribes", "ascribed", "blame", "blames", "blamed", "suspect", "suspects", "suspected", "trace", "traces", "traced",
];

/// What causes something, by nouns and verbs.
#[rustfmt::skip]
const CAUSES: &[&str] = &["cause", "causes", "caused", "reason", "source", "culprit", "origin", "trigger", "triggered"];

/// Whether a sentence says that somebody takes something for a cause now.
pub(super) fn has_changed(reading: &Reading<'_>) -> bool {
    let mut all = 0..reading.words.len();
    let is_denied = |at: usize| {
        let mut before = (1..=2).filter_map(|back| at.checked_sub(back));
        before.any(|at| is_denying(reading.word(at)))
    };
    let now = all.find(|at| reading.word(*at) == "now" && !is_denied(*at));
    now.is_some_and(|now| names_cause(reading, now))
}

/// Whether a sentence names a cause, or what is said to be one.
#[must_use]
pub fn names_a_cause(sentence: &str) -> bool {
    names_cause(&Reading::learnt(sentence, &mut Lexicon::default()), 0)
}

/// Whether somebody names a cause behind a place, or what is said to be one.
fn names_cause(reading: &Reading<'_>, from: usize) -> bool {
    let mut behind = (from..reading.words.len()).map(|at| reading.word(at));
    behind.any(|word| ATTRIBUTES.contains(&word) || CAUSES.contains(&word))
}

/// Where the verb stands by which a sentence says of what it begins with that nothing is wrong with it: `The battery is sound`.
fn clears(reading: &Reading<'_>) -> Option<usize> {
    const BE: &[&str] = &["is", "are", "was", "were", "been"];
    #[rustfmt::skip]
    const FAULTLESS: &[&str] = &["sound", "intact", "undamaged", "faultless", "innocent", "blameless", "cleared", "exonerated"];
    let is_verb = |at: &usize| {
        let behind = |step: usize| reading.word(at + step);
        let is_denied = is_denying(behind(1));
        BE.contains(&reading.word(*at))
            && (FAULTLESS.contains(&behind(1))
                || (behind(1), behind(2)) == ("ruled", "out")
                || is_denied && (behind(2), behind(3)) == ("to", "blame")
                || is_denied && behind(2) == "the" && CAUSES.contains(&behind(3)))
    };
    (1..reading.words.len()).find(is_verb)
}

/// Whether a sentence says of something that nothing is wrong with it.
pub(super) fn finds_nothing_wrong(reading: &Reading<'_>) -> bool {
    clears(reading).is_some()
}

impl Old<'_> {
    /// Whether those who take something for a cause by it say now that nothing is wrong with that: `The agency suspects a dead battery`.
    pub(super) fn is_cleared_by(&self, new: &New<'_>) -> bool {
        let (own, theirs) = (&self.reading, &new.reading);
        let all = || 0..own.words.len();
        let blames = all().find(|at| ATTRIBUTES.contains(&own.word(*at)));
        let Some((blames, clears)) = blames.zip(clears(theirs)).filter(|_| !self.undoes) else {
            return false;
        };
        let accused: Vec<Term> = (blames + 1..own.words.len())
            .filter_map(|at| own.term(at))
            .collect();
        let mut named = (0..clears).filter_map(|at| theirs.term(at)).peekable();
        let is_of_it = named.peek().is_some() && named.all(|term| accused.contains(&term));
        let who = (0..blames).find_map(|at| own.term(at));
        let is_of_them = who.is_some_and(|who| new.head.contains(&who));
        is_of_it && (is_of_them || self.is_of_source_of(new))
    }

    /// Whether those who name a cause by it take something else for one now.
    pub(super) fn is_changed_mind_of(&self, new: &New<'_>) -> bool {
        let leading = |reading: &Reading<'_>| reading.terms.iter().flatten().next().copied();
        let same = leading(&self.reading).filter(|_| new.changes_mind && !self.undoes);
        same.is_some() && same == leading(&new.reading) && names_cause(&self.reading, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Overtaken, Overtaking};

    #[test]
    fn what_its_accuser_finds_sound_is_not_suspected_any_more() {
        let old = ("The agency suspects a dead battery.", "Agency");
        let later = "Agency, 20 May";
        for (new, title, expected) in [
            ("The battery is sound.", later, true),
            ("The battery was ruled out.", later, true),
            ("The battery is not the cause.", later, true),
            ("The battery is not sound.", later, false),
            ("The receiver is sound.", later, false),
            ("The battery of the lander is sound.", later, false),
            ("The battery is sound.", "Maker of the battery", false),
        ] {
            let found = !Overtaking::of([old]).by((new, title)).is_empty();
            assert_eq!(found, expected, "{new} {title}");
        }
    }

    #[test]
    fn who_names_another_cause_now_has_given_up_the_first() {
        let old = "The police attribute the fire in the Dunn mill to a cigarette.";
        for (new, expected) in [
            (
                "The police found a burnt cable in the cellar. They now consider the cable as the cause.",
                true,
            ),
            ("The police now blame a burnt cable.", true),
            ("The insurer now blames a burnt cable.", false),
            ("The police now patrol the cellar.", false),
            (
                "The police do not now consider a cable as the cause.",
                false,
            ),
        ] {
            let found = Overtaken::by_words(old, new).is_some();
            assert_eq!(found, expected, "{new}");
        }
        let damage = "The police put the damage at 2 million euros.";
        assert_eq!(
            Overtaken::by_words(damage, "The police now blame a burnt cable."),
            None
        );
    }
}
