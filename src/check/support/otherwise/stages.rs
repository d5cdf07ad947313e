//! Stages: how far a case or a plan has come, `convicted` of who is `suspected`.

use super::{Source, opposed};
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};

/// The stages of a case, by the words that tell each.
#[rustfmt::skip]
const STAGES: &[&[&str]] = &[
    &["suspected", "suspect", "suspects", "questioned", "investigated"],
    &["accused", "charged", "indicted", "prosecuted", "arraigned"],
    &["convicted", "sentenced", "jailed", "imprisoned", "guilty"],
];

/// A later stage than any that the evidence tells.
pub(super) fn later_stage(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let stage = |words: &[Word<'_>]| {
        let of = |word: &Word<'_>| STAGES.iter().rposition(|stage| word.is_in(stage));
        words
            .iter()
            .enumerate()
            .filter_map(|(at, word)| Some((of(word)?, at)))
            .max()
    };
    let (own, at) = stage(claim)?;
    if own == 0
        || deny(claim)
        || claim
            .iter()
            .any(|word| word.is_in(&["if", "could", "may", "might", "would"]))
    {
        return None;
    }
    let lines = source.lines();
    let (theirs, place, line) = lines
        .iter()
        .filter_map(|line| stage(line).map(|(stage, at)| (stage, at, line)))
        .max_by_key(|(stage, ..)| *stage)?;
    (theirs < own).then(|| {
        opposed(
            claim.get(at..=at).unwrap_or_default(),
            line.get(place..=place).unwrap_or_default(),
        )
    })
}
