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
        let is_open = |id: &SectionId| {
            self.section(*id)
                .is_some_and(|known| known.open_hunks() > 0)
        };
        if !is_busy && !sections.iter().any(is_open) {
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
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::study::{
        Document, DocumentId, DocumentKind, Framework, Halt, Origin, Partial, Piece, PromptRef,
        Provenance, Revision, RhetoricalRole, Section, SectionPlan, Timestamp, Usage,
    };

    /// What the analyst or the writer does next.
    #[derive(Debug, Clone)]
    enum Step {
        Asked(Command),
        /// The writer finishes the running section: with nothing new, or with so many new sentences.
        Finished(usize),
        Halted,
        Evidence(i64),
    }

    fn opened() -> Study {
        let plan = SectionPlan {
            title: "Situation".to_owned(),
            purpose: String::new(),
            role: RhetoricalRole::Situation,
            words: 100,
        };
        let framework = Framework {
            id: "test".to_owned(),
            title: "Test".to_owned(),
            sections: vec![plan; 2],
        };
        Study::fold(&[Event::StudyOpened {
            question: "why?".to_owned(),
            framework,
        }])
    }

    fn evidence(id: i64) -> Event {
        Event::EvidenceAdded {
            document: Document {
                id: DocumentId(id),
                title: String::new(),
                uri: String::new(),
                kind: DocumentKind::Text,
                origin: Origin::General,
                author: None,
                site: None,
                date: None,
                hash: String::new(),
                passages: 1,
                pages: None,
                accessed: Timestamp(0),
                warnings: vec![],
                ..Document::default()
            },
        }
    }

    /// The event that a writer's answer comes to.
    fn answer(study: &Study, section: SectionId, sentences: usize) -> Event {
        let provenance = Provenance {
            writer: "extractive".to_owned(),
            prompt: PromptRef::default(),
            passages: vec![],
            multi_source: false,
            asked: String::new(),
            replied: String::new(),
            usage: Usage::default(),
            duration_ms: 0,
            sent: None,
        };
        let written = study.section(section).is_some_and(Section::is_written);
        if !written {
            let text = "First text.".to_owned();
            return Event::SectionWritten {
                section,
                text,
                warnings: vec![],
                provenance,
            };
        }
        if sentences == 0 {
            return Event::RevisionUnneeded {
                section,
                provenance,
            };
        }
        let accepted = study
            .section(section)
            .map(Section::accepted)
            .unwrap_or_default();
        let mut pieces = vec![Piece::Settled(accepted)];
        pieces.extend((0..sentences as u64).map(|at| {
            Piece::Hunk(Hunk {
                id: HunkId(study.next_hunk().0 + at),
                before: String::new(),
                after: format!(" Proposal {at}."),
                reason: String::new(),
                decision: Decision::Open,
            })
        }));
        let revision = Revision { pieces };
        Event::RevisionProposed {
            section,
            revision,
            warnings: vec![],
            provenance,
        }
    }

    /// The events of a step; none where it is refused or does not fit.
    fn events(study: &Study, step: &Step) -> Vec<Event> {
        match step {
            Step::Asked(command) => study.decide(command).unwrap_or_default(),
            Step::Finished(sentences) => {
                let section = study.writing();
                section
                    .map(|section| answer(study, section, *sentences))
                    .into_iter()
                    .collect()
            }
            Step::Halted => {
                let halted = |section| Event::StepHalted {
                    section,
                    partial: Partial {
                        text: "So f".to_owned(),
                        why: "stopped".to_owned(),
                    },
                    halt: Halt::Stopped,
                };
                study.writing().map(halted).into_iter().collect()
            }
            Step::Evidence(id) => vec![evidence(*id)],
        }
    }

    fn command() -> impl Strategy<Value = Command> {
        let text = || {
            prop::sample::select(vec!["", "why?", "First text.", "By hand."])
                .prop_map(str::to_owned)
        };
        let section = || (0_usize..3).prop_map(SectionId);
        let decision =
            || prop::sample::select(vec![Decision::Open, Decision::Accepted, Decision::Rejected]);
        let cycle = prop::sample::select(vec![CycleKind::Draft, CycleKind::Update]);
        prop_oneof![
            text().prop_map(|question| Command::Ask { question }),
            text().prop_map(|writer| Command::ChooseWriter { writer }),
            cycle.prop_map(|cycle| Command::StartCycle { cycle }),
            section().prop_map(|section| Command::AnotherVersion { section }),
            prop::collection::vec(section(), 0..3)
                .prop_map(|sections| Command::Update { sections }),
            (section(), text()).prop_map(|(section, text)| Command::Steer {
                sections: vec![section],
                text,
                claim: None,
            }),
            Just(Command::Resume),
            (section(), 0_u64..12, decision()).prop_map(|(section, hunk, decision)| {
                Command::Decide {
                    section,
                    hunk: HunkId(hunk),
                    decision,
                }
            }),
            (section(), decision())
                .prop_map(|(section, decision)| Command::DecideAll { section, decision }),
            (section(), text()).prop_map(|(section, text)| Command::Edit { section, text }),
            (1_i64..4, 0_i64..4, any::<bool>()).prop_map(|(passage, document, back)| {
                let (passage, document) = (PassageId(passage), DocumentId(document));
                if back {
                    Command::Readmit { passage, document }
                } else {
                    Command::SetAside { passage, document }
                }
            }),
            Just(Command::Undo),
            Just(Command::Redo),
        ]
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            3 => command().prop_map(Step::Asked),
            3 => (0_usize..4).prop_map(Step::Finished),
            1 => Just(Step::Halted),
            1 => (0_i64..4).prop_map(Step::Evidence),
        ];
        prop::collection::vec(step, 0..60)
    }

    fn after(steps: &[Step]) -> Study {
        let mut study = opened();
        for step in steps {
            for event in events(&study, step) {
                study.apply(&event);
            }
        }
        study
    }

    #[test]
    fn what_cannot_be_done_says_why() {
        let section = SectionId(0);
        let draft = Step::Asked(Command::StartCycle {
            cycle: CycleKind::Draft,
        });
        let edit = |section| Command::Edit {
            section,
            text: "By hand.".to_owned(),
        };
        let decide = |hunk| Command::Decide {
            section,
            hunk: HunkId(hunk),
            decision: Decision::Accepted,
        };
        let all = Command::DecideAll {
            section,
            decision: Decision::Accepted,
        };
        let (fresh, busy) = (after(&[]), after(&[Step::Evidence(1), draft.clone()]));
        let done = after(&[
            Step::Evidence(1),
            draft,
            Step::Finished(0),
            Step::Finished(0),
        ]);
        for (study, command, refusal) in [
            (
                &fresh,
                Command::Ask {
                    question: " ".to_owned(),
                },
                Refusal::EmptyQuestion,
            ),
            (
                &fresh,
                Command::StartCycle {
                    cycle: CycleKind::Draft,
                },
                Refusal::NoEvidence,
            ),
            (
                &busy,
                Command::Ask {
                    question: "who?".to_owned(),
                },
                Refusal::Busy,
            ),
            (&busy, edit(section), Refusal::Busy),
            (
                &busy,
                Command::StartCycle {
                    cycle: CycleKind::Draft,
                },
                Refusal::Busy,
            ),
            (&busy, Command::Resume, Refusal::NothingHalted),
            (
                &done,
                Command::StartCycle {
                    cycle: CycleKind::Update,
                },
                Refusal::NothingNew,
            ),
            (
                &fresh,
                Command::AnotherVersion { section },
                Refusal::NotWritten,
            ),
            (&fresh, edit(SectionId(9)), Refusal::NoSection),
            (&fresh, all.clone(), Refusal::NotWritten),
            (&done, decide(1), Refusal::NoHunk),
            (&done, all, Refusal::NothingOpen),
            (&done, Command::Undo, Refusal::NothingToUndo),
            (&done, Command::Redo, Refusal::NothingToRedo),
        ] {
            assert_eq!(study.decide(&command), Err(refusal), "{command:?}");
        }
    }

    #[test]
    fn a_passage_is_let_back_in_and_kept_out_again_by_command_or_by_undo() {
        let (passage, document) = (PassageId(7), DocumentId(1));
        let back = Command::Readmit { passage, document };
        let out = Command::SetAside { passage, document };
        let mut study = after(&[Step::Evidence(1)]);
        let carry_out = |study: &mut Study, command: &Command| {
            for event in study.decide(command).unwrap() {
                study.apply(&event);
            }
            study.readmitted.clone()
        };
        assert_eq!(study.decide(&out), Ok(vec![]));
        assert_eq!(carry_out(&mut study, &back), [passage]);
        assert_eq!(study.decide(&back), Ok(vec![]));
        assert_eq!(carry_out(&mut study, &Command::Undo), []);
        assert_eq!(carry_out(&mut study, &Command::Redo), [passage]);
        assert_eq!(carry_out(&mut study, &out), []);
        assert_eq!(carry_out(&mut study, &Command::Undo), [passage]);
        let unknown = Command::Readmit {
            passage,
            document: DocumentId(9),
        };
        assert_eq!(study.decide(&unknown), Err(Refusal::NoDocument));
    }

    #[test]
    fn a_passage_that_was_let_back_in_is_new_to_a_brief_that_stands() {
        let mut study = after(&[
            Step::Evidence(1),
            Step::Asked(Command::StartCycle {
                cycle: CycleKind::Draft,
            }),
            Step::Finished(0),
            Step::Finished(0),
        ]);
        assert!(study.fresh.is_empty());
        study.apply(&Event::PassageReadmitted {
            passage: PassageId(7),
            document: DocumentId(1),
        });
        assert_eq!(study.fresh, [DocumentId(1)]);
    }

    #[test]
    fn asking_the_same_again_comes_to_nothing() {
        let another = Step::Asked(Command::AnotherVersion {
            section: SectionId(0),
        });
        let accept = Command::Decide {
            section: SectionId(0),
            hunk: HunkId(1),
            decision: Decision::Accepted,
        };
        let draft = Step::Asked(Command::StartCycle {
            cycle: CycleKind::Draft,
        });
        let mut steps = vec![
            Step::Evidence(1),
            draft,
            Step::Finished(0),
            Step::Finished(0),
            another,
            Step::Finished(1),
        ];
        assert_eq!(after(&steps).decide(&accept).unwrap().len(), 1);
        steps.push(Step::Asked(accept.clone()));
        let study = after(&steps);
        assert_eq!(study.decide(&accept), Ok(vec![]));
        assert_eq!(
            study.decide(&Command::Ask {
                question: " why? ".to_owned()
            }),
            Ok(vec![])
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_not_refused_changes_the_study(steps in steps(), command in command()) {
            let study = after(&steps);
            if let Ok(events) = study.decide(&command) {
                let mut changed = study.clone();
                for event in &events {
                    changed.apply(event);
                }
                prop_assert_eq!(events.is_empty(), changed == study, "{:?}", events);
            }
        }

        #[test]
        fn only_the_analyst_changes_the_accepted_text(steps in steps()) {
            let mut study = opened();
            for step in &steps {
                let accepted = |study: &Study| -> Vec<String> {
                    study.sections.iter().filter(|section| section.is_written()).map(Section::accepted).collect()
                };
                let before = accepted(&study);
                for event in events(&study, step) {
                    study.apply(&event);
                }
                let analyst = matches!(step, Step::Asked(_));
                let kept = before.iter().all(|text| accepted(&study).contains(text));
                prop_assert!(analyst || kept, "{:?}", step);
            }
        }

        #[test]
        fn an_undoable_command_can_be_taken_back(steps in steps(), command in command()) {
            let study = after(&steps);
            let undoable = matches!(command, Command::Decide { .. } | Command::DecideAll { .. } | Command::Edit { .. });
            let events = study.decide(&command).unwrap_or_default();
            if undoable && !events.is_empty() {
                let mut changed = study.clone();
                for event in &events {
                    changed.apply(event);
                }
                for event in changed.decide(&Command::Undo).unwrap() {
                    changed.apply(&event);
                }
                for (now, then) in changed.sections.iter().zip(&study.sections) {
                    prop_assert_eq!(&now.revision, &then.revision);
                }
            }
        }
    }
}
