//! Blamed: a claim that takes for the cause what a sentence only tells beside it: `failed because of an earthquake` of what `failed during an earthquake, but the cause
//! was poor maintenance`.

use super::finding::Finding;
use super::in_full::InFull;
use super::plainly::{BE, JOINS, Word, are_among, deny, read};
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;

/// Words behind which a cause stands.
#[rustfmt::skip]
const TIES: &[&[&str]] = &[
    &["because", "of"], &["due", "to"], &["owing", "to"], &["thanks", "to"], &["caused", "by"], &["as", "a", "result", "of"], &["on", "account", "of"],
    &["blamed", "on"], &["down", "to"], &["attributed", "to"],
];
const CAUSES: &[&str] = &["cause", "reason", "culprit", "explanation"];

/// What the texts say to a claim that names a cause.
pub(super) fn blamed(claim: &str, texts: &[&str]) -> Option<InFull> {
    let own = read(claim);
    let (at, length) = tie(&own)?;
    let (about, cause) = (own.get(..at)?, clause(own.get(at + length..)?));
    let named = cause.iter().rfind(|word| word.tells())?;
    if deny(&own) || !about.iter().any(Word::tells) {
        return None;
    }
    texts.iter().find_map(|text| {
        let mut all = sentences(text).into_iter();
        all.find_map(|span| {
            let sentence = read(text.get(span)?);
            let theirs = blames(&sentence)?;
            let all: Vec<&Word<'_>> = sentence.iter().collect();
            let is_other = are_among(about, &all)
                && are_among([named], &all)
                && !theirs
                    .iter()
                    .any(|word| cause.iter().any(|own| own.tells() && own.is_as(word)));
            is_other.then(|| {
                let told = |words: &[Word<'_>]| {
                    words
                        .iter()
                        .map(|word| word.surface)
                        .collect::<Vec<_>>()
                        .join(" ")
                };
                InFull::Against(Finding::Opposed(Opposition::Swapped {
                    claim: told(cause),
                    source: told(theirs),
                }))
            })
        })
    })
}

/// Where a cause is tied to what came of it, and by how many words.
fn tie(all: &[Word<'_>]) -> Option<(usize, usize)> {
    let is_at = |at: usize, tie: &[&str]| {
        let words = all.get(at..at + tie.len());
        words.is_some_and(|words| words.iter().zip(tie).all(|(own, word)| own.plain == *word))
    };
    (1..all.len()).find_map(|at| {
        let tie = TIES.iter().find(|tie| is_at(at, tie))?;
        Some((at, tie.len()))
    })
}

/// The words up to the end of their clause.
fn clause<'s, 't>(all: &'s [Word<'t>]) -> &'s [Word<'t>] {
    let ends = |word: &Word<'_>| word.is_apart || word.is_in(JOINS);
    let end = all
        .iter()
        .skip(1)
        .position(ends)
        .map_or(all.len(), |at| at + 1);
    all.get(..end).unwrap_or_default()
}

/// What a sentence names as the cause: `the cause was …`, `… was to blame`.
fn blames<'s, 't>(all: &'s [Word<'t>]) -> Option<&'s [Word<'t>]> {
    const REACH: usize = 8;
    let is = |at: usize, list: &[&str]| all.get(at).is_some_and(|word| word.is_in(list));
    if let Some(at) = (2..all.len()).find(|&at| is(at, &["blame"]) && is(at - 1, &["to"])) {
        let be = (at.saturating_sub(3)..at).find(|&be| is(be, BE))?;
        let begins = |at: &usize| {
            all.get(*at)
                .is_some_and(|word| word.is_apart || word.is_in(JOINS))
        };
        let start = (0..be).rev().find(begins).unwrap_or(0);
        let words = all.get(start..be)?;
        return (!deny(all.get(be..at)?)).then_some(words);
    }
    let at = (0..all.len()).find(|&at| is(at, CAUSES))?;
    let be = (at + 1..at + REACH).find(|&be| is(be, BE))?;
    let words = clause(all.get(be + 1..)?);
    (!deny(words) && words.iter().any(Word::tells)).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happened_at_the_time_is_no_cause_where_another_is_named() {
        let check = |claim: &str, evidence: &str, expected: bool| {
            assert_eq!(
                blamed(claim, &[evidence]).is_some(),
                expected,
                "{claim} / {evidence}"
            );
        };
        let fell = "The crane fell in a gale, but the cause was a worn bolt.";
        check("The crane fell because of a gale.", fell, true);
        check("The crane fell because of a worn bolt.", fell, false);
        let burnt = "The mill burnt down in a heatwave; a faulty lamp was to blame.";
        check("The mill burnt down due to a heatwave.", burnt, true);
        check("The mill burnt down due to a faulty lamp.", burnt, false);
        check(
            "The mill burnt down due to a heatwave.",
            "The mill burnt down in a heatwave.",
            false,
        );
    }
}
