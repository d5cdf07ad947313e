//! Sequence: which of two events a claim says came first, held against the dates that its evidence gives for the two.
//!
//! `The supplier was told before the agency was` has no date, and the evidence no `before`: two sentences or clauses, each with the day of one of them. Where it is not plain which
//! day is whose, nothing is found.

use super::finding::Finding;
use crate::check::language::irregular::is_past;
use crate::check::language::numbers::{Date, WEEKDAYS, month_named, quantities};
use crate::check::language::terms::{is_stop_word, plain, stem, words};
use crate::check::meaning::contrary::denies;
use crate::check::meaning::polarity::Opposition;
use crate::check::text::antecedents::begins_with_pronoun;
use crate::check::text::sentences::sentences;

/// The fewest words by which one event is told from the other, where it has so many.
const LEAST: usize = 2;

/// When something came, as far as its clause tells.
#[derive(Debug, Clone, Copy, PartialEq)]
enum When {
    On(Date),
    /// A month of which the year is not told.
    In(u32),
    /// Which of a row of minutes, rounds or days it was.
    At(u32),
    /// A day of one week.
    Day(usize),
}

impl When {
    /// Whether it is certain to lie behind another.
    fn is_behind(self, other: Self) -> bool {
        match (self, other) {
            (Self::On(own), Self::On(other)) => is_later(own, other),
            (Self::In(own), Self::In(other)) | (Self::At(own), Self::At(other)) => own > other,
            // Of days further apart either may be told of another week.
            (Self::Day(own), Self::Day(other)) => own > other && own - other <= 3,
            _ => false,
        }
    }
}

/// A clause of the evidence that has one date, and what happened then.
struct Event<'t> {
    stems: Vec<String>,
    when: When,
    said: &'t str,
    sentence: usize,
}

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
    let (mut of_first, mut of_second) = (only(&of_first, &of_second), only(&of_second, &of_first));
    // `Before it reached Venus`: what tells the two apart is not who did both.
    for (own, other, side) in [
        (&mut of_first, first, second),
        (&mut of_second, second, first),
    ] {
        if begins_with_pronoun(side.trim_start())
            && let Some(things) = things(other)
        {
            own.retain(|word| !things.contains(word));
        }
    }
    // `The railway opened before the canal`: both did, and only what opened tells the two apart.
    match (things(first), things(second)) {
        (Some(things), None) if !begins_with_pronoun(second.trim_start()) => {
            of_first.retain(|word| things.contains(word));
        }
        (None, Some(things)) if !begins_with_pronoun(first.trim_start()) => {
            of_second.retain(|word| things.contains(word));
        }
        _ => {}
    }
    if of_first.is_empty() || of_second.is_empty() {
        return None;
    }
    if let Some(source) = told_in_order(&of_first, &of_second, texts) {
        return Some(Finding::Opposed(Opposition::Swapped {
            claim: said.to_owned(),
            source,
        }));
    }
    if !quantities(claim).is_empty() {
        return None;
    }
    let events = events(texts);
    let [one, other] = [(&of_first, &of_second), (&of_second, &of_first)].map(|(own, other)| {
        let count = |event: &Event<'_>, wanted: &[String]| {
            wanted
                .iter()
                .filter(|word| event.stems.contains(word))
                .count()
        };
        let of_it = events
            .iter()
            .filter(|event| count(event, other) == 0)
            .map(|event| (count(event, own), event))
            .filter(|(held, _)| *held >= LEAST.min(own.len()));
        let most = of_it.clone().map(|(held, _)| held).max()?;
        let mut best = of_it
            .filter(|(held, _)| *held == most)
            .map(|(_, event)| event);
        let event = best.next()?;
        best.all(|other| other.when == event.when).then_some(event)
    });
    let (one, other) = (one?, other?);
    let is_told_together =
        matches!(one.when, When::On(_)) || one.sentence.abs_diff(other.sentence) <= 1;
    // Months of one year follow each other as they are told.
    let is_wrong = is_told_together && one.when.is_behind(other.when);
    is_wrong.then(|| {
        Finding::Opposed(Opposition::Swapped {
            claim: said.to_owned(),
            source: format!("{} … {}", other.said, one.said),
        })
    })
}

/// The words by which a sentence says itself that what the claim puts second came first.
fn told_in_order(of_first: &[String], of_second: &[String], texts: &[&str]) -> Option<String> {
    let all = texts.iter().flat_map(|text| {
        let spans = sentences(text).into_iter();
        spans.filter_map(|span| text.get(span))
    });
    all.into_iter().find_map(|sentence| {
        let had_already = || {
            let (first, second) = sentence.split_once(" when ")?;
            first
                .contains(" had already ")
                .then_some((first, second, "had already"))
        };
        let (first, second, word) = sides(sentence).or_else(had_already)?;
        let (first, second) = (stems(first), stems(second));
        let only = |own: &[String], there: &[String], elsewhere: &[String]| {
            let held = own
                .iter()
                .filter(|word| there.contains(word) && !elsewhere.contains(word))
                .count();
            let lost = own.iter().filter(|word| elsewhere.contains(word)).count();
            held > 0 && lost == 0 && 2 * held >= own.len()
        };
        let is_reversed = only(of_first, &second, &first) && only(of_second, &first, &second);
        is_reversed.then(|| word.to_owned())
    })
}

/// The words of one side of a comparison in time before its verb; `None` where it has none.
fn things(side: &str) -> Option<Vec<String>> {
    let all: Vec<&str> = words(side).filter_map(|span| side.get(span)).collect();
    let is_verb = |word: &str| {
        let lower = plain(word);
        lower.len() > 4 && lower.ends_with("ed")
            || is_past(&lower)
            || matches!(
                lower.as_str(),
                "was" | "were" | "is" | "are" | "had" | "has"
            )
    };
    let verb = all.iter().position(|word| is_verb(word))?;
    let end = all.get(..verb)?.join(" ");
    Some(stems(&end)).filter(|stems| !stems.is_empty())
}

/// The clauses of the texts that tell when something was.
fn events<'t>(texts: &[&'t str]) -> Vec<Event<'t>> {
    let mut events = Vec::new();
    let sentences = texts.iter().flat_map(|text| {
        let spans = sentences(text).into_iter();
        spans.filter_map(|span| text.get(span))
    });
    for (at, sentence) in sentences.enumerate() {
        let mut own: Vec<Event<'_>> = Vec::new();
        let mut before: Vec<String> = Vec::new();
        for clause in clauses(sentence) {
            let said = stems(clause);
            let mut when = when(clause).into_iter();
            match (when.next(), when.next()) {
                (Some((when, said_when)), None) => own.push(Event {
                    stems: said
                        .into_iter()
                        .chain(std::mem::take(&mut before))
                        .collect(),
                    when,
                    said: said_when,
                    sentence: at,
                }),
                // `The railway, opened in 1871,`
                (None, _) => before = said,
                _ => before.clear(),
            }
        }
        // Of months alone the year is not told: they follow each other where they are told so.
        let mut months = own.iter().filter_map(|event| match event.when {
            When::In(month) => Some(month),
            _ => None,
        });
        if !months
            .clone()
            .zip(months.by_ref().skip(1))
            .all(|(one, next)| one <= next)
        {
            own.retain(|event| !matches!(event.when, When::In(_)));
        }
        events.append(&mut own);
    }
    events
}

/// What stands between commas and words that join two clauses.
fn clauses(sentence: &str) -> Vec<&str> {
    let parts = sentence.split([',', ';', '(', ')', '–', '—']);
    let joined = parts.flat_map(|part| part.split(" and "));
    let joined = joined.flat_map(|part| part.split(" while "));
    joined.flat_map(|part| part.split(" but ")).collect()
}

/// The times that a clause names; one that is reckoned from another, `two months before that`, counts as two.
fn when(clause: &str) -> Vec<(When, &str)> {
    #[rustfmt::skip]
    const RECKONED: &[&str] = &[" before ", " after ", " later", " earlier", " until ", " till ", " since ", " from ", " by "];
    let own = quantities(clause);
    let told = |span: &std::ops::Range<usize>| clause.get(span.clone()).unwrap_or_default();
    let mut found: Vec<(When, &str)> = own
        .iter()
        .filter_map(|own| {
            let date = own.date()?;
            let when = match (date.year, date.month) {
                (Some(_), _) => When::On(date),
                (None, Some(month)) => When::In(month),
                _ => return None,
            };
            Some((when, told(&own.span)))
        })
        .collect();
    if found.is_empty() {
        found.extend(words(clause).filter_map(|span| {
            let word = clause.get(span)?;
            if let Some(month) = month_named(word).filter(|_| {
                word != "May" && word != "March" || clause.contains(&format!("in {word}"))
            }) {
                return Some((When::In(month), word));
            }
            let lower = plain(word);
            if let Some(day) = WEEKDAYS.iter().position(|day| *day == lower) {
                return Some((When::Day(day), word));
            }
            let digits = ["st", "nd", "rd", "th"]
                .iter()
                .find_map(|end| word.strip_suffix(end))?;
            Some((When::At(digits.parse().ok()?), word))
        }));
    }
    let padded = format!(" {clause} ");
    if RECKONED.iter().any(|word| padded.contains(word)) {
        found.extend(found.first().copied());
        found.extend(found.first().copied());
    }
    found
}

/// Words between two events or things, and whether that before them came first.
const SIDES: &[(&str, bool)] = &[
    (" before ", true),
    (" after ", false),
    (" earlier than ", true),
    (" later than ", false),
    (" older than ", true),
    (" newer than ", false),
];

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
    let mut found = SIDES.iter().flat_map(|&(word, is_first)| {
        lower
            .match_indices(word)
            .map(move |(at, _)| (at, word, is_first))
    });
    let (Some((at, word, is_first)), None) = (found.next(), found.next()) else {
        return None;
    };
    let (left, right) = (claim.get(..at)?, claim.get(at + word.len()..)?);
    let word = word.trim();
    Some(if is_first {
        (left, right, word)
    } else {
        (right, left, word)
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

    #[test]
    fn clauses_of_one_sentence_are_put_in_order_by_their_years_months_days_and_minutes() {
        let check = |source: &str, claim: &str, expected: bool| {
            let found = reversed_sequence(claim, &[source]);
            assert_eq!(found.is_some(), expected, "{claim} / {source}");
        };
        let source = "The mill opened in 1811 and the brickworks in 1864.";
        check(source, "The brickworks opened before the mill.", true);
        check(source, "The mill opened before the brickworks.", false);
        check(source, "The brickworks are older than the mill.", true);
        check(source, "The mill is older than the brickworks.", false);
        let source = "The ship called at Bergen in March, took on coal at Hull in July and sank the following winter.";
        check(
            source,
            "The ship took on coal at Hull before it called at Bergen.",
            true,
        );
        check(
            source,
            "The ship took on coal at Hull after it had called at Bergen.",
            false,
        );
        let source = "Silva scored in the 31st minute. The captain was hurt in the 64th.";
        check(source, "The captain was hurt before Silva scored.", true);
        check(
            source,
            "The captain was hurt after Silva had scored.",
            false,
        );
        let source = "The chapel closed in May 2003. Its bells were sold two months before that, and came back only in 2011.";
        check(
            source,
            "The bells were sold before the chapel closed.",
            false,
        );
        let source = "The press had already stopped when the flood of 1954 reached the cellar.";
        check(source, "The press stopped after the flood of 1954.", true);
        check(source, "The press stopped before the flood of 1954.", false);
    }
}
