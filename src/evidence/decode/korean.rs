//! Korean texts in encodings that browsers have given up: seven bits with shifts (ISO-2022-KR), and syllables put together of their letters (Johab).

use encoding_rs::EUC_KR;

/// A text with shifts begins with this.
const ANNOUNCED: &[u8] = b"\x1B$)C";
const SHIFT_OUT: u8 = 0x0E;
const SHIFT_IN: u8 = 0x0F;

/// Whether a text is announced to have shifts.
pub(super) fn has_shifts(bytes: &[u8]) -> bool {
    bytes.starts_with(ANNOUNCED)
}

/// The text of bytes that have shifts.
pub(super) fn shifted(bytes: &[u8]) -> Option<String> {
    let bytes = bytes.strip_prefix(ANNOUNCED)?;
    let mut plain = Vec::with_capacity(bytes.len());
    let mut is_out = false;
    for &byte in bytes {
        match byte {
            SHIFT_OUT => is_out = true,
            SHIFT_IN => is_out = false,
            // A line begins without a shift.
            b'\n' => {
                is_out = false;
                plain.push(byte);
            }
            0x21..=0x7E if is_out => plain.push(byte | 0x80),
            _ => plain.push(byte),
        }
    }
    let (text, _) = EUC_KR.decode_without_bom_handling(&plain);
    Some(text.into_owned())
}

/// The text of bytes of which all beyond ASCII are syllables put together of letters.
pub(super) fn put_together(bytes: &[u8]) -> Option<String> {
    const FEWEST: usize = 12;
    let mut text = String::with_capacity(bytes.len());
    let (mut syllables, mut at) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        if byte.is_ascii() {
            text.push(char::from(byte));
            continue;
        }
        text.push(syllable(byte, *bytes.get(at)?)?);
        syllables += 1;
        at += 1;
    }
    (syllables >= FEWEST).then_some(text)
}

/// A syllable: five bits each for its first letter, its vowel and its last letter, of which some stand for none.
fn syllable(high: u8, low: u8) -> Option<char> {
    const VOWELS: [u32; 21] = [
        3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 18, 19, 20, 21, 22, 23, 26, 27, 28, 29,
    ];
    const LASTS: u32 = 28;
    let code = u32::from(high) << 8 | u32::from(low);
    let first = (code >> 10 & 31)
        .checked_sub(2)
        .filter(|first| *first < 19)?;
    let vowel = VOWELS.iter().position(|vowel| *vowel == code >> 5 & 31)?;
    let last = match code & 31 {
        last @ 1..=17 => last - 1,
        last @ 19..=29 => last - 2,
        _ => return None,
    };
    let vowel = u32::try_from(vowel).ok()?;
    char::from_u32(0xAC00 + (first * 21 + vowel) * LASTS + last)
}

#[cfg(test)]
mod tests {
    use super::super::{is_binary, text};

    #[test]
    fn a_text_with_shifts_is_read() {
        let bytes = b"\x1B$)C\x0E1W7!\x0F 40 MWh.\n";
        assert!(!is_binary(bytes));
        assert_eq!(text(bytes, None).text, "그래 40 MWh.\n");
    }

    #[test]
    fn a_text_of_syllables_put_together_is_read() {
        let words = b"\xa5e\xb8\xe5\xad\xa1\x93e \xb5\xa1\xb6\xa9\xb5A \xa2\x85\xb7i \xb5i\xb4\xf6\x94a. \xa7\xa1\xb6w\xb7e \xb7B\xa4\x82\xa0e \xb7A\x9d\xa1\xb5v\x94a. \
              \xbb\xa1\xb5b\xb7\xa1 \xb8\xe9\xa4e\xb7i \x90\x96\x94a.\n";
        let read = text(words, None);
        assert_eq!(
            read.text,
            "변전소는 오월에 문을 열었다. 비용은 육백만 유로였다. 지역이 절반을 냈다.\n"
        );
        assert_eq!(read.warning.as_deref(), Some("is not UTF-8; read as Johab"));
    }
}
