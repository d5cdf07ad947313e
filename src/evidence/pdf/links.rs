//! Links of a page: the words that stand under a link to an address.

use pdf_oxide::PdfDocument;
use pdf_oxide::annotations::LinkAction;
use pdf_oxide::layout::TextChar;

use crate::study::Link;

/// The links of a page to addresses, each with the characters whose middle lies in it.
pub(super) fn links(document: &PdfDocument, index: usize, chars: &[TextChar]) -> Vec<Link> {
    let Ok(annotations) = document.get_annotations(index) else {
        return Vec::new();
    };
    annotations
        .into_iter()
        .filter_map(|annotation| {
            let Some(LinkAction::Uri(address)) = annotation.action else {
                return None;
            };
            let [x, y, other_x, other_y] = annotation.rect?;
            let (left, right) = (x.min(other_x), x.max(other_x));
            let (bottom, top) = (y.min(other_y), y.max(other_y));
            let text: String = chars
                .iter()
                .filter(|char| {
                    let middle = (
                        f64::from(char.bbox.x + char.bbox.width / 2.0),
                        f64::from(char.bbox.y + char.bbox.height / 2.0),
                    );
                    (left..=right).contains(&middle.0) && (bottom..=top).contains(&middle.1)
                })
                .map(|char| char.char)
                .collect();
            Some(Link { text, address })
        })
        .filter(|link| !link.text.trim().is_empty())
        .collect()
}
