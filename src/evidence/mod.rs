//! Reading evidence: from what the analyst points at to documents split into passages.
//!
//! `expand` turns arguments into sources, `read` turns one source into documents. Formats whose parsers can hang or crash run in a child process of
//! the same binary [E2]. Nothing here stores anything, and nothing here knows of studies.

use std::ops::Range;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::study::{DocumentKind, Origin, RefusedEvidence};

/// One thing to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Standard input, already read whole.
    Standard(Vec<u8>),
    File(PathBuf),
}

/// A document as its reader made it. Text is UTF-8 with `\n` line ends and without control characters [Z1].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReadDocument {
    pub title: String,
    /// Absolute path, canonical URL (fragment, tracking parameters and trailing slash removed [C1]), or `stdin`.
    pub uri: String,
    pub kind: DocumentKind,
    pub origin: Origin,
    pub author: Option<String>,
    pub site: Option<String>,
    pub date: Option<String>,
    pub text: String,
    /// Number of pages, where the format has pages.
    pub pages: Option<u32>,
    /// SHA-256 in hex over the text with white space and case normalised [E5].
    pub hash: String,
    /// In document order; spans are bytes of `text`.
    pub passages: Vec<ReadPassage>,
    pub warnings: Vec<String>,
}

/// A passage before the library has given it an id; fields as in [`crate::study::Passage`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReadPassage {
    pub text: String,
    pub pages: Option<(u32, u32)>,
    pub headings: Vec<String>,
    pub span: Range<usize>,
    pub from_graph: bool,
}

/// Files and folders (recursive, ignore files honoured, hidden files skipped) and `-`, as sources in a stable order; what cannot be found is
/// refused with its reason and the rest goes on. Folder files of a kind no reader knows are skipped silently; named files are refused.
pub fn expand(arguments: &[String]) -> Vec<Result<Source, RefusedEvidence>> {
    let _ = arguments;
    Vec::new()
}

/// Reads one source. A findings file can hold several documents (one for each address it cites).
///
/// # Errors
/// The refusal to list, naming the source, what is wrong and what to do.
pub fn read(source: &Source) -> Result<Vec<ReadDocument>, RefusedEvidence> {
    let _ = source;
    Ok(Vec::new())
}
