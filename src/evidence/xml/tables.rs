//! Tables of XML, which are those of HTML in everything but the names of their rows and cells.

use dom_query::Document;

use super::{Element, Node};
use crate::evidence::html;

/// What tables are called, their rows and their cells, and what stands above them.
const TABLES: &[&str] = &["table", "informaltable", "tgroup"];
const ROWS: &[&str] = &["tr", "row"];
const CELLS: &[&str] = &["td", "th", "entry", "cell"];
const CAPTIONS: &[&str] = &["caption", "title", "head"];

/// Whether an element is a table: rows of cells.
pub(super) fn is_one(element: &Element) -> bool {
    TABLES.contains(&element.local()) && has_row(element)
}

fn has_row(element: &Element) -> bool {
    element.elements().any(|inner| {
        let is_row = ROWS.contains(&inner.local());
        if is_row {
            inner.elements().any(|cell| CELLS.contains(&cell.local()))
        } else {
            has_row(inner)
        }
    })
}

/// A table, below what it is called.
pub(super) fn markdown_of(table: &Element) -> String {
    let mut page = String::new();
    for caption in table.elements() {
        if CAPTIONS.contains(&caption.local()) {
            page.extend(["<p>", &escaped(&caption.text()), "</p>"]);
        }
    }
    page.push_str("<table>");
    add_rows(table, false, &mut page);
    page.push_str("</table>");
    html::markdown_of(&Document::from(page))
}

fn add_rows(element: &Element, in_head: bool, page: &mut String) {
    for inner in element.elements() {
        let in_head = in_head || inner.local() == "thead";
        if !ROWS.contains(&inner.local()) {
            add_rows(inner, in_head, page);
            continue;
        }
        page.push_str("<tr>");
        for cell in inner
            .elements()
            .filter(|cell| CELLS.contains(&cell.local()))
        {
            let name = if in_head || cell.local() == "th" {
                "th"
            } else {
                "td"
            };
            page.extend(["<", name]);
            for span in ["colspan", "rowspan"] {
                if let Some(count) = cell
                    .attribute(span)
                    .filter(|count| count.parse::<u8>().is_ok())
                {
                    page.extend([" ", span, "=\"", count, "\""]);
                }
            }
            page.extend([">", &escaped(&text_of(cell)), "</", name, ">"]);
        }
        page.push_str("</tr>");
    }
}

/// The text of a cell, of which paragraphs are parts.
fn text_of(cell: &Element) -> String {
    let parts = cell.nodes().iter().map(|node| match node {
        Node::Element(element) if matches!(element.local(), "p" | "para") => {
            format!("{} ", element.text())
        }
        Node::Element(element) => element.text(),
        Node::Text(text) => text.clone(),
    });
    let text = parts.collect::<String>();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
