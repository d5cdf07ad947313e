//! The matter: whether a new sentence speaks of what the brief and its question are about, or of something beside it that its document tells as well.
//!
//! Names and what amounts are counted in don't tell: the weather of a town is measured in its figures too. What is said in other words is known by its meaning; of
//! a document that is plainly about the matter, less is asked of each sentence.

use std::collections::HashSet;

use super::facts::{is_new, is_of};
use super::{BRIEF, News, Said};
use crate::check::{self, Entry, Index, names, plain, quantities, stem, words};
use crate::semantic::{Vector, embed};
use crate::study::{DocumentId, Passage, Study};

/// From this likeness to the question or a sentence of the brief on, a sentence is about the same; the second is enough in a document that has one of these.
const ALIKE: f32 = 0.42;
const NEAR: f32 = 0.3;
/// Words in common that do the same.
const SHARED: usize = 2;

/// What the brief and its question are about, and the documents that speak of it.
pub(super) struct Matter {
    known: Known,
    documents: HashSet<DocumentId>,
}

impl Matter {
    /// Reads the brief and the question; what is `told` of a sentence of the brief is of the matter.
    pub(super) fn read(study: &Study, index: &Index<'_>, news: News<'_>, told: &[&Said]) -> Self {
        let own = index
            .entries
            .iter()
            .filter(|entry| is_of(index, entry, BRIEF));
        let mut known = Known::default();
        known.add(&study.question);
        for entry in own {
            known.add(index.text(entry));
        }
        let plain = index.entries.iter().filter(|entry| {
            is_new(index, entry) && known.nearness(index.text(entry)) == Nearness::Plain
        });
        let plain =
            plain.filter_map(|entry| Some(index.evidence.get(entry.evidence)?.passage.document));
        let touching = told.iter().map(|said| said.document);
        let documents: HashSet<DocumentId> = plain.chain(touching).collect();
        // Of a document whose title asks the question no sentence has to.
        let titled = news.documents.iter().copied().filter(|id| {
            let document = study.document(*id);
            document.is_some_and(|one| known.nearness(&one.title) == Nearness::Plain)
        });
        Self {
            documents: documents.iter().copied().chain(titled).collect(),
            known,
        }
    }

    /// Whether a new sentence is of the matter.
    pub(super) fn includes(&self, index: &Index<'_>, entry: &Entry) -> bool {
        let document = index
            .evidence
            .get(entry.evidence)
            .map(|piece| piece.passage.document);
        let is_of_it = document.is_some_and(|id| self.documents.contains(&id));
        let turns = entry.statement.polarity.turns || entry.statement.polarity.ends();
        match self.known.nearness(index.text(entry)) {
            Nearness::Plain => true,
            Nearness::Some => is_of_it,
            Nearness::None => is_of_it && turns,
        }
    }
}

/// How near a sentence is to what is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nearness {
    Plain,
    Some,
    None,
}

/// Sentences by their words and their meaning.
#[derive(Debug, Default)]
pub(super) struct Known {
    vectors: Vec<Vector>,
    sentences: Vec<HashSet<String>>,
}

impl Known {
    /// The sentences of some passages.
    pub(super) fn read(passages: &[Passage]) -> Self {
        let mut known = Self::default();
        for passage in passages {
            let spans = check::sentences(&passage.text).into_iter();
            for sentence in spans.filter_map(|span| passage.text.get(span)) {
                known.add(sentence);
            }
        }
        known
    }

    fn add(&mut self, sentence: &str) {
        self.vectors.extend(embed(sentence));
        self.sentences.push(telling(sentence));
    }

    /// Whether one of the sentences speaks of the same as another.
    pub(super) fn speaks_of(&self, sentence: &str) -> bool {
        let own = telling(sentence);
        let mut all = self.sentences.iter();
        self.likeness(sentence) >= ALIKE
            || all.any(|known| own.intersection(known).count() >= SHARED)
    }

    fn nearness(&self, sentence: &str) -> Nearness {
        let likeness = self.likeness(sentence);
        let own = telling(sentence);
        let is_known = |word: &&String| self.sentences.iter().any(|known| known.contains(*word));
        let shared = own.iter().filter(is_known).count();
        if likeness >= ALIKE || shared >= SHARED {
            Nearness::Plain
        } else if likeness >= NEAR || shared > 0 {
            Nearness::Some
        } else {
            Nearness::None
        }
    }

    /// How much a sentence means the like of one of them; what no vector can be made of is not known to mean something else.
    fn likeness(&self, sentence: &str) -> f32 {
        let Some(own) = embed(sentence) else {
            return 1.0;
        };
        let all = self.vectors.iter().map(|one| one.cosine(&own));
        all.fold(0.0, f32::max)
    }
}

/// The stems of what a sentence tells: its words without those that name somebody or something, and those of its amounts and dates.
fn telling(sentence: &str) -> HashSet<String> {
    let amounts = quantities(sentence);
    let named = names(sentence);
    let spans = words(sentence).filter(|span| {
        !amounts
            .iter()
            .any(|amount| amount.span.start < span.end && span.start < amount.span.end)
    });
    let told = spans.filter_map(|span| sentence.get(span)).map(plain);
    let is_name = |word: &String| named.iter().any(|name| name.words.contains(word));
    told.filter(|word| word.len() > 2 && !check::is_stop_word(word) && !is_name(word))
        .map(|word| stem(&word))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_document_tells_beside_the_matter_is_told_from_what_is_of_it() {
        let mut known = Known::default();
        for sentence in [
            "What does the tram extension in Dorrin cost, and should the council build it?",
            "The union warns that without new drivers the extension will run half empty.",
            "The council would pay half of the works.",
        ] {
            known.add(sentence);
        }
        for (sentence, expected) in [
            (
                "The council will pay 40 percent of the works.",
                Nearness::Plain,
            ),
            ("The operator hired 9 drivers in April.", Nearness::Some),
            (
                "The sports hall in Dorrin has a floor of 600 square metres.",
                Nearness::None,
            ),
            (
                "It rained 31 millimetres in Dorrin on Tuesday.",
                Nearness::None,
            ),
        ] {
            assert_eq!(known.nearness(sentence), expected, "{sentence}");
        }
    }
}
