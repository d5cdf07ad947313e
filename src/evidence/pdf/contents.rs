//! The content of pages, written anew where the PDF library would read something else than is drawn: raised text (`rises`), and text that a part of the page is
//! said to mean (`meant`).

use std::collections::HashMap;

use pdf_oxide::PdfDocument;
use pdf_oxide::object::{Object, ObjectRef};

use super::meant::{self, Meanings};
use super::rises;
use super::update::{Update, resolved};

/// Longer content of a page is read as it is.
const LONGEST: usize = 8 << 20;

/// Adds to an update the content of the pages that would be misread, and what the signs of their fonts mean.
pub(super) fn rewrite(update: &mut Update<'_>, document: &PdfDocument, pages: usize) {
    let contents: Vec<Vec<ObjectRef>> = (0..pages)
        .map(|index| contents_of(document, index))
        .collect();
    let mut uses: HashMap<ObjectRef, usize> = HashMap::new();
    for part in contents.iter().flatten() {
        *uses.entry(*part).or_default() += 1;
    }
    let mut meanings = Meanings::default();
    for (index, parts) in contents.iter().enumerate() {
        let [first, others @ ..] = parts.as_slice() else {
            continue;
        };
        // What other pages draw as well stays.
        if parts.iter().any(|part| uses.get(part) != Some(&1)) {
            continue;
        }
        let Some(mut content) = document
            .get_page_content_data(index)
            .ok()
            .filter(|content| content.len() <= LONGEST)
        else {
            continue;
        };
        let mut is_new = false;
        if let Some(plain) = meant::plain(&content) {
            meanings.gather(document, index, &content);
            (content, is_new) = (plain, true);
        }
        if let Some(placed) = rises::placed(&content) {
            (content, is_new) = (placed, true);
        }
        if is_new {
            update.stream(Some(*first), &content);
            for other in others {
                update.stream(Some(*other), b"");
            }
        }
    }
    meanings.tell(update, document);
}

/// The streams that a page's content is made of; none where they are not known one by one.
fn contents_of(document: &PdfDocument, index: usize) -> Vec<ObjectRef> {
    let contents = || {
        let page = document.get_page(index).ok()?;
        let contents = page.as_dict()?.get("Contents")?.clone();
        match resolved(document, &contents)? {
            Object::Array(parts) => parts
                .iter()
                .map(Object::as_reference)
                .collect::<Option<Vec<_>>>(),
            _ => Some(vec![contents.as_reference()?]),
        }
    };
    contents().unwrap_or_default()
}
