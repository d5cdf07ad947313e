//! Labelled: a claim about one of several things of which a text lists the values, each behind its name: `Station North: 1,240 passengers in 2021 and 1,610 in 2022.
//! Station South: 2,050 in 2021 and 1,890 in 2022.`
//!
//! What is counted stands in the first of them only, so that the values of the others have few words of a claim, and the first has all of them. Whose a value is, and
//! whether it rose, is read from the lines themselves.

use super::bindings::Exchange;
use super::finding::Finding;
use super::in_full::InFull;
use crate::check::language::directions::axis;
use crate::check::language::numbers::{Date, Quantity, quantities};
use crate::check::language::only;
use crate::check::language::terms::{plain, plain_words, words};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;
use crate::check::text::turns::label;

/// The axes of a rise and a fall, and of more and less.
const RISE: usize = 0;
const MORE: usize = 1;

/// The values of one thing, each with its date.
struct Row<'t> {
    text: &'t str,
    label: &'t str,
    values: Vec<(Quantity, Date)>,
}

/// What the lines of texts say to a claim about one of the things that they list.
pub(super) fn labelled(claim: &str, texts: &[&str]) -> Option<InFull> {
    if !texts.iter().any(|text| text.contains(": ")) {
        return None;
    }
    let rows: Vec<Row<'_>> = texts.iter().flat_map(|text| rows(text)).collect();
    let own = only(rows.iter().filter(|row| claim.contains(row.label)))?;
    if rows.len() < 2 || plain_words(claim).any(|word| is_denying(&word)) {
        return None;
    }
    let all = quantities(claim);
    let dates: Vec<&Quantity> = all.iter().filter(|own| own.date().is_some()).collect();
    let amounts: Vec<&Quantity> = all.iter().filter(|own| own.amount().is_some()).collect();
    match (&*amounts, &*dates) {
        ([value], []) => value_of(claim, value, None, own, &rows),
        ([value], [date]) => value_of(claim, value, date.date(), own, &rows),
        ([], [first, second]) => change_of(claim, [first, second], own),
        _ => None,
    }
}

fn rows(text: &str) -> Vec<Row<'_>> {
    let spans = sentences(text).into_iter();
    let lines = spans.filter_map(|span| text.get(span));
    lines.filter_map(Row::read).collect()
}

impl<'t> Row<'t> {
    fn read(text: &'t str) -> Option<Self> {
        let label = label(text)?;
        let found = quantities(text);
        let dated = |(at, value): (usize, &Quantity)| {
            value.amount()?;
            let mut behind = found.iter().skip(at + 1);
            Some((value.clone(), behind.next()?.date()?))
        };
        let values: Vec<_> = found.iter().enumerate().filter_map(dated).collect();
        (!values.is_empty()).then_some(Self {
            text,
            label,
            values,
        })
    }

    /// The values that it gives for a date, or for any.
    fn values(&self, date: Option<Date>) -> impl Iterator<Item = &Quantity> {
        let is_of = move |own: &Date| date.is_none_or(|date| own.is_compatible(date));
        self.values
            .iter()
            .filter(move |(_, own)| is_of(own))
            .map(|(value, _)| value)
    }

    fn has(&self, value: &Quantity, date: Option<Date>) -> bool {
        let number = |own: &Quantity| own.amount().map(|amount| amount.low);
        let is_it = |own: &Quantity| {
            number(own)
                .zip(number(value))
                .is_some_and(|(own, wanted)| (own - wanted).abs() <= f64::EPSILON * own.abs())
        };
        self.values(date).any(is_it)
    }
}

/// Whether a value that a claim gives to one thing is that of another.
fn value_of(
    claim: &str,
    value: &Quantity,
    date: Option<Date>,
    own: &Row<'_>,
    rows: &[Row<'_>],
) -> Option<InFull> {
    own.values(date).next()?;
    if own.has(value, date) {
        return None;
    }
    let other = rows.iter().find(|row| row.has(value, date))?;
    Some(InFull::Against(Finding::Exchanged(Exchange {
        value: claim.get(value.span.clone())?.to_owned(),
        claim: own.label.to_owned(),
        source: other.label.to_owned(),
    })))
}

/// Whether something became more or less between two dates as a claim says.
fn change_of(claim: &str, dates: [&Quantity; 2], own: &Row<'_>) -> Option<InFull> {
    let read = words(claim).filter_map(|span| Some((plain(claim.get(span.clone())?), span)));
    let all: Vec<_> = read.collect();
    let than = all.iter().any(|(word, _)| word == "than");
    let turn = only(all.iter().filter_map(|(word, span)| {
        let (axis, is_more) = axis(word)?;
        (axis == RISE || axis == MORE && than).then_some((span, is_more))
    }));
    let (span, is_more) = turn?;
    let [first, second] = dates;
    // `More in 2022 than in 2021`; `rose between 2021 and 2022`.
    let (from, to) = if than {
        (second.date()?, first.date()?)
    } else {
        let (first, second) = (first.date()?, second.date()?);
        if first.year? <= second.year? {
            (first, second)
        } else {
            (second, first)
        }
    };
    let (before, behind) = (only(own.values(Some(from)))?, only(own.values(Some(to)))?);
    let (old, new) = (before.amount()?.low, behind.amount()?.low);
    if (new - old).abs() <= f64::EPSILON * new.abs() {
        return None;
    }
    if (new > old) == is_more {
        return Some(InFull::Said);
    }
    let said = before.span.start.min(behind.span.start)..before.span.end.max(behind.span.end);
    Some(InFull::Against(Finding::Opposed(Opposition::Direction {
        claim: claim.get(span.clone())?.to_owned(),
        source: own.text.get(said)?.to_owned(),
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATIONS: &str = "Station North: 1,240 passengers a day in 2021 and 1,610 in 2022. Station South: 2,050 in 2021 and 1,890 in 2022.";

    #[test]
    fn values_and_changes_are_of_the_thing_whose_line_gives_them() {
        for (claim, expected) in [
            (
                "Station South had 1,610 passengers a day in 2022.",
                Some(false),
            ),
            ("Station North had 1,610 passengers a day in 2022.", None),
            (
                "Passenger numbers at Station South rose between 2021 and 2022.",
                Some(false),
            ),
            (
                "Passenger numbers at Station North rose between 2021 and 2022.",
                Some(true),
            ),
            (
                "Fewer passengers used Station South in 2022 than in 2021.",
                Some(true),
            ),
            (
                "Station North had fewer passengers in 2022 than in 2021.",
                Some(false),
            ),
            ("Station East had 1,610 passengers a day in 2022.", None),
            ("Station South had 1,700 passengers a day in 2022.", None),
            ("Station South did not have 1,610 passengers in 2022.", None),
        ] {
            let found = labelled(claim, &[STATIONS]);
            let is_said = found.map(|found| matches!(found, InFull::Said));
            assert_eq!(is_said, expected, "{claim}");
        }
    }
}
