//! Splits bytes into JSON texts, without input or output: one object after the other, on lines of their own (NDJSON), spread over lines, or
//! with nothing between them.
//!
//! It finds only where each object or array ends, by counting brackets outside strings; whether it is valid is for the parser to say. Anything
//! between two of them is skipped.

use super::halves;
use super::sse::TooLong;

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
    fn an_endless_object_is_refused() {
        let mut splitter = JsonSplitter::new(1000);
        assert_eq!(
            splitter.feed(&[b'['; 2000], &mut Vec::new()),
            Err(TooLong(1000))
        );
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
