//! Changes: what follows from the values of a sentence. A value that it gives twice has changed by so much, `from $40 to $60` is a rise of $20, or of 50 %, or
//! to 1.5 times as much; values come to a sum, `two clubs pay $75 million each`; and shares leave a rest.

use super::bounds::{Bound, with_bound};
use super::derived::derived;
use super::{Amount, Quantity, Unit, Value};
use crate::check::language::terms::{is_one_of, words};

/// The differences, percentages and factors between values of one kind that a sentence sets against each other.
fn changes(text: &str, quantities: &[Quantity]) -> Vec<Quantity> {
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
        let is_single =
            |amount: &Amount| amount.low >= amount.high && amount.low > 0.0 && !amount.is_name();
        let is_one_kind = own.unit == Unit::Bare
            || theirs.unit == Unit::Bare
            || own.unit.counts_same(&theirs.unit);
        if !(is_single(own) && is_single(theirs) && is_one_kind) {
            continue;
        }
        let between = text
            .get(first.span.end..second.span.start)
            .unwrap_or_default();
        let is_one_sentence = !between.contains(['.', '?', '!']);
        let is_set_against = is_one_sentence && has_word(between, AGAINST);
        // Two shares of a sentence are so many points apart, whatever is between them; by how much two things changed are none.
        let is_share = |quantity: &Quantity| {
            let head = text.get(..quantity.span.start).unwrap_or_default();
            !head.trim_end().ends_with(" by")
        };
        let are_shares = own.unit == Unit::Percent
            && theirs.unit == Unit::Percent
            && is_share(first)
            && is_share(second)
            && is_one_sentence;
        if !is_set_against && !are_shares {
            continue;
        }
        let (least, most) = (own.low.min(theirs.low), own.low.max(theirs.low));
        let unit = match (&own.unit, &theirs.unit) {
            (Unit::Percent, _) | (_, Unit::Percent) => Unit::Points,
            (Unit::Bare, unit) | (unit, _) => unit.clone(),
        };
        let mut add = |value: f64, half: f64, unit: Unit| {
            found.push(Quantity {
                span: first.span.start..second.span.end,
                value: Value::Amount(Amount {
                    half,
                    ..Amount::exactly(value, unit)
                }),
            });
        };
        add(most - least, own.half.max(theirs.half), unit);
        if !is_set_against {
            continue;
        }
        // `From 900 to 380` says which of the two was first.
        let (old, new) = (own.low, theirs.low);
        let is_from_to = between.trim() == "to";
        let orders = [(old, new), (new, old)];
        for (old, new) in orders.into_iter().take(if is_from_to { 1 } else { 2 }) {
            add(100.0 * (new - old).abs() / old, 0.5, Unit::Percent);
            add(new / old, 0.05, Unit::Times);
        }
    }
    found.extend(rest(text, quantities));
    found.extend(total(text, quantities));
    found
}

/// All that follows from a text for an amount or a date of a claim, by how its values differ or by the words beside them.
#[must_use]
pub fn following(wanted: &Quantity, claim: &str, text: &str, own: &[Quantity]) -> Vec<Quantity> {
    let mut found = changes(text, own);
    found.extend(derived(wanted, claim, text, own));
    found
}

/// The same of a sentence, without changes where it says such an amount itself.
#[must_use]
pub fn reckoned(wanted: &Quantity, claim: &str, text: &str, own: &[Quantity]) -> Vec<Quantity> {
    let mut found = derived(wanted, claim, text, own);
    if may_be_reckoned(wanted, own) {
        found.extend(changes(text, own));
    }
    found
}

/// How much a sentence says that something changed, where it gives the values before and after and a claim says another part of them: `from 900 to 380, which is
/// 58 % less`.
#[must_use]
pub fn other_change(
    wanted: &Quantity,
    claim: &str,
    text: &str,
    own: &[Quantity],
) -> Option<String> {
    let amount = wanted.amount()?;
    let head = claim.get(..with_bound(claim, &wanted.span).start)?;
    let is_change = match amount.unit {
        Unit::Times => true,
        Unit::Percent | Unit::Points => head.trim_end().ends_with(" by"),
        _ => false,
    };
    if !is_change || !may_be_reckoned(wanted, own) {
        return None;
    }
    let mut from_to = own.windows(2).filter_map(|pair| {
        let [first, second] = pair else { return None };
        let before = text.get(..first.span.start)?;
        let before = before.trim_end_matches(|c: char| !c.is_alphanumeric());
        let between = text.get(first.span.end..second.span.start)?;
        let is_single =
            |amount: &Amount| amount.low >= amount.high && amount.low > 0.0 && !amount.is_name();
        let (old, new) = (first.amount()?, second.amount()?);
        let is_change = before.to_lowercase().ends_with("from") && between.trim() == "to";
        let is_one_kind = old.unit == Unit::Bare || old.unit.counts_same(&new.unit);
        (is_change && is_one_kind && is_single(old) && is_single(new)).then_some((first, second))
    });
    let (first, second) = from_to.next().filter(|_| from_to.next().is_none())?;
    let may_be = changes(text, own)
        .iter()
        .filter_map(Quantity::amount)
        .any(|own| own.bears_out(amount) || own.unit == amount.unit && own.is_compatible(amount));
    if may_be {
        return None;
    }
    let (old, new) = (first.amount()?.low, second.amount()?.low);
    let said = text.get(first.span.start..second.span.end)?;
    let part = (100.0 * (new - old) / old).round();
    let side = if part < 0.0 { "less" } else { "more" };
    Some(format!("{said}, {} % {side}", part.abs()))
}

/// Whether a sentence leaves it to its reader to reckon an amount: it gives no part of a hundred itself where one is asked for, and no more than two values of
/// what is asked for otherwise.
fn may_be_reckoned(wanted: &Quantity, own: &[Quantity]) -> bool {
    let Some(wanted) = wanted.amount() else {
        return false;
    };
    let is_part = |unit: &Unit| matches!(unit, Unit::Percent | Unit::Points | Unit::Times);
    let amounts = own.iter().filter_map(Quantity::amount);
    if wanted.unit == Unit::Points {
        !amounts
            .map(|amount| &amount.unit)
            .any(|unit| *unit == Unit::Points)
    } else if is_part(&wanted.unit) {
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
    let shares = quantities.iter().filter(|quantity| {
        let amount = quantity.amount();
        amount.is_some_and(|amount| amount.unit == Unit::Percent && amount.low >= amount.high)
    });
    let last = shares.clone().next_back()?;
    // Most texts give no share, and their words are not looked at.
    if !has_word(text, REST) {
        return None;
    }
    let left = 100.0
        - shares
            .filter_map(|share| Some(share.amount()?.low))
            .sum::<f64>();
    (left > 0.0 && left < 100.0).then(|| of_kind(last, left))
}

/// What the values of a sentence come to together: so many times one that each has.
fn total(text: &str, quantities: &[Quantity]) -> Option<Quantity> {
    const MOST: f64 = 50.0;
    let each = quantities.iter().find(|quantity| {
        let behind = text.get(quantity.span.end..).unwrap_or_default();
        let next = words(behind).next().and_then(|span| behind.get(span));
        next.is_some_and(|word| is_one_of(word, &["each", "apiece", "jeweils"]))
    })?;
    let own = each.amount()?;
    let count = quantities.iter().find_map(|quantity| {
        let amount = quantity.amount()?;
        let is_count = matches!(amount.unit, Unit::Counted(_)) && quantity.span != each.span;
        (is_count && (2.0..=MOST).contains(&amount.low)).then_some(amount.low)
    })?;
    (own.low >= own.high).then(|| of_kind(each, own.low * count))
}

/// A value that follows from others, of the kind of one of them.
fn of_kind(from: &Quantity, value: f64) -> Quantity {
    let mut derived = from.clone();
    if let Value::Amount(amount) = &mut derived.value {
        (amount.low, amount.high) = (value, value);
        amount.bound = Bound::Exact;
        amount.firm = true;
    }
    derived
}

pub(super) fn has_word(text: &str, list: &[&str]) -> bool {
    let mut all = words(text).filter_map(|span| text.get(span));
    all.any(|word| is_one_of(word, list))
}

#[cfg(test)]
mod tests {
    use crate::check::language::numbers::{borne_out, quantities};

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
