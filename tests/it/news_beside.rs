//! New evidence and the built-in writer: what was so until now gives way, and what is said of others, of another place or of one half only stands beside [W3].

use crate::news::Scene;

/// A document by its title, date and text.
type Told = (&'static str, &'static str, &'static str);

#[track_caller]
fn check(
    question: &'static str,
    known: &'static [Told],
    news: Told,
    gone: &'static [&'static str],
    stands: &'static [&'static str],
) {
    Scene {
        question,
        known,
        news,
        gone,
        stands,
        why: &[],
        left_out: &[],
    }
    .play();
}

#[test]
fn the_dose_for_children_takes_nothing_from_that_for_adults() {
    const KNOWN: &[Told] = &[(
        "Agency",
        "2024-01-10",
        "The agency advises 400 milligrams of Amol a day for adults. Amol is taken with food.",
    )];
    const ADULTS: &str = "The agency advises 400 milligrams of Amol a day for adults [";
    let question = "What dose of Amol is advised for adults?";
    check(
        question,
        KNOWN,
        (
            "Agency, September",
            "2024-09-01",
            "The agency has lowered the dose of Amol for children to 100 milligrams a day.",
        ),
        &[],
        &[ADULTS],
    );
    check(
        question,
        KNOWN,
        (
            "Agency, September",
            "2024-09-01",
            "The agency has lowered the dose of Amol for adults to 200 milligrams a day.",
        ),
        &["The agency advises 400 milligrams"],
        &["The agency has lowered the dose of Amol for adults to 200 milligrams a day ["],
    );
}

#[test]
fn what_another_town_does_or_pays_takes_nothing_from_this_one_and_disagrees_in_nothing() {
    check(
        "How do other cities convert their bus depots, and when will Pell convert its own?",
        &[(
            "Pell transit",
            "2024-02-01",
            "Pell transit recommends converting the bus depot in 2027. The depot holds 84 buses.",
        )],
        (
            "City of Orm",
            "2024-06-01",
            "Orm postponed the conversion of its bus depot from 2028 to 2033.",
        ),
        &[],
        &[
            "Pell transit recommends converting the bus depot in 2027 [",
            "Orm postponed the conversion of its bus depot from 2028 to 2033 [",
        ],
    );
    check(
        "What does a bus ticket cost in Lund?",
        &[(
            "Transport authority",
            "2024-01-10",
            "A bus ticket in Lund costs 2.40 euros. Children ride free.",
        )],
        (
            "Transport authority, September",
            "2024-09-01",
            "A bus ticket in Velm rose from 2.10 to 2.60 euros.",
        ),
        &[],
        &["A bus ticket in Lund costs 2.40 euros ["],
    );
}

#[test]
fn of_two_things_that_are_planned_the_one_that_nobody_took_back_stands() {
    check(
        "How should Brae reduce its debt?",
        &[(
            "Treasurer",
            "2024-02-01",
            "The treasurer recommends selling the town forest and raising the property tax by 10 percent. The debt stands at 31 million euros.",
        )],
        (
            "Council minutes",
            "2024-03-01",
            "The council postponed the raising of the property tax. It discussed the debt for two hours.",
        ),
        &[],
        &[
            "The treasurer recommends selling the town forest",
            "The council postponed the raising of the property tax [",
        ],
    );
}

#[test]
fn what_has_ended_or_was_moved_is_the_answer_no_more() {
    check(
        "Is Kelt mine still open and how many people work there?",
        &[(
            "Mining company",
            "2024-01-10",
            "Kelt mine is open until 2030. 640 people work in Kelt mine.",
        )],
        (
            "Mining company, June",
            "2024-06-10",
            "Kelt mine was closed on 1 June 2024. The number of workers fell to 40.",
        ),
        &["Kelt mine is open until 2030"],
        &["Kelt mine was closed on 1 June 2024 ["],
    );
    check(
        "When does the Lahn bypass open and what will it cost?",
        &[(
            "Road agency",
            "2024-01-10",
            "The Lahn bypass will open in May 2025. It will cost 70 million euros.",
        )],
        (
            "Road agency, September",
            "2024-09-01",
            "The opening of the bypass has been moved to 2027 because a tunnel flooded. The cost has risen to 92 million euros.",
        ),
        &["will open in May 2025", "70 million"],
        &[
            "The opening of the bypass has been moved to 2027",
            "The cost has risen to 92 million euros [",
        ],
    );
}

#[test]
fn who_takes_something_else_for_the_cause_now_is_told_with_that() {
    check(
        "What caused the fire in the Dunn mill?",
        &[(
            "Police",
            "2024-01-10",
            "The police attribute the fire in the Dunn mill to a cigarette. The damage is 2 million euros.",
        )],
        (
            "Police, April",
            "2024-04-10",
            "The police found a burnt cable in the cellar. They now consider the cable as the cause.",
        ),
        &["to a cigarette"],
        &[
            "The police found a burnt cable in the cellar [",
            "They now consider the cable as the cause [",
        ],
    );
}

#[test]
fn what_was_put_off_sold_or_cleared_of_suspicion_is_told_no_longer() {
    check(
        "When will the ferry to Hask sail again and how many cars will it carry?",
        &[
            (
                "Shipping line",
                "2024-01-10",
                "The ferry to Hask will sail again in April 2024. It will carry 60 cars.",
            ),
            (
                "Island council",
                "2024-02-10",
                "The island council demands a second ferry.",
            ),
        ],
        (
            "Shipping line, March",
            "2024-03-15",
            "The first trip of the ferry has been put off to July 2024 because the engine failed. It will carry only 45 cars.",
        ),
        &["will sail again in April 2024"],
        &["The first trip of the ferry has been put off to July 2024"],
    );
    check(
        "Who owns the harbour of Lund and how much cargo passes through it?",
        &[(
            "Harbour",
            "2023-01-10",
            "The harbour of Lund is owned by the town. 2.4 million tonnes of cargo passed through it in 2022.",
        )],
        (
            "Town of Lund",
            "2024-04-10",
            "The town sold the harbour to Maro for 80 million euros on 2 April 2024.",
        ),
        &["is owned by the town"],
        &["The town sold the harbour to Maro for 80 million euros on 2 April 2024 ["],
    );
    check(
        "What happened to the satellite Vela-3?",
        &[
            (
                "Agency",
                "2024-05-01",
                "The satellite Vela-3 lost contact on 29 April 2024. The agency suspects a dead battery.",
            ),
            (
                "Amateur astronomer",
                "2024-05-03",
                "The satellite is tumbling once every 8 seconds.",
            ),
        ],
        (
            "Agency, 20 May",
            "2024-05-20",
            "Contact with Vela-3 was restored on 18 May 2024. A software error had switched off the receiver. The battery is sound.",
        ),
        &["suspects a dead battery"],
        &["The battery is sound ["],
    );
}

#[test]
fn what_was_to_come_of_a_decision_goes_when_it_is_reversed() {
    check(
        "Why is the Mill Lane library closed?",
        &[
            (
                "Minutes of the Halden city council",
                "2025-01-14",
                "The council voted by 21 to 18 to close the Mill Lane library. The closure saves 340,000 euros a year. Councillor Ada Brandt said that the library had 96,000 visits in 2024. The library closes on 30 June 2025.",
            ),
            (
                "Report on Mill Lane library",
                "2024-11-20",
                "The roof of the Mill Lane library leaks and repairing it would cost 1.1 million euros. The city has a deficit of 9 million euros. The city treasurer therefore proposed the closure.",
            ),
        ],
        (
            "Council reverses closure",
            "2025-04-08",
            "The council decided on 8 April 2025 to keep the Mill Lane library open. A foundation gives 900,000 euros for the roof.",
        ),
        &["The library closes on 30 June 2025"],
        &["The council decided on 8 April 2025 to keep the Mill Lane library open ["],
    );
}

#[test]
fn who_rejects_what_is_asked_about_is_news() {
    check(
        "Should Marsk close its town centre to cars?",
        &[(
            "City planning office",
            "2024-02-01",
            "The office proposes to close the centre to cars from May 2025. Traffic amounts to 18,000 cars a day.",
        )],
        (
            "Traders' union",
            "2024-03-01",
            "The union rejects the closure. Traders fear that they will lose 15 percent of their sales.",
        ),
        &[],
        &[
            "The office proposes to close the centre to cars from May 2025 [",
            "The union rejects the closure [",
        ],
    );
}

#[test]
fn a_rejection_is_news_with_its_votes_too() {
    check(
        "Should schools ban mobile phones?",
        &[(
            "Education ministry",
            "2024-01-05",
            "The ministry plans to ban mobile phones in schools from August 2024.",
        )],
        (
            "Parliament committee",
            "2024-02-20",
            "The committee rejected the ban by 9 votes to 4. Parliament votes in April.",
        ),
        &[],
        &["The committee rejected the ban by 9 votes to 4 ["],
    );
}

#[test]
fn what_a_higher_court_or_an_authority_ended_is_the_answer_no_more() {
    check(
        "Was the mayor of Orm convicted and what is the sentence?",
        &[
            (
                "District court",
                "2024-02-10",
                "The district court convicted the mayor of Orm of bribery and sentenced him to two years in prison.",
            ),
            (
                "Mayor's lawyer",
                "2024-02-12",
                "The lawyer calls the verdict wrong. He announced an appeal.",
            ),
        ],
        (
            "Court of appeal",
            "2024-11-20",
            "The court of appeal acquitted the mayor of Orm on 19 November 2024. The main witness had lied.",
        ),
        &["convicted the mayor of Orm of bribery"],
        &["The court of appeal acquitted the mayor of Orm on 19 November 2024 ["],
    );
    check(
        "What would the merger of Orla Bank and Sund Savings mean for customers?",
        &[
            (
                "Joint statement",
                "2024-02-01",
                "Orla Bank and Sund Savings will merge on 1 January 2025. Customers keep their account numbers. 31 of 120 branches will be closed.",
            ),
            (
                "Consumer association",
                "2024-02-20",
                "The association fears higher fees. Orla Bank charges 6 euros a month for an account and Sund Savings 3 euros.",
            ),
        ],
        (
            "Competition authority, decision",
            "2024-07-10",
            "The authority prohibited the merger on 9 July 2024.",
        ),
        &["will merge on 1 January 2025"],
        &[
            "The authority prohibited the merger on 9 July 2024 [",
            "Orla Bank charges 6 euros a month",
        ],
    );
}
