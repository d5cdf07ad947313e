//! `tercet stats`: what the studies came to.

use serde_json::{Value, json};

use crate::program::{NOTHING_FOLLOWS, Place, Ran, finished};
use crate::server::{Server, Step, deltas, finish, status, stream_head};

const QUESTION: &str = "Why did sales fall?";

/// A model that says what each of its answers took.
fn model() -> Server {
    Server::site(|_| {
        let usage = json!({"choices": [], "usage": {
            "prompt_tokens": 1000, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": 750},
            "completion_tokens_details": {"reasoning_tokens": 5},
        }});
        let done = format!("data: {usage}\n\ndata: [DONE]\n\n").into_bytes();
        let text = deltas(&["Sales fell by 4% in 2024 [1]."]);
        vec![Step::Send(
            [stream_head(), text, finish("stop"), done].concat(),
        )]
    })
}

fn config(place: &Place, server: &Server, more: &str) -> String {
    place.file(
        "config.toml",
        format!(
            "writer = \"lab/m\"\n{more}{NOTHING_FOLLOWS}[providers.lab]\nbase_url = \"{}\"\n",
            server.base_url()
        ),
    )
}

fn run(place: &Place, arguments: &[&str]) -> Ran {
    finished(place.command(arguments).output().expect("started"))
}

fn stats(place: &Place, arguments: &[&str]) -> Value {
    let ran = run(place, &[&["stats", "--json"], arguments].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn calls_tokens_and_cost_are_those_that_the_server_told() {
    let (place, server) = (Place::new(), model());
    let file = config(
        &place,
        &server,
        "[prices]\nlab = { input = 2.0, cached = 0.5, output = 10.0 }\n",
    );
    let sales = place.file("sales.txt", "Sales fell by 4% in 2024.");
    let ran = run(&place, &["run", QUESTION, &sales, "--config", &file]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let asked = server.requests().len() as u64;
    assert_eq!(asked, 3);

    let said = stats(&place, &["--config", &file]);
    assert_eq!(
        said["studies"],
        json!({"all": 1, "complete": 1, "deleted": 0})
    );
    assert_eq!(said["evidence"], json!({"documents": 1, "passages": 1}));
    assert_eq!(said["calls"]["made"], asked);
    assert_eq!(said["calls"]["by_node"]["write"]["made"], asked);
    assert_eq!(said["tokens"]["prompt_tokens"], 3000);
    assert_eq!(said["cached_share"], 0.75);
    let cost = said["cost"].as_f64().expect("a cost");
    // Of each call 250 tokens are read anew, 750 from the cache, and 20 are written.
    assert!(
        (cost - 3.0 * (250.0 * 2.0 + 750.0 * 0.5 + 20.0 * 10.0) / 1e6).abs() < 1e-9,
        "{cost}"
    );
    assert!(said["disk"]["bytes"].as_u64().expect("bytes") > 10_000);

    let told = run(&place, &["stats", "--config", &file]).out;
    for line in [
        "studies    1, 1 of them with a whole brief",
        "evidence   1 document, 1 passage",
        "sources    multi-source mode in 0 of 3 sections, 1.0 documents each; 0 of 3 claims on several sources",
        "calls      3 (write 3)",
        "tokens     3,000 in, 2,250 of them cached (75 %); 60 out, 15 of them reasoning",
        "cost       $0.0032",
    ] {
        assert!(told.contains(line), "{line} in {told}");
    }
    let unpriced = run(&place, &["stats"]).out;
    assert!(unpriced.contains("unknown: set prices"), "{unpriced}");

    // A fork paid for nothing of what it took over, and a deleted study did pay.
    assert_eq!(run(&place, &["studies", "fork", "1"]).status, 0);
    assert_eq!(run(&place, &["studies", "delete", "1"]).status, 0);
    let said = stats(&place, &[]);
    assert_eq!(
        said["studies"],
        json!({"all": 1, "complete": 1, "deleted": 1})
    );
    assert_eq!(
        (&said["calls"]["made"], &said["cost"]),
        (&3.into(), &Value::Null)
    );
    assert_eq!(said["unpriced"], json!(["lab/m"]));
    assert_eq!(stats(&place, &["2"])["calls"]["made"], 0);
    let one = stats(&place, &["1"]);
    assert_eq!(
        (&one["study"]["title"], &one["calls"]["made"]),
        (&QUESTION.into(), &3.into())
    );
}

#[test]
fn a_call_that_failed_is_counted_as_made_in_vain() {
    let place = Place::new();
    let server = Server::site(|_| {
        vec![Step::Send(status(
            "401 Unauthorized",
            "",
            "{\"error\":{\"message\":\"no\"}}",
        ))]
    });
    let file = config(&place, &server, "");
    let sales = place.file("sales.txt", "Sales fell by 4% in 2024.");
    assert_eq!(
        run(&place, &["run", QUESTION, &sales, "--config", &file]).status,
        3
    );
    let said = stats(&place, &[]);
    assert_eq!(
        (&said["calls"]["made"], &said["calls"]["in_vain"]),
        (&1.into(), &1.into())
    );
}

#[test]
fn nothing_was_done_and_a_study_that_is_not_there() {
    let place = Place::new();
    let told = run(&place, &["stats"]);
    assert_eq!(told.status, 0, "{}", told.err);
    assert!(
        told.out.contains("none: no model was asked"),
        "{}",
        told.out
    );
    assert!(told.out.contains("cost       $0.00"), "{}", told.out);
    let missing = run(&place, &["stats", "7"]);
    assert_eq!(missing.status, 3);
    assert!(
        missing.err.contains("there is no study 7"),
        "{}",
        missing.err
    );
}
