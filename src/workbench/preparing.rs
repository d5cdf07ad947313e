//! Preparing a request: retrieves passages for a section, has what does not fit compressed, and composes the conversation's next turn.
//!
//! Compression is a request of its own, and each answer is journaled as it comes: a crash, a stop or another section finds it there and asks only
//! for the rest. What to send, what to compress and what an answer is worth are for the pipeline to say.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::retrieve::{self, Found};
use super::writing::keep_reasoning;
use super::{Level, Live, Workbench, under_way};
use crate::engine::{Ending, Outcome, RequestId, Writer};
use crate::pipeline::{self, Ask, Budget, Context, ContextPassage, Window, WriterRole};
use crate::provider::Model;
use crate::study::{
    AUTO_WRITER, CallUnderWay, Compression, CycleKind, Event, Halt, Held, Node, PassageId,
    SectionId, Study, TURBO_FAILED, milliseconds,
};

/// A section whose request is being prepared.
pub(super) struct Preparing {
    section: SectionId,
    writer: Writer,
    window: Window,
    /// Characters of evidence, where the window leaves no room for its usual share.
    room: Option<usize>,
    found: Found,
    /// Whether the conversation begins anew, because the next turn would not fit the old one.
    anew: bool,
    /// Passages that a model was asked to compress.
    asked: BTreeSet<PassageId>,
    /// Why a model gave no answer.
    failed: Option<String>,
    /// The requests that are running.
    running: Option<Asking>,
    waited: Duration,
}

struct Asking {
    id: RequestId,
    asks: Vec<(PassageId, Ask)>,
    call: CallUnderWay,
    started: Instant,
}

impl Preparing {
    /// What is asked so that its evidence fits; of several passages it is one call, whose answers are told as they come.
    pub(super) fn call(&self) -> Option<&CallUnderWay> {
        self.running.as_ref().map(|asking| &asking.call)
    }
}

impl Workbench {
    /// Retrieves for a section and prepares its request; the error is in words for the analyst. Vectors that the passages lack are fetched first, if
    /// they `may` be.
    pub(super) fn write(&mut self, section: SectionId, may_fetch: bool) -> Result<(), String> {
        self.estimate_complexity();
        let name = self.writer_for(WriterRole::Write);
        let (writer, window) = self.writer_named(name)?;
        let is_narrowed = self.is_narrowed(name);
        let passages = self.setup.context.passages;
        let budget = self.budget(&writer, window);
        let study = &self.session.study;
        let ranking = self.meaning.ranking();
        let mut found = retrieve::for_section(
            &self.library,
            study,
            section,
            budget.map(|budget| (passages, budget)),
            &ranking,
            // The built-in writer looks at all news.
            self.impacts.last().filter(|_| self.study().has_model()),
        )
        .map_err(|error| error.to_string())?;
        if let Some(wanted) = ranking.wanted().filter(|_| may_fetch) {
            self.fetch(section, wanted);
            return Ok(());
        }
        if is_narrowed {
            let note = "the model's context is smaller than configured; less evidence was sent";
            found.trace.notes.push(note.to_owned());
        }
        self.number_sources(&found.passages);
        self.prepare(Preparing {
            section,
            writer,
            window,
            room: None,
            found,
            anew: false,
            asked: BTreeSet::new(),
            failed: None,
            running: None,
            waited: Duration::ZERO,
        })
    }

    /// The name of the writer that has a role in this study; `extractive` where no model is to be asked.
    pub(super) fn writer_for(&self, role: WriterRole) -> &str {
        self.setup.roles.writer_for(role, &self.session.study)
    }

    /// Keeps what the study asks of a writer, once a cycle, where that chooses who writes, and says who that is and why.
    fn estimate_complexity(&mut self) {
        let study = &self.session.study;
        if study.writer != AUTO_WRITER || study.complexity.is_some() {
            return;
        }
        let disagreements = self.disagreements();
        let complexity = pipeline::complexity(self.study(), disagreements);
        let why = complexity.in_words();
        self.record(&[Event::ComplexityEstimated { complexity }]);
        let writes = self.writer_for(WriterRole::Write);
        let held_back = self.setup.roles.held_back(self.study());
        let held_back = held_back.map_or_else(String::new, |max| {
            format!("; {max} would write if [tiers] allow_max = true")
        });
        let said = format!("{writes} writes, for a complexity of {why}{held_back}");
        self.notify(Level::Info, said);
    }

    /// What a writer's evidence may take; the extractive one takes all it gets.
    pub(super) fn budget(&self, writer: &Writer, window: Window) -> Option<Budget> {
        match writer {
            Writer::Extractive => None,
            Writer::Model(_) => Some(self.setup.context.budget(window.tokens)),
        }
    }

    /// Asks for what has to be compressed first, or composes the request and starts it.
    fn prepare(&mut self, mut preparing: Preparing) -> Result<(), String> {
        // What is sent over and over to find out what fits is not paid for.
        let turbo = match preparing.room {
            None => self.turbo(&mut preparing),
            Some(_) => None,
        };
        let budget = self.budget(&preparing.writer, preparing.window);
        let budget = match preparing.room {
            Some(room) => budget.map(|budget| budget.within(room)),
            None => budget,
        };
        if let Some(model) = &turbo {
            let asks = self.asks(&preparing, model, budget)?;
            if !asks.is_empty() {
                let each: Vec<&Ask> = asks.iter().map(|(_, ask)| ask).collect();
                match self.can_afford(&model.full_name(), &each) {
                    Ok(()) => {
                        self.ask(preparing, asks, model.clone());
                        return Ok(());
                    }
                    Err(why) => {
                        let notes = &mut preparing.found.trace.notes;
                        notes.push(format!("{TURBO_FAILED}: {why}"));
                        preparing.failed = Some(why);
                    }
                }
            }
        }
        let study = &self.session.study;
        let model = turbo.as_ref().map(Model::full_name);
        let found = preparing.found.clone();
        let fitted = pipeline::fit(
            found.passages,
            &|id| held(study, &preparing, id),
            budget,
            &|passage| {
                pipeline::shortened(
                    study,
                    model.as_deref(),
                    &passage.passage,
                    &self.setup.prompts,
                    preparing.failed.as_deref(),
                )
            },
        );
        let mut trace = found.trace;
        let fitted_budget = fitted.budget;
        trace.budget = fitted.budget;
        trace.retried_from = fitted.retried_from;
        trace.compression_ms = milliseconds(preparing.waited);
        trace.left_out.extend(fitted.left_out);
        let fresh = study.cycle.as_ref().map(|cycle| cycle.fresh.clone());
        let mut fresh = fresh.unwrap_or_default();
        if study
            .cycle
            .as_ref()
            .is_some_and(|cycle| cycle.kind == CycleKind::FollowUp)
        {
            let found = study.run.iter().flat_map(|run| &run.found);
            let of = |id: &PassageId| fitted.passages.iter().find(|one| one.passage.id == *id);
            fresh = found
                .filter_map(|id| Some(of(id)?.passage.document))
                .collect();
        }
        let context = Context::shape(study, &fresh, fitted.passages, trace);
        let composed = pipeline::compose(
            study,
            preparing.section,
            context,
            preparing.window,
            &self.setup.prompts,
        )
        .map_err(|error| error.to_string())?
        .ok_or("the study runs no cycle")?;
        if composed.has_lost_evidence() {
            preparing.anew = true;
            return self.prepare(preparing);
        }
        // What is configured may be less than what the model holds; what its server told is not.
        let over = composed.tokens().saturating_sub(preparing.window.tokens);
        if self.is_narrowed(self.writer_for(WriterRole::Write))
            && let Some(characters) = fitted_budget
            && let Some(room) = pipeline::less_evidence(characters, over)
        {
            preparing.room = Some(room);
            preparing.anew = true;
            return self.prepare(preparing);
        }
        self.begin(composed, preparing.writer, preparing.window)
    }

    /// The model that compresses: the one of the turbo tier, or the writer itself.
    fn turbo(&self, preparing: &mut Preparing) -> Option<Model> {
        if preparing.writer == Writer::Extractive {
            return None;
        }
        match (self.setup.writers)(self.writer_for(WriterRole::Compress)) {
            Ok((Writer::Model(model), _)) => Some(model),
            Ok((Writer::Extractive, _)) => None,
            Err(why) => {
                if preparing.failed.is_none() {
                    preparing
                        .found
                        .trace
                        .notes
                        .push(format!("{TURBO_FAILED}: {why}"));
                    preparing.failed = Some(why);
                }
                None
            }
        }
    }

    /// What has to be asked that was neither asked nor answered yet.
    fn asks(
        &self,
        preparing: &Preparing,
        model: &Model,
        budget: Option<Budget>,
    ) -> Result<Vec<(PassageId, Ask)>, String> {
        let study = &self.session.study;
        if preparing.failed.is_some() {
            return Ok(Vec::new());
        }
        let name = model.full_name();
        let mut asks = Vec::new();
        let passages = &preparing.found.passages;
        for chosen in pipeline::to_compress(passages, &|id| held(study, preparing, id), budget) {
            let ask = pipeline::ask(&study.question, &chosen.passage, &self.setup.prompts)
                .map_err(|error| error.to_string())?;
            let id = chosen.passage.id;
            let ask = ask.filter(|ask| {
                !preparing.asked.contains(&id)
                    && pipeline::answered(study, &name, id, ask).is_none()
            });
            asks.extend(ask.map(|ask| (id, ask)));
        }
        Ok(asks)
    }

    fn ask(&mut self, mut preparing: Preparing, asks: Vec<(PassageId, Ask)>, model: Model) {
        let passages = asks.len();
        preparing
            .asked
            .extend(asks.iter().map(|(passage, _)| *passage));
        let asked = asks.iter().map(|(passage, _)| format!("passage {passage}"));
        let call = under_way::asking(
            (Node::Compress, None),
            model.full_name(),
            self.setup.prompts.reference("compress"),
            asked.collect::<Vec<_>>().join("\n"),
        );
        let started = Instant::now();
        let sent: Vec<Ask> = asks.iter().map(|(_, ask)| ask.clone()).collect();
        self.note_asked(&call.by, &sent);
        let id = self.engine.ask(sent, model);
        let begun = self.begun(preparing.section, &preparing.writer);
        self.live = Some(Live {
            section: preparing.section,
            kept: begun.kept.len(),
            text: begun.kept,
            reasoning: String::new(),
            started,
            heard: started,
            sent: 0,
            tokens: 0,
            proposed: None,
            waiting: Some(match passages {
                1 => "compressing a passage".to_owned(),
                _ => format!("compressing {passages} passages"),
            }),
        });
        preparing.running = Some(Asking {
            id,
            asks,
            call,
            started,
        });
        self.preparing = Some(preparing);
    }

    /// An answer to one of the requests for shorter passages: journaled, whatever it is worth, because it was paid for.
    pub(super) fn shortened(&mut self, id: RequestId, at: usize, outcome: Outcome) {
        let Some(preparing) = &mut self.preparing else {
            return;
        };
        let Some(asking) = preparing.running.as_ref().filter(|asking| asking.id == id) else {
            return;
        };
        let Some((passage, ask)) = asking.asks.get(at) else {
            return;
        };
        let passages = &preparing.found.passages;
        let Some(chosen) = passages.iter().find(|one| one.passage.id == *passage) else {
            return;
        };
        let question = &self.session.study.question;
        let text = match outcome.ending {
            Ending::Complete | Ending::TooLong | Ending::InCircles => {
                pipeline::read(&outcome.text, question, &chosen.passage)
            }
            Ending::Failed { why, .. } if outcome.usage.completion_tokens > 0 => Err(why),
            Ending::Failed { why, .. } => {
                if preparing.failed.is_none() {
                    let notes = &mut preparing.found.trace.notes;
                    notes.push(format!("{TURBO_FAILED}: {why}"));
                    preparing.failed = Some(why);
                }
                return;
            }
            Ending::Cancelled => return,
        };
        let compression = Compression {
            passage: *passage,
            by: asking.call.by.clone(),
            prompt: asking.call.prompt.clone(),
            request: ask.key.clone(),
            text,
            usage: outcome.usage,
            duration_ms: milliseconds(outcome.duration),
        };
        let mut events = vec![Event::PassageCompressed { compression }];
        keep_reasoning(&mut events, outcome.thought);
        self.record(&events);
    }

    /// All answers are there: the section goes on, unless the analyst stopped it.
    pub(super) fn all_shortened(&mut self, id: RequestId, stopped: bool) {
        let is_this = |preparing: &mut Preparing| {
            preparing
                .running
                .as_ref()
                .is_some_and(|asking| asking.id == id)
        };
        let Some(mut preparing) = self.preparing.take_if(is_this) else {
            return;
        };
        if let Some(asking) = preparing.running.take() {
            preparing.waited += asking.started.elapsed();
        }
        self.live = None;
        let section = preparing.section;
        let ended = if stopped {
            Err(("stopped".to_owned(), Halt::Stopped))
        } else {
            self.prepare(preparing).map_err(|why| (why, Halt::Failed))
        };
        if let Err((why, halt)) = ended {
            if halt == Halt::Failed {
                self.notify(Level::Error, why.clone());
            }
            self.halt_at(section, why, halt);
        }
    }

    /// Gives the documents of a context their citation numbers, in its order [C1].
    fn number_sources(&mut self, passages: &[ContextPassage]) {
        let study = &self.session.study;
        let mut documents = Vec::new();
        let mut keys = BTreeSet::new();
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
}

/// How the conversation holds a passage, where there is one that goes on: the extractive writer remembers nothing.
fn held(study: &Study, preparing: &Preparing, passage: PassageId) -> Option<Held> {
    match &preparing.writer {
        Writer::Model(_) if !preparing.anew => study.held(passage),
        Writer::Model(_) | Writer::Extractive => None,
    }
}
