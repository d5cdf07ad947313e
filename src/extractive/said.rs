//! Said: what a text says already, in whatever words.
//!
//! Sentences that share most of their words are known as one without this (`select`). Here a sentence is laid beside those that are near to it by their meaning, and
//! counts as said where one of them bears it out with all its figures. What is alike only in what it speaks of does not: in doubt it is news.

use std::cell::RefCell;

use super::compose::unit_text;
use super::marks::without_marks;
use super::pool::{Candidate, Pool, bears_out};
use super::select::Unit;
use crate::check::{Lexicon, Name, Pairs, Statement, is_claim, plain, sentences, words};
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
            let is_like = *near >= ALIKE || share(&statement, &known.statement) >= HELD;
            let mut judged = || read.pairs.judge(&candidate.text, &[known.text.as_str()]);
            !is_turned && is_like && judged().verdict == Verdict::Supported
        })
    }
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
        ] {
            assert!(!says(known, news), "{known} / {news}");
        }
    }
}
