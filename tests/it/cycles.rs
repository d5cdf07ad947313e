//! What follows the writing by itself: judging, reflecting, refining, revising, deciding, as the server that is asked sees it and the journal keeps it.

use rustix::process::Signal;
use serde_json::{Value, json};

use tercet::study::{CycleKind, Event};

use crate::program::{NOTHING_FOLLOWS, Place, QUIET, Ran, finished};
use crate::pty::Setup;
use crate::server::{
    Gate, Seen, Server, Step, deltas, done, finish, reasoning, status, stream_head, whole,
};
use crate::workbench::{QUESTION, with_model};

pub const SALES: &str = "Heat pump sales fell to 2.2 million units in 2024. Subsidy cuts delayed many orders in the fourteen markets. \
A fixed subsidy until 2030 would bring orders back.";

/// What a request is, by its prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    Write(&'static str),
    Revise(&'static str),
    Follow(&'static str),
    Reflect,
    Judge,
    Decide,
    Critique,
}

pub fn asks(seen: &Seen) -> Asks {
    let body = seen.json();
    let messages = body["messages"].as_array().cloned().unwrap_or_default();
    let text = messages
        .iter()
        .rev()
        .filter(|message| message["role"] == "user")
        .filter_map(|message| message["content"].as_str())
        .find(|text| !text.starts_with("That answer could not be"))
        .unwrap_or_default()
        .to_owned();
    let title = ["Situation", "Complication", "Resolution"]
        .into_iter()
        .find(|title| {
            text.contains(&format!("the part \"{title}\""))
                || text.contains(&format!("The part \"{title}\""))
        })
        .unwrap_or("?");
    if text.contains("look for what is weak") {
        Asks::Reflect
    } else if text.contains("You judge a brief") {
        Asks::Judge
    } else if text.contains("Decide whether to look for more evidence") {
        Asks::Decide
    } else if text.contains("You review a part") {
        Asks::Critique
    } else if text.contains("The library was searched again") {
        Asks::Follow(title)
    } else if text.contains("A review found this wrong") || text.contains("Mend this by edits") {
        Asks::Revise(title)
    } else {
        Asks::Write(title)
    }
}

/// A judge's answer that gives every dimension this score.
pub fn scores(score: f32) -> String {
    let given = json!({"score": score, "reason": "as it stands", "sentences": [1]});
    let dimensions = ["accuracy", "completeness", "coverage", "coherence", "bias"];
    let all: serde_json::Map<String, Value> = dimensions
        .iter()
        .map(|name| ((*name).to_owned(), given.clone()))
        .collect();
    Value::Object(all).to_string()
}

const WEAK: &str = r#"{"weaknesses": [{"kind": "abstraction", "part": 1, "what": "The figure of 2024 is left out."}]}"#;
const VAGUE: &str = "Heat pump sales fell [1].";
const PRECISE: &str =
    "REPLACE 1\nWHY the figure\nTEXT Heat pump sales fell to 2.2 million units in 2024 [1].";

pub fn run(place: &Place, server: &Server, settings: &str, arguments: &[&str]) -> Ran {
    let sales = place.file("sales.txt", SALES);
    let all = [&[QUESTION, &sales], arguments].concat();
    place.run_on(server, settings, &all)
}

pub fn cycles(events: &[Event]) -> Vec<CycleKind> {
    let kind = |event: &Event| match event {
        Event::CycleStarted { cycle, .. } => Some(*cycle),
        _ => None,
    };
    events.iter().filter_map(kind).collect()
}

pub fn asked(server: &Server) -> Vec<Asks> {
    server.requests().iter().map(asks).collect()
}

#[test]
fn a_first_draft_is_judged_reflected_on_refined_and_judged_again() {
    let place = Place::new();
    let server = Server::model(|seen| match asks(seen) {
        Asks::Write("Situation") => VAGUE.to_owned(),
        Asks::Write(_) => {
            "Subsidy cuts delayed many orders in the fourteen markets [1].".to_owned()
        }
        Asks::Reflect => WEAK.to_owned(),
        Asks::Revise(_) => PRECISE.to_owned(),
        Asks::Judge => scores(4.0),
        _ => String::new(),
    });
    let ran = run(&place, &server, "", &[]);
    assert_eq!(
        asked(&server),
        [
            Asks::Write("Situation"),
            Asks::Write("Complication"),
            Asks::Write("Resolution"),
            Asks::Judge,
            Asks::Reflect,
            Asks::Revise("Situation"),
            Asks::Judge,
        ],
        "{}",
        ran.err
    );
    // Nobody is there to decide, it scores no lower and no verdict is worse: it is accepted, and said so.
    assert!(
        ran.out.contains("fell to 2.2 million units in 2024 [1]."),
        "{}",
        ran.out
    );
    assert!(
        ran.err.contains("1 change accepted automatically"),
        "{}",
        ran.err
    );
    // What the cycle takes is said before, and afterwards what each change is for.
    assert!(ran.err.contains("refining: takes about"), "{}", ran.err);
    let proposed = place.events().into_iter().find_map(|event| match event {
        Event::RevisionProposed { revision, .. } => Some(revision),
        _ => None,
    });
    let reason = proposed.and_then(|one| one.hunks().next().map(|hunk| hunk.reason.clone()));
    assert!(
        reason.is_some_and(|why| why
            .contains("refined after a reflection: abstraction: The figure of 2024 is left out.")),
        "{}",
        ran.err
    );
    assert_eq!(
        cycles(&place.events()),
        [CycleKind::Draft, CycleKind::Refine]
    );
    // The weakness is told where the conversation ends, after what the provider has cached.
    let revise = server.requests()[5].json();
    let messages = revise["messages"].as_array().expect("messages").clone();
    let draft = server.requests()[2].json();
    let before = draft["messages"].as_array().expect("messages").clone();
    assert_eq!(messages[..before.len()], before[..]);
    let last = messages
        .last()
        .and_then(|last| last["content"].as_str())
        .expect("a turn");
    assert!(
        last.contains("abstraction: The figure of 2024 is left out."),
        "{last}"
    );
}

#[test]
fn below_the_threshold_a_brief_is_revised_twice_at_most_and_the_best_version_is_kept() {
    let place = Place::new();
    let judged = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::model(move |seen| match asks(seen) {
        Asks::Write(_) => VAGUE.to_owned(),
        Asks::Revise("Situation") => {
            let again = judged.load(std::sync::atomic::Ordering::SeqCst);
            if again == 1 {
                PRECISE.to_owned()
            } else {
                "REPLACE 1\nWHY shorter\nTEXT Sales fell in 2024 [1].".to_owned()
            }
        }
        Asks::Revise(_) => "NO CHANGE".to_owned(),
        Asks::Judge => match judged.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
            0 => scores(2.0),
            1 => scores(3.0),
            _ => scores(2.5),
        },
        _ => String::new(),
    });
    let ran = run(&place, &server, "reflect = false", &[]);
    let kinds = cycles(&place.events());
    assert_eq!(
        kinds,
        [CycleKind::Draft, CycleKind::Revise, CycleKind::Revise],
        "{}",
        ran.err
    );
    let judged = asked(&server)
        .iter()
        .filter(|one| **one == Asks::Judge)
        .count();
    assert_eq!(judged, 3);
    assert!(
        ran.out.contains("fell to 2.2 million units in 2024 [1]."),
        "{}\n{}",
        ran.out,
        ran.err
    );
    assert!(!ran.out.contains("Sales fell in 2024 [1]."), "{}", ran.out);
    assert!(
        ran.err.contains("1 change of before stays proposed"),
        "{}",
        ran.err
    );
}

#[test]
fn a_text_that_was_judged_is_not_judged_again_when_a_revision_leads_back_to_it() {
    let place = Place::new();
    let revised = std::sync::atomic::AtomicUsize::new(0);
    let judged = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::model(move |seen| match asks(seen) {
        Asks::Write(_) => VAGUE.to_owned(),
        Asks::Revise("Situation") => {
            match revised.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
                0 => "INSERT AFTER 1\nWHY more\nTEXT Subsidy cuts delayed many orders [1]."
                    .to_owned(),
                _ => "DELETE 2\nWHY less".to_owned(),
            }
        }
        Asks::Revise(_) => "NO CHANGE".to_owned(),
        Asks::Judge => match judged.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
            0 => scores(3.0),
            _ => scores(2.0),
        },
        _ => String::new(),
    });
    let ran = run(&place, &server, "reflect = false", &[]);
    let asked = asked(&server);
    let count = |what: Asks| asked.iter().filter(|one| **one == what).count();
    assert_eq!(count(Asks::Revise("Situation")), 2, "{}", ran.err);
    assert_eq!(count(Asks::Judge), 2, "{}", ran.err);
    let study = place.study();
    assert_eq!(study.open_hunks(), 0, "{}", ran.err);
    assert_eq!(study.sections[0].accepted(), VAGUE);
    assert!(ran.err.contains("the brief scores 3.00"), "{}", ran.err);
}

#[test]
fn a_judge_that_cannot_be_read_is_asked_once_more_and_then_the_measured_scores_stand() {
    let place = Place::new();
    let server = Server::model(|seen| match asks(seen) {
        Asks::Judge => "I would give it a four.".to_owned(),
        _ => "Heat pump sales fell to 2.2 million units in 2024 [1].".to_owned(),
    });
    let ran = run(&place, &server, "reflect = false\nrevisions = 0", &[]);
    let judged: Vec<Seen> = server
        .requests()
        .into_iter()
        .filter(|seen| asks(seen) == Asks::Judge)
        .collect();
    assert_eq!(judged.len(), 2, "{}", ran.err);
    let again = judged[1].json();
    let last = again["messages"]
        .as_array()
        .and_then(|all| all.last().cloned())
        .expect("a turn");
    assert!(
        last["content"]
            .as_str()
            .is_some_and(|text| text.contains("no JSON object")),
        "{last}"
    );
    assert!(ran.err.contains("the measured scores stand"), "{}", ran.err);
    assert!(ran.out.contains("2.2 million"), "{}", ran.out);
    let study = place.study();
    assert_eq!(study.judgements.len(), 2);
    assert!(
        study
            .judgements
            .iter()
            .all(|judgement| judgement.answer.said.is_err())
    );
}

#[test]
fn edits_of_sentences_that_are_not_there_change_nothing_and_are_told() {
    let place = Place::new();
    let server = Server::model(|seen| match asks(seen) {
        Asks::Write(_) => VAGUE.to_owned(),
        Asks::Reflect => WEAK.to_owned(),
        Asks::Revise(_) => PRECISE.replace("REPLACE 1", "REPLACE 40"),
        Asks::Judge => scores(4.0),
        _ => String::new(),
    });
    let ran = run(&place, &server, "", &[]);
    for line in [
        "wrote Situation: 5 words (",
        "judged the proposed text: 4.0 (",
        "reflected on the brief: 1 weakness (",
        "began refining: Situation",
        "Situation: nothing was proposed that could be used: the writer edited sentence 40, but there are 1",
    ] {
        assert!(ran.err.contains(line), "{line}: {}", ran.err);
    }
    assert!(ran.out.contains("Heat pump sales fell [1]."), "{}", ran.out);
}

#[test]
fn what_a_model_thinks_is_kept_for_the_trace_and_leaves_the_program_nowhere() {
    let place = Place::new();
    let server = Server::site(|seen| {
        let text = match asks(seen) {
            Asks::Judge => scores(4.0),
            _ => VAGUE.to_owned(),
        };
        let thought = reasoning("Let me think of zeppelins.");
        let parts = [
            stream_head(),
            thought,
            deltas(&[&text]),
            finish("stop"),
            done(),
        ];
        vec![Step::Send(parts.concat())]
    });
    let ran = run(
        &place,
        &server,
        "reflect = false\nrevisions = 0",
        &["--json"],
    );
    let exported = place.run(&["export", "last", "--method", "--scores"]);
    let listed = place.run(&["studies", "events", "last"]);
    let as_json = place.run(&["studies", "events", "last", "--json"]);
    for told in [&ran, &exported, &listed, &as_json] {
        let all = format!("{}{}", told.out, told.err);
        assert!(!all.contains("zeppelin"), "{all}");
    }
    assert!(
        listed
            .out
            .contains("kept the model's reasoning: 26 characters"),
        "{}",
        listed.out
    );
    let events = place.events();
    let thoughts: Vec<&Event> = events
        .windows(2)
        .filter(
            |pair| matches!(&pair[1], Event::ReasoningKept { text } if text.contains("zeppelins")),
        )
        .map(|pair| &pair[0])
        .collect();
    assert!(
        matches!(
            thoughts[..],
            [
                Event::SectionWritten { .. },
                Event::SectionWritten { .. },
                Event::SectionWritten { .. },
                Event::BriefJudged { .. }
            ]
        ),
        "each stands after what it led to: {thoughts:?}"
    );
}

#[test]
fn where_no_writer_answers_the_research_tools_own_output_stands_without_confidence() {
    let place = Place::new();
    let findings = json!({
        "query": QUESTION,
        "observations": ["Heat pump sales fell to 2.2 million units in 2024."],
        "final_output": "Sales fell.\n\nSubsidies were cut."
    });
    let findings = place.file("transcript.json", findings.to_string());
    let server = Server::site(|_| vec![Step::Send(status("401 Unauthorized", "", "no such key"))]);
    let config = place.file("run.toml", NOTHING_FOLLOWS);
    let mut command = place.command(&[
        "run", QUESTION, &findings, "--model", "openai/m", "--config", &config,
    ]);
    command
        .env("OPENAI_BASE_URL", server.base_url())
        .env("OPENAI_API_KEY", "sk-test");
    let ran = finished(command.output().expect("started"));
    assert!(
        ran.out.contains("Sales fell.\n\nSubsidies were cut."),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("confidence: 0.00") && ran.out.contains("nothing of it was checked"),
        "{}",
        ran.out
    );
    assert_eq!(ran.status, 3, "{}", ran.err);
}

/// A model whose judge waits until the gate is opened.
fn slow_judge() -> (Server, Gate) {
    let gate = Gate::default();
    let held = gate.clone();
    let server = Server::site(move |seen| match asks(seen) {
        Asks::Judge => {
            let mut steps = vec![Step::Hold(held.clone())];
            steps.extend(whole(&scores(4.0)));
            steps
        }
        _ => whole("Heat pump sales fell to 2.2 million units in 2024 [1]."),
    });
    (server, gate)
}

/// A workbench on the question, with nothing but what `settings` says to follow the writing.
fn workbench(place: &Place, server: &Server, settings: &str, arguments: &[&str]) -> Setup {
    let config = place.file(
        "run.toml",
        format!("[tiers]\ncritic = \"extractive\"\n[run]\n{settings}\n"),
    );
    let arguments: Vec<&str> = ["--config", &config]
        .iter()
        .chain(arguments)
        .copied()
        .collect();
    with_model(place, server, &arguments).size(160, 48)
}

#[test]
fn p_pauses_after_the_running_step_and_goes_on_where_it_stood() {
    let place = Place::new();
    let gate = Gate::default();
    let held = gate.clone();
    let server = Server::site(move |seen| match asks(seen) {
        Asks::Write("Complication") => {
            let mut steps = vec![Step::Hold(held.clone())];
            steps.extend(whole(
                "Subsidy cuts delayed many orders in the fourteen markets [1].",
            ));
            steps
        }
        _ => whole("Heat pump sales fell to 2.2 million units in 2024 [1]."),
    });
    let sales = place.file("sales.txt", SALES);
    let mut program = workbench(
        &place,
        &server,
        QUIET,
        &[QUESTION, &sales, "--model", "openai/m"],
    )
    .start();
    program.wait_for("▍ Complication");
    program.keys("\tp");
    program.wait_for("pausing after this");
    gate.open();
    program.wait_for("paused");
    program.wait_for("delayed many orders");
    assert_eq!(
        asked(&server),
        [Asks::Write("Situation"), Asks::Write("Complication")]
    );
    // What was paused is paused for whoever opens it next, and goes on without writing anything twice.
    program.keys("q");
    program.wait_for_exit();
    let mut program = workbench(&place, &server, QUIET, &[]).start();
    program.wait_for("paused");
    program.keys("\tp");
    program.wait_for("done · draft 1");
    assert_eq!(
        asked(&server),
        [
            Asks::Write("Situation"),
            Asks::Write("Complication"),
            Asks::Write("Resolution")
        ]
    );
}

#[test]
fn nothing_is_written_anew_under_the_hands_of_whoever_reviews() {
    let place = Place::new();
    let gate = Gate::default();
    let held = gate.clone();
    let judged = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::site(move |seen| match asks(seen) {
        Asks::Write(_) => whole(VAGUE),
        Asks::Revise("Situation") => whole(PRECISE),
        Asks::Judge if judged.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 1 => {
            let mut steps = vec![Step::Hold(held.clone())];
            steps.extend(whole(&scores(2.0)));
            steps
        }
        Asks::Judge => whole(&scores(2.0)),
        _ => whole("NO CHANGE"),
    });
    let sales = place.file("sales.txt", SALES);
    let mut program = workbench(
        &place,
        &server,
        "reflect = false",
        &[QUESTION, &sales, "--model", "openai/m"],
    )
    .start();
    program.wait_for("1 change");
    let times_judged = |server: &Server| {
        let all = asked(server).into_iter();
        all.filter(|one| *one == Asks::Judge).count()
    };
    program.wait_until("the judge is asked again", |_| times_judged(&server) == 2);
    program.keys("\tR");
    program.wait_for("change 1 of 1");
    program.wait_for("stops");
    gate.open();
    program.wait_for("the run goes on when you leave");
    let revised = || {
        let all = asked(&server).into_iter();
        all.filter(|one| matches!(one, Asks::Revise(_))).count()
    };
    let before = revised();
    program.keys("q");
    program.wait_for("the writer mends nothing");
    assert!(revised() > before);
}

#[test]
fn a_run_killed_while_the_judge_reads_goes_on_with_the_judge_and_pays_for_nothing_twice() {
    let place = Place::new();
    let (server, gate) = slow_judge();
    let sales = place.file("sales.txt", SALES);
    let settings = "reflect = false\nrevisions = 0";
    let mut program = workbench(
        &place,
        &server,
        settings,
        &[QUESTION, &sales, "--model", "openai/m"],
    )
    .start();
    program.wait_for("judging the brief");
    program.wait_until("the judge is asked", |_| asked(&server).len() == 4);
    program.signal(Signal::KILL);
    program.wait_for_exit();
    gate.open();
    let mut program = workbench(&place, &server, settings, &[]).start();
    program.wait_for("were interrupted");
    let written = |server: &Server| {
        asked(server)
            .iter()
            .filter(|one| matches!(one, Asks::Write(_)))
            .count()
    };
    assert_eq!(asked(&server).len(), 4);
    program.keys("\tr");
    program.wait_for("done · draft 1");
    assert_eq!(written(&server), 3);
    assert_eq!(asked(&server).last(), Some(&Asks::Judge));
    assert_eq!(asked(&server).len(), 5);
    assert_eq!(place.study().judgements.len(), 1);
}

#[test]
fn a_pinned_sentence_stays_whatever_a_cycle_proposes() {
    let place = Place::new();
    let server = Server::site(|seen| match asks(seen) {
        Asks::Write(_) if seen.body.contains("shorter, please") => whole(
            "REPLACE 1\nWHY shorter\nTEXT Sales fell [1].\n\nREPLACE 2\nWHY shorter\nTEXT Subsidy cuts delayed orders [1].",
        ),
        _ => whole(
            "Heat pump sales fell to 2.2 million units in 2024 [1]. Subsidy cuts delayed many orders in the fourteen markets [1].",
        ),
    });
    let sales = place.file("sales.txt", SALES);
    let mut program = workbench(
        &place,
        &server,
        QUIET,
        &[QUESTION, &sales, "--model", "openai/m"],
    )
    .start();
    program.wait_for("done · draft 1");
    program.keys("1P");
    program.wait_for("pinned: no cycle changes this sentence");
    program.keys("S");
    program.wait_for("Steer Situation");
    program.keys("shorter, please\r");
    program.wait_for("1 change is ready");
    let study = place.study();
    assert_eq!(
        study.sections[0].candidate(),
        "Heat pump sales fell to 2.2 million units in 2024 [1]. Subsidy cuts delayed orders [1]."
    );
    let told = server.requests().last().expect("asked").body.clone();
    assert!(told.contains("they stay letter for letter"), "{told}");
}

#[test]
fn a_run_that_was_stopped_while_the_judge_reads_says_so_and_goes_on_with_the_judge() {
    let place = Place::new();
    let (server, gate) = slow_judge();
    let sales = place.file("sales.txt", SALES);
    let mut program = workbench(
        &place,
        &server,
        "reflect = false\nrevisions = 0",
        &[QUESTION, &sales, "--model", "openai/m"],
    )
    .start();
    program.wait_for("judging the brief");
    program.wait_until("the judge is asked", |_| asked(&server).len() == 4);
    program.keys("\x03");
    program.wait_for("what follows the writing was cut: r goes on");
    gate.open();
    program.keys("\tr");
    program.wait_for("done · draft 1");
    let judged = asked(&server)
        .iter()
        .filter(|one| **one == Asks::Judge)
        .count();
    assert_eq!(judged, 2);
    let study = place.study();
    assert!(
        study
            .judgements
            .last()
            .is_some_and(|last| last.answer.said.is_ok())
    );
}
