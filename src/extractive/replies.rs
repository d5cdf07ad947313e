//! What the extractive writer promises to who asks one kind of question: the answer first, under Resolution, and each sentence readable where it stands.

use super::asked::brief;
use super::samples::Sample;
use crate::study::Origin;

const fn note(title: &'static str, text: &'static str) -> Sample {
    Sample {
        title,
        date: "",
        origin: Origin::Internal,
        text,
    }
}

#[track_caller]
fn answers(question: &'static str, documents: &'static [Sample], expected: &str) {
    let [situation, complication, resolution] = brief(question, documents);
    assert!(
        resolution.starts_with(expected),
        "{question}\n## {situation}\n## {complication}\n## {resolution}"
    );
}

const BRIDGE: &[Sample] = &[
    note(
        "Report on the Marsh Lane bridge",
        "Prepared by Anders Holt for the county, May 2024.

The Marsh Lane bridge carries 6,200 vehicles a day. Its deck is 61 years old. Lorries over 18 tonnes have been banned from the bridge since March 2023, because two bearings are cracked.

Variant A is a repair of the bearings. It would cost £2.1 million and last 15 years. Variant B is a new bridge beside the old one. It would cost £9.4 million and last 80 years. Holt recommends Variant B.",
    ),
    note(
        "Minutes of the roads committee",
        "The meeting was chaired by Petra Lang. Councillor Oduya led the opposition to a new bridge. It was agreed to repair the bearings in 2025 and to decide on a new bridge by June 2027.

If a third bearing cracks, the bridge must be closed at once. The contract of the only bearing supplier, Kestrel, ends in December and has not been renewed. The next meeting is on 4 July.",
    ),
];

#[test]
fn who_asks_who_when_how_much_or_why_reads_the_answer_first() {
    for (question, expected) in [
        (
            "Who led the opposition to a new bridge?",
            "Councillor Oduya led the opposition",
        ),
        (
            "When will the committee decide on a new bridge?",
            "It was agreed to repair the bearings in 2025 and to decide on a new bridge by June 2027",
        ),
        (
            "How many vehicles does the Marsh Lane bridge carry?",
            "The Marsh Lane bridge carries 6,200 vehicles a day",
        ),
        (
            "Why are lorries banned from the bridge?",
            "Lorries over 18 tonnes have been banned",
        ),
        (
            "Who chaired the meeting?",
            "The meeting was chaired by Petra Lang",
        ),
    ] {
        answers(question, BRIDGE, expected);
    }
}

#[test]
fn what_was_decided_is_the_answer_to_what_should_be_done() {
    for question in [
        "Should the county build a new bridge?",
        "What did the committee decide on the bridge?",
    ] {
        answers(
            question,
            BRIDGE,
            "It was agreed to repair the bearings in 2025",
        );
    }
}

#[test]
fn a_comparison_has_the_figures_of_each_side() {
    for question in [
        "Compare Variant A with Variant B.",
        "Is Variant B cheaper than Variant A?",
    ] {
        let [_, _, resolution] = brief(question, BRIDGE);
        for fact in [
            "Variant A is a repair of the bearings [1]. It would cost £2.1 million",
            "Variant B is a new bridge beside the old one [1]. It would cost £9.4 million",
        ] {
            assert!(resolution.contains(fact), "{question} {fact}\n{resolution}");
        }
    }
}

#[test]
fn risks_are_told_as_complications() {
    let [situation, complication, _] =
        brief("What are the risks for the Marsh Lane bridge?", BRIDGE);
    for risk in [
        "If a third bearing cracks",
        "The contract of the only bearing supplier",
    ] {
        assert!(complication.contains(risk), "{situation}\n\n{complication}");
    }
}

#[test]
fn what_documents_say_of_themselves_stays_out() {
    for question in [
        "Should the county build a new bridge?",
        "Compare Variant A with Variant B.",
        "What are the risks for the Marsh Lane bridge?",
    ] {
        let whole = brief(question, BRIDGE).join("\n\n");
        for frame in ["Prepared by", "was chaired", "next meeting"] {
            assert!(!whole.contains(frame), "{question}\n{whole}");
        }
    }
}

const INCIDENT: &[Sample] = &[note(
    "Incident 2024-08-19: lost orders",
    "Between 13:05 and 13:52 on 19 August 2024 the orders service lost 312 orders. The root cause was a write concern of 1. The engineer, Ravi Shetty, set the write concern to majority at 13:52.",
)];

#[test]
fn the_title_of_a_document_says_what_it_is_about() {
    for (question, expected) in [
        (
            "What went wrong on 19 August 2024?",
            "Between 13:05 and 13:52",
        ),
        (
            "What was the root cause of the incident?",
            "The root cause was",
        ),
    ] {
        answers(question, INCIDENT, expected);
    }
}

#[test]
fn advice_is_not_told_without_what_it_speaks_of() {
    const GUIDELINE: &[Sample] = &[note(
        "Guideline",
        "Offer telemonitoring to adults with heart failure, provided that a nurse answers alerts. Do not offer it to people who cannot weigh themselves.",
    )];
    answers(
        "Who should not be offered telemonitoring?",
        GUIDELINE,
        "Offer telemonitoring to adults with heart failure, provided that a nurse answers alerts [1]. Do not offer it to people",
    );
}

#[test]
fn what_is_said_of_another_thing_does_not_answer() {
    const MANUALS: &[Sample] = &[
        note(
            "Tessel",
            "Tessel reads tables from files of any size. Tessel requires version 1.85 of the compiler. Tessel is kept by two people.",
        ),
        note(
            "Quill",
            "Quill writes letters from templates and lists. Quill requires version 1.42 of the compiler. The compiler version of Quill is tested.",
        ),
        note(
            "Ostrea",
            "Ostrea opens archives of twelve old formats. Ostrea requires version 1.60 of the compiler. Ostrea is kept by one person.",
        ),
    ];
    let whole = brief("Which compiler version does Tessel require?", MANUALS).join("\n\n");
    assert!(whole.contains("1.85"), "{whole}");
    assert!(
        !whole.contains("1.42") && !whole.contains("1.60"),
        "{whole}"
    );
}
