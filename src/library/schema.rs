//! The tables, and opening a file that may be new, older, newer, damaged or something else altogether.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use super::LibraryError;

/// Format of the library file; a higher one is refused [D5].
const FORMAT: i64 = 1;
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
    from_graph INTEGER NOT NULL
);
CREATE UNIQUE INDEX passage_place ON passage (document, ordinal);
CREATE VIRTUAL TABLE passage_index USING fts5 (
    text, content = 'passage', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
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
    if format_of(&connection).map_err(failed)? == 0 {
        let transaction = connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
            .map_err(failed)?;
        // Another process may have made the tables while this one waited for the lock.
        if format_of(&transaction).map_err(failed)? == 0 {
            transaction.execute_batch(TABLES).map_err(failed)?;
            transaction
                .pragma_update(None, "application_id", APPLICATION)
                .map_err(failed)?;
            transaction
                .pragma_update(None, "user_version", FORMAT)
                .map_err(failed)?;
        }
        transaction.commit().map_err(failed)?;
    }
    connection
        .execute_batch(super::sources::TABLE)
        .map_err(failed)?;
    Ok(connection)
}

/// Of several processes that switch a new file to WAL one is refused at once, whatever the busy timeout says: it has to ask again.
fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    let started = Instant::now();
    loop {
        let done = connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
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
