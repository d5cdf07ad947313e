//! Open days: on which days of the week a sentence says that something is open, or closed: `open Monday to Friday`, `closed at weekends`, `every day but Mondays`.
//!
//! Days are named in so many ways that no two sentences need share one; read as days of a week they can be held against each other.

use crate::check::language::numbers::WEEKDAYS;
use std::ops::BitOr;

use crate::check::language::terms::{is_stop_word, plain, stem, words};
use crate::check::meaning::denying::is_denying;

/// Days of the week, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Days(u8);

/// When something is open, or closed.
#[derive(Debug)]
pub(crate) struct OpenDays {
    days: Days,
    is_open: bool,
    /// Whether it says that it is so on no other day.
    is_only: bool,
    /// The stems of what else the sentence says.
    of: Vec<String>,
}

/// How the days of two sentences about one thing stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Held {
    /// What the one says follows from the other.
    Said,
    Against,
}

const ALL: Days = Days(0b111_1111);
const WORKING_DAYS: Days = Days(0b001_1111);
const WEEKEND: Days = Days(0b110_0000);

const OPEN: &[&str] = &["open", "opens", "opened", "opening"];
const CLOSED: &[&str] = &["closed", "closes", "close", "shut", "shuts"];
const EXCEPT: &[&str] = &["except", "but", "excluding", "save"];
const UP_TO: &[&str] = &["to", "through", "till", "until", "thru"];
/// Words that only tell when.
const TIMES: &[&str] = &[
    "day", "days", "daily", "week", "every", "each", "seven", "only", "longer", "still", "weekend",
    "weekends", "weekday", "weekdays",
];

impl BitOr for Days {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Days {
    /// The days from one to another, over the end of the week where that comes first.
    fn between(from: usize, to: usize) -> Self {
        let last = if to < from { to + WEEKDAYS.len() } else { to };
        (from..=last).fold(Self::default(), |all, day| {
            all | Self(1 << (day % WEEKDAYS.len()))
        })
    }

    fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    fn shares(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

fn day(word: &str) -> Option<usize> {
    let one = word.strip_suffix('s').unwrap_or(word);
    WEEKDAYS.iter().position(|day| *day == one)
}

/// When something is open by a sentence that says so, and says it once.
pub(crate) fn open_days(text: &str) -> Option<OpenDays> {
    let is_any = |list: &[&str]| list.iter().any(|word| text.contains(word));
    if !is_any(&["open", "Open", "close", "shut", "Close"]) || !is_any(&["day", "daily", "week"]) {
        return None;
    }
    let all: Vec<String> = words(text)
        .filter_map(|span| text.get(span))
        .flat_map(|word| word.split(['-', '–']))
        .map(plain)
        .collect();
    let word = |at: usize| all.get(at).map_or("", String::as_str);
    let has = |list: &[&str]| all.iter().any(|word| list.contains(&word.as_str()));
    let is_open = match (has(OPEN), has(CLOSED)) {
        (true, false) => true,
        (false, true) => false,
        _ => return None,
    };
    let mut days = Days::default();
    let mut left_out = Days::default();
    let mut is_left_out = false;
    let mut at = 0;
    while at < all.len() {
        let (found, length) = days_at(&all, at);
        is_left_out |= EXCEPT.contains(&word(at))
            || matches!(
                (word(at), word(at + 1)),
                ("apart" | "aside", "from") | ("other", "than")
            );
        if is_left_out {
            left_out = left_out | found;
        } else {
            days = days | found;
        }
        at += length;
    }
    let days = days.without(left_out);
    let denials = all.iter().filter(|word| is_denying(word)).count();
    let is_said = |word: &&String| {
        let lists = [OPEN, CLOSED, EXCEPT, TIMES];
        day(word).is_none()
            && !lists.iter().any(|list| list.contains(&word.as_str()))
            && !is_stop_word(word)
            && !is_denying(word)
    };
    (days != Days::default() && denials <= 1).then(|| OpenDays {
        days,
        is_open: is_open != (denials == 1),
        is_only: has(&["only"]) || left_out != Days::default(),
        of: all.iter().filter(is_said).map(|word| stem(word)).collect(),
    })
}

/// The days that are named at a place, and in how many words.
fn days_at(all: &[String], at: usize) -> (Days, usize) {
    let word = |at: usize| all.get(at).map_or("", String::as_str);
    if let Some(from) = day(word(at)) {
        if let Some(to) = day(word(at + 1)).filter(|to| *to > from + 1) {
            return (Days::between(from, to), 2);
        }
        let to = day(word(at + 2)).filter(|_| UP_TO.contains(&word(at + 1)));
        return to.map_or((Days::between(from, from), 1), |to| {
            (Days::between(from, to), 3)
        });
    }
    match (word(at), word(at + 1)) {
        ("weekend" | "weekends", _) => (WEEKEND, 1),
        ("weekday" | "weekdays", _) => (WORKING_DAYS, 1),
        ("daily", _) => (ALL, 1),
        ("every" | "each", "day") | ("seven", "days") => (ALL, 2),
        _ => (Days::default(), 1),
    }
}

impl OpenDays {
    /// How what another sentence says stands to this one, where that speaks of the same.
    pub(crate) fn beside(&self, source: &Self) -> Option<Held> {
        let is_of_it = !self.of.is_empty() && self.of.iter().all(|word| source.of.contains(word));
        if !is_of_it {
            return None;
        }
        let is_within = self.days.without(source.days) == Days::default();
        let is_apart = !self.days.shares(source.days);
        match (self.is_open == source.is_open, source.is_open) {
            (true, _) if is_within && !(self.is_only && self.days != source.days) => {
                Some(Held::Said)
            }
            // Opening times are told in full, closing days too: who names weekdays is closed at weekends.
            (true, true) if is_apart => Some(Held::Against),
            (false, _) if !is_apart => Some(Held::Against),
            (false, _) if is_apart && source.is_only => Some(Held::Said),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_week_are_held_against_each_other_however_they_are_named() {
        let check = |claim: &str, source: &str, expected: Option<Held>| {
            let (own, theirs) = (open_days(claim), open_days(source));
            let found = own
                .zip(theirs)
                .and_then(|(own, theirs)| own.beside(&theirs));
            assert_eq!(found, expected, "{claim} / {source}");
        };
        let weekdays = "The archive is open Monday to Friday.";
        check(
            "The archive is open on Tuesdays.",
            weekdays,
            Some(Held::Said),
        );
        check(
            "The archive is open at weekends.",
            weekdays,
            Some(Held::Against),
        );
        check(
            "The archive is closed on Thursdays.",
            weekdays,
            Some(Held::Against),
        );
        check("The archive is closed on Sundays.", weekdays, None);
        check(
            "The archive is closed on Sundays.",
            "The archive is open only on weekdays.",
            Some(Held::Said),
        );
        check("The library is open at weekends.", weekdays, None);
        let closed = "The archive is closed on Mondays.";
        check(
            "The archive is open every day.",
            closed,
            Some(Held::Against),
        );
        check(
            "The archive does not open on Mondays.",
            closed,
            Some(Held::Said),
        );
        check(
            "The archive is open on Mondays.",
            "The archive is open daily except Mondays.",
            Some(Held::Against),
        );
        check(
            "The archive is closed on Mondays.",
            "The archive is open daily except Mondays.",
            Some(Held::Said),
        );
        check("The archive opens at nine.", closed, None);
    }
}
