//! Measured: what a sentence gives its value of, and in what respect.
//!
//! `Renewing the mains will cost 18 million` and `the company puts the bill for the mains at 23 million` share few words, and give one value of one thing.
//! `Inspectors closed 17 shops for dirt` and `inspectors warned 64 shops for dirt` share most of theirs, and give two. What tells is the respect (a cost, a
//! grant, a height), what is done to what is counted, and whether one of the two names a thing that the other does not. Words that tell things of one kind
//! apart are known elsewhere (`apart`, `slots`).

mod words;

use std::sync::Arc;

pub(super) use self::words::TELLS;
use self::words::{CHANGES, NEUTRAL, OF_MONEY, OF_SIZE, STATES, TIMES};
use super::people::{counts_alike, is_anybody, is_of_people};
use super::slots::{DESCRIBES, LIGHT, OPENS, PREPOSITIONS, Sentence};
use super::spread::lie_apart;
use super::values::current_amounts;
use crate::check::language::irregular::is_past;
use crate::check::language::numbers::{Amount, Unit};
use crate::check::language::terms::{HELPING_VERBS, stem};
use crate::check::meaning::deeds::is_same_deed;
use crate::check::meaning::governing::SPEAKS;
use crate::check::text::antecedents::STANDS_FOR;

/// How the values of two sentences stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compared {
    /// One thing has two values.
    OneThing,
    /// The same, if what the one calls `the programme` is what the other names.
    IfNamed,
    /// Two things have a value each.
    Others,
}

/// A sentence as far as it says what its value is of.
#[derive(Debug)]
pub(crate) struct Measured {
    sentence: Arc<Sentence>,
    /// The amounts that it states itself, each with what is done to it.
    values: Vec<Value>,
    of_money: Vec<usize>,
    of_size: Vec<usize>,
    /// Whether it says what ought to be.
    is_due: bool,
    /// Whether its value is that of a part of what it names.
    is_part: bool,
    /// Whether it says what was put by for something, which is not what that comes to: `set aside 35 million for the fine`.
    is_put_by: bool,
}

#[derive(Debug)]
struct Value {
    amount: Amount,
    /// The stem of the verb that says what is done with what is counted, if it says more than that there is so much.
    deed: Option<String>,
    /// The stem of what it is given for each of: `per hectare`.
    each: Option<String>,
    /// Places of the words of what is counted.
    counted: Vec<usize>,
    /// Whether it says how long something goes on: `a siege of nine weeks`.
    is_span: bool,
}

/// How far two values of one thing lie apart at most, and two that may be a whole and its part.
const FAR: f64 = 3.0;
const NEAR: f64 = 1.25;

impl Measured {
    pub(crate) fn read(text: &str) -> Self {
        let sentence = Sentence::read(text);
        let says = |list: &[&str]| {
            let mut all = sentence.words.iter();
            all.any(|word| list.contains(&word.plain.as_str()))
        };
        let said = |respects: &[&[&str]]| -> Vec<usize> {
            (0..respects.len())
                .filter(|&at| respects.get(at).is_some_and(|words| says(words)))
                .collect()
        };
        let amounts: Vec<(usize, Amount)> = current_amounts(text)
            .into_iter()
            .filter_map(|(start, amount)| Some((sentence.place_from(start)?, amount)))
            .map(|(at, amount)| (at, sentence.told_of_a_number(at, amount)))
            .collect();
        let values = amounts
            .iter()
            .filter(|(at, _)| !sentence.is_compared_with(*at))
            .map(|(at, amount)| {
                let whole = sentence.whole_behind(*at, amount, &amounts);
                whole.map_or_else(
                    || sentence.value(*at, *at, amount.clone()),
                    |(whole, amount)| sentence.value(*at, whole, amount),
                )
            })
            .collect();
        let begins = |at: usize, list: &[&str]| list.contains(&sentence.plain(at));
        let is_part = begins(0, &["of", "among"]) && begins(1, &["the", "these", "those", "its"])
            || says(&["whom"])
            || sentence.begins_with_part()
            || amounts.iter().any(|(at, _)| sentence.is_of_the_cost(*at));
        Self {
            values,
            of_money: said(OF_MONEY),
            of_size: said(OF_SIZE),
            is_due: says(&["should", "must", "ought"]),
            is_put_by: says(&["aside", "earmarked", "provision", "provisions"]),
            is_part,
            sentence,
        }
    }

    /// How the first values of one kind in two sentences stand to each other; nothing where they agree, or where it cannot be told.
    pub(crate) fn compare(&self, other: &Self) -> Option<Compared> {
        let Some((own, theirs)) = self.values.iter().find_map(|own| {
            let mut same = other.values.iter();
            let theirs = same.find(|theirs| counts_alike(&own.amount.unit, &theirs.amount.unit))?;
            Some((own, theirs))
        }) else {
            return (self.counts_others(other) && other.counts_others(self))
                .then_some(Compared::Others);
        };
        let agree = |own: &Value| {
            let mut others = other.values.iter();
            others.any(|theirs| {
                counts_alike(&own.amount.unit, &theirs.amount.unit)
                    && !lie_apart(&own.amount, &theirs.amount)
            })
        };
        if self.values.iter().any(agree) {
            return None;
        }
        let factor = factor(&own.amount, &theirs.amount);
        let one_deed = match (&own.deed, &theirs.deed) {
            (Some(own), Some(theirs)) => {
                is_same_deed(own, theirs)
                    || self.sentence.has_stem(theirs)
                    || other.sentence.has_stem(own)
            }
            (None, None) => true,
            (Some(deed), None) => other.sentence.has_stem(deed),
            (None, Some(deed)) => self.sentence.has_stem(deed),
        };
        let both_deeds = own.deed.is_some() && theirs.deed.is_some();
        let each_of = |value: &Value, sentence: &Sentence| {
            let of = value.each.as_ref();
            of.is_some_and(|each| !sentence.has_stem(each))
        };
        let (respects, their_respects) = (self.respects(own), other.respects(theirs));
        let are_given = !respects.is_empty() && !their_respects.is_empty();
        let other_respect = are_given && !respects.iter().any(|own| their_respects.contains(own));
        let (strange, their_strange) = (
            self.strange(own, other, &theirs.counted),
            other.strange(theirs, self, &own.counted),
        );
        let is_far = factor > FAR;
        let is_very_far = factor > FAR * FAR;
        if other_respect
            || self.is_due != other.is_due
            || self.is_part != other.is_part
            || self.is_put_by != other.is_put_by
            || each_of(own, &other.sentence) != each_of(theirs, &self.sentence)
            || !one_deed && both_deeds
            || is_far && (!one_deed || !strange.is_empty() && !their_strange.is_empty())
            || is_very_far && !(strange.is_empty() && their_strange.is_empty())
        {
            return Some(Compared::Others);
        }
        if is_far || !one_deed || self.is_part {
            return None;
        }
        let is_told = match own.amount.unit {
            Unit::Measure("time" | "months") if own.is_span && theirs.is_span => true,
            Unit::Money(_) | Unit::Measure(_) => are_given,
            Unit::Counted(_) => {
                let is_narrowed = self.narrows(own, other) != other.narrows(theirs, self);
                !is_narrowed || factor <= NEAR
            }
            _ => false,
        };
        if !is_told {
            return None;
        }
        let is_within = strange.is_empty() || their_strange.is_empty();
        if is_within && self.shares(own, other) {
            return Some(Compared::OneThing);
        }
        let stands_in = self.only_stands_in(own) || other.only_stands_in(theirs);
        (stands_in && matches!(own.amount.unit, Unit::Money(_)) && factor <= 2.0)
            .then_some(Compared::IfNamed)
    }

    /// The stems by which it says what its thing is, and that the other lacks.
    fn strange(&self, value: &Value, other: &Self, their_counted: &[usize]) -> Vec<&str> {
        let is_theirs = |word: &str| {
            let mut counted = their_counted.iter();
            counted.any(|at| {
                other
                    .sentence
                    .words
                    .get(*at)
                    .is_some_and(|own| own.stem == word)
            })
        };
        let places = 0..self.sentence.words.len();
        places
            .filter(|at| {
                !value.counted.contains(at)
                    && self.sentence.is_strange(*at, &other.sentence)
                    && self.names_thing(*at, &value.amount.unit)
            })
            .filter_map(|at| self.sentence.words.get(at))
            .map(|word| word.stem.as_str())
            .filter(|stem| !is_theirs(stem))
            .collect()
    }

    /// Whether both say something of one thing beside what is counted.
    fn shares(&self, value: &Value, other: &Self) -> bool {
        (0..self.sentence.words.len()).any(|at| {
            let word = self.sentence.words.get(at);
            word.is_some_and(|word| {
                word.is_content
                    && !value.counted.contains(&at)
                    && !Self::is_respect(&word.plain, &value.amount.unit)
                    && !DESCRIBES.contains(&word.plain.as_str())
                    && other.sentence.has(word)
            })
        })
    }

    /// Whether a word may say of what thing the value is: no verb, respect, speaker or light word.
    fn names_thing(&self, at: usize, unit: &Unit) -> bool {
        let word = self.sentence.plain(at);
        !Self::is_respect(word, unit)
            && !LIGHT.contains(&word)
            && !SPEAKS.contains(&word)
            && !NEUTRAL.contains(&word)
            && !STATES.contains(&word)
            && !TELLS.contains(&word)
            && !self.sentence.is_of_speaker(at)
    }

    /// Whether a word says in what respect a value of this unit is given.
    fn is_respect(word: &str, unit: &Unit) -> bool {
        let of: &[&[&str]] = match unit {
            Unit::Money(_) => OF_MONEY,
            Unit::Measure(_) => OF_SIZE,
            _ => &[],
        };
        of.iter().any(|words| words.contains(&word))
    }

    /// In what respects it gives a value.
    fn respects(&self, value: &Value) -> &[usize] {
        match value.amount.unit {
            Unit::Money(_) => &self.of_money,
            Unit::Measure(_) => &self.of_size,
            _ => &[],
        }
    }

    /// Whether it only counts, and counts nothing that the other speaks of.
    fn counts_others(&self, other: &Self) -> bool {
        !self.values.is_empty()
            && self.values.iter().all(|value| {
                let words = value.counted.iter();
                let mut words = words.filter_map(|at| self.sentence.words.get(*at));
                matches!(value.amount.unit, Unit::Counted(_))
                    && !words.any(|word| other.sentence.has(word))
            })
    }

    /// Whether it counts only some of the things that the other counts: `electric buses`, `buses`.
    fn narrows(&self, value: &Value, other: &Self) -> bool {
        let mut counted = value.counted.iter();
        counted.any(|at| {
            !is_anybody(self.sentence.plain(*at)) && self.sentence.is_strange(*at, &other.sentence)
        })
    }

    /// Whether it names its thing only by a noun that stands for what was named before: `the programme will cost`.
    fn only_stands_in(&self, value: &Value) -> bool {
        let named = (0..self.sentence.words.len()).filter(|at| {
            let is_content = self
                .sentence
                .words
                .get(*at)
                .is_some_and(|word| word.is_content);
            is_content
                && !value.counted.contains(at)
                && self.names_thing(*at, &value.amount.unit)
                && !DESCRIBES.contains(&self.sentence.plain(*at))
        });
        let named: Vec<&str> = named.map(|at| self.sentence.plain(at)).collect();
        !named.is_empty() && named.iter().all(|word| STANDS_FOR.contains(word))
    }

    /// The stems of what it names as the thing of a sum of money.
    pub(crate) fn thing(&self) -> impl Iterator<Item = &str> {
        let places = 0..self.sentence.words.len();
        let named = places.filter(|at| {
            let is_content = self
                .sentence
                .words
                .get(*at)
                .is_some_and(|word| word.is_content);
            let word = self.sentence.plain(*at);
            is_content
                && self.names_thing(*at, &Unit::Money(""))
                && !DESCRIBES.contains(&word)
                && !STANDS_FOR.contains(&word)
        });
        named
            .filter_map(|at| self.sentence.words.get(at))
            .map(|word| word.stem.as_str())
    }
}

/// Whether a word says in what respect a sum or a size is given.
pub(crate) fn is_respect(word: &str) -> bool {
    let mut all = OF_MONEY.iter().chain(OF_SIZE);
    all.any(|words| words.contains(&word))
}

/// Parts of a thing, of which a value is not that of the whole.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "end", "edge", "part", "half", "side", "centre", "center", "middle", "top", "bottom", "mouth", "shore", "tip", "section", "corner", "point", "peak", "base",
];

/// Verbs that count the dead, whichever way they are told.
const DEATHS: &[&str] = &["killed", "kills", "died", "dies", "perished", "dead"];

impl Sentence {
    /// Whether the sum at a place is a part of what something costs: `pays 45 million pounds of the cost`.
    fn is_of_the_cost(&self, at: usize) -> bool {
        /// Words of a sum behind its figure: `million pounds`.
        const UNIT: usize = 3;
        let costs = OF_MONEY.first();
        (at + 1..=at + UNIT).any(|of| {
            self.plain(of) == "of"
                && matches!(self.plain(of + 1), "the" | "its" | "their")
                && costs.is_some_and(|costs| costs.contains(&self.plain(of + 2)))
        })
    }

    /// Whether it begins with a part of what it goes on to speak of: `At its northern end, the lake`.
    fn begins_with_part(&self) -> bool {
        const REACH: usize = 5;
        let is_opened = matches!(self.plain(0), "at" | "in" | "near" | "on" | "towards");
        let is_own = |at: usize| matches!(self.plain(at), "its" | "the" | "their");
        let mut places = 1..self.words.len().min(REACH);
        // The deepest point of a lake is where it is as deep as it is.
        let is_utmost = |at: usize| self.before(at).ends_with("est");
        is_opened && is_own(1) && places.any(|at| PARTS.contains(&self.plain(at)) && !is_utmost(at))
    }

    fn has_stem(&self, wanted: &str) -> bool {
        self.words.iter().any(|word| word.stem == wanted)
    }

    /// Whether an amount is only what another is held against: `more than the 96 million`, `of the 110 buses`, `up from 19`.
    fn is_compared_with(&self, at: usize) -> bool {
        const REACH: usize = 3;
        let before = (at.saturating_sub(REACH)..at)
            .rev()
            .map(|at| self.plain(at));
        let mut before = before.skip_while(|word| matches!(*word, "the" | "an" | "a" | "about"));
        let last = before.next();
        let is_left =
            last == Some("from") && before.next().is_some_and(|word| CHANGES.contains(&word));
        is_left
            || matches!(last, Some("than" | "against" | "versus"))
            || self.before(at) == "the" && at >= 2 && self.plain(at - 2) == "of"
            || self.before(at) == "which"
    }

    /// The amount of which another is a part, with its place: `52 of the 110 buses`. What the whole counts, the part does.
    fn whole_behind(
        &self,
        at: usize,
        amount: &Amount,
        all: &[(usize, Amount)],
    ) -> Option<(usize, Amount)> {
        let is_of =
            self.plain(at + 1) == "of" && matches!(self.plain(at + 2), "the" | "its" | "all");
        let (whole, of) = all.iter().find(|(whole, _)| *whole == at + 3)?;
        let is_whole = is_of && amount.unit == Unit::Bare && matches!(of.unit, Unit::Counted(_));
        is_whole.then(|| {
            let unit = of.unit.clone();
            (
                *whole,
                Amount {
                    unit,
                    ..amount.clone()
                },
            )
        })
    }

    /// Reads an amount at a place, and what it counts behind another: the whole's, where it is a part.
    fn value(&self, at: usize, noun: usize, amount: Amount) -> Value {
        const NOUNS: usize = 3;
        let end = (noun..self.words.len())
            .find(|&place| !self.words.get(place).is_some_and(|word| word.is_amount))
            .unwrap_or(self.words.len());
        let counted = match &amount.unit {
            Unit::Counted(nouns) => (end..self.words.len().min(end + NOUNS + 1))
                .take_while(|&place| {
                    self.words
                        .get(place)
                        .is_some_and(|word| !word.is_cut && word.is_content)
                        || self.plain(place) == "of"
                        || self.plain(place) == "the"
                })
                .take(nouns.len().max(1))
                .filter(|&place| self.is_content(place))
                .collect(),
            _ => Vec::new(),
        };
        // What is counted ends where a verb tells of it: `19 ships sank`.
        let verb = counted
            .iter()
            .skip(1)
            .position(|&place| is_verb(self.plain(place)))
            .map(|at| at + 1);
        let counted: Vec<usize> = match verb {
            Some(verb) => counted.into_iter().take(verb).collect(),
            None => counted,
        };
        Value {
            deed: self.deed(at, end, &counted),
            each: self.each(end),
            is_span: matches!(self.before(at), "of" | "for")
                || matches!(
                    self.before(at),
                    "lasted" | "lasts" | "lasting" | "took" | "takes" | "take"
                ),
            amount,
            counted,
        }
    }

    /// The verb right before an amount, or that of which it is the subject.
    fn deed(&self, at: usize, end: usize, counted: &[usize]) -> Option<String> {
        const REACH: usize = 8;
        let mut before = at;
        let is_least =
            |at: usize| self.before(at) == "at" && matches!(self.plain(at), "least" | "most");
        while before > 0 && (is_filler(self.before(before)) || is_least(before)) {
            before -= 1;
        }
        let place = before.checked_sub(1).filter(|&place| {
            let is_cut = self.words.get(before).is_none_or(|word| word.is_cut);
            !is_cut
                && place > 0
                && self.is_content(place)
                && !self.words.get(place).is_some_and(|word| word.is_capital)
        });
        let from = counted.last().map_or(end, |last| last + 1);
        let subject_of = || {
            let reach = from..self.words.len().min(from + REACH);
            let mut clause = reach.take_while(|&place| {
                let is_open = self.words.get(place).is_some_and(|word| !word.is_cut);
                is_open && !matches!(self.plain(place), "who" | "which" | "that" | "and" | "but")
            });
            let first = clause.next()?;
            if is_verb(self.plain(first)) {
                return Some(first);
            }
            let is_being = |place: &usize| {
                matches!(
                    self.plain(*place),
                    "is" | "are" | "was" | "were" | "been" | "be"
                )
            };
            let being = Some(first)
                .filter(|first| is_being(first))
                .or_else(|| clause.find(is_being))?;
            (being + 1..self.words.len().min(being + 3)).find(|&place| is_verb(self.plain(place)))
        };
        let begins = place.is_none()
            && (before == 0
                || self.before(before) == "there"
                || self.words.get(before).is_some_and(|word| word.is_cut));
        let verb = place.or_else(|| begins.then(subject_of).flatten())?;
        let word = self.plain(verb);
        let is_plain = NEUTRAL.contains(&word)
            || SPEAKS.contains(&word)
            || DESCRIBES.contains(&word)
            || is_respect(word)
            || is_of_people(word);
        let is_death = DEATHS.contains(&word);
        (!is_plain).then(|| if is_death { stem("killed") } else { stem(word) })
    }

    /// What an amount is given for each of: `per hectare`, `a year`, `apiece`.
    fn each(&self, end: usize) -> Option<String> {
        const REACH: usize = 3;
        (end..self.words.len().min(end + REACH)).find_map(|at| match self.plain(at) {
            "per" => Some(stem(self.plain(at + 1))),
            "a" | "an" | "each" | "every" if TIMES.contains(&self.plain(at + 1)) => {
                Some(stem(self.plain(at + 1)))
            }
            "each" | "apiece" => Some(stem("each")),
            _ => None,
        })
    }

    /// Whether a word belongs to who says it: `the water company puts the bill at`, `, the auditor warns`, `according to the guild`.
    fn is_of_speaker(&self, at: usize) -> bool {
        const REACH: usize = 6;
        let is_open = |place: usize| self.words.get(place).is_some_and(|word| !word.is_cut);
        let verb = (at + 1..self.words.len().min(at + REACH))
            .take_while(|&place| is_open(place) && !HELPING_VERBS.contains(&self.plain(place)))
            .find(|&place| {
                SPEAKS.contains(&self.plain(place)) || TELLS.contains(&self.plain(place))
            });
        let begins = |verb: usize| {
            let start = (0..=at).rev().find(|&place| place == 0 || !is_open(place));
            start.is_some_and(|start| {
                (start..verb).all(|place| {
                    let word = self.plain(place);
                    !PREPOSITIONS.contains(&word)
                        || matches!(word, "of" | "at" | "in" | "on" | "with")
                })
            })
        };
        let named_after = || {
            let start = (0..at)
                .rev()
                .take(REACH)
                .take_while(|&place| is_open(place + 1))
                .find(|&place| self.plain(place) == "to");
            start.is_some_and(|to| self.before(to) == "according")
        };
        verb.is_some_and(begins) || named_after()
    }
}

/// How many times the smaller of two amounts the larger is.
fn factor(a: &Amount, b: &Amount) -> f64 {
    let (a, b) = (
        f64::midpoint(a.low, a.high).abs(),
        f64::midpoint(b.low, b.high).abs(),
    );
    a.max(b) / a.min(b).max(f64::MIN_POSITIVE)
}

fn is_verb(word: &str) -> bool {
    (word.ends_with("ed") && word.len() > 4 || is_past(word)) && !OPENS.contains(&word)
}

/// Words that may stand between a verb and its amount.
fn is_filler(word: &str) -> bool {
    #[rustfmt::skip]
    const FILLERS: &[&str] = &[
        "about", "around", "some", "only", "just", "nearly", "almost", "roughly", "approximately", "over", "least", "most", "up", "more", "fewer",
        "less", "than", "a", "an", "total", "of", "as", "many", "much", "the", "another", "further",
    ];
    FILLERS.contains(&word)
}

#[cfg(test)]
mod tests;
