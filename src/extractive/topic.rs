//! Topics: what to call the thing that two sentences disagree on.
//!
//! A topic is a run of words that both sentences have, with the measured quantity before it (`the cost of …`, `the number of …`) where both sentences measure
//! it so. Where no run reads like a thing, there is no topic.

use std::ops::Range;

use super::clause::is_base;
use crate::check::{is_stop_word, plain, stem, words};

/// The longest run of words that both sentences share and that reads like a thing: content words at both ends.
#[must_use]
pub fn topic(a: &str, b: &str) -> Option<String> {
    let (left, right) = (Word::all(a), Word::all(b));
    let (from, start, length) = longest(&left, &right)?;
    let skip = inner_article(&left, from, length);
    let (from, start, length) = (from + skip, start + skip, length - skip);
    let (first, last) = (left.get(from)?, left.get(from + length - 1)?);
    let phrase = a.get(first.span.start..last.span.end)?;
    let phrase = if from == 0 {
        lowered(phrase)
    } else {
        phrase.to_owned()
    };
    let numbers = |side: &[Word<'_>]| side.iter().any(|word| word.stem == "number");
    let (own, theirs) = (counts(&left, from), counts(&right, start));
    let counted = match (own, theirs) {
        (true, true) => true,
        (true, false) => numbers(&right),
        (false, true) => numbers(&left),
        (false, false) => false,
    };
    if counted {
        let state =
            state(&left, from + length).filter(|own| state(&right, start + length) == Some(*own));
        return Some(match state {
            Some(state) => format!("the number of {state} {phrase}"),
            None => format!("the number of {phrase}"),
        });
    }
    let article = from.checked_sub(1).and_then(|before| left.get(before));
    let other = start.checked_sub(1).and_then(|before| right.get(before));
    let definite = [article, other]
        .into_iter()
        .flatten()
        .any(|before| before.text.eq_ignore_ascii_case("the"))
        || is_corrected(&left, from)
        || is_corrected(&right, start);
    let phrase = if definite {
        format!("the {phrase}")
    } else {
        phrase
    };
    let reads_like_a_thing = left.iter().skip(from).take(length).all(|word| {
        !matches!(
            word.text,
            "their" | "its" | "his" | "her" | "our" | "my" | "your"
        )
    }) && !(length > 1
        && is_base(last.text)
        && left.get(from + length - 2).is_some_and(is_several));
    if !reads_like_a_thing {
        return None;
    }
    let costs = [&left, &right].iter().all(|side| {
        let outside = |at: usize| !(from..from + length).contains(&at);
        side.iter()
            .enumerate()
            .any(|(at, word)| word.stem == "cost" && (outside(at) || !word.content))
    });
    let measured = ["cost", "price", "expens", "rate", "share", "number"]
        .iter()
        .any(|measure| {
            left.iter()
                .skip(from)
                .take(length)
                .any(|word| word.stem.starts_with(measure))
        });
    // Of `extending meals to all pupils` the pupils are not what costs.
    let is_aim = [(&left, from), (&right, start)]
        .iter()
        .any(|(side, at)| hangs_on(side, *at));
    if costs && is_aim {
        Some("the cost".to_owned())
    } else if costs && !measured {
        Some(format!("the cost of {phrase}"))
    } else if length == 1 && DOERS.contains(&first.stem.as_str()) {
        // Who does something is not what it is about.
        None
    } else if first.is_gerund() && (from == 0 || left.get(from + 1).is_some_and(is_article))
        || length == 1 && first.text.chars().count() < 6
    {
        None
    } else {
        Some(phrase)
    }
}

/// Places in both sentences and length of the longest shared run, by its content words.
fn longest(left: &[Word<'_>], right: &[Word<'_>]) -> Option<(usize, usize, usize)> {
    let mut best: Option<(usize, usize, usize, usize)> = None;
    for from in 0..left.len() {
        for start in 0..right.len() {
            let length = shared_run(left, from, right, start);
            let (trimmed, length) = trim(left, from, length);
            let content = left
                .iter()
                .skip(trimmed)
                .take(length)
                .filter(|word| word.content)
                .count();
            if content >= 1 && best.is_none_or(|(.., most)| content > most) {
                best = Some((trimmed, start + trimmed - from, length, content));
            }
        }
    }
    best.map(|(from, start, length, _)| (from, start, length))
}

/// Words up to an article inside a run that begins another thing: in `winter the range`, what counts comes behind it.
fn inner_article(words: &[Word<'_>], from: usize, length: usize) -> usize {
    let run = words.get(from..from + length).unwrap_or_default();
    run.windows(2)
        .rposition(|pair| {
            let [before, article] = pair else {
                return false;
            };
            is_article(article) && !before.is_gerund() && !PREPOSITIONS.contains(&before.text)
        })
        .map_or(0, |at| at + 2)
}

/// Whether a run hangs on a preposition that says whom or what for: `to all pupils`.
fn hangs_on(words: &[Word<'_>], from: usize) -> bool {
    let mut before = words.get(..from).unwrap_or_default().iter().rev();
    before
        .find(|word| !is_article(word) && !matches!(word.text, "all" | "every" | "each" | "its"))
        .is_some_and(|word| matches!(word.text, "to" | "for" | "by" | "from" | "with"))
}

/// Whether a run is named as the correct one: `the correct rate ratio`.
fn is_corrected(words: &[Word<'_>], from: usize) -> bool {
    let before = from.checked_sub(1).and_then(|before| words.get(before));
    before.is_some_and(|before| matches!(before.text, "correct" | "corrected"))
}

/// Stems of words for those who act.
const DOERS: &[&str] = &[
    "council", "citi", "govern", "board", "committe", "compani", "ministri", "author", "offic",
    "agenc", "depart",
];

/// Whether a word names several by its shape: `owners` in `owners pay`.
fn is_several(word: &Word<'_>) -> bool {
    word.text.len() > 3 && word.text.ends_with('s') && !word.text.ends_with("ss")
}

fn is_article(word: &Word<'_>) -> bool {
    matches!(word.text, "the" | "a" | "an")
}

/// Whether a number stands right before a run.
fn counts(words: &[Word<'_>], from: usize) -> bool {
    from.checked_sub(1)
        .and_then(|before| words.get(before))
        .is_some_and(|before| {
            before
                .text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b',')
        })
}

/// The state that is said of what a run names: `vacant` in `19 posts are vacant`.
fn state<'a>(words: &[Word<'a>], end: usize) -> Option<&'a str> {
    let is = words.get(end)?;
    let state = words.get(end + 1)?;
    let plain = state.content && state.text.chars().all(char::is_lowercase) && !state.is_gerund();
    (matches!(is.text, "is" | "are" | "was" | "were") && plain).then_some(state.text)
}

const PREPOSITIONS: &[&str] = &[
    "of", "in", "for", "on", "at", "from", "between", "with", "by", "under", "over",
];

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
        let adjective = lower.len() > 5
            && ["able", "ible", "ful", "less", "ous", "ly"]
                .iter()
                .any(|ending| lower.ends_with(ending))
            || matches!(lower.as_str(), "aware" | "safe" | "free" | "ready");
        let fits = lower != "to"
            && !VERBS.contains(&lower.as_str())
            && text.chars().all(char::is_alphabetic);
        let joins = gap.chars().all(|between| between == ' ' || between == '-');
        Some(Self {
            text,
            stem: stem(&lower),
            content: fits && !vague && !participle && !adjective,
            fits,
            joins,
            span,
        })
    }
}

impl Word<'_> {
    fn is_gerund(&self) -> bool {
        self.text.len() > 5 && self.text.to_lowercase().ends_with("ing")
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
    fn the_measured_quantity_is_named() {
        check(
            "Converting the Eastgate depot to electric buses will cost 61.4 million euros.",
            "Converting the Eastgate depot to electric buses will cost 74.9 million euros.",
            Some("the cost of converting the Eastgate depot"),
        );
        check(
            "According to the office, 19 driver posts at the Eastgate depot are vacant.",
            "At present 31 driver posts at the Eastgate depot are vacant, out of 236.",
            Some("the number of vacant driver posts at the Eastgate depot"),
        );
        check(
            "In winter the range of the buses falls by 22 percent.",
            "In winter the range of the buses fell by 38 percent.",
            Some("the range of the buses"),
        );
    }

    #[test]
    fn for_whom_something_is_and_who_does_it_is_not_what_it_costs() {
        check(
            "Extending free meals to all primary pupils would cost 9 million.",
            "The extension to all primary pupils would cost 11 million.",
            Some("the cost"),
        );
        check(
            "The council wants to buy the building for 800,000 pounds.",
            "The council bought it for 650,000 pounds.",
            None,
        );
        check(
            "The state helps where owners pay for their own pipes.",
            "In Aldin owners pay nothing.",
            None,
        );
    }

    #[test]
    fn what_does_not_read_like_a_thing_is_no_topic() {
        check(
            "Converting the depot takes 3 years.",
            "Converting the depot takes 5 years.",
            None,
        );
    }

    #[test]
    fn where_nothing_reads_like_a_topic_there_is_none() {
        check("It took 14 hours.", "It was 9 hours.", None);
        check("Costs rose by 5 %.", "A fall of 5 % was seen.", None);
    }
}
