//! Sentences that introduce a disagreement: `Sources disagree on the cost.`
//!
//! They state nothing themselves, and say nothing without the sentences that they introduce. Whether those disagree is not known here (see `both_sides`).

/// What a sentence introduces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Introduces {
    /// The two sides that come behind it.
    BothSides,
    /// The side behind it, where the other stands before it.
    OtherSide,
}

/// What a sentence introduces, if it does so.
#[must_use]
pub fn introduces(sentence: &str) -> Option<Introduces> {
    let line = sentence
        .trim_start_matches(|edge: char| !edge.is_alphanumeric())
        .to_lowercase();
    let begins = |starts: &[&str]| {
        starts.iter().any(|start| {
            line.strip_prefix(start)
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        })
    };
    if line.contains('[') && !only_names_sources(&line) {
        // What cites says something itself.
        None
    } else if begins(BOTH_SIDES) {
        Some(Introduces::BothSides)
    } else if begins(OTHER_SIDE) {
        Some(Introduces::OtherSide)
    } else {
        None
    }
}

/// Whether all that a sentence cites is named as what disagrees: `…: [1] of 2 July 2024 and [4], undated.`
fn only_names_sources(line: &str) -> bool {
    #[rustfmt::skip]
    const MONTHS: &[&str] = &[
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ];
    let Some((before, sources)) = line.rsplit_once(": ") else {
        return false;
    };
    let mut words = sources
        .split(|edge: char| edge.is_whitespace() || matches!(edge, ',' | '.' | '[' | ']'))
        .filter(|word| !word.is_empty());
    !before.contains('[')
        && words.all(|word| {
            matches!(word, "of" | "and" | "undated")
                || MONTHS.contains(&word)
                || word.bytes().all(|byte| byte.is_ascii_digit())
        })
}

const BOTH_SIDES: &[&str] = &[
    "sources disagree",
    "the sources disagree",
    "sources of different dates differ",
    "sources differ",
    "the sources differ",
    "sources conflict",
    "the sources conflict",
    "the documents disagree",
    "the evidence conflicts",
    "one source corrects another",
];

const OTHER_SIDE: &[&str] = &[
    "a newer source disagrees",
    "another source disagrees",
    "an older source disagrees",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_introduces_a_disagreement_is_told_from_what_states_one() {
        for (sentence, expected) in [
            ("Sources disagree on the cost.", Some(Introduces::BothSides)),
            (
                "The sources disagree here; the newer figure comes second.",
                Some(Introduces::BothSides),
            ),
            ("- A newer source disagrees.", Some(Introduces::OtherSide)),
            (
                "One source corrects another on the cost; what is right comes last.",
                Some(Introduces::BothSides),
            ),
            (
                "Sources disagree on the cost: [1] of 2 July 2024 and [4], undated.",
                Some(Introduces::BothSides),
            ),
            ("Sources disagree: it costs 3 [1] or 4 [2].", None),
            (
                "Sources disagree on the cost: 3 million [1] and 4 million [2].",
                None,
            ),
            ("Sourcesdisagree on it.", None),
            ("The council disagrees with the audit.", None),
        ] {
            assert_eq!(introduces(sentence), expected, "{sentence}");
        }
    }
}
