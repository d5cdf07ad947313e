//! Tables as text: values between commas, semicolons, tabs or bars, as spreadsheets export them.
//!
//! Each row becomes a paragraph `Column: value; Column: value`, so that a sentence about it can be checked with its column names and units beside the
//! values, and rows stand under a heading that counts them as a spreadsheet does (`rows 14-20`), which becomes the locator of a citation. Notes above
//! and below the table stay sentences. Which rows name the columns is found in `head`; behind an empty line there may be another table.

mod beside;
mod head;
mod rows;

use std::collections::VecDeque;

use csv::StringRecord;

use self::head::Head;
pub(super) use self::head::{could_name_columns, is_head, join_names};
use super::body::Body;
use super::reading::Reading;
use crate::clean;
use crate::study::counted;

const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Bytes that are looked at before the table is read, and how many where the head and the first row are longer.
const LOOKED_AT: usize = 64 << 10;
const MOST_LOOKED_AT: usize = 8 << 20;
/// Rows that tell the delimiter, the width and whether there is a head.
const SAMPLE: usize = 60;
/// Bytes of text that one table may become: names are repeated in every row.
const MOST_TEXT: usize = 64 << 20;
/// Lines behind an empty one that are looked at before they are read.
const AHEAD: usize = 30;
/// Characters of a paragraph from which on a wide row goes on in the next one.
const LONG_ROW: usize = 1000;
/// Characters of rows that stand under one heading.
const GROUP: usize = 900;
/// A name of a column is not longer.
const LONGEST_NAME: usize = 120;

pub(super) fn read(text: &str) -> Reading {
    let (declared, text) = declared_delimiter(text);
    let sample = self::sample(text);
    let delimiter = declared.unwrap_or_else(|| likeliest(sample));
    let text = rows::without_spaces_before_marks(text, delimiter);
    let text = text.as_ref();
    let sample = self::sample(text);
    let widths: Vec<usize> = records(sample, delimiter)
        .take(SAMPLE)
        .map(|row| row.len())
        .collect();
    let width = commonest(&widths);
    let first: Vec<StringRecord> = rows::Rows::new(sample, delimiter, width)
        .take(SAMPLE)
        .collect();
    let mut reading = Reading::default();
    let mut rows = Rows::new(&first.iter().collect::<Vec<_>>(), "", &mut reading.body);
    let (columns, has_names) = (rows.shape.width, rows.shape.heads > 0);
    let title = rows.title.take();
    let mut records = rows::Rows::new(text, delimiter, width);
    rows.take_all((1..).zip(records.by_ref()));
    let (count, ragged, cut) = (rows.count, rows.ragged, rows.cut);
    if let Some((first, many)) = records.open {
        reading.warnings.push(format!(
            "{} opened and never closed, so the rows behind it were read line by line (the first: line {first})",
            if many == 1 { "a quotation mark was".to_owned() } else { format!("{many} quotation marks were") },
        ));
    }
    if let Some((first, many)) = ragged {
        let have = if many == 1 { "has" } else { "have" };
        reading.warnings.push(format!(
            "{} {have} more or fewer values than there are columns (the first: row {first})",
            counted(many, "row")
        ));
    }
    if let Some(number) = cut {
        reading.warnings.push(format!(
            "only the rows before row {number} were taken, which are {} MiB of text; split the table or take out columns",
            MOST_TEXT >> 20
        ));
    }
    reading.title = title;
    let mut note = |name: &str, value: String| {
        reading.metadata.insert(name.to_owned(), value);
    };
    note("rows", count.to_string());
    note("columns", columns.to_string());
    if !has_names {
        note("column names", "none found; numbered".to_owned());
    }
    reading
}

/// What was added of a sheet.
#[derive(Debug, Default)]
pub(super) struct Added {
    /// Rows that have values.
    pub(super) rows: u64,
    /// What the lines above its first table call it.
    pub(super) title: Option<String>,
}

/// Adds a sheet of a workbook: its rows, each with the number that it has there, under the sheet's name. Tables that stand beside each other are told one after
/// the other.
pub(super) fn add(sheet: &str, numbered: Vec<(u64, StringRecord)>, body: &mut Body) -> Added {
    let mut all = Added::default();
    for table in beside::tables(numbered) {
        let added = add_one(sheet, table, body);
        all.rows += added.rows;
        all.title = all.title.or(added.title);
    }
    all
}

fn add_one(sheet: &str, numbered: Vec<(u64, StringRecord)>, body: &mut Body) -> Added {
    let mut lines = Vec::with_capacity(numbered.len());
    let mut next = None;
    for (number, record) in numbered {
        // Rows without values are not handed over, but part what they stand between.
        if let Some(empty) = next.filter(|next| *next < number) {
            lines.push((empty, StringRecord::new()));
        }
        next = Some(number + 1);
        lines.push((number, record));
    }
    let first: Vec<&StringRecord> = lines.iter().take(SAMPLE).map(|(_, line)| line).collect();
    let mut rows = Rows::new(&first, sheet, body);
    rows.below_note();
    rows.take_all(lines.into_iter());
    Added {
        rows: rows.count,
        title: rows.title,
    }
}

/// Whether a text without a telling name is a table: the same number of short values in all of its first lines.
pub(super) fn looks_like_one(text: &str) -> bool {
    let sample = sample(text);
    DELIMITERS.into_iter().any(|delimiter| {
        let rows: Vec<StringRecord> = records(sample, delimiter).take(SAMPLE).collect();
        let width = rows.first().map_or(0, StringRecord::len);
        let values = || rows.iter().flatten();
        let longest = values().map(|value| value.chars().count()).max();
        let filled = values().filter(|value| !value.is_empty()).count();
        rows.len() >= 3
            && width >= 3
            && rows.iter().all(|row| row.len() == width)
            && longest.is_some_and(|longest| longest <= 60)
            && filled * 2 > rows.len() * width
    })
}

/// Excel's `sep=;` in the first line.
fn declared_delimiter(text: &str) -> (Option<u8>, &str) {
    let Some(rest) = text.strip_prefix("sep=") else {
        return (None, text);
    };
    let (mark, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    let mark = mark.trim_end_matches('\r');
    match mark.as_bytes() {
        [mark] => (Some(*mark), rest),
        _ => (None, text),
    }
}

/// The beginning of the text that is looked at before it is read, in whole lines: a head that is cut short would name only some of the columns. A table
/// so wide that fewer lines than a head and a row fit gives these two.
fn sample(text: &str) -> &str {
    let head = clean::beginning(text, LOOKED_AT);
    let most = clean::beginning(text, MOST_LOOKED_AT);
    if head.len() == text.len() {
        return head;
    }
    let two_lines = most.match_indices('\n').nth(1).map(|(at, _)| at);
    let whole_lines = head.rfind('\n').unwrap_or(0);
    let end = two_lines.map_or(most.len(), |end| end.max(whole_lines));
    most.get(..end).unwrap_or(most)
}

fn records(text: &str, delimiter: u8) -> impl Iterator<Item = StringRecord> {
    rows::reader(text, delimiter, true)
        .into_records()
        // A text in memory that is UTF-8 has no errors left.
        .map_while(Result::ok)
}

/// The delimiter that gives most rows the same number of values, the more the better.
fn likeliest(sample: &str) -> u8 {
    let score = |delimiter: u8| {
        let rows: Vec<usize> = records(sample, delimiter)
            .take(SAMPLE)
            .map(|row| row.len())
            .collect();
        let width = commonest(&rows);
        let agreeing = rows.iter().filter(|row| **row == width).count();
        if width < 2 {
            0
        } else {
            (agreeing * 1000 / rows.len().max(1)) * 100 + width.min(99)
        }
    };
    DELIMITERS
        .into_iter()
        .rev()
        .max_by_key(|delimiter| score(*delimiter))
        .unwrap_or(b',')
}

/// The most frequent of these widths, the larger one of two.
fn commonest(widths: &[usize]) -> usize {
    let frequency = |width: usize| widths.iter().filter(|other| **other == width).count();
    widths
        .iter()
        .copied()
        .max_by_key(|width| (frequency(*width), *width))
        .unwrap_or(0)
}

/// What the first lines tell of a table.
#[derive(Debug, Default)]
struct Shape {
    width: usize,
    /// Lines above the table: its title, notes.
    above: u64,
    /// Rows that name the columns.
    heads: u64,
    names: Vec<String>,
    /// The first column that holds anything.
    first: usize,
    /// Columns whose names no row has used yet.
    unused: Vec<usize>,
}

impl Shape {
    fn of(lines: &[&StringRecord], head: &Head) -> Self {
        let filled_lines = || lines.iter().filter(|line| filled(line) > 0);
        let widths: Vec<usize> = filled_lines().map(|line| line.len()).collect();
        let above = lines.iter().take(head.above);
        Self {
            width: commonest(&widths),
            above: above.filter(|line| filled(line) > 0).count() as u64,
            heads: head.rows as u64,
            names: head
                .names
                .iter()
                .map(|name| clean::line(name, LONGEST_NAME))
                .collect(),
            first: head.first,
            unused: (0..head.names.len())
                .filter(|column| head.names.get(*column).is_some_and(|name| !name.is_empty()))
                .collect(),
        }
    }

    /// Whether the only cell of a line that has one may label a row whose other cells are empty: a few words below those of its column, which has a name.
    fn labels_a_row(&self, line: &StringRecord, held: &[head::Held]) -> bool {
        /// A title of rows may be longer, and a note is.
        const MOST_WORDS: usize = 3;
        let is_named = self
            .names
            .get(self.first)
            .is_some_and(|name| !name.is_empty());
        let is_of_words = held.get(self.first).is_some_and(|held| held.is_of_words());
        let label = line.get(self.first).unwrap_or_default();
        let is_marked = label.contains(':') || label.ends_with(['.', '!', '?']) || is_remark(label);
        is_named && is_of_words && !is_marked && label.split_whitespace().count() <= MOST_WORDS
    }

    fn name(&self, column: usize) -> String {
        match self.names.get(column) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => format!("Column {}", column + 1),
        }
    }
}

/// What the lines above a table call it.
fn title(lines: &[&StringRecord], above: usize) -> Option<String> {
    let mut notes = lines.iter().take(above).filter(|line| filled(line) == 1);
    notes.find_map(|note| {
        let said = note.iter().find(|value| !value.is_empty())?;
        (!is_remark(said)).then(|| said.to_owned())
    })
}

fn filled(row: &StringRecord) -> usize {
    row.iter().filter(|value| !value.is_empty()).count()
}

/// Whether a line above a table says where it comes from or how it is to be read, and not what it is about.
fn is_remark(line: &str) -> bool {
    const REMARKS: &[&str] = &[
        "accessed",
        "as of",
        "bron",
        "copyright",
        "created",
        "data",
        "date",
        "datum",
        "downloaded",
        "einheit",
        "erstellt",
        "export",
        "exported",
        "extracted",
        "fonte",
        "fuente",
        "generated",
        "last updated",
        "license",
        "lizenz",
        "note",
        "notes",
        "quelle",
        "report generated",
        "retrieved",
        "source",
        "sources",
        "stand",
        "unit",
        "units",
        "updated",
    ];
    let lower = line.to_lowercase();
    let says = |remark: &&str| {
        let rest = lower.strip_prefix(*remark)?.trim_start();
        let told = rest.strip_prefix("on ").unwrap_or(rest);
        Some(
            told.is_empty()
                || told.starts_with(|c: char| ":=-–/".contains(c) || c.is_ascii_digit()),
        )
    };
    lower.starts_with(['#', '©'])
        || lower.starts_with("http")
        || REMARKS.iter().any(|remark| says(remark) == Some(true))
}

/// Rows on their way into the body.
struct Rows<'a> {
    shape: Shape,
    title: Option<String>,
    /// The name of their sheet, where there may be others.
    sheet: &'a str,
    body: &'a mut Body,
    /// First and last row of the open group, and its paragraphs.
    group: Option<(u64, u64)>,
    open: Vec<String>,
    length: usize,
    count: u64,
    /// What the columns of the rows so far hold.
    held: Vec<head::Held>,
    /// Whether rows stand right above the line that comes.
    follows_a_row: bool,
    /// The first row with another number of values, and how many there are.
    ragged: Option<(u64, usize)>,
    cut: Option<u64>,
}

impl<'a> Rows<'a> {
    /// For a table that begins with these lines.
    fn new(first: &[&StringRecord], sheet: &'a str, body: &'a mut Body) -> Self {
        let head = head::of(first);
        let mut shape = Shape::of(first, &head);
        if shape.above == 0 && shape.heads < 2 {
            // What plainly names columns says nothing where these are empty.
            shape.unused.clear();
        }
        Self {
            title: title(first, head.above),
            shape,
            sheet,
            body,
            group: None,
            open: Vec::new(),
            length: 0,
            count: 0,
            held: Vec::new(),
            follows_a_row: false,
            ragged: None,
            cut: None,
        }
    }

    /// Takes the lines of a table, each with its number; where one stands behind an empty line, another table may begin there.
    fn take_all(&mut self, mut lines: impl Iterator<Item = (u64, StringRecord)>) {
        let mut ahead: VecDeque<(u64, StringRecord)> = VecDeque::new();
        let mut is_set_off = false;
        while let Some((number, line)) = ahead.pop_front().or_else(|| lines.next()) {
            if self.body.text().len() > MOST_TEXT {
                self.cut = Some(number);
                break;
            }
            let is_awaited = self.shape.above + self.shape.heads > 0;
            if filled(&line) == 0 {
                is_set_off = true;
                self.follows_a_row = false;
                continue;
            }
            if is_set_off && !is_awaited && could_name_columns(&line) {
                ahead.extend(lines.by_ref().take(AHEAD.saturating_sub(ahead.len())));
                let below = ahead.iter().map(|(_, line)| line);
                let seen: Vec<&StringRecord> = std::iter::once(&line).chain(below).collect();
                self.begin_another(&seen);
            }
            is_set_off = false;
            self.take(number, &line);
        }
        self.finish();
    }

    /// Another table begins where another row of names stands: below lines that say what it is, or right here, where it is plainly no row of words among
    /// those of values, such as `Norway,n/a,none`.
    fn begin_another(&mut self, lines: &[&StringRecord]) {
        let begins_one = |head: &Head| {
            let mut above = lines.iter().take(head.above);
            let is_titled = head.above > 0 || head.rows > 1;
            above.all(|line| filled(line) < 2) && (is_titled || head.are_capital_and_distinct())
        };
        let head = head::above_values(lines).filter(begins_one);
        if let Some(head) = head.or_else(|| head::against_values(lines, &self.held)) {
            self.finish();
            self.shape = Shape::of(lines, &head);
            self.held.clear();
        }
    }

    /// Takes the next line that is not empty.
    fn take(&mut self, number: u64, record: &StringRecord) {
        let filled = filled(record);
        let shape = &mut self.shape;
        let is_above = shape.above > 0;
        shape.above = shape.above.saturating_sub(1);
        if !is_above && shape.heads > 0 {
            shape.heads -= 1;
            return;
        }
        let is_alone = shape.width > 2
            && filled == 1
            && record
                .get(shape.first)
                // A lone value belongs to its column, and a lone year tells of the rows below it.
                .is_some_and(|first| !first.is_empty() && head::could_name(first))
            && !(self.follows_a_row && shape.labels_a_row(record, &self.held));
        if is_above || is_alone {
            self.follows_a_row = false;
            self.close();
            self.below_note();
            let said = record.iter().filter(|value| !value.is_empty());
            let between = if filled == 2 { ": " } else { " | " };
            self.body.paragraph(&said.collect::<Vec<_>>().join(between));
            return;
        }
        self.count += 1;
        self.follows_a_row = true;
        head::hold(&mut self.held, record);
        let is_empty = |column: &usize| record.get(*column).is_none_or(str::is_empty);
        self.shape.unused.retain(is_empty);
        if record.len() != self.shape.width {
            let (_, many) = self.ragged.get_or_insert((number, 0));
            *many += 1;
        }
        let paragraphs = self.paragraphs(record);
        let length: usize = paragraphs.iter().map(String::len).sum();
        if self.length + length > GROUP {
            self.close();
        }
        let first = self.group.map_or(number, |(first, _)| first);
        self.group = Some((first, number));
        self.length += length;
        self.open.extend(paragraphs);
    }

    /// A row as a paragraph, or a wide one as several, each beginning with the row's first value.
    fn paragraphs(&self, record: &StringRecord) -> Vec<String> {
        let pairs: Vec<String> = record
            .iter()
            .enumerate()
            .filter(|(_, value)| !value.is_empty())
            .map(|(column, value)| match self.shape.name(column) {
                // What stands between the values of a row would tear it.
                name if value.contains("; ") => format!("{name}: “{value}”"),
                name => format!("{name}: {value}"),
            })
            .collect();
        let mut paragraphs: Vec<String> = Vec::new();
        let key = pairs.first().filter(|key| key.len() < LONGEST_NAME);
        for pair in &pairs {
            match paragraphs.last_mut() {
                Some(last) if last.len() + pair.len() <= LONG_ROW => {
                    last.push_str("; ");
                    last.push_str(pair);
                }
                Some(_) => paragraphs.push(match key {
                    Some(key) => format!("{key}; {pair}"),
                    None => pair.clone(),
                }),
                None => paragraphs.push(pair.clone()),
            }
        }
        paragraphs
    }

    /// What follows belongs to no rows.
    fn below_note(&mut self) {
        match self.sheet {
            "" => self.body.close_sections(),
            name => self.body.unwritten_heading(name),
        }
    }

    /// Ends the table. A row further down may only look like names of columns: what it says of columns without values is not lost.
    fn finish(&mut self) {
        self.close();
        let unused = std::mem::take(&mut self.shape.unused);
        if !unused.is_empty() {
            let names: Vec<String> = unused.into_iter().map(|at| self.shape.name(at)).collect();
            self.below_note();
            self.body
                .paragraph(&format!("Without values: {}", names.join("; ")));
        }
    }

    fn close(&mut self) {
        let Some((first, last)) = self.group.take() else {
            return;
        };
        let sheet = match self.sheet {
            "" => String::new(),
            name => format!("{name}, "),
        };
        let name = if first == last {
            format!("{sheet}row {first}")
        } else {
            format!("{sheet}rows {first}-{last}")
        };
        self.body.unwritten_heading(&name);
        for paragraph in self.open.drain(..) {
            self.body.paragraph(&paragraph);
        }
        self.length = 0;
    }
}

#[cfg(test)]
mod tests;
