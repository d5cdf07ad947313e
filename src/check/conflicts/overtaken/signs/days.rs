//! Days that something has now in place of another, and days that are past.

use super::Told;
use crate::check::language::numbers::{Date, Quantity};
use crate::check::meaning::denying::is_denying;

/// What only says when, which many sentences share.
#[rustfmt::skip]
pub(crate) const WHENS: &[&str] = &[
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "year", "month", "week", "day", "time",
    "today", "yesterday", "place", "plan", "planned", "new",
];

impl Told<'_, '_> {
    /// The day that something has now.
    pub(super) fn new_day(&self) -> Option<Date> {
        #[rustfmt::skip]
        const DAYS: &[&str] = &["day", "date", "opening", "start", "deadline", "timetable", "launch", "time", "term"];
        const PUT_OFF: &[&str] = &[
            "postpon",
            "delay",
            "reschedul",
            "deferr",
            "adjourn",
            "slipp",
        ];
        let all = || 0..self.reading.words.len();
        let is_new = |at: usize| {
            matches!(self.word(at), "new" | "revised" | "later")
                && (at + 1..=at + 2).any(|at| DAYS.contains(&self.word(at)))
        };
        let is_later = |at: usize| {
            let planned = matches!(
                self.word(at + 2),
                "planned"
                    | "announced"
                    | "expected"
                    | "scheduled"
                    | "promised"
                    | "first"
                    | "originally"
            );
            self.word(at) == "later" && self.word(at + 1) == "than" && planned
        };
        let is_put_off = |at: usize| PUT_OFF.iter().any(|front| self.word(at).starts_with(front));
        let is_not_before = |at: usize| {
            const REACH: usize = 7;
            let mut near = (1..=REACH)
                .filter_map(|back| at.checked_sub(back))
                .map(|at| self.word(at));
            let denied = |word: &str| {
                is_denying(word) || matches!(word, "wait" | "waits" | "waiting" | "earliest")
            };
            matches!(self.word(at), "until" | "till" | "before") && near.any(denied)
        };
        let is_instead = |at: usize| {
            self.word(at) == "but" && (1..=6).any(|back| self.before(at, back) == "not")
        };
        let is_moved = all().any(|at| {
            is_new(at) || is_later(at) || is_put_off(at) || is_not_before(at) || is_instead(at)
        });
        // The day that it had may stand before.
        self.found
            .iter()
            .rev()
            .find_map(Quantity::date)
            .filter(|_| is_moved)
    }
}

/// Whether a time is past on a date.
pub(super) fn is_over(own: Date, date: &str) -> bool {
    let (month, day) = (own.month.unwrap_or(12), own.day.unwrap_or(28));
    own.year
        .is_some_and(|year| format!("{year:04}-{month:02}-{day:02}").as_str() <= date)
}
