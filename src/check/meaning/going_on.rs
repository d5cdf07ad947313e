//! Going on: a claim that something is so still, beside a source that tells when it ended.
//!
//! `Trams ran until 1964` and `it ceased operations in 2012` have the words of `trams still run` and say that they do not.

use super::denying::is_denying;
use super::polarity::Opposition;
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;

/// Verbs of an end that is told of their subject, and those that tell it in the passive.
const ENDS: &[&str] = &["ceased", "ceases", "defunct", "extinct", "bankrupt"];
const IS_ENDED: &[&str] = &[
    "abolished",
    "discontinued",
    "disbanded",
    "dissolved",
    "demolished",
    "scrapped",
    "withdrawn",
    "repealed",
    "decommissioned",
    "dismantled",
];

/// The end of what a claim says goes on.
pub(crate) fn ended(claim: &Reading<'_>, source: &Reading<'_>) -> Option<Opposition> {
    let still = still(claim)?;
    let end = (0..source.words.len()).find(|&at| is_end(claim, still, source, at))?;
    Some(Opposition::Direction {
        claim: claim.surface(still).to_owned(),
        source: source
            .text_of(&(end..(end + 2).min(source.words.len())))
            .to_owned(),
    })
}

/// Whether a claim says that something has not been since the year until which its source says that it was.
pub(crate) fn is_over_since(claim: &Reading<'_>, source: &Reading<'_>) -> bool {
    let year = |reading: &Reading<'_>, word: &str| -> Option<String> {
        let at = reading.words.iter().position(|own| own == word)?;
        let mut behind = reading.words.iter().skip(at + 1).take(3);
        behind.find(|word| is_year(word)).cloned()
    };
    let (since, until) = (year(claim, "since"), year(source, "until"));
    since.is_some() && since == until
}

/// Whether a claim says that something was not so until what its source tells that it was so at: `is not added until the end`, `is added only at the end`.
pub(crate) fn is_not_until(claim: &Reading<'_>, source: &Reading<'_>) -> bool {
    let mut words = claim.words.iter();
    let Some(until) = words.position(|word| word == "until") else {
        return false;
    };
    let is_denied = (0..until).any(|at| is_denying(claim.word(at)));
    let mut then = (until + 1..claim.words.len()).filter_map(|at| claim.term(at));
    let has = |term: Term| source.terms.contains(&Some(term));
    let is_told = !source.words.iter().any(|word| word == "until");
    let first = then.next();
    is_denied && is_told && first.is_some_and(has) && then.all(has)
}

/// Whether a claim says when something was so last, since when it has not been so by its source: `last repaired in 2010`, `not repaired since 2010`.
pub(crate) fn was_last_then(claim: &Reading<'_>, source: &Reading<'_>) -> bool {
    let has = |reading: &Reading<'_>, wanted: &str| reading.words.iter().any(|word| word == wanted);
    let mut since = source.words.iter().skip_while(|word| *word != "since");
    let year = since.nth(1).filter(|year| is_year(year));
    has(claim, "last") && year.is_some_and(|year| has(claim, year))
}

/// Whether a claim says that something was so once of which its source says that it is so no longer.
pub(crate) fn is_no_longer(claim: &Reading<'_>, source: &Reading<'_>) -> bool {
    const ONCE: &[&str] = &["formerly", "previously", "once", "originally"];
    let has = |reading: &Reading<'_>, one: &str, two: &str| {
        let mut pairs = reading.words.windows(2);
        pairs.any(|pair| matches!(pair, [first, second] if first == one && second == two))
    };
    let was =
        has(claim, "used", "to") || claim.words.iter().any(|word| ONCE.contains(&word.as_str()));
    was && (has(source, "no", "longer") || has(source, "any", "more"))
}

/// Where a claim says that something goes on now.
fn still(claim: &Reading<'_>) -> Option<usize> {
    const PAST: &[&str] = &["was", "were", "had", "would"];
    let at = claim.words.iter().position(|word| word == "still")?;
    let is_now = |place: usize| !PAST.contains(&claim.word(place));
    let is_told = is_now(at + 1) && at.checked_sub(1).is_none_or(is_now);
    let is_denied = claim.words.iter().any(|word| is_denying(word));
    (is_told && !is_denied).then_some(at)
}

/// Whether a word ends in the source what the claim says goes on: the verb that was true until a year, or is no longer, has to be the claim's, and what has
/// ceased to be has to be what the claim speaks of.
fn is_end(claim: &Reading<'_>, still: usize, source: &Reading<'_>, at: usize) -> bool {
    const BE: &[&str] = &["is", "are", "was", "were", "been"];
    const REACH: usize = 5;
    let before = at.checked_sub(1).map_or("", |before| source.word(before));
    let is_apart = |from: usize, to: usize| {
        (from + 1..=to).any(|place| source.gap(place).contains([',', ';', ':', '.', '(']))
    };
    // `Runs until 2031` is not over; `ran until 1964` is.
    let is_same_verb = |place: usize| {
        let verb = (still + 1..claim.words.len()).find_map(|own| Some((own, claim.term(own)?)));
        verb.is_some_and(|(own, term)| {
            source.term(place) == Some(term) && source.word(place) != claim.word(own)
        })
    };
    let is_of_claim = |place: usize| {
        let term = source.term(place);
        term.is_some() && (0..claim.words.len()).any(|own| claim.term(own) == term)
    };
    let back = || (0..at).rev().take_while(|&place| !is_apart(place, at));
    match source.word(at) {
        "until" => {
            (at + 1..=at + 3).any(|place| is_year(source.word(place))) && back().any(is_same_verb)
        }
        "longer" => before == "no" && is_of_claim(at + 1),
        word => {
            (ENDS.contains(&word) && !is_denying(before)
                || IS_ENDED.contains(&word) && BE.contains(&before))
                && back().take(REACH).any(is_of_claim)
        }
    }
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::terms::Lexicon;

    fn readings<'t>(source: &'t str, claim: &'t str) -> (Reading<'t>, Reading<'t>) {
        let mut lexicon = Lexicon::default();
        (
            Reading::learnt(source, &mut lexicon),
            Reading::learnt(claim, &mut lexicon),
        )
    }

    #[test]
    fn what_was_so_only_then_or_once_is_not_denied() {
        let added = "Salt is added only at the end.";
        for (claim, expected) in [
            ("Salt is not added until the end.", true),
            ("Salt is not added until the beans are soft.", false),
            ("Salt is not added at the end.", false),
        ] {
            let (source, claim) = readings(added, claim);
            assert_eq!(is_not_until(&claim, &source), expected);
        }
        let (source, claim) = readings(
            "The cache is no longer cleared.",
            "The cache used to be cleared.",
        );
        assert!(is_no_longer(&claim, &source));
        for (claim, expected) in [
            ("The road was last repaired in 2010.", true),
            ("The road was last repaired in 2012.", false),
            ("The road was repaired in 2010.", false),
        ] {
            let (source, claim) = readings("The road has not been repaired since 2010.", claim);
            assert_eq!(was_last_then(&claim, &source), expected);
        }
        let (source, claim) =
            readings("The cache is never cleared.", "The cache was once cleared.");
        assert!(!is_no_longer(&claim, &source));
    }

    #[test]
    fn what_ended_does_not_go_on() {
        for (source, claim, expected) in [
            (
                "Trams ran across the bridge until 1964.",
                "Trams still run across the bridge.",
                true,
            ),
            (
                "The airline ceased operations in 2012.",
                "The airline is still flying.",
                true,
            ),
            (
                "The tax was abolished in 1998.",
                "The tax is still levied.",
                true,
            ),
            (
                "Trams ran across the bridge until 1964.",
                "Trams were still running in 1950.",
                false,
            ),
            (
                "Trams run across the bridge.",
                "Trams still run across the bridge.",
                false,
            ),
            (
                "The bridge carries two lanes; trams ran across it until 1964.",
                "The bridge still carries two lanes.",
                false,
            ),
            ("The lease runs until 2031.", "The lease still runs.", false),
            (
                "The mill, which made flour until 1990, still stands.",
                "The mill still stands.",
                false,
            ),
            (
                "The rule will remain in force until 2030.",
                "The rule is still in force.",
                false,
            ),
            ("Trams ran until 1964.", "Trams still ran in 1960.", false),
            (
                "The sale was delayed until June.",
                "The yard is still for sale.",
                false,
            ),
        ] {
            let (source, claim) = readings(source, claim);
            assert_eq!(ended(&claim, &source).is_some(), expected, "{}", claim.text);
        }
    }

    #[test]
    fn not_since_a_year_is_until_that_year() {
        let (source, claim) = readings("Trams ran until 1964.", "No tram has run since 1964.");
        assert!(is_over_since(&claim, &source));
        let (source, claim) = readings("Trams ran until 1964.", "No tram has run since 1950.");
        assert!(!is_over_since(&claim, &source));
    }
}
