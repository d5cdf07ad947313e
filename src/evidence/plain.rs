//! Plain text: notes, memos, transcripts. Headings and a memo's head are recognised where they are plain to see, and nothing else is guessed.

use std::borrow::Cow;

use super::body::Body;
use super::flow::{Layout, Line, ends_sentence, flow, is_item};
use super::reading::Reading;

/// How many lines at the top may belong to a memo's head.
const HEAD: usize = 12;
/// A line longer than this is no heading.
const LONGEST_HEADING: usize = 80;

pub(super) fn read(text: &str) -> Reading {
    let text = if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    };
    let typed: Vec<&str> = text.lines().collect();
    let mut lines = Vec::with_capacity(typed.len());
    let mut at = 0;
    while let Some(line) = typed.get(at) {
        let before = at
            .checked_sub(1)
            .and_then(|at| typed.get(at))
            .copied()
            .unwrap_or_default();
        let next = typed.get(at + 1).copied().unwrap_or_default();
        let level = heading_level(line, before, next);
        at += if level.is_some() && is_rule(next) {
            2
        } else {
            1
        };
        let text = if level.is_some() {
            line.trim().trim_start_matches('#')
        } else {
            line
        };
        if !is_rule(line) {
            lines.push(Line {
                text: text.to_owned(),
                heading: level,
                ..Line::default()
            });
        }
    }
    let mut reading = memo_head(&typed);
    let mut body = Body::default();
    flow(&lines, Layout::Typed, &mut body);
    reading.body = body;
    reading
}

/// `Subject:`, `From:` and `Date:` lines at the top.
fn memo_head(lines: &[&str]) -> Reading {
    let mut reading = Reading::default();
    for line in lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .take(HEAD)
    {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.trim();
        let field = match key.trim().to_ascii_lowercase().as_str() {
            "title" | "subject" | "re" => &mut reading.title,
            "author" | "from" | "by" | "written by" => &mut reading.author,
            "date" => &mut reading.date,
            _ => continue,
        };
        if field.is_none() && !value.is_empty() && value.chars().count() <= LONGEST_HEADING * 2 {
            *field = Some(value.to_owned());
        }
    }
    reading
}

/// The level of a heading: underlined, marked with `#`, in capitals, or short, alone and without a full stop.
fn heading_level(line: &str, before: &str, next: &str) -> Option<u8> {
    let line = line.trim();
    let underlined = is_rule(next);
    let alone = before.trim().is_empty() && next.trim().is_empty();
    if !(alone || underlined || line.starts_with('#')) || line.len() > LONGEST_HEADING * 4 {
        return None;
    }
    let length = line.chars().count();
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    if length > LONGEST_HEADING || letters < 2 || is_rule(line) {
        return None;
    }
    if underlined && next.trim().chars().count() * 2 >= length && !line.contains("  ") {
        return Some(if next.trim().starts_with('=') { 1 } else { 2 });
    }
    if let Some(marked) = line.strip_prefix('#') {
        let level = 1 + marked.bytes().take_while(|byte| *byte == b'#').count();
        return marked
            .trim_start_matches('#')
            .starts_with(' ')
            .then_some(level.min(6) as u8);
    }
    let capitals = letters > 3
        && !line.chars().any(char::is_lowercase)
        && line.chars().any(char::is_uppercase);
    let short = line.split_whitespace().count() <= 8
        && line.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let titled = short
        && !ends_sentence(line)
        && !line.contains([',', ';', '@', ':', '\t'])
        && !line.contains("  ");
    let numbered_item = is_item(line) && !titled;
    (alone && (capitals || titled) && !numbered_item).then_some(2)
}

/// A line of nothing but `=` or `-`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3
        && (line.bytes().all(|byte| byte == b'=') || line.bytes().all(|byte| byte == b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::split::split;

    #[test]
    fn a_memo_tells_its_subject_author_and_date() {
        let memo = "MEMO\n\nFrom: R. Okonjo\nTo: Council\nDate: 4 February 2026\nSubject: Depot options\n\nWe looked at three options.";
        let reading = read(memo);
        assert_eq!(reading.title.as_deref(), Some("Depot options"));
        assert_eq!(reading.author.as_deref(), Some("R. Okonjo"));
        assert_eq!(reading.date.as_deref(), Some("4 February 2026"));
    }

    #[test]
    fn headings_are_recognised_and_lead_their_paragraphs() {
        let notes = "Depot notes\n===========\n\nOpening words of the\nnotes.\n\nCosts and savings\n\nThey rise.\n\nRANGE\n\n1. It falls in winter.\n2. Heating takes a third.\n\n2 Grid\n\nLate.";
        let reading = read(notes);
        let seen: Vec<_> = split(&reading.body)
            .into_iter()
            .map(|passage| (passage.headings.join(" / "), passage.text))
            .collect();
        assert_eq!(
            seen,
            [
                (
                    "Depot notes".to_owned(),
                    "Opening words of the notes.".to_owned()
                ),
                (
                    "Depot notes / Costs and savings".to_owned(),
                    "They rise.".to_owned()
                ),
                (
                    "Depot notes / RANGE".to_owned(),
                    "1. It falls in winter.\n2. Heating takes a third.".to_owned()
                ),
                ("Depot notes / 2 Grid".to_owned(), "Late.".to_owned()),
            ]
        );
    }

    #[test]
    fn the_lines_of_an_interview_stay_apart() {
        let reading = read(
            "Q: How many buses failed?\nA: Four, all in January.\nQ: Why?\nA: Cold batteries.",
        );
        assert_eq!(reading.body.blocks().len(), 4);
    }
}
