use super::*;

const SEASON: &str = "| 2022 | 2023 | 2024\nConcerts | 58 | 56 | 52\nSubsidy (€ million) | 3.1 | 2.9 | 2.4\nDeficit (€ million) | 0.2 | 0.3 | 0.8";
const COSTS: &str = "Item: Crane rental; Signed on: 2024-10-02; Share: 24%; Total cost: 1,234,567.89\n\nItem: Dredger; Signed on: 2024-01-01; Share: 50%; Total cost: #DIV/0!";

#[track_caller]
fn check(question: &str, table: &str, expected: &[&str]) {
    let told: Vec<String> = told(question, "Report 2024", table)
        .into_iter()
        .map(|told| told.text)
        .collect();
    assert_eq!(told, expected, "{question}");
}

#[test]
fn a_question_that_names_a_row_and_a_column_is_told_what_stands_there() {
    check(
        "What is the total cost of the crane rental?",
        COSTS,
        &["Item: Crane rental; Total cost: 1,234,567.89."],
    );
    check(
        "When was the crane rental signed?",
        COSTS,
        &["Item: Crane rental; Signed on: 2024-10-02."],
    );
    check(
        "How much was the deficit in 2024?",
        SEASON,
        &["Deficit (€ million); 2024: 0.8."],
    );
    check(
        "How many concerts were there in 2022?",
        SEASON,
        &["Concerts; 2022: 58."],
    );
}

#[test]
fn a_table_of_sums_and_one_of_causes_answer_who_asks_for_them() {
    let sums = "Segment: Cloud; Q1: $410m; Q2: $455m; Q3: $502m\n\nSegment: Hardware; Q1: $220m; Q2: $205m; Q3: $198m";
    check(
        "How much revenue did Cloud make in Q3?",
        sums,
        &["Segment: Cloud; Q3: $502m."],
    );
    check("How many people work for Cloud in Q3?", sums, &[]);
    check("How much profit did Cloud make in Q3?", sums, &[]);
    check("Why did Cloud grow in Q3?", sums, &[]);
    let faults = "Fault | Cause | Remedy\nMotor does not start | Thermal switch has tripped | Wait 15 minutes\nPump leaks | Seal worn | Replace the seal";
    let motor =
        "Fault: Motor does not start; Cause: Thermal switch has tripped; Remedy: Wait 15 minutes.";
    check("Why does the motor not start?", faults, &[motor]);
    check("Why is the motor loud?", faults, &[]);
    let pump = "Fault: Pump leaks; Cause: Seal worn; Remedy: Replace the seal.";
    for question in ["Why does the pump leak?", "How do I get rid of pump leaks?"] {
        check(question, faults, &[pump]);
    }
    check("What should I do if the pump leaks?", faults, &[pump]);
    check("Should we buy a new pump?", faults, &[]);
}

#[test]
fn several_rows_that_a_question_names_are_told_together() {
    let hulls = "Quantity: Beam; Vasa: 11.7; Apple: 12.8; Unit: m\n\nQuantity: Draught; Vasa: 4.8; Apple: 4.9; Unit: m\n\nQuantity: Guns; Vasa: 64; Apple: 66; Unit: pieces";
    check(
        "What were the beam and the draught of the Vasa?",
        hulls,
        &[
            "Quantity: Beam; Vasa: 11.7; Unit: m.",
            "Quantity: Draught; Vasa: 4.8; Unit: m.",
        ],
    );
    check(
        "How high were the subsidy and the deficit in 2023?",
        SEASON,
        &[
            "Subsidy (€ million); 2023: 2.9.",
            "Deficit (€ million); 2023: 0.3.",
        ],
    );
    // What one of them lacks, all lack.
    check("What were the beam and the weight of the Vasa?", hulls, &[]);
    check("What were the beam and the draught of the Ark?", hulls, &[]);
}

#[test]
fn which_has_most_is_told_by_the_figures_of_all() {
    let trial = "Variety: Alba; Yield (t/ha): 8.4; Rust: low\n\nVariety: Brisa; Yield (t/ha): 9.1; Rust: high\n\nVariety: Corda; Yield (t/ha): 7.9; Rust: low";
    let rows = [
        "Alba; Yield (t/ha): 8.4.",
        "Brisa; Yield (t/ha): 9.1.",
        "Corda; Yield (t/ha): 7.9.",
    ];
    let [alba, brisa, corda] = rows.map(|row| format!("Variety: {row}"));
    check(
        "Which variety has the highest yield?",
        trial,
        &[&brisa, &alba, &corda],
    );
    check(
        "Which variety has the lowest yield?",
        trial,
        &[&corda, &alba, &brisa],
    );
    check("Which variety has the most protein?", trial, &[]);
    check("Which variety has the most rust?", trial, &[]);
}

#[test]
fn a_row_is_told_whole_where_no_column_is_named() {
    check(
        "How large was the subsidy?",
        SEASON,
        &["Subsidy (€ million); 2022: 3.1; 2023: 2.9; 2024: 2.4."],
    );
}

#[test]
fn a_question_about_something_else_is_not_for_a_table() {
    for question in [
        "How much was the deficit in 2019?",
        "How much did the crane cost?",
        "What is the total cost of the dredger?",
        "How many concerts did the choir give in 2022?",
        "Who conducts the orchestra?",
        "How do I cook rice?",
    ] {
        check(question, SEASON, &[]);
    }
    check("What is the total cost of the dredger?", COSTS, &[]);
    // The report's year is not that of its columns.
    let older = SEASON.replace("2024", "2021");
    check("How much was the deficit in 2024?", &older, &[]);
}

#[test]
fn what_is_asked_of_each_row_is_told_of_all() {
    let pumps = "Pump: Nordo 12; Price: 14,800 euros; Noise: 41 dB\n\nPump: Aera S; Price: 11,200 euros; Noise: 52 dB";
    check(
        "How much does each pump cost?",
        pumps,
        &[
            "Pump: Nordo 12; Price: 14,800 euros.",
            "Pump: Aera S; Price: 11,200 euros.",
        ],
    );
    check("How much does each boiler cost?", pumps, &[]);
    check("How heavy is each pump?", pumps, &[]);
}

#[test]
fn the_row_of_just_what_is_asked_comes_before_one_whose_name_says_more() {
    let counts = "Inspection type: Canvass; 2014 count: 12229\n\nInspection type: Canvass Re-Inspection; 2014 count: 2284\n\nInspection type: License; 2014 count: 2418";
    check(
        "How many canvass inspections were done in 2014?",
        counts,
        &["Inspection type: Canvass; 2014 count: 12229."],
    );
}
