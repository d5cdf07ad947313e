//! Escapes in the texts of JSON: what lies beyond 16 bits is written as a pair of them, and programs leave one alone that cut a text within an emoji. And the
//! escapes of addresses, `%XX`, which paths have as well where they hold what no text can show.

use std::path::Path;

use crate::clean;

/// An escape, from its backslash on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escape {
    /// Two that are one character.
    Pair,
    /// One half of a character without the other.
    Half(Half),
    Other,
}

/// A half of a character, as it is numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    First(u16),
    Second(u16),
}

/// Bytes of an escape of 16 bits.
pub const LENGTH: usize = 6;

/// The escape that a text goes on with.
#[must_use]
pub fn escape(rest: &[u8]) -> Escape {
    let behind = || rest.get(LENGTH..).and_then(half);
    match half(rest) {
        Some(Half::First(_)) if matches!(behind(), Some(Half::Second(_))) => Escape::Pair,
        Some(half) => Escape::Half(half),
        None => Escape::Other,
    }
}

fn half(rest: &[u8]) -> Option<Half> {
    let digits = rest.strip_prefix(b"\\u")?.get(..4)?;
    let digits = std::str::from_utf8(digits).ok()?;
    Half::of(u16::from_str_radix(digits, 16).ok()?)
}

impl Half {
    /// `None` for a number that is a whole character's.
    #[must_use]
    pub fn of(number: u16) -> Option<Self> {
        match number {
            0xD800..=0xDBFF => Some(Self::First(number)),
            0xDC00..=0xDFFF => Some(Self::Second(number)),
            _ => None,
        }
    }

    #[must_use]
    pub fn number(self) -> u16 {
        match self {
            Self::First(number) | Self::Second(number) => number,
        }
    }
}

/// Whether what follows a percent sign makes an escape of it.
#[must_use]
pub fn is_percent_escape(behind_sign: &str) -> bool {
    let digits = behind_sign.as_bytes().get(..2);
    digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

/// Whether a name has of itself what would be read as the `%XX` of another one.
#[must_use]
pub fn has_percent_escape(name: &str) -> bool {
    name.split('%').skip(1).any(is_percent_escape)
}

/// The path, with `%XX` for the bytes that no text can show and the signs that would be cleaned away: two files whose names differ in nothing else must not
/// share an address, or one would pass for a newer version of the other.
#[must_use]
pub fn path_address(path: &Path) -> String {
    let cleaned = |text: &str| clean::line(text, usize::MAX);
    let is_plain = |path: &&str| cleaned(path) == **path && !has_percent_escape(path);
    if let Some(shown) = path.to_str().filter(is_plain) {
        return shown.to_owned();
    }
    let mut uri = String::new();
    let hide = |uri: &mut String, bytes: &[u8]| {
        uri.extend(bytes.iter().map(|byte| format!("%{byte:02X}")));
    };
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        for c in chunk.valid().chars() {
            let mut bytes = [0; 4];
            let sign = &*c.encode_utf8(&mut bytes);
            let stays = cleaned(&format!("x{sign}x")) == format!("x{sign}x");
            if stays && c != '%' && !(c == ' ' && uri.ends_with(' ')) {
                uri.push(c);
            } else {
                hide(&mut uri, sign.as_bytes());
            }
        }
        hide(&mut uri, chunk.invalid());
    }
    // Blanks at the end are cleaned away where the address is stored.
    if uri.ends_with(' ') {
        uri.pop();
        uri.push_str("%20");
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_told_from_pairs_and_other_escapes() {
        for (text, is) in [
            (r"\ud83d\ude00 b", Escape::Pair),
            (r"\uD83D\ud83d", Escape::Half(Half::First(0xD83D))),
            (r"\ude00\ud83d", Escape::Half(Half::Second(0xDE00))),
            (r"\ud83d", Escape::Half(Half::First(0xD83D))),
            (r"\u00e9", Escape::Other),
            (r"\\ud83d", Escape::Other),
            (r"\ud8", Escape::Other),
            ("\\u+d83", Escape::Other),
            ("", Escape::Other),
        ] {
            assert_eq!(escape(text.as_bytes()), is, "{text}");
        }
    }
}
