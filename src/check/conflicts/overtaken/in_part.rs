//! In part: a sentence that says two things, of which a newer one takes back or tells anew only the one: `will cost 3.2 million and last 100 years`.
//!
//! The other still holds, and falls with the sentence if that gives way. What tells two things apart is a joint between their figures.

use std::ops::Range;

use super::signs::{Sign, signs};
use super::{gives_a_cause, reversed};
use crate::check::conflicts::values::is_the_very_value;
use crate::check::language::names::names;
use crate::check::language::numbers::{Quantity, Value, quantities};
use crate::check::language::terms::{is_stop_word, plain, plain_words, stem, words};
use crate::check::meaning::deeds::names_deed;

/// Whether a sentence gives a figure in another part than those of which a newer sentence gives one of the same kind.
#[must_use]
pub fn is_overtaken_in_part(old: &str, new: &str) -> bool {
    let (own, theirs) = (quantities(old), quantities(new));
    // Where it names the value that it replaces, another of the kind still holds.
    let is_named = |quantity: &Quantity| {
        theirs
            .iter()
            .any(|other| is_the_very_value(quantity, other))
    };
    let mut named = own.iter().filter(|one| is_named(one));
    let is_another = |one: &Quantity| one.is_firm() && !is_named(one);
    if named.any(|named| {
        let mut all = own.iter().filter(|one| is_of_one_kind(one, named));
        all.any(is_another)
    }) {
        return true;
    }
    // What is called untrue is so in all its parts, and so is what is allowed again.
    let mut told = signs(new, None).into_iter();
    if theirs.is_empty()
        && told.any(|sign| matches!(sign, Sign::Untrue | Sign::Retracted | Sign::AllowedAgain))
    {
        return false;
    }
    let is_told = |quantity: &Quantity| theirs.iter().any(|other| is_of_one_kind(quantity, other));
    let parts = parts(old);
    let part_of = |quantity: &Quantity| {
        let mut all = parts.iter();
        all.position(|part| part.contains(&quantity.span.start))
    };
    // Why something was decided it was, whatever became of it.
    if leaves_a_part(old, new, &parts, &own) || gives_a_cause(old) && reversed::tells(new) {
        return true;
    }
    let told: Vec<Option<usize>> = own.iter().filter(|one| is_told(one)).map(part_of).collect();
    let mut left = own.iter().filter(|one| one.is_firm() && !is_told(one));
    !told.is_empty() && left.any(|one| !told.contains(&part_of(one)))
}

/// Whether a newer sentence speaks of what the one part tells, and of nothing that another tells: `selling the forest and raising the tax`, `the raising of the
/// tax was postponed`. What is told by a verb and its amount alone may follow from the other.
fn leaves_a_part(old: &str, new: &str, parts: &[Range<usize>], amounts: &[Quantity]) -> bool {
    /// Words of a part that tells of something by itself.
    const OWN: usize = 2;
    const PERIODS: &[&str] = &["year", "month", "week", "day", "hour"];
    let theirs: Vec<String> = plain_words(new).collect();
    let named: Vec<String> = names(old).into_iter().flat_map(|name| name.words).collect();
    let is_there = |word: &String| {
        let mut all = theirs.iter();
        all.any(|other| stem(other) == stem(word) || names_deed(other, word))
    };
    let telling = |part: &Range<usize>| -> Vec<String> {
        let is_free = |span: &Range<usize>| {
            let mut all = amounts.iter();
            part.contains(&span.start) && !all.any(|one| one.span.contains(&span.start))
        };
        let spans = words(old).filter(is_free);
        let all = spans.filter_map(|span| old.get(span)).map(plain);
        // `140 million euros a year` tells no thing besides, nor who does it with others: `Orla Bank and Sund Savings will merge`.
        let tells = |word: &String| {
            !is_stop_word(word) && !PERIODS.contains(&word.as_str()) && !named.contains(word)
        };
        all.filter(tells).collect()
    };
    let all: Vec<Vec<String>> = parts.iter().map(telling).collect();
    let ends_there = |part: &Vec<String>| part.last().is_some_and(is_there);
    let is_left = |part: &Vec<String>| {
        let strange = part.iter().filter(|word| !is_there(word)).count();
        strange >= OWN && !ends_there(part)
    };
    all.iter().any(ends_there) && all.iter().any(is_left)
}

/// Whether two figures are two dates, or count the same.
#[must_use]
pub fn is_of_one_kind(a: &Quantity, b: &Quantity) -> bool {
    match (&a.value, &b.value) {
        (Value::Date(_), Value::Date(_)) => true,
        (Value::Amount(own), Value::Amount(other)) => own.unit.counts_same(&other.unit),
        _ => false,
    }
}

/// A sentence, parted where another statement may begin.
fn parts(sentence: &str) -> Vec<Range<usize>> {
    const JOINTS: &[&str] = &["; ", " and ", " but ", " while ", " whereas "];
    let mut ends: Vec<usize> = JOINTS
        .iter()
        .flat_map(|joint| sentence.match_indices(joint))
        .map(|(at, joint)| at + joint.len())
        .collect();
    ends.push(sentence.len());
    ends.sort_unstable();
    let mut start = 0;
    ends.into_iter()
        .map(|end| std::mem::replace(&mut start, end)..end)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_says_a_second_thing_is_overtaken_in_part() {
        let road =
            "The new surface of Harbour Road will cost 3.2 million euros and last 100 years.";
        for (old, new) in [
            (
                road,
                "The road office withdraws the statement that the surface will last 100 years.",
            ),
            (
                road,
                "The new surface will cost 4.1 million euros instead of 3.2 million euros.",
            ),
            (
                "Shoot survival was 61 percent in the inner bay and 34 percent in the outer bay.",
                "The figure for the outer bay was wrong: survival was 24 percent, not 34 percent.",
            ),
            (
                "Survival was 19 percent after two years, far below the 34 percent that the authority reported.",
                "The figure for the outer bay was wrong: survival was 24 percent, not 34 percent.",
            ),
            (
                "The treasurer recommends selling the town forest and raising the property tax by 10 percent.",
                "The council postponed the raising of the property tax.",
            ),
            (
                "The county decided to build a bridge, because the ferry is late.",
                "The county overturned its decision on 9 March 2024.",
            ),
            (
                "The town plans to sell the forest and raise the tax.",
                "The council rejected the sale of the forest.",
            ),
            (
                "The line opens on 1 March 2027, and it will be 12 kilometres long.",
                "The opening of the line was moved to 22 November 2027.",
            ),
        ] {
            assert!(is_overtaken_in_part(old, new), "{old} / {new}");
        }
    }

    #[test]
    fn a_sentence_that_says_one_thing_is_overtaken_as_a_whole() {
        for (old, new) in [
            (
                "The new surface will cost 3.2 million euros.",
                "The new surface will cost 4.1 million euros instead of 3.2 million euros.",
            ),
            (
                "Veltorin reduced migraine days by 48 percent within 12 weeks.",
                "The finding that veltorin reduced migraine days by 48 percent is not reliable.",
            ),
            (
                "Nitrate stands at 61 milligrams per litre, above the limit of 50.",
                "Nitrate has dropped below the limit. It stands at 38 milligrams per litre.",
            ),
            (
                "The board recommends selling and leasing back the head office.",
                "The board no longer recommends selling the head office.",
            ),
            (
                "Norbank and Sella will merge and save 140 million euros a year.",
                "Norbank and Sella called off their merger.",
            ),
            (
                "Orla Bank and Sund Savings will merge on 1 January 2025.",
                "The authority prohibited the merger on 9 July 2024.",
            ),
        ] {
            assert!(!is_overtaken_in_part(old, new), "{old} / {new}");
        }
    }
}
