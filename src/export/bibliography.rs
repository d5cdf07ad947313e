//! The cited sources as a bibliography, for BibTeX and for programs that read CSL-JSON [X1].
//!
//! An entry says what its source says of itself, and nothing that would have to be guessed: authors stay one name, as they are written, since nobody can
//! tell an office from a person. Files are named without the folders that they lie in.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use serde::Serialize;

use super::cited_in;
use super::text::{folded, iso_date, json, one_line};
use crate::study::{Document, DocumentKind, Section, Study, clipped_from};

/// What stands before the number of a thing that has one for good.
const DOI: [&str; 2] = ["https://doi.org/", "http://doi.org/"];

/// The sources that the accepted text cites, as BibTeX.
#[must_use]
pub fn bibtex(study: &Study) -> String {
    let mut out = String::new();
    for (key, document) in cited(study) {
        let _ = writeln!(out, "@misc{{{key},");
        for (name, value) in fields(document) {
            let _ = writeln!(out, "  {name} = {value},");
        }
        out.push_str("}\n\n");
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// The same as CSL-JSON.
#[must_use]
pub fn csl_json(study: &Study) -> String {
    let items: Vec<Item> = cited(study)
        .into_iter()
        .map(|(key, document)| Item::of(key, document))
        .collect();
    json(&items)
}

/// The key of every number that has a source.
pub(super) fn keys(study: &Study) -> BTreeMap<u32, String> {
    let mut taken = HashSet::new();
    let numbered = (1..).map_while(|number| Some((number, study.numbered(number)?)));
    numbered
        .map(|(number, document)| (number, free(&key(document), &mut taken)))
        .collect()
}

fn cited(study: &Study) -> Vec<(String, &Document)> {
    let texts: Vec<String> = study.sections.iter().map(Section::accepted).collect();
    let cited = cited_in(study, texts.iter().map(String::as_str));
    let all = keys(study).into_iter();
    all.filter(|(number, _)| cited.contains(number))
        .filter_map(|(number, key)| Some((key, study.numbered(number)?)))
        .collect()
}

/// Who, when, and the first word of what: `vale2024heat`.
fn key(document: &Document) -> String {
    let by = document.author.as_deref().map(family).unwrap_or_default();
    let site = || key_words(document.site.as_deref().unwrap_or_default()).next();
    let by = Some(by).filter(|by| !by.is_empty()).or_else(site);
    let year: String = document
        .date
        .iter()
        .flat_map(|date| date.chars())
        .take(4)
        .collect();
    let said = by.clone().unwrap_or_default();
    let title = key_words(&document.title).find(|word| word.len() > 3 && *word != said);
    let key = format!("{said}{year}{}", title.unwrap_or_default());
    if key.starts_with(|c: char| c.is_ascii_lowercase()) {
        key
    } else {
        format!("source{key}")
    }
}

/// The last name of the first author.
fn family(author: &str) -> String {
    let ends = [", ", ";", " and ", " & "];
    let first = ends.iter().filter_map(|end| author.find(end)).min();
    let first = author.get(..first.unwrap_or(author.len()));
    key_words(first.unwrap_or_default())
        .last()
        .unwrap_or_default()
}

/// The words of a text as a key may have them.
fn key_words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let plain = words.map(|word| {
        let letters = word.chars().flat_map(char::to_lowercase).map(folded);
        letters
            .filter(char::is_ascii_alphanumeric)
            .collect::<String>()
    });
    plain.filter(|word| !word.is_empty())
}

/// The key, with letters behind it where others are called so.
fn free(key: &str, taken: &mut HashSet<String>) -> String {
    let mut free = key.to_owned();
    for more in 0_u32.. {
        if taken.insert(free.clone()) {
            break;
        }
        let letter = char::from_u32(u32::from('a') + more % 26).unwrap_or('a');
        let again = "z".repeat((more / 26) as usize);
        free = format!("{key}{again}{letter}");
    }
    free
}

fn fields(document: &Document) -> Vec<(&'static str, String)> {
    let braced = |text: &str| format!("{{{}}}", escaped(text));
    let mut fields = Vec::new();
    if let Some(author) = &document.author {
        // In braces of its own, or what stands behind a comma would be taken for a first name.
        fields.push(("author", format!("{{{}}}", braced(author))));
    }
    fields.push(("title", format!("{{{}}}", braced(&document.title))));
    let date = Date::of(document);
    fields.extend(date.year().map(|year| ("year", format!("{{{year}}}"))));
    fields.extend(date.month().map(|month| ("month", month.to_owned())));
    if let Some(site) = &document.site {
        fields.push(("howpublished", braced(site)));
    }
    if let Some(doi) = doi(document) {
        fields.push(("doi", braced(doi)));
    }
    if document.is_page() || clipped_from(&document.metadata).is_some() {
        fields.push(("url", format!("{{{}}}", address(&document.address()))));
        let accessed = iso_date(document.accessed);
        fields.push(("urldate", format!("{{{accessed}}}")));
    } else {
        fields.push(("note", braced(file(document))));
    }
    fields
}

fn doi(document: &Document) -> Option<&str> {
    let uri = document.uri.as_str();
    DOI.iter().find_map(|start| uri.strip_prefix(start))
}

/// An address as it may stand in a field: what would end the field is written as bytes are.
fn address(uri: &str) -> String {
    let mut address = String::with_capacity(uri.len());
    for c in one_line(uri).chars() {
        if matches!(c, '{' | '}' | '\\' | '"' | '^' | '`' | '<' | '>') || c.is_whitespace() {
            let _ = write!(address, "%{:02X}", u32::from(c));
        } else {
            address.push(c);
        }
    }
    address
}

/// The name of a file, without its folders.
fn file(document: &Document) -> &str {
    let uri = document.uri.as_str();
    uri.rsplit(['/', '\\']).next().unwrap_or(uri)
}

/// One line in which nothing is a command.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in one_line(text).chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash "),
            '~' => escaped.push_str("\\textasciitilde "),
            '^' => escaped.push_str("\\textasciicircum "),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                escaped.push('\\');
                escaped.push(c);
            }
            other => escaped.push(other),
        }
    }
    escaped
}

/// An entry of CSL-JSON.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Item<'a> {
    id: String,
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    author: Vec<Name<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    container_title: Option<&'a str>,
    #[serde(skip_serializing_if = "Date::is_unknown")]
    issued: Date,
    #[serde(skip_serializing_if = "Date::is_unknown")]
    accessed: Date,
    #[serde(rename = "URL", skip_serializing_if = "Option::is_none")]
    url: Option<Cow<'a, str>>,
    #[serde(rename = "DOI", skip_serializing_if = "Option::is_none")]
    doi: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

#[derive(Serialize)]
struct Name<'a> {
    literal: &'a str,
}

/// Year, month and day, as far as they are known.
#[derive(Serialize, Default)]
#[serde(rename_all = "kebab-case")]
struct Date {
    date_parts: Vec<Vec<u16>>,
}

impl<'a> Item<'a> {
    fn of(key: String, document: &'a Document) -> Self {
        let has_address = document.is_page() || clipped_from(&document.metadata).is_some();
        let url = has_address.then(|| document.address());
        let author = document.author.iter();
        Self {
            id: key,
            kind: match document.kind {
                DocumentKind::Mail => "personal_communication",
                DocumentKind::Table => "dataset",
                DocumentKind::Html | DocumentKind::Feed if has_address => "webpage",
                _ if has_address && !document.is_page() => "webpage",
                _ => "document",
            },
            title: &document.title,
            author: author.map(|literal| Name { literal }).collect(),
            container_title: document.site.as_deref(),
            issued: Date::of(document),
            accessed: if has_address {
                Date::from(&iso_date(document.accessed))
            } else {
                Date::default()
            },
            url,
            doi: doi(document),
            note: (!has_address).then(|| file(document)),
        }
    }
}

impl Date {
    fn of(document: &Document) -> Self {
        document
            .date
            .as_deref()
            .map_or_else(Self::default, Self::from)
    }

    fn from(iso: &str) -> Self {
        let parts = iso.split('-').map_while(|part| part.parse().ok());
        let parts: Vec<u16> = parts.take(3).collect();
        Self {
            date_parts: if parts.is_empty() {
                vec![]
            } else {
                vec![parts]
            },
        }
    }

    fn is_unknown(&self) -> bool {
        self.date_parts.is_empty()
    }

    fn year(&self) -> Option<u16> {
        self.date_parts.first()?.first().copied()
    }

    /// As BibTeX names it.
    fn month(&self) -> Option<&'static str> {
        const MONTHS: [&str; 12] = [
            "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
        ];
        let month = *self.date_parts.first()?.get(1)?;
        MONTHS.get(usize::from(month.checked_sub(1)?)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::fixture;
    use crate::study::Timestamp;

    #[test]
    fn the_cited_sources_are_a_bibliography() {
        insta::assert_snapshot!(bibtex(&fixture::settled()), @r#"
        @misc{vale2024heat,
          author = {{R. Vale}},
          title = {{Heat\_pumps 1}},
          year = {2024},
          month = may,
          note = {report 1.pdf},
        }

        @misc{example2024heat,
          title = {{Heat\_pumps 2}},
          year = {2024},
          month = may,
          howpublished = {Example News},
          url = {https://example.com/2},
          urldate = {2026-11-21},
        }
        "#);
        insta::assert_snapshot!(csl_json(&fixture::settled()), @r#"
        [
          {
            "id": "vale2024heat",
            "type": "document",
            "title": "Heat_pumps 1",
            "author": [
              {
                "literal": "R. Vale"
              }
            ],
            "issued": {
              "date-parts": [
                [
                  2024,
                  5
                ]
              ]
            },
            "note": "report 1.pdf"
          },
          {
            "id": "example2024heat",
            "type": "document",
            "title": "Heat_pumps 2",
            "container-title": "Example News",
            "issued": {
              "date-parts": [
                [
                  2024,
                  5
                ]
              ]
            },
            "accessed": {
              "date-parts": [
                [
                  2026,
                  11,
                  21
                ]
              ]
            },
            "URL": "https://example.com/2"
          }
        ]
        "#);
    }

    #[test]
    fn a_key_says_who_when_and_what_and_belongs_to_one_source() {
        let key = |author: Option<&str>, site: Option<&str>, date: Option<&str>, title: &str| {
            super::key(&Document {
                author: author.map(str::to_owned),
                site: site.map(str::to_owned),
                date: date.map(str::to_owned),
                title: title.to_owned(),
                ..Document::default()
            })
        };
        for (made, expected) in [
            (
                key(
                    Some("Jane Roe, John Doe"),
                    None,
                    Some("2024-05-01"),
                    "The Heat of Pumps",
                ),
                "roe2024heat",
            ),
            (
                key(Some("Sørensen, Åse"), None, Some("2023"), "Über Wärme"),
                "sorensen2023uber",
            ),
            (
                key(None, Some("Example News"), None, "Example prices fall"),
                "exampleprices",
            ),
            (key(None, None, Some("2024"), "热泵"), "source2024"),
            (key(None, None, None, ""), "source"),
        ] {
            assert_eq!(made, expected);
        }
        let mut taken = HashSet::new();
        let mut next = || free("roe2024", &mut taken);
        assert_eq!(
            [next(), next(), next()],
            ["roe2024", "roe2024a", "roe2024b"]
        );
    }

    #[test]
    fn nothing_that_a_source_calls_itself_ends_its_field() {
        let document = Document {
            title: "}, x = {\\input{/etc/passwd} 50 % & more\nlines".to_owned(),
            author: Some("A} B".to_owned()),
            uri: "https://example.org/a}b{c d".to_owned(),
            accessed: Timestamp(0),
            ..Document::default()
        };
        let told = fields(&document);
        for (_, value) in told {
            let mut depth = 0_i32;
            let mut before = ' ';
            for (at, c) in value.char_indices() {
                match c {
                    '{' if before != '\\' => depth += 1,
                    '}' if before != '\\' => depth -= 1,
                    _ => {}
                }
                assert!(depth > 0 || at + 1 == value.len(), "{value}");
                before = c;
            }
            assert!(depth == 0 && !value.contains("\\input") && !value.contains('\n'));
        }
    }
}
