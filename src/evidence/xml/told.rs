//! What an XML file says of itself: in elements right below its root, or in those of a head.

use super::Element;
use crate::evidence::dates::iso_date;
use crate::evidence::reading::Reading;

/// What a head is called.
const HEADS: &[&str] = &[
    "about",
    "article-meta",
    "contrib-group",
    "authorgroup",
    "biblioset",
    "journal-meta",
    "journal-title-group",
    "articleinfo",
    "bookinfo",
    "bookmeta",
    "docinfo",
    "document-meta",
    "front",
    "head",
    "header",
    "info",
    "meta",
    "metadata",
    "prolog",
    // Of FictionBook.
    "description",
    "title-info",
    "properties",
    "publicationstmt",
    "filedesc",
    "teiheader",
    "title-group",
    "titlestmt",
];
const TITLES: &[&str] = &["title", "article-title", "headline", "book-title"];
const AUTHORS: &[&str] = &["author", "creator", "byline"];
/// When it came out, best first.
const DATES: &[&str] = &[
    "published",
    "pubdate",
    "publicationdate",
    "publication-date",
    "pub-date",
    "issued",
    "date",
    "created",
    "updated",
    "modified",
];
/// What the parts of a person's name are called.
const FAMILY: &[&str] = &["surname", "family-name", "family", "lastname", "last-name"];
const GIVEN: &[&str] = &[
    "given-names",
    "given-name",
    "given",
    "firstname",
    "first-name",
    "forename",
];
/// A name that is in one part.
const WHOLE: &[&str] = &["collab", "string-name"];
/// Heads lie no deeper than this, and a longer text is no name.
const DEEPEST: usize = 4;
const LONGEST: usize = 200;

/// Sets title, author and date, as far as the file says them.
pub(super) fn set(root: &Element, reading: &mut Reading) {
    let mut told = Vec::new();
    collect(root, 0, &mut told);
    let first = |names: &[&str]| {
        let mut values = told
            .iter()
            .filter(|(name, _)| names.contains(&name.as_str()));
        values.next().map(|(_, value)| value.clone())
    };
    let all = |names: &[&str]| {
        let values = told
            .iter()
            .filter(|(name, _)| names.contains(&name.as_str()));
        let values: Vec<&str> = values.map(|(_, value)| value.as_str()).collect();
        (!values.is_empty()).then(|| values.join(", "))
    };
    reading.title = first(TITLES);
    reading.author = all(AUTHORS);
    if let Some(journal) = first(&["journal-title"]) {
        reading.metadata.insert("journal".to_owned(), journal);
    }
    reading.date = DATES
        .iter()
        .filter_map(|name| first(&[*name]))
        .find(|date| iso_date(date).is_some());
}

/// Whether an element says what the file is, not what it tells.
pub(super) fn is_head(element: &Element) -> bool {
    HEADS.contains(&element.local().to_ascii_lowercase().as_str())
}

/// Whether an element says who wrote or made something, in parts of a name.
pub(super) fn is_person(element: &Element) -> bool {
    let name = element.local();
    (AUTHORS.contains(&name) || name == "contrib" || name == "editor")
        && part(element, FAMILY).is_some()
        || name == "contrib" && part(element, WHOLE).is_some()
}

fn person(element: &Element) -> Option<String> {
    let family = part(element, FAMILY).or_else(|| part(element, WHOLE))?;
    Some(match part(element, GIVEN) {
        Some(given) => format!("{given} {family}"),
        None => family,
    })
}

/// The text of the first element of one of these names within another.
fn part(element: &Element, names: &[&str]) -> Option<String> {
    element.elements().find_map(|inner| {
        if names.contains(&inner.local()) {
            let text = inner.text();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            return Some(text).filter(|text| !text.is_empty());
        }
        part(inner, names)
    })
}

/// The short values in a root or a head, by their names in lower case.
fn collect(element: &Element, depth: usize, to: &mut Vec<(String, String)>) {
    for inner in element.elements() {
        let name = inner.local().to_ascii_lowercase();
        if is_head(inner) {
            if depth < DEEPEST {
                collect(inner, depth + 1, to);
            }
        } else if is_person(inner) {
            let is_other = inner
                .attribute("contrib-type")
                .is_some_and(|role| role != "author");
            let named = person(inner).filter(|_| !is_other);
            to.extend(named.map(|person| ("author".to_owned(), person)));
        } else if DATES.contains(&name.as_str()) && part(inner, &["year"]).is_some() {
            let parts = ["year", "month", "day"];
            let parts = parts.iter().map_while(|name| part(inner, &[*name]));
            to.push((name, parts.collect::<Vec<_>>().join("-")));
        } else if TITLES.contains(&name.as_str()) || inner.elements().next().is_none() {
            let value = inner
                .text()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            if !value.is_empty() && value.chars().nth(LONGEST).is_none() {
                to.push((name, value));
            }
        }
    }
}
