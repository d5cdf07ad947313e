//! Disagreement: pairs of candidates that contradict each other, and what to call the thing they disagree on.
//!
//! The topic is a run of words that both sentences have, never words of this writer. Where none reads like a topic, none is given.

use std::ops::Range;

use super::pool::Pool;
use crate::check::{ConflictSide, is_stop_word, plain, stem, words};

/// Two candidates that cannot both be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    pub a: usize,
    pub b: usize,
    /// In the words of both, with its article.
    pub topic: Option<String>,
}

impl Dispute {
    #[must_use]
    pub fn involves(&self, at: usize) -> bool {
        self.a == at || self.b == at
    }

    /// Words of both sides.
    #[must_use]
    pub fn words(&self, pool: &Pool) -> usize {
        [self.a, self.b]
            .iter()
            .filter_map(|&at| pool.candidates.get(at))
            .map(|side| side.words)
            .sum()
    }

    /// The sentence that introduces both sides.
    #[must_use]
    pub fn framing(&self) -> String {
        match &self.topic {
            Some(topic) => format!("Sources disagree on {topic}."),
            None => "The sources disagree here.".to_owned(),
        }
    }

    /// The sentence that introduces the second side where the first already stands.
    #[must_use]
    pub fn rejoinder(&self) -> String {
        match &self.topic {
            Some(topic) => format!("Another source disagrees on {topic}."),
            None => "Another source disagrees.".to_owned(),
        }
    }
}

/// The conflicts of which both sides are candidates that stand alone.
#[must_use]
pub fn disputes(pool: &Pool) -> Vec<Dispute> {
    let find = |side: &ConflictSide| {
        pool.candidates.iter().position(|candidate| {
            candidate.number == side.number
                && candidate.passage == side.passage
                && candidate.span.contains(&side.span.start)
        })
    };
    pool.conflicts
        .iter()
        .filter_map(|conflict| {
            let (a, b) = (find(&conflict.a)?, find(&conflict.b)?);
            let leans = [a, b].iter().any(|&at| {
                pool.candidates
                    .get(at)
                    .is_none_or(|candidate| candidate.leans_on.is_some())
            });
            let topic = topic(&pool.candidates.get(a)?.text, &pool.candidates.get(b)?.text);
            (!leans).then_some(Dispute { a, b, topic })
        })
        .collect()
}

/// The longest run of words that both sentences share and that reads like a thing: content words at both ends.
fn topic(a: &str, b: &str) -> Option<String> {
    let (left, right) = (Word::all(a), Word::all(b));
    let mut best: Option<(usize, usize, usize)> = None;
    for from in 0..left.len() {
        for start in 0..right.len() {
            let length = shared_run(&left, from, &right, start);
            let (from, length) = trim(&left, from, length);
            let content = left
                .iter()
                .skip(from)
                .take(length)
                .filter(|word| word.content)
                .count();
            if content >= 1 && best.is_none_or(|(_, _, most)| content > most) {
                best = Some((from, length, content));
            }
        }
    }
    let (from, length, content) = best?;
    let (first, last) = (left.get(from)?, left.get(from + length - 1)?);
    if content < 2 && first.text.chars().count() < 6 {
        return None;
    }
    let phrase = a.get(first.span.start..last.span.end)?;
    let phrase = if from == 0 {
        lowered(phrase)
    } else {
        phrase.to_owned()
    };
    let definite = from
        .checked_sub(1)
        .and_then(|before| left.get(before))
        .is_some_and(|before| before.text.eq_ignore_ascii_case("the"));
    Some(if definite {
        format!("the {phrase}")
    } else {
        phrase
    })
}

/// One word of a sentence, as the search for a topic sees it.
struct Word<'a> {
    text: &'a str,
    span: Range<usize>,
    stem: String,
    /// Neither a stop word, a measure nor a verb by its shape: it can stand at the end of a topic.
    content: bool,
    /// Only a space or a hyphen stands before it.
    joins: bool,
    /// Neither a verb, a `to`, nor a number.
    fits: bool,
}

/// Words of a topic at most.
const LONGEST: usize = 8;

impl<'a> Word<'a> {
    fn all(sentence: &'a str) -> Vec<Self> {
        let mut end = 0;
        words(sentence)
            .filter_map(|span| {
                let gap = sentence.get(end..span.start)?;
                end = span.end;
                Self::read(sentence, span, gap)
            })
            .collect()
    }

    fn read(sentence: &'a str, span: Range<usize>, gap: &str) -> Option<Self> {
        let text = sentence.get(span.clone())?;
        let lower = plain(text);
        // `reduced` begins no topic, though `levelised` may stand inside one.
        let participle = lower.len() > 4 && lower.ends_with("ed");
        let vague = is_stop_word(&lower) || VAGUE.contains(&lower.as_str());
        let fits = lower != "to"
            && !VERBS.contains(&lower.as_str())
            && text.chars().all(char::is_alphabetic);
        let joins = gap.chars().all(|between| between == ' ' || between == '-');
        Some(Self {
            text,
            stem: stem(&lower),
            content: fits && !vague && !participle,
            fits,
            joins,
            span,
        })
    }
}

/// Words from two places on that are the same, up to punctuation, a verb or a number.
fn shared_run(left: &[Word<'_>], from: usize, right: &[Word<'_>], start: usize) -> usize {
    let pairs = left
        .iter()
        .skip(from)
        .zip(right.iter().skip(start))
        .take(LONGEST);
    pairs
        .enumerate()
        .take_while(|(at, (own, other))| {
            own.stem == other.stem && own.fits && (*at == 0 || own.joins && other.joins)
        })
        .count()
}

/// A run without what is no content at its ends.
fn trim(words: &[Word<'_>], from: usize, length: usize) -> (usize, usize) {
    let run = words.get(from..from + length).unwrap_or_default();
    let skip = run.iter().take_while(|word| !word.content).count();
    let kept = run.get(skip..).unwrap_or_default();
    let tail = kept.iter().rev().take_while(|word| !word.content).count();
    (from + skip, kept.len() - tail)
}

/// The first letter small, unless the first word is written in capitals or is a name by its inner shape.
fn lowered(phrase: &str) -> String {
    let mut letters = phrase.chars();
    let (Some(first), second) = (letters.next(), letters.next()) else {
        return String::new();
    };
    if second.is_some_and(|second| second.is_uppercase() || second.is_ascii_digit()) {
        return phrase.to_owned();
    }
    first.to_lowercase().chain(phrase.chars().skip(1)).collect()
}

#[rustfmt::skip]
const VERBS: &[&str] = &[
    "is", "are", "was", "were", "be", "has", "have", "had", "will", "would", "can", "could", "may", "might", "must", "should", "do", "does", "did", "rose", "fell", "grew", "costs",
    "lasts", "covers", "cover", "takes", "reduces", "reduce", "raises", "reaches", "shows", "needs", "say", "says", "made", "found", "cut", "cuts", "increases", "increase", "decrease", "decreases", "puts",
    "estimates", "gives", "holds", "exceeds", "remains", "stands", "falls", "rises", "grows", "took", "saw", "runs", "ran", "improves", "adds",
];

/// Words that are the measure rather than the thing.
#[rustfmt::skip]
const VAGUE: &[&str] = &[
    "percent", "per", "cent", "million", "billion", "thousand", "year", "years", "hours", "hour", "days", "day", "week", "first", "months", "month", "weeks", "week", "euros", "dollars", "average", "about", "total", "last", "people",
    "seconds", "minutes", "kwh", "mwh", "mw", "gw", "km", "mg", "ms",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: Option<&str>) {
        assert_eq!(topic(a, b).as_deref(), expected);
    }

    #[test]
    fn the_topic_is_in_the_words_of_both() {
        check(
            "The levelised cost of storage is 90 euros per MWh.",
            "Analysts put the levelised cost of storage at 140 euros per MWh.",
            Some("cost of storage"),
        );
        check(
            "Battery storage covers 41 % of the evening peak.",
            "Storage in batteries covers only 14 % of the evening peak.",
            Some("the evening peak"),
        );
        check(
            "Wholesale prices rose.",
            "In winter wholesale prices fell.",
            Some("wholesale prices"),
        );
    }

    #[test]
    fn where_nothing_reads_like_a_topic_there_is_none() {
        check("It took 14 hours.", "It was 9 hours.", None);
        check("Costs rose by 5 %.", "A fall of 5 % was seen.", None);
    }
}
