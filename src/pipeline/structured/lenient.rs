//! Reads JSON objects out of a text as far as it can be said what was meant.
//!
//! One pass, no going back over what an object took, so that hostile text costs no more than other text. Well-written JSON is read exactly as it
//! stands. What the end of the text cuts into, such as half a number, is left out with the list entry it belongs to.

use std::ops::Range;

use serde_json::{Map, Value};

/// An object in a text.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) span: Range<usize>,
    pub(super) value: Value,
    /// The text ended in the middle of it, and something was left out.
    pub(super) is_cut: bool,
}

/// Nesting that is followed.
const DEEPEST: usize = 64;
/// Bytes of a key.
const LONGEST_KEY: usize = 200;
/// Digits of an escaped character.
const DIGITS: usize = 4;

/// The outermost objects of a text, in order.
pub(super) fn objects(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(brace) = text.get(from..).and_then(|rest| rest.find('{')) {
        let start = from + brace;
        let mut reader = Reader {
            text,
            at: start,
            is_cut: false,
        };
        from = start + 1;
        if let Some(value) = reader.object(0) {
            from = reader.at;
            found.push(Found {
                span: start..reader.at,
                value,
                is_cut: reader.is_cut,
            });
        }
    }
    found
}

/// What a string belongs to: it says what may come after it.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Holder {
    Object,
    Array,
}

/// A place in a text.
#[derive(Debug, Clone, Copy)]
struct Reader<'a> {
    text: &'a str,
    at: usize,
    is_cut: bool,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn advance(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Goes past blanks, comments, and line breaks that were escaped once too often.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let ink = rest.trim_start();
            let mut by = rest.len() - ink.len();
            if ink.starts_with("//") || ink.starts_with('#') {
                by += ink.find('\n').unwrap_or(ink.len());
            } else if ink.starts_with("/*") {
                by += ink.find("*/").map_or(ink.len(), |end| end + 2);
            } else if ["\\n", "\\r", "\\t"]
                .iter()
                .any(|mark| ink.starts_with(mark))
            {
                by += 2;
            } else {
                self.at += by;
                return;
            }
            self.at += by;
        }
    }

    fn skip_to_entry(&mut self) {
        self.skip();
        while self.peek() == Some(',') {
            self.at += 1;
            self.skip();
        }
    }

    /// The object at an opening brace; `None` where what follows the brace is nothing like one.
    fn object(&mut self, depth: usize) -> Option<Value> {
        self.at += 1;
        let mut members = Map::new();
        loop {
            self.skip_to_entry();
            match self.peek() {
                Some('}') => {
                    self.at += 1;
                    break;
                }
                // The end of a list that this object was never closed in.
                None | Some(']') => break,
                Some(_) => {}
            }
            let Some(key) = self.key() else {
                if self.at_end() {
                    self.is_cut = true;
                } else if members.is_empty() {
                    return None;
                } else {
                    self.give_up_entry();
                    continue;
                }
                break;
            };
            if let Some(value) = self.value(depth + 1, Holder::Object) {
                members.insert(key, value);
            } else {
                self.is_cut |= self.at_end();
            }
        }
        Some(Value::Object(members))
    }

    /// The list at an opening bracket; `None` where the end cut into its first entry, or came before that: it would say that there is nothing.
    fn array(&mut self, depth: usize) -> Option<Value> {
        self.at += 1;
        let mut entries = Vec::new();
        loop {
            self.skip_to_entry();
            match self.peek() {
                Some(']') => {
                    self.at += 1;
                    break;
                }
                None | Some('}') => {
                    self.is_cut |= entries.is_empty() && self.at_end();
                    break;
                }
                Some(_) => {}
            }
            let before = self.at;
            let entry = self.value(depth + 1, Holder::Array);
            if self.is_cut {
                break;
            }
            entries.extend(entry);
            if self.at == before {
                self.advance();
            }
        }
        (!entries.is_empty() || !self.is_cut).then_some(Value::Array(entries))
    }

    fn value(&mut self, depth: usize, holder: Holder) -> Option<Value> {
        self.skip();
        if depth > DEEPEST {
            self.skip_nested();
            return None;
        }
        match self.peek()? {
            '{' => self.object(depth),
            '[' => self.array(depth),
            '}' | ']' | ',' | ':' => None,
            _ => match self.quote() {
                Some(quote) => self.string(quote, holder).map(Value::String),
                None => self.word(),
            },
        }
    }

    /// Goes past a value that nests too deep to be of interest, without following it.
    fn skip_nested(&mut self) {
        let (mut open, mut is_string, mut is_escaped) = (0_usize, false, false);
        for (at, byte) in self.rest().bytes().enumerate() {
            match byte {
                _ if std::mem::take(&mut is_escaped) => {}
                b'\\' => is_escaped = true,
                b'"' => is_string = !is_string,
                _ if is_string => {}
                b'{' | b'[' => open += 1,
                b'}' | b']' | b',' if open == 0 => {
                    self.at += at;
                    return;
                }
                b'}' | b']' => open -= 1,
                _ => {}
            }
        }
        self.at = self.text.len();
        self.is_cut = true;
    }

    /// A key with the colon after it; nothing is gone past where there is none, unless the text ends in it.
    fn key(&mut self) -> Option<String> {
        let mut reader = *self;
        let key = reader.key_and_colon();
        if key.is_some() || reader.rest().is_empty() {
            self.at = reader.at;
        }
        key
    }

    fn key_and_colon(&mut self) -> Option<String> {
        let key = match self.quote() {
            Some(quote) => self.quoted_key(quote)?,
            None => self.bare_key(),
        };
        self.skip();
        if key.is_empty() || !matches!(self.peek()?, ':' | '=' | '：') {
            return None;
        }
        self.advance();
        if self.peek() == Some('>') {
            self.at += 1;
        }
        Some(key)
    }

    fn quoted_key(&mut self, quote: Quote) -> Option<String> {
        self.at += quote.opening;
        let (start, mut key) = (self.at, String::new());
        while self.at - start < LONGEST_KEY {
            let closing = quote.closing(self.rest());
            if closing > 0 {
                self.at += closing;
                return Some(key);
            }
            self.character(&mut key)?;
        }
        None
    }

    fn bare_key(&mut self) -> String {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$');
        let rest = self.rest();
        let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let key = rest.get(..length.min(LONGEST_KEY)).unwrap_or_default();
        let key = key.to_owned();
        self.at += key.len();
        key
    }

    fn quote(&self) -> Option<Quote> {
        let rest = self.rest();
        let (kind, opening) = match rest.chars().next()? {
            '"' => ('"', 1),
            '\'' => ('\'', 1),
            '`' => ('`', 1),
            quote @ ('“' | '”' | '„') => ('“', quote.len_utf8()),
            quote @ ('‘' | '’') => ('‘', quote.len_utf8()),
            '\\' if rest.starts_with("\\\"") => ('\\', 2),
            _ => return None,
        };
        Some(Quote { kind, opening })
    }

    /// A string. A quotation mark inside that was not escaped is told from the closing one by what follows.
    fn string(&mut self, quote: Quote, holder: Holder) -> Option<String> {
        self.at += quote.opening;
        let mut text = String::new();
        loop {
            let closing = quote.closing(self.rest());
            if closing > 0 {
                let mut after = *self;
                after.at += closing;
                if after.ends_string(holder) {
                    self.at = after.at;
                    return Some(text);
                }
            }
            if quote.kind == '\\' && self.rest().starts_with(r#"\\\""#) {
                self.at += 4;
                text.push('"');
            } else if self.character(&mut text).is_none() {
                self.is_cut = true;
                return None;
            }
        }
    }

    /// Whether what comes here may follow a string.
    fn ends_string(mut self, holder: Holder) -> bool {
        let rest = self.rest();
        let ink = rest.trim_start();
        let is_new_line = rest
            .get(..rest.len() - ink.len())
            .is_some_and(|blank| blank.contains('\n'));
        self.at += rest.len() - ink.len();
        match self.peek() {
            None | Some('}' | ']') => true,
            Some(',') => {
                self.at += 1;
                self.starts_entry(holder)
            }
            Some('/') => matches!(self.rest().get(..2), Some("//" | "/*")),
            Some('\\') => ["\\n", "\\r"]
                .iter()
                .any(|mark| self.rest().starts_with(mark)),
            Some(_) => match holder {
                Holder::Object => self.key().is_some(),
                Holder::Array => is_new_line && self.starts_entry(holder),
            },
        }
    }

    fn starts_entry(mut self, holder: Holder) -> bool {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        let Some(next) = self.peek() else {
            return true;
        };
        if matches!(next, '}' | ']' | '/' | '#' | ',') || self.rest().starts_with("\\n") {
            return true;
        }
        let is_entry = match holder {
            Holder::Object => self.key().is_some(),
            Holder::Array => {
                let word = self.bare_key();
                matches!(next, '{' | '[' | '-' | '.' | '0'..='9')
                    || self.quote().is_some()
                    || literal(&word).is_some()
            }
        };
        // The text may end in the entry's first word.
        is_entry || self.rest().is_empty()
    }

    /// One character of a string as it was meant; `None` at the end of the text.
    fn character(&mut self, text: &mut String) -> Option<()> {
        let next = self.advance()?;
        if next != '\\' {
            text.push(next);
            return Some(());
        }
        match self.advance()? {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'u' => self.code_point(text)?,
            plain @ ('"' | '\\' | '/' | '\'' | '`') => text.push(plain),
            // No escape of JSON: a path or a formula that was written as it is.
            other => text.extend(['\\', other]),
        }
        Some(())
    }

    fn code_point(&mut self, text: &mut String) -> Option<()> {
        let Some(high) = self.unit() else {
            text.push_str("\\u");
            return (self.rest().len() >= DIGITS).then_some(());
        };
        let mut pair = *self;
        let low = match self.rest().strip_prefix("\\u") {
            Some(_) if (0xD800..0xDC00).contains(&high) => {
                pair.at += 2;
                pair.unit().filter(|low| (0xDC00..0xE000).contains(low))
            }
            _ => None,
        };
        let point = match low {
            Some(low) => {
                self.at = pair.at;
                0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
            }
            None => high,
        };
        text.push(char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER));
        Some(())
    }

    /// The hexadecimal digits of an escape.
    fn unit(&mut self) -> Option<u32> {
        let digits = self.rest().get(..DIGITS)?;
        let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let unit = u32::from_str_radix(digits, 16).ok();
        let unit = unit.filter(|_| is_hexadecimal)?;
        self.at += DIGITS;
        Some(unit)
    }

    /// A number, a literal, or a text without quotation marks.
    fn word(&mut self) -> Option<Value> {
        let rest = self.rest();
        let length = rest.find([',', '}', ']', '\n']).unwrap_or(rest.len());
        let comment = [" //", " /*"]
            .iter()
            .filter_map(|mark| rest.find(mark))
            .min();
        let raw = rest.get(..length.min(comment.unwrap_or(length)))?;
        let is_ended = raw.len() < rest.len() || raw.ends_with(char::is_whitespace);
        let word = raw.trim();
        let value = literal(word).or_else(|| number(word).filter(|_| is_ended));
        let value = match value {
            Some(value) => Some(value),
            None if raw.len() == rest.len() => {
                self.is_cut = true;
                None
            }
            // Dots stand for more of the same.
            None if word.chars().all(|c| matches!(c, '.' | '…')) => None,
            None => Some(Value::String(word.to_owned())),
        };
        self.at += raw.len();
        value
    }

    /// Goes to the end of an entry that cannot be read.
    fn give_up_entry(&mut self) {
        let rest = self.rest();
        let end = rest.find([',', '}', ']']);
        self.is_cut |= end.is_none();
        self.at += end.unwrap_or(rest.len());
    }

    fn at_end(&self) -> bool {
        self.rest().trim_start().is_empty()
    }
}

/// How a string is quoted.
#[derive(Debug, Clone, Copy)]
struct Quote {
    /// The mark; one of a pair for all of its family, a backslash for marks that were escaped.
    kind: char,
    /// Bytes of the opening mark.
    opening: usize,
}

impl Quote {
    /// Bytes of the closing mark that `rest` begins with, or 0.
    fn closing(self, rest: &str) -> usize {
        let marks: &[&str] = match self.kind {
            '"' => &["\""],
            '\'' => &["'"],
            '`' => &["`"],
            '“' => &["”", "“", "\""],
            '‘' => &["’", "'"],
            _ => &["\\\""],
        };
        let mark = marks.iter().find(|mark| rest.starts_with(**mark));
        mark.map_or(0, |mark| mark.len())
    }
}

/// The literals of JSON, and those of Python and JavaScript that stand for them.
fn literal(word: &str) -> Option<Value> {
    Some(match word {
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        "null" | "None" | "NULL" | "nil" | "undefined" | "NaN" | "nan" | "Infinity"
        | "-Infinity" => Value::Null,
        _ => return None,
    })
}

fn number(word: &str) -> Option<Value> {
    if let Ok(number) = serde_json::from_str::<serde_json::Number>(word) {
        return Some(Value::Number(number));
    }
    let is_number = word.chars().any(|c| c.is_ascii_digit())
        && word
            .chars()
            .all(|c| matches!(c, '0'..='9' | '.' | '+' | '-' | 'e' | 'E'));
    let plain = word.strip_prefix('+').unwrap_or(word);
    if let Ok(number) = plain.parse::<i64>() {
        return is_number.then(|| Value::from(number));
    }
    let number = plain.parse::<f64>().ok().filter(|_| is_number)?;
    serde_json::Number::from_f64(number).map(Value::Number)
}
