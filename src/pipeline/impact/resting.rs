//! What rests on a source: the sentences that fall if it is taken out of the evidence, and those that lose one of their sources.

use std::collections::BTreeSet;

use crate::check;
use crate::study::{Claim, DocumentId, Reading, SectionId, Study, Verdict};

/// A sentence that cites a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resting {
    pub section: SectionId,
    pub sentence: String,
    /// No other source that is still there stands beside it.
    pub alone: bool,
    /// It is proposed and not accepted.
    pub proposed: bool,
}

/// The sentences of the brief that cite a document's source, in order, and those that are proposed for it.
#[must_use]
pub fn resting_on(study: &Study, document: DocumentId) -> Vec<Resting> {
    let Some(number) = study.number_of(document) else {
        return Vec::new();
    };
    let is_there = |other: &u32| {
        *other != number
            && study
                .numbered(*other)
                .is_some_and(|known| study.is_current(known.id))
    };
    let mut resting = Vec::new();
    for (section, known) in (0..).map(SectionId).zip(&study.sections) {
        if !known.is_written() {
            continue;
        }
        let mut seen = BTreeSet::new();
        for (reading, proposed) in [(Reading::Accepted, false), (Reading::Candidate, true)] {
            let text = match reading {
                Reading::Accepted => known.accepted(),
                Reading::Candidate => known.candidate(),
            };
            for stated in check::stated(&text) {
                if stated.citations.contains(&number) && seen.insert(stated.text.clone()) {
                    resting.push(Resting {
                        section,
                        alone: !stated.citations.iter().any(is_there),
                        sentence: stated.text,
                        proposed,
                    });
                }
            }
        }
    }
    resting
}

/// The sentences of the brief that cite nothing and say what a document's source says: they stand when it goes, and nothing in them tells whence they are.
pub fn said_uncited(
    study: &Study,
    document: DocumentId,
) -> impl Iterator<Item = (SectionId, &Claim)> {
    let number = study.number_of(document);
    let sections = (0..).map(SectionId).zip(&study.sections);
    let claims = sections.flat_map(|(id, section)| {
        let claims = section.accepted_claims().collect::<Vec<_>>();
        claims.into_iter().map(move |claim| (id, claim))
    });
    claims.filter(move |(_, claim)| {
        let quote = claim.evidence.as_ref();
        claim.verdict == Verdict::Uncited
            && number.is_some()
            && quote.and_then(|quote| quote.number) == number
    })
}

/// What such a sentence is, in a few words.
pub const SAYS_IT_UNCITED: &str = "says what it says, and cites nothing";

impl Resting {
    /// What becomes of it, in a few words.
    #[must_use]
    pub fn told(&self) -> &'static str {
        match (self.alone, self.proposed) {
            (true, false) => "rests on it alone",
            (false, false) => "has other sources too",
            (true, true) => "is proposed, and rests on it alone",
            (false, true) => "is proposed, and has other sources too",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Event, Hunk, HunkId, PassageId, Piece, Provenance, Quote, fixture};

    #[test]
    fn the_sentences_that_fall_with_a_source_are_told_from_those_that_have_another() {
        let mut study = Study::fold(&[
            fixture::opened("why?", &["Situation"]),
            fixture::added(1),
            fixture::added(2),
            fixture::numbered(&[1, 2]),
            Event::SectionWritten {
                section: SectionId(0),
                text: "Sales fell to 2 million units [1]. Prices rose by 9 % [1][2]. Rain fell in 40 towns [2]."
                    .to_owned(),
                warnings: vec![],
                provenance: Provenance::default(),
            },
        ]);
        let pieces = &mut study.sections[0].revision.as_mut().expect("written").pieces;
        let hunk = Hunk::open(
            HunkId(1),
            String::new(),
            " Stocks grew to 9 weeks [1].".to_owned(),
            String::new(),
        );
        pieces.push(Piece::Hunk(hunk));
        let told = |study: &Study, id| -> Vec<(String, &'static str)> {
            let all = resting_on(study, DocumentId(id)).into_iter();
            all.map(|one| (one.sentence.chars().take(6).collect(), one.told()))
                .collect()
        };
        assert_eq!(
            told(&study, 1),
            [
                ("Sales ".to_owned(), "rests on it alone"),
                ("Prices".to_owned(), "has other sources too"),
                ("Stocks".to_owned(), "is proposed, and rests on it alone"),
            ]
        );
        study.apply(&Event::DocumentsTakenOut {
            documents: vec![DocumentId(2)],
            undoable: true,
        });
        assert_eq!(told(&study, 1)[1].1, "rests on it alone");
        assert_eq!(study.current().count(), 1);
        assert_eq!(study.withdrawn_in(SectionId(0)).len(), 1);
        study.apply(&Event::DocumentsPutBack {
            documents: vec![DocumentId(2)],
            undoable: true,
        });
        assert_eq!(study.current().count(), 2);
        assert_eq!(told(&study, 9), []);
        let said = |study: &Study, id| -> Vec<String> {
            let all = said_uncited(study, DocumentId(id));
            all.map(|(_, claim)| claim.text.clone()).collect()
        };
        assert_eq!(said(&study, 2), [""; 0]);
        study.apply(&Event::SectionEdited {
            section: SectionId(0),
            text: "Rain fell in 40 towns.".to_owned(),
        });
        study.apply(&Event::ClaimsChecked {
            section: SectionId(0),
            claims: vec![Claim {
                text: "Rain fell in 40 towns.".to_owned(),
                citations: vec![],
                verdict: Verdict::Uncited,
                reason: "no citation; [2] says this".to_owned(),
                evidence: Some(Quote {
                    number: Some(2),
                    passage: PassageId(2),
                    span: 0..22,
                    text: "Rain fell in 40 towns.".to_owned(),
                }),
                more: vec![],
            }],
        });
        assert_eq!(said(&study, 2), ["Rain fell in 40 towns."]);
        assert_eq!(said(&study, 1), [""; 0]);
    }
}
