//! Which documents a later reading of the same place has replaced [E7]: they stay, so that citations of them still open, but whoever searches the whole
//! library wants what is written there now.
//!
//! The last visit to a file or an address says which documents are there now. A corpus has no visits; there the later document of an address counts. What
//! findings and feeds quote from an address, and what was piped in, replaces nothing.

use rusqlite::{Connection, OptionalExtension};

use super::documents::from_json;
use super::{Library, LibraryError, cards};
use crate::study::{Document, DocumentId};

/// Made also in a library of this format from before there was one. A row stays where only one document is left: it tells where to look.
pub(super) const REPEATED: &str = "
CREATE TABLE repeated (uri_key INTEGER PRIMARY KEY); -- of addresses at which several documents were read; see cards.rs
CREATE TRIGGER document_comes AFTER INSERT ON document
WHEN EXISTS (SELECT 1 FROM document WHERE uri_key = new.uri_key AND id <> new.id) BEGIN
    INSERT OR IGNORE INTO repeated VALUES (new.uri_key);
END;
CREATE TRIGGER document_comes_along AFTER UPDATE OF uri_key ON document
WHEN EXISTS (SELECT 1 FROM document WHERE uri_key = new.uri_key AND id <> new.id) BEGIN
    INSERT OR IGNORE INTO repeated VALUES (new.uri_key);
END;
INSERT INTO repeated SELECT uri_key FROM document GROUP BY uri_key HAVING count(*) > 1;
";

impl Library {
    /// The documents that are no longer what lies at their address, in order.
    pub fn superseded(&self) -> Result<Vec<DocumentId>, LibraryError> {
        superseded(&self.connection).map_err(self.store("find superseded documents"))
    }

    /// The document that another one is a copy of, as long as that is what lies at its address.
    pub fn copied(&self, document: &Document) -> Result<Option<DocumentId>, LibraryError> {
        let Some(original) = document.copy_of else {
            return Ok(None);
        };
        let Some(card) = self.document(original)? else {
            return Ok(Some(original));
        };
        let is_old = is_superseded(&self.connection, &card);
        let is_old = is_old.map_err(self.store("find superseded documents"))?;
        Ok(Some(original).filter(|_| !is_old))
    }
}

fn superseded(connection: &Connection) -> rusqlite::Result<Vec<DocumentId>> {
    let among = |keys: &str| {
        connection.prepare_cached(&format!(
            "SELECT uri, id FROM document WHERE uri_key IN ({keys})
               AND (uri LIKE '/%' OR uri LIKE 'http%' AND coalesce(json_extract(rest, '$.kind'), '') NOT IN ('findings', 'feed'))
             ORDER BY uri, id"
        ))
    };
    let several: Vec<(String, DocumentId)> = among("SELECT uri_key FROM repeated")
        // A library that can only be read may not know them.
        .or_else(|_| among("SELECT uri_key FROM document GROUP BY uri_key HAVING count(*) > 1"))?
        .query_map([], |row| Ok((row.get(0)?, DocumentId(row.get(1)?))))?
        .collect::<rusqlite::Result<_>>()?;
    let mut old = Vec::new();
    for versions in several.chunk_by(|(one, _), (other, _)| one == other) {
        let Some((uri, last)) = versions.last() else {
            continue;
        };
        let here = |id: &DocumentId| versions.iter().any(|(_, version)| version == id);
        let mut now = visited(connection, uri)?;
        now.retain(here);
        if now.is_empty() {
            now.push(*last);
        }
        let ids = versions.iter().map(|(_, id)| *id);
        old.extend(ids.filter(|id| !now.contains(id)));
    }
    old.sort_unstable();
    Ok(old)
}

/// Whether a document of a file is no longer what lies at its address.
pub(super) fn is_superseded(
    connection: &Connection,
    document: &Document,
) -> rusqlite::Result<bool> {
    if !document.uri.starts_with('/') {
        return Ok(false);
    }
    let versions = cards::versions(connection, &document.uri)?;
    if versions.len() < 2 {
        return Ok(false);
    }
    let mut now = visited(connection, &document.uri)?;
    now.retain(|id| versions.contains(id));
    if now.is_empty() {
        now.extend(versions.last());
    }
    Ok(!now.contains(&document.id))
}

/// What the last visit to an address found there; a document inside a file has the file's path before a `#`.
fn visited(connection: &Connection, uri: &str) -> rusqlite::Result<Vec<DocumentId>> {
    let file = uri.rsplit_once('#').map_or(uri, |(file, _)| file);
    let documents = connection
        .prepare_cached(
            "SELECT documents FROM source_file WHERE path IN (?1, ?2)
             UNION ALL SELECT documents FROM (SELECT documents FROM fetched WHERE url = ?1 ORDER BY at DESC LIMIT 1)",
        )?
        .query_row([uri, file], |row| from_json(row, 0))
        .optional()?;
    Ok(documents.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::SourceFile;
    use crate::study::{DocumentKind, ReadDocument, Timestamp};

    fn version(uri: &str, text: &str, kind: DocumentKind) -> ReadDocument {
        ReadDocument {
            uri: uri.to_owned(),
            hash: text.to_owned(),
            kind,
            ..ReadDocument::default()
        }
    }

    #[test]
    fn the_last_visit_says_which_version_of_a_file_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let text = DocumentKind::Text;
        let documents = [
            version("/a.md", "first", text),
            version("/a.md", "second", text),
            version("/c.jsonl#7", "old", text),
            version("/c.jsonl#7", "new", text),
            version("stdin", "one", text),
            version("stdin", "two", text),
            version("https://example.org", "a quote", DocumentKind::Findings),
            version("https://example.org", "another", DocumentKind::Findings),
        ];
        let added = library.add_documents(&documents, Timestamp(0)).unwrap();
        let ids: Vec<DocumentId> = added.iter().map(|added| added.document.id).collect();
        assert_eq!(library.superseded().unwrap(), [ids[0], ids[2]]);
        // The file says again what it said first.
        let file = SourceFile {
            path: "/a.md".to_owned(),
            size: 1,
            modified: 1,
            hash: "first".to_owned(),
            documents: vec![ids[0]],
        };
        library.remember_files(&[file]).unwrap();
        assert_eq!(library.superseded().unwrap(), [ids[1], ids[2]]);
        // A library that an earlier Tercet made knows no addresses that are repeated.
        library
            .connection
            .execute_batch(
                "DROP TRIGGER document_comes; DROP TRIGGER document_comes_along; DROP TABLE repeated",
            )
            .unwrap();
        library.connection.flush_prepared_statement_cache();
        assert_eq!(library.superseded().unwrap(), [ids[1], ids[2]]);
        drop(library);
        let mut library = Library::open(folder.path()).unwrap();
        assert_eq!(library.superseded().unwrap(), [ids[1], ids[2]]);
        // What comes to the address of another one is a version of it.
        let moved = library
            .add_documents(&[version("/b.md", "third", text)], Timestamp(1))
            .unwrap();
        cards::move_to(&library.connection, moved[0].document.id, "/a.md").unwrap();
        assert_eq!(
            library.superseded().unwrap(),
            [ids[1], ids[2], moved[0].document.id]
        );
    }

    #[test]
    fn a_corpus_entry_that_says_again_what_it_said_first_is_there_as_that() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let mut says = |text: &str| {
            let mut entry = version("/c.jsonl#7", text, DocumentKind::Text);
            entry.metadata.insert("id".to_owned(), "7".to_owned());
            let added = library.add_documents(&[entry], Timestamp(0)).unwrap();
            let current = added[0].document.id;
            (
                current,
                added[0].same_as.is_some(),
                library.superseded().unwrap(),
            )
        };
        let (first, ..) = says("one");
        let (second, ..) = says("two");
        let (third, duplicate, old) = says("one");
        assert!(!duplicate && third > second);
        assert_eq!(old, [first, second]);
        assert_eq!(says("one"), (third, true, old));
    }
}
