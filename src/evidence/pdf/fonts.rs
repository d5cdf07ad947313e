//! Fonts that bring their own table of characters in a compact font program. The PDF library reads that table from other programs only, and takes the codes
//! of these for letters and figures: a sign such as "element of" becomes a 2.
//!
//! What such a table says is written behind the file as an update of it, in the form in which other files tell their characters; the library reads it there.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

use pdf_oxide::PdfDocument;
use pdf_oxide::fonts::cff_encoding::parse_cff_encoding;
use pdf_oxide::object::{Object, ObjectRef};
use pdf_oxide::writer::ObjectSerializer;

/// Fonts of later pages were seen before, or are too many.
const MOST_PAGES: usize = 400;
const MOST_FONTS: usize = 400;
/// A font program of more bytes than this is not looked into.
const LONGEST_PROGRAM: usize = 1 << 20;
/// Entries of a table that may stand together.
const TOGETHER: usize = 100;

type Fields = HashMap<String, Object>;

/// What is to be written behind a file so that all its fonts tell their characters; `None` where they do.
pub(super) fn update(document: &PdfDocument, pages: usize) -> Option<Vec<u8>> {
    let fonts = silent(document, pages);
    if fonts.is_empty() || document.is_encrypted() {
        return None;
    }
    let bytes = &document.source_bytes;
    let before = last_table(bytes)?;
    let trailer = document.trailer().as_dict()?;
    let mut free = *document.all_object_ids().last()? + 1;
    let written = ObjectSerializer::compact();
    let mut update = vec![b'\n'];
    let mut places: BTreeMap<u32, (usize, u16)> = BTreeMap::new();
    for (font, mut fields, table) in fonts {
        places.insert(free, (bytes.len() + update.len(), 0));
        update.extend(
            format!(
                "{free} 0 obj\n<</Length {}>>\nstream\n{table}\nendstream\nendobj\n",
                table.len()
            )
            .bytes(),
        );
        let table = Object::Reference(ObjectRef::new(free, 0));
        fields.insert("ToUnicode".to_owned(), table);
        places.insert(font.id, (bytes.len() + update.len(), font.r#gen));
        let font = written.serialize_indirect(font.id, font.r#gen, &Object::Dictionary(fields));
        update.extend(font);
        free += 1;
    }
    let start = bytes.len() + update.len();
    let mut end = "xref\n".to_owned();
    for (id, (at, generation)) in places {
        let _ = write!(end, "{id} 1\n{at:010} {generation:05} n \n");
    }
    let mut fields: Fields = ["Root", "Info", "ID"]
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), trailer.get(*name)?.clone())))
        .collect();
    fields.insert("Size".to_owned(), Object::Integer(i64::from(free)));
    fields.insert(
        "Prev".to_owned(),
        Object::Integer(i64::try_from(before).ok()?),
    );
    let fields = written.serialize_to_string(&Object::Dictionary(fields));
    let _ = write!(end, "trailer\n{fields}\nstartxref\n{start}\n%%EOF\n");
    update.extend(end.bytes());
    Some(update)
}

/// Where the table of the file's objects stands that was written last.
fn last_table(bytes: &[u8]) -> Option<u64> {
    const MARK: &[u8] = b"startxref";
    let at = bytes
        .windows(MARK.len())
        .rposition(|window| window == MARK)?;
    let rest = bytes.get(at + MARK.len()..)?.trim_ascii_start();
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(rest.get(..digits)?).ok()?.parse().ok()
}

/// The fonts of a document that do not tell their characters and whose programs do, with the table that tells them.
fn silent(document: &PdfDocument, pages: usize) -> Vec<(ObjectRef, Fields, String)> {
    let mut silent = Vec::new();
    let mut seen = HashSet::new();
    for index in 0..pages.min(MOST_PAGES) {
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

pub(super) fn resolved(document: &PdfDocument, object: &Object) -> Option<Object> {
    match object.as_reference() {
        Some(place) => document.load_object(place).ok(),
        None => Some(object.clone()),
    }
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

    #[test]
    fn the_last_table_of_a_file_is_the_one_that_counts() {
        let file = b"startxref\n12\n%%EOF\nmore startxref \r\n 345\n%%EOF";
        assert_eq!(last_table(file), Some(345));
        assert_eq!(last_table(b"no table"), None);
    }
}
