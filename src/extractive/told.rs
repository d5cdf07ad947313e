//! What the extractive writer tells of sentences that lean on little, are quoted at length, or answer in other words than the question's.

use super::asked::{brief, note};
use super::samples::Sample;

/// What a brief resolves with.
fn resolution(question: &'static str, documents: &'static [Sample]) -> String {
    let [_, _, resolution] = brief(question, documents);
    resolution
}

#[track_caller]
fn tells(question: &'static str, documents: &'static [Sample], expected: &str) {
    let text = resolution(question, documents);
    assert!(text.starts_with(expected), "{question}\n{text}");
}

const BACKDOOR: &[Sample] = &[
    note(
        "How the backdoor works",
        "Versions 5.6.0 and 5.6.1 of the xz library were shipped with a backdoor. Ada Lind discovered the backdoor by noticing that logins were slow. It was introduced by the maintainer Jia Tan.",
    ),
    note(
        "Advisory",
        "Right now no stable versions are known to be affected.\n\nUsers running the testing version are urged to update the xz packages.",
    ),
];

#[test]
fn who_put_a_thing_somewhere_is_told_by_who_introduced_it() {
    let text = resolution("Who put the backdoor into xz?", BACKDOOR);
    assert!(
        text.contains("introduced by the maintainer Jia Tan"),
        "{text}"
    );
    assert!(!text.contains("does not say who"), "{text}");
}

#[test]
fn what_users_are_urged_to_do_is_advice() {
    tells(
        "What should users of the testing version do?",
        BACKDOOR,
        "Users running the testing version are urged to update",
    );
}

#[test]
fn a_quotation_over_two_paragraphs_is_told() {
    const BOARD: &[Sample] = &[note(
        "Press release on the loss of the launcher",
        "On 4 June 1996 the first flight of the launcher ended in a failure. The report concludes:\n\n\"The failure of the launcher was caused by the complete loss of guidance 37 seconds after the start. This loss was due to errors in the design of the software.\n\nThe tests did not include an analysis of the system, which could have found the failure.\"\n\nThe next flight is put off.",
    )];
    let text = resolution("Why did the launcher fail?", BOARD);
    assert!(
        text.contains("caused by the complete loss of guidance")
            && text.contains("errors in the design"),
        "{text}"
    );
}

#[test]
fn what_was_stated_to_somebody_leans_on_nothing() {
    const BOARD: &[Sample] = &[note(
        "Findings",
        "Seven variables were at risk of an error. Three of the variables were left unprotected. It has been stated to the Board that not all of the variables were protected because the computer had a workload limit of 80%.",
    )];
    let text = resolution("Why were three variables left unprotected?", BOARD);
    assert!(
        text.contains("because the computer had a workload limit"),
        "{text}"
    );
}

#[test]
fn a_purpose_that_points_back_is_left_out() {
    const TOOL: &[Sample] = &[note(
        "Readme",
        "To solve this situation, Zip offers a training mode, which tunes the algorithm for a selected type of small data.",
    )];
    tells(
        "How does Zip compress small data?",
        TOOL,
        "Zip offers a training mode",
    );
}

#[test]
fn what_a_source_believes_is_its_reason() {
    const MODEL: &[Sample] = &[note(
        "Report on the model",
        "The model uses canvass inspections of shops. License inspections come before a shop opens. License inspections are not used in the model because we believe that they differ from normal inspections.",
    )];
    tells(
        "Why are license inspections not used in the model?",
        MODEL,
        "Report on the model: “License inspections are not used in the model because we believe",
    );
}

#[test]
fn a_sum_leans_on_nothing() {
    const SCHEME: &[Sample] = &[note("Redress", "£98.2m has been paid in redress.")];
    tells(
        "How much has been paid in redress?",
        SCHEME,
        "£98.2m has been paid in redress",
    );
}

#[test]
fn what_would_be_a_good_replacement_answers_whether_to_replace() {
    const STUDY: &[Sample] = &[note(
        "Comparison",
        "Deflate is used in most archives of the company. One should not compare speed by the level alone. The results indicate that brotli would be a good replacement for deflate in speed and size.",
    )];
    tells(
        "Should we replace deflate with brotli?",
        STUDY,
        "The results indicate that brotli would be a good replacement",
    );
}

#[test]
fn a_sentence_in_a_cell_of_a_table_answers() {
    const PANEL: &[Sample] = &[note(
        "Panel on aspirin",
        "The panel met twice.\n\nPopulation | Recommendation | Grade\nAdults over 60 | The panel recommends against starting aspirin to prevent heart disease in adults over 60. | D\nOthers | Ask a doctor. | C",
    )];
    tells(
        "Should adults over 60 start taking aspirin to prevent heart disease?",
        PANEL,
        "The panel recommends against starting aspirin to prevent heart disease in adults over 60 [1]",
    );
}

#[test]
fn how_a_thing_works_is_told_of_the_thing_itself() {
    const PUMP: &[Sample] = &[note(
        "The Orsa pump",
        "Ada Lind found the fault in the pump by listening to it. The pump raises water by pressing it through a valve. The pump was built in Orsa.",
    )];
    tells(
        "How does the pump work?",
        PUMP,
        "The pump raises water by pressing it through a valve [1]",
    );
}

#[test]
fn a_study_is_short_of_what_it_owns_up_to() {
    const SURVEY: &[Sample] = &[note(
        "Survey of bus riders",
        "The survey asked 400 riders in May. Most riders were content with the buses. Riders without a telephone could not be included. We assumed that the answers hold for winter.",
    )];
    let text = resolution("What are the limitations of the survey?", SURVEY);
    assert!(text.contains("could not be included"), "{text}");
    assert!(text.contains("assumed that the answers hold"), "{text}");
    assert!(!text.contains("were content"), "{text}");
}

#[test]
fn a_month_is_found_in_a_date_of_digits() {
    const OUTAGE: &[Sample] = &[
        note(
            "Incident",
            "On 2023-07-20 all downloads from the registry were broken due to a missing slash.",
        ),
        note(
            "Advice",
            "On July 12th, 2018, somebody took over an account. Use long passwords.",
        ),
    ];
    let text = resolution("Why did downloads break in July 2023?", OUTAGE);
    assert!(text.starts_with("On 2023-07-20 all downloads"), "{text}");
    assert!(!text.contains("does not"), "{text}");
}
