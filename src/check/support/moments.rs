//! Moments: a sentence that gives a value to each of two months, quarters of the wind or groups, `4,000 in May, up from 3,100 in April`, and a claim that gives one's
//! value to the other.
//!
//! A claim of April has the words of both. So the sentence is cut where its values part, and each is read with the one label that stands in its piece.

use super::bindings::Exchange;
use super::finding::Finding;
use super::in_full::InFull;
use super::plainly::{Word, read};
use crate::check::language::numbers::{Quantity, Unit, month_named, quantities};
use crate::check::text::sentences::sentences;

/// Words by which the next value is set beside the last.
#[rustfmt::skip]
const APART: &[&str] = &[
    "and", "up", "down", "after", "against", "compared", "while", "versus", "than", "to", "from", "but", "whereas", "above", "below",
];

/// Labels of which a value has one.
#[rustfmt::skip]
const CLASSES: &[&[&str]] = &[
    &["north", "south", "east", "west"],
    &["men", "women"],
    &["boys", "girls"],
    &["urban", "rural"],
    &["spring", "summer", "autumn", "winter"],
    &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
];

/// A label by its class, and which one of it.
type Label = (usize, usize);

/// A value with its label.
struct Labelled {
    value: Quantity,
    label: Label,
    /// As they are written.
    told: String,
    named: String,
}

/// What the texts say to a claim that gives a value to one of two.
pub(super) fn of_another_moment(claim: &str, texts: &[&str]) -> Option<InFull> {
    let own_words = read(claim);
    if !own_words.iter().any(|word| label(word).is_some()) {
        return None;
    }
    let own = labelled(claim, &own_words);
    if own.is_empty() {
        return None;
    }
    let about: Vec<&Word<'_>> = own_words
        .iter()
        .filter(|word| {
            word.tells()
                && label(word).is_none()
                && !word.surface.starts_with(|c: char| c.is_ascii_digit())
        })
        .collect();
    texts.iter().find_map(|text| {
        let mut all = sentences(text).into_iter();
        all.find_map(|span| {
            let sentence = text.get(span)?;
            let words = read(sentence);
            let theirs = labelled(sentence, &words);
            let has = |own: &Labelled| {
                theirs
                    .iter()
                    .any(|other| is_one_value(&own.value, &other.value))
            };
            let mut shared = words
                .iter()
                .filter(|other| about.iter().any(|own| own.is_as(other)));
            // Two values tell by themselves of what a claim speaks.
            let is_of_it = shared.next().is_some() || own.len() > 1 && own.iter().all(has);
            is_of_it.then(|| exchanged(&own, &theirs))?
        })
    })
}

/// The first value of the claim that the other label has.
fn exchanged(own: &[Labelled], theirs: &[Labelled]) -> Option<InFull> {
    let is_one =
        |a: &Labelled, b: &Labelled| a.label.0 == b.label.0 && is_one_value(&a.value, &b.value);
    own.iter().find_map(|claimed| {
        let mut with_value = theirs
            .iter()
            .filter(|other| is_one(claimed, other))
            .peekable();
        let other = *with_value.peek()?;
        let is_said = with_value.any(|other| other.label == claimed.label);
        let has_own = theirs
            .iter()
            .any(|other| other.label == claimed.label && is_one_kind(&other.value, &claimed.value));
        (!is_said && has_own).then(|| {
            InFull::Against(Finding::Exchanged(Exchange {
                value: claimed.told.clone(),
                claim: claimed.named.clone(),
                source: other.named.clone(),
            }))
        })
    })
}

fn is_one_value(a: &Quantity, b: &Quantity) -> bool {
    let low = |value: &Quantity| value.amount().map(|amount| amount.low);
    is_one_kind(a, b)
        && low(a)
            .zip(low(b))
            .is_some_and(|(a, b)| a.total_cmp(&b).is_eq())
}

fn is_one_kind(a: &Quantity, b: &Quantity) -> bool {
    let counts = |unit: &Unit| matches!(unit, Unit::Bare | Unit::Counted(_));
    a.amount()
        .zip(b.amount())
        .is_some_and(|(a, b)| a.unit == b.unit || counts(&a.unit) && counts(&b.unit))
}

fn label(word: &Word<'_>) -> Option<Label> {
    if let Some(month) = month_named(word.surface) {
        return Some((CLASSES.len(), usize::try_from(month).ok()?));
    }
    let mut classes = CLASSES.iter().enumerate();
    classes.find_map(|(class, members)| {
        let at = members.iter().position(|member| *member == word.plain)?;
        Some((class, at))
    })
}

/// The values of a sentence, each with the one label that stands in its piece.
fn labelled(text: &str, words: &[Word<'_>]) -> Vec<Labelled> {
    const SHORT: usize = 3;
    let values: Vec<Quantity> = quantities(text)
        .into_iter()
        .filter(|own| own.amount().is_some_and(|amount| amount.firm))
        .collect();
    let mut pieces: Vec<&[Word<'_>]> = Vec::new();
    let mut from = 0;
    for at in 1..=words.len() {
        let is_cut = words
            .get(at)
            .is_none_or(|word| word.is_apart || word.is_in(APART));
        let piece = words.get(from..at).unwrap_or_default();
        let is_label_alone = piece.len() <= SHORT
            && !piece
                .iter()
                .any(|word| values.iter().any(|value| value.span.contains(&word.start)));
        // `In April, 3,100 were sold`.
        if is_cut && !(is_label_alone && at < words.len()) {
            pieces.push(piece);
            from = at;
        }
    }
    let mut found = Vec::new();
    for piece in pieces {
        let mut labels = piece
            .iter()
            .filter_map(|word| Some((label(word)?, word.surface)));
        let (Some((label, named)), None) = (labels.next(), labels.next()) else {
            continue;
        };
        let mut own = values
            .iter()
            .filter(|value| piece.iter().any(|word| value.span.contains(&word.start)));
        if let (Some(value), None) = (own.next(), own.next()) {
            found.push(Labelled {
                value: value.clone(),
                label,
                told: text.get(value.span.clone()).unwrap_or_default().to_owned(),
                named: named.to_owned(),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_of_one_month_or_group_is_not_the_other_s() {
        let check = |claim: &str, evidence: &str, expected: bool| {
            let found = of_another_moment(claim, &[evidence]);
            assert_eq!(found.is_some(), expected, "{claim} / {evidence}");
        };
        let brewed =
            "The brewery, which has 3 vats, sold 510 barrels in June, up from 430 barrels in May.";
        check("In May 510 barrels were sold.", brewed, true);
        check("In June 510 barrels were sold.", brewed, false);
        check(
            "Sales fell from 510 barrels in May to 430 in June.",
            brewed,
            true,
        );
        check(
            "Sales rose from 430 barrels in May to 510 in June.",
            brewed,
            false,
        );
        check("In May 3 vats were sold.", brewed, false);
        let voted = "Turnout was 61 percent among women and 54 percent among men.";
        check("Turnout was 61 percent among men.", voted, true);
        check("Turnout was 54 percent among men.", voted, false);
        check(
            "The rate was 7% in the north.",
            "In the south the rate was 7%, well above the 4% in the north.",
            true,
        );
    }
}
