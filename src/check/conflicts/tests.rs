use super::laid::{among, entitled};
use super::*;

fn between(a: &str, b: &str) -> Option<Difference> {
    among(a, b).first().map(|conflict| conflict.difference)
}

#[test]
fn different_values_for_one_thing_are_a_conflict() {
    for (a, b) in [
        (
            "The outage lasted 14 hours in the northern district.",
            "In the northern district the outage lasted 9 hours.",
        ),
        (
            "Battery storage covers 41 % of the evening peak.",
            "Storage in batteries covers only 14 percent of the evening peak.",
        ),
        (
            "The IEA estimates the cost of the line at €3.2 billion.",
            "According to the Ministry, the cost of the line is 4.5 billion euros.",
        ),
        (
            "The trial enrolled 412 patients at nine hospitals.",
            "At nine hospitals the trial enrolled 612 patients.",
        ),
    ] {
        assert_eq!(between(a, b), Some(Difference::Value), "{a} / {b}");
    }
}

#[test]
fn who_led_paid_or_took_and_when_it_was_are_conflicts() {
    for (a, b, expected) in [
        (
            "The inquiry into the fire was led by Helen Orr.",
            "The inquiry into the fire was led by Peter Lang.",
            Difference::Name,
        ),
        (
            "The ATLAS trial was funded by Nordmed.",
            "The ATLAS trial was funded by the Bergen Heart Foundation.",
            Difference::Name,
        ),
        (
            "The dam at Corrie was removed in 2009.",
            "The dam at Corrie was removed in 2012.",
            Difference::Value,
        ),
        (
            "The drug was approved by the European regulator in 2022.",
            "The drug was approved by the European regulator in 2023.",
            Difference::Value,
        ),
    ] {
        assert_eq!(between(a, b), Some(expected), "{a} / {b}");
    }
    for (a, b) in [
        (
            "The budget was approved by the council in 2022.",
            "The budget was approved by the council in 2023.",
        ),
        (
            "The changes led to savings in Orsa.",
            "The changes led to losses in Keld.",
        ),
    ] {
        assert_eq!(between(a, b), None, "{a} / {b}");
    }
}

#[test]
fn a_thing_that_the_one_names_may_be_named_before_the_other() {
    let named = "The ferry Marie sank off Lund. The ferry was built in 1987.";
    let other = "The ferry Marie was built in 1991.";
    assert_eq!(between(named, other), Some(Difference::Value));
    let unnamed = "The ferry Olga sank off Lund. The ferry was built in 1987.";
    assert_eq!(between(unnamed, other), None);
}

#[test]
fn a_value_that_a_sentence_sets_right_and_another_end_of_a_thing_are_conflicts() {
    for (a, b) in [
        (
            "In 2024 there were 31 cases of MRSA at Rivermead, up from 19 in 2023.",
            "There were 27 cases in 2024, not 31, because four were acquired elsewhere.",
        ),
        (
            "The last diesel bus will be withdrawn in December 2028.",
            "The last diesel bus will be withdrawn in 2030.",
        ),
        (
            "The harbour tunnel will be finished in 2028.",
            "The harbour tunnel will be finished in 2030.",
        ),
    ] {
        assert_eq!(between(a, b), Some(Difference::Value), "{a} / {b}");
    }
    for (a, b) in [
        (
            "The board met 12 times in the year, not 9 as planned.",
            "The choir of the town has 9 singers.",
        ),
        (
            "Single fares cost 2.80 euros.",
            "Return fares cost 5.20 euros.",
        ),
        (
            "The maximum speed of the line is 80 km/h.",
            "The average speed of the line is 24 km/h.",
        ),
        (
            "Every new bus should be ordered with a heat pump.",
            "Buses with heat pumps lost between 21 and 29 percent.",
        ),
    ] {
        assert_eq!(between(a, b), None, "{a} / {b}");
    }
}

#[test]
fn several_figures_of_one_statement_may_be_corrected_at_once() {
    let old = "An upgrade of the grid to 8 MW costs 2.6 million euros and takes 18 months.";
    for new in [
        "An upgrade of the grid to 8 MW costs 3.4 million euros and takes 24 months.",
        "The upgrade of the grid to 8 MW now costs 3.4 million euros instead of 2.6 million euros.",
    ] {
        assert_eq!(between(old, new), Some(Difference::Value), "{new}");
    }
}

#[test]
fn another_winner_office_holder_or_share_is_a_conflict() {
    for (a, b, expected) in [
        (
            "Vestra beat Marenholt in the final.",
            "In the final Vestra lost to Marenholt.",
            Difference::Direction,
        ),
        (
            "Chief executive is Maria Lund.",
            "Chief executive is Jonas Vik.",
            Difference::Name,
        ),
        (
            "Most members backed the motion.",
            "Only 31 percent of members backed the motion.",
            Difference::Value,
        ),
    ] {
        assert_eq!(between(a, b), Some(expected), "{a} / {b}");
    }
    assert_eq!(
        between(
            "Vestra beat Marenholt in the final of 2021.",
            "Marenholt beat Vestra in the final of 2023."
        ),
        None
    );
}

#[test]
fn what_a_document_says_over_and_over_is_one_side_of_one_conflict() {
    let (a, b) = (
        "The outage lasted 14 hours in the northern district. ",
        "In the northern district the outage lasted 9 hours. ",
    );
    let found = among(&a.repeat(3), &b.repeat(2));
    let spans: Vec<_> = found
        .iter()
        .map(|conflict| (conflict.a.span.start, conflict.b.span.start))
        .collect();
    assert_eq!(spans, [(0, 0)]);
}

#[test]
fn opposite_directions_are_a_conflict() {
    assert_eq!(
        between(
            "Wholesale power prices rose last winter.",
            "Last winter wholesale power prices fell."
        ),
        Some(Difference::Direction)
    );
    assert_eq!(
        between(
            "The vaccine reduces hospital admissions.",
            "The vaccine does not reduce hospital admissions."
        ),
        Some(Difference::Direction)
    );
}

#[test]
fn spread_rounding_ranges_and_other_scopes_are_no_conflicts() {
    for (a, b) in [
        (
            "Battery storage covers 41 % of the evening peak.",
            "Battery storage covers about 40 % of the evening peak.",
        ),
        (
            "Battery storage covers 41 % of the evening peak.",
            "Battery storage covers 35 to 45 % of the evening peak.",
        ),
        (
            "The outage of 2021 lasted 14 hours in the district.",
            "The outage of 2023 lasted 9 hours in the district.",
        ),
        (
            "Storage covers 41 % of the peak in Norway.",
            "Storage covers 14 % of the peak in Denmark.",
        ),
        (
            "Storage capacity grew by 41 % last year.",
            "Storage capacity reached 14 GWh last year.",
        ),
        (
            "Batteries cost 120 dollars per kWh of capacity.",
            "Trams cost 4 million dollars each.",
        ),
        (
            "Demand fell and wholesale prices rose.",
            "Wholesale prices rose while demand fell.",
        ),
        (
            "The project takes 3 years and costs 5 million euros.",
            "The project costs 5 million euros.",
        ),
        (
            "Fuel cost the operator 8.1 million euros in 2024.",
            "The upgrade of the grid now costs 3.4 million euros instead of 2.6 million euros.",
        ),
    ] {
        assert_eq!(between(a, b), None, "{a} / {b}");
    }
}

#[test]
fn counts_that_differ_by_little_are_conflicts_and_estimates_are_not() {
    let ferry = |count: &str| format!("Line 7 carried {count} passengers in 2024.");
    let check = |a: &str, b: &str| between(&ferry(a), &ferry(b)).is_some();
    assert!(check("412,000", "431,000"));
    assert!(!check("410,000", "430,000"));
}

#[test]
fn both_sides_are_given_in_their_place() {
    let text = "Roads are long. The outage lasted 14 hours in the northern district.";
    let found = among(text, "The outage lasted 9 hours in the northern district.");
    assert_eq!(found.len(), 1);
    let side = &found[0].a;
    assert_eq!(
        (side.number, side.passage, &text[side.span.clone()]),
        (1, PassageId(1), side.text.as_str())
    );
    assert_eq!(
        side.text,
        "The outage lasted 14 hours in the northern district."
    );
    assert_eq!(found[0].b.number, 2);
}

#[test]
fn what_a_source_names_only_to_set_it_right_is_against_who_still_says_it() {
    let minutes = |wrong: &str| {
        format!(
            "The minutes gave the cost of the merger as {wrong} million pounds. The correct figure is 4.9 million pounds."
        )
    };
    let plan = "The merger will cost 4.2 million pounds.";
    let found = among(plan, &minutes("4.2"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].b.text, minutes("4.2"));
    assert!(found[0].is_correction());
    // A third value is another matter, and so is the right one.
    assert!(among(plan, &minutes("3.1")).is_empty());
    assert!(among("The merger will cost 4.9 million pounds.", &minutes("4.2")).is_empty());
}

#[test]
fn a_sentence_that_names_the_wrong_value_beside_the_right_one_corrects_it() {
    let wrong = "The yield of the upper field was 82 tonnes.";
    for right in [
        "The yield of the upper field, given as 82 tonnes in the report, has been corrected to 79 tonnes.",
        "The yield of the upper field was published as 82 tonnes; it should read 79 tonnes.",
    ] {
        assert_eq!(between(wrong, right), Some(Difference::Value), "{right}");
    }
    // What is set right is more than so many of a unit.
    let bits = "It uses larger chunks: 512 bits rather than 64 bits.";
    assert_eq!(
        between(bits, "The hash is strong on all of its 64 bits."),
        None
    );
}

#[test]
fn an_opposite_is_said_of_one_thing() {
    for (a, b, expected) in [
        (
            "Classes at the school shrank after the reform.",
            "After the reform classes at the school became larger.",
            Some(Difference::Direction),
        ),
        (
            "The council approved the plan for a bypass at Orsa.",
            "The council rejected the plan for a roundabout at Orsa.",
            None,
        ),
        (
            "Vestra beat Marenholt in the first leg.",
            "Marenholt beat Vestra in the second leg.",
            None,
        ),
        (
            "Before the reform classes at the school had 31 pupils.",
            "After the reform classes at the school had 24 pupils.",
            None,
        ),
        (
            "The port of Lund counted 9,000 passengers in 2019.",
            "The port of Keld counted 7,000 passengers in 2019.",
            None,
        ),
    ] {
        assert_eq!(between(a, b), expected, "{a} / {b}");
    }
}

#[test]
fn documents_of_a_series_contradict_each_other_in_nothing_that_each_says_of_itself() {
    for pair in [
        [
            ("Structural pattern matching", "Post-History: 13-Jun-2021"),
            ("A frozen dictionary", "Post-History: 27-Jun-2021"),
        ],
        [
            (
                "2020 term council election",
                "Of 82 eligible voters, 63 cast ballots.",
            ),
            (
                "2021 term council election",
                "Of 91 eligible voters, 74 cast ballots.",
            ),
        ],
        [
            (
                "Sleep before stopping",
                "The lifecycle of sidecar containers is changed by this proposal.",
            ),
            (
                "Restart rules",
                "This proposal does not change the lifecycle of sidecar containers.",
            ),
        ],
        [
            ("Volume populators", "How can a rollout fail?"),
            ("Graceful shutdown", "The rollout should not fail."),
        ],
    ] {
        assert_eq!(entitled(pair), 0, "{pair:?}");
    }
    // Of one thing they do.
    let bridge = [
        (
            "The Sund bridge: fact sheet",
            "Total cost: 5 million euros in all.",
        ),
        (
            "The Sund bridge: audit",
            "Total cost: 7 million euros in all.",
        ),
    ];
    assert_eq!(entitled(bridge), 1);
}

#[test]
fn a_price_of_one_thing_is_none_of_another_that_is_done_before_it() {
    let crane = "We recommend that the port of Velm build a crane before dredging, because a crane costs 19 million dollars.";
    let dredging =
        "Dredging the port of Velm to 16 metres will now cost $97 million, not $84 million.";
    assert_eq!(between(crane, dredging), None);
    assert_eq!(
        between(
            "The port of Velm was dredged because dredging costs 19 million dollars.",
            "Dredging the port of Velm will cost 24 million dollars."
        ),
        Some(Difference::Value)
    );
}

#[test]
fn what_a_sentence_says_itself_it_sets_right_in_no_other() {
    assert_eq!(
        between(
            "The tool is licensed under version 2 of the public licence.",
            "What you give to the tool is under version 2 of the licence or later, and not 2-only."
        ),
        None
    );
}

#[test]
fn nobody_died_where_some_were_only_hurt() {
    let hurt = "Two climbers were hurt on the Morn ridge in the storm of June.";
    for (other, expected) in [
        (
            "Nobody was hurt on the Morn ridge in the storm of June.",
            Some(Difference::Direction),
        ),
        ("Nobody died on the Morn ridge in the storm of June.", None),
    ] {
        assert_eq!(between(hurt, other), expected, "{other}");
    }
}

#[test]
fn a_change_told_backwards_what_was_not_brought_about_and_another_mind_of_one_party_are_conflicts()
{
    for (a, b, expected) in [
        (
            "The number of parcels at Keld rose from 310 to 340 a day.",
            "The number of parcels at Keld fell from 340 to 310 a day.",
            Some(Difference::Direction),
        ),
        (
            "The new furnace at Lorne reached 1,500 degrees in its first week.",
            "The new furnace at Lorne failed to reach 1,500 degrees in its first week.",
            Some(Difference::Direction),
        ),
        (
            "The union opposes the merger of the two hospitals.",
            "The province supports the merger of the two hospitals.",
            None,
        ),
        (
            "The union opposes the merger of the two hospitals.",
            "The union supports the merger of the two hospitals.",
            Some(Difference::Direction),
        ),
        (
            "The new furnace at Lorne reached 1,500 degrees in its third week.",
            "The new furnace at Lorne failed to reach 1,500 degrees in its first week.",
            None,
        ),
    ] {
        assert_eq!(between(a, b), expected, "{a} / {b}");
        assert_eq!(between(b, a), expected, "{b} / {a}");
    }
}

#[test]
fn how_many_people_were_hurt_is_told_in_several_words() {
    for (a, b) in [
        (
            "The crash on the ring road left 14 people injured.",
            "Police put the number of injured in the crash on the ring road at 11.",
        ),
        (
            "About 120 residents attended the hearing on the quarry.",
            "Some 300 people attended the hearing on the quarry.",
        ),
        (
            "The foundry employs 2,300 people in Keld.",
            "In Keld the foundry has a workforce of 1,900.",
        ),
    ] {
        assert_eq!(between(a, b), Some(Difference::Value), "{a} / {b}");
        assert_eq!(between(b, a), Some(Difference::Value), "{b} / {a}");
    }
}

#[test]
fn what_others_do_on_other_days_or_to_other_things_is_no_conflict() {
    for (a, b) in [
        (
            "The mayor voted for the budget.",
            "The treasurer voted against the budget.",
        ),
        (
            "The serum reduced fever in the trial.",
            "The serum did not reduce pain in the trial.",
        ),
        (
            "The strike at the mill began on 3 May.",
            "The strike at the mill ended on 10 May.",
        ),
        (
            "The lake is 48 metres deep.",
            "At its northern end the lake is 12 metres deep.",
        ),
        (
            "The mine employs 430 people.",
            "The mine employs 85 people underground.",
        ),
        (
            "The chapel was built in 1702.",
            "The tower of the chapel was built in 1755.",
        ),
        (
            "The opening is postponed to 15 March 2028.",
            "The parade began on 17 March 2025.",
        ),
    ] {
        assert_eq!(between(a, b), None, "{a} / {b}");
    }
}

#[test]
fn files_that_are_called_after_their_source_are_about_one_thing() {
    let (a, b) = (
        "The crash on the A7 left 14 people injured.",
        "Nine people were injured in the crash on the A7.",
    );
    for titles in [["police", "hospital"], ["d1", "d2"]] {
        let [own, theirs] = titles;
        assert_eq!(entitled([(own, a), (theirs, b)]), 1, "{titles:?}");
    }
}
