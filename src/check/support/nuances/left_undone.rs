//! Left undone: a verb that is denied behind another of the same subject, `was struck in May but wasn't published`, and what nobody admits or knows of, `with no
//! admission of guilt`.

use super::{Nuance, Side};
use crate::check::meaning::contrary::denies;
use crate::check::meaning::deeds::names_deed;

/// Words that tell of what is to come, or may be.
const TO_COME: &[&str] = &[
    "will", "shall", "would", "may", "might", "could", "can", "should", "going", "to",
];

/// Words behind a denial that leave something of what it denies.
#[rustfmt::skip]
const LIMITS: &[&str] = &[
    "until", "only", "because", "just", "all", "always", "necessarily", "solely", "merely", "entirely", "fully", "completely", "immediately", "before", "every",
    "everyone", "everything", "enough", "unless", "if", "without", "when",
];

/// Words that say the same of a thing, by what they begin with.
const FAMILIES: &[&[&str]] = &[
    &[
        "admit",
        "admission",
        "accept",
        "acknowledg",
        "conced",
        "concession",
        "confess",
    ],
    &["aware", "know", "knew"],
];

/// What a sentence denies of its subject behind another verb, or says that nobody admits, where a claim states it.
pub(super) fn left_undone(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let is_kept = |at: usize| {
        denies(claim.word(at))
            || claim.word(at).starts_with("fail")
            || matches!(claim.word(at), "without" | "unable" | "yet")
    };
    let mut denials = (0..source.len())
        .filter(|&at| denies(source.word(at)) || source.word(at) == "without")
        .peekable();
    denials.peek()?;
    if (0..claim.len()).any(is_kept) {
        return None;
    }
    denials.find_map(|at| {
        later_verb(claim, source, at)
            .or_else(|| not_admitted(claim, source, at))
            .or_else(|| no_more(claim, source, at))
    })
}

/// `No further survivors were found`, where a claim tells of more that were.
fn no_more(claim: Side<'_>, source: Side<'_>, at: usize) -> Option<Nuance> {
    const MORE: &[&str] = &["additional", "further", "more", "other", "new", "others"];
    const REACH: usize = 4;
    let is_more = |word: &str| MORE.contains(&word);
    let is_none =
        source.word(at) == "no" && is_more(source.word(at + 1)) && source.word(at + 2) != "than";
    let own =
        (0..claim.len()).find(|&at| is_more(claim.word(at)) && claim.word(at + 1) != "than")?;
    let end = source.clause_end(at);
    let told = source.terms(at + 2..end);
    let said = claim.terms(own + 1..claim.clause_end(own).min(own + 1 + 2 * REACH));
    let is_same = said.iter().any(|term| told.contains(term));
    let is_all_told = said.iter().filter(|term| source.has(**term)).count() + 1 >= said.len();
    (is_none && is_same && is_all_told).then_some(Nuance::Stated)
}

/// `But wasn't published`, `and has not been paid`.
fn later_verb(claim: Side<'_>, source: Side<'_>, at: usize) -> Option<Nuance> {
    const REACH: usize = 4;
    #[rustfmt::skip]
    const HELPS: &[&str] = &["is", "are", "was", "were", "has", "have", "had", "did", "does", "do"];
    let word = source.word(at);
    let helping = if word.ends_with("n't") {
        at
    } else {
        at.checked_sub(1).filter(|&before| {
            matches!(word, "not" | "never") && HELPS.contains(&source.word(before))
        })?
    };
    let joined = helping.checked_sub(1)?;
    if !matches!(
        source.word(joined),
        "but" | "and" | "though" | "although" | "yet" | "or"
    ) {
        return None;
    }
    let end = source.clause_end(at).min(at + 1 + 2 * REACH);
    if (at + 1..end).any(|at| LIMITS.contains(&source.word(at))) {
        return None;
    }
    let verb = (at + 1..at + 1 + REACH).find(|&at| source.term(at).is_some())?;
    let term = source.term(verb)?;
    let is_to_come = (0..claim.len()).any(|at| TO_COME.contains(&claim.word(at)));
    let names_it = |at: usize| {
        let own = claim.term(at);
        own == Some(term)
            || own.is_some_and(|own| !source.has(own))
                && names_deed(claim.word(at), source.word(verb))
    };
    (source.is_once(verb) && !is_to_come && (0..claim.len()).any(names_it))
        .then_some(Nuance::Stated)
}

/// `No admission of liability`, `is not aware of any attack`.
fn not_admitted(claim: Side<'_>, source: Side<'_>, at: usize) -> Option<Nuance> {
    const REACH: usize = 4;
    let begins = |word: &str, family: &[&str]| family.iter().any(|root| word.starts_with(root));
    FAMILIES.iter().find_map(|family| {
        let place = (at + 1..at + 1 + REACH).find(|&at| begins(source.word(at), family))?;
        let own = (0..claim.len()).find(|&at| begins(claim.word(at), family))?;
        let behind =
            |side: Side<'_>, at: usize| side.terms(at + 1..(at + 1 + 2 * REACH).min(side.len()));
        let theirs = behind(source, place);
        let is_of_it = behind(claim, own).iter().any(|term| theirs.contains(term));
        is_of_it.then_some(Nuance::Stated)
    })
}
