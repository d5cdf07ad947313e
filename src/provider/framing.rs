//! How an answer's bytes are cut into events, without input or output: as an event stream, or as JSON texts one after the other. What comes first tells
//! which of the two it is, since servers name the wrong content type, or none.

use super::json::JsonSplitter;
use super::sse::{Event, SseDecoder, TooLong};

/// No server sends more in one event; whole completions come in one, too.
const LONGEST_EVENT: usize = 4 * 1024 * 1024;

/// Bytes to events, in either format.
#[derive(Debug, Default)]
pub(super) enum Framing {
    /// Only white space has come.
    #[default]
    Unknown,
    Events(SseDecoder),
    Json(JsonSplitter),
}

impl Framing {
    /// Takes the next bytes and adds the events that they complete.
    pub(super) fn feed(
        &mut self,
        mut bytes: &[u8],
        events: &mut Vec<Event>,
    ) -> Result<(), TooLong> {
        if matches!(self, Self::Unknown) {
            let first = bytes.iter().position(|byte| !is_blank(*byte));
            let Some(first) = first else { return Ok(()) };
            // A byte order mark may stand before either format; neither needs it.
            bytes = bytes.get(first..).unwrap_or_default();
            *self = match bytes.first() {
                Some(b'{' | b'[') => Self::Json(JsonSplitter::new(LONGEST_EVENT)),
                _ => Self::Events(SseDecoder::new(LONGEST_EVENT)),
            };
        }
        match self {
            Self::Unknown => Ok(()),
            Self::Events(decoder) => decoder.feed(bytes, events),
            Self::Json(splitter) => {
                let mut texts = Vec::new();
                let fits = splitter.feed(bytes, &mut texts);
                events.extend(texts.into_iter().map(|data| Event {
                    data,
                    ..Event::default()
                }));
                fits
            }
        }
    }

    /// The bytes have ended: what is left of them counts as an event.
    pub(super) fn finish(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        if let Self::Events(decoder) = self {
            // What is too long here has no end either, and is cut.
            let _ = decoder.finish(&mut events);
        }
        events
    }

    /// A JSON text whose end is missing, up to where it is cut.
    pub(super) fn half(&self) -> Option<String> {
        match self {
            Self::Json(splitter) => splitter.half(),
            Self::Unknown | Self::Events(_) => None,
        }
    }

    pub(super) fn is_json(&self) -> bool {
        matches!(self, Self::Json(_))
    }
}

/// White space, zeros that fill up, and the bytes of a byte order mark.
pub(super) fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0 | 0xEF | 0xBB | 0xBF)
}
