//! What the analyst gets when a server is slow, strict, broken or hostile: the engine against a scripted server.

use std::net::TcpListener;
use std::time::Duration;

use serde_json::json;
use tercet::engine::{Ending, Engine, Outcome, Reply, RequestId, Writer};
use tercet::pipeline::{Ask, Context, Message, Request, Role, Schema};
use tercet::provider::{Api, ApiKey, Limits, Model, Provider, probe};
use tercet::study::{CycleKind, PromptRef, RhetoricalRole, SectionId, SectionPlan, Usage};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::server::{
    Gate, Server, Step, answered, broken_head, deltas, done, finish, reasoning, status, stream_head,
};

const KEY: &str = "sk-do-not-show-this";

/// An engine with its own runtime, and what it sent.
struct Desk {
    runtime: Runtime,
    engine: Engine,
    replies: UnboundedReceiver<Reply>,
}

impl Desk {
    fn new() -> Self {
        Self::with(limits())
    }

    fn with(limits: Limits) -> Self {
        let runtime = Runtime::new().unwrap();
        let (sender, replies) = unbounded_channel();
        let engine = Engine::new(runtime.handle().clone(), sender).limited(limits);
        Self {
            runtime,
            engine,
            replies,
        }
    }

    fn next(&mut self) -> Reply {
        let waiting =
            async { tokio::time::timeout(Duration::from_secs(20), self.replies.recv()).await };
        self.runtime
            .block_on(waiting)
            .expect("a reply in time")
            .expect("an open channel")
    }

    /// Replies until `Done`, and the outcome; nothing comes after it, and the texts sent are the text kept.
    fn finish(&mut self, id: RequestId) -> (Vec<Reply>, Outcome) {
        let mut replies = Vec::new();
        loop {
            let reply = self.next();
            if let Reply::Done { request, outcome } = reply {
                assert_eq!(request, id);
                assert!(!self.engine.is_busy(), "free as soon as it is done");
                assert!(self.replies.try_recv().is_err(), "nothing after the end");
                assert_eq!(text_of(&replies), outcome.text);
                return (replies, outcome);
            }
            replies.push(reply);
        }
    }

    fn ask(&mut self, server: &Server) -> (Vec<Reply>, Outcome) {
        let id = self.engine.start(request(), Writer::Model(model(server)));
        self.finish(id)
    }
}

/// The text that a reader of the replies holds at the end.
fn text_of(replies: &[Reply]) -> String {
    let mut held = String::new();
    for reply in replies {
        match reply {
            Reply::Text { text, .. } => held.push_str(text),
            Reply::Void { .. } | Reply::Retrying { restarts: true, .. } => held.clear(),
            _ => {}
        }
    }
    held
}

fn retries(replies: &[Reply]) -> Vec<String> {
    let why = |reply: &Reply| match reply {
        Reply::Retrying { why, .. } => Some(why.clone()),
        _ => None,
    };
    replies.iter().filter_map(why).collect()
}

fn why(outcome: &Outcome) -> &str {
    match &outcome.ending {
        Ending::Failed { why, .. } => why,
        other => panic!("expected a failure, got {other:?}"),
    }
}

fn limits() -> Limits {
    Limits {
        backoff: Duration::ZERO,
        jitter: 0.0,
        ..Limits::default()
    }
}

fn model(server: &Server) -> Model {
    Model {
        provider: Provider {
            name: "acme".to_owned(),
            base_url: server.base_url(),
            api: Api::OpenAi,
            api_key_env: Some("ACME_KEY".to_owned()),
            api_key: Some(ApiKey::new(KEY)),
            models: vec!["m".to_owned(), "other".to_owned()],
            ..Provider::default()
        },
        name: "m".to_owned(),
    }
}

fn request() -> Request {
    Request {
        cycle: CycleKind::Draft,
        section: SectionId(0),
        plan: SectionPlan {
            title: "Situation".to_owned(),
            purpose: "What is known.".to_owned(),
            role: RhetoricalRole::Situation,
            words: 100,
        },
        roles: Vec::new(),
        question: "How fast does lime mortar set?".to_owned(),
        context: Context::default(),
        written: Vec::new(),
        current: None,
        accepted: None,
        rejected: Vec::new(),
        fallen: Vec::new(),
        replaced: vec![],
        first_sentence: 1,
        pinned: Vec::new(),
        withdrawn: Vec::new(),
        otherwise: vec![],
        faults: vec![],
        facts: vec![],
        instructions: Vec::new(),
        edits: false,
        prompt: PromptRef::default(),
        messages: vec![Message {
            role: Role::User,
            content: "How fast?".to_owned(),
        }],
        max_tokens: 130,
    }
}

fn answer(texts: &[&str]) -> Vec<Step> {
    answered(texts)
}

fn says(line: &str, headers: &str, body: &str) -> Vec<Step> {
    vec![Step::Send(status(line, headers, body))]
}

#[test]
fn a_models_text_streams_and_its_usage_is_counted() {
    let server = Server::model(|seen| {
        format!(
            "Asked {} things [1].",
            seen.json()["messages"].as_array().unwrap().len()
        )
    });
    let (replies, outcome) = Desk::new().ask(&server);
    assert_eq!(outcome.text, "Asked 1 things [1].");
    assert_eq!(outcome.ending, Ending::Complete);
    assert_eq!(
        (
            outcome.usage.prompt_tokens,
            outcome.usage.cached_tokens,
            outcome.usage.estimated
        ),
        (40, 32, false)
    );
    assert!(replies.len() > 1, "in pieces");
    let seen = &server.requests()[0];
    assert_eq!(
        (seen.method.as_str(), seen.path.as_str()),
        ("POST", "/v1/chat/completions")
    );
    assert_eq!(
        seen.header("authorization"),
        Some(format!("Bearer {KEY}").as_str())
    );
    assert_eq!(
        (
            seen.json()["model"].as_str(),
            seen.json()["max_tokens"].as_u64()
        ),
        (Some("m"), Some(130))
    );
}

#[test]
fn text_is_shown_before_the_answer_is_whole() {
    let read = Gate::default();
    let server = Server::scripted(vec![vec![
        Step::Send([stream_head(), deltas(&["Lime."])].concat()),
        Step::Hold(read.clone()),
        Step::Send([deltas(&[" Mortar."]), finish("stop"), done()].concat()),
    ]]);
    let mut desk = Desk::new();
    let id = desk.engine.start(request(), Writer::Model(model(&server)));
    let text = |text: &str| Reply::Text {
        request: id,
        text: text.to_owned(),
    };
    assert_eq!(desk.next(), text("Lime."));
    read.open();
    assert_eq!(desk.next(), text(" Mortar."));
    assert!(
        matches!(desk.next(), Reply::Done { outcome, .. } if outcome.ending == Ending::Complete)
    );
}

#[test]
fn a_busy_server_is_asked_again_and_the_analyst_sees_why() {
    let server = Server::scripted(vec![
        says(
            "429 Too Many Requests",
            "Retry-After-Ms: 7\r\n",
            r#"{"error":{"message":"slow down"}}"#,
        ),
        says("503 Service Unavailable", "", "loading"),
        vec![],
        answer(&["Slowly."]),
    ]);
    let (replies, outcome) = Desk::new().ask(&server);
    assert_eq!(
        (outcome.text.as_str(), outcome.ending),
        ("Slowly.", Ending::Complete)
    );
    let why = retries(&replies);
    assert_eq!(why.len(), 3);
    assert!(
        why[0].contains("slow down") && why[1].contains("503"),
        "{why:?}"
    );
    let waits = |reply: &Reply| matches!(reply, Reply::Retrying { wait, .. } if *wait == Duration::from_millis(7));
    assert!(waits(&replies[0]), "{replies:?}");
}

#[test]
fn asking_again_ends_after_four_attempts() {
    let server = Server::scripted(vec![says("500 Internal Server Error", "", "boom")]);
    let (replies, outcome) = Desk::new().ask(&server);
    assert!(
        why(&outcome).contains("boom") && why(&outcome).contains("tried 4 times"),
        "{outcome:?}"
    );
    assert_eq!((retries(&replies).len(), server.requests().len()), (3, 4));
}

#[test]
fn a_refused_key_is_named_by_its_variable_and_never_shown() {
    let echo = format!(r#"{{"error":{{"message":"Incorrect API key: {KEY}"}}}}"#);
    let server = Server::scripted(vec![says("401 Unauthorized", "", &echo)]);
    let (replies, outcome) = Desk::new().ask(&server);
    assert!(
        why(&outcome).contains("ACME_KEY") && why(&outcome).contains("Incorrect API key"),
        "{outcome:?}"
    );
    assert!(!format!("{replies:?} {outcome:?}").contains(KEY));
    assert_eq!(server.requests().len(), 1, "a refusal is not asked again");
}

#[test]
fn a_key_echoed_inside_a_stream_error_is_never_shown() {
    let body = format!("data: {{\"error\":\"{KEY} has no credit\"}}\n\n");
    let server = Server::scripted(vec![vec![Step::Send(
        [stream_head(), body.into_bytes()].concat(),
    )]]);
    let (_, outcome) = Desk::new().ask(&server);
    assert!(
        why(&outcome).contains("has no credit") && !why(&outcome).contains(KEY),
        "{outcome:?}"
    );
}

#[test]
fn a_missing_model_is_answered_with_those_configured() {
    let server = Server::scripted(vec![says(
        "404 Not Found",
        "",
        r#"{"error":"model 'm' not found"}"#,
    )]);
    let (_, outcome) = Desk::new().ask(&server);
    assert!(
        why(&outcome).contains("no model m") && why(&outcome).contains("other"),
        "{outcome:?}"
    );
}

#[test]
fn a_stream_that_breaks_keeps_its_text() {
    for head in [stream_head(), broken_head()] {
        let server = Server::scripted(vec![vec![Step::Send(
            [head, deltas(&["Lime ", "mortar"])].concat(),
        )]]);
        let (_, outcome) = Desk::new().ask(&server);
        assert_eq!(outcome.text, "Lime mortar");
        assert!(why(&outcome).contains("broke off"), "{outcome:?}");
        assert_eq!(
            server.requests().len(),
            1,
            "text is not thrown away for another try"
        );
        assert!(outcome.usage.estimated && outcome.usage.completion_tokens > 0);
    }
}

#[test]
fn a_stream_that_breaks_before_its_text_is_asked_again() {
    let server = Server::scripted(vec![
        vec![Step::Send([broken_head(), reasoning("Hm.")].concat())],
        vec![Step::Send(stream_head())],
        answer(&["Slowly."]),
    ]);
    let (replies, outcome) = Desk::new().ask(&server);
    assert_eq!(
        (outcome.text.as_str(), outcome.ending),
        ("Slowly.", Ending::Complete)
    );
    let restarts: Vec<bool> = replies
        .iter()
        .filter_map(|reply| match reply {
            Reply::Retrying { restarts, .. } => Some(*restarts),
            _ => None,
        })
        .collect();
    assert_eq!(
        restarts,
        [true, false],
        "only the reasoning of the first is void"
    );
}

#[test]
fn an_error_inside_a_stream_keeps_the_text_before_it() {
    let error = b"data: {\"error\":{\"message\":\"worker lost\",\"code\":503}}\n\n".to_vec();
    let server = Server::scripted(vec![
        vec![Step::Send([stream_head(), error.clone()].concat())],
        vec![Step::Send(
            [stream_head(), deltas(&["Lime"]), error].concat(),
        )],
    ]);
    let (replies, outcome) = Desk::new().ask(&server);
    assert_eq!(outcome.text, "Lime");
    assert!(why(&outcome).contains("worker lost"), "{outcome:?}");
    assert_eq!(
        retries(&replies).len(),
        1,
        "asked again only while there was no text"
    );
}

#[test]
fn cancelling_drops_the_connection_and_keeps_the_text() {
    let hung_up = Gate::default();
    let server = Server::scripted(vec![vec![
        Step::Send([stream_head(), deltas(&["Lime."])].concat()),
        Step::AwaitHangUp(hung_up.clone()),
    ]]);
    let mut desk = Desk::new();
    let id = desk.engine.start(request(), Writer::Model(model(&server)));
    assert_eq!(
        desk.next(),
        Reply::Text {
            request: id,
            text: "Lime.".to_owned()
        }
    );
    assert!(desk.engine.is_busy());
    desk.engine.cancel();
    desk.engine.cancel();
    let Reply::Done { request, outcome } = desk.next() else {
        panic!("only the end is left")
    };
    assert_eq!(
        (request, outcome.text.as_str(), outcome.ending),
        (id, "Lime.", Ending::Cancelled)
    );
    assert!(hung_up.wait(), "the connection is closed");
    assert!(desk.replies.try_recv().is_err(), "the end comes once");
}

#[test]
fn cancelling_works_while_waiting_for_another_try() {
    let server = Server::scripted(vec![says(
        "429 Too Many Requests",
        "Retry-After: 50\r\n",
        "",
    )]);
    let mut desk = Desk::new();
    let id = desk.engine.start(request(), Writer::Model(model(&server)));
    assert!(matches!(desk.next(), Reply::Retrying { wait, .. } if wait == Duration::from_secs(50)));
    desk.engine.cancel();
    let Reply::Done { request, outcome } = desk.next() else {
        panic!("only the end is left")
    };
    assert_eq!((request, outcome.ending), (id, Ending::Cancelled));
}

#[test]
fn a_new_request_ends_the_one_before() {
    let hung_up = Gate::default();
    let server = Server::scripted(vec![
        vec![
            Step::Send([stream_head(), deltas(&["Lime"])].concat()),
            Step::AwaitHangUp(hung_up.clone()),
        ],
        answer(&["Slowly."]),
    ]);
    let mut desk = Desk::new();
    let first = desk.engine.start(request(), Writer::Model(model(&server)));
    assert!(matches!(desk.next(), Reply::Text { .. }));
    let second = desk.engine.start(request(), Writer::Model(model(&server)));
    assert_ne!(first, second);
    let mut ended = Vec::new();
    while ended.len() < 2 {
        if let Reply::Done { request, outcome } = desk.next() {
            ended.push((request, outcome.ending));
        }
    }
    ended.sort_by_key(|(request, _)| request.0);
    assert_eq!(
        ended,
        [(first, Ending::Cancelled), (second, Ending::Complete)]
    );
    assert!(hung_up.wait());
}

#[test]
fn a_model_that_never_stops_is_stopped_and_its_text_kept() {
    let gate = Gate::default();
    let sentence = "Lime mortar sets slowly, and then it sets some more on day 1. ";
    let days = (1..200).map(|day| sentence.replace('1', &day.to_string()));
    let days: Vec<String> = days.collect();
    let days: Vec<&str> = days.iter().map(String::as_str).collect();
    let endless = deltas(&days);
    let server = Server::scripted(vec![vec![
        Step::Send([stream_head(), endless].concat()),
        Step::AwaitHangUp(gate.clone()),
    ]]);
    let (_, outcome) = Desk::new().ask(&server);
    assert_eq!(outcome.ending, Ending::TooLong);
    assert!(outcome.text.starts_with(sentence));
    assert!(outcome.usage.completion_tokens > 0, "it is counted");
    assert!(gate.wait(), "the connection is closed");
}

#[test]
fn a_schema_that_a_server_cannot_use_is_dropped_once_and_remembered() {
    let refusal = r#"{"error":{"message":"This response_format type is unavailable now"}}"#;
    let server = Server::scripted(vec![
        says("400 Bad Request", "", refusal),
        answer(&["{\"fine\": true}"]),
    ]);
    let mut desk = Desk::new();
    let ask = Ask {
        messages: request().messages,
        max_tokens: 100,
        schema: Some(Schema {
            name: "review",
            schema: json!({"type": "object"}),
        }),
        key: String::new(),
    };
    for _ in 0..2 {
        desk.engine.ask(vec![ask.clone()], model(&server));
        let Reply::Answered { outcome, .. } = desk.next() else {
            panic!("expected an answer");
        };
        assert_eq!(outcome.ending, Ending::Complete);
        assert_eq!(outcome.text, "{\"fine\": true}");
        assert!(matches!(desk.next(), Reply::AllAnswered { .. }));
    }
    let with_schema: Vec<bool> = server
        .requests()
        .iter()
        .map(|seen| seen.json()["response_format"]["json_schema"]["name"] == "review")
        .collect();
    assert_eq!(with_schema, [true, false, false]);
}

#[test]
fn a_refused_parameter_is_dropped_once_and_remembered() {
    let refusal =
        r#"{"error":{"message":"Unsupported value: 'temperature'","param":"temperature"}}"#;
    let server = Server::scripted(vec![
        says("400 Bad Request", "", refusal),
        answer(&["Slowly."]),
    ]);
    let mut desk = Desk::new();
    let (replies, outcome) = desk.ask(&server);
    assert_eq!(outcome.ending, Ending::Complete);
    assert!(retries(&replies).is_empty(), "this is no fault to tell of");
    desk.ask(&server);
    let sent: Vec<bool> = server
        .requests()
        .iter()
        .map(|seen| seen.json().get("temperature").is_some())
        .collect();
    assert_eq!(sent, [true, false, false]);
}

#[test]
fn a_parameter_that_is_refused_inside_a_good_answer_is_dropped_as_well() {
    let refusal =
        "data: {\"error\":{\"message\":\"Unsupported value: 'temperature'\",\"code\":400}}\n\n";
    let server = Server::scripted(vec![
        vec![Step::Send(
            [stream_head(), refusal.as_bytes().to_vec()].concat(),
        )],
        answer(&["Slowly."]),
    ]);
    let (replies, outcome) = Desk::new().ask(&server);
    assert_eq!(outcome.ending, Ending::Complete);
    assert!(retries(&replies).is_empty(), "this is no fault to tell of");
    let sent = server.requests();
    assert!(sent[1].json().get("temperature").is_none());
}

#[test]
fn a_call_of_a_tool_in_text_is_told_and_is_no_text() {
    let call = "<tool_call>\n{\"name\": \"web_search\", \"arguments\": {}}\n</tool_call>";
    let server = Server::scripted(vec![answer(&[call])]);
    let (replies, outcome) = Desk::new().ask(&server);
    assert!(
        why(&outcome).contains("called a tool (\"web_search\")"),
        "{outcome:?}"
    );
    assert_eq!(outcome.text, "");
    // It is asked once more, and at once: nothing has to recover.
    let waits: Vec<bool> = replies
        .iter()
        .filter_map(|reply| match reply {
            Reply::Retrying { wait, .. } => Some(wait.is_zero()),
            _ => None,
        })
        .collect();
    assert_eq!(waits, [true]);
}

#[test]
fn a_server_that_refuses_everything_is_not_asked_for_ever() {
    let refusal = "temperature, stream_options, max_tokens and max_completion_tokens are unknown";
    let server = Server::scripted(vec![says("400 Bad Request", "", refusal)]);
    let (_, outcome) = Desk::new().ask(&server);
    assert!(why(&outcome).contains("400"), "{outcome:?}");
    assert_eq!(server.requests().len(), 5);
}

#[test]
fn a_silent_server_is_given_up() {
    let gate = Gate::default();
    let before_head = vec![Step::AwaitHangUp(gate.clone())];
    let after_head = vec![Step::Send(stream_head()), Step::AwaitHangUp(gate.clone())];
    for script in [before_head, after_head] {
        let server = Server::scripted(vec![script]);
        let limits = Limits {
            first_text: Duration::from_millis(50),
            ..limits()
        };
        let (_, outcome) = Desk::with(limits).ask(&server);
        assert!(why(&outcome).contains("sent nothing"), "{outcome:?}");
    }
}

#[test]
fn a_server_that_only_pings_is_given_up() {
    let pings = b": ping\n\n".repeat(100);
    let server = Server::scripted(vec![vec![
        Step::Send([stream_head(), pings].concat()),
        Step::AwaitHangUp(Gate::default()),
    ]]);
    let limits = Limits {
        silence: Duration::from_millis(50),
        ..limits()
    };
    let (_, outcome) = Desk::with(limits).ask(&server);
    assert!(why(&outcome).contains("only keep-alives"), "{outcome:?}");
}

#[test]
fn a_stream_that_stalls_keeps_its_text() {
    let server = Server::scripted(vec![vec![
        Step::Send([stream_head(), deltas(&["Lime"])].concat()),
        Step::AwaitHangUp(Gate::default()),
    ]]);
    let limits = Limits {
        between_reads: Duration::from_millis(50),
        ..limits()
    };
    let (_, outcome) = Desk::with(limits).ask(&server);
    assert_eq!(outcome.text, "Lime");
    assert!(why(&outcome).contains("sent nothing"), "{outcome:?}");
    // It is gone on from, as where the connection breaks.
    let may_pass = matches!(outcome.ending, Ending::Failed { may_pass: true, .. });
    assert!(may_pass, "{outcome:?}");
}

#[test]
fn a_server_that_forgets_to_hang_up_has_still_finished() {
    let server = Server::scripted(vec![vec![
        Step::Send([stream_head(), deltas(&["Slowly."]), finish("stop")].concat()),
        Step::AwaitHangUp(Gate::default()),
    ]]);
    let limits = Limits {
        after_finish: Duration::from_millis(50),
        ..limits()
    };
    let (_, outcome) = Desk::with(limits).ask(&server);
    assert_eq!(
        (outcome.text.as_str(), outcome.ending),
        ("Slowly.", Ending::Complete)
    );
}

#[test]
fn the_token_limit_is_told_apart_from_the_end() {
    let server = Server::scripted(vec![
        vec![Step::Send(
            [stream_head(), deltas(&["Lime"]), finish("length"), done()].concat(),
        )],
        vec![Step::Send(
            [stream_head(), reasoning("Hm"), finish("length"), done()].concat(),
        )],
    ]);
    let mut desk = Desk::new();
    assert_eq!(desk.ask(&server).1.ending, Ending::TooLong);
    let (_, outcome) = desk.ask(&server);
    assert!(
        why(&outcome).contains("used up its limit of tokens"),
        "{outcome:?}"
    );
    // It is not asked for the same again, and all of it is paid for.
    let requests = server.requests();
    let limits = requests
        .iter()
        .skip(1)
        .filter_map(|seen| seen.json()["max_tokens"].as_u64());
    let limits: Vec<u64> = limits.collect();
    assert_eq!(limits.len(), 4);
    assert!(limits.is_sorted_by(|a, b| a < b), "{limits:?}");
    assert_eq!(outcome.usage.completion_tokens, 4 * 8);
}

#[test]
fn a_long_wait_is_told_and_not_kept() {
    let server = Server::scripted(vec![says(
        "429 Too Many Requests",
        "Retry-After: 3000\r\n",
        "tokens used up",
    )]);
    let (_, outcome) = Desk::new().ask(&server);
    assert!(
        why(&outcome).contains("tokens used up") && why(&outcome).contains("50 min"),
        "{outcome:?}"
    );
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_server_that_does_not_run_is_named_with_its_address() {
    // Nobody listens on a port that was just given back.
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let mut down = model(&Server::scripted(vec![vec![]]));
    down.provider.base_url = format!("http://user:pass@127.0.0.1:{port}?token=pass");
    let mut desk = Desk::new();
    let id = desk.engine.start(request(), Writer::Model(down.clone()));
    let (_, outcome) = desk.finish(id);
    let said = why(&outcome);
    assert!(
        said.contains(&format!("http://127.0.0.1:{port}")) && said.contains("tercet doctor"),
        "{said}"
    );
    assert!(!said.contains("pass"), "{said}");
    let report = desk.runtime.block_on(probe(&down.provider));
    assert!(!report.is_reachable() && report.problem.unwrap().contains("is the server running"));
}

#[test]
fn a_web_page_is_not_mistaken_for_an_answer() {
    let server = Server::scripted(vec![says(
        "200 OK",
        "Content-Type: text/html\r\n",
        "<html>\u{1b}[2JRouter settings</html>",
    )]);
    let (_, outcome) = Desk::new().ask(&server);
    assert!(
        why(&outcome).contains("<html>Router settings"),
        "{outcome:?}"
    );
}

#[test]
fn the_evidence_is_not_carried_to_another_server() {
    let elsewhere = Server::model(|_| "Got it.".to_owned());
    let location = format!(
        "Location: {}/chat/completions?x=1\r\n",
        elsewhere.base_url()
    );
    let server = Server::scripted(vec![says("307 Temporary Redirect", &location, "")]);
    let (_, outcome) = Desk::new().ask(&server);
    assert!(why(&outcome).contains(&elsewhere.base_url()), "{outcome:?}");
    assert!(elsewhere.requests().is_empty());
}

#[test]
fn an_empty_answer_is_a_failure() {
    let server = Server::scripted(vec![vec![Step::Send(
        [stream_head(), finish("stop"), done()].concat(),
    )]]);
    let (_, outcome) = Desk::new().ask(&server);
    assert!(why(&outcome).contains("empty"), "{outcome:?}");
}

#[test]
fn an_answer_that_becomes_reasoning_is_taken_back() {
    let server = Server::scripted(vec![answer(&["Let me ", "see</thi", "nk>", "\nSlowly."])]);
    let (replies, outcome) = Desk::new().ask(&server);
    assert_eq!(
        (outcome.text.as_str(), outcome.ending),
        ("Slowly.", Ending::Complete)
    );
    let reasoned =
        |reply: &Reply| matches!(reply, Reply::Reasoning { text, .. } if text == "Let me see");
    assert!(replies.iter().any(reasoned), "{replies:?}");
}

#[test]
fn an_answer_without_end_is_stopped() {
    let server = Server::scripted(vec![vec![Step::Send(
        [stream_head(), deltas(&["x".repeat(90).as_str(); 5])].concat(),
    )]]);
    let limits = Limits {
        answer_bytes: 200,
        ..limits()
    };
    let (_, outcome) = Desk::with(limits).ask(&server);
    assert!(
        why(&outcome).contains("more than 200 bytes") && outcome.text.len() == 180,
        "{outcome:?}"
    );
}

#[test]
fn the_extractive_writer_answers_in_the_same_way() {
    let mut desk = Desk::new();
    let id = desk.engine.start(request(), Writer::Extractive);
    let (_, outcome) = desk.finish(id);
    assert_eq!(outcome.ending, Ending::Complete);
    assert_eq!(Writer::Extractive.name(), "extractive");
}

#[test]
fn an_azure_address_keeps_its_query_and_sends_its_kind_of_key() {
    let server = Server::model(|_| "Slowly.".to_owned());
    let mut azure = model(&server);
    let base = server
        .base_url()
        .replace("/v1", "/openai/deployments/gpt?api-version=2024-06-01");
    azure.provider.base_url = base;
    let mut desk = Desk::new();
    let id = desk.engine.start(request(), Writer::Model(azure));
    assert_eq!(desk.finish(id).1.ending, Ending::Complete);
    let seen = &server.requests()[0];
    assert_eq!(
        seen.path,
        "/openai/deployments/gpt/chat/completions?api-version=2024-06-01"
    );
    assert_eq!(
        (seen.header("api-key"), seen.header("authorization")),
        (Some(KEY), None)
    );
}

#[test]
fn a_refused_request_costs_nothing() {
    let server = Server::scripted(vec![says("400 Bad Request", "", "no")]);
    let (_, outcome) = Desk::new().ask(&server);
    assert_eq!(outcome.usage, Usage::default());
}

#[test]
fn probing_lists_the_models_of_a_server() {
    let server = Server::model(|_| String::new());
    let desk = Desk::new();
    let report = desk.runtime.block_on(probe(&model(&server).provider));
    assert_eq!(
        (report.status, report.models, report.problem),
        (Some(200), vec!["m".to_owned()], None)
    );
    let strict = Server::scripted(vec![says("401 Unauthorized", "", "")]);
    let report = desk.runtime.block_on(probe(&model(&strict).provider));
    assert!(report.is_reachable() && report.problem.unwrap().contains("ACME_KEY"));
}
