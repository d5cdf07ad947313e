//! Withdrawn: a sentence that says of the one before it that it does not hold: `This was wrong`, `That figure was an error`.
//!
//! It points to what was said and adds little to it, or goes on to say what is right. A deed can be wrong too, and an offer withdrawn: where a pronoun alone points
//! back, only what somebody said or what gives a figure is meant, and nothing else may follow in its clause.

use super::denying::is_denying;
use super::governing::{BE, REPORTS};
use crate::check::language::plain_text::plain_text;
use crate::check::language::shapes::Shapes;
use crate::check::language::terms::{plain, plain_words, words};
use crate::memo::Memo;

/// Words of a sentence that says little more than that the one before does not hold.
const MOST_WORDS: usize = 14;
const MOST_BYTES: usize = 120;

/// Whether a sentence says of the one before it that it does not hold, with all of it or with its first clause.
#[must_use]
pub fn withdraws(sentence: &str, before: &str) -> bool {
    let is_of_words = || tells_what_was_said(before);
    may_say_so(sentence)
        && (says_it_does_not_hold(sentence, is_of_words)
            || clauses(sentence).any(|(clause, _)| says_it_does_not_hold(clause, is_of_words)))
}

/// What a sentence goes on to say that says of the one before it that it does not hold: `This was wrong: it is 23 weeks`.
pub(crate) fn right_behind_wrong(sentence: &str) -> Option<&str> {
    if !may_say_so(sentence) {
        return None;
    }
    let mut all = clauses(sentence);
    all.find_map(|(clause, rest)| calls_wrong(clause).then_some(rest))
}

thread_local! {
    /// Each sentence is asked in several ways what it makes of the one before.
    static KNOWN: Memo<bool> = Memo::default();
}

/// Whether a sentence begins by pointing back, or has a verb of taking back: most do neither, nor does any clause that they begin with.
fn may_say_so(sentence: &str) -> bool {
    static SHAPES: Shapes = Shapes::of(RETRACTS);
    let read = || {
        let is_joining = |word: &&str| JOINS.contains(&plain(word).as_str());
        let all = words(sentence).filter_map(|span| sentence.get(span));
        let mut all = all.skip_while(is_joining);
        let points = all
            .next()
            .is_some_and(|first| POINTS.contains(&plain(first).as_str()));
        points
            || all.any(|word| {
                let bare = plain(word);
                SHAPES.may_hold(&bare) && RETRACTS.contains(&bare.as_str())
            })
    };
    KNOWN.with(|known| known.of(sentence, read))
}

/// A sentence parted where a clause may end, with what is behind it.
fn clauses(sentence: &str) -> impl Iterator<Item = (&str, &str)> {
    const ENDS: &[&str] = &[": ", "; ", ", ", " – ", " — ", " - ", "—", " and ", " but "];
    let parted = |end: &'static str| sentence.split_once(end);
    ENDS.iter().filter_map(move |end| parted(end))
}

/// The same, where it is known by what follows that something said is meant, and no deed: `That was wrong. It cost 7.8 million.`
#[must_use]
pub fn calls_wrong(sentence: &str) -> bool {
    says_it_does_not_hold(sentence, || true)
}

fn says_it_does_not_hold(sentence: &str, is_of_words: impl Fn() -> bool) -> bool {
    // Most sentences begin otherwise, or are longer.
    if sentence.len() > MOST_BYTES {
        return false;
    }
    let all: Vec<String> = plain_words(sentence)
        .skip_while(|word| JOINS.contains(&word.as_str()))
        .collect();
    let sentence = Sentence(all);
    sentence.0.len() <= MOST_WORDS
        && (sentence.judges(&is_of_words) || sentence.retracts(&is_of_words))
}

/// Whether a sentence tells what somebody said.
pub(crate) fn tells_what_was_said(sentence: &str) -> bool {
    let read = plain_text(sentence);
    let all = &read.words;
    let is_given_as = |pair: &[String]| {
        GIVEN.contains(&pair[0].as_str()) && matches!(pair[1].as_str(), "as" | "at")
    };
    all.iter()
        .any(|word| REPORTS.contains(&word.as_str()) || GIVES.contains(&word.as_str()))
        || all.windows(2).any(is_given_as)
}

struct Sentence(Vec<String>);

impl Sentence {
    fn word(&self, at: usize) -> &str {
        self.0.get(at).map_or("", String::as_str)
    }

    /// `This was wrong`, `The earlier figure is not correct`.
    fn judges(&self, is_of_words: &impl Fn() -> bool) -> bool {
        /// Words between what points back and the verb, and between the verb and what it says.
        const REACH: usize = 3;
        let Some((end, is_named)) = self.subject() else {
            return false;
        };
        let is_verb = |at: &usize| {
            BE.contains(&self.word(*at)) || matches!(self.word(*at), "does" | "do" | "did" | "no")
        };
        let Some(verb) = (end..end + REACH).find(is_verb) else {
            return false;
        };
        let mut told = verb + 1..(verb + 2 + REACH).min(self.0.len());
        told.any(|at| {
            let is_denied = (verb..at).any(|at| is_denying(self.word(at)));
            let is_last = at + 1 == self.0.len();
            match self.word(at) {
                word if UNTRUE.contains(&word) => !is_denied && !self.goes_on_to_say(at),
                word if AMISS.contains(&word) => {
                    let is_meant = is_named || is_last && is_of_words();
                    !is_denied && is_meant && !self.goes_on_to_say(at)
                }
                word if GONE.contains(&word) => !is_denied && is_named && !self.goes_on_to_say(at),
                word if HOLDS.contains(&word) => is_denied && !self.goes_on_to_say(at),
                _ => false,
            }
        })
    }

    /// `The paper has since retracted the claim`.
    fn retracts(&self, is_of_words: &impl Fn() -> bool) -> bool {
        let verb = (1..self.0.len()).find(|at| {
            let beside = self.word(at - 1);
            let is_passive = BE.contains(&beside) && !matches!(beside, "has" | "have" | "had");
            RETRACTS.contains(&self.word(*at)) && !is_denying(beside) && !is_passive
        });
        let Some(object) = verb.map(|at| at + 1) else {
            return false;
        };
        let rest = self.0.get(object..).unwrap_or_default();
        let is_said = |word: &String| SAID.contains(&word.as_str());
        match rest {
            [it] => matches!(it.as_str(), "it" | "this" | "that") && is_of_words(),
            [which, .., last] if rest.len() <= 3 => {
                POINTS.contains(&which.as_str()) && is_said(last)
            }
            _ => false,
        }
    }

    /// Where what points back ends, and whether it is named as something said.
    fn subject(&self) -> Option<(usize, bool)> {
        /// Words of a name of something said, from its article.
        const NAME: usize = 4;
        if !POINTS.contains(&self.word(0)) {
            return None;
        }
        let said = (1..NAME).find(|at| SAID.contains(&self.word(*at)));
        match said {
            Some(at) => Some((at + 1, true)),
            None => PRONOUNS.contains(&self.word(0)).then_some((1, false)),
        }
    }

    /// Whether what does not hold is told behind: `It is not true that the pier burned`.
    fn goes_on_to_say(&self, at: usize) -> bool {
        let mut rest = self.0.iter().skip(at + 1);
        rest.any(|word| matches!(word.as_str(), "that" | "to" | "whether" | "of" | "for"))
    }
}

/// Words that join a sentence to the one before.
const JOINS: &[&str] = &[
    "but",
    "however",
    "yet",
    "in",
    "fact",
    "later",
    "since",
    "then",
    "and",
    "unfortunately",
];

const PRONOUNS: &[&str] = &["this", "that", "these", "those", "it", "both", "they"];

/// Words that point to what stands before.
const POINTS: &[&str] = &[
    "this", "that", "these", "those", "it", "both", "they", "the", "its", "their", "his", "her",
    "our", "my",
];

/// What was said is called.
#[rustfmt::skip]
const SAID: &[&str] = &[
    "figure", "figures", "number", "numbers", "value", "values", "sum", "amount", "date", "dates", "claim", "claims", "statement", "statements", "report",
    "reports", "story", "account", "allegation", "allegations", "estimate", "estimates", "finding", "findings", "assertion", "information", "quote", "rumour",
];

/// Verbs by which a figure is given, besides those of speech.
const GIVES: &[&str] = &[
    "gave",
    "gives",
    "put",
    "puts",
    "published",
    "printed",
    "quoted",
    "listed",
    "estimated",
];

/// Verbs by which it is given as what it is: `was given as 27 weeks`.
const GIVEN: &[&str] = &[
    "given",
    "named",
    "described",
    "shown",
    "recorded",
    "entered",
    "cited",
];

/// What is said of nothing but what was said.
#[rustfmt::skip]
const UNTRUE: &[&str] = &["false", "untrue", "incorrect", "inaccurate", "unfounded", "fabricated", "misreported", "misprinted", "misquoted"];

/// What is said of other things too.
const AMISS: &[&str] = &[
    "wrong", "error", "mistaken", "misprint", "typo", "outdated", "obsolete",
];

/// What is said of deeds as well.
const GONE: &[&str] = &[
    "mistake",
    "slip",
    "withdrawn",
    "retracted",
    "corrected",
    "superseded",
];

/// What is denied of it.
#[rustfmt::skip]
const HOLDS: &[&str] = &["true", "correct", "accurate", "so", "case", "reliable", "hold", "holds", "stand", "stands"];

const RETRACTS: &[&str] = &[
    "withdrew",
    "withdrawn",
    "withdraws",
    "withdraw",
    "retracted",
    "retracts",
    "retract",
    "recanted",
    "recants",
    "disowned",
    "corrected",
    "corrects",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_says_only_that_the_one_before_does_not_hold_withdraws_it() {
        for (before, sentence) in [
            ("The Courier reported 11.5 million.", "This was wrong."),
            ("The bridge cost 11.5 million.", "That figure was an error."),
            ("The bridge cost 11.5 million.", "This is untrue."),
            ("The bridge cost 11.5 million.", "But this is not correct."),
            ("A blog put the toll at 40.", "This turned out to be false."),
            (
                "The memo gave 4.5 years.",
                "The earlier figure was a mistake.",
            ),
            (
                "The mayor said the bridge was safe.",
                "The statement has been withdrawn.",
            ),
            (
                "The mayor said the bridge was safe.",
                "She has since retracted the claim.",
            ),
            (
                "The mayor said the bridge was safe.",
                "That is no longer the case.",
            ),
            (
                "The wait was given as 27 weeks.",
                "This was wrong: it is 23 weeks.",
            ),
            (
                "The Courier reported 11.5 million.",
                "That is not correct, as the editor admits.",
            ),
        ] {
            assert!(withdraws(sentence, before), "{before} {sentence}");
        }
    }

    #[test]
    fn what_is_right_may_follow_in_the_same_sentence() {
        for (sentence, right) in [
            ("This was wrong: it is 23 weeks.", Some("it is 23 weeks.")),
            (
                "In fact, this was wrong; patients wait 23 weeks.",
                Some("patients wait 23 weeks."),
            ),
            (
                "The figure was wrong and should read 23 weeks.",
                Some("should read 23 weeks."),
            ),
            ("This was wrong.", None),
            ("The bridge was closed: it was not safe.", None),
        ] {
            assert_eq!(right_behind_wrong(sentence), right, "{sentence}");
        }
    }

    #[test]
    fn what_is_judged_of_a_deed_or_told_behind_withdraws_nothing() {
        for (before, sentence) in [
            ("The firm dismissed 40 workers.", "This was wrong."),
            (
                "The firm dismissed 40 workers.",
                "This was wrong, the court found.",
            ),
            ("The pier is old.", "It is not true that it burned."),
            ("The bank offered 5 million.", "It was withdrawn."),
            (
                "The tower leaned by 4 degrees.",
                "It was corrected in 2012.",
            ),
            ("The mayor said the bridge was safe.", "This was not wrong."),
            ("The mayor said the hall was sold.", "This was a mistake."),
            (
                "The tax brought in 5 million.",
                "The figure is corrected for inflation.",
            ),
            (
                "The mayor said the bridge was safe.",
                "The bridge was closed.",
            ),
            (
                "The mayor said the bridge was safe.",
                "The bank withdrew the offer.",
            ),
        ] {
            assert!(!withdraws(sentence, before), "{before} {sentence}");
        }
    }
}
