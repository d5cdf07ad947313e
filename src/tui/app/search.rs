//! Searching: the brief first, then the scores' reasons, the changes that wait, the list of the evidence, and the text of it as soon as the library has
//! looked; round and round, wherever the reader is.

use super::cursor::current;
use super::reading::row_of;
use super::{App, Effect};
use crate::study::{Decision, Dimension, DocumentId, Passage, Quote, SectionId, counted};
use crate::tui::layers::{AnyLayer, Surroundings};
use crate::tui::layout::Layout;
use crate::tui::panes::evidence::{self, Entry};
use crate::tui::panes::revisions;
use crate::tui::panes::standing::Standing;
use crate::tui::search::Search;
use crate::tui::ui::{Cursor, Pane, Stand};
use crate::tui::view::View;

/// Where a match stands.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    Text(Cursor),
    Scores,
    /// A row of the revisions.
    Revision(usize),
    /// A row of the evidence.
    Source(usize),
    /// A passage, and the row of its document.
    Passage(Quote, usize),
}

impl App {
    /// A search of the panes begins here, unless one is under way already.
    pub(super) fn remember_where_search_began(&mut self) {
        if self.ui.layers.is_empty() && self.ui.search.is_none() {
            self.ui.searched_from = Some(Stand {
                focus: self.ui.focus,
                reading: self.ui.reading.clone(),
                source: self.ui.source,
                revision: self.ui.revision,
            });
        }
    }

    /// Nothing is searched for any more: the reader is where they were before, unless they went on from a match.
    pub(super) fn end_search(&mut self) {
        self.ui.search = None;
        if let Some(stand) = self.ui.searched_from.take() {
            self.ui.focus = stand.focus;
            self.ui.reading = stand.reading;
            self.ui.source = stand.source;
            self.ui.revision = stand.revision;
        }
    }

    /// Goes to the next or previous match of the search.
    pub(super) fn find(&mut self, view: &View<'_>, direction: isize) -> Vec<Effect> {
        let Some(search) = self.ui.search.clone() else {
            self.inform("nothing to search for yet".to_owned());
            return vec![];
        };
        if self.ui.reviews() {
            return self.find_change(&search, view, direction);
        }
        let places = self.places(&search, view);
        let all = places.len();
        let at = search.step(all, direction, || self.first_from_here(&places, view));
        if let Some(search) = &mut self.ui.search {
            search.at = Some(if all == 0 { (0, 0) } else { (at + 1, all) });
            search.current = match places.get(at) {
                Some(Place::Text(cursor)) => Some(cursor.clone()),
                _ => None,
            };
        }
        match places.get(at) {
            Some(Place::Text(cursor)) => {
                let sentence = self.with_column(view, |column, _, _| column.sentence_at(cursor));
                self.ui.reading.cursor = sentence;
                self.bring_into_view(cursor, view);
                self.ui.focus = Pane::Section(cursor.section);
            }
            Some(Place::Scores) => self.ui.focus = Pane::Judge,
            Some(Place::Revision(row)) => {
                self.ui.focus = Pane::Revisions;
                self.ui.revision = *row;
            }
            Some(Place::Source(row)) => {
                self.ui.focus = Pane::Evidence;
                self.ui.source = *row;
                return self.preview_source(view);
            }
            Some(Place::Passage(quote, row)) => {
                self.ui.focus = Pane::Evidence;
                self.ui.source = *row;
                // A desk shows it beside the list.
                self.ui.opening = self.ui.drawn.areas.layout != Layout::Desk;
                return vec![Effect::LoadPassage {
                    passage: quote.passage,
                    marked: Some(quote.clone()),
                }];
            }
            None => self.inform(format!(
                "{:?} is not in the brief, its scores and changes, or its evidence",
                search.pattern
            )),
        }
        vec![]
    }

    /// Goes to a change under review that says what is searched for.
    fn find_change(&mut self, search: &Search, view: &View<'_>, direction: isize) -> Vec<Effect> {
        let around = Surroundings::new(view, &self.keymap, &self.theme, &self.ui);
        // The first step after a search may stay where the reader is.
        let direction = if search.at.is_none() { 0 } else { direction };
        let mut layers = self.ui.layers.iter_mut();
        let at = layers.find_map(|layer| match layer {
            AnyLayer::Review(review) => {
                Some(review.find(&|text| search.regex.is_match(text), direction, around))
            }
            _ => None,
        });
        if let (Some(at), Some(search)) = (at, &mut self.ui.search) {
            search.at = Some(at.unwrap_or((0, 0)));
        }
        vec![]
    }

    /// Counts the matches of what is being typed, and marks the one that it would go to.
    pub(super) fn look(&mut self, view: &View<'_>) {
        let Some(search) = self.ui.search.clone() else {
            return;
        };
        if self.ui.reviews() {
            // The change under review stays until the search is asked for.
            return;
        }
        let places = self.places(&search, view);
        let at = self.first_from_here(&places, view);
        if let Some(search) = &mut self.ui.search {
            search.at = Some(places.get(at).map_or((0, 0), |_| (at + 1, places.len())));
            search.current = match places.get(at) {
                Some(Place::Text(cursor)) => Some(cursor.clone()),
                _ => None,
            };
        }
    }

    fn places(&mut self, search: &Search, view: &View<'_>) -> Vec<Place> {
        let mut places: Vec<Place> = self.with_column(view, |column, _, _| {
            let texts = column.texts().flat_map(|(section, _, prose)| {
                search.regex.find_iter(prose.text).map(move |found| {
                    Place::Text(Cursor {
                        section,
                        source: found.range(),
                        number: None,
                    })
                })
            });
            texts.collect()
        });
        let is_found = |text: &str| search.regex.is_match(text);
        if let Some(standing) = Standing::of(view) {
            let reasons = Dimension::ALL.map(|which| &standing.scores.of(which).reason);
            if reasons.into_iter().any(|reason| is_found(reason)) {
                places.push(Place::Scores);
            }
        }
        let waiting = revisions::waiting(view.study);
        places.extend(
            waiting
                .iter()
                .enumerate()
                .filter(|(_, (section, _))| is_in_changes(view, *section, &is_found))
                .map(|(row, _)| Place::Revision(row)),
        );
        let entries = evidence::entries(view.study);
        places.extend(
            entries
                .iter()
                .enumerate()
                .filter(|(_, entry)| is_in_entry(entry, &is_found))
                .map(|(row, _)| Place::Source(row)),
        );
        let row_of = |document: DocumentId| {
            entries.iter().position(|entry| match entry {
                Entry::Source {
                    document: known, ..
                } => known.id == document,
                _ => false,
            })
        };
        let passages = search.passages.iter();
        let mut passages: Vec<(usize, &Quote)> = passages
            .filter_map(|(document, quote)| Some((row_of(*document)?, quote)))
            .collect();
        passages.sort_by_key(|(row, quote)| (*row, quote.passage));
        places.extend(
            passages
                .into_iter()
                .map(|(row, quote)| Place::Passage(quote.clone(), row)),
        );
        places
    }

    /// The library has looked for the words of a search: where they stand in this order, they are matches too.
    pub fn passages_found(&mut self, pattern: &str, passages: &[Passage]) {
        let Some(search) = self
            .ui
            .search
            .as_mut()
            .filter(|search| search.pattern == pattern)
        else {
            return;
        };
        search.found_in(passages, None);
        let more = search.passages.len();
        let before = search.at;
        search.at = before.map(|(at, all)| (at, all + more));
        if more > 0 && before.is_some_and(|(_, all)| all == 0) {
            self.inform(format!(
                "in the evidence alone, {}: {{search-next}} goes there",
                counted(more, "passage")
            ));
        }
    }

    /// The first match at or after the current sentence, or else the top of the page.
    fn first_from_here(&mut self, places: &[Place], view: &View<'_>) -> usize {
        let (focus, source) = (self.ui.focus, self.ui.source);
        let found = self.with_column(view, |column, reading, height| {
            let from = current(reading, focus, column, height);
            let from = from.map_or_else(
                || column.top(reading, height),
                |from| column.rows_of(&column.sentence_of(&from)).start,
            );
            places.iter().position(|place| match (focus, place) {
                (Pane::Evidence, Place::Source(row) | Place::Passage(_, row)) => *row >= source,
                (Pane::Evidence, _) | (Pane::Revisions | Pane::Judge, Place::Text(_)) => false,
                (_, Place::Text(cursor)) => row_of(column, cursor) >= from,
                _ => true,
            })
        });
        found.unwrap_or(0)
    }
}

/// Whether one of a section's open changes says it.
fn is_in_changes(view: &View<'_>, section: SectionId, is_found: &dyn Fn(&str) -> bool) -> bool {
    let known = view.study.section(section);
    let revision = known.and_then(|known| known.revision.as_ref());
    let mut open = revision
        .into_iter()
        .flat_map(crate::study::Revision::hunks)
        .filter(|hunk| hunk.decision == Decision::Open);
    open.any(|hunk| is_found(&hunk.after) || is_found(&hunk.reason))
}

fn is_in_entry(entry: &Entry<'_>, is_found: &dyn Fn(&str) -> bool) -> bool {
    match entry {
        Entry::Source { document, .. } => {
            let author = document.author.as_deref().unwrap_or_default();
            [document.title.as_str(), author, &document.uri]
                .into_iter()
                .any(is_found)
        }
        Entry::Refused(refused) => is_found(&refused.source) || is_found(&refused.reason),
        Entry::Folder(name) | Entry::Unread(name) => is_found(name),
    }
}
