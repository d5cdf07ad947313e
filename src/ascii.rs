//! Text as bytes, many at a time: most text that is read is ASCII, and each reader of it begins by telling its words apart.
//!
//! A reader says which bytes belong to its words ([`Walker`]) and is told the words as runs of bytes. Nothing here knows what words are for; what is not ASCII
//! is told apart by each reader in its own way.

#![allow(
    clippy::needless_bitwise_bool,
    reason = "without branches, many bytes are looked at at once"
)]

/// Bytes that are looked at at once.
pub const BLOCK: usize = 64;

/// Bytes of a run that [`letters`] holds.
pub const HELD: usize = 16;

/// A run of bytes that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    pub at: usize,
    pub len: usize,
    /// Whether there are odd ones among them.
    pub is_odd: bool,
}

/// A visitor of a text: says which bytes belong to its words, and is told the runs that [`walk`] finds, [`BLOCK`] by [`BLOCK`].
pub trait Walker {
    /// Whether a byte belongs to a run. This and the next are said of each byte, and should be said without branches.
    fn is_usual(byte: u8) -> bool;

    /// Whether it belongs to a run that is to be looked at closely.
    fn is_odd(byte: u8) -> bool;

    /// A run, from its beginning to its end.
    fn run(&mut self, run: Run);

    /// The bytes in a row that follow those of the row before, of which so many count.
    #[inline]
    fn block(&mut self, at: usize, bytes: &[u8; BLOCK], count: usize) {
        let _ = (at, bytes, count);
    }
}

/// Walks through a text.
#[inline]
pub fn walk<W: Walker>(bytes: &[u8], walker: &mut W) {
    let mut at = 0;
    while at < bytes.len() {
        let mut padded = [b' '; BLOCK];
        let here = bytes.get(at..).unwrap_or_default();
        let block = here.first_chunk().unwrap_or_else(|| {
            if let Some(start) = padded.get_mut(..here.len()) {
                start.copy_from_slice(here);
            }
            &padded
        });
        let odd = mask(block, W::is_odd);
        let mut runs = odd | mask(block, W::is_usual);
        let mut taken = BLOCK.min(here.len());
        while runs != 0 {
            let bit = runs.trailing_zeros() as usize;
            let mut len = (!(runs >> bit)).trailing_zeros() as usize;
            if bit + len >= BLOCK && here.len() > BLOCK {
                // It may go on, and is looked at with the next block, or now where it is longer than one.
                taken = bit;
                if bit > 0 {
                    break;
                }
                let is_part = |byte: &&u8| W::is_usual(**byte) || W::is_odd(**byte);
                len = here.iter().take_while(is_part).count();
                taken = len;
            }
            let bits = below(len) << bit;
            walker.run(Run {
                at: at + bit,
                len,
                is_odd: odd & bits != 0 || len > BLOCK,
            });
            runs &= !bits;
        }
        walker.block(at, block, taken.min(BLOCK));
        at += taken;
    }
}

/// Whether a line is words with one space between them, as most lines are, and can be taken as it is: in ASCII, and with what is set beside it, which is
/// dashes, quotation marks and other signs, and the small letters of Western Europe.
#[must_use]
pub fn is_single_spaced(line: &str) -> bool {
    let bytes = line.as_bytes();
    let ([first, .., last] | [first @ last]) = bytes else {
        return false;
    };
    let next = bytes.get(1..).unwrap_or_default();
    let is_fine = first.is_ascii_graphic()
        && last.is_ascii_graphic()
        && bytes
            .chunks(BLOCK)
            .zip(next.chunks(BLOCK))
            .all(|(these, next)| {
                these.iter().zip(next).fold(true, |fine, (byte, next)| {
                    fine & (byte.wrapping_sub(b' ') < 0x5F) & !((*byte == b' ') & (*next == b' '))
                })
            });
    is_fine || !line.is_ascii() && is_typeset(bytes)
}

/// The same where not all is ASCII.
fn is_typeset(bytes: &[u8]) -> bool {
    let ([first, .., last] | [first @ last]) = bytes else {
        return false;
    };
    if *first == b' ' || *last == b' ' {
        return false;
    }
    // The last block overlaps with the one before; what is shorter than one is looked at with letters behind it.
    let Some(end) = bytes.len().checked_sub(BLOCK + BEHIND) else {
        let mut padded = [b'x'; BLOCK + 2 * BEHIND];
        if let Some(start) = padded.get_mut(..bytes.len()) {
            start.copy_from_slice(bytes);
        }
        return is_set(&padded, 0) && is_set(&padded, BEHIND);
    };
    let behind = |at: usize| bytes.get(at).copied().unwrap_or(b'x');
    (0..end).step_by(BLOCK).all(|at| is_set(bytes, at))
        && is_set(bytes, end)
        && (end + BLOCK..bytes.len())
            .all(|at| !is_unset(behind(at), behind(at + 1), behind(at + 2)))
}

/// Bytes behind another that are looked at with it.
const BEHIND: usize = 2;

/// The same of a block within a line.
#[inline]
fn is_set(bytes: &[u8], at: usize) -> bool {
    let block = |at: usize| bytes.get(at..).and_then(<[u8]>::first_chunk::<BLOCK>);
    let blocks = block(at).zip(block(at + 1)).zip(block(at + BEHIND));
    blocks.is_some_and(|((these, next), third)| {
        let all = these.iter().zip(next).zip(third);
        all.fold(true, |fine, ((byte, next), third)| {
            fine & !is_unset(*byte, *next, *third)
        })
    })
}

/// Whether a byte, with the two behind it, is no part of words with single spaces. In the bytes of a text those that go on with a character need not be
/// looked at: they follow one that begins it.
#[inline]
fn is_unset(byte: u8, next: u8, third: u8) -> bool {
    let begins_other = (byte >= 0xC0) & !is_set_beside(byte, next, third);
    let is_double = (byte == b' ') & (next == b' ');
    (byte < b' ') | (byte == 0x7F) | begins_other | is_double
}

/// Whether a character beyond ASCII that begins so is a sign or a small letter: nothing that hides, is a space or has another case.
#[inline]
fn is_set_beside(byte: u8, next: u8, third: u8) -> bool {
    let is_within = |byte: u8, first: u8, last: u8| byte.wrapping_sub(first) <= last - first;
    // From U+A1 to U+BF without the soft hyphen, and from U+DF to U+FF.
    let is_sign = (byte == 0xC2) & (next > 0xA0) & (next != 0xAD);
    let is_letter = (byte == 0xC3) & (next >= 0x9F);
    // Punctuation from U+2010 to U+2027; arrows, mathematical signs, frames and pictograms up to U+27FF, without letters and numbers in circles.
    let is_punctuation = (next == 0x80) & is_within(third, 0x90, 0xA7);
    let is_arrow = (next == 0x86) & (third >= 0x90);
    let is_symbol = is_within(next, 0x87, 0x90) | is_within(next, 0x94, 0x9F);
    // Pictograms from U+1F300 to U+1F9FF.
    let is_picture = (byte == 0xF0) & (next == 0x9F) & is_within(third, 0x8C, 0xA7);
    is_sign | is_letter | (byte == 0xE2) & (is_punctuation | is_arrow | is_symbol) | is_picture
}

/// The lines of a text, as the line feeds in it part them. Where lines are short, looking for one end after the other takes longer than to see all of a block
/// at once.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let (mut start, mut block, mut ends) = (0, 0, line_ends(bytes, 0));
    std::iter::from_fn(move || {
        if start >= bytes.len() {
            return None;
        }
        while ends == 0 && block + BLOCK < bytes.len() {
            block += BLOCK;
            ends = line_ends(bytes, block);
        }
        let end = if ends == 0 {
            bytes.len()
        } else {
            block + ends.trailing_zeros() as usize
        };
        let line = text.get(start..end);
        start = end + 1;
        ends &= ends.wrapping_sub(1);
        line
    })
}

/// A bit for each line feed in the block that begins there.
#[inline]
fn line_ends(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    let is_end = |byte| byte == b'\n';
    match rest.first_chunk() {
        Some(block) => mask(block, is_end),
        None => rest
            .iter()
            .rev()
            .fold(0, |ends, byte| ends << 1 | u64::from(is_end(*byte))),
    }
}

/// The letters, digits, points, commas and apostrophes of a run of no more than [`HELD`], in lower case, the first one lowest, and zeros behind them.
#[inline]
#[must_use]
pub fn letters(bytes: &[u8], run: Run) -> u128 {
    (sixteen(bytes, run.at) | LOWER) & of_run(run)
}

/// The same of a run of any bytes, and whether capitals are among them; `None` where it is longer, or not all of it is ASCII.
#[inline]
#[must_use]
pub fn letters_of_any(bytes: &[u8], run: Run) -> Option<(u128, bool)> {
    const BEYOND: u128 = 0x8080_8080_8080_8080_8080_8080_8080_8080;
    let written = sixteen(bytes, run.at) & of_run(run);
    let lower = written | LOWER & of_run(run);
    (run.len <= HELD && written & BEYOND == 0).then_some((lower, lower != written))
}

/// The bits of a run in the number that its bytes are.
#[inline]
fn of_run(run: Run) -> u128 {
    u128::MAX
        .checked_shl(8 * run.len as u32)
        .map_or(u128::MAX, |above| !above)
}

/// The number of words in a text, as white space parts them.
#[must_use]
pub fn count_words(text: &str) -> usize {
    if !text.is_ascii() {
        return text.split_whitespace().count();
    }
    let bytes = text.as_bytes();
    let (blocks, rest) = bytes.as_chunks();
    let mut words = 0;
    // Whether the byte before was white space, in the lowest bit.
    let mut before = 1;
    for block in blocks {
        let spaces = mask(block, is_space);
        words += (!spaces & (spaces << 1 | before)).count_ones() as usize;
        before = spaces >> (BLOCK - 1);
    }
    let mut was_space = before != 0;
    for &byte in rest {
        words += usize::from(was_space && !is_space(byte));
        was_space = is_space(byte);
    }
    words
}

/// Whether a text has one of these signs.
#[must_use]
pub fn has_any_of<const COUNT: usize>(text: &str, signs: [u8; COUNT]) -> bool {
    let is_one = |byte: u8| {
        signs
            .iter()
            .fold(0, |found, sign| found | u8::from(byte == *sign))
    };
    let has_one = |bytes: &[u8]| {
        let found = bytes.iter().fold(0, |found, byte| found | is_one(*byte));
        found != 0
    };
    // Blocks of one length are compared many bytes at a time.
    let (blocks, rest) = text.as_bytes().as_chunks::<BLOCK>();
    blocks.iter().any(|block| has_one(block)) || has_one(rest)
}

/// Whether a byte is a letter or a digit of ASCII.
#[inline]
#[must_use]
pub fn is_letter_or_digit(byte: u8) -> bool {
    ((byte | 0x20).wrapping_sub(b'a') < 26) | (byte.wrapping_sub(b'0') < 10)
}

/// Whether a byte is white space of ASCII.
#[inline]
#[must_use]
pub fn is_space(byte: u8) -> bool {
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5)
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
    let first = match rest.first_chunk() {
        Some(first) => u64::from_le_bytes(*first),
        None => sixteen(bytes, at) as u64,
    };
    first | LOWER as u64
}

/// The sixteen bytes from a place on as a number, the first one lowest; zeros behind the end.
#[inline]
fn sixteen(bytes: &[u8], at: usize) -> u128 {
    let rest = bytes.get(at..).unwrap_or_default();
    match (rest.first_chunk(), bytes.last_chunk::<HELD>()) {
        (Some(first), _) => u128::from_le_bytes(*first),
        // All of the rest is in the last bytes, which is told faster than each byte taken by itself.
        (None, Some(last)) => u128::from_le_bytes(*last)
            .checked_shr(8 * (HELD - rest.len()) as u32)
            .unwrap_or_default(),
        (None, None) => rest
            .iter()
            .rev()
            .fold(0, |number, byte| number << 8 | u128::from(*byte)),
    }
}

/// So many lowest bits.
#[inline]
#[must_use]
pub fn below(bits: usize) -> u64 {
    1_u64
        .checked_shl(bits as u32)
        .map_or(u64::MAX, |end| end - 1)
}

/// The bits that small letters have and capitals lack; digits have them too.
const LOWER: u128 = 0x2020_2020_2020_2020_2020_2020_2020_2020;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Keeps what it is told.
    #[derive(Default)]
    struct Told {
        runs: Vec<Run>,
        blocks: Vec<u8>,
    }

    impl Walker for Told {
        fn is_usual(byte: u8) -> bool {
            byte.is_ascii_alphanumeric()
        }

        fn is_odd(byte: u8) -> bool {
            byte >= 0x80
        }

        fn run(&mut self, run: Run) {
            self.runs.push(run);
        }

        fn block(&mut self, at: usize, bytes: &[u8; BLOCK], count: usize) {
            assert!(at >= self.blocks.len());
            self.blocks.resize(at, b'x');
            self.blocks.extend(&bytes[..count]);
        }
    }

    #[test]
    fn a_sign_is_found_wherever_it_stands() {
        for before in [0, 1, BLOCK - 1, BLOCK, 3 * BLOCK + 7] {
            let text = "é".repeat(before) + "|";
            assert!(has_any_of(&text, *b"\t|"));
            assert!(!has_any_of(&text, *b"\t;"));
        }
    }

    #[test]
    fn a_line_is_single_spaced_or_not() {
        for (line, expected) in [
            ("One word, and another.", true),
            ("x", true),
            ("", false),
            (" x", false),
            ("x ", false),
            ("two  spaces", false),
            ("a\ttab", false),
            ("naïve", true),
            ("Élan", false),
            ("soft\u{AD}ly", false),
            ("a → b ≥ ½ 🔬", true),
            ("Ⓐ", false),
            ("Ω", false),
            ("“naive” – it’s", true),
            ("“naive”  – it’s", false),
            ("it’s ", false),
            (" ’tis", false),
            ("wide\u{2003}space", false),
        ] {
            assert_eq!(is_single_spaced(line), expected, "{line}");
            let longer = format!("{}{line}", "word ".repeat(30));
            let is_fine = expected || line.is_empty() && longer.ends_with('d');
            assert_eq!(is_single_spaced(&longer), is_fine, "{longer}");
        }
        let at_the_border = format!("{}  {}", "x".repeat(BLOCK - 1), "x".repeat(BLOCK));
        assert!(!is_single_spaced(&at_the_border));
    }

    proptest! {
        #[test]
        fn a_walk_comes_by_every_run_whole_and_every_byte(text in "([a-z0-9é’]{0,9}[ .\n]{0,3}){0,40}([a-z]{60,70}|[a-zé]{128,140}|[ .]{60,130}){0,2}[a-z ]{0,70}") {
            let bytes = text.as_bytes();
            let mut told = Told::default();
            walk(bytes, &mut told);
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
            let mut expected = Vec::new();
            let mut at = 0;
            for part in bytes.chunk_by(|a, b| is_part(a) == is_part(b)) {
                if part.first().is_some_and(is_part) {
                    let is_odd = !part.is_ascii();
                    expected.push((at, part.len(), is_odd));
                }
                at += part.len();
            }
            let found: Vec<_> = told.runs.iter().map(|run| (run.at, run.len, run.is_odd && run.len <= BLOCK || !bytes[run.at..run.at + run.len].is_ascii())).collect();
            prop_assert_eq!(found, expected);
            // What no block has is within a longer run.
            prop_assert!(told.blocks.len() <= bytes.len());
            let seen = told.blocks.iter().zip(bytes);
            prop_assert!(seen.clone().all(|(seen, byte)| seen == byte || is_part(byte)));
        }

        #[test]
        fn a_single_spaced_line_is_clean_and_has_no_case_beyond_ascii(line in "[A-Za-z  é’–…•\u{2010}-\u{2030}\u{80}-\u{ff}\t]{0,9}|[A-Za-z \u{2100}-\u{2bff}\u{1f100}-\u{1fbff}]{0,3}|[A-Z ’“]{0,90}") {
            if is_single_spaced(&line) {
                let words: Vec<&str> = line.split_whitespace().collect();
                prop_assert_eq!(words.join(" "), &*line);
                prop_assert_eq!(crate::clean::stored(&line), &*line);
                prop_assert_eq!(line.to_lowercase(), line.to_ascii_lowercase());
            }
        }

        #[test]
        fn the_letters_of_a_run_are_its_first_bytes_in_lower_case(before in "[A-Za-z .]{0,3}", word in "[A-Za-z0-9]{1,16}", after in "[ -~é]{0,20}") {
            let text = format!("{before}{word}{after}");
            let run = Run { at: before.len(), len: word.len(), is_odd: false };
            let lower = word.to_ascii_lowercase();
            let held = letters(text.as_bytes(), run);
            prop_assert_eq!(letters_of_any(text.as_bytes(), run), Some((held, word != lower)));
            let held = held.to_le_bytes();
            prop_assert_eq!(&held[..word.len()], lower.as_bytes());
            prop_assert!(held[word.len()..].iter().all(|byte| *byte == 0));
            let first = eight(text.as_bytes(), before.len()).to_le_bytes();
            let same = first.iter().zip(lower.bytes());
            prop_assert!(same.clone().all(|(held, letter)| *held == letter));
        }

        #[test]
        fn letters_are_held_of_short_runs_of_ascii_only(word in "[a-zA-Zé]{1,20}") {
            let run = Run { at: 0, len: word.len(), is_odd: false };
            let is_held = word.is_ascii() && word.len() <= HELD;
            prop_assert_eq!(letters_of_any(word.as_bytes(), run).is_some(), is_held);
        }

        #[test]
        fn lines_are_those_between_line_feeds(text in "([a-z é]{0,70}\n{0,3}){0,6}") {
            prop_assert!(lines(&text).eq(text.split_terminator('\n')));
        }

        #[test]
        fn words_are_counted_as_white_space_parts_them(text in "[a-c \t\n\u{b}\u{1c}é\u{a0}]{0,40}|[a-c \t]{60,200}") {
            prop_assert_eq!(count_words(&text), text.split_whitespace().count());
        }
    }
}
