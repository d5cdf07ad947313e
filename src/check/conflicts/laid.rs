//! Documents laid against each other, for the tests of conflicts.

use super::{Conflict, conflicts_among};
use crate::check::support::Evidence;
use crate::study::{DocumentId, Passage, PassageId};

/// The passages of documents that have one each, with the heading that it stands under.
pub(super) fn passages(documents: &[(&str, &str)]) -> Vec<Passage> {
    let documents = documents.iter().zip(1..);
    documents
        .map(|((heading, text), id)| Passage {
            id: PassageId(id),
            document: DocumentId(id),
            text: (*text).to_owned(),
            span: 0..text.len(),
            headings: (!heading.is_empty())
                .then(|| (*heading).to_owned())
                .into_iter()
                .collect(),
            ..Passage::default()
        })
        .collect()
}

pub(super) fn numbered(passages: &[Passage]) -> Vec<Evidence<'_>> {
    (1..)
        .zip(passages)
        .map(|(number, passage)| Evidence { number, passage })
        .collect()
}

/// The conflicts among documents, each given with its heading.
pub(super) fn under_headings(documents: &[(&str, &str)]) -> Vec<Conflict> {
    conflicts_among(&numbered(&passages(documents)), [])
}

/// How many conflicts there are between two documents, each given with its title.
pub(super) fn entitled(documents: [(&str, &str); 2]) -> usize {
    let passages = passages(&documents.map(|(_, text)| ("", text)));
    let titles = (1..).zip(documents.map(|(title, _)| title.to_owned()));
    conflicts_among(&numbered(&passages), titles).len()
}

/// The conflicts between two documents, among sentences on other things that lend the words their weight.
pub(super) fn among(a: &str, b: &str) -> Vec<Conflict> {
    let others = "Trains run on time. Rivers carry sand. Schools open at eight. Wages were discussed by the council. Forests cover half of the land.";
    under_headings(&[("", a), ("", b), ("", others)])
}
