//! Degrees: how far something has come that is considered, proposed or decided, and looked for or found.

use super::{Nuance, Side, shared};
use crate::check::language::irregular::base;
use crate::check::language::opposites::{Places, Relation};
use crate::check::language::terms::{Term, stem};

/// Verbs of a decision, in the order in which it is taken, by their stems.
#[rustfmt::skip]
const STAGES: &[&[&str]] = &[
    &["consider", "discuss", "debate", "examine", "review", "study", "weigh", "mull", "explore", "assess", "evaluate", "ponder", "contemplate"],
    &["propose", "recommend", "suggest", "urge", "advise", "advocate", "request", "demand", "seek"],
    &["approve", "adopt", "decide", "order", "reject", "pass", "authorise", "authorize", "ban", "endorse", "accept", "sign", "grant", "impose", "abolish"],
];

/// Verbs of looking for something, with `for` behind them.
#[rustfmt::skip]
const LOOKS: &[&str] = &["test", "screen", "check", "examine", "monitor", "inspect", "sample", "scan", "search", "survey", "analyse", "analyze", "investigate"];
/// Words by which it is there.
#[rustfmt::skip]
const IS_THERE: &[&str] = &["had", "has", "have", "contained", "contains", "contain", "carried", "carries", "carry", "showed", "suffered", "developed", "infected", "positive"];

/// Where a claim tells a later stage of something than its sentence does, or that is there what is only looked for.
pub(super) fn stronger_deed(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    later_stage(claim, source)
        .or_else(|| found(claim, source))
        .or_else(|| made_an_end_of(claim, source))
}

/// Verbs by which something is made an end of, and those by which it is only made less.
#[rustfmt::skip]
const ENDS: &[&str] = &["abolish", "eliminate", "scrap", "repeal", "dismantle", "overturn", "overrule", "eradicate", "annul", "abandon", "destroy"];
#[rustfmt::skip]
const LESSENS: &[&str] = &["narrow", "limit", "restrict", "curb", "reduce", "weaken", "trim", "curtail", "cut", "loosen", "ease", "damage", "erode", "soften"];

/// Where a claim makes an end of what its sentence only makes less: `abolished the doctrine` of `a narrowing of the doctrine`.
fn made_an_end_of(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    const REACH: usize = 6;
    let objects = |side: Side<'_>, at: usize| side.terms(at + 1..(at + 1 + REACH).min(side.len()));
    let place = |side: Side<'_>, verbs: &[&str]| {
        (0..side.len()).find(|&at| verbs.iter().any(|verb| is_form(side.word(at), verb)))
    };
    let end = place(claim, ENDS)?;
    if place(source, ENDS).is_some() || place(claim, LESSENS).is_some() {
        return None;
    }
    let less = place(source, LESSENS)?;
    let (own, theirs) = (objects(claim, end), objects(source, less));
    (!own.is_empty() && 2 * shared(&own, &theirs) >= own.len()).then(|| Nuance::Stronger {
        claim: claim.said(end..end + 1),
        source: source.said(less..less + 1),
    })
}

fn later_stage(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let own = stages(claim);
    if own.is_empty() {
        return None;
    }
    let theirs = stages(source);
    own.into_iter().find_map(|(at, stage)| {
        let verb = claim.term(at)?;
        let is_later = theirs.iter().any(|&(_, their)| their >= stage);
        let is_alike = || {
            let own = Places::of(&stem(base(claim.word(at))));
            (0..source.len()).any(|at| {
                source.term(at).is_some()
                    && own.relation(Places::of(&stem(base(source.word(at)))))
                        == Some(Relation::Alike)
            })
        };
        if source.has(verb) || is_later || is_alike() {
            return None;
        }
        let same = theirs
            .iter()
            .find(|&&(place, _)| is_of_the_same((claim, at), (source, place)))?;
        Some(Nuance::Doubted(source.said(same.0..same.0 + 1)))
    })
}

/// Whether two verbs have one object, before them in the passive or behind them.
fn is_of_the_same((claim, at): (Side<'_>, usize), (source, place): (Side<'_>, usize)) -> bool {
    const REACH: usize = 5;
    let objects = |side: Side<'_>, at: usize| -> [Option<Term>; 2] {
        let is_passive = (at.saturating_sub(3)..at).any(|before| {
            matches!(
                side.word(before),
                "is" | "are" | "was" | "were" | "be" | "been" | "being"
            )
        }) && side.word(at).ends_with("ed");
        if is_passive {
            [side.last(at, REACH), None]
        } else {
            let first = (at + 1..at + 1 + REACH).find(|&next| side.term(next).is_some());
            [
                first.and_then(|first| side.term(first)),
                first.and_then(|first| side.next(first + 1, 1)),
            ]
        }
    };
    let theirs = objects(source, place);
    objects(claim, at)
        .iter()
        .flatten()
        .any(|own| theirs.contains(&Some(*own)))
}

/// The verbs of a decision in a text, each with its stage.
fn stages(side: Side<'_>) -> Vec<(usize, usize)> {
    let stage = |at: usize| {
        side.term(at)?;
        let word = side.word(at);
        // A noun of the same form is none: `the study`, `a review of`.
        let is_noun = at > 0
            && matches!(
                side.word(at - 1),
                "the"
                    | "a"
                    | "an"
                    | "this"
                    | "that"
                    | "of"
                    | "its"
                    | "their"
                    | "in"
                    | "under"
                    | "new"
            )
            && !word.ends_with("ed");
        (!is_noun).then(|| {
            STAGES
                .iter()
                .position(|verbs| verbs.iter().any(|verb| is_form(word, verb)))
        })?
    };
    (0..side.len())
        .filter_map(|at| Some((at, stage(at)?)))
        .collect()
}

/// Whether a word is a form of a regular verb.
fn is_form(word: &str, verb: &str) -> bool {
    let root = verb
        .strip_suffix('e')
        .or_else(|| verb.strip_suffix('y'))
        .unwrap_or(verb);
    let doubled = |rest: &str| matches!(rest, "ned" | "ning" | "ted" | "ting");
    word.strip_prefix(root).is_some_and(|rest| {
        word == verb
            || matches!(rest, "s" | "es" | "ed" | "ing" | "ies" | "ied" | "ying")
            || matches!(verb, "ban" | "permit") && doubled(rest)
    })
}

/// What a sentence only looks for of which a claim says that it is there, and the other way round.
fn found(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let (own, theirs) = (looked_for(claim), looked_for(source));
    let is_there = |side: Side<'_>, what: Term| {
        let at = (0..side.len()).find(|&at| IS_THERE.contains(&side.word(at)))?;
        side.has(what).then(|| side.said(at..at + 1))
    };
    match (own, theirs) {
        (None, Some((at, what))) if !looks(claim) => {
            is_there(claim, what)?;
            Some(Nuance::Doubted(source.said(at..at + 2)))
        }
        (Some((at, what)), None) if !looks(source) => Some(Nuance::Stronger {
            claim: claim.said(at..at + 2),
            source: is_there(source, what)?,
        }),
        _ => None,
    }
}

/// Where a text looks for something, and the word for that.
fn looked_for(side: Side<'_>) -> Option<(usize, Term)> {
    const REACH: usize = 3;
    (0..side.len()).find_map(|at| {
        let is_look = || LOOKS.iter().any(|verb| is_form(side.word(at), verb));
        let is_for = side.word(at + 1) == "for" && is_look();
        is_for
            .then(|| side.next(at + 2, REACH))?
            .map(|what| (at, what))
    })
}

fn looks(side: Side<'_>) -> bool {
    (0..side.len()).any(|at| LOOKS.iter().any(|verb| is_form(side.word(at), verb)))
}
