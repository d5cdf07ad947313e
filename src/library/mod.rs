//! The library: one SQLite file with documents, passages, full-text index and the journals of all studies.
//!
//! Only this module knows SQL.

use crate::study::{StudyId, Timestamp};

/// A study in the list of studies.
#[derive(Debug, Clone, PartialEq)]
pub struct StudySummary {
    pub id: StudyId,
    pub title: String,
    pub changed: Timestamp,
    /// First words of the brief, for the preview.
    pub preview: String,
    pub sections_written: usize,
    pub sections: usize,
    pub sources: usize,
}
