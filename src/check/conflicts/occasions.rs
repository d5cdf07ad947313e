//! Occasions: when a sentence says that something happens, as far as its date bounds it: `in 2028`, `by 2028`, `not before 2028`.

use crate::check::language::numbers::{Date, Quantity};
use crate::check::language::terms::{plain, words};

/// How a date bounds when something happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    On,
    By,
    NotBefore,
}

/// When something happens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct When {
    pub(crate) date: Date,
    bound: Bound,
}

/// The occasions that a text names, each with the byte that it begins at.
pub(crate) fn occasions(text: &str, quantities: &[Quantity]) -> Vec<(usize, When)> {
    let occasions = quantities.iter();
    occasions
        .filter_map(|quantity| When::read(text, quantity))
        .collect()
}

impl When {
    fn read(text: &str, quantity: &Quantity) -> Option<(usize, Self)> {
        const REACH: usize = 6;
        let date = quantity.date()?;
        let before = text.get(..quantity.span.start).unwrap_or_default();
        let all: Vec<&str> = words(before).filter_map(|span| before.get(span)).collect();
        let mut near = all.iter().rev().take(REACH).map(|word| plain(word));
        let is_at = |word: &String| {
            !OF_TIME.contains(&word.as_str())
                && !matches!(word.as_str(), "the" | "end" | "of" | "beginning" | "start")
        };
        let bound = match near.find(is_at).unwrap_or_default().as_str() {
            "before" if near.any(|word| matches!(word.as_str(), "not" | "never" | "no")) => {
                Bound::NotBefore
            }
            "by" | "before" => Bound::By,
            "than" if near.next().is_some_and(|word| word == "earlier") => Bound::NotBefore,
            _ => Bound::On,
        };
        Some((quantity.span.start, Self { date, bound }))
    }

    /// Whether a thing that happens once cannot happen at both.
    pub(crate) fn excludes(self, other: Self) -> bool {
        use Bound::{By, NotBefore, On};
        match (self.bound, other.bound) {
            (By, On | NotBefore) | (On, NotBefore) => is_later(other.date, self.date),
            (On | NotBefore, By) | (NotBefore, On) => is_later(self.date, other.date),
            _ => !self.date.is_compatible(other.date),
        }
    }
}

/// Whether one date is past another, as far as both are given.
fn is_later(date: Date, other: Date) -> bool {
    let (Some(own), Some(theirs)) = (date.year, other.year) else {
        return date.year.is_none() && other.year.is_none() && date.month > other.month;
    };
    own > theirs
        || own == theirs
            && date
                .month
                .zip(other.month)
                .is_some_and(|(own, theirs)| own > theirs)
}

/// Words that tell when or that something happened, and nothing of what it happened to.
#[rustfmt::skip]
pub(crate) const OF_TIME: &[&str] = &[
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "year", "years", "took",
    "take", "place", "happened", "came", "finally", "first", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "down", "late",
    "early", "already", "officially", "date", "dates", "dated", "back", "quarter", "half", "spring", "summer", "autumn", "winter", "mid", "takes", "comes",
    "come", "enters", "enter", "entered", "expected", "due", "scheduled", "planned", "set", "earlier", "later", "one",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::numbers::quantities;

    #[test]
    fn a_date_excludes_another_as_far_as_it_bounds_what_happens() {
        let when = |text: &str| {
            let found = quantities(text);
            found
                .iter()
                .find_map(|date| When::read(text, date))
                .unwrap()
                .1
        };
        for (a, b, expected) in [
            ("Done in 2031.", "Done in 2034.", true),
            ("Done in 2031.", "Done in May 2031.", false),
            ("Done by 2031.", "Done in 2034.", true),
            ("Done by the end of 2034.", "Done in 2031.", false),
            ("Not done before 2034.", "Done in 2031.", true),
            ("Not done before 2031.", "Done in 2034.", false),
            ("Done no earlier than 2034.", "Done by 2031.", true),
            ("Done before May 2031.", "Done in July 2031.", true),
        ] {
            assert_eq!(when(a).excludes(when(b)), expected, "{a} / {b}");
            assert_eq!(when(b).excludes(when(a)), expected, "{b} / {a}");
        }
    }
}
