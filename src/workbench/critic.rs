//! The critic at work: a model is asked about what the checker could not settle, after the writing, one section at a time [V2].
//!
//! Each answer is journaled as it comes, whatever it is worth, because it was paid for. What to ask and what an answer means are for the pipeline to say.

use std::time::Instant;

use super::writing::keep_reasoning;
use super::{Level, Workbench, under_way};
use crate::engine::{Ending, Outcome, RequestId, Writer};
use crate::library::LibraryError;
use crate::pipeline::{self, Beside, CriticAsk, Window, WriterRole};
use crate::provider::Model;
use crate::study::{
    Answer, BUILT_IN_WRITER, CallUnderWay, Critique, Event, Node, Passage, PassageId, SectionId,
    Unanswered, Usage, milliseconds,
};

/// The name that turns the critic off.
const NOBODY: &str = BUILT_IN_WRITER;

/// The call that is being answered.
#[derive(Debug)]
pub(super) struct Reading {
    id: RequestId,
    section: SectionId,
    asked: CriticAsk,
    pub(super) call: CallUnderWay,
    /// What it was taken to hold.
    window: Window,
    started: Instant,
}

/// What the screen shows of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CriticAtWork {
    pub section: SectionId,
    pub started: Instant,
}

impl Workbench {
    /// The section that the critic reads.
    pub fn critic(&self) -> Option<CriticAtWork> {
        self.critic.as_ref().map(|reading| CriticAtWork {
            section: reading.section,
            started: reading.started,
        })
    }

    /// The event by which a critic is wanted for a section that a model has just written; none where nobody is to be asked.
    pub(super) fn wanted_critic(&self, section: SectionId) -> Option<Event> {
        let wanted = Event::CritiqueRequested { section };
        self.has_critic().then_some(wanted)
    }

    pub(super) fn has_critic(&self) -> bool {
        self.writer_for(WriterRole::Critique) != NOBODY
    }

    /// Asks the critic about a section, or keeps in the study why that could not be done.
    pub(super) fn critique(&mut self, section: SectionId) {
        let by = self.writer_for(WriterRole::Critique).to_owned();
        let asked = self
            .writer_named(&by)
            .and_then(|(writer, window)| match writer {
                Writer::Model(model) => Ok((model, window)),
                Writer::Extractive => Err("the built-in writer criticises nothing".to_owned()),
            });
        let begun = asked.and_then(|(model, window)| {
            let asked = self.ask_critic(section, &by, window)?;
            Ok((model, asked, window))
        });
        match begun {
            Ok((model, Some(mut asked), window)) => {
                if self.afford_ask(&by, &mut asked.ask) {
                    self.send_to_critic(section, model, asked, window);
                }
            }
            // What was unsettled when this step was chosen has been settled.
            Ok((_, None, _)) => {}
            Err(why) => self.no_critique(section, by, Unanswered::Failed(why)),
        }
    }

    fn ask_critic(
        &self,
        section: SectionId,
        by: &str,
        window: Window,
    ) -> Result<Option<CriticAsk>, String> {
        let is_writer = by == self.writer_for(WriterRole::Write);
        let place = pipeline::place(self.study(), is_writer, window, pipeline::CRITIQUE_TOKENS);
        let evidence = self
            .evidence_for_critic(section)
            .map_err(|error| error.to_string())?;
        pipeline::critic_ask(
            self.study(),
            section,
            &evidence,
            place,
            window,
            &self.setup.prompts,
        )
        .map_err(|error| error.to_string())
    }

    /// The passages with the best sentences for the unsettled claims, then those of the section that they cite.
    fn evidence_for_critic(&self, id: SectionId) -> Result<Vec<Passage>, LibraryError> {
        let study = self.study();
        let Some(section) = study.section(id) else {
            return Ok(Vec::new());
        };
        let claims = pipeline::unsettled(section);
        let quoted = claims
            .iter()
            .filter_map(|claim| claim.evidence.as_ref())
            .map(|quote| quote.passage);
        let own = section
            .provenance
            .iter()
            .flat_map(|made| made.passages.iter().copied());
        let mut known: Vec<PassageId> = Vec::new();
        let (mut first, mut then) = (Vec::new(), Vec::new());
        for (at, id) in quoted.map(|id| (0, id)).chain(own.map(|id| (1, id))) {
            if known.contains(&id) {
                continue;
            }
            known.push(id);
            let Some(passage) = self.library.passage(id)? else {
                continue;
            };
            let number = study.number_of(passage.document);
            let is_cited = claims
                .iter()
                .any(|claim| number.is_some_and(|number| claim.citations.contains(&number)));
            match at {
                0 => first.push(passage),
                _ if is_cited => then.push(passage),
                _ => {}
            }
        }
        first.extend(then);
        Ok(first)
    }

    fn send_to_critic(
        &mut self,
        section: SectionId,
        model: Model,
        asked: CriticAsk,
        window: Window,
    ) {
        let call = under_way::asking(
            (Node::Critique, Some(section)),
            model.full_name(),
            self.setup.prompts.reference("critique"),
            asked.turn.clone(),
        );
        self.note_asked(&call.by, std::slice::from_ref(&asked.ask));
        let id = self.engine.ask(vec![asked.ask.clone()], model);
        self.critic = Some(Reading {
            id,
            section,
            asked,
            call,
            window,
            started: Instant::now(),
        });
    }

    /// Whether a request is the critic's.
    pub(super) fn is_critics(&self, id: RequestId) -> bool {
        self.critic.as_ref().is_some_and(|reading| reading.id == id)
    }

    /// The critic's answer, or why there is none.
    pub(super) fn critic_answered(&mut self, outcome: Outcome) {
        let Some(reading) = self.critic.take() else {
            return;
        };
        if outcome.is_too_long() && self.holds_less(&reading.call.by, reading.window) {
            // The step is still to be done, with less.
            return;
        }
        let said = match outcome.ending {
            Ending::Complete | Ending::TooLong | Ending::InCircles => {
                let asked = &reading.asked;
                let beside = Beside::of(self.study(), reading.section);
                pipeline::read_critique(&outcome.text, &asked.claims, &asked.turn, &beside)
                    .map_err(|why| Unanswered::Failed(outcome.ending.why_unreadable(why)))
            }
            Ending::Failed { why, .. } => Err(Unanswered::Failed(why)),
            Ending::Cancelled => Err(Unanswered::Stopped),
        };
        let critique = Critique {
            claims: reading.asked.claims,
            answer: Answer {
                by: reading.call.by,
                prompt: reading.call.prompt,
                asked: reading.call.asked,
                replied: outcome.text,
                said,
                usage: outcome.usage,
                duration_ms: milliseconds(outcome.duration),
            },
        };
        self.keep_critique(reading.section, critique, outcome.thought);
    }

    /// The critic's call was stopped before it was answered.
    pub(super) fn critic_left_unanswered(&mut self) {
        if let Some(reading) = self.critic.take() {
            self.no_critique(reading.section, reading.call.by, Unanswered::Stopped);
        }
    }

    fn no_critique(&mut self, section: SectionId, by: String, why: Unanswered) {
        let critique = Critique {
            claims: Vec::new(),
            answer: Answer {
                by,
                prompt: self.setup.prompts.reference("critique"),
                asked: String::new(),
                replied: String::new(),
                said: Err(why),
                usage: Usage::default(),
                duration_ms: 0,
            },
        };
        self.keep_critique(section, critique, String::new());
    }

    fn keep_critique(&mut self, section: SectionId, critique: Critique, thought: String) {
        let by = critique.answer.by.clone();
        let failed = critique.answer.failure().map(str::to_owned);
        let mut events = vec![Event::SectionCritiqued { section, critique }];
        keep_reasoning(&mut events, thought);
        self.record(&events);
        let Some(why) = failed else { return };
        let is_final = self
            .study()
            .section(section)
            .is_some_and(|section| !section.awaits_critic());
        if is_final {
            let plan = self.study().framework.sections.get(section.0);
            let about = plan.map_or_else(String::new, |plan| format!(" about {}", plan.title));
            self.notify(
                Level::Warning,
                format!(
                    "the critic {by} gave no usable answer{about} ({why}): the checker's verdicts stand"
                ),
            );
        }
    }
}
