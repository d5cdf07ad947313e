//! Running heads: what a page repeats from its neighbours at its top or bottom, and the page number.
//!
//! What several pages bear stands in the text once all the same. A sentence between whole pages of text is no running head: what a sheet for each month says of
//! the month, it says of each.

mod numbers;
mod once;
mod paced;
mod returning;
mod slots;

use std::collections::{HashMap, HashSet};

use self::numbers::is_page_number;
pub(super) use self::once::RunningHeads;
use self::paced::Paced;
use self::returning::Returning;
use self::slots::Slots;
use super::line::Printed;
use super::page::Page;

/// A line is a running head when this many pages have it.
const OFTEN: usize = 3;

/// Leaves out page numbers, and lines that return on several pages at the top or bottom, in one place and without being of the text. The head of a table
/// that goes on from page to page returns as well, but it stands on rows that do not. What such a line states is kept where it stands first.
pub(super) fn drop_running_heads(pages: &mut [Page]) -> RunningHeads {
    let mut rows: HashMap<String, usize> = HashMap::new();
    let numbered = pages.iter().filter(|page| {
        let mut edges = edge_lines(page);
        edges.any(|line| is_page_number(&line.text))
    });
    let numbered = numbered.count();
    // On a single page a lone number may be anything.
    let numbered = numbered > 1 && numbered * 3 >= pages.len();
    let paced = Paced::of(pages, numbered);
    let different = different(pages, &paced);
    for page in &different {
        let of_tables = page.lines.iter().filter(|line| line.is_row());
        let of_tables: HashSet<&str> = of_tables.map(|line| line.text.as_str()).collect();
        for row in of_tables {
            *rows.entry(row.to_owned()).or_default() += 1;
        }
    }
    let returning = Returning::of(&different, &paced);
    let on_both = on_both_pages(&different, &paced);
    let slots = Slots::of(&different, &paced);
    let is_repeated = |row: &Printed| rows.get(&row.text).is_some_and(|count| *count >= OFTEN);
    let heads = |page: &Page, is_form: bool| -> Vec<Head> {
        let apart = apart_from_text(page);
        let mut heads = Vec::new();
        for (side, is_top) in sides(page).into_iter().zip([true, false]) {
            let (mut is_outermost, mut has_number) = (true, false);
            for at in side {
                let Some(line) = page.lines.get(at) else {
                    continue;
                };
                let head = paced.head(&line.text);
                let parted = apart.contains(&at);
                let is_often = (parted || is_outermost) && returning.hold(line, &head, parted);
                let returns = !is_form
                    && !head.is_empty()
                    && (is_often || on_both.contains(&head) || slots.hold(page, at, &paced))
                    // A head is no table of its own.
                    && table_of(page, at).len() <= EDGE
                    && table_of(page, at).iter().all(is_repeated);
                let is_number =
                    numbered && !has_number && is_page_number(&line.text) && !is_of_table(page, at);
                has_number |= is_number;
                // What stands within is of the text where what stands without is.
                is_outermost &= is_number || returns;
                if is_number || returns {
                    heads.push(Head {
                        at,
                        says: head,
                        is_number,
                        is_top,
                    });
                }
            }
        }
        heads
    };
    let forms = forms(pages, &different);
    let found: Vec<Vec<Head>> = pages
        .iter()
        .zip(forms)
        .map(|(page, is_form)| heads(page, is_form))
        .collect();
    let of_text = returning.of_text(pages, &found);
    let mut told: HashSet<String> = HashSet::new();
    let mut running = RunningHeads::default();
    for (number, (page, heads)) in pages.iter_mut().zip(found).enumerate() {
        let mut going = heads;
        going.retain(|head| {
            let line = page.lines.get(head.at);
            let states = line.is_some_and(|line| returning.states(line));
            let stays = of_text.contains(&head.says) || states && told.insert(head.says.clone());
            head.is_number || !stays
        });
        let before = page.lines.clone();
        for head in &going {
            if let Some(line) = page.lines.get_mut(head.at) {
                line.clear();
            }
        }
        // A page of nothing else says nothing but this.
        if page.lines.iter().all(|line| line.text.trim().is_empty()) {
            page.lines = before;
        } else {
            running.drop_of(number, going, &before);
        }
    }
    running
}

/// A line at the edge of a page that is not of its text.
pub(super) struct Head {
    at: usize,
    /// What it says besides the number of the page.
    says: String,
    is_number: bool,
    is_top: bool,
}

/// The pages without those that say just what an earlier one says: what copies of a page have in common is the page, and not a head.
fn different<'a>(pages: &'a [Page], paced: &Paced) -> Vec<&'a Page> {
    let mut known: HashSet<Vec<String>> = HashSet::new();
    let says = |page: &Page| -> Vec<String> {
        let edges = edges(page);
        let lines = page.lines.iter().enumerate().map(|(at, line)| {
            // Copies are numbered on.
            if edges.contains(&at) {
                paced.head(&line.text)
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
fn on_both_pages(pages: &[&Page], paced: &Paced) -> HashSet<String> {
    /// Points by which heights may differ.
    const SLIP: f32 = 2.0;
    let [first, second] = pages else {
        return HashSet::new();
    };
    let apart = |page: &Page| -> Vec<(String, f32)> {
        apart_from_text(page)
            .into_iter()
            .filter_map(|at| page.lines.get(at))
            .filter_map(|line| Some((paced.head(&line.text), line.height?)))
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
mod tests;
