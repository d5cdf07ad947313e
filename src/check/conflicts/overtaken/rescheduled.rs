//! Rescheduled: a date that was set for something and is another one now: `The contract ends on 31 December 2026`, `The contract was extended to 2028`.
//!
//! The two may share no more than what they call the thing, so that has to be what both are about, and no name may tell them apart.

use std::ops::Range;

use super::coming::is_to_come;
use super::{New, Old};
use crate::check::language::numbers::{Date, Quantity, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;
use crate::check::meaning::deeds::names_deed;
use crate::check::meaning::denying::is_denying;

/// What a sentence says has another date now.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rescheduled {
    /// The place of the word for it.
    noun: usize,
    pub(super) date: Date,
}

/// What a sentence gives a new date, if it does.
pub(super) fn read(reading: &Reading<'_>) -> Option<Rescheduled> {
    /// Words between the verb and the date.
    const REACH: usize = 9;
    #[rustfmt::skip]
    const WHICH: &[&str] = &["the", "its", "their", "this", "that", "his", "her", "our"];
    let (verb, behind) = (1..reading.words.len()).find_map(|at| Some((at, moves(reading, at)?)))?;
    let (to, date) = quantities(reading.text).iter().find_map(|quantity| {
        let date = quantity.date()?;
        let mut spans = reading.spans.iter();
        let at = spans.position(|span| span.end > quantity.span.start)?;
        let is_to = |at: &usize| *at > verb && behind.contains(&reading.word(*at));
        let to = (1..=2)
            .filter_map(|back| at.checked_sub(back))
            .find(is_to)?;
        (at <= verb + REACH).then_some((to, date))
    })?;
    let noun_of = |places: Range<usize>| {
        let is_end = |at: &usize| matches!(reading.word(*at), "of" | "with" | "for" | "from");
        let end = places.clone().find(is_end).unwrap_or(places.end);
        let mut all = (places.start..end).rev();
        all.find(|at| reading.term(*at).is_some())
    };
    // `They extended the contract to 2028`, or `The contract was extended to 2028`.
    let is_object = WHICH.contains(&reading.word(verb + 1));
    let noun = noun_of(if is_object { verb + 1..to } else { 0..verb })?;
    // `The deadline for the tax return was extended`: what had its date is the return; and the ferry with `the first trip of the ferry`.
    let is_of = matches!(reading.word(noun + 1), "of" | "for");
    let before = noun.checked_sub(1).map_or("", |at| reading.word(at));
    let dated = is_of
        && (matches!(reading.word(noun), "deadline" | "date")
            || matches!(before, "first" | "next" | "maiden"));
    let noun = if dated {
        let end = if verb > noun { verb } else { to };
        noun_of(noun + 2..end).unwrap_or(noun)
    } else {
        noun
    };
    Some(Rescheduled { noun, date })
}

/// The words behind which the new date stands, where a date is moved at a place.
fn moves(reading: &Reading<'_>, at: usize) -> Option<&'static [&'static str]> {
    #[rustfmt::skip]
    const MOVED: &[&str] = &[
        "extended", "extends", "extend", "prolonged", "prolongs", "renewed", "postponed", "postpones", "delayed", "deferred", "moved", "shifted", "rescheduled",
        "adjourned", "shortened", "slipped",
    ];
    const SET: &[&str] = &["pushed", "put", "brought", "set"];
    const WAYS: &[&str] = &["back", "off", "forward"];
    let word = reading.word(at);
    let mut before = (1..=2).filter_map(|back| at.checked_sub(back));
    if before.any(|at| is_denying(reading.word(at))) {
        return None;
    }
    if word == "now" && is_to_come(reading) {
        Some(&["on", "in", "for", "to", "until"])
    } else if MOVED.contains(&word) || SET.contains(&word) && WAYS.contains(&reading.word(at + 1)) {
        Some(&["to", "until", "till", "into"])
    } else {
        None
    }
}

/// The days of a sentence, and its words beside them.
struct Dated {
    dates: Vec<Date>,
    terms: Vec<Term>,
}

impl Dated {
    fn has(&self, term: Term) -> bool {
        self.terms.contains(&term)
    }
}

fn dated(reading: &Reading<'_>) -> Dated {
    let found = quantities(reading.text);
    let is_in_one = |at: usize| {
        let span = reading.spans.get(at).cloned().unwrap_or_default();
        let mut all = found.iter().map(|one| &one.span);
        all.any(|one| one.start < span.end && span.start < one.end)
    };
    let beside = (0..reading.words.len()).filter(|at| !is_in_one(*at));
    Dated {
        terms: beside.filter_map(|at| reading.term(at)).collect(),
        dates: found.iter().filter_map(Quantity::date).collect(),
    }
}

/// Whether a sentence tells something as to come, of a day.
pub(super) fn tells_a_day_to_come(reading: &Reading<'_>) -> bool {
    is_to_come(reading)
        && quantities(reading.text)
            .iter()
            .any(|one| one.date().is_some())
}

impl Old<'_> {
    /// Whether a new sentence gives what this one tells as to come at its date another one.
    pub(super) fn is_rescheduled_by(&self, new: &New<'_>, asked: &[String]) -> bool {
        let Some(moved) = new.rescheduled.as_ref().filter(|_| self.is_to_come) else {
            return false;
        };
        let all = quantities(self.reading.text);
        let mut dates = all.iter().filter_map(Quantity::date).peekable();
        let is_other = dates.peek().is_some() && dates.all(|date| !date.is_compatible(moved.date));
        is_other
            && self.is_about_what_moved(moved, new)
            && !self.lacks_what_is_meant(moved.noun, new, asked)
    }

    /// Whether a new sentence tells the same as to come, of another day: `is to open in June`, `will open in March`.
    pub(super) fn is_told_for_another_day(&self, new: &New<'_>) -> bool {
        const FEWEST: usize = 2;
        #[rustfmt::skip]
        const PARTS: &[&str] = &["first", "second", "third", "fourth", "last", "next", "other", "another", "phase", "stage", "part"];
        if !self.is_to_come || !new.tells_a_day_to_come {
            return false;
        }
        let (own, theirs) = (dated(&self.reading), dated(&new.reading));
        let are_other = !own.dates.is_empty()
            && !theirs.dates.is_empty()
            && own.dates.iter().all(|date| {
                let mut all = theirs.dates.iter();
                all.all(|other| !other.is_compatible(*date))
            });
        let is_within = |a: &Dated, b: &Dated| a.terms.iter().all(|term| b.has(*term));
        let has_part = |reading: &Reading<'_>| {
            let mut words = reading.words.iter();
            words.any(|word| PARTS.contains(&word.as_str()))
        };
        let shared = own.terms.iter().filter(|term| theirs.has(**term));
        are_other
            && shared.count() >= FEWEST
            && own.terms.first() == theirs.terms.first()
            && (is_within(&own, &theirs) || is_within(&theirs, &own))
            && !has_part(&self.reading)
            && !has_part(&new.reading)
    }

    /// Whether it begins with the thing, or tells of the deed that it is, with another word of it.
    fn is_about_what_moved(&self, moved: &Rescheduled, new: &New<'_>) -> bool {
        /// Words of a sentence among which is what it is about.
        const OPENING: usize = 3;
        let own = &self.reading;
        let noun = new.reading.term(moved.noun);
        let opening = || own.terms.iter().copied().flatten().take(OPENING);
        let begins_with_it = opening().any(|term| Some(term) == noun);
        let is_deed = || {
            let mut verbs = own.words.iter();
            verbs.any(|word| names_deed(new.reading.word(moved.noun), word))
        };
        // Something that it begins with the other names too, or its source is called by it.
        let is_named =
            |term: Term| new.reading.terms.contains(&Some(term)) || new.head.contains(&term);
        let is_of_it =
            opening().next() == noun || opening().any(|term| Some(term) != noun && is_named(term));
        noun.is_some() && is_of_it && (begins_with_it || is_deed())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Overtaken;

    #[test]
    fn a_date_that_was_moved_is_not_that_of_the_older_sentence_any_more() {
        for (old, new) in [
            (
                "The contract ends on 31 December 2026.",
                "The contract with Brandt Lines was extended to 2028.",
            ),
            (
                "The contract ends on 31 December 2026.",
                "The council extended the contract until 31 May 2028.",
            ),
            (
                "The launch is planned for 12 May 2025.",
                "The launch has been moved to 3 October 2025 because of a leaking valve.",
            ),
            (
                "The launch is planned for 12 May 2025.",
                "The launch is now planned for 3 October 2025.",
            ),
            (
                "The Lindholm line opens on 1 March 2027.",
                "The opening of the Lindholm line was brought forward to 4 January 2027.",
            ),
            (
                "The Lahn bypass will open in May 2025.",
                "The opening of the bypass has been moved to 2027 because a tunnel flooded.",
            ),
            (
                "The new library in Rosk will open in September 2025.",
                "The opening of the library has been moved to spring 2026.",
            ),
            (
                "The Garn bridge is to be finished in June 2025.",
                "The completion of the bridge has been moved to May 2026.",
            ),
            (
                "The tax return for 2023 must be filed by 31 May 2024.",
                "The deadline for the tax return for 2023 has been extended to 31 July 2024.",
            ),
            (
                "The ferry to Hask will sail again in April 2024.",
                "The first trip of the ferry has been put off to July 2024 because the engine failed.",
            ),
        ] {
            assert!(Overtaken::by_words(old, new).is_some(), "{old} / {new}");
        }
    }

    #[test]
    fn a_date_of_another_thing_or_the_same_date_is_not_moved() {
        for (old, new) in [
            (
                "The contract of Nord Bus ends on 31 December 2026.",
                "The contract with Brandt Lines was extended to 2028.",
            ),
            (
                "The contract ends on 31 December 2028.",
                "The contract was extended to 2028.",
            ),
            (
                "The launch is planned for 12 May 2025.",
                "The exhibition was extended to 3 October 2025.",
            ),
            (
                "The Lahn bypass will open in May 2025.",
                "The opening of the Lahn museum has been moved to 2027.",
            ),
            (
                "The Lahn bypass will open in May 2025.",
                "The opening has been moved to 2027.",
            ),
            (
                "Membership fees must be paid by 31 May 2024.",
                "The deadline for the tax return has been extended to 31 July 2024.",
            ),
            (
                "The launch is planned for 12 May 2025.",
                "The launch was not moved to 3 October 2025.",
            ),
            (
                "The ferry to Hask will sail again in April 2024.",
                "The first trip of the steamer has been put off to July 2024.",
            ),
            (
                "The ferry to Hask will sail again in April 2024.",
                "The painting of the ferry has been put off to July 2024.",
            ),
        ] {
            assert_eq!(Overtaken::by_words(old, new), None, "{old} / {new}");
        }
    }

    #[test]
    fn what_is_told_as_to_come_for_another_day_is_not_to_come_on_the_first() {
        let terminal = "The Aldmoor ferry terminal is to open in June 2026.";
        for (old, new, expected) in [
            (
                terminal,
                "The Aldmoor ferry terminal will open in March 2027.",
                true,
            ),
            (
                terminal,
                "The Aldmoor ferry terminal opens on 3 March 2027.",
                true,
            ),
            (
                "The works are to end in 2026.",
                "The works will end in 2028.",
                true,
            ),
            (
                terminal,
                "The Sund ferry terminal will open in March 2027.",
                false,
            ),
            (
                terminal,
                "The Aldmoor ferry terminal will open in June 2026.",
                false,
            ),
            (
                "The first stage will open in May 2026.",
                "The second stage will open in May 2027.",
                false,
            ),
            (
                "Trains will run from May 2026.",
                "Trains will carry bicycles and dogs from June 2026.",
                false,
            ),
        ] {
            let found = Overtaken::by_words(old, new) == Some(Overtaken::Newer);
            assert_eq!(found, expected, "{old} / {new}");
        }
    }
}
