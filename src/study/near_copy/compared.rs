//! Two texts laid beside each other: how many runs of words they share, and what stands in one where the other has something else.
//!
//! A word is told from others by a number that is made of its letters in lower case. Nearly all comparing is of these numbers; the letters are asked for where
//! it hangs on what a word says.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "without branches, many bytes are looked at at once"
)]

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::LazyLock;

use foldhash::fast::{FixedState, RandomState};

use super::{LEAST_WORDS, RUN, mixed, run_hash};
use crate::ascii::{self, Run};

/// The different runs of words of a text, as hashes.
#[derive(Debug)]
pub(super) struct Runs(HashSet<u64, RandomState>);

impl Runs {
    /// The share of runs that both have among those that either has; something smaller where it is below `least`, which is mostly seen long before the end
    /// of the other text.
    pub(super) fn likeness<'a>(&self, other: impl Iterator<Item = &'a str>, least: f64) -> f64 {
        let share = |shared: usize, others: usize| {
            let all = self.0.len() + others;
            shared as f64 / all.max(1) as f64
        };
        let mut seen = HashSet::with_capacity_and_hasher(self.0.len(), RandomState::default());
        let (mut keys, mut shared, mut others) = (Vec::new(), 0, 0);
        for passage in other {
            let from = keys.len().saturating_sub(RUN - 1);
            each_word(passage, |_, key, _| keys.push(key));
            let new = keys.get(from..).unwrap_or_default();
            for run in new.windows(RUN).map(run_hash) {
                if seen.insert(run) {
                    let is_shared = self.0.contains(&run);
                    shared += usize::from(is_shared);
                    others += usize::from(!is_shared);
                }
            }
            if share(self.0.len(), others) < least {
                break;
            }
        }
        share(shared, others)
    }
}

/// A text as its words, to be compared with another one.
pub(super) struct CopyText<'a> {
    words: Vec<&'a str>,
    /// What each word is told from others by.
    keys: Vec<u64>,
    /// Which of them begin a sentence or a passage.
    begins: Vec<bool>,
}

impl<'a> CopyText<'a> {
    pub(super) fn new(passages: impl Iterator<Item = &'a str>) -> Self {
        let (mut words, mut keys, mut begins) = (Vec::new(), Vec::new(), Vec::new());
        for text in passages {
            let mut is_first = true;
            each_word(text, |word, key, is_last| {
                words.push(word);
                keys.push(key);
                begins.push(std::mem::replace(&mut is_first, is_last));
            });
        }
        Self {
            words,
            keys,
            begins,
        }
    }

    /// Whether two that are alike are one source.
    pub(super) fn is_copy_of(&self, other: &Self, excludes: fn(&str, &str) -> bool) -> bool {
        self.words.len() >= LEAST_WORDS
            && other.words.len() >= LEAST_WORDS
            && !self.differs_in_a_fact(other)
            && !other.differs_in_a_fact(self)
            && !self.says_otherwise(other, excludes)
    }

    pub(super) fn runs(&self) -> Runs {
        let mut runs = HashSet::with_capacity_and_hasher(self.keys.len(), RandomState::default());
        runs.extend(self.keys.windows(RUN).map(run_hash));
        Runs(runs)
    }

    /// Whether a fact stands here where the other text has the same words around something else, or around nothing.
    fn differs_in_a_fact(&self, other: &Self) -> bool {
        let around = |window: &[u64; 4]| run_hash(&[window[0], window[1], window[3]]);
        let facts: Vec<&[u64; 4]> = (self.keys.array_windows().zip(self.words.iter().skip(2)))
            .filter(|([_, _, key, _], word)| is_fact(word, *key))
            .map(|(window, _)| window)
            .collect();
        if facts.is_empty() {
            return false;
        }
        let places: HashSet<u64, RandomState> = facts.iter().copied().map(around).collect();
        // What stands in these places of the other text, and where nothing does.
        let mut there: HashSet<u64, RandomState> = HashSet::default();
        let mut filled: HashSet<u64, RandomState> = HashSet::default();
        for window in other.keys.array_windows() {
            let place = around(window);
            if places.contains(&place) {
                filled.insert(place);
                there.insert(run_hash(window));
            }
        }
        let empty: HashSet<u64, RandomState> = (other.keys.windows(3).map(run_hash))
            .filter(|place| places.contains(place))
            .collect();
        facts.into_iter().any(|fact| {
            let place = around(fact);
            if filled.contains(&place) {
                !there.contains(&run_hash(fact))
            } else {
                empty.contains(&place)
            }
        })
    }

    /// Whether a few words stand in the place of a few others, and say another thing than those: a fact on either side, a name on both, or words that exclude each
    /// other.
    fn says_otherwise(&self, other: &Self, excludes: fn(&str, &str) -> bool) -> bool {
        /// More words than these are another sentence.
        const FEW: usize = 4;
        let changes = self.changes(other);
        if changes.is_empty() {
            return false;
        }
        let (our_names, their_names) = (self.names(), other.names());
        changes.into_iter().any(|(old, new)| {
            if old.is_empty() || new.is_empty() || old.len() > FEW || new.len() > FEW {
                return false;
            }
            let own = self.only(old.clone(), other.keys.get(new.clone()), &our_names);
            let theirs = other.only(new, self.keys.get(old), &their_names);
            let has_name = |part: &[(String, bool)]| part.iter().any(|(_, is_name)| *is_name);
            own.iter()
                .chain(&theirs)
                .any(|(word, _)| is_fact(word, key_of(word)))
                || has_name(&own) && has_name(&theirs)
                || is_to_come(&own) && is_past(&theirs)
                || is_past(&own) && is_to_come(&theirs)
                || own
                    .iter()
                    .any(|(one, _)| theirs.iter().any(|(another, _)| excludes(one, another)))
        })
    }

    /// The words of a place, in lower case, that are not among those in another one; and whether each is a name.
    fn only(
        &self,
        place: Range<usize>,
        without: Option<&[u64]>,
        names: &[bool],
    ) -> Vec<(String, bool)> {
        let without = without.unwrap_or_default();
        let words = self.words.iter().zip(&self.keys).zip(names);
        words
            .skip(place.start)
            .take(place.len())
            .filter(|((_, key), _)| !without.contains(key))
            .map(|((word, _), is_name)| (word.to_lowercase(), *is_name))
            .collect()
    }

    /// Which of the words are written as names are; of those that begin a sentence, what is written so elsewhere.
    fn names(&self) -> Vec<bool> {
        let is_large = |word: &str| word.starts_with(char::is_uppercase);
        let (mut plain, mut large) = (HashSet::new(), HashSet::new());
        for ((word, key), begins) in self.words.iter().zip(&self.keys).zip(&self.begins) {
            if !is_large(word) {
                plain.insert(*key);
            } else if !begins {
                large.insert(*key);
            }
        }
        let words = self.words.iter().zip(&self.keys);
        words
            .map(|(word, key)| is_large(word) && large.contains(key) && !plain.contains(key))
            .collect()
    }

    /// What stands in the place of what between words that both texts have, three of them at least.
    fn changes(&self, other: &Self) -> Vec<(Range<usize>, Range<usize>)> {
        const SHARED: usize = 3;
        /// Words on either side among which the nearest that are shared are looked for; beyond them, the next ones.
        const NEAR: usize = 24;
        let (ours, theirs) = (&self.keys, &other.keys);
        let places = OnceCell::new();
        let all_places = || {
            let mut places: HashMap<&[u64], Vec<usize>, RandomState> = HashMap::default();
            for (at, words) in theirs.windows(SHARED).enumerate() {
                places.entry(words).or_default().push(at);
            }
            places
        };
        let is_shared = |i: usize, j: usize| {
            let end = i + SHARED >= ours.len() && j + SHARED >= theirs.len();
            let (one, two) = (ours.get(i..i + SHARED), theirs.get(j..j + SHARED));
            one.is_some() && one == two || end && ours.get(i..) == theirs.get(j..)
        };
        let near = |i: usize, j: usize| {
            let mut steps = (1..=NEAR).flat_map(|sum| (0..=sum).map(move |a| (a, sum - a)));
            steps
                .find(|(a, b)| is_shared(i + a, j + b))
                .map(|(a, b)| (i + a, j + b))
        };
        let next = |i: usize, j: usize| {
            let places = places.get_or_init(all_places);
            (i..ours.len()).find_map(|at| {
                let there = places.get(ours.get(at..at + SHARED)?)?;
                let behind = there.partition_point(|place| *place < j);
                there.get(behind).map(|place| (at, *place))
            })
        };
        let mut changes = Vec::new();
        let (mut i, mut j) = (0, 0);
        while i < ours.len() && j < theirs.len() {
            if ours[i] == theirs[j] {
                (i, j) = (i + 1, j + 1);
                continue;
            }
            let Some((one, two)) = near(i, j).or_else(|| next(i, j)) else {
                break;
            };
            changes.push((i..one, j..two));
            (i, j) = (one, two);
        }
        changes
    }
}

/// Whether words say that something is still to come: `will discuss`.
fn is_to_come(words: &[(String, bool)]) -> bool {
    const AHEAD: &[&str] = &["will", "shall", "won't", "wird", "werden"];
    words.iter().any(|(word, _)| AHEAD.contains(&word.as_str()))
}

/// Whether words say that something is done: `has discussed`, `was heard`.
fn is_past(words: &[(String, bool)]) -> bool {
    const DONE: &[&str] = &[
        "did", "had", "has", "hat", "hatte", "have", "was", "were", "wurde", "wurden",
    ];
    words.iter().any(|(word, _)| DONE.contains(&word.as_str()))
}

/// Whether a statement turns on a word.
fn is_fact(word: &str, key: u64) -> bool {
    static KEYS: LazyLock<HashSet<u64, RandomState>> =
        LazyLock::new(|| TURNS.iter().map(|word| key_of(word)).collect());
    word.contains(char::is_numeric) || KEYS.contains(&key)
}

/// Spelled numbers, negations, and directions.
#[rustfmt::skip]
const TURNS: &[&str] = &[
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twenty", "thirty", "forty", "fifty", "hundred", "thousand", "million", "billion",
    "half", "third", "quarter", "twice", "double", "not", "no", "never", "none", "without", "didn't", "doesn't", "isn't", "wasn't", "won't", "can't", "cannot",
    "rose", "fell", "rise", "fall", "rises", "falls", "rising", "falling", "increased", "decreased", "increase", "decrease", "grew", "shrank", "up", "down", "more", "less", "fewer",
    "higher", "lower", "above", "below", "approved", "rejected", "won", "lost", "gained", "confirmed", "denied", "true", "false", "safe", "unsafe", "before", "after",
    "nothing", "something", "anything", "everything", "nobody", "somebody", "everybody", "anyone", "someone", "everyone", "neither", "nor", "hardly", "barely", "scarcely", "all", "some",
    "most", "few", "many", "only", "nichts", "etwas", "niemand", "jemand", "alle", "einige",
    "first", "second", "last", "nicht", "kein", "keine", "stieg", "sank", "mehr", "weniger",
];

/// Whether a character is of a word: a point or comma inside a number is part of it.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | ',' | '\'' | '’')
}

/// What ends a word and is none of it.
const AROUND_WORDS: [char; 4] = ['.', ',', '\'', '’'];

/// Calls `each` with every word of a text, its key, and whether the next one begins a sentence.
fn each_word<'a>(text: &'a str, each: impl FnMut(&'a str, u64, bool)) {
    ascii::walk(text.as_bytes(), &mut Words { text, each });
}

/// A walk through the words of a text.
struct Words<'a, F> {
    text: &'a str,
    each: F,
}

impl<'a, F: FnMut(&'a str, u64, bool)> Words<'a, F> {
    /// A run of characters that are of words, at this place.
    fn odd(&mut self, at: usize, len: usize) {
        let run = self.text.get(at..at + len).unwrap_or_default();
        for word in run.split(|c: char| !is_of_word(c)) {
            let bare = word.trim_matches(AROUND_WORDS);
            if !bare.is_empty() {
                let key = key_of(&bare.to_lowercase());
                (self.each)(bare, key, word.ends_with('.'));
            }
        }
    }

    /// The same where all of it is ASCII.
    fn usual(&mut self, at: usize, len: usize) {
        let bytes = self.text.as_bytes();
        let is_around = |byte: &&u8| matches!(**byte, b'.' | b',' | b'\'');
        let run = bytes.get(at..at + len).unwrap_or_default();
        let before = run.iter().take_while(is_around).count();
        let behind = run.iter().rev().take_while(is_around).count();
        let run_ends_sentence = run.last() == Some(&b'.');
        if before < len {
            let (at, len) = (at + before, len - before - behind);
            let run = Run {
                at,
                len,
                is_odd: false,
            };
            let word = self.text.get(at..at + len).unwrap_or_default();
            let key = key_of_letters(ascii::letters(bytes, run));
            (self.each)(word, key, run_ends_sentence);
        }
    }
}

impl<'a, F: FnMut(&'a str, u64, bool)> ascii::Walker for Words<'a, F> {
    #[inline]
    fn is_usual(byte: u8) -> bool {
        ascii::is_letter_or_digit(byte) | (byte == b'.') | (byte == b',') | (byte == b'\'')
    }

    #[inline]
    fn is_odd(byte: u8) -> bool {
        byte >= 0x80
    }

    #[inline]
    fn run(&mut self, run: Run) {
        if run.is_odd || run.len > ascii::HELD {
            self.odd(run.at, run.len);
        } else {
            self.usual(run.at, run.len);
        }
    }
}

/// What a word in lower case is told from others by.
fn key_of(word: &str) -> u64 {
    if word.is_ascii() && word.len() <= ascii::HELD {
        let run = Run {
            at: 0,
            len: word.len(),
            is_odd: false,
        };
        key_of_letters(ascii::letters(word.as_bytes(), run))
    } else {
        FixedState::default().hash_one(word)
    }
}

fn key_of_letters(letters: u128) -> u64 {
    mixed(letters as u64 ^ mixed((letters >> 64) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_the_same_in_capitals_beside_marks_and_however_long() {
        let keys = |text: &str| {
            let mut keys = Vec::new();
            each_word(text, |_, key, _| keys.push(key));
            keys
        };
        let text = "It wasn’t 4.5, «zurückgewiesen» Internationalisierungsprogramme, ok? Ok.";
        let words = keys(text);
        assert_eq!(words.len(), 7);
        assert_eq!(keys(&text.to_uppercase()), words);
        assert_eq!(words[5], words[6]);
        let different: HashSet<u64> = words.iter().copied().collect();
        assert_eq!(different.len(), 6);
        assert_eq!(keys("(…) ‘it WASN’T’ 4.5..."), words[..3]);
    }

    #[test]
    fn names_are_told_by_capitals_that_no_sentence_explains() {
        let text = CopyText::new(["The mayor of Falun met. Falun voted. the end"].into_iter());
        let named: Vec<&str> = (text.words.iter().zip(text.names()))
            .filter_map(|(word, is_name)| is_name.then_some(*word))
            .collect();
        assert_eq!(named, ["Falun", "Falun"]);
    }
}
