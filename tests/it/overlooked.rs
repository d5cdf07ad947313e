//! What an update leaves standing although the evidence changed: it is marked, the writer is asked about it once more, what is left is told, and no score of
//! before is passed off as one of now [W3][J1].

use tercet::study::{CycleKind, Event, StudyId, Verdict};

use crate::headless::Desk;
use crate::program::{Place, QUIET, Ran};
use crate::server::{Seen, Server};
use crate::workbench::{QUESTION, REGISTER, SALES};

const FIRST: &str =
    "Heat pump sales in the fourteen markets fell to 2.2 million units in 2024 [1].";
const SECOND: &str = "Installers report order books of nine weeks [1].";
const NEWER: &str = "Heat pump sales in the fourteen markets fell to 1.9 million units in 2024, according to the register.";

/// A model that leaves updates as they are, and answers revisions with `revised`.
fn model(revised: &'static str) -> Server {
    Server::model(move |seen| {
        let asked = seen.last_message();
        if asked.contains("You judge a brief") {
            let given = r#"{"score": 4.5, "reason": "as it stands", "sentences": [1]}"#;
            let all = ["accuracy", "completeness", "coverage", "coherence", "bias"];
            let all = all.map(|name| format!("\"{name}\": {given}"));
            format!("{{{}}}", all.join(", "))
        } else if is_revision(seen) {
            revised.to_owned()
        } else if asked.contains("Write the part \"Situation\"") {
            FIRST.to_owned()
        } else if asked.contains("Write the part") {
            SECOND.to_owned()
        } else {
            "NO CHANGE".to_owned()
        }
    })
}

fn is_revision(seen: &Seen) -> bool {
    seen.last_message().contains("Mend this by edits")
        || seen.last_message().contains("A review found this wrong")
}

fn revisions(server: &Server) -> Vec<String> {
    let requests = server.requests();
    let revisions = requests.iter().filter(|seen| is_revision(seen));
    revisions.map(Seen::last_message).collect()
}

/// A brief from the sales report into which the register is to be brought, with what may follow an update.
fn updated(place: &Place, server: &Server) -> Ran {
    let (sales, register) = (
        place.file("sales.md", SALES),
        place.file("register.md", REGISTER),
    );
    place.run_on(server, QUIET, &[QUESTION, &sales]);
    place.run_on(
        server,
        "judge = false\nreflect = false",
        &["--study", "last", &register],
    )
}

#[test]
fn a_figure_that_new_evidence_corrects_is_asked_about_once_more_with_both_sentences() {
    let place = Place::new();
    let server = model(
        "REPLACE 1\nWHY the register corrects it\nTEXT Heat pump sales in the fourteen markets fell to 1.9 million units in 2024, according to the register [2].",
    );
    let ran = updated(&place, &server);
    let asked = revisions(&server);
    assert_eq!(asked.len(), 1, "{}", ran.err);
    let both = format!("it says \"{FIRST}\" and the new evidence \"{NEWER}\"");
    assert!(asked[0].contains(&both), "{}", asked[0]);
    let proposed = place.study().sections[0].candidate();
    assert!(proposed.contains("1.9 million units"), "{proposed}");
    assert!(!ran.err.contains("left as it is"), "{}", ran.err);
}

#[test]
fn a_figure_that_the_writer_leaves_all_the_same_is_marked_and_told_once() {
    let place = Place::new();
    let server = model("NO CHANGE");
    let ran = updated(&place, &server);
    assert_eq!(revisions(&server).len(), 1, "{}", ran.err);
    let told = ran.err.matches("left as it is").count();
    assert_eq!(told, 1, "{}", ran.err);
    assert!(ran.err.contains("1.9 million"), "{}", ran.err);
    // What was to come into the brief is not in it.
    assert_eq!(ran.status, 3, "{}", ran.err);
    let study = place.study();
    let claim = study.sections[0].claim(FIRST).expect("checked");
    assert_eq!(claim.verdict, Verdict::Partial, "{}", claim.reason);
    assert!(claim.reason.contains("1.9 million"), "{}", claim.reason);
}

#[test]
fn a_run_that_only_goes_on_tells_what_stands_against_the_news_as_the_one_before_did() {
    let place = Place::new();
    let server = model("NO CHANGE");
    let first = updated(&place, &server);
    let requests = server.requests().len();
    // As after a run that was killed before it told anything: all calls were made.
    let settings = "judge = false\nreflect = false";
    let again = place.run_on(&server, settings, &["--study", "last"]);
    assert_eq!(server.requests().len(), requests, "{}", again.err);
    let told = |ran: &Ran| -> Vec<String> {
        let lines = ran.err.lines();
        let lines = lines.filter(|line| line.contains("left as it is"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(told(&first).len(), 1, "{}", first.err);
    assert_eq!(told(&first), told(&again), "{}", again.err);
    assert_eq!((first.status, again.status), (3, 3), "{}", again.err);
}

#[test]
fn what_a_decision_finds_in_the_library_is_held_against_the_brief_as_news_are() {
    const DECIDES: &str = r#"{"decision": "continue", "reasons": ["more"], "key_factors": [], "queries": ["heat pump sales in the fourteen markets according to the register"]}"#;
    let place = Place::new();
    let register = place.file("register.md", REGISTER);
    place.run(&["ingest", &register]);
    let server = Server::model(|seen| {
        let asked = seen.last_message();
        if asked.contains("Decide whether to look for more evidence") {
            DECIDES.to_owned()
        } else if asked.contains("Write the part \"Situation\"") {
            FIRST.to_owned()
        } else if asked.contains("Write the part") {
            SECOND.to_owned()
        } else {
            "NO CHANGE".to_owned()
        }
    });
    let sales = place.file("sales.md", SALES);
    let settings = "judge = false\nreflect = false\nrevisions = 0\ndecisions = 1";
    let ran = place.run_on(&server, settings, &[QUESTION, &sales]);
    let study = place.study();
    assert_eq!(study.current().count(), 2, "{}", ran.err);
    let claim = study.sections[0].claim(FIRST).expect("checked");
    assert_eq!(claim.verdict, Verdict::Partial, "{}", claim.reason);
    assert!(claim.reason.contains("1.9 million"), "{}", claim.reason);
    assert!(ran.err.contains("left as it is"), "{}", ran.err);
    assert_eq!(ran.status, 3, "{}", ran.err);
    let requests = server.requests();
    let follow = requests.iter().find(|seen| {
        seen.last_message()
            .contains("The library was searched again")
    });
    let follow = follow.expect("asked").last_message();
    assert!(
        follow.contains("has been compared with this part"),
        "{follow}"
    );
}

#[test]
fn what_an_update_leaves_in_one_study_is_not_told_of_another_that_is_opened_then() {
    let place = Place::new();
    let server = model("NO CHANGE");
    updated(&place, &server);
    let mut desk = Desk::on(&place, &server);
    let (sales, register) = (
        place.file("sales.md", SALES),
        place.file("register.md", REGISTER),
    );
    desk.workbench.add_evidence(vec![sales.into()]);
    desk.workbench.run(QUESTION);
    desk.until("the draft", |workbench| !workbench.is_busy());
    desk.workbench.add_evidence(vec![register.into()]);
    desk.workbench.start(CycleKind::Update);
    desk.until("the end of the update", |workbench| {
        let study = workbench.study();
        workbench.is_between_steps() && study.current().count() == 2 && study.cycle.is_none()
    });
    assert!(desk.workbench.switch(Some(StudyId(1))));
    desk.until("the other study", |workbench| !workbench.is_busy());
    let told = desk.told();
    assert!(
        !told.iter().any(|said| said.contains("left as")),
        "{told:#?}"
    );
}

#[test]
fn sentences_whose_source_was_taken_out_are_proposed_to_go_and_no_older_score_stands() {
    let place = Place::new();
    let server = model("NO CHANGE");
    let (sales, register) = (
        place.file("sales.md", SALES),
        place.file("register.md", REGISTER),
    );
    let judged = "reflect = false";
    let first = place.run_on(&server, judged, &[QUESTION, &sales]);
    assert!(first.out.contains("scored_by: \"lab/m\""), "{}", first.out);
    place.run(&["studies", "take-out", "last", "[1]"]);
    let ran = place.run_on(&server, judged, &["--study", "last", &register]);
    let cycles: Vec<CycleKind> = (place.events().iter())
        .filter_map(|event| match event {
            Event::CycleStarted { cycle, .. } => Some(*cycle),
            _ => None,
        })
        .collect();
    assert_eq!(cycles, [CycleKind::Draft, CycleKind::Update], "{}", ran.err);
    // What the writer leaves is proposed to go all the same.
    assert!(ran.err.contains("3 changes wait"), "{}", ran.err);
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(!ran.err.contains("do not affect the brief"), "{}", ran.err);
    assert!(ran.out.contains("scored_by: \"measured\""), "{}", ran.out);
}

#[test]
fn what_newer_evidence_corrects_is_not_kept_out_by_a_score_from_before_it() {
    const BUDGET: &str = "The budget of the fourteen markets for heat pumps is 55 million euros";
    const RAISED: &str =
        "The budget of the fourteen markets for heat pumps was raised from 55 to 64 million euros";
    let place = Place::new();
    let judged = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::model(move |seen| {
        let asked = seen.last_message();
        if asked.contains("You judge a brief") {
            // The judge is harder to please the second time, whatever it reads.
            let first = judged.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
            let score = if first { 4.5 } else { 4.0 };
            let given =
                format!("{{\"score\": {score}, \"reason\": \"as it stands\", \"sentences\": [1]}}");
            let all = ["accuracy", "completeness", "coverage", "coherence", "bias"];
            let all = all.map(|name| format!("\"{name}\": {given}"));
            format!("{{{}}}", all.join(", "))
        } else if asked.contains("Write the part \"Situation\"") {
            format!("{BUDGET} [1].")
        } else if asked.contains("Write the part") {
            SECOND.to_owned()
        } else if asked.contains("Update this part") && asked.contains("1. The budget") {
            format!("REPLACE 1\nWHY it was raised\nTEXT {RAISED} [2].")
        } else {
            "NO CHANGE".to_owned()
        }
    });
    let dated = |date: &str, text: &str| format!("---\ndate: {date}\n---\n{text}");
    let (sales, register) = (
        place.file(
            "sales.md",
            dated(
                "2025-01-10",
                &format!("{BUDGET}. Installers report order books of nine weeks."),
            ),
        ),
        place.file("register.md", dated("2025-09-01", &format!("{RAISED}."))),
    );
    let settings = "reflect = false\nrevisions = 0";
    place.run_on(&server, settings, &[QUESTION, &sales]);
    let ran = place.run_on(&server, settings, &["--study", "last", &register]);
    let accepted = place.study().sections[0].accepted();
    assert!(accepted.contains("64 million"), "{accepted}: {}", ran.err);
    assert_eq!(ran.status, 0, "{}", ran.err);
}
