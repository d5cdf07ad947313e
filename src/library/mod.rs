//! The library: one `SQLite` file with documents, passages, full-text index and the journals of all studies.
//!
//! Only this module knows SQL. The file is in WAL mode, so that ingestion on its own connection does not block the workbench; the journal is
//! written with full synchronisation, so that what was shown as done survives a power cut [D2]. A damaged or newer file is reported and never written to
//! [D5]. What the stored things mean is the business of `study`; what is retrieved for a step is the business of `workbench`.

#![allow(
    clippy::cast_possible_wrap,
    reason = "SQLite counts in i64, and nothing in memory is more than that"
)]

mod add;
mod begun;
mod cards;
mod copies;
mod documents;
mod drafts;
mod fetched;
mod journal;
mod keeper;
mod kept;
mod lexical;
mod live;
mod log;
mod merge;
mod names;
mod parameters;
mod phrases;
mod places;
mod postings;
mod provider_vectors;
mod schema;
mod seal;
mod search;
mod segments;
mod sources;
mod spellings;
mod studies;
mod superseded;
mod syncing;
mod vectors;
mod words;

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode};
use thiserror::Error;

use keeper::Keeping;
use segments::{Indexer, Segment};
use vectors::SignIndex;

pub use add::{Added, same_text};
pub use begun::BegunCall;
pub use drafts::{EditDraft, Words, WordsFor};
pub use fetched::FetchedPage;
pub use journal::Lease;
pub use keeper::LiveKeeper;
pub use live::LiveText;
pub use phrases::quoted_nowhere;
pub use places::{is_lost, is_of_file};
pub use search::{Filter, Hit, Search, SearchMode};
pub use sources::SourceFile;
pub use studies::StudySummary;

/// Why the library could not do what was asked.
#[derive(Debug, Error)]
pub enum LibraryError {
    #[error(
        "cannot use the data folder {path}: {source}. Choose another with --data-dir or TERCET_DATA_DIR"
    )]
    Folder {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error(
        "{path} is not a Tercet library, or it is damaged ({why}). Nothing was changed: restore a backup, or move it away, or choose another folder with --data-dir"
    )]
    Damaged { path: PathBuf, why: String },
    #[error(
        "{path} is {what}, and no library can be kept in it. Nothing was changed: move it away, or choose another folder with --data-dir or TERCET_DATA_DIR"
    )]
    NotAFile { path: PathBuf, what: &'static str },
    #[error(
        "study {study} is damaged from event {seq} on: what stands in {path} is not what was written there. Nothing was changed: bring back a copy of the file{}", or_fork(*.study, *.seq)
    )]
    Altered { study: i64, seq: u64, path: PathBuf },
    #[error(
        "{path} was written by a newer Tercet (format {found}, this one knows {known}). Nothing was changed; update Tercet, or choose another folder with --data-dir"
    )]
    Newer {
        path: PathBuf,
        found: i64,
        known: i64,
    },
    #[error(
        "the library {path} can only be read here, and would have to {doing}. Make the file and its folder writable, free space if the disk is full, or choose another folder with --data-dir"
    )]
    ReadOnly { path: PathBuf, doing: &'static str },
    #[error(
        "the library {path} can only be read here, and a part of it still stands in the file with -wal at its end, which only a Tercet that may write there can read. Make the folder writable once, or copy it"
    )]
    NotReadable { path: PathBuf },
    #[error(
        "the library {path} could not {doing}: {why}. Its disk is full or failing: make room on it, or choose another folder with --data-dir. What was saved before is kept"
    )]
    Disk {
        path: PathBuf,
        doing: &'static str,
        why: String,
    },
    #[error("the library {path} could not {doing}: {why}")]
    Store {
        path: PathBuf,
        doing: &'static str,
        why: String,
    },
    #[error(
        "event {seq} of study {study} cannot be read ({why}); it may come from a newer Tercet. Nothing was changed: update Tercet, or bring back a copy of {path}{}", or_fork(*.study, *.seq)
    )]
    UnreadableEvent {
        study: i64,
        seq: u64,
        why: String,
        path: PathBuf,
    },
    #[error("there is no study {0}; `tercet studies` lists them")]
    NoStudy(String),
}

/// How to go on from before the damage, where there is anything before it.
fn or_fork(study: i64, damaged: u64) -> String {
    match damaged {
        0 | 1 => String::new(),
        seq => format!(
            ", or go on from before the damage with `tercet studies fork {study} --at {}`",
            seq - 1
        ),
    }
}

/// The folder of the locks, beside the file.
const LOCKS: &str = "locks";
/// What the locks of studies are called, before the study's number.
const STUDY_LOCK: &str = "study-";

/// More statements than storing or searching needs at once, each of which is then made once a connection.
const STATEMENTS: usize = 64;

/// What can be done with a library where it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Whole,
    Read,
    /// Its disk is full.
    ReadForWantOfRoom,
}

/// An open library.
pub struct Library {
    connection: Connection,
    path: PathBuf,
    access: Access,
    /// Whether what was saved is put in its place when this is closed.
    ends_with_program: bool,
    /// Whether its journals carry seals.
    is_sealed: bool,
    /// What was found lost when it was opened.
    loss: Option<schema::Loss>,
    /// Makes the index of what is stored through this connection.
    indexer: Indexer,
    keeping: Keeping,
    /// What searches have read of the index so far.
    segments: RefCell<Vec<Segment>>,
    signs: RefCell<SignIndex>,
}

/// Makes the folder of a library, where there is none: what is kept in it is nobody else's business.
fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

impl Library {
    /// Opens the library in `folder`, and makes both where they do not exist. One that cannot be written to can be read.
    pub fn open(folder: &Path) -> Result<Self, LibraryError> {
        Self::in_folder(folder, &mut |_| {})
    }

    /// [`Library::open`] for a program's own one, which ends with the program. Where it is of an older format it is brought up to this one's: `tell` is
    /// called with how much is done, in percent. That can take a while, and is gone on with the next time where it is cut short.
    pub fn open_telling(folder: &Path, tell: &mut dyn FnMut(u8)) -> Result<Self, LibraryError> {
        let mut library = Self::in_folder(folder, tell)?;
        library.ends_with_program = true;
        Ok(library)
    }

    fn in_folder(folder: &Path, tell: &mut dyn FnMut(u8)) -> Result<Self, LibraryError> {
        let in_folder = |source| LibraryError::Folder {
            path: folder.to_owned(),
            source,
        };
        let path = folder.join("library.db");
        let made = make_folder(folder).and_then(|()| std::fs::create_dir_all(folder.join(LOCKS)));
        if !path.is_file() {
            made.map_err(in_folder)?;
        }
        Self::at(path, tell)
    }

    /// A second connection to the same library, for another thread.
    pub fn reopen(&self) -> Result<Self, LibraryError> {
        Self::at(self.path.clone(), &mut |_| {})
    }

    /// The same for the program's own one, in place of this.
    pub fn reopen_for_program(&self) -> Result<Self, LibraryError> {
        let mut library = self.reopen()?;
        library.ends_with_program = self.ends_with_program;
        Ok(library)
    }

    fn at(path: PathBuf, tell: &mut dyn FnMut(u8)) -> Result<Self, LibraryError> {
        let opened = schema::open(&path, tell)?;
        opened
            .connection
            .set_prepared_statement_cache_capacity(STATEMENTS);
        let mut library = Self {
            connection: opened.connection,
            path,
            access: match (opened.read_only, opened.on_full_disk) {
                (false, _) => Access::Whole,
                (true, false) => Access::Read,
                (true, true) => Access::ReadForWantOfRoom,
            },
            ends_with_program: false,
            is_sealed: opened.is_sealed,
            loss: opened.loss,
            indexer: Indexer::new(),
            keeping: Keeping::default(),
            segments: RefCell::default(),
            signs: RefCell::default(),
        };
        let failed = library.store("index what an older Tercet stored");
        library.index_passages(tell).map_err(failed)?;
        Ok(library)
    }

    /// Whether it can only be read here.
    pub fn is_read_only(&self) -> bool {
        self.access != Access::Whole
    }

    /// Whether that is because its disk is full, and may be otherwise once there is room.
    pub fn is_on_full_disk(&self) -> bool {
        self.access == Access::ReadForWantOfRoom
    }

    /// What was found damaged when it was opened, in words for the analyst: some of what was saved last may be missing.
    pub fn damage(&self) -> Option<String> {
        Some(match self.loss.as_ref()? {
            schema::Loss::Kept(kept) => format!(
                "the last changes to the library were damaged on the disk, and some of what was saved may be missing; as they were found they are kept in {}",
                kept.display()
            ),
            schema::Loss::Gone => "the file with -wal at its end that stood beside the library was taken away: what was saved last may be missing. If it was only moved, close Tercet and put it back".to_owned(),
        })
    }

    /// What is wrong with the file as a database, in words for the analyst. Reads all of it.
    pub fn broken_part(&self) -> Result<Option<String>, LibraryError> {
        let failed = self.store("be looked through");
        let found: String = self
            .connection
            .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
            .map_err(failed)?;
        let is_whole = found == "ok";
        let found = found.lines().last().unwrap_or_default();
        Ok((!is_whole)
            .then(|| format!("the library is damaged ({found}): bring back a copy of it")))
    }

    /// The database file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder that the library, its locks and its copies live in.
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    /// What the database file takes on the disk, with what `SQLite` keeps beside it.
    pub fn bytes_on_disk(&self) -> u64 {
        let size = |path: PathBuf| path.metadata().map_or(0, |found| found.len());
        let beside = ["-wal", "-shm"].map(|ending| schema::beside(&self.path, ending));
        beside.map(size).iter().sum::<u64>() + size(self.path.clone())
    }

    /// What a failure to do something is told as.
    fn store(&self, doing: &'static str) -> impl FnOnce(rusqlite::Error) -> LibraryError + use<> {
        let path = self.path.clone();
        move |source| failed(path, doing, &source)
    }
}

/// What it means that something could not be done.
fn failed(path: PathBuf, doing: &'static str, source: &rusqlite::Error) -> LibraryError {
    let why = words_of(source);
    // What stands in a place for something else was written there by nobody.
    if is_of_another_kind(source) {
        let why = format!("could not {doing}: {why}");
        return LibraryError::Damaged { path, why };
    }
    match source.sqlite_error_code() {
        Some(ErrorCode::ReadOnly) => LibraryError::ReadOnly { path, doing },
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            LibraryError::Damaged { path, why }
        }
        Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => {
            LibraryError::Disk { path, doing, why }
        }
        _ => LibraryError::Store { path, doing, why },
    }
}

/// Whether a value was read that is of another kind than those that are stored in its place.
fn is_of_another_kind(error: &rusqlite::Error) -> bool {
    use rusqlite::Error;
    matches!(
        error,
        Error::InvalidColumnType(..)
            | Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::Utf8Error(..)
    )
}

/// The text in a column, also where something else was written into it; `None` where there is none.
fn text_in(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<Option<String>> {
    use rusqlite::types::ValueRef;
    Ok(match row.get_ref(column)? {
        ValueRef::Null => None,
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Real(number) => Some(number.to_string()),
    })
}

/// What `SQLite` says of a file that is damaged, in its own words and once.
fn words_of(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(_, Some(words)) => words.clone(),
        other => other.to_string(),
    }
}

impl Drop for Library {
    /// Puts what was saved in its place in the file, so that a copy of the file holds all of it. What is still being read or written elsewhere stays beside it.
    fn drop(&mut self) {
        if self.ends_with_program && !self.is_read_only() {
            let _ = self.connection.busy_timeout(std::time::Duration::ZERO);
            let _ = self
                .connection
                .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        }
    }
}
