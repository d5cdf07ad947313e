//! How long it is from one date of the evidence to another.

use super::super::operands::Given;
use super::{Asked, Derived};
use crate::check::language::numbers::{Date, Quantity, Unit};
use crate::check::language::terms::{plain, plain_words};

#[rustfmt::skip]
const TIMES: &[&str] = &[
    "later", "after", "before", "earlier", "apart", "between", "since", "for", "lasted", "took", "within", "old", "separate", "separated", "lie", "over", "until", "longer",
    "shorter", "older", "younger",
];

impl Asked<'_> {
    /// Two dates that lie so far apart.
    pub(super) fn stretch(&self, given: &[Given<'_>]) -> Option<Derived> {
        const MOST: usize = 16;
        if !self.is_between_times() {
            return None;
        }
        let mut dates: Vec<(usize, usize, &Given<'_>, &Quantity, Date)> = given
            .iter()
            .enumerate()
            .filter(|(_, given)| given.shared > 0 || given.is_title)
            .flat_map(|(at, given)| {
                given.own.iter().filter_map(move |own| {
                    Some((given.shared, at, given, own, date_of(given.sentence, own)?))
                })
            })
            .collect();
        dates.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        dates.truncate(MOST);
        let mut found = Vec::new();
        for (place, (_, at, one, first, from)) in dates.iter().enumerate() {
            for (_, other_at, other, second, to) in dates.iter().skip(place + 1) {
                let is_about = one.shared + other.shared > 1;
                if is_about && self.lasts(*from, *to) {
                    let (words, theirs) = (
                        one.sentence.get(first.span.clone()),
                        other.sentence.get(second.span.clone()),
                    );
                    let (Some(words), Some(theirs)) = (words, theirs) else {
                        continue;
                    };
                    found.push((
                        at.abs_diff(*other_at),
                        format!("“{words}” and “{theirs}”"),
                        vec![*at, *other_at],
                    ));
                }
            }
        }
        let (_, words, sentences) = found.into_iter().min_by_key(|(distance, _, _)| *distance)?;
        Some(Derived { words, sentences })
    }

    /// Whether the words right beside the amount say that it is how long something is from one time to another, and not how long before today: `32 years ago`.
    fn is_between_times(&self) -> bool {
        const NEAR: usize = 3;
        let behind = self.claim.get(self.wanted.span.end..).unwrap_or_default();
        let before = self.claim.get(..self.wanted.span.start).unwrap_or_default();
        let behind: Vec<String> = plain_words(behind).take(NEAR).collect();
        let all: Vec<String> = plain_words(before).collect();
        let mut near = behind.iter().chain(all.iter().rev().take(NEAR));
        let is_ago = behind.first().is_some_and(|word| word == "ago");
        !is_ago && near.any(|word| TIMES.contains(&word.as_str()))
    }

    fn lasts(&self, one: Date, other: Date) -> bool {
        const DAY: f64 = 86_400.0;
        const CENTURY: f64 = 1_200.0;
        let (Some(year), Some(last)) = (one.year, other.year) else {
            return false;
        };
        if self.amount.unit == Unit::Measure("time") {
            let days = day_number(one)
                .zip(day_number(other))
                .map(|(a, b)| (a - b).abs());
            return days.is_some_and(|days| days > 0.0 && self.is(DAY * days));
        }
        let months =
            |date: Date, year: u32| 12.0 * f64::from(year) + f64::from(date.month.unwrap_or(0));
        let is_by_month = one.month.is_some() && other.month.is_some();
        let apart = if is_by_month {
            (months(one, year) - months(other, last)).abs()
        } else {
            12.0 * (f64::from(year) - f64::from(last)).abs()
        };
        let is_rough =
            self.amount.per >= CENTURY && (apart - self.amount.low).abs() <= 0.1 * self.amount.low;
        apart > 0.0
            && (self.is(apart)
                || is_rough
                || is_by_month && self.amount.per < 12.0 && self.is(apart + 1.0))
    }
}

/// A date, or a number that stands where a year does: `in 1347`.
fn date_of(sentence: &str, own: &Quantity) -> Option<Date> {
    const BEFORE: &[&str] = &[
        "in", "by", "from", "since", "until", "to", "around", "about",
    ];
    let year = || {
        let amount = own.amount()?;
        let is_whole = amount.low >= amount.high && amount.low.fract() < f64::EPSILON;
        let head = sentence.get(..own.span.start)?.trim_end();
        let before = plain(head.rsplit(' ').next()?);
        let is_year = is_whole && (1000.0..2100.0).contains(&amount.low);
        (is_year && BEFORE.contains(&before.as_str())).then(|| Date {
            year: Some(amount.low as u32),
            ..Date::default()
        })
    };
    own.date().or_else(year)
}

/// Days from a fixed day on, by the calendar that is used now.
fn day_number(date: Date) -> Option<f64> {
    let (year, month, day) = (
        i64::from(date.year?),
        i64::from(date.month?),
        i64::from(date.day?),
    );
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day;
    Some(days as f64)
}
