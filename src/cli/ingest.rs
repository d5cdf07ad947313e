//! `tercet ingest`: documents into the library, without a study.
//!
//! Stopping keeps all documents that are stored whole, and running it again goes on, since what is known is skipped.

use std::cell::RefCell;
use std::collections::HashSet;
use std::ffi::OsString;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use clap::Args;
use color_eyre::eyre::{Result, WrapErr};

use super::arguments::origin;
use super::input::{Input, is_standard};
use super::progress::Progress;
use super::stopping::stop_flag;
use super::{CHECKS_FAILED, DONE, NOT_FINISHED, Usage, open};
use crate::clock;
use crate::config::Config;
use crate::cores;
use crate::evidence::{Corpus, ReadDocument, Reader, Stop};
use crate::library::{Added, Library};
use crate::study::{Origin, RefusalKind, counted};
use crate::workbench::{CameTo, IngestReport, SourceRead, ingest_into};

/// Bytes of text that are stored at once: one transaction for each document would wait for the disk each time.
const BATCH_BYTES: usize = 8 << 20;
const BATCH_DOCUMENTS: usize = 2000;
/// Bad lines that are told one by one.
const MOST_TOLD: usize = 20;

pub(super) const HELP: &str = "Exit status: 0 if everything named was read, 1 if something named could not be (what a folder holds besides is only listed), \
2 for a usage error, 3 if nothing could be read or it was stopped.";

/// What is read into the library.
#[derive(Debug, Args)]
pub(super) struct Ingestion {
    /// What to read; - is standard input
    #[arg(required_unless_present = "jsonl")]
    evidence: Vec<OsString>,
    /// The origin of sources that do not state one: internal, web, academic or general
    #[arg(long, value_name = "CLASS", value_parser = origin, conflicts_with = "jsonl")]
    origin: Option<Origin>,
    /// Read a corpus instead: lines of {"id", "title", "text"}, one document each, which keeps its id; - is standard input
    #[arg(long, value_name = "CORPUS", conflicts_with = "evidence")]
    jsonl: Option<PathBuf>,
}

pub(super) fn ingest(config: Config, asked: Ingestion) -> Result<u8> {
    if asked.evidence.is_empty() && asked.jsonl.is_none() {
        return Err(
            Usage("there is nothing to read. Try: tercet ingest reports/ notes.md".into()).into(),
        );
    }
    // What is being stored is stored whole.
    let stop = stop_flag()?;
    let mut library = open::library(&config.data_dir)?;
    let mut tally = Tally::new();
    if let Some(path) = &asked.jsonl {
        corpus(&mut library, path, &stop, &mut tally)?;
    } else {
        let mut reader = open::setup(config)?.reader;
        reader.origin = asked.origin;
        tally.origin = asked.origin;
        let named = asked.evidence.iter();
        tally.named = named
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        files(&mut library, &reader, asked.evidence, &stop, &mut tally)?;
    }
    embed(&mut library, &stop, &mut tally)?;
    tally.finish(stop.load(Ordering::Relaxed));
    let Counts {
        documents,
        known,
        failed,
        ..
    } = tally.counts;
    let nothing = documents + known == 0 && failed > 0;
    Ok(if nothing || stop.load(Ordering::Relaxed) {
        NOT_FINISHED
    } else if tally.missed {
        CHECKS_FAILED
    } else {
        DONE
    })
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
            IngestReport::Started { total } => tally.counts.total = Some(total),
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
    let Input { mut name, lines } = Input::open(path)?;
    if !is_standard(path) {
        // What is read is known by it wherever the program is started.
        name = std::path::absolute(path)?.to_string_lossy().into_owned();
    }
    let now = clock::now();
    std::thread::scope(|scope| {
        let (sender, batches) = mpsc::sync_channel::<Batch>(2);
        let uri = name.clone();
        let reading = scope.spawn(move || read_batches(Corpus::new(lines, uri), stop, &sender));
        for batch in batches {
            for (number, wrong) in &batch.wrong {
                tally.counts.failed += 1;
                if tally.counts.failed <= MOST_TOLD {
                    let line = format!("{name}: line {number} {wrong}; it was skipped");
                    tally.progress.say(&line);
                }
            }
            tally.counts.sources += batch.documents.len() + batch.wrong.len();
            tally
                .counts
                .add(&library.add_documents(&batch.documents, now)?);
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
    tally.counts.embedding = Some(0);
    while !stop.load(Ordering::Relaxed) {
        let embedded = library.embed_pending_on(cores::count(), AT_ONCE)?;
        if embedded == 0 {
            break;
        }
        let so_far = &mut tally.counts.embedding;
        *so_far = so_far.map(|so_far| so_far + embedded);
        tally.tick("computing vectors");
    }
    Ok(())
}

/// What was read so far, and telling of it.
struct Tally {
    counts: Counts,
    progress: Progress,
    /// What was named on the command line, and whether any of it could not be read.
    named: HashSet<String>,
    missed: bool,
    /// The origin that was asked for, and how many documents are known with another one.
    origin: Option<Origin>,
    of_other_origin: usize,
}

struct Counts {
    started: Instant,
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
    fn new() -> Self {
        Self {
            counts: Counts {
                started: Instant::now(),
                total: None,
                sources: 0,
                documents: 0,
                known: 0,
                pages: 0,
                passages: 0,
                failed: 0,
                embedding: None,
            },
            progress: Progress::new(),
            named: HashSet::new(),
            missed: false,
            origin: None,
            of_other_origin: 0,
        }
    }

    fn read(&mut self, read: SourceRead) {
        let asked = self.origin;
        let is_other = |origin: Origin| asked.is_some_and(|asked| asked != origin);
        self.of_other_origin += match &read.came_to {
            CameTo::Documents { new, .. } => {
                let known = new.iter().filter(|added| added.same_as.is_some());
                known
                    .filter(|added| is_other(added.document.origin))
                    .count()
            }
            CameTo::Unchanged(documents) | CameTo::Moved(documents) => {
                let others = documents.iter().filter(|card| is_other(card.origin));
                others.count()
            }
            CameTo::Gone { .. } | CameTo::Refused(_) => 0,
        };
        let counts = &mut self.counts;
        counts.sources += usize::from(read.is_last);
        let source = read.source;
        match read.came_to {
            CameTo::Documents { new, .. } => {
                counts.add(&new);
                for remark in new.iter().flat_map(|added| added.remarks(&source)) {
                    self.progress.say(&format!("{source}: {remark}"));
                }
            }
            CameTo::Unchanged(documents) | CameTo::Moved(documents) => {
                counts.known += documents.len();
            }
            CameTo::Gone { lost, elsewhere } if lost.is_empty() => {
                counts.known += elsewhere.len();
            }
            CameTo::Gone { .. } => self.progress.say(&format!(
                "{source}: no longer exists; its text stays in the library for the briefs that cite it"
            )),
            CameTo::Refused(refused) => {
                counts.failed += 1;
                self.missed |= self.named.contains(&refused.source) && refused.kind != RefusalKind::Besides;
                self.progress
                    .say(&format!("{}: {}", refused.source, refused.reason));
            }
        }
        self.tick(&source);
    }

    fn tick(&mut self, current: &str) {
        self.progress.beat(|| self.counts.standing(current));
    }

    fn finish(&mut self, stopped: bool) {
        let end = if stopped {
            "stopped; run the same command again to continue"
        } else {
            "done"
        };
        if self.of_other_origin > 0 {
            let known = counted(self.of_other_origin, "document");
            let keep = if self.of_other_origin == 1 {
                "keeps"
            } else {
                "keep"
            };
            self.progress.say(&format!(
                "{known} known already {keep} the origin found before, and not the one given with --origin"
            ));
        }
        self.progress
            .say(&format!("{end}: {}", self.counts.summary()));
    }
}

impl Counts {
    fn add(&mut self, added: &[Added]) {
        for added in added {
            if added.same_as.is_some() {
                self.known += 1;
            } else {
                self.documents += 1;
                self.pages += u64::from(added.document.pages_read().unwrap_or_default());
                self.passages += u64::from(added.document.passages);
            }
        }
    }

    /// How far it is, and what is being read.
    fn standing(&self, current: &str) -> String {
        if let Some(embedded) = self.embedding {
            return format!("{current}: {}", counted(embedded, "passage"));
        }
        let of = self
            .total
            .map_or_else(String::new, |total| format!(" of {total}"));
        format!("{}{of} · {} · {current}", self.sources, self.summary())
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
}
