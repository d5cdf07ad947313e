//! Forks, earlier states, names and deletion, the journal in words, and the trace, as the command line and the workbench give them; and that a journal
//! gives the same study whenever and however it is replayed.

use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};

use tercet::library::Library;
use tercet::study::{
    DocumentId, Envelope, Event, PassageId, Reading, Study, StudyId, Timestamp, editions, study_at,
};
use tercet::{check, export};

use crate::program::{Place, Ran, finished};
use crate::pty::{ENTER, ESC};
use crate::server::Server;
use crate::workbench::{QUESTION, SALES, quit, tercet, with_model};

/// A study that the built-in writer wrote.
fn written() -> (Place, Vec<Envelope>) {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let ran = place.run(&["run", QUESTION, &sales]);
    assert!(ran.status < 2, "{}", ran.err);
    let journal = journal(&place, 1);
    (place, journal)
}

fn journal(place: &Place, study: i64) -> Vec<Envelope> {
    let library = Library::open(&place.data_dir()).expect("opened");
    library.events(StudyId(study)).expect("read")
}

fn position(journal: &[Envelope], is: impl Fn(&Event) -> bool) -> u64 {
    let found = journal.iter().find(|envelope| is(&envelope.event));
    found.expect("an event").seq
}

/// What a study shows: its brief, and all that the analyst decides by.
fn shown(study: &Study) -> (String, String) {
    let options = export::Options {
        date: Timestamp(0),
        confidence: check::scorecard(study).confidence,
        locator: &|_: PassageId| String::new(),
        verdicts: true,
        method: true,
        uncited_sources: true,
        changes: false,
        measured: None,
        scores: false,
        history: &[],
        citations: export::Citations::default(),
        bibliography: None,
    };
    let mut state = vec![study.counts().join(", ")];
    for judgement in &study.judgements {
        state.push(format!(
            "judged {:?} {:.2}",
            judgement.reading,
            judgement.composite()
        ));
    }
    for section in &study.sections {
        for hunk in section
            .revision
            .iter()
            .flat_map(tercet::study::Revision::hunks)
        {
            state.push(format!(
                "hunk {} {:?}: {:?} -> {:?}",
                hunk.id, hunk.decision, hunk.before, hunk.after
            ));
        }
        state.push(format!("{:?}", section.candidate()));
    }
    (export::markdown(study, &options), state.join("\n") + "\n")
}

/// A journal that is stored, cut anywhere and gone on with gives the same study, brief, scores and hunks.
pub fn replays(journal: &[Envelope]) {
    let whole = Study::fold(journal.iter().map(|envelope| &envelope.event));
    assert_eq!(
        shown(&Study::fold(journal.iter().map(|envelope| &envelope.event))),
        shown(&whole)
    );
    for cut in 0..=journal.len() {
        let (first, rest) = journal.split_at(cut);
        let stored: Vec<Event> = first
            .iter()
            .map(|envelope| {
                let text = serde_json::to_string(&envelope.event).expect("written");
                serde_json::from_str(&text).expect("read")
            })
            .collect();
        let mut continued = Study::fold(&stored);
        for envelope in rest {
            continued.apply(&envelope.event);
        }
        assert_eq!(continued, whole, "cut after {cut}");
        assert_eq!(shown(&continued), shown(&whole), "cut after {cut}");
    }
}

/// Journals of earlier releases are read for ever, and come to what they came to then.
#[test]
fn journals_of_every_release_replay_to_the_same_brief_scores_and_hunks() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/journals");
    let mut seen = 0;
    for file in std::fs::read_dir(&folder).expect("a folder").flatten() {
        let path = file.path();
        if path.extension().is_none_or(|ending| ending != "jsonl") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let journal: Vec<Envelope> = text.lines().map(envelope).collect();
        replays(&journal);
        let study = Study::fold(journal.iter().map(|envelope| &envelope.event));
        let (brief, state) = shown(&study);
        for (ending, now) in [("md", brief), ("state", state)] {
            let kept = path.with_extension(ending);
            // A journal that is new here gets what it comes to written beside it, for whoever adds it to look at; as snapshots do.
            if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
                std::fs::write(&kept, &now).expect("written");
            }
            let then = std::fs::read_to_string(&kept).expect("text");
            assert_eq!(now, then, "{}", kept.display());
        }
        seen += 1;
    }
    assert!(seen >= 2, "{seen} journals");
}

/// What becomes of one event of a journal that was damaged.
#[derive(Debug, Clone)]
enum Damage {
    Gone,
    Twice,
    /// Its place is taken by the event that stands this far into the journal.
    Another(usize),
    /// A number or a text in it is another one: the parts of its JSON counted from here.
    Changed(usize, Value),
}

fn damage() -> impl Strategy<Value = Damage> {
    let value = prop_oneof![
        Just(Value::Null),
        any::<u64>().prop_map(Value::from),
        (-3_i64..99).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    prop_oneof![
        Just(Damage::Gone),
        Just(Damage::Twice),
        any::<usize>().prop_map(Damage::Another),
        (any::<usize>(), value).prop_map(|(at, value)| Damage::Changed(at, value)),
    ]
}

/// Puts a value in the place of the part of a JSON text that is counted to.
fn change(json: &mut Value, at: usize, by: &Value) {
    fn leaves<'a>(json: &'a mut Value, found: &mut Vec<&'a mut Value>) {
        match json {
            Value::Object(fields) => fields.values_mut().for_each(|value| leaves(value, found)),
            Value::Array(items) => items.iter_mut().for_each(|value| leaves(value, found)),
            leaf => found.push(leaf),
        }
    }
    let mut found = Vec::new();
    leaves(json, &mut found);
    let count = found.len().max(1);
    if let Some(leaf) = found.into_iter().nth(at % count) {
        leaf.clone_from(by);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is still an event is taken, and what comes of it can be shown and exported.
    #[test]
    fn a_damaged_journal_still_makes_a_study(damaged in prop::collection::vec((any::<usize>(), damage()), 1..12), of_a_model in any::<bool>()) {
        let whole = if of_a_model {
            include_str!("../fixtures/journals/model.jsonl")
        } else {
            include_str!("../fixtures/journals/demo.jsonl")
        };
        let lines: Vec<Value> = whole.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut left: Vec<Vec<Value>> = lines.iter().map(|line| vec![line.clone()]).collect();
        for (at, damage) in damaged {
            let at = at % left.len();
            match damage {
                Damage::Gone => left[at].clear(),
                Damage::Twice => left[at] = [left[at].clone(), left[at].clone()].concat(),
                Damage::Another(other) => left[at] = vec![lines[other % lines.len()].clone()],
                Damage::Changed(part, by) => left[at].iter_mut().for_each(|line| change(line, part, &by)),
            }
        }
        let events: Vec<Event> = left.into_iter().flatten().filter_map(|line| serde_json::from_value(line).ok()).collect();
        let study = Study::fold(&events);
        let (brief, _) = shown(&study);
        prop_assert!(brief.starts_with("---\n"));
    }
}

fn envelope(line: &str) -> Envelope {
    let value: Value = serde_json::from_str(line).expect("JSON");
    Envelope {
        seq: value["seq"].as_u64().expect("a number"),
        at: Timestamp(value["at"].as_i64().expect("a number")),
        event: serde_json::from_value(value).expect("a known event"),
    }
}

#[test]
fn every_event_is_told_in_one_line_with_the_number_that_a_fork_takes() {
    let (place, journal) = written();
    replays(&journal);
    let ran = place.run(&["studies", "events", "last"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), journal.len());
    for (line, envelope) in lines.iter().zip(&journal) {
        let first = line.split_whitespace().next().expect("a number");
        assert_eq!(first, envelope.seq.to_string());
    }
    assert!(
        ran.out.contains("extractive    wrote Situation: "),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("tercet        checked Situation: "),
        "{}",
        ran.out
    );

    let ran = place.run(&["studies", "events", "1", "--json"]);
    let told: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let again: Vec<Envelope> = ran.out.lines().map(envelope).collect();
    assert_eq!(again, journal);
    assert!(
        told.iter()
            .all(|line| line["what"].is_string() && line["by"].is_string())
    );
}

#[test]
fn an_earlier_state_is_exported_as_it_was() {
    let (place, journal) = written();
    let now = place.run(&["export", "1"]).out;
    let last = journal.last().expect("an event").seq.to_string();
    // The day of an export is today's, or that of the state.
    let dated = |brief: &str| {
        let lines = brief.lines().filter(|line| !line.starts_with("date: "));
        lines.collect::<Vec<_>>().join("\n")
    };
    let latest = place.run(&["export", "1", "--at", &last]).out;
    assert_eq!(dated(&latest), dated(&now));
    let first = position(&journal, |event| {
        matches!(event, Event::SectionWritten { .. })
    });
    let then = place.run(&["export", "1", "--at", &first.to_string()]).out;
    let study = study_at(&journal, first);
    assert!(then.contains(study.sections[0].accepted().trim()), "{then}");
    // Nothing had been checked by then, so nothing is said of how sure it is.
    assert!(then.contains("\nconfidence: not checked yet\n"), "{then}");
    for figure in ["composite:", "claims:", "supported:", "limited evidence"] {
        assert!(!then.contains(figure), "{figure} in {then}");
        assert_eq!(now.contains(figure), figure != "limited evidence", "{now}");
    }
    let whole = Study::fold(journal.iter().map(|envelope| &envelope.event));
    assert!(now.contains(whole.sections[2].accepted().trim()), "{now}");
    assert!(
        !then.contains(whole.sections[2].accepted().trim()),
        "{then}"
    );
    let beyond = place.run(&["export", "1", "--at", "999"]);
    assert_eq!(beyond.status, 2);
    assert!(
        beyond.err.contains(&format!("its events are 1 to {last}")),
        "{}",
        beyond.err
    );
}

#[test]
fn a_study_is_named_deleted_and_brought_back_and_nothing_of_it_is_lost() {
    let (place, journal_before) = written();
    let brief = place.run(&["export", "1"]).out;
    assert_eq!(place.run(&["studies", "rename", "1", "Pumps"]).status, 0);
    assert!(place.run(&["studies"]).out.contains("Pumps"));
    assert_eq!(place.run(&["studies", "rename", "1", ""]).status, 0);
    assert!(place.run(&["studies"]).out.contains(QUESTION));

    assert_eq!(place.run(&["studies", "delete", "last"]).status, 0);
    assert_eq!(place.run(&["studies"]).out, "");
    assert!(place.run(&["studies", "--deleted"]).out.contains(QUESTION));
    assert_eq!(place.run(&["export", "last"]).status, 3);
    let again = place.run(&["studies", "delete", "1"]);
    assert!(
        again.err.contains("tercet studies restore 1"),
        "{}",
        again.err
    );
    assert_eq!(place.run(&["export", "1"]).out, brief);

    assert_eq!(place.run(&["studies", "restore", "1"]).status, 0);
    assert!(place.run(&["studies"]).out.contains(QUESTION));
    let kept = journal(&place, 1);
    assert_eq!(kept[..journal_before.len()], journal_before[..]);
    replays(&kept);
}

/// Runs a study whose model writes, is judged, and proposes one better sentence.
fn run(place: &Place, server: &Server) -> Ran {
    let sales = place.file(
        "sales.txt",
        "Heat pump sales fell to 2.2 million units in 2024. Subsidy cuts delayed many orders.",
    );
    let config = place.file("run.toml", "[tiers]\ncritic = \"extractive\"\n");
    let trace = place.path("trace.jsonl").display().to_string();
    let mut command = place.command(&[
        "run", QUESTION, &sales, "--model", "openai/m", "--config", &config, "--trace", &trace,
    ]);
    command
        .env("OPENAI_BASE_URL", server.base_url())
        .env("OPENAI_API_KEY", "sk-test");
    finished(command.output().expect("started"))
}

fn model() -> Server {
    Server::model(|seen| {
        let text = &seen.body;
        let given = json!({"score": 4.0, "reason": "as it stands", "sentences": [1]});
        if text.contains("A review found this wrong") || text.contains("Mend this by edits") {
            "REPLACE 1\nWHY the figure\nTEXT Heat pump sales fell to 2.2 million units in 2024 [1]."
                .to_owned()
        } else if text.contains("look for what is weak") {
            json!({"weaknesses": [{"kind": "abstraction", "part": 1, "what": "The figure is left out."}]}).to_string()
        } else if text.contains("You judge a brief") {
            let names = ["accuracy", "completeness", "coverage", "coherence", "bias"];
            let all: serde_json::Map<String, Value> = names
                .iter()
                .map(|name| ((*name).to_owned(), given.clone()))
                .collect();
            Value::Object(all).to_string()
        } else {
            "Heat pump sales fell [1].".to_owned()
        }
    })
}

#[test]
fn a_fork_within_a_run_is_halted_leaves_the_other_alone_and_calls_nobody() {
    let place = Place::new();
    let server = model();
    let ran = run(&place, &server);
    let before = journal(&place, 1);
    replays(&before);
    let (brief, calls) = (place.run(&["export", "1"]).out, server.requests().len());
    assert!(calls > 3, "{}", ran.err);
    // Every point is one at which a fork can be made and opened.
    for at in 1..=before.len() {
        let forked = place.run(&["studies", "fork", "1", "--at", &at.to_string()]);
        assert_eq!(forked.status, 0, "{}", forked.err);
        let id: i64 = forked.out.trim().parse().expect("a number");
        let copy = journal(&place, id);
        assert_eq!(copy[..at], before[..at]);
        let from = Event::StudyForked {
            from: StudyId(1),
            at: at as u64,
        };
        // Before it stands what was recorded with the last event, where that is within a step.
        let rest = copy[at..].iter().take_while(|one| one.event != from);
        let belongs = |event: &Event| {
            matches!(
                event,
                Event::AutoApplied { .. }
                    | Event::CritiqueRequested { .. }
                    | Event::ReasoningKept { .. }
                    | Event::CallSpent { .. }
            )
        };
        assert!(rest.clone().all(|one| belongs(&one.event)), "at {at}");
        assert!(at + rest.count() < copy.len(), "at {at}");
        let study = Study::fold(copy.iter().map(|envelope| &envelope.event));
        assert_eq!(study.writing(), None, "at {at}");
        replays(&copy);
    }
    let started = position(&before, |event| matches!(event, Event::CycleStarted { .. }));
    let id = place
        .run(&["studies", "fork", "1", "--at", &started.to_string()])
        .out;
    let mut program = with_model(&place, &server, &["open", id.trim(), "--model", "openai/m"])
        .env("OPENAI_API_KEY", "sk-test")
        .start();
    program.wait_for("the study was forked");
    quit(program);
    assert_eq!(server.requests().len(), calls);
    assert_eq!(journal(&place, 1), before);
    assert_eq!(place.run(&["export", "1"]).out, brief);
}

#[test]
fn a_fork_between_an_answer_and_its_check_goes_on_without_a_screen() {
    let place = Place::new();
    let server = model();
    let ran = run(&place, &server);
    let before = journal(&place, 1);
    let judged = position(&before, |event| matches!(event, Event::BriefJudged { .. }));
    let proposed = position(&before, |event| {
        matches!(event, Event::RevisionProposed { .. })
    });
    let drafted = before
        .iter()
        .rev()
        .find(|one| one.seq < judged && matches!(one.event, Event::SectionWritten { .. }))
        .expect("a draft");
    for at in [drafted.seq, proposed] {
        let forked = place.run(&["studies", "fork", "1", "--at", &at.to_string()]);
        let id: i64 = forked.out.trim().parse().expect("a number");
        let mut command = place.command(&["run", "--study", &id.to_string()]);
        command
            .env("OPENAI_BASE_URL", server.base_url())
            .env("OPENAI_API_KEY", "sk-test");
        let went_on = finished(command.output().expect("started"));
        assert_eq!(went_on.status, ran.status, "at {at}: {}", went_on.err);
        let is_judged =
            |one: &Envelope| one.seq > at && matches!(one.event, Event::BriefJudged { .. });
        let copy = journal(&place, id);
        assert!(copy.iter().any(is_judged), "at {at}: {}", went_on.err);
        let text = |out: &str| out.split("\n# ").nth(1).map(str::to_owned);
        assert_eq!(text(&went_on.out), text(&ran.out), "at {at}");
    }
}

#[test]
fn a_trace_has_a_line_for_every_call_and_is_appended_to() {
    let place = Place::new();
    let server = model();
    run(&place, &server);
    let lines = || -> Vec<Value> {
        let text = std::fs::read_to_string(place.path("trace.jsonl")).expect("a trace");
        text.lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    };
    let first = lines();
    assert_eq!(first.len(), server.requests().len());
    let nodes: Vec<&str> = first
        .iter()
        .filter_map(|line| line["node"].as_str())
        .collect();
    assert_eq!(nodes[..3], ["write", "write", "write"]);
    assert!(
        nodes.contains(&"judge") && nodes.contains(&"reflect"),
        "{nodes:?}"
    );
    for line in &first {
        assert!(line["tokens"]["prompt_tokens"].is_u64(), "{line}");
        assert!(line["prompt"]["hash"].is_string(), "{line}");
        // What was put to the model, and what it said.
        let said = |name: &str| line[name].as_str().is_some_and(|text| !text.is_empty());
        assert!(said("asked") && said("replied"), "{line}");
    }
    assert_eq!(first[0]["title"], "Situation");
    assert_eq!(first[0]["context"]["whole"], 1);
    run(&place, &server);
    let both = lines();
    assert_eq!(both[..first.len()], first[..]);
    assert_eq!(both.last().expect("a line")["study"], 2);
}

#[test]
fn the_history_compares_puts_back_and_forks() {
    let (place, before) = written();
    let texts = editions(&before);
    assert_eq!(texts.len(), 3);
    let mut program = tercet(&place, &["open", "1"]).start();
    program.wait_for("1 Situation");
    program.keys("b");
    program.wait_for("3 texts");
    program.keys("G");
    program.keys(ENTER);
    program.wait_for("Earlier text, accepted at");
    program.keys("t");
    program.wait_for("From the text before it");
    program.keys(ESC);
    program.wait_for("3 texts");
    // Only what was written then is put back, and that reads as it did.
    program.keys("r");
    program.wait_for("the brief already reads like that");
    program.keys("b");
    program.wait_for("3 texts");
    program.keys("F");
    program.wait_for("this is study 2 now, forked from 1 at");
    quit(program);
    let fork = journal(&place, 2);
    let forked = |event: &Event| matches!(event, Event::StudyForked { .. });
    assert_eq!(position(&fork, forked), texts[2].seq + 1);
    assert_eq!(journal(&place, 1)[..before.len()], before[..]);
}

#[test]
fn the_list_of_studies_names_deletes_and_brings_back() {
    let (place, _) = written();
    let sales = place.file("sales.md", SALES);
    place.run(&["run", "What fell?", &sales]);
    let mut program = tercet(&place, &["open", "2"]).start();
    program.wait_for("1 Situation");
    program.keys("\x0f");
    program.wait_for("Studies");
    program.wait_for(QUESTION);
    program.keys("\x1b[B");
    program.keys("\x1br");
    program.wait_for("enter name it");
    // The name that it has is there to be gone on from, and gives way to what is typed.
    program.wait_for(QUESTION);
    program.keys("Pump sales");
    program.keys(ENTER);
    program.wait_for("> Pump sales");
    program.keys("\x1bx");
    program.wait_for("brings it back");
    program.keys("\x1bu");
    program.wait_while("brings it back");
    program.keys(ESC);
    program.wait_while("type to find");
    quit(program);
    let study = Study::fold(journal(&place, 1).iter().map(|envelope| &envelope.event));
    assert_eq!(study.name, "Pump sales");
    assert!(!study.is_deleted);
    assert_eq!(study.texts(Reading::Accepted).len(), 3);
    assert_eq!(
        study.document(DocumentId(1)).map(|known| known.id),
        Some(DocumentId(1))
    );
}
