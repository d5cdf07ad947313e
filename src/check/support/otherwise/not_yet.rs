//! Not yet: a claim that tells as done what its evidence only tells as to come, meant or possible: `has immunised 300,000 children` of `would buy enough doses to immunise
//! 300,000 children`, `employs 1,800 people` of `1,800 people are to be employed there`.

use super::{Source, clauses, is_done, root};
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};

/// Words before a deed that is to come.
const TO_COME: &[&str] = &["will", "would", "shall", "may", "might", "could", "should"];
/// Words before the `to` of a deed that nobody has done yet.
#[rustfmt::skip]
const MEANT: &[&str] = &[
    "plan", "plans", "planned", "planning", "expect", "expects", "expected", "intend", "intends", "intended", "aim", "aims", "aimed", "hope", "hopes", "hoped", "enough",
    "sufficient", "due", "set", "scheduled", "agreed", "agrees", "promised", "promises", "proposed", "proposes", "wants", "wanted", "seeks", "sought", "ready", "about",
    "pledged", "pledges", "vowed", "is", "are", "was", "were", "order", "intention", "proposal", "permission", "asked", "urged", "able", "designed", "meant", "allowed",
    "considering", "decided", "called", "threatened", "offered", "preparing", "likely", "supposed", "right", "power", "chance", "opportunity",
];
/// Words by which a claim says itself that something is to come, or may be, or was only said.
#[rustfmt::skip]
const KEEPS: &[&str] = &[
    "will", "would", "shall", "may", "might", "could", "should", "can", "to", "if", "unless", "plan", "plans", "planned", "planning", "expect", "expects", "expected",
    "intend", "intends", "intended", "aims", "hopes", "due", "scheduled", "proposed", "proposes", "proposal", "promised", "promises", "pledged", "draft", "upcoming",
    "possible", "potential", "potentially", "likely", "forecast", "projected", "estimated", "soon", "next", "future", "possibly", "believed", "thought",
    "when", "once", "until", "designed", "meant", "suggests", "suggested", "suggest",
];

/// The words with which the evidence tells as to come what a claim tells as done.
pub(super) fn told_as_done(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    if deny(claim) || claim.iter().any(|word| word.is_in(KEEPS)) {
        return None;
    }
    let lines = source.lines();
    (0..claim.len()).find_map(|at| {
        let deed = claim.get(at).filter(|_| is_deed(claim, at))?;
        let verb = root(deed);
        let mut found: Option<(&[Word<'_>], usize, usize)> = None;
        for line in lines {
            for place in 0..line.len() {
                let told = line.get(place)?;
                if root(told) != verb {
                    continue;
                }
                // A noun of the deed says nothing of when.
                match to_come(line, place) {
                    Some(marker) => found = found.or(Some((line, marker, place))),
                    None if is_deed(line, place) => return None,
                    None => {}
                }
            }
        }
        let (line, marker, place) = found?;
        let before = lines
            .iter()
            .position(|other| std::ptr::eq(other.as_slice(), line));
        let before = before.and_then(|own| lines.get(..own)).unwrap_or_default();
        let is_of_it = is_of_it(claim, at, line, before);
        (is_of_it && !is_told_elsewhere(claim, at, line, lines)).then(|| {
            let words = line.get(marker..=place).unwrap_or_default();
            let all: Vec<&str> = words.iter().map(|word| word.surface).collect();
            Finding::Hedge(all.join(" "))
        })
    })
}

/// Whether a word tells a deed where it stands: one that was done, or that somebody does.
fn is_deed(line: &[Word<'_>], at: usize) -> bool {
    const BEFORE_NOUNS: &[&str] = &[
        "the", "a", "an", "its", "their", "his", "her", "of", "this", "these", "those", "in", "by",
        "for", "with", "no", "any",
    ];
    let Some(word) = line.get(at) else {
        return false;
    };
    let before = at.checked_sub(1).and_then(|before| line.get(before));
    // `Is paid out` tells what is the rule.
    let is_noun =
        before.is_some_and(|word| word.is_in(BEFORE_NOUNS) || word.is_in(&["is", "are", "be"]));
    // What is called by a name is not done.
    let is_form =
        is_done(word) || word.plain.ends_with('s') && at > 1 && !word.plain.ends_with("ss");
    word.tells() && !word.is_capital() && !is_noun && is_form
}

/// Where the words begin by which the deed at a place is only to come.
fn to_come(line: &[Word<'_>], place: usize) -> Option<usize> {
    const REACH: usize = 4;
    const FAR: usize = 3;
    let from = place.saturating_sub(REACH);
    // No further than the clause goes.
    let from = (from..place)
        .rev()
        .find(|&at| line.get(at + 1).is_some_and(|word| word.is_apart))
        .map_or(from, |at| at + 1);
    let is = |at: usize, list: &[&str]| line.get(at).is_some_and(|word| word.is_in(list));
    let is_joined = |from: usize| (from + 1..place).any(|at| is(at, &["and", "but", "have"]));
    if let Some(at) = (from..place).rev().find(|&at| is(at, TO_COME)) {
        let is_month = at > 0 && line.get(at).is_some_and(|word| word.surface == "May");
        return (!is_month && !is_joined(at)).then_some(at);
    }
    let to = (from..place).rev().find(|&at| is(at, &["to"]))?;
    // `To be employed`, `to fully insure`.
    let is_near = (to + 1..place).all(|at| {
        is(at, &["be", "not"]) || line.get(at).is_some_and(|word| word.plain.ends_with("ly"))
    });
    // `Due to cancelled trains`.
    let is_infinitive = (to + 1..place).any(|at| is(at, &["be"]))
        || line
            .get(place)
            .is_some_and(|word| !word.plain.ends_with("ed"));
    let before = (to.saturating_sub(FAR)..to).rev();
    let mut before = before.filter(|&at| is(at, MEANT));
    let marker = before
        .next()
        .filter(|_| is_near && is_infinitive && !is_joined(to))?;
    // `Was able to`, `is known to`: of `be` only what stands right before it says that something is to come.
    let is_be = is(marker, &["is", "are", "was", "were"]);
    (!is_be || marker + 1 == to).then_some(marker)
}

/// Whether a sentence has most of what else a claim says, with those before it where it only points to them: `employed there`.
fn is_of_it(claim: &[Word<'_>], deed: usize, line: &[Word<'_>], before: &[Vec<Word<'_>>]) -> bool {
    const POINTS: &[&str] = &["there", "it", "they", "its", "their"];
    let (own, all) = held(claim, deed, line);
    let points = line.iter().any(|word| word.is_in(POINTS));
    let is_there = |word: &Word<'_>| {
        let mut words = line.iter().chain(before.iter().flatten());
        words.any(|other| word.is_as(other))
    };
    let with_others = || {
        let words = claim.iter().enumerate();
        words
            .filter(|(at, word)| *at != deed && word.tells() && is_there(word))
            .count()
    };
    3 * own >= 2 * all || points && own >= 2 && 3 * with_others() >= 2 * all
}

/// Whether another sentence has all that that one has of the claim.
fn is_told_elsewhere(
    claim: &[Word<'_>],
    deed: usize,
    line: &[Word<'_>],
    lines: &[Vec<Word<'_>>],
) -> bool {
    let has = |line: &[Word<'_>], word: &Word<'_>| line.iter().any(|other| word.is_as(other));
    let words = claim.iter().enumerate();
    let of_it: Vec<&Word<'_>> = words
        .filter(|(at, word)| *at != deed && word.tells() && has(line, word))
        .map(|(_, word)| word)
        .collect();
    let mut others = lines
        .iter()
        .filter(|other| !std::ptr::eq(other.as_slice(), line));
    others.any(|other| of_it.iter().all(|word| has(other, word)))
}

/// The word of doubt with which the evidence says in a clause what a claim says will be so, or is.
pub(super) fn doubt_of_its_clause(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    const DOUBTS: &[&str] = &["may", "might", "could", "possibly", "perhaps"];
    #[rustfmt::skip]
    const KEEPS: &[&str] = &[
        "may", "might", "could", "can", "possibly", "perhaps", "possible", "potential", "potentially", "likely", "if", "unless", "would", "should", "risk", "chance", "suggests",
        "suggested", "believes", "believed", "thinks", "expected", "expects", "hopes", "forecast", "projected", "appears", "seems", "plausible", "uncertain", "unclear", "fears",
    ];
    // Who says so is no part of what is said.
    let own = match claim {
        [according, to, rest @ ..] if according.plain == "according" && to.plain == "to" => {
            let end = rest.iter().position(|word| word.is_apart)?;
            rest.get(end..)?
        }
        _ => return None,
    };
    if deny(claim) || claim.iter().any(|word| word.is_in(KEEPS)) {
        return None;
    }
    let lines = source.lines();
    lines.iter().find_map(|line| {
        let is_doubt = |at: &usize| {
            line.get(*at)
                .is_some_and(|word| word.is_in(DOUBTS) && (*at == 0 || word.surface != "May"))
        };
        let clause = clauses(line)
            .into_iter()
            .find(|clause| clause.clone().any(|at| is_doubt(&at)))?;
        let doubt = clause.clone().find(is_doubt)?;
        let words = line.get(clause)?;
        let (kept, all) = held(own, usize::MAX, words);
        let is_flat_elsewhere = lines
            .iter()
            .any(|other| !std::ptr::eq(other, line) && held(own, usize::MAX, other).0 >= kept);
        let doubt = line.get(doubt)?.surface.to_owned();
        (all > 0 && 2 * kept >= all && !is_flat_elsewhere).then_some(Finding::Hedge(doubt))
    })
}

fn held(claim: &[Word<'_>], deed: usize, line: &[Word<'_>]) -> (usize, usize) {
    let all = || {
        let words = claim.iter().enumerate();
        words.filter(|(at, word)| *at != deed && word.tells())
    };
    let is_there = |word: &Word<'_>| line.iter().any(|other| word.is_as(other));
    (
        all().filter(|(_, word)| is_there(word)).count(),
        all().count(),
    )
}
