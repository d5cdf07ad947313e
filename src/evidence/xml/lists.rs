//! Lists of XML, of texts that name them as `DocBook`, JATS and TEI do: each item a line with its mark or its number.

use super::{Element, Node};
use crate::clean;
use crate::evidence::body::Body;

const LISTS: &[&str] = &["itemizedlist", "list", "orderedlist"];
const ITEMS: &[&str] = &["item", "list-item", "listitem"];
/// What an item may hold besides lists; one that holds more is told part by part.
const PARTS: &[&str] = &["label", "p", "para", "simpara"];
/// Lists within lists lie no deeper than this.
const DEEPEST: u8 = 16;

/// Whether an element is a list of nothing but items, and these of paragraphs and lists.
pub(super) fn is_one(element: &Element) -> bool {
    is_list(element, DEEPEST)
}

fn is_list(element: &Element, deeper: u8) -> bool {
    let is_part = |part: &Element| {
        PARTS.contains(&part.local())
            || deeper > 0 && LISTS.contains(&part.local()) && is_list(part, deeper - 1)
    };
    let is_item = |item: &Element| {
        ITEMS.contains(&item.local()) && (item.has_own_text() || item.elements().all(is_part))
    };
    LISTS.contains(&element.local())
        && element.elements().next().is_some()
        && element.elements().all(is_item)
}

pub(super) fn write(list: &Element, body: &mut Body) {
    add(list, true, body);
}

fn add(list: &Element, first: bool, body: &mut Body) {
    let mut first = first;
    for (number, item) in (1..).zip(list.elements()) {
        let is_list = |part: &&Element| LISTS.contains(&part.local()) && !item.has_own_text();
        let text = text_of(item);
        if !text.is_empty() {
            body.line(&format!("{}{text}", mark(list, item, number)), first);
            first = false;
        }
        for inner in item.elements().filter(is_list) {
            add(inner, first, body);
            first = false;
        }
    }
}

/// The words of an item itself, without its mark and the lists in it.
fn text_of(item: &Element) -> String {
    if item.has_own_text() {
        return single_spaced(&item.text());
    }
    let parts = item.nodes().iter().filter_map(|node| match node {
        Node::Element(part) if part.local() == "label" || LISTS.contains(&part.local()) => None,
        Node::Element(part) => Some(part.text()),
        Node::Text(_) => None,
    });
    single_spaced(&parts.collect::<Vec<_>>().join(" "))
}

/// What stands before an item: what the text itself says, or what a reader would set.
fn mark(list: &Element, item: &Element, number: u32) -> String {
    let said = ["list-type", "numeration", "type", "rend"];
    let kind = said.iter().find_map(|name| list.attribute(name));
    let kind = kind.unwrap_or_default().to_ascii_lowercase();
    let own = item.elements().find(|part| part.local() == "label");
    let own = own.map(|label| single_spaced(&label.text()));
    if let Some(own) = own.filter(|own| own.contains(char::is_alphanumeric)) {
        return format!("{own} ");
    }
    let letter = u8::try_from(number).ok().filter(|number| *number <= 26);
    let letter = letter.map(|number| char::from(b'a' + number - 1));
    match kind.as_str() {
        "simple" | "none" => String::new(),
        "alpha-lower" | "loweralpha" => letter.map_or_else(String::new, |own| format!("{own}. ")),
        "alpha-upper" | "upperalpha" => {
            letter.map_or_else(String::new, |own| format!("{}. ", own.to_ascii_uppercase()))
        }
        "order" | "ordered" | "numbered" => format!("{number}. "),
        _ if list.local() == "orderedlist" => format!("{number}. "),
        _ => "- ".to_owned(),
    }
}

fn single_spaced(text: &str) -> String {
    clean::single_spaced(text, usize::MAX)
}
