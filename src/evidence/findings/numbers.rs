//! What some programs write into JSON although nothing can be done with it: the numbers `NaN`, `Infinity` and `-Infinity`, those beyond all counting, and halves
//! of characters, which a text ends with that was cut within an emoji. And what people write into it: remarks, and a comma behind the last of a list.

use crate::escapes::{self, Escape};

const STRANGERS: [&[u8]; 3] = [b"-Infinity", b"Infinity", b"NaN"];

/// What stands for half a character.
const REPLACED: &[u8] = b"\\ufffd";

/// Bytes that are JSON, unless something else is wrong with them.
pub(super) struct Mended {
    pub(super) bytes: Vec<u8>,
    /// How many numbers were none.
    pub(super) strangers: usize,
}

/// The bytes of a number that is larger than any that a program counts with.
fn boundless(rest: &[u8]) -> Option<usize> {
    /// No number of fewer digits is, unless it says how many more there are.
    const LONG: usize = 300;
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let number = rest.split(|byte| !is_part(byte)).next()?;
    let is_long = number.len() > LONG || number.iter().any(|byte| b"eE".contains(byte));
    let read = || std::str::from_utf8(number).ok()?.parse::<f64>().ok();
    (is_long && read().is_some_and(f64::is_infinite)).then_some(number.len())
}

/// The length of a remark: to the end of its line, or between its signs. The end of one that has none is looked for once.
fn remark(rest: &[u8], is_unclosed: &mut bool) -> Option<usize> {
    let end = |sign: &[u8]| {
        rest.windows(sign.len())
            .skip(2)
            .position(|window| window == sign)
            .map(|at| at + 2)
    };
    match rest.get(..2)? {
        b"//" => Some(end(b"\n").unwrap_or(rest.len())),
        b"/*" if !*is_unclosed => {
            let end = end(b"*/");
            *is_unclosed = end.is_none();
            Some(end? + 2)
        }
        _ => None,
    }
}

/// Whether nothing but the end of its list stands behind a comma.
fn is_last(rest: &[u8]) -> bool {
    let behind = rest.iter().skip(1).find(|byte| !byte.is_ascii_whitespace());
    matches!(behind, Some(b']' | b'}'))
}

/// The file with `null` in place of such numbers, and the sign for an unknown character in place of halves; `None` where there is neither. Within texts
/// the numbers are words.
pub(super) fn mended(bytes: &[u8]) -> Option<Mended> {
    let mut mended: Vec<u8> = Vec::new();
    let mut strangers = 0;
    let mut is_unclosed = false;
    let mut taken = 0;
    let (mut in_text, mut value_due) = (false, true);
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let rest = bytes.get(at..).unwrap_or_default();
        let mut length = 1;
        let mut instead: Option<&[u8]> = None;
        match byte {
            // No text goes on over a line, so a broken one does no harm behind it.
            b'\n' => (in_text, value_due) = (false, true),
            b'\\' if in_text => {
                (length, instead) = match escapes::escape(rest) {
                    Escape::Pair => (2 * escapes::LENGTH, None),
                    Escape::Half(_) => (escapes::LENGTH, Some(REPLACED)),
                    Escape::Other => (2, None),
                };
            }
            b'"' => {
                in_text = !in_text;
                value_due = false;
            }
            _ if in_text || byte.is_ascii_whitespace() => {}
            b'/' => match remark(rest, &mut is_unclosed) {
                Some(remark) => (length, instead) = (remark, Some(b" ".as_slice())),
                None => value_due = false,
            },
            b',' if is_last(rest) => instead = Some(b" ".as_slice()),
            b':' | b',' | b'[' => value_due = true,
            _ if value_due => {
                value_due = false;
                let stranger = STRANGERS.iter().find(|name| rest.starts_with(name));
                if let Some(stranger) = stranger.map(|name| name.len()).or_else(|| boundless(rest))
                {
                    (length, instead) = (stranger, Some(b"null".as_slice()));
                    strangers += 1;
                }
            }
            _ => {}
        }
        if let Some(instead) = instead {
            mended.extend_from_slice(bytes.get(taken..at).unwrap_or_default());
            mended.extend_from_slice(instead);
            taken = at + length;
        }
        at += length;
    }
    mended.extend_from_slice(bytes.get(taken..).unwrap_or_default());
    (taken > 0).then_some(Mended {
        bytes: mended,
        strangers,
    })
}
