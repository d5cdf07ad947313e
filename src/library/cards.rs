//! How a document's card is stored: a row with what the library asks for in columns of their own, and the rest, which most documents have little of.
//!
//! A library may hold a million documents of one passage each, so nothing stands in a row twice, a hash is the 32 bytes that it means, and what a
//! document does not say takes no room. A document is found by its text and by its address through short keys that are made of them; both are compared
//! whole afterwards.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rusqlite::types::{ToSql, ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, OptionalExtension, Params, Row, params};
use serde::{Deserialize, Serialize};

use super::documents::to_json;
use crate::digest::sha256;
use crate::study::{Document, DocumentId, DocumentKind, Origin, Timestamp};

/// The columns of `document`.
pub(super) const COLUMNS: &str = "(
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL,          -- SHA-256; text where it is none
    uri TEXT NOT NULL,
    text_key INTEGER NOT NULL,   -- made of the hash, and of the uri; see cards.rs
    uri_key INTEGER NOT NULL,
    title TEXT NOT NULL,
    origin TEXT,                 -- null for the general one
    date TEXT,
    first INTEGER NOT NULL,      -- id of its first passage; the others follow it
    passages INTEGER NOT NULL,
    accessed INTEGER NOT NULL,   -- milliseconds since 1970, UTC
    rest TEXT                    -- JSON of what else is known; null where that is nothing
)";
pub(super) const INDEXES: &str = "
CREATE INDEX document_text ON document (text_key);
CREATE INDEX document_uri ON document (uri_key);
CREATE INDEX document_filter ON document (origin, date, first, passages);
";

const SELECT: &str =
    "SELECT id, hash, uri, title, origin, date, passages, accessed, rest FROM document";

/// What has no column.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Rest<'a> {
    #[serde(skip_serializing_if = "is_default")]
    kind: DocumentKind,
    #[serde(skip_serializing_if = "is_default")]
    author: Cow<'a, Option<String>>,
    #[serde(skip_serializing_if = "is_default")]
    site: Cow<'a, Option<String>>,
    #[serde(skip_serializing_if = "is_default")]
    language: Cow<'a, Option<String>>,
    #[serde(skip_serializing_if = "is_default")]
    set_aside: u32,
    #[serde(skip_serializing_if = "is_default")]
    copy_of: Option<DocumentId>,
    #[serde(skip_serializing_if = "is_default")]
    pages: Option<u32>,
    #[serde(skip_serializing_if = "is_default")]
    warnings: Cow<'a, [String]>,
    #[serde(skip_serializing_if = "is_default")]
    metadata: Cow<'a, BTreeMap<String, String>>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Stores a card whose passages begin with the id `first`; `table` has [`COLUMNS`].
pub(super) fn insert(
    connection: &Connection,
    table: &str,
    document: &Document,
    first: i64,
) -> rusqlite::Result<()> {
    let Document {
        id,
        title,
        uri,
        kind,
        origin,
        author,
        site,
        date,
        language,
        hash,
        passages,
        set_aside,
        copy_of,
        pages,
        accessed,
        warnings,
        metadata,
    } = document;
    let rest = Rest {
        kind: *kind,
        author: Cow::Borrowed(author),
        site: Cow::Borrowed(site),
        language: Cow::Borrowed(language),
        set_aside: *set_aside,
        copy_of: *copy_of,
        pages: *pages,
        warnings: Cow::Borrowed(warnings),
        metadata: Cow::Borrowed(metadata),
    };
    let rest = Some(&rest).filter(|rest| !is_default(*rest));
    let rest = rest.map(to_json).transpose()?;
    connection
        .prepare_cached(&format!(
            "INSERT INTO {table} (id, hash, uri, text_key, uri_key, title, origin, date, first, passages, accessed, rest)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
        ))?
        .execute(params![
            id.0,
            Hash(hash),
            uri,
            text_key(hash),
            key(uri),
            title,
            (!is_default(origin)).then(|| origin.name()),
            date,
            first,
            passages,
            accessed.0,
            rest,
        ])?;
    Ok(())
}

/// The card of a document.
pub(super) fn card(connection: &Connection, id: DocumentId) -> rusqlite::Result<Option<Document>> {
    first(connection, "WHERE id = ?1", [id.0])
}

/// All cards, by id.
pub(super) fn cards(connection: &Connection) -> rusqlite::Result<Vec<Document>> {
    connection
        .prepare_cached(&format!("{SELECT} ORDER BY id"))?
        .query_map([], read)?
        .filter_map(Result::transpose)
        .collect()
}

/// The cards behind one, by id, so many at most.
pub(super) fn cards_behind(
    connection: &Connection,
    id: DocumentId,
    most: usize,
) -> rusqlite::Result<Vec<Document>> {
    connection
        .prepare_cached(&format!("{SELECT} WHERE id > ?1 ORDER BY id LIMIT ?2"))?
        .query_map(params![id.0, most as i64], read)?
        .filter_map(Result::transpose)
        .collect()
}

/// The document of this text at this address.
pub(super) fn at(
    connection: &Connection,
    hash: &str,
    uri: &str,
) -> rusqlite::Result<Option<Document>> {
    let condition = "WHERE uri_key = ?1 AND uri = ?2 AND hash = ?3";
    first(connection, condition, params![key(uri), uri, Hash(hash)])
}

/// The documents that were read at this address, by id.
pub(super) fn versions(connection: &Connection, uri: &str) -> rusqlite::Result<Vec<DocumentId>> {
    connection
        .prepare_cached("SELECT id FROM document WHERE uri_key = ?1 AND uri = ?2 ORDER BY id")?
        .query_map(params![key(uri), uri], |row| Ok(DocumentId(row.get(0)?)))?
        .collect()
}

/// The documents of this text, by id.
pub(super) fn of_text(connection: &Connection, hash: &str) -> rusqlite::Result<Vec<Document>> {
    connection
        .prepare_cached(&format!("{SELECT} {OF_TEXT}"))?
        .query_map(params![text_key(hash), Hash(hash)], read)?
        .filter_map(Result::transpose)
        .collect()
}

/// The index has equal keys in the order of ids. Asked for with `ORDER BY`, `SQLite` makes the statement anew for other values, time and again.
const OF_TEXT: &str = "INDEXED BY document_text WHERE text_key = ?1 AND hash = ?2";

fn first(
    connection: &Connection,
    condition: &str,
    params: impl Params,
) -> rusqlite::Result<Option<Document>> {
    connection
        .prepare_cached(&format!("{SELECT} {condition} LIMIT 1"))?
        .query_row(params, read)
        .optional()
        .map(Option::flatten)
}

/// Gives a document another address.
pub(super) fn move_to(connection: &Connection, id: DocumentId, uri: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE document SET uri = ?2, uri_key = ?3 WHERE id = ?1")?
        .execute(params![id.0, uri, key(uri)])?;
    Ok(())
}

/// A card that cannot be read is as if it were not there: the study's journal has its own copy.
fn read(row: &Row<'_>) -> rusqlite::Result<Option<Document>> {
    let rest: Rest<'_> = match row.get_ref(8)?.as_str_or_null()? {
        None => Rest::default(),
        Some(json) => match serde_json::from_str(json) {
            Ok(rest) => rest,
            Err(_) => return Ok(None),
        },
    };
    let origin = row.get_ref(4)?.as_str_or_null()?;
    Ok(Some(Document {
        id: DocumentId(row.get(0)?),
        title: row.get(3)?,
        uri: row.get(2)?,
        kind: rest.kind,
        origin: origin.and_then(Origin::named).unwrap_or_default(),
        author: rest.author.into_owned(),
        site: rest.site.into_owned(),
        date: row.get(5)?,
        language: rest.language.into_owned(),
        hash: hash_of(row.get_ref(1)?)?,
        passages: row.get(6)?,
        set_aside: rest.set_aside,
        copy_of: rest.copy_of,
        pages: rest.pages,
        accessed: Timestamp(row.get(7)?),
        warnings: rest.warnings.into_owned(),
        metadata: rest.metadata.into_owned(),
    }))
}

/// What equal names share, and few others: six bytes, as the index of a million of them should be small.
fn key(name: &str) -> i64 {
    key_of(&sha256(name))
}

/// The same for a hash, which is spread evenly already.
fn text_key(hash: &str) -> i64 {
    bytes_of(hash).map_or_else(|| key(hash), |bytes| key_of(&bytes))
}

fn key_of(digest: &[u8]) -> i64 {
    let first = digest.iter().take(6);
    first.fold(0, |key, byte| (key << 8) | i64::from(*byte))
}

/// A hash as it is stored.
struct Hash<'a>(&'a str);

impl ToSql for Hash<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match bytes_of(self.0) {
            Some(bytes) => ToSqlOutput::Owned(Value::Blob(bytes.to_vec())),
            None => ToSqlOutput::Borrowed(ValueRef::Text(self.0.as_bytes())),
        })
    }
}

/// The bytes of a SHA-256 that is written as [`hash_of`] writes it. Each document is looked up by several: digits and letters are not told apart by branches,
/// which nobody can foresee in a hash.
fn bytes_of(hex: &str) -> Option<[u8; 32]> {
    let (pairs, rest) = hex.as_bytes().as_chunks::<2>();
    let mut bytes = [0; 32];
    if pairs.len() != bytes.len() || !rest.is_empty() {
        return None;
    }
    let mut seen = 0;
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        let (high, low) = (NIBBLES[usize::from(*high)], NIBBLES[usize::from(*low)]);
        seen |= high | low;
        *byte = high << 4 | low & 15;
    }
    (seen != NO_NIBBLE).then_some(bytes)
}

const NO_NIBBLE: u8 = u8::MAX;

/// What each byte stands for as a digit in hex.
static NIBBLES: [u8; 256] = {
    let mut nibbles = [NO_NIBBLE; 256];
    let digits = b"0123456789abcdef";
    let mut value = 0;
    while value < digits.len() {
        nibbles[digits[value] as usize] = value as u8;
        value += 1;
    }
    nibbles
};

fn hash_of(stored: ValueRef<'_>) -> rusqlite::Result<String> {
    let ValueRef::Blob(bytes) = stored else {
        return Ok(stored.as_str()?.to_owned());
    };
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or_default();
    Ok(bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect())
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;

    fn table() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(&format!("CREATE TABLE document {COLUMNS};{INDEXES}"))
            .unwrap();
        connection
    }

    #[test]
    fn a_card_comes_back_as_it_was_stored_whether_it_says_much_or_little() {
        let connection = table();
        let text = |text: &str| Some(text.to_owned());
        let full = Document {
            id: DocumentId(2),
            title: "Depots".into(),
            uri: "https://example.org/a".into(),
            kind: DocumentKind::Pdf,
            origin: Origin::Academic,
            author: text("A. Sand"),
            site: text("example.org"),
            date: text("2024-05"),
            language: text("en"),
            hash: "0f".repeat(32),
            passages: 7,
            set_aside: 1,
            copy_of: Some(DocumentId(1)),
            pages: Some(3),
            accessed: Timestamp(1_795_313_020_979),
            warnings: vec!["page 2 is an image".into()],
            metadata: BTreeMap::from([("doi".into(), "10.1/2".into())]),
        };
        let bare = Document {
            id: DocumentId(1),
            // No SHA-256 as it is written here: kept as it is.
            hash: "0F".repeat(32),
            ..Document::default()
        };
        for document in [&bare, &full] {
            insert(&connection, "document", document, 1).unwrap();
            assert_eq!(
                card(&connection, document.id).unwrap().as_ref(),
                Some(document)
            );
            let stored = Some(document.clone());
            let hash = &document.hash;
            let all: Vec<Document> = stored.iter().cloned().collect();
            assert_eq!(of_text(&connection, hash).unwrap(), all);
            assert_eq!(at(&connection, hash, &document.uri).unwrap(), stored);
            assert_eq!(at(&connection, hash, "/elsewhere").unwrap(), None);
        }
        let nothing: bool = connection
            .query_row(
                "SELECT rest IS NULL FROM document WHERE id = 1",
                [],
                |row| row.get(0),
            )
            .unwrap();
        assert!(nothing);
        assert_eq!(cards(&connection).unwrap(), [bare, full]);
    }

    #[test]
    fn a_text_is_looked_up_in_the_index_by_a_statement_that_is_made_once() {
        let connection = table();
        let select = format!("{SELECT} {OF_TEXT} LIMIT 1");
        let mut statement = connection.prepare(&select).unwrap();
        for at in 0..9 {
            let hash = at.to_string().repeat(64);
            let found = statement.exists(params![text_key(&hash), Hash(&hash)]);
            assert!(!found.unwrap());
        }
        assert_eq!(statement.get_status(StatementStatus::RePrepare), 0);
    }
}
