//! From the bytes of an answer to its parts, without input or output.
//!
//! Joins the decoders: reads the pieces that the framing found, parts answer from reasoning, and cleans both. It also keeps what is needed to judge the
//! end: an answer is complete only if the server said so.

use serde_json::Value;

use super::chunk::{Chunk, is_done};
use super::counts::Counts;
use super::finish::Finish;
use super::framing::{Framing, is_blank};
use super::halves::Joiner;
use super::server_error::ServerError;
use super::sse::{Event, TooLong, begins_as_events};
use super::think::{ThinkSplitter, Thought};
use super::values::{self, is_last, is_news, tells_of_trouble};
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
    /// The server calls it complete, and a piece of it could not be read.
    Torn,
    /// The same, and with words that are no piece of an answer.
    BrokeOff(String),
    /// It, or a piece of it, is longer than this many bytes.
    TooMuch(usize),
}

/// Bytes to parts.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is something else that the bytes so far have shown"
)]
#[derive(Debug)]
pub(super) struct Decoder {
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
    /// The beginning of what it wrote to call one.
    call: String,
    /// A piece of another answer than the first, which counts if no first one comes.
    other: Option<Chunk>,
    /// The beginning of an event that line ends in its text cut into several.
    torn: Option<String>,
    /// A piece of the answer could not be read.
    is_torn: bool,
    /// Characters that came in parts, of the text and of the reasoning.
    text_halves: Joiner,
    reasoning_halves: Joiner,
    /// What is hostile in either is taken out of it.
    clean_text: clean::Stream,
    clean_reasoning: clean::Stream,
}

/// What ends an answer before its bytes end.
#[derive(Debug)]
enum Over {
    /// The end mark.
    Done,
    Error(ServerError),
    TooMuch(usize),
}

/// Bytes of an event that is put together again.
const LONGEST_TORN: usize = 64 * 1024;
/// As much of the start as an error shows.
const START: usize = 1024;

impl Decoder {
    /// A decoder for an answer of up to `limit` bytes of text and reasoning.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            framing: Framing::default(),
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
            call: String::new(),
            other: None,
            torn: None,
            is_torn: false,
            text_halves: Joiner::default(),
            reasoning_halves: Joiner::default(),
            clean_text: clean::Stream::default(),
            clean_reasoning: clean::Stream::default(),
        }
    }

    /// Takes the next bytes; gives the parts that they complete.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Vec<Part> {
        let mut parts = Vec::new();
        let room = START.saturating_sub(self.start.len()).min(bytes.len());
        self.start
            .extend_from_slice(bytes.get(..room).unwrap_or_default());
        let mut events = Vec::new();
        let fits = self.framing.feed(bytes, &mut events);
        for event in &events {
            self.take(event, &mut parts);
        }
        if let Err(TooLong(limit)) = fits {
            self.over.get_or_insert(Over::TooMuch(limit));
        }
        parts
    }

    /// Whether nothing that may still come matters.
    pub(super) fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Whether the server has given a reason to stop, so that only the usage may follow.
    pub(super) fn is_finished(&self) -> bool {
        self.finish.is_some()
    }

    /// The server's own word for why it stopped.
    pub(super) fn finish_word(&self) -> Option<&str> {
        self.finish_word.as_deref()
    }

    /// What the server says of its reason to stop.
    pub(super) fn finish_why(&self) -> Option<&str> {
        self.finish_why.as_deref()
    }

    /// The tool that the model called, though it was offered none.
    pub(super) fn called(&self) -> Option<&str> {
        let written = || (!self.call.is_empty()).then(|| tool_in(&self.call));
        self.called.as_deref().or_else(written)
    }

    pub(super) fn usage(&self) -> Option<Usage> {
        self.usage
    }

    /// Token counts as the server sent them.
    pub(super) fn counts(&self) -> &Counts {
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
        if self.over.is_none() {
            for event in &self.framing.finish() {
                self.take(event, &mut parts);
            }
            self.take_half(&mut parts);
        }
        let stopped = match self.finish {
            Some(finish) => finish.is_by_itself(),
            None => matches!(self.over, Some(Over::Done)),
        };
        if let Some(other) = self.other.take() {
            let over = self.over.take();
            self.take_chunk(other, &mut parts);
            self.over = self.over.take().or(over);
        }
        self.is_torn |= self.torn.take().is_some();
        let mut thoughts = Vec::new();
        let half = self.reasoning_halves.rest();
        thoughts.extend(half.map(Thought::Reasoning));
        if let Some(half) = self.text_halves.rest() {
            self.think.feed(&half, &mut thoughts);
        }
        self.think.finish(stopped, &mut thoughts);
        self.give(thoughts, &mut parts);
        add(Part::Reasoning(self.clean_reasoning.finish()), &mut parts);
        add(Part::Text(self.clean_text.finish()), &mut parts);
        (parts, self.end())
    }

    /// Takes what came of a JSON text whose end is missing. Whatever it says, it is not whole.
    fn take_half(&mut self, parts: &mut Vec<Part>) {
        let Some(data) = self.framing.half() else {
            return;
        };
        let half = Event {
            data,
            ..Event::default()
        };
        for json in values::values(&half) {
            let mut chunk = Chunk::read(&json, self.choice);
            (chunk.finish, chunk.finish_word, chunk.done) = (None, None, false);
            self.known |= chunk.known;
            self.take_chunk(chunk, parts);
        }
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
        } else if self.known && self.is_torn && self.is_called_whole(done) {
            End::Torn
        } else if let Some(finish) = self.finish {
            End::Finished(finish)
        } else if self.could_be_an_answer()
            && !self.unread.is_empty()
            && (!done || tells_of_trouble(&self.unread))
        {
            End::BrokeOff(std::mem::take(&mut self.unread))
        } else if done {
            End::Finished(Finish::Stop)
        } else if self.known {
            End::Cut
        } else if self.start.iter().all(|byte| is_blank(*byte)) {
            End::Nothing
        } else if !self.foreign && (self.framing.is_json() || begins_as_events(&self.start)) {
            End::Cut
        } else {
            End::Foreign
        }
    }

    /// Whether pieces of an answer came, or the server set out to send some and said something else.
    fn could_be_an_answer(&self) -> bool {
        self.known || (!self.foreign && begins_as_events(&self.start))
    }

    /// Whether the server says that all of the answer came.
    fn is_called_whole(&self, done: bool) -> bool {
        self.finish.map_or(done, Finish::is_by_itself)
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
        if is_done(&event.data) || (self.known && is_last(event)) {
            self.over = Some(Over::Done);
            return;
        }
        let (data, mut values) = (event.data(), values::values(event));
        if values.is_empty() {
            values = self.mend(event);
        } else {
            self.is_torn |= self.torn.take().is_some();
        }
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
            let chunk = Chunk::read(json, self.choice);
            let Some(mut chunk) = self.of_first_choice(chunk, parts) else {
                continue;
            };
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

    /// The JSON texts of an event that an empty line in a text cut off from the one before it. What begins a piece of the answer and is not read to its end is kept for
    /// that.
    fn mend(&mut self, event: &Event) -> Vec<Value> {
        let said = [event.data.as_str(), event.stray.trim_end_matches('\n')];
        let said = said.iter().find(|said| !said.is_empty());
        let Some(said) = said.filter(|said| !is_done(said)) else {
            return Vec::new();
        };
        let is_begun = said.trim_start().starts_with('{') && is_piece(said);
        let torn = match self.torn.take() {
            Some(torn) if !is_begun => format!("{torn}\n\n{said}"),
            before if is_begun => {
                self.is_torn |= before.is_some();
                (*said).to_owned()
            }
            _ => return Vec::new(),
        };
        let whole = Event {
            data: torn,
            ..Event::default()
        };
        let values = values::values(&whole);
        if values.is_empty() {
            self.is_torn |= whole.data.len() > LONGEST_TORN;
            self.torn = Some(whole.data).filter(|torn| torn.len() <= LONGEST_TORN);
        }
        values
    }

    /// A chunk, if it is to be read now. Of several answers the first is wanted: a piece of another waits until a second one shows that there is no first.
    fn of_first_choice(&mut self, chunk: Chunk, parts: &mut Vec<Part>) -> Option<Chunk> {
        if self.choice.is_some() {
            return Some(chunk);
        }
        match (self.other.take(), chunk.choice) {
            (_, Some(0)) => Some(chunk),
            (None, Some(_)) if chunk.finish.is_none() => {
                self.known = true;
                self.other = Some(chunk);
                None
            }
            (Some(other), Some(_)) => {
                self.take_chunk(other, parts);
                Some(chunk)
            }
            (other, _) => {
                self.other = other;
                Some(chunk)
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
        if chunk.is_whole {
            // A half that waits for the other one is in it, too.
            self.text_halves = Joiner::default();
        }
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
        self.give(thoughts, parts);
        self.refusal.push_str(&chunk.refusal);
        // Some gateways end every answer with a word for a good end, whatever its model said.
        let is_said = self.finish.is_some() && chunk.finish == Some(Finish::Stop);
        if chunk.finish.is_some() && !is_said {
            self.finish = chunk.finish;
            self.finish_word = chunk.finish_word;
        } else if self.finish_word.is_none() {
            self.finish_word = chunk.finish_word;
        }
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

    fn give(&mut self, thoughts: Vec<Thought>, parts: &mut Vec<Part>) {
        for thought in thoughts {
            let part = match thought {
                Thought::Answer(text) => Part::Text(self.clean_text.take(&text)),
                Thought::Reasoning(text) => Part::Reasoning(self.clean_reasoning.take(&text)),
                Thought::AllReasoning => {
                    add(Part::Text(self.clean_text.finish()), parts);
                    Part::AllReasoning
                }
                Thought::Call(text) => {
                    let room = START.saturating_sub(self.call.len());
                    self.call.extend(text.chars().take(room));
                    continue;
                }
            };
            add(part, parts);
        }
    }
}

/// Adds a part that says something.
fn add(part: Part, parts: &mut Vec<Part>) {
    if !matches!(&part, Part::Text(text) | Part::Reasoning(text) if text.is_empty()) {
        parts.push(part);
    }
}

/// Whether a text speaks of what pieces of an answer hold.
fn is_piece(text: &str) -> bool {
    ["\"choices\"", "\"delta\"", "\"content\""]
        .iter()
        .any(|name| text.contains(name))
}

/// The name of the tool in a call that was written as text.
fn tool_in(call: &str) -> &str {
    const SEPARATES: &str = "<｜tool▁sep｜>";
    let behind = |mark: &str| call.split_once(mark).map(|(_, rest)| rest.trim_start());
    let quoted = behind("\"name\"")
        .and_then(|rest| rest.trim_start_matches([':', ' ', '"']).split('"').next());
    let plain = || {
        let rest = behind(SEPARATES).or_else(|| behind("functions."))?;
        rest.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')))
            .next()
    };
    let name = quoted.or_else(plain).filter(|name| !name.is_empty());
    name.unwrap_or("of no name")
}

#[cfg(test)]
mod tests;
