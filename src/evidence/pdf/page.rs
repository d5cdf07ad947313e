//! One page of a PDF file: its lines in reading order, and what type and columns they are set in.
//!
//! The lines come from the library's text extraction, which knows columns and word gaps; type and table cells come from the positioned pieces of text.
//! The two are brought together by their letters.

use std::collections::HashMap;

use pdf_oxide::PdfDocument;
use pdf_oxide::layout::TextSpan;

use super::style::Style;

/// A gap this wide, in units of the type size, parts the cells of a table row.
const CELL_GAP: f32 = 1.2;
/// A gap this wide, in the same units, parts two words.
const WORD_GAP: f32 = 0.15;

pub(super) struct Page {
    pub(super) number: u32,
    pub(super) lines: Vec<String>,
    /// The style of each line, by its letters without spaces.
    pub(super) styles: HashMap<String, Style>,
    /// How many letters are set in each size, in half points.
    pub(super) sizes: HashMap<u32, usize>,
    /// How many letters are bold.
    pub(super) bold: usize,
}

impl Page {
    pub(super) fn read(
        document: &PdfDocument,
        index: usize,
        number: u32,
    ) -> pdf_oxide::Result<Self> {
        let text = document.extract_text(index)?;
        let mut lines: Vec<String> = text
            .lines()
            .map(|line| without_ligatures(line.trim_end()))
            .collect();
        if lines.iter().all(|line| line.trim().is_empty()) {
            lines.clear();
        }
        let mut page = Self {
            number,
            lines,
            styles: HashMap::new(),
            sizes: HashMap::new(),
            bold: 0,
        };
        if !page.lines.is_empty() {
            page.look_at(&document.extract_spans(index)?);
        }
        Ok(page)
    }

    /// Learns the style of each line and puts space between the cells of table rows.
    fn look_at(&mut self, spans: &[TextSpan]) {
        let mut rows: Vec<(String, Vec<String>)> = Vec::new();
        for line in spans.chunk_by(|a, b| (a.bbox.y - b.bbox.y).abs() < a.font_size * 0.3) {
            let key: String = line.iter().map(|span| squeezed(&span.text)).collect();
            let size = line.iter().map(|span| span.font_size).fold(0.0, f32::max);
            let visible = || line.iter().filter(|span| !span.text.trim().is_empty());
            let bold = visible().all(|span| span.font_weight.is_bold());
            let letters = key.chars().count();
            *self.sizes.entry((size * 2.0).round() as u32).or_default() += letters;
            self.bold += if bold { letters } else { 0 };
            rows.push((key.clone(), cells(visible(), size)));
            self.styles.insert(key, Style { size, bold });
        }
        // One line with wide gaps may be stretched to the margin; two in a row with as many cells are a table.
        let mut tabled: HashMap<&str, String> = HashMap::new();
        for table in rows.chunk_by(|(_, a), (_, b)| a.len() == b.len()) {
            if table.len() > 1 && table.iter().all(|(_, cells)| cells.len() > 2) {
                tabled.extend(
                    table
                        .iter()
                        .map(|(key, cells)| (key.as_str(), cells.join("    "))),
                );
            }
        }
        for line in &mut self.lines {
            if let Some(row) = tabled.remove(squeezed(line).as_str()) {
                *line = row;
            }
        }
    }
}

/// The texts that wide gaps keep apart.
fn cells<'a>(spans: impl Iterator<Item = &'a TextSpan>, size: f32) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    let mut end = f32::NEG_INFINITY;
    for span in spans {
        let gap = span.bbox.x - end;
        let text = without_ligatures(span.text.trim());
        match cells.last_mut() {
            Some(cell) if gap < size * CELL_GAP => {
                if gap > size * WORD_GAP || span.text.starts_with(' ') {
                    cell.push(' ');
                }
                cell.push_str(&text);
            }
            _ => cells.push(text),
        }
        end = span.bbox.x + span.bbox.width;
    }
    cells
}

/// Leaves out page numbers, and lines that return on several pages at the top or bottom.
pub(super) fn drop_running_heads(pages: &mut [Page]) {
    const OFTEN: usize = 3;
    let mut seen: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        for at in edges(page) {
            *seen
                .entry(
                    page.lines
                        .get(at)
                        .map(|line| without_number(line))
                        .unwrap_or_default(),
                )
                .or_default() += 1;
        }
    }
    for page in pages {
        for at in edges(page) {
            let Some(line) = page.lines.get_mut(at) else {
                continue;
            };
            let head = without_number(line);
            if is_page_number(line)
                || (!head.is_empty() && seen.get(&head).is_some_and(|count| *count >= OFTEN))
            {
                line.clear();
            }
        }
    }
}

/// Where the two first and two last lines with text are.
fn edges(page: &Page) -> Vec<usize> {
    const EDGE: usize = 2;
    let filled: Vec<usize> = page
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(at, _)| at)
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
}

/// A running head without the page number before or behind it.
fn without_number(line: &str) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &&str| word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    if words.last().is_some_and(is_number) {
        words.pop();
    }
    if words.first().is_some_and(is_number) {
        words.remove(0);
    }
    words.join(" ")
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

pub(super) fn squeezed(text: &str) -> String {
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
