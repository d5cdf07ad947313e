//! Endings: a source that tells how what somebody did came to an end, beside a claim that it is done no longer, or is done still.
//!
//! `Withdrew its support`, `the ban was lifted` and `supported the plan, but withdrew` have a word for the deed and one for its end. What is done no longer is read
//! with both, so that nothing later has to know that they are `no longer supports`; and whoever supports it still, by the claim, does not.

use std::borrow::Cow;
use std::ops::Range;

use super::affirmed::{Line, in_words_of};
use super::deeds::{is_same_deed, names_deed};
use super::denying::is_denying;
use super::undone::end_of_deed;
use crate::check::language::irregular::is_past;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, is_stop_word, replaced};

const BE: &[&str] = &[
    "is", "are", "was", "were", "been", "be", "has", "have", "had",
];
/// Verbs by which a thing ends of itself, and those that tell it in the passive.
const LAPSES: &[&str] = &["ended", "expired", "lapsed", "ceased"];
const IS_ENDED: &[&str] = &[
    "ended",
    "lifted",
    "abolished",
    "discontinued",
    "withdrawn",
    "repealed",
    "scrapped",
    "revoked",
    "terminated",
    "dropped",
    "abandoned",
    "stopped",
];
/// Verbs by which somebody leaves off what was told just before.
const LEAVES_OFF: &[&str] = &["withdrew", "stopped", "quit", "pulled"];
const JOINS: &[&str] = &["but", "and", "then", "later", "since", "before"];

/// The end of a deed where a source tells it.
#[derive(Debug, PartialEq)]
pub(super) struct Ending {
    /// The words for the deed and for its end, in order.
    told: Vec<usize>,
    /// The words of what the deed is done to.
    object: Range<usize>,
}

impl Ending {
    /// Where a source tells that the deed of a verb came to an end.
    pub(super) fn of(source: &Reading<'_>, verb: &str) -> Option<Self> {
        let ended = end_of_deed(source, verb).map(|(end, noun)| {
            let has_object = source.word(noun).ends_with("ing")
                || matches!(source.word(noun + 1), "of" | "for" | "to");
            Self {
                told: vec![end.min(noun), end.max(noun)],
                // What it is of may have been told before: `backed the plan and then withdrew its support`.
                object: if has_object {
                    noun + 1..clause_end(source, noun + 1)
                } else {
                    0..source.words.len()
                },
            }
        });
        ended
            .or_else(|| Self::of_noun(source, verb))
            .or_else(|| Self::left_off(source, verb))
    }

    /// `The ban on night flights was lifted`.
    fn of_noun(source: &Reading<'_>, verb: &str) -> Option<Self> {
        let is_end = |at: usize| {
            let word = source.word(at);
            let before = at.checked_sub(1).map_or("", |before| source.word(before));
            LAPSES.contains(&word) || IS_ENDED.contains(&word) && BE.contains(&before)
        };
        (1..source.words.len())
            .filter(|&at| is_end(at))
            .find_map(|end| {
                let start = clause_start(source, end);
                // What stands behind the noun belongs to it: `the end of support`.
                let noun = (start..end).find(|&at| source.term(at).is_some())?;
                let word = source.word(noun);
                let is_named = names_deed(word, verb) && !word.ends_with("ed");
                is_named.then(|| Self {
                    told: vec![noun, end],
                    object: noun + 1..end,
                })
            })
    }

    /// `Supported the plan in 2019 and then withdrew`: nothing is said of what was left off but before it.
    fn left_off(source: &Reading<'_>, verb: &str) -> Option<Self> {
        let is_end = |at: usize| {
            let next = source.word(at + 1);
            let ends = source.term(at + 1).is_none() && !is_determiner(next)
                || source.gap(at + 1).contains([',', ';', '.', ':']);
            LEAVES_OFF.contains(&source.word(at))
                && ends
                && at
                    .checked_sub(1)
                    .is_some_and(|before| JOINS.contains(&source.word(before)))
        };
        let end = (2..source.words.len()).find(|&at| is_end(at))?;
        let deed = (0..end).find(|&at| {
            let word = source.word(at);
            (word.ends_with("ed") || is_past(word)) && is_same_deed(word, verb)
        })?;
        Some(Self {
            told: vec![deed, end],
            object: deed + 1..end,
        })
    }

    fn words(&self, source: &Reading<'_>) -> String {
        /// Words between the two that belong to them: `withdrew its support`.
        const BETWEEN: usize = 2;
        let ends = self.told.first().zip(self.told.last());
        if ends.is_some_and(|(first, last)| last - first <= BETWEEN) {
            return self.text(source).to_owned();
        }
        let words: Vec<&str> = self.told.iter().map(|at| source.surface(*at)).collect();
        words.join(" ")
    }

    /// Whether what a claim says that the deed is done to stands with it in the source.
    pub(super) fn is_done_to(
        &self,
        source: &Reading<'_>,
        claim: &Reading<'_>,
        verb: usize,
    ) -> bool {
        let held: Vec<_> = self
            .object
            .clone()
            .filter_map(|at| source.term(at))
            .collect();
        let asked = (verb + 1..claim.words.len()).filter_map(|at| claim.term(at));
        let asked: Vec<_> = asked.collect();
        !asked.is_empty() && asked.iter().all(|term| held.contains(term))
    }

    pub(super) fn text<'t>(&self, source: &Reading<'t>) -> &'t str {
        let first = self.told.first().copied().unwrap_or_default();
        let last = self.told.last().copied().unwrap_or_default();
        source.text_of(&(first..last + 1))
    }
}

/// A claim that something is done no longer, or was given up, with the words by which its evidence tells that end.
pub(crate) fn as_ended<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    const CUES: &[&str] = &[" longer ", "withdr", "stopped", "ceased", "ended"];
    if !CUES.iter().any(|cue| claim.contains(cue)) {
        return Cow::Borrowed(claim);
    }
    let own = Line::read(claim);
    let changes = given_up(&own).and_then(|(places, verb)| {
        let rest = own.rest(&places);
        in_words_of(&rest, &[], evidence, |line| {
            let mut lexicon = Lexicon::default();
            let source = Reading::learnt(line.text, &mut lexicon);
            let ending = Ending::of(&source, verb)?;
            let from = own.words.get(places.start)?.span.start;
            let to = own.words.get(places.end.checked_sub(1)?)?.span.end;
            Some(vec![(from..to, ending.words(&source))])
        })
    });
    changes.map_or(Cow::Borrowed(claim), |changes| {
        Cow::Owned(replaced(claim, &changes))
    })
}

/// The words by which a claim says that a deed is done no longer, and the one for the deed.
fn given_up<'l>(own: &'l Line<'_>) -> Option<(Range<usize>, &'l str)> {
    (1..own.words.len()).find_map(|at| {
        let before = own.word(at - 1);
        match own.word(at) {
            "longer" if before == "no" => {
                let is_small = |at: &usize| {
                    let word = own.word(*at);
                    word.ends_with("ly") || BE.contains(&word)
                };
                let verb = (at + 1..own.words.len()).find(|at| !is_small(at))?;
                let from = at - 1;
                let is_be = |at: &usize| BE.contains(&own.word(*at));
                let from = from.checked_sub(1).filter(is_be).unwrap_or(from);
                Some((from..verb + 1, own.word(verb)))
            }
            "stopped" | "ceased" if own.word(at + 1).ends_with("ing") => {
                Some((at..at + 2, own.word(at + 1)))
            }
            "withdrew" | "ended" | "stopped" if is_determiner(own.word(at + 1)) => {
                Some((at..at + 3, own.word(at + 2)))
            }
            _ => None,
        }
    })
}

/// The verb of what a claim says is done now, and the words by which the source tells that it is no longer.
pub(super) fn is_no_longer<'s>(
    claim: &Reading<'_>,
    source: &Reading<'s>,
    still: Option<usize>,
) -> Option<(usize, &'s str)> {
    if claim.words.iter().any(|word| is_denying(word)) {
        return None;
    }
    let is_small = |at: &usize| BE.contains(&claim.word(*at)) || claim.word(*at).ends_with("ly");
    let verb = match still {
        Some(still) => (still + 1..claim.words.len()).find(|at| !is_small(at))?,
        None => present(claim)?,
    };
    let ending = Ending::of(source, claim.word(verb))?;
    // What is done `still` in the passive has its object before it: `night flights are still banned`.
    let is_of_it = match still.filter(|_| verb + 1 >= claim.words.len()) {
        Some(still) => {
            let mut own = (0..still).filter_map(|at| claim.term(at));
            own.all(|term| source.terms.contains(&Some(term)))
        }
        None => ending.is_done_to(source, claim, verb),
    };
    is_of_it.then(|| (verb, ending.text(source)))
}

/// The verb of a claim that tells what somebody does: `supports the plan`.
fn present(claim: &Reading<'_>) -> Option<usize> {
    let is_other = |word: &String| {
        BE.contains(&word.as_str()) || word.ends_with("ed") || is_past(word) || word == "will"
    };
    if claim.words.iter().any(is_other) {
        return None;
    }
    (1..claim.words.len()).find(|&at| {
        let word = claim.word(at);
        claim.term(at).is_some()
            && word.ends_with('s')
            && !word.ends_with("ss")
            && !is_stop_word(claim.word(at - 1))
            && is_determiner(claim.word(at + 1))
    })
}

fn is_determiner(word: &str) -> bool {
    matches!(
        word,
        "the" | "a" | "an" | "its" | "their" | "his" | "her" | "this" | "these"
    )
}

fn is_parted(source: &Reading<'_>, at: usize) -> bool {
    source.gap(at).contains([',', ';', ':', '.', '('])
}

fn clause_start(source: &Reading<'_>, at: usize) -> usize {
    let begins = |place: &usize| is_parted(source, *place);
    (1..=at).rev().find(begins).unwrap_or(0)
}

fn clause_end(source: &Reading<'_>, at: usize) -> usize {
    let all = at..source.words.len();
    let end = all.clone().find(|place| is_parted(source, *place));
    end.unwrap_or(all.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_no_longer_is_read_in_the_words_of_its_end() {
        for (source, claim, expected) in [
            (
                "The party withdrew its backing for the government on Monday.",
                "The party no longer backs the government.",
                "The party withdrew its backing the government.",
            ),
            (
                "The university first supported the project, but withdrew in May.",
                "The university no longer supports the project.",
                "The university supported withdrew the project.",
            ),
            (
                "The college supported the plan in 2019 and then withdrew.",
                "The college withdrew its support of the plan.",
                "The college supported withdrew of the plan.",
            ),
            (
                "The firm has stopped making typewriters.",
                "The firm no longer makes typewriters.",
                "The firm stopped making typewriters.",
            ),
            (
                "The ban on night flights was lifted in 2020.",
                "Night flights are no longer banned.",
                "Night flights ban lifted.",
            ),
            (
                "The party backs the government.",
                "The party no longer backs the government.",
                "The party no longer backs the government.",
            ),
            (
                "The university supported the project, but the town withdrew its lorries.",
                "The university no longer supports the project.",
                "The university no longer supports the project.",
            ),
        ] {
            assert_eq!(as_ended(claim, &[source]), expected, "{source}");
        }
    }

    #[test]
    fn whoever_left_off_does_it_no_longer() {
        for (source, claim, expected) in [
            (
                "The party supported the government, then withdrew its support on Monday.",
                "The party still supports the government.",
                true,
            ),
            (
                "The college supported the plan in 2019 and then withdrew.",
                "The college still supports the plan.",
                true,
            ),
            (
                "The college supported the plan in 2019 and then withdrew.",
                "The college supports the plan.",
                true,
            ),
            (
                "The college supported the plan in 2019 and then withdrew.",
                "The college supported the plan.",
                false,
            ),
            (
                "The firm has stopped making typewriters.",
                "The firm still makes typewriters.",
                true,
            ),
            (
                "The firm has stopped making typewriters.",
                "The firm makes the printers.",
                false,
            ),
            (
                "The ban on night flights was lifted in 2020.",
                "Night flights are still banned.",
                true,
            ),
        ] {
            let mut lexicon = Lexicon::default();
            let source = Reading::learnt(source, &mut lexicon);
            let claim = Reading::learnt(claim, &mut lexicon);
            let still = claim.words.iter().position(|word| word == "still");
            let found = is_no_longer(&claim, &source, still);
            assert_eq!(found.is_some(), expected, "{}: {found:?}", claim.text);
        }
    }
}
