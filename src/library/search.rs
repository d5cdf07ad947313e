//! Search over passages: by words and by meaning, within a study's documents or the whole library [R1].
//!
//! One search sees one state of the library, whatever is being ingested beside it. What the two sides find is scored by both and mixed; how vectors
//! are made and scores are mixed is the business of `semantic`.

use std::ops::Range;

use rusqlite::{Connection, params};

use super::documents::{passage, place, to_json};
use super::lexical::{self, Scope, Scored};
use super::segments::{self, Segment};
use super::words::query_terms;
use super::{Library, LibraryError};
use crate::study::{DocumentId, Origin, Passage, PassageId};

/// What is looked for, and where.
#[derive(Debug, Clone, Default)]
pub struct Search<'a> {
    pub text: &'a str,
    /// `None` for the whole library.
    pub documents: Option<&'a [DocumentId]>,
    pub filter: Filter,
    /// Passages that may be found although the guardrail set them aside [E6].
    pub readmitted: &'a [PassageId],
    pub limit: usize,
    pub mode: SearchMode,
}

/// Which sides a search uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SearchMode {
    /// Words and meaning; words alone where there are no vectors.
    #[default]
    Hybrid,
    Lexical,
    Semantic,
}

/// Which documents count.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Any of these; all where there are none.
    pub origins: Vec<Origin>,
    /// First and last date, ISO 8601, possibly only a year or a month. A document whose date says no more than the year passes if any day of it
    /// would. Without a date it fails.
    pub from: Option<String>,
    pub to: Option<String>,
}

/// A passage that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    pub passage: Passage,
    /// From 0 to 1, higher is better; comparable within one search only.
    pub score: f32,
    /// BM25.
    pub lexical: f32,
    /// Cosine; `None` where the passage or the query has no vector.
    pub semantic: Option<f32>,
}

impl Library {
    /// The best passages, best first.
    pub fn search(&self, search: &Search<'_>) -> Result<Vec<Hit>, LibraryError> {
        let find = || -> rusqlite::Result<Vec<Hit>> {
            // What is read below belongs together, also while another connection stores.
            let snapshot = self.connection.unchecked_transaction()?;
            let segments = segments::read(&snapshot, self.segments.take())?;
            let hits = find(&snapshot, &segments, search);
            *self.segments.borrow_mut() = segments;
            hits
        };
        find().map_err(self.store("be searched"))
    }
}

impl Filter {
    fn is_empty(&self) -> bool {
        self.origins.is_empty() && self.from.is_none() && self.to.is_none()
    }
}

fn find(
    connection: &Connection,
    segments: &[Segment],
    search: &Search<'_>,
) -> rusqlite::Result<Vec<Hit>> {
    let mut readmitted: Vec<i64> = search.readmitted.iter().map(|passage| passage.0).collect();
    readmitted.sort_unstable();
    let scope = Scope {
        ranges: ranges(connection, search)?,
        readmitted: &readmitted,
    };
    let terms = query_terms(search.text);
    let (found, _) = lexical::search(connection, segments, &terms, &scope, search.limit, &[])?;
    let best = found.first().map_or(1.0, |best| best.score);
    hits(
        connection,
        found.into_iter().map(|found| (found, found.score / best)),
    )
}

fn hits(
    connection: &Connection,
    found: impl Iterator<Item = (Scored, f32)>,
) -> rusqlite::Result<Vec<Hit>> {
    let mut hits = Vec::new();
    for (found, score) in found {
        hits.extend(passage(connection, found.passage)?.map(|passage| Hit {
            passage,
            score,
            lexical: found.score,
            semantic: None,
        }));
    }
    Ok(hits)
}

/// The passage ids of the documents that count, in order and joined where they touch; `None` for all.
fn ranges(
    connection: &Connection,
    search: &Search<'_>,
) -> rusqlite::Result<Option<Vec<Range<i64>>>> {
    let mut ranges = match search.documents {
        None if search.filter.is_empty() => return Ok(None),
        None => filtered(connection, &search.filter, None)?,
        Some(documents) if search.filter.is_empty() => documents
            .iter()
            .map(|document| place(connection, *document))
            .collect::<rusqlite::Result<Vec<_>>>()?,
        Some(documents) => filtered(connection, &search.filter, Some(documents))?,
    };
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.dedup_by(|next, range| {
        let touches = next.start <= range.end;
        if touches {
            range.end = range.end.max(next.end);
        }
        touches
    });
    Ok(Some(ranges))
}

fn filtered(
    connection: &Connection,
    filter: &Filter,
    documents: Option<&[DocumentId]>,
) -> rusqlite::Result<Vec<Range<i64>>> {
    // Dates compare as text; a `~` stands after everything that can go on a shorter date.
    connection
        .prepare_cached(
            "SELECT first, passages FROM document
             WHERE (?1 = '[]' OR origin IN (SELECT value FROM json_each(?1)))
               AND (?2 IS NULL OR date || '~' >= ?2) AND (?3 IS NULL OR date <= ?3 || '~')
               AND (?4 IS NULL OR id IN (SELECT value FROM json_each(?4)))",
        )?
        .query_map(
            params![
                to_json(&filter.origins),
                filter.from,
                filter.to,
                documents.map(|documents| to_json(&documents))
            ],
            |row| {
                let first: i64 = row.get(0)?;
                Ok(first..first.saturating_add(row.get(1)?))
            },
        )?
        .collect()
}
