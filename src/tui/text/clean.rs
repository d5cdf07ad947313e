//! What may be drawn of a text that somebody else wrote.
//!
//! What is hostile, and how far an escape sequence reaches, is what [`crate::clean`] says; this adds what terminals cannot draw or draw each in its own
//! way, tab stops, and where each byte came from. Cleaning never looks beyond a line, so that a text can be cleaned in pieces that end at line breaks, and it takes time in proportion to the text,
//! whatever the text is.

use std::borrow::Cow;
use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use crate::clean::{ends_line, escape_len, is_hostile, is_joiner, single_spaced};

/// The text without anything that could drive, confuse or deceive a terminal.
///
/// Escape sequences go whole, other control characters singly; carriage returns, form feeds and the Unicode line separators become line breaks; tabs
/// become spaces up to the next multiple of four. Bidirectional controls, invisible and private-use characters go, and so does U+FE0F, after which
/// terminals and width tables disagree on how wide the character is.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    if !needs_cleaning(text) {
        return Cow::Borrowed(text);
    }
    let mut cleaned = String::with_capacity(text.len());
    sweep(text, |_, piece| cleaned.push_str(piece));
    Cow::Owned(cleaned)
}

/// Like [`clean`], on a single line: every run of white space is one space, and none is at the ends.
#[must_use]
pub fn one_line(text: &str) -> String {
    single_spaced(&clean(text), usize::MAX)
}

/// The same without the marks that make words bold or code where they come in pairs, for lists in which Markdown is not rendered.
#[must_use]
pub fn plain_line(text: &str) -> String {
    let mut line = one_line(text);
    for mark in ["**", "`"] {
        let count = line.matches(mark).count();
        if count > 0 && count.is_multiple_of(2) {
            line = line.replace(mark, "");
        }
    }
    line
}

/// A text on one line in quotation marks: once, where it has them already, and those within it are single ones.
#[must_use]
pub fn quoted(text: &str) -> String {
    let said = one_line(text);
    let is_quoted = said
        .strip_prefix('“')
        .and_then(|rest| rest.strip_suffix('”'))
        .is_some_and(|within| !within.contains(['“', '”']));
    if is_quoted {
        said
    } else {
        format!("“{}”", said.replace('“', "‘").replace('”', "’"))
    }
}

/// A cleaned text that knows where each of its bytes came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned<'a> {
    pub text: Cow<'a, str>,
    /// Where the text came from, in order; empty if nothing changed.
    runs: Vec<Run>,
    original_len: usize,
}

/// A part of the text that came from a part of the original, byte by byte except for its last character.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Run {
    start: usize,
    origin: usize,
    /// How long it is in the original.
    len: usize,
}

impl<'a> Cleaned<'a> {
    #[must_use]
    pub fn new(original: &'a str) -> Self {
        let original_len = original.len();
        if !needs_cleaning(original) {
            return Self {
                text: Cow::Borrowed(original),
                runs: Vec::new(),
                original_len,
            };
        }
        let mut text = String::with_capacity(original_len);
        let mut runs: Vec<Run> = Vec::new();
        sweep(original, |origin, piece| {
            let start = text.len();
            text.push_str(piece);
            match runs.last_mut() {
                Some(run)
                    if run.origin + run.len == origin.start && start - run.start == run.len =>
                {
                    run.len += origin.len();
                }
                _ => runs.push(Run {
                    start,
                    origin: origin.start,
                    len: origin.len(),
                }),
            }
        });
        Self {
            text: Cow::Owned(text),
            runs,
            original_len,
        }
    }

    /// The offset in the original of an offset in the cleaned text.
    #[must_use]
    pub fn original(&self, offset: usize) -> usize {
        if matches!(self.text, Cow::Borrowed(_)) {
            return offset;
        }
        if offset >= self.text.len() {
            return self.original_len;
        }
        let after = self.runs.partition_point(|run| run.start <= offset);
        after
            .checked_sub(1)
            .and_then(|at| self.runs.get(at))
            .map_or(0, |run| run.origin + run.len.min(offset - run.start))
    }
}

fn needs_cleaning(text: &str) -> bool {
    let mut marks = 0;
    text.chars().any(|c| match c {
        ' '..='~' | '\n' => {
            marks = 0;
            false
        }
        _ if is_hostile(c) || is_drawn_differently(c) || ends_line(c) || is_joiner(c) => true,
        _ => {
            marks = if c.width() == Some(0) { marks + 1 } else { 0 };
            marks > MARKS_AT_MOST
        }
    })
}

/// Combining marks in a row that are drawn; hostile text piles up thousands.
const MARKS_AT_MOST: usize = 8;

const TAB: usize = 4;

/// Hands on the harmless pieces of a text, each with the bytes of the character that it stands for.
fn sweep(text: &str, mut keep: impl FnMut(Range<usize>, &str)) {
    let mut next = 0;
    let mut column = 0;
    let mut marks = 0;
    let mut previous = '\n';
    while let Some(rest) = text.get(next..)
        && let Some(c) = rest.chars().next()
    {
        let at = next;
        let end = at + c.len_utf8();
        if let Some(length) = escape_len(rest) {
            next = at + length;
            continue;
        }
        next = end;
        let kept = match c {
            '\n' => Some("\n"),
            '\t' => Some(&"    "[..TAB - column % TAB]),
            '\r' if rest.starts_with("\r\n") => None,
            _ if ends_line(c) => Some("\n"),
            _ if is_hostile(c) || is_drawn_differently(c) => None,
            // Joiners shape letters of several scripts, but between emoji terminals disagree on what they do.
            _ if is_joiner(c) && (previous.is_ascii() || !previous.is_alphabetic()) => None,
            _ => {
                marks = if c.width() == Some(0) { marks + 1 } else { 0 };
                (marks <= MARKS_AT_MOST).then(|| &text[at..end])
            }
        };
        if let Some(piece) = kept {
            if piece == "\n" {
                (column, marks, previous) = (0, 0, '\n');
            } else {
                column += piece.chars().count();
                previous = c;
            }
            keep(at..end, piece);
        }
    }
}

/// What is harmless but drawn as nothing, as a box, or wider here than there.
fn is_drawn_differently(c: char) -> bool {
    matches!(c,
        // Variation selectors, those of Mongolian included.
        '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}'
        // Private use and noncharacters.
        | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{e0000}'..='\u{10ffff}')
}
