//! Text in units of two or four bytes: which it is, and in what order the bytes stand, where nothing says so. What is told of a whole file is the business
//! of [`super`].

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::Decoded;

/// Four bytes a character.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wide {
    Little,
    Big,
}

impl Wide {
    pub(super) fn marked(bytes: &[u8]) -> Option<(Self, &[u8])> {
        if let Some(rest) = bytes.strip_prefix(b"\xFF\xFE\0\0") {
            return Some((Self::Little, rest));
        }
        let rest = bytes.strip_prefix(b"\0\0\xFE\xFF")?;
        Some((Self::Big, rest))
    }

    /// Without a mark: three of four bytes are null, always the same.
    pub(super) fn seen(bytes: &[u8]) -> Option<Self> {
        let head = bytes.get(..1024).unwrap_or(bytes);
        let groups = head.chunks_exact(4);
        let count = groups.len();
        let all = |high: [usize; 2]| {
            let mut groups = head.chunks_exact(4);
            count >= 4 && groups.all(|group| high.iter().all(|at| group.get(*at) == Some(&0)))
        };
        // The plane is 0 in nearly all text, the highest byte always.
        let letters = |at: usize| head.chunks_exact(4).all(|group| group.get(at) != Some(&0));
        if all([2, 3])
            && letters(0)
            && head
                .chunks_exact(4)
                .filter(|group| group.get(1) == Some(&0))
                .count()
                * 2
                > count
        {
            Some(Self::Little)
        } else if all([0, 1])
            && letters(3)
            && head
                .chunks_exact(4)
                .filter(|group| group.get(2) == Some(&0))
                .count()
                * 2
                > count
        {
            Some(Self::Big)
        } else {
            None
        }
    }

    pub(super) fn decoded(self, bytes: &[u8]) -> Decoded {
        let mut damaged = !bytes.len().is_multiple_of(4);
        let groups = bytes
            .chunks_exact(4)
            .filter_map(|group| <[u8; 4]>::try_from(group).ok());
        let text = groups
            .map(|group| {
                let code = match self {
                    Self::Little => u32::from_le_bytes(group),
                    Self::Big => u32::from_be_bytes(group),
                };
                char::from_u32(code).unwrap_or_else(|| {
                    damaged = true;
                    char::REPLACEMENT_CHARACTER
                })
            })
            .collect();
        let warning =
            damaged.then(|| "some characters could not be decoded (read as UTF-32)".to_owned());
        Decoded { text, warning }
    }
}

/// Where lines in units of two bytes begin behind others in single ones, as a shell writes them that adds to a file of another program: all before the
/// first null is a text, and behind it every other byte is null.
pub(super) fn wide_from(bytes: &[u8]) -> Option<(usize, &'static Encoding)> {
    /// So many bytes tell.
    const FEWEST: usize = 8;
    const SAMPLE: usize = 4096;
    let null = bytes.iter().position(|byte| *byte == 0)?;
    let at = null.checked_sub(1).filter(|at| *at >= FEWEST)?;
    let (single, wide) = bytes.split_at_checked(at)?;
    let sample = wide.get(..SAMPLE).unwrap_or(wide);
    let (pairs, _) = sample.as_chunks::<2>();
    let is_latin = |pair: &&[u8; 2]| pair[0] != 0 && pair[1] == 0;
    let latin = pairs.iter().filter(is_latin).count();
    let is_wide = sample.len() >= FEWEST && latin * 10 >= pairs.len() * 8;
    let is_text = || {
        std::str::from_utf8(single).is_ok_and(|text| {
            text.ends_with('\n') && !text.contains(|c: char| c.is_control() && !c.is_whitespace())
        })
    };
    (is_wide && is_text()).then_some((at, UTF_16LE))
}

/// UTF-16 without a byte order mark: Latin text has a null in every other byte.
pub(super) fn sixteen_bit(bytes: &[u8]) -> Option<&'static Encoding> {
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
        other_script(bytes)
    }
}

/// UTF-16 without a byte order mark in other scripts: the blanks, line ends and marks that they share with Latin text tell the order of the bytes, which
/// must then be letters nearly throughout. A text without any null has none of these and stays what else it looks like.
fn other_script(bytes: &[u8]) -> Option<&'static Encoding> {
    const LEAST: usize = 16;
    let head = bytes.get(..4096).unwrap_or(bytes);
    // A text of single bytes into which a null slipped is no Chinese, though each two of its bytes are a character of that.
    let is_single = |byte: &u8| matches!(byte, 0 | b'\t' | b'\n' | b'\r' | b' '..=b'~');
    if !head.contains(&0) || !head.len().is_multiple_of(2) || head.iter().all(is_single) {
        return None;
    }
    let read = |unit: fn([u8; 2]) -> u16| -> Option<usize> {
        let units = head.chunks_exact(2);
        let units = units.filter_map(|pair| Some(unit(pair.try_into().ok()?)));
        // The last one may be half of a pair.
        let text: Vec<char> = char::decode_utf16(units)
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        let is_common = |c: &char| matches!(c, '\t' | '\n' | '\r' | ' '..='~' | '\u{3000}'..='\u{3002}' | '\u{FF0C}');
        let is_text = |c: &char| {
            is_common(c)
                || c.is_alphanumeric()
                || matches!(c, '\u{A0}'..='\u{36F}' | '\u{2000}'..='\u{206F}' | '\u{3003}'..='\u{303F}' | '\u{FF00}'..='\u{FFEF}')
        };
        let texts = text.iter().filter(|c| is_text(c)).count();
        let common = text.iter().filter(|c| is_common(c)).count();
        (text.len() >= LEAST && texts * 20 >= text.len() * 19 && common > 0).then_some(common)
    };
    match (read(u16::from_le_bytes), read(u16::from_be_bytes)) {
        (little, big) if little > big => Some(UTF_16LE),
        (little, big) if big > little => Some(UTF_16BE),
        _ => None,
    }
}

/// Where single bytes begin that stand behind a text in units of two, of which Latin ones have a null in every other byte: two letters of these would be
/// one of Chinese.
pub(super) fn single_from(bytes: &[u8]) -> Option<usize> {
    const FEWEST: usize = 16;
    let is_single = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    let single = bytes
        .iter()
        .rev()
        .take_while(|byte| is_single(byte))
        .count();
    // The null behind the last Latin letter of little-endian text is not of them, nor the letter behind the null of the other.
    let wide = (bytes.len() - single).next_multiple_of(2).min(bytes.len());
    let nulls = super::nulls(bytes.get(..wide)?);
    let is_latin = nulls * 10 > wide / 2 * 7;
    let rest = bytes.get(wide..)?;
    let has_words = rest.iter().any(u8::is_ascii_whitespace);
    (is_latin && has_words && rest.len() >= FEWEST).then_some(wide)
}
