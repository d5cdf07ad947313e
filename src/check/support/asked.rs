//! A claim, read once for all the evidence it is weighed against.

use crate::check::index::{Among, Entry, Index, Statement, Wanted};
use crate::check::language::names::Name;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Term, key};
use crate::check::text::blocks::trimmed;

/// A claim, read.
pub(crate) struct Asked<'c> {
    pub(crate) text: &'c str,
    pub(crate) reading: Reading<'c>,
    pub(crate) key: String,
    pub(crate) statement: Statement,
    /// What stands in quotation marks, if it is more than a word or two.
    pub(crate) quotes: Vec<String>,
    /// How rare each of the terms is among the evidence that it is laid against, and the sum. Other evidence does not bear on it: a verdict is the same
    /// whatever else is in the library.
    weights: Vec<f32>,
    pub(crate) weight: f32,
}

impl<'c> Asked<'c> {
    pub(crate) fn read(claim: &'c str, index: &mut Index<'_>) -> Self {
        let text = claim
            .get(trimmed(claim, 0..claim.len()))
            .unwrap_or_default();
        let reading = Reading::learnt(text, &mut index.lexicon);
        Self {
            key: key(text),
            quotes: quotes(text),
            statement: Statement::read_for(&reading, Wanted::ALL),
            reading,
            weights: Vec::new(),
            weight: 0.0,
            text,
        }
    }

    /// Content words with the form that the claim gives them.
    pub(crate) fn words(&self) -> impl Iterator<Item = (Term, &'c str)> {
        let terms = self.reading.terms.iter().enumerate();
        terms.filter_map(|(at, term)| Some(((*term)?, self.reading.surface(at))))
    }

    /// Weighs the words among some of the evidence.
    pub(crate) fn weigh_words(&mut self, index: &Index<'_>, among: &Among) {
        self.weights = index.weights(&self.statement.terms, among);
        self.weight = self.weights.iter().sum();
    }

    /// The content words with their weights.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (Term, f32)> {
        let weights = self.weights.iter().copied();
        self.statement.terms.iter().copied().zip(weights)
    }

    pub(crate) fn weight_of(&self, wanted: Term) -> f32 {
        let found = self.terms().find(|(term, _)| *term == wanted);
        found.map_or(0.0, |(_, weight)| weight)
    }

    /// Share of its words, by weight, that a sentence has.
    pub(crate) fn coverage(&self, statement: &Statement) -> f32 {
        let held: f32 = self
            .terms()
            .filter(|(term, _)| statement.terms.binary_search(term).is_ok())
            .map(|(_, weight)| weight)
            .sum();
        held / self.weight.max(f32::EPSILON)
    }

    /// The rarest words of the claim that the evidence at hand does not hold, as the claim has them.
    pub(crate) fn missing_words(&self, near: &[&Entry]) -> Vec<String> {
        let mut missing: Vec<(f32, &str)> = self
            .words()
            .filter(|(term, _)| {
                !near
                    .iter()
                    .any(|entry| entry.statement.terms.binary_search(term).is_ok())
            })
            .map(|(term, word)| (self.weight_of(term), word))
            .collect();
        missing.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut words: Vec<String> = Vec::new();
        for (_, word) in missing {
            if words.len() < 3 && !words.iter().any(|own| own == word) {
                words.push(word.to_owned());
            }
        }
        words
    }

    pub(crate) fn name_terms(&self, name: &Name) -> Vec<Term> {
        let words = self.reading.words.iter().zip(&self.reading.terms);
        words
            .filter(|(word, _)| name.words.contains(word))
            .filter_map(|(_, term)| *term)
            .collect()
    }
}

/// What stands in quotation marks in a claim, from three words on, or two that are no name.
fn quotes(text: &str) -> Vec<String> {
    let mut quotes = Vec::new();
    let mut open: Option<usize> = None;
    for (at, mark) in text
        .char_indices()
        .filter(|(_, mark)| matches!(mark, '"' | '“' | '”' | '„'))
    {
        match open {
            Some(from) if matches!(mark, '"' | '”' | '“') => {
                let inner = text.get(from..at).unwrap_or_default();
                let inner = inner.trim_matches([',', '.', ' ']);
                let all = inner.split_whitespace().count();
                let lower = inner
                    .split_whitespace()
                    .filter(|word| word.starts_with(char::is_lowercase))
                    .count();
                // Capitals throughout make a title, which is a name rather than somebody's words.
                if all >= 3 && 2 * lower >= all || all == 2 && lower == 2 {
                    quotes.push(inner.to_owned());
                }
                open = None;
            }
            _ => open = Some(at + mark.len_utf8()),
        }
    }
    quotes
}
