//! What a refine or revise cycle is told: exactly what was found wrong, section by section [W9].
//!
//! It joins the checker's verdicts, the critic's remarks, the judge's lowest scores and, in a refining, the reflection and the decision before it.
//! Finding these is for others; here they become lines that a writer can act on.

use super::hunks::Cut;
use crate::study::{CriticFindings, CycleKind, Section, SectionId, Study, Verdict};

/// Lines for one section; the gravest come first, and more than these would not be mended in one go.
const LINES: usize = 12;
/// A judge's score below this is worth a line.
const GOOD: f32 = 4.0;

/// Whether checking or the critic found something that a revise has to mend, whatever the scores are [V2].
#[must_use]
pub(super) fn is_wrong(study: &Study) -> bool {
    study.sections.iter().any(|section| {
        wrong_claims(section).next().is_some()
            || findings(section).is_some_and(|found| {
                found.hallucination_detected
                    || !found.unsupported_claims.is_empty()
                    || !found.logical_gaps.is_empty()
                    || !found.conflicting_evidence.is_empty()
            })
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
    let Some(section) = study.section(id) else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    match kind {
        CycleKind::Refine => {
            reflected(study, id, &mut lines);
            checked(section, first, &mut lines);
        }
        CycleKind::Revise => {
            checked(section, first, &mut lines);
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
    let mut words: Vec<&str> = wrong_claims(section)
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
fn checked(section: &Section, first: usize, lines: &mut Vec<String>) {
    let text = section.candidate();
    let cut = Cut::new(&text);
    let number = |sentence: &str| {
        let at = cut
            .sentences
            .iter()
            .position(|span| text[span.clone()].trim() == sentence.trim());
        at.map_or_else(String::new, |at| format!("sentence {}: ", first + at))
    };
    for claim in wrong_claims(section) {
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
    // A logical gap as the critic names them [R5].
    let over = |warning: &&String| warning.as_str() == super::interpret::OVER_COMPRESSED_GAP;
    lines.extend(
        section
            .warnings
            .iter()
            .filter(over)
            .map(|gap| format!("logical gap: {gap}")),
    );
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

/// Claims of the candidate that the checker found wrong and the critic did not clear.
fn wrong_claims(section: &Section) -> impl Iterator<Item = &crate::study::Claim> {
    let rank = |verdict| match verdict {
        Verdict::Contradicted => Some(0),
        Verdict::Unsupported => Some(1),
        Verdict::Uncited => Some(2),
        Verdict::Supported | Verdict::Partial | Verdict::Unchecked => None,
    };
    let mut wrong: Vec<_> = section
        .claims_in(&section.candidate())
        .into_iter()
        .filter(|claim| section.critic_on(&claim.text).as_deref() != Some("no objection"))
        .filter_map(|claim| Some((rank(claim.verdict)?, claim)))
        .collect();
    wrong.sort_by_key(|(rank, _)| *rank);
    wrong.into_iter().map(|(_, claim)| claim)
}

/// What the critic said of the text that stands, where it could be read.
fn findings(section: &Section) -> Option<&CriticFindings> {
    section.critique()?.findings.as_ref().ok()
}
