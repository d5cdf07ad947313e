//! Limits: whether a sentence says what a piece of work does not show, or was done without.
//!
//! By its words or by the heading it stands under. Of which work is not known here. English only.

use super::pool::Candidate;

/// What somebody owns up to.
#[rustfmt::skip]
const OWNED: &[&str] = &[
    " limitation ", " limitations ", " caveat ", " caveats ", " shortcoming ", " shortcomings ", " drawback ", " drawbacks ", " downside ", " downsides ", " disadvantage ", " disadvantages ", " weakness ", " weaknesses ", " cannot be used ", " can not be used ",
    " not suitable ", " unsuitable ", " limited to ", " limited by ", " is limited ", " are limited ", " was limited ", " were limited ",
    " restricted to ", " assumption ", " assumptions ", " we limited ", " we excluded ", " we restricted ", " we assume ", " we assumed ", " assumed that ", " assumes that ", " explicitly assumed ", " biased ", " bias ", " confounded ", " confounding ", " confounders ",
    " small sample ", " sample size ", " small number of ", " not representative ", " unrepresentative ", " unfair ", " underestimate ", " underestimated ", " underestimates ", " overestimate ",
    " overestimated ", " overestimates ", " with caution ", " interpreted cautiously ", " not generalise ", " not generalize ", " not be generalisable ", " not be generalizable ", " not be generalised ",
    " not be generalized ", " not apply to ", " no control group ", " without a control ", " lacked ", " lack of data ", " self reported ", " self selected ", " low response ", " response rate ",
    " lost to follow ", " further research is ", " further studies are ", " further work is ", " more research is ", " more data are ",
];

/// What work could not do, before what it could not: `we do not have`, `it was not possible to`.
#[rustfmt::skip]
const UNABLE: &[&str] = &[
    " not able to ", " unable to ", " no way to ", " not possible to ", " impossible to ", " do not have ", " did not have ", " does not have ", " had no ", " have no ", " could not ", " cannot ", " can not ",
    " did not ", " does not ", " do not ", " was not ", " were not ", " is not ", " are not ", " not been ",
];

/// What work does, and may have left undone.
#[rustfmt::skip]
const DONE: &[&str] = &[
    "measure", "measured", "test", "tested", "assess", "assessed", "examine", "examined", "consider", "considered", "account", "accounted", "control", "controlled", "include", "included", "record",
    "recorded", "collect", "collected", "compare", "compared", "follow", "followed", "capture", "captured", "address", "addressed", "evaluate", "evaluated", "verify", "verified", "validate", "validated",
    "determine", "determined", "establish", "established", "distinguish", "distinguished", "estimate", "estimated", "quantify", "quantified", "adjust", "adjusted", "randomised", "randomized", "blinded",
    "available", "method", "data", "exclude", "excluded", "rule", "ruled", "benchmark", "benchmarked", "study", "studied", "infer", "inferred", "prove", "proven", "generalise", "generalize",
];

/// Before what is kept from happening.
#[rustfmt::skip]
const AGAINST: &[&str] = &[
    " to prevent ", " prevents ", " to reduce ", " to avoid ", " avoids ", " to minimise ", " to minimize ", " to eliminate ", " to exclude ", " to control for ", " so not to ", " so as not to ",
];

/// Headings under which limits are told.
const HEADED: &[&str] = &[
    "limitation",
    "limitations",
    "caveat",
    "caveats",
    "shortcomings",
    "weaknesses",
];

/// Whether a sentence says what a piece of work does not show, or was done without.
#[must_use]
pub fn owns_a_limit(candidate: &Candidate) -> bool {
    let mut under = candidate.under.split(' ');
    under.any(|word| HEADED.contains(&word)) || says_a_limit(&candidate.key)
}

/// The same by its words alone, in small letters.
fn says_a_limit(key: &str) -> bool {
    /// Words from what could not be done to what that was.
    const REACH: usize = 5;
    let padded = format!(" {key} ");
    // What is done against a bias is none.
    if AGAINST.iter().any(|against| padded.contains(*against)) {
        return false;
    }
    let is_undone = |unable: &str| {
        let behind = padded.split_once(unable).map(|(_, behind)| behind);
        let mut behind = behind.unwrap_or_default().split(' ').take(REACH);
        behind.any(|word| DONE.contains(&word))
    };
    OWNED.iter().any(|phrase| padded.contains(*phrase))
        || UNABLE.iter().any(|unable| is_undone(unable))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_study_was_done_without_is_a_limit_of_it() {
        for limit in [
            "at times we ve explicitly assumed that finding violations is time invariant",
            "unfortunately we do not have a method to test this assumption",
            "there the static dictionary might be giving it an unfair advantage",
            "the survey did not include households without a telephone",
            "we could not adjust for income",
        ] {
            assert!(says_a_limit(limit), "{limit}");
        }
        for other in [
            "the survey covers 212 keepers",
            "the harbour does not belong to the town",
            "losses were lower in the north",
        ] {
            assert!(!says_a_limit(other), "{other}");
        }
    }
}
