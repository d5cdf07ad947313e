//! Reckoned: a claim with an amount that follows from two or three figures of its evidence, where the rest of what it says is there.
//!
//! A writer says that costs were £20m higher, that the two orders come to 66 aircraft or that 45 % of the notices came from two sectors; the sources give the
//! values and leave the arithmetic to him. Such an amount is looked for among the differences, sums, shares, products and stretches of time of the values that
//! stand beside the claim's own words. Which of two values has to be the greater is told by the claim's words, so that a fall is no rise.

mod operands;
mod ways;

use std::ops::Range;

use self::operands::{Given, given};
use self::ways::{Derived, derive};
use super::wording::as_read;
use crate::check::language::numbers::{Amount, Quantity, Unit, borne_out, quantities, with_bound};
use crate::check::language::synonyms::are_one;
use crate::check::language::terms::{is_figure, is_stop_word, plain, plain_words, stem, words};
use crate::check::meaning::denying::is_denying;

/// Words of a reckoning, and of the sentence around it, that stand in no source.
#[rustfmt::skip]
const OF_RECKONING: &[&str] = &[
    "difference", "total", "totals", "totalled", "totaled", "sum", "sums", "share", "gap", "margin", "together", "combined", "altogether", "percentage", "percent",
    "points", "point", "apiece", "each", "worth", "came", "come", "comes", "amounted", "amounts", "amount", "add", "adds", "added", "alone", "interval", "apart", "later",
    "earlier", "before", "after", "between", "compared", "comparison", "versus", "against", "relative", "figure", "figures", "number", "numbers", "times", "equals", "equal",
    "equivalent", "works", "out", "made", "make", "makes", "means", "leaves", "leaving", "left", "remaining", "remain", "rest", "remainder", "others", "other", "thus",
    "therefore", "hence", "overall", "per", "short", "above", "below", "over", "under", "behind", "ahead", "summary", "taken", "calculated", "roughly", "approximately", "about",
    "nearly", "almost", "around", "some", "just", "lie", "lies", "passed", "same", "previous", "year", "years", "month", "months", "day", "days", "week", "weeks", "century",
    "centuries", "decade", "decades", "still", "put", "went", "represent", "represents", "represented", "account", "accounts", "accounted", "counting", "whole", "higher",
    "lower", "more", "less", "fewer", "greater", "larger", "smaller", "longer", "shorter", "two", "both", "three", "four", "goal", "target", "yet",
];

/// What of a claim follows, and what it follows from.
pub(super) struct Reckoning {
    /// In words, for the reader.
    pub(super) told: Vec<String>,
    /// The amounts that follow, as the claim has them.
    pub(super) amounts: Vec<String>,
    /// The sentence with the first of the values: which text, and its bytes.
    pub(super) at: (usize, Range<usize>),
    /// Whether the rest of the claim is there as well.
    pub(super) fits: bool,
}

/// What a claim reckons from the values of these texts, if there is anything that they do not have as it is.
pub(super) fn reckoning(claim: &str, texts: &[&str]) -> Option<Reckoning> {
    const LEAST: f32 = 0.3;
    let wanted = quantities(claim);
    if !wanted.iter().any(|own| own.amount().is_some()) {
        return None;
    }
    let all = given(claim, texts);
    let values = || all.iter().flat_map(|given| given.own.iter());
    let mut lacking = wanted
        .iter()
        .filter(|wanted| wanted.is_firm() || wanted.amount().is_some());
    if !lacking.any(|wanted| !borne_out(wanted, values())) {
        return None;
    }
    let read = as_read(claim, texts);
    let claim = &*read;
    let wanted = quantities(claim);
    let mut told = Vec::new();
    let mut amounts = Vec::new();
    let mut from: Vec<usize> = Vec::new();
    let mut lacking: Vec<&Quantity> = Vec::new();
    for own in &wanted {
        if let Some(derived) = is_asked(claim, own, values())
            .then(|| derive(own, claim, &wanted, &all))
            .flatten()
        {
            let Derived { words, sentences } = derived;
            let written = claim.get(with_bound(claim, &own.span))?;
            told.push(format!("{written} follows from {words}"));
            amounts.push(written.to_owned());
            from.extend(sentences);
        } else if !borne_out(own, values()) && own.is_firm() {
            lacking.push(own);
        }
    }
    // Of how many sources it is the sum: `two deals`.
    let is_count = |own: &&Quantity| {
        let amount = own.amount();
        amount.is_some_and(|one| one.low.total_cmp(&(from.len() as f64)).is_eq())
    };
    let is_all_there = lacking.iter().all(is_count);
    let first = all.get(*from.first()?)?;
    let share = told_beside(claim, &wanted, &from, &all);
    // How sure a difference is does not follow from it.
    let is_judged = |word: &str| is_denying(word) || word.starts_with("significan");
    let judges = plain_words(claim).any(|word| is_judged(&word));
    (share >= LEAST).then(|| Reckoning {
        told,
        amounts,
        at: (first.text, first.span.clone()),
        fits: is_all_there && !judges && share >= ENOUGH,
    })
}

/// The part of a claim's words from which on a reckoned claim is about what its values are of.
const ENOUGH: f32 = 0.6;

/// Whether an amount of a claim is to be reckoned: the texts do not have it.
fn is_asked<'q>(claim: &str, own: &Quantity, values: impl Iterator<Item = &'q Quantity>) -> bool {
    own.amount().is_some() && !borne_out(own, values) && claim.get(own.span.clone()).is_some()
}

/// Which part of the words of a claim, without its figures and the words of reckoning, stands in or beside the sentences from which it is reckoned. A name has to.
fn told_beside(claim: &str, wanted: &[Quantity], from: &[usize], all: &[Given<'_>]) -> f32 {
    const NEAR: usize = 3;
    let near: Vec<&Given<'_>> = all
        .iter()
        .enumerate()
        .filter(|(at, given)| {
            from.iter().any(|&from| {
                let is_beside = at.abs_diff(from) <= NEAR;
                is_beside && all.get(from).is_some_and(|own| own.text == given.text)
            }) || given.is_title
        })
        .map(|(_, given)| given)
        .collect();
    let has = |all: &[&Given<'_>], word: &str| {
        let mut stems = all.iter().flat_map(|given| given.stems.iter());
        stems.any(|own| own == word || are_one(own, word) || has_beginning(own, word))
    };
    let everywhere: Vec<&Given<'_>> = all.iter().collect();
    let mut is_first = true;
    let mut before = String::new();
    let (mut held, mut asked) = (0.0, 0.0);
    for span in words(claim) {
        let Some(written) = claim.get(span.clone()) else {
            continue;
        };
        let last = std::mem::replace(&mut before, plain(written));
        let is_opening = std::mem::replace(&mut is_first, false);
        let lower = plain(written);
        let is_within = |own: &&Quantity| own.span.start <= span.start && span.end <= own.span.end;
        let mut within = wanted.iter().filter(is_within);
        let is_counted = within.any(|own| own.amount().is_none_or(|own| !is_counting(own)));
        if is_counted
            || is_stop_word(&lower)
            || is_figure(&lower)
            || OF_RECKONING.contains(&lower.as_str())
            || ways::is_way(&lower)
        {
            continue;
        }
        asked += 1.0;
        let word = stem(&lower);
        if has(&near, &word) {
            held += 1.0;
        } else {
            let is_name = written.starts_with(char::is_uppercase) && !is_opening;
            let is_case = matches!(last.as_str(), "with" | "among" | "than" | "for");
            // What is named nowhere is another thing, and so is a case of which nobody speaks: `with aspirin`.
            if (is_name || is_case) && !has(&everywhere, &word) {
                return 0.0;
            }
        }
    }
    if asked < 1.0 { 1.0 } else { held / asked }
}

/// Whether a count says what it counts: its noun is asked for as any word.
fn is_counting(amount: &Amount) -> bool {
    matches!(amount.unit, Unit::Counted(_))
}

/// Whether two stems have so long a beginning that they are forms of one word: `punctual`, `punctuality`.
fn has_beginning(own: &str, other: &str) -> bool {
    const LONG: usize = 5;
    let (short, long) = if own.len() < other.len() {
        (own, other)
    } else {
        (other, own)
    };
    short.len() >= LONG && long.starts_with(short) && long.len() - short.len() <= 4
}

#[cfg(test)]
mod tests;
