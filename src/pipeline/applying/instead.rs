//! Instead: whether new sentences say what one says that goes.

use super::figures;
use crate::check::{self, Date, Lexicon, Pairs, Quantity, Sign, is_of_one_kind, quantities};
use crate::pipeline::impact::share_told;
use crate::study::Verdict;

/// The share of what a sentence says from which a new one may say it instead; less where the new evidence corrects it. With less than all, what is said of the same
/// may be something else.
pub(super) const SAID: f32 = 0.5;
pub(super) const CORRECTED: f32 = 0.34;
const ALL_SAID: f32 = 0.8;
pub(super) const ALL_KEPT: f32 = 0.99;

/// The share of its words that new sentences have to tell, in these words or others.
const TOLD: f32 = 0.8;

/// The share of the words and figures of a sentence that goes which a new one has.
pub(super) fn share_kept(lexicon: &mut Lexicon, new: &str, gone: &str) -> f32 {
    let (known, lost) = (figures(new), figures(gone));
    let figures_kept = lost.iter().filter(|figure| known.contains(figure)).count();
    let (new, gone) = (lexicon.term_set(new), lexicon.term_set(gone));
    let terms_kept = gone.iter().filter(|term| new.binary_search(term).is_ok());
    let all = gone.len() + lost.len();
    (terms_kept.count() + figures_kept) as f32 / all.max(1) as f32
}

/// Whether any of some sentences says a part of what one says.
pub(super) fn says_part(sentences: &[String], gone: &str) -> bool {
    let mut lexicon = Lexicon::default();
    let mut all = sentences.iter();
    all.any(|new| share_kept(&mut lexicon, new, gone) >= CORRECTED)
}

/// Whether new sentences tell what one tells that goes, but for a word of it, in whatever words.
pub(super) fn is_told_by(gone: &str, new: &[&str]) -> bool {
    let new: Vec<String> = new.iter().map(|text| bare(text)).collect();
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    share_told(&bare(gone), &new) >= TOLD
}

/// Whether new sentences bear out one that goes, as its evidence does: `oppose the harbour` says nothing of `oppose blasting for the harbour`.
pub(super) fn bears_out(new: &[&str], gone: &str) -> bool {
    let new: Vec<String> = new.iter().map(|text| bare(text)).collect();
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    Pairs::default().judge(&bare(gone), &new).verdict == Verdict::Supported
}

/// Whether new sentences give all the figures that one gives which goes, in digits or in words; or others in their place, each for one of its kind, where
/// the news were found to `correct` it.
pub(super) fn gives_figures(gone: &str, new: &[&str], corrected: bool) -> bool {
    let gone = bare(gone);
    let given: Vec<Quantity> = new.iter().flat_map(|text| given_now(&bare(text))).collect();
    let old = given_now(&gone);
    let is_among = |one: &Quantity, all: &[Quantity]| all.iter().any(|other| is_same(one, other));
    // `One of the banks` counts nothing.
    let is_count = |one: &Quantity| {
        let is_one = |amount: &check::Amount| !amount.firm && amount.high <= 1.0;
        !one.amount().is_some_and(is_one)
    };
    let lost = old
        .iter()
        .filter(|one| is_count(one) && !is_among(one, &given));
    let mut anew: Vec<&Quantity> = given.iter().filter(|one| !is_among(one, &old)).collect();
    let is_put_right = |one: &Quantity| {
        let at = anew.iter().position(|new| is_of_one_kind(one, new));
        at.filter(|_| corrected).map(|at| anew.remove(at)).is_some()
    };
    lost.into_iter().all(is_put_right)
}

/// The quantities that a sentence gives, but for those that it says to hold no more: `from 84 million to 97 million`, `97 million instead of 84 million`.
fn given_now(sentence: &str) -> Vec<Quantity> {
    let signs = check::signs(sentence, None).into_iter();
    let former: Vec<Quantity> = signs
        .filter_map(|sign| match sign {
            Sign::NotTheValue(value) => Some(value),
            _ => None,
        })
        .collect();
    let ends = |until: usize, word: &str| {
        let before = sentence.get(..until).unwrap_or_default();
        before.trim_end().to_lowercase().ends_with(word)
    };
    let all = quantities(sentence);
    let is_left = |one: &Quantity| {
        let mut later = all.iter().filter(|other| other.span.start > one.span.end);
        ends(one.span.start, " from")
            && later.any(|other| is_of_one_kind(one, other) && ends(other.span.start, " to"))
    };
    let mut now = all.clone();
    now.retain(|one| !former.contains(one) && !is_left(one));
    now
}

fn is_same(one: &Quantity, other: &Quantity) -> bool {
    match (one.amount(), other.amount()) {
        (Some(own), Some(theirs)) => {
            let is_close = (own.low - theirs.low).abs() <= own.half.max(theirs.half);
            is_close && own.unit.counts_same(&theirs.unit)
        }
        (None, None) => one
            .date()
            .zip(other.date())
            .is_some_and(|(own, theirs)| own.is_compatible(theirs)),
        _ => false,
    }
}

/// Whether new sentences name whom and what one names that goes, each by a word of its name.
pub(super) fn names_the_same(gone: &str, new: &[&str]) -> bool {
    let told: Vec<String> = new
        .iter()
        .flat_map(|text| check::words(text).filter_map(|span| text.get(span)))
        .map(check::plain)
        .collect();
    let names = check::names(&bare(gone));
    let is_named = |name: &check::Name| name.words.iter().any(|word| told.contains(word));
    names.iter().all(is_named)
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
    fn a_figure_that_nothing_puts_right_is_kept_in_digits_or_in_words() {
        for (gone, new, corrected, expected) in [
            (
                "The operator plans six sailings a day from Norra [2].",
                "The operator plans sailings from Norra [2].",
                false,
                false,
            ),
            (
                "The operator plans six sailings a day from Norra [2].",
                "From Norra, six sailings a day are planned by the operator [2].",
                false,
                true,
            ),
            (
                "The operator plans six sailings a day from Norra [2].",
                "The operator plans eight sailings a day from Norra [11].",
                false,
                false,
            ),
            (
                "The operator plans six sailings a day from Norra [2].",
                "The operator plans eight sailings a day from Norra [11].",
                true,
                true,
            ),
            (
                "The junction costs 5 million euros and takes ten months [4].",
                "The junction costs 9 million euros [11].",
                true,
                false,
            ),
            (
                "The junction costs 5 million euros and takes ten months [4].",
                "The junction costs 9 million euros [11] and takes ten months [4].",
                true,
                true,
            ),
            (
                "The junction costs 5 million euros and takes ten months [4].",
                "The junction costs 9 million euros and takes a year and a half [11].",
                true,
                true,
            ),
            (
                "The pier costs 84 million euros, of which the city pays 30 million [1].",
                "The cost of the pier rises from 84 million to 97 million euros [11].",
                true,
                false,
            ),
            (
                "The pier costs 84 million euros [1].",
                "The cost of the pier rises from 84 million to 97 million euros [11].",
                true,
                true,
            ),
            (
                "The pier opens in June 2026 [1].",
                "The opening of the pier was postponed from June 2026 to March 2027 [11].",
                true,
                true,
            ),
            (
                "One of the two vaccines protects for eleven months [3].",
                "One vaccine of two protects for eleven months [3].",
                false,
                true,
            ),
        ] {
            assert_eq!(
                gives_figures(gone, &[new], corrected),
                expected,
                "{gone} / {new}"
            );
        }
    }

    #[test]
    fn who_is_named_is_named_in_what_is_said_instead() {
        let gone = "The residents of Pier Street oppose blasting in the harbour at night [9].";
        for (new, expected) in [
            ("Residents oppose the harbour [9].", false),
            (
                "Night blasting in the harbour is opposed by those who live on Pier Street [9].",
                true,
            ),
        ] {
            assert_eq!(names_the_same(gone, &[new]), expected, "{new}");
        }
    }

    #[test]
    fn what_a_shorter_sentence_says_of_the_whole_it_does_not_say_of_a_part() {
        for (gone, new, expected) in [
            (
                "Residents oppose blasting at the ferry terminal in the harbour [9].",
                "Residents oppose the ferry terminal in the harbour [9].",
                false,
            ),
            (
                "The company sold a stake in the mine [3].",
                "The company sold the mine [3].",
                false,
            ),
            (
                "Installers report order books of nine weeks [1].",
                "Order books at installers stand at nine weeks [1].",
                true,
            ),
        ] {
            assert_eq!(bears_out(&[new], gone), expected, "{gone} / {new}");
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
