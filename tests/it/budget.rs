//! Budgets: a run ends within what the study may take, with the brief as far as it is and a line that says why.

use std::process::Stdio;

use serde_json::json;
use tercet::pipeline::estimate_tokens;

use crate::program::{Place, QUIET, Ran, finished};
use crate::server::{Gate, Seen, Server, Step, answered, deltas, finish, reasoning, stream_head};

const QUESTION: &str = "Why did sales fall?";
const SALES: &str =
    "Heat pump sales fell to 2.2 million units in 2024. Subsidy cuts delayed many orders.";
const ANSWER: &str = "Heat pump sales fell to 2.2 million units in 2024 [1].";

/// A model that counts tokens as Tercet estimates them.
fn server() -> Server {
    Server::site(|seen| {
        let usage = json!({"choices": [], "usage": {"prompt_tokens": prompt(seen), "completion_tokens": estimate_tokens(ANSWER)}});
        let done = format!("data: {usage}\n\ndata: [DONE]\n\n").into_bytes();
        let answer = [stream_head(), deltas(&[ANSWER]), finish("stop"), done].concat();
        vec![Step::Send(answer)]
    })
}

fn prompt(seen: &Seen) -> usize {
    let body = seen.json();
    let messages = body["messages"].as_array().expect("messages");
    let texts = messages
        .iter()
        .map(|said| said["content"].as_str().expect("text"));
    texts.map(estimate_tokens).sum()
}

fn run(place: &Place, server: &Server, config: &str, options: &[&str]) -> Ran {
    let base = server.base_url();
    let quiet =
        "[run]\njudge = false\nreflect = false\nrevisions = 0\n[tiers]\ncritic = \"extractive\"\n";
    let file = place.file(
        "config.toml",
        format!("writer = \"lab/m\"\n{quiet}{config}[providers.lab]\nbase_url = \"{base}\"\n"),
    );
    let sales = place.file("sales.txt", SALES);
    let mut command = place.command(&["run", QUESTION, &sales, "--config", &file]);
    finished(command.args(options).output().expect("started"))
}

#[test]
fn a_ceiling_on_tokens_closes_the_brief_before_it_is_passed() {
    let whole = server();
    let ran = run(&Place::new(), &whole, "", &[]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let prompts: Vec<usize> = whole.requests().iter().map(prompt).collect();
    assert_eq!(prompts.len(), 3);
    // Enough for the first section, whose words are expected to take less than 400 tokens, and for little more.
    for (most, sections) in [(prompts[0] - 1, 0), (prompts[0] + 400, 1), (1_000_000, 3)] {
        let (place, server) = (Place::new(), server());
        let ran = run(&place, &server, "", &["--max-tokens", &most.to_string()]);
        let requests = server.requests();
        assert_eq!(requests.len(), sections, "{}", ran.err);
        let taken: usize = requests
            .iter()
            .map(|seen| prompt(seen) + estimate_tokens(ANSWER))
            .sum();
        assert!(taken <= most, "{taken} of {most}");
        for seen in &requests {
            let left = most - prompt(seen);
            let asked = seen.json()["max_tokens"].as_u64().expect("a limit");
            assert!(asked <= left as u64, "an answer may take what is left");
        }
        assert!(ran.out.contains(QUESTION), "there is a brief: {}", ran.out);
        assert_eq!(
            ran.out.matches("2.2 million").count(),
            sections,
            "{}",
            ran.out
        );
        if sections == 3 {
            assert_eq!(ran.status, 0, "{}", ran.err);
        } else {
            // What was written stands; nothing written is not finished.
            let expected = if sections == 0 { 3 } else { 1 };
            assert_eq!(ran.status, expected, "{}", ran.err);
            assert!(
                ran.err.contains("the budget is reached") && ran.err.contains("tokens"),
                "{}",
                ran.err
            );
        }
    }
}

#[test]
fn what_a_killed_run_had_sent_counts_against_its_budget_once_the_study_goes_on() {
    let place = Place::new();
    let sales = place.file("sales.txt", SALES);
    let command = |server: &Server, arguments: &[&str], most: usize| {
        let mut command = place.command_on(server, QUIET, arguments);
        command.args(["--max-tokens", &most.to_string()]);
        command
    };
    // A server that never answers, and a program that is killed while it waits.
    let cut = |arguments: &[&str]| -> usize {
        let asked = Gate::default();
        let tells = asked.clone();
        let server = Server::site(move |_| {
            tells.open();
            vec![Step::AwaitHangUp(Gate::default())]
        });
        let mut command = command(&server, arguments, 100_000);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("started");
        assert!(asked.wait(), "it asks");
        child.kill().expect("killed");
        child.wait().expect("over");
        server.requests().iter().map(prompt).sum()
    };
    let first = cut(&[QUESTION, &sales]);
    let sent = first + cut(&["--study", "last"]);
    let server = server();
    let arguments = ["--study", "last"];
    let mut last = command(&server, &arguments, sent + 50);
    let ran = finished(last.output().expect("started"));
    assert_eq!(server.requests().len(), 0, "{}", ran.err);
    assert!(ran.err.contains("the budget is reached"), "{}", ran.err);
    let counted = place.study().tokens_spent();
    assert_eq!(counted, sent as u64, "{}", ran.err);
}

#[test]
fn a_judge_that_was_asked_when_the_run_was_killed_counts_as_well() {
    let place = Place::new();
    let sales = place.file("sales.txt", SALES);
    let asked = Gate::default();
    let tells = asked.clone();
    let server = Server::site(move |seen| {
        if seen.last_message().contains("You judge a brief") {
            tells.open();
            return vec![Step::AwaitHangUp(Gate::default())];
        }
        answered(&[ANSWER])
    });
    let judged = "judge = true\nreflect = false\nrevisions = 0";
    let mut command = place.command_on(&server, judged, &[QUESTION, &sales]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("started");
    assert!(asked.wait(), "the judge is asked");
    child.kill().expect("killed");
    child.wait().expect("over");
    let before = place.study().tokens_spent();
    let judge = server.requests().last().map(prompt).expect("asked");
    let ran = place.run_on(&self::server(), QUIET, &["--study", "last"]);
    let spent = place.study().tokens_spent();
    assert!(
        spent >= before + judge as u64,
        "{before} {judge} {spent}: {}",
        ran.err
    );
}

#[test]
fn an_update_that_the_budget_does_not_admit_is_said_to_be_missing() {
    let (place, server) = (Place::new(), server());
    run(&place, &server, "", &[]);
    let news = place.file(
        "news.txt",
        "By revised figures heat pump sales fell to 1.9 million units in 2024.",
    );
    let config = place.path("config.toml");
    let config = config.to_str().expect("text");
    let update = ["run", "--study", "last", &news, "--config", config];
    let ran = place.run(&[&update[..], &["--max-tokens", "10"]].concat());
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(
        ran.err.contains("the new evidence is not in the brief"),
        "{}",
        ran.err
    );
    assert!(ran.out.contains(ANSWER), "{}", ran.out);
}

#[test]
fn a_fork_says_what_its_budget_leaves() {
    let (place, server) = (Place::new(), server());
    run(&place, &server, "", &["--max-tokens", "50000"]);
    let forked = place.run(&["studies", "fork", "last"]);
    let says = |what: &str| forked.err.contains(what);
    assert!(
        says("its budget goes on from there, with ") && says(" of 50,000 tokens left"),
        "{}",
        forked.err
    );
}

#[test]
fn a_ceiling_on_cost_goes_by_the_configured_prices() {
    let prices = "[prices]\n\"lab/m\" = { input = 1000.0, output = 1000.0 }\n";
    for (most, sections) in [("0.01", 0), ("$1.2", 1), ("100", 3)] {
        let server = server();
        let ran = run(&Place::new(), &server, prices, &["--max-cost", most]);
        assert_eq!(server.requests().len(), sections, "{}", ran.err);
        let expected = match sections {
            0 => 3,
            3 => 0,
            _ => 1,
        };
        assert_eq!(ran.status, expected, "{}", ran.err);
    }
    let (place, server) = (Place::new(), server());
    let ran = run(&place, &server, "[budget]\ncost = 1.0\n", &[]);
    assert!(ran.err.contains("lab/m under [prices]"), "{}", ran.err);
    assert_eq!((ran.status, server.requests().len()), (3, 0));
}

#[test]
fn a_ceiling_on_time_ends_a_call_that_takes_longer_and_keeps_what_came_of_it() {
    let left = Gate::default();
    let open = left.clone();
    let slow = Server::site(move |seen| {
        let head = [stream_head(), deltas(&[ANSWER, " More is"])].concat();
        let is_first = seen.json()["messages"].as_array().map_or(0, Vec::len) == 2;
        if is_first {
            answered(&[ANSWER])
        } else {
            // It goes on and on, until nobody listens any more.
            vec![Step::Send(head), Step::AwaitHangUp(open.clone())]
        }
    });
    let place = Place::new();
    let ran = run(&place, &slow, "", &["--max-time", "1 s"]);
    assert!(left.wait(), "the call was really ended");
    assert_eq!(
        slow.requests().len(),
        2,
        "nothing more was asked: {}",
        ran.err
    );
    assert_eq!(ran.status, 1, "what is written stands: {}", ran.err);
    assert!(
        ran.err
            .contains("the budget is reached (its 1 s are spent)"),
        "{}",
        ran.err
    );
    let kept = ran.out.matches("2.2 million").count();
    assert_eq!(kept, 2, "the part that was cut is kept: {}", ran.out);
}

#[test]
fn a_ceiling_that_cannot_be_meant_is_a_slip_of_the_command_line() {
    let server = server();
    for wrong in [
        ["--max-tokens", "few"],
        ["--max-cost", "-1"],
        ["--max-time", "5"],
    ] {
        let ran = run(&Place::new(), &server, "", &wrong);
        assert_eq!(ran.status, 2, "{}", ran.err);
    }
    let ran = run(&Place::new(), &server, "[budget]\ntime = \"soon\"\n", &[]);
    assert!(
        ran.status == 2 && ran.err.contains("[budget] time"),
        "{}",
        ran.err
    );
    assert!(server.requests().is_empty());
}

#[test]
fn a_model_that_only_thinks_is_given_no_more_room_for_that_than_the_budget_leaves() {
    // It uses up whatever limit it is given.
    let server = Server::site(|seen| {
        let limit = seen.json()["max_tokens"].as_u64().expect("a limit");
        let usage = json!({"choices": [], "usage": {"prompt_tokens": prompt(seen), "completion_tokens": limit}});
        let done = format!("data: {usage}\n\ndata: [DONE]\n\n").into_bytes();
        let answer = [stream_head(), reasoning("Hm."), finish("length"), done].concat();
        vec![Step::Send(answer)]
    });
    let most = 6000;
    let place = Place::new();
    let ran = run(&place, &server, "", &["--max-tokens", &most.to_string()]);
    let requests = server.requests();
    let limits: Vec<u64> = requests
        .iter()
        .filter_map(|seen| seen.json()["max_tokens"].as_u64())
        .collect();
    assert!(limits.len() > 1 && limits.is_sorted(), "{limits:?}");
    let prompts: usize = requests.iter().map(prompt).sum();
    let taken = prompts as u64 + limits.iter().sum::<u64>();
    assert!(taken <= most, "{taken} of {most}: {limits:?}: {}", ran.err);
    assert!(ran.err.contains("reasoning"), "{}", ran.err);
}
