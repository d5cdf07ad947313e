//! What the analyst asks of a study, and the events that it comes to, or why it is refused.

use thiserror::Error;

use super::budget::Ceilings;
use super::claim::Claim;
use super::event::{CycleKind, Event};
use super::ids::{DocumentId, HunkId, PassageId, SectionId};
use super::instruction::Instruction;
use super::judgement::Reading;
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
    /// Bring the new evidence into these sections; those that it does not touch are left alone [W3b].
    Update {
        sections: Vec<SectionId>,
    },
    /// Propose another version of one section.
    AnotherVersion {
        section: SectionId,
    },
    /// Say what is to be different about sections; about one claim, where it is named [W8].
    Steer {
        sections: Vec<SectionId>,
        text: String,
        claim: Option<Claim>,
    },
    /// Go on from the step that was halted, or with a run that was paused.
    Resume,
    /// Start no further step for now.
    Pause,
    /// Have the brief scored as it stands [J1].
    Judge {
        reading: Reading,
    },
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
    /// Keep a sentence as it is whatever a cycle proposes, or give that up [W8].
    Pin {
        section: SectionId,
        sentence: String,
    },
    /// Put the text that sections had after event `at` in place of what they have.
    Restore {
        at: u64,
        sections: Vec<(SectionId, String)>,
    },
    /// Give the study a name of its own; an empty one goes back to the question.
    Rename {
        name: String,
    },
    /// Let a passage that the guardrail set aside reach writers [E6].
    Readmit {
        passage: PassageId,
        document: DocumentId,
    },
    /// Take that back.
    SetAside {
        passage: PassageId,
        document: DocumentId,
    },
    /// Say what the study may take in all [M5].
    SetBudget {
        ceilings: Ceilings,
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
    #[error("nothing runs that could be paused")]
    NothingRuns,
    #[error("every section of the brief is written")]
    NothingMissing,
    #[error("there is no brief to judge yet")]
    NothingToJudge,
    #[error("No findings to synthesize: add evidence first, such as files, folders or findings")]
    NoEvidence,
    #[error("there is no new evidence: add some first")]
    NothingNew,
    #[error("say in a few words what is to be different")]
    NothingSaid,
    #[error(
        "the built-in writer cannot follow instructions; it can mend a sentence that its source does not bear out. Choose a model to steer"
    )]
    NeedsModel,
    #[error("there is no such section")]
    NoSection,
    #[error("this section has not been written yet")]
    NotWritten,
    #[error("only a sentence of the accepted text can be pinned")]
    NoSentence,
    #[error("there is no such hunk; it may belong to an older revision")]
    NoHunk,
    #[error("nothing is open here")]
    NothingOpen,
    #[error("the brief reads like that already")]
    AsItIs,
    #[error("that document is not in this study")]
    NoDocument,
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
    #[expect(clippy::too_many_lines, reason = "one arm for each command")]
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
            Command::Update { sections } => self.update(sections),
            Command::AnotherVersion { section } => {
                self.refuse_while_writing()?;
                self.written_section(*section)?;
                Ok(vec![Event::CycleStarted {
                    cycle: CycleKind::Another,
                    sections: vec![*section],
                }])
            }
            Command::Steer {
                sections,
                text,
                claim,
            } => self.steer(sections, text, claim.as_ref()),
            Command::Resume => match &self.cycle {
                _ if self.paused || (self.closed.is_some() && self.halted().is_none()) => {
                    Ok(vec![Event::RunResumed])
                }
                Some(cycle) if cycle.halted.is_some() => Ok(vec![Event::CycleResumed]),
                _ => Err(Refusal::NothingHalted),
            },
            Command::Pause if self.paused || self.active_run().is_none() => {
                Err(Refusal::NothingRuns)
            }
            Command::Pause => Ok(vec![Event::RunPaused]),
            Command::Judge { reading } => {
                self.refuse_while_writing()?;
                if self.written_sections().is_empty() {
                    return Err(Refusal::NothingToJudge);
                }
                Ok(vec![Event::JudgementWanted { reading: *reading }])
            }
            Command::Decide {
                section,
                hunk,
                decision,
            } => {
                self.written_section(*section)?;
                let known = self.hunks_of(*section).find(|known| known.id == *hunk);
                Ok(if known.ok_or(Refusal::NoHunk)?.decision == *decision {
                    vec![]
                } else {
                    vec![Event::HunksDecided {
                        section: *section,
                        hunks: vec![*hunk],
                        decision: *decision,
                    }]
                })
            }
            Command::DecideAll { section, decision } => {
                self.written_section(*section)?;
                let hunks: Vec<HunkId> = self
                    .hunks_of(*section)
                    .filter(|hunk| hunk.decision == Decision::Open && *decision != Decision::Open)
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
            Command::Pin { section, sentence } => {
                let known = self.section(*section).ok_or(Refusal::NoSection)?;
                let (section, sentence) = (*section, sentence.trim().to_owned());
                if known.is_pinned(&sentence) {
                    return Ok(vec![Event::SentenceUnpinned { section, sentence }]);
                }
                if sentence.is_empty() || !known.accepted().contains(&sentence) {
                    return Err(Refusal::NoSentence);
                }
                Ok(vec![Event::SentencePinned { section, sentence }])
            }
            Command::Restore { at, sections } => self.restoring(*at, sections),
            Command::Rename { name } => {
                let name = name.trim();
                let name = if name == self.question { "" } else { name };
                Ok(if name == self.name {
                    vec![]
                } else {
                    vec![Event::StudyRenamed {
                        name: name.to_owned(),
                    }]
                })
            }
            Command::Readmit { passage, document } => {
                self.refuse_while_writing()?;
                self.document(*document).ok_or(Refusal::NoDocument)?;
                Ok(if self.readmitted.contains(passage) {
                    vec![]
                } else {
                    vec![Event::PassageReadmitted {
                        passage: *passage,
                        document: *document,
                    }]
                })
            }
            Command::SetAside { passage, document } => {
                self.refuse_while_writing()?;
                self.document(*document).ok_or(Refusal::NoDocument)?;
                Ok(if self.readmitted.contains(passage) {
                    vec![Event::PassageSetAside {
                        passage: *passage,
                        document: *document,
                    }]
                } else {
                    vec![]
                })
            }
            Command::SetBudget { ceilings } => Ok(if *ceilings == self.ceilings {
                vec![]
            } else {
                vec![Event::BudgetSet {
                    ceilings: *ceilings,
                }]
            }),
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

    /// What reads as it did is left alone, with what is proposed for it.
    fn restoring(&self, at: u64, sections: &[(SectionId, String)]) -> Result<Vec<Event>, Refusal> {
        let mut changed = Vec::new();
        for (id, text) in sections {
            let known = self.section(*id).ok_or(Refusal::NoSection)?;
            if self.writing() == Some(*id) {
                return Err(Refusal::Busy);
            }
            if known.accepted() != *text {
                changed.push((*id, text.clone()));
            }
        }
        if changed.is_empty() {
            return Err(Refusal::AsItIs);
        }
        Ok(vec![Event::BriefRestored {
            at,
            sections: changed,
        }])
    }

    /// An instruction is kept at once, and taken up at once where nothing is under way.
    fn steer(
        &self,
        sections: &[SectionId],
        text: &str,
        claim: Option<&Claim>,
    ) -> Result<Vec<Event>, Refusal> {
        let text = text.trim();
        if text.is_empty() || sections.is_empty() {
            return Err(Refusal::NothingSaid);
        }
        if !self.has_model() && claim.is_none() {
            return Err(Refusal::NeedsModel);
        }
        let is_busy = self.cycle.is_some();
        for section in sections {
            self.section(*section).ok_or(Refusal::NoSection)?;
            if !is_busy {
                self.written_section(*section)?;
            }
        }
        let instruction = Instruction {
            sections: sections.to_vec(),
            text: text.to_owned(),
            claim: claim.cloned(),
        };
        let mut events = vec![Event::InstructionGiven { instruction }];
        if !is_busy {
            events.push(Event::CycleStarted {
                cycle: CycleKind::Steer,
                sections: sections.to_vec(),
            });
        }
        Ok(events)
    }

    fn start(&self, cycle: CycleKind) -> Result<Vec<Event>, Refusal> {
        self.refuse_while_writing()?;
        if self.question.trim().is_empty() {
            return Err(Refusal::EmptyQuestion);
        }
        // Without evidence no writer is asked [W10].
        if self.current().next().is_none() {
            return Err(Refusal::NoEvidence);
        }
        if cycle == CycleKind::Update && !self.has_news() {
            return Err(Refusal::NothingNew);
        }
        let sections: Vec<SectionId> = match cycle {
            CycleKind::Steer => self.to_be_steered(),
            CycleKind::Complete => self.missing_sections(),
            CycleKind::Refine | CycleKind::Revise | CycleKind::FollowUp => self.written_sections(),
            CycleKind::Draft | CycleKind::Update | CycleKind::Another => {
                (0..self.sections.len()).map(SectionId).collect()
            }
        };
        if sections.is_empty() {
            match cycle {
                CycleKind::Steer => return Err(Refusal::NothingSaid),
                CycleKind::Complete => return Err(Refusal::NothingMissing),
                _ => {}
            }
        }
        Ok(vec![Event::CycleStarted { cycle, sections }])
    }

    fn update(&self, sections: &[SectionId]) -> Result<Vec<Event>, Refusal> {
        self.start(CycleKind::Update)?;
        let known = (0..self.sections.len()).map(SectionId);
        let sections: Vec<SectionId> = known.filter(|id| sections.contains(id)).collect();
        if sections.is_empty() {
            return Err(Refusal::NoSection);
        }
        Ok(vec![Event::CycleStarted {
            cycle: CycleKind::Update,
            sections,
        }])
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

#[cfg(test)]
mod tests;
