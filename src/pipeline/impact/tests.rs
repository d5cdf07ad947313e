use super::*;
use crate::study::{Claim, Document, Event, Framework, Provenance, RhetoricalRole, SectionPlan};

const QUESTION: &str = "Why did heat pump sales fall, and what should manufacturers do?";
const SITUATION: &str = "Heat pump sales in the fourteen markets fell to 2.2 million units in 2024 [1]. Installers report order books of nine weeks [1].";
const RESOLUTION: &str = "Manufacturers should hold capacity until two quarters of rising orders are visible [2]. A second line of heat pumps pays back in four years [2].";

fn plan(title: &str, purpose: &str, role: RhetoricalRole) -> SectionPlan {
    SectionPlan {
        title: title.to_owned(),
        purpose: purpose.to_owned(),
        role,
        words: 100,
    }
}

pub(super) fn document(id: i64, title: &str, date: Option<&str>) -> Document {
    Document {
        id: DocumentId(id),
        title: title.to_owned(),
        uri: format!("/{id}.md"),
        hash: format!("{id}"),
        date: date.map(str::to_owned),
        ..Document::default()
    }
}

fn written(section: usize, text: &str) -> Event {
    Event::SectionWritten {
        section: SectionId(section),
        text: text.to_owned(),
        warnings: vec![],
        provenance: Provenance {
            writer: "acme/m".to_owned(),
            ..Provenance::default()
        },
    }
}

/// A brief of two sections from two documents, in which every claim got this verdict.
pub(super) fn study(verdict: Verdict) -> Study {
    let framework = Framework {
        id: "own".to_owned(),
        title: "Own".to_owned(),
        sections: vec![
            plan(
                "Situation",
                "Current state, background, facts.",
                RhetoricalRole::Situation,
            ),
            plan(
                "Resolution",
                "Solutions, recommendations, directions.",
                RhetoricalRole::Resolution,
            ),
        ],
    };
    let mut events = vec![
        Event::StudyOpened {
            question: QUESTION.to_owned(),
            framework,
        },
        Event::EvidenceAdded {
            document: document(1, "Market report", Some("2025-01")),
        },
        Event::EvidenceAdded {
            document: document(2, "Plan", Some("2025-02")),
        },
        Event::SourcesNumbered {
            documents: vec![DocumentId(1), DocumentId(2)],
        },
        Event::CycleStarted {
            cycle: crate::study::CycleKind::Draft,
            sections: vec![SectionId(0), SectionId(1)],
        },
        written(0, SITUATION),
        written(1, RESOLUTION),
    ];
    for (section, text) in [SITUATION, RESOLUTION].into_iter().enumerate() {
        let claims = check::stated(text).into_iter().map(|stated| Claim {
            text: stated.text,
            citations: stated.citations,
            verdict,
            reason: String::new(),
            evidence: None,
            more: Vec::new(),
        });
        events.push(Event::ClaimsChecked {
            section: SectionId(section),
            claims: claims.collect(),
        });
    }
    Study::fold(&events)
}

pub(super) fn passage(document: i64, text: &str) -> Passage {
    Passage {
        id: PassageId(100 + document),
        document: DocumentId(document),
        span: 0..text.len(),
        text: text.to_owned(),
        ..Passage::default()
    }
}

/// The impact of a document that is added, where older evidence says `older`.
fn added(study: &mut Study, new: Document, text: &str, older: &str) -> Impact {
    let passages = [passage(new.id.0, text)];
    let documents = [new.id];
    study.apply(&Event::EvidenceAdded { document: new });
    let news = News {
        documents: &documents,
        passages: &passages,
        versions: &[],
        before: &Before::default(),
        older: &[],
        is_cut: false,
    };
    weigh(study, news).settle(&[passage(2, older)])
}

fn told(impact: &Impact) -> Vec<String> {
    let touched = impact.touched.iter().map(|one| {
        let said = one.said.as_ref().map_or("", |said| said.text.as_str());
        format!(
            "{}: {} | {} | {said}",
            one.section.0,
            one.sentence,
            one.how.told()
        )
    });
    let facts = impact.facts.iter().map(|fact| {
        let sections: Vec<usize> = fact.sections.iter().map(|section| section.0).collect();
        format!("new in {sections:?}: {}", fact.said.text)
    });
    touched.chain(facts).collect()
}

#[test]
fn a_sentence_that_new_evidence_contradicts_is_touched_and_only_its_section_is_asked() {
    let mut study = study(Verdict::Supported);
    let text = "Heat pump sales in the fourteen markets fell to 1.9 million units in 2024.";
    let impact = added(&mut study, document(3, "Register", None), text, "");
    assert_eq!(
        told(&impact),
        [format!(
            "0: Heat pump sales in the fourteen markets fell to 2.2 million units in 2024 [1]. | contradiction | {text}"
        )]
    );
    assert_eq!(impact.sections, [SectionId(0)]);
}

#[test]
fn what_the_brief_says_already_and_what_is_about_something_else_adds_nothing() {
    let text = "In 2024 heat pump sales in the fourteen markets fell to 2.2 million units.";
    let again = added(
        &mut study(Verdict::Supported),
        document(3, "Again", None),
        text,
        "",
    );
    assert!(again.adds_nothing(), "{:?}", told(&again));
    let text = "The choir of Lindholm sang two motets by Palestrina on 4 May. The tenor, Arvid Berg, had a cold.";
    let choir = added(
        &mut study(Verdict::Supported),
        document(3, "Choir", None),
        text,
        "",
    );
    assert!(choir.adds_nothing(), "{:?}", told(&choir));
    assert_eq!(choir.summary(), "nothing affected and nothing new");
    assert!(choir.sections.is_empty());
}

#[test]
fn who_says_what_the_brief_says_already_is_no_other_account_of_it() {
    for says in [
        "The agency states that heat pump sales in the fourteen markets fell to 2.2 million units in 2024.",
        "According to the agency, heat pump sales in the fourteen markets fell to 2.2 million units in 2024.",
        "Heat pump sales in the fourteen markets fell to 2.2 million units in 2024, the agency notes.",
        "Heat pump sales in the fourteen markets fell to 2.2 million units in 2024 and nothing more.",
    ] {
        let mut study = study(Verdict::Supported);
        let impact = added(&mut study, document(3, "Again", None), says, "");
        assert!(impact.adds_nothing(), "{says}: {:?}", told(&impact));
    }
    for says in [
        "The agency states that heat pump sales in the fourteen markets fell to 1.9 million units in 2024.",
        "According to the agency, heat pump sales in the fourteen markets did not fall to 2.2 million units in 2024.",
    ] {
        let mut study = study(Verdict::Supported);
        let impact = added(&mut study, document(3, "Otherwise", None), says, "");
        assert_eq!(impact.touched.len(), 1, "{says}: {:?}", told(&impact));
    }
}

#[test]
fn what_is_said_word_for_word_and_more_differs_in_nothing_and_is_told_as_a_fact() {
    let says = "Heat pump sales in the fourteen markets fell to 2.2 million units in 2024 and to 0.4 million in Norland alone.";
    let mut study = study(Verdict::Supported);
    let impact = added(&mut study, document(3, "Register", None), says, "");
    let facts: Vec<&str> = impact
        .facts
        .iter()
        .map(|fact| fact.said.text.as_str())
        .collect();
    assert_eq!(
        (impact.touched.len(), facts),
        (0, vec![says]),
        "{:?}",
        told(&impact)
    );
}

#[test]
fn what_stood_in_the_version_before_is_no_news_whatever_the_brief_says() {
    let mut study = study(Verdict::Supported);
    let old = "The register counts 1.9 million heat pumps sold in the fourteen markets in 2024.";
    study.apply(&Event::DocumentReplaced {
        old: DocumentId(2),
        new: document(3, "Plan", Some("2025-02")),
    });
    let known = format!(
        "{old} A second line of heat pumps pays back in four years. Manufacturers should hold capacity until two quarters of rising orders are visible."
    );
    let versions = [passage(
        3,
        &format!("{known} The canteen is closed on Mondays."),
    )];
    let impact = |before: &Before| {
        let news = News {
            documents: &[DocumentId(3)],
            passages: &versions,
            versions: &versions,
            before,
            older: &[],
            is_cut: false,
        };
        weigh(&study, news).settle(&[])
    };
    assert!(told(&impact(&Before::default())).join("\n").contains(old));
    let before = Before::read(&study, &[DocumentId(3)], vec![passage(2, &known)]);
    let impact = impact(&before);
    assert!(impact.touched.is_empty(), "{:?}", told(&impact));
    assert!(!told(&impact).join("\n").contains(old));
}

#[test]
fn what_happened_to_each_source_of_a_sentence_is_told_and_it_counts_once() {
    let mut study = study(Verdict::Supported);
    let sentence = "Heat pump sales fell to 2.2 million units in 2024 [1][2].";
    study.apply(&Event::SectionEdited {
        section: SectionId(0),
        text: sentence.to_owned(),
    });
    study.apply(&Event::DocumentReplaced {
        old: DocumentId(1),
        new: document(3, "Market report", None),
    });
    study.apply(&Event::DocumentsWithdrawn {
        documents: vec![DocumentId(2)],
    });
    let versions = [passage(3, "Nothing is known of the sales of 2024.")];
    let news = News {
        documents: &[DocumentId(3)],
        passages: &versions,
        versions: &versions,
        before: &Before::default(),
        older: &[],
        is_cut: false,
    };
    let impact = weigh(&study, news).settle(&[]);
    let own = impact
        .touched
        .iter()
        .filter(|one| one.section == SectionId(0));
    let how: Vec<Touch> = own.map(|one| one.how).collect();
    assert_eq!(how, [Touch::Withdrawn(2), Touch::NoLongerSaid(1)]);
    assert_eq!(impact.withdrawn().into_iter().collect::<Vec<_>>(), [2]);
    assert!(
        impact.summary().starts_with("3 sentences touched"),
        "{}",
        impact.summary()
    );
}

#[test]
fn a_fact_that_nobody_has_is_new_and_goes_where_it_fits() {
    let text = "A subsidy cut in Norland delayed 4,000 orders for heat pumps.";
    let impact = added(
        &mut study(Verdict::Supported),
        document(3, "Subsidy", None),
        text,
        "",
    );
    assert_eq!(impact.facts.len(), 1, "{:?}", told(&impact));
    assert_eq!(impact.facts[0].said.text, text);
    assert!(
        impact.sections.contains(&SectionId(0)),
        "{:?}",
        told(&impact)
    );
    assert_eq!(impact.summary(), "1 new fact");
    let held = added(
        &mut study(Verdict::Supported),
        document(3, "Subsidy", None),
        text,
        text,
    );
    assert!(held.adds_nothing(), "{:?}", told(&held));
}

#[test]
fn an_older_figure_is_no_news_to_a_brief_that_has_the_newer_one() {
    let mut new = study(Verdict::Supported);
    let text = "The depot has 37 electric buses.";
    new.apply(&Event::SectionEdited {
        section: SectionId(0),
        text: "The depot has 52 electric buses [1].".to_owned(),
    });
    let older = added(
        &mut new.clone(),
        document(3, "Old plan", Some("2023")),
        text,
        "",
    );
    assert!(older.touched.is_empty(), "{:?}", told(&older));
    let newer = added(&mut new, document(3, "New plan", Some("2026")), text, "");
    assert_eq!(
        newer.touched[0].how,
        Touch::Disputed(ConflictKind::SupersededByDate)
    );
}

#[test]
fn a_sentence_that_nothing_bore_out_is_touched_when_new_evidence_does() {
    let text = "Installers report that their order books are full for nine weeks.";
    let impact = added(
        &mut study(Verdict::Unsupported),
        document(3, "Survey", None),
        text,
        "",
    );
    let touched: Vec<Touch> = impact.touched.iter().map(|one| one.how).collect();
    assert_eq!(touched, [Touch::BorneOut], "{:?}", told(&impact));
    assert!(impact.facts.is_empty(), "{:?}", told(&impact));
}

#[test]
fn a_sentence_whose_source_is_gone_is_touched_without_any_news() {
    let mut study = study(Verdict::Supported);
    study.apply(&Event::DocumentsWithdrawn {
        documents: vec![DocumentId(2)],
    });
    let news = News {
        documents: &[],
        passages: &[],
        versions: &[],
        before: &Before::default(),
        older: &[],
        is_cut: false,
    };
    let impact = weigh(&study, news).settle(&[]);
    let touched: Vec<Touch> = impact.touched.iter().map(|one| one.how).collect();
    assert_eq!(touched, [Touch::Withdrawn(2), Touch::Withdrawn(2)]);
    assert_eq!(impact.sections, [SectionId(1)]);
}

#[test]
fn a_new_version_touches_what_it_does_not_say_any_more() {
    let mut study = study(Verdict::Supported);
    let new = document(3, "Market report", Some("2026-01"));
    study.apply(&Event::DocumentReplaced {
        old: DocumentId(1),
        new,
    });
    let changed = "Heat pump sales in the fourteen markets fell to 2.7 million units in 2024.";
    let versions = [passage(
        3,
        &format!("{changed} Installers report order books of nine weeks."),
    )];
    let passages = [passage(3, changed)];
    let news = News {
        documents: &[DocumentId(3)],
        passages: &passages,
        versions: &versions,
        before: &Before::default(),
        older: &[],
        is_cut: false,
    };
    let impact = weigh(&study, news).settle(&[]);
    let touched: Vec<(Touch, Option<&str>)> = impact
        .touched
        .iter()
        .map(|one| (one.how, one.said.as_ref().map(|said| said.text.as_str())))
        .collect();
    assert_eq!(touched, [(Touch::NoLongerSaid(1), Some(changed))]);
    assert!(impact.facts.is_empty(), "{:?}", told(&impact));
    assert_eq!(impact.sections, [SectionId(0)]);
}

#[test]
fn news_that_are_too_many_to_be_weighed_are_about_every_section() {
    let study = study(Verdict::Supported);
    let news = News {
        documents: &[DocumentId(3)],
        passages: &[],
        versions: &[],
        before: &Before::default(),
        older: &[],
        is_cut: true,
    };
    let impact = weigh(&study, news).settle(&[]);
    assert_eq!(impact.sections, [SectionId(0), SectionId(1)]);
    assert!(!impact.adds_nothing());
}

const FERRIES: &str = "Should the port replace its diesel ferries with battery ferries?";
const FERRY_SECTIONS: [&str; 3] = [
    "The operator runs 14 ferries on 5 routes [1]. The oldest ferry, the Alba, was built in 1987 [1]. The operator expects to replace 6 ferries by 2030 [1]. An upgrade to 8 MW costs 2.6 million euros and takes 18 months [2].",
    "A diesel ferry of the same size costs 7.9 million euros [3]. Together they burned 9.2 million litres of diesel in 2024 [1]. Engine failures caused 131 of these days [1]. Shore batteries of 2 MWh would avoid the upgrade and cost 1.3 million euros [2].",
    "Batteries lost 8 percent of capacity after five years [4]. Diesel ferries were out of service for 212 days in 2024 [1]. The port authority warns that charging in winter takes 35 minutes instead of 20 minutes [2]. The authors recommend shore batteries where the grid connection is below 5 MW [4].",
];

/// A brief about ferries, and the impact of a document that says this.
fn ferries(says: &str) -> Vec<String> {
    ferries_by("News", says)
}

/// The same of a document with a title.
fn ferries_by(title: &str, says: &str) -> Vec<String> {
    let sections = [
        (
            "Situation",
            "Current state, background, facts.",
            RhetoricalRole::Situation,
        ),
        (
            "Complication",
            "Problems, conflicts, tensions.",
            RhetoricalRole::Complication,
        ),
        (
            "Resolution",
            "Solutions, recommendations, directions.",
            RhetoricalRole::Resolution,
        ),
    ];
    let sections = sections.map(|(title, purpose, role)| plan(title, purpose, role));
    let mut events = vec![Event::StudyOpened {
        question: FERRIES.to_owned(),
        framework: Framework {
            id: "scr".to_owned(),
            title: "SCR".to_owned(),
            sections: sections.to_vec(),
        },
    }];
    let cards = [
        "Operator's fleet report",
        "Port authority on charging",
        "Shipyard offer",
        "University study",
    ];
    for (id, title) in (1..).zip(cards) {
        events.push(Event::EvidenceAdded {
            document: document(id, title, None),
        });
    }
    events.push(Event::SourcesNumbered {
        documents: (1..5).map(DocumentId).collect(),
    });
    events.push(Event::CycleStarted {
        cycle: crate::study::CycleKind::Draft,
        sections: (0..3).map(SectionId).collect(),
    });
    for (at, text) in FERRY_SECTIONS.into_iter().enumerate() {
        events.push(written(at, text));
        let claims = check::stated(text).into_iter().map(|stated| Claim {
            text: stated.text,
            citations: stated.citations,
            verdict: Verdict::Supported,
            reason: String::new(),
            evidence: None,
            more: Vec::new(),
        });
        events.push(Event::ClaimsChecked {
            section: SectionId(at),
            claims: claims.collect(),
        });
    }
    let mut study = Study::fold(&events);
    let older = FERRY_SECTIONS.join(" ").replace(['[', ']'], "")
        + " The union supports battery ferries, because engine rooms are loud and hot.";
    told(&added(&mut study, document(9, title, None), says, &older))
}

#[test]
fn what_corrects_or_ends_something_in_the_brief_is_never_said_to_add_nothing() {
    let touches = |says: &str, sentence: &str| {
        let told = ferries(says);
        assert_eq!(told.len(), 1, "{says}: {told:?}");
        assert!(told[0].contains(sentence), "{says}: {told:?}");
    };
    touches(
        "An upgrade to 8 MW costs 3.4 million euros and takes 24 months.",
        "An upgrade to 8 MW costs 2.6 million euros and takes 18 months [2]. | contradiction",
    );
    touches(
        "The operator runs 12 ferries on 4 routes.",
        "The operator runs 14 ferries on 5 routes [1]. | contradiction",
    );
    touches(
        "An upgrade to 8 MW costs 3.4 million euros.",
        "An upgrade to 8 MW costs 2.6 million euros",
    );
    touches(
        "The upgrade to 8 MW now costs 3.4 million euros instead of 2.6 million euros.",
        "An upgrade to 8 MW costs 2.6 million euros",
    );
    touches(
        "Shore batteries would not avoid the upgrade.",
        "Shore batteries of 2 MWh would avoid the upgrade",
    );
    for says in [
        "The port has cancelled the grid upgrade.",
        "The port no longer plans any upgrade to 8 MW.",
        "The upgrade to 8 MW is no longer needed, because the operator will swap batteries instead.",
        "The council has withdrawn its support for battery ferries.",
        "The Alba was scrapped.",
        "The port has abandoned the upgrade of the grid connection to 8 MW.",
        "The port dropped the plan of an upgrade to 8 MW.",
        "The port has shelved the upgrade to 8 MW.",
    ] {
        for title in ["News", "Note of August 2025"] {
            let told = ferries_by(title, says);
            assert_eq!(told.len(), 1, "{title}: {says}: {told:?}");
        }
    }
}

#[test]
fn what_the_brief_says_or_what_is_about_something_else_still_adds_nothing() {
    for says in [
        "The operator runs 14 ferries.",
        "The oldest ferry, the Alba, was built in 1987.",
        "A stitch in time saves nine, and many hands make light work of any harvest.",
        "It rained on the harbour all night.",
        "Minutes of the board of the makers' club, without figures.",
        "The union's choir sang on the quay.",
        "The choir no longer sings on Sundays.",
    ] {
        assert_eq!(ferries(says), Vec::<String>::new(), "{says}");
    }
}

#[test]
fn what_new_evidence_puts_right_or_calls_off_gives_way_and_what_only_disagrees_stays() {
    let gives_way = |says: &str| -> Vec<(String, bool)> {
        let mut study = study(Verdict::Supported);
        let notes = added(&mut study, document(3, "News", Some("2026-02")), says, "").notes();
        let about = notes.into_iter().filter_map(|note| {
            let sentence: String = note.sentence?.chars().take(22).collect();
            Some((sentence, note.gives_way))
        });
        about.collect()
    };
    let sales = "Heat pump sales in the".to_owned();
    let hold = "Manufacturers should h".to_owned();
    assert_eq!(
        gives_way(
            "Heat pump sales in the fourteen markets fell to 1.9 million units in 2024 instead of 2.2 million units."
        ),
        [(sales.clone(), true)]
    );
    assert_eq!(
        gives_way(
            "Heat pump sales in the fourteen markets fell to 1.9 million units in 2024, the union says."
        ),
        [(sales, false)]
    );
    assert_eq!(
        gives_way("Manufacturers held capacity until rising orders were visible in two quarters."),
        [(hold, true)]
    );
}

#[test]
fn what_rests_on_a_report_that_was_withdrawn_gives_way() {
    let mut study = study(Verdict::Supported);
    let says = "The institute has withdrawn its market report of January.";
    let impact = added(&mut study, document(3, "Notice", Some("2026-02")), says, "");
    let overtaken: Vec<(usize, Option<Overtaken>)> = impact
        .touched
        .iter()
        .map(|one| (one.section.0, one.overtaken))
        .collect();
    assert_eq!(overtaken, [(0, Some(Overtaken::TakenBack)); 2]);
    // One that is older than the report cannot speak of it.
    let mut study = self::study(Verdict::Supported);
    let impact = added(&mut study, document(3, "Notice", Some("2023-02")), says, "");
    assert!(impact.touched.is_empty(), "{:?}", told(&impact));
}

#[test]
fn what_each_year_gives_of_itself_takes_nothings_place() {
    let mut study = study(Verdict::Supported);
    study.apply(&Event::SectionEdited {
        section: SectionId(0),
        text: "The fleet had 9 ferries at the end of 2023 [1].".to_owned(),
    });
    let says = "The fleet had 10 ferries at the end of 2025.";
    let impact = added(&mut study, document(3, "Report", Some("2026-03")), says, "");
    assert!(impact.touched.is_empty(), "{:?}", told(&impact));
    assert_eq!(impact.facts.len(), 1);
}

/// What new evidence does to a situation that reads so: how each sentence is touched, and whether it gives way.
fn touched_in(situation: &str, says: &str) -> Vec<(String, bool)> {
    let mut study = study(Verdict::Supported);
    study.apply(&Event::SectionEdited {
        section: SectionId(0),
        text: situation.to_owned(),
    });
    let impact = added(&mut study, document(3, "News", Some("2026-03")), says, "");
    let touched = impact.touched.iter().map(|one| {
        let gives_way = one.overtaken.is_some();
        (one.sentence.clone(), gives_way)
    });
    touched.collect()
}

#[test]
fn who_measured_the_opposite_is_a_disagreement_and_takes_nothings_place() {
    let rose = "Productivity rose by 4 percent in the participating companies [1].";
    let fell =
        "Productivity fell by 1 percent once the companies that left the pilot early are counted.";
    assert_eq!(touched_in(rose, fell), [(rose.to_owned(), false)]);
    // Another branch, or another thing, may well have gone the other way.
    for other in [
        "Productivity fell by 1 percent in public offices.",
        "Turnover fell by 1 percent once the companies that left early are counted.",
    ] {
        assert_eq!(touched_in(rose, other), [], "{other}");
    }
}

#[test]
fn what_the_brief_calls_unknown_gives_way_to_what_tells_it() {
    let open = "The cause of the fall in heat pump sales is not known [1].";
    let told = "The cause was a cut in the subsidy for heat pumps.";
    assert_eq!(touched_in(open, told), [(open.to_owned(), true)]);
}

#[test]
fn a_new_value_that_the_next_sentence_gives_by_a_pronoun_takes_the_place_of_the_old() {
    let stands = "The stock of heat pumps at the dealers stands at 61 days [1].";
    for (says, expected) in [
        ("The stock has fallen. It stands at 38 days.", true),
        (
            "In 2025 the stock of heat pumps at the dealers was overstated. It was 41 days, not 61 days.",
            true,
        ),
    ] {
        assert_eq!(
            touched_in(stands, says),
            [(stands.to_owned(), expected)],
            "{says}"
        );
    }
}

#[test]
fn what_was_paid_does_not_contradict_what_is_reckoned() {
    let reckoned = "The aid for heat pumps is estimated to cost 84 million euros [1].";
    let mut study = study(Verdict::Supported);
    study.apply(&Event::SectionEdited {
        section: SectionId(0),
        text: reckoned.to_owned(),
    });
    let says = "The ministry paid 12 million euros of aid for heat pumps in 2025.";
    let impact = added(
        &mut study,
        document(3, "Accounts", Some("2026-03")),
        says,
        "",
    );
    let disputes = impact.touched.iter().filter(|one| one.differs());
    let contradicts = |one: &&Touched| matches!(one.how, Touch::Disputed(_));
    assert_eq!(
        disputes.filter(contradicts).count(),
        0,
        "{:?}",
        told(&impact)
    );
}

#[test]
fn who_calls_a_figure_of_the_brief_wrong_speaks_of_it() {
    let stands = "Installers report order books of 9 weeks [1].";
    assert_eq!(
        touched_in(stands, "The dealers call the figure of 9 weeks false."),
        [(stands.to_owned(), false)]
    );
    for other in [
        "The forecast of 9 degrees was wrong.",
        "Reports of 9 arrests are false.",
        "The dealers confirm the figure of 9 weeks.",
    ] {
        assert_eq!(touched_in(stands, other), [], "{other}");
    }
}

#[test]
fn what_a_source_of_the_study_reports_anew_is_news_where_it_told_of_it_before() {
    let says = "Orm takes 40 apprentices of cooling a year.";
    let older = "Orm takes 30 apprentices of cooling a year.";
    let mut study = study(Verdict::Supported);
    let impact = added(&mut study, document(3, "Plan, May", None), says, older);
    assert_eq!(impact.facts.len(), 1, "{:?}", told(&impact));
}

#[test]
fn that_the_matter_is_over_is_news_without_a_figure() {
    let mut study = study(Verdict::Supported);
    let says = "The slump is over. Dealers meet on Mondays.";
    study.apply(&Event::SectionEdited {
        section: SectionId(0),
        text: "The slump of heat pump sales is the deepest since 1998 [1].".to_owned(),
    });
    let impact = added(&mut study, document(3, "News", Some("2026-03")), says, "");
    let facts: Vec<&str> = impact
        .facts
        .iter()
        .map(|fact| fact.said.text.as_str())
        .collect();
    assert_eq!(facts, ["The slump is over."], "{:?}", told(&impact));
}

#[test]
fn what_is_said_of_a_thing_falls_with_the_thing_itself() {
    for (stands, says) in [
        (
            "The widening of the Mill Road junction costs 5 million euros and takes ten months [2].",
            "The widening of the Mill Road junction was cancelled on 3 February 2025.",
        ),
        (
            "The retraining of the fitters costs 2 million euros a year [2].",
            "The retraining of the fitters was called off.",
        ),
    ] {
        let mut study = study(Verdict::Supported);
        study.apply(&Event::SectionEdited {
            section: SectionId(1),
            text: stands.to_owned(),
        });
        let new = document(3, "Roads department", Some("2025-05"));
        let found = added(&mut study, new, says, "");
        let is_touched = found
            .touched
            .iter()
            .any(|one| one.sentence == stands && one.overtaken == Some(Overtaken::TakenBack));
        assert!(is_touched, "{says}: {found:?}");
    }
}
