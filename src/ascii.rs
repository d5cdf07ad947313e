//! The words of ASCII text, eight bytes at a time: most text that is read is ASCII, and each reader of it begins by telling its words apart.
//!
//! Nothing here knows what words are for; text that is not ASCII is told apart by each reader in its own way.

/// The high bit of each byte, and one in each.
const HIGH: u64 = 0x8080_8080_8080_8080;
const ONES: u64 = 0x0101_0101_0101_0101;

/// Bytes that [`mask`] looks at.
pub const BLOCK: usize = 64;

/// Bytes of a word that [`Word::letters`] holds.
pub const HELD: usize = 16;

/// A run of ASCII letters and digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    pub len: usize,
    /// Its first bytes in lower case, the first one lowest, and zeros behind a shorter word.
    pub letters: u128,
    /// Whether there is a digit in what `letters` holds.
    pub has_digit: bool,
}

/// The word that `bytes` begin with; of no length where they begin with something else.
#[inline]
#[must_use]
pub fn word(bytes: &[u8]) -> Word {
    let first = first_of(bytes);
    let mut len = 0;
    let mut digits = 0;
    for half in [first as u64, (first >> 64) as u64] {
        let letters = letters(half);
        let figures = figures(half);
        let others = !(letters | figures) & HIGH;
        let here = others.trailing_zeros() as usize / 8;
        digits |= figures & below(8 * here);
        len += here;
        if here < 8 {
            break;
        }
    }
    let mask = 1_u128
        .checked_shl(8 * len as u32)
        .map_or(u128::MAX, |end| end - 1);
    if len == HELD {
        let rest = bytes.get(HELD..).unwrap_or_default();
        len += rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
    }
    Word {
        len,
        letters: (first | LOWER) & mask,
        has_digit: digits != 0,
    }
}

/// The number of words in a text, as white space parts them.
#[must_use]
pub fn count_words(text: &str) -> usize {
    if !text.is_ascii() {
        return text.split_whitespace().count();
    }
    let (eights, rest) = text.as_bytes().as_chunks();
    let mut words = 0;
    // Whether the byte before was white space, in the lowest high bit.
    let mut before = 0x80;
    for eight in eights {
        let spaces = spaces(u64::from_le_bytes(*eight));
        words += (!spaces & (spaces << 8 | before) & HIGH).count_ones() as usize;
        before = spaces >> 56;
    }
    let mut was_space = before != 0;
    for byte in rest {
        let space = matches!(byte, b'\t'..=b'\r' | b' ');
        words += usize::from(was_space && !space);
        was_space = space;
    }
    words
}

/// A bit for each byte, the first one lowest: whether it is what `is_it` says, which should be said without branches.
#[inline]
#[must_use]
pub fn mask(bytes: &[u8; BLOCK], is_it: impl Fn(u8) -> bool) -> u64 {
    let mut lanes = [0; BLOCK];
    for (lane, byte) in lanes.iter_mut().zip(bytes) {
        *lane = u8::from(is_it(*byte));
    }
    let (eights, _) = lanes.as_chunks();
    let mut mask = 0;
    for (at, eight) in eights.iter().enumerate() {
        // Multiplied so, the lowest bits of eight bytes meet in the highest byte.
        let bits = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        mask |= bits << (8 * at);
    }
    mask
}

/// The eight bytes from a place on as a number, the first one lowest, capitals as small letters; blanks behind the end.
#[inline]
#[must_use]
pub fn eight(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    let first = rest.first_chunk().copied().unwrap_or_else(|| {
        let mut first = [b' '; 8];
        for (to, from) in first.iter_mut().zip(rest) {
            *to = *from;
        }
        first
    });
    u64::from_le_bytes(first) | LOWER as u64
}

/// So many lowest bits.
#[inline]
#[must_use]
pub fn below(bits: usize) -> u64 {
    1_u64
        .checked_shl(bits as u32)
        .map_or(u64::MAX, |end| end - 1)
}

const LOWER: u128 = 0x2020_2020_2020_2020_2020_2020_2020_2020;

/// The first bytes as a number, the first one lowest; zeros where there are fewer.
#[inline]
fn first_of(bytes: &[u8]) -> u128 {
    let first = bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut first = [0; HELD];
        for (to, from) in first.iter_mut().zip(bytes) {
            *to = *from;
        }
        first
    });
    u128::from_le_bytes(first)
}

/// The high bit of each byte that is at least this; of bytes below 0x80 only.
#[inline]
fn at_least(bytes: u64, least: u8) -> u64 {
    bytes + u64::from(0x80 - least) * ONES
}

#[inline]
fn within(bytes: u64, first: u8, last: u8) -> u64 {
    let seven_bits = bytes & !HIGH;
    at_least(seven_bits, first) & !at_least(seven_bits, last + 1) & !bytes & HIGH
}

#[inline]
fn letters(bytes: u64) -> u64 {
    within(bytes | LOWER as u64, b'a', b'z')
}

#[inline]
fn figures(bytes: u64) -> u64 {
    within(bytes, b'0', b'9')
}

#[inline]
fn spaces(bytes: u64) -> u64 {
    within(bytes, b' ', b' ') | within(bytes, b'\t', b'\r')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_word_ends_before_what_is_no_letter_or_digit() {
        let told = |text: &str| {
            let word = word(text.as_bytes());
            let letters = word.letters.to_le_bytes();
            let held: String = letters
                .iter()
                .filter(|byte| **byte != 0)
                .map(|byte| char::from(*byte))
                .collect();
            (word.len, held, word.has_digit)
        };
        assert_eq!(told("Depots are"), (6, "depots".to_owned(), false));
        assert_eq!(told("é"), (0, String::new(), false));
        assert_eq!(told(""), (0, String::new(), false));
        assert_eq!(told("H2O, 2024"), (3, "h2o".to_owned(), true));
        assert_eq!(
            told("Incomprehensibilities and"),
            (21, "incomprehensibil".to_owned(), false)
        );
        assert_eq!(told("abcdefgh 1"), (8, "abcdefgh".to_owned(), false));
    }

    proptest! {
        #[test]
        fn words_are_found_as_byte_by_byte(text in "[ -~\t\né’]{0,40}|[a-zA-Z0-9]{14,18}.?") {
            for at in 0..=text.len() {
                let bytes = &text.as_bytes()[at..];
                let found = word(bytes);
                let len = bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
                prop_assert_eq!(found.len, len);
                let held = &bytes[..len.min(HELD)];
                prop_assert_eq!(found.has_digit, held.iter().any(u8::is_ascii_digit));
                let mut letters = [0; HELD];
                for (to, from) in letters.iter_mut().zip(held) {
                    *to = from.to_ascii_lowercase();
                }
                prop_assert_eq!(found.letters.to_le_bytes(), letters);
            }
        }

        #[test]
        fn words_are_counted_as_white_space_parts_them(text in "[a-c \t\n\u{b}\u{1c}é\u{a0}]{0,40}") {
            prop_assert_eq!(count_words(&text), text.split_whitespace().count());
        }
    }
}
