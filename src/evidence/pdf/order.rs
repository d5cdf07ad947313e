//! The order in which the segments of a page are read: column after column.
//!
//! Columns are found by the white strip between them: an upright strip that many lines in a row leave free, with text on either side. What lies above
//! such a strip is read first, then what is left of it, what is right of it, and what lies below; each part is divided again in the same way. The strips
//! of a table are no such strips, because a table is read along its rows.

use std::ops::RangeInclusive;

use super::across::without_tables;
use super::segment::{Segment, typical_size};

/// A strip between columns is at least this wide, in units of the type size.
const NARROWEST: f32 = 0.75;
/// Lines of which half have fewer characters than this are those of a table or list.
pub(super) const SHORT_LINES: usize = 22;

/// A part of the page whose lines are read from top to bottom.
pub(super) type Region = Vec<Segment>;

/// The parts of the page in reading order; `rightwards` says on which side reading starts.
pub(super) fn regions(mut segments: Vec<Segment>, rightwards: bool) -> Vec<Region> {
    segments.sort_by(|a, b| b.base.total_cmp(&a.base).then(a.left.total_cmp(&b.left)));
    let foot = segments.split_off(foot_at(&segments));
    let body = segments.split_off(head_end(&segments));
    let mut regions = Vec::new();
    regions.extend((!segments.is_empty()).then_some(segments));
    divide(body, rightwards, 0, &mut regions);
    regions.extend((!foot.is_empty()).then_some(foot));
    regions
}

/// White above or below a single line that is at least this high, in units of its type size, sets it apart from the columns of the page.
const APART: f32 = 2.5;

/// Where the head of a page ends: its first line, where that stands apart.
fn head_end(segments: &[Segment]) -> usize {
    let Some(first) = segments.first() else {
        return 0;
    };
    let is_first = |segment: &&Segment| first.base - segment.base < first.size * 0.4;
    let end = segments.iter().take_while(is_first).count();
    let apart = |next: &Segment| first.base - next.base > first.size.max(next.size) * APART;
    if segments.get(end).is_some_and(apart) {
        end
    } else {
        0
    }
}

/// Where the foot of a page begins: its last line, where that stands apart.
fn foot_at(segments: &[Segment]) -> usize {
    let Some(last) = segments.last() else {
        return 0;
    };
    let is_last = |segment: &&Segment| segment.base - last.base < last.size * 0.4;
    let lines = segments.iter().rev().take_while(is_last).count();
    let at = segments.len() - lines;
    let apart = |above: &Segment| above.base - last.base > last.size.max(above.size) * APART;
    let above = at.checked_sub(1).and_then(|at| segments.get(at));
    if above.is_some_and(apart) {
        at
    } else {
        segments.len()
    }
}

fn divide(segments: Vec<Segment>, rightwards: bool, depth: usize, regions: &mut Vec<Region>) {
    /// Deeper than any page is laid out.
    const DEEPEST: usize = 24;
    let strip = (depth < DEEPEST).then(|| best_strip(&segments)).flatten();
    let Some(strip) = strip else {
        if !segments.is_empty() {
            regions.push(segments);
        }
        return;
    };
    let (mut above, mut left, mut right, mut below) = (vec![], vec![], vec![], vec![]);
    for (at, segment) in segments.into_iter().enumerate() {
        let side = if at < strip.first {
            &mut above
        } else if at > strip.last {
            &mut below
        } else if segment.left + segment.right < strip.left + strip.right {
            &mut left
        } else {
            &mut right
        };
        side.push(segment);
    }
    let (first, second) = if rightwards {
        (left, right)
    } else {
        (right, left)
    };
    for part in [above, first, second, below] {
        divide(part, rightwards, depth + 1, regions);
    }
}

/// A white strip that the segments `first..=last` leave free.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strip {
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) first: usize,
    pub(super) last: usize,
}

/// The longest strip that parts columns.
fn best_strip(segments: &[Segment]) -> Option<Strip> {
    // Headings in larger type do not make the white between columns narrower.
    let usual = typical_size(segments);
    let mut tried: Vec<Strip> = Vec::new();
    let mut best: Option<(f32, Strip)> = None;
    for (at, segment) in segments.iter().enumerate() {
        let Some(next) = neighbour(segments, at) else {
            continue;
        };
        let seed = (segment.right, segments.get(next)?.left);
        let known = tried.iter().any(|strip| {
            strip.first <= at && at <= strip.last && strip.left < seed.1 && strip.right > seed.0
        });
        if known || seed.1 - seed.0 < segment.size.min(usual) * NARROWEST {
            continue;
        }
        let strip = extended(segments, at, next, seed, usual);
        tried.push(strip);
        let strip = without_tables(segments, strip);
        if let Some(score) = parts_columns(segments, &strip)
            && best.is_none_or(|(highest, _)| score > highest)
        {
            best = Some((score, strip));
        }
    }
    best.map(|(_, strip)| strip)
}

/// The nearest segment to the right at about the same height.
fn neighbour(segments: &[Segment], at: usize) -> Option<usize> {
    let segment = segments.get(at)?;
    let reach = segment.size * 1.3;
    let near = |(_, other): &(usize, &Segment)| (other.base - segment.base).abs() <= reach;
    let below = segments.iter().enumerate().skip(at + 1).take_while(near);
    let above = segments.iter().enumerate().take(at).rev().take_while(near);
    below
        .chain(above)
        .filter(|(_, other)| other.left >= segment.right)
        .min_by(|(_, a), (_, b)| a.left.total_cmp(&b.left))
        .map(|(at, _)| at)
}

/// As far up and down as a strip of the least width stays free.
fn extended(segments: &[Segment], a: usize, b: usize, seed: (f32, f32), usual: f32) -> Strip {
    let (mut left, mut right) = seed;
    let (from, to) = (a.min(b), a.max(b));
    let mut fits = |segment: &Segment| {
        let least = segment.size.min(usual) * NARROWEST;
        // The middle of a segment says on which side it may lie.
        let (new_left, new_right) = if segment.left + segment.right < left + right {
            (left.max(segment.right), right)
        } else {
            (left, right.min(segment.left))
        };
        let free = new_right - new_left >= least;
        if free {
            (left, right) = (new_left, new_right);
        }
        free
    };
    let mut last = from;
    for at in from + 1..segments.len() {
        if !segments.get(at).is_some_and(&mut fits) {
            break;
        }
        last = at;
    }
    let mut first = from;
    for at in (0..from).rev() {
        if !segments.get(at).is_some_and(&mut fits) {
            break;
        }
        first = at;
    }
    Strip {
        left,
        right,
        first,
        last: last.max(to.min(last)),
    }
}

/// What lies on one side of a strip: of each line the piece nearest to the strip, as behind it there may be further columns.
#[derive(Debug, Default)]
struct Side {
    /// Heights of its lines, from top to bottom.
    lines: Vec<f32>,
    letters: Vec<usize>,
    widths: Vec<f32>,
    /// Which of them reach to the strip, and which end within a word.
    flush: Vec<bool>,
    broken: Vec<bool>,
    /// Which of them end a sentence.
    ended: Vec<bool>,
    /// Lines that do not begin as a sentence, a name or a number does.
    going_on: usize,
}

impl Side {
    fn of<'a>(segments: impl Iterator<Item = &'a Segment>, strip: &Strip) -> Self {
        let mut side = Self::default();
        let mut nearest = f32::INFINITY;
        for segment in segments {
            let follows = side
                .lines
                .last()
                .is_none_or(|last| (last - segment.base).abs() > segment.size * 0.4);
            let distance = (segment.left + segment.right - strip.left - strip.right).abs();
            if follows {
                side.lines.push(segment.base);
                let first = segment.glyphs.first().map(|placed| placed.glyph.c);
                side.going_on += usize::from(first.is_some_and(char::is_lowercase));
            } else if distance >= nearest {
                continue;
            } else {
                side.letters.pop();
                side.widths.pop();
                side.flush.pop();
                side.broken.pop();
                side.ended.pop();
            }
            nearest = distance;
            let reach = (strip.left - segment.right).max(segment.left - strip.right);
            side.flush.push(reach < segment.size * 0.5);
            let last = segment.glyphs.last().map(|placed| placed.glyph.c);
            side.broken
                .push(last.is_some_and(|last| "-‐\u{ad}".contains(last)));
            side.ended
                .push(last.is_some_and(|last| ".?!:”\"".contains(last)));
            side.letters.push(segment.letters());
            side.widths.push(segment.right - segment.left);
        }
        side
    }

    /// Whether its lines are those of running text: long, and mostly as wide as the column.
    fn is_text(&self) -> bool {
        let mut letters = self.letters.clone();
        letters.sort_unstable();
        let mut widths = self.widths.clone();
        widths.sort_unstable_by(f32::total_cmp);
        let middle = widths.len() / 2;
        let widest = widths.get(widths.len() * 9 / 10).copied();
        letters
            .get(middle)
            .is_some_and(|letters| *letters >= SHORT_LINES)
            && widths.get(middle).copied() >= widest.map(|widest| widest * 0.55)
    }

    /// Whether its lines are those of running text that goes on from line to line, which the rows of a table and the items of a list do not, and no more
    /// than `numbers` count: those of clauses count several lines each.
    fn is_counted(&self, numbers: usize) -> bool {
        let lines = self.lines.len();
        let is_running = self.is_text() && self.going_on * 4 >= lines;
        (is_running || self.is_spoken(numbers)) && lines * 4 <= numbers * 5
    }

    /// Whether its lines are those of what was asked and answered, as the record of a hearing has them: most of them whole sentences, each with its number, and
    /// one at least going on from the line above, which has a number too. Steps are counted by their sentences.
    fn is_spoken(&self, numbers: usize) -> bool {
        const FEWEST_LETTERS: usize = 12;
        let lines = self.lines.len();
        let mut letters = self.letters.clone();
        letters.sort_unstable();
        let is_long = letters
            .get(lines / 2)
            .is_some_and(|letters| *letters >= FEWEST_LETTERS);
        let ended = self.ended.iter().filter(|ended| **ended).count();
        is_long && lines <= numbers && self.going_on > 0 && ended * 3 >= lines * 2
    }

    /// Whether its lines are those of a narrow column of running text, as newspapers set it: going on from line to line, most of them as far as the strip.
    /// The lines of wrapped cells are of all widths.
    fn is_set(&self) -> bool {
        /// Fewer lines may be so by chance.
        const FEWEST: usize = 8;
        let lines = self.lines.len();
        let count = |all: &[bool]| all.iter().filter(|is_so| **is_so).count();
        lines >= FEWEST && count(&self.flush) * 5 >= lines * 3 && self.going_on * 2 >= lines
    }

    /// Whether words are broken at the ends of its lines, as only running text has it.
    fn breaks_words(&self) -> bool {
        let broken = self.broken.iter().filter(|is_so| **is_so).count();
        broken * 10 >= self.lines.len()
    }

    /// The share of its lines that stand at the height of a line of the other side.
    fn shared(&self, other: &Side, size: f32) -> f32 {
        let level = |base: &&f32| {
            other
                .lines
                .iter()
                .any(|line| (line - **base).abs() < size * 0.25)
        };
        self.lines.iter().filter(level).count() as f32 / self.lines.len().max(1) as f32
    }
}

/// How much speaks for a strip between columns; `None` where it is one of a table or of chance.
fn parts_columns(segments: &[Segment], strip: &Strip) -> Option<f32> {
    const FEWEST_LINES: usize = 3;
    /// Characters of the number of a note.
    const MARK: usize = 3;
    let inside = segments.get(strip.first..=strip.last)?;
    let is_left = |segment: &&Segment| segment.left + segment.right < strip.left + strip.right;
    let usual = typical_size(inside);
    // The raised numbers of notes are no lines of their own, unless a side is nothing but small numbers.
    let is_mark = |segment: &&Segment| segment.size < usual * 0.8 && segment.letters() <= MARK;
    let beside = |is_in: &dyn Fn(&&Segment) -> bool| {
        let all = || inside.iter().filter(|segment| is_in(segment));
        let side = Side::of(all().filter(|segment| !is_mark(segment)), strip);
        if side.lines.len() < FEWEST_LINES {
            Side::of(all(), strip)
        } else {
            side
        }
    };
    let left = beside(&is_left);
    let right = beside(&|segment| !is_left(segment));
    let fewer = left.lines.len().min(right.lines.len());
    if fewer < FEWEST_LINES {
        return None;
    }
    let size = inside.first()?.size;
    let shared = if left.lines.len() < right.lines.len() {
        left.shared(&right, size)
    } else {
        right.shared(&left, size)
    };
    let height = inside.first()?.base - inside.last()?.base;
    let columns = (left.is_text() && right.is_text())
        || (left.is_set() && right.is_set() && left.breaks_words())
        || shared < 0.6
        || counted(inside.iter().filter(is_left)).is_some_and(|lines| right.is_counted(lines))
        || counted(inside.iter().filter(|segment| !is_left(segment)))
            .is_some_and(|lines| left.is_counted(lines));
    columns.then_some(height)
}

/// Whether a part of a page is the numbers of the lines of another part, as manuscripts and records of courts have them. The numbers of a table's rows,
/// the years of a chronicle and the scale of a chart are what a page says.
pub(super) fn numbers_lines(region: &Region, regions: &[Region]) -> bool {
    let Some(lines) = counted(region.iter()) else {
        return false;
    };
    let right = region
        .iter()
        .fold(0.0, |right: f32, segment| right.max(segment.right));
    let (Some(first), Some(last)) = (region.first(), region.last()) else {
        return false;
    };
    let strip = Strip {
        left: right,
        right,
        first: 0,
        last: 0,
    };
    let beside = |segment: &&Segment| {
        let slip = segment.size * 1.3;
        segment.base < first.base + slip && segment.base > last.base - slip
    };
    regions.iter().any(|other| {
        let is_other = !std::ptr::eq(other, region);
        is_other && Side::of(other.iter().filter(beside), &strip).is_counted(lines)
    })
}

/// How many lines segments count, where they may be the numbers of the lines beside them: they count up evenly, at even distances.
fn counted<'a>(segments: impl Iterator<Item = &'a Segment>) -> Option<usize> {
    const FEWEST: usize = 8;
    /// Units of the type size by which the distances of two lines may differ.
    const SLIP: f32 = 0.3;
    let mut numbers = Vec::new();
    for segment in segments {
        let Ok(number) = segment
            .glyphs
            .iter()
            .map(|placed| placed.glyph.c)
            .collect::<String>()
            .parse::<u32>()
        else {
            return None;
        };
        numbers.push((number, segment));
    }
    let are_years = numbers.iter().all(|(number, _)| YEARS.contains(number));
    let steady = numbers
        .windows(3)
        .filter(|three| match three {
            [(a, above), (b, middle), (c, below)] => {
                let evenly = (above.base + below.base - 2.0 * middle.base).abs();
                b > a && b - a == c.wrapping_sub(*b) && evenly < middle.size * SLIP
            }
            _ => false,
        })
        .count();
    let (first, last) = (numbers.first()?.0, numbers.last()?.0);
    let counts = !are_years && numbers.len() >= FEWEST && steady * 10 >= (numbers.len() - 2) * 9;
    counts.then_some(last.saturating_sub(first) as usize + 1)
}

/// Numbers that are years rather than those of lines.
const YEARS: RangeInclusive<u32> = 1700..=2100;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::pdf::glyph::{Glyph, set};
    use crate::evidence::pdf::line::lines;
    use crate::evidence::pdf::segment::segments;

    fn read(glyphs: Vec<Glyph>) -> Vec<String> {
        regions(segments(glyphs), true)
            .into_iter()
            .flat_map(|region| lines(region, false))
            .map(|line| line.text)
            .filter(|text| !text.is_empty())
            .collect()
    }

    #[test]
    fn columns_are_read_one_after_the_other() {
        let mut glyphs = set(
            "A title over both of the columns of this page",
            100.0,
            800.0,
            14.0,
        );
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for n in 0..6_u16 {
            let base = 760.0 - f32::from(n) * 12.0;
            left.push(format!("left column, line {n}, of some length"));
            right.push(format!("right column, line {n}, of some length"));
            glyphs.extend(set(left.last().unwrap(), 50.0, base, 10.0));
            // The columns do not share their lines.
            glyphs.extend(set(right.last().unwrap(), 260.0, base - 3.0, 10.0));
        }
        let mut expected = vec!["A title over both of the columns of this page".to_owned()];
        expected.extend(left);
        expected.extend(right);
        assert_eq!(read(glyphs), expected);
    }

    #[test]
    fn the_raised_numbers_of_notes_take_no_columns_apart() {
        let mut glyphs = Vec::new();
        for n in 0..10_u8 {
            let base = 700.0 - f32::from(n) * 12.0;
            for (at, left) in [(0, 50.0), (1, 250.0)] {
                let letter = char::from(b'a' + n);
                let text = format!("in it goes on {at}{letter}o of the quay");
                glyphs.extend(set(&text, left, base, 10.0));
                // Two in each line of the left column.
                if at == 0 {
                    glyphs.extend(set("1", left + 20.0, base + 5.0, 6.0));
                    glyphs.extend(set("2", left + 60.0, base + 5.0, 6.0));
                }
            }
        }
        let read = read(glyphs).concat();
        let left = read.find("0jo").unwrap();
        let right = read.find("1ao").unwrap();
        assert!(left < right, "{read}");
    }

    #[test]
    fn narrow_columns_of_a_newspaper_are_read_one_after_the_other() {
        let mut glyphs = Vec::new();
        let mut columns = vec![Vec::new(); 3];
        for n in 0..12_u8 {
            let base = 700.0 - f32::from(n) * 12.0;
            for (at, left) in [(0, 50.0), (1, 165.0), (2, 280.0)] {
                let letter = char::from(b'a' + n);
                let start = if n % 6 == 0 { "So it" } else { "in it" };
                let end = if n % 4 == 1 { "o-" } else { "of" };
                let text = format!("{start} goes on {at}{letter}o {end}");
                glyphs.extend(set(&text, left, base, 10.0));
                columns[at].push(text);
            }
        }
        assert_eq!(read(glyphs), columns.concat());
    }

    #[test]
    fn cells_that_go_on_in_further_lines_are_no_columns_of_text() {
        let mut glyphs = Vec::new();
        for (n, cells) in (0_u16..).zip([
            ["quay of stone", "has two cranes, and"],
            ["and of timber", "they are old"],
            ["basin, deep", "holds ten ships"],
            ["mole in the west", "keeps off the waves"],
            ["and its light", "of autumn"],
            ["lock", "opens at high water"],
            ["dry dock, old", "has a gate of steel"],
            ["slip", "is seldom used now"],
            ["sheds", "hold grain and coal"],
        ]) {
            let base = 700.0 - f32::from(n) * 12.0;
            glyphs.extend(set(cells[0], 50.0, base, 10.0));
            glyphs.extend(set(cells[1], 157.0, base, 10.0));
        }
        let read = read(glyphs);
        assert!(
            read[0].contains("quay of stone") && read[0].contains("has two cranes"),
            "{read:?}"
        );
    }

    #[test]
    fn a_heading_in_larger_type_does_not_join_two_columns() {
        let mut glyphs = Vec::new();
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for n in 0..8_u16 {
            let base = 760.0 - f32::from(n) * 12.0;
            left.push(format!("left column, line {n}, of some length"));
            glyphs.extend(set(left.last().unwrap(), 50.0, base, 10.0));
            let (text, size) = if n == 4 {
                ("A heading".to_owned(), 16.0)
            } else {
                (format!("right column, line {n}, of some length"), 10.0)
            };
            glyphs.extend(set(&text, 234.0, base - 3.0, size));
            right.push(text);
        }
        assert_eq!(read(glyphs), [left, right].concat());
    }

    #[test]
    fn a_table_beside_two_columns_takes_neither_apart() {
        let mut glyphs = Vec::new();
        let (mut left, mut right, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        for n in 0..8_u16 {
            let base = 760.0 - f32::from(n) * 12.0;
            left.push(format!("left column, line {n}, of some length"));
            right.push(format!("right column, line {n}, of some length"));
            glyphs.extend(set(left.last().unwrap(), 50.0, base, 10.0));
            glyphs.extend(set(right.last().unwrap(), 260.0, base, 10.0));
            if n % 2 == 0 {
                glyphs.extend(set("Buses", 500.0, base - 5.0, 10.0));
                glyphs.extend(set(&format!("{n}.5"), 600.0, base - 5.0, 10.0));
                rows.push(format!("Buses    {n}.5"));
            }
        }
        let expected: Vec<String> = [left, right, rows].concat();
        assert_eq!(read(glyphs), expected);
    }

    #[test]
    fn a_table_is_read_along_its_rows() {
        let mut glyphs = Vec::new();
        for (n, cells) in (0_u16..).zip([
            ["Item", "Cost"],
            ["Buses", "24.8"],
            ["Grid", "4.9"],
            ["Works", "1.2"],
        ]) {
            let base = 700.0 - f32::from(n) * 12.0;
            glyphs.extend(set(cells[0], 50.0, base, 10.0));
            glyphs.extend(set(cells[1], 150.0, base, 10.0));
        }
        assert_eq!(
            read(glyphs),
            [
                "Item    Cost",
                "Buses    24.8",
                "Grid    4.9",
                "Works    1.2"
            ]
        );
    }

    #[test]
    fn the_numbers_of_lines_are_known_from_those_of_a_table() {
        let numbers = |numbers: &[&str]| {
            let glyphs = (0_u16..)
                .zip(numbers)
                .flat_map(|(n, text)| set(text, 20.0, 700.0 - f32::from(n) * 12.0, 8.0))
                .collect();
            counted(segments(glyphs).iter()).is_some()
        };
        assert!(numbers(&["1", "2", "3", "4", "5", "6", "7", "8", "9"]));
        assert!(numbers(&["5", "10", "15", "20", "25", "30", "35", "40"]));
        assert!(!numbers(&[
            "2001", "2002", "2003", "2004", "2005", "2006", "2007", "2008", "2009"
        ]));
        assert!(!numbers(&["12", "3", "40", "7", "8", "1", "99", "5"]));
        assert!(!numbers(&["1", "2", "3"]));
    }
}
