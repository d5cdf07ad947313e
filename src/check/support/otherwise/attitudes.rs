//! Attitudes: who is for something and who is against it, `want the plan` of residents who `oppose` it, `paid the fine` of a firm that `has appealed against` it.

use std::ops::Range;

use super::{Source, clauses, is_done, opposed, read};
use crate::check::language::numbers::month_named;
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{BE, Word, deny};

/// Verbs and words of those who are for something, by their stems' plain forms.
#[rustfmt::skip]
const FOR: &[&str] = &[
    "want", "wants", "wanted", "support", "supports", "supported", "welcome", "welcomes", "welcomed", "favour", "favours", "favoured", "favor", "favors", "favored", "back",
    "backs", "backed", "endorse", "endorses", "endorsed", "accept", "accepts", "accepted", "approve", "approves", "approved", "agree", "agrees", "agreed", "applaud",
    "applauded", "praise", "praised", "recommend", "recommends", "recommended", "pleased", "happy", "delighted", "likes", "liked", "embraced", "advocate", "advocates",
    "champion", "champions",
];
#[rustfmt::skip]
const AGAINST: &[&str] = &[
    "oppose", "opposes", "opposed", "reject", "rejects", "rejected", "protest", "protests", "protested", "object", "objects", "objected", "resist", "resists", "resisted",
    "against", "appeal", "appeals", "appealed", "appealing", "contest", "contests", "contested", "contesting", "challenge", "challenges", "challenged", "doubt", "doubts",
    "doubted", "criticise", "criticises", "criticised", "criticize", "criticizes", "criticized", "condemn", "condemned", "condemns", "denounced", "veto", "vetoed", "unhappy",
    "angry", "dislike", "disliked", "dislikes", "unworkable", "refused", "refuses", "unacceptable", "dismissed",
];
/// What a penalty is.
const PENALTIES: &[&str] = &["fine", "fines", "penalty", "penalties", "charge", "damages"];
const PAYS: &[&str] = &["pay", "pays", "paid", "paying"];

/// What the evidence says of the attitude of whom the claim speaks of, where that is the other one.
pub(super) fn other_attitude(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let (at, own) = (0..claim.len()).find_map(|at| Some((at, attitude(claim, at)?)))?;
    let (who, what) = (claim.get(..at)?, claim.get(at + 1..)?);
    let head = head_of(who)?;
    if deny(claim)
        || !what.iter().any(Word::tells)
        || claim
            .iter()
            .any(|word| word.is_in(&["if", "unless", "may", "might", "could", "would"]))
    {
        return None;
    }
    let mut found = None;
    for line in source.lines() {
        for (place, theirs, clause) in attitudes_of(head, line) {
            let words = line.get(clause).unwrap_or_default();
            if theirs == own || deny(words) {
                return None;
            }
            let behind = words.get(place + 1..).unwrap_or_default();
            let is_of_it = |word: &Word<'_>| what.iter().any(|own| own.tells() && own.is_as(word));
            let is_about_it = behind.iter().any(is_of_it)
                || behind
                    .iter()
                    .any(|word| word.is_in(&["it", "them", "this", "that"]))
                || behind.iter().all(|word| !word.tells()) && line.iter().any(is_of_it);
            if is_about_it {
                found = found.or(Some((place, words)));
            }
        }
    }
    let (place, words) = found?;
    Some(opposed(claim.get(at..=at)?, words.get(place..=place)?))
}

/// Whether a sentence tells that who a claim speaks of is for or against it as the claim says, whatever it says of others.
pub(in crate::check::support) fn is_of_one_mind(claim: &str, sentence: &str) -> bool {
    let (own, line) = (read(claim), read(sentence));
    let told = (0..own.len()).find_map(|at| Some((at, attitude(&own, at)?)));
    let Some((at, own_attitude)) = told.filter(|_| !deny(&own)) else {
        return false;
    };
    let Some(head) = own.get(..at).and_then(head_of) else {
        return false;
    };
    let mut theirs = attitudes_of(head, &line).into_iter().peekable();
    theirs.peek().is_some()
        && theirs.all(|(_, theirs, clause)| {
            theirs == own_attitude && !deny(line.get(clause).unwrap_or_default())
        })
}

/// The attitudes of somebody that a sentence tells, each with its place in its clause; whose attitude a clause tells that names nobody is told before it.
fn attitudes_of(head: &Word<'_>, line: &[Word<'_>]) -> Vec<(usize, bool, Range<usize>)> {
    let mut all = Vec::new();
    let mut is_named = false;
    for clause in clauses(line) {
        let words = line.get(clause.clone()).unwrap_or_default();
        let told = (0..words.len()).find_map(|at| Some((at, attitude(words, at)?)));
        let before = words.iter().take(told.map_or(words.len(), |(at, _)| at));
        let mut somebody = before
            .take_while(|word| told.is_some() || !is_done(word))
            .filter(|word| is_somebody(word) && !is_done(word))
            .peekable();
        if somebody.peek().is_some() {
            is_named = somebody.any(|word| word.is_as(head));
        }
        if let Some((at, attitude)) = told.filter(|_| is_named) {
            all.push((at, attitude, clause));
        }
    }
    all
}

/// The word by which somebody is known: `staff` of `the staff of the archive`.
fn head_of<'s, 't>(who: &'s [Word<'t>]) -> Option<&'s Word<'t>> {
    let ends = |word: &Word<'_>| word.is_in(&["of", "in", "from", "at", "who"]);
    let end = who.iter().position(ends).unwrap_or(who.len());
    who.get(..end)?.iter().rfind(|word| is_somebody(word))
}

fn is_somebody(word: &Word<'_>) -> bool {
    word.tells() && month_named(word.surface).is_none() && !word.plain.ends_with("ly")
}

/// Whether a word tells that somebody is for something or against it.
fn attitude(line: &[Word<'_>], at: usize) -> Option<bool> {
    let word = line.get(at)?;
    let next = |list: &[&str]| line.get(at + 1).is_some_and(|word| word.is_in(list));
    let before = |list: &[&str]| {
        at.checked_sub(1)
            .and_then(|at| line.get(at))
            .is_some_and(|word| word.is_in(list))
    };
    // `A protest`, `the charge against him`, `was accepted by`.
    let is_thing = before(&[
        "a", "an", "the", "its", "his", "her", "their", "of", "in", "with", "this", "no", "any",
    ]);
    if is_thing && !word.is_in(&["against"]) {
        let is_of = word.is_in(&["favour", "favor"]) && before(&["in"]);
        return is_of.then_some(true);
    }
    // What is done to it, and not by it.
    let is_passive = before(BE)
        && (word.plain.ends_with("ed"))
        && !word.is_in(&["pleased", "delighted", "opposed"]);
    if is_passive {
        return None;
    }
    if word.is_in(&[
        "turn", "turns", "turned", "voted", "vote", "strike", "struck",
    ]) && (at + 1..at + 4).any(|at| line.get(at).is_some_and(|word| word.is_in(&["down"])))
    {
        return Some(false);
    }
    if word.is_in(PAYS) {
        let is_penalty = line
            .iter()
            .skip(at)
            .take(4)
            .any(|word| word.is_in(PENALTIES));
        return is_penalty.then_some(true);
    }
    if word.is_in(&["back"])
        && (next(&["to", "in", "from", "on", "at"])
            || before(&["come", "came", "go", "went", "get", "got"]))
    {
        return None;
    }
    if word.is_in(&["against"]) {
        let is_held = before(&[
            "are",
            "is",
            "was",
            "were",
            "come",
            "came",
            "out",
            "speak",
            "spoke",
            "spoken",
            "voted",
            "vote",
            "advised",
            "argued",
            "argue",
            "campaigned",
            "decided",
            "strongly",
            "been",
        ]);
        return is_held.then_some(false);
    }
    if word.is_in(FOR) {
        Some(true)
    } else if word.is_in(AGAINST) {
        Some(false)
    } else {
        None
    }
}
