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
mod copies;
mod documents;
mod fetched;
mod journal;
mod lexical;
mod merge;
mod postings;
mod provider_vectors;
mod schema;
mod search;
mod segments;
mod sources;
mod superseded;
mod vectors;
mod words;

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use thiserror::Error;

use segments::{Indexer, Segment};
use vectors::SignIndex;

pub use add::Added;
pub use fetched::FetchedPage;
pub use journal::{Lease, LiveText, StudySummary};
pub use search::{Filter, Hit, Search, SearchMode};
pub use sources::SourceFile;

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
        "{path} is not a Tercet library, or it is damaged ({source}). Nothing was changed; move it away or choose another folder with --data-dir"
    )]
    Damaged {
        path: PathBuf,
        source: rusqlite::Error,
    },
    #[error(
        "{path} was written by a newer Tercet (format {found}, this one knows {known}). Nothing was changed; update Tercet, or choose another folder with --data-dir"
    )]
    Newer {
        path: PathBuf,
        found: i64,
        known: i64,
    },
    #[error("the library {path} could not {doing}: {source}")]
    Store {
        path: PathBuf,
        doing: &'static str,
        source: rusqlite::Error,
    },
    #[error(
        "event {seq} of study {study} cannot be read ({why}); it may come from a newer Tercet. Nothing was changed"
    )]
    UnreadableEvent { study: i64, seq: u64, why: String },
    #[error("there is no study {0}; `tercet studies` lists them")]
    NoStudy(String),
}

/// An open library.
pub struct Library {
    connection: Connection,
    path: PathBuf,
    /// Makes the index of what is stored through this connection.
    indexer: Indexer,
    /// What searches have read of the index so far.
    segments: RefCell<Vec<Segment>>,
    signs: RefCell<SignIndex>,
}

impl Library {
    /// Opens the library in `folder`, and makes both where they do not exist.
    pub fn open(folder: &Path) -> Result<Self, LibraryError> {
        let in_folder = |source| LibraryError::Folder {
            path: folder.to_owned(),
            source,
        };
        std::fs::create_dir_all(folder.join("locks")).map_err(in_folder)?;
        let path = folder.join("library.db");
        Self::at(path)
    }

    /// A second connection to the same library, for another thread.
    pub fn reopen(&self) -> Result<Self, LibraryError> {
        Self::at(self.path.clone())
    }

    fn at(path: PathBuf) -> Result<Self, LibraryError> {
        let mut library = Self {
            connection: schema::open(&path)?,
            path,
            indexer: Indexer::new(),
            segments: RefCell::default(),
            signs: RefCell::default(),
        };
        let failed = library.store("index what an older Tercet stored");
        library.index_passages().map_err(failed)?;
        Ok(library)
    }

    /// The database file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder that the library, its locks and its copies live in.
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    fn store(&self, doing: &'static str) -> impl FnOnce(rusqlite::Error) -> LibraryError + use<> {
        let path = self.path.clone();
        move |source| LibraryError::Store {
            path,
            doing,
            source,
        }
    }
}
