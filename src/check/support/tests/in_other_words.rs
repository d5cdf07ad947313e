//! What a reader's own words for a source's statement are held to: what they admit is borne out, and what turns it is not.

use crate::check::Pairs;
use crate::study::Verdict;

#[track_caller]
fn borne_out(claim: &str, evidence: &[&str], expected: bool) {
    let found = Pairs::default().judge(claim, evidence);
    let is_borne_out = found.verdict == Verdict::Supported;
    assert_eq!(is_borne_out, expected, "{claim} / {evidence:?}: {found:?}");
}

#[test]
fn what_a_study_concludes_is_stated_whatever_it_set_out_to_test() {
    const CLAIM: &str = "Restriction of rated films is associated with both lower susceptibility and lower smoking rates.";
    const ASKED: &str = "The hypothesis that restriction of rated films is associated with lower susceptibility and lower smoking rates was tested.";
    const BETWEEN: &str = "Four schools took part. Pupils were asked in spring. An index was made. Odds were computed.";
    let concluded = format!("{ASKED} {BETWEEN} Conclusions: {CLAIM}");
    borne_out(CLAIM, &[&concluded], true);
    borne_out(
        "Restriction of rated films is associated with lower smoking rates.",
        &[&concluded],
        true,
    );
    let only_asked = format!("{ASKED} {BETWEEN}");
    borne_out(CLAIM, &[&only_asked], false);
    let otherwise = format!(
        "{ASKED} {BETWEEN} Restriction of rated films is not associated with susceptibility or smoking rates."
    );
    borne_out(CLAIM, &[&otherwise], false);
}

#[test]
fn a_rounded_number_is_borne_out_by_one_that_its_words_admit() {
    let survey = "A sample of 1687 pupils was surveyed in 4 schools.";
    borne_out("Close to 1,700 pupils were surveyed.", &[survey], true);
    borne_out("Close to 1,500 pupils were surveyed.", &[survey], false);
    let smokers = "Overall, 26% of all families reported a smoker in the household.";
    borne_out(
        "A quarter of the families reported a smoker.",
        &[smokers],
        true,
    );
    borne_out(
        "A third of the families reported a smoker.",
        &[smokers],
        false,
    );
    borne_out(
        "Updates can take a minute longer to appear.",
        &["Updates may take an extra minute to appear in the index."],
        true,
    );
}

#[test]
fn the_first_of_a_line_of_versions_may_be_called_by_the_line() {
    let release = "The protocol became the default in Rust 1.70.0.";
    borne_out(
        "The protocol became the default in Rust 1.70.",
        &[release],
        true,
    );
    borne_out(
        "With release 1.70 the protocol became the default.",
        &[release],
        true,
    );
    borne_out(
        "The protocol became the default in Rust 1.68.",
        &[release],
        false,
    );
}

#[test]
fn what_is_used_instead_of_another_is_not_denied() {
    let index = "Instead of using git, it fetches files from the index directly over HTTPS.";
    borne_out(
        "It fetches index files directly over HTTPS instead of through git.",
        &[index],
        true,
    );
    borne_out("It uses git instead of HTTPS.", &[index], false);
}

#[test]
fn a_thing_on_the_other_side_of_a_scale_is_not_borne_out() {
    for (claim, evidence) in [
        (
            "HTTP puts more load on the server.",
            "The HTTP protocol reduces server load.",
        ),
        (
            "Lactate rose beyond the normal range.",
            "Lactate was higher, although remaining within the normal ranges.",
        ),
        (
            "National security systems must follow the policy.",
            "Source code for national security systems is exempt from the requirements of this policy.",
        ),
        (
            "More women than men had a heart attack.",
            "Of the women and men who attended, 706 women and 1700 men suffered a heart attack.",
        ),
        (
            "Agencies must release all new code.",
            "Each agency shall release at least 20 percent of its new code.",
        ),
        (
            "The protein was a reliable predictor of metastases.",
            "Neither univariate nor multivariate analysis showed an association between the protein and metastases.",
        ),
        (
            "A large share of requests comes from Cargo 1.33 and older.",
            "Only very few requests are made by Cargo 1.33 and older versions.",
        ),
    ] {
        borne_out(claim, &[evidence], false);
    }
    borne_out(
        "Three in four patients chose the weaker dose.",
        &["Most of these patients (75%) chose the lower dose."],
        true,
    );
}

#[test]
fn an_opposite_by_another_verb_is_not_the_same_in_other_words() {
    for (claim, turned, same) in [
        (
            "The second edition has a preface.",
            "The preface was omitted from the second edition.",
            "The second edition contains a preface.",
        ),
        (
            "The farmers can claim the rebate.",
            "The farmers are not entitled to the rebate.",
            "The farmers are entitled to the rebate.",
        ),
        (
            "The archive is open on Sundays.",
            "The archive is open Monday to Friday.",
            "The archive is open every day.",
        ),
        (
            "The bank granted the loan to the mill.",
            "The bank revoked the loan to the mill.",
            "The bank awarded the loan to the mill.",
        ),
        (
            "The deposit can exceed 800 pounds.",
            "The deposit is capped at 800 pounds.",
            "The deposit may be more than 800 pounds.",
        ),
    ] {
        borne_out(claim, &[turned], false);
        borne_out(claim, &[same], true);
    }
}

#[test]
fn what_one_says_is_not_told_as_another_s_word() {
    let told = "“The levee will hold,” said Marta Ives. Joel Pratt said that the village should be cleared.";
    borne_out("Pratt said the levee would hold.", &[told], false);
    borne_out("Ives said the levee would hold.", &[told], true);
}
