//! Ways in which Word keeps a text from being seen that the parser does not know, said with the marks that it does: a colour of the theme that is paper's,
//! letters next to no width, and the mark by which a paragraph's end is always hidden.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// Per cent of their width at which nobody reads letters.
const NARROWEST: u32 = 10;
/// What the parser knows as hidden.
const HIDDEN: &str = "<w:vanish/>";
const WHITE: &str = "FFFFFF";

/// A part of a document with these marks; `None` where it has none of the others.
pub(super) fn known(part: &str) -> Option<String> {
    let could_hide = ["<w:w ", "<w:specVanish", "\"background1\"", "'background1'"];
    if !could_hide.iter().any(|mark| part.contains(mark)) {
        return None;
    }
    let mut reader = Reader::from_str(part);
    let mut written = String::with_capacity(part.len());
    let mut copied = 0;
    loop {
        let at = usize::try_from(reader.buffer_position()).ok()?;
        let (tag, is_empty) = match reader.read_event() {
            Ok(Event::Start(tag)) => (tag, false),
            Ok(Event::Empty(tag)) => (tag, true),
            Ok(Event::Eof) => break,
            Ok(_) => continue,
            // What is not well-formed is the parser's to judge.
            Err(_) => return None,
        };
        let value = |name: &str| {
            let found = tag.try_get_attribute(name).ok().flatten()?;
            Some(found.value.into_owned())
        };
        match tag.name().as_ref() {
            name @ ("w:w" | "w:specVanish") if hides(name, value("w:val").as_deref()) => {
                written.push_str(part.get(copied..at)?);
                written.push_str(HIDDEN);
                copied = at;
            }
            "w:color" if is_paper(&tag) => {
                let end = usize::try_from(reader.buffer_position()).ok()?;
                written.push_str(part.get(copied..at)?);
                written.push_str("<w:color w:val=\"");
                written.push_str(WHITE);
                written.push_str(if is_empty { "\"/>" } else { "\">" });
                copied = end;
            }
            _ => {}
        }
    }
    if copied == 0 {
        return None;
    }
    written.push_str(part.get(copied..)?);
    Some(written)
}

/// Whether a property of letters keeps them from being read.
fn hides(property: &str, value: Option<&str>) -> bool {
    if property == "w:specVanish" {
        return value.is_none_or(|value| !matches!(value, "0" | "false" | "off"));
    }
    let width = value.and_then(|value| value.trim().trim_end_matches('%').parse::<u32>().ok());
    width.is_some_and(|percent| percent <= NARROWEST)
}

/// Whether a colour is that of the theme's paper, neither darkened nor given otherwise.
fn is_paper(colour: &BytesStart<'_>) -> bool {
    let has = |name: &str, wanted: Option<&str>| {
        let found = colour.try_get_attribute(name).ok().flatten();
        found.is_some_and(|found| wanted.is_none_or(|wanted| *found.value == *wanted))
    };
    has("w:themeColor", Some("background1")) && !has("w:themeShade", None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mark_is_said_with_one_that_is_known() {
        for (unknown, told) in [
            (r#"<w:w w:val="1"/>"#, r#"<w:vanish/><w:w w:val="1"/>"#),
            (
                r"<w:w w:val='4%'></w:w>",
                r"<w:vanish/><w:w w:val='4%'></w:w>",
            ),
            ("<w:specVanish/>", "<w:vanish/><w:specVanish/>"),
            (
                r#"<w:color w:val="auto" w:themeColor="background1"/>"#,
                r#"<w:color w:val="FFFFFF"/>"#,
            ),
            (
                "<w:color w:themeColor='background1'></w:color>",
                r#"<w:color w:val="FFFFFF"></w:color>"#,
            ),
        ] {
            let run = |mark: &str| format!("<w:r><w:rPr>{mark}</w:rPr><w:t>a &lt; b</w:t></w:r>");
            assert_eq!(known(&run(unknown)), Some(run(told)));
        }
    }

    #[test]
    fn what_is_seen_stays_as_it_is() {
        for seen in [
            r#"<w:w w:val="90"/>"#,
            r#"<w:specVanish w:val="0"/>"#,
            r#"<w:color w:val="D9D9D9" w:themeColor="background1" w:themeShade="D9"/>"#,
            r#"<w:shd w:fill="FFFFFF" w:themeFill="background1"/>"#,
            r#"<w:w w:val="1"/><broken"#,
        ] {
            assert_eq!(known(seen), None, "{seen}");
        }
    }
}
