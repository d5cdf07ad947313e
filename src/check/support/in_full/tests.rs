use super::*;

#[track_caller]
fn check(claim: &str, evidence: &str, expected: Option<bool>) {
    let found = in_full(claim, &[evidence]);
    let is_said = found.map(|found| matches!(found, InFull::Said));
    assert_eq!(is_said, expected, "{claim} / {evidence}");
}

const PHASES: &str = "The first phase ends in spring 2026, the second in autumn 2027.";
const MILL: &str = "In March the mill cut 40 jobs; in April it hired 12 people.";
const HOSPITAL: &str = "Unlike Brack, Aldby has a hospital.";

#[test]
fn what_a_half_of_a_sentence_says_in_full_is_said() {
    for (claim, evidence) in [
        ("The second phase ends in autumn 2027.", PHASES),
        ("The mill hired 12 people in April.", MILL),
        ("Brack has no hospital.", HOSPITAL),
        (
            "Brack has no hospital.",
            "Aldby, unlike Brack, has a hospital.",
        ),
        (
            "Brack has no hospital.",
            "In contrast to Brack, Aldby has a hospital.",
        ),
        (
            "The bakery paid for the tests and the board informed the parents.",
            "The bakery, not the board, paid for the tests. The board, not the bakery, informed the parents.",
        ),
    ] {
        check(claim, evidence, Some(true));
    }
}

#[test]
fn what_is_put_together_from_two_halves_is_not() {
    for (claim, evidence) in [
        ("The first phase ends in autumn 2027.", PHASES),
        ("The mill hired 12 people in March.", MILL),
        ("Brack has a hospital.", HOSPITAL),
        ("Aldby has no hospital.", HOSPITAL),
        (
            "Brack has a hospital.",
            "Aldby, as opposed to Brack, has a hospital.",
        ),
        (
            "The lake thawed in January.",
            "The lake froze in January and thawed in early March.",
        ),
        (
            "The board decided on the lease in October.",
            "The board will decide on the lease in October.",
        ),
        (
            "Two miners were injured when the shaft flooded.",
            "Two miners were killed and nine were injured when the shaft flooded.",
        ),
        (
            "The firm of Nils Berg designed the bridge.",
            "The bridge was designed by Ida Holm and built by the firm of Nils Berg.",
        ),
        (
            "The fire was caused by a cigarette in the store.",
            "The fire was caused by a short circuit in the store. A cigarette had been suspected at first.",
        ),
        (
            "The board rejected the plan of the growers.",
            "The board rejected the appeal of the mill and approved the plan of the growers in May.",
        ),
    ] {
        check(claim, evidence, Some(false));
    }
}

#[test]
fn what_a_number_or_a_letter_tells_apart_is_told_of_its_own() {
    const WELLS: &str = "Of the 48 wells tested, 31 were clean and five were above the limit.";
    const MODELS: &str =
        "Model A costs 20 euros less than Model B and lasts two hours longer on a charge.";
    const DAM: &str =
        "The dam was built in 1936 by the brewery. It was sold to the parish in 1950.";
    const FIRE: &str = "The jury heard nine witnesses. None of the nine had seen the fire.";
    for (right, wrong, evidence) in [
        (
            "Five wells were above the limit.",
            "Twelve wells were above the limit.",
            WELLS,
        ),
        (
            "Model A lasts two hours longer on a charge.",
            "Model B lasts two hours longer on a charge.",
            MODELS,
        ),
        (
            "The dam was built by the brewery in 1936.",
            "The dam was built by the parish in 1936.",
            DAM,
        ),
        (
            "No witness had seen the fire.",
            "Three witnesses had seen the fire.",
            FIRE,
        ),
    ] {
        let is_against =
            |claim: &str| matches!(in_full(claim, &[evidence]), Some(InFull::Against(_)));
        assert!(is_against(wrong), "{wrong}");
        assert!(!is_against(right), "{right}");
    }
}

#[test]
fn what_is_quoted_stands_in_the_evidence() {
    let evidence = "The first phase ends in the spring of 2026, the second in the autumn of 2027.";
    let found = in_full("The first phase ends in the autumn of 2027.", &[evidence]);
    let Some(InFull::Against(Finding::Opposed(Opposition::Swapped { claim, source }))) = found
    else {
        panic!("nothing is against it");
    };
    assert_eq!(claim, "autumn of 2027");
    assert_eq!(source, "spring of 2026");
}

#[test]
fn what_draws_two_statements_together_is_left_to_others() {
    for (claim, evidence) in [
        (
            "The council built a school on a plot that it had bought in May.",
            "The council bought a plot in May and built a school on it in June.",
        ),
        (
            "The company sold the barn.",
            "Brevik bought the mill in May. The company sold the barn in June.",
        ),
    ] {
        check(claim, evidence, None);
    }
}
