//! Tables of tagged files: what stands in each cell is known, so it is not looked for in the white between columns.

use std::collections::BTreeMap;

use pdf_oxide::object::ObjectRef;

use super::glyph::Glyph;
use super::line::{BETWEEN_CELLS, Printed, below_a_blank, lines};
use super::order::regions;
use super::segment::{Segment, segments};
use super::tags::{Cell, Parts};

/// A longer cell is one of a page that is laid out as a table.
const LONGEST: usize = 600;
/// One cell of so many has text in a form.
const BARE: usize = 3;

/// A table as it is printed, a line for each row, and where its parts stand, by which its place among the text around it is known.
pub(super) struct Tagged {
    pub(super) lines: Vec<Printed>,
    pub(super) segments: Vec<Segment>,
}

/// What is drawn in each cell, by row and column.
pub(super) type Cells = BTreeMap<(usize, usize), Vec<Glyph>>;

/// A cell that has text.
struct Filled {
    column: usize,
    left: f32,
    lines: Vec<Printed>,
    text: String,
}

/// Takes the tables out of the text of a page that runs to the left as a whole or not.
pub(super) fn tagged(glyphs: &mut Vec<Glyph>, parts: &Parts, leftwards: bool) -> Vec<Tagged> {
    let cell_of = |glyph: &Glyph| parts.get(&glyph.piece?)?.cell;
    let mut tables: Vec<(ObjectRef, Cells)> = Vec::new();
    for glyph in glyphs.iter() {
        let Some(Cell { table, row, column }) = cell_of(glyph) else {
            continue;
        };
        let at = tables.iter().position(|(known, _)| *known == table);
        let at = at.unwrap_or_else(|| {
            tables.push((table, Cells::new()));
            tables.len() - 1
        });
        if let Some((_, cells)) = tables.get_mut(at) {
            cells.entry((row, column)).or_default().push(*glyph);
        }
    }
    let mut taken = Vec::new();
    let mut done = Vec::new();
    for (table, cells) in tables {
        if let Some(printed) = Tagged::of(cells, leftwards) {
            taken.push(table);
            done.push(printed);
        }
    }
    glyphs.retain(|glyph| !cell_of(glyph).is_some_and(|cell| taken.contains(&cell.table)));
    done
}

impl Tagged {
    /// The table of these cells, or one after the other where a page is laid out in them; `None` where they have one column or one row.
    pub(super) fn of(cells: Cells, leftwards: bool) -> Option<Self> {
        let mut rows: BTreeMap<usize, Vec<Filled>> = BTreeMap::new();
        let mut is_layout = false;
        let all: Vec<Glyph> = cells.values().flatten().copied().collect();
        for ((row, column), glyphs) in cells {
            let lefts = glyphs.iter().map(|glyph| glyph.left);
            let left = lefts.fold(f32::INFINITY, f32::min);
            let regions = regions(segments(glyphs), !leftwards).into_iter();
            let lines: Vec<Printed> = regions
                .flat_map(|region| lines(region, leftwards))
                .collect();
            let texts: Vec<&str> = lines
                .iter()
                .flat_map(|line| line.text.split_whitespace())
                .collect();
            let text = texts.join(" ");
            is_layout |= text.chars().count() > LONGEST;
            if !text.is_empty() {
                let cells = rows.entry(row).or_default();
                cells.push(Filled {
                    column,
                    left,
                    lines,
                    text,
                });
            }
        }
        let mut columns: Vec<usize> = rows.values().flatten().map(|cell| cell.column).collect();
        columns.sort_unstable();
        columns.dedup();
        if !stand_in_order(rows.values(), leftwards) {
            return None;
        }
        let is_one_row = rows.len() < 2 && rows.contains_key(&0);
        // A form is laid out in cells of which most are bare.
        let filled: usize = rows.values().map(Vec::len).sum();
        let is_form = filled * BARE < rows.len() * columns.len();
        let rows = rows.into_values();
        let lines: Vec<Printed> = if is_layout {
            let lines = rows.flatten().map(|cell| cell.lines);
            lines.flat_map(below_a_blank).collect()
        } else if columns.len() < 2 || is_one_row {
            return None;
        } else if is_form {
            rows.map(|cells| {
                let columns: Vec<usize> = cells.iter().map(|cell| cell.column).collect();
                printed(cells, &columns)
            })
            .collect()
        } else {
            rows.map(|cells| printed(cells, &columns)).collect()
        };
        Some(Self {
            lines,
            segments: segments(all),
        })
    }
}

/// Whether the cells of nearly all rows stand beside each other as the file tells them: else its numbers are those of something else.
fn stand_in_order<'a>(rows: impl Iterator<Item = &'a Vec<Filled>>, leftwards: bool) -> bool {
    const ONE_OF: usize = 5;
    let is_in_order = |cells: &Vec<Filled>| {
        cells.windows(2).all(|pair| match pair {
            [one, next] => (one.left < next.left) != leftwards,
            _ => true,
        })
    };
    let (mut all, mut strange) = (0, 0);
    for cells in rows {
        all += 1;
        strange += usize::from(!is_in_order(cells));
    }
    strange * ONE_OF <= all
}

/// A row with a cell for each of the columns of its table.
fn printed(cells: Vec<Filled>, columns: &[usize]) -> Printed {
    let mut row = Printed {
        cells: vec![String::new(); columns.len()],
        bold: true,
        ..Printed::default()
    };
    for filled in cells {
        for line in filled.lines.iter().filter(|line| !line.text.is_empty()) {
            row.size = row.size.max(line.size);
            row.bold &= line.bold;
            row.letters += line.letters;
            row.height = match (row.height, line.height) {
                (Some(one), Some(other)) => Some(one.max(other)),
                (one, other) => one.or(other),
            };
        }
        let cell = columns.binary_search(&filled.column).ok();
        if let Some(cell) = cell.and_then(|at| row.cells.get_mut(at)) {
            *cell = filled.text;
        }
    }
    row.cells
        .join(BETWEEN_CELLS)
        .trim()
        .clone_into(&mut row.text);
    row
}
