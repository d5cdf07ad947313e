//! Ceilings: `the fine is capped at 5,000 euros` beside a claim that it can, or cannot, be more.
//!
//! `Can exceed` and `is capped at` hold the same figure of the same thing. So each is read for whether it lets the figure be exceeded.

use super::finding::Finding;
use super::in_full::InFull;
use super::plainly::{Word, deny, read};
use crate::check::language::numbers::{Quantity, quantities};
use crate::check::language::only;
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;

/// Words that go beyond a figure, where they stand before it.
#[rustfmt::skip]
const BEYOND: &[&str] = &["exceed", "exceeds", "exceeded", "surpass", "surpasses", "above", "over", "beyond"];
const MORE: &[&str] = &["more", "higher", "greater", "larger", "longer"];
/// Words that hold something at a figure.
#[rustfmt::skip]
const HOLDS: &[&str] = &["capped", "limited", "cap", "caps", "ceiling", "maximum", "limit", "limits", "restricted"];
const MAY: &[&str] = &["can", "could", "may", "might"];
const DENIES: &[&str] = &["cannot", "not", "never", "can't", "mustn't", "no"];
/// Words that say nothing of what has the ceiling.
const LIGHT: &[&str] = &[
    "at", "to", "up", "most", "more", "than", "set", "amount", "go", "be", "is", "are",
];

/// A figure with whether it may be exceeded.
struct Ceiling<'t> {
    words: Vec<Word<'t>>,
    figure: Quantity,
    may_exceed: bool,
    /// Whether it says so by what goes beyond it.
    is_beyond: bool,
}

/// What the texts say to a claim of what something can, or cannot, exceed.
pub(super) fn beyond_ceiling(claim: &str, texts: &[&str]) -> Option<InFull> {
    let own = Ceiling::read(claim)?;
    texts.iter().find_map(|text| {
        let mut all = sentences(text).into_iter();
        all.find_map(|span| own.beside(&Ceiling::read(text.get(span)?)?))
    })
}

impl<'t> Ceiling<'t> {
    fn read(text: &'t str) -> Option<Self> {
        const NEAR: usize = 4;
        let is_any = BEYOND
            .iter()
            .chain(MORE)
            .chain(HOLDS)
            .any(|word| text.contains(word));
        if !is_any {
            return None;
        }
        let figure = only(
            quantities(text)
                .into_iter()
                .filter(|own| own.amount().is_some()),
        )?;
        let words = read(text);
        let at = words
            .iter()
            .position(|word| word.start + word.surface.len() > figure.span.start)?;
        let near = words
            .get(at.saturating_sub(NEAR)..at + 2)
            .unwrap_or(words.get(at.saturating_sub(NEAR)..)?);
        let is_than = words
            .get(..=at)?
            .windows(2)
            .any(|pair| matches!(pair, [more, than] if more.is_in(MORE) && than.is_in(&["than"])));
        let is_beyond = is_than || near.iter().any(|word| word.is_in(BEYOND));
        let holds = near.iter().any(|word| word.is_in(HOLDS));
        let has = |list: &[&str]| words.iter().any(|word| word.is_in(list));
        let may_exceed = match (is_beyond, holds) {
            (true, false) if has(DENIES) => false,
            (true, false) if has(MAY) => true,
            (false, true) if !deny(&words) => false,
            _ => return None,
        };
        Some(Self {
            words,
            figure,
            may_exceed,
            is_beyond,
        })
    }

    fn names(&self) -> impl Iterator<Item = &Word<'t>> {
        let is_said = |word: &&Word<'_>| {
            let is_light = [BEYOND, MORE, HOLDS, MAY, DENIES, LIGHT]
                .iter()
                .any(|list| word.is_in(list));
            word.tells() && !is_light && !self.figure.span.contains(&word.start)
        };
        self.words.iter().filter(is_said)
    }

    fn beside(&self, source: &Self) -> Option<InFull> {
        let (own, theirs) = (self.figure.amount()?, source.figure.amount()?);
        let is_one = own.low.total_cmp(&theirs.low).is_eq()
            && (own.unit == theirs.unit || own.unit.counts_same(&theirs.unit));
        let is_named = |word: &Word<'_>| source.names().any(|other| word.is_as(other));
        let is_of_it = is_one && self.names().next().is_some() && self.names().all(is_named);
        // In the same words they are held against each other elsewhere.
        if !is_of_it || self.is_beyond == source.is_beyond {
            return None;
        }
        Some(match (self.may_exceed, source.may_exceed) {
            (true, false) => InFull::Against(Finding::Opposed(Opposition::Stated)),
            (false, true) => InFull::Against(Finding::Opposed(Opposition::Denied)),
            _ => InFull::Said,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_capped_cannot_be_more() {
        let check = |claim: &str, evidence: &str, expected: Option<bool>| {
            let found = beyond_ceiling(claim, &[evidence]);
            let is_said = found.map(|found| matches!(found, InFull::Said));
            assert_eq!(is_said, expected, "{claim} / {evidence}");
        };
        let capped = "The deposit is capped at 800 pounds.";
        check("The deposit can exceed 800 pounds.", capped, Some(false));
        check(
            "The deposit may be higher than 800 pounds.",
            capped,
            Some(false),
        );
        check("The deposit cannot exceed 800 pounds.", capped, Some(true));
        check(
            "The deposit cannot be more than 800 pounds.",
            capped,
            Some(true),
        );
        check("The deposit can exceed 900 pounds.", capped, None);
        check("The rent can exceed 800 pounds.", capped, None);
        check(
            "The deposit is limited to 800 pounds.",
            "Deposits cannot exceed 800 pounds.",
            Some(true),
        );
        check(
            "The deposit can exceed 800 pounds.",
            "The deposit is not capped at 800 pounds.",
            None,
        );
    }
}
