//! Causes: which of two things a sentence makes the other's cause, `crops failed because bees died`.

use std::ops::Range;

use super::{Nuance, Side, shared};

/// Words between a cause and its effect, the cause before them.
#[rustfmt::skip]
const LEADS: &[&str] = &[
    "caused", "causes", "cause", "causing", "led to", "leads to", "lead to", "leading to", "resulted in", "results in", "result in", "triggered", "triggers", "trigger",
    "prompted", "prompts", "gave rise to", "gives rise to", "brought about", "brings about", "sparked", "sparks",
];

/// The same, the effect before them.
#[rustfmt::skip]
const STEMS: &[&str] = &[
    "because", "because of", "due to", "owing to", "thanks to", "as a result of", "as a consequence of", "on account of", "caused by", "triggered by", "prompted by",
    "sparked by", "driven by", "brought about by", "results from", "resulted from", "result from", "resulting from", "stems from", "stemmed from", "stem from",
];

/// The words by which a tie is known.
pub(super) fn phrases() -> impl Iterator<Item = &'static str> {
    LEADS.iter().chain(STEMS).copied()
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

/// The first tie of a text, which has to be its only one.
fn tie(side: Side<'_>) -> Option<Tie> {
    let mut found = (0..side.len()).filter_map(|at| {
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
    let behind = said.end..side.len();
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
