//! Exceptions: `all members but two`, `safe, except for children`, of which a claim says it of all, or of those that were left out.

use std::ops::Range;

use super::{Nuance, Side, are_turned, lacking, shared};
use crate::check::language::irregular::is_past;
use crate::check::language::terms::{HELPING_VERBS, Lexicon};

/// Words that leave something out.
#[rustfmt::skip]
const EXCEPT: &[&str] = &[
    "except", "except for", "excepting", "excluding", "apart from", "aside from", "other than", "with the exception of", "with the sole exception of",
];
/// Those that do so only behind a word such as `all`.
const BEHIND_ALL: &[&str] = &["but", "save for"];

/// Words that leave nothing out.
#[rustfmt::skip]
const ALL: &[&str] = &[
    "all", "every", "each", "everyone", "everybody", "everything", "always", "everywhere", "daily", "entire", "whole", "entirely", "no", "none", "nobody",
    "nothing", "never", "anyone", "anybody", "anything", "any",
];
/// Words by which a claim leaves something out itself.
const REST: &[&str] = &[
    "other",
    "others",
    "rest",
    "remaining",
    "else",
    "otherwise",
    "most",
    "almost",
    "nearly",
];

/// Words by which a claim says of somebody that he is left out.
const EXEMPT: &[&str] = &[
    "exempt", "exempted", "excluded", "excepted", "spared", "omitted",
];

/// The words by which an exception is known.
pub(super) fn phrases() -> impl Iterator<Item = &'static str> {
    EXCEPT.iter().chain(BEHIND_ALL).copied()
}

/// What a sentence leaves out of what it says.
struct Exception {
    /// The words that do so.
    at: Range<usize>,
    /// What is left out.
    of: Range<usize>,
}

/// Where a claim says of all, or of what a sentence leaves out, what that says of the others.
pub(super) fn exception(claim: Side<'_>, source: Side<'_>, lexicon: &Lexicon) -> Option<Nuance> {
    let found = find(source)?;
    let leaves_out =
        find(claim).is_some() || (0..claim.len()).any(|at| REST.contains(&claim.word(at)));
    let excepted = source.terms(found.of.clone());
    let is_asked = !excepted.is_empty() && excepted.iter().all(|&term| claim.has(term));
    if excepted.is_empty() && is_of_as_many(claim, source, &found) {
        return Some(Nuance::Same);
    }
    let is_said_twice = excepted.iter().any(|&term| {
        let mut places = (0..source.len()).filter(|at| !found.of.contains(at));
        places.any(|at| source.term(at) == Some(term))
    });
    // Who is excepted is exempt, and no more is said of him.
    let is_said_exempt = (0..claim.len()).any(|at| EXEMPT.contains(&claim.word(at)));
    if is_asked && is_said_exempt && !claim.is_denied(0..claim.len()) {
        return Some(Nuance::Same);
    }
    if is_asked && !is_said_twice {
        let mut main = source.terms(0..found.at.start);
        main.extend(source.terms(found.of.end..source.len()));
        main.sort_unstable();
        let own = claim.terms(0..claim.len());
        // What is left out of something else than the claim speaks of says nothing of it.
        let is_about =
            own.len() > excepted.len() && shared(&own, &main) > 0 && lacking(claim, source) <= 1;
        if leaves_out || !is_about {
            return None;
        }
        let is_turned = are_turned(claim, source, lexicon);
        let is_denied = claim.is_denied(0..claim.len()) != source.is_denied(0..found.at.start);
        return if is_turned == is_denied {
            Some(Nuance::Stated)
        } else {
            let turned = usize::from(is_turned);
            (lacking(claim, source) <= turned).then_some(Nuance::Same)
        };
    }
    let all = (0..claim.len()).find(|&at| ALL.contains(&claim.word(at)))?;
    (!leaves_out).then(|| Nuance::Stronger {
        claim: claim.said(all..all + 1),
        source: source.said(found.at),
    })
}

/// Whether a claim denies of as many as a sentence leaves out what that says of the others: `one turbine was not running`.
fn is_of_as_many(claim: Side<'_>, source: Side<'_>, found: &Exception) -> bool {
    let mut left_out = found.of.clone().map(|at| source.word(at));
    let is_said = left_out.any(|word| (0..claim.len()).any(|at| claim.word(at) == word));
    let is_denied = claim.is_denied(0..claim.len()) != source.is_denied(0..found.at.start);
    is_said && is_denied && lacking(claim, source) == 0
}

/// Whether a clause may begin with a word: a verb in its past, one that helps another, or whom was spoken of before.
fn is_deed(word: &str) -> bool {
    const BEGINS: &[&str] = &[
        "it", "he", "she", "they", "we", "this", "that", "there", "also", "still", "instead", "is",
        "only",
    ];
    word.len() > 3 && word.ends_with("ed")
        || is_past(word)
        || HELPING_VERBS.contains(&word)
        || BEGINS.contains(&word)
}

fn find(side: Side<'_>) -> Option<Exception> {
    const SUBJECT: usize = 6;
    (0..side.len()).find_map(|at| {
        let behind_all = || {
            let is_all = |at: usize| ALL.contains(&side.word(at));
            // `Every country in the region but Chile`
            let is_in_subject = side.word(at) == "but"
                && side.reading.surface(at + 1).starts_with(char::is_uppercase)
                && !(0..at).any(|before| is_deed(side.word(before)));
            let from = at.saturating_sub(if is_in_subject { SUBJECT } else { 2 });
            // `Admitted no wrongdoing but said that …` goes on with another deed.
            let goes_on = side.word(at) == "but" && is_deed(side.word(at + 1));
            ((from..at).any(is_all) && !goes_on).then(|| side.phrase_at(at, BEHIND_ALL))?
        };
        let length = side.phrase_at(at, EXCEPT).or_else(behind_all)?;
        let from = at + length;
        (from < side.len()).then(|| Exception {
            at: at..from,
            of: from..end(side, at, from),
        })
    })
}

/// Where what is left out ends: with its clause, or, where it stands before the verb, with its noun.
fn end(side: Side<'_>, at: usize, from: usize) -> usize {
    const SUBJECT: usize = 3;
    const LONG_SUBJECT: usize = 8;
    let end = side.clause_end(from);
    let has_verb = || (0..at).any(|before| is_deed(side.word(before)));
    let is_first = at <= SUBJECT || at <= LONG_SUBJECT && !has_verb();
    let is_in_subject = is_first && end == side.len();
    if !is_in_subject {
        return end;
    }
    let is_capital = |at: usize| side.reading.surface(at).starts_with(char::is_uppercase);
    let first = (from..end).find(|&at| {
        side.term(at).is_some()
            || side
                .word(at)
                .starts_with(|first: char| first.is_ascii_digit())
            || is_number(side.word(at))
    });
    let Some(first) = first else {
        return end;
    };
    let names = (first..end).take_while(|&at| is_capital(at)).count();
    first + names.max(1)
}

fn is_number(word: &str) -> bool {
    matches!(
        word,
        "one"
            | "two"
            | "three"
            | "four"
            | "five"
            | "six"
            | "seven"
            | "eight"
            | "nine"
            | "ten"
            | "few"
    )
}
