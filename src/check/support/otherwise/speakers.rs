//! Speakers: what one party of the evidence says, beside a claim that has the other say it: `the defence says it was forged` of `according to the prosecution, it was forged;
//! the defence says that it was copied`.

use std::ops::Range;

use super::{Source, opposed};
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};

/// Verbs by which somebody says or thinks something.
#[rustfmt::skip]
const SPEAKS: &[&str] = &[
    "say", "says", "said", "think", "thinks", "thought", "believe", "believes", "believed", "maintain", "maintains", "maintained", "insist", "insists", "insisted", "suspect",
    "suspects", "suspected", "argue", "argues", "argued", "claim", "claims", "claimed", "describe", "describes", "described", "call", "calls", "called", "consider",
    "considers", "considered", "find", "finds", "found", "doubt", "doubts", "doubted", "disagree", "disagrees", "disagreed", "blame", "blames", "blamed", "warn", "warns",
    "warned", "love", "loves", "loved", "hate", "hates", "hated", "praise", "praises", "praised", "enjoyed", "liked", "disliked", "expect", "expects", "expected", "deny", "denies", "denied", "reckon", "reckons", "reckoned", "holds", "held", "concluded", "concludes",
];

/// Who says what, in a sentence or a part of one.
struct Told<'s, 't> {
    who: Vec<&'s Word<'t>>,
    said: Vec<&'s Word<'t>>,
    part: &'s [Word<'t>],
}

/// What a claim has one say who is told to say something else, where another says it.
pub(super) fn said_by_another(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    const LEAST: usize = 2;
    let own = told(claim)?;
    let verb = claim
        .iter()
        .position(|word| word.is_in(SPEAKS))
        .unwrap_or(0);
    if deny(claim.get(..verb)?) || own.who.is_empty() || own.said.len() < LEAST {
        return None;
    }
    // A name is known by its last word, and so is what has none.
    let head = *own.who.last()?;
    let mut all: Vec<Told<'_, '_>> = Vec::new();
    let mut unsaid: Vec<&[Word<'_>]> = Vec::new();
    for line in source.lines() {
        for part in parts(line) {
            let words = line.get(part).unwrap_or_default();
            match told(words) {
                Some(told) if !told.who.is_empty() => all.push(told),
                _ => unsaid.push(words),
            }
        }
    }
    let is_own = |told: &Told<'_, '_>| told.who.iter().any(|word| word.is_as(head));
    let is_in = |word: &Word<'_>, part: &[Word<'_>]| part.iter().any(|other| word.is_as(other));
    if !all.iter().any(is_own) {
        return None;
    }
    // What it is said of may be a pronoun there.
    let has_pronoun = all.iter().filter(|told| is_own(told)).any(|told| {
        let mut words = told.part.iter();
        words.any(|word| word.is_in(&["it", "they", "he", "she", "them", "this", "these", "that"]))
    });
    let missing: Vec<&&Word<'_>> = own
        .said
        .iter()
        .filter(|word| {
            !all.iter()
                .any(|told| is_own(told) && is_in(word, told.part))
        })
        .collect();
    // What no party says, or the party itself may have said.
    let is_open = missing
        .iter()
        .any(|word| unsaid.iter().any(|part| is_in(word, part)));
    if missing.len() <= usize::from(has_pronoun) || is_open {
        return None;
    }
    let other = all.iter().find(|told| {
        let share = own
            .said
            .iter()
            .filter(|word| is_in(word, told.part))
            .count();
        !is_own(told)
            && missing
                .iter()
                .all(|word| told.said.iter().any(|own| own.is_as(word)))
            && 2 * share >= own.said.len()
    })?;
    Some(opposed(claim, other.part))
}

/// The parts of a sentence of which each may have a speaker of its own.
fn parts(line: &[Word<'_>]) -> Vec<Range<usize>> {
    let begins = |at: &usize| {
        // `The audience, though, loved it`
        let is_aside = line.get(at + 1).is_none_or(|next| next.is_apart);
        line.get(*at).is_some_and(|word| {
            let joins = word.is_in(&["but", "while", "whereas", "although", "though"]);
            word.is_apart && joins && !is_aside || word.follows_semicolon
        })
    };
    let mut all = Vec::new();
    let mut from = 0;
    for at in (1..line.len()).filter(begins).chain([line.len()]) {
        all.push(from..at);
        from = at;
    }
    all
}

/// Who says a part, and what.
fn told<'s, 't>(part: &'s [Word<'t>]) -> Option<Told<'s, 't>> {
    const MOST: usize = 12;
    let tells =
        |word: &&Word<'_>| word.tells() && !word.is_in(SPEAKS) && !word.is_in(&["according"]);
    if let Some(at) = part
        .windows(2)
        .position(|pair| matches!(pair, [one, to] if one.plain == "according" && to.plain == "to"))
    {
        let behind = part.get(at + 2..)?;
        let end = behind
            .iter()
            .position(|word| word.is_apart)
            .unwrap_or(behind.len());
        let (who, rest) = behind.split_at(end.min(behind.len()));
        let before = part.get(..at)?.iter();
        return Some(Told {
            who: who.iter().filter(tells).collect(),
            said: before.chain(rest).filter(tells).collect(),
            part,
        });
    }
    let at = part.iter().position(|word| word.is_in(SPEAKS))?;
    if at > MOST {
        return None;
    }
    Some(Told {
        who: part.get(..at)?.iter().filter(tells).collect(),
        said: part.get(at + 1..)?.iter().filter(tells).collect(),
        part,
    })
}
