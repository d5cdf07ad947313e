//! What signs on a page mean, where the page says so beside them: browsers write it with each letter of a joined script and each ligature that they draw. The PDF
//! library looks for the letters of that text in the font, where they are other signs.
//!
//! So the text is taken out of the content, whose signs the font mostly tells as well, and is added to the font for those signs that it does not tell.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use pdf_oxide::PdfDocument;
use pdf_oxide::content::{Operator, TextElement, parse_content_stream};
use pdf_oxide::fonts::parse_tounicode_cmap;
use pdf_oxide::object::{Object, ObjectRef};

use super::sparse::sparse;
use super::update::{Update, resolved};

/// By what the page says it.
const NAME: &[u8] = b"/ActualText";
/// A name of the same length that says nothing.
const NOTHING: &[u8] = b"/NotMeaning";
/// A longer text is that of a picture or of several words.
const LONGEST: usize = 8;

/// The content without what parts of it are said to mean; `None` where nothing is said.
pub(super) fn plain(content: &[u8]) -> Option<Vec<u8>> {
    let mut plain: Option<Vec<u8>> = None;
    let mut from = 0;
    while let Some(at) = content
        .get(from..)
        .and_then(|rest| rest.windows(NAME.len()).position(|name| name == NAME))
    {
        let at = from + at;
        from = at + NAME.len();
        let plain = plain.get_or_insert_with(|| content.to_vec());
        if let Some(name) = plain.get_mut(at..from) {
            name.copy_from_slice(NOTHING);
        }
    }
    plain
}

/// What the signs of fonts mean: by font, the texts that each was said to be. Of more than one, none is taken.
#[derive(Default)]
pub(super) struct Meanings(HashMap<ObjectRef, BTreeMap<u16, Option<String>>>);

impl Meanings {
    /// Takes in what a page says of its signs, each for itself.
    pub(super) fn gather(&mut self, document: &PdfDocument, index: usize, content: &[u8]) {
        let Some(fonts) = joined_fonts(document, index) else {
            return;
        };
        let mut font: Option<ObjectRef> = None;
        // Of each part that has begun: what it means, and the signs that it draws.
        let mut parts: Vec<(Option<String>, Vec<u8>)> = Vec::new();
        let sparse = sparse(content);
        let operators = sparse.parts().map(parse_content_stream);
        for operator in operators.flatten().flatten() {
            match operator {
                Operator::Tf { font: name, .. } => font = fonts.get(&name).copied(),
                Operator::BeginMarkedContent { .. } => parts.push((None, Vec::new())),
                Operator::BeginMarkedContentDict { properties, .. } => {
                    parts.push((said(&properties), Vec::new()));
                }
                Operator::EndMarkedContent => {
                    if let (Some((Some(text), signs)), Some(font)) = (parts.pop(), font)
                        && let &[high, low] = signs.as_slice()
                    {
                        self.add(font, u16::from_be_bytes([high, low]), &text);
                    }
                }
                Operator::Tj { text } => draw(&mut parts, &text),
                Operator::TJ { array } => {
                    for element in &array {
                        if let TextElement::String(text) = element {
                            draw(&mut parts, text);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn add(&mut self, font: ObjectRef, sign: u16, text: &str) {
        let known = self.0.entry(font).or_default().entry(sign);
        let known = known.or_insert_with(|| Some(text.to_owned()));
        if known.as_deref() != Some(text) {
            *known = None;
        }
    }

    /// Adds to an update the tables of the fonts that do not tell all of these signs.
    pub(super) fn tell(self, update: &mut Update<'_>, document: &PdfDocument) {
        for (font, signs) in self.0 {
            let Some((mut fields, table)) = fields_and_table(document, font) else {
                continue;
            };
            let told = parse_tounicode_cmap(&table).ok();
            let is_told = |sign: u16| {
                let told = told.as_ref();
                told.is_some_and(|told| told.get(&u32::from(sign)).is_some())
            };
            let untold: Vec<(u16, String)> = signs
                .into_iter()
                .filter_map(|(sign, text)| Some((sign, text?)))
                .filter(|(sign, _)| !is_told(*sign))
                .collect();
            if !untold.is_empty() {
                let table = update.stream(None, &with(&table, &untold));
                fields.insert("ToUnicode".to_owned(), Object::Reference(table));
                update.object(font, &Object::Dictionary(fields));
            }
        }
    }
}

fn draw(parts: &mut [(Option<String>, Vec<u8>)], signs: &[u8]) {
    if let Some((_, drawn)) = parts.last_mut() {
        drawn.extend_from_slice(signs);
    }
}

/// The fonts of a page by name, as far as two bytes are a sign in them.
fn joined_fonts(document: &PdfDocument, index: usize) -> Option<HashMap<String, ObjectRef>> {
    let page = document.get_page(index).ok()?;
    let resources = resolved(document, page.as_dict()?.get("Resources")?)?;
    let fonts = resolved(document, resources.as_dict()?.get("Font")?)?;
    let fonts = fonts.as_dict()?.iter();
    let is_joined = |font: ObjectRef| {
        let font = document.load_object(font).ok()?;
        let encoding = font.as_dict()?.get("Encoding")?.as_name()?.to_owned();
        (encoding == "Identity-H").then_some(())
    };
    let known = fonts.filter_map(|(name, font)| Some((name.clone(), font.as_reference()?)));
    Some(
        known
            .filter(|(_, font)| is_joined(*font).is_some())
            .collect(),
    )
}

/// A font, and the table in which it tells its characters.
fn fields_and_table(
    document: &PdfDocument,
    font: ObjectRef,
) -> Option<(HashMap<String, Object>, Vec<u8>)> {
    let font = document.load_object(font).ok()?;
    let fields = font.as_dict()?.clone();
    let table = resolved(document, fields.get("ToUnicode")?)?;
    Some((fields, table.decode_stream_data().ok()?))
}

/// A table with more signs.
fn with(table: &[u8], signs: &[(u16, String)]) -> Vec<u8> {
    const END: &[u8] = b"endcmap";
    /// Entries of a table that may stand together.
    const TOGETHER: usize = 100;
    let end = table.windows(END.len()).rposition(|word| word == END);
    let (before, after) = table.split_at(end.unwrap_or(table.len()));
    let mut more = String::new();
    for some in signs.chunks(TOGETHER) {
        let _ = writeln!(more, "{} beginbfchar", some.len());
        for (sign, text) in some {
            let _ = write!(more, "<{sign:04X}> <");
            for unit in text.encode_utf16() {
                let _ = write!(more, "{unit:04X}");
            }
            more.push_str(">\n");
        }
        more.push_str("endbfchar\n");
    }
    [before, more.as_bytes(), after].concat()
}

/// What a part is said to mean, where that is no more than a sign may.
fn said(properties: &Object) -> Option<String> {
    let text = properties.as_dict()?.get("ActualText")?.as_string()?;
    let text = match text {
        [0xFE, 0xFF, units @ ..] => {
            let (units, _) = units.as_chunks::<2>();
            let units = units.iter().map(|unit| u16::from_be_bytes(*unit));
            char::decode_utf16(units)
                .collect::<Result<String, _>>()
                .ok()?
        }
        _ if text.is_ascii() => String::from_utf8(text.to_vec()).ok()?,
        _ => return None,
    };
    (1..=LONGEST)
        .contains(&text.chars().count())
        .then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::pdf::update::file_of;

    #[test]
    fn a_sign_is_what_its_font_tells_or_else_what_the_page_says_of_it() {
        // The font has the signs 1 to 4, and tells those of a, b and c.
        let content = "BT /F 10 Tf 72 700 Td <0001> Tj /Span <</ActualText (x)>> BDC <0002> Tj EMC \
            /Span <</ActualText <FEFF00660069>>> BDC <0004> Tj EMC <0003> Tj ET";
        let table = "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n1 beginbfrange\n<0001> <0003> <0061>\nendbfrange\nendcmap";
        let stream = |content: &str| {
            let length = content.len();
            format!("<< /Length {length} >>\nstream\n{content}\nendstream")
        };
        let file = file_of(&[
            "<< /Type /Catalog /Pages 3 0 R >>",
            "<< >>",
            "<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
            "<< /Type /Page /Parent 3 0 R /Contents 5 0 R /Resources << /Font << /F 6 0 R >> >> >>",
            &stream(content),
            "<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+F /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 8 0 R >>",
            "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+F /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 >>",
            &stream(table),
        ]);
        let reading = crate::evidence::pdf::read(file, &[]).unwrap();
        assert_eq!(reading.body.text(), "abfic");
    }

    #[test]
    fn content_that_says_nothing_of_its_signs_stays_as_it_is() {
        assert_eq!(plain(b"BT (Actual) Tj ET"), None);
        let said = plain(b"/Span<</ActualText(a)>>BDC");
        assert_eq!(said.unwrap(), b"/Span<</NotMeaning(a)>>BDC");
    }
}
