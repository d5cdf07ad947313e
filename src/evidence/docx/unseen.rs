//! Text of a Word document that nobody sees: in the colour of what is behind it, too small to be read, or marked as hidden. It is taken out of what is read,
//! and listed with what was set aside [E6].
//!
//! What is behind a cell or a text box is often said by its style, which is not known here: there only the size tells.

use std::io::Cursor;
use std::sync::Arc;

use office_oxide::ir::{DocumentIR, Element, InlineContent, List, TextSpan};
use office_oxide::options::ParseOptions;
use office_oxide::{Document, DocumentFormat};
use zip::ZipArchive;

use super::package;

/// Half points up to which nobody reads a text.
const SMALLEST: u32 = 4;
/// Colours that differ by less, in all three parts together, are one to the eye.
const SAME: u32 = 24;
const WHITE: [u8; 3] = [255; 3];

/// What is behind a text; nothing where that is not known.
type Behind = Option<[u8; 3]>;

/// Takes out what nobody sees, and gives it; what is struck out, which nobody states any more, goes as well.
pub(super) fn taken_out(document: &mut DocumentIR) -> Vec<String> {
    // On pages of a dark colour, which are not told of here, nearly all text is white.
    let mut seen = Seen::default();
    each(document, &mut |content, behind| {
        for span in content.iter().filter_map(span) {
            let words = span.text.split_whitespace().count();
            seen.all += words;
            seen.struck += if span.strikethrough { words } else { 0 };
            seen.as_behind += if is_as_behind(span, behind) { words } else { 0 };
        }
    });
    let colours_tell = seen.as_behind * 10 < seen.all * 9;
    // A document that strikes out most of what it says shows just that.
    let strikes_tell = seen.struck * 2 < seen.all;
    let mut unseen = Vec::new();
    each(document, &mut |content, behind| {
        let mut run = String::new();
        content.retain(|part| {
            let hidden = span(part).filter(|span| {
                let is_tiny = span.font_size_half_pt.is_some_and(|size| size <= SMALLEST);
                !span.text.trim().is_empty()
                    && (is_tiny || (colours_tell && is_as_behind(span, behind)))
            });
            if let Some(span) = hidden {
                run.push_str(&span.text);
            }
            let is_struck = strikes_tell && span(part).is_some_and(|span| span.strikethrough);
            hidden.is_none() && !is_struck
        });
        if !run.trim().is_empty() {
            unseen.push(run);
        }
    });
    unseen
}

/// Takes out what is struck out, as [`taken_out`] does.
pub(in crate::evidence) fn take_out_struck(document: &mut DocumentIR) {
    let (mut all, mut struck) = (0, 0);
    each(document, &mut |content, _| {
        for span in content.iter().filter_map(span) {
            let words = span.text.split_whitespace().count();
            all += words;
            struck += if span.strikethrough { words } else { 0 };
        }
    });
    if struck > 0 && struck * 2 < all {
        each(document, &mut |content, _| {
            content.retain(|part| !span(part).is_some_and(|span| span.strikethrough));
        });
    }
}

/// Words of a document, those of them in the colour of what is behind them, and those that are struck out.
#[derive(Default)]
struct Seen {
    all: usize,
    as_behind: usize,
    struck: usize,
}

/// What a document marks as hidden and its parser leaves out: what is there more when it is asked for that, too.
pub(super) fn left_out(
    bytes: &Arc<[u8]>,
    options: &ParseOptions,
    shown: &mut DocumentIR,
) -> Vec<String> {
    if !marks_hidden(bytes) {
        return Vec::new();
    }
    let mut options = options.clone();
    options.include_hidden_text = true;
    let package = Cursor::new(Arc::clone(bytes));
    let all = Document::from_reader_with(package, DocumentFormat::Docx, &options);
    let Ok(mut all) = all.map(|document| document.to_ir()) else {
        return Vec::new();
    };
    let texts = |document: &mut DocumentIR| {
        let mut texts = Vec::new();
        each(document, &mut |content, _| {
            let text: String = content
                .iter()
                .filter_map(span)
                .map(|span| span.text.as_str())
                .collect();
            texts.push(text);
        });
        texts
    };
    // Hidden paragraphs and parts of paragraphs stand between the others, which come in the same order.
    let shown = texts(shown);
    let mut next = shown
        .iter()
        .filter(|text| !text.trim().is_empty())
        .peekable();
    let mut unseen = Vec::new();
    for text in texts(&mut all) {
        match next.peek() {
            Some(known) if text == **known => {
                next.next();
            }
            Some(known) if is_within(known, &text) => {
                unseen.push(without(&text, known));
                next.next();
            }
            _ => unseen.push(text),
        }
    }
    unseen.retain(|text| !text.trim().is_empty());
    unseen
}

/// Whether all characters of a text stand in another one, in this order.
fn is_within(part: &str, whole: &str) -> bool {
    let mut rest = whole.chars();
    part.chars().all(|c| rest.any(|other| other == c))
}

/// What a text has more than a part of it.
fn without(whole: &str, part: &str) -> String {
    let mut kept = part.chars().peekable();
    let more = whole.chars().filter(|c| kept.next_if_eq(c).is_none());
    more.collect()
}

fn marks_hidden(bytes: &[u8]) -> bool {
    let Ok(mut package) = ZipArchive::new(Cursor::new(bytes)) else {
        return false;
    };
    // A part that is too long to be looked through is asked.
    package::PARTS.into_iter().any(|name| {
        package.index_for_name(name).is_some()
            && package::part(&mut package, name).is_none_or(|part| part.contains("<w:vanish"))
    })
}

fn span(part: &InlineContent) -> Option<&TextSpan> {
    match part {
        InlineContent::Text(span) => Some(span),
        _ => None,
    }
}

/// Whether a text has the colour of what is behind it.
fn is_as_behind(span: &TextSpan, behind: Behind) -> bool {
    let (Some(colour), Some(behind)) = (span.color, span.highlight.or(behind)) else {
        return false;
    };
    let parts = colour.iter().zip(&behind);
    let differ: u32 = parts.map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
    differ < SAME
}

/// Goes through all text, with what is behind it.
fn each(document: &mut DocumentIR, see: &mut dyn FnMut(&mut Vec<InlineContent>, Behind)) {
    for section in &mut document.sections {
        let page = section.background_rgb.unwrap_or(WHITE);
        elements(&mut section.elements, Some(page), see);
    }
}

fn elements(
    list: &mut [Element],
    behind: Behind,
    see: &mut dyn FnMut(&mut Vec<InlineContent>, Behind),
) {
    for element in list {
        match element {
            Element::Heading(heading) => {
                see(&mut heading.content, heading.background_color.or(behind));
            }
            Element::Paragraph(paragraph) => {
                see(
                    &mut paragraph.content,
                    paragraph.background_color.or(behind),
                );
            }
            Element::List(list) => items(list, behind, see),
            Element::Table(table) => {
                for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
                    elements(&mut cell.content, cell.background_color, see);
                }
            }
            Element::TextBox(text) => elements(&mut text.content, None, see),
            Element::Footnote(note) | Element::Endnote(note) => {
                elements(&mut note.content, behind, see);
            }
            _ => {}
        }
    }
}

fn items(list: &mut List, behind: Behind, see: &mut dyn FnMut(&mut Vec<InlineContent>, Behind)) {
    for item in &mut list.items {
        elements(&mut item.content, behind, see);
        if let Some(nested) = &mut item.nested {
            items(nested, behind, see);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::super::read;
    use super::*;
    use crate::evidence::split::split;

    /// A document with this body.
    fn package(body: &str) -> Vec<u8> {
        const TYPES: &str = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
        const RELATIONS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;
        let document = format!(
            r#"<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>"#
        );
        let mut package = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in [
            ("[Content_Types].xml", TYPES),
            ("_rels/.rels", RELATIONS),
            ("word/document.xml", &document),
        ] {
            package
                .start_file(name, SimpleFileOptions::default())
                .unwrap();
            package.write_all(content.as_bytes()).unwrap();
        }
        package.finish().unwrap().into_inner()
    }

    fn paragraph(own: &str, run: &str, text: &str) -> String {
        format!("<w:p><w:pPr>{own}</w:pPr><w:r><w:rPr>{run}</w:rPr><w:t>{text}</w:t></w:r></w:p>")
    }

    /// What of a document is evidence, and what was set aside.
    fn parted(body: &str) -> (String, String, Vec<String>) {
        let reading = read(package(body)).unwrap();
        let (unseen, seen): (Vec<_>, Vec<_>) = split(&reading.body)
            .into_iter()
            .partition(|passage| passage.set_aside.is_some());
        let text = |passages: Vec<crate::study::ReadPassage>| {
            let texts = passages.into_iter().map(|passage| passage.text);
            texts.collect::<Vec<_>>().join(" / ")
        };
        (text(seen), text(unseen), reading.warnings)
    }

    const SEEN: &str = "Sales of heat pumps fell by 7 percent in the county.";
    const UNSEEN: &str = "Sales of heat pumps rose by 90 percent.";

    #[test]
    fn what_word_does_not_show_is_set_aside() {
        for run in [
            r#"<w:color w:val="FFFFFF"/>"#,
            r#"<w:color w:val="FDFDFD"/>"#,
            r#"<w:sz w:val="1"/>"#,
            "<w:vanish/>",
            "<w:specVanish/>",
            r#"<w:w w:val="1"/>"#,
            r#"<w:color w:val="auto" w:themeColor="background1"/>"#,
            r#"<w:color w:val="000000"/><w:shd w:val="clear" w:fill="000000"/>"#,
        ] {
            let body = paragraph("", "", SEEN) + &paragraph("", run, UNSEEN);
            let (seen, unseen, warnings) = parted(&body);
            assert!(
                seen.contains("fell") && !seen.contains("rose"),
                "{run}: {seen}"
            );
            assert!(unseen.contains(UNSEEN), "{run}: {unseen}");
            let told = "hidden text was set aside (8 words that Word does not show)";
            assert_eq!(warnings, [told], "{run}");
        }
    }

    #[test]
    fn what_is_struck_out_is_not_stated_any_more() {
        let run = |strike: &str, text: &str| {
            format!(r#"<w:r><w:rPr>{strike}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>"#)
        };
        let body = format!(
            "<w:p>{}{}{}</w:p>",
            run("", "The cost is "),
            run("<w:strike/>", "12 "),
            run("", "14 million euros, says the county.")
        );
        let (seen, unseen, _) = parted(&body);
        assert_eq!(seen, "The cost is 14 million euros, says the county.");
        assert_eq!(unseen, "");
    }

    #[test]
    fn what_stands_on_a_ground_of_its_own_is_seen() {
        let white = r#"<w:color w:val="FFFFFF"/>"#;
        let dark = r#"<w:shd w:val="clear" w:fill="203040"/>"#;
        let table = format!(
            "<w:tbl><w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr></w:tbl>",
            paragraph("", white, UNSEEN),
            paragraph("", white, "90")
        );
        let shaded = paragraph(dark, white, UNSEEN);
        let highlighted = paragraph("", &format!("{white}{dark}"), UNSEEN);
        let beside = |body: &str| paragraph("", "", SEEN) + body;
        // A page of white text alone is a dark one.
        let alone = paragraph("", white, UNSEEN);
        for body in [beside(&table), beside(&shaded), beside(&highlighted), alone] {
            let (seen, unseen, _) = parted(&body);
            assert!(seen.contains("rose"), "{body}");
            assert_eq!(unseen, "", "{body}");
        }
    }

    #[test]
    fn what_a_text_has_more_than_a_part_of_it_is_found() {
        assert!(is_within("a c", "a b c"));
        assert!(!is_within("c a", "a b c"));
        assert_eq!(without("shown hidden", "shown"), " hidden");
    }
}
