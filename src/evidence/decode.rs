//! Bytes to text: the byte order mark decides, then what is valid UTF-8, then what the document declares, then the evidence of the bytes.
//!
//! One stray byte must not turn a UTF-8 text into a code page's, and a few accents must not turn a code page's text into UTF-8 with holes. So each line
//! that is not ASCII is a witness: lines that are valid UTF-8 are hardly ever anything else. Where both sorts are there, the file holds two encodings, and
//! each line is read in its own. Whatever was not certain is said in a warning.

mod cyrillic;
mod korean;
mod macintosh;
mod units;

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::ascii;
use crate::study::counted;
use units::{Wide, sixteen_bit};

/// The mark that a UTF-8 file may begin with.
const MARK: &[u8] = b"\xEF\xBB\xBF";
/// What seven-bit encodings change their character sets with.
const ESCAPE: u8 = 0x1B;
/// Bytes that are enough to guess an encoding from.
const SAMPLE: usize = 256 * 1024;
/// Lines that are enough to see whether it holds more than signs.
const SIGN_LINES: usize = 1000;
/// What is left of a text padded with nulls must have so many bytes to be believed.
const LEAST_PADDED: usize = 32;

#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) text: String,
    /// For the analyst, when the encoding was not certain.
    pub(super) warning: Option<String>,
}

/// As [`text`] reads bytes that declare nothing. What is plain UTF-8, as most files are, is taken as it is and not copied.
pub(super) fn owned(bytes: Vec<u8>) -> Decoded {
    if bytes.starts_with(MARK) || holds_null_or_escape(&bytes) {
        return text(&bytes, None);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Decoded {
            text,
            warning: None,
        },
        Err(error) => text(error.as_bytes(), None),
    }
}

/// Looks at many bytes at once, without branches.
fn holds_null_or_escape(bytes: &[u8]) -> bool {
    let is_telling = |byte: &u8| u8::from(*byte == 0) | u8::from(*byte == ESCAPE);
    let (blocks, rest) = bytes.as_chunks::<{ ascii::BLOCK }>();
    blocks
        .iter()
        .any(|block| block.iter().fold(0, |any, byte| any | is_telling(byte)) != 0)
        || rest.iter().any(|byte| is_telling(byte) != 0)
}

pub(super) fn text(bytes: &[u8], declared: Option<&'static Encoding>) -> Decoded {
    if let Some((wide, rest)) = Wide::marked(bytes).or_else(|| Some((Wide::seen(bytes)?, bytes))) {
        return wide.decoded(rest);
    }
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return wide_or_both(encoding, bytes.get(length..).unwrap_or_default());
    }
    if let Some(encoding) = sixteen_bit(bytes) {
        return match units::wide_from(bytes) {
            Some((at, encoding)) => single_and_wide(bytes, at, encoding),
            None => wide_or_both(encoding, bytes),
        };
    }
    let nulls = nulls(bytes);
    if nulls > 0 {
        if let Some((at, encoding)) = units::wide_from(bytes) {
            return single_and_wide(bytes, at, encoding);
        }
        let rest: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != 0).collect();
        let decoded = without_nulls(&rest, declared);
        let told = format!("{} left out", counted(nulls, "null byte"));
        return Decoded {
            warning: Some(match decoded.warning {
                Some(warning) => format!("{warning}; {told}"),
                None => told,
            }),
            ..decoded
        };
    }
    without_nulls(bytes, declared)
}

/// Text in an encoding that is certain; to one in units of two bytes another program may have added lines in single ones.
fn wide_or_both(encoding: &'static Encoding, bytes: &[u8]) -> Decoded {
    let single = match encoding.name() {
        "UTF-16LE" | "UTF-16BE" => units::single_from(bytes),
        _ => None,
    };
    let Some((wide, single)) = single.and_then(|at| bytes.split_at_checked(at)) else {
        return decoded(encoding, bytes, false);
    };
    let mut read = decoded(encoding, wide, false);
    let line = read.text.lines().count() + 1;
    read.text.push_str(&without_nulls(single, None).text);
    let told = format!(
        "holds two encodings: {}, and single bytes from line {line} on",
        encoding.name()
    );
    read.warning = Some(match read.warning {
        Some(warning) => format!("{told}; {warning}"),
        None => told,
    });
    read
}

/// Text in single bytes to which another program has added lines in units of two.
fn single_and_wide(bytes: &[u8], at: usize, encoding: &'static Encoding) -> Decoded {
    let (single, wide) = bytes.split_at_checked(at).unwrap_or((bytes, &[]));
    let mut read = without_nulls(single, None);
    let line = read.text.lines().count() + usize::from(read.text.ends_with('\n'));
    read.text.push_str(&decoded(encoding, wide, false).text);
    let told = format!(
        "holds two encodings: single bytes, and {} from line {} on",
        encoding.name(),
        line.max(1)
    );
    read.warning = Some(match read.warning {
        Some(warning) => format!("{told}; {warning}"),
        None => told,
    });
    read
}

fn without_nulls(bytes: &[u8], declared: Option<&'static Encoding>) -> Decoded {
    // Seven-bit encodings such as ISO-2022-JP are valid UTF-8; they must be believed when they are declared, or when their escapes are there.
    if bytes.is_ascii() {
        if let Some(text) = korean::shifted(bytes) {
            return Decoded {
                text,
                warning: None,
            };
        }
        let declared = declared.filter(|encoding| !encoding.is_ascii_compatible());
        let escapes = || {
            let is_change = |at: &[u8]| at.starts_with(b"$B") || at.starts_with(b"$@");
            bytes.contains(&ESCAPE) && bytes.split(|byte| *byte == ESCAPE).skip(1).any(is_change)
        };
        if let Some(encoding) = declared.or_else(|| escapes().then_some(ISO_2022_JP)) {
            return decoded(encoding, bytes, false);
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Decoded {
            text: text.to_owned(),
            warning: None,
        };
    }
    if let Some(encoding) = declared.filter(|encoding| *encoding != UTF_8) {
        return decoded(encoding, bytes, false);
    }
    let witnesses = Witnesses::of(bytes);
    if witnesses.are_foreign() {
        let guessed = guess(bytes.split(|byte| matches!(byte, b'\n' | b'\r')));
        let older = cyrillic::rather(guessed, bytes).or_else(|| {
            let is_latin = guessed.is_single_byte();
            let text = is_latin.then(|| korean::put_together(bytes)).flatten()?;
            Some((text, "Johab"))
        });
        if let Some((text, name)) = older {
            return Decoded {
                text,
                warning: Some(told_as_guessed(name)),
            };
        }
        return decoded(macintosh::rather(guessed, bytes), bytes, true);
    }
    line_by_line(bytes)
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
    let encoding = Encoding::for_label(label.as_bytes())?;
    // What could be read as single bytes up to here is in no units of two, whatever it says.
    Some(if is_wide(encoding) { UTF_8 } else { encoding })
}

/// Whether an encoding has units of two bytes.
pub(super) fn is_wide(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// Whether these first bytes of a file belong to no text in any encoding.
pub(super) fn is_binary(head: &[u8]) -> bool {
    let marked = Wide::marked(head).is_some() || Encoding::for_bom(head).is_some();
    let is_known = marked || korean::has_shifts(head);
    if is_known || Wide::seen(head).is_some() || sixteen_bit(head).is_some() {
        return false;
    }
    let nulls = nulls(head);
    // Old systems end a text with a sign for that.
    let odd = head.strip_suffix(&[0x1A]).unwrap_or(head);
    let odd = count_odd(odd);
    // Text that is padded with nulls is otherwise clean, and so is a short one with a slip in it.
    let is_slip = || head.is_ascii() && nulls * 8 <= head.len();
    let clean = odd == 0 && (head.len() - nulls >= LEAST_PADDED || is_slip());
    // A code page's text is otherwise clean too, where noise has a control character among every few bytes.
    let is_noise = odd * 100 > head.len() && nulls == 0 && Witnesses::of(head).are_foreign();
    (nulls > 0 && !clean) || odd * 20 > head.len() || is_noise
}

/// The control characters that do not stand in texts either that were made for terminals or printers: with bells, letters struck over, colours. Nulls are
/// counted apart.
#[allow(
    clippy::needless_bitwise_bool,
    reason = "without branches, many bytes are looked at at once"
)]
fn count_odd(bytes: &[u8]) -> usize {
    // Every file comes by here: told without branches, many bytes at a time.
    let is_odd = |byte: u8| {
        (byte < 0x20)
            & (byte != 0)
            & (byte.wrapping_sub(0x07) > 3)
            & (byte != 0x0C)
            & (byte != b'\r')
            & (byte != ESCAPE)
    };
    let count = |block: &[u8]| block.iter().map(|byte| u8::from(is_odd(*byte))).sum::<u8>();
    let blocks = bytes.chunks(ascii::BLOCK);
    blocks.map(|block| usize::from(count(block))).sum()
}

fn decoded(encoding: &'static Encoding, bytes: &[u8], guessed: bool) -> Decoded {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    let name = encoding.name();
    let warning = match (guessed, damaged) {
        (_, true) => Some(format!(
            "some characters could not be decoded (read as {name})"
        )),
        (true, false) => Some(told_as_guessed(name)),
        (false, false) => None,
    };
    Decoded {
        text: text.into_owned(),
        warning,
    }
}

fn told_as_guessed(name: &str) -> String {
    format!("is not UTF-8; read as {name}")
}

/// What the characters that are not ASCII say for and against UTF-8.
#[derive(Debug, Default, Clone, Copy)]
struct Witnesses {
    /// Valid characters of several bytes.
    good: usize,
    /// Places that are not valid.
    bad: usize,
}

impl Witnesses {
    fn of(bytes: &[u8]) -> Self {
        let mut witnesses = Self::default();
        for chunk in bytes.utf8_chunks() {
            let several = chunk.valid().bytes().filter(|byte| *byte >= 0xC0);
            witnesses.good += several.count();
            witnesses.bad += usize::from(!chunk.invalid().is_empty());
        }
        witnesses
    }

    /// Whether they say that the text is in another encoding.
    fn are_foreign(self) -> bool {
        self.bad > 0 && (self.good * 4 < self.bad || self.good == 0)
    }
}

/// The likeliest encoding of lines that are not UTF-8, from those that are not ASCII.
fn guess<'a>(lines: impl Iterator<Item = &'a [u8]> + Clone) -> &'static Encoding {
    let lines = lines.filter(|line| !line.is_ascii());
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let mut fed = 0;
    for line in lines.clone() {
        let line = line.get(..SAMPLE).unwrap_or(line);
        detector.feed(line, false);
        detector.feed(b"\n", false);
        fed += line.len();
        if fed > SAMPLE {
            break;
        }
    }
    detector.feed(b"", true);
    let guessed = detector.guess(None, Utf8Detection::Deny);
    if guessed.is_single_byte() && are_signs(guessed, lines.take(SIGN_LINES)) {
        WINDOWS_1252
    } else {
        guessed
    }
}

/// Whether all that a guess takes for letters stands where no letter does, and is a sign to Windows in the West: `£825`, `20 ½`.
fn are_signs<'a>(guessed: &'static Encoding, lines: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut seen = false;
    for line in lines {
        let line = line.get(..SAMPLE).unwrap_or(line);
        for (at, byte) in line.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
            let byte = std::slice::from_ref(byte);
            let (theirs, _) = guessed.decode_without_bom_handling(byte);
            let (sign, _) = WINDOWS_1252.decode_without_bom_handling(byte);
            if theirs == sign {
                continue;
            }
            let is_letter = |at: Option<usize>| {
                let beside = at.and_then(|at| line.get(at));
                beside.is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii())
            };
            let is_within_a_word = is_letter(at.checked_sub(1)) || is_letter(Some(at + 1));
            if is_within_a_word || sign.contains(char::is_alphabetic) {
                return false;
            }
            seen = true;
        }
    }
    seen
}

/// Reads each line as what it is: UTF-8, UTF-8 with a stray byte, or the other encoding of the file.
fn line_by_line(bytes: &[u8]) -> Decoded {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let is_foreign = |line: &[u8]| {
        let witnesses = Witnesses::of(line);
        witnesses.bad > 0 && witnesses.good < witnesses.bad
    };
    // Some bytes of another encoding are valid UTF-8 by chance. Without a line that can be nothing else, there is one encoding.
    if lines.iter().all(|line| line.is_ascii() || is_foreign(line)) {
        return decoded(guess(lines.into_iter()), bytes, true);
    }
    // A line with one stray byte and nothing else to tell by belongs to the rest of the file as well as to another encoding; the guess says which.
    let foreign: Vec<&[u8]> = lines
        .iter()
        .copied()
        .filter(|line| is_foreign(line))
        .collect();
    let other = guess(foreign.into_iter());
    let mut text = String::with_capacity(bytes.len());
    let (mut foreign, mut first_foreign) = (0, None);
    let (mut stray, mut first_stray, mut damaged) = (0, None, false);
    for (number, line) in (1_usize..).zip(&lines) {
        if let Ok(line) = std::str::from_utf8(line) {
            text.push_str(line);
        } else if is_foreign(line) {
            let (line, bad) = other.decode_without_bom_handling(line);
            text.push_str(&line);
            damaged |= bad;
            foreign += 1;
            first_foreign.get_or_insert(number);
        } else {
            for chunk in line.utf8_chunks() {
                text.push_str(chunk.valid());
                if !chunk.invalid().is_empty() {
                    let read = stray_bytes(chunk.invalid());
                    damaged |= read.contains('\u{FFFD}');
                    text.push_str(&read);
                    stray += 1;
                    first_stray.get_or_insert(number);
                }
            }
        }
    }
    let mut told = Vec::new();
    if let Some(first) = first_foreign {
        told.push(format!(
            "holds two encodings: UTF-8, and {} in {} (the first: line {first})",
            other.name(),
            counted(foreign, "line")
        ));
    }
    if let Some(first) = first_stray {
        told.push(format!(
            "{} not UTF-8, read as windows-1252 where that gives a letter or mark (the first: line {first})",
            if stray == 1 { "1 place is".to_owned() } else { format!("{stray} places are") }
        ));
    }
    if damaged {
        told.push("some characters could not be decoded (read as UTF-8)".to_owned());
    }
    Decoded {
        text,
        warning: Some(told.join("; ")).filter(|told| !told.is_empty()),
    }
}

/// Bytes inside a UTF-8 line that belong to no character: a letter or mark pasted from a Windows text, or the rest of a broken character.
fn stray_bytes(bytes: &[u8]) -> Cow<'static, str> {
    // These begin most characters of several bytes, so that alone they are the rest of one.
    let is_rest = |byte: u8| matches!(byte, 0xC0..=0xC3 | 0xE2 | 0xEF..=0xFF | 0x81 | 0x8D | 0x8F | 0x90 | 0x9D);
    match bytes {
        [byte] if !is_rest(*byte) => {
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
            Cow::Owned(text.into_owned())
        }
        _ => Cow::Borrowed("\u{FFFD}"),
    }
}

fn nulls(bytes: &[u8]) -> usize {
    if !bytes.contains(&0) {
        return 0;
    }
    bytes.split(|byte| *byte == 0).count() - 1
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_in_units_of_two_bytes_behind_others_are_read_as_such() {
        let added: Vec<u8> = "Added: 7 € more\r\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        for first in [
            "The quay of Tarn cost 3 million.\r\n",
            "Größe: 3 m, the quay's.\n",
        ] {
            let read = super::text(&[first.as_bytes(), &added].concat(), None);
            assert_eq!(read.text, format!("{first}Added: 7 € more\r\n"));
            let told = "holds two encodings: single bytes, and UTF-16LE from line 2 on";
            assert_eq!(read.warning.as_deref(), Some(told));
        }
    }

    use encoding_rs::{BIG5, EUC_KR, GB18030, ISO_8859_2, KOI8_U, SHIFT_JIS, WINDOWS_1251};

    use super::*;

    fn wide(text: &str, mark: bool) -> Vec<u8> {
        let mark = mark.then_some('\u{FEFF}');
        mark.into_iter()
            .chain(text.chars())
            .flat_map(|c| u32::from(c).to_le_bytes())
            .collect()
    }

    #[test]
    fn sixteen_bit_text_needs_no_mark_in_any_script() {
        for text in [
            "Отчёт о продажах\n\nПродажи упали на 46 процентов, сообщает союз.\n",
            "熱ポンプの販売報告\n\n2024年の販売台数は46%減少した。補助金の変更が原因である。\n",
            "Έκθεση πωλήσεων για το έτος που πέρασε",
            "تقرير المبيعات لعام كامل من السنة",
        ] {
            let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            for bytes in [little, big] {
                assert!(!is_binary(&bytes), "{text}");
                assert_eq!(super::text(&bytes, None).text, text);
            }
        }
        // Small numbers of two bytes are no letters.
        let numbers: Vec<u8> = (0..400_u16).flat_map(|n| (n * 37).to_le_bytes()).collect();
        assert!(is_binary(&numbers));
        let slip = b"# Title\n\nFigures:\0 12 percent of the boxes.\n";
        let read = super::text(slip, None);
        assert_eq!(read.text, "# Title\n\nFigures: 12 percent of the boxes.\n");
        assert_eq!(read.warning.as_deref(), Some("1 null byte left out"));
    }

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
            (wide("Größe", true), "Größe"),
            (wide("Length and width", false), "Length and width"),
            (b"\x1b$B%P%9\x1b(B.".to_vec(), "バス."),
        ] {
            assert_eq!(text(&bytes, None).text, expected);
            assert_eq!(owned(bytes).text, expected);
        }
    }

    #[test]
    fn the_encodings_of_the_world_are_told_apart() {
        let russian = "Автобусы на батареях требуют подключения к сети до начала поставок, и оператору нужны три года.";
        let japanese = "電気バスは冬に航続距離が短くなる。市は二〇二四年に四十三台を購入した。";
        let chinese = "电动公交车在冬天的续航里程会下降。该市在二〇二四年购买了四十三辆公交车。";
        let korean = "전기 버스는 겨울에 주행 거리가 줄어든다. 시는 마흔세 대의 버스를 구입했다.";
        let polish = "Zajezdnia potrzebuje przyłącza do sieci, zanim autobusy zostaną dostarczone, a operator źle ocenił łączną moc.";
        for (encoding, written) in [
            (WINDOWS_1251, russian),
            (KOI8_U, russian),
            (SHIFT_JIS, japanese),
            (encoding_rs::EUC_JP, japanese),
            (GB18030, chinese),
            (
                BIG5,
                "電動公車在冬天的續航里程會下降。該市在二〇二四年購買了四十三輛公車。",
            ),
            (EUC_KR, korean),
            (ISO_8859_2, polish),
        ] {
            // What stands before is plain English, longer than any sample from the beginning.
            let bytes = [
                "A long introduction. ".repeat(20).as_bytes(),
                b"\n",
                &encoding.encode(written).0,
                b"\nAnd an end.",
            ]
            .concat();
            let read = text(&bytes, None);
            assert!(
                read.text.contains(written),
                "{}: {}",
                encoding.name(),
                read.text
            );
            assert!(read.warning.is_some());
        }
    }

    #[test]
    fn a_chance_character_makes_no_second_encoding() {
        let japanese = "日本語の文章です。これは試験です。市場は急速に拡大している。\n".repeat(5);
        let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(&japanese);
        let read = text(&bytes, None);
        assert_eq!(read.text, japanese);
        assert_eq!(
            read.warning.as_deref(),
            Some("is not UTF-8; read as Shift_JIS")
        );
    }

    #[test]
    fn a_sign_by_itself_is_no_letter_of_another_language() {
        let bets = b"posted 5 weeks ago\n\nif rangers draw and benfica win i stand to lift \xa3825. not bad for \xa35, or 20 \xbd.\n";
        let read = text(bets, None);
        assert!(
            read.text.contains("lift £825. not bad for £5, or 20 ½."),
            "{}",
            read.text
        );
        let (polish, _, _) = ISO_8859_2
            .encode("Cena wynosi 825 złotych, a za 5 dni będzie to 900 złotych, mówi Łukasz.\n");
        assert!(text(&polish, None).text.contains("złotych"));
    }

    #[test]
    fn a_guess_and_a_damage_are_said() {
        let guessed = text(b"Die Gr\xf6\xdfe der St\xe4dte", None);
        assert_eq!(
            guessed.warning.as_deref(),
            Some("is not UTF-8; read as windows-1252")
        );
        let mut broken = "Größe, Länge, Höhe, Tüte, Öl: äöüß äöüß"
            .as_bytes()
            .to_vec();
        assert_eq!(text(&broken, None).warning, None);
        broken.push(0xff);
        let broken = text(&broken, None);
        assert!(broken.text.starts_with("Größe, Länge"));
        assert!(
            broken
                .warning
                .unwrap()
                .contains("some characters could not be decoded")
        );
    }

    #[test]
    fn one_stray_byte_does_not_turn_a_text_into_another() {
        let mut bytes = "Größe und Länge.\nThe operator’s note — in “quotes”.\n"
            .as_bytes()
            .to_vec();
        bytes.extend_from_slice(b"Tom\xe9 said so: \xc3\xa9t\xc3\xa9, \xc3\xa0, don\x92t.\n");
        let read = text(&bytes, None);
        assert_eq!(
            read.text,
            "Größe und Länge.\nThe operator’s note — in “quotes”.\nTomé said so: été, à, don’t.\n"
        );
        assert_eq!(
            read.warning.as_deref(),
            Some(
                "2 places are not UTF-8, read as windows-1252 where that gives a letter or mark (the first: line 3)"
            )
        );
        let code_page = b"caf\xe9\nna\xefve\nplain\n";
        assert_eq!(text(code_page, None).text, "café\nnaïve\nplain\n");
    }

    #[test]
    fn a_file_in_two_encodings_is_read_line_by_line() {
        let mut bytes = "Die Größe der Städte wächst.\n".repeat(5).into_bytes();
        for _ in 0..3 {
            bytes.extend_from_slice(b"Die Gr\xf6\xdfe der St\xe4dte w\xe4chst.\n");
        }
        let read = text(&bytes, None);
        assert_eq!(read.text, "Die Größe der Städte wächst.\n".repeat(8));
        assert_eq!(
            read.warning.as_deref(),
            Some("holds two encodings: UTF-8, and windows-1252 in 3 lines (the first: line 6)")
        );
    }

    #[test]
    fn lines_in_single_bytes_behind_a_text_in_units_of_two_are_read() {
        let sixteen = |text: &str| -> Vec<u8> {
            let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
            units.flat_map(u16::to_le_bytes).collect()
        };
        let mut bytes = sixteen("The depot was built in 1974.\r\nIt is old.\r\n");
        bytes.extend(b"The roof was mended in 2009.\r\n");
        let read = text(&bytes, None);
        assert_eq!(
            read.text,
            "The depot was built in 1974.\r\nIt is old.\r\nThe roof was mended in 2009.\r\n"
        );
        assert_eq!(
            read.warning.as_deref(),
            Some("holds two encodings: UTF-16LE, and single bytes from line 3 on")
        );
        // Each byte of these letters could be a letter as well.
        let chinese = "乡书买乱乳".repeat(8);
        let read = text(&sixteen(&chinese), None);
        assert_eq!((read.text, read.warning), (chinese, None));
    }

    #[test]
    fn text_padded_with_nulls_is_text() {
        let padded = [
            &b"A record of fixed length, then padding.\0\0\0\0\n"[..],
            b"Another record.\0\0",
        ]
        .concat();
        assert!(!is_binary(&padded) && !is_binary(b"a,b\n1,2\n\x003,4\n"));
        let read = text(&padded, None);
        assert_eq!(
            read.text,
            "A record of fixed length, then padding.\nAnother record."
        );
        assert_eq!(read.warning.as_deref(), Some("6 null bytes left out"));
        assert!(is_binary(
            b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x3e\0\x01\0\0\0"
        ));
        assert!(is_binary(&[0; 4096]));
    }

    #[test]
    fn text_for_terminals_is_text() {
        assert!(!is_binary(b"Sales\x07\x07\x07\x07\x07 fell in 2024."));
        assert!(!is_binary(b"N\x08NA\x08AM\x08ME\x08E\n\ttercet\n"));
        assert!(is_binary(b"\x01\x02\x03 sales \x04\x05\x06"));
    }

    #[test]
    fn a_few_bytes_of_noise_are_no_text_and_a_slip_in_an_old_text_is_none() {
        let mut seed = 7_u64;
        let mut noise = || {
            let mut next = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (seed >> 56) as u8
            };
            (0..60).map(|_| next()).collect::<Vec<u8>>()
        };
        let taken = (0..500).filter(|_| !is_binary(&noise())).count();
        assert!(taken <= 15, "{taken}");
        let old = b"Caf\xe9 Hollin sold 12,000 cups of coffee in May 2024, a tenth more than in the May before, and caf\xe9 au lait most.\x1a";
        assert!(!is_binary(old));
        let slip = [&old[..old.len() - 1], b"\x02\r\n"].concat();
        assert!(!is_binary(&slip));
    }

    #[test]
    fn a_page_is_read_in_the_encoding_it_declares() {
        let page = b"<html><head><meta charset=\"iso-8859-2\"></head>\xb3\xf3d\xbc</html>";
        let declared = declared_in_html(page);
        assert_eq!(declared.map(Encoding::name), Some("ISO-8859-2"));
        assert!(text(page, declared).text.contains("łódź"));
    }

    #[test]
    fn a_page_that_can_be_read_up_to_where_it_calls_itself_utf_16_is_none() {
        for label in ["utf-16", "unicode", "UTF-16BE", "ucs-2"] {
            let page = format!("<meta charset=\"{label}\"><p>Sales rose by 4 % in Málaga.</p>");
            let declared = declared_in_html(page.as_bytes());
            assert_eq!(text(page.as_bytes(), declared).text, page, "{label}");
        }
    }
}
