//! Answers in formats of other interfaces than those that are asked for: gateways and servers that are spoken to at another address than was meant answer in
//! their own. Nothing is asked in these; what comes in them is read, so that no text is lost and its end is known.

use serde_json::Value;

use super::chunk::{Chunk, number};
use super::finish::Finish;
use crate::study::Usage;

/// Reads one piece of an answer in such a format; nothing where it is in none.
pub(super) fn read(json: &Value) -> Option<Chunk> {
    if json.get("candidates").is_some() || json.get("promptFeedback").is_some() {
        Some(gemini(json))
    } else if let Some(kind) = json.get("type").and_then(Value::as_str)
        && let Some(kind) = kind.strip_prefix("response.")
    {
        Some(response(kind, json))
    } else {
        llama(json)
    }
}

fn known() -> Chunk {
    Chunk {
        known: true,
        ..Chunk::default()
    }
}

fn words<'a>(json: &'a Value, name: &str) -> &'a str {
    json.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Gemini's own: <https://ai.google.dev/api/generate-content>
fn gemini(json: &Value) -> Chunk {
    let mut chunk = known();
    let candidate = json.pointer("/candidates/0").unwrap_or(&Value::Null);
    let parts = candidate
        .pointer("/content/parts")
        .and_then(Value::as_array);
    for part in parts.into_iter().flatten() {
        if part.get("thought") == Some(&Value::Bool(true)) {
            chunk.reasoning.push_str(words(part, "text"));
        } else {
            chunk.text.push_str(words(part, "text"));
        }
        chunk.called(part.get("functionCall"));
    }
    chunk.stopped(candidate.get("finishReason"));
    let why = candidate.get("finishMessage").and_then(Value::as_str);
    chunk.finish_why = why.map(str::to_owned);
    if let Some(blocked) = json.pointer("/promptFeedback/blockReason") {
        chunk.stopped(Some(blocked));
        chunk.finish = Some(Finish::Filtered);
    }
    chunk.usage = json.get("usageMetadata").map(|usage| Usage {
        prompt_tokens: number(usage, "promptTokenCount"),
        cached_tokens: number(usage, "cachedContentTokenCount"),
        completion_tokens: number(usage, "candidatesTokenCount")
            .saturating_add(number(usage, "thoughtsTokenCount")),
        reasoning_tokens: number(usage, "thoughtsTokenCount"),
        ..Usage::default()
    });
    chunk
}

/// The responses of `OpenAI`: <https://platform.openai.com/docs/api-reference/responses-streaming>
fn response(kind: &str, json: &Value) -> Chunk {
    let mut chunk = known();
    match kind {
        "output_text.delta" => words(json, "delta").clone_into(&mut chunk.text),
        "reasoning_text.delta" | "reasoning_summary_text.delta" => {
            words(json, "delta").clone_into(&mut chunk.reasoning);
        }
        "refusal.delta" => words(json, "delta").clone_into(&mut chunk.refusal),
        "completed" | "incomplete" => {
            let why = json.pointer("/response/incomplete_details/reason");
            chunk.stopped(why.or_else(|| json.pointer("/response/status")));
            chunk.usage = json.pointer("/response/usage").map(|usage| {
                let detail =
                    |of: &str, name: &str| usage.get(of).map_or(0, |details| number(details, name));
                Usage {
                    prompt_tokens: number(usage, "input_tokens"),
                    cached_tokens: detail("input_tokens_details", "cached_tokens"),
                    completion_tokens: number(usage, "output_tokens"),
                    reasoning_tokens: detail("output_tokens_details", "reasoning_tokens"),
                    ..Usage::default()
                }
            });
            chunk.done = true;
        }
        _ => {}
    }
    chunk
}

/// llama.cpp's completions: <https://github.com/ggml-org/llama.cpp/tree/master/tools/server>
fn llama(json: &Value) -> Option<Chunk> {
    let text = json.get("content")?.as_str()?;
    let is_last = json.get("stop")?.as_bool()?;
    let mut chunk = known();
    text.clone_into(&mut chunk.text);
    if is_last {
        let at_limit = json.get("stopped_limit") == Some(&Value::Bool(true));
        chunk.stopped(json.get("stop_type"));
        chunk.finish = if at_limit || chunk.finish == Some(Finish::Length) {
            Some(Finish::Length)
        } else {
            Some(Finish::Stop)
        };
        chunk.usage = Some(Usage {
            prompt_tokens: number(json, "tokens_evaluated"),
            completion_tokens: number(json, "tokens_predicted"),
            ..Usage::default()
        });
        chunk.done = true;
    }
    Some(chunk)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(json: &Value) -> (String, String, Option<Finish>) {
        let chunk = read(json).expect("known");
        (chunk.text, chunk.reasoning, chunk.finish)
    }

    #[test]
    fn text_and_end_are_read_in_every_format() {
        for (json, text, finish) in [
            (
                json!({"candidates": [{"content": {"parts": [{"text": "Hi"}]}}]}),
                "Hi",
                None,
            ),
            (
                json!({"candidates": [{"content": {"parts": [{"text": "Hi"}]}, "finishReason": "STOP"}]}),
                "Hi",
                Some(Finish::Stop),
            ),
            (
                json!({"candidates": [{"finishReason": "MAX_TOKENS"}]}),
                "",
                Some(Finish::Length),
            ),
            (
                json!({"promptFeedback": {"blockReason": "OTHER"}}),
                "",
                Some(Finish::Filtered),
            ),
            (
                json!({"type": "response.output_text.delta", "delta": "Hi"}),
                "Hi",
                None,
            ),
            (
                json!({"type": "response.completed", "response": {"status": "completed"}}),
                "",
                Some(Finish::Stop),
            ),
            (
                json!({"type": "response.incomplete", "response": {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}}),
                "",
                Some(Finish::Length),
            ),
            (json!({"content": "Hi", "stop": false}), "Hi", None),
            (
                json!({"content": "", "stop": true, "stop_type": "eos"}),
                "",
                Some(Finish::Stop),
            ),
            (
                json!({"content": "", "stop": true, "stop_type": "limit"}),
                "",
                Some(Finish::Length),
            ),
            (
                json!({"content": "", "stop": true, "stopped_limit": true}),
                "",
                Some(Finish::Length),
            ),
        ] {
            assert_eq!(
                told(&json),
                (text.to_owned(), String::new(), finish),
                "{json}"
            );
        }
    }

    #[test]
    fn reasoning_is_no_text_in_any_format() {
        for json in [
            json!({"candidates": [{"content": {"parts": [{"text": "Hm", "thought": true}]}}]}),
            json!({"type": "response.reasoning_summary_text.delta", "delta": "Hm"}),
        ] {
            assert_eq!(
                told(&json),
                (String::new(), "Hm".to_owned(), None),
                "{json}"
            );
        }
    }

    #[test]
    fn what_is_no_answer_is_in_none() {
        for json in [
            json!({"status": "ok"}),
            json!({"content": "Hi"}),
            json!({"type": "message", "content": []}),
            json!(["x"]),
        ] {
            assert_eq!(read(&json), None, "{json}");
        }
    }
}
