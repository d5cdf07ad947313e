//! Own halves: a sentence of two halves, each with a subject of its own, says of each no more than its half does.
//!
//! `The insurers recommend a wall; the farmers reject it` has all words of `the farmers recommend a wall`.

use super::finding::Finding;
use super::subjects::names_any;
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{is_stop_word, plain, plain_words, words};

/// The subject of a claim beside the one of which the sentences say the same, where another half of the sentence says something else of the claim's.
pub(super) fn said_in_the_other_half<'t>(
    claim: &str,
    mut sentences: impl Iterator<Item = &'t str>,
) -> Option<Finding> {
    let own = plain_text(claim);
    sentences.find_map(|sentence| {
        let halves = sentence.split("; ").map(|half| plain_words(half).collect());
        let halves: Vec<Vec<String>> = halves.collect();
        if halves.len() < 2 {
            return None;
        }
        halves.iter().enumerate().find_map(|(at, half)| {
            let (subject, other) = exchanged(&own.words, half)
                .filter(|(subject, other)| are_two(sentence, subject, other))?;
            let mut others = halves.iter().enumerate().filter(|(next, _)| *next != at);
            others
                .any(|(_, half)| tells_of(half, subject))
                .then(|| Finding::other_word(subject, other))
        })
    })
}

/// The subject of a claim and that of a half, where the half says of its own what the claim says; what is meant may be `it` there.
fn exchanged<'a>(own: &'a [String], half: &'a [String]) -> Option<(&'a str, &'a str)> {
    const MOST_BEFORE: usize = 5;
    const LEAST_BEHIND: usize = 2;
    (1..=MOST_BEFORE).find_map(|at| {
        let (subject, verb) = (own.get(at - 1)?, own.get(at)?);
        let object = own
            .get(at + 1..)
            .filter(|object| object.len() >= LEAST_BEHIND)?;
        let place = half.iter().position(|word| word == verb)?;
        let other = half.get(place.checked_sub(1)?)?;
        let theirs = half.get(place + 1..)?;
        let is_same =
            theirs == object || matches!(theirs, [only] if matches!(only.as_str(), "it" | "them"));
        let are_nouns = [subject, verb, other]
            .iter()
            .all(|word| !is_stop_word(word));
        let is_told = is_same && are_nouns && !half.contains(subject) && !own.contains(other);
        is_told.then_some((subject.as_str(), other.as_str()))
    })
}

/// Whether two subjects are no two words for one: both are names, or both are plain words for several.
fn are_two(sentence: &str, subject: &str, other: &str) -> bool {
    let is_name = |wanted: &str| {
        let mut all = words(sentence).filter_map(|span| sentence.get(span));
        all.any(|word| word.starts_with(char::is_uppercase) && plain(word) == wanted)
    };
    let are_several = |word: &str| word.ends_with('s') && !names_any(word);
    match [subject, other].map(is_name) {
        [true, true] => true,
        [false, false] => are_several(subject) && are_several(other),
        _ => false,
    }
}

/// Whether a half tells something of a subject that is no part of the other's, and not that it is the same with this.
fn tells_of(half: &[String], subject: &str) -> bool {
    const SAME: &[&str] = &[
        "too", "also", "so", "likewise", "both", "agree", "agrees", "agreed", "do", "does", "did",
        "same", "well",
    ];
    const WHOSE: &[&str] = &["its", "their", "his", "her"];
    let Some(at) = half.iter().position(|word| word == subject) else {
        return false;
    };
    let is_alike = half.iter().any(|word| SAME.contains(&word.as_str()));
    let is_part = half
        .iter()
        .take(at)
        .any(|word| WHOSE.contains(&word.as_str()));
    let content = half.iter().skip(at + 1).filter(|word| !is_stop_word(word));
    !is_alike && !is_part && content.count() > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_half_is_said_of_its_own_subject() {
        let wall = "The insurers recommend a wall; the farmers reject it.";
        let mayors = "The mayor of Osterby, Jon Rasmussen, supports the merger; the mayor of Tarn, Eva Lindqvist, rejects it.";
        for (claim, sentence, expected) in [
            ("The farmers recommend a wall.", wall, true),
            ("The insurers reject the wall.", wall, true),
            ("The insurers recommend a wall.", wall, false),
            ("The farmers reject the wall.", wall, false),
            (
                "The farmers recommend a wall.",
                "The insurers recommend a wall; the farmers do too.",
                false,
            ),
            (
                "The mayor supports the merger.",
                "Jon Rasmussen supports the merger; the mayor wants it soon.",
                false,
            ),
            ("Eva Lindqvist supports the merger.", mayors, true),
            ("Jon Rasmussen rejects the merger.", mayors, true),
            ("Eva Lindqvist rejects the merger.", mayors, false),
            ("The mayor of Tarn rejects the merger.", mayors, false),
        ] {
            let found = said_in_the_other_half(claim, [sentence].into_iter());
            assert_eq!(found.is_some(), expected, "{claim} / {sentence}");
        }
    }
}
