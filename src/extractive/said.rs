//! Said: what a text says already, in whatever words.
//!
//! Sentences that share most of their words are known as one without this (`select`). Here a sentence is laid beside those that are near to it by their meaning, and
//! counts as said where one of them bears it out with all its figures. What is alike only in what it speaks of does not: in doubt it is news.

use std::cell::RefCell;

use super::compose::unit_text;
use super::marks::without_marks;
use super::pool::{Candidate, Pool, bears_out};
use super::select::Unit;
use crate::check::{
    Lexicon, Name, Pairs, Quantity, Statement, Unit as Measure, is_claim, plain, sentences, words,
};
use crate::semantic::{Vector, embed};
use crate::study::Verdict;

/// From this nearness on two sentences may say the same, and from the second on they do, if the one bears the other out, though they share few words.
const NEAR: f32 = 0.5;
const ALIKE: f32 = 0.75;
/// The share of a sentence's words that stand in another which says the same, where that is not alike.
const HELD: f32 = 0.75;
/// Sentences that one is laid beside at most.
const BESIDE: usize = 3;

/// The sentences of some texts.
#[derive(Default)]
pub struct Said {
    sentences: Vec<Sentence>,
    read: RefCell<Read>,
}

#[derive(Default)]
struct Read {
    pairs: Pairs,
    lexicon: Lexicon,
}

struct Sentence {
    text: String,
    vector: Option<Vector>,
    statement: Statement,
}

impl Said {
    /// Reads the statements of some texts, without their citations.
    pub fn read<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut said = Self::default();
        for text in texts {
            said.add(text);
        }
        said
    }

    /// Takes in what a further text states.
    pub fn add(&mut self, text: &str) {
        for span in sentences(text) {
            let sentence = text.get(span).unwrap_or_default();
            if is_claim(sentence) {
                let text = without_marks(sentence);
                let statement = Statement::read(&text, &mut self.read.get_mut().lexicon);
                self.sentences.push(Sentence {
                    vector: embed(&text),
                    text,
                    statement,
                });
            }
        }
    }

    /// Whether all sentences of a unit are said already.
    #[must_use]
    pub fn says_unit(&self, pool: &Pool, unit: &Unit) -> bool {
        let mut parts = unit.parts.iter();
        parts.all(|part| {
            let candidate = pool.candidates.get(part.candidate);
            candidate.is_some_and(|candidate| self.says(candidate))
        })
    }

    /// Whether a unit is news to what is said, which it is added to then.
    pub fn takes_in(&mut self, pool: &Pool, unit: &Unit) -> bool {
        let is_news = !self.says_unit(pool, unit);
        if is_news {
            self.add(&unit_text(pool, unit));
        }
        is_news
    }

    /// Whether a candidate is said already.
    #[must_use]
    pub fn says(&self, candidate: &Candidate) -> bool {
        // A sentence that leans on another speaks of something that it does not name.
        if self.sentences.is_empty() || candidate.leans_on.is_some() || candidate.is_cell {
            return false;
        }
        let Some(own) = embed(&candidate.text) else {
            return false;
        };
        let mut near: Vec<(f32, &Sentence)> = self
            .sentences
            .iter()
            .filter_map(|known| Some((known.vector.as_ref()?.cosine(&own), known)))
            .filter(|(near, known)| {
                *near >= NEAR
                    && bears_out(&known.statement, &candidate.statement)
                    && !names_another(&candidate.statement, known)
            })
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        near.truncate(BESIDE);
        if near.is_empty() {
            return false;
        }
        let mut read = self.read.borrow_mut();
        let statement = Statement::read(&candidate.text, &mut read.lexicon);
        near.iter().any(|(near, known)| {
            let is_turned = statement.polarity.ends() != known.statement.polarity.ends();
            let held = share(&statement, &known.statement);
            let is_like = *near >= ALIKE || held >= HELD;
            let mut judged = || read.pairs.judge(&candidate.text, &[known.text.as_str()]);
            let mut is_same = || is_like && judged().verdict == Verdict::Supported;
            !is_turned && (gives_the_same_figures(&statement, *near, held) || is_same())
        })
    }
}

/// Whether a statement, all of whose figures another has, tells the same of them in other words: nobody finds the same figures by chance, one as little as two.
fn gives_the_same_figures(own: &Statement, near: f32, held: f32) -> bool {
    const LARGE: f64 = 1_000.0;
    /// What two figures need, and what one does: nearness, and the share of its words.
    const OF_SEVERAL: (f32, f32) = (NEAR, 0.3);
    const OF_ONE: (f32, f32) = (0.65, 0.5);
    let is_telling = |one: &&Quantity| {
        one.amount().is_some_and(|amount| {
            let is_kind = matches!(amount.unit, Measure::Percent | Measure::Money(_));
            let is_precise = amount.high.fract() != 0.0 || amount.high >= LARGE;
            amount.firm && (is_kind || is_precise && !matches!(amount.unit, Measure::Label(_)))
        })
    };
    let (least_near, least_held) = match own.quantities.iter().filter(is_telling).count() {
        0 => return false,
        1 => OF_ONE,
        _ => OF_SEVERAL,
    };
    near >= least_near && held >= least_held
}

/// Of units that tell the same, in whatever words, the one that tells most, in the place of the first.
#[must_use]
pub fn fullest(pool: &Pool, units: Vec<Unit>) -> Vec<Unit> {
    let mut kept: Vec<Unit> = Vec::new();
    for unit in units {
        let own = Said::read([unit_text(pool, &unit).as_str()]);
        let thinner = kept.iter().position(|known| own.says_unit(pool, known));
        match thinner.and_then(|at| kept.get_mut(at)) {
            Some(known) => {
                let is_fuller =
                    !Said::read([unit_text(pool, known).as_str()]).says_unit(pool, &unit);
                if is_fuller {
                    *known = unit;
                }
            }
            None => kept.push(unit),
        }
    }
    kept
}

/// Whether a statement names somebody or something of which a sentence has no word: `match those of Mars`, `match those of Vesta`.
fn names_another(own: &Statement, known: &Sentence) -> bool {
    let said: Vec<String> = words(&known.text)
        .filter_map(|span| known.text.get(span))
        .map(plain)
        .collect();
    let is_there = |name: &Name| name.words.iter().any(|word| said.contains(word));
    !own.names.iter().all(is_there)
}

/// The share of a statement's words that another has.
fn share(own: &Statement, other: &Statement) -> f32 {
    let is_held = |term: &&_| other.terms.binary_search(term).is_ok();
    let held = own.terms.iter().filter(is_held).count();
    held as f32 / own.terms.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractive::samples::{Sample, Set, request};
    use crate::study::Origin;
    use crate::study::RhetoricalRole;

    /// Whether a text says what the first sentence of a document does.
    fn says(known: &str, sentence: &'static str) -> bool {
        let documents: &'static [Sample] = Box::leak(Box::new([Sample {
            title: "Note",
            date: "",
            origin: Origin::Internal,
            text: sentence,
        }]));
        let set = Set {
            question: "What is new?",
            documents,
        };
        let pool = Pool::gather(&request(&set, RhetoricalRole::Situation));
        let candidate = pool.candidates.first().expect(sentence);
        Said::read([known]).says(candidate)
    }

    #[test]
    fn what_is_said_in_other_words_is_said() {
        for (known, again) in [
            (
                "The fleet will be fully electric by 2036 [1].",
                "By 2036 the whole fleet will be electric.",
            ),
            (
                "The council rejected the plan in March 2025 [2].",
                "In March 2025 the plan was turned down by the council.",
            ),
            (
                "The mill employs 310 people [1].",
                "310 people work at the mill.",
            ),
            (
                "Of the companies, 92% reported they would continue with the four-day week, with 30% saying it is a permanent change [1].",
                "At the conclusion of the trial, 92% of the companies opted to continue the four-day week.",
            ),
            (
                "The firm reported fourth quarter revenue of $678.7 million, down 28 percent from the year before [1].",
                "The firm generated total revenue of $678.7 million for the quarter, which was down 28%.",
            ),
        ] {
            assert!(says(known, again), "{known} / {again}");
        }
    }

    #[test]
    fn other_figures_other_things_and_denials_are_news() {
        for (known, news) in [
            (
                "The fleet will be fully electric by 2036 [1].",
                "The fleet will be fully electric by 2038.",
            ),
            (
                "The council rejected the plan in March 2025 [2].",
                "The council approved the plan in March 2025.",
            ),
            (
                "The mill employs 310 people [1].",
                "The mill employs 310 people and 40 apprentices.",
            ),
            (
                "The bridge is closed to lorries [1].",
                "The tunnel is closed to lorries.",
            ),
            (
                "A new hall would cost 70 million euros [1].",
                "The insurance covers 45 million euros of a new hall.",
            ),
            (
                "The tunnel cost 40 million euros and was paid for by the state [1].",
                "The bridge at Holm cost 40 million euros.",
            ),
            (
                "Sales of bread rose by 12 percent [1].",
                "The number of visitors rose by 12 percent.",
            ),
        ] {
            assert!(!says(known, news), "{known} / {news}");
        }
    }
}
