//! Text on its way to a terminal: made harmless, measured, wrapped, cut.
//!
//! Everything that a document, a model or a server wrote passes [`clean()`] before it is drawn; widths are counted by grapheme, as the terminal does; and
//! one function decides where lines break, for counting rows and for painting them. This module knows nothing of styles, Markdown or panes.

mod clean;

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub use clean::{Cleaned, clean, one_line, plain_line, quoted};

/// How many columns a text takes, counted by grapheme.
#[must_use]
pub fn width(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    graphemes(text).map(|(_, _, wide)| wide).sum()
}

/// The rows that a text takes at a width, as ranges of its bytes.
///
/// Lines break at spaces, after hyphens and dashes, and between ideographs; a word longer than the width is cut, and a citation stays with the word before
/// it. White space at a break is in no
/// range. No row is wider than `width`, unless a single grapheme is. An empty line, and an empty text, is an empty row; at width 0 there are none.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<Range<usize>> {
    rows_of(text, width, wrap_line)
}

/// Like [`wrap`], but keeps all white space and cuts wherever a row is full: for code.
#[must_use]
pub fn cut(text: &str, width: usize) -> Vec<Range<usize>> {
    rows_of(text, width, cut_line)
}

/// A count in few characters: `812`, `12.4k`.
#[must_use]
pub fn short_count(count: u64) -> String {
    if count < 10_000 {
        count.to_string()
    } else {
        format!("{:.1}k", count as f64 / 1000.0)
    }
}

/// The text if it fits, else as much of it as fits with `ellipsis` after it.
#[must_use]
pub fn truncate(text: &str, width: usize, ellipsis: &str) -> String {
    let fits = fitting(text, width);
    if fits == text.len() {
        return text.to_owned();
    }
    let Some(left) = width.checked_sub(self::width(ellipsis)) else {
        return ellipsis[..fitting(ellipsis, width)].to_owned();
    };
    let mut short = text[..fitting(text, left)].trim_end().to_owned();
    short.push_str(ellipsis);
    short
}

/// The text if it fits, else as much of its end as fits with `ellipsis` before it: of a path the name of the file is what tells.
#[must_use]
pub fn keep_end(text: &str, width: usize, ellipsis: &str) -> String {
    let mut left = self::width(text);
    if left <= width {
        return text.to_owned();
    }
    let Some(room) = width.checked_sub(self::width(ellipsis)) else {
        return ellipsis[..fitting(ellipsis, width)].to_owned();
    };
    let mut from = text.len();
    for (at, grapheme, wide) in graphemes(text) {
        if left <= room {
            from = at;
            break;
        }
        left -= wide;
        from = at + grapheme.len();
    }
    format!("{ellipsis}{}", &text[from..])
}

/// Bytes of the longest prefix that is at most `width` columns wide.
#[must_use]
pub fn fitting(text: &str, width: usize) -> usize {
    let mut column = 0;
    for (at, _, wide) in graphemes(text) {
        column += wide;
        if column > width {
            return at;
        }
    }
    text.len()
}

fn rows_of(
    text: &str,
    width: usize,
    line_rows: fn(&str, usize, usize, &mut Vec<Range<usize>>),
) -> Vec<Range<usize>> {
    let mut rows = Vec::new();
    if width == 0 {
        return rows;
    }
    let mut start = 0;
    loop {
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        line_rows(&text[start..end], start, width, &mut rows);
        start = end + 1;
        if start >= text.len() {
            return rows;
        }
    }
}

/// The rows of one line that begins at `base` of its text.
fn wrap_line(line: &str, base: usize, width: usize, rows: &mut Vec<Range<usize>>) {
    let mut row = RowInProgress::at(0);
    let mut previous: Option<&str> = None;
    for (at, grapheme, wide) in graphemes(line) {
        let blank = is_space(grapheme);
        if let Some(before) = previous
            && may_break(before, grapheme)
        {
            row.break_at(at, line);
        }
        // White space may hang over the edge: it is dropped at a break. What moves to the next row may still be too long for what follows it.
        while !blank && row.column + wide > width && row.column > 0 {
            let (held, visible_end) = (row.held, row.visible_end);
            let next = row.close(at, base, rows);
            row = RowInProgress::at(next);
            row.last_break = held.filter(|(end, _)| *end > next);
            // What stood after the break has moved here.
            row.visible_end = visible_end.max(next);
            row.column = self::width(&line[next..at]);
        }
        row.column += wide;
        if !blank {
            row.visible_end = at + grapheme.len();
        }
        previous = Some(grapheme);
    }
    rows.push(base + row.start..base + row.visible_end.max(row.start));
}

fn cut_line(line: &str, base: usize, width: usize, rows: &mut Vec<Range<usize>>) {
    let mut start = 0;
    let mut column = 0;
    for (at, _, wide) in graphemes(line) {
        if column + wide > width && column > 0 {
            rows.push(base + start..base + at);
            start = at;
            column = 0;
        }
        column += wide;
    }
    rows.push(base + start..base + line.len());
}

/// A row of [`wrap_line`] that is not full yet; offsets are in its line.
struct RowInProgress {
    start: usize,
    column: usize,
    /// End of the last grapheme that is not white space.
    visible_end: usize,
    /// The last place to break: where the row would end, and where the next one would begin.
    last_break: Option<(usize, usize)>,
    /// The one before it.
    earlier_break: Option<(usize, usize)>,
    /// A later one before a citation, which rather takes the word before it along.
    held: Option<(usize, usize)>,
}

impl RowInProgress {
    fn at(start: usize) -> Self {
        Self {
            start,
            column: 0,
            visible_end: start,
            last_break: None,
            earlier_break: None,
            held: None,
        }
    }

    fn break_at(&mut self, next: usize, line: &str) {
        // Indentation is no place to break: the row before it would be empty.
        if self.visible_end == self.start {
            return;
        }
        let place = Some((self.visible_end, next));
        let after = line.get(next..).unwrap_or_default();
        let before = line.get(..self.visible_end).unwrap_or_default();
        if after.starts_with(['%', '‰']) && before.ends_with(is_digit) {
            return;
        }
        match self.last_break {
            Some((end, begins)) if is_citation(after) => {
                let word = line.get(begins..self.visible_end).unwrap_or_default();
                let before = line.get(..end).unwrap_or_default();
                if self.held.is_none() && is_unit(word) && before.ends_with(is_digit) {
                    self.last_break = self.earlier_break.or(self.last_break);
                }
                self.held = self.held.or(place);
            }
            last => (self.earlier_break, self.last_break, self.held) = (last, place, None),
        }
    }

    /// Ends the row at its last break, or where the text has come to, and says where the next one begins.
    fn close(&self, here: usize, base: usize, rows: &mut Vec<Range<usize>>) -> usize {
        if self.visible_end == self.start {
            return here;
        }
        let (end, next) = self.last_break.unwrap_or((self.visible_end, here));
        rows.push(base + self.start..base + end);
        next
    }
}

/// Whether a word is short enough to be the unit of the number before it, such as `km`.
fn is_unit(word: &str) -> bool {
    const LONGEST: usize = 5;
    word.chars().count() <= LONGEST && !word.contains(is_digit)
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

/// Whether a text begins with a citation, such as `[7]` or `[3, 12]`.
fn is_citation(text: &str) -> bool {
    const LONGEST: usize = 16;
    let Some(inner) = text.strip_prefix('[') else {
        return false;
    };
    let mut inner = inner.bytes().take(LONGEST);
    let begins = inner.next().is_some_and(|byte| byte.is_ascii_digit());
    let mut rest = inner.skip_while(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b' '));
    begins && rest.next() == Some(b']')
}

/// Whether a line may break between two neighbouring graphemes.
fn may_break(before: &str, after: &str) -> bool {
    if is_space(after) {
        return false;
    }
    if is_space(before) {
        return true;
    }
    let (Some(left), Some(right)) = (before.chars().next(), after.chars().next()) else {
        return false;
    };
    if left.is_ascii() && right.is_ascii() {
        return matches!(left, '-' | '/') && right.is_ascii_alphabetic();
    }
    if matches!(left, '–' | '—' | '‐') {
        return right.is_alphanumeric();
    }
    (is_ideographic(left) || is_ideographic(right)) && !opens(left) && !closes(right)
}

/// Scripts that are written without spaces and are two columns wide.
fn is_ideographic(c: char) -> bool {
    !c.is_ascii() && c.width() == Some(2)
}

/// Characters that no row ends with.
fn opens(c: char) -> bool {
    matches!(
        c,
        '(' | '['
            | '{'
            | '“'
            | '‘'
            | '«'
            | '（'
            | '「'
            | '『'
            | '【'
            | '《'
            | '〈'
            | '〔'
            | '［'
            | '｛'
    )
}

/// Characters that no row begins with.
fn closes(c: char) -> bool {
    matches!(
        c,
        ')' | ']'
            | '}'
            | '.'
            | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | '%'
            | '”'
            | '’'
            | '»'
            | '…'
            | '、'
            | '。'
            | '，'
            | '．'
            | '：'
            | '；'
            | '！'
            | '？'
            | '）'
            | '」'
            | '』'
            | '】'
            | '》'
            | '〉'
            | '〕'
            | '］'
            | '｝'
            | 'ー'
            | '々'
            | '・'
    )
}

/// White space at which a line may break; no-break spaces are not.
fn is_space(grapheme: &str) -> bool {
    grapheme
        .chars()
        .all(|c| c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{202f}' | '\u{2007}'))
}

/// Graphemes with their offset and width.
fn graphemes(text: &str) -> impl Iterator<Item = (usize, &str, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let bytes = text.as_bytes();
        // Two ASCII characters are never one grapheme in clean text, so only others need the tables.
        let (end, wide) = match (bytes.get(at)?, bytes.get(at + 1)) {
            (first, next) if first.is_ascii() && next.is_none_or(u8::is_ascii) => (at + 1, 1),
            _ => {
                let grapheme = text.get(at..)?.graphemes(true).next()?;
                (at + grapheme.len(), grapheme.width())
            }
        };
        let found = (at, text.get(at..end)?, wide);
        at = end;
        Some(found)
    })
}

#[cfg(test)]
mod tests;
