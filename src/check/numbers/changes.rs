//! Changes: by how much a value that a sentence gives twice has changed, `from $40 to $60` is a rise of $20, or of 50 %, or to 1.5 times as much.

use super::bounds::Bound;
use super::{Amount, Quantity, Unit, Value};
use crate::check::terms::{plain, words};

/// The differences, percentages and factors between values of one kind that a sentence sets against each other.
#[must_use]
pub fn changes(text: &str, quantities: &[Quantity]) -> Vec<Quantity> {
    #[rustfmt::skip]
    const AGAINST: &[&str] = &["from", "with", "to", "against", "than", "versus", "after", "von", "auf", "gegenüber", "nach", "de", "à"];
    let mut found = Vec::new();
    for (at, first) in quantities.iter().enumerate() {
        let Some((second, own, theirs)) = quantities
            .iter()
            .skip(at + 1)
            .find_map(|second| Some((second, first.amount()?, second.amount()?)))
        else {
            continue;
        };
        let between = text
            .get(first.span.end..second.span.start)
            .unwrap_or_default();
        let is_set_against = !between.contains(['.', '?', '!'])
            && words(between)
                .filter_map(|span| between.get(span))
                .map(plain)
                .any(|word| AGAINST.contains(&word.as_str()));
        let is_single = |amount: &Amount| {
            amount.low >= amount.high
                && amount.low > 0.0
                && !matches!(amount.unit, Unit::Label(_) | Unit::Times)
        };
        let is_one_kind = own.unit == Unit::Bare
            || theirs.unit == Unit::Bare
            || own.unit.counts_same(&theirs.unit);
        if !(is_set_against && is_single(own) && is_single(theirs) && is_one_kind) {
            continue;
        }
        let (least, most) = (own.low.min(theirs.low), own.low.max(theirs.low));
        let unit = match (&own.unit, &theirs.unit) {
            (Unit::Percent, _) | (_, Unit::Percent) => Unit::Points,
            (Unit::Bare, unit) | (unit, _) => unit.clone(),
        };
        let mut add = |value: f64, half: f64, unit: Unit| {
            found.push(Quantity {
                span: first.span.clone(),
                value: Value::Amount(Amount {
                    low: value,
                    high: value,
                    unit,
                    half,
                    approximate: false,
                    bound: Bound::Exact,
                    firm: true,
                }),
            });
        };
        add(most - least, own.half.max(theirs.half), unit);
        for base in [least, most] {
            add(100.0 * (most - least) / base, 0.5, Unit::Percent);
        }
        add(most / least, 0.05, Unit::Times);
        add(least / most, 0.05, Unit::Times);
    }
    found
}
