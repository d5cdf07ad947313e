//! Characters that a server cut in two: JSON writes what lies beyond 16 bits as a pair of escapes, and some servers send one half in one piece of an
//! answer and the other in the next.
//!
//! No text can hold a half. While it waits for the other one, it is written as a character of the last private plane, which nobody uses.

use std::borrow::Cow;

use crate::escapes::{self, Escape, Half};

/// Where the halves stand among the private characters.
const PLANE: u32 = 0x0010_0000;

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
                kept.extend(char::from_u32(PLANE + u32::from(half.number())));
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

/// Joins the halves of one text that comes in pieces.
#[derive(Debug, Default)]
pub(super) struct Joiner {
    /// The first half that waits for the second.
    waiting: Option<u16>,
}

impl Joiner {
    /// A piece with whole characters only; a half at its end waits for the next piece.
    pub(super) fn take(&mut self, piece: &str) -> String {
        let mut whole = String::with_capacity(piece.len());
        for c in piece.chars() {
            let number = u32::from(c).checked_sub(PLANE);
            let half = number.and_then(|number| Half::of(u16::try_from(number).ok()?));
            match (self.waiting.take(), half) {
                (Some(first), Some(Half::Second(second))) => {
                    let joined = char::decode_utf16([first, second]).flatten();
                    whole.extend(joined);
                    continue;
                }
                (Some(_), _) => whole.push(char::REPLACEMENT_CHARACTER),
                (None, _) => {}
            }
            match half {
                Some(Half::First(first)) => self.waiting = Some(first),
                Some(Half::Second(_)) => whole.push(char::REPLACEMENT_CHARACTER),
                None => whole.push(c),
            }
        }
        whole
    }

    /// What stands in place of a half that the other one never came to.
    pub(super) fn rest(&mut self) -> Option<char> {
        self.waiting.take().map(|_| char::REPLACEMENT_CHARACTER)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn halves_in_two_pieces_are_one_character() {
        let mut joiner = Joiner::default();
        let read = |json: &str| serde_json::from_str::<String>(&kept(json)).unwrap();
        let pieces = [r#""a \ud83d""#, r#""\ude00 b""#, r#""\uD83D\uDE00""#];
        let text: String = pieces
            .iter()
            .map(|piece| joiner.take(&read(piece)))
            .collect();
        assert_eq!(text, "a 😀 b😀");
    }

    #[test]
    fn a_half_without_the_other_is_a_character_that_cannot_be_read() {
        let mut joiner = Joiner::default();
        let read = |json: &str| serde_json::from_str::<String>(&kept(json)).unwrap();
        assert_eq!(
            joiner.take(&read(r#""a\ud83d\ud83db\ude00c""#)),
            "a\u{fffd}\u{fffd}b\u{fffd}c"
        );
        assert_eq!(joiner.take(&read(r#""d\ud83d""#)), "d");
        assert_eq!((joiner.rest(), joiner.rest()), (Some('\u{fffd}'), None));
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
        fn no_text_makes_it_fail(json in "[\\\\ud8dcDe0-3é😀\"]{0,40}") {
            let mut joiner = Joiner::default();
            joiner.take(&kept(&json));
        }
    }
}
