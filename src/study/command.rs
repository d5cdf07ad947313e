//! What the analyst asks of a study, and the events that it comes to, or why it is refused.

use thiserror::Error;

use super::event::{CycleKind, Event};
use super::ids::{HunkId, SectionId};
use super::revision::{Decision, Hunk};
use super::state::Study;

/// A wish of the analyst, with what it is about.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Change the question; the brief is written anew by `StartCycle(Draft)`.
    Ask {
        question: String,
    },
    ChooseWriter {
        writer: String,
    },
    /// Run the writer over all sections that this kind of cycle concerns.
    StartCycle {
        cycle: CycleKind,
    },
    /// Propose another version of one section.
    AnotherVersion {
        section: SectionId,
    },
    /// Go on from the step that was halted.
    Resume,
    /// Decide one hunk.
    Decide {
        section: SectionId,
        hunk: HunkId,
        decision: Decision,
    },
    /// Decide every hunk of a section that is still open, as one undoable step.
    DecideAll {
        section: SectionId,
        decision: Decision,
    },
    Edit {
        section: SectionId,
        text: String,
    },
    Undo,
    Redo,
}

/// Why a command changes nothing, in words for the analyst.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    #[error("the question is empty: type one in the query pane")]
    EmptyQuestion,
    #[error("the writer is at work: Esc Esc stops it")]
    Busy,
    #[error("there is no halted step to go on from")]
    NothingHalted,
    #[error("No findings to synthesize: add evidence first, such as files, folders or findings")]
    NoEvidence,
    #[error("there is no new evidence: add some first")]
    NothingNew,
    #[error("there is no such section")]
    NoSection,
    #[error("this section has not been written yet")]
    NotWritten,
    #[error("there is no such hunk; it may belong to an older revision")]
    NoHunk,
    #[error("nothing is open here")]
    NothingOpen,
    #[error("nothing to undo")]
    NothingToUndo,
    #[error("nothing to redo")]
    NothingToRedo,
}

impl Study {
    /// The events that a command comes to in this state.
    ///
    /// # Errors
    /// A [`Refusal`] where the state does not allow it; the study is unchanged.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Ask { question } => {
                let question = question.trim();
                if question.is_empty() {
                    return Err(Refusal::EmptyQuestion);
                }
                self.refuse_while_writing()?;
                Ok(if question == self.question {
                    vec![]
                } else {
                    vec![Event::QuestionChanged {
                        question: question.to_owned(),
                    }]
                })
            }
            Command::ChooseWriter { writer } => {
                self.refuse_while_writing()?;
                Ok(if *writer == self.writer {
                    vec![]
                } else {
                    vec![Event::WriterChosen {
                        writer: writer.clone(),
                    }]
                })
            }
            Command::StartCycle { cycle } => self.start(*cycle),
            Command::AnotherVersion { section } => {
                self.refuse_while_writing()?;
                self.written_section(*section)?;
                Ok(vec![Event::CycleStarted {
                    cycle: CycleKind::Another,
                    sections: vec![*section],
                }])
            }
            Command::Resume => match &self.cycle {
                Some(cycle) if cycle.halted.is_some() => Ok(vec![Event::CycleResumed]),
                _ => Err(Refusal::NothingHalted),
            },
            Command::Decide {
                section,
                hunk,
                decision,
            } => {
                self.written_section(*section)?;
                if !self.hunks_of(*section).any(|known| known.id == *hunk) {
                    return Err(Refusal::NoHunk);
                }
                Ok(vec![Event::HunksDecided {
                    section: *section,
                    hunks: vec![*hunk],
                    decision: *decision,
                }])
            }
            Command::DecideAll { section, decision } => {
                self.written_section(*section)?;
                let hunks: Vec<HunkId> = self
                    .hunks_of(*section)
                    .filter(|hunk| hunk.decision == Decision::Open)
                    .map(|hunk| hunk.id)
                    .collect();
                if hunks.is_empty() {
                    return Err(Refusal::NothingOpen);
                }
                Ok(vec![Event::HunksDecided {
                    section: *section,
                    hunks,
                    decision: *decision,
                }])
            }
            Command::Edit { section, text } => {
                let known = self.section(*section).ok_or(Refusal::NoSection)?;
                if self.writing() == Some(*section) {
                    return Err(Refusal::Busy);
                }
                Ok(if known.accepted() == *text {
                    vec![]
                } else {
                    vec![Event::SectionEdited {
                        section: *section,
                        text: text.clone(),
                    }]
                })
            }
            Command::Undo => self
                .can_undo()
                .then(|| vec![Event::Undone])
                .ok_or(Refusal::NothingToUndo),
            Command::Redo => self
                .can_redo()
                .then(|| vec![Event::Redone])
                .ok_or(Refusal::NothingToRedo),
        }
    }

    fn start(&self, cycle: CycleKind) -> Result<Vec<Event>, Refusal> {
        self.refuse_while_writing()?;
        if self.question.trim().is_empty() {
            return Err(Refusal::EmptyQuestion);
        }
        // Without evidence no writer is asked [W10].
        if self.evidence.is_empty() {
            return Err(Refusal::NoEvidence);
        }
        if cycle == CycleKind::Update && self.fresh.is_empty() {
            return Err(Refusal::NothingNew);
        }
        let sections = (0..self.sections.len()).map(SectionId).collect();
        Ok(vec![Event::CycleStarted { cycle, sections }])
    }

    fn refuse_while_writing(&self) -> Result<(), Refusal> {
        if self.writing().is_some() {
            Err(Refusal::Busy)
        } else {
            Ok(())
        }
    }

    fn written_section(&self, id: SectionId) -> Result<(), Refusal> {
        let section = self.section(id).ok_or(Refusal::NoSection)?;
        if section.is_written() {
            Ok(())
        } else {
            Err(Refusal::NotWritten)
        }
    }

    fn hunks_of(&self, id: SectionId) -> impl Iterator<Item = &Hunk> {
        self.section(id)
            .and_then(|section| section.revision.as_ref())
            .into_iter()
            .flat_map(super::revision::Revision::hunks)
    }
}
