//! Successors: the new bridge that is to come and the bridge that there is are two things of one name, and so is a thing before and after its extension.
//!
//! Old and new, which exclude each other by themselves, are known elsewhere (`apart`).

use crate::check::language::terms::{plain_words, stem};

/// What is said of a thing that comes in the place of another one.
const SUCCEEDING: &[&str] = &[
    "new",
    "newly",
    "future",
    "replacement",
    "successor",
    "second",
    "rebuilt",
    "enlarged",
    "extended",
    "expanded",
    "upgraded",
    "proposed",
    "planned",
];
/// What begins a clause on the change that a thing is to see.
const AFTER: &[&str] = &["once", "after", "when"];
/// Words between such a word and its thing at most: `the new road bridge`.
const BETWEEN: usize = 2;

/// Whether one of two sentences tells what will be of a thing that comes in the place of the one that the other tells of as it is.
pub(crate) fn is_of_successor(a: &str, b: &str) -> bool {
    let (a, b): (Vec<_>, Vec<_>) = (plain_words(a).collect(), plain_words(b).collect());
    succeeds(&a, &b) || succeeds(&b, &a)
}

fn succeeds(new: &[String], old: &[String]) -> bool {
    if !is_to_come(new) || is_to_come(old) {
        return false;
    }
    let known: Vec<String> = old.iter().map(|word| stem(word)).collect();
    let is_known = |word: &String| known.contains(&stem(word));
    (0..new.len()).any(|at| {
        let word = new.get(at).map(String::as_str).unwrap_or_default();
        if !SUCCEEDING.contains(&word) || old.iter().any(|other| other == word) {
            return false;
        }
        let is_after_change = at
            .checked_sub(1)
            .and_then(|before| new.get(before))
            .is_some_and(|before| AFTER.contains(&before.as_str()));
        let behind = new.iter().skip(at + 1).take(1 + BETWEEN);
        is_after_change || behind.take_while(|word| !is_beyond(word)).any(is_known)
    })
}

/// Whether a word stands behind the thing that an adjective is of.
fn is_beyond(word: &str) -> bool {
    matches!(
        word,
        "the"
            | "a"
            | "an"
            | "of"
            | "in"
            | "for"
            | "to"
            | "that"
            | "will"
            | "would"
            | "shall"
            | "is"
            | "are"
    )
}

/// Whether a sentence says what will be.
fn is_to_come(all: &[String]) -> bool {
    const WILL: &[&str] = &["will", "would", "shall"];
    all.iter().any(|word| WILL.contains(&word.as_str()))
        || all
            .windows(2)
            .any(|pair| matches!(pair[0].as_str(), "is" | "are") && pair[1] == "to")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_take_the_place_of_a_thing_is_another_one() {
        for (old, new, expected) in [
            (
                "The bridge carries only 18 tonnes.",
                "The new bridge will carry 60 tonnes.",
                true,
            ),
            (
                "The hospital has 210 beds.",
                "The replacement hospital is to have 340 beds.",
                true,
            ),
            (
                "The stadium seats 20,000.",
                "Once extended, the stadium will seat 31,000.",
                true,
            ),
            (
                "The new bridge will carry 40 tonnes.",
                "The new bridge will carry 60 tonnes.",
                false,
            ),
            (
                "The bridge will cost 18 million euros.",
                "The new bridge will cost 24 million euros.",
                false,
            ),
            (
                "The bridge carries 18 tonnes.",
                "The new director says the bridge will carry 60 tonnes.",
                false,
            ),
            (
                "The bridge carries 18 tonnes.",
                "The bridge carries 24 tonnes.",
                false,
            ),
        ] {
            assert_eq!(is_of_successor(old, new), expected, "{old} / {new}");
            assert_eq!(is_of_successor(new, old), expected, "{old} / {new}");
        }
    }
}
