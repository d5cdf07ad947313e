//! What the analyst asks of a study, and the events that it comes to, or why it is refused.

use thiserror::Error;

use super::budget::Ceilings;
use super::claim::Claim;
use super::event::{CycleKind, Event};
use super::evidence::Description;
use super::growth::Standing;
use super::ids::{DocumentId, HunkId, PassageId, SectionId};
use super::instruction::Instruction;
use super::judgement::Reading;
use super::revision::{Decision, Hunk, Revision};
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
    /// Refuse one hunk and say why; without a reason it is refused all the same.
    Refuse {
        section: SectionId,
        hunk: HunkId,
        why: String,
    },
    /// Put other words in place of what a hunk proposes, and agree to them.
    EditHunk {
        section: SectionId,
        hunk: HunkId,
        text: String,
    },
    /// Cut a hunk into these parts, each with both its sides.
    Split {
        section: SectionId,
        hunk: HunkId,
        parts: Vec<(String, String)>,
    },
    /// Make one of a hunk and those that it was split off with, or the one beside it.
    Join {
        section: SectionId,
        hunk: HunkId,
    },
    /// Decide every hunk of a section that is still open, as one undoable step. What clashes with the analyst's own words is left open.
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
    /// Write nothing new from a document, whoever brought it.
    TakeOut {
        document: DocumentId,
    },
    PutBack {
        document: DocumentId,
    },
    /// Put right what is known of a source.
    Describe {
        document: DocumentId,
        description: Description,
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
    #[error("nothing was interrupted")]
    NothingHalted,
    #[error("nothing is running")]
    NothingRuns,
    #[error("every section is already written")]
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
        "the built-in writer cannot follow instructions; it can only replace or remove a sentence that its source does not support. Choose a model to steer"
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
    #[error("there are no open changes here")]
    NothingOpen,
    #[error(
        "you edited this sentence in the meantime: edit to merge both, or reject to keep yours"
    )]
    Clashes,
    #[error("this change cannot be split")]
    NotSplit,
    #[error("there is no neighbouring change in this paragraph to join it with")]
    NotJoined,
    #[error("the brief already reads like that")]
    AsItIs,
    #[error("that document is not in this study")]
    NoDocument,
    #[error("this is an older version: its source has another text now, which can be taken out")]
    OlderVersion,
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
                let known = self.hunk(*section, *hunk)?;
                if known.clash.is_some() && *decision == Decision::Accepted {
                    return Err(Refusal::Clashes);
                }
                Ok(if known.decision == *decision {
                    vec![]
                } else {
                    vec![Event::HunksDecided {
                        section: *section,
                        hunks: vec![*hunk],
                        decision: *decision,
                    }]
                })
            }
            Command::Refuse { section, hunk, why } => self.refusing(*section, *hunk, why),
            Command::EditHunk {
                section,
                hunk,
                text,
            } => self.edit_hunk(*section, *hunk, text),
            Command::Split {
                section,
                hunk,
                parts,
            } => {
                self.hunk(*section, *hunk)?;
                let revision = self.revision_of(*section);
                let reshape =
                    revision.and_then(|known| known.split(*hunk, parts, self.next_hunk()));
                Ok(vec![Event::HunksReshaped {
                    section: *section,
                    reshape: reshape.ok_or(Refusal::NotSplit)?,
                }])
            }
            Command::Join { section, hunk } => {
                self.hunk(*section, *hunk)?;
                let revision = self.revision_of(*section);
                let reshape = revision
                    .and_then(|known| known.joined(known.to_join(*hunk)?, self.next_hunk()));
                Ok(vec![Event::HunksReshaped {
                    section: *section,
                    reshape: reshape.ok_or(Refusal::NotJoined)?,
                }])
            }
            Command::DecideAll { section, decision } => {
                self.written_section(*section)?;
                let takes = |hunk: &&Hunk| match decision {
                    Decision::Accepted => hunk.is_open() && !hunk.is_clash(),
                    Decision::Rejected => hunk.is_open(),
                    Decision::Open => false,
                };
                let hunks: Vec<HunkId> = self
                    .hunks_of(*section)
                    .filter(takes)
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
                // What is proposed later is laid against the text as it is then; a first text has nothing to be laid against.
                if self.writing() == Some(*section) && !known.is_written() {
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
            Command::Describe {
                document,
                description,
            } => {
                let known = self.document(*document).ok_or(Refusal::NoDocument)?;
                Ok(if Description::of(known) == *description {
                    vec![]
                } else {
                    vec![Event::DocumentDescribed {
                        document: *document,
                        description: description.clone(),
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
            Command::TakeOut { document } => {
                self.refuse_while_writing()?;
                self.document(*document).ok_or(Refusal::NoDocument)?;
                match self.standing(*document) {
                    Standing::Current | Standing::Withdrawn => Ok(vec![Event::DocumentsTakenOut {
                        documents: vec![*document],
                    }]),
                    Standing::Superseded { .. } => Err(Refusal::OlderVersion),
                    Standing::TakenOut => Ok(vec![]),
                }
            }
            Command::PutBack { document } => {
                self.refuse_while_writing()?;
                self.document(*document).ok_or(Refusal::NoDocument)?;
                Ok(if self.standing(*document) == Standing::TakenOut {
                    vec![Event::DocumentsPutBack {
                        documents: vec![*document],
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

    /// Without a reason this is a decision like any other.
    fn refusing(&self, section: SectionId, id: HunkId, why: &str) -> Result<Vec<Event>, Refusal> {
        let hunk = self.hunk(section, id)?;
        let why = why.trim();
        let known = self
            .section(section)
            .and_then(|known| known.refusal_of(hunk));
        let is_rejected = hunk.decision == Decision::Rejected;
        let hunks = vec![id];
        Ok(if is_rejected && (why.is_empty() || known == Some(why)) {
            vec![]
        } else if why.is_empty() {
            vec![Event::HunksDecided {
                section,
                hunks,
                decision: Decision::Rejected,
            }]
        } else {
            vec![Event::HunksRefused {
                section,
                hunks,
                why: why.to_owned(),
            }]
        })
    }

    /// The words that are there already are agreed to or refused.
    fn edit_hunk(&self, section: SectionId, id: HunkId, text: &str) -> Result<Vec<Event>, Refusal> {
        let hunk = self.hunk(section, id)?;
        let text = text.trim();
        if text == hunk.before.trim() {
            return self.refusing(section, id, "");
        }
        if text == hunk.after.trim() && hunk.clash.is_none() {
            return self.decide(&Command::Decide {
                section,
                hunk: id,
                decision: Decision::Accepted,
            });
        }
        let reshape = self
            .revision_of(section)
            .and_then(|known| known.edited(id, text));
        Ok(vec![Event::HunksReshaped {
            section,
            reshape: reshape.ok_or(Refusal::NoHunk)?,
        }])
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

    fn revision_of(&self, id: SectionId) -> Option<&Revision> {
        self.section(id)?.revision.as_ref()
    }

    fn hunks_of(&self, id: SectionId) -> impl Iterator<Item = &Hunk> {
        self.revision_of(id).into_iter().flat_map(Revision::hunks)
    }

    fn hunk(&self, section: SectionId, id: HunkId) -> Result<&Hunk, Refusal> {
        self.written_section(section)?;
        let mut hunks = self.hunks_of(section);
        hunks.find(|known| known.id == id).ok_or(Refusal::NoHunk)
    }
}

#[cfg(test)]
mod tests;
