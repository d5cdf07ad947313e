//! Stocks: how many there are of something is another figure than to how many of them something happened: `has 640 nurses`, `hired 35 nurses`, `80 nurses left`.

use crate::check::language::irregular::is_past;
use crate::check::language::numbers::{Amount, Unit, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, stem};

/// What a sentence says of what it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counts {
    /// How many there are.
    Stock,
    /// To how many something happened.
    Happened,
}

/// Whether one of two sentences says how many there are of something, and the other only to how many of these something happened: neither figure is another for
/// the other.
#[must_use]
pub fn are_stock_and_change(a: &str, b: &str) -> bool {
    let (own, theirs) = (counted(a), counted(b));
    let pairs = own
        .iter()
        .flat_map(|one| theirs.iter().map(move |other| (one, other)));
    let like = pairs.filter(|(one, other)| one.0.unit.counts_same(&other.0.unit));
    let is_told_apart = |one: Option<Counts>, other: Option<Counts>| {
        one.zip(other).is_some_and(|(one, other)| one != other)
    };
    like.map(|(one, other)| is_told_apart(one.1, other.1))
        .reduce(|all, next| all && next)
        .unwrap_or_default()
}

/// What a sentence counts, with what it says of it where that is plain.
fn counted(text: &str) -> Vec<(Amount, Option<Counts>)> {
    let mut lexicon = Lexicon::default();
    let reading = Reading::learnt(text, &mut lexicon);
    let found = quantities(text);
    let amounts = found.iter().filter_map(|quantity| {
        let amount = quantity.amount()?;
        let at = reading
            .spans
            .iter()
            .position(|span| span.end > quantity.span.start)?;
        let is_counted = matches!(amount.unit, Unit::Counted(_));
        is_counted.then(|| (amount.clone(), counts(&reading, at)))
    });
    amounts.collect()
}

/// What is said of the things whose number stands at a place.
fn counts(reading: &Reading<'_>, at: usize) -> Option<Counts> {
    /// Words between a number and the verb of what it counts.
    const REACH: usize = 3;
    #[rustfmt::skip]
    const BEFORE_NUMBERS: &[&str] = &[
        "about", "around", "some", "nearly", "almost", "roughly", "over", "only", "just", "more", "than", "at", "least", "another", "further", "up", "all",
    ];
    const THERE_IS: &[&str] = &[
        "has", "have", "is", "are", "owns", "own", "employs", "employ", "operates", "operate",
        "numbers",
    ];
    let mut before = (0..at).rev();
    let verb = before.find(|at| !BEFORE_NUMBERS.contains(&reading.word(*at)));
    let is_there = verb.is_some_and(|verb| THERE_IS.contains(&reading.word(verb)));
    if is_there {
        return Some(Counts::Stock);
    }
    let is_object = verb.is_some_and(|verb| is_deed(reading.word(verb)));
    let is_subject = || {
        let opens = verb.is_none_or(|verb| reading.gap(verb + 1).contains([',', ';']));
        opens && (at + 2..=at + 1 + REACH).any(|at| is_deed(reading.word(at)))
    };
    (is_object || is_subject()).then_some(Counts::Happened)
}

/// Whether a word tells what was done, rather than how it was or what somebody found.
fn is_deed(word: &str) -> bool {
    #[rustfmt::skip]
    const LASTS: &[&str] = &[
        "had", "was", "were", "been", "counted", "numbered", "employed", "owned", "operated", "held", "kept", "ran", "had", "comprised", "included", "contained",
        "reported", "recorded", "registered", "found", "said", "gave", "listed", "totalled", "reached", "averaged", "needed", "used", "carried", "served",
        "treated", "taught", "housed", "sheltered", "hosted", "covered", "showed", "estimated", "expected", "rose", "fell", "grew", "increased",
    ];
    let is_form = word.ends_with("ed") && word.len() > 4 || is_past(word) || word == "left";
    let lasts = || LASTS.iter().any(|known| stem(known) == stem(word));
    is_form && !lasts()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_there_are_is_not_how_many_came_went_or_were_sold() {
        let nurses = "The hospital of Lorn has 640 nurses.";
        for (a, b) in [
            (
                "Borea Air has 22 aircraft.",
                "Borea Air sold 5 aircraft to a lessor.",
            ),
            (nurses, "The hospital hired about 35 nurses from abroad."),
            (nurses, "80 nurses left the hospital in the last year."),
        ] {
            assert!(
                are_stock_and_change(a, b) && are_stock_and_change(b, a),
                "{a} / {b}"
            );
        }
        for (a, b) in [
            (nurses, "The hospital has 560 nurses."),
            (nurses, "The hospital employed 560 nurses in May."),
            (nurses, "The union counted 560 nurses."),
            (
                "Fire crews rescued 12 people.",
                "Fire crews rescued 15 people.",
            ),
            (
                "The hospital of Lorn has 310 beds.",
                "The hospital hired 35 nurses.",
            ),
        ] {
            assert!(!are_stock_and_change(a, b), "{a} / {b}");
        }
    }
}
