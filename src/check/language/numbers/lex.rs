//! Tokens of a sentence as the number reader needs them: numbers with their value, words, and single signs.

use std::ops::Range;

use crate::ascii::is_letter_or_digit;
use crate::check::language::terms::words;

#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    Number {
        value: f64,
        /// Half of the last digit's place: how far a rounded value may be from the true one.
        half: f64,
        /// Plain digits without separators, as years are written.
        plain: bool,
        /// More than one point: a version or a section number.
        version: bool,
    },
    Word,
    Sign(char),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Token {
    pub kind: Kind,
    pub span: Range<usize>,
}

/// The tokens of a text; numbers in citation brackets are left out.
pub fn lex(text: &str) -> Vec<Token> {
    /// Bytes of a word and the space behind it, about.
    const WORD: usize = 5;
    let mut tokens = Vec::with_capacity(text.len() / WORD);
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let end = if next == '[' || next == '【' {
            bracket_end(text, at).unwrap_or(at + next.len_utf8())
        } else if next.is_ascii_digit() {
            let token = number(text, at);
            let end = token.span.end;
            tokens.push(token);
            end
        } else if western(next).is_some() {
            let token = foreign_number(text, at);
            let end = token.span.end;
            tokens.push(token);
            end
        } else if next.is_alphabetic() || next == '°' {
            let end = word_end(text, at);
            tokens.push(Token {
                kind: Kind::Word,
                span: at..end,
            });
            end
        } else {
            let end = at + next.len_utf8();
            if !next.is_whitespace() {
                tokens.push(Token {
                    kind: Kind::Sign(next),
                    span: at..end,
                });
            }
            end
        };
        at = end;
    }
    tokens
}

/// The end of the word at `at`; a degree sign belongs to the letters after it.
fn word_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let degree = if rest.starts_with('°') {
        '°'.len_utf8()
    } else {
        0
    };
    let rest = rest.get(degree..).unwrap_or_default();
    let letters = rest
        .bytes()
        .take_while(|byte| is_letter_or_digit(*byte))
        .count();
    // Most words are of ASCII, and end before what joins nothing.
    let next = rest.as_bytes().get(letters).copied().unwrap_or(b' ');
    let is_plain = rest.starts_with(|first: char| first.is_ascii_alphabetic());
    if is_plain && next < 0x80 && !matches!(next, b'\'' | b'.' | b',') {
        return at + degree + letters;
    }
    let length = if rest.starts_with(char::is_alphabetic) {
        words(rest).next().map_or(0, |span| span.end)
    } else {
        0
    };
    at + (degree + length).max(1)
}

/// The end of a short bracket that holds nothing but numbers.
fn bracket_end(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let lenticular = rest.starts_with('【');
    let (open, close) = if lenticular { (3, '】') } else { (1, ']') };
    let inner = rest.get(open..)?;
    let length = inner
        .char_indices()
        .take(60)
        .find(|(_, next)| *next == close)?
        .0;
    let content = inner.get(..length)?;
    let numeric = content
        .chars()
        .all(|letter| letter.is_ascii_digit() || " ,;-–—^?".contains(letter));
    (lenticular || numeric).then_some(at + open + length + close.len_utf8())
}

/// The digit of a script that writes its own, as it is written elsewhere; and its marks between digits.
fn western(sign: char) -> Option<char> {
    /// Where the ten digits of Arabic, Persian, Hindi and Bengali begin.
    const ZEROES: &[char] = &['\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}'];
    if sign.is_ascii() {
        return None;
    }
    ZEROES.iter().find_map(|zero| {
        let digit = u32::from(sign).checked_sub(u32::from(*zero))?;
        char::from_digit(digit, 10)
    })
}

/// Reads a number in the digits of another script.
fn foreign_number(text: &str, at: usize) -> Token {
    const DECIMAL: char = '٫';
    const THOUSANDS: char = '٬';
    let mut read = String::new();
    let mut end = at;
    let mut signs = text.get(at..).unwrap_or_default().chars().peekable();
    while let Some(sign) = signs.next() {
        let is_within = signs.peek().copied().and_then(western).is_some();
        match (western(sign), sign) {
            (Some(digit), _) => read.push(digit),
            (None, DECIMAL) if is_within => read.push('.'),
            (None, THOUSANDS) if is_within => read.push(','),
            (None, '.' | ',') if is_within => read.push(sign),
            _ => break,
        }
        end += sign.len_utf8();
    }
    Token {
        kind: number(&read, 0).kind,
        span: at..end,
    }
}

/// Reads the digits at `at` with their separators: `1,234.5`, `1.234,5`, `10 000`, `3.14`, `1.2.3`.
fn number(text: &str, at: usize) -> Token {
    let bytes = text.as_bytes();
    let mut groups: Vec<(char, Range<usize>)> = Vec::new();
    let mut start = at;
    let mut separator = ' ';
    let end = loop {
        let mut end = start;
        while bytes.get(end).is_some_and(u8::is_ascii_digit) {
            end += 1;
        }
        groups.push((separator, start..end));
        let Some(next) = text.get(end..).and_then(|rest| rest.chars().next()) else {
            break end;
        };
        let after = end + next.len_utf8();
        let digits = bytes
            .get(after..)
            .unwrap_or_default()
            .iter()
            .take(4)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let spaced = matches!(next, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '\'' | '’');
        let first = groups.first().map_or(0, |(_, first)| first.len());
        let joins = match next {
            '.' | ',' => digits > 0,
            // A plain space groups thousands only where the groups look like it.
            _ if spaced => {
                digits == 3 && end - start <= 3 && first <= 3 && text.get(at..at + 1) != Some("0")
            }
            _ => false,
        };
        // Nobody writes longer numbers; hostile text might.
        if !joins || groups.len() >= 8 {
            break end;
        }
        separator = if spaced { ' ' } else { next };
        start = after;
    };
    Token {
        kind: evaluate(text, &groups),
        span: at..end,
    }
}

fn evaluate(text: &str, groups: &[(char, Range<usize>)]) -> Kind {
    let digits = |range: &[(char, Range<usize>)]| -> String {
        range
            .iter()
            .filter_map(|(_, span)| text.get(span.clone()))
            .collect()
    };
    let thousands = |range: &[(char, Range<usize>)]| {
        range.iter().skip(1).all(|(_, span)| span.len() == 3)
            && range
                .first()
                .is_some_and(|(_, first)| (1..=3).contains(&first.len()))
    };
    let last = groups.last().map_or(' ', |(separator, _)| *separator);
    let same = groups
        .iter()
        .skip(1)
        .all(|(separator, _)| *separator == last);
    let points = groups
        .iter()
        .filter(|(separator, _)| *separator == '.')
        .count();
    let leading_zero = groups
        .first()
        .and_then(|(_, first)| text.get(first.clone()))
        == Some("0");
    // A single point, and a comma that does not part three digits, is the decimal one, but where points part thousands.
    let is_parting = || last != '.' || groups.len() > 2 || writes_points_between_thousands(text);
    let whole = groups.len() == 1 || same && thousands(groups) && !leading_zero && is_parting();
    let (whole_part, decimals) = if whole {
        (digits(groups), String::new())
    } else if groups.len() == 2
        || !same && thousands(groups.get(..groups.len() - 1).unwrap_or_default())
    {
        let (head, tail) = groups.split_at(groups.len() - 1);
        (digits(head), digits(tail))
    } else {
        let value = groups.iter().rev().fold(0.0, |rest, (_, span)| {
            rest / 1000.0
                + text
                    .get(span.clone())
                    .and_then(|part| part.parse::<f64>().ok())
                    .unwrap_or(0.0)
        });
        return Kind::Number {
            value,
            half: 0.0,
            plain: false,
            version: points > 1,
        };
    };
    let value = format!("{whole_part}.{decimals}0").parse().unwrap_or(0.0);
    let half = 0.5 * 10f64.powi(-i32::try_from(decimals.len()).unwrap_or(0));
    Kind::Number {
        value,
        half,
        plain: groups.len() == 1,
        version: false,
    }
}

/// Whether a text has the decimal comma: a comma before one or two digits, and no point there.
fn writes_points_between_thousands(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let has_decimals = |mark: char| {
        text.match_indices(mark).any(|(at, _)| {
            let behind = (at + 1..at + 4).take_while(|&at| is_digit(at)).count();
            at > 0 && is_digit(at - 1) && (1..=2).contains(&behind)
        })
    };
    has_decimals(',') && !has_decimals('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: f64) {
        let values: Vec<f64> = lex(text)
            .iter()
            .filter_map(|token| match token.kind {
                Kind::Number { value, .. } => Some(value),
                _ => None,
            })
            .collect();
        let last = values.last().copied().unwrap_or_default();
        assert!((last - expected).abs() < 1e-9, "{text}: {values:?}");
    }

    #[test]
    fn points_part_thousands_where_the_comma_is_the_decimal_mark() {
        check("Sie stieg um 3,5 Prozent auf 1.200 Tonnen", 1200.0);
        check("It rose by 3.5 per cent to 1.200 tonnes", 1.2);
        check("It rose to 1.200 tonnes", 1.2);
        check("1,200 of 4,500", 4500.0);
    }

    #[test]
    fn digits_of_other_scripts_are_digits() {
        check("إلى ١٥ دولارا", 15.0);
        check("۱۲٫۵ درصد", 12.5);
        check("१२३ किलो", 123.0);
    }
}
