//! What the workbench shows that is in no journal: text as it streams in, how far ingestion is, passages in their surroundings, notices.
//!
//! These are plain values; how they are drawn is the screen's business, and when they change is the workbench's.

use std::ops::Range;
use std::time::Instant;

use crate::study::{Document, Passage, Revision, SectionId};

/// The section that is being written now: text that is not yet in the journal.
#[derive(Debug, Clone, PartialEq)]
pub struct Live {
    pub section: SectionId,
    pub text: String,
    pub reasoning: String,
    pub started: Instant,
    /// Tokens so far, estimated as characters / 4.
    pub tokens: u64,
    /// What the engine waits for, when it retries.
    pub waiting: Option<String>,
    /// The section's text with the edits that have come whole, once the reply has shown that it is edits.
    pub proposed: Option<Revision>,
}

/// A passage in its surroundings, for the preview of a citation.
#[derive(Debug, Clone, PartialEq)]
pub struct PassageView {
    pub number: Option<u32>,
    pub document: Document,
    pub passage: Passage,
    /// Why the document is not what its source says today, where it is not.
    pub note: Option<&'static str>,
    /// Text just before and after the passage in its document (about a paragraph each).
    pub before: String,
    pub after: String,
    /// Bytes of the passage's text to mark: the cited sentence.
    pub marked: Option<Range<usize>>,
}

/// A line for the analyst: what happened, to what, what to do. A key stands in it by the name of its action, as `{retry}`: which one that is, the screen
/// knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub level: Level,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Info,
    Warning,
    Error,
}
