//! What is not an event yet: the text that is streaming, and the question as it is being typed.

use std::fs::File;
use std::io::ErrorKind;

use rusqlite::{OptionalExtension, params};

use super::{Library, LibraryError, schema};
use crate::study::{SectionId, StudyId};

/// Text that was streaming when it was last saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveText {
    pub section: SectionId,
    pub text: String,
}

impl Library {
    /// Saves the text that is streaming, so that a crash loses no more than what came since [D2]. However long the disk takes, a program that is killed
    /// meanwhile has saved it.
    pub fn save_live(&mut self, id: StudyId, live: &LiveText) -> Result<(), LibraryError> {
        const DOING: &str = "save the streaming text";
        let failed = self.store(DOING);
        self.without_waiting(|library| {
            library
                .connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO live (study, section, text) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![id.0, live.section.0, live.text])
        })
        .map_err(failed)?;
        let log = File::open(schema::beside(&self.path, "-wal"));
        match log.and_then(|log| log.sync_data()) {
            // It has been put in its place, and is on the disk.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            synchronised => synchronised.map_err(|error| LibraryError::Disk {
                path: self.path.clone(),
                doing: DOING,
                why: error.to_string(),
            }),
        }
    }

    /// The text that was streaming when the program ended, if it did not end well.
    pub fn live(&self, id: StudyId) -> Result<Option<LiveText>, LibraryError> {
        self.connection
            .prepare_cached("SELECT section, text FROM live WHERE study = ?1")
            .and_then(|mut statement| {
                statement
                    .query_row([id.0], |row| {
                        Ok(LiveText {
                            section: SectionId(row.get(0)?),
                            text: row.get(1)?,
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

    pub fn typed(&self, id: StudyId) -> Result<String, LibraryError> {
        self.connection
            .query_row("SELECT typed FROM study WHERE id = ?1", [id.0], |row| {
                row.get(0)
            })
            .map_err(self.store("read the question"))
    }
}
