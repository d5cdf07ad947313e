//! What a brief takes for a sentence, what it tells once, and what it owns up to, by questions and the sources put together for them.

use super::asked::{brief, note};
use super::samples::Sample;

/// A brief as one text.
fn whole(question: &'static str, documents: &'static [Sample]) -> String {
    brief(question, documents).join("\n\n")
}

#[track_caller]
fn holds_none(text: &str, phrases: &[&str]) {
    for phrase in phrases {
        assert!(!text.contains(phrase), "{phrase}\n{text}");
    }
}

const FLAW: &[Sample] = &[
    note(
        "Tools that look for Logbug",
        "Source | Notes | Links\nlogbug-finder | Fast scanner of files for old instances (using Python) | https://example.org/finder\nlogbug-patch | Replaces the class in archives | https://example.org/patch",
    ),
    note(
        "Advisory",
        "Logbug is a flaw in a library for logs. It was disclosed to the maintainer by Chen Zhao of the security team of Alba Cloud. Logbug was discovered by Chen Zhao in November 2021.",
    ),
];

#[test]
fn a_row_of_a_catalogue_does_not_answer_who() {
    let [_, _, resolution] = brief("Who discovered Logbug?", FLAW);
    assert!(resolution.contains("Chen Zhao"), "{resolution}");
    holds_none(&resolution, &["logbug-finder", "Source:"]);
}

const ABSTRACT: &[Sample] = &[note(
    "Seven years after screening",
    "Design Randomised controlled trial. Setting Population based screening in two areas of Norway. Results No difference was found in the incidence of the cancer between the screening group and the control group after seven years. The trial is based on invitations to a single screening.1\n\nConclusions A reduction in the incidence of the cancer could not be shown.",
)];

#[test]
fn the_parts_of_an_abstract_are_no_part_of_its_sentences() {
    let text = whole("What did the screening trial find?", ABSTRACT);
    assert!(text.contains("No difference was found"), "{text}");
    holds_none(
        &text,
        &[
            "Results No",
            "Design Random",
            "Setting Pop",
            "Conclusions A",
            "screening.1",
        ],
    );
}

const AGENDA: &[Sample] = &[note(
    "Steering committee, 5 March 2025",
    "- Redesign suggests all versions of the tool include the manager #6441 Dependent on the decision\n- Talk about how the manager is funded - fund its maintainers #6626\n- Can remove the manager from the agenda at this point\n\nThe manager was removed from the tool because people can install it on their own.\n\nWe agree our goal is to remove the manager from the tool: Yes/No",
)];

#[test]
fn what_is_only_to_be_talked_about_is_not_told() {
    let text = whole("Why was the manager removed from the tool?", AGENDA);
    assert!(text.contains("because people can install it"), "{text}");
    holds_none(&text, &["#6441", "#6626", "Can remove", "Yes/No"]);
}

const WEEK: &[Sample] = &[
    note(
        "Consulting news",
        "At the conclusion of the trial, 92% of the companies opted to continue the four-day week.",
    ),
    note(
        "Agency report",
        "Of the companies, 92% reported they would continue with the four-day week, with 30% saying it is a permanent change.",
    ),
];

#[test]
fn one_fact_is_told_once_and_in_full() {
    let text = whole("How many companies kept the four-day week?", WEEK);
    assert_eq!(text.matches("92%").count(), 1, "{text}");
    assert!(text.contains("permanent"), "{text}");
}

const THREADS: &[Sample] = &[note(
    "Proposal for threads in Pyx",
    "Pyx runs one thread at a time. With free threads Pyx uses 15 percent more memory. Starting a thread in Pyx takes 100 microseconds. Programs in Pyx that use many threads scale badly. The build of Pyx with free threads is experimental. Recent versions of Gox use another collector of garbage. Threads in Pyx may modify one list at the same time. The speed of Pyx with free threads is 8 percent lower than without. Pyx is used for science and for the web.",
)];

#[test]
fn what_nobody_compares_is_said_to_be_so_first_and_little_is_told_behind_it() {
    let [_, _, resolution] = brief("How does Pyx compare with Gox in speed?", THREADS);
    assert!(
        resolution.starts_with("The evidence does not compare these"),
        "{resolution}"
    );
    assert!(resolution.matches(" [1]").count() <= 3, "{resolution}");
}

const ACCIDENT: &[Sample] = &[note(
    "Report on the derailment",
    "A train derailed at Holm in 2023. About 2,000 residents left their homes after the derailment. The air was tested and found to be safe.",
)];

#[test]
fn what_is_missing_is_named_by_what_it_is_and_not_by_what_was_done() {
    let text = whole(
        "How many residents were diagnosed with cancer after the derailment?",
        ACCIDENT,
    );
    assert!(text.contains("word “cancer”"), "{text}");
    holds_none(&text, &["“diagnosed”"]);
}
