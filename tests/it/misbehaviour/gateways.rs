//! What gateways and clouds in front of a model say in ways of their own.

use serde_json::{Value, json};

use super::{Fails, Row, Whole, events, says, stops, whole};

pub(super) fn rows() -> Vec<Row> {
    [in_the_stream(), busy(), ends(), refusals()]
        .into_iter()
        .flatten()
        .collect()
}

/// Errors among the pieces of an answer that are not called so.
fn in_the_stream() -> Vec<Row> {
    let after = |name, said: &str, words| {
        Row::stream(
            name,
            &format!("{}data: {said}\n\n", events(&[&says("Hello")])),
            "Hello",
            Fails(words),
        )
    };
    let state = |code: u32, said: &str| json!({"status_code": code, "status_msg": said});
    let bad = json!({"choices": [], "base_resp": state(1027, "output new_sensitive")});
    let well = json!({"choices": [], "base_resp": state(0, "success")});
    let code = json!({"code": 500, "msg": "inference engine died"});
    let fine = json!({"code": 0, "msg": "the request was handled"});
    vec![
        after(
            "a state that turns bad",
            &bad.to_string(),
            &["output new_sensitive"],
        ),
        after(
            "a code and a short name for its words",
            &code.to_string(),
            &["inference engine died"],
        ),
        Row::stream(
            "a state and a code that are well",
            &whole(&[&says("Hello world"), &well.to_string(), &fine.to_string()]),
            "Hello world",
            Whole,
        ),
        Row::stream(
            "words in place of the first piece",
            &events(&["Internal Server Error"]),
            "",
            Fails(&["Internal Server Error"]),
        ),
    ]
}

/// A server that is too busy, under a status that is not for that.
fn busy() -> Vec<Row> {
    let busy = |name, line: &str, error: &Value| {
        Row::status(name, line, "", &error.to_string(), &[]).then_well(1)
    };
    let event = "event: error\ndata: {\"error\":{\"message\":\"No room\",\"type\":\"capacity\",\"status_code\":498}}\n\n";
    vec![
        busy(
            "a cloud that slows its callers down",
            "400 Bad Request",
            &json!({"__type": "com.amazon#ThrottlingException", "message": "Rate exceeded"}),
        ),
        busy(
            "a tier without room",
            "498 Capacity",
            &json!({"error": {"message": "Flex tier is full", "type": "capacity_exceeded"}}),
        ),
        Row::stream("a tier without room, in the stream", event, "", Whole).then_well(1),
    ]
}

/// Ends that are told in another way.
fn ends() -> Vec<Row> {
    let hello = events(&[&says("Hello world")]);
    let token = |name, mark: &str| {
        Row::stream(
            name,
            &whole(&[&says("Hello world"), &says(mark), &stops("stop")]),
            "Hello world",
            Whole,
        )
    };
    vec![
        Row::stream(
            "an event named done",
            &format!("{hello}event: done\ndata: {{}}\n\n"),
            "Hello world",
            Whole,
        ),
        token("a token for the end of a turn", "<|END_OF_TURN_TOKEN|>"),
        token("a token for the end of a role", "<|role_end|>"),
    ]
}

/// Refusals that say what is wrong in another place, or of something that can be asked for in another way.
fn refusals() -> Vec<Row> {
    vec![
        Row::status(
            "a reason in the header that asks for a key",
            "401 Unauthorized",
            "WWW-Authenticate: Bearer error=\"invalid_token\", error_description=\"The token expired\"\r\n",
            "",
            &["The token expired"],
        ),
        Row::asked_otherwise(
            "a template without a system role",
            "400 Bad Request",
            "System role not supported",
        ),
        Row::asked_otherwise(
            "a template without a system role, called a fault",
            "500 Internal Server Error",
            "Jinja Exception: System role not supported",
        ),
        Row::asked_otherwise(
            "a model that takes no instructions",
            "400 Bad Request",
            "Developer instruction is not enabled for models/m",
        ),
    ]
}
