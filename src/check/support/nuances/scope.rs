//! Scope: of which of a kind a rule speaks, `ships built after 2020 must`, where a claim lays it on all of them.

use super::modals::{Modal, modals};
use super::{Nuance, Side};

/// Words that tell which of a kind are meant.
#[rustfmt::skip]
const NARROWS: &[&str] = &[
    "with", "without", "who", "that", "which", "whose", "from", "in", "of", "under", "over", "aged", "older", "younger", "above", "below", "built", "born", "registered",
    "living", "working", "using", "carrying", "made", "sold", "holding", "between", "outside", "within", "on", "at", "after", "before", "longer", "heavier", "larger",
];

/// What narrows the subject of a rule in a sentence, which a claim leaves out.
pub(super) fn dropped_scope(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let own = modals(claim).into_iter().next()?;
    // A claim about all of a kind begins with it and says no more of it.
    let [subject] = claim.terms(0..own.at.start)[..] else {
        return None;
    };
    let is_same = |their: &Modal| their.mode == own.mode && their.verb == own.verb;
    let modal = modals(source).into_iter().find(is_same)?.at.start;
    let noun = (0..modal).find(|&at| source.term(at) == Some(subject))?;
    let narrowing = noun + 1..modal;
    let is_joined = (noun + 1..=modal).all(|at| source.reading.gap(at).trim().is_empty());
    let is_narrowed = is_joined && NARROWS.contains(&source.word(noun + 1));
    let said = source.terms(narrowing);
    let is_kept = said.iter().any(|&term| claim.has(term));
    (is_narrowed && !said.is_empty() && !is_kept).then(|| Nuance::Stronger {
        claim: claim.said(0..own.at.start),
        source: source.said(noun..modal),
    })
}
