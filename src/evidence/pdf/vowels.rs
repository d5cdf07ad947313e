//! The signs of Arabic and Hebrew that stand over and under letters: vowels, and what doubles a letter or tells it from another.
//!
//! They are drawn before their letters or behind them, each at a height of its own. Here each is put where its letter begins, on its line: so a line keeps
//! them, and reads them behind their letters. The sign that keeps two letters apart has no width.

use super::bidi::is_rightward;
use super::glyph::Glyph;

/// What keeps letters apart that would be joined.
pub(super) const NON_JOINER: char = '\u{200C}';

/// Seats the signs of a page on their letters.
pub(super) fn seat(glyphs: &mut [Glyph]) {
    /// How far a sign stands above or below its letter, in units of the type size.
    const FARTHEST: f32 = 1.0;
    let letters: Vec<Glyph> = glyphs
        .iter()
        .filter(|glyph| is_rightward(glyph.c) && !is_vowel(glyph.c))
        .copied()
        .collect();
    if letters.is_empty() {
        return;
    }
    for glyph in glyphs {
        if glyph.c == NON_JOINER {
            glyph.right = glyph.left;
        }
        if !is_vowel(glyph.c) {
            continue;
        }
        // Most have no width of their own, and are drawn to the right of where they are put.
        let middle = if glyph.right - glyph.left > glyph.size * 0.1 {
            f32::midpoint(glyph.left, glyph.right)
        } else {
            glyph.left + glyph.size * 0.25
        };
        let away = |letter: &&Glyph| {
            let beside = (letter.left - middle).max(middle - letter.right).max(0.0);
            let above = (letter.base - glyph.base).abs();
            let is_near = above < letter.size * FARTHEST && beside < letter.size * 0.3;
            let off = (f32::midpoint(letter.left, letter.right) - middle).abs();
            is_near.then_some(beside * 2.0 + above * 0.2 + off * 0.1)
        };
        let nearest = letters
            .iter()
            .filter_map(|letter| Some((away(&letter)?, letter)))
            .min_by(|(a, _), (b, _)| a.total_cmp(b));
        if let Some((_, letter)) = nearest {
            glyph.base = letter.base;
            (glyph.left, glyph.right) = (letter.left, letter.left);
        }
    }
}

/// Whether a sign stands over or under a letter.
fn is_vowel(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{5C4}' | '\u{5C5}' | '\u{5C7}'
        | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{6D6}'..='\u{6DC}' | '\u{6DF}'..='\u{6E4}'
        | '\u{6E7}' | '\u{6E8}' | '\u{6EA}'..='\u{6ED}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::pdf::line::lines;
    use crate::evidence::pdf::segment::segments;

    #[test]
    fn vowels_are_read_behind_their_letters_however_high_they_are_drawn() {
        // As it is drawn, from left to right: the last letter of a word first.
        let at = |c: char, left: f32, width: f32, base: f32| Glyph {
            c,
            left,
            right: left + width,
            base,
            size: 12.0,
            bold: false,
            typed: false,
            piece: None,
        };
        let mut glyphs = vec![
            at('ن', 100.0, 6.0, 700.0),
            at('\u{64F}', 106.2, 3.0, 707.0),
            at('ع', 106.0, 6.0, 700.0),
            at('\u{64F}', 111.0, 3.0, 707.2),
            at('أ', 112.0, 4.0, 700.0),
            at(NON_JOINER, 116.0, 6.0, 700.0),
            at('م', 116.0, 6.0, 700.0),
        ];
        seat(&mut glyphs);
        let read = lines(segments(glyphs), true);
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].text, "م\u{200C}أ\u{64F}ع\u{64F}ن");
    }
}
