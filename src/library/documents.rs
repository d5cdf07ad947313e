//! Documents and passages, found again by id.

use std::collections::BTreeMap;
use std::ops::Range;

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::de::DeserializeOwned;

use super::{Library, LibraryError, cards};
use crate::study::{Document, DocumentId, Passage, PassageId};

impl Library {
    /// The passage with this id.
    pub fn passage(&self, id: PassageId) -> Result<Option<Passage>, LibraryError> {
        passage(&self.connection, id.0).map_err(self.store("read a passage"))
    }

    /// The card of one document.
    pub fn document(&self, id: DocumentId) -> Result<Option<Document>, LibraryError> {
        cards::card(&self.connection, id).map_err(self.store("read a document"))
    }

    /// The cards of all documents, in the order in which they came.
    pub fn documents(&self) -> Result<Vec<Document>, LibraryError> {
        cards::cards(&self.connection).map_err(self.store("list the documents"))
    }

    /// The titles of documents; none for an id that is not in the library.
    pub fn titles(
        &self,
        documents: &[DocumentId],
    ) -> Result<BTreeMap<DocumentId, String>, LibraryError> {
        self.connection
            .prepare_cached(
                "SELECT id, title FROM document WHERE id IN (SELECT value FROM json_each(?1))",
            )
            .and_then(|mut statement| {
                let read = |row: &Row<'_>| Ok((DocumentId(row.get(0)?), row.get(1)?));
                statement
                    .query_map(params![to_json(&documents)?], read)?
                    .collect()
            })
            .map_err(self.store("read titles"))
    }

    /// The passages of these documents that the guardrail set aside, in order [E6].
    pub fn set_aside(&self, documents: &[DocumentId]) -> Result<Vec<Passage>, LibraryError> {
        let find = || -> rusqlite::Result<Vec<Passage>> {
            let mut statement = self.connection.prepare_cached(&format!(
                "{SELECT_PASSAGE} WHERE id >= ?1 AND id < ?2 AND set_aside IS NOT NULL ORDER BY id"
            ))?;
            let mut found = Vec::new();
            for document in documents {
                let ids = place(&self.connection, *document)?;
                let passages = statement.query_map([ids.start, ids.end], read_passage)?;
                for passage in passages {
                    found.push(passage?);
                }
            }
            Ok(found)
        };
        find().map_err(self.store("read passages"))
    }

    /// The first passages of all these documents, then their second ones, and so on; without those that are set aside.
    pub fn first_passages(
        &self,
        documents: &[DocumentId],
        limit: usize,
    ) -> Result<Vec<Passage>, LibraryError> {
        let find = || -> rusqlite::Result<Vec<Passage>> {
            let mut places = documents
                .iter()
                .map(|document| place(&self.connection, *document))
                .collect::<rusqlite::Result<Vec<_>>>()?;
            let mut found = Vec::new();
            while !places.is_empty() {
                places.retain(|ids| !ids.is_empty());
                for ids in &mut places {
                    if found.len() >= limit {
                        return Ok(found);
                    }
                    let passage = ids.next().map(|id| passage(&self.connection, id));
                    found.extend(
                        passage
                            .transpose()?
                            .flatten()
                            .filter(|passage| passage.set_aside.is_none()),
                    );
                }
            }
            Ok(found)
        };
        find().map_err(self.store("read passages"))
    }

    /// The passages just before and after one, where there are any.
    pub fn neighbours(
        &self,
        here: &Passage,
    ) -> Result<(Option<Passage>, Option<Passage>), LibraryError> {
        let beside = |id: i64| {
            passage(&self.connection, id)
                .map(|passage| passage.filter(|passage| passage.document == here.document))
                .map_err(self.store("read passages"))
        };
        Ok((beside(here.id.0 - 1)?, beside(here.id.0 + 1)?))
    }

    /// Documents and passages in the whole library.
    pub fn size(&self) -> Result<(u64, u64), LibraryError> {
        let count = |sql: &str| -> rusqlite::Result<u64> {
            self.connection.query_row(sql, [], |row| row.get(0))
        };
        count("SELECT count(*) FROM document")
            .and_then(|documents| {
                let passages =
                    count("SELECT coalesce(sum(passages), 0) FROM segment WHERE state = 1")?;
                Ok((documents, passages))
            })
            .map_err(self.store("be counted"))
    }
}

/// The ids of a document's passages: they follow each other. Empty where there is no such document.
pub(super) fn place(connection: &Connection, document: DocumentId) -> rusqlite::Result<Range<i64>> {
    let place = connection
        .prepare_cached("SELECT first, passages FROM document WHERE id = ?1")?
        .query_row([document.0], |row| {
            let first: i64 = row.get(0)?;
            Ok(first..first.saturating_add(row.get(1)?))
        })
        .optional()?;
    Ok(place.unwrap_or(0..0))
}

pub(super) fn passage(connection: &Connection, id: i64) -> rusqlite::Result<Option<Passage>> {
    connection
        .prepare_cached(&format!("{SELECT_PASSAGE} WHERE id = ?1"))?
        .query_row([id], read_passage)
        .optional()
}

/// What a passage is found by, in words and in meaning, besides its own text: the title and the headings that it stands under. A passage deep in a report
/// seldom names what the report is about.
pub(super) fn above<'a>(title: &'a str, headings: &'a [String], text: &str) -> Vec<&'a str> {
    let mut parts: Vec<&str> = Vec::with_capacity(headings.len() + 2);
    for above in std::iter::once(title).chain(headings.iter().map(String::as_str)) {
        if !text.starts_with(above) && !parts.iter().any(|part| part.contains(above)) {
            parts.push(above);
        }
    }
    parts
}

/// All that a passage is found by, as one text.
pub(super) fn searchable_text(title: &str, headings: &[String], text: &str) -> String {
    let mut parts = above(title, headings, text);
    parts.push(text);
    parts.join("\n")
}

const SELECT_PASSAGE: &str = "SELECT id, document, ordinal, text, page_from, page_to, headings, span_start, span_end, from_graph, set_aside, metadata FROM passage";

/// Reads a row of `SELECT_PASSAGE`.
fn read_passage(row: &Row<'_>) -> rusqlite::Result<Passage> {
    let pages: (Option<u32>, Option<u32>) = (row.get(4)?, row.get(5)?);
    let headings: String = row.get(6)?;
    Ok(Passage {
        id: PassageId(row.get(0)?),
        document: DocumentId(row.get(1)?),
        ordinal: row.get(2)?,
        text: row.get(3)?,
        pages: pages.0.zip(pages.1),
        headings: serde_json::from_str(&headings).unwrap_or_default(),
        span: row.get(7)?..row.get(8)?,
        from_graph: row.get(9)?,
        set_aside: row.get(10)?,
        metadata: row
            .get_ref(11)?
            .as_str_or_null()?
            .and_then(|metadata| serde_json::from_str(metadata).ok())
            .unwrap_or_default(),
    })
}

/// A value as a column holds it.
pub(super) fn to_json(value: &impl serde::Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(not_json)
}

/// That a value cannot be told in JSON.
pub(super) fn not_json(why: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(why.into())
}

/// The value that a column holds. What cannot be read is not taken for nothing.
pub(super) fn from_json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    serde_json::from_str(row.get_ref(column)?.as_str()?).map_err(|why| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, why.into())
    })
}
