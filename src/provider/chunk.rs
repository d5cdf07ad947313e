//! How an answer's pieces are read, whichever format they are in.
//!
//! Reading is lenient: servers that call themselves compatible leave fields out, send `null` where a string belongs, report errors inside a
//! successful stream, or answer in a format of their own, such as Ollama's or Anthropic's. A field that is missing or of the wrong type is as
//! good as absent.

use serde_json::Value;

use super::anthropic;
use super::counts::{Counts, counts};
use crate::study::Usage;

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    Stop,
    Length,
    /// The provider's filter cut the answer.
    Filtered,
    /// The server gave up, and says so as if that were a reason to stop.
    Error,
}

impl Finish {
    /// What a server's word for why the model stopped means; nothing for an empty one.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "" | "null" => None,
            "length"
            | "max_tokens"
            | "model_length"
            | "max_output_tokens"
            | "max_new_tokens"
            | "error_limit"
            | "incomplete"
            // The turn is to go on in another request.
            | "pause_turn"
            | "model_context_window_exceeded" => Some(Self::Length),
            "content_filter" | "content_filtered" | "safety" | "refusal" | "recitation"
            | "prohibited_content" | "blocklist" | "spii" | "error_toxic"
            | "guardrail_intervened" => Some(Self::Filtered),
            "error"
            | "abort"
            | "aborted"
            | "cancelled"
            | "user_cancel"
            | "failed"
            | "timeout"
            | "network_error"
            | "insufficient_system_resource" => Some(Self::Error),
            _ => Some(Self::Stop),
        }
    }
}

/// An error that a server reports in its own words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ServerError {
    /// Raw, as sent.
    pub message: String,
    /// Its code, where that is an HTTP status.
    pub status: Option<u16>,
    /// Its type and code in words, lower case.
    pub class: String,
    /// The parameter that it is about.
    pub parameter: Option<String>,
}

/// One piece of an answer, read.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Chunk {
    pub text: String,
    pub reasoning: String,
    pub refusal: String,
    pub finish: Option<Finish>,
    /// The server's own word for that.
    pub finish_word: Option<String>,
    pub usage: Option<Usage>,
    /// The same as sent.
    pub counts: Counts,
    pub error: Option<ServerError>,
    /// Nothing follows.
    pub done: bool,
    /// Its text is the whole answer, not the next piece.
    pub is_whole: bool,
    /// It was JSON of a known shape.
    pub known: bool,
}

/// Data without the field's name, which some proxies write twice.
fn without_field(data: &str) -> &str {
    let data = data.trim_start();
    data.strip_prefix("data:").unwrap_or(data)
}

/// Whether an event's data is the end mark, in any of the spellings seen.
pub(super) fn is_done(data: &str) -> bool {
    let word = without_field(data)
        .trim()
        .trim_matches(|c| matches!(c, '"' | '[' | ']' | ' '));
    word.eq_ignore_ascii_case("done")
}

impl Chunk {
    /// Reads one JSON text of an answer.
    pub(super) fn read(json: &Value) -> Self {
        // Gemini's compatible endpoint puts its errors in an array.
        let json = match json {
            Value::Array(items) => items.first().unwrap_or(&Value::Null),
            other => other,
        };
        let mut chunk = Self {
            error: ServerError::read(json),
            usage: usage(json),
            counts: counts(json),
            ..Self::default()
        };
        // Usage alone proves nothing: other formats have a field of that name.
        chunk.known = chunk.error.is_some();
        if let Some(choices) = json.get("choices").and_then(Value::as_array) {
            chunk.known = true;
            // Only one answer was asked for; a server that sends several numbers them.
            if let Some(choice) = choices
                .iter()
                .find(|choice| choice.get("index").and_then(Value::as_u64).unwrap_or(0) == 0)
            {
                chunk.read_choice(choice);
            }
        } else if json.get("done").is_some() {
            chunk.read_ollama(json);
        } else if chunk.error.is_none()
            && let Some(read) = anthropic::read(json)
        {
            return Self {
                counts: chunk.counts,
                ..read
            };
        }
        chunk
    }

    /// Takes the server's word for why the model stopped.
    pub(super) fn stopped(&mut self, reason: Option<&Value>) {
        let word = reason.and_then(Value::as_str).unwrap_or_default();
        self.finish = Finish::named(word);
        self.finish_word = self.finish.map(|_| word.to_owned());
    }

    fn read_choice(&mut self, choice: &Value) {
        self.stopped(choice.get("finish_reason"));
        for holder in ["delta", "message"] {
            if let Some(said) = choice.get(holder).filter(|said| said.is_object()) {
                self.read_said(said);
                if holder == "message" {
                    self.is_whole = true;
                    // A whole completion: some servers give it no reason to stop.
                    self.finish = self.finish.or(Some(Finish::Stop));
                }
                return;
            }
        }
        if let Some(text) = choice.get("text").and_then(Value::as_str) {
            self.text.push_str(text);
        }
    }

    fn read_ollama(&mut self, json: &Value) {
        self.known = true;
        if let Some(said) = json.get("message") {
            self.read_said(said);
        }
        if let Some(text) = json.get("response").and_then(Value::as_str) {
            self.text.push_str(text);
        }
        if json.get("done").and_then(Value::as_bool) == Some(true) {
            self.done = true;
            self.stopped(json.get("done_reason"));
            self.finish = self.finish.or(Some(Finish::Stop));
            self.usage = Some(Usage {
                prompt_tokens: number(json, "prompt_eval_count"),
                completion_tokens: number(json, "eval_count"),
                ..Usage::default()
            });
        }
    }

    fn read_said(&mut self, said: &Value) {
        match said.get("content") {
            Some(Value::String(text)) => self.text.push_str(text),
            // Parts with a type, as Mistral's reasoning models send them.
            Some(Value::Array(parts)) => {
                for part in parts {
                    match part.get("thinking") {
                        Some(thinking) => push_texts(thinking, &mut self.reasoning),
                        None => push_texts(part, &mut self.text),
                    }
                }
            }
            _ => {}
        }
        let reasoning = ["reasoning_content", "reasoning", "thinking"]
            .iter()
            .find_map(|name| {
                said.get(name)
                    .and_then(Value::as_str)
                    .filter(|text| !text.is_empty())
            });
        match (reasoning, said.get("reasoning_details")) {
            (None, Some(details)) => push_texts(details, &mut self.reasoning),
            (reasoning, _) => self.reasoning.push_str(reasoning.unwrap_or_default()),
        }
        let refusal = said.get("refusal").and_then(Value::as_str);
        self.refusal.push_str(refusal.unwrap_or_default());
    }
}

/// The text of a part, of each part of a list, or that a part is.
fn push_texts(part: &Value, texts: &mut String) {
    match part {
        Value::String(text) => texts.push_str(text),
        Value::Array(parts) => {
            for part in parts.iter().filter(|part| !part.is_array()) {
                push_texts(part, texts);
            }
        }
        Value::Object(part) => {
            let text = ["text", "summary"]
                .iter()
                .find_map(|name| part.get(*name)?.as_str());
            texts.push_str(text.unwrap_or_default());
        }
        _ => {}
    }
}

impl ServerError {
    /// The error that a JSON text reports, if it reports one.
    pub(super) fn read(json: &Value) -> Option<Self> {
        let json = match json {
            Value::Array(items) => items.first()?,
            other => other,
        };
        match json.get("error") {
            Some(Value::Object(_)) => return json.get("error").map(Self::read_object),
            Some(Value::String(message)) => {
                let mut error = Self::read_object(json);
                error.message.clone_from(message);
                return Some(error);
            }
            _ => {}
        }
        let is_error = ["object", "type"]
            .iter()
            .any(|name| json.get(name).and_then(Value::as_str) == Some("error"));
        let is_answer =
            json.get("choices").is_some() || json.get("message").is_some_and(Value::is_object);
        let has_words = ["message", "detail", "errors"]
            .iter()
            .any(|name| json.get(name).is_some());
        (is_error || (has_words && !is_answer)).then(|| Self::read_object(json))
    }

    fn read_object(error: &Value) -> Self {
        let words = |name: &str| match error.get(name) {
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Null) | None => None,
            Some(other) => Some(other.to_string()),
        };
        let message = ["message", "detail", "errors", "error"]
            .iter()
            .find_map(|name| words(name))
            .unwrap_or_else(|| error.to_string());
        let (code, kind) = (
            words("code").unwrap_or_default(),
            words("type").unwrap_or_default(),
        );
        let status = [code.as_str(), kind.as_str()]
            .iter()
            .find_map(|code| code.parse().ok())
            .filter(|status| (400..600).contains(status));
        Self {
            message,
            status,
            class: format!("{kind} {code}").to_lowercase(),
            parameter: words("param"),
        }
    }

    /// Whether asking again may help. An error of unknown kind is taken as lasting.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        const LASTING: [&str; 7] = [
            "insufficient_quota",
            "billing",
            "invalid",
            "authentication",
            "permission",
            "not_found",
            "bad_request",
        ];
        const PASSING: [&str; 15] = [
            "api_error",
            "overloaded",
            "too many requests",
            "internal server error",
            "rate limit",
            "rate_limit",
            "limit reached",
            "server_error",
            "internal error",
            "timeout",
            "timed out",
            "unavailable",
            "try again",
            "capacity",
            "busy",
        ];
        let message = self.message.to_lowercase();
        if LASTING.iter().any(|word| self.class.contains(word)) {
            return false;
        }
        match self.status {
            Some(status) => is_transient_status(status),
            None => PASSING
                .iter()
                .any(|word| self.class.contains(word) || message.contains(word)),
        }
    }
}

/// Statuses after which asking again may help [M3].
pub(super) fn is_transient_status(status: u16) -> bool {
    matches!(status, 408 | 409 | 429 | 500..=599)
}

fn usage(json: &Value) -> Option<Usage> {
    let usage = json.get("usage").filter(|usage| usage.is_object())?;
    let cached = usage
        .get("prompt_tokens_details")
        .map_or(0, |details| number(details, "cached_tokens"));
    Some(Usage {
        prompt_tokens: number(usage, "prompt_tokens"),
        cached_tokens: cached.max(number(usage, "prompt_cache_hit_tokens")),
        completion_tokens: number(usage, "completion_tokens"),
        reasoning_tokens: usage
            .get("completion_tokens_details")
            .map_or(0, |details| number(details, "reasoning_tokens")),
        ..Usage::default()
    })
}

pub(super) fn number(json: &Value, name: &str) -> u64 {
    json.get(name).and_then(Value::as_u64).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_end_mark_is_known_in_odd_spellings() {
        for mark in [
            "data: [DONE]",
            "[DONE]",
            " [done] ",
            "\"[DONE]\"",
            "DONE",
            "[ DONE ]",
        ] {
            assert!(is_done(mark), "{mark}");
        }
        for other in ["", "{\"choices\":[]}", "[not done]"] {
            assert!(!is_done(other), "{other}");
        }
    }

    #[test]
    fn absent_and_null_fields_say_nothing() {
        for json in [
            json!({"choices": []}),
            json!({"choices": [{"index": 0, "delta": {"content": null, "refusal": null}, "finish_reason": null}]}),
            json!({"choices": [{"index": 0, "delta": null}]}),
            json!({"choices": [{"content_filter_offsets": {}}]}),
            json!({"choices": [{"index": 1, "delta": {"content": "another"}}]}),
        ] {
            let known = Chunk {
                known: true,
                ..Chunk::default()
            };
            assert_eq!(Chunk::read(&json), known, "{json}");
        }
        assert_eq!(Chunk::read(&json!({"status": "ok"})), Chunk::default());
        assert_eq!(Chunk::read(&json!(["x", 1])), Chunk::default());
    }

    #[test]
    fn text_is_found_in_every_format() {
        for json in [
            json!({"choices": [{"delta": {"content": "Hi"}, "finish_reason": "stop"}]}),
            json!({"choices": [{"message": {"content": "Hi"}}]}),
            json!({"choices": [{"text": "Hi", "finish_reason": "eos"}]}),
            json!({"choices": [{"delta": {"content": [{"type": "text", "text": "Hi"}]}, "finish_reason": "stop"}]}),
            json!({"message": {"role": "assistant", "content": "Hi"}, "done": true}),
            json!({"response": "Hi", "done": true, "done_reason": "stop"}),
        ] {
            let chunk = Chunk::read(&json);
            assert_eq!(
                (chunk.text.as_str(), chunk.finish),
                ("Hi", Some(Finish::Stop)),
                "{json}"
            );
            assert_eq!(chunk.error, None);
        }
    }

    #[test]
    fn errors_are_found_in_every_format() {
        for json in [
            json!({"error": {"message": "no", "code": null}}),
            json!({"error": "no"}),
            json!({"error": {"message": "no"}, "choices": []}),
            json!({"object": "error", "message": "no"}),
            json!({"detail": "no"}),
            json!([{"error": {"message": "no"}}]),
            json!({"type": "error", "error": {"type": "x", "message": "no"}}),
        ] {
            let error = Chunk::read(&json).error.map(|error| error.message);
            assert_eq!(error.as_deref(), Some("no"), "{json}");
        }
        assert_eq!(
            Chunk::read(&json!({"error": null, "choices": []})).error,
            None
        );
    }

    #[test]
    fn only_passing_errors_are_worth_another_try() {
        let transient = |json: Value| ServerError::read(&json).unwrap().is_transient();
        assert!(transient(json!({"error": {"code": 502, "message": "x"}})));
        assert!(transient(json!({"error": {"code": "503", "message": "x"}})));
        assert!(transient(
            json!({"error": {"type": "overloaded_error", "message": "x"}})
        ));
        assert!(transient(json!({"error": "worker limit reached (33/32)"})));
        assert!(!transient(
            json!({"error": {"code": "429", "type": "insufficient_quota", "message": "x"}})
        ));
        assert!(!transient(
            json!({"error": {"type": "invalid_request_error", "message": "try again"}})
        ));
        assert!(!transient(json!({"error": "budget is not supported"})));
    }

    #[test]
    fn usage_counts_cached_tokens_wherever_they_are() {
        let read = |usage: Value| {
            Chunk::read(&json!({"choices": [], "usage": usage}))
                .usage
                .unwrap()
        };
        let one = read(
            json!({"prompt_tokens": 9, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 8}}),
        );
        let two =
            read(json!({"prompt_tokens": 9, "completion_tokens": 3, "prompt_cache_hit_tokens": 8}));
        assert_eq!(one, two);
        assert_eq!(
            (one.prompt_tokens, one.cached_tokens, one.completion_tokens),
            (9, 8, 3)
        );
        assert_eq!(
            Chunk::read(&json!({"choices": [], "usage": null})).usage,
            None
        );
    }
}
