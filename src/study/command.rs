//! What the analyst asks of a study, and the events that it comes to, or why it is refused: what concerns cycles, the review and the evidence has a module each.

mod cycles;
mod evidence;
mod review;

use thiserror::Error;

use super::budget::Ceilings;
use super::claim::Claim;
use super::event::{CycleKind, Event};
use super::evidence::Description;
use super::ids::{DocumentId, HunkId, PassageId, SectionId};
use super::instruction::Instruction;
use super::judgement::Reading;
use super::revision::Decision;
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
    /// The same for several claims at once: the writer of a section is asked once for all of its own.
    SteerEach {
        instructions: Vec<Instruction>,
    },
    /// Go on from the step that was halted, or with a run that was paused.
    Resume,
    /// The same, which the program does by itself.
    GoOn,
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
    /// The same for every section, as one undoable step.
    DecideDraft {
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
    #[error("there is no such change; it may belong to an older revision")]
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
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Ask { question } => self.ask(question),
            Command::ChooseWriter { writer } => {
                self.refuse_while_writing()?;
                Ok(unless(*writer == self.writer, || Event::WriterChosen {
                    writer: writer.clone(),
                }))
            }
            Command::StartCycle { cycle } => self.start(*cycle),
            Command::Update { sections } => self.update(sections),
            Command::AnotherVersion { section } => self.another(*section),
            Command::Steer {
                sections,
                text,
                claim,
            } => self.steer(&[Instruction {
                sections: sections.clone(),
                text: text.clone(),
                claim: claim.clone(),
            }]),
            Command::SteerEach { instructions } => self.steer(instructions),
            Command::Resume => self.resume(),
            Command::GoOn => self.go_on(),
            Command::Pause if self.paused || self.active_run().is_none() => {
                Err(Refusal::NothingRuns)
            }
            Command::Pause => Ok(vec![Event::RunPaused]),
            Command::Judge { reading } => self.have_judged(*reading),
            Command::Decide {
                section,
                hunk,
                decision,
            } => self.deciding(*section, *hunk, *decision),
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
            } => self.splitting(*section, *hunk, parts),
            Command::Join { section, hunk } => self.joining(*section, *hunk),
            Command::DecideAll { section, decision } => self.deciding_all(*section, *decision),
            Command::DecideDraft { decision } => self.deciding_draft(*decision),
            Command::Edit { section, text } => self.editing(*section, text),
            Command::Pin { section, sentence } => self.pinning(*section, sentence),
            Command::Restore { at, sections } => self.restoring(*at, sections),
            Command::Rename { name } => {
                let name = name.trim();
                let name = if name == self.question { "" } else { name };
                Ok(unless(name == self.name, || Event::StudyRenamed {
                    name: name.to_owned(),
                }))
            }
            Command::Readmit { passage, document } => self.admitting(*passage, *document, true),
            Command::SetAside { passage, document } => self.admitting(*passage, *document, false),
            Command::Describe {
                document,
                description,
            } => self.describing(*document, description),
            Command::TakeOut { document } => self.taking_out(*document),
            Command::PutBack { document } => self.putting_back(*document),
            Command::SetBudget { ceilings } => {
                Ok(unless(*ceilings == self.ceilings, || Event::BudgetSet {
                    ceilings: *ceilings,
                }))
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

    fn ask(&self, question: &str) -> Result<Vec<Event>, Refusal> {
        let question = question.trim();
        if question.is_empty() {
            return Err(Refusal::EmptyQuestion);
        }
        self.refuse_while_writing()?;
        Ok(unless(question == self.question, || {
            Event::QuestionChanged {
                question: question.to_owned(),
                undoable: !self.written_sections().is_empty(),
            }
        }))
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
}

/// What is so already is no event.
fn unless(is_so: bool, event: impl FnOnce() -> Event) -> Vec<Event> {
    if is_so { Vec::new() } else { vec![event()] }
}

#[cfg(test)]
mod tests;
