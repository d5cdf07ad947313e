//! What servers said of the pages that were fetched, so that they can be asked whether anything has changed.
//!
//! The table is made by whoever first needs it: libraries of before have none, and need no conversion. Evidence is kept whatever a server says of
//! caching: a brief that cites a page must be able to show what it said.

use rusqlite::{Connection, OptionalExtension, params};

use super::documents::{from_json, to_json};
use super::{Library, LibraryError, cards};
use crate::study::{Document, DocumentId, Timestamp};

pub(super) const TABLE: &str = "
CREATE TABLE fetched (
    requested TEXT PRIMARY KEY,  -- the address as it was asked for, without credentials
    url TEXT NOT NULL,           -- where it led to
    etag TEXT,
    modified TEXT,               -- Last-Modified, in the server's own words
    documents TEXT NOT NULL,     -- JSON array of the documents that were read there
    at INTEGER NOT NULL          -- milliseconds since 1970, UTC
) WITHOUT ROWID
";

/// A page as it was fetched last.
#[derive(Debug, Clone, PartialEq)]
pub struct FetchedPage {
    pub url: String,
    pub etag: Option<String>,
    pub modified: Option<String>,
    pub documents: Vec<Document>,
    pub at: Timestamp,
}

impl Library {
    /// What is known of an address from the last time, where all that was read there is still in the library.
    pub fn fetched_page(&self, requested: &str) -> Result<Option<FetchedPage>, LibraryError> {
        fetched_page(&self.connection, requested).map_err(self.store("look up a fetched address"))
    }

    /// Remembers what an address gave, in place of what it gave before.
    pub fn remember_fetched(
        &mut self,
        requested: &str,
        page: &FetchedPage,
    ) -> Result<(), LibraryError> {
        let documents: Vec<DocumentId> =
            page.documents.iter().map(|document| document.id).collect();
        self.connection
            .prepare_cached("INSERT OR REPLACE INTO fetched (requested, url, etag, modified, documents, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
            .and_then(|mut insert| {
                insert.execute(params![requested, page.url, page.etag, page.modified, to_json(&documents)?, page.at.0])
            })
            .map(drop)
            .map_err(self.store("remember what was fetched from an address"))
    }
}

fn fetched_page(connection: &Connection, requested: &str) -> rusqlite::Result<Option<FetchedPage>> {
    let found = connection
        .prepare_cached(
            "SELECT url, etag, modified, at, documents FROM fetched WHERE requested = ?1",
        )?
        .query_row([requested], |row| {
            let page = FetchedPage {
                url: row.get(0)?,
                etag: row.get(1)?,
                modified: row.get(2)?,
                documents: Vec::new(),
                at: Timestamp(row.get(3)?),
            };
            Ok((page, from_json(row, 4)?))
        })
        .optional()?;
    let Some((mut page, ids)): Option<(FetchedPage, Vec<DocumentId>)> = found else {
        return Ok(None);
    };
    for id in &ids {
        let Some(document) = cards::card(connection, *id)? else {
            return Ok(None);
        };
        page.documents.push(document);
    }
    Ok((!ids.is_empty()).then_some(page))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::ReadDocument;

    #[test]
    fn the_last_visit_to_a_page_is_remembered_with_what_was_read_there() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let address = "https://example.org/a?x=1";
        assert_eq!(library.fetched_page(address).unwrap(), None);
        let read = |text: &str| ReadDocument {
            uri: "https://example.org/a".to_owned(),
            text: text.to_owned(),
            hash: text.to_owned(),
            ..ReadDocument::default()
        };
        let mut visit = |text: &str, etag: &str, at: i64| {
            let added = library.add_documents(&[read(text)], Timestamp(at)).unwrap();
            let page = FetchedPage {
                url: "https://example.org/b".to_owned(),
                etag: Some(etag.to_owned()),
                modified: None,
                documents: added.into_iter().map(|added| added.document).collect(),
                at: Timestamp(at),
            };
            library.remember_fetched(address, &page).unwrap();
            (page, library.fetched_page(address).unwrap())
        };
        let (first, found) = visit("One.", "\"1\"", 1);
        assert_eq!(found, Some(first));
        let (second, found) = visit("Two.", "\"2\"", 2);
        assert_eq!(found, Some(second));
    }

    #[test]
    fn a_page_whose_text_is_gone_is_fetched_as_if_for_the_first_time() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let page = FetchedPage {
            url: "https://example.org".to_owned(),
            etag: None,
            modified: None,
            documents: vec![Document {
                id: DocumentId(7),
                ..Document::default()
            }],
            at: Timestamp(1),
        };
        library
            .remember_fetched("https://example.org", &page)
            .unwrap();
        assert_eq!(library.fetched_page("https://example.org").unwrap(), None);
    }
}
