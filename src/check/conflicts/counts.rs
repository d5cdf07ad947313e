//! Counts told by a word: `a single herd` and `three herds`, `married only once` and `married three times`.

use super::discord::Discord;
use crate::check::language::numbers::{Unit, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::stem;

/// Whether one of two statements says that there is one of what the other counts more of, or that something was done another number of times.
pub(super) fn told_of_counts(a: &Reading<'_>, b: &Reading<'_>) -> Option<Discord> {
    let is_one_of_many = is_single_of(a, b) || is_single_of(b, a);
    let other_times = times(a)
        .zip(times(b))
        .is_some_and(|(own, theirs)| own != theirs);
    let share = || {
        let terms = a.terms.iter().flatten();
        terms.filter(|term| b.terms.contains(&Some(**term))).count()
    };
    (is_one_of_many && share() > 1 || other_times && share() > 0).then_some(Discord::Opposed)
}

/// Whether one statement says of a thing that it is the only one, and the other counts more.
fn is_single_of(own: &Reading<'_>, other: &Reading<'_>) -> bool {
    const REACH: usize = 3;
    let singles = (0..own.words.len()).filter(|&at| match own.word(at) {
        "single" | "sole" => matches!(
            own.word(at.wrapping_sub(1)),
            "a" | "the" | "one" | "its" | "only"
        ),
        "one" => matches!(own.word(at.wrapping_sub(1)), "only" | "just"),
        _ => false,
    });
    let named: Vec<String> = singles
        .flat_map(|at| at + 1..=at + REACH)
        .filter(|&at| own.term(at).is_some())
        .map(|at| stem(own.word(at)))
        .collect();
    let counts_more = |noun: &String| {
        let found = quantities(other.text);
        let mut amounts = found.iter().filter_map(|quantity| quantity.amount());
        amounts.any(|amount| {
            amount.low > 1.0 && matches!(&amount.unit, Unit::Counted(nouns) if nouns.contains(noun))
        })
    };
    named.iter().any(counts_more)
}

/// How often a statement says that something was done.
fn times(text: &Reading<'_>) -> Option<u32> {
    let number = |word: &str| -> Option<u32> {
        const SPELLED: &[&str] = &[
            "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        ];
        let spelled = SPELLED.iter().position(|known| *known == word);
        spelled
            .and_then(|at| u32::try_from(at + 2).ok())
            .or_else(|| word.parse().ok())
    };
    let mut found = (0..text.words.len()).filter_map(|at| {
        let before = text.word(at.wrapping_sub(1));
        match text.word(at) {
            // `Once a week`, `once the war was over` and `he was once a smith` count nothing.
            "once" if matches!(before, "only" | "just" | "exactly") => Some(1),
            "twice" if !matches!(text.word(at + 1), "as" | "the" | "a") => Some(2),
            "thrice" => Some(3),
            // `Three times as high`, `four times a year`.
            "times"
                if !matches!(
                    text.word(at + 1),
                    "as" | "more" | "higher" | "larger" | "the" | "a" | "per" | "smaller" | "less"
                ) =>
            {
                number(before)
            }
            _ => None,
        }
    });
    found.next().filter(|_| found.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::conflicts::discord::assert_both_ways;

    #[test]
    fn one_is_not_three_and_once_not_twice() {
        for (a, b, expected) in [
            (
                "A single herd of the deer is left.",
                "Four herds of the deer are left.",
                true,
            ),
            (
                "The smith married only once.",
                "The smith was married three times.",
                true,
            ),
            (
                "The cup was won twice by Keld.",
                "Keld won the cup four times.",
                true,
            ),
            (
                "A single ticket costs 3 euros.",
                "Day tickets cost 8 euros.",
                false,
            ),
            (
                "Keld meets twice a year.",
                "Keld meets four times a year.",
                false,
            ),
            (
                "The rate is three times as high in Keld.",
                "Keld raised the rate twice.",
                false,
            ),
        ] {
            assert_both_ways(told_of_counts, a, b, expected.then_some(Discord::Opposed));
        }
    }
}
