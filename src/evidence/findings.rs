//! Findings of other tools as JSON or JSON lines [E3]: every accepted shape becomes a list of [`Finding`]s, which `gather` groups into documents.
//!
//! Tools name the same thing differently, so each field is looked for under several names, in the object and in its `metadata`; what has no place of its
//! own is kept as facts. A file is read value by value, never as one tree, so that a million lines cost what their findings cost. What is broken is
//! reported with its line and skipped.

mod file;
mod numbers;
mod shape;

use std::collections::BTreeMap;

pub(super) use file::read;

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

#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) list: Vec<Finding>,
    /// The question of a transcript.
    pub(super) query: Option<String>,
    /// What a transcript says besides its findings, such as the tool's own `final_output`.
    pub(super) facts: BTreeMap<String, String>,
    pub(super) warnings: Vec<String>,
}
