//! Fonts that bring their own table of characters in a compact font program. The PDF library reads that table from other programs only, and takes the codes
//! of these for letters and figures: a sign such as "element of" becomes a 2.
//!
//! What such a table says is added to the file in the form in which other files tell their characters.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use pdf_oxide::PdfDocument;
use pdf_oxide::fonts::cff_encoding::parse_cff_encoding;
use pdf_oxide::object::{Object, ObjectRef};

use super::update::{Fields, Update, resolved};

const MOST_FONTS: usize = 400;
/// A font program of more bytes than this is not looked into.
const LONGEST_PROGRAM: usize = 1 << 20;
/// Entries of a table that may stand together.
const TOGETHER: usize = 100;

/// Adds to an update the tables of the fonts that do not tell their characters.
pub(super) fn tell(update: &mut Update<'_>, document: &PdfDocument, pages: usize) {
    for (font, mut fields, table) in silent(document, pages) {
        let table = update.stream(None, table.as_bytes());
        fields.insert("ToUnicode".to_owned(), Object::Reference(table));
        update.object(font, &Object::Dictionary(fields));
    }
}

/// The fonts of a document that do not tell their characters and whose programs do, with the table that tells them.
fn silent(document: &PdfDocument, pages: usize) -> Vec<(ObjectRef, Fields, String)> {
    let mut silent = Vec::new();
    let mut seen = HashSet::new();
    for index in 0..pages {
        for font in fonts_of(document, index) {
            if seen.len() >= MOST_FONTS {
                return silent;
            }
            if seen.insert(font)
                && let Some((fields, table)) = table_of(document, font)
            {
                silent.push((font, fields, table));
            }
        }
    }
    silent
}

fn fonts_of(document: &PdfDocument, index: usize) -> Vec<ObjectRef> {
    let fonts = || {
        let page = document.get_page(index).ok()?;
        let resources = resolved(document, page.as_dict()?.get("Resources")?)?;
        let fonts = resolved(document, resources.as_dict()?.get("Font")?)?;
        let fonts = fonts.as_dict()?.values();
        Some(fonts.filter_map(Object::as_reference).collect())
    };
    fonts().unwrap_or_default()
}

/// A font that does not tell its characters, and the table that its program holds.
fn table_of(document: &PdfDocument, font: ObjectRef) -> Option<(Fields, String)> {
    let font = document.load_object(font).ok()?;
    let fields = font.as_dict()?;
    let is_simple = matches!(fields.get("Subtype")?.as_name()?, "Type1" | "MMType1");
    if !is_simple || fields.contains_key("ToUnicode") {
        return None;
    }
    let told = match fields.get("Encoding") {
        Some(encoding) => told(&resolved(document, encoding)?)?,
        None => Vec::new(),
    };
    let descriptor = resolved(document, fields.get("FontDescriptor")?)?;
    let program = resolved(document, descriptor.as_dict()?.get("FontFile3")?)?;
    let program = program.decode_stream_data().ok()?;
    if program.len() > LONGEST_PROGRAM {
        return None;
    }
    let characters: BTreeMap<u8, char> = parse_cff_encoding(&program)?
        .into_iter()
        .filter(|(code, _)| !told.contains(code))
        .collect();
    (!characters.is_empty()).then(|| (fields.clone(), table(&characters)))
}

/// The codes for which a font names the characters itself; `None` where it does so for all.
fn told(encoding: &Object) -> Option<Vec<u8>> {
    let fields = encoding.as_dict()?;
    if fields.contains_key("BaseEncoding") {
        return None;
    }
    let mut told = Vec::new();
    let mut code = 0;
    for part in fields.get("Differences")?.as_array()? {
        match part {
            Object::Integer(first) => code = *first,
            Object::Name(_) => {
                told.extend(u8::try_from(code));
                code += 1;
            }
            _ => {}
        }
    }
    Some(told)
}

/// The table as files tell their characters.
fn table(characters: &BTreeMap<u8, char>) -> String {
    let mut table = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n\
        1 begincodespacerange <00> <FF> endcodespacerange\n"
        .to_owned();
    let characters: Vec<(&u8, &char)> = characters.iter().collect();
    for some in characters.chunks(TOGETHER) {
        let _ = writeln!(table, "{} beginbfchar", some.len());
        for (code, character) in some {
            let _ = write!(table, "<{code:02X}> <");
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(table, "{unit:04X}");
            }
            table.push_str(">\n");
        }
        table.push_str("endbfchar\n");
    }
    table + "endcmap end end"
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn a_table_tells_each_code_its_character() {
        let table = table(&BTreeMap::from([(0x32, '∈'), (0x0C, '\u{1D4D0}')]));
        assert!(
            table.contains("2 beginbfchar\n<0C> <D835DCD0>\n<32> <2208>\nendbfchar"),
            "{table}"
        );
    }

    #[test]
    fn codes_that_a_font_names_itself_are_left_to_it() {
        let names = |differences: Vec<Object>| {
            let differences = ("Differences".to_owned(), Object::Array(differences));
            Object::Dictionary(HashMap::from([differences]))
        };
        let name = |name: &str| Object::Name(name.to_owned());
        let encoding = names(vec![
            Object::Integer(27),
            name("ff"),
            name("fi"),
            Object::Integer(255),
            name("germandbls"),
            name("beyond"),
        ]);
        assert_eq!(told(&encoding), Some(vec![27, 28, 255]));
        assert_eq!(told(&name("WinAnsiEncoding")), None);
    }
}
