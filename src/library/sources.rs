//! Which files the library has read, and as what: so that a folder that is added again costs only what is new in it.
//!
//! A file is known by its path, with its size and time of change as they were when it was read, and a hash of its bytes. The first two tell cheaply that it
//! is the same; the hash tells it where they cannot, and finds a file again that was renamed. Files are remembered for the whole library, not for a study.
//!
//! The file that holds a document is mostly the one that its address names. What other files hold is known by blocks of documents, so that a library of a
//! hundred thousand files need not be gone through for a few of its documents. `SQLite` keeps both up to date itself, also when an earlier Tercet writes.

use std::collections::HashSet;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

use super::documents::{from_json, to_json};
use super::places::{file_of, held_by};
use super::{Library, LibraryError, cards, is_of_file};
use crate::escapes::path_address;
use crate::study::{Document, DocumentId};

pub(super) const TABLE: &str = "
CREATE TABLE source_file (
    path TEXT PRIMARY KEY,       -- absolute
    size INTEGER NOT NULL,       -- bytes
    modified INTEGER NOT NULL,   -- nanoseconds since 1970
    hash TEXT NOT NULL,          -- a checksum of the bytes, in hex; SHA-256 from earlier versions
    documents TEXT NOT NULL      -- ids as a JSON array; empty where the file was refused
) WITHOUT ROWID;
";

/// Made also in a library of this format from before there were any. A row stays where a file no longer holds what it says: it tells where to look.
pub(super) const HOLDERS: &str = "
CREATE TABLE holder (            -- files that hold a document with another address than theirs
    block INTEGER NOT NULL,      -- of documents, 64 together
    path TEXT NOT NULL,
    PRIMARY KEY (block, path)
) WITHOUT ROWID;
CREATE TRIGGER file_holds AFTER INSERT ON source_file BEGIN
    INSERT OR IGNORE INTO holder
    SELECT DISTINCT held.value / 64, new.path FROM json_each(new.documents) AS held
    WHERE NOT EXISTS (SELECT 1 FROM document WHERE document.id = held.value AND document.uri = new.path);
END;
CREATE TRIGGER document_moves AFTER UPDATE OF uri ON document BEGIN
    INSERT OR IGNORE INTO holder SELECT old.id / 64, file.path FROM source_file AS file WHERE file.path = old.uri;
END;
INSERT INTO holder
SELECT DISTINCT held.value / 64, file.path
FROM source_file AS file, json_each(iif(json_valid(file.documents), file.documents, '[]')) AS held
WHERE NOT EXISTS (SELECT 1 FROM document WHERE document.id = held.value AND document.uri = file.path);
";

/// A file as it was when it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Absolute.
    pub path: String,
    pub size: u64,
    /// Nanoseconds since 1970.
    pub modified: i64,
    /// What tells its bytes from others, in hex. One that an earlier version wrote tells nothing: the file is read again once it was touched.
    pub hash: String,
    /// What was read from it; nothing where it was refused.
    pub documents: Vec<DocumentId>,
}

impl Library {
    /// What is known of the file at an absolute path.
    pub fn source_file(&self, path: &str) -> Result<Option<SourceFile>, LibraryError> {
        self.connection
            .prepare_cached(&format!("{SELECT} WHERE path = ?1"))
            .and_then(|mut statement| statement.query_row([path], read).optional())
            .map_err(self.store("look up a file"))
    }

    /// What is known of the files at absolute paths, in one reading of the library.
    pub fn source_files<'a>(
        &self,
        paths: impl Iterator<Item = Option<&'a str>>,
    ) -> Result<Vec<Option<SourceFile>>, LibraryError> {
        let look_up = || -> rusqlite::Result<Vec<Option<SourceFile>>> {
            let transaction = self.connection.unchecked_transaction()?;
            let mut known = transaction.prepare_cached(&format!("{SELECT} WHERE path = ?1"))?;
            paths
                .map(|path| match path {
                    Some(path) => known.query_row([path], read).optional(),
                    None => Ok(None),
                })
                .collect()
        };
        look_up().map_err(self.store("read what it knows of files"))
    }

    /// The files that hold any of these documents, by path.
    pub fn source_files_of(
        &self,
        documents: &[DocumentId],
    ) -> Result<Vec<SourceFile>, LibraryError> {
        let statement = self
            .connection
            .prepare_cached(&format!("{SELECT} WHERE {NEAR} AND {HOLDS} ORDER BY path"))
            // A library that can only be read may know no holders.
            .or_else(|_| {
                let all = format!("{SELECT} WHERE {HOLDS} ORDER BY path");
                self.connection.prepare_cached(&all)
            });
        statement
            .and_then(|mut statement| statement.query_map([to_json(&documents)?], read)?.collect())
            .map_err(self.store("read what it knows of files"))
    }

    /// All files that were read below a folder, by path.
    pub fn source_files_below(&self, folder: &str) -> Result<Vec<SourceFile>, LibraryError> {
        let from = format!("{}/", folder.trim_end_matches('/'));
        // The next character after the slash ends the range of all that begins with it.
        let to = format!("{}0", folder.trim_end_matches('/'));
        self.connection
            .prepare_cached(&format!(
                "{SELECT} WHERE path >= ?1 AND path < ?2 ORDER BY path"
            ))
            .and_then(|mut statement| statement.query_map([from, to], read)?.collect())
            .map_err(self.store("read what it knows of files"))
    }

    /// Keeps what was found out about files, in one transaction. A text that a file says no longer and another one does goes by that one from then on.
    pub fn remember_files(&mut self, files: &[SourceFile]) -> Result<(), LibraryError> {
        if files.is_empty() {
            return Ok(());
        }
        let failed = self.store("remember a file");
        let mut remember = || -> rusqlite::Result<()> {
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut left = HashSet::new();
            for file in files {
                left.extend(left_by(&transaction, file)?);
                remember(&transaction, file)?;
            }
            for file in files {
                adopt(&transaction, &file.path, &file.documents)?;
            }
            for other in holders(&transaction, &left)? {
                let held = other.documents.iter().copied();
                let held: Vec<DocumentId> = held.filter(|id| left.contains(id)).collect();
                adopt(&transaction, &other.path, &held)?;
            }
            transaction.commit()
        };
        remember().map_err(failed)
    }

    /// A file that was at `from` is the one described now: its documents get the new address. Returns them with it. Older versions of them move along
    /// without a word, as they would else be all that is left at the old address and pass for what is there.
    pub fn move_file(
        &mut self,
        from: &str,
        to: &SourceFile,
    ) -> Result<Vec<Document>, LibraryError> {
        let failed = self.store("note that a file was renamed");
        let mut rename = || -> rusqlite::Result<Vec<Document>> {
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut moved = Vec::new();
            for id in &to.documents {
                let Some(known) = cards::card(&transaction, *id)? else {
                    continue;
                };
                let was = known.uri.clone();
                let document = held_by(&transaction, &to.path, known)?;
                if is_of_file(&was, from) && document.uri != was {
                    for version in cards::versions(&transaction, &was)? {
                        if !to.documents.contains(&version) {
                            cards::move_to(&transaction, version, &document.uri)?;
                        }
                    }
                    // The same text may have been at the new address before; then that document keeps it in the library, and the study has the address.
                    if cards::at(&transaction, &document.hash, &document.uri)?.is_none() {
                        cards::move_to(&transaction, *id, &document.uri)?;
                    }
                }
                moved.push(document);
            }
            transaction
                .prepare_cached("DELETE FROM source_file WHERE path = ?1")?
                .execute([from])?;
            remember(&transaction, to)?;
            transaction.commit()?;
            Ok(moved)
        };
        rename().map_err(failed)
    }

    /// The cards of documents that a file holds, in this order, with the addresses that they have there.
    pub fn cards_in(&self, path: &str, ids: &[DocumentId]) -> Result<Vec<Document>, LibraryError> {
        let held = |card| held_by(&self.connection, path, card);
        let held = self.cards(ids)?.into_iter().map(held);
        held.collect::<rusqlite::Result<_>>()
            .map_err(self.store("read documents"))
    }

    /// The cards of documents, in this order; those that the library does not have are left out.
    pub fn cards(&self, ids: &[DocumentId]) -> Result<Vec<Document>, LibraryError> {
        let read = || -> rusqlite::Result<Vec<Document>> {
            let cards = ids.iter().map(|id| cards::card(&self.connection, *id));
            cards.filter_map(Result::transpose).collect()
        };
        read().map_err(self.store("read documents"))
    }
}

const SELECT: &str = "SELECT path, size, modified, hash, documents FROM source_file";
/// Whether a file holds one of the documents of a list, and whether it is one of the few that can.
const HOLDS: &str = "EXISTS (SELECT 1 FROM json_each(source_file.documents)
    WHERE value IN (SELECT value FROM json_each(?1)))";
const NEAR: &str = "path IN (
    SELECT uri FROM document WHERE id IN (SELECT value FROM json_each(?1))
    UNION SELECT path FROM holder WHERE block IN (SELECT value / 64 FROM json_each(?1)))";

/// What was read from a file before, and is not in it any more.
fn left_by(connection: &Connection, file: &SourceFile) -> rusqlite::Result<Vec<DocumentId>> {
    let before: Option<Vec<DocumentId>> = connection
        .prepare_cached("SELECT documents FROM source_file WHERE path = ?1")?
        .query_row([&file.path], |row| from_json(row, 0))
        .optional()?;
    let Some(before) = before.filter(|before| *before != file.documents) else {
        return Ok(Vec::new());
    };
    let now: HashSet<DocumentId> = file.documents.iter().copied().collect();
    let left = before.into_iter().filter(|id| !now.contains(id));
    Ok(left.collect())
}

/// The files that hold any of these documents.
fn holders(
    connection: &Connection,
    documents: &HashSet<DocumentId>,
) -> rusqlite::Result<Vec<SourceFile>> {
    if documents.is_empty() {
        return Ok(Vec::new());
    }
    connection
        .prepare_cached(&format!("{SELECT} WHERE {NEAR} AND {HOLDS} ORDER BY path"))?
        .query_map([to_json(documents)?], read)?
        .collect()
}

/// Lets documents go by the file at this path, which holds them, where the file that they went by says something else by now.
fn adopt(connection: &Connection, path: &str, documents: &[DocumentId]) -> rusqlite::Result<()> {
    let address = path_address(Path::new(path));
    let strangers: Vec<DocumentId> = connection
        .prepare_cached(
            "SELECT document.id FROM json_each(?1) AS held JOIN document ON document.id = held.value
             WHERE substr(uri, 1, length(?2)) <> ?2 AND uri NOT LIKE 'http%'",
        )?
        .query_map([to_json(&documents)?, address], |row| {
            Ok(DocumentId(row.get(0)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    for id in strangers {
        let Some(card) = cards::card(connection, id)? else {
            continue;
        };
        let is_left = in_file_of(connection, &card.uri)?
            .is_some_and(|holds: Vec<DocumentId>| !holds.contains(&id));
        if is_left && Path::new(path).exists() {
            let there = held_by(connection, path, card)?;
            if cards::at(connection, &there.hash, &there.uri)?.is_none() {
                cards::move_to(connection, id, &there.uri)?;
            }
        }
    }
    Ok(())
}

/// What the file holds that an address is of, as far as that is known.
fn in_file_of(connection: &Connection, uri: &str) -> rusqlite::Result<Option<Vec<DocumentId>>> {
    let file = file_of(connection, uri)?;
    connection
        .prepare_cached("SELECT documents FROM source_file WHERE path = ?1")?
        .query_row([uri.get(..file)], |row| from_json(row, 0))
        .optional()
}

fn read(row: &Row<'_>) -> rusqlite::Result<SourceFile> {
    Ok(SourceFile {
        path: row.get(0)?,
        size: row.get(1)?,
        modified: row.get(2)?,
        hash: row.get(3)?,
        documents: from_json(row, 4)?,
    })
}

fn remember(connection: &Connection, file: &SourceFile) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO source_file (path, size, modified, hash, documents) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![file.path, file.size, file.modified, file.hash, to_json(&file.documents)?])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{ReadDocument, Timestamp};

    fn file(path: &str, documents: &[DocumentId]) -> SourceFile {
        SourceFile {
            path: path.to_owned(),
            size: 3,
            modified: 7,
            hash: "abc".to_owned(),
            documents: documents.to_vec(),
        }
    }

    /// A document that is known by its address alone.
    fn read(uri: &str) -> ReadDocument {
        ReadDocument {
            uri: uri.to_owned(),
            hash: uri.to_owned(),
            ..ReadDocument::default()
        }
    }

    #[test]
    fn files_are_found_again_by_path_and_by_folder() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let files =
            ["/a/b", "/a/b/one.md", "/a/b/two/three.md", "/a/bc.md"].map(|path| file(path, &[]));
        library.remember_files(&files).unwrap();
        assert_eq!(library.source_file("/a/b").unwrap(), Some(files[0].clone()));
        assert_eq!(library.source_file("/a/none").unwrap(), None);
        let paths = [Some("/a/none"), None, Some("/a/b")].into_iter();
        assert_eq!(
            library.source_files(paths).unwrap(),
            [None, None, Some(files[0].clone())]
        );
        for spelling in ["/a/b", "/a/b/"] {
            assert_eq!(library.source_files_below(spelling).unwrap(), files[1..3]);
        }
    }

    #[test]
    fn a_text_goes_by_the_file_that_still_holds_it_and_is_stored_anew_where_none_did() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let [a, b, c] = ["a.md", "b.md", "c.md"].map(|name| {
            let path = folder.path().join(name);
            std::fs::write(&path, name).unwrap();
            path.to_str().unwrap().to_owned()
        });
        let says = |library: &mut Library, path: &str, text: &str| {
            let read = ReadDocument {
                hash: text.to_owned(),
                ..read(path)
            };
            let added = library.add_documents(&[read], Timestamp(0)).unwrap();
            let id = added[0].document.id;
            library.remember_files(&[file(path, &[id])]).unwrap();
            id
        };
        let old = says(&mut library, &a, "old");
        assert_eq!(says(&mut library, &b, "old"), old);
        says(&mut library, &a, "new");
        assert_eq!(library.document(old).unwrap().unwrap().uri, b);
        assert_eq!(library.superseded().unwrap(), []);
        // The one that is read first may also be the one that was changed.
        says(&mut library, &b, "newer");
        assert_eq!(library.superseded().unwrap(), [old]);
        let anew = says(&mut library, &c, "old");
        assert_ne!(anew, old);
        let card = library.document(anew).unwrap().unwrap();
        assert_eq!((card.uri, card.copy_of), (c, None));
    }

    #[test]
    fn files_are_found_by_what_they_hold() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let [one, two, three] = [1, 2, 3].map(DocumentId);
        let files = [
            file("/a", &[one]),
            file("/b", &[two, three]),
            file("/c", &[one, three]),
        ];
        library.remember_files(&files).unwrap();
        assert_eq!(
            library.source_files_of(&[one]).unwrap(),
            [files[0].clone(), files[2].clone()]
        );
        assert_eq!(library.source_files_of(&[two]).unwrap(), files[1..2]);
        assert_eq!(library.source_files_of(&[]).unwrap(), []);
    }

    #[test]
    fn files_are_found_by_what_they_hold_whatever_address_it_has_and_without_going_through_all() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let documents = ["/a.md", "/b.json#part", "https://example.org"].map(read);
        let added = library.add_documents(&documents, Timestamp(0)).unwrap();
        let [a, b, page] = [0, 1, 2].map(|at: usize| added[at].document.id);
        let files = [
            file("/a.md", &[a]),
            file("/b.json", &[b, page]),
            file("/copy.md", &[a]),
            file("/new.md", &[a]),
            file("/other.md", &[]),
        ];
        library.remember_files(&files[..3]).unwrap();
        library.remember_files(&files[4..]).unwrap();
        // It is found elsewhere now, and the file that it came from is known all the same.
        cards::move_to(&library.connection, a, "/new.md").unwrap();
        library.remember_files(&files[3..4]).unwrap();
        let check = |library: &Library| {
            let paths = |document: DocumentId| -> Vec<String> {
                let found = library.source_files_of(&[document]).unwrap();
                found.into_iter().map(|file| file.path).collect()
            };
            assert_eq!(paths(a), ["/a.md", "/copy.md", "/new.md"]);
            assert_eq!(
                (paths(b), paths(page)),
                (vec!["/b.json".to_owned()], vec!["/b.json".to_owned()])
            );
            assert_eq!(library.source_files_of(&[a, page]).unwrap(), files[..4]);
        };
        check(&library);
        let plan: Vec<String> = library
            .connection
            .prepare(&format!(
                "EXPLAIN QUERY PLAN {SELECT} WHERE {NEAR} AND {HOLDS}"
            ))
            .unwrap()
            .query_map(["[1]"], |row| row.get(3))
            .unwrap()
            .collect::<rusqlite::Result<_>>()
            .unwrap();
        let goes_through =
            |step: &String| step.starts_with("SCAN source_file") || step.starts_with("SCAN holder");
        assert!(!plan.iter().any(goes_through), "{plan:?}");
        // A library that an earlier Tercet made knows no holders; one of its rows cannot be read.
        let run = |statements: &str| library.connection.execute_batch(statements).unwrap();
        run("DROP TRIGGER file_holds; DROP TRIGGER document_moves; DROP TABLE holder");
        library.connection.flush_prepared_statement_cache();
        check(&library);
        run("UPDATE source_file SET documents = '[1,' WHERE path = '/other.md'");
        drop(library);
        check(&Library::open(folder.path()).unwrap());
    }

    #[test]
    fn a_file_whose_documents_cannot_be_read_is_not_one_without_documents() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        library.remember_files(&[file("/a", &[])]).unwrap();
        library
            .connection
            .execute("UPDATE source_file SET documents = '[1,'", [])
            .unwrap();
        assert!(library.source_file("/a").is_err());
    }

    #[test]
    fn a_renamed_file_takes_its_documents_along() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let documents = ["/old.json", "/old.json#part", "https://example.org/a"].map(read);
        let added = library.add_documents(&documents, Timestamp(0)).unwrap();
        let ids: Vec<DocumentId> = added.iter().map(|added| added.document.id).collect();
        library.remember_files(&[file("/old.json", &ids)]).unwrap();
        let moved = library
            .move_file("/old.json", &file("/new.json", &ids))
            .unwrap();
        let uris: Vec<&str> = moved.iter().map(|document| document.uri.as_str()).collect();
        assert_eq!(
            uris,
            ["/new.json", "/new.json#part", "https://example.org/a"]
        );
        assert_eq!(library.cards(&ids).unwrap(), moved);
        assert_eq!(library.source_file("/old.json").unwrap(), None);
    }

    #[test]
    fn what_a_file_holds_is_told_with_the_addresses_and_names_it_has_there() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let read = |title: &str, uri: &str| ReadDocument {
            title: title.to_owned(),
            uri: uri.to_owned(),
            hash: uri.to_owned(),
            ..ReadDocument::default()
        };
        let documents = [
            read("C# notes", "/a/C# notes.txt"),
            read("Depots", "/a/found.json#depots"),
            read("found", "/a/found.json"),
            read("A page", "https://example.org/a"),
        ];
        let added = library.add_documents(&documents, Timestamp(0)).unwrap();
        let ids: Vec<DocumentId> = added.iter().map(|added| added.document.id).collect();
        library
            .remember_files(&[
                file("/a/C# notes.txt", &ids[..1]),
                file("/a/found.json", &ids[1..]),
            ])
            .unwrap();
        let told = |path: &str, ids: &[DocumentId]| -> Vec<(String, String)> {
            let cards = library.cards_in(path, ids).unwrap();
            cards
                .into_iter()
                .map(|card| (card.title, card.uri))
                .collect()
        };
        let as_told = |told: &[(&str, &str)]| -> Vec<(String, String)> {
            let told = told.iter();
            told.map(|(title, uri)| ((*title).to_owned(), (*uri).to_owned()))
                .collect()
        };
        assert_eq!(
            told("/b/copy.txt", &ids[..1]),
            as_told(&[("copy", "/b/copy.txt")])
        );
        assert_eq!(
            told("/b/again.json", &ids[1..]),
            as_told(&[
                ("Depots", "/b/again.json#depots"),
                ("again", "/b/again.json"),
                ("A page", "https://example.org/a"),
            ])
        );
        let first = told("/a/found.json", &ids[1..2]);
        assert_eq!(first, as_told(&[("Depots", "/a/found.json#depots")]));
    }

    #[test]
    fn older_versions_of_a_renamed_file_stay_older_versions_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let version = |hash: &str| ReadDocument {
            uri: "/old.md".to_owned(),
            hash: hash.to_owned(),
            ..ReadDocument::default()
        };
        let added = library
            .add_documents(&[version("first"), version("second")], Timestamp(0))
            .unwrap();
        let ids: Vec<DocumentId> = added.iter().map(|added| added.document.id).collect();
        let now = &ids[1..];
        library.remember_files(&[file("/old.md", now)]).unwrap();
        assert_eq!(library.superseded().unwrap(), ids[..1]);
        library.move_file("/old.md", &file("/new.md", now)).unwrap();
        assert_eq!(library.superseded().unwrap(), ids[..1]);
    }
}
