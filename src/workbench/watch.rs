//! Watched folders: each has a thread that says what changed in it, from what the library knows of its files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Level, Message, Workbench};
use crate::evidence::Stamp;
use crate::evidence::watch::{self, Files, Watch, WatchReport, Watching};
use crate::library::{Library, LibraryError};
use crate::study::{DocumentId, Event, Standing, Study};

/// A watched folder, and how it is watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    pub folder: String,
    /// Unknown until it was first looked at.
    pub how: Option<Watching>,
}

/// The threads of a study's watched folders.
#[derive(Debug, Default)]
pub(super) struct Watches {
    running: Vec<(Watched, Watch)>,
    shown: Vec<Watched>,
}

impl Workbench {
    /// Watches a folder from now on: what is in it is read, and what changes in it is read when it has come to rest.
    pub fn watch(&mut self, folder: &Path) {
        if self.refuse_read_only() {
            return;
        }
        let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        let shown = folder.display();
        let Some(name) = whole.to_str().filter(|_| whole.is_dir()) else {
            return self.notify(
                Level::Warning,
                format!(
                    "{shown} is not a folder that can be watched; add a single file with {{add-evidence}} instead"
                ),
            );
        };
        let name = name.trim_end_matches('/').to_owned();
        if self.study().watched.contains(&name) {
            return self.notify(Level::Info, format!("{shown} is already being watched"));
        }
        self.record(&[Event::FolderWatched {
            folder: name.clone(),
        }]);
        // What was just named as evidence is being read already.
        let asked = &self.study().requested;
        if !asked
            .iter()
            .any(|asked| asked.trim_end_matches('/') == name)
        {
            self.add_evidence(vec![name.into()]);
        }
        self.watch_all();
    }

    /// Lets a folder change as it likes again; what was read from it stays.
    pub fn unwatch(&mut self, folder: &str) {
        if self.refuse_read_only() {
            return;
        }
        self.record(&[Event::FolderUnwatched {
            folder: folder.to_owned(),
        }]);
        self.watch_all();
        self.notify(
            Level::Info,
            format!("{folder} is no longer watched; what was read from it stays"),
        );
    }

    /// The watched folders and how each is watched.
    pub fn watched(&self) -> &[Watched] {
        &self.desk.watches.shown
    }

    /// Brings the threads in line with the study.
    pub(super) fn watch_all(&mut self) {
        let wanted = if self.is_read_only() {
            Vec::new()
        } else {
            self.study().watched.clone()
        };
        let running = &mut self.desk.watches.running;
        running.retain(|(watched, _)| wanted.contains(&watched.folder));
        for folder in wanted {
            if self
                .desk
                .watches
                .running
                .iter()
                .any(|(watched, _)| watched.folder == folder)
            {
                continue;
            }
            let started = known(&self.library, self.study(), &folder)
                .map_err(|error| error.to_string())
                .and_then(|known| {
                    let report_to = self.report_to(|(study, report)| Message::Watch(study, report));
                    let study = self.id();
                    let report = move |report| report_to.send((study, report));
                    watch::watch(PathBuf::from(&folder), known, report)
                        .map_err(|error| error.to_string())
                });
            match started {
                Ok(watch) => self
                    .desk
                    .watches
                    .running
                    .push((Watched { folder, how: None }, watch)),
                Err(why) => {
                    self.notify(Level::Error, format!("{folder} cannot be watched: {why}"));
                }
            }
        }
        self.show_watched();
    }

    /// Looks anew at the watched folders among what was just read, from what was read of them: what was removed meanwhile was never known to the first look.
    pub(super) fn watch_what_was_read(&mut self, read: &[String]) {
        let is_read =
            |folder: &String| read.iter().any(|read| read.trim_end_matches('/') == folder);
        let running = &mut self.desk.watches.running;
        running.retain(|(watched, _)| !is_read(&watched.folder));
        self.watch_all();
    }

    /// Looks at all watched folders anew, because what they told was given up.
    pub(super) fn watch_again(&mut self) {
        self.desk.watches.running.clear();
        self.watch_all();
    }

    pub(super) fn receive_watch(&mut self, report: WatchReport) {
        match report {
            WatchReport::Folder { folder, how } => {
                let watched = self
                    .desk
                    .watches
                    .running
                    .iter_mut()
                    .map(|(watched, _)| watched)
                    .find(|watched| Path::new(&watched.folder) == folder);
                let Some(watched) = watched else {
                    return;
                };
                let before = watched.how.replace(how.clone());
                let shown = folder.display();
                let told = match (&how, before) {
                    (Watching::Missing, _) => Some((
                        Level::Warning,
                        format!(
                            "the watched folder {shown} is not there; its documents stay as they are until it is back"
                        ),
                    )),
                    (Watching::Polled { why }, _) => Some((
                        Level::Warning,
                        format!(
                            "{shown} is checked every few seconds, because the system cannot report changes: {why}"
                        ),
                    )),
                    (Watching::Told, Some(Watching::Missing)) => {
                        Some((Level::Info, format!("the watched folder {shown} is back")))
                    }
                    (Watching::Told, _) => None,
                };
                self.show_watched();
                if let Some((level, text)) = told {
                    self.notify(level, text);
                }
            }
            WatchReport::Changed(changes) => self.read_changes(changes),
        }
    }

    fn show_watched(&mut self) {
        let running = self.desk.watches.running.iter();
        self.desk.watches.shown = running.map(|(watched, _)| watched.clone()).collect();
    }
}

/// Whether a document is the study's as its source has it, or was taken out of it.
fn is_known(study: &Study, id: DocumentId) -> bool {
    let stands = matches!(study.standing(id), Standing::Current | Standing::TakenOut);
    stands && study.document(id).is_some()
}

/// The files of a folder as they were when they were read, as far as the study has what was read from them.
fn known(library: &Library, study: &Study, folder: &str) -> Result<Files, LibraryError> {
    let mut known = BTreeMap::new();
    for file in library.source_files_below(folder)? {
        let is_taken = file.documents.iter().all(|id| is_known(study, *id));
        let is_listed = !file.documents.is_empty() || study.refused_for(&file.path).is_some();
        if is_taken && is_listed {
            let stamp = Stamp {
                size: file.size,
                modified: file.modified,
            };
            known.insert(PathBuf::from(file.path), stamp);
        }
    }
    Ok(known)
}
