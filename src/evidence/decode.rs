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
mod tests;
