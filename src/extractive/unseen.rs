//! What the extractive writer promises on documents of a kind that it was not made with: short notes, other languages, technical documents, later news.

mod asked_for;

use super::samples::{Sample, Set, context, request};
use super::write;
use crate::check::{is_claim, sentences};
use crate::pipeline::{Request, WrittenSection};
use crate::study::{CycleKind, Origin, RhetoricalRole};

const ROLES: [RhetoricalRole; 3] = [
    RhetoricalRole::Situation,
    RhetoricalRole::Complication,
    RhetoricalRole::Resolution,
];

const fn note(title: &'static str, date: &'static str, text: &'static str) -> Sample {
    Sample {
        title,
        date,
        origin: Origin::Internal,
        text,
    }
}

const HEAT_PUMPS: Set = Set {
    question: "Why did heat pump sales in Norland fall in 2024, and what should manufacturers do?",
    documents: &[
        note(
            "Market note",
            "2025-01-20",
            "Heat pump sales in Norland fell to 41,000 units in 2024, from 62,000 in 2023. Order books of the four large manufacturers cover five weeks of production, against fourteen weeks a year ago. The main problem is the price ratio of electricity to gas, which stands at 3.6. However, subsidy cuts delayed about 9,000 orders in the second half of 2024. We recommend that manufacturers hold capacity until the new subsidy scheme starts in July 2025.",
        ),
        note(
            "Register note",
            "2025-01-31",
            "The national register counted 46,000 heat pumps installed in Norland in 2024. Register entries are made by the installer within six weeks of commissioning.",
        ),
    ],
};

const DEPOT: Set = Set {
    question: "What does the conversion of the Eastgate depot cost?",
    documents: &[
        note(
            "Options study",
            "2024-11-18",
            "Converting the Eastgate depot to battery-electric buses will cost 61.4 million euros. The Eastgate depot has 84 diesel buses. A programme currently refunds 40 percent of the price difference for the Eastgate depot.",
        ),
        note(
            "Council report",
            "2026-03-12",
            "Converting the Eastgate depot to battery-electric buses will cost 74.9 million euros. The largest risk for the Eastgate depot is its connection to the power grid. Since 1 January 2026 the programme refunds only 25 percent of the price difference for the Eastgate depot.",
        ),
        note(
            "Tender result",
            "2026-09-01",
            "Converting the Eastgate depot to battery-electric buses will cost 79.2 million euros. The tender for the Eastgate depot closed with three offers.",
        ),
    ],
};

/// The same without dates.
const UNDATED: Set = Set {
    documents: &[
        note("A", "", DEPOT.documents[0].text),
        note("B", "", DEPOT.documents[1].text),
    ],
    ..DEPOT
};

/// All sections of a brief, in order.
fn brief(set: &Set, known: usize) -> Vec<WrittenSection> {
    let mut written: Vec<WrittenSection> = Vec::new();
    for role in ROLES {
        let mut request = Request {
            written: written.clone(),
            ..request(set, role)
        };
        request.context.documents.truncate(known);
        written.push(WrittenSection {
            section: request.section,
            title: request.plan.title.clone(),
            text: write(&request),
        });
    }
    written
}

pub(super) fn texts(set: &Set) -> [String; 3] {
    let mut sections = brief(set, usize::MAX)
        .into_iter()
        .map(|section| section.text);
    std::array::from_fn(|_| sections.next().unwrap())
}

fn claims(text: &str) -> usize {
    sentences(text)
        .into_iter()
        .filter(|span| is_claim(&text[span.clone()]))
        .count()
}

#[test]
fn two_short_notes_fill_all_three_sections_with_what_belongs_there() {
    let [situation, complication, resolution] = texts(&HEAT_PUMPS);
    assert!(situation.contains("fell to 41,000 units"), "{situation}");
    assert!(
        situation.contains("Order books of the four"),
        "plain facts count too: {situation}"
    );
    assert!(
        complication.contains("The main problem is the price ratio"),
        "{complication}"
    );
    assert!(
        complication.contains("Subsidy cuts delayed"),
        "{complication}"
    );
    assert!(
        resolution.contains("We recommend that manufacturers"),
        "{resolution}"
    );
    for other in ["problem", "recommend", "However"] {
        assert!(!situation.contains(other), "{situation}");
    }
}

#[test]
fn a_form_or_near_synonym_of_what_is_asked_is_not_missing() {
    let [_, _, resolution] = texts(&HEAT_PUMPS);
    assert!(!resolution.contains("does not say"), "{resolution}");
    let set = Set {
        question: "What explains the decline of heat pump sales in Norland, and the subsidies for insulation?",
        ..HEAT_PUMPS
    };
    let [_, complication, resolution] = texts(&set);
    assert!(
        !complication.contains("does not say"),
        "said once: {complication}"
    );
    assert!(
        resolution.ends_with("The evidence does not use the question's word “insulation”."),
        "{resolution}"
    );
}

#[test]
fn function_words_of_another_language_make_nothing_relevant() {
    const SET: Set = Set {
        question: "Wie viele Euro kostet die Umstellung?",
        documents: &[note(
            "Skript",
            "2014",
            "Jede Mannigfaltigkeit hat mindestens eine Karte und ist so mächtig wie die Menge der reellen Zahlen. Wird eine Gerade von zwei Geraden geschnitten, dann schneiden sich die Geraden auf der Seite der kleineren Winkel. Die Diagonalen eines konvexen Vierecks schneiden sich, wie viele Beispiele zeigen.",
        )],
    };
    for text in texts(&SET) {
        assert_eq!(
            text,
            "The evidence does not say anything about Euro or Umstellung."
        );
        assert_eq!(claims(&text), 0);
    }
}

#[test]
fn a_question_in_another_language_is_answered_from_documents_in_it() {
    const SET: Set = Set {
        question: "Wie viele Euro kostet die Umstellung?",
        documents: &[note(
            "Bericht",
            "2025",
            "Die Umstellung des Depots auf Elektrobusse kostet 61 Millionen Euro. Das größte Problem der Umstellung ist der Anschluss an das Stromnetz. Der Rat sollte den Anschluss vor der Umstellung bestellen.",
        )],
    };
    let [situation, complication, resolution] = texts(&SET);
    assert!(situation.starts_with("Die Umstellung"), "{situation}");
    assert!(
        complication.starts_with("Das größte Problem"),
        "{complication}"
    );
    assert!(resolution.starts_with("Der Rat sollte"), "{resolution}");
}

#[test]
fn stray_words_that_any_text_could_hold_make_nothing_relevant() {
    const SET: Set = Set {
        question: "What number of people use the public transport system in Lisbon?",
        documents: &[note(
            "Library guide",
            "2024",
            "The library uses the public database of the operating system for time zones. A number of people asked for a public interface. The system reads the database once.",
        )],
    };
    for text in texts(&SET) {
        assert_eq!(
            text,
            "The evidence does not say anything about transport or Lisbon."
        );
    }
}

#[test]
fn lists_of_changes_and_asides_stay_out_of_a_technical_brief() {
    const SET: Set = Set {
        question: "How does Tempo handle time zones?",
        documents: &[note(
            "Tempo",
            "2024",
            "Tempo reads time zones from the database of the system. RUNTIME #147: Change the behavior of the time zones that Tempo formats. A POSIX time zone in Tempo, typically set via the environment. In contrast, Tempo has its own type for time zones. It's because Tempo has time zones as a type. (Internally, Tempo copies its time zones once.) From here on, we use the time zones of Tempo. Tempo_Zone::fixed makes time zones of fixed offset in Tempo.",
        )],
    };
    let [.., resolution] = texts(&SET);
    assert_eq!(
        resolution,
        "Tempo reads time zones from the database of the system [1]."
    );
}

#[test]
fn what_is_asked_is_answered_by_the_newest_source_before_what_others_say() {
    let sections = brief(&DEPOT, 2);
    let (complication, resolution) = (&sections[1].text, &sections[2].text);
    assert!(
        resolution.starts_with("Converting the Eastgate depot to battery-electric buses will cost 74.9 million euros [2]. An older source disagrees on the cost of converting the Eastgate depot. Converting the Eastgate depot to battery-electric buses will cost 61.4"),
        "{resolution}"
    );
    assert!(
        complication.contains("Sources of different dates differ on the price difference"),
        "a rule that changed is no contradiction: {complication}"
    );
    let sections = brief(&UNDATED, 2);
    let (complication, resolution) = (&sections[1].text, &sections[2].text);
    assert!(
        resolution
            .contains("Another source disagrees on the cost of converting the Eastgate depot. "),
        "{resolution}"
    );
    assert!(
        !complication.contains("on the price difference"),
        "{complication}"
    );
}

#[test]
fn news_on_a_disputed_figure_extends_the_dispute_and_nothing_else() {
    let standing = brief(&DEPOT, 2);
    let mut written = standing.clone();
    for (at, role) in ROLES.into_iter().enumerate() {
        let others: Vec<WrittenSection> = written
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .map(|(_, section)| section.clone())
            .collect();
        written[at].text = write(&Request {
            cycle: CycleKind::Update,
            context: context(&DEPOT, 2),
            written: others,
            current: Some(standing[at].text.clone()),
            accepted: Some(standing[at].text.clone()),
            ..request(&DEPOT, role)
        });
    }
    assert!(!written[1].text.contains("79.2"), "{}", written[1].text);
    assert!(!written[0].text.contains("79.2"), "{}", written[0].text);
    let resolution = &written[2].text;
    assert!(
        resolution.contains("61.4 million euros [1]. A newer source disagrees on the cost of converting the Eastgate depot. Converting the Eastgate depot to battery-electric buses will cost 79.2 million euros [3]."),
        "{resolution}"
    );
    let mut from = 0;
    for span in sentences(&standing[2].text) {
        let sentence = standing[2].text[span].trim();
        let at = resolution[from..].find(sentence);
        assert!(at.is_some(), "{sentence} is gone:\n{resolution}");
        from += at.unwrap_or_default() + sentence.len();
    }
}

/// A brief on documents whose sentences state their findings in the ways of abstracts, minutes and notes.
fn whole(question: &'static str, documents: &'static [Sample]) -> String {
    texts(&Set {
        question,
        documents,
    })
    .join("\n\n")
}

#[test]
fn what_stands_behind_a_label_or_holds_statistics_is_quoted() {
    const TRIAL: &[Sample] = &[note(
        "Tolvarin in adults with gout",
        "2024-02-01",
        "Background: Whether tolvarin prevents gout flares is not known.\n\n**Results:** Gout flares were rarer with tolvarin than with placebo (rate ratio 0.61; p < 0.001).\n\n**Conclusions:** Tolvarin reduced gout flares in adults.\n",
    )];
    let text = whole("Does tolvarin reduce gout flares?", TRIAL);
    for expected in [
        "Gout flares were rarer with tolvarin than with placebo (rate ratio 0.61; p < 0.001) [1].",
        "Tolvarin reduced gout flares in adults [1].",
    ] {
        assert!(text.contains(expected), "{text}");
    }
    // What a study set out to find is not what it found.
    assert!(!text.contains("not known"), "{text}");
}

#[test]
fn a_short_sentence_with_the_value_that_is_asked_for_is_quoted() {
    const PLAN: &[Sample] = &[note(
        "Harbour tunnel",
        "2024-02-01",
        "The tunnel will be finished in 2030. The tunnel costs 131 million pounds.",
    )];
    let text = whole("When will the tunnel be finished?", PLAN);
    assert!(
        text.contains("The tunnel will be finished in 2030 [1]."),
        "{text}"
    );
}

#[test]
fn a_council_of_another_place_is_not_left_without_its_name() {
    const PLACES: &[Sample] = &[
        note(
            "Ferry report",
            "2024-02-01",
            "Orsund runs four diesel ferries to the islands. Electric ferries for Orsund cost 12 million crowns each.",
        ),
        note(
            "Minutes",
            "2024-03-01",
            "Weissenried replaced its diesel ferries in 2021. The council kept two diesel ferries for the winter.",
        ),
    ];
    let text = whole("Should Orsund replace its diesel ferries?", PLACES);
    let council = text.find("The council kept two diesel ferries");
    let place = text.find("Weissenried replaced its diesel ferries");
    assert!(
        council.is_none_or(|at| place.is_some_and(|named| named < at)),
        "{text}"
    );
}

#[test]
fn what_a_source_says_of_itself_stands_in_quotation_marks() {
    const REVIEW: &[Sample] = &[note(
        "Ferry review",
        "2024-02-01",
        "Orsund runs four diesel ferries. We recommend that Orsund orders two electric ferries by 2027.",
    )];
    let text = whole("Which ferries should Orsund order?", REVIEW);
    assert!(
        text.contains("“We recommend that Orsund orders two electric ferries by 2027” [1]."),
        "{text}"
    );
}

#[test]
fn a_part_of_the_question_that_nothing_answers_does_not_silence_the_rest() {
    const PLAN: &[Sample] = &[note(
        "Harbour tunnel",
        "2024-02-01",
        "The harbour tunnel will be finished in 2030. The harbour tunnel costs 131 million pounds. The main risk of the tunnel is the wet ground below the harbour.",
    )];
    let text = whole(
        "What does the harbour tunnel cost, and what do trade unions advise?",
        PLAN,
    );
    assert!(
        text.contains("The harbour tunnel costs 131 million pounds [1]."),
        "{text}"
    );
    assert!(
        text.contains("does not use the question's words “trade unions”"),
        "{text}"
    );
}

const CHANNEL: Set = Set {
    question: "When will the deepening of the channel be finished and what will it cost?",
    documents: &[
        note(
            "Dredging of Port Ellane",
            "2023-10-09",
            "The approach channel of Port Ellane is 9.8 metres deep. The study puts the cost of the deepening at 88 million euros. Work on the channel could be finished by the end of 2026.",
        ),
        note(
            "Letter of the ministry",
            "2024-06-11",
            "The Ministry grants 40 million euros towards the deepening of the channel at Ellane. Completion of the work is expected in the summer of 2028.",
        ),
        note(
            "Ellane dredging to cost 112 million",
            "2024-09-17",
            "The deepening of the approach channel will cost 112 million euros, the port authority of Ellane said. Fishermen fear that the dredging will destroy the spawning grounds of the herring.",
        ),
        note(
            "The Stromvik channel: ten years on",
            "2024-01-10",
            "The port of Stromvik deepened its channel to 13 metres between 2011 and 2014. The project cost 61 million euros. Catches fell by a third in the first two years of the project. The operator lost 14 percent of its traffic during the works.",
        ),
    ],
};

#[test]
fn what_was_elsewhere_is_told_with_its_place_or_not_at_all() {
    let whole = texts(&CHANNEL).join("\n\n");
    for paragraph in whole.split("\n\n") {
        for of_elsewhere in ["The project cost", "Catches fell", "The operator lost"] {
            if let Some(at) = paragraph.find(of_elsewhere) {
                assert!(paragraph[..at].contains("Stromvik"), "{paragraph}");
            }
        }
    }
    assert!(whole.contains("summer of 2028"), "{whole}");
    let [_, complication, _] = texts(&Set {
        question: "What are the benefits and harms of the dredging?",
        ..CHANNEL
    });
    assert!(complication.contains("Fishermen fear"), "{complication}");
}

const MEALS: Set = Set {
    question: "How many kitchen posts are vacant?",
    documents: &[
        note(
            "Options report",
            "2024-03-14",
            "Extending free meals to all pupils would cost 9.2 million pounds a year. The main risk is staff: 42 kitchen posts are vacant. Take-up is 78 percent among those who are entitled.",
        ),
        note(
            "Correction to the options report",
            "2024-05-03",
            "Correction to the options report on free school meals\n\nThe extension to all pupils would cost 11.7 million pounds a year, not 9.2 million pounds. The number of vacant kitchen posts was 24, not 42.",
        ),
        note(
            "Minutes",
            "2024-06-20",
            "The committee also discussed the roof of the sports hall in Lynford. Councillor Amin asked whether the kitchen posts had been advertised.",
        ),
    ],
};

#[test]
fn who_asks_for_one_value_is_told_what_sources_disagree_on_in_that_and_nothing_else() {
    let whole = texts(&MEALS).join("\n\n");
    assert!(
        whole.contains("The number of vacant kitchen posts was 24, not 42 [2]. An older source disagrees on kitchen posts. The main risk is staff: 42 kitchen posts are vacant [1]."),
        "{whole}"
    );
    for other in [
        "9.2 million",
        "sports hall",
        "asked whether",
        "Correction to",
    ] {
        assert!(!whole.contains(other), "{whole}");
    }
    let wide = texts(&Set {
        question: "What would free school meals cost, how many pupils would take them up, and what are the risks for the kitchens?",
        ..MEALS
    })
    .join("\n\n");
    // One gives the value that it takes the place of.
    assert!(
        wide.contains("Sources of different dates differ on the cost"),
        "{wide}"
    );
}
