//! Turns: a claim of several statements of which the evidence turns one: `sales rose and costs rose` of `Sales rose. Costs fell.`
//!
//! A claim that has all words of its evidence but for one in a second clause is as near to it as a true one. So each clause that tells a turn of something, a rise,
//! a gain or a win, is held against what the evidence tells of that thing alone.

use std::ops::Range;

use super::{Source, clauses, is_done, opposed};
use crate::check::language::directions::axis;
use crate::check::language::irregular::base;
use crate::check::language::numbers::month_named;
use crate::check::language::opposites::{Places, Relation};
use crate::check::language::terms::{is_figure, stem};
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{BE, JOINS, Word, deny};

/// What one clause says of the way that something went.
struct Turn<'s, 't> {
    subject: Vec<&'s Word<'t>>,
    /// What went that way: the object of the verb, or else its subject.
    thing: Vec<&'s Word<'t>>,
    is_object: bool,
    word: &'s Word<'t>,
    clause: &'s [Word<'t>],
}

/// A turn that a clause of the claim tells, and the evidence the other way round.
pub(super) fn turned_in_a_clause(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let own = turns(claim, &mut Vec::new());
    if own.is_empty() {
        return None;
    }
    let mut before = Vec::new();
    let mut theirs: Vec<(Turn<'_, '_>, &[Word<'_>])> = Vec::new();
    for line in source.lines() {
        let told = turns(line, &mut before);
        theirs.extend(told.into_iter().map(|turn| (turn, line.as_slice())));
    }
    own.iter().find_map(|own| {
        if own.thing.is_empty() || deny(own.clause) {
            return None;
        }
        let mut found = None;
        for (told, line) in &theirs {
            let Some(is_alike) = are_alike(own.word, told.word).filter(|_| is_of_it(own, told))
            else {
                continue;
            };
            if is_alike || deny(told.clause) || !is_of_its_time(own.clause, line) {
                return None;
            }
            found = found.or(Some(told.clause));
        }
        found.map(|theirs| opposed(own.clause, theirs))
    })
}

/// Whether two words say that something went one way, or that it went two ways; nothing where they are not of one kind.
fn are_alike(own: &Word<'_>, told: &Word<'_>) -> Option<bool> {
    if own.is_as(told) {
        return Some(true);
    }
    if let (Some(own), Some(told)) = (axis(&own.plain), axis(&told.plain))
        && own.0 == told.0
    {
        return Some(own.1 == told.1);
    }
    match places(own).relation_in_place(places(told))? {
        Relation::Alike => Some(true),
        Relation::Opposite | Relation::Sibling => Some(false),
    }
}

fn places(word: &Word<'_>) -> Places {
    Places::of_word(&stem(base(&word.plain)), &word.plain)
}

/// Whether a turn is told of the thing of a claim, by nobody else than the claim tells it of.
fn is_of_it(own: &Turn<'_, '_>, told: &Turn<'_, '_>) -> bool {
    let has = |words: &[&Word<'_>], word: &Word<'_>| words.iter().any(|other| word.is_as(other));
    let is_same_thing =
        !told.thing.is_empty() && own.thing.iter().all(|word| has(&told.thing, word));
    // `Labour costs in the north` are not all costs.
    let is_no_more = told.thing.len() <= own.thing.len() + 1;
    let is_same_subject = !own.is_object
        || !told.is_object
        || told.subject.is_empty()
        || own.subject.iter().any(|word| has(&told.subject, word));
    is_same_thing && is_no_more && own.is_object == told.is_object && is_same_subject
}

/// Whether every figure and month of a clause stands in a sentence: what fell in another year may have risen in this one.
fn is_of_its_time(own: &[Word<'_>], line: &[Word<'_>]) -> bool {
    let is_time = |word: &&Word<'_>| is_figure(&word.plain) || month_named(word.surface).is_some();
    let mut times = own.iter().filter(is_time);
    times.all(|word| line.iter().any(|other| other.plain == word.plain))
}

/// The turns that the clauses of a sentence tell; whose they are may be told before it.
fn turns<'s, 't>(line: &'s [Word<'t>], before: &mut Vec<&'s Word<'t>>) -> Vec<Turn<'s, 't>> {
    let mut all = Vec::new();
    for clause in clauses(line)
        .into_iter()
        .flat_map(|clause| parted(line, clause))
    {
        let words = line.get(clause).unwrap_or_default();
        let turn = (0..words.len()).find_map(|at| Some((at, way(words, at)?)));
        let end = turn.map_or_else(
            || words.iter().position(|word| is_done(word)).unwrap_or(0),
            |(at, _)| at,
        );
        let own: Vec<&Word<'_>> = words.iter().take(end).filter(|word| names(word)).collect();
        if !own.is_empty() {
            *before = own;
        }
        let Some((at, word)) = turn else {
            continue;
        };
        let object = noun_behind(words, at).or_else(|| object(words, at));
        let is_object = object.is_some();
        all.push(Turn {
            thing: object.unwrap_or_else(|| before.clone()),
            subject: before.clone(),
            is_object,
            word,
            clause: words,
        });
    }
    all
}

/// The parts of a clause that a word of a condition or the like divides: `if no rule matches` denies nothing of what is said under it.
fn parted(line: &[Word<'_>], clause: Range<usize>) -> Vec<Range<usize>> {
    const DIVIDE: &[&str] = &[
        "if", "when", "unless", "because", "although", "though", "while", "which", "who", "that",
    ];
    let mut all = Vec::new();
    let mut from = clause.start;
    for at in clause.start + 1..clause.end {
        if line.get(at).is_some_and(|word| word.is_in(DIVIDE)) {
            all.push(from..at);
            from = at;
        }
    }
    all.push(from..clause.end);
    all
}

/// The word where it tells which way something went: a verb in the past, a noun of such a deed, or what something is said to be.
fn way<'s, 't>(words: &'s [Word<'t>], at: usize) -> Option<&'s Word<'t>> {
    const COMPARES: usize = 1;
    let word = words.get(at)?;
    let axis = axis(&word.plain).filter(|(axis, _)| *axis != COMPARES);
    if axis.is_none() && places(word).is_empty() {
        return None;
    }
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let is_of_noun = before.is_some_and(|word| word.is_in(ARTICLES));
    let next = words.get(at + 1);
    let is_noun =
        axis.is_some() && is_of_noun && next.is_some_and(|next| next.is_in(&["in", "of"]));
    let is_verb = is_done(word) && !is_of_noun;
    let is_state =
        before.is_some_and(|word| word.is_in(BE)) && next.is_none_or(|next| !next.tells());
    (is_verb || is_noun || is_state).then_some(word)
}

/// What went that way where a noun tells it: `a fall in sales`.
fn noun_behind<'s, 't>(words: &'s [Word<'t>], at: usize) -> Option<Vec<&'s Word<'t>>> {
    let before = at.checked_sub(1).and_then(|before| words.get(before))?;
    if !before.is_in(ARTICLES) || !words.get(at + 1)?.is_in(&["in", "of"]) {
        return None;
    }
    Some(run(words.get(at + 2..)?)).filter(|run| !run.is_empty())
}

/// What a verb turns: `costs` of `cut its costs`.
fn object<'s, 't>(words: &'s [Word<'t>], at: usize) -> Option<Vec<&'s Word<'t>>> {
    Some(run(words.get(at + 1..)?)).filter(|run| !run.is_empty())
}

/// The words of a name that texts begin with.
fn run<'s, 't>(words: &'s [Word<'t>]) -> Vec<&'s Word<'t>> {
    const LONGEST: usize = 3;
    // `Fell last year`, `rose again`.
    #[rustfmt::skip]
    const WHEN: &[&str] = &[
        "last", "year", "years", "month", "months", "week", "quarter", "today", "yesterday", "again", "further", "slightly", "percent", "twice", "once", "half", "late",
        "early", "next",
    ];
    if words.first().is_some_and(|word| word.is_in(WHEN)) {
        return Vec::new();
    }
    let rest = words.iter().skip_while(|word| word.is_in(ARTICLES));
    rest.take_while(|word| names(word)).take(LONGEST).collect()
}

/// Whether a word may be one of those by which something is called.
fn names(word: &Word<'_>) -> bool {
    word.tells()
        && !word.is_in(JOINS)
        && !is_figure(&word.plain)
        && !word.plain.ends_with("ly")
        && month_named(word.surface).is_none()
        && !is_done(word)
}

const ARTICLES: &[&str] = &[
    "a", "an", "the", "its", "their", "his", "her", "this", "these", "those", "our",
];
