use proptest::prelude::*;

use super::*;
use crate::check::{Evidence, check_section};
use crate::study::{Dimension, DocumentId, Passage, Quote};

mod planted;

const QUESTION: &str =
    "Why did heat pump sales fall, and should the maker Boreal open a second factory line?";

const SITUATION: &str = "Sales of heat pumps fell by 12 percent to 2.2 million units in 2024 [1]. The fall followed three years of growth, \
    in which sales had doubled [1]. Installers still reported order books of nine weeks in the autumn of 2024 [2].";
const COMPLICATION: &str = "Sales fell because Germany cut its subsidy from 40 to 30 percent in January 2024 [3]. The price of power rose in 9 of 14 \
    markets, which made running heat pumps dearer than gas boilers [1]. Warehouses held 310,000 unsold units at the end of 2024 [4].";
const RESOLUTION: &str = "Boreal should open no second factory line before orders rise for two quarters [4]. A second line pays back in 4.1 years at the \
    volume of 2024 [4]. The institute expects sales to recover in 2026 [1].";

const EVIDENCE: [(u32, &str); 4] = [
    (
        1,
        "Sales of heat pumps fell by 12 percent to 2.2 million units in 2024. The fall followed three years of growth in which sales had doubled. \
        The price of power rose in 9 of 14 markets, which made running heat pumps dearer than gas boilers. The institute expects sales to recover in 2026.",
    ),
    (
        2,
        "Installers still reported order books of nine weeks in the autumn of 2024. They expected the same for the spring.",
    ),
    (
        3,
        "Germany cut its subsidy from 40 to 30 percent in January 2024. Sales of heat pumps fell because of the cut.",
    ),
    (
        4,
        "Warehouses held 310,000 unsold units at the end of 2024. The maker Boreal should open no second factory line before orders rise for two \
        quarters. A second line pays back in 4.1 years at the volume of 2024.",
    ),
];

fn passages() -> Vec<(u32, Passage)> {
    EVIDENCE
        .into_iter()
        .map(|(number, text)| {
            let passage = Passage {
                id: PassageId(i64::from(number)),
                document: DocumentId(i64::from(number)),
                text: text.to_owned(),
                span: 0..text.len(),
                ..Passage::default()
            };
            (number, passage)
        })
        .collect()
}

/// A brief of these parts, checked against the evidence.
fn draft(texts: &[&str]) -> Draft {
    let passages = passages();
    let evidence: Vec<Evidence<'_>> = passages
        .iter()
        .map(|(number, passage)| Evidence {
            number: *number,
            passage,
        })
        .collect();
    let titles = ["Situation", "Complication", "Resolution"];
    let parts = titles.iter().zip(texts).map(|(title, text)| DraftPart {
        title: (*title).to_owned(),
        text: (*text).to_owned(),
        claims: check_section(text, &evidence, &[]),
    });
    let sources = (1..=4).map(|number| (number, SourceKey(i64::from(number))));
    Draft {
        question: QUESTION.to_owned(),
        parts: parts.collect(),
        titles: (1..=4)
            .map(|key| (SourceKey(key), format!("Report {key}")))
            .collect(),
        relevant: sources.clone().map(|(_, key)| key).collect(),
        sources: sources.collect(),
        dissent: Dissent::default(),
    }
}

fn clean() -> Draft {
    draft(&[SITUATION, COMPLICATION, RESOLUTION])
}

fn value(draft: &Draft, dimension: Dimension) -> f32 {
    scores(draft).of(dimension).value
}

fn reason(draft: &Draft, dimension: Dimension) -> String {
    scores(draft).of(dimension).reason.clone()
}

#[track_caller]
fn close(found: f32, expected: f32) {
    assert!((found - expected).abs() < 1e-4, "{found}, not {expected}");
}

#[test]
fn a_clean_brief_scores_high_in_everything() {
    let found = scores(&clean());
    for dimension in Dimension::ALL {
        let score = found.of(dimension);
        assert!(score.value >= 4.2, "{}: {score:?}", dimension.name());
        assert!(!score.reason.is_empty());
    }
    assert!(found.composite() >= 4.6, "{found:?}");
}

fn claims(verdicts: &[Verdict]) -> Draft {
    let sentence = |at: usize| format!("Depot number {at} opened its gates in spring [1].");
    let claims = verdicts.iter().enumerate().map(|(at, verdict)| Claim {
        text: sentence(at),
        citations: vec![1],
        verdict: *verdict,
        reason: String::new(),
        evidence: None,
        more: Vec::new(),
    });
    let text: Vec<String> = (0..verdicts.len()).map(sentence).collect();
    Draft {
        parts: vec![DraftPart {
            title: String::new(),
            text: text.join(" "),
            claims: claims.collect(),
        }],
        sources: BTreeMap::from([(1, SourceKey(1))]),
        ..Draft::default()
    }
}

#[test]
fn accuracy_is_the_share_of_claims_that_hold_and_a_contradiction_is_worse_than_nothing() {
    use Verdict::{Contradicted, Partial, Supported, Unchecked, Uncited, Unsupported};
    let accuracy = |verdicts: &[Verdict]| value(&claims(verdicts), Dimension::Accuracy);
    close(accuracy(&[Supported, Supported]), 5.0);
    close(accuracy(&[Supported, Partial]), 4.0);
    close(accuracy(&[Supported, Uncited]), 3.5);
    close(accuracy(&[Supported, Unsupported]), 3.0);
    close(accuracy(&[Supported, Unchecked]), 3.0);
    close(accuracy(&[Supported, Contradicted]), 2.0);
    close(accuracy(&[Contradicted]), 1.0);
    close(accuracy(&[]), 1.0);
    let draft = claims(&[Partial, Unsupported, Supported, Contradicted]);
    let found = scores(&draft).of(Dimension::Accuracy).clone();
    assert_eq!(
        found.reason,
        "1 of 4 claims supported, 1 partial, 1 unsupported, 1 contradicted"
    );
    let numbers: Vec<bool> = ["number 3", "number 1", "number 0"]
        .iter()
        .zip(&found.sentences)
        .map(|(number, sentence)| sentence.contains(number))
        .collect();
    assert_eq!(numbers, [true; 3], "the worst come first: {found:?}");
    assert_eq!(
        reason(&claims(&[Unchecked]), Dimension::Accuracy),
        "no claim has been checked"
    );
}

fn asked(question: &str, text: &str) -> Score {
    let draft = Draft {
        question: question.to_owned(),
        parts: vec![DraftPart {
            text: text.to_owned(),
            ..DraftPart::default()
        }],
        ..Draft::default()
    };
    scores(&draft).of(Dimension::Completeness).clone()
}

#[test]
fn what_the_question_asks_is_taken_up_in_its_own_words_or_in_near_ones() {
    let question = "Why did sales of heat pumps fall?";
    let own = asked(
        question,
        "Sales of heat pumps fell because the subsidy was cut [1].",
    );
    let near = asked(
        question,
        "Purchases of heat pumps declined because the subsidy was cut [1].",
    );
    let beside = asked(
        question,
        "Heat pumps are quiet, because their fans turn slowly [1].",
    );
    let nothing = asked(question, "The choir sang two motets in the cathedral [1].");
    close(own.value, 5.0);
    assert!(near.value > 3.5, "{near:?}");
    assert!(near.value > beside.value + 0.3, "{near:?} {beside:?}");
    assert!(beside.value > nothing.value, "{beside:?} {nothing:?}");
    assert!(nothing.value < 1.5, "{nothing:?}");
    assert_eq!(
        nothing.reason,
        "the question is not fully taken up; nothing on “Why did sales of heat pumps fall”"
    );
}

#[test]
fn a_reason_that_is_asked_for_has_to_be_given() {
    let question = "Why did sales of heat pumps fall?";
    let without = asked(question, "Sales of heat pumps fell by 12 percent [1].");
    close(without.value, 4.0);
    assert!(
        without
            .reason
            .ends_with("asks for a reason, and none is given"),
        "{without:?}"
    );
    let amount = asked(
        "How much did the depot cost?",
        "The depot cost a lot of money [1].",
    );
    assert!(amount.reason.contains("asks for a price"), "{amount:?}");
    let figure = asked(
        "How much did the depot cost?",
        "The depot cost 3 million euros [1].",
    );
    assert!(figure.value > amount.value, "{figure:?}");
}

#[test]
fn a_sum_of_money_takes_up_what_something_costs_in_whatever_words() {
    let question = "Should the town ban old stoves, and what would it cost?";
    let priced = asked(
        question,
        "A filter for an old stove comes at 1,200 euros [1]. The town should not ban stoves [2].",
    );
    assert!(!priced.reason.contains("cost"), "{priced:?}");
    let counted = asked(
        question,
        "There are 1,200 old stoves [1]. The town should not ban stoves [2].",
    );
    assert!(
        counted.reason.contains("nothing on “what would it cost”"),
        "{counted:?}"
    );
}

#[test]
fn a_question_that_is_touched_in_other_words_is_not_told_as_left_out() {
    let question = "Why did sales of heat pumps fall, and should a mid-size OEM add a second line before 2027?";
    let beside = asked(
        question,
        "A second line pays back in 4.1 years at today's volume [1]. A second line costs 38 million euros [2].",
    );
    let clause = "“should a mid-size OEM add a second line before 2027”";
    assert!(
        beside.reason.contains(&format!("of {clause}, nothing on ")),
        "{beside:?}"
    );
    let nothing = asked(question, "The choir sang two motets in the cathedral [1].");
    assert!(
        nothing.reason.contains(&format!("nothing on {clause}")),
        "{nothing:?}"
    );
}

#[test]
fn a_claim_that_fails_its_check_answers_nothing() {
    let question = "Who was blamed by the inquest?";
    let text = "The inquest blamed Captain Hansson [1].";
    let complete = |verdict| {
        let mut draft = claims(&[verdict]);
        question.clone_into(&mut draft.question);
        let part = &mut draft.parts[0];
        text.clone_into(&mut part.text);
        text.clone_into(&mut part.claims[0].text);
        value(&draft, Dimension::Completeness)
    };
    assert!(complete(Verdict::Supported) > 4.0);
    close(complete(Verdict::Contradicted), 1.0);
    close(complete(Verdict::Unsupported), 1.0);
}

#[test]
fn a_brief_that_cites_nothing_answers_nothing_from_the_evidence() {
    let question = "Who was blamed by the inquest?";
    let complete = |claims: &[(&str, Verdict)]| {
        let texts: Vec<&str> = claims.iter().map(|(text, _)| *text).collect();
        let checked = claims.iter().map(|(text, verdict)| Claim {
            text: (*text).to_owned(),
            verdict: *verdict,
            citations: Vec::new(),
            reason: String::new(),
            evidence: None,
            more: Vec::new(),
        });
        let draft = Draft {
            question: question.to_owned(),
            parts: vec![DraftPart {
                text: texts.join(" "),
                claims: checked.collect(),
                ..DraftPart::default()
            }],
            ..Draft::default()
        };
        scores(&draft).of(Dimension::Completeness).clone()
    };
    let uncited = ("The inquest blamed Captain Hansson.", Verdict::Uncited);
    let alone = complete(&[uncited, ("He was not there.", Verdict::Uncited)]);
    close(alone.value, 1.0);
    assert!(
        alone
            .reason
            .contains("no sentence that answers cites a source"),
        "{alone:?}"
    );
    let beside = complete(&[uncited, ("It sat for nine days [1].", Verdict::Supported)]);
    assert!(
        beside.value > 2.0 && beside.value < 3.5,
        "half an answer: {beside:?}"
    );
    let cited = complete(&[(
        "The inquest blamed Captain Hansson [1].",
        Verdict::Supported,
    )]);
    assert!(cited.value > 4.0, "{cited:?}");
}

#[test]
fn an_honest_gap_answers_that_the_question_is_open_for_less_than_an_answer() {
    let question = "Why did sales of heat pumps fall?";
    let gap = "The evidence does not say why sales of heat pumps fell.";
    let open = asked(
        question,
        &format!("Warehouses are full of boilers [1]. {gap}"),
    );
    close(open.value, 4.0);
    assert!(
        open.reason.contains("left open in so many words"),
        "{open:?}"
    );
    assert_eq!(open.sentences, [gap]);
    let silent = asked(question, "Warehouses are full of boilers [1].");
    assert!(silent.value < 2.0, "{silent:?}");
}

#[test]
fn words_that_lie_scattered_answer_less_than_words_that_stand_together() {
    let question = "How do winter storms affect ferry timetables?";
    let together = asked(
        question,
        "Winter storms upset ferry timetables on most days [1]. Parcels wait in the harbour [2].",
    );
    let scattered = asked(
        question,
        "The winter market opens at noon [1]. Bakers sell bread there [2]. A ferry museum stands near it [3]. Trams have new timetables [4].",
    );
    assert!(
        together.value > scattered.value + 0.5,
        "{together:?} {scattered:?}"
    );
}

#[test]
fn a_brief_without_one_of_its_parts_is_less_complete_and_says_which() {
    let whole = value(&clean(), Dimension::Completeness);
    let cut = scores(&draft(&[SITUATION, COMPLICATION, ""]))
        .of(Dimension::Completeness)
        .clone();
    assert!(cut.value < whole - 0.5);
    assert!(cut.reason.ends_with("not written: Resolution"), "{cut:?}");
}

#[test]
fn coverage_is_the_share_of_relevant_sources_that_are_cited_and_names_those_that_are_not() {
    close(value(&clean(), Dimension::Coverage), 5.0);
    let without = [SITUATION, COMPLICATION, RESOLUTION].map(|text| text.replace(" [2]", ""));
    let found = scores(&draft(&without.each_ref().map(String::as_str)));
    let coverage = found.of(Dimension::Coverage);
    close(coverage.value, 4.0);
    assert_eq!(
        coverage.reason,
        "3 of 4 relevant sources cited; not [2] Report 2"
    );
    // Copies of one text are one source.
    let mut copies = clean();
    copies.sources = (1..=4).map(|number| (number, SourceKey(1))).collect();
    copies.relevant = BTreeSet::from([SourceKey(1)]);
    assert_eq!(
        reason(&copies, Dimension::Coverage),
        "1 of 1 relevant source cited"
    );
    // Nobody cites forty sources in nine claims.
    let mut many = clean();
    many.relevant = (1..=40).map(SourceKey).collect();
    close(value(&many, Dimension::Coverage), 1.0 + 4.0 * 4.0 / 9.0);
}

#[test]
fn an_invention_that_cites_a_source_not_used_otherwise_lowers_the_score() {
    let texts = [SITUATION, COMPLICATION, RESOLUTION].map(|text| text.replace(" [2]", ""));
    let [situation, complication, resolution] = texts.each_ref().map(String::as_str);
    let honest = scores(&draft(&[situation, complication, resolution]));
    let invented = format!("{resolution} Pirates have taken the harbour of Rotterdam [2].");
    let invented = draft(&[situation, complication, &invented]);
    let found = scores(&invented);
    assert!(
        found.composite() < honest.composite(),
        "{found:?} / {honest:?}"
    );
    assert_eq!(
        found.of(Dimension::Coverage).reason,
        "3 of 4 relevant sources cited, 1 more only for what is not in it; not [2] Report 2"
    );
}

fn coherent(texts: &[&str]) -> Score {
    let parts = texts.iter().map(|text| DraftPart {
        text: (*text).to_owned(),
        ..DraftPart::default()
    });
    let draft = Draft {
        parts: parts.collect(),
        ..Draft::default()
    };
    scores(&draft).of(Dimension::Coherence).clone()
}

#[test]
fn what_is_said_twice_costs_coherence_and_what_differs_in_a_number_is_not_said_twice() {
    let first = "The northern depot charged twelve buses every night in winter [1].";
    let other = "Its chargers draw 400 kilowatts from the depot's grid connection [2].";
    close(coherent(&[&format!("{first} {other}")]).value, 5.0);
    let twice = coherent(&[&format!("{first} {other}"), &format!("{other} {first}")]);
    assert!(
        twice.reason.starts_with("2 sentences say again"),
        "{twice:?}"
    );
    assert_eq!(twice.sentences, [other, first]);
    close(twice.value, 1.0);
    // However few words it has.
    let short = "Two of them are broken [1].";
    let again = coherent(&[&format!("{first} {short}"), &format!("{other} {short}")]);
    assert_eq!(again.sentences, [short]);
    let differs = coherent(&[
        "Sales of heat pumps reached 2 million units in 2023 [1]. Sales of heat pumps reached 3 million units in 2024 [1].",
    ]);
    close(differs.value, 5.0);
}

#[test]
fn overlong_sentences_and_parts_that_lean_back_on_nothing_are_told() {
    let long = format!(
        "The depot bought {} buses [1].",
        "more and more new ".repeat(12)
    );
    let found = coherent(&[&format!("{long} The depot sold old buses [1].")]);
    assert_eq!(found.reason, "1 sentence is longer than 40 words");
    close(found.value, 3.0);
    let leaning = coherent(&[
        "However, they bought buses. Buses are dear.",
        "It is late in the year. Buses run all year.",
    ]);
    assert_eq!(
        leaning.reason,
        "1 part opens with a reference to nothing before it"
    );
    close(leaning.value, 4.0);
    let single = coherent(&[
        "Buses are dear this year. Buses run all year.",
        "Buses are blue.",
    ]);
    assert_eq!(single.reason, "1 part is a single sentence");
    close(single.value, 4.0);
}

#[test]
fn sentences_that_have_nothing_to_do_with_each_other_cost_coherence() {
    let bound = "The depot bought buses [1]. The buses run in winter [1]. In winter the buses need heat [1].";
    let loose = "The depot bought buses [1]. Choirs sang motets [2]. Tulips bloom early [3]. Prices of tin fell [4].";
    close(coherent(&[bound]).value, 5.0);
    let found = coherent(&[loose]);
    close(found.value, 4.0);
    assert!(
        found.reason.contains("do not follow from the one before"),
        "{found:?}"
    );
}

/// A brief in which so many claims cite each source, and the first one rests on a side of a disagreement.
fn leaning(counts: &[usize]) -> Draft {
    let mut draft = claims(&[]);
    let part = &mut draft.parts[0];
    for (number, count) in (1_u32..).zip(counts) {
        for at in 0..*count {
            let text = format!("Line {number} has stop {at} on it [{number}].");
            let quote = Quote {
                number: Some(number),
                passage: PassageId(i64::from(number)),
                span: 0..10,
                text: String::new(),
            };
            part.claims.push(Claim {
                text: text.clone(),
                citations: vec![number],
                verdict: Verdict::Supported,
                reason: String::new(),
                evidence: Some(quote),
                more: Vec::new(),
            });
            part.text.push_str(&text);
            part.text.push_str("\n\n");
        }
        draft.sources.insert(number, SourceKey(i64::from(number)));
        draft.relevant.insert(SourceKey(i64::from(number)));
    }
    draft
}

#[test]
fn a_brief_is_balanced_while_no_source_carries_more_than_half_of_it() {
    let bias = |counts: &[usize]| value(&leaning(counts), Dimension::Bias);
    close(bias(&[2, 2]), 5.0);
    close(bias(&[1, 1, 2]), 5.0);
    close(bias(&[3, 1]), 3.0);
    close(bias(&[4, 0]), 1.0);
    close(bias(&[3]), 3.0);
    close(bias(&[]), 1.0);
    assert_eq!(
        reason(&leaning(&[3, 1]), Dimension::Bias),
        "[1] carries 3 of 4 citations"
    );
}

#[test]
fn both_sides_of_a_disagreement_have_to_be_told() {
    let side = |source: i64| DisputeSide {
        source: SourceKey(source),
        passage: PassageId(source),
        span: 5..20,
    };
    let mut draft = leaning(&[2, 2, 0]);
    let dispute = |a, b| Dispute {
        a: side(a),
        b: side(b),
    };
    draft.dissent.disputes = vec![dispute(1, 2)];
    close(value(&draft, Dimension::Bias), 5.0);
    draft.dissent.disputes = vec![dispute(1, 2), dispute(2, 3)];
    let found = scores(&draft).of(Dimension::Bias).clone();
    close(found.value, 4.0);
    assert!(
        found
            .reason
            .ends_with("both sides given for 1 of 2 disagreements"),
        "{found:?}"
    );
    assert_eq!(
        found.sentences,
        [
            "Line 2 has stop 0 on it [2].",
            "Line 2 has stop 1 on it [2]."
        ]
    );
    // What the text does not touch, it need not tell.
    draft.dissent.disputes = vec![dispute(3, 4)];
    close(value(&draft, Dimension::Bias), 5.0);
    // A sentence beside it may cite the other side.
    draft.dissent.disputes = vec![dispute(2, 3)];
    let told = "Line 2 has stop 0 on it [2]. ";
    let beside = "Others count more stops there [3].\n\n";
    draft.parts[0].text = draft.parts[0].text.replacen(
        "Line 2 has stop 0 on it [2].",
        &format!("{told}{beside}"),
        1,
    );
    close(value(&draft, Dimension::Bias), 5.0);
}

#[test]
fn who_is_against_what_a_text_speaks_for_has_to_be_told() {
    let mut draft = leaning(&[2, 2]);
    let protest = |span: std::ops::Range<usize>| Protest {
        side: DisputeSide {
            source: SourceKey(1),
            passage: PassageId(1),
            span,
        },
        text: "The shopkeepers object.".to_owned(),
    };
    draft.dissent.protests = vec![protest(20..43)];
    // A text that only says how things are speaks for nothing.
    close(value(&draft, Dimension::Bias), 5.0);
    draft.parts[0]
        .text
        .push_str("The board recommends a third line.");
    let found = scores(&draft).of(Dimension::Bias).clone();
    close(found.value, 3.0);
    assert!(
        found
            .reason
            .ends_with("left out: “The shopkeepers object.”"),
        "{found:?}"
    );
    let mut told = draft.clone();
    told.parts[0]
        .text
        .push_str(" Shopkeepers object to the stop.");
    close(value(&told, Dimension::Bias), 5.0);
    let mut told = draft.clone();
    told.parts[0]
        .text
        .push_str(" Opponents said that the stop was rushed.");
    close(value(&told, Dimension::Bias), 5.0);
    // What stands far from all that the text rests on is about something else.
    draft.dissent.protests = vec![protest(2_000..2_023)];
    close(value(&draft, Dimension::Bias), 5.0);
}

#[test]
fn loaded_words_count_unless_the_source_uses_them() {
    assert!(bias::LOADED.is_sorted());
    let mut draft = leaning(&[2, 2]);
    let loaded = |draft: &mut Draft, quote: &str| {
        let part = &mut draft.parts[0];
        let claim = &mut part.claims[0];
        let text = "Line 1 has shocking stops on it [1].".to_owned();
        part.text = part.text.replace(&claim.text, &text);
        claim.text = text;
        if let Some(evidence) = &mut claim.evidence {
            quote.clone_into(&mut evidence.text);
        }
    };
    loaded(&mut draft, "Line 1 has some stops.");
    close(value(&draft, Dimension::Bias), 4.0);
    loaded(&mut draft, "The stops are shocking, said one.");
    close(value(&draft, Dimension::Bias), 5.0);
}

#[test]
fn nothing_written_scores_nothing() {
    let found = scores(&draft(&["", " \n", ""]));
    close(found.composite(), 1.0);
    close(scores(&Draft::default()).composite(), 1.0);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: ProptestConfig::default().cases / 4, ..ProptestConfig::default() })]

    #[test]
    fn any_text_has_scores_on_the_scale(
        question in "\\PC{0,60}",
        texts in prop::collection::vec("(\\PC{0,60}|[A-Z][a-z ]{3,40}[.?] \\[[1-9]\\]\n){0,6}", 0..4),
    ) {
        let parts = texts.iter().map(|text| DraftPart {
            text: text.clone(),
            ..DraftPart::default()
        });
        let draft = Draft {
            question,
            parts: parts.collect(),
            sources: (1..=4).map(|number| (number, SourceKey(i64::from(number)))).collect(),
            ..Draft::default()
        };
        let found = scores(&draft);
        for dimension in Dimension::ALL {
            let score = found.of(dimension);
            prop_assert!((1.0..=5.0).contains(&score.value), "{score:?}");
            for sentence in &score.sentences {
                prop_assert!(texts.iter().any(|text| text.contains(sentence.as_str())));
            }
        }
    }

    /// Each verdict that gets worse costs something.
    #[test]
    fn a_worse_verdict_never_scores_higher(
        verdicts in prop::collection::vec(0_usize..6, 1..8),
        at in any::<prop::sample::Index>(),
    ) {
        use Verdict::{Contradicted, Partial, Supported, Uncited, Unsupported};
        let order = [Supported, Partial, Uncited, Unsupported, Contradicted];
        let verdicts: Vec<Verdict> = verdicts.iter().filter_map(|at| order.get(*at).copied()).collect();
        prop_assume!(!verdicts.is_empty());
        let at = at.index(verdicts.len());
        let worse = order.iter().position(|one| *one == verdicts[at]).and_then(|place| order.get(place + 1));
        if let Some(worse) = worse {
            let mut changed = verdicts.clone();
            changed[at] = *worse;
            prop_assert!(scores(&claims(&changed)).composite() <= scores(&claims(&verdicts)).composite());
        }
    }
}
