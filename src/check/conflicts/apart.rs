//! Words by which two sentences tell their things apart: the first phase and the second, a maximum and an average, weekdays and Sundays.
//!
//! Sentences that do so give other values and contradict each other in nothing. Other scopes and dates are known elsewhere (`kinds`, `setting`).

use super::slots::are_filled_otherwise;
use crate::check::language::directions::axis;
use crate::check::language::numbers::quantities;
use crate::check::language::opposites::{Places, Relation};
use crate::check::language::terms::{plain, stem, words};

/// Whether the sentences qualify their things by words that exclude each other: `the first phase`, `the second phase`. What rises or falls is no such word.
pub(crate) fn are_told_apart(a: &str, b: &str) -> bool {
    if are_other_measures(a, b)
        || name_other_classes(a, b, &[SIDES_OF_AN_EVENT])
        || is_total_of_other(a, b)
        || are_filled_otherwise(a, b)
    {
        return true;
    }
    let read = |text: &str| -> Vec<(String, Places)> {
        let amounts = quantities(text);
        words(text)
            .filter(|span| {
                !amounts
                    .iter()
                    .any(|amount| amount.span.contains(&span.start))
            })
            .filter_map(|span| text.get(span))
            .map(plain)
            .map(|word| {
                let places = Places::of(&stem(&word));
                (word, places)
            })
            .filter(|(_, places)| !places.is_empty())
            .collect()
    };
    let (own, theirs) = (read(a), read(b));
    let is_in = |word: &str, other: &[(String, Places)]| other.iter().any(|(own, _)| own == word);
    let side = |word: &str| axis(word).map(|(axis, _)| axis);
    own.iter()
        .filter(|(word, _)| !is_in(word, &theirs))
        .any(|(word, places)| {
            let mut others = theirs.iter().filter(|(other, _)| !is_in(other, &own));
            others.any(|(other, other_places)| {
                let excludes = matches!(
                    places.relation(*other_places),
                    Some(Relation::Sibling | Relation::Opposite)
                );
                excludes && (side(word).is_none() || side(word) != side(other))
            })
        })
}

/// Words of which one thing may have each, with another value: a maximum and an average, single and return fares. Words of one line mean one.
const MEASURES: &[&[&[&str]]] = &[
    &[
        &["maximum", "max", "peak", "top", "highest"],
        &["minimum", "min", "lowest"],
        &["average", "mean", "typical", "median"],
        &["percentile", "percentiles", "quartile"],
        &["youngest", "smallest", "shortest"],
        &["oldest", "largest", "longest"],
    ],
    &[
        &["planned", "budgeted", "target"],
        &[
            "actual", "recorded", "realised", "realized", "expected", "forecast",
        ],
    ],
    &[&["single", "one-way"], &["return", "round-trip"]],
    &[
        &["weekday", "weekdays"],
        &["weekend", "weekends"],
        &["saturday", "saturdays"],
        &["sunday", "sundays"],
    ],
    &[
        &["flat", "flats", "apartment", "apartments"],
        &["house", "houses"],
        &["room", "rooms"],
    ],
    &[&["gross"], &["net"]],
    &[
        &["monthly"],
        &["yearly", "annual", "annually"],
        &["weekly"],
        &["daily"],
        &["hourly"],
    ],
];

/// A thing may have one value on either side of what changed it. That something happened before another thing and after it excludes itself all the same.
const SIDES_OF_AN_EVENT: &[&[&str]] = &[&["before"], &["after"]];

/// Whether two sentences give a value each on either side of an event.
pub(crate) fn are_values_about_an_event(a: &str, b: &str) -> bool {
    name_other_classes(a, b, &[SIDES_OF_AN_EVENT])
        && !quantities(a).is_empty()
        && !quantities(b).is_empty()
}

/// Whether each of two sentences names its own measure.
pub(crate) fn are_other_measures(a: &str, b: &str) -> bool {
    name_other_classes(a, b, MEASURES)
}

/// Whether each of two sentences has words of a class of its own in one of these groups.
fn name_other_classes(a: &str, b: &str, groups: &[&[&[&str]]]) -> bool {
    let lower = |text: &str| -> Vec<String> {
        let spans = words(text).filter_map(|span| text.get(span));
        spans.map(plain).collect()
    };
    let (own, theirs) = (lower(a), lower(b));
    let named = |all: &[String], group: &[&[&str]]| -> Vec<usize> {
        let holds = |class: &[&str]| all.iter().any(|word| class.contains(&word.as_str()));
        (0..group.len())
            .filter(|at| group.get(*at).is_some_and(|class| holds(class)))
            .collect()
    };
    groups.iter().any(|group| {
        let (own, theirs) = (named(&own, group), named(&theirs, group));
        !own.is_empty() && !theirs.is_empty() && !own.iter().any(|at| theirs.contains(at))
    })
}

/// Whether one of two sentences gives a sum, and the other what falls to one of those that make it up: `in all`, `per shift`.
fn is_total_of_other(a: &str, b: &str) -> bool {
    const SUMS: &[&[&str]] = &[
        &["in", "all"],
        &["in", "total"],
        &["altogether"],
        &["together"],
        &["as", "a", "whole"],
        &["combined"],
    ];
    const EACH: &[&[&str]] = &[
        &["per"],
        &["each"],
        &["apiece"],
        &["section"],
        &["part", "of"],
        &["largest"],
    ];
    let lower = |text: &str| -> Vec<String> {
        let spans = words(text).filter_map(|span| text.get(span));
        spans.map(plain).collect()
    };
    let (own, theirs) = (lower(a), lower(b));
    let says = |all: &[String], phrases: &[&[&str]]| {
        phrases.iter().any(|phrase| {
            all.windows(phrase.len())
                .any(|run| run.iter().zip(*phrase).all(|(own, word)| own == word))
        })
    };
    let is_sum =
        |sum: &[String], part: &[String]| says(sum, SUMS) && !says(part, SUMS) && says(part, EACH);
    is_sum(&own, &theirs) || is_sum(&theirs, &own)
}
