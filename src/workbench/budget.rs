//! What the study may take: asks before each call whether it can be afforded, and closes the study where it cannot [M5].
//!
//! A study that closes is no failure: what is written stands, and goes on where the ceilings are raised. What a call may take is for the pipeline to
//! say.

use std::time::Instant;

use super::{Level, Workbench};
use crate::engine::Writer;
use crate::pipeline::{self, Ask, Call, Grant, PASSAGE, Reached, Size, WriterRole};
use crate::study::{DocumentId, Event, Limit, SectionPlan};

impl Workbench {
    /// What models ask for their tokens.
    #[must_use]
    pub fn prices(&self) -> &crate::pipeline::Prices {
        &self.setup.prices
    }

    /// What the models of this study have cost, where all prices are known and any was used.
    pub fn cost(&self) -> Option<f64> {
        let used = !self.study().spending.is_empty();
        used.then(|| self.setup.prices.spent(self.study()))
            .flatten()
    }

    /// What writing the brief is likely to take, where a model writes.
    pub fn forecast(&self) -> Option<pipeline::Forecast> {
        self.forecast
    }

    /// Reckons the forecast anew.
    pub(super) fn keep_forecast(&mut self) {
        self.weigh_evidence();
        self.forecast = self.reckon();
    }

    /// How long the passages of the evidence are, by some of each document; looked up where there are others by now.
    fn weigh_evidence(&mut self) {
        const SOME: usize = 16;
        let study = self.study();
        let passages = study.current().map(|one| u64::from(one.passages)).sum();
        if self.evidence_size.0 == passages {
            return;
        }
        let documents = study.current().map(|document| document.id);
        let documents: Vec<DocumentId> = documents.take(SOME).collect();
        let some = self.library.first_passages(&documents, SOME);
        let some = some.unwrap_or_default();
        let characters: usize = some.iter().map(|passage| passage.text.len()).sum();
        let mean = match some.len() {
            0 => PASSAGE,
            count => (characters / count) as u64,
        };
        self.evidence_size = (passages, mean);
    }

    fn reckon(&self) -> Option<pipeline::Forecast> {
        let study = self.study();
        let by = match study.writer.as_str() {
            "" => &self.setup.writer,
            _ => self.writer_for(WriterRole::Write),
        };
        let (writer, window) = self.writer_named(by).ok()?;
        if writer == Writer::Extractive || study.current().next().is_none() {
            return None;
        }
        let framework = if study.framework.sections.is_empty() {
            &self.setup.framework
        } else {
            &study.framework
        };
        let words = |plan: &SectionPlan| plan.words;
        let words: Vec<u32> = framework.sections.iter().map(words).collect();
        let budget = self.setup.context.budget(window.tokens);
        let size = Size {
            words: &words,
            room: budget.characters,
            passage: self.evidence_size.1,
            criticises: self.has_critic(),
        };
        let prices = &self.setup.prices;
        Some(pipeline::forecast(
            study,
            prices,
            by,
            size,
            &self.setup.plan,
        ))
    }

    /// What a call may take; `None` where the study cannot afford it, which closes the study.
    pub(super) fn afford(&mut self, by: &str, call: Call) -> Option<Grant> {
        match pipeline::grant(self.study(), &self.setup.prices, by, call) {
            Ok(grant) => {
                self.bound_thoughts(by, call, 1);
                self.desk.until = grant.time.map(|time| Instant::now() + time);
                Some(grant)
            }
            Err(reached) => {
                self.close(reached);
                None
            }
        }
    }

    /// The same for a short question beside the conversation, which is told how long its answer may be then.
    pub(super) fn afford_ask(&mut self, by: &str, ask: &mut Ask) -> bool {
        // Most answers are far shorter than what they may take.
        let call = Call::of(&ask.messages, u64::from(ask.max_tokens) / 3, ask.max_tokens);
        let grant = self.afford(by, call);
        if let Some(grant) = grant {
            ask.max_tokens = grant.max_tokens.try_into().unwrap_or(ask.max_tokens);
        }
        grant.is_some()
    }

    /// Whether several short requests can be afforded side by side; else why not.
    pub(super) fn can_afford(&mut self, by: &str, asks: &[&Ask]) -> Result<(), String> {
        let call = asks.iter().fold(
            Call {
                prompt: 0,
                expected: 0,
                most: 0,
                keeps_part: false,
            },
            |all, ask| {
                let one = Call::of(&ask.messages, ask.max_tokens.into(), ask.max_tokens);
                Call {
                    prompt: all.prompt + one.prompt,
                    expected: all.expected + one.expected,
                    most: all.most + one.most,
                    keeps_part: false,
                }
            },
        );
        pipeline::grant(self.study(), &self.setup.prices, by, call)
            .map_err(|reached| reached.why)?;
        self.bound_thoughts(by, call, asks.len().max(1) as u64);
        Ok(())
    }

    /// Lets a model think, besides its answers to so many requests, for no more tokens than the budget leaves.
    fn bound_thoughts(&mut self, by: &str, call: Call, requests: u64) {
        let wanted = Call {
            most: call.most.saturating_add(u32::MAX.into()),
            ..call
        };
        let granted = pipeline::grant(self.study(), &self.setup.prices, by, wanted);
        let left = granted.map_or(0, |grant| grant.max_tokens.saturating_sub(call.most));
        let each = u32::try_from(left / requests).unwrap_or(u32::MAX);
        self.engine.bound_thoughts(each);
    }

    /// Stops a call whose time is up.
    pub(super) fn stop_in_time(&mut self) {
        if self.desk.until.is_some_and(|until| until <= Instant::now()) && self.engine.is_busy() {
            self.desk.until = None;
            let ceiling = self.study().ceilings.seconds.unwrap_or_default();
            self.close(Reached {
                of: Limit::Time,
                why: format!("its {ceiling} s are spent"),
            });
            self.engine.cancel();
        }
    }

    fn close(&mut self, Reached { of, why }: Reached) {
        let way_on = if self.has_screen() {
            "; {palette} budget sets another"
        } else {
            ""
        };
        let said = format!("the budget is reached ({why}): what is written stands{way_on}");
        self.notify(Level::Warning, said);
        let of = Some(of);
        self.record(&[Event::BudgetReached { why, of }]);
    }
}
