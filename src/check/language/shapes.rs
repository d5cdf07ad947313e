//! Shapes: with which letters the words of a list begin, and how long they are.
//!
//! Every word of every sentence is looked for in lists that hold few of them. By its first letter and its length most are told from all words of a list, and
//! only the rest is compared.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::FixedState;

/// The first letters of some words, and for each which lengths they have: a bit a length, the last for all that are longer.
pub(crate) struct Shapes([u32; 32]);

impl Shapes {
    pub(crate) const NONE: Self = Self([0; 32]);

    pub(crate) const fn of(words: &[&str]) -> Self {
        let mut shapes = Self::NONE;
        let mut at = 0;
        while at < words.len() {
            shapes.add(words[at]);
            at += 1;
        }
        shapes
    }

    /// Those of the words of several lists.
    pub(crate) const fn of_lists(lists: &[&[&str]]) -> Self {
        let mut shapes = Self::NONE;
        let mut list = 0;
        while list < lists.len() {
            let mut at = 0;
            while at < lists[list].len() {
                shapes.add(lists[list][at]);
                at += 1;
            }
            list += 1;
        }
        shapes
    }

    /// Those of the first words of phrases.
    pub(crate) const fn of_beginnings(phrases: &[&str]) -> Self {
        let mut shapes = Self::NONE;
        let mut at = 0;
        while at < phrases.len() {
            shapes.add(first_word(phrases[at]));
            at += 1;
        }
        shapes
    }

    /// The same where each phrase is given word by word.
    pub(crate) const fn of_openings(phrases: &[&[&str]]) -> Self {
        let mut shapes = Self::NONE;
        let mut at = 0;
        while at < phrases.len() {
            shapes.add(phrases[at][0]);
            at += 1;
        }
        shapes
    }

    /// Those of words that stand for others.
    pub(crate) const fn of_first(words: &[(&str, &str)]) -> Self {
        let mut shapes = Self::NONE;
        let mut at = 0;
        while at < words.len() {
            shapes.add(words[at].0);
            at += 1;
        }
        shapes
    }

    pub(crate) const fn add(&mut self, word: &str) {
        if let Some(first) = word.as_bytes().first() {
            self.0[row(*first)] |= bit(word.len());
        }
    }

    /// Whether the list may hold a word.
    pub(crate) fn may_hold(&self, word: &str) -> bool {
        let first = word.as_bytes().first();
        first.is_some_and(|first| self.0[row(*first)] & bit(word.len()) != 0)
    }
}

/// What is known of some words, where most that are asked about are none of them: only a word that is shaped like one of them is looked for.
pub(crate) struct ByWord<K, V> {
    shapes: Shapes,
    known: HashMap<K, V, FixedState>,
}

impl<K: Borrow<str> + Eq + Hash, V> ByWord<K, V> {
    #[inline]
    pub(crate) fn get(&self, word: &str) -> Option<&V> {
        if self.shapes.may_hold(word) {
            self.known.get(word)
        } else {
            None
        }
    }
}

impl<K: Borrow<str>, V> From<HashMap<K, V, FixedState>> for ByWord<K, V> {
    fn from(known: HashMap<K, V, FixedState>) -> Self {
        let mut shapes = Shapes::NONE;
        for word in known.keys() {
            shapes.add(word.borrow());
        }
        Self { shapes, known }
    }
}

impl<K: Borrow<str> + Eq + Hash, V> FromIterator<(K, V)> for ByWord<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(known: I) -> Self {
        let known: HashMap<K, V, FixedState> = known.into_iter().collect();
        known.into()
    }
}

const fn first_word(phrase: &str) -> &str {
    let bytes = phrase.as_bytes();
    let mut end = 0;
    while end < bytes.len() && bytes[end] != b' ' {
        end += 1;
    }
    phrase.split_at(end).0
}

const fn row(first: u8) -> usize {
    (first % 32) as usize
}

const fn bit(length: usize) -> u32 {
    1 << if length < 31 { length } else { 31 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_the_list_is_never_passed_by() {
        const LIST: &[&str] = &[
            "a",
            "été",
            "fell",
            "with the very longest of all beginnings",
        ];
        const SHAPES: Shapes = Shapes::of(LIST);
        assert!(LIST.iter().all(|word| SHAPES.may_hold(word)));
        for other in ["", "fall down", "go", "fe"] {
            assert!(!SHAPES.may_hold(other), "{other}");
        }
    }

    #[test]
    fn what_is_known_of_a_word_is_found_by_it_alone() {
        let known: ByWord<&str, u8> = [("fell", 1), ("rose", 2), ("fell", 3)]
            .into_iter()
            .collect();
        assert_eq!(known.get("fell"), Some(&3));
        assert_eq!(known.get("rose"), Some(&2));
        for other in ["felt", "rows", "fells", ""] {
            assert_eq!(known.get(other), None, "{other}");
        }
    }

    #[test]
    fn a_word_that_begins_a_phrase_is_never_passed_by() {
        const BEGINNINGS: Shapes = Shapes::of_beginnings(&["as long as", "unless", "à la carte"]);
        assert!(
            ["as", "unless", "à"]
                .iter()
                .all(|word| BEGINNINGS.may_hold(word))
        );
        for other in ["long", "as long as", "carte"] {
            assert!(!BEGINNINGS.may_hold(other), "{other}");
        }
    }
}
