//! What judging a claim against its evidence promises.

use crate::study::{DocumentId, PassageId};

use super::*;

mod either_way;
mod in_other_words;
mod several_sources;

fn passage(id: i64, text: &str) -> Passage {
    Passage {
        id: PassageId(id),
        document: DocumentId(id),
        ordinal: 0,
        text: text.to_owned(),
        pages: None,
        headings: Vec::new(),
        span: 0..text.len(),
        from_graph: false,
        ..Passage::default()
    }
}

fn library() -> Vec<Passage> {
    [
        "The Norrland grid lost power for 14 hours in January 2024. Repairs cost €3.2 million. Wholesale prices rose in winter.",
        "Battery storage covered 41 % of the evening peak, says the Energy Board. “Storage paid for itself in six years,” the director said.",
        "Trials of the drug enrolled 412 patients. The drug did not reduce mortality. Side effects were mild in most patients.",
    ]
    .iter()
    .zip(1..)
    .map(|(text, id)| passage(id, text))
    .collect()
}

fn judge(claim: &str, citations: &[u32]) -> Judgement {
    let passages = library();
    let evidence = passages.iter().map(|passage| Evidence {
        number: passage.id.0 as u32,
        passage,
    });
    Checker::new(evidence).judge(claim, citations)
}

#[track_caller]
fn check(claim: &str, citations: &[u32], verdict: Verdict, reason: &str) {
    let found = judge(claim, citations);
    assert_eq!((found.verdict, found.reason.as_str()), (verdict, reason));
}

#[test]
fn of_a_list_that_is_word_for_word_in_its_source_nothing_is_contradicted() {
    let found = [
        "NO2 levels in outer London were 4.8% lower than expected had the expansion not gone ahead",
        "The compliance rate after the first year of the expansion was 96.7%",
    ];
    let passages = [passage(1, found[0]), passage(2, found[1])];
    let verdict = |claim: &str| {
        let evidence = passages
            .iter()
            .map(|passage| Evidence { number: 1, passage });
        Checker::new(evidence).judge(claim, &[1]).verdict
    };
    let list = found.join("; ");
    assert_eq!(verdict(&format!("{list}.")), Verdict::Supported);
    assert_eq!(
        verdict(&format!("It also found: {list}.")),
        Verdict::Supported
    );
    let other = list.replace("96.7", "69.7");
    assert_ne!(verdict(&other), Verdict::Supported);
}

#[test]
fn what_a_source_is_quoted_with_is_not_contradicted_by_its_own_heading() {
    let release = "Farmlad, press release of 1 August 2025\n\nOur own tests found no salmonella in the egg salad. We have never sold eggs of that farm.";
    for quoted in [
        "Our own tests found no salmonella in the egg salad",
        "We have never sold eggs of that farm",
    ] {
        let claim = format!("Farmlad, press release of 1 August 2025: “{quoted}” [1].");
        let passages = [passage(1, release)];
        let evidence = passages
            .iter()
            .map(|passage| Evidence { number: 1, passage });
        let found = Checker::new(evidence).judge(&claim, &[1]);
        assert_eq!(
            found.verdict,
            Verdict::Supported,
            "{claim}: {}",
            found.reason
        );
    }
}

#[test]
fn a_verdict_is_the_same_whatever_else_is_in_the_library() {
    let viaduct = "The Aldermoor viaduct was begun in 1871 under Thomas Harrow. At 412 metres it was the longest of the county. Contrary to popular belief, no \
                   workers were killed during its construction. It carried trains until 1964.";
    let claim = "Workers were killed during the construction of the Aldermoor viaduct.";
    for others in [0, 5, 40, 200] {
        let mut passages = vec![passage(1, viaduct)];
        passages.extend((0..others).map(|at| {
            let text = format!("Workers of plant {at} were asked about wages. The construction firm paid {at} of them. Two were killed in a fall.");
            passage(2 + at, &text)
        }));
        let evidence = passages.iter().map(|passage| Evidence {
            number: passage.id.0 as u32,
            passage,
        });
        let found = Checker::new(evidence).judge(claim, &[1]);
        assert_eq!(
            (found.verdict, found.reason.as_str()),
            (Verdict::Contradicted, "the claim states what [1] denies"),
            "{others} other passages"
        );
    }
}

#[test]
fn words_that_stand_in_the_source_are_supported() {
    check(
        "Wholesale prices rose in winter.",
        &[1],
        Verdict::Supported,
        "word for word in [1]",
    );
    check(
        "- **Repairs** cost €3.2 million .",
        &[1],
        Verdict::Supported,
        "word for word in [1]",
    );
}

#[test]
fn of_many_numbers_that_are_nowhere_some_are_named_and_the_others_counted() {
    let claim = "The trials of the drug ran at 51, 52, 53, 54, 55, 56 and 57 sites.";
    let found = judge(claim, &[3]).reason;
    assert_eq!(found.matches("is not in [3]").count(), 4, "{found}");
    assert!(found.ends_with("nor are 3 other numbers in [3]"), "{found}");
}

#[test]
fn a_claim_in_like_words_is_supported() {
    check(
        "In January 2024 the Norrland grid was without power for 14 hours.",
        &[1],
        Verdict::Supported,
        "[1] says this in similar words",
    );
    check(
        "Repair costs were 3.2 million euros.",
        &[1],
        Verdict::Supported,
        "[1] says this in similar words",
    );
}

#[test]
fn a_wrong_number_is_named_with_the_right_one() {
    check(
        "Battery storage covered 14 % of the evening peak.",
        &[2],
        Verdict::Contradicted,
        "14 % is not in [2]; [2] says 41 %",
    );
    check(
        "The trials of the drug enrolled 421 patients.",
        &[3],
        Verdict::Contradicted,
        "421 is not in [3]; [3] says 412",
    );
}

#[test]
fn an_opposite_direction_or_denial_contradicts() {
    check(
        "Wholesale prices fell in winter.",
        &[1],
        Verdict::Contradicted,
        "the claim says “fell”, [1] says “rose”",
    );
    check(
        "The drug reduced mortality.",
        &[3],
        Verdict::Contradicted,
        "the claim says “reduced”, [3] says “did not reduce”",
    );
}

#[track_caller]
fn check_against(source: &str, claim: &str, verdict: Verdict, reason: &str) {
    let passage = passage(1, source);
    let evidence = [Evidence {
        number: 1,
        passage: &passage,
    }];
    let found = Checker::new(evidence).judge(claim, &[1]);
    assert_eq!(
        (found.verdict, found.reason.as_str()),
        (verdict, reason),
        "{source} / {claim}"
    );
}

#[test]
fn another_currency_and_a_minus_sign_are_not_word_for_word() {
    check_against(
        "Revenue rose to €318 million in 2024.",
        "Revenue rose to $318 million in 2024.",
        Verdict::Contradicted,
        "$318 million is not in [1]; [1] says €318 million",
    );
    check_against(
        "The vaccine is stored at 5 °C in the depot.",
        "The vaccine is stored at -5 °C in the depot.",
        Verdict::Contradicted,
        "-5 °C is not in [1]; [1] says 5 °C",
    );
    check_against(
        "The vaccine is stored at −5 °C in the depot.",
        "The vaccine is stored at -5 °C in the depot.",
        Verdict::Supported,
        "word for word in [1]",
    );
}

#[test]
fn the_same_thing_going_the_other_way_is_contradicted_however_short() {
    check_against(
        "Sales rose 5% in 2023.",
        "Sales fell 5%.",
        Verdict::Contradicted,
        "the claim says “fell”, [1] says “rose”",
    );
    check_against(
        "Revenue rose to €318 million in 2024 and costs fell to €201 million.",
        "Revenue fell to €318 million in 2024.",
        Verdict::Contradicted,
        "the claim says “fell”, [1] says “rose”",
    );
    check_against(
        "The ministry refused to confirm the merger of the two depots.",
        "The ministry confirmed the merger of the two depots.",
        Verdict::Contradicted,
        "the claim says “confirmed”, [1] says “refused to confirm”",
    );
}

#[test]
fn what_a_source_sets_against_it_does_not_deny_a_figure() {
    let source = "The bridge will cost €740 million, not the €520 million first planned.";
    let passage = passage(1, source);
    let evidence = [Evidence {
        number: 1,
        passage: &passage,
    }];
    let found = Checker::new(evidence).judge("The bridge will cost about €740 million.", &[1]);
    assert_eq!(found.verdict, Verdict::Supported, "{}", found.reason);
    check_against(
        "The council chose trams, not buses, for the northern line.",
        "The council chose trams for the northern line.",
        Verdict::Supported,
        "[1] says this in similar words",
    );
}

#[test]
fn one_amount_in_other_units_is_no_change() {
    check_against(
        "The bank raised its rate by 25 basis points.",
        "The bank raised its rate by 0.25 points.",
        Verdict::Supported,
        "[1] says this in similar words",
    );
}

#[test]
fn changed_roles_contradict_and_all_of_some_is_not_supported() {
    check_against(
        "Rostall acquired Bremar in 2019.",
        "Bremar acquired Rostall.",
        Verdict::Contradicted,
        "the claim says “Bremar acquired Rostall”, [1] says “Rostall acquired Bremar”",
    );
    check_against(
        "Some patients reported mild side effects.",
        "All patients reported mild side effects.",
        Verdict::Partial,
        "the claim says “All”, [1] says “Some”",
    );
}

#[test]
fn a_currency_may_be_a_sign_or_a_code() {
    check_against(
        "Revenue at the northern depot was €318 million in 2024.",
        "In 2024 the northern depot had revenue of EUR 318 million.",
        Verdict::Supported,
        "[1] says this in similar words",
    );
}

#[test]
fn an_altered_quotation_is_named() {
    check(
        "“Storage paid for itself quickly,” the director said.",
        &[2],
        Verdict::Unsupported,
        "the quoted words “Storage paid for itself quickly” are not in [2]",
    );
}

#[test]
fn a_wrong_citation_is_told_from_an_unsupported_claim() {
    check(
        "Wholesale prices rose in winter.",
        &[3],
        Verdict::Unsupported,
        "[3] does not say this, [1] does",
    );
    check(
        "Solar panels need no maintenance at all.",
        &[1],
        Verdict::Unsupported,
        "no sentence of [1] has its words",
    );
}

#[test]
fn what_cannot_be_checked_is_never_a_pass() {
    check(
        "Wholesale prices rose in winter.",
        &[9],
        Verdict::Unchecked,
        "no passage of [9] is at hand to check against",
    );
    check(
        "Wholesale prices rose in winter.",
        &[],
        Verdict::Uncited,
        "no citation; [1] says this",
    );
}

#[test]
fn the_best_sentence_is_quoted_with_its_place() {
    let found = judge("Repair costs were 3.2 million euros.", &[1]);
    let quote = found.evidence.unwrap();
    assert_eq!(quote.text, "Repairs cost €3.2 million.");
    assert_eq!(&library()[0].text[quote.span.clone()], quote.text);
}

#[test]
fn a_section_is_split_into_its_claims() {
    let passages = library();
    let evidence: Vec<_> = passages
        .iter()
        .map(|passage| Evidence {
            number: passage.id.0 as u32,
            passage,
        })
        .collect();
    let text = "## Prices\nWholesale prices rose in winter. Why is that?\n\nThe evidence does not say anything about Peru.";
    let claims = check_section(text, &evidence, &[]);
    let texts: Vec<_> = claims.iter().map(|claim| claim.text.as_str()).collect();
    assert_eq!(texts, ["Wholesale prices rose in winter."]);
}

#[test]
fn what_the_best_sentence_does_not_say_is_quoted_from_another() {
    let source = passage(
        1,
        "The city of Arlen runs 120 buses. Its depots are old. In March 2025, 41 of the 120 buses were electric.",
    );
    let mut checker = Checker::new([Evidence {
        number: 1,
        passage: &source,
    }]);
    let quoted = |judgement: &Judgement| -> Vec<String> {
        let quotes = judgement.evidence.iter().chain(&judgement.more);
        let mut texts: Vec<String> = quotes.map(|quote| quote.text.clone()).collect();
        texts.sort();
        texts
    };
    let found = checker.judge(
        "The city of Arlen runs 120 buses, of which 41 were electric in March 2025.",
        &[1],
    );
    assert_eq!(
        quoted(&found),
        [
            "In March 2025, 41 of the 120 buses were electric.",
            "The city of Arlen runs 120 buses.",
        ]
    );
    let found = checker.judge("The city of Arlen runs 120 buses.", &[1]);
    assert_eq!(quoted(&found), ["The city of Arlen runs 120 buses."]);
}

#[test]
fn the_evidence_of_a_verbatim_claim_is_the_sentence_that_has_its_words() {
    let passages = [passage(
        1,
        "The line carried 190,000 people in 2022. Fares rose. The line carried 201,000 people in 2021.",
    )];
    let evidence = passages
        .iter()
        .map(|passage| Evidence { number: 1, passage });
    let found = Checker::new(evidence).judge("The line carried 201,000 people in 2021.", &[1]);
    assert_eq!(found.verdict, Verdict::Supported);
    assert!(
        found
            .evidence
            .is_some_and(|quote| quote.text.contains("201,000"))
    );
}

#[test]
fn a_bound_is_not_proved_by_the_value_of_something_else() {
    let text = "Germany pays households up to 70 percent of the cost. In a survey 61 percent named the price.";
    let passages = [passage(1, text)];
    let judge = |claim: &str| {
        let evidence = passages
            .iter()
            .map(|passage| Evidence { number: 1, passage });
        Checker::new(evidence).judge(claim, &[1]).verdict
    };
    assert_eq!(
        judge("Germany pays households up to 70 percent of the cost."),
        Verdict::Supported
    );
    assert_ne!(
        judge("Germany pays households up to 80 percent of the cost."),
        Verdict::Supported
    );
    let beside = "Germany pays households up to 70 percent of the cost of a heat pump. Italy pays up to 40 percent.";
    let passages = [passage(1, beside)];
    let evidence = passages
        .iter()
        .map(|passage| Evidence { number: 1, passage });
    let claim = "Germany pays households up to 40 percent of the cost of a heat pump.";
    let judged = Checker::new(evidence).judge(claim, &[1]);
    assert_ne!(judged.verdict, Verdict::Supported, "{}", judged.reason);
}

#[test]
fn a_row_of_a_table_is_not_borne_out_by_the_next() {
    let rows = [
        passage(1, "Country: Sweden; Year: 2022; Sales: 0.23"),
        passage(2, "Country: Sweden; Year: 2023; Sales: 0.27"),
    ];
    let judge = |claim: &str| {
        let evidence = rows.iter().map(|passage| Evidence { number: 1, passage });
        Checker::new(evidence).judge(claim, &[1])
    };
    let found = judge("Sales in Sweden came to 0.27 in 2023.");
    assert!(
        found
            .evidence
            .is_some_and(|quote| quote.text.contains("2023"))
    );
}

#[test]
fn a_name_in_the_title_or_a_heading_is_named() {
    let mut trial = passage(
        1,
        "In this trial 1,034 adults were allocated to the drug or to usual care. The rate ratio was 0.61.",
    );
    trial.headings = vec!["Results of DAWN-1".to_owned()];
    let judged = |claim: &str, title: &str| {
        let evidence = [Evidence {
            number: 1,
            passage: &trial,
        }];
        let titles = [(1, title.to_owned())];
        Checker::new(evidence).entitled(titles).judge(claim, &[1])
    };
    for claim in [
        "The rate ratio of DAWN-1 was 0.61.",
        "MERIDIAN allocated 1,034 adults to the drug or to usual care.",
    ] {
        let found = judged(claim, "The pragmatic MERIDIAN trial");
        assert_eq!(
            found.verdict,
            Verdict::Supported,
            "{claim}: {}",
            found.reason
        );
    }
    let use_of = passage(
        2,
        "Field tests in Finland went well. Electricity use rose by 31 percent in January.",
    );
    let said = "Jane Smith reports that electricity use rose by 31 percent in January.";
    for (author, expected) in [("Jane Smith", true), ("Jane Olsen", false)] {
        let evidence = [Evidence {
            number: 1,
            passage: &use_of,
        }];
        let mut by = Checker::new(evidence).entitled([(1, author.to_owned())]);
        let found = by.judge(said, &[1]);
        let reason = &found.reason;
        assert_eq!(
            found.verdict == Verdict::Supported,
            expected,
            "{author}: {reason}"
        );
    }
    let evidence = [Evidence {
        number: 1,
        passage: &trial,
    }];
    let mut dated = Checker::new(evidence).dated([(1, "2020-03-02")]);
    for (claim, expected) in [
        (
            "A 2020 study found that 1,034 adults were allocated to the drug or to usual care.",
            true,
        ),
        (
            "A 2018 study found that 1,034 adults were allocated to the drug or to usual care.",
            false,
        ),
        (
            "In 2020 1,034 adults were allocated to the drug or to usual care.",
            false,
        ),
    ] {
        let found = dated.judge(claim, &[1]);
        let reason = &found.reason;
        assert_eq!(
            found.verdict == Verdict::Supported,
            expected,
            "{claim}: {reason}"
        );
    }
    let found = judged("The rate ratio of DAWN-2 was 0.61.", "A trial");
    assert_eq!(found.verdict, Verdict::Unsupported);
    assert!(
        found.reason.contains("DAWN-2 is not in [1]"),
        "{}",
        found.reason
    );
}

#[test]
fn a_date_line_is_not_quoted_for_a_claim_that_another_sentence_is_about() {
    let report = passage(
        1,
        "Keld Audit Office, 6 February 2025\n\nThe ferry is expected to cost €124.5 million. The old ferry was sold.",
    );
    let evidence = [Evidence {
        number: 1,
        passage: &report,
    }];
    let found = Checker::new(evidence).judge(
        "In February 2025 the Keld Audit Office put the ferry at €124.5 million.",
        &[1],
    );
    let quotes: Vec<String> = found
        .evidence
        .into_iter()
        .chain(found.more)
        .map(|quote| quote.text)
        .collect();
    assert!(
        quotes.iter().any(|quote| quote.contains("124.5")),
        "{quotes:?}"
    );
    assert!(
        !quotes.iter().any(|quote| quote.contains("February")),
        "{quotes:?}"
    );
}

#[test]
fn a_difference_and_a_rounded_part_are_borne_out_by_the_two_values() {
    let text = "Revenue fell from NOK 2.02 billion in 2022 to NOK 1.84 billion in 2023.";
    for claim in [
        "Revenue fell by NOK 180 million.",
        "Revenue fell by roughly 9% to NOK 1.84 billion in 2023.",
    ] {
        let passage = passage(1, text);
        let evidence = [Evidence {
            number: 1,
            passage: &passage,
        }];
        let found = Checker::new(evidence).judge(claim, &[1]);
        assert_eq!(
            found.verdict,
            Verdict::Supported,
            "{claim}: {}",
            found.reason
        );
    }
}

#[test]
fn a_claim_in_another_language_than_its_source_is_not_checked_rather_than_refused() {
    for claim in [
        "Die Reparaturen dauerten lange, und der Preis fiel im Sommer.",
        "维修费用为四百万欧元。",
    ] {
        let found = judge(claim, &[1]);
        assert_eq!(
            found.verdict,
            Verdict::Unchecked,
            "{claim}: {}",
            found.reason
        );
        let begins = "is in another language than [1]";
        assert!(found.reason.starts_with(begins), "{}", found.reason);
    }
}

#[test]
fn the_title_by_which_a_brief_says_who_speaks_is_not_part_of_what_is_said() {
    let title = "FAQ on the backdoor (CVE-2024-3094)";
    let said = passage(1, "We know that the combination of both is vulnerable.");
    let evidence = [Evidence {
        number: 1,
        passage: &said,
    }];
    let mut checker = Checker::new(evidence).entitled([(1, title.to_owned())]);
    let claim = format!("{title}: “We know that the combination of both is vulnerable.”");
    let found = checker.judge(&claim, &[1]);
    assert_eq!(found.verdict, Verdict::Supported, "{}", found.reason);
    let claim = format!("{title}: “We know that the combination of both is safe.”");
    assert_ne!(checker.judge(&claim, &[1]).verdict, Verdict::Supported);
}
