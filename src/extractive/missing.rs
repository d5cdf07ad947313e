//! What the evidence does not answer: the aspects of the question that no passage takes up.
//!
//! An aspect is named in the question's own words. Words that any question could hold (`impact`, `main`, `best`) are none.

use super::pool::Pool;
use crate::check::{is_stop_word, plain, words};

/// The aspects of the question that the context does not mention, as phrases of the question, in order.
#[must_use]
pub fn uncovered(question: &str, pool: &mut Pool) -> Vec<String> {
    let Pool { lexicon, known, .. } = pool;
    phrases(question, |word| {
        lexicon
            .term(word)
            .is_some_and(|term| known.binary_search(&term).is_err())
    })
}

/// The whole of what is asked, as phrases of the question.
#[must_use]
pub fn aspects(question: &str) -> Vec<String> {
    phrases(question, |_| true)
}

/// `a`, `a or b`, `a, b or c`.
#[must_use]
pub fn listed(phrases: &[String]) -> String {
    match phrases {
        [] => String::new(),
        [only] => only.clone(),
        [head @ .., last] => format!("{} or {last}", head.join(", ")),
    }
}

/// Whether a word could stand in any question.
#[must_use]
pub fn is_generic(word: &str) -> bool {
    GENERIC.contains(&plain(word).as_str())
}

/// Words after which a verb stands; alone in a sentence of ours it would not read.
#[rustfmt::skip]
const BEFORE_VERB: &[&str] = &["would", "should", "could", "can", "will", "may", "must", "to", "do", "does", "did", "who", "how", "we", "they", "it", "i"];

/// Runs of content words that `takes` accepts, joined over the small words between them.
fn phrases(question: &str, mut takes: impl FnMut(&str) -> bool) -> Vec<String> {
    let mut phrases: Vec<String> = Vec::new();
    // From the first to the last accepted word of the run that is open, and whether it begins with what may be a verb.
    let mut run: Option<(usize, usize, bool)> = None;
    let mut before = String::new();
    let mut end = 0;
    for span in words(question) {
        let word = question.get(span.clone()).unwrap_or_default();
        let gap = question.get(end..span.start).unwrap_or_default();
        end = span.end;
        let divided = !gap
            .chars()
            .all(|between| between.is_whitespace() || matches!(between, '-' | '/'));
        let content = word.chars().any(char::is_alphabetic)
            && !is_stop_word(&plain(word))
            && !is_generic(word);
        let joins = matches!(
            plain(word).as_str(),
            "of" | "in" | "for" | "the" | "on" | "from" | "to" | "with"
        );
        if divided || !(content && takes(word) || joins) {
            close(question, run.take(), &mut phrases);
        }
        let verb = BEFORE_VERB.contains(&before.as_str());
        before = plain(word);
        if content && takes(word) {
            let (start, _, verb) = run.unwrap_or((span.start, span.end, verb));
            run = Some((start, span.end, verb));
        }
    }
    close(question, run, &mut phrases);
    phrases
}

fn close(question: &str, run: Option<(usize, usize, bool)>, phrases: &mut Vec<String>) {
    let phrase = run.and_then(|(start, end, verb)| {
        let words: Vec<&str> = question.get(start..end)?.split_whitespace().collect();
        let phrase = words.join(" ");
        Some(if verb {
            format!("“{phrase}”")
        } else {
            phrase
        })
    });
    if let Some(phrase) = phrase.filter(|phrase| !phrases.contains(phrase)) {
        phrases.push(phrase);
    }
}

#[rustfmt::skip]
const GENERIC: &[&str] = &[
    "main", "key", "best", "better", "way", "ways", "option", "options", "impact", "impacts", "effect", "effects", "role", "reason", "reasons", "explain", "describe", "compare",
    "comparison", "consider", "know", "known", "current", "currently", "state", "status", "tell", "give", "affect", "affects", "affected", "happen", "happened", "happens", "cause", "caused",
    "causes", "difference", "differences", "factor", "factors", "good", "bad", "mean", "means", "work", "works", "working", "need", "needed", "needs", "want", "think", "case", "question", "answer",
    "evidence", "overview", "summary", "summarize", "summarise", "report", "brief", "result", "results", "change", "changes", "changed", "recent", "recently", "future", "important",
    "possible", "long", "big", "large", "small", "new", "old", "high", "low", "number", "amount", "much", "problem", "problems", "solution", "solutions", "issue", "issues", "situation", "keep", "help", "world",
    "today", "available", "different", "use", "uses", "take", "get", "going", "look", "like", "first", "next", "step", "steps", "plan", "choose", "decide", "recommend", "recommended",
    "people", "thing", "things", "kind", "type", "types", "part", "point", "time", "years", "year", "realistic", "realistically", "likely", "safe", "safely", "enough", "worth", "adopt", "approach",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aspects_are_phrases_of_the_question() {
        assert_eq!(
            aspects(
                "What are the main effects of hydrogen storage in Norrland, and who pays for repairs?"
            ),
            ["hydrogen storage in Norrland", "“pays for repairs”"]
        );
        assert_eq!(aspects("What is the best way?"), Vec::<String>::new());
    }

    #[test]
    fn lists_read_like_english() {
        let phrases: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(
            (
                listed(&phrases[..1]),
                listed(&phrases[..2]),
                listed(&phrases)
            ),
            ("a".to_owned(), "a or b".to_owned(), "a, b or c".to_owned())
        );
    }
}
