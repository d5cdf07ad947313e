//! The characters of a page, each in the frame in which it is read.
//!
//! Text may run in any direction on a page: a table laid sideways, a stamp on the margin, a whole page drawn turned and turned back by the viewer. Every
//! direction gets a frame of its own, in which text runs to the right and lines follow downwards; what comes after this knows no rotation.

use std::collections::{BTreeMap, HashMap};

use pdf_oxide::layout::TextChar;

use super::upright::runs_down;
use crate::semantic;

/// The direction of text that runs down the page, with its next line to the left.
const DOWN: i32 = 270;

/// One character: `left` to `right` on its line, `base` the height of the line, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Glyph {
    pub(super) c: char,
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) base: f32,
    pub(super) size: f32,
    pub(super) bold: bool,
    /// Whether it is set in type of one width, as programs are.
    pub(super) typed: bool,
    /// The number of the marked piece of the page that it stands in.
    pub(super) piece: Option<u32>,
}

/// The characters of a page by direction, the direction with most of them first.
pub(super) fn frames(chars: &[TextChar]) -> Vec<Vec<Glyph>> {
    let mut directions: BTreeMap<i32, Vec<&TextChar>> = BTreeMap::new();
    for char in chars.iter().filter(|char| is_text(char)) {
        directions.entry(degrees(char)).or_default().push(char);
    }
    if let Some(upright) = directions.remove(&0) {
        let down = runs_down(&upright);
        for (char, runs_down) in upright.into_iter().zip(down) {
            let degrees = if runs_down { DOWN } else { 0 };
            directions.entry(degrees).or_default().push(char);
        }
    }
    let mut frames: BTreeMap<i32, Vec<Glyph>> = BTreeMap::new();
    for (degrees, chars) in directions {
        let seen_at = |degrees| chars.iter().map(|char| in_frame(char, degrees)).collect();
        let mut glyphs: Vec<Glyph> = seen_at(degrees);
        let mut degrees = degrees;
        // On a page that is drawn mirrored, the parser takes upwards for downwards.
        if runs_across(degrees) && runs_backwards(&mut glyphs) {
            degrees = (degrees + 180) % 360;
            glyphs = seen_at(degrees);
        }
        frames.entry(degrees).or_default().extend(glyphs);
    }
    for (degrees, glyphs) in &mut frames {
        if runs_across(*degrees) {
            guess_widths(glyphs);
        }
    }
    let mut frames: Vec<Vec<Glyph>> = frames.into_values().collect();
    frames.sort_by_key(|glyphs| std::cmp::Reverse(glyphs.len()));
    frames
}

/// Whether the words of a frame begin where words end: with a mark, or a small letter before a capital one.
fn runs_backwards(glyphs: &mut [Glyph]) -> bool {
    const MARKS: &[char] = &['.', ',', ':', ';', '!', '?', ')', ']'];
    sort_by_lines(glyphs);
    let mut text = String::new();
    let mut before: Option<&Glyph> = None;
    for glyph in glyphs.iter() {
        if before.is_some_and(|before| (before.base - glyph.base).abs() > glyph.size * 0.1) {
            text.push(' ');
        }
        text.push(glyph.c);
        before = Some(glyph);
    }
    let (mut forwards, mut backwards) = (0, 0);
    for word in text.split_whitespace() {
        let (Some(first), Some(last)) = (word.chars().next(), word.chars().next_back()) else {
            continue;
        };
        let begins = |first: char, last: char| {
            first.is_uppercase() && last.is_lowercase()
                || first.is_alphanumeric() && MARKS.contains(&last)
                || matches!(first, '(' | '[') && last.is_alphanumeric()
        };
        forwards += usize::from(begins(first, last));
        backwards += usize::from(begins(last, first));
        let reversed: String = word.chars().rev().collect();
        forwards += usize::from(word.len() > 2 && semantic::is_word(word));
        backwards += usize::from(word.len() > 2 && semantic::is_word(&reversed));
    }
    backwards > forwards
}

/// The direction of a character; type of a negative size is drawn upside down.
fn degrees(char: &TextChar) -> i32 {
    let turned = if char.font_size < 0.0 { 180 } else { 0 };
    (char.rotation_degrees.round() as i32 + turned).rem_euclid(360)
}

/// Whether text runs so steeply that the parser, which tells widths along the page, tells nothing of them.
fn runs_across(degrees: i32) -> bool {
    (degrees as f32).to_radians().cos().abs() < 0.2
}

fn sort_by_lines(glyphs: &mut [Glyph]) {
    glyphs.sort_by(|a, b| {
        let line = |glyph: &Glyph| (glyph.base * 4.0).round();
        line(b).total_cmp(&line(a)).then(a.left.total_cmp(&b.left))
    });
}

/// Takes as the width of a character the shortest way to what follows it anywhere in the frame.
fn guess_widths(glyphs: &mut [Glyph]) {
    /// The width of a character that nothing follows, and the greatest one believed, in units of its size.
    const USUAL: f32 = 0.5;
    const GREATEST: f32 = 1.1;
    sort_by_lines(glyphs);
    let mut widths: HashMap<(char, u32), f32> = HashMap::new();
    for pair in glyphs.windows(2) {
        let [glyph, next] = pair else { continue };
        let width = (next.left - glyph.left) / glyph.size;
        let follows = (next.base - glyph.base).abs() < glyph.size * 0.1;
        if follows && (0.05..GREATEST).contains(&width) {
            widths
                .entry((glyph.c, glyph.size.to_bits()))
                .and_modify(|least| *least = least.min(width))
                .or_insert(width);
        }
    }
    for glyph in glyphs {
        let width = widths.get(&(glyph.c, glyph.size.to_bits()));
        glyph.right = glyph.left + glyph.size * width.copied().unwrap_or(USUAL);
    }
}

/// Type smaller than a twentieth of a point is not there to be read, and a parser misled by a damaged file may place text anywhere.
fn is_text(char: &TextChar) -> bool {
    const FARTHEST: f32 = 1.0e6;
    !shown(char.char).is_control()
        && [char.origin_x, char.origin_y, char.advance_width]
            .iter()
            .all(|at| at.abs() < FARTHEST)
        && char.font_size.abs() > 0.05
        && char.font_size.abs() < FARTHEST
}

/// Codes that the usual encoding has no character for show a bullet.
fn shown(c: char) -> char {
    match c {
        '\u{7F}' | '\u{81}' | '\u{8D}' | '\u{8F}' | '\u{90}' | '\u{9D}' => '•',
        _ => c,
    }
}

fn in_frame(char: &TextChar, degrees: i32) -> Glyph {
    let (x, y) = (char.origin_x, char.origin_y);
    let (left, base) = match degrees {
        0 => (x, y),
        90 => (y, -x),
        180 => (-x, -y),
        270 => (-y, x),
        _ => {
            let (sin, cos) = (degrees as f32).to_radians().sin_cos();
            (x * cos + y * sin, y * cos - x * sin)
        }
    };
    // What the parser tells is how far the character reaches along the page.
    let along = (degrees as f32).to_radians().cos().abs();
    let advance = char.advance_width.abs() / along.max(0.2);
    // Backwards only where the type is mirrored without being turned.
    let mirrored = char.advance_width < 0.0 && char.font_size > 0.0;
    let end = if mirrored {
        left - advance
    } else {
        left + advance
    };
    Glyph {
        c: shown(char.char),
        left: left.min(end),
        right: left.max(end),
        base,
        size: char.font_size.abs(),
        bold: char.font_weight.is_bold(),
        typed: char.is_monospace || is_typewriter(&char.font_name),
        piece: char.mcid,
    }
}

/// Whether a font is of one width by its name, which not every file says otherwise.
fn is_typewriter(font: &str) -> bool {
    ["Courier", "Mono", "Consolas", "Menlo"]
        .iter()
        .any(|name| font.contains(name))
}

/// A line of text as it might be printed: letters of equal width, half as wide as they are high.
#[cfg(test)]
pub(super) fn set(text: &str, left: f32, base: f32, size: f32) -> Vec<Glyph> {
    text.chars()
        .zip(0_u16..)
        .map(|(c, at)| {
            let left = left + f32::from(at) * size * 0.5;
            Glyph {
                c,
                left,
                right: left + size * 0.5,
                base,
                size,
                bold: false,
                typed: false,
                piece: None,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn char(c: char, x: f32, y: f32, rotation_degrees: f32) -> TextChar {
        TextChar {
            char: c,
            origin_x: x,
            origin_y: y,
            rotation_degrees,
            advance_width: 5.0,
            font_size: 10.0,
            ..TextChar::default()
        }
    }

    #[test]
    fn upright_characters_that_run_down_the_page_are_read_in_columns_from_the_right() {
        let columns = ["東京都は新しい路", "面電車の計画を出"];
        let chars: Vec<TextChar> = columns
            .iter()
            .zip([100.0, 80.0])
            .flat_map(|(column, x)| {
                let rows = column.chars().zip(0_u16..);
                rows.map(move |(c, at)| char(c, x, 500.0 - f32::from(at) * 10.0, 0.0))
            })
            .collect();
        let mut read = frames(&chars).remove(0);
        sort_by_lines(&mut read);
        let text: String = read.iter().map(|glyph| glyph.c).collect();
        assert_eq!(text, columns.concat());
    }

    #[test]
    fn text_that_runs_up_the_page_is_read_like_any_other() {
        let chars = [
            char('a', 100.0, 50.0, 90.0),
            char('b', 100.0, 55.0, 90.0),
            char('c', 112.0, 50.0, 90.0),
            char('x', 1.0, 1.0, 0.0),
        ];
        let frames = frames(&chars);
        let turned = frames.first().unwrap();
        assert_eq!(frames.len(), 2);
        let at = |at: usize| {
            turned
                .get(at)
                .map(|glyph| (glyph.left, glyph.base))
                .unwrap()
        };
        assert_eq!(at(0), (50.0, -100.0));
        assert_eq!(at(1), (55.0, -100.0));
        // The next line lies to the right on the page, so below in the frame.
        assert_eq!(at(2), (50.0, -112.0));
    }

    #[test]
    fn turned_text_keeps_its_words_whole() {
        // The parser tells no width for text that runs up the page.
        let chars: Vec<TextChar> = "no no on"
            .chars()
            .zip(0_u16..)
            .map(|(c, at)| TextChar {
                advance_width: 0.0,
                ..char(c, 100.0, 50.0 + f32::from(at) * 6.0, 90.0)
            })
            .collect();
        let frames = frames(&chars);
        let widths: Vec<f32> = frames
            .first()
            .unwrap()
            .iter()
            .map(|glyph| glyph.right - glyph.left)
            .collect();
        assert!(
            widths[..7].iter().all(|width| (width - 6.0).abs() < 0.01),
            "{widths:?}"
        );
    }

    #[test]
    fn turned_text_of_a_mirrored_page_is_not_read_backwards() {
        let text = "Rotated axis label, in kWh.";
        let chars: Vec<TextChar> = text
            .chars()
            .zip(0_u16..)
            .map(|(c, at)| char(c, 100.0, 50.0 + f32::from(at) * 6.0, 270.0))
            .collect();
        let mut read = frames(&chars).remove(0);
        sort_by_lines(&mut read);
        assert_eq!(read.iter().map(|glyph| glyph.c).collect::<String>(), text);
    }

    #[test]
    fn type_of_a_negative_size_stands_upside_down() {
        let upside_down = |c, x| TextChar {
            font_size: -10.0,
            advance_width: -5.0,
            ..char(c, x, 50.0, 0.0)
        };
        let frames = frames(&[upside_down('b', 95.0), upside_down('a', 100.0)]);
        let [b, a] = frames.first().unwrap()[..] else {
            panic!("{frames:?}")
        };
        assert!(
            a.left < b.left && (a.right - b.left).abs() < 0.01,
            "{frames:?}"
        );
    }

    #[test]
    fn what_lies_nowhere_is_left_out() {
        let chars = [
            char('a', f32::NAN, 1.0, 0.0),
            char('b', 1.0e9, 1.0, 0.0),
            char('\u{7}', 1.0, 1.0, 0.0),
        ];
        assert!(frames(&chars).is_empty());
    }

    #[test]
    fn a_code_without_a_character_shows_a_bullet() {
        let frames = frames(&[char('\u{7F}', 1.0, 1.0, 0.0)]);
        assert_eq!(frames.first().unwrap().first().unwrap().c, '•');
    }
}
