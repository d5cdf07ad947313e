//! Runs that came to nothing: what is listed of them, and that what was given is not lost.

use crate::program::{Place, QUIET};
use crate::server::{Server, Step, status};
use crate::workbench::QUESTION;

#[test]
fn a_run_that_failed_is_listed_as_failed_with_why_and_what_to_do_and_loses_nothing() {
    let place = Place::new();
    let refusal = r#"{"error":{"message":"Incorrect API key provided"}}"#;
    let server = Server::site(move |_| vec![Step::Send(status("401 Unauthorized", "", refusal))]);
    let sales = place.file(
        "sales.txt",
        "Heat pump sales fell to 2.2 million units in 2024.",
    );
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    assert_eq!(ran.status, 3, "{}", ran.err);
    let listed = place.run(&["studies"]);
    assert!(
        listed.out.contains(QUESTION)
            && listed.out.contains("(failed: ")
            && listed.out.contains("Incorrect API key")
            && listed.out.contains("; `tercet run --study 1` tries again)"),
        "{}",
        listed.out
    );
    let json = place.run(&["studies", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert!(
        json["failed"]
            .as_str()
            .is_some_and(|why| why.contains("Incorrect API key"))
    );
    // What was given is there: nothing has to be named again.
    let ran = place.run(&["run", "--study", "1", "--model", "extractive"]);
    assert!(
        ran.out.contains("2.2 million units"),
        "{}\n{}",
        ran.out,
        ran.err
    );
    let listed = place.run(&["studies"]);
    assert!(!listed.out.contains("failed"), "{}", listed.out);
}

#[test]
fn a_run_without_evidence_that_can_be_read_leaves_no_study_in_the_list_and_says_how_it_comes_back()
{
    let place = Place::new();
    let ran = place.run(&["run", QUESTION, "nowhere.pdf"]);
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(
        ran.err
            .contains("not listed; `tercet studies restore 1` brings it back"),
        "{}",
        ran.err
    );
    let listed = place.run(&["studies"]);
    assert!(!listed.out.contains(QUESTION), "{}", listed.out);
    assert_eq!(place.run(&["studies", "restore", "1"]).status, 0);
    let listed = place.run(&["studies"]);
    assert!(listed.out.contains(QUESTION), "{}", listed.out);
}
