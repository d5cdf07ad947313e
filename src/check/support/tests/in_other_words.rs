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
