//! Language: words, names and numbers as a text writes them, and what is known of words without their sentence.
//!
//! Everything else in `check` reads texts through these. What a sentence says with its words is for `meaning`.

pub(super) mod asked;
pub(super) mod directions;
pub(super) mod irregular;
pub(super) mod kinship;
pub(super) mod known;
pub(super) mod light_verbs;
pub(super) mod names;
pub(super) mod negated;
pub(super) mod numbers;
pub(super) mod opposites;
pub(super) mod plain_text;
pub(super) mod reading;
pub(super) mod shapes;
pub(super) mod shortened;
pub(super) mod sides;
pub(super) mod spelling;
pub(super) mod synonyms;
pub(super) mod terms;
pub(super) mod tongue;
pub(super) mod vocabulary;
pub(super) mod words;

/// The one that there is, where there are no more: what a text has two of is read by neither.
pub(super) fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    all.next().filter(|_| all.next().is_none())
}
