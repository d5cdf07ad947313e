//! How headings differ from running text in one PDF file: larger type, or bold type where the text is not bold.

use std::collections::HashMap;

use super::line::Printed;
use super::page::Page;
use crate::evidence::flow::ends_sentence;

/// Type that is this much larger than the running text marks a heading.
const LARGER: f32 = 1.15;
/// A heading has no more words than this.
const LONGEST: usize = 20;

/// How headings differ from running text in this document.
pub(super) struct Styles {
    body: f32,
    body_is_bold: bool,
    /// Sizes of headings in half points, largest first.
    ranks: Vec<u32>,
}

impl Styles {
    pub(super) fn of(pages: &[Page]) -> Self {
        let mut sizes: HashMap<u32, usize> = HashMap::new();
        let (mut total, mut bold) = (0, 0);
        for line in pages.iter().flat_map(|page| &page.lines) {
            *sizes.entry((line.size * 2.0).round() as u32).or_default() += line.letters;
            total += line.letters;
            bold += if line.bold { line.letters } else { 0 };
        }
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

    /// Whether the type of a line is larger than that of the text.
    pub(super) fn is_larger(&self, printed: &Printed) -> bool {
        printed.size >= self.body * LARGER
    }

    pub(super) fn heading_level(&self, printed: &Printed) -> Option<u8> {
        let line = printed.text.as_str();
        let letters = line.chars().filter(|c| c.is_alphabetic()).count();
        let words = line.split_whitespace().count();
        if letters < 2
            || words > LONGEST
            || (ends_sentence(line) && !line.ends_with(['?', '!']))
            || line.ends_with([',', ';'])
            || printed.is_row()
        {
            return None;
        }
        let rank = if self.is_larger(printed) {
            let size = (printed.size * 2.0).round() as u32;
            self.ranks.iter().position(|rank| *rank <= size)?
        } else if printed.bold
            && !self.body_is_bold
            && printed.size >= self.body * 0.95
            && line.starts_with(|c: char| !c.is_lowercase())
        {
            self.ranks.len()
        } else {
            return None;
        };
        Some(rank.min(5) as u8 + 1)
    }
}
