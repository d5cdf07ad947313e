//! Wholes and their parts: which share a number is of the one that it is of, what number a share is, and what was planned of what it came to.

use std::cell::LazyCell;
use std::ops::Range;

use super::changes::has_word;
use super::derived::difference;
use super::{Amount, Quantity, Unit, Value};
use crate::check::language::terms::{is_one_of, plain, plain_words, stem, words};

/// Whether an amount is a part of a hundred.
pub(super) fn is_share(own: &Quantity) -> bool {
    own.amount().is_some_and(|own| own.unit == Unit::Percent)
}

/// `Of the 300 farms inspected, 198 met the standard and 75 failed`: the part of the whole that each number is, in percent.
pub(super) fn shares(text: &str, own: &[Quantity]) -> Vec<Quantity> {
    const MOST: usize = 6;
    let mut found = Vec::new();
    for (at, whole) in own.iter().enumerate() {
        let before = text.get(..whole.span.start).unwrap_or_default();
        let before = format!(" {}", before.trim_end().to_lowercase());
        let is_whole = [" of", " of the", " of all", " among the"]
            .iter()
            .any(|of| before.ends_with(of));
        let Some(all) = whole
            .amount()
            .filter(|all| is_whole && counts(all) && all.low > 1.0)
        else {
            continue;
        };
        let near = own
            .iter()
            .skip(at.saturating_sub(1))
            .take(MOST)
            .filter(|part| part.span != whole.span);
        for part in near {
            let (from, to) = (
                whole.span.start.min(part.span.start),
                whole.span.end.max(part.span.end),
            );
            let is_one_sentence = text
                .get(from..to)
                .is_some_and(|between| !between.contains(". ") && !between.contains(['?', '!']));
            let Some(number) = part
                .amount()
                .filter(|part| counts(part) && part.low < all.low && is_one_sentence)
            else {
                continue;
            };
            let share = 100.0 * number.low / all.low;
            let mut amount = Amount::exactly(share, Unit::Percent);
            amount.half = 0.5;
            found.push(of(from..to, Value::Amount(amount)));
        }
    }
    found
}

/// `Half of the 46 schools`, `25 % of 300 farms`: the number that a part of a whole is.
pub(super) fn parts(text: &str, own: &[Quantity]) -> Vec<Quantity> {
    const SLACK: f64 = 0.05;
    let pairs = own.windows(2).filter_map(|pair| {
        let [part, whole] = pair else { return None };
        let between = text.get(part.span.end..whole.span.start)?;
        let is_of_it = matches!(
            between.trim(),
            "" | "of" | "of the" | "of all" | "the" | "of its" | "of their"
        );
        let (share, all) = (part.amount()?, whole.amount()?);
        let number = share.low * all.low / 100.0;
        let is_whole = (number - number.round()).abs() < SLACK;
        let fits = is_of_it && is_share(part) && share.low >= share.high && counts(all) && is_whole;
        let mut amount = all.clone();
        (amount.low, amount.high) = (number.round(), number.round());
        fits.then(|| of(part.span.start..whole.span.end, Value::Amount(amount)))
    });
    pairs.collect()
}

/// `120 children and 80 adults`: what two counts come to, where a claim counts people or says that it adds up, and by how many the one is more than the other
/// where it says so.
pub(super) fn together(claim: &str, text: &str, own: &[Quantity]) -> Vec<Quantity> {
    const LONGEST: usize = 40;
    const ADDS: &[&str] = &[
        "people",
        "persons",
        "together",
        "total",
        "altogether",
        "combined",
    ];
    /// By these it adds up counts of one thing as well: `six counts of robbery and six counts of theft`.
    const SUMS: &[&str] = &[
        " in all",
        " all told",
        " in total",
        " altogether",
        "a total of",
        " put together",
    ];
    // Asked once, and of few texts.
    let compares =
        LazyCell::new(|| has_word(claim, &["more", "fewer"]) && has_word(claim, &["than"]));
    let adds_up = LazyCell::new(|| {
        let claim = claim.to_lowercase();
        SUMS.iter().any(|sum| claim.contains(sum))
    });
    let adds = LazyCell::new(|| (has_word(claim, ADDS) || *adds_up) && !*compares);
    let pairs = own.windows(2).filter_map(|pair| {
        let [first, second] = pair else { return None };
        let between = text.get(first.span.end..second.span.start)?;
        let (one, other) = (first.amount()?, second.amount()?);
        let are_counts = matches!((&one.unit, &other.unit), (Unit::Counted(a), Unit::Counted(b)) if a != b || *adds_up)
            && counts(one)
            && counts(other);
        let is_list = between.len() <= LONGEST
            && (between.contains(" and ") || between.contains(','))
            && !between.contains(['.', ';']);
        let is_ordered = || is_more_than(claim, one, other);
        if !are_counts || !is_list || !(*adds || *compares && is_ordered()) {
            return None;
        }
        let number = if *compares { (one.low - other.low).abs() } else { one.low + other.low };
        let units = [Unit::Bare, Unit::Counted(vec!["people".to_owned()]), one.unit.clone(), other.unit.clone()];
        let span = first.span.start..second.span.end;
        Some(units.map(|unit| of(span.clone(), Value::Amount(Amount::exactly(number, unit)))))
    });
    pairs.flatten().collect()
}

/// Whether the count that stands behind `more than` in a claim is the smaller of two, or behind `fewer than` the larger.
fn is_more_than(claim: &str, one: &Amount, other: &Amount) -> bool {
    let Some((_, behind)) = claim.split_once(" than ") else {
        return false;
    };
    let names = |amount: &Amount| {
        let Unit::Counted(nouns) = &amount.unit else {
            return false;
        };
        let mut all = words(behind).filter_map(|span| behind.get(span));
        all.any(|word| nouns.iter().any(|noun| stem(noun) == stem(&plain(word))))
    };
    let is_more = has_word(claim, &["more"]);
    match (names(one), names(other)) {
        (true, false) => is_more == (one.low < other.low),
        (false, true) => is_more == (other.low < one.low),
        _ => false,
    }
}

/// Whether an amount is a number of things.
pub(super) fn counts(amount: &Amount) -> bool {
    matches!(amount.unit, Unit::Bare | Unit::Counted(_)) && amount.low >= amount.high
}

/// Words by which a claim speaks of what was meant to be.
pub(super) const PLANNED: &[&str] = &[
    "planned",
    "budgeted",
    "expected",
    "estimated",
    "forecast",
    "budget",
    "originally",
    "intended",
];

/// `2.1 billion, 300 million more than planned`: what was planned.
pub(super) fn planned(text: &str, own: &[Quantity]) -> Vec<Quantity> {
    let pairs = own.windows(2).filter_map(|pair| {
        let [reached, by] = pair else { return None };
        let behind = text.get(by.span.end..)?;
        let first = words(behind).next().and_then(|span| behind.get(span))?;
        let is_more = is_one_of(first, &["more"]);
        if !is_more && !is_one_of(first, &["less", "fewer"]) {
            return None;
        }
        let mut next = plain_words(behind).skip(1);
        let is_than = next.next()? == "than";
        let is_planned = next.take(3).any(|word| PLANNED.contains(&word.as_str()));
        let (whole, part) = (reached.amount()?, by.amount()?);
        let is_one_kind = whole.unit.counts_same(&part.unit) || part.unit == Unit::Bare;
        if !is_than || !is_planned || !is_one_kind || whole.low < whole.high {
            return None;
        }
        let value = difference(part, whole, !is_more);
        let mut amount = whole.clone();
        (amount.low, amount.high) = (value, value);
        Some(of(reached.span.start..by.span.end, Value::Amount(amount)))
    });
    pairs.collect()
}

fn of(span: Range<usize>, value: Value) -> Quantity {
    Quantity { span, value }
}

#[cfg(test)]
mod tests {
    use super::super::derived::derived;
    use crate::check::language::numbers::{borne_out, quantities};

    #[track_caller]
    fn check(source: &str, claim: &str, expected: bool) {
        let own = quantities(source);
        let wanted = quantities(claim);
        let wanted = wanted.first().expect("the claim has a number");
        let found = derived(wanted, claim, source, &own);
        assert_eq!(
            borne_out(wanted, found.iter()),
            expected,
            "{source} / {claim}: {found:?}"
        );
    }

    #[test]
    fn a_share_follows_from_a_part_and_its_whole() {
        let source = "Of the 300 farms inspected, 198 met the standard, 75 failed and 27 refused.";
        check(source, "66 percent met the standard.", true);
        check(source, "A quarter of the farms failed.", true);
        check(source, "A third of the farms failed.", false);
        let half = "Half of the 46 schools have a library.";
        check(half, "23 schools have a library.", true);
        check(half, "22 schools have a library.", false);
    }

    #[test]
    fn what_was_planned_follows_from_what_it_came_to() {
        let source = "The dam cost 2.1 billion kroner, 300 million kroner more than planned.";
        check(source, "1.8 billion kroner had been budgeted.", true);
        check(source, "1.8 billion kroner were spent.", false);
    }

    #[test]
    fn what_two_counts_come_to_is_said_of_people_or_of_both_together() {
        let source = "The ward treated 120 children and 80 adults.";
        check(source, "200 people were treated.", true);
        check(source, "40 more children than adults were treated.", true);
        check(source, "40 more adults than children were treated.", false);
        check(source, "200 adults were treated.", false);
        check(source, "190 people were treated.", false);
        let counts = "He faced six counts of robbery and six counts of theft.";
        check(counts, "He faced twelve counts in all.", true);
        check(counts, "He faced eleven counts in all.", false);
        check(counts, "He faced twelve counts of theft.", false);
    }
}
