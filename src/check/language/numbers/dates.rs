//! Dates in a sentence: in figures, with the month's name, in ideographs, and years that stand alone.

use std::ops::RangeInclusive;

use super::foreign;
use super::read::Reader;
use super::units;
use super::{Date, Quantity, Value};
use crate::check::language::terms::{is_stop_word, lowered};

impl Reader<'_> {
    pub(super) fn date(&self, at: usize) -> Option<(Quantity, usize)> {
        let (date, next) = self
            .iso_date(at)
            .or_else(|| self.ideographic_date(at))
            .or_else(|| self.dotted_date(at))
            .or_else(|| self.slashed_date(at))
            .or_else(|| self.day_first(at))
            .or_else(|| self.first_day(at))
            .or_else(|| self.month_first(at))
            .or_else(|| self.year_and_month(at))
            .or_else(|| self.lone_year(at))
            .or_else(|| self.fiscal_year(at))?;
        self.quantity(at, next, Value::Date(date))
    }

    /// `2024-05-03`.
    fn iso_date(&self, at: usize) -> Option<(Date, usize)> {
        let dashed = (0..4).all(|step| self.adjacent(at + step, at + step + 1))
            && self.sign(at + 1) == Some('-')
            && self.sign(at + 3) == Some('-');
        if !dashed {
            return None;
        }
        let year = self.year(at)?;
        let month = self.small(at + 2, 12)?;
        let day = self.small(at + 4, 31)?;
        Some((
            Date {
                year: Some(year),
                month: Some(month),
                day: Some(day),
                ..Date::default()
            },
            at + 5,
        ))
    }

    /// `2021-03`; `2021-11` cannot be a span of years, as `2010-11` can.
    fn year_and_month(&self, at: usize) -> Option<(Date, usize)> {
        let year = self.year(at)?;
        let is_joined = self.sign(at + 1) == Some('-')
            && self.adjacent(at, at + 1)
            && self.adjacent(at + 1, at + 2);
        let has_two_digits = self.tokens.get(at + 2)?.span.len() == 2;
        let month = self.small(at + 2, 12)?;
        let goes_on = self.adjacent(at + 2, at + 3)
            && (self.word(at + 3).is_some() || matches!(self.sign(at + 3), Some('-' | '/' | '%')));
        let is_month = is_joined && has_two_digits && !goes_on && month <= year % 100;
        is_month.then_some((
            Date {
                year: Some(year),
                month: Some(month),
                ..Date::default()
            },
            at + 3,
        ))
    }

    /// `2024年5月14日`, `5月14日`, `2024年5月`.
    fn ideographic_date(&self, at: usize) -> Option<(Date, usize)> {
        let followed =
            |at: usize, sign: &str| self.adjacent(at, at + 1) && self.word(at + 1) == Some(sign);
        let year = self.year(at).filter(|_| followed(at, "年"));
        let mut next = at + if year.is_some() { 2 } else { 0 };
        let month = self.small(next, 12).filter(|_| followed(next, "月"));
        next += if month.is_some() { 2 } else { 0 };
        let day = self
            .small(next, 31)
            .filter(|_| month.is_some() && followed(next, "日"));
        next += if day.is_some() { 2 } else { 0 };
        let is_date = year.is_some() || month.is_some() && day.is_some();
        let date = Date {
            year,
            month,
            day,
            ..Date::default()
        };
        is_date.then_some((date, next))
    }

    /// `03.05.2024`, day first.
    fn dotted_date(&self, at: usize) -> Option<(Date, usize)> {
        let token = self.tokens.get(at)?;
        let text = self.text.get(token.span.clone())?;
        let mut parts = text.split('.');
        let mut part = |digits: RangeInclusive<usize>| {
            let part = parts.next().filter(|part| digits.contains(&part.len()))?;
            part.parse::<u32>().ok()
        };
        let (day, month, year) = (part(1..=2)?, part(1..=2)?, part(4..=4)?);
        let fits = (1..=31).contains(&day)
            && (1..=12).contains(&month)
            && (1500..2200).contains(&year)
            && parts.next().is_none();
        fits.then_some((
            Date {
                year: Some(year),
                month: Some(month),
                day: Some(day),
                ..Date::default()
            },
            at + 1,
        ))
    }

    /// `13/05/2024`, `5/13/2024`, `2024/05/13`. Of `5/3/2024` either number may be the month.
    fn slashed_date(&self, at: usize) -> Option<(Date, usize)> {
        let slashed = (0..4).all(|step| self.adjacent(at + step, at + step + 1))
            && self.sign(at + 1) == Some('/')
            && self.sign(at + 3) == Some('/')
            && !(self.sign(at + 5) == Some('/') && self.adjacent(at + 4, at + 5));
        if !slashed {
            return None;
        }
        let date = |year, month, day| Date {
            year: Some(year),
            month,
            day,
            ..Date::default()
        };
        if let Some(year) = self.year(at) {
            let (month, day) = (self.small(at + 2, 12)?, self.small(at + 4, 31)?);
            return Some((date(year, Some(month), Some(day)), at + 5));
        }
        let year = self.year(at + 4)?;
        let (first, second) = (self.small(at, 31)?, self.small(at + 2, 31)?);
        let found = match (first <= 12, second <= 12) {
            (true, true) => Date {
                is_either: first != second,
                ..date(year, Some(first), Some(second))
            },
            (_, true) => date(year, Some(second), Some(first)),
            (true, false) => date(year, Some(first), Some(second)),
            (false, false) => return None,
        };
        Some((found, at + 5))
    }

    /// `3 May 2024`, `3rd of May`, `3. Mai 2024`, `3 de mayo de 2024`.
    fn day_first(&self, at: usize) -> Option<(Date, usize)> {
        let day = self.small(at, 31)?;
        let mut next = at + 1;
        if self.adjacent(at, next) && self.word(next).is_some_and(is_ordinal_ending) {
            next += 1;
        }
        if matches!(self.word(next), Some("of" | "de")) || self.sign(next) == Some('.') {
            next += 1;
        }
        let month = self.month(next).or_else(|| {
            let word = self.word(next)?.to_lowercase();
            foreign::month(&word)
        })?;
        let next = next + 1;
        let next = next + usize::from(matches!(self.word(next), Some("de" | "del")));
        let (year, next) = self.year_after(next);
        Some((
            Date {
                year,
                month: Some(month),
                day: Some(day),
                ..Date::default()
            },
            next,
        ))
    }

    /// `4` of `between 4 and 12 April 2021`: a day that has its month behind the next.
    fn first_day(&self, at: usize) -> Option<(Date, usize)> {
        let day = self.small(at, 31)?;
        let is_joined = matches!(self.word(at + 1), Some("and" | "to"))
            || matches!(self.sign(at + 1), Some('-' | '–'));
        let (last, _) = is_joined.then(|| self.day_first(at + 2)).flatten()?;
        (last.day > Some(day)).then_some((
            Date {
                day: Some(day),
                ..last
            },
            at + 1,
        ))
    }

    /// `May 3, 2024`, `May 2024`.
    fn month_first(&self, at: usize) -> Option<(Date, usize)> {
        let month = self.month(at)?;
        let mut next = at + 1 + usize::from(self.sign(at + 1) == Some('.'));
        // `Jul-2015`, as tables have it.
        let is_joined = matches!(self.sign(next), Some('-' | '/'))
            && self.adjacent(at, at + 1)
            && self.adjacent(next, next + 1)
            && self.year(next + 1).is_some();
        next += usize::from(is_joined);
        if let Some(year) = self.year(next) {
            return Some((
                Date {
                    year: Some(year),
                    month: Some(month),
                    day: None,
                    ..Date::default()
                },
                next + 1,
            ));
        }
        let day = self.small(next, 31)?;
        next += 1;
        if self.adjacent(next - 1, next) && self.word(next).is_some_and(is_ordinal_ending) {
            next += 1;
        }
        let (year, next) = self.year_after(next);
        Some((
            Date {
                year,
                month: Some(month),
                day: Some(day),
                ..Date::default()
            },
            next,
        ))
    }

    fn year_after(&self, at: usize) -> (Option<u32>, usize) {
        let from = at + usize::from(self.sign(at) == Some(','));
        match self.year(from) {
            Some(year) => (Some(year), from + 1),
            None => (None, at),
        }
    }

    /// Four plain digits that nothing counts or measures.
    fn lone_year(&self, at: usize) -> Option<(Date, usize)> {
        let year = self.year(at)?;
        let before = self.before(at, 1).map(lowered);
        let introduced = before.is_some_and(|word| YEAR_BEFORE.contains(&&*word));
        let next = self.word(at + 1);
        let unit = self.adjacent(at, at + 1) && next.is_some()
            || self.sign(at + 1) == Some('%')
            || at
                .checked_sub(1)
                .and_then(|before| self.sign(before))
                .is_some_and(|sign| units::currency(&sign.to_string()).is_some())
            || next.is_some_and(|word| {
                units::measure(word).is_some()
                    || units::magnitude(word, false, false).is_some()
                    || units::currency(word).is_some()
            });
        let counts = next.is_some_and(|word| {
            let lower = lowered(word);
            word.starts_with(char::is_lowercase) && !is_stop_word(&lower) && lower.ends_with('s')
        });
        // `2018–19` is one year of a calendar of its own.
        let next = at + 1 + 2 * usize::from(self.ends_next_year(at + 1, year));
        (!unit && (introduced || !counts)).then_some((
            Date {
                year: Some(year),
                ..Date::default()
            },
            next,
        ))
    }

    /// `–19` behind 2018, and no more digits.
    fn ends_next_year(&self, at: usize, year: u32) -> bool {
        let is_joined = matches!(self.sign(at), Some('-' | '–' | '/'))
            && self.adjacent(at, at + 1)
            && !self.adjacent(at + 1, at + 2);
        let digits = self.tokens.get(at + 1).map_or(0, |token| token.span.len());
        let last = self.number(at + 1).map(|(value, ..)| value);
        is_joined && digits == 2 && last == Some(f64::from((year + 1) % 100))
    }

    pub(super) fn year(&self, at: usize) -> Option<u32> {
        let (value, _, plain) = self.number(at)?;
        let digits = self.tokens.get(at)?.span.len();
        (plain && digits == 4 && (1500.0..2200.0).contains(&value)).then_some(value as u32)
    }

    fn small(&self, at: usize, most: u32) -> Option<u32> {
        let (value, _, plain) = self.number(at)?;
        let digits = self.tokens.get(at)?.span.len();
        (plain && digits <= 2 && value >= 1.0 && value <= f64::from(most)).then_some(value as u32)
    }

    fn month(&self, at: usize) -> Option<u32> {
        let word = self
            .word(at)
            .filter(|word| word.starts_with(char::is_uppercase))?;
        let lower = word.to_lowercase();
        if let Some(month) = foreign::month(&lower).filter(|_| !lower.is_ascii() || lower.len() > 4)
        {
            return Some(month);
        }
        let at = MONTHS.iter().position(|month| {
            *month == lower
                || lower == "sept" && *month == "september"
                || lower.len() == 3 && month.starts_with(&lower)
        })?;
        u32::try_from(at + 1).ok()
    }
}

/// Names of months in lower case, whole and short.
pub(super) fn openers() -> Vec<&'static str> {
    let short = MONTHS.iter().filter_map(|month| month.get(..3));
    MONTHS.into_iter().chain(short).chain(["sept"]).collect()
}

pub(super) fn is_ordinal_ending(word: &str) -> bool {
    matches!(word, "st" | "nd" | "rd" | "th")
}

/// The month that a word names by itself, written as a name.
pub(crate) fn month_named(word: &str) -> Option<u32> {
    let lower = word
        .starts_with(char::is_uppercase)
        .then(|| word.to_lowercase())?;
    let mut months = (1..).zip(MONTHS);
    months.find_map(|(at, month)| (month == lower).then_some(at))
}

#[rustfmt::skip]
/// The days of the week, from its first working day on.
pub(crate) const WEEKDAYS: &[&str] = &[
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

#[rustfmt::skip]
const YEAR_BEFORE: &[&str] = &[
    "in", "since", "by", "from", "until", "till", "during", "before", "after", "through", "year",
    "early", "late", "mid", "fy", "spring", "summer", "autumn", "fall", "winter",
];
