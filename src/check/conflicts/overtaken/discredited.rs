//! Discredited: a sentence that says of what was stated that it is wrong, or not to be relied on.

use super::{New, Old, Overtaken};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term, stem, words};
use crate::check::meaning::deeds::names_deed;
use crate::check::meaning::denying::is_denying;

/// Whether one of two sentences says of a finding that it is not to be relied on, and the other gives another one: nothing is said against that.
pub(crate) fn is_of_another_finding(texts: [&str; 2]) -> bool {
    let is_said = |text: &str| {
        let mut lexicon = Lexicon::default();
        discredits(&Reading::learnt(text, &mut lexicon))
    };
    let [a, b] = texts;
    is_said(a) != is_said(b)
        && Overtaken::by_words(a, b).is_none()
        && Overtaken::by_words(b, a).is_none()
}

/// Whether a sentence says of something that was stated that it is wrong or not to be relied on: `calls the number of 14 dead false`.
#[must_use]
pub fn discredits_something(sentence: &str) -> bool {
    discredits(&Reading::learnt(sentence, &mut Lexicon::default()))
}

/// The same of one that is read.
pub(super) fn discredits(reading: &Reading<'_>) -> bool {
    (0..reading.words.len()).any(|at| {
        let word = reading.word(at);
        let before = at.checked_sub(1).map_or("", |at| reading.word(at));
        let is_denied = is_denying(before) || before == "longer";
        if SOUND.contains(&word) {
            is_denied
        } else {
            UNSOUND.contains(&word) && !is_denied
        }
    })
}

impl Old<'_> {
    /// Whether a sentence says of what the other states that it is wrong or not to be relied on.
    pub(super) fn is_discredited_by(&self, new: &New<'_>, shared: &[Term]) -> bool {
        /// The share of what the other states that is named.
        const NAMED: f32 = 0.6;
        let figures = |text: &str| -> Vec<String> {
            words(text)
                .filter_map(|span| text.get(span))
                .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
                .map(str::to_owned)
                .collect()
        };
        new.discredits && !self.undoes && shared.len() >= 3 && {
            // One that gives other figures is of another finding.
            let (own, theirs) = (figures(self.reading.text), figures(new.reading.text));
            let is_meant = if theirs.is_empty() {
                !self.states_something_else(new)
            } else {
                own.iter().any(|one| theirs.contains(one))
            };
            is_meant && shared.len() as f32 >= NAMED * self.terms.len() as f32
        }
    }
}

impl Old<'_> {
    /// Whether what is called wrong is another statement of the same thing: each says something of it that the other does not, `the terminal is haunted` and
    /// `the terminal opens in June`.
    fn states_something_else(&self, new: &New<'_>) -> bool {
        let lacks = |own: &Reading<'_>, other: &Reading<'_>| {
            (0..own.words.len()).any(|at| {
                let word = own.word(at);
                let is_frame = SOUND.contains(&word) || UNSOUND.contains(&word);
                let is_telling = own.term(at).is_some() && !is_frame && !STATEMENTS.contains(&word);
                let is_there =
                    |known: &String| stem(known) == stem(word) || names_deed(known, word);
                is_telling && !other.words.iter().any(is_there)
            })
        };
        lacks(&new.reading, &self.reading) && lacks(&self.reading, &new.reading)
    }
}

/// What something that was stated is called.
#[rustfmt::skip]
const STATEMENTS: &[&str] = &[
    "rumour", "rumours", "rumor", "rumors", "claim", "claims", "claimed", "report", "reports", "reported", "story", "stories", "statement", "statements", "allegation",
    "allegations", "accusation", "accusations", "assertion", "assertions", "figure", "figures", "number", "numbers", "finding", "findings", "result", "results", "conclusion",
    "conclusions", "study", "article", "paper", "information", "news", "earlier", "previous", "calls", "called", "says", "said",
];

/// Words that say of what was stated that it can be relied on, and that it cannot.
const SOUND: &[&str] = &[
    "reliable",
    "valid",
    "true",
    "correct",
    "accurate",
    "sound",
    "tenable",
    "reproducible",
];
#[rustfmt::skip]
const UNSOUND: &[&str] = &[
    "unreliable", "invalid", "false", "wrong", "untrue", "incorrect", "inaccurate", "unfounded", "mistaken", "fabricated", "invented", "falsified", "flawed", "retracted",
    "disproved", "debunked", "refuted",
];

#[cfg(test)]
mod tests {
    use crate::check::conflicts::overtaken::Overtaken;

    #[test]
    fn what_is_called_untrue_of_a_thing_takes_back_no_other_statement_of_it() {
        for (old, new, expected) in [
            (
                "The Aldmoor ferry terminal is to open in June 2027.",
                "The rumour that the Aldmoor ferry terminal is haunted is untrue.",
                false,
            ),
            (
                "The Aldmoor ferry terminal is haunted by a drowned captain.",
                "The rumour that the Aldmoor ferry terminal is haunted is untrue.",
                true,
            ),
            (
                "The drug cures colds in nine of ten patients.",
                "The finding that the drug cures colds in patients was wrong.",
                true,
            ),
            (
                "The drug cures colds in nine of ten patients.",
                "The claim that the drug was tested on colds in prisons is false.",
                false,
            ),
        ] {
            assert_eq!(
                Overtaken::by_words(old, new).is_some(),
                expected,
                "{old} / {new}"
            );
        }
    }
}
