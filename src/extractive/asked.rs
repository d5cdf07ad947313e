//! What the first sentence of a brief's answer promises, for questions of many kinds and documents of many.

use super::samples::{Sample, Set, request};
use super::write;
use crate::pipeline::{Request, WrittenSection};
use crate::study::{CycleKind, Origin, RhetoricalRole};

const ROLES: [RhetoricalRole; 3] = [
    RhetoricalRole::Situation,
    RhetoricalRole::Complication,
    RhetoricalRole::Resolution,
];

pub(super) const fn note(title: &'static str, text: &'static str) -> Sample {
    Sample {
        title,
        date: "2026-05-02",
        origin: Origin::Internal,
        text,
    }
}

/// The sections of a brief, in order.
pub(super) fn brief(question: &'static str, documents: &'static [Sample]) -> [String; 3] {
    let set = Set {
        question,
        documents,
    };
    let mut written: Vec<WrittenSection> = Vec::new();
    for role in ROLES {
        let request = Request {
            written: written.clone(),
            ..request(&set, role)
        };
        written.push(WrittenSection {
            section: request.section,
            title: request.plan.title.clone(),
            text: write(&request),
        });
    }
    let mut texts = written.into_iter().map(|section| section.text);
    std::array::from_fn(|_| texts.next().unwrap_or_default())
}

/// The answer opens with this.
#[track_caller]
fn opens(question: &'static str, documents: &'static [Sample], expected: &str) {
    let [_, _, resolution] = brief(question, documents);
    assert!(resolution.starts_with(expected), "{question}\n{resolution}");
}

const BRIDGE: &[Sample] = &[note(
    "Safety review of the rope bridge",
    "The Lindholm rope bridge opened in 1998 and spans 84 metres. About 60,000 visitors cross it each year.\n\nInspectors examined the main cables in April 2026. Two of the eight anchor bolts showed corrosion of more than 30 % of their section. The inspectors judged the bridge unsafe for more than 20 people at a time. The inspectors recommend replacing all anchor bolts before the winter.",
)];

const RELAY: &[Sample] = &[note(
    "pgrelay",
    "Streams changes from PostgreSQL to Kafka, NATS or plain HTTP.\n\n# Requirements\n\nPostgreSQL 13 or newer is needed. MySQL is not supported.\n\n# Limitations\n\nLarge objects are not replicated. A replication slot that is not consumed keeps files, which can fill the disk.",
)];

const FLEET: &[Sample] = &[
    note(
        "Fleet plan 2026",
        "The authority runs 640 buses, of which 212 are battery electric. Diesel buses are retired at an age of 14 years.\n\nThe fleet will be fully electric by 2036. The board had aimed for 2032, but the depot at Eastfield cannot be connected to the grid before 2030.",
    ),
    note(
        "Statement of the drivers' union",
        "Drivers welcome electric buses. The union demands heated depots. Without them, 30 drivers would leave.",
    ),
];

const MINUTES: &[Sample] = &[note(
    "Council meeting, 12 May 2026",
    "# Ring road\n\nThe council debated the ring road for two hours. Councillor Ode called the road overdue. The motion to build the northern section of the ring road was carried by 21 votes to 19.\n\n# Swimming pool\n\nThe pool will stay closed until the roof has been repaired. The repair costs 1.1 million euros.",
)];

const LIBRARIES: &[Sample] = &[note(
    "Annual report of the Norrby libraries",
    "The Norrby public libraries lent 1.42 million items in 2025. There are 14 branches. Eleven of them are open on Sundays.\n\nThe number of staff fell because posts of retiring librarians were not filled. The director calls this a risk for the opening hours.",
)];

const OUTAGE: &[Sample] = &[note(
    "Postmortem: checkout outage",
    "# Summary\n\nFrom 09:12 to 10:47, 38 % of checkout requests failed. About 21,000 orders were lost.\n\n# Root cause\n\nRelease 19 added a query to the order table without an index. The pool was exhausted within minutes.",
)];

#[test]
fn whether_something_is_so_is_told_first_though_it_is_denied() {
    opens(
        "Is the bridge safe?",
        BRIDGE,
        "The inspectors judged the bridge unsafe",
    );
    opens(
        "Does pgrelay support MySQL?",
        RELAY,
        "MySQL is not supported [1].",
    );
}

#[test]
fn when_how_many_and_what_was_decided_are_told_first() {
    opens(
        "When will the fleet be all-electric?",
        FLEET,
        "The fleet will be fully electric by 2036 [1].",
    );
    opens(
        "How many branches are open on Sundays?",
        LIBRARIES,
        "There are 14 branches [1]. Eleven of them are open on Sundays [1].",
    );
    opens(
        "What did the council decide on the ring road?",
        MINUTES,
        "The motion to build the northern section of the ring road was carried",
    );
    opens(
        "When will the swimming pool reopen?",
        MINUTES,
        "The pool will stay closed until the roof has been repaired [1].",
    );
}

#[test]
fn why_is_told_by_what_stands_under_the_cause() {
    opens("Why did checkout fail?", OUTAGE, "Release 19 added a query");
}

const FORD: &[Sample] = &[note(
    "Paths along the Hollin",
    "Riders use the ford below the Hollin footbridge, closed to horses for its worn planks. Anglers have a hut of their own. The ford floods in winter.",
)];

const CHARTERS: &[Sample] = &[note(
    "The charters of Ostrand",
    "None of the original charters mention fishing rights. The first of them has 12 articles on tolls and markets. The copied charter went to the bishop, who sealed it in 1388 (for the town; for the market; for the abbey; for the king).",
)];

#[test]
fn what_says_all_that_is_asked_about_is_told_whatever_its_shape() {
    opens(
        "Why was the Hollin footbridge closed to horses?",
        FORD,
        "Riders use the ford",
    );
    opens(
        "How many of the original charters mention fishing rights?",
        CHARTERS,
        "None of the original charters",
    );
    opens(
        "Who sealed the copied charter?",
        CHARTERS,
        "The copied charter went to the bishop",
    );
}

#[test]
fn in_place_of_a_person_who_is_not_named_the_nearest_sentence_is_told() {
    const STAGE: &[Sample] = &[note(
        "The harbour theatre",
        "The harbour theatre showed three plays last winter. The Lighthouse Keeper with its keeper Tom was the longest of them. Tickets were sold out in two days.",
    )];
    let [_, _, resolution] = brief("Who played the keeper Tom in The Lighthouse Keeper?", STAGE);
    assert!(resolution.contains("its keeper Tom"), "{resolution}");
}

#[test]
fn what_is_missing_is_no_verb_of_the_question() {
    let [_, _, resolution] = brief("When will the swimming pool reopen?", MINUTES);
    assert!(!resolution.contains("reopen"), "{resolution}");
}

#[test]
fn a_plain_problem_is_told_beside_a_narrow_answer() {
    let [_, complication, _] = brief("When will the fleet be all-electric?", FLEET);
    assert!(
        complication.contains("cannot be connected"),
        "{complication}"
    );
    assert!(
        complication.contains("30 drivers would leave"),
        "{complication}"
    );
    let [_, complication, _] = brief("How many branches are open on Sundays?", LIBRARIES);
    assert!(
        complication
            .contains("posts of retiring librarians were not filled [1]. The director calls this"),
        "what is judged is told before: {complication}"
    );
}

#[test]
fn where_no_sentence_answers_that_is_said_first() {
    let [_, _, resolution] = brief("Who built the rope bridge?", BRIDGE);
    assert!(
        resolution.starts_with("The evidence does not say who"),
        "{resolution}"
    );
}

#[test]
fn news_that_answers_takes_the_gap_away() {
    let known = &BRIDGE[..1];
    let set = Set {
        question: "Who built the rope bridge?",
        documents: known,
    };
    let current = write(&request(&set, RhetoricalRole::Resolution));
    let both: &'static [Sample] = Box::leak(Box::new([
        note("Safety review of the rope bridge", BRIDGE[0].text),
        note(
            "History of the rope bridge",
            "The engineer Carla Menz built the rope bridge in eleven weeks.",
        ),
    ]));
    let set = Set {
        documents: both,
        ..set
    };
    let mut update = request(&set, RhetoricalRole::Resolution);
    update.cycle = CycleKind::Update;
    update.context.documents[0].fresh = false;
    update.context.documents[1].fresh = true;
    update.current = Some(current);
    let text = write(&update);
    assert!(text.starts_with("The engineer Carla Menz built"), "{text}");
    assert!(!text.contains("does not say who"), "{text}");
}

const DRUG: &[Sample] = &[
    note(
        "Velotinib: product information",
        "Velotinib is approved for adults with chronic kidney disease and an eGFR between 25 and 60. The recommended dose is 20 mg once daily.",
    ),
    note(
        "Nephrology society statement",
        "The society recommends that velotinib should not be started in patients over 75, because they were not studied. The drug costs 4,900 euros a year.",
    ),
];

const SPAN: &[Sample] = &[note(
    "Options for the Arden Bridge",
    "Repair would close the bridge for 7 months and replacement for 26 months. Repair would cost 18 million pounds. The consultants recommend replacement because the repair does not deal with the deck.",
)];

const READING_ROOM: &[Sample] = &[note(
    "Report on Mill Lane library",
    "Visits to the Mill Lane library fell to 88,000 in 2024. The city has a deficit of 9 million euros. The city treasurer therefore proposed the closure of the library.",
)];

const INCIDENT: &[Sample] = &[
    note(
        "Incident 4471: timeline",
        "At 09:14 the checkout service began to return errors. At 09:40 the engineer rolled back the release, but the errors went on. At 10:48 the pool was raised to 200 connections and checkout recovered.",
    ),
    note(
        "Post-mortem of incident 4471",
        "The outage was caused by a nightly report that had been moved to 09:00. The report did not close its connections.",
    ),
];

const HISTORY: &[Sample] = &[note(
    "Luther and his hearers",
    "Students thronged to Wittenberg to hear Luther speak. The oldest settlement in the valley was built 12,000 years ago. Jamukha supported the old nobility, while Temüjin drew followers of a lower class.",
)];

#[test]
fn what_to_do_opens_with_what_is_advised_on_just_that() {
    opens(
        "Should velotinib be given to patients over 75?",
        DRUG,
        "The society recommends that velotinib should not be started",
    );
    opens(
        "Should the Arden Bridge be repaired or replaced?",
        SPAN,
        "The consultants recommend replacement",
    );
}

#[test]
fn why_opens_with_what_the_conclusion_leans_on() {
    opens(
        "Why is the Mill Lane library being closed?",
        READING_ROOM,
        "The city has a deficit of 9 million euros [1]. The city treasurer therefore proposed",
    );
}

#[test]
fn what_happened_and_why_opens_with_the_cause() {
    opens(
        "What happened in incident 4471 and why?",
        INCIDENT,
        "The outage was caused by a nightly report",
    );
}

#[test]
fn what_says_nearly_all_that_is_asked_answers_without_a_note_that_nothing_does() {
    opens(
        "Who went to Wittenberg to hear Luther speak?",
        HISTORY,
        "Students thronged to Wittenberg",
    );
    opens(
        "When was the oldest settlement built?",
        HISTORY,
        "The oldest settlement in the valley",
    );
    opens(
        "Who did Jamukha support that were not followers of Temüjin?",
        HISTORY,
        "Jamukha supported the old nobility",
    );
}

const APPEAL: &[Sample] = &[
    Sample {
        title: "Orrin v Castell Foods: judgment of the High Court",
        date: "2024-07-09",
        origin: Origin::Internal,
        text: "The High Court ordered Castell Foods to pay Lena Orrin 420,000 pounds. Castell Foods had denied that it was liable.",
    },
    Sample {
        title: "Food Machinery Weekly",
        date: "2024-07-12",
        origin: Origin::Internal,
        text: "Castell Foods must pay 420,000 pounds to a former worker. The trade fair in Cologne opens in March.",
    },
    Sample {
        title: "Orrin v Castell Foods: Court of Appeal",
        date: "2025-03-03",
        origin: Origin::Internal,
        text: "The Court of Appeal reduced the damages to 365,000 pounds. Castell Foods must pay by 1 May 2025.",
    },
];

#[test]
fn a_value_that_was_changed_since_is_told_behind_what_it_came_to_be() {
    let question = "How much must Castell Foods pay Lena Orrin?";
    let [situation, complication, resolution] = brief(question, APPEAL);
    assert!(
        resolution.starts_with(
            "The Court of Appeal reduced the damages to 365,000 pounds [3]. The High Court ordered"
        ),
        "{resolution}"
    );
    for section in [situation, complication] {
        assert!(!section.contains("420,000"), "{section}");
        assert!(!section.contains("Cologne"), "{section}");
    }
}

const FINE: &[Sample] = &[
    Sample {
        title: "Regulator's notice on Larkfield Bank",
        date: "2025-02-18",
        origin: Origin::Internal,
        text: "The regulator fined Larkfield Bank 28 million pounds for failures in its checks against money laundering. The bank opened 7,200 accounts without checking the identity of the customers.",
    },
    Sample {
        title: "The Ledger",
        date: "2025-02-19",
        origin: Origin::Internal,
        text: "Larkfield Bank was fined 40 million pounds by the regulator. The chief executive, Tom Vale, will leave in June. The bank sponsors the county cricket final.",
    },
    Sample {
        title: "Larkfield Bank: results 2024",
        date: "2025-02-25",
        origin: Origin::Internal,
        text: "Larkfield Bank set aside 35 million pounds for the fine. The bank spent 16 million pounds on new software for checks.",
    },
];

#[test]
fn of_figures_that_disagree_that_of_who_set_it_is_told_first() {
    let sections = brief("How much was Larkfield Bank fined?", FINE);
    assert!(
        sections[2].starts_with("The regulator fined Larkfield Bank 28 million pounds"),
        "{}",
        sections[2]
    );
    let whole = sections.join("\n\n");
    assert!(whole.contains("A newer source disagrees"), "{whole}");
    assert!(whole.contains("40 million pounds"), "{whole}");
}

const LIBRARY: &[Sample] = &[
    note(
        "City of Ems",
        "The new library will open in July 2026. It costs 18 million euros.",
    ),
    Sample {
        date: "2026-06-02",
        ..note(
            "Builders",
            "The opening of the new library has been postponed to November 2026.",
        )
    },
];

#[test]
fn what_was_put_off_is_told_before_the_date_that_it_had() {
    opens(
        "When will the new library open?",
        LIBRARY,
        "The opening of the new library has been postponed to November 2026",
    );
}

const HINGE: &[Sample] = &[
    note(
        "Patent register, extract",
        "Patent 4 118 902, folding hinge, was granted to Rua Design on 14 May 2019. It was assigned to Kessler Holding on 3 February 2022. It lapses in 2036.",
    ),
    note(
        "Bexon half-year report",
        "Bexon says that Rua Design is still the true owner of the patent, because the assignment was never paid. Sales rose by 4 per cent.",
    ),
];

#[test]
fn what_somebody_only_claims_is_told_behind_what_is_known() {
    opens(
        "Who owns the patent on the folding hinge?",
        HINGE,
        "Patent 4 118 902, folding hinge, was granted to Rua Design on 14 May 2019 [1]. It was assigned to Kessler Holding on 3 February 2022 [1]. Bexon says that",
    );
}

const WEAVERS: &[Sample] = &[note(
    "The weavers of Dunmore",
    "Weavers came from the coast after the flood. Their master, Anna Pell, was named keeper of the Dunmore seal in 1702. Looms were sold in the harbour.",
)];

#[test]
fn what_says_nothing_of_what_is_asked_is_told_behind_the_sentence_that_answers() {
    opens(
        "Who was the keeper of the Dunmore seal?",
        WEAVERS,
        "The weavers of Dunmore: “Their master, Anna Pell, was named keeper of the Dunmore seal in 1702” [1]. Weavers came from the coast",
    );
}

const KEEPERS: &[Sample] = &[note(
    "The weavers of Dunmore",
    "Anna Pell came from the coast after the flood. She was the keeper of the Dunmore seal. Looms were sold in the harbour.",
)];

#[test]
fn what_only_repeats_the_question_is_told_behind_what_it_goes_on_about() {
    opens(
        "Who was the keeper of the Dunmore seal?",
        KEEPERS,
        "Anna Pell came from the coast after the flood [1]. She was the keeper of the Dunmore seal [1].",
    );
}

#[test]
fn a_year_of_the_middle_ages_tells_when() {
    const OFFICE: &[Sample] = &[note(
        "Medicine under Kublai",
        "Kublai built many hospitals. The physician Tamar founded the Office of Western Medicine in 1263 during the reign of Kublai.",
    )];
    opens(
        "When was the Office of Western Medicine founded?",
        OFFICE,
        "The physician Tamar founded the Office of Western Medicine in 1263",
    );
}

const WEEK: &[Sample] = &[
    note(
        "Parents' council of Alder School",
        "The parents' council asked 400 families, and 70 per cent want to keep the short week. The school was founded in 1908.",
    ),
    note(
        "County education office",
        "The office recommends that Alder School should return to five days, because weaker pupils fell behind.",
    ),
];

#[test]
fn what_is_recommended_is_told_before_what_somebody_wants() {
    opens(
        "Should Alder School keep the short week?",
        WEEK,
        "The office recommends that Alder School should return to five days",
    );
}

const DEBT: &[Sample] = &[
    note(
        "Treasurer",
        "The treasurer recommends selling the town forest and raising the property tax by 10 percent. The debt stands at 31 million euros.",
    ),
    note(
        "Council minutes",
        "The council postponed the raising of the property tax. It discussed the debt for two hours.",
    ),
];

#[test]
fn what_answers_is_told_though_it_does_not_name_the_place() {
    let [_, _, resolution] = brief("How should Brae reduce its debt?", DEBT);
    assert!(
        resolution.contains("The treasurer recommends selling the town forest"),
        "{resolution}"
    );
    assert!(
        resolution.ends_with("The evidence does not name Brae."),
        "{resolution}"
    );
}

const TRADERS: &[Sample] = &[
    note(
        "City planning office",
        "The office proposes to close the centre to cars from May 2025. Traffic amounts to 18,000 cars a day.",
    ),
    note(
        "Traders' union",
        "The union rejects the closure. Traders fear that they will lose 15 percent of their sales.",
    ),
];

#[test]
fn what_somebody_fears_of_it_is_a_problem_whatever_its_words() {
    let [_, complication, resolution] =
        brief("Should Marsk close its town centre to cars?", TRADERS);
    assert!(
        complication.contains("Traders fear that they will lose 15 percent"),
        "{complication}"
    );
    assert!(
        resolution.ends_with("The evidence does not name Marsk."),
        "{resolution}"
    );
}

#[test]
fn how_old_something_is_is_told_by_a_time() {
    const CAVE: &[Sample] = &[note(
        "Dating of the Dune Cave painting",
        "The painting in Dune Cave shows 12 deer. The crust on the painting is at least 43,000 years old.",
    )];
    opens(
        "How old is the painting in Dune Cave?",
        CAVE,
        "The crust on the painting is at least 43,000 years old",
    );
}

#[test]
fn a_version_is_of_what_it_stands_under() {
    const NOTES: &[Sample] = &[
        note(
            "Quarkdb 4.0 release notes",
            "Quarkdb 4 writes 2.4 times faster. The call open_shared was removed. Version 3 receives security fixes until 31 December 2027.",
        ),
        note(
            "Why we went back to Quarkdb 3",
            "We lost two days to a memory leak in Quarkdb 4.0. We advise waiting for 4.1.",
        ),
    ];
    opens(
        "When does support for Quarkdb 3 end?",
        NOTES,
        "Version 3 receives security fixes until 31 December 2027",
    );
}

#[test]
fn why_opens_with_the_reason_whatever_its_words() {
    const BEES: &[Sample] = &[
        note(
            "Beekeepers' survey",
            "Beekeepers in the Tarrow valley lost 38 per cent of their colonies last winter. The survey covers 212 keepers.",
        ),
        note(
            "University of Pelt",
            "Sixty dead colonies were examined. The losses were caused by the mite together with a virus that it spreads.",
        ),
        note(
            "Newsletter",
            "Green Valley blames the pesticides on rape fields.",
        ),
    ];
    opens(
        "Why did so many bee colonies die in the Tarrow valley last winter?",
        BEES,
        "The losses were caused by the mite",
    );
}

#[test]
fn who_is_to_act_does_not_keep_what_others_advise_from_the_answer() {
    const FERRY: &[Sample] = &[
        note(
            "Council minutes of 4 June 2026",
            "The council discussed the future of the harbour ferry. The treasurer said that the budget allows 9 million euros until 2028. The council asked the port authority to examine leasing one electric boat.",
        ),
        note(
            "Study on electric boats",
            "Two electric boats would cost 14.2 million euros. They would save 0.8 million euros a year in fuel and repairs. The study recommends ordering both boats in 2026.",
        ),
        note(
            "Harbour ferry report",
            "The two diesel boats date from 1988 and were out of service on 61 days in 2025. Repairs cost the port authority 1.9 million euros in 2025.",
        ),
    ];
    opens(
        "Should the council replace the diesel ferries with electric boats?",
        FERRY,
        "The study recommends ordering both boats in 2026 [2].",
    );
}

#[test]
fn the_exceptions_of_a_rule_are_told_with_the_line_that_says_what_they_are() {
    const RULE: &[Sample] = &[note(
        "Rule on source code",
        "Any exception must be documented by the officer of the agency.\n\nApplicable exceptions from sharing code are as follows:\n- The sharing of the code is restricted by law;\n- The sharing of the code would put persons at risk; or\n- The officer believes that secrecy is in the interest of the state.",
    )];
    let [situation, complication, resolution] =
        brief("Which exceptions allow an agency to keep code back?", RULE);
    let whole = [situation, complication, resolution].join("\n\n");
    assert!(
        whole.contains(
            "Applicable exceptions from sharing code are as follows: The sharing of the code is restricted by law; The sharing of the code would put persons at risk; The officer believes that secrecy is in the interest of the state [1]."
        ),
        "{whole}"
    );
    assert_eq!(whole.matches("put persons at risk").count(), 1, "{whole}");
}

#[test]
fn a_part_of_a_question_is_answered_by_a_table_that_was_put_together_with_other_sources() {
    const CO2: &[Sample] = &[
        note(
            "co2-mean",
            "Year: 1997; Mean: 363.88; Uncertainty: 0.12\n\nYear: 1998; Mean: 366.84; Uncertainty: 0.12\n\nYear: 1999; Mean: 368.54; Uncertainty: 0.12",
        ),
        note(
            "News",
            "The observatory on Mauna Loa has measured carbon dioxide since 1958. The concentration on Mauna Loa now grows by 2.4 ppm a year because more coal is burned.",
        ),
        note(
            "Record",
            "Readings on Mauna Loa showed a record increase in March. The institute blames the burning of oil and gas.",
        ),
    ];
    opens(
        "What was the annual mean CO2 on Mauna Loa in 1998, and why does it grow?",
        CO2,
        "Year: 1998; Mean: 366.84 [1].",
    );
}

#[test]
fn the_cause_that_a_source_calls_so_answers_a_part_of_a_question() {
    const GRID: &[Sample] = &[note(
        "Report on the failure of the grid",
        "A cold snap raised demand on the grid of Norrland in February 2021. The largest single cause of failures during the event was frozen equipment. This accounted for 44 percent of the failures. The commission recommends that owners of plants protect their equipment from frost.",
    )];
    opens(
        "What caused the failure of the grid in February 2021, and what was recommended?",
        GRID,
        "The largest single cause of failures during the event was frozen equipment [1]. This accounted for 44 percent",
    );
}
