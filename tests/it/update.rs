//! New evidence and a model: the update comes as edits to numbered sentences, and what no edit names stays as it is [W3].

use tercet::library::Library;
use tercet::study::Study;

use crate::program::{NOTHING_FOLLOWS, Place};
use crate::pty::{ENTER, Program, Setup};
use crate::server::{Seen, Server, Step, deltas, done, finish, stream_head};
use crate::workbench::{QUESTION, REGISTER, SALES, quit, tercet};

const FIRST: &str = "Heat pump sales fell to 2.2 million units in 2024 [1].";
const SECOND: &str = "Installers report order books of nine weeks [1].";
const CORRECTED: &str =
    "Heat pump sales fell to 1.9 million units in 2024, according to the register [2].";

fn answer(text: &str) -> Vec<Step> {
    vec![Step::Send(
        [stream_head(), deltas(&[text]), finish("stop"), done()].concat(),
    )]
}

fn is_update(seen: &Seen) -> bool {
    last(seen).contains("New evidence has arrived")
}

/// The last message that was sent.
fn last(seen: &Seen) -> String {
    let messages = seen.json()["messages"].clone();
    let last = messages.as_array().and_then(|all| all.last().cloned());
    last.and_then(|last| last["content"].as_str().map(str::to_owned))
        .unwrap_or_default()
}

/// A model that writes two sentences a section, and answers updates with `edits`.
fn model(edits: &'static str) -> Server {
    Server::site(move |seen| {
        if is_update(seen) {
            answer(edits)
        } else {
            answer(&format!("{FIRST} {SECOND}"))
        }
    })
}

/// A brief to which the register was added, with the update under review or found needless.
fn updated(place: &Place, server: &Server, until: &str) -> Program {
    let config = place.file("quiet.toml", NOTHING_FOLLOWS);
    let (sales, register) = (
        place.file("sales.md", SALES),
        place.file("register.md", REGISTER),
    );
    let start: Setup = tercet(
        place,
        &[QUESTION, &sales, "--model", "openai/m", "--config", &config],
    );
    let mut program = start
        .env("OPENAI_BASE_URL", server.base_url())
        .size(160, 48)
        .start();
    program.wait_for("done · draft 1");
    program.keys("+");
    program.wait_for("Add evidence");
    program.paste(&register);
    program.keys(ENTER);
    program.wait_for(until);
    program.wait_while("▍");
    program
}

fn study(place: &Place) -> Study {
    let library = Library::open(&place.data_dir()).expect("opened");
    let id = library.studies().expect("listed")[0].id;
    let events = library.events(id).expect("read");
    Study::fold(events.iter().map(|envelope| &envelope.event))
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
        last(update).contains(&format!("1. {FIRST}\n2. {SECOND}")),
        "{}",
        last(update)
    );
    program.keys("R");
    program.wait_for("the register counted again");
    program.keys("A");
    program.keys(ENTER);
    program.wait_for("0 left");
    program.keys("q");
    program.wait_for("0 Query");
    quit(program);
    let sections = study(&place).sections;
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
fn an_update_that_finds_nothing_to_change_changes_nothing() {
    let place = Place::new();
    let server = model("NO CHANGE");
    let program = updated(&place, &server, "changes nothing in the brief");
    quit(program);
    for section in study(&place).sections {
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
    for section in study(&place).sections {
        assert_eq!(section.accepted(), format!("{FIRST} {SECOND}"));
        assert_eq!(section.candidate(), format!("{CORRECTED} {SECOND}"));
    }
}
