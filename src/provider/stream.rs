//! From the bytes of an answer to its parts, without input or output.
//!
//! Joins the decoders: finds out whether the answer is an event stream, lines of JSON or one JSON text, reads the pieces, parts answer from
//! reasoning, and cleans both. It also keeps what is needed to judge the end: an answer is complete only if the server said so.

use super::chunk::{Chunk, Finish, is_done};
use super::counts::Counts;
use super::halves::Joiner;
use super::json::JsonSplitter;
use super::server_error::ServerError;
use super::sse::{Event, SseDecoder, begins_as_events};
use super::think::{ThinkSplitter, Thought};
use super::values::{self, is_news, tells_of_trouble};
use crate::clean;
use crate::study::Usage;

/// A piece of an answer, clean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    Text(String),
    Reasoning(String),
    /// The text so far was reasoning.
    AllReasoning,
}

/// How an answer ended, as far as its bytes tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    Finished(Finish),
    /// The server reported an error inside the answer.
    Reported(ServerError),
    /// The model declined, in these words.
    Declined(String),
    /// Nothing in it was a piece of an answer.
    Foreign,
    /// There was nothing at all.
    Nothing,
    /// It ended without saying that it was complete.
    Cut,
    /// The same, and with words that are no piece of an answer.
    BrokeOff(String),
    /// It, or a piece of it, is longer than this many bytes.
    TooMuch(usize),
}

/// Bytes to parts.
#[derive(Debug)]
pub struct Decoder {
    limit: usize,
    framing: Framing,
    think: ThinkSplitter,
    /// The first bytes, to be shown if they are no answer.
    start: Vec<u8>,
    /// Bytes of text and reasoning so far.
    length: usize,
    finish: Option<Finish>,
    /// The server's own word for why it stopped.
    finish_word: Option<String>,
    /// What it says of its reason.
    finish_why: Option<String>,
    /// Why nothing that may still come matters.
    over: Option<Over>,
    /// There was a piece of an answer.
    known: bool,
    /// There was JSON that is no piece of an answer.
    foreign: bool,
    /// Words that are no piece of an answer: a page, a line of a log.
    unread: String,
    /// The text so far, as it came.
    said: String,
    /// The last event that had an id of its own: proxies that reconnect send it again.
    last_identified: Option<Event>,
    /// Whether two events have had ids that differ.
    ids_tell_apart: bool,
    usage: Option<Usage>,
    /// The same as sent.
    counts: Counts,
    refusal: String,
    /// Which of several answers is read, once one has come.
    choice: Option<u64>,
    /// The tool that the model called.
    called: Option<String>,
    /// Characters that came in halves, of the text and of the reasoning.
    text_halves: Joiner,
    reasoning_halves: Joiner,
}

/// What ends an answer before its bytes end.
#[derive(Debug)]
enum Over {
    /// The end mark.
    Done,
    Error(ServerError),
    TooMuch(usize),
}

#[derive(Debug)]
enum Framing {
    /// Only white space has come.
    Unknown,
    Events(SseDecoder),
    Json(JsonSplitter),
}

/// No server sends more in one event; whole completions come in one, too.
const LONGEST_EVENT: usize = 4 * 1024 * 1024;
/// As much of the start as an error shows.
const START: usize = 1024;

impl Decoder {
    /// A decoder for an answer of up to `limit` bytes of text and reasoning.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            framing: Framing::Unknown,
            think: ThinkSplitter::default(),
            start: Vec::new(),
            length: 0,
            finish: None,
            finish_word: None,
            finish_why: None,
            over: None,
            known: false,
            foreign: false,
            unread: String::new(),
            said: String::new(),
            last_identified: None,
            ids_tell_apart: false,
            usage: None,
            counts: Counts::new(),
            refusal: String::new(),
            choice: None,
            called: None,
            text_halves: Joiner::default(),
            reasoning_halves: Joiner::default(),
        }
    }

    /// Takes the next bytes; gives the parts that they complete.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Part> {
        let mut parts = Vec::new();
        let room = START.saturating_sub(self.start.len()).min(bytes.len());
        self.start
            .extend_from_slice(bytes.get(..room).unwrap_or_default());
        let mut bytes = bytes;
        if matches!(self.framing, Framing::Unknown) {
            let first = bytes.iter().position(|byte| !is_blank(*byte));
            let Some(first) = first else { return parts };
            // A byte order mark may stand before either format; neither needs it.
            bytes = bytes.get(first..).unwrap_or_default();
            self.framing = match bytes.first() {
                Some(b'{' | b'[') => Framing::Json(JsonSplitter::new(LONGEST_EVENT)),
                _ => Framing::Events(SseDecoder::new(LONGEST_EVENT)),
            };
        }
        let mut events = Vec::new();
        let fits = match &mut self.framing {
            Framing::Unknown => true,
            Framing::Events(decoder) => decoder.feed(bytes, &mut events).is_ok(),
            Framing::Json(splitter) => {
                let mut texts = Vec::new();
                let fits = splitter.feed(bytes, &mut texts).is_ok();
                events.extend(texts.into_iter().map(|data| Event {
                    data,
                    ..Event::default()
                }));
                fits
            }
        };
        for event in &events {
            self.take(event, &mut parts);
        }
        if !fits {
            self.over.get_or_insert(Over::TooMuch(LONGEST_EVENT));
        }
        parts
    }

    /// Whether nothing that may still come matters.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Whether the server has given a reason to stop, so that only the usage may follow.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finish.is_some()
    }

    /// The server's own word for why it stopped.
    #[must_use]
    pub fn finish_word(&self) -> Option<&str> {
        self.finish_word.as_deref()
    }

    /// What the server says of its reason to stop.
    pub(super) fn finish_why(&self) -> Option<&str> {
        self.finish_why.as_deref()
    }

    /// The tool that the model called, though it was offered none.
    #[must_use]
    pub fn called(&self) -> Option<&str> {
        self.called.as_deref()
    }

    #[must_use]
    pub fn usage(&self) -> Option<Usage> {
        self.usage
    }

    /// Token counts as the server sent them.
    #[must_use]
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The start of the answer as it came.
    pub(super) fn start(&self) -> String {
        String::from_utf8_lossy(&self.start).into_owned()
    }

    /// Whether it starts with characters rather than with bytes of something packed.
    pub(super) fn starts_as_text(&self) -> bool {
        values::is_text(&self.start)
    }

    /// The bytes have ended: gives what was held back, and judges the end.
    pub(super) fn close(&mut self) -> (Vec<Part>, End) {
        let mut parts = Vec::new();
        if let Framing::Events(decoder) = &mut self.framing
            && self.over.is_none()
        {
            let mut events = Vec::new();
            // What is too long here has no end either, and is cut.
            let _ = decoder.finish(&mut events);
            for event in &events {
                self.take(event, &mut parts);
            }
        }
        let stopped = match self.finish {
            Some(finish) => finish == Finish::Stop,
            None => matches!(self.over, Some(Over::Done)),
        };
        let mut thoughts = Vec::new();
        let half = self.reasoning_halves.rest().map(String::from);
        thoughts.extend(half.map(Thought::Reasoning));
        if let Some(half) = self.text_halves.rest() {
            self.think
                .feed(half.encode_utf8(&mut [0; 4]), &mut thoughts);
        }
        self.think.finish(stopped, &mut thoughts);
        give(thoughts, &mut parts);
        (parts, self.end())
    }

    fn end(&mut self) -> End {
        let done = match self.over.take() {
            Some(Over::TooMuch(limit)) => return End::TooMuch(limit),
            Some(Over::Error(error)) => return End::Reported(error),
            Some(Over::Done) => true,
            None => false,
        };
        if !self.refusal.is_empty() {
            End::Declined(std::mem::take(&mut self.refusal))
        } else if let Some(finish) = self.finish {
            End::Finished(finish)
        } else if self.known && !self.unread.is_empty() && (!done || tells_of_trouble(&self.unread))
        {
            End::BrokeOff(std::mem::take(&mut self.unread))
        } else if done {
            End::Finished(Finish::Stop)
        } else if self.known {
            End::Cut
        } else if self.start.iter().all(|byte| is_blank(*byte)) {
            End::Nothing
        } else if !self.foreign
            && (matches!(self.framing, Framing::Json(_)) || begins_as_events(&self.start))
        {
            End::Cut
        } else {
            End::Foreign
        }
    }

    fn take(&mut self, event: &Event, parts: &mut Vec<Part>) {
        if self.is_over() {
            return;
        }
        if !event.id.is_empty() {
            if let Some(last) = &self.last_identified {
                // One id for all events, as some servers have it, tells none of them from another.
                self.ids_tell_apart |= last.id != event.id;
                if self.ids_tell_apart && last == event {
                    return;
                }
            }
            self.last_identified = Some(event.clone());
        }
        if is_done(&event.data) {
            self.over = Some(Over::Done);
            return;
        }
        let (data, values) = (event.data(), values::values(event));
        let is_error = event.name.eq_ignore_ascii_case("error") && !data.is_empty();
        let said = || ServerError {
            message: data.to_owned(),
            ..ServerError::default()
        };
        // One unreadable event is no reason to lose the rest, unless it is the error itself.
        if values.is_empty() && is_error {
            self.over = Some(Over::Error(said()));
        }
        if values.is_empty() {
            self.keep_unread(data);
            self.keep_unread(&event.stray);
        }
        for json in &values {
            let mut chunk = Chunk::read(json, self.choice);
            if is_news(&event.name) && json.get("error").is_none() {
                chunk.error = None;
            }
            if is_error && chunk.error.is_none() {
                chunk.error = Some(said());
            }
            self.known |= chunk.known;
            self.foreign |= !chunk.known;
            self.take_chunk(chunk, parts);
            if self.is_over() {
                return;
            }
        }
    }

    /// Keeps what is no JSON and was not meant to be; half an event says nothing.
    fn keep_unread(&mut self, text: &str) {
        let text = text.trim();
        let is_half = text.starts_with(['{', '"']) || text.starts_with("[{");
        if !text.is_empty() && !is_half {
            let room = START.saturating_sub(self.unread.len());
            self.unread.extend(text.chars().chain(['\n']).take(room));
        }
    }

    fn take_chunk(&mut self, mut chunk: Chunk, parts: &mut Vec<Part>) {
        self.choice = self.choice.or(chunk.choice);
        self.called = self.called.take().or(chunk.called);
        chunk.text = self.text_halves.take(&chunk.text);
        chunk.reasoning = self.reasoning_halves.take(&chunk.reasoning);
        if chunk.is_whole && chunk.text.starts_with(&self.said) {
            // Some servers say all of it once more, at the end or in every piece.
            chunk.text.drain(..self.said.len());
        }
        self.said.push_str(&chunk.text);
        self.length += chunk.text.len() + chunk.reasoning.len() + chunk.refusal.len();
        if self.length > self.limit {
            self.over = Some(Over::TooMuch(self.limit));
            return;
        }
        let mut thoughts = Vec::new();
        if !chunk.reasoning.is_empty() {
            thoughts.push(Thought::Reasoning(chunk.reasoning));
        }
        self.think.feed(&chunk.text, &mut thoughts);
        give(thoughts, parts);
        self.refusal.push_str(&chunk.refusal);
        self.finish = chunk.finish.or(self.finish);
        self.finish_word = chunk.finish_word.or(self.finish_word.take());
        self.finish_why = chunk.finish_why.or(self.finish_why.take());
        self.counts.extend(chunk.counts);
        // Counts come once, or grow, or come in parts: the prompt's first and the answer's last.
        self.usage = match (self.usage, chunk.usage) {
            (Some(before), Some(now)) => Some(before.or_more(now)),
            (before, now) => now.or(before),
        };
        self.over = match chunk.error {
            Some(error) => Some(Over::Error(error)),
            None => chunk.done.then_some(Over::Done),
        };
    }
}

fn give(thoughts: Vec<Thought>, parts: &mut Vec<Part>) {
    for thought in thoughts {
        let part = match thought {
            Thought::Answer(text) => Part::Text(clean::streamed(&text)),
            Thought::Reasoning(text) => Part::Reasoning(clean::streamed(&text)),
            Thought::AllReasoning => Part::AllReasoning,
        };
        if !matches!(&part, Part::Text(text) | Part::Reasoning(text) if text.is_empty()) {
            parts.push(part);
        }
    }
}

/// White space and the bytes of a byte order mark.
fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0xEF | 0xBB | 0xBF)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Text, reasoning and end of an answer that comes in the given pieces.
    fn read(pieces: &[&[u8]]) -> (String, String, End) {
        let mut decoder = Decoder::new(1000);
        let mut parts = Vec::new();
        for piece in pieces {
            parts.extend(decoder.feed(piece));
        }
        let (rest, end) = decoder.close();
        parts.extend(rest);
        let (mut text, mut reasoning) = (String::new(), String::new());
        for part in parts {
            match part {
                Part::Text(more) => text.push_str(&more),
                Part::Reasoning(more) => reasoning.push_str(&more),
                Part::AllReasoning => reasoning.push_str(&std::mem::take(&mut text)),
            }
        }
        (text, reasoning, end)
    }

    fn fixture(name: &str) -> Vec<u8> {
        let path = format!(
            "{}/tests/fixtures/streams/{name}",
            env!("CARGO_MANIFEST_DIR")
        );
        std::fs::read(path).unwrap()
    }

    fn check(name: &str, text: &str, reasoning: &str, end: &End) {
        let bytes = fixture(name);
        let expected = (text.to_owned(), reasoning.to_owned(), end.clone());
        assert_eq!(read(&[&bytes]), expected, "{name}");
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(read(&single), expected, "{name}, byte by byte");
    }

    fn reported(message: &str, class: &str, status: Option<u16>) -> End {
        End::Reported(ServerError {
            message: message.to_owned(),
            class: class.to_owned(),
            status,
            ..ServerError::default()
        })
    }

    const STOP: End = End::Finished(Finish::Stop);

    #[test]
    fn answers_in_every_format_are_read() {
        for name in [
            "plain.sse",
            "whole.json",
            "lines.ndjson",
            "no_done.sse",
            "after_done.sse",
            "bare_done.sse",
        ] {
            check(name, "Lime mortar sets slowly [1].", "", &STOP);
        }
    }

    #[test]
    fn anthropics_events_are_read() {
        check(
            "anthropic.sse",
            "Lime mortar sets slowly [1].",
            "How fast?",
            &STOP,
        );
        let mut decoder = Decoder::new(1000);
        decoder.feed(&fixture("anthropic.sse"));
        assert_eq!(decoder.finish_word(), Some("end_turn"));
        // The prompt is counted at the start, the answer at the end.
        let usage = decoder.usage().unwrap();
        assert_eq!((usage.prompt_tokens, usage.completion_tokens), (42, 15));
    }

    #[test]
    fn reasoning_is_kept_apart() {
        check("reasoning_field.sse", "Slowly.", "How fast?", &STOP);
        check("think_tags.sse", "Slowly.", "How fast?", &STOP);
        check("think_close_only.sse", "Slowly.", "How fast?", &STOP);
        check(
            "think_unclosed.sse",
            "",
            "How fast?",
            &End::Finished(Finish::Length),
        );
    }

    #[test]
    fn an_answer_without_an_end_is_cut() {
        check("cut.sse", "Lime mortar", "", &End::Cut);
        check("cut_in_first_event.sse", "", "", &End::Cut);
        check("only_pings.sse", "", "", &End::Cut);
    }

    #[test]
    fn errors_inside_an_answer_are_reported() {
        check(
            "error_later.sse",
            "Lime",
            "",
            &reported("worker lost", "server_error 503", Some(503)),
        );
        check(
            "error_text.sse",
            "",
            "",
            &reported("no such setting", " ", None),
        );
        check(
            "error_named.sse",
            "",
            "",
            &reported("out of memory", "", None),
        );
        check("error_whole.json", "", "", &reported("no", " ", None));
    }

    #[test]
    fn what_is_no_answer_is_said_to_be_none() {
        check("page.html", "", "", &End::Foreign);
        check("status.json", "", "", &End::Foreign);
        check("empty.sse", "", "", &End::Nothing);
    }

    #[test]
    fn hostile_characters_never_come_out() {
        check("hostile.sse", "a[2Jb c", "", &STOP);
    }

    #[test]
    fn an_endless_answer_is_stopped() {
        let piece = format!(
            "data: {{\"choices\":[{{\"delta\":{{\"content\":\"{}\"}}}}]}}\n\n",
            "x".repeat(300)
        );
        let pieces = vec![piece.as_bytes(); 9];
        let (text, _, end) = read(&pieces);
        assert_eq!((text.len(), end), (900, End::TooMuch(1000)));
    }

    #[test]
    fn a_character_that_comes_in_two_halves_is_one() {
        let events = br#"data: {"choices":[{"delta":{"content":"Hi \ud83d","reasoning":"\ud83d"}}]}

data: {"choices":[{"delta":{"content":"\ude00!","reasoning":"?"},"finish_reason":"stop"}]}

"#;
        let expected = ("Hi 😀!".to_owned(), "\u{fffd}?".to_owned(), STOP);
        assert_eq!(read(&[events]), expected);
    }

    #[test]
    fn an_error_beside_a_piece_of_an_answer_ends_it() {
        let events = br#"data: {"choices":[{"delta":{"content":"Hel"}}]}

data: {"choices":[{"delta":{"content":"lo"},"error":{"code":502,"message":"gone"},"finish_reason":null}]}

data: [DONE]

"#;
        let expected = (
            "Hello".to_owned(),
            String::new(),
            reported("gone", " 502", Some(502)),
        );
        assert_eq!(read(&[events]), expected);
    }

    #[test]
    fn usage_is_read_from_a_chunk_of_its_own() {
        let mut decoder = Decoder::new(1000);
        decoder.feed(&fixture("plain.sse"));
        let usage = decoder.usage().unwrap();
        assert_eq!(
            (
                usage.prompt_tokens,
                usage.cached_tokens,
                usage.completion_tokens
            ),
            (40, 32, 8)
        );
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_fail(bytes in prop::collection::vec(any::<u8>(), 0..300), json in any::<bool>()) {
            let prefix: &[u8] = if json { b"{" } else { b"data: {" };
            read(&[prefix, &bytes]);
            read(&[&bytes]);
        }
    }
}
