//! Documents and passages: stored once, found again by id.

use rusqlite::{OptionalExtension, Row, TransactionBehavior, params};

use super::{Library, LibraryError};
use crate::study::{Document, DocumentId, Passage, PassageId, ReadDocument, Timestamp};

/// What adding a document came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Added {
    pub document: Document,
    /// The same text was already in the library, and nothing was stored [E5].
    pub duplicate: bool,
}

impl Library {
    /// Stores documents with their passages in one transaction. A document whose text and address are known is not stored again; one whose text
    /// is known from another local file is that document.
    pub fn add_documents(
        &mut self,
        documents: &[ReadDocument],
        now: Timestamp,
    ) -> Result<Vec<Added>, LibraryError> {
        let failed = self.store("store a document");
        let mut add = || -> rusqlite::Result<Vec<Added>> {
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            let added = documents
                .iter()
                .map(|document| add(&transaction, document, now))
                .collect::<rusqlite::Result<_>>()?;
            transaction.commit()?;
            Ok(added)
        };
        let added = add().map_err(failed)?;
        self.frequencies.get_mut().clear();
        Ok(added)
    }

    /// The passage with this id.
    pub fn passage(&self, id: PassageId) -> Result<Option<Passage>, LibraryError> {
        self.connection
            .prepare_cached(&format!("{SELECT_PASSAGE} WHERE id = ?1"))
            .and_then(|mut statement| statement.query_row([id.0], read_passage).optional())
            .map_err(self.store("read a passage"))
    }

    /// The first passages of all these documents, then their second ones, and so on.
    pub fn first_passages(
        &self,
        documents: &[DocumentId],
        limit: usize,
    ) -> Result<Vec<Passage>, LibraryError> {
        self.connection
            .prepare_cached(&format!(
                "{SELECT_PASSAGE} WHERE document IN (SELECT value FROM json_each(?1)) ORDER BY ordinal, document LIMIT ?2"
            ))
            .and_then(|mut statement| statement.query_map(params![to_json(&documents), limit], read_passage)?.collect())
            .map_err(self.store("read passages"))
    }

    /// The passages just before and after one, where there are any.
    pub fn neighbours(
        &self,
        passage: &Passage,
    ) -> Result<(Option<Passage>, Option<Passage>), LibraryError> {
        let beside = |ordinal: i64| {
            self.connection
                .prepare_cached(&format!(
                    "{SELECT_PASSAGE} WHERE document = ?1 AND ordinal = ?2"
                ))
                .and_then(|mut statement| {
                    statement
                        .query_row([passage.document.0, ordinal], read_passage)
                        .optional()
                })
                .map_err(self.store("read passages"))
        };
        let here = i64::from(passage.ordinal);
        Ok((beside(here - 1)?, beside(here + 1)?))
    }

    /// Documents and passages in the whole library.
    pub fn size(&self) -> Result<(u64, u64), LibraryError> {
        let count = |table: &str| -> rusqlite::Result<u64> {
            let count: i64 =
                self.connection
                    .query_row(&format!("SELECT count(*) FROM {table}"), [], |row| {
                        row.get(0)
                    })?;
            Ok(count.unsigned_abs())
        };
        count("document")
            .and_then(|documents| Ok((documents, count("passage")?)))
            .map_err(self.store("be counted"))
    }
}

pub(super) const SELECT_PASSAGE: &str = "SELECT id, document, ordinal, text, page_from, page_to, headings, span_start, span_end, from_graph FROM passage";

/// Reads a row of `SELECT_PASSAGE`.
pub(super) fn read_passage(row: &Row<'_>) -> rusqlite::Result<Passage> {
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
        ..Passage::default()
    })
}

fn add(
    connection: &rusqlite::Connection,
    read: &ReadDocument,
    now: Timestamp,
) -> rusqlite::Result<Added> {
    let is_address = read.uri.starts_with("http");
    // A page keeps its own address even where its text is known from elsewhere: the address is what gets cited.
    let known: Option<String> = connection
        .prepare_cached("SELECT card FROM document WHERE hash = ?1 AND (uri = ?2 OR (NOT ?3 AND uri NOT LIKE 'http%')) ORDER BY uri <> ?2, id LIMIT 1")?
        .query_row(params![read.hash, read.uri, is_address], |row| row.get(0))
        .optional()?;
    if let Some(document) = known.and_then(|card| serde_json::from_str(&card).ok()) {
        return Ok(Added {
            document,
            duplicate: true,
        });
    }
    connection
        .prepare_cached("INSERT INTO document (hash, uri, card) VALUES (?1, ?2, '')")?
        .execute(params![read.hash, read.uri])?;
    let document = card(read, DocumentId(connection.last_insert_rowid()), now);
    connection
        .prepare_cached("UPDATE document SET card = ?2 WHERE id = ?1")?
        .execute(params![document.id.0, to_json(&document)])?;
    add_passages(connection, document.id, read)?;
    Ok(Added {
        document,
        duplicate: false,
    })
}

fn add_passages(
    connection: &rusqlite::Connection,
    document: DocumentId,
    read: &ReadDocument,
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO passage (document, ordinal, text, page_from, page_to, headings, span_start, span_end, from_graph)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    let mut index =
        connection.prepare_cached("INSERT INTO passage_index (rowid, text) VALUES (?1, ?2)")?;
    for (ordinal, passage) in read.passages.iter().enumerate() {
        let (from, to) = passage.pages.unzip();
        insert.execute(params![
            document.0,
            ordinal,
            passage.text,
            from,
            to,
            to_json(&passage.headings),
            passage.span.start,
            passage.span.end,
            passage.from_graph
        ])?;
        index.execute(params![connection.last_insert_rowid(), passage.text])?;
    }
    Ok(())
}

fn card(read: &ReadDocument, id: DocumentId, accessed: Timestamp) -> Document {
    Document {
        id,
        title: read.title.clone(),
        uri: read.uri.clone(),
        kind: read.kind,
        origin: read.origin,
        author: read.author.clone(),
        site: read.site.clone(),
        date: read.date.clone(),
        language: read.language.clone(),
        set_aside: u32::try_from(
            read.passages
                .iter()
                .filter(|passage| passage.set_aside.is_some())
                .count(),
        )
        .unwrap_or(u32::MAX),
        copy_of: None,
        metadata: read.metadata.clone(),
        hash: read.hash.clone(),
        passages: u32::try_from(read.passages.len()).unwrap_or(u32::MAX),
        pages: read.pages,
        accessed,
        warnings: read.warnings.clone(),
    }
}

/// JSON of the crate's own plain types; none of them can fail to serialise.
pub(super) fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
