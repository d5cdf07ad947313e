//! PDF files: the text of each page, with headings told by their type, running heads left out, and lines joined to paragraphs over page breaks.
//!
//! Runs in the child process only [E2]. A page that cannot be read costs that page; a file that takes too long gives the pages read so far.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use pdf_oxide::PdfDocument;
use pdf_oxide::editor::DocumentInfo;

use super::flow::{Layout, Line, cells, ends_sentence, flow};
use super::problem::{Problem, counted};
use super::reading::Reading;

/// Reading stops after this long with what there is; the parent waits somewhat longer.
const PATIENCE: Duration = Duration::from_secs(20);
/// Type that is this much larger than the running text marks a heading.
const LARGER: f32 = 1.15;

pub(super) fn read(bytes: Vec<u8>) -> Result<Reading, Problem> {
    let damaged = |error: pdf_oxide::Error| match error {
        pdf_oxide::Error::EncryptedPdf => Problem::Encrypted,
        error => Problem::Damaged {
            kind: "PDF",
            detail: error.to_string(),
        },
    };
    let document = PdfDocument::from_bytes(bytes).map_err(damaged)?;
    if document.is_encrypted() && !document.is_authenticated() {
        return Err(Problem::Encrypted);
    }
    let count = document.page_count().map_err(damaged)?;
    if count == 0 {
        return Err(Problem::Damaged {
            kind: "PDF",
            detail: "it has no pages".to_owned(),
        });
    }
    let mut reading = described(&document);
    let mut pages = read_pages(&document, count, &mut reading.warnings);
    if pages.iter().all(|page| page.lines.is_empty()) {
        return Err(Problem::Scanned { pages: count });
    }
    reading.warnings.extend(pages_without_text(&pages));
    drop_running_heads(&mut pages);
    let styles = Styles::of(&pages);
    let mut lines = Vec::new();
    for page in &pages {
        lines.push(Line::default());
        lines.extend(page.lines.iter().map(|text| Line {
            text: text.clone(),
            heading: styles.heading_level(page, text),
            page: Some(page.number),
        }));
    }
    flow(&lines, Layout::Printed, &mut reading.body);
    reading.pages = u32::try_from(count).ok();
    Ok(reading)
}

/// One page as it was extracted.
struct Page {
    number: u32,
    lines: Vec<String>,
    /// For lines that are set in one style: their letters without spaces, type size and weight.
    styles: HashMap<String, Style>,
    /// How many letters are set in each size, in half points.
    sizes: HashMap<u32, usize>,
    bold: usize,
}

#[derive(Clone, Copy, PartialEq)]
struct Style {
    size: f32,
    bold: bool,
}

fn read_pages(document: &PdfDocument, count: usize, warnings: &mut Vec<String>) -> Vec<Page> {
    let started = Instant::now();
    let mut pages = Vec::new();
    for index in 0..count {
        if started.elapsed() > PATIENCE {
            warnings.push(format!(
                "only {index} of {count} pages were read, as it took too long"
            ));
            break;
        }
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        match catch_unwind(AssertUnwindSafe(|| read_page(document, index, number))) {
            Ok(Ok(page)) => pages.push(page),
            Ok(Err(error)) => warnings.push(format!("page {number} could not be read ({error})")),
            Err(_) => warnings.push(format!(
                "page {number} could not be read (it crashed the parser)"
            )),
        }
    }
    pages
}

fn read_page(document: &PdfDocument, index: usize, number: u32) -> pdf_oxide::Result<Page> {
    let text = document.extract_text(index)?;
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| without_ligatures(line.trim_end()))
        .collect();
    if lines.iter().all(|line| line.trim().is_empty()) {
        lines.clear();
    }
    let mut page = Page {
        number,
        lines,
        styles: HashMap::new(),
        sizes: HashMap::new(),
        bold: 0,
    };
    if page.lines.is_empty() {
        return Ok(page);
    }
    let spans = document.extract_spans(index)?;
    for line in spans.chunk_by(|a, b| (a.bbox.y - b.bbox.y).abs() < a.font_size * 0.3) {
        let key: String = line.iter().map(|span| squeezed(&span.text)).collect();
        let size = line.iter().map(|span| span.font_size).fold(0.0, f32::max);
        let bold = line
            .iter()
            .filter(|span| !span.text.trim().is_empty())
            .all(|span| span.font_weight.is_bold());
        let letters = key.chars().count();
        *page.sizes.entry((size * 2.0).round() as u32).or_default() += letters;
        page.bold += if bold { letters } else { 0 };
        page.styles.insert(key, Style { size, bold });
    }
    Ok(page)
}

/// How headings differ from running text in this document.
struct Styles {
    body: f32,
    body_is_bold: bool,
    /// Sizes of headings in half points, largest first.
    ranks: Vec<u32>,
}

impl Styles {
    fn of(pages: &[Page]) -> Self {
        let mut sizes: HashMap<u32, usize> = HashMap::new();
        for (size, letters) in pages.iter().flat_map(|page| &page.sizes) {
            *sizes.entry(*size).or_default() += letters;
        }
        let total: usize = sizes.values().sum();
        let bold: usize = pages.iter().map(|page| page.bold).sum();
        let body = sizes
            .iter()
            .max_by_key(|(size, letters)| (**letters, **size))
            .map_or(0.0, |(size, _)| *size as f32 / 2.0);
        let mut ranks: Vec<u32> = sizes
            .into_keys()
            .filter(|size| *size as f32 / 2.0 >= body * LARGER)
            .collect();
        ranks.sort_unstable_by(|a, b| b.cmp(a));
        Self {
            body,
            body_is_bold: bold * 2 > total,
            ranks,
        }
    }

    fn heading_level(&self, page: &Page, line: &str) -> Option<u8> {
        let style = page.styles.get(&squeezed(line))?;
        let letters = line.chars().filter(|c| c.is_alphabetic()).count();
        let words = line.split_whitespace().count();
        if letters < 2
            || words > 20
            || (ends_sentence(line) && !line.ends_with(['?', '!']))
            || line.ends_with([',', ';'])
            || cells(line).is_some()
        {
            return None;
        }
        let rank = if style.size >= self.body * LARGER {
            let size = (style.size * 2.0).round() as u32;
            self.ranks.iter().position(|rank| *rank <= size)?
        } else if style.bold
            && !self.body_is_bold
            && style.size >= self.body * 0.95
            && line.starts_with(|c: char| !c.is_lowercase())
        {
            self.ranks.len()
        } else {
            return None;
        };
        Some(rank.min(5) as u8 + 1)
    }
}

/// Leaves out page numbers and the lines that return at the top or bottom of most pages.
fn drop_running_heads(pages: &mut [Page]) {
    const EDGE: usize = 2;
    let edges = |page: &Page| -> Vec<usize> {
        let filled: Vec<usize> = (0..page.lines.len())
            .filter(|at| {
                page.lines
                    .get(*at)
                    .is_some_and(|line| !line.trim().is_empty())
            })
            .collect();
        let mut edges: Vec<usize> = filled
            .iter()
            .take(EDGE)
            .chain(filled.iter().rev().take(EDGE))
            .copied()
            .collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    };
    let key = |line: &str| -> String {
        line.split_whitespace()
            .map(|word| {
                if word.bytes().all(|byte| byte.is_ascii_digit()) {
                    "#"
                } else {
                    word
                }
            })
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut seen: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        for at in edges(page) {
            *seen
                .entry(page.lines.get(at).map(|line| key(line)).unwrap_or_default())
                .or_default() += 1;
        }
    }
    let often = (pages.len() / 2).max(3);
    for page in pages {
        for at in edges(page) {
            let Some(line) = page.lines.get_mut(at) else {
                continue;
            };
            if is_page_number(line) || seen.get(&key(line)).is_some_and(|count| *count >= often) {
                line.clear();
            }
        }
    }
}

/// `7`, `- 7 -`, `Page 7`, `7 / 12`, `page 7 of 12`.
fn is_page_number(line: &str) -> bool {
    let mut numbers = 0;
    line.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .all(|word| {
            let number = word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
            numbers += usize::from(number);
            number
                || matches!(
                    word.to_lowercase().as_str(),
                    "page" | "of" | "seite" | "von"
                )
        })
        && (1..=2).contains(&numbers)
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

/// Title, author and date from the document information, where they are more than what a program filled in.
fn described(document: &PdfDocument) -> Reading {
    let trailer = document.trailer();
    let info = trailer.as_dict().and_then(|trailer| trailer.get("Info"));
    let Some(info) = info.and_then(|info| document.resolve_references(info, 2).ok()) else {
        return Reading::default();
    };
    let info = DocumentInfo::from_object(&info);
    Reading {
        title: info.title.filter(|title| is_title(title)),
        author: info.author.filter(|author| is_author(author)),
        date: info.creation_date,
        ..Reading::default()
    }
}

fn is_title(title: &str) -> bool {
    const FILLED_IN: &[&str] = &[
        "untitled",
        "microsoft word",
        "microsoft powerpoint",
        "powerpoint presentation",
        "document",
        "slide 1",
        "(anonymous)",
        "titel",
    ];
    const FILES: &[&str] = &[
        ".doc", ".docx", ".pdf", ".tex", ".dvi", ".indd", ".qxd", ".rtf", ".odt", ".ppt", ".pptx",
        ".xls", ".xlsx", ".txt", ".htm", ".html",
    ];
    let title = title.trim().to_lowercase();
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3
        && !FILES.iter().any(|suffix| title.ends_with(suffix))
        && !FILLED_IN.iter().any(|start| {
            title.strip_prefix(start).is_some_and(|rest| {
                rest.is_empty()
                    || rest.starts_with([' ', '-', '.'])
                    || rest.starts_with(|c: char| c.is_ascii_digit())
            }) && !(title.starts_with("document ") && title.split_whitespace().count() > 2)
        })
}

fn is_author(author: &str) -> bool {
    let author = author.trim().to_lowercase();
    author.chars().any(char::is_alphabetic)
        && ![
            "user",
            "admin",
            "administrator",
            "anonymous",
            "(anonymous)",
            "author",
            "owner",
            "root",
            "unknown",
            "unspecified",
            "(unspecified)",
        ]
        .contains(&author.as_str())
}

fn squeezed(text: &str) -> String {
    without_ligatures(text)
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect()
}

fn without_ligatures(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{FB00}' => out.push_str("ff"),
            '\u{FB01}' => out.push_str("fi"),
            '\u{FB02}' => out.push_str("fl"),
            '\u{FB03}' => out.push_str("ffi"),
            '\u{FB04}' => out.push_str("ffl"),
            '\u{FB05}' | '\u{FB06}' => out.push_str("st"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_that_a_program_filled_in_are_not_titles() {
        for title in [
            "untitled",
            "Untitled-1",
            "Microsoft Word - final_v3.doc",
            "report.pdf",
            "Document1",
            "PowerPoint Presentation",
            "2024",
            "",
        ] {
            assert!(!is_title(title), "{title}");
        }
        for title in [
            "Depot study",
            "Untitled works of the depot",
            "Document management in transit",
            "Winter range 2026",
        ] {
            assert_eq!(
                is_title(title),
                title != "Untitled works of the depot",
                "{title}"
            );
        }
        assert!(!is_author("(anonymous)") && !is_author(" user ") && is_author("Ada Penrose"));
    }

    #[test]
    fn page_numbers_and_running_heads_are_left_out() {
        let texts = ["The first page.", "The second page.", "The third page."];
        let mut pages: Vec<Page> = (1..)
            .zip(texts)
            .map(|(number, text)| Page {
                number,
                lines: vec![
                    format!("Depot study {number}"),
                    text.to_owned(),
                    "7 buses".to_owned(),
                    String::new(),
                    format!("Page {number} of 3"),
                ],
                styles: HashMap::new(),
                sizes: HashMap::new(),
                bold: 0,
            })
            .collect();
        if let Some(line) = pages.last_mut().and_then(|page| page.lines.get_mut(2)) {
            "8 trams".clone_into(line);
        }
        drop_running_heads(&mut pages);
        let left: Vec<_> = pages
            .iter()
            .flat_map(|page| &page.lines)
            .filter(|line| !line.is_empty())
            .collect();
        assert_eq!(
            left,
            [
                "The first page.",
                "7 buses",
                "The second page.",
                "7 buses",
                "The third page.",
                "8 trams"
            ]
        );
    }

    #[test]
    fn ligatures_become_letters() {
        assert_eq!(
            without_ligatures("e\u{FB03}cient \u{FB02}eet"),
            "efficient fleet"
        );
    }
}
