//! Searching the evidence of a study by words and by meaning, as `tercet search` does the library.

use std::collections::{HashMap, HashSet};

use super::snippet::QueryWords;
use super::{Level, Workbench};
use crate::library::{Hit, Library, LibraryError, Search};
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
    /// All of it, in pieces likewise.
    pub text: Vec<(String, bool)>,
}

/// A passage that was found, with the words marked in the part of it that says most of what was looked for, and in all of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MarkedHit {
    hit: Hit,
    snippet: Vec<(String, bool)>,
    text: Vec<(String, bool)>,
}

impl Workbench {
    /// The passages of the evidence that bear on these words, best first, each text once.
    pub fn search_sources(&mut self, words: &str) -> Vec<FoundPassage> {
        let study = &self.session.study;
        let current: Vec<DocumentId> = study.current().map(|document| document.id).collect();
        match find(&self.library, words, &current, &study.readmitted) {
            Ok(found) => self.listed(found),
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                Vec::new()
            }
        }
    }

    /// What was found, as it is known in the study.
    pub(super) fn listed(&self, found: Vec<MarkedHit>) -> Vec<FoundPassage> {
        let study = &self.session.study;
        let listed = |MarkedHit { hit, snippet, text }| {
            let document = study.document(hit.passage.document);
            let title = document.map_or_else(String::new, |known| known.title.clone());
            let found = FoundPassage {
                passage: hit.passage.id,
                number: study.number_of(hit.passage.document),
                place: hit.passage.locator_beside(&title),
                title,
                snippet,
                text,
            };
            (hit.passage.ordinal, found)
        };
        let (ordinals, mut found): (Vec<u32>, Vec<FoundPassage>) =
            found.into_iter().map(listed).unzip();
        tell_apart(&mut found, &ordinals);
        found
    }
}

/// The passages of these documents that bear on some words, best first, each text once.
pub(super) fn find(
    library: &Library,
    words: &str,
    current: &[DocumentId],
    readmitted: &[PassageId],
) -> Result<Vec<MarkedHit>, LibraryError> {
    let hits = library.search(&Search {
        text: words,
        documents: Some(current),
        among: Some(current),
        readmitted,
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
    let marked = found.map(|hit| MarkedHit {
        snippet: marks.pieces(&hit.passage.text),
        text: marks.all_pieces(&hit.passage.text),
        hit,
    });
    Ok(marked.collect())
}

/// Names the place of a passage by its number in its document, where another one has the same page or heading: nobody could tell one from the other.
fn tell_apart(found: &mut [FoundPassage], ordinals: &[u32]) {
    let mut shared: HashMap<(Option<u32>, String, String), usize> = HashMap::new();
    let named = |one: &FoundPassage| (one.number, one.title.clone(), one.place.clone());
    for one in found.iter() {
        *shared.entry(named(one)).or_default() += 1;
    }
    for (one, ordinal) in found.iter_mut().zip(ordinals) {
        if shared.get(&named(one)).is_some_and(|count| *count > 1) {
            let between = if one.place.is_empty() { "" } else { ", " };
            one.place = format!("{}{between}passage {}", one.place, ordinal + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_of_one_page_or_heading_are_told_apart() {
        let found = |passage, title: &str, place: &str| FoundPassage {
            passage: PassageId(passage),
            number: Some(1),
            title: title.to_owned(),
            place: place.to_owned(),
            snippet: Vec::new(),
            text: Vec::new(),
        };
        let mut all = [
            found(7, "Notes", ""),
            found(9, "Survey", "p. 3"),
            found(2, "Notes", ""),
            found(3, "Survey", "p. 4"),
            found(4, "Survey", "p. 4"),
        ];
        tell_apart(&mut all, &[4, 0, 1, 2, 3]);
        assert_eq!(
            all.each_ref().map(|one| one.place.as_str()),
            [
                "passage 5",
                "p. 3",
                "passage 2",
                "p. 4, passage 3",
                "p. 4, passage 4"
            ]
        );
    }
}
