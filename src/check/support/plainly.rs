//! Plainly: a text word by word, for the rules that ask which of a claim's words stand where in a sentence, whatever form they have.

use std::ops::Deref;
use std::rc::Rc;

use crate::check::language::known::{Known, known};
use crate::check::language::terms::words;
use crate::check::meaning::denying::is_denying;

/// Forms of `be`.
pub(super) const BE: &[&str] = &["is", "are", "was", "were", "be", "been", "being"];

/// What parts the clauses of a sentence, and what joins two of which a claim may say one.
const PARTS: &[char] = &[',', ';', ':', '(', ')', '–', '—'];
pub(super) const JOINS: &[&str] = &[
    "and", "or", "but", "while", "whereas", "although", "though", "than",
];

/// A word where it stands.
pub(super) struct Word<'t> {
    /// As it stands in the text.
    pub(super) surface: &'t str,
    /// Where it begins there.
    pub(super) start: usize,
    known: Rc<Known>,
    /// Whether a sign that ends a clause stands before it.
    pub(super) is_apart: bool,
    /// Whether that sign is a semicolon.
    pub(super) follows_semicolon: bool,
}

pub(super) fn read(text: &str) -> Vec<Word<'_>> {
    let mut end = 0;
    let all = words(text).map(|span| {
        let gap = text.get(end..span.start).unwrap_or_default();
        end = span.end;
        let surface = text.get(span.clone()).unwrap_or_default();
        Word {
            surface,
            start: span.start,
            known: known(surface),
            is_apart: gap.contains(PARTS),
            follows_semicolon: gap.contains(';'),
        }
    });
    all.collect()
}

impl Deref for Word<'_> {
    type Target = Known;

    fn deref(&self) -> &Known {
        &self.known
    }
}

impl Word<'_> {
    pub(super) fn is_in(&self, list: &[&str]) -> bool {
        list.contains(&self.plain.as_str())
    }

    pub(super) fn is_capital(&self) -> bool {
        self.surface.starts_with(char::is_uppercase)
    }

    /// Whether it says something by itself: no duty, and no denial.
    pub(super) fn tells(&self) -> bool {
        const DUTY: &[&str] = &["need", "needs", "required", "obliged"];
        !self.is_stop && !is_denying(&self.plain) && !self.is_in(DUTY)
    }
}

/// Whether each of these words that says something is among others.
pub(super) fn are_among<'a, 't: 'a>(
    own: impl IntoIterator<Item = &'a Word<'t>>,
    others: &[&Word<'_>],
) -> bool {
    let mut own = own.into_iter().filter(|word| word.tells());
    own.all(|word| others.iter().any(|other| word.is_as(other)))
}

/// Whether a word among these denies.
pub(super) fn deny(words: &[Word<'_>]) -> bool {
    words.iter().any(|word| is_denying(&word.plain))
}
