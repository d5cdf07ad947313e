//! Searching the evidence of a study by words and by meaning, as `tercet search` does the library.

use std::collections::HashSet;

use super::snippet::QueryWords;
use super::{Level, Workbench};
use crate::library::{LibraryError, Search};
use crate::study::{DocumentId, PassageId};

/// Passages that are listed.
const LISTED: usize = 30;

/// A passage of the evidence that bears on what was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPassage {
    pub passage: PassageId,
    /// The number by which its document is cited, where it has one.
    pub number: Option<u32>,
    pub title: String,
    /// Its page or heading.
    pub place: String,
    /// The part of it that says most of what was looked for, in pieces: those that are words of it are marked.
    pub snippet: Vec<(String, bool)>,
}

impl Workbench {
    /// The passages of the evidence that bear on these words, best first, each text once.
    pub fn search_sources(&mut self, words: &str) -> Vec<FoundPassage> {
        match self.found_in_sources(words) {
            Ok(found) => found,
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                Vec::new()
            }
        }
    }

    fn found_in_sources(&self, words: &str) -> Result<Vec<FoundPassage>, LibraryError> {
        let study = &self.session.study;
        let current: Vec<DocumentId> = study.current().map(|document| document.id).collect();
        let hits = self.library.search(&Search {
            text: words,
            documents: Some(&current),
            among: Some(&current),
            readmitted: &study.readmitted,
            limit: LISTED,
            closely: true,
            ..Search::default()
        })?;
        let mut marks = QueryWords::of(words);
        let mut seen = HashSet::new();
        let found = hits.into_iter().filter(|hit| {
            // A copy of a passage says nothing more.
            hit.is_related() && seen.insert(hit.passage.text.clone())
        });
        Ok(found
            .map(|hit| {
                let document = study.document(hit.passage.document);
                let title = document.map_or_else(String::new, |known| known.title.clone());
                FoundPassage {
                    passage: hit.passage.id,
                    number: study.number_of(hit.passage.document),
                    place: hit.passage.locator_beside(&title),
                    title,
                    snippet: marks.pieces(&hit.passage.text),
                }
            })
            .collect())
    }
}
