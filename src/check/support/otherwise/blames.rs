//! Blames: what the evidence puts something down to, `put the losses down to frost`, beside a claim that puts it down to what another sentence only tells of.

use std::ops::Range;

use super::{Phrases, Source, opposed, phrase};
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{JOINS, Word, deny};

/// Words between what came about and its cause.
#[rustfmt::skip]
static TIES: Phrases = Phrases::of(&[
    "because of", "due to", "owing to", "thanks to", "caused by", "as a result of", "on account of", "blamed on", "attributed to", "put down to", "down to", "triggered by",
    "brought about by",
]);
/// Words by which a sentence may tell of a further cause.
#[rustfmt::skip]
const FURTHER: &[&str] = &[
    "also", "too", "cause", "causes", "caused", "causing", "because", "led", "leads", "leading", "contributed", "contributing", "factor", "factors", "reason", "reasons", "due",
    "owing", "result", "resulted", "blamed", "blame", "triggered", "driven", "made", "hit", "hurt", "after", "when", "as", "so", "by", "damaged", "destroyed", "killed",
];

/// A cause that the evidence has for something else than what the claim has it cause, of which it names another one.
pub(super) fn put_down_to_another(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let own = tied(claim)?;
    let (about, cause) = (claim.get(own.0)?, claim.get(own.1)?);
    let named = cause.iter().rfind(|word| word.tells())?;
    if deny(claim) || !about.iter().any(Word::tells) {
        return None;
    }
    let has = |words: &[Word<'_>], word: &Word<'_>| words.iter().any(|other| word.is_as(other));
    let mut found: Option<&[Word<'_>]> = None;
    let mut is_told = false;
    for line in source.lines() {
        let told = tied(line).and_then(|(about, cause)| Some((line.get(about)?, line.get(cause)?)));
        if let Some((theirs, put_to)) = told
            && about
                .iter()
                .filter(|word| word.tells())
                .any(|word| has(theirs, word))
            && !cause
                .iter()
                .filter(|word| word.tells())
                .any(|word| has(line, word))
            && !deny(put_to)
        {
            found = found.or(Some(put_to));
        } else if has(line, named) {
            is_told = true;
            // It may be a cause as well.
            if line.iter().any(|word| word.is_in(FURTHER)) {
                return None;
            }
        }
    }
    found
        .filter(|_| is_told)
        .map(|theirs| opposed(cause, theirs))
}

/// Where a sentence tells what came about, and what it puts that down to.
fn tied(line: &[Word<'_>]) -> Option<(Range<usize>, Range<usize>)> {
    let tie = phrase(line, &TIES)?;
    let ends = |at: &usize| {
        line.get(*at)
            .is_some_and(|word| word.is_apart || word.is_in(JOINS))
    };
    let end = (tie.end + 1..line.len()).find(ends).unwrap_or(line.len());
    (tie.start > 0).then_some((0..tie.start, tie.end..end))
}
