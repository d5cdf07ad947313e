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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_under_a_link_are_kept_with_its_address() {
        let content =
            "BT /F 12 Tf 72 700 Td (Sales fell, says the) Tj 0 -20 Td (market report) Tj ET";
        let file = format!(
            "%PDF-1.4\n\
             1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\
             2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>\nendobj\n\
             3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [5 0 R] >>\nendobj\n\
             4 0 obj\n<< /Length {} >>\nstream\n{content}\nendstream\nendobj\n\
             5 0 obj\n<< /Type /Annot /Subtype /Link /Rect [70 676 400 692] /A << /S /URI /URI (https://example.org/market) >> >>\nendobj\n\
             trailer\n<< /Size 6 /Root 1 0 R >>\n",
            content.len()
        );
        let reading = crate::evidence::pdf::read(file.into_bytes(), &[]).unwrap();
        assert_eq!(
            reading.links,
            [Link {
                text: "market report".to_owned(),
                address: "https://example.org/market".to_owned(),
            }]
        );
    }
}
