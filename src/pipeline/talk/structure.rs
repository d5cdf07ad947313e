//! Talk in any language, told by where it stands and how it is marked: a first line that announces what follows, a last question to the reader, the text in a
//! frame. What cites is no talk, and neither is what speaks of the same things as the part.

use std::collections::HashSet;

use super::address;
use crate::check;
use crate::study::citation;

/// Words of an exclamation that is talk by itself, such as `Gerne!`.
const ASSENT: usize = 4;
/// Letters from which a word is taken to say what a text is about, and by which it is told from others: endings differ.
const SAYS: usize = 5;

/// The part inside a frame of rules or fences, where it alone cites.
pub(super) fn inside_frame(text: &str) -> Option<&str> {
    let mut pieces: Vec<&str> = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if is_frame(line.trim()) {
            pieces.push(text.get(start..at)?);
            start = at + line.len();
        }
        at += line.len();
    }
    pieces.push(text.get(start..)?);
    if pieces.len() < 2 {
        return None;
    }
    let mut citing = pieces.iter().filter(|piece| cites(piece));
    match (citing.next(), citing.next()) {
        (Some(only), None) => Some(only.trim()),
        _ => None,
    }
}

/// How many bytes at the beginning speak to whoever asked, before a part that cites.
pub(super) fn leading(text: &str) -> usize {
    let Some(line) = text.split_inclusive('\n').next() else {
        return 0;
    };
    let rest = text.get(line.len()..).unwrap_or_default();
    if is_prose(line) && !cites(line) && begins_prose(rest) && cites(rest) {
        let ends_open = bare(line).ends_with([':', '：']);
        // A paragraph of its own, or only a line.
        let is_apart = rest.starts_with(['\n', '\r']);
        if ends_open || (is_apart && is_called(line) && !speaks_of(line, rest)) {
            return line.len();
        }
    }
    let Some(first) = check::sentences(text).into_iter().next() else {
        return 0;
    };
    let (sentence, rest) = text.split_at_checked(first.end).unwrap_or((text, ""));
    let words = sentence.split_whitespace().count();
    let is_assent = bare(sentence).ends_with(['!', '！']) && words <= ASSENT;
    let is_addressed = address::is_to_reader(sentence) || address::is_of_writer(sentence);
    if (is_assent || is_addressed && is_prose(sentence))
        && !cites(sentence)
        && cites(rest)
        && !speaks_of(sentence, rest)
    {
        first.end
    } else {
        0
    }
}

/// Where the end begins that speaks to whoever asked, after a part that cites.
pub(super) fn trailing(text: &str) -> usize {
    let Some(last) = check::sentences(text).into_iter().last() else {
        return text.len();
    };
    let (before, sentence) = text.split_at_checked(last.start).unwrap_or((text, ""));
    if is_prose(sentence)
        && (is_called(sentence)
            || address::is_to_reader(sentence)
            || address::is_of_writer(sentence))
        && !cites(sentence)
        && cites(before)
        && !speaks_of(sentence, before)
    {
        last.start
    } else {
        text.len()
    }
}

/// Whether a text says something of what `known` is about: a word of it stands there, as far as its ending.
pub(super) fn speaks_of(text: &str, known: &str) -> bool {
    let known = subjects(known);
    subjects(text).iter().any(|word| known.contains(word))
}

fn subjects(text: &str) -> HashSet<String> {
    let words: Vec<String> = check::words(text)
        .filter_map(|span| text.get(span))
        .map(check::plain)
        .collect();
    let wide = |word: &str| {
        word.chars()
            .any(|letter| ('\u{2e80}'..='\u{d7a3}').contains(&letter))
    };
    let mut subjects: HashSet<String> = words
        .iter()
        .filter(|word| word.chars().count() >= SAYS)
        .map(|word| word.chars().take(SAYS).collect())
        .collect();
    // Where each letter is a word, two beside each other say something.
    for pair in words.windows(2) {
        if let [first, second] = pair
            && wide(first)
            && wide(second)
        {
            subjects.insert(format!("{first}{second}"));
        }
    }
    subjects
}

/// Whether it ends like something that is said to somebody.
pub(super) fn is_called(text: &str) -> bool {
    bare(text).ends_with(['!', '！', '?', '？', '؟'])
}

fn bare(text: &str) -> &str {
    text.trim()
        .trim_end_matches(['*', '_', ' ', '\u{a0}', '"', '”', '»', ')'])
}

fn cites(text: &str) -> bool {
    !citation::numbers(text).is_empty()
}

fn is_frame(line: &str) -> bool {
    let is_rule = |mark: char| line.len() >= 3 && line.chars().all(|letter| letter == mark);
    line.starts_with("```") || ['-', '*', '_', '='].into_iter().any(is_rule)
}

/// Whether a line is the beginning of a paragraph: no heading, item, quotation or row.
fn is_prose(line: &str) -> bool {
    let line = line.trim();
    let is_numbered = line
        .split_once(['.', ')'])
        .is_some_and(|(number, _)| number.parse::<u32>().is_ok());
    let is_item = ["- ", "* ", "+ ", "#", ">", "|"]
        .iter()
        .any(|mark| line.starts_with(mark));
    !line.is_empty() && !is_item && !is_numbered
}

fn begins_prose(text: &str) -> bool {
    text.lines()
        .find(|line| !line.trim().is_empty())
        .is_some_and(is_prose)
}
