//! Where documents lie. The library has a text once and knows it by the first file that held it, while others may hold it as well [E5]; whoever gave one of those
//! to a study wants to see that one named. So what a file holds is told with the addresses that it has there.

use std::path::Path;

use rusqlite::Connection;

use crate::clean;
use crate::escapes::{has_percent_escape, path_address};
use crate::study::{Document, PART_OF};

/// Whether a document names a file that is not there any more: who cites it would be led to nothing. Of names that no text can show it cannot be told.
#[must_use]
pub fn is_lost(uri: &str) -> bool {
    let is_gone = |file: &str| matches!(Path::new(file).try_exists(), Ok(false));
    let files = uri.match_indices('#').filter_map(|(at, _)| uri.get(..at));
    Path::new(uri).is_absolute() && !has_percent_escape(uri) && files.chain([uri]).all(is_gone)
}

/// Whether an address is that of a file, or of a part of it.
#[must_use]
pub fn is_of_file(uri: &str, path: &str) -> bool {
    part_in(uri, &path_address(Path::new(path))).is_some()
}

/// What follows the address of a file in that of a part of it; nothing where it is all of the file.
pub(super) fn part_in<'a>(uri: &'a str, file: &str) -> Option<&'a str> {
    let rest = uri.strip_prefix(file)?;
    (rest.is_empty() || rest.starts_with('#')).then_some(rest)
}

/// A document as the file at this path holds it, whatever file the library knows its text by.
pub(super) fn held_by(
    connection: &Connection,
    path: &str,
    mut document: Document,
) -> rusqlite::Result<Document> {
    let address = path_address(Path::new(path));
    if document.is_page() || part_in(&document.uri, &address).is_some() {
        return Ok(document);
    }
    let known = file_of(connection, &document.uri)?;
    let file = document.uri.get(..known).unwrap_or_default();
    // What is called like its file is called like the other one now.
    if document.title == name(file) {
        document.title = name(&address);
    }
    let moved = |uri: &str| part_in(uri, file).map(|part| format!("{address}{part}"));
    if let Some(whole) = document.metadata.get_mut(PART_OF)
        && let Some(moved) = moved(whole)
    {
        *whole = moved;
    }
    document.uri = moved(&document.uri).unwrap_or(address);
    Ok(document)
}

/// The bytes of an address that name the file: a part of it is named behind a `#`, which the names of files may hold too.
pub(super) fn file_of(connection: &Connection, uri: &str) -> rusqlite::Result<usize> {
    let mut known = connection.prepare_cached("SELECT 1 FROM source_file WHERE path = ?1")?;
    let ends = uri.match_indices('#').map(|(at, _)| at);
    for end in std::iter::once(uri.len()).chain(ends.clone()) {
        if known.exists([uri.get(..end)])? {
            return Ok(end);
        }
    }
    Ok(ends.min().unwrap_or(uri.len()))
}

/// What a document is called that says no title of its own.
fn name(file: &str) -> String {
    let stem = Path::new(file).file_stem().unwrap_or_default();
    clean::line(&stem.to_string_lossy(), 300)
}
