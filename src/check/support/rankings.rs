//! Rankings: a claim that one thing is more than another, held against the values that its evidence gives to the two.
//!
//! `Drug A relieved pain in 62 % of patients, drug B in 48 %` says which of the two relieved it more, though it has no word for that. The values may stand in one
//! sentence or in two rows of a table. Where it is not plain which value is whose, nothing is found.

use std::ops::Range;

use crate::check::language::numbers::{Amount, Quantity, Unit, known_or_read};
use crate::check::language::terms::{is_stop_word, plain, plain_words, stem, words};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::roles::compared;
use crate::check::text::cells::{self, is_row, quantities_of_row};

/// What a claim puts above what, and what its evidence gives for the two.
pub(crate) struct Misranked {
    pub(crate) claim: String,
    pub(crate) source: String,
    /// Whether the claim compares by what is measured, and not by a word that the evidence does not have.
    pub(crate) is_certain: bool,
}

/// A claim that compares two things.
struct Ranking<'c> {
    /// The words before `than`, those of them that are not behind it as well, and those that are only behind it.
    before: Vec<String>,
    first: Vec<String>,
    second: Vec<String>,
    by: String,
    said: &'c str,
}

impl<'c> Ranking<'c> {
    fn read(claim: &'c str) -> Option<Self> {
        let (before, by, behind) = compared(claim).filter(|_| claim.contains(" than "))?;
        let (before_words, behind_words) = (stems(before), stems(behind));
        let only = |own: &[String], other: &[String]| -> Vec<String> {
            let own = own.iter().filter(|word| !other.contains(word));
            own.cloned().collect()
        };
        let denies = words(claim)
            .filter_map(|span| claim.get(span))
            .any(|word| is_denying(&plain(word)));
        let second = only(&behind_words, &before_words);
        let from = before.to_lowercase().rfind(&by)?;
        (!denies && !by.is_empty() && !second.is_empty()).then(|| Self {
            first: only(&before_words, &behind_words),
            before: before_words,
            second,
            by,
            said: claim.get(from..).unwrap_or_default().trim_end_matches('.'),
        })
    }

    /// Whether what the claim names first has to have the larger value, of values in this unit.
    fn wants_more(&self, unit: &Unit) -> Option<bool> {
        let is_time = matches!(unit, Unit::Measure("time" | "months"));
        match self.by.as_str() {
            "faster" | "quicker" => Some(!is_time),
            "slower" => Some(is_time),
            by if MORE.contains(&by) => Some(true),
            by if LESS.contains(&by) => Some(false),
            _ => None,
        }
    }

    /// Whether the claim is wrong about values of the two, and what is said of them in the words of the evidence.
    fn misranked(&self, first: &Amount, second: &Amount, source: String) -> Option<Misranked> {
        let is_more = first.low > second.low;
        let apart = (first.low - second.low).abs() > first.half.max(second.half);
        let is_wrong = self.wants_more(&first.unit)? != is_more;
        // `Less effective` says something else than `less` where the evidence does not speak of effects.
        let mut behind = stems(self.said)
            .into_iter()
            .filter(|word| *word != stem(&self.by));
        let evidence = stems(&source);
        let is_plain = !matches!(self.by.as_str(), "more" | "less");
        let is_certain = is_plain || behind.next().is_none_or(|word| evidence.contains(&word));
        (is_wrong && apart).then(|| Misranked {
            claim: self.said.to_owned(),
            source,
            is_certain,
        })
    }
}

/// A comparison of a claim that the values of a sentence do not bear out.
pub(crate) fn misranked(claim: &str, text: &str, own: &[Quantity]) -> Option<Misranked> {
    let ranking = Ranking::read(claim)?;
    let own = known_or_read(own, text);
    let pair = pair_of(&own)?;
    let [a, b] = pair.each_ref().map(|quantity| &quantity.span);
    let split = a.end + split(text.get(a.end..b.start)?)?;
    let is_second_later =
        by_years(&ranking, &own, &pair).or_else(|| by_words(&ranking, text, split, &pair))?;
    let [a, b] = pair.map(Quantity::amount);
    let (first, second) = if is_second_later { (a?, b?) } else { (b?, a?) };
    // The words of the whole sentence tell what is measured.
    let found = ranking.misranked(first, second, text.to_owned())?;
    let said = text.get(pair[0].span.start..pair[1].span.end)?;
    Some(Misranked {
        source: said.to_owned(),
        ..found
    })
}

/// The two values of one kind of a sentence that gives no more.
fn pair_of(own: &[Quantity]) -> Option<[&Quantity; 2]> {
    let is_value = |own: &&Quantity| {
        own.amount().is_some_and(|amount| {
            amount.low >= amount.high && !matches!(amount.unit, Unit::Label(_) | Unit::Times)
        })
    };
    let mut values = own.iter().filter(is_value);
    let (a, b) = (values.next()?, values.next()?);
    let (one, other) = (a.amount()?, b.amount()?);
    let is_one_kind = one.unit == other.unit
        || matches!(one.unit, Unit::Bare | Unit::Counted(_))
            && matches!(other.unit, Unit::Bare | Unit::Counted(_))
        || other.unit == Unit::Bare
        || one.unit == Unit::Bare;
    (values.next().is_none() && is_one_kind).then_some([a, b])
}

/// Where between two values what is said of the second begins.
fn split(between: &str) -> Option<usize> {
    const BEGINS: &[&str] = &[
        ",",
        ";",
        " and ",
        " while ",
        " but ",
        " whereas ",
        " against ",
        " compared ",
        " versus ",
        " than ",
        " to ",
    ];
    let places = BEGINS.iter().filter_map(|begin| between.find(begin));
    places.min()
}

/// Whether the claim's second thing has the later value, by the years that a sentence gives in the same order as the values.
fn by_years(ranking: &Ranking<'_>, own: &[Quantity], pair: &[&Quantity; 2]) -> Option<bool> {
    let year = |words: &[String]| words.iter().find_map(|word| year_of(word));
    let (first, second) = (year(&ranking.first)?, year(&ranking.second)?);
    let years: Vec<(u32, &Range<usize>)> = own
        .iter()
        .filter_map(|own| Some((own.date()?.year?, &own.span)))
        .collect();
    let [(a, first_at), (b, second_at)] = years.as_slice() else {
        return None;
    };
    // `Between 2015 and 2019` behind both, or each beside its own.
    let is_apart = first_at.start > pair[1].span.start || second_at.end < pair[0].span.end;
    let is_between =
        |at: &Range<usize>| at.start > pair[0].span.start && at.start < pair[1].span.start;
    let is_each = is_between(first_at) != is_between(second_at)
        || is_between(second_at) && first_at.start < pair[0].span.start;
    if !is_apart && !is_each {
        return None;
    }
    if (*a, *b) == (first, second) {
        Some(true)
    } else if (*a, *b) == (second, first) {
        Some(false)
    } else {
        None
    }
}

fn year_of(word: &str) -> Option<u32> {
    let year = word.parse().ok()?;
    (1500..2200).contains(&year).then_some(year)
}

/// Whether the claim's second thing has the later value, by the words on either side of where the second value's clause begins.
fn by_words(
    ranking: &Ranking<'_>,
    text: &str,
    split: usize,
    pair: &[&Quantity; 2],
) -> Option<bool> {
    let end = clause_end(text, pair[1].span.end);
    let (early, late) = (stems(text.get(..split)?), stems(text.get(split..end)?));
    let has = |side: &[String], list: &[String]| list.iter().any(|word| side.contains(word));
    let is_second_later = match (has(&early, &ranking.second), has(&late, &ranking.second)) {
        (false, true) => true,
        (true, false) => false,
        _ => return None,
    };
    // Words that only the first thing has stand on its own side; those of both may be left out of the later clause.
    let is_on = |side: &[String], other: &[String]| {
        let mut only = ranking.first.iter();
        only.any(|word| side.contains(word) && !other.contains(word))
    };
    let is_first_there = if is_second_later {
        has(&early, &ranking.before) && !is_on(&late, &early)
    } else {
        is_on(&late, &early)
    };
    is_first_there.then_some(is_second_later)
}

fn clause_end(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    rest.find(['.', ';']).map_or(text.len(), |end| from + end)
}

/// A comparison of a claim that two rows of a table do not bear out: those of its two things, in the column that it speaks of.
pub(crate) fn misranked_rows(claim: &str, rows: &[&str]) -> Option<Misranked> {
    let ranking = Ranking::read(claim)?;
    let said = stems(claim);
    let cells: Vec<Vec<(&str, &str)>> = rows
        .iter()
        .filter(|row| is_row(row))
        .map(|row| {
            cells::cells(row)
                .filter_map(|cell| cell.split_once(": "))
                .collect()
        })
        .collect();
    let names = |row: &[(&str, &str)], list: &[String]| {
        row.iter()
            .any(|(_, value)| stems(value).iter().any(|word| list.contains(word)))
    };
    // Of the rows of a thing that one which has most of the claim's other words, if there is one.
    let row_of = |own: &[String], other: &[String]| -> Option<&Vec<(&str, &str)>> {
        let held = |row: &&Vec<(&str, &str)>| {
            row.iter()
                .flat_map(|(_, value)| stems(value))
                .filter(|word| said.contains(word))
                .count()
        };
        let of_it = cells
            .iter()
            .filter(|row| names(row, own) && !names(row, other));
        let most = of_it.clone().map(|row| held(&row)).max()?;
        let mut best = of_it.filter(|row| held(row) == most);
        best.next().filter(|_| best.next().is_none())
    };
    // `In 2020` stands before either thing, and is of both.
    let only_named = |list: &[String], row: &[String]| -> Vec<String> {
        list.iter()
            .filter(|word| !row.contains(word))
            .cloned()
            .collect()
    };
    let second = row_of(&ranking.second, &[])?;
    let of_second: Vec<String> = second.iter().flat_map(|(_, value)| stems(value)).collect();
    let first_only = only_named(&ranking.first, &of_second);
    let first = row_of(&first_only, &ranking.second)?;
    let mut columns = first.iter().filter_map(|(head, value)| {
        let heads = stems(head);
        let (_, other) = second.iter().find(|(other, _)| other == head)?;
        heads.iter().any(|word| said.contains(word)).then(|| {
            let read = |value: &str| {
                let row = format!("{head}: {value}; row: row");
                quantities_of_row(&row)
                    .into_iter()
                    .find_map(|own| own.amount().cloned())
            };
            Some((head, value, other, read(value)?, read(other)?))
        })?
    });
    let (head, value, other, a, b) = columns.next().filter(|_| columns.next().is_none())?;
    let (one, two) = (first.first()?.1, second.first()?.1);
    ranking.misranked(&a, &b, format!("{head} {value} of {one}, {other} of {two}"))
}

fn stems(text: &str) -> Vec<String> {
    plain_words(text)
        .filter(|word| !is_stop_word(word))
        .map(|word| stem(&word))
        .collect()
}

/// Words by which what is named first has more than what stands behind `than`, and those by which it has less.
pub(super) const MORE: &[&str] = &[
    "more", "higher", "larger", "greater", "bigger", "longer", "taller", "heavier", "wider",
    "deeper", "dearer", "costlier", "hotter", "warmer",
];
pub(super) const LESS: &[&str] = &[
    "less",
    "fewer",
    "lower",
    "smaller",
    "shorter",
    "lighter",
    "narrower",
    "shallower",
    "cheaper",
    "cooler",
    "colder",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::numbers::quantities;

    #[track_caller]
    fn check(claim: &str, source: &str, expected: bool) {
        let found = misranked(claim, source, &quantities(source));
        assert_eq!(found.is_some(), expected, "{claim} / {source}");
    }

    #[test]
    fn the_values_of_two_things_say_which_has_more() {
        let glaciers = "The northern glacier lost 14 metres of ice, the southern one 9 metres.";
        check(
            "The northern glacier lost less ice than the southern one.",
            glaciers,
            true,
        );
        check(
            "The southern glacier lost more ice than the northern one.",
            glaciers,
            true,
        );
        check(
            "The northern glacier lost more ice than the southern one.",
            glaciers,
            false,
        );
        check(
            "The western glacier lost less ice than the eastern one.",
            glaciers,
            false,
        );
        let choir = "In 2010 the choir had 40 singers and in 2020 it had 55.";
        check(
            "The choir had fewer singers in 2020 than in 2010.",
            choir,
            true,
        );
        check(
            "The choir had more singers in 2020 than in 2010.",
            choir,
            false,
        );
        let sales = "Sales climbed from 40 to 52 million litres between 2015 and 2019.";
        check("Sales were higher in 2015 than in 2019.", sales, true);
        check("Sales were higher in 2019 than in 2015.", sales, false);
        let race = "Ada swam it in 50 seconds, Bea in 60 seconds.";
        check("Ada was slower than Bea.", race, true);
        check("Ada was faster than Bea.", race, false);
    }

    #[test]
    fn a_word_that_the_evidence_does_not_have_compares_something_else_perhaps() {
        let source = "Drug A relieved pain in 62 % of patients, drug B in 48 %.";
        let found = misranked(
            "Drug A was less effective than drug B.",
            source,
            &quantities(source),
        );
        assert!(found.is_some_and(|found| !found.is_certain));
    }

    #[test]
    fn two_rows_of_a_table_say_which_has_more() {
        let rows = [
            "port: Tema; year: 2020; rate: 55",
            "port: Tema; year: 2021; rate: 99",
            "port: Lagos; year: 2020; rate: 71",
        ];
        let is_wrong = |claim: &str| misranked_rows(claim, &rows).is_some();
        assert!(is_wrong(
            "In 2020 the rate at Tema was higher than at Lagos."
        ));
        assert!(!is_wrong(
            "In 2020 the rate at Tema was lower than at Lagos."
        ));
        assert!(!is_wrong(
            "In 2020 the rate at Tema was higher than at Lomé."
        ));
    }
}
