//! An error that a server reports in its own words: where it stands in what the server sent, what of it is for people to read, and whether it passes.
//!
//! Gateways wrap the error of the server behind them, as an object or as text, in fields of their own. What only says that something was wrong is
//! therefore followed by what the server behind said.

use serde_json::Value;

use super::wait;
use super::window::Overflow;

/// An error that a server reports in its own words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ServerError {
    /// Raw, as sent.
    pub message: String,
    /// Its code, where that is an HTTP status.
    pub status: Option<u16>,
    /// Its type and code in words, lower case.
    pub class: String,
    /// The parameter that it is about.
    pub parameter: Option<String>,
    /// How long to wait, where the JSON says so in a field: the field's name in lower case, and what stands in it.
    pub wishes: Vec<(String, String)>,
    /// What the JSON says in fields of the model's window, where it was exceeded.
    pub window: Overflow,
}

/// Where servers put what people are to read, most telling first.
const TOLD: [&str; 19] = [
    "message",
    "Message",
    "text",
    "detail",
    "msg",
    "error_description",
    "description",
    "reason",
    "error_msg",
    "status_msg",
    "errorMessage",
    "faultstring",
    "title",
    "fault",
    "error",
    "errors",
    "type",
    "code",
    "status",
];
/// Where they put more of it, or what a server behind them said.
const BEHIND: [&str; 16] = [
    "message",
    "error_description",
    "description",
    "detail",
    "details",
    "innererror",
    "inner_error",
    "inner",
    "cause",
    "metadata",
    "raw",
    "reasons",
    "provider_error",
    "upstream_error",
    "response",
    "base_resp",
];
/// Fields by which an object reports an error.
const WORDS: [&str; 9] = [
    "message",
    "Message",
    "msg",
    "detail",
    "errors",
    "fault",
    "error_msg",
    "errorMessage",
    STATE,
];
/// The one of these that stands in every piece of an answer, also where all is well.
const STATE: &str = "base_resp";
/// Objects in objects beyond this are nobody's error.
const DEEPEST: usize = 8;

/// What a text says to people: of JSON and of a page only what is there to be read, which may be nothing.
pub(super) fn for_people(raw: &str) -> String {
    let raw = raw.trim();
    if raw.starts_with(['{', '[']) {
        match serde_json::from_str::<Value>(raw) {
            Ok(json) => told(&json, DEEPEST).unwrap_or_default(),
            Err(_) => raw.to_owned(),
        }
    } else {
        page_title(raw).unwrap_or_else(|| raw.to_owned())
    }
}

/// The first words for people in an error's JSON.
fn told(json: &Value, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    match json {
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => {
            // Gateways wrap the error of the server behind them as text, and cut it.
            match serde_json::from_str::<Value>(text) {
                Ok(inner) => told(&inner, depth),
                Err(_) => Some(text.clone()),
            }
        }
        Value::String(text) => Some(for_people(text)).filter(|text| !text.is_empty()),
        Value::Array(items) => items.iter().find_map(|item| told(item, depth)),
        Value::Object(_) => {
            let mut names = TOLD.iter().chain(&BEHIND);
            names.find_map(|name| told(json.get(*name)?, depth))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// What a page of a proxy calls itself, or else says, which may be nothing; `None` of what is no page.
fn page_title(page: &str) -> Option<String> {
    const MARKS: [&str; 6] = ["<!doctype", "<html", "<head", "<title", "<body", "<?xml"];
    let lower = page.to_ascii_lowercase();
    let is_page = lower.starts_with('<') && MARKS.iter().any(|mark| lower.contains(mark));
    let named = |tag: &str| {
        let start = lower.find(tag)?;
        let from = start + lower.get(start..)?.find('>')? + 1;
        let to = from + lower.get(from..)?.find('<')?;
        page.get(from..to)
            .map(str::trim)
            .filter(|words| !words.is_empty())
    };
    let told = || {
        named("<title")
            .or_else(|| named("<message"))
            .map(str::to_owned)
    };
    is_page.then(|| told().unwrap_or_else(|| without_tags(page)))
}

/// The words of a page.
fn without_tags(page: &str) -> String {
    let pieces = page
        .split('<')
        .map(|piece| piece.rsplit('>').next().unwrap_or_default());
    let words = pieces.flat_map(str::split_whitespace);
    words.collect::<Vec<_>>().join(" ")
}

/// What else an error says besides these words.
fn behind(error: &Value, known: &str) -> Option<String> {
    let known = known.to_lowercase();
    let is_new = |said: &String| {
        let said = said.to_lowercase();
        !said.is_empty() && !known.contains(&said)
    };
    BEHIND
        .iter()
        .filter_map(|name| told(error.get(*name)?, DEEPEST))
        .find(is_new)
}

impl ServerError {
    /// The error that a JSON text reports, if it reports one.
    pub(super) fn read(json: &Value) -> Option<Self> {
        let json = match json {
            Value::Array(items) => items.first()?,
            other => other,
        };
        let is_answer = json.get("choices").is_some_and(Value::is_array)
            || json.get("message").is_some_and(Value::is_object);
        // Some servers say with every piece how the request went.
        let is_well = json.get("success") == Some(&Value::Bool(true))
            || json
                .get("code")
                .is_some_and(|code| !code.is_null() && !is_telling(code, DEEPEST));
        if let Some(error) = json.get("error").filter(|error| says_something(error)) {
            return Some(match error {
                Value::String(_) | Value::Array(_) => Self::of(json, error),
                _ => Self::of(error, error),
            });
        }
        // A list of errors that is empty, or an error that is false, says that there is none.
        let says = |name: &&str| json.get(*name).is_some_and(says_something);
        let has_words = if is_answer {
            says(&STATE)
        } else {
            !is_well && WORDS.iter().any(says)
        };
        let is_error = ["object", "type"]
            .iter()
            .any(|name| json.get(name).and_then(Value::as_str) == Some("error"));
        (is_error || has_words).then(|| Self::of(json, json))
    }

    /// The error that stands inside of a piece of an answer: in a choice, in what it says, or in a whole response.
    pub(super) fn inside(holder: &Value) -> Option<Self> {
        let error = holder.get("error").filter(|error| says_something(error))?;
        Some(match error {
            Value::String(_) => Self::of(holder, error),
            _ => Self::of(error, error),
        })
    }

    /// The error of an object, whose first words are those of `error`, which may be the same object.
    fn of(object: &Value, error: &Value) -> Self {
        let words = |name: &str| match object.get(name) {
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Null) | None => None,
            Some(other) => Some(other.to_string()),
        };
        let first = match error {
            Value::String(text) => Some(text.clone()),
            Value::Object(_) => WORDS.iter().chain(&["error"]).find_map(|name| words(name)),
            _ => None,
        };
        let mut message = first.unwrap_or_else(|| error.to_string());
        // What is JSON is kept as it is: it is looked through for the names of parameters.
        if !message.trim_start().starts_with(['{', '['])
            && let Some(more) = behind(object, &message)
        {
            let before = message.trim_end_matches(['.', ':', ' ']);
            message = if before.is_empty() {
                more
            } else {
                format!("{before}: {more}")
            };
        }
        let (code, kind) = (
            words("code").unwrap_or_default(),
            words("type")
                .or_else(|| words("__type"))
                .unwrap_or_default(),
        );
        let is_status = |status: &u16| (400..600).contains(status);
        let status = ["code", "type", "status_code", "statusCode", "status"]
            .iter()
            .find_map(|name| words(name)?.parse().ok().filter(is_status));
        Self {
            message,
            status,
            class: format!("{kind} {code}").to_lowercase(),
            parameter: words("param"),
            wishes: json_wishes(object),
            window: Overflow::in_fields(object),
        }
    }

    /// Whether asking again may help. An error of unknown kind is taken as lasting.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        const LASTING: [&str; 7] = [
            "insufficient_quota",
            "billing",
            "invalid",
            "authentication",
            "permission",
            "not_found",
            "bad_request",
        ];
        const PASSING: [&str; 22] = [
            "api_error",
            "overloaded",
            "too many requests",
            "internal server error",
            "rate limit",
            "rate_limit",
            "limit reached",
            "server_error",
            "internal error",
            "timeout",
            "timed out",
            "unavailable",
            "try again",
            "capacity",
            "busy",
            "gateway",
            "upstream",
            "connection re",
            "unexpectedly",
            "slow down",
            "throttl",
            "exhausted",
        ];
        let message = self.message.to_lowercase();
        if LASTING.iter().any(|word| self.class.contains(word)) {
            return false;
        }
        match self.status {
            Some(status) => is_transient_status(status) || self.is_for_want_of_room(),
            None => PASSING
                .iter()
                .any(|word| self.class.contains(word) || message.contains(word)),
        }
    }

    /// Whether its type says that the server is too busy, whatever its status: gateways keep the type of the server behind them and give a status of their own.
    pub(super) fn is_for_want_of_room(&self) -> bool {
        const TYPES: [&str; 3] = ["throttl", "capacity", "overloaded"];
        TYPES.iter().any(|word| self.class.contains(word))
    }

    /// Whether it is about something that was sent with the request, and is not known or not wanted.
    #[must_use]
    pub fn speaks_of_a_parameter(&self) -> bool {
        const WORDS: [&str; 8] = [
            "unexpected keyword",
            "unsupported",
            "not support",
            "not allowed",
            "not permitted",
            "unknown",
            "unrecogni",
            "not implemented",
        ];
        let message = self.message.to_lowercase();
        WORDS.iter().any(|words| message.contains(words))
    }

    /// What it says of the model's window, where the request was more than that.
    pub(super) fn overflow(&self) -> Option<Overflow> {
        let told = |words: &str| Overflow::told(&words.to_lowercase());
        let told = told(&self.message).or_else(|| told(&self.class))?;
        Some(self.window.or(told))
    }

    /// Whether the account that the key belongs to has nothing left to pay with.
    #[must_use]
    pub fn is_out_of_credit(&self) -> bool {
        const CLASSES: [&str; 4] = [
            "insufficient_quota",
            "exceeded_current_quota",
            "billing",
            "arrearage",
        ];
        const WORDS: [&str; 10] = [
            "credit balance",
            "all available credits",
            "spending limit",
            "余额不足",
            "欠费",
            "insufficient credit",
            "insufficient balance",
            "insufficient funds",
            "out of credit",
            "no credits",
        ];
        let message = self.message.to_lowercase();
        CLASSES.iter().any(|word| self.class.contains(word))
            || WORDS.iter().any(|words| message.contains(words))
    }
}

/// The fields of an error, however deep, that tell how long to wait.
fn json_wishes(error: &Value) -> Vec<(String, String)> {
    fn look(json: &Value, depth: usize, found: &mut Vec<(String, String)>) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        match json {
            Value::Array(items) => items.iter().for_each(|item| look(item, depth, found)),
            Value::Object(fields) => {
                for (name, value) in fields {
                    let name = name.to_ascii_lowercase();
                    let is_wish = name.starts_with("retry") || wait::speaks_of_limits(&name);
                    match value {
                        Value::String(text) if is_wish => found.push((name, text.clone())),
                        Value::Number(number) if is_wish => found.push((name, number.to_string())),
                        inner => look(inner, depth, found),
                    }
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    look(error, DEEPEST, &mut found);
    found
}

/// Whether an error's field reports one: servers also send it empty where nothing is wrong.
fn says_something(error: &Value) -> bool {
    match error {
        Value::String(text) => !text.is_empty(),
        // A field that stands in every answer of its server, also where all is well.
        Value::Object(fields) if fields.contains_key("status_code") => {
            fields.get("status_code").and_then(Value::as_i64) != Some(0)
        }
        Value::Object(fields) => fields.values().any(|field| is_telling(field, DEEPEST)),
        Value::Array(items) => !items.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether a field of an error's object is about something wrong: gateways also send one with each piece where all is well.
fn is_telling(field: &Value, depth: usize) -> bool {
    const WELL: [&str; 8] = ["", "0", "200", "ok", "success", "none", "null", "no error"];
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match field {
        Value::String(text) => !WELL.contains(&text.trim().to_lowercase().as_str()),
        Value::Number(number) => !matches!(number.as_i64(), Some(0 | 200)),
        Value::Object(fields) => fields.values().any(|field| is_telling(field, depth)),
        Value::Array(items) => items.iter().any(|item| is_telling(item, depth)),
        Value::Null | Value::Bool(_) => false,
    }
}

/// Statuses after which asking again may help [M3].
pub(super) fn is_transient_status(status: u16) -> bool {
    matches!(status, 408 | 409 | 425 | 429 | 500..=599)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
            (
                r#"{"metadata": {"raw": "<title>Bad gateway</title>"}}"#,
                "Bad gateway",
            ),
            (r#"{"status": 500, "ok": false}"#, ""),
            ("{not json", "{not json"),
            (
                "<html><head><TITLE>502 Bad Gateway</TITLE></head>",
                "502 Bad Gateway",
            ),
            ("<html>", ""),
            (
                "<html><body><h1>503 Service Unavailable</h1>\nNo server is there.\n</body></html>",
                "503 Service Unavailable No server is there.",
            ),
            (
                "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code><Message>Not yours.</Message></Error>",
                "Not yours.",
            ),
            (r#"{"Message": "not authorized"}"#, "not authorized"),
            (
                r#"{"fault": {"faultstring": "Quota violation", "detail": {"errorcode": "x"}}}"#,
                "Quota violation",
            ),
            (
                r#"{"base_resp": {"status_code": 1004, "status_msg": "login fail"}}"#,
                "login fail",
            ),
            ("<model> is not loaded", "<model> is not loaded"),
        ] {
            assert_eq!(for_people(raw), expected, "{raw}");
        }
    }

    #[test]
    fn what_the_server_behind_a_gateway_said_is_told_too() {
        for (error, expected) in [
            (
                json!({"error": {"message": "Provider returned error", "code": 400, "metadata": {"raw": "{\"error\":{\"message\":\"Function calling is not enabled.\"}}", "provider_name": "X"}}}),
                "Provider returned error: Function calling is not enabled.",
            ),
            (
                json!({"error": {"message": "Provider returned error", "metadata": {"raw": "no GPU left"}}}),
                "Provider returned error: no GPU left",
            ),
            (
                json!({"error": {"message": "Flagged", "metadata": {"reasons": ["violence"]}}}),
                "Flagged: violence",
            ),
            (
                json!({"error": {"message": "Filtered.", "innererror": {"code": "ResponsibleAIPolicyViolation"}}}),
                "Filtered: ResponsibleAIPolicyViolation",
            ),
            (
                json!({"error": "Bad Request", "message": "no such model", "statusCode": 400}),
                "Bad Request: no such model",
            ),
            (
                json!({"error": "invalid_grant", "error_description": "it has expired"}),
                "invalid_grant: it has expired",
            ),
            (
                json!({"error": {"message": "It failed", "details": "it failed"}}),
                "It failed",
            ),
            (
                json!({"error": {"message": "Limited", "metadata": {"headers": {"X-Limit": "3"}, "provider_name": null}}}),
                "Limited",
            ),
        ] {
            assert_eq!(
                ServerError::read(&error).unwrap().message,
                expected,
                "{error}"
            );
        }
    }

    #[test]
    fn an_error_that_is_empty_is_none() {
        for error in [
            json!({"error": null, "choices": []}),
            json!({"error": "", "choices": []}),
            json!({"error": {}, "choices": []}),
            json!({"error": false, "choices": []}),
            json!({"errors": []}),
            json!({"error": {"code": 0, "message": ""}, "choices": []}),
            json!({"error": {"code": 200, "message": null}, "choices": []}),
            json!({"error": {"code": "200", "message": "OK", "details": []}, "choices": []}),
        ] {
            assert_eq!(ServerError::read(&error), None, "{error}");
        }
    }

    #[test]
    fn only_passing_errors_are_worth_another_try() {
        let transient = |json: Value| ServerError::read(&json).unwrap().is_transient();
        assert!(transient(json!({"error": {"code": 502, "message": "x"}})));
        assert!(transient(json!({"error": {"code": "503", "message": "x"}})));
        assert!(transient(
            json!({"error": {"type": "overloaded_error", "message": "x"}})
        ));
        assert!(transient(json!({"error": "worker limit reached (33/32)"})));
        assert!(!transient(
            json!({"error": {"code": "429", "type": "insufficient_quota", "message": "x"}})
        ));
        assert!(!transient(
            json!({"error": {"type": "invalid_request_error", "message": "try again"}})
        ));
        assert!(!transient(json!({"error": "budget is not supported"})));
    }
}
