//! Claims that turn what their evidence says: to what it leaves open, the other way round, or to the same in other words.

use super::*;

#[track_caller]
fn check_all(claims: &[(&str, &str)], is_expected: impl Fn(Verdict) -> bool) {
    for (claim, evidence) in claims {
        let found = Pairs::default().judge(claim, &[evidence]);
        assert!(
            is_expected(found.verdict),
            "{claim} / {evidence}: {found:?}"
        );
    }
}

#[test]
fn what_a_source_leaves_open_is_not_supported() {
    let open = [
        (
            "Green tea lowers blood pressure.",
            "It is not known whether green tea lowers blood pressure.",
        ),
        (
            "Green tea lowers blood pressure.",
            "No one has shown that green tea lowers blood pressure.",
        ),
        (
            "Green tea lowers blood pressure.",
            "Evidence that green tea lowers blood pressure is weak.",
        ),
        (
            "Green tea lowers blood pressure.",
            "Does green tea lower blood pressure?",
        ),
        (
            "The council will close the pool.",
            "The council has been asked to close the pool.",
        ),
        (
            "The council will close the pool.",
            "The council is looking into closing the pool.",
        ),
        (
            "The council will close the pool.",
            "Residents fear the council will close the pool.",
        ),
    ];
    check_all(&open, |verdict| verdict != Verdict::Supported);
    let settled = [
        (
            "Green tea lowers blood pressure.",
            "It is known that green tea lowers blood pressure.",
        ),
        (
            "The council closed the pool.",
            "The council had to close the pool in 2012.",
        ),
        (
            "The council closed the pool.",
            "The council closed the pool after asking whether it was safe.",
        ),
    ];
    check_all(&settled, |verdict| verdict == Verdict::Supported);
}

#[test]
fn what_is_denied_in_one_word_is_affirmed_in_its_opposite() {
    let same = [
        (
            "The gallery is not open on Mondays.",
            "The gallery is closed on Mondays.",
        ),
        (
            "Women were not included in the study.",
            "Women were excluded from the study.",
        ),
        (
            "The bank did not raise its rate in May.",
            "In May the bank left its rate unchanged.",
        ),
        (
            "The tower is closed to visitors.",
            "The tower is not open to visitors.",
        ),
    ];
    check_all(&same, |verdict| verdict == Verdict::Supported);
    let reverse = [
        (
            "The gallery is open on Mondays.",
            "The gallery is closed on Mondays.",
        ),
        (
            "The gallery is not closed on Mondays.",
            "The gallery is closed on Mondays.",
        ),
        (
            "Women were not excluded from the study.",
            "Women were excluded from the study.",
        ),
    ];
    check_all(&reverse, |verdict| verdict == Verdict::Contradicted);
}

#[test]
fn what_is_said_of_one_is_not_supported_of_the_other() {
    let exchanged = [
        (
            "Her mother was Swedish.",
            "Her mother was Danish and her father Swedish.",
        ),
        (
            "Headache was reported by 12% of patients in the placebo arm.",
            "Headache was reported by 12% of patients in the drug arm versus 5% in the placebo arm.",
        ),
        (
            "Copper conducts heat less well than brass.",
            "Copper conducts heat better than brass.",
        ),
    ];
    check_all(&exchanged, |verdict| verdict != Verdict::Supported);
    let kept = [
        (
            "Her father was Swedish.",
            "Her mother was Danish and her father Swedish.",
        ),
        (
            "The river carries less silt in October than in June.",
            "The river carries more silt in June than in October.",
        ),
    ];
    check_all(&kept, |verdict| verdict == Verdict::Supported);
}

#[test]
fn a_short_sentence_beside_it_denies_what_a_claim_draws_together() {
    let evidence =
        "The council discussed the noise complaints from Kaigata. No decision was taken.";
    let claim = "A decision was taken on the noise complaints from Kaigata.";
    check_all(&[(claim, evidence)], |verdict| {
        verdict == Verdict::Contradicted
    });
}
