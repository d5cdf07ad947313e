//! The menu: which choices there are as the study stands, and how each is named.

use super::dialogue::{Desk, UPDATE};
use crate::study::{Study, counted};

/// A choice of the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    Stop,
    Pause,
    GoOn,
    Read,
    Decide,
    Sources,
    Scores,
    Ask,
    AddEvidence,
    Update,
    Steer,
    TakeOut,
    Undo,
    Redo,
    Export,
    Studies,
    Quit,
}

impl Choice {
    /// The choices that there are now, in their order.
    pub(super) fn all(desk: &Desk<'_>) -> Vec<Self> {
        let study = desk.study;
        let has_text = study
            .sections
            .iter()
            .any(|section| section.is_written() || section.partial.is_some());
        let may = !desk.is_read_only;
        let is_idle = may && !desk.is_busy;
        let choices = [
            (Self::Stop, desk.is_busy),
            (
                Self::Pause,
                may && desk.is_busy && study.active_run().is_some(),
            ),
            (
                Self::GoOn,
                is_idle
                    && (study.halted().is_some()
                        || study.paused
                        || !study.requested.is_empty()
                        || study.lacks_sections()),
            ),
            (Self::Decide, may && study.open_hunks() > 0),
            (Self::Read, has_text),
            (Self::Ask, is_idle),
            (Self::AddEvidence, may),
            (Self::Update, is_idle && has_text && study.has_news()),
            (Self::Steer, may && study.has_model() && has_text),
            (
                Self::Sources,
                !study.evidence.is_empty() || !study.refused.is_empty(),
            ),
            (Self::TakeOut, is_idle && !study.evidence.is_empty()),
            (Self::Scores, has_text),
            (Self::Undo, may && study.can_undo()),
            (Self::Redo, may && study.can_redo()),
            (Self::Export, has_text),
            (Self::Studies, !desk.is_busy),
            (Self::Quit, true),
        ];
        let offered = choices.into_iter().filter(|(_, is_offered)| *is_offered);
        offered.map(|(choice, _)| choice).collect()
    }

    /// How it is named where it is listed.
    pub(super) fn says(self, study: &Study) -> String {
        match self {
            Self::Stop => "stop the run".to_owned(),
            Self::Pause => "pause after this step, or resume".to_owned(),
            Self::GoOn if study.lacks_sections() => {
                "go on with what is not written, from what there is".to_owned()
            }
            Self::GoOn => "go on from where it stopped".to_owned(),
            Self::Read => "read the brief".to_owned(),
            Self::Decide => format!("decide on {}", counted(study.open_hunks(), "change")),
            Self::Sources => "list the sources".to_owned(),
            Self::TakeOut => "remove a source from the evidence, or restore one".to_owned(),
            Self::Scores => "hear how it scores and why".to_owned(),
            Self::Ask if study.question.is_empty() => "ask a question".to_owned(),
            Self::Ask => "write the brief again, for this question or another".to_owned(),
            Self::AddEvidence => "add evidence".to_owned(),
            Self::Update => UPDATE.to_owned(),
            Self::Steer => "say what should change".to_owned(),
            Self::Undo => "undo the last change".to_owned(),
            Self::Redo => "redo what was undone".to_owned(),
            Self::Export => "export the brief".to_owned(),
            Self::Studies => "open another study".to_owned(),
            Self::Quit => "quit".to_owned(),
        }
    }
}
