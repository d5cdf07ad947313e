//! One page of a PDF file: its lines in reading order, and what type they are set in.

use pdf_oxide::PdfDocument;
use pdf_oxide::object::ObjectRef;

use super::bidi;
use super::cells::tagged;
use super::field::{beside_their_words, filled_in};
use super::glyph::{Glyph, frames};
use super::line::{Printed, below_a_blank, lines};
use super::links::links;
use super::order::{Region, numbers_lines, regions};
use super::ruled::{Grid, grids, ruled};
use super::segment::{Segment, segments};
use super::tags::{Parts, Tags};
use super::{unseen, vowels};
use crate::study::Link;

#[derive(Default)]
pub(super) struct Page {
    pub(super) number: u32,
    /// Empty where the page holds no text; a line without text parts paragraphs.
    pub(super) lines: Vec<Printed>,
    pub(super) links: Vec<Link>,
    /// What its readers do not see.
    pub(super) unseen: String,
    /// What a tagged file says of its pieces.
    pub(super) parts: Parts,
}

impl Page {
    pub(super) fn read(
        document: &PdfDocument,
        index: usize,
        number: u32,
        tags: &mut Tags<'_>,
    ) -> pdf_oxide::Result<Self> {
        let (mut chars, unseen, rules) =
            unseen::part(document, index, document.extract_chars(index)?);
        let mut hidden = Self {
            number,
            ..Self::default()
        };
        for glyphs in frames(&unseen) {
            hidden.add(glyphs, None, &Parts::new());
        }
        let mut page = Self {
            number,
            lines: Vec::new(),
            links: links(document, index, &chars),
            unseen: hidden.text(),
            parts: Parts::new(),
        };
        let parts = tags.parts(index, &chars);
        tags.begin_items(&parts, &mut chars);
        let mut frames = frames(&chars);
        let filled_in = filled_in(document, index);
        match frames.first_mut() {
            Some(main) => {
                let filled_in = beside_their_words(filled_in, main);
                main.extend(filled_in);
            }
            None => frames.push(filled_in),
        }
        let drawn = grids(&rules);
        for (at, glyphs) in frames.into_iter().enumerate() {
            page.add(glyphs, (at == 0).then_some(&*drawn), &parts);
        }
        if page.lines.iter().all(|line| line.text.trim().is_empty()) {
            page.lines.clear();
        }
        page.parts = parts;
        Ok(page)
    }

    /// The paragraphs in which a line begins and ends, where the file tells them.
    pub(super) fn blocks(&self, line: &Printed) -> [Option<ObjectRef>; 2] {
        line.pieces.map(|piece| self.parts.get(&piece?)?.block)
    }

    fn text(&self) -> String {
        let lines = self.lines.iter().map(|line| line.text.as_str());
        lines.collect::<Vec<_>>().join(" ").trim().to_owned()
    }

    /// What runs in one direction on the page: what runs like most of it comes with the grids that are drawn around it.
    fn add(&mut self, mut glyphs: Vec<Glyph>, grids: Option<&[Grid]>, parts: &Parts) {
        vowels::seat(&mut glyphs);
        let leftwards = bidi::runs_leftwards(glyphs.iter().map(|glyph| glyph.c));
        let mut tables = tagged(&mut glyphs, parts, leftwards);
        tables.extend(ruled(&mut glyphs, grids.unwrap_or_default(), leftwards));
        let mut segments = segments(glyphs);
        let mut printed = Vec::with_capacity(tables.len());
        for (at, table) in tables.into_iter().enumerate() {
            let of_table = table.segments.into_iter();
            segments.extend(of_table.map(|segment| Segment {
                table: Some(at),
                ..segment
            }));
            printed.push(table.lines);
        }
        let mut regions = regions(segments, !leftwards);
        let numbers: Vec<bool> = regions
            .iter()
            .map(|region| !has_table(region) && numbers_lines(region, &regions))
            .collect();
        let mut numbers = numbers.into_iter();
        regions.retain(|_| !numbers.next().unwrap_or_default());
        let before = self.lines.len();
        for (region, table) in regions.into_iter().flat_map(parted) {
            self.lines.extend(below_a_blank(lines(region, leftwards)));
            let table = table.and_then(|at| printed.get_mut(at));
            if let Some(table) = table.filter(|table| !table.is_empty()) {
                self.lines.extend(below_a_blank(std::mem::take(table)));
            }
        }
        // What does not run like most of the page stands nowhere on it.
        for line in self
            .lines
            .iter_mut()
            .skip(before)
            .filter(|_| grids.is_none())
        {
            line.height = None;
        }
    }
}

fn has_table(region: &[Segment]) -> bool {
    region.iter().any(|segment| segment.table.is_some())
}

/// A region parted by the tables that stand in it, each with what is above it.
fn parted(mut region: Region) -> Vec<(Region, Option<usize>)> {
    if !has_table(&region) {
        return vec![(region, None)];
    }
    region.sort_by(|a, b| b.base.total_cmp(&a.base));
    let mut parts = Vec::new();
    let mut above = Region::new();
    let mut seen = Vec::new();
    for segment in region {
        match segment.table {
            Some(table) if seen.contains(&table) => {}
            Some(table) => {
                seen.push(table);
                parts.push((std::mem::take(&mut above), Some(table)));
            }
            None => above.push(segment),
        }
    }
    parts.push((above, None));
    parts
}

#[cfg(test)]
mod tests {
    use super::super::glyph::set;
    use super::*;

    #[test]
    fn numbers_in_order_are_text_where_none_stands_beside_them() {
        let numbers = |left| {
            let rows = (1..=12_u8).map(move |row| {
                let base = 700.0 - 14.0 * f32::from(row);
                set(&row.to_string(), left, base, 10.0)
            });
            rows.flatten().collect::<Vec<_>>()
        };
        let text_of = |glyphs| {
            let mut page = Page::default();
            page.add(glyphs, Some(&[]), &Parts::new());
            page.text()
        };
        assert_eq!(text_of(numbers(72.0)), "1 2 3 4 5 6 7 8 9 10 11 12");
        let lines = (1..=12_u8).flat_map(|row| {
            let base = 700.0 - 14.0 * f32::from(row);
            set("the witness answered that she had not", 110.0, base, 10.0)
        });
        let transcript = numbers(72.0).into_iter().chain(lines).collect();
        let text = text_of(transcript);
        assert!(text.contains("witness") && !text.contains('7'), "{text}");
    }

    #[test]
    fn the_numbers_of_clauses_are_kept() {
        let clauses = (0..12_u16).flat_map(|clause| {
            let base = 700.0 - 28.0 * f32::from(clause);
            let number = set(&(clause + 1).to_string(), 72.0, base, 10.0);
            let first = set("the tenant pays the rent in euros", 110.0, base, 10.0);
            let second = set(
                "and keeps the house in good order",
                110.0,
                base - 14.0,
                10.0,
            );
            [number, first, second].concat()
        });
        let mut page = Page::default();
        page.add(clauses.collect(), Some(&[]), &Parts::new());
        let text = page.text();
        for clause in 1..=12 {
            let number = clause.to_string();
            let mut words = text.split_whitespace();
            assert!(words.any(|word| word == number), "{number}: {text}");
        }
    }

    #[test]
    fn the_numbers_of_rows_and_the_years_of_a_table_are_kept() {
        for (from, cells) in [
            (1, vec!["Lund", "84", "north"]),
            (1951, vec!["612", "7.5", "3"]),
            (1, vec!["The council closed the depot of the north"]),
        ] {
            let rows = (0..14_u16).flat_map(|row| {
                let base = 700.0 - 14.0 * f32::from(row);
                let number = set(&(from + row).to_string(), 72.0, base, 10.0);
                let cells = cells.iter().zip([130.0, 210.0, 290.0]);
                let cells = cells.flat_map(move |(cell, left)| set(cell, left, base, 10.0));
                number.into_iter().chain(cells).collect::<Vec<_>>()
            });
            let mut page = Page::default();
            page.add(rows.collect(), Some(&[]), &Parts::new());
            let text = page.text();
            for row in 0..14 {
                let number = (from + row).to_string();
                assert!(
                    text.split_whitespace().any(|word| word == number),
                    "{number}: {text}"
                );
            }
        }
    }
}
