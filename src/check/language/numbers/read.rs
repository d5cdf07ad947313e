//! Reading quantities off a sentence: dates first, then parts of a whole, labels, and amounts with their units.
//!
//! Each reading starts at a token and gives the index of the token after it, or nothing. No reading looks further than a few tokens ahead or back.

use std::collections::HashSet;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::lex::{Kind, Token, lex};
use super::units::{self, Unit};
use super::{Amount, Quantity, Value, clock, dates, foreign, spelled};
use crate::check::language::shapes::Shapes;
use crate::check::language::terms::{is_stop_word, lowered, plain};
use crate::memo::Memo;

thread_local! {
    static KNOWN: Memo<Vec<Quantity>> = Memo::default();
}

/// The numbers of a sentence, in order.
#[must_use]
pub fn quantities(sentence: &str) -> Vec<Quantity> {
    KNOWN.with(|known| known.of(sentence, || read(sentence)))
}

fn read(sentence: &str) -> Vec<Quantity> {
    let tokens = lex(sentence);
    let reader = Reader {
        text: sentence,
        tokens: &tokens,
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let read = reader.opens(token).then(|| reader.read(at)).flatten();
        if let Some((quantity, next)) = read {
            found.push(quantity);
            at = next;
        } else {
            at += 1;
        }
    }
    found
}

/// The words in lower case that a reading can begin with, of those in ASCII.
static OPENERS: LazyLock<Openers> = LazyLock::new(|| {
    let all = [
        spelled::openers(),
        foreign::openers(),
        dates::openers(),
        clock::openers(),
    ];
    let words: HashSet<&str, FixedState> = all.into_iter().flatten().collect();
    let mut shapes = Shapes::NONE;
    for word in &words {
        shapes.add(word);
    }
    Openers { words, shapes }
});

struct Openers {
    words: HashSet<&'static str, FixedState>,
    shapes: Shapes,
}

impl Openers {
    /// Whether a word of ASCII is among them, whatever its case: capitals have the shapes of small letters.
    fn have(&self, word: &str) -> bool {
        self.shapes.may_hold(word) && self.words.contains(&*lowered(word))
    }
}

/// Reads quantities off the tokens of one sentence; every reading gives the index of the token after it.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
}

impl<'a> Reader<'a> {
    /// Whether a reading can begin with a token: few words can, and the others are worth one look.
    fn opens(&self, token: &Token) -> bool {
        const LONGEST: usize = 16;
        match token.kind {
            Kind::Number { .. } => true,
            Kind::Sign(_) => false,
            Kind::Word => {
                let word = self.text.get(token.span.clone()).unwrap_or_default();
                !word.is_ascii()
                    || word.len() <= LONGEST
                        && (Self::may_be_of_accounts(word) || OPENERS.have(word))
            }
        }
    }

    fn read(&self, at: usize) -> Option<(Quantity, usize)> {
        self.date(at)
            .or_else(|| self.multiplied(at))
            .or_else(|| self.share(at))
            .or_else(|| self.amount(at))
            .filter(|(_, next)| !self.tells_since_when(at, *next))
    }

    /// `Lower than a year ago` says since when, and not how long.
    fn tells_since_when(&self, at: usize, next: usize) -> bool {
        matches!(self.word(next), Some("ago" | "earlier" | "before"))
            && self.before(at, 1) == Some("than")
            && !matches!(self.before(at, 2), Some("more" | "less" | "longer"))
    }

    pub(super) fn word(&self, at: usize) -> Option<&'a str> {
        let token = self
            .tokens
            .get(at)
            .filter(|token| token.kind == Kind::Word)?;
        self.text.get(token.span.clone())
    }

    pub(super) fn sign(&self, at: usize) -> Option<char> {
        match self.tokens.get(at)?.kind {
            Kind::Sign(sign) => Some(sign),
            _ => None,
        }
    }

    /// A number that is no version: value, half of its last place, and whether it is digits alone.
    pub(super) fn number(&self, at: usize) -> Option<(f64, f64, bool)> {
        match self.tokens.get(at)?.kind {
            Kind::Number {
                value,
                half,
                plain,
                version: false,
            } => Some((value, half, plain)),
            _ => None,
        }
    }

    pub(super) fn adjacent(&self, left: usize, right: usize) -> bool {
        matches!((self.tokens.get(left), self.tokens.get(right)), (Some(a), Some(b)) if a.span.end == b.span.start)
    }

    pub(super) fn before(&self, at: usize, back: usize) -> Option<&'a str> {
        self.word(at.checked_sub(back)?)
    }

    pub(super) fn quantity(
        &self,
        from: usize,
        next: usize,
        value: Value,
    ) -> Option<(Quantity, usize)> {
        let start = self.tokens.get(from)?.span.start;
        let end = self.tokens.get(next.checked_sub(1)?)?.span.end;
        Some((
            Quantity {
                span: start..end,
                value,
            },
            next,
        ))
    }

    fn amount(&self, at: usize) -> Option<(Quantity, usize)> {
        if let Some(labelled) = self.label(at) {
            return Some(labelled);
        }
        if let Some(lasted) = self.timed(at) {
            return Some(lasted);
        }
        let (mut low, mut half, mut next, firm) = self.plain_or_spelled(at)?;
        let money_before = self.money_before(at);
        let mut scale = self.magnitude(next, money_before.is_some());
        next += usize::from(scale.is_some());
        // `三百万` and `300百万`: one magnitude behind the other.
        while let Some(more) = scale.and_then(|_| self.ideographic_magnitude(next)) {
            scale = scale.map(|scale| scale * more);
            next += 1;
        }
        if scale.is_some() && self.is_abbreviated(next) {
            next += 1;
        }
        let mut high = None;
        let mut behind = None;
        if let Some((from, is_range)) = self.range_to(at, next)
            && self.is_of_one_unit(next, from)
        {
            let (value, own, after) = self
                .plain_or_spelled(from)
                .map(|(value, own, after, _)| (value, own, after))?;
            let second = self.magnitude(after, money_before.is_some());
            let after = after + usize::from(second.is_some());
            // `from 4.2 to 5.6 million`: the word belongs to both, whether they are a range or not.
            scale = scale.or(second);
            if is_range {
                half = half.max(own);
                high = Some(value * second.or(scale).unwrap_or(1.0));
                next = after;
            } else {
                behind = Some(after);
            }
        }
        let scale = scale.unwrap_or(1.0);
        let (mut unit, mut factor, mut next) = self.unit(next, money_before);
        // So does the unit: `from six to eight weeks`.
        if unit == Unit::Bare
            && let Some(behind) = behind
        {
            (unit, factor, _) = self.unit(behind, None);
        }
        let scale = scale * factor;
        if matches!(unit, Unit::Measure(_))
            && high.is_none()
            && let Some(after) = self.and_a_half(next)
        {
            low += 0.5;
            next = after;
        }
        let mut smallest = factor;
        while high.is_none()
            && let Unit::Measure(dimension) = unit
            && let Some((rest, own, after)) = self.rest_of_unit(next, dimension, smallest)
        {
            low += rest / factor;
            smallest = own;
            next = after;
        }
        let factor_of = self
            .factor_before(at)
            .filter(|_| matches!(unit, Unit::Bare | Unit::Counted(_)));
        if factor_of.is_some() {
            unit = Unit::Times;
        }
        let is_negative = self.is_negative(at, money_before.is_some());
        let low = if is_negative {
            -low * scale
        } else {
            low * scale
        };
        let high = high.map_or(low, |high| high * factor);
        let from = at - usize::from(money_before.is_some()) - usize::from(is_negative);
        let from = factor_of.unwrap_or(from);
        let amount = Amount {
            low: low.min(high),
            high: low.max(high),
            // Magnitude words round: half of the last digit grows with them.
            half: if self.is_exact(from) {
                0.0
            } else {
                half * scale
            },
            approximate: self.is_approximate(at),
            bound: self.bound(from, next, matches!(unit, Unit::Measure("time" | "months"))),
            firm: firm || scale >= 100.0 || !matches!(unit, Unit::Counted(_) | Unit::Bare),
            unit,
            per: factor,
            coarse: scale * coarseness(low / scale),
        };
        // `up by 2 °F` is a difference, which has no zero.
        let is_difference = self.before(at, 1).is_some_and(|word| word == "by");
        let amount = amount.in_base_units(is_difference);
        self.quantity(from, next, Value::Amount(amount))
    }

    /// `3 hours and 15 minutes`, `6 feet, 4 inches`, `11 stone 4`: the part in the smaller unit, in base units, and that unit. Lengths and masses that `and` joins
    /// are two, and so is what is more or less than something: `it took 3 hours, 20 minutes longer`.
    fn rest_of_unit(&self, at: usize, dimension: &str, larger: f64) -> Option<(f64, f64, usize)> {
        const COMPARED: &[&str] = &[
            "longer", "shorter", "more", "less", "faster", "slower", "later", "earlier", "after",
            "before", "ahead", "behind", "into", "taller", "higher", "lower", "wider", "heavier",
            "lighter", "of",
        ];
        let listed = usize::from(self.sign(at) == Some(','));
        let joined = usize::from(self.word(at + listed) == Some("and"));
        let parts = match dimension {
            "time" => &[][..],
            "length" if joined == 0 => units::PARTS_OF_LENGTH,
            "mass" if joined == 0 => units::PARTS_OF_MASS,
            _ => return None,
        };
        let from = at + listed + joined;
        let (value, _, next, _) = self.plain_or_spelled(from)?;
        let word = self.word(next)?;
        let factor = if dimension == "time" {
            units::measure(word).filter(|(own, _)| *own == dimension)?.1
        } else {
            parts.iter().find(|(names, _)| names.contains(&word))?.1
        };
        let is_compared = listed > 0
            && self
                .word(next + 1)
                .is_some_and(|word| COMPARED.contains(&word));
        (factor < larger && !is_compared).then_some((value * factor, factor, next + 1))
    }

    /// Where `a factor of` begins before a number.
    fn factor_before(&self, at: usize) -> Option<usize> {
        let says = |back: usize, word: &str| self.before(at, back) == Some(word);
        (says(1, "of") && says(2, "factor")).then(|| at - 2 - usize::from(says(3, "a")))
    }

    /// The currency before a number, and how much of it one is: a thousand in `kEUR 40`.
    fn money_before(&self, at: usize) -> Option<(&'static str, f64)> {
        let before = at.checked_sub(1)?;
        let span = self.tokens.get(before)?.span.clone();
        let code = self.text.get(span)?;
        // A word such as `pounds` is money before a number only as a code.
        let is_code = code.chars().all(|letter| !letter.is_lowercase());
        units::scaled_currency(code).filter(|(_, scale)| is_code || *scale > 1.0)
    }

    /// Whether a sign at `at` is that of a currency.
    fn is_money_sign(&self, at: usize) -> bool {
        self.sign(at)
            .is_some_and(|sign| units::currency(&sign.to_string()).is_some())
    }

    /// Whether a minus sign stands before a number and its currency sign, and nothing before that: `10-15` is a range.
    fn is_negative(&self, at: usize, money: bool) -> bool {
        let first = at - usize::from(money);
        let Some(before) = first.checked_sub(1) else {
            return false;
        };
        matches!(self.sign(before), Some('-' | '−' | '–'))
            && self.adjacent(before, first)
            && !before
                .checked_sub(1)
                .is_some_and(|outer| self.adjacent(outer, before))
            || self
                .word(before)
                .is_some_and(|word| word.eq_ignore_ascii_case("minus"))
    }

    fn magnitude(&self, at: usize, money: bool) -> Option<f64> {
        // `40 k€`: the sign tells what the letter before it is.
        let mut letters = self.word(at)?.chars();
        if self.adjacent(at, at + 1)
            && self.is_money_sign(at + 1)
            && let (Some(letter), None) = (letters.next(), letters.next())
        {
            return units::letter_before_money(letter);
        }
        let adjacent = at
            .checked_sub(1)
            .is_some_and(|before| self.adjacent(before, at));
        // `318m euros`: the currency behind tells millions from metres.
        let money = money
            || adjacent
                && self
                    .word(at + 1)
                    .is_some_and(|word| units::currency(word).is_some());
        let word = self.word(at)?;
        let money =
            money || adjacent && matches!(word, "m" | "b" | "M" | "B") && self.counts_millions(at);
        units::magnitude(word, adjacent, money)
    }

    /// Whether the letter at `at` stands for millions though no currency is beside it: people or another unit follow, or the text is about money and
    /// not about lengths.
    fn counts_millions(&self, at: usize) -> bool {
        let next = self.word(at + 1);
        let counts =
            |next: &str| units::PEOPLE.contains(&&*lowered(next)) || units::measure(next).is_some();
        if next.filter(|next| next.len() > 2).is_some_and(counts) {
            return true;
        }
        let words = || (0..self.tokens.len()).filter_map(|at| self.word(at).map(lowered));
        let has_currency = (0..self.tokens.len()).any(|at| {
            let span = self.tokens.get(at).map(|token| token.span.clone());
            span.and_then(|span| self.text.get(span))
                .is_some_and(|word| units::currency(word).is_some())
        });
        (has_currency || words().any(|word| units::OF_MONEY.contains(&&*word)))
            && !words().any(|word| units::OF_LENGTH.contains(&&*word))
    }

    /// The token where the second number of a range stands: `10-15`, `10 to 15`, `between 10 and 15`. `from 10 to 15` is a change, unless values are what ranges.
    fn range_to(&self, first: usize, next: usize) -> Option<(usize, bool)> {
        // The unit may stand on both sides: `10 % to 15 %`.
        let at = next + usize::from(self.sign(next) == Some('%') && self.range_word(next + 1));
        let has_sign = first
            .checked_sub(1)
            .is_some_and(|before| self.is_money_sign(before));
        let back = 1 + usize::from(has_sign);
        let before = self.before(first, back).map(lowered);
        let ranges = || {
            let verb = self.before(first, back + 1).map(lowered);
            verb.is_some_and(|verb| RANGES.contains(&&*verb))
        };
        let is_range = match (self.sign(at), self.word(at)) {
            (Some('-' | '–' | '—' | '−'), _) => true,
            (_, Some("to")) => before.as_deref() != Some("from") || ranges(),
            (_, Some("and")) => before.as_deref() == Some("between"),
            _ => return None,
        };
        let from = at + 1 + usize::from(self.is_money_sign(at + 1));
        self.plain_or_spelled(from)?;
        Some((from, is_range))
    }

    /// Whether what stands behind the second number fits the sign behind the first: `50% to 356,000 units` are two amounts.
    fn is_of_one_unit(&self, next: usize, second: usize) -> bool {
        let is_share = |at: usize| {
            self.sign(at) == Some('%')
                || matches!(self.word(at), Some("percent" | "per" | "pct" | "Prozent"))
        };
        self.sign(next) != Some('%') || is_share(second + 1)
    }

    fn range_word(&self, at: usize) -> bool {
        matches!(self.word(at), Some("to" | "and")) || matches!(self.sign(at), Some('-' | '–'))
    }

    /// The unit at `at`, its factor, and the token after it.
    fn unit(&self, at: usize, money: Option<(&'static str, f64)>) -> (Unit, f64, usize) {
        if let Some((money, scale)) = money {
            return (Unit::Money(money), scale, at);
        }
        match self.sign(at) {
            Some('%') => return (Unit::Percent, 1.0, at + 1),
            Some('‰') => return (Unit::Percent, 0.1, at + 1),
            Some(sign) if self.is_money_sign(at) => {
                let money = units::currency(&sign.to_string()).map_or(Unit::Bare, Unit::Money);
                // `40 €k`.
                let behind = self.word(at + 1).filter(|_| self.adjacent(at, at + 1));
                let scale = behind.and_then(|word| units::magnitude(word, true, true));
                return (
                    money,
                    scale.unwrap_or(1.0),
                    at + 1 + usize::from(scale.is_some()),
                );
            }
            // `12-hour`, `41-percent`.
            Some('-') if self.adjacent(at, at + 1) && self.word(at + 1).is_some() => {
                return self.unit(at + 1, None);
            }
            _ => {}
        }
        let Some(word) = self.word(at) else {
            return (Unit::Bare, 1.0, at);
        };
        let lower = lowered(word);
        let second = self.word(at + 1).map(lowered);
        let second_sign = usize::from(self.sign(at + 1) == Some('-'));
        let is_age = self
            .word(at + 1 + second_sign)
            .is_some_and(|word| word == "old")
            || second.as_deref() == Some("of") && self.word(at + 2) == Some("age");
        match (&*lower, second.as_deref()) {
            // `Aged 12` and `12 years old` are one.
            ("year" | "years", _) if is_age => return (Unit::Bare, 1.0, at + 1),
            ("percentage", Some("point" | "points")) => return (Unit::Points, 1.0, at + 2),
            ("basis", Some("point" | "points")) => return (Unit::Points, 0.01, at + 2),
            ("bp" | "bps", _) => return (Unit::Points, 0.01, at + 1),
            ("pp", _) => return (Unit::Points, 1.0, at + 1),
            // `two points` may be arguments, `0.25 points` are not.
            ("point" | "points", _) if self.has_decimals(at) => {
                return (Unit::Points, 1.0, at + 1);
            }
            ("euro", Some("cent" | "cents")) => return (Unit::Money("EUR"), 0.01, at + 2),
            ("per", Some("cent")) => return (Unit::Percent, 1.0, at + 2),
            ("fold", _) => return (Unit::Times, 1.0, at + 1),
            (
                "times",
                Some(
                    "as" | "more" | "higher" | "larger" | "greater" | "the" | "its" | "that"
                    | "what",
                ),
            ) => {
                return (Unit::Times, 1.0, at + 1);
            }
            (
                "percent" | "pct" | "prozent" | "procent" | "процентов" | "процента" | "процент",
                _,
            ) => return (Unit::Percent, 1.0, at + 1),
            _ => {}
        }
        if let Some((money, scale)) = units::scaled_currency(word) {
            return (Unit::Money(money), scale, at + 1);
        }
        if let Some((dimension, factor, width)) =
            units::compound(&lower, second.as_deref(), self.sign(at + 1), |step| {
                self.word(at + step).map(str::to_lowercase)
            })
        {
            return (Unit::Measure(dimension), factor, at + width);
        }
        if let Some((dimension, factor)) = units::measure(word) {
            return (Unit::Measure(dimension), factor, at + 1);
        }
        let nouns = self.counted(at);
        (
            if nouns.is_empty() {
                Unit::Bare
            } else {
                Unit::Counted(nouns)
            },
            1.0,
            at,
        )
    }

    /// Whether a number with decimals stands before.
    fn has_decimals(&self, at: usize) -> bool {
        at.checked_sub(1)
            .and_then(|before| self.number(before))
            .is_some_and(|(_, half, _)| half < 0.5)
    }

    /// Up to three words, in the singular, after a number, up to punctuation.
    fn counted(&self, at: usize) -> Vec<String> {
        let mut nouns = Vec::new();
        for next in at..at + 4 {
            let Some(word) = self.word(next) else { break };
            let lower = plain(word);
            if is_stop_word(&lower) {
                // `12 of the stations` counts stations; `rose to 12 in winter` does not count winters.
                if !matches!(lower.as_str(), "of" | "the" | "more" | "other") {
                    break;
                }
            } else {
                nouns.push(singular(&lower));
            }
        }
        nouns.truncate(3);
        nouns
    }

    /// `exactly 40`.
    fn is_exact(&self, at: usize) -> bool {
        self.before(at, 1)
            .is_some_and(|word| matches!(&*lowered(word), "exactly" | "precisely" | "genau"))
    }

    pub(super) fn is_approximate(&self, at: usize) -> bool {
        let sign = at.checked_sub(1).and_then(|before| self.sign(before));
        if matches!(sign, Some('~' | '≈' | '<' | '>' | '≥' | '≤')) {
            return true;
        }
        let near = |back: usize| self.before(at, back).map(lowered);
        let money = usize::from(sign.is_some());
        let one = near(1 + money).is_some_and(|word| APPROXIMATE.contains(&&*word));
        let than = matches!(near(1 + money).as_deref(), Some("than" | "als" | "de"))
            && near(2 + money).is_some_and(|word| {
                matches!(
                    &*word,
                    "more"
                        | "less"
                        | "fewer"
                        | "greater"
                        | "higher"
                        | "lower"
                        | "mehr"
                        | "weniger"
                        | "plus"
                        | "moins"
                        | "más"
                        | "menos"
                )
            })
            || near(1 + money).as_deref() == Some("than")
            || near(1 + money).as_deref() == Some("least")
            || near(1 + money).as_deref() == Some("to")
                && matches!(near(2 + money).as_deref(), Some("up" | "close"))
            || near(1 + money).as_deref() == Some("quite")
                && near(2 + money).as_deref() == Some("not");
        one || than
    }
}

/// Half of the place of the last digit of a value that is no zero, as far as it is a small part of it.
fn coarseness(value: f64) -> f64 {
    const MOST: f64 = 0.015;
    let value = value.abs();
    let mut place = 1.0;
    while place < value && close_to_whole(value / (10.0 * place)) {
        place *= 10.0;
    }
    (0.5 * place).min(MOST * value)
}

fn close_to_whole(value: f64) -> bool {
    (value - value.round()).abs() < 1e-9 * value.max(1.0)
}

/// A noun without its plural ending, as far as spelling tells.
pub(super) fn singular(lower: &str) -> String {
    let stem = lower.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let stem = stem.or_else(|| {
        lower
            .strip_suffix('s')
            .filter(|stem| stem.len() > 2 && !stem.ends_with('s'))
            .map(str::to_owned)
    });
    stem.unwrap_or_else(|| lower.to_owned())
}

/// Words before `from 10 to 15` by which it is a range: verbs of values that lie apart, and those by which a thing has any of them.
#[rustfmt::skip]
const RANGES: &[&str] = &[
    "range", "ranges", "ranged", "ranging", "vary", "varies", "varied", "varying", "anywhere", "anything", "spans", "spanning", "runs", "run", "take", "takes",
    "last", "lasts", "cost", "costs", "weigh", "weighs", "measure", "measures", "extend", "extends",
];

#[rustfmt::skip]
const APPROXIMATE: &[&str] = &[
    "about", "around", "approximately", "approx", "roughly", "nearly", "almost", "some", "circa", "ca", "over",
    "under", "below", "above", "estimated",
];
