//! The tables, and opening a file that may be new, older, newer, damaged or something else altogether.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use super::{LibraryError, copies, fetched, sources};

/// Format of the library file; a higher one is refused [D5].
const FORMAT: i64 = 2;
/// `TRCT`, in the file's header: tells a Tercet library from any other `SQLite` file.
const APPLICATION: i64 = 0x5452_4354;

/// How long another process may keep the file.
const PATIENCE: Duration = Duration::from_secs(5);

const TABLES: &str = "
CREATE TABLE document (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL,
    uri TEXT NOT NULL,
    card TEXT NOT NULL,          -- study::Document as JSON
    first INTEGER NOT NULL DEFAULT 0,    -- id of its first passage; the others follow it
    passages INTEGER NOT NULL DEFAULT 0,
    origin TEXT NOT NULL DEFAULT 'general', -- copies of what the card says, for filters
    date TEXT,
    UNIQUE (hash, uri)
);
CREATE INDEX document_uri ON document (uri);
CREATE TABLE passage (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES document,
    ordinal INTEGER NOT NULL,
    text TEXT NOT NULL,
    page_from INTEGER,
    page_to INTEGER,
    headings TEXT NOT NULL,      -- JSON array, outermost first
    span_start INTEGER NOT NULL, -- bytes of the document's extracted text
    span_end INTEGER NOT NULL,
    from_graph INTEGER NOT NULL,
    set_aside TEXT,              -- why the guardrail keeps it from writers
    metadata TEXT                -- JSON object; null where there is none
);
CREATE TABLE study (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    changed INTEGER NOT NULL,    -- milliseconds since 1970, UTC
    summary TEXT NOT NULL,       -- what the list of studies shows, as JSON; a copy of what the events say
    typed TEXT NOT NULL DEFAULT '' -- the question as it stands in the query pane, run or not
);
CREATE TABLE event (
    study INTEGER NOT NULL REFERENCES study,
    seq INTEGER NOT NULL,        -- from 1
    at INTEGER NOT NULL,         -- milliseconds since 1970, UTC
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT,                   -- JSON; null where the kind says all
    PRIMARY KEY (study, seq)
) WITHOUT ROWID;
CREATE TABLE live (              -- text that is streaming and not yet an event: at most one row a study
    study INTEGER PRIMARY KEY REFERENCES study,
    section INTEGER NOT NULL,
    text TEXT NOT NULL
);
";

/// What format 2 brought: an index of our own in place of FTS5, and vectors.
const INDEX: &str = "
CREATE INDEX document_filter ON document (origin, date, first, passages);
CREATE TABLE segment (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: what is known of a segment is known for good
    state INTEGER NOT NULL,      -- 0 being written, 1 in use, 2 replaced
    first INTEGER NOT NULL,      -- id of its first passage
    passages INTEGER NOT NULL,
    words INTEGER NOT NULL,
    lengths BLOB NOT NULL        -- of each passage from the first on, two bytes, with the mark of those set aside
);
CREATE TABLE postings (          -- blocks of the word index; see postings.rs
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL,
    term TEXT NOT NULL,
    start INTEGER NOT NULL,
    block BLOB NOT NULL
);
CREATE UNIQUE INDEX postings_term ON postings (segment, term, start);
CREATE TABLE embedded (          -- one row: which model the vectors are of, and the last passage that was looked at
    model TEXT NOT NULL,
    up_to INTEGER NOT NULL
);
CREATE TABLE vector (
    passage INTEGER PRIMARY KEY,
    vector BLOB NOT NULL
);
CREATE TABLE signs (             -- of the vectors of 1,024 passages, 32 bytes each
    block INTEGER PRIMARY KEY,
    signs BLOB NOT NULL
);
CREATE TABLE provider_vector (   -- what models of providers made; can be made again
    model TEXT NOT NULL,
    passage INTEGER NOT NULL,
    vector BLOB NOT NULL,        -- 32-bit floats, little-endian
    PRIMARY KEY (model, passage)
) WITHOUT ROWID;
";

/// From format 1; the index is built afterwards, from the passages.
const FROM_1: &str = "
ALTER TABLE document ADD COLUMN first INTEGER NOT NULL DEFAULT 0;
ALTER TABLE document ADD COLUMN passages INTEGER NOT NULL DEFAULT 0;
ALTER TABLE document ADD COLUMN origin TEXT NOT NULL DEFAULT 'general';
ALTER TABLE document ADD COLUMN date TEXT;
ALTER TABLE passage ADD COLUMN set_aside TEXT;
ALTER TABLE passage ADD COLUMN metadata TEXT;
UPDATE document SET
    first = coalesce((SELECT min(id) FROM passage WHERE document = document.id), 0),
    passages = (SELECT count(*) FROM passage WHERE document = document.id),
    origin = coalesce(json_extract(card, '$.origin'), 'general'),
    date = json_extract(card, '$.date');
DROP INDEX passage_place;
DROP TABLE passage_index;
";

/// Opens the file and makes sure that it is a library of this format.
pub(super) fn open(path: &Path) -> Result<Connection, LibraryError> {
    let failed = |source: rusqlite::Error| match source.sqlite_error_code() {
        Some(
            ErrorCode::CannotOpen
            | ErrorCode::ReadOnly
            | ErrorCode::PermissionDenied
            | ErrorCode::DiskFull,
        ) => LibraryError::Folder {
            path: path.to_owned(),
            source: std::io::Error::other(source),
        },
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => LibraryError::Damaged {
            path: path.to_owned(),
            source,
        },
        _ => LibraryError::Store {
            path: path.to_owned(),
            doing: "be opened",
            source,
        },
    };
    let mut connection = Connection::open(path).map_err(failed)?;
    connection.busy_timeout(PATIENCE).map_err(failed)?;
    check_identity(&connection, path, failed)?;
    set_up(&connection).map_err(failed)?;
    if format_of(&connection).map_err(failed)? != FORMAT {
        bring_up_to_date(&mut connection).map_err(failed)?;
    }
    Ok(connection)
}

/// Makes the tables, or converts those of an older format; all or nothing.
fn bring_up_to_date(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    // Another process may have done it while this one waited for the lock.
    match format_of(&transaction)? {
        0 => {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
        }
        1 => {
            transaction.execute_batch(FROM_1)?;
        }
        _ => return Ok(()),
    }
    for tables in [INDEX, copies::TABLES, fetched::TABLE, sources::TABLE] {
        transaction.execute_batch(tables)?;
    }
    transaction.pragma_update(None, "user_version", FORMAT)?;
    transaction.commit()
}

/// Of several processes that switch a new file to WAL one is refused at once, whatever the busy timeout says: it has to ask again.
fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    let started = Instant::now();
    loop {
        let done = connection.execute_batch(
            "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384;",
        );
        let refused = done
            .as_ref()
            .is_err_and(|error| error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy));
        if !refused || started.elapsed() >= PATIENCE {
            return done;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Refuses a file of another program or of a newer format, before anything is written to it.
fn check_identity(
    connection: &Connection,
    path: &Path,
    failed: impl Fn(rusqlite::Error) -> LibraryError,
) -> Result<(), LibraryError> {
    // All in one transaction: another process may be making the tables between two questions.
    let connection = connection.unchecked_transaction().map_err(&failed)?;
    let found = format_of(&connection).map_err(&failed)?;
    if found > FORMAT {
        return Err(LibraryError::Newer {
            path: path.to_owned(),
            found,
            known: FORMAT,
        });
    }
    let application: i64 = connection
        .query_row("PRAGMA application_id", [], |row| row.get(0))
        .map_err(&failed)?;
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(&failed)?;
    if tables > 0 && application != APPLICATION {
        return Err(LibraryError::Damaged {
            path: path.to_owned(),
            source: rusqlite::Error::InvalidQuery,
        });
    }
    Ok(())
}

fn format_of(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}
