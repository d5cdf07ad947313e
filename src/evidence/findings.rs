//! Findings of other tools as JSON or JSON lines [E3]: every accepted shape becomes a list of [`Finding`]s, which `gather` groups into documents.
//!
//! Tools name the same thing differently, so each field is looked for under several names, in the object and in its `metadata`; what has no place of its
//! own is kept as facts. A file is looked through first, which tells what is in it, where, and of which source; each finding is read when its document is
//! made. So a million findings cost a few bytes each, and only those of some documents are in memory at once. What is broken is reported with its line
//! and skipped.

mod file;
mod markup;
mod numbers;
mod record;
mod shape;
mod tables;
mod text;
mod value;
mod whole;

pub(in crate::evidence) use self::markup::meant;
use std::collections::BTreeMap;

pub(super) use file::{Findings, look_through};
pub(super) use shape::around;
pub(super) use text::Text;

use crate::study::Origin;

/// A passage that another tool produced.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Finding {
    pub(super) text: String,
    pub(super) title: Option<String>,
    pub(super) source: FindingSource,
    pub(super) page: Option<u32>,
    pub(super) origin: Option<Origin>,
    pub(super) from_graph: bool,
    pub(super) author: Option<String>,
    pub(super) date: Option<String>,
    pub(super) site: Option<String>,
    pub(super) language: Option<String>,
    /// Everything else it says: score, relations, identifiers, fields that nobody knows. Values that are no text are compact JSON.
    pub(super) facts: BTreeMap<String, String>,
}

/// What a finding says it was taken from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum FindingSource {
    /// A canonical address.
    Address(String),
    /// The name of a file or document.
    Named(String),
    /// Nothing: the findings file itself is the source.
    Unnamed,
}

/// Where a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    /// It is a value of its own, and is read again. A million of these are held, so they are no larger than files are.
    At { start: u32, length: u32 },
    /// It stands inside another value, which would have to be read once for each of its findings; so it is held.
    Held(u32),
}

impl Spot {
    /// The spot of a value that can be read again; none of one that is too far behind or too large for this.
    fn of(start: u64, length: usize) -> Option<Self> {
        Some(Self::At {
            start: u32::try_from(start).ok()?,
            length: u32::try_from(length).ok()?,
        })
    }

    /// Bytes that are to be read; what is held counts nothing.
    pub(super) fn size(self) -> u64 {
        match self {
            Self::At { length, .. } => length.into(),
            Self::Held(_) => 0,
        }
    }
}
