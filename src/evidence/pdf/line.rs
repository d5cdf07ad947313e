//! Segments to lines of text: what stands at one height is put together, with the cells of table rows kept apart.

use unicode_normalization::UnicodeNormalization;

use super::bidi;
use super::columns::tables;
use super::order::Region;
use super::segment::{Placed, Segment};

/// A gap this wide, in units of the type size, may part two cells of a table row.
const CELL_GAP: f32 = 1.2;
/// What stands between cells in the text of a row.
pub(super) const BETWEEN_CELLS: &str = "    ";

/// One line as it is printed. A line without text parts paragraphs.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Printed {
    pub(super) text: String,
    /// Of the row of a table, one for each of its columns; none for a line of text.
    pub(super) cells: Vec<String>,
    pub(super) size: f32,
    pub(super) bold: bool,
    /// Whether all of it is set in type of one width.
    pub(super) typed: bool,
    /// The marked pieces of the page in which it begins and ends.
    pub(super) pieces: [Option<u32>; 2],
    pub(super) letters: usize,
    /// Where it stands on the page, more is higher; `None` for text that does not run like most of the page.
    pub(super) height: Option<f32>,
}

impl Printed {
    pub(super) fn is_row(&self) -> bool {
        !self.cells.is_empty()
    }

    /// Leaves nothing of it but its place.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.cells.clear();
    }
}

/// Lines that what is above them does not go on in.
pub(super) fn below_a_blank(lines: Vec<Printed>) -> impl Iterator<Item = Printed> {
    std::iter::once(Printed::default()).chain(lines)
}

/// A line with its segments from left to right.
pub(super) struct Row {
    pub(super) segments: Vec<Segment>,
    pub(super) base: f32,
    pub(super) size: f32,
}

impl Row {
    fn left(&self) -> f32 {
        self.segments.first().map_or(0.0, |segment| segment.left)
    }

    fn right(&self) -> f32 {
        self.segments.last().map_or(0.0, |segment| segment.right)
    }

    /// The white between its segments, where it is wide enough to part cells.
    pub(super) fn gaps(&self) -> impl Iterator<Item = (f32, f32)> {
        self.segments
            .iter()
            .zip(self.segments.iter().skip(1))
            .map(|(a, b)| (a.right, b.left))
            .filter(|(left, right)| right - left > self.size * CELL_GAP)
    }

    pub(super) fn glyphs(&self) -> impl Iterator<Item = &Placed> {
        self.segments.iter().flat_map(|segment| &segment.glyphs)
    }
}

/// The lines of a region, on a page that runs to the left as a whole or not.
pub(super) fn lines(region: Region, page_runs_leftwards: bool) -> Vec<Printed> {
    let rows = rows(region);
    let leftwards = runs_leftwards(&rows, page_runs_leftwards);
    let leading = typical_leading(&rows);
    let mut tables = tables(&rows).into_iter().peekable();
    let mut lines = Vec::with_capacity(rows.len() + 4);
    let mut at = 0;
    while let Some(row) = rows.get(at) {
        let before = at.checked_sub(1).and_then(|at| rows.get(at));
        let table = tables.next_if(|table| table.lines.start == at);
        let follows_table = lines.last().is_some_and(Printed::is_row);
        if before.is_some_and(|before| begins_paragraph(before, row, leading))
            || (follows_table && table.is_some())
        {
            lines.push(Printed::default());
        }
        if let Some(table) = table {
            lines.extend(table.printed(&rows, leftwards));
            at = table.lines.end;
        } else {
            lines.push(printed(row, leftwards));
            at += 1;
        }
    }
    lines
}

fn rows(mut region: Region) -> Vec<Row> {
    region.sort_by(|a, b| b.base.total_cmp(&a.base));
    let mut rows: Vec<Row> = Vec::new();
    for segment in region {
        match rows.last_mut() {
            Some(row) if (row.base - segment.base).abs() < row.size.min(segment.size) * 0.4 => {
                row.size = row.size.max(segment.size);
                row.segments.push(segment);
            }
            _ => rows.push(Row {
                base: segment.base,
                size: segment.size,
                segments: vec![segment],
            }),
        }
    }
    for row in &mut rows {
        row.segments.sort_by(|a, b| a.left.total_cmp(&b.left));
    }
    rows
}

/// The distance of most lines from the one above.
fn typical_leading(rows: &[Row]) -> f32 {
    let mut distances: Vec<f32> = rows
        .windows(2)
        .filter_map(|pair| match pair {
            [above, below] => Some(above.base - below.base),
            _ => None,
        })
        .collect();
    let middle = distances.len() / 2;
    if distances.is_empty() {
        return 0.0;
    }
    *distances.select_nth_unstable_by(middle, f32::total_cmp).1
}

/// Whether there is more white above a line than between most, or its beginning is moved in.
fn begins_paragraph(before: &Row, row: &Row, leading: f32) -> bool {
    let distance = before.base - row.base;
    let apart = distance > leading * 1.3 && distance > row.size * 1.3;
    let indent = row.left() - before.left();
    let moved_in = (row.size * 0.8..row.size * 4.0).contains(&indent)
        && row.right() > before.left() + row.size * 10.0;
    apart || moved_in
}

/// Whether lines run to the left as a whole; those without letters run as what is around them.
pub(super) fn runs_leftwards(rows: &[Row], around: bool) -> bool {
    let chars = || {
        rows.iter()
            .flat_map(Row::glyphs)
            .map(|placed| placed.glyph.c)
    };
    if chars().any(char::is_alphabetic) {
        bidi::runs_leftwards(chars())
    } else {
        around
    }
}

/// A line of a text that runs to the left as a whole, or not.
pub(super) fn printed(row: &Row, leftwards: bool) -> Printed {
    let glyphs: Vec<Placed> = row.glyphs().copied().collect();
    let letters = glyphs.len();
    let bold = glyphs.iter().filter(|placed| placed.glyph.bold).count();
    Printed {
        text: text(&glyphs, leftwards),
        cells: Vec::new(),
        size: row
            .segments
            .iter()
            .map(|segment| segment.size)
            .fold(0.0, f32::max),
        bold: bold * 10 > letters * 9,
        typed: glyphs.iter().all(|placed| placed.glyph.typed),
        pieces: [glyphs.first(), glyphs.last()].map(|placed| placed?.glyph.piece),
        letters,
        height: Some(row.base),
    }
}

/// The text of glyphs from left to right, in a text that runs to the left as a whole, or not.
pub(super) fn text(glyphs: &[Placed], leftwards: bool) -> String {
    let mut line: Vec<char> = Vec::with_capacity(glyphs.len() * 5 / 4);
    let mut before: Option<&Placed> = None;
    // An accent that is drawn before its letter.
    let mut accent: Option<(char, &Placed)> = None;
    let raised_figures = raised_figures(glyphs);
    for (placed, is_figure) in glyphs.iter().zip(raised_figures) {
        let c = placed.glyph.c;
        if let Some(mark) = combining(c) {
            let composed = before
                .filter(|before| lies_over(placed, before))
                .and_then(|_| compose(*line.last()?, mark));
            match (composed, line.last_mut()) {
                (Some(composed), Some(letter)) => *letter = composed,
                _ => {
                    if let Some((alone, _)) = accent.replace((c, placed)) {
                        line.push(alone);
                    }
                }
            }
            continue;
        }
        let accented = accent.take().and_then(|(alone, drawn)| {
            let composed = combining(alone)
                .filter(|_| lies_over(drawn, placed))
                .and_then(|mark| compose(c, mark));
            if composed.is_none() {
                line.push(alone);
            }
            composed.map(|composed| (composed, drawn.begins_word))
        });
        if let Some(before) = before
            && (placed.begins_word || accented.is_some_and(|(_, begins_word)| begins_word))
        {
            let gap = placed.glyph.left - before.glyph.right;
            let ideographs = is_wide(before.glyph.c) && is_wide(c);
            if !ideographs || gap > placed.glyph.size * 0.45 {
                line.push(' ');
            }
        }
        if placed.raised && !before.is_some_and(|before| before.raised) {
            part_from_word(&mut line);
        }
        let exponent = is_figure || placed.raised && line.last().is_some_and(|c| is_number(*c));
        line.push(match accented {
            Some((composed, _)) => composed,
            None if exponent => superscript(c),
            None => c,
        });
        before = Some(placed);
    }
    line.extend(accent.map(|(alone, _)| alone));
    bidi::into_reading_order(&mut line, leftwards);
    let mut text = String::with_capacity(line.len() * 2);
    for c in line {
        match c {
            // Ligatures and the forms that letters take in Arabic words.
            '\u{2F00}'..='\u{2FD5}'
            | '\u{FB00}'..='\u{FB4F}'
            | '\u{FB50}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFC}' => text.extend(std::iter::once(c).nfkc()),
            // Bullets of the fonts that have nothing but symbols; their other characters say nothing.
            '\u{F0B7}' | '\u{F06E}' | '\u{F0A7}' | '\u{F076}' => text.push('•'),
            '\u{E000}'..='\u{F8FF}' => text.push(char::REPLACEMENT_CHARACTER),
            _ => text.push(c),
        }
    }
    text
}

/// Which glyphs stand raised among nothing but figures, as in powers and the marks of notes.
fn raised_figures(glyphs: &[Placed]) -> Vec<bool> {
    let mut figures = Vec::with_capacity(glyphs.len());
    for run in glyphs.chunk_by(|a, b| a.raised == b.raised) {
        let is_figure =
            |placed: &Placed| placed.raised && superscript(placed.glyph.c) != placed.glyph.c;
        let are_figures = run.iter().all(is_figure);
        figures.extend(run.iter().map(|_| are_figures));
    }
    figures
}

/// The mark of a note stands apart from the word it is put behind; an exponent stays with its unit or symbol.
fn part_from_word(line: &mut Vec<char>) {
    const LONGEST_UNIT: usize = 3;
    let letters = line.iter().rev().take_while(|c| c.is_alphabetic()).count();
    if letters > LONGEST_UNIT {
        line.push(' ');
    }
}

fn is_number(c: char) -> bool {
    c.is_ascii_digit() || "⁰¹²³⁴⁵⁶⁷⁸⁹⁻".contains(c)
}

/// Raised figures must not become more of the figures that they stand behind.
fn superscript(c: char) -> char {
    match c {
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        '-' | '−' | '–' => '⁻',
        _ => c,
    }
}

/// Whether an accent was drawn over a letter rather than beside it.
fn lies_over(accent: &Placed, letter: &Placed) -> bool {
    let middle = |placed: &Placed| f32::midpoint(placed.glyph.left, placed.glyph.right);
    let width = (letter.glyph.right - letter.glyph.left).max(letter.glyph.size * 0.2);
    (middle(accent) - middle(letter)).abs() < width * 0.45
}

fn compose(letter: char, mark: char) -> Option<char> {
    let letter = match letter {
        'ı' => 'i',
        'ȷ' => 'j',
        letter => letter,
    };
    unicode_normalization::char::compose(letter, mark)
}

/// The combining character for an accent.
fn combining(c: char) -> Option<char> {
    Some(match c {
        '`' | 'ˋ' => '\u{300}',
        '´' | 'ˊ' => '\u{301}',
        '^' | 'ˆ' => '\u{302}',
        '~' | '˜' => '\u{303}',
        '¯' | 'ˉ' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30A}',
        '˝' => '\u{30B}',
        'ˇ' => '\u{30C}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        '\u{300}'..='\u{36F}' => c,
        _ => return None,
    })
}

/// Characters of scripts that put no space between words.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::pdf::glyph::{Glyph, set};
    use crate::evidence::pdf::segment::segments;

    fn read(glyphs: Vec<Glyph>) -> String {
        let texts: Vec<String> = lines(segments(glyphs), false)
            .into_iter()
            .map(|line| line.text)
            .collect();
        texts.join("\n")
    }

    #[test]
    fn raised_figures_do_not_become_part_of_a_number() {
        for (word, behind, text) in [
            ("about 10", "6", "about 10⁶"),
            ("many cells", "2", "many cells ²"),
            ("60 km", "2", "60 km²"),
            ("the 3", "rd", "the 3rd"),
        ] {
            let mut glyphs = set(word, 0.0, 100.0, 10.0);
            let end = glyphs.last().unwrap().right;
            glyphs.extend(set(behind, end, 103.6, 7.0));
            assert_eq!(read(glyphs), text);
        }
    }

    #[test]
    fn raised_and_lowered_type_as_large_as_the_line_stays_in_it() {
        let mut glyphs: Vec<Glyph> = Vec::new();
        for (piece, base) in [
            ("about 10", 100.0),
            ("4", 104.9),
            (" kg of CO", 100.0),
            ("2", 95.1),
            (" in 3 m", 100.0),
            ("2", 104.9),
        ] {
            let end = glyphs.last().map_or(0.0, |glyph| glyph.right);
            glyphs.extend(set(piece, end, base, 10.0));
        }
        assert_eq!(read(glyphs), "about 10⁴ kg of CO2 in 3 m²");
    }

    #[test]
    fn lowered_and_raised_figures_of_tight_lines_stay_each_in_its_own() {
        let mut glyphs: Vec<Glyph> = Vec::new();
        let lines = [
            [
                ("CO", 112.0, 10.0),
                ("2", 107.0, 8.0),
                (" was 3.1 mg", 112.0, 10.0),
            ],
            [
                ("5 m", 100.0, 10.0),
                ("3", 105.0, 8.0),
                (" of the gas", 100.0, 10.0),
            ],
        ];
        for line in lines {
            let mut end = 0.0;
            for (piece, base, size) in line {
                glyphs.extend(set(piece, end, base, size));
                end = glyphs.last().map_or(end, |glyph| glyph.right);
            }
        }
        assert_eq!(read(glyphs), "CO2 was 3.1 mg\n5 m³ of the gas");
    }

    #[test]
    fn what_stands_half_a_line_higher_in_the_next_column_is_no_power() {
        let mut glyphs = set("Borr 2019", 0.0, 100.0, 10.0);
        glyphs.extend(set("12", 55.0, 104.9, 10.0));
        assert!(!read(glyphs).contains('¹'));
    }

    #[test]
    fn an_accent_that_was_drawn_by_itself_joins_its_letter() {
        let mut glyphs = set("fur alle", 0.0, 100.0, 10.0);
        let accent = set("¨", 5.2, 100.0, 10.0);
        glyphs.splice(1..1, accent);
        assert_eq!(read(glyphs), "für alle");
    }

    #[test]
    fn a_letter_that_is_printed_twice_to_look_bold_is_read_once() {
        let mut glyphs = set("Cost", 0.0, 100.0, 10.0);
        glyphs.extend(set("Cost", 0.3, 100.0, 10.0));
        assert_eq!(read(glyphs), "Cost");
    }

    #[test]
    fn ligatures_and_arabic_forms_become_letters() {
        assert_eq!(read(set("e\u{FB03}cient", 0.0, 100.0, 10.0)), "efficient");
        // Drawn from left to right as it stands on the page.
        assert_eq!(
            read(set("\u{FEE1}\u{FEFC}\u{FEB3}", 0.0, 100.0, 10.0)),
            "سلام"
        );
    }
}
