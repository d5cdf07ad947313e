//! What stands at the edges of several pages in one place.

use std::collections::{HashMap, HashSet};

use super::paced::Paced;
use super::slots::size_of_text;
use super::{Head, OFTEN, by_height, edge_lines};
use crate::evidence::flow::ends_sentence;
use crate::evidence::pdf::line::Printed;
use crate::evidence::pdf::page::Page;

/// A line that is so much larger than another is a heading beside it: the title that a running head is taken from, or a heading over the text.
const LARGER: f32 = 1.15;

/// The lines at the edges of pages, by what they say without their page number.
pub(super) struct Returning {
    lines: HashMap<String, Vec<Printed>>,
    pages: usize,
    /// The size of the type that most of the document is set in.
    text: f32,
}

impl Returning {
    pub(super) fn of(pages: &[&Page], paced: &Paced) -> Self {
        let mut lines: HashMap<String, Vec<Printed>> = HashMap::new();
        for page in pages {
            // A page that repeats a line is not several pages that do.
            let heads: HashMap<String, &Printed> = edge_lines(page)
                .map(|line| (paced.head(&line.text), line))
                .collect();
            for (head, line) in heads {
                lines.entry(head).or_default().push(line.clone());
            }
        }
        Self {
            lines,
            pages: pages.len(),
            text: size_of_text(pages),
        }
    }

    /// Whether a line that says `head` is one that pages bear. One that white does not part from the text has to be on many, and no sentence.
    pub(super) fn hold(&self, line: &Printed, head: &str, is_parted: bool) -> bool {
        /// Points by which the places of a running head may differ, and units of its size.
        const SLIP: f32 = 3.0;
        const SLIP_OF_SIZE: f32 = 0.4;
        let Some(all) = self.lines.get(head) else {
            return false;
        };
        let smallest = all
            .iter()
            .fold(f32::INFINITY, |size, line| size.min(line.size));
        if line.size >= smallest.max(1.0) * LARGER {
            return false;
        }
        let slip = SLIP.max(line.size * SLIP_OF_SIZE);
        let is_here = |other: &&Printed| match (other.height, line.height) {
            (Some(other), Some(height)) => (other - height).abs() < slip,
            _ => false,
        };
        // The number of a heading is not that of its page.
        let is_same = |other: &&Printed| !self.is_large(line) || other.text == line.text;
        let pages = all.iter().filter(is_here).filter(is_same).count();
        pages >= OFTEN && (is_parted || pages * 3 >= self.pages && !ends_sentence(&line.text))
    }

    /// Whether a line says something that should be told once: a sentence, or what is set as a heading is.
    pub(super) fn states(&self, line: &Printed) -> bool {
        const FEWEST_WORDS: usize = 4;
        let words = line.text.split_whitespace();
        self.is_large(line) || ends_sentence(&line.text) && words.count() >= FEWEST_WORDS
    }

    /// What of these is said in sentences of the text, in its type and between whole sentences: a sheet of its own says the same as another. A notice that
    /// every page bears stands in the midst of what goes on over the pages.
    pub(super) fn of_text(&self, pages: &[Page], found: &[Vec<Head>]) -> HashSet<String> {
        /// A notice is set smaller.
        const SMALL: f32 = 0.9;
        /// Of so many of its places one may be within a sentence.
        const WHOLE: usize = 4;
        let mut places: HashMap<&str, [usize; 2]> = HashMap::new();
        for (page, heads) in pages.iter().zip(found) {
            for head in heads.iter().filter(|head| !head.is_number) {
                let line = page.lines.get(head.at);
                let of_type = line.is_some_and(|line| line.size >= self.text * SMALL);
                if of_type && is_in_sentence(page, heads, head) {
                    let [all, cut] = places.entry(&head.says).or_default();
                    *all += 1;
                    *cut += usize::from(is_within_sentence(page, heads, head));
                }
            }
        }
        let whole = places
            .into_iter()
            .filter(|(_, [all, cut])| cut * WHOLE < *all);
        whole.map(|(says, _)| says.to_owned()).collect()
    }

    fn is_large(&self, line: &Printed) -> bool {
        line.size > self.text * LARGER
    }
}

/// Whether a line is a sentence, or the beginning of one that ends in the lines below it.
fn is_in_sentence(page: &Page, heads: &[Head], head: &Head) -> bool {
    const FEWEST_WORDS: usize = 3;
    /// In units of the type size, what lines of a paragraph are apart.
    const LEADING: f32 = 2.2;
    let Some(line) = page.lines.get(head.at) else {
        return false;
    };
    if ends_sentence(&line.text) {
        return line.text.split_whitespace().count() >= FEWEST_WORDS;
    }
    // Each is lower than the last, so this ends.
    let below = heads.iter().find(|other| {
        let other = page.lines.get(other.at);
        let apart = other.and_then(|other| Some(line.height? - other.height?));
        apart.is_some_and(|apart| apart > 0.0 && apart < line.size.max(1.0) * LEADING)
    });
    below.is_some_and(|below| {
        let text = page
            .lines
            .get(below.at)
            .map_or("", |line| line.text.as_str());
        text.starts_with(char::is_lowercase) && is_in_sentence(page, heads, below)
    })
}

/// Whether the text beside a line goes on past it.
fn is_within_sentence(page: &Page, heads: &[Head], head: &Head) -> bool {
    let is_text = |(at, _): &(usize, f32)| heads.iter().all(|head| head.at != *at);
    let mut lines = by_height(page);
    lines.retain(is_text);
    let beside = if head.is_top {
        lines.first()
    } else {
        lines.last()
    };
    let Some(line) = beside.and_then(|(at, _)| page.lines.get(*at)) else {
        return false;
    };
    if head.is_top {
        line.text.trim_start().starts_with(char::is_lowercase)
    } else {
        !ends_sentence(&line.text)
    }
}
