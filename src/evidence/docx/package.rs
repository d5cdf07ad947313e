//! The package that a Word document is: some of its parts are put into words that the parser knows before it reads them, the others are copied as they are.

use std::io::{Cursor, Read, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::{equations, marks};
use crate::evidence::problem::Problem;

/// The parts that hold the text and its styles.
pub(super) const PARTS: [&str; 2] = ["word/document.xml", "word/styles.xml"];
/// A larger part is read as it is.
const LONGEST: u64 = 64 << 20;

/// A package with its equations as text and its marks as the parser knows them; as it is where it has none or cannot be read here.
pub(super) fn told(bytes: Vec<u8>) -> Vec<u8> {
    rewritten(&bytes).unwrap_or(bytes)
}

fn rewritten(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut package = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let parts: Vec<(&str, String)> = PARTS
        .into_iter()
        .filter_map(|name| Some((name, retold(&part(&mut package, name)?)?)))
        .collect();
    if parts.is_empty() {
        return None;
    }
    let mut written = ZipWriter::new(Cursor::new(Vec::with_capacity(bytes.len())));
    for at in 0..package.len() {
        let file = package.by_index_raw(at).ok()?;
        let name = file.name().ok()?;
        if !parts.iter().any(|(part, _)| *part == name) {
            written.raw_copy_file(file).ok()?;
        }
    }
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, text) in parts {
        written.start_file(name, stored).ok()?;
        written.write_all(text.as_bytes()).ok()?;
    }
    Some(written.finish().ok()?.into_inner())
}

/// The text of a part, where it is there and not too long.
pub(in crate::evidence) fn part(
    package: &mut ZipArchive<Cursor<&[u8]>>,
    name: &str,
) -> Option<String> {
    let mut text = String::new();
    let file = package.by_name(name).ok()?;
    file.take(LONGEST).read_to_string(&mut text).ok()?;
    ((text.len() as u64) < LONGEST).then_some(text)
}

/// What is wrong with a package that has a part which [`part`] does not read.
pub(in crate::evidence) fn too_long(what: &str) -> Problem {
    Problem::Bomb {
        detail: format!("{what} to more than {} MiB", LONGEST >> 20),
    }
}

/// A part in other words; `None` where it needs none.
fn retold(part: &str) -> Option<String> {
    let with_text = equations::with_text(part);
    let marked = marks::known(with_text.as_deref().unwrap_or(part));
    marked.or(with_text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_package_stays_as_it_is() {
        assert_eq!(told(b"no package".to_vec()), b"no package");
    }
}
