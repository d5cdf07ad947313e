//! The content of pages, written anew where the PDF library would read something else than is drawn: raised text (`rises`), text that a part of the page is
//! said to mean (`meant`), and pages that were placed in others.

use std::collections::{HashMap, HashSet};

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
        if let Some(shown) = shown(&content) {
            (content, is_new) = (shown, true);
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
    show_forms(update, document, pages);
}

/// The same of what stands within a form that a page draws, as a placed page mostly does.
fn show_forms(update: &mut Update<'_>, document: &PdfDocument, pages: usize) {
    /// Forms that are looked at, of a file.
    const MOST: usize = 400;
    let mut seen = HashSet::new();
    for place in (0..pages).flat_map(|index| forms_of(document, index)) {
        if seen.len() == MOST || !seen.insert(place) {
            continue;
        }
        let Ok(form) = document.load_object(place) else {
            continue;
        };
        let content = form.decode_stream_data().ok();
        let content = content.filter(|content| content.len() <= LONGEST);
        let Some(shown) = content.and_then(|content| shown(&content)) else {
            continue;
        };
        if let Object::Stream { mut dict, .. } = form {
            dict.remove("Filter");
            dict.remove("DecodeParms");
            let length = i64::try_from(shown.len()).unwrap_or_default();
            dict.insert("Length".to_owned(), Object::Integer(length));
            let data = shown.into();
            update.object(place, &Object::Stream { dict, data });
        }
    }
}

/// The forms and pictures that a page names in resources of its own.
fn forms_of(document: &PdfDocument, index: usize) -> Vec<ObjectRef> {
    let named = || {
        let page = document.get_page(index).ok()?;
        let resources = resolved(document, page.as_dict()?.get("Resources")?)?;
        let drawn = resolved(document, resources.as_dict()?.get("XObject")?)?;
        let places = drawn.as_dict()?.values();
        let forms = places.filter_map(Object::as_reference).filter(|place| {
            let subtype = document.load_object(*place).ok();
            let subtype = subtype.as_ref().and_then(Object::as_dict);
            let subtype = subtype.and_then(|dict| dict.get("Subtype")?.as_name());
            subtype == Some("Form")
        });
        Some(forms.collect())
    };
    named().unwrap_or_default()
}

/// The content with the mark taken off that layout programs set around a page placed in another: the PDF library passes over what stands in it, although
/// whole pages of reports and their tables do. `None` where there is no such mark.
fn shown(content: &[u8]) -> Option<Vec<u8>> {
    const MARK: &[u8] = b"/PlacedPDF";
    const OTHER: &[u8] = b"/PlacedTXT";
    let is_mark = |window: &[u8]| window == MARK;
    content.windows(MARK.len()).position(is_mark)?;
    let mut shown = content.to_vec();
    let mut at = 0;
    while let Some(rest) = shown.get_mut(at..)
        && let Some(found) = rest.windows(MARK.len()).position(is_mark)
    {
        let (from, to) = (found, found + MARK.len());
        if let Some(mark) = rest.get_mut(from..to) {
            mark.copy_from_slice(OTHER);
        }
        at += to;
    }
    Some(shown)
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

#[cfg(test)]
mod tests {
    use super::super::update::file_of;

    #[test]
    fn what_a_page_shows_of_another_that_was_placed_in_it_is_read() {
        let content = "BT /F 12 Tf 72 700 Td (Placed reports.) Tj ET\n/PlacedPDF /M BDC\nBT /F 12 Tf 72 660 Td (The depot opened in May.) Tj ET\nEMC";
        let stream = format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        );
        let file = file_of(&[
            "<< /Type /Catalog /Pages 3 0 R >>",
            "<< /Producer (a layout program) >>",
            "<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 595 842] /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /Properties << /M << /Type /Placed >> >> >> >>",
            "<< /Type /Page /Parent 3 0 R /Contents 5 0 R >>",
            &stream,
        ]);
        let reading = crate::evidence::pdf::read(file, &[]).unwrap();
        let text = reading.body.text();
        assert!(
            text.contains("Placed reports.") && text.contains("The depot opened in May."),
            "{text}"
        );
    }
}
