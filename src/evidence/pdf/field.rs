//! What was filled into a form or typed onto a page: it is drawn by the viewer, not by the page, but a reader sees it there.

use pdf_oxide::PdfDocument;
use pdf_oxide::annotation_types::{AnnotationSubtype, WidgetFieldType};

use super::glyph::Glyph;

/// The usual size of what is filled in, in points.
const SIZE: f32 = 10.0;
/// How wide a letter is taken to be, in units of its size.
const WIDTH: f32 = 0.5;

/// The characters of filled-in fields and typed notes, placed where they are shown.
pub(super) fn filled_in(document: &PdfDocument, index: usize) -> Vec<Glyph> {
    /// Flags of what is not shown: invisible, hidden, without view.
    const UNSEEN: u32 = 0x23;
    let mut glyphs = Vec::new();
    for annotation in document.get_annotations(index).unwrap_or_default() {
        if annotation.flags.bits() & UNSEEN != 0 {
            continue;
        }
        let text = match annotation.subtype_enum {
            AnnotationSubtype::Widget => {
                let written = matches!(
                    annotation.field_type,
                    Some(WidgetFieldType::Text | WidgetFieldType::Choice { .. })
                );
                annotation.field_value.filter(|_| written)
            }
            AnnotationSubtype::FreeText => annotation.contents,
            _ => None,
        };
        let (Some(text), Some([x1, y1, x2, y2])) = (text, annotation.rect) else {
            continue;
        };
        let (left, low, top) = (x1.min(x2) as f32, y1.min(y2) as f32, y1.max(y2) as f32);
        let size = ((top - low) * 0.8).clamp(4.0, SIZE);
        let lines = text.lines().count().max(1) as f32;
        // A single line stands near the bottom of its field, several begin at the top.
        let mut base = if lines > 1.0 {
            top - size
        } else {
            low + (top - low - size) / 2.0 + size * 0.2
        };
        for line in text.lines() {
            let mut at = left + 1.0;
            for c in line.chars() {
                glyphs.push(Glyph {
                    c,
                    left: at,
                    right: at + size * WIDTH,
                    base,
                    size,
                    bold: false,
                });
                at += size * WIDTH;
            }
            base -= size * 1.2;
        }
    }
    glyphs
}
