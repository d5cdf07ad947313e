//! Tiers and roles: which model of those that are configured is asked for what, and what the brief says about it.

use crate::program::{Place, Ran, finished};
use crate::server::{Seen, Server};

const SALES: &str =
    "Heat pump sales fell to 2.2 million units in 2024. Subsidy cuts delayed many orders.";

/// What follows the writing has tests of its own.
const ALONE: &str = "[run]\njudge = false\nreflect = false\nrevisions = 0\n";

fn place(server: &Server, tiers: &str) -> Place {
    let place = Place::new();
    let base = server.base_url();
    place.file(
        "config.toml",
        format!("{ALONE}[tiers]\n{tiers}[providers.lab]\nbase_url = \"{base}\"\n"),
    );
    place.file("sales.txt", SALES);
    place
}

fn run(place: &Place, question: &str) -> Ran {
    let mut command = place.command(&["run", question, "sales.txt"]);
    command.env("TERCET_CONFIG", place.path("config.toml"));
    finished(command.output().expect("started"))
}

/// A model of which every answer leaves a claim that checking cannot settle, and a critic without objections.
fn server() -> Server {
    Server::model(|seen| {
        if seen.body.contains("You review a part of a brief") {
            return "{'hallucination_detected': False, 'unsupported_claims': [], 'logical_gaps': ['no cause is named'], 'conflicting_evidence': [],}".to_owned();
        }
        "Heat pump sales fell to 2.2 million units in 2024 [1]. Installers went bankrupt in the north [1].".to_owned()
    })
}

fn models(seen: &[Seen]) -> Vec<String> {
    seen.iter()
        .map(|seen| seen.json()["model"].as_str().unwrap_or_default().to_owned())
        .collect()
}

const TIERS: &str = "plus = \"lab/good\"\nmax = \"lab/best\"\ncritic = \"lab/strict\"\n";

#[test]
fn the_tiers_choose_the_writer_by_how_complex_the_study_is_and_the_brief_says_why() {
    let long = "Why did heat pump sales fall so much in the large cities, in the small villages, among installers and among lenders, and what should ministries, \
        manufacturers and banks do about it before the next heating season begins and before the subsidy ends for good in every region of the country that has signed the agreement?";
    for (question, allowed, writer, why) in [
        (
            "Why did sales fall?",
            true,
            "good",
            "a question of one part, 1 document",
        ),
        (long, true, "best", "a question of"),
        (long, false, "good", "words long"),
    ] {
        let server = server();
        let place = place(&server, &format!("{TIERS}allow_max = {allowed}\n"));
        let ran = run(&place, question);
        let asked = models(&server.requests());
        assert_eq!(asked[..3], [writer; 3], "{}", ran.err);
        assert!(
            asked[3..].iter().all(|model| model == "strict"),
            "{asked:?}"
        );
        assert!(!asked[3..].is_empty());
        assert!(ran.out.contains(&format!("lab/{writer}")), "{}", ran.out);
        // Who writes is said before anything is paid for, and who would if it were allowed.
        let said = ran
            .err
            .lines()
            .find(|line| line.contains("for a complexity of"));
        assert!(
            said.is_some_and(|line| {
                line.contains(&format!("lab/{writer} writes"))
                    && line.contains("lab/best would write") == (question == long && !allowed)
            }),
            "{}",
            ran.err
        );
        let method = place.run(&["export", "last", "--method"]).out;
        let line = method.lines().find(|line| line.contains("by complexity"));
        assert!(line.is_some_and(|line| line.contains(why)), "{method}");
    }
}

#[test]
fn sources_that_disagree_make_a_study_more_complex() {
    let server = server();
    let place = place(&server, TIERS);
    place.file(
        "register.txt",
        "Heat pump sales fell to 1.9 million units in 2024.",
    );
    let mut command = place.command(&["run", "Why did sales fall?", "sales.txt", "register.txt"]);
    command.env("TERCET_CONFIG", place.path("config.toml"));
    let ran = finished(command.output().expect("started"));
    let said = ran
        .err
        .lines()
        .find(|line| line.contains("for a complexity of"));
    assert!(
        said.is_some_and(|line| line.contains("1 disagreement between sources")),
        "{}",
        ran.err
    );
}

#[test]
fn a_critics_almost_json_is_read() {
    let server = server();
    let place = place(&server, TIERS);
    run(&place, "Why did sales fall?");
    let brief = place.run(&["export", "last", "--verdicts"]).out;
    assert!(brief.contains("no cause is named"), "{brief}");
    let strict: Vec<Seen> = server.requests().into_iter().skip(3).collect();
    assert_eq!(strict.len(), 3, "no answer was asked for twice");
    let journal = place.run(&["studies", "events", "last", "--json"]).out;
    for seen in strict {
        let form = &seen.json()["response_format"]["json_schema"];
        assert_eq!(form["name"], "critique");
        // The journal has the whole question, for whoever reads the trace.
        let asked = serde_json::to_string(&seen.last_message()).expect("a string");
        assert!(journal.contains(&asked), "{asked} is not in {journal}");
    }
}

#[test]
fn a_tier_that_names_nobody_is_told_before_anything_is_asked() {
    let server = server();
    let place = place(&server, "plus = \"nobody/x\"\n");
    let ran = run(&place, "Why did sales fall?");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("[tiers] plus") && ran.err.contains("nobody"),
        "{}",
        ran.err
    );
    assert!(server.requests().is_empty());
}
