//! Conditions: `if` and `unless`, which say the opposite of each other of one condition, and conditions that a claim leaves out.

use std::ops::Range;

use super::{Nuance, Side, lacking, shared};
use crate::check::language::terms::plain_words;
use crate::check::meaning::governing::REPORTS;

/// Words of a condition that has to hold.
#[rustfmt::skip]
const IF: &[&str] = &["if", "only if", "provided that", "providing that", "as long as", "so long as", "on condition that", "on the condition that", "subject to", "when", "whenever", "where"];

struct Condition {
    is_unless: bool,
    said: Range<usize>,
    /// What it is.
    on: Range<usize>,
    /// What holds under it.
    main: Range<usize>,
}

/// The words by which a condition is known that may be left out.
pub(super) fn phrases() -> impl Iterator<Item = &'static str> {
    IF.iter().chain(&["unless"]).copied()
}

/// Where one of a claim and a sentence says `if` where the other says `unless`, or the claim states flatly what the sentence says under a condition.
pub(super) fn condition(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let theirs = find(source)?;
    let Some(own) = find(claim) else {
        return dropped(claim, source, &theirs);
    };
    if own.is_unless == theirs.is_unless {
        return None;
    }
    let is_shared = |own_range: &Range<usize>, their_range: &Range<usize>| {
        let (own, theirs) = (
            claim.terms(own_range.clone()),
            source.terms(their_range.clone()),
        );
        let all = own.len().min(theirs.len());
        all > 0 && 2 * shared(&own, &theirs) >= all
    };
    if !is_shared(&own.on, &theirs.on) || !is_shared(&own.main, &theirs.main) {
        return None;
    }
    let denials = [
        claim.is_denied(own.on),
        claim.is_denied(own.main),
        source.is_denied(theirs.on),
        source.is_denied(theirs.main),
    ];
    let is_turned = denials.into_iter().filter(|denied| *denied).count() % 2 == 1;
    if is_turned {
        return (lacking(claim, source) == 0).then_some(Nuance::Same);
    }
    Some(Nuance::Opposed {
        claim: claim.said(own.said),
        source: source.said(theirs.said),
    })
}

/// The word of a condition on which alone something must, may or will be, of which the claim says that it is so.
fn dropped(claim: Side<'_>, source: Side<'_>, theirs: &Condition) -> Option<Nuance> {
    const RULES: &[&str] = &["shall", "must", "may", "can", "should", "cannot"];
    const TO_COME: &[&str] = &["will", "would", "could", "might"];
    let (on, main) = (
        source.terms(theirs.on.clone()),
        source.terms(theirs.main.clone()),
    );
    let own = claim.terms(0..claim.len());
    let is_time = matches!(
        source.word(theirs.said.start),
        "when" | "whenever" | "where"
    );
    let is_open = theirs.main.clone().any(|at| {
        let is_month = at > 0 && source.reading.surface(at) == "May";
        let word = source.word(at);
        let is_rule = RULES.contains(&word) && !is_month;
        // What will be when something else is will be.
        is_rule && (!is_time || theirs.said.start == 0) || !is_time && TO_COME.contains(&word)
    });
    // What holds on no other condition is open whatever verb tells it.
    let is_strict = theirs.is_unless
        || STRICT
            .iter()
            .any(|phrase| source.has_at(theirs.said.start, phrase));
    // What somebody says may come about is no rule: a claim that keeps the `may` keeps the doubt.
    let is_reported = || (0..source.len()).any(|at| REPORTS.contains(&source.word(at)));
    // What is done or allowed `if` something else is so.
    let is_plain = source.word(theirs.said.start) == "if" && theirs.said.len() == 1;
    let keeps = (0..claim.len()).any(|at| {
        let word = claim.word(at);
        let excepts = excepts(word, claim.word(at + 1));
        KEEPS.contains(&word) || excepts || word == "may" && is_reported()
    });
    let is_main = !own.is_empty() && 10 * shared(&own, &main) >= 8 * own.len();
    ((is_open || is_strict || is_plain) && is_main && !keeps && 2 * shared(&own, &on) < on.len())
        .then(|| Nuance::Doubted(source.said(theirs.said.clone())))
}

/// Conditions without which what is said under them does not hold.
#[rustfmt::skip]
const STRICT: &[&str] = &["only if", "provided that", "providing that", "on condition that", "on the condition that", "subject to"];

/// Words by which a claim says itself that something is not so in every case.
#[rustfmt::skip]
const KEEPS: &[&str] = &["could", "might", "would", "possibly", "sometimes", "conditionally", "depending", "depends", "some", "certain", "subject", "due", "scheduled", "usually", "normally", "generally", "mostly", "often"];

/// Words behind which `if` and `where` begin no condition.
#[rustfmt::skip]
const ASIDE: &[&str] = &[
    "as", "even", "place", "places", "asked", "ask", "asks", "asking", "see", "unclear", "wonder", "wonders", "wondered", "examined", "examine", "tested", "test", "testing",
    "know", "known", "knew", "checked", "check", "determine", "determined", "doubt", "doubts", "decide", "decided", "say", "said", "tell", "told", "care", "unknown", "sure", "certain",
];

/// Words by which it leaves out cases as well, and what stands behind them: `save in urgent cases`.
const EXCEPTS: &[&str] = &["save", "except", "excepting", "barring", "bar", "apart"];
#[rustfmt::skip]
const OF_CASES: &[&str] = &["in", "for", "where", "when", "if", "that", "with", "from", "those", "the", "cases", "urgent", "exceptional", "emergencies", "any"];

fn excepts(word: &str, next: &str) -> bool {
    EXCEPTS.contains(&word) && OF_CASES.contains(&next)
}

/// Whether a claim leaves out cases itself, in words of its own: `save in urgent cases`.
pub(in crate::check::support) fn leaves_cases_out(claim: &str) -> bool {
    let all: Vec<String> = plain_words(claim).collect();
    all.windows(2)
        .any(|pair| matches!(pair, [word, next] if excepts(word, next)))
}

fn find(side: Side<'_>) -> Option<Condition> {
    (0..side.len()).find_map(|at| {
        let is_unless = side.word(at) == "unless";
        let length = if is_unless {
            1
        } else {
            side.phrase_at(at, IF)?
        };
        // `As if`, `even if`, `where` of a place, `if` for whether.
        let before = at.checked_sub(1).map_or("", |before| side.word(before));
        if ASIDE.contains(&before) {
            return None;
        }
        let from = at + length;
        let is_first = at == 0;
        let to = if is_first {
            side.clause_end(from)
        } else {
            side.len()
        };
        Some(Condition {
            is_unless,
            said: at..from,
            on: from..to,
            main: if is_first {
                to..side.len()
            } else {
                side.clause_start(at - 1)..at
            },
        })
    })
}
