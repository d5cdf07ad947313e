//! What calls cost, what the next one may take, and what a cycle is likely to take [M5].
//!
//! A call is only made if what it is expected to take fits under the study's ceilings, and it is told no more tokens than are left. So a ceiling is
//! passed by no more than the error of one estimate.

use std::collections::BTreeMap;
use std::time::Duration;

use super::estimate::tokens_of;
use super::request::Message;
use crate::study::{Ceilings, Limit, RunPlan, Spending, Study, Usage, grouped};

/// What a model's server asks for a million tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price {
    pub input: f64,
    /// Of tokens that were read from the prompt cache.
    pub cached: f64,
    pub output: f64,
}

/// Prices by writer, as `provider/model`, or by provider for all of its models.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Prices(pub BTreeMap<String, Price>);

const MILLION: f64 = 1_000_000.0;

impl Prices {
    /// The price of a writer, `provider/model`, or else of all that its provider has.
    #[must_use]
    pub fn of(&self, writer: &str) -> Option<Price> {
        let provider = writer.split('/').next().unwrap_or_default();
        let price = self.0.get(writer).or_else(|| self.0.get(provider));
        price.copied()
    }

    /// What a study has cost so far; nothing where a model was used whose price nobody told.
    #[must_use]
    pub fn spent(&self, study: &Study) -> Option<f64> {
        self.of_all(&study.spending)
    }

    /// What these models cost together; nothing where the price of one is not known.
    #[must_use]
    pub fn of_all(&self, spending: &BTreeMap<String, Spending>) -> Option<f64> {
        spending.iter().try_fold(0.0, |sum, (by, spent)| {
            Some(sum + self.of(by)?.cost(spent.usage))
        })
    }
}

impl Price {
    /// What a call costs, in dollars.
    #[must_use]
    pub fn cost(&self, usage: Usage) -> f64 {
        let fresh = usage.prompt_tokens.saturating_sub(usage.cached_tokens);
        let parts = [
            (fresh, self.input),
            (usage.cached_tokens.min(usage.prompt_tokens), self.cached),
            (usage.completion_tokens, self.output),
        ];
        let total: f64 = parts
            .iter()
            .map(|(tokens, price)| *tokens as f64 * price)
            .sum();
        total / MILLION
    }
}

/// A call that is about to be made, or several side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    pub prompt: u64,
    /// Tokens that the answer is expected to have, and the most that it may.
    pub expected: u64,
    pub most: u64,
    /// What comes of it until it is stopped is of use.
    pub keeps_part: bool,
}

/// What a call may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grant {
    pub max_tokens: u64,
    /// When it has to be over, where time is bounded.
    pub time: Option<Duration>,
}

impl Call {
    /// A call with these messages.
    #[must_use]
    pub fn of(messages: &[Message], expected: u64, most: u32) -> Self {
        let prompt = tokens_of(messages);
        Self {
            prompt: prompt as u64,
            expected: expected.min(most.into()),
            most: most.into(),
            keeps_part: false,
        }
    }

    /// A call for a text, of which a part is of use too.
    #[must_use]
    pub fn for_text(self) -> Self {
        Self {
            keeps_part: true,
            ..self
        }
    }
}

/// Which ceiling is in the way of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    pub of: Limit,
    /// In words for the analyst.
    pub why: String,
}

/// Whether the study can afford a call, and what it may take then.
pub fn grant(study: &Study, prices: &Prices, by: &str, call: Call) -> Result<Grant, Reached> {
    let reached = |of, why| Err(Reached { of, why });
    let ceilings = study.ceilings;
    let mut most = call.most;
    if let Some(ceiling) = ceilings.tokens {
        let spent = study.tokens_spent();
        let needed = call.prompt.saturating_add(call.expected);
        let left = ceiling.saturating_sub(spent);
        if needed > left {
            return reached(
                Limit::Tokens,
                format!(
                    "{} of {} tokens are spent, and the next step takes about {}",
                    grouped(spent as usize),
                    grouped(ceiling as usize),
                    grouped(needed as usize)
                ),
            );
        }
        most = most.min(left.saturating_sub(call.prompt));
    }
    if let Some(ceiling) = ceilings.cost {
        let (Some(price), Some(spent)) = (prices.of(by), prices.spent(study)) else {
            return reached(
                Limit::Price,
                format!(
                    "the cost has a ceiling, and no price is known for all that is used: add {by} under [prices]"
                ),
            );
        };
        let usage = |completion_tokens| Usage {
            prompt_tokens: call.prompt,
            completion_tokens,
            ..Usage::default()
        };
        let needed = price.cost(usage(call.expected));
        let left = ceiling - spent;
        if needed > left {
            return reached(
                Limit::Cost,
                format!(
                    "{} of {} are spent, and the next step takes about {}",
                    beside(spent, ceiling),
                    beside(ceiling, ceiling),
                    beside(needed, ceiling)
                ),
            );
        }
        if price.output > 0.0 {
            let affordable = (left - price.cost(usage(0))) * MILLION / price.output;
            most = most.min(affordable.max(0.0) as u64);
        }
    }
    let mut time = None;
    if let Some(ceiling) = ceilings.seconds {
        let spent = study.time_spent();
        let left = Duration::from_secs(ceiling).saturating_sub(spent);
        let needed = study
            .spending
            .get(by)
            .and_then(|known| Some(known.time_for(call.expected)?.min(known.time_of_a_call())))
            .unwrap_or_default();
        // A call is stopped when the time is up.
        let least = if call.keeps_part { needed / 2 } else { needed };
        if left.is_zero() || least > left {
            return reached(
                Limit::Time,
                format!(
                    "{:.1} s of {ceiling} s are spent, and the next step takes about {} s",
                    spent.as_secs_f32(),
                    needed.as_secs().max(1)
                ),
            );
        }
        time = Some(left);
    }
    Ok(Grant {
        max_tokens: most.max(1),
        time,
    })
}

impl Spending {
    /// How long so many tokens are likely to take, by what came before.
    #[must_use]
    pub fn time_for(&self, tokens: u64) -> Option<Duration> {
        let known = self.usage.completion_tokens;
        (known > 0).then(|| {
            let share = tokens as f64 / known as f64;
            Duration::from_millis((self.duration_ms as f64 * share) as u64)
        })
    }

    /// How long a call took on average.
    #[must_use]
    pub fn time_of_a_call(&self) -> Duration {
        Duration::from_millis(self.duration_ms / self.calls.max(1))
    }
}

/// What writing all sections is likely to take, and what it comes to with all that may follow by itself: judging, reflecting, refining, revising.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    pub writing: Takes,
    /// With the questions about the brief, and some of its parts doubted and mended, as it mostly goes.
    pub usual: Takes,
    pub most: Takes,
}

/// What calls take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Takes {
    pub tokens: u64,
    pub cost: Option<f64>,
    pub time: Option<Duration>,
}

impl Takes {
    /// What is left of it where some of it is done.
    #[must_use]
    pub fn without(self, done: Self) -> Self {
        let both = |own: Option<f64>, done: Option<f64>| Some((own? - done?).max(0.0));
        Self {
            tokens: self.tokens.saturating_sub(done.tokens),
            cost: both(self.cost, done.cost),
            time: self
                .time
                .zip(done.time)
                .map(|(own, done)| own.saturating_sub(done)),
        }
    }
}

/// The rules and the question around the evidence of one turn, and the system's words before all of them.
const TURN: u64 = 200;
const SYSTEM: u64 = 400;
/// Characters of a passage, as evidence is cut, where that is not known of the evidence; and of the lines before it that say where it stands.
pub const PASSAGE: u64 = 1000;
const PLACE: u64 = 110;
/// A question about the brief besides the brief itself, and its answer.
const QUESTION: u64 = 430;
const ANSWER: u64 = 200;
/// A turn of a later cycle besides the brief, which brings little evidence that is new to the conversation, and the edits that answer it.
const LATER: u64 = 450;
const EDITS: u64 = 150;

/// What a forecast goes by.
#[derive(Debug, Clone, Copy)]
pub struct Size<'a> {
    /// The words that each section is to have.
    pub words: &'a [u32],
    /// Characters of evidence that a turn may hold.
    pub room: usize,
    /// Characters of a passage on average.
    pub passage: u64,
    /// Whether a critic reads the parts that the checker doubts.
    pub criticises: bool,
}

/// The forecast for a draft of such a size, and for what its plan lets follow.
#[must_use]
pub fn forecast(
    study: &Study,
    prices: &Prices,
    by: &str,
    Size {
        words,
        room,
        passage,
        criticises,
    }: Size<'_>,
    plan: &RunPlan,
) -> Forecast {
    let passages: u64 = study
        .current()
        .map(|document| u64::from(document.passages))
        .sum();
    let room = room as u64 / 4;
    let mut unsent = passages.saturating_mul(passage + PLACE) / 4;
    // Little evidence makes no long text.
    let told = passages.saturating_mul(passage) / 4 / (words.len() as u64).max(1);
    let (mut prompt, mut written) = (0, 0);
    let mut conversation = SYSTEM;
    for words in words {
        let reply = expected_tokens(*words).min(told);
        // What an earlier turn holds is not sent again, but all of it stands before the next.
        let evidence = room.min(unsent);
        unsent -= evidence;
        conversation += TURN + evidence;
        prompt += conversation;
        conversation += reply;
        written += reply;
    }
    let takes = |prompt: u64, written: u64| {
        let known = study.spending.get(by);
        let cached = known.map_or(0, |known| {
            let Usage {
                prompt_tokens,
                cached_tokens,
                ..
            } = known.usage;
            let share = cached_tokens as f64 / prompt_tokens.max(1) as f64;
            (prompt as f64 * share.min(1.0)) as u64
        });
        let usage = Usage {
            prompt_tokens: prompt,
            cached_tokens: cached,
            completion_tokens: written,
            ..Usage::default()
        };
        Takes {
            tokens: prompt + written,
            cost: prices.of(by).map(|price| price.cost(usage)),
            time: known.and_then(|known| known.time_for(written)),
        }
    };
    let writing = takes(prompt, written);
    let brief = written;
    let ask = |conversation: u64| conversation + brief + QUESTION;
    let parts = words.len() as u64;
    let criticised = |parts: u64| if criticises { parts } else { 0 };
    // A checker doubts something in one part of three, and half of them are mended.
    let (doubted, half) = (parts.div_ceil(3), parts.div_ceil(2));
    let asked_once = u64::from(plan.judge) + u64::from(plan.reflect);
    let usual = {
        let mut conversation = conversation;
        let mut questions = asked_once + criticised(doubted);
        let mut prompt = prompt + questions * ask(conversation);
        let mut written = written;
        if plan.reflect || plan.judge && plan.revisions > 0 {
            conversation += brief;
            for _ in 0..half {
                conversation += LATER;
                prompt += conversation;
                conversation += EDITS;
                written += EDITS;
            }
            let again = criticised(doubted) + u64::from(plan.judge);
            prompt += again * (conversation + QUESTION);
            questions += again;
        }
        takes(prompt, written + questions * ANSWER)
    };
    let mut questions = asked_once + criticised(parts);
    prompt += questions * ask(conversation);
    for _ in 0..u64::from(plan.reflect) + u64::from(plan.revisions) {
        for _ in words {
            conversation += LATER;
            prompt += conversation;
            conversation += EDITS;
            written += EDITS;
        }
        let again = criticised(parts) + u64::from(plan.judge);
        questions += again;
        prompt += again * ask(conversation);
    }
    written += questions * ANSWER;
    Forecast {
        writing,
        usual,
        most: takes(prompt, written),
    }
}

/// Tokens that a text of so many words is expected to have [W11].
#[must_use]
pub fn expected_tokens(words: u32) -> u64 {
    (f64::from(words) * 1.3).ceil() as u64
}

impl Forecast {
    /// Whether writing alone is likely to take more than the study's ceilings leave.
    #[must_use]
    pub fn is_beyond(&self, study: &Study) -> bool {
        let Ceilings {
            tokens,
            cost,
            seconds,
        } = study.ceilings;
        let Takes {
            tokens: takes,
            cost: costs,
            time,
        } = self.writing;
        tokens.is_some_and(|ceiling| study.tokens_spent().saturating_add(takes) > ceiling)
            || cost
                .zip(costs)
                .is_some_and(|(ceiling, costs)| costs > ceiling)
            || seconds.zip(time).is_some_and(|(ceiling, time)| {
                study.time_spent().saturating_add(time) > Duration::from_secs(ceiling)
            })
    }

    /// The same in fewer and fewer words, the longest first: at the last only what it costs, or the tokens where no price is known.
    #[must_use]
    pub fn forms(&self) -> [String; 3] {
        let usual = Self {
            most: self.usual,
            ..*self
        };
        let least = match self.usual.cost {
            Some(cost) => format!("~{}", dollars(cost)),
            None => Self {
                usual: Takes {
                    time: None,
                    ..self.usual
                },
                ..usual
            }
            .in_words(),
        };
        [self.in_words(), usual.in_words(), least]
    }

    /// Such as `~20k tokens, ~$0.12, ~40 s`, and what it comes to at most where more may follow: `; 60k, $0.70, 90 s if much is wrong`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let Self { usual, most, .. } = self;
        let tokens = |tokens: u64| match tokens {
            few @ 0..1000 => few.to_string(),
            many => format!("{}k", many.div_ceil(1000)),
        };
        let told = |takes: &Takes, about: &str, unit: &str| {
            let cost = takes.cost.map(|cost| format!("{about}{}", dollars(cost)));
            let time = takes.time.map(|time| time.as_secs().max(1));
            let parts = [
                Some(format!("{about}{}{unit}", tokens(takes.tokens))),
                cost,
                time.map(|seconds| format!("{about}{seconds} s")),
            ];
            parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        };
        let usually = told(usual, "~", " tokens");
        if most.tokens > usual.tokens {
            format!("{usually}; {} if much is wrong", told(most, "", ""))
        } else {
            usually
        }
    }
}

/// An amount that is told beside a ceiling, with as many digits as it takes to tell the two apart.
fn beside(cost: f64, ceiling: f64) -> String {
    if ceiling < 1.0 {
        format!("${cost:.4}")
    } else {
        dollars(cost)
    }
}

/// An amount, with as many digits as it takes to be more than nothing.
#[must_use]
pub fn dollars(cost: f64) -> String {
    if cost > 0.0 && cost < 0.01 {
        format!("${cost:.4}")
    } else {
        format!("${cost:.2}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::study::{Document, DocumentId, Event};

    fn study(ceilings: Ceilings) -> Study {
        Study::fold(&[Event::BudgetSet { ceilings }])
    }

    fn prices() -> Prices {
        let price = Price {
            input: 2.0,
            cached: 0.5,
            output: 10.0,
        };
        Prices([("lab".to_owned(), price)].into())
    }

    fn spent(by: &str, prompt: u64, completion: u64, duration_ms: u64) -> Event {
        Event::CallSpent {
            by: by.to_owned(),
            usage: Usage {
                prompt_tokens: prompt,
                completion_tokens: completion,
                ..Usage::default()
            },
            duration_ms,
        }
    }

    const CALL: Call = Call {
        prompt: 1000,
        expected: 200,
        most: 300,
        keeps_part: false,
    };

    #[test]
    fn a_call_gets_what_is_left_or_is_not_made() {
        let tokens = |tokens| {
            let ceilings = Ceilings {
                tokens: Some(tokens),
                ..Ceilings::default()
            };
            grant(&study(ceilings), &prices(), "lab/m", CALL)
        };
        assert_eq!(tokens(5000).map(|grant| grant.max_tokens), Ok(300));
        assert_eq!(tokens(1250).map(|grant| grant.max_tokens), Ok(250));
        let Reached { of, why } = tokens(1199).expect_err("too little");
        assert_eq!(of, Limit::Tokens);
        assert!(
            why.contains("0 of 1,199 tokens") && why.contains("1,200"),
            "{why}"
        );
        let cost = |cost| {
            let ceilings = Ceilings {
                cost: Some(cost),
                ..Ceilings::default()
            };
            grant(&study(ceilings), &prices(), "lab/m", CALL)
        };
        assert_eq!(cost(1.0).map(|grant| grant.max_tokens), Ok(300));
        assert_eq!(cost(0.004_500_1).map(|grant| grant.max_tokens), Ok(250));
        assert!(
            cost(0.003)
                .expect_err("too little")
                .why
                .contains("$0.0000 of $0.0030")
        );
    }

    #[test]
    fn a_ceiling_on_cost_needs_prices() {
        let ceilings = Ceilings {
            cost: Some(1.0),
            ..Ceilings::default()
        };
        let Reached { of, why } =
            grant(&study(ceilings), &prices(), "other/m", CALL).expect_err("no price");
        assert_eq!(of, Limit::Price);
        assert!(why.contains("other/m under [prices]"), "{why}");
    }

    #[test]
    fn time_is_reckoned_from_how_fast_a_model_was() {
        let mut study = study(Ceilings {
            seconds: Some(60),
            ..Ceilings::default()
        });
        let time = |study: &Study| grant(study, &prices(), "lab/m", CALL).map(|grant| grant.time);
        assert_eq!(time(&study), Ok(Some(Duration::from_mins(1))));
        study.apply(&spent("lab/m", 10, 100, 20_000));
        assert_eq!(time(&study), Ok(Some(Duration::from_secs(40))));
        study.apply(&spent("lab/m", 10, 100, 20_000));
        assert_eq!(
            time(&study),
            Ok(Some(Duration::from_secs(20))),
            "200 tokens would take 40 s, and calls so far took 20"
        );
        study.apply(&spent("lab/m", 10, 100, 8000));
        let Reached { of, why } = time(&study).expect_err("12 s are left, and calls take 16");
        assert_eq!(of, Limit::Time);
        assert!(why.contains("48.0 s of 60 s"), "{why}");
        // Half a text is worth having.
        let text = grant(&study, &prices(), "lab/m", CALL.for_text());
        assert!(text.is_ok(), "{text:?}");
    }

    fn size(words: &[u32], room: usize) -> Size<'_> {
        Size {
            words,
            room,
            passage: PASSAGE,
            criticises: false,
        }
    }

    #[test]
    fn what_is_likely_goes_by_how_long_the_evidence_is() {
        let mut study = study(Ceilings::default());
        for id in 1..=10 {
            study.apply(&Event::EvidenceAdded {
                document: Document {
                    id: DocumentId(id),
                    passages: 1,
                    ..Document::default()
                },
            });
        }
        let plan = RunPlan {
            judge: true,
            reflect: true,
            revisions: 2,
            ..RunPlan::default()
        };
        let takes = |passage| {
            let size = Size {
                passage,
                criticises: true,
                ..size(&[220, 220, 220], 40_000)
            };
            forecast(&study, &prices(), "other/m", size, &plan)
        };
        // Ten notes of 290 characters took 5,900 tokens to write up; with what followed 31,100 where a critic read one part once, and 44,800 where it read two
        // of three parts twice.
        let notes = takes(290);
        assert!((5_000..9_000).contains(&notes.writing.tokens), "{notes:?}");
        assert!((31_100..44_800).contains(&notes.usual.tokens), "{notes:?}");
        assert!(takes(PASSAGE).usual.tokens > notes.usual.tokens + 10_000);
    }

    #[test]
    fn a_forecast_says_what_a_cycle_is_likely_to_take() {
        let mut study = study(Ceilings::default());
        study.apply(&Event::EvidenceAdded {
            document: Document {
                id: DocumentId(1),
                passages: 40,
                ..Document::default()
            },
        });
        let all = |study: &Study, by| {
            forecast(
                study,
                &prices(),
                by,
                size(&[200, 200, 200], 6000),
                &RunPlan::default(),
            )
            .in_words()
        };
        assert_eq!(all(&study, "lab/m"), "~13k tokens, ~$0.03");
        // The evidence is sent once, however many turns there are.
        let words = size(&[200, 200, 200], 200_000);
        let little = forecast(&study, &prices(), "other/m", words, &RunPlan::default());
        assert_eq!(little.in_words(), "~38k tokens");
        let plan = RunPlan {
            judge: true,
            reflect: true,
            revisions: 2,
            ..RunPlan::default()
        };
        let with_all = forecast(
            &study,
            &prices(),
            "lab/m",
            size(&[200, 200, 200], 6000),
            &plan,
        )
        .in_words();
        assert_eq!(
            with_all,
            "~54k tokens, ~$0.12; 146k, $0.32 if much is wrong"
        );
        assert_eq!(all(&study, "other/m"), "~13k tokens");
        study.apply(&spent("other/m", 10, 100, 2000));
        assert_eq!(all(&study, "other/m"), "~13k tokens, ~15 s");
    }

    proptest! {
        #[test]
        fn calls_within_their_grants_stay_under_every_ceiling(
            tokens in 0..30_000_u64, cost in 0.0..0.3_f64, calls in prop::collection::vec((1..4000_u64, 1..800_u64, 1..1200_u64, 0.0..1.0_f64), 1..30)
        ) {
            let mut study = study(Ceilings { tokens: Some(tokens), cost: Some(cost), seconds: None });
            for (prompt, expected, most, share) in calls {
                let call = Call { prompt, expected: expected.min(most), most, keeps_part: false };
                let Ok(grant) = grant(&study, &prices(), "lab/m", call) else { break };
                prop_assert!(grant.max_tokens <= most);
                prop_assert!(grant.max_tokens >= call.expected.min(most), "an answer of the expected length has room");
                let written = (grant.max_tokens as f64 * share) as u64;
                study.apply(&spent("lab/m", prompt, written, 0));
            }
            prop_assert!(study.tokens_spent() <= tokens);
            prop_assert!(prices().spent(&study).unwrap_or_default() <= cost + 1e-9);
        }
    }
}
