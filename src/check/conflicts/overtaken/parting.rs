//! Parting: somebody is told to own a thing, and that they sold it, or that somebody else bought it.
//!
//! The new owner is named in the newer sentence alone, so that two names tell no two things apart here: the thing has to be the same, and where it is said who
//! parted with it, so has its owner.

use std::ops::Range;

use super::coming::TO_COME;
use super::{New, Old};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;
use crate::check::meaning::denying::is_denying;

/// Verbs by which a thing goes to another owner, of those who give it and of those who take it.
#[rustfmt::skip]
const GIVES: &[&str] = &["sold", "ceded", "donated", "bequeathed", "transferred"];
const TAKES: &[&str] = &["bought", "acquired", "purchased", "inherited"];
/// What may be completed by who takes it: `completed the purchase of`.
const TAKINGS: &[&str] = &["purchase", "acquisition", "takeover"];

const BE: &[&str] = &["is", "are", "was", "were", "been", "being", "be"];

/// Words by which not all of a thing goes, or it came back.
#[rustfmt::skip]
const PARTLY: &[&str] = &["part", "parts", "half", "third", "quarter", "share", "shares", "stake", "percent", "some", "back"];

/// Whether a sentence tells that something went to another owner.
pub(super) fn tells(reading: &Reading<'_>) -> bool {
    parting(reading).is_some()
}

/// Where it does: `sold`, `taken over`, `completed the purchase of`.
fn parting(reading: &Reading<'_>) -> Option<Range<usize>> {
    let word = |at: usize| reading.word(at);
    let parting = |at: usize| {
        let is_completed = matches!(word(at), "completed" | "finalised" | "finalized")
            && word(at + 1) == "the"
            && TAKINGS.contains(&word(at + 2))
            && word(at + 3) == "of";
        let length = match word(at) {
            verb if GIVES.contains(&verb) || TAKES.contains(&verb) => 1,
            "took" | "taken" if word(at + 1) == "over" => 2,
            _ if is_completed => 4,
            _ => return None,
        };
        let mut before = (1..=3).filter_map(|back| at.checked_sub(back));
        let is_meant = |at: usize| {
            let word = reading.word(at);
            is_denying(word) || TO_COME.contains(&word) || word == "to"
        };
        (!before.any(is_meant)).then_some(at..at + length)
    };
    let is_part = reading
        .words
        .iter()
        .any(|word| PARTLY.contains(&word.as_str()));
    let place = (1..reading.words.len()).find_map(parting);
    place.filter(|_| !is_part)
}

/// Who owns what by a sentence, as of now, by their words and by what the thing is called: `is owned by the town`, `belongs to the town`, `The town owns it`.
fn owned(reading: &Reading<'_>) -> Option<(Vec<Term>, Term)> {
    let end = reading.words.len();
    let word = |at: usize| reading.word(at);
    let place = (1..end).find(|at| matches!(word(*at), "owned" | "owns" | "belongs" | "belong"))?;
    let now = matches!(word(place - 1), "is" | "are");
    let (owner, thing) = match word(place) {
        "owned" if now && word(place + 1) == "by" => (place + 2..end, 0..place - 1),
        "owned" if word(place - 1) == "has" => (0..place - 1, place + 1..end),
        "belongs" | "belong" if word(place + 1) == "to" => (place + 2..end, 0..place),
        "owns" => (0..place, place + 1..end),
        _ => return None,
    };
    let owner: Vec<Term> = owner.filter_map(|at| reading.term(at)).collect();
    let thing = called(reading, thing).pop()?;
    (!owner.is_empty()).then_some((owner, thing))
}

/// The words that the thing of some places is called by, what it is last: `the harbour of Lund`, `Brae castle`.
fn called(reading: &Reading<'_>, places: Range<usize>) -> Vec<Term> {
    #[rustfmt::skip]
    const BEHIND: &[&str] = &["of", "in", "at", "near", "on", "to", "from", "for", "since", "and"];
    let named = places.take_while(|at| !BEHIND.contains(&reading.word(*at)));
    named.filter_map(|at| reading.term(at)).collect()
}

impl Old<'_> {
    /// Whether it says who owns a thing that has gone to another owner since.
    pub(super) fn is_parted_with_by(&self, new: &New<'_>) -> bool {
        if !new.parts_with || self.undoes {
            return false;
        }
        let reading = &new.reading;
        let Some(((owner, thing), verb)) = owned(&self.reading).zip(parting(reading)) else {
            return false;
        };
        // `The line` is the one that the other names; `the Lahn line` is another.
        let is_it = |called: &[Term]| {
            called.last() == Some(&thing) && called.iter().all(|term| self.terms.contains(term))
        };
        let mut before = (1..=2).filter_map(|back| verb.start.checked_sub(back));
        if before.any(|at| BE.contains(&reading.word(at))) {
            return is_it(&called(reading, 0..verb.start));
        }
        let mut doers = (0..verb.start).filter_map(|at| reading.term(at));
        let is_owner = doers.any(|term| owner.contains(&term));
        let gives = GIVES.contains(&reading.word(verb.start));
        is_it(&called(reading, verb.end..reading.words.len())) && gives == is_owner
    }
}

#[cfg(test)]
mod tests {
    use super::super::Overtaken;

    #[test]
    fn who_sold_a_thing_does_not_own_it_any_more() {
        let old = "The harbour of Lund is owned by the town.";
        for (new, expected) in [
            (
                "The town sold the harbour to Maro for 80 million euros on 2 April 2024.",
                true,
            ),
            ("The harbour was sold to Maro in 2024.", true),
            ("Maro bought the harbour from the town.", true),
            ("The town sold a stake in the harbour to Maro.", false),
            ("The town plans to have the harbour sold.", false),
            ("The town has not sold the harbour.", false),
            ("The town sold the theatre to Maro.", false),
            ("The town bought the harbour back.", false),
            ("The town bought the harbour in 1990.", false),
            ("Maro sold the harbour.", false),
            ("The town sold the paintings of the harbour.", false),
            ("Maro bought the northern harbour.", false),
            ("Maro has taken over the harbour.", true),
            ("The harbour was taken over by Maro.", true),
            ("Maro has completed the purchase of the harbour.", true),
            ("Maro will have taken over the harbour by May.", false),
            ("Maro took over the management of the harbour.", false),
            ("Maro has completed the purchase of the theatre.", false),
            ("The town has completed the purchase of the harbour.", false),
        ] {
            let found = Overtaken::by_words(old, new).is_some();
            assert_eq!(found, expected, "{new}");
        }
    }
}
