//! A server's own words, fit to be shown: on one short line, harmless [Z1] and without the key [Z2].

use serde_json::Value;

use super::config::ApiKey;
use crate::clean;

/// Where servers put what people are to read, most telling first.
const TOLD: [&str; 12] = [
    "message",
    "detail",
    "msg",
    "error_description",
    "description",
    "reason",
    "title",
    "error",
    "errors",
    "type",
    "code",
    "status",
];
/// Objects in objects beyond this are nobody's error.
const DEEPEST: usize = 8;

/// A server's own words on one line of at most `limit` characters, with the key blotted out should the server repeat it.
#[must_use]
pub fn words(raw: &str, key: Option<&ApiKey>, limit: usize) -> String {
    clean::line(&redacted(raw, key), limit)
}

/// What a server says went wrong, as `words`: of JSON and of a page only what is there for people to read, which may be nothing.
#[must_use]
pub fn complaint(raw: &str, key: Option<&ApiKey>, limit: usize) -> String {
    let raw = raw.trim();
    let said = if raw.starts_with(['{', '[']) {
        match serde_json::from_str::<Value>(raw) {
            Ok(json) => told(&json, DEEPEST).unwrap_or_default(),
            Err(_) => raw.to_owned(),
        }
    } else if raw.starts_with('<') {
        page_title(raw)
    } else {
        raw.to_owned()
    };
    words(&said, key, limit)
}

/// The first words for people in an error's JSON.
fn told(json: &Value, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    match json {
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
            // Gateways wrap the error of the server behind them as text.
            let inner = serde_json::from_str(text).ok();
            inner.and_then(|inner: Value| told(&inner, depth))
        }
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Array(items) => items.iter().find_map(|item| told(item, depth)),
        Value::Object(_) => TOLD.iter().find_map(|name| told(json.get(*name)?, depth)),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// What a page of a proxy calls itself.
fn page_title(page: &str) -> String {
    let lower = page.to_ascii_lowercase();
    let title = lower.find("<title").and_then(|tag| {
        let from = tag + lower.get(tag..)?.find('>')? + 1;
        let to = from + lower.get(from..)?.find('<')?;
        page.get(from..to)
    });
    title.unwrap_or_default().to_owned()
}

/// The text with the key blotted out.
#[must_use]
pub fn redacted(raw: &str, key: Option<&ApiKey>) -> String {
    // A placeholder key such as "x" is no secret, and blotting it out would ruin every sentence.
    const SHORTEST_SECRET: usize = 4;
    match key.map(ApiKey::secret) {
        Some(secret) if secret.len() >= SHORTEST_SECRET => raw.replace(secret, "…"),
        _ => raw.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_words_are_one_short_line() {
        assert_eq!(
            words(" quota\n\n exceeded\u{1b}[2J for\tyou ", None, 300),
            "quota exceeded for you"
        );
        assert_eq!(words("abcdef", None, 3), "abc…");
    }

    #[test]
    fn of_json_and_pages_only_what_is_for_people_is_told() {
        for (raw, expected) in [
            ("model crashed", "model crashed"),
            (r#"{"code": 500, "type": "server_error"}"#, "server_error"),
            (
                r#"{"status": 500, "path": "/v1/chat", "error": "Internal Server Error"}"#,
                "Internal Server Error",
            ),
            (
                r#"[{"loc": ["body"], "msg": "field required"}]"#,
                "field required",
            ),
            (
                r#"{"message": "{\"error\": {\"message\": \"out of memory\"}}"}"#,
                "out of memory",
            ),
            (r#"{"status": 500, "ok": false}"#, ""),
            ("{not json", "{not json"),
            (
                "<html><head><TITLE>502 Bad Gateway</TITLE></head>",
                "502 Bad Gateway",
            ),
            ("<html>", ""),
        ] {
            assert_eq!(complaint(raw, None, 300), expected, "{raw}");
        }
    }

    #[test]
    fn a_key_that_the_server_repeats_is_blotted_out() {
        let key = ApiKey::new("sk-very-secret");
        assert_eq!(
            words("bad key sk-very-secret, sorry", Some(&key), 300),
            "bad key …, sorry"
        );
    }
}
