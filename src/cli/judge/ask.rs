//! Asking a model for scores outside of the workbench: the same question, read in the same way, and once more where the answer cannot be read.

use color_eyre::eyre::Result;
use tokio::sync::mpsc::unbounded_channel;

use super::super::Usage;
use crate::check;
use crate::engine::{Ending, Engine, Outcome, Reply, Writer};
use crate::pipeline::{self, Asked, Prompts, Window};
use crate::provider::Model;
use crate::study::{
    Answer, Event, Judgement, Passage, Reading, STOPPED, Scores, Study, Usage as Tokens,
};
use crate::workbench::Setup;

/// A model that is to judge.
pub(super) struct Asking<'a> {
    model: Model,
    window: Window,
    prompts: &'a Prompts,
}

impl<'a> Asking<'a> {
    pub(super) fn new(setup: &'a Setup, model: &str) -> Result<Self> {
        match (setup.writers)(model).map_err(Usage)? {
            (Writer::Model(model), window) => Ok(Self {
                model,
                window,
                prompts: &setup.prompts,
            }),
            (Writer::Extractive, _) => {
                Err(Usage("the built-in writer judges nothing".into()).into())
            }
        }
    }

    /// The events that judging the accepted text of a study comes to.
    pub(super) fn judge(
        &self,
        mut study: Study,
        measured: &Scores,
        passages: &[Passage],
    ) -> Result<Vec<Event>> {
        let reading = Reading::Accepted;
        let mut events = vec![Event::JudgementWanted { reading }];
        study.apply(&Event::JudgementWanted { reading });
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        while study.judge_wanted.is_some() {
            let asked = pipeline::judge_ask(&study, reading, passages, self.window, self.prompts)?;
            let outcome = self.answer(&runtime, &asked);
            let judgement = Judgement {
                reading,
                texts: study.texts(reading),
                measured: measured.clone(),
                verdicts: check::verdicts(&study, reading),
                answer: self.read(asked, outcome),
            };
            let event = Event::BriefJudged { judgement };
            study.apply(&event);
            events.push(event);
        }
        runtime.shutdown_background();
        Ok(events)
    }

    /// One answer; `None` where the engine gave none.
    fn answer(&self, runtime: &tokio::runtime::Runtime, asked: &Asked) -> Option<Outcome> {
        let (reply_to, mut replies) = unbounded_channel();
        let mut engine = Engine::new(runtime.handle().clone(), reply_to);
        engine.ask(vec![asked.ask.clone()], self.model.clone());
        runtime.block_on(async {
            let mut came = None;
            while let Some(reply) = replies.recv().await {
                match reply {
                    Reply::Answered { outcome, .. } => came = Some(outcome),
                    Reply::AllAnswered { .. } => break,
                    _ => {}
                }
            }
            came
        })
    }

    fn read(&self, asked: Asked, outcome: Option<Outcome>) -> Answer<Scores> {
        let (replied, ending, usage, duration_ms) = match outcome {
            Some(outcome) => {
                let duration = u64::try_from(outcome.duration.as_millis()).unwrap_or(u64::MAX);
                (outcome.text, outcome.ending, outcome.usage, duration)
            }
            None => (String::new(), Ending::Cancelled, Tokens::default(), 0),
        };
        let said = match ending {
            Ending::Complete | Ending::TooLong => {
                pipeline::read_scores(&replied, &asked.sentences, &asked.turn)
            }
            Ending::Failed { why, .. } => Err(why),
            Ending::Cancelled => Err(STOPPED.to_owned()),
        };
        Answer {
            by: self.model.full_name(),
            prompt: self.prompts.reference("judge"),
            asked: asked.turn,
            replied,
            said,
            usage,
            duration_ms,
        }
    }
}
