//! Doers: who did which of the deeds that one sentence tells, `designed by a bureau, built by a firm and paid for by the province`, beside a claim that gives the deed of
//! the one to another.

use std::ops::Range;

use super::{Source, clauses, is_done, opposed, root};
use crate::check::language::numbers::month_named;
use crate::check::language::terms::is_figure;
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{BE, JOINS, Word, deny};

/// A deed with the words that name who did it; none where that is not told.
struct Deed {
    at: usize,
    doer: Range<usize>,
}

/// Who a claim says did what the evidence has another do, and did something else there.
pub(super) fn done_by_another(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    if deny(claim) {
        return None;
    }
    let mut own = deeds(claim)
        .into_iter()
        .filter(|deed| !deed.doer.is_empty());
    let (deed, None) = (own.next()?, own.next()) else {
        return None;
    };
    let verb = root(claim.get(deed.at)?);
    let doer = claim.get(deed.doer.clone())?;
    let mut found = None;
    for line in source.lines() {
        let is_it = |word: &Word<'_>| is_done(word) && root(word) == verb;
        if !line.iter().any(is_it) {
            continue;
        }
        let told = deeds(line);
        for at in (0..line.len()).filter(|at| line.get(*at).is_some_and(is_it)) {
            let theirs = told.iter().find(|deed| deed.at == at)?;
            let theirs = line
                .get(theirs.doer.clone())
                .filter(|doer| !doer.is_empty())?;
            if deny(line) || are_one(doer, theirs) {
                return None;
            }
            let does_another = told.iter().any(|other| {
                let doers = line.get(other.doer.clone()).unwrap_or_default();
                other.at != at && heads(doer).all(|own| doers.iter().any(|word| own.is_as(word)))
            });
            if does_another {
                found = found.or(Some((theirs, line)));
            }
        }
    }
    let (theirs, line) = found?;
    let rest = claim
        .iter()
        .enumerate()
        .filter(|(at, word)| !deed.doer.contains(at) && *at != deed.at && word.tells());
    let rest: Vec<&Word<'_>> = rest.map(|(_, word)| word).collect();
    let is_told = |word: &&&Word<'_>| line.iter().any(|other| word.is_as(other));
    // What it was done to may be a pronoun there.
    let is_pronoun = |word: &Word<'_>| word.is_in(&["it", "them", "him", "her"]);
    let held =
        rest.iter().filter(is_told).count() + line.iter().filter(|word| is_pronoun(word)).count();
    let is_about_it = 2 * held >= rest.len();
    is_about_it.then(|| opposed(doer, theirs))
}

/// Whether two name one, as far as a word that both have tells, or the one names those of whom the other is made up: `the judges` of `the court`.
fn are_one(own: &[Word<'_>], theirs: &[Word<'_>]) -> bool {
    #[rustfmt::skip]
    const BODIES: &[&[&str]] = &[
        &["court", "tribunal", "judge", "judges", "justices", "bench", "panel", "jury"],
        &["parliament", "lawmakers", "legislators", "deputies", "mps", "senate", "congress", "assembly", "house"],
        &["government", "cabinet", "ministers", "authorities", "administration", "officials", "ministry", "minister"],
        &["police", "officers", "detectives", "investigators"],
        &["team", "players", "squad", "scientists", "researchers", "group", "authors", "study", "university"],
        &["company", "firm", "management", "managers", "board", "directors", "maker", "manufacturer"],
        &["council", "councillors", "city", "town", "municipality"],
        &["hospital", "doctors", "clinic", "surgeons", "medics"],
    ];
    let is_of_one = |word: &Word<'_>, other: &Word<'_>| {
        BODIES
            .iter()
            .any(|body| word.is_in(body) && other.is_in(body))
    };
    own.iter().filter(|word| word.tells()).any(|word| {
        theirs
            .iter()
            .any(|other| word.is_as(other) || is_of_one(word, other))
    })
}

/// The words by which somebody is known: his name, or the last of those for what he is.
fn heads<'s, 't>(doer: &'s [Word<'t>]) -> impl Iterator<Item = &'s Word<'t>> {
    let last = doer.iter().rfind(|word| word.tells());
    let named = doer.iter().any(Word::is_capital);
    doer.iter().filter(move |word| {
        if named {
            word.is_capital() && word.tells()
        } else {
            last.is_some_and(|last| last.start == word.start)
        }
    })
}

/// The deeds of a sentence, in order.
fn deeds(line: &[Word<'_>]) -> Vec<Deed> {
    let mut all: Vec<Deed> = Vec::new();
    for clause in clauses(line) {
        let is = |at: usize, list: &[&str]| line.get(at).is_some_and(|word| word.is_in(list));
        for at in clause.clone() {
            if !line.get(at).is_some_and(is_done) {
                continue;
            }
            if let Some(by) = (at + 1..at + 4).find(|by| is(*by, &["by"]))
                && by < clause.end
                && !(at + 1..by).any(|at| line.get(at).is_some_and(is_done))
            {
                let doer = behind_by(line, by);
                all.push(Deed { at, doer });
                continue;
            }
            let begins = clause.start + usize::from(is(clause.start, JOINS));
            // `The painting owned by him` and `the stolen car` tell no doer.
            let is_passive = (at.saturating_sub(3)..at).any(|at| is(at, BE))
                || is(
                    at.wrapping_sub(1),
                    &["the", "a", "an", "to", "of", "its", "his", "her", "their"],
                );
            let is_first = !all.iter().any(|deed| clause.contains(&deed.at));
            let doer = if is_passive || !is_first {
                at..at
            } else if begins == at {
                named_before(line, at)
            } else if is(begins, &["who", "which", "that"]) && begins + 2 > at.saturating_sub(1) {
                before_relative(line, begins)
            } else {
                // `A student in Graz`
                let end = (begins + 1..at).find(|&at| is(at, PREPOSITIONS));
                begins..end.unwrap_or(at)
            };
            let has_name = line.get(doer.clone()).is_some_and(|words| {
                words
                    .iter()
                    .any(|word| word.tells() && !is_figure(&word.plain))
            });
            let is_of_time = is(doer.start, PREPOSITIONS);
            let doer = if has_name && !is_of_time {
                doer
            } else {
                at..at
            };
            all.push(Deed { at, doer });
        }
    }
    all
}

const PREPOSITIONS: &[&str] = &[
    "in", "on", "at", "after", "before", "since", "when", "by", "from", "during", "as", "if",
    "because", "until", "for", "with", "once", "where", "to", "of",
];

/// Who is named behind `by`, with what is said of him in a clause without a verb: `by a ploughman, Evert Kuik, and`.
fn behind_by(line: &[Word<'_>], by: usize) -> Range<usize> {
    let from = by + 1;
    let ends = |at: &usize| {
        line.get(*at).is_some_and(|word| {
            word.is_apart
                || word.is_in(JOINS)
                || word.is_in(PREPOSITIONS)
                || word.is_in(&["who", "which", "that"])
                || is_done(word) && *at > from + 1
        })
    };
    let mut to = (from..line.len()).find(ends).unwrap_or(line.len());
    let is_name = |at: usize| line.get(at).is_some_and(Word::is_capital);
    while line.get(to).is_some_and(|word| word.is_apart) && is_name(to) {
        to += 1;
        while is_name(to) && !line.get(to).is_some_and(|word| word.is_apart) {
            to += 1;
        }
    }
    let is_somebody = |word: &Word<'_>| {
        word.tells()
            && !is_figure(&word.plain)
            && !word.plain.ends_with("ing")
            && month_named(word.surface).is_none()
    };
    let words = line.get(from..to).unwrap_or_default();
    let is_amount = words
        .iter()
        .any(|word| is_figure(&word.plain) || word.is_in(&["percent", "half", "third", "quarter"]));
    if !is_amount && words.iter().any(is_somebody) {
        from..to
    } else {
        from..from
    }
}

/// The name that stands between commas right before a verb: `her assistant, Tor Vik, painted them`.
fn named_before(line: &[Word<'_>], at: usize) -> Range<usize> {
    let is_name = |at: &usize| line.get(*at).is_some_and(Word::is_capital);
    let is_set_apart = line.get(at).is_some_and(|word| word.is_apart);
    let start = (0..at).rev().take_while(is_name).last();
    start
        .filter(|start| is_set_apart && line.get(*start).is_some_and(|word| word.is_apart))
        .map_or(at..at, |start| start..at)
}

/// Whom `who` stands for: what is named right before it.
fn before_relative(line: &[Word<'_>], at: usize) -> Range<usize> {
    let is_part = |at: &usize| {
        line.get(*at)
            .is_some_and(|word| word.tells() && !is_done(word))
    };
    let start = (0..at).rev().take_while(is_part).last();
    start.map_or(at..at, |start| start..at)
}
