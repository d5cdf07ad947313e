//! Rows: sentences of one pattern that a document has many of, as a table told in words: `Vaccine 12 protects cats for 36 months`.
//!
//! Two of them say something of one thing only where they have a number in common. To lay every row of one document against every row of another takes
//! minutes and finds what is none.

use std::collections::HashMap;

/// Sentences of one pattern in a document from which they are rows.
const MANY: usize = 12;

/// Which sentences are rows, and of what.
pub(super) struct Rows {
    /// For each sentence its pattern and its numbers, if it is a row.
    rows: Vec<Option<(usize, Vec<String>)>>,
}

impl Rows {
    /// Reads sentences, each with the number of its document.
    pub(super) fn read<'t>(sentences: impl Iterator<Item = (u32, &'t str)>) -> Self {
        let mut patterns: HashMap<String, usize> = HashMap::new();
        let mut counts: HashMap<(u32, usize), usize> = HashMap::new();
        let read: Vec<(u32, usize, &str)> = sentences
            .map(|(document, text)| {
                let pattern: String = text.chars().filter(|c| !is_of_number(*c)).collect();
                let next = patterns.len();
                let pattern = *patterns.entry(pattern).or_insert(next);
                *counts.entry((document, pattern)).or_default() += 1;
                (document, pattern, text)
            })
            .collect();
        let rows = read.into_iter().map(|(document, pattern, text)| {
            let count = counts.get(&(document, pattern)).copied();
            (count.unwrap_or_default() > MANY).then(|| (pattern, numbers(text)))
        });
        Self {
            rows: rows.collect(),
        }
    }

    /// Whether two sentences are rows of one pattern that have no number in common.
    pub(super) fn are_of_others(&self, a: usize, b: usize) -> bool {
        let row = |at: usize| self.rows.get(at).and_then(Option::as_ref);
        let (Some((own, numbers)), Some((theirs, others))) = (row(a), row(b)) else {
            return false;
        };
        own == theirs && !numbers.iter().any(|number| others.contains(number))
    }
}

fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, ',' | '.')
}

fn numbers(text: &str) -> Vec<String> {
    text.split(|c: char| !is_of_number(c))
        .map(|number| number.trim_matches([',', '.']))
        .filter(|number| !number.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_laid_against_each_other_only_where_they_have_a_number_in_common() {
        let row = |of: usize, months: usize| format!("Vaccine {of} protects for {months} months.");
        let mut said: Vec<(u32, String)> = Vec::new();
        for document in [1, 2] {
            let months = 100 * document as usize;
            said.extend((1..=20).map(|of| (document, row(of, months + of))));
            said.push((document, "It costs 4 euros.".to_owned()));
        }
        let rows = Rows::read(
            said.iter()
                .map(|(document, text)| (*document, text.as_str())),
        );
        let (first, second) = (0, 21);
        assert!(!rows.are_of_others(first, second), "of vaccine 1 both");
        assert!(rows.are_of_others(first, second + 1));
        let (price, other) = (20, 41);
        assert!(!rows.are_of_others(price, other), "no row");
        assert!(!rows.are_of_others(first, other));
    }
}
