//! Times: on which side of a date or an event something lies, `by May`, `until May`, `since May`, `after May`.

use super::{Nuance, Side, are_turned};
use crate::check::language::numbers::Date;
use crate::check::language::terms::{Lexicon, Term};

/// Where something lies beside a date or an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lies {
    UpTo,
    Before,
    From,
    After,
    During,
}

use Lies::{After, Before, During, From, UpTo};

/// What it lies beside.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Anchor {
    On(Date),
    At(Term),
}

/// The words by which a time is known.
pub(super) fn phrases() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(word, _)| *word)
}

struct Time {
    lies: Lies,
    anchor: Anchor,
    /// As the text has it.
    said: String,
    is_denied: bool,
}

#[rustfmt::skip]
const WORDS: &[(&str, Lies)] = &[
    ("until", UpTo), ("till", UpTo), ("by", Before), ("before", Before), ("since", From), ("from", From), ("after", After), ("following", After),
    ("during", During),
];

/// Words between such a word and its date: `by the end of May`.
#[rustfmt::skip]
const BETWEEN: &[&str] = &["the", "end", "of", "start", "beginning", "early", "late", "mid", "about", "around", "year", "spring", "summer", "autumn", "winter"];

/// Where a claim puts something on the other side of a time than a sentence does.
pub(super) fn other_time(claim: Side<'_>, source: Side<'_>, lexicon: &Lexicon) -> Option<Nuance> {
    let own = times(claim);
    if own.is_empty() {
        return None;
    }
    let theirs = times(source);
    // `Grew until 1920 and has been shrinking ever since`: the date that it has shrunk since is told before.
    if goes_on(source) && own.iter().any(|own| matches!(own.lies, From | After)) {
        return None;
    }
    own.iter().find_map(|own| {
        let mut same = theirs
            .iter()
            .filter(|their| is_one(own.anchor, their.anchor))
            .peekable();
        let first = same.peek()?.said.clone();
        let is_other =
            |their: &Time| excludes(own.lies, their.lies) && own.is_denied == their.is_denied;
        // `Open until May` and `closed since May` say one thing.
        (same.all(is_other) && !are_turned(claim, source, lexicon)).then(|| Nuance::Opposed {
            claim: own.said.clone(),
            source: first,
        })
    })
}

/// Whether a sentence tells what was so after a date that it names before: `and since then`, `has shrunk since`.
fn goes_on(side: Side<'_>) -> bool {
    (1..side.len()).any(|at| match side.word(at) {
        "since" | "after" => {
            let is_last = at + 1 == side.len() || side.clause_end(at) == at + 1;
            is_last || matches!(side.word(at + 1), "then" | "that")
        }
        "thereafter" | "afterwards" | "subsequently" => true,
        _ => false,
    })
}

fn is_one(own: Anchor, their: Anchor) -> bool {
    match (own, their) {
        (Anchor::On(own), Anchor::On(their)) => their.includes(own) || own.includes(their),
        (Anchor::At(own), Anchor::At(their)) => own == their,
        _ => false,
    }
}

fn excludes(own: Lies, their: Lies) -> bool {
    let is_before = |lies| matches!(lies, UpTo | Before);
    let is_after = |lies| matches!(lies, From | After);
    match (own, their) {
        // `From` begins a date of many other things: `data from 2018`.
        (From, Before) | (Before, From) => false,
        (During, other) | (other, During) => matches!(other, Before | After),
        _ => is_before(own) && is_after(their) || is_after(own) && is_before(their),
    }
}

fn times(side: Side<'_>) -> Vec<Time> {
    let mut times = Vec::new();
    for at in 0..side.len() {
        let Some(&(word, lies)) = WORDS.iter().find(|(word, _)| *word == side.word(at)) else {
            continue;
        };
        let first = (at + 1..side.len())
            .take(BETWEEN.len())
            .find(|&next| !BETWEEN.contains(&side.word(next)))
            .unwrap_or(side.len());
        let date = side.quantities.iter().find_map(|quantity| {
            let date = quantity.date()?;
            (side.place(quantity.span.start) == first)
                .then(|| (date, side.place(quantity.span.end.saturating_sub(1))))
        });
        let (anchor, last) = match (date, word) {
            (Some((date, last)), _) => (Anchor::On(date), last),
            // `By` and `from` stand before doers and places.
            (None, "by" | "from" | "following") => continue,
            (None, _) => {
                let Some(term) = side.term(first) else {
                    continue;
                };
                (Anchor::At(term), first)
            }
        };
        let is_range = matches!(side.word(last + 1), "to" | "until" | "till" | "through")
            || lies == UpTo && (0..at).any(|before| side.word(before) == "from");
        let is_measured = at > 0
            && side.quantities.iter().any(|quantity| {
                // `Two years after 2010` lies on no side of 2010.
                quantity.amount().is_some()
                    && side.place(quantity.span.end.saturating_sub(1)) + 1 == at
            });
        if is_range || is_measured {
            continue;
        }
        let lies = if lies == From && side.word(at) == "since" {
            After
        } else {
            lies
        };
        times.push(Time {
            lies,
            anchor,
            said: side.said(at..last + 1),
            is_denied: side.is_denied(side.clause_start(at)..at),
        });
    }
    times
}
