//! A source whose documents are stored in parts: what it held before is told part by part, each old document with the one at its address.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use crate::library::{Added, Library, LibraryError, SourceFile};
use crate::study::DocumentId;

/// Cards that are looked at together: of a large source they would not fit into memory all at once.
const AT_ONCE: usize = 1_000;

/// What was stored of it so far, and what it held before.
pub(super) struct Parts {
    ids: Vec<DocumentId>,
    /// By a hash of their address.
    before: HashMap<u64, Vec<DocumentId>>,
    hasher: RandomState,
}

impl Parts {
    pub(super) fn of(known: Option<&SourceFile>, library: &Library) -> Result<Self, LibraryError> {
        let hasher = RandomState::new();
        let mut before: HashMap<u64, Vec<DocumentId>> = HashMap::new();
        if let Some(known) = known {
            for ids in known.documents.chunks(AT_ONCE) {
                for card in library.cards_in(&known.path, ids)? {
                    let at = before.entry(hasher.hash_one(&card.uri)).or_default();
                    at.push(card.id);
                }
            }
        }
        Ok(Self {
            ids: Vec::new(),
            before,
            hasher,
        })
    }

    /// Takes in a part, and gives what the source held before at its addresses.
    pub(super) fn add(&mut self, new: &[Added]) -> Vec<DocumentId> {
        let mut old = Vec::new();
        for added in new {
            self.ids.push(added.document.id);
            let at = self.hasher.hash_one(&added.document.uri);
            old.extend(self.before.get(&at).into_iter().flatten());
        }
        old
    }

    /// Those of the known documents that the source holds no longer.
    pub(super) fn left<'a>(&self, known: impl Iterator<Item = &'a DocumentId>) -> Vec<DocumentId> {
        let now: HashSet<&DocumentId> = self.ids.iter().collect();
        known.filter(|id| !now.contains(id)).copied().collect()
    }

    pub(super) fn into_ids(self) -> Vec<DocumentId> {
        self.ids
    }
}
