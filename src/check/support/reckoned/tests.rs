use super::*;

#[track_caller]
fn check(claim: &str, evidence: &[&str], expected: bool) {
    let found = reckoning(claim, evidence);
    let fits = found.is_some_and(|found| found.fits);
    assert_eq!(fits, expected, "{claim} / {evidence:?}");
}

#[test]
fn a_difference_follows_the_way_that_the_claim_says() {
    let cost = ["The cost was £120m in 2022 and £100m in 2021."];
    check("The cost was £20m higher in 2022.", &cost, true);
    check("The cost was £20m lower in 2022.", &cost, false);
    check("The cost was £30m higher in 2022.", &cost, false);
    let loss = [
        "The total blood loss in the ibuprofen group was 1161 mL versus 796 mL in the placebo group.",
    ];
    check(
        "Blood loss with ibuprofen was 365 mL higher than with placebo.",
        &loss,
        true,
    );
    check(
        "Blood loss with placebo was 365 mL higher than with ibuprofen.",
        &loss,
        false,
    );
    check(
        "Blood loss with aspirin was 365 mL higher than with placebo.",
        &loss,
        false,
    );
    let pay = ["Women were paid 900 euros a week, men 980 euros."];
    check("Men were paid 80 euros more than women.", &pay, true);
    check("Women were paid 80 euros more than men.", &pay, false);
    let wage = ["The wage was 980 euros for men and 900 euros for women."];
    check(
        "The wage of men was 80 euros higher than that of women.",
        &wage,
        true,
    );
    check(
        "The wage of women was 80 euros higher than that of men.",
        &wage,
        false,
    );
    let tower = ["The tower is 82 m tall and the spire 70 m."];
    check("The tower is 12 m taller than the spire.", &tower, true);
    let sales = ["Sales were 230 units in 2022, after 200 units in 2021."];
    check("Sales were 15 % higher than in 2021.", &sales, true);
    check("Sales were 25 % higher than in 2021.", &sales, false);
    let orders = ["It has 70 orders; its target is 100."];
    check("It is 30 orders short of its target.", &orders, true);
    check("It is 30 orders above its target.", &orders, false);
}

#[test]
fn values_of_several_sources_come_to_a_sum() {
    let orders = [
        "Fern Air ordered 30 turboprops in May.",
        "In a second deal Fern Air ordered 36 jets.",
    ];
    check("Fern Air's two deals total 66 aircraft.", &orders, true);
    check("Fern Air's two deals total 76 aircraft.", &orders, false);
}

#[test]
fn shares_rests_and_products_follow() {
    let notices = [
        "The office received 2,795 notifications. The health sector accounted for 838 notifications and local government for 419.",
    ];
    check(
        "Health and local government together made up 45 % of the notifications.",
        &notices,
        true,
    );
    check(
        "Health and local government together made up 55 % of the notifications.",
        &notices,
        false,
    );
    let survey = ["A survey found that 58% of residents support the extension and 27% oppose it."];
    check(
        "58% of residents support the extension and 27% oppose it, which leaves 15% undecided.",
        &survey,
        true,
    );
    check(
        "58% of residents support the extension and 27% oppose it, which leaves 25% undecided.",
        &survey,
        false,
    );
    let jets = ["The airline made a firm order for 30 of the jets, at $120m each."];
    check(
        "The airline's 30 firm orders for the jets are worth $3.6bn.",
        &jets,
        true,
    );
    check(
        "The airline's 30 firm orders for the jets are worth $4.6bn.",
        &jets,
        false,
    );
}

#[test]
fn years_lie_between_two_dates() {
    let mosque = ["The mosque was built in 1347. In 1412 a fountain was built in its court."];
    check(
        "The fountain was added to the mosque 65 years after it was built.",
        &mosque,
        true,
    );
    check(
        "The fountain was added to the mosque 75 years after it was built.",
        &mosque,
        false,
    );
}

#[test]
fn numbers_by_which_something_is_called_are_not_reckoned() {
    let fines = ["The fines for 42 firms came to 50 million euros, and 8 firms appealed."];
    check(
        "The fines under Articles 33 and 34 fell on fewer firms.",
        &fines,
        false,
    );
}

#[test]
fn who_is_named_has_a_part_in_a_sum() {
    let owners = [
        "Arvo owns 30% of the mill. The other owners of the mill are the town (15%) and Berg (30%).",
    ];
    check("Arvo and Berg together own 60% of the mill.", &owners, true);
    check(
        "Arvo and Berg together own 45% of the mill.",
        &owners,
        false,
    );
}
