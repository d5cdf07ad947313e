//! What a change hangs on, in words.

use crate::pipeline::hunks::{Dependency, Need};
use crate::study::{Decision, HunkId, Revision};

/// One plain line, such as `[7] comes only with change 3`.
pub fn words(revision: &Revision, found: &Dependency) -> String {
    let other = found.on.and_then(|id| number(revision, id));
    let other = other.map_or_else(
        || "no change".to_owned(),
        |number| format!("change {number}{}", rejected(revision, found)),
    );
    match &found.need {
        Need::Citation(number) => format!("its citation [{number}] comes only with {other}"),
        Need::Cited(number) => format!("the words that [{number}] is for come only with {other}"),
        Need::Twice => format!("the sentence stands twice until {other} takes it away"),
        Need::Nowhere => format!("the sentence is gone until {other} puts it elsewhere"),
        Need::PointsBack(word) => {
            format!("“{word}” points at a sentence that comes only with {other}")
        }
        Need::PointedAt(word) if found.on.is_none() => {
            format!("the next sentence begins with “{word}” and points at what this takes away")
        }
        Need::PointedAt(word) => format!(
            "the next sentence begins with “{word}” and points at what this takes away, until {other} changes it"
        ),
    }
}

/// That the other change is rejected, where it is: it takes a decision of the analyst's to bring it.
fn rejected(revision: &Revision, found: &Dependency) -> &'static str {
    let other = found.on.and_then(|id| revision.hunk(id));
    match other.map(|other| other.decision) {
        Some(Decision::Rejected) => ", which is rejected",
        _ => "",
    }
}

fn number(revision: &Revision, id: HunkId) -> Option<usize> {
    let at = revision.hunks().position(|hunk| hunk.id == id)?;
    Some(at + 1)
}
