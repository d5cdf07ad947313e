//! A change in words: what stands, what is proposed, why, and what the evidence says to it.

use super::super::changes::open_changes;
use super::told;
use crate::clean;
use crate::pipeline::hunks::quotes;
use crate::study::{HunkId, SectionId, Study};

/// A change as it is asked about.
pub(super) fn change(study: &Study, section: SectionId, id: HunkId) -> Vec<String> {
    let all = open_changes(study).count();
    let at = open_changes(study).position(|(_, hunk)| hunk.id == id);
    let Some((_, hunk)) = open_changes(study).find(|(_, hunk)| hunk.id == id) else {
        return vec!["This change has been decided. Press enter alone to go back.".to_owned()];
    };
    let place = at.map_or(1, |at| at + 1);
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
        ("", after) => format!("Proposed, to insert: {}", clean::stored(after)),
        (_, after) => format!("Proposed instead: {}", clean::stored(after)),
    });
    let reason = hunk.reason.trim();
    if !reason.is_empty() {
        lines.push(format!("Why: {}", clean::stored(reason)));
    }
    let claims = study
        .section(section)
        .map_or(&[][..], |known| &known.claims);
    // Of a sentence that goes the evidence is that of what is there now.
    let (whose, own, other) = if after.is_empty() {
        ("Evidence for what would go", before, after)
    } else {
        ("Evidence", after, before)
    };
    let of_it = claims
        .iter()
        .filter(|claim| !claim.text.is_empty() && own.contains(&claim.text));
    lines.extend(of_it.map(|claim| {
        let quote = quotes(claim, own, other).first().copied();
        format!("{whose}, {}", told::evidence(study, claim, quote))
    }));
    lines.push("1, accept. 2, reject. 3, leave it for later. 4, back.".to_owned());
    lines.push(
        "5, reject and say why. 6, put it in your own words. 7, accept all of this section. 8, reject all of this section. 9, undo the last step."
            .to_owned(),
    );
    lines
}

/// The open changes of one section.
pub(super) fn open_in(study: &Study, section: SectionId) -> impl Iterator<Item = HunkId> {
    let of_it = open_changes(study).filter(move |(id, _)| *id == section);
    of_it.map(|(_, hunk)| hunk.id)
}
