//! Holders: of which arm, place or group the evidence says what a claim says, where it says something else of the claim's own beside it.
//!
//! `Headache in 12% of patients in the drug arm versus 5% in the placebo arm` has all words of `headache in 12% of patients in the placebo arm`. Clauses that stand
//! side by side name their holders in one place, as the subject, behind one preposition or as the object, and give each its own: another value, a denial or
//! another deed. A claim that has the holder of the one and what is said of the other says neither.

mod beside;

use std::ops::Range;

use self::beside::Beside;
use super::edits::text_of;
use super::finding::Finding;
use super::subjects::{Told, told};
use crate::check::language::numbers::{Quantity, quantities};
use crate::check::language::vocabulary::{Kind, Role, StemId, Token, Vocabulary, Word};

/// The most words of a claim that are looked for.
const MOST_WORDS: usize = 128;
/// To whom the evidence gives what a claim gives to another, of which it says something else.
pub(super) fn other_holder(
    claim: &str,
    texts: &[&str],
    vocabulary: &mut Vocabulary,
) -> Option<Finding> {
    let mut own = Vec::new();
    vocabulary.read(claim, &mut own);
    let read: Vec<Vec<Told<'_>>> = texts
        .iter()
        .map(|text| told(&[*text], vocabulary))
        .collect();
    let claim = Claim::read(claim, own, vocabulary)?;
    let of_sentence = |told: &Told<'_>| claim.held(&told.tokens);
    // What one sentence says whole is not put together from two.
    let all: Vec<&Told<'_>> = read.iter().flatten().collect();
    let mut whole = all.iter().filter(|told| of_sentence(told) == claim.all);
    let whole = (whole.next(), whole.next());
    if whole.1.is_some() {
        return None;
    }
    read.iter().find_map(|told| {
        let clauses = claim.clauses(told);
        if clauses.iter().any(|clause| claim.is_reworded_in(clause)) {
            return None;
        }
        let is_whole = |sentence: usize| {
            let told = told.get(sentence).map(|told| told.text);
            told == whole.0.map(|told| told.text)
        };
        (0..clauses.len()).find_map(|at| {
            let own = clauses.get(at)?;
            let near = clauses.iter().enumerate().filter(|(next, other)| {
                *next != at
                    && own.sentence.abs_diff(other.sentence) <= 1
                    && (whole.0.is_none() || is_whole(own.sentence) || is_whole(other.sentence))
            });
            near.filter_map(|(next, _)| claim.beside(&clauses, at, next))
                .find_map(|beside| beside.other_holder())
        })
    })
}

/// A claim with the words that are looked for, one bit each.
struct Claim<'c> {
    text: &'c str,
    tokens: Vec<Token>,
    /// Places of the words among the tokens.
    places: Vec<usize>,
    all: u128,
    quantities: Vec<Quantity>,
    vocabulary: &'c Vocabulary,
}

/// What stands between two signs or words that set clauses apart.
struct Clause<'t> {
    text: &'t str,
    tokens: &'t [Token],
    sentence: usize,
    /// Whether it is set against what stands before it: `but`, `whereas`, `;`.
    is_set_against: bool,
    /// The words of the claim that it has.
    held: u128,
}

/// Where a clause names what it speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Subject,
    Place,
    Behind(&'static str),
}

impl Slot {
    fn opened_by(word: &str) -> Option<Self> {
        const PLACES: &[&str] = &["in", "at", "on", "near", "within", "across"];
        const OTHERS: &[&str] = &["for", "of", "from", "by", "with", "among", "under", "to"];
        if PLACES.contains(&word) {
            return Some(Self::Place);
        }
        let mut others = OTHERS.iter();
        others
            .find(|own| **own == word)
            .map(|own| Self::Behind(own))
    }
}

impl<'c> Claim<'c> {
    fn read(text: &'c str, tokens: Vec<Token>, vocabulary: &'c Vocabulary) -> Option<Self> {
        let mut claim = Self {
            text,
            tokens,
            places: Vec::new(),
            all: 0,
            quantities: Vec::new(),
            vocabulary,
        };
        let denies = |token: &Token| claim.denies(token);
        if claim.tokens.iter().any(denies) {
            return None;
        }
        let telling = |at: &usize| claim.is_telling(text, claim.tokens.get(*at));
        claim.places = (0..claim.tokens.len()).filter(telling).collect();
        if claim.places.len() < 2 || claim.places.len() >= MOST_WORDS {
            return None;
        }
        claim.all = (1 << claim.places.len()) - 1;
        claim.quantities = quantities(text);
        Some(claim)
    }

    fn word(&self, token: &Token) -> Option<&'c Word> {
        self.vocabulary.word(token.word)
    }

    fn denies(&self, token: &Token) -> bool {
        self.word(token)
            .is_some_and(|word| word.role == Role::Negation)
    }

    /// Whether a word says something: a figure, or the letter of `group B`, as well.
    fn is_telling(&self, text: &str, token: Option<&Token>) -> bool {
        let Some((token, word)) = token.and_then(|token| Some((token, self.word(token)?))) else {
            return false;
        };
        let is_letter = token.is_capital && token.end - token.start == 1 && token.start > 0;
        word.role != Role::Negation && word.kind != Kind::Stop
            || is_letter && text_of(text, token) != "I"
    }

    fn is_number(&self, token: &Token) -> bool {
        self.word(token)
            .is_some_and(|word| word.kind == Kind::Number)
    }

    /// The bits of the words that a stem stands for.
    fn bits(&self, stem: StemId) -> u128 {
        let places = self.places.iter().enumerate();
        let own =
            places.filter(|(_, at)| self.tokens.get(**at).is_some_and(|own| own.stem == stem));
        own.map(|(bit, _)| 1_u128 << bit).sum()
    }

    fn held(&self, tokens: &[Token]) -> u128 {
        tokens
            .iter()
            .fold(0, |held, token| held | self.bits(token.stem))
    }

    fn clauses<'t>(&self, told: &'t [Told<'t>]) -> Vec<Clause<'t>> {
        let mut clauses = Vec::new();
        for (sentence, told) in told.iter().enumerate() {
            let (mut from, mut is_set_against) = (0, false);
            let mut close = |range: Range<usize>, is_set_against: bool| {
                let tokens = told.tokens.get(range).unwrap_or_default();
                if !tokens.is_empty() {
                    clauses.push(Clause {
                        text: told.text,
                        tokens,
                        sentence,
                        is_set_against,
                        held: self.held(tokens),
                    });
                }
                !tokens.is_empty()
            };
            for (at, token) in told.tokens.iter().enumerate() {
                let before = at.checked_sub(1).and_then(|at| told.tokens.get(at));
                let gap = before
                    .and_then(|before| told.text.get(before.end as usize..token.start as usize));
                let gap = gap.unwrap_or_default();
                let word = self.word(token).map_or("", |word| word.text.as_str());
                let is_between = BETWEEN.contains(&word) || AGAINST.contains(&word);
                let is_cut = gap.contains([',', ';', '(', ')'])
                    && !self.is_setting(told.tokens.get(from..at).unwrap_or_default());
                if !is_between && !is_cut {
                    continue;
                }
                let is_closed = close(from..at, is_set_against);
                let sets_against = AGAINST.contains(&word) || gap.contains(';');
                is_set_against = sets_against || is_set_against && !is_closed;
                from = if is_between { at + 1 } else { at };
            }
            close(from..told.tokens.len(), is_set_against);
        }
        clauses
    }

    /// Whether a clause says the claim of what the claim narrows itself, and has but another noun for what that is of: `the need for coal is shrinking`,
    /// `demand for coal is shrinking`.
    fn is_reworded_in(&self, clause: &Clause<'_>) -> bool {
        let missing = self.all & !clause.held;
        let count = missing.trailing_ones();
        let is_opening = count > 0 && missing.count_ones() == count;
        let place = |bit: u32| self.places.get(bit as usize).copied();
        let (Some(last), Some(next)) = (count.checked_sub(1).and_then(place), place(count)) else {
            return false;
        };
        let tokens = |range: Range<usize>| self.tokens.get(range).unwrap_or_default();
        let mut between = tokens(last + 1..next).iter();
        let narrows = between.any(|token| {
            self.word(token)
                .is_some_and(|word| Slot::opened_by(&word.text).is_some())
        });
        let is_figure = tokens(0..next).iter().any(|token| self.is_number(token));
        is_opening && narrows && !is_figure && clause.held.count_ones() >= count.max(2)
    }

    /// Whether words are no more than a setting before what is said in it: `In Storgata,`.
    fn is_setting(&self, tokens: &[Token]) -> bool {
        const MOST: usize = 5;
        let first = tokens.first().and_then(|token| self.word(token));
        tokens.len() <= MOST
            && first.is_some_and(|word| Slot::opened_by(&word.text).is_some())
            && !tokens.iter().any(|token| self.is_number(token))
    }

    /// One clause, which may say what the claim says, beside another, which may name of whom the claim says it.
    fn beside<'b>(
        &'b self,
        clauses: &'b [Clause<'b>],
        saying: usize,
        naming: usize,
    ) -> Option<Beside<'b>> {
        let (says, names) = (clauses.get(saying)?, clauses.get(naming)?);
        // What was said before in the sentence is said of this clause as well.
        let before = clauses.iter().take(saying).enumerate();
        let before =
            before.filter(|(at, clause)| *at != naming && clause.sentence == says.sentence);
        let with = before.fold(says.held, |held, (_, clause)| held | clause.held);
        let rest = self.all & !names.held;
        let is_of_it = rest & says.held != 0 && rest & !with == 0;
        if !is_of_it || names.held & !with == 0 {
            return None;
        }
        let is_alike = names.tokens.iter().any(|token| {
            let word = self.word(token);
            word.is_some_and(|word| SAME.contains(&word.text.as_str()))
        });
        let between = clauses.get(saying.min(naming) + 1..=saying.max(naming))?;
        (!is_alike).then(|| Beside {
            claim: self,
            says,
            names,
            with,
            value: rest & says.held,
            is_one_sentence: says.sentence == names.sentence,
            is_behind: naming > saying,
            is_set_against: between.iter().any(|clause| clause.is_set_against),
        })
    }
}

const BETWEEN: &[&str] = &["and", "or", "than"];
const AGAINST: &[&str] = &[
    "but", "while", "whereas", "versus", "vs", "against", "compared", "though", "although",
];

/// Words by which a clause says of its holder what was said of the other.
const SAME: &[&str] = &[
    "also",
    "too",
    "likewise",
    "both",
    "same",
    "similarly",
    "so",
    "equally",
    "alike",
    "well",
    "did",
    "does",
    "do",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: Option<bool>) {
        let found = other_holder(claim, &[evidence], &mut Vocabulary::default());
        let is_opposed = found.map(|found| matches!(found, Finding::Opposed(_)));
        assert_eq!(is_opposed, expected, "{claim} / {evidence}");
    }

    const ARMS: &str =
        "Headache was reported by 12% of patients in the drug arm versus 5% in the placebo arm.";
    const GROUPS: &str = "Group A improved by 8 points and group B by 3.";
    const PLACES: &str = "Nitrogen dioxide at the quay fell by 27 percent. At the station in Storgata no change was measured.";
    const COURT: &str = "The court set aside the injunction but upheld the award of damages.";
    const FILTER: &str = "The filter should be replaced every six months, or every three months in households with pets.";
    const AGENCIES: &str =
        "Moody's cut the rating of Halvorsen in May. S&P left its rating unchanged.";
    const FARES: &str = "Children under 12 pay half; pensioners travel free.";

    #[test]
    fn what_the_claim_narrows_itself_may_be_called_by_another_word() {
        for (claim, evidence) in [
            (
                "Demand for coal is shrinking.",
                "Demand for copper is growing, while the need for coal is shrinking.",
            ),
            (
                "Unemployment in Italy rose to 7.8 percent.",
                "Unemployment fell to 5.1 percent in Spain and the jobless rate in Italy rose to 7.8 percent.",
            ),
        ] {
            check(claim, evidence, None);
        }
    }

    #[test]
    fn what_is_said_of_the_other_arm_place_or_group_is_not_said_of_the_claims() {
        for (claim, evidence) in [
            (
                "Headache was reported by 12% of patients in the placebo arm.",
                ARMS,
            ),
            ("Group B improved by 8 points.", GROUPS),
            ("Nitrogen dioxide fell by 27 percent in Storgata.", PLACES),
            ("The court set aside the award of damages.", COURT),
            (
                "In households with pets the filter should be replaced every six months.",
                FILTER,
            ),
            ("S&P cut the rating of Halvorsen in May.", AGENCIES),
            ("Pensioners pay half.", FARES),
        ] {
            check(claim, evidence, Some(true));
        }
        check(
            "The hospital bought the land next to the station.",
            "The hospital bought the old brewery. It leased the land next to the station.",
            Some(false),
        );
    }

    #[test]
    fn what_is_said_of_the_claims_own_is_left_alone() {
        for (claim, evidence) in [
            (
                "Headache was reported by 12% of patients in the drug arm.",
                ARMS,
            ),
            (
                "Headache was reported by 5% of patients in the placebo arm.",
                ARMS,
            ),
            ("Group B improved by 3 points.", GROUPS),
            ("Nitrogen dioxide fell by 27 percent at the quay.", PLACES),
            ("The court upheld the award of damages.", COURT),
            ("Pensioners travel free.", FARES),
            (
                "The union raised the money.",
                "The union and the ministry raised the money.",
            ),
            (
                "About 3,000 of the museum's 40,000 objects are on display.",
                "The museum, which opened in 1901, has 40,000 objects, 3,000 of them on display.",
            ),
            (
                "Sales rose in Norway.",
                "Sales rose by 4 percent in Sweden and by 9 percent in Norway.",
            ),
            (
                "Police arrested a third suspect in Linz.",
                "Police arrested two men in Graz. They also arrested a third suspect in Linz.",
            ),
        ] {
            check(claim, evidence, None);
        }
    }
}
