//! The package that a Word document is: some of its parts are put into words that the parser knows before it reads them, the others are copied as they are.

use std::io::{Cursor, Read, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::equations::{self, As};
use super::marks;
use crate::evidence::problem::Problem;

/// A package whose parts are read one by one.
pub(in crate::evidence) type Package<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// The parts that hold the text and its styles.
pub(super) const PARTS: [&str; 2] = ["word/document.xml", "word/styles.xml"];
/// A larger part is read as it is.
const LONGEST: u64 = 64 << 20;

/// A package with its equations as text and its marks as the parser knows them; as it is where it has none or cannot be read here.
pub(super) fn told(bytes: Vec<u8>) -> Vec<u8> {
    let parts = PARTS.map(str::to_owned);
    rewritten(&bytes, &parts, |_, _, part| retold(part)).unwrap_or(bytes)
}

/// A slide whose equations are text.
pub(in crate::evidence) fn slide_with_text(slide: &str) -> Option<String> {
    equations::with_text(slide, As::Text)
}

/// A package of which some parts are told in other words: `retold` is given the name of each and what it holds. `None` where it needs none.
pub(in crate::evidence) fn rewritten(
    bytes: &[u8],
    names: &[String],
    mut retold: impl FnMut(&mut Package<'_>, &str, &str) -> Option<String>,
) -> Option<Vec<u8>> {
    let mut package = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let parts: Vec<(&String, String)> = names
        .iter()
        .filter_map(|name| {
            let content = part(&mut package, name)?;
            Some((name, retold(&mut package, name, &content)?))
        })
        .collect();
    if parts.is_empty() {
        return None;
    }
    let mut written = ZipWriter::new(Cursor::new(Vec::with_capacity(bytes.len())));
    for at in 0..package.len() {
        let file = package.by_index_raw(at).ok()?;
        let name = file.name().ok()?;
        if !parts.iter().any(|(part, _)| **part == name) {
            written.raw_copy_file(file).ok()?;
        }
    }
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, text) in parts {
        written.start_file(name.as_str(), stored).ok()?;
        written.write_all(text.as_bytes()).ok()?;
    }
    Some(written.finish().ok()?.into_inner())
}

/// The text of a part, where it is there and not too long.
pub(in crate::evidence) fn part(package: &mut Package<'_>, name: &str) -> Option<String> {
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
    let with_text = equations::with_text(part, As::Run);
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
