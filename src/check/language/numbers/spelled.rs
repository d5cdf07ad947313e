//! Numbers in words, and parts of a whole: `twenty-five`, `two and a half`, `a quarter of`, `one in four`.

use super::dates::is_ordinal_ending;
use super::read::Reader;
use super::units::{self, Unit};
use super::{Amount, Quantity, Value};
use crate::check::language::terms::{lowered, plain, words};

impl Reader<'_> {
    /// A number in digits or in words: value, half of its last place, the token after it, and whether it is in digits.
    pub(super) fn plain_or_spelled(&self, at: usize) -> Option<(f64, f64, usize, bool)> {
        if let Some((value, half, _)) = self.number(at) {
            return Some(match self.and_a_half(at + 1) {
                Some(next) => (value + 0.5, 0.0, next, true),
                None => (value, half, at + 1, true),
            });
        }
        if let Some((value, next)) = self.of_a_hundred(at) {
            return Some((value, 0.0, next, false));
        }
        if let Some((value, next)) = self.part_of_a_unit(at) {
            return Some((value, 0.0, next, false));
        }
        if let Some((value, next)) = self.one_of_a_unit(at) {
            return Some((value, 0.0, next, false));
        }
        if let Some((value, next)) = self.ideographic(at) {
            return Some((value, 0.0, next, value >= 100.0));
        }
        let (total, next) = self.below_hundred(at)?;
        let (total, next) = self.composed(at, total, next);
        if let Some(after) = self.and_a_half(next) {
            return Some((total + 0.5, 0.0, after, false));
        }
        // `one` alone is mostly a pronoun.
        let counts = total > 1.0 || self.measures(next) || self.multiplies(next);
        counts.then_some((total, 0.0, next, false))
    }

    /// A number below a hundred in words, `forty-one`, and the token after it.
    fn below_hundred(&self, at: usize) -> Option<(f64, usize)> {
        let total = spelled(self.word(at)?)?;
        let from = at + 1 + usize::from(self.sign(at + 1) == Some('-'));
        let ones = (total >= 20.0).then(|| self.word(from).and_then(spelled));
        match ones.flatten().filter(|ones| *ones < 10.0) {
            Some(ones) => Some((total + ones, from + 1)),
            None => Some((total, at + 1)),
        }
    }

    /// `a hundred and twelve`, `a hundred thousand`: what goes on behind `a hundred`.
    fn of_a_hundred(&self, at: usize) -> Option<(f64, usize)> {
        let is_one = matches!(self.word(at)?, "a" | "A" | "one" | "One");
        if !is_one || self.scale_of(at + 1).is_none() {
            return None;
        }
        let (total, next) = self.composed(at, 1.0, at + 1);
        (next > at + 1).then_some((total, next))
    }

    /// What a magnitude word of a number in words stands for.
    fn scale_of(&self, at: usize) -> Option<f64> {
        match self.word(at)? {
            "hundred" => Some(1e2),
            "thousand" => Some(1e3),
            "million" => Some(1e6),
            "billion" => Some(1e9),
            _ => None,
        }
    }

    /// The rest of a number of several words that begins at `at`: `three hundred and twelve`, `two thousand four hundred`, `two hundred thousand`. A last magnitude
    /// with nothing behind it is left to who reads the number, because it rounds.
    fn composed(&self, at: usize, first: f64, mut next: usize) -> (f64, usize) {
        // Both ends of a range are numbers of their own: `between two hundred and five hundred`.
        let is_range = self
            .before(at, 1)
            .is_some_and(|word| matches!(word, "between" | "Between"));
        let (mut sum, mut group) = (0.0, first);
        while let Some(scale) = self.scale_of(next) {
            let behind = next + 1;
            let joined = usize::from(!is_range && self.word(behind) == Some("and"));
            let rest = self.below_hundred(behind + joined);
            // `Six hundred and two million` is one number; `six hundred and two hundred` are two.
            let rest = rest.filter(|(_, end)| {
                self.scale_of(*end)
                    .is_none_or(|own| own < scale || scale < 1e3 && own >= 1e3)
            });
            let higher = self
                .scale_of(behind)
                .filter(|own| scale < 1e3 && *own >= 1e3);
            if scale < 1e3 {
                if group >= scale {
                    break;
                }
                match (rest, higher) {
                    (Some((rest, end)), _) => (group, next) = (group * scale + rest, end),
                    (None, Some(_)) => (group, next) = (group * scale, behind),
                    (None, None) if sum > 0.0 => (group, next) = (group * scale, behind),
                    (None, None) => break,
                }
                continue;
            }
            match rest {
                Some((rest, end)) => {
                    sum += group * scale;
                    (group, next) = (rest, end);
                }
                None if sum > 0.0 => (group, next) = (group * scale, behind),
                None => break,
            }
        }
        (sum + group, next)
    }

    /// The token after `and a half`.
    pub(super) fn and_a_half(&self, at: usize) -> Option<usize> {
        let says = |step: usize, word: &str| self.word(at + step) == Some(word);
        (says(0, "and") && says(1, "a") && says(2, "half")).then_some(at + 3)
    }

    /// `half a million`, `half an hour`, `a quarter of an hour`, `a million`, `an hour and a half`: the value and where its unit stands.
    fn part_of_a_unit(&self, at: usize) -> Option<(f64, usize)> {
        let first = lowered(self.word(at)?);
        let is_one = |at: usize| matches!(self.word(at), Some("a" | "an" | "one"));
        if first == "half" && is_one(at + 1) && (self.multiplies(at + 2) || self.measures(at + 2)) {
            return Some((0.5, at + 2));
        }
        if !matches!(&*first, "a" | "an" | "one" | "three") {
            return None;
        }
        // `More than a half a billion`.
        let is_half = first == "a" && self.word(at + 1) == Some("half") && is_one(at + 2);
        if is_half && (self.multiplies(at + 3) || self.measures(at + 3)) {
            return Some((0.5, at + 3));
        }
        let quarters = matches!(self.word(at + 1), Some("quarter" | "quarters"));
        if quarters
            && self.word(at + 2) == Some("of")
            && is_one(at + 3)
            && (self.multiplies(at + 4) || self.measures(at + 4))
        {
            return Some((if first == "three" { 0.75 } else { 0.25 }, at + 4));
        }
        let is_whole = first != "three"
            && (self.multiplies(at + 1)
                || matches!(self.word(at + 1), Some("decade" | "century"))
                || self.measures(at + 1) && self.and_a_half(at + 2).is_some());
        is_whole.then_some((1.0, at + 1))
    }

    /// Part of a whole, as a percentage: `a quarter of the wells`, `two thirds`, `one in four`, `3 out of 10`, `half of them`.
    pub(super) fn share(&self, at: usize) -> Option<(Quantity, usize)> {
        let (value, half, next, firm) = self
            .one_in_many(at)
            .or_else(|| self.foreign_share(at))
            .or_else(|| self.fraction(at))
            .or_else(|| self.half_of(at))?;
        let value = Value::Amount(Amount {
            half,
            approximate: self.is_approximate(at),
            bound: self.bound(at, next, false),
            firm,
            ..Amount::exactly(value, Unit::Percent)
        });
        self.quantity(at, next, value)
    }

    /// `one in four`, `3 out of 10`, `one of every six`.
    fn one_in_many(&self, at: usize) -> Option<(f64, f64, usize, bool)> {
        const MOST: f64 = 1000.0;
        let (part, part_firm) = self.count(at)?;
        let from = match (self.word(at + 1)?, self.word(at + 2)) {
            ("in" | "of", Some("every")) | ("out", Some("of")) => at + 3,
            ("in", _) => at + 2,
            _ => return None,
        };
        // `41 in a hundred`.
        let of_a_hundred = match (self.word(from), self.word(from + 1)) {
            (Some("a" | "every"), Some("hundred")) => Some((100.0, from + 2)),
            (Some("a" | "every"), Some("thousand")) => Some((1000.0, from + 2)),
            _ => None,
        };
        let ((whole, whole_firm), next) = match of_a_hundred {
            Some((whole, next)) => ((whole, part_firm), next),
            None => (self.count(from)?, from + 1),
        };
        let is_more = self.multiplies(next)
            || self.measures(next)
            || self
                .sign(next)
                .is_some_and(|sign| matches!(sign, '%' | '-' | '–'));
        let fits = 0.0 < part && part < whole && (2.0..=MOST).contains(&whole);
        (fits && part_firm == whole_firm && !is_more).then_some((
            100.0 * part / whole,
            // In words, it is mostly as near as such words come: `four in five` of 81 in a hundred.
            if part_firm { 0.5 } else { 1.5 },
            next,
            part_firm,
        ))
    }

    /// A small whole number, in digits or one word, and whether it is in digits. It has nothing to do with a currency or a range.
    fn count(&self, at: usize) -> Option<(f64, bool)> {
        let outer = at.checked_sub(1).and_then(|before| self.sign(before));
        if outer.is_some_and(|sign| {
            !matches!(sign, ',' | '.' | ';' | ':' | '(' | '–' | '—' | '"' | '“')
        }) {
            return None;
        }
        match self.number(at) {
            Some((value, half, true)) if half >= 0.5 => Some((value, true)),
            Some(_) => None,
            None => Some((spelled(self.word(at)?)?, false)),
        }
    }

    /// `a quarter of`, `two-thirds`, `three fifths of`.
    fn fraction(&self, at: usize) -> Option<(f64, f64, usize, bool)> {
        // As near as `one in four` comes.
        const IN_WORDS: f64 = 1.5;
        let word = lowered(self.word(at)?);
        let parts = if matches!(&*word, "a" | "an") {
            1.0
        } else {
            spelled(&word).filter(|parts| (1.0..=9.0).contains(parts))?
        };
        let noun = at + 1 + usize::from(self.sign(at + 1) == Some('-'));
        let name = lowered(self.word(noun)?);
        let name = if parts > 1.0 {
            name.strip_suffix('s')?
        } else {
            &name
        };
        let whole = match name {
            "third" => 3,
            "quarter" | "fourth" => 4,
            "fifth" => 5,
            "sixth" => 6,
            "seventh" => 7,
            "eighth" => 8,
            "tenth" => 10,
            _ => return None,
        };
        let is_of = self.word(noun + 1) == Some("of");
        // `A third bridge` is none, nor are `three quarters of growth` in a year of four.
        // `Rose by a third`.
        let is_by = self.is_measure_of_change(at);
        let fits = parts < f64::from(whole) && (is_of || is_by || parts > 1.0 && whole != 4);
        // `A quarter of a million hectares` is a number.
        let fits = fits && !(whole == 4 && self.part_of_a_unit(at).is_some());
        fits.then_some((100.0 * parts / f64::from(whole), IN_WORDS, noun + 1, false))
    }

    /// Whether what begins here says by how much something changed: `by a third`, `by more than half`.
    fn is_measure_of_change(&self, at: usize) -> bool {
        const BETWEEN: &[&str] = &[
            "more", "less", "than", "about", "almost", "nearly", "over", "around", "roughly",
            "some", "at", "least", "up", "to", "under",
        ];
        let first = (1..=3).find(|&back| {
            self.before(at, back)
                .is_none_or(|word| !BETWEEN.contains(&word))
        });
        first.is_some_and(|back| self.before(at, back) == Some("by"))
    }

    /// `half of the wells`, `half the wells`; `the first half of the year` is none.
    fn half_of(&self, at: usize) -> Option<(f64, f64, usize, bool)> {
        let is_half = self.word(at)?.eq_ignore_ascii_case("half");
        let is_whole =
            matches!(self.word(at + 1), Some("of" | "the")) || self.is_measure_of_change(at);
        let before = self.before(at, 1).map(lowered);
        let is_period = before.is_some_and(|word| {
            matches!(
                &*word,
                "first" | "second" | "last" | "latter" | "other" | "the" | "a" | "and"
            )
        });
        (is_half && is_whole && !is_period).then_some((50.0, 0.5, at + 1, false))
    }

    /// `the 19th century`, `the nineteenth century`: which, and the token after it.
    pub(super) fn century(&self, at: usize) -> Option<(f64, usize)> {
        let (value, noun) = match self.number(at) {
            Some((value, ..)) if self.word(at + 1).is_some_and(is_ordinal_ending) => {
                (value, at + 2)
            }
            Some(_) => return None,
            None => self.ordinal_in_words(at)?,
        };
        let noun = noun + usize::from(self.sign(noun) == Some('-'));
        (self.word(noun) == Some("century")).then_some((value, noun + 1))
    }

    /// `third`, `twenty-first`: its place, and the token after it.
    fn ordinal_in_words(&self, at: usize) -> Option<(f64, usize)> {
        let word = lowered(self.word(at)?);
        let tens = |list: &[&str]| {
            list.iter()
                .position(|name| *name == word)
                .map(|at| 10.0 * (at + 2) as f64)
        };
        if let Some(place) = place_of(&word) {
            return Some((place, at + 1));
        }
        if let Some(place) = tens(&TENTHS) {
            return Some((place, at + 1));
        }
        let tens = tens(&TENS)?;
        let ones = at + 1 + usize::from(self.sign(at + 1) == Some('-'));
        let place = place_of(&lowered(self.word(ones)?)).filter(|place| *place < 10.0)?;
        Some((tens + place, ones + 1))
    }

    /// A place that is meant as a number, whether its source has to say it, and the token after it. `First` and the like are words like others; from the eleventh
    /// on nobody says them for anything else, and what has fewer before it is numbered where a noun follows: `the tenth president`, not `a tenth of`.
    pub(super) fn place_in_words(&self, at: usize) -> Option<(f64, bool, usize)> {
        const WHOSE: &[&str] = &["the", "his", "her", "its", "their", "our", "my"];
        #[rustfmt::skip]
        const NO_THINGS: &[&str] = &[
            "of", "quarter", "half", "day", "time", "place", "and", "or", "to", "in", "at", "on", "was", "is", "century", "minute", "anniversary",
        ];
        let (place, next) = self.ordinal_in_words(at)?;
        let is_certain = place > 10.0;
        let is_numbered = || {
            let whose = self.before(at, 1).map(lowered);
            let noun = self.word(next);
            place > 3.0
                && whose.is_some_and(|whose| WHOSE.contains(&&*whose))
                && noun.is_some_and(|noun| !NO_THINGS.contains(&noun))
        };
        (is_certain || is_numbered()).then_some((place, is_certain, next))
    }

    pub(super) fn measures(&self, at: usize) -> bool {
        self.word(at)
            .is_some_and(|word| units::measure(word).is_some())
    }

    fn multiplies(&self, at: usize) -> bool {
        self.word(at)
            .is_some_and(|word| units::magnitude(word, false, false).is_some())
    }
}

#[rustfmt::skip]
const ORDINALS: [&str; 19] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth",
    "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
];

const TENTHS: [&str; 8] = [
    "twentieth",
    "thirtieth",
    "fortieth",
    "fiftieth",
    "sixtieth",
    "seventieth",
    "eightieth",
    "ninetieth",
];

/// Which place a word names, up to the nineteenth.
pub(super) fn place_of(lower: &str) -> Option<f64> {
    let at = ORDINALS.iter().position(|ordinal| *ordinal == lower)?;
    Some((at + 1) as f64)
}

/// Whether a text names a place in one word: `second`.
pub(super) fn names_place(text: &str, place: f64) -> bool {
    words(text)
        .filter_map(|span| text.get(span))
        .any(|word| place_of(&plain(word)) == Some(place))
}

#[rustfmt::skip]
const ONES: [&str; 20] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
];

const TENS: [&str; 8] = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

/// The English words that begin a number, a part of a whole or a century.
pub(super) fn openers() -> Vec<&'static str> {
    let others = ["dozen", "a", "an", "half"];
    let numbers = ONES.into_iter().chain(TENS);
    numbers
        .chain(ORDINALS)
        .chain(TENTHS)
        .chain(others)
        .collect()
}

/// Whether a word says of how many things by a number above one.
pub(crate) fn is_several(word: &str) -> bool {
    spelled(word).is_some_and(|count| count > 1.0)
}

pub(super) fn spelled(word: &str) -> Option<f64> {
    let lower = lowered(word);
    if let Some(value) = super::foreign::number(&lower) {
        return Some(value);
    }
    let ones = ONES
        .iter()
        .position(|name| *name == lower)
        .map(|at| at as f64);
    let tens = || {
        TENS.iter()
            .position(|name| *name == lower)
            .map(|at| (at + 2) as f64 * 10.0)
    };
    ones.or_else(tens).or((lower == "dozen").then_some(12.0))
}
