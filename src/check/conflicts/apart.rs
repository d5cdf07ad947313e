//! Words by which two sentences tell their things apart: the first phase and the second, a maximum and an average, weekdays and Sundays.
//!
//! Sentences that do so give other values and contradict each other in nothing. Other scopes and dates are known elsewhere (`kinds`, `setting`).

use super::charges::{is_cost_of_what_was_approved, is_payment_of_an_estimate};
use super::measured::is_respect;
use super::slots::{Sentence, are_filled_otherwise};
use super::successors::is_of_successor;
use crate::check::language::directions::axis;
use crate::check::language::numbers::quantities;
use crate::check::language::opposites::{Places, Relation};
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{plain, plain_words, stem, words};
use crate::check::meaning::deeds::names_deed;

/// Whether the sentences qualify their things by words that exclude each other: `the first phase`, `the second phase`. What rises or falls is no such word.
pub(crate) fn are_told_apart(a: &str, b: &str) -> bool {
    if are_other_measures(a, b)
        || is_of_successor(a, b)
        || name_other_classes(a, b, &[SIDES_OF_AN_EVENT])
        || is_total_of_other(a, b)
        || are_called_by_other_letters(a, b)
        || is_payment_of_an_estimate(a, b)
        || is_cost_of_what_was_approved(a, b)
        || is_change_of_a_stock(a, b)
        || is_said_of_a_place(a) != is_said_of_a_place(b)
        || is_of_own_clause(a, b)
        || is_of_own_clause(b, a)
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
    let is_in = |word: &str, other: &[(String, Places)]| {
        let mut all = other.iter();
        all.any(|(own, _)| own == word || names_deed(own, word) || names_deed(word, own))
    };
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

/// Whether two sentences call things of one kind by other letters: `plan A`, `plan B`.
fn are_called_by_other_letters(a: &str, b: &str) -> bool {
    let read = |text: &str| -> Vec<(String, String)> {
        let all: Vec<&str> = words(text).filter_map(|span| text.get(span)).collect();
        let is_letter = |word: &str| {
            word.len() == 1 && word != "I" && word.starts_with(|c: char| c.is_ascii_uppercase())
        };
        let is_thing = |word: &str| word.len() > 2 && word.chars().all(char::is_alphabetic);
        let pairs = all
            .windows(2)
            .filter(|pair| is_letter(pair[1]) && is_thing(pair[0]));
        pairs
            .map(|pair| (plain(pair[0]), pair[1].to_owned()))
            .collect()
    };
    let (own, theirs) = (read(a), read(b));
    let is_shared = |thing: &str| {
        let mut all = own.iter().filter(|(known, _)| known == thing);
        all.any(|one| theirs.contains(one))
    };
    let mut things = own.iter().map(|(thing, _)| thing);
    things.any(|thing| theirs.iter().any(|(other, _)| other == thing) && !is_shared(thing))
}

/// Whether one of two sentences tells how many changed hands, and the other how many there are: `sold 5 aircraft`, `has 22 aircraft`.
fn is_change_of_a_stock(a: &str, b: &str) -> bool {
    #[rustfmt::skip]
    const CHANGES: &[&str] = &[
        "sold", "sells", "bought", "buys", "ordered", "orders", "received", "receives", "leased", "hired", "hires", "dismissed", "retired", "scrapped", "added",
    ];
    #[rustfmt::skip]
    const IS_THERE: &[&str] = &["has", "have", "had", "owns", "owned", "operates", "operated", "runs", "employs", "employed", "keeps"];
    let says = |text: &str, list: &[&str]| {
        let mut all = plain_words(text);
        all.any(|word| list.contains(&word.as_str()))
    };
    let is_one = |own: &str, other: &str| {
        says(own, CHANGES) && !says(own, IS_THERE) && says(other, IS_THERE) && !says(other, CHANGES)
    };
    is_one(a, b) || is_one(b, a)
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

/// Whether a sentence says by one word that its value is of a place only: `employs 85 people underground`.
fn is_said_of_a_place(text: &str) -> bool {
    const PLACES: &[&str] = &[
        "underground",
        "abroad",
        "overseas",
        "outdoors",
        "indoors",
        "worldwide",
        "elsewhere",
        "offshore",
        "ashore",
        "onshore",
        "locally",
        "globally",
        "nationwide",
        "upstairs",
        "downstairs",
        "upstream",
        "downstream",
        "inland",
        "statewide",
        "countrywide",
    ];
    let mut all = words(text).filter_map(|span| text.get(span));
    all.any(|word| PLACES.contains(&plain(word).as_str()))
}

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
    let (own, theirs) = (plain_text(a), plain_text(b));
    let named = |all: &[String], group: &[&[&str]]| -> Vec<usize> {
        let holds = |class: &[&str]| all.iter().any(|word| class.contains(&word.as_str()));
        (0..group.len())
            .filter(|at| group.get(*at).is_some_and(|class| holds(class)))
            .collect()
    };
    groups.iter().any(|group| {
        let own = named(&own.words, group);
        if own.is_empty() {
            return false;
        }
        let theirs = named(&theirs.words, group);
        !theirs.is_empty() && !own.iter().any(|at| theirs.contains(at))
    })
}

/// Whether a sentence gives its one amount of something that only the clause around it names, and of which the other does not speak: `the harbour needs a crane,
/// because a crane costs 19 million`.
fn is_of_own_clause(text: &str, other: &str) -> bool {
    const JOINS: &[&str] = &[
        "because", "since", "as", "while", "whereas", "although", "though", "for",
    ];
    let found = quantities(text);
    let mut amounts = found.iter().filter(|own| own.amount().is_some());
    let (Some(amount), None) = (amounts.next(), amounts.next()) else {
        return false;
    };
    let read = Sentence::read(text);
    let Some(at) = read.place_from(amount.span.start) else {
        return false;
    };
    let joint = (1..at).rev().find(|&place| {
        let is_cut = read.words.get(place).is_some_and(|word| word.is_cut);
        is_cut && JOINS.contains(&read.plain(place))
    });
    let Some(joint) = joint else {
        return false;
    };
    let other = Sentence::read(other);
    let has_verb = |place: usize| is_respect(read.plain(place));
    let mut named = (joint + 1..at).filter(|&place| read.is_content(place) && !has_verb(place));
    let is_strange = |place: usize| read.is_strange(place, &other);
    (joint + 1..at).any(has_verb) && named.next().is_some_and(is_strange) && named.all(is_strange)
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
    let (own, theirs) = (plain_text(a), plain_text(b));
    let says = |all: &[String], phrases: &[&[&str]]| {
        phrases.iter().any(|phrase| {
            all.windows(phrase.len())
                .any(|run| run.iter().zip(*phrase).all(|(own, word)| own == word))
        })
    };
    let is_sum =
        |sum: &[String], part: &[String]| says(sum, SUMS) && !says(part, SUMS) && says(part, EACH);
    is_sum(&own.words, &theirs.words) || is_sum(&theirs.words, &own.words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_called_by_another_letter_is_another_thing() {
        for (a, b, are_others) in [
            ("Plan A costs 12 million.", "Plan B costs 14 million.", true),
            (
                "Drug A lowered attacks in 600 patients.",
                "Drug B lowered attacks in 90 patients.",
                true,
            ),
            (
                "Plan A costs 12 million.",
                "Plan A costs 14 million.",
                false,
            ),
            (
                "Plan A costs 12 million.",
                "Unlike plan B, plan A costs 14 million.",
                false,
            ),
            (
                "The plan costs 12 million.",
                "Plan B costs 14 million.",
                false,
            ),
            ("Vitamin C helps.", "Plan B helps.", false),
        ] {
            assert_eq!(are_called_by_other_letters(a, b), are_others, "{a} {b}");
        }
    }
}
