//! What journals come to: their calls, and what these took. Of a fork only what came after it, so that nothing is counted twice.

use std::collections::BTreeMap;

use serde::Serialize;

use super::budget::Spending;
use super::event::{Call, Envelope, Event};
use super::instruction::BUILT_IN_WRITER;
use super::steps::{Node, Outcome, Steps};

/// The calls of one journal, or of several.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tally {
    /// By what they were for.
    pub calls: BTreeMap<Node, Calls>,
    /// What each model took, by its name.
    pub spending: BTreeMap<String, Spending>,
    /// The same by what it was for; of what was cut short only a server's report may be left, which does not say.
    pub by_step: BTreeMap<Option<Node>, BTreeMap<String, Spending>>,
    /// What the built-in writer wrote, and how long that took.
    pub built_in: Spending,
    /// Claims that were checked, each as often as it was, and how many times a text was.
    pub checks: Checks,
}

/// How much was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Checks {
    pub texts: usize,
    pub claims: usize,
}

/// Calls of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Calls {
    pub made: usize,
    /// Of these, without an answer, with one that could not be used, or stopped.
    pub in_vain: usize,
}

impl Calls {
    fn count(&mut self, outcome: Outcome) {
        self.made += 1;
        self.in_vain += usize::from(outcome.is_trouble());
    }

    fn add(&mut self, other: Self) {
        self.made += other.made;
        self.in_vain += other.in_vain;
    }
}

impl Tally {
    /// What a journal comes to. What the built-in writer did is no call.
    #[must_use]
    pub fn of(journal: &[Envelope]) -> Self {
        let mut tally = Self::default();
        let mut steps = Steps::default();
        let mut writer = String::new();
        for envelope in journal {
            match &envelope.event {
                Event::StudyForked { .. } => tally = Self::default(),
                Event::WriterChosen { writer: chosen } => writer.clone_from(chosen),
                Event::ClaimsChecked { claims, .. } => {
                    tally.checks.texts += 1;
                    tally.checks.claims += claims.len();
                }
                _ => {}
            }
            let mut node = None;
            if let Some(step) = steps.take(envelope) {
                node = Some(step.node);
                // A step that was cut does not say whose it was.
                let by = if step.writer.is_empty() {
                    &writer
                } else {
                    &step.writer
                };
                if !is_built_in(by) {
                    tally
                        .calls
                        .entry(step.node)
                        .or_default()
                        .count(step.outcome);
                }
            }
            match envelope.event.call() {
                Some(call) if is_built_in(call.by) => tally.built_in.add(call),
                Some(call) => tally.spend(node, call),
                None => {}
            }
        }
        tally
    }

    /// A call took this for a step, if it is known for which.
    fn spend(&mut self, node: Option<Node>, call: Call<'_>) {
        let models = self.by_step.entry(node).or_default();
        for models in [&mut self.spending, models] {
            models.entry(call.by.to_owned()).or_default().add(call);
        }
    }

    pub fn add(&mut self, other: &Self) {
        for (node, calls) in &other.calls {
            self.calls.entry(*node).or_default().add(*calls);
        }
        for (by, spent) in &other.spending {
            self.spending.entry(by.clone()).or_default().join(*spent);
        }
        for (node, models) in &other.by_step {
            let known = self.by_step.entry(*node).or_default();
            for (by, spent) in models {
                known.entry(by.clone()).or_default().join(*spent);
            }
        }
        self.built_in.join(other.built_in);
        self.checks.texts += other.checks.texts;
        self.checks.claims += other.checks.claims;
    }

    /// All calls together.
    #[must_use]
    pub fn all_calls(&self) -> Calls {
        let mut all = Calls::default();
        for calls in self.calls.values() {
            all.add(*calls);
        }
        all
    }

    /// What all models took together.
    #[must_use]
    pub fn all_spending(&self) -> Spending {
        let mut all = Spending::default();
        for spent in self.spending.values() {
            all.join(*spent);
        }
        all
    }
}

/// Also where nobody was chosen yet.
fn is_built_in(by: &str) -> bool {
    by.is_empty() || by == BUILT_IN_WRITER
}

#[cfg(test)]
mod tests {
    use super::super::event::{Halt, Usage};
    use super::super::ids::{SectionId, StudyId};
    use super::super::section::Partial;
    use super::*;

    fn spent(by: &str, tokens: u64) -> Event {
        Event::CallSpent {
            by: by.to_owned(),
            usage: Usage {
                prompt_tokens: tokens,
                ..Usage::default()
            },
            duration_ms: 1500,
        }
    }

    fn halted() -> Event {
        Event::StepHalted {
            section: SectionId(0),
            partial: Partial {
                text: String::new(),
                why: String::new(),
                ..Partial::default()
            },
            halt: Halt::Failed,
        }
    }

    fn chosen(writer: &str) -> Event {
        Event::WriterChosen {
            writer: writer.to_owned(),
        }
    }

    #[test]
    fn a_call_that_was_cut_counts_once_and_the_built_in_writer_never() {
        let events = vec![
            chosen("extractive"),
            halted(),
            chosen("lab/m"),
            halted(),
            spent("lab/m", 40),
        ];
        let tally = Tally::of(&Envelope::journal(events));
        assert_eq!(
            tally.all_calls(),
            Calls {
                made: 1,
                in_vain: 1
            }
        );
        assert_eq!(tally.all_spending().usage.prompt_tokens, 40);
        assert_eq!(tally.spending["lab/m"].duration_ms, 1500);
    }

    #[test]
    fn what_a_fork_took_over_is_counted_with_the_study_that_paid_for_it() {
        let fork = Event::StudyForked {
            from: StudyId(1),
            at: 2,
        };
        let events = vec![chosen("lab/m"), spent("lab/m", 40), fork, spent("lab/m", 2)];
        let mut all = Tally::of(&Envelope::journal(events));
        assert_eq!(all.all_spending().usage.prompt_tokens, 2);
        all.add(&Tally::of(&Envelope::journal(vec![spent("lab/n", 3)])));
        assert_eq!(all.all_spending().usage.prompt_tokens, 5);
    }
}
