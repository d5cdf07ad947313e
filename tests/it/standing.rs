//! What stands in a brief is what is counted, and nothing that a source bears out goes for a sentence about another thing; what a model gives back of its prompt is
//! no part of the brief.

use crate::program::{Place, QUIET};
use crate::server::Server;
use crate::workbench::QUESTION;

const SALES: &str = "Heat pump sales fell to 2.2 million units in 2024. Installers report order books of nine weeks. \
Subsidy cuts delayed many orders in the fourteen markets.";
const FELL: &str = "Heat pump sales fell to 2.2 million units in 2024 [1].";
const BOOKS: &str = "Installers report order books of nine weeks.";
const OTHER: &str = "Subsidy cuts delayed many orders in the fourteen markets [1].";

#[test]
fn a_sentence_that_was_given_its_source_is_counted_once_and_as_it_stands() {
    let place = Place::new();
    let server = Server::model(|seen| {
        let asked = seen.last_message();
        if asked.contains("Mend this by edits") {
            format!("REPLACE 2\nWHY cites its source\nTEXT {BOOKS} [1]")
        } else if asked.contains("Write the part \"Situation\"") {
            format!("{FELL} {BOOKS}")
        } else if asked.contains("Write the part") {
            OTHER.to_owned()
        } else {
            crate::cycles::scores(4.0)
        }
    });
    let sales = place.file("sales.txt", SALES);
    let settings = "reflect = false";
    let ran = place.run_on(&server, settings, &[QUESTION, &sales]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(!ran.err.contains("1 uncited, "), "{}", ran.err);
    let accepted = place.study().sections[0].accepted();
    assert_eq!(accepted, format!("{FELL} {BOOKS} [1]"));
    let exported = place.run(&["export", "last", "--verdicts"]);
    let rows = exported
        .out
        .lines()
        .filter(|line| line.starts_with('|') && line.contains("order books of nine weeks"));
    assert_eq!(rows.count(), 1, "{}", exported.out);
    assert!(!exported.out.contains("uncited"), "{}", exported.out);
}

#[test]
fn an_answer_of_nothing_but_the_prompt_is_asked_for_again_and_then_not_written() {
    let place = Place::new();
    let server = Server::model(|seen| {
        let asked = seen.last_message();
        let lines = asked.lines().map(str::trim);
        let rule = lines.rev().find(|line| line.split_whitespace().count() > 6);
        if asked.contains("Write the part \"Situation\"") {
            FELL.to_owned()
        } else if asked.contains("\"Complication\"") {
            "[Complication]\n\n[Complication]\n\n[Complication]".to_owned()
        } else {
            format!("[Resolution]\n\n{}", rule.unwrap_or_default())
        }
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    let study = place.study();
    assert_eq!(study.sections[0].accepted(), FELL);
    assert_eq!(study.sections[1].accepted(), "", "{}", ran.err);
    assert_ne!(ran.status, 0);
    assert!(
        ran.err.contains("it only repeats what it was asked with"),
        "{}",
        ran.err
    );
    assert!(!ran.out.contains("[Complication]"), "{}", ran.out);
}

#[test]
fn what_its_source_says_word_for_word_gives_way_to_no_sentence_about_another_thing() {
    let place = Place::new();
    let old = place.file(
        "lock.txt",
        "Python Threads Without the Lock\n\nStarting a thread takes about 100 microseconds, while spawning a subprocess takes 50 milliseconds due to Python start-up. \
Latency-sensitive services may use threads to work on requests in parallel, but face the same bottlenecks in Python.",
    );
    let ran = place.run(&[
        "run",
        "Should our team use threads in Python for its services?",
        &old,
    ]);
    let before = place.study();
    assert!(ran.out.contains("100 microseconds"), "{}", ran.out);
    let new = place.file(
        "interpreters.txt",
        "Multiple Interpreters in Python\n\nTo avoid pausing the current Python thread, run the code in another thread. \
Whatever was running in the thread using the old thread state is paused until that state is swapped back in.",
    );
    let then = place.run(&["run", "--study", "last", &new]);
    let after = place.study();
    for section in &before.sections {
        for claim in section.accepted_claims() {
            let mut sections = after.sections.iter();
            assert!(
                sections.any(|section| section
                    .accepted()
                    .contains(claim.text.trim_end_matches(['.', ' ']))),
                "{} is gone: {}",
                claim.text,
                then.err
            );
        }
    }
    assert!(!then.err.contains("says otherwise"), "{}", then.err);
}
