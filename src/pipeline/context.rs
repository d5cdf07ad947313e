//! Context: the passages chosen for a step, shaped so that a writer sees which document says what [R3].

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::study::{Document, DocumentId, Passage, Study};

/// What a writer may use in one step.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Context {
    /// In order of their best passage.
    pub documents: Vec<ContextDocument>,
}

/// One document's share of a context.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContextDocument {
    /// The citation number.
    pub number: u32,
    pub document: Document,
    /// Whether the running cycle is about this document.
    pub fresh: bool,
    /// In document order.
    pub passages: Vec<ContextPassage>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContextPassage {
    pub passage: Passage,
    /// Relevance to the step's query, from 0 to 1 within this context.
    pub score: f32,
}

impl Context {
    /// Groups passages, best first, under their documents. Passages of documents that have no number yet are left out.
    #[must_use]
    pub fn shape(study: &Study, fresh: &[DocumentId], passages: Vec<ContextPassage>) -> Self {
        let mut documents: Vec<ContextDocument> = Vec::new();
        for chosen in passages {
            let id = chosen.passage.document;
            if let Some(known) = documents.iter_mut().find(|known| known.document.id == id) {
                known.passages.push(chosen);
            } else if let (Some(number), Some(document)) = (study.number_of(id), study.document(id))
            {
                let document = document.clone();
                documents.push(ContextDocument {
                    number,
                    document,
                    fresh: fresh.contains(&id),
                    passages: vec![chosen],
                });
            }
        }
        for document in &mut documents {
            document
                .passages
                .sort_by_key(|chosen| chosen.passage.ordinal);
        }
        Self { documents }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    pub fn passages(&self) -> impl Iterator<Item = &ContextPassage> {
        self.documents
            .iter()
            .flat_map(|document| &document.passages)
    }

    /// How many sources stand in it; near-copies are one [E5].
    #[must_use]
    pub fn sources(&self) -> usize {
        let sources: HashSet<DocumentId> = self
            .documents
            .iter()
            .map(|document| document.document.source())
            .collect();
        sources.len()
    }

    /// Multi-source mode: at least two documents with at least two passages each, what a graph produced not counted, near-copies counted once [R4].
    #[must_use]
    pub fn is_multi_source(&self) -> bool {
        let written = |document: &&ContextDocument| {
            document
                .passages
                .iter()
                .filter(|chosen| !chosen.passage.from_graph)
                .count()
                >= 2
        };
        let sources: HashSet<DocumentId> = self
            .documents
            .iter()
            .filter(written)
            .map(|document| document.document.source())
            .collect();
        sources.len() >= 2
    }
}
