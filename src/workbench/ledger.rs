//! The ledger of disagreements, made beside the workbench: comparing all passages of a study takes longer than a frame.
//!
//! It is made from the evidence alone and anew whenever that has changed, so it is never journaled. Of more passages than can be compared those are taken that
//! may tell most: with the question's words, and with figures.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::{Message, Workbench, beside};
use crate::check::{Evidence, conflicts_among, is_stop_word, plain, stem, words};
use crate::library::{Library, LibraryError};
use crate::pipeline::{Ledger, disagreement};
use crate::study::{DocumentId, Passage, PassageId, Study, StudyId};

/// Passages that are compared at most, which is a second's work.
const COMPARED: usize = 3_000;

/// Passages among which these are chosen: the first ones of each document.
const READ: usize = 4 * COMPARED;

/// A ledger, and the evidence that it was made from.
#[derive(Debug, Clone, PartialEq)]
pub struct MadeLedger {
    study: StudyId,
    documents: Vec<DocumentId>,
    /// Why there is none.
    ledger: Result<Ledger, String>,
}

/// What a workbench knows of the disagreements in its evidence.
#[derive(Debug, Default)]
pub(super) struct Disagreements {
    pub(super) ledger: Ledger,
    /// The evidence that it is about, or will be when it is made.
    of: Vec<DocumentId>,
    is_making: bool,
    /// Whether anyone looks at it: nobody does where there is no screen.
    pub(super) is_wanted: bool,
}

impl Disagreements {
    /// Forgets those of a study that is left.
    pub(super) fn leave(&mut self) {
        self.ledger = Ledger::default();
        self.of.clear();
    }
}

impl Workbench {
    /// What sources disagree on.
    pub fn ledger(&self) -> &Ledger {
        &self.disagreements.ledger
    }

    /// From now on the ledger is kept up with the evidence.
    pub fn want_ledger(&mut self) {
        self.disagreements.is_wanted = true;
        self.keep_ledger();
    }

    /// In how many places the sources are known to disagree. Where nobody looks at the ledger they are compared here and now, since nothing else waits.
    pub(super) fn disagreements(&mut self) -> usize {
        let study = &self.session.study;
        let documents: Vec<DocumentId> = study.current().map(|document| document.id).collect();
        let known = &self.disagreements;
        if !known.is_wanted && known.of != documents && documents.len() > 1 {
            let all = study.current().map(|card| card.passages as usize).sum();
            // What cannot be compared is not known to disagree.
            let made = make(self.library.folder(), study, &documents, all);
            self.disagreements.ledger = made.unwrap_or_default();
            self.disagreements.of = documents;
        }
        self.disagreements.ledger.entries.len()
    }

    /// Has the ledger made anew where the evidence is another than it was made from. Evidence that is still being read is waited for.
    pub(super) fn keep_ledger(&mut self) {
        let known = &self.disagreements;
        if !known.is_wanted || known.is_making || self.ingestion.is_some() {
            return;
        }
        let study = &self.session.study;
        let documents: Vec<DocumentId> = study.current().map(|document| document.id).collect();
        if documents == self.disagreements.of {
            return;
        }
        self.disagreements.of.clone_from(&documents);
        if documents.len() < 2 {
            self.disagreements.ledger = Ledger::default();
            return;
        }
        let cards = study
            .current()
            .map(|card| (card.id, card.passages as usize));
        let all = cards.map(|(_, passages)| passages).sum();
        let (folder, reports) = (
            self.library.folder().to_owned(),
            self.report_to(Message::Ledger),
        );
        let (id, study) = (self.session.id, study.clone());
        self.disagreements.is_making = true;
        let report = {
            let documents = documents.clone();
            move |ledger| {
                let report = MadeLedger {
                    study: id,
                    documents,
                    ledger,
                };
                reports.send(report);
            }
        };
        let broke = {
            let report = report.clone();
            move || report(Err(beside::BROKE.to_owned()))
        };
        let spawned = beside::start("ledger", broke, move || {
            let made = make(&folder, &study, &documents, all);
            report(made.map_err(|error| error.to_string()));
        });
        if spawned.is_err() {
            self.disagreements.is_making = false;
        }
    }

    pub(super) fn receive_ledger(&mut self, made: MadeLedger) {
        self.disagreements.is_making = false;
        if made.study == self.session.id && made.documents == self.disagreements.of {
            match made.ledger {
                Ok(ledger) => self.disagreements.ledger = ledger,
                Err(why) => self.notify(
                    super::Level::Warning,
                    format!("the sources could not be compared with each other: {why}"),
                ),
            }
        }
        self.keep_ledger();
    }
}

fn make(
    folder: &Path,
    study: &Study,
    documents: &[DocumentId],
    all: usize,
) -> Result<Ledger, LibraryError> {
    let library = Library::open(folder)?;
    let read = library.first_passages(documents, READ)?;
    // What was set aside is no evidence that could be left out.
    let all = if read.len() < READ { read.len() } else { all };
    let passages = chosen(read, &study.question, COMPARED);
    let document_of: HashMap<PassageId, DocumentId> = passages
        .iter()
        .map(|passage| (passage.id, passage.document))
        .collect();
    // Sources are told apart by a number here, also those that nobody has cited yet.
    let numbers: HashMap<DocumentId, u32> = documents.iter().copied().zip(1..).collect();
    let evidence: Vec<Evidence<'_>> = passages
        .iter()
        .filter_map(|passage: &Passage| {
            Some(Evidence {
                number: *numbers.get(&passage.document)?,
                passage,
            })
        })
        .collect();
    let titles = numbers
        .iter()
        .filter_map(|(document, number)| Some((*number, study.document(*document)?.title.clone())));
    let entries = conflicts_among(&evidence, titles)
        .iter()
        .filter_map(|conflict| {
            disagreement(study, conflict, &|passage| {
                document_of.get(&passage).copied()
            })
        })
        .collect();
    Ok(Ledger {
        entries,
        compared: passages.len(),
        all,
    })
}

/// The passages that may tell most of what sources disagree on, in their order: those that speak of what is asked and give a figure, then those that do one of
/// these. Of equal ones the first are taken, which are of all documents in turn.
fn chosen(passages: Vec<Passage>, question: &str, most: usize) -> Vec<Passage> {
    if passages.len() <= most {
        return passages;
    }
    let stems = |text: &str| -> HashSet<String> {
        let all = words(text).filter_map(|span| text.get(span)).map(plain);
        all.filter(|word| !is_stop_word(word))
            .map(|word| stem(&word))
            .collect()
    };
    let asked = stems(question);
    let tells = |passage: &Passage| {
        let has_figure = passage
            .text
            .contains(|letter: char| letter.is_ascii_digit());
        let is_asked = !asked.is_disjoint(&stems(&passage.text));
        u8::from(has_figure) + u8::from(is_asked)
    };
    let mut ranked: Vec<(usize, Reverse<u8>)> = passages
        .iter()
        .map(|passage| Reverse(tells(passage)))
        .enumerate()
        .collect();
    ranked.sort_by_key(|(_, tells)| *tells);
    let taken: HashSet<usize> = ranked.into_iter().take(most).map(|(at, _)| at).collect();
    let all = passages.into_iter().enumerate();
    all.filter(|(at, _)| taken.contains(at))
        .map(|(_, passage)| passage)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_more_passages_than_are_compared_those_tell_most_that_give_figures_of_what_is_asked() {
        let texts = [
            "A brass band played.",
            "The bridge is old.",
            "The bridge is 40 metres long.",
            "In 1911 a brass band played.",
            "A choir sang.",
        ];
        let passages = || -> Vec<Passage> {
            let text = |text: &&str| Passage {
                text: (*text).to_owned(),
                ..Passage::default()
            };
            texts.iter().map(text).collect()
        };
        let question = "How long is the bridge?";
        for (most, expected) in [
            (5, &[0, 1, 2, 3, 4][..]),
            (4, &[0, 1, 2, 3]),
            (2, &[1, 2]),
            (1, &[2]),
        ] {
            let taken = chosen(passages(), question, most);
            let taken: Vec<&str> = taken.iter().map(|own| own.text.as_str()).collect();
            let expected: Vec<&str> = expected.iter().map(|&at| texts[at]).collect();
            assert_eq!(taken, expected);
        }
    }
}
