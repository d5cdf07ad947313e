//! Preamble: what leads to a question and is no part of what is asked: a greeting, `can you tell me`, and what somebody wants to know it for.
//!
//! `I need to brief my boss on Monday about the data centre at Oakmere: who is against it?` asks nothing of bosses. Read as a part of the question, each word of it
//! would be missed in the evidence.

use crate::check::{plain, words};

/// Words that open a letter.
const GREETS: &[&str] = &["hi", "hello", "hey", "dear", "morning", "greetings"];

/// Words of which a request to be told something is made.
#[rustfmt::skip]
const ASKS_FOR: &[&str] = &[
    "please", "can", "could", "would", "will", "you", "anyone", "anybody", "somebody", "me", "us", "let", "do", "does", "i", "we", "i'd", "we'd", "i'm", "we're", "am", "are",
    "like", "want", "need", "have", "to", "find", "out", "just", "really", "also", "quickly", "briefly", "kindly", "help", "any", "been", "asked", "trying",
];
/// Those that say what is wanted.
#[rustfmt::skip]
const TELLS: &[&str] = &["tell", "explain", "know", "understand", "learn", "hear", "wonder", "wondering", "idea", "say", "show", "summarise", "summarize", "find", "figure", "see"];

/// Words that begin what is asked.
#[rustfmt::skip]
const BEGINS: &[&str] = &[
    "what", "what's", "how", "how's", "why", "when", "where", "where's", "who", "who's", "whom", "whose", "which", "whether", "if", "is", "are", "does", "do", "did", "can", "could",
    "should", "will", "would", "was", "were", "has", "have", "had",
];

/// A question without what leads to it.
pub(super) fn without_preamble(question: &str) -> &str {
    let asked = behind_fillers(behind_greeting(question));
    let asked = behind_purpose(asked).unwrap_or(asked);
    behind_request(asked).unwrap_or(asked)
}

/// What stands behind `ok so`.
fn behind_fillers(question: &str) -> &str {
    const FILLS: &[&str] = &[
        "ok", "okay", "so", "well", "right", "um", "hm", "hmm", "anyway",
    ];
    let mut said = words(question);
    let first = said.find(|span| {
        let word = question.get(span.clone()).unwrap_or_default();
        !FILLS.contains(&word.to_lowercase().as_str())
    });
    let asked = first.and_then(|span| question.get(span.start..));
    asked.unwrap_or(question)
}

/// What stands behind `Hi all,`.
fn behind_greeting(question: &str) -> &str {
    /// Words of a greeting, at most.
    const LONGEST: usize = 4;
    let Some((greeting, rest)) = question.split_once([',', '!', '.', ':', '–', '-']) else {
        return question;
    };
    let greets = |text: &str| {
        let mut said = words(text).filter_map(|span| text.get(span)).map(plain);
        said.any(|word| GREETS.contains(&word.as_str()))
    };
    let is_short = words(greeting).count() <= LONGEST;
    if is_short && greets(greeting) && words(rest).next().is_some() {
        rest.trim_start_matches([' ', ',', '!', '.', '-', '–'])
    } else {
        question
    }
}

/// What stands behind what somebody says of themselves before they ask, with what it is about: `I am writing on the tram: when does it open?`.
fn behind_purpose(question: &str) -> Option<&str> {
    const POINTS: &[&str] = &[
        "he", "she", "it", "they", "him", "her", "them", "his", "its", "their", "that", "this",
        "these", "those",
    ];
    const SPEAKS: &[&str] = &["i", "i'm", "i've", "we", "we're", "we've", "my", "our"];
    /// The last is less sure: `on Monday`.
    const ABOUT: &[&str] = &[" about ", " regarding ", " concerning ", " on "];
    let first = words(question).next()?;
    if !SPEAKS.contains(&plain(question.get(first)?).as_str()) {
        return None;
    }
    let breaks = question.char_indices().filter(|(at, c)| {
        let behind = question.get(at + c.len_utf8()..).unwrap_or_default();
        let is_break = matches!(c, ':' | ';' | '.' | '–' | '—' | ',')
            || *c == '-'
                && question
                    .get(..*at)
                    .is_some_and(|before| before.ends_with(' '));
        is_break && begins_to_ask(behind)
    });
    let (at, mark) = breaks.into_iter().next()?;
    let (purpose, asked) = (question.get(..at)?, question.get(at + mark.len_utf8()..)?);
    let points_back = || {
        let mut said = words(asked).filter_map(|span| asked.get(span)).map(plain);
        said.any(|word| POINTS.contains(&word.as_str()))
    };
    let about = ABOUT
        .iter()
        .find_map(|word| Some(purpose.rfind(word)? + word.len()));
    // What it is about is a part of what is asked; a question that points back at it is asked of all of it.
    let asked = match about {
        Some(from) => question.get(from..)?,
        None if points_back() => return None,
        None => asked,
    };
    Some(asked.trim_start())
}

/// What stands behind `Can you tell me`.
fn behind_request(question: &str) -> Option<&str> {
    let mut is_told = false;
    for span in words(question) {
        let rest = question.get(span.start..)?;
        let word = plain(question.get(span)?);
        if is_told && (begins_to_ask(rest) || matches!(word.as_str(), "about" | "more")) {
            let about = ["more about ", "about "];
            let asked = about.iter().find_map(|about| rest.strip_prefix(about));
            return Some(asked.unwrap_or(rest));
        }
        is_told |= TELLS.contains(&word.as_str());
        if !TELLS.contains(&word.as_str()) && !ASKS_FOR.contains(&word.as_str()) {
            return None;
        }
    }
    None
}

fn begins_to_ask(text: &str) -> bool {
    let first = words(text).next().and_then(|span| text.get(span));
    first.is_some_and(|word| BEGINS.contains(&word.to_lowercase().replace('’', "'").as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_to_a_question_is_no_part_of_it() {
        for (question, asked) in [
            (
                "Hi all, who pays for the bridge?",
                "who pays for the bridge?",
            ),
            (
                "Can you tell me why the pool was closed?",
                "why the pool was closed?",
            ),
            ("I'd like to know how much it costs", "how much it costs"),
            (
                "Please explain what changed in version 4.",
                "what changed in version 4.",
            ),
            ("Any idea when the tram opens?", "when the tram opens?"),
            (
                "I need to brief my boss on Monday about the data centre planned at Oakmere - what is known, and who is against it?",
                "the data centre planned at Oakmere - what is known, and who is against it?",
            ),
            (
                "ok so what does the bridge cost?",
                "what does the bridge cost?",
            ),
            (
                "We are moving house. What is the council tax in Rim?",
                "What is the council tax in Rim?",
            ),
        ] {
            assert_eq!(without_preamble(question), asked);
        }
    }

    #[test]
    fn what_asks_is_left_as_it_is() {
        for question in [
            "Can I keep bees in Rim?",
            "What do we know about the leak?",
            "Do you need a licence to fish?",
            "Have the trams been bought?",
            "heat pumps",
            "My landlord wants to put the rent up, is he allowed to do that?",
            "Why did I-95 collapse?",
            "Who knows what the pipe cost?",
            "",
        ] {
            assert_eq!(without_preamble(question), question);
        }
    }
}
