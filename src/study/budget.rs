//! What a study may take and what it has taken: ceilings on tokens, cost and time, and what each model used [M5].
//!
//! Prices are the configuration's and may change, so the journal holds tokens and times alone; what they cost is reckoned in `pipeline`. When a step
//! no longer fits, the study closes: what is written stands, and nothing more is asked until the ceilings are raised or another cycle is started.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::event::{Call, Usage};
use super::grouped;
use super::state::Study;

/// What a study may take in all; nothing bounds it where there is no number.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Ceilings {
    /// Sent and written together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// In the currency of the configured prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Of waiting for models.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
}

/// What a study has no more of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    Tokens,
    Cost,
    /// The cost has a ceiling, and what a model costs is not known.
    Price,
    Time,
}

/// What one model has taken so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spending {
    pub usage: Usage,
    pub duration_ms: u64,
    pub calls: u64,
}

impl Spending {
    pub(super) fn add(&mut self, call: Call<'_>) {
        self.usage.add(call.usage);
        self.duration_ms = self.duration_ms.saturating_add(call.duration_ms);
        self.calls = self.calls.saturating_add(1);
    }

    /// Counts what other calls took with these.
    pub fn join(&mut self, other: Self) {
        self.usage.add(other.usage);
        self.duration_ms = self.duration_ms.saturating_add(other.duration_ms);
        self.calls = self.calls.saturating_add(other.calls);
    }
}

impl Ceilings {
    /// Whether nothing is limited.
    #[must_use]
    pub fn are_off(&self) -> bool {
        *self == Self::default()
    }

    /// These, and where they are silent those.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            tokens: self.tokens.or(other.tokens),
            cost: self.cost.or(other.cost),
            seconds: self.seconds.or(other.seconds),
        }
    }

    /// As it is typed: `50000 tokens, $2.50, 10 min`, in any order; empty or `off` for none.
    ///
    /// # Errors
    /// In words for the analyst.
    pub fn parse(typed: &str) -> Result<Self, String> {
        let mut ceilings = Self::default();
        let typed = typed.trim();
        if typed.eq_ignore_ascii_case("off") {
            return Ok(ceilings);
        }
        for part in typed.split([',', ';']).map(str::trim) {
            if part.is_empty() {
                continue;
            }
            let unknown = || {
                format!(
                    "“{part}” is not a limit: write it like 50000 tokens, $2.50 or 10 min, or off"
                )
            };
            if let Some(cost) = part.strip_prefix('$') {
                ceilings.cost = Some(cost_of(cost).ok_or_else(unknown)?);
                continue;
            }
            let digits = part
                .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '_')))
                .unwrap_or(part.len());
            let (number, unit) = part.split_at(digits);
            let whole = || number.replace('_', "").parse::<f64>().ok();
            match unit.trim().to_lowercase().as_str() {
                "tokens" | "token" | "tok" => {
                    ceilings.tokens = Some(count(whole(), 1.0).ok_or_else(unknown)?);
                }
                "k" | "k tokens" => {
                    ceilings.tokens = Some(count(whole(), 1000.0).ok_or_else(unknown)?);
                }
                "m" | "min" | "minutes" | "minute" => {
                    ceilings.seconds = Some(count(whole(), 60.0).ok_or_else(unknown)?);
                }
                "s" | "seconds" | "second" => {
                    ceilings.seconds = Some(count(whole(), 1.0).ok_or_else(unknown)?);
                }
                "h" | "hours" | "hour" => {
                    ceilings.seconds = Some(count(whole(), 3600.0).ok_or_else(unknown)?);
                }
                _ => return Err(unknown()),
            }
        }
        Ok(ceilings)
    }

    /// As it is told, also where there is none.
    #[must_use]
    pub fn told(&self) -> String {
        if self.are_off() {
            "none".to_owned()
        } else {
            self.in_words()
        }
    }

    /// As it is typed.
    #[must_use]
    pub fn in_words(&self) -> String {
        let parts = [
            self.tokens.map(|tokens| format!("{tokens} tokens")),
            self.cost.map(|cost| match (cost * 100.0).fract() {
                0.0 => format!("${cost:.2}"),
                _ => format!("${cost}"),
            }),
            self.seconds.map(|seconds| match seconds {
                minutes if minutes % 60 == 0 => format!("{} min", minutes / 60),
                seconds => format!("{seconds} s"),
            }),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        parts.join(", ")
    }
}

fn cost_of(words: &str) -> Option<f64> {
    let cost: f64 = words.trim().parse().ok()?;
    (cost.is_finite() && cost > 0.0).then_some(cost)
}

/// A count of units of this size; none where that is nothing or beyond counting.
fn count(number: Option<f64>, size: f64) -> Option<u64> {
    let count = number? * size;
    (count.is_finite() && (1.0..1e15).contains(&count)).then_some(count as u64)
}

impl Study {
    /// Counts a call that a model was paid for, whatever came of it.
    pub(super) fn spend(&mut self, call: Call<'_>) {
        self.spent.add(call.usage);
        if call.usage != Usage::default() {
            let known = self.spending.entry(call.by.to_owned()).or_default();
            known.add(call);
        }
    }

    /// Time that models were waited for.
    #[must_use]
    pub fn time_spent(&self) -> Duration {
        let times = self.spending.values().map(|known| known.duration_ms);
        Duration::from_millis(times.fold(0, u64::saturating_add))
    }

    /// What the ceilings leave of it, such as `9,000 of 50,000 tokens, 540 of 600 s`; nothing where there is none. Of a cost that is not known here.
    #[must_use]
    pub fn left_in_words(&self) -> Option<String> {
        let Ceilings {
            tokens,
            cost,
            seconds,
        } = self.ceilings;
        let number = |count: u64| grouped(usize::try_from(count).unwrap_or(usize::MAX));
        let left = |ceiling: u64, spent: u64| number(ceiling.saturating_sub(spent));
        let time = self.time_spent().as_secs();
        let parts = [
            tokens.map(|most| {
                let left = left(most, self.tokens_spent());
                format!("{left} of {} tokens", number(most))
            }),
            cost.map(|most| format!("what is not spent of ${most:.2}")),
            seconds.map(|most| format!("{} of {} s", left(most, time), number(most))),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// Tokens sent and written so far.
    #[must_use]
    pub fn tokens_spent(&self) -> u64 {
        let Usage {
            prompt_tokens,
            completion_tokens,
            ..
        } = self.spent;
        prompt_tokens.saturating_add(completion_tokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Event;

    #[test]
    fn ceilings_are_read_as_people_type_them() {
        let check = |typed: &str, expected: &str| {
            let read = Ceilings::parse(typed).expect("readable");
            assert_eq!(read.in_words(), expected, "{typed}");
            assert_eq!(Ceilings::parse(expected), Ok(read));
        };
        check("", "");
        check("off", "");
        assert_eq!(Ceilings::default().told(), "none");
        check("50k", "50000 tokens");
        check("$0.125", "$0.125");
        check("$2.5, 90s", "$2.50, 90 s");
        check("10 min; 20_000 tokens", "20000 tokens, 10 min");
        for wrong in ["lots", "0 tokens", "$-1", "$", "5", "1e400 s", "-3 min"] {
            let why = Ceilings::parse(wrong).expect_err("refused");
            assert!(why.contains(wrong), "{why}");
        }
    }

    #[test]
    fn what_a_model_was_paid_for_is_counted_whatever_came_of_it() {
        let usage = Usage {
            prompt_tokens: 100,
            completion_tokens: 20,
            ..Usage::default()
        };
        let call = |by: &str| Event::CallSpent {
            by: by.to_owned(),
            usage,
            duration_ms: 1500,
        };
        let study = Study::fold(&[call("lab/a"), call("lab/b"), call("lab/a")]);
        assert_eq!(study.tokens_spent(), 360);
        assert_eq!(study.spending["lab/a"].usage.prompt_tokens, 200);
        assert_eq!(study.time_spent(), Duration::from_millis(4500));
    }

    #[test]
    fn what_a_budget_leaves_is_told() {
        let mut study = Study::default();
        assert_eq!(study.left_in_words(), None);
        study.ceilings = Ceilings::parse("50k, $2.5, 10 min").expect("readable");
        study.spent.prompt_tokens = 41_000;
        assert_eq!(
            study.left_in_words().as_deref(),
            Some("9,000 of 50,000 tokens, what is not spent of $2.50, 600 of 600 s")
        );
        study.spent.prompt_tokens = 60_000;
        let left = study.left_in_words();
        assert!(left.is_some_and(|left| left.starts_with("0 of 50,000 tokens")));
    }

    #[test]
    fn a_study_that_closed_opens_again_with_other_ceilings() {
        let reached = Event::BudgetReached {
            why: "the next step would pass it".to_owned(),
            of: None,
        };
        let set = Event::BudgetSet {
            ceilings: Ceilings {
                tokens: Some(9),
                ..Ceilings::default()
            },
        };
        let closed = Study::fold(&[set.clone(), reached.clone()]);
        assert!(closed.closed.is_some());
        assert!(Study::fold(&[reached, set]).closed.is_none());
    }
}
