//! Undo and redo: what is taken back, or done again, is named, because it may lie far from where the reader is.

use std::time::Instant;

use super::{App, Effect};
use crate::study::{Command, Decision, Hunk, HunkId, Revision, SectionId, counted};
use crate::tui::action::Action;
use crate::tui::layers::{AnyLayer, Surroundings};
use crate::tui::text;
use crate::tui::ui::Armed;
use crate::tui::view::View;

/// What a step changes.
struct Step {
    section: SectionId,
    /// The hunk that it decides, where it is about one.
    hunk: Option<HunkId>,
    what: String,
    /// How many sections more it changes.
    more: usize,
}

impl App {
    pub(super) fn undo(&mut self, action: Action, view: &View<'_>, now: Instant) -> Vec<Effect> {
        let (command, done) = match action {
            Action::Redo => (Command::Redo, "redone"),
            _ => (Command::Undo, "undone"),
        };
        if action == Action::Undo && !view.study.can_undo() && !self.ui.deleted.is_empty() {
            return self.undelete();
        }
        let in_review = matches!(self.ui.layers.last(), Some(AnyLayer::Review(_)));
        if in_review && takes_proposals(&command, view) {
            // The changes themselves are no decision of the review.
            self.inform("nothing decided here is left to undo".to_owned());
            return vec![];
        }
        let is_armed = self.ui.is_armed(Armed::Undo);
        self.ui.armed = None;
        if !is_armed && takes_proposals(&command, view) {
            // A reader who has decided nothing means something else.
            self.ui.armed = Some((Armed::Undo, now));
            let changes = counted(view.study.open_hunks(), "change");
            self.inform(format!(
                "{changes} came last, and not from you: {{review}} reviews, {{undo}} again takes the last of them away"
            ));
            return vec![];
        }
        if let Some(what) = source_step(&command, view) {
            self.inform(format!("{done}: {what}"));
        } else if let Some(what) = passage_step(&command, view) {
            self.inform(format!("{done}: {what}"));
        } else if let Some(step) = step(&command, view) {
            let section = view.section_title(step.section);
            let more = match step.more {
                0 => String::new(),
                more => format!(", and in {}", counted(more, "other section")),
            };
            self.inform(format!("{done}: {} of {section}{more}", step.what));
            let around = Surroundings::new(view, &self.keymap, &self.theme, &self.ui);
            if let (Some(AnyLayer::Review(review)), Some(hunk)) =
                (self.ui.layers.last_mut(), step.hunk)
            {
                review.return_to(step.section, hunk, around);
            }
        }
        vec![Effect::Execute(command)]
    }
}

/// What a command to undo or redo does about sources that were taken out or put back, where it is about some.
fn source_step(command: &Command, view: &View<'_>) -> Option<String> {
    let (documents, comes_in) = view.study.foreseen_sources(command)?;
    let cards = documents.iter().filter_map(|id| view.study.document(*id));
    let titles: Vec<String> = cards
        .map(|card| format!("“{}”", text::one_line(&card.title)))
        .collect();
    let now = if comes_in {
        "is evidence again; the sentences that cite it are checked again"
    } else {
        "is out of the evidence; the sentences that cite it are checked again"
    };
    Some(format!("{} {now}", titles.join(", ")))
}

/// What a command to undo or redo does about a passage that was set aside, where it is about one.
fn passage_step(command: &Command, view: &View<'_>) -> Option<&'static str> {
    let changed = view.study.foreseen(command)?;
    let (now, then) = (view.study.readmitted.len(), changed.readmitted.len());
    let comes_in = match command {
        Command::Redo => then > now,
        _ => now > then,
    };
    (now != then).then_some(if comes_in {
        "let a passage back in"
    } else {
        "set a passage aside again"
    })
}

/// What a command to undo or redo will change; `None` where it is refused, which the workbench explains.
fn step(command: &Command, view: &View<'_>) -> Option<Step> {
    let changed = view.study.foreseen(command)?;
    let pairs = view.study.sections.iter().zip(&changed.sections);
    let mut differing = pairs
        .enumerate()
        .filter(|(_, (now, then))| now.revision != then.revision || now.pinned != then.pinned);
    let (section, (now, then)) = differing.next()?;
    let more = differing.count();
    if now.revision == then.revision {
        let was_pinned = now.pinned.len() > then.pinned.len();
        let did_pin = was_pinned == matches!(command, Command::Undo);
        return Some(Step {
            section: SectionId(section),
            hunk: None,
            what: if did_pin { "the pin" } else { "unpinning" }.to_owned(),
            more,
        });
    }
    let (now, then) = (now.revision.as_ref(), then.revision.as_ref());
    // The newer of the two states has what the step did.
    let (before, after) = match command {
        Command::Redo => (now, then),
        _ => (then, now),
    };
    let (hunk, what) = describe(before, after);
    Some(Step {
        section: SectionId(section),
        hunk,
        what,
        more,
    })
}

/// Whether a command to undo would take changes away that a writer proposed.
fn takes_proposals(command: &Command, view: &View<'_>) -> bool {
    let (Command::Undo, Some(changed)) = (command, view.study.foreseen(command)) else {
        return false;
    };
    let mut pairs = view.study.sections.iter().zip(&changed.sections);
    pairs.any(|(now, then)| {
        let ids =
            |revision: &Revision| -> Vec<HunkId> { revision.hunks().map(|hunk| hunk.id).collect() };
        let (Some(now), Some(then)) = (&now.revision, &then.revision) else {
            return false;
        };
        let (ours, theirs) = (ids(now), ids(then));
        let is_reshaped = !theirs.is_empty() && is_same_text(now, then);
        !ours.is_empty() && ours != theirs && !is_reshaped && now.accepted() == then.accepted()
    })
}

/// What made one revision of the other.
fn describe(before: Option<&Revision>, after: Option<&Revision>) -> (Option<HunkId>, String) {
    let hunks = |revision: Option<&Revision>| -> Vec<Hunk> {
        revision.map_or_else(Vec::new, |known| known.hunks().cloned().collect())
    };
    let is_reshaped = before
        .zip(after)
        .is_some_and(|(before, after)| is_same_text(before, after));
    // A proposal leaves the accepted text as it is.
    let is_edited =
        before.is_some() && before.map(Revision::accepted) != after.map(Revision::accepted);
    let (before, after) = (hunks(before), hunks(after));
    let ids = |hunks: &[Hunk]| hunks.iter().map(|hunk| hunk.id).collect::<Vec<_>>();
    if ids(&before) != ids(&after) && is_reshaped && !before.is_empty() {
        return reshaped(&before, &after);
    }
    if ids(&before) != ids(&after) || after.is_empty() {
        let what = if after.is_empty() || is_edited {
            "the edit"
        } else {
            "the proposed changes"
        };
        return (None, what.to_owned());
    }
    let mut words = (1..).zip(&after).zip(&before);
    if let Some(((number, hunk), _)) = words.find(|((_, now), then)| now.after != then.after) {
        return (Some(hunk.id), format!("edited change {number}"));
    }
    let decided: Vec<(usize, &Hunk)> = (1..)
        .zip(&after)
        .zip(&before)
        .filter(|((_, after), before)| after.decision != before.decision)
        .map(|(after, _)| after)
        .collect();
    match decided[..] {
        [(number, hunk)] => (
            Some(hunk.id),
            format!("{} change {number}", verb(hunk.decision)),
        ),
        [(_, first), ..] => (
            Some(first.id),
            format!(
                "{} {}",
                verb(first.decision),
                counted(decided.len(), "change")
            ),
        ),
        [] => (None, "the edit".to_owned()),
    }
}

/// Whether two revisions are of one text and propose one text, however their changes are cut and decided: what a writer proposes anew is another.
fn is_same_text(one: &Revision, other: &Revision) -> bool {
    one.original() == other.original()
        && (one.proposed() == other.proposed() || one.candidate() == other.candidate())
}

/// Changes that were cut into parts, or made one.
fn reshaped(before: &[Hunk], after: &[Hunk]) -> (Option<HunkId>, String) {
    let is_new = |(_, hunk): &(usize, &Hunk)| before.iter().all(|known| known.id != hunk.id);
    let first = (1..).zip(after).find(is_new);
    let (number, id) = first.map_or((1, None), |(number, hunk)| (number, Some(hunk.id)));
    let parts = after.len() + 1 - before.len().min(after.len());
    if after.len() > before.len() {
        (id, format!("split change {number} into {parts}"))
    } else {
        let joined = before.len() + 1 - after.len();
        (id, format!("joined {joined} changes into change {number}"))
    }
}

fn verb(decision: Decision) -> &'static str {
    match decision {
        Decision::Accepted => "accepted",
        Decision::Rejected => "rejected",
        Decision::Open => "reopened",
    }
}
