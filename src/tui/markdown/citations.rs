//! Where the citations are in text that is about to be drawn.
//!
//! What a mark is and what it cites is what [`citation::marks`] reads in every text; drawn as one, and opened by a click, is only what bears numbers that
//! a source can have: `[3]`, `[1-3]`, `[2, 5]`, `[^3]`, and `[9?]` for a number that was found not to exist. This adds where in a mark each of its numbers
//! stands.

use std::ops::Range;

use crate::study::citation::{self, Reference};

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
    citation::marks(text)
        .into_iter()
        .filter_map(|mark| numbered(text, mark))
        .collect()
}

/// No source has a higher number; what is higher is a year or something else.
const HIGHEST: u32 = 999;

fn numbered(text: &str, mark: citation::Mark) -> Option<Mark> {
    let mut numbers = Vec::new();
    let mut unresolved = false;
    for reference in &mark.references {
        match reference {
            Reference::Number(number) => numbers.push(*number),
            Reference::Unresolved(written) => {
                numbers.extend(written.parse::<u32>());
                unresolved = true;
            }
            Reference::Uri(_) | Reference::Name { .. } => {}
        }
    }
    if numbers.is_empty() || !numbers.iter().all(|number| (1..=HIGHEST).contains(number)) {
        return None;
    }
    Some(Mark {
        numbers: placed(text, &mark.span, &numbers),
        span: mark.span,
        unresolved,
    })
}

/// The numbers of a mark with the bytes that stand for each: its digits, or for those inside a range what stands between its ends. A number that is
/// alone has the whole mark.
fn placed(text: &str, mark: &Range<usize>, numbers: &[u32]) -> Vec<(u32, Range<usize>)> {
    if let [only] = numbers {
        return vec![(*only, mark.clone())];
    }
    let mut written = digits(text, mark).peekable();
    let mut last = (0, mark.start..mark.start);
    let mut places = Vec::with_capacity(numbers.len());
    for &number in numbers {
        let place = loop {
            match written.peek() {
                Some((found, place)) if *found == number => {
                    let place = place.clone();
                    written.next();
                    last = (number, place.clone());
                    break place;
                }
                // Inside a range.
                Some((found, place)) if (last.0..*found).contains(&number) => {
                    break last.1.end..place.start;
                }
                // A page, or a number of another kind.
                Some(_) => {
                    written.next();
                }
                None => break mark.clone(),
            }
        };
        places.push((number, place));
    }
    places
}

/// The ASCII numbers in a part of a text.
fn digits<'a>(
    text: &'a str,
    part: &Range<usize>,
) -> impl Iterator<Item = (u32, Range<usize>)> + 'a {
    let (mut at, end) = (part.start, part.end);
    std::iter::from_fn(move || {
        let rest = text.get(at..end)?;
        let start = at + rest.find(|c: char| c.is_ascii_digit())?;
        let run = text.get(start..end)?;
        let length = run.bytes().take_while(u8::is_ascii_digit).count();
        at = start + length;
        Some((run.get(..length)?.parse().unwrap_or(u32::MAX), start..at))
    })
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
    fn numbers_are_found_in_every_form_that_writers_use() {
        assert_eq!(numbers("so 【4:2†source】"), [[(4, "【4:2†source】")]]);
        assert_eq!(numbers("[doc 3: p. 5; doc 7]"), [[(3, "3"), (7, "7")]]);
        assert_eq!(numbers("[١, ٣]"), [[(1, "[١, ٣]"), (3, "[١, ٣]")]]);
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
            "[x]",
            "[]",
            "[2024]",
            "[1",
            "[3-1]",
            "[a1]",
            "[0]",
            "[1 2]",
            "[1-",
            "[1-999]",
            "[[[",
            "[1]: https://a.b",
            "CI [12, 18]",
        ] {
            assert_eq!(marks(text), [], "{text}");
        }
    }
}
