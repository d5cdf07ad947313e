//! `tercet run --study`: going on with a study that a budget ended, that lacks sections, whose evidence grew, changed or went.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rustix::process::{Pid, Signal, kill_process};
use tercet::study::Verdict;

use crate::program::{NOTHING_FOLLOWS, Place, QUIET, finished};
use crate::pty::{Program, Setup};
use crate::server::{Gate, Seen, Server, Step, answered, deltas, done, finish, stream_head};
use crate::workbench::{QUESTION, quit, tercet};

const SALES: &str = "Heat pump sales fell to 2.2 million units in 2024. Subsidy cuts delayed many orders in the fourteen markets.";
const DRAFT: &str = "Heat pump sales fell to 2.2 million units in 2024 [1].";
const PROVERBS: &str =
    "A stitch in time saves nine, and many hands make light work of any harvest.";

fn model(answer: impl Fn(&str) -> String + Send + Sync + 'static) -> Server {
    Server::model(move |seen: &Seen| answer(&seen.last_message()))
}

/// A model that drafts, and wants evidence that there is none of before it goes on.
fn looks_for_what_is_nowhere() -> Server {
    model(|asked| {
        if asked.contains("Decide whether to look for more evidence") {
            r#"{"decision": "continue", "reasons": ["no cost"], "queries": ["zeppelin tariffs"]}"#
                .to_owned()
        } else {
            DRAFT.to_owned()
        }
    })
}

/// A workbench whose draft stopped early, and that found nothing of what its model wants before it goes on.
fn waiting_for_what_is_nowhere(place: &Place, server: &Server) -> Program {
    let sales = place.file("sales.txt", SALES);
    let config = place.file("quiet.toml", NOTHING_FOLLOWS);
    let start: Setup = tercet(
        place,
        &[
            QUESTION,
            &sales,
            "--model",
            "openai/m",
            "--config",
            &config,
            "--early-decision",
            "complication",
        ],
    );
    let mut program = start
        .env("OPENAI_BASE_URL", server.base_url())
        .size(160, 48)
        .start();
    program.wait_for("nothing more in the library");
    program
}

#[test]
fn evidence_that_adds_nothing_stays_out_when_its_folder_is_named_again() {
    let place = Place::new();
    let server = model(|_| DRAFT.to_owned());
    place.file("ev/sales.txt", SALES);
    let folder = place.path("ev").display().to_string();
    place.run_on(&server, QUIET, &[QUESTION, &folder]);
    let proverbs = place.file("proverbs.txt", PROVERBS);
    let before = server.requests().len();
    let ran = place.run_on(&server, QUIET, &["--study", "last", &proverbs]);
    assert!(ran.err.contains("adds nothing to the brief"), "{}", ran.err);
    let ran = place.run_on(&server, QUIET, &["--study", "last", &folder]);
    assert_eq!(
        (ran.status, server.requests().len()),
        (0, before),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("this evidence adds nothing new"),
        "{}",
        ran.err
    );
}

#[test]
fn a_ceiling_is_raised_on_the_command_line_and_the_run_goes_on() {
    let place = Place::new();
    let server = model(|_| DRAFT.to_owned());
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales, "--max-tokens", "10"]);
    assert_eq!((ran.status, server.requests().len()), (3, 0), "{}", ran.err);
    assert!(
        ran.err.contains("goes on with more, such as --max-tokens"),
        "{}",
        ran.err
    );
    let ran = place.run_on(&server, QUIET, &["--study", "last"]);
    assert!(ran.err.contains("the budget is reached"), "{}", ran.err);
    let ran = place.run_on(&server, QUIET, &["--study", "last", "--max-tokens", "90k"]);
    assert_eq!((ran.status, server.requests().len()), (0, 3), "{}", ran.err);
    assert!(ran.out.contains("## Resolution"), "{}", ran.out);
}

#[test]
fn a_run_that_is_interrupted_says_what_goes_on_and_asks_for_nothing_twice() {
    let place = Place::new();
    let gate = Gate::default();
    let held = gate.clone();
    let server = Server::site(move |seen| {
        if !seen.last_message().contains("the part \"Complication\"") {
            return answered(&[DRAFT]);
        }
        vec![
            Step::Send([stream_head(), deltas(&[DRAFT, " Then"])].concat()),
            Step::Hold(held.clone()),
            Step::Send([deltas(&[" it ended [1]."]), finish("stop"), done()].concat()),
        ]
    });
    let sales = place.file("sales.txt", SALES);
    let arguments = [QUESTION, &sales, "--json"];
    let mut child = place
        .command_on(&server, QUIET, &arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let told = BufReader::new(child.stdout.take().expect("piped"));
    let mut told = told.lines().map_while(Result::ok);
    assert!(told.any(|line| line.contains("section_written")));
    let process = Pid::from_child(&child);
    // An interrupt may be ignored by whoever runs the tests, and is left alone then.
    kill_process(process, Signal::TERM).expect("it is running");
    let rest = thread::spawn(move || told.count());
    let ran = finished(child.wait_with_output().expect("ended"));
    assert!(rest.join().is_ok());
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(ran.err.contains("stopping"), "{}", ran.err);
    assert!(ran.err.contains("`tercet run --study 1`"), "{}", ran.err);
    gate.open();
    let ran = place.run_on(&server, QUIET, &["--study", "last"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let of_situation = |seen: &&Seen| seen.last_message().contains("the part \"Situation\"");
    assert_eq!(server.requests().iter().filter(of_situation).count(), 1);
}

#[test]
fn whoever_stops_what_is_finished_first_has_nothing_begun_after_it() {
    let place = Place::new();
    let (held, asked) = (Gate::default(), [Gate::default(), Gate::default()]);
    let (until, asks, times) = (held.clone(), asked.clone(), AtomicUsize::new(0));
    let server = Server::site(move |seen| {
        if !seen.last_message().contains("the part \"Complication\"") {
            return answered(&[DRAFT]);
        }
        if let Some(gate) = asks.get(times.fetch_add(1, Ordering::Relaxed)) {
            gate.open();
        }
        vec![
            Step::Send([stream_head(), deltas(&[DRAFT, " Then"])].concat()),
            Step::Hold(until.clone()),
            Step::Send([deltas(&[" it ended [1]."]), finish("stop"), done()].concat()),
        ]
    });
    let stopped = |arguments: &[&str], asked: &Gate| {
        let child = place
            .command_on(&server, QUIET, arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        assert!(asked.wait(), "the part is asked for");
        kill_process(Pid::from_child(&child), Signal::TERM).expect("it is running");
        finished(child.wait_with_output().expect("ended"))
    };
    let sales = place.file("sales.txt", SALES);
    stopped(&[QUESTION, &sales], &asked[0]);
    let register = place.file(
        "register.txt",
        "Sales of heat pumps rose by 3 percent in May.",
    );
    let ran = stopped(&["--study", "last", &register], &asked[1]);
    held.open();
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(
        ran.err
            .contains("register.txt: the run was stopped before that"),
        "{}",
        ran.err
    );
    assert!(!ran.err.contains("updating"), "{}", ran.err);
    assert_eq!(place.study().evidence.len(), 1);
}

#[test]
fn a_part_that_waits_for_evidence_is_completed_where_nobody_is_there_to_bring_any() {
    let place = Place::new();
    let server = looks_for_what_is_nowhere();
    quit(waiting_for_what_is_nowhere(&place, &server));
    let missing = place.study().missing_sections();
    assert_eq!(missing.len(), 1, "{missing:?}");
    let ran = place.run_on(&server, QUIET, &["--study", "last", "--model", "lab/m"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("## Resolution"), "{}", ran.out);
}

#[test]
fn what_another_study_has_read_is_found_brought_in_and_named() {
    let place = Place::new();
    let server = model(|asked| {
        if asked.contains("Decide whether to look for more evidence") {
            r#"{"decision": "continue", "reasons": ["stock is missing"], "queries": ["warehouse stock of compressors"]}"#.to_owned()
        } else if asked.contains("The library was searched again") {
            "INSERT AFTER 1\nWHY stock\nTEXT Warehouse stock of compressors stood at nine weeks in March 2025 [2].".to_owned()
        } else {
            DRAFT.to_owned()
        }
    });
    let stock = place.file(
        "stock.txt",
        "Warehouse stock of compressors stood at nine weeks in March 2025, the wholesalers' register says.",
    );
    let proverbs = place.file(
        "proverbs.txt",
        "Of stock phrases and proverbs many a song is made.",
    );
    place.run_on(&server, QUIET, &["What is in stock?", &stock, &proverbs]);
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(
        &server,
        QUIET,
        &[QUESTION, &sales, "--early-decision", "situation"],
    );
    assert!(
        ran.err.contains("found elsewhere in the library"),
        "{}",
        ran.err
    );
    let study = place.study();
    let paths: Vec<&str> = study.evidence.iter().map(|one| one.uri.as_str()).collect();
    assert_eq!(
        paths,
        [sales.as_str(), stock.as_str()],
        "the song is about something else"
    );
    assert!(
        ran.out.contains("nine weeks in March 2025 [2]"),
        "{}\n{}",
        ran.out,
        ran.err
    );
    assert!(ran.out.contains("stock.txt"), "{}", ran.out);
    // Nobody asked for it to be evidence, so it can be refused, and nothing finds it again.
    assert!(ran.err.contains("studies take-out"), "{}", ran.err);
    let ran = place.run(&["studies", "take-out", "last", "stock"]);
    assert!(
        ran.out
            .contains("nine weeks in March 2025 [2]. (rests on it alone)"),
        "{}\n{}",
        ran.out,
        ran.err
    );
    let ran = place.run_on(&server, QUIET, &["--study", "last"]);
    let study = place.study();
    assert_eq!(study.current().count(), 1);
    // What rested on it is proposed to go.
    let mut texts = study.sections.iter().map(tercet::study::Section::candidate);
    assert!(texts.all(|text| !text.contains("[2]")), "{}", ran.err);
    let ran = place.run(&["studies", "put-back", "last", "stock"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(place.study().current().count(), 2);
    let ran = place.run(&["studies", "take-out", "last", "no such thing"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
}

#[test]
fn claims_whose_source_changed_or_went_are_borne_out_no_longer() {
    let place = Place::new();
    let server = model(|asked| {
        if asked.contains("Update this part") {
            "NO CHANGE".to_owned()
        } else {
            DRAFT.to_owned()
        }
    });
    place.file(
        "ev/other.txt",
        "Installers report order books of nine weeks in all of the fourteen markets.",
    );
    let sales = place.file("ev/sales.txt", SALES);
    let folder = place.path("ev").display().to_string();
    let ran = place.run_on(&server, QUIET, &[QUESTION, &folder]);
    assert!(ran.err.contains("claims: 3 supported"), "{}", ran.err);
    std::fs::write(&sales, SALES.replace("2.2", "1.9")).expect("changed");
    let ran = place.run_on(&server, QUIET, &["--study", "last", &folder]);
    let update = server
        .requests()
        .last()
        .map(Seen::last_message)
        .expect("asked");
    assert!(
        update.contains("sentence 1: ") && update.contains("1.9 million units in 2024"),
        "{update}"
    );
    let study = place.study();
    assert_eq!(study.count(Verdict::Supported), 0, "{}", ran.err);
    // What its only source denies now is left standing by the writer.
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(ran.out.contains("(older version)"), "{}", ran.out);
    // What was cited is what is still shown for it, as it was when it was cited.
    let quotes = study
        .sections
        .iter()
        .flat_map(|section| section.claims.iter());
    let quotes: Vec<&str> = quotes
        .filter_map(|claim| claim.evidence.as_ref().map(|quote| quote.text.as_str()))
        .collect();
    assert!(
        !quotes.is_empty() && quotes.iter().all(|quote| quote.contains("2.2 million")),
        "{quotes:?}"
    );
    std::fs::remove_file(&sales).expect("removed");
    let ran = place.run_on(&server, QUIET, &["--study", "last", &folder]);
    assert!(
        ran.err.contains("sentences rest on sources that are gone"),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("1 source and 1 no longer there"),
        "{}",
        ran.err
    );
    let exported = place.run(&["export", "last", "--verdicts"]);
    assert!(
        exported.out.contains(", no longer there\n"),
        "{}",
        exported.out
    );
    assert!(
        exported
            .out
            .contains("said so in an older version, and does not now"),
        "{}",
        exported.out
    );
}

#[test]
fn in_the_workbench_r_writes_the_sections_that_a_brief_was_left_without() {
    let place = Place::new();
    let server = looks_for_what_is_nowhere();
    let mut program = waiting_for_what_is_nowhere(&place, &server);
    program.keys("r");
    program.wait_for("draft 2");
    program.wait_while("▍");
    quit(program);
    assert!(place.study().is_complete());
}

#[test]
fn a_correction_of_several_figures_is_set_against_what_stands_without_a_model_too() {
    let place = Place::new();
    place.file(
        "ev/port.md",
        "# Port authority\n\nThe connection of the port to the grid is limited to 4 MW. An upgrade to 8 MW costs 2.6 million euros and takes 18 months.",
    );
    place.file(
        "ev/ferries.md",
        "# Fleet\n\nThe operator runs 14 ferries from the port. The port should replace its diesel ferries with battery ferries by 2030.",
    );
    let folder = place.path("ev").display().to_string();
    let question = "Should the port upgrade its grid connection for battery ferries?";
    let ran = place.run(&["run", question, &folder]);
    assert!(ran.out.contains("costs 2.6 million euros"), "{}", ran.out);
    let note = place.file(
        "note.md",
        "# Note of August\n\nAn upgrade to 8 MW costs 3.4 million euros and takes 24 months.",
    );
    let ran = place.run(&["run", "--study", "last", &note]);
    assert!(ran.err.contains("1 sentence touched"), "{}", ran.err);
    let changes = place.run(&["studies", "changes", "last"]);
    let said = format!("{}{}", ran.out, changes.out);
    assert!(
        said.contains("costs 3.4 million euros and takes 24 months") && said.contains("disagrees"),
        "{said}\n{}",
        ran.err
    );
}

#[test]
fn what_rests_on_a_file_that_went_is_taken_out_without_a_model_too() {
    let place = Place::new();
    place.file("ev/sales.md", crate::workbench::SALES);
    place.file("ev/register.md", crate::workbench::REGISTER);
    let folder = place.path("ev").display().to_string();
    let ran = place.run(&["run", QUESTION, &folder]);
    assert!(ran.out.contains("until 2027 ["), "{}", ran.out);
    std::fs::remove_file(place.path("ev/register.md")).expect("removed");
    let ran = place.run(&["run", "--study", "last", &folder]);
    assert!(ran.err.contains("no longer there"), "{}", ran.err);
    assert!(ran.err.contains("2 sentences touched"), "{}", ran.err);
    // What has lost its source answers nothing, so that the brief is no worse without it.
    assert!(
        ran.err.contains("2 changes accepted automatically"),
        "{}",
        ran.err
    );
    assert!(!ran.out.contains("until 2027"), "{}", ran.out);
    assert!(!ran.err.contains("is left out"), "{}", ran.err);
}
