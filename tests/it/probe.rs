//! `tercet doctor --probe`: how a model answers one small request, in either of the interfaces that models have.

use serde_json::Value;

use crate::program::{Place, Ran, finished};
use crate::server::{
    Gate, Server, Step, broken_head, deltas, done, finish, reasoning, status, stream_head,
};

const KEY: &str = "sk-not-to-be-seen";

/// What the probe says of a server that speaks `api`, and the rest of the run.
fn probe(server: &Server, api: &str, arguments: &[&str]) -> (Value, Ran) {
    let place = Place::new();
    let config = place.file(
        "probe.toml",
        format!(
            "[providers.p]\nbase_url = \"{}\"\napi = \"{api}\"\napi_key_env = \"PROBE_KEY\"\n",
            server.base_url()
        ),
    );
    let mut command = place.command(&[
        "doctor", "--probe", "--json", "--model", "p/a/b:c", "--config", &config,
    ]);
    command.args(arguments).env("PROBE_KEY", KEY);
    let ran = finished(command.output().expect("started"));
    assert!(
        !ran.out.contains(KEY) && !ran.err.contains(KEY),
        "the key is shown"
    );
    let said = serde_json::from_str(&ran.out)
        .unwrap_or_else(|_| panic!("no JSON: {}{}", ran.out, ran.err));
    (said, ran)
}

fn answering(parts: &[Vec<u8>]) -> Server {
    let mut answer = stream_head();
    answer.extend(parts.concat());
    Server::scripted(vec![vec![Step::Send(answer)]])
}

#[test]
fn a_model_that_answers_is_said_to_have_finished() {
    let server = answering(&[
        reasoning("Okay."),
        deltas(&["Hello", " world"]),
        finish("stop"),
        done(),
    ]);
    let (said, ran) = probe(&server, "openai", &[]);
    insta::assert_snapshot!(said, @r#"{"error":null,"finish":"stop","reasoning":"Okay.","retries":0,"text":"Hello world","truncated":false,"usage":{"completion_tokens":8,"prompt_tokens":40,"prompt_tokens_details":{"cached_tokens":32}},"waited_s":0.0}"#);
    assert_eq!(ran.status, 0);
    let asked = server.requests()[0].json();
    assert_eq!(
        (&asked["model"], &asked["stream"]),
        (&"a/b:c".into(), &true.into())
    );
}

#[test]
fn anthropics_interface_is_spoken_natively() {
    let answer = [
        stream_head(),
        include_bytes!("../fixtures/streams/anthropic.sse").to_vec(),
    ];
    let server = Server::scripted(vec![vec![Step::Send(answer.concat())]]);
    let (said, ran) = probe(&server, "anthropic", &[]);
    insta::assert_snapshot!(said, @r#"{"error":null,"finish":"end_turn","reasoning":"How fast?","retries":0,"text":"Lime mortar sets slowly [1].","truncated":false,"usage":{"cache_creation_input_tokens":0,"cache_read_input_tokens":32,"input_tokens":10,"output_tokens":15},"waited_s":0.0}"#);
    assert_eq!(ran.status, 0);
    let seen = &server.requests()[0];
    assert!(seen.path.ends_with("/v1/messages"), "{}", seen.path);
    assert_eq!(seen.header("x-api-key"), Some(KEY));
    assert!(seen.header("anthropic-version").is_some() && seen.header("authorization").is_none());
}

#[test]
fn a_server_in_trouble_is_asked_again_as_often_as_wanted() {
    let busy = || {
        let body = "{\"error\":{\"message\":\"Rate limit reached\"}}";
        vec![Step::Send(status(
            "429 Too Many Requests",
            "Retry-After-Ms: 1\r\n",
            body,
        ))]
    };
    let good = [stream_head(), deltas(&["Hello"]), finish("stop"), done()].concat();
    let server = Server::scripted(vec![busy(), busy(), vec![Step::Send(good)]]);
    let (said, _) = probe(&server, "openai", &["--max-retries", "2"]);
    assert_eq!(
        (&said["text"], &said["error"]),
        (&"Hello".into(), &Value::Null)
    );
    assert_eq!(
        (&said["retries"], &said["waited_s"]),
        (&2.into(), &0.002.into())
    );

    let server = Server::scripted(vec![busy()]);
    let (said, ran) = probe(&server, "openai", &["--max-retries", "0"]);
    let error = said["error"].as_str().unwrap();
    assert!(error.contains("Rate limit reached"), "{error}");
    assert_eq!((server.requests().len(), ran.status), (1, 1));
}

#[test]
fn an_answer_that_is_not_whole_is_said_to_be_cut_with_what_came_of_it() {
    let cut = [broken_head(), deltas(&["Hello"])].concat();
    let error = [
        stream_head(),
        deltas(&["Hello"]),
        b"data: {\"error\":{\"message\":\"quota exceeded\"}}\n\n".to_vec(),
    ]
    .concat();
    let long = [stream_head(), deltas(&["Hello"]), finish("length"), done()].concat();
    for (answer, words) in [
        (cut, Some("broke off")),
        (error, Some("quota exceeded")),
        (long, None),
    ] {
        let server = Server::scripted(vec![vec![Step::Send(answer)]]);
        let (said, ran) = probe(&server, "openai", &["--max-retries", "0"]);
        assert_eq!(
            (&said["text"], &said["truncated"]),
            (&"Hello".into(), &true.into())
        );
        let told = said["error"].as_str();
        assert_eq!(told.is_some(), words.is_some(), "{said}");
        assert!(
            told.unwrap_or_default().contains(words.unwrap_or_default()),
            "{said}"
        );
        assert_eq!(ran.status, 1);
    }
}

#[test]
fn a_model_that_falls_silent_is_not_waited_for_longer_than_was_said() {
    let never = Gate::default();
    let begun = [stream_head(), deltas(&["Hello"])].concat();
    let server = Server::scripted(vec![vec![Step::Send(begun), Step::Hold(never.clone())]]);
    let (said, ran) = probe(
        &server,
        "openai",
        &["--timeout", "0.2", "--max-retries", "0"],
    );
    assert_eq!(
        (&said["text"], &said["truncated"]),
        (&"Hello".into(), &true.into())
    );
    assert!(said["error"].is_string(), "{said}");
    assert_eq!(ran.status, 1);
    never.open();
}

#[test]
fn a_refusal_is_an_error_in_the_servers_own_word() {
    let events = "data: {\"type\":\"message_start\",\"message\":{}}\n\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"refusal\"}}\n\ndata: {\"type\":\"message_stop\"}\n\n";
    let server = answering(&[events.as_bytes().to_vec()]);
    let (said, _) = probe(&server, "anthropic", &[]);
    assert_eq!(said["finish"], "refusal");
    assert!(
        said["error"].as_str().unwrap().contains("refusal"),
        "{said}"
    );
}

#[test]
fn who_is_no_model_cannot_be_probed() {
    let place = Place::new();
    let ran = place.run(&["doctor", "--probe", "--json"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--model"), "{}", ran.err);
    let ran = place.run(&["doctor", "--probe", "--timeout", "-1", "--model", "p/m"]);
    assert_eq!(ran.status, 2);
}

#[test]
fn an_interface_that_is_not_known_is_named_with_those_that_are() {
    let place = Place::new();
    let config = place.file(
        "c.toml",
        "[providers.p]\nbase_url = \"http://127.0.0.1:1\"\napi = \"gopher\"\n",
    );
    let ran = place.run(&["doctor", "--config", &config]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.out.contains("gopher") && ran.out.contains("openai, anthropic"),
        "{}",
        ran.out
    );
}
