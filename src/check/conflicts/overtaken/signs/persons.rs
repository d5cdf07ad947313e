//! Who is told to be no more what they were, and which office somebody has taken.

use super::Told;
use crate::check::conflicts::offices::OFFICES;
use crate::check::conflicts::overtaken::leaving::{holds_office, leads_at};
use crate::check::language::irregular::is_past;
use crate::check::language::names::{Name, names};
use crate::check::language::reading::Reading;
use crate::check::meaning::denying::is_denying;

impl Told<'_, '_> {
    /// Who is told to be no more what they were.
    pub(super) fn who_left(&self) -> Option<Name> {
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
    pub(super) fn office_taken(&self) -> Option<String> {
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

/// Whether a name is all of another, or its last part: `Ansell` of `Captain Ruth Ansell`.
pub(super) fn is_whole(own: &Name, other: &Name) -> bool {
    let last = |name: &Name| name.words.last().cloned();
    last(own).is_some() && last(own) == last(other)
}

/// Whether a sentence says what somebody is now, by a verb, or by an office beside their name in what tells nothing of before: what they did and said they did.
pub(super) fn says_what_somebody_is(reading: &Reading<'_>) -> bool {
    let is_office = |at: usize| OFFICES.contains(&reading.word(at)) || reading.word(at) == "coach";
    let is_before = |at: usize| {
        let word = reading.word(at);
        word.ends_with("ed") && word.len() > 4 || is_past(word)
    };
    let mut places = 0..reading.words.len();
    let is_beside = places.clone().any(is_office) && !places.clone().any(is_before);
    holds_office(reading) || is_beside || places.any(|at| leads_at(reading, at))
}
