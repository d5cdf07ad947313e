//! What a run mends and what it lets come in by itself: by which numbers a writer is asked, what is not asked for again, what waits for the analyst and why.

use tercet::study::Event;

use crate::cycles::scores;
use crate::program::{Place, Ran};
use crate::server::{Seen, Server};
use crate::workbench::QUESTION;

const SALES: &str = "Heat pump sales fell to 2.2 million units in 2024. Subsidy cuts delayed many orders in the fourteen markets. \
A fixed subsidy until 2030 would bring orders back. The next survey of installers is in May.";
const NEWS: &str = "The register has counted all heat pumps again. By its revised figures heat pump sales fell to 1.9 million units in 2024.";

const FELL: &str = "Heat pump sales fell to 2.2 million units in 2024 [1].";
const SURVEY: &str = "The next survey of installers is in May [1].";
const UNCITED: &str = "Subsidy cuts delayed many orders in the fourteen markets.";
const SUBSIDY: &str = "A fixed subsidy until 2030 would bring orders back [1].";
const CORRECTED: &str = "Heat pump sales fell to 1.9 million units in 2024 [2].";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asks {
    Write,
    Update,
    Revise,
    Judge,
    Other,
}

/// What a request asks for, and for which part.
fn asks(seen: &Seen) -> (Asks, &'static str) {
    let text = seen.last_message();
    let part = ["Situation", "Complication", "Resolution"]
        .into_iter()
        .find(|part| text.contains(&format!("he part \"{part}\"")));
    let what = if text.contains("You judge a brief") {
        Asks::Judge
    } else if text.contains("Update this part") {
        Asks::Update
    } else if text.contains("Mend this by edits") {
        Asks::Revise
    } else if text.contains("Write the part") {
        Asks::Write
    } else {
        Asks::Other
    };
    (what, part.unwrap_or_default())
}

/// A model that writes a brief whose second part cites nothing and that it never mends, and answers updates of the first part and their revision with these.
fn model(update: &'static str, revise: &'static str) -> Server {
    Server::model(move |seen| {
        match asks(seen) {
            (Asks::Write, "Situation") => return format!("{FELL} {SURVEY}"),
            (Asks::Write, "Complication") => UNCITED,
            (Asks::Write, _) => SUBSIDY,
            (Asks::Update, "Situation") => update,
            (Asks::Revise, "Situation") => revise,
            (Asks::Judge, _) => return scores(4.0),
            _ => "NO CHANGE",
        }
        .to_owned()
    })
}

const SETTINGS: &str = "reflect = false";

/// A brief of the sales report, and what becomes of it with the news.
fn updated(place: &Place, server: &Server) -> (Ran, Ran) {
    let sales = place.file("sales.txt", SALES);
    let first = place.run_on(server, SETTINGS, &[QUESTION, &sales]);
    let news = place.file("news.txt", NEWS);
    let then = place.run_on(server, SETTINGS, &["--study", "last", &news]);
    (first, then)
}

#[test]
fn a_revision_after_an_update_goes_by_the_numbers_of_the_brief_as_it_stands() {
    let place = Place::new();
    let update = "REPLACE 1\nWHY counted again\nTEXT Heat pump sales fell to 1.9 million units in 2024.\n\nINSERT AFTER 1\nWHY new\nTEXT The register has counted all heat pumps again [2].";
    let server = model(
        update,
        "REPLACE 1\nWHY its source\nTEXT Heat pump sales fell to 1.9 million units in 2024 [2].",
    );
    let (first, then) = updated(&place, &server);
    assert!(
        first.err.contains("revising: 1 claim uncited"),
        "{}",
        first.err
    );
    let revised: Vec<(&str, String)> = server
        .requests()
        .iter()
        .filter(|seen| asks(seen).0 == Asks::Revise)
        .map(|seen| (asks(seen).1, seen.last_message()))
        .collect();
    // What the first run was to mend, and did not, is not asked for again with the news.
    let parts: Vec<&str> = revised.iter().map(|(part, _)| *part).collect();
    assert_eq!(parts, ["Complication", "Situation"], "{}", then.err);
    let (_, first_brief) = &revised[0];
    assert!(!first_brief.contains("numbered anew"), "{first_brief}");
    let (_, brief) = &revised[1];
    for line in [
        "its sentences numbered anew",
        "1. Heat pump sales fell to 1.9 million units in 2024.\n2. The register has counted all heat pumps again [2].\n3. The next survey",
        "is sentences 1 to 3 of the brief above",
        "sentence 1: uncited",
    ] {
        assert!(brief.contains(line), "{line}: {brief}");
    }
    let accepted = place.study().sections[0].accepted();
    assert!(accepted.starts_with(CORRECTED), "{accepted}\n{}", then.err);
    let why = place.events().into_iter().filter_map(|event| match event {
        Event::CycleCalledFor { why, .. } => Some(why),
        _ => None,
    });
    assert_eq!(why.collect::<Vec<_>>(), ["1 claim uncited"; 2]);
    let listed = place.run(&["studies", "events", "last"]);
    assert!(
        listed.out.contains("revising: 1 claim uncited"),
        "{}",
        listed.out
    );
}

#[test]
fn a_low_score_that_a_revision_has_left_is_not_paid_for_again_with_the_next_update() {
    let place = Place::new();
    let server = Server::model(|seen| {
        match asks(seen) {
            (Asks::Write, "Situation") => FELL,
            (Asks::Write, "Complication") => {
                "Subsidy cuts delayed many orders in the fourteen markets [1]."
            }
            (Asks::Write, _) => SUBSIDY,
            (Asks::Update, "Situation") => {
                "REPLACE 1\nWHY counted again\nTEXT Heat pump sales fell to 1.9 million units in 2024 [2]."
            }
            (Asks::Judge, _) => return scores(3.0),
            _ => "NO CHANGE",
        }
        .to_owned()
    });
    let (first, then) = updated(&place, &server);
    let why = place.events().into_iter().filter_map(|event| match event {
        Event::CycleCalledFor { why, .. } => Some(why),
        _ => None,
    });
    assert_eq!(
        why.collect::<Vec<_>>(),
        ["the score is 3.00, below 3.5"],
        "{}\n{}",
        first.err,
        then.err
    );
    let accepted = place.study().sections[0].accepted();
    assert!(accepted.starts_with(CORRECTED), "{accepted}\n{}", then.err);
}

#[test]
fn the_blameless_changes_come_in_by_themselves_and_the_others_wait_with_their_reasons() {
    let place = Place::new();
    let update = "REPLACE 1\nWHY counted again\nTEXT Heat pump sales fell to 1.9 million units in 2024 [2].\n\nDELETE 2\nWHY past";
    let server = model(update, "NO CHANGE");
    let (_, then) = updated(&place, &server);
    let study = place.study();
    assert_eq!(
        study.sections[0].accepted(),
        format!("{CORRECTED} {SURVEY}"),
        "{}",
        then.err
    );
    assert_eq!(study.open_hunks(), 1);
    for line in [
        "1 of 2 changes accepted automatically",
        "in Situation would take away what its source bears out",
        SURVEY,
        "1 change waits for you",
    ] {
        assert!(then.err.contains(line), "{line}: {}", then.err);
    }
    assert_eq!(then.status, 3, "{}", then.err);
}

#[test]
fn edits_as_json_are_edits() {
    let place = Place::new();
    let update = r#"```json
[{"op": "replace", "sentence": 1, "why": "counted again", "text": "Heat pump sales fell to 1.9 million units in 2024 [2]."}]
```"#;
    let server = model(update, "NO CHANGE");
    let (_, then) = updated(&place, &server);
    assert_eq!(
        place.study().sections[0].accepted(),
        format!("{CORRECTED} {SURVEY}"),
        "{}",
        then.err
    );
}

#[test]
fn a_sentence_that_the_news_deny_and_the_writer_leaves_is_marked() {
    let place = Place::new();
    let server = model("NO CHANGE", "NO CHANGE");
    let (_, then) = updated(&place, &server);
    assert!(then.err.contains("left as it is"), "{}", then.err);
    let claims = place.study().sections[0].claims.to_vec();
    let fell = claims
        .iter()
        .find(|claim| claim.text == FELL)
        .expect("a claim");
    assert!(
        fell.reason.contains("1.9 million") && fell.verdict != tercet::study::Verdict::Supported,
        "{fell:?}"
    );
}

#[test]
fn a_citation_of_no_source_beside_one_that_bears_its_claim_out_is_a_reason_to_revise() {
    let place = Place::new();
    let server = Server::model(|seen| {
        match asks(seen) {
            (Asks::Write, "Situation") => "Heat pump sales fell to 2.2 million units in 2024 [1][9].",
            (Asks::Write, "Complication") => {
                "Subsidy cuts delayed many orders in the fourteen markets [1]."
            }
            (Asks::Write, _) => SUBSIDY,
            (Asks::Revise, "Situation") => {
                "REPLACE 1\nWHY no such source\nTEXT Heat pump sales fell to 2.2 million units in 2024 [1]."
            }
            (Asks::Judge, _) => return scores(4.0),
            _ => "NO CHANGE",
        }
        .to_owned()
    });
    let sales = place.file("sales.txt", SALES);
    let ran = place.run_on(&server, SETTINGS, &[QUESTION, &sales]);
    let asked = server.requests();
    let revised: Vec<String> = asked
        .iter()
        .filter(|seen| asks(seen).0 == Asks::Revise)
        .map(Seen::last_message)
        .collect();
    assert_eq!(revised.len(), 1, "{}", ran.err);
    assert!(revised[0].contains("[9] names no source"), "{}", revised[0]);
    assert!(
        ran.err
            .contains("revising: 1 claim with a citation of no source"),
        "{}",
        ran.err
    );
    assert!(place.study().sections[0].accepted().contains(FELL));
    assert_eq!(ran.status, 0, "{}", ran.err);
}
