//! Claims that cite several sources, or tell what these say of each other.

use super::*;

#[test]
fn a_source_that_is_cited_beside_the_right_one_and_says_nothing_of_it_is_named() {
    check(
        "Repairs cost €3.2 million.",
        &[1, 3],
        Verdict::Supported,
        "word for word in [1]; [3] says nothing about this",
    );
    check(
        "Repairs cost €3.2 million.",
        &[1],
        Verdict::Supported,
        "word for word in [1]",
    );
}

#[test]
fn a_claim_may_draw_a_number_from_each_of_its_sources() {
    let texts = [
        "The northern line carried 3.1 million passengers in 2024. It was built long ago.",
        "Its trams are new. Trams on the southern line carried 4.2 million passengers in 2024.",
    ];
    let passages: Vec<Passage> = texts
        .iter()
        .zip(1..)
        .map(|(text, id)| passage(id, text))
        .collect();
    let evidence = passages.iter().map(|passage| Evidence {
        number: passage.id.0 as u32,
        passage,
    });
    let found = Checker::new(evidence).judge(
        "In 2024 the northern line carried 3.1 million passengers and the southern line 4.2 million.",
        &[1, 2],
    );
    assert_eq!(
        (found.verdict, found.reason.as_str()),
        (Verdict::Supported, "[1] says this in similar words")
    );
}

/// A source, by its heading, and what it says.
type Side = (&'static str, &'static str);

/// Two sources, and claims of both with whether they are borne out.
type Dispute = ([Side; 2], &'static [(&'static str, bool)]);

const DISPUTES: &[Dispute] = &[
    (
        [
            (
                "Court of Auditors: Review of the bridge",
                "The bridge is now expected to cost €131 million. The city should pause further orders.",
            ),
            (
                "Response of Keld Harbour to the Court of Auditors",
                "We expect the cost of the bridge to be €118 million, not €131 million, because repairs were counted twice. Keld Harbour does not accept a pause.",
            ),
        ],
        &[
            (
                "The Court of Auditors expects the bridge to cost €131 million, while Keld Harbour expects €118 million.",
                true,
            ),
            (
                "Keld Harbour expects the bridge to cost €118 million, whereas the Court of Auditors expects €131 million.",
                true,
            ),
            (
                "The Court of Auditors expects the bridge to cost €118 million, while Keld Harbour expects €131 million.",
                false,
            ),
            (
                "The Court of Auditors expects the bridge to cost €131 million, while Keld Harbour expects €181 million.",
                false,
            ),
        ],
    ),
    (
        [
            (
                "Ministry of Health: Influenza in 2023",
                "In 2023 influenza caused 4,200 deaths.",
            ),
            (
                "Lund University: Excess mortality",
                "Influenza caused 6,900 deaths in 2023, not 4,200.",
            ),
        ],
        &[
            (
                "The Ministry of Health counted 4,200 deaths by influenza in 2023, while Lund University counted 6,900.",
                true,
            ),
            (
                "Lund University puts deaths by influenza at 6,900; the Ministry of Health puts them at 4,200.",
                true,
            ),
            (
                "The Ministry of Health counted 6,900 deaths by influenza in 2023, while Lund University counted 4,200.",
                false,
            ),
            (
                "The Ministry of Health counted 4,200 deaths by influenza in 2023, while Lund University counted 9,600.",
                false,
            ),
        ],
    ),
    (
        [
            (
                "Norrland Rail: Annual report",
                "Norrland Rail ran 96 % of its trains on time.",
            ),
            (
                "Passengers Union: Survey of delays",
                "Only 71 % of the trains of Norrland Rail ran on time, not 96 %.",
            ),
        ],
        &[
            (
                "Norrland Rail says that 96 % of its trains ran on time, but the Passengers Union says that 71 % did.",
                true,
            ),
            (
                "The Passengers Union says that 71 % of the trains ran on time, while Norrland Rail says that 96 % did.",
                true,
            ),
            (
                "Norrland Rail says that 71 % of its trains ran on time, but the Passengers Union says that 96 % did.",
                false,
            ),
            (
                "Norrland Rail says that 96 % of its trains ran on time, but the Passengers Union says that 17 % did.",
                false,
            ),
        ],
    ),
];

#[test]
fn each_half_of_a_disagreement_is_held_against_its_own_source() {
    let mut wrong = Vec::new();
    for (sides, claims) in DISPUTES {
        let passages: Vec<Passage> = (1..)
            .zip(*sides)
            .map(|(id, (heading, text))| Passage {
                headings: vec![heading.to_owned()],
                ..passage(id, text)
            })
            .collect();
        for (claim, expected) in *claims {
            let evidence = passages.iter().map(|passage| Evidence {
                number: passage.id.0 as u32,
                passage,
            });
            let found = Checker::new(evidence).judge(claim, &[1, 2]);
            if (found.verdict == Verdict::Supported) != *expected {
                wrong.push(format!("{claim}: {}", found.reason));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_source_that_is_cited_with_another_and_says_the_opposite_is_named() {
    let (one, other) = (
        passage(
            1,
            "The council voted on 14 February to close the ferry line in June.",
        ),
        passage(
            2,
            "The council voted on 14 February against closing the ferry line.",
        ),
    );
    let evidence = [&one, &other].map(|passage| Evidence {
        number: passage.id.0 as u32,
        passage,
    });
    let claim = "The council voted on 14 February against closing the ferry line.";
    let found = Checker::new(evidence).judge(claim, &[1, 2]);
    assert_eq!(found.verdict, Verdict::Partial, "{}", found.reason);
    assert!(
        found.reason.contains("[1] says otherwise"),
        "{}",
        found.reason
    );
    let alone = Checker::new(evidence).judge(claim, &[2]);
    assert_eq!(alone.verdict, Verdict::Supported, "{}", alone.reason);
}
