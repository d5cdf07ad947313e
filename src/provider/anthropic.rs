//! Anthropic's messages: what is asked, and how the events of an answer are read.
//!
//! The system's words stand apart from the conversation here, a limit of tokens is required, and what may be cached is marked by who asks: the end of
//! the system's words and the end of the conversation, so that the next request, which only goes on from there, is served from the cache [M4].
//! <https://docs.anthropic.com/en/api/messages-streaming>

use serde::Serialize;
use serde_json::Value;

use super::chunk::{Chunk, number};
use super::client::Chat;
use super::dialect::Dialect;
use super::finish::Finish;
use crate::pipeline::{Message, Role};
use crate::study::Usage;

/// The version of the interface that this module speaks, as its header wants it.
pub(super) const VERSION: &str = "2023-06-01";

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    system: Vec<Block<'a>>,
    messages: Vec<Turn<'a>>,
}

#[derive(Serialize)]
struct Turn<'a> {
    role: Role,
    content: Vec<Block<'a>>,
}

#[derive(Serialize)]
struct Block<'a> {
    r#type: &'static str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<CacheControl>,
}

#[derive(Serialize)]
struct CacheControl {
    r#type: &'static str,
}

impl<'a> Block<'a> {
    /// A text; an empty one would be refused.
    fn of(message: &'a Message) -> Option<Self> {
        (!message.content.is_empty()).then_some(Self {
            r#type: "text",
            text: &message.content,
            cache_control: None,
        })
    }

    /// Everything up to here may be cached.
    fn mark_kept(&mut self) {
        self.cache_control = Some(CacheControl {
            r#type: "ephemeral",
        });
    }
}

/// The body of a request.
pub(super) fn body(model: &str, chat: Chat<'_>, dialect: Dialect) -> serde_json::Result<Vec<u8>> {
    let (first, rest): (Vec<&Message>, Vec<&Message>) = chat
        .messages
        .iter()
        .partition(|message| message.role == Role::System);
    let mut system: Vec<Block<'_>> = first.into_iter().filter_map(Block::of).collect();
    let mut turns: Vec<Turn<'_>> = Vec::new();
    for message in rest {
        let Some(block) = Block::of(message) else {
            continue;
        };
        match turns.last_mut().filter(|turn| turn.role == message.role) {
            Some(turn) => turn.content.push(block),
            None => turns.push(Turn {
                role: message.role,
                content: vec![block],
            }),
        }
    }
    let last = turns.last_mut().and_then(|turn| turn.content.last_mut());
    let ends = [system.last_mut(), last].into_iter().flatten();
    for block in ends.filter(|_| dialect.cache_marks) {
        block.mark_kept();
    }
    serde_json::to_vec(&Body {
        model,
        max_tokens: dialect.tokens(chat.max_tokens),
        stream: dialect.stream,
        temperature: dialect.temperature(),
        system,
        messages: turns,
    })
}

/// Reads one event of a stream, or a whole message; nothing where it is neither.
pub(super) fn read(json: &Value) -> Option<Chunk> {
    let mut chunk = Chunk {
        known: true,
        ..Chunk::default()
    };
    match json.get("type")?.as_str()? {
        "message_start" => chunk.usage = json.get("message").and_then(usage),
        "content_block_start" => read_block(json.get("content_block")?, &mut chunk),
        "content_block_delta" => read_block(json.get("delta")?, &mut chunk),
        "message_delta" => {
            let delta = json.get("delta").unwrap_or(&Value::Null);
            chunk.stopped(delta.get("stop_reason"));
            let why = delta.pointer("/stop_details/explanation");
            chunk.finish_why = why.and_then(Value::as_str).map(str::to_owned);
            chunk.usage = usage(json);
        }
        "message_stop" => chunk.done = true,
        "ping" | "content_block_stop" => {}
        "message" => {
            let blocks = json.get("content")?.as_array()?;
            for block in blocks {
                read_block(block, &mut chunk);
            }
            chunk.stopped(json.get("stop_reason"));
            chunk.finish = chunk.finish.or(Some(Finish::Stop));
            chunk.usage = usage(json);
        }
        _ => return None,
    }
    Some(chunk)
}

/// A block or a piece of one: text, reasoning, or something that nobody asked for.
fn read_block(block: &Value, chunk: &mut Chunk) {
    let words = |name: &str| block.get(name).and_then(Value::as_str).unwrap_or_default();
    chunk.text.push_str(words("text"));
    chunk.reasoning.push_str(words("thinking"));
    let is_tool = words("type").ends_with("tool_use");
    chunk.called(Some(block).filter(|_| is_tool));
}

/// What was read from the cache or written to it is counted apart there, and is part of the prompt here.
fn usage(json: &Value) -> Option<Usage> {
    let usage = json.get("usage").filter(|usage| usage.is_object())?;
    let cached = number(usage, "cache_read_input_tokens");
    Some(Usage {
        prompt_tokens: number(usage, "input_tokens")
            .saturating_add(cached)
            .saturating_add(number(usage, "cache_creation_input_tokens")),
        cached_tokens: cached,
        completion_tokens: number(usage, "output_tokens"),
        ..Usage::default()
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(role: Role, content: &str) -> Message {
        Message {
            role,
            content: content.to_owned(),
        }
    }

    #[test]
    fn a_request_marks_what_may_be_cached() {
        let messages = [
            said(Role::System, "Cite."),
            said(Role::User, "Why?"),
            said(Role::Assistant, "Because."),
            said(Role::User, ""),
            said(Role::User, "And then?"),
        ];
        let chat = Chat {
            messages: &messages,
            max_tokens: 300,
            schema: None,
        };
        let body = body("m", chat, Dialect::default()).unwrap();
        insta::assert_snapshot!(String::from_utf8(body).unwrap(), @r#"{"model":"m","max_tokens":300,"stream":true,"temperature":0.3,"system":[{"type":"text","text":"Cite.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text","text":"Why?"}]},{"role":"assistant","content":[{"type":"text","text":"Because."}]},{"role":"user","content":[{"type":"text","text":"And then?","cache_control":{"type":"ephemeral"}}]}]}"#);
    }

    #[test]
    fn an_answer_is_read_event_by_event() {
        let read = |json: Value| read(&json).unwrap();
        let started = read(
            json!({"type": "message_start", "message": {"usage": {"input_tokens": 3, "cache_read_input_tokens": 40, "cache_creation_input_tokens": 7, "output_tokens": 1}}}),
        );
        let usage = started.usage.unwrap();
        assert_eq!((usage.prompt_tokens, usage.cached_tokens), (50, 40));
        let text = read(
            json!({"type": "content_block_delta", "delta": {"type": "text_delta", "text": "Hi"}}),
        );
        assert_eq!(text.text, "Hi");
        let thought = read(
            json!({"type": "content_block_delta", "delta": {"type": "thinking_delta", "thinking": "Hm"}}),
        );
        assert_eq!(
            (thought.text.as_str(), thought.reasoning.as_str()),
            ("", "Hm")
        );
        for nobody_asked in [
            json!({"type": "content_block_delta", "delta": {"type": "signature_delta", "signature": "x"}}),
            json!({"type": "content_block_delta", "delta": {"type": "input_json_delta", "partial_json": "{"}}),
            json!({"type": "ping"}),
        ] {
            let chunk = read(nobody_asked);
            assert_eq!((chunk.text.as_str(), chunk.known), ("", true));
        }
        assert!(read(json!({"type": "message_stop"})).done);
    }

    #[test]
    fn every_reason_to_stop_is_understood() {
        for (reason, expected) in [
            ("end_turn", Finish::Stop),
            ("stop_sequence", Finish::Stop),
            ("max_tokens", Finish::Length),
            ("model_context_window_exceeded", Finish::Window),
            ("refusal", Finish::Filtered),
        ] {
            let json = json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 6}});
            let chunk = read(&json).unwrap();
            assert_eq!(
                (chunk.finish, chunk.finish_word.as_deref()),
                (Some(expected), Some(reason))
            );
        }
    }

    #[test]
    fn a_whole_message_is_an_answer() {
        let json = json!({"type": "message", "content": [{"type": "thinking", "thinking": "Hm"}, {"type": "text", "text": "Hi"}], "usage": {"input_tokens": 1, "output_tokens": 2}});
        let chunk = read(&json).unwrap();
        assert_eq!(
            (chunk.text.as_str(), chunk.reasoning.as_str(), chunk.finish),
            ("Hi", "Hm", Some(Finish::Stop))
        );
        assert!(read(&json!({"type": "error", "error": {}})).is_none());
        assert!(read(&json!({"choices": []})).is_none());
    }
}
