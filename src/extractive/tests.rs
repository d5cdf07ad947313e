//! What the extractive writer promises, on documents of three fields.

use super::marks::without_marks;
use super::samples::{ENERGY, MEDICINE, SETS, SOFTWARE, Sample, Set, context, request};
use super::write;
use crate::check::{Checker, Evidence, is_claim, key, sentences, stated};
use crate::pipeline::{Context, Otherwise, Request, WrittenSection};
use crate::study::{CycleKind, Fallen, Origin, RhetoricalRole, SectionId, Verdict};

const ROLES: [RhetoricalRole; 3] = [
    RhetoricalRole::Situation,
    RhetoricalRole::Complication,
    RhetoricalRole::Resolution,
];

/// All sections of a brief on a set, in order.
fn brief(set: &Set) -> Vec<WrittenSection> {
    let mut written: Vec<WrittenSection> = Vec::new();
    for role in ROLES {
        let request = Request {
            written: written.clone(),
            ..request(set, role)
        };
        written.push(WrittenSection {
            section: request.section,
            title: request.plan.title.clone(),
            text: write(&request),
        });
    }
    written
}

/// The claims of a text, each without its citations, and its numbers.
fn claims(text: &str) -> Vec<(String, Vec<u32>)> {
    let spans = sentences(text)
        .into_iter()
        .filter_map(|span| text.get(span));
    spans
        .filter(|sentence| is_claim(sentence))
        .map(|sentence| {
            let numbers = sentence
                .split('[')
                .skip(1)
                .filter_map(|rest| rest.split(']').next()?.parse().ok())
                .collect();
            (key(&without_marks(sentence)), numbers)
        })
        .collect()
}

fn source(set: &Set, number: u32) -> String {
    key(&without_marks(set.documents[number as usize - 1].text))
}

/// A request to update the section that a draft over the first documents gave, with the rest as news.
fn update(set: &Set, role: RhetoricalRole, known: usize) -> (Request, String) {
    let mut first = request(set, role);
    first.context.documents.truncate(known);
    let current = write(&first);
    let request = Request {
        cycle: CycleKind::Update,
        context: context(set, known),
        current: Some(current.clone()),
        ..first
    };
    (request, current)
}

#[test]
fn every_sentence_is_verbatim_and_cites_the_document_it_is_from() {
    for set in SETS {
        for section in brief(set) {
            let claims = claims(&section.text);
            assert!(
                !claims.is_empty(),
                "{} of {} is empty",
                section.title,
                set.question
            );
            for (sentence, numbers) in claims {
                let held: Vec<_> = numbers
                    .iter()
                    .filter(|number| source(set, **number).contains(&sentence))
                    .collect();
                assert!(!held.is_empty(), "{sentence} is in none of {numbers:?}");
            }
        }
    }
}

#[test]
fn the_checker_finds_every_sentence_supported_by_what_it_cites() {
    for set in SETS {
        let context = context(set, usize::MAX);
        let evidence = context.documents.iter().flat_map(|document| {
            document.passages.iter().map(|chosen| Evidence {
                number: document.number,
                passage: &chosen.passage,
            })
        });
        let mut checker = Checker::new(evidence);
        for claim in brief(set).iter().flat_map(|section| stated(&section.text)) {
            let judgement = checker.judge(&claim.bare, &claim.citations);
            assert_eq!(
                judgement.verdict,
                Verdict::Supported,
                "{}: {}",
                claim.text,
                judgement.reason
            );
        }
    }
}

#[test]
fn nothing_is_said_twice_in_a_brief() {
    for set in SETS {
        let mut said: Vec<String> = brief(set)
            .iter()
            .flat_map(|section| claims(&section.text))
            .map(|(sentence, _)| sentence)
            .collect();
        let all = said.len();
        said.sort();
        said.dedup();
        assert_eq!(said.len(), all);
    }
    let energy = brief(&ENERGY)
        .iter()
        .map(|section| section.text.clone())
        .collect::<String>();
    assert_eq!(
        energy.matches("northern villages without power").count(),
        1,
        "two documents tell of one outage:\n{energy}"
    );
}

#[test]
fn a_section_keeps_to_its_words_and_paragraphs_are_short() {
    for set in SETS {
        for section in brief(set) {
            let words: usize = claims(&section.text)
                .iter()
                .map(|(sentence, _)| sentence.split(' ').count())
                .sum();
            assert!(words <= 145, "{words} words:\n{}", section.text);
            for paragraph in section.text.split("\n\n") {
                assert!(sentences(paragraph).len() <= 4, "{paragraph}");
                assert!(!paragraph.starts_with('#'));
            }
        }
    }
}

#[test]
fn each_section_plays_its_role() {
    let texts = |set| -> [String; 3] {
        let mut sections = brief(set).into_iter().map(|section| section.text);
        std::array::from_fn(|_| sections.next().unwrap())
    };
    let [situation, complication, resolution] = texts(&ENERGY);
    assert!(
        situation.contains("operates one diesel plant"),
        "{situation}"
    );
    assert!(
        complication.contains("spare parts are no longer made"),
        "{complication}"
    );
    assert!(
        resolution.contains("Management recommends a hybrid"),
        "{resolution}"
    );
    let [_, complication, resolution] = texts(&SOFTWARE);
    assert!(
        complication.contains("Invalidations are lost when Redis fails over"),
        "{complication}"
    );
    assert!(
        resolution.contains("should set an expiry time"),
        "{resolution}"
    );
    let [_, complication, resolution] = texts(&MEDICINE);
    assert!(
        complication.contains("shortage of physiotherapists"),
        "{complication}"
    );
    assert!(
        resolution.contains("Weekend physiotherapy should be planned"),
        "{resolution}"
    );
}

#[test]
fn a_disagreement_is_named_with_both_sides_and_of_when_they_are() {
    for (set, framing, sides) in [
        (
            &ENERGY,
            "Sources disagree on the investment cost of the hybrid system: [2] of 15 September 2024 and [3] of 20 March 2025.",
            ["31 million euros [2]", "44 million euros [3]"],
        ),
        (
            &MEDICINE,
            "Sources disagree on early mobilisation: [1] of 2 November 2023 and [2] of 18 June 2024.",
            [
                "Early mobilisation reduced delirium in the first week after surgery [1]",
                "did not reduce delirium in the first week after surgery [2]",
            ],
        ),
        (
            &SOFTWARE,
            "Sources disagree on CPU load on the PostgreSQL primary: [2] of 30 November 2024 and [3] of 3 February 2025.",
            ["78 percent at peak [2]", "55 percent at peak” [3]."],
        ),
    ] {
        let brief = brief(set);
        let text = &brief[1].text;
        assert!(text.contains(framing), "{text}");
        for side in sides {
            assert!(text.contains(side), "{side} is missing:\n{text}");
            assert!(!brief[0].text.contains(side) && !brief[2].text.contains(side));
        }
    }
}

#[test]
fn what_the_evidence_does_not_answer_is_said() {
    let ends = |set| brief(set).pop().unwrap().text;
    assert!(
        ends(&SOFTWARE)
            .ends_with("The evidence does not use the question's words “GDPR deletion”.")
    );
    assert!(ends(&ENERGY).ends_with("The evidence does not use the question's word “insurance”."));
    assert!(!ends(&MEDICINE).contains("The evidence does not"));
}

#[test]
fn a_question_that_nothing_is_about_gets_one_honest_sentence() {
    for role in ROLES {
        let request = Request {
            question: "How do whales navigate in polar night?".to_owned(),
            ..request(&ENERGY, role)
        };
        assert_eq!(
            write(&request),
            "The evidence does not say anything about whales or polar night."
        );
        let empty = Request {
            context: Context::default(),
            ..request
        };
        assert_eq!(sentences(&write(&empty)).len(), 1);
    }
}

#[test]
fn what_two_documents_say_alike_is_said_once_with_both_citations() {
    let set = Set {
        question: "How large is the Kvam reservoir?",
        documents: &[
            Sample {
                title: "Survey",
                date: "2024",
                origin: Origin::Academic,
                text: "The Kvam reservoir holds 42 million cubic metres of water. It was dammed in 1961.",
            },
            Sample {
                title: "Almanac",
                date: "2023",
                origin: Origin::General,
                text: "The Kvam reservoir holds 42 million cubic metres of drinking water. Anglers visit the northern shore in spring.",
            },
        ],
    };
    let text = write(&request(&set, RhetoricalRole::Resolution));
    assert_eq!(text.matches("42 million cubic metres").count(), 1, "{text}");
    assert!(text.contains("[1][2]."), "{text}");
}

#[test]
fn page_furniture_instructions_and_foreign_marks_stay_out() {
    for set in SETS {
        for section in brief(set) {
            for junk in [
                "cookie",
                "newsletter",
                "Ignore previous",
                "cancelled",
                "Figure 3",
                "| query",
                "SELECT",
                "canteen",
                "Ferry",
                "[7",
                "[8]",
            ] {
                assert!(!section.text.contains(junk), "{junk}:\n{}", section.text);
            }
        }
    }
}

#[test]
fn no_document_speaks_alone_where_others_have_something_to_say() {
    for set in SETS {
        let mut numbers: Vec<u32> = brief(set)
            .iter()
            .flat_map(|section| claims(&section.text))
            .flat_map(|(_, numbers)| numbers)
            .collect();
        numbers.sort_unstable();
        let most = numbers
            .chunk_by(|a, b| a == b)
            .map(<[u32]>::len)
            .max()
            .unwrap_or_default();
        let documents = numbers.chunk_by(|a, b| a == b).count();
        assert_eq!(documents, set.documents.len());
        assert!(most * 2 <= numbers.len() + 1, "{most} of {}", numbers.len());
    }
}

#[test]
fn the_same_request_gives_the_same_text() {
    for set in SETS {
        assert_eq!(brief(set), brief(set));
    }
}

#[test]
fn an_update_keeps_every_standing_sentence_to_the_byte() {
    for set in SETS {
        for role in ROLES {
            let (request, current) = update(set, role, 2);
            let updated = write(&request);
            let mut from = 0;
            for span in sentences(&current) {
                let sentence = current[span].trim();
                // What is missing may be missing no more.
                if sentence.starts_with("The evidence does not ") {
                    continue;
                }
                // A further source may be cited behind the ones that are.
                let kept = sentence.rfind(']').map_or(sentence.len(), |mark| mark + 1);
                let sentence = &sentence[..kept];
                let at = updated[from..].find(sentence);
                assert!(at.is_some(), "{sentence} is gone:\n{updated}");
                from += at.unwrap_or_default() + sentence.len();
            }
            assert!(sentences(&updated).len() <= sentences(&current).len() + 6);
        }
    }
}

#[test]
fn an_update_adds_what_is_new_and_nothing_else() {
    let (request, current) = update(&ENERGY, RhetoricalRole::Resolution, 2);
    let updated = write(&request);
    let news: Vec<u32> = claims(&updated)
        .into_iter()
        .filter(|claim| !claims(&current).contains(claim))
        .flat_map(|(_, numbers)| numbers)
        .collect();
    assert!(
        !news.is_empty() && news.iter().all(|number| *number > 2),
        "{updated}"
    );
}

#[test]
fn an_update_sets_a_contradiction_behind_the_sentence_it_contradicts() {
    let (mut request, _) = update(&ENERGY, RhetoricalRole::Complication, 2);
    request.current = Some("The investment cost of the hybrid system is 31 million euros [2]. Somebody added a line by hand.".to_owned());
    let updated = write(&request);
    assert!(
        updated.starts_with(
            "The investment cost of the hybrid system is 31 million euros [2]. A newer source disagrees on the investment cost of the hybrid system. According to the engineering firm Brattli, the investment cost of the hybrid system is 44 million euros [3]."
        ),
        "{updated}"
    );
}

#[test]
fn a_source_that_changed_takes_the_place_of_what_it_said_before() {
    let (mut request, _) = update(&ENERGY, RhetoricalRole::Complication, 2);
    request.context = context(&ENERGY, usize::MAX);
    let document = &mut request.context.documents[1];
    document.fresh = true;
    for chosen in &mut document.passages {
        chosen.passage.text = chosen.passage.text.replace("31 million", "34 million");
    }
    request.current = Some("By hand first. The investment cost of the hybrid system is 31 million euros [2]. Somebody added a line by hand.".to_owned());
    let updated = write(&request);
    assert!(
        updated.starts_with(
            "By hand first. The investment cost of the hybrid system is 34 million euros [2]."
        ) && updated.contains("Somebody added a line by hand.")
            && !updated.contains("31 million"),
        "{updated}"
    );
}

#[test]
fn an_update_without_news_changes_nothing() {
    let (mut request, current) = update(&ENERGY, RhetoricalRole::Situation, 2);
    request.context = context(&ENERGY, usize::MAX);
    assert_eq!(write(&request), current);
    let (mut request, current) = update(&ENERGY, RhetoricalRole::Situation, 2);
    "Which paint lasts longest on wooden boats?".clone_into(&mut request.question);
    assert_eq!(write(&request), current);
}

#[test]
fn another_version_differs_and_leaves_out_what_was_rejected() {
    for set in [&ENERGY, &MEDICINE] {
        let first = request(set, RhetoricalRole::Situation);
        let current = write(&first);
        let rejected = sentences(&current)
            .into_iter()
            .next()
            .map(|span| current[span].to_owned())
            .unwrap();
        let request = Request {
            cycle: CycleKind::Another,
            current: Some(current.clone()),
            rejected: vec![crate::study::Refused {
                before: String::new(),
                after: rejected.clone(),
                why: None,
            }],
            ..first
        };
        let other = write(&request);
        assert_ne!(other, current);
        assert!(!other.contains(rejected.trim()), "{other}");
        assert!(!claims(&other).is_empty());
    }
}

#[test]
fn hostile_documents_neither_break_nor_steer_it() {
    let long = "word ".repeat(5_000);
    let stops = ". ".repeat(5_000);
    for text in [
        long.as_str(),
        stops.as_str(),
        "\u{202e}\u{0}[[[((((",
        "# \n\n|||\n```\nnever closed",
        "[1][2][3]. [4]! [5]?",
    ] {
        let mut request = request(&ENERGY, RhetoricalRole::Situation);
        for passage in request
            .context
            .documents
            .iter_mut()
            .flat_map(|document| &mut document.passages)
        {
            text.clone_into(&mut passage.passage.text);
        }
        assert_eq!(sentences(&write(&request)).len(), 1);
    }
}

#[test]
fn a_large_context_keeps_to_the_words_too() {
    let mut request = request(&ENERGY, RhetoricalRole::Situation);
    let documents = request.context.documents.clone();
    for round in 1..7 {
        for document in &documents {
            let mut copy = document.clone();
            copy.number += round * 10;
            for passage in &mut copy.passages {
                passage.passage.text = passage
                    .passage
                    .text
                    .replace(' ', &format!(" w{round} "))
                    .repeat(2);
                passage.passage.id.0 += i64::from(round) * 10_000;
            }
            request.context.documents.push(copy);
        }
    }
    assert!(request.context.passages().count() > 80);
    let text = write(&request);
    let words: usize = claims(&text)
        .iter()
        .map(|(sentence, _)| sentence.split(' ').count())
        .sum();
    assert!((60..=145).contains(&words), "{text}");
}

#[test]
fn what_is_put_right_gives_way_once_and_what_is_pinned_stays() {
    let otherwise = |section: usize, sentence: &str| {
        Otherwise {
        section: SectionId(section),
        sentence: sentence.to_owned(),
        said: "According to the engineering firm Brattli, the investment cost of the hybrid system is 44 million euros.".to_owned(),
        gives_way: true,
        number: Some(3),
        ..Otherwise::default()
    }
    };
    let (mut request, _) = update(&ENERGY, RhetoricalRole::Complication, 2);
    let own = "The investment cost of the hybrid system is 31 million euros [2].";
    request.current = Some(format!("{own} Somebody added a line by hand."));
    let section = request.section.0;
    request.otherwise = vec![otherwise(section, own)];
    let updated = write(&request);
    assert!(
        updated.starts_with(
            "According to the engineering firm Brattli, the investment cost of the hybrid system is 44 million euros [3]."
        ) && !updated.contains("31 million")
            && !updated.contains("disagrees on the investment"),
        "{updated}"
    );
    // Where another section has a sentence that gives way to the same, this one goes as well.
    let other = "The hybrid system costs 31 million euros [2].";
    request.current = Some(format!("{other} Somebody added a line by hand."));
    request.otherwise = vec![otherwise(section, other), otherwise(section + 1, own)];
    let updated = write(&request);
    assert!(!updated.contains("31 million"), "{updated}");
    request.current = Some(format!("{own} Somebody added a line by hand."));
    request.otherwise = vec![otherwise(section, own)];
    request.pinned = vec![own.to_owned()];
    assert!(write(&request).starts_with(own), "{}", write(&request));
}

#[test]
fn what_went_with_its_source_comes_back_to_its_place() {
    let (mut request, _) = update(&ENERGY, RhetoricalRole::Complication, 2);
    request.current = Some("One is here. Two is here.".to_owned());
    let fallen = |text: &str, behind: &str| Fallen {
        text: text.to_owned(),
        behind: behind.to_owned(),
    };
    request.fallen = vec![
        fallen("More of one [2].", "One is here."),
        fallen("Another [2].", ""),
    ];
    let updated = write(&request);
    assert!(
        updated.starts_with("One is here. More of one [2]. Two is here.")
            && updated.contains("\n\nAnother [2]."),
        "{updated}"
    );
}

#[test]
fn the_few_problems_are_left_to_the_section_about_them_and_old_decisions_to_the_situation() {
    const TRAM: Set = Set {
        question: "What should Halden council do about the bridge on the tram line?",
        documents: &[Sample {
            title: "Halden council: report on the tram",
            date: "2025-03-11",
            origin: Origin::Internal,
            text: "Halden council approved the tram line in 2023 at a cost of 212 million euros. The tram line is 11.4 kilometres long and has 17 stops.

The bridge over the Tista was found to carry only 18 tonnes, while a tram on the line weighs 41 tonnes. The bridge is 84 years old.

The council recommends that the bridge be replaced in 2026.",
        }],
    };
    let [situation, complication, resolution] = brief(&TRAM).try_into().unwrap();
    assert!(
        situation.text.contains("approved the tram line in 2023"),
        "{}",
        situation.text
    );
    assert!(
        complication.text.contains("carry only 18 tonnes"),
        "{}",
        complication.text
    );
    assert!(
        resolution.text.contains("be replaced in 2026"),
        "{}",
        resolution.text
    );
}
