//! Ways: where to and where from, with and without, inside and outside: `exports to China` beside `exports from China`, which differ in one small word.

use super::{Source, is_done, opposed, root};
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};

/// Small words of which one excludes the other between the same two words.
const PAIRS: &[(&str, &str)] = &[
    ("to", "from"),
    ("with", "without"),
    ("inside", "outside"),
    ("above", "below"),
    ("over", "under"),
    ("for", "against"),
    ("towards", "from"),
    ("upstream", "downstream"),
];

/// The other way that the evidence has between two words of the claim, where it has the claim's own nowhere.
pub(super) fn the_other_way(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    by_and_for(claim, source)
        .or_else(|| needed(claim, source))
        .or_else(|| {
            (1..claim.len()).find_map(|at| {
                let word = claim.get(at)?;
                let other = other_of(&word.plain)?;
                let (before, behind) = (claim.get(at - 1)?, next(claim, at)?);
                if !before.tells() || word.is_apart {
                    return None;
                }
                let mut found = None;
                for line in source.lines() {
                    for place in 1..line.len() {
                        let Some(theirs) = line.get(place) else {
                            continue;
                        };
                        let is_behind =
                            next(line, place).is_some_and(|(_, end)| end.is_as(behind.1));
                        if theirs.plain == word.plain && is_behind {
                            return None;
                        }
                        let is_before = line.get(place - 1).is_some_and(|word| word.is_as(before));
                        if theirs.plain == other && is_behind && is_before && !theirs.is_apart {
                            let end = next(line, place).map_or(place, |(end, _)| end);
                            found = found.or(line.get(place - 1..=end));
                        }
                    }
                }
                Some(opposed(claim.get(at - 1..=behind.0)?, found?))
            })
        })
}

fn other_of(word: &str) -> Option<&'static str> {
    PAIRS.iter().find_map(|&(one, other)| match word {
        word if word == one => Some(other),
        word if word == other => Some(one),
        _ => None,
    })
}

/// The next word that says something, within a word or two.
fn next<'s, 't>(line: &'s [Word<'t>], at: usize) -> Option<(usize, &'s Word<'t>)> {
    const REACH: usize = 2;
    let mut near = (at + 1..=at + REACH).filter_map(|place| Some((place, line.get(place)?)));
    near.find(|(_, word)| word.tells())
        .filter(|(_, word)| !word.is_apart)
}

/// `Carried out by Gallup` of what was carried out for Gallup, by somebody else.
fn by_and_for(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let at = (1..claim.len()).find(|&at| {
        let is_by = claim.get(at).is_some_and(|word| word.plain == "by");
        is_by && claim.iter().take(at).rev().take(2).any(is_done)
    })?;
    let deed = claim.iter().take(at).rev().find(|word| is_done(word))?;
    let (end, doer) = next(claim, at)?;
    let mut found = None;
    for line in source.lines() {
        let of_doer = |small: &str| {
            (0..line.len()).find(|&place| {
                line.get(place).is_some_and(|word| word.plain == small)
                    && next(line, place).is_some_and(|(_, word)| word.is_as(doer))
            })
        };
        if of_doer("by").is_some() {
            return None;
        }
        let has_deed = line.iter().any(|word| is_done(word) && word.is_as(deed));
        let has_other = line.iter().any(|word| word.plain == "by");
        if let Some(place) = of_doer("for").filter(|_| has_deed && has_other) {
            found = found.or(line.get(place..));
        }
    }
    Some(opposed(claim.get(at..=end)?, found?))
}

/// `Without restarting`, of what `requires a restart`; and `requires a restart` of what is done without one.
fn needed(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    const NEEDS: &[&str] = &[
        "require",
        "requires",
        "required",
        "needs",
        "need",
        "needed",
        "necessitates",
    ];
    const WITHOUT: &[&str] = &["without"];
    // What stands behind each of such words, by its root.
    let behind = |line: &[Word<'_>], list: &[&str]| -> Vec<(usize, String)> {
        let places =
            (0..line.len()).filter(|&at| line.get(at).is_some_and(|word| word.is_in(list)));
        let things = places.filter_map(|at| Some((at, root(next(line, at)?.1))));
        things.collect()
    };
    let sides = [(WITHOUT, NEEDS), (NEEDS, WITHOUT)];
    sides.into_iter().find_map(|(own, other)| {
        behind(claim, own).into_iter().find_map(|(at, thing)| {
            let mut found = None;
            for line in source.lines() {
                if behind(line, own).iter().any(|(_, theirs)| *theirs == thing) {
                    return None;
                }
                let is_denied = |place: usize| {
                    deny(line.get(place.saturating_sub(2)..place).unwrap_or_default())
                };
                let mut theirs = behind(line, other).into_iter();
                let told = theirs.find(|(place, theirs)| *theirs == thing && !is_denied(*place));
                found = found.or_else(|| line.get(told?.0..));
            }
            let is_denied = deny(claim.get(..at)?);
            let found = found.filter(|_| !is_denied)?;
            Some(opposed(claim.get(at..)?, found))
        })
    })
}
