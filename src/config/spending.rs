//! `[budget]` and `[prices]`: what a study may take, and what models cost [M5].

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::pipeline::{Price, Prices};
use crate::study::Ceilings;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BudgetEntry {
    tokens: Option<u64>,
    cost: Option<f64>,
    time: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PriceEntry {
    input: f64,
    cached: Option<f64>,
    output: f64,
}

/// The ceilings of a file; zero and nothing mean none.
pub(super) fn ceilings(entry: &BudgetEntry, problems: &mut Vec<String>) -> Ceilings {
    let time = entry.time.as_deref().unwrap_or_default();
    let seconds = Ceilings::parse(time).and_then(|read| match read {
        Ceilings {
            tokens: None,
            cost: None,
            seconds,
        } => Ok(seconds),
        _ => Err(format!("“{time}” is not a duration: write it like 10 min")),
    });
    let cost = entry.cost.filter(|cost| *cost != 0.0);
    if cost.is_some_and(|cost| !(cost.is_finite() && cost > 0.0)) {
        problems.push("[budget] cost must be more than 0; 0 is no ceiling".into());
    }
    Ceilings {
        tokens: entry.tokens.filter(|tokens| *tokens > 0),
        cost,
        seconds: seconds.unwrap_or_else(|problem| {
            problems.push(format!("[budget] time: {problem}"));
            None
        }),
    }
}

/// The prices of a file, checked.
pub(super) fn prices(entries: BTreeMap<String, PriceEntry>, problems: &mut Vec<String>) -> Prices {
    let mut prices = Prices::default();
    for (writer, entry) in entries {
        let price = Price {
            input: entry.input,
            cached: entry.cached.unwrap_or(entry.input),
            output: entry.output,
        };
        let is_price = |price: f64| price.is_finite() && price >= 0.0;
        if !(is_price(price.input) && is_price(price.cached) && is_price(price.output)) {
            problems.push(format!("[prices] {writer}: a price is 0 or more"));
        }
        prices.0.insert(writer, price);
    }
    prices
}
