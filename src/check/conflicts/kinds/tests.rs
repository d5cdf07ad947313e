//! Pairs of sentences of two documents, and what they are to each other.

use super::*;
use crate::check::conflicts::laid::among;

/// What two documents come to, among sentences on other things that lend the words their weight.
fn kind(a: &str, b: &str, dates_differ: bool) -> Option<ConflictKind> {
    let found = among(a, b);
    found.first().map(|conflict| conflict.kind(dates_differ))
}

#[track_caller]
fn check(pairs: &[(&str, &str)], dates_differ: bool, expected: Option<ConflictKind>) {
    let wrong: Vec<String> = pairs
        .iter()
        .flat_map(|&(a, b)| [(a, b), (b, a)])
        .filter_map(|(a, b)| {
            let found = kind(a, b, dates_differ);
            (found != expected).then(|| format!("{a} / {b}: {found:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "not {expected:?}:\n{}", wrong.join("\n"));
}

/// What happened once, and was told in two ways.
#[rustfmt::skip]
const EVENTS: &[(&str, &str)] = &[
    ("The outage lasted 14 hours in the northern district.", "In the northern district the outage lasted 9 hours."),
    ("The trial enrolled 412 patients at nine hospitals.", "At nine hospitals the trial enrolled 612 patients."),
    ("Prices rose by 12 percent.", "Prices fell by 12 percent."),
    ("Prices rose.", "Prices fell."),
    ("Sales fell to 1.9 million units.", "Sales fell to 2.2 million units."),
    ("Wholesale power prices rose last winter.", "Last winter wholesale power prices fell."),
    ("The vaccine reduces hospital admissions.", "The vaccine does not reduce hospital admissions."),
    ("The bridge was opened on 3 May 2019 after a cost of 41 million euros.", "The bridge was opened on 3 May 2019 after a cost of 57 million euros."),
    ("The fire destroyed 23 houses in the valley.", "In the valley the fire destroyed 35 houses."),
    ("Unemployment increased by 3 points in 2021.", "Unemployment decreased by 3 points in 2021."),
    ("The committee approved the plan for the harbour.", "The committee rejected the plan for the harbour."),
    ("The pilot cut emissions of the fleet by 18 percent.", "The pilot cut emissions of the fleet by 31 percent."),
    ("The court allowed the merger of the two banks.", "The court prohibited the merger of the two banks."),
    ("Exercise improves memory in older adults.", "Exercise worsens memory in older adults."),
    ("The reservoir supplied 240,000 homes with water in 2020.", "The reservoir supplied 310,000 homes with water in 2020."),
    ("The IEA estimates the cost of the line at €3.2 billion.", "According to the Ministry, the cost of the line was 4.5 billion euros."),
    ("The additive is safe for infants.", "The additive is unsafe for infants."),
    ("The trial of the pump succeeded.", "The trial of the pump failed."),
    ("The turbine weighed 92 tonnes at delivery.", "The turbine weighed 74 tonnes at delivery."),
    ("The company sold 40 percent of its shares in the port.", "The company sold 60 percent of its shares in the port."),
];

/// What is so until it changes.
#[rustfmt::skip]
const STATES_THEN_AND_NOW: &[(&str, &str)] = &[
    ("The project budget is 40 million euros.", "The project budget is 55 million euros."),
    ("The depot has 37 electric buses.", "The depot has 52 electric buses."),
    ("The plant employs 310 people in the town.", "The plant employs 450 people in the town."),
    ("The fee for the tunnel is 5 euros.", "The fee for the tunnel is 7 euros."),
    ("The network operates 120 charging stations.", "The network operates 190 charging stations."),
];

/// What says itself that the one replaces the other.
#[rustfmt::skip]
const MOVED: &[(&str, &str)] = &[
    ("The project budget is 40 million euros.", "The revised project budget is 55 million euros."),
    ("The death toll stood at 12 people after the flood.", "The updated death toll after the flood stood at 19 people."),
    ("As of March 2023 the network had 120 charging stations.", "As of June 2024 the network had 190 charging stations."),
    ("At the end of 2021 the fund held 4 million euros.", "At the end of 2023 the fund held 9 million euros."),
    ("The tunnel fee was 5 euros for cars.", "The tunnel fee is now 7 euros for cars."),
    ("The corrected turnout in the district was 8,412 voters.", "The turnout in the district was 7,217 voters."),
    ("The speed limit was 50 km/h on the ring road.", "The speed limit on the ring road is now 30 km/h."),
    ("Originally the dam was 80 metres high.", "The dam is currently 95 metres high."),
];

#[rustfmt::skip]
const SCOPES: &[(&str, &str)] = &[
    ("Sales in Sweden fell to 1.9 million units.", "Sales fell to 2.2 million units."),
    ("Storage covers 41 % of the evening peak in Norway.", "Storage covers 14 % of the evening peak."),
    ("The survey found 230 cases of measles in Bavaria.", "The survey found 812 cases of measles."),
    ("In March 2024 the ferry carried 41,000 passengers.", "In 2024 the ferry carried 512,000 passengers."),
    ("The line moved 12,000 tonnes of freight in 2023.", "The line moved 1,100 tonnes of freight in May 2023."),
    ("The drug reduces mortality if given early.", "The drug does not reduce mortality."),
    ("The pumps keep the mine dry.", "The pumps do not keep the mine dry without power."),
    ("Average rents rose by 9 percent in Lisbon.", "Average rents rose by 4 percent."),
    ("For Denmark the levy yielded 30 million euros.", "The levy yielded 210 million euros."),
    ("Daily traffic on the old bridge was 29,500 vehicles in the summer months.", "Daily traffic on the old bridge was 21,000 vehicles."),
    ("The speed limit is 50 km/h on all roads.", "The speed limit is 30 km/h on residential roads."),
    ("Unemployment among women was 9 percent in Orsa.", "Unemployment was 6 percent in Orsa."),
];

/// What was found among some, and otherwise among others.
#[rustfmt::skip]
const SAMPLED: &[(&str, &str)] = &[
    ("One survey put the prevalence of insomnia among shift workers at 24 percent.", "Another survey put the prevalence of insomnia among shift workers at 27 percent."),
    ("In our sample, 24 percent of the shift workers slept badly.", "In our sample, 27 percent of the shift workers slept badly."),
];

#[rustfmt::skip]
const ESTIMATED: &[(&str, &str)] = &[
    ("The institute expects sales of roughly 1.9 million units.", "Sales are estimated at 2.2 million units."),
    ("The line will cost an estimated 3.2 billion euros.", "The line may cost 4.5 billion euros."),
    ("About 400 people attended the march in the city.", "Around 600 people attended the march in the city."),
    ("The reserve is projected to last 20 years.", "The reserve is expected to last 28 years."),
    ("Nearly 70 percent of the crop was likely lost.", "Roughly 50 percent of the crop was lost."),
    ("Costs could reach 12 million dollars for the dam.", "Costs for the dam are forecast at 18 million dollars."),
];

/// What agrees, or speaks of two things.
#[rustfmt::skip]
const NONE: &[(&str, &str)] = &[
    ("Battery storage covers 41 % of the evening peak.", "Battery storage covers about 40 % of the evening peak."),
    ("Battery storage covers 41 % of the evening peak.", "Battery storage covers 35 to 45 % of the evening peak."),
    ("The outage of 2021 lasted 14 hours in the district.", "The outage of 2023 lasted 9 hours in the district."),
    ("Storage covers 41 % of the peak in Norway.", "Storage covers 14 % of the peak in Denmark."),
    ("Storage capacity grew by 41 % last year.", "Storage capacity reached 14 GWh last year."),
    ("Batteries cost 120 dollars per kWh of capacity.", "Trams cost 4 million dollars each."),
    ("Demand fell and wholesale prices rose.", "Wholesale prices rose while demand fell."),
    ("The project takes 3 years and costs 5 million euros.", "The project costs 5 million euros."),
    ("Prices rose.", "Demand fell."),
    ("Prices rose by 12 percent.", "Prices increased by 12 %."),
    ("The choir sang two motets.", "Steel output fell by 3 percent."),
    ("The trial enrolled 412 patients.", "More than 400 patients were enrolled in the trial."),
    ("Sales fell in spring.", "Sales rose in autumn after the strike ended and new models arrived."),
    ("The mill employs 300 people.", "The school has 300 pupils."),
    ("Range is 200 to 250 km in winter.", "Range is 240 to 300 km in winter."),
    ("The bus left at 9 a.m. for the coast.", "The ferry left the coast in the evening."),
    ("The tower is 1,200,000 mm high in the model.", "The tower is 1.2 km high in the model."),
    ("Line 7 carried 410,000 passengers in 2024.", "Line 7 carried 430,000 passengers in 2024."),
];

#[test]
fn what_nothing_explains_is_a_contradiction_whatever_the_dates() {
    check(EVENTS, false, Some(ConflictKind::Contradiction));
    check(EVENTS, true, Some(ConflictKind::Contradiction));
    check(
        STATES_THEN_AND_NOW,
        false,
        Some(ConflictKind::Contradiction),
    );
}

#[test]
fn what_moved_on_is_superseded() {
    check(
        STATES_THEN_AND_NOW,
        true,
        Some(ConflictKind::SupersededByDate),
    );
    check(MOVED, false, Some(ConflictKind::SupersededByDate));
    check(MOVED, true, Some(ConflictKind::SupersededByDate));
}

#[test]
fn a_part_and_the_whole_are_of_different_scope() {
    check(SCOPES, false, Some(ConflictKind::DifferentScope));
    check(SCOPES, true, Some(ConflictKind::DifferentScope));
}

#[test]
fn estimates_lie_apart() {
    check(ESTIMATED, false, Some(ConflictKind::SpreadOfEstimates));
    check(SAMPLED, false, Some(ConflictKind::SpreadOfEstimates));
    check(ESTIMATED, true, Some(ConflictKind::SpreadOfEstimates));
    check(
        &[(
            "The dam may cost about 12 million dollars.",
            "The dam may cost about 90 million dollars.",
        )],
        false,
        Some(ConflictKind::Contradiction),
    );
}

#[test]
fn what_agrees_or_speaks_of_two_things_is_no_conflict() {
    check(NONE, false, None);
}

#[test]
fn what_several_forecasters_say_of_one_thing_is_a_spread() {
    check(
        &[
            (
                "Analysts at Norbank expect the economy to grow by 1.2 percent in 2026.",
                "Analysts at Sudbank expect the economy to grow by 2.9 percent in 2026.",
            ),
            (
                "Norbank sees the oil price at 60 dollars in December.",
                "Sudbank sees the oil price at 85 dollars in December.",
            ),
            (
                "Economists predicted that the harbour would handle 4 million containers.",
                "Forecasters predicted that the harbour would handle 6 million containers.",
            ),
            (
                "The consensus of analysts is a profit of 410 million euros for the carrier.",
                "Analysts forecast a profit of 530 million euros for the carrier.",
            ),
        ],
        false,
        Some(ConflictKind::SpreadOfEstimates),
    );
}

#[test]
fn the_newer_of_two_sentences_says_so_itself() {
    let newer = "The council now expects to save 96,000 euros a year, not 118,000 euros.";
    let older = "An amendment would save 118,000 euros a year.";
    let revised = "The revised saving is 96,000 euros a year.";
    for newer in [newer, revised] {
        assert_eq!(is_newer_in_words(newer, older), Some(true), "{newer}");
        assert_eq!(is_newer_in_words(older, newer), Some(false), "{newer}");
    }
    assert_eq!(is_newer_in_words(older, older), None);
}

#[test]
fn an_event_that_two_date_otherwise_is_a_contradiction_and_a_plan_is_superseded() {
    check(
        &[(
            "The Orsa pool was closed on 6 January 2023 after cracks were found in the roof.",
            "The Orsa pool has been closed since 9 January 2023, when cracks were found in the roof.",
        )],
        true,
        Some(ConflictKind::Contradiction),
    );
}

#[test]
fn surveys_of_other_people_have_other_scopes() {
    check(
        &[(
            "A survey of 1,150 residents showed that 71 percent want the pool to reopen.",
            "In a survey of 640 members of the swimming club, 93 percent wanted the pool to reopen.",
        )],
        true,
        Some(ConflictKind::DifferentScope),
    );
}
