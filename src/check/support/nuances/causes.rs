//! Causes: which of two things a sentence makes the other's cause, `crops failed because bees died`, and what it says was none, `despite the drought`, `not because of
//! the drought`.

use std::ops::Range;

use super::{CAUSE, CONCESSION, Nuance, Side, shared};
use crate::check::language::terms::Term;

/// Words between a cause and its effect, the cause before them.
#[rustfmt::skip]
const LEADS: &[&str] = &[
    "caused", "causes", "cause", "causing", "led to", "leads to", "lead to", "leading to", "resulted in", "results in", "result in", "triggered", "triggers", "trigger",
    "prompted", "prompts", "gave rise to", "gives rise to", "brought about", "brings about", "sparked", "sparks", "so", "as a result", "therefore", "consequently",
];

/// The same, the effect before them.
#[rustfmt::skip]
const STEMS: &[&str] = &[
    "because", "because of", "due to", "owing to", "thanks to", "as a result of", "as a consequence of", "on account of", "caused by", "triggered by", "prompted by",
    "sparked by", "driven by", "brought about by", "results from", "resulted from", "result from", "resulting from", "stems from", "stemmed from", "stem from",
];

/// Words before what did not keep something from being so.
const CONCEDES: &[&str] = &[
    "despite",
    "in spite of",
    "although",
    "though",
    "even though",
    "notwithstanding",
    "regardless of",
];

/// Words before what was not the cause.
#[rustfmt::skip]
const DENIES: &[&str] = &[
    "not because of", "not because", "not due to", "not owing to", "not caused by", "not by", "rather than because of", "rather than by", "rather than to", "rather than from",
    "rather than",
];

/// The words by which a tie is known.
pub(super) fn phrases() -> impl Iterator<Item = &'static str> {
    LEADS.iter().chain(STEMS).copied()
}

/// The words by which a concession is known.
pub(super) fn concessions() -> impl Iterator<Item = &'static str> {
    CONCEDES.iter().copied().chain(["spite", "even"])
}

/// Two things of which one is said to be the other's cause.
struct Tie {
    said: Range<usize>,
    cause: Range<usize>,
    effect: Range<usize>,
}

/// Where a claim makes that the cause which its sentence has for the effect.
pub(super) fn exchanged_cause(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let (own, theirs) = (tie(claim)?, tie(source)?);
    let of_claim = |range: &Range<usize>| claim.terms(range.clone());
    let of_source = |range: &Range<usize>| source.terms(range.clone());
    let (cause, effect) = (of_claim(&own.cause), of_claim(&own.effect));
    let (their_cause, their_effect) = (of_source(&theirs.cause), of_source(&theirs.effect));
    let is_crossed = shared(&cause, &their_effect) > shared(&cause, &their_cause)
        && shared(&effect, &their_cause) > shared(&effect, &their_effect);
    let said = |side: Side<'_>, tie: &Tie| {
        let to = tie.said.end + 2;
        side.said(tie.said.start..to.min(side.len()))
    };
    is_crossed.then(|| Nuance::Opposed {
        claim: said(claim, &own),
        source: said(source, &theirs),
    })
}

/// Where a claim makes that the cause which its sentence says was none.
pub(super) fn denied_cause(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let own = tie(claim)?;
    let (at, length) =
        (1..source.len()).find_map(|at| Some((at, source.phrase_at(at, DENIES)?)))?;
    let end = source.clause_end(at + length - 1);
    let others: Vec<usize> = (0..source.len())
        .filter(|place| !(at..end).contains(place))
        .collect();
    let is_told_else = |term: Term| others.iter().any(|&place| source.term(place) == Some(term));
    let cause = claim.terms(own.cause.clone());
    let denied = source.terms(at + length..end);
    let is_denied = !cause.is_empty() && shared(&cause, &denied) == cause.len();
    let is_of_it = claim.terms(own.effect).into_iter().any(is_told_else);
    (is_denied && is_of_it && !cause.iter().any(|&term| is_told_else(term)))
        .then_some(Nuance::Stated)
}

/// Where the one of two texts gives that as the reason in spite of which it is so by the other.
pub(super) fn conceded_cause(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let crossed = |caused: Side<'_>, conceding: Side<'_>| {
        let tie = tie(caused)?;
        let (conceded, rest) = concession(conceding)?;
        let cause = caused.terms(tie.cause.clone());
        let conceded_terms = conceding.terms(conceded.clone());
        let count = shared(&cause, &conceded_terms);
        let is_it = count > 0 && 3 * count >= cause.len().min(conceded_terms.len());
        let is_of_it =
            shared(&caused.terms(tie.effect.clone()), &rest) > 0 && shared(&cause, &rest) < count;
        (is_it && is_of_it).then(|| {
            let from = tie.said.start;
            let to = (tie.said.end + 2).min(caused.len());
            (caused.said(from..to), conceding.said(conceded))
        })
    };
    let (claim, source) = crossed(claim, source).or_else(|| {
        let (source, claim) = crossed(source, claim)?;
        Some((claim, source))
    })?;
    Some(Nuance::Opposed { claim, source })
}

/// What a text concedes, with the words that say so, and all that it says besides.
fn concession(side: Side<'_>) -> Option<(Range<usize>, Vec<Term>)> {
    let mut places = side.beginning(CONCESSION);
    let at = places.find(|&at| side.phrase_at(at, CONCEDES).is_some())?;
    let end = side.clause_end(at);
    let mut rest = side.terms(0..at);
    rest.extend(side.terms(end..side.len()));
    rest.sort_unstable();
    rest.dedup();
    Some((at..end, rest))
}

/// The first tie of a text, which has to be its only one.
fn tie(side: Side<'_>) -> Option<Tie> {
    // `The gates had rusted, so the dam failed`, not `so many`.
    let is_degree =
        |at: usize| side.word(at) == "so" && !side.reading.gap(at).contains([',', ';', '–', '—']);
    let is_cut = |at: &usize| side.reading.gap(*at).contains(';');
    let mut found = side
        .beginning(CAUSE)
        .filter(|at| !is_degree(*at))
        .filter_map(|at| {
            let stems = side.phrase_at(at, STEMS).map(|length| (length, false));
            let leads = || side.phrase_at(at, LEADS).map(|length| (length, true));
            let (length, is_lead) = stems.or_else(leads)?;
            Some((at..at + length, is_lead))
        });
    let (said, is_lead) = found.next()?;
    // `Because of` begins with `because`, and is found once: the next would be a tie of its own.
    if found.any(|(other, _)| other.start >= said.end) {
        return None;
    }
    // What stands behind a semicolon is a statement of its own.
    let behind = said.end..(said.end..side.len()).find(is_cut).unwrap_or(side.len());
    if said.start == 0 {
        let end = side.clause_end(said.end);
        return (!is_lead && end < side.len()).then(|| Tie {
            cause: said.end..end,
            effect: end..side.len(),
            said,
        });
    }
    let before = 0..said.start;
    let (cause, effect) = if is_lead {
        (before, behind)
    } else {
        (behind, before)
    };
    Some(Tie {
        said,
        cause,
        effect,
    })
}
