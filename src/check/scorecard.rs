//! The scores that are measured without a model [J1][J3].
//!
//! They are read off the accepted text and the verdicts of its claims; what is only proposed counts nothing. Nothing here judges: a share is a share.

use std::collections::HashSet;

use super::claims::is_claim;
use super::sentences::sentences;
use super::terms::{Lexicon, Term, words};
use crate::study::{Claim, Reading, Score, Scores, Study, Verdict, citation};

/// The measured scores, each from 0 to 1, and what they were measured from.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scorecard {
    /// Share of claims that are supported; `None` while there are no checked claims.
    pub supported: Option<f32>,
    /// Share of the question's content words that the brief takes up.
    pub coverage: Option<f32>,
    pub words: usize,
    pub claims: usize,
    /// Distinct documents cited, and documents in the study.
    pub cited: usize,
    pub documents: usize,
    /// By number of distinct sources, times the supported share [J3].
    pub confidence: f32,
    /// Claims by verdict, in the order of `Verdict::ALL`.
    pub verdicts: [usize; 6],
}

/// Measures a study as it stands.
#[must_use]
pub fn scorecard(study: &Study) -> Scorecard {
    let texts: Vec<String> = study
        .sections
        .iter()
        .map(crate::study::Section::accepted)
        .collect();
    let claims: Vec<&Claim> = study
        .sections
        .iter()
        .flat_map(crate::study::Section::accepted_claims)
        .collect();
    let verdicts = Verdict::ALL.map(|verdict| {
        claims
            .iter()
            .filter(|claim| claim.verdict == verdict)
            .count()
    });
    let [passed, ..] = verdicts;
    let unchecked = claims
        .iter()
        .filter(|claim| claim.verdict == Verdict::Unchecked)
        .count();
    // What could not be checked is no pass, but alone it says nothing either.
    let supported = (claims.len() > unchecked).then(|| passed as f32 / claims.len() as f32);
    let cited = cited_documents(study, &texts, &claims);
    let rests_on = match cited {
        0 => 0.0,
        1 => 0.6,
        2 => 0.8,
        _ => 0.95,
    };
    Scorecard {
        supported,
        coverage: coverage(&study.question, &texts),
        words: texts.iter().map(|text| count_words(text)).sum(),
        claims: claims.len(),
        cited,
        documents: study.current().count(),
        confidence: rests_on * supported.unwrap_or(0.0),
        verdicts,
    }
}

/// Claims of one reading of the brief by verdict, in the order of `Verdict::ALL`.
#[must_use]
pub fn verdicts(study: &Study, reading: Reading) -> [usize; 6] {
    let texts = study.texts(reading);
    let mut counts = [0; 6];
    for (section, text) in study.sections.iter().zip(&texts) {
        for claim in &section.claims {
            if text.contains(claim.text.as_str()) {
                counts[claim.verdict as usize] += 1;
            }
        }
    }
    counts
}

/// The five dimensions of one reading of the brief as far as they can be measured, in the judge's form [J1].
#[must_use]
pub fn measured(study: &Study, reading: Reading) -> Scores {
    let texts = study.texts(reading);
    let claims: Vec<&Claim> = study
        .sections
        .iter()
        .zip(&texts)
        .flat_map(|(section, text)| {
            section
                .claims
                .iter()
                .filter(move |claim| text.contains(claim.text.as_str()))
        })
        .collect();
    let share = |part: usize, whole: usize| {
        if whole == 0 {
            0.0
        } else {
            part as f32 / whole as f32
        }
    };
    let supported = claims
        .iter()
        .filter(|claim| claim.verdict == Verdict::Supported)
        .count();
    let covered = coverage(&study.question, &texts).unwrap_or(0.0);
    let written = texts.iter().filter(|text| !text.trim().is_empty()).count();
    let cited = cited_documents(study, &texts, &claims);
    let score = |share: f32, reason: String| Score {
        value: 1.0 + 4.0 * share.clamp(0.0, 1.0),
        reason,
        sentences: Vec::new(),
    };
    Scores([
        score(
            share(supported, claims.len()),
            format!("{supported} of {} claims supported", claims.len()),
        ),
        score(
            covered * share(written, texts.len()),
            format!("{:.0} % of the question's words taken up", covered * 100.0),
        ),
        score(
            share(cited, study.current().count()),
            format!("{cited} of {} sources cited", study.current().count()),
        ),
        score(1.0, String::new()),
        score(1.0, String::new()),
    ])
}

/// Distinct sources behind the numbers that the texts cite; near-copies are one.
fn cited_documents(study: &Study, texts: &[String], claims: &[&Claim]) -> usize {
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
    study.count_sources(in_marks.chain(in_claims))
}

/// Share of the question's content words that stand in claims: a sentence which says that something is missing does not take it up.
fn coverage(question: &str, texts: &[String]) -> Option<f32> {
    let mut lexicon = Lexicon::default();
    let asked = lexicon.term_set(question);
    if asked.is_empty() || texts.iter().all(|text| text.trim().is_empty()) {
        return None;
    }
    let mut taken: HashSet<Term> = HashSet::new();
    for text in texts {
        for sentence in sentences(text)
            .into_iter()
            .filter_map(|span| text.get(span))
            .filter(|sentence| is_claim(sentence))
        {
            taken.extend(lexicon.terms(sentence));
        }
    }
    let covered = asked.iter().filter(|term| taken.contains(term)).count();
    Some(covered as f32 / asked.len() as f32)
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
        Document, DocumentId, DocumentKind, Event, Framework, Origin, Provenance, RhetoricalRole,
        SectionId, SectionPlan, Timestamp,
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
        }
    }

    /// A study of one section with `text` and `claims`, over documents with these hashes.
    fn study(text: &str, claims: Vec<Claim>, hashes: &[&str]) -> Study {
        let plan = SectionPlan {
            title: "Situation".to_owned(),
            purpose: String::new(),
            role: RhetoricalRole::Situation,
            words: 100,
        };
        let mut events = vec![Event::StudyOpened {
            question: "Which batteries cut the evening peak?".to_owned(),
            framework: Framework {
                id: "one".to_owned(),
                title: "One".to_owned(),
                sections: vec![plan],
            },
        }];
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
                passages: Vec::new(),
                multi_source: false,
                asked: String::new(),
                replied: String::new(),
                usage: crate::study::Usage::default(),
                duration_ms: 0,
                sent: None,
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
        assert!((card.confidence - 0.475).abs() < 1e-6);
    }

    #[test]
    fn a_question_word_that_is_said_to_be_missing_is_not_taken_up() {
        let card = scorecard(&study(
            "Batteries cut costs [1]. The evidence does not say anything about the evening peak.",
            Vec::new(),
            &["a"],
        ));
        assert_eq!(card.coverage, Some(0.5));
    }

    #[test]
    fn copies_of_one_document_are_one_source() {
        let text = "Batteries cut the peak [1][2].";
        let card = scorecard(&study(
            text,
            vec![claim(text, &[1, 2], Verdict::Supported)],
            &["same", "same"],
        ));
        assert_eq!(card.cited, 1);
        assert!((card.confidence - 0.6).abs() < 1e-6);
    }

    #[test]
    fn nothing_written_or_checked_scores_nothing() {
        assert_eq!(scorecard(&Study::default()), Scorecard::default());
        let card = scorecard(&study("", Vec::new(), &["a"]));
        assert_eq!((card.supported, card.coverage, card.words), (None, None, 0));
        let text = "Batteries cut the peak [9].";
        let card = scorecard(&study(
            text,
            vec![claim(text, &[9], Verdict::Unchecked)],
            &["a"],
        ));
        assert_eq!((card.supported, card.claims), (None, 1));
        assert!(card.confidence.abs() < f32::EPSILON);
    }
}
