use proptest::prelude::*;

use super::*;
use crate::provider::secret::Secrets;

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

/// Events of an answer that says these pieces, each of them JSON of a piece of text as it stands.
fn events(pieces: &[&str]) -> String {
    let event = |piece: &&str| {
        format!("data: {{\"choices\":[{{\"delta\":{{\"content\":\"{piece}\"}}}}]}}\n\n")
    };
    pieces.iter().map(event).collect()
}

const END: &str =
    "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

#[test]
fn what_line_ends_zeros_logs_or_nesting_did_to_an_event_loses_no_text() {
    let deep = format!(
        "data: {{\"a\":{}1{},\"choices\":[{{\"delta\":{{\"content\":\"All \"}}}}]}}\n\n{}",
        "[".repeat(300),
        "]".repeat(300),
        events(&["is well."])
    );
    for (what, body, text) in [
        ("nesting", deep, "All is well."),
        (
            "line ends",
            events(&["All\n\nis ", "well."]),
            "All\n\nis well.",
        ),
        (
            "more of them",
            events(&["All\n\nis it\n\nso \\n", "well."]),
            "All\n\nis it\n\nso \nwell.",
        ),
        (
            "zeros",
            format!(
                "\0\0{}\u{200b}\0{}",
                events(&["All "]),
                events(&["is well."])
            ),
            "All is well.",
        ),
        (
            "a log",
            format!("INFO 12:00 {}{}", events(&["All "]), events(&["is well."])),
            "All is well.",
        ),
    ] {
        let body = format!("{body}{END}");
        let expected = (text.to_owned(), String::new(), STOP);
        assert_eq!(read(&[body.as_bytes()]), expected, "{what}");
        let single: Vec<&[u8]> = body.as_bytes().chunks(1).collect();
        assert_eq!(read(&single), expected, "{what}, byte by byte");
    }
}

#[test]
fn an_answer_of_which_a_piece_cannot_be_read_is_not_whole() {
    let torn = "data: {\"choices\":[{\"delta\":{\"content\":\"is \n\n";
    let body = format!("{}{torn}{}{END}", events(&["All "]), events(&["well."]));
    let (text, _, end) = read(&[body.as_bytes()]);
    assert_eq!((text.as_str(), end), ("All well.", End::Torn));
    // What was no piece of it takes nothing away.
    let other = format!("{}data: {{\"seen\n\n{END}", events(&["All is well."]));
    assert_eq!(read(&[other.as_bytes()]).2, STOP);
}

#[test]
fn of_answers_side_by_side_the_first_is_read_whichever_begins() {
    let piece = |index: u32, text: &str| {
        format!(
            "data: {{\"choices\":[{{\"index\":{index},\"delta\":{{\"content\":\"{text}\"}}}}]}}\n\n"
        )
    };
    let both = [
        piece(1, "No "),
        piece(0, "All "),
        piece(1, "no."),
        piece(0, "is well."),
    ]
    .concat();
    let (text, _, end) = read(&[both.as_bytes(), END.as_bytes()]);
    assert_eq!((text.as_str(), end), ("All is well.", STOP));
    let from_one = [piece(1, "All "), piece(1, "is well.")].concat();
    let stop = END.replace("{\"delta\":{}", "{\"index\":1,\"delta\":{}");
    let (text, _, end) = read(&[from_one.as_bytes(), stop.as_bytes()]);
    assert_eq!((text.as_str(), end), ("All is well.", STOP));
    let only = piece(1, "All is well.");
    assert_eq!(
        read(&[only.as_bytes(), b"data: [DONE]\n\n"]).0,
        "All is well."
    );
}

#[test]
fn a_limit_that_was_reached_is_not_made_a_good_end_by_what_follows() {
    let length = END
        .replace("\"stop\"", "\"length\"")
        .replace("data: [DONE]\n\n", "");
    let body = format!("{}{length}{END}", events(&["All is"]));
    assert_eq!(read(&[body.as_bytes()]).2, End::Finished(Finish::Length));
}

#[test]
fn the_tool_of_a_call_in_text_is_told() {
    for (call, tool) in [
        (
            "<tool_call>{\\\"name\\\": \\\"search\\\"}</tool_call>",
            "search",
        ),
        (
            "<｜tool▁calls▁begin｜>function<｜tool▁sep｜>find<｜tool▁calls▁end｜>",
            "find",
        ),
        ("<tool_call>?</tool_call>", "of no name"),
    ] {
        let mut decoder = Decoder::new(1000);
        let parts = decoder.feed(format!("{}{END}", events(&[call])).as_bytes());
        assert_eq!((parts, decoder.called()), (vec![], Some(tool)), "{call}");
    }
}

#[test]
fn counts_are_read_beside_times_and_as_texts() {
    for body in [
        "{\"choices\":[],\"timings\":{\"prompt_n\":4,\"cache_n\":38,\"predicted_n\":7,\"predicted_ms\":9.5}}",
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":\"42\",\"completion_tokens\":\"7\"}}",
    ] {
        let mut decoder = Decoder::new(1000);
        decoder.feed(format!("{}data: {body}\n\n{END}", events(&["Yes."])).as_bytes());
        let usage = decoder.usage().unwrap();
        assert_eq!(
            (usage.prompt_tokens, usage.completion_tokens),
            (42, 7),
            "{body}"
        );
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
fn an_answer_in_one_piece_that_is_cut_keeps_what_came_and_is_not_called_whole() {
    let whole = r#"{"choices":[{"index":0,"message":{"role":"assistant","content":"All is well.\u00e9\nAnd so"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3}}"#;
    let text = "All is well.é\nAnd so";
    let content = whole.find("All").unwrap();
    let behind = whole.find("\"},").unwrap();
    for end in 1..whole.len() {
        let (found, _, ended) = read(&[&whole.as_bytes()[..end]]);
        let is_right = match end {
            _ if end <= content => found.is_empty(),
            _ if end < behind => text.starts_with(&found),
            _ => found == text,
        };
        assert!(is_right, "{found:?} of {end} bytes");
        assert_eq!(ended, End::Cut, "{end} bytes");
    }
    let error = br#"{"error":{"message":"Rate limit reac"#;
    assert_eq!(read(&[error]).2, reported("Rate limit reac", " ", None));
}

#[test]
fn an_escape_sequence_goes_whole_wherever_a_server_cuts_it() {
    let piece = |text: &str| {
        format!(
            "data: {}\n\n",
            serde_json::json!({"choices": [{"delta": {"content": text}}]})
        )
    };
    let pieces: String = ["A \u{1b}", "]0;pw", "n\u{7}b \u{9b}3", "1mc \u{1b}[", "0"]
        .map(piece)
        .concat();
    let (text, _, _) = read(&[pieces.as_bytes()]);
    assert_eq!(text, "A b c ");
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
    check("hostile.sse", "ab c", "", &STOP);
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
fn a_character_whose_bytes_come_in_several_pieces_is_one() {
    let events =
        b"data: {\"choices\":[{\"delta\":{\"content\":\"Hi \xf0\x9f\",\"reasoning\":\"\xc3\"}}]}

data: {\"choices\":[{\"delta\":{\"content\":\"\x98\x80!\",\"reasoning\":\"\xa9\"}}]}

data: {\"choices\":[{\"delta\":{\"content\":\" caf\\udcc3\"}}]}

data: {\"choices\":[{\"delta\":{\"content\":\"\\udca9\"},\"finish_reason\":\"stop\"}]}

";
    let expected = ("Hi 😀! café".to_owned(), "é".to_owned(), STOP);
    assert_eq!(read(&[events]), expected);
    let lines = b"{\"message\":{\"content\":\"Hi \xf0\x9f\"},\"done\":false}\n{\"message\":{\"content\":\"\x98\x80!\"},\"done\":true}\n";
    let expected = ("Hi 😀!".to_owned(), String::new(), STOP);
    assert_eq!(read(&[lines]), expected);
}

#[test]
fn the_whole_text_at_the_end_completes_a_character_that_waits() {
    let events = b"data: {\"choices\":[{\"delta\":{\"content\":\"Hi \xf0\x9f\"}}]}

data: {\"choices\":[{\"message\":{\"content\":\"Hi \xf0\x9f\x98\x80!\"},\"finish_reason\":\"stop\"}]}

";
    let expected = ("Hi 😀!".to_owned(), String::new(), STOP);
    assert_eq!(read(&[events]), expected);
}

#[test]
fn an_error_with_bytes_that_are_no_text_can_be_read() {
    let events = b"data: {\"error\":{\"message\":\"caf\xe9 is closed\"}}\n\n";
    let (_, _, end) = read(&[events]);
    let End::Reported(error) = end else {
        panic!("{end:?}")
    };
    let told = crate::provider::redact::words(&error.message, &Secrets::default(), 100);
    assert_eq!(told, "caf\u{fffd} is closed");
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

/// Answers of every kind, which are damaged below.
const CORPUS: [&str; 12] = [
    "plain.sse",
    "anthropic.sse",
    "reasoning_field.sse",
    "think_tags.sse",
    "think_close_only.sse",
    "error_later.sse",
    "error_named.sse",
    "bare_done.sse",
    "hostile.sse",
    "lines.ndjson",
    "whole.json",
    "page.html",
];

#[derive(Debug, Clone)]
enum Damage {
    Changed(u8),
    Added(u8),
    Lost,
    Cut,
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        any::<u8>().prop_map(Damage::Changed),
        any::<u8>().prop_map(Damage::Added),
        Just(Damage::Lost),
        Just(Damage::Cut),
    ]
}

proptest! {
    #[test]
    fn a_damaged_answer_reads_the_same_however_it_is_split(
        which in any::<prop::sample::Index>(),
        damaged in prop::collection::vec((any::<prop::sample::Index>(), damage()), 0..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = fixture(CORPUS[which.index(CORPUS.len())]);
        for (at, damage) in damaged {
            let at = at.index(bytes.len() + 1);
            match damage {
                Damage::Added(byte) => bytes.insert(at, byte),
                Damage::Cut => bytes.truncate(at),
                Damage::Changed(byte) => bytes.iter_mut().skip(at).take(1).for_each(|old| *old = byte),
                Damage::Lost => drop(bytes.drain(at..(at + 1).min(bytes.len()))),
            }
        }
        let whole = read(&[&bytes]);
        let (left, right) = bytes.split_at(cut.index(bytes.len() + 1));
        prop_assert_eq!(read(&[left, right]), whole.clone());
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        prop_assert_eq!(read(&single), whole);
    }

    #[test]
    fn no_bytes_make_it_fail(bytes in prop::collection::vec(any::<u8>(), 0..300), json in any::<bool>()) {
        let prefix: &[u8] = if json { b"{" } else { b"data: {" };
        read(&[prefix, &bytes]);
        read(&[&bytes]);
    }
}
