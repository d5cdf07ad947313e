//! Storing what was read: many documents in one transaction, and then telling of them.
//!
//! The next are stored only when the workbench has written those to its journal: so the two never wait for each other's hold on the library for long. A source
//! that comes in parts is remembered as read when its last part is stored.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::super::visits::Visits;
use super::job::{Found, Task};
use super::parts::Parts;
use super::pool::Next;
use super::renamed::Arrived;
use super::report::{CameTo, IngestReport, SourceRead};
use crate::evidence::{self, Reader, Source, Stop};
use crate::library::{Added, Library, LibraryError, SourceFile};
use crate::study::{Document, DocumentId, Timestamp};

/// Up to how much is stored together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Together {
    sources: usize,
    documents: usize,
    passages: usize,
    /// When the first of them has waited so long.
    waited: Duration,
}

impl Together {
    /// Where a study takes it in, and somebody looks on.
    pub(super) const IN_STUDY: Self = Self {
        sources: 64,
        documents: 250,
        passages: 4_000,
        waited: Duration::from_millis(100),
    };
    /// Where nothing waits: what is stored in fewer pieces is indexed in less time.
    pub(super) const ALONE: Self = Self {
        sources: 1_024,
        documents: 16_000,
        passages: 16_000,
        waited: Duration::from_secs(1),
    };
}

/// Cards of known documents that are handed on together.
const MOST_CARDS: usize = 250;
/// How often it is told what is being read.
const TELL: Duration = Duration::from_millis(250);
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

/// The storing side.
pub(super) struct Storing<'a> {
    work: Work<'a>,
    tasks: &'a [Task],
    visits: &'a Visits,
    batch: Vec<(usize, Found)>,
    /// How many it has.
    documents: usize,
    passages: usize,
    /// Since when the first of the batch waits.
    since: Option<Instant>,
    /// The source of which parts were stored, and more are to come.
    parts: Option<Parts>,
    /// Files that are not where they were.
    missing: &'a HashMap<String, SourceFile>,
    /// Paths of files that turned out to be elsewhere.
    moved: Vec<String>,
    /// New files that may be missing ones.
    arrived: Vec<Arrived>,
    told: Vec<usize>,
    told_at: Instant,
}

impl<'a> Storing<'a> {
    pub(super) fn new(
        work: Work<'a>,
        tasks: &'a [Task],
        visits: &'a Visits,
        missing: &'a HashMap<String, SourceFile>,
    ) -> Self {
        Self {
            work,
            tasks,
            visits,
            batch: Vec::new(),
            documents: 0,
            passages: 0,
            since: None,
            parts: None,
            missing,
            moved: Vec::new(),
            arrived: Vec::new(),
            told: Vec::new(),
            told_at: Instant::now(),
        }
    }

    pub(super) fn take(&mut self, next: Next<Found>) -> Result<(), LibraryError> {
        match next {
            Next::Read(at, found) => {
                self.since.get_or_insert_with(Instant::now);
                self.documents += found.documents().len();
                self.passages += found.passages();
                self.batch.push((at, found));
            }
            Next::Waiting(reading) => self.tell(reading),
        }
        let together = self.work.together;
        let is_full = self.batch.len() >= together.sources
            || self.documents >= together.documents
            || self.passages >= together.passages;
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

    /// Stores the batch, hands it on and waits until it is taken in.
    pub(super) fn flush(&mut self) -> Result<(), LibraryError> {
        (self.since, self.documents, self.passages) = (None, 0, 0);
        let mut batch = std::mem::take(&mut self.batch);
        let mut documents = Vec::new();
        let mut counts = Vec::new();
        for (_, found) in &mut batch {
            let before = documents.len();
            if let Found::Part(read)
            | Found::Read {
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
            let now = self.work.now;
            self.work.library.add_documents(&documents, now)?
        }
        .into_iter();
        drop(documents);
        let mut done = Done::default();
        let mut batch: Vec<(usize, Found, Vec<Added>)> = batch
            .into_iter()
            .zip(counts)
            .map(|((at, found), count)| (at, found, added.by_ref().take(count).collect()))
            .collect();
        (done.read, done.copies) = self.read_and_copied(&batch);
        for (at, found, new) in batch.drain(..) {
            if let Some(task) = self.tasks.get(at) {
                self.settle(task, found, new, &mut done)?;
            }
        }
        self.work.library.remember_files(&done.files)?;
        done.tell_moved();
        self.hand_on(done.reports);
        Ok(())
    }

    /// The files of a batch that were read, and the documents whose text was known from elsewhere, as these files hold it.
    fn read_and_copied(
        &self,
        batch: &[(usize, Found, Vec<Added>)],
    ) -> (HashSet<String>, Vec<(String, Document)>) {
        let (mut read, mut copies) = (HashSet::new(), Vec::new());
        for (at, found, new) in batch {
            let path = self.tasks.get(*at).and_then(|task| task.path.as_ref());
            let is_read = matches!(found, Found::Read { .. } | Found::Part(_));
            let is_kept = matches!(found, Found::Read { file: Some(_), .. });
            if let Some(path) = path.filter(|_| is_read) {
                read.insert(path.clone());
                let known = new.iter().filter(|added| added.same_as.is_some());
                let known = known.filter(|_| is_kept);
                copies.extend(known.map(|added| (path.clone(), added.document.clone())));
            }
        }
        (read, copies)
    }

    /// Of what a file said before and says no longer, what other files say, as they have it: those of the batch, and those that are as they were read.
    fn elsewhere(
        &self,
        task: &Task,
        old: &[DocumentId],
        now: &[DocumentId],
        done: &Done,
    ) -> Result<Vec<Document>, LibraryError> {
        let left = old.iter().filter(|id| !now.contains(id)).copied();
        let left: Vec<DocumentId> = left.collect();
        let Some(path) = task.path.as_ref().filter(|_| !left.is_empty()) else {
            return Ok(Vec::new());
        };
        let mut elsewhere = Vec::new();
        for other in self.work.library.source_files_of(&left)? {
            if other.path == *path || done.read.contains(&other.path) || !is_as_read(&other) {
                continue;
            }
            let held = other.documents.iter().copied();
            let held: Vec<DocumentId> = held.filter(|id| left.contains(id)).collect();
            elsewhere.extend(self.work.library.cards_in(&other.path, &held)?);
        }
        let copies = done.copies.iter().filter(|(other, _)| other != path);
        let copies = copies.filter(|(_, document)| left.contains(&document.id));
        elsewhere.extend(copies.map(|(_, document)| document.clone()));
        elsewhere.sort_by_key(|document| document.id);
        Ok(elsewhere)
    }

    /// What a source came to, now that its documents, or some of them, are stored as `new`.
    fn settle(
        &mut self,
        task: &Task,
        found: Found,
        mut new: Vec<Added>,
        done: &mut Done,
    ) -> Result<(), LibraryError> {
        let library = &mut *self.work.library;
        match found {
            Found::Unchanged(file) => {
                let mut documents = file.documents.chunks(MOST_CARDS).peekable();
                while let Some(ids) = documents.next() {
                    let came_to = CameTo::Unchanged(library.cards_in(&file.path, ids)?);
                    done.report(task, came_to, documents.peek().is_none());
                }
                if task.known.as_ref() != Some(&file) {
                    done.files.push(file);
                }
            }
            Found::Moved { from, to } => {
                let moved = library.move_file(&from, &to)?;
                self.moved.push(from);
                done.report(task, CameTo::Moved(moved), true);
            }
            Found::Part(_) => {
                let parts = match &mut self.parts {
                    Some(parts) => parts,
                    none => none.insert(Parts::of(task.known.as_ref(), library)?),
                };
                let old = parts.add(&new);
                done.report(task, CameTo::read(old, new), false);
            }
            Found::Read {
                documents: Ok(_),
                file,
            } => {
                if let Ok(Source::Address(address)) = &task.source {
                    new = self.visits.stored(library, address, new, self.work.now)?;
                }
                let mut ids: Vec<DocumentId> = new.iter().map(|added| added.document.id).collect();
                let known = task.known.iter().flat_map(|known| &known.documents);
                if let Some(mut parts) = self.parts.take() {
                    let old = parts.add(&new);
                    done.report(task, CameTo::read(old, new), false);
                    let rest = CameTo::read(parts.left(known), Vec::new());
                    done.report(task, rest, true);
                    ids = parts.into_ids();
                } else if let Some(file) = &file
                    && task.known.is_none()
                    && let [document] = new.as_slice()
                    && document.same_as.is_none()
                    && !document.document.kind.quotes()
                    && Arrived::may_be_one_of(&file.path, self.missing.values())
                {
                    self.arrived.push(Arrived {
                        source: task.name.clone(),
                        file: SourceFile {
                            documents: vec![document.document.id],
                            ..file.clone()
                        },
                        document: document.clone(),
                    });
                } else {
                    let old: Vec<DocumentId> = known.copied().collect();
                    let elsewhere = self.elsewhere(task, &old, &ids, done)?;
                    let came_to = CameTo::Documents {
                        old,
                        new,
                        elsewhere,
                    };
                    done.report(task, came_to, true);
                }
                done.files.extend(file.map(|file| SourceFile {
                    documents: ids,
                    ..file
                }));
            }
            Found::Read {
                documents: Err(refused),
                file,
            } => {
                // What was stored of it stays, and it is read again when it is next asked for.
                let is_whole = self.parts.take().is_none();
                // A file that a stop cut short says nothing of itself.
                if !self.work.stop.is_asked() {
                    done.files.extend(file.filter(|_| is_whole));
                    done.report(task, CameTo::Refused(refused), true);
                }
            }
        }
        Ok(())
    }

    /// New files, some of which are missing ones under another name and with another text.
    fn arrived(&mut self) -> Result<(), LibraryError> {
        let moved = &self.moved;
        let is_missing = |file: &&SourceFile| !moved.contains(&file.path);
        let mut missing: Vec<SourceFile> =
            self.missing.values().filter(is_missing).cloned().collect();
        missing.sort_by(|a, b| a.path.cmp(&b.path));
        let before: Vec<String> = missing.iter().map(|file| file.path.clone()).collect();
        let mut reports = Vec::new();
        for arrived in std::mem::take(&mut self.arrived) {
            reports.push(arrived.find(self.work.library, &mut missing)?);
        }
        let is_found = |path: &String| missing.iter().all(|file| file.path != *path);
        self.moved.extend(before.into_iter().filter(is_found));
        self.hand_on(reports);
        Ok(())
    }

    /// Files that are not there. What another file holds too is still there, and so is what was found under another name.
    pub(super) fn gone(&mut self, gone: Vec<SourceFile>) -> Result<(), LibraryError> {
        self.arrived()?;
        if gone.is_empty() || self.work.stop.is_asked() {
            return Ok(());
        }
        let documents: Vec<DocumentId> = gone
            .iter()
            .flat_map(|file| &file.documents)
            .copied()
            .collect();
        let others: Vec<SourceFile> = self
            .work
            .library
            .source_files_of(&documents)?
            .into_iter()
            .filter(|file| evidence::stamp(Path::new(&file.path)).is_some())
            .collect();
        let mut kept: HashMap<DocumentId, Vec<&SourceFile>> = HashMap::new();
        for file in &others {
            for id in &file.documents {
                kept.entry(*id).or_default().push(file);
            }
        }
        let mut reports = Vec::new();
        for file in gone {
            if self.moved.contains(&file.path) {
                continue;
            }
            let (elsewhere, lost): (Vec<DocumentId>, Vec<DocumentId>) =
                file.documents.iter().partition(|id| kept.contains_key(id));
            let library = &mut *self.work.library;
            let mut cards = Vec::new();
            for id in elsewhere {
                for other in kept.get(&id).into_iter().flatten() {
                    cards.extend(library.cards_in(&other.path, &[id])?);
                }
            }
            if let Some([other, ..]) = cards
                .first()
                .and_then(|card| kept.get(&card.id))
                .map(Vec::as_slice)
            {
                library.move_file(&file.path, other)?;
            }
            reports.push(SourceRead {
                source: file.path.clone(),
                path: Some(file.path),
                came_to: CameTo::Gone {
                    lost,
                    elsewhere: cards,
                },
                is_last: true,
            });
        }
        self.hand_on(reports);
        Ok(())
    }

    /// Tells of sources, of so many at once as can be taken in without holding up a key.
    fn hand_on(&self, reports: Vec<SourceRead>) {
        let mut piece = Vec::new();
        let mut documents = 0;
        for report in reports {
            let size = report.came_to.documents();
            if documents + size > self.work.together.documents && !piece.is_empty() {
                self.tell_of(std::mem::take(&mut piece));
                documents = 0;
            }
            documents += size;
            piece.push(report);
        }
        if !piece.is_empty() {
            self.tell_of(piece);
        }
    }

    fn tell_of(&self, reports: Vec<SourceRead>) {
        (self.work.report)(IngestReport::Read(reports));
        // The workbench is gone where nobody answers; what is stored is stored.
        let _ = self.work.taken_in.recv();
    }
}

/// What a batch came to.
#[derive(Default)]
struct Done {
    reports: Vec<SourceRead>,
    /// To be remembered.
    files: Vec<SourceFile>,
    /// The files of the batch that were read, and what they hold that was known from elsewhere.
    read: HashSet<String>,
    copies: Vec<(String, Document)>,
}

/// Whether a file is there as it was when it was read.
fn is_as_read(file: &SourceFile) -> bool {
    let path = Path::new(&file.path);
    let Some(stamp) = evidence::stamp(path).filter(|stamp| stamp.size == file.size) else {
        return false;
    };
    // No time is remembered of a file that was read just after it was written.
    stamp.modified == file.modified || evidence::file_hash(path).is_ok_and(|hash| hash == file.hash)
}

impl Done {
    /// A text that went from one file to another is at its own place there, and no copy.
    fn tell_moved(&mut self) {
        let elsewhere = |read: &SourceRead| match &read.came_to {
            CameTo::Documents { elsewhere, .. } => elsewhere.clone(),
            _ => Vec::new(),
        };
        let moved: Vec<Document> = self.reports.iter().flat_map(elsewhere).collect();
        for read in &mut self.reports {
            let CameTo::Documents { new, .. } = &mut read.came_to else {
                continue;
            };
            for Added { document, same_as } in new {
                let is_it = |card: &Document| (card.id, &card.uri) == (document.id, &document.uri);
                if same_as.is_some() && moved.iter().any(is_it) {
                    *same_as = Some(document.uri.clone());
                }
            }
        }
    }

    fn report(&mut self, task: &Task, came_to: CameTo, is_last: bool) {
        self.reports.push(SourceRead {
            source: task.name.clone(),
            path: task.path.clone(),
            came_to,
            is_last,
        });
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::fmt::Write as _;
    use std::sync::mpsc;

    use super::super::job::{self, Job};
    use super::*;
    use crate::evidence::Limits;

    /// Findings about so many sources, three of each, the second line broken.
    fn findings(sources: usize, year: u32) -> String {
        let mut lines = String::new();
        for at in 0..sources * 3 {
            let source = at % sources;
            if at == 1 {
                lines.push_str("{\"text\": broken}\n");
            }
            let _ = writeln!(
                lines,
                "{{\"text\":\"Finding {at} of {year}.\",\"url\":\"https://example.org/{source}\"}}"
            );
        }
        lines
    }

    /// Reads a file as for a study, and stops after so many reports.
    fn ingest(library: &mut Library, path: &Path, reports: usize) -> Vec<SourceRead> {
        let stop = Stop::default();
        let reader = Reader {
            limits: Limits {
                stop: stop.clone(),
                ..Limits::default()
            },
            ..Reader::new("unused".into())
        };
        let (taken_in, answers) = mpsc::channel();
        let (read, left) = (RefCell::new(Vec::new()), Cell::new(reports));
        let report = |report| {
            if let IngestReport::Read(reads) = report {
                read.borrow_mut().extend(reads);
                left.set(left.get().wrapping_sub(1));
                if left.get() == 0 {
                    stop.now();
                }
                taken_in.send(()).unwrap();
            }
        };
        let work = Work {
            library,
            reader: &reader,
            now: Timestamp(0),
            stop: &stop,
            report: &report,
            together: Together::IN_STUDY,
            taken_in: &answers,
        };
        job::run(&Job::Add(vec![path.into()]), work).unwrap();
        read.into_inner()
    }

    fn told(documents: &[Document]) -> Vec<(&str, u32, &[String])> {
        let mut told: Vec<_> = documents
            .iter()
            .map(|card| (card.uri.as_str(), card.passages, card.warnings.as_slice()))
            .collect();
        told.sort_unstable();
        told
    }

    #[test]
    fn a_large_findings_file_comes_in_parts_and_is_gone_on_with_where_it_was_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("found.jsonl");
        std::fs::write(&path, findings(1_100, 2024)).unwrap();
        let mut whole = Library::open(&folder.path().join("whole")).unwrap();
        let reads = ingest(&mut whole, &path, usize::MAX);
        let last: Vec<bool> = reads.iter().map(|read| read.is_last).collect();
        assert!(
            last.len() > 3 && last.iter().rposition(|is_last| !is_last) == Some(last.len() - 2)
        );
        assert!(reads.iter().all(|read| read.came_to.documents() <= 250));
        let documents = whole.documents().unwrap();
        assert_eq!(documents.len(), 1_100);
        let warnings: Vec<&String> = documents.iter().flat_map(|card| &card.warnings).collect();
        assert!(
            matches!(warnings.as_slice(), [one] if one.starts_with("line 2 is not valid JSON")),
            "{warnings:?}"
        );

        let mut library = Library::open(&folder.path().join("cut")).unwrap();
        let before = ingest(&mut library, &path, 2);
        assert!(before.iter().all(|read| !read.is_last));
        let stored = library.documents().unwrap().len();
        assert!((250..1_100).contains(&stored), "{stored}");
        let name = path.to_str().unwrap();
        assert_eq!(library.source_file(name).unwrap(), None);
        ingest(&mut library, &path, usize::MAX);
        assert_eq!(told(&library.documents().unwrap()), told(&documents));
        let known = library.source_file(name).unwrap().unwrap();
        assert_eq!(known.documents.len(), 1_100);
        // Now it is known, and as it was.
        let again = ingest(&mut library, &path, usize::MAX);
        assert!(
            again
                .iter()
                .all(|read| matches!(read.came_to, CameTo::Unchanged(_)))
        );
        assert_eq!(again.iter().filter(|read| read.is_last).count(), 1);
    }

    #[test]
    fn parts_of_a_file_that_changed_name_what_was_at_their_addresses_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("found.jsonl");
        let mut library = Library::open(&folder.path().join("library")).unwrap();
        std::fs::write(&path, findings(1_100, 2024)).unwrap();
        ingest(&mut library, &path, usize::MAX);
        std::fs::write(&path, findings(1_000, 2025)).unwrap();
        let reads = ingest(&mut library, &path, usize::MAX);
        let (mut replaced, mut gone) = (0, Vec::new());
        for read in reads {
            match read.came_to {
                CameTo::Documents { old, new, .. } if new.is_empty() => gone = old,
                CameTo::Documents { old, new, .. } => {
                    assert_eq!(old.len(), new.len());
                    for (old, new) in old.iter().zip(&new) {
                        let old = library.document(*old).unwrap().unwrap();
                        assert_eq!(old.uri, new.document.uri);
                        replaced += 1;
                    }
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(replaced, 1_000);
        // Those that were replaced are among them: whoever hears of it knows that they are not current.
        assert_eq!(gone.len(), 1_100);
    }
}
