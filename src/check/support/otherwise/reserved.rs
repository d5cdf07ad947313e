//! Reserved: what the evidence says on a condition, or for some cases only, beside a claim that says it flatly, or for every case: `the park has been approved` of
//! `approved on condition that …`, `irrespective of age` of what was `confined to the old`.

use std::ops::Range;

use super::conditions::{held, is_mostly};
use super::{Phrases, Source, opposed, phrase, share};
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};

/// Words of a condition without which what is said does not hold.
#[rustfmt::skip]
static CONDITIONS: Phrases = Phrases::of(&[
    "unless", "provided that", "provided it", "provided they", "provided the", "provided he", "provided she", "providing that", "on condition that", "on the condition that",
    "on condition of", "only if", "only when", "only once", "subject to", "conditional on", "conditional upon", "contingent on", "contingent upon", "as long as", "so long as", "in the event that",
    "in the event of", "assuming that", "assuming", "depending on",
]);
/// Words by which a claim keeps a condition, or says itself that something is not sure.
#[rustfmt::skip]
const KEEPS: &[&str] = &[
    "if", "unless", "provided", "providing", "condition", "conditions", "conditional", "conditionally", "contingent", "subject", "once", "when", "until", "pending",
    "may", "might", "could", "would", "can", "possibly", "potentially", "depends", "depending", "assuming", "after", "except", "otherwise", "some", "certain", "threatened",
    "threatens", "restricted", "limited", "only", "allowed", "permitted", "option", "due", "scheduled", "usually", "normally", "generally", "mostly", "often", "typically", "expected",
    "planned", "plans", "plan",
];
/// Words by which a claim does away with conditions.
#[rustfmt::skip]
static IN_EVERY_CASE: Phrases = Phrases::of(&[
    "irrespective of", "regardless of", "independent of", "independently of", "unconditionally", "unconditional", "without conditions", "without condition",
    "no matter", "in every", "in all", "at every", "at all", "around the clock", "without exception", "for every", "for all", "across all", "everywhere", "always",
]);
/// Words by which something holds for some cases only.
#[rustfmt::skip]
static FOR_SOME: Phrases = Phrases::of(&[
    "confined to", "limited to", "restricted to", "only in", "only for", "only at", "only among", "only if", "only when", "applies between", "apply between",
    "provided that", "on condition that", "unless", "except for", "except in", "except at", "seen only", "found only", "connected to", "applies only", "apply only", "with the exception of",
    "in those with", "for those with", "excluding",
]);

/// What the evidence says under a reserve that the claim drops, or denies.
pub(super) fn said_with_reserve(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    in_every_case(claim, source)
        .or_else(|| at_any_hour(claim, source))
        .or_else(|| on_condition(claim, source))
}

/// `Irrespective of age`, of what is confined to some ages.
fn in_every_case(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let every = phrase(claim, &IN_EVERY_CASE)?;
    if deny(claim) || phrase(claim, &FOR_SOME).is_some() {
        return None;
    }
    source.lines().iter().find_map(|line| {
        let some = phrase(line, &FOR_SOME)?;
        if deny(line) || phrase(line, &IN_EVERY_CASE).is_some() {
            return None;
        }
        // Of what is told of all and none else the reserve is on the same.
        let own = claim.get(every.end..).unwrap_or_default();
        let is_on_it = share(own, line.get(some.end..).unwrap_or_default());
        let (kept, all) = held(claim, line);
        (is_on_it || 2 * kept >= all).then(|| {
            let end = (some.end + 3).min(line.len());
            opposed(
                claim.get(every.clone()).unwrap_or_default(),
                line.get(some.start..end).unwrap_or_default(),
            )
        })
    })
}

/// `Around the clock`, of what applies `between 6 a.m. and 7 p.m.`
fn at_any_hour(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    static ANY: Phrases = Phrases::of(&[
        "around the clock",
        "round the clock",
        "at all hours",
        "at any hour",
        "day and night",
        "all day",
        "24 hours a day",
        "at night too",
        "at all times",
        "at any time",
    ]);
    const HALVES: &[&str] = &["m", "am", "pm", "a.m", "p.m", "noon", "midnight", "o'clock"];
    let any = phrase(claim, &ANY)?;
    if deny(claim)
        || source
            .lines()
            .iter()
            .any(|line| phrase(line, &ANY).is_some())
    {
        return None;
    }
    source.lines().iter().find_map(|line| {
        let from = line
            .iter()
            .position(|word| word.is_in(&["between", "from"]))?;
        let hours = line.get(from..(from + 8).min(line.len()))?;
        let is_of_hours = hours.iter().any(|word| word.is_in(HALVES));
        let (kept, _) = held(claim, line);
        (is_of_hours && kept > 0 && !deny(line))
            .then(|| opposed(claim.get(any.clone()).unwrap_or_default(), hours))
    })
}

/// `The plant is to be retired`, of what is to be retired `unless` something comes about.
fn on_condition(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    if claim.iter().any(|word| word.is_in(KEEPS)) {
        return None;
    }
    let lines = source.lines();
    lines.iter().find_map(|line| {
        let said = phrase(line, &CONDITIONS)?;
        let (main, on) = parts(line, &said)?;
        let own = held(claim, line).0;
        // A sentence without the condition may say as much.
        let is_said_flatly = lines
            .iter()
            .any(|other| !std::ptr::eq(other, line) && held(claim, other).0 >= own);
        let (kept, told) = held(on, claim);
        let is_dropped = 2 * kept <= told && told > 0;
        (is_mostly(claim, main) && is_dropped && !is_said_flatly).then(|| {
            let end = (said.end + 3).min(line.len());
            let words = line.get(said.start..end).unwrap_or_default();
            let all: Vec<&str> = words.iter().map(|word| word.surface).collect();
            Finding::Hedge(all.join(" "))
        })
    })
}

/// What is said under a condition, and the condition.
fn parts<'s, 't>(
    line: &'s [Word<'t>],
    said: &Range<usize>,
) -> Option<(&'s [Word<'t>], &'s [Word<'t>])> {
    let behind = line.get(said.end..)?;
    if said.start == 0 {
        let end = behind.iter().position(|word| word.is_apart)?;
        Some((behind.get(end..)?, behind.get(..end)?))
    } else {
        Some((line.get(..said.start)?, behind))
    }
}
