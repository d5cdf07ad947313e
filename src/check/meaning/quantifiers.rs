//! Quantifiers: of how many of a thing, or how often, a sentence speaks, where it says so in words: `some patients`, `most of the depots`, `always`.

use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{Lexicon, Term, is_figure};

/// A quantifier with the noun it is said of.
struct Quantified {
    word: String,
    strength: u8,
    noun: Term,
}

/// The quantifier of a claim that says nearly all of what its source says a part of, and the source's own.
pub(crate) fn overstated_quantity(
    claim: &str,
    source: &str,
    lexicon: &Lexicon,
) -> Option<(String, String)> {
    let theirs = quantified(source, lexicon);
    let own = quantified(claim, lexicon);
    own.into_iter()
        .filter(|own| own.strength >= MOST)
        .find_map(|own| {
            let mut same = theirs
                .iter()
                .filter(|their| their.noun == own.noun)
                .peekable();
            let first = same.peek().map(|their| their.word.clone())?;
            same.all(|their| their.strength < own.strength)
                .then_some((own.word, first))
        })
}

fn is_spelled(word: &str) -> bool {
    #[rustfmt::skip]
    const NUMBERS: &[&str] = &[
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "fifteen", "twenty", "thirty", "forty", "fifty",
        "sixty", "seventy", "eighty", "ninety", "hundred",
    ];
    NUMBERS.contains(&word)
}

/// From here on a quantifier leaves out few or none.
const MOST: u8 = 3;

fn strength(word: &str) -> Option<u8> {
    Some(match word {
        "few" | "some" | "several" | "half" | "sometimes" | "occasionally" | "rarely"
        | "seldom" => 1,
        "many" | "often" | "frequently" | "usually" | "generally" | "typically" | "normally" => 2,
        "most" => MOST,
        "all" | "every" | "each" | "both" | "always" => 4,
        _ => return None,
    })
}

/// The quantifiers of a sentence, each with the first content word within three words behind it.
fn quantified(sentence: &str, lexicon: &Lexicon) -> Vec<Quantified> {
    let read = plain_text(sentence);
    let spans = read.spans.iter();
    let words: Vec<&str> = spans
        .filter_map(|span| sentence.get(span.clone()))
        .collect();
    let known = |at: usize| lexicon.known_plain(read.words.get(at)?);
    let behind = |at: usize| (at + 1..=at + 3).find_map(known);
    let is_number = |at: usize| {
        let word = read.words.get(at);
        word.is_some_and(|word| is_figure(word) || is_spelled(word))
    };
    // `18 of 20 judges`, `six of the nine seats`: a part.
    let is_part = |at: usize| {
        let of = words.get(at + 1).is_some_and(|word| *word == "of");
        let the = usize::from(words.get(at + 2).is_some_and(|word| *word == "the"));
        of && is_number(at) && is_number(at + 2 + the) && words.get(at) != words.get(at + 2 + the)
    };
    words
        .iter()
        .enumerate()
        .filter_map(|(at, word)| {
            if is_part(at) {
                let noun =
                    (at + 3..at + 7).find_map(|next| known(next).filter(|_| !is_number(next)))?;
                return Some(Quantified {
                    word: (*word).to_owned(),
                    strength: 1,
                    noun,
                });
            }
            let before = at.checked_sub(1).and_then(|before| read.words.get(before));
            // `not all` and `at most` say less than `all` and `most`.
            if before.is_some_and(|word| matches!(word.as_str(), "not" | "at" | "the")) {
                return None;
            }
            Some(Quantified {
                strength: strength(read.words.get(at)?)?,
                noun: behind(at)?,
                word: (*word).to_owned(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, claim: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        lexicon.term_set(claim);
        lexicon.term_set(source);
        let found = overstated_quantity(claim, source, &lexicon);
        assert_eq!(found.is_some(), expected, "{source} / {claim}: {found:?}");
    }

    #[test]
    fn all_is_more_than_some_of_the_same() {
        check("Some patients improved.", "All patients improved.", true);
        check("Many of the depots closed.", "Most depots closed.", true);
        check("Every depot closed.", "All depots closed.", false);
        check("All depots closed.", "Some depots closed.", false);
        check("Some depots closed.", "All patients improved.", false);
        check("Some depots closed.", "Not all depots closed.", false);
        check(
            "The new rule was favoured by 18 of 20 judges.",
            "All of the judges favoured the new rule.",
            true,
        );
        check(
            "The party won nine of the nine seats.",
            "The party won all of the seats.",
            false,
        );
        check("Buses usually stop here.", "Buses always stop here.", true);
        check("One of the two depots closed.", "Both depots closed.", true);
    }
}
