//! Instead: whether new sentences say what one says that goes.

use super::figures;
use crate::check::{self, Date, Lexicon, Quantity, quantities};
use crate::pipeline::impact::share_told;

/// The share of what a sentence says from which a new one says it instead; less where the new evidence corrects it. With less than all, what is said of the same may
/// be something else.
pub(super) const SAID: f32 = 0.5;
pub(super) const CORRECTED: f32 = 0.34;
pub(super) const ALL_SAID: f32 = 0.8;

/// The share of its words that new sentences have to tell, in these words or others.
const TOLD: f32 = 0.65;

/// The share of the words and figures of a sentence that goes which a new one has.
pub(super) fn share_kept(lexicon: &mut Lexicon, new: &str, gone: &str) -> f32 {
    let (known, lost) = (figures(new), figures(gone));
    let figures_kept = lost.iter().filter(|figure| known.contains(figure)).count();
    let (new, gone) = (lexicon.term_set(new), lexicon.term_set(gone));
    let terms_kept = gone.iter().filter(|term| new.binary_search(term).is_ok());
    let all = gone.len() + lost.len();
    (terms_kept.count() + figures_kept) as f32 / all.max(1) as f32
}

/// Whether new sentences tell what one tells that goes, but for a word of it, in whatever words.
pub(super) fn is_told_by(gone: &str, new: &[&str]) -> bool {
    let new: Vec<String> = new.iter().map(|text| bare(text)).collect();
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    share_told(&bare(gone), &new) >= TOLD
}

/// Whether a new sentence gives anew, for a later time, all that one gives for an earlier: `served 19,200 households in 2026`, for the 18,400 of 2025.
pub(super) fn tells_anew(new: &str, gone: &str) -> bool {
    let (new, gone) = (bare(new), bare(gone));
    let (own, old) = (quantities(&new), quantities(&gone));
    let latest = |all: &[Quantity]| all.iter().filter_map(Quantity::date).max_by_key(order);
    let is_later = latest(&own)
        .zip(latest(&old))
        .is_some_and(|(new, old)| order(&new) > order(&old));
    let is_given = |amount: &check::Amount| {
        let mut all = own.iter().filter_map(Quantity::amount);
        all.any(|given| given.unit.counts_same(&amount.unit))
    };
    let amounts: Vec<_> = old.iter().filter_map(Quantity::amount).collect();
    is_later
        && !amounts.is_empty()
        && amounts.into_iter().all(is_given)
        && says_of_the_same((&new, &own), (&gone, &old))
}

/// Whether all that is said beside the figures is said anew.
fn says_of_the_same(new: (&str, &[Quantity]), gone: (&str, &[Quantity])) -> bool {
    let mut lexicon = Lexicon::default();
    let mut said = |(text, quantities): (&str, &[Quantity])| {
        let is_figure = |at: usize| {
            quantities
                .iter()
                .any(|quantity| quantity.span.contains(&at))
        };
        let words = check::words(text).filter(|span| !is_figure(span.start));
        let words: Vec<&str> = words.filter_map(|span| text.get(span)).collect();
        lexicon.term_set(&words.join(" "))
    };
    let (new, gone) = (said(new), said(gone));
    let kept = gone.iter().filter(|term| new.binary_search(term).is_ok());
    !gone.is_empty() && kept.count() as f32 >= ALL_SAID * gone.len() as f32
}

fn order(date: &Date) -> (Option<u32>, Option<u32>, Option<u32>) {
    (date.year, date.month, date.day)
}

fn bare(text: &str) -> String {
    let stated = check::stated(text).into_iter().next();
    stated.map_or_else(|| text.to_owned(), |stated| stated.bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str =
        "The gas-fired district heating plant of Lindholm served 18,400 households in 2025 [1].";

    #[test]
    fn a_figure_of_a_later_year_takes_the_place_of_the_one_before() {
        for (new, expected) in [
            (
                "The gas-fired district heating plant of Lindholm served 19,200 households in 2026 [11].",
                true,
            ),
            (
                "The gas-fired district heating plant of Lindholm served 17,900 households in 2023 [11].",
                false,
            ),
            (
                "The gas-fired district heating plant of Lindholm closes in 2026 [11].",
                false,
            ),
            (
                "The waste incinerator of Lindholm served 19,200 readers in 2026 [11].",
                false,
            ),
        ] {
            assert_eq!(tells_anew(new, OLD), expected, "{new}");
        }
    }

    #[test]
    fn what_is_said_of_the_same_need_not_be_what_was_said_of_it() {
        let gone = "The grid operator will upgrade the substation at Norra before the winter [9].";
        for (new, expected) in [
            (
                "The substation at Norra is to be improved by the grid operator before winter [11].",
                true,
            ),
            (
                "The grid operator painted the substation at Norra [11].",
                false,
            ),
        ] {
            assert_eq!(is_told_by(gone, &[new]), expected, "{new}");
        }
    }
}
