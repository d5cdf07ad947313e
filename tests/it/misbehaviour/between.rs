//! What stands between a model and its client (templates, gateways, proxies, packers) makes of an answer.

use serde_json::{Value, json};

use super::{
    AtLimit, EVENT_STREAM, Fails, Row, Whole, delta, events, hello, says, stops, stream, whole,
};
use crate::server::{Step, status};

pub(super) fn rows() -> Vec<Row> {
    [
        templates(),
        fields(),
        wrappings(),
        words_to_stop(),
        words_in_between(),
        pages(),
        windows(),
        credit(),
        packed(),
        messages(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Marks of a model's template that its server did not know.
#[rustfmt::skip]
fn templates() -> Vec<Row> {
    let thought = |name, text: &str| Row::stream(name, &whole(&[&says(text)]), "Hello world", Whole).reasoning("Hm.");
    let plain = |name, text: &str| Row::stream(name, &whole(&[&says(text)]), "Hello world", Whole);
    let pieces: Vec<String> = "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Hello world<|return|>".chars().map(|c| says(&c.to_string())).collect();
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    vec![
        Row::stream("channels, letter by letter", &whole(&pieces), "Hello world", Whole).reasoning("Hm."),
        thought("a channel in a form", "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>Hello world"),
        thought("a channel with one bar", "<|channel>thoughtHm.<channel|>Hello world<turn|>"),
        thought("unused tokens", "<unused94>thoughtHm.<unused95>Hello world"),
        thought("an inner part", "<|inner_prefix|>Hm.<|inner_suffix|>Hello world"),
        thought("a thought that starts and ends", "<|thought_start|>Hm.<|thought_end|>Hello world"),
        thought("thinking that begins and ends between wide bars", "<｜begin▁of▁thinking｜>Hm.<｜end▁of▁thinking｜>Hello world"),
        Row::stream("reasoning steps before a final response", &whole(&[&says("Here are my reasoning steps:\nHm.\n[BEGIN FINAL RESPONSE]\nHello world[END FINAL RESPONSE]")]), "Hello world", Whole).reasoning("\nHm.\n"),
        thought("a name with a prefix", "<mm:think>Hm.</mm:think>Hello world"),
        thought("a box around the answer", "<think>Hm.</think><|begin_of_box|>Hello world<|end_of_box|>"),
        plain("the head of a turn", "<|im_start|>assistant\nHello world<|im_end|>"),
        plain("the head of a turn in three tokens", "<|start_header_id|>assistant<|end_header_id|>\n\nHello world<|eot_id|>"),
    ]
}

/// Fields that are not where they belong.
#[rustfmt::skip]
fn fields() -> Vec<Row> {
    let hello_there = "Hello world";
    let thought = |name, said: Value| Row::stream(name, &whole(&[&delta(&said), &says("Hello world")]), hello_there, Whole).reasoning("Hm.");
    let after = |name, chunk: Value| Row::stream(name, &whole(&[&says("Hello world"), &chunk.to_string()]), hello_there, Whole);
    vec![
        thought("reasoning in two fields", json!({"reasoning": "Hm.", "reasoning_content": "Hm.", "reasoning_details": [{"text": "Hm."}]})),
        thought("reasoning that is marked as thought", json!({"content": "Hm.", "extra_content": {"google": {"thought": true}}})),
        thought("reasoning in parts with a type", json!({"content": [{"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}]}]})),
        thought("reasoning in blocks", json!({"thinking_blocks": [{"type": "thinking", "thinking": "Hm.", "signature": "x"}]})),
        thought("reasoning in an object", json!({"reasoning": {"content": "Hm."}})),
        Row::stream("a delta that is its text", &whole(&["{\"choices\":[{\"delta\":\"Hello world\"}]}"]), hello_there, Whole),
        Row::stream("text in a field of its own", &events(&["{\"response\":\"Hello\"}", "{\"response\":\" world\"}", "[DONE]"]), hello_there, Whole),
        after("a filter that failed beside the text", json!({"choices": [{"delta": {}, "content_filter_results": {"error": {"code": "content_filter_error", "message": "not filtered"}}}]})),
        after("a status that says that all is well", json!({"choices": [], "base_resp": {"status_code": 0, "status_msg": ""}})),
        Row::stream("news of the queue", &format!("event: status\n{}{}", events(&["{\"message\":\"position 3\"}"]), hello()), hello_there, Whole),
    ]
}

/// Events that were written twice, laid out, or put into something else.
#[rustfmt::skip]
fn wrappings() -> Vec<Row> {
    let hello_there = "Hello world";
    let string = |json: &str| Value::String(json.to_owned()).to_string();
    let laid_out = format!("data: {}\n\n{}", serde_json::to_string_pretty(&serde_json::from_str::<Value>(&says("Hello world")).unwrap()).unwrap(), whole(&[]));
    let inside = |json: &str| format!("{{\"code\":0,\"data\":{json}}}");
    vec![
        Row::stream("JSON in a string", &events(&[&string(&says("Hello")), &string(&says(" world")), &string(&stops("stop"))]), hello_there, Whole),
        Row::stream("JSON over lines that are no fields", &laid_out, hello_there, Whole),
        Row::stream("a line end in a text", "data: {\"choices\":[{\"delta\":{\"content\":\"Hello\nworld\"},\"finish_reason\":\"stop\"}]}\n\n", "Hello\nworld", Whole),
        Row::stream("a sequence of JSON", &[says("Hello"), says(" world"), stops("stop")].map(|json| format!("\u{1e}{json}\n")).concat(), hello_there, Whole),
        Row::stream("JSON of Python", &whole(&["{'choices': [{'delta': {'content': 'Hello world'}, 'finish_reason': None}]}"]), hello_there, Whole),
        Row::stream("an answer in an envelope", &events(&[&inside(&says("Hello")), &inside(&says(" world")), &inside(&stops("stop")), "[DONE]"]), hello_there, Whole),
    ]
}

/// Reasons to stop, in other words than those of the standard.
#[rustfmt::skip]
fn words_to_stop() -> Vec<Row> {
    let stopped = |name, end| Row::stream(name, &events(&[&says("Hello"), &stops(name), "[DONE]"]), "Hello", end);
    let filtered = ["content_filter: RECITATION", "FinishReason.SAFETY", "content-filter", "sensitive", "IMAGE_SAFETY"].map(|word| stopped(word, Fails(&["content filter"])));
    let at_limit = ["FinishReason.MAX_TOKENS", "max-tokens", "max_length", "token_limit", "truncated"].map(|word| stopped(word, AtLimit));
    let failed = ["internal_error", "connection_error", "interrupted", "preempted"].map(|word| stopped(word, Fails(&["broke off"])));
    let whole = ["COMPLETE", "FinishReason.STOP", "eos_token", "stop_sequence"].map(|word| stopped(word, Whole));
    filtered.into_iter().chain(at_limit).chain(failed).chain(whole).collect()
}

/// What proxies and programs write into a stream when they fail.
#[rustfmt::skip]
fn words_in_between() -> Vec<Row> {
    let after = |name, more: &str, words| Row::stream(name, &format!("{}{more}", events(&[&says("Hello")])), "Hello", Fails(words));
    let pretty = serde_json::to_string_pretty(&json!({"error": {"message": "no GPU is left"}})).unwrap();
    vec![
        after("a page in the middle", "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n</body>\r\n</html>\r\n", &["broke off", "502 Bad Gateway"]),
        after("a line of plain text", "upstream connect error or disconnect", &["broke off", "upstream connect error"]),
        after("an event of plain text", "data: Error: the engine died\n\n", &["broke off", "the engine died"]),
        after("plain text before the end mark", "data: [ERROR] the engine died\n\ndata: [DONE]\n\n", &["broke off", "the engine died"]),
        after("JSON over lines in the middle", &pretty, &["no GPU is left"]),
        after("an error in a field of the server's own", &events(&["{\"choices\":[],\"x_groq\":{\"error\":\"it exploded\"}}", "[DONE]"]), &["it exploded"]),
    ]
}

/// Pages and errors in shapes of their own.
#[rustfmt::skip]
fn pages() -> Vec<Row> {
    let said = |name, line, body: &str, words| Row::status(name, line, "", body, words);
    let refused = |kind: &str, body: &[u8]| vec![Step::Send([format!("HTTP/1.1 400 Bad Request\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n").as_bytes(), body].concat())];
    let wide: Vec<u8> = "{\"error\":\"No such model\"}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    vec![
        said("a page without a title", "403 Forbidden", "<html><body><h1>403 Forbidden</h1>\nRequest forbidden by administrative rules.\n</body></html>\n", &["403 Forbidden Request forbidden by administrative rules"]),
        said("an error in XML", "403 Forbidden", "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code><Message>Not yours</Message></Error>", &["Not yours"]),
        said("a message with a capital", "403 Forbidden", "{\"Message\":\"User is not authorized\"}", &["User is not authorized"]),
        Row::of("words in Latin letters of one byte", refused("text/plain; charset=ISO-8859-1", b"Mod\xE8le inconnu"), "", Fails(&["Modèle inconnu"])),
        Row::of("words in Latin letters of one byte, unnamed", refused("text/plain", b"Mod\xE8le inconnu"), "", Fails(&["Modèle inconnu"])),
        Row::of("words in letters of two bytes", refused("application/json; charset=utf-16le", &wide), "", Fails(&["(400): No such model"])),
        said("a fault", "400 Bad Request", "{\"fault\":{\"faultstring\":\"Body is malformed\"}}", &["Body is malformed"]),
    ]
}

/// A request that is too long, in the words of many servers.
#[rustfmt::skip]
fn windows() -> Vec<Row> {
    [
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        "Input is too long for requested model.",
        "input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000",
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000",
        "Input validation error: `inputs` must have less than 1024 tokens. Given: 1500",
        "Range of input length should be [1, 30720]",
        "too many tokens: size limit exceeded by 300 tokens.",
        "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
        "max_tokens must be at least 1, got -904.",
        "This model's maximum prompt length is 131072 but the request contains 200000 tokens.",
        "tokens in request more than max tokens allowed",
        "Input length 5012 exceeds maximum allowed length of 4096",
        "Prompt length 5012 is larger than the maximum model length 4096",
    ]
    .into_iter()
    .map(|said| Row::status(said, "400 Bad Request", "", &json!({"error": {"message": said}}).to_string(), &["the request is too long for m"]))
    .chain([Row::status("a failure that is about length", "500 Internal Server Error", "", "{\"error\":{\"message\":\"Context size has been exceeded.\"}}", &["the request is too long for m"])])
    .collect()
}

/// What no other try can mend.
#[rustfmt::skip]
fn credit() -> Vec<Row> {
    let limited = |name, error: Value, words| Row::status(name, "429 Too Many Requests", "", &json!({"error": error}).to_string(), words);
    vec![
        limited("a quota of another name", json!({"message": "Your account is suspended", "code": "exceeded_current_quota_error"}), &["add credit there"]),
        limited("a spending limit", json!("Your team has used all available credits or reached its spending limit."), &["add credit there"]),
        limited("no balance, in Chinese", json!({"code": "1113", "message": "余额不足或无可用资源包"}), &["add credit there"]),
        limited("a wait in words that is too long", json!({"message": "Please try again in 7m12.5s. Need more?"}), &["asks to wait"]),
    ]
}

/// Bodies packed in ways that nobody asked for.
#[rustfmt::skip]
fn packed() -> Vec<Row> {
    let sent = |encoding: &str, body: &[u8]| vec![Step::Send([format!("{EVENT_STREAM}Content-Encoding: {encoding}\r\nConnection: close\r\n\r\n").as_bytes(), body].concat())];
    let gzip = include_bytes!("../../fixtures/streams/plain.sse.gz");
    let cut = gzip.get(..gzip.len() - 8).unwrap_or_default();
    let hello = hello();
    vec![
        Row::of("deflate without its header", sent("deflate", &raw(hello.as_bytes())), "Hello world", Whole),
        Row::of("another name of gzip", sent("X-GZip", gzip), "Lime mortar sets slowly [1].", Whole),
        Row::of("gzip without its end", sent("gzip", cut), "Lime mortar sets slowly [1].", Whole),
        Row::of("gzip that nobody named", vec![Step::Send([format!("{EVENT_STREAM}Connection: close\r\n\r\n").as_bytes(), &gzip[..]].concat())], "Lime mortar sets slowly [1].", Whole),
        Row::of("gzip that is none", sent("gzip", hello.as_bytes()), "Hello world", Whole),
        Row::of("an error that is packed", vec![Step::Send([&b"HTTP/1.1 400 Bad Request\r\nContent-Encoding: deflate\r\nConnection: close\r\n\r\n"[..], &raw(b"{\"error\":\"no such thing\"}")[..]].concat())], "", Fails(&["no such thing"])),
    ]
}

/// Bytes as deflate has them that leaves them as they are.
fn raw(bytes: &[u8]) -> Vec<u8> {
    let zlib = super::stored(bytes);
    zlib.get(2..zlib.len() - 4).unwrap_or_default().to_vec()
}

/// Anthropic's messages from proxies.
#[rustfmt::skip]
fn messages() -> Vec<Row> {
    let named = |name: &str, data: Value| format!("event: {name}\ndata: {data}\n\n");
    let text = named("content_block_delta", json!({"index": 0, "delta": {"type": "text_delta", "text": "Hello world"}}));
    let stop = |delta: Value| format!("{}{}", named("message_delta", json!({"delta": delta})), named("message_stop", json!({})));
    let refused = json!({"stop_reason": "refusal", "stop_details": {"category": "cyber", "explanation": "This looks like an attack."}});
    vec![
        Row::of("types in the names of events alone", stream(format!("{}{text}{}", named("message_start", json!({"message": {}})), stop(json!({"stop_reason": "end_turn"}))).as_bytes()), "Hello world", Whole).anthropic(),
        Row::of("a refusal with its reason", stream(stop(refused).as_bytes()), "", Fails(&["content filter", "refusal", "looks like an attack"])).anthropic(),
        Row::of("a limit inside of a stream that asks to wait", stream(named("error", json!({"error": {"type": "rate_limit_error", "message": "Please try again in 10m."}})).as_bytes()), "", Fails(&["try again in 10m"])).anthropic(),
    ]
    .into_iter()
    .map(|row| Row { attempts: 2, ..row })
    .chain([Row::of("a wait in a field of the error", vec![Step::Send(status("429 Too Many Requests", "", "{\"error\":{\"message\":\"busy\",\"retry_after_ms\":1}}"))], "", Whole).then_well(1)])
    .collect()
}
