//! A candidate: a sentence that could stand in a brief, with all that is read of it once.

use std::ops::Range;

use super::deeds::Deeds;
use super::role::Roles;
use crate::check::{Statement, Term};
use crate::study::{DocumentId, PassageId};

/// A sentence that could stand in the brief.
#[derive(Debug, Clone, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says another thing of the sentence"
)]
pub struct Candidate {
    pub text: String,
    /// Its words alone, to tell copies by.
    pub key: String,
    /// Citation number of its document.
    pub number: u32,
    /// Its document, or the one that this is a near-copy of: what says the same twice here is one voice.
    pub source: DocumentId,
    /// Date of its document.
    pub date: Option<String>,
    pub fresh: bool,
    pub passage: PassageId,
    /// Bytes of the passage's text.
    pub span: Range<usize>,
    pub statement: Statement,
    pub roles: Roles,
    /// What it does, by its verbs.
    pub deeds: Deeds,
    /// The candidate that it leans on and cannot stand without.
    pub leans_on: Option<usize>,
    /// Content words of its passage, headings and title: what it is about without saying so.
    pub setting: Vec<Term>,
    /// Content words of what it stands under: the title of its document and its headings.
    pub heads: Vec<Term>,
    /// The same word by word, with its label.
    pub under: String,
    /// Relevance of its passage to the step's query.
    pub passage_score: f32,
    /// From 0 to 1: how much its source and its place in it speak for it.
    pub standing: f32,
    pub words: usize,
    /// Whether its words are its source's to the letter: nothing was taken out of their midst.
    pub verbatim: bool,
    /// Whether it is an entry of a list of changes by version.
    pub chronicle: bool,
    /// Whether its document is about another place, firm or the like than the rest.
    pub elsewhere: bool,
    /// Whether it tells of its document or of a meeting as such: who wrote it, who chaired.
    pub is_frame: bool,
    /// Whether its source takes it back with the next sentence, or it only does so with the one before: it is told where what is right is, or not at all.
    pub is_taken_back: bool,
    /// Whether it is a row of a table, set as a sentence.
    pub is_cell: bool,
    /// Whether it cannot stand by itself, nor behind what it leans on: it is told in quotation marks, or not at all.
    pub is_adrift: bool,
    /// Whether it tells how something was gone about, and not what was found.
    pub is_preliminary: bool,
    /// Whether it tells a decision of a year before its document's: that is how things came to be.
    pub is_of_old: bool,
    /// Whether its source tells it of a time long before its own, which the sentence itself need not say: `Repairs cost £640` behind `In the flood of 1953`.
    pub is_long_past: bool,
    /// Whether it is an item of a list of what changed in the version that is asked about.
    pub is_of_release: bool,
}

impl Candidate {
    /// Whether it is another in the same words, and so many that one was copied from the other: that bears it out no more than once.
    #[must_use]
    pub fn is_copy_of(&self, other: &Self) -> bool {
        self.is_long() && self.key == other.key
    }

    /// Whether nobody would find the same words by chance.
    #[must_use]
    pub fn is_long(&self) -> bool {
        const BY_CHANCE: usize = 7;
        self.words > BY_CHANCE
    }
}
