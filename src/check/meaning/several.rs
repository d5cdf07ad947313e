//! Several for one: `two ships` of a source that speaks of `a ship` and says all else of it.
//!
//! An article is a number that no count of numbers sees: all words of the claim stand in its source, and so may the number, said of something else.

use super::polarity::Opposition;
use crate::check::language::irregular::base;
use crate::check::language::numbers::{Quantity, Unit, quantities};
use crate::check::language::only;
use crate::check::language::reading::Reading;

/// How many things a claim speaks of where its source speaks of one.
pub(crate) fn several_for_one(claim: &Reading<'_>, source: &Reading<'_>) -> Option<Opposition> {
    // Where each has one, or more of them followed, there are several.
    let tells_more = |word: &String| MORE.contains(&word.as_str());
    let may_be_several =
        || source.words.iter().any(tells_more) || quantities(source.text).iter().any(is_left_bare);
    (0..claim.words.len()).find_map(|at| {
        let noun = counted(claim, at)?;
        let term = claim.term(noun)?;
        let is_said = |place: usize| {
            let own = claim.term(place);
            place == at || own.is_none() || source.terms.contains(&own)
        };
        if !(0..claim.words.len()).all(is_said) || may_be_several() {
            return None;
        }
        let all = 0..source.words.len();
        let mut places = all
            .filter(|&place| source.term(place) == Some(term))
            .peekable();
        places.peek()?;
        let told: Option<Vec<(usize, usize)>> = places.map(|place| single(source, place)).collect();
        let is_new = |(article, _): &&(usize, usize)| NEW.contains(&source.word(*article));
        let told = told?;
        let (article, place) = only(told.iter().filter(is_new))?;
        Some(Opposition::Swapped {
            claim: claim.text_of(&(at..noun + 1)).to_owned(),
            source: source.text_of(&(*article..place + 1)).to_owned(),
        })
    })
}

/// Where the plural of a thing stands of which a number at a place says how many there are; none for what measures, as in `two years`.
fn counted(text: &Reading<'_>, at: usize) -> Option<usize> {
    let number = only(
        quantities(text.word(at))
            .iter()
            .filter_map(Quantity::amount)
            .cloned(),
    )?;
    let noun = (at + 1..at + 3)
        .take_while(|&next| text.gap(next) == " " && text.term(next).is_some())
        .find(|&next| is_plural(text.word(next)))?;
    let said = quantities(text.text_of(&(at..noun + 1)));
    let is_count = |own: &Quantity| {
        let amount = own.amount();
        amount.is_some_and(|amount| matches!(amount.unit, Unit::Counted(_)))
    };
    let is_exact = number.low >= 2.0 && number.low.fract() == 0.0 && number.low >= number.high;
    (is_exact && said.iter().any(is_count)).then_some(noun)
}

/// The article of one thing that is named at a place, and the place; none where it may be one of several.
fn single(text: &Reading<'_>, place: usize) -> Option<(usize, usize)> {
    let before = (place.saturating_sub(2)..place).rev();
    let article = before
        .take_while(|&before| text.gap(before + 1) == " ")
        .find(|&before| NEW.contains(&text.word(before)) || KNOWN.contains(&text.word(before)))?;
    let is_only_named = (article + 1..place).all(|between| text.term(between).is_some());
    (!is_plural(text.word(place)) && is_only_named && !ORDERS.contains(&text.word(place - 1)))
        .then_some((article, place))
}

/// Whether an amount is told without what it is of, which may be the thing: `by evening it held four`, `three of the villages`.
fn is_left_bare(amount: &Quantity) -> bool {
    amount
        .amount()
        .is_some_and(|amount| amount.unit == Unit::Bare)
}

fn is_plural(word: &str) -> bool {
    let is_regular = word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us");
    is_regular || base(word) != word
}

const MORE: &[&str] = &["each", "every", "per", "both", "more", "another", "further"];
const NEW: &[&str] = &["a", "an", "one"];
const KNOWN: &[&str] = &["the", "this", "that", "his", "her", "its", "their"];
const ORDERS: &[&str] = &[
    "second", "third", "fourth", "fifth", "last", "other", "next",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::terms::Lexicon;

    #[track_caller]
    fn check(claim: &str, source: &str, expected: bool) {
        let mut lexicon = Lexicon::default();
        let source = Reading::learnt(source, &mut lexicon);
        let claim = Reading::learnt(claim, &mut lexicon);
        let found = several_for_one(&claim, &source);
        assert_eq!(found.is_some(), expected, "{}: {found:?}", claim.text);
    }

    #[test]
    fn several_are_not_one() {
        let mosaic = "The mosaic, found in May, shows a ship and two dolphins.";
        check("The mosaic shows two ships.", mosaic, true);
        check("The mosaic shows two dolphins.", mosaic, false);
        check(
            "Three children were bitten in the park.",
            "A child was bitten by a dog in the park.",
            true,
        );
        check(
            "Two bronze bowls lay beside the boat.",
            "Three whetstones and a bronze bowl lay beside the boat.",
            true,
        );
        for (claim, source) in [
            (
                "The class has 20 tablets.",
                "Each pupil gets a tablet; the class has 20 pupils.",
            ),
            (
                "The nest held four eggs.",
                "The nest held an egg in the morning; by evening it held four.",
            ),
            (
                "Twelve lynxes have been released.",
                "A lynx was released in 2019; since then eleven more have followed.",
            ),
            (
                "Three schools were lost.",
                "Three of the five villages lost a school, and the schools were missed.",
            ),
            ("It took two years.", "It took a year or two."),
            (
                "The firm bought two vans.",
                "The firm bought a van in May and a second van in June.",
            ),
            (
                "The firm bought two vans.",
                "The firm bought a van and another van.",
            ),
            (
                "The class has 20 tablets.",
                "Each pupil of the class has a tablet of the school and a tablet at home.",
            ),
            ("Two ships sank.", "A ship was hit and two ships sank."),
            ("Two ships were lost.", "A ship sank on Monday."),
        ] {
            check(claim, source, false);
        }
    }
}
