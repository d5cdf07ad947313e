//! The addresses that the evidence names: what it links to, what it writes out, and what findings cite. They are only listed; nothing is fetched before the
//! analyst picks it [Z4].

use std::collections::{BTreeSet, HashSet};

use super::{Level, Workbench};
use crate::evidence::{Address, LINKS, canonical};
use crate::library::LibraryError;
use crate::report::address_at;
use crate::study::{Document, DocumentId, Study};

/// Passages that are looked through; those of later documents are left out.
const MOST_PASSAGES: usize = 20_000;
/// Addresses that are listed.
const MOST: usize = 500;

/// An address that a document names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedAddress {
    pub address: String,
    /// The title of the first document that names it, and how many more do.
    pub by: String,
    pub more: usize,
}

impl Workbench {
    /// The addresses that current documents of the study name and that are no evidence yet, most often named first. What was set aside names none.
    pub fn named_addresses(&mut self) -> Option<Vec<NamedAddress>> {
        match self.find_named() {
            Ok(named) => Some(named),
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                None
            }
        }
    }

    fn find_named(&self) -> Result<Vec<NamedAddress>, LibraryError> {
        let study = &self.session.study;
        let ids: Vec<DocumentId> = study.current().map(|document| document.id).collect();
        let mut named = Named::beside(study);
        for document in study.current() {
            if is_quoted(document) {
                named.add(&document.uri, document.id);
            }
            let links = document.metadata.get(LINKS).map_or("", String::as_str);
            for address in links.split_whitespace() {
                named.add(address, document.id);
            }
        }
        for passage in self.library.first_passages(&ids, MOST_PASSAGES)? {
            let said = passage.metadata.values().map(String::as_str);
            for text in said.chain([passage.text.as_str()]) {
                for address in addresses(text) {
                    named.add(address, passage.document);
                }
            }
        }
        Ok(named.listed(study))
    }
}

/// Whether a document only tells what somebody found at its address.
fn is_quoted(document: &Document) -> bool {
    document.is_page() && document.kind.quotes()
}

/// The addresses that a text writes out.
fn addresses(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("http").filter_map(|(at, _)| {
        let rest = text.get(at..)?;
        rest.get(..address_at(rest)?)
    })
}

/// Addresses with the documents that name them, as they come.
struct Named {
    known: HashSet<String>,
    found: Vec<(String, String, BTreeSet<DocumentId>)>,
}

impl Named {
    /// What is in the study already, read or refused, is not offered again.
    fn beside(study: &Study) -> Self {
        let read = study.evidence.iter().filter(|one| !is_quoted(one));
        let sources = read.flat_map(|document| {
            let own = document.metadata.get("canonical");
            [Some(&document.uri), own].into_iter().flatten()
        });
        let refused = study.refused.iter().map(|refused| &refused.source);
        Self {
            known: sources
                .chain(refused)
                .filter_map(|address| canonical(address))
                .collect(),
            found: Vec::new(),
        }
    }

    fn add(&mut self, address: &str, by: DocumentId) {
        let Some(canonical) = canonical(address).filter(|one| !self.known.contains(one)) else {
            return;
        };
        let known = self.found.iter_mut().find(|(one, ..)| *one == canonical);
        if let Some((_, _, documents)) = known {
            documents.insert(by);
        } else if self.found.len() < MOST && Address::parse(address).is_ok() {
            let documents = BTreeSet::from([by]);
            self.found.push((canonical, address.to_owned(), documents));
        }
    }

    fn listed(mut self, study: &Study) -> Vec<NamedAddress> {
        self.found
            .sort_by_key(|(_, _, documents)| std::cmp::Reverse(documents.len()));
        let titled = |(_, address, documents): (String, String, BTreeSet<DocumentId>)| {
            let first = documents.first().and_then(|id| study.document(*id))?;
            Some(NamedAddress {
                address: crate::clean::line(&address, 2000),
                by: first.title.clone(),
                more: documents.len() - 1,
            })
        };
        self.found.into_iter().filter_map(titled).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{DocumentKind, Event};

    #[test]
    fn addresses_are_found_in_text_without_the_marks_around_them() {
        let text =
            "See (https://example.org/a), http://example.org/b?x=1. And httpd or https:// not.";
        let found: Vec<&str> = addresses(text).collect();
        assert_eq!(found, ["https://example.org/a", "http://example.org/b?x=1"]);
        let cited = r#"["https://example.org/a","https://example.org/b"]"#;
        let found: Vec<&str> = addresses(cited).collect();
        assert_eq!(found, ["https://example.org/a", "https://example.org/b"]);
    }

    #[test]
    fn a_page_that_findings_tell_of_was_not_read_itself() {
        let mut study = Study::default();
        let document = Document {
            id: DocumentId(1),
            uri: "https://example.org/hull".to_owned(),
            kind: DocumentKind::Findings,
            ..Document::default()
        };
        let told = |study: &Study| {
            let mut named = Named::beside(study);
            named.add("https://example.org/hull", DocumentId(1));
            named.listed(study).len()
        };
        study.apply(&Event::EvidenceAdded {
            document: document.clone(),
        });
        assert_eq!(told(&study), 1);
        let document = Document {
            id: DocumentId(2),
            kind: DocumentKind::Html,
            ..document
        };
        study.apply(&Event::EvidenceAdded { document });
        assert_eq!(told(&study), 0);
    }

    #[test]
    fn what_several_documents_name_comes_first_and_what_is_evidence_is_left_out() {
        let mut study = Study::default();
        for (id, uri) in [(1, "/a.md"), (2, "https://example.org/known")] {
            let document = Document {
                id: DocumentId(id),
                title: format!("Document {id}"),
                uri: uri.to_owned(),
                ..Document::default()
            };
            study.apply(&Event::EvidenceAdded { document });
        }
        let mut named = Named::beside(&study);
        named.add("https://example.org/once", DocumentId(1));
        named.add("https://example.org/known?utm_source=x", DocumentId(1));
        named.add("https://www.example.net/twice/", DocumentId(1));
        named.add("https://www.example.net/twice/", DocumentId(2));
        let listed: Vec<(String, usize)> = named
            .listed(&study)
            .into_iter()
            .map(|named| (named.address, named.more))
            .collect();
        assert_eq!(
            listed,
            [
                ("https://www.example.net/twice/".to_owned(), 1),
                ("https://example.org/once".to_owned(), 0)
            ]
        );
    }
}
