//! Decisions: whoever decided something decided otherwise later, and with the first decision falls what was to come of it.
//!
//! `The council voted to close the library` is left by `The council decided to keep it open`; then `The library closes on 30 June` and `The closure saves 340,000
//! euros a year` hold no more, though no word of the new decision says so. What was so at its time, as that many protested against the closure, stands.

use super::coming::DECIDES;
use super::{New, Old};
use crate::check::language::irregular::is_past;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term};
use crate::check::meaning::denying::is_denying;

/// Whether whoever decided something by an older sentence decided otherwise by a newer one: `The council voted to close it`, `The council decided to keep it`.
pub(super) fn is_decided_anew(old: &str, new: &str) -> bool {
    let mut lexicon = Lexicon::default();
    let mut decider = |text: &str| {
        let reading = Reading::learnt(text, &mut lexicon);
        let at = decision(&reading)?;
        let who: Vec<Term> = (0..at).filter_map(|at| reading.term(at)).collect();
        Some(who).filter(|who| !who.is_empty())
    };
    decider(old).is_some_and(|old| decider(new).is_some_and(|new| old == new))
}

/// Whether a sentence says that something was decided in the place of something else.
pub(super) fn tells_an_alternative(reading: &Reading<'_>) -> bool {
    let is_said = |at: usize| {
        let next = reading.word(at + 1);
        reading.word(at) == "instead" && next != "of"
            || (reading.word(at), next) == ("after", "all")
    };
    decision(reading).is_some() && (0..reading.words.len()).any(is_said)
}

impl Old<'_> {
    /// Whether whoever decided something by it decided otherwise of the same thing: `to close the pool`, `to renovate the pool instead`.
    pub(super) fn is_decided_instead_by(&self, new: &New<'_>) -> bool {
        let of_thing = |reading: &Reading<'_>| -> Vec<Term> {
            let from = decision(reading).unwrap_or(reading.words.len());
            let behind = from + 1..reading.words.len();
            behind.filter_map(|at| reading.term(at)).collect()
        };
        let theirs = of_thing(&new.reading);
        let is_of_one = || {
            of_thing(&self.reading)
                .iter()
                .any(|term| theirs.contains(term))
        };
        new.decides_instead
            && !self.undoes
            && is_of_one()
            && is_decided_anew(self.reading.text, new.reading.text)
    }
}

/// Verbs for leaving a thing as it is.
#[rustfmt::skip]
const KEEPS: &[&str] = &["keep", "retain", "preserve", "maintain", "continue", "save", "spare", "reopen", "leave"];

impl Old<'_> {
    /// Whether whoever decided to do something with a thing decided to leave it as it is, or the other way round: `to close the ward`, `to keep the ward open`.
    pub(super) fn is_decided_the_other_way_by(&self, new: &New<'_>) -> bool {
        let own = deed_decided(&self.reading).filter(|_| !self.undoes && new.tells_deeds);
        let Some((own, theirs)) = own.zip(deed_decided(&new.reading)) else {
            return false;
        };
        let keeps = |reading: &Reading<'_>, at: usize| KEEPS.contains(&reading.word(at));
        let thing = thing_of(&self.reading, own);
        let is_whole = thing.iter().all(|term| {
            let mut behind = theirs + 1..new.reading.words.len();
            behind.any(|at| new.reading.term(at) == Some(*term))
        });
        keeps(&self.reading, own) != keeps(&new.reading, theirs)
            && !thing.is_empty()
            && is_whole
            && is_decided_anew(self.reading.text, new.reading.text)
    }
}

/// The words for what something is done to.
pub(super) fn thing_of(reading: &Reading<'_>, deed: usize) -> Vec<Term> {
    const BEHIND: &[&str] = &[
        "on", "by", "from", "until", "for", "in", "at", "after", "and", "open",
    ];
    let all = deed + 1..reading.words.len();
    let named = all.take_while(|at| !BEHIND.contains(&reading.word(*at)));
    named.filter_map(|at| reading.term(at)).collect()
}

/// The place of the verb by which a sentence says that something was decided.
pub(super) fn decision(reading: &Reading<'_>) -> Option<usize> {
    let is_decision =
        |at: &usize| DECIDES.contains(&reading.word(*at)) && !is_denying(reading.word(at - 1));
    (1..reading.words.len()).find(is_decision)
}

/// The place of the verb for what was decided: `voted by 21 to 18 to close`, `decided that the museum will be moved`.
pub(super) fn deed_decided(reading: &Reading<'_>) -> Option<usize> {
    const WILL: &[&str] = &["to", "will", "would", "should", "must", "shall", "may"];
    let from = decision(reading)?;
    let is_figure = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
    let is_deed = |at: &usize| {
        let before = reading.word(at - 1);
        let is_led =
            WILL.contains(&before) || before == "be" && WILL.contains(&reading.word(at - 2));
        let is_name = reading.surface(*at).starts_with(char::is_uppercase);
        is_led && reading.term(*at).is_some() && !is_figure(reading.word(*at)) && !is_name
    };
    let deed = (from + 2..reading.words.len()).find(is_deed)?;
    // What is said to be decided against is not to come.
    let is_denied =
        (from + 1..deed).any(|at| is_denying(reading.word(at)) || reading.word(at) == "against");
    (!is_denied).then_some(deed)
}

/// Whether a word tells something as past.
pub(super) fn is_told_as_past(reading: &Reading<'_>, at: usize) -> bool {
    #[rustfmt::skip]
    const LEADS: &[&str] = &["be", "is", "are", "will", "would", "may", "could", "should", "must", "to", "the", "a", "its", "this"];
    let word = reading.word(at);
    let is_verb = word.len() > 4 && word.ends_with("ed") || is_past(word);
    let before = at.checked_sub(1).map_or("", |at| reading.word(at));
    // `Will be closed`, and a noun: `the closure`.
    let is_had = matches!(word, "was" | "were" | "had" | "has" | "have");
    (is_had || is_verb) && !LEADS.contains(&before)
}

#[cfg(test)]
mod tests {
    use super::super::Overtaken;

    #[test]
    fn what_is_decided_instead_takes_the_place_of_what_was_decided() {
        let old = "The council decided to close the swimming pool in Holm.";
        for (new, expected) in [
            (
                "The council decided to renovate the swimming pool in Holm instead.",
                true,
            ),
            ("The council decided to keep the pool after all.", true),
            (
                "The council decided on 2 May 2024 to keep the swimming pool open.",
                true,
            ),
            ("The council decided to keep the theatre open.", false),
            (
                "The council decided to sell the site of the swimming pool.",
                false,
            ),
            (
                "The council decided to raise the fee for dogs instead.",
                false,
            ),
            (
                "The sports club decided to renovate the swimming pool instead.",
                false,
            ),
            (
                "The council decided to sell tickets to the pool at the door instead of the kiosk.",
                false,
            ),
        ] {
            let found = Overtaken::by_words(old, new).is_some();
            assert_eq!(found, expected, "{new}");
        }
    }
}
