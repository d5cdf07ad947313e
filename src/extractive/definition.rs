//! Definition: what a thing is, where that is all that is asked: `What is the GIL?`.
//!
//! What else is said of the thing answers as well, and behind what defines it.

use super::clause::is_determiner;
use crate::check::{Question, QuestionKind, is_stop_word, key};

/// The most words of a thing that can be asked for like that: `What is the James Webb Space Telescope?`.
const LONGEST: usize = 5;

/// What is asked about where it is asked what that is, or what it does, and nothing more of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defined {
    /// Its words, as a key has them, without an article.
    thing: Vec<String>,
    by_deed: bool,
}

impl Defined {
    /// Nothing where something else is asked.
    pub(super) fn read(question: &str) -> Option<Self> {
        if Question::read(question).kind() != QuestionKind::Plain {
            return None;
        }
        let asked = key(question);
        let all: Vec<&str> = asked.split(' ').collect();
        let (thing, by_deed) = match all.as_slice() {
            ["what", "is" | "are" | "was" | "were", thing @ ..]
            | ["what", "does" | "do" | "did", thing @ .., "mean"] => (thing, false),
            ["what", "does" | "do" | "did", thing @ .., "do"] => (thing, true),
            _ => return None,
        };
        let thing: Vec<String> = thing
            .iter()
            .skip_while(|word| is_determiner(word))
            .map(|word| (*word).to_owned())
            .collect();
        let is_thing = |word: &String| !is_stop_word(word) && !is_stated(word);
        let is_one = (1..=LONGEST).contains(&thing.len()) && thing.iter().all(is_thing);
        is_one.then_some(Self { thing, by_deed })
    }

    /// From 0 to 1: how far a sentence, as a key, says it.
    pub(super) fn fit(&self, key: &str) -> f32 {
        const SAID: f32 = 0.75;
        const REST: f32 = 0.55;
        let all: Vec<&str> = key.split(' ').collect();
        let Some(behind) = self.behind_the_subject(&all) else {
            return REST;
        };
        let mut next = behind.iter().copied();
        let (verb, object) = (next.next(), next.next());
        let is_being = matches!(verb, Some("is" | "are" | "was" | "were"));
        let is_defined = match object {
            Some("a" | "an" | "the" | "one") => is_being && !is_judged(behind),
            Some("designed" | "intended" | "meant") => is_being,
            _ => false,
        };
        let is_explained = match verb {
            Some("means" | "denotes" | "describes") => object.is_some(),
            Some("refers") => object == Some("to"),
            Some("stands") => object == Some("for"),
            Some(verb) => self.by_deed && object.is_some() && is_deed(verb),
            None => false,
        };
        if is_defined || is_explained {
            1.0
        } else {
            SAID
        }
    }

    /// What stands behind the thing and what it is called besides, where a sentence opens with it: `CPython's global interpreter lock (GIL) …`.
    fn behind_the_subject<'k, 't>(&self, all: &'k [&'t str]) -> Option<&'k [&'t str]> {
        /// Words of a subject before the thing's own.
        const BEFORE: usize = 5;
        let last = self.thing.len();
        let opening = all.windows(last).take(BEFORE + 1);
        let at = opening
            .enumerate()
            .find(|(_, words)| {
                words
                    .iter()
                    .zip(&self.thing)
                    .all(|(own, wanted)| own == wanted)
            })?
            .0;
        let before = all.get(..at).unwrap_or_default();
        let is_subject = !before
            .iter()
            .any(|word| is_stated(word) || is_preposition(word));
        all.get(at + last..).filter(|_| is_subject)
    }
}

fn is_stated(word: &str) -> bool {
    matches!(
        word,
        "is" | "are" | "was" | "were" | "has" | "have" | "had" | "can" | "must" | "will" | "would"
    )
}

fn is_preposition(word: &str) -> bool {
    matches!(
        word,
        "of" | "in"
            | "on"
            | "at"
            | "by"
            | "for"
            | "from"
            | "with"
            | "if"
            | "when"
            | "as"
            | "and"
            | "to"
            | "than"
    )
}

/// A verb by which a thing is said to do something.
fn is_deed(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !is_stop_word(word)
}

/// Whether what is said to be a thing is how good or bad it is, and not what it is: `is a major obstacle to`.
fn is_judged(behind: &[&str]) -> bool {
    #[rustfmt::skip]
    const JUDGED: &[&str] = &[
        "major", "big", "great", "huge", "serious", "good", "bad", "better", "best", "worse", "worst", "real", "significant", "important", "key", "main", "primary", "problem", "obstacle",
        "risk", "success", "failure", "challenge", "concern", "priority", "mistake", "reason", "cause", "result", "threat", "burden", "most", "only", "first", "last", "next", "same", "case",
    ];
    /// The verb, the article, and two words more.
    const REACH: usize = 4;
    behind.iter().take(REACH).any(|word| JUDGED.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn opens(question: &str, first: &str, second: &str) {
        let asked = Defined::read(question).expect(question);
        let fit = |text: &str| asked.fit(&key(text));
        assert!(fit(first) > fit(second), "{question}: {first} / {second}");
    }

    #[test]
    fn what_defines_a_thing_comes_before_what_is_said_of_it() {
        opens(
            "What is Ozempic?",
            "Ozempic is a drug for diabetes.",
            "Ozempic must be refrigerated.",
        );
        opens(
            "What is the GIL?",
            "CPython's GIL is a lock that lets one thread run at a time.",
            "The GIL is a major obstacle to concurrency.",
        );
        opens(
            "What is Kerberos?",
            "Kerberos is a network authentication protocol.",
            "Kerberos is used in Windows.",
        );
        opens(
            "What is congestion pricing?",
            "Congestion pricing is designed to toll drivers who enter the city.",
            "The governor paused congestion pricing in June.",
        );
        opens(
            "What does Ozempic do?",
            "Ozempic lowers blood sugar.",
            "Ozempic is expensive.",
        );
    }

    #[test]
    fn who_asks_for_more_than_what_a_thing_is_asks_for_no_definition() {
        for question in [
            "What is the price of Ozempic?",
            "What is known about the bridge?",
            "What are the risks of the dam?",
            "Who is the chair?",
        ] {
            assert!(Defined::read(question).is_none(), "{question}");
        }
    }
}
