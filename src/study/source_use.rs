//! How a study uses its sources: which claims rest on several of them, and how often sections were written in multi-source mode [C4].

use std::collections::BTreeSet;

use serde::Serialize;

use super::citation;
use super::claim::Claim;
use super::ids::DocumentId;
use super::section::Section;
use super::sent::Sent;
use super::state::Study;

/// The statistics of a study's sections, each as it was last written, and of their accepted claims.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct SourceUse {
    /// Sections that were written.
    pub runs: usize,
    /// Of these, in multi-source mode [R4].
    pub multi_source_runs: usize,
    /// Distinct documents that a section was written from, on average; `None` where no record says so.
    pub mean_documents: Option<f32>,
    pub claims: usize,
    /// Claims that cite two or more distinct sources.
    pub multi_source_claims: usize,
}

impl SourceUse {
    /// Takes another study's statistics in.
    pub fn add(&mut self, other: Self) {
        self.mean_documents = match (self.mean_documents, other.mean_documents) {
            (Some(mean), Some(others)) => {
                let sum = mean * self.runs as f32 + others * other.runs as f32;
                Some(sum / (self.runs + other.runs).max(1) as f32)
            }
            (mean, others) => mean.or(others),
        };
        self.runs += other.runs;
        self.multi_source_runs += other.multi_source_runs;
        self.claims += other.claims;
        self.multi_source_claims += other.multi_source_claims;
    }
}

impl Study {
    #[must_use]
    pub fn source_use(&self) -> SourceUse {
        let mut found = SourceUse::default();
        let mut documents = 0;
        let mut recorded = 0;
        for made in self
            .sections
            .iter()
            .filter_map(|section| section.provenance.as_ref())
        {
            found.runs += 1;
            found.multi_source_runs += usize::from(made.multi_source);
            if let Some(sent) = &made.sent {
                let used: BTreeSet<DocumentId> = Sent::used(sent)
                    .map(|passage| self.original_of(passage.document))
                    .collect();
                documents += used.len();
                recorded += 1;
            }
        }
        found.mean_documents = (recorded > 0).then(|| documents as f32 / recorded as f32);
        for claim in self.sections.iter().flat_map(Section::accepted_claims) {
            found.claims += 1;
            found.multi_source_claims += usize::from(self.is_multi_source(claim));
        }
        found
    }

    /// Whether a claim cites two or more distinct sources; near-copies count as one.
    #[must_use]
    pub fn is_multi_source(&self, claim: &Claim) -> bool {
        citation::cites_several(&claim.citations, &|a, b| self.is_one_source(a, b))
    }
}

#[cfg(test)]
mod tests {
    use super::SourceUse;
    use crate::study::{Claim, Document, DocumentId, Event, Study, Verdict};

    #[test]
    fn studies_count_by_their_sections() {
        let of = |runs, mean_documents| SourceUse {
            runs,
            mean_documents,
            ..SourceUse::default()
        };
        let mut all = SourceUse::default();
        for (runs, mean) in [(0, None), (3, Some(1.0)), (1, Some(5.0))] {
            all.add(of(runs, mean));
        }
        assert_eq!(all, of(4, Some(2.0)));
    }

    #[test]
    fn a_claim_that_cites_a_text_and_its_copy_rests_on_one_source() {
        let mut study = Study::default();
        for (id, copy_of) in [(1, None), (2, Some(1)), (3, None)] {
            let document = Document {
                id: DocumentId(id),
                copy_of: copy_of.map(DocumentId),
                ..Document::default()
            };
            study.apply(&Event::EvidenceAdded { document });
        }
        let documents = (1..=3).map(DocumentId).collect();
        study.apply(&Event::SourcesNumbered { documents });
        let citing = |citations: &[u32]| Claim {
            text: String::new(),
            citations: citations.to_vec(),
            verdict: Verdict::Supported,
            reason: String::new(),
            evidence: None,
            more: Vec::new(),
        };
        assert!(!study.is_multi_source(&citing(&[])));
        assert!(!study.is_multi_source(&citing(&[1, 2])));
        assert!(study.is_multi_source(&citing(&[1, 2, 3])));
        assert_eq!(study.source_use().runs, 0);
    }
}
