//! Which documents of a study are one source: near-copies of one text [E5].
//!
//! The library finds the copies; each keeps its own citation number and can be opened. Wherever sources are counted, a group counts once.

use std::collections::HashSet;

use super::evidence::Document;
use super::ids::DocumentId;
use super::state::Study;

impl Document {
    /// The document that stands for the group of near-copies that this one belongs to: itself where there is no group.
    #[must_use]
    pub fn source(&self) -> DocumentId {
        self.copy_of.unwrap_or(self.id)
    }
}

impl Study {
    /// Whether two citation numbers are one source, so that citing both is citing one [C4].
    #[must_use]
    pub fn is_one_source(&self, a: u32, b: u32) -> bool {
        a == b
            || match (self.numbered(a), self.numbered(b)) {
                (Some(a), Some(b)) => self.source_of(a) == self.source_of(b),
                _ => false,
            }
    }

    /// How many sources stand behind these citation numbers; numbers without a document are none.
    #[must_use]
    pub fn count_sources(&self, numbers: impl IntoIterator<Item = u32>) -> usize {
        let sources: HashSet<DocumentId> = numbers
            .into_iter()
            .filter_map(|number| self.numbered(number))
            .map(|document| self.source_of(document))
            .collect();
        sources.len()
    }

    /// The first citation number of the group that a document is a copy in; `None` where that is its own, or where there is no group.
    #[must_use]
    pub fn copied_number(&self, document: &Document) -> Option<u32> {
        let source = self.source_of(document);
        let own = self.number_of(document.id);
        // A source that changed is a copy of what it says now, not of what it said.
        let first = (1_u32..).zip(&self.numbers).find_map(|(number, id)| {
            let other = self.document(self.latest(*id))?;
            (self.source_of(other) == source).then_some(number)
        })?;
        (own != Some(first)).then_some(first)
    }

    /// The document that stands for all copies of a text. Studies that are older than the groups know exact copies by their hash.
    #[must_use]
    pub fn source_of(&self, document: &Document) -> DocumentId {
        let known = || self.first_with_hash(&document.hash);
        document
            .copy_of
            .or_else(|| known().map(Document::source))
            .unwrap_or(document.id)
    }
}

#[cfg(test)]
mod tests {
    use crate::study::{Document, DocumentId, Event, Study};

    fn study(documents: &[(i64, &str, Option<i64>)]) -> Study {
        let mut study = Study::default();
        for (id, hash, copy_of) in documents {
            let document = Document {
                id: DocumentId(*id),
                hash: (*hash).to_owned(),
                copy_of: copy_of.map(DocumentId),
                ..Document::default()
            };
            study.apply(&Event::EvidenceAdded { document });
        }
        let documents = documents.iter().map(|(id, ..)| DocumentId(*id)).collect();
        study.apply(&Event::SourcesNumbered { documents });
        study
    }

    #[test]
    fn copies_count_once_and_keep_their_numbers() {
        let study = study(&[(4, "a", None), (7, "b", Some(4)), (9, "c", None)]);
        assert!(study.is_one_source(1, 2) && !study.is_one_source(1, 3));
        assert_eq!(study.count_sources([1, 2, 3, 8]), 2);
        let copied: Vec<_> = study
            .evidence
            .iter()
            .map(|document| study.copied_number(document))
            .collect();
        assert_eq!(copied, [None, Some(1), None]);
    }

    #[test]
    fn a_copy_of_a_source_that_was_changed_is_a_source_of_its_own() {
        let mut study = study(&[(4, "a", None), (7, "b", Some(4))]);
        let new = Document {
            id: DocumentId(9),
            hash: "c".to_owned(),
            ..Document::default()
        };
        let old = DocumentId(4);
        study.apply(&Event::DocumentReplaced { old, new });
        assert!(!study.is_one_source(1, 2));
        assert_eq!(study.copied_number(&study.evidence[1]), None);
    }

    #[test]
    fn copies_of_a_document_that_is_not_in_the_study_are_one_source_too() {
        let study = study(&[(7, "b", Some(4)), (8, "c", Some(4))]);
        assert!(study.is_one_source(1, 2));
        assert_eq!(study.copied_number(&study.evidence[1]), Some(1));
    }

    #[test]
    fn an_old_study_knows_exact_copies_by_their_hash() {
        let old = study(&[(1, "a", None), (2, "a", None), (3, "", None), (4, "", None)]);
        assert!(old.is_one_source(1, 2));
        assert!(!old.is_one_source(3, 4));
    }
}
