//! Tables as text: values between commas, semicolons, tabs or bars, as spreadsheets export them.
//!
//! Each row becomes a paragraph `Column: value; Column: value`, so that a sentence about it can be checked with its column names and units beside the
//! values, and rows stand under a heading that counts them as a spreadsheet does (`rows 14-20`), which becomes the locator of a citation. Notes above
//! and below the table stay sentences. The columns are named by the first row where it looks like names.

mod rows;

use std::collections::HashSet;

use csv::StringRecord;

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
    let shape = Shape::of(&records(sample, delimiter).take(SAMPLE).collect::<Vec<_>>());
    let mut reading = Reading::default();
    let mut rows = Rows::new(&shape, "", &mut reading.body);
    let mut records = rows::Rows::new(text, delimiter, shape.width);
    for (number, record) in (1..).zip(records.by_ref()) {
        if rows.body.text().len() > MOST_TEXT {
            rows.cut = Some(number);
            break;
        }
        rows.take(number, number, &record);
    }
    rows.close();
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
    reading.title = shape.title;
    let mut note = |name: &str, value: String| {
        reading.metadata.insert(name.to_owned(), value);
    };
    note("rows", count.to_string());
    note("columns", shape.width.to_string());
    if shape.heads == 0 {
        note("column names", "none found; numbered".to_owned());
    }
    reading
}

/// Adds a sheet of a workbook: its rows, each with the number that it has there, under the sheet's name. Gives how many rows have values.
pub(super) fn add(sheet: &str, numbered: &[(u64, StringRecord)], body: &mut Body) -> u64 {
    let sample = numbered.iter().take(SAMPLE).map(|(_, record)| record);
    let shape = Shape::of(&sample.cloned().collect::<Vec<_>>());
    let mut rows = Rows::new(&shape, sheet, body);
    rows.below_note();
    for (at, (number, record)) in (1..).zip(numbered) {
        if rows.body.text().len() > MOST_TEXT {
            break;
        }
        rows.take(at, *number, record);
    }
    rows.close();
    rows.count
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

/// What the first rows tell of the table.
#[derive(Debug)]
struct Shape {
    width: usize,
    /// Rows above the table: its title, notes.
    above: u64,
    /// Rows that name the columns.
    heads: u64,
    title: Option<String>,
    names: Vec<String>,
}

impl Shape {
    fn of(rows: &[StringRecord]) -> Self {
        let widths: Vec<usize> = rows.iter().map(StringRecord::len).collect();
        let width = commonest(&widths);
        let is_note = |row: &&StringRecord| filled(row) < 2 && width > 2;
        let above = rows.iter().take_while(is_note).count();
        let above = if above == rows.len() { 0 } else { above };
        // A head that names only the first column looks like a title.
        let (notes, table) = rows.split_at(above);
        let above = match (notes.last(), table) {
            (Some(last), [first, data @ ..])
                if !is_head(first, data) && is_lone_name(last, table) =>
            {
                above - 1
            }
            _ => above,
        };
        let title = rows
            .get(..above)
            .and_then(|notes| {
                notes
                    .iter()
                    .flatten()
                    .find(|value| !value.is_empty() && !is_remark(value))
            })
            .map(str::to_owned);
        let table = rows.get(above..).unwrap_or_default();
        let (heads, names) = match table {
            // All that stands below a title says something.
            [_] if above > 0 => (0, Vec::new()),
            table => names_of(table),
        };
        Self {
            width,
            above: above as u64,
            heads,
            title,
            names: names
                .iter()
                .map(|name| crate::clean::line(name, LONGEST_NAME))
                .collect(),
        }
    }

    fn name(&self, column: usize) -> String {
        match self.names.get(column) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => format!("Column {}", column + 1),
        }
    }
}

fn filled(row: &StringRecord) -> usize {
    row.iter().filter(|value| !value.is_empty()).count()
}

fn is_year(name: &str) -> bool {
    name.len() == 4 && name.parse().is_ok_and(|year| (1800..=2200).contains(&year))
}

/// How many rows name the columns of a table, and the names: one row, or two of which the upper one names groups of columns.
fn names_of(table: &[StringRecord]) -> (u64, Vec<String>) {
    let [head, below @ ..] = table else {
        return (0, Vec::new());
    };
    if let [second, data @ ..] = below
        && let Some(names) = grouped_names(head, second, data)
    {
        return (2, names);
    }
    if is_head(head, below) {
        return (1, head.iter().map(str::to_owned).collect());
    }
    (0, Vec::new())
}

/// The names of columns of which a row above names groups: `Output 2024`. A group reaches to the next one.
fn grouped_names(
    groups: &StringRecord,
    names: &StringRecord,
    data: &[StringRecord],
) -> Option<Vec<String>> {
    let starts = |at: usize| groups.get(at).is_some_and(|name| !name.is_empty());
    let reaches = |at: usize| starts(at) && at + 1 < names.len() && !starts(at + 1);
    let are_groups = filled(groups) > 1
        && groups.len() == names.len()
        && (0..groups.len()).any(reaches)
        && could_name_columns(groups)
        && names.iter().all(|name| !is_value(name) || is_year(name))
        && data.first().is_some_and(|row| row.iter().any(is_value));
    if !are_groups {
        return None;
    }
    let mut group = "";
    let joined: Vec<String> = names
        .iter()
        .zip(groups)
        .map(|(name, above)| {
            if !above.is_empty() {
                group = above;
            }
            join_names([group, name])
        })
        .collect();
    let mut seen = HashSet::new();
    (joined
        .iter()
        .all(|name| !name.is_empty() && seen.insert(name.as_str())))
    .then_some(joined)
}

/// The name of a column that has several, the outer ones first. What is said in two rows is said once.
pub(super) fn join_names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut joined: Vec<&str> = Vec::new();
    for name in names {
        if !name.is_empty() && joined.last() != Some(&name) {
            joined.push(name);
        }
    }
    joined.join(" ")
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

/// Whether a row can be that of the names of columns: words and no values; years may stand above a column of values.
pub(super) fn could_name_columns<'a>(row: impl IntoIterator<Item = &'a str>) -> bool {
    let mut any_word = false;
    row.into_iter().filter(|name| !name.is_empty()).all(|name| {
        any_word |= !is_value(name);
        (!is_value(name) || is_year(name)) && name.chars().count() <= LONGEST_NAME
    }) && any_word
}

/// Whether a row names the columns of those below it: each by another name, but for columns of values, of which several may be called `Share`.
pub(super) fn is_head(row: &StringRecord, data: &[StringRecord]) -> bool {
    let mut seen = HashSet::new();
    let holds_values = |column: usize| {
        let mut cells = data.iter().filter_map(|other| other.get(column));
        let mut filled = cells.by_ref().filter(|cell| !cell.is_empty()).peekable();
        filled.peek().is_some() && filled.all(is_value)
    };
    let names = row.iter().enumerate().filter(|(_, name)| !name.is_empty());
    let distinct = names.filter(|(column, name)| seen.insert(*name) || holds_values(*column));
    let distinct = distinct.count();
    let mostly_filled = filled(row) * 2 > row.len();
    // A column in which the first row says again what others say is a column of values.
    let repeated = row.iter().enumerate().any(|(column, name)| {
        !name.is_empty() && data.iter().any(|other| other.get(column) == Some(name))
    });
    could_name_columns(row) && mostly_filled && distinct * 10 >= filled(row) * 9 && !repeated
}

/// Whether a row of one word or two names the first column of those below it.
fn is_lone_name(row: &StringRecord, data: &[StringRecord]) -> bool {
    let words = row.iter().flat_map(str::split_whitespace).count();
    row.get(0).is_some_and(|first| !first.is_empty()) && words <= 2 && is_head(row, data)
}

/// A number, date, amount or share, with a unit or without.
fn is_value(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    text.starts_with(|c: char| c.is_ascii_digit() || "-+.,$€£¥~<>".contains(c))
        && digits > 0
        && letters <= digits.max(3)
}

/// Rows on their way into the body.
struct Rows<'a> {
    shape: &'a Shape,
    /// The name of their sheet, where there may be others.
    sheet: &'a str,
    body: &'a mut Body,
    /// First and last row of the open group, and its paragraphs.
    group: Option<(u64, u64)>,
    open: Vec<String>,
    length: usize,
    count: u64,
    /// The first row with another number of values, and how many there are.
    ragged: Option<(u64, usize)>,
    cut: Option<u64>,
}

impl<'a> Rows<'a> {
    fn new(shape: &'a Shape, sheet: &'a str, body: &'a mut Body) -> Self {
        Self {
            shape,
            sheet,
            body,
            group: None,
            open: Vec::new(),
            length: 0,
            count: 0,
            ragged: None,
            cut: None,
        }
    }

    /// Takes the next row, which is the `at`th that there is and counts as `number`.
    fn take(&mut self, at: u64, number: u64, record: &StringRecord) {
        let filled = filled(record);
        let above = self.shape.above;
        if filled == 0 || (above + 1..=above + self.shape.heads).contains(&at) {
            return;
        }
        let is_note = self.shape.width > 2
            && filled == 1
            && record.get(0).is_some_and(|first| !first.is_empty());
        if is_note {
            self.close();
            self.below_note();
            return self.body.paragraph(record.get(0).unwrap_or_default());
        }
        self.count += 1;
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
            .map(|(column, value)| format!("{}: {value}", self.shape.name(column)))
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
