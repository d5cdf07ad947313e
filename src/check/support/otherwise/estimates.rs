//! Estimates: whether something was done within its budget or estimate, by the two sums that the evidence gives, or by a turn of speech for it: `twice its estimate`,
//! `overran its budget`.

use super::{Source, opposed, place};
use crate::check::language::numbers::{Amount, Unit, quantities};
use crate::check::language::terms::plain_words;
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};

/// Words for what something was to cost.
#[rustfmt::skip]
const ESTIMATES: &[&str] = &[
    "budget", "budgets", "budgeted", "estimate", "estimates", "estimated", "expected", "planned", "forecast", "projected", "allotted", "foreseen", "anticipated",
];
/// Words for what it did cost.
#[rustfmt::skip]
const COSTS: &[&str] = &["cost", "costs", "costing", "bill", "spent", "price", "paid", "final", "came", "finished", "completed", "built", "done", "total"];

/// A claim that something kept to its estimate of which the evidence says that it did not, or the other way round.
pub(super) fn other_side_of_estimate(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    place(claim, ESTIMATES)?;
    if deny(claim) {
        return None;
    }
    let own = side(claim)?;
    let mut found = None;
    for line in source.lines() {
        if let Some(theirs) = side(line).filter(|_| !deny(line)) {
            if theirs == own {
                return None;
            }
            found = found.or(Some(line.as_slice()));
        }
    }
    if let Some(line) = found {
        return Some(opposed(claim, line));
    }
    let (theirs, line) = by_sums(source)?;
    (theirs != own).then(|| opposed(claim, line))
}

/// Whether a sentence says that more was spent than had been meant to be.
fn side(line: &[Word<'_>]) -> Option<bool> {
    const OVER: &[&str] = &[
        "over",
        "above",
        "exceeded",
        "exceeds",
        "exceeding",
        "overran",
        "overrun",
        "overshot",
        "overspent",
        "beyond",
    ];
    const WITHIN: &[&str] = &["within", "under", "below", "inside"];
    const TIMES: &[&str] = &[
        "twice",
        "double",
        "triple",
        "treble",
        "thrice",
        "quadruple",
        "times",
    ];
    const REACH: usize = 4;
    let estimate = place(line, ESTIMATES)?;
    let from = estimate.saturating_sub(REACH);
    let before = line.get(from..estimate)?;
    let has = |list: &[&str]| place(before, list).is_some();
    // `Over three years the budget`
    let nearest = |list: &[&str]| before.iter().rposition(|word| word.is_in(list));
    if let Some(than) = place(before, &["than"]) {
        let wider = line.get(..from + than)?;
        let last = wider.iter().rposition(|word| {
            word.is_in(&[
                "more", "less", "higher", "lower", "dearer", "cheaper", "costlier",
            ])
        })?;
        return Some(
            wider
                .get(last)?
                .is_in(&["more", "higher", "dearer", "costlier"]),
        );
    }
    if has(TIMES) {
        return Some(true);
    }
    match (nearest(OVER), nearest(WITHIN)) {
        (Some(_), None) => Some(true),
        (None, Some(_)) => Some(false),
        _ => None,
    }
}

/// Whether the sum that was spent is more than the one that was to be, where the evidence gives one of each.
fn by_sums<'s, 't>(source: &'s Source<'t>) -> Option<(bool, &'s [Word<'t>])> {
    let mut meant: Option<Amount> = None;
    let mut spent: Option<(Amount, &[Word<'_>])> = None;
    for line in source.lines() {
        let Some(text) = source.text_of(line) else {
            continue;
        };
        let joins = [" and ", " but ", " while ", " though "];
        let parts = text.split([';', ',']).flat_map(|part| {
            let at = joins.iter().find_map(|join| part.find(join));
            let (one, other) = part.split_at(at.unwrap_or(part.len()));
            [one, other]
        });
        for clause in parts {
            let all = quantities(clause);
            let mut sums = all
                .iter()
                .filter_map(|own| own.amount())
                .filter(|own| !matches!(own.unit, Unit::Label(_) | Unit::Times));
            let (Some(sum), None) = (sums.next(), sums.next()) else {
                continue;
            };
            let mut words = plain_words(clause);
            let has = |list: &[&str]| plain_words(clause).any(|word| list.contains(&word.as_str()));
            if has(ESTIMATES) || words.any(|word| word == "put") {
                if meant.is_some() {
                    return None;
                }
                meant = Some(sum.clone());
            } else if has(COSTS) {
                if spent.is_some() {
                    return None;
                }
                spent = Some((sum.clone(), line));
            }
        }
    }
    let (meant, (spent, line)) = meant.zip(spent)?;
    let is_one_kind = meant.unit == spent.unit
        || meant.unit == Unit::Bare
        || spent.unit == Unit::Bare
        || [&meant, &spent]
            .iter()
            .all(|own| matches!(own.unit, Unit::Bare | Unit::Counted(_)));
    let is_apart = (meant.low - spent.low).abs() > meant.half.max(spent.half);
    (is_one_kind && is_apart).then_some((spent.low > meant.low, line))
}
