//! New evidence and a model: the update comes as edits to numbered sentences, and what no edit names stays as it is [W3].

use tercet::study::Event;

use crate::program::{NOTHING_FOLLOWS, Place, QUIET};
use crate::pty::{ENTER, ESC, Program, Setup};
use crate::server::{Gate, Seen, Server, Step, deltas, done, finish, stream_head, whole};
use crate::workbench::{QUESTION, REGISTER, SALES, quit, tercet};

pub const FIRST: &str = "Heat pump sales fell to 2.2 million units in 2024 [1].";
pub const SECOND: &str = "Installers report order books of nine weeks [1].";
const CORRECTED: &str =
    "Heat pump sales fell to 1.9 million units in 2024, according to the register [2].";

pub fn is_update(seen: &Seen) -> bool {
    seen.last_message().contains("New evidence has arrived")
}

/// A model that writes two sentences a section, and answers updates with `edits`.
pub fn model(edits: &'static str) -> Server {
    Server::site(move |seen| {
        if is_update(seen) {
            whole(edits)
        } else {
            whole(&format!("{FIRST} {SECOND}"))
        }
    })
}

/// A brief from the sales report, written by a model.
pub fn written(place: &Place, server: &Server, arguments: &[&str]) -> Program {
    let config = place.file("quiet.toml", NOTHING_FOLLOWS);
    let sales = place.file("sales.md", SALES);
    let all = [QUESTION, &sales, "--model", "openai/m", "--config", &config];
    let start: Setup = tercet(place, &[&all, arguments].concat());
    let mut program = start
        .env("OPENAI_BASE_URL", server.base_url())
        .size(160, 48)
        .start();
    program.wait_for("done · draft 1");
    program
}

pub fn add(program: &mut Program, path: &str) {
    program.keys("+");
    program.wait_for("Add evidence");
    program.paste(path);
    program.keys(ENTER);
}

/// A brief to which the register was added, with the update under review or found needless.
pub fn updated(place: &Place, server: &Server, until: &str) -> Program {
    let mut program = written(place, server, &[]);
    let register = place.file("register.md", REGISTER);
    add(&mut program, &register);
    program.wait_for("enter update 3 sections");
    program.keys(ENTER);
    program.wait_for(until);
    program.wait_while("▍");
    program
}

#[test]
fn an_update_is_edits_to_numbered_sentences_each_with_its_reason() {
    let place = Place::new();
    let server = model(
        "REPLACE 1\nWHY the register counted again\nTEXT Heat pump sales fell to 1.9 million units in 2024, according to the register [2].",
    );
    let mut program = updated(&place, &server, "R reviews");
    let asked = server.requests();
    let update = asked
        .iter()
        .find(|seen| is_update(seen))
        .expect("an update");
    assert!(
        update
            .last_message()
            .contains(&format!("1. {FIRST}\n2. {SECOND}")),
        "{}",
        update.last_message()
    );
    program.keys("R");
    program.wait_for("the register counted again");
    program.keys("A");
    program.keys(ENTER);
    program.wait_for("·0 ");
    program.keys("q");
    program.wait_for("0 Question");
    quit(program);
    let sections = place.study().sections;
    let proposed = format!("{CORRECTED} {SECOND}");
    assert!(
        sections
            .iter()
            .all(|section| section.candidate() == proposed)
    );
    // The review showed the last section.
    assert_eq!(sections[0].accepted(), format!("{FIRST} {SECOND}"));
    assert_eq!(sections[2].accepted(), proposed);
}

#[test]
fn an_update_that_changes_nothing_says_which_sentences_it_leaves() {
    let place = Place::new();
    let server = model("NO CHANGE");
    let program = updated(
        &place,
        &server,
        "3 sentences are left as they are though the new evidence says otherwise",
    );
    quit(program);
    for section in place.study().sections {
        assert_eq!(section.accepted(), format!("{FIRST} {SECOND}"));
        assert!(section.revision.is_none_or(|revision| revision.open() == 0));
    }
}

#[test]
fn a_model_that_writes_the_part_again_is_understood_too() {
    let place = Place::new();
    let server = model(
        "Heat pump sales fell to 1.9 million units in 2024, according to the register [2]. Installers report order books of nine weeks [1].",
    );
    let program = updated(&place, &server, "R reviews");
    quit(program);
    for section in place.study().sections {
        assert_eq!(section.accepted(), format!("{FIRST} {SECOND}"));
        assert_eq!(section.candidate(), format!("{CORRECTED} {SECOND}"));
    }
}

/// A model that writes another text into each section, and answers what is asked later with `later`.
fn telling(later: impl Fn(&Seen) -> Vec<Step> + Send + Sync + 'static) -> Server {
    Server::site(move |seen| {
        let asked = seen.last_message();
        if !asked.contains("Write the part") {
            return later(seen);
        }
        whole(if asked.contains("Write the part \"Situation\"") {
            "Heat pump sales in the fourteen markets fell to 2.2 million units in 2024 [1]."
        } else if asked.contains("Write the part \"Complication\"") {
            "The price ratio of power to gas rose in nine of the fourteen markets [1]. Subsidy cuts delayed many orders [1]."
        } else {
            "Manufacturers should hold capacity until two quarters of rising orders are visible [1]."
        })
    })
}

/// The sections that updates were asked for.
fn asked_for(server: &Server) -> Vec<String> {
    let requests = server.requests();
    let updates = requests
        .iter()
        .filter(|seen| is_update(seen))
        .map(Seen::last_message);
    let title = |asked: String| {
        let (_, rest) = asked.split_once("\nThe part \"")?;
        Some(rest.split_once('"')?.0.to_owned())
    };
    updates.filter_map(title).collect()
}

const COUNTED_AGAIN: &str = "# Register\n\n\
Heat pump sales in the fourteen markets fell to 1.9 million units in 2024.\n";
const SAME_AGAIN: &str = "# Press review\n\n\
In 2024 heat pump sales in the fourteen markets fell to 2.2 million units. Subsidy cuts delayed many orders.\n";

#[test]
fn what_an_update_touches_is_shown_before_anything_is_sent_and_only_that_is_asked_for() {
    let place = Place::new();
    let server = telling(|_| whole("NO CHANGE"));
    let mut program = written(&place, &server, &[]);
    let before = server.requests().len();
    add(&mut program, &place.file("register.md", COUNTED_AGAIN));
    program.wait_for("enter update 1 section");
    program.wait_for("1 sentence touched");
    program.wait_for("contradiction");
    program.wait_for("fell to 1.9 million");
    program.wait_for("Stays as it is, and is not asked for: Complication, Resolution");
    program.wait_for("tokens");
    assert_eq!(server.requests().len(), before, "nothing was sent yet");
    program.keys(ESC);
    program.wait_while("enter update");
    program.keys("U");
    program.wait_for("enter update 1 section");
    program.keys("s");
    program.wait_for("all are left out");
    program.keys("s");
    program.wait_for("enter update 1 section");
    program.keys(ENTER);
    program.wait_for("left as it is");
    assert_eq!(asked_for(&server), ["Situation"]);
    quit(program);
}

#[test]
fn evidence_that_adds_nothing_is_not_sent_unless_the_analyst_insists() {
    let place = Place::new();
    let server = telling(|_| whole("NO CHANGE"));
    let mut program = written(&place, &server, &[]);
    let before = server.requests().len();
    add(&mut program, &place.file("press.md", SAME_AGAIN));
    program.wait_for("the new document adds nothing to the brief: not sent to the model");
    assert_eq!(server.requests().len(), before);
    program.keys("U");
    program.wait_for("It touches no sentence and adds no fact");
    assert_eq!(server.requests().len(), before);
    program.keys(ENTER);
    program.wait_for("changes nothing in the brief");
    assert_eq!(
        asked_for(&server),
        ["Situation", "Complication", "Resolution"]
    );
    quit(program);
    let events = place.events();
    let settled = events
        .iter()
        .filter(|event| matches!(event, Event::NewsSettled { .. }));
    assert_eq!(settled.count(), 1);
    assert!(place.study().settled.is_empty(), "it was asked about");
}

#[test]
fn what_a_watched_folder_brings_is_offered_with_its_impact_and_nothing_is_spent_unasked() {
    let place = Place::new();
    let server = telling(|_| {
        whole(
            "REPLACE 1\nWHY counted again\nTEXT Heat pump sales in the fourteen markets fell to 1.9 million units in 2024 [2].",
        )
    });
    place.file(
        "watched/notes.txt",
        "Minutes of the board of the makers' club, without figures.\n",
    );
    let folder = place.path("watched").display().to_string();
    let mut program = written(&place, &server, &["--watch", &folder]);
    place.file("watched/register.md", COUNTED_AGAIN);
    program.wait_for("watched changed: 1 sentence touched; U shows what it takes");
    assert!(asked_for(&server).is_empty());
    program.keys("U");
    program.wait_for("enter update 1 section");
    assert!(asked_for(&server).is_empty());
    program.keys(ENTER);
    program.wait_for("1 change waiting");
    assert_eq!(asked_for(&server), ["Situation"]);
    quit(program);
}

#[test]
fn edits_are_shown_one_by_one_while_the_model_streams_them() {
    let place = Place::new();
    let (first, gate) = (Gate::default(), Gate::default());
    let (shown, open) = (first.clone(), gate.clone());
    let server = telling(move |_| {
        let delta = |text: &str| Step::Send(deltas(&[text]));
        vec![
            Step::Send(stream_head()),
            delta(
                "REPLACE 1\nWHY counted again\nTEXT Heat pump sales fell to 1.9 million units in 2024 [2].\n\nINS",
            ),
            Step::Hold(first.clone()),
            delta("ERT AFTER 1\nTEXT The register counts every sale [2].\n\n"),
            Step::Hold(gate.clone()),
            Step::Send([finish("stop"), done()].concat()),
        ]
    });
    let mut program = written(&place, &server, &[]);
    add(&mut program, &place.file("register.md", COUNTED_AGAIN));
    program.wait_for("enter update 1 section");
    program.keys(ENTER);
    program.wait_for("1 edit so far");
    program.wait_for("changed: Heat pump sales fell to 1.9 million units in 2024 [2].");
    program.wait_for("~");
    shown.open();
    program.wait_for("2 edits so far");
    program.wait_for("new: The register counts every sale [2].");
    let accepted = "Heat pump sales in the fourteen markets fell to 2.2 million units in 2024 [1].";
    assert_eq!(
        place.study().sections[0].candidate(),
        accepted,
        "nothing is recorded yet"
    );
    open.open();
    program.wait_for("R reviews");
    quit(program);
    assert_eq!(
        place.study().sections[0].candidate(),
        "Heat pump sales fell to 1.9 million units in 2024 [2]. The register counts every sale [2]."
    );
}

#[test]
fn steering_is_edits_too_and_a_rewrite_is_understood() {
    for reply in [
        "REPLACE 2\nWHY shorter\nTEXT Subsidy cuts delayed orders [1].",
        "The price ratio of power to gas rose in nine of the fourteen markets [1]. Subsidy cuts delayed orders [1].",
    ] {
        let place = Place::new();
        let server = telling(move |_| whole(reply));
        let mut program = written(&place, &server, &[]);
        program.keys("2S");
        program.wait_for("Steer Complication");
        program.keys("shorter");
        program.keys(ENTER);
        program.wait_for("R reviews");
        quit(program);
        let requests = server.requests();
        let asked = requests.last().expect("a request").last_message();
        assert!(
            asked.contains("2. Subsidy cuts delayed many orders [1]."),
            "{asked}"
        );
        let section = &place.study().sections[1];
        assert_eq!(section.open_hunks(), 1);
        assert_eq!(
            section.candidate(),
            "The price ratio of power to gas rose in nine of the fourteen markets [1]. Subsidy cuts delayed orders [1]."
        );
    }
}

#[test]
fn sentences_whose_source_is_gone_are_shown_and_the_writer_is_told_of_it() {
    let place = Place::new();
    let server = telling(|_| whole("DELETE 1\nWHY its source is gone"));
    let sales = place.file("watched/sales.md", SALES);
    place.file(
        "watched/survey.md",
        "# Survey\n\nHouseholds named the price of power.\n",
    );
    let folder = place.path("watched").display().to_string();
    let config = place.file("quiet.toml", NOTHING_FOLLOWS);
    let arguments = [
        QUESTION, "--watch", &folder, "--model", "openai/m", "--config", &config,
    ];
    let start: Setup = tercet(&place, &arguments);
    let mut program = start
        .env("OPENAI_BASE_URL", server.base_url())
        .size(160, 48)
        .start();
    program.wait_for("done · draft 1");
    // When this is told of, the folder is known as it is.
    place.file(
        "watched/choir.md",
        "# Choir\n\nThe choir sang two motets by Palestrina in the old church.\n",
    );
    program.wait_for("the new document adds nothing to the brief");
    std::fs::remove_file(&sales).expect("removed");
    program.wait_for("Heat pump sales no longer exists");
    program.keys("U");
    program.wait_for("4 sentences touched");
    program.wait_for("its source [1] is no longer there");
    program.keys(ENTER);
    program.wait_until("the writer is told", |_| {
        let requests = server.requests();
        let told = "No longer available, and not to be cited any more: [1] Heat pump sales.";
        requests
            .iter()
            .any(|seen| seen.last_message().contains(told))
    });
    program.wait_for("5 Revisions 3");
    program.wait_while("▍");
    quit(program);
}

#[test]
fn an_update_without_a_screen_and_without_a_model_says_what_it_is_about_and_its_cause() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    place.run(&["run", QUESTION, &sales]);
    let register = place.file("register.md", REGISTER);
    let ran = place.run(&["run", "--study", "1", &register]);
    assert!(ran.err.contains("update: "), "{}", ran.err);
    assert!(ran.err.contains("which costs nothing"), "{}", ran.err);
    let weather = place.file(
        "weather.md",
        "# Weather\n\nIt rained on the harbour all night.\n",
    );
    let ran = place.run(&["run", "--study", "1", &weather]);
    assert!(ran.err.contains("adds nothing to the brief"), "{}", ran.err);
}

#[test]
fn changes_that_wait_are_told_listed_and_decided_on_without_a_screen() {
    let place = Place::new();
    let server = model(
        "REPLACE 1\nWHY the register counted again\nTEXT Heat pump sales fell to 1.9 million units in 2024, according to the register [2].",
    );
    quit(updated(&place, &server, "R reviews"));
    let ran = place.run(&["export", "last"]);
    assert!(ran.err.contains("not in it: 3 changes wait"), "{}", ran.err);
    let ran = place.run(&["run", "--study", "last", "--model", "extractive"]);
    assert!(
        ran.err.contains("from an earlier run: 3 changes wait"),
        "{}",
        ran.err
    );
    let ran = place.run(&["studies", "changes", "last"]);
    assert!(ran.out.contains("Situation (update)"), "{}", ran.out);
    assert!(
        ran.out.contains(&format!("  - {FIRST}\n  + {CORRECTED}\n")),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("why: the register counted again"),
        "{}",
        ran.out
    );
    let numbers: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| line.contains("(update)"))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let ran = place.run(&["studies", "accept", "last", numbers[0]]);
    assert!(
        ran.err.contains("1 change accepted, 2 still open"),
        "{}",
        ran.err
    );
    // What was checked is so after a decision: the brief may leave the program next.
    assert!(place.study().sections.iter().all(|section| section.checked));
    let exported = place.run(&["export", "last", "--verdicts"]);
    assert!(!exported.out.contains("not checked"), "{}", exported.out);
    let again = place.run(&["studies", "accept", "last", numbers[0]]);
    assert_eq!(again.status, 2, "{}", again.err);
    assert_eq!(place.run(&["studies", "reject", "last"]).status, 2);
    let ran = place.run(&["studies", "reject", "last", "--all"]);
    assert!(
        ran.err.contains("2 changes rejected, 0 still open"),
        "{}",
        ran.err
    );
    let sections = place.study().sections;
    assert_eq!(sections[0].accepted(), format!("{CORRECTED} {SECOND}"));
    assert_eq!(sections[1].accepted(), format!("{FIRST} {SECOND}"));
}

#[test]
fn of_changes_decided_together_none_is_where_one_is_not_open_and_a_number_said_twice_counts_once() {
    let place = Place::new();
    let server = model(
        "REPLACE 1\nWHY the register counted again\nTEXT Heat pump sales fell to 1.9 million units in 2024, according to the register [2].",
    );
    quit(updated(&place, &server, "R reviews"));
    let decisions = || {
        let events = place.events().into_iter();
        let decided =
            events.filter(|event| matches!(event, tercet::study::Event::HunksDecided { .. }));
        decided.count()
    };
    let before_these = decisions();
    let listed = || place.run(&["studies", "changes", "last"]).out;
    let first = |listed: &str| listed.split_whitespace().next().map(str::to_owned);
    let one = first(&listed()).expect("a change");
    let ran = place.run(&["studies", "reject", "last", &one, &one]);
    assert!(ran.err.contains("1 change rejected"), "{}", ran.err);
    // None is accepted where one of them is not open.
    let before = listed();
    let other = first(&before).expect("a change");
    let ran = place.run(&["studies", "accept", "last", &other, &one]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert_eq!(listed(), before);
    let ran = place.run(&["studies", "accept", "last", "--all"]);
    assert!(ran.err.contains("2 changes accepted"), "{}", ran.err);
    // One for each section.
    assert_eq!(decisions(), before_these + 3);
}

#[test]
fn without_a_screen_a_source_that_was_taken_out_leads_to_proposals_as_a_file_that_is_gone_does() {
    let place = Place::new();
    let server = Server::site(|seen| {
        let asked = seen.last_message();
        whole(if asked.contains("No longer available") {
            "DELETE 2\nWHY its source is gone"
        } else if asked.contains("Write the part \"Situation\"") {
            "Heat pump sales fell to 2.2 million units in 2024 [1]. Heat pump sales fell to 1.9 million units in 2024, according to the register [2]."
        } else {
            "Installers report order books of nine weeks [1]."
        })
    });
    let (sales, register) = (
        place.file("sales.md", SALES),
        place.file("register.md", REGISTER),
    );
    place.run_on(&server, QUIET, &[QUESTION, &sales, &register]);
    let taken = place.run(&["studies", "take-out", "last", "[2]"]);
    assert_eq!(taken.status, 0, "{}", taken.err);
    let ran = place.run_on(&server, QUIET, &["--study", "last"]);
    let text = place.study().sections[0].candidate();
    assert_eq!(text, FIRST, "{}", ran.err);
}
