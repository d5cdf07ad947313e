//! Characters that a server cut in two, one part in one piece of an answer and the rest in the next.
//!
//! JSON writes what lies beyond 16 bits as a pair of escapes, and some servers part the pair. Others write the bytes of each token as they are, so that a
//! piece ends within a character of UTF-8; Python writes such bytes as escapes of U+DC80 to U+DCFF. No text can hold a part of a character: while it
//! waits for the rest, it is written as a character of the last private plane, which nobody uses. What a server has itself replaced by U+FFFD is gone, and
//! stays that character.

use std::borrow::Cow;

use crate::escapes::{self, Escape, Half};

/// Where the parts stand among the private characters.
const PLANE: u32 = 0x0010_0000;
/// Where the bytes stand among the second halves, as Python has them.
const BYTES: u16 = 0xDC00;

/// Bytes as text in which those that are no characters are kept, each as a character of its own.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.into();
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let parts = chunk.invalid().iter().map(|byte| BYTES + u16::from(*byte));
        text.extend(parts.filter_map(part));
    }
    text.into()
}

/// JSON in which the halves that have no other beside them are characters of their own.
pub(super) fn kept(json: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        kept.push_str(before);
        let whole = match escapes::escape(escape.as_bytes()) {
            Escape::Pair => 2 * escapes::LENGTH,
            Escape::Half(half) => {
                kept.extend(part(half.number()));
                rest = escape.get(escapes::LENGTH..).unwrap_or_default();
                continue;
            }
            // Behind a backslash stands one character, which may be another backslash.
            Escape::Other => 1 + escape.chars().nth(1).map_or(0, char::len_utf8),
        };
        let (escape, after) = escape.split_at(whole);
        kept.push_str(escape);
        rest = after;
    }
    if kept.is_empty() {
        return json.into();
    }
    kept.push_str(rest);
    kept.into()
}

/// A text that comes in one piece: no part in it has another to wait for.
pub(super) fn readable(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| half(c).is_none()) {
        return text.into();
    }
    let mut joiner = Joiner::default();
    let mut whole = joiner.take(text);
    whole.extend(joiner.rest());
    whole.into()
}

/// The character that stands for a part while it waits.
fn part(number: u16) -> Option<char> {
    char::from_u32(PLANE + u32::from(number))
}

/// The part that a character stands for.
fn half(c: char) -> Option<Half> {
    let number = u32::from(c).checked_sub(PLANE)?;
    Half::of(u16::try_from(number).ok()?)
}

/// Joins the parts of one text that comes in pieces.
#[derive(Debug, Default)]
pub(super) struct Joiner {
    /// The first half of a pair that waits for the second.
    first: Option<u16>,
    /// The first bytes of a character that wait for the others.
    bytes: Vec<u8>,
}

impl Joiner {
    /// A piece with whole characters only; a part at its end waits for the next piece.
    pub(super) fn take(&mut self, piece: &str) -> String {
        let mut whole = String::with_capacity(piece.len());
        for c in piece.chars() {
            let half = half(c);
            if let (Some(first), Some(Half::Second(second))) = (self.first, half) {
                self.first = None;
                let joined = char::decode_utf16([first, second]).flatten();
                whole.extend(joined);
                continue;
            }
            let byte = match half {
                Some(Half::Second(number)) => u8::try_from(number - BYTES).ok(),
                _ => None,
            };
            if let Some(byte) = byte {
                self.bytes.push(byte);
                self.let_go(&mut whole);
                continue;
            }
            whole.extend(self.rest());
            match half {
                Some(Half::First(first)) => self.first = Some(first),
                Some(Half::Second(_)) => whole.push(char::REPLACEMENT_CHARACTER),
                None => whole.push(c),
            }
        }
        whole
    }

    /// What stands in place of a part that the rest never came to.
    pub(super) fn rest(&mut self) -> Option<String> {
        let is_first = self.first.take().is_some();
        let bytes = std::mem::take(&mut self.bytes);
        (is_first || !bytes.is_empty()).then(|| char::REPLACEMENT_CHARACTER.to_string())
    }

    /// Gives the bytes that wait for no others.
    fn let_go(&mut self, whole: &mut String) {
        while let Err(error) = std::str::from_utf8(&self.bytes) {
            // Without a length, it is the beginning of a character.
            let Some(length) = error.error_len() else {
                return;
            };
            whole.push(char::REPLACEMENT_CHARACTER);
            self.bytes.drain(..length.min(self.bytes.len()));
        }
        whole.push_str(&String::from_utf8_lossy(&self.bytes));
        self.bytes.clear();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The texts that these have in JSON, joined.
    fn joined<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> String {
        let mut joiner = Joiner::default();
        let mut whole = String::new();
        for piece in pieces {
            let json = text(piece);
            let said: String = serde_json::from_str(&json)
                .or_else(|_| serde_json::from_str(&kept(&json)))
                .unwrap();
            whole.push_str(&joiner.take(&said));
        }
        whole.extend(joiner.rest());
        whole
    }

    #[test]
    fn halves_in_two_pieces_are_one_character() {
        let pieces = [r#""a \ud83d""#, r#""\ude00 b""#, r#""\uD83D\uDE00""#];
        assert_eq!(joined(pieces.map(str::as_bytes)), "a 😀 b😀");
    }

    #[test]
    fn bytes_of_a_character_in_several_pieces_are_one_character() {
        let raw: [&[u8]; 5] = [
            b"\"a \xf0\x9f\"",
            b"\"\x98\"",
            b"\"\x80 b \xc3\"",
            b"\"\"",
            b"\"\xa9\"",
        ];
        assert_eq!(joined(raw), "a 😀 b é");
        let escaped = [
            r#""a \udcf0\udc9f\udc98""#,
            r#""\udc80 b \udcc3""#,
            r#""\udca9""#,
        ];
        assert_eq!(joined(escaped.map(str::as_bytes)), "a 😀 b é");
    }

    #[test]
    fn a_part_without_the_rest_is_a_character_that_cannot_be_read() {
        let pieces = [r#""a\ud83d\ud83db\ude00c""#, r#""d\ud83d""#];
        assert_eq!(
            joined(pieces.map(str::as_bytes)),
            "a\u{fffd}\u{fffd}b\u{fffd}cd\u{fffd}"
        );
        let bytes: [&[u8]; 3] = [
            b"\"a\x80b\xf0\x9fc\"",
            b"\"\xf0\x9f\xc3\"",
            b"\"\xa9 \xe2\x82\"",
        ];
        assert_eq!(joined(bytes), "a\u{fffd}b\u{fffd}c\u{fffd}é \u{fffd}");
    }

    #[test]
    fn text_that_comes_in_one_piece_waits_for_nothing() {
        assert_eq!(
            readable(&text(b"caf\xe9: \xf0\x9f")),
            "caf\u{fffd}: \u{fffd}"
        );
        assert_eq!(readable("café 😀"), "café 😀");
    }

    #[test]
    fn what_is_no_half_stays() {
        for json in [
            r#"{"a": "\\ud83d \" \u00e9"}"#,
            "no escapes",
            "\\",
            "\\u",
            "\\ué",
            "é\\é",
        ] {
            assert_eq!(kept(json), json);
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_fail(json in "[\\\\ud8dcDe0-3é😀\"]{0,40}", bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let mut joiner = Joiner::default();
            joiner.take(&kept(&json));
            joiner.take(&kept(&text(&bytes)));
        }

        #[test]
        fn text_that_was_cut_within_characters_is_the_text(whole in "[aé€😀]{0,20}", cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8)) {
            let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(whole.len() + 1)).collect();
            at.extend([0, whole.len()]);
            at.sort_unstable();
            let mut joiner = Joiner::default();
            let pieces = at.windows(2).map(|ends| joiner.take(&text(&whole.as_bytes()[ends[0]..ends[1]])));
            let pieces: String = pieces.collect();
            prop_assert_eq!(pieces, whole);
            prop_assert_eq!(joiner.rest(), None);
        }
    }
}
