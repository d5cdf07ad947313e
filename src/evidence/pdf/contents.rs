//! The content of pages, written anew where the PDF library would read something else than is drawn: raised text (`rises`), text that a part of the page is
//! said to mean (`meant`), and pages that were placed in others.

use std::collections::{HashMap, HashSet};

use pdf_oxide::PdfDocument;
use pdf_oxide::object::{Object, ObjectRef};

use super::meant::{self, Meanings};
use super::rises;
use super::update::{Fields, Update, resolved};

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

/// The same of what stands within a form that a page draws, as a placed page mostly does, and within forms that such a form draws.
fn show_forms(update: &mut Update<'_>, document: &PdfDocument, pages: usize) {
    /// Forms that are looked at, of a file.
    const MOST: usize = 400;
    let mut seen = HashSet::new();
    let of_pages = (0..pages).flat_map(|index| {
        let page = document.get_page(index).ok();
        page.as_ref()
            .and_then(Object::as_dict)
            .map_or_else(Vec::new, |page| forms_of(document, page))
    });
    let mut coming: Vec<(ObjectRef, Object)> = of_pages.take(MOST).collect();
    while let Some((place, form)) = coming.pop() {
        if seen.len() == MOST || !seen.insert(place) {
            continue;
        }
        let Some(fields) = form.as_dict() else {
            continue;
        };
        coming.extend(forms_of(document, fields));
        let content = form.decode_stream_data().ok();
        let Some(content) = content.filter(|content| content.len() <= LONGEST) else {
            continue;
        };
        match shown(&content) {
            Some(shown) => update.form(place, fields.clone(), &shown),
            None if has_kinds_within(fields) => update.form(place, fields.clone(), &content),
            None => {}
        }
    }
}

/// Whether something that is written in the fields of a form is of a kind of its own, as a font is: where that stands first, the PDF library takes it for
/// the kind of the form.
fn has_kinds_within(fields: &Fields) -> bool {
    let mut within: Vec<&Object> = fields.values().collect();
    while let Some(object) = within.pop() {
        match object {
            Object::Dictionary(fields) if fields.contains_key("Subtype") => return true,
            Object::Dictionary(fields) => within.extend(fields.values()),
            Object::Array(objects) => within.extend(objects),
            _ => {}
        }
    }
    false
}

/// The forms that a page or a form names in resources of its own.
fn forms_of(document: &PdfDocument, fields: &Fields) -> Vec<(ObjectRef, Object)> {
    let named = || {
        let resources = resolved(document, fields.get("Resources")?)?;
        let drawn = resolved(document, resources.as_dict()?.get("XObject")?)?;
        let places = drawn.as_dict()?.values();
        let forms = places.filter_map(Object::as_reference).filter_map(|place| {
            let form = document.load_object(place).ok()?;
            let kind = form.as_dict()?.get("Subtype")?.as_name();
            (kind == Some("Form")).then_some((place, form))
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
        let placed =
            "/PlacedPDF /M BDC\nBT /F 12 Tf 72 660 Td (The depot opened in May.) Tj ET\nEMC";
        let resources = "/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /Properties << /M << /Type /Placed >> >> /XObject << /X 6 0 R /Y 7 0 R >> >>";
        let stream = |fields: &str, content: &str| {
            let length = content.len();
            format!("<< {fields} /Length {length} >>\nstream\n{content}\nendstream")
        };
        let form = |fields: &str, content: &str| {
            let fields = format!("/Type /XObject /BBox [0 0 595 842] {fields}");
            stream(&fields, content)
        };
        let (first, last) = (
            format!("/Subtype /Form {resources}"),
            format!("{resources} /Subtype /Form"),
        );
        let empty = form("/Subtype /Form", "");
        for (page, forms, name) in [
            (placed, [empty.clone(), empty.clone()], "page"),
            ("/X Do", [form(&first, placed), empty.clone()], "form"),
            ("/X Do", [form(&last, placed), empty.clone()], "fonts first"),
            (
                "/X Do",
                [form(&first, "/Y Do"), form(&first, placed)],
                "form in a form",
            ),
        ] {
            let page = format!("BT /F 12 Tf 72 700 Td (Placed reports.) Tj ET\n{page}");
            let file = file_of(&[
                "<< /Type /Catalog /Pages 3 0 R >>",
                "<< /Producer (a layout program) >>",
                "<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
                &format!("<< /Type /Page /Parent 3 0 R /Contents 5 0 R {resources} >>"),
                &stream("", &page),
                &forms[0],
                &forms[1],
            ]);
            let reading = crate::evidence::pdf::read(file, &[]).unwrap();
            let text = reading.body.text();
            assert!(
                text.contains("Placed reports.") && text.contains("The depot opened in May."),
                "{name}: {text}"
            );
        }
    }
}
