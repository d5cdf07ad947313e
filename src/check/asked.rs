//! A claim, read once for all the evidence it is weighed against.

use super::index::{Index, Statement, trimmed};
use super::names::Name;
use super::terms::{Term, key, plain, words};

/// A claim, read.
pub(super) struct Asked {
    pub(super) text: String,
    pub(super) key: String,
    pub(super) statement: Statement,
    /// Content words with the form that the claim gives them.
    pub(super) words: Vec<(Term, String)>,
    /// What stands in quotation marks, if it is more than a word or two.
    pub(super) quotes: Vec<String>,
    /// Sum of the terms' weights.
    pub(super) weight: f32,
}

impl Asked {
    pub(super) fn read(claim: &str, index: &mut Index<'_>) -> Self {
        let text = claim
            .get(trimmed(claim, 0..claim.len()))
            .unwrap_or_default()
            .to_owned();
        let statement = Statement::read(&text, &mut index.lexicon);
        let words = words(&text)
            .filter_map(|span| {
                let word = text.get(span)?;
                Some((index.lexicon.term(word)?, word.to_owned()))
            })
            .collect();
        let weight = statement.terms.iter().map(|&term| index.weight(term)).sum();
        Self {
            key: key(&text),
            quotes: quotes(&text),
            statement,
            words,
            weight,
            text,
        }
    }

    pub(super) fn name_terms(&self, name: &Name) -> Vec<Term> {
        self.words
            .iter()
            .filter(|(_, word)| name.words.contains(&plain(word)))
            .map(|(term, _)| *term)
            .collect()
    }
}

/// What stands in quotation marks in a claim, from three words on.
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
                if all >= 3 && 2 * lower >= all {
                    quotes.push(inner.to_owned());
                }
                open = None;
            }
            _ => open = Some(at + mark.len_utf8()),
        }
    }
    quotes
}
