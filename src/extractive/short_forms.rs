//! Short forms: names that the evidence shortens, `global interpreter lock (GIL)`, so that what is asked of the one is found where the other is told.
//!
//! Only what a source itself sets beside each other counts, and only where the letters are those that its words begin with.

use crate::check::words;

/// Letters of a short form.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=6;

/// A name and what it is shortened to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShortForm {
    pub(super) short: String,
    pub(super) long: Vec<String>,
}

/// The short forms that a text gives in brackets behind what they stand for.
pub(super) fn short_forms(text: &str) -> Vec<ShortForm> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('(') {
        let inner = text.get(at + 1..).unwrap_or_default();
        let Some((inner, _)) = inner.split_once(')') else {
            break;
        };
        let short = inner.trim_matches(['"', '“', '”', '\'', '’', ' ']);
        let is_short = LETTERS.contains(&short.len())
            && short.bytes().all(|letter| letter.is_ascii_uppercase());
        if !is_short {
            continue;
        }
        let before = text.get(..at).unwrap_or_default();
        let from = before
            .rfind(['.', ';', '\n', ')'])
            .map_or(0, |stop| stop + 1);
        let said: Vec<&str> = words(before.get(from..).unwrap_or_default())
            .filter_map(|span| before.get(from..)?.get(span))
            .collect();
        let long = said
            .get(said.len().saturating_sub(short.len())..)
            .unwrap_or_default();
        let is_its = |(word, letter): (&&str, char)| {
            word.chars()
                .next()
                .is_some_and(|first| first.eq_ignore_ascii_case(&letter))
        };
        if long.len() == short.len() && long.iter().zip(short.chars()).all(is_its) {
            found.push(ShortForm {
                short: short.to_owned(),
                long: long.iter().map(|word| (*word).to_owned()).collect(),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_shortened_where_its_words_begin_with_the_letters() {
        let one = |text: &str| short_forms(text).pop().map(|form| form.short);
        for text in [
            "CPython's global interpreter lock (\"GIL\") prevents this.",
            "The global interpreter lock (GIL) is old.",
        ] {
            assert_eq!(one(text).as_deref(), Some("GIL"), "{text}");
        }
        for text in [
            "The committee (NOT) met.",
            "It costs (in EUR) 5.",
            "Lock (GIL) and (",
            "(A)",
        ] {
            assert_eq!(one(text), None, "{text}");
        }
    }
}
