//! Running heads: what a page repeats from its neighbours at its top or bottom, and the page number.

use std::collections::HashMap;

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
        for line in edges {
            *seen.entry(without_number(line)).or_default() += 1;
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
    fn a_lone_number_on_a_single_page_stays() {
        let mut pages = [Page {
            number: 1,
            lines: vec![Printed {
                text: "42".to_owned(),
                height: Some(1.0),
                ..Printed::default()
            }],
        }];
        drop_running_heads(&mut pages);
        assert_eq!(pages.first().unwrap().lines.first().unwrap().text, "42");
    }
}
