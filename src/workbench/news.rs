//! What a new version of a source says that the one before did not: an update is about that, and not about what both say.

use std::collections::HashSet;

use crate::library::{Hit, Library, LibraryError};
use crate::study::Study;

/// Takes out the passages of new versions that stood in the version before.
pub(super) fn only(
    library: &Library,
    study: &Study,
    hits: &mut Vec<Hit>,
) -> Result<(), LibraryError> {
    let documents: HashSet<_> = hits.iter().map(|hit| hit.passage.document).collect();
    for document in documents {
        let before = study.superseded_by(document);
        if before.is_empty() {
            continue;
        }
        let known: HashSet<String> = library
            .first_passages(&before, usize::MAX >> 1)?
            .into_iter()
            .map(|passage| passage.text)
            .collect();
        hits.retain(|hit| hit.passage.document != document || !known.contains(&hit.passage.text));
    }
    Ok(())
}
