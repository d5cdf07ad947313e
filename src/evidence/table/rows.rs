//! The rows of a table, one after the other, where a quotation mark that nobody closed does not swallow the rows behind it.
//!
//! A value between quotation marks may go on over several lines. One that goes on to the end of the text, or into rows that make sense on their own while
//! its own row does not, was opened by mistake: then its row is the line it stands in, and reading goes on with the next line.

use std::borrow::Cow;

use csv::{Reader, ReaderBuilder, StringRecord};

/// The rows of a text, and where a quotation mark was left open.
pub(super) struct Rows<'a> {
    text: &'a str,
    delimiter: u8,
    width: usize,
    /// Where in the text the reader began.
    from: usize,
    /// How many lines are before that.
    lines: u64,
    reader: Reader<&'a [u8]>,
    /// The line of the first quotation mark that was left open, and how many there are.
    pub(super) open: Option<(u64, usize)>,
    /// Empty lines that stand before the next row, and the row.
    empty: usize,
    next: Option<StringRecord>,
}

impl<'a> Rows<'a> {
    /// `width` is how many values a row has that makes sense.
    pub(super) fn new(text: &'a str, delimiter: u8, width: usize) -> Self {
        Self {
            text,
            delimiter,
            width,
            from: 0,
            lines: 0,
            reader: reader(text, delimiter, true),
            open: None,
            empty: 0,
            next: None,
        }
    }

    /// How the line reads in which a quotation mark was left open, if one was in the bytes that were read as one record; reading goes on behind that line.
    fn mended(&mut self, start: usize, end: usize, record: &StringRecord) -> Option<StringRecord> {
        let raw = self.text.get(start..end)?;
        let (line, rest) = raw.split_once(['\n', '\r'])?;
        let rest = match raw.as_bytes().get(line.len()) {
            Some(b'\r') => rest.strip_prefix('\n').unwrap_or(rest),
            _ => rest,
        };
        if rest.trim().is_empty() || !line.contains('"') {
            return None;
        }
        let marks = marks(raw, self.delimiter);
        let swallows = (marks == Marks::Open && end == self.text.len())
            || ((record.len() != self.width || marks == Marks::Odd)
                && self.width > 1
                && single(rest.lines().next()?, self.delimiter, true)?.len() == self.width);
        if !swallows {
            return None;
        }
        let (_, many) = self.open.get_or_insert((self.lines + 1, 0));
        *many += 1;
        self.go_on(end - rest.len(), self.lines + 1);
        let values = single(line, self.delimiter, false)?;
        Some(values.iter().map(|value| value.trim_matches('"')).collect())
    }

    fn go_on(&mut self, from: usize, lines: u64) {
        self.from = from;
        self.lines = lines;
        self.reader = reader(
            self.text.get(from..).unwrap_or_default(),
            self.delimiter,
            true,
        );
    }
}

impl Rows<'_> {
    /// The next row that is not empty, and where its record began, empty lines before it and all.
    fn read(&mut self) -> Option<(usize, StringRecord)> {
        let mut record = StringRecord::new();
        // A text in memory that is UTF-8 has no errors left.
        if !self.reader.read_record(&mut record).ok()? {
            return None;
        }
        let position = record.position()?;
        let start = self.from + usize::try_from(position.byte()).ok()?;
        let end = self.from + usize::try_from(self.reader.position().byte()).ok()?;
        // Most rows are one line, which needs no second look.
        if self.reader.position().line() <= position.line() + 1 && end < self.text.len() {
            return Some((start, record));
        }
        let (from, lines) = (self.from, self.lines);
        self.lines += position.line() - 1;
        let mended = self.mended(start, end, &record);
        if mended.is_none() {
            (self.from, self.lines) = (from, lines);
        }
        Some((start, mended.unwrap_or(record)))
    }

    /// How many empty lines begin at a place behind the end of a row.
    fn empty_lines(&self, at: usize) -> usize {
        let text = self.text.as_bytes();
        let mut rest = text.get(at..).unwrap_or_default();
        // The reader may stop between the two signs that end a line.
        if at > 0 && text.get(at - 1) == Some(&b'\r') {
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        let mut empty = 0;
        while let Some(behind) = rest
            .strip_prefix(b"\r\n")
            .or_else(|| rest.strip_prefix(b"\n"))
            .or_else(|| rest.strip_prefix(b"\r"))
        {
            empty += 1;
            rest = behind;
        }
        empty
    }
}

/// Row by row, with an empty one for each empty line, as a spreadsheet shows them.
impl Iterator for Rows<'_> {
    type Item = StringRecord;

    fn next(&mut self) -> Option<StringRecord> {
        if self.next.is_none() {
            let (start, row) = self.read()?;
            self.empty = self.empty_lines(start);
            self.next = Some(row);
        }
        match self.empty.checked_sub(1) {
            Some(empty) => {
                self.empty = empty;
                Some(StringRecord::new())
            }
            None => self.next.take(),
        }
    }
}

/// A text in which no spaces stand between a delimiter and the quotation mark that begins a value: so written, the mark is one of the value, and what it
/// holds would be torn at its own delimiters.
pub(super) fn without_spaces_before_marks(text: &str, delimiter: u8) -> Cow<'_, str> {
    let opening = [char::from(delimiter), ' ', '"'].iter().collect::<String>();
    if !text.contains(&opening) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    // Up to where the text is taken over, and where the spaces began that a value seems to begin with.
    let (mut taken, mut spaces) = (0, Some(0));
    let mut quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' if quoted => quoted = false,
            b'"' => {
                if let Some(from) = spaces {
                    plain.push_str(text.get(taken..from).unwrap_or_default());
                    taken = at;
                    quoted = true;
                } else if text.as_bytes().get(at.wrapping_sub(1)) == Some(&b'"') {
                    // A second mark right behind the first stands for one mark in the value.
                    quoted = true;
                }
            }
            _ if quoted => {}
            b' ' if spaces.is_some() => continue,
            _ => {}
        }
        let ends = !quoted && (byte == delimiter || matches!(byte, b'\n' | b'\r'));
        spaces = ends.then_some(at + 1);
    }
    plain.push_str(text.get(taken..).unwrap_or_default());
    Cow::Owned(plain)
}

pub(super) fn reader(text: &str, delimiter: u8, quoting: bool) -> Reader<&[u8]> {
    ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .quoting(quoting)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes())
}

fn single(line: &str, delimiter: u8, quoting: bool) -> Option<StringRecord> {
    reader(line, delimiter, quoting).into_records().next()?.ok()
}

/// How the quotation marks of a record stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marks {
    Paired,
    /// The last value that begins with one has not ended.
    Open,
    /// A value goes on behind the mark that should have ended it.
    Odd,
}

fn marks(raw: &str, delimiter: u8) -> Marks {
    let mut open = false;
    let mut before = delimiter;
    for byte in raw.bytes().filter(|byte| *byte != b' ') {
        let ends = byte == delimiter || matches!(byte, b'\n' | b'\r');
        match byte {
            b'"' if open => open = false,
            // A second mark right behind the first stands for one mark in the value.
            b'"' if before == b'"' || before == delimiter || matches!(before, b'\n' | b'\r') => {
                open = true;
            }
            _ if !open && before == b'"' && !ends => return Marks::Odd,
            _ => {}
        }
        before = byte;
    }
    if open { Marks::Open } else { Marks::Paired }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_go_only_where_a_quoted_value_begins() {
        let of = |text| without_spaces_before_marks(text, b',').into_owned();
        assert_eq!(
            of("\"a\", \"b, c\",  \"d \"\", \"\" e\"\n \"f\", g \"h\", i"),
            "\"a\",\"b, c\",\"d \"\", \"\" e\"\n\"f\", g \"h\", i"
        );
        assert!(matches!(
            without_spaces_before_marks("a, b,\"c, d\"", b','),
            Cow::Borrowed(_)
        ));
    }
}
