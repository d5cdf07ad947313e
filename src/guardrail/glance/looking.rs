//! Going over a text, many bytes at a time: which words and marks it has.
//!
//! Most words are plain ASCII and are looked up as they are. The others are dressed: letters beyond ASCII, figures among letters, apostrophes. They are few,
//! and are told apart as in [`super::super::tokens`].

#![allow(
    clippy::needless_bitwise_bool,
    reason = "without branches, many bytes are looked at at once"
)]

use super::super::tokens::{mixed_words, plain, tokens};
use super::Glance;
use super::lexicon::{KEY, KEYS, Lexicon, key_of};
use crate::ascii::{self, BLOCK, Run};

/// A glance while it goes over its text.
pub(super) struct Looking<'a> {
    pub(super) lexicon: &'static Lexicon,
    pub(super) text: &'a str,
    /// Whether phrases of page furniture are looked for.
    pub(super) hears: bool,
    pub(super) after_space: bool,
    pub(super) glance: Glance,
}

impl ascii::Walker for Looking<'_> {
    #[inline]
    fn is_usual(byte: u8) -> bool {
        (byte | 0x20).wrapping_sub(b'a') < 26
    }

    /// Digits, parts of letters that are no ASCII, the apostrophe, and the backslash, which Markdown escapes with.
    #[inline]
    fn is_odd(byte: u8) -> bool {
        (byte.wrapping_sub(b'0') < 10) | (byte == b'\'') | (byte == b'\\') | (byte >= 0x80)
    }

    #[inline]
    fn run(&mut self, run: Run) {
        let bytes = self.text.as_bytes();
        let end = run.at + run.len;
        if run.is_odd && is_dressed(bytes.get(run.at..end).unwrap_or_default()) {
            return self.dressed(run);
        }
        let glance = &mut self.glance;
        glance.flags |= Glance::PLAIN;
        let first = ascii::eight(bytes, run.at);
        let key = first as u32 & KEYS[run.len.min(KEY)];
        if run.len == 1 && key > u32::from(b'9') {
            glance.letter();
        } else {
            glance.no_letter();
        }
        if self.hears && self.lexicon.may_be_phrase(first) {
            glance
                .said
                .hear(bytes.get(run.at..).unwrap_or_default(), first);
        }
        if !self.lexicon.may_be_known(key, run.len) {
            return;
        }
        let next = bytes.get(end).copied().unwrap_or(b' ');
        if run.len <= Lexicon::SHORT
            && let Some(short) = self.lexicon.short(first, run.len)
        {
            glance.seen.join(short.elements);
            glance.flags |= short.flags;
            glance.see(short.speaker, next == b':');
        } else if let Some(from) = self.lexicon.find(key) {
            let word = self.text.get(run.at..end).unwrap_or_default();
            glance.known(self.lexicon, from, key, word, next);
        }
    }

    #[inline]
    fn block(&mut self, at: usize, bytes: &[u8; BLOCK], count: usize) {
        let counted = ascii::below(count);
        let spaces = ascii::mask(bytes, ascii::is_space);
        let begun = !spaces & (spaces << 1 | u64::from(self.after_space)) & counted;
        self.glance.words += begun.count_ones() as usize;
        if let Some(last) = count.checked_sub(1) {
            self.after_space = spaces >> last & 1 == 1;
        }
        let mut marks = counted
            & ascii::mask(bytes, |byte| {
                (byte == b'<')
                    | (byte == b'[')
                    | (byte == b'#')
                    | (byte == b'-')
                    | (byte == b'"')
                    | (byte == b'\n')
                    | (byte == b'|')
                    | (byte == b'>')
            });
        while marks != 0 {
            let at = at + marks.trailing_zeros() as usize;
            self.glance.mark(self.text.as_bytes(), at);
            marks &= marks - 1;
        }
    }
}

impl Looking<'_> {
    /// No more than two words of letters with apostrophes, quotation marks, dashes or signs beside or between them, as most that are dressed; `false` where it
    /// is more.
    fn has_only_marks(&mut self, run: Run) -> bool {
        /// Bytes of two words that were one.
        const MOST: usize = 24;
        let end = run.at + run.len;
        let bytes = self.text.as_bytes().get(run.at..end).unwrap_or_default();
        let mut words: [&[u8]; 2] = [&[]; 2];
        let mut count = 0;
        let mut at = 0;
        let (mut quotes, mut bars) = (false, 0);
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic());
            let letters = letters.count();
            at += if letters == 0 {
                let Some(mark) = mark_len(rest) else {
                    return false;
                };
                let mark_bytes = rest.get(..mark).unwrap_or_default();
                quotes |= mark_bytes == "“".as_bytes();
                bars += usize::from(BARS.contains(&mark_bytes));
                mark
            } else {
                let (Some(word), Some(found)) = (words.get_mut(count), rest.get(..letters)) else {
                    return false;
                };
                *word = found;
                count += 1;
                letters
            };
        }
        let [first, second] = words;
        let mut both = [0; MOST];
        let Some(joined) = both.get_mut(..first.len() + second.len()) else {
            return false;
        };
        for (to, from) in joined.iter_mut().zip(first.iter().chain(second)) {
            *to = *from;
        }
        let glance = &mut self.glance;
        glance.flags |= Glance::DRESSED;
        glance.see(Glance::QUOTATION, quotes);
        glance.bars += bars;
        if self.hears {
            glance.said.hear_within(self.text.as_bytes(), run.at..end);
        }
        let next = self.text.as_bytes().get(end).copied().unwrap_or(b' ');
        for word in [first, second, joined] {
            let key = key_of(word);
            if let Some(from) = self.lexicon.find(key)
                && let Ok(word) = std::str::from_utf8(word)
            {
                glance.known(self.lexicon, from, key, word, next);
            }
        }
        for word in words.iter().take(count) {
            if word.len() == 1 {
                glance.letter();
            } else {
                glance.no_letter();
            }
        }
        true
    }

    /// One word of Latin letters, some of them with accents, as other languages have many; `false` where it is something else.
    fn is_latin_word(&mut self, run: Run) -> bool {
        /// Bytes of a word.
        const MOST: usize = 40;
        let end = run.at + run.len;
        let mut rest = self.text.as_bytes().get(run.at..end).unwrap_or_default();
        let mut letters = [0; MOST];
        let Some(lower) = letters.get_mut(..rest.len()) else {
            return false;
        };
        lower.copy_from_slice(rest);
        lower.make_ascii_lowercase();
        while let [first, after @ ..] = rest {
            rest = match (first, after) {
                (b'A'..=b'Z' | b'a'..=b'z', _) => after,
                // From À to ÿ without the signs between them; capitals come 32 before their small letters.
                (0xC3, [second, behind @ ..]) if !matches!(second, 0x97 | 0xB7) => {
                    let at = lower.len() - behind.len() - 1;
                    if let Some(letter) = lower.get_mut(at).filter(|_| *second < 0x9F) {
                        *letter += 0x20;
                    }
                    behind
                }
                _ => return false,
            };
        }
        let Ok(word) = std::str::from_utf8(lower) else {
            return false;
        };
        let glance = &mut self.glance;
        glance.flags |= Glance::DRESSED;
        if word.chars().nth(1).is_none() {
            glance.letter();
        } else {
            glance.no_letter();
        }
        let bytes = self.text.as_bytes();
        if self.hears {
            glance.said.hear_within(bytes, run.at..end);
        }
        let key = key_of(word.as_bytes());
        if let Some(from) = self.lexicon.find(key) {
            let next = bytes.get(end).copied().unwrap_or(b' ');
            glance.known(self.lexicon, from, key, word, next);
        }
        true
    }

    /// A word with letters that are no ASCII, digits among its letters, or an apostrophe; or several such words.
    #[cold]
    fn dressed(&mut self, run: Run) {
        if self.has_only_marks(run) || self.is_latin_word(run) {
            return;
        }
        let (lexicon, text, glance) = (self.lexicon, self.text, &mut self.glance);
        let end = run.at + run.len;
        let words = text.get(run.at..end).unwrap_or_default();
        let next = text.as_bytes().get(end).copied().unwrap_or(b' ');
        glance.flags |= Glance::DRESSED;
        glance.see(
            Glance::UNSPACED,
            words.bytes().any(|byte| matches!(byte, 0xE0 | 0xE3..=0xED)),
        );
        if !words.is_ascii() {
            glance.mixed += mixed_words(words);
            for c in words.chars().filter(|c| !c.is_ascii()) {
                glance.see(Glance::QUOTATION, matches!(c, '“' | '„'));
                glance.see(Glance::WIDE_SPACE, c.is_whitespace());
                let mut bytes = [0; 4];
                let mark = c.encode_utf8(&mut bytes).as_bytes();
                glance.bars += usize::from(BARS.contains(&mark));
            }
        }
        if self.hears {
            glance.said.hear_within(text.as_bytes(), run.at..end);
        }
        if words.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            // One word, of several letters with digits between them.
            glance.no_letter();
            let word = plain(words);
            let key = key_of(word.as_bytes());
            if let Some(from) = lexicon.find(key) {
                glance.known(lexicon, from, key, &word, next);
            }
            return;
        }
        // An apostrophe joins, or it closes a quotation that was opened before.
        let parts = words.split('’').filter(|part| part.len() < words.len());
        let before = (glance.letters, glance.has_other_words);
        for (at, part) in std::iter::once(words).chain(parts).enumerate() {
            if at == 1 {
                // Read in parts, it may go on with letters that stood alone.
                (glance.letters, glance.has_other_words) = before;
            }
            for token in tokens(part) {
                let word = &*token.text;
                let mut letters = word.chars();
                match (letters.next(), letters.next()) {
                    (Some('.' | ','), None) => {}
                    (Some(letter), None) if letter.is_alphabetic() => glance.letter(),
                    _ => glance.no_letter(),
                }
                let key = key_of(word.as_bytes());
                if let Some(from) = lexicon.find(key) {
                    glance.known(lexicon, from, key, word, next);
                }
            }
        }
    }
}

/// Marks beyond ASCII that part the entries of a menu.
const BARS: [&[u8]; 4] = [
    "•".as_bytes(),
    "·".as_bytes(),
    "»".as_bytes(),
    "›".as_bytes(),
];

/// Bytes of the mark or sign that a text begins with, if that is one of those that are often met: no letter, no figure, no white space.
fn mark_len(text: &[u8]) -> Option<usize> {
    Some(match text {
        [b'\'', ..] => 1,
        // Signs of Latin-1, without those that are figures, stand for letters or hide: `§`, `·`, `©`.
        [
            0xC2,
            0xA1..=0xA9 | 0xAB | 0xAC | 0xAE..=0xB1 | 0xB4 | 0xB6..=0xB8 | 0xBB | 0xBF,
            ..,
        ] => 2,
        // Dashes, quotation marks, bullets and the ellipsis; arrows, mathematical signs, frames and pictograms: `→`, `≥`, `│`, `✅`.
        [
            0xE2,
            0x80,
            0x93 | 0x94 | 0x98 | 0x99 | 0x9C | 0x9D | 0xA2 | 0xA6 | 0xBA,
            ..,
        ]
        | [0xE2, 0x86, 0x90..=0xBF, ..]
        | [0xE2, 0x87..=0x8F | 0x94..=0x9C, _, ..] => 3,
        [0xF0, 0x9F, 0x8C..=0x9E, _, ..] => 4,
        _ => return None,
    })
}

/// Whether a run is more than a word of ASCII as it is: digits between letters may stand for letters.
fn is_dressed(run: &[u8]) -> bool {
    let is_letter = |byte: &u8| !byte.is_ascii_digit();
    let first = run.iter().position(is_letter).unwrap_or_default();
    let last = run.iter().rposition(is_letter).unwrap_or_default();
    let between = run.get(first..last).unwrap_or_default();
    between.iter().any(u8::is_ascii_digit) || !run.iter().all(u8::is_ascii_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_no_letters_figures_or_white_space() {
        let mut marks = 0;
        for c in (0..=0x1_FFFF).filter_map(char::from_u32) {
            let mut bytes = [0; 4];
            let text = c.encode_utf8(&mut bytes).as_bytes();
            if let Some(length) = mark_len(text) {
                assert_eq!(length, text.len(), "{c}");
                assert!(!c.is_alphanumeric() && !c.is_whitespace(), "{c}");
                assert!(!crate::clean::is_hostile(c), "{c}");
                marks += 1;
            }
        }
        assert!(marks > 1_000);
    }
}
