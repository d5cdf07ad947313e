//! Workbooks: the rows of each sheet as those of any table ([`super::table`]), under the sheet's name and with the numbers that a spreadsheet shows.
//!
//! Values stand as they are shown, with their units and formats. A cell that reaches over several rows says the same in each; a hidden sheet is set aside.
//! Runs in the child process only [E2].

mod clock;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use csv::StringRecord;
use office_oxide::DocumentFormat;
use office_oxide::ir::{Element, Section, Table};
use office_oxide::xlsx::{CellValue, StyleSheet, Worksheet};
use zip::ZipArchive;

use super::docx::package::part;
use super::docx::{Walk, reach_down};
use super::office;
use super::problem::Problem;
use super::reading::Reading;
use super::table::{self, Added};
use crate::study::counted;

/// A cell that reaches further than this is a frame.
const MOST_COLUMNS: u32 = 64;

pub(super) fn read(bytes: Vec<u8>) -> Result<Reading, Problem> {
    let comments = comments(&bytes);
    let document = office::open(bytes.into(), DocumentFormat::Xlsx, &office::options())?;
    let ir = document.to_ir();
    let mut reading = office::described(&ir.metadata);
    // Where a workbook says no title of its own, the parser takes the name of a sheet for it.
    let is_sheet = |title: &String| {
        ir.sections
            .iter()
            .any(|sheet| sheet.title.as_ref() == Some(title))
    };
    reading.title = reading.title.filter(|title| !is_sheet(title));
    let workbook = document.as_xlsx();
    let sheets = workbook.map(|workbook| &workbook.worksheets);
    let styles = workbook.and_then(|workbook| workbook.styles.as_ref());
    let is_one = ir.sections.len() == 1;
    let (mut rows, mut left_out, mut unknown, mut hidden) = (0, 0, 0, Vec::new());
    let mut errors = Vec::new();
    let mut titles = Vec::new();
    for (at, section) in ir.sections.iter().enumerate() {
        let sheet = sheets.and_then(|sheets| sheets.get(at));
        let numbers: Vec<u64> = sheet.map_or_else(Vec::new, |sheet| {
            sheet.rows.iter().map(|row| row.index.into()).collect()
        });
        unknown += sheet.map_or(0, unknown_results);
        if section.hidden {
            hidden.push(Walk::default().flat(&section.elements));
            continue;
        }
        errors.extend(sheet.into_iter().flat_map(self::errors));
        let name = section.title.as_deref().filter(|_| !is_one);
        let struck = sheet.zip(styles);
        let struck = struck.map_or_else(BTreeSet::new, |(sheet, styles)| struck_out(sheet, styles));
        let grid = Grid {
            numbers: &numbers,
            struck: &struck,
        };
        let added = add(section, name.unwrap_or_default(), &grid, &mut reading);
        rows += added.rows;
        titles.extend(added.title);
        // The parser tells in a line behind the table that it goes on.
        let tables = section.elements.iter().filter_map(|element| match element {
            Element::Table(table) => Some(table.rows.len()),
            _ => None,
        });
        let shown = tables.reduce(|one, other| one + other);
        left_out += shown.map_or(0, |shown| numbers.len().saturating_sub(shown));
    }
    // What one of several sheets is about is no title of all.
    let title = titles.pop().filter(|_| is_one);
    reading.title = reading.title.or(title);
    let mut note = |name: &str, value: String| {
        reading.metadata.insert(name.to_owned(), value);
    };
    note("rows", rows.to_string());
    note("sheets", ir.sections.len().to_string());
    if left_out > 0 {
        let rows = counted(left_out, "row");
        let told = format!("{rows} of sheets that are too long left out; save these sheets as CSV");
        reading.warnings.push(told);
    }
    if unknown > 0 {
        let formulas = counted(unknown, "formula");
        let told = format!(
            "{formulas} without a result in the file, so these cells are empty; open it in a spreadsheet program and save it"
        );
        reading.warnings.push(told);
    }
    if !errors.is_empty() {
        let cells = counted(errors.len(), "cell");
        errors.sort_unstable();
        errors.dedup();
        let told = format!(
            "{cells} left empty that could not be worked out ({})",
            errors.join(", ")
        );
        reading.warnings.push(told);
    }
    if comments > 0 {
        let comments = counted(comments, "comment");
        reading.warnings.push(format!("left out: {comments}"));
    }
    reading.set_aside_unseen(hidden, "on hidden sheets");
    Ok(reading)
}

/// How many remarks there are beside cells.
fn comments(bytes: &[u8]) -> usize {
    let Ok(mut package) = ZipArchive::new(Cursor::new(bytes)) else {
        return 0;
    };
    let is_list = |name: &String| name.starts_with("xl/comments");
    let names = package.file_names().filter_map(Result::ok);
    let lists: Vec<String> = names.map(Cow::into_owned).filter(is_list).collect();
    let lists = lists.iter().filter_map(|list| part(&mut package, list));
    lists.map(|list| list.matches("<comment ").count()).sum()
}

/// How many cells are to be worked out of others, and nobody has done so yet: programs that make workbooks often leave it to the spreadsheet.
fn unknown_results(sheet: &Worksheet) -> usize {
    let cells = sheet.rows.iter().flat_map(|row| &row.cells);
    let unknown = cells.filter(|cell| cell.formula().is_some() && is_empty(&cell.value));
    unknown.count()
}

/// What stands in the cells of a sheet in place of a result that there is none of: `#DIV/0!`.
fn errors(sheet: &Worksheet) -> impl Iterator<Item = &str> {
    let cells = sheet.rows.iter().flat_map(|row| &row.cells);
    cells.filter_map(|cell| match &cell.value {
        CellValue::Error(error) => Some(error.as_str()),
        _ => None,
    })
}

/// The cells that are struck out, by row and column, which nobody states any more; none where most of a sheet is.
fn struck_out(sheet: &Worksheet, styles: &StyleSheet) -> BTreeSet<(u64, usize)> {
    let is_struck = |style: u32| styles.font_for(style).is_some_and(|font| font.strike);
    let mut struck = BTreeSet::new();
    let mut all = 0;
    for row in &sheet.rows {
        for cell in row.cells.iter().filter(|cell| !is_empty(&cell.value)) {
            all += 1;
            if cell.style_index.is_some_and(is_struck) {
                struck.insert((row.index.into(), cell.reference.col as usize));
            }
        }
    }
    if struck.len() * 2 < all {
        struck
    } else {
        BTreeSet::new()
    }
}

fn is_empty(value: &CellValue) -> bool {
    match value {
        CellValue::Empty => true,
        CellValue::String(text) => text.is_empty(),
        _ => false,
    }
}

/// What is known of the cells of a sheet besides what they say.
struct Grid<'a> {
    /// The numbers of its rows.
    numbers: &'a [u64],
    /// Cells that are struck out, by the number of their row and their column.
    struck: &'a BTreeSet<(u64, usize)>,
}

/// Adds a sheet.
fn add(section: &Section, name: &str, grid: &Grid<'_>, reading: &mut Reading) -> Added {
    let mut all = Added::default();
    let mut walk = Walk::default();
    for element in &section.elements {
        match element {
            Element::Table(table) => {
                let records = records(table, grid, &mut walk);
                let added = table::add(name, records, &mut reading.body);
                all.rows += added.rows;
                all.title = all.title.or(added.title);
            }
            // Comments on cells, and what the parser says of its own limits.
            Element::Endnote(_) => {}
            other => {
                let text = walk.flat(std::slice::from_ref(other));
                let is_notice = text.starts_with('[') && text.ends_with(']');
                if !name.is_empty() && !text.is_empty() && !is_notice {
                    reading.body.unwritten_heading(name);
                }
                if !is_notice {
                    reading.body.paragraph(&text);
                }
            }
        }
    }
    all
}

/// A text as it was typed: what the file format cannot hold is kept as `_x000D_`, and so is a mark that looks like that.
fn unescaped(text: &str) -> Cow<'_, str> {
    const MARK: usize = "_x000D_".len();
    let Some((before, _)) = text.split_once("_x") else {
        return Cow::Borrowed(text);
    };
    let mut plain = before.to_owned();
    let mut rest = text.get(before.len()..).unwrap_or_default();
    while let Some(first) = rest.chars().next() {
        let code = rest
            .get(..MARK)
            .and_then(|mark| mark.strip_prefix("_x")?.strip_suffix('_'))
            .filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let meant = code.and_then(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?));
        plain.push(meant.unwrap_or(first));
        let taken = if meant.is_some() {
            MARK
        } else {
            first.len_utf8()
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    Cow::Owned(plain)
}

/// A value as a spreadsheet shows it: a number to fifteen figures, which is what it keeps of each, and nothing where it could not be worked out.
fn shown(text: String) -> String {
    const FIGURES: usize = 15;
    const ERRORS: &[&str] = &[
        "#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!",
    ];
    if ERRORS.contains(&text.as_str()) {
        return String::new();
    }
    let figures = text.bytes().filter(u8::is_ascii_digit).count();
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
    if figures <= FIGURES || !is_plain || !text.contains('.') {
        return text;
    }
    let Ok(number) = text.parse::<f64>() else {
        return text;
    };
    let whole = number.abs().log10().floor().max(0.0) as usize + 1;
    if whole >= FIGURES {
        return text;
    }
    let rounded = format!("{number:.*}", FIGURES - whole);
    rounded
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}

/// The rows of a sheet with every value in its column.
fn records<'a>(table: &'a Table, grid: &Grid<'_>, walk: &mut Walk<'a>) -> Vec<(u64, StringRecord)> {
    // Cells that reach down, by column: for how many rows more, and what they say.
    let mut reaching: BTreeMap<usize, (u32, String)> = BTreeMap::new();
    let mut records = Vec::with_capacity(table.rows.len());
    for (at, row) in table.rows.iter().enumerate() {
        let number = grid.numbers.get(at).copied();
        let number = number.unwrap_or(at as u64 + 1);
        let mut cells: Vec<String> = Vec::with_capacity(row.cells.len());
        for cell in &row.cells {
            reach_down(&mut reaching, &mut cells);
            let is_struck = grid.struck.contains(&(number, cells.len()));
            let text = match clock::shown(cell) {
                _ if is_struck => String::new(),
                Some(time) => time,
                None => shown(unescaped(&walk.flat(&cell.content)).into_owned()),
            };
            if cell.row_span > 1 {
                reaching.insert(cells.len(), (cell.row_span - 1, text.clone()));
            }
            cells.push(text);
            // A name over several columns reaches to the next one.
            cells.extend((1..cell.col_span.min(MOST_COLUMNS)).map(|_| String::new()));
        }
        reach_down(&mut reaching, &mut cells);
        records.push((number, StringRecord::from(cells)));
    }
    records
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::{Cursor, comments, read, shown, unescaped};

    /// A workbook with these rows in its only sheet: styles 1 and 2 are a time and a text that is struck out.
    fn workbook(rows: &str) -> Vec<u8> {
        const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006";
        const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
        const SHEETS: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
        const KIND: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";
        let relation = |id: &str, kind: &str, target: &str| {
            format!(
                "<Relationship Id=\"{id}\" Type=\"{OFFICE}/relationships/{kind}\" Target=\"{target}\"/>"
            )
        };
        let relations = |all: String| {
            format!("<Relationships xmlns=\"{PACKAGE}/relationships\">{all}</Relationships>")
        };
        let part = |name: &str, kind: &str| {
            format!("<Override PartName=\"/xl/{name}.xml\" ContentType=\"{KIND}.{kind}+xml\"/>")
        };
        let mut written = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in [
            (
                "[Content_Types].xml",
                format!(
                    "<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>{}{}{}</Types>",
                    part("workbook", "sheet.main"),
                    part("worksheets/sheet1", "worksheet"),
                    part("styles", "styles")
                ),
            ),
            (
                "_rels/.rels",
                relations(relation("r1", "officeDocument", "xl/workbook.xml")),
            ),
            (
                "xl/_rels/workbook.xml.rels",
                relations(
                    relation("r1", "worksheet", "worksheets/sheet1.xml")
                        + &relation("r2", "styles", "styles.xml"),
                ),
            ),
            (
                "xl/workbook.xml",
                format!(
                    "<workbook xmlns=\"{SHEETS}\" xmlns:r=\"{OFFICE}/relationships\"><sheets><sheet name=\"Ferries\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
                ),
            ),
            (
                "xl/styles.xml",
                format!(
                    "<styleSheet xmlns=\"{SHEETS}\"><fonts count=\"2\"><font/><font><strike/></font></fonts>\
                     <cellXfs count=\"3\"><xf numFmtId=\"0\" fontId=\"0\"/><xf numFmtId=\"21\" fontId=\"0\" applyNumberFormat=\"1\"/><xf numFmtId=\"0\" fontId=\"1\" applyFont=\"1\"/></cellXfs></styleSheet>"
                ),
            ),
            (
                "xl/worksheets/sheet1.xml",
                format!("<worksheet xmlns=\"{SHEETS}\"><sheetData>{rows}</sheetData></worksheet>"),
            ),
        ] {
            written
                .start_file(name, SimpleFileOptions::default())
                .unwrap();
            written.write_all(content.as_bytes()).unwrap();
        }
        written.finish().unwrap().into_inner()
    }

    #[test]
    fn a_time_is_told_as_one_and_a_value_that_is_struck_out_not_at_all() {
        let text = |at: &str, style: u8, text: &str| {
            format!("<c r=\"{at}\" s=\"{style}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
        };
        let time = |at: &str, days: f64| format!("<c r=\"{at}\" s=\"1\"><v>{days}</v></c>");
        let row = |number: u8, cells: String| format!("<row r=\"{number}\">{cells}</row>");
        let rows = row(
            1,
            text("A1", 0, "Ferry") + &text("B1", 0, "Leaves") + &text("C1", 0, "Quay"),
        ) + &row(
            2,
            text("A2", 0, "Tarn") + &time("B2", 0.295_138_888_9) + &text("C2", 2, "North"),
        ) + &row(
            3,
            text("A3", 0, "Bell") + &time("B3", 0.8125) + &text("C3", 0, "South"),
        );
        let reading = read(workbook(&rows)).unwrap();
        assert_eq!(
            reading.body.text(),
            "Ferry: Tarn; Leaves: 7:05:00\n\nFerry: Bell; Leaves: 19:30:00; Quay: South"
        );
    }

    #[test]
    fn what_could_not_be_worked_out_is_told() {
        let text = |at: &str, text: &str| {
            format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
        };
        let rows = format!(
            "<row r=\"1\">{}{}</row><row r=\"2\">{}<c r=\"B2\" t=\"e\"><f>1/0</f><v>#DIV/0!</v></c></row><row r=\"3\">{}<c r=\"B3\"><v>7</v></c></row>",
            text("A1", "Ferry"),
            text("B1", "Share"),
            text("A2", "Tarn"),
            text("A3", "Bell"),
        );
        let reading = read(workbook(&rows)).unwrap();
        assert_eq!(reading.body.text(), "Ferry: Tarn\n\nFerry: Bell; Share: 7");
        assert_eq!(
            reading.warnings,
            ["1 cell left empty that could not be worked out (#DIV/0!)"]
        );
    }

    #[test]
    fn remarks_beside_cells_are_counted() {
        let mut written = ZipWriter::new(Cursor::new(Vec::new()));
        let list = "<comments><commentList><comment ref='A4'/><comment ref='B4'/></commentList></comments>";
        let options = SimpleFileOptions::default();
        written.start_file("xl/comments1.xml", options).unwrap();
        written.write_all(list.as_bytes()).unwrap();
        let bytes = written.finish().unwrap().into_inner();
        assert_eq!((comments(&bytes), comments(b"no package")), (2, 0));
    }

    #[test]
    fn what_the_file_format_cannot_hold_reads_as_it_was_typed() {
        for (kept, typed) in [
            ("first_x000A_second", "first\nsecond"),
            ("_x005F_x000D_ is a mark", "_x000D_ is a mark"),
            ("col_x12 and _xyz_", "col_x12 and _xyz_"),
            ("_x", "_x"),
            ("é_x00e9_", "éé"),
        ] {
            assert_eq!(unescaped(kept), typed);
        }
    }

    #[test]
    fn values_stand_as_a_spreadsheet_shows_them() {
        for (stored, told) in [
            ("1234567.8900000001", "1234567.89"),
            ("0.30000000000000004", "0.3"),
            ("-2.2999999999999998", "-2.3"),
            ("1234567.89", "1234567.89"),
            ("12345678901234567", "12345678901234567"),
            ("3.141592653589793", "3.14159265358979"),
            ("12345678901234560.5", "12345678901234560.5"),
            ("2024-10-02", "2024-10-02"),
            ("#DIV/0!", ""),
            ("#1", "#1"),
        ] {
            assert_eq!(shown(stored.to_owned()), told, "{stored}");
        }
    }
}
