//! Signs: what a sentence says to be otherwise than before, whatever it calls the thing, and which older sentences it may mean.
//!
//! Who reports a change writes for readers of the news: `The true total is 17,215`, `The four-day rule is scrapped`. The words of the sentence that holds no more
//! are not in that. A sign says of what kind the change is, so that an older sentence can be asked whether it holds anything of this kind; which of several is
//! meant is for the caller to find by what surrounds both.

use super::coming::is_to_come;
use super::decisions::decision;
use super::leaving::{holds_office, leads_at};
use super::reversed;
use crate::check::conflicts::offices::OFFICES;
use crate::check::conflicts::values::is_the_very_value;
use crate::check::language::irregular::is_past;
use crate::check::language::names::{Name, names};
use crate::check::language::numbers::{Date, Quantity, Unit, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Lexicon;
use crate::check::meaning::deeds::{is_same_deed, names_deed};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::undone::{INTENTIONS, makes};

/// What a sentence says to have changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Sign {
    /// This value holds no more, or never did: `46 per cent, and not 38 per cent as we announced`.
    NotTheValue(Quantity),
    /// This value is the right one, or the last: `The true total is 17,215`.
    TheValue(Quantity),
    /// Something has this day now: `The new opening day is 12 October`.
    NewDay(Date),
    /// What was decided, planned or in force is so no more: `The four-day rule is scrapped`. Where it is told what that was to do, it is meant alone: `rename`, in
    /// `dropped its plan to rename the tram`.
    Ended(Option<String>),
    /// It tells what had happened by this day, in ISO 8601.
    Happened(String),
    /// What was not allowed is allowed: `Bathing is permitted again`.
    AllowedAgain,
    /// What was said is not so: `This was untrue`.
    Untrue,
    /// A whole document is taken back: `We retract the article`.
    Retracted,
    /// Somebody is no more what they were: `parted ways with Darnell Pruitt`.
    Left(Name),
    /// Somebody holds this office now: `takes over the post of chief executive`.
    Holds(String),
}

/// What a sentence says to have changed; mostly nothing.
#[must_use]
pub fn signs(text: &str) -> Vec<Sign> {
    let reading = Reading::learnt(text, &mut Lexicon::default());
    let told = Told {
        found: quantities(text),
        reading: &reading,
    };
    let mut all = told.values();
    all.extend(told.new_day());
    let places = 0..reading.words.len();
    if let Some(at) = places.clone().find(|at| told.ends_at(*at)) {
        all.push(Sign::Ended(told.deed_ended(at)));
    }
    if places.clone().any(|at| told.allows_again(at)) {
        all.push(Sign::AllowedAgain);
    }
    if places.clone().any(|at| told.retracts(at)) {
        all.push(Sign::Retracted);
    } else if places.clone().any(|at| told.is_called_untrue(at)) {
        all.push(Sign::Untrue);
    }
    all.extend(told.who_left().into_iter().map(Sign::Left));
    all.extend(told.office_taken().map(Sign::Holds));
    all
}

/// An older sentence, read once for all signs.
pub struct Older<'t> {
    reading: Reading<'t>,
    found: Vec<Quantity>,
    is_to_come: bool,
    denies: bool,
}

impl<'t> Older<'t> {
    #[must_use]
    pub fn read(text: &'t str) -> Self {
        let reading = Reading::learnt(text, &mut Lexicon::default());
        Self {
            found: quantities(text),
            is_to_come: is_to_come(&reading),
            denies: reading.words.iter().any(|word| is_denying(word)),
            reading,
        }
    }

    fn says(&self, list: &[&str]) -> bool {
        let mut words = self.reading.words.iter();
        words.any(|word| list.contains(&word.as_str()))
    }

    /// Whether it tells something as to come, and each day that it gives is such a one.
    fn is_to_come_on(&self, is_such: impl Fn(Date) -> bool) -> bool {
        let mut dates = self.found.iter().filter_map(Quantity::date).peekable();
        self.is_to_come && dates.peek().is_some() && dates.all(is_such)
    }
}

impl Sign {
    /// Whether an older sentence holds what the sign says to have changed.
    #[must_use]
    pub fn may_mean(&self, old: &Older<'_>) -> bool {
        let reading = &old.reading;
        match self {
            Self::NotTheValue(value) => old.found.iter().any(|own| is_value(own, value)),
            Self::TheValue(value) => is_other_value(&old.found, value),
            Self::NewDay(date) => old.is_to_come_on(|own| !own.is_compatible(*date)),
            Self::Happened(date) => old.is_to_come_on(|own| is_over(own, date)),
            Self::Ended(deed) => {
                let tells = |deed: &String| {
                    let mut words = reading.words.iter();
                    words.any(|word| is_same_deed(word, deed) || names_deed(word, deed))
                };
                deed.as_ref().is_none_or(tells)
                    && !old.denies
                    && reversed::read(reading).is_none()
                    && (old.is_to_come || decision(reading).is_some() || old.says(IN_FORCE))
            }
            Self::AllowedAgain => old.says(FORBIDS) || old.says(ADVISES) && old.denies,
            Self::Untrue => !old.denies,
            Self::Retracted => true,
            Self::Left(name) => {
                let mut known = names(reading.text).into_iter();
                known.any(|own| is_whole(&own, name)) && says_what_somebody_is(reading)
            }
            Self::Holds(office) => old.says(&[office]) && holds_office(reading),
        }
    }
}

/// What is in force by a sentence, or was ordered or promised by it.
#[rustfmt::skip]
const IN_FORCE: &[&str] = &[
    "must", "shall", "required", "requires", "require", "ordered", "orders", "obliged", "mandatory", "compulsory", "banned", "bans", "forbidden", "prohibited", "resolved",
    "granted", "pledged", "promised", "promises", "sentenced", "convicted", "fined", "awarded", "awards", "allowed", "permitted", "closed", "agreed",
];
const FORBIDS: &[&str] = &[
    "closed",
    "banned",
    "forbidden",
    "prohibited",
    "unsafe",
    "avoid",
    "off-limits",
    "suspended",
];
/// What only says when, which many sentences share.
#[rustfmt::skip]
pub(crate) const WHENS: &[&str] = &[
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "year", "month", "week", "day", "time",
    "today", "yesterday", "place", "plan", "planned", "new",
];
const ADVISES: &[&str] = &[
    "should",
    "must",
    "may",
    "do",
    "can",
    "allowed",
    "permitted",
    "safe",
];
const BE: &[&str] = &["is", "are", "was", "were", "be", "been", "being"];

/// Whether a name is all of another, or its last part: `Ansell` of `Captain Ruth Ansell`.
fn is_whole(own: &Name, other: &Name) -> bool {
    let last = |name: &Name| name.words.last().cloned();
    last(own).is_some() && last(own) == last(other)
}

/// Whether a sentence says what somebody is now, by a verb, or by an office beside their name in what tells nothing of before: what they did and said they did.
fn says_what_somebody_is(reading: &Reading<'_>) -> bool {
    let is_office = |at: usize| OFFICES.contains(&reading.word(at)) || reading.word(at) == "coach";
    let is_before = |at: usize| {
        let word = reading.word(at);
        word.ends_with("ed") && word.len() > 4 || is_past(word)
    };
    let mut places = 0..reading.words.len();
    let is_beside = places.clone().any(is_office) && !places.clone().any(is_before);
    holds_office(reading) || is_beside || places.any(|at| leads_at(reading, at))
}

/// Whether a sentence gives one value of a kind, another than this one, and not of another magnitude.
fn is_other_value(own: &[Quantity], value: &Quantity) -> bool {
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
fn is_value(own: &Quantity, named: &Quantity) -> bool {
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

/// A sentence and its values.
struct Told<'r, 't> {
    reading: &'r Reading<'t>,
    found: Vec<Quantity>,
}

impl Told<'_, '_> {
    fn word(&self, at: usize) -> &str {
        self.reading.word(at)
    }

    /// The word so many places before another.
    fn before(&self, at: usize, back: usize) -> &str {
        at.checked_sub(back).map_or("", |at| self.reading.word(at))
    }

    /// The place of the first word of a value.
    fn place(&self, value: &Quantity) -> Option<usize> {
        let mut spans = self.reading.spans.iter();
        spans.position(|span| span.end > value.span.start)
    }

    /// Which values it says to hold no more, and which to be right.
    fn values(&self) -> Vec<Sign> {
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

    /// Whether another value stands at a place.
    fn is_of_a_value(&self, at: usize) -> bool {
        let span = self.reading.spans.get(at).cloned().unwrap_or_default();
        self.found
            .iter()
            .any(|one| one.span.start < span.end && span.start < one.span.end)
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

    /// The day that something has now.
    fn new_day(&self) -> Option<Sign> {
        #[rustfmt::skip]
        const DAYS: &[&str] = &["day", "date", "opening", "start", "deadline", "timetable", "launch", "time", "term"];
        const PUT_OFF: &[&str] = &[
            "postpon",
            "delay",
            "reschedul",
            "deferr",
            "adjourn",
            "slipp",
        ];
        let all = || 0..self.reading.words.len();
        let is_new = |at: usize| {
            matches!(self.word(at), "new" | "revised" | "later")
                && (at + 1..=at + 2).any(|at| DAYS.contains(&self.word(at)))
        };
        let is_later = |at: usize| {
            let planned = matches!(
                self.word(at + 2),
                "planned"
                    | "announced"
                    | "expected"
                    | "scheduled"
                    | "promised"
                    | "first"
                    | "originally"
            );
            self.word(at) == "later" && self.word(at + 1) == "than" && planned
        };
        let is_put_off = |at: usize| PUT_OFF.iter().any(|front| self.word(at).starts_with(front));
        let is_not_before = |at: usize| {
            const REACH: usize = 7;
            let mut near = (1..=REACH)
                .filter_map(|back| at.checked_sub(back))
                .map(|at| self.word(at));
            let denied = |word: &str| {
                is_denying(word) || matches!(word, "wait" | "waits" | "waiting" | "earliest")
            };
            matches!(self.word(at), "until" | "till" | "before") && near.any(denied)
        };
        let is_instead = |at: usize| {
            self.word(at) == "but" && (1..=6).any(|back| self.before(at, back) == "not")
        };
        let is_moved = all().any(|at| {
            is_new(at) || is_later(at) || is_put_off(at) || is_not_before(at) || is_instead(at)
        });
        // The day that it had may stand before.
        let date = self
            .found
            .iter()
            .rev()
            .find_map(Quantity::date)
            .filter(|_| is_moved)?;
        Some(Sign::NewDay(date))
    }

    /// Whether something is said at a place to be at an end, or not to come.
    fn ends_at(&self, at: usize) -> bool {
        #[rustfmt::skip]
        const ENDED: &[&str] = &["scrapped", "abandon", "abandoned", "abolished", "repealed", "lifted", "shelved", "suspended", "overturned", "quashed", "annulled", "revoked", "rescinded", "cancelled", "canceled", "dropped"];
        let before = |back: usize| self.before(at, back);
        let is_open = (1..=3).any(|back| {
            is_denying(before(back))
                || matches!(
                    before(back),
                    "may" | "might" | "could" | "would" | "if" | "whether" | "should"
                )
        });
        let is_ended =
            ENDED.contains(&self.word(at)) || reversed::takes_back(self.reading, at).is_some();
        let is_none =
            self.word(at) == "no" && before(1) == "be" && matches!(before(2), "will" | "to");
        let is_off = self.word(at) == "not"
            && matches!(before(1), "will" | "shall")
            && matches!(
                (self.word(at + 1), self.word(at + 2)),
                ("go", "ahead")
                    | ("take", "place")
                    | ("be", "built" | "introduced" | "held")
                    | ("come" | "happen" | "proceed", _)
            );
        is_ended && !is_open || is_none || is_off
    }

    /// What it was to do that is told at a place to be at an end, where that makes nothing by which others are told: `dropped its plan to rename the tram`.
    fn deed_ended(&self, at: usize) -> Option<String> {
        const REACH: usize = 5;
        let to = (at + 1..=at + REACH).find(|at| self.word(*at) == "to")?;
        let is_of_plan = INTENTIONS.contains(&self.before(to, 1));
        let deed = self.word(to + 1);
        (is_of_plan && !makes(deed)).then(|| deed.to_owned())
    }

    fn allows_again(&self, at: usize) -> bool {
        #[rustfmt::skip]
        const ALLOWED: &[&str] = &["permitted", "allowed", "open", "opened", "reopened", "safe", "lifted", "resumed", "restored", "possible"];
        const REACH: usize = 3;
        let is_again = || (at + 1..=at + REACH).any(|at| self.word(at) == "again");
        let is_denied = (1..=2).any(|back| is_denying(self.before(at, back)));
        ALLOWED.contains(&self.word(at))
            && !is_denied
            && (is_again() || matches!(self.word(at), "lifted" | "reopened"))
            || self.word(at) == "longer"
                && self.before(at, 1) == "no"
                && FORBIDS.contains(&self.word(at + 1))
    }

    fn is_called_untrue(&self, at: usize) -> bool {
        #[rustfmt::skip]
        const UNTRUE: &[&str] = &["untrue", "false", "incorrect", "wrong", "mistaken", "erroneous", "fabricated", "forged", "invented", "unfounded"];
        const FAULTS: &[&str] = &[
            "mistake",
            "error",
            "mix-up",
            "mixup",
            "hoax",
            "invention",
            "misunderstanding",
        ];
        const RESTED: &[&str] = &["cited", "relied", "used", "trusted"];
        let before = |back: usize| self.before(at, back);
        let is_denied = (1..=3).any(|back| is_denying(before(back)));
        let is_led = |reach: usize| (1..=reach).any(|back| BE.contains(&before(back)));
        let is_untrue = UNTRUE.contains(&self.word(at)) && is_led(3) && !is_denied;
        // `Is unaffected by the error` calls nothing one.
        let is_one = matches!(before(1), "a" | "an" | "in");
        let rests = (2..=4).any(|back| matches!(before(back), "based" | "rested" | "due"));
        let is_mix_up = self.word(at) == "mix" && self.word(at + 1) == "up";
        let is_named = FAULTS.contains(&self.word(at)) || is_mix_up;
        let is_fault = is_named && is_one && (rests || is_led(3)) && !is_denied;
        let is_not = matches!(self.word(at), "true" | "so" | "correct")
            && before(1) == "not"
            && BE.contains(&before(2));
        let should = matches!(before(3), "should" | "must" | "may");
        let is_unfit =
            RESTED.contains(&self.word(at)) && before(1) == "be" && is_denying(before(2)) && should;
        let is_without = self.word(at) == "evidence"
            && before(1) == "no"
            && (2..=5).any(|back| BE.contains(&before(back)));
        is_untrue || is_fault || is_not || is_unfit || is_without
    }

    fn retracts(&self, at: usize) -> bool {
        const RETRACTS: &[&str] = &[
            "retract",
            "retracts",
            "retracted",
            "withdraw",
            "withdraws",
            "withdrawn",
            "withdrew",
        ];
        const REACH: usize = 4;
        #[rustfmt::skip]
        const TEXTS: &[&str] = &["article", "report", "paper", "study", "story", "notice", "statement", "claim", "allegation", "publication", "letter", "alert", "warning"];
        if !RETRACTS.contains(&self.word(at))
            || (1..=3).any(|back| is_denying(self.before(at, back)))
        {
            return false;
        }
        let is_text = |at: usize| {
            TEXTS.contains(&self.word(at))
                && matches!(
                    self.before(at, 1),
                    "this" | "the" | "our" | "its" | "that" | "their"
                )
                // `Its statement that one in nine was late` is only that.
                && self.word(at + 1) != "that"
        };
        let behind = (at + 1..=at + REACH).any(is_text);
        let is_passive = (1..=3).any(|back| BE.contains(&self.before(at, back)));
        behind || is_passive && (0..at).any(is_text)
    }

    /// Who is told to be no more what they were.
    fn who_left(&self) -> Option<Name> {
        const REACH: usize = 5;
        #[rustfmt::skip]
        const LEAVES: &[&str] = &["resigned", "resigns", "quit", "quits", "retired", "retires", "died", "dismissed", "sacked", "fired", "ousted", "departs", "departed", "leaves"];
        #[rustfmt::skip]
        const OF_ANOTHER: &[&str] = &["resignation", "departure", "dismissal", "sacking", "retirement", "death", "dismissed", "sacked", "fired", "ousted", "succeeds", "succeeded", "replaces", "replaced", "replacing", "succeeding"];
        let people = names(self.reading.text);
        let starts = |at: usize, name: &Name| {
            let first = name.words.last()?;
            (at..=at + REACH).find(|place| self.word(*place) == first.as_str())
        };
        let is_open = |at: usize| (1..=3).any(|back| is_denying(self.before(at, back)));
        people.into_iter().find(|name| {
            (0..self.reading.words.len()).any(|at| {
                let word = self.word(at);
                let is_parted = matches!(word, "ways" | "company")
                    && matches!(self.before(at, 1), "parted" | "parts" | "part");
                let of_them =
                    (OF_ANOTHER.contains(&word) || is_parted) && starts(at + 1, name).is_some();
                let goes = LEAVES.contains(&word)
                    || matches!(word, "stepped" | "steps" | "stepping" | "stands" | "stood")
                        && matches!(self.word(at + 1), "down" | "aside")
                    || word == "left"
                        && matches!(self.word(at + 1), "his" | "her" | "their" | "the")
                        && matches!(
                            self.word(at + 2),
                            "post" | "office" | "job" | "company" | "board" | "club"
                        );
                let by_them = goes
                    && at.checked_sub(REACH).map_or(0, |from| from) <= at
                    && (at.saturating_sub(REACH)..at).any(|place| {
                        name.words
                            .last()
                            .is_some_and(|last| self.word(place) == last.as_str())
                    });
                (of_them || by_them) && !is_open(at)
            })
        })
    }

    /// The office that somebody has taken.
    fn office_taken(&self) -> Option<String> {
        const REACH: usize = 7;
        let takes = |at: usize| {
            let word = self.word(at);
            let next = self.word(at + 1);
            matches!(
                word,
                "becomes" | "became" | "appointed" | "elected" | "named"
            ) || matches!(word, "takes" | "took" | "taken") && next == "over"
                || matches!(word, "is" | "are") && next == "now"
                || matches!(word, "new") && OFFICES.contains(&next)
        };
        let is_denied = |at: usize| (1..=3).any(|back| is_denying(self.before(at, back)));
        let verb = (0..self.reading.words.len()).find(|at| takes(*at) && !is_denied(*at))?;
        let mut behind = verb + 1..=verb + REACH;
        let office =
            behind.find(|at| OFFICES.contains(&self.word(*at)) && self.word(*at) != "chief")?;
        Some(self.word(office).to_owned())
    }
}

/// Whether a time is past on a date.
fn is_over(own: Date, date: &str) -> bool {
    let (month, day) = (own.month.unwrap_or(12), own.day.unwrap_or(28));
    own.year
        .is_some_and(|year| format!("{year:04}-{month:02}-{day:02}").as_str() <= date)
}

/// Whether a sentence tells what has happened, or how something is now, and nothing that is still to come.
#[must_use]
pub fn tells_what_happened(text: &str) -> bool {
    let reading = Reading::learnt(text, &mut Lexicon::default());
    let mut words = reading.words.iter();
    let tells = words.any(|word| {
        word.ends_with("ed") && word.len() > 4
            || is_past(word)
            || matches!(word.as_str(), "has" | "have" | "was" | "were")
    });
    tells && !is_to_come(&reading) && !reading.words.iter().any(|word| is_denying(word))
}

#[cfg(test)]
mod tests;
