//! Between cycles: asking a model about the brief, and doing what follows from its answers [W4]-[W7][J1][J2].
//!
//! Each answer is journaled as it comes, whatever it is worth, because it was paid for; a step that was cut when the program ended is not made again
//! unasked. What to ask, what an answer means and what follows are for the pipeline to say.

use std::time::Instant;

use super::writing::keep_reasoning;
use super::{About, Level, Notice, Workbench, under_way};
use crate::engine::{Ending, Outcome, RequestId, Writer};
use crate::library::{Library, LibraryError};
use crate::pipeline::{self, Asked, Next, Step, Window, WriterRole};
use crate::provider::Model;
use crate::study::{
    Answer, CallUnderWay, CycleKind, Event, Judgement, Node, Passage, PassageId, PromptRef,
    Reading, Study, Unanswered, Usage, milliseconds,
};

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    Reflection,
    Course,
    Scores(Reading),
}

impl Question {
    /// The prompt that asks it.
    fn prompt(self) -> &'static str {
        match self {
            Self::Reflection => "reflect",
            Self::Course => "decide",
            Self::Scores(_) => "judge",
        }
    }

    fn node(self) -> Node {
        match self {
            Self::Reflection => Node::Reflect,
            Self::Course => Node::Decide,
            Self::Scores(_) => Node::Judge,
        }
    }

    /// What is going on, for the analyst.
    #[must_use]
    pub fn doing(self) -> &'static str {
        match self {
            Self::Reflection => "reflecting on the draft",
            Self::Course => "deciding whether to look for more evidence",
            Self::Scores(_) => "judging the brief",
        }
    }

    /// The same in one word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Reflection => "reflecting",
            Self::Course => "deciding",
            Self::Scores(_) => "judging",
        }
    }

    /// What stands where there is no answer.
    fn without(self) -> &'static str {
        match self {
            Self::Reflection => "the draft stays as it is",
            Self::Course => "the brief is finished from what there is",
            Self::Scores(_) => "the measured scores stand",
        }
    }
}

/// The call that is being answered.
#[derive(Debug)]
pub(super) struct Asking {
    id: RequestId,
    question: Question,
    asked: Asked,
    pub(super) call: CallUnderWay,
    /// What it was taken to hold.
    window: Window,
    started: Instant,
    /// What was judged.
    texts: Vec<String>,
}

/// What the screen shows of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuestionAtWork {
    pub question: Question,
    pub started: Instant,
}

impl Workbench {
    /// What a model is being asked about the brief.
    pub fn asking(&self) -> Option<QuestionAtWork> {
        self.asking.as_ref().map(|asking| QuestionAtWork {
            question: asking.question,
            started: asking.started,
        })
    }

    /// Whether the analyst waits for a pause.
    pub fn is_pausing(&self) -> bool {
        self.desk.pausing
    }

    /// Asks, or keeps in the study why that could not be done.
    pub(super) fn ask_about(&mut self, question: Question) {
        let by = self.model_for(question);
        let begun = self
            .writer_named(&by)
            .and_then(|(writer, window)| match writer {
                Writer::Model(model) => Ok((self.question(question, &by, window)?, model, window)),
                Writer::Extractive => Err("the built-in writer answers no questions".to_owned()),
            });
        match begun {
            Ok((mut asked, model, window)) => {
                if self.afford_ask(&by, &mut asked.ask) {
                    self.send_question(question, asked, model, window);
                }
            }
            Err(why) => {
                let came = Came {
                    by,
                    asked: Asked::default(),
                    texts: self.texts(question),
                    reply: Err(Unanswered::Failed(why)),
                    text: String::new(),
                    thought: String::new(),
                    usage: Usage::default(),
                    duration_ms: 0,
                };
                self.keep_answer(question, came);
            }
        }
    }

    /// Whom a question goes to.
    pub(super) fn model_for(&self, question: Question) -> String {
        let role = match question {
            Question::Scores(_) => WriterRole::Judge,
            Question::Reflection => WriterRole::Reflect,
            Question::Course => WriterRole::Decide,
        };
        self.writer_for(role).to_owned()
    }

    /// Whether any model scores the brief when it is asked to.
    #[must_use]
    pub fn has_judge(&self) -> bool {
        let by = self.model_for(Question::Scores(Reading::Accepted));
        !by.is_empty() && by != crate::study::BUILT_IN_WRITER
    }

    pub(super) fn question(
        &self,
        question: Question,
        by: &str,
        window: Window,
    ) -> Result<Asked, String> {
        let study = self.study();
        let prompts = &self.setup.prompts;
        let place = |reply| {
            let is_writer = by == self.writer_for(WriterRole::Write);
            pipeline::place(study, is_writer, window, reply)
        };
        let shown = || self.shown_evidence().map_err(|error| error.to_string());
        let asked = match question {
            Question::Reflection => {
                let place = place(pipeline::REFLECTION_TOKENS);
                pipeline::reflect_ask(study, &shown()?, place, prompts)
            }
            Question::Course => pipeline::course_ask(study, &self.searched(), prompts),
            Question::Scores(reading) => {
                let place = place(pipeline::JUDGEMENT_TOKENS);
                pipeline::judge_ask(study, reading, &shown()?, place, window, prompts)
            }
        };
        asked.map_err(|error| error.to_string())
    }

    /// Passages for a model that has not seen the evidence: those that claims rest on, then the others that the sections were written from.
    fn shown_evidence(&self) -> Result<Vec<Passage>, LibraryError> {
        shown_passages(&self.library, self.study())
    }

    fn send_question(&mut self, question: Question, asked: Asked, model: Model, window: Window) {
        let call = under_way::asking(
            (question.node(), None),
            model.full_name(),
            self.setup.prompts.reference(question.prompt()),
            asked.turn.clone(),
        );
        let texts = self.texts(question);
        self.note_asked(&call.by, std::slice::from_ref(&asked.ask));
        let id = self.engine.ask(vec![asked.ask.clone()], model);
        self.asking = Some(Asking {
            id,
            question,
            asked,
            call,
            window,
            started: Instant::now(),
            texts,
        });
    }

    fn texts(&self, question: Question) -> Vec<String> {
        match question {
            Question::Scores(reading) => self.study().texts(reading),
            Question::Reflection | Question::Course => Vec::new(),
        }
    }

    /// Whether a request is one of these questions.
    pub(super) fn is_asked(&self, id: RequestId) -> bool {
        self.asking.as_ref().is_some_and(|asking| asking.id == id)
    }

    /// The answer, or why there is none.
    pub(super) fn answered(&mut self, outcome: Outcome) {
        if let Some(asking) = self.asking.take() {
            if outcome.is_too_long() && self.holds_less(&asking.call.by, asking.window) {
                // The step is still to be done, with less.
                return;
            }
            let reply = match &outcome.ending {
                ending @ (Ending::Complete | Ending::TooLong | Ending::InCircles) => {
                    Ok(ending.clone())
                }
                Ending::Failed { why, .. } => Err(Unanswered::Failed(why.clone())),
                Ending::Cancelled => Err(Unanswered::Stopped),
            };
            let (question, came) = asking.came(reply, Some(outcome));
            self.keep_answer(question, came);
        }
    }

    /// The call was stopped before it was answered.
    pub(super) fn left_unanswered(&mut self) {
        if let Some(asking) = self.asking.take() {
            let (question, came) = asking.came(Err(Unanswered::Stopped), None);
            self.keep_answer(question, came);
        }
    }

    /// Journals what came, read as the answer to its question.
    fn keep_answer(&mut self, question: Question, mut came: Came) {
        let by = came.by.clone();
        let thought = std::mem::take(&mut came.thought);
        let prompt = self.setup.prompts.reference(question.prompt());
        let study = self.study();
        let (event, failed) = match question {
            Question::Reflection => {
                let sections = study.sections.len();
                let answer = came.answer(prompt, |asked, reply| {
                    pipeline::read_reflection(reply, sections, &asked.turn)
                });
                let failed = answer.failure().map(str::to_owned);
                (Event::BriefReflected { answer }, failed)
            }
            Question::Course => {
                let searched = self.searched();
                let answer = came.answer(prompt, |asked, reply| {
                    pipeline::read_course(reply, &searched, &asked.turn)
                });
                let failed = answer.failure().map(str::to_owned);
                (Event::CourseDecided { answer }, failed)
            }
            Question::Scores(reading) => {
                let texts = came.texts.clone();
                let answer = came.answer(prompt, |asked, reply| {
                    pipeline::read_scores(reply, &asked.sentences, &asked.turn)
                });
                let failed = answer.failure().map(str::to_owned);
                let judgement = Judgement {
                    reading,
                    texts,
                    measured: self.measured(reading),
                    verdicts: study.verdicts(reading),
                    answer,
                };
                (Event::BriefJudged { judgement }, failed)
            }
        };
        let mut events = vec![event];
        keep_reasoning(&mut events, thought);
        self.record(&events);
        if let Some(why) = failed
            && !self.is_asked_again(question)
        {
            let (what, without) = (question.doing(), question.without());
            let so_far = self.so_far();
            self.notify(
                Level::Warning,
                format!("{so_far}{what}: {by} gave no usable answer ({why}): {without}"),
            );
        }
    }

    /// Whether the same question comes once more, with what was wrong with the answer.
    fn is_asked_again(&self, question: Question) -> bool {
        let due = pipeline::next(self.study());
        match question {
            Question::Reflection => due == Next::Do(Step::Reflect),
            Question::Course => due == Next::Do(Step::Decide),
            Question::Scores(reading) => due == Next::Do(Step::Judge(reading)),
        }
    }

    /// What the library was searched for already in this run.
    fn searched(&self) -> Vec<String> {
        let run = self.study().run.as_ref();
        run.map(|run| run.queries.clone()).unwrap_or_default()
    }

    /// Starts a cycle that follows from what was found, and says what it is likely to take.
    pub(super) fn follow_with(&mut self, cycle: CycleKind) {
        let study = self.study();
        let sections = match cycle {
            CycleKind::Complete => study.missing_sections(),
            CycleKind::FollowUp => study.written_sections(),
            _ => pipeline::sections_to_mend(study, cycle),
        };
        let why = (cycle == CycleKind::Revise)
            .then(|| pipeline::why_revise(study))
            .flatten();
        let takes = self.takes(cycle, &sections);
        let takes = takes.map(|takes| format!("takes {takes}"));
        let told: Vec<String> = why.iter().cloned().chain(takes).collect();
        if !told.is_empty() {
            let told = told.join("; ");
            self.push_notice(Notice {
                about: About::Forecast,
                ..Notice::new(Level::Info, format!("{}: {told}", cycle.doing()))
            });
        }
        let mut events = Vec::new();
        if let Some(why) = why {
            events.push(Event::CycleCalledFor { cycle, why });
        }
        self.meaning.try_again();
        events.push(Event::CycleStarted { cycle, sections });
        self.record(&events);
    }

    pub(super) fn keep_best(&mut self) {
        let events = pipeline::keep_best(self.study());
        self.record(&events);
        for event in &events {
            if let Event::BestKept { why, .. } = event {
                let ready = self.ready();
                // Changes that were announced are gone: that is not to wait behind what was said of one section before.
                self.push_notice(Notice {
                    about: About::Outcome,
                    ..Notice::new(Level::Warning, format!("{ready}{why}"))
                });
            }
        }
    }

    /// Starts no further step, from the end of the call that runs; or goes on.
    pub fn pause(&mut self) {
        if self.study().paused {
            return self.execute(&crate::study::Command::Resume);
        }
        if std::mem::take(&mut self.desk.pausing) {
            return self.pump();
        }
        let study = self.study();
        if self.is_writing() {
            self.desk.pausing = true;
        } else if study.cycle.is_none() && !matches!(pipeline::next(study), Next::Do(_)) {
            self.notify(
                Level::Warning,
                crate::study::Refusal::NothingRuns.to_string(),
            );
        } else {
            self.execute(&crate::study::Command::Pause);
        }
    }

    /// A step between cycles that was cut when the program ended is not made again unasked: it costs. Nor is one that follows a check which was cut.
    pub(super) fn hold(&mut self) {
        let next = pipeline::next(self.study());
        // A halted step waits by itself.
        let is_checking =
            matches!(next, Next::Do(Step::Check(_))) && self.study().halted().is_none();
        let due = match next {
            Next::Do(
                step @ (Step::Critique(_)
                | Step::Decide
                | Step::Reflect
                | Step::Judge(_)
                | Step::SearchEvidence
                | Step::Begin(_)),
            ) => Some(step),
            _ => None,
        };
        self.desk.held = due.is_some() || is_checking;
        let what = match due {
            Some(Step::Critique(section)) => {
                let title = self.study().framework.sections.get(section.0);
                let title = title.map(|plan| plan.title.as_str()).unwrap_or_default();
                format!(
                    "what the critic was asked about {title} was cut short: {{retry}} asks again"
                )
            }
            Some(_) => "the steps after writing were interrupted: {retry} goes on".to_owned(),
            None => return,
        };
        self.notify_about(About::Cut, what);
    }
}

/// What came back, before it is read.
struct Came {
    by: String,
    asked: Asked,
    /// What was judged.
    texts: Vec<String>,
    /// The reply; or why there is none.
    reply: Result<Ending, Unanswered>,
    text: String,
    thought: String,
    usage: Usage,
    duration_ms: u64,
}

impl Came {
    fn answer<T>(
        self,
        prompt: PromptRef,
        read: impl FnOnce(&Asked, &str) -> Result<T, String>,
    ) -> Answer<T> {
        let said = match self.reply {
            Ok(ending) => read(&self.asked, &self.text)
                .map_err(|why| Unanswered::Failed(ending.why_unreadable(why))),
            Err(why) => Err(why),
        };
        Answer {
            by: self.by,
            prompt,
            asked: self.asked.turn,
            replied: self.text,
            said,
            usage: self.usage,
            duration_ms: self.duration_ms,
        }
    }
}

impl Asking {
    fn came(self, reply: Result<Ending, Unanswered>, outcome: Option<Outcome>) -> (Question, Came) {
        let (text, thought, usage, duration_ms) = match outcome {
            Some(outcome) => (
                outcome.text,
                outcome.thought,
                outcome.usage,
                milliseconds(outcome.duration),
            ),
            None => (String::new(), String::new(), Usage::default(), 0),
        };
        let came = Came {
            by: self.call.by,
            asked: self.asked,
            texts: self.texts,
            reply,
            text,
            thought,
            usage,
            duration_ms,
        };
        (self.question, came)
    }
}

/// Passages for a model that has not seen a study's evidence: those that claims rest on, then the others that the sections were written from.
pub fn shown_passages(library: &Library, study: &Study) -> Result<Vec<Passage>, LibraryError> {
    let quoted = study
        .sections
        .iter()
        .flat_map(|section| section.claims.iter())
        .filter_map(|claim| Some(claim.evidence.as_ref()?.passage));
    let mut known: Vec<PassageId> = Vec::new();
    let mut passages = Vec::new();
    for id in quoted.chain(sent_passages(study)) {
        if !known.contains(&id) {
            known.push(id);
            passages.extend(library.passage(id)?);
        }
    }
    Ok(passages)
}

/// The passages that any section was written from.
pub(super) fn sent_passages(study: &Study) -> impl Iterator<Item = PassageId> {
    let made = study
        .sections
        .iter()
        .filter_map(|section| section.provenance.as_ref());
    made.flat_map(|made| made.passages.iter().copied())
}
