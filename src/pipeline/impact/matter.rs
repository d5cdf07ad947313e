//! The matter: whether a new sentence speaks of what the brief and its question are about, or of something beside it that its document tells as well.
//!
//! Names and what amounts are counted in don't tell: the weather of a town is measured in its figures too. What is said in other words is known by its meaning, to
//! which the place where all of it is adds nothing; of a document that is plainly about the matter, less is asked of each sentence.

use std::borrow::Cow;
use std::collections::HashSet;

use super::facts::{ends, is_new, is_of, whole};
use super::{BRIEF, News, Said};
use crate::check::{
    self, Entry, Index, QuestionKind, leaves_unknown, names, names_a_cause, plain, quantities,
    stem, tells_what_was_open, words,
};
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
    asked: String,
    is_cause_asked: bool,
    /// What the question and the brief name.
    names: Vec<check::Name>,
    /// What the question alone names, but for the places where it is, and tells.
    asked_of: Vec<check::Name>,
    telling: HashSet<String>,
}

impl Matter {
    /// Reads the brief and the question; what is `told` of a sentence of the brief is of the matter.
    pub(super) fn read(study: &Study, index: &Index<'_>, news: News<'_>, told: &[&Said]) -> Self {
        let own = index
            .entries
            .iter()
            .filter(|entry| is_of(index, entry, BRIEF));
        let mut named = names(&study.question);
        let mut known = Known {
            apart: Apart {
                places: places(study, index),
                asked: named.clone(),
            },
            ..Known::default()
        };
        known.add(&study.question);
        let is_place = |name: &check::Name| {
            name.words
                .iter()
                .any(|word| known.apart.places.contains(word))
        };
        let asked_of = named
            .iter()
            .filter(|name| !is_place(name))
            .cloned()
            .collect();
        for entry in own {
            known.add(index.text(entry));
            named.extend(entry.statement.names.iter().cloned());
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
            asked: study.question.clone(),
            names: named,
            asked_of,
            telling: telling(&study.question),
            is_cause_asked: QuestionKind::of(&study.question) == QuestionKind::Cause,
            known,
        }
    }

    /// The names that make nothing of the matter.
    pub(super) fn apart(&self) -> Apart {
        self.known.apart.clone()
    }

    /// Whether a new sentence speaks of the deed that is asked about, in a passage that names nothing of which it could be besides.
    pub(super) fn takes_up_what_is_asked(&self, index: &Index<'_>, entry: &Entry) -> bool {
        let is_strange = |name: &check::Name| {
            let mut known = self.names.iter();
            !known.any(|known| known.matches(name))
        };
        let beside = || {
            let all = index.entries.iter();
            all.filter(|other| other.evidence == entry.evidence)
        };
        check::speaks_of_deed_asked(index.text(entry), &self.asked)
            && !beside().any(|other| other.statement.names.iter().any(is_strange))
    }

    /// Whether a new sentence is of the matter.
    pub(super) fn includes(&self, index: &Index<'_>, entry: &Entry) -> bool {
        let document = index
            .evidence
            .get(entry.evidence)
            .map(|piece| piece.passage.document);
        let is_of_it = document.is_some_and(|id| self.documents.contains(&id));
        let turns = || ends(&entry.statement, index.text(entry));
        let text = index.text(entry);
        if check::names_deed_asked(text, &self.asked) && turns()
            || self.takes_up_what_is_asked(index, entry)
        {
            return true;
        }
        match self.known.nearness(whole(index, entry)) {
            Nearness::Plain => true,
            Nearness::Some => {
                is_of_it
                    || self.is_cause_asked && names_a_cause(text)
                    || self.is_of_what_is_asked(entry, whole(index, entry))
            }
            Nearness::None => is_of_it && turns(),
        }
    }

    /// Whether a sentence names what the question names and has another of its words: `The ship had located the wreck of the Marigold`, where it is asked who found
    /// that wreck.
    fn is_of_what_is_asked(&self, entry: &Entry, text: &str) -> bool {
        let mut named = entry.statement.names.iter();
        let is_asked_of = |name: &check::Name| self.asked_of.iter().any(|one| one.matches(name));
        named.any(is_asked_of) && !telling(text).is_disjoint(&self.telling)
    }
}

/// How near a sentence is to what is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nearness {
    Plain,
    Some,
    None,
}

/// Names by which nothing is about the same.
#[derive(Debug, Clone, Default)]
pub(super) struct Apart {
    /// The words of the places that are spoken of.
    places: HashSet<String>,
    /// What the question names: who is named after it is somebody else.
    asked: Vec<check::Name>,
}

/// Sentences by their words and their meaning.
#[derive(Debug, Default)]
pub(super) struct Known {
    vectors: Vec<Vector>,
    sentences: Vec<HashSet<String>>,
    apart: Apart,
    /// Those that say that something is not known.
    open: Vec<String>,
}

impl Known {
    /// The sentences of some passages.
    pub(super) fn read(passages: &[Passage], apart: &Apart) -> Self {
        let mut known = Self {
            apart: apart.clone(),
            ..Self::default()
        };
        for passage in passages {
            let spans = check::sentences(&passage.text).into_iter();
            for sentence in spans.filter_map(|span| passage.text.get(span)) {
                known.add(sentence);
            }
        }
        known
    }

    fn add(&mut self, sentence: &str) {
        self.vectors.extend(embed(&self.without_places(sentence)));
        self.sentences.push(telling(sentence));
        if leaves_unknown(sentence) {
            self.open.push(sentence.to_owned());
        }
    }

    /// Whether one of the sentences speaks of the same as another, or leaves open what it tells.
    pub(super) fn speaks_of(&self, sentence: &str) -> bool {
        let own = telling(sentence);
        let mut all = self.sentences.iter();
        self.likeness(sentence) >= ALIKE
            || self
                .open
                .iter()
                .any(|open| tells_what_was_open(open, sentence))
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

    /// The words of longer names that hold one which is asked about: `FC Lindholm` is not Lindholm.
    fn others_named_after(&self, sentence: &str) -> HashSet<String> {
        let is_after = |name: &check::Name| {
            let mut asked = self.apart.asked.iter();
            asked.any(|one| {
                name.words.len() > one.words.len()
                    && one.words.iter().all(|word| name.words.contains(word))
            })
        };
        let named = names(sentence).into_iter();
        named.filter(is_after).flat_map(|name| name.words).collect()
    }

    fn without_places<'t>(&self, sentence: &'t str) -> Cow<'t, str> {
        let others = self.others_named_after(sentence);
        let is_place = |word: &str| {
            let word = plain(word);
            self.apart.places.contains(&word) || others.contains(&word)
        };
        let all = || words(sentence).filter_map(|span| sentence.get(span));
        if !all().any(is_place) {
            return Cow::Borrowed(sentence);
        }
        let kept: Vec<&str> = all().filter(|word| !is_place(word)).collect();
        Cow::Owned(kept.join(" "))
    }

    /// How much a sentence means the like of one of them; what no vector can be made of is not known to mean something else.
    fn likeness(&self, sentence: &str) -> f32 {
        let Some(own) = embed(&self.without_places(sentence)) else {
            return 1.0;
        };
        let all = self.vectors.iter().map(|one| one.cosine(&own));
        all.fold(0.0, f32::max)
    }
}

/// The words of the names before which it says where something is, in the question, the brief or the news: `in Brom`.
fn places(study: &Study, index: &Index<'_>) -> HashSet<String> {
    let asked = names(&study.question);
    let entries = index.entries.iter();
    let all = entries.map(|entry| (index.text(entry), &*entry.statement.names));
    let mut places = HashSet::new();
    for (text, names) in all.chain([(study.question.as_str(), asked.as_slice())]) {
        for name in names {
            let before = text.find(&name.text).and_then(|at| text.get(..at));
            let last = before.and_then(|before| before.split_whitespace().next_back());
            if matches!(last, Some("in" | "In" | "near" | "around")) {
                places.extend(name.words.iter().cloned());
            }
        }
    }
    places
}

/// The stems of what a sentence tells: its words without those that name somebody or something, and those of its amounts and dates.
pub(super) fn telling(sentence: &str) -> HashSet<String> {
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
    fn the_place_where_all_of_it_is_makes_nothing_of_the_matter() {
        let places = ["brom".to_owned()].into_iter().collect();
        let mut known = Known {
            apart: Apart {
                places,
                ..Apart::default()
            },
            ..Known::default()
        };
        known.add("How many shelter places for homeless people does Brom need?");
        known.add("The Street mission counted 230 people without a home in Brom in January.");
        for (sentence, expected) in [
            (
                "The outdoor swimming pool in Brom opens on 1 May.",
                Nearness::None,
            ),
            ("The Brom marathon draws 4,000 runners.", Nearness::None),
            (
                "The mission opens a second shelter in Brom in October.",
                Nearness::Plain,
            ),
        ] {
            assert_eq!(known.nearness(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn who_is_named_after_a_town_that_is_asked_about_is_not_that_town() {
        let question = "How should Lindholm replace its gas-fired district heating?";
        let mut known = Known {
            apart: Apart {
                places: ["esby".to_owned()].into_iter().collect(),
                asked: names(question),
            },
            ..Known::default()
        };
        for sentence in [
            question,
            "The gas-fired district heating plant of Lindholm served 18,400 households in 2025.",
            "The council discussed the future of the gas-fired district heating.",
            "The seawater heat pump in Esby has supplied 54 % of the district heating demand there since 2023.",
            "The treasurer said that the budget allows 55 million euros for heating until 2030.",
            "A marine biologist of the university of Esby found no effect on herring in 2025.",
        ] {
            known.add(sentence);
        }
        let club = known.others_named_after("FC Lindholm won 3 to 1 against Esby.");
        assert!(club.contains("lindholm"), "{club:?}");
        let town = known.others_named_after("Lindholm decided to order the heat pump.");
        assert!(town.is_empty(), "{town:?}");
        for (sentence, expected) in [
            ("The match was watched by 4,200 people.", Nearness::None),
            (
                "Lindholm decided to order the heat pump in the harbour in March 2027.",
                Nearness::Plain,
            ),
        ] {
            assert_eq!(
                known.nearness(sentence),
                expected,
                "{sentence} {}",
                known.likeness(sentence)
            );
        }
    }

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
