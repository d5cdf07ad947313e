//! How an answer's pieces are read, whichever format they are in.
//!
//! Reading is lenient: servers that call themselves compatible leave fields out, send `null` where a string belongs, report errors inside a
//! successful stream, or answer in a format of their own, such as Ollama's or Anthropic's. A field that is missing or of the wrong type is as
//! good as absent.

use serde_json::Value;

use super::anthropic;
use super::counts::{Counts, counted, counts};
use super::finish::{self, Finish};
use super::native;
use super::server_error::ServerError;
use crate::study::Usage;

/// One piece of an answer, read.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Chunk {
    pub text: String,
    pub reasoning: String,
    pub refusal: String,
    pub finish: Option<Finish>,
    /// The server's own word for that.
    pub finish_word: Option<String>,
    /// What it says of its reason.
    pub finish_why: Option<String>,
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
    /// Which of several answers it is a piece of.
    pub choice: Option<u64>,
    /// The tool that the model calls.
    pub called: Option<String>,
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
    /// Reads one JSON text of an answer; of several answers that come side by side, the one that was read so far.
    pub(super) fn read(json: &Value, choice: Option<u64>) -> Self {
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
        if let Some(choices) = json.get("choices").and_then(choices_in) {
            chunk.known = true;
            // Only one answer was asked for; a server that sends several numbers them, and one that counts from 1 sends no other.
            let number = |choice: &Value| number(choice, "index");
            let is_ours = |known: &&&Value| number(known) == choice.unwrap_or(0);
            let ours = choices.iter().find(is_ours);
            let other = || choices.iter().find(|_| choice.is_none());
            if let Some(ours) = ours.or_else(other).filter(|ours| ours.is_object()) {
                chunk.choice = Some(number(ours));
                chunk.read_choice(ours);
            }
            if chunk.finish.is_none() {
                chunk.stopped(json.get("finish_reason"));
            }
        } else if let Some(inner) = wrapped(json) {
            return Self::read(inner, choice);
        } else if json.get("done").is_some() || json.get("response").is_some_and(Value::is_string) {
            chunk.read_ollama(json);
        } else if chunk.error.is_none()
            && let Some(read) = anthropic::read(json).or_else(|| native::read(json))
        {
            chunk = Self {
                counts: chunk.counts,
                ..read
            };
        }
        let deeper = ["delta", "message", "response", "x_groq"].map(|name| json.get(name));
        let inside = deeper.into_iter().flatten().find_map(ServerError::inside);
        chunk.error = chunk.error.or(inside);
        chunk.known |= chunk.error.is_some();
        chunk
    }

    /// Takes the server's word for why the model stopped.
    pub(super) fn stopped(&mut self, reason: Option<&Value>) {
        self.stopped_for(reason.into_iter());
    }

    /// The same of several words for it, the one that is meant first.
    fn stopped_for<'a>(&mut self, reasons: impl Iterator<Item = &'a Value> + Clone) {
        let told = Finish::told_by(reasons.clone().map(finish::word));
        (self.finish, self.finish_word) = told.unzip();
        let why = reasons.filter_map(|reason| reason.get("message")?.as_str());
        let why = why.map(str::to_owned).next();
        self.finish_why = self.finish_why.take().or(why);
    }

    /// Takes the name of a tool that is called, where one is.
    pub(super) fn called(&mut self, tool: Option<&Value>) {
        let name = tool.and_then(|tool| tool.get("name")?.as_str());
        self.called = self.called.take().or(name.map(str::to_owned));
    }

    fn read_choice(&mut self, choice: &Value) {
        let said = ["delta", "message"].map(|name| choice.get(name));
        let holders = [Some(choice)].into_iter().chain(said).flatten();
        let words = holders
            .clone()
            .flat_map(|holder| REASONS.iter().filter_map(|name| holder.get(*name)));
        self.stopped_for(words);
        if is_filtered(choice) && self.finish.is_none_or(Finish::is_by_itself) {
            self.finish = Some(Finish::Filtered);
            self.finish_word = Some("content_filter".to_owned());
        }
        let error = holders.clone().find_map(ServerError::inside);
        self.error = self.error.take().or(error);
        for holder in ["delta", "message"] {
            if let Some(Value::String(text)) = choice.get(holder) {
                self.text.push_str(text);
                return;
            }
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

    fn read_content(&mut self, content: &Value) {
        match content {
            Value::String(text) => self.text.push_str(text),
            Value::Number(number) => self.text.push_str(&number.to_string()),
            Value::Object(_) => push_texts(content, &mut self.text),
            // Parts with a type, as Mistral's reasoning models send them.
            Value::Array(parts) => {
                for part in parts {
                    if is_thought(part) || part.get("thinking").is_some() {
                        push_texts(part.get("thinking").unwrap_or(part), &mut self.reasoning);
                    } else {
                        push_texts(part, &mut self.text);
                    }
                }
            }
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn read_said(&mut self, said: &Value) {
        let content = said.get("content").unwrap_or(&Value::Null);
        if is_thought(said) {
            push_texts(content, &mut self.reasoning);
        } else {
            self.read_content(content);
        }
        // Servers that have several of these say the same in each.
        let thought = THOUGHTS.iter().find_map(|name| {
            let mut thought = String::new();
            push_texts(said.get(*name)?, &mut thought);
            Some(thought).filter(|thought| !thought.is_empty())
        });
        self.reasoning.push_str(&thought.unwrap_or_default());
        let calls = said.get("tool_calls").and_then(Value::as_array);
        let call = calls.and_then(|calls| calls.first()?.get("function"));
        self.called(call.or_else(|| said.get("function_call")));
        let refusal = said.get("refusal").and_then(Value::as_str);
        self.refusal.push_str(refusal.unwrap_or_default());
    }
}

/// Where servers put why the model stopped, the one that is meant for us first.
const REASONS: [&str; 6] = [
    "finish_reason",
    "finishReason",
    "stop_reason",
    "stopReason",
    "done_reason",
    "native_finish_reason",
];

/// The answers of a piece, which some gateways send by themselves or under their numbers.
fn choices_in(choices: &Value) -> Option<Vec<&Value>> {
    match choices {
        Value::Array(choices) => Some(choices.iter().collect()),
        Value::Object(fields) => {
            let is_one = ["delta", "message", "text"]
                .iter()
                .any(|name| fields.contains_key(*name));
            Some(if is_one {
                vec![choices]
            } else {
                fields.values().collect()
            })
        }
        _ => None,
    }
}

/// Whether a filter says of a choice that it cut it, as Azure's does by kinds of content.
fn is_filtered(choice: &Value) -> bool {
    let results = ["content_filter_results", "content_filter_result"]
        .iter()
        .find_map(|name| choice.get(name)?.as_object());
    let is_cut = |result: &Value| result.get("filtered") == Some(&Value::Bool(true));
    results.is_some_and(|results| results.values().any(is_cut))
}

/// Where servers put a model's reasoning beside what it says.
const THOUGHTS: [&str; 5] = [
    "reasoning_content",
    "reasoning",
    "thinking",
    "reasoning_details",
    "thinking_blocks",
];

/// Whether what is said, or a part of it, is marked as thought.
fn is_thought(part: &Value) -> bool {
    let kind = part.get("type").and_then(Value::as_str).unwrap_or_default();
    let marks = [
        part.get("thought"),
        part.pointer("/extra_content/google/thought"),
    ];
    kind.starts_with("reasoning")
        || kind.starts_with("thinking")
        || marks
            .into_iter()
            .flatten()
            .any(|mark| *mark == Value::Bool(true))
}

/// The piece of an answer that a gateway put into a field of its own.
fn wrapped(json: &Value) -> Option<&Value> {
    let names = ["data", "result", "output"];
    let mut inner = names.iter().filter_map(|name| json.get(name));
    inner.find(|inner| inner.get("choices").and_then(choices_in).is_some())
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
            let names = ["text", "thinking", "summary", "reasoning", "content"];
            let mut held = names.iter().filter_map(|name| part.get(*name));
            match held.find(|held| held.is_string() || held.is_array()) {
                Some(Value::String(text)) => texts.push_str(text),
                // No deeper: what nests without end is nobody's text.
                Some(Value::Array(parts)) => parts
                    .iter()
                    .filter_map(|part| part.get("text").unwrap_or(part).as_str())
                    .for_each(|text| texts.push_str(text)),
                _ => {}
            }
        }
        _ => {}
    }
}

fn usage(json: &Value) -> Option<Usage> {
    let Some(usage) = counted(json) else {
        return json.get("timings").and_then(timed);
    };
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

/// What llama.cpp counts beside its times, where that is all it sends: the prompt without what its cache held.
fn timed(timings: &Value) -> Option<Usage> {
    timings.get("predicted_n")?;
    let cached = number(timings, "cache_n");
    Some(Usage {
        prompt_tokens: number(timings, "prompt_n").saturating_add(cached),
        cached_tokens: cached,
        completion_tokens: number(timings, "predicted_n"),
        ..Usage::default()
    })
}

/// A count, which some gateways write as a text.
pub(super) fn number(json: &Value, name: &str) -> u64 {
    let count = match json.get(name) {
        Some(Value::String(text)) => text.trim().parse().ok(),
        count => count.and_then(Value::as_u64),
    };
    count.unwrap_or(0)
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
            json!({"choices": [null]}),
            json!({"choices": [{"content_filter_offsets": {}}]}),
            json!({"choices": [{"index": 1, "delta": {"content": "another"}}]}),
        ] {
            let known = Chunk {
                known: true,
                ..Chunk::default()
            };
            let read = Chunk {
                choice: None,
                ..Chunk::read(&json, Some(0))
            };
            assert_eq!(read, known, "{json}");
        }
        assert_eq!(
            Chunk::read(&json!({"status": "ok"}), None),
            Chunk::default()
        );
        assert_eq!(Chunk::read(&json!(["x", 1]), None), Chunk::default());
    }

    #[test]
    fn text_is_found_in_every_format() {
        for json in [
            json!({"choices": [{"delta": {"content": "Hi"}, "finish_reason": "stop"}]}),
            json!({"choices": [{"message": {"content": "Hi"}}]}),
            json!({"choices": [{"text": "Hi", "finish_reason": "eos"}]}),
            json!({"choices": [{"delta": {"content": [{"type": "text", "text": "Hi"}]}, "finish_reason": "stop"}]}),
            json!({"choices": [{"delta": {"content": {"type": "text", "text": "Hi"}}, "finish_reason": "stop"}]}),
            json!({"choices": [{"index": 1, "delta": {"content": "Hi"}, "finish_reason": "stop"}]}),
            json!({"choices": [{"index": 1, "delta": {"content": "Ho"}}, {"index": 0, "delta": {"content": "Hi"}, "finish_reason": "stop"}]}),
            json!({"message": {"role": "assistant", "content": "Hi"}, "done": true}),
            json!({"response": "Hi", "done": true, "done_reason": "stop"}),
        ] {
            let chunk = Chunk::read(&json, None);
            assert_eq!(
                (chunk.text.as_str(), chunk.finish),
                ("Hi", Some(Finish::Stop)),
                "{json}"
            );
            assert_eq!(chunk.error, None);
        }
    }

    #[test]
    fn why_it_stopped_is_found_wherever_it_stands() {
        for json in [
            json!({"choices": [{"delta": {}, "finish_reason": "length"}]}),
            json!({"choices": [{"delta": {}, "finishReason": "MAX_TOKENS"}]}),
            json!({"choices": [{"delta": {}, "stop_reason": "max_tokens"}]}),
            json!({"choices": [{"delta": {}, "finish_reason": "stop", "native_finish_reason": "MAX_TOKENS"}]}),
            json!({"choices": [{"delta": {"finish_reason": "length"}}]}),
            json!({"choices": [], "finish_reason": "length"}),
            json!({"choices": {"index": 0, "delta": {}, "finish_reason": "length"}}),
            json!({"choices": {"0": {"index": "0", "delta": {}, "finish_reason": "length"}}}),
        ] {
            let chunk = Chunk::read(&json, None);
            assert_eq!(chunk.finish, Some(Finish::Length), "{json}");
        }
        let numbered =
            json!({"choices": [{"delta": {}, "finish_reason": "stop", "stop_reason": 128_009}]});
        assert_eq!(Chunk::read(&numbered, None).finish, Some(Finish::Stop));
        let told = json!({"choices": [{"delta": {}, "finish_reason": {"type": "abort", "message": "out of memory"}}]});
        let told = Chunk::read(&told, None);
        assert_eq!(
            (told.finish, told.finish_why.as_deref()),
            (Some(Finish::Error), Some("out of memory"))
        );
    }

    #[test]
    fn what_a_filter_cut_is_known_by_its_results() {
        let read = |results: Value, finish: &str| {
            let json = json!({"choices": [{"delta": {}, "finish_reason": finish, "content_filter_results": results}]});
            Chunk::read(&json, None).finish
        };
        let cut = json!({"hate": {"filtered": true, "severity": "high"}});
        let fine = json!({"hate": {"filtered": false, "severity": "safe"}});
        let unknown = json!({"error": {"code": "content_filter_error", "message": "The contents are not filtered"}});
        assert_eq!(read(cut.clone(), "stop"), Some(Finish::Filtered));
        assert_eq!(read(cut, ""), Some(Finish::Filtered));
        assert_eq!(read(fine, "stop"), Some(Finish::Stop));
        assert_eq!(read(unknown, "stop"), Some(Finish::Stop));
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
            json!({"choices": [{"delta": {}, "error": {"code": 502, "message": "no"}, "finish_reason": null}]}),
            json!({"choices": [{"delta": {"content": "", "error": "no"}, "finish_reason": "stop"}]}),
            json!({"choices": [{"message": {"content": "", "error": {"message": "no"}}}]}),
            json!({"type": "message_delta", "delta": {"error": {"message": "no"}}}),
            json!({"type": "response.failed", "response": {"error": {"message": "no"}}}),
            json!({"done": true, "error": "no"}),
            json!({"type": "error", "error": {"type": "x", "message": "no"}}),
        ] {
            let error = Chunk::read(&json, None).error.map(|error| error.message);
            assert_eq!(error.as_deref(), Some("no"), "{json}");
        }
        assert_eq!(
            Chunk::read(&json!({"error": null, "choices": []}), None).error,
            None
        );
    }

    #[test]
    fn a_tool_that_is_called_is_known_by_its_name() {
        for json in [
            json!({"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"name": "search", "arguments": ""}}]}}]}),
            json!({"choices": [{"delta": {"function_call": {"name": "search"}}}]}),
            json!({"message": {"tool_calls": [{"function": {"name": "search"}}]}, "done": false}),
            json!({"type": "content_block_start", "content_block": {"type": "tool_use", "name": "search"}}),
        ] {
            let called = Chunk::read(&json, None).called;
            assert_eq!(called.as_deref(), Some("search"), "{json}");
        }
    }

    #[test]
    fn usage_counts_cached_tokens_wherever_they_are() {
        let read = |usage: Value| {
            Chunk::read(&json!({"choices": [], "usage": usage}), None)
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
            Chunk::read(&json!({"choices": [], "usage": null}), None).usage,
            None
        );
    }
}
