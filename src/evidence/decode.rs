//! Bytes to text: the byte order mark decides, then what is valid UTF-8, then what the document declares, then a guess from the bytes.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

/// Bytes that are enough to guess an encoding from.
const SAMPLE: usize = 64 * 1024;

#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) text: String,
    /// For the analyst, when the encoding was not certain.
    pub(super) warning: Option<String>,
}

pub(super) fn text(bytes: &[u8], declared: Option<&'static Encoding>) -> Decoded {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return decoded(encoding, bytes.get(length..).unwrap_or_default(), false);
    }
    // Seven-bit encodings such as ISO-2022-JP are valid UTF-8 and must be believed when they are declared.
    let seven_bit =
        bytes.is_ascii() && declared.is_some_and(|encoding| !encoding.is_ascii_compatible());
    if !seven_bit
        && !has_nulls(bytes)
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return Decoded {
            text: text.to_owned(),
            warning: None,
        };
    }
    if let Some(encoding) = sixteen_bit(bytes) {
        return decoded(encoding, bytes, false);
    }
    if let Some(encoding) = declared.filter(|encoding| *encoding != encoding_rs::UTF_8) {
        return decoded(encoding, bytes, false);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes.get(..SAMPLE).unwrap_or(bytes), true);
    // A file that is UTF-8 but for a few damaged characters is better read as UTF-8 than as anything else.
    let guess = if mostly_utf8(bytes) {
        encoding_rs::UTF_8
    } else {
        detector.guess(None, Utf8Detection::Allow)
    };
    decoded(guess, bytes, true)
}

/// The character encoding that an HTML page declares in its first bytes.
pub(super) fn declared_in_html(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..2048).unwrap_or(bytes);
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let (_, after) = head
        .split_once("charset=")
        .or_else(|| head.split_once("encoding="))?;
    let label: String = after
        .trim_start_matches(['"', '\'', ' '])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'))
        .collect();
    Encoding::for_label(label.as_bytes())
}

/// Whether these first bytes of a file belong to no text in any encoding.
pub(super) fn is_binary(head: &[u8]) -> bool {
    if Encoding::for_bom(head).is_some() || sixteen_bit(head).is_some() {
        return false;
    }
    let odd = head
        .iter()
        .filter(|byte| **byte < 0x20 && !matches!(**byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1B))
        .count();
    has_nulls(head) || odd * 20 > head.len()
}

fn decoded(encoding: &'static Encoding, bytes: &[u8], guessed: bool) -> Decoded {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    let name = encoding.name();
    let warning = match (guessed, damaged) {
        (_, true) => Some(format!(
            "some characters could not be decoded (read as {name})"
        )),
        (true, false) => Some(format!("is not UTF-8; read as {name}")),
        (false, false) => None,
    };
    Decoded {
        text: text.into_owned(),
        warning,
    }
}

fn has_nulls(bytes: &[u8]) -> bool {
    bytes.contains(&0)
}

fn mostly_utf8(bytes: &[u8]) -> bool {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let (mut good, mut bad) = (0_usize, 0_usize);
    for chunk in sample.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good > bad
}

/// UTF-16 without a byte order mark: Latin text has a null in every other byte.
fn sixteen_bit(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..1024).unwrap_or(bytes);
    let pairs = head.len() / 2;
    let nulls = |offset: usize| {
        head.iter()
            .skip(offset)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let (even, odd) = (nulls(0), nulls(1));
    if pairs < 4 {
        None
    } else if odd * 10 > pairs * 7 && even * 20 < pairs {
        Some(UTF_16LE)
    } else if even * 10 > pairs * 7 && odd * 20 < pairs {
        Some(UTF_16BE)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_common_encoding_is_read() {
        let utf16: Vec<u8> = "\u{feff}Größe"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let bare: Vec<u8> = "Length and width"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        for (bytes, expected) in [
            (b"\xef\xbb\xbfGr\xc3\xb6\xc3\x9fe".to_vec(), "Größe"),
            ("Größe".as_bytes().to_vec(), "Größe"),
            (
                b"Die Gr\xf6\xdfe der St\xe4dte w\xe4chst".to_vec(),
                "Die Größe der Städte wächst",
            ),
            (utf16, "Größe"),
            (bare, "Length and width"),
        ] {
            assert_eq!(text(&bytes, None).text, expected);
        }
    }

    #[test]
    fn a_guess_and_a_damage_are_said() {
        let guessed = text(b"Die Gr\xf6\xdfe der St\xe4dte", None);
        assert_eq!(
            guessed.warning.as_deref(),
            Some("is not UTF-8; read as windows-1252")
        );
        let damaged = text(
            "Größe, Länge, Höhe, Tüte, Öl: äöüß äöüß\u{ff}"
                .replace('\u{ff}', "")
                .as_bytes(),
            None,
        );
        assert_eq!(damaged.warning, None);
        let mut broken = "Größe, Länge, Höhe, Tüte, Öl: äöüß äöüß"
            .as_bytes()
            .to_vec();
        broken.push(0xff);
        let broken = text(&broken, None);
        assert!(broken.text.starts_with("Größe, Länge"));
        assert_eq!(
            broken.warning.as_deref(),
            Some("some characters could not be decoded (read as UTF-8)")
        );
    }

    #[test]
    fn a_page_is_read_in_the_encoding_it_declares() {
        let page = b"<html><head><meta charset=\"iso-8859-2\"></head>\xb3\xf3d\xbc</html>";
        let declared = declared_in_html(page);
        assert_eq!(declared.map(Encoding::name), Some("ISO-8859-2"));
        assert!(text(page, declared).text.contains("łódź"));
    }
}
