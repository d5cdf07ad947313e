//! Events: what happens to a thing once, and when, where and by whom two sentences say that it did.
//!
//! A thing is opened, bought or born once. Two sentences that give one such event to one thing, and another year, place or doer to the event, cannot both be
//! true, though they share no amount and no opposite.

use std::ops::Range;

use super::event_words::{AGENTS, CLASSES, Class, PLANNED, class_of};
use super::kinds::Difference;
use super::occasions::{OF_TIME, When, occasions};
use crate::check::language::irregular::is_past;
use crate::check::language::names::{Name, names};
use crate::check::language::numbers::{Amount, Unit, WEEKDAYS, quantities};
use crate::check::language::terms::{is_stop_word, plain, stem, words};

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Deed {
    /// Told by a word of a class.
    Known(usize),
    /// Told by the participle behind `will be`, as its stem.
    Planned(String),
}

impl Deed {
    fn class(&self) -> Option<&'static Class> {
        match self {
            Self::Known(at) => CLASSES.get(*at),
            Self::Planned(_) => Some(&PLANNED),
        }
    }
}

/// One event of a sentence.
#[derive(Debug)]
pub(crate) struct Event {
    deed: Deed,
    dates: Vec<When>,
    weekday: Option<String>,
    place: Option<Name>,
    doer: Option<Name>,
    /// Stems of what else the sentence says, without the date, the place and the doer.
    about: Vec<String>,
    /// Names among these.
    others: Vec<Name>,
    /// The whole sentence in lower case.
    lower: String,
}

/// In what two sentences differ about one event, if they do.
pub(crate) fn event_difference(own: &[Event], theirs: &[Event]) -> Option<Difference> {
    event_difference_amid(own, theirs, [&|_: &Name| false, &|_: &Name| false])
}

/// The same, with what tells of each of the two whether a name stands before it: `the ferry` is then the one that the other calls by it.
pub(crate) fn event_difference_amid(
    own: &[Event],
    theirs: &[Event],
    are_named: [&dyn Fn(&Name) -> bool; 2],
) -> Option<Difference> {
    own.iter().find_map(|own| {
        let mut same = theirs.iter().filter(|other| other.deed == own.deed);
        same.find_map(|other| own.difference(other, are_named))
    })
}

impl Event {
    fn difference(
        &self,
        other: &Self,
        are_named: [&dyn Fn(&Name) -> bool; 2],
    ) -> Option<Difference> {
        let class = self.deed.class()?;
        if !self.is_of_the_same(other, are_named) {
            return None;
        }
        let differ = |own: &Option<Name>, theirs: &Option<Name>| match (own, theirs) {
            (Some(own), Some(theirs)) => is_another(own, theirs),
            _ => false,
        };
        // Two may do each their own first time.
        let are_of_two = !class.done && differ(&self.doer, &other.doer);
        if are_of_two {
            return None;
        }
        if let ([own], [theirs]) = (self.dates.as_slice(), other.dates.as_slice())
            && own.excludes(*theirs)
        {
            let is_dated = own.date.year.is_some() || own.date.month.is_some();
            let is_same_year = is_dated && own.date.year == theirs.date.year;
            return (class.once || is_same_year).then_some(Difference::Value);
        }
        // Whoever did it at another time did another such deed.
        let are_other_times = !self.dates.is_empty()
            && !other.dates.is_empty()
            && self
                .dates
                .iter()
                .all(|own| other.dates.iter().all(|theirs| own.excludes(*theirs)));
        if are_other_times && !class.once {
            return None;
        }
        let days = self.weekday.as_ref().zip(other.weekday.as_ref());
        if differ(&self.place, &other.place)
            || class.done && differ(&self.doer, &other.doer)
            || days.is_some_and(|(own, theirs)| own != theirs)
        {
            return Some(Difference::Name);
        }
        None
    }

    /// What it is about beside another event: a place or a doer that only it gives may be what the other is about.
    fn about_beside(&self, other: &Self) -> Vec<String> {
        let place = self.place.iter().filter(|_| other.place.is_none());
        let doer = self.doer.iter().filter(|_| other.doer.is_none());
        let names = place.chain(doer).flat_map(|name| &name.words);
        let names = names
            .map(|word| stem(word))
            .filter(|stem| other.about.contains(stem));
        self.about.iter().cloned().chain(names).collect()
    }

    /// Whether both speak of one thing: the smaller of the two is about hardly anything that the other is not about, and no name stands against another.
    fn is_of_the_same(
        &self,
        other: &Self,
        [is_named, is_named_there]: [&dyn Fn(&Name) -> bool; 2],
    ) -> bool {
        let (own, theirs) = (self.about_beside(other), other.about_beside(self));
        let (few, many) = if own.len() <= theirs.len() {
            (own, theirs)
        } else {
            (theirs, own)
        };
        let shared = few.iter().filter(|stem| many.contains(stem));
        let shared = shared.count();
        // What is about nothing else may say little of it: `until 2030, when the last one will be withdrawn`.
        let is_within = shared >= 2 && shared == few.len();
        let is_alike = shared >= 1
            && 3 * shared >= 2 * few.len()
            && (2 * shared >= many.len() || is_within && 3 * shared >= many.len());
        let stray = |own: &Self, other: &Self, is_named: &dyn Fn(&Name) -> bool| {
            own.others.iter().any(|name| {
                let is_there = |word: &String| other.lower.contains(word.as_str());
                let is_own = |theirs: &Name| own.others.iter().any(|own| own.matches(theirs));
                let is_meant =
                    || other.others.iter().all(is_own) && other.refers_back() && is_named(name);
                !name.words.iter().any(is_there) && !is_meant()
            })
        };
        is_alike && !stray(self, other, is_named_there) && !stray(other, self, is_named)
    }
}

impl Event {
    /// Whether its sentence begins with what those before it tell.
    fn refers_back(&self) -> bool {
        const REFERS: &[&str] = &["the ", "this ", "it ", "its "];
        REFERS.iter().any(|word| self.lower.starts_with(word))
    }
}

/// Whether two names are none of one thing: each has a word that the other lacks, and neither is the other's initials.
fn is_another(own: &Name, other: &Name) -> bool {
    let lacks = |own: &Name, other: &Name| own.words.iter().any(|word| !other.words.contains(word));
    let is_short = own.acronym || other.acronym;
    lacks(own, other) && lacks(other, own) && !(is_short && own.matches(other))
}

/// The events of a sentence.
pub(crate) fn events(text: &str) -> Vec<Event> {
    let spans: Vec<Range<usize>> = words(text).collect();
    let all: Vec<&str> = spans
        .iter()
        .filter_map(|span| text.get(span.clone()))
        .collect();
    let lower: Vec<String> = all.iter().map(|word| plain(word)).collect();
    let found = quantities(text);
    let is_amount = |amount: &Amount| !matches!(amount.unit, Unit::Label(_));
    let has_amounts = found.iter().any(|one| one.amount().is_some_and(is_amount));
    let at_event = at_events(&lower, has_amounts);
    if at_event.is_empty() {
        return Vec::new();
    }
    let dates = occasions(text, &found);
    let named = names(text);
    at_event
        .iter()
        .map(|(at, deed)| {
            let at = *at;
            let from = spans.get(at).map_or(0, |span| span.start);
            let next = at_event.iter().find(|(other, _)| *other > at);
            let to = next
                .and_then(|(next, _)| spans.get(*next))
                .map_or(text.len(), |span| span.start);
            let behind: Vec<When> = dates
                .iter()
                .filter(|(place, _)| (from..to).contains(place))
                .map(|(_, when)| *when)
                .collect();
            let dates = if behind.is_empty() && at_event.len() == 1 {
                dates.iter().map(|(_, when)| *when).collect()
            } else {
                behind
            };
            let follows = |prepositions: &[&str]| {
                let place = (at + 1..(at + 7).min(lower.len()))
                    .take_while(|&place| spans.get(place).is_some_and(|span| span.start < to))
                    .find(|&place| {
                        lower
                            .get(place)
                            .is_some_and(|word| prepositions.contains(&word.as_str()))
                            && begins_name(&all, place + 1)
                    })?;
                named_at(&named, text, spans.get(place)?.end)
            };
            let is_passive = at
                .checked_sub(1)
                .and_then(|before| lower.get(before))
                .is_some_and(|word| BE.contains(&word.as_str()));
            let nearest = at.checked_sub(1).and_then(|before| spans.get(before));
            let credited = || credited(text, &spans, (&all, &lower), &named, at);
            let doer = follows(&["by"]).or_else(credited).or_else(|| {
                let before = named.first().filter(|_| !is_passive)?;
                covers(text, before, nearest?).then(|| before.clone())
            });
            let word = lower.get(at).map_or("", String::as_str);
            let before = || subject_before(&all, &lower, &named, at);
            let doer = doer.or_else(|| before().filter(|_| AGENTS.contains(&word)));
            let place = follows(&["in", "at", "into"])
                .or_else(|| before().filter(|_| word.starts_with("host")));
            let is_told = |word: &str| {
                [&place, &doer]
                    .into_iter()
                    .flatten()
                    .any(|name| name.words.iter().any(|own| own == word))
            };
            // `Lifted off` is told by both words.
            let is_event = |place: usize| {
                let is_at = |at: usize| at_event.iter().any(|(own, _)| *own == at);
                let is_off = lower.get(place + 1).is_some_and(|next| next == "off");
                is_at(place) || is_off && is_at(place + 1)
            };
            // `Ida Lind, born in Bruges, studied in Paris`: what is behind the aside is of another event.
            let end = aside(text, &spans, at).unwrap_or(text.len());
            let about = lower
                .iter()
                .enumerate()
                .filter(|(place, word)| {
                    let is_within = spans.get(*place).is_some_and(|span| span.start < end);
                    is_within && !is_event(*place) && !is_told(word) && says_of_what(word)
                })
                .map(|(_, word)| stem(word))
                .collect();
            let others = named
                .iter()
                .filter(|name| Some(*name) != place.as_ref() && Some(*name) != doer.as_ref())
                .filter(|name| text.find(&name.text).is_some_and(|at| at < end))
                .cloned()
                .collect();
            Event {
                deed: deed.clone(),
                dates,
                weekday: weekday(&lower),
                place,
                doer,
                about,
                others,
                lower: text.to_lowercase(),
            }
        })
        .collect()
}

/// Words by which a deed is put down to somebody.
const LENDS: &[&str] = &[
    "credit",
    "credited",
    "belong",
    "belongs",
    "attributed",
    "ascribed",
    "due",
    "goes",
];

fn weekday(lower: &[String]) -> Option<String> {
    let mut words = lower.iter();
    words
        .find(|word| WEEKDAYS.contains(&word.as_str()))
        .cloned()
}

/// Whether a word may say to what something happens: not when it does, nor who is given the credit.
fn says_of_what(word: &str) -> bool {
    !LENDS.contains(&word)
        && !is_stop_word(word)
        && !OF_TIME.contains(&word)
        && !word.starts_with(|first: char| first.is_ascii_digit())
}

/// To whom a deed is put down: `the invention belongs to Ada Lind`.
fn credited(
    text: &str,
    spans: &[Range<usize>],
    (all, lower): (&[&str], &[String]),
    named: &[Name],
    at: usize,
) -> Option<Name> {
    let word = |at: usize| lower.get(at).map_or("", String::as_str);
    let place = (at + 1..lower.len()).find(|&place| {
        word(place) == "to" && LENDS.contains(&word(place - 1)) && begins_name(all, place + 1)
    })?;
    named_at(named, text, spans.get(place)?.end)
}

/// Where the aside ends that a word right behind a comma begins.
fn aside(text: &str, spans: &[Range<usize>], at: usize) -> Option<usize> {
    let gap = |at: usize| -> Option<&str> {
        text.get(spans.get(at.checked_sub(1)?)?.end..spans.get(at)?.start)
    };
    let end =
        (at + 1..spans.len()).find(|&place| gap(place).is_some_and(|gap| gap.contains(',')))?;
    let begins = gap(at).is_some_and(|gap| gap.contains(','));
    begins
        .then(|| spans.get(end).map(|span| span.start))
        .flatten()
}

/// The words that tell of an event, each with what it tells. What is planned with an amount is a forecast for a time.
fn at_events(lower: &[String], has_amounts: bool) -> Vec<(usize, Deed)> {
    let planned = |at: usize| planned(lower, at).filter(|_| !has_amounts);
    let deed = |at: usize| class_of(lower, at).map(Deed::Known).or_else(|| planned(at));
    let all = (0..lower.len()).filter_map(|at| Some((at, deed(at)?)));
    let mut all: Vec<(usize, Deed)> = all.collect();
    // `The closure took place` is told by the closure.
    let is_of_itself = |(at, _): &(usize, Deed)| lower.get(*at).is_some_and(|word| word != "place");
    if all.iter().any(is_of_itself) {
        all.retain(is_of_itself);
    }
    all
}

/// What is to be done by the word at a place: the participle behind `will be`, `is to be`.
fn planned(lower: &[String], at: usize) -> Option<Deed> {
    let word = lower.get(at)?;
    let before = |back: usize| {
        at.checked_sub(back)
            .and_then(|at| lower.get(at))
            .map_or("", String::as_str)
    };
    let is_to_come = before(1) == "be" && matches!(before(2), "will" | "to" | "shall");
    let is_participle = word.ends_with("ed") || is_past(word);
    let root = stem(word);
    (is_to_come && is_participle && !RECURS.contains(&word.as_str())).then_some(Deed::Planned(root))
}

/// What is done time and again, each time on another date.
#[rustfmt::skip]
const RECURS: &[&str] = &[
    "held", "paid", "published", "raised", "increased", "reduced", "lowered", "cut", "reviewed", "revised", "updated", "measured", "inspected", "repeated",
    "renewed", "produced", "sold", "used", "needed", "required", "made", "taken", "seen", "known", "expected", "based", "spent", "invested", "affected",
    "exceeded", "reached",
];

/// Whether a word of a text is one of a name's, where that stands first.
fn covers(text: &str, name: &Name, word: &Range<usize>) -> bool {
    let start = text.find(&name.text);
    start.is_some_and(|start| (start..start + name.text.len()).contains(&word.start))
}

/// Words that may stand between a name and what it does or is.
#[rustfmt::skip]
const BETWEEN: &[&str] = &[
    "is", "was", "will", "would", "to", "the", "a", "its", "be", "has", "had", "again", "also", "set", "going", "due",
];

/// The name before an event, small words apart; a lone capital at the start of the sentence is one too.
fn subject_before(all: &[&str], lower: &[String], named: &[Name], at: usize) -> Option<Name> {
    let is_between = |at: &usize| {
        lower
            .get(*at)
            .is_some_and(|word| BETWEEN.contains(&word.as_str()))
    };
    let nearest = (0..at).rev().find(|at| !is_between(at))?;
    let (word, surface) = (lower.get(nearest)?, all.get(nearest)?);
    let known = named.iter().find(|name| name.words.last() == Some(word));
    let is_lone = nearest == 0 && surface.starts_with(char::is_uppercase) && !is_stop_word(word);
    known.cloned().or_else(|| {
        is_lone.then(|| Name {
            text: (*surface).to_owned(),
            words: vec![word.clone()],
            acronym: false,
        })
    })
}

fn begins_name(all: &[&str], at: usize) -> bool {
    let word = |at: usize| all.get(at).copied().unwrap_or_default();
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    is_capital(word(at)) || word(at) == "the" && is_capital(word(at + 1))
}

/// The name that begins behind a place of the text, after an article at most.
fn named_at(named: &[Name], text: &str, at: usize) -> Option<Name> {
    const ARTICLE: usize = 6;
    named
        .iter()
        .find(|name| {
            text.get(at..)
                .and_then(|rest| rest.find(&name.text))
                .is_some_and(|gap| gap <= ARTICLE)
        })
        .cloned()
}

const BE: &[&str] = &["is", "are", "was", "were", "been", "being", "be"];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: Option<Difference>) {
        let (own, theirs) = (events(a), events(b));
        assert_eq!(event_difference(&own, &theirs), expected, "{a} / {b}");
        assert_eq!(event_difference(&theirs, &own), expected, "{b} / {a}");
    }

    #[test]
    fn one_event_with_another_date_place_or_doer_cannot_be() {
        check(
            "The quarry was closed in 1962.",
            "The quarry shut in 1971.",
            Some(Difference::Value),
        );
        check(
            "The sculptor Ada Lind was born in Malmo.",
            "Ada Lind, the sculptor, was born in Ystad.",
            Some(Difference::Name),
        );
        check(
            "The crater was discovered by Mira Holt.",
            "Jon Beck discovered the crater.",
            Some(Difference::Name),
        );
        check(
            "The thief was arrested in Ystad on Monday.",
            "The thief was arrested in Ystad on Sunday.",
            Some(Difference::Name),
        );
        check(
            "The baths reopen on 1 March.",
            "The baths will reopen on 22 March.",
            Some(Difference::Value),
        );
    }

    #[test]
    fn fires_first_times_and_works_are_events() {
        for (a, b, expected) in [
            (
                "The market of Orsa burned down in 1911.",
                "In 1913 fire destroyed the market of Orsa.",
                Some(Difference::Value),
            ),
            (
                "The mill in Orsa saw first light on 14 March 1998.",
                "First light at the mill in Orsa came on 2 June 1998.",
                Some(Difference::Value),
            ),
            (
                "The probe Orsa was launched on 9 August 2003.",
                "The probe Orsa lifted off on 12 August 2003.",
                Some(Difference::Value),
            ),
            (
                "The altar was carved by Ada Lind.",
                "Jon Beck carved the altar.",
                Some(Difference::Name),
            ),
            (
                "The valve was invented by Ada Lind.",
                "Credit for the invention of the valve belongs to Jon Beck.",
                Some(Difference::Name),
            ),
            (
                "Ada Lind was born in Malmo.",
                "Ada Lind, born in Ystad, studied in Paris.",
                Some(Difference::Name),
            ),
            (
                "Ada Lind coached Orsa in 2009.",
                "Jon Beck coached Orsa from 2012 to 2015.",
                None,
            ),
            (
                "The quay grew in the first half of 2019.",
                "The quay grew in the first half of 2021.",
                None,
            ),
        ] {
            check(a, b, expected);
        }
    }

    #[test]
    fn who_hosts_and_who_is_the_author_are_places_and_doers() {
        check(
            "The fair will take place in Malmo.",
            "Ystad will host the fair.",
            Some(Difference::Name),
        );
        check(
            "The opera was composed by Ada Lind.",
            "Jon Beck is the composer of the opera.",
            Some(Difference::Name),
        );
    }

    #[test]
    fn what_is_to_be_done_once_cannot_be_done_at_two_times() {
        for (a, b) in [
            (
                "The mast will be electrified in 2031.",
                "The mast is to be electrified in the second quarter of 2033.",
            ),
            (
                "The sluice will be finished in 2031.",
                "Completion of the sluice is not expected before 2034.",
            ),
            (
                "The levy takes effect in March 2031.",
                "The levy will come into force in June 2031.",
            ),
            (
                "The last barge will be withdrawn in December 2031.",
                "The guild plans to keep its barges until 2034, when the last barge will be withdrawn.",
            ),
            (
                "The sluice will be finished by 2031.",
                "The sluice will be finished in 2034.",
            ),
        ] {
            check(a, b, Some(Difference::Value));
        }
        for (a, b) in [
            (
                "The sluice will be finished by 2034.",
                "The sluice will be finished in 2031.",
            ),
            (
                "The sluice will not be finished before 2031.",
                "The sluice will be finished in 2034.",
            ),
            (
                "The fees will be raised in 2031.",
                "The fees will be raised in 2034.",
            ),
            (
                "The mast will be electrified in 2031.",
                "The mast will be painted in 2034.",
            ),
        ] {
            check(a, b, None);
        }
    }

    #[test]
    fn other_events_other_things_and_parts_of_a_date_are_no_conflict() {
        for (a, b) in [
            ("The quarry opened in 1931.", "The quarry closed in 1962."),
            ("The quarry closed in 1962.", "The harbour closed in 1971."),
            (
                "The quarry closed in 1962.",
                "The quarry closed in May 1962.",
            ),
            (
                "Keld will host the fair.",
                "The fair will take place in Keld.",
            ),
            ("Ada Lind was born in Malmo.", "Jon Beck was born in Ystad."),
            ("Ada Lind was born in Malmo.", "Ada Lind died in Ystad."),
            (
                "The crater was discovered by Mira Holt.",
                "Mira Holt discovered the crater.",
            ),
            ("The crater was drawn over.", "The crater lies over there."),
        ] {
            check(a, b, None);
        }
    }
}
