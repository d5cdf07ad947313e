//! Conflicts: sentences of different documents that cannot both be true of the same thing.
//!
//! Precision comes first: a pair is named only if the two sentences share most of their rare words, and differ in exactly one value of one
//! kind, or point in opposite directions. Other years, other places, a range that holds the value and rounding are no conflicts.

use std::collections::HashSet;
use std::ops::Range;

use super::index::{Entry, Index, Standing, Statement};
use super::kinds::{ConflictKind, Difference, are_as_of_others};
use super::numbers::{Amount, Quantity, Unit, quantities};
use super::polarity::{Opposition, Polarity, turning_word};
use super::support::{Checker, Evidence};
use super::terms::plain;
use crate::study::{PassageId, Quote};

/// Two sentences that do not agree.
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
}

impl Conflict {
    /// Whether a claim that one of the sides bears out is about what they differ in: it gives a value of the kind that they do not agree on, or it takes
    /// over the direction.
    #[must_use]
    pub fn is_about(&self, claim: &str) -> bool {
        match self.difference {
            Difference::Direction => true,
            Difference::Value => quantities(claim)
                .iter()
                .filter_map(Quantity::amount)
                .any(|amount| self.disputes(amount)),
        }
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
            value.amount().is_some_and(is_disputed) && !known.iter().any(|own| own.bears_out(value))
        })
        .map(|value| value.span)
}

fn values(sides: [&str; 2]) -> Vec<Quantity> {
    sides.into_iter().flat_map(quantities).collect()
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

/// The conflicts among passages, the most alike sentences first. Documents are told apart by their numbers.
#[must_use]
pub fn conflicts(passages: &[Evidence<'_>]) -> Vec<Conflict> {
    conflicts_in(&Index::new(passages.iter().copied()))
}

/// The same, for passages that are read already.
#[must_use]
pub fn conflicts_in(index: &Index<'_>) -> Vec<Conflict> {
    told_once(pairs(index))
}

/// The same, with every pair: a sentence that contradicts two others is named with both.
#[must_use]
pub fn every_conflict_in(index: &Index<'_>) -> Vec<Conflict> {
    let mut found = pairs(index);
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().map(|(_, conflict)| conflict).collect()
}

/// The pairs of sentences that contradict each other, with how alike they are, in no particular order.
fn pairs(index: &Index<'_>) -> Vec<(f32, Conflict)> {
    let weights: Vec<f32> = index
        .entries
        .iter()
        .map(|entry| weight(index, &entry.statement))
        .collect();
    let weight_of = |at: usize| weights.get(at).copied().unwrap_or_default();
    // What a document says over and over, it says once: documents made from a template would else be laid against each other for minutes.
    let mut said = HashSet::new();
    let is_new: Vec<bool> = index
        .entries
        .iter()
        .map(|entry| said.insert((number_of(index, entry), index.text(entry))))
        .collect();
    let is_new = |at: usize| is_new.get(at).copied().unwrap_or_default();
    (0..index.entries.len())
        .filter(|at| is_new(*at))
        .flat_map(|at| against(index, at, weight_of, |other| other > at && is_new(other)))
        .collect()
}

/// The conflicts of one sentence with those of other documents that are let in, and how alike the two are.
fn against(
    index: &Index<'_>,
    at: usize,
    weight_of: impl Fn(usize) -> f32,
    admits: impl Fn(usize) -> bool,
) -> Vec<(f32, Conflict)> {
    let Some(entry) = index
        .entries
        .get(at)
        .filter(|entry| entry.statement.terms.len() >= 2)
    else {
        return Vec::new();
    };
    let own = weight_of(at);
    let number = number_of(index, entry);
    let other_document = |evidence: usize| {
        index
            .evidence
            .get(evidence)
            .is_some_and(|piece| piece.number != number)
    };
    let mut found = Vec::new();
    let admits = |at: usize, other: &Entry| admits(at) && other_document(other.evidence);
    for (other_at, shared) in index.shared_among(&entry.statement.terms, admits) {
        let Some(other) = index.entries.get(other_at) else {
            continue;
        };
        let theirs = weight_of(other_at);
        let alike = Alike {
            shared,
            least: own.min(theirs),
            most: own.max(theirs),
        };
        if let Some(difference) = difference(index, (at, entry), (other_at, other), alike) {
            let conflict = Conflict {
                difference,
                a: side(index, entry),
                b: side(index, other),
            };
            found.push((shared / alike.most.max(f32::EPSILON), conflict));
        }
    }
    found
}

impl Checker<'_> {
    /// The sentences of other documents that do not agree with one that bears a claim out, the most alike first.
    #[must_use]
    pub fn conflicts_of(&self, quote: &Quote) -> Vec<Conflict> {
        let at = self.index.entries.iter().position(|entry| {
            entry.span.start < quote.span.end
                && quote.span.start < entry.span.end
                && self
                    .index
                    .evidence
                    .get(entry.evidence)
                    .is_some_and(|piece| piece.passage.id == quote.passage)
        });
        let weight_of = |at: usize| {
            let entry = self.index.entries.get(at);
            entry.map_or(0.0, |entry| weight(&self.index, &entry.statement))
        };
        let mut found =
            at.map_or_else(Vec::new, |at| against(&self.index, at, weight_of, |_| true));
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.into_iter().map(|(_, conflict)| conflict).collect()
    }
}

/// The most alike first. One sentence is party to one conflict: the rest would say the same again.
fn told_once(mut found: Vec<(f32, Conflict)>) -> Vec<Conflict> {
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut told: HashSet<(PassageId, usize)> = HashSet::new();
    let mut conflicts = Vec::new();
    for (_, conflict) in found {
        let sides = [&conflict.a, &conflict.b].map(|side| (side.passage, side.span.start));
        if sides.iter().all(|side| !told.contains(side)) {
            told.extend(sides);
            conflicts.push(conflict);
        }
    }
    conflicts
}

/// How much two sentences share, and how much each has.
#[derive(Clone, Copy)]
struct Alike {
    shared: f32,
    least: f32,
    most: f32,
}

fn difference(
    index: &Index<'_>,
    (a_at, a): (usize, &Entry),
    (b_at, b): (usize, &Entry),
    alike: Alike,
) -> Option<Difference> {
    let opposition = Polarity::opposition(
        &a.statement.polarity,
        &b.statement.polarity,
        &a.statement.terms,
        &b.statement.terms,
    );
    // Two words that oppose each other say in what way one thing is spoken of, not of what else.
    let opposed = match &opposition {
        Some(Opposition::Direction { claim, source }) => [claim, source].map(|word| {
            let term = index.lexicon.known(turning_word(word));
            term.map_or(0.0, |term| index.weight(term))
        }),
        _ => [0.0, 0.0],
    };
    let [own, theirs] = opposed;
    let of_least = alike.shared / (alike.least - own.max(theirs)).max(f32::EPSILON);
    let of_most = alike.shared / (alike.most - own.min(theirs)).max(f32::EPSILON);
    if of_least < 0.55 || of_most < 0.36 {
        return None;
    }
    let common = a
        .statement
        .terms
        .iter()
        .filter(|term| b.statement.terms.binary_search(term).is_ok())
        .count();
    let texts = (index.text(a), index.text(b));
    let standings = (index.standing(a_at)?, index.standing(b_at)?);
    let is_told = |standing: &Standing| {
        standing.is_claim || matches!(opposition, Some(Opposition::Direction { .. }))
    };
    if !is_told(standings.0)
        || !is_told(standings.1)
        || is_other_scope(&a.statement, &b.statement, texts, standings)
    {
        return None;
    }
    let is_near = common >= 3 || common >= 2 && of_most >= 0.7;
    if is_near && differs_in_one_value(&a.statement, &b.statement) {
        return Some(Difference::Value);
    }
    // A negation turns one word, so the rest must be the same; a direction is a word of its own.
    let is_opposed = match &opposition {
        Some(Opposition::Direction { .. }) if common == 1 => of_most >= 0.9,
        Some(Opposition::Direction { .. }) => of_least >= 0.7 && of_most >= 0.5,
        Some(Opposition::Denied | Opposition::Stated) => {
            of_least >= 0.7 && of_most >= 0.65 && common >= 3
        }
        Some(Opposition::Swapped { .. }) | None => false,
    };
    // Two amounts that agree outweigh a word that seems to oppose, unless it is what they measure: `rose by 12 percent`.
    let agrees = a.statement.quantities.iter().any(|own| {
        own.amount().is_some_and(|amount| amount.firm)
            && b.statement.quantities.iter().any(|other| {
                let measured = match &opposition {
                    Some(Opposition::Direction { claim, source }) => {
                        measures(texts.0, turning_word(claim), own)
                            && measures(texts.1, turning_word(source), other)
                    }
                    _ => false,
                };
                own.bears_out(other) && !measured
            })
    });
    (is_opposed && !agrees).then_some(Difference::Direction)
}

/// Whether an amount says how far a direction went: it follows the word within two others.
fn measures(text: &str, word: &str, amount: &Quantity) -> bool {
    let before = text.get(..amount.span.start).unwrap_or_default();
    let last: Vec<_> = super::words(before)
        .filter_map(|span| before.get(span))
        .map(plain)
        .collect();
    last.iter().rev().take(3).any(|near| near == word)
}

/// Whether the sentences agree in all their amounts of some kind but one, which differs beyond rounding and spread.
fn differs_in_one_value(a: &Statement, b: &Statement) -> bool {
    let unmatched = |own: &Statement, other: &Statement| -> Vec<Amount> {
        own.quantities
            .iter()
            .filter(|quantity| {
                !other
                    .quantities
                    .iter()
                    .any(|theirs| theirs.bears_out(quantity) || quantity.bears_out(theirs))
            })
            .filter_map(Quantity::amount)
            .filter(|amount| !matches!(amount.unit, Unit::Label(_) | Unit::Bare))
            .cloned()
            .collect()
    };
    let (left, right) = (unmatched(a, b), unmatched(b, a));
    let mut pairs = left
        .iter()
        .flat_map(|own| right.iter().map(move |theirs| (own, theirs)))
        .filter(|(own, theirs)| own.unit.counts_same(&theirs.unit));
    match (pairs.next(), pairs.next()) {
        (Some((own, theirs)), None) => differs(own, theirs),
        _ => false,
    }
}

fn differs(a: &Amount, b: &Amount) -> bool {
    if a.is_compatible(b) {
        return false;
    }
    let (a, b) = (f64::midpoint(a.low, a.high), f64::midpoint(b.low, b.high));
    // Estimates lie apart; what was counted to the third digit does not.
    let spread = if is_exact(a) && is_exact(b) {
        0.01
    } else {
        0.05
    };
    (a - b).abs() > spread * a.abs().max(b.abs())
}

/// Whether a value is given to three digits or more.
fn is_exact(value: f64) -> bool {
    let scientific = format!("{value:e}");
    let mantissa = scientific.split('e').next().unwrap_or_default();
    mantissa.chars().filter(char::is_ascii_digit).count() >= 3
}

/// Whether two sentences speak of other years, or each of something named that the other does not name.
fn is_other_scope(
    a: &Statement,
    b: &Statement,
    texts: (&str, &str),
    standings: (&Standing, &Standing),
) -> bool {
    let years = |statement: &Statement| -> Vec<u32> {
        statement
            .quantities
            .iter()
            .filter_map(|quantity| quantity.date()?.year)
            .collect()
    };
    if are_as_of_others(&standings.0.as_of, &standings.1.as_of) {
        return false;
    }
    let (own, other) = (years(a), years(b));
    if !own.is_empty() && !other.is_empty() && !own.iter().any(|year| other.contains(year)) {
        return true;
    }
    let stray = |own: &Statement, other: &Statement, text: &str, other_text: &str| {
        let other_text = other_text.to_lowercase();
        own.names
            .iter()
            .filter(|name| !is_speaker(&name.text, text))
            .any(|name| {
                !other.names.iter().any(|theirs| theirs.matches(name))
                    && !name
                        .words
                        .iter()
                        .any(|word| other_text.contains(word.as_str()))
            })
    };
    stray(a, b, texts.0, texts.1) && stray(b, a, texts.1, texts.0)
}

/// Whether a name only says who says it: two speakers can still disagree about one thing.
fn is_speaker(name: &str, text: &str) -> bool {
    let Some(at) = text.find(name) else {
        return false;
    };
    let before = text.get(..at).unwrap_or_default().to_lowercase();
    let after = text.get(at + name.len()..).unwrap_or_default();
    let verb = super::words(after)
        .next()
        .and_then(|span| after.get(span))
        .map(str::to_lowercase)
        .unwrap_or_default();
    let before = before.trim_end().trim_end_matches("the").trim_end();
    before.ends_with("according to")
        || before.ends_with("says")
        || before.ends_with("by")
        || SPEAKS.contains(&verb.as_str())
}

#[rustfmt::skip]
const SPEAKS: &[&str] = &[
    "says", "said", "estimates", "estimated", "reports", "reported", "puts", "finds", "found", "expects", "claims",
    "states", "stated", "calculates", "measured", "counted", "gives", "survey", "report", "study", "expect", "predict", "predicts", "predicted",
    "forecast", "forecasts", "sees", "see", "projects", "anticipates", "anticipate", "estimate",
];

fn weight(index: &Index<'_>, statement: &Statement) -> f32 {
    statement.terms.iter().map(|&term| index.weight(term)).sum()
}

fn number_of(index: &Index<'_>, entry: &Entry) -> u32 {
    index
        .evidence
        .get(entry.evidence)
        .map_or(0, |piece| piece.number)
}

fn side(index: &Index<'_>, entry: &Entry) -> ConflictSide {
    let passage = index
        .evidence
        .get(entry.evidence)
        .map_or(PassageId(0), |piece| piece.passage.id);
    ConflictSide {
        number: number_of(index, entry),
        passage,
        span: entry.span.clone(),
        text: index.text(entry).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::study::{DocumentId, Passage};

    use super::*;

    /// The conflicts between two documents, among sentences on other things that lend the words their weight.
    fn among(a: &str, b: &str) -> Vec<Conflict> {
        let others = "Trains run on time. Rivers carry sand. Schools open at eight. Wages were discussed by the council. Forests cover half of the land.";
        let passages: Vec<Passage> = [a, b, others]
            .iter()
            .zip(1..)
            .map(|(text, id)| Passage {
                id: PassageId(id),
                document: DocumentId(id),
                ordinal: 0,
                text: (*text).to_owned(),
                pages: None,
                headings: Vec::new(),
                span: 0..text.len(),
                from_graph: false,
                ..Passage::default()
            })
            .collect();
        let evidence: Vec<_> = passages
            .iter()
            .zip(1..)
            .map(|(passage, number)| Evidence { number, passage })
            .collect();
        conflicts(&evidence)
    }

    fn between(a: &str, b: &str) -> Option<Difference> {
        among(a, b).first().map(|conflict| conflict.difference)
    }

    #[test]
    fn different_values_for_one_thing_are_a_conflict() {
        for (a, b) in [
            (
                "The outage lasted 14 hours in the northern district.",
                "In the northern district the outage lasted 9 hours.",
            ),
            (
                "Battery storage covers 41 % of the evening peak.",
                "Storage in batteries covers only 14 percent of the evening peak.",
            ),
            (
                "The IEA estimates the cost of the line at €3.2 billion.",
                "According to the Ministry, the cost of the line is 4.5 billion euros.",
            ),
            (
                "The trial enrolled 412 patients at nine hospitals.",
                "At nine hospitals the trial enrolled 612 patients.",
            ),
        ] {
            assert_eq!(between(a, b), Some(Difference::Value), "{a} / {b}");
        }
    }

    #[test]
    fn what_a_document_says_over_and_over_is_one_side_of_one_conflict() {
        let (a, b) = (
            "The outage lasted 14 hours in the northern district. ",
            "In the northern district the outage lasted 9 hours. ",
        );
        let found = among(&a.repeat(3), &b.repeat(2));
        let spans: Vec<_> = found
            .iter()
            .map(|conflict| (conflict.a.span.start, conflict.b.span.start))
            .collect();
        assert_eq!(spans, [(0, 0)]);
    }

    #[test]
    fn opposite_directions_are_a_conflict() {
        assert_eq!(
            between(
                "Wholesale power prices rose last winter.",
                "Last winter wholesale power prices fell."
            ),
            Some(Difference::Direction)
        );
        assert_eq!(
            between(
                "The vaccine reduces hospital admissions.",
                "The vaccine does not reduce hospital admissions."
            ),
            Some(Difference::Direction)
        );
    }

    #[test]
    fn spread_rounding_ranges_and_other_scopes_are_no_conflicts() {
        for (a, b) in [
            (
                "Battery storage covers 41 % of the evening peak.",
                "Battery storage covers about 40 % of the evening peak.",
            ),
            (
                "Battery storage covers 41 % of the evening peak.",
                "Battery storage covers 35 to 45 % of the evening peak.",
            ),
            (
                "The outage of 2021 lasted 14 hours in the district.",
                "The outage of 2023 lasted 9 hours in the district.",
            ),
            (
                "Storage covers 41 % of the peak in Norway.",
                "Storage covers 14 % of the peak in Denmark.",
            ),
            (
                "Storage capacity grew by 41 % last year.",
                "Storage capacity reached 14 GWh last year.",
            ),
            (
                "Batteries cost 120 dollars per kWh of capacity.",
                "Trams cost 4 million dollars each.",
            ),
            (
                "Demand fell and wholesale prices rose.",
                "Wholesale prices rose while demand fell.",
            ),
            (
                "The project takes 3 years and costs 5 million euros.",
                "The project costs 5 million euros.",
            ),
        ] {
            assert_eq!(between(a, b), None, "{a} / {b}");
        }
    }

    #[test]
    fn counts_that_differ_by_little_are_conflicts_and_estimates_are_not() {
        let ferry = |count: &str| format!("Line 7 carried {count} passengers in 2024.");
        let check = |a: &str, b: &str| between(&ferry(a), &ferry(b)).is_some();
        assert!(check("412,000", "431,000"));
        assert!(!check("410,000", "430,000"));
    }

    #[test]
    fn both_sides_are_given_in_their_place() {
        let text = "Roads are long. The outage lasted 14 hours in the northern district.";
        let found = among(text, "The outage lasted 9 hours in the northern district.");
        assert_eq!(found.len(), 1);
        let side = &found[0].a;
        assert_eq!(
            (side.number, side.passage, &text[side.span.clone()]),
            (1, PassageId(1), side.text.as_str())
        );
        assert_eq!(
            side.text,
            "The outage lasted 14 hours in the northern district."
        );
        assert_eq!(found[0].b.number, 2);
    }
}
