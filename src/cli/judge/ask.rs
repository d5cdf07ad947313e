//! Asking a model for scores outside of the workbench: the same question, read in the same way, and once more where the answer cannot be read.

use std::time::{Duration, Instant};

use color_eyre::eyre::Result;
use tokio::sync::mpsc::unbounded_channel;

use super::super::progress::{QUIET, still_waiting};
use super::super::{Usage, output};
use crate::clean;
use crate::engine::{Ending, Engine, Outcome, Reply, Writer};
use crate::pipeline::{self, Asked, Call, Place, Prices, Prompts, Window};
use crate::provider::Model;
use crate::study::{
    Answer, Event, Judgement, Passage, Reading, Scores, Study, Unanswered, Usage as Tokens,
    milliseconds,
};
use crate::workbench::Setup;

/// The most characters of why a call is tried again.
const WHY: usize = 200;

/// What judging came to.
#[derive(Debug, Default)]
pub(super) struct Judged {
    pub(super) events: Vec<Event>,
    /// Which ceiling was in the way.
    pub(super) refused: Option<String>,
}

/// A model that is to judge.
pub(super) struct Asking<'a> {
    model: Model,
    window: Window,
    prompts: &'a Prompts,
    prices: &'a Prices,
}

impl<'a> Asking<'a> {
    pub(super) fn new(setup: &'a Setup, model: &str) -> Result<Self> {
        match (setup.writers)(model).map_err(Usage)? {
            (Writer::Model(model), window) => Ok(Self {
                model,
                window,
                prompts: &setup.prompts,
                prices: &setup.prices,
            }),
            (Writer::Extractive, _) => {
                Err(Usage("the built-in writer judges nothing".into()).into())
            }
        }
    }

    /// What judging the accepted text of a study comes to, within its ceilings.
    pub(super) fn judge(
        &self,
        mut study: Study,
        measured: &Scores,
        passages: &[Passage],
    ) -> Result<Judged> {
        let reading = Reading::Accepted;
        let mut judged = Judged::default();
        judged.events.push(Event::JudgementWanted { reading });
        study.apply(&Event::JudgementWanted { reading });
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        while study.judge_wanted.is_some() {
            let mut asked = pipeline::judge_ask(
                &study,
                reading,
                passages,
                Place::Fresh,
                self.window,
                self.prompts,
            )?;
            let (by, ask) = (self.model.full_name(), &mut asked.ask);
            let call = Call::of(&ask.messages, u64::from(ask.max_tokens) / 3, ask.max_tokens);
            let grant = match pipeline::grant(&study, self.prices, &by, call) {
                Ok(grant) => grant,
                Err(reached) => {
                    judged.refused = Some(reached.why);
                    break;
                }
            };
            ask.max_tokens = grant.max_tokens.try_into().unwrap_or(ask.max_tokens);
            let outcome = self.answer(&runtime, &asked, grant.time);
            let judgement = Judgement {
                reading,
                texts: study.texts(reading),
                measured: measured.clone(),
                verdicts: study.verdicts(reading),
                answer: self.read(asked, outcome),
            };
            let event = Event::BriefJudged { judgement };
            study.apply(&event);
            judged.events.push(event);
        }
        runtime.shutdown_background();
        Ok(judged)
    }

    /// One answer; `None` where the engine gave none in the time that there is.
    fn answer(
        &self,
        runtime: &tokio::runtime::Runtime,
        asked: &Asked,
        time: Option<Duration>,
    ) -> Option<Outcome> {
        let (reply_to, mut replies) = unbounded_channel();
        let mut engine = Engine::new(runtime.handle().clone(), reply_to);
        engine.ask(vec![asked.ask.clone()], self.model.clone());
        let answer = async {
            let mut came = None;
            let mut heard = Instant::now();
            loop {
                match tokio::time::timeout(QUIET, replies.recv()).await {
                    Ok(Some(Reply::Answered { outcome, .. })) => came = Some(outcome),
                    Ok(Some(Reply::AllAnswered { .. }) | None) => break came,
                    Ok(Some(Reply::Retrying { why, .. })) => {
                        heard = Instant::now();
                        output::progress(&format!(
                            "judge: {}, trying again",
                            clean::line(&why, WHY)
                        ));
                    }
                    Ok(Some(_)) => heard = Instant::now(),
                    Err(_) => {
                        let by = self.model.full_name();
                        output::progress(&still_waiting("judge", &by, heard.elapsed()));
                    }
                }
            }
        };
        runtime.block_on(async {
            match time {
                Some(time) => tokio::time::timeout(time, answer).await.ok().flatten(),
                None => answer.await,
            }
        })
    }

    fn read(&self, asked: Asked, outcome: Option<Outcome>) -> Answer<Scores> {
        let (replied, ending, usage, duration_ms) = match outcome {
            Some(outcome) => {
                let duration = milliseconds(outcome.duration);
                (outcome.text, outcome.ending, outcome.usage, duration)
            }
            None => (String::new(), Ending::Cancelled, Tokens::default(), 0),
        };
        let said = match ending {
            Ending::Complete | Ending::TooLong | Ending::InCircles => {
                pipeline::read_scores(&replied, &asked.sentences, &asked.turn)
                    .map_err(|why| Unanswered::Failed(ending.why_unreadable(why)))
            }
            Ending::Failed { why, .. } => Err(Unanswered::Failed(why)),
            Ending::Cancelled => Err(Unanswered::Stopped),
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
