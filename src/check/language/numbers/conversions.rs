//! Conversions: one value in units, words or clocks of different kinds, `1.4-fold` and `40 %`, `52 weeks` and `one year`, pounds that are no money.

use super::clock::{CLOCK, TIME};
use super::units::{self, Unit};
use super::{Amount, close, is_rounded};

impl Amount {
    /// Whether a source says by words or by a factor what a claim says as a percentage, or the other way round: `1.4-fold` is 40 % more, `halved` half as much.
    pub(super) fn is_change_of(&self, claim: &Self) -> bool {
        let (factor, percent) = match (&self.unit, &claim.unit) {
            (Unit::Times, Unit::Percent) => (self, claim),
            (Unit::Percent, Unit::Times) => (claim, self),
            _ => return false,
        };
        let change = 100.0 * (factor.high - 1.0).abs();
        // `Doubled` is not the `95 %` of a confidence interval.
        let slack = factor.half.min(0.04);
        close(change, percent.high, percent.half.max(100.0 * slack))
    }

    /// Whether a time in weeks or days is one in months or years: `52 weeks`, `one year`.
    pub(super) fn is_span_of(&self, other: &Self) -> bool {
        const MONTH: f64 = 30.4375 * 86_400.0;
        const SLACK: f64 = 0.015;
        const ABOUT: f64 = 0.06;
        let slack = if other.approximate { ABOUT } else { SLACK };
        let seconds = |amount: &Self| match amount.unit {
            Unit::Measure("months") => Some(amount.low * MONTH),
            Unit::Measure("time") => Some(amount.low),
            _ => None,
        };
        let is_single = self.low >= self.high && other.low >= other.high;
        let both = seconds(self).zip(seconds(other));
        is_single && both.is_some_and(|(own, other)| (own - other).abs() <= slack * own.abs())
    }

    /// Whether it is the weight that pounds, read as money, are.
    pub(super) fn is_weight_of(&self, pounds: &Self) -> bool {
        const GRAMS: f64 = 453.592_37;
        self.unit == Unit::Measure("mass")
            && pounds.unit == Unit::Money("GBP")
            && self.is_times(GRAMS, pounds)
    }

    /// Whether it is the volume of gallons that are not said to be American or British.
    pub(super) fn is_volume_of(&self, gallons: &Self) -> bool {
        self.unit == Unit::Measure("volume")
            && gallons.unit == Unit::Measure("gallon")
            && (self.is_times(units::US_GALLON, gallons)
                || self.is_times(units::IMPERIAL_GALLON, gallons))
    }

    /// Whether it is so many times another, as far as both are rounded.
    fn is_times(&self, factor: f64, other: &Self) -> bool {
        let slack = self.half.max(self.coarse);
        let slack = slack.max(factor * other.half.max(other.coarse));
        let is_near = |own: f64, other: f64| {
            let other = factor * other;
            close(own, other, slack)
                && (is_rounded(own, other, false) || is_rounded(other, own, false))
        };
        is_near(self.low, other.low) && is_near(self.high, other.high)
    }

    /// Whether one is the time of day and the other the same on a clock of twelve hours: `20:30`, `8:30`.
    pub(super) fn is_time_of(&self, other: &Self) -> bool {
        const TURN: f64 = 720.0;
        let is = |amount: &Self, wanted: &str| matches!(&amount.unit, Unit::Label(label) if label == wanted);
        (is(self, TIME) && is(other, CLOCK) || is(self, CLOCK) && is(other, TIME))
            && close((self.low - other.low).rem_euclid(TURN), 0.0, 0.0)
    }

    /// Whether it names a decade or a century: `the 1990s`, `the 19th century`.
    #[must_use]
    pub fn is_period(&self) -> bool {
        matches!(&self.unit, Unit::Label(label) if label == "decade" || label == "century")
    }

    pub(super) fn holds(&self, year: u32) -> bool {
        let year = f64::from(year);
        match &self.unit {
            Unit::Label(label) if label == "century" => {
                (100.0 * (self.low - 1.0)..100.0 * self.low).contains(&(year - 1.0))
            }
            _ => (self.low..self.low + 10.0).contains(&year),
        }
    }

    /// The same amount in the unit that others of its kind are compared in; `is_difference` where it says by how much something changed.
    pub(super) fn in_base_units(mut self, is_difference: bool) -> Self {
        if self.unit == Unit::Measure("fahrenheit") {
            let zero = if is_difference { 0.0 } else { 32.0 };
            self.low = (self.low - zero) / 1.8;
            self.high = (self.high - zero) / 1.8;
            self.half /= 1.8;
            self.coarse /= 1.8;
            self.per = 1.0 / 1.8;
            self.unit = Unit::Measure("celsius");
        }
        self
    }

    /// The number alone, as it is written before its unit.
    #[must_use]
    pub fn as_written(&self) -> Self {
        Self {
            low: self.low / self.per,
            high: self.high / self.per,
            half: self.half / self.per,
            unit: Unit::Bare,
            per: 1.0,
            ..self.clone()
        }
    }

    /// Whether `short` is this sum of money with its millions written as one letter, `740m`, which alone reads as metres.
    pub(super) fn is_millions_of(&self, short: &Self) -> bool {
        matches!(self.unit, Unit::Money(_))
            && short.unit == Unit::Measure("length")
            && close(self.low, 1e6 * short.low, 1e6 * short.half)
            && close(self.high, 1e6 * short.high, 1e6 * short.half)
    }
}
