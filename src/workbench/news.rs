//! What a new version of a source says that the one before, which the brief has seen, did not: an update is about that, and not about what both say.

use std::collections::HashSet;

use crate::library::{Hit, Library, LibraryError};
use crate::study::{Passage, Study};

/// Takes out the passages of new versions that stood in the version before.
pub(super) fn only(
    library: &Library,
    study: &Study,
    hits: &mut Vec<Hit>,
) -> Result<(), LibraryError> {
    retain(library, study, hits, |hit| &hit.passage)
}

/// The same, for passages that nothing was searched for.
pub(super) fn only_of(
    library: &Library,
    study: &Study,
    passages: &mut Vec<Passage>,
) -> Result<(), LibraryError> {
    retain(library, study, passages, |passage| passage)
}

fn retain<T>(
    library: &Library,
    study: &Study,
    found: &mut Vec<T>,
    passage: impl Fn(&T) -> &Passage,
) -> Result<(), LibraryError> {
    let documents: HashSet<_> = found.iter().map(|one| passage(one).document).collect();
    for document in documents {
        let before = study.seen_before(document);
        if before.is_empty() {
            continue;
        }
        let known: HashSet<String> = library
            .first_passages(before, usize::MAX >> 1)?
            .into_iter()
            .map(|passage| passage.text)
            .collect();
        found.retain(|one| {
            let own = passage(one);
            own.document != document || !known.contains(&own.text)
        });
    }
    Ok(())
}
