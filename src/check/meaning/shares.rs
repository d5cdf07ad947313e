//! Shares: `many did not` and `only 61 % did` say one thing of two parts of a whole.

use super::denying::is_denying;
use crate::check::language::numbers::{
    Quantity, Unit, complement, known_or_read, part_of, quantities,
};
use crate::check::language::reading::Reading;

/// Whether a claim denies something of a part of those of whom its source says it of the rest: `many did not` of `only 61 % did`.
///
/// `own` are the quantities of the source, if they were read.
pub(crate) fn is_rest(claim: &Reading<'_>, source: &str, own: &[Quantity]) -> bool {
    let Some(least) = part_denied(claim) else {
        return is_counted_rest(claim, source, own);
    };
    share(source, own).is_some_and(|share| 1.0 - share > least)
}

/// Whether a claim denies something of as many as a source leaves when it says it of a part: `five do not` of `three of the eight do`.
fn is_counted_rest(claim: &Reading<'_>, source: &str, own: &[Quantity]) -> bool {
    if !claim.words.iter().any(|word| is_denying(word)) {
        return false;
    }
    let left = complement(source, own);
    let is_left = |wanted: &Quantity| left.iter().any(|left| left.bears_out(wanted));
    !left.is_empty() && quantities(claim.text).iter().any(is_left)
}

/// The least share of a whole that a claim denies something of, where it says so of a part: `most did not`.
fn part_denied(claim: &Reading<'_>) -> Option<f64> {
    const REACH: usize = 8;
    let (at, least) = (0..claim.words.len()).find_map(|at| {
        let least = match claim.word(at) {
            "some" | "several" => 0.02,
            "many" => 0.15,
            "most" | "majority" => 0.5,
            _ => return None,
        };
        Some((at, least))
    })?;
    let denies = (at + 1..=at + REACH).any(|at| is_denying(claim.word(at)));
    denies.then_some(least)
}

/// The share of a whole that a sentence says something of: `58 %`, `a third`, `ten of the twelve`, and `few`, which may be any small one.
fn share(source: &str, own: &[Quantity]) -> Option<f64> {
    const FEW: f64 = 0.2;
    let own = known_or_read(own, source);
    let percent = own.iter().filter_map(Quantity::amount).find_map(|amount| {
        (amount.unit == Unit::Percent && (0.0..100.0).contains(&amount.high))
            .then_some(amount.high / 100.0)
    });
    let of_all = || {
        own.windows(2).find_map(|pair| {
            let [first, second] = pair else { return None };
            let (part, whole) = part_of(source, first, second)?;
            Some(part.amount()?.high / whole.amount()?.high)
        })
    };
    let few = || {
        let mut words = source.split_whitespace();
        words
            .any(|word| matches!(word, "few" | "Few" | "minority" | "hardly"))
            .then_some(FEW)
    };
    percent.or_else(of_all).or_else(few)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Lexicon;

    #[track_caller]
    fn check(claim: &str, source: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        let claim_read = Reading::learnt(claim, &mut lexicon);
        let found = is_rest(&claim_read, source, &quantities(source));
        assert_eq!(found, expected, "{claim} / {source}");
    }

    #[test]
    fn a_part_did_not_where_the_rest_did() {
        check(
            "Many guests did not pay.",
            "Only 58 % of guests paid.",
            true,
        );
        check(
            "Some jurors did not agree.",
            "Ten of the twelve jurors agreed.",
            true,
        );
        check("Most guests did not pay.", "Few guests paid.", true);
        check(
            "Five of the eight looms do not run.",
            "Three of the eight looms run.",
            true,
        );
        check(
            "Two looms do not run.",
            "Three of the eight looms run.",
            false,
        );
    }

    #[test]
    fn all_that_did_and_more_than_the_rest_are_denied() {
        check("Many guests did not pay.", "All guests paid.", false);
        check(
            "Most guests did not pay.",
            "Only 58 % of guests paid.",
            false,
        );
        check(
            "The guests did not pay.",
            "Only 58 % of guests paid.",
            false,
        );
    }
}
