//! In part: a sentence that says two things, of which a newer one takes back or tells anew only the one: `will cost 3.2 million and last 100 years`.
//!
//! The other still holds, and falls with the sentence if that gives way. What tells two things apart is a joint between their figures.

use std::ops::Range;

use crate::check::conflicts::values::is_the_very_value;
use crate::check::language::numbers::{Quantity, Value, quantities};

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
    let is_told = |quantity: &Quantity| theirs.iter().any(|other| is_of_one_kind(quantity, other));
    let parts = parts(old);
    let part_of = |quantity: &Quantity| {
        let mut all = parts.iter();
        all.position(|part| part.contains(&quantity.span.start))
    };
    let told: Vec<Option<usize>> = own.iter().filter(|one| is_told(one)).map(part_of).collect();
    let mut left = own.iter().filter(|one| one.is_firm() && !is_told(one));
    !told.is_empty() && left.any(|one| !told.contains(&part_of(one)))
}

/// Whether two figures are two dates, or count the same.
fn is_of_one_kind(a: &Quantity, b: &Quantity) -> bool {
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
                "Norbank and Sella will merge and save 140 million euros a year.",
                "Norbank and Sella called off their merger.",
            ),
        ] {
            assert!(!is_overtaken_in_part(old, new), "{old} / {new}");
        }
    }
}
