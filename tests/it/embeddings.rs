//! Ranking by a provider's vectors: what it is asked for, what is kept, and what serves when it fails.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tercet::config::{Config, Options};
use tercet::library::Library;
use tercet::workbench::Workbench;
use tokio::runtime::Runtime;

use crate::desk;
use crate::program::{Place, Ran, finished};
use crate::server::{Seen, Server, Step, status};
use crate::workbench::QUESTION;

const KEY: &str = "sk-not-to-be-seen";

/// `tercet run` with the extractive writer, and vectors from `server`.
fn run(place: &Place, server: &Server) -> Ran {
    let sales = place.file(
        "sales.txt",
        "Heat pump sales fell to 2.2 million units in 2024. Subsidy cuts delayed many orders.",
    );
    let notice = place.file(
        "notice.txt",
        "The ministry cut the subsidy for heat pumps in March 2024. Buyers of heat pumps wait.",
    );
    run_on(place, server, &[sales, notice])
}

fn run_on(place: &Place, server: &Server, evidence: &[String]) -> Ran {
    let config = place.file(
        "config.toml",
        format!(
            "[embeddings]\nmodel = \"acme/small\"\n[providers.acme]\nbase_url = \"{}\"\napi_key_env = \"ACME_KEY\"\n",
            server.base_url()
        ),
    );
    let mut arguments = vec!["run", QUESTION, "--config", &config];
    arguments.extend(evidence.iter().map(String::as_str));
    let mut command = place.command(&arguments);
    finished(command.env("ACME_KEY", KEY).output().expect("started"))
}

fn answering(answer: impl Fn(&Seen) -> Vec<u8> + Send + Sync + 'static) -> Server {
    Server::site(move |seen| vec![Step::Send(answer(seen))])
}

fn texts(seen: &Seen) -> Vec<String> {
    let body = seen.json();
    let input = body["input"].as_array().cloned().unwrap_or_default();
    let text = |text: Value| text.as_str().unwrap_or_default().to_owned();
    input.into_iter().map(text).collect()
}

/// A vector for each text, made of its length: enough to see that it is used.
fn vectors(seen: &Seen) -> Vec<u8> {
    let data: Vec<Value> = (0..)
        .zip(texts(seen))
        .map(|(index, text)| json!({"index": index, "embedding": [1.0, text.len()]}))
        .collect();
    status("200 OK", "", &json!({ "data": data }).to_string())
}

/// A brief was written in spite of everything, and the key is nowhere.
fn assert_written(ran: &Ran) {
    assert!(
        ran.out.contains("2.2 million units"),
        "{}\n{}",
        ran.out,
        ran.err
    );
    assert!(
        !format!("{}{}", ran.out, ran.err).contains(KEY),
        "{}",
        ran.err
    );
}

#[test]
fn a_passage_is_sent_once_and_its_vector_kept() {
    let place = Place::new();
    let server = answering(vectors);
    assert_written(&run(&place, &server));
    let first: Vec<String> = server.requests().iter().flat_map(texts).collect();
    assert_eq!(
        first
            .iter()
            .filter(|text| text.contains("2.2 million"))
            .count(),
        1,
        "{first:?}"
    );
    assert_eq!(
        first
            .iter()
            .filter(|text| text.contains("ministry"))
            .count(),
        1,
        "{first:?}"
    );
    assert!(
        server
            .requests()
            .iter()
            .all(|seen| seen.path == "/v1/embeddings")
    );
    assert_eq!(
        server.requests()[0].header("authorization"),
        Some(format!("Bearer {KEY}").as_str())
    );
    let before = server.requests().len();
    assert_written(&run(&place, &server));
    let again: Vec<String> = server.requests()[before..].iter().flat_map(texts).collect();
    assert_eq!(again, [QUESTION], "only the question is new to a new study");
}

#[test]
fn a_server_that_takes_one_text_at_a_time_gets_one_at_a_time() {
    let place = Place::new();
    let server = answering(|seen| {
        if texts(seen).len() > 1 {
            status(
                "422 Unprocessable Entity",
                "",
                r#"{"error":"batch size 3 > maximum allowed batch size 1"}"#,
            )
        } else {
            vectors(seen)
        }
    });
    let ran = run(&place, &server);
    assert_written(&ran);
    assert!(!ran.err.contains("built-in search"), "{}", ran.err);
    let taken = server
        .requests()
        .iter()
        .filter(|seen| texts(seen).len() == 1)
        .count();
    assert!(taken >= 3, "{taken}");
}

#[test]
fn a_text_that_is_too_long_is_shortened() {
    let place = Place::new();
    let server = answering(|seen| {
        if texts(seen).iter().any(|text| text.len() > 60) {
            status(
                "500 Internal Server Error",
                "",
                r#"{"error":{"message":"input is too large to process","code":500}}"#,
            )
        } else {
            vectors(seen)
        }
    });
    let ran = run(&place, &server);
    assert_written(&ran);
    assert!(!ran.err.contains("built-in search"), "{}", ran.err);
}

#[test]
fn where_the_server_fails_the_built_in_search_serves_and_the_analyst_is_told_once() {
    let failing: [fn(&Seen) -> Vec<u8>; 5] = [
        |_| {
            status(
                "404 Not Found",
                "",
                r#"{"error":{"message":"model 'small' not found"}}"#,
            )
        },
        |_| status("200 OK", "", "<html>"),
        |_| {
            status(
                "200 OK",
                "",
                r#"{"data":[{"index":0,"embedding":[0.1,0.2]}]}"#,
            )
        },
        |_| {
            status(
                "401 Unauthorized",
                "",
                &format!("{{\"error\":{{\"message\":\"bad key {KEY}\"}}}}"),
            )
        },
        |_| Vec::new(),
    ];
    for answer in failing {
        let place = Place::new();
        let server = answering(answer);
        let ran = run(&place, &server);
        assert_written(&ran);
        let told = ran
            .err
            .matches("ranked by the built-in search alone")
            .count();
        assert_eq!(told, 1, "{}", ran.err);
        assert!(ran.err.contains("acme"), "{}", ran.err);
    }
}

#[test]
fn what_a_server_made_before_it_failed_is_not_asked_for_again() {
    let place = Place::new();
    let evidence: Vec<String> = (0..12)
        .map(|number| {
            let text = format!(
                "Heat pump sales in region {number} fell to 2.2 million units in 2024, says report {number}."
            );
            place.file(&format!("report-{number}.txt"), text)
        })
        .collect();
    let asked = AtomicUsize::new(0);
    let failing = answering(move |seen| {
        if asked.fetch_add(1, Ordering::Relaxed) == 0 {
            vectors(seen)
        } else {
            let gone = r#"{"error":{"message":"model 'small' not found"}}"#;
            status("404 Not Found", "", gone)
        }
    });
    assert_written(&run_on(&place, &failing, &evidence));
    let made = texts(&failing.requests()[0]);
    assert!(made.len() > 4, "{made:?}");
    let mended = answering(vectors);
    assert_written(&run_on(&place, &mended, &evidence));
    let again: Vec<String> = mended.requests().iter().flat_map(texts).collect();
    assert!(
        again.iter().any(|text| text.contains("report")),
        "{again:?}"
    );
    for text in made.iter().filter(|text| *text != QUESTION) {
        assert!(!again.contains(text), "{text}");
    }
}

#[test]
fn vectors_that_do_not_fit_each_other_end_in_the_built_in_search_not_in_a_circle() {
    let place = Place::new();
    let server = answering(|seen| {
        let texts = texts(seen);
        let long = texts.iter().any(|text| text == QUESTION) && texts.len() == 1;
        let vector = if long {
            json!([1, 2, 3])
        } else {
            json!([1, 2])
        };
        let data: Vec<Value> = texts
            .iter()
            .map(|_| json!({ "embedding": vector }))
            .collect();
        status("200 OK", "", &json!({ "data": data }).to_string())
    });
    assert_written(&run(&place, &server));
    // A new study: the passages are known, the question comes alone and with another length.
    assert_written(&run(&place, &server));
}

#[test]
fn vectors_are_made_anew_beside_the_work_when_another_model_is_set() {
    let place = Place::new();
    let first = answering(vectors);
    assert_written(&run(&place, &first));
    let config = std::fs::read_to_string(place.path("config.toml")).unwrap();
    let second = answering(vectors);
    let config = config
        .replace("acme/small", "acme/large")
        .replace(&first.base_url(), &second.base_url());
    let config = place.file("config.toml", config);
    let key = |name: &str| (name == "ACME_KEY").then(|| KEY.to_owned());
    let options = Options {
        config: Some(config.into()),
        data_dir: Some(place.data_dir()),
        ..Options::default()
    };
    let config = Config::load(&options, &key).expect("a configuration");
    let library = Library::open(&config.data_dir).expect("a library");
    let setup = desk::setup(config, desk::PROGRAM);
    let runtime = Runtime::new().expect("a runtime");
    // Nothing is searched for: that it is open is enough.
    let handle = runtime.handle().clone();
    let mut workbench =
        Workbench::open(library, None, setup, handle, Duration::ZERO).expect("a study");
    let told = loop {
        let message = runtime.block_on(workbench.next_message());
        workbench.receive(message);
        let notices = workbench.take_notices().into_iter();
        let told: Vec<String> = notices.map(|notice| notice.text).collect();
        if !told.is_empty() {
            break told;
        }
    };
    assert_eq!(
        told,
        ["the vectors of 2 passages were made anew by acme/large"]
    );
    let sent: Vec<String> = second.requests().iter().flat_map(texts).collect();
    assert_eq!(sent.len(), 2, "each passage once: {sent:?}");
}

#[test]
fn an_embedding_model_of_no_configured_provider_is_a_problem_of_the_configuration() {
    let place = Place::new();
    let config = place.file("config.toml", "[embeddings]\nmodel = \"nobody/small\"\n");
    let ran = place.run(&["studies", "--config", &config]);
    assert!(
        ran.err
            .contains("[embeddings] there is no provider \"nobody\""),
        "{}",
        ran.err
    );
}
