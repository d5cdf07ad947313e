//! Tables: which lines of a page are rows of one, and to which column each cell belongs.
//!
//! Lines are rows where the gap between two pieces of one stands over a gap in its neighbour. The columns are looked for in all rows together: they are
//! parted by upright strips that the rows leave free. So a cell stays in its column where others of its row are blank, and a number is not joined to its
//! neighbour because the row above has none there. Lines that go on in the cells above them are put into their row.

use std::ops::Range;

use super::line::{BETWEEN_CELLS, Printed, Row, printed, runs_leftwards, text};
use super::segment::{Placed, Segment};

/// A strip between columns is at least this wide, in units of the type size; and so wide is what two gaps have in common.
const NARROWEST: f32 = 0.5;
/// Rows are no farther apart than this, in the same units.
const FARTHEST: f32 = 3.5;
/// So many rows tell whether a line between them belongs to their table.
const ROWS_ASKED: usize = 12;

/// Consecutive lines that are one table.
pub(super) struct Table {
    pub(super) lines: Range<usize>,
    /// From left to right.
    columns: Vec<Range<f32>>,
}

pub(super) fn tables(rows: &[Row]) -> Vec<Table> {
    let marked: Vec<bool> = (0..rows.len()).map(|at| has_column(rows, at)).collect();
    let is_marked = |at: usize| marked.get(at).copied().unwrap_or_default();
    let mut tables = Vec::new();
    let (mut at, mut free) = (0, 0);
    while at < rows.len() {
        if !is_marked(at) {
            at += 1;
            continue;
        }
        let mut end = at + 1;
        while let Some(next) = next_row(rows, &is_marked, at..end) {
            end = next + 1;
        }
        let has_head = at > free && is_head_over(rows, at..end);
        let start = at - usize::from(has_head);
        tables.extend(parts(rows, start..end).into_iter().filter_map(|lines| {
            let rows = rows.get(lines.clone())?;
            let columns = with_names(rows, columns(rows));
            (lines.len() > 1 && columns.len() > 1).then_some(Table { lines, columns })
        }));
        (at, free) = (end, end);
    }
    tables
}

/// Whether the line above rows names their columns: its pieces stand over one column each, if with less white between them than that of rows.
fn is_head_over(rows: &[Row], lines: Range<usize>) -> bool {
    /// In units of the type size.
    const CLOSE: f32 = 2.5;
    let above = lines.start.checked_sub(1).and_then(|at| rows.get(at));
    let (Some(above), Some(first)) = (above, rows.get(lines.start)) else {
        return false;
    };
    let asked = lines.start..lines.end.min(lines.start + ROWS_ASKED);
    let columns = columns(rows.get(asked).unwrap_or_default());
    let mut next = 0;
    let stands_over_one = |segment: &Segment| {
        let is_over = |column: &Range<f32>| overlap(column, segment.left, segment.right) > 0.0;
        let at = columns.iter().position(is_over);
        let is_next = at.is_some_and(|at| at >= next);
        next = at.map_or(next, |at| at + 1);
        is_next && columns.iter().filter(|column| is_over(column)).count() == 1
    };
    above.segments.len() > 1
        && above.base - first.base < first.size * CLOSE
        && above.segments.iter().all(stands_over_one)
}

/// Whether a gap of this line stands over or under one of a neighbour; a line that is one piece, as the second line of a cell is, is passed over.
fn has_column(rows: &[Row], at: usize) -> bool {
    let Some((above, rest)) = rows.split_at_checked(at) else {
        return false;
    };
    let Some((row, below)) = rest.split_first() else {
        return false;
    };
    let is_near = |other: &&Row| (other.base - row.base).abs() < row.size * FARTHEST;
    let has_pieces = |other: &&Row| other.segments.len() > 1;
    let above = above.iter().rev().take_while(is_near).find(has_pieces);
    let below = below.iter().take_while(is_near).find(has_pieces);
    row.gaps().any(|(left, right)| {
        [above, below].into_iter().flatten().any(|other| {
            other
                .gaps()
                .any(|(l, r)| r.min(right) - l.max(left) > row.size * NARROWEST)
        })
    })
}

/// The next row of a table that has these lines so far; a few lines between them may have text in one column only.
fn next_row(
    rows: &[Row],
    is_marked: &impl Fn(usize) -> bool,
    lines: Range<usize>,
) -> Option<usize> {
    const MOST_BETWEEN: usize = 3;
    let next = (lines.end..=lines.end + MOST_BETWEEN).find(|at| is_marked(*at))?;
    let is_near = rows
        .get(lines.end.checked_sub(1)?..=next)?
        .windows(2)
        .all(|pair| matches!(pair, [above, below] if above.base - below.base < above.size.max(below.size) * FARTHEST));
    if !is_near || next == lines.end {
        return is_near.then_some(next);
    }
    let asked = lines.end.saturating_sub(ROWS_ASKED).max(lines.start);
    let around = rows.get(asked..lines.end)?.iter().chain(rows.get(next));
    let columns = columns(around);
    let fits = |row: &Row| {
        let of = |segment: &Segment| {
            columns
                .iter()
                .filter(|column| overlap(column, segment.left, segment.right) > 0.0)
                .count()
        };
        row.segments.iter().all(|segment| of(segment) == 1)
    };
    let between = rows.get(lines.end..next)?;
    (columns.len() > 1 && between.iter().all(fits)).then_some(next)
}

/// Tables that stand close together, and a running head above one, are parted by their distance, where they do not share their columns.
fn parts(rows: &[Row], lines: Range<usize>) -> Vec<Range<usize>> {
    let inside = rows.get(lines.clone()).unwrap_or_default();
    let distances: Vec<f32> = inside.windows(2).map(distance).collect();
    let mut sorted = distances.clone();
    sorted.sort_unstable_by(f32::total_cmp);
    let usual = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    let mut parts: Vec<(Range<usize>, f32)> = Vec::new();
    for (at, above) in lines.zip(std::iter::once(f32::INFINITY).chain(distances)) {
        match parts.last_mut() {
            Some((part, _)) if above <= usual * 1.6 => part.end = at + 1,
            _ => parts.push((at..at + 1, above)),
        }
    }
    let mut joined: Vec<Range<usize>> = Vec::new();
    for (part, above) in parts {
        let count = |lines: Range<usize>| rows.get(lines).map_or(0, |rows| columns(rows).len());
        // A row among many may have few of their columns.
        let share_columns = |last: &Range<usize>, part: &Range<usize>| {
            let own = count(last.clone());
            own == count(last.start..part.end) && (part.len() == 1 || own == count(part.clone()))
        };
        match joined.last_mut() {
            Some(last) if above <= usual * 2.5 && share_columns(last, &part) => {
                last.end = part.end;
            }
            _ => joined.push(part),
        }
    }
    joined
}

fn distance(pair: &[Row]) -> f32 {
    match pair {
        [above, below, ..] => above.base - below.base,
        _ => 0.0,
    }
}

/// The columns that rows have in common. A cell that reaches over several of them, as the name of a group of columns does, does not join them where few
/// rows have one.
fn columns<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<Range<f32>> {
    let mut count = 0;
    let mut segments: Vec<&Segment> = Vec::new();
    for row in rows {
        count += 1;
        segments.extend(&row.segments);
    }
    let spanning = if count < 4 { 0 } else { count / 4 };
    let mut edges: Vec<f32> = segments
        .iter()
        .flat_map(|segment| [segment.left, segment.right])
        .collect();
    edges.sort_unstable_by(f32::total_cmp);
    edges.dedup();
    segments.sort_by(|a, b| a.left.total_cmp(&b.left));
    let mut coming = segments.into_iter().peekable();
    let mut here: Vec<&Segment> = Vec::new();
    let mut columns: Vec<Range<f32>> = Vec::new();
    for pair in edges.windows(2) {
        let [from, to] = *pair else { continue };
        here.retain(|segment| segment.right > from);
        while let Some(segment) = coming.next_if(|segment| segment.left <= from) {
            here.push(segment);
        }
        let reaches_over = |segment: &&Segment| {
            segment.left < from - segment.size && segment.right > to + segment.size
        };
        if here.len() <= spanning && here.iter().all(reaches_over) {
            continue;
        }
        let size = here.first().map_or(0.0, |segment| segment.size);
        match columns.last_mut() {
            Some(last) if from - last.end < size * NARROWEST => last.end = to,
            _ => columns.push(from..to),
        }
    }
    columns
}

/// The columns, of which those are joined that hold nothing but names in the first row with those beside them that hold nothing but what these name: names that
/// are set in the middle of a wide column stand beside what is set at its edge.
fn with_names(rows: &[Row], columns: Vec<Range<f32>>) -> Vec<Range<f32>> {
    /// With fewer rows below the first, any two lines could be told for a table.
    const FEWEST: usize = 2;
    let Some((first, rest)) = rows.split_first().filter(|(_, rest)| rest.len() >= FEWEST) else {
        return columns;
    };
    let fills = |row: &Row, column: &Range<f32>| {
        let mut pieces = row.segments.iter();
        pieces.any(|piece| overlap(column, piece.left, piece.right) > 0.0)
    };
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for (at, column) in columns.iter().enumerate() {
        match (
            fills(first, column),
            rest.iter().any(|row| fills(row, column)),
        ) {
            (true, false) => names.push(at),
            (false, true) => values.push(at),
            _ => {}
        }
    }
    // The names of rows may have none.
    let unnamed = values.len().wrapping_sub(names.len());
    let pairs: Vec<(usize, usize)> = names
        .into_iter()
        .zip(values.into_iter().skip(unnamed))
        .collect();
    let are_beside = pairs.iter().all(|(name, value)| name.abs_diff(*value) == 1);
    if unnamed > 1 || pairs.is_empty() || !are_beside {
        return columns;
    }
    let mut joined: Vec<Range<f32>> = Vec::with_capacity(columns.len());
    for (at, column) in columns.into_iter().enumerate() {
        let goes_on = pairs.iter().any(|(name, value)| *name.max(value) == at);
        match joined.last_mut().filter(|_| goes_on) {
            Some(last) => last.end = column.end,
            None => joined.push(column),
        }
    }
    joined
}

fn overlap(column: &Range<f32>, left: f32, right: f32) -> f32 {
    column.end.min(right) - column.start.max(left)
}

impl Table {
    /// The rows as they are printed, one line for each, in a text that runs to the left as a whole or not.
    pub(super) fn printed(&self, rows: &[Row], leftwards: bool) -> Vec<Printed> {
        let rows = rows.get(self.lines.clone()).unwrap_or_default();
        let leftwards = runs_leftwards(rows, leftwards);
        let mut lines: Vec<Vec<String>> = Vec::with_capacity(rows.len());
        for row in rows {
            let mut cells: Vec<String> = self
                .cells(row)
                .iter()
                .map(|cell| text(cell, leftwards))
                .collect();
            if leftwards {
                cells.reverse();
            }
            lines.push(cells);
        }
        let mut done = Vec::with_capacity(rows.len());
        for group in rows_of(rows, &lines) {
            let of_group = lines.get(group.clone()).unwrap_or_default();
            let Some(mut row) = rows.get(group.start).map(|row| printed(row, leftwards)) else {
                continue;
            };
            row.cells = (0..self.columns.len())
                .map(|column| joined(of_group, column))
                .collect();
            let filled: Vec<&str> = row.cells.iter().map(String::as_str).collect();
            let text = filled.join(BETWEEN_CELLS);
            text.trim().clone_into(&mut row.text);
            done.push(row);
        }
        done
    }

    fn cells(&self, row: &Row) -> Vec<Vec<Placed>> {
        let mut cells: Vec<Vec<Placed>> = vec![Vec::new(); self.columns.len()];
        for segment in &row.segments {
            for piece in self.pieces(segment) {
                if let Some(cell) = self.column_of(piece).and_then(|at| cells.get_mut(at)) {
                    cell.extend(piece);
                }
            }
        }
        cells
    }

    /// A piece of a line in the parts that the strips between columns make of it, where the gap is wider than that of words.
    fn pieces<'a>(&self, segment: &'a Segment) -> Vec<&'a [Placed]> {
        const WIDER_THAN_SPACE: f32 = 0.65;
        let is_strip = |left: f32, right: f32| {
            self.columns.windows(2).any(|pair| {
                matches!(pair, [a, b] if left < b.start && right > a.end && left >= a.start && right <= b.end)
            })
        };
        segment
            .glyphs
            .chunk_by(|a, b| {
                let gap = b.glyph.left - a.glyph.right;
                gap < segment.size * WIDER_THAN_SPACE || !is_strip(a.glyph.right, b.glyph.left)
            })
            .collect()
    }

    /// The first column that a cell stands in, were it one that reaches over several; else the nearest.
    fn column_of(&self, piece: &[Placed]) -> Option<usize> {
        let left = piece.first()?.glyph.left;
        let right = piece.iter().map(|placed| placed.glyph.right);
        let right = right.fold(left, f32::max);
        let shares = |column: &Range<f32>| overlap(column, left, right);
        self.columns
            .iter()
            .position(|column| shares(column) > 0.0)
            .or_else(|| {
                let nearest = |(_, column): &(usize, &Range<f32>)| -shares(column);
                let columns = self.columns.iter().enumerate();
                columns
                    .min_by(|a, b| nearest(a).total_cmp(&nearest(b)))
                    .map(|(at, _)| at)
            })
    }
}

fn joined(lines: &[Vec<String>], column: usize) -> String {
    let cells = lines.iter().filter_map(|cells| cells.get(column));
    let cells: Vec<&str> = cells
        .map(String::as_str)
        .filter(|cell| !cell.is_empty())
        .collect();
    cells.join(" ")
}

/// Which lines make up each row: one, or several where cells go on in the next line.
fn rows_of(rows: &[Row], lines: &[Vec<String>]) -> Vec<Range<usize>> {
    /// Lines of one cell are closer together than rows by this factor.
    const CLOSER: f32 = 1.25;
    /// And no farther apart than lines of text are.
    const LEADING: f32 = 1.5;
    let distances: Vec<f32> = rows.windows(2).map(distance).collect();
    let least = distances.iter().copied().fold(f32::INFINITY, f32::min);
    let most = distances.iter().copied().fold(0.0, f32::max);
    let size = rows.first().map_or(0.0, |row| row.size);
    let are_told_apart = most > least * CLOSER && least < size * LEADING;
    let mut groups: Vec<Range<usize>> = Vec::new();
    for at in 0..lines.len() {
        let close = are_told_apart
            && at
                .checked_sub(1)
                .and_then(|before| distances.get(before))
                .is_some_and(|distance| *distance < least * CLOSER * 0.9);
        match groups.last_mut() {
            Some(group) if close || goes_on(lines.get(group.clone()), lines.get(at)) => {
                group.end = at + 1;
            }
            _ => groups.push(at..at + 1),
        }
    }
    groups
        .into_iter()
        .flat_map(|group| {
            let of_group = lines.get(group.clone()).unwrap_or_default();
            if is_one_row(of_group) {
                vec![group]
            } else {
                group.map(|at| at..at + 1).collect()
            }
        })
        .collect()
}

/// Whether a line only goes on with cells that were begun: its first cell is blank, and the others begin as the middle of a text does.
fn goes_on(group: Option<&[Vec<String>]>, line: Option<&Vec<String>>) -> bool {
    let (Some(group), Some(line)) = (group, line) else {
        return false;
    };
    let begun = |column: usize| {
        let mut above = group.iter().rev().filter_map(|cells| cells.get(column));
        above.any(|cell| !cell.is_empty())
    };
    line.first().is_some_and(String::is_empty)
        && line.iter().enumerate().all(|(column, cell)| {
            cell.is_empty() || (cell.starts_with(char::is_lowercase) && begun(column))
        })
}

/// Whether lines that stand close together are one row: values do not go on in the next line, and the name of a row does not begin again.
fn is_one_row(lines: &[Vec<String>]) -> bool {
    const MOST_LINES: usize = 12;
    let width = lines.iter().map(Vec::len).max().unwrap_or_default();
    let full = lines
        .iter()
        .filter(|cells| cells.iter().all(|cell| !cell.is_empty()));
    let column = |at: usize| {
        let cells = lines.iter().filter_map(move |cells| cells.get(at));
        cells.filter(|cell| !cell.is_empty())
    };
    let has_figures =
        |cell: &&String| cell.starts_with(|c: char| c.is_ascii_digit() || "+-−–".contains(c));
    lines.len() <= MOST_LINES
        && full.count() <= 1
        && column(0)
            .skip(1)
            .all(|cell| cell.starts_with(char::is_lowercase))
        && (0..width).all(|at| column(at).filter(has_figures).count() <= 1)
}

#[cfg(test)]
mod tests {
    use crate::evidence::pdf::glyph::{Glyph, set};
    use crate::evidence::pdf::line::lines;
    use crate::evidence::pdf::segment::segments;

    /// Reads lines of cells, each at its left edge, with the distance to the line above.
    fn read(table: &[(f32, &[(f32, &str)])]) -> Vec<String> {
        let mut base = 700.0;
        let mut glyphs: Vec<Glyph> = Vec::new();
        for (distance, cells) in table {
            base -= distance;
            for (left, cell) in *cells {
                glyphs.extend(set(cell, *left, base, 10.0));
            }
        }
        lines(segments(glyphs), false)
            .into_iter()
            .map(|line| line.cells.join("|"))
            .filter(|row| !row.is_empty())
            .collect()
    }

    #[test]
    fn names_in_the_middle_of_wide_columns_name_what_stands_at_their_edges() {
        let rows = read(&[
            (0.0, &[(100.0, "City"), (260.0, "Buses"), (420.0, "Cost")]),
            (18.0, &[(50.0, "Oslo"), (200.0, "120"), (360.0, "36.5")]),
            (18.0, &[(50.0, "Bergen"), (200.0, "45"), (360.0, "13.2")]),
            (18.0, &[(50.0, "Hamar"), (200.0, "12"), (360.0, "4.1")]),
        ]);
        assert_eq!(
            rows,
            [
                "City|Buses|Cost",
                "Oslo|120|36.5",
                "Bergen|45|13.2",
                "Hamar|12|4.1"
            ]
        );
    }

    #[test]
    fn cells_stay_in_their_columns_where_others_are_blank() {
        let rows = read(&[
            (
                0.0,
                &[
                    (50.0, "Country"),
                    (150.0, "2021"),
                    (250.0, "2022"),
                    (350.0, "Change"),
                ],
            ),
            (
                18.0,
                &[
                    (50.0, "Finland"),
                    (150.0, "128"),
                    (250.0, "196"),
                    (350.0, "+52%"),
                ],
            ),
            (18.0, &[(50.0, "Norway"), (350.0, "n/a")]),
            (18.0, &[(50.0, "Iceland")]),
            (18.0, &[(50.0, "Sweden"), (250.0, "22")]),
            (
                18.0,
                &[
                    (50.0, "Denmark"),
                    (150.0, "75"),
                    (250.0, "76"),
                    (350.0, "+1%"),
                ],
            ),
        ]);
        assert_eq!(
            rows,
            [
                "Country|2021|2022|Change",
                "Finland|128|196|+52%",
                "Norway|||n/a",
                "Iceland|||",
                "Sweden||22|",
                "Denmark|75|76|+1%"
            ]
        );
    }

    #[test]
    fn a_head_whose_names_stand_close_together_is_a_row_of_its_table() {
        let rows = read(&[
            (
                0.0,
                &[
                    (50.0, "Municipality"),
                    (121.0, "Population"),
                    (182.0, "Budget"),
                ],
            ),
            (
                18.0,
                &[(50.0, "Town 36"), (121.0, "49,356"), (182.0, "133")],
            ),
            (
                18.0,
                &[(50.0, "Town 37"), (121.0, "50,727"), (182.0, "136")],
            ),
        ]);
        assert_eq!(rows[0], "Municipality|Population|Budget");
    }

    #[test]
    fn a_name_over_two_columns_does_not_join_them() {
        let rows = read(&[
            (0.0, &[(50.0, "Year"), (150.0, "Passengers of both kinds")]),
            (14.0, &[(50.0, "2020"), (150.0, "10,000"), (250.0, "4,000")]),
            (14.0, &[(50.0, "2021"), (150.0, "12,500"), (250.0, "5,000")]),
            (14.0, &[(50.0, "2022"), (150.0, "13,500"), (250.0, "6,000")]),
        ]);
        assert_eq!(rows[0], "Year|Passengers of both kinds|");
        assert_eq!(rows[3], "2022|13,500|6,000");
    }

    #[test]
    fn cells_of_several_lines_are_put_together() {
        let rows = read(&[
            (
                0.0,
                &[(50.0, "Instrument"), (250.0, "Effect"), (450.0, "Years")],
            ),
            (
                20.0,
                &[
                    (50.0, "Grants for households"),
                    (250.0, "Strong where paid"),
                ],
            ),
            (
                12.0,
                &[
                    (50.0, "with oil boilers"),
                    (250.0, "within four weeks"),
                    (450.0, "2019"),
                ],
            ),
            (20.0, &[(250.0, "Moderate; most had")]),
            (
                12.0,
                &[
                    (50.0, "Ban on oil"),
                    (250.0, "no oil anyway"),
                    (450.0, "2020"),
                ],
            ),
        ]);
        assert_eq!(
            rows,
            [
                "Instrument|Effect|Years",
                "Grants for households with oil boilers|Strong where paid within four weeks|2019",
                "Ban on oil|Moderate; most had no oil anyway|2020"
            ]
        );
    }

    #[test]
    fn rows_in_groups_are_not_put_together() {
        let rows = read(&[
            (0.0, &[(50.0, "Town"), (150.0, "Debt")]),
            (12.0, &[(50.0, "Aa"), (150.0, "12%")]),
            (12.0, &[(50.0, "Be"), (150.0, "13%")]),
            (18.0, &[(50.0, "Ce"), (150.0, "14%")]),
            (12.0, &[(50.0, "De"), (150.0, "15%")]),
        ]);
        assert_eq!(rows, ["Town|Debt", "Aa|12%", "Be|13%", "Ce|14%", "De|15%"]);
    }
}
