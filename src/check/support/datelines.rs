//! Datelines: which day `last night` and `yesterday` are in a text that says on which day it was written.
//!
//! News tells of the night before and leaves the date to the line above it; whoever cites it writes the date.

use super::Checker;
use crate::check::language::numbers::{Date, Quantity, quantities};

/// Words for a day, and how many days it is from that on which they are written.
const DAYS: &[(&str, i32)] = &[
    ("last night", -1),
    ("yesterday", -1),
    ("today", 0),
    ("tonight", 0),
    ("this morning", 0),
    ("this afternoon", 0),
    ("this evening", 0),
    ("tomorrow", 1),
];

/// Bytes at the head of a text in which its date stands.
const HEAD: usize = 200;

impl Checker<'_> {
    /// The dates of a claim, as it writes them, that these pieces of evidence tell by such words.
    pub(super) fn told_days(&self, claim: &str, pieces: &[usize]) -> Vec<String> {
        let wanted = quantities(claim).into_iter();
        wanted
            .filter(|own| own.date().is_some_and(|date| self.tells_day(date, pieces)))
            .filter_map(|own| claim.get(own.span).map(str::to_owned))
            .collect()
    }

    /// Whether one of these pieces tells of a day by a word for it.
    pub(super) fn tells_day(&self, wanted: Date, pieces: &[usize]) -> bool {
        if wanted.day.is_none() {
            return false;
        }
        pieces.iter().any(|&at| {
            let Some(piece) = self.index.evidence.get(at) else {
                return false;
            };
            let lower = piece.passage.text.to_lowercase();
            let mut said = DAYS
                .iter()
                .filter(|(words, _)| lower.contains(words))
                .peekable();
            let Some(written) = said.peek().and_then(|_| self.written_on(piece.number)) else {
                return false;
            };
            said.any(|(_, step)| moved(written, *step).is_some_and(|day| day.includes(wanted)))
        })
    }

    /// The day on which a document was written: by what is known of it, or by the one date at its head.
    fn written_on(&self, number: u32) -> Option<Date> {
        let is_whole =
            |date: &Date| date.year.is_some() && date.month.is_some() && date.day.is_some();
        let only = |text: &str| {
            let own = quantities(text);
            let mut dates = own.iter().filter_map(Quantity::date).filter(is_whole);
            dates.next().filter(|_| dates.next().is_none())
        };
        let known = self.titles.dates_of(number).find_map(only);
        known.or_else(|| {
            let mut own = self.index.evidence.iter();
            let first = own.find(|piece| piece.number == number)?;
            let text = first.passage.text.as_str();
            only(text.get(..text.floor_char_boundary(HEAD))?)
        })
    }
}

/// The day before, or after, another.
fn moved(date: Date, step: i32) -> Option<Date> {
    let (year, month, day) = (date.year?, date.month?, date.day?);
    let (year, month, day) = match step {
        0 => (year, month, day),
        -1 if day > 1 => (year, month, day - 1),
        -1 if month > 1 => (year, month - 1, days_of(year, month - 1)),
        -1 => (year.checked_sub(1)?, 12, 31),
        _ if day < days_of(year, month) => (year, month, day + 1),
        _ if month < 12 => (year, month + 1, 1),
        _ => (year + 1, 1, 1),
    };
    Some(Date {
        year: Some(year),
        month: Some(month),
        day: Some(day),
        ..date
    })
}

fn days_of(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::support::{Checker, Evidence};
    use crate::study::{Passage, Verdict};

    #[test]
    fn last_night_is_the_day_before_that_of_the_dateline() {
        let text = "Gazette, 1 March 2024. By Helen Marsh\n\nThe town council last night approved the new bridge by 12 votes to 9.";
        let passage = Passage {
            text: text.to_owned(),
            span: 0..text.len(),
            ..Passage::default()
        };
        for (day, expected) in [("29 February 2024", true), ("28 February 2024", false)] {
            let number = 1;
            let evidence = Evidence {
                number,
                passage: &passage,
            };
            let claim = format!("The town council approved the new bridge on {day}.");
            let found = Checker::new([evidence]).judge(&claim, &[1]);
            assert_eq!(
                found.verdict == Verdict::Supported,
                expected,
                "{day}: {}",
                found.reason
            );
        }
    }
}
