//! What an update sets into a text: behind a sentence, in the place of one, or as a paragraph of its own. What is to be set is chosen elsewhere.

use crate::check::key;
use crate::extractive::disagree::Dispute;
use crate::extractive::gaps::before_gaps;
use crate::extractive::marks::without_marks;
use crate::extractive::pool::Pool;
use crate::extractive::sides::with_sides_told;

/// Something to be set into the text.
pub(crate) struct Insertion {
    /// Behind this byte; `None` for a paragraph at the end.
    pub(crate) at: Option<usize>,
    pub(crate) text: String,
    pub(crate) candidate: Option<usize>,
    /// The first byte of the sentence that it takes the place of, if it does.
    pub(crate) from: Option<usize>,
}

impl Insertion {
    /// All sides of a dispute, in a paragraph of their own.
    pub(super) fn of(pool: &Pool, dispute: &Dispute) -> Self {
        Self {
            at: None,
            text: dispute.told(pool, None),
            candidate: Some(dispute.a),
            from: None,
        }
    }

    /// Its words alone.
    pub(super) fn key(&self) -> String {
        key(&without_marks(&self.text))
    }

    /// Whether another is to be set into the sentence that this one takes the place of.
    pub(super) fn holds(&self, other: &Self) -> bool {
        let replaced = self.from.zip(self.at).map(|(from, end)| from..end);
        replaced.is_some_and(|replaced| other.at.is_some_and(|at| replaced.contains(&at)))
    }
}

/// A text with what is set in it, its frames told anew where something was replaced.
pub(super) fn with_set(text: &str, insertions: Vec<Insertion>) -> String {
    let is_replaced = insertions.iter().any(|one| one.from.is_some());
    let updated = apply(text, insertions);
    if is_replaced {
        with_sides_told(updated)
    } else {
        updated
    }
}

/// The text with each in its place, those without one before what it says to be missing.
fn apply(current: &str, mut insertions: Vec<Insertion>) -> String {
    insertions.sort_by_key(|insertion| insertion.at.unwrap_or(usize::MAX));
    let mut text = String::with_capacity(current.len() + 400);
    let mut done = 0;
    let last = before_gaps(current);
    for insertion in &insertions {
        let end = insertion.at.unwrap_or(last).max(done);
        let kept = insertion.from.unwrap_or(end);
        text.push_str(current.get(done..kept).unwrap_or_default());
        text.push_str(match (insertion.from, insertion.at) {
            // In place of what another one stands behind already it comes behind that.
            (Some(from), _) if from >= done => "",
            (_, Some(_)) => " ",
            (_, None) => "\n\n",
        });
        text.push_str(&insertion.text);
        done = end;
    }
    text.push_str(current.get(done..).unwrap_or_default());
    text
}
