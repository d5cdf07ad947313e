//! Changes: what follows from the values of a sentence. A value that it gives twice has changed by so much, `from $40 to $60` is a rise of $20, or of 50 %, or
//! to 1.5 times as much; values come to a sum, `two clubs pay $75 million each`; and shares leave a rest.

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
    found.extend(rest(text, quantities));
    found.extend(total(text, quantities));
    found
}

/// The changes of a sentence among which an amount is looked for, where it says no such amount itself.
#[must_use]
pub fn reckoned(wanted: &Quantity, text: &str, own: &[Quantity]) -> Vec<Quantity> {
    if may_be_reckoned(wanted, own) {
        changes(text, own)
    } else {
        Vec::new()
    }
}

/// Whether a sentence leaves it to its reader to reckon an amount: it gives no part of a hundred itself where one is asked for, and no more than two values of
/// what is asked for otherwise.
fn may_be_reckoned(wanted: &Quantity, own: &[Quantity]) -> bool {
    let Some(wanted) = wanted.amount() else {
        return false;
    };
    let is_part = |unit: &Unit| matches!(unit, Unit::Percent | Unit::Points | Unit::Times);
    let amounts = own.iter().filter_map(Quantity::amount);
    if is_part(&wanted.unit) {
        !amounts.map(|amount| &amount.unit).any(is_part)
    } else {
        amounts
            .filter(|amount| amount.unit.counts_same(&wanted.unit))
            .count()
            <= 2
    }
}

/// What is left of a hundred where a sentence gives shares and speaks of the rest.
fn rest(text: &str, quantities: &[Quantity]) -> Option<Quantity> {
    const REST: &[&str] = &["rest", "remainder", "remaining", "others", "übrigen"];
    if !has_word(text, REST) {
        return None;
    }
    let shares = quantities.iter().filter(|quantity| {
        let amount = quantity.amount();
        amount.is_some_and(|amount| amount.unit == Unit::Percent && amount.low >= amount.high)
    });
    let last = shares.clone().next_back()?;
    let left = 100.0
        - shares
            .filter_map(|share| Some(share.amount()?.low))
            .sum::<f64>();
    (left > 0.0 && left < 100.0).then(|| derived(last, left))
}

/// What the values of a sentence come to together: so many times one that each has.
fn total(text: &str, quantities: &[Quantity]) -> Option<Quantity> {
    const MOST: f64 = 50.0;
    let each = quantities.iter().find(|quantity| {
        let behind = text.get(quantity.span.end..).unwrap_or_default();
        let next = words(behind).next().and_then(|span| behind.get(span));
        next.is_some_and(|word| matches!(plain(word).as_str(), "each" | "apiece" | "jeweils"))
    })?;
    let own = each.amount()?;
    let count = quantities.iter().find_map(|quantity| {
        let amount = quantity.amount()?;
        let is_count = matches!(amount.unit, Unit::Counted(_)) && quantity.span != each.span;
        (is_count && (2.0..=MOST).contains(&amount.low)).then_some(amount.low)
    })?;
    (own.low >= own.high).then(|| derived(each, own.low * count))
}

/// A value that follows from others, of the kind of one of them.
fn derived(from: &Quantity, value: f64) -> Quantity {
    let mut derived = from.clone();
    if let Value::Amount(amount) = &mut derived.value {
        (amount.low, amount.high) = (value, value);
        amount.bound = Bound::Exact;
        amount.firm = true;
    }
    derived
}

fn has_word(text: &str, list: &[&str]) -> bool {
    words(text)
        .filter_map(|span| text.get(span))
        .any(|word| list.contains(&plain(word).as_str()))
}

#[cfg(test)]
mod tests {
    use crate::check::numbers::{borne_out, quantities};

    use super::changes;

    #[test]
    fn sums_and_rests_follow_from_what_a_sentence_says() {
        for (source, claim, expected) in [
            (
                "Two clubs will pay $75 million each.",
                "Together they pay $150 million.",
                true,
            ),
            (
                "Two clubs will pay $75 million each.",
                "Together they pay $160 million.",
                false,
            ),
            (
                "52 percent were in favour, 31 percent against and the rest undecided.",
                "17 percent were undecided.",
                true,
            ),
            (
                "52 percent were in favour and 31 percent against.",
                "17 percent were undecided.",
                false,
            ),
        ] {
            let derived = changes(source, &quantities(source));
            let wanted = quantities(claim);
            let is_held = wanted
                .first()
                .is_some_and(|wanted| borne_out(wanted, derived.iter()));
            assert_eq!(is_held, expected, "{source} / {claim}");
        }
    }
}
