//! The sidecar of a brief, `NAME.tercet.json`: on which sentence of which document every claim rests, so that all of it can be checked against the evidence again
//! without a model [V3b].
//!
//! What is stored is enough to tell whether a verdict still stands: the text of the quoted sentence, where it was, and the hash of the document that it was in.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::markdown;
use super::text::json;
use crate::check::{self, Stated};
use crate::study::{Claim, Document, Passage, PassageId, Quote, Study, Verdict, citation};

/// The version of the form that is written here.
pub const SIDECAR_VERSION: u32 = 1;

/// All claims of a brief with what they rest on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sidecar {
    /// Tells a sidecar from any other JSON, and an older form from this one.
    pub tercet_sidecar: u32,
    /// What the brief is about.
    #[serde(default)]
    pub question: String,
    pub documents: Vec<SidecarDocument>,
    pub claims: Vec<SidecarClaim>,
}

/// A document that claims cite or rest on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SidecarDocument {
    /// Its citation numbers in the brief; none where it is not cited.
    #[serde(default)]
    pub numbers: Vec<u32>,
    pub title: String,
    pub uri: String,
    /// SHA-256 over the normalised text, in hex.
    pub hash: String,
}

/// A claim as it was when it was checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SidecarClaim {
    #[serde(default)]
    pub section: String,
    /// The sentence as it stands in the brief, citations included.
    pub text: String,
    #[serde(default)]
    pub citations: Vec<u32>,
    /// It cites two or more distinct sources; near-copies count as one [C4].
    #[serde(default)]
    pub several_sources: bool,
    /// The number before or after a cited one is cited too [C4].
    #[serde(default)]
    pub multi_source: bool,
    pub verdict: Verdict,
    #[serde(default)]
    pub reason: String,
    #[serde(default)]
    pub evidence: Option<SidecarEvidence>,
}

/// The sentence that a verdict rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SidecarEvidence {
    /// Hash of the document.
    pub document: String,
    pub page: Option<u32>,
    /// First byte of the document's extracted text, and the byte behind the last.
    pub span: (usize, usize),
    pub quote: String,
}

/// The sidecar of the accepted brief. `passage` looks a passage up; evidence whose passage is gone is left out.
#[must_use]
pub fn sidecar(study: &Study, passage: &dyn Fn(PassageId) -> Option<Passage>) -> Sidecar {
    let mut claims = Vec::new();
    let mut rested_on = HashSet::new();
    let written = markdown::shown(study, false);
    let sections = study.framework.sections.iter().zip(&study.sections);
    for (at, (plan, section)) in sections.enumerate() {
        let mut known: HashSet<&str> = HashSet::new();
        for claim in section.accepted_claims() {
            let evidence = claim
                .evidence
                .as_ref()
                .and_then(|quote| evidence(study, quote, passage));
            rested_on.extend(evidence.iter().map(|evidence| evidence.document.clone()));
            claims.push(told(study, &plan.title, claim, evidence));
            known.insert(&claim.text);
        }
        // What stands and is not checked yet is nothing that was edited since.
        let mut unread = written.iter().filter(|_| !section.checked);
        let shown = unread.find(|shown| shown.id == at);
        let stated = shown.map_or_else(Vec::new, |shown| check::stated(&shown.text));
        for stated in stated {
            if !known.contains(stated.text.as_str()) {
                claims.push(told(study, &plan.title, &unchecked(stated), None));
            }
        }
    }
    let documents = study.evidence.iter();
    Sidecar {
        tercet_sidecar: SIDECAR_VERSION,
        question: study.answered().to_owned(),
        documents: documents
            .map(|document| SidecarDocument::of(study, document))
            .filter(|card| !card.numbers.is_empty() || rested_on.contains(&card.hash))
            .collect(),
        claims,
    }
}

/// A claim that nobody has compared with its sources.
fn unchecked(stated: Stated) -> Claim {
    Claim {
        text: stated.text,
        citations: stated.citations,
        verdict: Verdict::Unchecked,
        reason: String::new(),
        evidence: None,
        more: Vec::new(),
    }
}

/// A claim of a section as it is written down.
fn told(
    study: &Study,
    section: &str,
    claim: &Claim,
    evidence: Option<SidecarEvidence>,
) -> SidecarClaim {
    SidecarClaim {
        section: section.to_owned(),
        text: claim.text.clone(),
        citations: claim.citations.clone(),
        several_sources: study.is_multi_source(claim),
        multi_source: citation::has_neighbours(&claim.citations),
        verdict: claim.verdict,
        reason: claim.reason.clone(),
        evidence,
    }
}

/// What a quote is in its document; `None` where its passage is gone.
fn evidence(
    study: &Study,
    quote: &Quote,
    passage: &dyn Fn(PassageId) -> Option<Passage>,
) -> Option<SidecarEvidence> {
    let passage = passage(quote.passage)?;
    let document = study.document(passage.document)?;
    let from = passage.span.start + quote.span.start;
    Some(SidecarEvidence {
        document: document.hash.clone(),
        page: passage.pages.map(|(first, _)| first),
        span: (from, from + quote.text.len()),
        quote: quote.text.clone(),
    })
}

impl SidecarDocument {
    pub(super) fn of(study: &Study, document: &Document) -> Self {
        Self {
            numbers: study.number_of(document.id).into_iter().collect(),
            title: document.title.clone(),
            uri: document.uri.clone(),
            hash: document.hash.clone(),
        }
    }
}

impl Sidecar {
    /// The form that is written: JSON, indented, so that a change shows line by line.
    #[must_use]
    pub fn to_json(&self) -> String {
        json(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean::is_hostile;
    use crate::export::fixture;
    use crate::study::DocumentId;

    #[test]
    fn every_claim_has_the_document_and_the_place_that_it_rests_on() {
        let passage = |id: PassageId| {
            Some(Passage {
                id,
                document: DocumentId(id.0 - 4),
                text: "As it says. And more.".to_owned(),
                pages: Some((2, 3)),
                span: 100..121,
                ..Passage::default()
            })
        };
        let sidecar = sidecar(&fixture::settled(), &passage);
        assert_eq!(sidecar.claims.len(), 3);
        let evidence = sidecar.claims[0].evidence.as_ref().unwrap();
        assert_eq!((evidence.span, evidence.page), ((100, 111), Some(2)));
        assert_eq!(sidecar.documents[0].numbers, [1]);
        let read: Sidecar = serde_json::from_str(&sidecar.to_json()).unwrap();
        assert_eq!(read, sidecar);
    }

    #[test]
    fn nothing_in_it_turns_a_terminal_or_its_lines_about() {
        let mut study = fixture::settled();
        study.question = "Why\u{202e}?txet \u{9b}2J \u{e0041} “so”".to_owned();
        let sidecar = sidecar(&study, &|_| None);
        let written = sidecar.to_json();
        assert!(!written.chars().any(|c| is_hostile(c) && c != '\n'));
        let read: Sidecar = serde_json::from_str(&written).unwrap();
        assert_eq!(read, sidecar);
    }

    #[test]
    fn a_passage_that_is_gone_leaves_the_verdict() {
        let sidecar = sidecar(&fixture::settled(), &|_| None);
        assert!(sidecar.claims.iter().all(|claim| claim.evidence.is_none()));
        assert_eq!(sidecar.claims[0].verdict, Verdict::Supported);
    }
}
