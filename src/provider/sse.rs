//! A decoder for event streams (`text/event-stream`), without input or output: bytes go in, events come out.
//!
//! It follows the standard for line ends, comments, multi-line data and the byte order mark, wherever the bytes are split. It departs from it
//! where servers of models do: the last event counts also without the empty line after it, and a bare line of JSON (which proxies put into a
//! stream when they fail) is an event of its own; a field named `error` is an event of that name; names of fields may have white space around them and
//! capitals; lines that are no field are kept beside the data, for where they belong to it or tell why a server failed. A comment may be of any length: none
//! of it is kept. `retry` is ignored, since a broken request is asked anew, not resumed.

use super::halves;

/// One event: its name, mostly empty, and its data lines joined by `\n`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Event {
    pub name: String,
    /// Its own, not that of an event before it; mostly empty.
    pub id: String,
    pub data: String,
    /// Lines that are no field, as far as they are kept.
    pub stray: String,
}

fn is_of_a_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

impl Event {
    /// The data without what may stand around it.
    pub(super) fn data(&self) -> &str {
        self.data.trim().trim_start_matches('\u{feff}')
    }
}

/// Bytes of lines that are no field; what servers say in them is short.
const STRAY: usize = 64 * 1024;

/// More data in one event than any server sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("one event of the stream is longer than {0} bytes")]
pub(super) struct TooLong(pub(super) usize);

/// Bytes to events.
#[derive(Debug, Clone)]
pub(super) struct SseDecoder {
    limit: usize,
    line: Vec<u8>,
    /// The last byte was a CR, so that an LF now would belong to the same line end.
    after_cr: bool,
    /// No line has ended yet; only here can a byte order mark stand.
    at_start: bool,
    event: Event,
    /// Whether the event has a data line; one that is empty counts.
    has_data: bool,
}

impl SseDecoder {
    /// A decoder that takes events of up to `limit` bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            line: Vec::new(),
            after_cr: false,
            at_start: true,
            event: Event::default(),
            has_data: false,
        }
    }

    /// Takes the next bytes and adds the events that they complete to `events`.
    pub(super) fn feed(
        &mut self,
        mut bytes: &[u8],
        events: &mut Vec<Event>,
    ) -> Result<(), TooLong> {
        if self.after_cr && !bytes.is_empty() {
            self.after_cr = false;
            bytes = bytes.strip_prefix(b"\n").unwrap_or(bytes);
        }
        while let Some(at) = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, rest) = bytes.split_at(at);
            self.extend_line(line)?;
            self.end_line(events)?;
            bytes = if let Some(after) = rest.strip_prefix(b"\r\n") {
                after
            } else {
                self.after_cr = rest == b"\r";
                rest.get(1..).unwrap_or_default()
            };
        }
        self.extend_line(bytes)
    }

    /// The stream has ended: what is left counts as an event.
    pub(super) fn finish(&mut self, events: &mut Vec<Event>) -> Result<(), TooLong> {
        if !self.line.is_empty() {
            self.end_line(events)?;
        }
        self.dispatch(events);
        Ok(())
    }

    fn extend_line(&mut self, bytes: &[u8]) -> Result<(), TooLong> {
        if self.line.first() == Some(&b':') {
            return Ok(());
        }
        let is_comment = self.line.is_empty() && bytes.first() == Some(&b':');
        let bytes = bytes.get(..1).filter(|_| is_comment).unwrap_or(bytes);
        if self.line.len() + bytes.len() > self.limit {
            return Err(TooLong(self.limit));
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_line(&mut self, events: &mut Vec<Event>) -> Result<(), TooLong> {
        let line = std::mem::take(&mut self.line);
        let mut bytes = line.as_slice();
        if std::mem::take(&mut self.at_start) {
            bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        }
        let result = self.take_line(&halves::text(bytes), events);
        self.line = line;
        self.line.clear();
        result
    }

    fn take_line(&mut self, line: &str, events: &mut Vec<Event>) -> Result<(), TooLong> {
        if line.is_empty() {
            self.dispatch(events);
            return Ok(());
        }
        // Sequences of JSON have a mark before each; broken proxies fill up with zeros, or with what nobody sees.
        let line = line.trim_start_matches(['\u{1e}', '\0', '\u{200b}', '\u{feff}']);
        if let Some(json) = bare(line).or_else(|| glued(line)) {
            events.push(Event {
                data: json.to_owned(),
                ..Event::default()
            });
            return Ok(());
        }
        // A comment starts with the colon and so has an empty field name.
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        let field = field.trim().to_ascii_lowercase();
        match field.as_str() {
            "" | "retry" => {}
            "event" => value.clone_into(&mut self.event.name),
            "id" => value.clone_into(&mut self.event.id),
            "data" | "error" => {
                if field == "error" {
                    self.event.name = field;
                }
                if self.event.data.len() + value.len() >= self.limit {
                    return Err(TooLong(self.limit));
                }
                if std::mem::replace(&mut self.has_data, true) {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
            }
            // A field that nobody knows; errors of programs look like one.
            name if name.bytes().all(is_of_a_name) && !name.ends_with("error") => {}
            _ => {
                let room = STRAY.saturating_sub(self.event.stray.len());
                let line = line
                    .char_indices()
                    .take_while(|(at, c)| at + c.len_utf8() < room);
                self.event.stray.extend(line.map(|(_, c)| c));
                self.event.stray.push('\n');
            }
        }
        Ok(())
    }

    fn dispatch(&mut self, events: &mut Vec<Event>) {
        let event = std::mem::take(&mut self.event);
        if std::mem::take(&mut self.has_data) || !event.stray.is_empty() {
            events.push(event);
        }
    }
}

/// A line that is a JSON object, to its end.
fn bare(line: &str) -> Option<&str> {
    (line.starts_with('{') && line.trim_end().ends_with('}')).then_some(line)
}

/// The JSON object of a field that stands behind the words of a log, which were written into the same line.
fn glued(line: &str) -> Option<&str> {
    let (log, data) = line.split_once("data:")?;
    let is_log = log.ends_with(' ') && !log.trim().is_empty() && !log.contains(['<', '{', '"']);
    bare(data.trim_start()).filter(|_| is_log)
}

/// Whether an answer without any event at least began as an event stream: with a comment or a field.
pub(super) fn begins_as_events(start: &[u8]) -> bool {
    [&b":"[..], b"data", b"event", b"id:", b"retry:"]
        .iter()
        .any(|field| start.trim_ascii_start().starts_with(field))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decode(pieces: &[&[u8]]) -> Result<Vec<(String, String)>, TooLong> {
        let mut decoder = SseDecoder::new(1000);
        let mut events = Vec::new();
        for piece in pieces {
            decoder.feed(piece, &mut events)?;
        }
        decoder.finish(&mut events)?;
        let events = events.into_iter().filter(|event| event.stray.is_empty());
        Ok(events.map(|event| (event.name, event.data)).collect())
    }

    fn data(stream: &str) -> Vec<String> {
        let events = decode(&[stream.as_bytes()]).unwrap();
        events.into_iter().map(|(_, data)| data).collect()
    }

    #[test]
    fn every_kind_of_line_end_is_one() {
        for stream in [
            "data: a\n\ndata: b\n\n",
            "data: a\r\n\r\ndata: b\r\n\r\n",
            "data: a\r\rdata: b\r\r",
            "data: a\r\n\ndata: b\n\r",
        ] {
            assert_eq!(data(stream), ["a", "b"], "{stream:?}");
        }
    }

    #[test]
    fn comments_ids_and_retries_are_no_data() {
        assert_eq!(
            data(": ping\n\nid: 7\nretry: 5\ndata: a\n:\n\nunknown\nid\n\n"),
            ["a"]
        );
    }

    #[test]
    fn lines_that_are_no_field_are_kept_beside_the_data() {
        let mut decoder = SseDecoder::new(1000);
        let mut events = Vec::new();
        let stream = "data: {\n  \"a\": 1\n}\n\nfoo: bar\n\n<h1>Bad gateway</h1>\nRuntimeError: x";
        decoder.feed(stream.as_bytes(), &mut events).unwrap();
        decoder.finish(&mut events).unwrap();
        let beside: Vec<(&str, &str)> = events
            .iter()
            .map(|event| (event.data.as_str(), event.stray.as_str()))
            .collect();
        assert_eq!(
            beside,
            [
                ("{", "  \"a\": 1\n}\n"),
                ("", "<h1>Bad gateway</h1>\nRuntimeError: x\n")
            ]
        );
    }

    #[test]
    fn data_lines_are_joined_and_lose_one_space() {
        assert_eq!(data("data:  a\ndata\ndata:b: c\n\n"), [" a\n\nb: c"]);
    }

    #[test]
    fn an_event_has_its_name_and_the_next_one_has_not() {
        let events = decode(&[b"event: error\ndata: a\n\ndata: b\n\nevent: lost\n\n"]).unwrap();
        assert_eq!(
            events,
            [
                ("error".to_owned(), "a".to_owned()),
                (String::new(), "b".to_owned())
            ]
        );
    }

    #[test]
    fn a_byte_order_mark_loses_nothing_wherever_it_stands() {
        assert_eq!(data("\u{feff}data: a\n\n\u{feff}data: b\n\n"), ["a", "b"]);
    }

    #[test]
    fn the_last_event_counts_without_an_empty_line() {
        assert_eq!(data("data: a\n\ndata: b"), ["a", "b"]);
        assert_eq!(data("data: a\ndata: b\r"), ["a\nb"]);
    }

    #[test]
    fn a_bare_line_of_json_is_an_event() {
        assert_eq!(
            data("data: a\n\n{\"error\":\"x\"}\n"),
            ["a", "{\"error\":\"x\"}"]
        );
    }

    #[test]
    fn endless_lines_and_events_are_refused() {
        assert_eq!(decode(&[&[b'x'; 600], &[b'x'; 600]]), Err(TooLong(1000)));
        assert!(decode(&["data: 0123456789\n".repeat(100).as_bytes()]).is_err());
        assert!(decode(&[":pinging without end\n".repeat(1000).as_bytes()]).is_ok());
        let comment = [b": ", &[b'x'; 600][..]].concat();
        let pieces: [&[u8]; 3] = [&comment, &comment, b"\ndata: a\n\n"];
        assert_eq!(decode(&pieces).map(|events| events.len()), Ok(1));
    }

    proptest! {
        #[test]
        fn split_anywhere_gives_the_same_events(
            lines in prop::collection::vec("(data|event|id|)(:| |)[a{é👩\u{feff} ]{0,6}(\n|\r|\r\n|)(\n|\r|\r\n|)", 0..12),
            bom in any::<bool>(),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        ) {
            let stream = format!("{}{}", if bom { "\u{feff}" } else { "" }, lines.concat());
            let bytes = stream.as_bytes();
            let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            at.sort_unstable();
            let mut pieces = Vec::new();
            let mut from = 0;
            for cut in at {
                pieces.push(&bytes[from..cut]);
                from = cut;
            }
            pieces.push(&bytes[from..]);
            let single: Vec<&[u8]> = bytes.chunks(1).collect();
            prop_assert_eq!(decode(&pieces), decode(&[bytes]));
            prop_assert_eq!(decode(&single), decode(&[bytes]));
        }

        #[test]
        fn no_bytes_make_it_fail_otherwise_than_by_length(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
            prop_assert!(decode(&[&bytes]).is_ok());
        }
    }
}
