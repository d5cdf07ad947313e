//! Writing: starts the step that the study says is next, takes in what the writer streams, and turns its answer into events.
//!
//! One request runs at a time. Streamed text is no event; it is saved beside the journal as it arrives, without passing through here, so that a crash costs
//! little of it. What the next step is, what is asked and what an answer means are for the pipeline to say.

use std::time::{Duration, Instant};

use super::asking::Question;
use super::checking::Basis;
use super::holding::TooLong;
use super::{Level, Live, Workbench, under_way};
use crate::engine::{self, Ending, Outcome, RequestId, Stop, Writer};
use crate::library::{LibraryError, LiveKeeper};
use crate::pipeline::{
    self, Begun, Call, Composed, Next, Proposing, Request, Step, Window, WriterRole,
};
use crate::provider::Finish;
use crate::study::{
    CallUnderWay, Cycle, CycleKind, Event, Halt, Partial, Provenance, SectionId, Usage,
    milliseconds,
};

/// The request that is being answered.
pub(super) struct Running {
    id: RequestId,
    request: Request,
    /// Whom it asked for what.
    pub(super) call: CallUnderWay,
    /// What is kept of a reply that was cut, and the writer goes on from; empty for a fresh start.
    begun: Begun,
    /// The budget leaves less room than the section may take.
    is_bounded: bool,
    /// What its writer was taken to hold, and what prompt and reply may take together.
    window: Window,
    tokens: usize,
    /// What its edits come to so far.
    proposing: Proposing,
    /// Saves the text as it comes.
    keeper: LiveKeeper,
    /// Why the text cannot be saved, and is stopped.
    unsavable: Option<String>,
}

impl Running {
    /// What came of the reply is void: it begins again where it was taken up.
    fn starts_over(&mut self, live: &mut Live) {
        live.text.clone_from(&self.begun.kept);
        live.heard = Instant::now();
        live.proposed = None;
        self.proposing = Proposing::default();
    }
}

impl Workbench {
    /// When `tick` wants to be called next, if at all.
    pub fn deadline(&self) -> Option<Instant> {
        let stop = self.desk.until.filter(|_| self.engine.is_busy());
        let all = [
            self.calm_at(),
            self.desk.again.due(),
            self.unsaved_due(),
            self.desk.typed_due,
            self.desk.look_at,
            self.desk.try_at,
            stop,
            self.scores_due(),
        ];
        all.into_iter().flatten().min()
    }

    /// Does what is due.
    pub fn tick(&mut self) {
        self.score_when_due();
        self.update_when_calm();
        self.go_on_when_due();
        self.save_when_due();
        self.look_when_due();
        self.stop_in_time();
    }

    /// Starts what the study says is next, as far as it can be done now.
    pub(super) fn pump(&mut self) {
        self.take_steps();
        let runs = self.is_busy();
        self.desk.stopwatch.note(runs, Instant::now());
    }

    fn take_steps(&mut self) {
        while !self.desk.broken && !self.is_read_only() {
            match pipeline::next(&self.session.study) {
                // What follows may rest on the verdicts.
                Next::Do(Step::Check(_)) if self.checking.is_awaited() => break,
                Next::Do(Step::Check(section)) => self.check(section),

                Next::Do(_) if self.is_writing() || self.desk.held => break,
                Next::Do(step) if self.is_under_review() && step.rewrites(&self.session.study) => {
                    break;
                }
                Next::Do(_) if std::mem::take(&mut self.desk.pausing) => {
                    self.record(&[Event::RunPaused]);
                }
                // What judges or reflects sees what the analyst asked for meanwhile.
                Next::Do(Step::Judge(_) | Step::Reflect) | Next::AwaitAnalyst | Next::Done
                    if self.may_steer() && !self.is_under_review() =>
                {
                    self.start(CycleKind::Steer);
                    break;
                }
                Next::Do(Step::Write(section)) if self.session.study.takes_up(section) => {
                    self.record(&[Event::InstructionsTaken { section }]);
                }
                Next::Do(Step::Write(section)) => self.write_or_halt(section, true),
                Next::Do(Step::Critique(section)) => self.critique(section),
                Next::Do(Step::Decide) => self.ask_about(Question::Course),
                Next::Do(Step::Reflect) => self.ask_about(Question::Reflection),
                Next::Do(Step::Judge(reading)) => self.ask_about(Question::Scores(reading)),
                Next::Do(Step::SearchEvidence) => self.search_evidence(),
                Next::Do(Step::Begin(cycle)) => self.follow_with(cycle),
                Next::Do(Step::KeepBest) => self.keep_best(),
                Next::Do(Step::AutoApply) => self.auto_apply(),
                Next::AwaitAnalyst | Next::Done => {
                    (self.desk.pausing, self.desk.held) = (false, false);
                    self.say_what_became_of_instructions();
                    self.say_what_was_overlooked();
                    break;
                }
            }
        }
    }

    /// While the analyst reviews, what is under review is not written anew: that waits until the review is left.
    pub fn hold_for_review(&mut self, reviewing: bool) {
        if std::mem::replace(&mut self.desk.reviewing, reviewing) && !reviewing {
            self.pump();
        }
    }

    /// Whether the analyst is at changes that nothing may move meanwhile.
    pub(super) fn is_under_review(&self) -> bool {
        self.desk.reviewing && self.study().has_changes()
    }

    /// Whether instructions wait that can be taken up now.
    fn may_steer(&self) -> bool {
        let study = &self.session.study;
        study.cycle.is_none()
            && !study.paused
            && !self.is_writing()
            && self.ingestion.is_none()
            && study.current().next().is_some()
            && !study.to_be_steered().is_empty()
    }

    /// Says when a writer is told what the analyst asks for, where that is not at once.
    pub(super) fn say_when_told(&mut self, events: &[Event]) {
        let begins = |event: &Event| matches!(event, Event::CycleStarted { .. });
        if events.iter().any(begins) {
            return;
        }
        let given = events.iter().find_map(|event| match event {
            Event::InstructionGiven { instruction } => Some(instruction),
            _ => None,
        });
        let Some(instruction) = given else { return };
        let study = self.study();
        let now = self.live.as_ref().map(|live| live.section);
        let todo = study.cycle.iter().flat_map(|cycle| &cycle.todo);
        let next = todo
            .filter(|id| Some(**id) != now && instruction.concerns(**id))
            .find_map(|id| study.framework.sections.get(id.0));
        let said = match next {
            _ if study.closed.is_some() => {
                "kept: the writer is told when there is a budget for it; {palette} budget sets another"
                    .to_owned()
            }
            _ if study.halted().is_some() && !self.is_writing() => {
                "kept: the writer is told when {retry} goes on with what was not finished".to_owned()
            }
            Some(next) if study.has_model() => {
                format!("kept: the writer is told when it comes to {}", next.title)
            }
            _ => "kept: it is taken up as soon as what runs has ended".to_owned(),
        };
        self.notify(Level::Info, said);
    }

    /// Starts a section, or says in the study why that failed. Vectors that its passages lack are fetched first, if they `may` be.
    pub(super) fn write_or_halt(&mut self, section: SectionId, may_fetch: bool) {
        if let Err(why) = self.write(section, may_fetch) {
            self.halt_at(section, why, Halt::Failed);
        }
    }

    /// Keeps why nothing of a section came.
    pub(super) fn halt_at(&mut self, section: SectionId, why: String, halt: Halt) {
        let text = String::new();
        let partial = Partial::of(text, why);
        self.record(&[Event::StepHalted {
            section,
            partial,
            halt,
        }]);
    }

    /// What is kept of a reply of this section that was cut, for a writer that can go on from it.
    pub(super) fn begun(&self, section: SectionId, writer: &Writer) -> Begun {
        let partial = self
            .session
            .study
            .section(section)
            .and_then(|section| section.partial.as_ref());
        match (partial, writer) {
            (Some(partial), Writer::Model(_)) => Begun::of(&partial.text),
            _ => Begun::default(),
        }
    }

    /// Starts a request; the error is in words for the analyst.
    pub(super) fn begin(
        &mut self,
        composed: Composed,
        writer: Writer,
        window: Window,
    ) -> Result<(), String> {
        if let Some(why) = self.refused_already(&composed) {
            return Err(why);
        }
        let tokens = composed.tokens();
        let Composed {
            mut request,
            conversation,
        } = composed;
        let section = request.section;
        let asked = request
            .messages
            .last()
            .map(|message| message.content.clone())
            .unwrap_or_default();
        let begun = self.begun(section, &writer).for_request(&request);
        let prompts = &self.setup.prompts;
        let again = self.session.study.asked_again(section);
        if !begun.kept.is_empty() {
            pipeline::go_on(&mut request, &begun.kept, prompts)
                .map_err(|error| error.to_string())?;
        } else if let Some(again) = again
            && let Some(replied) = &again.replied
        {
            pipeline::ask_again(&mut request, replied, &again.why, prompts)
                .map_err(|error| error.to_string())?;
        }
        // The same request would be cut at the same place.
        if begun.kept.is_empty() && again.is_some_and(|again| again.replied.is_none()) {
            request.max_tokens = request.max_tokens.saturating_mul(2);
        }
        let mut is_bounded = false;
        let mut sent = 0;
        if writer != Writer::Extractive {
            let expected = pipeline::expected_tokens(request.plan.words);
            let call = Call::of(&request.messages, expected, request.max_tokens).for_text();
            sent = call.prompt;
            let by = self.writer_for(WriterRole::Write).to_owned();
            let Some(grant) = self.afford(&by, call) else {
                self.live = None;
                return Ok(());
            };
            is_bounded = grant.max_tokens < request.max_tokens.into();
            request.max_tokens = grant.max_tokens.try_into().unwrap_or(request.max_tokens);
        }
        let passages = request.context.passages().map(|chosen| chosen.passage.id);
        let basis = Basis::of(&self.session.study, passages);
        let keeper = self.kept_live(section, &begun);
        let keeper = keeper.map_err(|error| error.to_string())?;
        if writer != Writer::Extractive {
            self.note_begun(self.writer_for(WriterRole::Write), &[sent]);
        }
        let keeping: Box<dyn engine::Keeper> = Box::new(keeper.clone());
        let id = self
            .engine
            .start_kept(request.clone(), writer, Some(keeping));
        let now = Instant::now();
        let by = self.writer_for(WriterRole::Write).to_owned();
        // Edits that came before are shown as what they change, not as they were written.
        let mut proposing = Proposing::default();
        let kept = format!("{}{}", begun.kept, pipeline::seam(&begun.kept));
        let study = &self.session.study;
        let proposed = proposing.take(study, &request, &by, &kept);
        let shown = if proposed.is_some() {
            kept
        } else {
            begun.kept.clone()
        };
        self.running = Some(Running {
            id,
            call: under_way::writing(&request, by, asked, conversation),
            request,
            begun,
            is_bounded,
            window,
            tokens,
            proposing,
            keeper,
            unsavable: None,
        });
        let live = Live {
            section,
            kept: shown.len(),
            text: shown,
            reasoning: String::new(),
            started: now,
            heard: now,
            sent,
            tokens: 0,
            proposed,
            waiting: None,
        };
        self.checking.begin(id, basis, &live);
        self.live = Some(live);
        Ok(())
    }

    /// What saves the text of a reply as it streams [D2], joined to what it goes on from: what is saved may be what is gone on from.
    fn kept_live(&mut self, section: SectionId, begun: &Begun) -> Result<LiveKeeper, LibraryError> {
        let begun = begun.clone();
        let joined = move |streamed: &str| begun.join(streamed);
        let (id, as_of) = (self.session.id, self.session.last());
        self.library.keep_live(id, section, as_of, Box::new(joined))
    }

    /// What was recorded meanwhile does not end the reply that is streaming.
    pub(super) fn still_streams(&self) {
        if let Some(running) = &self.running {
            running.keeper.as_of(self.session.last());
        }
    }

    /// A whole answer, for whoever waits for this request.
    fn receive_answer(&mut self, request: RequestId, at: usize, outcome: Outcome) {
        if self.is_critics(request) {
            self.critic_answered(outcome);
        } else if self.is_asked(request) {
            self.answered(outcome);
        } else {
            self.shortened(request, at, outcome);
        }
    }

    /// No more answers come to a request. Whoever waits for it is told; where nobody does, because it was answered, what follows begins, and may have
    /// begun already: then it is another request that is waited for, and goes on.
    fn all_answered(&mut self, request: RequestId, stopped: bool) {
        if self.is_critics(request) {
            self.critic_left_unanswered();
        } else if self.is_asked(request) {
            self.left_unanswered();
        } else {
            self.all_shortened(request, stopped);
        }
        self.pump();
    }

    pub(super) fn receive_reply(&mut self, reply: engine::Reply) {
        let reply = match reply {
            engine::Reply::Answered {
                request,
                at,
                outcome,
            } => return self.receive_answer(request, at, outcome),
            engine::Reply::AllAnswered { request, stopped } => {
                return self.all_answered(request, stopped);
            }
            engine::Reply::Embedded { request, embedded } => {
                return self.receive_vectors(request, embedded);
            }
            engine::Reply::Learnt { json } => return self.library.keep_parameters(&json),
            reply => reply,
        };
        let (Some(running), Some(live)) = (&mut self.running, &mut self.live) else {
            return;
        };
        match reply {
            engine::Reply::Text { request, text } if request == running.id => {
                live.heard = Instant::now();
                let kept = &running.begun.kept;
                if !kept.is_empty() && live.text == *kept {
                    live.text.push_str(pipeline::seam(kept));
                }
                live.text.push_str(&text);
                live.count();
                live.waiting = None;
                let study = &self.session.study;
                let proposing = &mut running.proposing;
                if let Some(revision) =
                    proposing.take(study, &running.request, &running.call.by, &live.text)
                {
                    let sentences = pipeline::new_sentences(&revision);
                    self.checking.streamed(request, "\n", &sentences);
                    live.proposed = Some(revision);
                } else if live.proposed.is_none() {
                    self.checking.streamed(request, &text, &live.text);
                }
                if let Some(trouble) = running.keeper.trouble() {
                    running.unsavable = Some(trouble.to_string());
                    self.engine.cancel();
                }
                self.tick();
            }
            engine::Reply::Reasoning { request, text } if request == running.id => {
                live.heard = Instant::now();
                live.reasoning.push_str(&text);
                live.count();
            }
            engine::Reply::Void { request } if request == running.id => {
                running.starts_over(live);
            }
            engine::Reply::Retrying {
                request,
                why,
                wait,
                restarts,
            } if request == running.id => {
                if restarts {
                    running.starts_over(live);
                }
                live.waiting = Some(engine::trying_again(wait, &why));
            }
            engine::Reply::Done { request, outcome } if request == running.id => {
                self.finish(outcome);
            }
            _ => {}
        }
    }

    /// Says what could not be done with a reply.
    fn say_what_was_missed(&mut self, events: &[Event], title: &str) {
        for event in events {
            match event {
                Event::RevisionUnneeded { missed, .. } if !missed.is_empty() => {
                    let why = missed.join("; ");
                    let said = format!("{title}: nothing was proposed that could be used: {why}");
                    self.notify(Level::Warning, said);
                }
                Event::AskedAgain { why, goes_on, .. } => {
                    let what = if *goes_on {
                        "the rest is asked for"
                    } else {
                        "asked once more"
                    };
                    self.notify(Level::Info, format!("{title}: {why}: {what}"));
                }
                _ => {}
            }
        }
    }

    /// Turns a finished reply into events.
    fn finish(&mut self, outcome: Outcome) {
        let Some(Running {
            request,
            call,
            begun,
            is_bounded,
            window,
            tokens,
            unsavable,
            ..
        }) = self.running.take()
        else {
            return;
        };
        self.live = None;
        let text = begun.join(&outcome.text);
        let took = (outcome.usage, outcome.duration);
        let reply = match outcome.ending {
            Ending::Complete => {
                self.desk.again.over();
                pipeline::Reply::Complete(text.clone())
            }
            Ending::TooLong | Ending::InCircles => pipeline::Reply::TooLong {
                text: text.clone(),
                may_go_on: !is_bounded,
                limit: limit(&outcome, request.max_tokens),
                in_circles: outcome.ending == Ending::InCircles,
            },
            Ending::Cancelled => {
                let (why, halt) = self.why_cancelled(unsavable);
                let text = text.clone();
                pipeline::Reply::Halted {
                    partial: Partial::of(text, why),
                    halt,
                }
            }
            Ending::Failed { ref why, .. }
                if outcome.is_too_long() && self.holds_less(&call.by, window) =>
            {
                let refused = TooLong::of(request.section, tokens, why);
                return self.make_shorter(&call.by, refused);
            }
            // What stands is not worse for an answer that says nothing, and the other parts may be answered.
            Ending::Failed {
                why,
                is_empty: true,
                ..
            } if request.current.is_some() && text.trim().is_empty() => {
                pipeline::Reply::Unusable(why)
            }
            Ending::Failed { why, may_pass, .. } => {
                // The engine asks again by itself where nothing came.
                match (may_pass, outcome.text.trim().is_empty()) {
                    (true, false) => self.broke_off(&why),
                    (true, true) => self.gave_no_answer(&why),
                    (false, _) => self.notify(Level::Error, why.clone()),
                }
                let text = text.clone();
                pipeline::Reply::Halted {
                    partial: Partial::of(text, why),
                    halt: Halt::Failed,
                }
            }
        };
        let provenance = provenance(&request, call, text, took);
        let spent = Event::CallSpent {
            by: provenance.writer.clone(),
            usage: provenance.usage,
            duration_ms: provenance.duration_ms,
        };
        let came = !matches!(reply, pipeline::Reply::Halted { .. });
        let mut events = pipeline::interpret(&self.session.study, &request, reply, provenance);
        let is_halted = |event: &Event| matches!(event, Event::StepHalted { .. });
        if events.iter().any(is_halted) && outcome.usage != Usage::default() {
            events.push(spent);
        }
        let is_text = |event: &Event| {
            matches!(
                event,
                Event::SectionWritten { .. } | Event::RevisionProposed { .. }
            )
        };
        if events.iter().any(is_text) {
            events.extend(self.wanted_critic(request.section));
        }
        keep_reasoning(&mut events, outcome.thought);
        let drafts = self.study().drafts;
        let cycle = self.study().cycle.clone();
        self.desk.came_to_nothing = None;
        self.record(&events);
        self.say_what_was_missed(&events, &request.plan.title);
        if let (Some(Event::StepHalted { partial, .. }), true) = (events.first(), came) {
            let title = &request.plan.title;
            self.notify(Level::Error, format!("{title}: {}", partial.why));
        }
        let updated = |cycle: &Cycle| cycle.kind == CycleKind::Update;
        self.desk.updated |= cycle.as_ref().is_some_and(updated) && self.study().cycle.is_none();
        if let (Some(cycle), true) = (&cycle, self.study().drafts < drafts) {
            self.say_that_nothing_changed(cycle, &events);
        }
        self.desk.due = true;
    }
}

impl engine::Keeper for LiveKeeper {
    fn text(&self, text: &str) {
        self.text(text);
    }

    fn void(&self) {
        self.void();
    }
}

/// What a model thought stands in the journal right after the event that tells of its answer.
pub(super) fn keep_reasoning(events: &mut Vec<Event>, thought: String) {
    if !thought.trim().is_empty() && !events.is_empty() {
        events.insert(1, Event::ReasoningKept { text: thought });
    }
}

/// What ended an answer of at most so many tokens that did not come to its end.
fn limit(outcome: &Outcome, max_tokens: u32) -> pipeline::Limit {
    let finish = outcome.finish.as_deref().and_then(Finish::named);
    // The tokens of other models are longer or shorter than the estimate.
    let is_past = pipeline::estimate_tokens(&outcome.text) > max_tokens as usize * 3 / 2;
    match outcome.stopped() {
        Some(Stop::Blank) => pipeline::Limit::Blank,
        Some(Stop::Past | Stop::InCircles) => pipeline::Limit::Past,
        None if finish == Some(Finish::Window) => pipeline::Limit::Window,
        None if is_past => pipeline::Limit::Servers,
        None => pipeline::Limit::Tokens,
    }
}

/// Where what was asked and came back for a request is from.
fn provenance(
    request: &Request,
    call: CallUnderWay,
    replied: String,
    (usage, duration): (Usage, Duration),
) -> Provenance {
    let passages = request.context.passages();
    Provenance {
        writer: call.by,
        prompt: call.prompt,
        passages: passages.map(|chosen| chosen.passage.id).collect(),
        multi_source: request.context.is_multi_source(),
        asked: call.asked,
        replied,
        kept: None,
        usage,
        duration_ms: milliseconds(duration),
        sent: call.sent,
    }
}
