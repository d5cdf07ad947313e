//! What comes of a model's server that misbehaves: a table of misbehaviours, each with the text that must be kept and what must be said.
//!
//! Every row is played byte for byte by the scripted server, and the client is asked as `tercet doctor --probe` asks it. In no row may the text that
//! came be lost, reasoning become text, an answer that is not whole be called finished, or the key be shown.

mod between;
mod endings;
mod gateways;
mod limits;
mod makes;

use std::time::Duration;

use serde_json::{Value, json};
use tercet::engine::{Ending, Trial, trial};
use tercet::provider::{Api, ApiKey, Limits, Model, Provider};
use tokio::runtime::Runtime;

use crate::server::{Gate, Server, Step, answered, broken_head, status, stream_head};

const KEY: &str = "sk-never-to-be-seen";
const EVENT_STREAM: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";

/// One misbehaviour, and what must come of it.
struct Row {
    name: &'static str,
    api: Api,
    /// What the server does at the first try, the second, and so on; the last is repeated.
    tries: Vec<Vec<Step>>,
    text: &'static str,
    reasoning: &'static str,
    /// That is only how the reasoning begins.
    is_begun: bool,
    end: End,
    retries: u32,
    /// Tries that are allowed.
    attempts: u32,
}

/// How a row must end.
#[derive(Clone, Copy)]
enum End {
    Whole,
    /// At the limit of tokens: neither whole nor a failure.
    AtLimit,
    /// With a message that holds these words, in any case.
    Fails(&'static [&'static str]),
}
use End::{AtLimit, Fails, Whole};

impl Row {
    fn of(name: &'static str, steps: Vec<Step>, text: &'static str, end: End) -> Self {
        Self {
            name,
            api: Api::OpenAi,
            tries: vec![steps],
            text,
            reasoning: "",
            is_begun: false,
            end,
            retries: 0,
            attempts: 1,
        }
    }

    /// An event stream of these bytes.
    fn stream(name: &'static str, body: &str, text: &'static str, end: End) -> Self {
        Self::of(name, stream(body.as_bytes()), text, end)
    }

    /// A status other than success, with further header lines. What does not pass is not tried again.
    fn status(
        name: &'static str,
        line: &str,
        headers: &str,
        body: &str,
        words: &'static [&'static str],
    ) -> Self {
        let steps = vec![Step::Send(status(line, headers, body))];
        Self {
            attempts: 3,
            ..Self::of(name, steps, "", Fails(words))
        }
    }

    /// A refusal with this message, behind which another way of asking is answered well.
    fn asked_otherwise(name: &'static str, line: &str, message: &str) -> Self {
        let body = json!({"error": {"message": message}}).to_string();
        Self {
            tries: vec![
                vec![Step::Send(status(line, "", &body))],
                answered(&["Hello", " world"]),
            ],
            ..Self::of(name, Vec::new(), "Hello world", Whole)
        }
    }

    fn anthropic(self) -> Self {
        Self {
            api: Api::Anthropic,
            ..self
        }
    }

    fn reasoning(self, reasoning: &'static str) -> Self {
        Self { reasoning, ..self }
    }

    /// Of more reasoning than is to be told here.
    fn reasoning_begins(self, reasoning: &'static str) -> Self {
        Self {
            is_begun: true,
            ..self.reasoning(reasoning)
        }
    }

    /// After this many tries more, of which the last ones are answered well.
    fn then_well(mut self, retries: u32) -> Self {
        let first = self.tries[0].clone();
        self.tries = vec![first; retries as usize];
        self.tries.push(answered(&["Hello", " world"]));
        Self {
            text: "Hello world",
            end: Whole,
            retries,
            attempts: retries + 2,
            ..self
        }
    }
}

fn stream(body: &[u8]) -> Vec<Step> {
    vec![Step::Send([&stream_head(), body].concat())]
}

/// An event stream whose emoji is parted after its second byte, by the end of one event and the beginning of the next.
fn cut_within(body: &str) -> Vec<u8> {
    let (before, after) = body.split_once('😀').unwrap();
    let [event, end] = [
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"",
        "\"}}]}\n\n",
    ]
    .map(str::as_bytes);
    let parts = [
        before.as_bytes(),
        b"\xf0\x9f",
        end,
        event,
        b"\x98\x80",
        after.as_bytes(),
    ];
    parts.concat()
}

/// A stream that promises more than it sends.
fn broken(body: &str) -> Vec<Step> {
    vec![Step::Send([&broken_head(), body.as_bytes()].concat())]
}

/// Bytes as zlib has them that leaves them as they are.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).unwrap();
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in bytes {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    }
    let head = [
        &[0x78, 0x01, 0x01][..],
        &length.to_le_bytes(),
        &(!length).to_le_bytes(),
    ]
    .concat();
    [&head, bytes, &(b << 16 | a).to_be_bytes()].concat()
}

/// Events with these data.
fn events(data: &[&str]) -> String {
    data.iter()
        .flat_map(|data| ["data: ", data, "\n\n"])
        .collect()
}

/// The data of one event of an answer.
fn delta(delta: &Value) -> String {
    json!({"choices": [{"index": 0, "delta": delta}]}).to_string()
}

fn says(text: &str) -> String {
    delta(&json!({"content": text}))
}

fn stops(reason: &str) -> String {
    json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}).to_string()
}

/// A whole answer of these data, with the marks of its end.
fn whole(data: &[&str]) -> String {
    events(&[data, &[&stops("stop"), "[DONE]"]].concat())
}

fn hello() -> String {
    whole(&[&says("Hello"), &says(" world")])
}

/// How lines and events are cut.
#[rustfmt::skip]
fn framing() -> Vec<Row> {
    let hello_there = "Hello world";
    let typed = |kind: &str| {
        let head = format!("HTTP/1.1 200 OK\r\n{kind}\r\n");
        vec![Step::Send([head.as_bytes(), hello().as_bytes()].concat())]
    };
    let by_bytes: Vec<Step> = std::iter::once(stream_head()).chain(whole(&[&says("Grüße, 世界 👩‍🔬")]).bytes().map(|byte| vec![byte])).map(Step::Send).collect();
    let gzip = [format!("{EVENT_STREAM}Content-Encoding: gzip\r\nConnection: close\r\n\r\n").into_bytes(), include_bytes!("../fixtures/streams/plain.sse.gz").to_vec()].concat();
    let encoded = |name: &str| format!("{EVENT_STREAM}Content-Encoding: {name}\r\nConnection: close\r\n\r\n");
    let chunked = |end: &str| {
        let body = hello();
        format!("{EVENT_STREAM}Transfer-Encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n{end}", body.len())
    };
    let multi = hello().replace("{\"choices\":[", "{\"choices\":\ndata: [");
    let sent = |text: &str| vec![Step::Send(text.as_bytes().to_vec())];
    vec![
        Row::stream("CRLF line ends", &hello().replace('\n', "\r\n"), hello_there, Whole),
        Row::stream("CR line ends", &hello().replace('\n', "\r"), hello_there, Whole),
        Row::stream("mixed line ends", &hello().replacen('\n', "\r\n", 3), hello_there, Whole),
        Row::stream("a byte order mark first", &format!("\u{feff}{}", hello()), hello_there, Whole),
        Row::stream("comments and keep-alives", &format!(": ping\n\n{}: ping\n\n", hello()), hello_there, Whole),
        Row::stream("empty data", &format!("data:\n\ndata: \n\n{}", hello()), hello_there, Whole),
        Row::stream("no space after the colon", &hello().replace("data: ", "data:"), hello_there, Whole),
        Row::stream("data over several lines", &multi, hello_there, Whole),
        Row::stream("ids, retry fields and unknown fields", &format!("id: 1\nretry: 5\nfoo: bar\n\n{}", hello()), hello_there, Whole),
        Row::stream("an event that is not JSON", &format!("data: {{oops\n\n{}", hello()), hello_there, Whole),
        Row::stream("the field's name twice", &hello().replace("data: ", "data: data: "), hello_there, Whole),
        Row::stream("two chunks in one event", &whole(&[&format!("{}{}", says("Hello"), says(" world"))]), hello_there, Whole),
        Row::stream("one id for all events", &format!("id: 1\n{}id: 1\n{}{}", events(&[&says("ha")]), events(&[&says("ha")]), whole(&[])), "haha", Whole),
        Row::stream("an event again after a reconnection", &format!("id: 6\n{}id: 7\n{}id: 7\n{}{}", events(&[&says("")]), events(&[&says("Hello")]), events(&[&says("Hello")]), whole(&[&says(" world")])), hello_there, Whole),
        Row::stream("text after the end mark", &format!("{}{}", hello(), events(&[&says("!!")])), hello_there, Whole),
        Row::stream("a last event without a blank line", hello().trim_end(), hello_there, Whole),
        Row::stream("no end mark, but a reason to stop", &events(&[&says("Hello world"), &stops("stop")]), hello_there, Whole),
        Row::stream("an end mark, but no reason to stop", &events(&[&says("Hello world"), "[DONE]"]), hello_there, Whole),
        Row::stream("control characters in the text", &whole(&[&says("a\u{1b}]0;owned\u{7}b\u{9b}2Jc\u{202e}d")]), "abcd", Whole),
        Row::stream("escape sequences that end in another piece", &whole(&[&says("a\u{1b}]8;;https://e.ex"), &says("ample\u{1b}"), &says("\\b\u{9b}3"), &says("1mc\u{1b}[")]), "abc", Whole),
        Row::of("an event split inside of characters", by_bytes, "Grüße, 世界 👩‍🔬", Whole),
        Row::of("a compressed stream", vec![Step::Send(gzip.clone())], "Lime mortar sets slowly [1].", Whole),
        Row::of("rubbish behind a compressed stream", vec![Step::Send([&gzip[..], &[0; 100]].concat())], "Lime mortar sets slowly [1].", Whole),
        Row::of("a stream compressed in another way", vec![Step::Send([encoded("deflate").into_bytes(), stored(hello().as_bytes())].concat())], hello_there, Whole),
        Row::of("a compression that nobody asked for", vec![Step::Send([encoded("br").into_bytes(), vec![0x8b, 0x03, 0x80, 0xff]].concat())], "", Fails(&["compressed", "Content-Encoding: br"])),
        Row::of("a compression that is not named", stream(&[0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x80, 0x03, 0x8b, 0x9c, 0xfe]), "", Fails(&["compressed"])),
        Row::of("an encoding that is a charset", vec![Step::Send(format!("{}{}", encoded("utf-8"), hello()).into_bytes())], hello_there, Whole),
        Row::of("another content type", typed("Content-Type: text/html\r\n"), hello_there, Whole),
        Row::of("no content type", typed(""), hello_there, Whole),
        Row::of("headers that are none", typed("Content-Type : text/event-stream\r\nX Y: z\r\nX-Bad: \u{1}\r\n"), hello_there, Whole),
        Row::of("an answer that announces itself", sent(&format!("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n{EVENT_STREAM}\r\n{}", hello())), hello_there, Whole),
        Row::of("HTTP of 1996", sent(&format!("HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n{}", hello())), hello_there, Whole),
        Row::of("no reason, and an encoding that is none", sent(&format!("HTTP/1.1 200\r\nContent-Type: text/event-stream\r\nContent-Encoding: identity\r\n\r\n{}", hello())), hello_there, Whole),
        Row::of("chunks with their end", sent(&chunked("0\r\n\r\n")), hello_there, Whole),
        Row::of("chunks without their end, after the end mark", sent(&chunked("")), hello_there, Whole),
    ]
}

/// What servers put into their events.
#[rustfmt::skip]
fn shapes() -> Vec<Row> {
    let hello_there = "Hello world";
    let completion = json!({"choices": [{"message": {"role": "assistant", "content": "Hello world"}, "finish_reason": "stop"}]});
    let lines = "{\"message\":{\"content\":\"Hello\"},\"done\":false}\n{\"message\":{\"content\":\" world\"},\"done\":true,\"done_reason\":\"stop\"}\n";
    let twice = |index| json!({"choices": [{"index": index, "delta": {"content": "Hello world"}}]}).to_string();
    let tool = delta(&json!({"content": null, "tool_calls": [{"index": 0, "function": {"name": "search", "arguments": "{}"}}]}));
    let parts = delta(&json!({"content": [{"type": "text", "text": "Hello world"}]}));
    let json_bytes = |lines: &[&[u8]]| vec![Step::Send(b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n".to_vec()), Step::Send(lines.concat())];
    let json_body = |body: &str| vec![Step::Send(status("200 OK", "Content-Type: application/json\r\n", body))];
    vec![
        Row::stream("null where text belongs", &whole(&[&delta(&json!({"content": null, "role": "assistant"})), &says("Hello world")]), hello_there, Whole),
        Row::stream("a delta that is null", &whole(&["{\"choices\":[{\"delta\":null}]}", &says("Hello world")]), hello_there, Whole),
        Row::stream("a choice without a delta", &whole(&["{\"choices\":[{\"index\":0}]}", &says("Hello world")]), hello_there, Whole),
        Row::stream("no choices, only usage", &whole(&[&says("Hello world"), "{\"choices\":[],\"usage\":{\"prompt_tokens\":3}}"]), hello_there, Whole),
        Row::stream("numbers and objects where text belongs", &whole(&[&says("Hello "), &delta(&json!({"content": 42})), &delta(&json!({"content": {"a": 1}})), &delta(&json!({"content": {"type": "text", "text": " worlds"}}))]), "Hello 42 worlds", Whole),
        Row::stream("a second choice that nobody asked for", &whole(&[&twice(0), &twice(1)]), hello_there, Whole),
        Row::stream("numbers that are none", &whole(&["{\"choices\":[{\"delta\":{\"content\":\"Hello world\"},\"logprobs\":NaN}]}"]), hello_there, Whole),
        Row::stream("half of a surrogate pair", &whole(&["{\"choices\":[{\"delta\":{\"content\":\"Hello world\\ud83d\"}}]}"]), "Hello world\u{fffd}", Whole),
        Row::stream("a surrogate pair over two pieces", &whole(&["{\"choices\":[{\"delta\":{\"content\":\"Hi \\ud83d\"}}]}", "{\"choices\":[{\"delta\":{\"content\":\"\\ude00.\"}}]}"]), "Hi 😀.", Whole),
        Row::of("bytes of a character over two pieces", stream(&cut_within(&whole(&[&says("Hi 😀.")]))), "Hi 😀.", Whole),
        Row::of("bytes of a character over two lines of JSON", json_bytes(&[b"{\"message\":{\"content\":\"Hi \xf0\x9f\"},\"done\":false}\n", b"{\"message\":{\"content\":\"\x98\x80.\"},\"done\":true}\n"]), "Hi 😀.", Whole),
        Row::stream("bytes of a character as Python escapes them", &whole(&["{\"choices\":[{\"delta\":{\"content\":\"Hi \\udcf0\\udc9f\"}}]}", "{\"choices\":[{\"delta\":{\"content\":\"\\udc98\\udc80.\"}}]}"]), "Hi 😀.", Whole),
        Row::stream("a character that the server gave up", &whole(&[&says("Hi \u{fffd}"), &says("\u{fffd}.")]), "Hi \u{fffd}\u{fffd}.", Whole),
        Row::stream("an only choice that is counted from 1", &events(&[&twice(1), "{\"choices\":[{\"index\":1,\"delta\":{},\"finish_reason\":\"stop\"}]}", "[DONE]"]), hello_there, Whole),
        Row::stream("counts that nobody can have counted", &whole(&[&says("Hello world"), "{\"choices\":[],\"usage\":{\"prompt_tokens\":1e23,\"completion_tokens\":-5}}"]), hello_there, Whole),
        Row::stream("errors that are empty", &whole(&["{\"error\":{},\"choices\":[{\"delta\":{\"content\":\"Hello\"},\"error\":null}]}", "{\"error\":\"\",\"choices\":[{\"delta\":{\"content\":\" world\"}}]}"]), hello_there, Whole),
        Row::stream("a mark of the end at the end", &whole(&[&says("Hello world</"), &says("s>")]), hello_there, Whole),
        Row::stream("the whole text once more at the end", &whole(&[&says("Hello"), &says(" world"), &completion.to_string()]), hello_there, Whole),
        Row::stream("parts with a type", &whole(&[&parts]), hello_there, Whole),
        Row::stream("tool calls that nobody asked for, after the text", &whole(&[&says("Hello world"), &tool]), hello_there, Whole),
        Row::stream("only tool calls", &events(&[&tool, &stops("tool_calls"), "[DONE]"]), "", Fails(&["called a tool", "search", "no text"])),
        Row::stream("only blanks", &whole(&[&says("  \n ")]), "", Fails(&["empty text"])),
        Row::stream("a role and then nothing", &whole(&[&delta(&json!({"role": "assistant", "content": ""}))]), "", Fails(&["empty text"])),
        Row::of("a whole completion that is cut within its text", json_body(r#"{"choices":[{"finish_reason":"stop","message":{"content":"Hello\u00"#), "Hello", Fails(&["broke off"])),
        Row::of("a whole completion that is cut within its thoughts", json_body(r#"{"choices":[{"message":{"reasoning_content":"Hm. S"#), "", Fails(&["broke off"])).reasoning("Hm. S"),
        Row::of("an error that is cut within its words", json_body(r#"{"error":{"message":"no such mo"#), "", Fails(&["no such mo"])),
        Row::of("a whole completion instead of a stream", json_body(&completion.to_string()), hello_there, Whole),
        Row::of("lines of JSON", json_body(lines), hello_there, Whole),
        Row::stream("filtered in the middle", &events(&[&says("Hello"), &stops("content_filter"), "[DONE]"]), "Hello", Fails(&["content filter", "content_filter"])),
        Row::stream("the limit of tokens", &events(&[&says("Hello"), &stops("length"), "[DONE]"]), "Hello", AtLimit),
        Row::stream("a reason to stop that nobody knows", &events(&[&says("Hello"), &stops("engine_overloaded"), "[DONE]"]), "Hello", Fails(&["broke off", "engine_overloaded"])),
        Row::stream("another reason to stop", &events(&[&says("Hello"), &stops("OTHER"), "[DONE]"]), "Hello", Fails(&["broke off", "OTHER"])),
        Row::stream("a call that is malformed as the reason to stop", &events(&[&says("Hello"), &stops("MALFORMED_FUNCTION_CALL"), "[DONE]"]), "Hello", Fails(&["broke off"])),
        Row::stream("errors that say nothing", &whole(&["{\"error\":{\"code\":0,\"message\":\"\"},\"choices\":[{\"delta\":{\"content\":\"Hello\"}}]}", "{\"error\":{\"code\":200,\"message\":\"\"},\"choices\":[{\"delta\":{\"content\":\" world\"}}]}"]), hello_there, Whole),
        Row::stream("an error as the reason to stop", &events(&[&says("Hello"), &stops("error"), "[DONE]"]), "Hello", Fails(&["broke off"])),
        Row::stream("a refusal in words of its own", &whole(&[&delta(&json!({"refusal": "I can't help with that."}))]), "", Fails(&["declined", "I can't help"])),
    ]
}

/// Reasoning, wherever it is put, is no text.
#[rustfmt::skip]
fn thoughts() -> Vec<Row> {
    let hello_there = "Hello world";
    let inline = |texts: &[&str]| {
        let data: Vec<String> = texts.iter().map(|text| says(text)).collect();
        whole(&data.iter().map(String::as_str).collect::<Vec<_>>())
    };
    vec![
        Row::stream("reasoning in a field", &whole(&[&delta(&json!({"reasoning_content": "Hm."})), &says("Hello world")]), hello_there, Whole).reasoning("Hm."),
        Row::stream("reasoning in a field of another name", &whole(&[&delta(&json!({"reasoning": "Hm."})), &says("Hello world")]), hello_there, Whole).reasoning("Hm."),
        Row::stream("reasoning in tags", &inline(&["<think>Hm.</think>\n\nHello world"]), hello_there, Whole).reasoning("Hm."),
        Row::stream("tags split anywhere", &inline(&["<th", "ink>H", "m.</thi", "nk>Hel", "lo world"]), hello_there, Whole).reasoning("Hm."),
        Row::stream("only a closing tag", &inline(&["Hm.", "</think>Hello world"]), hello_there, Whole).reasoning("Hm."),
        Row::stream("a tag that is never closed", &events(&[&says("<think>Hm."), &stops("length"), "[DONE]"]), "", AtLimit).reasoning("Hm."),
        Row::stream("only reasoning", &whole(&[&delta(&json!({"reasoning_content": "Hm."}))]), "", Fails(&["reasoning only"])).reasoning("Hm."),
        Row::stream("a tag of another name", &inline(&["<reasoning>Hm.</reasoning>Hello world"]), hello_there, Whole).reasoning("Hm."),
        Row::stream("a tag with attributes", &inline(&["<think time=\"3s\">Hm.</think>", "Hello world"]), hello_there, Whole).reasoning("Hm."),
        Row::stream("a block in a block", &inline(&["<think>a<think>b</think>", "c</think>Hello world"]), hello_there, Whole).reasoning("a<think>bc"),
        Row::stream("thinking of the tag", &inline(&["<think>First a <think> tag.</think>Hello world"]), hello_there, Whole).reasoning("First a <think> tag."),
        Row::stream("a tag around the answer", &inline(&["<think>Hm.</think><answer>Hello world</answer>"]), hello_there, Whole).reasoning("Hm."),
        Row::stream("a second block that is never closed", &inline(&["<think>Hm.</think>Hello world<think> Or", " not"]), hello_there, Whole).reasoning("Hm. Or not"),
        Row::stream("a block that is closed twice", &inline(&["<think>Hm.</think></thi", "nk>Hello world"]), hello_there, Whole).reasoning("Hm."),
        Row::stream("a block that is closed with blanks", &inline(&["<think>Hm.</ think >Hello world"]), hello_there, Whole).reasoning("Hm."),
        Row::stream("a channel to a tool", &inline(&["<|channel|>commentary to=functions.x <|constrain|>json<|message|>{}<|call|>", "<|start|>assistant<|channel|>final<|message|>Hello world"]), hello_there, Whole).reasoning("{}"),
        Row::stream("reasoning that can be folded", &inline(&["<details type=\"reasoning\" done=\"true\">Hm.</details>\nHello world"]), hello_there, Whole).reasoning("Hm."),
        Row::stream("reasoning between words", &inline(&["Here is my thought pro", "cess: Hm. Here is my response: Hello world"]), "Hello world", Whole).reasoning(" Hm. "),
        Row::stream("a block that is closed at once, and thoughts all the same", &inline(&["<think>\n\n</think>\n\nHm.", "\n</think>\n\nHello world"]), hello_there, Whole).reasoning("\n\nHm.\n\n\n"),
        Row::stream("two blocks", &inline(&["<think>a</think>Hello<think>b</think> world"]), hello_there, Whole).reasoning("ab"),
    ]
}

/// Errors inside an answer that began with status 200.
#[rustfmt::skip]
fn errors() -> Vec<Row> {
    let error = |message: &str| json!({"error": {"message": message}}).to_string();
    let in_choice = "{\"choices\":[{\"index\":0,\"delta\":{},\"error\":{\"code\":502,\"message\":\"Upstream idle timeout\"},\"finish_reason\":null}]}";
    let page = "<!DOCTYPE html><html><title>Sign in</title><body>Please sign in to the proxy</body></html>";
    vec![
        Row::stream("an error after some text", &events(&[&says("Hello"), &error("quota exceeded")]), "Hello", Fails(&["quota exceeded"])),
        Row::stream("an error in a choice", &events(&[&says("Hello"), in_choice, "[DONE]"]), "Hello", Fails(&["Upstream idle timeout"])),
        Row::stream("an error in a choice, before the text", &events(&[in_choice, "[DONE]"]), "", Whole).then_well(1),
        Row::stream("an error in a delta", &events(&[&says("Hello"), "{\"choices\":[{\"delta\":{\"content\":\"\",\"error\":\"the worker died\"},\"finish_reason\":\"stop\"}]}", "[DONE]"]), "Hello", Fails(&["the worker died"])),
        Row::stream("an error in a response", &events(&["{\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":\"the worker died\"}}}"]), "", Fails(&["the worker died"])),
        Row::stream("an error behind an error", &events(&["{\"error\":{\"message\":\"Provider returned error\",\"metadata\":{\"raw\":\"{\\\"error\\\":{\\\"message\\\":\\\"context shift is disabled\\\"}}\"}}}"]), "", Fails(&["Provider returned error: context shift is disabled"])),
        Row::stream("an error first", &events(&[&error("no such setting")]), "", Fails(&["no such setting"])),
        Row::stream("an error in plain words", &events(&["{\"error\":\"out of memory\"}"]), "", Fails(&["out of memory"])),
        Row::stream("an event named error", "event: error\ndata: the worker died\n\n", "", Fails(&["the worker died"])),
        Row::stream("an error in a list", &events(&["[{\"error\":{\"code\":400,\"message\":\"bad schema\"}}]"]), "", Fails(&["bad schema"])),
        Row::stream("an error that repeats the key", &events(&[&error(&format!("{KEY} is not known"))]), "", Fails(&["is not known"])),
        Row::stream("an error with escape sequences", &events(&[&error("\u{1b}[2Jwiped\u{9b}")]), "", Fails(&["wiped"])),
        Row::of("a page of a proxy", vec![Step::Send(status("200 OK", "Content-Type: text/html\r\n", page))], "", Fails(&["base_url", "Sign in"])),
        Row::of("JSON of something else", vec![Step::Send(status("200 OK", "", "{\"status\":\"up\"}"))], "", Fails(&["base_url"])),
        Row::of("status 200 and nothing", vec![Step::Send(status("200 OK", "", ""))], "", Fails(&["broke off", "empty"])),
    ]
}

/// Connections that break, and servers that fall silent.
#[rustfmt::skip]
fn connections() -> Vec<Row> {
    let never = |bytes: Vec<u8>| vec![Step::Send(bytes), Step::Hold(Gate::default())];
    let alive = |bytes: Vec<u8>| vec![Step::Send(bytes), Step::Send(b": ping\n\n".to_vec()), Step::Hold(Gate::default())];
    let begun = events(&[&says("Hello")]);
    vec![
        Row::of("hanging up without a word", Vec::new(), "", Fails(&["broke off"])),
        Row::of("hanging up in the head", vec![Step::Send(b"HTTP/1.1 200".to_vec())], "", Fails(&["broke off"])),
        Row::of("no HTTP at all", vec![Step::Send(b"SSH-2.0-OpenSSH_9.2\r\n".to_vec())], "", Fails(&["does not speak HTTP"])),
        Row::of("hanging up before the first text", broken(""), "", Fails(&["broke off"])),
        Row::of("hanging up in mid-sentence", broken(&begun), "Hello", Fails(&["broke off"])),
        Row::of("hanging up inside of an event", broken(&format!("{begun}data: {{\"choi")), "Hello", Fails(&["broke off"])),
        Row::stream("a stream that ends without an end", &begun, "Hello", Fails(&["broke off", "end mark"])),
        Row::of("silence before the first text", never(stream_head()), "", Fails(&["sent nothing"])),
        Row::of("silence in the middle", never([stream_head(), begun.clone().into_bytes()].concat()), "Hello", Fails(&["stopped in mid-answer", "sent nothing"])),
        Row::of("only signs of life", alive(stream_head()), "", Fails(&["sent no text", "keep-alives"])),
        Row::of("only signs of life in the middle", alive([stream_head(), begun.clone().into_bytes()].concat()), "Hello", Fails(&["stopped in mid-answer"])),
        Row::stream("a comment of 10 MB", &format!("{}: {}\n\n{}", events(&[&says("Hello")]), "x".repeat(10 << 20), whole(&[&says(" world")])), "Hello world", Whole),
        Row::of("a line without end", stream(&[b"data: ", &vec![b'x'; 10 << 20][..]].concat()), "", Fails(&["more than"])),
        Row::of("keeping the connection open after the end", never([stream_head(), hello().into_bytes()].concat()), "Hello world", Whole),
    ]
}

/// Statuses other than success: what the server says is told, with what to do.
#[rustfmt::skip]
fn statuses() -> Vec<Row> {
    let error = |message: &str| json!({"error": {"message": message}}).to_string();
    vec![
        Row::status("400", "400 Bad Request", "", &error("no such thing"), &["400", "no such thing"]),
        Row::status("401 that repeats the key", "401 Unauthorized", "", &error(&format!("Incorrect API key provided: {KEY}")), &["P_KEY", "Incorrect API key"]),
        Row::status("402", "402 Payment Required", "", &error("Insufficient credits"), &["credit"]),
        Row::status("403", "403 Forbidden", "", "", &["P_KEY"]),
        Row::status("404 for the model", "404 Not Found", "", &error("model 'm' not found"), &["no model m"]),
        Row::status("404 for the address", "404 Not Found", "", "", &["base_url"]),
        Row::status("a context that is too long", "400 Bad Request", "", &error("This model's maximum context length is 2048 tokens."), &["too long"]),
        Row::status("413", "413 Payload Too Large", "", "", &["too long"]),
        Row::status("a redirect to somewhere else", "302 Found", "Location: http://127.0.0.1:9/elsewhere\r\n", "", &["redirects"]),
        Row::status("a redirect that names no place", "304 Not Modified", "", "", &["refused", "304"]),
        Row::status("a quota that is used up", "429 Too Many Requests", "", &json!({"error": {"message": "You exceeded your quota", "type": "insufficient_quota"}}).to_string(), &["quota"]),
        Row::status("500 that says not to try again", "500 Internal Server Error", "X-Should-Retry: false\r\n", &error("broken"), &["500", "broken"]),
        Row::status("400 of a server behind", "400 Bad Request", "", &json!({"error": {"message": "Provider returned error", "metadata": {"raw": "{\"error\":{\"message\":\"Function calling is not enabled\"}}"}}}).to_string(), &["Function calling is not enabled"]),
        Row::status("400 with a word and a reason", "400 Bad Request", "", &json!({"statusCode": 400, "error": "Bad Request", "message": "no such thing"}).to_string(), &["Bad Request: no such thing"]),
        Row::status("400 that is about credit", "400 Bad Request", "", &error("Your credit balance is too low"), &["credit balance", "add credit there"]),
        Row::status("400 in a compression", "400 Bad Request", "Content-Encoding: zstd\r\n", "(\u{b5}/\u{fd}", &["compressed (zstd)"]),
        Row::status("403 of a proxy", "403 Forbidden", "", "<!DOCTYPE html><html><title>Just a moment...</title></html>", &["Just a moment", "in front of the server blocked it"]),
        Row::status("403 for the country", "403 Forbidden", "", &error("Country, region, or territory not supported"), &["where you are"]),
        Row::status("a wait of an hour", "429 Too Many Requests", "Retry-After: 3600\r\n", &error("slow down"), &["60 min"]),
    ]
}

/// What passes is tried again, and the waits that servers ask for are kept.
#[rustfmt::skip]
fn passing() -> Vec<Row> {
    let again = |line: &'static str, headers: &str| Row::status(line, line, headers, "busy", &[]).then_well(1);
    let overloaded = events(&["{\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}"]);
    vec![
        again("408 Request Timeout", ""),
        again("409 Conflict", ""),
        again("429 Too Many Requests", "Retry-After: 0\r\n"),
        again("500 Internal Server Error", "Retry-After: Thu, 01 Jan 1970 00:00:00 GMT\r\n"),
        again("502 Bad Gateway", "Retry-After: soon\r\n"),
        again("503 Service Unavailable", "Retry-After: -3\r\n"),
        again("504 Gateway Timeout", "Retry-After-Ms: 1\r\n"),
        again("529 Overloaded", "Retry-After: inf\r\n"),
        Row::status("400 that says to try again", "400 Bad Request", "X-Should-Retry: true\r\n", "busy", &[]).then_well(1),
        Row::of("twice hanging up", Vec::new(), "", Whole).then_well(2),
        Row::stream("an overload inside of a stream", &overloaded, "", Whole).then_well(1),
    ]
}

/// A parameter that a server refuses is left out or renamed, which is no failure and no retry.
#[rustfmt::skip]
fn refused_parameters() -> Vec<Row> {
    let refusing = |name: &'static str, said: &str, parameter: Option<&str>| {
        let body = json!({"error": {"message": said, "param": parameter}}).to_string();
        let mut row = Row::status(name, "400 Bad Request", "", &body, &[]).then_well(1);
        row.retries = 0;
        row
    };
    let mut unknown = Row::status("a parameter that the server fails of", "500 Internal Server Error", "", "{\"error\":\"create() got an unexpected keyword argument 'stream_options'\"}", &[]).then_well(1);
    unknown.retries = 0;
    vec![
        refusing("max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", Some("max_tokens")),
        refusing("temperature", "'temperature' does not support 0.3 with this model.", Some("temperature")),
        refusing("stream_options", "stream_options: extra fields not permitted", None),
        refusing("a stream", "Streaming is not supported for this model", None),
        unknown,
    ]
}

fn rows() -> Vec<Row> {
    [
        framing(),
        shapes(),
        thoughts(),
        errors(),
        connections(),
        statuses(),
        passing(),
        refused_parameters(),
        makes::rows(),
        between::rows(),
        endings::rows(),
        gateways::rows(),
        limits::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn model(base_url: String, api: Api) -> Model {
    Model {
        provider: Provider {
            name: "p".to_owned(),
            base_url,
            api,
            api_key_env: Some("P_KEY".to_owned()),
            api_key: Some(ApiKey::new(KEY)),
            ..Provider::default()
        },
        name: "m".to_owned(),
    }
}

/// Tries the model; waits are short, and only what a row expects to be tried again is.
fn try_model(model: &Model, attempts: u32) -> Trial {
    let short = Duration::from_millis(300);
    let limits = Limits {
        attempts,
        backoff: Duration::ZERO,
        jitter: 0.0,
        first_text: short,
        between_reads: short,
        after_finish: short,
        ..Limits::default()
    };
    Runtime::new()
        .unwrap()
        .block_on(trial(model, &limits, Duration::from_secs(20)))
}

/// What is wrong with how a row came out; nothing, if it is as it must be.
fn amiss(row: &Row, tried: &Trial) -> Option<String> {
    let as_expected = match (row.end, &tried.ending) {
        (Whole, ending) => *ending == Ending::Complete && !tried.is_at_limit(),
        (AtLimit, _) => tried.is_at_limit(),
        (Fails(words), Ending::Failed { why, .. }) => {
            let said = why.to_lowercase();
            let is_told = words.iter().all(|word| said.contains(&word.to_lowercase()));
            is_told && !why.contains(char::is_control)
        }
        (Fails(_), _) => false,
    };
    let told = format!("{tried:?}");
    let is_thought = if row.is_begun {
        tried.reasoning.starts_with(row.reasoning)
    } else {
        tried.reasoning == row.reasoning
    };
    let kept = is_thought && (tried.text.trim(), tried.retries) == (row.text, row.retries);
    (!as_expected || !kept || told.contains(KEY)).then(|| format!("{}: {told}", row.name))
}

#[test]
fn a_server_that_misbehaves_loses_no_text_leaks_nothing_and_is_told_of() {
    let rows = rows();
    assert_eq!(rows.len(), 398, "the README says how many are tried");
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let server = Server::scripted(row.tries.clone());
            let tried = try_model(&model(server.base_url(), row.api), row.attempts);
            amiss(row, &tried)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Tries a model for up to this long in all.
fn tried_for(at_most: Duration, server: &Server) -> Trial {
    let limits = Limits {
        backoff: Duration::ZERO,
        ..Limits::default()
    };
    let model = model(server.base_url(), Api::OpenAi);
    Runtime::new()
        .unwrap()
        .block_on(trial(&model, &limits, at_most))
}

#[test]
fn the_time_for_an_answer_is_kept_and_waits_between_tries_are_no_part_of_it() {
    let begun = [stream_head(), events(&[&says("Hello")]).into_bytes()].concat();
    let endless = Server::scripted(vec![vec![Step::Send(begun), Step::Hold(Gate::default())]]);
    let tried = tried_for(Duration::from_millis(300), &endless);
    let Ending::Failed { why, .. } = &tried.ending else {
        panic!("{tried:?}")
    };
    assert!(why.contains("still answering after 0.3 s"), "{why}");
    assert_eq!(tried.text, "Hello");
    let busy = vec![Step::Send(status(
        "429 Too Many Requests",
        "Retry-After-Ms: 900\r\n",
        "",
    ))];
    let later = Server::scripted(vec![busy, answered(&["Hello"])]);
    let tried = tried_for(Duration::from_millis(600), &later);
    assert_eq!(
        (tried.ending, tried.waited),
        (Ending::Complete, Duration::from_millis(900))
    );
}

#[test]
fn a_model_that_says_nothing_is_asked_once_more() {
    let thinking = delta(&json!({"reasoning_content": "Hm."}));
    for nothing in [whole(&[]), whole(&[&thinking]), events(&["[DONE]"])] {
        let server = Server::scripted(vec![stream(nothing.as_bytes()), answered(&["Hello"])]);
        let tried = tried_for(Duration::from_secs(20), &server);
        assert_eq!(
            (tried.ending, tried.retries),
            (Ending::Complete, 1),
            "{nothing}"
        );
        let server = Server::scripted(vec![stream(nothing.as_bytes())]);
        let tried = tried_for(Duration::from_secs(20), &server);
        assert!(matches!(tried.ending, Ending::Failed { .. }), "{nothing}");
        assert_eq!(server.requests().len(), 2, "{nothing}");
    }
}

#[test]
fn a_server_that_cannot_be_reached_is_named_with_what_to_do() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let refusing = format!("http://{}/v1", closed.local_addr().unwrap());
    drop(closed);
    // No name has a part as long as this, so that nobody is asked for it.
    let unknown = format!("http://{}.test/v1", "a".repeat(70));
    for (what, address, words) in [
        ("nobody listens", refusing, "is the server running"),
        ("no such name", unknown, "is not found: is there a network"),
    ] {
        let tried = try_model(&model(address, Api::OpenAi), 1);
        let Ending::Failed { why, .. } = &tried.ending else {
            panic!("{what}: {tried:?}")
        };
        assert!(
            why.contains(words) && why.contains("tercet doctor"),
            "{what}: {why}"
        );
    }
}
