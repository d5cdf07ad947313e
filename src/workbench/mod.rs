//! The workbench: joins session, library, pipeline and engine.
//!
//! Everything the analyst can make happen goes through `execute` and its siblings; everything that comes back from a thread goes through `receive`;
//! `pump` starts what the study says is next. It draws nothing and reads no keys.

mod again;
mod applying;
mod asking;
mod assessing;
mod beside;
mod budget;
mod calm;
mod checking;
mod critic;
mod desk;
mod done;
mod drafts;
mod everywhere;
mod exporting;
mod following;
mod holding;
mod impact;
mod ingest;
mod instructed;
mod ledger;
mod locked;
mod meaning;
mod messages;
mod named;
mod news;
mod opening;
mod past;
mod preparing;
mod reading;
mod renew;
mod rerank;
mod retrieve;
mod scoring;
mod seeking;
mod servers;
mod snippet;
mod source_search;
mod steering;
mod stopwatch;
mod trace;
mod unchanged;
mod under_way;
mod unsaved;
mod view;
mod visits;
mod watch;
mod writing;

use std::cell::Cell;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::check::Scorecard;
use crate::clock;
use crate::engine::{self, Engine, Writer};
use crate::evidence::Reader;
use crate::library::{Library, LibraryError};
use crate::pipeline::{self, ContextLimits, Prices, Prompts, Roles, Window, WriterRole};
use crate::provider::Model;
use crate::session::Session;
use crate::study::{
    AUTO_WRITER, Ceilings, Command, CycleKind, Event, Framework, Halt, RunCause, RunPlan, Study,
    StudyId, Timestamp,
};

use messages::ReportTo;

pub use asking::{Question, QuestionAtWork, shown_passages};
pub use checking::{CheckReport, Marked};
pub use critic::CriticAtWork;
pub use everywhere::{FoundPlace, FoundStudy};
pub use exporting::{
    Appendices, ExportError, Form, Past, SIDECAR, scored, sidecar_path, write_file,
};
pub use impact::{ImpactSheet, WeighedNews};
pub use ingest::{CameTo, IngestProgress, IngestReport, SourceRead, ingest_into};
pub use ledger::MadeLedger;
pub use messages::Message;
pub use named::NamedAddress;
pub use past::{Fork, Keeping, PastError, command, fork, keep};
pub use renew::Renewed;
pub use rerank::{DEPTH, Ranked, Reranker, Wanted};
pub use scoring::{Against, Measures, ScoreReport};
pub use seeking::{Answer, SearchReport};
pub use servers::{Choice, Servers, ServersReport};
pub use snippet::QueryWords;
pub use source_search::FoundPassage;
pub use steering::{ReckonedSteering, SteeringCosts};
pub use view::{About, Level, Live, Notice, PassageView};
pub use watch::Watched;

/// From the name of a writer (`extractive`, or `provider/model`) to the writer and what it can hold, or why there is none, in words for the analyst.
pub type Writers = dyn Fn(&str) -> Result<(Writer, Window), String> + Send;

/// What a workbench is made with.
pub struct Setup {
    /// Reads evidence in child processes.
    pub reader: Reader,
    pub prompts: Prompts,
    /// Finds the writer that a name means: `extractive`, or `provider/model`. The error is in words for the analyst.
    pub writers: Box<Writers>,
    /// The model whose vectors rank passages, where one is configured.
    pub embeddings: Option<Model>,
    /// The writer of new studies.
    pub writer: String,
    /// The framework of new studies.
    pub framework: Framework,
    /// Which writer does what in a study.
    pub roles: Roles,
    /// What a new study may take.
    pub ceilings: Ceilings,
    pub prices: Prices,
    pub context: ContextLimits,
    /// What follows a cycle by itself.
    pub plan: RunPlan,
    /// The servers whose models the analyst can choose from.
    pub servers: Servers,
}

/// One open study with all that works on it.
pub struct Workbench {
    library: Library,
    session: Session,
    desk: desk::Desk,
    engine: Engine,
    setup: Setup,
    meaning: meaning::Meaning,
    checking: checking::Checking,
    disagreements: ledger::Disagreements,
    impacts: impact::Impacts,
    steering: steering::Steering,
    seeking: seeking::Seeking,
    critic: Option<critic::Reading>,
    /// What a model is asked about the brief.
    asking: Option<asking::Asking>,
    /// What comes next as of an event, because every frame asks for it.
    next: Cell<Option<(StudyId, u64, pipeline::Next)>>,
    preparing: Option<preparing::Preparing>,
    running: Option<writing::Running>,
    live: Option<Live>,
    ingestion: Option<ingest::Ingestion>,
    progress: Option<IngestProgress>,
    /// When the analyst last pressed a key.
    active: Option<Instant>,
    /// What writing the brief is likely to take.
    forecast: Option<pipeline::Forecast>,
    /// Passages of the evidence, and the characters of one on average.
    evidence_size: (u64, u64),
    scorecard: Scorecard,
    /// Who can write, once that is found out.
    choices: Option<Vec<Choice>>,
    scoring: scoring::Scoring,
    notices: Vec<Notice>,
    /// Where steps are written as they end.
    trace: Option<trace::Trace>,
    replies: UnboundedReceiver<engine::Reply>,
    /// What all the other threads report.
    messages: UnboundedReceiver<Message>,
    message_to: UnboundedSender<Message>,
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
        let session = opening::session(&library, study)?;
        let (reply_to, replies) = unbounded_channel();
        let (message_to, messages) = unbounded_channel();
        let checking =
            checking::Checking::new(&library, ReportTo::new(&message_to, Message::Check));
        let renewed = ReportTo::new(&message_to, Message::Renewed);
        renew::catch_up(&library, setup.embeddings.as_ref(), &runtime, renewed);
        let engine = Engine::new(runtime, reply_to)
            .paced(pace)
            .remembering(&library.parameters());
        let mut workbench = Self {
            library,
            session,
            desk: desk::Desk::default(),
            engine,
            meaning: meaning::Meaning::new(setup.embeddings.clone()),
            checking,
            disagreements: ledger::Disagreements::default(),
            impacts: impact::Impacts::new(ReportTo::new(&message_to, Message::Impact)),
            steering: steering::Steering::new(ReportTo::new(&message_to, Message::Steering)),
            seeking: seeking::Seeking::new(ReportTo::new(&message_to, Message::Search)),
            setup,
            critic: None,
            asking: None,
            next: Cell::new(None),
            preparing: None,
            running: None,
            live: None,
            ingestion: None,
            progress: None,
            active: None,
            forecast: None,
            evidence_size: (0, pipeline::PASSAGE),
            scorecard: Scorecard::default(),
            scoring: scoring::Scoring::default(),
            choices: None,
            notices: Vec::new(),
            trace: None,
            replies,
            messages,
            message_to,
        };
        if let Some(damage) = workbench.library.damage() {
            workbench.notify(Level::Warning, damage);
        }
        workbench.settle_in();
        ingest::vectors::catch_up(&workbench.library);
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

    /// When the last event was written to the library.
    pub fn saved(&self) -> Option<crate::study::Timestamp> {
        self.session.saved
    }

    pub fn is_read_only(&self) -> bool {
        self.why_read_only().is_some()
    }

    /// Why the study cannot be changed here, if it cannot: it is …
    pub fn why_read_only(&self) -> Option<&'static str> {
        if self.library.is_on_full_disk() {
            Some("on a full disk")
        } else if self.library.is_read_only() {
            Some("in a read-only library")
        } else {
            let is_taken = self.session.is_read_only();
            is_taken.then_some("open in another Tercet")
        }
    }

    /// What to do about it.
    pub fn how_to_write(&self) -> &'static str {
        if self.library.is_on_full_disk() {
            "make room on it"
        } else if self.library.is_read_only() {
            "make its folder writable or free disk space"
        } else {
            "close it there"
        }
    }

    /// The writer that writes in this study, or will in a new one; where the tiers choose, the one that they choose now.
    pub fn writer(&self) -> &str {
        let study = self.study();
        match study.writer.as_str() {
            "" if self.setup.writer != AUTO_WRITER => &self.setup.writer,
            "" => AUTO_WRITER,
            AUTO_WRITER => self.writer_for(WriterRole::Write),
            writer => writer,
        }
    }

    /// Whether a reply, evidence or a check is under way.
    pub fn is_busy(&self) -> bool {
        self.desk.due
            || self.is_writing()
            || self.ingestion.is_some()
            || self.checking.is_awaited()
            || self.impacts.is_weighing()
            || self.desk.again.due().is_some()
    }

    /// Whether a run is between two of its steps, and goes on by itself.
    pub fn goes_on(&self) -> bool {
        let stands =
            self.desk.held || self.desk.broken || self.is_under_review() || self.is_read_only();
        !stands && matches!(self.next(), pipeline::Next::Do(_))
    }

    fn next(&self) -> pipeline::Next {
        let (study, event) = (self.id(), self.last_event());
        match self.next.get() {
            Some((of, as_of, next)) if of == study && as_of == event => next,
            _ => {
                let next = pipeline::next(self.study());
                self.next.set(Some((study, event, next)));
                next
            }
        }
    }

    /// How long the last run that was started here has taken so far.
    pub fn run_time(&self) -> Option<Duration> {
        self.desk.stopwatch.time(Instant::now())
    }

    /// Whether a step has ended and the one that follows has not begun: it does with the next message.
    pub fn is_between_steps(&self) -> bool {
        self.desk.due
    }

    /// Whether something is under way that this study cannot be left in: a writer is at work, or evidence is being read.
    pub fn is_at_work(&self) -> bool {
        self.is_writing() || self.ingestion.is_some()
    }

    fn is_writing(&self) -> bool {
        self.preparing.is_some()
            || self.running.is_some()
            || self.critic.is_some()
            || self.asking.is_some()
            || self.meaning.is_fetching()
    }

    /// Whether the journal could not be written: what was recorded before is kept, and nothing more is done.
    pub fn is_broken(&self) -> bool {
        self.desk.broken
    }

    /// What is to be told to the analyst since this was last asked.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Does what the analyst asks of the study, or says why not.
    pub fn execute(&mut self, command: &Command) {
        self.execute_because(command, RunCause::Asked);
    }

    /// The same for a command that something else gave rise to.
    fn execute_because(&mut self, command: &Command, cause: RunCause) {
        self.desk.again.leave();
        (self.desk.given_back, self.desk.words_back) = (None, None);
        if self.refuse_read_only() {
            return;
        }
        if matches!(command, Command::Judge { .. }) && !self.has_judge() {
            return self.notify(
                Level::Info,
                "no judging model is set: scores are measured and always current".to_owned(),
            );
        }
        self.save_unsaved();
        match self.session.study.decide(command) {
            Ok(events) => {
                let events = self.in_a_run(events, cause);
                let events = pipeline::hunks::keep_open(&self.session.study, events);
                self.say_when_told(&events);
                let starts = |event: &Event| {
                    matches!(
                        event,
                        Event::CycleStarted { .. } | Event::JudgementWanted { .. }
                    )
                };
                let drafts = |event: &Event| {
                    matches!(
                        event,
                        Event::CycleStarted {
                            cycle: CycleKind::Draft,
                            ..
                        }
                    )
                };
                if self.setup.plan.stop_after.is_some()
                    && !self.study().has_model()
                    && events.iter().any(drafts)
                {
                    self.notify(
                        Level::Info,
                        "an early decision needs a model; the built-in writer writes all sections"
                            .to_owned(),
                    );
                }
                if events.iter().any(starts) {
                    self.desk.held = false;
                    self.desk.pausing = false;
                }
                let were_open = self.study().open_hunks();
                let before = self.session.last();
                self.record(&events);
                if !events.is_empty() && self.session.last() == before {
                    return self.give_back(command);
                }
                self.say_what_was_done(command, &events, were_open);
                self.note_instruction(&events);
                self.pump();
                self.update_when_calm();
            }
            Err(refusal) => {
                self.notify(Level::Warning, refusal.to_string());
                // The words of a change that is gone stay where they are typed.
                if !matches!(command, Command::EditHunk { .. }) {
                    self.give_back(command);
                }
            }
        }
    }

    /// The events of a command with a run of its own for the cycle that it starts. What the analyst wishes for while a run is under way belongs to that, and what is
    /// still to follow follows it; where another run takes its place, that is said.
    fn in_a_run(&mut self, events: Vec<Event>, cause: RunCause) -> Vec<Event> {
        let started = events.iter().find_map(|event| match event {
            Event::CycleStarted { cycle, .. } => Some(*cycle),
            _ => None,
        });
        let Some(cycle) = started else { return events };
        let study = &self.session.study;
        let may_go_on = cycle.is_wished() || cycle == CycleKind::Update;
        if may_go_on && pipeline::is_under_way(study) {
            if cycle.is_wished() {
                return events;
            }
            // What its evidence has only left to check again is no run that goes on.
            if study.sections.iter().all(|section| section.checked) {
                let said = "updating: what was still to follow the run before is left out";
                self.notify(Level::Info, said.to_owned());
            }
        }
        let plan = &self.setup.plan;
        self.session.study.planned(events, plan, cause)
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
            let ceilings = self.setup.ceilings;
            let bounded = (!ceilings.are_off()).then_some(Event::BudgetSet { ceilings });
            let chosen = Event::WriterChosen {
                writer: self.setup.writer.clone(),
            };
            let events: Vec<Event> = [opened, chosen].into_iter().chain(bounded).collect();
            self.record(&events);
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
        self.start_because(cycle, RunCause::Asked);
    }

    fn start_because(&mut self, cycle: CycleKind, cause: RunCause) {
        self.desk.again.leave();
        self.desk.held = false;
        if self.ingestion.is_some() {
            self.desk.after_ingest = Some(cycle);
        } else {
            self.meaning.try_again();
            self.execute_because(&Command::StartCycle { cycle }, cause);
        }
    }

    /// Stops the writer, or else the reading of evidence; what there is so far stays.
    pub fn stop(&mut self) {
        self.desk.again.leave();
        self.desk.after_ingest = None;
        (self.desk.update_due, self.desk.put_off) = (false, false);
        self.impacts.stop();
        self.begin_due();
        if self.is_writing() {
            // Between cycles there is no halted step that would keep the rest from following.
            self.desk.held = self.critic.is_some() || self.asking.is_some();
            self.engine.cancel();
        } else if let Some(section) = self.study().writing() {
            // Between an answer and the request for its rest nobody is at work who could be cut off.
            self.halt_at(section, "stopped".to_owned(), Halt::Stopped);
        } else if self.goes_on() {
            self.desk.held = true;
        } else {
            self.stop_reading();
        }
    }

    /// Where a thread is to report; `message` makes a message of what it says.
    fn report_to<T>(&self, message: fn(T) -> Message) -> ReportTo<T> {
        ReportTo::new(&self.message_to, message)
    }

    /// Journal first, then state. Where the journal cannot be written, the analyst is told and nothing more is started.
    fn record(&mut self, events: &[Event]) {
        self.append(events);
        self.rescore();
    }

    /// Records events that change no text; the brief has to be measured some time after them.
    fn append(&mut self, events: &[Event]) {
        // What came before has to stand before it.
        self.save_unsaved();
        let now = clock::now();
        match self.session.record(&mut self.library, now, events) {
            Ok(()) => {
                self.recorded(now, events);
                self.can_write_again();
            }
            Err(error) => {
                self.desk.broken = true;
                self.desk.try_at = Some(Instant::now() + unsaved::EVERY);
                self.engine.cancel();
                let kept = if self.keep_unsaved(events) {
                    self.told_of_kept()
                } else {
                    ""
                };
                self.tell_unsaved(format!("{error}{kept}"));
            }
        }
    }

    /// What follows from events that are in the journal now.
    fn recorded(&mut self, now: Timestamp, events: &[Event]) {
        self.still_streams();
        let begins = |event: &Event| matches!(event, Event::RunBegun { .. });
        if events.iter().any(begins) {
            self.desk.stopwatch.begin(Instant::now());
        }
        self.keep_forecast();
        self.trace_steps(now, events);
        self.keep_ledger();
    }

    fn refuse_read_only(&mut self) -> bool {
        let Some(why) = self.why_read_only() else {
            return false;
        };
        let mend = self.how_to_write();
        self.notify(
            Level::Warning,
            format!("this study is {why}: {mend} to change it here"),
        );
        true
    }

    fn notify(&mut self, level: Level, text: String) {
        self.push_notice(Notice::new(level, text));
    }

    fn push_notice(&mut self, notice: Notice) {
        let after = self.session.last();
        self.notices.push(Notice { after, ..notice });
    }

    /// How a run came out.
    fn tell_outcome(&mut self, text: String) {
        self.push_notice(Notice {
            about: About::Outcome,
            ..Notice::new(Level::Info, text)
        });
    }

    fn notify_about(&mut self, about: About, text: String) {
        self.push_notice(Notice {
            about,
            ..Notice::new(Level::Warning, text)
        });
    }
}
