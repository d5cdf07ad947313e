//! What signs on a page mean, where the page says so beside them: browsers write it with each letter of a joined script and each ligature that they draw. The PDF
//! library looks for the letters of that text in the font, where they are other signs.
//!
//! So the text is taken out of the content, whose signs the font mostly tells as well, and is added to the font for those signs that it does not tell.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use pdf_oxide::PdfDocument;
use pdf_oxide::content::{Operator, TextElement, parse_content_stream};
use pdf_oxide::fonts::parse_tounicode_cmap;
use pdf_oxide::object::{Object, ObjectRef};

use super::sparse::sparse;
use super::update::{Update, resolved};
use super::vowels::NON_JOINER;

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
        let joiner = non_joiner(content.get(from..).unwrap_or_default());
        if let Some(sign) = joiner.and_then(|at| plain.get_mut(from + at..from + at + JOINER.len()))
        {
            sign.copy_from_slice(JOINER);
        }
    }
    plain
}

/// Where the sign is written that is said to keep two letters apart: it is drawn as a space of no width, which fonts tell as any other.
fn non_joiner(behind_name: &[u8]) -> Option<usize> {
    /// All of such a part is shorter.
    const LONGEST: usize = 48;
    let part = behind_name.get(..LONGEST.min(behind_name.len()))?;
    let find = |from: usize, words: &[u8]| {
        let rest = part.get(from..)?;
        let found = rest.windows(words.len()).position(|word| word == words)?;
        Some(from + found + words.len())
    };
    let said = find(0, b"<FEFF200C>").filter(|end| *end <= b" <FEFF200C>".len())?;
    let sign = find(find(said, b"BDC")?, b"<")?;
    let is_hex = |sign: &[u8]| sign.iter().all(u8::is_ascii_hexdigit);
    let is_one = part.get(sign + JOINER.len()) == Some(&b'>');
    (is_one && part.get(sign..sign + JOINER.len()).is_some_and(is_hex)).then_some(sign)
}

/// A sign that no font has; it stands for what keeps two letters apart.
const JOINER: &[u8] = b"FFFE";
const JOINER_SIGN: u16 = 0xFFFE;

/// What the signs of fonts mean.
#[derive(Default)]
pub(super) struct Meanings {
    /// By font, the texts that each was said to be. Of more than one, none is taken.
    signs: HashMap<ObjectRef, BTreeMap<u16, Option<String>>>,
    /// What two signs were said to be together, such as a letter and its vowel.
    pairs: Vec<(ObjectRef, [u16; 2], String)>,
}

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
                    if let (Some((Some(text), signs)), Some(font)) = (parts.pop(), font) {
                        self.take(font, &signs, text);
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

    fn take(&mut self, font: ObjectRef, drawn: &[u8], text: String) {
        let (signs, _) = drawn.as_chunks::<2>();
        match signs {
            [_] if text.starts_with(NON_JOINER) => self.add(font, JOINER_SIGN, &text),
            [sign] => self.add(font, u16::from_be_bytes(*sign), &text),
            [one, other] => {
                let signs = [u16::from_be_bytes(*one), u16::from_be_bytes(*other)];
                self.pairs.push((font, signs, text));
            }
            _ => {}
        }
    }

    fn add(&mut self, font: ObjectRef, sign: u16, text: &str) {
        let known = self.signs.entry(font).or_default().entry(sign);
        let known = known.or_insert_with(|| Some(text.to_owned()));
        if known.as_deref() != Some(text) {
            *known = None;
        }
    }

    /// Adds to an update the tables of the fonts that do not tell all of these signs.
    pub(super) fn tell(self, update: &mut Update<'_>, document: &PdfDocument) {
        for (font, mut signs) in self.signs {
            let Some((mut fields, table)) = fields_and_table(document, font) else {
                continue;
            };
            let told = parse_tounicode_cmap(&table).ok();
            let said = |sign: u16| {
                let told = told.as_ref()?;
                let text = told.get(&u32::from(sign)).map(Cow::into_owned);
                // What a font has of its own it tells nobody.
                text.filter(|text| !text.chars().all(|c| ('\u{E000}'..='\u{F8FF}').contains(&c)))
            };
            let is_told = |sign: u16| said(sign).is_some();
            for (_, [one, other], text) in self.pairs.iter().filter(|(of, _, _)| *of == font) {
                let known = |sign: u16| said(sign).or_else(|| signs.get(&sign)?.clone());
                let rest = |of: u16| {
                    let known = known(of)?;
                    let rest = text
                        .strip_prefix(known.as_str())
                        .or_else(|| text.strip_suffix(known.as_str()))?;
                    Some(rest.to_owned()).filter(|rest| !rest.is_empty())
                };
                let found = match (known(*one), known(*other)) {
                    (None, Some(_)) => rest(*other).map(|text| (*one, text)),
                    (Some(_), None) => rest(*one).map(|text| (*other, text)),
                    _ => None,
                };
                if let Some((sign, text)) = found {
                    signs.insert(sign, Some(text));
                }
            }
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
        let apart = plain(b"/Span<</ActualText <FEFF200C> >> BDC\n<0003> Tj\nEMC <0003> Tj");
        let expected = b"/Span<</NotMeaning <FEFF200C> >> BDC\n<FFFE> Tj\nEMC <0003> Tj";
        assert_eq!(apart.unwrap(), expected);
    }
}
