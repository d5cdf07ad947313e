//! Conditions: a claim that tells of the case that is left out, `patients who develop a fever are discharged` of who is `discharged unless` he does, that puts before a
//! condition what comes once it holds, or that does away with it: `whether or not they registered`.

use std::ops::Range;

use super::{Phrases, Source, opposed, phrase, read};
use crate::check::meaning::denying::is_denying;
use crate::check::support::finding::Finding;
use crate::check::support::plainly::{Word, deny};

static ONLY_IF: Phrases = Phrases::of(&[
    "provided that",
    "provided",
    "providing",
    "only if",
    "if",
    "as long as",
    "so long as",
    "on condition that",
    "only when",
    "unless",
]);
static IN_ANY_CASE: Phrases = Phrases::of(&[
    "whether or not",
    "regardless of whether",
    "even if",
    "no matter whether",
    "regardless of",
]);
static ONCE: Phrases = Phrases::of(&[
    "once",
    "after",
    "as soon as",
    "only when",
    "only after",
    "when",
    "not until",
    "only once",
]);
static BEFORE: Phrases = Phrases::of(&["before"]);
static UNLESS: Phrases = Phrases::of(&["unless"]);

/// What a claim says under another condition than its evidence does.
pub(super) fn under_another_condition(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    without_condition(claim, source)
        .or_else(|| before_condition(claim, source))
        .or_else(|| in_case_left_out(claim, source))
        .or_else(|| at_any_time(claim, source))
}

/// The sentence behind a word of a condition, and what is said under it.
struct Under<'s, 't> {
    line: &'s [Word<'t>],
    said: Range<usize>,
    on: &'s [Word<'t>],
    main: &'s [Word<'t>],
}

fn under<'s, 't>(line: &'s [Word<'t>], phrases: &Phrases) -> Option<Under<'s, 't>> {
    let said = phrase(line, phrases)?;
    let behind = line.get(said.end..)?;
    let (on, main) = if said.start == 0 {
        let end = behind.iter().position(|word| word.is_apart)?;
        (behind.get(..end)?, behind.get(end..)?)
    } else {
        (behind, line.get(..said.start)?)
    };
    Some(Under {
        line,
        said,
        on,
        main,
    })
}

/// How many words of a text that say something are among others, and how many there are.
pub(super) fn held(own: &[Word<'_>], others: &[Word<'_>]) -> (usize, usize) {
    let all = || own.iter().filter(|word| word.tells());
    let is_there = |word: &&Word<'_>| others.iter().any(|other| word.is_as(other));
    (all().filter(is_there).count(), all().count())
}

pub(super) fn is_mostly(own: &[Word<'_>], others: &[Word<'_>]) -> bool {
    let (held, all) = held(own, others);
    all > 0 && 3 * held >= 2 * all
}

/// `Whether or not they registered`, of what they may have provided that they registered.
fn without_condition(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let own = under(claim, &IN_ANY_CASE)?;
    source.lines().iter().find_map(|line| {
        if phrase(line, &IN_ANY_CASE).is_some() {
            return None;
        }
        let theirs = under(line, &ONLY_IF)?;
        let is_one = is_mostly(own.main, theirs.main) && held(own.on, theirs.on).0 > 0;
        is_one.then(|| {
            opposed(
                claim.get(own.said.clone()).unwrap_or_default(),
                theirs.line.get(theirs.said).unwrap_or_default(),
            )
        })
    })
}

/// `Before the permit was issued`, of what comes `once` it has been.
fn before_condition(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    let own = under(claim, &BEFORE)?;
    if deny(claim) {
        return None;
    }
    source.lines().iter().find_map(|line| {
        if phrase(line, &BEFORE).is_some() || deny(line) {
            return None;
        }
        let theirs = under(line, &ONCE)?;
        let is_one = is_mostly(own.main, theirs.main) && is_mostly(own.on, theirs.on);
        is_one.then(|| {
            opposed(
                claim.get(own.said.clone()).unwrap_or_default(),
                theirs.line.get(theirs.said).unwrap_or_default(),
            )
        })
    })
}

/// Of whom something holds `unless` this is so of them, in a claim that says it of those of whom it is so.
fn in_case_left_out(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    static DROPS: Phrases = Phrases::of(&[
        "unless", "without", "if", "except", "until", "save", "barring",
    ]);
    if deny(claim) || phrase(claim, &DROPS).is_some() {
        return None;
    }
    source.lines().iter().find_map(|line| {
        let theirs = under(line, &UNLESS)?;
        if deny(line) {
            return None;
        }
        // Each half is there, the condition as well.
        let is_on = is_mostly(theirs.on, claim);
        let is_main = is_mostly(theirs.main, claim);
        (is_on && is_main).then(|| opposed(claim, theirs.line))
    })
}

/// Whether a claim denies of those of whom it speaks only what its source leaves out with `unless`: `who have not been fined may` of `may unless they have been fined`.
pub(in crate::check::support) fn denies_the_exception(claim: &str, sentence: &str) -> bool {
    if !sentence.contains("unless ") {
        return false;
    }
    let (own, line) = (read(claim), read(sentence));
    let Some(theirs) = under(&line, &UNLESS) else {
        return false;
    };
    let denial = own.iter().position(|word| is_denying(&word.plain));
    let behind = denial.and_then(|at| own.get(at + 1..)).unwrap_or_default();
    // What is denied comes first behind the denial.
    let first = behind.iter().find(|word| word.tells());
    let is_of_it = first.is_some_and(|first| theirs.on.iter().any(|word| word.is_as(first)));
    is_of_it && !deny(&line) && is_mostly(theirs.main, &own)
}

/// `At any time` of what is so `at night`.
fn at_any_time(claim: &[Word<'_>], source: &Source<'_>) -> Option<Finding> {
    static ANY: Phrases = Phrases::of(&[
        "at any time",
        "at all times",
        "at any hour",
        "all year",
        "round the clock",
        "around the clock",
        "day and night",
        "all day",
    ]);
    static SOME: Phrases = Phrases::of(&[
        "at night",
        "by night",
        "by day",
        "during the day",
        "at weekends",
        "on weekends",
        "on weekdays",
        "in summer",
        "in winter",
        "in spring",
        "in autumn",
        "in the morning",
        "in the afternoon",
        "in the evening",
        "on sundays",
        "on saturdays",
    ]);
    let any = phrase(claim, &ANY)?;
    if deny(claim)
        || source
            .lines()
            .iter()
            .any(|line| phrase(line, &ANY).is_some())
    {
        return None;
    }
    let before = claim.get(..any.start)?;
    source.lines().iter().find_map(|line| {
        let some = phrase(line, &SOME)?;
        let is_one = is_mostly(before, line) && !deny(line);
        is_one.then(|| {
            opposed(
                claim.get(any.clone()).unwrap_or_default(),
                line.get(some).unwrap_or_default(),
            )
        })
    })
}
