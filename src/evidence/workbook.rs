//! Workbooks: the rows of each sheet as those of any table ([`super::table`]), under the sheet's name and with the numbers that a spreadsheet shows.
//!
//! Values stand as they are shown, with their units and formats. A cell that reaches over several rows says the same in each; a hidden sheet is set aside.
//! Runs in the child process only [E2].

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Cursor;

use csv::StringRecord;
use office_oxide::DocumentFormat;
use office_oxide::ir::{Element, Section, Table};
use office_oxide::xlsx::{CellValue, Worksheet};
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
    let sheets = document.as_xlsx().map(|workbook| &workbook.worksheets);
    let is_one = ir.sections.len() == 1;
    let (mut rows, mut left_out, mut unknown, mut hidden) = (0, 0, 0, Vec::new());
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
        let name = section.title.as_deref().filter(|_| !is_one);
        let added = add(section, name.unwrap_or_default(), &numbers, &mut reading);
        rows += added.rows;
        titles.extend(added.title);
        let shown = section.elements.iter().map(|element| match element {
            Element::Table(table) => table.rows.len(),
            _ => numbers.len(),
        });
        left_out += numbers
            .len()
            .saturating_sub(shown.max().unwrap_or(numbers.len()));
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

fn is_empty(value: &CellValue) -> bool {
    match value {
        CellValue::Empty => true,
        CellValue::String(text) => text.is_empty(),
        _ => false,
    }
}

/// Adds a sheet.
fn add(section: &Section, name: &str, numbers: &[u64], reading: &mut Reading) -> Added {
    let mut all = Added::default();
    let mut walk = Walk::default();
    for element in &section.elements {
        match element {
            Element::Table(table) => {
                let records = records(table, numbers, &mut walk);
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
fn records<'a>(table: &'a Table, numbers: &[u64], walk: &mut Walk<'a>) -> Vec<(u64, StringRecord)> {
    // Cells that reach down, by column: for how many rows more, and what they say.
    let mut reaching: BTreeMap<usize, (u32, String)> = BTreeMap::new();
    let mut records = Vec::with_capacity(table.rows.len());
    for (at, row) in table.rows.iter().enumerate() {
        let mut cells: Vec<String> = Vec::with_capacity(row.cells.len());
        for cell in &row.cells {
            reach_down(&mut reaching, &mut cells);
            let text = shown(unescaped(&walk.flat(&cell.content)).into_owned());
            if cell.row_span > 1 {
                reaching.insert(cells.len(), (cell.row_span - 1, text.clone()));
            }
            cells.push(text);
            // A name over several columns reaches to the next one.
            cells.extend((1..cell.col_span.min(MOST_COLUMNS)).map(|_| String::new()));
        }
        reach_down(&mut reaching, &mut cells);
        let number = numbers.get(at).copied().unwrap_or(at as u64 + 1);
        records.push((number, StringRecord::from(cells)));
    }
    records
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::{Cursor, comments, shown, unescaped};

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
