//! What may be drawn of a text that somebody else wrote.
//!
//! Cleaning never looks beyond a line, so that a text can be cleaned in pieces that end at line breaks, and it takes time in proportion to the text,
//! whatever the text is.

use std::borrow::Cow;
use std::ops::Range;

use unicode_width::UnicodeWidthChar;

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
    let cleaned = clean(text);
    let mut line = String::with_capacity(cleaned.len());
    for word in cleaned.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
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
        _ if is_unwanted(c) || becomes_newline(c) || c == '\t' || is_joiner(c) => true,
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
    let mut chars = text.char_indices().peekable();
    let mut column = 0;
    let mut marks = 0;
    let mut previous = '\n';
    while let Some((at, c)) = chars.next() {
        let kept = match c {
            '\n' => Some("\n"),
            '\t' => Some(&"    "[..TAB - column % TAB]),
            '\r' if chars.peek().is_some_and(|&(_, next)| next == '\n') => None,
            '\u{1b}' => {
                skip_escape(&mut chars);
                None
            }
            '\u{9b}' => {
                skip_control_sequence(&mut chars);
                None
            }
            '\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}' => {
                skip_control_string(&mut chars);
                None
            }
            _ if becomes_newline(c) => Some("\n"),
            _ if is_unwanted(c) => None,
            // Joiners shape letters of several scripts, but between emoji terminals disagree on what they do.
            _ if is_joiner(c) && (previous.is_ascii() || !previous.is_alphabetic()) => None,
            _ => {
                marks = if c.width() == Some(0) { marks + 1 } else { 0 };
                (marks <= MARKS_AT_MOST).then(|| &text[at..at + c.len_utf8()])
            }
        };
        if let Some(piece) = kept {
            if piece == "\n" {
                (column, marks, previous) = (0, 0, '\n');
            } else {
                column += piece.chars().count();
                previous = c;
            }
            keep(at..at + c.len_utf8(), piece);
        }
    }
}

type Chars<'a> = std::iter::Peekable<std::str::CharIndices<'a>>;

/// Passes over what belongs to an escape character.
fn skip_escape(chars: &mut Chars<'_>) {
    match chars.peek().map(|&(_, c)| c) {
        Some('[') => {
            chars.next();
            skip_control_sequence(chars);
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            chars.next();
            skip_control_string(chars);
        }
        _ => {
            while chars.next_if(|&(_, c)| matches!(c, ' '..='/')).is_some() {}
            chars.next_if(|&(_, c)| matches!(c, '0'..='~'));
        }
    }
}

fn skip_control_sequence(chars: &mut Chars<'_>) {
    while chars.next_if(|&(_, c)| matches!(c, '0'..='?')).is_some() {}
    while chars.next_if(|&(_, c)| matches!(c, ' '..='/')).is_some() {}
    chars.next_if(|&(_, c)| matches!(c, '@'..='~'));
}

/// Passes over a control string if it is terminated on its line; else only its introducer is lost, not the rest of the line.
fn skip_control_string(chars: &mut Chars<'_>) {
    let mut ahead = chars.clone();
    while let Some((_, c)) = ahead.next() {
        match c {
            '\u{7}' | '\u{9c}' => {
                *chars = ahead;
                return;
            }
            '\u{1b}' => {
                if ahead.next_if(|&(_, c)| c == '\\').is_some() {
                    *chars = ahead;
                }
                return;
            }
            _ if c.is_control() => return,
            _ => {}
        }
    }
}

fn becomes_newline(c: char) -> bool {
    matches!(
        c,
        '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

fn is_unwanted(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control() && c != '\n' && c != '\t' && !becomes_newline(c);
    }
    matches!(c,
        '\u{80}'..='\u{84}' | '\u{86}'..='\u{9f}'
        // Soft hyphen, grapheme joiner, Arabic letter mark, Mongolian vowel separator.
        | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}'
        // Zero-width space, direction marks, embeddings, overrides, isolates, invisible operators.
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        // Fillers that are drawn as nothing.
        | '\u{3164}' | '\u{ffa0}'
        // Variation selectors, byte order mark, interlinear marks.
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}'
        // Private use, noncharacters, tags.
        | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}'
        | '\u{e0000}'..='\u{10ffff}')
}
