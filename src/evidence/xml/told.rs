//! What an XML file says of itself: in elements right below its root, or in those of a head.

use super::Element;
use crate::evidence::dates::iso_date;
use crate::evidence::reading::Reading;

/// What a head is called.
const HEADS: &[&str] = &[
    "about",
    "article-meta",
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
    "properties",
    "publicationstmt",
    "filedesc",
    "teiheader",
    "title-group",
    "titlestmt",
];
const TITLES: &[&str] = &["title", "article-title", "headline"];
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
    reading.date = DATES
        .iter()
        .filter_map(|name| first(&[*name]))
        .find(|date| iso_date(date).is_some());
}

/// The short values in a root or a head, by their names in lower case.
fn collect(element: &Element, depth: usize, to: &mut Vec<(String, String)>) {
    for inner in element.elements() {
        let name = inner.local().to_ascii_lowercase();
        if HEADS.contains(&name.as_str()) {
            if depth < DEEPEST {
                collect(inner, depth + 1, to);
            }
        } else if inner.elements().next().is_none() {
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
