//! Singles: what a thing has one of. Two sentences that say the same of it but for that cannot both be true.
//!
//! A thing has one hour at which it opens on a day, stands in one street, and is of one version; what happened in one season of a year did not happen in another,
//! and who recommends one option recommends no other. What each sentence has there is read and left out; the rest has to be the same.

use std::ops::Range;

use super::apart::are_told_apart;
use super::kinds::Difference;
use super::slots::Sentence;
use super::values::count_otherwise;
use crate::check::index::{are_other_years, years};
use crate::check::language::names::names;
use crate::check::language::numbers::{Quantity, Unit, WEEKDAYS, quantities};
use crate::check::language::only;
use crate::check::language::terms::{plain, stem, words};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::seasons::season;

/// What a sentence says a thing has, with the place where it says so.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Single {
    value: Held,
    span: Range<usize>,
}

#[derive(Debug, Clone, PartialEq)]
enum Held {
    /// Minutes after midnight, of an hour that may be before noon or after it the one before; and the stem of what is done then.
    Hour(f64, String),
    /// Its months.
    Season([u32; 4]),
    Street(String),
    Option(String),
    /// A number that counts nothing: of a version, on a scale.
    Number(f64),
    /// What is known by a number, as its noun, and that: `port 80`.
    Numbered(String, f64),
}

impl Held {
    fn differs(&self, other: &Self) -> bool {
        const HALF_A_DAY: f64 = 720.0;
        match (self, other) {
            (Self::Hour(own, deed), Self::Hour(theirs, other)) => {
                deed == other && (own - theirs).abs() % HALF_A_DAY > 0.5
            }
            (Self::Season(own), Self::Season(theirs)) => own != theirs,
            (Self::Street(own), Self::Street(theirs))
            | (Self::Option(own), Self::Option(theirs)) => own != theirs,
            (Self::Number(own), Self::Number(theirs)) => own.total_cmp(theirs).is_ne(),
            (Self::Numbered(noun, own), Self::Numbered(other, theirs)) => {
                noun == other && own.total_cmp(theirs).is_ne()
            }
            _ => false,
        }
    }

    fn difference(&self) -> Difference {
        match self {
            Self::Hour(..) | Self::Season(_) | Self::Number(_) | Self::Numbered(..) => {
                Difference::Value
            }
            Self::Street(_) | Self::Option(_) => Difference::Name,
        }
    }
}

/// What a sentence says a thing has; of two of one kind neither.
pub(crate) fn singles(text: &str) -> Vec<Single> {
    let found = quantities(text);
    let spans: Vec<Range<usize>> = words(text).collect();
    let text = Text {
        text,
        all: spans
            .into_iter()
            .filter_map(|span| Some((plain(text.get(span.clone())?), span)))
            .collect(),
    };
    [
        text.hour(&found),
        text.season(),
        text.street(),
        text.option(),
        text.number(&found),
        text.numbered(&found),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// In what two sentences differ that say the same but for what their thing has one of. `have_titles` says whether each document has a title of its own: its
/// numbers are then those of what it is about.
pub(crate) fn single_difference(
    (own, theirs): (&[Single], &[Single]),
    texts: (&str, &str),
    have_titles: impl Fn() -> bool,
) -> Option<Difference> {
    own.iter().find_map(|own| {
        let mut same = theirs.iter();
        let theirs = same.find(|theirs| own.value.differs(&theirs.value))?;
        let rest = |text: &str, span: &Range<usize>| {
            let (before, behind) = (text.get(..span.start), text.get(span.end..));
            [before.unwrap_or_default(), behind.unwrap_or_default()].join(" ")
        };
        let (a, b) = (rest(texts.0, &own.span), rest(texts.1, &theirs.span));
        let is_same = match own.value {
            Held::Hour(..) => days(&a) == days(&b) && say_the_same(&a, &b, Same::Mostly),
            Held::Numbered(..) => say_the_same(&a, &b, Same::Either),
            Held::Number(_) => say_the_same(&a, &b, Same::Wholly) && !have_titles(),
            _ => say_the_same(&a, &b, Same::Mostly),
        };
        is_same.then(|| own.value.difference())
    })
}

/// How much of two texts is to be the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Same {
    Wholly,
    Mostly,
    /// Most of the one; the other may go on.
    Either,
}

/// Whether two texts say the same of the same: most of their words, or all, and nothing that the other says otherwise.
fn say_the_same(a: &str, b: &str, how: Same) -> bool {
    const FEW: usize = 2;
    let read = (Sentence::read(a), Sentence::read(b));
    let says = |own: &Sentence, other: &Sentence| {
        // `The default port` of a server is the one that it has.
        let content = own.words.iter();
        let content = content.filter(|word| word.is_content && word.plain != "default");
        let (mut all, mut shared) = (0, 0);
        for word in content {
            all += 1;
            shared += usize::from(other.has(word));
        }
        (all, shared)
    };
    let ((all, shared), (their_all, their_shared)) =
        (says(&read.0, &read.1), says(&read.1, &read.0));
    let is_same = if how == Same::Wholly {
        shared == all && their_shared == their_all && all > FEW
    } else {
        let is_most = |all: usize, shared: usize| shared >= FEW && 4 * shared >= 3 * all;
        let is_half = 2 * shared >= all && 2 * their_shared >= their_all;
        (is_half || how == Same::Either)
            && (is_most(all, shared) || is_most(their_all, their_shared))
    };
    let (own, theirs) = (quantities(a), quantities(b));
    let is_of_others = || {
        are_other_years(&years(&own), &years(&theirs))
            || count_otherwise(&own, &theirs)
            || names_beside(a, b) && names_beside(b, a)
            || are_told_apart(a, b)
    };
    is_same && !is_of_others()
}

/// Whether a text names what another has no word of.
fn names_beside(text: &str, other: &str) -> bool {
    let other = other.to_lowercase();
    names(text).iter().any(|name| {
        let mut all = name.words.iter();
        !all.any(|word| other.contains(word.as_str()))
    })
}

/// The days of a week that a text speaks of.
fn days(text: &str) -> Vec<String> {
    #[rustfmt::skip]
    const OTHER: &[&str] = &["weekday", "weekend", "daily", "holiday", "everyday", "summer", "winter", "spring", "autumn"];
    let all = words(text)
        .filter_map(|span| text.get(span))
        .map(|word| plain(word).trim_end_matches('s').to_owned());
    let mut days: Vec<String> = all
        .filter(|word| WEEKDAYS.contains(&word.as_str()) || OTHER.contains(&word.as_str()))
        .collect();
    days.sort();
    days.dedup();
    days
}

/// A sentence as its words in lower case, with their places.
struct Text<'t> {
    text: &'t str,
    all: Vec<(String, Range<usize>)>,
}

impl Text<'_> {
    fn word(&self, at: usize) -> &str {
        self.all.get(at).map_or("", |(word, _)| word.as_str())
    }

    /// `Opens at 10`, `closes at 18:00`.
    fn hour(&self, found: &[Quantity]) -> Option<Single> {
        #[rustfmt::skip]
        const VERBS: &[&str] = &[
            "open", "opens", "opened", "close", "closes", "closed", "shut", "shuts", "start", "starts", "started", "begin", "begins", "began", "end", "ends",
            "ended",
        ];
        const REACH: usize = 3;
        const HOUR: f64 = 60.0;
        let hours = found.iter().filter_map(|quantity| {
            let amount = quantity.amount()?;
            let minutes = match &amount.unit {
                Unit::Label(label) if matches!(label.as_str(), "time" | "clock") => amount.low,
                Unit::Bare if amount.low >= 1.0 && amount.low <= 24.0 => amount.low * HOUR,
                _ => return None,
            };
            let at = self.place(quantity.span.start)?;
            let preposition = at.checked_sub(1).filter(|&at| self.word(at) == "at")?;
            let verb = (preposition.saturating_sub(REACH)..preposition)
                .rev()
                .map(|at| self.word(at))
                .find(|word| VERBS.contains(word))?;
            amount.low.total_cmp(&amount.high).is_eq().then(|| Single {
                value: Held::Hour(minutes, stem(verb)),
                span: quantity.span.clone(),
            })
        });
        only(hours)
    }

    fn place(&self, start: usize) -> Option<usize> {
        self.all.iter().position(|(_, span)| span.start >= start)
    }

    /// `In spring 2021`: of a year only, for others have their own.
    fn season(&self) -> Option<Single> {
        let found = season(self.text).filter(|_| !years(&quantities(self.text)).is_empty())?;
        Some(Single {
            value: Held::Season(found.months),
            span: found.span,
        })
    }

    /// `Stands in Mill Street`, `is at 12 Castle Road`.
    fn street(&self) -> Option<Single> {
        #[rustfmt::skip]
        const STREETS: &[&str] = &[
            "street", "road", "lane", "avenue", "square", "boulevard", "alley", "way", "terrace", "row", "crescent", "gate", "hill",
        ];
        #[rustfmt::skip]
        const STANDS: &[&str] = &[
            "is", "are", "was", "stands", "stood", "lies", "lay", "sits", "located", "situated", "based", "housed", "headquartered", "lives", "lived",
        ];
        let streets = names(self.text).into_iter().filter_map(|name| {
            let start = self.text.find(&name.text)?;
            let at = self.place(start)?;
            let is_street = name.words.len() >= 2
                && name
                    .words
                    .last()
                    .is_some_and(|last| STREETS.contains(&last.as_str()));
            // The number of a house may stand before its street.
            let is_numbered = self.word(at.checked_sub(1)?).starts_with(char::is_numeric);
            let place = if is_numbered { at - 1 } else { at };
            let preposition = place.checked_sub(1)?;
            let is_in = matches!(self.word(preposition), "in" | "at" | "on");
            let stands = STANDS.contains(&self.word(preposition.checked_sub(1)?));
            (is_street && is_in && stands).then(|| Single {
                span: start..start + name.text.len(),
                value: Held::Street(name.words.join(" ")),
            })
        });
        only(streets)
    }

    /// `Recommends option B`.
    fn option(&self) -> Option<Single> {
        #[rustfmt::skip]
        const NOUNS: &[&str] = &[
            "option", "variant", "alternative", "scenario", "proposal", "plan", "scheme", "route", "design", "site", "model", "bid", "layout", "candidate",
        ];
        #[rustfmt::skip]
        const CHOOSES: &[&str] = &[
            "recommend", "recommends", "recommended", "chose", "chooses", "chosen", "prefer", "prefers", "preferred", "favour", "favours", "favoured", "favor",
            "favors", "favored", "select", "selects", "selected", "adopted", "picked", "proposed", "proposes", "backed", "backs", "advises", "advised", "won",
        ];
        let has = |is: &dyn Fn(&String) -> bool| self.all.iter().any(|(word, _)| is(word));
        if !has(&|word| CHOOSES.contains(&word.as_str()))
            || has(&|word| is_denying(word) || word == "against" || word.starts_with("reject"))
        {
            return None;
        }
        let options = (1..self.all.len()).filter_map(|at| {
            let (_, span) = self.all.get(at)?;
            let letter = self.text.get(span.clone())?;
            let is_letter =
                letter.len() == 1 && letter.starts_with(|own: char| own.is_ascii_uppercase());
            (is_letter && NOUNS.contains(&self.word(at - 1))).then(|| Single {
                value: Held::Option(letter.to_owned()),
                span: span.clone(),
            })
        });
        only(options)
    }

    /// `The port of the server is 80`, `listens on port 80`: of one only.
    fn numbered(&self, found: &[Quantity]) -> Option<Single> {
        #[rustfmt::skip]
        const NOUNS: &[&str] = &["port", "room", "platform", "gate", "channel", "track", "pier", "dock", "lane", "runway", "exit", "berth", "extension"];
        let numbers = found.iter().filter_map(|quantity| {
            let amount = quantity.amount()?;
            let at = self.place(quantity.span.start)?;
            let before = at.checked_sub(1)?;
            let is_said = matches!(self.word(before), "is" | "was");
            let noun = if is_said {
                (0..before).find(|&place| NOUNS.contains(&self.word(place)))
            } else {
                Some(before).filter(|&place| NOUNS.contains(&self.word(place)))
            };
            let noun = noun?;
            // `Gate 3 of the lock is 12 metres wide`.
            let is_number =
                amount.low.fract() == 0.0 && matches!(amount.unit, Unit::Bare | Unit::Label(_));
            is_number.then(|| Single {
                value: Held::Numbered(self.word(noun).to_owned(), amount.low),
                span: quantity.span.clone(),
            })
        });
        only(numbers)
    }

    /// `Is 1.65`.
    fn number(&self, found: &[Quantity]) -> Option<Single> {
        let numbers = found.iter().filter_map(|quantity| {
            let amount = quantity
                .amount()
                .filter(|amount| amount.unit == Unit::Bare && amount.firm)?;
            let at = self.place(quantity.span.start)?.checked_sub(1)?;
            let is_said = matches!(self.word(at), "is" | "was" | "are" | "were");
            is_said.then(|| Single {
                value: Held::Number(amount.low),
                span: quantity.span.clone(),
            })
        });
        only(numbers).filter(|_| found.len() == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: Option<Difference>) {
        let (own, theirs) = (singles(a), singles(b));
        let found = single_difference((&own, &theirs), (a, b), || false);
        assert_eq!(found, expected, "{a} / {b}");
        let back = single_difference((&theirs, &own), (b, a), || false);
        assert_eq!(back, expected, "{b} / {a}");
    }

    #[test]
    fn a_hall_opens_at_one_hour_on_a_day() {
        let ten = "The town hall opens at 10 on Mondays.";
        let nine = "On Mondays the town hall opens at 9.";
        check(ten, nine, Some(Difference::Value));
        check(ten, "The town hall opens at 9 on Fridays.", None);
        check(ten, "The town hall opens at 9.", None);
        check(ten, "The town hall opens at 10 a.m. on Mondays.", None);
        check(ten, "The town hall closes at 9 on Mondays.", None);
        check(
            "The ferry office closes at 18:00.",
            "The ferry office closes at 4.30 p.m.",
            Some(Difference::Value),
        );
        check(
            "The ferry office closes at 18:00.",
            "The ferry office closes at 6.",
            None,
        );
    }

    #[test]
    fn what_was_in_one_season_of_a_year_was_in_no_other() {
        let spring = "The bridge at Keld was painted in spring 2021.";
        let autumn = "The bridge at Keld was painted only in the autumn of 2021.";
        check(spring, autumn, Some(Difference::Value));
        check(
            spring,
            "The bridge at Keld was painted in autumn 2019.",
            None,
        );
        check(
            spring,
            "The bridge at Orsa was painted in autumn 2021.",
            None,
        );
        check(
            "In spring 2021 the farm sold 30 tonnes of hops.",
            "In autumn 2021 the farm sold 45 tonnes of hops.",
            None,
        );
        check("Hops are sold in spring.", "Hops are sold in autumn.", None);
    }

    #[test]
    fn a_house_stands_in_one_street_and_one_option_is_recommended() {
        let mill = "The dental practice is in Mill Street.";
        check(
            mill,
            "The dental practice is in Castle Road.",
            Some(Difference::Name),
        );
        check(mill, "The dental school is in Castle Road.", None);
        check(
            mill,
            "The dental practice was founded in Castle Road.",
            None,
        );
        let own = "The engineers recommend option B for the lock at Orsa.";
        check(
            own,
            "For the lock at Orsa the engineers recommended option C.",
            Some(Difference::Name),
        );
        check(
            own,
            "The engineers recommend option C for the lock at Keld.",
            None,
        );
        check(
            own,
            "The farmers recommend option C for the lock at Orsa.",
            None,
        );
    }

    #[test]
    fn one_thing_is_of_one_version() {
        let old = "The oldest supported Keld version is 1.65.";
        check(
            old,
            "The oldest supported Keld version is 1.80.",
            Some(Difference::Value),
        );
        check(old, "The newest Keld version is 1.80.", None);
        check(old, "The oldest supported Keld version is 1.65.", None);
    }
}
