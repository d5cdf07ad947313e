//! What the cycles cost beside the model: a draft that is judged, reflected on, refined and judged again, and what an early decision saves.
//!
//! The server answers each kind of request with what fits it. Tokens are estimated as the program estimates them; what a request has in common with the
//! beginning of an earlier one counts as repeated, which is what a server's cache goes by.

use std::fmt::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tercet::library::Library;
use tercet::pipeline::estimate_tokens;
use tercet::study::{Event, RunPlan, SectionId};
use tokio::runtime::Runtime;

use crate::overhead::server::{Seen, Server};
use crate::update;

const RUNS: usize = 6;
const DOCUMENTS: usize = 10;
/// What a call takes at the slow server, so that what the program adds to it can be told.
const CALL: Duration = Duration::from_millis(400);
pub const QUESTION: &str = "What do the depots hold, and what do they cost?";

pub fn run() {
    full_run();
    early_decision();
}

pub fn answer(seen: &Seen) -> String {
    answer_or(seen, || {
        "The depot in Norland holds 41 chargers and cost 22 million euros in 2021 [1]. The depot in Sundal holds 42 chargers and cost 23 million euros in 2022 [1]. ".repeat(4)
    })
}

/// What a model answers that drafts in this way.
pub fn answer_or(seen: &Seen, draft: impl FnOnce() -> String) -> String {
    let turn = seen.last_message();
    if turn.contains("You judge a brief") {
        let given = json!({"score": 4.0, "reason": "as it stands", "sentences": [1]});
        let names = ["accuracy", "completeness", "coverage", "coherence", "bias"];
        let all: serde_json::Map<String, Value> = names
            .iter()
            .map(|name| ((*name).to_owned(), given.clone()))
            .collect();
        Value::Object(all).to_string()
    } else if turn.contains("look for what is weak") {
        json!({"weaknesses": [{"kind": "gap", "part": 0, "what": "What the depot in Kyrkby cost is left out."}]}).to_string()
    } else if turn.contains("Decide whether to look") {
        json!({"decision": "continue", "reasons": ["a cost is missing"], "key_factors": [], "queries": ["zeppelin tariffs"]}).to_string()
    } else if turn.contains("Mend this by edits") {
        "INSERT AFTER 1\nWHY a gap\nTEXT The depot in Kyrkby cost 28 million euros in 2022 [1]."
            .to_owned()
    } else {
        draft()
    }
}

pub fn evidence(folder: &std::path::Path) -> std::path::PathBuf {
    let evidence = folder.join("evidence");
    std::fs::create_dir(&evidence).expect("made");
    for (n, name) in update::DEPOTS.iter().take(DOCUMENTS).enumerate() {
        let mut text = format!("# The depot in {name}\n\n");
        for year in 2015..2024 {
            let _ = write!(
                text,
                "In {year} the depot in {name} held {} chargers and {} buses, and its running cost was {} million euros. Engineers of {name} measured the load of the grid in {year} at every hour.\n\n",
                n + year - 1980,
                n + year - 1900,
                n + year - 2000
            );
        }
        std::fs::write(evidence.join(format!("{name}.md")), text).expect("written");
    }
    evidence
}

fn tercet(folder: &std::path::Path, data: &str, server: &Server, settings: &str) {
    let config = folder.join(format!("{data}.toml"));
    std::fs::write(
        &config,
        format!("[tiers]\ncritic = \"extractive\"\n[run]\n{settings}\n"),
    )
    .expect("written");
    let status = Command::new(env!("CARGO_BIN_EXE_tercet"))
        .args(["run", QUESTION, "--model", "openai/m", "--config"])
        .arg(&config)
        .arg("--data-dir")
        .arg(folder.join(data))
        .arg(folder.join("evidence"))
        .env("OPENAI_BASE_URL", server.base_url())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(status.is_ok(), "the program can be started");
}

/// Draft, judge, reflect, refine, judge over ten documents.
fn full_run() {
    let folder = tempfile::tempdir().expect("a folder");
    evidence(folder.path());
    let settings = "judge = true\nreflect = true\nrevisions = 0";
    let server = Server::model(answer);
    let mut cpus = Vec::new();
    for run in 0..RUNS {
        let before = crate::children_cpu();
        tercet(folder.path(), &format!("fast-{run}"), &server, settings);
        cpus.push(crate::children_cpu().saturating_sub(before));
    }
    crate::report(
        "draft, judge, reflect, refine, judge over 10 documents: CPU",
        cpus,
        "200 ms",
    );

    let slow = Server::model(|seen| {
        std::thread::sleep(CALL);
        answer(seen)
    });
    let mut beyond = Vec::new();
    for run in 0..RUNS {
        let data = format!("slow-{run}");
        let calls_before = slow.requests().len();
        let started = Instant::now();
        tercet(folder.path(), &data, &slow, settings);
        let wall = started.elapsed();
        let calls = slow.requests().len() - calls_before;
        let calls = CALL * u32::try_from(calls).expect("few");
        beyond.push(wall.saturating_sub(calls));
        if run == 0 {
            let (made, lasted) = (
                calls.as_millis() / CALL.as_millis(),
                spent(&folder.path().join(&data)),
            );
            println!(
                "  {made} calls of {} ms; by the journal they took {lasted} ms",
                CALL.as_millis()
            );
        }
    }
    crate::report(
        "  the same with slow calls: wall beyond the calls, start and reading included",
        beyond,
        "",
    );
    let counted = tokens(&server.requests()[..server.requests().len() / RUNS]);
    println!(
        "  {} tokens sent, {} % of them a repeated prefix; {} written",
        counted.sent,
        100 * counted.repeated / counted.sent.max(1),
        counted.written
    );
}

/// Milliseconds of all calls of the last study.
fn spent(data: &std::path::Path) -> u64 {
    let library = Library::open(data).expect("opened");
    let id = library.studies().expect("listed")[0].id;
    let events = library.events(id).expect("read");
    let lasted = |event: &Event| match event {
        Event::SectionWritten { provenance, .. }
        | Event::RevisionProposed { provenance, .. }
        | Event::RevisionUnneeded { provenance, .. }
        | Event::AskedAgain { provenance, .. } => provenance.duration_ms,
        Event::BriefReflected { answer } => answer.duration_ms,
        Event::BriefJudged { judgement } => judgement.answer.duration_ms,
        _ => 0,
    };
    events.iter().map(|envelope| lasted(&envelope.event)).sum()
}

#[derive(Debug, Default)]
struct Tokens {
    sent: usize,
    repeated: usize,
    written: usize,
}

fn tokens(requests: &[Seen]) -> Tokens {
    let mut counted = Tokens::default();
    let mut before: Vec<String> = Vec::new();
    for seen in requests {
        let messages = seen.json()["messages"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let texts = messages.iter().filter_map(|one| one["content"].as_str());
        let whole = texts.collect::<Vec<_>>().join("\n");
        counted.sent += estimate_tokens(&whole);
        counted.repeated += crate::repeated(&before, &whole);
        counted.written += estimate_tokens(&answer(seen));
        before.push(whole);
    }
    counted
}

/// Writing that stops to decide, and is told to look for more, against writing all of it. Where nothing is found, the part waits for the analyst to bring some.
fn early_decision() {
    let whole = drafted(None);
    for (name, section) in [("complication", 1), ("situation", 0)] {
        let part = drafted(Some(SectionId(section)));
        let share = |part: usize, whole: usize| 100.0 - 100.0 * part as f64 / whole.max(1) as f64;
        println!(
            "early decision after {name}: saves {:.0} % of the tokens ({:.0} % of those no cache holds)   30 %",
            share(part.sent + part.written, whole.sent + whole.written),
            share(
                part.sent - part.repeated + part.written,
                whole.sent - whole.repeated + whole.written
            )
        );
    }
}

/// A draft in a workbench that stops after a section.
fn drafted(stop_after: Option<SectionId>) -> Tokens {
    let folder = tempfile::tempdir().expect("a folder");
    let evidence = evidence(folder.path());
    let server = Server::model(answer);
    let runtime = Runtime::new().expect("a runtime");
    let plan = RunPlan {
        stop_after,
        decisions: if stop_after.is_some() { 3 } else { 0 },
        ..RunPlan::default()
    };
    let data = folder.path().join("data");
    let mut workbench = update::workbench(&data, &server, &runtime, plan);
    workbench.add_evidence(vec![evidence.into()]);
    update::work(&mut workbench, &runtime);
    workbench.run(QUESTION);
    update::work(&mut workbench, &runtime);
    tokens(&server.requests())
}
