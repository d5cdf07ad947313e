//! The ways in which an amount follows from others, each only where the claim speaks of it: by how much two values differ, what several come to, which part of
//! one another is, what is left of a whole, so many times a price, and how long it is from one date to another.

use crate::check::language::directions::axis;
use crate::check::language::numbers::{Amount, Bound, Date, Quantity, Unit, Value};
use crate::check::language::terms::{is_stop_word, plain, plain_words, stem, words};

use super::operands::Given;

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
    "over", "longer", "dearer", "older", "bigger", "excess", "surplus", "overspend", "overspent", "taller", "heavier", "wider", "deeper",
];
#[rustfmt::skip]
const LESS: &[&str] = &[
    "short", "under", "shorter", "cheaper", "younger", "shortfall", "underspend", "behind", "missing", "saving", "saved", "smaller", "lighter", "narrower", "thinner", "shallower", "nearer",
];
/// And by which it says only that they differ.
#[rustfmt::skip]
const APART: &[&str] = &[
    "difference", "gap", "margin", "apart", "differ", "differed", "remaining", "rest", "remain", "remained", "leaves", "leaving", "separated", "majority", "lead", "faster", "slower", "quicker",
];
#[rustfmt::skip]
const ADDS: &[&str] = &[
    "together", "altogether", "combined", "total", "totals", "totalled", "totaled", "sum", "add", "adds", "added", "alone", "overall", "both", "all", "taken", "jointly",
];
#[rustfmt::skip]
const LEFT: &[&str] = &[
    "remaining", "rest", "remainder", "others", "other", "left", "remain", "remained", "leaves", "leaving", "undecided", "neither", "share",
];
#[rustfmt::skip]
const TIMES: &[&str] = &[
    "later", "after", "before", "earlier", "apart", "between", "since", "for", "lasted", "took", "within", "in", "old", "separate", "separated", "lie", "over", "until",
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

/// An amount of a claim with the words around it.
struct Asked<'c> {
    wanted: &'c Quantity,
    amount: &'c Amount,
    claim: &'c str,
    others: Vec<&'c Quantity>,
    plain: Vec<String>,
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
            // The bound of the amount itself is none.
            let is_bound = span.start < wanted.span.end && wanted.span.start < span.end;
            (distance <= REACH && !is_bound).then_some((distance, side))
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
                if !is_one && is_it(a, b) && !self.is_turned(a, b) {
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

    /// Whether the claim says of the lesser of two values that it is the greater.
    fn is_turned(&self, a: &Operand<'_>, b: &Operand<'_>) -> bool {
        let Some(side) = self.side else { return false };
        let Some(is_first) = self.is_about(a, b) else {
            return false;
        };
        let (own, base) = if is_first { (a, b) } else { (b, a) };
        (own.amount.low > base.amount.low) != side
    }

    /// Whether it is the first of two values that the claim measures by the other, as far as that is known.
    fn is_about(&self, a: &Operand<'_>, b: &Operand<'_>) -> Option<bool> {
        self.by_place(a, b)
            .or_else(|| self.by_sides(a, b))
            .or_else(|| self.by_aim(a, b))
            .or_else(|| self.by_time(a, b))
    }

    /// By the values that the claim gives itself: what stands behind `than` is the measure.
    fn by_place(&self, a: &Operand<'_>, b: &Operand<'_>) -> Option<bool> {
        const BASE: &[&str] = &[
            "than", "from", "below", "above", "over", "under", "against", "versus", "of", "vs",
        ];
        const REACH: usize = 4;
        let place = |own: &Operand<'_>| {
            let own = own.quantity()?;
            self.others
                .iter()
                .find(|other| other.amount().is_some() && own.bears_out(other))
                .copied()
        };
        let is_base = |own: &Quantity| {
            let head = self.claim.get(..own.span.start).unwrap_or_default();
            let near: Vec<String> = plain_words(head).collect();
            near.iter()
                .rev()
                .take(REACH)
                .any(|word| BASE.contains(&word.as_str()))
        };
        match (place(a), place(b)) {
            (Some(a), None) => Some(!is_base(a)),
            (None, Some(b)) => Some(is_base(b)),
            (Some(a), Some(b)) => Some(a.span.start < b.span.start),
            (None, None) => None,
        }
    }

    /// By what stands before and behind the `than` of the claim.
    fn by_sides(&self, a: &Operand<'_>, b: &Operand<'_>) -> Option<bool> {
        let than = [" than ", " compared with ", " compared to ", " against "]
            .into_iter()
            .find_map(|joint| self.claim.split_once(joint))?;
        let told = |text: &str| -> Vec<String> {
            plain_words(text)
                .filter(|word| !is_stop_word(word))
                .map(|word| stem(&word))
                .collect()
        };
        let (own, base) = (told(than.0), told(than.1));
        // The unit of both tells neither.
        let units = told(a.written());
        let apart = |side: &[String], other: &[String]| -> Vec<String> {
            let own = side.iter().filter(|word| !other.contains(word));
            own.filter(|word| !units.contains(word)).cloned().collect()
        };
        let (own, base) = (apart(&own, &base), apart(&base, &own));
        let (first, second) = if (a.at, a.which) < (b.at, b.which) {
            (a, b)
        } else {
            (b, a)
        };
        let [first, second] = [first.sides(), second.sides()];
        let ends_in_side = told(&second.1)
            .iter()
            .any(|word| own.contains(word) || base.contains(word));
        let [one, other] = if ends_in_side {
            [told(&first.1), told(&second.1)]
        } else {
            [told(&first.0), told(&second.0)]
        };
        // What stands with both tells neither.
        let score = |text: &[String], beside: &[String]| {
            let has = |side: &[String]| {
                side.iter()
                    .filter(|word| text.contains(word) && !beside.contains(word))
                    .count()
            };
            (has(&own), has(&base))
        };
        let (one, other) = (score(&one, &other), score(&other, &one));
        let (is_first, is_second) = (one.0 + other.1, other.0 + one.1);
        let is_a_first = (a.at, a.which) < (b.at, b.which);
        (is_first != is_second).then_some((is_first > is_second) == is_a_first)
    }

    /// By what was aimed at: what the other is laid beside.
    fn by_aim(&self, a: &Operand<'_>, b: &Operand<'_>) -> Option<bool> {
        const AIMS: &[&str] = &[
            "budget",
            "target",
            "goal",
            "forecast",
            "plan",
            "estimate",
            "limit",
            "threshold",
        ];
        let is_aim = |own: &Operand<'_>| AIMS.iter().any(|aim| own.around().contains(aim));
        let aims = AIMS
            .iter()
            .any(|aim| self.plain.iter().any(|word| word.starts_with(aim)));
        match (is_aim(a), is_aim(b)) {
            (true, false) if aims => Some(false),
            (false, true) if aims => Some(true),
            _ => None,
        }
    }

    /// By when they were: the later is measured by the earlier, unless the claim is of the earlier.
    fn by_time(&self, a: &Operand<'_>, b: &Operand<'_>) -> Option<bool> {
        let (one, other) = (a.date()?, b.date()?);
        let day = |date: Date| {
            date.year
                .map(|year| (year, date.month.unwrap_or(0), date.day.unwrap_or(0)))
        };
        let (one, other) = (day(one)?, day(other)?);
        (one != other).then_some(one > other)
    }

    /// What is left of a hundred, or of a whole.
    fn left(&self, operands: &[Operand<'_>]) -> Option<Derived> {
        if self.amount.unit != Unit::Percent || !self.says(LEFT) {
            return None;
        }
        let shares: Vec<Operand<'_>> = operands
            .iter()
            .filter(|own| own.amount.unit == Unit::Percent)
            .copied()
            .collect();
        shares.iter().find_map(|first| {
            let own: Vec<Operand<'_>> = shares
                .iter()
                .filter(|own| own.at == first.at)
                .copied()
                .collect();
            let sum: f64 = own.iter().map(|own| own.amount.low).sum();
            (sum < 100.0 && self.is(100.0 - sum)).then(|| derived(&own))
        })
    }

    /// Two to four values that come to it.
    fn sum(&self, operands: &[Operand<'_>]) -> Option<Derived> {
        const LEAST: f64 = 8.0;
        const MOST: usize = 12;
        if self.amount.low < LEAST || !self.says(ADDS) && !self.counts_several() {
            return None;
        }
        let mut like = if self.amount.unit == Unit::Percent {
            operands
                .iter()
                .filter(|own| own.amount.unit == Unit::Percent)
                .copied()
                .collect()
        } else {
            self.alike(operands)
        };
        like.truncate(MOST);
        let count = like.len();
        let total = |own: &[usize]| {
            own.iter()
                .filter_map(|&at| like.get(at))
                .map(|own| own.amount.low)
                .sum::<f64>()
        };
        let is_apart = |own: &[usize]| {
            own.iter().enumerate().all(|(at, one)| {
                own.iter().skip(at + 1).all(|other| {
                    like.get(*one)
                        .zip(like.get(*other))
                        .is_some_and(|(a, b)| (a.at, a.which) != (b.at, b.which))
                })
            })
        };
        let mut chosen: Vec<Vec<usize>> = Vec::new();
        for a in 0..count {
            for b in a + 1..count {
                chosen.push(vec![a, b]);
            }
        }
        for length in 3..=4 {
            let longer: Vec<Vec<usize>> = chosen
                .iter()
                .filter(|own| own.len() == length - 1)
                .flat_map(|own| {
                    let last = own.last().copied().unwrap_or(0);
                    (last + 1..count).map(move |next| own.iter().copied().chain([next]).collect())
                })
                .collect();
            chosen.extend(longer);
        }
        // Who is named has a part in it, where a value is given of him.
        let around: Vec<String> = like.iter().map(Operand::around).collect();
        let names = words(self.claim).filter_map(|span| self.claim.get(span));
        let names: Vec<String> = names
            .filter(|word| word.starts_with(char::is_uppercase))
            .map(plain)
            .filter(|word| !is_stop_word(word) && around.iter().any(|text| text.contains(word)))
            .collect();
        let has_named = |own: &[usize]| {
            let has = |name: &String| {
                let mut own = own.iter().filter_map(|&at| around.get(at));
                own.any(|text| text.contains(name))
            };
            names.iter().all(has)
        };
        let found = chosen
            .into_iter()
            .find(|own| self.is(total(own)) && is_apart(own) && has_named(own))?;
        let own: Vec<Operand<'_>> = found
            .iter()
            .filter_map(|&at| like.get(at).copied())
            .collect();
        Some(derived(&own))
    }

    /// Whether a claim speaks of several things as of one: `the two deals`, `the four routes`.
    fn counts_several(&self) -> bool {
        self.plain
            .iter()
            .any(|word| matches!(word.as_str(), "two" | "three" | "four" | "both"))
    }

    /// One value, or what two come to, as a part of another of its sentence or of one beside it.
    fn share(&self, operands: &[Operand<'_>]) -> Option<Derived> {
        const NEAR: usize = 3;
        if self.amount.unit != Unit::Percent {
            return None;
        }
        let counts: Vec<Operand<'_>> = operands
            .iter()
            .filter(|own| !matches!(own.amount.unit, Unit::Percent | Unit::Points))
            .copied()
            .collect();
        let are_near = |a: &Operand<'_>, b: &Operand<'_>| {
            a.given.text == b.given.text && a.at.abs_diff(b.at) <= NEAR
        };
        for whole in &counts {
            for (at, part) in counts.iter().enumerate() {
                if part.amount.low >= whole.amount.low
                    || !are_near(part, whole)
                    || !is_one_kind(part, whole)
                {
                    continue;
                }
                if self.is(100.0 * part.amount.low / whole.amount.low) {
                    return Some(derived(&[*part, *whole]));
                }
                if !self.says(ADDS) {
                    continue;
                }
                let second = counts.iter().skip(at + 1).find(|second| {
                    are_near(second, part)
                        && is_one_kind(second, whole)
                        && self.is(100.0 * (part.amount.low + second.amount.low) / whole.amount.low)
                });
                if let Some(second) = second {
                    return Some(derived(&[*part, *second, *whole]));
                }
            }
        }
        None
    }

    /// So many per cent of a value of the same sentence, or what these leave of it.
    fn part_of_amount(&self, operands: &[Operand<'_>]) -> Option<Derived> {
        let mut shares = operands
            .iter()
            .filter(|own| own.amount.unit == Unit::Percent && own.amount.low < 100.0);
        let is_rounded = |value: f64| {
            self.is(value)
                || matches!(self.amount.unit, Unit::Counted(_) | Unit::Bare)
                    && self.is(value.round())
        };
        shares.find_map(|share| {
            operands.iter().find_map(|whole| {
                let part = share.amount.low / 100.0;
                let is_it = whole.at == share.at
                    && self.is_like(whole.amount)
                    && (is_rounded(part * whole.amount.low)
                        || self.says(LEFT) && is_rounded((1.0 - part) * whole.amount.low));
                is_it.then(|| derived(&[*share, *whole]))
            })
        })
    }

    /// So many at so much each.
    fn product(&self, operands: &[Operand<'_>]) -> Option<Derived> {
        const EACH: &[&str] = &["each", "apiece", "per", "every", "a", "at"];
        let is_each = |own: &Operand<'_>| {
            let around = own.around();
            plain_words(&around).any(|word| EACH.contains(&word.as_str()))
        };
        let mut prices = operands.iter().filter(|own| {
            is_each(own)
                && matches!(own.amount.unit, Unit::Money(_) | Unit::Measure(_))
                && self.is_like(own.amount)
        });
        prices.find_map(|price| {
            operands.iter().find_map(|count| {
                let is_count = matches!(count.amount.unit, Unit::Counted(_) | Unit::Bare)
                    && count.amount.low > 1.0;
                let is_it = is_count
                    && count.at == price.at
                    && self.is(count.amount.low * price.amount.low);
                is_it.then(|| derived(&[*count, *price]))
            })
        })
    }

    /// Two dates that lie so far apart.
    fn stretch(&self, given: &[Given<'_>]) -> Option<Derived> {
        const MOST: usize = 16;
        if !self.says(TIMES) && self.side.is_none() {
            return None;
        }
        let mut dates: Vec<(usize, usize, &Given<'_>, &Quantity, Date)> = given
            .iter()
            .enumerate()
            .filter(|(_, given)| given.shared > 0 || given.is_title)
            .flat_map(|(at, given)| {
                given.own.iter().filter_map(move |own| {
                    Some((given.shared, at, given, own, date_of(given.sentence, own)?))
                })
            })
            .collect();
        dates.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        dates.truncate(MOST);
        let mut found = Vec::new();
        for (place, (_, at, one, first, from)) in dates.iter().enumerate() {
            for (_, other_at, other, second, to) in dates.iter().skip(place + 1) {
                let is_about = one.shared + other.shared > 1;
                if is_about && self.lasts(*from, *to) {
                    let (words, theirs) = (
                        one.sentence.get(first.span.clone()),
                        other.sentence.get(second.span.clone()),
                    );
                    let (Some(words), Some(theirs)) = (words, theirs) else {
                        continue;
                    };
                    found.push((
                        at.abs_diff(*other_at),
                        format!("“{words}” and “{theirs}”"),
                        vec![*at, *other_at],
                    ));
                }
            }
        }
        let (_, words, sentences) = found.into_iter().min_by_key(|(distance, _, _)| *distance)?;
        Some(Derived { words, sentences })
    }

    fn lasts(&self, one: Date, other: Date) -> bool {
        const DAY: f64 = 86_400.0;
        const CENTURY: f64 = 1_200.0;
        let (Some(year), Some(last)) = (one.year, other.year) else {
            return false;
        };
        if self.amount.unit == Unit::Measure("time") {
            let days = day_number(one)
                .zip(day_number(other))
                .map(|(a, b)| (a - b).abs());
            return days.is_some_and(|days| days > 0.0 && self.is(DAY * days));
        }
        let months =
            |date: Date, year: u32| 12.0 * f64::from(year) + f64::from(date.month.unwrap_or(0));
        let is_by_month = one.month.is_some() && other.month.is_some();
        let apart = if is_by_month {
            (months(one, year) - months(other, last)).abs()
        } else {
            12.0 * (f64::from(year) - f64::from(last)).abs()
        };
        let is_rough =
            self.amount.per >= CENTURY && (apart - self.amount.low).abs() <= 0.1 * self.amount.low;
        apart > 0.0
            && (self.is(apart)
                || is_rough
                || is_by_month && self.amount.per < 12.0 && self.is(apart + 1.0))
    }
}

/// A date, or a number that stands where a year does: `in 1347`.
fn date_of(sentence: &str, own: &Quantity) -> Option<Date> {
    const BEFORE: &[&str] = &[
        "in", "by", "from", "since", "until", "to", "around", "about",
    ];
    let year = || {
        let amount = own.amount()?;
        let is_whole = amount.low >= amount.high && amount.low.fract() < f64::EPSILON;
        let head = sentence.get(..own.span.start)?.trim_end();
        let before = plain(head.rsplit(' ').next()?);
        let is_year = is_whole && (1000.0..2100.0).contains(&amount.low);
        (is_year && BEFORE.contains(&before.as_str())).then(|| Date {
            year: Some(amount.low as u32),
            ..Date::default()
        })
    };
    own.date().or_else(year)
}

/// Days from a fixed day on, by the calendar that is used now.
fn day_number(date: Date) -> Option<f64> {
    let (year, month, day) = (
        i64::from(date.year?),
        i64::from(date.month?),
        i64::from(date.day?),
    );
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day;
    Some(days as f64)
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
