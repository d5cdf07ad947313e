//! Texts of old Macintosh computers, which no detector knows: most of their bytes are letters of Windows texts too, but strange ones.
//!
//! Read as what they are, accents stand on small letters and marks between words; read as Windows texts, capitals stand within words (`cafŽ`). Lines that
//! end as only those computers ended them are a sign as well, with which less will do.

use encoding_rs::{Encoding, MACINTOSH};

/// Bytes that are looked at.
const SAMPLE: usize = 64 << 10;
/// Without lines of its own kind, a text must show so much of a difference.
const CLEAR: i32 = 3;
/// What is guessed of texts in Latin letters.
const LATIN: &[&str] = &[
    "windows-1250",
    "windows-1252",
    "windows-1254",
    "windows-1257",
    "windows-1258",
    "ISO-8859-2",
    "ISO-8859-4",
];

/// The encoding that was guessed of a text in one byte a character, or that of the Macintosh where this gives more of a text.
pub(super) fn rather(guessed: &'static Encoding, bytes: &[u8]) -> &'static Encoding {
    if !LATIN.contains(&guessed.name()) {
        return guessed;
    }
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let (as_guessed, as_macintosh) = (plausible(guessed, sample), plausible(MACINTOSH, sample));
    let own_lines = sample.contains(&b'\r') && !sample.contains(&b'\n');
    let is_better = if own_lines {
        as_macintosh > as_guessed
    } else {
        as_guessed <= 0 && as_macintosh >= CLEAR
    };
    if is_better { MACINTOSH } else { guessed }
}

/// How many characters beyond ASCII stand where a text has them, less those that stand where none has them.
fn plausible(encoding: &'static Encoding, bytes: &[u8]) -> i32 {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let mut score = 0;
    let mut before = ' ';
    for c in text.chars() {
        if !c.is_ascii() {
            let is_usual = c.is_lowercase() || "’‘“”«»–—…•€°§\u{a0}".contains(c);
            let is_within_word = before.is_lowercase() && !c.is_lowercase() && c.is_alphabetic();
            score += i32::from(is_usual) - i32::from(is_within_word || c.is_control());
        }
        before = c;
    }
    score
}

#[cfg(test)]
mod tests {
    use super::super::text;

    fn as_macintosh(text: &str) -> Vec<u8> {
        // Its encoder is not there to be called; these are its bytes for the letters below.
        let byte = |c: char| match c {
            'é' => 0x8E,
            'à' => 0x88,
            'û' => 0x9E,
            'ü' => 0x9F,
            '’' => 0xD5,
            c => u8::try_from(c).unwrap(),
        };
        text.chars().map(byte).collect()
    }

    #[test]
    fn an_old_text_of_a_macintosh_keeps_its_accents() {
        let old = "Le café à Genève".replace('è', "é").replace(' ', "\r") + "\rcoûte dix francs.";
        assert_eq!(text(&as_macintosh(&old), None).text, old);
        let newer = "The minister’s aide didn’t say what the café’s owner meant.\n";
        assert_eq!(text(&as_macintosh(newer), None).text, newer);
    }

    #[test]
    fn a_text_of_windows_stays_one_however_its_lines_end() {
        for lines in ["\r", "\n", "\r\n"] {
            let old = format!("Größe und Länge{lines}Straße für Anwohner{lines}");
            let bytes: Vec<u8> = old.chars().map(|c| u8::try_from(c).unwrap()).collect();
            assert_eq!(text(&bytes, None).text, old);
        }
    }
}
