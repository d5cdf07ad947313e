//! What is measured of a study's brief without a model: counts, confidence, and the five scores [J1][J3].
//!
//! Here a study becomes what the scores are measured of: its texts in one reading, their verdicts, its sources, and which of these bear on the
//! question. How a score is measured is in `scores`. What is only proposed counts nothing for what is accepted.

use std::collections::{BTreeMap, BTreeSet};

use super::{Dissent, Draft, DraftPart, SourceKey, scores};
use crate::check::language::terms::words;
use crate::check::text::stated::{Stated, stated};
use crate::study::{
    Claim, Document, DocumentId, Fate, LeftOut, Reading, Scores, Section, SectionId, Sent, Study,
    Verdict, by_verdict, citation,
};

/// Below this confidence a brief rests on limited evidence [J3].
pub const LIMITED: f32 = 0.5;

/// What is measured of the accepted brief.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scorecard {
    /// Share of claims that are supported; `None` while there are no checked claims.
    pub supported: Option<f32>,
    pub words: usize,
    pub claims: usize,
    /// Distinct sources cited, and sources of the study: those that can be cited now, and those that are, though they were taken out since. Copies are one.
    pub cited: usize,
    pub documents: usize,
    /// By number of distinct sources, times the supported share [J3]; `None` where nothing of what is written was checked.
    pub confidence: Option<f32>,
    /// The same for each section; `None` where none of its claims was checked.
    pub sections: Vec<Option<f32>>,
    /// Claims by verdict, in the order of `Verdict::ALL`.
    pub verdicts: [usize; 6],
    /// Claims that rest on two or more distinct sources [C4].
    pub several: usize,
}

/// Counts what a study holds.
#[must_use]
pub fn scorecard(study: &Study) -> Scorecard {
    let texts: Vec<String> = study.sections.iter().map(Section::standing).collect();
    let parts = study.sections.iter().zip(&texts);
    let parts: Vec<(&String, Vec<&Claim>)> = parts
        .map(|(section, text)| (text, section.claims_in(text)))
        .collect();
    let sections = parts
        .iter()
        .map(|(text, claims)| {
            let supported = supported(claims)?;
            Some(confidence(
                cited_documents(study, std::slice::from_ref(text), claims),
                supported,
            ))
        })
        .collect();
    let claims: Vec<&Claim> = parts.into_iter().flat_map(|(_, claims)| claims).collect();
    let cited = cited_documents(study, &texts, &claims);
    let supported = supported(&claims);
    Scorecard {
        supported,
        words: texts.iter().map(|text| count_words(text)).sum(),
        claims: claims.len(),
        cited,
        documents: sources(study, &texts, &claims),
        confidence: match supported {
            Some(supported) => Some(confidence(cited, supported)),
            // What states nothing rests on nothing.
            None if claims.is_empty() && unchecked(study).next().is_none() => Some(0.0),
            None => None,
        },
        sections,
        verdicts: by_verdict(claims.iter().copied()),
        several: claims
            .iter()
            .filter(|claim| study.is_multi_source(claim))
            .count(),
    }
}

/// Sections of whose accepted text no claim has been laid against the evidence yet.
pub fn unchecked(study: &Study) -> impl Iterator<Item = SectionId> {
    let sections = (0..).map(SectionId).zip(&study.sections);
    let is_unchecked = |section: &Section| {
        let is_known = |stated: &Stated| section.claim(&stated.text).is_some();
        let stated = stated(&section.accepted());
        !stated.is_empty() && !stated.iter().any(is_known)
    };
    let sections = sections.filter(|(_, section)| section.is_written() && !section.checked);
    sections
        .filter(move |(_, section)| is_unchecked(section))
        .map(|(id, _)| id)
}

/// How sure one can be of what rests on so many sources [J3].
#[must_use]
fn confidence(sources: usize, supported: f32) -> f32 {
    let rests_on = match sources {
        0 => 0.0,
        1 => 0.6,
        2 => 0.8,
        _ => 0.95,
    };
    rests_on * supported
}

/// Share of claims that are supported. What could not be checked is no pass, but alone it says nothing either.
fn supported(claims: &[&Claim]) -> Option<f32> {
    let count = |verdict| {
        claims
            .iter()
            .filter(|claim| claim.verdict == verdict)
            .count()
    };
    (claims.len() > count(Verdict::Unchecked))
        .then(|| count(Verdict::Supported) as f32 / claims.len() as f32)
}

/// The five dimensions of one reading of the brief as they are measured, in the judge's form [J1].
#[must_use]
pub fn measured(study: &Study, reading: Reading, dissent: &Dissent) -> Scores {
    scores(&draft(study, reading, dissent))
}

/// One reading of a study's brief, ready to be scored; `dissent` is what its sources disagree on.
#[must_use]
pub fn draft(study: &Study, reading: Reading, dissent: &Dissent) -> Draft {
    let plans = study.framework.sections.iter();
    let texts = study.texts(reading);
    let parts = plans.zip(&study.sections).zip(texts);
    let sources: BTreeMap<u32, SourceKey> = (1..)
        .zip(&study.numbers)
        .filter_map(|(number, _)| Some((number, key_of(study, study.numbered(number)?))))
        .collect();
    let mut titles = BTreeMap::new();
    for document in study.current() {
        let key = key_of(study, document);
        titles.entry(key).or_insert_with(|| document.title.clone());
    }
    Draft {
        question: match reading {
            Reading::Accepted => study.answered().to_owned(),
            Reading::Candidate => study.question.clone(),
        },
        parts: parts
            .map(|((plan, section), text)| DraftPart {
                title: plan.title.clone(),
                text,
                claims: section.claims.to_vec(),
            })
            .collect(),
        sources,
        titles,
        relevant: relevant(study),
        dissent: dissent.clone(),
    }
}

/// The source that a document is, in the form that scores know.
#[must_use]
pub fn key_of(study: &Study, document: &Document) -> SourceKey {
    SourceKey(study.source_of(document).0)
}

/// The sources that bear on the question: those whose passages writers were sent, or scored as high as one that was sent and were left out. Where
/// no writer kept a record of that, all that there are.
fn relevant(study: &Study) -> BTreeSet<SourceKey> {
    let mut documents: BTreeSet<DocumentId> = BTreeSet::new();
    let made = study
        .sections
        .iter()
        .filter_map(|part| part.provenance.as_ref());
    for sent in made.filter_map(|made| made.sent.as_ref()) {
        let least = least_sent(sent);
        for passage in &sent.passages {
            let is_in = match &passage.fate {
                Fate::Whole | Fate::Above | Fate::Compressed(_) => true,
                Fate::LeftOut(LeftOut::SetAside(_)) => false,
                Fate::LeftOut(_) => passage.score >= least,
            };
            if is_in {
                documents.insert(passage.document);
            }
        }
    }
    let is_relevant =
        |document: &&Document| documents.is_empty() || documents.contains(&document.id);
    study
        .current()
        .filter(is_relevant)
        .map(|document| key_of(study, document))
        .collect()
}

/// The score of the least relevant passage that was sent.
fn least_sent(sent: &Sent) -> f32 {
    let went = sent
        .passages
        .iter()
        .filter(|passage| !matches!(passage.fate, Fate::LeftOut(_)));
    went.map(|passage| passage.score)
        .fold(f32::INFINITY, f32::min)
}

/// Distinct sources behind the numbers that the texts cite; near-copies are one.
fn cited_documents(study: &Study, texts: &[String], claims: &[&Claim]) -> usize {
    study.count_sources(cited_numbers(texts, claims))
}

/// Distinct sources that can be cited or are.
fn sources(study: &Study, texts: &[String], claims: &[&Claim]) -> usize {
    let cited = cited_numbers(texts, claims).filter_map(|number| study.numbered(number));
    let all = study.current().chain(cited);
    let all: BTreeSet<DocumentId> = all.map(|document| study.source_of(document)).collect();
    all.len()
}

/// The numbers that the texts cite, as often as they do.
fn cited_numbers(texts: &[String], claims: &[&Claim]) -> impl Iterator<Item = u32> {
    let in_marks = texts
        .iter()
        .flat_map(|text| citation::marks(text))
        .flat_map(|mark| mark.references)
        .filter_map(|reference| match reference {
            citation::Reference::Number(number) => Some(number),
            _ => None,
        });
    let in_claims = claims
        .iter()
        .flat_map(|claim| claim.citations.iter().copied());
    in_marks.chain(in_claims)
}

/// Words of a section's text; numbers in citation marks are none.
fn count_words(text: &str) -> usize {
    let letters = |word: &str| word.contains(char::is_alphabetic);
    let lone = |at: usize| {
        text.get(..at)
            .is_some_and(|before| before.ends_with(['[', ',', '-', '^']))
    };
    words(text)
        .filter(|span| text.get(span.clone()).is_some_and(letters) || !lone(span.start))
        .count()
}

#[cfg(test)]
mod tests {
    use crate::study::{
        Document, DocumentId, DocumentKind, Event, Origin, Provenance, SectionId, Timestamp,
        fixture,
    };

    use super::*;

    fn document(id: i64, hash: &str) -> Document {
        Document {
            id: DocumentId(id),
            title: format!("Document {id}"),
            uri: format!("/evidence/{id}.md"),
            kind: DocumentKind::Markdown,
            origin: Origin::General,
            author: None,
            site: None,
            date: None,
            hash: hash.to_owned(),
            passages: 1,
            pages: None,
            accessed: Timestamp(0),
            warnings: Vec::new(),
            ..Document::default()
        }
    }

    fn claim(text: &str, citations: &[u32], verdict: Verdict) -> Claim {
        Claim {
            text: text.to_owned(),
            citations: citations.to_vec(),
            verdict,
            reason: String::new(),
            evidence: None,
            more: Vec::new(),
        }
    }

    /// A study of one section with `text` and `claims`, over documents with these hashes.
    fn study(text: &str, claims: Vec<Claim>, hashes: &[&str]) -> Study {
        let mut events = vec![fixture::opened(
            "Which batteries cut the evening peak?",
            &["Situation"],
        )];
        let documents: Vec<_> = hashes
            .iter()
            .zip(1..)
            .map(|(hash, id)| document(id, hash))
            .collect();
        events.extend(documents.iter().map(|document| Event::EvidenceAdded {
            document: document.clone(),
        }));
        events.push(Event::SourcesNumbered {
            documents: documents.iter().map(|document| document.id).collect(),
        });
        if !text.is_empty() {
            let provenance = Provenance {
                writer: "extractive".to_owned(),
                prompt: crate::study::PromptRef::default(),
                usage: crate::study::Usage::default(),
                ..Provenance::default()
            };
            events.push(Event::SectionWritten {
                section: SectionId(0),
                text: text.to_owned(),
                warnings: Vec::new(),
                provenance,
            });
            events.push(Event::ClaimsChecked {
                section: SectionId(0),
                claims,
            });
        }
        Study::fold(&events)
    }

    #[test]
    fn shares_are_taken_over_the_accepted_claims() {
        let text = "Batteries cut the peak [1]. They cost 5 million [2][3].";
        let claims = vec![
            claim("Batteries cut the peak [1].", &[1], Verdict::Supported),
            claim(
                "They cost 5 million [2][3].",
                &[2, 3],
                Verdict::Contradicted,
            ),
            claim(
                "A claim of a text that was rejected.",
                &[1],
                Verdict::Supported,
            ),
        ];
        let card = scorecard(&study(text, claims, &["a", "b", "c", "d"]));
        assert_eq!((card.claims, card.supported), (2, Some(0.5)));
        assert_eq!(card.verdicts, [1, 0, 0, 1, 0, 0]);
        assert_eq!((card.cited, card.documents), (3, 4));
        assert_eq!(card.words, 8);
        assert_eq!(card.confidence, Some(0.475));
    }

    #[test]
    fn a_source_that_is_cited_and_was_taken_out_since_is_one_of_those_that_are_counted() {
        let text = "Batteries cut the peak [1][2][3].";
        let claims = vec![claim(text, &[1, 2, 3], Verdict::Supported)];
        let mut study = study(text, claims, &["a", "b", "c"]);
        study.apply(&Event::DocumentsWithdrawn {
            documents: vec![DocumentId(1)],
        });
        let card = scorecard(&study);
        assert_eq!((card.cited, card.documents), (3, 3));
    }

    #[test]
    fn copies_of_one_document_are_one_source() {
        let text = "Batteries cut the peak [1][2].";
        let card = scorecard(&study(
            text,
            vec![claim(text, &[1, 2], Verdict::Supported)],
            &["same", "same"],
        ));
        assert_eq!((card.cited, card.documents), (1, 1));
        assert_eq!(card.confidence, Some(0.6));
    }

    #[test]
    fn nothing_written_or_checked_scores_nothing() {
        let nothing = Scorecard {
            confidence: Some(0.0),
            ..Scorecard::default()
        };
        assert_eq!(scorecard(&Study::default()), nothing);
        let card = scorecard(&study("", Vec::new(), &["a"]));
        assert_eq!((card.supported, card.words), (None, 0));
        assert_eq!(card.sections, [None]);
        let text = "Batteries cut the peak [9].";
        let card = scorecard(&study(
            text,
            vec![claim(text, &[9], Verdict::Unchecked)],
            &["a"],
        ));
        assert_eq!((card.supported, card.claims), (None, 1));
        assert_eq!(card.confidence, None);
    }
}
