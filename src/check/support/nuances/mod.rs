//! Nuances: what small words and the order of clauses decide between two sentences that agree in all others.
//!
//! `By May` and `after May`, `must` and `may`, `if` and `unless`, `the minister` and `the minister's deputy` leave every name, number and most words of a claim in
//! place. Each module reads one closed class of such words where it stands in the claim and in the sentence, and says something only where both fill the same place.
//! Which sentence a claim is laid beside, and what a verdict makes of it, is not known here.

mod amounts;
mod causes;
pub(super) mod conditions;
mod dated;
mod degrees;
mod denials;
mod exceptions;
mod former;
mod gaps;
mod left_undone;
mod likenesses;
mod limits;
mod listed;
mod modals;
mod offices;
mod owners;
mod ranks;
mod relations;
mod restrictions;
mod scope;
mod times;
mod unreached;

pub(crate) use amounts::counts_loosely;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::asked::Asked;
use super::finding::Finding;
use super::{Best, Checker};
use crate::check::index::Entry;
use crate::check::language::numbers::Quantity;
use crate::check::language::reading::Reading;
use crate::check::language::shapes::ByWord;
use crate::check::language::terms::{Lexicon, Term};
use crate::check::meaning::contrary::{Read, denies};
use crate::check::meaning::polarity::Opposition;
use crate::check::support::bindings::Exchange;

/// What a small difference between a claim and a sentence comes to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Nuance {
    /// None: the two say one thing from its two sides.
    Same,
    /// Both cannot be true.
    Opposed { claim: String, source: String },
    /// The claim says what the sentence keeps from being said.
    Stated,
    /// The claim says more, or something else, than the sentence bears out.
    Stronger { claim: String, source: String },
    /// The sentence says it with less certainty, in these words.
    Doubted(String),
    /// A value that the sentence gives to another deed.
    Exchanged(Exchange),
}

impl Nuance {
    pub(crate) fn into_finding(self) -> Finding {
        match self {
            Self::Same => Finding::Converse,
            Self::Opposed { claim, source } => {
                Finding::Opposed(Opposition::Swapped { claim, source })
            }
            Self::Stated => Finding::Opposed(Opposition::Stated),
            Self::Stronger { claim, source } => Finding::Quantifier { claim, source },
            Self::Doubted(words) => Finding::Hedge(words),
            Self::Exchanged(exchange) => Finding::Exchanged(exchange),
        }
    }
}

/// A claim, or the sentence that it is laid beside.
#[derive(Clone, Copy)]
pub(crate) struct Side<'t> {
    pub(crate) reading: &'t Reading<'t>,
    pub(crate) quantities: &'t [Quantity],
    /// For each word the classes of which it may begin a phrase.
    classes: &'t [u16],
}

impl Checker<'_> {
    /// The small difference between a claim and a sentence that says about the same, where no other near it says the claim as it stands.
    pub(crate) fn nuance(
        &self,
        claim: &Asked<'_>,
        best: Best,
        near: &[&Entry],
        source: &Reading<'_>,
    ) -> Option<Nuance> {
        const SAME_STATEMENT: f32 = 0.5;
        let entry = self.index.entries.get(best.at)?;
        if best.own < SAME_STATEMENT {
            return None;
        }
        let found = self.nuance_of(claim, entry, source)?;
        let is_said = near.iter().any(|other| {
            other.span != entry.span && claim.coverage(&other.statement) >= best.own && {
                let reading = Reading::of(self.index.text(other), &self.index.lexicon);
                self.nuance_of(claim, other, &reading).is_none()
            }
        });
        (!is_said).then_some(found)
    }

    /// The small difference between a claim and one sentence.
    pub(crate) fn nuance_of(
        &self,
        claim: &Asked<'_>,
        entry: &Entry,
        source: &Reading<'_>,
    ) -> Option<Nuance> {
        let (own, theirs) = (classes(&claim.reading), classes(source));
        let claim = Side {
            reading: &claim.reading,
            quantities: &claim.statement.quantities,
            classes: &own,
        };
        let source = Side {
            reading: source,
            quantities: &entry.statement.quantities,
            classes: &theirs,
        };
        nuance(claim, source, &self.index.lexicon)
    }
}

/// The first small difference between a claim and a sentence.
fn nuance(claim: Side<'_>, source: Side<'_>, lexicon: &Lexicon) -> Option<Nuance> {
    let of_all = |side: Side<'_>| side.classes.iter().fold(0, |all, class| all | class);
    let (own, theirs) = (of_all(claim), of_all(source));
    let (both, either) = (own & theirs, own | theirs);
    let if_any = |classes: u16, class: u16| (classes & class != 0).then_some(());
    let if_each = |class: u16, other: u16| (own & class != 0 && theirs & other != 0).then_some(());
    if_any(theirs, EXCEPTION)
        .and_then(|()| exceptions::exception(claim, source, lexicon))
        .or_else(|| if_any(theirs, CONDITION).and_then(|()| conditions::condition(claim, source)))
        .or_else(|| if_any(both, CAUSE).and_then(|()| causes::exchanged_cause(claim, source)))
        .or_else(|| if_any(both, CAUSE).and_then(|()| causes::denied_cause(claim, source)))
        .or_else(|| if_each(CAUSE, CONCESSION).and_then(|()| causes::conceded_cause(claim, source)))
        .or_else(|| if_each(CONCESSION, CAUSE).and_then(|()| causes::conceded_cause(claim, source)))
        .or_else(|| if_any(both, LIKENESS).and_then(|()| likenesses::other_likeness(claim, source)))
        .or_else(|| if_any(both, TIME).and_then(|()| times::other_time(claim, source, lexicon)))
        .or_else(|| if_any(both, MODAL).and_then(|()| modals::other_modal(claim, source)))
        .or_else(|| if_any(either, RELATION).and_then(|()| relations::other_holder(claim, source)))
        .or_else(|| if_any(theirs, DENIAL).and_then(|()| denials::denied_one(claim, source)))
        .or_else(|| if_any(either, DENIAL).and_then(|()| denials::doubly_denied(claim, source)))
        .or_else(|| if_any(both, MODAL).and_then(|()| scope::dropped_scope(claim, source)))
        .or_else(|| if_any(theirs, UNREACHED).and_then(|()| unreached::unreached(claim, source)))
        .or_else(|| if_any(either, RANK).and_then(|()| ranks::never_before(claim, source)))
        .or_else(|| if_any(theirs, RANK).and_then(|()| ranks::other_rank(claim, source)))
        .or_else(|| if_any(theirs, OFFICE).and_then(|()| offices::other_office(claim, source)))
        .or_else(|| left_undone::left_undone(claim, source))
        .or_else(|| dated::other_date(claim, source))
        .or_else(|| listed::other_in_list(claim, source))
        .or_else(|| owners::exchanged_owner(claim, source))
        .or_else(|| former::former_value(claim, source))
        .or_else(|| restrictions::dropped_restriction(claim, source))
        .or_else(|| if_any(theirs, LIMIT).and_then(|()| limits::dropped_limit(claim, source)))
        .or_else(|| amounts::other_amount(claim, source))
        .or_else(|| degrees::stronger_deed(claim, source))
        .or_else(|| gaps::exchanged_clause(claim, source))
}

/// The classes of words that are asked for first: most sentences have none of them.
const EXCEPTION: u16 = 1;
const CONDITION: u16 = 1 << 1;
const CAUSE: u16 = 1 << 2;
const TIME: u16 = 1 << 3;
const MODAL: u16 = 1 << 4;
const RELATION: u16 = 1 << 5;
const DENIAL: u16 = 1 << 6;
const CONCESSION: u16 = 1 << 7;
const LIKENESS: u16 = 1 << 8;
const UNREACHED: u16 = 1 << 9;
const RANK: u16 = 1 << 10;
const OFFICE: u16 = 1 << 11;
const LIMIT: u16 = 1 << 12;

/// The words by which each class is known.
static CLASSES: LazyLock<ByWord<&str, u16>> = LazyLock::new(|| {
    let mut classes: HashMap<&str, u16, FixedState> = HashMap::default();
    let mut add = |class: u16, phrases: &mut dyn Iterator<Item = &'static str>| {
        for phrase in phrases {
            let first = phrase.split(' ').next().unwrap_or(phrase);
            *classes.entry(first).or_default() |= class;
        }
    };
    add(EXCEPTION, &mut exceptions::phrases());
    add(CONDITION, &mut conditions::phrases());
    add(CAUSE, &mut causes::phrases());
    add(CONCESSION, &mut causes::concessions());
    add(LIKENESS, &mut likenesses::phrases());
    add(TIME, &mut times::phrases());
    add(MODAL, &mut modals::phrases());
    add(RELATION, &mut relations::phrases());
    add(UNREACHED, &mut unreached::phrases());
    add(RANK, &mut ranks::phrases());
    add(OFFICE, &mut offices::phrases());
    add(LIMIT, &mut limits::phrases());
    add(DENIAL, &mut ["neither", "not", "no", "never"].into_iter());
    classes.into()
});

/// For each word of a text the classes of which it may begin a phrase.
fn classes(reading: &Reading<'_>) -> Vec<u16> {
    let class = |word: &String| CLASSES.get(word).copied();
    let words = reading.words.iter();
    words.map(|word| class(word).unwrap_or_default()).collect()
}

impl<'t> Side<'t> {
    /// The places of words that may begin a phrase of a class.
    fn beginning(self, class: u16) -> impl Iterator<Item = usize> + 't {
        let classes = self.classes.iter().enumerate();
        classes.filter_map(move |(at, own)| (own & class != 0).then_some(at))
    }

    fn len(self) -> usize {
        self.reading.words.len()
    }

    fn word(self, at: usize) -> &'t str {
        self.reading.word(at)
    }

    fn term(self, at: usize) -> Option<Term> {
        self.reading.term(at)
    }

    /// Whether a word stands in it once, in any form.
    fn is_once(self, at: usize) -> bool {
        let term = self.term(at);
        (0..self.len()).all(|other| other == at || self.term(other) != term)
    }

    /// The word that a byte is in, or the next one.
    fn place(self, byte: usize) -> usize {
        self.reading.spans.partition_point(|span| span.end <= byte)
    }

    /// Whether the words from a place on are those of a phrase; `isn't` is the `not` of `is not`.
    fn has_at(self, at: usize, phrase: &str) -> bool {
        // Most words begin no phrase, and are told from those that do by a letter.
        let first = self.word(at);
        let may_begin = first.as_bytes().first() == phrase.as_bytes().first()
            || phrase.starts_with("not") && first.ends_with("n't");
        let mut words = phrase.split(' ').zip(at..);
        may_begin
            && words.all(|(word, at)| {
                let own = self.word(at);
                own == word || word == "not" && own.ends_with("n't")
            })
    }

    /// The length in words of the longest phrase that begins at a place.
    fn phrase_at(self, at: usize, phrases: &[&str]) -> Option<usize> {
        let found = phrases.iter().filter(|phrase| self.has_at(at, phrase));
        found.map(|phrase| phrase.split(' ').count()).max()
    }

    /// The words of a range that say something, sorted, each once.
    fn terms(self, range: Range<usize>) -> Vec<Term> {
        let mut terms: Vec<Term> = range.filter_map(|at| self.term(at)).collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    fn has(self, term: Term) -> bool {
        self.reading.terms.contains(&Some(term))
    }

    /// Whether a word of a range denies.
    fn is_denied(self, range: Range<usize>) -> bool {
        let words = self.reading.words.get(range).unwrap_or_default();
        words.iter().any(|word| denies(word))
    }

    /// Where the clause ends that a word is in: before the next comma or the like.
    fn clause_end(self, from: usize) -> usize {
        (from + 1..self.len())
            .find(|&at| {
                self.reading
                    .gap(at)
                    .contains([',', ';', ':', '(', ')', '–', '—'])
            })
            .unwrap_or(self.len())
    }

    /// Where the clause begins that a word is in.
    fn clause_start(self, at: usize) -> usize {
        (1..=at)
            .rev()
            .find(|&at| {
                self.reading
                    .gap(at)
                    .contains([',', ';', ':', '(', ')', '–', '—'])
            })
            .unwrap_or(0)
    }

    /// The next word that says something, within a reach.
    fn next(self, from: usize, reach: usize) -> Option<Term> {
        (from..from + reach).find_map(|at| self.term(at))
    }

    /// The last word before a place that says something, within a reach.
    fn last(self, before: usize, reach: usize) -> Option<Term> {
        let from = before.saturating_sub(reach);
        (from..before).rev().find_map(|at| self.term(at))
    }

    fn said(self, range: Range<usize>) -> String {
        self.reading.text_of(&range).to_owned()
    }
}

/// How many words of a claim that say something its sentence lacks.
fn lacking(claim: Side<'_>, source: Side<'_>) -> usize {
    // Who is left out alone is left out.
    let own = (0..claim.len()).filter(|&at| claim.word(at) != "alone");
    own.filter(|&at| claim.term(at).is_some_and(|term| !source.has(term)))
        .count()
}

/// Whether a word is one of a time that comes again: `every day` is no quantity of days.
pub(crate) fn is_period(word: &str) -> bool {
    amounts::period_of(word).is_some()
}

/// Whether two texts have an odd number of opposites, which turn what else differs.
fn are_turned(claim: Side<'_>, source: Side<'_>, lexicon: &Lexicon) -> bool {
    let (own, theirs) = (
        Read::of(claim.reading, lexicon),
        Read::of(source.reading, lexicon),
    );
    own.opposites(&theirs) % 2 == 1
}

/// How many terms of one list are in another; both are sorted.
fn shared(own: &[Term], theirs: &[Term]) -> usize {
    let is_there = |term: &&Term| theirs.binary_search(term).is_ok();
    own.iter().filter(is_there).count()
}

#[cfg(test)]
mod tests;
