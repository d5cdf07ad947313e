//! Documents in other formats that were put into a Word document whole (`altChunk`), as programs do that make one of a web page: Word shows them as its text.
//! The parser knows pages and plain text among others, as lines without tables; where there is nothing else, they are read as they would be by themselves.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::package::part;
use crate::evidence::problem::Problem;
use crate::evidence::reading::Reading;
use crate::evidence::xml::Element;
use crate::evidence::{decode, html, mail, plain, rtf};

/// A larger one is not read.
const LONGEST: u64 = 64 << 20;

/// An inserted document: its name in the package, and its bytes.
pub(super) struct Inserted {
    name: String,
    bytes: Vec<u8>,
}

/// What was inserted into a Word document, in the order in which it stands there, and whether the document says nothing else.
pub(super) fn of(bytes: &[u8]) -> (Vec<Inserted>, bool) {
    let Ok(mut package) = ZipArchive::new(Cursor::new(bytes)) else {
        return (Vec::new(), false);
    };
    let document = part(&mut package, "word/document.xml").unwrap_or_default();
    if !document.contains("altChunk") {
        return (Vec::new(), false);
    }
    let is_all = !document.contains("<w:t>") && !document.contains("<w:t ");
    let relations = part(&mut package, "word/_rels/document.xml.rels").unwrap_or_default();
    let roots = (
        Element::root_of(&document).0,
        Element::root_of(&relations).0,
    );
    let (Some(document), Some(relations)) = roots else {
        return (Vec::new(), false);
    };
    let mut ids = Vec::new();
    ids_in(&document, &mut ids);
    let place = |id: &String| {
        let mut all = relations.elements();
        let found = all.find(|one| one.attribute("Id") == Some(id))?;
        let target = found.attribute("Target")?;
        Some(match target.strip_prefix('/') {
            Some(from_root) => from_root.to_owned(),
            None => format!("word/{target}"),
        })
    };
    let names: Vec<String> = ids.iter().filter_map(place).collect();
    let read = |name: String| {
        let mut bytes = Vec::new();
        let file = package.by_name(&name).ok()?;
        file.take(LONGEST).read_to_end(&mut bytes).ok()?;
        Some(Inserted { name, bytes })
    };
    (names.into_iter().filter_map(read).collect(), is_all)
}

fn ids_in(around: &Element, ids: &mut Vec<String>) {
    for element in around.elements() {
        match element.attribute("r:id") {
            Some(id) if element.name() == "w:altChunk" => ids.push(id.to_owned()),
            _ => ids_in(element, ids),
        }
    }
}

impl Inserted {
    fn extension(&self) -> String {
        let extension = self.name.rsplit('.').next().unwrap_or_default();
        extension.to_ascii_lowercase()
    }

    /// Whether the parser reads it where it stands.
    pub(super) fn is_known(&self) -> bool {
        ["htm", "html", "xhtml", "txt"].contains(&self.extension().as_str())
    }
}

/// An inserted document as it is read by itself.
pub(super) fn read(inserted: &Inserted) -> Result<Reading, Problem> {
    let bytes = &inserted.bytes;
    match inserted.extension().as_str() {
        "mht" | "mhtml" => mail::page(bytes),
        "htm" | "html" | "xhtml" => html::read(bytes, None),
        "rtf" => Ok(rtf::read(bytes)),
        "txt" => Ok(plain::read(&decode::owned(bytes.clone()).text)),
        _ => Err(Problem::NoText),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;
    use crate::evidence::docx;

    fn document(body: &str, inserted: &[(&str, &str)]) -> Reading {
        let relation = |(name, _): &(&str, &str)| {
            format!(
                r#"<Relationship Id="{name}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="/word/{name}"/>"#
            )
        };
        let relations: String = inserted.iter().map(relation).collect();
        let parts = [
            ("[Content_Types].xml", r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#.to_owned()),
            ("_rels/.rels", r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#.to_owned()),
            ("word/document.xml", format!(r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>{body}</w:body></w:document>"#)),
            ("word/_rels/document.xml.rels", format!(r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{relations}</Relationships>"#)),
        ];
        let inserted = inserted
            .iter()
            .map(|(name, text)| (format!("word/{name}"), (*text).to_owned()));
        let mut package = ZipWriter::new(Cursor::new(Vec::new()));
        let parts = parts.map(|(name, text)| (name.to_owned(), text));
        for (name, text) in parts.into_iter().chain(inserted) {
            package
                .start_file(name, SimpleFileOptions::default())
                .unwrap();
            package.write_all(text.as_bytes()).unwrap();
        }
        docx::read(package.finish().unwrap().into_inner()).unwrap()
    }

    const PAGE: &str = "<html><head><title>Depot plan</title></head><body><h1>Depots</h1><p>The depot in the east gets 48 chargers.</p></body></html>";
    const CHUNK: &str = r#"<w:altChunk r:id="page.html"/>"#;

    #[test]
    fn a_page_that_is_all_of_a_document_is_read() {
        let reading = document(CHUNK, &[("page.html", PAGE)]);
        let text = reading.body.text();
        assert!(
            text.contains("The depot in the east gets 48 chargers."),
            "{text}"
        );
        assert_eq!(reading.title.as_deref(), Some("Depot plan"));
        let saved = format!("MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n{PAGE}");
        let reading = document(r#"<w:altChunk r:id="a.mht"/>"#, &[("a.mht", &saved)]);
        assert!(
            reading.body.text().contains("48 chargers"),
            "{}",
            reading.body.text()
        );
    }

    #[test]
    fn what_is_inserted_beside_other_text_is_read_or_said_to_be_left_out() {
        let own = "<w:p><w:r><w:t>The plan follows.</w:t></w:r></w:p>";
        let reading = document(&format!("{own}{CHUNK}"), &[("page.html", PAGE)]);
        let text = reading.body.text();
        assert!(
            text.starts_with("The plan follows.") && text.contains("48 chargers"),
            "{text}"
        );
        assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
        let chunk = r#"<w:altChunk r:id="plan.mht"/>"#;
        let reading = document(&format!("{own}{chunk}"), &[("plan.mht", PAGE)]);
        assert_eq!(reading.body.text(), "The plan follows.");
        assert_eq!(reading.warnings, ["1 inserted document was left out"]);
    }
}
