//! The JSON texts of an event, however a server wrote them, and what the rest of an event means.
//!
//! What a JSON text says is read in `chunk`.

use std::borrow::Cow;

use serde_json::Value;

use super::halves;
use super::sse::Event;
use crate::pipeline::structured;

/// A JSON text, also one with halves of characters, or one that was written as a string of JSON again.
fn from_json(data: &str) -> Option<Value> {
    let read = serde_json::from_str(data);
    let json = read
        .or_else(|_| serde_json::from_str(&halves::kept(data)))
        .ok();
    match json {
        Some(Value::String(inner)) if inner.trim_start().starts_with('{') => {
            serde_json::from_str(&inner).ok()
        }
        json => json,
    }
}

/// The JSON texts of an event.
pub(super) fn values(event: &Event) -> Vec<Value> {
    let data = event.data();
    // JSON that stands on several lines, of which at most the first is a field. What stands in a page is none of it.
    let first = if data.is_empty() {
        event.stray.trim_start()
    } else {
        data
    };
    let lines = if !event.stray.is_empty() && first.starts_with('{') {
        format!("{data}\n{}", event.stray).into()
    } else {
        Cow::Borrowed(data)
    };
    let laid_out = || from_json(&lines).filter(Value::is_object);
    match from_json(data).or_else(laid_out) {
        // A list is the events of a stream that were gathered.
        Some(Value::Array(items)) if items.len() > 1 => items,
        Some(Value::Object(mut fields)) => {
            // Proxies leave the type out, which the event's name repeats.
            let name = event.name.as_str();
            let is_typed = name.starts_with("message_") || name.starts_with("content_block_");
            if is_typed && !fields.contains_key("type") {
                fields.insert("type".to_owned(), name.into());
            }
            vec![Value::Object(fields)]
        }
        Some(json) => vec![json],
        // Several in one event, numbers that are none, line ends in a text: what was meant can be told.
        None => structured::objects(&lines),
    }
}

/// Whether events of this name tell how things stand, so that a message in one is no error.
pub(super) fn is_news(name: &str) -> bool {
    const NEWS: [&str; 8] = [
        "status",
        "queue",
        "progress",
        "ping",
        "heartbeat",
        "keepalive",
        "info",
        "metadata",
    ];
    let name = name.to_ascii_lowercase();
    NEWS.iter().any(|news| name.contains(news))
}

/// Whether an event is an end mark by its name, and says nothing else.
pub(super) fn is_last(event: &Event) -> bool {
    const NAMES: [&str; 4] = ["done", "end", "complete", "finished"];
    let is_named = NAMES
        .iter()
        .any(|name| event.name.eq_ignore_ascii_case(name));
    is_named && matches!(event.data.trim(), "" | "{}")
}

/// Whether words that stand among the pieces of an answer are about something that went wrong.
pub(super) fn tells_of_trouble(words: &str) -> bool {
    const TROUBLE: [&str; 6] = [
        "error",
        "exception",
        "fail",
        "timeout",
        "timed out",
        "unavailable",
    ];
    let words = words.to_lowercase();
    TROUBLE.iter().any(|trouble| words.contains(trouble))
}

/// Whether bytes are characters for the most part.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let is_unreadable =
        |c: &char| *c == char::REPLACEMENT_CHARACTER || (c.is_control() && !c.is_whitespace());
    let unreadable = text.chars().filter(is_unreadable).count();
    unreadable * 10 <= text.chars().count()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(data: &str, stray: &str) -> Vec<Value> {
        values(&Event {
            data: data.to_owned(),
            stray: stray.to_owned(),
            ..Event::default()
        })
    }

    #[test]
    fn json_is_read_however_it_was_written() {
        for (data, stray) in [
            (r#"{"a": 1}"#, ""),
            (r#"\u{feff}{"a": 1}"#, ""),
            (r#""{\"a\": 1}""#, ""),
            ("{", "  \"a\": 1\n}\n"),
            ("", "{\n  \"a\": 1\n}\n"),
            ("{'a': 1,}", ""),
            ("{\"a\": 1, \"b\": \"c", "d\"}\n"),
            (r#"[{"a": 1}]"#, ""),
        ] {
            let read = read(&data.replace("\\u{feff}", "\u{feff}"), stray);
            let read = read.first().map(|json| json.pointer("/0").unwrap_or(json));
            let read = read.and_then(|json| json.get("a"));
            assert_eq!(read, Some(&json!(1)), "{data} {stray}");
        }
        assert!(read("Internal Server Error", "").is_empty());
        assert!(read("", "<script>{\"error\": \"x\"}</script>\n").is_empty());
    }

    #[test]
    fn an_events_name_stands_for_a_type_that_is_missing() {
        let event = Event {
            name: "message_stop".to_owned(),
            data: "{}".to_owned(),
            ..Event::default()
        };
        assert_eq!(values(&event), [json!({"type": "message_stop"})]);
    }
}
