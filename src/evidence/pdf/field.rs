//! What was filled into a form or typed onto a page: it is drawn by the viewer, not by the page, but a reader sees it there.

use std::collections::HashSet;

use pdf_oxide::PdfDocument;
use pdf_oxide::annotation_types::{AnnotationSubtype, WidgetFieldType};
use pdf_oxide::annotations::Annotation;
use pdf_oxide::object::Object;
use pdf_oxide::optional_content::decode_pdf_text_string;

use super::bidi;
use super::glyph::Glyph;
use super::update::{Fields, resolved};

/// The usual size of what is filled in, in points.
const SIZE: f32 = 10.0;
/// How wide a letter is taken to be, in units of its size.
const WIDTH: f32 = 0.5;
/// How far lines are apart, in units of their size.
const LINE: f32 = 1.2;

/// The characters of filled-in fields and typed notes, placed where they are shown.
pub(super) fn filled_in(document: &PdfDocument, index: usize) -> Vec<Glyph> {
    /// Flags of what is not shown: invisible, hidden, without view.
    const UNSEEN: u32 = 0x23;
    let mut glyphs = Vec::new();
    for annotation in document.get_annotations(index).unwrap_or_default() {
        if annotation.flags.bits() & UNSEEN != 0 {
            continue;
        }
        let (Some(text), Some([x1, y1, x2, y2])) = (shown(document, &annotation), annotation.rect)
        else {
            continue;
        };
        let (left, right) = (x1.min(x2) as f32, x1.max(x2) as f32);
        let (low, top) = (y1.min(y2) as f32, y1.max(y2) as f32);
        let size = ((top - low) * 0.8).clamp(4.0, SIZE);
        let lines = wrapped(&text, (right - left) / size, (top - low) / size);
        // A single line stands near the bottom of its field, several begin at the top.
        let mut base = if lines.len() > 1 {
            top - size
        } else {
            low + (top - low - size) / 2.0 + size * 0.2
        };
        for line in lines {
            let mut at = left + 1.0;
            let mut line: Vec<char> = line.chars().collect();
            bidi::into_standing_order(&mut line);
            for c in line {
                glyphs.push(Glyph {
                    c,
                    left: at,
                    right: at + size * WIDTH,
                    base,
                    size,
                    bold: false,
                    typed: false,
                    piece: None,
                });
                at += size * WIDTH;
            }
            base -= size * LINE;
        }
    }
    glyphs
}

/// The same with each box in the line of the words beside it: it is set in the middle of its field, and they are not.
pub(super) fn beside_their_words(mut filled_in: Vec<Glyph>, text: &[Glyph]) -> Vec<Glyph> {
    /// How far the words may stand from their box, in units of its size.
    const NEAR: f32 = 3.0;
    for glyph in filled_in.iter_mut().filter(|glyph| "☐☑".contains(glyph.c)) {
        let away = |word: &Glyph| {
            let beside = (word.left - glyph.right).max(glyph.left - word.right);
            let above = (word.base - glyph.base).abs();
            let is_near = above < glyph.size && beside.abs() < glyph.size * NEAR;
            (is_near && !word.c.is_whitespace()).then_some(beside.abs() + above)
        };
        let near = text
            .iter()
            .filter_map(|word| Some((away(word)?, word.base)));
        if let Some((_, base)) = near.min_by(|(a, _), (b, _)| a.total_cmp(b)) {
            glyph.base = base;
        }
    }
    filled_in
}

/// The text that an annotation shows on its page. What the library makes of it is not asked for: it takes every text to be UTF-8, and few are.
fn shown(document: &PdfDocument, annotation: &Annotation) -> Option<String> {
    let fields = annotation.raw_dict.as_ref()?;
    let text = match (&annotation.subtype_enum, &annotation.field_type) {
        (AnnotationSubtype::FreeText, _) => text(document, fields.get("Contents")?)?,
        (AnnotationSubtype::Widget, Some(WidgetFieldType::Text)) => {
            text(document, &inherited(document, fields, "V")?)?
        }
        (AnnotationSubtype::Widget, Some(WidgetFieldType::Choice { .. })) => {
            chosen(document, fields)?
        }
        (
            AnnotationSubtype::Widget,
            Some(
                WidgetFieldType::Checkbox { .. }
                | WidgetFieldType::Radio { .. }
                | WidgetFieldType::Button,
            ),
        ) => ticked(document, fields)?,
        _ => return None,
    };
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    (!text.trim().is_empty()).then_some(text)
}

/// The sign of a box, ticked or not; a button to press has no state. The library takes some boxes for buttons.
fn ticked(document: &PdfDocument, fields: &Fields) -> Option<String> {
    let state = fields.get("AS").and_then(|state| resolved(document, state));
    let state = state.or_else(|| inherited(document, fields, "V"))?;
    let is_ticked = state.as_name()? != "Off";
    Some(if is_ticked { "☑" } else { "☐" }.to_owned())
}

/// What is chosen from a list, in the words that the list shows for it.
fn chosen(document: &PdfDocument, fields: &Fields) -> Option<String> {
    let value = inherited(document, fields, "V")?;
    let values = match value.as_array() {
        Some(values) => values
            .iter()
            .filter_map(|one| text(document, one))
            .collect(),
        None => vec![text(document, &value)?],
    };
    let options = inherited(document, fields, "Opt");
    let options = options.as_ref().and_then(Object::as_array);
    let said = |value: String| {
        let pairs = options.into_iter().flatten();
        let mut pairs = pairs.filter_map(|option| resolved(document, option));
        let shown = pairs.find_map(|pair| match pair.as_array()?.as_slice() {
            [meant, shown, ..] if text(document, meant)? == value => text(document, shown),
            _ => None,
        });
        shown.unwrap_or(value)
    };
    let said: Vec<String> = values.into_iter().map(said).collect();
    Some(said.join("\n"))
}

/// What a field says, or the fields that it is part of say for it.
fn inherited(document: &PdfDocument, fields: &Fields, name: &str) -> Option<Object> {
    let mut fields = fields.clone();
    let mut known = HashSet::new();
    loop {
        if let Some(found) = fields.get(name) {
            return resolved(document, found);
        }
        let parent = fields.get("Parent")?.as_reference()?;
        if !known.insert(parent) {
            return None;
        }
        let parent = document.load_object(parent).ok()?;
        fields.clone_from(parent.as_dict()?);
    }
}

/// A text of the file in the encoding that it is in; a long one may be a stream.
fn text(document: &PdfDocument, object: &Object) -> Option<String> {
    match resolved(document, object)? {
        Object::String(bytes) => Some(decode_pdf_text_string(&bytes)),
        Object::Name(name) => Some(name),
        stream @ Object::Stream { .. } if !document.is_encrypted() => {
            let bytes = stream.decode_stream_data().ok()?;
            Some(decode_pdf_text_string(&bytes))
        }
        _ => None,
    }
}

/// Lines as a field shows them, of which width and height are given in units of the type: a viewer breaks what is too long where there is room for more
/// lines than one.
fn wrapped(text: &str, width: f32, height: f32) -> Vec<String> {
    let fits = (width / WIDTH).max(1.0) as usize;
    if height < 2.0 * LINE {
        return text.lines().map(str::to_owned).collect();
    }
    let mut lines = Vec::new();
    for whole in text.lines() {
        let mut line = String::new();
        for word in whole.split_whitespace() {
            let length = line.chars().count() + word.chars().count();
            if !line.is_empty() && length >= fits {
                lines.push(std::mem::take(&mut line));
            } else if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::pdf::update::file_of;

    #[track_caller]
    fn check(annotation: &str, parent: &str, expected: &str) {
        let file = file_of(&[
            "<< /Type /Catalog /Pages 3 0 R >>",
            "<< >>",
            "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 3 0 R /MediaBox [0 0 600 800] /Annots [5 0 R] >>",
            &format!("<< /Type /Annot /Rect [100 700 300 720] {annotation} >>"),
            parent,
        ]);
        let document = PdfDocument::from_bytes(file).unwrap();
        let text: String = filled_in(&document, 0)
            .iter()
            .map(|glyph| glyph.c)
            .collect();
        assert_eq!(text, expected, "{annotation}");
    }

    #[test]
    fn what_was_filled_in_is_read_in_any_encoding() {
        let field = "/Subtype /Widget /FT /Tx /V";
        let none = "<< >>";
        check(&format!("{field} (Depot 7)"), none, "Depot 7");
        check(&format!("{field} (Gr\\366\\337e)"), none, "Größe");
        check(&format!("{field} <FEFF00470072014D00DF>"), none, "Grōß");
        check("/Subtype /FreeText /Contents <FEFF06270644>", none, "لا");
        check("/Subtype /FreeText /F 2 /Contents (hidden)", none, "");
    }

    #[test]
    fn what_was_filled_in_may_stand_in_the_field_above() {
        check(
            "/Subtype /Widget /Parent 6 0 R",
            "<< /FT /Tx /V <FEFF00F8> >>",
            "ø",
        );
        check("/Subtype /Widget /FT /Tx /Parent 5 0 R", "<< >>", "");
    }

    #[test]
    fn what_was_chosen_is_read_as_the_list_shows_it() {
        let list = "/Subtype /Widget /FT /Ch /Opt [[(de) (Germany)] [(fr) (France)] (Spain)] /V";
        check(&format!("{list} (fr)"), "<< >>", "France");
        check(&format!("{list} (Spain)"), "<< >>", "Spain");
        check(&format!("{list} [(de) (fr)]"), "<< >>", "GermanyFrance");
    }

    #[test]
    fn boxes_are_read_as_ticked_or_not() {
        let field = "/Subtype /Widget /FT /Btn";
        check(&format!("{field} /AS /Yes"), "<< >>", "☑");
        check(&format!("{field} /AS /Off /V /Off"), "<< >>", "☐");
        check(&format!("{field} /V /On"), "<< >>", "☑");
        check(
            "/Subtype /Widget /Parent 6 0 R /AS /Off",
            "<< /FT /Btn /Ff 32768 /V /2 >>",
            "☐",
        );
        // A button to press.
        check(&format!("{field} /Ff 65536"), "<< >>", "");
    }

    #[test]
    fn a_long_text_is_broken_where_its_field_has_room() {
        let text = "The depot has room for nine buses.";
        assert_eq!(wrapped(text, 8.0, 1.5), [text]);
        assert_eq!(
            wrapped(text, 8.0, 6.0),
            ["The depot has", "room for nine", "buses."]
        );
    }
}
