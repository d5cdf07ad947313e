//! Reading evidence: from what the analyst points at to documents split into passages.
//!
//! [`expand`] turns arguments into sources, [`Reader::read`] turns one source into documents. Formats whose parsers can hang or crash run in a child
//! process of the same binary [E2], which enters at [`child_main`]. All text leaves here sanitised ([`clean`], [Z1]). Nothing here stores anything,
//! and nothing here knows of studies.
//!
//! ```text
//! arguments -expand-> Source -format-> markdown | plain | findings        -> Body -split-> ReadDocument
//!                                      child process: pdf | html
//! ```

mod address;
mod body;
mod clean;
mod dates;
mod decode;
mod expand;
mod findings;
mod flow;
mod format;
mod gather;
mod html;
mod isolate;
mod markdown;
mod pdf;
mod plain;
mod problem;
mod read;
mod reading;
mod sentences;
mod split;

use std::ops::Range;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::study::{DocumentKind, Origin};

pub use address::canonical;
pub use clean::{clean, clean_line};
pub use expand::expand;
pub use isolate::{COMMAND, child_main};
pub use read::{Limits, Reader};

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
    /// Absolute path, canonical URL (fragment, tracking parameters and trailing slash removed [C1]), or `stdin`; a source that a findings file
    /// names without an address is the file's path, `#` and the name.
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
