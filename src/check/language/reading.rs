//! Reading: a text word by word, once for all that ask in which order its words stand and what is between them.

use std::ops::{Deref, Range};
use std::rc::Rc;

use super::directions::axis;
use super::plain_text::{PlainText, plain_text};
use super::terms::{Lexicon, Term};

/// A text as its words, each in lower case and with its term, if it is one that says something.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reading<'t> {
    pub(crate) text: &'t str,
    plain: Rc<PlainText>,
    pub(crate) terms: Vec<Option<Term>>,
}

impl Deref for Reading<'_> {
    type Target = PlainText;

    fn deref(&self) -> &PlainText {
        &self.plain
    }
}

/// Words that join a clause to the one before.
pub(crate) const JOINS: &[&str] = &["and", "but", "while", "whereas"];

/// Words that say how something changed, and nothing of what did.
const OF_CHANGE: &[&str] = &[
    "factor",
    "percentage",
    "points",
    "point",
    "times",
    "changed",
    "went",
];

impl<'t> Reading<'t> {
    /// Reads a text by the words that are known already.
    pub(crate) fn of(text: &'t str, lexicon: &Lexicon) -> Self {
        Self::by(text, |word| lexicon.known_plain(word))
    }

    /// Reads a text and learns its words.
    pub(crate) fn learnt(text: &'t str, lexicon: &mut Lexicon) -> Self {
        Self::by(text, |word| lexicon.term_of_plain(word))
    }

    fn by(text: &'t str, term: impl FnMut(&String) -> Option<Term>) -> Self {
        let plain = plain_text(text);
        let terms = plain.words.iter().map(term).collect();
        Self { text, plain, terms }
    }

    pub(crate) fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", String::as_str)
    }

    /// A word as it stands in the text.
    pub(crate) fn surface(&self, at: usize) -> &'t str {
        let span = self.spans.get(at).cloned();
        span.and_then(|span| self.text.get(span))
            .unwrap_or_default()
    }

    pub(crate) fn term(&self, at: usize) -> Option<Term> {
        self.terms.get(at).copied().flatten()
    }

    /// Whether half of its words that say something, or more, are among sorted terms: of all, or of the clause in which an amount stands. Those of the amount
    /// don't count, nor those that only say that something changed, which what is reckoned has otherwise.
    pub(crate) fn is_half_held(&self, amount: &Range<usize>, terms: &[Term]) -> bool {
        let is_other = |at: usize| {
            let is_of_amount = self
                .spans
                .get(at)
                .is_some_and(|span| span.start < amount.end && amount.start < span.end);
            is_of_amount || {
                let word = self.word(at);
                axis(word).is_some() || OF_CHANGE.contains(&word)
            }
        };
        let count = |places: Range<usize>| {
            let own = places.filter(|at| !is_other(*at));
            let own = own.filter_map(|at| self.term(at));
            let held = own.clone().filter(|term| terms.binary_search(term).is_ok());
            (held.count(), own.count())
        };
        let (held, all) = count(0..self.words.len());
        if 2 * held >= all {
            return true;
        }
        let (held, all) = count(self.clause_at(amount.start));
        held > 0 && 2 * held >= all
    }

    /// The words of the clause in which a byte stands.
    fn clause_at(&self, byte: usize) -> Range<usize> {
        let begins = |at: &usize| {
            let gap = self.gap(*at);
            gap.contains(';') || gap.contains(',') && JOINS.contains(&self.word(*at))
        };
        let here = self.spans.partition_point(|span| span.start <= byte);
        let from = (1..here).rev().find(begins).unwrap_or(0);
        let to = (here..self.words.len()).find(begins);
        from..to.unwrap_or(self.words.len())
    }

    /// What stands between a word and the one before, or, behind the last, the rest of the text.
    pub(crate) fn gap(&self, at: usize) -> &'t str {
        let from = at
            .checked_sub(1)
            .and_then(|before| self.spans.get(before))
            .map_or(0, |span| span.end);
        let to = self
            .spans
            .get(at)
            .map_or(self.text.len(), |span| span.start);
        self.text.get(from..to).unwrap_or_default()
    }

    /// The text from one word to another, which is left out.
    pub(crate) fn text_of(&self, at: &Range<usize>) -> &'t str {
        let from = self.spans.get(at.start).map_or(0, |span| span.start);
        let to = at
            .end
            .checked_sub(1)
            .and_then(|last| self.spans.get(last))
            .map_or(from, |span| span.end);
        self.text.get(from..to).unwrap_or_default()
    }
}
