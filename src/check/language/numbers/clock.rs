//! Times of day and what a clock has measured: `8 p.m.`, `20:00`; `2:00:35`, `3:43.13`.
//!
//! A time of day is a label, in minutes after midnight. What may be before noon or after it is a label of another kind, which is compared on a clock of twelve
//! hours.

use super::read::Reader;
use super::units::Unit;
use super::{Amount, Quantity, Value};
use crate::check::language::terms::lowered;

/// A time of one half of the day, and one that may be of either.
pub(super) const TIME: &str = "time";
pub(super) const CLOCK: &str = "clock";

const HOUR: f64 = 60.0;
const NOON: f64 = 12.0 * HOUR;

impl Reader<'_> {
    /// `8 p.m.`, `7.30 pm`, `20:00`, `8 o'clock`, `noon`.
    pub(super) fn time_of_day(&self, at: usize) -> Option<(Quantity, usize)> {
        if let Some(word) = self.word(at) {
            let minutes = match word {
                "noon" | "midday" => Some(NOON),
                "midnight" => Some(0.0),
                _ => None,
            };
            if let Some(minutes) = minutes {
                // A source may say it in many ways.
                let time = Amount {
                    firm: false,
                    ..Amount::label(TIME, minutes)
                };
                return self.quantity(at, at + 1, Value::Amount(time));
            }
        }
        let (minutes, next, is_colon) = if let Some((minutes, next)) = self.on_a_dial(at) {
            (minutes, next, true)
        } else {
            let (hour, next) = self.hour(at)?;
            (hour, next, false)
        };
        let time = |kind, minutes, next| {
            self.quantity(at, next, Value::Amount(Amount::label(kind, minutes)))
        };
        if let Some((is_afternoon, next)) = self.half_of_the_day(next)
            && minutes < NOON + HOUR
        {
            let minutes = minutes % NOON + if is_afternoon { NOON } else { 0.0 };
            return time(TIME, minutes, next);
        }
        if matches!(self.word(next), Some("o'clock" | "o’clock")) {
            return time(CLOCK, minutes, next + 1);
        }
        if !is_colon {
            return None;
        }
        let has_zero = self
            .tokens
            .get(at)
            .and_then(|token| self.text.get(token.span.clone()))
            .is_some_and(|hour| hour.starts_with('0'));
        let is_of_a_day = has_zero || minutes >= NOON + HOUR;
        time(if is_of_a_day { TIME } else { CLOCK }, minutes, next)
    }

    /// `2:00:35`, `3:43.13`: what a clock measured, in seconds.
    pub(super) fn timed(&self, at: usize) -> Option<(Quantity, usize)> {
        const SECOND: f64 = 0.5;
        let (first, second, half) = self.joined_by_colon(at)?;
        let (seconds, half, next) = match self.joined_by_colon(at + 2) {
            Some((_, third, half)) => (3600.0 * first + 60.0 * second + third, half, at + 5),
            None if half < SECOND => (60.0 * first + second, half, at + 3),
            None => return None,
        };
        let time = Amount {
            half,
            ..Amount::exactly(seconds, Unit::Measure("time"))
        };
        self.quantity(at, next, Value::Amount(time))
    }

    /// `20:15`, and no seconds behind it: minutes after midnight.
    fn on_a_dial(&self, at: usize) -> Option<(f64, usize)> {
        let (hour, minutes, half) = self.joined_by_colon(at)?;
        (half >= 0.5 && self.joined_by_colon(at + 2).is_none())
            .then_some((HOUR * hour + minutes, at + 3))
    }

    /// The numbers on both sides of a colon, and half of the last place of the second.
    fn joined_by_colon(&self, at: usize) -> Option<(f64, f64, f64)> {
        let is_joined = self.sign(at + 1) == Some(':')
            && self.adjacent(at, at + 1)
            && self.adjacent(at + 1, at + 2);
        let (first, ..) = self.number(at).filter(|_| is_joined)?;
        let (second, half, _) = self.number(at + 2)?;
        Some((first, second, half))
    }

    /// `8` and `7.30` as hours, in minutes after midnight; what stands behind has to say that they are.
    fn hour(&self, at: usize) -> Option<(f64, usize)> {
        let Some(token) = self.tokens.get(at).filter(|_| self.word(at).is_none()) else {
            let (hour, _, next, _) = self.plain_or_spelled(at)?;
            return (hour <= 12.0).then_some((HOUR * hour, next));
        };
        let written = self.text.get(token.span.clone())?;
        let (hour, minutes) = written.split_once('.').unwrap_or((written, "00"));
        let is_time = hour.len() <= 2 && minutes.len() == 2;
        let (hour, minutes): (u8, u8) = (hour.parse().ok()?, minutes.parse().ok()?);
        (is_time && hour <= 12 && minutes < 60)
            .then(|| (HOUR * f64::from(hour) + f64::from(minutes), at + 1))
    }

    /// `a.m.`, `pm`: whether it is after noon, and the token after it.
    fn half_of_the_day(&self, at: usize) -> Option<(bool, usize)> {
        let word = lowered(self.word(at)?);
        match &*word {
            "am" => return Some((false, at + 1)),
            "pm" => return Some((true, at + 1)),
            "a" | "p" => {}
            _ => return None,
        }
        let is_short = self.sign(at + 1) == Some('.')
            && self.adjacent(at, at + 1)
            && self.adjacent(at + 1, at + 2)
            && self
                .word(at + 2)
                .is_some_and(|word| word.eq_ignore_ascii_case("m"));
        // The last stop of a text ends its sentence as well.
        let has_stop = self.sign(at + 3) == Some('.') && self.tokens.get(at + 4).is_some();
        is_short.then_some((word == "p", at + 3 + usize::from(has_stop)))
    }
}

/// The words that a time can begin with.
pub(super) fn openers() -> Vec<&'static str> {
    vec!["noon", "midday", "midnight"]
}

#[cfg(test)]
mod tests {
    use crate::check::language::numbers::{borne_out, quantities};

    #[track_caller]
    fn check(source: &str, claim: &str, expected: bool) {
        let (own, wanted) = (quantities(source), quantities(claim));
        assert!(!wanted.is_empty(), "no time in {claim}");
        let held = wanted.iter().all(|wanted| borne_out(wanted, own.iter()));
        assert_eq!(held, expected, "{source} / {claim}: {own:?} / {wanted:?}");
    }

    #[test]
    fn one_time_of_day_in_different_spellings() {
        for (source, claim) in [
            ("It begins at 20:00.", "It begins at 8 p.m."),
            ("It begins at 8 p.m. on Mondays.", "It begins at 20:00."),
            ("It begins at 7.30 pm.", "It begins at 19:30."),
            ("It begins at 06:00.", "It begins at 6am."),
            ("It begins at 20:30.", "It begins at 8:30."),
            ("It begins at eight o'clock.", "It begins at 8 p.m."),
            ("It ends at 12:00 p.m.", "It ends at noon."),
            ("It ends at 12 a.m.", "It ends at midnight."),
        ] {
            check(source, claim, true);
            check(claim, source, true);
        }
    }

    #[test]
    fn another_half_of_the_day_is_another_time() {
        for (source, claim) in [
            ("It begins at 8 a.m.", "It begins at 8 p.m."),
            ("It begins at 08:00.", "It begins at 20:00."),
            ("It begins at 8:15.", "It begins at 8:30."),
            ("It begins at 8 p.m.", "It begins at 7 p.m."),
        ] {
            check(source, claim, false);
            check(claim, source, false);
        }
    }

    #[test]
    fn what_a_clock_measured_is_a_time_in_seconds() {
        check(
            "She ran it in 2:00:35.",
            "She ran it in just over two hours.",
            true,
        );
        check(
            "She ran it in 2:00:35.",
            "She ran it in under two hours.",
            false,
        );
        check(
            "He ran it in 3:43.13.",
            "He ran it in under four minutes.",
            true,
        );
        check("He ran it in 3:43.13.", "He ran it in 3:41.20.", false);
    }
}
