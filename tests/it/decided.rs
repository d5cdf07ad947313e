//! What the analyst has decided, and what an update does not touch, stands through cycles: pins, refusals, verdicts, sources put back [W3][W8].

use tercet::study::{Ceilings, Command, CycleKind, Decision, Event, SectionId, Verdict};

use crate::headless::Desk;
use crate::program::{Place, QUIET};
use crate::server::{Seen, Server};
use crate::update::{FIRST, SECOND, is_update};
use crate::workbench::{QUESTION, REGISTER, SALES};

const CORRECTED: &str =
    "Heat pump sales fell to 1.9 million units in 2024, according to the register [2].";

/// A model that answers updates and instructions with `edits`, and writes two sentences a section.
fn model(edits: &'static str) -> Server {
    Server::model(move |seen: &Seen| {
        let asked = seen.last_message();
        if is_update(seen) || asked.contains("Change this part accordingly") {
            edits.to_owned()
        } else if asked.contains("Write the part") {
            format!("{FIRST} {SECOND}")
        } else {
            "NO CHANGE".to_owned()
        }
    })
}

fn is_steering(seen: &Seen) -> bool {
    seen.last_message().contains("Change this part accordingly")
}

/// A brief from the sales report, at a desk without a critic that could ask for more.
fn drafted(place: &Place, server: &Server) -> Desk {
    let mut desk = Desk::on(place, server);
    let sales = place.file("sales.md", SALES);
    desk.workbench.add_evidence(vec![sales.into()]);
    desk.workbench.run(QUESTION);
    desk.until("the draft", |workbench| !workbench.is_busy());
    desk
}

fn add_register(place: &Place, desk: &mut Desk) {
    let register = place.file("register.md", REGISTER);
    desk.workbench.add_evidence(vec![register.into()]);
    desk.workbench.start(CycleKind::Update);
    desk.until("the end of the update", |workbench| {
        let study = workbench.study();
        let is_updated = !study.weighed.is_empty() && study.cycle.is_none();
        !workbench.is_busy() && is_updated
    });
}

#[test]
fn a_pinned_sentence_that_the_model_edits_is_told_as_pinned_and_asked_about_once() {
    let place = Place::new();
    let server = model("REPLACE 1\nWHY new\nTEXT Heat pump sales fell to 1.9 million units [2].");
    let mut desk = drafted(&place, &server);
    for section in 0..3 {
        desk.workbench.execute(&Command::Pin {
            section: SectionId(section),
            sentence: FIRST.to_owned(),
        });
    }
    add_register(&place, &mut desk);
    let asked = server.requests();
    let updates: Vec<&Seen> = asked.iter().filter(|seen| is_update(seen)).collect();
    assert!(!updates.is_empty());
    for seen in &updates {
        let message = seen.last_message();
        assert!(
            message.contains("pinned, so it stays as it is"),
            "{message}"
        );
    }
    let again = asked
        .iter()
        .filter(|seen| seen.last_message().contains("could not be used"));
    assert_eq!(again.count(), 0);
    let told = desk.told();
    assert!(
        told.iter()
            .any(|said| said.contains("pinned sentences stay")),
        "{told:#?}"
    );
    assert!(
        !told.iter().any(|said| said.contains("are left as")),
        "{told:#?}"
    );
}

#[test]
fn a_change_that_was_refused_is_proposed_again_only_where_the_analyst_asks_for_it() {
    let place = Place::new();
    let server = model(
        "REPLACE 1\nWHY newer\nTEXT Heat pump sales fell to 1.9 million units in 2024, according to the register [2].",
    );
    let mut desk = drafted(&place, &server);
    add_register(&place, &mut desk);
    let section = SectionId(0);
    desk.workbench.execute(&Command::DecideAll {
        section,
        decision: Decision::Rejected,
    });
    assert_eq!(
        desk.workbench.study().sections[0].accepted(),
        format!("{FIRST} {SECOND}")
    );
    desk.workbench.execute(&Command::Steer {
        sections: vec![section],
        text: "say what the register counted".to_owned(),
        claim: None,
    });
    desk.until("the change that was asked for", |workbench| {
        !workbench.is_busy() && workbench.study().cycle.is_none()
    });
    let asked = server.requests();
    let steering = asked.iter().rfind(|seen| is_steering(seen));
    let message = steering.expect("asked").last_message();
    assert!(
        message.contains("has refused these changes before"),
        "{message}"
    );
    assert!(!message.contains("do not make them again"), "{message}");
    let study = desk.workbench.study();
    assert!(
        study.sections[0].candidate().contains(CORRECTED),
        "{:#?}",
        study.sections[0]
    );
    // It is proposed for what was asked, and not for what it was refused for.
    let revision = study.sections[0].revision.as_ref().expect("changes");
    let hunk = revision.hunks().find(|hunk| hunk.is_open()).expect("open");
    assert!(
        hunk.reason
            .contains("as you asked: say what the register counted")
            && hunk.reason.contains("you refused it before"),
        "{}",
        hunk.reason
    );
    assert_eq!(hunk.cause, Some(CycleKind::Steer));
}

#[test]
fn what_is_asked_for_beyond_the_budget_is_kept_and_says_what_it_waits_for() {
    let place = Place::new();
    let server = model("NO CHANGE");
    let mut desk = drafted(&place, &server);
    let ceilings = Ceilings {
        tokens: Some(1),
        ..Ceilings::default()
    };
    desk.workbench.execute(&Command::SetBudget { ceilings });
    let steer = |text: &str| Command::Steer {
        sections: vec![SectionId(0)],
        text: text.to_owned(),
        claim: None,
    };
    desk.workbench.execute(&steer("shorter"));
    desk.until("the end of the budget", |workbench| {
        workbench.study().closed.is_some()
    });
    desk.workbench.execute(&steer("shorter still"));
    let told = desk.told();
    assert!(
        told.iter()
            .any(|said| said.contains("kept: the writer is told when there is a budget for it")),
        "{told:#?}"
    );
}

#[test]
fn the_verdict_of_a_sentence_that_an_update_leaves_is_what_it_was() {
    const OPENING: &str = "The council met about the library [1].";
    let place = Place::new();
    let server = Server::model(|seen: &Seen| {
        if is_update(seen) {
            "INSERT AFTER 1\nWHY decided\nTEXT The council rejected the closing by 14 votes to 9 [2]."
                .to_owned()
        } else if seen.last_message().contains("Write the part") {
            OPENING.to_owned()
        } else {
            "NO CHANGE".to_owned()
        }
    });
    let minutes = place.file(
        "minutes.md",
        "# Minutes of March\n\nThe council met to discuss the future of the library.\n\n## Proposal\n\n\
         A member of the council moved to keep the library open for two days a week, which would save 118,000 euros a year.\n",
    );
    let vote = place.file(
        "vote.md",
        "# Decision of May\n\nThe council rejected the closing of the library by 14 votes to 9.\n",
    );
    let question = "Should the council close the library?";
    place.run_on(&server, QUIET, &[question, &minutes]);
    let claim = || {
        place.study().sections[0]
            .claim(OPENING)
            .cloned()
            .expect("checked")
    };
    let before = claim();
    assert_eq!(before.verdict, Verdict::Supported, "{}", before.reason);
    let ran = place.run_on(&server, QUIET, &["--study", "last", &vote]);
    assert!(ran.out.contains("14 votes"), "{}\n{}", ran.out, ran.err);
    let (before, after) = (before.evidence, claim().evidence);
    assert_eq!(
        before.map(|quote| quote.text),
        after.map(|quote| quote.text)
    );
}

#[test]
fn a_source_that_is_put_back_is_compared_with_the_brief_as_on_its_first_day() {
    let place = Place::new();
    let (sales, register) = (
        place.file("sales.md", SALES),
        place.file("register.md", REGISTER),
    );
    place.run(&["run", QUESTION, &sales, &register]);
    place.run(&["studies", "take-out", "last", "register"]);
    place.run(&["run", "--study", "last"]);
    place.run(&["studies", "accept", "last", "--all"]);
    let cites = |text: &str| text.contains("register [");
    let texts = || {
        let sections = place.study().sections;
        sections
            .iter()
            .map(tercet::study::Section::candidate)
            .collect::<String>()
    };
    assert!(!cites(&texts()), "{}", texts());
    let back = place.run(&["studies", "put-back", "last", "register"]);
    assert!(
        back.err
            .contains("no sentence cites it now: `tercet run --study"),
        "{}",
        back.err
    );
    let ran = place.run(&["run", "--study", "last"]);
    assert!(ran.err.contains("update: "), "{}", ran.err);
    assert!(cites(&texts()), "{}\n{}", texts(), ran.err);
    let updates = place.events().into_iter().filter(|event| {
        matches!(
            event,
            Event::CycleStarted {
                cycle: CycleKind::Update,
                ..
            }
        )
    });
    assert_eq!(updates.count(), 2);
}
