//! Where the citations are in text that is about to be drawn.
//!
//! Only marks that bear numbers can be drawn as such and opened: `[3]`, `[1-3]`, `[2, 5]`, `[^3]`, and `[9?]` for a number that was found not to exist.

use std::ops::Range;

/// One mark in brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Bytes of the text, brackets included.
    pub span: Range<usize>,
    /// The numbers, each with the bytes that stand for it.
    pub numbers: Vec<(u32, Range<usize>)>,
    /// The number was found not to exist.
    pub unresolved: bool,
}

/// The marks of a text, in order.
pub fn marks(text: &str) -> Vec<Mark> {
    let bytes = text.as_bytes();
    let mut marks = Vec::new();
    let mut at = 0;
    while let Some(open) = text
        .get(at..)
        .and_then(|rest| rest.find('['))
        .map(|found| at + found)
    {
        if let Some(mark) = read_mark(bytes, open) {
            at = mark.span.end;
            marks.push(mark);
        } else {
            at = open + 1;
        }
    }
    marks
}

/// No mark that anybody means is longer.
const LONGEST: usize = 64;

/// A range such as `[1-30]` stands for so many numbers at most.
const MOST: u32 = 50;

fn read_mark(bytes: &[u8], open: usize) -> Option<Mark> {
    let mut reader = Reader {
        bytes: bytes.get(..bytes.len().min(open + LONGEST))?,
        at: open + 1,
    };
    reader.take(b"^");
    let mut numbers: Vec<(u32, Range<usize>)> = Vec::new();
    let mut unresolved = false;
    loop {
        let (number, span) = reader.number()?;
        numbers.push((number, span));
        unresolved |= reader.take(b"?");
        reader.spaces();
        if reader.take(b"]") {
            break;
        }
        let dash = reader.at;
        if reader.take(b"-") || reader.take("–".as_bytes()) {
            let between = dash..reader.at;
            reader.spaces();
            let (last, span) = reader.number()?;
            if last <= number || last - number > MOST {
                return None;
            }
            numbers.extend((number + 1..last).map(|inner| (inner, between.clone())));
            numbers.push((last, span));
            reader.spaces();
            if reader.take(b"]") {
                break;
            }
        }
        if !(reader.take(b",") || reader.take(b";")) {
            return None;
        }
        reader.spaces();
        reader.take(b"^");
    }
    let span = open..reader.at;
    if let [(_, only)] = numbers.as_mut_slice() {
        *only = span.clone();
    }
    Some(Mark {
        span,
        numbers,
        unresolved,
    })
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take(&mut self, expected: &[u8]) -> bool {
        let there = self
            .bytes
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with(expected));
        if there {
            self.at += expected.len();
        }
        there
    }

    fn spaces(&mut self) {
        while self.take(b" ") {}
    }

    /// A number of up to three digits; longer ones are years or something else.
    fn number(&mut self) -> Option<(u32, Range<usize>)> {
        let start = self.at;
        let mut number = 0;
        while let Some(digit) = self.bytes.get(self.at).filter(|byte| byte.is_ascii_digit()) {
            number = number * 10 + u32::from(digit - b'0');
            self.at += 1;
            if self.at - start > 3 {
                return None;
            }
        }
        (number > 0).then_some((number, start..self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<Vec<(u32, &str)>> {
        marks(text)
            .into_iter()
            .map(|mark| {
                mark.numbers
                    .into_iter()
                    .map(|(number, span)| (number, &text[span]))
                    .collect()
            })
            .collect()
    }

    #[test]
    fn each_number_of_a_mark_has_its_place() {
        assert_eq!(
            numbers("fell [3]; rose [12]."),
            [[(3, "[3]")], [(12, "[12]")]]
        );
        assert_eq!(numbers("[2][5]"), [[(2, "[2]")], [(5, "[5]")]]);
        assert_eq!(numbers("[1-4]"), [[(1, "1"), (2, "-"), (3, "-"), (4, "4")]]);
        assert_eq!(numbers("[2, 5–6]"), [[(2, "2"), (5, "5"), (6, "6")]]);
        assert_eq!(numbers("[^7]"), [[(7, "[^7]")]]);
    }

    #[test]
    fn a_number_that_does_not_exist_is_told_apart() {
        let found = marks("so [9?] and [3]");
        assert_eq!(found.len(), 2);
        assert!(found[0].unresolved && !found[1].unresolved);
    }

    #[test]
    fn other_brackets_are_not_citations() {
        for text in [
            "[x]", "[]", "[2024]", "[1", "[3-1]", "[a1]", "[0]", "[1 2]", "[1-", "[1-999]", "[[[",
        ] {
            assert_eq!(marks(text), [], "{text}");
        }
    }
}
