//! Former values: what was so before, which a claim tells as being so: `employs 240` of a firm that `employed 240 before the fire and now has 90`.

use super::amounts::{amounts, is_of_a_kind, is_same, said};
use super::{Nuance, Side};
use crate::check::language::irregular::is_past;
use crate::check::language::numbers::{Quantity, Unit};

/// Words by which a clause tells of what is no more.
const FORMER: &[&str] = &[
    "before",
    "formerly",
    "previously",
    "originally",
    "earlier",
    "until",
    "initially",
];

/// Words by which a clause tells of what is.
const NOW: &[&str] = &["now", "today", "currently", "presently", "nowadays"];

/// The value that something has now, where a claim in the present gives the one that it had.
pub(super) fn former_value(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let has =
        |side: Side<'_>, list: &[&str]| (0..side.len()).any(|at| list.contains(&side.word(at)));
    if !has(source, NOW) || !has(source, FORMER) || has(claim, FORMER) || tells_of_past(claim) {
        return None;
    }
    let theirs = amounts(source);
    let is_in = |at: usize, list: &[&str]| {
        let clause = source.clause_start(at)..source.clause_end(at);
        clause.into_iter().any(|at| list.contains(&source.word(at)))
    };
    amounts(claim).into_iter().find_map(|(amount, _)| {
        let mut same = theirs
            .iter()
            .filter(|(their, _)| is_same(their, amount))
            .peekable();
        same.peek()?;
        if !same.all(|(_, at)| is_in(*at, FORMER) && !is_in(*at, NOW)) {
            return None;
        }
        let is_now = |(their, at): &&(&Quantity, usize)| {
            let are_counts = counts(their) && counts(amount);
            !is_same(their, amount)
                && (are_counts || is_of_a_kind(their, amount))
                && is_in(*at, NOW)
        };
        let (now, _) = theirs.iter().find(is_now)?;
        Some(Nuance::Opposed {
            claim: said(claim, amount).to_owned(),
            source: said(source, now).to_owned(),
        })
    })
}

fn counts(amount: &Quantity) -> bool {
    amount
        .amount()
        .is_some_and(|own| matches!(own.unit, Unit::Bare | Unit::Counted(_)))
}

fn tells_of_past(claim: Side<'_>) -> bool {
    (0..claim.len()).any(|at| {
        let word = claim.word(at);
        matches!(word, "was" | "were" | "had" | "did" | "once")
            || word.ends_with("ed")
            || is_past(word)
    })
}
