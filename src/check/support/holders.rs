//! Holders: of which arm, place or group the evidence says what a claim says, where it says something else of the claim's own beside it.
//!
//! `Headache in 12% of patients in the drug arm versus 5% in the placebo arm` has all words of `headache in 12% of patients in the placebo arm`. Clauses that stand
//! side by side name their holders in one place, as the subject, behind one preposition or as the object, and give each its own: another value, a denial or
//! another deed. A claim that has the holder of the one and what is said of the other says neither.

use std::ops::Range;

use super::bindings::is_another_value;
use super::edits::{is_deed, text_of};
use super::finding::Finding;
use super::subjects::{Told, told};
use crate::check::language::numbers::{Quantity, quantities};
use crate::check::language::vocabulary::{Kind, Role, StemId, Token, Vocabulary, Word};
use crate::check::meaning::polarity::Opposition;

/// The most words of a claim that are looked for.
const MOST_WORDS: usize = 128;
/// Likeness from which one deed may be another in other words.
const MAY_BE_ONE: f32 = 0.6;

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

/// A clause that says what the claim says of its holder, and one that names the claim's.
struct Beside<'b> {
    claim: &'b Claim<'b>,
    says: &'b Clause<'b>,
    names: &'b Clause<'b>,
    /// The words of the claim that the first has, or has from before.
    with: u128,
    /// Those that it has and the other does not.
    value: u128,
    is_one_sentence: bool,
    is_behind: bool,
    is_set_against: bool,
}

/// What stands in the place of a holder: the claim's, and the one of whom it is said.
struct Holders {
    bits: u128,
    claim: String,
    source: String,
    /// Where they stand, if not behind their deeds.
    slot: Option<Slot>,
    /// What the claim says of its own, if that is known.
    deed: Option<Token>,
    /// The place behind the claim's holder in its clause.
    end: usize,
}

impl Beside<'_> {
    fn other_holder(&self) -> Option<Finding> {
        let slots = slots(self.claim, self.names);
        let holders = slots
            .into_iter()
            .find_map(|(slot, range)| self.holders(slot, range))
            .or_else(|| self.objects())?;
        let is_opposed = self.has_other_value() || !holders.source.is_empty() && self.denies();
        let swapped = || {
            Finding::Opposed(Opposition::Swapped {
                claim: holders.claim.clone(),
                source: if holders.source.is_empty() {
                    shown(self.names.text, self.names.tokens)
                } else {
                    holders.source.clone()
                },
            })
        };
        if is_opposed {
            return Some(swapped());
        }
        if holders.source.is_empty() || !self.has_other_deed(&holders) {
            return None;
        }
        let is_contrast = self.is_one_sentence && self.is_set_against;
        Some(if is_contrast {
            swapped()
        } else {
            Finding::other_word(&holders.claim, &holders.source)
        })
    }

    /// The claim's holder in a place of the clause that names it, and what the other clause has in that place.
    fn holders(&self, slot: Slot, range: Range<usize>) -> Option<Holders> {
        let claim = self.claim;
        let mut named: Vec<Token> = Vec::new();
        let mut end = range.start;
        for at in range {
            let token = self.names.tokens.get(at)?;
            if !claim.is_telling(self.names.text, Some(token)) {
                continue;
            }
            if claim.is_number(token) || claim.bits(token.stem) == 0 {
                break;
            }
            named.push(*token);
            end = at + 1;
        }
        let bits = named
            .iter()
            .fold(0, |bits, token| bits | claim.bits(token.stem) & !self.with);
        if bits == 0 {
            return None;
        }
        let own: Vec<Token> = named
            .iter()
            .filter(|token| claim.bits(token.stem) & bits != 0)
            .copied()
            .collect();
        let mut same = slots(claim, self.says)
            .into_iter()
            .filter(|(other, _)| *other == slot)
            .peekable();
        let is_general = same.peek().is_none() && slot != Slot::Subject;
        let source = same.find_map(|(_, range)| self.others_in(range, &named));
        // What holds of all, but for the claim's own.
        let is_exception = is_general && self.is_one_sentence && self.is_behind;
        if source.is_none() && !(is_exception && self.has_other_value()) {
            return None;
        }
        Some(Holders {
            bits,
            claim: shown(self.names.text, &own),
            source: source.unwrap_or_default(),
            slot: Some(slot),
            deed: None,
            end,
        })
    }

    /// What the clause that says it names in a place, if the claim does not.
    fn others_in(&self, range: Range<usize>, named: &[Token]) -> Option<String> {
        let claim = self.claim;
        let mut others: Vec<Token> = Vec::new();
        for token in self.says.tokens.get(range)? {
            if !claim.is_telling(self.says.text, Some(token)) {
                continue;
            }
            let is_shared = named.iter().any(|own| own.stem == token.stem);
            if claim.is_number(token) || claim.bits(token.stem) != 0 && !is_shared {
                break;
            }
            let is_in_both = self.names.tokens.iter().any(|own| own.stem == token.stem);
            if !is_shared && !is_in_both {
                others.push(*token);
            }
        }
        (!others.is_empty()).then(|| shown(self.says.text, &others))
    }

    /// The claim's object, of which another deed is told, and the object of its deed: `bought the mill. It leased the land`.
    fn objects(&self) -> Option<Holders> {
        let claim = self.claim;
        let mut pairs = claim.places.windows(2).enumerate();
        pairs.find_map(|(bit, pair)| {
            let [deed, object] = pair else { return None };
            let (deed, object) = (claim.tokens.get(*deed)?, claim.tokens.get(*object)?);
            let from = 1_u128 << (bit + 1);
            let is_apart = self.value & claim.bits(deed.stem) != 0
                && self.with & claim.bits(object.stem) == 0
                && self.names.held & (from - 1) == 0;
            if !is_apart || self.is_cut(&claim.tokens, deed, object) {
                return None;
            }
            let other = self.next_said(deed)?;
            let at = self
                .names
                .tokens
                .iter()
                .position(|own| own.stem == object.stem)?;
            let before = self.names.tokens.get(..at)?;
            let before = before
                .iter()
                .rfind(|token| claim.is_telling(self.names.text, Some(token)))?;
            let is_other = claim.bits(other.stem) == 0
                && is_deed_of(self.names, before)
                && !self.is_cut(self.says.tokens, deed, other)
                && !self.is_cut(self.names.tokens, before, object);
            is_other.then(|| Holders {
                bits: self.names.held,
                claim: text_of(claim.text, object).to_owned(),
                source: text_of(self.says.text, other).to_owned(),
                slot: None,
                deed: Some(*deed),
                end: 0,
            })
        })
    }

    /// The next word that the clause has behind one of the claim's.
    fn next_said(&self, wanted: &Token) -> Option<&Token> {
        let says = self.says;
        let at = says.tokens.iter().position(|own| own.stem == wanted.stem)?;
        let mut behind = says.tokens.get(at + 1..)?.iter();
        behind.find(|token| self.claim.is_telling(says.text, Some(token)))
    }

    /// Whether a preposition stands between two words.
    fn is_cut(&self, tokens: &[Token], first: &Token, second: &Token) -> bool {
        let place = |wanted: &Token| tokens.iter().position(|own| own.stem == wanted.stem);
        let (Some(from), Some(to)) = (place(first), place(second)) else {
            return true;
        };
        let mut between = tokens.get(from + 1..to).unwrap_or_default().iter();
        from >= to
            || between.any(|token| {
                let word = self.claim.word(token);
                word.is_some_and(|word| Slot::opened_by(&word.text).is_some())
            })
    }

    /// Whether the claim's holder has a value of its own, of the kind that the claim gives to it.
    fn has_other_value(&self) -> bool {
        if self.claim.quantities.is_empty() {
            return false;
        }
        let read = |clause: &Clause<'_>| quantities(span_of(clause.text, clause.tokens));
        let (said, theirs) = (read(self.says), read(self.names));
        let is_held = |all: &[Quantity], own: &Quantity| all.iter().any(|all| all.bears_out(own));
        let mut given =
            self.claim.quantities.iter().filter(|own| {
                own.amount().is_some() && is_held(&said, own) && !is_held(&theirs, own)
            });
        given.any(|own| {
            // What the claim has as well, it gives to something.
            let is_told = |other: &Quantity| is_held(&self.claim.quantities, other);
            let mut theirs = theirs
                .iter()
                .filter(|other| other.amount().is_some() && !is_told(other));
            theirs.any(|other| is_another_value(other, own))
        })
    }

    /// Whether the clause that names the claim's holder denies something of it, and the other denies nothing.
    fn denies(&self) -> bool {
        let is_null = |token: &Token| {
            let word = self.claim.word(token);
            self.claim.denies(token)
                || word.is_some_and(|word| UNCHANGED.contains(&word.text.as_str()))
        };
        self.names.tokens.iter().any(is_null) && !self.says.tokens.iter().any(is_null)
    }

    /// Whether another deed is told of the claim's holder, and nothing else that the claim says.
    fn has_other_deed(&self, holders: &Holders) -> bool {
        let claim = self.claim;
        let beside = self.names.held & !holders.bits;
        if beside & !self.with != 0 || beside != 0 && !self.is_set_against {
            return false;
        }
        let is_subject = holders.slot == Some(Slot::Subject);
        let is_other = |token: &&Token| {
            claim.is_telling(self.names.text, Some(token))
                && !claim.is_number(token)
                && claim.bits(token.stem) == 0
        };
        let behind = self.names.tokens.get(holders.end..).unwrap_or_default();
        let other = if is_subject {
            behind.iter().find(is_other)
        } else {
            let mut others = self.names.tokens.iter().filter(is_other);
            others.find(|token| is_deed_of(self.names, token))
        };
        let said = holders.deed.as_ref().or_else(|| {
            let mut said = self.says.tokens.iter().filter(|token| {
                claim.bits(token.stem) & self.value != 0 && !claim.is_number(token)
            });
            said.find(|token| is_subject || is_deed_of(self.says, token))
        });
        let word = |token: Option<&Token>| token.and_then(|token| claim.word(token));
        let (Some(said), Some(other)) = (word(said), word(other)) else {
            return false;
        };
        said.likeness(other) < MAY_BE_ONE
    }
}

fn is_deed_of(clause: &Clause<'_>, token: &Token) -> bool {
    is_deed(&text_of(clause.text, token).to_lowercase())
}

/// The places of a clause in which it may name what it speaks of, with the words in them.
fn slots(claim: &Claim<'_>, clause: &Clause<'_>) -> Vec<(Slot, Range<usize>)> {
    let mut slots = Vec::new();
    let (mut slot, mut from) = (Slot::Subject, 0);
    for (at, token) in clause.tokens.iter().enumerate() {
        let opened = claim
            .word(token)
            .and_then(|word| Slot::opened_by(&word.text));
        if let Some(opened) = opened {
            slots.push((slot, from..at));
            (slot, from) = (opened, at + 1);
        }
    }
    slots.push((slot, from..clause.tokens.len()));
    slots.retain(|(_, range)| !range.is_empty());
    slots
}

fn span_of<'t>(text: &'t str, tokens: &[Token]) -> &'t str {
    let ends = tokens.first().zip(tokens.last());
    let span = ends.and_then(|(first, last)| {
        // A sign may stand behind a figure.
        let end = last.end as usize;
        let sign = text.get(end..).filter(|rest| rest.starts_with('%'));
        let end = end + usize::from(sign.is_some());
        text.get(first.start as usize..end)
    });
    span.unwrap_or_default()
}

fn shown(text: &str, tokens: &[Token]) -> String {
    let words: Vec<&str> = tokens.iter().map(|token| text_of(text, token)).collect();
    words.join(" ")
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

const UNCHANGED: &[&str] = &["unchanged", "steady", "flat"];

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
