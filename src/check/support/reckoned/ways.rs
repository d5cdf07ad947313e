//! The ways in which an amount follows from others, each only where the claim speaks of it: by how much two values differ, what several come to, which part of
//! one another is, what is left of a whole, so many times a price, and how long it is from one date to another.

use crate::check::language::directions::axis;
use crate::check::language::numbers::{Amount, Bound, Date, Quantity, Unit, Value};
use crate::check::language::terms::{is_stop_word, plain, plain_words, stem, words};

use super::operands::Given;

mod measured;
mod parts;
mod stretches;

/// An amount that follows.
pub(super) struct Derived {
    /// From what, in the evidence's words.
    pub(super) words: String,
    pub(super) sentences: Vec<usize>,
}

/// A value that may be reckoned with, in its sentence.
#[derive(Clone, Copy)]
struct Operand<'g> {
    at: usize,
    given: &'g Given<'g>,
    which: usize,
    amount: &'g Amount,
}

impl<'g> Operand<'g> {
    fn quantity(&self) -> Option<&'g Quantity> {
        self.given.own.get(self.which)
    }

    fn written(&self) -> &'g str {
        let span = self
            .quantity()
            .map(|own| own.span.clone())
            .unwrap_or_default();
        self.given.sentence.get(span).unwrap_or_default()
    }

    /// What stands around it, up to the values before and behind it.
    fn around(&self) -> String {
        let is_value = |own: &&Quantity| own.amount().is_some();
        let (before, behind) = self
            .given
            .own
            .split_at(self.which.min(self.given.own.len()));
        let from = before.iter().rfind(is_value).map_or(0, |own| own.span.end);
        let next = behind.iter().skip(1).find(is_value);
        let to = next.map_or(self.given.sentence.len(), |own| own.span.start);
        self.given
            .sentence
            .get(from..to.max(from))
            .unwrap_or_default()
            .to_lowercase()
    }

    /// Whether a word of the claim stands with it, or no other value may be meant in a sentence that has several.
    fn is_told_of(&self, told: &[String]) -> bool {
        const FEW: usize = 2;
        let like = |own: &&Quantity| own.amount().is_some_and(|own| own.unit == self.amount.unit);
        let are_few = self.given.own.iter().filter(like).count() <= FEW;
        self.given.shared > 1 && are_few
            || plain_words(&self.around()).any(|word| told.contains(&stem(&word)))
    }

    /// The date that it is of: one right behind it, or else the nearest.
    fn date(&self) -> Option<Date> {
        const RIGHT_BEHIND: usize = 8;
        let own = self.quantity()?.span.clone();
        let dates = self.given.own.iter().filter_map(|other| {
            let gap = if other.span.start >= own.end {
                (other.span.start - own.end).saturating_sub(RIGHT_BEHIND)
            } else {
                own.start.saturating_sub(other.span.end) + 1
            };
            Some((gap, other.date()?))
        });
        dates.min_by_key(|(gap, _)| *gap).map(|(_, date)| date)
    }

    /// What stands between the value before and it, and between it and the next.
    fn sides(&self) -> (String, String) {
        let span = self.quantity().map(|own| own.span.clone());
        let span = span.unwrap_or_default();
        let values = || {
            let own = self.given.own.iter().filter(|own| own.amount().is_some());
            own.map(|own| own.span.clone())
        };
        let before = values().rfind(|other| other.end <= span.start);
        let from = before.map_or(0, |before| before.end);
        let behind = values().find(|other| other.start >= span.end);
        let to = behind.map_or(self.given.sentence.len(), |behind| behind.start);
        let text = |from: usize, to: usize| self.given.sentence.get(from..to);
        (
            text(from, span.start).unwrap_or_default().to_lowercase(),
            text(span.end, to).unwrap_or_default().to_lowercase(),
        )
    }
}

/// Words by which a claim says which of two values is greater, besides those of the axes.
#[rustfmt::skip]
const MORE: &[&str] = &[
    "over", "longer", "dearer", "older", "bigger", "excess", "surplus", "overspend", "overspent", "taller", "heavier", "wider", "deeper", "above", "beyond",
];
#[rustfmt::skip]
const LESS: &[&str] = &[
    "short", "below", "under", "shorter", "cheaper", "younger", "shortfall", "underspend", "behind", "missing", "saving", "saved", "smaller", "lighter", "narrower", "thinner", "shallower", "nearer",
];
/// And by which it says only that they differ.
#[rustfmt::skip]
const APART: &[&str] = &[
    "difference", "gap", "margin", "apart", "differ", "differed", "remaining", "rest", "remain", "remained", "leaves", "leaving", "separated", "majority", "lead", "faster", "slower", "quicker",
];

fn side(word: &str) -> Option<bool> {
    match axis(word) {
        Some((0 | 1, is_more)) => Some(is_more),
        _ if MORE.contains(&word) => Some(true),
        _ if LESS.contains(&word) => Some(false),
        _ => None,
    }
}

/// Whether a word says which way two values differ.
pub(super) fn is_way(word: &str) -> bool {
    side(word).is_some()
}

/// What an amount of a claim follows from.
pub(super) fn derive(
    wanted: &Quantity,
    claim: &str,
    all_wanted: &[Quantity],
    given: &[Given<'_>],
) -> Option<Derived> {
    let amount = wanted.amount()?;
    let is_plain = (!wanted.is_bound() || wanted.is_rounding())
        && amount.low >= amount.high
        && amount.low > 0.0;
    if !is_plain || matches!(amount.unit, Unit::Label(_)) {
        return None;
    }
    if follows_name(claim, wanted) {
        return None;
    }
    let asked = Asked::read(wanted, amount, claim, all_wanted);
    if matches!(amount.unit, Unit::Measure("months" | "time")) {
        return asked.stretch(given);
    }
    if asked.reckons == Reckons::Nothing {
        return None;
    }
    let operands = asked.operands(given);
    asked
        .product(&operands)
        .or_else(|| asked.part_of_amount(&operands))
        .or_else(|| asked.difference(&operands))
        .or_else(|| asked.change(&operands))
        .or_else(|| asked.left(&operands))
        .or_else(|| asked.sum(&operands))
        .or_else(|| asked.share(&operands))
        .or_else(|| asked.multiple(&operands))
}

/// Whether a bare number is one of those by which something is called: `Articles 33 and 34`.
fn follows_name(claim: &str, wanted: &Quantity) -> bool {
    let is_bare = wanted.amount().is_some_and(|own| own.unit == Unit::Bare);
    let counts = wanted
        .amount()
        .is_some_and(|own| matches!(own.unit, Unit::Bare | Unit::Counted(_)));
    let head = claim.get(..wanted.span.start).unwrap_or_default();
    let is_joint = |word: &&str| {
        !matches!(*word, "and" | "to" | "or" | "–")
            && !word.starts_with(|c: char| c.is_ascii_digit())
    };
    let before = head.split_whitespace().rev().find(is_joint);
    let is_name = |word: &str| {
        let is_first = head.trim_start().starts_with(word);
        word.starts_with(char::is_uppercase) && (word.ends_with('s') || is_bare && !is_first)
    };
    counts && before.is_some_and(is_name)
}

/// What the words right beside an amount say of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reckons {
    /// That it is a value: `on 71 of 90 days`, `falls from 26 to 24`.
    Nothing,
    /// That something changed by it: the values are of two times.
    Change,
    /// That it is what others come to, differ by, or a part of them.
    Something,
}

/// Words right beside an amount that is reckoned from others.
#[rustfmt::skip]
const RECKONS: &[&str] = &[
    "more", "less", "fewer", "higher", "lower", "longer", "shorter", "greater", "larger", "smaller", "bigger", "taller", "older", "younger", "heavier", "lighter", "dearer", "cheaper",
    "wider", "narrower", "deeper", "nearer", "short", "above", "below", "ahead", "difference", "gap", "margin", "together", "combined", "altogether", "total", "totals",
    "totalled", "totaled", "sum", "add", "adds", "added", "share", "rest", "remaining", "remainder", "others", "left", "shortfall", "saving", "overspend", "surplus", "apart", "separated",
    "undecided", "leaves", "leaving", "worth",
];

impl Reckons {
    fn of(wanted: &Quantity, amount: &Amount, claim: &str) -> Self {
        const NEAR: usize = 3;
        let behind = claim.get(wanted.span.end..).unwrap_or_default();
        let before = claim.get(..wanted.span.start).unwrap_or_default();
        let own = claim.get(wanted.span.clone()).unwrap_or_default();
        let behind: Vec<String> = plain_words(behind).take(NEAR).collect();
        let all: Vec<String> = plain_words(before).collect();
        let before: Vec<&String> = all.iter().rev().take(NEAR).collect();
        let within = plain_words(own);
        let says = |word: &String| RECKONS.contains(&word.as_str());
        let is_first = |word: &str| behind.first().is_some_and(|first| first == word);
        let is_share = amount.unit == Unit::Percent && is_first("of");
        let is_by_kind = matches!(amount.unit, Unit::Points | Unit::Times);
        let changes = || match before.as_slice() {
            [by, verb, ..] => by.as_str() == "by" && side(verb).is_some(),
            _ => false,
        };
        if behind.iter().any(says)
            || before.iter().any(|word| says(word))
            || within.into_iter().any(|word| says(&word))
            || is_share
            || is_by_kind
        {
            Self::Something
        } else if changes() {
            Self::Change
        } else {
            Self::Nothing
        }
    }
}

/// An amount of a claim with the words around it.
struct Asked<'c> {
    wanted: &'c Quantity,
    amount: &'c Amount,
    claim: &'c str,
    others: Vec<&'c Quantity>,
    plain: Vec<String>,
    reckons: Reckons,
    /// Which way the word nearest to the amount says that the one value differs from the other.
    side: Option<bool>,
}

impl<'c> Asked<'c> {
    fn read(wanted: &'c Quantity, amount: &'c Amount, claim: &'c str, all: &'c [Quantity]) -> Self {
        const REACH: usize = 60;
        let sides = words(claim).filter_map(|span| {
            let side = side(&plain(claim.get(span.clone())?))?;
            let distance = if span.start >= wanted.span.end {
                span.start - wanted.span.end
            } else {
                wanted.span.start.saturating_sub(span.end)
            };
            // The bound of the amount itself is none: `up to 8 million`.
            let is_bound = span.start < wanted.span.end && wanted.span.start < span.end;
            let is_limit = claim
                .get(span.end..)
                .is_some_and(|rest| rest.starts_with(" to ") && span.end <= wanted.span.start);
            (distance <= REACH && !is_bound && !is_limit).then_some((distance, side))
        });
        let side = sides
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, side)| side);
        Self {
            wanted,
            amount,
            claim,
            others: all.iter().filter(|own| own.span != wanted.span).collect(),
            plain: plain_words(claim).collect(),
            reckons: Reckons::of(wanted, amount, claim),
            side,
        }
    }

    fn says(&self, list: &[&str]) -> bool {
        self.plain.iter().any(|word| list.contains(&word.as_str()))
    }

    fn is(&self, value: f64) -> bool {
        let mut own = self.amount.clone();
        (own.low, own.high, own.half) = (value, value, 0.0);
        own.bound = Bound::Exact;
        own.approximate = false;
        own.firm = true;
        let own = Quantity {
            span: 0..0,
            value: Value::Amount(own),
        };
        own.bears_out(self.wanted)
    }

    /// The values of the sentences that have words of the claim, or stand beside one that has: of many, those that share most.
    fn operands<'g>(&self, given: &'g [Given<'g>]) -> Vec<Operand<'g>> {
        const MOST: usize = 24;
        let shared = |at: usize| given.get(at).map_or(0, |given| given.shared);
        let beside = |at: usize| {
            let is_of = |other: usize| {
                given
                    .get(other)
                    .zip(given.get(at))
                    .is_some_and(|(a, b)| a.text == b.text)
            };
            let before = at
                .checked_sub(1)
                .filter(|&other| is_of(other))
                .map_or(0, shared);
            let behind = Some(at + 1).filter(|&other| is_of(other)).map_or(0, shared);
            2 * shared(at) + before.max(behind)
        };
        let mut ranked: Vec<(usize, Operand<'g>)> = given
            .iter()
            .enumerate()
            .filter(|(_, given)| !given.own.is_empty())
            .flat_map(|(at, given)| {
                let rank = beside(at);
                given
                    .own
                    .iter()
                    .enumerate()
                    .filter_map(move |(which, own)| {
                        let amount = own.amount()?;
                        let is_plain = amount.low >= amount.high && amount.low > 0.0;
                        let is_named = matches!(amount.unit, Unit::Label(_) | Unit::Times);
                        (is_plain && !is_named && rank > 1).then_some((
                            rank,
                            Operand {
                                at,
                                given,
                                which,
                                amount,
                            },
                        ))
                    })
            })
            .collect();
        let told: Vec<String> = self
            .plain
            .iter()
            .filter(|word| !is_stop_word(word) && !is_way(word))
            .map(|word| stem(word))
            .collect();
        ranked.retain(|(_, own)| own.is_told_of(&told));
        ranked.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.at.cmp(&b.1.at)));
        ranked.truncate(MOST);
        ranked.into_iter().map(|(_, operand)| operand).collect()
    }

    /// Whether a value is of the kind of the claim's amount.
    fn is_like(&self, own: &Amount) -> bool {
        match (&own.unit, &self.amount.unit) {
            (Unit::Counted(_) | Unit::Bare, Unit::Counted(_) | Unit::Bare) => {
                own.unit.counts_same(&self.amount.unit)
                    || own.unit == Unit::Bare
                    || self.amount.unit == Unit::Bare
                    || own.low >= 20.0
            }
            // `1161 (±472) mL`
            (Unit::Bare, Unit::Measure(_)) => true,
            (own, wanted) => own.counts_same(wanted),
        }
    }

    /// A value in what the claim's amount is in, which a bare one has as well.
    fn in_own_unit(&self, own: &Operand<'_>) -> f64 {
        let is_bare = own.amount.unit == Unit::Bare && self.amount.unit != Unit::Bare;
        own.amount.low * if is_bare { self.amount.per } else { 1.0 }
    }

    fn alike<'g>(&self, operands: &[Operand<'g>]) -> Vec<Operand<'g>> {
        operands
            .iter()
            .filter(|own| self.is_like(own.amount))
            .copied()
            .collect()
    }

    /// Two values that differ by it, the way that the claim says.
    fn difference(&self, operands: &[Operand<'_>]) -> Option<Derived> {
        if self.side.is_none() && !self.says(APART) {
            return None;
        }
        let like = if self.amount.unit == Unit::Points {
            operands
                .iter()
                .filter(|own| own.amount.unit == Unit::Percent)
                .copied()
                .collect()
        } else if self.amount.unit == Unit::Percent {
            return None;
        } else {
            self.alike(operands)
        };
        let value = |own: &Operand<'_>| self.in_own_unit(own);
        let is_it = |a: &Operand<'_>, b: &Operand<'_>| self.is((value(a) - value(b)).abs());
        self.pair(&like, is_it)
    }

    /// Two values of which the one is by so many per cent more or less than the other.
    fn change(&self, operands: &[Operand<'_>]) -> Option<Derived> {
        let side = self.side.filter(|_| self.amount.unit == Unit::Percent)?;
        let like: Vec<Operand<'_>> = operands
            .iter()
            .filter(|own| own.amount.unit != Unit::Percent)
            .copied()
            .collect();
        let is_it = |a: &Operand<'_>, b: &Operand<'_>| {
            let of = |base: f64, other: f64| {
                (other > base) == side && self.is(100.0 * (other - base).abs() / base)
            };
            is_one_kind(a, b) && (of(a.amount.low, b.amount.low) || of(b.amount.low, a.amount.low))
        };
        self.pair(&like, is_it)
    }

    fn multiple(&self, operands: &[Operand<'_>]) -> Option<Derived> {
        if self.amount.unit != Unit::Times {
            return None;
        }
        let is_it = |a: &Operand<'_>, b: &Operand<'_>| {
            let (low, high) = (
                a.amount.low.min(b.amount.low),
                a.amount.low.max(b.amount.low),
            );
            a.amount.unit == b.amount.unit
                && (self.is(high / low) || self.is((10.0 * high / low).round() / 10.0))
        };
        self.pair(operands, is_it)
    }

    /// The first two values, the nearest to each other, of which something holds and the claim does not say that it is the other way round.
    fn pair(
        &self,
        like: &[Operand<'_>],
        is_it: impl Fn(&Operand<'_>, &Operand<'_>) -> bool,
    ) -> Option<Derived> {
        let mut found: Vec<(usize, Operand<'_>, Operand<'_>)> = Vec::new();
        for (at, a) in like.iter().enumerate() {
            for b in like.iter().skip(at + 1) {
                let is_one = a.at == b.at && a.which == b.which;
                let are_dated = || a.date().is_some() && b.date().is_some() && a.date() != b.date();
                let may_be = self.reckons != Reckons::Change || are_dated();
                if !is_one && may_be && is_it(a, b) && !self.is_turned(a, b) {
                    found.push((a.at.abs_diff(b.at), *a, *b));
                }
            }
        }
        let (_, a, b) = found.into_iter().min_by_key(|(distance, _, _)| *distance)?;
        let (a, b) = if (a.at, a.which) <= (b.at, b.which) {
            (a, b)
        } else {
            (b, a)
        };
        Some(derived(&[a, b]))
    }
}

/// Whether two values count, or measure, things that can be laid beside each other.
fn is_one_kind(a: &Operand<'_>, b: &Operand<'_>) -> bool {
    let counts = |own: &Operand<'_>| matches!(own.amount.unit, Unit::Counted(_) | Unit::Bare);
    counts(a) && counts(b) || a.amount.unit == b.amount.unit
}

fn derived(operands: &[Operand<'_>]) -> Derived {
    let written: Vec<String> = operands
        .iter()
        .map(|own| format!("“{}”", own.written()))
        .collect();
    let words = match &*written {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => written.join(", "),
    };
    let mut sentences: Vec<usize> = operands.iter().map(|own| own.at).collect();
    sentences.dedup();
    Derived { words, sentences }
}
