//! Spread: how far two values lie apart that may be of one thing: several in one order, two bounds, or two that are both given roughly.

use super::values::differs;
use crate::check::language::numbers::{Amount, Bound, Quantity, Unit};

/// How many of the values of two sentences differ that give as many of each kind in one order: `482 (22.9%) of the one and 1,110 (25.7%) of the other`. None
/// where some lie so far apart that they need not be of one thing.
pub(super) fn differing_in_order(own: &[&Amount], theirs: &[&Amount]) -> usize {
    const FAR: f64 = 1.5;
    let of_kind = |all: &[&Amount], kind: &Amount| -> Vec<Amount> {
        let same = all
            .iter()
            .filter(|amount| amount.unit.counts_same(&kind.unit));
        same.map(|amount| (*amount).clone()).collect()
    };
    let mut count = 0;
    for (at, amount) in own.iter().enumerate() {
        let (left, right) = (of_kind(own, amount), of_kind(theirs, amount));
        if right.is_empty() {
            continue;
        }
        if left.len() != right.len() {
            return 0;
        }
        let before = own.iter().take(at);
        let place = before
            .filter(|other| other.unit.counts_same(&amount.unit))
            .count();
        let Some(other) = right.get(place) else {
            return 0;
        };
        let (a, b) = (amount.low.abs(), other.low.abs());
        if a.max(b) > FAR * a.min(b) {
            return 0;
        }
        count += usize::from(lie_apart(amount, other));
    }
    // One figure among several may be of another thing.
    if count >= 2 { count } else { 0 }
}

/// Whether two sentences give the one thing that both bound another bound: `up to 64 nodes`, `no more than 32 nodes`.
pub(crate) fn bound_otherwise(own: &[Quantity], theirs: &[Quantity]) -> bool {
    let bounds = |all: &[Quantity]| -> Vec<Amount> {
        let amounts = all.iter().filter_map(Quantity::amount);
        let counted = amounts.filter(|amount| {
            amount.bound == Bound::AtMost && !matches!(amount.unit, Unit::Bare | Unit::Label(_))
        });
        counted.cloned().collect()
    };
    match (bounds(own).as_slice(), bounds(theirs).as_slice()) {
        ([own], [theirs]) => {
            own.unit.counts_same(&theirs.unit)
                && (own.high - theirs.high).abs() > 0.05 * own.high.max(theirs.high)
        }
        _ => false,
    }
}

/// What the last digit that is no zero stands for: of 410, ten.
fn last_place(amount: &Amount) -> f64 {
    const MOST: i32 = 15;
    let value = amount.low / amount.per.max(f64::MIN_POSITIVE);
    let places = (0..MOST).map(|place| 10_f64.powi(place));
    let whole = places.take_while(|place| (value / place).fract() == 0.0);
    whole.last().unwrap_or(0.0) * amount.per
}

/// Whether two amounts that are both given roughly are one, as far as anybody says: `about five`, `roughly six`.
pub(crate) fn are_roughly_one(a: &Amount, b: &Amount) -> bool {
    const NEAR: f64 = 0.2;
    let is_rough = |amount: &Amount| amount.bound == Bound::About;
    let apart = (f64::midpoint(a.low, a.high) - f64::midpoint(b.low, b.high)).abs();
    is_rough(a)
        && is_rough(b)
        && apart <= last_place(a).min(last_place(b))
        && apart <= NEAR * a.high.abs().max(b.high.abs())
}

/// Whether two amounts lie apart beyond rounding and spread.
pub(crate) fn lie_apart(a: &Amount, b: &Amount) -> bool {
    differs(a, b) && !are_roughly_one(a, b)
}
