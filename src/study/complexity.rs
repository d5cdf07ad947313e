//! How much a study asks of a writer, as it was estimated when a cycle began.
//!
//! The estimate itself is made in `pipeline`; here is what came of it, because a journal that says who wrote has to say why.

use serde::{Deserialize, Serialize};

/// From 0 to 10, with what speaks for it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Complexity {
    pub score: u32,
    /// In words for the analyst, such as `12 documents`.
    pub reasons: Vec<String>,
}

impl Complexity {
    /// Such as `5 of 10: 12 documents, 2 disagreements between sources`.
    #[must_use]
    pub fn in_words(&self) -> String {
        format!("{} of 10: {}", self.score, self.reasons.join(", "))
    }
}
