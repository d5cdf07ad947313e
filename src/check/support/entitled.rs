//! Entitled: `can claim a refund`, `will qualify for subsidies` and `is eligible for the grant` beside `is not entitled to`, `will not be eligible for`, `gets no`.
//!
//! One right is told by a dozen verbs, so that a claim of it and what denies it share no verb. Each is read for who has a right to what, or has none.

use super::finding::Finding;
use super::in_full::InFull;
use super::plainly::{Word, are_among, read};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;

/// Words by which somebody has a right.
#[rustfmt::skip]
const HAS_RIGHT: &[&str] = &["eligible", "entitled", "qualify", "qualifies", "qualified"];
const HAS_NONE: &[&str] = &[
    "ineligible",
    "excluded",
    "barred",
    "disqualified",
    "unentitled",
];
/// Words by which somebody takes up a right, behind `can` or the like.
const TAKES_UP: &[&str] = &["claim", "get", "receive", "obtain", "have"];
const MAY: &[&str] = &["can", "may", "could", "will", "cannot", "can't", "won't"];
/// Words that say nothing of who has a right to what.
const LIGHT: &[&str] = &[
    "certain", "such", "still", "longer", "other", "right", "people", "persons",
];

/// Who has a right to what, or has none.
struct Right<'s, 't> {
    who: &'s [Word<'t>],
    what: &'s [Word<'t>],
    is_granted: bool,
    /// Whether it is told by a word for a right.
    is_plain: bool,
}

/// What the texts say to a claim that somebody has a right to something.
pub(super) fn entitled(claim: &str, texts: &[&str]) -> Option<InFull> {
    let own_words = read(claim);
    let own = Right::of(&own_words)?;
    texts.iter().find_map(|text| {
        let mut all = sentences(text).into_iter();
        all.find_map(|span| own.beside(&read(text.get(span)?)))
    })
}

impl<'s, 't> Right<'s, 't> {
    fn of(words: &'s [Word<'t>]) -> Option<Self> {
        const OTHERS: &[&str] = &[
            "if", "unless", "only", "until", "and", "or", "but", "except",
        ];
        let is_right = |at: usize| {
            words
                .get(at)
                .is_some_and(|word| word.is_in(HAS_RIGHT) || word.is_in(HAS_NONE))
        };
        let takes_up = |at: usize| {
            let before = words.get(at.saturating_sub(2)..at).unwrap_or_default();
            words.get(at).is_some_and(|word| word.is_in(TAKES_UP))
                && before.iter().any(|word| word.is_in(MAY))
        };
        let at = (1..words.len())
            .find(|&at| is_right(at))
            .or_else(|| (1..words.len()).find(|&at| takes_up(at)))?;
        let verb = words.get(at)?;
        let is_plain = is_right(at);
        let is_to = |word: &Word<'_>| {
            word.is_in(&["for", "to", "from", "claim", "get", "receive", "obtain"])
        };
        let behind = words.get(at + 1..)?;
        let from = behind.iter().take_while(|word| is_to(word)).count();
        let what = behind.get(from..)?;
        let who = words.get(..at)?;
        let denials = words.iter().filter(|word| is_denying(&word.plain)).count();
        let is_denied = denials == 1;
        let is_whole = denials <= 1
            && (!is_plain || from > 0)
            && !who.iter().any(|word| word.is_in(OTHERS))
            && !what.iter().any(|word| word.is_in(&["if", "unless"]));
        is_whole.then_some(Self {
            who,
            what,
            is_granted: verb.is_in(HAS_NONE) == is_denied,
            is_plain,
        })
    }

    fn beside(&self, sentence: &[Word<'_>]) -> Option<InFull> {
        let theirs = Right::of(sentence)?;
        if !self.is_plain && !theirs.is_plain {
            return None;
        }
        let named = |word: &&Word<'_>| !word.is_in(LIGHT);
        let (who, what): (Vec<&Word<'_>>, Vec<&Word<'_>>) =
            (theirs.who.iter().collect(), theirs.what.iter().collect());
        let has = |words: &[Word<'_>]| words.iter().any(|word| word.tells() && !word.is_in(LIGHT));
        let is_of_them =
            has(self.who) && has(self.what) && are_among(self.who.iter().filter(named), &who);
        let is_all = are_among(self.what.iter().filter(named), &what);
        // `Health insurance subsidies` are `subsidies for health care`.
        let telling: Vec<&Word<'_>> = self.what.iter().filter(|word| word.tells()).collect();
        let held = telling
            .iter()
            .filter(|own| what.iter().any(|word| own.is_as(word)));
        let is_most = 2 * held.count() > telling.len()
            && telling
                .last()
                .is_some_and(|last| what.iter().any(|word| last.is_as(word)));
        if !is_of_them || !is_most {
            return None;
        }
        match (self.is_granted, theirs.is_granted) {
            (true, false) => Some(InFull::Against(Finding::Opposed(Opposition::Stated))),
            (false, true) => Some(InFull::Against(Finding::Opposed(Opposition::Denied))),
            _ => is_all.then_some(InFull::Said),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_is_one_by_whatever_verb_it_is_told() {
        let check = |claim: &str, evidence: &str, expected: Option<bool>| {
            let found = entitled(claim, &[evidence]).map(|found| matches!(found, InFull::Said));
            assert_eq!(found, expected, "{claim} / {evidence}");
        };
        let none = "Lodgers are not entitled to the winter allowance.";
        check("Lodgers can claim the winter allowance.", none, Some(false));
        check(
            "Lodgers are eligible for the winter allowance.",
            none,
            Some(false),
        );
        check(
            "Lodgers are ineligible for the allowance.",
            none,
            Some(true),
        );
        check("Lodgers cannot get the allowance.", none, Some(true));
        check("Owners can claim the winter allowance.", none, None);
        check(
            "Lodgers qualify for the allowance.",
            "Lodgers are eligible for the allowance.",
            Some(true),
        );
        check(
            "Lodgers qualify for the allowance.",
            "Lodgers are eligible for the allowance if they are over 60.",
            None,
        );
        check(
            "Students will qualify for loans.",
            "Students will not be eligible for grants, including loans for housing.",
            Some(false),
        );
    }
}
