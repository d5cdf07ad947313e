//! Kinds of conflict: what two sentences that do not agree are to each other [V3].
//!
//! Which sentences do not agree is found elsewhere (see `conflicts`); here a pair is read for what explains the difference. Only what nothing explains
//! is a contradiction: one side may speak of a part of what the other speaks of, both may be estimates, or what the one says has moved on since.

use super::changed::changes_from;
use super::denied::denies_flatly;
use super::due::{are_due_otherwise, tells_of_what_is_to_come};
use super::events::{event_difference, events};
use super::recurring::recurs_and_never;
use super::slots::Sentence;
use super::spread::bound_otherwise;
use super::values::{corrects, sets_right};
use crate::check::language::names::names;
use crate::check::language::numbers::{Amount, Date, Quantity, Unit, quantities};
use crate::check::language::terms::{is_stop_word, plain, plain_words, words};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConflictKind {
    /// Both cannot be true.
    Contradiction,
    /// What held at one date and no more at a later one.
    SupersededByDate,
    /// One speaks of a part of what the other speaks of.
    DifferentScope,
    /// Estimates that lie apart, as estimates do.
    SpreadOfEstimates,
}

/// In what two sentences differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Difference {
    /// They give different values for one thing.
    Value,
    /// They name another place, day or doer for one event.
    Name,
    /// One says that something rose, is allowed or holds; the other says the opposite.
    Direction,
}

impl ConflictKind {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Contradiction => "contradiction",
            Self::SupersededByDate => "superseded by date",
            Self::DifferentScope => "different scope",
            Self::SpreadOfEstimates => "spread of estimates",
        }
    }

    /// The kind of a pair of sentences that differ so. `dates_differ` says whether one document is known to be newer than the other: what is so now may
    /// have changed between them, what happened once has not.
    #[must_use]
    pub fn of(difference: Difference, a: &str, b: &str, dates_differ: bool) -> Self {
        let sides = [Side::read(a), Side::read(b)];
        let both = |is: fn(&Side) -> bool| sides.iter().all(is);
        let one = |is: fn(&Side) -> bool| sides.iter().filter(|side| is(side)).count() == 1;
        let moved_on = |side: &Side| side.says(MOVED_ON) || side.is_as_of();
        let is_changed = one(Side::replaces)
            || changes_from(a, b)
            || changes_from(b, a)
            || now_corrects(a, b)
            || now_corrects(b, a);
        if !is_changed && difference == Difference::Value && are_one_event_of_two_days(&sides, a, b)
        {
            return Self::Contradiction;
        }
        if is_changed || have_moved_on(&sides) || is_then_and_now(&sides) {
            return Self::SupersededByDate;
        }
        if sets_right(&quantities(a), &quantities(b), (a, b)) {
            return Self::Contradiction;
        }
        if difference == Difference::Value && dates_differ && are_due_otherwise(a, b) {
            return Self::SupersededByDate;
        }
        if difference == Difference::Name {
            // An office has another holder later on; an event is what it was.
            let has_passed = dates_differ && both(|side| side.says(HOLDS));
            return if has_passed {
                Self::SupersededByDate
            } else {
                Self::Contradiction
            };
        }
        if recurs_and_never((a, b)) {
            return Self::Contradiction;
        }
        // An event of which two sentences tell was found to be one.
        let is_of_scope =
            || has_other_scope(a, b) && event_difference(&events(a), &events(b)).is_none();
        let is_flat = difference == Difference::Direction
            && denies_flatly(&Sentence::read(a), &Sentence::read(b));
        if is_flat {
            // What is denied stands in the other as it is, whatever else each says.
        } else if is_of_scope()
            || is_of_some_only(&sides)
            || is_of_a_sort_only(&sides)
            || is_part_of_time(&sides)
            || difference == Difference::Value && are_of_other_samples(&sides)
            || difference == Difference::Direction
                && one(|side| side.says(CONDITIONS))
                && !sides.iter().any(|side| side.says(&["default"]))
        {
            return Self::DifferentScope;
        }
        let are_bounds = || bound_otherwise(&quantities(a), &quantities(b));
        if difference == Difference::Value
            && !are_bounds()
            && (both(|side| side.says(ESTIMATES) || side.is_approximate()) && lie_near(&sides, 2.0)
                || both(Side::is_of_one_sample) && lie_near(&sides, 2.0)
                || both(|side| side.says(FORECASTS)) && lie_near(&sides, 10.0))
        {
            return Self::SpreadOfEstimates;
        }
        // What both say of one and the same date has not changed between them.
        let dates_differ = dates_differ && !are_of_one_date(&sides);
        let is_state = difference == Difference::Value && both(|side| side.says(STATES));
        if dates_differ && (sides.iter().any(moved_on) || is_state) {
            return Self::SupersededByDate;
        }
        Self::Contradiction
    }
}

/// Whether an older sentence says that something has not come about yet, and a newer one when it did.
pub(crate) fn has_come_about_since(old: &str, new: &str) -> bool {
    let (old, new) = (Side::read(old), Side::read(new));
    let mut pairs = old.words.windows(2);
    let is_not_yet = pairs.any(|pair| {
        let [helping, denial] = pair else {
            return false;
        };
        matches!(helping.as_str(), "has" | "have")
            && matches!(denial.as_str(), "not" | "never" | "yet")
    });
    is_not_yet
        && old.dates.is_empty()
        && new.dates.iter().any(|date| date.year.is_some())
        && new.says(PAST)
}

/// The dates as of which a sentence says that it holds: `as of May`, `at the end of 2023`; none where it says nothing of the kind.
pub(crate) fn as_of(text: &str) -> Vec<Date> {
    let side = Side::read(text);
    if side.is_as_of() {
        side.dates
    } else {
        Vec::new()
    }
}

/// Whether each of two sentences gives the state as of dates of its own, which are not the other's.
pub(crate) fn are_as_of_others(a: &[Date], b: &[Date]) -> bool {
    !a.is_empty()
        && !b.is_empty()
        && a.iter()
            .all(|date| b.iter().all(|other| !date.is_compatible(*other)))
}

/// Whether one side says how it is now, and the other how it was.
fn is_then_and_now(sides: &[Side; 2]) -> bool {
    let [a, b] = sides;
    a.says(NOW) && !a.says(BEFORE) && (b.says(BEFORE) || b.says(PAST)) && !b.says(NOW)
        || b.says(NOW) && !b.says(BEFORE) && (a.says(BEFORE) || a.says(PAST)) && !a.says(NOW)
}

/// Whether two sentences tell by themselves that what the one says was so before the other: by their dates, or as what is now and what was.
pub(crate) fn tells_the_change(a: &str, b: &str) -> bool {
    let sides = [Side::read(a), Side::read(b)];
    have_moved_on(&sides) || is_then_and_now(&sides)
}

/// Whether a text says how something is at present.
pub(crate) fn tells_a_state(text: &str) -> bool {
    let side = Side::read(text);
    side.says(STATES) || side.says(NOW)
}

/// Whether a text says that something is now so instead of as the other has it.
fn now_corrects(text: &str, other: &str) -> bool {
    Side::read(text).says(NOW) && corrects(text, &quantities(text), &quantities(other))
}

/// Whether the first of two sentences that differ is the newer one by its own words; `None` where they do not tell.
pub(crate) fn is_newer_in_words(text: &str, other: &str) -> Option<bool> {
    let is_newer =
        |text: &str, other: &str| now_corrects(text, other) || replaces(text) && !replaces(other);
    match (is_newer(text, other), is_newer(other, text)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// Whether two sentences give the same date, as far as they give it.
pub(crate) fn tell_of_one_date(a: &str, b: &str) -> bool {
    are_of_one_date(&[Side::read(a), Side::read(b)])
}

/// Whether both sides give the same date, as far as they give it.
fn are_of_one_date(sides: &[Side; 2]) -> bool {
    let [a, b] = sides;
    !a.dates.is_empty() && a.dates.iter().all(|date| b.dates.contains(date))
}

/// Whether a sentence says that its value replaces an older one.
pub(crate) fn replaces(text: &str) -> bool {
    Side::read(text).replaces()
}

fn have_moved_on(sides: &[Side; 2]) -> bool {
    let [a, b] = sides;
    a.is_as_of() && b.is_as_of() && are_as_of_others(&a.dates, &b.dates)
}

/// One of the two sentences as it bears on its kind.
struct Side {
    words: Vec<String>,
    dates: Vec<Date>,
    amounts: Vec<Amount>,
}

impl Side {
    fn read(text: &str) -> Self {
        let found = quantities(text);
        Self {
            words: words(text)
                .filter_map(|span| text.get(span))
                // The month is no `may`.
                .filter(|word| *word != "May")
                .map(plain)
                .collect(),
            dates: found.iter().filter_map(Quantity::date).collect(),
            amounts: found.iter().filter_map(Quantity::amount).cloned().collect(),
        }
    }

    fn says(&self, list: &[&str]) -> bool {
        self.words.iter().any(|word| list.contains(&word.as_str()))
    }

    /// Whether it gives its value as what was found among some: `one survey`, `another study`, `in our sample`. Others find another.
    fn is_of_one_sample(&self) -> bool {
        #[rustfmt::skip]
        const SAMPLES: &[&str] = &[
            "survey", "poll", "sample", "study", "trial", "cohort", "questionnaire", "review", "analysis", "team", "experiment", "panel",
        ];
        #[rustfmt::skip]
        const ONE: &[&str] = &["one", "another", "a", "our", "their", "second", "separate", "further", "other", "recent", "earlier", "later"];
        const REACH: usize = 3;
        (1..self.words.len()).any(|at| {
            let is_sample = self
                .words
                .get(at)
                .is_some_and(|word| SAMPLES.contains(&word.as_str()));
            let before = self
                .words
                .get(at.saturating_sub(REACH)..at)
                .unwrap_or_default();
            is_sample && before.iter().any(|word| ONE.contains(&word.as_str()))
        })
    }

    /// Whether it says that its value replaces an older one: `the revised toll`, `the correct value is`.
    fn replaces(&self) -> bool {
        let mut pairs = self.words.windows(2);
        self.says(REPLACES)
            || pairs
                .any(|pair| matches!(pair, [the, correct] if the == "the" && correct == "correct"))
    }

    fn gives_a_day(&self) -> bool {
        self.dates.iter().any(|date| date.month.is_some())
    }

    fn is_approximate(&self) -> bool {
        // `P < 0.001` estimates nothing.
        let mut amounts = self.amounts.iter();
        amounts.any(|amount| amount.approximate && amount.unit != Unit::Bare)
    }

    /// Whether the sentence says at which date it holds: `as of May`, `at the end of 2023`, `by 2024`.
    fn is_as_of(&self) -> bool {
        let phrase = |words: &[&str]| {
            self.words
                .windows(words.len())
                .any(|window| window.iter().zip(words).all(|(own, word)| own == word))
        };
        !self.dates.is_empty()
            && (phrase(&["as", "of"]) || phrase(&["as", "at"]) || phrase(&["end", "of"]))
    }
}

/// Whether just one of two sentences says of which place or group it holds: a name after a word such as "in", which the other does not have.
pub(crate) fn has_other_scope(a: &str, b: &str) -> bool {
    const SCOPES: &[&str] = &["in", "for", "at", "across", "within", "among"];
    let scoped = |own: &str, other: &str| {
        let other = other.to_lowercase();
        names(own).into_iter().any(|name| {
            let before = own.find(&name.text).and_then(|at| own.get(..at));
            let word = before
                .unwrap_or_default()
                .split_whitespace()
                .rev()
                .find(|word| !word.eq_ignore_ascii_case("the"))
                .unwrap_or_default();
            SCOPES.contains(&word.to_lowercase().as_str())
                && name
                    .words
                    .iter()
                    .any(|word| word.contains(char::is_alphabetic))
                && !name.words.iter().any(|word| other.contains(word.as_str()))
        })
    };
    scoped(a, b) != scoped(b, a) || are_of_other_groups(a, b)
}

/// Whether the one speaks of one group, and the other of another.
fn are_of_other_groups(a: &str, b: &str) -> bool {
    #[rustfmt::skip]
    const GROUPS: &[(&[&str], &[&str])] = &[
        (&["adult", "adults"], &["child", "children", "minors", "adolescents"]), (&["men", "males"], &["women", "females"]), (&["boys"], &["girls"]),
        (&["city", "cities", "urban", "towns"], &["country", "countryside", "rural", "villages", "nationwide", "national", "region"]),
        (&["humans", "people", "patients"], &["mice", "rats", "animals"]), (&["employees", "employed"], &["self", "freelancers"]), (&["public"], &["private"]),
        (&["smokers"], &["nonsmokers"]), (&["domestic"], &["foreign", "international", "abroad"]), (&["young", "younger"], &["old", "older", "elderly"]),
        (&["north", "northern"], &["south", "southern"]), (&["east", "eastern"], &["west", "western"]), (&["households"], &["firms", "companies", "businesses"]),
    ];
    let read = |text: &str| -> Vec<String> { plain_words(text).collect() };
    let (own, theirs) = (read(a), read(b));
    let only = |words: &[String], of: &[&str], without: &[&str]| {
        let has = |group: &[&str]| words.iter().any(|word| group.contains(&word.as_str()));
        has(of) && !has(without)
    };
    GROUPS.iter().any(|(one, other)| {
        only(&own, one, other) && only(&theirs, other, one)
            || only(&own, other, one) && only(&theirs, one, other)
    })
}

/// Whether just one of two sentences says that it holds of some only, for a part of the time, or without some: `among women`, `in summer`, `excluding aviation`.
fn is_of_some_only(sides: &[Side; 2]) -> bool {
    const REACH: usize = 3;
    const NARROWS: &[&str] = &["among", "amongst", "excluding", "except", "excepting"];
    #[rustfmt::skip]
    const PARTS: &[&str] = &["summer", "winter", "spring", "autumn", "weekend", "weekends", "nights", "mornings", "holidays", "peak"];
    let [a, b] = sides;
    let is_of_some = |own: &Side, other: &Side| {
        let is_foreign = |word: &String| !is_stop_word(word) && !other.words.contains(word);
        own.words.iter().enumerate().any(|(at, word)| {
            let mut behind = own.words.iter().skip(at + 1).take(REACH);
            NARROWS.contains(&word.as_str()) && behind.any(is_foreign)
                || PARTS.contains(&word.as_str()) && !other.words.contains(word)
        })
    };
    is_of_some(a, b) != is_of_some(b, a)
}

/// Whether each of two sentences gives what a survey or study of its own found, of others than the other: `of 1,150 residents`, `of 640 members of the club`.
fn are_of_other_samples(sides: &[Side; 2]) -> bool {
    const SAMPLES: &[&str] = &[
        "survey",
        "poll",
        "sample",
        "study",
        "trial",
        "questionnaire",
        "census",
    ];
    let [a, b] = sides;
    let sample = |side: &Side| -> Option<Vec<String>> {
        let at = side.words.windows(2).position(
            |pair| matches!(pair, [sample, of] if of == "of" && SAMPLES.contains(&sample.as_str())),
        )?;
        let mut behind = side.words.iter().skip(at + 2);
        let number = behind.next()?;
        let is_number = number.starts_with(|first: char| first.is_ascii_digit());
        is_number.then(|| behind.next().map(|noun| vec![number.clone(), noun.clone()]))?
    };
    sample(a)
        .zip(sample(b))
        .is_some_and(|(own, theirs)| own.iter().zip(&theirs).all(|(own, theirs)| own != theirs))
}

/// Whether two sentences tell of one event that has happened, on other days: it did on one, whenever that is told.
fn are_one_event_of_two_days(sides: &[Side; 2], a: &str, b: &str) -> bool {
    let happened = !tells_of_what_is_to_come(a) && !tells_of_what_is_to_come(b);
    happened
        && sides.iter().all(Side::gives_a_day)
        && event_difference(&events(a), &events(b)) == Some(Difference::Value)
}

/// Whether just one of two sentences narrows a noun of both to a sort: `on residential roads`, `on all roads`. `The new bridge` may be `the bridge`.
fn is_of_a_sort_only(sides: &[Side; 2]) -> bool {
    const OF: &[&str] = &["in", "for", "at", "on", "of", "among"];
    const ANY: &[&str] = &["all", "every", "any", "most", "each"];
    let [a, b] = sides;
    let is_in = |word: &str, list: &[&str]| list.contains(&word);
    let is_of_all = |other: &Side, noun: &str| {
        other.words.windows(2).any(|pair| {
            matches!(pair, [before, own] if own == noun && (is_in(before, OF) || is_in(before, ANY)))
        })
    };
    let is_of_a_sort = |own: &Side, other: &Side| {
        own.words.windows(3).any(|three| {
            let [before, sort, noun] = three else {
                return false;
            };
            is_in(before, OF)
                && noun.ends_with('s')
                && !is_stop_word(noun)
                && !is_stop_word(sort)
                && sort.starts_with(char::is_alphabetic)
                && !other.words.contains(sort)
                && is_of_all(other, noun)
        })
    };
    is_of_a_sort(a, b) != is_of_a_sort(b, a)
}

/// Whether one sentence speaks of a year and the other of a month or a day of it.
fn is_part_of_time(sides: &[Side; 2]) -> bool {
    let [a, b] = sides;
    let is_part = |own: &Side, whole: &Side| {
        own.dates.iter().any(|part| {
            part.month.is_some()
                && whole.dates.iter().any(|date| {
                    date.month.is_none() && date.year.is_some() && date.year == part.year
                })
        })
    };
    is_part(a, b) || is_part(b, a)
}

/// Whether some amount of one side is within a factor of one of the other, as estimates of one thing are.
fn lie_near(sides: &[Side; 2], factor: f64) -> bool {
    let [a, b] = sides;
    a.amounts.iter().any(|own| {
        b.amounts.iter().any(|other| {
            let (least, most) = (
                own.high.abs().min(other.high.abs()),
                own.low.abs().max(other.low.abs()),
            );
            own.unit.counts_same(&other.unit) && most <= factor * least
        })
    })
}

/// Words by which a value says that it replaces an older one.
#[rustfmt::skip]
const REPLACES: &[&str] = &[
    "revised", "updated", "corrected", "restated", "superseded", "supersedes", "amended", "reassessed", "recalculated", "anymore",
];

/// Words by which a sentence holds for its time.
#[rustfmt::skip]
const MOVED_ON: &[&str] = &[
    "now", "since", "currently", "today", "presently", "nowadays", "meanwhile", "longer", "latest", "until", "formerly", "previously", "still",
];

/// Words by which a sentence says how it is at present.
const NOW: &[&str] = &[
    "now",
    "currently",
    "today",
    "presently",
    "nowadays",
    "latest",
    "since",
];

/// Words by which a sentence says that it was so before.
const BEFORE: &[&str] = &[
    "formerly",
    "previously",
    "originally",
    "initially",
    "once",
    "until",
    "earlier",
];
const PAST: &[&str] = &["was", "were", "had"];

/// Verbs by which somebody holds an office.
const HOLDS: &[&str] = &["is", "remains", "ist", "est"];

/// Verbs of what lasts until it changes.
#[rustfmt::skip]
const STATES: &[&str] = &[
    "is", "are", "has", "have", "stands", "stand", "totals", "holds", "hold", "employs", "employ", "operates", "operate", "serves", "serve", "runs", "run",
    "lives", "live", "owns", "own", "costs", "charges", "pays", "earns", "takes", "needs", "uses", "amounts", "covers",
];

/// What holds under a condition does not contradict what holds without it.
const CONDITIONS: &[&str] = &["without", "if", "unless", "when", "otherwise", "except"];

/// Words by which a sentence gives its value as an estimate.
#[rustfmt::skip]
const ESTIMATES: &[&str] = &[
    "estimate", "estimates", "estimated", "estimation", "forecast", "forecasts", "expect", "expects", "expected", "projected",
    "projection", "about", "around", "roughly", "approximately", "nearly", "almost", "likely", "could", "may", "might", "circa", "predicts",
    "predict", "predicted", "predicting", "projects", "projecting", "anticipates", "anticipated", "expecting", "forecasting", "estimating", "reckons", "guidance",
    "consensus", "outlook", "analyst", "analysts", "forecaster", "forecasters", "economists", "pencilled", "modelled", "modeled",
];

/// Words by which a sentence tells what somebody thinks is to come. Such values lie farther apart than those of what has been.
#[rustfmt::skip]
const FORECASTS: &[&str] = &[
    "forecast", "forecasts", "forecasting", "forecaster", "forecasters", "expect", "expects", "expected", "expecting", "projected", "projection", "projects",
    "projecting", "predicts", "predict", "predicted", "predicting", "anticipates", "anticipated", "outlook", "guidance", "consensus", "analyst", "analysts",
    "economists", "sees", "target", "targets",
];

#[cfg(test)]
mod tests;
