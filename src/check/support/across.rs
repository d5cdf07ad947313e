//! Across: an amount of a claim that follows from values in sentences in a row.
//!
//! `The strike began on 3 March. It ended on 15 March` tells of twelve days, 280 seats in one sentence and 360 in the next come to 640, and who was born in 1920
//! and died in 1981 was 61. What follows from the values of one sentence is for `language::numbers`; here the next goes on about what the one before it names.

use super::wording::{How, Said, is_half_held, is_one_amount};
use crate::check::language::directions::axis;
use crate::check::language::numbers::{Amount, Date, Quantity, Unit, quantities, reckoned};
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{is_stop_word, plain_words};
use crate::check::text::antecedents::has_pronoun;
use crate::check::text::sentences::sentences;

/// Words by which a claim adds up, with what they stand in.
const ADDS: &[&str] = &[
    "together",
    "altogether",
    "combined",
    "in all",
    "total",
    "between them",
    "overall",
];

/// What a claim wants to be reckoned.
enum Wanted {
    /// How long something lasted.
    Time,
    /// How many years somebody, or something, was old.
    Age,
    /// What several values come to; how many they are, where the claim says so.
    Sum(Option<usize>),
    /// By what part something rose, or fell.
    Part { rises: bool },
}

/// A sentence with its quantities.
struct Told<'t> {
    text: &'t str,
    own: Vec<Quantity>,
}

/// An amount of a claim in the words of the values of some sentences in a row from which it follows.
pub(crate) fn said_across(wanted: &Quantity, claim: &str, texts: &[&str]) -> Option<Said> {
    let asked = Wanted::of(wanted, claim)?;
    texts.iter().find_map(|text| {
        let spans = sentences(text).into_iter();
        let told: Vec<Told<'_>> = spans
            .filter_map(|span| text.get(span))
            .map(|text| Told {
                text,
                own: quantities(text),
            })
            .collect();
        let words = match &asked {
            Wanted::Sum(count) => sum(wanted, claim, *count, &told),
            _ => told
                .windows(2)
                .filter(|pair| goes_on(pair))
                .find_map(|pair| asked.between(wanted, claim, pair)),
        };
        words.map(|words| Said {
            words,
            how: How::Reckoned,
        })
    })
}

impl Wanted {
    fn of(wanted: &Quantity, claim: &str) -> Option<Self> {
        let amount = wanted.amount().filter(|amount| amount.low >= amount.high)?;
        let head = claim.get(..wanted.span.start)?.trim_end();
        let tail = claim.get(wanted.span.end..)?.trim_start_matches([' ', '-']);
        let is_age = ["age of", "aged", "age"]
            .iter()
            .any(|cue| head.ends_with(cue));
        match amount.unit {
            Unit::Label(_) | Unit::Times | Unit::Points => None,
            _ if is_age || tail.starts_with("old") || tail.starts_with("years old") => {
                Some(Self::Age)
            }
            Unit::Measure("time" | "months") => Some(Self::Time),
            Unit::Percent => {
                let mut turns = plain_words(claim).filter_map(|word| axis(&word));
                turns
                    .find(|(axis, _)| *axis == 0)
                    .map(|(_, rises)| Self::Part { rises })
            }
            _ => {
                let lower = claim.to_lowercase();
                let adds = ADDS.iter().any(|cue| lower.contains(cue));
                let count = several(claim);
                (adds || count.is_some()).then_some(Self::Sum(count.filter(|_| !adds)))
            }
        }
    }

    /// What two sentences give of which a claim gives the difference, in words.
    fn between(&self, wanted: &Quantity, claim: &str, pair: &[Told<'_>]) -> Option<String> {
        let [first, second] = pair else { return None };
        let joined = format!(
            "{}, {}",
            first.text.trim().trim_end_matches('.'),
            second.text.trim()
        );
        if !is_half_held(claim, wanted, &joined) {
            return None;
        }
        if let Self::Part { rises } = self {
            return part(wanted, *rises, first, second);
        }
        let ((from, one), (to, other)) = (only_date(first)?, only_date(second)?);
        let is_it = if matches!(self, Self::Age) {
            is_age(wanted.amount()?.low, one, other)
        } else {
            let all = reckoned(wanted, claim, &joined, &quantities(&joined));
            all.iter().any(|own| is_one_amount(own, wanted))
        };
        is_it.then(|| format!("from {from} to {to}"))
    }
}

/// How many things a claim speaks of as of all that there are: `the two ferries`, `both years`.
fn several(claim: &str) -> Option<usize> {
    const COUNTS: &[&str] = &["two", "three", "four", "five", "six"];
    let read = plain_text(claim);
    let all = &read.words;
    if all.iter().any(|word| word == "both") {
        return Some(2);
    }
    all.windows(2).find_map(|pair| {
        let [the, count] = pair else { return None };
        let at = COUNTS.iter().position(|own| own == count)?;
        matches!(the.as_str(), "the" | "these" | "all").then_some(at + 2)
    })
}

/// Whether a sentence goes on about what the one before it names: by a pronoun, or by one of the first words that say something in both.
fn goes_on(pair: &[Told<'_>]) -> bool {
    const FIRST: usize = 2;
    let [first, second] = pair else { return false };
    let begins = |told: &Told<'_>| -> Vec<String> {
        let value = told
            .own
            .first()
            .map_or(told.text.len(), |own| own.span.start);
        let head = told.text.get(..value).unwrap_or_default();
        let all = plain_words(head).filter(|word| !is_stop_word(word));
        all.take(FIRST).collect()
    };
    let theirs = begins(second);
    has_pronoun(second.text) || begins(first).iter().any(|word| theirs.contains(word))
}

/// The one date of a sentence, as it stands there.
fn only_date<'t>(told: &Told<'t>) -> Option<(&'t str, Date)> {
    let mut dates = told
        .own
        .iter()
        .filter_map(|own| Some((told.text.get(own.span.clone())?, own.date()?)));
    let first = dates.next()?;
    dates.next().is_none().then_some(first)
}

/// Whether so many years have passed between two dates, as birthdays are counted.
fn is_age(years: f64, from: Date, to: Date) -> bool {
    let Some(passed) = from
        .year
        .zip(to.year)
        .and_then(|(from, to)| to.checked_sub(from))
    else {
        return false;
    };
    let passed = f64::from(passed);
    let is = |count: f64| (years - count).abs() < 0.5;
    match from.month.zip(to.month) {
        Some((born, then)) if then > born => is(passed),
        Some((born, then)) if then < born => is(passed - 1.0),
        _ => is(passed) || is(passed - 1.0),
    }
}

/// The values of two years of which the one is by a part more or less than the other, where it went the way that the claim says.
fn part(wanted: &Quantity, rises: bool, first: &Told<'_>, second: &Told<'_>) -> Option<String> {
    let value = |told: &Told<'_>| -> Option<(String, Amount)> {
        let mut all = told.own.iter().filter(|own| own.amount().is_some());
        let only = all.next().filter(|_| all.next().is_none())?;
        let text = told.text.get(only.span.clone())?;
        Some((text.to_owned(), only.amount()?.clone()))
    };
    let (one, other) = (value(first)?, value(second)?);
    let years = only_date(first)?.1.year.zip(only_date(second)?.1.year)?;
    let (old, new) = if years.0 < years.1 {
        (one, other)
    } else {
        (other, one)
    };
    let is_kind = old.1.unit.counts_same(&new.1.unit) || old.1.unit == new.1.unit;
    if years.0 == years.1 || !is_kind || old.1.low <= 0.0 || old.1.low < old.1.high {
        return None;
    }
    let change = 100.0 * (new.1.low - old.1.low) / old.1.low;
    let amount = wanted.amount()?;
    let slack = amount.half.max(if amount.approximate { 1.5 } else { 0.05 });
    let is_it = (change > 0.0) == rises && (change.abs() - amount.low).abs() <= slack;
    is_it.then(|| format!("from {} to {}", old.0, new.0))
}

/// The values of few sentences in a row that come to an amount, all of its kind that they give.
fn sum(wanted: &Quantity, claim: &str, count: Option<usize>, told: &[Told<'_>]) -> Option<String> {
    /// Smaller numbers are the sum of any others.
    const LEAST: f64 = 4.0;
    const MOST_SENTENCES: usize = 3;
    const MOST_VALUES: usize = 6;
    let amount = wanted.amount().filter(|amount| amount.low >= LEAST)?;
    let mut windows = (1..=MOST_SENTENCES).flat_map(|length| told.windows(length));
    windows.find_map(|window| {
        let values: Vec<(&str, f64)> = window
            .iter()
            .flat_map(|told| told.own.iter().map(|own| (told.text, own)))
            .filter_map(|(text, own)| Some((text.get(own.span.clone())?, value_like(amount, own)?)))
            .collect();
        let total: f64 = values.iter().map(|(_, value)| value).sum();
        let is_all = (2..=MOST_VALUES).contains(&values.len())
            && count.is_none_or(|count| count == values.len())
            && (total - amount.low).abs() <= 1e-9 * amount.low
            && window.iter().all(|told| {
                let mut own = told.own.iter();
                own.any(|own| value_like(amount, own).is_some())
            });
        let text: Vec<&str> = window.iter().map(|told| told.text).collect();
        if !is_all || !is_half_held(claim, wanted, &text.join(" ")) {
            return None;
        }
        let all: Vec<&str> = values.iter().map(|(text, _)| *text).collect();
        Some(all.join(" and "))
    })
}

/// The value of an amount that counts what another counts, or does not say what; the `one` of `the newer one` is none.
fn value_like(wanted: &Amount, own: &Quantity) -> Option<f64> {
    let amount = own.amount().filter(|own| own.low >= own.high && own.firm)?;
    let is_like = amount.unit == Unit::Bare || amount.unit.counts_same(&wanted.unit);
    is_like.then_some(amount.low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: Option<&str>) {
        let found = quantities(claim)
            .iter()
            .find_map(|wanted| said_across(wanted, claim, &[evidence]));
        let words = found.map(|said| said.words);
        assert_eq!(words.as_deref(), expected, "{claim} / {evidence}");
    }

    #[test]
    fn how_long_it_was_follows_from_two_dates() {
        let strike = "The strike at the yard began on 3 March. It ended on 15 March.";
        check(
            "The strike lasted 12 days.",
            strike,
            Some("from 3 March to 15 March"),
        );
        check("The strike lasted 22 days.", strike, None);
        let mayor = "Holm became mayor in 1994. She left office in 2002.";
        check(
            "Holm was mayor for eight years.",
            mayor,
            Some("from 1994 to 2002"),
        );
        check(
            "Holm was mayor for eight years.",
            "Holm became mayor in 1994. Berg left office in 2002.",
            None,
        );
    }

    #[test]
    fn an_age_is_counted_by_birthdays() {
        let life = "Per Aasen was born in June 1920 in Voss. He died in December 1981.";
        check(
            "He died at the age of 61.",
            life,
            Some("from June 1920 to December 1981"),
        );
        check("He died at the age of 60.", life, None);
        check("He died at the age of 71.", life, None);
    }

    #[test]
    fn values_come_to_a_sum_where_the_claim_adds_up() {
        let ferries =
            "The older ferry carries 280 passengers. The newer one has room for 360 passengers.";
        let parts = Some("280 and 360");
        check("The two ferries carry 640 passengers.", ferries, parts);
        check("Together the ferries carry 640 passengers.", ferries, parts);
        check("The ferries carry 640 passengers.", ferries, None);
        check("The three ferries carry 640 passengers.", ferries, None);
        check("The two ferries carry 740 passengers.", ferries, None);
    }

    #[test]
    fn a_part_follows_from_the_values_of_two_years() {
        let revenue = "Revenue was 80 million euros in 2022. It reached 100 million euros in 2023.";
        let change = Some("from 80 million euros to 100 million euros");
        check("Revenue grew by 25 percent.", revenue, change);
        check("Revenue fell by 25 percent.", revenue, None);
        check("Revenue grew by 35 percent.", revenue, None);
        let costs = "Revenue was 80 million euros in 2022. Costs were 100 million euros in 2023.";
        check("Revenue grew by 25 percent.", costs, None);
    }
}
