//! `tercet ingest`: documents into the library, without a study.
//!
//! Stopping keeps all documents that are stored whole, and running it again goes on, since what is known is skipped.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use color_eyre::eyre::{Result, WrapErr};

use super::{DONE, NOT_FINISHED, Usage, open, output};
use crate::clock;
use crate::config::Config;
use crate::evidence::{Corpus, ReadDocument, Reader, Stop};
use crate::library::{Added, Library};
use crate::study::{Origin, counted};
use crate::workbench::{CameTo, IngestReport, SourceRead, ingest_into};

/// Bytes of text that are stored at once: one transaction for each document would wait for the disk each time.
const BATCH_BYTES: usize = 8 << 20;
const BATCH_DOCUMENTS: usize = 2000;
/// Bad lines that are told one by one.
const MOST_TOLD: usize = 20;

pub(super) fn ingest(
    config: Config,
    evidence: Vec<OsString>,
    origin: Option<Origin>,
    jsonl: Option<&Path>,
) -> Result<u8> {
    if evidence.is_empty() && jsonl.is_none() {
        return Err(
            Usage("there is nothing to read. Try: tercet ingest reports/ notes.md".into()).into(),
        );
    }
    let stop = stop_flag()?;
    let mut library = open::library(&config.data_dir)?;
    let mut tally = Tally::new();
    if let Some(path) = jsonl {
        corpus(&mut library, path, &stop, &mut tally)?;
    } else {
        let mut reader = open::setup(config)?.reader;
        reader.origin = origin;
        files(&mut library, &reader, evidence, &stop, &mut tally)?;
    }
    embed(&mut library, &stop, &mut tally)?;
    tally.finish(stop.load(Ordering::Relaxed));
    let nothing = tally.documents + tally.known == 0 && tally.failed > 0;
    Ok(if nothing || stop.load(Ordering::Relaxed) {
        NOT_FINISHED
    } else {
        DONE
    })
}

/// Set by the first Ctrl-C, after which what is being stored is stored whole; the second one ends the program at once.
fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(
            signal,
            i32::from(NOT_FINISHED),
            Arc::clone(&stop),
        )?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// Reads files, folders and addresses.
fn files(
    library: &mut Library,
    reader: &Reader,
    evidence: Vec<OsString>,
    stop: &Arc<AtomicBool>,
    tally: &mut Tally,
) -> Result<()> {
    let tally = RefCell::new(tally);
    let told = |report: IngestReport| {
        let mut tally = tally.borrow_mut();
        match report {
            IngestReport::Started { total } => tally.total = Some(total),
            IngestReport::Reading { sources } => {
                tally.tick(sources.first().map_or("", String::as_str));
            }
            IngestReport::Read(reads) => {
                for read in reads {
                    tally.read(read);
                }
            }
            IngestReport::Failed { .. } | IngestReport::Finished { .. } => {}
        }
    };
    let stop = Stop::on(Arc::clone(stop));
    Ok(ingest_into(library, reader, evidence, &stop, &told)?)
}

/// Reads a corpus line by line on one thread, and stores it on this one.
fn corpus(library: &mut Library, path: &Path, stop: &AtomicBool, tally: &mut Tally) -> Result<()> {
    let from_input = path.as_os_str() == "-";
    let name = if from_input {
        "stdin".to_owned()
    } else {
        std::path::absolute(path)?.to_string_lossy().into_owned()
    };
    let lines: Box<dyn BufRead + Send> = if from_input {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        let file = File::open(path).wrap_err_with(|| format!("cannot read {}", path.display()))?;
        Box::new(BufReader::with_capacity(1 << 20, file))
    };
    let now = clock::now();
    std::thread::scope(|scope| {
        let (sender, batches) = mpsc::sync_channel::<Batch>(2);
        let uri = name.clone();
        let reading = scope.spawn(move || read_batches(Corpus::new(lines, uri), stop, &sender));
        for batch in batches {
            for (number, wrong) in &batch.wrong {
                tally.failed += 1;
                if tally.failed <= MOST_TOLD {
                    tally.line(&format!("{name}: line {number} {wrong}; it was skipped"));
                }
            }
            tally.sources += batch.documents.len() + batch.wrong.len();
            tally.count(&library.add_documents(&batch.documents, now)?);
            tally.tick(&name);
        }
        match reading.join() {
            Ok(read) => read.wrap_err_with(|| format!("{name} could not be read to its end")),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[derive(Default)]
struct Batch {
    documents: Vec<ReadDocument>,
    /// Lines that are no documents, and why.
    wrong: Vec<(usize, String)>,
    bytes: usize,
}

fn read_batches<R: BufRead>(
    corpus: Corpus<R>,
    stop: &AtomicBool,
    sender: &mpsc::SyncSender<Batch>,
) -> std::io::Result<()> {
    let mut batch = Batch::default();
    for line in corpus {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                // What came before is stored.
                let _ = sender.send(batch);
                return Err(error);
            }
        };
        match line.document {
            Ok(document) => {
                batch.bytes += document.text.len();
                batch.documents.push(*document);
            }
            Err(wrong) => batch.wrong.push((line.number, wrong)),
        }
        let is_full = batch.bytes >= BATCH_BYTES
            || batch.documents.len() >= BATCH_DOCUMENTS
            || batch.wrong.len() >= BATCH_DOCUMENTS;
        if is_full && sender.send(std::mem::take(&mut batch)).is_err() {
            return Ok(());
        }
    }
    // The receiver is gone only where storing failed, and that is told.
    let _ = sender.send(batch);
    Ok(())
}

/// Makes the vectors of what was stored, until it is stopped: the next ingestion or workbench goes on.
fn embed(library: &mut Library, stop: &AtomicBool, tally: &mut Tally) -> Result<()> {
    const AT_ONCE: usize = 4096;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    tally.embedding = Some(0);
    while !stop.load(Ordering::Relaxed) {
        let embedded = library.embed_pending_on(cores, AT_ONCE)?;
        if embedded == 0 {
            break;
        }
        tally.embedding = tally.embedding.map(|so_far| so_far + embedded);
        tally.tick("computing vectors");
    }
    Ok(())
}

/// What was read so far, and telling of it.
struct Tally {
    started: Instant,
    told: Instant,
    /// Whether there is a line on the terminal that the next one replaces.
    on_terminal: bool,
    is_shown: bool,
    total: Option<usize>,
    sources: usize,
    documents: usize,
    known: usize,
    pages: u64,
    passages: u64,
    failed: usize,
    /// Passages that were read for their meaning, once that has begun.
    embedding: Option<usize>,
}

impl Tally {
    /// How often progress is told on a terminal, where a line replaces the one before it, and elsewhere.
    const ON_TERMINAL: Duration = Duration::from_millis(100);
    const ELSEWHERE: Duration = Duration::from_secs(5);

    fn new() -> Self {
        let now = Instant::now();
        Self {
            started: now,
            told: now,
            on_terminal: std::io::stderr().is_terminal(),
            is_shown: false,
            total: None,
            sources: 0,
            documents: 0,
            known: 0,
            pages: 0,
            passages: 0,
            failed: 0,
            embedding: None,
        }
    }

    fn read(&mut self, read: SourceRead) {
        self.sources += usize::from(read.is_last);
        let source = read.source;
        match read.came_to {
            CameTo::Documents { new, .. } => {
                self.count(&new);
                for remark in new.iter().flat_map(|added| added.remarks(&source)) {
                    self.line(&format!("{source}: {remark}"));
                }
            }
            CameTo::Unchanged(documents) | CameTo::Moved(documents) => {
                self.known += documents.len();
            }
            CameTo::Gone(documents) if documents.is_empty() => {}
            CameTo::Gone(_) => {
                self.line(&format!(
                    "{source}: no longer exists; its text stays in the library for the briefs that cite it"
                ));
            }
            CameTo::Refused(refused) => {
                self.failed += 1;
                self.line(&format!("{}: {}", refused.source, refused.reason));
            }
        }
        self.tick(&source);
    }

    fn count(&mut self, added: &[Added]) {
        for added in added {
            if added.duplicate {
                self.known += 1;
            } else {
                self.documents += 1;
                self.pages += u64::from(added.document.pages.unwrap_or_default());
                self.passages += u64::from(added.document.passages);
            }
        }
    }

    fn tick(&mut self, current: &str) {
        let every = if self.on_terminal {
            Self::ON_TERMINAL
        } else {
            Self::ELSEWHERE
        };
        if self.told.elapsed() >= every {
            self.told = Instant::now();
            let of = self
                .total
                .map_or_else(String::new, |total| format!(" of {total}"));
            let line = match self.embedding {
                Some(embedded) => format!("{current}: {}", counted(embedded, "passage")),
                None => format!("{}{of} · {} · {current}", self.sources, self.summary()),
            };
            if self.on_terminal {
                self.is_shown = true;
                let line = crate::clean::line(&line, 300);
                // A line that cannot be told is no reason to stop.
                let _ = write!(std::io::stderr().lock(), "\r\x1b[K{line}");
            } else {
                output::progress(&line);
            }
        }
    }

    /// A line that stays.
    fn line(&mut self, line: &str) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
        output::progress(line);
    }

    fn summary(&self) -> String {
        let mut parts = vec![counted(self.documents, "document")];
        if self.pages > 0 {
            parts.push(counted(self.pages as usize, "page"));
        }
        parts.push(counted(self.passages as usize, "passage"));
        let seconds = self.started.elapsed().as_secs_f64();
        if seconds >= 1.0 {
            parts.push(format!("{:.0} passages/s", self.passages as f64 / seconds));
        }
        if self.known > 0 {
            parts.push(format!("{} known already", self.known));
        }
        if self.failed > 0 {
            parts.push(format!("{} failed", self.failed));
        }
        parts.join(" · ")
    }

    fn finish(&mut self, stopped: bool) {
        let end = if stopped {
            "stopped; run the same command again to continue"
        } else {
            "done"
        };
        let line = format!("{end}: {}", self.summary());
        self.line(&line);
    }
}
