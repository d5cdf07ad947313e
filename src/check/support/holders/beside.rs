//! Beside: one clause that says what a claim says of its holder, and another that names the claim's and says something else of it.

use std::ops::Range;

use super::{Claim, Clause, Slot};
use crate::check::language::numbers::{Quantity, quantities};
use crate::check::language::vocabulary::Token;
use crate::check::meaning::polarity::Opposition;
use crate::check::support::bindings::is_another_value;
use crate::check::support::edits::{is_deed, text_of};
use crate::check::support::finding::Finding;

/// Likeness from which one deed may be another in other words.
const MAY_BE_ONE: f32 = 0.6;

/// A clause that says what the claim says of its holder, and one that names the claim's.
pub(super) struct Beside<'b> {
    pub(super) claim: &'b Claim<'b>,
    pub(super) says: &'b Clause<'b>,
    pub(super) names: &'b Clause<'b>,
    /// The words of the claim that the first has, or has from before.
    pub(super) with: u128,
    /// Those that it has and the other does not.
    pub(super) value: u128,
    pub(super) is_one_sentence: bool,
    pub(super) is_behind: bool,
    pub(super) is_set_against: bool,
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
    pub(super) fn other_holder(&self) -> Option<Finding> {
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

const UNCHANGED: &[&str] = &["unchanged", "steady", "flat"];
