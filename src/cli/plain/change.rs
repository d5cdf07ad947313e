//! A change in words: what stands, what is proposed, why, and what the evidence says to it.

use super::super::changes::open_changes;
use super::dialogue::answers;
use super::dialogue::review::Answer;
use super::told;
use crate::check;
use crate::clean;
use crate::pipeline::hunks::quotes;
use crate::study::{Decision, HunkId, SectionId, Study};

/// A change as it is asked about, after so many that were decided on since the first one was.
pub(super) fn change(study: &Study, section: SectionId, id: HunkId, decided: usize) -> Vec<String> {
    let all = decided + open_changes(study).count();
    let at = open_changes(study).position(|(_, hunk)| hunk.id == id);
    let Some((_, hunk)) = open_changes(study).find(|(_, hunk)| hunk.id == id) else {
        return vec!["This change has been decided. Press enter alone to go back.".to_owned()];
    };
    let place = at.map_or(1, |at| decided + at + 1);
    let mut lines = vec![
        String::new(),
        format!(
            "Change {place} of {all}, in {}.",
            told::title(study, section)
        ),
    ];
    let (before, after) = (hunk.before.trim(), hunk.after.trim());
    if !before.is_empty() {
        lines.push(format!("Now: {}", clean::stored(before)));
    }
    lines.push(match (before, after) {
        (_, "") => "Proposed: delete it.".to_owned(),
        ("", after) => format!(
            "Proposed, to insert {}: {}",
            place_of(study, section, id),
            clean::stored(after)
        ),
        (_, after) => format!("Proposed instead: {}", clean::stored(after)),
    });
    let reason = hunk.reason.trim();
    if !reason.is_empty() {
        lines.push(format!("Why: {}", clean::stored(reason)));
    }
    let part = study.section(section);
    let evidence = |whose: &str, own: &str, other: &str| -> Vec<String> {
        let of_it = part.map_or_else(Vec::new, |part| part.claims_in(own));
        let of_it = of_it.into_iter().filter(|claim| !claim.text.is_empty());
        let told = of_it.map(|claim| {
            let quote = quotes(claim, own, other).first().copied();
            format!("{whose}, {}", told::evidence(study, claim, quote))
        });
        told.collect()
    };
    // Of a sentence that goes the evidence is that of what is there now.
    if after.is_empty() {
        lines.extend(evidence("Evidence for what would go", before, after));
    } else {
        lines.extend(evidence("Evidence", after, before));
        lines.extend(evidence("Evidence for what stands now", before, after));
    }
    // What the analyst wrote as well gives way to the proposal only by the analyst's own hand.
    if let Some(was) = &hunk.clash {
        lines.push(format!(
            "You and the writer both changed this sentence. Before, it said: {} To reject keeps yours.",
            clean::stored(was.trim())
        ));
    }
    let (is_clash, is_one) = (
        hunk.clash.is_some(),
        open_changes(study).all(|(other, _)| other == section),
    );
    lines.push(answers::told(|answer| match answer {
        Answer::Accept => !is_clash,
        Answer::AcceptDraft | Answer::RejectDraft => !is_one,
        _ => true,
    }));
    lines
}

/// Where a sentence would be put in: behind which one that stands, or at the beginning.
fn place_of(study: &Study, section: SectionId, id: HunkId) -> String {
    let revision = study
        .section(section)
        .and_then(|known| known.revision.as_ref());
    let before: String = revision.map_or_else(String::new, |revision| {
        let pieces = revision.pieces.iter();
        let above = pieces.take_while(|piece| piece.hunk().is_none_or(|hunk| hunk.id != id));
        above
            .map(|piece| match piece.hunk() {
                Some(hunk) if hunk.decision == Decision::Accepted => hunk.after.as_str(),
                _ => piece.sides().0,
            })
            .collect()
    });
    let last = check::sentences(&before).pop();
    match last.and_then(|span| before.get(span)) {
        Some(sentence) => format!("after “{}”", clean::stored(sentence.trim())),
        None => "at the beginning".to_owned(),
    }
}
