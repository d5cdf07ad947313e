//! Fonts that bring their own table of characters in a compact font program. The PDF library reads that table from other programs only, and takes the codes
//! of these for letters and figures: a sign such as "element of" becomes a 2.
//!
//! What such a table says is added to the file in the form in which other files tell their characters. And fonts that every viewer has, and of which a file says
//! therefore neither program nor widths, get the names by which the library knows how wide their letters are: else words of a scan run into each other.

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
    for (font, told) in silent(document, pages) {
        let fields = match told {
            Told::Characters(mut fields, table) => {
                let table = update.stream(None, table.as_bytes());
                fields.insert("ToUnicode".to_owned(), Object::Reference(table));
                fields
            }
            Told::Name(fields) => fields,
        };
        update.object(font, &Object::Dictionary(fields));
    }
}

/// What is said of a font that does not say it itself, with all that it says.
enum Told {
    /// With the table that tells them.
    Characters(Fields, String),
    Name(Fields),
}

/// The fonts of a document that do not tell their characters and whose programs do, or that do not tell their widths and are known by another name.
fn silent(document: &PdfDocument, pages: usize) -> Vec<(ObjectRef, Told)> {
    let mut silent = Vec::new();
    let mut seen = HashSet::new();
    for index in 0..pages {
        for font in fonts_of(document, index) {
            if seen.len() >= MOST_FONTS {
                return silent;
            }
            if seen.insert(font)
                && let Ok(object) = document.load_object(font)
                && let Some(fields) = object.as_dict()
            {
                let told =
                    table_of(document, fields).map(|table| Told::Characters(fields.clone(), table));
                let told = told.or_else(|| renamed(fields).map(Told::Name));
                silent.extend(told.map(|told| (font, told)));
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

/// A font of which no widths are told, by the name of the one that is as wide.
fn renamed(fields: &Fields) -> Option<Fields> {
    let is_simple = matches!(fields.get("Subtype")?.as_name()?, "Type1" | "TrueType");
    if !is_simple || fields.contains_key("Widths") {
        return None;
    }
    let name = standard(fields.get("BaseFont")?.as_name()?)?;
    let mut fields = fields.clone();
    fields.insert("BaseFont".to_owned(), Object::Name(name.to_owned()));
    Some(fields)
}

/// What one of the fourteen fonts of all viewers is called that is as wide as this one.
fn standard(name: &str) -> Option<&'static str> {
    const FAMILIES: [(&[&str], [&str; 4]); 3] = [
        (
            &["Arial", "ArialMT"],
            [
                "Helvetica",
                "Helvetica-Bold",
                "Helvetica-Oblique",
                "Helvetica-BoldOblique",
            ],
        ),
        (
            &["CourierNew", "CourierNewPS", "CourierNewPSMT"],
            [
                "Courier",
                "Courier-Bold",
                "Courier-Oblique",
                "Courier-BoldOblique",
            ],
        ),
        (
            &["TimesNewRoman", "TimesNewRomanPS", "TimesNewRomanPSMT"],
            [
                "Times-Roman",
                "Times-Bold",
                "Times-Italic",
                "Times-BoldItalic",
            ],
        ),
    ];
    let bare: String = name.split_whitespace().collect();
    let (family, style) = bare.split_once([',', '-']).unwrap_or((&bare, ""));
    let (_, styles) = FAMILIES.iter().find(|(names, _)| names.contains(&family))?;
    let is_slanted = style.contains("Italic") || style.contains("Oblique");
    let at = usize::from(style.contains("Bold")) + 2 * usize::from(is_slanted);
    styles.get(at).copied()
}

/// The table of characters that the program of a font holds, where the font does not tell them.
fn table_of(document: &PdfDocument, fields: &Fields) -> Option<String> {
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
    (!characters.is_empty()).then(|| table(&characters))
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
    fn fonts_of_all_viewers_are_known_under_their_other_names() {
        for (name, known) in [
            ("TimesNewRoman", Some("Times-Roman")),
            ("TimesNewRoman,Bold", Some("Times-Bold")),
            ("TimesNewRomanPS-BoldItalicMT", Some("Times-BoldItalic")),
            ("Times New Roman,Italic", Some("Times-Italic")),
            ("ArialMT", Some("Helvetica")),
            ("Arial-BoldMT", Some("Helvetica-Bold")),
            ("CourierNew,BoldItalic", Some("Courier-BoldOblique")),
            ("ArialNarrow", None),
            ("Georgia", None),
        ] {
            assert_eq!(standard(name), known, "{name}");
        }
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
