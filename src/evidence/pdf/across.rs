//! Tables that stand across the columns of a page, above or below their text: the white between the columns may go on through one, between two of its own
//! columns, and would part the figures of its rows from their names.

use super::order::{SHORT_LINES, Strip};
use super::segment::Segment;

/// Fewer rows may be lines of two columns that happen to be short.
const FEWEST_ROWS: usize = 3;
/// Lines of one column that stand among or beyond the rows of a table, such as a cell that goes on or a note.
const MOST_LONE: usize = 3;

/// The pieces at one height that lie on either side of a strip.
struct Level<'a> {
    pieces: &'a [Segment],
    middle: f32,
}

impl Level<'_> {
    fn left(&self) -> impl Iterator<Item = &Segment> {
        let is_left = |piece: &&Segment| piece.left + piece.right < self.middle;
        self.pieces.iter().filter(is_left)
    }

    fn right(&self) -> impl Iterator<Item = &Segment> {
        let is_right = |piece: &&Segment| piece.left + piece.right >= self.middle;
        self.pieces.iter().filter(is_right)
    }

    fn is_lone(&self) -> bool {
        self.left().next().is_none() || self.right().next().is_none()
    }

    /// Whether this may be a row of a table: short pieces on both sides, of which those on the right do not begin where the text of that column does,
    /// or are figures.
    fn is_row(&self, edge: f32) -> bool {
        let begins_elsewhere = || {
            let mut right = self.right();
            let first = right.next();
            first.is_some_and(|first| (first.left - edge).abs() > first.size * 0.5)
        };
        !self.is_lone()
            && self
                .pieces
                .iter()
                .all(|piece| piece.letters() < SHORT_LINES)
            && (begins_elsewhere() || self.right().all(is_figure))
    }

    /// Whether it has cells as only tables have: several on one side, or figures on the right.
    fn is_tabular(&self) -> bool {
        self.pieces.len() > 2 || self.right().all(is_figure)
    }
}

fn is_figure(piece: &Segment) -> bool {
    let all = piece.glyphs.iter().map(|placed| placed.glyph.c);
    let letters = all.clone().filter(|c| c.is_alphabetic()).count();
    let digits = all.filter(|c| c.is_numeric()).count();
    digits > 0 && letters <= digits
}

/// A strip without the rows of tables that it goes through at its top and at its bottom.
pub(super) fn without_tables(segments: &[Segment], strip: Strip) -> Strip {
    let Some(inside) = segments.get(strip.first..=strip.last) else {
        return strip;
    };
    let levels = levels(inside, strip.left + strip.right);
    let Some(edge) = text_edge(&levels) else {
        return strip;
    };
    let count = |levels: &[&Level<'_>]| -> usize {
        let table = table_at_start(levels, edge);
        let pieces = levels.iter().take(table).map(|level| level.pieces.len());
        pieces.sum()
    };
    let downwards: Vec<&Level<'_>> = levels.iter().collect();
    let upwards: Vec<&Level<'_>> = levels.iter().rev().collect();
    let (top, bottom) = (count(&downwards), count(&upwards));
    if top + bottom >= inside.len() {
        return strip;
    }
    Strip {
        first: strip.first + top,
        last: strip.last - bottom,
        ..strip
    }
}

fn levels(inside: &[Segment], middle: f32) -> Vec<Level<'_>> {
    let pieces = inside.chunk_by(|one, next| (one.base - next.base).abs() < one.size * 0.4);
    pieces.map(|pieces| Level { pieces, middle }).collect()
}

/// Where the lines of the right column begin, if both columns have text.
fn text_edge(levels: &[Level<'_>]) -> Option<f32> {
    let is_long = |piece: &&Segment| piece.letters() >= SHORT_LINES;
    let left = levels.iter().flat_map(Level::left).filter(is_long).count();
    let right = levels.iter().flat_map(Level::right).filter(is_long);
    let mut edges: Vec<f32> = right.map(|piece| piece.left).collect();
    edges.sort_unstable_by(f32::total_cmp);
    let has_text = left.min(edges.len()) >= FEWEST_ROWS;
    edges.get(edges.len() / 2).copied().filter(|_| has_text)
}

/// How many of these levels, from the first on, are a table with what belongs to it.
fn table_at_start(levels: &[&Level<'_>], edge: f32) -> usize {
    let (mut rows, mut tabular, mut lone, mut end) = (0, 0, 0, 0);
    for (at, level) in levels.iter().enumerate() {
        if level.is_row(edge) {
            rows += 1;
            tabular += usize::from(level.is_tabular());
            (lone, end) = (0, at + 1);
        } else if level.is_lone() && lone < MOST_LONE {
            lone += 1;
        } else {
            break;
        }
    }
    if rows >= FEWEST_ROWS && tabular * 2 >= rows {
        end
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::super::glyph::{Glyph, set};
    use super::super::line::lines;
    use super::super::order::regions;
    use super::super::segment::segments;

    const LEFT: &str = "the northern line carried more riders";
    const RIGHT: &str = "the southern line lost some of its own";

    fn columns(from: f32) -> Vec<Glyph> {
        let all = (0..7_u8).flat_map(|line| {
            let base = from - 14.0 * f32::from(line);
            [set(LEFT, 40.0, base, 10.0), set(RIGHT, 310.0, base, 10.0)].concat()
        });
        all.collect()
    }

    fn table(from: f32, edges: [f32; 3]) -> Vec<Glyph> {
        let rows = [
            ["Line", "2022", "2023"],
            ["North", "36", "41"],
            ["South", "20", "18"],
            ["East", "", "9"],
        ];
        let mut base = from;
        let mut glyphs = Vec::new();
        for row in rows {
            for (cell, left) in row.into_iter().zip(edges) {
                glyphs.extend(set(cell, left, base, 10.0));
            }
            base -= 14.0;
        }
        glyphs
    }

    fn read(glyphs: Vec<Glyph>) -> Vec<String> {
        let lines = regions(segments(glyphs), true)
            .into_iter()
            .flat_map(|region| lines(region, false));
        let told = lines.map(|line| {
            if line.cells.is_empty() {
                line.text
            } else {
                line.cells.join("|")
            }
        });
        told.filter(|line| !line.is_empty()).collect()
    }

    const ROWS: [&str; 4] = ["Line|2022|2023", "North|36|41", "South|20|18", "East||9"];

    #[test]
    fn a_table_below_two_columns_keeps_its_rows() {
        // Its last column begins before that of the text, far behind it, or where it does.
        for edges in [
            [55.0, 170.0, 285.0],
            [55.0, 170.0, 420.0],
            [55.0, 170.0, 310.0],
        ] {
            let read = read([columns(700.0), table(580.0, edges)].concat());
            assert_eq!(read.get(..7), Some([LEFT; 7].map(str::to_owned).as_slice()));
            assert_eq!(
                read.get(7..14),
                Some([RIGHT; 7].map(str::to_owned).as_slice())
            );
            assert_eq!(read.get(14..), Some(ROWS.map(str::to_owned).as_slice()));
        }
    }

    #[test]
    fn a_table_above_two_columns_keeps_its_rows() {
        let read = read([table(700.0, [55.0, 170.0, 330.0]), columns(620.0)].concat());
        assert_eq!(read.get(..4), Some(ROWS.map(str::to_owned).as_slice()));
        assert_eq!(
            read.get(4..11),
            Some([LEFT; 7].map(str::to_owned).as_slice())
        );
    }

    #[test]
    fn short_lines_at_the_ends_of_two_columns_stay_in_their_columns() {
        let lists = (0..4_u8).flat_map(|item| {
            let base = 590.0 - 14.0 * f32::from(item);
            let left = set(&format!("- quay {item}"), 52.0, base, 10.0);
            [left, set(&format!("- ferry {item}"), 322.0, base, 10.0)].concat()
        });
        let read = read([columns(700.0), lists.collect()].concat());
        let place = |line: &str| read.iter().position(|read| read == line);
        assert!(place("- quay 3") < place(RIGHT), "{read:?}");
        assert!(
            place("- quay 3").is_some() && place("- ferry 0") > place(RIGHT),
            "{read:?}"
        );
    }
}
