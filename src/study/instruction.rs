//! Instructions: what the analyst wants to be different about sections, in their own words or about one claim [W8].
//!
//! An instruction is kept as soon as it is given. A running cycle takes it up with the next section that it concerns; what is asked of a section that
//! the cycle has passed already waits for a cycle of its own.

use serde::{Deserialize, Serialize};

use super::claim::Claim;
use super::cycle::Cycle;
use super::event::CycleKind;
use super::ids::SectionId;
use super::section::Section;
use super::state::Study;

/// What is to be different, where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Instruction {
    pub sections: Vec<SectionId>,
    pub text: String,
    /// The claim that it is about, with what checking found, where it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
}

impl Instruction {
    #[must_use]
    pub fn concerns(&self, section: SectionId) -> bool {
        self.sections.contains(&section)
    }
}

impl Study {
    /// What the running cycle is told about a section.
    pub fn instructions_for(&self, section: SectionId) -> impl Iterator<Item = &Instruction> {
        self.cycle
            .iter()
            .flat_map(|cycle| &cycle.instructions)
            .filter(move |instruction| instruction.concerns(section))
    }

    /// What waits for a section: asked for, and told to no writer yet.
    pub fn asked_of(&self, section: SectionId) -> impl Iterator<Item = &Instruction> {
        self.instructions
            .iter()
            .filter(move |instruction| instruction.concerns(section))
    }

    /// Whether a section can be given an instruction: it is written, or a running cycle will come to it.
    #[must_use]
    pub fn can_be_steered(&self, section: SectionId) -> bool {
        let is_due = |cycle: &Cycle| cycle.todo.contains(&section);
        self.section(section).is_some_and(Section::is_written)
            || self.cycle.as_ref().is_some_and(is_due)
    }

    /// The sections that instructions wait for and that can be revised now.
    #[must_use]
    pub fn to_be_steered(&self) -> Vec<SectionId> {
        (0..self.sections.len())
            .map(SectionId)
            .filter(|id| self.asked_of(*id).next().is_some())
            .filter(|id| self.section(*id).is_some_and(Section::is_written))
            .collect()
    }

    /// Whether the running cycle is to be told what waits for a section before its writer is asked. The built-in writer reads no instructions, and of what is
    /// refined or revised the best version is kept, which may be one before: what is asked then waits for a cycle of its own, so that it is never dropped.
    #[must_use]
    pub fn takes_up(&self, section: SectionId) -> bool {
        let is_due = |cycle: &Cycle| {
            cycle.todo.contains(&section)
                && !matches!(cycle.kind, CycleKind::Refine | CycleKind::Revise)
        };
        self.has_model()
            && self.cycle.as_ref().is_some_and(is_due)
            && self.asked_of(section).next().is_some()
    }

    /// What waits for a section becomes a part of the running cycle.
    pub(super) fn take_instructions(&mut self, section: SectionId) {
        let Some(cycle) = &mut self.cycle else { return };
        // What was written before does not do what is asked, however it scores: it is nothing to come back to.
        if let Some(run) = &mut self.run
            && self
                .instructions
                .iter()
                .any(|known| known.concerns(section))
        {
            run.versions.clear();
        }
        for known in &mut self.instructions {
            if known.concerns(section) {
                known.sections.retain(|id| *id != section);
                cycle.instructions.push(Instruction {
                    sections: vec![section],
                    ..known.clone()
                });
            }
        }
        self.instructions.retain(|known| !known.sections.is_empty());
    }

    /// Whether a language model writes, rather than the built-in writer.
    #[must_use]
    pub fn has_model(&self) -> bool {
        !self.writer.is_empty() && self.writer != BUILT_IN_WRITER
    }
}

/// The name of the writer that needs no model.
pub const BUILT_IN_WRITER: &str = "extractive";
/// The name that leaves it to the tiers who writes, by how complex the study is [M2].
pub const AUTO_WRITER: &str = "auto";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Command, Event, Provenance, Refusal, Usage, fixture};

    const FIRST: SectionId = SectionId(0);

    fn provenance() -> Provenance {
        Provenance {
            writer: "acme/m".to_owned(),
            usage: Usage {
                prompt_tokens: 10,
                completion_tokens: 2,
                ..Usage::default()
            },
            ..Provenance::default()
        }
    }

    fn written(writer: &str) -> Study {
        Study::fold(&[
            fixture::opened("why?", &["Situation"]),
            Event::WriterChosen {
                writer: writer.to_owned(),
            },
            Event::CycleStarted {
                cycle: CycleKind::Draft,
                sections: vec![FIRST],
            },
            Event::SectionWritten {
                section: FIRST,
                text: "First text.".to_owned(),
                warnings: vec![],
                provenance: provenance(),
            },
        ])
    }

    fn steer(study: &mut Study, text: &str) -> usize {
        let command = Command::Steer {
            sections: vec![FIRST],
            text: text.to_owned(),
            claim: None,
        };
        let events = study.decide(&command).expect("allowed");
        for event in &events {
            study.apply(event);
        }
        events.len()
    }

    #[test]
    fn an_instruction_is_taken_up_at_once_or_waits_for_the_next_cycle() {
        let mut study = written("acme/m");
        assert_eq!(steer(&mut study, "shorter"), 2);
        assert_eq!(steer(&mut study, "clearer"), 1, "the writer is at work");
        let told = |study: &Study| -> Vec<String> {
            let told = study.instructions_for(FIRST);
            told.map(|instruction| instruction.text.clone()).collect()
        };
        assert_eq!(told(&study), ["shorter"]);
        study.apply(&Event::RevisionUnneeded {
            section: FIRST,
            missed: vec![],
            provenance: provenance(),
        });
        assert_eq!(study.to_be_steered(), [FIRST]);
        study.apply(&Event::CycleStarted {
            cycle: CycleKind::Steer,
            sections: vec![FIRST],
        });
        assert_eq!(told(&study), ["clearer"]);
        assert_eq!(study.to_be_steered(), []);
    }

    #[test]
    fn what_is_asked_while_a_cycle_runs_is_told_with_the_next_section_that_it_concerns() {
        const SECOND: SectionId = SectionId(1);
        let mut study = written("acme/m");
        let plan = study.framework.sections[0].clone();
        let mut framework = study.framework.clone();
        framework.sections.push(plan);
        study = Study::fold(&[
            Event::StudyOpened {
                question: "why?".to_owned(),
                framework,
            },
            Event::WriterChosen {
                writer: "acme/m".to_owned(),
            },
            Event::CycleStarted {
                cycle: CycleKind::Draft,
                sections: vec![FIRST, SECOND],
            },
            Event::SectionWritten {
                section: FIRST,
                text: "First text.".to_owned(),
                warnings: vec![],
                provenance: provenance(),
            },
        ]);
        let asked = Command::Steer {
            sections: vec![FIRST, SECOND],
            text: "shorter".to_owned(),
            claim: None,
        };
        for event in study.decide(&asked).expect("allowed") {
            study.apply(&event);
        }
        assert!(study.takes_up(SECOND) && !study.takes_up(FIRST));
        study.apply(&Event::InstructionsTaken { section: SECOND });
        assert!(!study.takes_up(SECOND));
        assert_eq!(study.instructions_for(SECOND).count(), 1);
        assert_eq!(study.instructions_for(FIRST).count(), 0);
        // The part that was written already gets a cycle of its own.
        assert_eq!(study.to_be_steered(), [FIRST]);
    }

    #[test]
    fn a_cycle_that_changes_nothing_is_no_draft_of_its_own_and_is_paid_for() {
        let mut study = written("acme/m");
        assert_eq!((study.drafts, study.spent.prompt_tokens), (1, 10));
        steer(&mut study, "shorter");
        assert_eq!(study.drafts, 2);
        study.apply(&Event::RevisionUnneeded {
            section: FIRST,
            missed: vec![],
            provenance: provenance(),
        });
        assert_eq!((study.drafts, study.spent.prompt_tokens), (1, 20));
    }

    #[test]
    fn the_built_in_writer_is_not_steered_in_words() {
        let refused = written(BUILT_IN_WRITER).decide(&Command::Steer {
            sections: vec![FIRST],
            text: "shorter".to_owned(),
            claim: None,
        });
        assert_eq!(refused, Err(Refusal::NeedsModel));
    }
}
