//! Words: where each word of a text stands.
//!
//! Every text is looked through for its words again and again, so that its bytes are told apart many at a time.

use std::ops::Range;

use crate::ascii::{self, BLOCK};

/// The spans of the words of a text: runs of letters and digits, with apostrophes inside words and points inside numbers. Hyphens divide.
pub fn words(text: &str) -> Words<'_> {
    let mut words = Words {
        text,
        block: 0,
        letters: 0,
        left: 0,
    };
    words.look(0);
    words
}

/// See [`words`].
#[derive(Debug, Clone)]
pub struct Words<'t> {
    text: &'t str,
    /// Where the bytes begin that are looked at, [`BLOCK`] of them.
    block: usize,
    /// A bit for each of them that is a letter or digit of ASCII.
    letters: u64,
    /// The same for these and for parts of signs that have to be decoded, as far as they are still to be taken.
    left: u64,
}

impl Words<'_> {
    fn look(&mut self, at: usize) {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        let mut padded = [b' '; BLOCK];
        let block = rest.first_chunk().unwrap_or_else(|| {
            if let Some(start) = padded.get_mut(..rest.len()) {
                start.copy_from_slice(rest);
            }
            &padded
        });
        self.block = at;
        self.letters = ascii::mask(block, ascii::is_letter_or_digit);
        self.left = self.letters;
        if !block.is_ascii() {
            self.left |= ascii::mask(block, |byte| byte >= 0x80);
        }
    }

    /// Goes on at a place behind what is taken.
    #[inline]
    fn go_on(&mut self, at: usize) {
        let bit = at - self.block;
        if bit < BLOCK {
            self.left &= u64::MAX << bit;
        } else {
            self.look(at);
        }
    }

    /// Whether a word may go on behind a place where its letters of ASCII end.
    #[inline]
    fn may_join(&self, end: usize) -> bool {
        let bytes = self.text.as_bytes();
        match bytes.get(end) {
            None => false,
            Some(b'.' | b',') => bytes.get(end + 1).is_some_and(u8::is_ascii_digit),
            Some(next) => *next == b'\'' || *next >= 0x80,
        }
    }

    /// Where a word ends of which the letters up to a place are known.
    fn end(&self, start: usize, mut end: usize) -> usize {
        let bytes = self.text.as_bytes();
        let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        loop {
            let rest = bytes.get(end..).unwrap_or_default();
            end += rest
                .iter()
                .take_while(|byte| ascii::is_letter_or_digit(**byte))
                .count();
            let mut letters = self.text.get(end..).unwrap_or_default().chars();
            let Some(letter) = letters.next() else {
                return end;
            };
            let ideograph = is_ideograph(letter);
            if ideograph && end > start {
                return end;
            }
            let joins = match letter {
                '\'' | '’' => letters.next().is_some_and(char::is_alphabetic),
                '.' | ',' => is_digit(end + 1) && is_digit(end.wrapping_sub(1)),
                _ => is_of_word(letter),
            };
            if !joins {
                return end;
            }
            end += letter.len_utf8();
            if ideograph {
                return end;
            }
        }
    }
}

impl Iterator for Words<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            if self.left == 0 {
                if self.block + BLOCK >= self.text.len() {
                    return None;
                }
                self.look(self.block + BLOCK);
                continue;
            }
            let bit = self.left.trailing_zeros() as usize;
            let start = self.block + bit;
            let letters = (!(self.letters >> bit)).trailing_zeros() as usize;
            if bit > 0 && letters > 0 && bit + letters >= BLOCK {
                // It may go on behind the block, and most words are shorter than one.
                self.look(start);
                continue;
            }
            let end = start + letters;
            // What ends most words is a space or a mark that joins nothing.
            if letters > 0 && bit + letters < BLOCK && !self.may_join(end) {
                self.left &= u64::MAX << (bit + letters);
                return Some(start..end);
            }
            if letters == 0 {
                let sign = self.text.get(start..)?.chars().next()?;
                if !is_of_word(sign) {
                    self.go_on(start + sign.len_utf8());
                    continue;
                }
            }
            let end = self.end(start, end);
            self.go_on(end);
            return Some(start..end);
        }
    }
}

/// Whether a sign is a letter or a digit. Dashes and quotation marks are asked about most, and looked up slowest.
fn is_of_word(sign: char) -> bool {
    !matches!(sign, '\u{2000}'..='\u{206f}') && sign.is_alphanumeric()
}

fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<_> = words(text).map(|span| &text[span]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn no_punctuation_is_part_of_a_word() {
        let marks = '\u{2000}'..='\u{206f}';
        assert!(marks.clone().count() > 100);
        for mark in marks {
            assert!(!mark.is_alphanumeric(), "{mark:?}");
        }
    }

    #[test]
    fn words_keep_numbers_and_apostrophes_whole() {
        check(
            "Don't pay 1,234.50 for CO2-free 电价 'now'.",
            &[
                "Don't", "pay", "1,234.50", "for", "CO2", "free", "电", "价", "now",
            ],
        );
        check(
            "L’été’ costs 3.2.1, “Été’s” 12.x €5,0 …a.b 第3章",
            &[
                "L’été",
                "costs",
                "3.2.1",
                "Été’s",
                "12",
                "x",
                "5,0",
                "a",
                "b",
                "第",
                "3",
                "章",
            ],
        );
    }

    proptest! {
        #[test]
        fn a_word_is_the_same_wherever_it_stands(text in "[a-cA-C1-3 .,'’é第…-]{0,150}", before in 0..70_usize) {
            let here: Vec<Range<usize>> = words(&text).map(|span| span.start + before..span.end + before).collect();
            let moved = " ".repeat(before) + &text;
            prop_assert_eq!(words(&moved).collect::<Vec<_>>(), here);
        }
    }
}
