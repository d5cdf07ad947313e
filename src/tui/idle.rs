//! Why a command would do nothing here and now: the palette says so before it is chosen, and the footer leaves its key out.

use super::action::Action;
use super::keymap::{Keymap, Scope};
use super::panes::canvas::Offered;
use super::panes::evidence;
use super::panes::notice::{is_cut, is_left_off};
use super::panes::sheet::has_problems;
use super::ui::Ui;
use super::view::View;
use crate::study::Study;

/// Where a command is chosen.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// Where keys are looked up.
    pub scope: Scope,
    pub view: &'a View<'a>,
    pub ui: &'a Ui,
    pub keys: &'a Keymap,
    /// What the window offers in which it is chosen, as it was last drawn.
    pub offered: &'a [Offered],
}

/// Why nothing would come of a command, in a few words; `None` where something would.
#[must_use]
pub fn why_idle(action: Action, place: Place<'_>) -> Option<&'static str> {
    let Place {
        scope,
        view,
        ui,
        keys,
        offered,
    } = place;
    if view.read_only.is_some() && action.changes_the_study() {
        return Some("this study can only be read");
    }
    // Windows share their keys, and each has a use for some of them.
    let has_use = || {
        offered
            .iter()
            .any(|(_, offers, _)| *offers == same_key(action))
    };
    let is_here = || keys.own(scope, action).is_some() && (scope != Scope::Window || has_use());
    if let Some(home) = home(action).filter(|_| !is_here()) {
        return Some(home);
    }
    if action == Action::Undo && !ui.deleted.is_empty() {
        return None;
    }
    of_study(action, view).or_else(|| of_screen(action, view, ui))
}

/// The one of two opposite commands that a window tells.
const fn same_key(action: Action) -> Action {
    match action {
        Action::UsePrevious => Action::UseNext,
        _ => action,
    }
}

/// The only place where a command means anything, for those that have one.
pub fn home(action: Action) -> Option<&'static str> {
    Some(match action {
        Action::HunkNext
        | Action::HunkPrevious
        | Action::OpenHunkNext
        | Action::OpenHunkPrevious
        | Action::Accept
        | Action::Reject
        | Action::RejectWithReason
        | Action::SplitHunk
        | Action::JoinHunks
        | Action::ToggleAccept
        | Action::AcceptAll
        | Action::RejectAll
        | Action::AcceptDraft
        | Action::RejectDraft
        | Action::EvidenceNext
        | Action::Grounds
        | Action::LeaveReview => "in the review",
        Action::ChangeView => "in the review and the history",
        Action::Mark => "in the history and in lists",
        Action::MarkAll => "in the list of problems",
        Action::Restore | Action::Fork => "in the history",
        Action::EndEdit | Action::DiscardEdit => "while a text is edited",
        Action::Newline => "in the question",
        Action::DeleteStudy => "in the list of studies",
        Action::UseNext | Action::UsePrevious => "in a passage",
        Action::Readmit => "in what was set aside",
        Action::LeaveOut => "before an update",
        _ => return None,
    })
}

/// What the study has nothing of that the command is about.
#[must_use]
pub fn of_study(action: Action, view: &View<'_>) -> Option<&'static str> {
    let study = view.study;
    let (is_idle, why) = match action {
        Action::Review if study.has_changes() => {
            (study.open_hunks() == 0, "every change is decided")
        }
        Action::Review => (true, "no changes to review"),
        Action::UpdateBrief => (!study.has_news(), "no new evidence"),
        Action::NextProblem | Action::PreviousProblem => {
            (!has_problems(view), "no claim fails its check")
        }
        Action::Why => (
            !view.scorecard.verdicts.into_iter().any(|number| number > 0),
            "nothing has been checked yet",
        ),
        Action::Judge if !view.has_judge => (true, "no judging model is set"),
        Action::Export
        | Action::Problems
        | Action::Copy
        | Action::CopyDocument
        | Action::CopySection
        | Action::CopyCitation
        | Action::CopyQuote
        | Action::CitationNext
        | Action::CitationPrevious
        | Action::Scores
        | Action::Edit
        | Action::Judge
        | Action::AnotherVersion
        | Action::Fix
        | Action::Pin => (!view.has_text(), "nothing is written yet"),
        Action::Sent => (!is_recorded(study), "nothing was given to a writer yet"),
        Action::Search => (
            !view.has_text() && study.evidence.is_empty(),
            "there is nothing to search yet",
        ),
        Action::Steer => (!study.has_model(), "needs a model"),
        Action::Complete => (study.is_complete(), "every section is written"),
        Action::Undo => (!study.can_undo(), "nothing to undo"),
        Action::Redo => (!study.can_redo(), "nothing to redo"),
        Action::Conflicts => (view.ledger.entries.is_empty(), "none were found"),
        Action::SearchSources | Action::OpenSource | Action::TakeOut | Action::NamedAddresses => {
            (evidence::rows(study) == 0, "no evidence yet")
        }
        Action::SetAside => (
            study
                .evidence
                .iter()
                .all(|document| document.set_aside == 0),
            "nothing was set aside",
        ),
        Action::StopWatching => (view.watched.is_empty(), "no folder is watched"),
        Action::ForgetRequested => (study.requested.is_empty(), "nothing waits to be read"),
        _ => return None,
    };
    is_idle.then_some(why)
}

/// Whether it is known of a section what its writer was given.
fn is_recorded(study: &Study) -> bool {
    let mut known = study
        .sections
        .iter()
        .filter_map(|section| section.provenance.as_ref());
    known.any(|provenance| provenance.sent.is_some())
}

/// What is not under way, or not looked at.
fn of_screen(action: Action, view: &View<'_>, ui: &Ui) -> Option<&'static str> {
    let (is_idle, why) = match action {
        Action::CopyHunk => (!ui.reviews(), "in the review"),
        Action::Retry => (
            view.study.halted().is_none()
                && view.study.cut_short().is_none()
                && !view.is_broken
                && !is_cut(view)
                && !is_left_off(view),
            "nothing was interrupted",
        ),
        Action::Pause => (
            !view.study.paused && view.study.active_run().is_none(),
            "no run is under way",
        ),
        Action::StopRun => (!view.may_stop(), "nothing is under way"),
        Action::Follow => (!view.is_running(), "nothing is being written"),
        Action::SearchNext | Action::SearchPrevious => (
            ui.search.is_none() && ui.window_search.is_none(),
            "nothing is searched for",
        ),
        Action::UndeleteStudy => (ui.deleted.is_empty(), "none was deleted just now"),
        Action::CloseLayer => (ui.layers.len() < 2, "no window is open"),
        _ => return None,
    };
    is_idle.then_some(why)
}
