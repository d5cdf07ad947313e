//! What stands at the edges of several pages in one place.

use std::collections::HashMap;

use super::paced::Paced;
use super::slots::size_of_text;
use super::{OFTEN, edge_lines};
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

    fn is_large(&self, line: &Printed) -> bool {
        line.size > self.text * LARGER
    }
}
