//! Changes to a file that is about to be read, written behind it as programs write theirs: the PDF library then reads what it would not have understood.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use pdf_oxide::PdfDocument;
use pdf_oxide::object::{Object, ObjectRef};
use pdf_oxide::writer::ObjectSerializer;

use super::tree::Tree;
use super::{contents, fonts};

/// Later pages are read as they are.
const MOST_PAGES: usize = 400;

pub(super) type Fields = HashMap<String, Object>;

/// What is to be written behind a file so that it is understood; `None` where it is, or can have nothing written behind it.
pub(super) fn of(document: &PdfDocument, pages: usize) -> Option<Vec<u8>> {
    if document.is_encrypted() {
        return None;
    }
    let pages = pages.min(MOST_PAGES);
    let mut update = Update::of(document)?;
    fonts::tell(&mut update, document, pages);
    contents::rewrite(&mut update, document, pages);
    update.finish()
}

/// The nodes of a tree of pages, to be written behind the file that has them otherwise.
pub(super) fn of_tree(document: &PdfDocument, tree: &Tree) -> Option<Vec<u8>> {
    let mut update = Update::of(document)?;
    for (place, fields) in &tree.changed {
        update.object(*place, &Object::Dictionary(fields.clone()));
    }
    update.finish()
}

/// Objects that stand in the place of those of a file, or are added to it.
pub(super) struct Update<'a> {
    document: &'a PdfDocument,
    bytes: Vec<u8>,
    places: BTreeMap<u32, (usize, u16)>,
    free: u32,
}

impl<'a> Update<'a> {
    fn of(document: &'a PdfDocument) -> Option<Self> {
        Some(Self {
            document,
            bytes: vec![b'\n'],
            places: BTreeMap::new(),
            free: *document.all_object_ids().last()? + 1,
        })
    }

    /// Where the next object stands in the file.
    fn end(&self) -> usize {
        self.document.source_bytes.len() + self.bytes.len()
    }

    /// A stream in the place of another one, or a new one.
    pub(super) fn stream(&mut self, place: Option<ObjectRef>, content: &[u8]) -> ObjectRef {
        let place = place.unwrap_or_else(|| {
            self.free += 1;
            ObjectRef::new(self.free - 1, 0)
        });
        self.places.insert(place.id, (self.end(), place.r#gen));
        let head = format!(
            "{} {} obj\n<</Length {}>>\nstream\n",
            place.id,
            place.r#gen,
            content.len()
        );
        self.bytes.extend(head.bytes());
        self.bytes.extend(content);
        self.bytes.extend(b"\nendstream\nendobj\n");
        place
    }

    /// A form in the place of another one. What kind of object it is stands first: of a font among its fields the PDF library would take the kind for that
    /// of the form.
    pub(super) fn form(&mut self, place: ObjectRef, mut fields: Fields, content: &[u8]) {
        for known in ["Subtype", "Filter", "DecodeParms", "Length"] {
            fields.remove(known);
        }
        let fields = ObjectSerializer::compact().serialize_to_string(&Object::Dictionary(fields));
        self.places.insert(place.id, (self.end(), place.r#gen));
        let head = format!(
            "{} {} obj\n<</Subtype /Form/Length {} {}\nstream\n",
            place.id,
            place.r#gen,
            content.len(),
            fields.trim_start_matches("<<")
        );
        self.bytes.extend(head.bytes());
        self.bytes.extend(content);
        self.bytes.extend(b"\nendstream\nendobj\n");
    }

    /// An object in the place of another one.
    pub(super) fn object(&mut self, place: ObjectRef, object: &Object) {
        self.places.insert(place.id, (self.end(), place.r#gen));
        let written = ObjectSerializer::compact().serialize_indirect(place.id, place.r#gen, object);
        self.bytes.extend(written);
    }

    /// The update with its table; `None` where it changes nothing.
    fn finish(mut self) -> Option<Vec<u8>> {
        if self.places.is_empty() {
            return None;
        }
        let before = last_table(&self.document.source_bytes)?;
        let trailer = self.document.trailer().as_dict()?;
        let start = self.end();
        let mut end = "xref\n".to_owned();
        for (id, (at, generation)) in &self.places {
            let _ = write!(end, "{id} 1\n{at:010} {generation:05} n \n");
        }
        let mut fields: Fields = ["Root", "Info", "ID"]
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), trailer.get(*name)?.clone())))
            .collect();
        fields.insert("Size".to_owned(), Object::Integer(i64::from(self.free)));
        fields.insert(
            "Prev".to_owned(),
            Object::Integer(i64::try_from(before).ok()?),
        );
        let fields = ObjectSerializer::compact().serialize_to_string(&Object::Dictionary(fields));
        let _ = write!(end, "trailer\n{fields}\nstartxref\n{start}\n%%EOF\n");
        self.bytes.extend(end.bytes());
        Some(self.bytes)
    }
}

/// Where the table of the file's objects stands that was written last.
fn last_table(bytes: &[u8]) -> Option<u64> {
    const MARK: &[u8] = b"startxref";
    let at = bytes
        .windows(MARK.len())
        .rposition(|window| window == MARK)?;
    let rest = bytes.get(at + MARK.len()..)?.trim_ascii_start();
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(rest.get(..digits)?).ok()?.parse().ok()
}

/// What an object is, or what it refers to.
pub(super) fn resolved(document: &PdfDocument, object: &Object) -> Option<Object> {
    match object.as_reference() {
        Some(place) => document.load_object(place).ok(),
        None => Some(object.clone()),
    }
}

/// A file of these objects, the catalogue first and the information second, with a table of their places.
#[cfg(test)]
pub(super) fn file_of(objects: &[&str]) -> Vec<u8> {
    let mut file = "%PDF-1.4\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (object, id) in objects.iter().zip(1_u32..) {
        let _ = writeln!(table, "{:010} 00000 n ", file.len());
        let _ = write!(file, "{id} 0 obj\n{object}\nendobj\n");
    }
    let start = file.len();
    let size = objects.len() + 1;
    let _ = write!(
        file,
        "{table}trailer\n<< /Size {size} /Root 1 0 R /Info 2 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    file.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_table_of_a_file_is_the_one_that_counts() {
        let file = b"startxref\n12\n%%EOF\nmore startxref \r\n 345\n%%EOF";
        assert_eq!(last_table(file), Some(345));
        assert_eq!(last_table(b"no table"), None);
    }
}
