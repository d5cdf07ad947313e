//! What follows from a value and the words beside it: `released two years later`, `from 1618 to 1648`, `doubled to 8 euros`, `500 mg three times a day`, and
//! what is left of a whole.
//!
//! Each of these needs the claim as well: what was before a change is no value of afterwards, and a dose is a day's only where the claim speaks of a day. What
//! two values of a sentence differ by is `changes`.

use std::ops::Range;

use super::changes::has_word;
use super::spelled::names_place;
use super::wholes::{PLANNED, counts, is_share, parts, planned, shares, together};
use super::{Amount, Date, Quantity, Unit, Value, close};
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{is_one_of, plain, plain_words, words};

/// What follows from a text for an amount or a date of a claim; each spans what it follows from.
pub(super) fn derived(
    wanted: &Quantity,
    claim: &str,
    text: &str,
    own: &[Quantity],
) -> Vec<Quantity> {
    match &wanted.value {
        Value::Date(date) if date.month.is_none() => later(text, own),
        Value::Date(_) => Vec::new(),
        Value::Amount(amount) => match &amount.unit {
            Unit::Measure("months" | "time") if is_in_a_row(claim, wanted) => in_a_row(text, own),
            Unit::Measure("months" | "time") => {
                let mut found = lasted(text, own);
                if has_word(claim, APART) {
                    found.extend(apart(claim, text, own));
                }
                found
            }
            Unit::Label(label) if label == "ordinal" && names_place(text, amount.low) => {
                vec![of(0..0, Value::Amount(amount.clone()))]
            }
            Unit::Label(_) => Vec::new(),
            Unit::Percent if !own.iter().any(is_share) => shares(text, own),
            _ if own.is_empty() => Vec::new(),
            _ => {
                // The words of the claim are looked through where a text has something that they could ask for.
                let asked = |follows: Vec<Quantity>, by: &[&str]| {
                    let is_asked = !follows.is_empty() && has_word(claim, by);
                    if is_asked { follows } else { Vec::new() }
                };
                let mut found = repeated(claim, text, own);
                found.extend(asked(differences(amount, text, own), DIFFERENT));
                if counts(amount) {
                    found.extend(parts(text, own));
                    found.extend(together(claim, text, own));
                }
                found.extend(asked(planned(text, own), PLANNED));
                found.extend(asked(before(text, own), BEFORE));
                found
            }
        },
    }
}

fn of(span: Range<usize>, value: Value) -> Quantity {
    Quantity { span, value }
}

/// `Recorded in 1971 and released two years later`: the year that is so many after, or before, the one that comes first.
fn later(text: &str, own: &[Quantity]) -> Vec<Quantity> {
    const AFTER: &[&str] = &["later", "after", "afterwards", "on"];
    const EARLIER: &[&str] = &["earlier", "before", "previously"];
    let mut base: Option<(&Quantity, u32)> = None;
    let mut found: Vec<Quantity> = the_year_after(text, own).into_iter().collect();
    for quantity in own {
        if let Some(year) = quantity.date().and_then(|date| date.year) {
            base = Some((quantity, year));
            continue;
        }
        let Some(((first, year), years)) = base.zip(years(quantity)) else {
            continue;
        };
        let behind = text.get(quantity.span.end..).unwrap_or_default();
        let Some(span) = words(behind).next() else {
            continue;
        };
        let word = plain(behind.get(span.clone()).unwrap_or_default());
        let is_own = |list: &[&str]| list.contains(&word.as_str()) && span.start <= 1;
        let year = if is_own(AFTER) {
            year.checked_add(years)
        } else if is_own(EARLIER) {
            year.checked_sub(years)
        } else {
            None
        };
        found.extend(year.map(|year| {
            let date = Date {
                year: Some(year),
                ..Date::default()
            };
            of(
                first.span.start..quantity.span.end + span.end,
                Value::Date(date),
            )
        }));
    }
    found
}

/// `In 2014 it was adopted. When it took effect the following year`: the year behind the last one that is named before.
fn the_year_after(text: &str, own: &[Quantity]) -> Option<Quantity> {
    const NEXT: &[(&str, i64)] = &[
        ("the following year", 1),
        ("the next year", 1),
        ("the year after", 1),
        ("a year later", 1),
        ("the year before", -1),
        ("the previous year", -1),
        ("a year earlier", -1),
    ];
    let (at, phrase, step) = NEXT
        .iter()
        .find_map(|(phrase, step)| Some((text.find(phrase)?, phrase, *step)))?;
    let mut dates = own.iter().filter(|own| own.span.end <= at);
    let (base, year) = dates
        .rfind(|own| own.date().is_some_and(|date| date.year.is_some()))
        .and_then(|base| Some((base, base.date()?.year?)))?;
    let date = Date {
        year: Some(u32::try_from(i64::from(year) + step).ok()?),
        ..Date::default()
    };
    Some(of(base.span.start..at + phrase.len(), Value::Date(date)))
}

/// A number of whole years.
fn years(quantity: &Quantity) -> Option<u32> {
    const MONTHS: f64 = 12.0;
    const MOST: f64 = 1000.0;
    let amount = quantity.amount()?;
    let years = amount.low / MONTHS;
    let is_whole = close(years, years.round(), 0.0) && (1.0..=MOST).contains(&years);
    (amount.unit == Unit::Measure("months") && amount.low >= amount.high && is_whole)
        .then_some(years.round() as u32)
}

/// `From 1618 to 1648`, `between 4 and 12 April`: how long it is from one date of a sentence to a later one.
fn lasted(text: &str, own: &[Quantity]) -> Vec<Quantity> {
    const MOST: usize = 4;
    let dates: Vec<(&Quantity, Date)> = own
        .iter()
        .filter_map(|own| Some((own, own.date()?)))
        .take(MOST)
        .collect();
    let mut found = Vec::new();
    for (at, (first, from)) in dates.iter().enumerate() {
        for (second, to) in dates.iter().skip(at + 1) {
            let span = first.span.start..second.span.end;
            let is_one_sentence = text
                .get(span.clone())
                .is_some_and(|between| !between.contains(['.', '?', '!']));
            if !is_one_sentence {
                continue;
            }
            let all = between(*from, *to).into_iter();
            found.extend(all.map(|amount| of(span.clone(), Value::Amount(amount))));
        }
    }
    if names_quarter(text) {
        found.push(of(
            0..0,
            Value::Amount(Amount::exactly(3.0, Unit::Measure("months"))),
        ));
    }
    found
}

/// Whether a claim says that so many years came one after the other: `two years running`.
fn is_in_a_row(claim: &str, wanted: &Quantity) -> bool {
    const BEHIND: &[&str] = &["running", "straight", "consecutively"];
    let behind = claim.get(wanted.span.end..).unwrap_or_default();
    let first = words(behind).next().and_then(|span| behind.get(span));
    first.is_some_and(|word| is_one_of(word, BEHIND)) || behind.trim_start().starts_with("in a row")
}

/// `In 1900 and 1901`: how many years in a row a text names.
fn in_a_row(text: &str, own: &[Quantity]) -> Vec<Quantity> {
    const JOINS: &[&str] = &["and", ",", ", and", "&", "and in", "and again in", "then"];
    let mut found = Vec::new();
    let mut run: Option<(Range<usize>, u32, u32)> = None;
    for quantity in own {
        let Some(year) = quantity.date().and_then(|date| date.year) else {
            continue;
        };
        let goes_on = run.as_ref().is_some_and(|(span, _, last)| {
            let between = text.get(span.end..quantity.span.start).unwrap_or_default();
            year == last.saturating_add(1) && JOINS.contains(&between.trim())
        });
        run = match run.filter(|_| goes_on) {
            Some((span, count, _)) => Some((span.start..quantity.span.end, count + 1, year)),
            None => Some((quantity.span.clone(), 1, year)),
        };
        if let Some((span, count, _)) = run.as_ref().filter(|(_, count, _)| *count > 1) {
            let months = Amount::exactly(12.0 * f64::from(*count), Unit::Measure("months"));
            found.push(of(span.clone(), Value::Amount(months)));
        }
    }
    found
}

/// Words by which a claim says how far apart two times are.
#[rustfmt::skip]
const APART: &[&str] = &[
    "behind", "ahead", "after", "later", "earlier", "before", "slower", "faster", "quicker", "apart", "more", "less", "longer", "shorter", "difference",
    "gap", "margin", "lead", "separated",
];

/// Of those the ones by which whom it names first was before, or behind, the other.
const AHEAD: &[&str] = &[
    "ahead", "before", "earlier", "faster", "quicker", "beat", "beats", "beating", "defeated",
    "led",
];
const BEHIND: &[&str] = &["behind", "after", "later", "slower"];

/// `3:28 for Hicks and 3:34 for Corey`: how far the times of those whom the claim names are apart, or of any two where it names none of them.
fn apart(claim: &str, text: &str, own: &[Quantity]) -> Vec<Quantity> {
    const MOST: usize = 8;
    let times: Vec<(&Quantity, &Amount)> = own
        .iter()
        .filter_map(|own| Some((own, own.amount()?)))
        .filter(|(_, time)| time.unit == Unit::Measure("time") && time.low >= time.high)
        .take(MOST)
        .collect();
    if times.len() < 2 {
        return Vec::new();
    }
    // Whose a time is stands before it, behind the time of another.
    let whose: Vec<&str> = times
        .iter()
        .scan(0, |from, (time, _)| {
            let before = text.get(*from..time.span.start);
            *from = time.span.end;
            Some(before.unwrap_or_default())
        })
        .collect();
    let named: Vec<usize> = words(claim)
        .filter_map(|span| claim.get(span))
        .filter(|word| word.starts_with(char::is_uppercase))
        .filter_map(|name| {
            let name = plain(name);
            let has = |text: &&str| plain_words(text).any(|word| word == name);
            whose.iter().position(has)
        })
        .collect();
    let time = |at: &usize| times.get(*at).map(|(_, time)| time.low);
    // Who was ahead of another, as the claim names them, has the shorter time.
    let order = named
        .first()
        .and_then(time)
        .zip(named.get(1).and_then(time));
    if let Some((first, second)) = order
        && (has_word(claim, AHEAD) && first > second || has_word(claim, BEHIND) && first < second)
    {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, (first, one)) in times.iter().enumerate() {
        for (other_at, (second, other)) in times.iter().enumerate().skip(at + 1) {
            if named.iter().all(|own| [at, other_at].contains(own)) {
                let by = Amount::exactly((one.low - other.low).abs(), one.unit.clone());
                found.push(of(first.span.start..second.span.end, Value::Amount(by)));
            }
        }
    }
    found
}

/// Whether a text names a quarter of a year, which has three months.
fn names_quarter(text: &str) -> bool {
    const WHICH: &[&str] = &[
        "first", "second", "third", "fourth", "last", "final", "next", "this", "previous",
    ];
    let read = plain_text(text);
    let all = &read.words;
    all.windows(2).any(|pair| {
        matches!(pair, [which, quarter] if quarter == "quarter" && WHICH.contains(&which.as_str()))
    })
}

/// How long it is from one date to another: in years, and in days with the last of them and without.
fn between(from: Date, to: Date) -> Vec<Amount> {
    const DAY: f64 = 86_400.0;
    const MONTH: f64 = 30.4375;
    let day = |date: Date| Some(MONTH * f64::from(date.month?) + f64::from(date.day?));
    let mut found = Vec::new();
    if let Some(years) = from.year.zip(to.year).and_then(|(a, b)| b.checked_sub(a))
        && years > 0
    {
        let months = from.month.zip(to.month);
        let months = months.map_or(0.0, |(a, b)| f64::from(b) - f64::from(a));
        found.push(Amount::exactly(
            12.0 * f64::from(years) + months,
            Unit::Measure("months"),
        ));
    } else if let Some((first, last)) = day(from).zip(day(to))
        && first < last
    {
        let days = (last - first).round();
        for days in [days, days + 1.0] {
            found.push(Amount::exactly(DAY * days, Unit::Measure("time")));
        }
    }
    found
}

/// `500 mg three times a day` where a claim speaks of a day: what it comes to.
fn repeated(claim: &str, text: &str, own: &[Quantity]) -> Vec<Quantity> {
    const REACH: usize = 10;
    let mut found = Vec::new();
    for quantity in own {
        let Some(amount) = quantity.amount().filter(|amount| amount.low >= amount.high) else {
            continue;
        };
        let behind = text.get(quantity.span.end..).unwrap_or_default();
        let spans = words(behind).take(REACH);
        let mut all = spans.clone().filter_map(|span| behind.get(span));
        if !all.any(|word| is_one_of(word, OFTEN)) {
            continue;
        }
        let near: Vec<(Range<usize>, String)> = spans
            .filter_map(|span| Some((span.clone(), plain(behind.get(span)?))))
            .collect();
        let Some((times, period, end)) = times_of(&near) else {
            continue;
        };
        let rest = behind.get(..end).unwrap_or_default();
        if rest.contains(['.', ';', '?', '!']) || !speaks_of(claim, &period) {
            continue;
        }
        let mut whole = amount.clone();
        (whole.low, whole.high) = (times * amount.low, times * amount.high);
        whole.half = 0.0;
        found.push(of(
            quantity.span.start..quantity.span.end + end,
            Value::Amount(whole),
        ));
    }
    found
}

/// Words by which something is said to be so often.
const OFTEN: &[&str] = &["twice", "thrice", "times"];

/// `Three times a day`, `twice daily`: how often, in what, and where it ends.
fn times_of(words: &[(Range<usize>, String)]) -> Option<(f64, String, usize)> {
    words.iter().enumerate().find_map(|(at, (_, word))| {
        let word_at = |at: usize| words.get(at).map_or("", |(_, word)| word.as_str());
        let (times, next) = match word.as_str() {
            "twice" => (2.0, at + 1),
            "thrice" => (3.0, at + 1),
            "times" => {
                let before = word_at(at.checked_sub(1)?);
                let times = super::spelled::spelled(before).or_else(|| before.parse().ok())?;
                (times, at + 1)
            }
            _ => return None,
        };
        let (period, last) = match word_at(next) {
            "a" | "per" | "each" | "every" => (word_at(next + 1).to_owned(), next + 1),
            adverb => (period_of(adverb)?.to_owned(), next),
        };
        let is_period = PERIODS.iter().any(|(name, _)| *name == period);
        is_period.then_some((times, period, words.get(last)?.0.end))
    })
}

const PERIODS: &[(&str, &str)] = &[
    ("day", "daily"),
    ("week", "weekly"),
    ("month", "monthly"),
    ("year", "yearly"),
];

fn period_of(adverb: &str) -> Option<&'static str> {
    let found = PERIODS.iter().find(|(_, own)| *own == adverb)?;
    Some(found.0)
}

/// Whether a claim says that something is so much in a day, and not how often.
fn speaks_of(claim: &str, period: &str) -> bool {
    let read = plain_text(claim);
    let all = &read.words;
    let is_often = all
        .iter()
        .any(|word| matches!(word.as_str(), "times" | "twice" | "thrice" | "once"));
    let is_in = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| all.get(before));
        before.is_some_and(|word| matches!(word.as_str(), "a" | "per" | "each" | "every"))
    };
    !is_often
        && all
            .iter()
            .enumerate()
            .any(|(at, word)| word == period && is_in(at) || period_of(word) == Some(period))
}

/// Words by which a claim sets two values against each other.
#[rustfmt::skip]
const DIFFERENT: &[&str] = &[
    "more", "less", "fewer", "higher", "lower", "larger", "smaller", "difference", "margin", "gap", "by", "longer", "shorter", "older", "younger",
];

/// The amount of a claim where two values of a sentence differ by exactly so much: `31 patients on the drug and 58 on placebo` are 27 fewer. A loss lies on the
/// other side of nothing.
fn differences(wanted: &Amount, text: &str, own: &[Quantity]) -> Vec<Quantity> {
    const MOST: usize = 8;
    /// Small numbers differ by what any claim says.
    const LEAST: f64 = 3.0;
    if wanted.low < LEAST || wanted.low < wanted.high || own.len() > MOST {
        return Vec::new();
    }
    let is_loss = |quantity: &Quantity| {
        let head = text.get(..quantity.span.start).unwrap_or_default();
        head.trim_end().ends_with("loss of")
    };
    let mut values: Vec<(&Quantity, f64)> = Vec::new();
    for quantity in own {
        let Some(amount) = quantity.amount().filter(|own| own.low >= own.high) else {
            continue;
        };
        if amount.unit == Unit::Bare || amount.unit.counts_same(&wanted.unit) {
            let sign = if is_loss(quantity) { -1.0 } else { 1.0 };
            values.push((quantity, sign * amount.low));
        }
    }
    let mut pairs = values.iter().enumerate().filter_map(|(at, (first, one))| {
        let mut behind = values.iter().skip(at + 1);
        let (second, _) = behind.find(|(_, other)| close((one - other).abs(), wanted.low, 0.0))?;
        Some(of(
            first.span.start..second.span.end,
            Value::Amount(wanted.clone()),
        ))
    });
    pairs.next().into_iter().collect()
}

/// Words by which a claim speaks of what was before a change.
const BEFORE: &[&str] = &[
    "before",
    "previously",
    "earlier",
    "originally",
    "initially",
    "formerly",
    "used",
    "until",
    "prior",
    "once",
];

/// `Doubled to 8 euros`, `rose by 3 to 12`: the value before the change.
fn before(text: &str, own: &[Quantity]) -> Vec<Quantity> {
    let pairs = own.windows(2).filter_map(|pair| {
        let [change, reached] = pair else { return None };
        let link = text.get(change.span.end..reached.span.start)?;
        let is_to = matches!(
            link.trim(),
            "to" | "to about" | "to some" | "to nearly" | "to around"
        );
        let (by, to) = (change.amount()?, reached.amount()?);
        if !is_to || by.low < by.high || to.low < to.high || by.low <= 0.0 {
            return None;
        }
        let head = text.get(..change.span.start)?;
        let falls = head_verb(head).is_some_and(|verb| FALLS.contains(&verb.as_str()));
        let was = match by.unit {
            Unit::Times => to.low / by.low,
            Unit::Percent if to.unit != Unit::Percent => {
                let part = if falls { -by.low } else { by.low } / 100.0;
                to.low / (1.0 + part)
            }
            Unit::Percent | Unit::Points if to.unit == Unit::Percent => difference(by, to, falls),
            _ if by.unit == Unit::Bare || by.unit.counts_same(&to.unit) => {
                difference(by, to, falls)
            }
            _ => return None,
        };
        let mut value = to.clone();
        (value.low, value.high) = (was, was);
        value.half = value.half.max(0.005 * was.abs());
        (was.is_finite() && was > 0.0)
            .then(|| of(change.span.start..reached.span.end, Value::Amount(value)))
    });
    pairs.collect()
}

pub(super) fn difference(by: &Amount, to: &Amount, falls: bool) -> f64 {
    if falls {
        to.low + by.low
    } else {
        to.low - by.low
    }
}

const FALLS: &[&str] = &[
    "fell",
    "fallen",
    "falls",
    "dropped",
    "declined",
    "decreased",
    "shrank",
    "shrunk",
    "sank",
    "cut",
    "reduced",
    "lowered",
    "down",
];

/// The last word before a change but `by` and what says how nearly.
fn head_verb(head: &str) -> Option<String> {
    plain_words(head)
        .filter(|word| {
            !matches!(
                word.as_str(),
                "by" | "about" | "some" | "almost" | "nearly" | "around"
            )
        })
        .last()
}

/// What is left of each whole of which a sentence gives a part: five where it says three of the eight, 42 % where it says 58 %.
#[must_use]
pub fn complement(text: &str, own: &[Quantity]) -> Vec<Quantity> {
    let left = |from: &Quantity, rest: f64| {
        let mut amount = from.amount()?.clone();
        (amount.low, amount.high) = (rest, rest);
        Some(of(from.span.clone(), Value::Amount(amount)))
    };
    let of_hundred = own.iter().filter_map(|own| {
        let amount = own.amount()?;
        let is_share = amount.unit == Unit::Percent && (0.0..100.0).contains(&amount.high);
        left(own, 100.0 - amount.high).filter(|_| is_share && amount.low >= amount.high)
    });
    let of_whole = own.windows(2).filter_map(|pair| {
        let [first, second] = pair else { return None };
        let (part, whole) = part_of(text, first, second)?;
        left(part, whole.amount()?.high - part.amount()?.high)
    });
    of_hundred.chain(of_whole).collect()
}

/// Two numbers that are a part and its whole: `three of the eight`, `of the eight, three`.
#[must_use]
pub fn part_of<'q>(
    text: &str,
    first: &'q Quantity,
    second: &'q Quantity,
) -> Option<(&'q Quantity, &'q Quantity)> {
    const LONGEST: usize = 40;
    let between = text.get(first.span.end..second.span.start)?.trim();
    let before = text.get(..first.span.start)?.trim_end().to_lowercase();
    let is_less = |part: &Quantity, whole: &Quantity| {
        part.amount()
            .zip(whole.amount())
            .is_some_and(|(part, whole)| 0.0 < part.high && part.high < whole.high)
    };
    let has_part_first = between.starts_with("of") && between.len() <= "of the".len();
    let has_whole_first = [" of", " of the"]
        .iter()
        .any(|of| format!(" {before}").ends_with(of))
        && between.len() <= LONGEST
        && !between.contains(['.', ';', '?', '!']);
    if has_part_first && is_less(first, second) {
        Some((first, second))
    } else if has_whole_first && is_less(second, first) {
        Some((second, first))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::numbers::{borne_out, quantities};

    #[track_caller]
    fn check(source: &str, claim: &str, expected: bool) {
        let own = quantities(source);
        let wanted = quantities(claim);
        let wanted = wanted.first().expect("the claim has a number");
        let found = derived(wanted, claim, source, &own);
        assert_eq!(
            borne_out(wanted, found.iter()),
            expected,
            "{source} / {claim}: {found:?}"
        );
    }

    #[test]
    fn a_year_follows_from_another_and_the_years_between() {
        let source = "The album was recorded in 1971 and released two years later.";
        check(source, "1973 saw the album.", true);
        check(source, "1974 saw the album.", false);
        check(
            "Built in 1990, ten years earlier than the mill.",
            "In 1980.",
            true,
        );
    }

    #[test]
    fn years_in_a_row_and_the_year_behind_follow_from_those_named() {
        let boston = "He came sixth in 1900 and 1901, and second in 1904.";
        check(boston, "Sixth two years running.", true);
        check(boston, "Sixth three years running.", false);
        let law = "Adopted in 2014, it took effect the following year.";
        check(law, "It took effect in 2015.", true);
        check(law, "It took effect in 2016.", false);
    }

    #[test]
    fn how_far_two_times_are_apart_is_said_of_whom_the_claim_names() {
        let source = "Hicks took three hours, 28 minutes and 53 seconds; Corey, three hours, 34 minutes and 15 seconds; Newton, three hours, 47 minutes and 33 seconds.";
        for (claim, expected) in [
            (
                "Corey came in about five and a half minutes behind Hicks.",
                true,
            ),
            (
                "Hicks came in about five and a half minutes behind Corey.",
                false,
            ),
            (
                "Newton came in about five and a half minutes behind Hicks.",
                false,
            ),
            (
                "Newton came in close to nineteen minutes behind Hicks.",
                true,
            ),
        ] {
            check(source, claim, expected);
        }
    }

    #[test]
    fn how_long_it_was_follows_from_two_dates() {
        for (source, claim, expected) in [
            ("The war lasted from 1618 to 1648.", "thirty years", true),
            ("The war lasted from 1618 to 1648.", "twenty years", false),
            ("No ship came between 4 and 12 April.", "nine days", true),
            ("No ship came between 4 and 12 April.", "12 days", false),
            ("Rates rose in the second quarter.", "three months", true),
        ] {
            check(source, claim, expected);
        }
    }

    #[test]
    fn what_was_before_a_change_is_no_value_of_afterwards() {
        let source = "The toll doubled to 8 euros.";
        check(source, "It was 4 euros before.", true);
        check(source, "It is 4 euros now.", false);
        check(source, "It was 6 euros before.", false);
        check(
            "Rents fell by 10 % to 900 euros.",
            "1,000 euros before",
            true,
        );
    }

    #[test]
    fn a_dose_is_a_days_only_where_the_claim_speaks_of_a_day() {
        let source = "Give 500 mg of it three times a day.";
        check(source, "1.5 g daily", true);
        check(source, "1.5 g at once", false);
        check(source, "2 g a day", false);
        check(source, "1.5 g three times a day", false);
    }

    #[test]
    fn what_two_values_differ_by_is_said_where_the_claim_compares() {
        let source =
            "Falls occurred in 31 of 206 patients on the drug and in 58 of 206 on placebo.";
        check(source, "27 fewer patients fell", true);
        check(source, "28 fewer patients fell", false);
        check(source, "27 patients fell", false);
        let source = "Profit was $187 million after a loss of $42 million.";
        check(source, "It improved by $229 million.", true);
        check(source, "It improved by $145 million.", false);
    }

    #[test]
    fn what_is_left_of_a_whole_is_known() {
        for (source, rest) in [
            ("Three of the eight looms run.", 5.0),
            ("Of the 12 jurors, nine agreed.", 3.0),
            ("58 % of guests paid.", 42.0),
        ] {
            let found = complement(source, &quantities(source));
            let lows: Vec<f64> = found
                .iter()
                .filter_map(|own| Some(own.amount()?.low))
                .collect();
            assert_eq!(lows, [rest], "{source}");
        }
    }
}
