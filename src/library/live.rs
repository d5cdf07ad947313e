//! What is not an event yet: the text that is streaming, and the question as it is being typed.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{OptionalExtension, params};

use super::{Library, LibraryError, schema};
use crate::study::{SectionId, StudyId};

/// Text that was streaming when it was last saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveText {
    pub section: SectionId,
    pub text: String,
}

/// Brings the log of the library to the disk, on a thread of its own: a slow disk holds up neither keys nor frames.
#[derive(Default)]
pub(super) struct LogSync {
    wanted: Option<SyncSender<()>>,
    failed: Arc<Mutex<Option<io::Error>>>,
}

impl LogSync {
    /// Has all that was written so far brought to the disk. The error is of the time before.
    fn want(&mut self, log: PathBuf) -> io::Result<()> {
        if self.wanted.is_none() {
            self.wanted = Some(self.start(log)?);
        }
        // Where one waits already, it brings this along; a thread that is gone is started anew the next time.
        let asked = self.wanted.as_ref().map(|wanted| wanted.try_send(()));
        if let Some(Err(TrySendError::Disconnected(()))) = asked {
            self.wanted = None;
        }
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.take().map_or(Ok(()), Err)
    }

    fn start(&self, log: PathBuf) -> io::Result<SyncSender<()>> {
        let (wanted, asked) = sync_channel(1);
        let failed = Arc::clone(&self.failed);
        let thread = std::thread::Builder::new().name("sync".to_owned());
        thread.spawn(move || {
            while asked.recv().is_ok() {
                if let Err(error) = synchronise(&log) {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                }
            }
        })?;
        Ok(wanted)
    }
}

fn synchronise(log: &Path) -> io::Result<()> {
    match File::open(log).and_then(|log| log.sync_data()) {
        // It has been put in its place, and is on the disk.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        synchronised => synchronised,
    }
}

impl Library {
    /// Saves the text that is streaming, so that a crash loses no more than what came since [D2]. However long the disk takes, a program that is killed
    /// meanwhile has saved it. Nobody waits for the disk: that the text did not come there is said when the next one is saved.
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
        let log = schema::beside(&self.path, "-wal");
        self.log_sync.want(log).map_err(|error| LibraryError::Disk {
            path: self.path.clone(),
            doing: DOING,
            why: error.to_string(),
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_that_does_not_come_to_the_disk_is_told_when_the_next_text_is_saved() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "no folder").expect("written");
        let mut sync = LogSync::default();
        let error = loop {
            match sync.want(file.join("log")) {
                Ok(()) => std::thread::yield_now(),
                Err(error) => break error,
            }
        };
        assert_eq!(error.kind(), ErrorKind::NotADirectory);
    }

    #[test]
    fn a_log_that_was_put_in_its_place_is_no_failure() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(synchronise(&folder.path().join("log")).is_ok());
    }
}
