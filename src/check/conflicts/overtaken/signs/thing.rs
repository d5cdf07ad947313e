//! The thing that a sentence says to be at an end, allowed again or untrue, and whether an older one tells of it: who cancels the party for the terminal cancels
//! nothing else of the terminal.

use super::{BE, Older, Told};
use crate::check::conflicts::overtaken::reversed;
use crate::check::language::irregular::is_past;
use crate::check::language::numbers::quantities;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, is_stop_word, plain_words, stem};
use crate::check::meaning::deeds::{is_same_deed, names_deed};

/// A noun with what stands with it.
#[derive(Debug)]
pub struct Thing {
    head: String,
    /// The words that say which one is meant, but names.
    about: Vec<String>,
    /// The names by which it is meant.
    names: Vec<String>,
}

/// Nouns of what holds by somebody's will or word: what it is about says which one is meant.
#[rustfmt::skip]
const WILLED: &[&str] = &[
    "plan", "plans", "project", "scheme", "proposal", "proposals", "idea", "bid", "motion", "programme", "decision", "decisions", "resolution", "order", "rule", "rules",
    "ban", "prohibition", "requirement", "obligation", "policy", "award", "judgment", "judgement", "ruling", "verdict", "sentence", "conviction", "agreement", "deal",
    "measure", "measures", "law", "regulation", "restriction", "restrictions", "warning", "advice", "recommendation", "claim", "claims", "report", "rumour", "rumours", "story",
    "allegation", "allegations", "accusation", "accusations", "statement", "article",
];
const ENDS_A_NOUN: &[&str] = &[
    "of", "for", "at", "in", "on", "about", "to", "that", "which", "who", "with", "from", "next",
    "by", "against", "between", "over", "under", "where",
];
const ENDS_ALL: &[&str] = &[
    "after", "because", "since", "when", "while", "although", "but", "so", "as",
];
const VERBS_BEFORE: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "had", "will", "be", "been",
];

impl Thing {
    /// What a sentence says to be at an end; `None` where it is a pronoun's, or cannot be told.
    #[must_use]
    pub fn ended(text: &str) -> Option<Self> {
        let reading = Reading::learnt(text, &mut Lexicon::default());
        let told = Told {
            found: quantities(text),
            reading: &reading,
        };
        let all = 0..reading.words.len();
        let at = all
            .clone()
            .find(|at| told.ends_at(*at) || told.is_called_untrue(*at) || told.allows_again(*at))?;
        // `Has since been lifted`.
        let is_of_verb = |at: &usize| {
            let word = reading.word(*at);
            VERBS_BEFORE.contains(&word) || word.ends_with("ly") || matches!(word, "since" | "now")
        };
        let verb = (0..at).rev().take_while(is_of_verb).last().unwrap_or(at);
        let acts = !is_passive(&reading, verb, at);
        let phrase = if acts {
            let from = reversed::takes_back(&reading, at).unwrap_or(at + 1);
            let ends = |at: &usize| ENDS_ALL.contains(&reading.word(*at));
            // Who withdraws from something ends their own part in it.
            if from < all.end && ENDS_A_NOUN.contains(&reading.word(from)) {
                0..verb
            } else {
                from..(from..all.end).find(ends).unwrap_or(all.end)
            }
        } else {
            0..verb
        };
        Self::of(&reading, phrase)
    }

    fn of(reading: &Reading<'_>, phrase: std::ops::Range<usize>) -> Option<Self> {
        const PRONOUNS: &[&str] = &["it", "this", "that", "they", "these", "he", "she", "which"];
        let first = phrase.clone().next().map(|at| reading.word(at))?;
        let is_alone = phrase.len() == 1;
        if is_alone && PRONOUNS.contains(&first) {
            return None;
        }
        let ends = |at: &usize| {
            ENDS_A_NOUN.contains(&reading.word(*at)) || reading.gap(*at).contains([',', ';', ':'])
        };
        let end = phrase.clone().skip(1).find(ends).unwrap_or(phrase.end);
        let head = end.checked_sub(1).filter(|at| phrase.contains(at))?;
        let which = phrase.filter(|at| *at != head && !is_stop_word(reading.word(*at)));
        let (names, about): (Vec<usize>, Vec<usize>) =
            which.partition(|at| reading.surface(*at).starts_with(char::is_uppercase));
        let own = |places: Vec<usize>| {
            let words = places.into_iter().map(|at| reading.word(at).to_owned());
            words.collect()
        };
        Some(Self {
            head: reading.word(head).to_owned(),
            about: own(about),
            names: own(names),
        })
    }

    /// Whether an older sentence is about it and nothing else, and says how it is or is to be: `The widening of the junction costs 5 million`. What was of it holds on.
    #[must_use]
    pub fn is_subject_of(&self, old: &Older<'_>) -> bool {
        const PAST: &[&str] = &["was", "were", "had", "did"];
        /// Words that may stand before a noun.
        const BEFORE: usize = 3;
        let reading = &old.reading;
        let words = || (0..reading.words.len()).map(|at| reading.word(at));
        let starts = words().take(BEFORE + 1).position(|word| word == self.head);
        let is_verb = |word: &str| VERBS_BEFORE.contains(&word) || ENDS_A_NOUN.contains(&word);
        let begins = starts.is_some_and(|at| !words().take(at).any(is_verb));
        // `It cost 2 million in 2023`: what is dated was so then.
        let is_dated = quantities(reading.text)
            .iter()
            .any(|one| one.date().is_some());
        let tells_past = is_dated
            || words().any(|word| PAST.contains(&word) || word.ends_with("ed") || is_past(word));
        let mut which = self.about.iter().chain(&self.names);
        begins && !tells_past && which.all(|word| reading.words.contains(word))
    }

    /// Whether an older sentence tells of it, in the answer to a question, whose words tell no two things apart.
    #[must_use]
    pub fn is_told_in(&self, old: &Older<'_>, question: &str) -> bool {
        let is_told = |word: &str| {
            let mut all = old.reading.words.iter().filter(|own| !is_stop_word(own));
            all.any(|own| {
                // A visit is no visitor.
                if is_doer(own) != is_doer(word) {
                    return false;
                }

                stem(own) == stem(word)
                    || is_same_deed(own, word)
                    || names_deed(word, own)
                    || names_deed(own, word)
            })
        };
        let asked: Vec<String> = plain_words(question).map(|word| stem(&word)).collect();
        if is_told(&self.head) {
            return true;
        }
        let mut which = self
            .about
            .iter()
            .filter(|word| !asked.contains(&stem(word)));
        let is_free = which.clone().next().is_none();
        WILLED.contains(&self.head.as_str()) && (is_free || which.any(|word| is_told(word)))
    }
}

/// Whether a word is by its form a name of who does something: `visitors`.
fn is_doer(word: &str) -> bool {
    let one = word.strip_suffix('s').unwrap_or(word);
    one.len() > 5 && ["or", "er", "ist"].iter().any(|end| one.ends_with(end))
}

/// Whether what is done at a place is done to what stands before it: `was lifted`, and not `has cancelled`.
fn is_passive(reading: &Reading<'_>, verb: usize, at: usize) -> bool {
    (verb..at).any(|at| BE.contains(&reading.word(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_at_an_end_is_told_by_its_noun() {
        for (text, head) in [
            (
                "The council has cancelled the party for the Aldmoor ferry terminal.",
                "party",
            ),
            (
                "The rumour that the Aldmoor ferry terminal is haunted is untrue.",
                "rumour",
            ),
            ("The ban on lorries at the terminal was lifted.", "ban"),
            (
                "The old rule that dogs must be muzzled was scrapped.",
                "rule",
            ),
            (
                "Talks about a hotel next to the terminal were abandoned.",
                "talks",
            ),
            (
                "The club has withdrawn its complaint about the noise.",
                "complaint",
            ),
            (
                "Nordlink has withdrawn from the ferry terminal.",
                "nordlink",
            ),
        ] {
            let thing = Thing::ended(text);
            assert_eq!(thing.map(|one| one.head).as_deref(), Some(head), "{text}");
        }
        assert!(Thing::ended("This was untrue.").is_none());
    }

    #[test]
    fn what_is_said_of_the_thing_itself_falls_with_it() {
        let falls = |old: &str, new: &str| {
            Thing::ended(new).is_some_and(|one| one.is_subject_of(&Older::read(old)))
        };
        for (old, new, expected) in [
            (
                "The widening of the Mill Road junction costs 5 million euros and takes ten months.",
                "The widening of the Mill Road junction was cancelled on 3 February 2025.",
                true,
            ),
            (
                "The harvest festival draws 40,000 visitors a year.",
                "The harvest festival was called off.",
                true,
            ),
            (
                "The spring festival draws 40,000 visitors a year.",
                "The harvest festival was called off.",
                false,
            ),
            (
                "The harvest festival drew 40,000 visitors last year.",
                "The harvest festival was called off.",
                false,
            ),
            (
                "The harvest festival attracted 40,000 visitors.",
                "The harvest festival was called off.",
                false,
            ),
            (
                "The mayor opens the harvest festival.",
                "The harvest festival was called off.",
                false,
            ),
            (
                "The visit of the queen costs 2 million crowns.",
                "The visit of the king was cancelled.",
                false,
            ),
            (
                "The terminal costs 84 million euros.",
                "The council has cancelled the party for the terminal.",
                false,
            ),
        ] {
            assert_eq!(falls(old, new), expected, "{old} / {new}");
        }
    }

    #[test]
    fn only_what_tells_of_the_thing_is_meant() {
        let question = "When will the Aldmoor ferry terminal open?";
        let told = |old: &str, new: &str| {
            Thing::ended(new).is_none_or(|one| one.is_told_in(&Older::read(old), question))
        };
        let opens = "The Aldmoor ferry terminal is to open in June 2027.";
        for other in [
            "The council has cancelled the party for the Aldmoor ferry terminal.",
            "The rumour that the Aldmoor ferry terminal is haunted is untrue.",
            "The ban on lorries at the Aldmoor ferry terminal was lifted.",
            "The mayor cancelled a visit to the Aldmoor ferry terminal.",
            "Nordlink has withdrawn from the Aldmoor ferry terminal.",
        ] {
            assert!(!told(opens, other), "{other}");
        }
        let firms = "Of 212 firms, 148 expect more visitors from the Aldmoor ferry terminal.";
        assert!(!told(
            firms,
            "The mayor cancelled a visit to the Aldmoor ferry terminal."
        ));
        for (old, new) in [
            (
                "The party begins at ten.",
                "The council has cancelled the party.",
            ),
            (
                "Lorries are banned from the quay.",
                "The ban on lorries was lifted.",
            ),
            (
                "The terminal will be built by Nordbau.",
                "The plan was abandoned.",
            ),
            (
                "Employees are required to come four days a week.",
                "The four-day rule is scrapped.",
            ),
            ("The mayor charged the city.", "This was untrue."),
        ] {
            assert!(told(old, new), "{old} / {new}");
        }
    }
}
