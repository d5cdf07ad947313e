//! Following: a claim that says of a value of its evidence in which range or century it lies, or how many times as much it became, in the words of that: `in the 14th
//! century` where it has 1342, `between 20 and 30 percent` where it has 24, `doubled` where it has `rose from 12 to 24`.

use std::borrow::Cow;
use std::ops::Range;

use crate::check::language::directions::axis;
use crate::check::language::numbers::{Amount, Quantity, Unit, borne_out, quantities, with_bound};
use crate::check::language::only;
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::{is_one_of, is_stop_word, plain, replaced, stem, words};
use crate::check::text::sentences::sentences;

/// A change of a claim: its bytes, and the words of the evidence for them.
type Change = (Range<usize>, String);

/// A claim with the value of its evidence in the place of what follows from that.
pub(crate) fn as_following<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let change = in_range(claim, evidence)
        .or_else(|| in_century(claim, evidence))
        .or_else(|| multiplied(claim, evidence))
        .or_else(|| summed(claim, evidence));
    change.map_or(Cow::Borrowed(claim), |change| {
        Cow::Owned(replaced(claim, &[change]))
    })
}

/// The sentences of the evidence that have a word of the claim which is none of these bytes.
fn about<'e>(claim: &str, but: &Range<usize>, evidence: &[&'e str]) -> Vec<&'e str> {
    let told = |text: &str, but: Option<&Range<usize>>| -> Vec<String> {
        let own = words(text).filter(|span| but.is_none_or(|but| !but.contains(&span.start)));
        let own = own.filter_map(|span| text.get(span).map(plain));
        own.filter(|word| !is_stop_word(word))
            .map(|word| stem(&word))
            .collect()
    };
    let own = told(claim, Some(but));
    let all = evidence.iter().flat_map(|text| {
        let spans = sentences(text).into_iter();
        spans.filter_map(|span| text.get(span))
    });
    all.filter(|sentence| told(sentence, None).iter().any(|word| own.contains(word)))
        .collect()
}

fn is_exact(amount: &Amount) -> bool {
    amount.low >= amount.high
}

/// `Between 20 and 30 percent`, `fewer than 100 cases`, of one value within.
fn in_range(claim: &str, evidence: &[&str]) -> Option<Change> {
    let all = quantities(claim);
    let wanted = all
        .iter()
        .find(|own| own.is_bound() || own.amount().is_some_and(|own| !is_exact(own)))?;
    let range = wanted.amount()?;
    let read: Vec<Vec<Quantity>> = evidence.iter().map(|text| quantities(text)).collect();
    let is_range = range.low < range.high;
    let says_it = |own: &Quantity| own.is_bound() || own.amount().is_some_and(|own| !is_exact(own));
    if is_range && borne_out(wanted, read.iter().flatten()) || read.iter().flatten().any(says_it) {
        return None;
    }
    let span = with_bound(claim, &wanted.span);
    let head = claim.get(..span.start)?;
    let from = ["between ", "Between ", "from "]
        .iter()
        .find(|word| head.ends_with(**word))
        .map_or(span.start, |word| span.start - word.len());
    let span = from..span.end;
    let is_it = |own: &Quantity| {
        own.amount().is_some_and(|amount| {
            let is_one_kind = amount.unit == range.unit || amount.unit.counts_same(&range.unit);
            let is_within = if is_range {
                amount.low >= range.low && amount.high <= range.high
            } else {
                own.bears_out(wanted)
            };
            is_exact(amount) && is_one_kind && is_within && !own.is_bound()
        })
    };
    let within = about(claim, &span, evidence)
        .into_iter()
        .flat_map(|sentence| {
            let own = quantities(sentence).into_iter().filter(is_it);
            let said = own.filter_map(|own| sentence.get(own.span).map(str::to_owned));
            said.collect::<Vec<_>>()
        });
    Some((span, only(within)?))
}

/// `In the 14th century`, of the one year of it that the evidence has.
fn in_century(claim: &str, evidence: &[&str]) -> Option<Change> {
    if !claim.contains("century") {
        return None;
    }
    let read = plain_text(claim);
    let all = &read.spans;
    let word = |at: usize| all.get(at).and_then(|span| claim.get(span.clone()));
    let at = (1..all.len()).find(|&at| word(at) == Some("century"))?;
    let which = plain(word(at - 1)?);
    let digits = which.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
    let number: u32 = digits.parse().ok().or_else(|| {
        ORDINALS
            .iter()
            .zip(1_u32..)
            .find_map(|(name, number)| (*name == which).then_some(number))
    })?;
    let years = number.checked_sub(1)? * 100 + 1..=number * 100;
    let begin = if at >= 2 && word(at - 2) == Some("the") {
        at - 2
    } else {
        at - 1
    };
    let span = all.get(begin)?.start..all.get(at)?.end;
    let is_part = begin
        .checked_sub(1)
        .and_then(word)
        .is_some_and(|word| !matches!(word, "in" | "from"));
    // `The early 14th century`, and what the evidence says of a century itself.
    if is_part || evidence.iter().any(|text| text.contains("century")) {
        return None;
    }
    let years = about(claim, &span, evidence)
        .into_iter()
        .flat_map(|sentence| {
            let own = quantities(sentence).into_iter();
            // A year may be read as a bare number.
            let bare = |own: &Amount| {
                let is_whole = own.unit == Unit::Bare && is_exact(own) && own.low.fract() == 0.0;
                is_whole.then_some(own.low as u32)
            };
            let own = own.filter_map(|own| match own.date() {
                Some(date) => date.year,
                None => own.amount().and_then(bare),
            });
            own.filter(|year| years.contains(year)).collect::<Vec<_>>()
        });
    Some((span, only(years)?.to_string()))
}

#[rustfmt::skip]
const ORDINALS: &[&str] = &[
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth",
    "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
];

/// Verbs for how many times as much something became.
const FACTORS: &[(&str, f64)] = &[
    ("doubled", 2.0),
    ("tripled", 3.0),
    ("trebled", 3.0),
    ("quadrupled", 4.0),
    ("halved", 0.5),
];

/// `Doubled`, of what `rose from 12 to 24`.
fn multiplied(claim: &str, evidence: &[&str]) -> Option<Change> {
    const CLOSE: f64 = 0.04;
    let names_factor = |text: &str| FACTORS.iter().any(|(word, _)| text.contains(word));
    if !names_factor(claim) {
        return None;
    }
    let read = plain_text(claim);
    let all = &read.spans;
    let word = |at: usize| all.get(at).and_then(|span| claim.get(span.clone()));
    let (at, factor) = (0..all.len()).find_map(|at| {
        let own = word(at)?;
        let (_, factor) = FACTORS.iter().find(|(word, _)| *word == own)?;
        Some((at, *factor))
    })?;
    let before = at.checked_sub(1).and_then(word).unwrap_or_default();
    let is_nearly = matches!(before, "nearly" | "almost");
    let is_more = before == "than" && at >= 2 && word(at - 2) == Some("more");
    let is_about = matches!(before, "roughly" | "about" | "approximately");
    let is_so = |became: f64| {
        let ratio = became / factor;
        let ratio = if factor < 1.0 { ratio.recip() } else { ratio };
        if is_nearly {
            (0.88..1.0).contains(&ratio)
        } else if is_more {
            (1.0..1.5).contains(&ratio)
        } else {
            (ratio - 1.0).abs() <= if is_about { 0.1 } else { CLOSE }
        }
    };
    let first = if is_more {
        at - 2
    } else {
        at - usize::from(is_nearly || is_about)
    };
    let span = all.get(first)?.start..all.get(at)?.end;
    if evidence.iter().any(|text| names_factor(text)) {
        return None;
    }
    let found = about(claim, &span, evidence)
        .into_iter()
        .filter_map(|sentence| {
            let from = sentence.find(" from ")?;
            let own = quantities(sentence);
            let mut behind = own.iter().filter(|own| own.span.start > from);
            let (old, new) = (behind.next()?, behind.next()?);
            let between = sentence.get(old.span.end..new.span.start)?;
            let (a, b) = (old.amount()?, new.amount()?);
            let is_one_kind =
                a.unit == b.unit || a.unit == Unit::Bare || a.unit.counts_same(&b.unit);
            let is_it =
                between.trim() == "to" && is_one_kind && a.low > 0.0 && is_so(b.low / a.low);
            let verb = sentence.get(..from)?.rsplit(' ').next()?;
            let start = if axis(&plain(verb)).is_some() {
                from - verb.len()
            } else {
                from + 1
            };
            sentence
                .get(start..new.span.end)
                .filter(|_| is_it)
                .map(str::to_owned)
        });
    Some((span, only(found)?))
}

/// `Together roughly 40 percent`, of two values of one sentence that come to so much.
fn summed(claim: &str, evidence: &[&str]) -> Option<Change> {
    const SUMS: &[&str] = &["together", "combined", "total", "altogether", "jointly"];
    words(claim)
        .filter_map(|span| claim.get(span))
        .find(|word| is_one_of(word, SUMS))?;
    let all = quantities(claim);
    let wanted = only(all.iter().filter(|own| own.amount().is_some_and(is_exact)))?;
    if evidence
        .iter()
        .any(|text| borne_out(wanted, quantities(text).iter()))
    {
        return None;
    }
    let span = with_bound(claim, &wanted.span);
    let found = about(claim, &span, evidence)
        .into_iter()
        .filter_map(|sentence| {
            let own = quantities(sentence);
            let amounts: Vec<&Quantity> = own
                .iter()
                .filter(|own| own.amount().is_some_and(is_exact))
                .collect();
            amounts.windows(2).find_map(|pair| {
                let [one, other] = pair else { return None };
                let (a, b) = (one.amount()?, other.amount()?);
                let sum = Quantity {
                    value: crate::check::language::numbers::Value::Amount(Amount {
                        low: a.low + b.low,
                        high: a.low + b.low,
                        ..a.clone()
                    }),
                    ..(*one).clone()
                };
                let is_it = a.unit == b.unit && sum.bears_out(wanted);
                let said = format!(
                    "{} and {}",
                    sentence.get(one.span.clone())?,
                    sentence.get(other.span.clone())?
                );
                is_it.then_some(said)
            })
        });
    Some((span, only(found)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: &str) {
        assert_eq!(as_following(claim, &[evidence]), expected, "{evidence}");
    }

    #[test]
    fn what_follows_from_a_value_is_read_as_the_value() {
        check(
            "The church was built in the 14th century.",
            "The church was built in 1342.",
            "The church was built in 1342.",
        );
        check(
            "The church was built in the fifteenth century.",
            "The church was built in 1342.",
            "The church was built in the fifteenth century.",
        );
        check(
            "The share was between 20 and 30 percent.",
            "The share was 24 percent.",
            "The share was 24 percent.",
        );
        check(
            "The share was between 30 and 40 percent.",
            "The share was 24 percent.",
            "The share was between 30 and 40 percent.",
        );
        check(
            "The share doubled.",
            "The share rose from 12 to 24 percent.",
            "The share rose from 12 to 24 percent.",
        );
        check(
            "The share tripled.",
            "The share rose from 12 to 24 percent.",
            "The share tripled.",
        );
        check(
            "Wind and sun together supplied roughly 40 percent of the power.",
            "Wind supplied 29.4 percent of the power and sun 11.2 percent.",
            "Wind and sun together supplied 29.4 percent and 11.2 percent of the power.",
        );
    }
}
