//! PDF files: the text of each page, with headings told by their type, running heads left out, and lines joined to paragraphs over page breaks. Text that
//! readers of a page do not see is set aside.
//!
//! Runs in the child process only [E2]. A page that cannot be read costs that page; a file that takes too long gives the pages read so far.

mod across;
mod bidi;
mod cells;
mod columns;
mod contents;
mod drawn;
mod field;
mod fonts;
mod front;
mod glyph;
mod heads;
mod info;
mod legible;
mod line;
mod links;
mod lock;
mod meant;
mod named;
mod order;
mod page;
mod repair;
mod revision5;
mod rises;
mod ruled;
mod segment;
mod sparse;
mod stamps;
mod style;
mod tags;
mod tree;
mod unseen;
mod update;
mod upright;
mod vowels;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use pdf_oxide::PdfDocument;
use pdf_oxide::object::Object;

use self::heads::drop_running_heads;
use self::info::{described, stands_for_a_form};
use self::legible::is_mostly_odd;
use self::line::Printed;
use self::page::Page;
use self::stamps::drop_stamps;
use self::style::Styles;
use self::tags::Tags;
use self::update::resolved;
use super::dates::{changed_date, date_behind_name, iso_date, stated_date};
use super::flow::{Layout, Line, flow};
use super::problem::Problem;
use super::processor::Stopwatch;
use super::read::Password;
use super::reading::{Reading, names_a_document};
use crate::study::{LEFT_OUT, UNREAD, counted};

/// Reading stops after this long with what there is; the parent waits somewhat longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the parser says is wrong, without the bytes at which it stood.
fn said(error: &str) -> String {
    let end = [" (", " Parsing Error", "Error {"]
        .iter()
        .filter_map(|end| error.find(end))
        .min();
    let said = error.get(..end.unwrap_or(error.len())).unwrap_or_default();
    said.trim_end_matches([':', ' ']).to_owned()
}

pub(super) fn read(mut bytes: Vec<u8>, passwords: &[Password]) -> Result<Reading, Problem> {
    let damaged = |error: pdf_oxide::Error| match error {
        pdf_oxide::Error::EncryptedPdf => Problem::Encrypted,
        error => Problem::Damaged {
            kind: "PDF",
            detail: said(&error.to_string()),
        },
    };
    let mut rebuilt = repair::repair(&mut bytes);
    let mut document = PdfDocument::from_bytes(bytes).map_err(damaged)?;
    if let Some(locked) = revision5::Locked::of(&document) {
        let mut bytes = std::mem::take(&mut document.source_bytes);
        locked.open(&mut bytes, passwords)?;
        document = PdfDocument::from_bytes(bytes).map_err(damaged)?;
    }
    if document.is_encrypted() && !document.is_authenticated() {
        let mut bytes = std::mem::take(&mut document.source_bytes);
        if lock::open_text(&mut bytes) {
            document = PdfDocument::from_bytes(bytes).map_err(damaged)?;
        }
    }
    lock::unlock(&document, passwords)?;
    let mut pages_once = None;
    if !document.is_encrypted()
        && let Some(tree) = tree::repeated(&document)
        && let Some(update) = update::of_tree(&document, &tree)
    {
        let updated = [document.source_bytes.as_slice(), &update].concat();
        document = PdfDocument::from_bytes(updated).map_err(damaged)?;
        pages_once = Some(tree);
    }
    let mut count = document.page_count();
    if !rebuilt && !document.is_encrypted() && !matches!(count, Ok(1..)) {
        let mut bytes = std::mem::take(&mut document.source_bytes);
        rebuilt = repair::rebuild(&mut bytes);
        if rebuilt {
            pages_once = None;
            document = PdfDocument::from_bytes(bytes).map_err(damaged)?;
            count = document.page_count();
        }
    }
    let count = count.map_err(damaged)?;
    if count == 0 {
        return Err(Problem::Damaged {
            kind: "PDF",
            detail: "it has no pages".to_owned(),
        });
    }
    if !rebuilt && let Some(update) = update::of(&document, count) {
        let updated = [document.source_bytes.as_slice(), &update].concat();
        // A file whose tables bear no update is read as it is.
        document = PdfDocument::from_bytes(updated)
            .ok()
            .filter(|updated| matches!(updated.page_count(), Ok(pages) if pages == count))
            .unwrap_or(document);
    }
    if stands_for_a_form(&document) {
        return Err(Problem::Undrawn);
    }
    let mut reading = described(&document);
    if rebuilt {
        reading.warnings.push(repair::REBUILT.to_owned());
    }
    let numbers = |index: usize| {
        let known = pages_once.as_ref().and_then(|tree| tree.numbers.get(index));
        known.map_or_else(
            || u32::try_from(index + 1).unwrap_or(u32::MAX),
            |number| *number,
        )
    };
    let mut pages = read_pages(&document, count, numbers, &mut reading);
    if pages.iter().all(|page| page.lines.is_empty()) {
        return Err(without_text(&document, count));
    }
    reading.warnings.extend(pages_without_text(&pages));
    reading.warnings.extend(legible::warning(&pages));
    reading.links = pages
        .iter_mut()
        .flat_map(|page| std::mem::take(&mut page.links))
        .collect();
    drop_stamps(&mut pages);
    let heads = drop_running_heads(&mut pages);
    reading.date = printed_date(&pages, reading.date.as_deref()).or(reading.date);
    name(&pages, &mut reading);
    let left_out = heads.say_once(&mut pages, reading.title.as_deref().unwrap_or_default());
    if left_out > 0 {
        let left_out = counted(left_out, "word");
        reading.metadata.insert(LEFT_OUT.to_owned(), left_out);
    }
    lay_out(&pages, &mut reading);
    let unseen = pages
        .iter_mut()
        .map(|page| std::mem::take(&mut page.unseen));
    reading.set_aside_unseen(unseen.collect(), "that its pages do not show");
    reading.pages = pages_once.map_or_else(|| u32::try_from(count).ok(), |tree| Some(tree.count));
    Ok(reading)
}

/// Takes title and author from the first page where the file names none.
fn name(pages: &[Page], reading: &mut Reading) {
    let front = front::front(pages, &Styles::of(pages));
    let is_title = |title: &String| names_a_document(title) && !is_mostly_odd(title);
    let title = front.title.filter(is_title);
    reading.title = reading.title.take().or(title);
    reading.author = reading.author.take().or(front.author);
}

/// Joins the lines of all pages to paragraphs under headings.
fn lay_out(pages: &[Page], reading: &mut Reading) {
    let styles = Styles::of(pages);
    let mut lines = Vec::new();
    let mut ended = None;
    for page in pages {
        lines.push(Line::default());
        for line in &page.lines {
            let [begun, last] = page.blocks(line);
            lines.push(Line {
                text: line.text.clone(),
                cells: line.cells.clone(),
                // What is stamped across the page, or along its side, is over nothing.
                heading: line.height.and_then(|_| styles.heading_level(line)),
                page: Some(page.number),
                is_code: line.typed,
                begins: ended.is_some() && begun.is_some() && begun != ended,
            });
            if !line.text.is_empty() {
                ended = last;
            }
        }
    }
    keep_programs(&mut lines);
    flow(&lines, Layout::Printed, &mut reading.body);
}

/// Leaves as those of programs the lines in type of one width that follow on each other, where not most of the document is set in it.
fn keep_programs(lines: &mut [Line]) {
    let filled = |line: &&Line| !line.text.trim().is_empty();
    let typed = lines.iter().filter(filled).filter(|line| line.is_code);
    let is_typed = typed.count() * 2 > lines.iter().filter(filled).count();
    let is_code: Vec<bool> = lines.iter().map(|line| line.is_code).collect();
    for (at, line) in lines.iter_mut().enumerate() {
        let is_beside = |at: Option<usize>| at.and_then(|at| is_code.get(at)) == Some(&true);
        line.is_code &= !is_typed && (is_beside(at.checked_sub(1)) || is_beside(Some(at + 1)));
    }
}

/// The date on the first page. When a file was made says less: it is made again for every change of its layout, and for every copy from an archive. A
/// document is not printed before its date, though, so a later one is that of something else.
fn printed_date(pages: &[Page], made: Option<&str>) -> Option<String> {
    /// So many lines may stand above the text of a document.
    const LINES: usize = 25;
    let made = made.and_then(iso_date);
    let first = &pages.first()?.lines;
    // Of a row among others the first figure is what it is about: `2021  4`.
    let is_row = |at: usize| first.get(at).is_some_and(Printed::is_row);
    let is_of_table = |at: usize| is_row(at) && (is_row(at + 1) || at > 0 && is_row(at - 1));
    let lines = (0..).zip(first).filter(|(at, _)| !is_of_table(*at));
    // Two bare figures are no year and month.
    let is_bare = |line: &&str| {
        let mut words = line.split_whitespace();
        !words.all(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    lines
        .map(|(_, line)| line.text.as_str())
        .filter(is_bare)
        .take(LINES)
        .filter_map(|line| {
            let stated = stated_date(line).or_else(|| date_behind_name(line));
            stated.or_else(|| changed_date(line))
        })
        .find(|date| made.as_ref().is_none_or(|made| date <= made))
}

/// Why a document holds no text: its pages are empty, show something else, unpack without end, or are lost.
fn without_text(document: &PdfDocument, count: usize) -> Problem {
    const LOOKED_AT: usize = 5;
    let looked_at = count.min(LOOKED_AT);
    let (mut lost, mut blank) = (0, 0);
    for index in 0..looked_at {
        match catch_unwind(AssertUnwindSafe(|| document.get_page_content_data(index))) {
            Ok(Ok(content)) if !content.is_empty() => {}
            Ok(Ok(_)) if is_blank(document, index) => blank += 1,
            Ok(Err(error)) if error.to_string().contains("safety limit") => {
                return Problem::Bomb {
                    detail: format!("page {}", index + 1),
                };
            }
            _ => lost += 1,
        }
    }
    if lost == looked_at && document.is_encrypted() {
        Problem::NotDecrypted
    } else if blank == looked_at {
        Problem::NoText
    } else if blank + lost == looked_at {
        Problem::Damaged {
            kind: "PDF",
            detail: "no text is left in it".to_owned(),
        }
    } else {
        Problem::Scanned { pages: count }
    }
}

/// Whether a page has no content, or content of no bytes, as a form has whose fields are all there is.
fn is_blank(document: &PdfDocument, index: usize) -> bool {
    let Ok(page) = document.get_page(index) else {
        return false;
    };
    let content = page.as_dict().and_then(|page| page.get("Contents"));
    content.is_none_or(|content| is_empty(document, content))
}

fn is_empty(document: &PdfDocument, content: &Object) -> bool {
    match resolved(document, content) {
        Some(Object::Null) => true,
        Some(Object::Array(parts)) => parts.iter().all(|part| {
            // No array of content holds another.
            matches!(resolved(document, part), Some(Object::Stream { data, .. }) if data.is_empty())
        }),
        Some(Object::Stream { data, .. }) => data.is_empty(),
        _ => false,
    }
}

fn read_pages(
    document: &PdfDocument,
    count: usize,
    number: impl Fn(usize) -> u32,
    reading: &mut Reading,
) -> Vec<Page> {
    let at_work = Stopwatch::of_this_thread();
    let warnings = &mut reading.warnings;
    let mut pages = Vec::new();
    let mut tags = Tags::of(document);
    for index in 0..count {
        if at_work.spent() > PATIENCE {
            let unread = counted(count - index, "page");
            reading.metadata.insert(UNREAD.to_owned(), unread);
            warnings.push(format!(
                "only {index} of {count} pages were read, as it took too long"
            ));
            break;
        }
        let number = number(index);
        match catch_unwind(AssertUnwindSafe(|| {
            Page::read(document, index, number, &mut tags)
        })) {
            Ok(Ok(page)) => pages.push(page),
            Ok(Err(error)) => warnings.push(format!(
                "page {number} could not be read ({})",
                said(&error.to_string())
            )),
            Err(_) => warnings.push(format!(
                "page {number} could not be read (it crashed the parser)"
            )),
        }
    }
    pages
}

fn pages_without_text(pages: &[Page]) -> Option<String> {
    let empty: Vec<String> = pages
        .iter()
        .filter(|page| page.lines.is_empty())
        .map(|page| page.number.to_string())
        .collect();
    let shown = empty.get(..10).map_or_else(
        || empty.join(", "),
        |first| format!("{}, …", first.join(", ")),
    );
    let noun = if empty.len() == 1 { "holds" } else { "hold" };
    (!empty.is_empty()).then(|| {
        format!(
            "{} {noun} no text, perhaps only pictures: {shown}",
            counted(empty.len(), "page")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::said;

    #[test]
    fn what_is_wrong_is_told_without_the_bytes_of_the_file() {
        for (error, told) in [
            (
                "Invalid PDF: failed to parse xref (stream attempt: Invalid PDF: Parsing Error: Error { input: [199, 60] })",
                "Invalid PDF: failed to parse xref",
            ),
            (
                "Parse error: Parsing Error: Error { input: [1] }",
                "Parse error",
            ),
            ("no such page", "no such page"),
        ] {
            assert_eq!(said(error), told);
        }
    }
}
