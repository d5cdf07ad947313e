//! Answered: a sentence says that something is not known, and a newer one tells it: `The cause is not known`, `The cause was a damaged vent`.

use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term};

const BE: &[&str] = &["is", "are", "was", "were", "remains", "remain"];

/// Whether a sentence says that something is not known.
#[must_use]
pub fn leaves_unknown(text: &str) -> bool {
    let mut lexicon = Lexicon::default();
    left_open(&Reading::learnt(text, &mut lexicon)).is_some()
}

/// Whether a new sentence tells what an old one says is not known.
#[must_use]
pub fn tells_what_was_open(old: &str, new: &str) -> bool {
    let mut lexicon = Lexicon::default();
    let (old, new) = (
        Reading::learnt(old, &mut lexicon),
        Reading::learnt(new, &mut lexicon),
    );
    let Some(open) = left_open(&old) else {
        return false;
    };
    let (asked, of) = subject(&old, open);
    let told = (1..new.words.len()).find(|at| BE.contains(&new.word(*at)));
    let Some(told) = told.filter(|_| left_open(&new).is_none()) else {
        return false;
    };
    let (given, of_what) = subject(&new, told);
    let is_of_one =
        of.is_empty() || of_what.is_empty() || of.iter().any(|one| of_what.contains(one));
    asked.is_some() && asked == given && is_of_one
}

/// The place of the verb by which a sentence says that its subject is not known.
fn left_open(reading: &Reading<'_>) -> Option<usize> {
    const KNOWN: &[&str] = &[
        "known",
        "clear",
        "established",
        "determined",
        "explained",
        "identified",
    ];
    const UNKNOWN: &[&str] = &["unknown", "unclear", "unexplained", "undetermined"];
    (1..reading.words.len()).find(|&at| {
        let word = |step: usize| reading.word(at + step);
        let is_denied = word(1) == "not"
            && (KNOWN.contains(&word(2)) || word(2) == "yet" && KNOWN.contains(&word(3)));
        let is_still = usize::from(word(1) == "still");
        BE.contains(&word(0)) && (is_denied || UNKNOWN.contains(&word(1 + is_still)))
    })
}

/// What a sentence is about before its verb: the noun, and what it is of.
fn subject(reading: &Reading<'_>, verb: usize) -> (Option<Term>, Vec<Term>) {
    let of = (0..verb).find(|at| matches!(reading.word(*at), "of" | "for" | "behind"));
    let noun = (0..of.unwrap_or(verb))
        .rev()
        .find_map(|at| reading.term(at));
    let behind = of.map_or(verb, |of| of + 1)..verb;
    (noun, behind.filter_map(|at| reading.term(at)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_known_is_told_by_a_sentence_that_says_what_it_is() {
        for (old, new, expected) in [
            (
                "The cause is not known.",
                "The cause was a damaged vent on the Hochberg tank, through which rainwater got in.",
                true,
            ),
            (
                "The cause of the fire is still unclear.",
                "The cause of the fire was a faulty cable.",
                true,
            ),
            (
                "The cause of the fire is not yet known.",
                "The cause of the delay was a strike.",
                false,
            ),
            (
                "The cause is not known.",
                "The cause remains unclear.",
                false,
            ),
            ("The cause is not known.", "The damage was small.", false),
            (
                "The cause was a damaged vent.",
                "The cause was a faulty cable.",
                false,
            ),
        ] {
            assert_eq!(tells_what_was_open(old, new), expected, "{old} / {new}");
        }
    }
}
