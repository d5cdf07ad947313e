//! What the calls of a study came to, in words and figures: how many, tokens, time and money, together, by step and by model.
//!
//! Journals hold tokens and times; what they cost is reckoned here with the prices that hold now. `tercet stats` and the workbench's window tell the same.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::spending::{Prices, dollars};
use crate::study::{Node, Spending, Tally, Usage, grouped, lasting};

/// What was counted, and what models cost.
#[derive(Debug, Clone, Copy)]
pub struct Account<'a> {
    pub tally: &'a Tally,
    pub prices: &'a Prices,
}

/// What one step, or one model, took of all.
#[derive(Debug, Clone, PartialEq)]
pub struct Share {
    pub name: String,
    pub calls: usize,
    /// Of these, without an answer that could be used; nothing where that is not counted.
    pub in_vain: Option<usize>,
    pub usage: Usage,
    pub duration_ms: u64,
    /// Nothing where the price of a model is not known.
    pub cost: Option<f64>,
}

impl Account<'_> {
    /// How many calls, and what for.
    #[must_use]
    pub fn calls(&self) -> String {
        let all = self.tally.all_calls();
        if all.made == 0 {
            return "none: no model was asked".to_owned();
        }
        let kinds = self.tally.calls.iter();
        let kinds: Vec<String> = kinds
            .map(|(node, calls)| format!("{} {}", node.name(), grouped(calls.made)))
            .collect();
        let in_vain = match all.in_vain {
            0 => String::new(),
            some => format!("; {} of them in vain", grouped(some)),
        };
        format!("{} ({}){in_vain}", grouped(all.made), kinds.join(", "))
    }

    #[must_use]
    pub fn tokens(&self) -> String {
        tokens(self.tally.all_spending().usage)
    }

    /// What all of it cost, as far as prices are known.
    #[must_use]
    pub fn cost(&self) -> String {
        let known = self.known_cost();
        match (self.unpriced().as_slice(), known) {
            ([], cost) => dollars(cost),
            (unpriced, _) if unpriced.len() == self.tally.spending.len() => {
                "unknown: set prices under [prices] in the configuration".to_owned()
            }
            (unpriced, cost) => format!(
                "{} without {}, which has no price under [prices]",
                dollars(cost),
                unpriced.join(", ")
            ),
        }
    }

    /// What is known of the cost.
    fn known_cost(&self) -> f64 {
        let spending = self.tally.spending.iter();
        let costs = spending.filter_map(|(by, spent)| Some(self.prices.of(by)?.cost(spent.usage)));
        // A sum of nothing is otherwise less than nothing.
        costs.fold(0.0, |sum, cost| sum + cost)
    }

    /// Models whose price nobody told.
    #[must_use]
    pub fn unpriced(&self) -> Vec<&str> {
        let names = self.tally.spending.keys().map(String::as_str);
        names.filter(|by| self.prices.of(by).is_none()).collect()
    }

    /// How long models were waited for.
    #[must_use]
    pub fn time(&self) -> String {
        let Spending {
            usage, duration_ms, ..
        } = self.tally.all_spending();
        let calls = self.tally.all_calls().made;
        if duration_ms == 0 || calls == 0 {
            return format!("{} of waiting for models", lasting(duration_ms));
        }
        let speed = usage.completion_tokens as f64 * 1000.0 / duration_ms as f64;
        format!(
            "{} of waiting for models, {} a call, {speed:.0} tokens a second",
            lasting(duration_ms),
            lasting(duration_ms / calls as u64)
        )
    }

    /// What each kind of step took, in the order in which a run makes them.
    #[must_use]
    pub fn by_step(&self) -> Vec<Share> {
        let mut nodes: Vec<Option<Node>> = self.tally.calls.keys().copied().map(Some).collect();
        let spent = self.tally.by_step.keys().copied();
        nodes.extend(
            spent.filter(|node| node.is_none_or(|node| !self.tally.calls.contains_key(&node))),
        );
        nodes.sort_by_key(|node| (node.is_none(), *node));
        let share = |node: Option<Node>| {
            let none = BTreeMap::new();
            let models = self.tally.by_step.get(&node).unwrap_or(&none);
            let mut spent = Spending::default();
            for model in models.values() {
                spent.join(*model);
            }
            let counted = node.and_then(|node| self.tally.calls.get(&node));
            Share {
                name: node.map_or("cut short", Node::name).to_owned(),
                calls: counted.map_or_else(
                    || usize::try_from(spent.calls).unwrap_or(usize::MAX),
                    |calls| calls.made,
                ),
                in_vain: counted.map(|calls| calls.in_vain),
                usage: spent.usage,
                duration_ms: spent.duration_ms,
                cost: self.prices.of_all(models),
            }
        };
        nodes.into_iter().map(share).collect()
    }

    /// What each model took.
    #[must_use]
    pub fn by_model(&self) -> Vec<Share> {
        let share = |(by, spent): (&String, &Spending)| Share {
            name: by.clone(),
            calls: usize::try_from(spent.calls).unwrap_or(usize::MAX),
            in_vain: None,
            usage: spent.usage,
            duration_ms: spent.duration_ms,
            cost: self.prices.of(by).map(|price| price.cost(spent.usage)),
        };
        self.tally.spending.iter().map(share).collect()
    }
}

/// The share of the prompts' tokens that came from a cache.
#[must_use]
pub fn cached_share(usage: Usage) -> f64 {
    usage.cached_tokens as f64 / usage.prompt_tokens.max(1) as f64
}

/// Tokens sent and written, in words.
#[must_use]
pub fn tokens(usage: Usage) -> String {
    let mut said = format!("{} in", large(usage.prompt_tokens));
    if usage.cached_tokens > 0 {
        let share = 100.0 * cached_share(usage);
        let _ = write!(
            said,
            ", {} of them cached ({share:.0} %)",
            large(usage.cached_tokens)
        );
    }
    let _ = write!(said, "; {} out", large(usage.completion_tokens));
    if usage.reasoning_tokens > 0 {
        let _ = write!(
            said,
            ", {} of them reasoning",
            large(usage.reasoning_tokens)
        );
    }
    if usage.estimated {
        said.push_str("; partly estimated, because a server reported none");
    }
    said
}

fn large(count: u64) -> String {
    grouped(count.try_into().unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::Price;
    use crate::study::{Envelope, Event};

    fn spent(by: &str, prompt_tokens: u64) -> Event {
        Event::CallSpent {
            by: by.to_owned(),
            usage: Usage {
                prompt_tokens,
                completion_tokens: 10,
                ..Usage::default()
            },
            duration_ms: 2000,
        }
    }

    fn tally(events: Vec<Event>) -> Tally {
        Tally::of(&Envelope::journal(events))
    }

    #[test]
    fn what_steps_and_models_took_adds_up_to_what_is_told_of_all() {
        let tally = tally(vec![spent("lab/m", 40), spent("lab/n", 1_000_000)]);
        let price = Price {
            input: 2.0,
            cached: 1.0,
            output: 0.0,
        };
        let prices = Prices([("lab/n".to_owned(), price)].into());
        let account = Account {
            tally: &tally,
            prices: &prices,
        };
        let [cut] = &account.by_step()[..] else {
            panic!("{:?}", account.by_step());
        };
        assert_eq!((cut.name.as_str(), cut.calls), ("cut short", 2));
        assert_eq!(cut.usage.prompt_tokens, 1_000_040);
        assert_eq!(cut.cost, None, "one of its models has no price");
        let models = account.by_model();
        assert_eq!(
            models.iter().map(|model| model.cost).collect::<Vec<_>>(),
            [None, Some(2.0)]
        );
        let sum: u64 = models.iter().map(|model| model.duration_ms).sum();
        assert_eq!(sum, tally.all_spending().duration_ms);
        assert_eq!(
            account.cost(),
            "$2.00 without lab/m, which has no price under [prices]"
        );
        assert_eq!(account.tokens(), "1,000,040 in; 20 out");
    }

    #[test]
    fn where_no_model_was_asked_nothing_was_spent() {
        let tally = Tally::default();
        let account = Account {
            tally: &tally,
            prices: &Prices::default(),
        };
        assert_eq!(account.calls(), "none: no model was asked");
        assert_eq!(account.cost(), "$0.00");
        assert!(account.by_step().is_empty() && account.by_model().is_empty());
    }
}
