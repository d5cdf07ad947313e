//! The thing that a sentence says to be at an end, allowed again or untrue, and whether an older one tells of it: who cancels the party for the terminal cancels
//! nothing else of the terminal.

use super::{BE, Older, Told};
use crate::check::conflicts::overtaken::reversed;
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
            from..(from..all.end).find(ends).unwrap_or(all.end)
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
        let telling = |at: &usize| {
            let word = reading.word(*at);
            *at != head
                && !is_stop_word(word)
                && !reading.surface(*at).starts_with(char::is_uppercase)
        };
        Some(Self {
            head: reading.word(head).to_owned(),
            about: phrase
                .filter(telling)
                .map(|at| reading.word(at).to_owned())
                .collect(),
        })
    }

    /// Whether an older sentence tells of it, in the answer to a question, whose words tell no two things apart.
    #[must_use]
    pub fn is_told_in(&self, old: &Older<'_>, question: &str) -> bool {
        let is_told = |word: &str| {
            let mut all = old.reading.words.iter().filter(|own| !is_stop_word(own));
            all.any(|own| {
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
        ] {
            let thing = Thing::ended(text);
            assert_eq!(thing.map(|one| one.head).as_deref(), Some(head), "{text}");
        }
        assert!(Thing::ended("This was untrue.").is_none());
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
        ] {
            assert!(!told(opens, other), "{other}");
        }
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
