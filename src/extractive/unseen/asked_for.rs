//! What is asked for by its kind is answered by that: a number, a price, a cause, a day, a thing under its nickname.

use super::{note, texts, whole};
use crate::extractive::samples::{Sample, Set};

const TRAMS: &[Sample] = &[
    note(
        "Audit of the tram plan",
        "",
        "The tram plan is expected to cost 131 million pounds. By May only 24 of the 60 trams ordered were in service. Upkeep of a tram costs a third less than that of a bus.",
    ),
    note(
        "Trams for Orsund",
        "",
        "The tram plan is expected to cost 124 million pounds. 31 new trams are already in service.",
    ),
    note(
        "Trams in doubt",
        "",
        "The tram plan is budgeted at 96 million pounds. Drivers fear that the tram plan costs them their posts.",
    ),
    note(
        "Quote 17",
        "",
        "Hire of four trams with drivers, six days a week: EUR 9,400 a month, 12 months minimum.",
    ),
];

#[test]
fn what_sources_disagree_on_is_the_answer_to_who_asks_for_just_that() {
    let [_, complication, resolution] = texts(&Set {
        question: "How many trams are in service?",
        documents: TRAMS,
    });
    assert!(
        resolution.contains("Another source disagrees on the number of trams."),
        "{resolution}"
    );
    for side in ["31 new trams", "only 24 of the 60 trams"] {
        assert!(resolution.contains(side), "{resolution}");
    }
    assert!(!complication.contains("disagree"), "{complication}");
}

#[test]
fn all_values_that_sources_give_for_one_thing_are_told_beside_each_other_and_once() {
    let whole = whole(
        "What does the tram plan cost, and what do drivers fear?",
        TRAMS,
    );
    for value in ["131 million", "124 million", "96 million"] {
        assert_eq!(whole.matches(value).count(), 1, "{whole}");
    }
    assert_eq!(
        whole.matches("Sources disagree on the cost").count(),
        1,
        "{whole}"
    );
}

#[test]
fn an_offer_without_a_verb_answers_who_asks_for_the_price() {
    let whole = whole("What does the hire of trams cost?", TRAMS);
    assert!(
        whole.contains("EUR 9,400 a month, 12 months minimum [4]."),
        "{whole}"
    );
}

#[test]
fn what_shares_only_a_verb_with_a_question_on_strangers_does_not_answer_it() {
    const STORES: &[Sample] = &[note(
        "Comparison of the stores",
        "2024-09-02",
        "Storage was 38 GB for Postgres and 61 GB for Mongo. Both ran on the same machine with 16 cores. The migration takes 14 weeks.",
    )];
    for question in [
        "Which Kubernetes version do we run?",
        "How do I bake sourdough bread?",
    ] {
        let text = whole(question, STORES);
        assert!(!text.contains("[1]"), "{text}");
    }
}

const LIBRARY: &[Sample] = &[
    note(
        "Usage report",
        "2025-01-20",
        "The Hartwell branch had 41,300 visits in 2024. Visits to the branch fell because bus line 12 closed.",
    ),
    note(
        "Letter of the friends",
        "2025-02-11",
        "We believe the savings are overstated, because the committee left out the lease of the Hartwell branch.",
    ),
];

#[test]
fn why_something_is_so_is_told_by_its_own_cause() {
    let [_, _, resolution] = texts(&Set {
        question: "Why did visits to the Hartwell branch fall?",
        documents: LIBRARY,
    });
    assert!(resolution.contains("because bus line 12"), "{resolution}");
    assert!(!resolution.contains("overstated"), "{resolution}");
}

#[test]
fn why_is_told_by_the_reasons_in_a_document_that_promises_them_and_not_by_what_happened() {
    const HULL: &[Sample] = &[
        note(
            "Why the Vasa sank: summary of the museum's reading",
            "",
            "The warship Vasa sank on 10 August 1628, about 1,300 metres into its maiden voyage, in Stockholm harbour. The ship heeled to port under a gust, water entered through the open lower gunports, and she went down in 32 metres of water. About 30 of the roughly 150 people on board died.\n\nThe ship was unstable because too much weight was placed high in the hull. The lower gunports stood only about 1.2 metres above the waterline.\n\nThe inquest that followed named no one as guilty.",
        ),
        note(
            "A popular history",
            "",
            "King Gustav ordered a second gun deck while the Vasa was under construction. The Vasa sank after sailing about 1,300 metres.",
        ),
    ];
    for question in [
        "Why did the Vasa sink?",
        "Why did the Vasa sink and who was to blame?",
    ] {
        let [_, _, resolution] = texts(&Set {
            question,
            documents: HULL,
        });
        assert!(
            resolution.starts_with("The ship was unstable because too much weight"),
            "{question} {resolution}"
        );
    }
}

#[test]
fn what_happened_on_a_day_is_told_by_what_is_of_that_day() {
    const DAYS: Set = Set {
        question: "What happened on 19 July 2023?",
        documents: &[note(
            "Trams of Kirchplatz",
            "",
            "Three battery trams ran on line 7 from 4 March 2023. On 19 July 2023 a charger caught fire at Kirchplatz. On 8 February 2024 the council voted for the line.",
        )],
    };
    let [_, _, resolution] = texts(&DAYS);
    assert!(
        resolution.starts_with("On 19 July 2023 a charger caught fire at Kirchplatz [1].\n\n"),
        "what is of other days is no part of the answer: {resolution}"
    );
}

#[test]
fn how_much_something_is_is_not_told_by_how_it_changed() {
    const SEASON: Set = Set {
        question: "How much was the deficit in 2024?",
        documents: &[note(
            "Season report",
            "2025-01-20",
            "The deficit grew because the province cut its subsidy by €0.5 million in 2024. The orchestra has 84 players.",
        )],
    };
    let [_, _, resolution] = texts(&SEASON);
    assert!(!resolution.contains("0.5 million"), "{resolution}");
}

#[test]
fn what_is_asked_about_by_a_nickname_is_what_its_document_says_and_no_other() {
    const PROPOSALS: &[Sample] = &[
        note(
            "Lending of keys",
            "2024-02-01",
            "Lending of keys lets a guest open one door for a day. During the discussion the lending became known as “the doormat rule”. The lending of keys was accepted, because guests lost fewer keys in the trial.",
        ),
        note(
            "Cards for lifts",
            "2023-02-01",
            "Cards for lifts were proposed by the porters. The board rejected the cards because they cost too much. Lifts would need a reader each for the cards.",
        ),
        note(
            "Codes for gates",
            "2022-02-01",
            "Codes for gates were proposed twice. The tenants rejected the codes for gates because codes are told to others.",
        ),
    ];
    let text = whole("Why was the doormat rule accepted or rejected?", PROPOSALS);
    assert!(
        text.contains("was accepted, because guests lost fewer keys"),
        "{text}"
    );
    assert!(
        !text.contains("cost too much") && !text.contains("told to others"),
        "{text}"
    );
}

const PUMPS: &[Sample] = &[note(
    "Pumps for the school",
    "",
    "The Norda is the cheapest pump. It is made in Lund. The Aera has a hood of steel.",
)];

#[test]
fn what_is_called_the_most_of_its_kind_answers_which_is() {
    let [_, _, resolution] = texts(&Set {
        question: "Which pump is the cheapest?",
        documents: PUMPS,
    });
    assert!(
        resolution.starts_with("The Norda is the cheapest"),
        "{resolution}"
    );
}

const POOL: &[Sample] = &[note(
    "Sports in Arno",
    "",
    "The swimming pool in Arno was opened in spring. The swimming pool in Arno is 25 metres long. It is run by the city.",
)];

#[test]
fn how_long_something_is_is_told_by_a_length() {
    let [_, _, resolution] = texts(&Set {
        question: "How long is the swimming pool in Arno?",
        documents: POOL,
    });
    assert!(
        resolution.starts_with("The swimming pool in Arno is 25 metres long [1]."),
        "{resolution}"
    );
}

const METRO: &[Sample] = &[note(
    "Tarsa metro",
    "",
    "The contract for the Tarsa metro was awarded to Belcon for 2.1 billion euros. Trains will be white.",
)];

#[test]
fn who_is_told_by_whom_something_was_given_to() {
    let [_, _, resolution] = texts(&Set {
        question: "Who will build the Tarsa metro?",
        documents: METRO,
    });
    assert!(
        resolution.starts_with("The contract for the Tarsa metro was awarded to Belcon"),
        "{resolution}"
    );
}

const KEYS: &[Sample] = &[note(
    "Parcel admin guide",
    "",
    "Parcel signs each token with a key. To rotate the signing key, add the new key to the keyring first. Then make it the primary key of all servers. A token is valid for 24 hours.",
)];

#[test]
fn how_to_do_something_is_told_with_the_steps_that_follow() {
    let [_, _, resolution] = texts(&Set {
        question: "How do I rotate the signing key?",
        documents: KEYS,
    });
    let steps = "To rotate the signing key, add the new key to the keyring first [1]. Then make it the primary key of all servers [1].";
    assert!(resolution.contains(steps), "{resolution}");
}

const STRIKE: &[Sample] = &[
    note(
        "Nurses' union",
        "",
        "The nurses of Rell clinic were on strike for 19 days. About 300 operations were put off.",
    ),
    note(
        "Agreement",
        "",
        "Pay rises by 6 per cent in two steps. The agreement runs until April 2026.",
    ),
];

#[test]
fn what_names_nothing_is_of_what_is_asked_about() {
    let [_, _, resolution] = texts(&Set {
        question: "When does the agreement of Rell clinic end?",
        documents: STRIKE,
    });
    assert!(
        resolution.starts_with("The agreement runs until April 2026 [2]."),
        "{resolution}"
    );
}

const WOLVES: &[Sample] = &[
    note(
        "Forest service",
        "",
        "The forest service counted 14 wolves in the Grane forest in January. Two packs were seen.",
    ),
    note(
        "Hunters",
        "",
        "Hunters believe that at least 30 wolves are in the Grane forest. The season opens in October.",
    ),
];

#[test]
fn what_was_counted_is_told_before_what_somebody_believes() {
    let [_, _, resolution] = texts(&Set {
        question: "How many wolves are in the Grane forest?",
        documents: WOLVES,
    });
    assert!(
        resolution.starts_with("The forest service counted 14 wolves"),
        "{resolution}"
    );
}

const MARTA: &[Sample] = &[
    note(
        "Coast guard log",
        "",
        "The freighter Marta left Hals at 21:00. It ran aground on the Skarre bank at 02:40. The crew of 14 was taken off by helicopter.",
    ),
    note(
        "Harbour news",
        "",
        "The master had changed course to avoid a sailing boat, according to the owner. The tug Olav will come on Thursday.",
    ),
];

#[test]
fn what_went_before_is_told_where_nobody_says_why() {
    let told = whole("Why did the Marta run aground?", MARTA);
    assert!(told.contains("had changed course"), "{told}");
}
