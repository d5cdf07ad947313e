//! Running heads: what a page repeats from its neighbours at its top or bottom, and the page number.

mod numbers;
mod returning;
mod slots;

use std::collections::{HashMap, HashSet};

use self::numbers::{is_page_number, without_number};
use self::returning::Returning;
use self::slots::Slots;
use super::line::Printed;
use super::page::Page;

/// A line is a running head when this many pages have it.
const OFTEN: usize = 3;

/// Leaves out page numbers, and lines that return on several pages at the top or bottom, in one place and without being of the text. The head of a table
/// that goes on from page to page returns as well, but it stands on rows that do not. What such a line states is kept where it stands first.
pub(super) fn drop_running_heads(pages: &mut [Page]) {
    let mut rows: HashMap<String, usize> = HashMap::new();
    let numbered = pages.iter().filter(|page| {
        let mut edges = edge_lines(page);
        edges.any(|line| is_page_number(&line.text))
    });
    let numbered = numbered.count();
    let different = different(pages);
    for page in &different {
        let of_tables = page.lines.iter().filter(|line| line.is_row());
        let of_tables: HashSet<&str> = of_tables.map(|line| line.text.as_str()).collect();
        for row in of_tables {
            *rows.entry(row.to_owned()).or_default() += 1;
        }
    }
    // On a single page a lone number may be anything.
    let numbered = numbered > 1 && numbered * 3 >= pages.len();
    let returning = Returning::of(&different);
    let on_both = on_both_pages(&different);
    let slots = Slots::of(&different);
    let forms: Vec<bool> = forms(pages, &different);
    let mut told: HashSet<String> = HashSet::new();
    for (page, is_form) in pages.iter_mut().zip(forms) {
        let is_repeated = |row: &Printed| rows.get(&row.text).is_some_and(|count| *count >= OFTEN);
        let apart = apart_from_text(page);
        let mut going = Vec::new();
        for side in sides(page) {
            let mut is_outermost = true;
            for at in side {
                let Some(line) = page.lines.get(at) else {
                    continue;
                };
                let head = without_number(&line.text);
                let parted = apart.contains(&at);
                let is_often = (parted || is_outermost) && returning.hold(line, &head, parted);
                let returns = !is_form
                    && !head.is_empty()
                    && (is_often || on_both.contains(&head) || slots.hold(page, at))
                    && table_of(page, at).iter().all(is_repeated);
                let is_number = numbered && is_page_number(&line.text) && !is_of_table(page, at);
                // What stands within is of the text where what stands without is.
                is_outermost &= is_number || returns;
                // What it states is kept once.
                let stays = !is_number && (!returns || returning.states(line) && told.insert(head));
                if !stays {
                    going.push(at);
                }
            }
        }
        let before = page.lines.clone();
        for at in going {
            if let Some(line) = page.lines.get_mut(at) {
                line.clear();
            }
        }
        // A page of nothing else says nothing but this.
        if page.lines.iter().all(|line| line.text.trim().is_empty()) {
            page.lines = before;
        }
    }
}

/// The pages without those that say just what an earlier one says: what copies of a page have in common is the page, and not a head.
fn different(pages: &[Page]) -> Vec<&Page> {
    let mut known: HashSet<Vec<String>> = HashSet::new();
    let says = |page: &Page| -> Vec<String> {
        let edges = edges(page);
        let lines = page.lines.iter().enumerate().map(|(at, line)| {
            // Copies are numbered on.
            if edges.contains(&at) {
                without_number(&line.text)
            } else {
                line.text.clone()
            }
        });
        lines.filter(|line| !line.is_empty()).collect()
    };
    let is_new = |page: &&Page| known.insert(says(page));
    pages.iter().filter(is_new).collect()
}

/// Which pages are forms, of which other pages hold most of what stands between top and bottom: what returns there is the form, and not a head.
fn forms(pages: &[Page], different: &[&Page]) -> Vec<bool> {
    /// Fewer lines tell nothing.
    const LINES: usize = 3;
    let mut counts: HashMap<String, usize> = HashMap::new();
    for page in different {
        let inner: HashSet<String> = inner(page).collect();
        for line in inner {
            *counts.entry(line).or_default() += 1;
        }
    }
    let is_form = |page: &Page| {
        let (mut all, mut returning) = (0, 0);
        for line in inner(page) {
            all += 1;
            returning += usize::from(counts.get(&line).is_some_and(|count| *count >= OFTEN));
        }
        all >= LINES && returning * 2 > all
    };
    pages.iter().map(is_form).collect()
}

/// What a page says between its edges.
fn inner(page: &Page) -> impl Iterator<Item = String> {
    let edges = edges(page);
    let lines = page.lines.iter().enumerate();
    lines
        .filter(move |(at, _)| !edges.contains(at))
        .map(|(_, line)| line.text.clone())
        .filter(|line| !line.is_empty())
}

/// The rows around a row of a table; none where the line is no row.
fn table_of(page: &Page, at: usize) -> &[Printed] {
    let (above, below) = page.lines.split_at(at.min(page.lines.len()));
    let above = above.iter().rev().take_while(|line| line.is_row()).count();
    let below = below.iter().take_while(|line| line.is_row()).count();
    if below == 0 {
        return &[];
    }
    page.lines.get(at - above..at + below).unwrap_or_default()
}

/// Whether a line is a row of several in which several cells are filled: two numbers in it are no page and how many there are.
fn is_of_table(page: &Page, at: usize) -> bool {
    let cells = page.lines.get(at).map(|line| line.cells.as_slice());
    let filled = cells.unwrap_or_default().iter();
    filled.filter(|cell| !cell.is_empty()).count() > 1 && table_of(page, at).len() > 1
}

/// What both pages of a document of two have at the same height, with white between it and the text: less often repeated, it has to stand apart.
fn on_both_pages(pages: &[&Page]) -> HashSet<String> {
    /// Points by which heights may differ.
    const SLIP: f32 = 2.0;
    let [first, second] = pages else {
        return HashSet::new();
    };
    let apart = |page: &Page| -> Vec<(String, f32)> {
        apart_from_text(page)
            .into_iter()
            .filter_map(|at| page.lines.get(at))
            .filter_map(|line| Some((without_number(&line.text), line.height?)))
            .collect()
    };
    let second = apart(second);
    let is_on_second = |(head, height): &(String, f32)| {
        let same = |(other, at): &(String, f32)| other == head && (at - height).abs() < SLIP;
        second.iter().any(same)
    };
    let first = apart(first).into_iter().filter(is_on_second);
    first.map(|(head, _)| head).collect()
}

/// The highest and lowest lines that more white than between lines of text parts from the rest of the page.
fn apart_from_text(page: &Page) -> Vec<usize> {
    /// In units of the type size.
    const WHITE: f32 = 2.0;
    let by_height = by_height(page);
    let is_parted = |(a, b): (&(usize, f32), &(usize, f32))| {
        let size = page.lines.get(a.0).map_or(0.0, |line| line.size);
        (a.1 - b.1).abs() > size.max(1.0) * WHITE
    };
    let from_edge = |order: &[(usize, f32)]| -> Vec<usize> {
        let pairs = order.iter().zip(order.iter().skip(1)).take(EDGE);
        let end = pairs.map(is_parted).rposition(|parted| parted);
        let lines = end.map_or(0, |end| end + 1);
        order.iter().take(lines).map(|(at, _)| *at).collect()
    };
    let upwards: Vec<(usize, f32)> = by_height.iter().rev().copied().collect();
    let mut apart = from_edge(&by_height);
    apart.extend(from_edge(&upwards));
    apart
}

/// So many lines at the top and at the bottom may be running heads.
const EDGE: usize = 2;

/// The lines that may be running heads.
fn edge_lines(page: &Page) -> impl Iterator<Item = &Printed> {
    let edges = edges(page).into_iter();
    edges.filter_map(|at| page.lines.get(at))
}

/// The two highest and two lowest lines with text.
fn edges(page: &Page) -> Vec<usize> {
    let mut edges = sides(page).concat();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// The two highest lines with text and the two lowest, the outermost first.
fn sides(page: &Page) -> [Vec<usize>; 2] {
    let filled = by_height(page);
    let at = |(at, _): &(usize, f32)| *at;
    [
        filled.iter().take(EDGE).map(at).collect(),
        filled.iter().rev().take(EDGE).map(at).collect(),
    ]
}

/// The lines with text, the highest first.
fn by_height(page: &Page) -> Vec<(usize, f32)> {
    let mut filled: Vec<(usize, f32)> = page
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.text.trim().is_empty())
        .filter_map(|(at, line)| Some((at, line.height?)))
        .collect();
    filled.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

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
                ..Page::default()
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
    fn the_title_that_running_heads_repeat_stays_on_its_page() {
        let title = |size: f32| Printed {
            size,
            ..at(800.0, "Depot study")
        };
        let mut pages = pages(&[
            vec![title(24.0), at(700.0, "The first page.")],
            vec![title(8.0), at(700.0, "The second page.")],
            vec![title(8.0), at(700.0, "The third page.")],
        ]);
        drop_running_heads(&mut pages);
        assert_eq!(
            left(&pages),
            [
                "Depot study",
                "The first page.",
                "The second page.",
                "The third page."
            ]
        );
    }

    fn left(pages: &[Page]) -> Vec<&str> {
        let lines = pages.iter().flat_map(|page| &page.lines);
        lines
            .map(|line| line.text.as_str())
            .filter(|text| !text.is_empty())
            .collect()
    }

    fn pages(lines: &[Vec<Printed>]) -> Vec<Page> {
        (1..)
            .zip(lines)
            .map(|(number, lines)| Page {
                number,
                lines: lines.clone(),
                ..Page::default()
            })
            .collect()
    }

    fn at(height: f32, text: &str) -> Printed {
        Printed {
            text: text.to_owned(),
            height: Some(height),
            size: 10.0,
            ..Printed::default()
        }
    }

    #[test]
    fn rows_of_two_numbers_are_no_page_numbers() {
        let of_page = |page: u16| {
            let rows = (0..30_u16).map(|row| {
                let cells = [(page * 30 + row).to_string(), (200 + row * 7).to_string()];
                Printed {
                    cells: cells.to_vec(),
                    ..at(780.0 - f32::from(row) * 24.0, &cells.join("    "))
                }
            });
            let number = at(20.0, &format!("{}", page + 1));
            rows.chain([number]).collect::<Vec<_>>()
        };
        let mut pages = pages(&[of_page(0), of_page(1), of_page(2)]);
        drop_running_heads(&mut pages);
        let left = left(&pages);
        assert_eq!(left.len(), 90, "{left:?}");
    }

    #[test]
    fn the_head_of_a_table_stays_on_every_page_and_a_running_head_over_it_goes() {
        let row = |height: f32, cells: &[&str]| Printed {
            cells: cells.iter().map(|cell| (*cell).to_owned()).collect(),
            ..at(height, &cells.join("    "))
        };
        let mut pages = pages(&["1", "2", "3"].map(|n| {
            vec![
                at(800.0, "Municipal finances"),
                row(760.0, &["Town", "Debt"]),
                row(742.0, &[&format!("Town {n}"), "7%"]),
                row(724.0, &[&format!("Town {n}0"), "9%"]),
                at(40.0, "Confidential"),
            ]
        }));
        drop_running_heads(&mut pages);
        let left = left(&pages);
        assert_eq!(
            left.iter().filter(|line| **line == "Town    Debt").count(),
            3
        );
        assert!(
            !left.contains(&"Municipal finances") && !left.contains(&"Confidential"),
            "{left:?}"
        );
    }

    #[test]
    fn the_heads_of_chapters_go_though_each_stands_on_two_pages_or_one() {
        let small = |height: f32, text: &str| Printed {
            size: 8.0,
            ..at(height, text)
        };
        let heads = ["Lines", "Lines", "Fares", "Fares", "Staff"];
        let texts = ["One.", "Two.", "Three.", "Four.", "Five."];
        let lines: Vec<Vec<Printed>> = heads
            .iter()
            .zip(texts)
            .map(|(head, text)| {
                let letters = 100;
                vec![
                    small(800.0, head),
                    Printed {
                        letters,
                        ..at(760.0, text)
                    },
                    at(748.0, &format!("So it is told in {head}.")),
                ]
            })
            .collect();
        let mut pages = pages(&lines);
        drop_running_heads(&mut pages);
        let left = left(&pages);
        assert_eq!(left.len(), 10, "{left:?}");
        assert!(
            !left.contains(&"Lines") && !left.contains(&"Staff"),
            "{left:?}"
        );
    }

    #[test]
    fn the_titles_of_slides_stay_where_two_have_the_same() {
        let lines = ["Results", "Results", "Outlook", "Outlook"].map(|title| {
            let title = Printed {
                size: 24.0,
                ..at(500.0, title)
            };
            vec![
                title,
                Printed {
                    letters: 100,
                    ..at(400.0, "Sales rose.")
                },
            ]
        });
        let mut pages = pages(&lines);
        drop_running_heads(&mut pages);
        let titles = left(&pages);
        assert_eq!(
            titles.iter().filter(|line| **line == "Results").count(),
            2,
            "{titles:?}"
        );
    }

    #[test]
    fn two_pages_have_a_running_head_where_it_stands_apart_from_their_text() {
        let mut pages = pages(&["1", "2"].map(|n| {
            vec![
                at(800.0, &format!("Annual report, page {n} of 2")),
                at(760.0, "In short:"),
                at(748.0, &format!("This is page {n}.")),
                at(736.0, "So it goes."),
                at(40.0, &format!("Confidential {n}")),
            ]
        }));
        drop_running_heads(&mut pages);
        assert_eq!(
            left(&pages),
            [
                "In short:",
                "This is page 1.",
                "So it goes.",
                "In short:",
                "This is page 2.",
                "So it goes."
            ]
        );
    }

    #[test]
    fn a_page_that_is_there_several_times_loses_nothing() {
        let page = |n: u8| {
            vec![
                at(800.0, "Dear neighbours,"),
                at(780.0, "the depot will be closed in May."),
                at(768.0, "Buses leave from the square."),
                at(756.0, "Yours, the town"),
                at(40.0, &n.to_string()),
            ]
        };
        for count in 2..6 {
            let mut pages = pages(&(1..=count).map(page).collect::<Vec<_>>());
            drop_running_heads(&mut pages);
            assert_eq!(
                left(&pages).len(),
                4 * usize::from(count),
                "{:?}",
                left(&pages)
            );
        }
    }

    #[test]
    fn a_form_that_returns_filled_in_otherwise_keeps_its_first_and_last_lines() {
        let page = |n: u8| {
            vec![
                at(800.0, "Inspection of a depot"),
                at(780.0, "Place and date"),
                at(760.0, &format!("Depot {n}0, in May")),
                at(748.0, "Chargers that work"),
                at(736.0, "Chargers that are broken"),
                at(724.0, "Remarks of the inspector"),
                at(712.0, "Signature"),
                at(700.0, "To be kept for ten years"),
            ]
        };
        let mut pages = pages(&(1..=4).map(page).collect::<Vec<_>>());
        drop_running_heads(&mut pages);
        assert_eq!(left(&pages).len(), 8 * 4, "{:?}", left(&pages));
    }

    #[test]
    fn what_returns_within_the_text_of_pages_is_said_on_each() {
        let page = |n: u8| {
            vec![
                at(800.0, "Interviews"),
                at(760.0, &format!("We asked person {n} about the move.")),
                at(748.0, &format!("It took {n} weeks.")),
                at(736.0, "Would you move again?"),
                at(724.0, "Yes."),
            ]
        };
        let mut pages = pages(&(1..=5).map(page).collect::<Vec<_>>());
        drop_running_heads(&mut pages);
        let left = left(&pages);
        assert_eq!(left.len(), 4 * 5, "{left:?}");
        assert!(!left.contains(&"Interviews"), "{left:?}");
    }

    #[test]
    fn what_returns_at_other_heights_is_of_the_text() {
        let page = |n: u8| {
            let base = 700.0 - f32::from(n) * 30.0;
            vec![
                at(800.0, &format!("Case {n}0 was heard in May.")),
                at(788.0, &format!("Clerk {n} spoke.")),
                at(base, "The fee is waived"),
            ]
        };
        let mut pages = pages(&(1..=4).map(page).collect::<Vec<_>>());
        drop_running_heads(&mut pages);
        assert_eq!(left(&pages).len(), 3 * 4, "{:?}", left(&pages));
    }

    #[test]
    fn a_statement_that_each_page_bears_is_kept_once_and_a_heading_with_its_own_number_always() {
        let page = |n: u8| {
            vec![
                Printed {
                    size: 16.0,
                    ..at(800.0, &format!("Chapter {n}"))
                },
                Printed {
                    letters: 100,
                    ..at(760.0, &format!("This is told in part {n}0."))
                },
                at(748.0, &format!("So it goes, {n} times.")),
                at(40.0, "No part of this may be copied."),
            ]
        };
        let mut pages = pages(&(1..=4).map(page).collect::<Vec<_>>());
        drop_running_heads(&mut pages);
        let left = left(&pages);
        let count = |word: &str| left.iter().filter(|line| line.contains(word)).count();
        assert_eq!((count("Chapter"), count("copied")), (4, 1), "{left:?}");
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
            ..Page::default()
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
            ..Page::default()
        }];
        drop_running_heads(&mut pages);
        assert_eq!(pages.first().unwrap().lines.first().unwrap().text, "42");
    }
}
