//! How answers end that are not whole, and reasoning that comes behind them.

use serde_json::{Value, json};

use super::{AtLimit, Fails, Row, Whole, events, says, stops, whole};
use crate::server::{Step, status};

pub(super) fn rows() -> Vec<Row> {
    [
        words_for_no_end(),
        thoughts(),
        lost_marks(),
        packed(),
        errors_that_are_none(),
        refusals(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Reasons to stop that are no end.
fn words_for_no_end() -> Vec<Row> {
    let words = [
        "engine_overloaded",
        "OTHER",
        "MALFORMED_FUNCTION_CALL",
        "unknown",
        "rate_limit",
        "out_of_memory",
        "insufficient_balance",
        "evicted",
        "budget_exceeded",
        "repetition_detected",
        "LANGUAGE",
        "tool_use",
    ];
    let unknown = words.map(|word| {
        let said = events(&[&says("Hello"), &stops(word), "[DONE]"]);
        Row::stream(word, &said, "Hello", Fails(&["broke off", "stopped with"]))
    });
    let reason = |reason: Value| {
        json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}).to_string()
    };
    let limit = |name, word: Value| {
        Row::stream(
            name,
            &events(&[&says("Hello"), &reason(word), "[DONE]"]),
            "Hello",
            AtLimit,
        )
    };
    unknown
        .into_iter()
        .chain([
            limit("a reason in a list", json!(["length"])),
            limit("a reason in an object", json!({"type": "max_tokens"})),
            limit("a window that is full", json!("model_context_window_exceeded")),
            Row::stream(
                "Anthropic: a reason of its own",
                &events(&[
                    r#"{"type":"message_start","message":{"role":"assistant","content":[]}}"#,
                    r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}"#,
                    r#"{"type":"message_delta","delta":{"stop_reason":"model_glitch"}}"#,
                    r#"{"type":"message_stop"}"#,
                ]),
                "Hello",
                Fails(&["broke off", "model_glitch"]),
            )
            .anthropic(),
            Row::stream(
                "a window that is full before any text",
                &events(&[&stops("model_context_window_exceeded"), "[DONE]"]),
                "",
                Fails(&["no room left"]),
            ),
        ])
        .collect()
}

/// Reasoning behind the answer, and tags that belong to nothing.
fn thoughts() -> Vec<Row> {
    [
        ("a second block that is never closed", "<think>a</think>Hello world<think>b", "ab"),
        ("a block behind the answer that is never closed", "Hello world\n\n<thinking>\nb", "\nb"),
        ("the same in brackets", "Hello world[THINK]b", "b"),
        ("a channel behind the answer", "<|channel|>final<|message|>Hello world<|end|><|start|>assistant<|channel|>analysis<|message|>b", "b"),
        ("a tag that closes twice", "<think>a</think></think>Hello world", "a"),
        ("blocks in blocks, twice", "<think>a<think>b</think>c<think>d</think>e</think>Hello world", "a<think>bdce"),
        ("a closing tag with blanks", "<think>a</ think >Hello world", "a"),
    ]
    .into_iter()
    .map(|(name, text, reasoning)| {
        Row::stream(name, &whole(&[&says(text)]), "Hello world", Whole).reasoning(reasoning)
    })
    .collect()
}

/// Formats whose marks a server lost or does not know.
fn lost_marks() -> Vec<Row> {
    [
        ("channels without their marks", "analysisHm.assistantfinalHello world", "Hm."),
        ("thoughts in sentences", "Here is my thought process: Hm.\n\nHere is my response: Hello world", " Hm.\n\n"),
        ("details of reasoning", "<details type=\"reasoning\" done=\"true\">Hm.</details>\nHello world", "Hm."),
        ("a call in a channel", "<|channel|>commentary to=functions.x <|constrain|>json<|message|>{}<|call|><|start|>assistant<|channel|>final<|message|>Hello world", "{}"),
    ]
    .into_iter()
    .map(|(name, text, reasoning)| {
        Row::stream(name, &whole(&[&says(text)]), "Hello world", Whole).reasoning(reasoning)
    })
    .collect()
}

/// What stands behind a stream that was packed.
fn packed() -> Vec<Row> {
    let padded = |name, padding: &[u8]| {
        let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n";
        let bytes = [
            &head[..],
            include_bytes!("../../fixtures/streams/plain.sse.gz"),
            padding,
        ]
        .concat();
        Row::of(
            name,
            vec![Step::Send(bytes)],
            "Lime mortar sets slowly [1].",
            Whole,
        )
    };
    vec![
        padded("a compressed stream with padding", &[0; 100]),
        padded("a compressed stream with a line behind it", b"\r\n"),
        padded(
            "a compressed stream with half a member behind it",
            &[0x1F, 0x8B, 0, 0],
        ),
    ]
}

/// Errors that say that nothing is wrong, and one that says nothing.
fn errors_that_are_none() -> Vec<Row> {
    let each = |name, error: Value| {
        let piece = |text: &str| {
            json!({"choices": [{"index": 0, "delta": {"content": text}}], "error": error})
                .to_string()
        };
        Row::stream(
            name,
            &whole(&[&piece("Hello"), &piece(" world")]),
            "Hello world",
            Whole,
        )
    };
    let silent = json!({"error": {"code": 500, "message": ""}}).to_string();
    vec![
        each(
            "an error without code and words",
            json!({"code": 0, "message": ""}),
        ),
        each(
            "an error that is a success",
            json!({"code": 200, "message": "Success", "details": null}),
        ),
        Row::stream(
            "an error without a reason",
            &events(&[&says("Hello"), &silent]),
            "Hello",
            Fails(&["reported an error: "]),
        ),
    ]
}

/// Refusals that another way of asking mends.
fn refusals() -> Vec<Row> {
    let unstreamed = json!({"choices": [{"message": {"role": "assistant", "content": "Hello world"}, "finish_reason": "stop"}]});
    let mut whole_only = Row::asked_otherwise(
        "a model that writes no streams",
        "400 Bad Request",
        "Streaming is not supported for this model",
    );
    whole_only.tries[1] = vec![Step::Send(status(
        "200 OK",
        "Content-Type: application/json\r\n",
        &unstreamed.to_string(),
    ))];
    vec![
        whole_only,
        Row::asked_otherwise(
            "a refused parameter that is called a fault",
            "500 Internal Server Error",
            "create() got an unexpected keyword argument 'stream_options'",
        ),
        Row {
            attempts: 3,
            retries: 1,
            ..Row::asked_otherwise(
                "a request that came too early",
                "425 Too Early",
                "try again later",
            )
        },
    ]
}
