//! Strangers: names of a claim that its evidence does not have, and claims that it says of somebody else.

use super::asked::Asked;
use super::finding::Finding;
use super::weigh::pieces_of;
use super::{Best, Checker};
use crate::check::index::Entry;
use crate::check::language::names::{Name, names};
use crate::check::language::numbers::{currency, is_magnitude};
use crate::check::language::reading::Reading;
use crate::check::language::terms::Term;
use crate::check::meaning::persons::{other_person, other_subject};
use crate::check::meaning::polarity::Opposition;

/// Share of the rest of a claim from which a sentence says the same of whom it names.
const SAME_REST: f32 = 0.85;

impl Checker<'_> {
    pub(crate) fn weigh_names(
        &self,
        claim: &Asked<'_>,
        best: Best,
        near: &[&Entry],
        wide: &[&Entry],
        findings: &mut Vec<Finding>,
    ) {
        for name in &claim.statement.names {
            let terms = claim.name_terms(name);
            let named = |entries: &[&Entry]| {
                entries.iter().any(|entry| {
                    entry.statement.names.iter().any(|own| own.matches(name))
                        || terms
                            .iter()
                            .any(|term| entry.statement.terms.binary_search(term).is_ok())
                })
            };
            // Money is compared by its amounts, `EUR 5` with `€5`.
            let is_currency = name
                .words
                .iter()
                .all(|word| currency(word).is_some() || is_magnitude(word));
            let is_named =
                || named(near) || named(wide) || self.is_in_title(name, &pieces_of(wide));
            // `DAWN-2` was told already.
            let is_told = findings.iter().any(|finding| {
                matches!(finding, Finding::Number { text, .. }
                    if text.strip_prefix(name.text.as_str()).is_some_and(|rest| rest.starts_with('-')))
            });
            if is_currency || is_told || is_named() {
                continue;
            }
            findings.push(if self.names_another(claim, name, best, wide) {
                Finding::OtherName(name.text.clone())
            } else {
                Finding::Name(name.text.clone())
            });
        }
    }

    /// Whether the evidence says all that a claim says but a name, and the best sentence has another name in its place: `Keld cut its toll`, `Orsa
    /// cut its toll`.
    fn names_another(&self, claim: &Asked<'_>, name: &Name, best: Best, wide: &[&Entry]) -> bool {
        /// Share of the rest that the best sentence has itself.
        const MUCH: f32 = 0.6;
        let Some(entry) = self.index.entries.get(best.at) else {
            return false;
        };
        if rest_held(claim, name, &[entry]) < MUCH || rest_held(claim, name, wide) < SAME_REST {
            return false;
        }
        let own = &claim.reading;
        let first = name.words.first();
        let Some(at) = own.words.iter().position(|word| Some(word) == first) else {
            return false;
        };
        let Some(said) = behind(own, at + name.words.len()) else {
            return false;
        };
        let source = Reading::of(self.index.text(entry), &self.index.lexicon);
        (0..source.words.len()).any(|at| {
            source.surface(at).starts_with(char::is_uppercase)
                && source.term(at).is_some()
                && !own.words.iter().any(|word| word == source.word(at))
                && behind(&source, at + 1) == Some(said)
        })
    }

    /// Whom the evidence says it of that a claim says of somebody else.
    pub(crate) fn said_of_another(&self, claim: &Asked<'_>, wide: &[&Entry]) -> Option<Opposition> {
        let texts = wide.iter().map(|entry| self.index.text(entry));
        if let Some((claim, source)) = other_person(claim.text, &texts) {
            return Some(Opposition::Swapped { claim, source });
        }
        // Every sentence that says the rest has to say it of somebody else.
        let mut of_another = None;
        for entry in wide {
            let subject = claim.statement.names.first();
            if subject.is_some_and(|name| rest_held(claim, name, &[entry]) >= SAME_REST) {
                let source = self.index.text(entry);
                let own = &claim.statement.names;
                of_another = Some(other_subject(claim.text, source, own, &names(source))?);
            }
        }
        of_another
    }
}

/// Share of a claim's words, without those of a name, that sentences hold.
fn rest_held(claim: &Asked<'_>, name: &Name, entries: &[&Entry]) -> f32 {
    let subject = claim.name_terms(name);
    let rest = claim
        .statement
        .terms
        .iter()
        .filter(|term| !subject.contains(term));
    let (mut held, mut all) = (0.0, 0.0);
    for &term in rest {
        let weight = claim.weight_of(term);
        all += weight;
        let holds = |entry: &&Entry| entry.statement.terms.binary_search(&term).is_ok();
        if entries.iter().any(holds) {
            held += weight;
        }
    }
    held / f32::max(all, f32::EPSILON)
}

/// What is said right behind a name that ends at a place: the next two words that say something.
fn behind(reading: &Reading<'_>, end: usize) -> Option<[Term; 2]> {
    const REACH: usize = 6;
    let mut terms = (end..end + REACH).filter_map(|at| reading.term(at));
    Some([terms.next()?, terms.next()?])
}
