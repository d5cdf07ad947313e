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
fn what_was_read_from_a_file_that_is_gone_is_found_and_says_so() {
    let place = Place::new();
    let file = place.file("note.md", "# Note\n\nThe ferry carried 40 cars.\n");
    place.run(&["ingest", &file]);
    let found = || {
        let text = place.run(&["search", "ferry"]).out;
        let json = json(&place.run(&["search", "ferry", "--json"]));
        let gone = json["hits"][0]["document"]["gone"].as_bool();
        (text.contains("note.md (no longer there)"), gone)
    };
    assert_eq!(found(), (false, Some(false)));
    std::fs::remove_file(&file).expect("removed");
    assert_eq!(found(), (true, Some(true)));
}

#[test]
fn a_text_that_lies_in_two_places_is_named_with_both_and_a_place_that_is_gone_is_not() {
    let place = Place::new();
    let text = "# Note\n\nThe ferry carried 40 cars.\n";
    let one = place.file("harbour/note.md", text);
    let other = place.file("archive/ferry.md", text);
    place.run(&["ingest", &one]);
    place.run(&["ingest", &other]);
    let found = || {
        let told = place.run(&["search", "ferry"]).out;
        let json = json(&place.run(&["search", "ferry", "--json"]));
        (
            told.contains("also at "),
            json["hits"][0]["document"]["also_at"].clone(),
        )
    };
    assert_eq!(found(), (true, serde_json::json!([other])));
    std::fs::remove_file(&other).expect("removed");
    assert_eq!(found(), (false, serde_json::json!([])));
}

#[test]
fn a_search_from_a_date_says_how_many_documents_tell_none() {
    let place = library();
    let told = place
        .run(&["search", "wheat exports motets", "--from", "2023"])
        .out;
    let left_out = "1 document left out by --from or --to that tells no date\n";
    assert!(told.contains("Grain") && told.ends_with(left_out), "{told}");
    let told = place
        .run(&[
            "search",
            "Palestrina motets",
            "--mode",
            "lexical",
            "--to",
            "2022",
        ])
        .out;
    assert_eq!(told, format!("nothing found; {left_out}"));
    let told = json(&place.run(&["search", "wheat", "--json", "--to", "2024"]));
    assert_eq!(told["undated"], 1);
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
        format!(
            "{{\"id\": 1, \"text\": \"wheat exports\"}}\nbroken\n{{\"_id\": \"b\", \"text\": \"choir\"}}\n{{\"id\": 3, \"text\": \"{}\"}}\n",
            "wheat ".repeat(300_000)
        ),
    );
    let ran = place.run(&["search", "--batch", &queries, "--json", "-k", "1"]);
    assert_eq!(ran.status, 1, "{}", ran.err);
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
    assert!(ran.err.contains("line 2 is not a query"), "{}", ran.err);
    assert!(
        ran.err.contains("line 4 is longer than 1 MiB"),
        "{}",
        ran.err
    );
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
    assert_eq!(ran.status, 1, "{}", ran.err);
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
fn a_file_that_was_deleted_is_told_when_its_folder_is_ingested_again() {
    let place = Place::new();
    let kept = place.file(
        "depot/kept.md",
        "The depot moves in May because the lease ends.\n",
    );
    let deleted = place.file("depot/deleted.md", "The depot stays where it is.\n");
    let folder = std::path::Path::new(&kept)
        .parent()
        .unwrap()
        .to_str()
        .unwrap()
        .to_owned();
    assert_eq!(place.run(&["ingest", &folder]).status, 0);
    std::fs::remove_file(&deleted).unwrap();
    let again = place.run(&["ingest", &folder]);
    assert!(
        again.err.contains("deleted.md: no longer exists"),
        "{}",
        again.err
    );
    assert!(
        !again.err.contains("kept.md: is no longer"),
        "{}",
        again.err
    );
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
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.err.contains("line 1 is not UTF-8"), "{}", ran.err);
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

/// A place in whose data folder nothing may be written: the program runs as another user where the test may write anywhere.
struct Protected(Place);

impl Protected {
    fn new(place: Place) -> Self {
        let protected = Self(place);
        // The tests' own folder is closed to other users.
        mode(&protected.0.path("."), 0o755);
        if rustix::process::geteuid().is_root() {
            let program = protected.0.path("program");
            std::fs::copy(env!("CARGO_BIN_EXE_tercet"), program).expect("copied");
        }
        protected.set(0o555, 0o444);
        protected
    }

    fn set(&self, folders: u32, files: u32) {
        let locks = self.0.data_dir().join("locks");
        for file in self.0.kept() {
            mode(&file, files);
        }
        mode(&locks, folders);
        mode(&self.0.data_dir(), folders);
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        use std::os::unix::process::CommandExt;

        const NOBODY: u32 = 65_534;
        let command = self.0.command(arguments);
        if !rustix::process::geteuid().is_root() {
            let mut command = command;
            return finished(command.output().expect("started"));
        }
        let mut other = std::process::Command::new(self.0.path("program"));
        other
            .args(command.get_args())
            .env_clear()
            .envs(
                command
                    .get_envs()
                    .filter_map(|(name, value)| Some((name, value?))),
            )
            .current_dir(self.0.path("."))
            .stdin(Stdio::null())
            .uid(NOBODY)
            .gid(NOBODY);
        finished(other.output().expect("started"))
    }
}

impl Drop for Protected {
    fn drop(&mut self) {
        // So that the folder can be removed.
        self.set(0o755, 0o644);
    }
}

fn mode(path: &std::path::Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("set");
}

#[test]
fn a_library_that_may_only_be_read_is_searched_listed_and_exported() {
    let place = library();
    let ran = place.run(&["run", "What did the choir sing?", "corpus.jsonl"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let [brief, studies] = [&["export", "last"][..], &["studies"]].map(|arguments| {
        let ran = place.run(arguments);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.out
    });
    place.file("new.md", "Nobody has read this yet.");
    let protected = Protected::new(place);
    let found = protected.run(&["search", "heat pumps", "--json"]);
    assert_eq!(found.status, 0, "{}", found.err);
    assert_eq!(docs(&json(&found))[0], "pumps");
    assert_eq!(protected.run(&["export", "last"]).out, brief);
    assert_eq!(protected.run(&["studies"]).out, studies);
    // What would have to be written says so, and what to do.
    let refused = protected.run(&["ingest", "new.md"]);
    assert_ne!(refused.status, 0);
    let told = refused.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("can only be read here"), "{told}");
    assert!(told.contains("--data-dir"), "{told}");
}

#[test]
fn a_library_that_may_only_be_read_is_not_read_without_what_a_crash_left_beside_it() {
    let place = library();
    // A connection that still has the file open has not put its last pages in their place.
    let writing = Library::open(&place.data_dir()).expect("opened");
    let study = writing.create_study(tercet::study::Timestamp(1));
    study.expect("made");
    let left = place.path("left");
    std::fs::create_dir(&left).expect("made");
    for file in ["library.db", "library.db-wal"] {
        std::fs::copy(place.data_dir().join(file), left.join(file)).expect("copied");
    }
    drop(writing);
    std::fs::remove_dir_all(place.data_dir()).expect("removed");
    std::fs::rename(left, place.data_dir()).expect("moved");
    std::fs::create_dir(place.data_dir().join("locks")).expect("made");
    let protected = Protected::new(place);
    let refused = protected.run(&["search", "heat pumps"]);
    assert_ne!(refused.status, 0);
    assert!(refused.err.contains("-wal"), "{}", refused.err);
}

#[test]
fn a_question_in_other_words_finds_what_it_is_about_before_what_shares_a_chance_word() {
    let place = Place::new();
    let what = [
        "threads", "sockets", "parsers", "files", "buffers", "tokens", "queues", "locks", "timers",
        "packets", "streams", "sessions", "caches", "records", "channels", "tables",
    ];
    let mut corpus = vec![
        r#"{"id": "music", "text": "He conducted the first performance of his symphony himself, in Leipzig."}"#
            .to_owned(),
    ];
    corpus.extend(what.map(|what| {
        format!(
            "{{\"id\": \"{what}\", \"text\": \"This crate is a work in progress: its {what} are allocated once and freed when the program ends.\"}}"
        )
    }));
    let corpus = corpus.join("\n");
    let corpus = place.file("corpus.jsonl", &corpus);
    assert_eq!(place.run(&["ingest", "--jsonl", &corpus]).status, 0);
    let found = |query: &str| docs(&json(&place.run(&["search", query, "--json"])));
    assert_eq!(
        found("The composer led the premiere of the work.")[0],
        "music"
    );
    assert_eq!(found("allocated sockets")[0], "sockets");
}

#[test]
fn what_is_hardly_related_is_left_out_and_told() {
    let place = library();
    let ran = place.run(&["search", "quantum chromodynamics lattice"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("hardly related"), "{}", ran.out);
    assert!(ran.out.contains(", document "), "{}", ran.out);
}

#[test]
fn words_in_quotation_marks_that_no_passage_has_are_said_to_be_nowhere() {
    let place = library();
    let ran = place.run(&["search", "\"sales of hydrogen pumps\""]);
    assert!(
        ran.out
            .starts_with("no passage has \"sales of hydrogen pumps\" as it stands; this comes nearest:\n\n1. Heat pumps"),
        "{}",
        ran.out
    );
    let found = json(&place.run(&["search", "\"sales of hydrogen pumps\"", "--json"]));
    assert_eq!(found["quoted_nowhere"][0], "sales of hydrogen pumps");
    let ran = place.run(&["search", "\"sales of heat pumps\""]);
    assert!(
        ran.out.starts_with("1. Heat pumps in 2024\n"),
        "{}",
        ran.out
    );
}

#[test]
fn a_batch_with_a_line_that_is_no_query_answers_the_others_and_says_so_in_its_status() {
    let place = library();
    let queries = place.file(
        "queries.jsonl",
        "{\"id\": 1, \"text\": \"heat pumps\"}\nnot a query\n",
    );
    let ran = place.run(&["search", "--batch", &queries, "--json"]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
}

#[test]
fn a_language_named_by_a_letter_and_marks_is_found_before_the_letter() {
    let place = Place::new();
    let corpus = place.file(
        "corpus.jsonl",
        r#"{"id": "c", "title": "C", "text": "C has pointers. C is small, and C is old. C, C and C."}
{"id": "cpp", "title": "C++", "text": "C++ has templates. C++ was standardised in 1998."}
{"id": "cs", "title": "C#", "text": "C# has properties. C# came with .NET."}
{"id": "vitamin", "title": "Vitamin C", "text": "Vitamin C is in fruit; too little vitamin C makes ill."}
"#,
    );
    assert_eq!(place.run(&["ingest", "--jsonl", &corpus]).status, 0);
    for (query, first) in [
        ("C++", "cpp"),
        ("What is C#?", "cs"),
        ("c++ templates", "cpp"),
    ] {
        let found = docs(&json(&place.run(&["search", query, "--json"])));
        assert_eq!(found.first().map(String::as_str), Some(first), "{query}");
    }
}

#[test]
fn other_spellings_of_what_is_asked_are_found_by_words_alone() {
    let texts = [
        "Send the form by e-mail to the office.",
        "The dairy has forty farms.",
        "Mr O'Brien chairs the harbour board.",
        "RFC2616 describes the protocol.",
        "The port handled 1420000 boxes.",
        "Keys are kept in a HashMap of names.",
        "The mice ate the seed.",
        "Cases of COVID-19 fell in May.",
    ];
    let corpus: Vec<String> = ('a'..)
        .zip(texts)
        .map(|(id, text)| format!("{{\"id\": \"{id}\", \"text\": \"{text}\"}}"))
        .collect();
    let place = Place::new();
    let corpus = place.file("corpus.jsonl", corpus.join("\n"));
    place.run(&["ingest", "--jsonl", &corpus]);
    for (query, wanted) in [
        ("email", "a"),
        ("e-mail", "a"),
        ("O’Brien", "c"),
        ("RFC 2616", "d"),
        ("1,420,000", "e"),
        ("hash map", "f"),
        ("mouse", "g"),
        ("covid19", "h"),
    ] {
        let found = place.run(&["search", query, "--mode", "lexical", "--json"]);
        let docs = docs(&json(&found));
        assert_eq!(docs.first().map(String::as_str), Some(wanted), "{query}");
    }
}

#[test]
fn a_text_that_several_documents_hold_is_found_once_with_the_others_named() {
    let place = Place::new();
    let story =
        "The harbour authority of Velmar counted 9,000 boxes fewer after a crane fell in March.";
    let one = place.file("story.md", format!("# Story\n\n{story}\n"));
    let other = place.file(
        "digest.md",
        format!("# Digest\n\n{story}\n\n## Weather\n\nIt rained on all days but one.\n"),
    );
    place.run(&["ingest", &one, &other]);
    let found = json(&place.run(&["search", "why did the harbour count fewer boxes", "--json"]));
    let hits = found["hits"].as_array().expect("hits");
    let told = hits.iter().filter(|hit| hit["text"] == story).count();
    assert_eq!(told, 1, "{found}");
    assert!(
        hits.iter()
            .any(|hit| hit["also_in"] != serde_json::json!([])),
        "{found}"
    );
}
