//! Gaps: what a section says of what the evidence does not hold, and what an update takes back of that.
//!
//! A gap is a sentence of the program's own and cites nothing. It is true of the evidence that it was written on; news that fills it takes it away. Where sentences
//! are told by what they do, as problems and answers are, one may be overlooked: a gap says then only that none was recognised.

use super::language::{is_foreign, is_german};
use super::missing::{aspects, listed, without_article};
use super::rank::{RELEVANT, Ranking};
use crate::check::{QuestionKind, sentences};
use crate::pipeline::Request;
use crate::study::{RhetoricalRole, citation};

const NOT_COVERED: &str = "The evidence does not say anything about ";

/// What is said of words of the question, where the evidence is of the matter: it may well tell of the thing in words that are not known to be the same.
const NOT_WORDED: &str = "The evidence does not use the question's ";

/// What is said in place of that of a name that stands in no source, where the question is answered: what is said may well be of it.
const NOT_NAMED: &str = "The evidence does not name ";

const NO_ANSWER: &str = "Nothing in the evidence was recognised as the answer to this question.";
const NOTHING: &str = "The evidence does not say anything about this question.";
const NO_SETTING: &str = "Nothing in the evidence was recognised as more of the setting.";
const NO_FACTS: &str = "Nothing in the evidence was recognised as a plain fact on this question.";
const NO_PROBLEM: &str = "Nothing in the evidence was recognised as a further problem or risk.";
const NO_SOLUTION: &str = "Nothing in the evidence was recognised as the proposal of a solution.";

const NO_PERSON: &str = "The evidence does not say who in a sentence of its own.";
const NO_TIME: &str = "The evidence does not say when in a sentence of its own.";
const NO_FIGURE: &str = "The evidence does not give this figure in a sentence of its own.";
const NO_PLACE: &str = "The evidence does not say where in a sentence of its own.";
const NO_CAUSE: &str = "The evidence does not say why in a sentence of its own.";
const NO_DECISION: &str = "The evidence does not tell of a decision in a sentence of its own.";

const NO_COMPARISON: &str = "The evidence does not compare these in a sentence of its own.";

/// What earlier versions said in place of some of these; a brief may still have it.
const FORMER: &[&str] = &[
    "Nothing in the evidence answers this question in a sentence of its own.",
    "Nothing in the evidence tells more of the setting than the answer does.",
    "Nothing in the evidence gives plain facts for this question in a sentence of its own.",
    "Nothing in the evidence names a further problem or risk in a sentence of its own.",
    "Nothing in the evidence proposes a solution in a sentence of its own.",
];

/// All of these, which news in their section takes away.
#[rustfmt::skip]
const FILLED: &[&str] = &[
    NO_ANSWER, NOTHING, NO_SETTING, NO_FACTS, NO_PROBLEM, NO_SOLUTION, NO_PERSON, NO_TIME, NO_FIGURE, NO_PLACE, NO_CAUSE, NO_DECISION, NO_COMPARISON,
];

/// How a gap is told of the phrases that are missing.
type Told = fn(&[String]) -> Option<String>;

/// The gaps that list what is missing, each by how it starts, with how it is told anew of what still is.
const LISTS: &[(&str, Told)] = &[
    (NOT_COVERED, not_covered),
    (NOT_WORDED, not_worded),
    (NOT_NAMED, not_named),
];

/// Whether a sentence is one that news in its section takes away.
fn is_filled_by_news(sentence: &str) -> bool {
    FILLED.contains(&sentence) || FORMER.contains(&sentence)
}

/// What is said where nothing answers a question that one sentence could.
#[must_use]
pub fn unsaid(kind: QuestionKind, question: &str) -> Option<&'static str> {
    if is_foreign(question) || is_german(question) {
        return None;
    }
    match kind {
        QuestionKind::Who => Some(NO_PERSON),
        QuestionKind::When => Some(NO_TIME),
        QuestionKind::Amount => Some(NO_FIGURE),
        QuestionKind::Where => Some(NO_PLACE),
        QuestionKind::Cause => Some(NO_CAUSE),
        QuestionKind::Decision => Some(NO_DECISION),
        QuestionKind::Comparison => Some(NO_COMPARISON),
        _ => None,
    }
}

/// What is said of the things that no passage takes up.
#[must_use]
pub fn not_covered(phrases: &[String]) -> Option<String> {
    (!phrases.is_empty()).then(|| format!("{NOT_COVERED}{}.", listed(phrases)))
}

/// What is said of the words of the question that no passage uses.
fn not_worded(phrases: &[String]) -> Option<String> {
    let quoted: Vec<String> = phrases
        .iter()
        .map(|phrase| format!("“{}”", without_article(phrase)))
        .collect();
    let is_one = matches!(phrases, [only] if !without_article(only).contains(' '));
    let noun = if is_one { "word" } else { "words" };
    (!phrases.is_empty()).then(|| format!("{NOT_WORDED}{noun} {}.", listed(&quoted)))
}

/// Whether a phrase of the question names one thing: `Ros`, and `the theatre in Ros`, but not `GDPR deletion`.
#[must_use]
pub fn is_name(phrase: &str) -> bool {
    let last = phrase.rsplit(' ').next().unwrap_or_default();
    last.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit())
}

/// What is said of the phrases that no passage has: the names are not named, and of the rest the words are not used.
#[must_use]
pub fn not_spoken_of(phrases: &[String]) -> Option<String> {
    let (names, others): (Vec<String>, Vec<String>) =
        phrases.iter().cloned().partition(|phrase| is_name(phrase));
    let told = [not_named(&names), not_worded(&others)]
        .into_iter()
        .flatten();
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join(" "))
}

/// What is said of the names that stand in no source.
fn not_named(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| format!("{NOT_NAMED}{}.", listed(names)))
}

/// What a section says when there is nothing to say. What the question asks in vain is said once in a brief, by the section that ends it.
#[must_use]
pub fn silence(
    ranking: &Ranking,
    request: &Request,
    uncovered: &[String],
    is_answered: bool,
) -> String {
    let role = request.plan.role;
    let about = ranking.relevance.iter().any(|value| *value >= RELEVANT);
    if !about {
        let asked = !aspects(&request.question).is_empty();
        // What another section tells is something.
        let is_told = || {
            let mut written = request.written.iter();
            written.any(|section| !citation::numbers(&section.text).is_empty())
        };
        let nothing = if asked || is_told() {
            NO_ANSWER
        } else {
            NOTHING
        };
        return not_covered(uncovered).unwrap_or_else(|| nothing.to_owned());
    }
    let none = match role {
        RhetoricalRole::Situation if is_answered => NO_SETTING,
        RhetoricalRole::Situation => NO_FACTS,
        RhetoricalRole::Complication => NO_PROBLEM,
        RhetoricalRole::Resolution => NO_SOLUTION,
    };
    let open = not_spoken_of(uncovered).filter(|_| role == RhetoricalRole::Resolution);
    let unsaid = unsaid(QuestionKind::of(&request.question), &request.question);
    let unsaid = unsaid.filter(|_| role == RhetoricalRole::Resolution && !is_answered);
    [Some(unsaid.unwrap_or(none).to_owned()), open]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The byte behind what a section tells before it ends in paragraphs on what is missing; its end, where it tells nothing else.
#[must_use]
pub fn before_gaps(current: &str) -> usize {
    let whole = current.trim_end();
    let is_gap = |part: &str| {
        let mut all = sentences(part)
            .into_iter()
            .filter_map(|span| part.get(span));
        let lists = |one: &str| LISTS.iter().any(|(start, _)| one.starts_with(start));
        all.all(|one| lists(one) || is_filled_by_news(one.trim()))
    };
    let mut told = whole;
    while let Some((before, last)) = told.rsplit_once("\n\n")
        && is_gap(last)
    {
        told = before.trim_end();
    }
    if is_gap(told) {
        whole.len()
    } else {
        told.len()
    }
}

/// A section without the gaps that news fills: `open` is what is still not taken up, and `is_filled` whether the section has news. Pinned sentences stay.
#[must_use]
pub fn without_filled(
    current: &str,
    open: &[String],
    is_filled: bool,
    pinned: &[String],
) -> String {
    let mut text = String::with_capacity(current.len());
    for span in sentences(current) {
        let whole = current.get(span).unwrap_or_default();
        let sentence = whole.trim();
        let said = LISTS
            .iter()
            .find_map(|(start, told)| Some((sentence.strip_prefix(start)?, told)));
        let is_pinned = pinned.iter().any(|pinned| pinned.contains(sentence));
        let kept = if is_pinned {
            Some(sentence.to_owned())
        } else if let Some((said, told)) = said {
            let still = open
                .iter()
                .filter(|phrase| said.contains(without_article(phrase)));
            told(&still.cloned().collect::<Vec<_>>())
        } else {
            (!(is_filled && is_filled_by_news(sentence))).then(|| sentence.to_owned())
        };
        match kept {
            Some(kept) => text.push_str(&whole.replacen(sentence, &kept, 1)),
            // What parted it from the next paragraph parts the sentence before it now.
            None if whole.trim_end_matches(' ').ends_with("\n\n") && text.ends_with(' ') => {
                text.truncate(text.trim_end().len());
                text.push_str("\n\n");
            }
            None => {}
        }
    }
    if text.len() == current.len() {
        return current.to_owned();
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(current: &str, open: &[&str], is_filled: bool, expected: &str) {
        let open: Vec<String> = open.iter().map(|one| (*one).to_owned()).collect();
        assert_eq!(without_filled(current, &open, is_filled, &[]), expected);
    }

    #[test]
    fn news_takes_away_the_gap_that_it_fills_and_nothing_else() {
        let facts = "The depot has 84 buses [1].";
        check(&format!("{NO_TIME}\n\n{facts}"), &[], true, facts);
        check(&format!("{facts} {NO_TIME}"), &[], true, facts);
        check(
            &format!("{facts} {NO_TIME}\n\n{facts}"),
            &[],
            true,
            &format!("{facts}\n\n{facts}"),
        );
        let kept = format!("{NO_TIME}\n\n{facts}\n");
        check(&kept, &[], false, &kept);
        for gap in FILLED.iter().chain(FORMER) {
            check(gap, &[], true, "");
        }
    }

    #[test]
    fn no_gap_is_taken_for_a_claim() {
        let listing = LISTS
            .iter()
            .filter_map(|(_, told)| told(&["the winter".to_owned(), "fares".to_owned()]));
        let fixed = FILLED.iter().chain(FORMER).map(|gap| (*gap).to_owned());
        for gap in fixed.chain(listing) {
            assert!(!crate::check::is_claim(&gap), "{gap}");
        }
    }

    #[test]
    fn of_several_gaps_those_that_are_open_are_still_told() {
        let gaps = "The depot has 84 buses [1].\n\nThe evidence does not say anything about fares or the winter.";
        check(
            gaps,
            &["the winter"],
            false,
            "The depot has 84 buses [1].\n\nThe evidence does not say anything about the winter.",
        );
        check(gaps, &[], false, "The depot has 84 buses [1].");
        check(gaps, &["fares", "the winter"], true, gaps);
        let words = "The depot has 84 buses [1].\n\nThe evidence does not use the question's words “fares” or “winter”.";
        check(
            words,
            &["the winter"],
            false,
            "The depot has 84 buses [1].\n\nThe evidence does not use the question's word “winter”.",
        );
        let name = "The depot has 84 buses [1].\n\nThe evidence does not name Norrby.";
        check(name, &["Norrby"], true, name);
        check(name, &[], true, "The depot has 84 buses [1].");
    }

    #[test]
    fn what_is_new_stands_before_what_is_missing() {
        let facts = "The depot has 84 buses [1].";
        let gap = "The evidence does not say anything about fares.";
        for (current, expected) in [
            (format!("{facts}\n\n{gap}"), facts.len()),
            (format!("{facts}\n\n{gap}\n\n{NO_TIME}\n"), facts.len()),
            (format!("{gap}\n\n{facts}"), gap.len() + 2 + facts.len()),
            (gap.to_owned(), gap.len()),
            (format!("{facts}\n"), facts.len()),
        ] {
            assert_eq!(before_gaps(&current), expected, "{current}");
        }
    }
}
