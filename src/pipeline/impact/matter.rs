//! The matter: whether a new sentence speaks of what the brief and its question are about, or of something beside it that its document tells as well.
//!
//! Names, amounts and dates don't tell: the weather of a town is measured in its figures too, and its football club is named after it. What is said in other words is
//! known by its meaning, to which the place where all of it is, who is asked about and when it was add nothing; of a document that is plainly about the matter, less
//! is asked of each sentence.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::facts::{before, ends, is_new, is_of, whole};
use super::{BRIEF, News, Said};
use crate::check::{
    self, Entry, Index, QuestionKind, leaves_unknown, names, names_a_cause, plain, quantities,
    stem, tells_what_was_open, words,
};
use crate::semantic::{Vector, embed, word};
use crate::study::{DocumentId, Passage, Study};

/// From this likeness to the question or a sentence of the brief on, a sentence is about the same; the second is enough in a document that has one of these.
const ALIKE: f32 = 0.42;
const NEAR: f32 = 0.3;
/// Words in common that do the same.
const SHARED: usize = 2;
/// From this likeness on, two words are as good as one: boilers and heating 0.49, homes and households 0.63; a match and what is replaced 0.10.
const AKIN: f32 = 0.45;

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
        known.apart.add_parties(&study.question);
        known.ask(&study.question);
        for passage in news.older {
            known.add_all(&passage.text);
        }
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
            Nearness::None => {
                is_of_it && (turns() || self.goes_on_about_who_is_asked(index, entry))
            }
        }
    }

    /// Whether a sentence names whom the question does, at once behind one that is plainly of the matter: `The board recommends it. Norden Labs would save 4,000 hours.`
    fn goes_on_about_who_is_asked(&self, index: &Index<'_>, entry: &Entry) -> bool {
        let is_plain =
            |before: &Entry| self.known.nearness(whole(index, before)) == Nearness::Plain;
        self.names_who_is_asked(entry)
            && self.known.names_who_is_asked(index.text(entry))
            && before(index, entry).is_some_and(is_plain)
    }

    fn names_who_is_asked(&self, entry: &Entry) -> bool {
        let mut named = entry.statement.names.iter();
        named.any(|name| self.asked_of.iter().any(|one| one.matches(name)))
    }

    /// Whether a sentence names what the question names and has another of its words: `The ship had located the wreck of the Marigold`, where it is asked who found
    /// that wreck.
    fn is_of_what_is_asked(&self, entry: &Entry, text: &str) -> bool {
        self.names_who_is_asked(entry) && !telling(text).is_disjoint(&self.telling)
    }
}

/// How near a sentence is to what is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nearness {
    Plain,
    Some,
    None,
}

/// Names by which nothing is about the same.
#[derive(Debug, Clone, Default)]
pub(super) struct Apart {
    /// The words of the places that are spoken of, and of the parties that are asked about.
    places: HashSet<String>,
    /// What the question names: who is named after it is somebody else.
    asked: Vec<check::Name>,
}

impl Apart {
    /// Takes in the names of a text before which it says where something is.
    fn add_places(&mut self, text: &str, names: &[check::Name]) {
        for name in names {
            let before = text.find(&name.text).and_then(|at| text.get(..at));
            let last = before.and_then(|before| before.split_whitespace().next_back());
            if matches!(last, Some("in" | "In" | "near" | "around")) {
                self.places.extend(name.words.iter().cloned());
            }
        }
    }

    /// Takes in whom a question is about, unless it says nothing else: all that is told of the matter names them.
    fn add_parties(&mut self, question: &str) {
        if telling(question).len() >= SHARED {
            let parties = self.asked.iter().flat_map(|name| name.words.clone());
            self.places.extend(parties);
        }
    }
}

/// Sentences by their words and their meaning.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    vectors: Vec<Vector>,
    sentences: Vec<HashSet<String>>,
    apart: Apart,
    /// Those that say that something is not known.
    open: Vec<String>,
    /// What the words mean that ask.
    asking: Vec<Vector>,
}

impl Known {
    /// The sentences of some passages.
    pub(super) fn read(passages: &[Passage], apart: &Apart) -> Self {
        let mut known = Self {
            apart: apart.clone(),
            ..Self::default()
        };
        for passage in passages {
            known.add_all(&passage.text);
        }
        known
    }

    /// One sentence that says what is not known.
    pub(super) fn of(sentence: &str, apart: &Apart) -> Self {
        let mut known = Self {
            apart: apart.clone(),
            ..Self::default()
        };
        known.ask(sentence);
        known
    }

    fn add_all(&mut self, text: &str) {
        let spans = check::sentences(text).into_iter();
        for sentence in spans.filter_map(|span| text.get(span)) {
            self.add(sentence);
        }
    }

    /// Takes in a sentence by which something is asked.
    fn ask(&mut self, sentence: &str) {
        self.add(sentence);
        let own = telling_words(sentence).into_iter();
        let meant = own.filter_map(|own| Some(word(&own)?.vector));
        self.asking.extend(meant);
    }

    fn add(&mut self, sentence: &str) {
        self.vectors.extend(embed(&self.meant(sentence)));
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

    /// How near another sentence is to them.
    pub(super) fn nearness(&self, sentence: &str) -> Nearness {
        let likeness = self.likeness(sentence);
        let own = telling(sentence);
        let is_known = |own: &&String| self.sentences.iter().any(|known| known.contains(*own));
        let shared = own.iter().filter(is_known).count();
        if likeness >= ALIKE || shared >= SHARED {
            return Nearness::Plain;
        }
        if self.names_who_is_asked(sentence) && self.has_an_asking_word(sentence) {
            Nearness::Plain
        } else if likeness >= NEAR || shared > 0 {
            Nearness::Some
        } else {
            Nearness::None
        }
    }

    /// Whether a sentence has a word that means the like of one that asks.
    fn has_an_asking_word(&self, sentence: &str) -> bool {
        let mut own = telling_words(sentence).into_iter();
        own.any(|own| {
            let own = word(&own).map(|own| own.vector);
            let mut all = self.asking.iter();
            own.is_some_and(|own| all.any(|one| one.cosine(&own) >= AKIN))
        })
    }

    /// Whether a sentence names one of those who are asked about, and nobody who is only named after them.
    fn names_who_is_asked(&self, sentence: &str) -> bool {
        let others = self.others_named_after(sentence);
        let own = words(sentence).filter_map(|span| sentence.get(span));
        let own = own.map(|own| plain(own.trim_end_matches("'s").trim_end_matches("’s")));
        let own: HashSet<String> = own.filter(|own| !others.contains(own)).collect();
        let mut asked = self.apart.asked.iter();
        asked.any(|name| name.words.iter().all(|word| own.contains(word)))
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

    /// The words of a sentence by which it may mean the like of another.
    fn meant<'t>(&self, sentence: &'t str) -> Cow<'t, str> {
        let others = self.others_named_after(sentence);
        let amounts = quantities(sentence);
        let is_apart = |span: &Range<usize>| {
            let word = plain(sentence.get(span.clone()).unwrap_or_default());
            self.apart.places.contains(&word)
                || others.contains(&word)
                || amounts.iter().any(|one| one.span.contains(&span.start))
        };
        if !words(sentence).any(|span| is_apart(&span)) {
            return Cow::Borrowed(sentence);
        }
        let kept = words(sentence).filter(|span| !is_apart(span));
        let kept: Vec<&str> = kept.filter_map(|span| sentence.get(span)).collect();
        Cow::Owned(kept.join(" "))
    }

    /// How much a sentence means the like of one of them; what no vector can be made of is not known to mean something else.
    fn likeness(&self, sentence: &str) -> f32 {
        let meant = self.meant(sentence);
        let Some(own) = embed(&meant) else {
            // A sentence of names and figures alone means nothing by itself.
            let is_bare = matches!(meant, Cow::Owned(_)) && words(&meant).next().is_none();
            return if is_bare { 0.0 } else { 1.0 };
        };
        let all = self.vectors.iter().map(|one| one.cosine(&own));
        all.fold(0.0, f32::max)
    }
}

/// What an accepted brief and its question are about, for sentences that a writer puts in from the news: of what nobody listed as news of the matter only that which is
/// in any way about the same may be.
pub struct Brief(Known);

impl Brief {
    /// Reads the question and the accepted text.
    #[must_use]
    pub fn read(study: &Study) -> Self {
        let mut apart = Apart {
            places: HashSet::new(),
            asked: names(&study.question),
        };
        apart.add_parties(&study.question);
        apart.add_places(&study.question, &apart.asked.clone());
        let stated: Vec<_> = study
            .sections
            .iter()
            .flat_map(|section| check::stated(&section.accepted()))
            .collect();
        for one in &stated {
            apart.add_places(&one.bare, &names(&one.bare));
        }
        let mut known = Known {
            apart,
            ..Known::default()
        };
        known.ask(&study.question);
        for one in &stated {
            known.add(&one.bare);
        }
        Self(known)
    }

    /// Whether a sentence has nothing in common with them but names, figures and dates.
    #[must_use]
    pub fn is_beside(&self, sentence: &str) -> bool {
        self.0.nearness(sentence) == Nearness::None && !self.0.has_an_asking_word(sentence)
    }
}

/// The words of the names before which it says where something is, in the question, the brief or the news: `in Brom`.
fn places(study: &Study, index: &Index<'_>) -> HashSet<String> {
    let mut apart = Apart::default();
    apart.add_places(&study.question, &names(&study.question));
    for entry in &index.entries {
        apart.add_places(index.text(entry), &entry.statement.names);
    }
    apart.places
}

/// The stems of what a sentence tells: its words without those that name somebody or something, and those of its amounts and dates.
pub(super) fn telling(sentence: &str) -> HashSet<String> {
    let told = telling_words(sentence).into_iter();
    told.map(|word| stem(&word)).collect()
}

/// The words of which [`telling`] has the stems.
fn telling_words(sentence: &str) -> Vec<String> {
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
        .collect()
}

/// The share of what a sentence tells that some others tell too, in its words or in words that mean the like.
pub fn share_told(sentence: &str, others: &[&str]) -> f32 {
    let known: Vec<String> = others
        .iter()
        .flat_map(|other| telling_words(other))
        .collect();
    let stems: HashSet<String> = known.iter().map(|word| stem(word)).collect();
    let meant: Vec<Vector> = known
        .iter()
        .filter_map(|own| Some(word(own)?.vector))
        .collect();
    let is_told = |own: &&String| {
        let is_meant = || {
            let vector = word(own).map(|own| own.vector);
            vector.is_some_and(|own| meant.iter().any(|one| one.cosine(&own) >= AKIN))
        };
        stems.contains(&stem(own)) || is_meant()
    };
    let own = telling_words(sentence);
    let told = own.iter().filter(is_told).count();
    told as f32 / own.len().max(1) as f32
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
        known.apart.add_parties(question);
        known.ask(question);
        let club = known.others_named_after("FC Lindholm won 3 to 1 against Esby.");
        assert!(club.contains("lindholm"), "{club:?}");
        let town = known.others_named_after("Lindholm decided to order the heat pump.");
        assert!(town.is_empty(), "{town:?}");
        for (sentence, expected) in [
            ("The match was watched by 4,200 people.", Nearness::None),
            (
                "FC Lindholm won 3 to 1 against Esby on 20 August 2026.",
                Nearness::None,
            ),
            (
                "The library of Lindholm lent 55,000 books in 2025.",
                Nearness::None,
            ),
            (
                "Lindholm's boilers are to be switched off by 2028.",
                Nearness::Plain,
            ),
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
    fn the_name_of_who_is_asked_about_makes_nothing_of_the_matter_by_itself() {
        let question = "Should Norden Labs replace its weekly staff meeting with a written report?";
        let mut known = Known {
            apart: Apart {
                asked: names(question),
                ..Apart::default()
            },
            ..Known::default()
        };
        known.apart.add_parties(question);
        known.ask(question);
        known.add("A meeting of 40 people at Norden Labs takes 2 hours a week.");
        for (sentence, expected) in [
            (
                "Norden Labs sponsors the handball team of Brom with 40,000 euros.",
                Nearness::None,
            ),
            (
                "Norden Labs has put off its decision on the gatherings of its employees.",
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
