//! What is not an event yet: the text that is streaming, and the question as it is being typed.
//!
//! How the text of a reply is saved while it streams is the business of `keeper`; that the reply is over is told by the journal.

use std::io::ErrorKind;
use std::path::PathBuf;

use rusqlite::{OptionalExtension, params};

use super::keeper::{self, DOING, Joined, LiveKeeper, Saver};
use super::{Library, LibraryError, text_in};
use crate::study::{SectionId, StudyId};

/// The folder of the texts that are streaming, beside the library.
const FOLDER: &str = "live";

/// Kinds of events that end a streaming reply: what was saved of it before them is in the journal, or void.
pub(super) const ENDS_REPLY: [&str; 5] = [
    "section_written",
    "revision_proposed",
    "revision_unneeded",
    "asked_again",
    "step_halted",
];

/// Text that was streaming when it was last saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveText {
    pub section: SectionId,
    pub text: String,
}

impl Library {
    /// Keeps the text of a reply that is about to stream into a section, as of the last event.
    pub fn keep_live(
        &mut self,
        id: StudyId,
        section: SectionId,
        as_of: u64,
        joined: Joined,
    ) -> Result<LiveKeeper, LibraryError> {
        let path = self.live_path(id);
        let saver = Saver::new(path, section, as_of, joined);
        let started = std::fs::create_dir_all(self.folder().join(FOLDER))
            .and_then(|()| self.keeping.begin(saver, self.path.clone()));
        started.map_err(|error| LibraryError::Disk {
            path: self.path.clone(),
            doing: DOING,
            why: error.to_string(),
        })
    }

    /// The text that was streaming when the program ended, if it did not end well.
    pub fn live(&self, id: StudyId) -> Result<Option<LiveText>, LibraryError> {
        match self.live_in_file(id)? {
            Some(live) => Ok(Some(live)),
            None => self.live_in_table(id),
        }
    }

    fn live_path(&self, id: StudyId) -> PathBuf {
        let name = format!("{}{id}", super::STUDY_LOCK);
        self.folder().join(FOLDER).join(name)
    }

    fn live_in_file(&self, id: StudyId) -> Result<Option<LiveText>, LibraryError> {
        let path = self.live_path(id);
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(LibraryError::Folder { path, source }),
        };
        let Some((as_of, live)) = keeper::read(&bytes) else {
            return Ok(None);
        };
        let is_over = self.is_over(id, as_of);
        let is_over = is_over.map_err(self.store("read the streaming text"))?;
        Ok(Some(live).filter(|live| !is_over && !live.text.is_empty()))
    }

    /// Whether a reply that was streaming as of an event has ended since, or belongs to another journal than this one.
    fn is_over(&self, id: StudyId, as_of: u64) -> rusqlite::Result<bool> {
        let Ok(as_of) = i64::try_from(as_of) else {
            return Ok(true);
        };
        self.connection
            .prepare_cached(
                "SELECT coalesce(max(seq), 0) < ?2 OR coalesce(max(seq > ?2 AND kind IN (SELECT value FROM json_each(?3))), 0)
                 FROM event WHERE study = ?1",
            )?
            .query_row(
                params![id.0, as_of, serde_json::json!(ENDS_REPLY).to_string()],
                |row| row.get(0),
            )
    }

    /// Where a Tercet of earlier times kept it.
    fn live_in_table(&self, id: StudyId) -> Result<Option<LiveText>, LibraryError> {
        self.connection
            .prepare_cached("SELECT section, text FROM live WHERE study = ?1")
            .and_then(|mut statement| {
                statement
                    .query_row([id.0], |row| {
                        Ok(LiveText {
                            section: SectionId(row.get(0)?),
                            text: text_in(row, 1)?.unwrap_or_default(),
                        })
                    })
                    .optional()
            })
            .map_err(self.store("read the streaming text"))
    }

    /// Keeps the question as it is being typed.
    pub fn save_typed(&self, id: StudyId, typed: &str) -> Result<(), LibraryError> {
        self.connection
            .execute(
                "UPDATE study SET typed = ?2 WHERE id = ?1",
                params![id.0, typed],
            )
            .map_err(self.store("save the question"))?;
        Ok(())
    }

    /// Whether anything of a study can be written now; nothing is changed by it.
    pub fn takes_writes(&self, id: StudyId) -> bool {
        let written = || -> Result<(), LibraryError> {
            let typed = self.typed(id)?;
            let failed = || self.store("be written to");
            let both = self.connection.unchecked_transaction().map_err(failed())?;
            // A value that is the same would not be written.
            self.save_typed(id, &format!("{typed} "))?;
            self.save_typed(id, &typed)?;
            both.commit().map_err(failed())
        };
        written().is_ok()
    }

    /// The question as it was last typed for a study; empty where nothing was.
    pub fn typed(&self, id: StudyId) -> Result<String, LibraryError> {
        self.connection
            .query_row("SELECT typed FROM study WHERE id = ?1", [id.0], |row| {
                Ok(text_in(row, 0)?.unwrap_or_default())
            })
            .map_err(self.store("read the question"))
    }
}
