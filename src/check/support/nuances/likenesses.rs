//! Likenesses: whether a sentence names somebody as alike or as another, `Like Denmark, Norway kept its currency`, `Unlike Denmark, Norway …`.

use std::ops::Range;

use super::{Nuance, Side, shared};

/// Words by which the one that is named behind them is said to be alike, and those by which it is said to be another. They begin a clause.
const LIKE: &[&str] = &[
    "like",
    "just like",
    "much like",
    "as with",
    "in common with",
    "similarly to",
];
const UNLIKE: &[&str] = &[
    "unlike",
    "in contrast to",
    "in contrast with",
    "by contrast with",
    "contrary to",
    "as opposed to",
    "as distinct from",
];

/// One of the words of each by which they are known.
pub(super) fn phrases() -> impl Iterator<Item = &'static str> {
    const OTHERS: &[&str] = &["with", "common", "contrast", "opposed", "distinct", "both"];
    LIKE.iter().chain(UNLIKE).chain(OTHERS).copied()
}

/// Who is named beside what a sentence speaks of.
struct Named {
    is_alike: bool,
    said: Range<usize>,
}

/// Where a claim calls one alike of whom its sentence says the reverse, or the other way round.
pub(super) fn other_likeness(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let theirs = named(source)?;
    let own = named(claim).or_else(|| both(claim))?;
    let (them, us) = (
        source.terms(theirs.said.clone()),
        claim.terms(own.said.clone()),
    );
    let count = shared(&them, &us);
    let is_one = count > 0 && 2 * count >= them.len().min(us.len());
    (is_one && own.is_alike != theirs.is_alike).then(|| Nuance::Opposed {
        claim: claim.said(own.said),
        source: source.said(theirs.said),
    })
}

fn named(side: Side<'_>) -> Option<Named> {
    (0..side.len()).find_map(|at| {
        let begins = at == 0 || side.reading.gap(at).contains([',', ';', '(', '–', '—']);
        let (length, is_alike) = [(LIKE, true), (UNLIKE, false)]
            .into_iter()
            .filter(|_| begins)
            .find_map(|(phrases, is_alike)| Some((side.phrase_at(at, phrases)?, is_alike)))?;
        let end = side.clause_end(at + length - 1);
        // `As with many others …` without a comma names nobody apart.
        (end < side.len() || at > 0).then_some(Named {
            is_alike,
            said: at..end,
        })
    })
}

/// `Both Denmark and Norway`: two of whom one thing is said.
fn both(side: Side<'_>) -> Option<Named> {
    const REACH: usize = 8;
    let at = (0..side.len()).find(|&at| side.word(at) == "both")?;
    let and = (at + 1..at + REACH).find(|&place| side.word(place) == "and")?;
    Some(Named {
        is_alike: true,
        said: at..(and + 3).min(side.len()),
    })
}
