//! Beside the matter: documents of the news that have nothing to do with the question, though single words of theirs stand in a long brief by chance.
//!
//! A document is taken for one only where all of it is far from the question and the brief, in meaning, in words and in names. A note of a sentence or two is
//! never taken for one: it may say by a pronoun or another word that all of it is over. What no vector can be made of is not known to be about something else.

use std::collections::{HashMap, HashSet};

use super::facts::above;
use super::matter::telling;
use crate::check::{self, Name};
use crate::semantic::{Vector, embed};
use crate::study::{DocumentId, Passage, Study};

/// From this likeness on, a document may be about the same as the brief, or as the question; a sentence of it as the question, or as a sentence of the brief.
/// Of 31 documents that were news to their briefs none lay below all four and shared neither names nor most words with the question; of 1,155 about something
/// else 92 in 100 did.
const TO_BRIEF: f32 = 0.5;
const TO_QUESTION: f32 = 0.33;
const SENTENCE_TO_QUESTION: f32 = 0.45;
const SENTENCE_TO_BRIEF: f32 = 0.55;
/// The share of the question's telling words that does the same, and how many that are at least.
const SHARE: f32 = 0.7;
const SHARED: usize = 2;
/// A document of fewer sentences and words is a note.
const NOTE: usize = 3;
const NOTE_WORDS: usize = 32;

/// The documents of some passages that are about something else than a study and the sentences of its brief.
pub(super) fn documents_beside(
    study: &Study,
    brief: &[&Passage],
    passages: &[Passage],
) -> HashSet<DocumentId> {
    let brief: Vec<&str> = brief.iter().map(|one| one.text.as_str()).collect();
    let Some(asked) = Asked::read(&study.question, &brief) else {
        return HashSet::new();
    };
    let mut texts: HashMap<DocumentId, (String, String)> = HashMap::new();
    for passage in passages {
        let (_, text) = texts
            .entry(passage.document)
            .or_insert_with(|| (above(study, passage), String::new()));
        text.push_str(&passage.text);
        text.push('\n');
    }
    let beside = texts
        .into_iter()
        .filter(|(_, (title, text))| !asked.may_be_in(title, text));
    beside.map(|(document, _)| document).collect()
}

/// The question and the brief, as documents are compared with them.
struct Asked {
    vector: Vector,
    names: Vec<Name>,
    words: HashSet<String>,
    brief: Vector,
    sentences: Vec<Vector>,
}

impl Asked {
    fn read(question: &str, brief: &[&str]) -> Option<Self> {
        Some(Self {
            vector: embed(question)?,
            names: check::names(question),
            words: telling(question),
            brief: embed(&brief.join(" "))?,
            sentences: brief
                .iter()
                .filter_map(|sentence| embed(sentence))
                .collect(),
        })
    }

    /// Whether a document of this title may be about the question or the brief.
    fn may_be_in(&self, title: &str, text: &str) -> bool {
        let whole = format!("{title}\n{text}");
        let Some(own) = embed(&whole) else {
            return true;
        };
        own.cosine(&self.brief) >= TO_BRIEF
            || own.cosine(&self.vector) >= TO_QUESTION
            || self.is_named_in(&whole)
            || self.is_worded_in(&whole)
            || self.is_meant_in(text)
    }

    fn is_named_in(&self, text: &str) -> bool {
        let named = check::names(text);
        let is_there = |name: &Name| named.iter().any(|other| other.matches(name));
        self.names.iter().any(is_there)
    }

    fn is_worded_in(&self, text: &str) -> bool {
        let shared = self.words.intersection(&telling(text)).count();
        let least = SHARED.min(self.words.len()).max(1);
        shared >= least && shared as f32 >= SHARE * self.words.len() as f32
    }

    /// Whether one sentence is about the question or says the like of the brief, or there are too few to tell.
    fn is_meant_in(&self, text: &str) -> bool {
        let spans = check::sentences(text);
        let is_note = spans.len() < NOTE && check::words(text).count() < NOTE_WORDS;
        let is_like = |own: &Vector| {
            let mut brief = self.sentences.iter();
            own.cosine(&self.vector) >= SENTENCE_TO_QUESTION
                || brief.any(|said| own.cosine(said) >= SENTENCE_TO_BRIEF)
        };
        let mut vectors = spans.into_iter().filter_map(|span| embed(text.get(span)?));
        is_note || vectors.any(|own| is_like(&own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUESTION: &str = "What caused the February 2021 power outages in Texas, and what was recommended to prevent another?";
    const BRIEF: &[&str] = &[
        "More than 4.5 million homes and businesses were left without power, some for several days.",
        "The preliminary report has been put together by the Federal Energy Regulatory Commission.",
        "A severe cold snap raised demand at the same time as it caused failure of many of the generating sources in the area affected.",
        "Of the 1,045 generating units affected, 57 percent were natural gas-fired units that primarily faced fuel-supply challenges.",
        "The report outlines a series of recommendations, including mandatory electric reliability standards, to prevent its recurrence.",
    ];

    #[test]
    fn a_document_about_something_else_is_known_though_it_shares_common_words() {
        let asked = Asked::read(QUESTION, BRIEF).unwrap();
        for (title, text) in [
            (
                "Coffee and the heart",
                "The study included a four-year follow up. All studies were conducted in either Sweden or the US, thus reducing the \
             generalizability of the results. A cup a day did no harm.",
            ),
            (
                "The final word on coffee",
                "Drinking lots of coffee does no harm to the heart, according to the largest study to date on the subject. The Swedish research on nearly \
                 250,000 people over the course of 12 years suggests that it is unlikely to be a problem for patients either.",
            ),
            (
                "The chess club",
                "The chess club celebrates its fiftieth anniversary. Membership grew to 640 in February. A series of matches is played in May.",
            ),
        ] {
            assert!(!asked.may_be_in(title, text), "{text}");
        }
    }

    #[test]
    fn what_is_of_the_matter_in_other_words_or_is_a_note_is_not() {
        let asked = Asked::read(QUESTION, BRIEF).unwrap();
        for (title, text) in [
            (
                "Findings",
                "Regulators found that 44 percent of the generating units failed because equipment froze. Another 31 percent lacked fuel. Wind turbines \
             iced up as well.",
            ),
            (
                "Minutes",
                "Texas lawmakers met on Monday. They ordered companies to prepare for winter. A second reading follows.",
            ),
            ("Note of the union", "The crisis is over. Nobody was hurt."),
        ] {
            assert!(asked.may_be_in(title, text), "{text}");
        }
    }
}
