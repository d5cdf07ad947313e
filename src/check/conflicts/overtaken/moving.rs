//! Moving: a value that went on from one sentence to the other, `rose to 83 percent`, or that is said to be another than before.

use super::coming::TO_COME;
use super::{New, Old, are_of_other_times};
use crate::check::language::directions::axis;
use crate::check::language::numbers::{Date, Quantity, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{is_stop_word, plain, stem, words};
use crate::check::text::antecedents::begins_with_pronoun;

/// Whether a new sentence tells that what an old one gives a value of went on from there to its own: `rose to 83 percent`, where the other has 71.
#[must_use]
pub fn has_moved_past(old: &str, new: &str) -> bool {
    /// Words behind a direction within which it is said where it led.
    const REACH: usize = 3;
    let rises = axis("rose").map(|(axis, _)| axis);
    let moves = |text: &str| -> Vec<bool> {
        let all: Vec<String> = words(text)
            .filter_map(|span| text.get(span))
            .map(str::to_lowercase)
            .collect();
        let ways = all.iter().enumerate().filter_map(|(at, word)| {
            let (axis, up) = axis(word)?;
            let leads = all.iter().skip(at + 1).take(REACH).any(|next| next == "to");
            let before = at.checked_sub(1).and_then(|at| all.get(at));
            // `Up to` is a bound, and what is to rise has not.
            let is_meant = word == "up"
                || before.is_some_and(|word| word == "to" || TO_COME.contains(&word.as_str()));
            (leads && !is_meant && Some(axis) == rises).then_some(up)
        });
        ways.collect()
    };
    let ways = moves(new);
    let Some((&up, rest)) = ways.split_first() else {
        return false;
    };
    let turns = rest.iter().any(|other| *other != up);
    if turns || !moves(old).is_empty() || are_of_other_times([old, new]) {
        return false;
    }
    let (own, theirs) = (quantities(new), quantities(old));
    own.iter().filter_map(Quantity::amount).any(|own| {
        theirs.iter().filter_map(Quantity::amount).any(|before| {
            own.unit.counts_same(&before.unit)
                && if up {
                    own.low > before.high
                } else {
                    own.high < before.low
                }
        })
    })
}

impl Old<'_> {
    /// Whether a new sentence tells that what this one is about went on from its value: `The quota is 40 tonnes`, `The board cut the quota to 25 tonnes`.
    pub(super) fn moved_on_in(&self, new: &New<'_>) -> bool {
        /// Words of a sentence among which is what it is about.
        const OPENING: usize = 2;
        let reading = &new.reading;
        let way = (0..reading.words.len()).find(|at| axis(reading.word(*at)).is_some());
        let to =
            way.and_then(|way| (way..reading.words.len()).find(|at| reading.word(*at) == "to"));
        let Some((way, to)) = way.zip(to) else {
            return false;
        };
        // `Cut the quota to`, or `The price of a ticket rose to`.
        let ends = (0..way).find(|at| matches!(reading.word(*at), "of" | "for" | "in"));
        let before = 0..ends.unwrap_or(way);
        let mut noun = (way + 1..to).rev().chain(before.rev());
        let noun = noun.find_map(|at| reading.term(at));
        let mut opening = self.reading.terms.iter().copied().flatten().take(OPENING);
        noun.is_some_and(|noun| opening.any(|term| term == noun))
            && has_moved_past(self.reading.text, reading.text)
    }
}

/// Whether a sentence tells that something has gone up or down to a value by now: `found that the cost has risen to 1.1 billion`.
pub(super) fn has_gone_to(text: &str) -> bool {
    /// Words behind a direction within which it is said where it led.
    const REACH: usize = 3;
    let all: Vec<String> = words(text)
        .filter_map(|span| text.get(span))
        .map(str::to_lowercase)
        .collect();
    all.windows(2).enumerate().any(|(at, pair)| {
        let mut behind = all.iter().skip(at + 2).take(REACH);
        matches!(pair[0].as_str(), "has" | "have")
            && axis(&pair[1]).is_some()
            && behind.any(|next| next == "to")
    })
}

/// Whether a sentence tells that what an old one gives a value of has changed, or was wrong, and the next gives its value by a pronoun: `Nitrate has dropped below
/// the limit. It stands at 38 milligrams per litre.`
#[must_use]
pub fn goes_on_to_give_anew(old: &str, new: &str, next: &str) -> bool {
    const WRONG: &[&str] = &[
        "overstated",
        "understated",
        "misstated",
        "overestimated",
        "underestimated",
        "miscounted",
        "miscalculated",
    ];
    /// Words of a sentence among which is what it is about.
    const OPENING: usize = 3;
    let opening = |text: &str| -> Vec<String> {
        let all = words(text).filter_map(|span| text.get(span)).map(plain);
        let telling = all.filter(|word| !is_stop_word(word));
        telling.take(OPENING).map(|word| stem(&word)).collect()
    };
    let mut said = words(new).filter_map(|span| new.get(span));
    let is_wrong = said.any(|word| WRONG.contains(&word));
    let is_meant = is_wrong || tells_a_change(old, new);
    if !begins_with_pronoun(next) || !is_meant || are_of_other_times([old, next]) {
        return false;
    }
    let (own, theirs, between) = (quantities(next), quantities(old), quantities(new));
    let is_other = |own: &Quantity| {
        let others = theirs.iter().filter_map(Quantity::amount);
        own.amount().is_some_and(|own| {
            let mut like = others.filter(|other| own.unit.counts_same(&other.unit));
            let first = like.next();
            first.is_some_and(|first| !own.is_compatible(first))
        })
    };
    let is_of_one = || {
        let about = opening(old);
        let first = opening(new).into_iter().next();
        first.is_some_and(|first| about.contains(&first))
    };
    // What was wrong of a year is what is told of that year.
    let is_of_one_date = || {
        let mut dates = between.iter().filter_map(Quantity::date);
        let is_there = |date: Date| {
            let mut all = theirs.iter().filter_map(Quantity::date);
            all.any(|other| other.is_compatible(date))
        };
        is_wrong && dates.any(is_there)
    };
    own.iter().any(is_other) && !between.iter().any(is_other) && (is_of_one() || is_of_one_date())
}

/// Whether a new sentence tells that something went from the one value that an old one gives, which is of no date, to another: `from 30 to 60 days`.
pub(super) fn leaves_behind(old: &str, new: &Reading<'_>) -> bool {
    /// Words of a unit that stand between the two.
    const UNIT: usize = 3;
    let is_figure = |at: usize| {
        let word = new.word(at);
        word.starts_with(|first: char| first.is_ascii_digit())
    };
    let is_dated = || quantities(old).iter().any(|one| one.date().is_some());
    let is_there = |at: usize| {
        let figure = new.surface(at);
        words(old).any(|span| old.get(span) == Some(figure))
    };
    (0..new.words.len()).any(|at| {
        let from = Some(at + 1).filter(|from| new.word(at) == "from" && is_figure(*from));
        let to = (at + 2..=at + 2 + UNIT).find(|at| new.word(*at) == "to");
        let to = to.map(|to| to + 1).filter(|to| is_figure(*to));
        from.zip(to)
            .is_some_and(|(from, to)| is_there(from) && !is_there(to) && !is_dated())
    })
}

/// Whether a sentence says of its value that it is another than before: `rises to`, `now`, `from 1 April`.
pub(super) fn tells_a_change(old: &str, text: &str) -> bool {
    #[rustfmt::skip]
    const CHANGES: &[&str] = &[
        "now", "rises", "rise", "rose", "raised", "raises", "increases", "increased", "falls", "fell", "drops", "dropped", "cut", "lowered", "reduced", "goes",
        "changed", "changes", "moved", "extended", "shortened", "doubled", "tripled", "halved", "climbed", "latest", "new", "since", "meanwhile", "brought",
    ];
    let read = |text: &str| -> Vec<String> {
        let all = words(text).filter_map(|span| text.get(span));
        all.map(str::to_lowercase).collect()
    };
    // What both say changed is what they tell, and no change from the one to the other.
    let known = read(old);
    read(text)
        .iter()
        .any(|word| CHANGES.contains(&word.as_str()) && !known.contains(word))
}

/// Whether a sentence gives what somebody found or reckons: another may find otherwise later, and both stand.
pub(super) fn tells_a_finding(text: &str) -> bool {
    #[rustfmt::skip]
    const FINDS: &[&str] = &[
        "studi", "trial", "survei", "estim", "found", "find", "research", "author", "model", "analysi", "analyst", "experi", "patient", "forecast", "expect", "sampl", "measur", "review",
    ];
    let mut all = words(text).filter_map(|span| text.get(span));
    all.any(|word| FINDS.contains(&stem(&word.to_lowercase()).as_str()))
}

#[cfg(test)]
mod tests {
    use super::super::Overtaken;
    use super::*;

    #[test]
    fn what_was_cut_to_another_value_has_the_first_no_more() {
        let old = "The quota for pike in Lake Sarn is 40 tonnes a year.";
        let of = |new: &str| Overtaken::by_words(old, new);
        assert_eq!(
            of("The board cut the quota to 25 tonnes a year."),
            Some(Overtaken::Newer)
        );
        assert_eq!(of("The board cut the fee to 25 tonnes a year."), None);
    }

    #[test]
    fn what_went_from_one_value_to_another_has_the_first_no_more() {
        let new = "Parliament extended the period for paying back the deposit from 30 to 60 days.";
        for (old, expected) in [
            (
                "Landlords must pay back the deposit within 30 days.",
                Some(Overtaken::Newer),
            ),
            ("Landlords must pay back the deposit within 60 days.", None),
            (
                "In 2019 landlords had to pay back the deposit within 30 days.",
                None,
            ),
            ("The court has 30 judges.", None),
        ] {
            assert_eq!(Overtaken::by_words(old, new), expected, "{old}");
        }
    }

    #[test]
    fn what_changed_is_told_by_the_sentence_that_goes_on_to_give_its_value() {
        let old =
            "Nitrate in the reservoir stands at 61 milligrams per litre, above the limit of 50.";
        let next = "It stands at 38 milligrams per litre.";
        for (new, next, expected) in [
            ("Nitrate has dropped below the limit.", next, true),
            ("The level of the lake has dropped.", next, false),
            ("Nitrate is measured weekly.", next, false),
            (
                "Nitrate has dropped below the limit.",
                "It is measured at 14 stations.",
                false,
            ),
        ] {
            assert_eq!(
                goes_on_to_give_anew(old, new, next),
                expected,
                "{new} {next}"
            );
        }
        let lost = "The Harg glacier lost 1.9 metres of ice in 2022.";
        let wrong = "Because of an error in the stakes the loss in 2022 was overstated.";
        assert!(goes_on_to_give_anew(lost, wrong, "It was 1.4 metres."));
        let other = "Because of an error in the stakes the loss in 2019 was overstated.";
        assert!(!goes_on_to_give_anew(lost, other, "It was 1.4 metres."));
    }
}
