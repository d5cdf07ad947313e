//! One ingestion on its thread: what is there to be read, what of it is known already, and storing the rest.
//!
//! A file that is as it was is not read again, whoever added it; one that has another name now is found by its bytes. Documents are stored many at a time,
//! and the next are stored only when the workbench has written those to its journal: so the two never wait for each other's hold on the library for long.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::super::visits::Visits;
use super::pool::{self, Next};
use super::report::{CameTo, IngestReport, SourceRead};
use crate::clean;
use crate::evidence::watch::Change;
use crate::evidence::{self, ReadDocument, Reader, Source, Stamp, Stop};
use crate::library::{Library, LibraryError, SourceFile};
use crate::study::{DocumentId, RefusedEvidence, Timestamp};

/// What an ingestion is about.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::workbench) enum Job {
    /// Files, folders, addresses, `-` for standard input.
    Add(Vec<OsString>),
    /// What changed in a watched folder.
    Changes(Vec<Change>),
}

/// Up to how much is stored together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Together {
    sources: usize,
    passages: usize,
    /// When the first of them has waited so long.
    waited: Duration,
}

impl Together {
    /// Where a study takes it in, and somebody looks on.
    pub(super) const IN_STUDY: Self = Self {
        sources: 64,
        passages: 4_000,
        waited: Duration::from_millis(100),
    };
    /// Where nothing waits: what is stored in fewer pieces is indexed in less time.
    pub(super) const ALONE: Self = Self {
        sources: 1_024,
        passages: 16_000,
        waited: Duration::from_secs(1),
    };
}

/// How often it is told what is being read.
const TELL: Duration = Duration::from_millis(250);
/// Characters of a source's name that are shown.
const LONGEST_NAME: usize = 300;
/// A file that changed so shortly before it was read might change again without its time of change saying so.
const YOUNG: i64 = 2_000_000_000;

/// With what a job works.
pub(super) struct Work<'a> {
    pub(super) library: &'a mut Library,
    pub(super) reader: &'a Reader,
    pub(super) now: Timestamp,
    pub(super) stop: &'a Stop,
    pub(super) report: &'a dyn Fn(IngestReport),
    pub(super) together: Together,
    /// Answers each `IngestReport::Read`; ends when nobody listens any more.
    pub(super) taken_in: &'a Receiver<()>,
}

/// A source to be looked at, and what is known of it.
struct Task {
    name: String,
    source: Result<Source, RefusedEvidence>,
    /// Absolute path of a file; none of what is no file, or has a name that is no text.
    path: Option<String>,
    known: Option<SourceFile>,
}

/// What a reader thread found.
enum Found {
    Unchanged(SourceFile),
    /// A file that was at another path.
    Moved {
        from: String,
        to: SourceFile,
    },
    Read {
        documents: Result<Vec<ReadDocument>, RefusedEvidence>,
        file: Option<SourceFile>,
    },
}

pub(super) fn run(job: &Job, work: Work<'_>) -> Result<(), LibraryError> {
    let (tasks, gone) = tasks(job, work.library)?;
    (work.report)(IngestReport::Started {
        total: tasks.len() + gone.len(),
    });
    let lost = by_hash(&gone);
    let sources = || tasks.iter().filter_map(|task| task.source.as_ref().ok());
    let visits = Visits::prepare(work.library, sources())?;
    let addresses = sources().filter(|source| matches!(source, Source::Address(_)));
    let addresses = addresses.count();
    let (reader, stop) = (work.reader, work.stop);
    let now = work.now;
    let mut storing = Storing {
        work,
        tasks: &tasks,
        visits: &visits,
        batch: Vec::new(),
        passages: 0,
        since: None,
        moved: Vec::new(),
        told: Vec::new(),
        told_at: Instant::now(),
    };
    pool::in_order(
        tasks.len(),
        addresses,
        stop,
        &|at| {
            tasks
                .get(at)
                .map(|task| look(task, &lost, &visits, reader, now))
        },
        &mut |next| storing.take(next),
    )?;
    storing.flush()?;
    storing.gone(gone)
}

/// What there is to look at, and the files that are no longer there.
fn tasks(job: &Job, library: &Library) -> Result<(Vec<Task>, Vec<SourceFile>), LibraryError> {
    let sources = match job {
        Job::Add(arguments) => evidence::expand(arguments),
        Job::Changes(changes) => changes
            .iter()
            .filter(|change| change.now.is_some())
            .map(|change| Ok(Source::File(change.path.clone())))
            .collect(),
    };
    let mut tasks = Vec::new();
    for source in sources {
        let (name, path) = match &source {
            Ok(Source::File(path)) => (
                clean::line(&path.to_string_lossy(), LONGEST_NAME),
                absolute(path),
            ),
            Ok(Source::Address(address)) => (clean::line(address.as_str(), LONGEST_NAME), None),
            Ok(Source::Standard(_)) => ("-".to_owned(), None),
            Err(refused) => (refused.source.clone(), None),
        };
        let known = match &path {
            Some(path) => library.source_file(path)?,
            None => None,
        };
        tasks.push(Task {
            name,
            source,
            path,
            known,
        });
    }
    Ok((tasks, gone(job, library)?))
}

/// The files that were read and are not where they were: those that changed so, or all of what is asked for again.
fn gone(job: &Job, library: &Library) -> Result<Vec<SourceFile>, LibraryError> {
    let mut gone = Vec::new();
    match job {
        Job::Changes(changes) => {
            for change in changes.iter().filter(|change| change.now.is_none()) {
                if let Some(path) = absolute(&change.path) {
                    gone.extend(library.source_file(&path)?);
                }
            }
        }
        Job::Add(arguments) => {
            for path in arguments.iter().map(Path::new) {
                let Some(name) = absolute(path) else {
                    continue;
                };
                if path.is_dir() {
                    gone.extend(library.source_files_below(&name)?);
                } else {
                    gone.extend(library.source_file(&name)?);
                }
            }
            gone.retain(|file| evidence::stamp(Path::new(&file.path)).is_none());
        }
    }
    Ok(gone)
}

fn absolute(path: &Path) -> Option<String> {
    std::path::absolute(path).ok()?.to_str().map(str::to_owned)
}

/// Files that are not where they were, by the hash of their bytes: one that is new may be one of them.
fn by_hash(gone: &[SourceFile]) -> HashMap<String, SourceFile> {
    gone.iter()
        .filter(|file| {
            !file.documents.is_empty() && evidence::stamp(Path::new(&file.path)).is_none()
        })
        .map(|file| (file.hash.clone(), file.clone()))
        .collect()
}

/// Looks at one source, on a reader's thread: reads it only if it is not known.
fn look(
    task: &Task,
    lost: &HashMap<String, SourceFile>,
    visits: &Visits,
    reader: &Reader,
    now: Timestamp,
) -> Found {
    let unknown = |documents| Found::Read {
        documents,
        file: None,
    };
    let source = match &task.source {
        Ok(source) => source,
        Err(refused) => return unknown(Err(refused.clone())),
    };
    let (Some(path), Source::File(file)) = (&task.path, source) else {
        let stop = &reader.limits.stop;
        return unknown(visits.read(reader, source, &|| stop.is_asked()));
    };
    // What is too large is refused without being looked into.
    let stamp = evidence::stamp(file).filter(|stamp| stamp.size <= reader.limits.file);
    let Some(stamp) = stamp else {
        return unknown(reader.read(source));
    };
    // What was refused is tried again when it is asked for: the reason may lie outside the file.
    let known = task
        .known
        .as_ref()
        .filter(|known| !known.documents.is_empty());
    if let Some(known) = known
        && (known.size, known.modified) == (stamp.size, stamp.modified)
    {
        return Found::Unchanged(known.clone());
    }
    let Ok(hash) = evidence::file_hash(file) else {
        return unknown(reader.read(source));
    };
    let described = |documents: &[DocumentId]| SourceFile {
        path: path.clone(),
        size: stamp.size,
        modified: trusted(stamp, now),
        hash: hash.clone(),
        documents: documents.to_vec(),
    };
    if let Some(known) = known.filter(|known| known.hash == hash) {
        return Found::Unchanged(described(&known.documents));
    }
    if task.known.is_none()
        && let Some(from) = lost.get(&hash)
    {
        return Found::Moved {
            from: from.path.clone(),
            to: described(&from.documents),
        };
    }
    let documents = reader.read(source);
    // What was written meanwhile is read again when it is next looked at.
    let is_same = evidence::stamp(file) == Some(stamp);
    Found::Read {
        documents,
        file: is_same.then(|| described(&[])),
    }
}

/// The time of change to be remembered: none where it could not tell the next change.
fn trusted(stamp: Stamp, now: Timestamp) -> i64 {
    let now = now.0.saturating_mul(1_000_000);
    if now.saturating_sub(stamp.modified) > YOUNG {
        stamp.modified
    } else {
        0
    }
}

/// The storing side.
struct Storing<'a> {
    work: Work<'a>,
    tasks: &'a [Task],
    visits: &'a Visits,
    batch: Vec<(usize, Found)>,
    /// How many it has.
    passages: usize,
    /// Since when the first of the batch waits.
    since: Option<Instant>,
    /// Paths of files that turned out to be elsewhere.
    moved: Vec<String>,
    told: Vec<usize>,
    told_at: Instant,
}

impl Storing<'_> {
    fn take(&mut self, next: Next<Option<Found>>) -> Result<(), LibraryError> {
        match next {
            Next::Read(at, Some(found)) => {
                self.since.get_or_insert_with(Instant::now);
                self.passages += found.passages();
                self.batch.push((at, found));
            }
            Next::Read(_, None) => {}
            Next::Waiting(reading) => self.tell(reading),
        }
        let together = self.work.together;
        let is_full = self.batch.len() >= together.sources || self.passages >= together.passages;
        let is_old = self
            .since
            .is_some_and(|since| since.elapsed() >= together.waited);
        if is_full || is_old {
            self.flush()?;
        }
        Ok(())
    }

    fn tell(&mut self, reading: Vec<usize>) {
        if reading != self.told && self.told_at.elapsed() >= TELL {
            let names = reading.iter().filter_map(|at| self.tasks.get(*at));
            (self.work.report)(IngestReport::Reading {
                sources: names.map(|task| task.name.clone()).collect(),
            });
            self.told = reading;
            self.told_at = Instant::now();
        }
    }

    /// Stores the batch in one transaction, hands it on and waits until it is taken in.
    fn flush(&mut self) -> Result<(), LibraryError> {
        (self.since, self.passages) = (None, 0);
        let mut batch = std::mem::take(&mut self.batch);
        let library = &mut *self.work.library;
        let mut documents = Vec::new();
        let mut counts = Vec::new();
        for (_, found) in &mut batch {
            let before = documents.len();
            if let Found::Read {
                documents: Ok(read),
                ..
            } = found
            {
                documents.append(read);
            }
            counts.push(documents.len() - before);
        }
        let mut added = if documents.is_empty() {
            Vec::new()
        } else {
            library.add_documents(&documents, self.work.now)?
        }
        .into_iter();
        drop(documents);
        let (mut reports, mut files) = (Vec::new(), Vec::new());
        for ((at, found), count) in batch.into_iter().zip(counts) {
            let Some(task) = self.tasks.get(at) else {
                continue;
            };
            let came_to = match found {
                Found::Unchanged(file) => {
                    let documents = library.cards(&file.documents)?;
                    if task.known.as_ref() != Some(&file) {
                        files.push(file);
                    }
                    CameTo::Unchanged(documents)
                }
                Found::Moved { from, to } => {
                    let moved = library.move_file(&from, &to)?;
                    self.moved.push(from);
                    CameTo::Moved(moved)
                }
                Found::Read {
                    documents: Ok(_),
                    file,
                } => {
                    let mut new: Vec<_> = added.by_ref().take(count).collect();
                    if let Ok(source @ Source::Address(_)) = &task.source {
                        new = self.visits.stored(library, source, new, self.work.now)?;
                    }
                    let ids = new.iter().map(|added| added.document.id).collect();
                    files.extend(file.map(|file| SourceFile {
                        documents: ids,
                        ..file
                    }));
                    CameTo::Documents {
                        old: task
                            .known
                            .as_ref()
                            .map_or_else(Vec::new, |known| known.documents.clone()),
                        new,
                    }
                }
                Found::Read {
                    documents: Err(refused),
                    file,
                } => {
                    // A file that a stop cut short says nothing of itself.
                    if self.work.stop.is_asked() {
                        continue;
                    }
                    files.extend(file);
                    CameTo::Refused(refused)
                }
            };
            reports.push(SourceRead {
                source: task.name.clone(),
                came_to,
            });
        }
        library.remember_files(&files)?;
        self.hand_on(reports);
        Ok(())
    }

    /// Files that are not there and were not found elsewhere. What another file holds too is still there.
    fn gone(&mut self, gone: Vec<SourceFile>) -> Result<(), LibraryError> {
        if gone.is_empty() || self.work.stop.is_asked() {
            return Ok(());
        }
        let others: Vec<SourceFile> = self
            .work
            .library
            .source_files_below("/")?
            .into_iter()
            .filter(|file| evidence::stamp(Path::new(&file.path)).is_some())
            .collect();
        let kept: HashMap<DocumentId, &SourceFile> = others
            .iter()
            .flat_map(|file| file.documents.iter().map(move |id| (*id, file)))
            .collect();
        let mut reports = Vec::new();
        for file in gone {
            if self.moved.contains(&file.path) {
                continue;
            }
            let (elsewhere, lost): (Vec<DocumentId>, Vec<DocumentId>) =
                file.documents.iter().partition(|id| kept.contains_key(id));
            if let Some(other) = elsewhere.first().and_then(|id| kept.get(id)) {
                let documents = self.work.library.move_file(&file.path, other)?;
                reports.push(SourceRead {
                    source: other.path.clone(),
                    came_to: CameTo::Moved(documents),
                });
            }
            reports.push(SourceRead {
                source: file.path,
                came_to: CameTo::Gone(lost),
            });
        }
        self.hand_on(reports);
        Ok(())
    }

    fn hand_on(&self, reports: Vec<SourceRead>) {
        if !reports.is_empty() {
            (self.work.report)(IngestReport::Read(reports));
            // The workbench is gone where nobody answers; what is stored is stored.
            let _ = self.work.taken_in.recv();
        }
    }
}

impl Found {
    fn documents(&self) -> &[ReadDocument] {
        match self {
            Self::Read {
                documents: Ok(read),
                ..
            } => read,
            _ => &[],
        }
    }

    fn passages(&self) -> usize {
        self.documents()
            .iter()
            .map(|document| document.passages.len())
            .sum()
    }
}
