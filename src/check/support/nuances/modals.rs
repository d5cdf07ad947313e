//! Modals: whether something must, may, should, need not or must not be done.

use std::ops::Range;

use super::{Nuance, Side};
use crate::check::language::terms::Term;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Must,
    May,
    Should,
    NeedNot,
    MustNot,
}

use Mode::{May, Must, MustNot, NeedNot, Should};

#[rustfmt::skip]
const MODES: &[(&str, Mode)] = &[
    ("must", Must), ("shall", Must), ("have to", Must), ("has to", Must), ("had to", Must), ("required to", Must), ("obliged to", Must), ("compelled to", Must),
    ("obligated to", Must), ("need to", Must), ("needs to", Must),
    ("may", May), ("can", May), ("allowed to", May), ("permitted to", May), ("free to", May), ("entitled to", May),
    ("should", Should), ("ought to", Should), ("advised to", Should),
    ("need not", NeedNot), ("needn't", NeedNot), ("not have to", NeedNot), ("not need to", NeedNot), ("not required to", NeedNot), ("not obliged to", NeedNot),
    ("must not", MustNot), ("mustn't", MustNot), ("may not", MustNot), ("cannot", MustNot), ("can't", MustNot), ("can not", MustNot), ("shall not", MustNot),
    ("not allowed to", MustNot), ("not permitted to", MustNot), ("forbidden to", MustNot), ("not free to", MustNot), ("not entitled to", MustNot),
];

/// The words by which a mode is known.
pub(super) fn phrases() -> impl Iterator<Item = &'static str> {
    MODES.iter().map(|(words, _)| *words)
}

/// A verb with how it stands to be done.
pub(super) struct Modal {
    pub(super) mode: Mode,
    pub(super) verb: Term,
    /// The words that say so.
    pub(super) at: Range<usize>,
}

/// Where a claim says of a deed that it must or may be done, and its sentence otherwise.
pub(super) fn other_modal(claim: Side<'_>, source: Side<'_>) -> Option<Nuance> {
    let own = modals(claim);
    if own.is_empty() {
        return None;
    }
    let theirs = modals(source);
    own.into_iter().find_map(|own| {
        let mut same = theirs
            .iter()
            .filter(|their| their.verb == own.verb)
            .peekable();
        let first = same.peek()?;
        let (mode, said) = (first.mode, source.said(first.at.clone()));
        let is_left = own.mode == MustNot && leaves_out(claim, source, first.at.end);
        if is_left || !same.all(|their| differ(own.mode, their.mode)) {
            return None;
        }
        let (claim, source) = (claim.said(own.at), said);
        Some(if are_opposed(own.mode, mode) {
            Nuance::Opposed { claim, source }
        } else {
            Nuance::Stronger { claim, source }
        })
    })
}

/// Whether a sentence leaves out of what may be done what a claim speaks of: `by letter but not by e-mail`.
fn leaves_out(claim: Side<'_>, source: Side<'_>, from: usize) -> bool {
    const REACH: usize = 4;
    let is_asked = |term: Term| claim.reading.terms.contains(&Some(term));
    (from + 1..source.len()).any(|at| {
        let is_set_apart =
            matches!(source.word(at - 1), "but" | "and") || source.reading.gap(at).contains(',');
        source.word(at) == "not" && is_set_apart && source.next(at + 1, REACH).is_some_and(is_asked)
    })
}

fn differ(own: Mode, their: Mode) -> bool {
    // What need not be done may be done or not.
    own != their && !matches!((own, their), (May, NeedNot) | (NeedNot, May))
}

fn are_opposed(own: Mode, their: Mode) -> bool {
    matches!(
        (own, their),
        (Must, NeedNot | MustNot)
            | (NeedNot | MustNot, Must)
            | (May | Should, MustNot)
            | (MustNot, May | Should)
    )
}

/// The modals of a text, in order.
pub(super) fn modals(side: Side<'_>) -> Vec<Modal> {
    const REACH: usize = 4;
    let mut modals: Vec<Modal> = Vec::new();
    let mut at = 0;
    while at < side.len() {
        let fits = MODES.iter().filter(|(words, _)| side.has_at(at, words));
        let longest = fits.max_by_key(|(words, _)| words.len());
        let Some(&(words, mode)) = longest else {
            at += 1;
            continue;
        };
        let from = at + words.split(' ').count();
        // The month, and what is concluded: `must have been`.
        let is_other = words == "may" && side.reading.surface(at) == "May" && at > 0
            || mode == Must && side.word(from) == "have"
            // `Can only be shorn` has to be.
            || mode == May && side.word(from) == "only";
        if let Some(verb) = side.next(from, REACH).filter(|_| !is_other) {
            modals.push(Modal {
                mode,
                verb,
                at: at..from,
            });
        }
        at = from;
    }
    modals
}
