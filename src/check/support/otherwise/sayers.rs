//! Sayers: who says or blames, where the evidence names one and the claim another of those it tells of: `students called it "overdue"` of what the rector called so.

use super::{Source, is_done, opposed, read};
use crate::check::language::terms::key;
use crate::check::meaning::polarity::Opposition;
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};
use crate::check::text::sentences::sentences;

/// Verbs behind which stands what somebody says, thinks or puts down to something.
#[rustfmt::skip]
const SPEAKS: &[&str] = &[
    "say", "says", "said", "saying", "think", "thinks", "thought", "believe", "believes", "believed", "maintain", "maintains", "maintained", "insist", "insists", "insisted",
    "suspect", "suspects", "suspected", "argue", "argues", "argued", "claim", "claims", "claimed", "describe", "describes", "described", "call", "calls", "called",
    "considers", "considered", "suggest", "suggests", "suggested", "warn", "warns", "warned", "praised", "praises", "criticised", "criticized", "criticises", "criticizes",
    "blame", "blames", "blamed", "accuse", "accuses", "accused", "doubt", "doubts", "doubted", "concluded", "concludes", "reckons", "reckoned", "predicts", "predicted",
    "proposed", "proposes", "attribute", "attributes", "attributed", "demanded", "demands", "rejected", "rejects", "dismissed", "told", "estimates", "estimated", "recommends", "recommended",
];
/// What kind of people somebody is of, which says nothing of who he is.
const KINDS: &[&str] = &["team", "group", "member", "members", "people"];
const PRONOUNS: &[&str] = &[
    "he", "she", "it", "they", "we", "who", "which", "i", "you", "that", "this",
];

/// Who says something, and what.
struct Saying<'s, 't> {
    who: Vec<&'s Word<'t>>,
    verb: &'s Word<'t>,
    said: Vec<&'s Word<'t>>,
}

/// Who says by the evidence what the claim has another of those say of whom that tells.
pub(super) fn said_by_somebody_else(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    const LEAST: usize = 1;
    let own = saying(claim)?;
    if own.who.is_empty() || own.said.len() <= LEAST || deny(claim) {
        return None;
    }
    let has = |words: &[&Word<'_>], word: &Word<'_>| words.iter().any(|other| word.is_as(other));
    let lines = source.lines();
    let mut found: Option<(&[Word<'_>], Vec<&Word<'_>>)> = None;
    for line in lines {
        let is_held = |word: &&&Word<'_>| line.iter().any(|other| word.is_as(other));
        let held = own.said.iter().filter(is_held).count();
        // In another sentence they may say it as well.
        let is_said = 2 * held > own.said.len();
        let names_own = own
            .who
            .iter()
            .any(|word| line.iter().any(|other| word.is_as(other)));
        if !is_said {
            continue;
        }
        let told = saying(line)?;
        let is_open = told.who.is_empty() || told.who.iter().all(|word| word.is_in(PRONOUNS));
        if is_open
            || names_own
            || own.who.iter().any(|word| has(&told.who, word))
            || !is_one_verb(own.verb, told.verb)
        {
            return None;
        }
        let is_in_said = own.said.iter().filter(|word| has(&told.said, word)).count();
        if 2 * is_in_said > own.said.len() {
            found = found.or(Some((line, told.who)));
        } else {
            return None;
        }
    }
    let (line, who) = found?;
    // One of them may be called by what the other is: `Solheim, the rector`.
    let are_told_as_one = lines.iter().any(|other| {
        let is_there = |word: &&Word<'_>| other.iter().any(|own| word.is_as(own));
        own.who.iter().any(is_there)
            && who.iter().any(is_there)
            && !std::ptr::eq(other.as_slice(), line)
    });
    // Somebody of whom nothing is told may be the same by another name, unless he is called by his own.
    let is_told = own.who.iter().any(|word| {
        let mut all = lines.iter().flatten();
        all.any(|other| word.is_as(other))
    });
    let is_named = |who: &[&Word<'_>]| who.iter().any(|word| word.is_capital() && word.start > 0);
    let is_other = is_told || is_named(&own.who) && is_named(&who);
    (!are_told_as_one && is_other).then(|| {
        let told = |who: &[&Word<'_>]| {
            who.iter()
                .map(|word| word.surface)
                .collect::<Vec<_>>()
                .join(" ")
        };
        Finding::Opposed(Opposition::Swapped {
            claim: told(&own.who),
            source: told(&who),
        })
    })
}

/// Whether two verbs may tell one saying: blaming is no mere saying.
fn is_one_verb(own: &Word<'_>, theirs: &Word<'_>) -> bool {
    const CALLS: &[&str] = &[
        "call",
        "calls",
        "called",
        "describe",
        "describes",
        "described",
        "considers",
        "considered",
    ];
    own.is_as(theirs) || own.is_in(CALLS) == theirs.is_in(CALLS)
}

fn saying<'s, 't>(line: &'s [Word<'t>]) -> Option<Saying<'s, 't>> {
    const MOST: usize = 14;
    let at = (1..line.len().min(MOST))
        .find(|&at| line.get(at).is_some_and(|word| word.is_in(SPEAKS)))?;
    let before = line.get(at - 1)?;
    // `Is said to`, `the so-called`: nobody is named who says it.
    if before.is_in(&[
        "is", "are", "was", "were", "been", "be", "the", "a", "so", "being", "to", "has", "of",
    ]) {
        return None;
    }
    let verb = line.get(at)?;
    // Who is called by more than his name stands before the first sign: `Vega, the mayor, said`.
    let who = line.get(..at)?.iter();
    // What they did beside says nothing of who they are.
    let names = |word: &&Word<'_>| word.tells() && !is_done(word) && !word.is_in(KINDS);
    let who = who.filter(|word| names(word) || word.is_in(PRONOUNS));
    let who: Vec<&Word<'_>> = who.collect();
    let said = line
        .get(at + 1..)?
        .iter()
        .filter(|word| word.tells())
        .collect();
    Some(Saying { who, verb, said })
}

/// Who is blamed or held at fault by a claim, and cleared by the evidence: `blamed the captain` of a captain who `was not found to be at fault`.
pub(super) fn blamed_whom_it_clears(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    #[rustfmt::skip]
    const BLAMES: &[&str] = &[
        "blame", "blames", "blamed", "blaming", "fault", "faulted", "guilty", "responsible", "liable", "culpable", "negligent", "negligence", "accused", "convicted", "wrongdoing",
    ];
    #[rustfmt::skip]
    const CLEARS: &[&str] = &["cleared", "clears", "exonerated", "exonerates", "acquitted", "absolved", "vindicated"];
    const REACH: usize = 6;
    let blame = claim.iter().position(|word| word.is_in(BLAMES))?;
    if deny(claim) || claim.iter().any(|word| word.is_in(CLEARS)) {
        return None;
    }
    // Who was cleared later may have been blamed before.
    let is_blamed = |line: &Vec<Word<'_>>| {
        let mut places = (0..line.len()).filter(|&at| {
            let verb = claim.get(blame).zip(line.get(at));
            verb.is_some_and(|(own, other)| own.plain == other.plain && own.plain.ends_with("ed"))
        });
        places.any(|at| {
            let before = line.get(at.saturating_sub(3)..at).unwrap_or_default();
            !deny(before) && !before.iter().any(|word| word.is_in(&["be", "been"]))
        })
    };
    if source.lines().iter().any(is_blamed) {
        return None;
    }
    source.lines().iter().find_map(|line| {
        let denied = (0..line.len()).find_map(|at| {
            let word = line.get(at)?;
            if word.is_in(CLEARS) {
                return Some((at, at));
            }
            let from = at.saturating_sub(REACH);
            let is_denial = |place: &usize| {
                line.get(*place)
                    .is_some_and(|word| deny(std::slice::from_ref(word)))
            };
            let denial = (from..at).rev().find(is_denial)?;
            let is_whole =
                !(denial + 1..=at).any(|at| line.get(at).is_some_and(|word| word.is_apart));
            (word.is_in(BLAMES) && is_whole).then_some((denial, at))
        });
        let (from, at) = denied?;
        // Whom it is said of stands before the first sign, or behind `cleared`.
        let end = line
            .iter()
            .position(|word| word.is_apart)
            .unwrap_or(from)
            .min(from);
        let before = line.get(..end)?.iter();
        let behind = line
            .get(at + 1..)?
            .iter()
            .take(if from == at { 4 } else { 0 });
        let mut cleared = before
            .chain(behind)
            .filter(|word| word.tells() && !word.is_in(CLEARS));
        let whom = |word: &Word<'_>| {
            // Behind `blamed`, or before `was blamed` and `was at fault`.
            let is_active = claim.get(blame).is_some_and(|word| {
                word.is_in(&["blame", "blames", "blamed", "blaming", "faulted", "accused"])
            }) && !(blame.saturating_sub(2)..blame).any(|at| {
                claim
                    .get(at)
                    .is_some_and(|word| word.is_in(&["was", "were", "is", "are", "been", "be"]))
            });
            let party = if is_active {
                claim.get(blame + 1..blame + 4.min(claim.len() - blame))
            } else {
                claim.get(..blame)
            };
            party.unwrap_or_default().iter().any(|own| own.is_as(word))
        };
        cleared
            .any(whom)
            .then(|| opposed(claim, line.get(from..=at).unwrap_or_default()))
    })
}

/// Whose the quoted words of a claim are by the evidence, where it has them of somebody else only: `students called it "overdue"`.
pub(in crate::check::support) fn quoted_of_another(claim: &str, texts: &[&str]) -> Option<Finding> {
    let quote = quoted(claim)?;
    let own_words = read(claim);
    let own = saying(&own_words)?;
    let has = |words: &[&Word<'_>], word: &Word<'_>| words.iter().any(|other| word.is_as(other));
    if own.who.is_empty() || own.who.iter().any(|word| word.is_in(PRONOUNS)) {
        return None;
    }
    let wanted = key(quote);
    let mut found: Option<Finding> = None;
    for text in texts {
        let all: Vec<Vec<Word<'_>>> = sentences(text)
            .into_iter()
            .filter_map(|span| text.get(span))
            .map(read)
            .collect();
        for span in sentences(text) {
            let sentence = text.get(span)?;
            if !key(sentence).contains(&wanted) {
                continue;
            }
            let line = read(sentence);
            let told = saying(&line)?;
            let is_open = told.who.is_empty() || told.who.iter().any(|word| word.is_in(PRONOUNS));
            let are_one = own
                .who
                .iter()
                .any(|word| line.iter().any(|other| word.is_as(other)));
            if is_open || are_one || told.who.iter().any(|word| has(&own.who, word)) {
                return None;
            }
            // Who is told of beside the other elsewhere is not he, and who is not told of may be.
            let is_told = |who: &[&Word<'_>], line: &[Word<'_>]| {
                who.iter()
                    .any(|word| line.iter().any(|other| word.is_as(other)))
            };
            let is_other = all.iter().any(|line| is_told(&own.who, line))
                && !all
                    .iter()
                    .any(|line| is_told(&own.who, line) && is_told(&told.who, line));
            if !is_other {
                return None;
            }
            let said = |who: &[&Word<'_>]| {
                who.iter()
                    .map(|word| word.surface)
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            found = found.or_else(|| {
                Some(Finding::Opposed(Opposition::Swapped {
                    claim: said(&own.who),
                    source: said(&told.who),
                }))
            });
        }
    }
    found
}

/// The first words of a claim in quotation marks.
fn quoted(claim: &str) -> Option<&str> {
    let (_, behind) = claim.split_once(['"', '“', '«'])?;
    let (quote, _) = behind.split_once(['"', '”', '»'])?;
    Some(quote.trim_end_matches(['.', ','])).filter(|quote| !quote.trim().is_empty())
}
