//! Gaps: clauses that leave their verb out, `Jones won silver and Smith bronze`, of which a claim gives the one what the other has.

use super::{Nuance, Side};

/// Where a claim says of who stands in the second clause what its sentence says of who stands in the first.
pub(super) fn exchanged_clause(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    const JOINS: &[&str] = &["and", "while", "but"];
    const REACH: usize = 3;
    let content = || (0..claim.len()).filter(|&at| claim.term(at).is_some());
    let (first, second, last) = (content().next()?, content().nth(1)?, content().next_back()?);
    if last <= second {
        return None;
    }
    let only = |at: usize| {
        let term = claim.term(at)?;
        let mut places = (0..source.len()).filter(|&place| source.term(place) == Some(term));
        let place = places.next()?;
        places.next().is_none().then_some(place)
    };
    let (subject, verb, object) = (only(first)?, only(second)?, only(last)?);
    let is_article = |at: usize| matches!(source.word(at), "the" | "a" | "an" | "its" | "their");
    let before = (0..subject).rev().find(|&at| !is_article(at))?;
    let is_joined =
        JOINS.contains(&source.word(before)) || source.reading.gap(before + 1).contains(',');
    // Who does it in the first clause is somebody of whom the claim does not speak.
    let other = (0..verb).find_map(|at| source.term(at))?;
    let behind = (subject + 1..subject + 1 + REACH).find(|&at| source.term(at).is_some())?;
    let is_gapped = verb < object
        && object < subject
        && is_joined
        && !claim.has(other)
        && source.term(behind).is_some_and(|term| !claim.has(term))
        && behind + 1 >= source.clause_end(subject).min(source.len());
    is_gapped.then(|| Nuance::Opposed {
        claim: claim.said(first..last + 1),
        source: source.said(subject..behind + 1),
    })
}
