//! `tercet verify --pairs`: claims with their evidence line by line, judged as they are in a report.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use super::program::Place;
use super::verify::{verdicts, with_input};

#[test]
fn pairs_are_answered_in_order_and_a_bad_line_in_its_place() {
    let place = Place::new();
    let lines = "{\"id\":1,\"claim\":\"The outage lasted 14 hours.\",\"evidence\":\"The outage lasted 14 hours. Repairs were slow.\",\"more\":[1]}\n\
                 not json\n\n\
                 {\"id\":\"b\",\"claim\":\"The outage lasted 41 hours.\",\"evidence\":[\"Roads are long.\",\"The outage lasted 14 hours.\"]}\n\
                 {\"id\":3,\"claim\":\"The outage lasted 41 hours.\",\"evidence\":[]}\n\
                 {\"id\":4,\"evidence\":\"x\"}\n\
                 {\"id\":5,\"claim\":\"The outage lasted 14 hours.\",\"evidence\":\"The outage lasted 14 hours.\"}";
    let ran = with_input(&place, &["verify", "--pairs", "-"], lines.as_bytes());
    let answers: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(
        ids,
        [
            Value::from(1),
            Value::Null,
            "b".into(),
            3.into(),
            4.into(),
            5.into()
        ]
    );
    let verdicts: Vec<_> = answers
        .iter()
        .map(|answer| answer["verdict"].as_str().unwrap_or("-"))
        .collect();
    assert_eq!(
        verdicts,
        [
            "supported",
            "-",
            "contradicted",
            "unchecked",
            "-",
            "supported"
        ]
    );
    assert_eq!(
        (&answers[1]["line"], &answers[4]["line"]),
        (&2.into(), &6.into())
    );
    assert!(
        answers[4]["error"]
            .as_str()
            .unwrap()
            .contains("no \"claim\"")
    );
    for answer in &answers {
        let score = answer["score"].as_f64();
        assert!(
            score.is_none_or(|score| (score >= 0.5) == (answer["verdict"] == "supported")),
            "{answer}"
        );
    }
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("2 lines could not be used"), "{}", ran.err);
}

#[test]
fn an_answer_comes_before_the_next_line_is_asked() {
    use std::io::{BufRead, BufReader};
    let place = Place::new();
    let mut child = place
        .command(&["conflicts", "--pairs", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    for id in 0..3 {
        writeln!(stdin, "{{\"id\":{id},\"a\":\"Power prices rose last winter.\",\"b\":\"Power prices fell last winter.\"}}").unwrap();
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], id);
        assert!((0.0..=1.0).contains(&answer["contradict"].as_f64().unwrap()));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn many_pairs_keep_their_order() {
    let place = Place::new();
    let line = |id| {
        format!(
            "{{\"id\":{id},\"claim\":\"The outage lasted {id} hours.\",\"evidence\":\"The outage lasted 14 hours.\"}}\n"
        )
    };
    let lines = (0..3_000).map(line).collect::<Vec<_>>().concat();
    let path = place.file("pairs.jsonl", lines);
    let ran = place.run(&["verify", "--pairs", &path]);
    let ids: Vec<_> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone())
        .collect();
    assert_eq!(ids, (0..3_000).map(Value::from).collect::<Vec<_>>());
    assert_eq!(ran.status, 0);
}

#[test]
fn a_claim_is_judged_alike_in_a_report_and_alone_with_its_evidence() {
    let place = Place::new();
    let all: Vec<Value> = include_str!("../fixtures/claims/triples.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of the fixture"))
        .collect();
    let chosen: Vec<&Value> = all.iter().step_by(3).collect();
    let (mut report, mut sources, mut lines) = (String::new(), String::new(), String::new());
    for (at, triple) in (1..).zip(&chosen) {
        let claim = triple["claim"].as_str().expect("a claim");
        let evidence: Vec<&str> = triple["evidence"]
            .as_array()
            .expect("evidence")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let name = format!("source-{at}.txt");
        place.file(&format!("sources/{name}"), evidence.join("\n\n"));
        let bare = claim.trim_end_matches('.');
        writeln!(report, "{bare} [{at}].\n").expect("written");
        writeln!(sources, "{at}. {name}").expect("written");
        let line = json!({"id": at, "claim": claim, "evidence": evidence});
        writeln!(lines, "{line}").expect("written");
    }
    place.file("report.md", format!("{report}## Sources\n\n{sources}"));
    let ran = place.run(&["verify", "report.md", "sources", "--json"]);
    let told: Value = serde_json::from_str(&ran.out).expect("an answer");
    let in_report = verdicts(&told);
    // What other sources of the report say of the same is no part of a pair.
    let is_disputed = |at: usize| {
        let reason = told["claims"][at]["reason"].as_str().expect("a reason");
        reason.contains("sources disagree") || reason.contains("not say this")
    };
    let path = place.file("pairs.jsonl", lines);
    let ran = place.run(&["verify", "--pairs", &path]);
    let alone: Vec<String> = ran
        .out
        .lines()
        .map(|line| {
            let answer: Value = serde_json::from_str(line).expect("an answer");
            answer["verdict"].as_str().expect("a verdict").to_owned()
        })
        .collect();
    assert_eq!(in_report.len(), alone.len(), "every claim is one sentence");
    let compared: Vec<usize> = (0..chosen.len()).filter(|at| !is_disputed(*at)).collect();
    assert!(compared.len() >= 60, "{}", compared.len());
    let unlike: Vec<String> = compared
        .into_iter()
        .filter(|&at| in_report[at] != alone[at])
        .map(|at| format!("{}: {}, {}", chosen[at]["claim"], in_report[at], alone[at]))
        .collect();
    assert!(unlike.is_empty(), "{}", unlike.join("\n"));
}
