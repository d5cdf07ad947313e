//! Questions as people type them, with a greeting, a purpose, a slip or two things in one, about documents that hold much else besides.

use super::asked::{brief, note};
use super::samples::Sample;

const OUTAGE: &[Sample] = &[
    note(
        "Postmortem: booking down, 12 March 2026",
        "Bookings could not be made from 09:14 to 11:52. About 5,300 attempts failed.\n\n# Root cause\n\nMigration 0447 added a column with a default to the table slots. All bookings waited for the lock until they timed out.",
    ),
    note(
        "CI check for migrations has a hole",
        "The check added after the 12 March outage only looks at new columns. Until the upgrade the booking system is not safe.",
    ),
];

#[test]
fn a_second_question_that_nothing_answers_does_not_silence_the_first() {
    let [_, _, resolution] = brief(
        "What caused the outage of the booking system on 12 March and has it been fixed for good?",
        OUTAGE,
    );
    assert!(
        resolution.contains("Migration 0447") || resolution.contains("waited for the lock"),
        "{resolution}"
    );
}

const CENTRE: &[Sample] = &[
    note(
        "Letter of Fenland Water",
        "Fenland Water has no spare capacity in the Oakmere zone in summer. In a dry year the site would take 1.2 million cubic metres of water. Until a main is agreed Fenland Water objects to the Oakmere campus.",
    ),
    note(
        "Oakmere: minister calls in the campus",
        "The minister has called in the application for the Oakmere campus. An inspector will hold a public inquiry in June.",
    ),
    note(
        "Village meeting at Oakmere",
        "The parish council of Oakmere is against the campus. The anglers said that the river was at a trickle.",
    ),
];

#[test]
fn what_somebody_wants_to_know_it_for_is_not_looked_for() {
    let all = brief(
        "Hi all, I need to brief my boss on Monday about the data centre planned at Oakmere - what's the story with the water, who is against it and what happens next?",
        CENTRE,
    );
    let text = all.join("\n");
    assert!(
        text.contains("no spare capacity") && !text.contains("boss"),
        "{text}"
    );
}

const FIRE: &[Sample] = &[note(
    "Fire at Linden Market: report",
    "Fourteen people were injured in the fire, three of them seriously. The fire was caused by a leaking hose at a stall.",
)];

#[test]
fn a_slip_of_who_typed_is_read_as_what_is_meant() {
    let text = brief(
        "How many pepole were injured and what cuased the fire?",
        FIRE,
    )
    .join("\n");
    assert!(
        text.contains("Fourteen people") && !text.contains("pepole"),
        "{text}"
    );
}

const BARNS: &[Sample] = &[
    note(
        "Marsh Farm: condition survey of the barn roofs",
        "The slates of the east barn are in good order. One sheet in six of the roof of the west barn is cracked. The roof of the west barn should be renewed within three years. The roof of the east barn will last another 70 years. The survey of the barn roofs was made from a cherry picker. The condition of the gutters was not looked at.",
    ),
    note(
        "Marsh Farm open day",
        "More than eight hundred people came to Marsh Farm on the open day. Mrs Pardoe has made teas at Marsh Farm for thirty years. The open day of Marsh Farm took 6,120 pounds.",
    ),
];

#[test]
fn a_document_that_has_the_name_in_its_title_alone_is_about_it_as_well() {
    let [_, _, resolution] = brief(
        "Which roof at the Marsh Farm barns will last longer?",
        BARNS,
    );
    assert!(
        resolution.contains("another 70 years") && !resolution.contains("teas"),
        "{resolution}"
    );
}

const FOOTBRIDGE: &[Sample] = &[
    note(
        "The footbridge: a history",
        "In the great flood of 1953 a barn door struck the third bay and bent it. Repairs of the footbridge cost £640 and were done in nine days by the railway.",
    ),
    super::samples::report(
        "Report to the works committee",
        "2026-02-02",
        "Repairs of the footbridge are to cost £742,000 by the lowest tender. The work takes five months.",
    ),
];

#[test]
fn what_something_cost_long_ago_is_not_what_it_costs() {
    let [_, _, resolution] = brief(
        "How much will the repairs of the footbridge cost?",
        FOOTBRIDGE,
    );
    assert!(
        resolution.contains("£742,000") && !resolution.contains("£640"),
        "{resolution}"
    );
}

const PRICES: &[Sample] = &[note(
    "Prices at the co-op",
    "year | olive oil (€) | butter (€)\n2020 | 6.10 | 1.70\n2021 | 6.90 | 1.80\n2022 | 8.20 | 2.60\n2023 | 11.60 | 2.40",
)];

#[test]
fn how_a_figure_went_since_a_year_is_told_year_by_year() {
    let [_, _, resolution] = brief("How has the price of olive oil changed since 2021?", PRICES);
    for figure in ["6.90", "8.20", "11.60"] {
        assert!(resolution.contains(figure), "{figure}: {resolution}");
    }
    assert!(!resolution.contains("6.10"), "{resolution}");
}

const BYLAW: &[Sample] = &[note(
    "Dogs on the beach: bylaw",
    "A person who contravenes this bylaw is liable to the penalty in the Schedule.\n\nSection | Penalty\n2 | £150\n3 | £80\n4 | £200",
)];

#[test]
fn a_small_table_is_told_where_the_question_names_its_column() {
    let [_, _, resolution] = brief("What is the fine?", BYLAW);
    assert!(
        resolution.contains("£150") && resolution.contains("£200"),
        "{resolution}"
    );
}

const WING: &[Sample] = &[note(
    "New wing of the Lindau museum",
    "The new wing of the Lindau museum is to open on 3 May 2027. It costs 12 million euros. The city pays 7 million euros of it. The wing has 2,400 square metres.",
)];

#[test]
fn a_short_sentence_that_goes_on_about_the_thing_answers_what_it_costs() {
    let [_, _, resolution] = brief(
        "When will the new wing of the Lindau museum open and what does it cost?",
        WING,
    );
    assert!(
        resolution.contains("3 May 2027") && resolution.contains("It costs 12 million euros"),
        "{resolution}"
    );
}
