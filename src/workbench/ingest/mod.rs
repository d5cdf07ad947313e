//! Ingestion: what is to be read, one thing after another, and what becomes of the study by it.
//!
//! Reading and storing run beside the workbench (`job`); here, what they report becomes events, many in one transaction, so that a thousand files do not hold
//! up a key. What was asked for is journaled before it is read and again when it is read to its end, so that a reading that was stopped, or cut by the end of
//! the program, can be gone on with.

mod growth;
pub(super) mod job;
mod parts;
mod pool;
mod renamed;
mod report;
mod storing;
pub(super) mod vectors;

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc;
use std::time::Instant;

use super::impact::Cause;
use super::messages::ReportTo;
use super::{About, Level, Message, Notice, Workbench, beside};
use crate::check;
use crate::clock;
use crate::evidence::watch::Change;
use crate::evidence::{Address, Limits, Password, Reader, Stop, address_of};
use crate::library::{Library, LibraryError};
use crate::study::{Command, CycleKind, Event, RunCause, SectionId, Timestamp};

use growth::Growth;
use job::Job;
pub use report::{CameTo, IngestProgress, IngestReport, SourceRead};
use storing::{Together, Work};

/// A running ingestion.
#[derive(Debug)]
pub(super) struct Ingestion {
    stop: Stop,
    /// Tells the thread that what it reported is in the journal.
    taken_in: mpsc::Sender<()>,
    /// What it was asked for, as the journal names it.
    asked: Vec<String>,
    /// A watched folder gave rise to it, not the analyst.
    watched: bool,
    /// Whether the source of which some was taken in brought anything new so far.
    is_news: bool,
    /// What its sources came to, for when it ends: said earlier, it would hide how far the reading is.
    said: Vec<Notice>,
}

/// Of more that is worth saying, only numbers are said.
const MOST_SAID: usize = 20;

fn is_gone(said: &Notice) -> bool {
    said.about == About::Gone
}

/// How an ingestion came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    Whole,
    /// The analyst ended it, or it could not go on.
    Stopped,
    /// It was what a watched folder brought.
    Watched,
    /// More was asked for, and is read now.
    ReadsOn,
}

fn is_failure(said: &Notice) -> bool {
    said.level == Level::Error
}

impl Workbench {
    /// Reads files, folders and addresses into the study, after what is being read already; `-` stands for standard input.
    pub fn add_evidence(&mut self, arguments: Vec<OsString>) {
        if arguments.is_empty() || self.refuse_read_only() {
            return;
        }
        let arguments: Vec<OsString> = arguments.into_iter().map(plain).collect();
        // What a sheet would lie on by the time that the writer is done is not what the analyst asked over.
        self.impacts.asked_at = self.active.filter(|_| !self.is_writing());
        let asked = named(&arguments);
        if !asked.is_empty() {
            self.record(&[Event::EvidenceRequested { arguments: asked }]);
        }
        self.desk.queue.push_back(Job::Add(arguments));
        self.read_next();
    }

    /// Reads an encrypted document with a password, which is tried on whatever else is encrypted as long as the program runs.
    pub fn unlock(&mut self, source: &str, password: Password) {
        self.setup.reader.passwords.insert(0, password);
        self.add_evidence(vec![source.into()]);
    }

    /// Goes on with what was cut: the reading of evidence, the running step, or both.
    pub fn go_on(&mut self) {
        // Whoever asks may have made room where there was none.
        let had_unsaved = self.desk.unsaved.is_some();
        if !self.save_what_is_typed() || !self.save_unsaved() {
            return self.notify(Level::Info, "there is still no room to save in".to_owned());
        }
        self.desk.held |= had_unsaved;
        if !self.can_write_again() {
            return;
        }
        let is_cut = self.ingestion.is_none() && !self.study().requested.is_empty();
        if is_cut && !self.is_read_only() {
            let arguments = self.study().requested.iter().map(OsString::from).collect();
            self.desk.queue.push_back(Job::Add(arguments));
            self.read_next();
            self.watch_again();
        }
        let is_held = std::mem::take(&mut self.desk.held);
        let waits = self.study().paused || self.study().halted().is_some();
        if is_held && !waits {
            self.pump();
        } else if !is_cut && self.study().lacks_sections() {
            // What is written already is not brought in line with them by that.
            self.desk.put_off = self.has_screen() && !self.study().news().is_empty();
            self.desk.update_due |= self.desk.put_off;
            self.start(CycleKind::Complete);
        } else if let Some(section) = self.study().cut_short().filter(|_| !is_cut) {
            // The writer was asked for the rest already, and had none.
            self.execute(&Command::AnotherVersion { section });
        } else if !is_cut || self.study().halted().is_some() {
            self.execute(&Command::Resume);
        }
    }

    /// Goes on with whatever is not finished, where nobody is there to be asked first.
    pub fn finish_what_was_cut(&mut self) {
        // What was said about it on opening is being done.
        self.notices.retain(|notice| notice.about != About::Cut);
        let study = self.study();
        let is_cut = self.desk.held
            || study.halted().is_some()
            || !study.requested.is_empty()
            || study.paused
            || study.closed.is_some();
        if is_cut {
            self.go_on();
        } else if study.cycle.is_none() && study.written_sections().is_empty() {
            self.start(CycleKind::Draft);
        }
    }

    /// Writes the sections that a brief was left without, where nobody looks for more evidence [W5].
    pub fn complete(&mut self) {
        if self.study().lacks_sections() && !self.is_busy() {
            self.start(CycleKind::Complete);
        }
    }

    /// Has the next section written once more that was cut short, of those that were not tried; whether there is one.
    pub fn rewrite_next_cut(&mut self, tried: &mut Vec<SectionId>) -> bool {
        let study = self.study();
        if study.cut_short().is_none() || !study.has_model() || self.is_busy() {
            return false;
        }
        let mut cut = (0..).map(SectionId).zip(&study.sections);
        let cut = cut.find(|(id, section)| section.is_left_cut() && !tried.contains(id));
        let Some(section) = cut.map(|(id, _)| id) else {
            return false;
        };
        tried.push(section);
        self.execute(&Command::AnotherVersion { section });
        true
    }

    /// Gives up what was asked for and has not been read.
    pub fn forget_requested(&mut self) {
        if self.refuse_read_only() {
            return;
        }
        self.stop_reading();
        let arguments = self.study().requested.clone();
        if arguments.is_empty() {
            return self.notify(Level::Info, "all that was asked for has been read".into());
        }
        self.record(&[Event::EvidenceRead { arguments }]);
    }

    /// Reads what changed in a watched folder.
    pub(super) fn read_changes(&mut self, changes: Vec<Change>) {
        self.desk.queue.push_back(Job::Changes(changes));
        self.read_next();
    }

    /// Ends the reading of evidence: what is being read now is given up, what was stored stays, and the rest can be gone on with.
    pub(super) fn stop_reading(&mut self) {
        self.desk.queue.clear();
        if let (Some(ingestion), Some(progress)) = (&self.ingestion, &mut self.progress) {
            ingestion.stop.now();
            progress.stopping = true;
            progress.waiting = 0;
        }
    }

    /// Starts what is next to be read, if nothing is being read.
    fn read_next(&mut self) {
        if self.ingestion.is_none()
            && let Some(job) = self.desk.queue.pop_front()
        {
            let started = self
                .library
                .reopen()
                .map_err(|error| error.to_string())
                .and_then(|library| {
                    let reports = self.report_to(Message::Ingest);
                    start(library, &self.setup.reader, job, clock::now(), reports)
                        .map_err(|error| format!("evidence cannot be read: {error}"))
                });
            match started {
                Ok(ingestion) => {
                    self.ingestion = Some(ingestion);
                    self.progress = Some(IngestProgress::begun(Instant::now()));
                }
                Err(why) => self.notify(Level::Error, why),
            }
        }
        if let Some(progress) = &mut self.progress {
            progress.waiting = self.desk.queue.len();
        }
    }

    pub(super) fn receive_report(&mut self, report: IngestReport) {
        let Some(progress) = &mut self.progress else {
            return;
        };
        match report {
            IngestReport::Started { total } => progress.total = total,
            IngestReport::Reading { sources } => progress.reading = sources,
            IngestReport::Read(reads) => {
                self.take_in(reads);
                if let Some(ingestion) = &self.ingestion {
                    // The thread may have ended.
                    let _ = ingestion.taken_in.send(());
                }
            }
            IngestReport::Failed { why } => {
                self.desk.queue.clear();
                let failure = Notice::new(Level::Error, why);
                match &mut self.ingestion {
                    Some(ingestion) => ingestion.said.push(failure),
                    None => self.notices.push(failure),
                }
            }
            IngestReport::Finished { stopped } => self.evidence_is_in(stopped),
        }
    }

    /// What sources came to, as events in one transaction.
    fn take_in(&mut self, reads: Vec<SourceRead>) {
        let is_news = self
            .ingestion
            .as_ref()
            .is_some_and(|running| running.is_news);
        let mut growth = Growth::new(self, &reads, is_news);
        for read in reads {
            growth.take(read);
        }
        let Growth {
            is_news,
            events,
            notices,
            counted,
            ..
        } = growth;
        if let Some(progress) = &mut self.progress {
            counted.add_to(progress);
        }
        if let Some(ingestion) = &mut self.ingestion {
            ingestion.is_news = is_news;
            // Nobody asked for what a folder brings, so only what is new of it is said.
            let is_worth = |said: &Notice| {
                !ingestion.watched || said.level != Level::Info || said.about == About::Back
            };
            let room = MOST_SAID.saturating_sub(ingestion.said.len());
            ingestion
                .said
                .extend(notices.into_iter().filter(is_worth).take(room));
        }
        self.append(&events);
        // The brief is measured anew when all of it is in; until then its sources are counted.
        self.scorecard = check::scorecard(self.study());
        if self.desk.broken {
            // What cannot be written to the journal must not be read on and on.
            self.stop_reading();
            if let Some(ingestion) = &mut self.ingestion {
                let failures = self.notices.extract_if(.., |said| is_failure(said));
                ingestion.said.extend(failures);
            }
        }
    }

    /// Starts what was waiting for the evidence, or an update where a brief stands already [E7].
    fn evidence_is_in(&mut self, stopped: bool) {
        let Some(ingestion) = self.ingestion.take() else {
            return;
        };
        let progress = self.progress.take();
        let was_told_to_stop = progress.as_ref().is_some_and(|one| one.stopping);
        self.rescore();
        if !stopped && !ingestion.asked.is_empty() {
            let arguments = ingestion.asked;
            self.record(&[Event::EvidenceRead {
                arguments: arguments.clone(),
            }]);
            self.watch_what_was_read(&arguments);
        }
        self.desk.update_due |= ingestion.watched && self.study().has_news_to_bring_in();
        if !stopped && !self.desk.queue.is_empty() {
            self.read_next();
            // While the next is read, only what went wrong is worth a notice.
            return self.sum_up(ingestion.said, progress, Ended::ReadsOn);
        }
        let study = self.study();
        let idle = study.cycle.is_none() && !study.news().is_empty();
        // What is left in parts has a text that news may be about as well.
        let has_brief = study.is_complete() || study.lacks_sections();
        let nothing_written = !study.question.is_empty() && study.drafts == 0;
        let has_failed = ingestion.said.iter().any(is_failure);
        // Why there is nothing to write from is said below.
        let has_nothing = has_failed && study.evidence.is_empty();
        if let Some(cycle) = self.desk.after_ingest.take() {
            match cycle {
                _ if has_nothing => {}
                CycleKind::Update => self.update(),
                _ => self.start(cycle),
            }
        } else if idle && has_brief && !ingestion.watched && !stopped {
            self.update_because(Cause::Added(self.impacts.asked_at));
        } else if idle && nothing_written && !was_told_to_stop {
            // The question was asked before there was anything to answer it from. Whoever stops the reading does not ask for a brief from a part of it.
            self.start_because(CycleKind::Draft, RunCause::Evidence);
        }
        self.update_when_calm();
        // Claims whose source changed or went are checked anew, whether or not anything follows.
        self.pump();
        if ingestion.watched {
            self.tell_what_waits(progress.as_ref());
        }
        // The last word, because one notice hides the one before it.
        let ended = match (stopped, ingestion.watched) {
            (true, false) => Ended::Stopped,
            (true, true) if has_failed => Ended::Stopped,
            (_, true) => Ended::Watched,
            (false, false) => Ended::Whole,
        };
        self.sum_up(ingestion.said, progress, ended);
    }

    /// Says that what a watched folder brought waits for the analyst, who has changes to decide first.
    fn tell_what_waits(&mut self, progress: Option<&IngestProgress>) {
        let open = self.study().open_hunks();
        let Some(progress) =
            progress.filter(|_| open > 0 && self.desk.update_due && self.study().cycle.is_none())
        else {
            return;
        };
        let came = progress
            .done
            .saturating_sub(progress.unchanged + progress.refused);
        if came > 0 {
            let sources = crate::study::counted(came, "source");
            let changes = crate::study::counted(open, "open change");
            let then = if self.study().has_model() {
                "{update-brief} shows what they affect"
            } else {
                "the brief is updated after that"
            };
            let text = format!(
                "the watched folder brought new or changed text of {sources}: {{review}} reviews the {changes}, {then}"
            );
            self.notify(Level::Info, text);
        }
    }

    /// Says in one notice what the sources came to, the worst of it first.
    fn sum_up(&mut self, said: Vec<Notice>, progress: Option<IngestProgress>, ended: Ended) {
        let Some(progress) = progress else {
            return;
        };
        let (refused, total) = (progress.refused, progress.total);
        let sources = crate::study::counted(total, "source");
        let first = said.iter().find(|said| said.level == Level::Warning);
        // What came at the same time is not behind what went.
        let besides = match progress.added {
            0 => String::new(),
            added => format!(
                "; besides, {} read",
                match added {
                    1 => "a new or changed document was".to_owned(),
                    more => format!("{more} new or changed documents were"),
                }
            ),
        };
        let notice = if ended == Ended::Stopped {
            let study = self.study();
            let next = if study.is_complete() {
                "{update-brief} updates the brief with what was read"
            } else if study.drafts == 0 && !study.question.is_empty() && !study.evidence.is_empty()
            {
                "{run} in the question writes from what was read"
            } else {
                "what was read stays"
            };
            let cut = format!("reading was stopped after {} of {sources}", progress.done);
            // What kept it from going on comes before what can be done with the rest.
            let notice = if let Some(failure) = said.iter().find(|said| is_failure(said)) {
                let text = format!("{cut}, {{retry}} goes on: {}", failure.text);
                Notice::new(Level::Error, text)
            } else {
                let text = format!("{cut}: {{retry}} goes on, {next}");
                Notice::new(Level::Warning, text)
            };
            Some(Notice {
                about: About::Cut,
                ..notice
            })
        } else if let (2.., Some(first)) = (refused, first) {
            Some(Notice {
                text: format!(
                    "{refused} of {sources} could not be read: {}; the evidence pane has them all",
                    first.text
                ),
                ..first.clone()
            })
        } else if let (2.., Some(first)) = (progress.gone, first.filter(|first| is_gone(first))) {
            let documents = crate::study::counted(progress.gone, "document");
            Some(Notice {
                text: format!(
                    "{documents} no longer exist; citations of them still open the text that was read{besides}"
                ),
                ..first.clone()
            })
        } else if let Some(first) = first {
            let mut first = first.clone();
            if is_gone(&first) {
                first.text.push_str(&besides);
            }
            Some(first)
        } else if progress.unchanged > 1 && ended == Ended::Whole {
            let text = format!(
                "{} of {total} sources bring no text that is not in the study already",
                progress.unchanged
            );
            Some(Notice::new(Level::Info, text))
        } else if ended == Ended::Whole {
            said.into_iter().next()
        } else {
            // That it is gone was said, and is no longer so.
            said.into_iter().find(|said| said.about == About::Back)
        };
        self.notices.extend(notice);
    }
}

/// The path in a `file://` address, as file managers hand it over.
fn plain(argument: OsString) -> OsString {
    let address = argument
        .to_str()
        .filter(|text| text.starts_with("file://"))
        .and_then(|text| url::Url::parse(text).ok());
    let path = address.and_then(|address| address.to_file_path().ok());
    path.map_or(argument, OsString::from)
}

/// Arguments as they can be asked for again from anywhere: standard input and names that are no text cannot.
fn named(arguments: &[OsString]) -> Vec<String> {
    let arguments = arguments.iter().filter_map(|argument| argument.to_str());
    arguments
        .filter(|argument| *argument != "-")
        .filter_map(|argument| {
            if let Some(address) = address_of(Path::new(argument), argument) {
                // A password in it is for no journal.
                let address = Address::parse(&address).ok()?;
                return Some(address.as_str().to_owned());
            }
            let path = std::path::absolute(argument).ok()?;
            path.to_str().map(str::to_owned)
        })
        .collect()
}

/// Reads files, folders and addresses into a library that no study is open on, on this thread, and tells of it; what was not changed since it was read is
/// not read again.
pub fn ingest_into(
    library: &mut Library,
    reader: &Reader,
    arguments: Vec<OsString>,
    stop: &Stop,
    report: &dyn Fn(IngestReport),
) -> Result<(), LibraryError> {
    let (taken_in, answers) = mpsc::channel();
    let tell = |told: IngestReport| {
        let is_read = matches!(told, IngestReport::Read(_));
        report(told);
        if is_read {
            // The other end is in this function.
            let _ = taken_in.send(());
        }
    };
    let work = Work {
        library,
        reader: &stopping(reader, stop),
        now: clock::now(),
        stop,
        report: &tell,
        together: Together::ALONE,
        taken_in: &answers,
    };
    job::run(&Job::Add(arguments.into_iter().map(plain).collect()), work)
}

/// A reader that gives up what it reads when it is told to stop.
fn stopping(reader: &Reader, stop: &Stop) -> Reader {
    Reader {
        limits: Limits {
            stop: stop.clone(),
            ..reader.limits.clone()
        },
        ..reader.clone()
    }
}

/// Starts a job on a thread of its own.
fn start(
    mut library: Library,
    reader: &Reader,
    job: Job,
    now: Timestamp,
    reports: ReportTo<IngestReport>,
) -> std::io::Result<Ingestion> {
    let stop = Stop::default();
    let (taken_in, answers) = mpsc::channel();
    let ingestion = Ingestion {
        stop: stop.clone(),
        taken_in,
        asked: match &job {
            Job::Add(arguments) => named(arguments),
            Job::Changes(_) => Vec::new(),
        },
        watched: matches!(job, Job::Changes(_)),
        is_news: false,
        said: Vec::new(),
    };
    let reader = stopping(reader, &stop);
    let report = move |report| {
        reports.send(report);
    };
    spawn(report.clone(), move || {
        let work = Work {
            library: &mut library,
            reader: &reader,
            now,
            stop: &stop,
            report: &report,
            together: Together::IN_STUDY,
            taken_in: &answers,
        };
        let mut stopped = false;
        if let Err(error) = job::run(&job, work) {
            stopped = true;
            report(IngestReport::Failed {
                why: error.to_string(),
            });
        }
        vectors::make_soon(&mut library, vectors::AT_ONCE, &stop);
        report(IngestReport::Finished {
            stopped: stopped || stop.is_asked(),
        });
        // Nobody waits for the rest: should it break, the evidence is read all the same.
        let rest = || vectors::make(&mut library, usize::MAX, &stop);
        let _ = catch_unwind(AssertUnwindSafe(rest));
    })?;
    Ok(ingestion)
}

/// Starts reading on a thread of its own. Where it breaks, that is said, and it has ended.
fn spawn(
    report: impl Fn(IngestReport) + Send + 'static,
    work: impl FnOnce() + Send + 'static,
) -> std::io::Result<()> {
    let broke = move || {
        let why = format!("not all evidence could be read: {}", beside::BROKE);
        report(IngestReport::Failed { why });
        report(IngestReport::Finished { stopped: true });
    };
    beside::start("ingest", broke, work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_that_breaks_has_ended() {
        let (sender, receiver) = mpsc::channel();
        let report = move |report| drop(sender.send(report));
        spawn(report, || panic!("a fault")).unwrap();
        let said: Vec<IngestReport> = receiver.iter().collect();
        let [
            IngestReport::Failed { why },
            IngestReport::Finished { stopped: true },
        ] = &said[..]
        else {
            panic!("{said:?}");
        };
        assert!(why.contains("not all evidence could be read"), "{why}");
    }
}
