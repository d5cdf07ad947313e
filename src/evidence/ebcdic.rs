//! EBCDIC, the encoding of mainframes: told from others, so that its bytes are not taken for letters of another alphabet.

/// Whether these first bytes of a file are letters, figures and blanks of EBCDIC, whose blank is the `@` of all other encodings.
pub(super) fn is_ebcdic(head: &[u8]) -> bool {
    /// One blank in so many characters.
    const RARE: usize = 25;
    const LEAST: usize = 20;
    // The blank of all others is seen at once.
    if head.len() < LEAST || head.contains(&b' ') {
        return false;
    }
    let (mut blanks, mut letters, mut others) = (0, 0, 0);
    for byte in head {
        match byte {
            0x40 => blanks += 1,
            0x81..=0x89 | 0x91..=0x99 | 0xA2..=0xA9 | 0xC1..=0xC9 | 0xD1..=0xD9 | 0xE2..=0xE9 => {
                letters += 1;
            }
            // Figures, line ends, and the marks of a sentence.
            0xF0..=0xF9
            | 0x05
            | 0x0D
            | 0x15
            | 0x25
            | 0x4B..=0x50
            | 0x5A..=0x61
            | 0x6B..=0x6F
            | 0x7A..=0x7F => {}
            _ => others += 1,
        }
    }
    blanks * RARE >= head.len() && letters * 2 >= head.len() && others * RARE <= head.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_of_mainframes_is_told_from_those_of_others() {
        // "The pump was sold in 2024." in code page 1047.
        let ebcdic = b"\xE3\x88\x85\x40\x97\xA4\x94\x97\x40\xA6\x81\xA2\x40\xA2\x96\x93\x84\x40\x89\x95\x40\xF2\xF0\xF2\xF4\x4B\x25";
        assert!(is_ebcdic(ebcdic));
        let japanese = "熱ポンプの販売は二〇二四年に減少しました。@home という名前の製品です。";
        for encoding in [
            encoding_rs::SHIFT_JIS,
            encoding_rs::GBK,
            encoding_rs::WINDOWS_1251,
        ] {
            let (bytes, _, _) = encoding.encode(japanese);
            assert!(!is_ebcdic(&bytes), "{}", encoding.name());
        }
        assert!(!is_ebcdic(b"a@b @c @d @e @f @g @h @i @j @k @l"));
    }
}
