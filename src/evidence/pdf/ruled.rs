//! Tables that are drawn as a grid of lines: what stands in each cell is known from these, however narrow the white between the columns is and however the
//! lines of text in neighbouring cells lie.

use std::collections::BTreeMap;

use super::cells::{Cells, Tagged};
use super::drawn::Area;
use super::glyph::Glyph;

/// Points by which lines that meet may miss each other.
const MISS: f32 = 2.5;
/// A page with more lines shows a drawing.
const MOST_RULES: usize = 1500;
const MOST_COLUMNS: usize = 40;
const MOST_ROWS: usize = 200;
/// A cell with more characters is one of a page that is laid out in boxes.
const LONGEST: usize = 600;
/// So many lines side by side in one row are rows that no line parts.
const UNPARTED: usize = 3;

/// A grid of lines.
#[derive(Debug)]
pub(super) struct Grid {
    /// Where the lines stand, from left to right and from above to below.
    columns: Vec<f32>,
    rows: Vec<f32>,
    /// Of each cell, row by row, the first of those that no line parts from it.
    firsts: Vec<usize>,
}

/// The grids that the lines of a page make.
pub(super) fn grids(rules: &[Area]) -> Vec<Grid> {
    if rules.len() > MOST_RULES {
        return Vec::new();
    }
    let mut groups: Vec<usize> = (0..rules.len()).collect();
    for (at, one) in rules.iter().enumerate() {
        for (other, rule) in rules.iter().enumerate().skip(at + 1) {
            if one.touches(rule, MISS) {
                join(&mut groups, at, other);
            }
        }
    }
    let mut joined: BTreeMap<usize, Vec<Area>> = BTreeMap::new();
    for (at, rule) in rules.iter().enumerate() {
        joined.entry(first_of(&groups, at)).or_default().push(*rule);
    }
    joined
        .values()
        .filter_map(|rules| Grid::of(rules))
        .collect()
}

/// The first of what one is joined with.
fn first_of(groups: &[usize], at: usize) -> usize {
    let mut at = at;
    while let Some(&before) = groups.get(at).filter(|before| **before != at) {
        at = before;
    }
    at
}

fn join(groups: &mut [usize], one: usize, other: usize) {
    let (one, other) = (first_of(groups, one), first_of(groups, other));
    if let Some(place) = groups.get_mut(one.max(other)) {
        *place = one.min(other);
    }
}

impl Grid {
    fn of(rules: &[Area]) -> Option<Self> {
        let (upright, level): (Vec<Area>, Vec<Area>) =
            rules.iter().copied().partition(Area::is_upright);
        let columns = places(upright.iter().map(|rule| rule.middle().0));
        let mut rows = places(level.iter().map(|rule| rule.middle().1));
        rows.reverse();
        let (width, height) = (columns.len().checked_sub(1)?, rows.len().checked_sub(1)?);
        if !(2..=MOST_COLUMNS).contains(&width) || !(2..=MOST_ROWS).contains(&height) {
            return None;
        }
        let mut firsts: Vec<usize> = (0..width * height).collect();
        for (row, span) in rows.windows(2).enumerate() {
            let y = f32::midpoint(*span.first()?, *span.last()?);
            for (column, span) in columns.windows(2).enumerate() {
                let x = f32::midpoint(*span.first()?, *span.last()?);
                let (right, below) = (*span.last()?, *rows.get(row + 1)?);
                let at = row * width + column;
                if column + 1 < width && !upright.iter().any(|rule| rule.is_at(right, y, MISS)) {
                    join(&mut firsts, at, at + 1);
                }
                if row + 1 < height && !level.iter().any(|rule| rule.is_at(x, below, MISS)) {
                    join(&mut firsts, at, at + width);
                }
            }
        }
        let firsts = (0..firsts.len()).map(|at| first_of(&firsts, at)).collect();
        Some(Self {
            columns,
            rows,
            firsts,
        })
    }

    /// The row and the column of the cell in which a character stands.
    fn cell(&self, glyph: &Glyph) -> Option<(usize, usize)> {
        let x = f32::midpoint(glyph.left, glyph.right);
        let y = glyph.base + glyph.size * 0.3;
        let column = self
            .columns
            .partition_point(|line| *line <= x)
            .checked_sub(1)?;
        let row = self
            .rows
            .partition_point(|line| *line >= y)
            .checked_sub(1)?;
        let width = self.columns.len() - 1;
        if column >= width || row + 1 >= self.rows.len() {
            return None;
        }
        let first = *self.firsts.get(row * width + column)?;
        Some((first / width, first % width))
    }

    fn cells(&self) -> usize {
        let own = |(at, first): (usize, &usize)| at == *first;
        self.firsts
            .iter()
            .enumerate()
            .filter(|cell| own(*cell))
            .count()
    }
}

/// Places, each once, in their order; what is as near as lines that meet is one.
fn places(found: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut places: Vec<f32> = found.collect();
    places.sort_by(f32::total_cmp);
    places.dedup_by(|next, before| *next - *before < MISS);
    places
}

/// Takes the tables that stand in grids out of the text of a page that runs to the left as a whole or not.
pub(super) fn ruled(glyphs: &mut Vec<Glyph>, grids: &[Grid], leftwards: bool) -> Vec<Tagged> {
    let mut done = Vec::new();
    for grid in grids {
        let mut cells = Cells::new();
        for glyph in glyphs.iter() {
            if let Some(cell) = grid.cell(glyph) {
                cells.entry(cell).or_default().push(*glyph);
            }
        }
        cells.retain(|_, glyphs| glyphs.iter().any(|glyph| !glyph.c.is_whitespace()));
        if !is_table(&cells, grid.cells()) {
            continue;
        }
        if let Some(table) = Tagged::of(cells, leftwards) {
            glyphs.retain(|glyph| grid.cell(glyph).is_none());
            done.push(table);
        }
    }
    done
}

/// Whether what stands in a grid of so many cells are the cells of a table, and not what boxes, charts or columns hold.
fn is_table(cells: &Cells, all: usize) -> bool {
    let mut rows: BTreeMap<usize, Vec<&Vec<Glyph>>> = BTreeMap::new();
    for ((row, _), glyphs) in cells {
        rows.entry(*row).or_default().push(glyphs);
    }
    cells.len() * 2 >= all
        && cells.values().all(|glyphs| glyphs.len() <= LONGEST)
        && !rows.values().any(|cells| is_unparted(cells))
}

/// Whether a row of a grid holds several rows: all of its cells have many lines, or two of them as many, one with more figures than letters.
fn is_unparted(cells: &[&Vec<Glyph>]) -> bool {
    let counts: Vec<usize> = cells.iter().map(|glyphs| lines(glyphs)).collect();
    let are_figures = |glyphs: &[Glyph]| {
        let count = |is: fn(char) -> bool| glyphs.iter().filter(|glyph| is(glyph.c)).count();
        count(char::is_numeric) > count(char::is_alphabetic)
    };
    let as_many = |at: usize, count: usize| {
        let mut others = counts.iter().enumerate();
        count >= UNPARTED && others.any(|(other, lines)| other != at && *lines == count)
    };
    let mut figures = cells.iter().zip(&counts).enumerate();
    cells.len() > 1
        && (counts.iter().all(|count| *count >= UNPARTED)
            || figures.any(|(at, (glyphs, count))| as_many(at, *count) && are_figures(glyphs)))
}

/// How many lines of text there are.
fn lines(glyphs: &[Glyph]) -> usize {
    let mut bases: Vec<(f32, f32)> = glyphs
        .iter()
        .filter(|glyph| !glyph.c.is_whitespace())
        .map(|glyph| (glyph.base, glyph.size))
        .collect();
    bases.sort_by(|a, b| a.0.total_cmp(&b.0));
    bases.dedup_by(|next, before| next.0 - before.0 < before.1 * 0.6);
    bases.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::pdf::glyph::set;

    /// A grid with lines at these places.
    fn rules(columns: &[f32], rows: &[f32]) -> Vec<Area> {
        let (left, right) = (columns[0], columns[columns.len() - 1]);
        let (high, low) = (rows[0], rows[rows.len() - 1]);
        let level = rows
            .iter()
            .map(|y| Area::around(&[(left, *y), (right, *y)]));
        let upright = columns
            .iter()
            .map(|x| Area::around(&[(*x, low), (*x, high)]));
        level.chain(upright).flatten().collect()
    }

    fn read(mut glyphs: Vec<Glyph>, rules: &[Area]) -> Vec<String> {
        let tables = ruled(&mut glyphs, &grids(rules), false);
        let lines = tables.into_iter().flat_map(|table| table.lines);
        lines.map(|line| line.cells.join(" | ")).collect()
    }

    #[test]
    fn cells_keep_their_lines_however_near_the_next_ones_are() {
        let mut glyphs = set("No.", 3.0, 88.0, 10.0);
        glyphs.extend(set("Work", 23.0, 88.0, 10.0));
        glyphs.extend(set("1", 3.0, 65.0, 10.0));
        glyphs.extend(set("The wall", 23.0, 71.0, 10.0));
        glyphs.extend(set("is mended", 23.0, 59.0, 10.0));
        let grid = rules(&[0.0, 20.0, 70.0], &[100.0, 80.0, 50.0]);
        assert_eq!(
            read(glyphs, &grid),
            ["No. | Work", "1 | The wall is mended"]
        );
    }

    #[test]
    fn a_cell_may_reach_over_others() {
        let mut glyphs = set("Costs", 23.0, 88.0, 10.0);
        for (text, left, base) in [
            ("Port", 3.0, 68.0),
            ("2019", 33.0, 68.0),
            ("2020", 63.0, 68.0),
        ] {
            glyphs.extend(set(text, left, base, 10.0));
        }
        let mut grid = rules(&[0.0, 30.0, 60.0, 90.0], &[80.0, 60.0]);
        grid.extend(rules(&[0.0, 90.0], &[100.0, 80.0]));
        assert_eq!(read(glyphs, &grid), ["Costs |  | ", "Port | 2019 | 2020"]);
    }

    #[test]
    fn rows_that_no_line_parts_and_boxes_are_no_cells() {
        let mut glyphs = Vec::new();
        for (text, base) in [("1240", 88.0), ("980", 76.0), ("77", 64.0)] {
            glyphs.extend(set(text, 33.0, base, 10.0));
            glyphs.extend(set("Port", 3.0, base, 10.0));
        }
        glyphs.extend(set("Sum", 3.0, 50.0, 10.0));
        let grid = rules(&[0.0, 30.0, 60.0], &[100.0, 60.0, 45.0]);
        assert!(read(glyphs.clone(), &grid).is_empty());
        assert!(read(glyphs, &rules(&[0.0, 60.0], &[100.0, 60.0, 45.0])).is_empty());
        assert!(grids(&rules(&[0.0, 30.0, 60.0], &[100.0, 45.0])).is_empty());
    }
}
