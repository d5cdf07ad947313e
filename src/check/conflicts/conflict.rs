//! A conflict: two sentences that do not agree, and what a claim about them may say.

use std::ops::Range;

use super::both_sides::overtaken_side;
use super::changed::changes_from;
use super::kinds::{ConflictKind, Difference, has_come_about_since, tell_of_one_date};
use super::overtaken::are_of_other_times;
use super::values::{is_correction, sets_right};
use crate::check::language::names::{Name, names};
use crate::check::language::numbers::{Amount, Date, Quantity, quantities};
use crate::check::language::terms::{Lexicon, Term};
use crate::check::text::sentences::sentences;
use crate::study::PassageId;

/// Two sentences that do not agree, as the checker finds them.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    pub difference: Difference,
    pub a: ConflictSide,
    pub b: ConflictSide,
}

impl Conflict {
    /// What the pair is; `dates_differ` says whether one of the documents is known to be newer.
    #[must_use]
    pub fn kind(&self, dates_differ: bool) -> ConflictKind {
        ConflictKind::of(self.difference, &self.a.text, &self.b.text, dates_differ)
    }

    /// The one account of the pair that lists, ledgers and verdicts give: what it is, and which side the other overtakes. `first_is_newer` is what is known of
    /// the dates. None where each side tells of a time of its own, so that both stand.
    #[must_use]
    pub fn account(
        &self,
        first_is_newer: Option<bool>,
        are_one_series: &dyn Fn() -> bool,
    ) -> Option<Account> {
        let texts = [self.a.text.as_str(), self.b.text.as_str()];
        if are_of_other_times(texts) {
            return None;
        }
        let overtaken = overtaken_side(texts, first_is_newer, self.difference, are_one_series);
        let [a, b] = texts;
        let has_come_about = match first_is_newer {
            Some(true) => has_come_about_since(b, a),
            Some(false) => has_come_about_since(a, b),
            None => false,
        };
        // Of two that nobody dated neither is known to be the last word; what both say of one date has not changed since, nor what was once said or done.
        let is_of_once = || {
            first_is_newer.is_none()
                || self.difference == Difference::Direction
                || tell_of_one_date(a, b)
        };
        let kind = match self.kind(first_is_newer.is_some()) {
            ConflictKind::Contradiction
                if overtaken.is_some() && is_of_once() && !has_come_about =>
            {
                ConflictKind::Contradiction
            }
            _ if overtaken.is_some() => ConflictKind::SupersededByDate,
            ConflictKind::Contradiction if has_come_about => ConflictKind::SupersededByDate,
            kind => kind,
        };
        Some(Account { kind, overtaken })
    }

    /// Whether one side gives the right value of what the other says.
    #[must_use]
    pub fn is_correction(&self) -> bool {
        let sides @ [a, b] = [&self.a.text, &self.b.text];
        let [own, theirs] = sides.map(|side| quantities(side));
        let is_told = |side: &String| {
            let mut all = sentences(side).into_iter();
            all.any(|span| side.get(span).is_some_and(|own| is_correction(own.trim())))
        };
        self.difference == Difference::Value
            && (sets_right(&own, &theirs, (a, b)) && !changes_from(a, b) && !changes_from(b, a)
                || sides.into_iter().any(is_told))
    }

    /// Whether a claim that one of the sides bears out is about what they differ in: it gives a value of the kind that they do not agree on, or it takes
    /// over the direction.
    #[must_use]
    pub fn is_about(&self, claim: &str) -> bool {
        match self.difference {
            Difference::Direction => self.is_on_the_same(claim),
            Difference::Name => self.names_a_side(claim),
            Difference::Value => quantities(claim).iter().any(|value| match value.amount() {
                Some(amount) => self.disputes(amount),
                None => value.date().is_some_and(|date| self.dates_a_side(date)),
            }),
        }
    }

    /// Whether a text has half of what both sides speak of.
    fn is_on_the_same(&self, text: &str) -> bool {
        let mut lexicon = Lexicon::default();
        let (a, b) = (
            lexicon.term_set(&self.a.text),
            lexicon.term_set(&self.b.text),
        );
        let own = lexicon.term_set(text);
        let common: Vec<Term> = a.into_iter().filter(|term| b.contains(term)).collect();
        let held = common.iter().filter(|term| own.contains(term)).count();
        2 * held >= common.len()
    }

    /// Whether a date is one that only one side gives: what happened once is dated otherwise on the other.
    fn dates_a_side(&self, date: Date) -> bool {
        let gives = |side: &ConflictSide| {
            let own = quantities(&side.text);
            own.iter()
                .filter_map(Quantity::date)
                .any(|own| own.is_compatible(date))
        };
        gives(&self.a) != gives(&self.b)
    }

    /// Whether a text names what one side names and the other does not.
    fn names_a_side(&self, text: &str) -> bool {
        let sides = [&self.a.text, &self.b.text].map(|side| names(side));
        let [a, b] = &sides;
        let is_on = |name: &Name, side: &[Name]| side.iter().any(|own| own.matches(name));
        names(text)
            .iter()
            .any(|name| is_on(name, a) != is_on(name, b))
    }

    fn disputes(&self, amount: &Amount) -> bool {
        values([&self.a.text, &self.b.text])
            .iter()
            .filter_map(Quantity::amount)
            .any(|own| own.unit.counts_same(&amount.unit))
    }
}

/// The value of a claim that stands on neither side of what sources disagree on, where they give values of its kind; its bytes in the claim.
#[must_use]
pub fn on_neither(sides: [&str; 2], claim: &str) -> Option<Range<usize>> {
    let known = values(sides);
    let is_disputed = |value: &Amount| {
        let mut own = known.iter().filter_map(Quantity::amount);
        own.any(|own| own.unit.counts_same(&value.unit))
    };
    quantities(claim)
        .into_iter()
        .find(|value| {
            value.amount().is_some_and(is_disputed)
                && !known.iter().any(|own| own.bears_out(value))
                && !value.amount().is_some_and(|range| spans(range, &known))
        })
        .map(|value| value.span)
}

/// Whether a range goes from one known value to another: `between 350,000 and 410,000, depending on the source`.
fn spans(range: &Amount, known: &[Quantity]) -> bool {
    let ends_at = |end: f64| {
        let mut amounts = known.iter().filter_map(Quantity::amount);
        amounts.any(|own| own.unit.counts_same(&range.unit) && (own.low..=own.high).contains(&end))
    };
    range.low < range.high && ends_at(range.low) && ends_at(range.high)
}

fn values(sides: [&str; 2]) -> Vec<Quantity> {
    sides.into_iter().flat_map(quantities).collect()
}

/// What a pair is, and which of its sides is overtaken by the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    pub kind: ConflictKind,
    /// 0 for the first.
    pub overtaken: Option<usize>,
}

/// One of the two sentences, in its passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConflictSide {
    /// Citation number of the document.
    pub number: u32,
    pub passage: PassageId,
    /// Bytes of the passage's text.
    pub span: Range<usize>,
    pub text: String,
}
