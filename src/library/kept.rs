//! Whether the text of the evidence is still what was read: a checksum of each document's passages is kept beside them, so that a failing disk or another
//! program cannot change what claims rest on without a word [D5]. Earlier versions kept a digest, which tells no more and takes many times as long;
//! it is still looked at. Documents of a Tercet that kept none have none, and neither have the entries of a corpus, which are many and short.

use rusqlite::{Connection, OptionalExtension, params};

use super::{Library, LibraryError, cards};
use crate::digest::{Checksum, Sha256};
use crate::study::{Document, DocumentId, ReadPassage};

/// Made also in a library of this format from before there were any; an older Tercet leaves them empty, or one of them.
pub(super) const TABLES: &str = "
CREATE TABLE IF NOT EXISTS passages_sum (document INTEGER PRIMARY KEY, seal BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS passages_seal (document INTEGER PRIMARY KEY, seal BLOB NOT NULL); -- digests, which nothing is added to
";
const SUMS: &str = "passages_sum";
const DIGESTS: &str = "passages_seal";

/// The digest of passages, in their order, as earlier versions made it.
#[derive(Default)]
struct Digest(Sha256);

impl Digest {
    fn add(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }

    fn bytes(self) -> Vec<u8> {
        /// Bytes that are kept of it.
        const LENGTH: usize = 16;
        self.0.finish()[..LENGTH].to_vec()
    }
}

/// What a document says of itself, with which its seal begins; digests of the earliest versions begin with its text.
fn of_itself(document: &Document) -> [&str; 3] {
    let told = [
        Some(&document.title),
        document.author.as_ref(),
        document.date.as_ref(),
    ];
    told.map(|told| told.map_or("", String::as_str))
}

/// Seals a document with its passages as they are stored.
pub(super) fn seal(
    connection: &Connection,
    document: &Document,
    passages: &[ReadPassage],
) -> rusqlite::Result<()> {
    let mut sum = Checksum::default();
    let texts = passages.iter().map(|passage| passage.text.as_str());
    for text in of_itself(document).into_iter().chain(texts) {
        sum.add(text);
    }
    connection
        .prepare_cached("INSERT OR REPLACE INTO passages_sum (document, seal) VALUES (?1, ?2)")?
        .execute(params![document.id.0, sum.finish()])?;
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
        let mut lost = std::collections::BTreeSet::new();
        for seals in [SUMS, DIGESTS] {
            // A library that can only be read may have no seals.
            let Ok(mut found) = self.connection.prepare_cached(&format!(
                "SELECT document FROM {seals} WHERE document NOT IN (SELECT id FROM document)"
            )) else {
                continue;
            };
            for document in found.query_map([], |row| row.get::<_, i64>(0))? {
                lost.insert(document?);
            }
        }
        let told = lost.into_iter().map(|document| {
            format!(
                "document {document} is damaged: it is missing from the library; claims that rest on it cannot be relied on: bring back a copy of {}",
                self.path.display()
            )
        });
        Ok(told.collect())
    }

    /// What one of the tables of seals keeps of a document.
    fn kept(&self, seals: &str, document: DocumentId) -> Option<Vec<u8>> {
        self.connection
            .prepare_cached(&format!("SELECT seal FROM {seals} WHERE document = ?1"))
            .and_then(|mut kept| kept.query_row([document.0], |row| row.get(0)).optional())
            // A library that can only be read may have no seals.
            .unwrap_or_default()
    }

    fn what_is_wrong_with(&self, document: &Document) -> rusqlite::Result<Option<&'static str>> {
        let Some(card) = cards::card(&self.connection, document.id)? else {
            return Ok(Some("it is missing from the library"));
        };
        let kept_sum = self.kept(SUMS, document.id);
        let kept_digest = self.kept(DIGESTS, document.id);
        let (mut sum, mut whole, mut of_text) =
            (Checksum::default(), Digest::default(), Digest::default());
        for told in of_itself(&card) {
            sum.add(told);
            whole.add(told);
        }
        let mut count = 0;
        let mut statement = self.connection.prepare_cached(
            "SELECT p.text FROM document d JOIN passage p ON p.id >= d.first AND p.id < d.first + d.passages AND p.document = d.id WHERE d.id = ?1 ORDER BY p.id",
        )?;
        let mut rows = statement.query([document.id.0])?;
        while let Some(row) = rows.next()? {
            let text = row.get_ref(0)?.as_str().unwrap_or_default();
            sum.add(text);
            if kept_digest.is_some() {
                whole.add(text);
                of_text.add(text);
            }
            count += 1;
        }
        if count != document.passages {
            return Ok(Some("some of its text is missing from the library"));
        }
        let is_whole = kept_sum.is_none_or(|kept| kept == sum.finish())
            && kept_digest.is_none_or(|kept| kept == whole.bytes() || kept == of_text.bytes());
        Ok((!is_whole).then_some("what the library has of it is not what was read"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{ReadDocument, Timestamp};

    #[test]
    fn evidence_that_an_earlier_version_sealed_is_still_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let passage = |text: &str| ReadPassage {
            text: text.to_owned(),
            ..ReadPassage::default()
        };
        let read = ReadDocument {
            title: "Depots".into(),
            uri: "/depots.md".into(),
            passages: vec![passage("Forty buses."), passage("61 million euros.")],
            ..ReadDocument::default()
        };
        let added = library.add_documents(&[read], Timestamp(0)).unwrap();
        let documents = [added[0].document.clone()];
        let run = |statement: &str| library.connection.execute_batch(statement).unwrap();
        let altered = || library.altered(&documents).unwrap().len();
        assert_eq!(altered(), 0);
        run("UPDATE passage SET text = '16 million euros.' WHERE ordinal = 1");
        assert_eq!(altered(), 1);
        run("UPDATE passage SET text = '61 million euros.' WHERE ordinal = 1");
        // With its title, as the version before did, and without, as those before that.
        for seal in [
            "dde33c485efdc80874049c5d5ec48773",
            "ea78a9154b319781f1985e317e429ee0",
        ] {
            run(&format!(
                "DELETE FROM passages_sum; INSERT OR REPLACE INTO passages_seal VALUES (1, x'{seal}')"
            ));
            assert_eq!(altered(), 0);
            run("UPDATE passage SET text = '16 million euros.' WHERE ordinal = 1");
            assert_eq!(altered(), 1);
            run("UPDATE passage SET text = '61 million euros.' WHERE ordinal = 1");
        }
        run("PRAGMA foreign_keys = OFF; DELETE FROM document");
        assert_eq!(library.all_altered().unwrap().len(), 1);
    }
}
