//! One JSON value out of bytes that may be in another encoding, or hold what JSON does not know.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::{Deserializer, Error, Value};

use super::numbers;
use crate::evidence::decode;

pub(super) struct Read {
    pub(super) value: Value,
    /// Whether the bytes are not UTF-8, and were read as what they look like.
    pub(super) is_foreign: bool,
    /// How many numbers are none.
    pub(super) strangers: usize,
}

pub(super) fn read(bytes: &[u8]) -> Result<Read, Error> {
    let (text, is_foreign) = match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_) => (Cow::Owned(decode::text(bytes, None).text), true),
    };
    let (value, strangers) = match serde_json::from_str(&text) {
        Ok(value) => (value, 0),
        Err(error) => match numbers::mended(text.as_bytes()) {
            Some(mended) => (serde_json::from_slice(&mended.bytes)?, mended.strangers),
            None => return Err(error),
        },
    };
    Ok(Read {
        value,
        is_foreign,
        strangers,
    })
}

/// The values that stand one behind the other in a line, each with its bytes there; `None` where the line holds anything else, or one alone.
pub(super) fn several(line: &[u8]) -> Option<Vec<(Value, Range<usize>)>> {
    let mut values = Deserializer::from_slice(line).into_iter();
    let mut several = Vec::new();
    loop {
        let from = values.byte_offset();
        match values.next() {
            Some(value) => several.push((value.ok()?, from..values.byte_offset())),
            None => return (several.len() > 1).then_some(several),
        }
    }
}

/// What is wrong with a value, without the place, and the column.
pub(super) fn told(error: &Error) -> (String, usize) {
    let said = error.to_string();
    let reason = said.split(" at line ").next().unwrap_or_default();
    (reason.to_owned(), error.column())
}
