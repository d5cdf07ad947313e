//! Splits bytes into JSON texts, without input or output: one object after the other, on lines of their own (NDJSON), spread over lines, or
//! with nothing between them.
//!
//! It finds only where each object or array ends, by counting brackets outside strings; whether it is valid is for the parser to say. Anything
//! between two of them is skipped.

use super::halves;
use super::sse::TooLong;
use crate::escapes;

/// Bytes to JSON texts.
#[derive(Debug, Clone)]
pub(super) struct JsonSplitter {
    limit: usize,
    value: Vec<u8>,
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl JsonSplitter {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            value: Vec::new(),
            depth: 0,
            in_string: false,
            escaped: false,
        }
    }

    /// Takes the next bytes and adds the texts that they complete.
    pub(super) fn feed(&mut self, bytes: &[u8], values: &mut Vec<String>) -> Result<(), TooLong> {
        for &byte in bytes {
            if self.depth == 0 && !matches!(byte, b'{' | b'[') {
                continue;
            }
            if self.value.len() >= self.limit {
                return Err(TooLong(self.limit));
            }
            self.value.push(byte);
            if self.in_string {
                self.in_string = self.escaped || byte != b'"';
                self.escaped = byte == b'\\' && !self.escaped;
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth -= 1,
                _ => {}
            }
            if self.depth == 0 {
                values.push(halves::text(&self.value).into_owned());
                self.value.clear();
            }
        }
        Ok(())
    }

    /// The text that has begun and not ended, closed where it is cut: a string stays as far as it came, a name without a value does not.
    pub(super) fn half(&self) -> Option<String> {
        if self.value.is_empty() {
            return None;
        }
        let Half {
            open,
            whole,
            in_value,
        } = Half::of(&self.value);
        let mut closed = if in_value {
            without_half_escape(&self.value, self.escaped).to_vec()
        } else {
            self.value.get(..whole).unwrap_or_default().to_vec()
        };
        closed.extend(in_value.then_some(b'"'));
        closed.extend(open.iter().rev());
        Some(halves::text(&closed).into_owned())
    }
}

/// How far a JSON text came that is cut.
#[derive(Default)]
struct Half {
    /// What would close the brackets that are open.
    open: Vec<u8>,
    /// The bytes up to which it can be closed as it stands.
    whole: usize,
    /// It is cut within a string that is no name.
    in_value: bool,
}

impl Half {
    fn of(bytes: &[u8]) -> Self {
        let mut half = Self::default();
        let (mut is_string, mut is_escaped, mut is_name) = (false, false, false);
        for (at, &byte) in bytes.iter().enumerate() {
            if is_string {
                is_string = is_escaped || byte != b'"';
                is_escaped = byte == b'\\' && !is_escaped;
                if !is_string && !is_name {
                    half.whole = at + 1;
                }
                continue;
            }
            match byte {
                b'"' => is_string = true,
                b'{' | b'[' => {
                    half.open.push(if byte == b'{' { b'}' } else { b']' });
                    half.whole = at + 1;
                }
                b'}' | b']' => {
                    half.open.pop();
                    half.whole = at + 1;
                }
                b',' => half.whole = at,
                _ => {}
            }
            // Behind an opening brace and between two members stands a name.
            match byte {
                b'{' => is_name = true,
                b',' => is_name = half.open.last() == Some(&b'}'),
                b':' | b'[' => is_name = false,
                _ => {}
            }
        }
        half.in_value = is_string && !is_name;
        half
    }
}

/// The bytes of a string that is cut, without the escape that it is cut within. `escaped` says that its last byte is a backslash that begins one.
fn without_half_escape(bytes: &[u8], escaped: bool) -> &[u8] {
    let cut = bytes.len() - usize::from(escaped);
    let bytes = bytes.get(..cut).unwrap_or_default();
    let is_digit = |byte: &u8| byte.is_ascii_hexdigit();
    let digits = bytes
        .iter()
        .rev()
        .take(escapes::LENGTH)
        .take_while(|byte| is_digit(byte));
    let head = bytes
        .get(..bytes.len() - digits.count())
        .unwrap_or_default();
    let Some(before) = head.strip_suffix(b"\\u") else {
        return bytes;
    };
    // A backslash that stands behind another one is no beginning.
    let backslashes = before.iter().rev().take_while(|byte| **byte == b'\\');
    let is_half = bytes.len() - before.len() < escapes::LENGTH && backslashes.count() % 2 == 0;
    if is_half { before } else { bytes }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(pieces: &[&[u8]]) -> Vec<String> {
        let mut splitter = JsonSplitter::new(1000);
        let mut values = Vec::new();
        for piece in pieces {
            splitter.feed(piece, &mut values).unwrap();
        }
        values
    }

    #[test]
    fn lines_and_spread_objects_are_told_apart() {
        assert_eq!(
            split(&[b"{\"a\":\"}\\\"{\"}\n{\n \"b\": [1]\n}{} tail [2]"]),
            ["{\"a\":\"}\\\"{\"}", "{\n \"b\": [1]\n}", "{}", "[2]"]
        );
    }

    #[test]
    fn a_text_that_is_cut_is_there_as_far_as_it_came() {
        for (cut, half) in [
            ("", None),
            ("{}", None),
            ("{} {\"a", Some("{}")),
            (r#"{"a": "x\"#, Some(r#"{"a": "x"}"#)),
            (r#"{"a": "x\u00"#, Some(r#"{"a": "x"}"#)),
            (r#"{"a": "x\u"#, Some(r#"{"a": "x"}"#)),
            (r#"{"a": "x\u00e9"#, Some(r#"{"a": "x\u00e9"}"#)),
            (r#"{"a": "x\\u00"#, Some(r#"{"a": "x\\u00"}"#)),
            (r#"{"a": "face"#, Some(r#"{"a": "face"}"#)),
            (
                r#"{"a": [{"b": "x", "c": 1"#,
                Some(r#"{"a": [{"b": "x"}]}"#),
            ),
            (
                r#"{"a": [{"b": "x", "c": 1, "d"#,
                Some(r#"{"a": [{"b": "x", "c": 1}]}"#),
            ),
            (r#"{"a": ["x", "y"#, Some(r#"{"a": ["x", "y"]}"#)),
            (r#"{"a": {"#, Some(r#"{"a": {}}"#)),
        ] {
            let mut splitter = JsonSplitter::new(1000);
            splitter.feed(cut.as_bytes(), &mut Vec::new()).unwrap();
            assert_eq!(splitter.half().as_deref(), half, "{cut}");
        }
    }

    #[test]
    fn an_endless_object_is_refused() {
        let mut splitter = JsonSplitter::new(1000);
        assert_eq!(
            splitter.feed(&[b'['; 2000], &mut Vec::new()),
            Err(TooLong(1000))
        );
    }

    #[test]
    fn a_text_that_is_cut_anywhere_is_closed_as_json() {
        let whole =
            r#"{"a": [1, "b\u00e9", {"c": null, "d": "\"é\\"}, [true]], "e": -1.5e3, "f": {}}"#;
        for end in 1..whole.len() {
            let mut splitter = JsonSplitter::new(1000);
            splitter
                .feed(&whole.as_bytes()[..end], &mut Vec::new())
                .unwrap();
            let half = splitter.half().unwrap();
            let json = serde_json::from_str::<serde_json::Value>(&half);
            assert!(json.is_ok_and(|json| json.is_object()), "{half}");
        }
    }

    proptest! {
        #[test]
        fn split_anywhere_gives_the_same_texts(stream in "[\\[\\]{}\"\\\\é\n ,a]{0,60}", cut in any::<prop::sample::Index>()) {
            let bytes = stream.as_bytes();
            let (left, right) = bytes.split_at(cut.index(bytes.len() + 1));
            prop_assert_eq!(split(&[left, right]), split(&[bytes]));
        }
    }
}
