//! Offers of help and questions to the reader in the place of a part: each is asked for once more, and none becomes the brief [W12].

use crate::program::{Place, QUIET};
use crate::server::{Server, answered};
use crate::workbench::QUESTION;

const SALES: &str = "Heat pump sales fell to 2.2 million units in 2024. Installers report order books of nine weeks.";

#[test]
fn a_model_that_only_offers_its_help_writes_no_brief_and_is_asked_once_more() {
    for talk in [
        "I'd be happy to help with your research. Could you share the documents with me?",
        "Sure! Here is the Situation part you asked for. Let me know if you want changes.",
        "Sure! I'd love to help you. What would you like to talk about today?",
    ] {
        let place = Place::new();
        let server = Server::site(move |_| answered(&[talk]));
        let sales = place.file("sales.txt", SALES);
        let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
        assert_eq!(ran.status, 3, "{talk}: {}", ran.err);
        for said in ["share the documents", "you asked for", "talk about today"] {
            assert!(!ran.out.contains(said), "{}", ran.out);
        }
        assert!(
            ran.err.contains("it addresses the reader"),
            "{talk}: {}",
            ran.err
        );
        assert_eq!(server.requests().len(), 6, "{talk}: {}", ran.err);
    }
}

#[test]
fn a_part_that_is_handed_over_with_a_word_to_the_reader_stands_without_it() {
    let place = Place::new();
    let part = "Heat pump sales fell to 2.2 million units in 2024 [1].";
    let reply = format!("Sure! Here is the part you asked for. {part}");
    let server = Server::site(move |_| answered(&[&reply]));
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, QUIET, &[QUESTION, &sales]);
    assert!(ran.out.contains(part), "{}{}", ran.out, ran.err);
    assert!(!ran.out.contains("you asked for"), "{}", ran.out);
}
