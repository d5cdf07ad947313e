//! A draft that stops after a part, to be finished or to look for more first, as the model decides.

use serde_json::json;

use tercet::study::{CycleKind, Event};

use crate::cycles::{Asks, SALES, asked, asks, cycles, run};
use crate::program::{NOTHING_FOLLOWS, Place, QUIET, Ran};
use crate::pty::ESC;
use crate::server::Server;
use crate::update::add;
use crate::workbench::{QUESTION, REGISTER, with_model};

/// A run in which nothing follows the writing but a decision after this part.
fn decided_after(part: &str, place: &Place, server: &Server, evidence: &[&str]) -> Ran {
    let arguments = [evidence, &["--early-decision", part]].concat();
    run(place, server, QUIET, &arguments)
}

#[test]
fn without_a_model_an_early_decision_is_said_to_be_none() {
    let place = Place::new();
    let sales = place.file("sales.txt", SALES);
    let ran = place.run(&["run", QUESTION, &sales, "--early-decision", "complication"]);
    assert!(
        ran.err.contains("an early decision needs a model"),
        "{}",
        ran.err
    );
    assert!(place.study().is_complete(), "{}", ran.err);
}

#[test]
fn an_early_decision_to_finish_writes_the_rest() {
    let place = Place::new();
    let server = Server::model(|seen| match asks(seen) {
        Asks::Decide => {
            r#"{"decision": "finish", "reasons": ["answered"], "key_factors": [], "queries": []}"#
                .to_owned()
        }
        _ => "Heat pump sales fell to 2.2 million units in 2024 [1].".to_owned(),
    });
    let ran = decided_after("complication", &place, &server, &[]);
    assert_eq!(
        asked(&server),
        [
            Asks::Write("Situation"),
            Asks::Write("Complication"),
            Asks::Decide,
            Asks::Write("Resolution")
        ],
        "{}",
        ran.err
    );
    assert_eq!(
        cycles(&place.events()),
        [CycleKind::Draft, CycleKind::Complete]
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
}

#[test]
fn an_early_decision_to_go_on_searches_the_library_and_keeps_the_part_that_is_written() {
    let place = Place::new();
    let reports: Vec<String> = (0..90)
        .map(|at| format!("Heat pump sales in region {at} fell by {at} percent because the subsidy for heat pumps was cut in that region."))
        .collect();
    let reports = reports.join("\n\n");
    let reports = place.file("reports.txt", reports);
    let depots = place.file("depots.txt", "Warehouse stock of compressors stood at nine weeks in March 2025, the wholesalers' register says.");
    let server = Server::model(|seen| {
        match asks(seen) {
        Asks::Decide => r#"{"decision": "continue", "reasons": ["stock is missing"], "key_factors": ["stock"], "queries": ["warehouse stock of compressors"]}"#.to_owned(),
        Asks::Follow(_) => "INSERT AFTER 1\nWHY stock\nTEXT Warehouse stock of compressors stood at nine weeks in March 2025 [9].".to_owned(),
        _ => "Heat pump sales fell to 2.2 million units in 2024 [1].".to_owned(),
    }
    });
    let ran = decided_after("situation", &place, &server, &[&reports, &depots]);
    let events = place.events();
    let kinds = cycles(&events);
    assert!(
        kinds.starts_with(&[CycleKind::Draft, CycleKind::FollowUp]),
        "{kinds:?}\n{}",
        ran.err
    );
    let searched = events.iter().find_map(|event| match event {
        Event::EvidenceSearched {
            queries, passages, ..
        } => Some((queries.clone(), passages.len())),
        _ => None,
    });
    assert_eq!(
        searched.as_ref().map(|(queries, _)| queries.clone()),
        Some(vec!["warehouse stock of compressors".to_owned()])
    );
    assert!(searched.is_some_and(|(_, passages)| passages > 0));
    let follow = server
        .requests()
        .into_iter()
        .find(|seen| matches!(asks(seen), Asks::Follow(_)))
        .expect("followed up");
    assert!(
        follow.body.contains("nine weeks in March 2025"),
        "{}",
        follow.body
    );
}

#[test]
fn what_one_part_takes_up_of_what_was_found_is_told_to_the_next_and_stands_once() {
    const STOCK: &str = "Warehouse stock of compressors stood at nine weeks in March 2025";
    let place = Place::new();
    let depots = place.file("depots.txt", format!("{STOCK}, the register says."));
    let decided = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::model(move |seen| match asks(seen) {
        Asks::Decide => {
            let first = decided.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
            let course = if first { "continue" } else { "finish" };
            let queries: &[&str] = if first {
                &["warehouse stock of compressors"]
            } else {
                &[]
            };
            json!({"decision": course, "reasons": ["stock is missing"], "key_factors": [], "queries": queries}).to_string()
        }
        Asks::Follow(_) => format!("INSERT AFTER 1\nWHY stock\nTEXT {STOCK} [2]."),
        _ => "Heat pump sales fell to 2.2 million units in 2024 [1].".to_owned(),
    });
    place.run(&["ingest", &depots]);
    let plan = "judge = false\nreflect = false\nrevisions = 0\ndecisions = 1";
    let ran = run(&place, &server, plan, &[]);
    let proposed = place.events();
    let proposed = proposed
        .iter()
        .filter(|event| matches!(event, Event::RevisionProposed { .. }));
    assert_eq!(proposed.count(), 1, "{}", ran.err);
    let requests = server.requests();
    let told: Vec<bool> = requests
        .iter()
        .filter(|seen| matches!(asks(seen), Asks::Follow(_)))
        .map(|seen| seen.body.contains("Other parts take this up"))
        .collect();
    assert_eq!(told, [false, true, true], "{}", ran.err);
    assert!(ran.err.contains("following up: takes about"), "{}", ran.err);
}

#[test]
fn with_nothing_to_be_found_other_words_are_tried_and_the_brief_is_completed_from_what_there_is() {
    let place = Place::new();
    let decisions = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::model(move |seen| match asks(seen) {
        Asks::Decide => {
            let wanted = ["zeppelin tariffs", "airship duties", "balloon fares"];
            let at = decisions.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            json!({"decision": "continue", "reasons": ["no cost"], "key_factors": [], "queries": [wanted.get(at)]}).to_string()
        }
        _ => "Heat pump sales fell to 2.2 million units in 2024 [1].".to_owned(),
    });
    let ran = decided_after("complication", &place, &server, &[]);
    assert_eq!(
        asked(&server),
        [
            Asks::Write("Situation"),
            Asks::Write("Complication"),
            Asks::Decide,
            Asks::Decide,
            Asks::Decide,
            Asks::Write("Resolution")
        ],
        "{}",
        ran.err
    );
    assert!(
        ran.err
            .contains("nothing more in the library on: balloon fares"),
        "{}",
        ran.err
    );
    let second = &server.requests()[3];
    assert!(second.body.contains("zeppelin tariffs"), "{}", second.body);
    assert_eq!(ran.status, 0, "{}", ran.err);
}

#[test]
fn a_decision_that_cannot_be_read_does_not_keep_the_brief_from_being_finished() {
    let place = Place::new();
    let server =
        Server::model(|_| "Heat pump sales fell to 2.2 million units in 2024 [1].".to_owned());
    let ran = decided_after("complication", &place, &server, &[]);
    assert_eq!(
        cycles(&place.events()),
        [CycleKind::Draft, CycleKind::Complete],
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("the brief is finished from what there is"),
        "{}",
        ran.err
    );
}

#[test]
fn evidence_that_was_put_off_until_the_brief_is_complete_is_asked_about_then() {
    const SOLD: &str =
        "Heat pump sales in the fourteen markets fell to 2.2 million units in 2024 [1].";
    let place = Place::new();
    let server = Server::model(|seen| {
        match asks(seen) {
        Asks::Decide => {
            json!({"decision": "continue", "reasons": ["no cost"], "key_factors": [], "queries": ["zeppelin tariffs"]}).to_string()
        }
        _ => SOLD.to_owned(),
    }
    });
    let settings = NOTHING_FOLLOWS.replace("[run]", "[run]\nearly_decision = \"complication\"");
    let config = place.file("early.toml", settings);
    let sales = place.file("sales.txt", SALES);
    let arguments = [QUESTION, &sales, "--model", "openai/m", "--config", &config];
    let mut program = with_model(&place, &server, &arguments)
        .size(160, 48)
        .start();
    program.wait_for("completes the brief without it");
    let register = place.file("register.md", REGISTER);
    add(&mut program, &register);
    program.wait_for("enter update 2 sections");
    program.keys(ESC);
    program.wait_for("what the new evidence would affect");
    program.keys("r");
    // It says otherwise than what is written already, and nobody was asked about that.
    program.wait_for("enter update 3 sections");
    program.keys(ESC);
    program.wait_for("1 new source is not in the brief");
    assert_eq!(
        cycles(&place.events()),
        [CycleKind::Draft, CycleKind::Complete]
    );
}
