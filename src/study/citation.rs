//! Citation marks: every form that writers use is read, one form is written [C2].

use std::ops::Range;

/// One citation mark in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Bytes of the text that the mark covers, brackets included.
    pub span: Range<usize>,
    pub references: Vec<Reference>,
}

/// What a mark refers to, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    Number(u32),
    /// A number that was already found not to exist, written `[9?]`.
    Unresolved(String),
    /// A URL in brackets, or the target of a numbered link.
    Uri(String),
    /// A file or source name in brackets, with the page where one is given.
    Name {
        name: String,
        page: Option<u32>,
    },
}

/// The citation marks of a text, in order.
#[must_use]
pub fn marks(text: &str) -> Vec<Mark> {
    let _ = text;
    Vec::new()
}
