//! Ranks and extents: `the busiest` of what is `the third busiest`, `several` of what is `only one`, `all 24` of which ten were taken, and `widely` of what is
//! `rarely` done.

use super::amounts::{amounts, said};
use super::{Nuance, Side};
use crate::check::language::numbers::{Quantity, Unit};
use crate::check::language::terms::Term;

/// Words that say which of a row something is, but for the first.
#[rustfmt::skip]
const ORDINALS: &[&str] = &[
    "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th",
];
/// Words for more than one.
const SEVERAL: &[&str] = &[
    "several", "many", "multiple", "numerous", "various", "dozens", "both", "plenty",
];
const SELDOM: &[&str] = &[
    "rarely",
    "seldom",
    "hardly",
    "scarcely",
    "barely",
    "infrequently",
];
#[rustfmt::skip]
const OFTEN: &[&str] = &[
    "widely", "wide", "commonly", "often", "frequently", "usually", "generally", "routinely", "regularly", "always", "mostly", "typically", "widespread",
];
/// Words by which some of those that were told before are taken.
#[rustfmt::skip]
const TAKES: &[&str] = &["only", "just", "selecting", "selected", "choosing", "chose", "picking", "picked", "sampling", "sampled", "keeping", "kept"];

/// Manners that exclude each other.
#[rustfmt::skip]
const MANNERS: &[(&[&str], &[&str])] = &[
    (
        &["gradually", "incrementally", "stepwise", "in steps", "in stages", "step by step", "bit by bit"],
        &["at one stroke", "at a stroke", "at once", "all at once", "overnight", "immediately", "abruptly", "suddenly", "in one go", "instantly", "straight away"],
    ),
    (&["unanimous", "unanimously"], &["narrow", "narrowly", "split", "divided"]),
];

/// The words of a sentence by which it may tell a rank or an extent.
pub(super) fn phrases() -> impl Iterator<Item = &'static str> {
    let others: &[&str] = &["which", "single", "first", "cases", "instances"];
    let of_manner = MANNERS.iter().flat_map(|&(one, other)| [one, other]);
    let all = [ORDINALS, SELDOM, OFTEN, TAKES, others].into_iter();
    all.chain(of_manner).flatten().copied()
}

/// Where a claim gives another rank or extent than its sentence does.
pub(super) fn other_rank(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    out_of_rank(claim, source)
        .or_else(|| other_place(claim, source))
        .or_else(|| several_for_only_one(claim, source))
        .or_else(|| all_for_some(claim, source))
        .or_else(|| all_for_some_cases(claim, source))
        .or_else(|| other_extent(claim, source))
        .or_else(|| other_manner(claim, source))
}

/// `Never before` and `for the first time` are one.
pub(super) fn never_before(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let never = |side: Side<'_>| (0..side.len()).any(|at| side.has_at(at, "never before"));
    let first = |side: Side<'_>| {
        let is_denied = side.is_denied(0..side.len());
        !is_denied && (0..side.len()).any(|at| side.word(at) == "first")
    };
    let is_one = never(claim) && first(source) || never(source) && first(claim);
    is_one.then_some(Nuance::Same)
}

/// `The busiest` where the sentence says `third busiest`.
fn out_of_rank(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let ordinal = |side: Side<'_>, at: usize| place_named(side.word(at.checked_sub(1)?));
    (0..claim.len()).find_map(|at| {
        if !is_superlative(claim.word(at)) {
            return None;
        }
        let is_same = |place: &usize| {
            let is_most = matches!(claim.word(at), "most" | "least");
            source.word(*place) == claim.word(at)
                && (!is_most || source.word(place + 1) == claim.word(at + 1))
        };
        let mut same = (1..source.len()).filter(is_same);
        let place = same.next().filter(|_| same.next().is_none())?;
        let theirs = ordinal(source, place)?;
        let own = ordinal(claim, at);
        let is_one_of = (0..at).any(|before| matches!(claim.word(before), "among" | "one"));
        let is_other = own.is_none_or(|own| own != theirs) && !is_one_of;
        is_other.then(|| Nuance::Opposed {
            claim: claim.said(at - usize::from(own.is_some())..at + 1),
            source: source.said(place - 1..place + 1),
        })
    })
}

/// Which of a row a word says that something is, but for the first: `2nd` is as good as `second`.
fn place_named(word: &str) -> Option<usize> {
    const SECOND: usize = 2;
    let at = ORDINALS.iter().position(|ordinal| *ordinal == word)?;
    Some(SECOND + at % (ORDINALS.len() / 2))
}

/// `The second win` where the sentence says `the third win`, and nothing else of a row.
fn other_place(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    // `The first quarter of the second year` is of two rows.
    let place = |side: Side<'_>| {
        let place_of = |word: &str| match word {
            "first" => Some(1),
            word => place_named(word),
        };
        let mut all = (0..side.len()).filter_map(|at| Some((at, place_of(side.word(at))?)));
        all.next().filter(|_| all.next().is_none())
    };
    let ((own_at, own), (at, theirs)) = (place(claim)?, place(source)?);
    let is_of_one =
        claim.term(own_at + 1).is_some() && claim.term(own_at + 1) == source.term(at + 1);
    (own != theirs && is_of_one).then(|| Nuance::Opposed {
        claim: claim.said(own_at..own_at + 2),
        source: source.said(at..at + 2),
    })
}

fn is_superlative(word: &str) -> bool {
    #[rustfmt::skip]
    const OTHERS: &[&str] = &[
        "interest", "forest", "request", "protest", "contest", "harvest", "honest", "modest", "arrest", "midwest", "northwest", "southwest", "conquest",
        "manifest", "digest", "priest", "inquest", "behest", "suggest", "invest", "guest", "latest", "rainforest", "everest",
    ];
    const SHORTEST: usize = 5;
    matches!(word, "best" | "worst" | "most" | "least")
        || word.ends_with("est") && word.len() > SHORTEST && !OTHERS.contains(&word)
}

/// `Several stops` where there was `only one stop`.
fn several_for_only_one(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    const REACH: usize = 3;
    let things = |side: Side<'_>, from: usize| -> Vec<Term> {
        let end = side.clause_end(from.saturating_sub(1)).min(from + REACH);
        (from..end)
            .take_while(|&at| side.term(at).is_some())
            .filter_map(|at| side.term(at))
            .collect()
    };
    let (at, length) = (0..source.len()).find_map(|at| {
        let phrases = [
            "only one",
            "just one",
            "only a single",
            "just a single",
            "a single",
        ];
        Some((at, source.phrase_at(at, &phrases)?))
    })?;
    let one = things(source, at + length);
    let several = (0..claim.len()).find(|&at| SEVERAL.contains(&claim.word(at)))?;
    let from = several + 1 + usize::from(matches!(claim.word(several + 1), "of" | "the" | "other"));
    let is_same = things(claim, from).iter().any(|term| one.contains(term));
    (is_same && !claim.is_denied(0..claim.len())).then(|| Nuance::Opposed {
        claim: claim.said(several..several + 1),
        source: source.said(at..at + length),
    })
}

/// `All 24 were used` where ten of the 24 were selected.
fn all_for_some(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    const REACH: usize = 4;
    const NEAR: usize = 2;
    let all = (0..claim.len()).find(|&at| matches!(claim.word(at), "all" | "every" | "each"))?;
    let (whole, _) = amounts(claim)
        .into_iter()
        .find(|(_, at)| (all + 1..=all + REACH).contains(at))?;
    let count = |amount: &Quantity| {
        let amount = amount.amount()?;
        let counts = matches!(
            amount.unit,
            Unit::Counted(_) | Unit::Bare | Unit::Measure(_)
        );
        (counts && amount.low >= amount.high).then_some(amount.low)
    };
    let total = count(whole)?;
    let theirs = amounts(source);
    let is_value = |amount: &Quantity, value: f64| {
        count(amount).is_some_and(|own| own.total_cmp(&value).is_eq())
    };
    let (_, told) = theirs.iter().find(|(amount, _)| is_value(amount, total))?;
    let (part, _) = theirs.iter().find(|(amount, at)| {
        let is_less = count(amount).is_some_and(|own| own < total);
        let near = at.saturating_sub(NEAR)..*at;
        let is_taken = near.clone().any(|at| TAKES.contains(&source.word(at)));
        let units = amount.amount().zip(whole.amount());
        let is_of_it = (told + 1..*at).any(|at| source.word(at) == "which")
            && units.is_some_and(|(own, whole)| {
                own.unit == whole.unit || own.unit.counts_same(&whole.unit)
            });
        is_less && at > told && (is_taken || is_of_it)
    })?;
    let is_kept = amounts(claim)
        .iter()
        .any(|(own, _)| count(own) == count(part));
    (!is_kept).then(|| Nuance::Stronger {
        claim: claim.said(all..all + 1),
        source: said(source, part).to_owned(),
    })
}

/// `Widely used` of what is `rarely used`.
fn other_extent(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    const REACH: usize = 2;
    let placed =
        |side: Side<'_>, list: &[&str]| (0..side.len()).find(|&at| list.contains(&side.word(at)));
    let (own, theirs) = match (placed(claim, OFTEN), placed(source, SELDOM)) {
        (Some(own), Some(theirs)) => (own, theirs),
        _ => (placed(claim, SELDOM)?, placed(source, OFTEN)?),
    };
    let is_turned = |side: Side<'_>| {
        let is_not =
            |at| matches!(side.word(at), "not" | "never") || side.word(at).ends_with("n't");
        placed(side, OFTEN).is_some() && placed(side, SELDOM).is_some()
            || (0..side.len()).any(is_not)
    };
    if is_turned(claim) || is_turned(source) {
        return None;
    }
    // `Used` says too little to be a term.
    let is_alike =
        !claim.word(own + 1).is_empty() && claim.word(own + 1) == source.word(theirs + 1);
    let deed = source.next(theirs + 1, REACH);
    let is_of_it = |at: usize| deed.is_some() && claim.term(at) == deed;
    (is_alike || (own + 1..=own + 1 + REACH).any(is_of_it)).then(|| Nuance::Opposed {
        claim: claim.said(own..own + 1),
        source: source.said(theirs..theirs + 1),
    })
}

/// `At one stroke` of what is done `gradually`, and `narrowly` of what is `unanimous`.
fn other_manner(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let placed = |side: Side<'_>, list: &[&str]| {
        (0..side.len()).find_map(|at| Some((at, side.phrase_at(at, list)?)))
    };
    MANNERS.iter().find_map(|&(one, other)| {
        let (of_claim, of_source) = if placed(source, one).is_some() {
            (other, one)
        } else {
            (one, other)
        };
        let (at, length) = placed(source, of_source)?;
        let (own, own_length) = placed(claim, of_claim)?;
        let is_mixed = placed(source, of_claim).is_some() || placed(claim, of_source).is_some();
        let is_denied = claim.is_denied(0..claim.len()) || source.is_denied(0..source.len());
        (!is_mixed && !is_denied).then(|| Nuance::Opposed {
            claim: claim.said(own..own + own_length),
            source: source.said(at..at + length),
        })
    })
}

/// `All of them` where the sentence says it of `some cases`.
fn all_for_some_cases(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let at = (1..source.len()).find(|&at| {
        matches!(source.word(at), "cases" | "instances")
            && matches!(
                source.word(at - 1),
                "some" | "certain" | "several" | "few" | "many" | "isolated"
            )
    })?;
    let all = (0..claim.len())
        .find(|&at| matches!(claim.word(at), "all" | "every" | "each" | "everyone"))?;
    let is_kept = (0..claim.len()).any(|at| matches!(claim.word(at), "cases" | "instances"));
    (!is_kept && !claim.is_denied(0..claim.len())).then(|| Nuance::Stronger {
        claim: claim.said(all..all + 1),
        source: source.said(at - 1..at + 1),
    })
}
