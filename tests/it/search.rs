//! `tercet ingest` and `tercet search`: the library without a study.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::Value;
use tercet::library::Library;

use crate::program::{Place, Ran, finished};

const CORPUS: &str = r#"{"id": "pumps", "title": "Heat pumps in 2024", "text": "Sales of heat pumps fell to 2.2 million units.", "date": "2024-05-01"}
{"_id": "choir", "title": "Motets", "text": "The choir sang two motets by Palestrina."}
{"id": "grain", "title": "Grain", "text": "Exports of wheat rose in autumn.", "date": "2023"}
"#;

/// A library with a small corpus.
fn library() -> Place {
    let place = Place::new();
    let corpus = place.file("corpus.jsonl", CORPUS);
    let ran = place.run(&["ingest", "--jsonl", &corpus]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    place
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}{}", ran.out, ran.err))
}

fn docs(hits: &Value) -> Vec<String> {
    let hits = hits["hits"].as_array().cloned().unwrap_or_default();
    let id = |hit: Value| hit["doc"].as_str().unwrap_or_default().to_owned();
    hits.into_iter().map(id).collect()
}

#[test]
fn what_was_ingested_is_found_with_its_title_and_its_words_marked() {
    let place = library();
    let ran = place.run(&["search", "selling heat pumps", "-k", "1"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.starts_with("1. Heat pumps in 2024\n"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("of **heat** **pumps** fell"),
        "{}",
        ran.out
    );
    let found = json(&place.run(&["search", "heat pumps", "--json"]));
    let first = &found["hits"][0];
    assert_eq!(first["doc"], "pumps");
    assert_eq!(first["document"]["date"], "2024-05-01");
    assert!(first["score"].as_f64() > Some(0.0) && first["words"].as_f64() > Some(0.0));
}

#[test]
fn filters_leave_out_other_documents() {
    let place = library();
    let found = |arguments: &[&str]| {
        let all = [
            &[
                "search",
                "sales exports motets",
                "--json",
                "--mode",
                "lexical",
            ],
            arguments,
        ]
        .concat();
        let mut docs = docs(&json(&place.run(&all)));
        docs.sort();
        docs
    };
    assert_eq!(found(&[]), ["choir", "grain", "pumps"]);
    assert_eq!(found(&["--from", "2024"]), ["pumps"]);
    assert_eq!(found(&["--to", "2023-12"]), ["grain"]);
    assert_eq!(found(&["--document", "motet"]), ["choir"]);
    assert_eq!(
        found(&["--document", "1", "--document", "grain"]),
        ["grain", "pumps"]
    );
    assert_eq!(found(&["--origin", "web"]), [""; 0]);
}

#[test]
fn nothing_found_is_no_failure() {
    let place = library();
    let ran = place.run(&["search", "zzqqy", "--mode", "lexical"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "nothing found\n"));
    let ran = place.run(&["search", "zzqqy", "--mode", "lexical", "--json"]);
    assert_eq!(
        (ran.status, json(&ran)["hits"].clone()),
        (0, Value::Array(Vec::new()))
    );
    let empty = Place::new().run(&["search", "anything"]);
    assert!(
        empty.status == 0 && empty.out.contains("the library is empty"),
        "{}",
        empty.out
    );
}

#[test]
fn a_batch_is_answered_line_by_line_with_the_corpus_own_ids() {
    let place = library();
    let queries = place.file(
        "q.jsonl",
        "{\"id\": 1, \"text\": \"wheat exports\"}\nbroken\n{\"_id\": \"b\", \"text\": \"choir\"}\n",
    );
    let ran = place.run(&["search", "--batch", &queries, "--json", "-k", "1"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let answers: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(
        (answers[0]["id"].clone(), docs(&answers[0])),
        (1.into(), vec!["grain".to_owned()])
    );
    assert_eq!(
        (answers[1]["id"].clone(), docs(&answers[1])),
        ("b".into(), vec!["choir".to_owned()])
    );
    assert!(ran.err.contains("line 2 is no query"), "{}", ran.err);
}

#[test]
fn a_bad_line_is_told_with_its_number_and_what_is_known_is_skipped() {
    let place = library();
    let corpus = place.file(
        "corpus.jsonl",
        format!("{CORPUS}{{broken\n{{\"id\": \"new\", \"text\": \"News.\"}}\n"),
    );
    let ran = place.run(&["ingest", "--jsonl", &corpus]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.contains("line 4 is no JSON object"), "{}", ran.err);
    assert!(
        ran.err.contains("done: 1 document · 1 passage ·"),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("3 known already · 1 failed"),
        "{}",
        ran.err
    );
}

#[test]
fn a_corpus_may_come_through_a_pipe() {
    let place = Place::new();
    let mut command = place.command(&["ingest", "--jsonl", "-"]);
    let mut running = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    running
        .stdin
        .take()
        .unwrap()
        .write_all(CORPUS.as_bytes())
        .unwrap();
    let ran = finished(running.wait_with_output().unwrap());
    assert!(
        ran.status == 0 && ran.err.contains("3 documents"),
        "{}",
        ran.err
    );
}

#[test]
fn files_are_ingested_and_one_that_cannot_be_read_costs_only_itself() {
    let place = Place::new();
    let good = place.file(
        "notes.md",
        "# Depot\n\nThe depot moves in May because the lease ends.\n",
    );
    let ran = place.run(&["ingest", &good, "missing.pdf"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.err.contains("missing.pdf: there is no such file"),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("done: 1 document") && ran.err.contains("1 failed"),
        "{}",
        ran.err
    );
    let found = place.run(&["search", "why does the depot move"]);
    assert!(found.out.contains("**depot**"), "{}", found.out);
    assert!(place.run(&["studies"]).out.is_empty(), "no study was made");
    assert_eq!(place.run(&["ingest", "missing.pdf"]).status, 3);
}

#[test]
fn what_cannot_be_meant_is_a_mistake_of_usage() {
    let place = Place::new();
    let wrong: [&[&str]; 8] = [
        &["search"],
        &["search", " "],
        &["search", "x", "--from", "March"],
        &["search", "x", "--origin", "mars"],
        &["search", "x", "-k", "0"],
        &["search", "--batch", "q.jsonl"],
        &["ingest"],
        &["ingest", "a.md", "--jsonl", "c.jsonl"],
    ];
    for arguments in wrong {
        let ran = place.run(arguments);
        assert_eq!(ran.status, 2, "{arguments:?}: {}{}", ran.out, ran.err);
    }
    assert_eq!(place.run(&["ingest", "--jsonl", "none.jsonl"]).status, 3);
}

#[test]
fn a_changed_document_is_found_as_it_is_now_and_its_old_version_by_number() {
    let place = Place::new();
    let note = place.file("note.md", "The colony counted 40 wombats.\n");
    place.run(&["ingest", &note]);
    place.file("note.md", "The colony counted fifty-five wombats.\n");
    place.run(&["ingest", &note]);
    let texts = |arguments: &[&str]| {
        let found = json(&place.run(&[&["search", "wombats", "--json"], arguments].concat()));
        let hits = found["hits"].as_array().cloned().unwrap_or_default();
        hits.iter()
            .map(|hit| hit["text"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(&[]), ["The colony counted fifty-five wombats."]);
    assert_eq!(texts(&["--document", "note"]), texts(&[]));
    assert_eq!(
        texts(&["--document", "1"]),
        ["The colony counted 40 wombats."]
    );
}

#[test]
fn an_id_is_one_document_and_an_answer_names_it_once() {
    let place = library();
    let again = place.file(
        "again.jsonl",
        "{\"id\": \"pumps\", \"text\": \"Heat pumps again.\"}\n{\"id\": \"pumps\", \"text\": \"And again.\"}\n",
    );
    let ran = place.run(&["ingest", "--jsonl", &again]);
    assert!(
        ran.err.contains("line 2 has the id \"pumps\" of a line"),
        "{}",
        ran.err
    );
    let queries = place.file(
        "q.jsonl",
        b"\xFF\xFE\n{\"id\": 1, \"text\": \"heat pumps\"}\n",
    );
    let ran = place.run(&["search", "--batch", &queries, "--json"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.contains("line 1 is no query"), "{}", ran.err);
    let docs = docs(&json(&ran));
    assert_eq!(
        docs.iter().filter(|doc| *doc == "pumps").count(),
        1,
        "{docs:?}"
    );
}

#[test]
fn a_span_of_dates_that_ends_before_it_begins_is_a_mistake() {
    let place = library();
    for dates in [
        ["--from=2025", "--to=2024"],
        ["--from=2024-13", "--to=2025"],
    ] {
        let ran = place.run(&[&["search", "pumps"], &dates[..]].concat());
        assert_eq!(ran.status, 2, "{}", ran.out);
        assert!(ran.err.contains("--from"), "{}", ran.err);
    }
    let ran = place.run(&["search", "pumps", "--from=2024-05", "--to=2024"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
}

#[test]
fn a_kill_in_the_middle_of_ingestion_keeps_whole_documents_and_the_next_one_goes_on() {
    const FILES: usize = 1200;
    let place = Place::new();
    for number in 0..FILES {
        let text = format!("# Report {number}\n\n")
            + &format!("Station {number} measured {number} degrees in spring. ").repeat(60);
        // What is refused is told at once, which says how far it is.
        let text = if number % 100 == 50 { "" } else { &text };
        place.file(&format!("reports/{number:04}.md"), text);
    }
    let mut child = place
        .command(&["ingest", "reports"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let told = BufReader::new(child.stderr.take().expect("piped"));
    let empty = told.lines().map_while(Result::ok);
    assert_eq!(
        empty
            .filter(|line| line.contains("is empty"))
            .take(3)
            .count(),
        3
    );
    child.kill().expect("killed");
    child.wait().expect("ended");

    let library = Library::open(&place.data_dir()).expect("opens");
    let cut_short = library.documents().expect("listed");
    let passages: u64 = cut_short
        .iter()
        .map(|document| u64::from(document.passages))
        .sum();
    assert_eq!(
        library.size().expect("counted"),
        (cut_short.len() as u64, passages)
    );
    drop(library);
    assert!(cut_short.iter().all(|document| document.passages > 1));
    let ran = place.run(&["search", "degrees in spring"]);
    assert_eq!(ran.status, 0, "{}", ran.err);

    let ran = place.run(&["ingest", "reports"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let library = Library::open(&place.data_dir()).expect("opens");
    assert_eq!(
        library.documents().expect("listed").len(),
        FILES - FILES / 100
    );
    if !cut_short.is_empty() {
        assert!(
            ran.err
                .contains(&format!("{} known already", cut_short.len())),
            "{}",
            ran.err
        );
    }
    let found = json(&place.run(&["search", "Report 1199", "--json", "-k", "1"]));
    assert_eq!(found["hits"][0]["document"]["title"], "Report 1199");
}
