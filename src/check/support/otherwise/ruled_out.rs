//! Ruled out: a claim that takes for a cause, or for somebody's doing, what the evidence says was none: `was ruled out as a source`, `had done nothing wrong`.

use super::{Phrases, Source, opposed, phrase, share};
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};

/// Words by which a claim names a cause or a source.
#[rustfmt::skip]
static CAUSES: Phrases = Phrases::of(&[
    "source", "cause", "caused", "because of", "due to", "blamed on", "owing to", "result of", "reason", "responsible", "came from", "origin", "to blame",
]);
/// Words by which somebody's doing is one.
#[rustfmt::skip]
static FAULTS: Phrases = Phrases::of(&[
    "mistake", "mistakes", "fault", "error", "errors", "negligence", "blame", "wrongdoing", "carelessness", "blunder", "misconduct", "wrong", "guilty", "responsible",
]);

/// A cause that the evidence rules out, and a fault of whom it clears.
pub(super) fn ruled_out(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let names_cause = phrase(claim, &CAUSES).is_some();
    let names_fault = phrase(claim, &FAULTS).is_some();
    if !names_cause && !names_fault || deny(claim) {
        return None;
    }
    source.lines().iter().find_map(|line| {
        let clauses = super::clauses(line).into_iter();
        let mut clauses = clauses.filter_map(|clause| line.get(clause));
        clauses.find_map(|clause| {
            let out = names_cause.then(|| excluded(clause)).flatten();
            let who = out.or_else(|| names_fault.then(|| cleared(clause)).flatten())?;
            // All that is ruled out is what the claim names.
            let named = who.iter().filter(|word| word.tells()).count();
            let is_it = named > 0 && named <= 3 && share(who, claim);
            is_it.then(|| opposed(claim, clause))
        })
    })
}

/// What a clause rules out: `paint was ruled out`, `investigators ruled out paint`.
fn excluded<'s, 't>(clause: &'s [Word<'t>]) -> Option<&'s [Word<'t>]> {
    static OUT: Phrases =
        Phrases::of(&["ruled out", "excluded as", "eliminated as", "discounted as"]);
    let at = phrase(clause, &OUT)?;
    let is_passive = at.start > 0
        && clause
            .get(at.start - 1)
            .is_some_and(|word| word.is_in(&["was", "were", "been", "is", "are", "be"]));
    if deny(clause.get(..at.start)?) {
        return None;
    }
    if is_passive {
        clause.get(..at.start - 1)
    } else {
        clause.get(at.end..)
    }
}

/// Whom a clause clears: `the crew had done nothing wrong`, `was not to blame`.
fn cleared<'s, 't>(clause: &'s [Word<'t>]) -> Option<&'s [Word<'t>]> {
    static CLEARS: Phrases = Phrases::of(&[
        "had done nothing wrong",
        "did nothing wrong",
        "was not to blame",
        "were not to blame",
        "was cleared of",
        "were cleared of",
        "was not at fault",
        "were not at fault",
        "not responsible",
    ]);
    let at = phrase(clause, &CLEARS)?;
    clause.get(..at.start)
}
