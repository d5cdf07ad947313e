//! Which of two values a claim measures by the other, so that a fall is no rise: by its figures, by the sides of its `than`, by an aim, by the times of both.

use super::{Asked, Operand};
use crate::check::language::numbers::{Date, Quantity};
use crate::check::language::terms::{is_stop_word, plain_words, stem};

impl Asked<'_> {
    /// Whether the claim says of the lesser of two values that it is the greater.
    pub(super) fn is_turned(&self, a: &Operand<'_>, b: &Operand<'_>) -> bool {
        let Some(side) = self.side else { return false };
        let Some(is_first) = self.is_about(a, b) else {
            return false;
        };
        let (own, base) = if is_first { (a, b) } else { (b, a) };
        (own.amount.low > base.amount.low) != side
    }

    /// Whether it is the first of two values that the claim measures by the other, as far as that is known.
    pub(super) fn is_about(&self, a: &Operand<'_>, b: &Operand<'_>) -> Option<bool> {
        self.by_place(a, b)
            .or_else(|| self.by_sides(a, b))
            .or_else(|| self.by_aim(a, b))
            .or_else(|| by_time(a, b))
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
        // What stands before a value says what it is of; where nothing does, what stands behind.
        let aimed = |text: &str| AIMS.iter().any(|aim| text.contains(aim));
        let (own, other) = (a.sides(), b.sides());
        let by_lead = (aimed(&own.0), aimed(&other.0));
        let is_aim = match by_lead {
            (false, false) => (aimed(&own.1), aimed(&other.1)),
            by_lead => by_lead,
        };
        let aims = AIMS
            .iter()
            .any(|aim| self.plain.iter().any(|word| word.starts_with(aim)));
        match is_aim {
            (true, false) if aims => Some(false),
            (false, true) if aims => Some(true),
            _ => None,
        }
    }
}

/// By when they were: the later is measured by the earlier, unless the claim is of the earlier.
fn by_time(a: &Operand<'_>, b: &Operand<'_>) -> Option<bool> {
    let (one, other) = (a.date()?, b.date()?);
    let day = |date: Date| {
        date.year
            .map(|year| (year, date.month.unwrap_or(0), date.day.unwrap_or(0)))
    };
    let (one, other) = (day(one)?, day(other)?);
    (one != other).then_some(one > other)
}
