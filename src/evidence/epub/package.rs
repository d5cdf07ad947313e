//! The package that a book is, where the parser asks more of it than readers of books do.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::evidence::docx::package::part;
use crate::evidence::xml::Element;

const CONTAINER: &str = "META-INF/container.xml";
/// What the file is that says of what a book is made.
const TYPE: &str = "media-type=\"application/oebps-package+xml\"";

/// A book whose container says of its only root file what that is; `None` where it says so, or has no such file.
pub(super) fn with_type(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut package = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let container = part(&mut package, CONTAINER)?;
    let (before, behind) = container.split_once("<rootfile ")?;
    let (tag, _) = behind.split_once('>')?;
    if tag.contains("media-type") || !tag.contains("full-path") {
        return None;
    }
    let told = format!("{before}<rootfile {TYPE} {behind}");
    let mut written = ZipWriter::new(Cursor::new(Vec::with_capacity(bytes.len())));
    for at in 0..package.len() {
        let file = package.by_index_raw(at).ok()?;
        if file.name().ok()? != CONTAINER {
            written.raw_copy_file(file).ok()?;
        }
    }
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    written.start_file(CONTAINER, stored).ok()?;
    written.write_all(told.as_bytes()).ok()?;
    Some(written.finish().ok()?.into_inner())
}

/// Who made a book, as the file says that lists its parts: of several by one id, which some programs give to all, the parser keeps one.
pub(super) fn creators(bytes: &[u8]) -> Vec<String> {
    let found = || {
        let mut package = ZipArchive::new(Cursor::new(bytes)).ok()?;
        let (container, _) = Element::root_of(&part(&mut package, CONTAINER)?);
        let container = container?;
        let list = container
            .elements()
            .flat_map(Element::elements)
            .find(|file| file.local() == "rootfile")?;
        let (list, _) = Element::root_of(&part(&mut package, list.attribute("full-path")?)?);
        let list = list?;
        let facts = list.elements().find(|part| part.local() == "metadata")?;
        let creators = facts.elements().filter(|fact| fact.local() == "creator");
        let names = creators.map(|name| name.text().trim().to_owned());
        Some(names.filter(|name| !name.is_empty()).collect())
    };
    found().unwrap_or_default()
}
