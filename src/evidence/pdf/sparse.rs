//! The content of a page with each path as the rectangle around it, and of those that are only outlined the lines across and down the page: all that has to be
//! known of a drawing to tell what it covers and what tables it rules. A book may draw a hundred thousand lines, and its parser takes longer over them than over all of its text.
//!
//! It comes in parts of whole operators, as the parser looks at all that is left of what it is given with each word that it reads.

use std::io::Write as _;

/// Operands of an operator that builds a path are no more.
const MOST: usize = 6;

/// More lines than this rule no table.
const MOST_RULES: usize = 2_000;

/// Bytes after which a part ends with the next operator that can end it.
const PART: usize = 2_000;

/// The content of a page in fewer words, in parts that can be parsed one by one.
pub(super) fn sparse(content: &[u8]) -> Sparse {
    let mut scan = Scan {
        content,
        at: 0,
        kept: Vec::with_capacity(content.len() / 4),
        copied: 0,
        numbers: [0.0; MOST],
        count: 0,
        operands: 0,
        around: None,
        start: None,
        from: None,
        rules: Vec::new(),
        ruled: 0,
        ends: Vec::new(),
    };
    while scan.token() {}
    scan.kept
        .extend_from_slice(content.get(scan.copied..).unwrap_or_default());
    scan.ends.push(scan.kept.len());
    Sparse {
        content: scan.kept,
        ends: scan.ends,
    }
}

pub(super) struct Sparse {
    content: Vec<u8>,
    /// Where each part ends, in ascending order.
    ends: Vec<usize>,
}

impl Sparse {
    pub(super) fn parts(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let parts = starts.zip(&self.ends);
        parts.map(|(start, end)| self.content.get(*start..*end).unwrap_or_default())
    }
}

struct Scan<'a> {
    content: &'a [u8],
    at: usize,
    kept: Vec<u8>,
    /// Up to where the content was copied or passed over.
    copied: usize,
    /// The last numbers before the operator that is to come, and how many there are; others than numbers are counted past what a path can have.
    numbers: [f32; MOST],
    count: usize,
    /// Where the first of the operands begins.
    operands: usize,
    /// Left, low, right and high end of the path that is being built.
    around: Option<[f32; 4]>,
    /// Where its open part begins, and up to where it was drawn.
    start: Option<(f32, f32)>,
    from: Option<(f32, f32)>,
    /// Its lines across and down, and how many of the content's were written.
    rules: Vec<[f32; 4]>,
    ruled: usize,
    /// Where parts of what is kept end.
    ends: Vec<usize>,
}

impl Scan<'_> {
    /// Goes behind the next token; `false` at the end, and where what follows cannot be told from data.
    fn token(&mut self) -> bool {
        let rest = self.content.get(self.at..).unwrap_or_default();
        let Some(blanks) = rest.iter().position(|byte| !is_blank(*byte)) else {
            return false;
        };
        self.at += blanks;
        let rest = rest.get(blanks..).unwrap_or_default();
        if self.count == 0 {
            self.operands = self.at;
        }
        let first = rest.first().copied().unwrap_or_default();
        let (length, is_operand) = match first {
            b'(' => (length_of_text(rest), true),
            b'%' => (until(rest, |byte| matches!(byte, b'\n' | b'\r')), true),
            b'/' => (1 + until(rest.get(1..).unwrap_or_default(), is_end), true),
            b'<' if rest.get(1) != Some(&b'<') => (until(rest, |byte| byte == b'>'), true),
            b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b')' => (1, true),
            _ => (until(rest, is_end), false),
        };
        self.at += length;
        if is_operand {
            self.count = MOST + 1;
            return true;
        }
        let word = rest.get(..length).unwrap_or_default();
        if matches!(first, b'0'..=b'9' | b'+' | b'-' | b'.') {
            self.number(word);
            return true;
        }
        self.operator(word);
        // The data of a picture that stands in the content follows without a sign of where it ends.
        word != b"BI"
    }

    fn number(&mut self, word: &[u8]) {
        let number = std::str::from_utf8(word)
            .ok()
            .and_then(|word| word.parse().ok());
        match (self.numbers.get_mut(self.count), number) {
            (Some(free), Some(number)) => {
                *free = number;
                self.count += 1;
            }
            _ => self.count = MOST + 1,
        }
    }

    fn operator(&mut self, word: &[u8]) {
        let needed = match word {
            b"m" | b"l" => Some(2),
            b"v" | b"y" => Some(4),
            b"c" => Some(6),
            b"h" => Some(0),
            _ => None,
        };
        let count = std::mem::take(&mut self.count);
        if needed == Some(count) {
            let end = self.numbers.get(..count).and_then(<[f32]>::last_chunk);
            if let Some([x, y]) = end.copied() {
                self.reach(x, y);
                self.draw(word, (x, y));
            }
            if word == b"h"
                && let Some(start) = self.start
            {
                self.draw(b"l", start);
            }
            self.copy_up_to(self.operands);
            self.copied = self.at;
            return;
        }
        match word {
            // What is only outlined covers nothing.
            b"S" | b"s" => self.write_rules(),
            b"n" => self.around = None,
            _ => self.write_path(),
        }
        self.rules.clear();
        (self.start, self.from) = (None, None);
        self.end_part(word);
    }

    /// Ends a part behind an operator that paints, shows or restores: no array or dictionary can have begun before it and go on behind it.
    fn end_part(&mut self, word: &[u8]) {
        let begins = self.ends.last().copied().unwrap_or_default();
        let length = self.kept.len() - begins + self.at.saturating_sub(self.copied);
        let can_end = matches!(
            word,
            b"Q" | b"ET" | b"S" | b"s" | b"n" | b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*"
        );
        if can_end && length >= PART {
            self.copy_up_to(self.at);
            self.ends.push(self.kept.len());
        }
    }

    fn reach(&mut self, x: f32, y: f32) {
        let [left, low, right, high] = self.around.unwrap_or([x, y, x, y]);
        self.around = Some([left.min(x), low.min(y), right.max(x), high.max(y)]);
    }

    /// Goes on to a point of the path, in a line or otherwise.
    fn draw(&mut self, word: &[u8], to: (f32, f32)) {
        if word == b"m" {
            self.start = Some(to);
        }
        if word == b"l"
            && let Some(from) = self.from
        {
            let (across, down) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
            if across.min(down) * 100.0 <= across.max(down) {
                self.rules.push([from.0, from.1, to.0, to.1]);
            }
        }
        self.from = Some(to);
    }

    /// Writes the lines across and down of a path that is outlined.
    fn write_rules(&mut self) {
        self.around = None;
        self.ruled += self.rules.len();
        if self.rules.is_empty() || self.ruled > MOST_RULES {
            return;
        }
        self.copy_up_to(self.operands);
        for [x, y, to_x, to_y] in std::mem::take(&mut self.rules) {
            // Writing to memory does not fail.
            let _ = write!(self.kept, " {x} {y} m {to_x} {to_y} l ");
        }
    }

    /// Writes the path in front of the operands at hand.
    fn write_path(&mut self) {
        let Some([left, low, right, high]) = self.around.take() else {
            return;
        };
        self.copy_up_to(self.operands);
        // Writing to memory does not fail.
        let _ = write!(
            self.kept,
            " {left} {low} m {right} {low} l {right} {high} l {left} {high} l "
        );
    }

    fn copy_up_to(&mut self, end: usize) {
        self.kept
            .extend_from_slice(self.content.get(self.copied..end).unwrap_or_default());
        self.copied = end.max(self.copied);
    }
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

fn is_end(byte: u8) -> bool {
    is_blank(byte) || b"()<>[]{}/%".contains(&byte)
}

fn until(bytes: &[u8], is_end: impl Fn(u8) -> bool) -> usize {
    let end = bytes.iter().position(|byte| is_end(*byte));
    end.unwrap_or(bytes.len())
}

/// Bytes of the text in brackets that begins here.
fn length_of_text(bytes: &[u8]) -> usize {
    let (mut depth, mut escaped) = (0_usize, false);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'(' => depth += 1,
            b')' if depth == 1 => return at + 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(content: &str) -> String {
        let sparse = String::from_utf8(sparse(content.as_bytes()).content).unwrap();
        sparse.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_path_is_the_rectangle_around_it_and_one_that_is_outlined_is_nothing() {
        assert_eq!(
            told("q 1 0 0 1 5 5 cm 0 0 m 9 4 l 1 1 2 2 3 -7 c h f Q"),
            "q 1 0 0 1 5 5 cm 0 -7 m 9 -7 l 9 4 l 0 4 l f Q"
        );
        assert_eq!(told("1 w 0 0 m 9 9 l S 4 5 m 6 7 l n"), "1 w S n");
        assert_eq!(
            told("1 w 0 0 m 9 0 l 9 5 l 4 4 l h S 0 0 m 0 9 l n"),
            "1 w 0 0 m 9 0 l 9 0 m 9 5 l S n"
        );
        // A path that cuts away is there before it is ended.
        assert_eq!(told("1 2 m 3 4 l W n"), "1 2 m 3 2 l 3 4 l 1 4 l W n");
    }

    #[test]
    fn a_long_page_comes_in_parts_of_whole_operators() {
        let text = "BT /F1 12 Tf (never Q \\) f ) Tj <f> Tj [(a)-1(S)] TJ ET q 1 0 0 1 5 5 cm 0 0 m 9 4 l S Q 1 2 m 3 4 l f ";
        let content = text.repeat(300);
        let whole = sparse(content.as_bytes());
        let parts: Vec<_> = whole.parts().collect();
        assert!(parts.len() > 5, "{}", parts.len());
        assert_eq!(parts.concat(), whole.content);
        for part in parts.iter().take(parts.len() - 1) {
            assert!(part.len() < 2 * PART, "{}", part.len());
            let part = String::from_utf8_lossy(part);
            let last = part.split_whitespace().last();
            assert!(matches!(last, Some("ET" | "S" | "Q" | "f")), "{part}");
            assert_eq!(part.matches("BT").count(), part.matches("ET").count());
        }
        assert_eq!(sparse(b"").parts().collect::<Vec<_>>(), [b""]);
    }

    #[test]
    fn what_is_no_path_stays_as_it_is() {
        for content in [
            "BT /F1 12 Tf 72 700 Td (a m (1 2 l\\) h) b) Tj [(c)-12(1 1 m)] TJ ET",
            "10 20 30 40 re f*",
            "/OC /L1 BDC EMC <</A 1 2 m>>",
            "BI /W 1 ID 1 2 m 3 4 l EI",
            "<f1> Tj <f> Tj <",
            "(never ends 1 2 m",
            "1 m 1 2 3 l x",
            "",
        ] {
            let content = content.to_owned();
            assert_eq!(told(&content), content);
        }
        assert_eq!(told("% 1 2 m\n0 g"), "% 1 2 m 0 g");
    }
}
