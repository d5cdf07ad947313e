//! Ingestion: reading sources beside the workbench, and storing what they hold in the order in which they were given.
//!
//! Readers run on a few threads, each waiting for its child process; one thread stores, on a connection of its own. A source that cannot be read is
//! reported and the rest goes on [E1].

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use tokio::sync::mpsc::UnboundedSender;

use super::visits::Visits;
use super::{IngestProgress, Level, Workbench};
use crate::evidence::{ReadDocument, Reader, Source};
use crate::library::{Added, Library, LibraryError};
use crate::study::{CycleKind, Document, Event, RefusedEvidence, Timestamp};
use crate::{clean, clock};

/// What the ingestion thread reports, in the order of the sources; `Finished` is always the last.
#[derive(Debug, Clone, PartialEq)]
pub enum IngestReport {
    Started {
        total: usize,
    },
    /// One source is done: its documents, or why there are none.
    Read {
        source: String,
        documents: Result<Vec<Added>, RefusedEvidence>,
    },
    /// The library could not store them; what was stored before stays.
    Failed {
        why: String,
    },
    Finished,
}

/// Characters of a file's name that are shown.
const LONGEST_NAME: usize = 300;

/// A running ingestion.
#[derive(Debug)]
pub(super) struct Ingestion {
    cancelled: Arc<AtomicBool>,
}

impl Ingestion {
    /// Ends it after the sources that are being read now.
    pub(super) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl Workbench {
    /// Reads files, folders and web addresses into the study; `-` stands for standard input.
    pub fn add_evidence(&mut self, arguments: Vec<OsString>) {
        if self.refuse_read_only() || arguments.is_empty() {
            return;
        }
        if self.ingestion.is_some() {
            return self.notify(
                Level::Warning,
                "evidence is being read; add more when it is done".into(),
            );
        }
        let started = self
            .library
            .reopen()
            .map_err(|error| error.to_string())
            .and_then(|library| {
                start(
                    library,
                    self.setup.reader.clone(),
                    arguments,
                    clock::now(),
                    self.report_to.clone(),
                )
                .map_err(|error| format!("evidence cannot be read: {error}"))
            });
        match started {
            Ok(ingestion) => {
                self.ingestion = Some(ingestion);
                self.progress = Some(IngestProgress::default());
            }
            Err(why) => self.notify(Level::Error, why),
        }
    }

    pub(super) fn receive_report(&mut self, report: IngestReport) {
        let Some(progress) = &mut self.progress else {
            return;
        };
        match report {
            IngestReport::Started { total } => progress.total = total,
            IngestReport::Read { source, documents } => {
                progress.done += 1;
                progress.current = source;
                match documents {
                    Ok(added) => {
                        let new: Vec<Document> = added
                            .iter()
                            .filter(|added| {
                                self.session.study.document(added.document.id).is_none()
                            })
                            .map(|added| added.document.clone())
                            .collect();
                        progress.passages += new
                            .iter()
                            .map(|document| document.passages as usize)
                            .sum::<usize>();
                        if new.is_empty() && !added.is_empty() {
                            let source = progress.current.clone();
                            self.notify(
                                Level::Info,
                                format!("{source}: this text is in the study already"),
                            );
                        }
                        let events: Vec<Event> = new
                            .into_iter()
                            .map(|document| Event::EvidenceAdded { document })
                            .collect();
                        self.record(&events);
                    }
                    Err(refused) => self.refuse(refused),
                }
            }
            IngestReport::Failed { why } => self.notify(Level::Error, why),
            IngestReport::Finished => self.evidence_is_in(),
        }
    }

    fn refuse(&mut self, refused: RefusedEvidence) {
        if let Some(progress) = &mut self.progress {
            progress.refused += 1;
        }
        self.notify(
            Level::Warning,
            format!("{}: {}", refused.source, refused.reason),
        );
        if !self.study().refused.contains(&refused) {
            self.record(&[Event::EvidenceRefused { refused }]);
        }
    }

    /// Starts what was waiting for the evidence, or an update where a brief stands already [E7].
    fn evidence_is_in(&mut self) {
        self.ingestion = None;
        let progress = self.progress.take().unwrap_or_default();
        let study = self.study();
        let idle = study.cycle.is_none() && !study.fresh.is_empty();
        let complete = study.is_complete();
        let nothing_written = !study.question.is_empty() && study.drafts == 0;
        if let Some(cycle) = self.after_ingest.take() {
            self.start(cycle);
        } else if idle && complete {
            self.start(CycleKind::Update);
        } else if idle && nothing_written {
            // The question was asked before there was anything to answer it from.
            self.start(CycleKind::Draft);
        }
        // The last word, because one notice hides the one before it.
        if progress.refused > 1 {
            let (refused, total) = (progress.refused, progress.total);
            self.notify(
                Level::Warning,
                format!(
                    "{refused} of {total} sources could not be read: the evidence pane says why"
                ),
            );
        }
    }
}

/// Starts reading `arguments` (files, folders, web addresses, `-` for standard input) into the library.
pub(super) fn start(
    library: Library,
    reader: Reader,
    arguments: Vec<OsString>,
    now: Timestamp,
    reports: UnboundedSender<IngestReport>,
) -> std::io::Result<Ingestion> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&cancelled);
    ingest_beside(library, reader, arguments, now, stop, reports)?;
    Ok(Ingestion { cancelled })
}

/// Reads `arguments` into the library on a thread of its own, until all are read or `stop` is set: then documents that are being read are stored whole.
pub fn ingest_beside(
    mut library: Library,
    reader: Reader,
    arguments: Vec<OsString>,
    now: Timestamp,
    stop: Arc<AtomicBool>,
    reports: UnboundedSender<IngestReport>,
) -> std::io::Result<()> {
    std::thread::Builder::new()
        .name("ingest".into())
        .spawn(move || {
            // The receiver is gone only when the workbench is; then there is nobody to tell.
            let report = |report| drop(reports.send(report));
            if let Err(error) = ingest(&mut library, &reader, &arguments, now, &stop, &report) {
                report(IngestReport::Failed {
                    why: error.to_string(),
                });
            }
            report(IngestReport::Finished);
        })?;
    Ok(())
}

fn ingest(
    library: &mut Library,
    reader: &Reader,
    arguments: &[OsString],
    now: Timestamp,
    stop: &AtomicBool,
    report: &dyn Fn(IngestReport),
) -> Result<(), LibraryError> {
    let sources: Vec<(String, Result<Source, RefusedEvidence>)> =
        crate::evidence::expand(arguments)
            .into_iter()
            .map(|source| match source {
                Ok(Source::Standard(bytes)) => ("-".to_owned(), Ok(Source::Standard(bytes))),
                Ok(Source::File(path)) => (
                    clean::line(&path.to_string_lossy(), LONGEST_NAME),
                    Ok(Source::File(path)),
                ),
                Ok(Source::Address(address)) => (
                    clean::line(address.as_str(), LONGEST_NAME),
                    Ok(Source::Address(address)),
                ),
                Err(refused) => (refused.source.clone(), Err(refused)),
            })
            .collect();
    report(IngestReport::Started {
        total: sources.len(),
    });
    let visits = Visits::prepare(library, sources.iter().flat_map(|(_, source)| source))?;
    let stopped = || stop.load(Ordering::Relaxed);
    in_order(
        &sources,
        stop,
        &|source| {
            let source = source.as_ref().map_err(Clone::clone)?;
            visits.read(reader, source, &stopped)
        },
        &mut |at, read| {
            let documents = match (read, &sources[at].1) {
                (Ok(documents), Ok(source)) => {
                    let added = library.add_documents(&documents, now)?;
                    Ok(visits.stored(library, source, added, now)?)
                }
                (Err(refused), _) => Err(refused),
                (_, Err(refused)) => Err(refused.clone()),
            };
            report(IngestReport::Read {
                source: sources[at].0.clone(),
                documents,
            });
            Ok(())
        },
    )
}

type Read = Result<Vec<ReadDocument>, RefusedEvidence>;

/// Reads on several threads and stores on this one, in the order of the sources.
fn in_order(
    sources: &[(String, Result<Source, RefusedEvidence>)],
    stop: &AtomicBool,
    read: &(dyn Fn(&Result<Source, RefusedEvidence>) -> Read + Sync),
    store: &mut dyn FnMut(usize, Read) -> Result<(), LibraryError>,
) -> Result<(), LibraryError> {
    /// More readers than this wait for the disk or for the one thread that stores.
    const MOST_READERS: usize = 4;
    /// Addresses cost waiting rather than work.
    const MOST_VISITS: usize = 8;
    /// Documents read ahead of the one to be stored next, so that a slow first file does not gather all others in memory.
    const AHEAD: usize = 16;
    let readers = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .clamp(1, MOST_READERS);
    let addresses = sources
        .iter()
        .filter(|(_, source)| matches!(source, Ok(Source::Address(_))))
        .count();
    let readers = readers.max(addresses.min(MOST_VISITS));
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel::<(usize, Read)>(AHEAD);
        for _ in 0..readers.min(sources.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed)
                    && let at = next.fetch_add(1, Ordering::Relaxed)
                    && let Some((_, source)) = sources.get(at)
                    && sender.send((at, read(source))).is_ok()
                {}
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (at, read) in receiver {
            waiting.insert(at, read);
            while let Some(read) = waiting.remove(&due) {
                store(due, read)?;
                due += 1;
            }
        }
        Ok(())
    })
}
