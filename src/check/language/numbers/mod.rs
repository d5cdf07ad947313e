//! Numbers in sentences: amounts with their units, and dates.
//!
//! Different spellings of one value (`1.2 million`, `1,200,000`; `41 %`, `41 percent`; `3 May 2024`, `2024-05-03`) come to the same quantity. A
//! quantity knows how exactly it was stated, so that a rounded claim holds where its source gives the digits. Which noun a number belongs to is
//! guessed from the words after it.

mod bounds;
mod changes;
mod clock;
mod conversions;
mod dates;
mod derived;
mod foreign;
mod labels;
mod lex;
mod quarters;
mod read;
mod spelled;
mod units;
mod wholes;

use std::borrow::Cow;
use std::ops::Range;

pub use bounds::{Bound, with_bound};
pub use changes::{following, other_change, reckoned};
pub(crate) use dates::{WEEKDAYS, month_named};
pub use derived::{complement, part_of};
pub use read::quantities;
pub(crate) use spelled::is_several;
pub use units::{Unit, currency, is_magnitude, measure, measures};

/// One number of a sentence with what it stands for.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// Bytes of the sentence, unit included.
    pub span: Range<usize>,
    pub value: Value,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Amount(Amount),
    Date(Date),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Amount {
    /// Equal to `high` unless a range was given.
    pub low: f64,
    pub high: f64,
    pub unit: Unit,
    /// Half of the last stated digit's place.
    pub half: f64,
    /// `about`, `nearly`, `more than`, `up to`.
    pub approximate: bool,
    /// Which of these.
    pub bound: Bound,
    /// Written in digits, or large: its absence from a source says something. `two reasons` may be the writer's own count.
    pub firm: bool,
    /// Base units in one of the unit that it is written in.
    pub per: f64,
    /// How far it may be from the same value in another unit: half of the place of its last digit that is no zero, as people round what they convert.
    pub coarse: f64,
}

/// A calendar date as far as it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Date {
    pub year: Option<u32>,
    pub month: Option<u32>,
    pub day: Option<u32>,
    /// Whether either of the two may be the month: `5/3/2024`.
    pub is_either: bool,
}

impl Quantity {
    /// Whether a source that says `self` bears out a claim that says `claim`.
    #[must_use]
    pub fn bears_out(&self, claim: &Self) -> bool {
        match (&self.value, &claim.value) {
            (Value::Date(source), Value::Date(claim)) => source.includes(*claim),
            (Value::Amount(source), Value::Amount(claim)) => source.bears_out(claim),
            (Value::Date(source), Value::Amount(claim)) if source.is_in(claim) => true,
            (Value::Date(source), Value::Amount(claim)) if claim.is_period() => {
                source.year.is_some_and(|year| claim.holds(year))
            }
            // A year may be taken for a count where nothing around it says which.
            (Value::Date(date), Value::Amount(amount))
            | (Value::Amount(amount), Value::Date(date)) => {
                date.is_bare_year()
                    && matches!(amount.unit, Unit::Bare | Unit::Counted(_) | Unit::Label(_))
                    && date
                        .year
                        .is_some_and(|year| close(f64::from(year), amount.low, 0.0))
                    || date.is_count_near(amount) && claim.amount().is_some()
            }
        }
    }

    /// Whether both say up to where, or from where on, something of one kind goes, and not to the same value.
    #[must_use]
    pub fn is_other_bound(&self, other: &Self) -> bool {
        let (Some(own), Some(other)) = (self.amount(), other.amount()) else {
            return false;
        };
        own.bound.is_one_sided()
            && other.bound.is_one_sided()
            && (own.unit == other.unit || own.unit.counts_same(&other.unit))
            && !close(own.low, other.low, 0.0)
    }

    /// Whether it has the very value of another, whatever bounds either.
    #[must_use]
    pub fn has_value_of(&self, other: &Self) -> bool {
        match (self.amount(), other.amount()) {
            (Some(own), Some(other)) => close(own.low, other.low, other.half),
            _ => true,
        }
    }

    /// Whether it may be the figure of another, whatever either counts: a cheap look before the units are compared.
    pub(crate) fn has_figure_of(&self, other: &Self) -> bool {
        let is_year = |amount: &Amount, date: &Date| {
            date.year
                .is_some_and(|year| amount.low.total_cmp(&f64::from(year)).is_eq())
        };
        match (&self.value, &other.value) {
            (Value::Amount(own), Value::Amount(other)) => {
                own.low <= other.high + other.half && other.low <= own.high + own.half
            }
            (Value::Date(own), Value::Date(other)) => own.is_compatible(*other),
            (Value::Amount(amount), Value::Date(date))
            | (Value::Date(date), Value::Amount(amount)) => is_year(amount, date),
        }
    }

    /// Whether it says only on which side of a value another lies: `up to 40`.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        self.amount()
            .is_some_and(|amount| amount.bound.is_one_sided())
    }

    /// Whether it is a rounded value of what lies near it: `just over 600`, `close to 1,700`.
    #[must_use]
    pub fn is_rounding(&self) -> bool {
        self.amount()
            .is_some_and(|amount| amount.bound.is_rounding())
    }

    /// Whether it says up to where another goes, as `up to 40` and `less than 40` do.
    #[must_use]
    pub fn is_ceiling(&self) -> bool {
        self.amount()
            .is_some_and(|amount| matches!(amount.bound, Bound::Under | Bound::AtMost))
    }

    /// The two ends of a range, each as a quantity of its own.
    fn ends(&self) -> Option<[Self; 2]> {
        let amount = self.amount().filter(|amount| amount.low < amount.high)?;
        Some([amount.low, amount.high].map(|end| Self {
            span: self.span.clone(),
            value: Value::Amount(Amount {
                low: end,
                high: end,
                ..amount.clone()
            }),
        }))
    }

    #[must_use]
    pub fn amount(&self) -> Option<&Amount> {
        match &self.value {
            Value::Amount(amount) => Some(amount),
            Value::Date(_) => None,
        }
    }

    #[must_use]
    pub fn date(&self) -> Option<Date> {
        match self.value {
            Value::Date(date) => Some(date),
            Value::Amount(_) => None,
        }
    }

    /// Whether its absence from a source counts against a claim.
    #[must_use]
    pub fn is_firm(&self) -> bool {
        self.amount().is_none_or(|amount| amount.firm)
    }
}

impl Amount {
    /// A value that is exactly this.
    fn exactly(value: f64, unit: Unit) -> Self {
        Self {
            low: value,
            high: value,
            unit,
            half: 0.0,
            approximate: false,
            bound: Bound::Exact,
            firm: true,
            per: 1.0,
            coarse: 0.0,
        }
    }

    /// A number that is a name.
    fn label(name: &str, value: f64) -> Self {
        Self::exactly(value, Unit::Label(name.to_owned()))
    }

    /// Whether it names something, or says how many times: nothing can be reckoned with it.
    fn is_name(&self) -> bool {
        matches!(self.unit, Unit::Label(_) | Unit::Times)
    }

    /// Whether the two are written in different units of one dimension.
    #[must_use]
    pub fn is_converted(&self, other: &Self) -> bool {
        matches!(self.unit, Unit::Measure(_))
            && self.unit == other.unit
            && !close(self.per / other.per, 1.0, 0.0)
    }

    /// Whether the two could both be true of one thing: equal, rounded, approximate, or one inside the other's range.
    #[must_use]
    pub fn is_compatible(&self, other: &Self) -> bool {
        let slack = |amount: &Self| {
            if amount.approximate {
                amount.half.max(0.1 * amount.high.abs())
            } else {
                amount.half
            }
        };
        let slack = slack(self).max(slack(other)) + 1e-9;
        let (own_low, own_high) = self.bound.opened(self.low, self.high);
        let (low, high) = other.bound.opened(other.low, other.high);
        own_low - slack <= high && low - slack <= own_high
    }

    /// Whether it bounds in years what a claim bounds by the bare number: `younger than 70 years`, `under 70`.
    fn is_age_of(&self, claim: &Self) -> bool {
        const YEAR: f64 = 12.0;
        self.unit == Unit::Measure("months")
            && close(self.per, YEAR, 0.0)
            && matches!(claim.unit, Unit::Bare | Unit::Counted(_))
            && claim.bound.is_one_sided()
            && self.bound == claim.bound
            && close(self.low / YEAR, claim.low, 0.0)
    }

    fn bears_out(&self, claim: &Self) -> bool {
        if self.is_age_of(claim) {
            return true;
        }
        if !self.unit.is_comparable(&claim.unit) {
            return self.is_millions_of(claim)
                || self.is_change_of(claim)
                || self.is_span_of(claim)
                || self.is_weight_of(claim)
                || claim.is_weight_of(self)
                || self.is_volume_of(claim)
                || claim.is_volume_of(self)
                || self.is_time_of(claim);
        }
        if claim.bound.is_one_sided() && claim.low >= claim.high && claim.low > 0.0 {
            return claim.bound.admits(claim.low, self);
        }
        let slack = if claim.approximate {
            claim.half.max(0.06 * claim.high.abs())
        } else {
            claim.half
        };
        let slack = if self.is_converted(claim) {
            slack.max(claim.coarse)
        } else {
            slack
        };
        let ends = [self.low, self.high];
        let held = |value: f64| {
            ends.iter()
                .any(|&end| close(end, value, slack) && is_rounded(end, value, claim.approximate))
        };
        held(claim.low) && held(claim.high)
            || self.low < self.high && claim.approximate && self.is_compatible(claim)
    }
}

/// The quantities of a text, read where nobody has yet: beside a claim without numbers those of its evidence are not.
#[must_use]
pub fn known_or_read<'q>(known: &'q [Quantity], text: &str) -> Cow<'q, [Quantity]> {
    if known.is_empty() {
        Cow::Owned(quantities(text))
    } else {
        Cow::Borrowed(known)
    }
}

/// Whether quantities of a source bear out one of a claim: one of them says it, or two say the ends of its range.
#[must_use]
pub fn borne_out<'q>(wanted: &Quantity, sources: impl Iterator<Item = &'q Quantity>) -> bool {
    let ends = wanted.ends();
    let mut held = [false; 2];
    for own in sources {
        if own.bears_out(wanted) {
            return true;
        }
        if let Some(ends) = &ends {
            for (held, end) in held.iter_mut().zip(ends) {
                *held |= own.bears_out(end);
            }
        }
    }
    ends.is_some() && held == [true; 2]
}

/// Whether a value may be given so for another that it is near to: without a word such as `about`, `14` for `14.3`, and neither `1` for `0.5` nor `10` for `9.7`.
fn is_rounded(exact: f64, given: f64, is_approximate: bool) -> bool {
    const HARDLY: f64 = 0.01;
    const MOST: f64 = 0.05;
    const ABOUT: f64 = 0.2;
    let error = (exact - given).abs() / exact.abs().max(f64::MIN_POSITIVE);
    let digits = |value: f64| value.abs().max(f64::MIN_POSITIVE).log10().floor();
    if is_approximate {
        error <= ABOUT
    } else {
        error <= HARDLY || error <= MOST && (digits(exact) - digits(given)).abs() < 0.5
    }
}

impl Date {
    /// Whether no part that both give differs.
    #[must_use]
    pub fn is_compatible(self, other: Self) -> bool {
        let agrees =
            |own: Option<u32>, other: Option<u32>| own.is_none() || other.is_none() || own == other;
        self.is_read_as(other, agrees)
    }

    fn is_bare_year(self) -> bool {
        self.month.is_none()
    }

    /// Whether what was read as a year, and is none of ours, is the count that a claim rounds: `a sample of 1687 6th-grade students`, `close to 1,700`.
    fn is_count_near(self, claim: &Amount) -> bool {
        const LAST: u32 = 1800;
        let count = self
            .year
            .filter(|year| *year <= LAST && self.is_bare_year());
        let counts = matches!(claim.unit, Unit::Bare | Unit::Counted(_));
        claim.bound.is_rounding()
            && counts
            && count.is_some_and(|count| {
                Amount::exactly(f64::from(count), claim.unit.clone()).bears_out(claim)
            })
    }

    /// Whether every part that `claim` gives is given here and equal.
    #[must_use]
    pub fn includes(self, claim: Self) -> bool {
        let agrees = |own: Option<u32>, other: Option<u32>| other.is_none() || own == other;
        self.is_read_as(claim, agrees)
    }

    /// Whether all parts agree in some reading of the two.
    fn is_read_as(self, other: Self, agrees: fn(Option<u32>, Option<u32>) -> bool) -> bool {
        let crosses = self.is_either || other.is_either;
        agrees(self.year, other.year)
            && (agrees(self.month, other.month) && agrees(self.day, other.day)
                || crosses && agrees(self.month, other.day) && agrees(self.day, other.month))
    }
}

fn close(a: f64, b: f64, slack: f64) -> bool {
    (a - b).abs() <= slack + 1e-9 * a.abs().max(b.abs()).max(1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::linear::assert_linear;

    #[test]
    fn numbers_of_several_words_are_read_whole() {
        for (text, expected) in [
            ("Two hundred thousand people came.", &[200_000.0][..]),
            ("A hundred thousand people came.", &[100_000.0]),
            ("Three hundred and twelve people came.", &[312.0]),
            ("One thousand two hundred and six people came.", &[1206.0]),
            (
                "Two million three hundred thousand people came.",
                &[2_300_000.0],
            ),
            ("A hundred and twenty people came.", &[120.0]),
            ("Five hundred people came.", &[500.0]),
            (
                "Between two hundred and five hundred people came.",
                &[200.0],
            ),
            ("Fifty thousand people came.", &[50_000.0]),
        ] {
            let read = quantities(text);
            let low: Vec<f64> = read
                .iter()
                .filter_map(|one| Some(one.amount()?.low))
                .collect();
            assert_eq!(low, expected, "{text}");
        }
    }

    #[test]
    fn parts_and_times_are_one_in_other_words() {
        for (source, claim, expected) in [
            (
                "Sales rose by a third.",
                "Sales rose by around 33 percent.",
                true,
            ),
            (
                "It rose by more than half.",
                "It rose by more than 50%.",
                true,
            ),
            ("the first in a decade", "the first in ten years", true),
            (
                "22.9% of them died.",
                "Not quite 23 percent of them died.",
                true,
            ),
            ("41.4% of them died.", "41 in a hundred of them died.", true),
            ("52% of them died.", "41 in a hundred of them died.", false),
            ("Sales tripled.", "Sales were triple the old ones.", true),
            (
                "It lasts 3 hours and 15 minutes.",
                "It lasts 195 minutes.",
                true,
            ),
            ("Power cost €0.41.", "Power cost 41 euro cents.", true),
            ("It lasted 52 weeks.", "It lasted one year.", true),
            ("It lasted 40 weeks.", "It lasted one year.", false),
            ("It lasted 127 days.", "It lasted some four months.", true),
            ("It lasted 127 days.", "It lasted some five months.", false),
            ("It weighs 1 kilogram.", "It weighs 2.2 pounds.", true),
            ("It weighs 2 kilograms.", "It weighs 2.2 pounds.", false),
            (
                "81 percent of voters agreed.",
                "Four in five voters agreed.",
                true,
            ),
            (
                "61 percent of voters agreed.",
                "Four in five voters agreed.",
                false,
            ),
            ("Sales rose by a third.", "Sales rose by half.", false),
            (
                "It lasts 3 hours and 15 minutes.",
                "It lasts 15 minutes.",
                false,
            ),
        ] {
            bears_out(source, claim, expected);
        }
        let found = quantities("It rose by more than 50% to 356,000 units.");
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[track_caller]
    fn bears_out(source: &str, claim: &str, expected: bool) {
        let sources = quantities(source);
        let held = quantities(claim)
            .iter()
            .all(|claim| borne_out(claim, sources.iter()));
        assert!(!quantities(claim).is_empty(), "no number in {claim}");
        assert_eq!(
            held,
            expected,
            "{source:?} / {claim:?}: {:?} / {:?}",
            quantities(source),
            quantities(claim)
        );
    }

    #[test]
    fn units_are_known_in_other_languages() {
        for (source, claim) in [
            (
                "La ligne fait 12 kilomètres.",
                "Die Strecke ist 12 km lang.",
            ),
            (
                "Das Werk liefert 40 Kilowattstunden.",
                "Das Werk liefert 40 kWh.",
            ),
            ("El viaje dura 3 horas.", "The trip takes 180 minutes."),
            ("Elle pèse 40 kilogrammes.", "It weighs 40 kg."),
        ] {
            bears_out(source, claim, true);
        }
    }

    #[test]
    fn how_long_something_was_is_bound_by_many_words() {
        for (source, claim, expected) in [
            (
                "It lasted longer than a month.",
                "It lasted more than a month.",
                true,
            ),
            (
                "It took longer than one year.",
                "It took more than a year.",
                true,
            ),
            ("It took over a year.", "It took more than a year.", true),
            ("It took under a year.", "It took less than a year.", true),
            (
                "It lasted for over three months.",
                "It lasted more than three months.",
                true,
            ),
            ("It took a month.", "It took longer than a month.", false),
            (
                "It costs at most 20 million euros.",
                "It costs 20 million euros at most.",
                true,
            ),
            (
                "It costs ≥ 20 million euros.",
                "It costs 20 million euros at most.",
                false,
            ),
            ("It took more than a year.", "It took under a year.", false),
        ] {
            bears_out(source, claim, expected);
        }
        assert!(quantities("Sales fell over a year of war.").is_empty());
    }

    #[test]
    fn a_letter_at_a_currency_tells_how_much_of_it_is_meant() {
        for source in [
            "It costs 40 k€.",
            "It costs 40 kEUR.",
            "It costs kEUR 40.",
            "It costs 40 TEUR.",
            "It costs 40 €k.",
        ] {
            bears_out(source, "It costs €40,000.", true);
            bears_out(source, "It costs €40.", false);
        }
        for source in [
            "It costs 1.4 M€.",
            "It costs 1.4 MEUR.",
            "It costs 1.4 €m.",
            "It costs 1,400 kEUR.",
        ] {
            bears_out(source, "It costs 1.4 million euros.", true);
        }
    }

    #[test]
    fn a_letter_for_millions_is_told_from_metres() {
        for (source, claim) in [
            ("a tunnel of 740 metres", "revenue of 740m"),
            ("740 metres of pipe", "740m people"),
            ("It received €740 million.", "It received 750m."),
            ("It received €740.", "It received 740m."),
        ] {
            bears_out(source, claim, false);
        }
    }

    #[test]
    fn one_value_in_different_spellings() {
        for (source, claim) in [
            ("It cost 1,200,000 euros.", "It cost €1.2 million."),
            ("It cost EUR 1.2bn.", "It cost 1,200 million euros."),
            ("41 percent agreed", "41% agreed"),
            ("41 per cent agreed", "41 % agreed"),
            ("a 12-hour outage", "an outage of 12 hours"),
            ("10 000 people", "10,000 people"),
            ("1.5 GW of storage", "1,500 MW of storage"),
            ("twenty-five stations", "25 stations"),
            ("3 stations", "three stations"),
            ("on 3 May 2024", "on May 3, 2024"),
            ("on 2024-05-03", "in May 2024"),
            ("on 13/05/2024", "on 13 May 2024"),
            ("on 5/13/2024", "on 13 May 2024"),
            ("on 5/3/2024", "on May 3, 2024"),
            ("on 5 March 2024", "on 5/3/2024"),
            ("on 2024/05/03", "on 3 May 2024"),
            ("in 2019", "since 2019"),
            ("$40k a year", "40,000 dollars a year"),
            ("10–15 % of load", "between 10 and 15 percent of load"),
            ("1,234,567 users", "1.2 million users"),
            ("a share of 14.3 %", "a share of 14 %"),
            ("1,180 patients", "about 1,200 patients"),
            ("three to five days", "3-5 days"),
            ("between two and three weeks", "2–3 weeks"),
            ("€318 million", "318m euros"),
            ("rose by 0.25 points", "rose by 25 basis points"),
            ("rose by 25 bp", "rose by 0.25 percentage points"),
            ("2024年5月14日", "on 14 May 2024"),
            ("5月14日", "on May 14"),
            ("minus 5 °C", "-5 °C"),
            ("-€5 million", "−€5m"),
            ("revenue of €740 million", "revenue of 740m"),
            ("It received €740 million.", "It received 740m."),
            ("740 million people", "740m people"),
            ("1.2 billion users", "1.2b users"),
            ("a 100-metre race", "a 100m race"),
            ("the 2018-2019 season", "the 2018–19 season"),
            ("children aged 10-24", "10-24 year old children"),
            ("lit in 1876", "lit in the 19th century"),
            ("lit in 1876", "lit in the nineteenth century"),
            ("sold in 1994", "sold in the 1990s"),
            ("a pipe of 0.3 km", "a pipe of 300 m"),
            ("5 kg of flour", "5,000 g of flour"),
            ("at 200 °C", "at 392 °F"),
            ("a fall to 50 degrees Fahrenheit", "a fall to 10 °C"),
            ("sales rose 1.4-fold", "sales rose by 40 %"),
            ("sales rose by 150 percent", "sales rose 2.5-fold"),
            ("the herd halved", "the herd fell by 50 %"),
            ("2,4 Milliarden Euro", "2,4 Mrd. Euro"),
            ("3.500.000 Kunden", "3,5 Mio. Kunden"),
            ("2 500 000 habitants", "2,5 millions d'habitants"),
            ("am 03.05.2020", "am 3. Mai 2020"),
            ("le 4 août 1920", "en août 1920"),
            ("el 9 de enero de 1931", "9 enero 1931"),
            ("三百万人", "300万人"),
            ("3,400億円", "340,000,000,000 yen"),
            ("67 Prozent der Wähler", "zwei Drittel der Wähler"),
            ("zwölf Boote", "12 Boote"),
            ("it took twelve months", "it took a year"),
            ("340 employees", "more than 300 employees"),
            ("63 houses", "at least 50 houses"),
            ("1,050 seats", "over a thousand seats"),
            ("more than 40 flats", "over 40 flats"),
            ("29 days", "nearly 30 days"),
            ("90 minutes", "one and a half hours"),
            ("90 minutes", "an hour and a half"),
            ("after half an hour", "after 30 minutes"),
            ("a wait of 48 hours", "a wait of two days"),
            ("90 km/h", "25 metres per second"),
            ("half a million euros", "€500,000"),
            ("a half a billion euros", "€500 million"),
            ("a quarter of a million hectares", "250,000 hectares"),
            ("three quarters of a million hectares", "750,000 hectares"),
            ("sold in July 2015", "Jul-2015"),
            ("sold in March 2021", "2021-03"),
            ("1 in 4 adults", "25 % of adults"),
            ("one in four adults", "a quarter of adults"),
            ("67 percent of members", "two thirds of members"),
            ("three out of five", "60 %"),
            ("half of the wells", "50% of the wells"),
            (
                "from 4.2 to 5.6 million homes",
                "between 4.2 and 5.6 million homes",
            ),
            (
                "between €900 million and €1.1 billion",
                "€900 million to €1.1 billion",
            ),
            ("10 % to 15 %", "10–15 %"),
            (
                "The tower is 740 metres high for €5.",
                "The tower is 740m high and cost €5.",
            ),
        ] {
            bears_out(source, claim, true);
        }
    }

    #[test]
    fn a_measure_in_several_units_is_one_amount() {
        for (source, claim, expected) in [
            (
                "three hours, 28 minutes and 53 seconds",
                "12,533 seconds",
                true,
            ),
            (
                "three hours, 28 minutes and 53 seconds",
                "just under three and a half hours",
                true,
            ),
            (
                "three hours, 28 minutes and 53 seconds",
                "28 minutes",
                false,
            ),
            ("6 feet, 4 inches", "76 inches", true),
            ("four hours, 52 minutes", "nearly five hours", true),
            (
                "it took 3 hours, 20 minutes longer",
                "it took 3 hours",
                true,
            ),
        ] {
            bears_out(source, claim, expected);
        }
    }

    #[test]
    fn different_values_and_units_are_different() {
        for (source, claim) in [
            ("a dose of 0.5 mg", "a dose of 1 mg"),
            ("3.5 kg", "4 kg"),
            ("a share of 9.7 %", "a share of 10 %"),
            ("€4.6m", "€5m"),
            ("40 flats", "more than 40 flats"),
            ("23,480 people", "at least 24,000 people"),
            ("23,480 people", "fewer than 20,000 people"),
            ("2,062,400 people", "nearly 2 million people"),
            ("sales rose 1.4-fold", "sales rose by 60 %"),
            ("prices tripled", "prices doubled"),
            ("3,400億円", "3,400万円"),
            ("五百万人", "300万人"),
            ("am 03.05.2020", "am 5. März 2020"),
            ("drei Brücken", "vier Brücken"),
            ("41 % agreed", "14 % agreed"),
            ("41 % agreed", "41 dollars"),
            ("1.5 GW", "1.5 GWh"),
            ("1.2 million", "1.2 billion"),
            ("in May 2024", "in June 2024"),
            ("in 2024", "in May 2024"),
            ("1,180 patients", "1,200 patients"),
            ("10–15 %", "12 %"),
            ("Type 1 diabetes", "Type 2 diabetes"),
            ("version 1.2.3", "version 1.2.4"),
            ("5 mg daily", "5 g daily"),
            ("a pipe of 318 m", "318m euros"),
            ("three to five days", "3-6 days"),
            ("-5 °C", "5 °C"),
            ("200 °C", "200 °F"),
            ("lit in 1876", "lit in the 18th century"),
            ("sold in 1989", "sold in the 1990s"),
            ("up by 2 °C", "up by 35.6 °F"),
            ("0.3 km", "3,000 m"),
            ("one in four adults", "one in five adults"),
            ("a third of adults", "a quarter of adults"),
            ("a third bridge of 33 metres", "33 % of the bridge"),
            ("the first half of the year, 40 %", "50 % of the year"),
            ("2 in 2019 of 40 %", "about 0.1 %"),
            ("between 4.2 and 5.6 million", "between 7.2 and 5.6 million"),
            ("$318 million", "€318 million"),
        ] {
            bears_out(source, claim, false);
        }
    }

    #[test]
    fn from_one_value_to_another_is_a_range_where_values_range() {
        let ends = |text: &str| {
            let found = quantities(text);
            let first = found.first().and_then(Quantity::amount);
            first.map(|amount| (amount.low, amount.high))
        };
        for (text, expected) in [
            ("Estimates range from 2 to 6 million euros.", (2e6, 6e6)),
            ("Bids varied from €2m to €6m.", (2e6, 6e6)),
            ("Takings grew from 2 to 6 million euros.", (2e6, 2e6)),
            ("The fee is raised from 2 to 6 million euros.", (2e6, 2e6)),
        ] {
            assert_eq!(ends(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn than_a_year_ago_is_no_length_of_time() {
        assert_eq!(quantities("Orders were lower than a year ago."), []);
        assert_eq!(quantities("They were higher than two years earlier."), []);
        assert_eq!(quantities("It took less than a year.").len(), 1);
        assert_eq!(quantities("It closed more than a year ago.").len(), 1);
    }

    #[test]
    fn citation_numbers_are_no_quantities() {
        assert_eq!(quantities("It rose [2], as [3-5] say【6†source】."), []);
    }

    #[test]
    fn what_a_number_counts_is_told_by_the_words_after_it() {
        let found = quantities("14 large stations and 12 of the ships rose to 9.");
        let units: Vec<_> = found
            .iter()
            .filter_map(Quantity::amount)
            .map(|amount| amount.unit.clone())
            .collect();
        assert!(units[0].counts_same(&quantities("30 stations")[0].amount().unwrap().unit));
        assert!(units[1].counts_same(&quantities("30 ships")[0].amount().unwrap().unit));
        assert_eq!(units[2], Unit::Bare);
    }

    #[test]
    fn long_runs_of_digits_and_separators_cost_linear_time() {
        for piece in ["9", "9,", "9.", "9 ", "-9", "$9", "9 to ", "[9", "°"] {
            let text = |size: usize| piece.repeat(size);
            assert_linear(piece, 5_000, text, |text| drop(quantities(text)));
        }
    }

    proptest! {
        #[test]
        fn any_text_has_quantities_inside_it(text in "[0-9 .,%$€a-z'°-]{0,40}|\\PC{0,60}") {
            for quantity in quantities(&text) {
                prop_assert!(text.get(quantity.span).is_some());
            }
        }
    }
}
