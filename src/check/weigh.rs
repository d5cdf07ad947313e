//! What speaks against a claim: quoted words, numbers and names that its evidence does not hold, and a direction that it opposes.
//!
//! Each weighing adds the findings by which the analyst can see why; how much of the claim is borne out is the model's to say.

use std::ops::Range;

use super::asked::Asked;
use super::finding::Finding;
use super::index::{Entry, Statement};
use super::numbers::{Date, Quantity, Unit, currency};
use super::polarity::{Opposition, Polarity, turning_word};
use super::quantifiers::overstated_quantity;
use super::roles::swapped_roles;
use super::support::{Best, Checker};
use super::terms::{Lexicon, Term, key, words};

/// The content words within a few words of a place in a text.
fn beside(text: &str, span: &Range<usize>, lexicon: &Lexicon) -> Vec<Term> {
    const REACH: usize = 6;
    let terms = |part: &str, from_end: bool| -> Vec<Term> {
        let all: Vec<&str> = words(part).filter_map(|span| part.get(span)).collect();
        let near = if from_end {
            all.get(all.len().saturating_sub(REACH)..)
        } else {
            all.get(..all.len().min(REACH))
        };
        near.unwrap_or_default()
            .iter()
            .filter_map(|word| lexicon.known(word))
            .collect()
    };
    let mut near = terms(text.get(..span.start).unwrap_or_default(), true);
    near.extend(terms(text.get(span.end..).unwrap_or_default(), false));
    near
}

/// Share of a claim's words from which a sentence that is not its best is about the claim's number.
const OF_ANOTHER_SOURCE: f32 = 0.3;

impl Checker<'_> {
    pub(super) fn weigh_quotes(
        &self,
        claim: &Asked,
        admits: impl Fn(usize) -> bool,
        findings: &mut Vec<Finding>,
    ) {
        for quote in &claim.quotes {
            let needle = format!(" {} ", key(quote));
            let said = (0..self.index.evidence.len())
                .any(|at| admits(at) && self.index.key(at).contains(&needle));
            if !said {
                findings.push(Finding::Quote(quote.clone()));
                return;
            }
        }
    }

    pub(super) fn weigh_numbers(
        &self,
        claim: &Asked,
        best: Best,
        near: &[&Entry],
        wide: &[&Entry],
        findings: &mut Vec<Finding>,
    ) {
        for wanted in claim
            .statement
            .quantities
            .iter()
            .filter(|quantity| quantity.is_firm())
        {
            let held = |entries: &[&Entry]| {
                entries.iter().any(|entry| {
                    entry
                        .statement
                        .quantities
                        .iter()
                        .any(|own| own.bears_out(wanted))
                })
            };
            if held(near) {
                continue;
            }
            // A claim may draw two sources together: each has its own number, with words of the claim around it.
            let with_its_words: Vec<&Entry> = wide
                .iter()
                .copied()
                .filter(|entry| self.coverage(claim, &entry.statement) >= OF_ANOTHER_SOURCE)
                .collect();
            if held(&with_its_words) {
                continue;
            }
            let pieced = wanted
                .date()
                .is_some_and(|date| is_pieced_together(date, wide));
            let text = claim
                .text
                .get(wanted.span.clone())
                .unwrap_or_default()
                .to_owned();
            if held(wide) || pieced {
                findings.push(Finding::NumberElsewhere(text));
                continue;
            }
            let rival = self.rival(claim, best, wanted);
            findings.push(Finding::Number { text, rival });
        }
    }

    /// The value that the best sentence gives in place of the claim's.
    pub(super) fn rival(&self, claim: &Asked, best: Best, wanted: &Quantity) -> Option<String> {
        let entry = self
            .index
            .entries
            .get(best.at)
            .filter(|_| best.own >= 0.45)?;
        let rival = entry.statement.quantities.iter().find(|own| {
            let same_kind = match (own.amount(), wanted.amount()) {
                (Some(own), Some(wanted)) => {
                    let is_other_currency = matches!(
                        (&own.unit, &wanted.unit),
                        (Unit::Money(a), Unit::Money(b)) if a != b
                    ) && (own.low - wanted.low).abs()
                        <= f64::EPSILON * own.low.abs();
                    own.unit.counts_same(&wanted.unit)
                        || own.unit == Unit::Bare && wanted.unit == Unit::Bare
                        || is_other_currency
                }
                (None, None) => own
                    .date()
                    .zip(wanted.date())
                    .is_some_and(|(own, wanted)| !own.is_compatible(wanted)),
                _ => false,
            };
            same_kind
                && self.is_of_the_same(claim, wanted, entry, own)
                && !claim
                    .statement
                    .quantities
                    .iter()
                    .any(|other| own.bears_out(other))
        })?;
        self.index
            .text(entry)
            .get(rival.span.clone())
            .map(str::to_owned)
    }

    /// Whether two values of one kind measure one thing, as far as the words beside them and their size tell: `€318 million` for one thing is no rival
    /// of `€201 billion` for another.
    fn is_of_the_same(
        &self,
        claim: &Asked,
        wanted: &Quantity,
        entry: &Entry,
        own: &Quantity,
    ) -> bool {
        const FAR_APART: f64 = 30.0;
        let lexicon = &self.index.lexicon;
        let theirs = beside(self.index.text(entry), &own.span, lexicon);
        let alike = beside(&claim.text, &wanted.span, lexicon)
            .iter()
            .any(|term| theirs.contains(term));
        let (Some(own), Some(wanted)) = (own.amount(), wanted.amount()) else {
            return alike;
        };
        let ratio = (own.high / wanted.high).abs();
        // A slip of the magnitude keeps the digits.
        let is_slip = (ratio.log10() - ratio.log10().round()).abs() < 1e-6;
        let near = (1.0 / FAR_APART..=FAR_APART).contains(&ratio) || is_slip;
        near && (alike || matches!(own.unit, Unit::Counted(_)))
    }

    pub(super) fn weigh_names(
        claim: &Asked,
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
            let is_currency = name.words.iter().all(|word| currency(word).is_some());
            if !is_currency && !named(near) && !named(wide) {
                findings.push(Finding::Name(name.text.clone()));
            }
        }
    }

    pub(super) fn weigh_polarity(
        &self,
        claim: &Asked,
        best: Best,
        near: &[&Entry],
        findings: &mut Vec<Finding>,
    ) {
        let Some(entry) = self.index.entries.get(best.at) else {
            return;
        };
        let opposed = |entry: &Entry| {
            Polarity::opposition(
                &claim.statement.polarity,
                &entry.statement.polarity,
                &claim.statement.terms,
                &entry.statement.terms,
            )
        };
        let swapped = || {
            swapped_roles(&claim.text, self.index.text(entry), &self.index.lexicon)
                .filter(|_| best.own >= 0.5)
        };
        let Some(opposition) = opposed(entry).or_else(swapped) else {
            self.weigh_quantifiers(claim, best, entry, findings);
            return;
        };
        // The word that is turned cannot be found; in a short claim it is half of the words.
        let turned = match &opposition {
            Opposition::Direction { claim: said, .. } => self
                .index
                .lexicon
                .known(turning_word(said))
                .filter(|term| entry.statement.terms.binary_search(term).is_err())
                .map_or(0.0, |term| self.index.weight(term)),
            _ => 0.0,
        };
        let findable = (claim.weight - turned).max(f32::EPSILON);
        if best.own * claim.weight / findable < 0.5 {
            return;
        }
        // A neighbour that says the same in the same words outweighs it.
        let agrees = near.iter().any(|other| {
            other.span != entry.span
                && self.coverage(claim, &other.statement) > best.own
                && opposed(other).is_none()
        });
        if agrees {
            return;
        }
        findings.push(Finding::Opposed(opposition));
    }

    /// `All patients` where the source speaks of some.
    fn weigh_quantifiers(
        &self,
        claim: &Asked,
        best: Best,
        entry: &Entry,
        findings: &mut Vec<Finding>,
    ) {
        let source = self.index.text(entry);
        if best.own >= 0.5
            && let Some((claim, source)) =
                overstated_quantity(&claim.text, source, &self.index.lexicon)
        {
            findings.push(Finding::Quantifier { claim, source });
        }
    }

    pub(super) fn coverage(&self, claim: &Asked, statement: &Statement) -> f32 {
        let held: f32 = claim
            .statement
            .terms
            .iter()
            .filter(|term| statement.terms.binary_search(term).is_ok())
            .map(|&term| self.index.weight(term))
            .sum();
        held / claim.weight.max(f32::EPSILON)
    }

    /// The rarest words of the claim that the evidence at hand does not hold, as the claim has them.
    pub(super) fn missing_words(&self, claim: &Asked, near: &[&Entry]) -> Vec<String> {
        let mut missing: Vec<(f32, &(Term, String))> = claim
            .words
            .iter()
            .filter(|(term, _)| {
                !near
                    .iter()
                    .any(|entry| entry.statement.terms.binary_search(term).is_ok())
            })
            .map(|word| (self.index.weight(word.0), word))
            .collect();
        missing.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut words: Vec<String> = Vec::new();
        for (_, (_, word)) in missing {
            if words.len() < 3 && !words.contains(word) {
                words.push(word.clone());
            }
        }
        words
    }
}

/// Whether the evidence gives a date's day and its year in different places, as reports do.
fn is_pieced_together(date: Date, wide: &[&Entry]) -> bool {
    let dates = || {
        wide.iter()
            .flat_map(|entry| &entry.statement.quantities)
            .filter_map(Quantity::date)
    };
    let undated = Date { year: None, ..date };
    undated.month.is_some()
        && dates().any(|own| own.includes(undated) && own.is_compatible(date))
        && date
            .year
            .is_none_or(|year| dates().any(|own| own.year == Some(year)))
}
