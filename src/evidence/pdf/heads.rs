//! Running heads: what a page repeats from its neighbours at its top or bottom, and the page number.

use std::collections::{HashMap, HashSet};

use super::page::Page;

/// Leaves out page numbers, and lines that return on several pages at the top or bottom.
pub(super) fn drop_running_heads(pages: &mut [Page]) {
    /// A line is a running head when this many pages have it.
    const OFTEN: usize = 3;
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut numbered = 0;
    for page in pages.iter() {
        let edges: Vec<&str> = edges(page)
            .into_iter()
            .filter_map(|at| page.lines.get(at))
            .map(|line| line.text.as_str())
            .collect();
        numbered += usize::from(edges.iter().any(|line| is_page_number(line)));
        // A page that repeats a line is not several pages that do.
        let heads: HashSet<String> = edges.into_iter().map(without_number).collect();
        for head in heads {
            *seen.entry(head).or_default() += 1;
        }
    }
    // On a single page a lone number may be anything.
    let numbered = numbered > 1 && numbered * 3 >= pages.len();
    for page in pages {
        let before = page.lines.clone();
        for at in edges(page) {
            let Some(line) = page.lines.get_mut(at) else {
                continue;
            };
            let head = without_number(&line.text);
            if (numbered && is_page_number(&line.text))
                || (!head.is_empty() && seen.get(&head).is_some_and(|count| *count >= OFTEN))
            {
                line.text.clear();
            }
        }
        // A page of nothing else says nothing but this.
        if page.lines.iter().all(|line| line.text.trim().is_empty()) {
            page.lines = before;
        }
    }
}

/// The two highest and two lowest lines with text.
fn edges(page: &Page) -> Vec<usize> {
    const EDGE: usize = 2;
    let mut filled: Vec<(usize, f32)> = page
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.text.trim().is_empty())
        .filter_map(|(at, line)| Some((at, line.height?)))
        .collect();
    filled.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let mut edges: Vec<usize> = filled
        .iter()
        .take(EDGE)
        .chain(filled.iter().rev().take(EDGE))
        .map(|(at, _)| *at)
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// A running head without the page number before or behind it.
fn without_number(line: &str) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let counts = |word: &&str| is_number(word);
    if words.last().is_some_and(counts) {
        words.pop();
    }
    if words.first().is_some_and(counts) {
        words.remove(0);
    }
    words.join(" ")
}

/// `7`, `- 7 -`, `Page 7`, `7 / 12`, `page 7 of 12`, `第 7 页`, `xii` on its own; the words in the languages of most documents.
fn is_page_number(line: &str) -> bool {
    const WORDS: &[&str] = &[
        "blad",
        "blz",
        "de",
        "di",
        "do",
        "of",
        "on",
        "oldal",
        "out",
        "p",
        "pag",
        "page",
        "pages",
        "pagina",
        "página",
        "pág",
        "págs",
        "pg",
        "pp",
        "s",
        "seite",
        "sida",
        "side",
        "sivu",
        "sayfa",
        "stránka",
        "str",
        "strana",
        "strona",
        "su",
        "sur",
        "van",
        "von",
        "z",
        "av",
        "af",
        "стр",
        "страница",
        "сторінка",
        "из",
        "з",
        "σελίδα",
        "από",
        "صفحة",
        "من",
        "עמוד",
        "מתוך",
    ];
    let mut numbers = 0;
    // Characters that stand for words are not parted from numbers by spaces.
    let bare = line.replace(['第', '頁', '页', '共', '쪽', '페', '이', '지'], " ");
    bare.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .all(|word| {
            let number = is_number(word);
            numbers += usize::from(number);
            number || WORDS.contains(&word.to_lowercase().as_str())
        })
        && (1..=2).contains(&numbers)
}

/// A number of at most four figures, in any of the figures that pages are counted with.
fn is_number(word: &str) -> bool {
    word.chars().count() <= 4 && word.chars().all(char::is_numeric) || is_roman(word)
}

/// A small number in Roman figures, as pages before the first chapter have it.
fn is_roman(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let uniform = word == lower || word == word.to_ascii_uppercase();
    uniform && (1..=40).any(|number| roman(number) == lower)
}

fn roman(number: usize) -> String {
    const TENS: [&str; 5] = ["", "x", "xx", "xxx", "xl"];
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    let tens = TENS.get(number / 10).copied().unwrap_or_default();
    let ones = ONES.get(number % 10).copied().unwrap_or_default();
    format!("{tens}{ones}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::pdf::line::Printed;

    #[test]
    fn page_numbers_and_running_heads_are_left_out() {
        let texts = ["The first page.", "The second page.", "The third page."];
        let line = |at: usize, text: String| Printed {
            text,
            height: Some(800.0 - at as f32 * 12.0),
            ..Printed::default()
        };
        let mut pages: Vec<Page> = (1..)
            .zip(texts)
            .map(|(number, text)| Page {
                number,
                // Read in another order than that of their heights.
                lines: vec![
                    line(4, format!("Page {number} of 3")),
                    line(0, format!("Depot study {number}")),
                    line(1, text.to_owned()),
                    line(2, "7 buses".to_owned()),
                    line(3, format!("{number} tram lines")),
                    Printed::default(),
                ],
                links: Vec::new(),
            })
            .collect();
        drop_running_heads(&mut pages);
        let left: Vec<_> = pages
            .iter()
            .flat_map(|page| &page.lines)
            .map(|line| line.text.as_str())
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
                "7 buses",
            ]
        );
    }

    #[test]
    fn page_numbers_are_known_in_many_languages() {
        for line in [
            "7",
            "- 12 -",
            "Page 7 of 12",
            "Seite 7 von 12",
            "Página 7 de 12",
            "7 / 12",
            "p. 7",
            "стр. 7 из 12",
            "第 7 页 共 12 页",
            "第7頁",
            "xii",
            "IV",
            "صفحة ٧ من ١٢",
        ] {
            assert!(is_page_number(line), "{line}");
        }
        for line in [
            "7 buses",
            "12345",
            "1 2 3",
            "Table 7",
            "of",
            "mix",
            "2 de mayo de 2024",
        ] {
            assert!(!is_page_number(line), "{line}");
        }
    }

    #[test]
    fn a_line_that_one_page_repeats_is_no_running_head() {
        let line = |at: u8| Printed {
            text: "Not available".to_owned(),
            height: Some(f32::from(at)),
            ..Printed::default()
        };
        let mut pages = [Page {
            number: 1,
            lines: (0..6).map(line).collect(),
            links: Vec::new(),
        }];
        drop_running_heads(&mut pages);
        assert!(
            pages
                .iter()
                .flat_map(|page| &page.lines)
                .all(|line| line.text == "Not available")
        );
    }

    #[test]
    fn a_lone_number_on_a_single_page_stays() {
        let mut pages = [Page {
            number: 1,
            lines: vec![Printed {
                text: "42".to_owned(),
                height: Some(1.0),
                ..Printed::default()
            }],
            links: Vec::new(),
        }];
        drop_running_heads(&mut pages);
        assert_eq!(pages.first().unwrap().lines.first().unwrap().text, "42");
    }
}
