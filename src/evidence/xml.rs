//! XML: a feed as its items ([`super::feed`]), any other file as its text.
//!
//! Names of elements say what is a heading; the rest follows from how text stands: what has text of its own is a paragraph with all that is in it, values of
//! different names beside each other are a record, which keeps their names. Entities of a file's own are neither looked up nor expanded, so none can grow.
//! What is not well-formed is read up to where it breaks. Runs in the child process only [E2].

mod lists;
mod tables;
mod told;

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::body::Body;
use super::problem::Problem;
use super::raised::{lowered, raised};
use super::reading::{Place, Reading};
use super::{ReadDocument, decode, feed, html, markdown, wikitext};
use crate::study::DocumentKind;

/// Elements deeper than this belong to the one above them.
const DEEPEST: usize = 256;
/// Characters of a value that may stand in a row.
const LONGEST_VALUE: usize = 120;

const HEADINGS: &[&str] = &[
    "title",
    "head",
    "heading",
    "subtitle",
    "article-title",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
];
/// What texts are made of, however short they are.
const PARAGRAPHS: &[&str] = &[
    "entry",
    "item",
    "label",
    "li",
    "line",
    "p",
    "para",
    "paragraph",
    "simpara",
    "text",
];
/// Names that say nothing of the text below them.
const PLAIN: &[&str] = &["body", "content", "description", "value"];
const NOT_TEXT: &[&str] = &["script", "style", "stylesheet"];
/// What is one paragraph, whatever it is made of: a work that is cited, a formula.
const WHOLE: &[&str] = &[
    "biblstruct",
    "element-citation",
    "math",
    "mixed-citation",
    "nlm-citation",
];
/// Where a line of a text ends within its paragraph.
const BREAKS: &[&str] = &["br", "break", "lb"];
/// What stands in a line of text and parts no words.
const INLINE: &[&str] = &[
    "a",
    "b",
    "bold",
    "c",
    "code",
    "em",
    "emph",
    "emphasis",
    "ext-link",
    "g",
    "hi",
    "i",
    "italic",
    "mfrac",
    "mi",
    "mn",
    "mo",
    "mrow",
    "msub",
    "msup",
    "mtext",
    "r",
    "rt",
    "rb",
    "sc",
    "span",
    "strong",
    "sub",
    "subscript",
    "sup",
    "superscript",
    "t",
    "tt",
    "u",
    "underline",
    "w",
    "xref",
];

pub(super) fn read(
    bytes: &[u8],
    place: &Place,
    address: Option<&str>,
) -> Result<Vec<ReadDocument>, Problem> {
    let decoded = decode::text(bytes, decode::declared_in_html(bytes));
    let (root, broken) = Element::root_of(&decoded.text);
    let Some(root) = root else {
        return Err(Problem::Damaged {
            kind: "XML",
            detail: broken.unwrap_or_else(|| "it has no element".to_owned()),
        });
    };
    let mut documents = match feed::documents(&root, place, address)? {
        Some(documents) => documents,
        None if root.local() == "mediawiki" => wikitext::pages(&root, place)?,
        None => vec![text_of(&root).finish(DocumentKind::Text, place)?],
    };
    if let Some(first) = documents.first_mut() {
        let broken =
            broken.map(|why| format!("is not well-formed and was read up to there: {why}"));
        first
            .warnings
            .extend(decoded.warning.into_iter().chain(broken));
    }
    Ok(documents)
}

fn text_of(root: &Element) -> Reading {
    let mut reading = Reading {
        language: root.attribute("xml:lang").map(str::to_owned),
        ..Reading::default()
    };
    told::set(root, &mut reading);
    write(root, 1, &mut reading.body);
    if reading.body.text().is_empty() && root.local() != "svg" {
        write_attributes(root, &mut reading.body);
    }
    reading
}

/// The attributes of all elements of a file that has no other text, a line for each element: `<bay name="East" buses="43"/>`.
fn write_attributes(element: &Element, body: &mut Body) {
    let mut record = Record::default();
    record.add_attributes(element);
    let says_something = |field: &String| {
        let value = field.split_once(": ").map_or("", |(_, value)| value);
        value.contains(char::is_alphabetic)
    };
    if record.fields.iter().any(says_something) {
        body.line(&record.fields.join("; "), false);
    }
    for text in record.texts {
        body.paragraph(&text);
    }
    for inner in element.elements() {
        write_attributes(inner, body);
    }
}

fn write(element: &Element, level: u8, body: &mut Body) {
    if NOT_TEXT.contains(&element.local()) {
        return;
    }
    if let Some(best) = alternative(element) {
        return write(best, level, body);
    }
    if lists::is_one(element) {
        return lists::write(element, body);
    }
    if tables::is_one(element) {
        markdown::add(&tables::markdown_of(element), 0, body);
        return;
    }
    if element.local() == "article-meta" {
        // The rest says of it what is told on its own account, or what matters to its publisher only.
        let said = element.elements().filter(|part| {
            let name = part.local();
            name.ends_with("abstract") || matches!(name, "title-group" | "kwd-group")
        });
        for part in said {
            write(part, level.saturating_add(1), body);
        }
        return;
    }
    if element.local() == "journal-meta" {
        return;
    }
    let mut parts = element.elements();
    if element.local() == "description"
        && let Some(about) = parts.find(|part| part.local() == "title-info")
    {
        // Of a book, what else is said here is told on its own account.
        let mut parts = about.elements();
        if let Some(said) = parts.find(|part| part.local() == "annotation") {
            write(said, level.saturating_add(1), body);
        }
        return;
    }
    if element.has_own_text() || WHOLE.contains(&element.local()) {
        // How its lines are broken says nothing.
        let text = element.text();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if is_packed(&text) {
            return;
        }
        if HEADINGS.contains(&element.local()) {
            body.heading(level, &text);
        } else {
            body.paragraph(&text);
        }
        return;
    }
    if let Some(record) = Record::of(element) {
        body.line(&record.fields.join("; "), false);
        for text in record.texts {
            body.paragraph(&text);
        }
        for inner in record.inner {
            write(inner, level.saturating_add(1), body);
        }
        return;
    }
    // Outlines and maps of ideas keep each thought so.
    if let Some(text) = element
        .attribute("text")
        .or_else(|| element.attribute("TEXT"))
    {
        body.paragraph(text);
    }
    let in_head = told::is_head(element);
    for inner in element.elements() {
        if !(in_head && told::is_person(inner)) {
            write(inner, level.saturating_add(1), body);
        }
    }
}

/// Of what is said in several ways, the one that reads best: a formula as markup of its own rather than as a picture or as LaTeX.
fn alternative(element: &Element) -> Option<&Element> {
    const BEST: &[&str] = &["math", "table", "textual-form", "tex-math"];
    if element.local() != "alternatives" {
        return None;
    }
    let find = |name: &&str| element.elements().find(|way| way.local() == *name);
    BEST.iter().find_map(find)
}

/// Whether a text is a picture or another file, in the letters that stand for bytes (base64).
fn is_packed(text: &str) -> bool {
    /// Nobody writes longer words; lines of such letters are longer.
    const LONGEST_WORD: usize = 50;
    const SHORTEST: usize = 100;
    let is_line = |word: &str| {
        let mut letters = word.bytes();
        letters.all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
    };
    let longest = text.split(' ').map(str::len).max();
    text.len() > SHORTEST
        && longest.is_some_and(|longest| longest > LONGEST_WORD)
        && text.split(' ').all(is_line)
}

/// An element that says what fields of a thing hold: in elements of different names that hold nothing but text, and in its attributes.
#[derive(Default)]
struct Record<'a> {
    /// Short ones, with their names.
    fields: Vec<String>,
    /// What is too long for a row.
    texts: Vec<String>,
    /// What holds more elements.
    inner: Vec<&'a Element>,
}

impl<'a> Record<'a> {
    fn of(element: &'a Element) -> Option<Self> {
        let mut record = Self::default();
        record.add_attributes(element);
        let mut names = Vec::new();
        for inner in element.elements() {
            let name = inner.local();
            if PARAGRAPHS.contains(&name) {
                return None;
            }
            if inner.elements().next().is_some() {
                record.inner.push(inner);
            } else {
                if !names.contains(&name) {
                    names.push(name);
                }
                record.add(name, &inner.value());
            }
        }
        // A heading over one text is no record, and attributes alone say more of a drawing than of a thing.
        let has_heading = names.iter().any(|name| HEADINGS.contains(name));
        if has_heading && !record.inner.is_empty() {
            return None;
        }
        let least = if has_heading { 3 } else { 2 };
        (names.len() >= least && !record.fields.is_empty()).then_some(record)
    }

    fn add_attributes(&mut self, element: &Element) {
        for (name, value) in &element.attributes {
            if !name.contains(':') && name != "xmlns" {
                self.add(name, value);
            }
        }
    }

    fn add(&mut self, name: &str, value: &str) {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        if is_packed(&value) {
            return;
        }
        if value.chars().nth(LONGEST_VALUE).is_some() {
            let is_bare = PLAIN.contains(&name);
            self.texts.push(if is_bare {
                value
            } else {
                format!("{name}: {value}")
            });
        } else if !value.is_empty() {
            self.fields.push(format!("{name}: {value}"));
        }
    }
}

/// An element with all that is in it.
#[derive(Debug, Default)]
pub(super) struct Element {
    /// With its prefix.
    name: String,
    attributes: Vec<(String, String)>,
    children: Vec<Node>,
}

#[derive(Debug)]
pub(super) enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    /// The outermost element of a text, and where and why reading it ended early.
    pub(super) fn root_of(text: &str) -> (Option<Self>, Option<String>) {
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.allow_dangling_amp = true;
        let mut open = vec![Self::default()];
        // How many elements are open that are too deep to be told.
        let mut deeper = 0_usize;
        let mut broken = None;
        loop {
            match reader.read_event() {
                Ok(Event::Start(_)) if open.len() > DEEPEST => deeper += 1,
                Ok(Event::Start(tag)) => open.push(Self::of(&tag)),
                Ok(Event::Empty(tag)) => put(&mut open, Node::Element(Self::of(&tag))),
                Ok(Event::End(_)) if deeper > 0 => deeper -= 1,
                Ok(Event::End(tag)) => close(&mut open, tag.name().as_ref()),
                Ok(Event::Text(text)) => add(&mut open, &text),
                Ok(Event::CData(text)) => add(&mut open, &text),
                Ok(Event::GeneralRef(reference)) => add(&mut open, &resolved(&reference)),
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(error) => {
                    let line = text
                        .get(..reader.buffer_position() as usize)
                        .map_or(1, |read| read.matches('\n').count() + 1);
                    broken = Some(format!("line {line}: {error}"));
                    break;
                }
            }
        }
        while open.len() > 1 {
            close_last(&mut open);
        }
        let outermost = open.pop().unwrap_or_default();
        let root = outermost.children.into_iter().find_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        });
        (root, broken)
    }

    fn of(tag: &BytesStart<'_>) -> Self {
        let attributes = tag.attributes().flatten().map(|attribute| {
            let value = quick_xml::escape::unescape(&attribute.value).map_or_else(
                |_| attribute.value.to_string(),
                std::borrow::Cow::into_owned,
            );
            (attribute.key.as_ref().to_owned(), value)
        });
        Self {
            name: tag.name().as_ref().to_owned(),
            attributes: attributes.collect(),
            children: Vec::new(),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Its name without a prefix.
    pub(super) fn local(&self) -> &str {
        self.name
            .rsplit_once(':')
            .map_or(self.name.as_str(), |(_, local)| local)
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let (_, value) = attributes.find(|(known, _)| known == name)?;
        Some(value)
    }

    pub(super) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// Its text and its elements, in order.
    pub(super) fn nodes(&self) -> &[Node] {
        &self.children
    }

    /// Whether text stands directly in it, not only in elements of its own.
    fn has_own_text(&self) -> bool {
        self.children
            .iter()
            .any(|node| matches!(node, Node::Text(text) if !text.trim().is_empty()))
    }

    /// Its text with what its attributes say of it, such as a unit; or these alone, where it has no text.
    fn value(&self) -> String {
        let text = self.text();
        let said = self.attributes.iter().filter(|(name, value)| {
            let is_technical = ["class", "id", "style", "xmlns"].contains(&name.as_str());
            !name.contains(':') && !is_technical && !value.trim().is_empty()
        });
        let said: Vec<(&str, &str)> = said
            .map(|(name, value)| (name.as_str(), value.trim()))
            .collect();
        let listed: Vec<String> = said
            .iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        match said.as_slice() {
            [] => text,
            [("value" | "val" | "content", value)] if text.trim().is_empty() => (*value).to_owned(),
            _ if text.trim().is_empty() => listed.join(", "),
            _ => format!("{} ({})", text.trim(), listed.join(", ")),
        }
    }

    /// All text in it.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        self.add_text(&mut text);
        text
    }

    fn add_text(&self, to: &mut String) {
        if let Some(best) = alternative(self) {
            return best.add_text(to);
        }
        if self.local() == "math" {
            to.push_str(&html::formula(&self.markup()));
            return;
        }
        let are_values = self.holds_values();
        let mut is_first = true;
        for node in &self.children {
            match node {
                Node::Element(element) => {
                    if are_values && !is_first || BREAKS.contains(&element.local()) {
                        to.push(' ');
                    }
                    is_first = false;
                    let set = element.attribute("rend").or(element.attribute("role"));
                    let set =
                        set.filter(|_| matches!(element.local(), "hi" | "emphasis" | "phrase"));
                    match set.unwrap_or(element.local()) {
                        "sup" | "super" | "superscript" => to.push_str(&element.set_as(raised)),
                        "sub" | "subscript" => to.push_str(&element.set_as(lowered)),
                        // Nobody states it any more.
                        "strike" | "strikethrough" => {}
                        _ => element.add_text(to),
                    }
                }
                Node::Text(text) => to.push_str(text),
            }
        }
    }

    /// Its text in figures that stand raised or lowered themselves, where it is a number: ten to the sixth is not a hundred and six.
    fn set_as(&self, figures: fn(&str) -> Option<String>) -> String {
        let text = self.text();
        figures(&text).unwrap_or(text)
    }

    /// Whether it is made of values of different names, such as those of a name and of a date, and not of words in different type.
    fn holds_values(&self) -> bool {
        let mut names = self.elements().map(Self::local);
        let first = names.next();
        let are_different = names.any(|name| Some(name) != first);
        are_different
            && !self.has_own_text()
            && !self.elements().any(|inner| INLINE.contains(&inner.local()))
    }

    /// What is in it as markup, which it is in feeds that write their pages so.
    pub(super) fn markup(&self) -> String {
        let mut markup = String::new();
        self.add_markup(&mut markup);
        markup
    }

    fn add_markup(&self, to: &mut String) {
        for node in &self.children {
            match node {
                Node::Element(element) => {
                    to.extend(["<", element.local()]);
                    for (name, value) in &element.attributes {
                        let value = value.replace('&', "&amp;").replace('"', "&quot;");
                        to.extend([" ", name, "=\"", &value, "\""]);
                    }
                    to.push('>');
                    element.add_markup(to);
                    to.extend(["</", element.local(), ">"]);
                }
                Node::Text(text) => to.push_str(&text.replace('&', "&amp;").replace('<', "&lt;")),
            }
        }
    }
}

/// What a reference stands for. One that only the file itself defines stays as it is written.
fn resolved(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(c)) = reference.resolve_char_ref() {
        return c.to_string();
    }
    match &**reference {
        "amp" => "&".to_owned(),
        "lt" => "<".to_owned(),
        "gt" => ">".to_owned(),
        "quot" => "\"".to_owned(),
        "apos" => "'".to_owned(),
        "nbsp" => " ".to_owned(),
        name => format!("&{name};"),
    }
}

fn put(open: &mut [Element], node: Node) {
    if let Some(last) = open.last_mut() {
        last.children.push(node);
    }
}

fn add(open: &mut [Element], text: &str) {
    let Some(last) = open.last_mut() else {
        return;
    };
    match last.children.last_mut() {
        Some(Node::Text(before)) => before.push_str(text),
        _ => last.children.push(Node::Text(text.to_owned())),
    }
}

/// Closes the element of this name and those left open in it; an end without a beginning closes nothing.
fn close(open: &mut Vec<Element>, name: &str) {
    let found = open
        .iter()
        .skip(1)
        .rposition(|element| element.name == name);
    let Some(at) = found.map(|at| at + 1) else {
        return;
    };
    while open.len() > at {
        close_last(open);
    }
}

fn close_last(open: &mut Vec<Element>) {
    if let Some(last) = open.pop() {
        put(open, Node::Element(last));
    }
}

#[cfg(test)]
mod tests;
