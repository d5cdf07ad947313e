//! What a model is sent for a section: chosen, compressed where it does not fit, never twice; and the record of it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tercet::config::{Config, Options};
use tercet::library::Library;
use tercet::study::{Command, Compressed, Event, Fate, LeftOut, Sent, SentPassage};
use tercet::workbench::Workbench;

use crate::desk;
use crate::program::{NOTHING_FOLLOWS, Place, Ran};
use crate::server::{Gate, Seen, Server};

const QUESTION: &str = "Why did heat pump sales fall in the regions?";
const REGIONS: [&str; 8] = [
    "Norland",
    "Sundal",
    "Westmark",
    "Ostby",
    "Fjellheim",
    "Midtvik",
    "Hallen",
    "Kyrkby",
];
/// What fills the reports, so that no two of them say the same.
const CAUSES: [&str; 8] = [
    "subsidy letters",
    "price of gas",
    "shortage of fitters",
    "noise complaints",
    "grid queues",
    "old radiators",
    "loan rates",
    "wet cellars",
];

/// A report of one passage: one figure, and a good deal about one cause.
fn report(at: usize) -> String {
    let (region, cause) = (REGIONS[at], CAUSES[at]);
    let mut text = format!(
        "In {region} heat pump sales fell by {} percent because of {cause}.",
        11 + at
    );
    for told in [
        "buyers",
        "fitters",
        "bankers",
        "neighbours",
        "landlords",
        "wholesalers",
        "teachers",
    ] {
        let _ = write!(
            text,
            " Many {told} mention the {cause} whenever somebody asks how {told} think about {cause} and heating."
        );
    }
    text
}

/// A place with reports and a configuration in which they do not all fit.
fn place(server: &Server, turbo: Option<&str>) -> Place {
    let place = Place::new();
    for (at, region) in REGIONS.iter().enumerate() {
        place.file(&format!("reports/{region}.txt"), report(at));
    }
    // What a critic is asked has tests of its own.
    let tiers = turbo.map_or_else(
        || NOTHING_FOLLOWS.to_owned(),
        |turbo| format!("{NOTHING_FOLLOWS}turbo = \"{turbo}\"\n"),
    );
    let base = server.base_url();
    let config = format!(
        "{tiers}[providers.acme]\nbase_url = \"{base}\"\nmodels = [\"m\"]\ncontext_tokens = 3400\n\
         [providers.gone]\nbase_url = \"http://127.0.0.1:9/v1\"\nmodels = [\"small\"]\n"
    );
    place.file("config.toml", config);
    place
}

fn run(place: &Place) -> Ran {
    let mut command = place.command(&["run", QUESTION, "reports", "--model", "acme/m"]);
    command.env("TERCET_CONFIG", place.path("config.toml"));
    crate::program::finished(command.output().expect("started"))
}

/// A server whose model `small` answers with what `shorten` makes of a passage, and whose others write one sentence.
fn server(shorten: fn(&str) -> String) -> Server {
    Server::model(move |seen| match passage(seen) {
        Some(passage) => shorten(&passage),
        None => "Heat pump sales fell in the regions [1].".to_owned(),
    })
}

/// The passage of a request for a shorter one.
fn passage(seen: &Seen) -> Option<String> {
    let asked = last(seen);
    asked.starts_with("Shorten a passage").then_some(())?;
    let fence = "-----EVIDENCE-0-----\n";
    let (_, rest) = asked.split_once(fence)?;
    Some(rest.split_once("\n-----")?.0.to_owned())
}

fn last(seen: &Seen) -> String {
    let body = seen.json();
    let messages = body["messages"].as_array().expect("messages");
    let last = messages.last().expect("a message");
    last["content"].as_str().expect("text").to_owned()
}

fn first_sentence(passage: &str) -> String {
    let end = passage.find('.').map_or(passage.len(), |at| at + 1);
    passage[..end].to_owned()
}

/// Requests for shorter passages, and requests for sections.
fn requests(server: &Server) -> (Vec<Seen>, Vec<Seen>) {
    server
        .requests()
        .into_iter()
        .partition(|seen| passage(seen).is_some())
}

/// The records of the sections, in order.
fn sent(place: &Place) -> Vec<Sent> {
    let sent = place.events().into_iter().filter_map(|event| match event {
        Event::SectionWritten { provenance, .. } => provenance.sent,
        _ => None,
    });
    sent.collect()
}

fn compressed(sent: &Sent) -> Vec<&Compressed> {
    sent.passages
        .iter()
        .filter_map(|passage| match &passage.fate {
            Fate::Compressed(compressed) => Some(compressed),
            Fate::Whole | Fate::Above | Fate::LeftOut(_) => None,
        })
        .collect()
}

#[test]
fn over_the_budget_the_best_three_stay_whole_and_each_other_passage_is_paid_for_once() {
    let server = server(first_sentence);
    let place = place(&server, Some("acme/small"));
    let ran = run(&place);
    assert!(
        ran.out.contains("Heat pump sales fell"),
        "{}\n{}",
        ran.out,
        ran.err
    );
    let (short, sections) = requests(&server);
    assert_eq!(sections.len(), 3);
    assert!(short.iter().all(|seen| seen.json()["model"] == "small"));
    let asked: BTreeSet<String> = short.iter().map(last).collect();
    assert_eq!(asked.len(), short.len(), "a passage was paid for twice");
    let record = &sent(&place)[0];
    assert_eq!(record.budget, Some(3400));
    assert!(record.after < record.before && record.after <= 3400);
    let short = compressed(record);
    assert_eq!(short.len(), 3, "{record:#?}");
    assert!(
        short
            .iter()
            .all(|short| short.by == "acme/small" && short.refused.is_none())
    );
    let first = last(&sections[0]);
    assert_eq!(first.matches("(shortened)").count(), 3, "{first}");
    for short in short {
        assert!(first.contains(&short.text), "{first}");
    }
}

#[test]
fn an_answer_that_loses_the_number_is_not_used_and_not_asked_for_again() {
    let server = server(|_| "Sales fell for many reasons.".to_owned());
    let place = place(&server, None);
    run(&place);
    let (short, _) = requests(&server);
    assert!(
        short.iter().all(|seen| seen.json()["model"] == "m"),
        "without a turbo model the writer compresses"
    );
    let asked: BTreeSet<String> = short.iter().map(last).collect();
    assert_eq!((asked.len(), asked.is_empty()), (short.len(), false));
    for short in compressed(&sent(&place)[0]) {
        assert_eq!(short.by, "extractive");
        assert!(
            short
                .refused
                .as_ref()
                .is_some_and(|why| why.contains("lost")),
            "{short:?}"
        );
        assert!(short.text.contains("percent because of"), "{short:?}");
    }
}

#[test]
fn a_model_that_cannot_be_reached_costs_no_section_and_the_record_says_so() {
    let server = server(first_sentence);
    let place = place(&server, Some("gone/small"));
    let ran = run(&place);
    assert!(
        ran.out.contains("Heat pump sales fell"),
        "{}\n{}",
        ran.out,
        ran.err
    );
    assert_eq!(requests(&server).0.len(), 0);
    let record = &sent(&place)[0];
    assert!(
        record
            .notes
            .iter()
            .any(|note| note.starts_with("no model compressed passages")),
        "{:?}",
        record.notes
    );
    assert!(
        compressed(record)
            .iter()
            .all(|short| short.by == "extractive")
    );
}

#[test]
fn with_the_built_in_compressor_nobody_is_asked() {
    let server = server(first_sentence);
    let place = place(&server, Some("extractive"));
    run(&place);
    assert_eq!(requests(&server).0.len(), 0);
    let record = &sent(&place)[0];
    assert_eq!(record.notes, [] as [String; 0]);
    assert!(
        compressed(record)
            .iter()
            .all(|short| short.by == "extractive" && short.refused.is_none())
    );
}

#[test]
fn a_conversation_holds_no_passage_twice() {
    let server = server(first_sentence);
    let place = place(&server, Some("extractive"));
    run(&place);
    let (_, sections) = requests(&server);
    let messages = sections[2].json()["messages"].to_string();
    for cause in CAUSES {
        let whole = format!("Many teachers mention the {cause}");
        assert!(messages.matches(&whole).count() <= 1, "{messages}");
    }
    if sections[2].json()["messages"]
        .as_array()
        .is_some_and(|all| all.len() > 2)
    {
        assert!(last(&sections[2]).contains("given above"), "{messages}");
    }
}

#[test]
fn the_same_study_asks_the_same_again_to_the_byte() {
    let bodies = || {
        let server = server(first_sentence);
        let place = place(&server, Some("acme/small"));
        run(&place);
        let (short, sections) = requests(&server);
        // Those for shorter passages run side by side.
        let short: BTreeSet<String> = short.into_iter().map(|seen| seen.body).collect();
        let sections: Vec<String> = sections.into_iter().map(|seen| seen.body).collect();
        (short, sections)
    };
    assert_eq!(bodies(), bodies());
}

#[test]
fn a_document_that_is_there_twice_is_sent_once() {
    let server = server(first_sentence);
    let place = place(&server, Some("extractive"));
    place.file(
        "reports/copy.txt",
        format!("{}\n\nPrinted again.", report(0)),
    );
    run(&place);
    let (_, sections) = requests(&server);
    let sentence = format!("In {} heat pump sales fell by 11 percent", REGIONS[0]);
    for section in &sections {
        assert!(
            last(section).matches(&sentence).count() <= 1,
            "{}",
            last(section)
        );
    }
    let left_out = sent(&place).into_iter().flat_map(|sent| sent.passages);
    let equal = |passage: SentPassage| matches!(passage.fate, Fate::LeftOut(LeftOut::NearEqual(_)));
    assert!(left_out.into_iter().any(equal));
}

#[test]
fn a_brief_from_several_documents_says_so_and_from_how_many() {
    let place = Place::new();
    let long = |from: usize| {
        (from..from + 4)
            .map(report)
            .collect::<Vec<_>>()
            .join("\n\n")
    };
    let (first, second) = (place.file("a.txt", long(0)), place.file("b.txt", long(4)));
    let ran = place.run(&["run", QUESTION, &first, &second]);
    assert!(
        ran.out.contains("multi_source: true\ndocuments: 2\n"),
        "{}\n{}",
        ran.out,
        ran.err
    );
    let ran = place.run(&["export", "last", "--method"]);
    assert!(
        ran.out.contains("### What the writer was given"),
        "{}",
        ran.out
    );
}

#[test]
fn a_crash_between_two_answers_costs_none_that_was_paid_for() {
    let held = Gate::default();
    let gate = held.clone();
    let seen_before = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&seen_before);
    // The first answer comes at once, the others only after the crash.
    let server = Server::model(move |seen| match passage(seen) {
        Some(passage) => {
            if count.fetch_add(1, Ordering::SeqCst) > 0 {
                gate.wait();
            }
            first_sentence(&passage)
        }
        None => "Heat pump sales fell in the regions [1].".to_owned(),
    });
    let place = place(&server, Some("acme/small"));
    let mut child = place
        .command(&["run", QUESTION, "reports", "--model", "acme/m", "--json"])
        .env("TERCET_CONFIG", place.path("config.toml"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    let out = BufReader::new(child.stdout.take().expect("piped"));
    let paid = out
        .lines()
        .map_while(Result::ok)
        .find(|line| line.contains("\"kind\":\"passage_compressed\""));
    child.kill().expect("killed");
    child.wait().expect("reaped");
    assert!(paid.is_some(), "no answer was journaled before the crash");
    held.open();

    let before: BTreeSet<String> = requests(&server).0.iter().map(last).collect();
    let paid = compressions(&place);
    assert_eq!(paid.len(), 1, "{paid:?}");
    go_on(&place);
    let (short, sections) = requests(&server);
    assert_eq!(sections.len(), 3);
    let again: Vec<String> = short
        .iter()
        .map(last)
        .filter(|asked| before.contains(asked))
        .collect();
    // What was asked before the crash and not answered is asked once more, and nothing else.
    assert_eq!(again.len(), 2 * before.len() - paid.len());
    assert_eq!(compressed(&sent(&place)[0]).len(), 3);
}

/// The answers in the journal.
fn compressions(place: &Place) -> Vec<String> {
    let compressions = place.events().into_iter().filter_map(|event| match event {
        Event::PassageCompressed { compression } => compression.text.ok(),
        _ => None,
    });
    compressions.collect()
}

/// Opens the study again and goes on from the step that was cut, to the end.
fn go_on(place: &Place) {
    let options = Options {
        config: Some(place.path("config.toml")),
        data_dir: Some(place.data_dir()),
        writer: Some("acme/m".to_owned()),
        ..Options::default()
    };
    let config = Config::load(&options, &|_| None).expect("valid");
    let setup = desk::setup(config, desk::PROGRAM);
    let library = Library::open(&place.data_dir()).expect("opened");
    let id = library.studies().expect("listed")[0].id;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    let handle = runtime.handle().clone();
    let mut workbench =
        Workbench::open(library, Some(id), setup, handle, Duration::ZERO).expect("opened");
    workbench.execute(&Command::Resume);
    runtime.block_on(async {
        while workbench.is_busy() {
            let message = workbench.next_message().await;
            workbench.receive(message);
        }
    });
    assert!(
        workbench.study().is_complete(),
        "{:?}",
        workbench.take_notices()
    );
}
