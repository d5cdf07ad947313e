//! Multiples: a claim that says how many times as much something became between two dates, held against the values that its evidence gives for the two.
//!
//! `The dividend tripled from 2021 to 2023` has no value that its evidence could lack, where that has 1.20 for the one year and 2.40 for the other.

use super::bindings::{Bound, is_one_kind, values};
use super::weigh::said_amount;
use crate::check::language::directions::axis;
use crate::check::language::numbers::{Amount, Date, Quantity, Unit, borne_out};
use crate::check::language::only;
use crate::check::language::terms::{Lexicon, plain_words};

/// A multiple as a claim says it, and the two values of which the one is another multiple of the other. Texts come with their quantities.
pub(crate) fn misstated_multiple<'s>(
    (claim, own): (&str, &[Quantity]),
    evidence: impl Iterator<Item = (&'s str, &'s [Quantity])> + Clone,
    lexicon: &Lexicon,
) -> Option<(String, String)> {
    /// How far the values may be from what is said of them.
    const LOOSE: f64 = 0.15;
    const LOOSER: f64 = 0.3;
    let (said, factor) = only(
        own.iter()
            .filter_map(|own| Some((own, factor(claim, own)?))),
    )?;
    let [first, last] = two_years(own)?;
    let is_stated = evidence
        .clone()
        .any(|(_, theirs)| borne_out(said, theirs.iter()));
    if is_stated {
        return None;
    }
    let told: Vec<(&str, Bound)> = evidence
        .flat_map(|(text, theirs)| {
            let bound = values(text, theirs, lexicon).into_iter();
            bound.map(move |bound| (text, bound))
        })
        .collect();
    let value_of = |date: Date| {
        only(told.iter().filter(|(_, bound)| {
            let is_name = |unit: &Unit| matches!(unit, Unit::Label(_) | Unit::Times);
            let amount = bound.amount.amount();
            amount.is_some_and(|amount| amount.low >= amount.high && !is_name(&amount.unit))
                && bound.dates().any(|on| on.includes(date))
        }))
    };
    let ((text, from), (other_text, to)) = (value_of(first)?, value_of(last)?);
    let (old, new) = (from.amount.amount()?, to.amount.amount()?);
    // `9.10 euros in 2012 and 18.40 in 2022`: a unit is not always said again.
    let is_bare = |amount: &Amount| amount.unit == Unit::Bare;
    let (old, new) = match is_bare(old) == is_bare(new) {
        true if !is_one_kind(old, new) => return None,
        true => (old.clone(), new.clone()),
        false => (old.as_written(), new.as_written()),
    };
    if old.low <= 0.0 || new.low <= 0.0 {
        return None;
    }
    let loose = if said.amount()?.approximate {
        LOOSER
    } else {
        LOOSE
    };
    let became = new.low / old.low;
    let is_so = (became / factor).ln().abs() <= loose;
    let shown = |text: &str, bound: &Bound| text.get(bound.amount.span.clone()).map(str::to_owned);
    (!is_so).then_some((
        said_amount(claim, said).to_owned(),
        format!("{} and then {}", shown(text, from)?, shown(other_text, to)?),
    ))
}

/// The two years that a claim names, the earlier first.
fn two_years(own: &[Quantity]) -> Option<[Date; 2]> {
    let dates: Vec<Date> = own.iter().filter_map(Quantity::date).collect();
    let [a, b] = dates.as_slice() else {
        return None;
    };
    let is_year = |date: &Date| date.year.is_some() && date.month.is_none();
    (is_year(a) && is_year(b) && a.year < b.year).then_some([*a, *b])
}

/// How many times as much something became by what a claim says, `tripled`, `rose by half`; not `three times as long as the other`.
fn factor(claim: &str, said: &Quantity) -> Option<f64> {
    const REACH: usize = 4;
    let amount = said.amount().filter(|amount| amount.low >= amount.high)?;
    let head = claim.get(..said.span.start)?;
    let before: Vec<String> = plain_words(head).collect();
    let mut near = before.iter().rev().take(REACH);
    let rises = near.find_map(|word| axis(word).filter(|(axis, _)| *axis == 0));
    let rises = rises.map(|(_, is_positive)| is_positive);
    match amount.unit {
        Unit::Times if rises == Some(false) => None,
        Unit::Times => {
            let behind = claim.get(said.span.end..)?;
            (!behind.trim_start().starts_with("as ")).then_some(amount.low)
        }
        Unit::Percent if before.last().is_some_and(|word| word == "by") => {
            let part = amount.low / 100.0;
            let became = if rises? { 1.0 + part } else { 1.0 - part };
            (became > 0.0).then_some(became)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::quantities;

    #[track_caller]
    fn check(evidence: &[&str], claim: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        lexicon.term_set(claim);
        for sentence in evidence {
            lexicon.term_set(sentence);
        }
        let read: Vec<_> = evidence
            .iter()
            .map(|text| (*text, quantities(text)))
            .collect();
        let theirs = read.iter().map(|(text, own)| (*text, own.as_slice()));
        let found = misstated_multiple((claim, &quantities(claim)), theirs, &lexicon);
        assert_eq!(found.is_some(), expected, "{claim}: {found:?}");
    }

    #[test]
    fn a_multiple_that_the_values_of_two_years_are_not_is_told() {
        let rents = ["Rents averaged 9.10 euros in 2012 and 18.40 in 2022."];
        check(&rents, "Rents tripled between 2012 and 2022.", true);
        check(&rents, "Rents doubled between 2012 and 2022.", false);
        let herds = [
            "The herd had 80 head in 1990.",
            "By 2010 the herd had 60 head.",
        ];
        check(&herds, "From 1990 to 2010 the herd halved.", true);
        check(&herds, "The herd halved.", false);
    }
}
