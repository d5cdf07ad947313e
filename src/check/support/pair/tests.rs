//! What judging one claim with its evidence, and two texts against each other, promises.

use super::*;

fn judge_pair(claim: &str, evidence: &[&str]) -> Judgement {
    Pairs::default().judge(claim, evidence)
}

fn contradiction(a: &str, b: &str) -> f32 {
    Pairs::default().contradiction(a, b)
}

#[test]
fn what_is_no_sentence_is_bounded_or_told() {
    let endless = "storage cut the peak ".repeat(100_000);
    let found = judge_pair("Storage cut the peak in winter.", &[&endless]);
    assert!(
        found
            .evidence
            .is_some_and(|quote| quote.text.len() <= 4_000)
    );
    assert_eq!(
        judge_pair(&endless, &["Storage."]).verdict,
        Verdict::Unchecked
    );
    assert!((0.0..=1.0).contains(&contradiction(&endless, &endless.to_uppercase())));
}

#[test]
fn a_quotation_and_a_number_far_from_the_rest_are_not_called_missing() {
    let rest = "Trains run on time. Rivers carry sand. Schools open at eight. Wages were discussed. Forests cover the land.";
    let evidence = format!(
        "The outage of the northern grid ended in May. {rest} {rest} Repairs cost 3.2 million euros. {rest} “We were lucky this time,” the mayor said."
    );
    for claim in [
        "The outage of the northern grid ended in May after repairs of 3.2 million euros.",
        "The outage of the northern grid ended in May: “we were lucky this time”.",
    ] {
        let found = judge_pair(claim, &[&evidence]);
        assert!(
            !found.reason.contains("million euros is not in"),
            "{}",
            found.reason
        );
        assert!(
            !found.reason.contains("the quoted words"),
            "{}",
            found.reason
        );
        assert_ne!(found.verdict, Verdict::Contradicted);
    }
}

#[test]
fn a_turn_of_a_conversation_is_read_with_its_speaker() {
    let transcript = |first: &str, second: &str| {
        format!(
            "{first}: Hello. I sold the red car in Marenholt yesterday.\n{second}: Good. I kept the boat.\n{first}: See you."
        )
    };
    let claim = "Ann sold the red car in Marenholt.";
    let score = |evidence: &str| judge_pair(claim, &[evidence]).score;
    assert!(score(&transcript("Ann", "Bob")) > score(&transcript("Eve", "Bob")));
}

#[test]
fn a_pair_is_supported_exactly_from_one_half_on() {
    let evidence = [
        "Roads are long.",
        "The outage lasted 14 hours. Repairs cost €3.2 million.",
    ];
    for (claim, supported) in [
        ("The outage lasted 14 hours.", true),
        ("The outage lasted 41 hours.", false),
        ("Solar panels need no maintenance at all.", false),
    ] {
        let found = judge_pair(claim, &evidence);
        assert_eq!(
            found.verdict == Verdict::Supported,
            supported,
            "{claim}: {found:?}"
        );
        assert_eq!(found.score >= 0.5, supported, "{claim}");
    }
}

#[test]
fn the_best_sentence_is_quoted_from_its_passage() {
    let evidence = [
        "Roads are long.",
        "The outage lasted 14 hours. Repairs cost €3.2 million.",
    ];
    let quote = judge_pair("Repairs cost 3.2 million euros.", &evidence)
        .evidence
        .unwrap();
    assert_eq!((quote.number, quote.passage), (Some(2), PassageId(1)));
    assert_eq!(
        &evidence[1][quote.span.clone()],
        "Repairs cost €3.2 million."
    );
}

#[test]
fn a_pair_is_judged_alike_alone_and_after_others() {
    let evidence = [
        "In May 2024 the Alpine Grid lost power for 14 hours. Prices rose.",
        "“L’été fut très sec,” said the Board’s director in Zürich. 电价 rose by 12 %.",
    ];
    let claims = [
        "Prices fell in Zürich.",
        "The Alpine Grid lost power for 41 hours.",
        "The Alpine Grid's power was lost.",
        "The director said “the summer was very dry” in May 2024.",
        "Prices rose.",
    ];
    let mut pairs = Pairs::default();
    for claim in claims.iter().chain(claims.iter().rev()) {
        let found = pairs.judge(claim, &evidence);
        assert_eq!(found, judge_pair(claim, &evidence), "{claim}");
    }
}

#[test]
fn what_has_no_words_is_unchecked() {
    for (claim, evidence) in [
        ("", &["Roads are long."][..]),
        ("Roads are long.", &[]),
        ("Roads are long.", &["", "…"]),
    ] {
        assert_eq!(judge_pair(claim, evidence).verdict, Verdict::Unchecked);
    }
}

#[test]
fn a_word_and_its_opposite_contradict_and_unrelated_or_like_sentences_do_not() {
    for (a, b, contradict) in [
        ("Prices rose.", "Prices fell.", true),
        (
            "Prices rose by 12 percent.",
            "Prices fell by 12 percent.",
            true,
        ),
        ("The plan was accepted.", "The plan was rejected.", true),
        (
            "The drug is safe for children.",
            "The drug is unsafe for children.",
            true,
        ),
        ("Prices rose.", "Prices increased.", false),
        ("Prices rose.", "The choir sang.", false),
        ("Prices rose.", "Demand fell.", false),
        (
            "The north has more rain.",
            "More rain falls in the north.",
            false,
        ),
    ] {
        let found = contradiction(a, b);
        assert_eq!(found > 0.5, contradict, "{a} / {b}: {found}");
    }
}

#[test]
fn what_is_said_of_others_contradicts_nothing() {
    for (a, b) in [
        (
            "Prices in Graz rose by 3 percent.",
            "Prices in Linz fell by 1 percent.",
        ),
        (
            "Minister Adeyemi backs the dam.",
            "Minister Larsen opposes the dam.",
        ),
        (
            "In girls the therapy lowered anxiety.",
            "In boys the therapy did not lower anxiety.",
        ),
        (
            "The jury did not acquit the clerk.",
            "The jury convicted the clerk.",
        ),
    ] {
        let found = contradiction(a, b);
        assert!(found < 0.5, "{a} / {b}: {found}");
    }
    for (a, b) in [
        (
            "The regulator approved the merger.",
            "The regulator blocked the merger.",
        ),
        ("The chair is Anna Lind.", "The chair is Per Holm."),
        (
            "Members voted to ban the pesticide.",
            "Members voted against a ban of the pesticide.",
        ),
    ] {
        let found = contradiction(a, b);
        assert!(found > 0.5, "{a} / {b}: {found}");
    }
}

#[test]
fn contradiction_is_symmetrical_and_needs_opposition() {
    let high = contradiction(
        "The outage lasted 14 hours in the north.",
        "In the north the outage lasted 9 hours.",
    );
    let low = contradiction(
        "The outage lasted 14 hours in the north.",
        "In the north the outage lasted 14 hours.",
    );
    assert!(high > 0.5 && low < 0.5, "{high} {low}");
    assert!(
        (high
            - contradiction(
                "In the north the outage lasted 9 hours.",
                "The outage lasted 14 hours in the north."
            ))
        .abs()
            < 1e-6
    );
}

#[test]
fn each_party_of_a_disagreement_is_given_its_own_words() {
    for (evidence, claim, supported) in [
        (
            "The Audit Office expects £131 million. Marlow Buses expects the total cost to be £118 million, not £131 million.",
            "The Audit Office expects £131 million, while Marlow Buses expects £118 million.",
            true,
        ),
        (
            "The pilots' union says that 40 flights were cancelled. The airline Norjet says that 12 flights were cancelled, and denies that it was 40.",
            "The pilots' union says that 40 flights were cancelled, whereas Norjet says that 12 flights were cancelled.",
            true,
        ),
        (
            "The pilots' union says that 40 flights were cancelled. The airline Norjet says that 12 flights were cancelled, and denies that it was 40.",
            "Norjet says that 40 flights were cancelled, whereas the pilots' union says that 12 flights were cancelled.",
            false,
        ),
        (
            "Brenner and others found that the salve lowers fever. Aldous and others found that the salve does not lower fever.",
            "Aldous found that the salve lowers fever, while Brenner found that the salve does not lower fever.",
            false,
        ),
    ] {
        let found = judge_pair(claim, &[evidence]);
        let is_right = if supported {
            found.verdict == Verdict::Supported
        } else {
            found.verdict == Verdict::Contradicted
        };
        assert!(is_right, "{claim}: {found:?}");
    }
}

/// Judges claims against one piece of evidence each.
#[track_caller]
fn verdicts(cases: &[(&str, &str, Verdict)]) {
    for (claim, evidence, expected) in cases {
        let found = judge_pair(claim, &[evidence]);
        assert_eq!(
            found.verdict, *expected,
            "{claim} / {evidence}: {}",
            found.reason
        );
    }
}

#[test]
fn what_an_amount_comes_to_in_other_units_is_reckoned_and_told() {
    let oven = "Bake the loaf at 250 °C for an hour.";
    let found = judge_pair("Bake the loaf at 480 °F for an hour.", &[oven]);
    assert_eq!(found.verdict, Verdict::Supported, "{}", found.reason);
    assert!(
        found.reason.contains("480 °F is 250 °C"),
        "{}",
        found.reason
    );
    verdicts(&[
        (
            "Bake the loaf at 400 °F for an hour.",
            oven,
            Verdict::Contradicted,
        ),
        (
            "The ship made 20 knots.",
            "The ship made 37 km/h.",
            Verdict::Supported,
        ),
        (
            "The ship made 20 km/h.",
            "The ship made 20 knots.",
            Verdict::Contradicted,
        ),
        (
            "The play began at 8 p.m.",
            "The play began at 20:00.",
            Verdict::Supported,
        ),
    ]);
}

#[test]
fn what_follows_from_the_values_of_a_sentence_is_reckoned_and_told() {
    let album = "The album was recorded in 1971 and released two years later.";
    let found = judge_pair("The album came out in 1973.", &[album]);
    assert_ne!(found.verdict, Verdict::Contradicted, "{}", found.reason);
    let looms = "Three of the eight looms run.";
    let found = judge_pair("Five of the eight looms do not run.", &[looms]);
    assert_ne!(found.verdict, Verdict::Contradicted, "{}", found.reason);
    let cut = "The subsidy covered 40 percent of the price until 2019 and 25 percent since. Applications fell from 12,400 to 7,900 after the cut. The agency \
               employed 14 people.";
    for (claim, expected) in [
        (
            "The agency employed 14 people, and applications fell by 4,500.",
            true,
        ),
        (
            "Applications fell by 4,500, and the agency employed 14 people.",
            true,
        ),
        (
            "The subsidy was cut from 40 to 25 percent, and applications fell by about 36 %.",
            true,
        ),
        (
            "The agency employed 14 people, and applications fell by 5,500.",
            false,
        ),
        (
            "The agency employed 14 people, and prices fell by 4,500.",
            false,
        ),
    ] {
        let found = judge_pair(claim, &[cut]);
        let reason = &found.reason;
        assert_eq!(
            found.verdict == Verdict::Supported,
            expected,
            "{claim}: {reason}"
        );
    }
    let sales = "Sales climbed from 40 to 52 million litres.";
    let found = judge_pair("Sales grew by 12 million litres.", &[sales]);
    assert!(
        found
            .reason
            .contains("follows from “40 to 52 million litres”"),
        "{}",
        found.reason
    );
    verdicts(&[
        (
            "Sales grew by 12 million litres.",
            sales,
            Verdict::Supported,
        ),
        ("Sales more than doubled.", sales, Verdict::Contradicted),
    ]);
}

#[test]
fn values_that_are_known_settle_what_a_claim_says_of_them() {
    verdicts(&[
        (
            "The share fell to 5 per cent.",
            "The share fell by 5 per cent.",
            Verdict::Contradicted,
        ),
        (
            "The northern glacier lost less ice than the southern one.",
            "The northern glacier lost 14 metres of ice, the southern one 9 metres.",
            Verdict::Contradicted,
        ),
        (
            "The comet was seen in the summer of 1910.",
            "The comet was seen on 14 April 1910.",
            Verdict::Contradicted,
        ),
        (
            "Queen Elizabeth II opened it.",
            "Queen Elizabeth I opened it.",
            Verdict::Contradicted,
        ),
    ]);
}

#[test]
fn what_a_report_says_of_its_own_figures_is_no_part_of_a_claim() {
    verdicts(&[(
        "1. The alloy melts at 640 °C (see Fig. 7).",
        "The alloy melts at 640 °C.",
        Verdict::Supported,
    )]);
}

#[test]
fn what_is_set_against_another_thing_is_the_same_in_other_words() {
    let council = "The council now expects to save £96,000 a year, not £118,000.";
    let launch = "The launch will take place in May, not in March as announced.";
    let chosen = "The firm chose Postgres, not Mongo.";
    for (claim, evidence, is_true) in [
        (
            "The council now expects to save £96,000 a year instead of the £118,000 estimated before.",
            council,
            true,
        ),
        (
            "The council expects to save £96,000 rather than £118,000 a year.",
            council,
            true,
        ),
        (
            "The council now expects to save £96,000 a year, down from £118,000.",
            council,
            true,
        ),
        (
            "Expected savings fell from £118,000 to £96,000 a year.",
            council,
            true,
        ),
        (
            "The council expects to save £118,000 a year instead of £96,000.",
            council,
            false,
        ),
        (
            "The council now expects to save £118,000 a year.",
            council,
            false,
        ),
        (
            "The launch is now planned for May rather than March.",
            launch,
            true,
        ),
        (
            "The launch is planned for March rather than May.",
            launch,
            false,
        ),
        ("The firm chose Postgres instead of Mongo.", chosen, true),
        ("The firm chose Mongo instead of Postgres.", chosen, false),
        (
            "The firm chose Postgres over Mongo.",
            "The firm chose Postgres rather than Mongo.",
            true,
        ),
    ] {
        let found = judge_pair(claim, &[evidence]);
        let expected = if is_true {
            Verdict::Supported
        } else {
            Verdict::Contradicted
        };
        assert_eq!(found.verdict, expected, "{claim}: {}", found.reason);
    }
}

#[test]
fn what_a_claim_says_of_a_row_and_a_column_is_held_against_their_cell() {
    let lines = "The catch of the harbours in tonnes.\n\n| Town | 2020 | 2021 |\n|---|---|---|\n| Keld | 120 | 95 |\n| Orsa | 80 | 101 |";
    let rows = "Town: Keld; 2020: 120; 2021: 95\n\nTown: Orsa; 2020: 80; 2021: 101";
    for table in [lines, rows] {
        verdicts(&[
            ("In 2020 Keld landed 120.", table, Verdict::Supported),
            ("In 2020 Keld landed 95.", table, Verdict::Contradicted),
            ("In 2020 Keld landed 80.", table, Verdict::Contradicted),
            (
                "In 2021 Orsa landed 95 and Keld 101.",
                table,
                Verdict::Contradicted,
            ),
        ]);
    }
    verdicts(&[
        (
            "Keld's catch was 120 tonnes in 2020.",
            lines,
            Verdict::Supported,
        ),
        (
            "Keld's catch was 95 tonnes in 2020.",
            lines,
            Verdict::Contradicted,
        ),
        (
            "Keld's catch rose between 2020 and 2021.",
            lines,
            Verdict::Contradicted,
        ),
        (
            "In 2021 Orsa had the largest catch.",
            lines,
            Verdict::Supported,
        ),
        (
            "In 2021 Keld had the largest catch.",
            lines,
            Verdict::Contradicted,
        ),
    ]);
}

#[test]
fn what_is_said_of_another_thing_is_not_supported() {
    verdicts(&[
        (
            "The parish will sell the old mill in June.",
            "The parish met on Monday. The brewery will sell the old mill in June, it said.",
            Verdict::Partial,
        ),
        (
            "The brewery will sell the old mill in June.",
            "The parish met on Monday. The brewery will sell the old mill in June, it said.",
            Verdict::Supported,
        ),
        (
            "The brewery reopened in March after a flood.",
            "The brewery reopened in March. The chapel closed after a flood.",
            Verdict::Partial,
        ),
        (
            "Orsa overtook Keld as the largest port of the coast.",
            "Keld handled 40 ships. It overtook Orsa as the largest port of the coast.",
            Verdict::Contradicted,
        ),
        (
            "The moon has a rocky core.",
            "The moon circles its planet in nine days. Models suggest that it may have a rocky core.",
            Verdict::Partial,
        ),
    ]);
}

#[test]
fn one_thing_in_another_form_is_supported_and_another_is_not() {
    verdicts(&[
        (
            "The mill was founded in late 2021.",
            "The mill was founded in November 2021.",
            Verdict::Supported,
        ),
        (
            "The milk is not filtered.",
            "The milk is unfiltered.",
            Verdict::Supported,
        ),
        (
            "Keld collapsed.",
            "Keld collapsed in May.",
            Verdict::Supported,
        ),
        (
            "Die Ernte stieg um 3,5 Prozent auf 1.200 Tonnen.",
            "Die Ernte stieg um 3,5 % auf 1200 Tonnen.",
            Verdict::Supported,
        ),
        (
            "He was the tenth mayor of Keld.",
            "He was the 14th mayor of Keld.",
            Verdict::Contradicted,
        ),
        (
            "ارتفع السعر إلى ١٥ دولارا.",
            "ارتفع السعر إلى 12 دولارا.",
            Verdict::Contradicted,
        ),
        (
            "Veal bones need four hours, chicken bones at least eight.",
            "Chicken bones need four hours, veal bones at least eight.",
            Verdict::Contradicted,
        ),
    ]);
}

#[test]
fn what_belongs_to_another_time_another_doer_or_another_part_is_contradicted() {
    for (evidence, wrong, right) in [
        (
            "The rule was adopted on 4 May 2021 and applies from 9 June 2023.",
            "The rule has applied since 4 May 2021.",
            "The rule has applied since 9 June 2023.",
        ),
        (
            "Some 1.4 million homes lost power on Tuesday; by Thursday 96,000 were still dark.",
            "On Thursday more than 900,000 homes had no power.",
            "On Thursday fewer than 100,000 homes were dark.",
        ),
        (
            "The bridge was designed by Ida Holm and built by the firm of Nils Berg.",
            "Nils Berg designed the bridge.",
            "Ida Holm designed the bridge.",
        ),
        (
            "The outage was caused by an expired certificate. A firmware update had been suspected first.",
            "The outage was caused by a firmware update.",
            "An expired certificate caused the outage.",
        ),
        (
            "The plan would close the gap for all of them, but would need seven buses.",
            "The plan would close the gap for few of them, but would need seven buses.",
            "The plan would need seven buses.",
        ),
        (
            "Rents averaged 9.10 euros in 2012 and 18.40 in 2022.",
            "Rents tripled between 2012 and 2022.",
            "Rents doubled between 2012 and 2022.",
        ),
        (
            "Operating profit came to 84.6 million in the third quarter, against 71.2 million a year earlier.",
            "Operating profit fell in the third quarter.",
            "Operating profit increased in the third quarter.",
        ),
        (
            "The clause was unenforceable because the client had never been shown it.",
            "The clause was enforceable because the client had been shown it.",
            "The clause was not enforceable because the client had never been shown it.",
        ),
        (
            "After the change latency went from 340 ms to 210 ms.",
            "The change raised latency to 340 ms.",
            "The change cut latency to 210 ms.",
        ),
    ] {
        let found = judge_pair(wrong, &[evidence]);
        assert_ne!(found.verdict, Verdict::Supported, "{wrong}");
        let found = judge_pair(right, &[evidence]);
        assert_eq!(
            found.verdict,
            Verdict::Supported,
            "{right}: {}",
            found.reason
        );
    }
}

#[test]
fn what_one_of_many_did_is_not_done_to_what_another_clause_names() {
    let found = judge_pair(
        "Side effects were reported by the majority of participants.",
        &[
            "Most participants reported at least one mild side effect; a few needed treatment and one withdrew.",
        ],
    );
    assert_eq!(found.verdict, Verdict::Supported, "{}", found.reason);
}

#[test]
fn another_reason_than_that_of_the_evidence_is_not_borne_out() {
    let evidence = ["The airline cancelled 120 flights owing to a shortage of pilots."];
    for (claim, expected) in [
        ("The airline cancelled 120 flights owing to a storm.", false),
        (
            "The airline cancelled 120 flights owing to a shortage of pilots.",
            true,
        ),
        (
            "The airline cancelled 120 flights because pilots were short.",
            true,
        ),
    ] {
        let found = judge_pair(claim, &evidence);
        let is_supported = found.verdict == Verdict::Supported;
        assert_eq!(is_supported, expected, "{claim}: {}", found.reason);
    }
}

#[test]
fn what_was_only_measured_is_no_result() {
    let evidence =
        ["We measured cortisol and sleep in 240 drivers before and after the change of shift."];
    let found = judge_pair(
        "The change of shift increased cortisol in the drivers.",
        &evidence,
    );
    assert_ne!(found.verdict, Verdict::Supported, "{}", found.reason);
    let both = [
        "We measured cortisol in 240 drivers before and after the change of shift. Cortisol increased after the change.",
    ];
    let found = judge_pair(
        "The change of shift increased cortisol in the drivers.",
        &both,
    );
    assert_eq!(found.verdict, Verdict::Supported, "{}", found.reason);
}

#[test]
fn what_else_a_sentence_denies_leaves_what_it_states() {
    for (evidence, claim, is_opposed) in [
        (
            "Older diesel vans pay a daily charge of £12.50; private cars are exempt.",
            "Older diesel vans do not pay a daily charge.",
            true,
        ),
        (
            "The drug reduces pain but does not lower fever.",
            "The drug does not reduce pain.",
            true,
        ),
        (
            "The law applies to banks, not to insurers.",
            "The law does not apply to banks.",
            true,
        ),
        (
            "The board approved a price increase of 3 per cent, excluding key accounts.",
            "Key accounts are exempt from the price increase.",
            false,
        ),
        (
            "The strike ended not because of the offer but because the fund ran dry.",
            "The offer was not why the strike ended.",
            false,
        ),
    ] {
        let found = judge_pair(claim, &[evidence]);
        let is_contradicted = found.verdict == Verdict::Contradicted;
        assert_eq!(is_contradicted, is_opposed, "{claim}: {}", found.reason);
    }
}

#[test]
fn a_fall_that_may_have_been_and_a_tie_are_no_effect() {
    for (evidence, claim) in [
        (
            "The zone may have contributed to a modest fall in asthma admissions.",
            "The zone reduced asthma admissions.",
        ),
        (
            "Coffee was linked to a lower risk of gout in the cohort.",
            "Coffee lowers the risk of gout.",
        ),
    ] {
        let found = judge_pair(claim, &[evidence]);
        assert_eq!(found.verdict, Verdict::Partial, "{claim}: {}", found.reason);
    }
}

#[test]
fn which_of_two_texts_comes_first_makes_no_difference() {
    for (a, b) in [
        (
            "The clinic in Arden will stay open.",
            "The clinic in Arden is to close at the end of the year.",
        ),
        (
            "Argo Ltd sold its stake in Nordwind AG to Helix.",
            "Helix bought Argo's stake in Nordwind AG.",
        ),
        (
            "The reserve is home to 23 lynx.",
            "Twenty-three lynx and 31 wolves have been counted in the reserve since.",
        ),
        (
            "Adult tickets cost 14 euros, while children's admission is 6 euros.",
            "Tickets for children cost 6 euros.",
        ),
    ] {
        let (there, back) = (contradiction(a, b), contradiction(b, a));
        assert!((there - back).abs() < 0.1, "{a} / {b}: {there} {back}");
    }
}

/// Whether each of two claims comes out as it should beside the same evidence: the first is borne out, the second is not.
#[track_caller]
fn tells_apart(evidence: &str, right: &str, wrong: &str) {
    for (claim, expected) in [(right, true), (wrong, false)] {
        let found = judge_pair(claim, &[evidence]);
        assert_eq!(
            found.verdict == Verdict::Supported,
            expected,
            "{claim}: {found:?}"
        );
    }
}

#[test]
fn the_claim_of_one_part_of_a_sentence_is_held_against_that_part() {
    const COSTS: &str = "Costs were cut by 5 percent in the first year, and spending fell by a further 3 percent in the second.";
    tells_apart(
        COSTS,
        "Costs fell by a further 3 percent in the second year.",
        "Costs fell by a further 5 percent in the second year.",
    );
    tells_apart(
        "In the first year costs fell by 12 percent; in the second year they fell by a further 3 percent.",
        "Costs fell by a further 3 percent in the second year.",
        "Costs fell by 12 percent in the second year.",
    );
}

#[test]
fn the_end_of_one_thing_is_not_that_of_another_nor_one_that_was_undone() {
    for (claim, evidence) in [
        (
            "The bakery no longer sells cakes.",
            "The bakery stopped selling bread in March and now sells only cakes.",
        ),
        (
            "The unions no longer support the pension reform.",
            "The unions withdrew their support for the tax reform. They continue to support the pension reform.",
        ),
        (
            "The dam no longer generates power.",
            "The dam stopped generating power in 2015 but resumed in 2019.",
        ),
        (
            "Fireworks are no longer banned.",
            "The ban on fireworks will be lifted in 2028.",
        ),
    ] {
        let judged = judge_pair(claim, &[evidence]);
        assert_ne!(judged.verdict, Verdict::Supported, "{claim}");
    }
}

#[test]
fn which_way_something_went_is_read_from_its_two_values() {
    for evidence in [
        "Port | Cargo 2022 (kt) | Cargo 2023 (kt)\nSolvik | 4710 | 4360\nHavnsund | 1450 | 1395",
        "Cargo at Havnsund was 1450 kt in 2022 and 1395 kt in 2023.",
    ] {
        let wrong = judge_pair("Cargo at Havnsund increased in 2023.", &[evidence]);
        assert_eq!(wrong.verdict, Verdict::Contradicted, "{wrong:?}");
        let right = judge_pair("Cargo at Havnsund fell in 2023.", &[evidence]);
        assert_eq!(right.verdict, Verdict::Supported, "{right:?}");
    }
}

#[test]
fn nobody_was_hurt_where_nobody_was_injured() {
    tells_apart(
        "Two workers were injured when the crane fell.",
        "Two workers were hurt when the crane fell.",
        "Nobody was hurt when the crane fell.",
    );
}

#[test]
fn what_is_only_believed_or_claimed_is_neither_borne_out_nor_denied_by_that() {
    let verdict = |claim: &str, evidence: &str| Pairs::default().judge(claim, &[evidence]).verdict;
    let dam = "Many people believe that the dam leaks. It does not.";
    assert_ne!(verdict("The dam leaks.", dam), Verdict::Supported);
    assert_ne!(
        verdict("The dam does not leak.", dam),
        Verdict::Contradicted
    );
    let fish =
        "It is often said that goldfish forget within seconds; in fact they remember for months.";
    assert_ne!(
        verdict("Goldfish forget within seconds.", fish),
        Verdict::Supported
    );
    // What is stated denies it all the same.
    let dam = "Engineers found that the dam leaks.";
    assert_eq!(
        verdict("The dam does not leak.", dam),
        Verdict::Contradicted
    );
}

#[test]
fn a_rise_or_fall_is_of_what_stands_with_it() {
    let verdict = |claim: &str, evidence: &str| Pairs::default().judge(claim, &[evidence]).verdict;
    let income = "Revenue was $218.4 million, up 6% from a year earlier, while net income slid 11% to $19.2 million as resin costs rose.";
    assert_eq!(
        verdict("Net income fell by 11% to $19.2 million.", income),
        Verdict::Supported
    );
    assert_eq!(
        verdict("Net income rose 11% to $19.2 million.", income),
        Verdict::Contradicted
    );
    assert_eq!(verdict("Resin costs fell.", income), Verdict::Contradicted);
    let trade = "Exports plummeted last year while imports soared.";
    assert_eq!(
        verdict("Exports rose last year.", trade),
        Verdict::Contradicted
    );
    assert_eq!(
        verdict("Exports fell last year.", trade),
        Verdict::Supported
    );
    assert_eq!(
        verdict("Imports fell last year.", trade),
        Verdict::Contradicted
    );
}

#[test]
fn what_is_said_not_to_be_so_bears_out_that_it_is_not() {
    for evidence in [
        "It is false that the dam leaks.",
        "The report that the dam leaks was wrong.",
        "Many people believe that the dam leaks. It does not.",
        "Some say that the dam leaks. The auditors found that it does not.",
        "The claim that the dam leaks is false.",
        "Does the dam leak? No, it is dry.",
        "Does the dam leak? Not at all.",
    ] {
        let not = judge_pair("The dam does not leak.", &[evidence]);
        assert_eq!(not.verdict, Verdict::Supported, "{evidence} {not:?}");
        let leaks = judge_pair("The dam leaks.", &[evidence]);
        assert_eq!(leaks.verdict, Verdict::Contradicted, "{evidence} {leaks:?}");
    }
    for (evidence, part) in [
        (
            "The claim that the bank never paid a dividend is wrong.",
            "The bank never paid a dividend.",
        ),
        (
            "The rumour that Lund had sold his shares in May was wrong: he sold them in June.",
            "Lund did not sell his shares.",
        ),
        (
            "Did Weber write the letter alone? No, his wife helped.",
            "Weber did not write the letter.",
        ),
        (
            "Does the pass cover all trains? No, only regional ones.",
            "The pass does not cover trains.",
        ),
        (
            "It is false that the drug cured 40 patients; it cured 14.",
            "The drug did not cure patients.",
        ),
    ] {
        let not = judge_pair(part, &[evidence]);
        assert_ne!(not.verdict, Verdict::Supported, "{evidence} {not:?}");
    }
    let well = "Some say that the well is dry. It is not.";
    tells_apart(well, "The well is not dry.", "The well is dry.");
    for evidence in [
        "There is no evidence that the dam leaks.",
        "The owner denied that the dam leaks.",
        "Many people believe that the dam leaks. The pond does not.",
        "The owner said that the dam leaks. The mayor said that it does not.",
        "Does the dam leak? Engineers are looking into it.",
        "Does the dam leak? Yes, it does.",
    ] {
        let not = judge_pair("The dam does not leak.", &[evidence]);
        assert_ne!(not.verdict, Verdict::Supported, "{evidence} {not:?}");
    }
}

#[test]
fn a_loss_is_no_profit_though_another_sentence_speaks_of_one() {
    tells_apart(
        "Fernwick lost 3 million euros last year. It expects a profit by 2027.",
        "Fernwick made a loss of 3 million euros last year.",
        "Fernwick made a profit of 3 million euros last year.",
    );
}

#[test]
fn all_is_not_borne_out_by_some_in_other_words_and_at_most_is_a_bound() {
    verdicts(&[
        (
            "Texas has put all of the recommendations into law.",
            "Some of the recommendations have already been mandated by the Texas legislature.",
            Verdict::Partial,
        ),
        (
            "The response time is at most 20 ms.",
            "The response time is ≤ 20 ms.",
            Verdict::Supported,
        ),
    ]);
}

#[test]
fn a_quarter_is_the_same_in_every_form_and_no_other() {
    verdicts(&[
        (
            "Sales rose in 2Q23.",
            "Sales rose in the second quarter of 2023.",
            Verdict::Supported,
        ),
        (
            "Sales rose in Q3 2022.",
            "Sales rose in the fourth quarter of 2022.",
            Verdict::Contradicted,
        ),
        (
            "Profit was 4 million euros in 2023.",
            "In 2023, profit came to 4 million euros.",
            Verdict::Supported,
        ),
    ]);
}

#[track_caller]
fn check_verdict(claim: &str, evidence: &str, is_supported: bool) {
    let found = Pairs::default().judge(claim, &[evidence]);
    assert_eq!(
        found.verdict == Verdict::Supported,
        is_supported,
        "{claim} / {evidence}: {}",
        found.reason
    );
}

#[test]
fn what_one_clause_denies_is_not_denied_of_what_the_other_states() {
    let evidence = "Neither library had a lift, although both had wide doors.";
    check_verdict("Both libraries had wide doors.", evidence, true);
    check_verdict("Both libraries had a lift.", evidence, false);
    let evidence = "Divers found no gold in the wreck, though they raised 40 amphorae of oil.";
    check_verdict("Amphorae were raised from the wreck.", evidence, true);
    check_verdict("Gold was found in the wreck.", evidence, false);
    let evidence = "The tool never writes to disk; it keeps its index in memory.";
    check_verdict("The tool keeps its index on disk.", evidence, false);
}

#[test]
fn what_was_left_undone_is_denied_in_other_words() {
    check_verdict(
        "The quarry has not received a licence.",
        "The quarry has yet to receive a licence.",
        true,
    );
    let evidence = "The sample was too small to show whether the salve helps.";
    check_verdict(
        "The sample did not show whether the salve helps.",
        evidence,
        true,
    );
    check_verdict("The sample showed that the salve helps.", evidence, false);
}

#[test]
fn shares_in_words_are_told_by_counts_of_any_size() {
    let evidence = "Nineteen of the 26 tanks were full.";
    check_verdict("Most of the tanks were full.", evidence, true);
    check_verdict("All of the tanks were full.", evidence, false);
    let evidence = "The archive holds 62,000 plates, of which 8,000 have been scanned.";
    check_verdict("All of the plates have been scanned.", evidence, false);
    let evidence =
        "The eastern half of the villa has been dug; the western half lies under a road.";
    check_verdict("The whole villa has been dug.", evidence, false);
    check_verdict(
        "Few people watch the late news.",
        "Hardly anyone watches the late news.",
        true,
    );
}

#[test]
fn more_than_a_hundred_are_at_least_three_hundred() {
    let evidence = "At least 340 homes lost power in the storm.";
    check_verdict(
        "More than 100 homes lost power in the storm.",
        evidence,
        true,
    );
    check_verdict(
        "More than 500 homes lost power in the storm.",
        evidence,
        false,
    );
}

#[test]
fn two_quoted_words_have_to_stand_there() {
    let evidence = "The count was carried over to Monday, the clerk said.";
    check_verdict(
        "The clerk said the count was “carried out” on Monday.",
        evidence,
        false,
    );
}

#[test]
fn a_turn_that_the_evidence_tells_itself_is_not_held_against_a_claim_of_it() {
    let evidence = "Snowfall decreased until 1990 and has increased since.";
    check_verdict("Snowfall has decreased since 1990.", evidence, false);
    let evidence = "Hardly any travellers buy tickets on board.";
    check_verdict("Few travellers buy tickets on board.", evidence, true);
    check_verdict("Most travellers buy tickets on board.", evidence, false);
    let evidence = "Owners may sell their share unless they have been fined.";
    check_verdict(
        "Owners who have not been fined may sell their share.",
        evidence,
        true,
    );
    check_verdict(
        "Owners who have been fined may sell their share.",
        evidence,
        false,
    );
    let evidence = "Walkers have come out against the gate, but the farmers want it.";
    check_verdict("The farmers want the gate.", evidence, true);
    check_verdict("The walkers are in favour of the gate.", evidence, false);
}
