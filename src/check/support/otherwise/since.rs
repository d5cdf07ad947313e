//! Since: which way something has gone since a date, `halved by 2020, but has crept up since`, beside a claim that has it go on as before.

use std::ops::Range;

use super::{Source, clauses, opposed, read};
use crate::check::language::directions::axis;
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};

/// Where a claim says that something went one way since a date, and the evidence that it has gone the other way since.
pub(super) fn turned_since(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    claim
        .iter()
        .position(|word| word.is_in(&["since", "after"]))?;
    let own = turn(claim)?;
    if deny(claim) {
        return None;
    }
    source.lines().iter().find_map(|line| {
        clauses(line).into_iter().find_map(|clause| {
            let is_end =
                clause.end == line.len() || line.get(clause.end).is_some_and(|word| word.is_apart);
            let words = line.get(clause)?;
            let (last, before) = words.split_last()?;
            let goes_on = last.plain == "since" && is_end
                || last.is_in(&["then", "thereafter", "afterwards"])
                    && before
                        .last()
                        .is_none_or(|word| word.plain == "since" || last.plain != "then");
            let theirs = turn(words)?;
            (goes_on && theirs != own && !deny(words)).then(|| opposed(claim, words))
        })
    })
}

/// Whether a sentence says that something has gone one way since, as a claim of `since` does.
pub(in crate::check::support) fn goes_on_so(claim: &str, sentence: &str) -> bool {
    if !sentence.contains(" since") {
        return false;
    }
    let (own, line) = (read(claim), read(sentence));
    let is_since = own.iter().any(|word| word.is_in(&["since", "after"]));
    is_since
        && clauses(&line).into_iter().any(|clause| {
            let words = line.get(clause).unwrap_or_default();
            let goes_on = words.last().is_some_and(|last| last.plain == "since");
            goes_on && turn(words).is_some() && turn(words) == turn(&own) && !deny(words)
        })
}

/// Where a claim says that something went one way, and the part of a sentence that has most of its words that it went the other.
pub(super) fn turned_in_its_clause(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    const LEAST: usize = 2;
    let own = turn(claim)?;
    if deny(claim) {
        return None;
    }
    let told: Vec<&Word<'_>> = claim
        .iter()
        .filter(|word| word.tells() && turn(std::slice::from_ref(word)).is_none())
        .collect();
    let mut found = None;
    for line in source.lines() {
        let is_since = |clause: &Range<usize>| {
            let last = clause.end.checked_sub(1).and_then(|at| line.get(at));
            last.is_some_and(|last| last.plain == "since")
        };
        let turns = clauses(line).into_iter().filter_map(|clause| {
            let is_since = is_since(&clause);
            let words = line.get(clause)?;
            if is_since {
                return Some((told.len(), turn(words)?, words));
            }
            let held = told
                .iter()
                .filter(|word| words.iter().any(|other| word.is_as(other)));
            Some((held.count(), turn(words)?, words))
        });
        let turns: Vec<_> = turns.collect();
        let most = |way: bool| {
            let of_it = turns.iter().filter(|(_, turn, _)| *turn == way);
            of_it.max_by_key(|(held, ..)| *held)
        };
        match (most(own), most(!own)) {
            (Some((same, ..)), Some((other, _, words))) if other > same && *other >= LEAST => {
                // What one clause leaves out it has from the one before.
                let alone = told
                    .iter()
                    .filter(|word| words.iter().any(|own| word.is_as(own)));
                let is_whole = alone.count() == told.len();
                if is_whole && !deny(words) {
                    found = found.or(Some(*words));
                }
            }
            (Some((same, ..)), _) if *same > 0 => return None,
            _ => {}
        }
    }
    found.map(|words| opposed(claim, words))
}

/// Which way some words say that something went, where they say it once.
fn turn(words: &[Word<'_>]) -> Option<bool> {
    const CHANGES: usize = 0;
    let of = |word: &Word<'_>| match word.plain.as_str() {
        "up" => Some(true),
        "down" => Some(false),
        plain => axis(plain)
            .filter(|(axis, _)| *axis == CHANGES)
            .map(|(_, rises)| rises),
    };
    let mut all = words.iter().filter_map(of);
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}
