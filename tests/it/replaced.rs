//! What a source had replaced, where that source is taken out: it is proposed again as long as its own is there.

use tercet::study::{Event, Verdict};

use crate::program::{Place, QUIET, Ran};
use crate::server::{Seen, Server};
use crate::workbench::{QUESTION, REGISTER, SALES};

const COUNTED: &str = "Heat pump sales fell to 2.2 million units in 2024 [1].";
const RECOUNTED: &str =
    "Heat pump sales fell to 1.9 million units in 2024, according to the register [2].";

/// A brief in which the register's figure took the place of the report's, and the register taken out again.
fn without_what_had_replaced(place: &Place, answer: &'static str) -> (Ran, Server) {
    let server = Server::model(move |seen: &Seen| {
        let asked = seen.last_message();
        if asked.contains("No longer available") {
            answer.to_owned()
        } else if asked.contains("replace them by that again") {
            "NO CHANGE".to_owned()
        } else if asked.contains("Update this part")
            && asked.contains("2.2 million units in 2024 [1]")
        {
            format!("REPLACE 1\nWHY counted again\nTEXT {RECOUNTED}")
        } else if asked.contains("Write the part \"Situation\"") {
            COUNTED.to_owned()
        } else if asked.contains("Write the part") {
            "Installers report order books of nine weeks [1].".to_owned()
        } else {
            "NO CHANGE".to_owned()
        }
    });
    let (sales, register) = (
        place.file("sales.md", SALES),
        place.file("register.md", REGISTER),
    );
    place.run_on(&server, QUIET, &[QUESTION, &sales]);
    place.run_on(&server, QUIET, &["--study", "last", &register]);
    place.run(&["studies", "accept", "last", "--all"]);
    assert_eq!(place.study().sections[0].accepted(), RECOUNTED);
    place.run(&["studies", "take-out", "last", "[2]"]);
    let ran = place.run_on(&server, QUIET, &["--study", "last"]);
    (ran, server)
}

#[test]
fn what_a_source_had_replaced_is_proposed_again_where_that_source_is_taken_out() {
    let place = Place::new();
    let (ran, server) = without_what_had_replaced(&place, "DELETE 1\nWHY its source is gone");
    let asked = server.requests();
    let told =
        "took the place of \u{201C}Heat pump sales fell to 2.2 million units in 2024 [1].\u{201D}";
    assert!(
        asked.iter().any(|seen| seen.last_message().contains(told)),
        "its writer is told"
    );
    // A writer that only takes the sentence out leaves a gap that the evidence does not have.
    let section = &place.study().sections[0];
    assert_eq!(section.candidate(), COUNTED, "{}", ran.err);
    let proposed = place
        .events()
        .into_iter()
        .rev()
        .find_map(|event| match event {
            Event::RevisionProposed { revision, .. } => Some(revision),
            _ => None,
        });
    let proposed = proposed.expect("it is a change to decide on");
    let hunk = proposed.hunks().next().expect("one change");
    assert_eq!(
        (hunk.before.trim(), hunk.after.trim()),
        (RECOUNTED, COUNTED)
    );
    assert!(
        hunk.reason.contains("has its own source still"),
        "{}",
        hunk.reason
    );
}

#[test]
fn a_sentence_that_rests_on_what_was_taken_out_is_proposed_to_go_whatever_the_model_answers() {
    let place = Place::new();
    let (ran, _) = without_what_had_replaced(&place, "NO CHANGE");
    let section = &place.study().sections[0];
    assert_eq!(section.candidate(), COUNTED, "{}", ran.err);
}

#[test]
fn what_stood_in_for_a_source_that_is_put_back_is_proposed_to_go_whatever_the_model_answers() {
    let place = Place::new();
    let (_, server) = without_what_had_replaced(&place, "DELETE 1\nWHY its source is gone");
    place.run(&["studies", "accept", "last", "--all"]);
    assert_eq!(place.study().sections[0].accepted(), COUNTED);
    place.run(&["studies", "put-back", "last", "[2]"]);
    let ran = place.run_on(&server, QUIET, &["--study", "last"]);
    let section = &place.study().sections[0];
    assert_eq!(section.candidate(), RECOUNTED, "{}", ran.err);
}

#[test]
fn the_built_in_writer_proposes_again_what_a_source_had_replaced() {
    let place = Place::new();
    let report = "The council report was published on 3 March 2026. The budget of the new bridge is 14.2 million euros.";
    let report = place.file("report.txt", report);
    let new = "Correction of 9 June 2026: the budget of the new bridge is 12.6 million euros, not 14.2 million euros as reported.";
    let new = place.file("correction.txt", new);
    let texts = || {
        let sections = place.study().sections;
        let texts = sections.iter().map(tercet::study::Section::candidate);
        texts.collect::<Vec<_>>().join("\n")
    };
    let question = "What is the budget of the new bridge?";
    place.run(&["run", question, &report]);
    assert!(texts().contains("14.2 million euros [1]"), "{}", texts());
    let ran = place.run(&["run", "--study", "last", &new]);
    assert!(
        !texts().contains("14.2 million euros [1]"),
        "{}\n{}",
        texts(),
        ran.err
    );
    place.run(&["studies", "accept", "last", "--all"]);
    place.run(&["studies", "take-out", "last", "correction"]);
    let ran = place.run(&["run", "--study", "last"]);
    assert!(
        texts().contains("14.2 million euros [1]"),
        "{}\n{}",
        texts(),
        ran.err
    );
    assert!(!texts().contains("12.6"), "{}\n{}", texts(), ran.err);
}

#[test]
fn a_claim_that_a_source_said_otherwise_of_holds_again_where_that_source_is_taken_out() {
    let place = Place::new();
    let server = Server::model(|seen: &Seen| {
        if seen.last_message().contains("Write the part") {
            COUNTED
        } else {
            "NO CHANGE"
        }
        .to_owned()
    });
    let (sales, register) = (
        place.file("sales.md", SALES),
        place.file("register.md", REGISTER),
    );
    place.run_on(&server, QUIET, &[QUESTION, &sales]);
    let ran = place.run_on(&server, QUIET, &["--study", "last", &register]);
    let verdict = || {
        let study = place.study();
        let mut claims = study.sections[0].accepted_claims();
        claims.next().expect("a claim").verdict
    };
    assert_ne!(verdict(), Verdict::Supported, "{}", ran.err);
    place.run(&["studies", "take-out", "last", "[2]"]);
    let ran = place.run_on(&server, QUIET, &["--study", "last"]);
    assert_eq!(verdict(), Verdict::Supported, "{}", ran.err);
}
