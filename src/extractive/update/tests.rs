//! What an update of the extractive writer promises of corrections and of news that contradict each other.

use super::super::samples::{Set, context, report, request};
use super::super::write;
use crate::pipeline::{Otherwise, Request};
use crate::study::{CycleKind, RhetoricalRole};

const TOLL: Set = Set {
    question: "What does the Tarn bridge cost, and why is it late?",
    documents: &[
        report(
            "Bridge office",
            "2024-02-01",
            "The Tarn bridge is 310 metres long and carries 9,000 cars a day.",
        ),
        report(
            "Tarn Post",
            "2024-05-02",
            "The Post reported that the Tarn bridge cost 11.5 million euros. This was wrong. It cost 7.8 million euros.",
        ),
        report(
            "Bridge union",
            "2024-05-02",
            "The Tarn bridge needs 14 guards at night.",
        ),
        report(
            "Bridge museum",
            "2024-05-02",
            "The Tarn bridge needs 31 guards at night.",
        ),
    ],
};

const WAIT: Set = Set {
    question: "How long do patients wait for a hip operation at Elm hospital?",
    documents: &[
        report(
            "Elm hospital report",
            "2024-02-01",
            "Elm hospital carries out 410 hip operations a year.",
        ),
        report(
            "Elm hospital statistics",
            "2024-06-01",
            "In spring the waiting time for a hip operation at Elm hospital was given as 27 weeks. This was wrong: it is 23 weeks.",
        ),
    ],
};

#[test]
fn a_correction_is_told_with_the_statement_that_it_corrects() {
    for facts in [
        ["In spring the waiting time for a hip operation at Elm hospital was given as 27 weeks."],
        ["This was wrong: it is 23 weeks."],
    ] {
        let text = write(&Request {
            cycle: CycleKind::Update,
            context: context(&WAIT, 1),
            current: Some("Elm hospital carries out 410 hip operations a year [1].".to_owned()),
            facts: facts.iter().map(|fact| (*fact).to_owned()).collect(),
            ..request(&WAIT, RhetoricalRole::Situation)
        });
        assert!(
            !text.contains("27 weeks")
                || text.contains("27 weeks [2]. This was wrong: it is 23 weeks"),
            "{text}"
        );
    }
}

fn updated(facts: &[&str]) -> String {
    let current = "The Tarn bridge is 310 metres long and carries 9,000 cars a day [1].";
    write(&Request {
        cycle: CycleKind::Update,
        context: context(&TOLL, 1),
        current: Some(current.to_owned()),
        facts: facts.iter().map(|fact| (*fact).to_owned()).collect(),
        ..request(&TOLL, RhetoricalRole::Situation)
    })
}

#[test]
fn what_a_source_takes_back_is_told_with_that_or_not_at_all() {
    let text = updated(&["It cost 7.8 million euros."]);
    assert!(
        !text.contains("11.5") || text.contains("This was wrong [2]. It cost 7.8"),
        "{text}"
    );
}

#[test]
fn new_sources_that_contradict_each_other_are_told_as_such() {
    let text = updated(&[
        "The Tarn bridge needs 14 guards at night.",
        "The Tarn bridge needs 31 guards at night.",
    ]);
    let both = text.contains("14 guards") && text.contains("31 guards");
    assert!(!both || text.contains("isagree"), "{text}");
}

#[test]
fn a_fact_that_goes_on_about_what_takes_a_place_is_told_behind_it() {
    const TUNNEL: Set = Set {
        question: "When will the Orsa tunnel open and what will it cost?",
        documents: &[
            report(
                "Road plan",
                "2023-02-01",
                "The Orsa tunnel will open in 2026.",
            ),
            report(
                "Road agency, October 2024",
                "2024-10-01",
                "The opening of the Orsa tunnel has been postponed to 2028. The agency now expects a cost of 585 million euros.",
            ),
        ],
    };
    let first = request(&TUNNEL, RhetoricalRole::Resolution);
    let sentence = "The Orsa tunnel will open in 2026 [1].";
    let text = write(&Request {
        cycle: CycleKind::Update,
        context: context(&TUNNEL, 1),
        current: Some(sentence.to_owned()),
        otherwise: vec![Otherwise {
            section: first.section,
            sentence: sentence.to_owned(),
            said: "The opening of the Orsa tunnel has been postponed to 2028.".to_owned(),
            gives_way: true,
            number: Some(2),
            ..Otherwise::default()
        }],
        facts: vec!["The agency now expects a cost of 585 million euros.".to_owned()],
        ..first
    });
    assert!(
        text.contains("postponed to 2028 [2]") && text.contains("585 million euros [2]"),
        "{text}"
    );
}

#[test]
fn a_fact_at_once_behind_what_takes_a_place_is_told_with_it_and_in_no_other_section() {
    const SITE: Set = Set {
        question: "Who pays for the cleanup of the Ferro site?",
        documents: &[
            report(
                "Court of first instance",
                "2022-09-12",
                "The court ordered Ferro Holding to pay 60 percent of the cost of the cleanup.",
            ),
            report(
                "Federal court",
                "2024-02-27",
                "The federal court set aside the judgment against Ferro Holding. The state must bear the whole cost, because the company could not know of the lead.",
            ),
        ],
    };
    let sentence =
        "The court ordered Ferro Holding to pay 60 percent of the cost of the cleanup [1].";
    let updated = |role: RhetoricalRole, current: &str| {
        let resolution = request(&SITE, RhetoricalRole::Resolution).section;
        write(&Request {
            cycle: CycleKind::Update,
            context: context(&SITE, 1),
            current: Some(current.to_owned()),
            otherwise: vec![Otherwise {
                section: resolution,
                sentence: sentence.to_owned(),
                said: "The federal court set aside the judgment against Ferro Holding.".to_owned(),
                gives_way: true,
                number: Some(2),
                ..Otherwise::default()
            }],
            facts: vec!["The state must bear the whole cost, because the company could not know of the lead.".to_owned()],
            ..request(&SITE, role)
        })
    };
    let problems = "Lead was found in the soil [1].";
    let complication = updated(RhetoricalRole::Complication, problems);
    assert!(!complication.contains("whole cost"), "{complication}");
    let resolution = updated(RhetoricalRole::Resolution, sentence);
    assert!(
        resolution.contains("against Ferro Holding [2]. The state must bear the whole cost"),
        "{resolution}"
    );
}
