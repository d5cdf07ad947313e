//! Whether the text of the evidence is still what was read: a digest of each document's passages is kept beside them, so that a failing disk or another
//! program cannot change what claims rest on without a word [D5]. Documents of a Tercet that kept none have none, and neither have the entries of a corpus, which are many and short.

use rusqlite::{Connection, OptionalExtension, params};

use super::{Library, LibraryError, cards};
use crate::digest::Sha256;
use crate::study::{Document, DocumentId, ReadPassage};

/// Made also in a library of this format from before there were any; an older Tercet leaves it empty.
pub(super) const TABLE: &str =
    "CREATE TABLE IF NOT EXISTS passages_seal (document INTEGER PRIMARY KEY, seal BLOB NOT NULL)";

/// Bytes of a seal.
const LENGTH: usize = 16;

/// The digest of passages, in their order.
#[derive(Default)]
struct Seal(Sha256);

impl Seal {
    fn add(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }

    fn bytes(self) -> Vec<u8> {
        self.0.finish()[..LENGTH].to_vec()
    }
}

/// Begins a seal with what a document says of itself; those of earlier times begin with its text.
fn begun(document: &Document) -> Seal {
    let mut seal = Seal::default();
    for told in [
        Some(&document.title),
        document.author.as_ref(),
        document.date.as_ref(),
    ] {
        seal.add(told.map_or("", String::as_str));
    }
    seal
}

/// Seals a document with its passages as they are stored.
pub(super) fn seal(
    connection: &Connection,
    document: &Document,
    passages: &[ReadPassage],
) -> rusqlite::Result<()> {
    let mut seal = begun(document);
    for passage in passages {
        seal.add(&passage.text);
    }
    connection
        .prepare_cached("INSERT OR REPLACE INTO passages_seal (document, seal) VALUES (?1, ?2)")?
        .execute(params![document.id.0, seal.bytes()])?;
    Ok(())
}

impl Library {
    /// Which of these documents are not in the library as they were read, in words for the analyst. Reads all their text.
    pub fn altered(&self, documents: &[Document]) -> Result<Vec<String>, LibraryError> {
        let failed = self.store("be looked through");
        let find = || -> rusqlite::Result<Vec<String>> {
            let mut altered = Vec::new();
            for document in documents {
                if let Some(what) = self.what_is_wrong_with(document)? {
                    altered.push(format!(
                        "“{}” is damaged: {what}; claims that rest on it cannot be relied on: bring back a copy of {}",
                        document.title,
                        self.path.display()
                    ));
                }
            }
            Ok(altered)
        };
        find().map_err(failed)
    }

    /// The same of all documents that the library has.
    pub fn all_altered(&self) -> Result<Vec<String>, LibraryError> {
        /// Cards that are held at a time: a library may have a million.
        const AT_A_TIME: usize = 1000;
        let failed = || self.store("be looked through");
        let mut altered = self.lost_documents().map_err(failed())?;
        let mut last = DocumentId(i64::MIN);
        loop {
            let some = cards::cards_behind(&self.connection, last, AT_A_TIME).map_err(failed())?;
            let Some(end) = some.last() else {
                return Ok(altered);
            };
            last = end.id;
            altered.extend(self.altered(&some)?);
        }
    }

    /// Documents of which nothing is left but their seals.
    fn lost_documents(&self) -> rusqlite::Result<Vec<String>> {
        let Ok(mut lost) = self.connection.prepare_cached(
            "SELECT document FROM passages_seal WHERE document NOT IN (SELECT id FROM document) ORDER BY document",
        ) else {
            // A library that can only be read may have no seals.
            return Ok(Vec::new());
        };
        lost.query_map([], |row| {
            let document: i64 = row.get(0)?;
            Ok(format!(
                "document {document} is damaged: it is missing from the library; claims that rest on it cannot be relied on: bring back a copy of {}",
                self.path.display()
            ))
        })?
        .collect()
    }

    fn what_is_wrong_with(&self, document: &Document) -> rusqlite::Result<Option<&'static str>> {
        let Some(card) = cards::card(&self.connection, document.id)? else {
            return Ok(Some("it is missing from the library"));
        };
        let (mut seal, mut of_text) = (begun(&card), Seal::default());
        let mut count = 0;
        let mut statement = self.connection.prepare_cached(
            "SELECT p.text FROM document d JOIN passage p ON p.id >= d.first AND p.id < d.first + d.passages AND p.document = d.id WHERE d.id = ?1 ORDER BY p.id",
        )?;
        let mut rows = statement.query([document.id.0])?;
        while let Some(row) = rows.next()? {
            let text = row.get_ref(0)?.as_str().unwrap_or_default();
            seal.add(text);
            of_text.add(text);
            count += 1;
        }
        if count != document.passages {
            return Ok(Some("some of its text is missing from the library"));
        }
        let kept: Option<Vec<u8>> = self
            .connection
            .prepare_cached("SELECT seal FROM passages_seal WHERE document = ?1")
            .and_then(|mut kept| kept.query_row([document.id.0], |row| row.get(0)).optional())
            // A library that can only be read may have no seals.
            .unwrap_or_default();
        let (whole, text) = (seal.bytes(), of_text.bytes());
        let is_whole = kept.is_none_or(|kept| kept == whole || kept == text);
        Ok((!is_whole).then_some("what the library has of it is not what was read"))
    }
}
