//! Discredited: a sentence that says of what was stated that it is wrong, or not to be relied on.

use super::{New, Old, Overtaken};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term, words};
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
            let is_meant = theirs.is_empty() || own.iter().any(|one| theirs.contains(one));
            is_meant && shared.len() as f32 >= NAMED * self.terms.len() as f32
        }
    }
}

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
