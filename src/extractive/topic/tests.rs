use super::*;

#[track_caller]
fn check(a: &str, b: &str, expected: Option<&str>) {
    assert_eq!(topic(a, b).as_deref(), expected);
}

#[test]
fn the_topic_is_in_the_words_of_both() {
    check(
        "The levelised cost of storage is 90 euros per MWh.",
        "Analysts put the levelised cost of storage at 140 euros per MWh.",
        Some("the levelised cost of storage"),
    );
    check(
        "Battery storage covers 41 % of the evening peak.",
        "Storage in batteries covers only 14 % of the evening peak.",
        Some("the evening peak"),
    );
    check(
        "In Oslo the electric fleet saves 1.2 million euros of fuel cost.",
        "In its third year the electric fleet saves 0.8 million euros of fuel cost.",
        Some("what the electric fleet saves"),
    );
    check(
        "Norbank and Sella will merge on 1 July 2025.",
        "Norbank and Sella have called off their merger.",
        None,
    );
    check(
        "The authority may require the sale of 60 branches.",
        "The authority would have required the sale of 95 branches.",
        Some("the number of branches"),
    );
    check(
        "Veltorin reduced migraine days by 48 percent.",
        "Veltorin reduced migraine days by 19 percent.",
        None,
    );
    check(
        "Wholesale prices rose.",
        "In winter wholesale prices fell.",
        Some("wholesale prices"),
    );
}

#[test]
fn a_topic_is_what_differs() {
    check(
        "The hall closed on 6 January 2023 after inspectors found cracks.",
        "The hall has been shut since 9 January 2023, when inspectors found cracks.",
        None,
    );
    check(
        "The owner has insured the hall against flood damage, and the insurer bears most of the cost.",
        "The hall was not insured against flood damage, so that tenants bear the cost.",
        None,
    );
    check(
        "In 2023 inspectors counted 14 cracks.",
        "In 2023 inspectors counted 19 cracks.",
        Some("the number of cracks"),
    );
}

#[test]
fn what_somebody_did_is_no_topic() {
    check(
        "The report stated that Orvexa reduced severe disease by 82 percent.",
        "In adults Orvexa reduced severe disease by 56 percent.",
        None,
    );
}

#[test]
fn the_measured_quantity_is_named() {
    check(
        "Converting the Eastgate depot to electric buses will cost 61.4 million euros.",
        "Converting the Eastgate depot to electric buses will cost 74.9 million euros.",
        Some("the cost of converting the Eastgate depot"),
    );
    check(
        "According to the office, 19 driver posts at the Eastgate depot are vacant.",
        "At present 31 driver posts at the Eastgate depot are vacant, out of 236.",
        Some("the number of vacant driver posts at the Eastgate depot"),
    );
    check(
        "In winter the range of the buses falls by 22 percent.",
        "In winter the range of the buses fell by 38 percent.",
        Some("the range of the buses"),
    );
}

#[test]
fn what_does_not_read_like_a_thing_is_no_topic() {
    check(
        "Converting the depot takes 3 years.",
        "Converting the depot takes 5 years.",
        None,
    );
}

#[test]
fn a_thing_is_named_as_a_whole_or_not_at_all() {
    check(
        "A monthly report of cost and progress should be published.",
        "The council should publish a cost report each week.",
        None,
    );
    check(
        "Every new well is drilled with a steel casing.",
        "Wells with steel casings leaked in 4 of 100 cases.",
        Some("steel casings"),
    );
    check(
        "Ferry tickets cost 4 euros.",
        "In summer ferry tickets cost 6 euros.",
        Some("the cost of ferry tickets"),
    );
    check(
        "Owners pay 2,800 euros for the pipes of a house.",
        "Owners pay 3,500 euros for the pipes of a house.",
        Some("what owners pay"),
    );
    check(
        "44 electric ferries are already in service.",
        "By May only 40 of the 90 ferries ordered until then were in service.",
        Some("the number of ferries"),
    );
    check(
        "A heat pump loses 21 percent.",
        "A heat pump loses 29 percent.",
        None,
    );
}

#[test]
fn where_nothing_reads_like_a_topic_there_is_none() {
    check("It took 14 hours.", "It was 9 hours.", None);
    check("Costs rose by 5 %.", "A fall of 5 % was seen.", None);
}
