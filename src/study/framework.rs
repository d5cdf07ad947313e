//! Frameworks: the list of sections that a brief has, with each section's purpose and length.
//!
//! A framework is data. The one a study was opened with is part of its journal, so that a later edit of the file changes no old study.

use serde::{Deserialize, Serialize};

/// The sections of a brief, in writing order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Framework {
    /// Name used on the command line, such as `scr`.
    pub id: String,
    pub title: String,
    pub sections: Vec<SectionPlan>,
}

/// What one section is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionPlan {
    pub title: String,
    /// One sentence for the writer.
    pub purpose: String,
    /// The rhetorical role by which the extractive writer picks sentences.
    pub role: RhetoricalRole,
    /// Words to aim for.
    pub words: u32,
}

/// What a sentence or a section does in the argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RhetoricalRole {
    /// Current state, background, facts.
    Situation,
    /// Problems, conflicts, tensions.
    Complication,
    /// Solutions, recommendations, directions.
    Resolution,
}
