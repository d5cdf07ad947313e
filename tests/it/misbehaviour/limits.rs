//! Ends, several answers and limits, told in the servers' own ways: the longest answer, the window, a limit that thoughts use up, thoughts without an end.

use serde_json::{Value, json};

use super::{AtLimit, Fails, Row, Whole, delta, events, hello, says, stops, stream, whole};
use crate::server::{Step, status};

pub(super) fn rows() -> Vec<Row> {
    [
        places_of_the_word(),
        filters(),
        answers(),
        longest_answers(),
        windows(),
        thoughts(),
        other_formats(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The word for the end in other places than the standard's, or two words of which one is a gateway's guess.
#[rustfmt::skip]
fn places_of_the_word() -> Vec<Row> {
    let ends = |name, json: Value, end| Row::stream(name, &events(&[&says("Hello"), &json.to_string(), "[DONE]"]), "Hello", end);
    vec![
        ends("a reason that is called stop_reason", json!({"choices": [{"index": 0, "delta": {}, "stop_reason": "max_tokens"}]}), AtLimit),
        ends("a reason in camel case", json!({"choices": [{"index": 0, "delta": {}, "finishReason": "MAX_TOKENS"}]}), AtLimit),
        ends("a reason in the delta", json!({"choices": [{"index": 0, "delta": {"finish_reason": "length"}}]}), AtLimit),
        ends("a reason beside the choices", json!({"choices": [], "finish_reason": "length"}), AtLimit),
        ends("Ollama's reason in a choice", json!({"choices": [{"index": 0, "delta": {}, "done_reason": "length"}]}), AtLimit),
        ends("a good end that hides a limit", json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop", "native_finish_reason": "MAX_TOKENS"}]}), AtLimit),
        ends("a good end that hides a filter", json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop", "native_finish_reason": "SAFETY"}]}), Fails(&["content filter", "SAFETY"])),
        ends("a good end, and a mark of the template's", json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop", "native_finish_reason": "<|im_end|>"}]}), Whole),
        ends("a good end at a token by its number", json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop", "stop_reason": 128_009}]}), Whole),
        ends("SGLang: why it gave up", json!({"choices": [{"index": 0, "delta": {}, "finish_reason": {"type": "abort", "message": "the scheduler ran out of memory"}}]}), Fails(&["abort", "ran out of memory"])),
        ends("Gemini: a filter that is none", json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "function_call_filter: MALFORMED_FUNCTION_CALL"}]}), Fails(&["broke off"])),
    ]
}

/// What a filter says beside a good end.
#[rustfmt::skip]
fn filters() -> Vec<Row> {
    let filtered = |name, results: Value, reason: Option<&str>, end| {
        let json = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason, "content_filter_results": results}]});
        Row::stream(name, &events(&[&says("Hello"), &json.to_string()]), "Hello", end)
    };
    let hate = || json!({"hate": {"filtered": true, "severity": "high"}});
    vec![
        filtered("Azure: filtered beside a good end", hate(), Some("stop"), Fails(&["content filter"])),
        filtered("Azure: filtered without an end", hate(), None, Fails(&["content filter"])),
        filtered("Azure: looked at by a filter", json!({"hate": {"filtered": false, "severity": "safe"}, "jailbreak": {"detected": false, "filtered": false}}), Some("stop"), Whole),
    ]
}

/// Of several answers in one stream the first is read, and its end counts.
#[rustfmt::skip]
fn answers() -> Vec<Row> {
    let piece = |index: &Value, text: &str, reason: Option<&str>| json!({"choices": [{"index": index, "delta": {"content": text}, "finish_reason": reason}]}).to_string();
    let one = |index: usize, text: &str, reason| piece(&json!(index), text, reason);
    let hello_there = "Hello world";
    let object = json!({"choices": {"index": 0, "delta": {"content": "Hello world"}, "finish_reason": null}}).to_string();
    let numbered = json!({"choices": {"0": {"index": 0, "delta": {"content": "Hello world"}, "finish_reason": "stop"}}}).to_string();
    vec![
        Row::stream("two answers by turns", &events(&[&one(0, "Hello", None), &one(1, "Salut", None), &one(0, " world", None), &one(1, " monde", None), &one(1, "", Some("length")), &one(0, "", Some("stop")), "[DONE]"]), hello_there, Whole),
        Row::stream("the second answer first", &events(&[&one(1, "Salut", None), &one(0, "Hello", None), &one(1, "", Some("stop")), &one(0, " world", Some("length")), "[DONE]"]), hello_there, AtLimit),
        Row::stream("the second answer ends and the first does not", &events(&[&one(0, "Hello", None), &one(1, "Salut", Some("stop"))]), "Hello", Fails(&["broke off"])),
        Row::stream("answers whose numbers are texts", &events(&[&piece(&json!("0"), "Hello", None), &piece(&json!("1"), "Salut", None), &piece(&json!("0"), " world", Some("stop"))]), hello_there, Whole),
        Row::stream("an answer that is in no list", &events(&[&object, &stops("stop")]), hello_there, Whole),
        Row::stream("answers under their numbers", &events(&[&numbered, "[DONE]"]), hello_there, Whole),
    ]
}

/// A longer answer than the server gives is not asked for again, which is no retry.
#[rustfmt::skip]
fn longest_answers() -> Vec<Row> {
    let well = || stream(hello().as_bytes());
    let refusing = |name, parameter: Option<&str>, said: &str| {
        let body = json!({"error": {"message": said, "param": parameter}}).to_string();
        let mut row = Row::of(name, vec![Step::Send(status("400 Bad Request", "", &body))], "Hello world", Whole);
        row.tries.push(well());
        row
    };
    vec![
        refusing("OpenAI: the longest answer", Some("max_tokens"), "max_tokens is too large: 1024. This model supports at most 512 completion tokens, whereas you provided 1024."),
        refusing("Anthropic: the longest answer", None, "max_tokens: 1024 > 512, which is the maximum allowed number of output tokens for claude-3-haiku-20240307"),
        refusing("Groq: the longest answer", None, "`max_tokens` must be less than or equal to `512`, the maximum value for `max_tokens` is less than the `context_window` for this model"),
        refusing("DeepSeek: the longest answer", None, "Invalid max_tokens value, the valid range of max_tokens is [1, 512]"),
        refusing("Bedrock: the longest answer", None, "The maximum tokens you requested exceeds the model limit of 512. Try again with a maximum tokens value that is lower than 512."),
        refusing("Gemini: the longest answer", None, "Unable to submit request because it has a maxOutputTokens value of 1024 but the supported range is from 1 (inclusive) to 513 (exclusive)."),
        refusing("a gateway that names the parameter alone", Some("max_tokens"), "Input should be less than or equal to 512"),
    ]
}

/// A request that is too long, in words of newer servers.
#[rustfmt::skip]
fn windows() -> Vec<Row> {
    [
        "Your request exceeded model token limit: 131072 (requested: 140000)",
        "number of input tokens (9000) exceeds n_ctx (8192)",
        "prompt token count of 140000 exceeds the limit of 128000",
        "Input prompt is too big compared to KV size. Please try increasing KV size.",
        "You passed 4097 input tokens and requested 1024 output tokens. However, the model's context length is only 4096 tokens, resulting in a maximum input length of 3072 tokens.",
    ]
    .into_iter()
    .map(|said| Row::status(said, "400 Bad Request", "", &json!({"error": {"message": said}}).to_string(), &["the request is too long for m"]))
    .chain([Row::status("so many tokens a minute", "400 Bad Request", "", &json!({"error": {"message": "You sent more than 40000 input tokens per minute, too many"}}).to_string(), &["refused the request", "per minute"])])
    .collect()
}

/// A limit that thoughts used up is not asked for again as it was, and thoughts that have no end are stopped.
#[rustfmt::skip]
fn thoughts() -> Vec<Row> {
    let thinks = |text: &str| delta(&json!({"reasoning_content": text}));
    let used_up = events(&[&thinks("Hm."), &stops("length"), "[DONE]"]);
    let unseen = events(&[&says(""), &stops("length"), "{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":1024,\"completion_tokens_details\":{\"reasoning_tokens\":1024}}}", "[DONE]"]);
    let circles: Vec<String> = (0..600).map(|_| thinks("Wait, but the user said hello. ")).collect();
    let circles: Vec<&str> = circles.iter().map(String::as_str).collect();
    let endless: Vec<String> = (0..2400).map(|step| thinks(&format!("Step {step} of this has to be weighed against step {}, which is no easy thing to do. ", step * 7919 % 1009))).collect();
    let endless: Vec<&str> = endless.iter().map(String::as_str).collect();
    vec![
        Row::stream("a limit that thoughts used up", &used_up, "", Whole).then_well(1),
        Row::stream("a limit that unseen thoughts used up", &unseen, "", Whole).then_well(1),
        Row::stream("a limit that thoughts use up twice", &used_up, "", Whole).then_well(2),
        Row::stream("thoughts that go round in circles", &whole(&circles), "", Fails(&["thinking", "round in circles"])).reasoning_begins("Wait, but the user said hello. "),
        Row::stream("thoughts without an end", &whole(&endless), "", Fails(&["thinking", "went on for"])).reasoning_begins("Step 0 of this"),
    ]
}

/// Formats that nobody asked for are read all the same.
#[rustfmt::skip]
fn other_formats() -> Vec<Row> {
    let gemini = |text: &str, reason: Value| json!({"candidates": [{"content": {"parts": [{"text": text}]}, "finishReason": reason}]}).to_string();
    let said = |text: &str| json!({"type": "response.output_text.delta", "delta": text}).to_string();
    let failed = json!({"type": "response.failed", "response": {"error": {"message": "the model had an error"}}}).to_string();
    vec![
        Row::stream("Gemini's own format", &events(&[&gemini("Hello", Value::Null), &gemini(" world", json!("STOP"))]), "Hello world", Whole),
        Row::stream("Gemini's own format, cut", &events(&[&gemini("Hello", Value::Null)]), "Hello", Fails(&["broke off"])),
        Row::stream("responses that fail", &events(&[&said("Hello"), &failed]), "Hello", Fails(&["the model had an error"])),
        Row::stream("llama.cpp's own format at its limit", &events(&["{\"content\":\"Hello\",\"stop\":false}", "{\"content\":\"\",\"stop\":true,\"stop_type\":\"limit\"}"]), "Hello", AtLimit),
    ]
}
