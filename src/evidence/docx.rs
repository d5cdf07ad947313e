//! Word documents: headings by style or outline level, paragraphs, lists, tables as rows, notes behind the paragraph that refers to them, text boxes.
//!
//! Insertions of tracked changes are kept and deletions dropped, comments are left out; hidden text is set aside. There are no page numbers: a `.docx` holds no
//! pages, and what Word last laid out is no more than a guess. Runs in the child process only [E2].

mod equations;
mod inserted;
mod marks;
pub(super) mod package;
pub(super) mod unseen;

use std::collections::BTreeMap;
use std::io::Cursor;
use std::mem;
use std::sync::Arc;

use office_oxide::DocumentFormat;
use office_oxide::ir::{
    DocumentIR, Element, InlineContent, List, ListStyle, Note, Table, TextSpan, VerticalAlign,
    inline_to_text,
};
use zip::ZipArchive;

use super::body::Body;
use super::dates::stated_date;
use super::office;
use super::problem::Problem;
use super::raised::raised;
use super::reading::Reading;
use super::reading::{NOTE_CALLED, NOTE_TOLD};
use super::table::{could_name_columns, join_names};
use crate::study::{Link, counted};

/// How the parser begins what it says in the document's own text about what is missing there.
const NOTICES: &[&str] = &[
    "[skipped unreadable part",
    "[nested table",
    "[some pictures",
    "[text box nested",
    "[output truncated",
];
/// A longer text that reaches over several columns is a note, which is said once.
const LONGEST_VALUE: usize = 60;

pub(super) fn read(bytes: Vec<u8>) -> Result<Reading, Problem> {
    let options = office::options();
    let bytes: Arc<[u8]> = package::told(bytes).into();
    let document = office::open(Arc::clone(&bytes), DocumentFormat::Docx, &options)?;
    let mut ir = document.to_ir();
    let mut hidden = unseen::left_out(&bytes, &options, &mut ir);
    hidden.extend(unseen::taken_out(&mut ir));
    let mut walk = Walk::of(&ir);
    for section in &ir.sections {
        walk.elements(&section.elements);
    }
    walk.rest();
    if walk.body.text().is_empty() && hidden.is_empty() && holds_text(&bytes) {
        return Err(Problem::TooDeep);
    }
    let mut reading = office::described(&ir.metadata);
    // Where a document says no title of its own, the parser takes a heading for it.
    let is_heading = |title: &String| walk.body.headings().any(|heading| heading == title);
    reading.title = reading
        .title
        .filter(|title| !is_heading(title))
        .or(walk.title);
    // When a file was written last says less of a text than what stands below its title.
    reading.date = walk.date.or(reading.date);
    reading.body = walk.body;
    reading.links = walk.links;
    for notice in walk.notices {
        if !reading.warnings.contains(&notice) {
            reading.warnings.push(notice);
        }
    }
    reading.set_aside_unseen(hidden, "that Word does not show");
    let left_out = |count: usize, what: &str| {
        let left = if count == 1 { "was" } else { "were" };
        format!("{} {left} left out", counted(count, what))
    };
    if walk.comments > 0 {
        reading.warnings.push(left_out(walk.comments, "comment"));
    }
    let (inserted, is_all) = inserted::of(&bytes);
    if is_all && let [all] = inserted.as_slice() {
        let mut shown = inserted::read(all)?;
        shown.warnings.append(&mut reading.warnings);
        return Ok(Reading {
            title: reading.title.or(shown.title),
            author: reading.author.or(shown.author),
            date: reading.date.or(shown.date),
            ..shown
        });
    }
    let unknown = inserted.iter().filter(|one| !one.is_known()).count();
    if unknown > 0 {
        reading
            .warnings
            .push(left_out(unknown, "inserted document"));
    }
    Ok(reading)
}

/// Whether there is text in a document, wherever it is.
fn holds_text(bytes: &[u8]) -> bool {
    let package = ZipArchive::new(Cursor::new(bytes)).ok();
    let document = package.and_then(|mut package| package::part(&mut package, package::PARTS[0]));
    document.is_some_and(|document| {
        let mut runs = document.split("<w:t").skip(1);
        runs.any(|run| {
            // Tables and their rows begin with the same letter.
            let text = run.starts_with(['>', ' ']).then(|| run.split_once('>'));
            let text = text.flatten().map(|(_, text)| text.trim_start());
            text.is_some_and(|text| text.starts_with(|c: char| c != '<'))
        })
    })
}

/// Which of the two series of notes; each counts its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Series {
    Footnote,
    Endnote,
}

/// A way through what the parser made of a document, also of the slides of a presentation.
#[derive(Default)]
pub(super) struct Walk<'a> {
    pub(super) body: Body,
    /// What the paragraph of the style "Title" says.
    title: Option<String>,
    /// What the paragraph of the style "Date" says, which the author set there.
    date: Option<String>,
    /// Notes not yet placed, by their numbers.
    notes: BTreeMap<(Series, u32), &'a Note>,
    /// Notes that the block being read refers to.
    called: Vec<(Series, u32)>,
    /// The numbers of notes in the order in which they are referred to.
    numbered: BTreeMap<(Series, u32), usize>,
    comments: usize,
    pub(super) links: Vec<Link>,
    /// Whether the run before was part of a link.
    is_in_link: bool,
    /// What the parser says of the document, not the document itself.
    pub(super) notices: Vec<String>,
}

impl<'a> Walk<'a> {
    pub(super) fn of(document: &'a DocumentIR) -> Self {
        let mut walk = Self::default();
        for element in document.sections.iter().flat_map(|part| &part.elements) {
            match element {
                Element::Footnote(note) => {
                    walk.notes.insert((Series::Footnote, note.id), note);
                }
                // The parser hands over comments as endnotes with this mark.
                Element::Endnote(note)
                    if note
                        .marker
                        .as_ref()
                        .is_some_and(|marker| marker.starts_with("Comment")) =>
                {
                    walk.comments += 1;
                }
                Element::Endnote(note) => {
                    walk.notes.insert((Series::Endnote, note.id), note);
                }
                _ => {}
            }
        }
        walk
    }

    pub(super) fn elements(&mut self, elements: &'a [Element]) {
        for element in elements {
            self.element(element);
            self.place_notes();
        }
    }

    fn element(&mut self, element: &'a Element) {
        match element {
            Element::Heading(heading) => {
                let text = self.inline(&heading.content);
                self.body.heading(heading.clamped_level(), &text);
            }
            Element::Paragraph(paragraph) => {
                let text = self.inline(&paragraph.content);
                let is_title = paragraph
                    .style
                    .as_deref()
                    .is_some_and(|style| style.eq_ignore_ascii_case("title"));
                if NOTICES.iter().any(|notice| text.starts_with(notice)) && text.ends_with(']') {
                    self.notices.push(text.trim_matches(['[', ']']).to_owned());
                } else if is_title && self.title.is_none() && !text.trim().is_empty() {
                    self.body.heading(1, &text);
                    self.title = Some(text);
                } else {
                    self.dated(paragraph.style.as_deref(), &text);
                    self.body.paragraph(&text);
                }
            }
            Element::List(list) => self.list(list, true),
            Element::Table(table) => self.table(table),
            Element::TextBox(text) => self.elements(&text.content),
            Element::CodeBlock(code) => self.body.code(&code.content),
            _ => {}
        }
    }

    fn dated(&mut self, style: Option<&str>, text: &str) {
        let is_date = style.is_some_and(|style| style.eq_ignore_ascii_case("date"));
        if is_date && self.date.is_none() {
            self.date = stated_date(text);
        }
    }

    fn list(&mut self, list: &'a List, first: bool) {
        let mut first = first;
        for (at, item) in list.items.iter().enumerate() {
            let number = list.start_number.unwrap_or(1).saturating_add(at as u32);
            let text = self.flat(&item.content);
            self.body
                .line(&format!("{}{text}", marker(list, number)), first);
            first = false;
            if let Some(nested) = &item.nested {
                self.list(nested, false);
            }
        }
    }

    /// Rows of cells; a table of one cell is a frame around text.
    fn table(&mut self, table: &'a Table) {
        if let [row] = table.rows.as_slice()
            && let [cell] = row.cells.as_slice()
        {
            return self.elements(&cell.content);
        }
        if let Some(caption) = &table.caption {
            self.body.paragraph(caption);
        }
        // Cells that reach down say the same in each of their rows, in which they are left out: by column, for how many rows more, and what.
        let mut reaching: BTreeMap<usize, (u32, String)> = BTreeMap::new();
        let mut rows: Vec<Vec<String>> = Vec::new();
        for row in &table.rows {
            let mut cells: Vec<String> = Vec::new();
            for cell in &row.cells {
                reach_down(&mut reaching, &mut cells);
                let text = self.flat(&cell.content);
                let more = cell.col_span.clamp(1, 64) - 1;
                // A value that reaches over several columns stands in all of them; a note is said once.
                let is_note = row.cells.len() == 1 || text.chars().count() > LONGEST_VALUE;
                let copied = if is_note { "" } else { &text };
                if cell.row_span > 1 {
                    reaching.insert(cells.len(), (cell.row_span - 1, text.clone()));
                    for column in 1..=more as usize {
                        reaching
                            .insert(cells.len() + column, (cell.row_span - 1, copied.to_owned()));
                    }
                }
                cells.push(text.clone());
                cells.extend((0..more).map(|_| copied.to_owned()));
            }
            reach_down(&mut reaching, &mut cells);
            if cells.iter().any(|cell| !cell.is_empty()) {
                rows.push(cells);
            }
        }
        let groups = table.rows.first().is_some_and(|row| {
            row.cells.len() > 1 && row.cells.iter().any(|cell| cell.col_span > 1)
        });
        if groups
            && let [first, second, _, ..] = rows.as_mut_slice()
            && [&*first, &*second]
                .iter()
                .all(|row| could_name_columns(row.iter().map(String::as_str)))
        {
            *first = first
                .iter()
                .zip(second.iter())
                .map(|names| join_names([names.0.as_str(), names.1]))
                .collect();
            rows.remove(1);
        }
        let mut first = true;
        for cells in rows {
            let text = cells.join(" | ");
            if first && could_name_columns(cells.iter().map(String::as_str)) {
                self.body.head(&text, first);
            } else {
                self.body.row(&text, first);
            }
            first = false;
        }
    }

    /// The words of what stands in a list item or a cell, in one line.
    pub(super) fn flat(&mut self, elements: &'a [Element]) -> String {
        let mut parts = Vec::new();
        for element in elements {
            parts.push(match element {
                Element::Heading(heading) => self.inline(&heading.content),
                Element::Paragraph(paragraph) => self.inline(&paragraph.content),
                Element::TextBox(text) => self.flat(&text.content),
                Element::CodeBlock(code) => code.content.clone(),
                Element::List(list) => {
                    let items: Vec<String> = list
                        .items
                        .iter()
                        .map(|item| self.flat(&item.content))
                        .collect();
                    items.join("; ")
                }
                Element::Table(table) => {
                    let cells = table.rows.iter().flat_map(|row| &row.cells);
                    let cells: Vec<String> = cells.map(|cell| self.flat(&cell.content)).collect();
                    cells.join("; ")
                }
                _ => String::new(),
            });
        }
        parts.retain(|part| !part.trim().is_empty());
        parts
            .join(" ")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn inline(&mut self, content: &[InlineContent]) -> String {
        let mut text = String::new();
        // What was written since the last link or mark.
        let mut since = 0;
        for part in content {
            match part {
                InlineContent::FootnoteRef(to) => {
                    self.call((Series::Footnote, to.note_id), text.get(since..));
                    since = text.len();
                }
                InlineContent::EndnoteRef(to) => {
                    self.call((Series::Endnote, to.note_id), text.get(since..));
                    since = text.len();
                }
                InlineContent::Text(span) => self.link(span),
                _ => {}
            }
            text.push_str(&written(part));
            if self.is_in_link {
                since = text.len();
            }
        }
        text
    }

    /// A mark that refers to a note, behind the words before it.
    fn call(&mut self, note: (Series, u32), before: Option<&str>) {
        const WORDS: usize = 12;
        self.called.push(note);
        let next = self.numbered.len() + 1;
        let number = match self.numbered.get(&note) {
            Some(number) => *number,
            None if self.notes.contains_key(&note) => {
                self.numbered.insert(note, next);
                next
            }
            None => return,
        };
        let mut words: Vec<&str> = before
            .unwrap_or_default()
            .split_whitespace()
            .rev()
            .take(WORDS)
            .collect();
        words.reverse();
        if !words.is_empty() {
            self.is_in_link = false;
            self.links.push(Link {
                text: words.join(" "),
                address: format!("{NOTE_CALLED}{number}"),
            });
        }
    }

    /// The runs of one link come one after the other.
    fn link(&mut self, span: &TextSpan) {
        let Some(address) = &span.hyperlink else {
            self.is_in_link = false;
            return;
        };
        match self.links.last_mut() {
            Some(last) if self.is_in_link && last.address == *address => {
                last.text.push_str(&span.text);
            }
            _ => self.links.push(Link {
                text: span.text.clone(),
                address: address.clone(),
            }),
        }
        self.is_in_link = true;
    }

    fn place_notes(&mut self) {
        for key in mem::take(&mut self.called) {
            if let Some(note) = self.notes.remove(&key) {
                self.note(note, self.numbered.get(&key).copied());
            }
        }
    }

    fn note(&mut self, note: &'a Note, number: Option<usize>) {
        let held = self.links.len();
        let text = self.flat(&note.content);
        // A note that refers to a note gets no further.
        self.called.clear();
        if !text.is_empty() {
            if let Some(number) = number {
                let told = Link {
                    text: "Note:".to_owned(),
                    address: format!("{NOTE_TOLD}{number}"),
                };
                self.links.insert(held.min(self.links.len()), told);
            }
            self.body.paragraph(&format!("Note: {text}"));
        }
    }

    /// Notes that nothing refers to.
    fn rest(&mut self) {
        self.body.close_sections();
        for note in mem::take(&mut self.notes).into_values() {
            self.note(note, None);
        }
    }
}

/// Adds the cells of rows above that reach into a row, up to its next own cell.
pub(super) fn reach_down(reaching: &mut BTreeMap<usize, (u32, String)>, cells: &mut Vec<String>) {
    while let Some((rows, text)) = reaching.get_mut(&cells.len())
        && let Some(left) = rows.checked_sub(1)
    {
        *rows = left;
        cells.push(text.clone());
    }
}

/// A part of a paragraph as it stands in the text.
fn written(part: &InlineContent) -> String {
    if let InlineContent::Text(span) = part
        && span.vertical_align == Some(VerticalAlign::Superscript)
        && let Some(figures) = raised(&span.text)
    {
        return figures;
    }
    inline_to_text(std::slice::from_ref(part))
}

fn marker(list: &List, number: u32) -> String {
    if !list.ordered {
        return "- ".to_owned();
    }
    let letter = |first: u8| {
        let offset = u8::try_from(number.saturating_sub(1)).ok()?;
        (offset < 26).then(|| char::from(first + offset))
    };
    let label = match list.style {
        Some(ListStyle::LowerAlpha) => letter(b'a'),
        Some(ListStyle::UpperAlpha) => letter(b'A'),
        _ => None,
    };
    let delimiter = list.ordered_delimiter();
    label.map_or_else(
        || format!("{number}{delimiter} "),
        |label| format!("{label}{delimiter} "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_reaches_down_stands_in_each_of_its_rows() {
        let mut reaching = BTreeMap::from([(0, (2, "Group".to_owned())), (2, (1, "x".to_owned()))]);
        let mut row = |own: &str| {
            let mut cells = Vec::new();
            reach_down(&mut reaching, &mut cells);
            cells.push(own.to_owned());
            reach_down(&mut reaching, &mut cells);
            cells.join("|")
        };
        assert_eq!(row("v2"), "Group|v2|x");
        assert_eq!(row("v3"), "Group|v3");
        assert_eq!(row("v4"), "v4");
    }
}
