//! Amounts made of several: what is left of a whole, sums, shares, so many per cent of a value, so many at so much each.

use super::{Asked, Derived, Operand, derived, is_one_kind};
use crate::check::language::numbers::Unit;
use crate::check::language::terms::{is_stop_word, plain, plain_words, words};

#[rustfmt::skip]
const ADDS: &[&str] = &[
    "together", "altogether", "combined", "total", "totals", "totalled", "totaled", "sum", "add", "adds", "added", "alone", "overall", "both", "all", "taken", "jointly",
];
#[rustfmt::skip]
const LEFT: &[&str] = &[
    "remaining", "rest", "remainder", "others", "other", "left", "remain", "remained", "leaves", "leaving", "undecided", "neither", "share",
];

impl Asked<'_> {
    /// What is left of a hundred, or of a whole.
    pub(super) fn left(&self, operands: &[Operand<'_>]) -> Option<Derived> {
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
    pub(super) fn sum(&self, operands: &[Operand<'_>]) -> Option<Derived> {
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
    pub(super) fn share(&self, operands: &[Operand<'_>]) -> Option<Derived> {
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
    pub(super) fn part_of_amount(&self, operands: &[Operand<'_>]) -> Option<Derived> {
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
    pub(super) fn product(&self, operands: &[Operand<'_>]) -> Option<Derived> {
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
}
