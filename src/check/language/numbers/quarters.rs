//! Parts of years as accounts name them: `Q3 2022`, `3Q22`, `the third quarter`, `H1 2023`, `FY22`.
//!
//! A quarter and a half are labels; the year beside them is a date of its own.

use super::read::Reader;
use super::spelled::place_of;
use super::units::Unit;
use super::{Amount, Date, Quantity, Value};

const QUARTER: &str = "quarter";
const HALF: &str = "half";

impl Reader<'_> {
    /// A quarter or half of a year.
    pub(super) fn part_of_year(&self, at: usize) -> Option<(Quantity, usize)> {
        let (name, part, next) = self
            .letter_first(at)
            .or_else(|| self.number_first(at))
            .or_else(|| self.part_in_words(at))?;
        self.quantity(
            at,
            next,
            Value::Amount(Amount::label(name, f64::from(part))),
        )
    }

    /// `Q3`, `Q3'22`, `H1 2023`.
    fn letter_first(&self, at: usize) -> Option<(&'static str, u32, usize)> {
        let word = self.word(at)?;
        let (part, year) = word.split_once(['\'', '’']).unwrap_or((word, ""));
        let mut signs = part.chars();
        let (letter, digit, None) = (signs.next()?, signs.next()?, signs.next()) else {
            return None;
        };
        let name = part_named(letter)?;
        let part = digit.to_digit(10).filter(|part| is_part(name, *part))?;
        // `H1` may be anything where no year is near.
        let is_dated = !year.is_empty() || self.names_year(at + 1);
        (name == QUARTER || is_dated).then_some((name, part, at + 1))
    }

    /// `3Q`, `3Q22`, `1H 2023`: the number alone, so that the year behind it is read as one.
    fn number_first(&self, at: usize) -> Option<(&'static str, u32, usize)> {
        let (value, _, is_plain) = self.number(at)?;
        let word = self.word(at + 1).filter(|_| self.adjacent(at, at + 1))?;
        let mut signs = word.chars();
        let name = part_named(signs.next()?)?;
        let part = value as u32;
        let is_dated = year_of_digits(signs.as_str()).is_some()
            || signs.as_str().is_empty() && self.names_year(at + 2);
        (is_plain && is_part(name, part) && is_dated).then_some((name, part, at + 1))
    }

    /// `third quarter`, `4th quarter`, `first half of 2022`.
    fn part_in_words(&self, at: usize) -> Option<(&'static str, u32, usize)> {
        let (part, next) = match self.number(at) {
            Some((value, _, true)) if self.adjacent(at, at + 1) => {
                let ending = self.word(at + 1)?;
                super::dates::is_ordinal_ending(ending).then_some((value as u32, at + 2))?
            }
            Some(_) => return None,
            None => (place_of(&self.word(at)?.to_lowercase())? as u32, at + 1),
        };
        let next = next + usize::from(self.sign(next) == Some('-'));
        let name = match self.word(next)? {
            "quarter" | "Quarter" => QUARTER,
            "half" | "Half" => HALF,
            _ => return None,
        };
        let is_of_year = || {
            let from = next + 1 + usize::from(self.word(next + 1) == Some("of"));
            self.names_year(from)
        };
        let is_final = self.sign(next + 1) == Some('-') && self.adjacent(next, next + 1);
        let is_told = is_part(name, part) && !is_final && (name == QUARTER || is_of_year());
        is_told.then_some((name, part, next + 1))
    }

    /// Whether a year is named at `at`: `2022`, `FY22`, `fiscal 2022`, `fiscal year 2022`, `the year`.
    fn names_year(&self, at: usize) -> bool {
        let led = |word: &str| {
            matches!(
                word,
                "the" | "fiscal" | "financial" | "year" | "this" | "last"
            )
        };
        let ahead = (0..3)
            .take_while(|ahead| self.word(at + ahead).is_some_and(led))
            .count();
        let is_the_year = ahead > 1 && self.word(at + ahead - 1) == Some("year");
        is_the_year || self.year(at + ahead).is_some() || self.year_in_letters(at + ahead).is_some()
    }

    /// `FY2022`, `FY22`, and what is left of `3Q22` behind the number.
    pub(super) fn fiscal_year(&self, at: usize) -> Option<(Date, usize)> {
        Some((self.year_in_letters(at)?, at + 1))
    }

    fn year_in_letters(&self, at: usize) -> Option<Date> {
        let word = self.word(at)?;
        let is_behind_number = || {
            at.checked_sub(1)
                .is_some_and(|before| self.adjacent(before, at) && self.number(before).is_some())
        };
        let digits = match word.strip_prefix("FY").or_else(|| word.strip_prefix("fy")) {
            Some(digits) => digits.trim_start_matches(['\'', '’']),
            None => word
                .strip_prefix(['Q', 'H'])
                .filter(|_| is_behind_number())?,
        };
        let year = Some(year_of_digits(digits)?);
        Some(Date {
            year,
            ..Date::default()
        })
    }

    /// Whether a word can be a part or a year of accounts, which no list of words has.
    pub(super) fn may_be_of_accounts(word: &str) -> bool {
        let is_short = (2..=7).contains(&word.len());
        let opens =
            word.starts_with(['Q', 'H']) || word.starts_with("FY") || word.starts_with("fy");
        is_short && opens && word.bytes().any(|byte| byte.is_ascii_digit())
    }
}

impl Date {
    /// Whether it lies in a quarter or half of a calendar year that a claim names.
    pub(super) fn is_in(self, claim: &Amount) -> bool {
        let Unit::Label(name) = &claim.unit else {
            return false;
        };
        let months = match name.as_str() {
            QUARTER => 3,
            HALF => 6,
            _ => return false,
        };
        self.month
            .is_some_and(|month| (month - 1) / months + 1 == claim.low as u32)
    }
}

fn part_named(letter: char) -> Option<&'static str> {
    match letter {
        'Q' => Some(QUARTER),
        'H' => Some(HALF),
        _ => None,
    }
}

fn is_part(name: &str, part: u32) -> bool {
    let most = if name == QUARTER { 4 } else { 2 };
    (1..=most).contains(&part)
}

/// `22`, `2022`.
fn year_of_digits(digits: &str) -> Option<u32> {
    const CENTURY: u32 = 2000;
    let year: u32 = digits.parse().ok()?;
    match digits.len() {
        2 => Some(CENTURY + year),
        4 if (1900..2200).contains(&year) => Some(year),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::language::numbers::{borne_out, quantities};

    #[track_caller]
    fn check(source: &str, claim: &str, expected: bool) {
        let (own, wanted) = (quantities(source), quantities(claim));
        assert!(!wanted.is_empty(), "no part of a year in {claim}");
        let held = wanted.iter().all(|wanted| borne_out(wanted, own.iter()));
        assert_eq!(held, expected, "{source} / {claim}: {own:?} / {wanted:?}");
    }

    #[test]
    fn quarters_and_halves_of_years_are_the_same_however_they_are_written() {
        for (source, claim, expected) in [
            ("in the fourth quarter of 2022", "in Q4 2022", true),
            ("fourth quarter 2022 revenue", "Q4 2022", true),
            ("fourth-quarter revenue", "in the 4th quarter", true),
            ("fourth quarter 2022 revenue", "Q3 2022", false),
            ("fourth quarter 2022 revenue", "Q4 2021", false),
            ("in the second quarter of 2023", "2Q23", true),
            ("in the second quarter of 2023", "3Q23", false),
            ("in the second quarter of 2023", "2Q22", false),
            ("Q3'22 sales", "third-quarter sales", true),
            ("H1 2023 sales", "in the first half of 2023", true),
            ("H1 2023 sales", "in the second half of 2023", false),
            ("1H23 sales", "the first half of fiscal 2023", true),
            ("in May 2023", "in the second quarter of 2023", true),
            ("in May 2023", "in the third quarter of 2023", false),
        ] {
            check(source, claim, expected);
        }
    }

    #[test]
    fn fiscal_years_are_years() {
        check("For fiscal year 2022", "FY2022", true);
        check("For fiscal 2022", "FY22", true);
        check("FY2021", "in fiscal year 2022", false);
    }

    #[test]
    fn what_only_looks_like_a_part_of_a_year_is_none() {
        for text in [
            "H1 receptors",
            "the second half of the match",
            "HTTP",
            "Q",
            "the third quarter-final",
        ] {
            assert!(quantities(text).is_empty(), "{text}");
        }
    }
}
