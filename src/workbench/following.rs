//! Looking for more evidence: what a decision wants is searched for in the study's own documents, and in all else that the library holds [W7].
//!
//! What is found in a document that is not the study's makes that document evidence of the study, like any other that was added; the journal and the notice say
//! where it came from. A passage from elsewhere has to be about what was searched for: one word in common is no reason to bring it in.

use std::collections::{BTreeMap, HashSet};

use super::asking::sent_passages;
use super::{Level, Workbench, retrieve};
use crate::check::{self, Lexicon};
use crate::library::{Hit, Library, LibraryError, Search};
use crate::study::{Document, DocumentId, Event, Passage, PassageId, Study, counted};

/// Passages that a search for more evidence brings at most, and those that one query is looked up to.
const FOUND: usize = 8;
const EACH: usize = 12;
/// Of the words of a query that say something, the share that a passage from elsewhere has.
const SHARE: f32 = 0.6;

/// What one search came to.
#[derive(Default)]
struct Found {
    /// For each query, best first.
    lists: Vec<Vec<PassageId>>,
    /// Documents that are not the study's, by their passages.
    elsewhere: BTreeMap<PassageId, Document>,
    /// Why not all could be searched.
    failed: Option<String>,
}

impl Workbench {
    /// Looks in the library for what the last decision wants, and keeps what no writer has been sent.
    pub(super) fn search_evidence(&mut self) {
        let study = self.study();
        let decided = study.run.as_ref().and_then(|run| run.decided());
        let queries = decided
            .map(|decided| decided.queries.clone())
            .unwrap_or_default();
        let mut found = Found::default();
        for query in &queries {
            if let Err(error) = found.search(&self.library, study, query) {
                found.failed = Some(error.to_string());
            }
        }
        let passages = in_turn(&found.lists, FOUND);
        let mut seen = HashSet::new();
        let added: Vec<Document> = passages
            .iter()
            .filter_map(|id| found.elsewhere.get(id))
            .filter(|document| seen.insert(document.id))
            .cloned()
            .collect();
        if let Some(why) = found.failed {
            self.notify(
                Level::Warning,
                format!("part of the library search failed: {why}"),
            );
        }
        let mut said = match passages.len() {
            0 => format!("nothing more in the library on: {}", queries.join("; ")),
            found => format!(
                "{} more on: {}",
                counted(found, "passage"),
                queries.join("; ")
            ),
        };
        if !added.is_empty() {
            let titles: Vec<&str> = added.iter().map(|one| one.title.as_str()).collect();
            said = format!(
                "{said}; found elsewhere in the library, and evidence of this study until {{take-out}} takes it out: {}",
                titles.join("; ")
            );
        }
        let from_library = added.iter().map(|document| document.id).collect();
        let mut events: Vec<Event> = added
            .into_iter()
            .map(|document| Event::EvidenceAdded { document })
            .collect();
        events.push(Event::EvidenceSearched {
            queries,
            passages,
            from_library,
        });
        self.record(&events);
        if self
            .study()
            .run
            .as_ref()
            .is_some_and(|run| run.ended.is_some())
        {
            said = format!("{said}; add evidence, or {{retry}} completes the brief without it");
        }
        self.notify(Level::Info, said);
    }
}

impl Found {
    fn search(
        &mut self,
        library: &Library,
        study: &Study,
        query: &str,
    ) -> Result<(), LibraryError> {
        let known: HashSet<PassageId> = sent_passages(study).collect();
        let is_new = |hit: &Hit| hit.lexical > 0.0 && !known.contains(&hit.passage.id);
        let current: Vec<DocumentId> = study.current().map(|document| document.id).collect();
        let own = retrieve::best(library, study, query, &current, EACH)?;
        self.lists.push(
            own.iter()
                .filter(|hit| is_new(hit))
                .map(|hit| hit.passage.id)
                .collect(),
        );
        let all: Vec<DocumentId> = study.evidence.iter().map(|document| document.id).collect();
        let others = library.search(&Search {
            text: query,
            without: &all,
            limit: EACH,
            ..Search::default()
        })?;
        let mut list = Vec::new();
        let wanted = stems(query);
        for hit in others.iter().filter(|hit| is_new(hit)) {
            let Passage { id, document, .. } = &hit.passage;
            if !is_about(&wanted, &hit.passage) {
                continue;
            }
            let Some(document) = library.document(*document)? else {
                continue;
            };
            // The study knows this source already, in another version or under another name.
            let is_known = |one: &Document| one.uri == document.uri || one.hash == document.hash;
            if study.evidence.iter().any(is_known) {
                continue;
            }
            list.push(*id);
            self.elsewhere.insert(*id, document);
        }
        self.lists.push(list);
        Ok(())
    }
}

/// The stems of the words of a text that say something.
fn stems(text: &str) -> HashSet<String> {
    let mut lexicon = Lexicon::default();
    check::words(text)
        .filter_map(|span| text.get(span))
        .map(check::plain)
        .filter(|word| lexicon.term(word).is_some())
        .map(|word| check::stem(&word))
        .collect()
}

/// Whether a passage has most of the words that were searched for, in its text or above it.
fn is_about(wanted: &HashSet<String>, passage: &Passage) -> bool {
    let has = stems(&format!("{} {}", passage.headings.join(" "), passage.text));
    let shared = wanted.intersection(&has).count();
    shared > 0 && shared as f32 >= SHARE * wanted.len() as f32
}

/// The first of each list, then the second of each, without repeats.
fn in_turn(lists: &[Vec<PassageId>], most: usize) -> Vec<PassageId> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let mut chosen = Vec::new();
    for at in 0..longest {
        for id in lists.iter().filter_map(|list| list.get(at)) {
            if chosen.len() < most && !chosen.contains(id) {
                chosen.push(*id);
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passage_from_elsewhere_has_to_be_about_what_was_searched_for() {
        let passage = |text: &str| Passage {
            text: text.to_owned(),
            ..Passage::default()
        };
        let wanted = stems("grid connection of the north depot");
        assert!(is_about(
            &wanted,
            &passage("The depot in the north gets a new connection to the grid in May.")
        ));
        assert!(!is_about(
            &wanted,
            &passage("The north wind was strong, and the depot of books stayed shut.")
        ));
        assert!(!is_about(&stems("of the"), &passage("Of the many.")));
    }
}
