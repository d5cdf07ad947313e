//! `OpenDocument` files, as `LibreOffice` writes them: texts with their headings, lists, tables and notes, the sheets of spreadsheets, the slides of
//! presentations.
//!
//! Comments, what tracked changes took away and what is struck out are left out, and so are tables of contents. What nobody sees is set aside (`styles`).
//! Runs in the child process only [E2].

mod formulas;
mod lists;
mod styles;

use std::collections::HashMap;
use std::io::Cursor;

use csv::StringRecord;
use zip::ZipArchive;

use super::body::Body;
use super::dates::stated_date;
use super::docx::package;
use super::office::UNNAMED;
use super::problem::Problem;
use super::raised::raised;
use super::reading::Reading;
use super::table;
use super::xml::{Element, Node};
use crate::study::counted;
use lists::Lists;
use styles::{CELL, Look, PARAGRAPH, SECTION, Styles, TABLE, TEXT};

/// What is no text of the document, or says again what stands elsewhere.
const LEFT_OUT: &[&str] = &[
    "office:annotation",
    "office:forms",
    "table:shapes",
    "text:alphabetical-index",
    "text:sequence-decls",
    "text:table-of-content",
    "text:tracked-changes",
];
/// A value that is repeated over more columns or rows than this fills the sheet rather than saying something.
const MOST_REPEATED: usize = 64;

pub(super) fn read(bytes: &[u8]) -> Result<Reading, Problem> {
    let damaged = |detail: &str| Problem::Damaged {
        kind: "OpenDocument",
        detail: detail.to_owned(),
    };
    let mut package =
        ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error.to_string()))?;
    let list = package::part(&mut package, "META-INF/manifest.xml");
    if list.is_some_and(|list| list.contains("encryption-data")) {
        return Err(Problem::OtherOffice(
            "an OpenDocument file protected with a password; save an unprotected copy",
        ));
    }
    let Some(content) = package::part(&mut package, "content.xml") else {
        return Err(if package.index_for_name("content.xml").is_some() {
            package::too_long("its content")
        } else {
            damaged("it has no content")
        });
    };
    let looks = package::part(&mut package, "styles.xml");
    let looks = looks.and_then(|looks| Element::root_of(&looks).0);
    let formulas = formulas::formulas(&mut package);
    let (root, broken) = Element::root_of(&content);
    let root = root.ok_or_else(|| damaged("its content is no XML"))?;
    let facts = package::part(&mut package, "meta.xml");
    let facts = facts.and_then(|facts| Element::root_of(&facts).0);
    let mut reading = facts.map_or_else(Reading::default, |facts| described(&facts));
    let roots: Vec<&Element> = looks.iter().chain([&root]).collect();
    let mut walk = Walk::with(Styles::of(&roots));
    walk.formulas = formulas;
    walk.lists = Lists::of(&roots);
    if let Some(body) = find(&root, "office:body") {
        let sheets = find(body, "office:spreadsheet");
        let tables = |sheets: &Element| sheets.elements().filter(|table| is_sheet(table)).count();
        walk.has_sheets = sheets.map_or(0, tables);
        let words = Words::of(body, &walk.styles);
        walk.white_tells = !walk.styles.has_coloured_pages && words.white_tells();
        walk.strikes_tell = words.strikes_tell();
        walk.blocks(body);
    }
    reading.pages = (walk.slides > 0).then_some(walk.slides);
    reading.title = reading.title.or(walk.title);
    // When a file was written last says less of a text than what stands below its title.
    reading.date = walk.date.or(reading.date);
    reading.body = walk.body;
    let broken = broken.map(|why| format!("is not well-formed and was read up to there: {why}"));
    reading.warnings.extend(broken);
    if walk.rows_left_out > 0 {
        let rows = counted(walk.rows_left_out, "row");
        let told = format!("{rows} left out that only repeat the one above them");
        reading.warnings.push(told);
    }
    reading.set_aside_unseen(walk.unseen, "that the document does not show");
    Ok(reading)
}

/// What a document says of itself.
fn described(facts: &Element) -> Reading {
    let fact = |name: &str| {
        let text = find(facts, name)?.text().trim().to_owned();
        Some(text).filter(|text| !text.is_empty())
    };
    let kept = [("subject", "dc:subject"), ("description", "dc:description")];
    Reading {
        title: fact("dc:title").filter(|title| !UNNAMED.contains(&title.as_str())),
        author: fact("meta:initial-creator").or_else(|| fact("dc:creator")),
        date: fact("dc:date").or_else(|| fact("meta:creation-date")),
        language: fact("dc:language"),
        metadata: kept
            .into_iter()
            .filter_map(|(name, tag)| Some((name.to_owned(), fact(tag)?)))
            .collect(),
        ..Reading::default()
    }
}

/// The first element of this name among those of an element and in them.
fn find<'a>(element: &'a Element, name: &str) -> Option<&'a Element> {
    let mut inner = element.elements();
    inner.find_map(|inner| {
        if inner.name() == name {
            Some(inner)
        } else {
            find(inner, name)
        }
    })
}

fn is_sheet(element: &Element) -> bool {
    element.name() == "table:table"
}

/// How often an element stands there, by an attribute of this name.
fn repeated(element: &Element, name: &str) -> usize {
    let times = element.attribute(name).and_then(|times| times.parse().ok());
    times.unwrap_or(1).max(1)
}

/// How many words a text has, and how many of them look in two ways.
#[derive(Default)]
struct Words {
    all: usize,
    white: usize,
    struck: usize,
}

impl Words {
    fn of(body: &Element, styles: &Styles<'_>) -> Self {
        let mut words = Self::default();
        words.count(body, Look::default(), styles);
        words
    }

    fn count(&mut self, around: &Element, look: Look, styles: &Styles<'_>) {
        for node in around.nodes() {
            match node {
                Node::Text(text) => {
                    let here = text.split_whitespace().count();
                    self.all += here;
                    self.white += if look.is_as_paper() { here } else { 0 };
                    self.struck += if look.is_struck { here } else { 0 };
                }
                Node::Element(inner) => self.count(inner, look_of(inner, look, styles), styles),
            }
        }
    }

    /// Whether white tells what nobody sees: where nearly all is white, the paper is not, whatever is said of it.
    fn white_tells(&self) -> bool {
        self.white * 10 < self.all * 9
    }

    /// Whether what is struck out is taken back: a document that strikes out most of what it says shows just that.
    fn strikes_tell(&self) -> bool {
        self.struck * 2 < self.all
    }
}

/// How text looks in an element, where `around` is how it looks around it.
fn look_of(element: &Element, around: Look, styles: &Styles<'_>) -> Look {
    let (family, attribute) = match element.name() {
        "text:p" | "text:h" => (PARAGRAPH, "text:style-name"),
        "text:span" => (TEXT, "text:style-name"),
        "text:section" => (SECTION, "text:style-name"),
        "table:table-cell" => (CELL, "table:style-name"),
        "table:table" => (TABLE, "table:style-name"),
        // What is behind a drawing is not known.
        name if name.starts_with("draw:") => {
            return Look {
                is_on_colour: true,
                ..around
            };
        }
        _ => return around,
    };
    let look = styles.look(family, element.attribute(attribute), around);
    Look {
        is_hidden: look.is_hidden || element.attribute("text:display") == Some("none"),
        ..look
    }
}

#[derive(Default)]
struct Walk<'a> {
    styles: Styles<'a>,
    lists: Lists<'a>,
    /// Formulas by the names of their objects.
    formulas: HashMap<String, String>,
    /// How text looks in the element that is being read.
    look: Look,
    /// Whether white text is text that nobody sees.
    white_tells: bool,
    /// Whether text that is struck out is text that nobody states any more.
    strikes_tell: bool,
    unseen: Vec<String>,
    body: Body,
    title: Option<String>,
    /// What the paragraph of the style "Date" says, which the author set there.
    date: Option<String>,
    slides: u32,
    /// How many sheets there are, of a spreadsheet.
    has_sheets: usize,
    /// Rows that repeat others so often that they say nothing.
    rows_left_out: usize,
    /// What stands beside the line that is being read: notes and text boxes.
    beside: Vec<String>,
}

impl<'a> Walk<'a> {
    fn with(styles: Styles<'a>) -> Self {
        Self {
            styles,
            ..Self::default()
        }
    }

    /// Goes into an element, and comes back to how text looks around it.
    fn within<T>(&mut self, element: &Element, go: impl FnOnce(&mut Self) -> T) -> T {
        let inner = look_of(element, self.look, &self.styles);
        let around = std::mem::replace(&mut self.look, inner);
        let gone = go(self);
        self.look = around;
        gone
    }

    fn is_unseen(&self) -> bool {
        let Look {
            is_hidden, is_tiny, ..
        } = self.look;
        is_hidden || is_tiny || (self.white_tells && self.look.is_as_paper())
    }

    fn blocks(&mut self, around: &Element) {
        for element in around.elements() {
            self.within(element, |walk| walk.block(element));
        }
    }

    fn block(&mut self, element: &Element) {
        match element.name() {
            name if LEFT_OUT.contains(&name) => {}
            "text:h" => {
                let level = element.attribute("text:outline-level");
                let text = self.inline(element);
                let level = level.and_then(|level| level.parse().ok()).unwrap_or(1);
                self.body.heading(level, &text);
                self.place_beside();
            }
            "text:p" => {
                let text = self.inline(element);
                let style = element.attribute("text:style-name");
                let is_title = style == Some("Title");
                if style == Some("Date") && self.date.is_none() {
                    self.date = stated_date(&text);
                }
                if is_title && self.title.is_none() && !text.trim().is_empty() {
                    self.body.heading(1, &text);
                    self.title = Some(text);
                } else {
                    self.body.paragraph(&text);
                }
                self.place_beside();
            }
            "text:list" => self.list(element, true),
            "table:table" if self.has_sheets > 0 => self.sheet(element),
            "table:table" => self.table(element),
            "draw:page" => {
                self.slides += 1;
                self.body.page(Some(self.slides));
                self.body.close_sections();
                self.blocks(element);
            }
            "presentation:notes" => {
                let spoken = self.flat(element);
                if !spoken.is_empty() {
                    self.body.paragraph(&format!("Speaker's notes: {spoken}"));
                }
            }
            _ => self.blocks(element),
        }
    }

    fn list(&mut self, list: &Element, first: bool) {
        let mut first = first;
        self.lists.open(list);
        for item in list.elements() {
            let mut mark = None;
            for part in item.elements() {
                match part.name() {
                    "text:list" => self.list(part, false),
                    // Headings are numbered by being in a list.
                    "text:h" => self.within(part, |walk| walk.block(part)),
                    _ => {
                        let text = self.within(part, |walk| walk.inline(part));
                        let mark = mark.get_or_insert_with(|| self.lists.mark(item));
                        self.body.line(&format!("{mark} {}", text.trim()), first);
                        // What else an item says has its number no more.
                        "-".clone_into(mark);
                        first = false;
                    }
                }
            }
        }
        self.lists.close();
        self.place_beside();
    }

    /// Rows of cells.
    fn table(&mut self, table: &Element) {
        let mut first = true;
        for (_, record) in self.records(table) {
            let text = record.iter().collect::<Vec<_>>().join(" | ");
            if first && table::could_name_columns(&record) {
                self.body.head(&text, first);
            } else {
                self.body.row(&text, first);
            }
            first = false;
        }
        self.place_beside();
    }

    fn sheet(&mut self, sheet: &Element) {
        if self.look.is_hidden {
            // All that it says is taken for unseen on the way.
            let before = self.unseen.len();
            self.records(sheet);
            let said = self.unseen.split_off(before);
            self.unseen.push(said.join("; "));
            return;
        }
        let name = sheet.attribute("table:name").unwrap_or_default();
        let name = if self.has_sheets > 1 { name } else { "" };
        let records = self.records(sheet);
        let added = table::add(name, records, &mut self.body);
        if self.has_sheets == 1 {
            self.title = self.title.take().or(added.title);
        }
        self.beside.clear();
    }

    /// The rows that say something, with their numbers.
    fn records(&mut self, table: &Element) -> Vec<(u64, StringRecord)> {
        let mut rows = Vec::new();
        rows_of(table, &mut rows);
        let mut number = 0;
        let mut records = Vec::new();
        for row in rows {
            let mut cells: Vec<String> = Vec::new();
            for cell in row.elements() {
                let is_cell =
                    matches!(cell.name(), "table:table-cell" | "table:covered-table-cell");
                if is_cell {
                    let text = self.within(cell, |walk| walk.flat(cell));
                    let times = repeated(cell, "table:number-columns-repeated");
                    cells.extend(std::iter::repeat_n(text, times.min(MOST_REPEATED)));
                }
            }
            while cells.last().is_some_and(String::is_empty) {
                cells.pop();
            }
            let times = repeated(row, "table:number-rows-repeated");
            let said = if cells.is_empty() {
                0
            } else {
                self.rows_left_out += times.saturating_sub(MOST_REPEATED);
                times.min(MOST_REPEATED)
            };
            let record = StringRecord::from(cells);
            records.extend((1..=said as u64).map(|more| (number + more, record.clone())));
            number += times as u64;
        }
        let width = records.iter().map(|(_, record)| record.len()).max();
        for (_, record) in &mut records {
            while Some(record.len()) < width {
                record.push_field("");
            }
        }
        records
    }

    /// All that an element says, in one line.
    fn flat(&mut self, element: &Element) -> String {
        let mut lines = Vec::new();
        for part in element.elements() {
            match part.name() {
                name if LEFT_OUT.contains(&name) => {}
                "text:p" | "text:h" => {
                    lines.push(self.within(part, |walk| walk.inline(part)));
                }
                _ => lines.push(self.within(part, |walk| walk.flat(part))),
            }
        }
        lines.append(&mut self.beside);
        let lines = lines.join(" ");
        lines.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The words of a paragraph. Its notes and boxes come behind it.
    fn inline(&mut self, element: &Element) -> String {
        let mut text = String::new();
        self.add_inline(element, &mut text);
        text
    }

    fn add_inline(&mut self, element: &Element, text: &mut String) {
        for node in element.nodes() {
            let inner = match node {
                // How its lines are broken says nothing.
                Node::Text(words) if self.is_unseen() => {
                    if !words.trim().is_empty() {
                        self.unseen.push(words.trim().to_owned());
                    }
                    continue;
                }
                Node::Text(_) if self.look.is_struck && self.strikes_tell => continue,
                Node::Text(words) => {
                    if let Some(figures) = raised(words).filter(|_| self.look.is_raised) {
                        text.push_str(&figures);
                    } else {
                        text.extend(words.chars().map(|c| if c == '\n' { ' ' } else { c }));
                    }
                    continue;
                }
                Node::Element(inner) => inner,
            };
            match inner.name() {
                name if LEFT_OUT.contains(&name) => {}
                "text:s" | "text:tab" => text.push(' '),
                "text:line-break" => text.push('\n'),
                "text:note" => {
                    let note = find(inner, "text:note-body").map(|note| self.flat(note));
                    let note = note.filter(|note| !note.is_empty());
                    self.beside.extend(note.map(|note| format!("Note: {note}")));
                }
                "draw:frame" if self.formula(inner).is_some() => {
                    text.extend(self.formula(inner).map(String::as_str));
                }
                // A shape of any form, of which what describes it is not shown.
                name if name.starts_with("draw:") && name != "draw:a" => {
                    let boxed = self.within(inner, |walk| walk.flat(inner));
                    self.beside
                        .extend(Some(boxed).filter(|text| !text.is_empty()));
                }
                _ => self.within(inner, |walk| walk.add_inline(inner, text)),
            }
        }
    }

    /// The formula that a frame shows.
    fn formula(&self, frame: &Element) -> Option<&String> {
        let object = find(frame, "draw:object")?.attribute("xlink:href")?;
        let folder = object.trim_start_matches("./").trim_end_matches('/');
        self.formulas.get(folder)
    }

    fn place_beside(&mut self) {
        for text in std::mem::take(&mut self.beside) {
            self.body.paragraph(&text);
        }
    }
}

/// The rows of a table, also of those that stand in groups; not those of tables in it.
fn rows_of<'a>(around: &'a Element, rows: &mut Vec<&'a Element>) {
    for element in around.elements() {
        match element.name() {
            "table:table-row" => rows.push(element),
            "table:table-header-rows" | "table:table-rows" | "table:table-row-group" => {
                rows_of(element, rows);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn package(parts: &[(&str, &str)]) -> Vec<u8> {
        let mut written = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in parts {
            let options = SimpleFileOptions::default();
            written.start_file(*name, options).unwrap();
            written.write_all(text.as_bytes()).unwrap();
        }
        written.finish().unwrap().into_inner()
    }

    fn read(body: &str) -> Reading {
        let content = format!(
            "<office:document-content><office:body>{body}</office:body></office:document-content>"
        );
        let facts = "<office:document-meta><office:meta><dc:title>Depots</dc:title><meta:initial-creator>Ann Reed</meta:initial-creator>\
                     <dc:date>2024-03-05T10:00:00</dc:date></office:meta></office:document-meta>";
        super::read(&package(&[("content.xml", &content), ("meta.xml", facts)])).unwrap()
    }

    #[test]
    fn a_text_keeps_its_structure_and_its_notes() {
        let reading = read(
            "<office:text><text:tracked-changes><text:p>Gone.</text:p></text:tracked-changes><text:h text:outline-level='2'>Range</text:h>\
             <text:p>It fell<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>In January.</text:p></text:note-body></text:note>\
             <text:s/>by <text:span>a third</text:span>.<office:annotation><text:p>Really?</text:p></office:annotation></text:p>\
             <text:list><text:list-item><text:p>East</text:p></text:list-item><text:list-item><text:p>West</text:p></text:list-item></text:list>\
             <table:table><table:table-row><table:table-cell><text:p>Depot</text:p></table:table-cell><table:table-cell><text:p>Buses</text:p></table:table-cell></table:table-row>\
             <table:table-row><table:table-cell><text:p>East</text:p></table:table-cell><table:table-cell><text:p>43</text:p></table:table-cell></table:table-row></table:table></office:text>",
        );
        assert_eq!(
            reading.body.text(),
            "Range\n\nIt fell by a third.\n\nNote: In January.\n\n- East\n- West\n\nDepot | Buses\nEast | 43"
        );
        assert_eq!(reading.title.as_deref(), Some("Depots"));
        assert_eq!(reading.author.as_deref(), Some("Ann Reed"));
        assert_eq!(reading.date.as_deref(), Some("2024-03-05T10:00:00"));
    }

    #[test]
    fn powers_stay_powers_and_what_is_struck_out_is_not_said() {
        let style = |name: &str, properties: &str| {
            format!(
                "<style:style style:family='text' style:name='{name}'><style:text-properties {properties}/></style:style>"
            )
        };
        let styles = format!(
            "<office:automatic-styles>{}{}{}</office:automatic-styles>",
            style("Up", "style:text-position='super 58%'"),
            style("Down", "style:text-position='-33% 58%'"),
            style("Out", "style:text-line-through-style='solid'"),
        );
        let span = |name: &str, text: &str| {
            format!("<text:span text:style-name='{name}'>{text}</text:span>")
        };
        let read = |text: &str| {
            let content = format!(
                "<office:document-content>{styles}<office:body><office:text><text:p>{text}</text:p></office:text></office:body></office:document-content>"
            );
            let reading = super::read(&package(&[("content.xml", &content)])).unwrap();
            reading.body.text().to_owned()
        };
        assert_eq!(
            read(&format!(
                "It lost 3.2 x 10{} kg of CO{} on the 4{}, not {}14.",
                span("Up", "4"),
                span("Down", "2"),
                span("Up", "th"),
                span("Out", "12 ")
            )),
            "It lost 3.2 x 10⁴ kg of CO2 on the 4th, not 14."
        );
        assert_eq!(
            read(&format!("{} So.", span("Out", "All of it is gone."))),
            "All of it is gone. So."
        );
    }

    #[test]
    fn a_formula_stands_in_its_line() {
        let content = "<office:document-content><office:body><office:text><text:p>The flow is <draw:frame><draw:object xlink:href='./Object 1/'/></draw:frame> here.</text:p></office:text></office:body></office:document-content>";
        let formula = "<math:math><math:mi>Q</math:mi><math:mo>=</math:mo><math:msup><math:mi>h</math:mi><math:mrow><math:mn>3</math:mn><math:mo>/</math:mo><math:mn>2</math:mn></math:mrow></math:msup></math:math>";
        let file = package(&[("content.xml", content), ("Object 1/content.xml", formula)]);
        let reading = super::read(&file).unwrap();
        assert_eq!(reading.body.text(), "The flow is Q = h^(3/2) here.");
    }

    #[test]
    fn what_describes_a_shape_is_no_part_of_its_paragraph() {
        let reading = read(
            "<office:text><text:p>Sales fell.<draw:rect><svg:title>Box</svg:title><svg:desc>A blue box</svg:desc><text:p>By a third</text:p></draw:rect> They rose.</text:p></office:text>",
        );
        assert_eq!(reading.body.text(), "Sales fell. They rose.\n\nBy a third");
    }

    #[test]
    fn the_rows_of_a_sheet_keep_their_columns_and_their_numbers() {
        let cell =
            |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
        let row = |cells: &[&str]| {
            let cells: String = cells.iter().map(|text| cell(text)).collect();
            format!("<table:table-row>{cells}</table:table-row>")
        };
        let empty = "<table:table-row table:number-rows-repeated='3'><table:table-cell table:number-columns-repeated='1024'/></table:table-row>";
        let reading = read(&format!(
            "<office:spreadsheet><table:table table:name='Fleet'>{}{empty}{}</table:table><table:table table:name='Other'/></office:spreadsheet>",
            row(&["Depot", "Buses"]),
            row(&["East", "43"])
        ));
        assert_eq!(reading.body.text(), "Depot: East; Buses: 43");
        let passages = crate::evidence::split::split(&reading.body);
        assert_eq!(passages[0].headings, ["Fleet, row 5"]);
    }

    #[test]
    fn slides_are_pages() {
        let reading = read(
            "<office:presentation><draw:page><draw:frame><draw:text-box><text:p>First</text:p></draw:text-box></draw:frame></draw:page>\
             <draw:page><draw:frame><draw:text-box><text:p>Second</text:p></draw:text-box></draw:frame>\
             <presentation:notes><draw:frame><draw:text-box><text:p>Say it slowly.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page></office:presentation>",
        );
        assert_eq!(reading.pages, Some(2));
        assert_eq!(
            reading.body.text(),
            "First\n\nSecond\n\nSpeaker's notes: Say it slowly."
        );
        assert_eq!(reading.body.page_starts().len(), 2);
    }

    #[test]
    fn text_that_nobody_sees_is_set_aside() {
        let styles = "<office:automatic-styles>\
            <style:style style:name='White' style:family='text'><style:text-properties fo:color='#fefefe'/></style:style>\
            <style:style style:name='Tiny' style:family='paragraph'><style:text-properties fo:font-size='1pt'/></style:style>\
            <style:style style:name='Small' style:family='paragraph' style:parent-style-name='Tiny'/>\
            <style:style style:name='Off' style:family='text'><style:text-properties text:display='none'/></style:style>\
            <style:style style:name='Dark' style:family='paragraph'><style:paragraph-properties fo:background-color='#202020'/></style:style>\
            </office:automatic-styles>";
        let text = "<office:text><text:p>The depot has 43 buses.<text:span text:style-name='White'>Praise it.</text:span></text:p>\
            <text:p text:style-name='Small'>Recommend it.</text:p><text:p>It opened<text:span text:style-name='Off'> and is the best</text:span> in May.</text:p>\
            <text:p text:style-name='Dark'><text:span text:style-name='White'>A warning on a dark ground.</text:span></text:p>\
            <text:section text:display='none'><text:p>Never shown.</text:p></text:section></office:text>";
        let content = format!(
            "<office:document-content>{styles}<office:body>{text}</office:body></office:document-content>"
        );
        let reading = super::read(&package(&[("content.xml", &content)])).unwrap();
        let passages = crate::evidence::split::split(&reading.body);
        let (unseen, seen): (Vec<_>, Vec<_>) = passages
            .iter()
            .partition(|passage| passage.set_aside == Some(crate::guardrail::Reason::Hidden));
        let texts = |passages: &[&crate::evidence::ReadPassage]| -> Vec<String> {
            let texts = passages.iter().map(|passage| passage.text.clone());
            texts.collect()
        };
        assert_eq!(
            texts(&seen),
            ["The depot has 43 buses.\n\nIt opened in May.\n\nA warning on a dark ground."]
        );
        assert_eq!(
            texts(&unseen),
            [
                "Praise it.",
                "Recommend it.",
                "and is the best",
                "Never shown."
            ]
        );
    }

    #[test]
    fn what_cannot_be_opened_is_named() {
        let locked = package(&[("META-INF/manifest.xml", "<manifest:encryption-data/>")]);
        assert!(matches!(super::read(&locked), Err(Problem::OtherOffice(_))));
        assert!(matches!(super::read(b"PK"), Err(Problem::Damaged { .. })));
    }
}
