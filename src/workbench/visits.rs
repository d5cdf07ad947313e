//! The addresses among the sources: each site is told what it said at the last visit, and what it says now is kept for the next.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::evidence::{Address, ReadDocument, Reader, Source, Validators, Visit};
use crate::library::{Added, FetchedPage, Library, LibraryError};
use crate::study::{RefusedEvidence, Timestamp};

/// The visits of one ingestion. Reading goes on beside storing, so what was found out waits here until it is stored.
#[derive(Debug, Default)]
pub(super) struct Visits {
    known: HashMap<String, FetchedPage>,
    found: Mutex<HashMap<String, Validators>>,
}

impl Visits {
    /// Looks up what is known of the addresses among these sources.
    pub(super) fn prepare<'a>(
        library: &Library,
        sources: impl Iterator<Item = &'a Source>,
    ) -> Result<Self, LibraryError> {
        let mut known = HashMap::new();
        for source in sources {
            if let Source::Address(address) = source
                && let Some(page) = library.fetched_page(address.as_str())?
            {
                known.insert(address.as_str().to_owned(), page);
            }
        }
        Ok(Self {
            known,
            found: Mutex::default(),
        })
    }

    /// Reads what is at an address; nothing is read of a page that has not changed.
    pub(super) fn read(
        &self,
        reader: &Reader,
        address: &Address,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<ReadDocument>, RefusedEvidence> {
        let known = self.known.get(address.as_str()).map(|page| Validators {
            url: page.url.clone(),
            etag: page.etag.clone(),
            modified: page.modified.clone(),
        });
        match reader.visit(address, known.as_ref(), stopped)? {
            Visit::Read {
                documents,
                validators,
            } => {
                self.found
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .insert(address.as_str().to_owned(), validators);
                Ok(documents)
            }
            Visit::Unchanged => Ok(Vec::new()),
        }
    }

    /// After the documents at an address were stored: remembers what its site said, or gives what an unchanged page held at the last visit.
    pub(super) fn stored(
        &self,
        library: &mut Library,
        address: &Address,
        added: Vec<Added>,
        now: Timestamp,
    ) -> Result<Vec<Added>, LibraryError> {
        let found = self
            .found
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(address.as_str());
        if let Some(validators) = found {
            let page = FetchedPage {
                url: validators.url,
                etag: validators.etag,
                modified: validators.modified,
                documents: added.iter().map(|added| added.document.clone()).collect(),
                at: now,
            };
            library.remember_fetched(address.as_str(), &page)?;
            return Ok(added);
        }
        let known = self.known.get(address.as_str());
        let documents = known.map(|page| page.documents.clone()).unwrap_or_default();
        Ok(documents
            .into_iter()
            .map(|document| Added {
                same_as: Some(document.uri.clone()),
                document,
            })
            .collect())
    }
}
