//! Looking for more evidence: what a decision wants is searched for in the study's own documents, and in all else that the library holds [W7].
//!
//! What is found in a document that is not the study's makes that document evidence of the study, like any other that was added; the journal and the notice say
//! where it came from. A passage from elsewhere has to be about what was searched for: one word in common is no reason to bring it in.

use std::collections::{BTreeMap, HashSet};

use super::asking::sent_passages;
use super::{Level, Workbench, retrieve};
use crate::check::{self, Lexicon};
use crate::clean;
use crate::library::{Hit, Library, LibraryError, Search};
use crate::pipeline::impact::{Before, News, weigh};
use crate::study::{
    Document, DocumentId, Event, NewsNote, Passage, PassageId, Reading, Study, counted,
};

/// Passages that a search for more evidence brings at most, and those that one query is looked up to.
const FOUND: usize = 8;
const EACH: usize = 12;
/// Of the words of a query that say something, the share that a passage from elsewhere has.
const SHARE: f32 = 0.6;

/// What one search came to.
#[derive(Default)]
struct Found {
    /// For each query, best first: what the study's own documents have, and what others do.
    lists: Vec<[Vec<PassageId>; 2]>,
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
        let lists: Vec<Vec<PassageId>> = found.lists.iter().flatten().cloned().collect();
        let passages = in_turn(&lists, FOUND);
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
        let mut said = told(&queries, &found.lists, &passages);
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
        let notes = self.held_against_the_brief(&events, &passages);
        if self.study().weighed != notes {
            events.push(Event::NewsWeighed { notes });
        }
        events.push(Event::EvidenceSearched {
            queries,
            passages,
            from_library,
        });
        self.record(&events);
        let run = self.study().run.as_ref();
        if run.is_some_and(|run| run.ended.is_some()) {
            let decided = run.and_then(|run| run.decided());
            let wanted = decided.and_then(|decided| decided.reasons.first());
            let wanted = wanted.map_or_else(String::new, |why| {
                format!(" (wanted because: {})", clean::line(why, 160))
            });
            let waits = "add evidence, or {retry} completes the brief without it";
            self.tell_outcome(format!("{said}{wanted}; {waits}"));
        } else {
            self.notify(Level::Info, said);
        }
    }

    /// What was found to say otherwise than the brief, or to bear it out, as of any evidence that comes later; what it tells beside the brief is for the writer, who
    /// asked for it.
    fn held_against_the_brief(&self, added: &[Event], found: &[PassageId]) -> Vec<NewsNote> {
        let mut study = self.study().clone();
        for event in added {
            study.apply(event);
        }
        let passages = found
            .iter()
            .filter_map(|id| self.library.passage(*id).ok()?);
        let passages: Vec<Passage> = passages.collect();
        let mut documents: Vec<DocumentId> = passages.iter().map(|one| one.document).collect();
        documents.sort_unstable();
        documents.dedup();
        let weighing = weigh(
            &study,
            News {
                documents: &documents,
                passages: &passages,
                versions: &[],
                before: &Before::default(),
                older: &[],
                is_cut: false,
            },
        );
        let mut notes = weighing.settle(&[]).notes();
        notes.retain(|note| note.sentence.is_some());
        notes
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
        let wanted = stems(query);
        let said = said_sentences(study);
        // A writer that was sent the answer may have had no use for it then.
        let is_left = |hit: &Hit| answers_unsaid(&wanted, &said, &hit.passage.text);
        let current: Vec<DocumentId> = study.current().map(|document| document.id).collect();
        let own = retrieve::best(library, study, query, &current, EACH)?;
        let own: Vec<PassageId> = own
            .iter()
            .filter(|hit| is_new(hit) || is_left(hit))
            .map(|hit| hit.passage.id)
            .collect();
        let all: Vec<DocumentId> = study.evidence.iter().map(|document| document.id).collect();
        let others = library.search(&Search {
            text: query,
            without: &all,
            limit: EACH,
            ..Search::default()
        })?;
        let mut list = Vec::new();
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
        self.lists.push([own, list]);
        Ok(())
    }
}

/// What a search came to, by its queries: those that found something, and those that did not.
fn told(queries: &[String], lists: &[[Vec<PassageId>; 2]], chosen: &[PassageId]) -> String {
    let found = |at: usize| {
        let mut ids = lists.get(at).into_iter().flatten().flatten();
        ids.any(|id| chosen.contains(id))
    };
    let (with, without): (Vec<_>, Vec<_>) =
        queries.iter().enumerate().partition(|(at, _)| found(*at));
    let named = |queries: &[(usize, &String)]| {
        let queries = queries.iter().map(|(_, query)| query.as_str());
        queries.collect::<Vec<_>>().join("; ")
    };
    match (with.as_slice(), without.as_slice()) {
        ([], _) => format!("nothing more in the library on: {}", queries.join("; ")),
        (with, []) => format!(
            "{} more on: {}",
            counted(chosen.len(), "passage"),
            named(with)
        ),
        (with, without) => format!(
            "{} more on: {}; nothing on: {}",
            counted(chosen.len(), "passage"),
            named(with),
            named(without)
        ),
    }
}

/// What the brief says, as it is proposed, by the stems of each sentence.
fn said_sentences(study: &Study) -> Vec<HashSet<String>> {
    let texts = study.texts(Reading::Candidate);
    let said = texts.iter().flat_map(|text| check::stated(text));
    said.map(|stated| stems(&stated.bare)).collect()
}

/// Whether a sentence of a text is about what was searched for, and no sentence of the brief says it.
fn answers_unsaid(wanted: &HashSet<String>, said: &[HashSet<String>], text: &str) -> bool {
    let mut answers = check::stated(text)
        .into_iter()
        .map(|stated| stems(&stated.bare));
    answers.any(|answer| {
        let holds = |has: &HashSet<String>, of: &HashSet<String>| {
            let shared = of.intersection(has).count();
            shared > 0 && shared as f32 >= SHARE * of.len() as f32
        };
        holds(&answer, wanted) && !said.iter().any(|said| holds(said, &answer))
    })
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

    #[test]
    fn what_a_writer_was_sent_and_did_not_use_answers_what_is_asked_for_now() {
        let passage = "The works are in the north. It employs 24 pipe fitters and needs 60.";
        let wanted = stems("pipe fitters employed");
        let said = |text: &str| vec![stems(text)];
        assert!(answers_unsaid(
            &wanted,
            &said("The works are in the north."),
            passage
        ));
        assert!(!answers_unsaid(
            &wanted,
            &said("The works employ 24 pipe fitters and need 60."),
            passage
        ));
        assert!(!answers_unsaid(&stems("rivers of Mars"), &[], passage));
    }

    #[test]
    fn a_query_that_found_nothing_is_named() {
        let queries = ["pipe fitters".to_owned(), "rivers of Mars".to_owned()];
        let lists = [[vec![PassageId(1)], vec![]], [vec![], vec![]]];
        assert_eq!(
            told(&queries, &lists, &[PassageId(1)]),
            "1 passage more on: pipe fitters; nothing on: rivers of Mars"
        );
        assert_eq!(
            told(&queries, &[[vec![], vec![]], [vec![], vec![]]], &[]),
            "nothing more in the library on: pipe fitters; rivers of Mars"
        );
    }
}
