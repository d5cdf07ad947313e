use super::*;
use crate::check::support::Evidence;
use crate::check::support::check_section;
use crate::study::{DocumentId, Passage, PassageId};

const OLD: &str = "The city of Marl has 84,000 inhabitants. The drug reduced mortality in the trial. The library of Marl is open on Sundays. \
    Sales of cars rose in 2023. The council approved the budget. Milk contains hormones. The ferry carried 1,250,000 passengers in 2023.";
const NEW: &str = "The city of Marl has 91,000 inhabitants. The drug did not reduce mortality in the trial. The library of Marl is not open on Sundays. \
    Sales of cars fell in 2023. The council did not approve the budget. Milk contains no hormones. Ticket prices rose from 30 to 34 crowns in 2023.";

/// The verdict on the last claim of a text that cites the two.
fn judged(text: &str) -> (Verdict, String) {
    judged_by(text, [OLD, NEW])
}

fn judged_by(text: &str, sources: [&str; 2]) -> (Verdict, String) {
    let [first, second] = sources;
    let passages = [(0, first), (1, second)].map(|(id, text)| Passage {
        id: PassageId(id),
        document: DocumentId(id),
        text: text.to_owned(),
        ..Passage::default()
    });
    let cited: Vec<Evidence<'_>> = (1..)
        .zip(&passages)
        .map(|(number, passage)| Evidence { number, passage })
        .collect();
    let found = check_section(text, &cited, &[]).pop().expect("a claim");
    (found.verdict, found.reason)
}

/// The same with each mark in the place of the other.
fn exchanged(text: &str) -> String {
    text.replace("[1]", "[x]")
        .replace("[2]", "[1]")
        .replace("[x]", "[2]")
}

const BOTH_SIDES: &[&str] = &[
    "The drug reduced mortality in the trial, says [1]; [2] says the opposite.",
    "[1] says that sales of cars rose in 2023, [2] that they fell.",
    "The library of Marl is open on Sundays, according to [1], but not according to [2].",
    "It is disputed whether the library of Marl is open on Sundays [1] or is not [2].",
    "While [1] reports that the drug reduced mortality in the trial, [2] reports that it did not reduce mortality in the trial.",
    "The drug reduced mortality in the trial [1]; however, the drug did not reduce mortality in the trial [2].",
    "One source says the drug reduced mortality in the trial [1], the other that it did not reduce mortality in the trial [2].",
    "The drug reduced mortality in the trial [1], but another report says that it did not [2].",
    "Whether the library of Marl is open on Sundays is disputed: [1] says it is, [2] says it is not.",
    "The council approved the budget according to [1], but according to [2] it did not approve it.",
    "Milk contains hormones [1] or no hormones [2], depending on the source.",
    "Sales of cars rose in 2023 according to [1] and fell in 2023 according to [2].",
    "According to [1], the city of Marl has 84,000 inhabitants, while [2] gives 91,000.",
    "The city of Marl has 84,000 [1] or 91,000 [2] inhabitants.",
    "Sources disagree on the number of inhabitants of Marl (84,000 [1]; 91,000 [2]).",
    "Sources are split on whether the council approved the budget: yes [1], no [2].",
    "Sales of cars rose in 2023 in the account of [1], but fell in 2023 in that of [2].",
    "The city of Marl has 84,000 inhabitants [1]; [2], by contrast, counts 91,000.",
    "[1] says that the ferry carried 1,250,000 passengers; according to [2], ticket prices rose from 30 to 34 crowns.",
];

#[test]
fn both_sides_of_a_disagreement_are_borne_out_each_by_its_own_source() {
    for text in BOTH_SIDES {
        let (verdict, reason) = judged(text);
        assert_eq!(verdict, Verdict::Supported, "{text}: {reason}");
    }
}

#[test]
fn a_side_given_to_the_other_source_is_not_borne_out() {
    for text in BOTH_SIDES {
        let text = exchanged(text);
        let (verdict, reason) = judged(&text);
        assert!(is_refused(verdict), "{text}: {reason}");
    }
}

#[test]
fn a_part_that_neither_source_says_is_told() {
    for text in [
        "The city of Marl has 84,000 inhabitants according to [1] and 19,000 according to [2].",
        "The city of Marl has 84,000 [1] or 19,000 [2] inhabitants.",
        "[1] says that sales of cars rose in 2023, [2] that they fell in 2021.",
    ] {
        let (verdict, reason) = judged(text);
        assert_ne!(verdict, Verdict::Supported, "{text}: {reason}");
    }
}

#[test]
fn what_it_did_not_do_is_told_by_the_sentence_before() {
    let text = "According to [1], the council approved the budget. According to [2], it did not.";
    assert_eq!(judged(text).0, Verdict::Supported);
    let text = exchanged(text);
    let (verdict, reason) = judged(&text);
    assert!(is_refused(verdict), "{reason}");
}

#[test]
fn who_did_it_by_a_source_has_to_stand_in_that_source() {
    const SENATE: &str = "The ban was lifted by the senate in May. The fish died of hunger. The workers were warned in advance.";
    const COURT: &str = "The ban was lifted by the court in May. The fish died of cold. The workers were not warned in advance.";
    for (text, verdict) in [
        (
            "The ban was lifted by the senate [1] or by the court [2].",
            Verdict::Supported,
        ),
        (
            "The ban was lifted by the court [1] or by the senate [2].",
            Verdict::Unsupported,
        ),
        (
            "The ban was lifted by the senate [1] or by the mayor [2].",
            Verdict::Partial,
        ),
        (
            "The fish died of hunger [1] or of cold [2].",
            Verdict::Supported,
        ),
        (
            "The fish died of cold [1] or of hunger [2].",
            Verdict::Unsupported,
        ),
        (
            "The fish died of hunger [1] or of poison [2].",
            Verdict::Partial,
        ),
        (
            "The workers were warned in advance [1], but they were not warned in advance [2].",
            Verdict::Supported,
        ),
        (
            "The workers were warned in advance [1], but the owner was not warned in advance [2].",
            Verdict::Partial,
        ),
    ] {
        let (found, reason) = judged_by(text, [SENATE, COURT]);
        assert_eq!(found, verdict, "{text}: {reason}");
        // What is quoted of a source stands in it.
        let quotes = reason
            .split("] says “")
            .skip(1)
            .filter_map(|rest| rest.split('”').next());
        for quote in quotes {
            assert!(SENATE.contains(quote) || COURT.contains(quote), "{reason}");
        }
    }
}

#[test]
fn what_a_reason_has_a_source_say_stands_in_a_source() {
    let sources = format!("{OLD} {NEW}").to_lowercase();
    let told = BOTH_SIDES.iter().map(|text| (*text).to_owned());
    let swapped = BOTH_SIDES.iter().map(|text| exchanged(text));
    for text in told.chain(swapped) {
        let (_, reason) = judged(&text);
        let said = reason.split("] says “").skip(1);
        for said in said.filter_map(|rest| rest.split('”').next()) {
            assert!(
                sources.contains(&said.to_lowercase()),
                "{text}: {said} of {reason}"
            );
        }
    }
}
