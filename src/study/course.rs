//! Which way to go on after a brief, or a part of one: look for more evidence, or finish [W7].

use serde::{Deserialize, Serialize};

/// What was decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseDecision {
    pub course: Course,
    pub reasons: Vec<String>,
    /// What the decision rests on; handed to a refining that follows [W6].
    pub key_factors: Vec<String>,
    /// What to search for, where it is to go on.
    pub queries: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Course {
    /// The evidence in hand does not answer the question; look for more.
    Continue,
    /// It does, as far as it ever will.
    Finish,
}

impl Course {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Continue => "continue",
            Self::Finish => "finish",
        }
    }
}
