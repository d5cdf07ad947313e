//! Sequence: which of two events a claim says came first, held against the dates that its evidence gives for the two.
//!
//! `The supplier was told before the agency was` has no date, and the evidence no `before`: two sentences, each with the day of one of them. Where it is not plain which
//! day is whose, nothing is found.

use super::finding::Finding;
use crate::check::language::numbers::{Date, quantities};
use crate::check::language::terms::{is_stop_word, plain, stem, words};
use crate::check::meaning::contrary::denies;
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;

/// The fewest words by which one event is told from the other.
const LEAST: usize = 2;

/// Where a claim says that one event came before another, and the days of its evidence are the other way round.
pub(super) fn reversed_sequence(claim: &str, texts: &[&str]) -> Option<Finding> {
    let (first, second, said) = sides(claim)?;
    let (of_first, of_second) = (stems(first), stems(second));
    let only = |own: &[String], other: &[String]| -> Vec<String> {
        own.iter()
            .filter(|word| !other.contains(word))
            .cloned()
            .collect()
    };
    let (of_first, of_second) = (only(&of_first, &of_second), only(&of_second, &of_first));
    if of_first.len() < LEAST || of_second.len() < LEAST || !quantities(claim).is_empty() {
        return None;
    }
    let mut events: [Option<(Date, String, usize)>; 2] = [None, None];
    let mut is_plain = true;
    let all = texts.iter().flat_map(|text| {
        sentences(text)
            .into_iter()
            .filter_map(|span| text.get(span))
    });
    for sentence in all {
        let own = quantities(sentence);
        let mut dates = own
            .iter()
            .filter(|own| own.date().is_some_and(|date| date.year.is_some()));
        let (Some(only), None) = (dates.next(), dates.next()) else {
            continue;
        };
        let said = stems(sentence);
        let count = |wanted: &[String]| wanted.iter().filter(|word| said.contains(word)).count();
        let (one, other) = (count(&of_first), count(&of_second));
        let (at, held) = match (one, other) {
            (held, 0) if held >= LEAST => (0, held),
            (0, held) if held >= LEAST => (1, held),
            _ => continue,
        };
        let (Some(date), Some(event)) = (only.date(), events.get_mut(at)) else {
            continue;
        };
        let told = sentence
            .get(only.span.clone())
            .unwrap_or_default()
            .to_owned();
        match event {
            Some((known, _, best)) if *best == held => is_plain &= *known == date,
            Some((_, _, best)) if *best > held => {}
            _ => *event = Some((date, told, held)),
        }
    }
    let [Some((one, first_day, _)), Some((other, second_day, _))] = events else {
        return None;
    };
    (is_plain && is_later(one, other)).then(|| {
        Finding::Opposed(Opposition::Swapped {
            claim: said.to_owned(),
            source: format!("{second_day} … {first_day}"),
        })
    })
}

/// What a claim says came first, what came second, and by which word.
fn sides(claim: &str) -> Option<(&str, &str, &'static str)> {
    let lower = claim.to_lowercase();
    if lower.len() != claim.len()
        || words(claim)
            .filter_map(|span| claim.get(span))
            .any(|word| denies(&plain(word)))
    {
        return None;
    }
    let mut found = [" before ", " after "]
        .into_iter()
        .flat_map(|word| lower.match_indices(word).map(move |(at, _)| (at, word)));
    let (Some((at, word)), None) = (found.next(), found.next()) else {
        return None;
    };
    let (left, right) = (claim.get(..at)?, claim.get(at + word.len()..)?);
    Some(if word == " before " {
        (left, right, "before")
    } else {
        (right, left, "after")
    })
}

fn stems(text: &str) -> Vec<String> {
    let mut found: Vec<String> = words(text)
        .filter_map(|span| text.get(span))
        .map(plain)
        .filter(|word| !is_stop_word(word))
        .map(|word| stem(&word))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether one date is certain to lie behind another.
fn is_later(one: Date, other: Date) -> bool {
    let parts = |date: Date| [date.year, date.month, date.day];
    for (one, other) in parts(one).into_iter().zip(parts(other)) {
        match (one, other) {
            (Some(one), Some(other)) if one != other => return one > other,
            (Some(_), Some(_)) => {}
            _ => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_days_of_two_events_say_which_came_first() {
        let source = "This issue was reported to the project office on September 14, 2023. We contacted the mailing list on October 3, 2023.";
        for (claim, expected) in [
            (
                "The mailing list was told before the project office was.",
                true,
            ),
            (
                "The project office was told before the mailing list was.",
                false,
            ),
            (
                "The project office was told after the mailing list was.",
                true,
            ),
            (
                "The mailing list was told after the project office was.",
                false,
            ),
            ("Nobody was told before the project office was.", false),
        ] {
            let found = reversed_sequence(claim, &[source]);
            assert_eq!(found.is_some(), expected, "{claim}");
        }
    }
}
