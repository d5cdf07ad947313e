//! Near-copies [E5]: syndicated text under another address, a page saved twice.
//!
//! The sketches of documents are kept in a table, by which those that may be copies are found again; whether they are is looked at word by word. What makes
//! a copy is said in `study`.

use rusqlite::{Connection, params};

use super::superseded::is_superseded;
use super::words::{Reader, Term, Vocabulary};
use super::{Library, LibraryError, cards};
use crate::check::excludes;
use crate::study::{
    Document, DocumentId, MOST_OF_A_BAND, ReadDocument, Sketch, Sketcher, copied_from, likeness,
};

pub(super) const TABLES: &str = "
CREATE TABLE copy_band (   -- which documents share a band of their sketches; see copies.rs
    band INTEGER NOT NULL,
    document INTEGER NOT NULL REFERENCES document,
    PRIMARY KEY (band, document)
) WITHOUT ROWID;
";

impl Library {
    /// How much of the text of two documents is the same, from 0 to 1.
    pub fn likeness(&self, one: DocumentId, other: DocumentId) -> Result<f64, LibraryError> {
        let texts = |id: DocumentId| kept_texts(&self.connection, id.0);
        let compare = || -> rusqlite::Result<f64> { Ok(likeness(&texts(one)?, &texts(other)?)) };
        compare().map_err(self.store("compare two documents"))
    }
}

/// The document that a new one is a copy of, among those that are stored and are what is written at their addresses now: what a source said before it was
/// changed is no other source.
pub(super) fn original(
    connection: &Connection,
    read: &ReadDocument,
    sketch: &Sketch,
) -> rusqlite::Result<Option<DocumentId>> {
    let stands = |document: &Document| -> rusqlite::Result<bool> {
        Ok(document.uri != read.uri && !is_superseded(connection, document)?)
    };
    for equal in cards::of_text(connection, &read.hash)? {
        if stands(&equal)? {
            return Ok(Some(equal.source()));
        }
    }
    let Some(bands) = sketch else {
        return Ok(None);
    };
    let mut alike: Vec<i64> = Vec::new();
    // In the order of the key, which is that of documents.
    let mut find =
        connection.prepare_cached("SELECT document FROM copy_band WHERE band = ?1 LIMIT ?2")?;
    for band in bands {
        for document in find.query_map(params![band, MOST_OF_A_BAND], |row| row.get(0))? {
            alike.push(document?);
        }
    }
    let kept: Vec<&str> = read
        .passages
        .iter()
        .filter(|passage| passage.set_aside.is_none())
        .map(|passage| passage.text.as_str())
        .collect();
    let original = copied_from(&kept, alike, excludes, |document| {
        let card = cards::card(connection, DocumentId(document))?;
        match card.as_ref().map(stands).transpose()? {
            Some(false) => Ok(Vec::new()),
            _ => kept_texts(connection, document),
        }
    })?;
    let Some(original) = original else {
        return Ok(None);
    };
    let card = cards::card(connection, DocumentId(original))?;
    Ok(card.map(|card| card.source()))
}

/// Makes a document findable for the copies that come after it.
pub(super) fn remember(
    connection: &Connection,
    document: DocumentId,
    sketch: &Sketch,
) -> rusqlite::Result<()> {
    let mut insert = connection
        .prepare_cached("INSERT OR IGNORE INTO copy_band (band, document) VALUES (?1, ?2)")?;
    for band in sketch.iter().flatten() {
        insert.execute(params![band, document.0])?;
    }
    Ok(())
}

/// The texts of a document's passages, without those that the guardrail set aside.
fn kept_texts(connection: &Connection, document: i64) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached(
            "SELECT p.text FROM document d JOIN passage p ON p.id >= d.first AND p.id < d.first + d.passages
             WHERE d.id = ?1 AND p.set_aside IS NULL ORDER BY p.id",
        )?
        .query_map([document], |row| row.get(0))?
        .collect()
}

/// Makes all documents findable, in a library that was made without; `tell` is called with how many of all passages were read.
pub(super) fn remember_all(
    connection: &Connection,
    tell: &mut dyn FnMut(i64, i64),
) -> rusqlite::Result<()> {
    let all = connection.query_row("SELECT count(*) FROM passage", [], |row| row.get(0))?;
    let mut done = 0;
    let mut vocabulary = Vocabulary::default();
    let mut documents = connection.prepare("SELECT id, passages FROM document ORDER BY id")?;
    let mut rows = documents.query([])?;
    while let Some(row) = rows.next()? {
        let document: i64 = row.get(0)?;
        let mut sketcher = Sketcher::default();
        for text in kept_texts(connection, document)? {
            vocabulary.read(&text, &mut Words(&mut sketcher));
        }
        remember(connection, DocumentId(document), &sketcher.sketch())?;
        done += row.get::<_, i64>(1)?;
        tell(done, all);
    }
    Ok(())
}

/// Only the words of a text, none of its terms.
struct Words<'a>(&'a mut Sketcher);

impl Reader for Words<'_> {
    fn term(&mut self, _: Term) {}

    fn word(&mut self, hash: u64) {
        self.0.word(hash);
    }
}
