//! Owners: whose each of several things is, `Roe's mill and Poe's farm`.

use super::{Nuance, Side};
use crate::check::language::terms::Term;

/// The thing of one that a claim gives to another, of whom its sentence has another thing.
pub(super) fn exchanged_owner(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let own = owned(claim);
    if own.is_empty() {
        return None;
    }
    let theirs = owned(source);
    own.into_iter().find_map(|(at, owner, thing)| {
        let is_told = |other: &(usize, Term, Term)| other.1 == owner && other.2 == thing;
        let has_other = |other: &(usize, Term, Term)| other.1 == owner && other.2 != thing;
        let of_thing = theirs
            .iter()
            .find(|(_, other, of)| *of == thing && *other != owner)?;
        let is_exchanged = !theirs.iter().any(is_told) && theirs.iter().any(has_other);
        is_exchanged.then(|| Nuance::Opposed {
            claim: claim.said(at..at + 2),
            source: source.said(of_thing.0..of_thing.0 + 2),
        })
    })
}

/// The places of owners with a thing right behind them, and the terms of both.
fn owned(side: Side<'_>) -> Vec<(usize, Term, Term)> {
    let is_owner = |at: usize| {
        let surface = side.reading.surface(at);
        surface.ends_with("'s") || surface.ends_with("’s")
    };
    let of = |at: usize| Some((at, side.term(at)?, side.term(at + 1)?));
    (0..side.len())
        .filter(|&at| is_owner(at))
        .filter_map(of)
        .collect()
}
