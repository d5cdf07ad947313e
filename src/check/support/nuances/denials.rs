//! Denials: of whom a sentence denies something, `neither the pilot nor the guard`, `coffee, but not tea`, and what is denied by a prefix, `unfiltered`.

use super::{Nuance, Side, lacking};
use crate::check::language::opposites::is_turned;
use crate::check::language::terms::Term;
use crate::check::meaning::contrary::denies;

/// Where a claim says of one of whom its sentence denies it that it is so, or denies it of him as that does.
pub(super) fn denied_one(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let (denied, others) = neither(source).or_else(|| but_not(source))?;
    let is_asked = denied.iter().any(|&term| claim.has(term));
    if !is_asked || others.iter().any(|&term| claim.has(term)) || lacking(claim, source) > 0 {
        return None;
    }
    Some(if claim.is_denied(0..claim.len()) {
        Nuance::Same
    } else {
        Nuance::Stated
    })
}

/// The two that `neither … nor` denies something of.
fn neither(side: Side<'_>) -> Option<(Vec<Term>, Vec<Term>)> {
    const REACH: usize = 5;
    let at = (0..side.len()).find(|&at| side.word(at) == "neither")?;
    let nor = (at + 1..at + 1 + REACH).find(|&at| side.word(at) == "nor")?;
    let denied = [side.next(at + 1, nor - at - 1)?, side.next(nor + 1, 2)?];
    Some((denied.to_vec(), Vec::new()))
}

/// The one that `coffee, but not tea,` denies something of, and the other.
fn but_not(side: Side<'_>) -> Option<(Vec<Term>, Vec<Term>)> {
    let at = (1..side.len()).find(|&at| {
        let is_set_apart = side.word(at - 1) == "but" || side.reading.gap(at).contains(',');
        side.word(at) == "not" && is_set_apart
    })?;
    let from = at - usize::from(side.word(at - 1) == "but");
    let end = side.clause_end(at + 1).min(at + 4);
    // Where the sentence goes on behind a comma, what stands between is one of its subjects; where it ends, one of what it told last, `in men but not in women`.
    let is_inserted = end < side.len() && side.reading.gap(end).contains(',');
    let is_last = from < at
        && end == side.len()
        && !matches!(
            side.word(at + 1),
            "only"
                | "always"
                | "all"
                | "every"
                | "necessarily"
                | "yet"
                | "so"
                | "as"
                | "enough"
                | "because"
                | "if"
                | "when"
        );
    let (denied, other) = (
        side.term(end - 1).or_else(|| side.term(at + 1))?,
        side.term(from.checked_sub(1)?)?,
    );
    (is_inserted || is_last).then(|| (vec![denied], vec![other]))
}

/// Where a claim denies what its sentence denies by a prefix, or the other way round: `is not filtered`, `is unfiltered`.
pub(super) fn doubly_denied(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    /// Words before another in which one that denies it stands.
    const REACH: usize = 4;
    let denials = |side: Side<'_>| {
        side.reading
            .words
            .iter()
            .filter(|word| denies(word))
            .count()
    };
    let (of_claim, of_source) = (denials(claim), denials(source));
    if of_claim + of_source != 1 {
        return None;
    }
    let strange = |own: Side<'_>, other: Side<'_>| {
        let places = (0..own.len()).filter(|&at| own.term(at).is_some_and(|term| !other.has(term)));
        let mut places = places.take(2);
        (places.next(), places.next())
    };
    let ((Some(own), None), (Some(theirs), None)) =
        (strange(claim, source), strange(source, claim))
    else {
        return None;
    };
    // `Unenforceable because it was never shown` denies that it was shown.
    let (side, at) = if of_claim > 0 {
        (claim, own)
    } else {
        (source, theirs)
    };
    let denies_it = side.is_denied(at.saturating_sub(REACH)..at);
    (denies_it && is_turned(claim.word(own), source.word(theirs))).then_some(Nuance::Same)
}
