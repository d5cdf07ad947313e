//! Corrections: a sentence that sets right what another gives, and what a source names only to set it right, or to take it back, with its next sentences.
//!
//! By which words one sentence sets a value right is known elsewhere (`values`); here it is asked of two sentences where they stand, beside their neighbours.

use super::kinds::Difference;
use super::name_others;
use super::setting::corrects_another;
use super::values::{is_correction, sets_right, shares_more_than_units};
use crate::check::index::{Entry, Index};
use crate::check::language::numbers::{Quantity, Unit, borne_out};
use crate::check::meaning::withdrawn::{
    calls_wrong, right_behind_wrong, tells_what_was_said, withdraws,
};

/// What the next sentences of its source make of a sentence, read once of each: one is laid against many.
#[derive(Debug)]
pub(crate) struct Behind {
    /// The one that sets it right.
    right: Option<usize>,
    is_withdrawn: bool,
}

impl Behind {
    pub(crate) fn read(index: &Index<'_>, at: usize) -> Self {
        let steps = steps_to_correction(index, at);
        Self {
            right: steps.map(|steps| at + steps),
            is_withdrawn: is_withdrawn_by_next(index, at),
        }
    }
}

/// The sentence of its source that gives the right value of what a sentence says: the next one, or the one behind that which says only that it is wrong.
#[must_use]
pub fn correction_of<'i>(index: &'i Index<'_>, at: usize) -> Option<&'i Entry> {
    index.entries.get(index.behind(at)?.right?)
}

/// How many sentences behind it that stands.
fn steps_to_correction(index: &Index<'_>, at: usize) -> Option<usize> {
    let own = index.entries.get(at)?;
    let behind = |steps: usize| {
        let entry = index.entries.get(at + steps);
        entry.filter(|entry| entry.evidence == own.evidence)
    };
    let next = behind(1)?;
    let text = index.text(next);
    if is_correction(text) {
        return Some(1);
    }
    // What the one gives of a kind the other gives too.
    let gives_the_like = |right: &Entry| {
        let (wrong, right) = (&own.statement.quantities, &right.statement.quantities);
        let is_like = |wrong: &Quantity, right: &Quantity| match (wrong.amount(), right.amount()) {
            // `The number of injured was given as 9. In fact 12 people were injured.`
            (Some(wrong), Some(right)) => {
                wrong.unit == Unit::Bare || right.unit.counts_same(&wrong.unit)
            }
            (None, None) => true,
            _ => false,
        };
        let mut all = wrong.iter();
        all.any(|wrong| right.iter().any(|right| is_like(wrong, right)))
    };
    let is_at_once = right_behind_wrong(text).is_some()
        || says_what_is_so(text) && tells_what_was_said(index.text(own));
    if is_at_once && gives_the_like(next) {
        return Some(1);
    }
    let right = behind(2).filter(|_| calls_wrong(text))?;
    (is_correction(index.text(right)) || gives_the_like(right)).then_some(2)
}

/// Whether a sentence sets what it says against what was said before it: `In fact the wait is 23 weeks`.
fn says_what_is_so(sentence: &str) -> bool {
    const SO: &[&str] = &[
        "In fact",
        "Actually",
        "In reality",
        "In truth",
        "As a matter of fact",
    ];
    let behind = SO.iter().find_map(|so| sentence.strip_prefix(so));
    behind.is_some_and(|rest| rest.starts_with([' ', ',']))
}

/// Whether the next sentence of its source says only that a sentence does not hold, or gives what is right.
#[must_use]
pub fn is_taken_back(index: &Index<'_>, at: usize) -> bool {
    is_withdrawn(index, at) || correction_of(index, at).is_some()
}

/// Whether the next sentence of its source says only that a sentence does not hold.
#[must_use]
pub fn is_withdrawn(index: &Index<'_>, at: usize) -> bool {
    let behind = index.behind(at);
    behind.is_some_and(|behind| behind.is_withdrawn)
}

fn is_withdrawn_by_next(index: &Index<'_>, at: usize) -> bool {
    let pair = index.entries.get(at).zip(index.entries.get(at + 1));
    pair.is_some_and(|(own, next)| {
        own.evidence == next.evidence && withdraws(index.text(next), index.text(own))
    })
}

/// Whether a sentence gives the value that a source names to set it right with the next sentence, of the same thing.
pub(super) fn is_said_still(
    index: &Index<'_>,
    (wrong_at, right): (usize, &Entry),
    other_at: usize,
) -> Option<Difference> {
    let (wrong, other) = (index.entries.get(wrong_at)?, index.entries.get(other_at)?);
    let (told, said) = (&wrong.statement.quantities, &other.statement.quantities);
    let gives = |value: &Quantity| borne_out(value, said.iter());
    let is_firm = |value: &&Quantity| value.amount().is_none_or(|amount| amount.firm);
    let standings = (index.standing(wrong_at)?, index.standing(other_at)?);
    let is_told = right
        .statement
        .quantities
        .iter()
        .filter(is_firm)
        .any(|value| {
            !gives(value)
                && told.iter().any(|wrong| {
                    let units = wrong.amount().zip(value.amount());
                    let is_alike =
                        units.is_none_or(|(wrong, value)| wrong.unit.counts_same(&value.unit));
                    is_alike && wrong.date().is_some() == value.date().is_some() && gives(wrong)
                })
        });
    (is_told
        && shares_more_than_units(index, wrong, other)
        && !name_others(standings.0, standings.1))
    .then_some(Difference::Value)
}

/// Whether one of two sentences puts its value in the place of the other's, and of no third.
pub(super) fn is_set_right(
    index: &Index<'_>,
    (a_at, a): (usize, &Entry),
    (b_at, b): (usize, &Entry),
    texts: (&str, &str),
) -> bool {
    let (own, theirs) = (&a.statement.quantities, &b.statement.quantities);
    sets_right(own, theirs, texts)
        && !corrects_another(index, a_at, theirs)
        && !corrects_another(index, b_at, own)
}
