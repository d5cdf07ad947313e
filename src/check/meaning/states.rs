//! States: one state told in other words, `cannot` and `is unable to`, `kept unchanged` and `left as it was`.
//!
//! A claim that tells such a state of what its evidence tells it of is read with the words of the evidence.

use std::borrow::Cow;
use std::ops::Range;

use super::affirmed::{BE, Changes, LEVEL, Line, STAYS, in_words_of};
use crate::check::language::terms::{replaced, stem};

/// Words by which a thing is not able to do something; without those that a text has, no sentence of it is read.
const UNABLE: &[&str] = &[
    "cannot",
    "n't",
    "n’t",
    "not able",
    "unable",
    "fail",
    "can not",
    "could not",
];

/// A claim with the words that its evidence has for a state of which both tell.
pub(crate) fn as_one_state<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let has = |text: &str, list: &[&str]| list.iter().any(|word| text.contains(word));
    let have = |list: &[&str]| has(claim, list) && evidence.iter().any(|text| has(text, list));
    let is_unable = have(UNABLE);
    if !is_unable && !have(LEVEL) {
        return Cow::Borrowed(claim);
    }
    let own = Line::read(claim);
    let changes = if is_unable {
        own.unable_as_in(evidence)
    } else {
        own.level_as_in(evidence)
    };
    changes.map_or(Cow::Borrowed(claim), |changes| {
        Cow::Owned(replaced(claim, &changes))
    })
}

/// That something cannot be done: the words that say so, and the verb behind them.
struct Inability {
    words: Range<usize>,
    verb: String,
    is_past: bool,
}

impl Line<'_> {
    fn inabilities(&self) -> impl Iterator<Item = Inability> {
        (0..self.words.len()).filter_map(|at| self.inability(at))
    }

    fn inability(&self, at: usize) -> Option<Inability> {
        let next = self.word(at + 1);
        let before = at.checked_sub(1).map_or("", |before| self.word(before));
        let is_past = |be: &str| match be {
            "is" | "are" | "isn't" | "aren't" => Some(false),
            "was" | "were" | "wasn't" | "weren't" => Some(true),
            _ => None,
        };
        let is_to = |place: usize| self.word(place) == "to";
        let (from, to, is_past) = match self.word(at) {
            "cannot" | "can't" => (at, at + 1, false),
            "couldn't" => (at, at + 1, true),
            "can" if next == "not" => (at, at + 2, false),
            "could" if next == "not" => (at, at + 2, true),
            "unable" if is_to(at + 1) => (at.checked_sub(1)?, at + 2, is_past(before)?),
            "able" if is_to(at + 1) && before == "not" => {
                let be = at.checked_sub(2)?;
                (be, at + 2, is_past(self.word(be))?)
            }
            "able" if is_to(at + 1) => (
                at.checked_sub(1).filter(|_| before.ends_with("n't"))?,
                at + 2,
                is_past(before)?,
            ),
            "fail" | "fails" if is_to(at + 1) => (at, at + 2, false),
            "failed" if is_to(at + 1) => (at, at + 2, true),
            _ => return None,
        };
        let verb = self.words.get(to)?.stem.clone();
        Some(Inability {
            words: from..to,
            verb,
            is_past,
        })
    }

    /// What the one thing that a claim says cannot be done is read as.
    fn unable_as_in(&self, evidence: &[&str]) -> Option<Changes> {
        let mut all = self.inabilities();
        let (own, None) = (all.next()?, all.next()) else {
            return None;
        };
        let rest = self.rest(&own.words);
        in_words_of(&rest, &[], evidence, |line| {
            // What cannot be done with one thing may be done with another.
            if !rest.iter().all(|stem| line.has(stem)) {
                return None;
            }
            let same = line
                .inabilities()
                .find(|said| said.verb == own.verb && said.is_past == own.is_past)?;
            let said = line.surface(same.words.start, same.words.end - 1);
            let from = self.words.get(own.words.start)?.span.start;
            let to = self.words.get(own.words.end - 1)?.span.end;
            Some(vec![(from..to, said.to_owned())])
        })
    }

    /// Where a sentence says that something was left or kept as it was: the verb, and the word behind it.
    fn level(&self) -> Option<(usize, usize)> {
        let at = (0..self.words.len()).find(|&at| self.stays(at))?;
        let is_verb = |&before: &usize| {
            let word = self.word(before);
            STAYS.contains(&word) || self.word(at) == "unchanged" && BE.contains(&word)
        };
        let verb = (at.saturating_sub(4)..at).rev().find(is_verb)?;
        Some((verb, at))
    }

    /// What is read for the words by which a claim says so.
    fn level_as_in(&self, evidence: &[&str]) -> Option<Changes> {
        let (verb, at) = self.level()?;
        let own = [verb, at].map(|at| self.word(at));
        let stems = own.map(stem);
        let rest: Vec<&str> = self
            .rest(&(0..0))
            .into_iter()
            .filter(|word| !stems.iter().any(|own| own == word))
            .collect();
        in_words_of(&rest, &[], evidence, |line| {
            let places = line
                .level()
                .filter(|_| rest.iter().all(|stem| line.has(stem)))?;
            let said = [places.0, places.1].map(|at| line.surface(at, at).to_lowercase());
            let spans = [verb, at].map(|at| self.words.get(at).map(|word| word.span.clone()));
            let changes = spans.into_iter().zip(said);
            changes.map(|(span, said)| Some((span?, said))).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, read: &str) {
        assert_eq!(as_one_state(claim, &[evidence]), read, "{evidence}");
    }

    #[test]
    fn what_cannot_be_done_is_told_in_the_words_of_the_evidence() {
        for (claim, evidence, read) in [
            (
                "The pump cannot lift water above ten metres.",
                "The pump is unable to lift water above ten metres.",
                "The pump is unable to lift water above ten metres.",
            ),
            (
                "The pump isn't able to lift water.",
                "The old pump cannot lift water so high.",
                "The pump cannot lift water.",
            ),
            (
                "The council was unable to agree on a budget.",
                "The council failed to agree on a budget.",
                "The council failed to agree on a budget.",
            ),
        ] {
            check(claim, evidence, read);
        }
    }

    #[test]
    fn what_was_left_as_it_was_is_told_in_the_words_of_the_evidence() {
        check(
            "The bank kept its rates steady in May.",
            "In May the bank left its rates unchanged.",
            "The bank left its rates unchanged in May.",
        );
    }

    #[test]
    fn another_deed_time_or_state_stays_as_it_is() {
        for (claim, evidence) in [
            (
                "The pump cannot lift water.",
                "The pump is unable to store water.",
            ),
            (
                "The pump cannot lift water.",
                "The pump failed to lift water.",
            ),
            (
                "The pump can lift water.",
                "The pump is unable to lift water.",
            ),
            (
                "The council could not agree on a mayor.",
                "The council failed to agree on a budget.",
            ),
            ("The road is level here.", "The road was kept stable here."),
            ("", "The road was kept stable here."),
        ] {
            check(claim, evidence, claim);
        }
    }
}
