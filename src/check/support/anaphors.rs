//! Anaphors: a word that a text has for what it named otherwise before: `The ferry left at noon. The ship reached Calais at two.`
//!
//! A claim that says of the ferry what the text says of `the ship` has another word than its source, and no other thing. Behind an article a noun that stands nowhere else is
//! mostly such a word; where it is near in meaning to the claim's, which the text has as well, it is taken for it.

use super::finding::Finding;
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{plain_words, stem};
use crate::semantic::word;

/// Likeness from which a noun may stand for another that was named before.
const STANDS_FOR: f32 = 0.35;
const POINTS: &[&str] = &["the", "this", "these", "that", "those"];

/// Whether an edit only has another word for what the texts around its sentence name by the claim's.
pub(super) fn is_called_so(edit: &Finding, sentence: &str, around: &[&str]) -> bool {
    let Finding::Altered { claim, source, .. } = edit else {
        return false;
    };
    let (own, theirs) = (claim.to_lowercase(), source.to_lowercase());
    let has = |text: &str, wanted: &str| {
        let wanted = stem(wanted);
        plain_words(text).any(|word| stem(&word) == wanted)
    };
    let read = plain_text(sentence);
    let all = &read.words;
    let points = all.windows(2).any(
        |pair| matches!(pair, [the, noun] if POINTS.contains(&the.as_str()) && *noun == theirs),
    );
    let others = || around.iter().filter(|text| text.trim() != sentence.trim());
    let is_near = || {
        let both = word(&own).zip(word(&theirs));
        both.is_some_and(|(own, theirs)| own.vector.cosine(&theirs.vector) >= STANDS_FOR)
    };
    points
        && !has(sentence, &own)
        && others().any(|text| has(text, &own))
        && !others().any(|text| has(text, &theirs))
        && is_near()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_named_before_may_be_called_otherwise() {
        for (claim, evidence, expected) in [
            (
                "The ferry reached Calais at two.",
                "The ferry left Dover at noon. The ship reached Calais at two.",
                true,
            ),
            (
                "The telescope found three comets.",
                "The telescope was switched on in March. The instrument found three comets.",
                true,
            ),
            (
                "The train reached Calais at two.",
                "The train was late. The ship reached Calais at two.",
                false,
            ),
            (
                "The ferry reached Calais at two.",
                "The ship left Dover at noon. The ship reached Calais at two.",
                false,
            ),
            (
                "The ferry reached Calais at two.",
                "The ferry left Dover. A ship reached Calais at two.",
                false,
            ),
        ] {
            let (before, sentence) = evidence.split_once(". ").expect("two sentences");
            let theirs = plain_words(sentence).nth(1).expect("a noun");
            let own = plain_words(claim).nth(1).expect("a noun");
            let edit = Finding::other_word(&own, &theirs);
            let found = is_called_so(&edit, sentence, &[before, sentence]);
            assert_eq!(found, expected, "{claim} / {evidence}");
        }
    }
}
