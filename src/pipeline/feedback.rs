//! What a refine or revise cycle is told: exactly what was found wrong, section by section [W9].
//!
//! It joins the checker's verdicts, the critic's remarks, what an update overlooked, the judge's lowest scores and, in a refining, the reflection and the decision
//! before it.
//! Finding these is for others; here they become lines that a writer can act on.

use super::hunks::Cut;
use super::interpret::OVER_COMPRESSED_GAP;
use super::overlooked::{Overlooked, overlooked};
use crate::study::{Claim, CriticFindings, CycleKind, Section, SectionId, Sent, Study, Verdict};

/// Lines for one section; the gravest come first, and more than these would not be mended in one go.
const LINES: usize = 12;
/// A judge's score below this is worth a line.
const GOOD: f32 = 4.0;

/// Whether checking or the critic found something that a revise has to mend, whatever the scores are [V2].
#[must_use]
pub(super) fn is_wrong(study: &Study) -> bool {
    (0..).zip(&study.sections).any(|(at, section)| {
        wrong_claims(study, SectionId(at)).next().is_some()
            || findings(section).is_some_and(|found| {
                found.hallucination_detected
                    || !found.unsupported_claims.is_empty()
                    || !found.logical_gaps.is_empty()
                    || !found.conflicting_evidence.is_empty()
            })
    })
}

/// Whether a sentence stands that new evidence says otherwise, and may be changed.
#[must_use]
pub(super) fn has_overlooked(study: &Study) -> bool {
    overlooked(study).iter().any(|one| is_open_to(study, one))
}

/// Whether a writer may change such a sentence: nobody pinned it.
fn is_open_to(study: &Study, one: &Overlooked<'_>) -> bool {
    let section = study.section(one.section);
    !section.is_some_and(|section| {
        section
            .pinned
            .iter()
            .any(|text| one.sentence.contains(text))
    })
}

/// The sections that a cycle of this kind is about: those that something was said about, or all where nothing was said about any.
#[must_use]
pub fn sections_to_mend(study: &Study, kind: CycleKind) -> Vec<SectionId> {
    let written = study.written_sections();
    let named: Vec<SectionId> = written
        .iter()
        .copied()
        .filter(|id| !feedback(study, *id, kind, 1).is_empty())
        .collect();
    if named.is_empty() { written } else { named }
}

/// What a section's writer is told in a cycle of this kind, where its first sentence is shown with the number `first`.
#[must_use]
pub fn feedback(study: &Study, id: SectionId, kind: CycleKind, first: usize) -> Vec<String> {
    let mut lines = Vec::new();
    match kind {
        CycleKind::Refine => {
            reflected(study, id, &mut lines);
            checked(study, id, first, &mut lines);
        }
        CycleKind::Revise => {
            checked(study, id, first, &mut lines);
            side_by_side(study, id, first, &mut lines);
            judged(study, id, &mut lines);
        }
        _ => {}
    }
    lines.truncate(LINES);
    lines
}

/// The words to search with for what was found wrong: the sentences themselves, and what is missing.
#[must_use]
pub(super) fn search_words(study: &Study, id: SectionId, kind: CycleKind) -> String {
    let Some(section) = study.section(id) else {
        return String::new();
    };
    let mut words: Vec<&str> = wrong_claims(study, id)
        .map(|claim| claim.text.as_str())
        .collect();
    if let Some(found) = findings(section) {
        let remarks = found
            .unsupported_claims
            .iter()
            .chain(&found.conflicting_evidence);
        words.extend(remarks.filter_map(|remark| remark.claim.as_deref()));
        words.extend(found.logical_gaps.iter().map(String::as_str));
    }
    if kind == CycleKind::Revise {
        let overlooked = overlooked(study).into_iter();
        let overlooked = overlooked.filter(|one| one.section == id);
        words.extend(overlooked.map(|one| one.said));
    }
    if kind == CycleKind::Refine {
        let said = study.run.as_ref().and_then(|run| run.reflections.said());
        let about = said.into_iter().flat_map(|found| found.about(id));
        words.extend(about.map(|weakness| weakness.what.as_str()));
    }
    words.truncate(LINES);
    words.join(" ")
}

/// The reasons and key factors of the decision before a refining [W6].
#[must_use]
pub fn decided(study: &Study, kind: CycleKind) -> Vec<String> {
    let decision = study.run.as_ref().and_then(|run| run.decided());
    match decision {
        Some(decision) if kind == CycleKind::Refine => decision
            .reasons
            .iter()
            .chain(&decision.key_factors)
            .cloned()
            .collect(),
        _ => Vec::new(),
    }
}

fn reflected(study: &Study, id: SectionId, lines: &mut Vec<String>) {
    let said = study.run.as_ref().and_then(|run| run.reflections.said());
    let about = said.into_iter().flat_map(|found| found.about(id));
    lines.extend(about.map(|weakness| format!("{}: {}", weakness.kind.name(), weakness.what)));
}

/// What the checker and the critic say of the text that is proposed.
fn checked(study: &Study, id: SectionId, first: usize, lines: &mut Vec<String>) {
    let Some(section) = study.section(id) else {
        return;
    };
    let text = section.candidate();
    let cut = Cut::new(&text);
    let number = |sentence: &str| numbered(&cut, first, sentence);
    for claim in wrong_claims(study, id) {
        lines.push(format!(
            "{}{}, {}",
            number(&claim.text),
            claim.verdict.name(),
            claim.reason
        ));
    }
    let Some(found) = findings(section) else {
        return;
    };
    let remarks = |kind: &'static str, list: &[crate::study::Remark], lines: &mut Vec<String>| {
        for remark in list {
            let place = remark.claim.as_deref().map(number).unwrap_or_default();
            lines.push(format!("{place}{kind}, {}", remark.reason));
        }
    };
    let unsupported = if found.hallucination_detected {
        "is not in the evidence"
    } else {
        "unsupported"
    };
    remarks(unsupported, &found.unsupported_claims, lines);
    remarks("conflicting evidence", &found.conflicting_evidence, lines);
    lines.extend(
        found
            .logical_gaps
            .iter()
            .map(|gap| format!("logical gap: {gap}")),
    );
    let made = section.provenance.as_ref();
    let sent = made.and_then(|made| made.sent.as_ref());
    if sent.is_some_and(Sent::is_over_compressed) {
        lines.push(format!("logical gap: {OVER_COMPRESSED_GAP}"));
    }
}

/// A sentence by the number that the writer sees, as the beginning of a line; nothing where it does not stand in the part.
fn numbered(cut: &Cut<'_>, first: usize, sentence: &str) -> String {
    let mut sentences = cut.sentences.iter();
    let at = sentences.position(|span| {
        let known = cut.text.get(span.clone()).map(str::trim);
        known == Some(sentence.trim())
    });
    at.map_or_else(String::new, |at| format!("sentence {}: ", first + at))
}

/// What new evidence says otherwise than sentences that the update left as they were, each with the sentence.
fn side_by_side(study: &Study, id: SectionId, first: usize, lines: &mut Vec<String>) {
    let Some(section) = study.section(id) else {
        return;
    };
    let text = section.candidate();
    let cut = Cut::new(&text);
    let overlooked = overlooked(study)
        .into_iter()
        .filter(|one| one.section == id);
    lines.extend(overlooked.filter(|one| is_open_to(study, one)).map(|one| {
        format!(
            "{}it says \"{}\" and the new evidence \"{}\": correct it, or tell both",
            numbered(&cut, first, one.sentence),
            one.sentence,
            one.said
        )
    }));
}

/// The judge's low scores, in the sections of the sentences that they name, or in all.
fn judged(study: &Study, id: SectionId, lines: &mut Vec<String>) {
    let Some(judgement) = study.judgements.last() else {
        return;
    };
    for (dimension, score) in judgement.scores().worst_first() {
        let places: Vec<SectionId> = score
            .sentences
            .iter()
            .flat_map(|sentence| study.sections_with(sentence))
            .collect();
        if score.value < GOOD
            && !score.reason.is_empty()
            && (places.is_empty() || places.contains(&id))
        {
            lines.push(format!(
                "{} {:.1} of 5: {}",
                dimension.name(),
                score.value,
                score.reason
            ));
        }
    }
}

/// Claims of the candidate that the checker found wrong and the critic did not clear: whose sources are all gone, nobody can.
fn wrong_claims(study: &Study, id: SectionId) -> impl Iterator<Item = &Claim> {
    let rank = |verdict| match verdict {
        Verdict::Contradicted => Some(0),
        Verdict::Unsupported => Some(1),
        Verdict::Uncited => Some(2),
        Verdict::Supported | Verdict::Partial | Verdict::Unchecked => None,
    };
    let gone = study.withdrawn_in(id);
    let is_gone = |number: &u32| gone.iter().any(|(known, _)| known == number);
    let is_cleared = |section: &Section, claim: &Claim| {
        let has_lost_all = !claim.citations.is_empty() && claim.citations.iter().all(is_gone);
        !has_lost_all && section.critic_on(&claim.text).as_deref() == Some("no objection")
    };
    let mut wrong: Vec<(u8, &Claim)> = Vec::new();
    if let Some(section) = study.section(id) {
        let claims = section.claims_in(&section.candidate()).into_iter();
        let open = claims.filter(|claim| !is_cleared(section, claim));
        wrong.extend(open.filter_map(|claim| Some((rank(claim.verdict)?, claim))));
    }
    wrong.sort_by_key(|(rank, _)| *rank);
    wrong.into_iter().map(|(_, claim)| claim)
}

/// What the critic said of the text that stands, where it could be read.
fn findings(section: &Section) -> Option<&CriticFindings> {
    section.critique()?.answer.said.as_ref().ok()
}
