//! A server's own words, fit to be shown and kept: harmless [Z1] and without the key [Z2], which some servers repeat in what they say.

use serde_json::Value;

use super::config::ApiKey;
use super::counts::Counts;
use super::stream::Part;
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

/// What stands in the key's place.
const BLOT: &str = "…";
/// A placeholder key such as "x" is no secret, and blotting it out would ruin every sentence.
const SHORTEST_SECRET: usize = 4;
/// So much of a key's beginning, where a text ends, is a part of the key and no chance.
const TELLING: usize = 8;

/// A server's own words on one line of at most `limit` characters, with the key blotted out should the server repeat it.
#[must_use]
pub fn words(raw: &str, key: Option<&ApiKey>, limit: usize) -> String {
    // What is invisible in a key goes first, so that the rest is seen to be one.
    let line = clean::line(raw, usize::MAX);
    clean::line(&redacted(&line, key), limit)
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
    match secret(key) {
        Some(secret) => raw.replace(secret, BLOT),
        None => raw.to_owned(),
    }
}

/// The counts without those that are named by the key.
#[must_use]
pub fn counts(counts: Counts, key: Option<&ApiKey>) -> Counts {
    let Some(secret) = secret(key) else {
        return counts;
    };
    let kept = counts
        .into_iter()
        .filter(|(name, _)| !name.contains(secret));
    kept.map(|(name, count)| match count {
        Value::Object(group) => (name, Value::Object(self::counts(group, key))),
        count => (name, count),
    })
    .collect()
}

fn secret(key: Option<&ApiKey>) -> Option<&str> {
    let secret = key.map(ApiKey::secret);
    secret.filter(|secret| secret.len() >= SHORTEST_SECRET)
}

/// Blots the key out of an answer, also where it comes in pieces: what may be the beginning of a key waits for what follows.
#[derive(Debug, Default)]
pub(super) struct Blotter {
    key: Option<ApiKey>,
    text: String,
    reasoning: String,
}

impl Blotter {
    pub(super) fn of(key: Option<&ApiKey>) -> Self {
        Self {
            key: key.cloned(),
            ..Self::default()
        }
    }

    /// The parts without the key.
    pub(super) fn take(&mut self, parts: Vec<Part>) -> Vec<Part> {
        let Some(secret) = secret(self.key.as_ref()) else {
            return parts;
        };
        let mut blotted = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Part::Text(piece) => {
                    blotted.extend(let_go(&mut self.text, &piece, secret).map(Part::Text));
                }
                Part::Reasoning(piece) => {
                    let piece = let_go(&mut self.reasoning, &piece, secret);
                    blotted.extend(piece.map(Part::Reasoning));
                }
                Part::AllReasoning => {
                    blotted.extend(rest(&mut self.text).map(Part::Text));
                    blotted.push(Part::AllReasoning);
                }
            }
        }
        blotted
    }

    /// What waited, where nothing follows.
    pub(super) fn finish(&mut self) -> Vec<Part> {
        let reasoning = rest(&mut self.reasoning).map(Part::Reasoning);
        let text = rest(&mut self.text).map(Part::Text);
        reasoning.into_iter().chain(text).collect()
    }
}

/// What of the text so far is no beginning of a key; the beginning stays.
fn let_go(waiting: &mut String, piece: &str, secret: &str) -> Option<String> {
    waiting.push_str(piece);
    let mut free = waiting.replace(secret, BLOT);
    let begins_key = |at: &usize| {
        let end = free.get(*at..);
        end.is_some_and(|end| secret.starts_with(end))
    };
    let earliest = free.len().saturating_sub(secret.len());
    let key_at = (earliest..free.len()).find(begins_key);
    *waiting = free.split_off(key_at.unwrap_or(free.len()));
    Some(free).filter(|free| !free.is_empty())
}

/// What waited: most of a key is one that was cut.
fn rest(waiting: &mut String) -> Option<String> {
    let rest = std::mem::take(waiting);
    match rest.len() {
        0 => None,
        TELLING.. => Some(BLOT.to_owned()),
        _ => Some(rest),
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

    #[test]
    fn a_key_is_blotted_out_however_the_answer_is_split() {
        let key = ApiKey::new("sk-very-secret");
        let answer = "Is sk-very-secret it? Asks sk-very-nice, says sk";
        for size in 1..=answer.len() {
            let mut blotter = Blotter::of(Some(&key));
            let pieces = answer.as_bytes().chunks(size);
            let pieces = pieces.map(|piece| Part::Text(String::from_utf8_lossy(piece).into()));
            let mut parts = blotter.take(pieces.collect());
            parts.extend(blotter.finish());
            let text: String = parts
                .into_iter()
                .map(|part| match part {
                    Part::Text(text) => text,
                    other => panic!("{other:?}"),
                })
                .collect();
            assert_eq!(text, "Is … it? Asks sk-very-nice, says sk", "{size}");
        }
    }

    #[test]
    fn a_key_that_is_cut_or_thought_is_not_told_either() {
        let key = ApiKey::new("sk-very-secret");
        let mut blotter = Blotter::of(Some(&key));
        let parts = blotter.take(vec![
            Part::Reasoning("it is sk-very-".to_owned()),
            Part::Text("It is sk-very-secre".to_owned()),
            Part::Reasoning("secret!".to_owned()),
        ]);
        let told = [parts, blotter.finish()].concat();
        let expected = [
            Part::Reasoning("it is ".to_owned()),
            Part::Text("It is ".to_owned()),
            Part::Reasoning("…!".to_owned()),
            Part::Text("…".to_owned()),
        ];
        assert_eq!(told, expected);
        let mut none = Blotter::of(Some(&ApiKey::new("x")));
        let parts = vec![Part::Text("axb".to_owned()), Part::AllReasoning];
        assert_eq!(none.take(parts.clone()), parts);
    }

    #[test]
    fn a_key_with_something_invisible_in_it_is_seen() {
        let key = ApiKey::new("sk-very-secret");
        assert_eq!(
            words("no sk-\u{200b}very-\u{1b}[1msecret!", Some(&key), 300),
            "no …!"
        );
    }
}
