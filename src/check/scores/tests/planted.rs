//! Briefs that are made worse in one thing score below what they were made of.

use super::*;

/// What is done to a brief to make it worse: a text in one of its parts for another.
const FAULTS: &[(&str, usize, &str, &str)] = &[
    ("number", 0, "12 percent", "21 percent"),
    ("number", 0, "2.2 million", "3.2 million"),
    ("number", 1, "310,000", "130,000"),
    ("number", 1, "9 of 14", "11 of 14"),
    ("number", 2, "4.1 years", "2.1 years"),
    ("date", 0, "in 2024 [1]", "in 2022 [1]"),
    ("date", 1, "January 2024", "June 2024"),
    ("date", 2, "in 2026", "in 2028"),
    ("name", 1, "Germany", "Poland"),
    ("name", 2, "Boreal should", "Austral should"),
    (
        "negation",
        0,
        "Installers still reported",
        "Installers did not report",
    ),
    (
        "negation",
        2,
        "open no second factory line before",
        "open a second factory line before",
    ),
    ("direction", 0, "fell by 12", "rose by 12"),
    ("direction", 1, "power rose in", "power fell in"),
    ("wrong source", 0, "in 2024 [1].", "in 2024 [2]."),
    ("wrong source", 1, "January 2024 [3]", "January 2024 [4]"),
    ("no citation", 0, "in 2024 [1].", "in 2024."),
    ("no citation", 1, "end of 2024 [4].", "end of 2024."),
    (
        "invented",
        2,
        "[1].",
        "[1]. Boreal employs 900 people in Tromsø and won a national prize [2].",
    ),
    (
        "repeated",
        1,
        "Warehouses held",
        "Sales of heat pumps fell by 12 percent to 2.2 million units in 2024 [1]. Warehouses held",
    ),
    (
        "repeated",
        0,
        "Installers still",
        "Sales of heat pumps fell by 12 percent to 2.2 million units in 2024 [1]. Installers still",
    ),
    (
        "loaded",
        1,
        "Sales fell because Germany cut",
        "Sales fell obviously because Germany outrageously cut",
    ),
    (
        "question left",
        1,
        "Sales fell because Germany cut its subsidy from 40 to 30 percent in January 2024 [3]. ",
        "",
    ),
    (
        "overlong",
        0,
        " [1]. The fall followed three years of growth, in which sales had doubled [1]. Installers",
        ", and the fall followed three years of growth, in which sales had doubled [1], while installers",
    ),
];

#[test]
fn a_brief_with_a_planted_fault_scores_below_its_clean_twin() {
    let twin = scores(&clean()).composite();
    for (kind, part, from, to) in FAULTS {
        let mut texts = [SITUATION, COMPLICATION, RESOLUTION].map(str::to_owned);
        let text = &mut texts[*part];
        assert!(text.contains(from), "{kind}: {from}");
        *text = text.replacen(from, to, 1);
        let faulty = scores(&draft(&texts.each_ref().map(String::as_str)));
        assert!(
            faulty.composite() < twin - 0.01,
            "{kind} ({to}): {:.3} beside {twin:.3}: {faulty:#?}",
            faulty.composite()
        );
    }
}

#[test]
fn a_brief_that_lacks_a_part_or_leans_on_one_source_scores_below_its_clean_twin() {
    let twin = scores(&clean()).composite();
    for gone in 0..3 {
        let mut texts = [SITUATION, COMPLICATION, RESOLUTION];
        texts[gone] = "";
        let cut = scores(&draft(&texts));
        assert!(cut.composite() < twin - 0.2, "{gone}: {cut:#?}");
    }
    let texts = [SITUATION, COMPLICATION, RESOLUTION].map(|text| {
        text.replace("[2]", "[1]")
            .replace("[3]", "[1]")
            .replace("[4]", "[1]")
    });
    let one = scores(&draft(&texts.each_ref().map(String::as_str)));
    assert!(one.composite() < twin - 0.5, "{one:#?}");
    close(one.of(Dimension::Bias).value, 1.0);
}

#[test]
fn what_is_to_be_done_under_the_title_of_how_things_stand_costs_coherence() {
    const DO: &str = "Boreal should open no second factory line before orders rise for two quarters [4]. The institute recommends that sales of 2024 be counted anew [1].";
    let coherence = |texts: [&str; 3]| value(&draft(&texts), Dimension::Coherence);
    let (clean, swapped) = ([SITUATION, COMPLICATION, DO], [DO, COMPLICATION, SITUATION]);
    assert!(coherence(swapped) < coherence(clean) - 0.2);
    let told = reason(&draft(&swapped), Dimension::Coherence);
    assert!(told.contains("stands under “Situation”"), "{told}");
    // One duty among what stands, or a way out that says what will come, is no exchange.
    let duty = format!("{SITUATION} Installers must report unsold units [2].");
    let told = reason(
        &draft(&[duty.as_str(), COMPLICATION, SITUATION]),
        Dimension::Coherence,
    );
    assert!(!told.contains("stands under"), "{told}");
}
