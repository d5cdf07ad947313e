//! Instructions: what the analyst wants to be different about sections, in their own words or about one claim [W8].
//!
//! An instruction is kept as soon as it is given. A cycle takes up those that wait when it starts; one that is given while a writer is at work waits
//! for the next.

use serde::{Deserialize, Serialize};

use super::claim::Claim;
use super::ids::SectionId;
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

    /// The sections that instructions wait for and that can be revised now: they are written, and nothing is open in them.
    #[must_use]
    pub fn to_be_steered(&self) -> Vec<SectionId> {
        let can = |id: &SectionId| {
            self.section(*id)
                .is_some_and(|section| section.is_written() && section.open_hunks() == 0)
        };
        (0..self.sections.len())
            .map(SectionId)
            .filter(|id| self.instructions.iter().any(|known| known.concerns(*id)))
            .filter(can)
            .collect()
    }

    /// Whether a language model writes, rather than the built-in writer.
    #[must_use]
    pub fn has_model(&self) -> bool {
        !self.writer.is_empty() && self.writer != BUILT_IN_WRITER
    }
}

/// The name of the writer that needs no model.
pub const BUILT_IN_WRITER: &str = "extractive";
