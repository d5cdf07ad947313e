//! Exchanged: who did it to whom, told by the names before a verb and behind it, whatever stands between: `B agreed to sell its unit to H` of `H said it had agreed to
//! sell its unit to the American group B`; who won against whom; and to whom something was done, `D was fined` of a sentence in which `the court fined O`.

use std::ops::Range;

use super::{Source, is_done, opposed, root};
use crate::check::language::names::is_ordinary;
use crate::check::language::numbers::month_named;
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{BE, Word, deny};

/// Verbs and small words by which both sides do one thing.
#[rustfmt::skip]
const MUTUAL: &[&str] = &[
    "meet", "met", "marry", "married", "merge", "merged", "sign", "signed", "play", "played", "face", "faced", "draw", "drew", "agreed", "join", "joined", "shared", "share",
    "exchanged", "compete", "competed", "negotiated", "discussed", "differ", "differs", "is", "are", "was", "were", "has", "had", "have",
];

/// Words by which one is before another in a contest.
const WINS: &[&str] = &[
    "beat",
    "beats",
    "beaten",
    "defeated",
    "defeats",
    "overcame",
    "outran",
    "outscored",
    "outpaced",
    "edged",
    "thrashed",
    "won",
    "wins",
    "ahead",
    "beating",
    "defeating",
    "victory",
    "triumphed",
    "prevailed",
];

/// Two parties that the evidence has the other way round.
pub(super) fn exchanged_parties(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    if deny(claim) {
        return None;
    }
    around_the_verb(claim, source)
        .or_else(|| other_winner(claim, source))
        .or_else(|| done_to_another_name(claim, source))
}

fn is_name(line: &[Word<'_>], at: usize) -> bool {
    line.get(at).is_some_and(|word| {
        // What stands behind its first word is seldom called so by chance: `Brandt won`.
        let is_first = at == 0
            && is_ordinary(&word.plain)
            && !line.get(1).is_some_and(|next| next.is_in(WINS));
        word.is_capital() && word.tells() && !is_first && month_named(word.surface).is_none()
    })
}

/// The names of a range, each as its words.
fn names(line: &[Word<'_>], range: Range<usize>) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    for at in range.filter(|&at| is_name(line, at)) {
        let goes_on = line.get(at).is_some_and(|word| !word.is_apart);
        match all.last_mut().filter(|last| last.end == at && goes_on) {
            Some(last) => last.end = at + 1,
            None => all.push(at..at + 1),
        }
    }
    all
}

fn has_of(line: &[Word<'_>], names: &[Range<usize>], own: &[Word<'_>]) -> bool {
    let mut words = names.iter().cloned().flatten();
    words.any(|at| {
        line.get(at)
            .is_some_and(|word| own.iter().any(|own| own.stem == word.stem))
    })
}

fn is_passive(line: &[Word<'_>], at: usize) -> bool {
    let is_be = |at: usize| line.get(at).is_some_and(|word| word.is_in(BE));
    line.get(at).is_some_and(is_done) && (at.saturating_sub(3)..at).any(is_be)
}

/// The small word that a name stands behind.
fn preposition<'s>(line: &'s [Word<'_>], name: &Range<usize>) -> &'s str {
    #[rustfmt::skip]
    const SMALL: &[&str] = &["to", "from", "by", "with", "for", "against", "over", "and", "of", "in", "at", "on", "than", "as", "or"];
    const REACH: usize = 4;
    let before = (name.start.saturating_sub(REACH)..name.start).rev();
    let mut before = before.filter_map(|at| line.get(at));
    before
        .find(|word| word.is_in(SMALL))
        .map_or("", |word| word.plain.as_str())
}

fn around_the_verb(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    (1..claim.len()).find_map(|at| {
        let verb = claim
            .get(at)
            .filter(|word| word.tells() && !word.is_capital() && !word.is_in(MUTUAL))?;
        let (before, behind) = (names(claim, 0..at), names(claim, at + 1..claim.len()));
        let (first, second) = (before.last()?.clone(), behind.first()?.clone());
        let (one, other) = (claim.get(first.clone())?, claim.get(second.clone())?);
        if one
            .iter()
            .any(|word| other.iter().any(|own| own.stem == word.stem))
        {
            return None;
        }
        let small = preposition(claim, &second);
        if matches!(
            small,
            "and" | "with" | "or" | "in" | "at" | "on" | "of" | "as" | "than"
        ) {
            return None;
        }
        let wanted = root(verb);
        let mut found: Option<&[Word<'_>]> = None;
        for line in source.lines() {
            for place in (0..line.len()).filter(|&place| {
                line.get(place)
                    .is_some_and(|word| root(word) == wanted && !word.is_capital())
            }) {
                let (theirs, rest) = (names(line, 0..place), names(line, place + 1..line.len()));
                let own = has_of(line, &theirs, one) || has_of(line, &rest, other);
                let turned = has_of(line, &theirs, other) && has_of(line, &rest, one);
                if own && !turned || is_passive(line, place) != is_passive(claim, at) {
                    return None;
                }
                let of_one = rest
                    .iter()
                    .find(|name| has_of(line, std::slice::from_ref(name), one));
                if turned
                    && !own
                    && of_one.is_some_and(|name| preposition(line, name) == small)
                    && !deny(line)
                {
                    found = found.or(Some(line));
                }
            }
        }
        found.map(|line| opposed(claim.get(first.start..second.end).unwrap_or_default(), line))
    })
}

/// `A beat B`, of a contest that `B won, four seconds ahead of A`.
fn other_winner(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let at = claim.iter().position(|word| word.is_in(WINS))?;
    let (winner, beaten) = parties(claim, at)?;
    if is_passive(claim, at) {
        return None;
    }
    let mut found: Option<&[Word<'_>]> = None;
    for line in source.lines() {
        let Some(place) = line.iter().position(|word| word.is_in(WINS)) else {
            continue;
        };
        if is_passive(line, place) || deny(line) {
            return None;
        }
        let (theirs, rest) = (names(line, 0..place), names(line, place + 1..line.len()));
        let own = has_of(line, &theirs, claim.get(winner.clone())?);
        let turned = has_of(line, &theirs, claim.get(beaten.clone())?)
            && rest.iter().any(|name| {
                has_of(
                    line,
                    std::slice::from_ref(name),
                    claim.get(winner.clone()).unwrap_or_default(),
                ) && leads_to_beaten(line, place, name)
            });
        if own {
            return None;
        }
        if turned {
            found = found.or(Some(line));
        }
    }
    found.map(|line| {
        opposed(
            claim.get(winner.start..beaten.end).unwrap_or_default(),
            line,
        )
    })
}

/// Whether a name behind the word of a win is that of who was beaten.
fn leads_to_beaten(line: &[Word<'_>], win: usize, name: &Range<usize>) -> bool {
    const TIES: &[&str] = &[
        "ahead",
        "over",
        "beating",
        "defeating",
        "against",
        "from",
        "before",
    ];
    let is_verb = line.get(win).is_some_and(|word| {
        word.is_in(&[
            "beat",
            "beats",
            "defeated",
            "defeats",
            "overcame",
            "outran",
            "outscored",
            "edged",
            "thrashed",
        ])
    });
    is_verb || (win..name.start).any(|at| line.get(at).is_some_and(|word| word.is_in(TIES)))
}

/// Who wins and who is beaten in a claim that names both.
fn parties(claim: &[Word<'_>], at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let winner = names(claim, 0..at).first()?.clone();
    let behind = names(claim, at + 1..claim.len());
    let beaten = behind
        .iter()
        .find(|name| leads_to_beaten(claim, at, name))?
        .clone();
    Some((winner, beaten))
}

/// `D was fined`, where the evidence has fined another and only tells of D.
fn done_to_another_name(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let at = (2..claim.len()).find(|&at| {
        let is_be =
            (at.saturating_sub(2)..at).any(|at| claim.get(at).is_some_and(|word| word.is_in(BE)));
        is_be
            && claim
                .get(at)
                .is_some_and(|word| is_done(word) && word.tells())
    })?;
    let named = names(claim, 0..at);
    let patient = claim.get(named.first()?.clone())?;
    // `The head of Delmas was fined`.
    let is_subject = named.first().is_some_and(|name| {
        let behind = claim.get(name.end);
        name.start <= 1 && behind.is_some_and(|word| word.is_in(BE) && !word.is_apart)
    });
    let verb = root(claim.get(at)?);
    let mut found: Option<&[Word<'_>]> = None;
    let mut is_told = false;
    for line in source.lines() {
        let all = names(line, 0..line.len());
        is_told |= has_of(line, &all, patient);
        for place in (0..line.len()).filter(|&place| {
            line.get(place)
                .is_some_and(|word| root(word) == verb && is_done(word))
        }) {
            let theirs = if is_passive(line, place) {
                names(line, 0..place).last().cloned()
            } else {
                all.iter().find(|name| name.start == place + 1).cloned()
            };
            let theirs = theirs?;
            if has_of(line, std::slice::from_ref(&theirs), patient) {
                return None;
            }
            // Two names side by side may be one's: `Hallam (HV)`.
            let is_alias = all.iter().any(|name| {
                has_of(line, std::slice::from_ref(name), patient)
                    && (name.start.abs_diff(theirs.end) <= 2
                        || theirs.start.abs_diff(name.end) <= 2)
            });
            if is_alias {
                return None;
            }
            found = found.or(line.get(theirs));
        }
    }
    found
        .filter(|_| is_told && is_subject)
        .map(|theirs| opposed(patient, theirs))
}
