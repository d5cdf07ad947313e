//! Limits: for whom, when and in what something is so, `free on Sundays`, `cures the disease in mice`, where a claim says it without.
//!
//! Most of what a claim leaves out takes nothing from it: a plant that was opened in Leeds was opened. What is left out here decides whether it is so.

use std::ops::Range;

use super::{Nuance, Side, lacking};

/// What holds for some and not for others.
#[rustfmt::skip]
const ENTITLES: &[&str] = &[
    "free", "compulsory", "mandatory", "obligatory", "required", "allowed", "permitted", "banned", "forbidden", "prohibited", "exempt", "eligible", "safe", "legal", "illegal",
    "closed", "open",
];
/// Words behind it that say for whom, when or where.
const LIMITS: &[&str] = &[
    "for", "on", "at", "during", "in", "under", "below", "between", "within",
];

/// What a finding is made in before it is made in people.
#[rustfmt::skip]
const MODELS: &[&str] = &[
    "mice", "mouse", "rats", "rat", "rabbits", "monkeys", "macaques", "pigs", "piglets", "zebrafish", "hamsters", "ferrets", "dogs", "animals", "vitro", "cells", "cell", "tissue",
    "simulations", "simulation",
];

/// Times that come again.
#[rustfmt::skip]
const RECURRING: &[&str] = &[
    "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays", "weekends", "weekdays", "night", "winter", "summer", "spring", "autumn", "holidays",
];

/// The words by which a limit is known.
pub(super) fn phrases() -> impl Iterator<Item = &'static str> {
    ENTITLES.iter().chain(MODELS).chain(RECURRING).copied()
}

/// The words of a sentence that say for whom, when or in what it is so, where the claim says nothing but the rest of it.
pub(super) fn dropped_limit(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    // A claim that says more than the sentence, or says that it is not always so, is another matter.
    let is_plain = lacking(claim, source) == 0 && !is_past(source);
    let of_entitled = || entitled(claim, source);
    let of_recurring = || limit(claim, source, &["on", "at", "in", "during"], RECURRING);
    let said = limit(claim, source, &["in"], MODELS)
        .filter(|_| lacking(claim, source) == 0)
        .or_else(|| is_plain.then(of_entitled).flatten())
        .or_else(|| is_plain.then(of_recurring).flatten())?;
    let from = said.start.saturating_sub(1);
    Some(Nuance::Stronger {
        claim: claim.said(claim.len().saturating_sub(2)..claim.len()),
        source: source.said(from..said.end),
    })
}

/// What stands behind the word of entitlement with which a claim ends.
fn entitled(claim: Side<'_>, source: Side<'_>) -> Option<Range<usize>> {
    let last = claim.word(claim.len().checked_sub(1)?);
    let entitles = ENTITLES.contains(&last).then_some(last)?;
    let at = (0..source.len()).find(|&at| source.word(at) == entitles)?;
    let is_limited =
        LIMITS.contains(&source.word(at + 1)) && source.reading.gap(at + 1).trim().is_empty();
    let to = source.clause_end(at + 1);
    let says = |place: usize| source.term(place).is_some_and(|term| !claim.has(term));
    let is_all =
        (at + 2..to).any(|place| matches!(source.word(place), "all" | "everyone" | "everybody"));
    (is_limited && !is_all && (at + 2..to).any(says)).then_some(at + 1..to)
}

/// The phrase of a sentence that begins with one of these words and has one of those, within few words, if a claim has none of it.
fn limit(
    claim: Side<'_>,
    source: Side<'_>,
    begins: &[&str],
    holds: &[&str],
) -> Option<Range<usize>> {
    /// `In the winter`, `in adult male mice`.
    const REACH: usize = 4;
    if (0..claim.len()).any(|at| holds.contains(&claim.word(at))) {
        return None;
    }
    (0..source.len()).find_map(|at| {
        let begins_here = begins.contains(&source.word(at));
        let reach = at + 1..(at + 1 + REACH).min(source.len());
        let held = || {
            reach
                .clone()
                .find(|&place| holds.contains(&source.word(place)))
        };
        let held = begins_here.then(held).flatten()?;
        let is_joined = (at + 1..=held).all(|place| source.reading.gap(place).trim().is_empty());
        let is_own =
            (at + 1..held).all(|place| source.term(place).is_none_or(|term| !claim.has(term)));
        (is_joined && is_own).then_some(at..held + 1)
    })
}

/// Whether a sentence tells what was: what happened at some time happened.
fn is_past(source: Side<'_>) -> bool {
    let word = |at: usize| source.word(at);
    (0..source.len()).any(|at| {
        matches!(word(at), "was" | "were" | "had" | "did")
            || word(at).ends_with("ed") && !ENTITLES.contains(&word(at))
    })
}
