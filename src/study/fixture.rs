//! The beginnings of studies that tests of many parts have in common.

use super::{Document, DocumentId, Event, Framework, RhetoricalRole, SectionPlan};

/// A study with sections of these titles is opened.
pub(crate) fn opened(question: &str, titles: &[&str]) -> Event {
    let plan = |title: &&str| SectionPlan {
        title: (*title).to_owned(),
        purpose: String::new(),
        role: RhetoricalRole::Situation,
        words: 100,
    };
    Event::StudyOpened {
        question: question.to_owned(),
        framework: Framework {
            sections: titles.iter().map(plan).collect(),
            ..Framework::default()
        },
    }
}

/// A document is added that is known by its number alone.
pub(crate) fn added(id: i64) -> Event {
    Event::EvidenceAdded {
        document: Document {
            id: DocumentId(id),
            uri: format!("/{id}"),
            hash: id.to_string(),
            ..Document::default()
        },
    }
}

/// These documents get the citation numbers from 1 on.
pub(crate) fn numbered(ids: &[i64]) -> Event {
    Event::SourcesNumbered {
        documents: ids.iter().copied().map(DocumentId).collect(),
    }
}
