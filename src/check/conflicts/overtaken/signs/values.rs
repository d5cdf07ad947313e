//! Values that a sentence says to hold no more or never to have been, and those that it calls the right ones.

use super::{Sign, Told};
use crate::check::conflicts::values::is_the_very_value;
use crate::check::language::numbers::{Quantity, Unit};

impl Told<'_, '_> {
    /// Which values it says to hold no more, and which to be right.
    pub(super) fn values(&self) -> Vec<Sign> {
        let mut all = Vec::new();
        for value in &self.found {
            let Some(at) = self.place(value) else {
                continue;
            };
            if self.is_told_as_old(at) || self.is_called_old_behind(value) {
                all.push(Sign::NotTheValue(value.clone()));
            } else if value.amount().is_some() && self.is_told_as_right(at) {
                all.push(Sign::TheValue(value.clone()));
            }
        }
        all
    }

    /// Whether what stands before a value says that it was given, and is not so: `not the 38 per cent`, `against a first estimate of 95 million`.
    fn is_told_as_old(&self, at: usize) -> bool {
        const REACH: usize = 6;
        #[rustfmt::skip]
        const PARTS: &[&str] = &["instead", "wrongly", "erroneously", "mistakenly", "previously", "originally", "initially", "formerly", "withdrew", "withdrawn", "boasted"];
        #[rustfmt::skip]
        const FORMER: &[&str] = &["first", "earlier", "previous", "initial", "original", "old", "published", "announced", "stated", "reported"];
        #[rustfmt::skip]
        const FIGURES: &[&str] = &["figure", "estimate", "total", "value", "number", "count", "sum", "report", "version", "toll", "forecast", "budget"];
        const GIVEN: &[&str] = &[
            "stated",
            "announced",
            "reported",
            "published",
            "given",
            "claimed",
            "estimated",
        ];
        let mut near = (1..=REACH)
            .filter_map(|back| at.checked_sub(back))
            .take_while(|at| !self.is_of_a_value(*at));
        near.any(|place| {
            let word = self.word(place);
            let is_close = at - place <= 3;
            PARTS.contains(&word)
                || is_close
                    && (word == "not"
                        && self.before(place, 1) != "is"
                        && self.before(place, 1) != "does"
                        || word == "than")
                || FORMER.contains(&self.before(place, 1)) && FIGURES.contains(&word)
                || GIVEN.contains(&word)
                    && matches!(self.before(place, 1), "had" | "was" | "were" | "been")
        })
    }

    /// Whether what stands behind a value says so: `38 per cent, as we announced`.
    fn is_called_old_behind(&self, value: &Quantity) -> bool {
        const GIVEN: &[&str] = &[
            "stated",
            "announced",
            "reported",
            "published",
            "planned",
            "first",
            "previously",
            "originally",
            "claimed",
        ];
        let spans = self.reading.spans.iter();
        let first = spans.clone().position(|span| span.start >= value.span.end);
        let Some(first) = first else {
            return false;
        };
        let is_as = matches!(self.word(first), "as");
        is_as && (first + 1..=first + 4).any(|at| GIVEN.contains(&self.word(at)))
            || matches!(
                self.word(first),
                "previously" | "originally" | "initially" | "wrongly"
            )
    }

    /// Whether a value is called the right one, or the last of several: `the true total is 17,215`, `the final damage comes to 131 million`.
    fn is_told_as_right(&self, at: usize) -> bool {
        const REACH: usize = 8;
        #[rustfmt::skip]
        const RIGHT: &[&str] = &["true", "correct", "right", "proper", "actual", "real", "revised", "corrected", "final", "audited", "definitive"];
        const GIVES: &[&str] = &[
            "is", "are", "was", "were", "comes", "came", "stands", "amounts", "amounted", "puts",
            "reads",
        ];
        let near: Vec<usize> = (1..=REACH)
            .filter_map(|back| at.checked_sub(back))
            .take_while(|at| !self.is_of_a_value(*at))
            .collect();
        let verb = near.iter().position(|at| GIVES.contains(&self.word(*at)));
        let Some(verb) = verb.filter(|steps| *steps <= 3) else {
            return false;
        };
        let mut behind = near.iter().skip(verb + 1);
        behind.any(|at| RIGHT.contains(&self.word(*at)))
    }
}

/// Whether a sentence gives one value of a kind, another than this one, and not of another magnitude.
pub(super) fn is_other_value(own: &[Quantity], value: &Quantity) -> bool {
    /// How many times the one may be the other.
    const FARTHEST: f64 = 4.0;
    let Some(new) = value.amount() else {
        return false;
    };
    let of_kind: Vec<_> = own
        .iter()
        .filter_map(Quantity::amount)
        .filter(|own| {
            own.unit.counts_same(&new.unit) || new.unit == Unit::Bare && is_count(&own.unit)
        })
        .collect();
    let &[old] = of_kind.as_slice() else {
        return false;
    };
    let (less, more) = (
        old.low.abs().min(new.low.abs()),
        old.low.abs().max(new.low.abs()),
    );
    let is_other = (old.low - new.low).abs() > old.half.max(new.half);
    is_other && more < FARTHEST * less.max(f64::EPSILON)
}

/// Whether a value is one that is named as what was given; what it counts may be left out where it is named again.
pub(super) fn is_value(own: &Quantity, named: &Quantity) -> bool {
    match (own.amount(), named.amount()) {
        (Some(own), Some(named)) => {
            let is_left_out =
                named.unit == Unit::Bare || is_count(&named.unit) && is_count(&own.unit);
            let is_of_kind = own.unit.counts_same(&named.unit) || is_left_out && named.low >= 10.0;
            own.low.total_cmp(&named.low).is_eq() && is_of_kind
        }
        _ => is_the_very_value(own, named),
    }
}

/// Whether a unit is that of a count, or none.
fn is_count(unit: &Unit) -> bool {
    matches!(unit, Unit::Counted(_) | Unit::Bare)
}
