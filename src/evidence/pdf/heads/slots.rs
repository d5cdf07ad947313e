//! Heads of chapters: what stands over two pages or one, in small type, where other pages have other heads.

use std::collections::HashMap;

use super::paced::Paced;
use super::{apart_from_text, by_height};
use crate::evidence::flow::ends_sentence;
use crate::evidence::pdf::line::Printed;
use crate::evidence::pdf::page::Page;

/// Fewer pages tell no chapter from another.
const PAGES: usize = 4;
/// Type that is smaller than this, in units of that of the text, is none of the text.
const SMALL: f32 = 0.97;
/// Words of a head.
const LONGEST: usize = 10;

/// Where heads stand that change from chapter to chapter: places apart from the text in which small type returns.
pub(super) struct Slots {
    /// What returns, with its place.
    heads: Vec<(String, Place)>,
    /// The size of the type that most of the document is set in.
    text: f32,
}

/// Height and size of a line.
#[derive(Clone, Copy)]
struct Place {
    height: f32,
    size: f32,
}

impl Place {
    fn of(line: &Printed) -> Option<Self> {
        let size = line.size;
        line.height.map(|height| Self { height, size })
    }

    fn is(self, other: Self) -> bool {
        const SLIP: f32 = 1.5;
        (self.height - other.height).abs() < SLIP && (self.size - other.size).abs() < 0.3
    }
}

impl Slots {
    pub(super) fn of(pages: &[&Page], paced: &Paced) -> Self {
        let text = size_of_text(pages);
        let mut heads: Vec<(String, Place)> = Vec::new();
        if pages.len() < PAGES {
            return Self { heads, text };
        }
        let mut seen: Vec<(String, Place)> = Vec::new();
        for page in pages {
            for line in apart_from_text(page)
                .into_iter()
                .filter_map(|at| page.lines.get(at))
                .filter(|line| is_small(line, text))
            {
                let head = paced.head(&line.text);
                let Some(place) = Place::of(line).filter(|_| !head.is_empty()) else {
                    continue;
                };
                let is_same = |(other, at): &(String, Place)| *other == head && at.is(place);
                if seen.iter().any(is_same) && !heads.iter().any(is_same) {
                    heads.push((head.clone(), place));
                }
                seen.push((head, place));
            }
        }
        // Once is chance: two chapters have two heads in one place.
        let all = heads.clone();
        heads.retain(|(_, place)| all.iter().filter(|(_, other)| other.is(*place)).count() > 1);
        Self { heads, text }
    }

    /// Whether a line is one of these heads, or that of a chapter of one page, over which it stands highest.
    pub(super) fn hold(&self, page: &Page, at: usize, paced: &Paced) -> bool {
        let small = page.lines.get(at).filter(|line| is_small(line, self.text));
        let Some((line, place)) = small.and_then(|line| Some((line, Place::of(line)?))) else {
            return false;
        };
        let here = self.heads.iter().filter(|(_, other)| other.is(place));
        let head = paced.head(&line.text);
        let is_short = head.split_whitespace().nth(LONGEST).is_none() && !ends_sentence(&head);
        let is_highest = by_height(page)
            .first()
            .is_some_and(|(first, _)| *first == at);
        let is_alone = is_highest && is_short;
        here.clone().any(|(other, _)| *other == head)
            || is_alone && here.count() > 0 && apart_from_text(page).contains(&at)
    }
}

fn is_small(line: &Printed, text: f32) -> bool {
    line.size <= text * SMALL && !line.is_row()
}

/// The size that most letters have.
pub(super) fn size_of_text(pages: &[&Page]) -> f32 {
    let mut sizes: HashMap<u32, usize> = HashMap::new();
    for line in pages.iter().flat_map(|page| &page.lines) {
        *sizes.entry((line.size * 2.0).round() as u32).or_default() += line.letters;
    }
    let most = sizes
        .into_iter()
        .max_by_key(|(size, letters)| (*letters, *size));
    most.map_or(0.0, |(size, _)| size as f32 / 2.0)
}
