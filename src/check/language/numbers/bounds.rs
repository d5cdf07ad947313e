//! Bounds: words before an amount that say on which side of it the value lies, `more than 40`, `nearly 2 million`.

use std::array;
use std::borrow::Cow;
use std::ops::Range;

use super::foreign::lasts;
use super::read::Reader;
use super::{Amount, Unit};
use crate::check::language::plain_text::plain_text;
use crate::check::language::terms::lowered;

/// How an amount is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bound {
    #[default]
    Exact,
    About,
    Over,
    AtLeast,
    Under,
    AtMost,
    Nearly,
    /// A little more: `just over two hours`.
    Barely,
}

/// On which side of an amount the value lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

/// How far what is nearly, or barely more than, an amount may be from it.
const NEARLY: f64 = 0.9;
const BARELY: f64 = 1.15;

impl Bound {
    fn side(self) -> Option<Side> {
        match self {
            Self::Over | Self::AtLeast | Self::Barely => Some(Side::Above),
            Self::Under | Self::AtMost | Self::Nearly => Some(Side::Below),
            Self::Exact | Self::About => None,
        }
    }

    pub(super) fn is_one_sided(self) -> bool {
        self.side().is_some()
    }

    /// Whether it says that the amount is a rounded value of what lies near it.
    pub(super) fn is_rounding(self) -> bool {
        matches!(self, Self::About | Self::Nearly | Self::Barely)
    }

    /// The range of values that an amount so meant leaves open.
    pub(super) fn opened(self, low: f64, high: f64) -> (f64, f64) {
        match self {
            Self::Over | Self::AtLeast => (low, f64::INFINITY),
            Self::Nearly => (NEARLY * low, high),
            Self::Barely => (low, BARELY * high),
            Self::Under | Self::AtMost => (f64::NEG_INFINITY, high),
            Self::Exact | Self::About => (low, high),
        }
    }

    /// Whether a source's amount lies where a claim's bound of a positive value says. What is many times as much is another thing.
    pub(super) fn admits(self, value: f64, source: &Amount) -> bool {
        const FAR: f64 = 6.0;
        let same = |own: f64| (own - value).abs() <= 1e-9 * value.abs().max(1.0);
        if same(source.low) && same(source.high) {
            return match (self, source.bound) {
                (Self::AtLeast | Self::AtMost, Self::Exact) => true,
                _ => self.side() == source.bound.side(),
            };
        }
        // `up to 20` is no `up to 30`, though what is the one is the other; where at least 340 were counted there were more than 100.
        if source.bound.is_one_sided() {
            return self == Self::Over
                && source.bound.side() == Some(Side::Above)
                && matches!(source.unit, Unit::Counted(_))
                && source.low > value
                && source.low <= FAR * value;
        }
        match self {
            Self::Over | Self::AtLeast => source.low > value && source.low <= FAR * value,
            Self::Under | Self::AtMost => source.high < value && FAR * source.high >= value,
            Self::Nearly => source.high < value && source.high >= NEARLY * value,
            Self::Barely => source.low > value && source.low <= BARELY * value,
            Self::Exact | Self::About => false,
        }
    }
}

/// Phrases before an amount, with what they say of it; longer ones first.
#[rustfmt::skip]
const BEFORE: &[(&[&str], Bound)] = &[
    (&["no", "more", "than"], Bound::AtMost), (&["not", "more", "than"], Bound::AtMost), (&["no", "fewer", "than"], Bound::AtLeast),
    (&["no", "less", "than"], Bound::AtLeast), (&["not", "less", "than"], Bound::AtLeast), (&["a", "maximum", "of"], Bound::AtMost),
    (&["a", "minimum", "of"], Bound::AtLeast), (&["in", "excess", "of"], Bound::Over), (&["a", "little", "over"], Bound::Barely),
    (&["just", "over"], Bound::Barely), (&["slightly", "over"], Bound::Barely), (&["just", "above"], Bound::Barely), (&["slightly", "above"], Bound::Barely),
    (&["just", "more", "than"], Bound::Barely), (&["slightly", "more", "than"], Bound::Barely), (&["little", "more", "than"], Bound::Barely),
    (&["just", "below"], Bound::Nearly), (&["slightly", "under"], Bound::Nearly), (&["slightly", "below"], Bound::Nearly),
    (&["just", "less", "than"], Bound::Nearly), (&["slightly", "less", "than"], Bound::Nearly),
    (&["more", "than"], Bound::Over), (&["greater", "than"], Bound::Over), (&["upwards", "of"], Bound::Over), (&["mehr", "als"], Bound::Over),
    (&["plus", "de"], Bound::Over), (&["más", "de"], Bound::Over), (&["fewer", "than"], Bound::Under), (&["less", "than"], Bound::Under),
    (&["longer", "than"], Bound::Over), (&["higher", "than"], Bound::Over), (&["taller", "than"], Bound::Over), (&["larger", "than"], Bound::Over),
    (&["bigger", "than"], Bound::Over), (&["heavier", "than"], Bound::Over), (&["deeper", "than"], Bound::Over), (&["wider", "than"], Bound::Over),
    (&["older", "than"], Bound::Over), (&["shorter", "than"], Bound::Under), (&["smaller", "than"], Bound::Under), (&["lighter", "than"], Bound::Under),
    (&["younger", "than"], Bound::Under), (&["lower", "than"], Bound::Under), (&["weniger", "als"], Bound::Under), (&["moins", "de"], Bound::Under), (&["menos", "de"], Bound::Under),
    (&["at", "least"], Bound::AtLeast), (&["au", "moins"], Bound::AtLeast), (&["al", "menos"], Bound::AtLeast), (&["at", "most"], Bound::AtMost),
    (&["up", "to"], Bound::AtMost), (&["bis", "zu"], Bound::AtMost), (&["just", "under"], Bound::Nearly), (&["not", "quite"], Bound::Nearly), (&["close", "to"], Bound::About),
    (&["over"], Bound::Over), (&["above"], Bound::Over), (&["exceeding"], Bound::Over), (&["beyond"], Bound::Over), (&["über"], Bound::Over), (&["under"], Bound::Under),
    (&["below"], Bound::Under), (&["mindestens"], Bound::AtLeast), (&["höchstens"], Bound::AtMost), (&["nearly"], Bound::Nearly),
    (&["almost"], Bound::Nearly), (&["knapp"], Bound::Nearly), (&["fast"], Bound::Nearly), (&["beinahe"], Bound::Nearly), (&["presque"], Bound::Nearly),
    (&["casi"], Bound::Nearly), (&["about"], Bound::About), (&["around"], Bound::About), (&["approximately"], Bound::About), (&["roughly"], Bound::About),
    (&["some"], Bound::About), (&["circa"], Bound::About), (&["rund"], Bound::About), (&["etwa"], Bound::About), (&["environ"], Bound::About),
    (&["ungefähr"], Bound::About),
];

/// Phrases behind an amount that do the same.
const BEHIND: &[([&str; 2], Bound)] = &[
    (["at", "most"], Bound::AtMost),
    (["at", "least"], Bound::AtLeast),
    (["or", "more"], Bound::AtLeast),
    (["or", "less"], Bound::AtMost),
    (["or", "fewer"], Bound::AtMost),
];

fn phrase(ends_with: impl Fn(&[&str]) -> bool) -> Option<(usize, Bound)> {
    BEFORE
        .iter()
        .find(|(phrase, _)| ends_with(phrase))
        .map(|(phrase, bound)| (phrase.len(), *bound))
}

impl Reader<'_> {
    /// The bound of the amount from one token to another; `over five years` may be during them.
    pub(super) fn bound(&self, from: usize, next: usize, is_time: bool) -> Bound {
        const LONGEST: usize = 3;
        let is_behind = |[first, last]: [&str; 2]| {
            self.word(next) == Some(first) && self.word(next + 1) == Some(last)
        };
        if let Some((_, bound)) = BEHIND.iter().find(|(phrase, _)| is_behind(*phrase)) {
            return *bound;
        }
        match from.checked_sub(1).and_then(|before| self.sign(before)) {
            Some('>') => return Bound::Over,
            Some('≥') => return Bound::AtLeast,
            Some('<') => return Bound::Under,
            Some('≤') => return Bound::AtMost,
            Some('~' | '≈') => return Bound::About,
            _ => {}
        }
        let before: [Cow<'_, str>; LONGEST] = array::from_fn(|back| {
            let own = self.before(from, back + 1);
            own.map(lowered).unwrap_or_default()
        });
        let says = |back: usize, word: &str| before.get(back - 1).is_some_and(|own| own == word);
        let ends_with = |phrase: &[&str]| {
            let mut back = (1..).zip(phrase.iter().rev());
            back.all(|(back, word)| says(back, word))
        };
        match phrase(ends_with) {
            Some((1, Bound::Over))
                if is_time && says(1, "over") && !before.get(1).is_some_and(|word| lasts(word)) =>
            {
                Bound::Exact
            }
            found => found.map_or(Bound::Exact, |(_, bound)| bound),
        }
    }
}

/// The bytes of an amount with the words of its bound before or behind it.
#[must_use]
pub fn with_bound(text: &str, span: &Range<usize>) -> Range<usize> {
    let before = text.get(..span.start).unwrap_or_default();
    let read = plain_text(before);
    let spans = &read.spans;
    let last = &read.words;
    let ends_with = |phrase: &[&str]| {
        last.len() >= phrase.len()
            && last
                .iter()
                .rev()
                .zip(phrase.iter().rev())
                .all(|(own, word)| own == word)
    };
    let start = phrase(ends_with)
        .and_then(|(count, _)| spans.get(spans.len().checked_sub(count)?))
        .map_or(span.start, |first| first.start);
    let behind = text.get(span.end..).unwrap_or_default();
    let mut phrases = BEHIND
        .iter()
        .map(|([first, last], _)| format!(" {first} {last}"));
    let end = phrases.find(|phrase| behind.starts_with(phrase));
    start..span.end + end.map_or(0, |phrase| phrase.len())
}
