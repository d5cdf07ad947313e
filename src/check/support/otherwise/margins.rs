//! Margins: by how much one thing has more than another, and which way: `a quarter farther away` beside `a quarter less`, `four times faster` beside `took four times as
//! long`. The amount is the same in both, and every other word may be.

use super::{Source, opposed};
use crate::check::language::numbers::month_named;
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};

/// What is compared: of pace and duration much of one is little of the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    Any,
    Size,
    Distance,
    Duration,
    Age,
    Weight,
    Price,
    Warmth,
    Strength,
}

#[rustfmt::skip]
const WORDS: &[(Scale, &[&str], &[&str])] = &[
    (Scale::Any, &["more"], &["less", "fewer"]),
    (Scale::Size, &["higher", "high", "larger", "large", "greater", "bigger", "big", "above", "many", "much", "tall", "taller", "wide", "wider", "deep", "deeper"],
        &["lower", "low", "smaller", "small", "below", "few", "little", "shallower", "narrower"]),
    (Scale::Distance, &["farther", "further", "far"], &["nearer", "near", "closer", "close"]),
    (Scale::Duration, &["longer", "long", "slower", "slow"], &["shorter", "short", "faster", "fast", "quicker", "quick", "quickly"]),
    (Scale::Age, &["older", "old"], &["younger", "young"]),
    (Scale::Weight, &["heavier", "heavy"], &["lighter", "light"]),
    (Scale::Price, &["dearer", "expensive", "costly", "costlier"], &["cheaper", "cheap"]),
    (Scale::Warmth, &["hotter", "hot", "warmer", "warm"], &["colder", "cold", "cooler", "cool"]),
    (Scale::Strength, &["stronger", "strong"], &["weaker", "weak"]),
];

/// An amount by which something is said to have more or less.
struct Margin {
    from: usize,
    end: usize,
    amount: Vec<String>,
    scale: Scale,
    is_more: bool,
}

/// Where the evidence has the amount of a claim on the other side.
pub(super) fn on_the_other_side(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let own = margins(claim);
    if own.is_empty() || deny(claim) {
        return None;
    }
    own.iter().find_map(|own| {
        let mut found = None;
        for line in source.lines() {
            for told in margins(line) {
                let is_comparable = told.scale == own.scale
                    || told.scale == Scale::Any && own.scale != Scale::Duration
                    || own.scale == Scale::Any && told.scale != Scale::Duration;
                if told.amount != own.amount || !is_comparable {
                    continue;
                }
                let is_turned = are_exchanged((claim, own), (line, &told));
                if (told.is_more == own.is_more) != is_turned || deny(line) {
                    return None;
                }
                found = found.or(line.get(told.from..told.end));
            }
        }
        Some(opposed(claim.get(own.from..own.end)?, found?))
    })
}

/// `Rose by 12 percent`, of what rose from 12 to 24 percent: these are points, and it rose by the whole of what it was.
pub(super) fn points_for_percent(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    const CLOSE: f64 = 0.06;
    let number = |line: &[Word<'_>], at: usize| line.get(at)?.plain.parse::<f64>().ok();
    let is = |line: &[Word<'_>], at: usize, list: &[&str]| {
        line.get(at).is_some_and(|word| word.is_in(list))
    };
    let by =
        (0..claim.len()).find(|&at| is(claim, at, &["by"]) && is(claim, at + 2, &["percent"]))?;
    let said = number(claim, by + 1)?;
    if deny(claim) || is(claim, by + 3, &["points", "point"]) {
        return None;
    }
    source.lines().iter().find_map(|line| {
        let from = (0..line.len()).find(|&at| is(line, at, &["from"]))?;
        let to = (from + 2..from + 4).find(|&at| is(line, at, &["to"]))?;
        let (old, new) = (number(line, from + 1)?, number(line, to + 1)?);
        let points = (new - old).abs();
        let share = 100.0 * points / old.abs().max(f64::EPSILON);
        let is_near = |value: f64| (value - said).abs() <= CLOSE * said.max(1.0);
        let are_shares = is(line, to + 2, &["percent"]);
        (are_shares && is_near(points) && !is_near(share)).then(|| {
            opposed(
                claim.get(by..by + 3).unwrap_or_default(),
                line.get(from..to + 3).unwrap_or_default(),
            )
        })
    })
}

/// `In late March`, of the third of that month.
pub(super) fn other_part_of_month(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let (at, days, month) = (1..claim.len()).find_map(|at| {
        let days = match claim.get(at - 1)?.plain.as_str() {
            "early" => 1..=15,
            "mid" => 8..=23,
            "late" => 16..=31,
            _ => return None,
        };
        Some((at, days, month_named(claim.get(at)?.surface)?))
    })?;
    let mut told = Vec::new();
    for line in source.lines() {
        for place in 0..line.len() {
            if line
                .get(place)
                .is_none_or(|word| month_named(word.surface) != Some(month))
            {
                continue;
            }
            let day = |at: Option<usize>| -> Option<u32> {
                let word = &line.get(at?)?.plain;
                let digits = word.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
                digits.parse().ok().filter(|day| (1..=31).contains(day))
            };
            let day = day(place.checked_sub(1)).or_else(|| day(Some(place + 1)));
            told.push((
                day?,
                line.get(place.saturating_sub(1)..(place + 2).min(line.len()))?,
            ));
        }
    }
    let [(day, words)] = told.as_slice() else {
        return None;
    };
    (!days.contains(day) && !deny(claim))
        .then(|| opposed(claim.get(at - 1..=at).unwrap_or_default(), words))
}

/// Whether a sentence compares that with the claim's own thing to which the claim compares it.
fn are_exchanged(
    (claim, own): (&[Word<'_>], &Margin),
    (line, told): (&[Word<'_>], &Margin),
) -> bool {
    let has = |words: &[Word<'_>], word: &Word<'_>| words.iter().any(|other| word.is_as(other));
    let (first, second) = (claim.get(..own.from), claim.get(own.end..));
    let (Some(first), Some(second), Some(before)) = (first, second, line.get(..told.from)) else {
        return false;
    };
    let alone = |own: &[Word<'_>], other: &[Word<'_>]| {
        let mut words = own
            .iter()
            .filter(|word| word.tells() && !has(other, word))
            .map(|word| has(before, word))
            .peekable();
        words.peek().is_some() && words.any(|is_there| is_there)
    };
    alone(second, first) && !alone(first, second)
}

fn margins(line: &[Word<'_>]) -> Vec<Margin> {
    (1..line.len()).filter_map(|at| margin(line, at)).collect()
}

/// The margin that ends at a word which tells what there is more or less of.
fn margin(line: &[Word<'_>], at: usize) -> Option<Margin> {
    let plain = |at: usize| line.get(at).map_or("", |word| word.plain.as_str());
    let before = |back: usize| at.checked_sub(back).map_or("", plain);
    let (scale, is_more) = side(plain(at))?;
    // `Four times as long`
    if before(1) == "as" && before(2) == "times" {
        let from = at.checked_sub(3)?;
        return Some(Margin {
            from,
            end: at + 1,
            amount: line
                .get(from..at - 1)?
                .iter()
                .map(|word| word.stem.clone())
                .collect(),
            scale,
            is_more,
        });
    }
    // `More expensive`, `less far`: the amount stands before the first of the two.
    let is_degree = matches!(before(1), "more" | "less");
    if !is_degree && !compares(plain(at)) {
        return None;
    }
    let is_more = is_more != (is_degree && before(1) == "less");
    let first = if is_degree { at - 1 } else { at };
    let last = first.checked_sub(1)?;
    // The word itself is one of a pair that the next one reads.
    if matches!(plain(at), "more" | "less") && side(plain(at + 1)).is_some() {
        return None;
    }
    let is_figure = |at: usize| {
        plain(at).starts_with(|sign: char| sign.is_ascii_digit()) || is_number(plain(at))
    };
    let from = if is_fraction(plain(last)) {
        last
    } else {
        last.checked_sub(1).filter(|&from| is_figure(from))?
    };
    let amount = line.get(from..first)?;
    (!line.get(first)?.is_apart).then(|| Margin {
        from,
        end: at + 1,
        amount: amount.iter().map(|word| word.stem.clone()).collect(),
        scale,
        is_more,
    })
}

fn side(word: &str) -> Option<(Scale, bool)> {
    WORDS.iter().find_map(|(scale, much, little)| {
        if much.contains(&word) {
            Some((*scale, true))
        } else {
            little.contains(&word).then_some((*scale, false))
        }
    })
}

/// Whether a word compares by itself: `longer`, and not `long`.
fn compares(word: &str) -> bool {
    matches!(
        word,
        "more" | "less" | "fewer" | "above" | "below" | "further"
    ) || word.ends_with("er")
}

fn is_fraction(word: &str) -> bool {
    matches!(word, "quarter" | "third" | "half" | "fifth" | "tenth")
}

fn is_number(word: &str) -> bool {
    #[rustfmt::skip]
    const NUMBERS: &[&str] = &[
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twenty", "thirty", "forty", "fifty", "hundred",
    ];
    NUMBERS.contains(&word)
}
