//! Escapes in the texts of JSON: what lies beyond 16 bits is written as a pair of them, and programs leave one alone that cut a text within an emoji. And the
//! escapes of addresses, `%XX`.

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
