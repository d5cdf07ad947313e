//! The workbench: joins session, library, pipeline and engine.
//!
//! Everything the analyst can make happen goes through `execute` and its siblings; everything that comes back from a thread goes through `receive`;
//! `pump` starts what the study says is next. It draws nothing and reads no keys.

mod ingest;
mod reading;
mod retrieve;

use std::ffi::OsString;
use std::ops::Range;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::check::{self, Scorecard};
use crate::clock;
use crate::engine::{self, Ending, Engine, Outcome, RequestId, Writer};
use crate::evidence::Reader;
use crate::library::{Library, LibraryError, LiveText, StudySummary};
use crate::pipeline::{self, Context, Next, Prompts, Request, Step, Window};
use crate::session::Session;
use crate::study::{
    Command, CycleKind, Document, Event, Framework, Halt, Partial, Passage, Provenance,
    RefusedEvidence, SectionId, Study, StudyId,
};

pub use ingest::IngestReport;
pub use reading::{Appendices, ExportError, brief, write_file};

/// The section that is being written now: text that is not yet in the journal.
#[derive(Debug, Clone, PartialEq)]
pub struct Live {
    pub section: SectionId,
    pub text: String,
    pub reasoning: String,
    pub started: Instant,
    /// Tokens so far, estimated as characters / 4.
    pub tokens: u64,
    /// What the engine waits for, when it retries.
    pub waiting: Option<String>,
}

/// How far an ingestion is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IngestProgress {
    pub done: usize,
    pub total: usize,
    pub passages: usize,
    pub refused: usize,
    /// The file being read.
    pub current: String,
}

/// A passage in its surroundings, for the preview of a citation.
#[derive(Debug, Clone, PartialEq)]
pub struct PassageView {
    pub number: Option<u32>,
    pub document: Document,
    pub passage: Passage,
    /// Text just before and after the passage in its document (about a paragraph each).
    pub before: String,
    pub after: String,
    /// Bytes of the passage's text to mark: the cited sentence.
    pub marked: Option<Range<usize>>,
}

/// A line for the analyst: what happened, to what, what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub level: Level,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Info,
    Warning,
    Error,
}

/// Streamed text is saved this often [D2].
const SAVE_EVERY: Duration = Duration::from_millis(250);

/// What a workbench is made with.
pub struct Setup {
    /// Reads evidence in child processes.
    pub reader: Reader,
    pub prompts: Prompts,
    /// Finds the writer that a name means (`extractive`, or `provider/model`) and what it can hold. The error is in words for the analyst.
    pub writers: Box<dyn Fn(&str) -> Result<(Writer, Window), String> + Send>,
    /// The writer of new studies.
    pub writer: String,
    /// The framework of new studies.
    pub framework: Framework,
}

/// What came back from a thread.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    Reply(engine::Reply),
    Ingest(IngestReport),
}

/// One open study with all that works on it.
pub struct Workbench {
    library: Library,
    session: Session,
    engine: Engine,
    setup: Setup,
    running: Option<Running>,
    live: Option<Live>,
    ingestion: Option<ingest::Ingestion>,
    progress: Option<IngestProgress>,
    /// What to start when the evidence is in.
    after_ingest: Option<CycleKind>,
    scorecard: Scorecard,
    notices: Vec<Notice>,
    /// Set when the journal could not be written: nothing more is started, so that nothing is shown that is not kept.
    broken: bool,
    replies: UnboundedReceiver<engine::Reply>,
    reports: UnboundedReceiver<IngestReport>,
    report_to: tokio::sync::mpsc::UnboundedSender<IngestReport>,
}

/// The request that is being answered.
struct Running {
    id: RequestId,
    request: Request,
    /// When the streamed text was last saved, and whether more has come since.
    saved: Instant,
    unsaved: bool,
}

impl Workbench {
    /// A workbench on an existing study, or on a new one.
    ///
    /// # Errors
    /// Where the library cannot be read or written.
    pub fn open(
        library: Library,
        study: Option<StudyId>,
        setup: Setup,
        runtime: tokio::runtime::Handle,
        pace: Duration,
    ) -> Result<Self, LibraryError> {
        let session = open_session(&library, study)?;
        let (reply_to, replies) = unbounded_channel();
        let (report_to, reports) = unbounded_channel();
        let mut workbench = Self {
            library,
            session,
            engine: Engine::new(runtime, reply_to).paced(pace),
            setup,
            running: None,
            live: None,
            ingestion: None,
            progress: None,
            after_ingest: None,
            scorecard: Scorecard::default(),
            notices: Vec::new(),
            broken: false,
            replies,
            reports,
            report_to,
        };
        workbench.settle_in();
        Ok(workbench)
    }

    pub fn study(&self) -> &Study {
        &self.session.study
    }

    pub fn id(&self) -> StudyId {
        self.session.id
    }

    pub fn live(&self) -> Option<&Live> {
        self.live.as_ref()
    }

    pub fn progress(&self) -> Option<&IngestProgress> {
        self.progress.as_ref()
    }

    pub fn scorecard(&self) -> &Scorecard {
        &self.scorecard
    }

    pub fn saved(&self) -> Option<crate::study::Timestamp> {
        self.session.saved
    }

    pub fn is_read_only(&self) -> bool {
        self.session.is_read_only()
    }

    /// The writer of new studies.
    pub fn default_writer(&self) -> &str {
        &self.setup.writer
    }

    /// Whether a reply or evidence is under way.
    pub fn is_busy(&self) -> bool {
        self.running.is_some() || self.ingestion.is_some()
    }

    /// What is to be told to the analyst since this was last asked.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Does what the analyst asks of the study, or says why not.
    pub fn execute(&mut self, command: &Command) {
        if self.refuse_read_only() {
            return;
        }
        match self.session.study.decide(command) {
            Ok(events) => {
                self.record(&events);
                self.pump();
            }
            Err(refusal) => self.notify(Level::Warning, refusal.to_string()),
        }
    }

    /// Writes the brief for `question`: opens the study with it where it has none yet, and waits for evidence that is being read.
    pub fn run(&mut self, question: &str) {
        if self.refuse_read_only() {
            return;
        }
        if self.study().framework.sections.is_empty() {
            if question.trim().is_empty() {
                return self.notify(
                    Level::Warning,
                    crate::study::Refusal::EmptyQuestion.to_string(),
                );
            }
            let opened = Event::StudyOpened {
                question: question.trim().to_owned(),
                framework: self.setup.framework.clone(),
            };
            self.record(&[
                opened,
                Event::WriterChosen {
                    writer: self.setup.writer.clone(),
                },
            ]);
        } else {
            self.execute(&Command::Ask {
                question: question.to_owned(),
            });
        }
        if self.study().question == question.trim() {
            self.start(CycleKind::Draft);
        }
    }

    /// Starts a cycle, after the evidence that is still being read.
    pub fn start(&mut self, cycle: CycleKind) {
        if self.ingestion.is_some() {
            self.after_ingest = Some(cycle);
        } else {
            self.execute(&Command::StartCycle { cycle });
        }
    }

    /// Reads files and folders into the study; `-` stands for `standard`.
    pub fn add_evidence(&mut self, arguments: Vec<OsString>, standard: Option<Vec<u8>>) {
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
                ingest::start(
                    library,
                    self.setup.reader.clone(),
                    arguments,
                    standard,
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

    /// Stops what is running; the text so far stays.
    pub fn stop(&mut self) {
        self.engine.cancel();
        self.after_ingest = None;
        if let Some(ingestion) = &self.ingestion {
            ingestion.cancel();
        }
    }

    /// Opens another study, or makes a new one.
    pub fn switch(&mut self, study: Option<StudyId>) {
        if self.is_busy() {
            return self.notify(Level::Warning, crate::study::Refusal::Busy.to_string());
        }
        match open_session(&self.library, study) {
            Ok(session) => {
                self.session = session;
                self.broken = false;
                self.settle_in();
            }
            Err(error) => self.notify(Level::Error, error.to_string()),
        }
    }

    pub fn studies(&mut self) -> Vec<StudySummary> {
        match self.library.studies() {
            Ok(studies) => studies,
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                Vec::new()
            }
        }
    }

    /// Waits for the next thing that comes back from a thread. Safe to cancel.
    pub async fn next_message(&mut self) -> Message {
        tokio::select! {
            Some(reply) = self.replies.recv() => Message::Reply(reply),
            Some(report) = self.reports.recv() => Message::Ingest(report),
            else => std::future::pending().await,
        }
    }

    /// The next thing that has come back already.
    pub fn ready_message(&mut self) -> Option<Message> {
        self.replies
            .try_recv()
            .map(Message::Reply)
            .or_else(|_| self.reports.try_recv().map(Message::Ingest))
            .ok()
    }

    /// Takes in what came back from a thread.
    pub fn receive(&mut self, message: Message) {
        match message {
            Message::Reply(reply) => self.receive_reply(reply),
            Message::Ingest(report) => self.receive_report(report),
        }
    }

    /// When `tick` wants to be called next, if at all.
    pub fn deadline(&self) -> Option<Instant> {
        self.running
            .as_ref()
            .filter(|running| running.unsaved)
            .map(|running| running.saved + SAVE_EVERY)
    }

    /// Saves streamed text that has waited long enough [D2].
    pub fn tick(&mut self) {
        let (Some(running), Some(live)) = (&mut self.running, &self.live) else {
            return;
        };
        if running.unsaved && running.saved.elapsed() >= SAVE_EVERY {
            running.saved = Instant::now();
            running.unsaved = false;
            let text = LiveText {
                section: live.section,
                text: live.text.clone(),
            };
            if let Err(error) = self.library.save_live(self.session.id, &text) {
                self.notify(Level::Error, error.to_string());
            }
        }
    }

    /// Keeps the question as it is being typed.
    pub fn save_typed(&mut self, typed: &str) {
        if !self.is_read_only()
            && let Err(error) = self.library.save_typed(self.session.id, typed)
        {
            self.notify(Level::Error, error.to_string());
        }
    }

    /// The question as it was last typed, where it differs from the one that was run.
    pub fn typed(&self) -> String {
        self.library.typed(self.session.id).unwrap_or_default()
    }

    /// What has to be said and mended after a study was opened.
    fn settle_in(&mut self) {
        self.scorecard = check::scorecard(&self.session.study);
        if self.is_read_only() {
            return self.notify(Level::Warning, "this study is open in another Tercet: it can be read and exported here, not changed".into());
        }
        if let Some(section) = self.study().writing() {
            let text = match self.session.interrupted(&self.library) {
                Ok(live) => live
                    .filter(|live| live.section == section)
                    .map(|live| live.text)
                    .unwrap_or_default(),
                Err(error) => return self.notify(Level::Error, error.to_string()),
            };
            let partial = Partial {
                text,
                why: "Tercet ended while this was being written".into(),
            };
            self.record(&[Event::StepHalted {
                section,
                partial,
                halt: Halt::Interrupted,
            }]);
        }
        self.pump();
    }

    /// Starts what the study says is next, as far as it can be done now.
    fn pump(&mut self) {
        while !self.broken && !self.is_read_only() {
            match pipeline::next(&self.session.study) {
                Next::Do(Step::Check(section)) => self.check(section),
                Next::Do(Step::Write(section)) if self.running.is_none() => {
                    if let Err(why) = self.write(section) {
                        let partial = Partial {
                            text: String::new(),
                            why,
                        };
                        self.record(&[Event::StepHalted {
                            section,
                            partial,
                            halt: Halt::Failed,
                        }]);
                    }
                }
                Next::Do(Step::Write(_)) | Next::AwaitAnalyst | Next::Done => break,
            }
        }
    }

    fn check(&mut self, section: SectionId) {
        let claims = retrieve::check_section(&self.library, &self.session.study, section)
            .unwrap_or_else(|error| {
                let why = error.to_string();
                self.notify(Level::Error, why.clone());
                retrieve::unchecked(&self.session.study, section, &why)
            });
        self.record(&[Event::ClaimsChecked { section, claims }]);
    }

    /// Retrieves, composes and starts the request for a section; the error is in words for the analyst.
    fn write(&mut self, section: SectionId) -> Result<(), String> {
        let (writer, window) = (self.setup.writers)(&self.session.study.writer)?;
        let extractive = matches!(writer, Writer::Extractive);
        let passages =
            retrieve::for_section(&self.library, &self.session.study, section, extractive)
                .map_err(|error| error.to_string())?;
        self.number_sources(&passages);
        let study = &self.session.study;
        let fresh = study
            .cycle
            .as_ref()
            .map(|cycle| cycle.fresh.clone())
            .unwrap_or_default();
        let context = Context::shape(study, &fresh, passages);
        let request = pipeline::compose(study, section, context, window, &self.setup.prompts)
            .map_err(|error| error.to_string())?;
        let Some(request) = request else {
            return Err("the study runs no cycle".into());
        };
        let id = self.engine.start(request.clone(), writer);
        let now = Instant::now();
        self.running = Some(Running {
            id,
            request,
            saved: now,
            unsaved: false,
        });
        self.live = Some(Live {
            section,
            text: String::new(),
            reasoning: String::new(),
            started: now,
            tokens: 0,
            waiting: None,
        });
        Ok(())
    }

    /// Gives the documents of a context their citation numbers, in its order [C1].
    fn number_sources(&mut self, passages: &[pipeline::ContextPassage]) {
        let study = &self.session.study;
        let mut documents = Vec::new();
        let mut keys = std::collections::BTreeSet::new();
        for chosen in passages {
            let id = chosen.passage.document;
            if study.number_of(id).is_none()
                && let Some(document) = study.document(id)
                && keys.insert(document.source_key())
            {
                documents.push(id);
            }
        }
        if !documents.is_empty() {
            self.record(&[Event::SourcesNumbered { documents }]);
        }
    }

    fn receive_reply(&mut self, reply: engine::Reply) {
        let (Some(running), Some(live)) = (&mut self.running, &mut self.live) else {
            return;
        };
        match reply {
            engine::Reply::Text { request, text } if request == running.id => {
                live.text.push_str(&text);
                // Four bytes a token, which is close enough for a rate and costs nothing for each piece.
                live.tokens = live.text.len().div_ceil(4) as u64;
                live.waiting = None;
                running.unsaved = true;
                self.tick();
            }
            engine::Reply::Reasoning { request, text } if request == running.id => {
                live.reasoning.push_str(&text)
            }
            engine::Reply::Void { request } if request == running.id => live.text.clear(),
            engine::Reply::Retrying {
                request,
                why,
                wait,
                restarts,
            } if request == running.id => {
                if restarts {
                    live.text.clear();
                }
                live.waiting = Some(format!(
                    "{why}; trying again in {} s",
                    wait.as_secs_f32().ceil()
                ));
            }
            engine::Reply::Done { request, outcome } if request == running.id => {
                self.finish(outcome)
            }
            _ => {}
        }
    }

    /// Turns a finished reply into events.
    fn finish(&mut self, outcome: Outcome) {
        let Some(Running { request, .. }) = self.running.take() else {
            return;
        };
        self.live = None;
        let reply = match outcome.ending {
            Ending::Complete => pipeline::Reply::Complete(outcome.text.clone()),
            Ending::TooLong => pipeline::Reply::TooLong(outcome.text.clone()),
            Ending::Cancelled => {
                let partial = Partial {
                    text: outcome.text.clone(),
                    why: "stopped".into(),
                };
                pipeline::Reply::Halted {
                    partial,
                    halt: Halt::Stopped,
                }
            }
            Ending::Failed { why } => {
                self.notify(Level::Error, why.clone());
                pipeline::Reply::Halted {
                    partial: Partial {
                        text: outcome.text.clone(),
                        why,
                    },
                    halt: Halt::Failed,
                }
            }
        };
        let provenance = Provenance {
            writer: self.session.study.writer.clone(),
            prompt: request.prompt.clone(),
            passages: request
                .context
                .passages()
                .map(|chosen| chosen.passage.id)
                .collect(),
            multi_source: request.context.is_multi_source(),
            asked: request
                .messages
                .last()
                .map(|message| message.content.clone())
                .unwrap_or_default(),
            replied: outcome.text,
            usage: outcome.usage,
            duration_ms: u64::try_from(outcome.duration.as_millis()).unwrap_or(u64::MAX),
        };
        let events = pipeline::interpret(&self.session.study, &request, reply, provenance);
        self.record(&events);
        self.pump();
    }

    fn receive_report(&mut self, report: IngestReport) {
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
        self.progress = None;
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
    }

    /// Journal first, then state. Where the journal cannot be written, the analyst is told and nothing more is started.
    fn record(&mut self, events: &[Event]) {
        match self.session.record(&mut self.library, clock::now(), events) {
            Ok(()) => self.scorecard = check::scorecard(&self.session.study),
            Err(error) => {
                self.broken = true;
                self.engine.cancel();
                self.notify(Level::Error, error.to_string());
            }
        }
    }

    fn refuse_read_only(&mut self) -> bool {
        if self.is_read_only() {
            self.notify(
                Level::Warning,
                "this study is open in another Tercet: close it there to change it here".into(),
            );
        }
        self.is_read_only()
    }

    fn notify(&mut self, level: Level, text: String) {
        self.notices.push(Notice { level, text });
    }
}

fn open_session(library: &Library, study: Option<StudyId>) -> Result<Session, LibraryError> {
    match study {
        Some(id) => Session::open(library, id),
        None => Session::create(library, clock::now()),
    }
}
