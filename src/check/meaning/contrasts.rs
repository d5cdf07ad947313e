//! Contrasts: what a sentence names only to set it aside, `the bus rather than the tram`, `96,000, not 118,000`.
//!
//! Both say one thing in other words. A claim is read with the words that its evidence has for it, and what is set aside is not what a sentence states.

use std::borrow::Cow;
use std::ops::Range;

use crate::check::language::shapes::Shapes;
use crate::check::language::terms::is_figure;

/// Words that set aside what they are followed by.
const INSTEAD: &[&[&str]] = &[
    &["instead", "of"],
    &["rather", "than"],
    &["in", "place", "of"],
    &["as", "opposed", "to"],
    &["lieu", "de"],
    &["vez", "de"],
    &["statt"],
    &["anstatt"],
    &["anstelle"],
];

/// Deeds that say of a thing no more than that it serves.
const USES: &[&str] = &["using", "employing", "taking", "having"];

/// The same as they join a sentence, and with a denial.
const JOINS: &[&str] = &[
    " instead of ",
    " rather than ",
    " in place of ",
    " as opposed to ",
    ", and not ",
    ", not ",
    " and not ",
];

/// How many words at a place set aside what is named behind them; what is left undone (`rather than waiting`) is no thing, and what is not used is.
fn is_instead(words: &[String], at: usize) -> Option<usize> {
    static OPENINGS: Shapes = Shapes::of_openings(INSTEAD);
    let rest = words.get(at..)?;
    rest.first().filter(|word| OPENINGS.may_hold(word))?;
    let mut all = INSTEAD.iter();
    let found = all.find(|said| rest.get(..said.len()).is_some_and(|begun| begun == **said))?;
    let next = rest.get(found.len())?;
    if USES.contains(&next.as_str()) {
        return Some(found.len() + 1);
    }
    (!next.ends_with("ing")).then_some(found.len())
}

/// Whether the last of some words set aside what stands behind them.
pub(crate) fn ends_in_instead(words: &[String]) -> bool {
    INSTEAD.iter().any(|said| {
        let from = words.len().checked_sub(said.len());
        from.and_then(|from| words.get(from..))
            .is_some_and(|last| last == *said)
    })
}

/// The figure that was so before, `from 118,000 to 96,000`.
pub(crate) fn formerly(words: &[String], at: usize) -> Option<usize> {
    let is_former =
        words.get(at)? == "from" && words.get(at + 1).is_some_and(|word| is_figure(word));
    is_former.then_some(at + 1)
}

/// The words behind a place that name what is set aside there. `is_denied` says whether a `not` that sets one thing
/// against another stands there, `ends` where a clause does.
pub(crate) fn set_aside(
    words: &[String],
    at: usize,
    is_denied: bool,
    ends: impl Fn(usize) -> bool,
) -> Option<Range<usize>> {
    const REACH: usize = 5;
    let length = is_instead(words, at);
    let from = at + length.or_else(|| (is_denied || prefers(words, at)).then_some(1))?;
    // A figure is all that is set aside with it: `instead of 79, 58 can be served`.
    let is_behind_figure = |place: usize| {
        let before = place.checked_sub(1).and_then(|before| words.get(before));
        before.is_some_and(|word| is_figure(word))
    };
    let to = (from + 1..from + REACH).find(|&place| ends(place) || is_behind_figure(place));
    Some(from..to.unwrap_or(from + REACH).min(words.len()))
}

/// The words about a place that name what a sentence turns down, or holds something against, without saying what becomes of it otherwise: `rejected the tram`,
/// `the tram was ruled out`, `prefers the bus to the tram`, `cheaper than the tram`.
pub(crate) fn left_out(
    words: &[String],
    at: usize,
    ends: impl Fn(usize) -> bool,
) -> Option<Range<usize>> {
    const REACH: usize = 5;
    const AUXILIARIES: &[&str] = &["was", "were", "is", "are", "been", "being"];
    let before = |back: usize| {
        let place = at.checked_sub(back)?;
        Some((place, words.get(place)?.as_str()))
    };
    let length = turns_down(words, at);
    if length.is_some()
        && let Some((to, word)) = before(1)
        && AUXILIARIES.contains(&word)
    {
        return Some(to.saturating_sub(REACH)..to);
    }
    let is_held_against = words.get(at)?.as_str() == "than" || is_preferred_to(words, at);
    let from = at + length.or_else(|| is_held_against.then_some(1))?;
    let to = (from + 1..from + REACH).find(|&place| ends(place));
    Some(from..to.unwrap_or(from + REACH).min(words.len()))
}

/// How many words at a place say that something is turned down.
fn turns_down(words: &[String], at: usize) -> Option<usize> {
    const VERBS: &[&[&str]] = &[
        &["rejected"],
        &["rejects"],
        &["reject"],
        &["dismissed"],
        &["discarded"],
        &["turned", "down"],
        &["ruled", "out"],
        &["decided", "against"],
    ];
    static OPENINGS: Shapes = Shapes::of_openings(VERBS);
    let rest = words.get(at..)?;
    rest.first().filter(|word| OPENINGS.may_hold(word))?;
    let mut all = VERBS.iter();
    let found = all.find(|said| rest.get(..said.len()).is_some_and(|begun| begun == **said))?;
    Some(found.len())
}

/// Whether `to` stands between what is preferred and what is not; not in `prefers to wait`.
fn is_preferred_to(words: &[String], at: usize) -> bool {
    const REACH: usize = 6;
    const PREFERS: &[&str] = &["prefer", "prefers", "preferred", "preferring"];
    let mut before = words.iter().take(at).rev().take(REACH);
    words.get(at).is_some_and(|word| word == "to")
        && before.position(|word| PREFERS.contains(&word.as_str())) > Some(0)
}

/// Whether a `not` behind `but` sets one thing against another: `in the north but not in the south`.
pub(crate) fn is_but_not(words: &[String], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let next = words.get(at + 1);
    before.is_some_and(|word| word == "but")
        && next.is_some_and(|word| !NO_THING.contains(&word.as_str()))
}

/// Whether `over` stands between what was chosen and what was not.
fn prefers(words: &[String], at: usize) -> bool {
    const REACH: usize = 5;
    const CHOOSES: &[&str] = &[
        "chose",
        "choose",
        "chosen",
        "prefer",
        "prefers",
        "preferred",
        "picked",
        "favours",
        "favoured",
        "favors",
        "favored",
        "selected",
    ];
    let mut before = words.iter().take(at).rev().take(REACH);
    words.get(at).is_some_and(|word| word == "over")
        && before.any(|word| CHOOSES.contains(&word.as_str()))
}

/// A claim with the words by which its evidence sets something aside, where that has others.
pub(crate) fn as_contrasted<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let of_text = |text: &str| {
        JOINS
            .iter()
            .copied()
            .find(|join| sets_aside(text, join).is_some())
    };
    let Some((own, at)) = JOINS
        .iter()
        .find_map(|join| Some((*join, sets_aside(claim, join)?)))
    else {
        return Cow::Borrowed(claim);
    };
    let is_said = evidence.iter().any(|text| sets_aside(text, own).is_some());
    let Some(theirs) = evidence
        .iter()
        .find_map(|text| of_text(text))
        .filter(|_| !is_said)
    else {
        return Cow::Borrowed(claim);
    };
    let (before, behind) = (claim.get(..at), claim.get(at + own.len()..));
    Cow::Owned(
        [
            before.unwrap_or_default(),
            theirs,
            behind.unwrap_or_default(),
        ]
        .concat(),
    )
}

/// Where words set aside what follows them in a text; `, not only` and `, not because` don't.
fn sets_aside(text: &str, join: &str) -> Option<usize> {
    // Most texts lack the words, which is seen sooner than where they would stand.
    let at = text.contains(join).then(|| text.find(join))??;
    let next = text.get(at + join.len()..)?.split([' ', ',', '.']).next()?;
    (!next.ends_with("ing") && !NO_THING.contains(&next)).then_some(at)
}

/// Words by which a `not` denies no thing.
const NO_THING: &[&str] = &[
    "only", "just", "merely", "simply", "because", "that", "to", "when", "if", "until", "as",
    "even", "all", "every", "least", "yet", "be", "have",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contrast_is_read_in_the_words_of_the_evidence() {
        let evidence = ["It will save £96,000, not £118,000."];
        for (claim, read) in [
            (
                "It will save £96,000 instead of £118,000.",
                "It will save £96,000, not £118,000.",
            ),
            (
                "It will save £96,000, not £118,000.",
                "It will save £96,000, not £118,000.",
            ),
            (
                "It acted instead of waiting.",
                "It acted instead of waiting.",
            ),
            ("It will save £96,000.", "It will save £96,000."),
        ] {
            assert_eq!(as_contrasted(claim, &evidence), read);
        }
        let evidence = ["They chose the bus rather than the tram."];
        let claim = "They chose the bus, not the tram.";
        assert_eq!(as_contrasted(claim, &evidence), evidence[0]);
        assert_eq!(
            as_contrasted("It is fast, not only cheap.", &evidence),
            "It is fast, not only cheap."
        );
    }
}
