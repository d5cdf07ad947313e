//! The built-in writer and tables: a row that has what is asked for is the answer, and nothing else of a table is.

use crate::program::{Place, Ran};

const COSTS: &str = "Item,Supplier,Total cost\nCrane rental,Nordhaven Lifting,1234567.89\nDredger,Ostsee Works,2400000\nPilot boat,Ostsee Works,310000\n";
const SEASON: &str = "# Annual report of the orchestra 2024\n\nThe orchestra gave fewer concerts than the year before.\n\n\
    | | 2022 | 2023 | 2024 |\n|---|---|---|---|\n| Concerts | 58 | 56 | 52 |\n| Subsidy (€ million) | 3.1 | 2.9 | 2.4 |\n| Deficit (€ million) | 0.2 | 0.3 | 0.8 |\n\n\
    The deficit grew because the province cut its subsidy by €0.5 million in 2024.\n";
const PAGE: &str = "<html><body><h1>Budget of the port</h1><table><tr><th>Item</th><th>2023</th><th>2024</th></tr>\
    <tr><td>Harbour dues</td><td>2.9</td><td>2.4</td></tr><tr><td>Repairs</td><td>0.3</td><td>0.8</td></tr></table></body></html>";

fn asked(question: &str, name: &str, text: &str) -> (Place, Ran) {
    let place = Place::new();
    let file = place.file(name, text);
    let ran = place.run(&["run", question, &file]);
    (place, ran)
}

#[track_caller]
fn check(question: &str, (name, text): (&str, &str), expected: &str) {
    let (place, ran) = asked(question, name, text);
    assert!(ran.out.contains(expected), "{question}: {}", ran.out);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let verdicts = place.run(&["export", "last", "--verdicts"]);
    let row = verdicts
        .out
        .lines()
        .find(|line| line.starts_with('|') && line.contains(expected));
    let row = row.unwrap_or_else(|| panic!("no verdict: {}", verdicts.out));
    assert!(row.contains("| supported |"), "{row}");
}

#[test]
fn a_question_about_a_row_and_a_column_is_answered_with_what_stands_there() {
    let (costs, season, page) = (
        ("costs.csv", COSTS),
        ("season.md", SEASON),
        ("budget.html", PAGE),
    );
    check(
        "What is the total cost of the crane rental?",
        costs,
        "Item: Crane rental; Total cost: 1234567.89 [1].",
    );
    check(
        "Who is the supplier of the pilot boat?",
        costs,
        "Item: Pilot boat; Supplier: Ostsee Works [1].",
    );
    check(
        "How much was the deficit in 2024?",
        season,
        "Deficit (€ million); 2024: 0.8 [1].",
    );
    check(
        "How much were the repairs in 2023?",
        page,
        "Item: Repairs; 2023: 0.3 [1].",
    );
}

#[test]
fn a_question_that_names_no_row_gets_none() {
    for question in [
        "How do I cook rice?",
        "How much was the deficit of the ballet in 2024?",
        "What does the lighthouse cost?",
    ] {
        for (name, text) in [("costs.csv", COSTS), ("budget.html", PAGE)] {
            let (_, ran) = asked(question, name, text);
            assert!(!ran.out.contains(';'), "{question}: {}", ran.out);
        }
    }
    // A year that the table does not have is not that of another column.
    let (_, ran) = asked("How much was the deficit in 2019?", "season.md", SEASON);
    assert!(!ran.out.contains("Deficit (€ million)"), "{}", ran.out);
}
