//! The tables, and opening a file that may be new, older, newer, damaged or something else altogether.

use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::add::immediate;
use super::{LibraryError, cards, copies, fetched, kept, log, sources, superseded, words_of};
use crate::study::{Document, DocumentId};

/// Format of the library file; a higher one is refused [D5].
const FORMAT: i64 = 3;
/// `TRCT`, in the file's header: tells a Tercet library from any other `SQLite` file.
const APPLICATION: i64 = 0x5452_4354;

/// How long another process may keep the file.
const PATIENCE: Duration = Duration::from_secs(5);

const TABLES: &str = "
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
    seal BLOB,                   -- of this event and all before it, see seal.rs; null where an older Tercet wrote it
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
    vector BLOB NOT NULL         -- packed; 256 bytes as they are where an earlier Tercet made it
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

/// From format 1 to the tables of 2; the index is built afterwards, from the passages.
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

/// A library's file, open.
pub(super) struct Opened {
    pub(super) connection: Connection,
    /// Whether nothing can be written to it here.
    pub(super) read_only: bool,
    /// That is because the disk has no room.
    pub(super) on_full_disk: bool,
    /// Whether its journals have a place for seals.
    pub(super) is_sealed: bool,
    pub(super) loss: Option<Loss>,
}

/// What happened to the last changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Loss {
    /// They were damaged, and are kept as they were found.
    Kept(PathBuf),
    /// They were taken away after their program was killed.
    Gone,
}

impl Opened {
    fn to_read(connection: Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            is_sealed: has_seals(&connection)?,
            connection,
            read_only: true,
            on_full_disk: false,
            loss: None,
        })
    }
}

/// Opens the file and makes sure that it is a library of this format. What cannot be written to is opened to be read.
pub(super) fn open(path: &Path, tell: &mut dyn FnMut(u8)) -> Result<Opened, LibraryError> {
    let refused = match open_to_write(path, tell) {
        Ok(opened) if !opened.read_only => return Ok(opened),
        // A file that is protected in a folder that is not.
        Ok(opened) => return checked(opened, path),
        Err(refused) => refused,
    };
    if matches!(&refused, LibraryError::Disk { .. }) && path.is_file() {
        return match open_alone(path) {
            Ok(mut opened) if format_of(&opened.connection).is_ok_and(|found| found == FORMAT) => {
                opened.on_full_disk = true;
                checked(opened, path)
            }
            _ => Err(refused),
        };
    }
    let is_protected = matches!(&refused, LibraryError::Folder { .. }) && path.is_file();
    if !is_protected {
        return Err(refused);
    }
    for how in ["mode=ro", "immutable=1"] {
        // What another Tercet has not put in its place yet stands beside the file, and cannot be read without writing.
        if how == "immutable=1" && has_content(&beside(path, "-wal")) {
            return Err(LibraryError::NotReadable {
                path: path.to_owned(),
            });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let opened = Connection::open_with_flags(uri(path, how), flags).and_then(|connection| {
            connection.busy_timeout(PATIENCE)?;
            format_of(&connection)?;
            Opened::to_read(connection)
        });
        if let Ok(opened) = opened {
            return checked(opened, path);
        }
    }
    Err(refused)
}

/// Opens what lies on a full disk, to be read: nothing is written beside the file, which has room for nothing. What still stands in the log is read by the
/// one program that holds it then.
fn open_alone(path: &Path) -> rusqlite::Result<Opened> {
    let connection = if has_content(&beside(path, "-wal")) {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        connection
    } else {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        Connection::open_with_flags(uri(path, "immutable=1"), flags)?
    };
    connection.busy_timeout(PATIENCE)?;
    format_of(&connection)?;
    Opened::to_read(connection)
}

fn open_to_write(path: &Path, tell: &mut dyn FnMut(u8)) -> Result<Opened, LibraryError> {
    let failed = |source: rusqlite::Error| failed(path, &source);
    for ending in ["", "-wal", "-shm"] {
        check_kind(&beside(path, ending))?;
    }
    check_size(path)?;
    // Both go when the last program that used them ends, and both stay where it was killed.
    let is_log_gone = has_content(&beside(path, "-shm")) && !beside(path, "-wal").exists();
    let mut connection = Connection::open(path).map_err(failed)?;
    connection.busy_timeout(PATIENCE).map_err(failed)?;
    let kept_log = keep_damaged_log(&connection, path);
    let loss = kept_log
        .map(Loss::Kept)
        .or(is_log_gone.then_some(Loss::Gone));
    check_identity(&connection, path)?;
    set_up(&connection).map_err(failed)?;
    let read_only = connection.is_readonly(rusqlite::MAIN_DB).map_err(failed)?;
    if !read_only && format_of(&connection).map_err(failed)? != FORMAT {
        bring_up_to_date(&mut connection, tell).map_err(failed)?;
    }
    let mut is_sealed = has_seals(&connection).map_err(failed)?;
    if !read_only && !is_sealed {
        is_sealed = add_seals(&connection).map_err(failed)?;
    }
    if !read_only {
        add_missing(&connection).map_err(failed)?;
    }
    Ok(Opened {
        connection,
        read_only,
        on_full_disk: false,
        is_sealed,
        loss,
    })
}

fn has_seals(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row(
        "SELECT count(*) > 0 FROM pragma_table_info('event') WHERE name = 'seal'",
        [],
        |row| row.get(0),
    )
}

/// Makes room for seals in a library of this format from before there were any; an older Tercet leaves it empty.
fn add_seals(connection: &Connection) -> rusqlite::Result<bool> {
    let transaction =
        rusqlite::Transaction::new_unchecked(connection, rusqlite::TransactionBehavior::Immediate)?;
    // Another process may have done it while this one waited for the lock.
    if !has_seals(&transaction)? {
        transaction.execute_batch("ALTER TABLE event ADD COLUMN seal BLOB")?;
    }
    transaction.commit()?;
    Ok(true)
}

/// What this format had not from its beginning, by one table of each; an earlier Tercet neither needs nor minds it.
const LATER: [(&str, &str); 3] = [
    ("passages_sum", kept::TABLES),
    ("holder", sources::HOLDERS),
    ("repeated", superseded::REPEATED),
];

/// The statements that make what a library lacks of it.
fn missing(connection: &Connection) -> rusqlite::Result<Vec<&'static str>> {
    let mut named = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?1")?;
    let mut missing = Vec::new();
    for (table, statements) in LATER {
        if !named.exists([table])? {
            missing.push(statements);
        }
    }
    Ok(missing)
}

/// Makes what is missing, all or nothing.
fn add_missing(connection: &Connection) -> rusqlite::Result<()> {
    if missing(connection)?.is_empty() {
        return Ok(());
    }
    let transaction =
        rusqlite::Transaction::new_unchecked(connection, rusqlite::TransactionBehavior::Immediate)?;
    // Another process may have made it while this one waited for the lock.
    for statements in missing(&transaction)? {
        transaction.execute_batch(statements)?;
    }
    transaction.commit()
}

/// Refuses what is there and is no file: who opens a pipe waits for somebody to write to it.
fn check_kind(path: &Path) -> Result<(), LibraryError> {
    use std::io::ErrorKind;
    let what = match path.metadata() {
        Ok(found) if found.is_file() => return Ok(()),
        Ok(found) if found.is_dir() => "a folder",
        Ok(_) => "a pipe or a device",
        Err(error) if path.is_symlink() && error.kind() != ErrorKind::NotFound => {
            "a link that cannot be followed"
        }
        // What is not there is made; what cannot be looked at is told when it is opened.
        Err(_) => return Ok(()),
    };
    Err(LibraryError::NotAFile {
        path: path.to_owned(),
        what,
    })
}

/// Whether studies were kept here: each that was ever open has a lock, which stays.
fn had_studies(path: &Path) -> bool {
    let locks = std::fs::read_dir(path.with_file_name(super::LOCKS));
    let mut locks = locks.into_iter().flatten().flatten();
    locks.any(|lock| {
        lock.file_name()
            .to_string_lossy()
            .starts_with(super::STUDY_LOCK)
    })
}

/// Refuses a file that is shorter than it says itself, as a copy that broke off is: `SQLite` would go on writing to it.
fn check_size(path: &Path) -> Result<(), LibraryError> {
    let damaged = |why: &str| LibraryError::Damaged {
        path: path.to_owned(),
        why: why.to_owned(),
    };
    let Ok(found) = path.metadata() else {
        return Ok(());
    };
    if found.len() == 0 && had_studies(path) {
        return Err(damaged("it is empty, and studies were kept in it"));
    }
    // What is in the log is put in its place later.
    if has_content(&beside(path, "-wal")) {
        return match found.len() {
            0 => Err(damaged("it is empty, and what stands beside it is not")),
            _ => Ok(()),
        };
    }
    let mut header = [0; 100];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut header));
    let word = |at: usize| {
        let word = header.get(at..at + 4).and_then(|word| word.try_into().ok());
        u32::from_be_bytes(word.unwrap_or_default())
    };
    // The count of pages holds where it was written together with the last change.
    if read.is_err() || word(24) != word(92) {
        return Ok(());
    }
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        size => u64::from(size),
    };
    let whole = page * u64::from(word(28));
    let is_short = || path.metadata().is_ok_and(|now| now.len() < whole);
    // Another program may just be putting in its place what the first page tells of; it has done so when its log is gone.
    if is_short() && !has_content(&beside(path, "-wal")) && is_short() {
        return Err(damaged("its end is missing"));
    }
    Ok(())
}

/// Keeps a copy of a log that lost something, before it is written over. Only where nobody else writes: a log that is being written to is not whole.
fn keep_damaged_log(connection: &Connection, path: &Path) -> Option<PathBuf> {
    let path = beside(path, "-wal");
    if !has_content(&path) || !log::is_broken(&path).ok()? {
        return None;
    }
    connection.execute_batch("BEGIN IMMEDIATE").ok()?;
    let kept = log::is_broken(&path)
        .ok()
        .filter(|broken| *broken)
        .and_then(|_| log::keep(&path).ok());
    let _ = connection.execute_batch("ROLLBACK");
    kept
}

/// Makes sure that what can only be read can be read as it is.
fn checked(opened: Opened, path: &Path) -> Result<Opened, LibraryError> {
    check_identity(&opened.connection, path)?;
    match format_of(&opened.connection) {
        Ok(FORMAT) => Ok(opened),
        Ok(_) => Err(LibraryError::ReadOnly {
            path: path.to_owned(),
            doing: "be converted to this version's format",
        }),
        Err(source) => Err(failed(path, &source)),
    }
}

/// What it means that the file could not be opened.
fn failed(path: &Path, source: &rusqlite::Error) -> LibraryError {
    if let rusqlite::Error::FromSqlConversionFailure(_, _, why) = source {
        return LibraryError::Damaged {
            path: path.to_owned(),
            why: why.to_string(),
        };
    }
    match source.sqlite_error_code() {
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            LibraryError::Folder {
                path: path.to_owned(),
                source: std::io::Error::other(words_of(source)),
            }
        }
        _ => super::failed(path.to_owned(), "be opened", source),
    }
}

/// The file that `SQLite` keeps beside a database.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn has_content(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|found| found.is_file() && found.len() > 0)
}

/// The file as an address, whose parameters say how it is opened.
fn uri(path: &Path, how: &str) -> String {
    let path = path.to_string_lossy();
    let escaped = path
        .replace('%', "%25")
        .replace('?', "%3f")
        .replace('#', "%23");
    format!("file:{escaped}?{how}")
}

/// Makes the tables, or converts those of an older format; all or nothing.
fn bring_up_to_date(connection: &mut Connection, tell: &mut dyn FnMut(u8)) -> rusqlite::Result<()> {
    // What refers to documents must not mind that their table is made anew; within a transaction this could not be said.
    connection.execute_batch("PRAGMA foreign_keys = OFF")?;
    let converted = convert(connection, tell);
    connection.execute_batch("PRAGMA foreign_keys = ON")?;
    converted
}

fn convert(connection: &mut Connection, tell: &mut dyn FnMut(u8)) -> rusqlite::Result<()> {
    let transaction = immediate(connection)?;
    // Another process may have done it while this one waited for the lock.
    let found = format_of(&transaction)?;
    match found {
        0 => {
            transaction.execute_batch(TABLES)?;
            transaction.execute_batch(&format!("CREATE TABLE document {}", cards::COLUMNS))?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
        }
        1 => transaction.execute_batch(FROM_1)?,
        2 => {}
        _ => return Ok(()),
    }
    if found < 2 {
        for tables in [INDEX, fetched::TABLE, sources::TABLE] {
            transaction.execute_batch(tables)?;
        }
    }
    if found > 0 {
        convert_documents(&transaction)?;
        transaction.execute_batch("DROP TABLE IF EXISTS copy_band")?;
    }
    transaction.execute_batch(cards::INDEXES)?;
    transaction.execute_batch(copies::TABLES)?;
    // What has no index yet gets it afterwards, which takes about as long.
    let share = if found == 1 { WITHOUT_INDEX } else { 100 };
    copies::remember_all(&transaction, &mut |done, all| {
        tell(percent(done, all, 0..share));
    })?;
    for statements in missing(&transaction)? {
        transaction.execute_batch(statements)?;
    }
    transaction.pragma_update(None, "user_version", FORMAT)?;
    transaction.commit()
}

/// How much of a conversion is done before the index is made that the oldest format lacks, in percent.
pub(super) const WITHOUT_INDEX: u8 = 50;

/// How far a part of a conversion is that goes from one percentage to another.
pub(super) fn percent(done: i64, all: i64, part: Range<u8>) -> u8 {
    let width = i64::from(part.end.saturating_sub(part.start));
    let within = done.clamp(0, all.max(1)) * width / all.max(1);
    part.start
        .saturating_add(u8::try_from(within).unwrap_or_default())
}

/// What format 3 brought: cards in columns. Before, they were JSON beside some of what they say.
fn convert_documents(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&format!("CREATE TABLE converted {}", cards::COLUMNS))?;
    let mut old =
        connection.prepare("SELECT id, hash, uri, card, first, passages FROM document")?;
    let mut rows = old.query([])?;
    while let Some(row) = rows.next()? {
        // A card that cannot be read is not made up: the library stays as it was.
        let card: Document = serde_json::from_str(row.get_ref(3)?.as_str()?)
            .map_err(|why| unreadable(3, row.get(0).ok(), &why))?;
        let document = Document {
            id: DocumentId(row.get(0)?),
            hash: row.get(1)?,
            uri: row.get(2)?,
            passages: row.get(5)?,
            ..card
        };
        cards::insert(connection, "converted", &document, row.get(4)?)?;
    }
    drop(rows);
    drop(old);
    connection.execute_batch("DROP TABLE document; ALTER TABLE converted RENAME TO document")
}

/// What is wrong with a document whose card, in this column, cannot be read.
fn unreadable(column: usize, document: Option<i64>, why: &serde_json::Error) -> rusqlite::Error {
    let why = match document {
        Some(document) => format!("what is known of document {document} cannot be read: {why}"),
        None => format!("what is known of a document cannot be read: {why}"),
    };
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, why.into())
}

/// Of several processes that switch a new file to WAL one is refused at once, whatever the busy timeout says: it has to ask again.
fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    // Else a statement is planned anew for each value that it is asked with.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
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
fn check_identity(connection: &Connection, path: &Path) -> Result<(), LibraryError> {
    let failed = |source: rusqlite::Error| failed(path, &source);
    // All in one transaction: another process may be making the tables between two questions.
    let connection = connection.unchecked_transaction().map_err(failed)?;
    let found = format_of(&connection).map_err(failed)?;
    if found > FORMAT {
        return Err(LibraryError::Newer {
            path: path.to_owned(),
            found,
            known: FORMAT,
        });
    }
    let application: i64 = connection
        .query_row("PRAGMA application_id", [], |row| row.get(0))
        .map_err(failed)?;
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(failed)?;
    if tables > 0 && application != APPLICATION {
        return Err(LibraryError::Damaged {
            path: path.to_owned(),
            why: "it holds the tables of another program".to_owned(),
        });
    }
    if tables > 0 && found < 1 {
        return Err(LibraryError::Damaged {
            path: path.to_owned(),
            why: "it does not say its format".to_owned(),
        });
    }
    Ok(())
}

fn format_of(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}
