//! One object as a finding, whatever its tool calls the fields.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{Finding, FindingSource, markup};
use crate::evidence::address;
use crate::study::Origin;

pub(super) type Object = Map<String, Value>;

/// Authors that are named.
const MOST_PEOPLE: usize = 20;
/// A fact is not longer.
const LONGEST_FACT: usize = 1000;

/// The words of an abstract, each with its places.
const WORDS: &str = "abstract_inverted_index";
const TEXT: &[&str] = &[
    "text",
    "page_content",
    "pageContent",
    "full_text",
    "fullText",
    "content",
    "body",
    "summary",
    "abstract",
    WORDS,
    "passage",
    "excerpt",
    "snippet",
    "observation",
    "output",
    "result",
    "finding",
    "claim",
    "statement",
    "articleBody",
    "article_body",
];
/// What is a text where its source is named beside it, and else one of the fields of a record.
const QUOTED: &[&str] = &["quote", "quotation", "description"];
const TITLE: &[&str] = &["title", "headline", "name", "display_name", "topic"];
const ADDRESS: &[&str] = &[
    "url",
    "URL",
    "uri",
    "link",
    "href",
    "doi",
    "DOI",
    "source_url",
    "sourceUrl",
    "sourceURL",
    "source_link",
    "sourceLink",
    "permalink",
    "web_url",
    "webUrl",
    "page_url",
    "pageUrl",
    "article_url",
    "articleUrl",
    "canonical_url",
    "canonicalUrl",
    "reference",
    "citation",
];
const DOCUMENT: &[&str] = &["doc_id", "docId", "document_id", "documentId"];
const NAME: &[&str] = &[
    "source",
    "doc_id",
    "docId",
    "document_id",
    "documentId",
    "document",
    "file_path",
    "filePath",
    "file_name",
    "fileName",
    "filename",
];
const PAGE: &[&str] = &[
    "page_label",
    "page",
    "page_number",
    "pageNumber",
    "page_from",
];
const PLACE: &[&str] = &["loc", "location"];
const AUTHOR: &[&str] = &["author", "authors", "authorships", "creators", "byline"];
const DATE: &[&str] = &[
    "date",
    "published",
    "published_date",
    "publishedDate",
    "published_at",
    "publishedAt",
    "publication_date",
    "publication_year",
    "year",
    "issued",
    "datePublished",
    "date_published",
    "pub_date",
    "pubDate",
    "publish_date",
    "publishDate",
    "published_time",
    "publishedTime",
    "timestamp",
    "created_at",
    "createdAt",
    "created",
];
const SITE: &[&str] = &["site", "site_name", "siteName", "publisher"];
/// Under these names stands what is said of the text.
const METADATA: &[&str] = &["metadata", "meta", "extra_info"];
/// Under this name stand the addresses that a text cites.
const CITATIONS: &str = "citations";
const LANGUAGE: &[&str] = &["language", "lang"];
/// Under these names a tool puts its findings.
pub(super) const LISTS: &[&str] = &[
    "observations",
    "findings",
    "results",
    "documents",
    "chunks",
    "passages",
    "items",
    "data",
    "hits",
    "matches",
    "records",
    "entries",
    "messages",
    "nodes",
    "source_nodes",
    "subtopics",
    "sources",
    "_source",
    "@graph",
    // Of the answer of a model.
    "choices",
    "message",
    // What search engines and frameworks wrap a passage in.
    "node",
    "payload",
    "entity",
    "kwargs",
];

/// A finding, where the object has a text.
pub(super) fn finding(object: &Object) -> Option<Finding> {
    let mut fields = Fields::of(object);
    let text = markup::plain(fields.text()?);
    let text = match speaker(object) {
        Some(who) => format!("{who}: {text}"),
        None => text,
    };
    Some(fields.finding(text))
}

/// Who says a message of a chat, without whom it could be anybody's.
fn speaker(object: &Object) -> Option<String> {
    object
        .get("type")?
        .as_str()
        .filter(|kind| *kind == "message")?;
    let profile = object.get("user_profile").and_then(Value::as_object);
    let named = profile.and_then(|profile| profile.get("real_name"));
    let who = named.or_else(|| object.get("from"))?.as_str()?.trim();
    (!who.is_empty()).then(|| who.to_owned())
}

/// Whether an object has room for the text of a finding, with or without anything there.
pub(super) fn is_meant_as_finding(object: &Object) -> bool {
    TEXT.iter().any(|name| object.contains_key(*name))
}

/// The source of what would be a finding.
pub(super) fn source(object: &Object) -> Option<FindingSource> {
    let mut fields = Fields::of(object);
    fields.text()?;
    let from_graph = fields.is_from_graph();
    Some(fields.source(from_graph))
}

/// An object whose fields were made a text. Its year is that of the file only where it names a source of its own.
pub(super) fn record(object: &Object, text: String) -> Finding {
    let finding = Fields::of(object).finding(text);
    let is_own = finding.source != FindingSource::Unnamed;
    Finding {
        facts: BTreeMap::new(),
        author: finding.author.clone().filter(|_| is_own),
        date: finding.date.clone().filter(|_| is_own),
        ..finding
    }
}

/// A text alone.
pub(super) fn bare(text: String) -> Finding {
    Fields::of(&Object::new()).finding(text)
}

/// What an object around findings says of who wrote them, when and where, by its facts: as a finding without a text.
pub(in crate::evidence) fn around(facts: &BTreeMap<String, String>) -> Finding {
    let object = facts
        .iter()
        .map(|(name, value)| (name.clone(), Value::String(value.clone())));
    Fields::of(&object.collect()).finding(String::new())
}

/// What an object that holds findings says besides them.
pub(super) fn facts(object: &Object) -> BTreeMap<String, String> {
    object
        .iter()
        .filter(|(name, value)| {
            !LISTS.contains(&name.as_str()) && !matches!(value, Value::Array(_) | Value::Object(_))
        })
        .filter_map(|(name, value)| Some((name.clone(), fact(value)?)))
        .chain(all_cited(object).map(|cited| (CITATIONS.to_owned(), cited)))
        .collect()
}

/// The addresses that an object cites, in their order: of the answer of a model, those of its parts.
fn cited(object: &Object) -> Vec<String> {
    let parts = object.get("content").and_then(Value::as_array);
    let parts = parts.into_iter().flatten().filter_map(Value::as_object);
    let lists = |object: &'_ Object| -> Vec<Value> {
        let lists = ["citations", "annotations", "search_results"].iter();
        let lists = lists.filter_map(|name| object.get(*name)?.as_array());
        lists.flatten().cloned().collect()
    };
    let all = std::iter::once(object).chain(parts).flat_map(lists);
    let mut found: Vec<String> = Vec::new();
    for citation in all {
        let address = match &citation {
            Value::String(text) => address_in(text),
            Value::Object(object) => {
                let inner = object.get("url_citation").and_then(Value::as_object);
                let fields = Fields::of(inner.unwrap_or(object));
                let named = fields.look(ADDRESS).or_else(|| fields.look(NAME));
                named.and_then(|(_, value)| address_in(&text_of(value)?))
            }
            _ => None,
        };
        found.extend(address.filter(|address| !found.contains(address)));
    }
    found
}

/// These in one text.
fn all_cited(object: &Object) -> Option<String> {
    let cited = cited(object);
    (!cited.is_empty()).then(|| cited.join(" "))
}

fn address_in(text: &str) -> Option<String> {
    address::canonical(text).or_else(|| address::of_identifier(text))
}

/// Fields of an object and of its metadata, and which of them have found a place.
struct Fields<'a> {
    object: &'a Object,
    metadata: Option<&'a Object>,
    placed: Vec<&'a str>,
}

impl<'a> Fields<'a> {
    fn of(object: &'a Object) -> Self {
        Self {
            object,
            metadata: METADATA
                .iter()
                .find_map(|name| object.get(*name)?.as_object()),
            placed: Vec::new(),
        }
    }

    fn is_from_graph(&self) -> bool {
        let source = self.object.get("source").and_then(Value::as_str);
        source.is_some_and(|source| source.eq_ignore_ascii_case("graph"))
    }

    fn finding(mut self, text: String) -> Finding {
        let from_graph = self.is_from_graph();
        Finding {
            text,
            title: self.string(TITLE).map(markup::plain),
            source: self.source(from_graph),
            page: self.field(PAGE).or_else(|| self.placed_at()).and_then(page),
            origin: self
                .look(&["origin"])
                .and_then(|(name, value)| Some((name, Origin::named(value.as_str()?)?)))
                .map(|(name, origin)| {
                    self.placed.push(name);
                    origin
                }),
            from_graph,
            author: self.people(),
            date: self.string(DATE),
            site: self.string(SITE),
            language: self.string(LANGUAGE),
            facts: {
                let cited = all_cited(self.object);
                let mut facts = self.rest();
                if let Some(cited) = cited {
                    facts.entry(CITATIONS.to_owned()).or_insert(cited);
                }
                facts
            },
        }
    }

    /// Its address, else the name of its source, else the one address that it cites, else its title.
    fn source(&mut self, from_graph: bool) -> FindingSource {
        if let Some((name, value)) = self.look(ADDRESS)
            && let Some(address) = text_of(value).and_then(|text| address_in(&text))
        {
            self.placed.push(name);
            return FindingSource::Address(address);
        }
        // Of a chunk, the source is how it was found; the document is what it was taken from.
        let is_chunk = self.object.contains_key("chunk_id");
        let names = if from_graph || (is_chunk && self.look(DOCUMENT).is_some()) {
            DOCUMENT
        } else {
            NAME
        };
        if let Some(name) = self.string(names) {
            return match address_in(&name) {
                Some(address) => FindingSource::Address(address),
                None => FindingSource::Named(name),
            };
        }
        match cited(self.object).as_slice() {
            [only] => FindingSource::Address(only.clone()),
            [] => self
                .titled()
                .map_or(FindingSource::Unnamed, FindingSource::Named),
            _ => FindingSource::Unnamed,
        }
    }

    /// What a finding calls the text that it was taken from, where nothing else does. A summary is called by what it is about, and a record by the thing.
    fn titled(&self) -> Option<String> {
        let is_of_a_text = is_meant_as_finding(self.object) && !self.object.contains_key("summary");
        let (_, title) = self.look(&["title"]).filter(|_| is_of_a_text)?;
        text_of(title).filter(|title| !title.is_empty())
    }

    /// The first of these fields that says something, in the object or in its metadata.
    fn look(&self, names: &[&str]) -> Option<(&'a str, &'a Value)> {
        [Some(self.object), self.metadata]
            .into_iter()
            .flatten()
            .flat_map(|object| names.iter().filter_map(|name| object.get_key_value(*name)))
            .find(|(_, value)| {
                !value.is_null() && value.as_str().is_none_or(|text| !text.trim().is_empty())
            })
            .map(|(name, value)| (name.as_str(), value))
    }

    fn field(&mut self, names: &[&str]) -> Option<&'a Value> {
        let (name, value) = self.look(names)?;
        self.placed.push(name);
        Some(value)
    }

    /// The page of a chunk that says where it stands in an object of its own.
    fn placed_at(&self) -> Option<&'a Value> {
        let (_, place) = self.look(PLACE)?;
        let place = place.as_object()?;
        PAGE.iter().find_map(|name| place.get(*name))
    }

    /// What it says.
    fn text(&mut self) -> Option<String> {
        if let Some(text) = self.string(TEXT) {
            return Some(text);
        }
        let (_, source) = self.look(ADDRESS)?;
        address_in(source.as_str()?)?;
        self.string(QUOTED)
    }

    /// A field as text.
    fn string(&mut self, names: &[&str]) -> Option<String> {
        let (name, value) = self.look(names)?;
        let text = match value {
            Value::Object(words) if name == WORDS => put_together(words),
            Value::Object(issued) if DATE.contains(&name) => in_parts(issued),
            value => text_of(value),
        }?;
        self.placed.push(name);
        Some(text)
    }

    /// The authors, also where each of them is an object.
    fn people(&mut self) -> Option<String> {
        let (name, value) = self.look(AUTHOR)?;
        let people = text_of(value).or_else(|| {
            let people = value.as_array()?.iter().filter_map(person);
            let people: Vec<String> = people.take(MOST_PEOPLE).collect();
            (!people.is_empty()).then(|| people.join(", "))
        });
        let people = people.or_else(|| person(value));
        self.placed.push(name);
        people
    }

    fn rest(self) -> BTreeMap<String, String> {
        let inner = self.metadata.into_iter().flatten();
        let outer = self
            .object
            .iter()
            .filter(|(_, value)| match (value, self.metadata) {
                (Value::Object(value), Some(metadata)) => !std::ptr::eq(value, metadata),
                _ => true,
            });
        inner
            .chain(outer)
            .filter(|(name, _)| !self.placed.contains(&name.as_str()))
            .filter_map(|(name, value)| Some((name.clone(), fact(value)?)))
            .collect()
    }
}

/// What someone is called: by a name, or by a given name and one of the family.
fn person(value: &Value) -> Option<String> {
    const NAMES: &[&str] = &["name", "display_name", "full_name", "fullName"];
    let object = value.as_object()?;
    let object = match object.get("author") {
        Some(Value::Object(author)) => author,
        _ => object,
    };
    let text = |name: &str| text_of(object.get(name)?).filter(|text| !text.is_empty());
    NAMES.iter().find_map(|name| text(name)).or_else(|| {
        let family = text("family").or_else(|| text("last_name"))?;
        let given = text("given").or_else(|| text("first_name"));
        Some(given.map_or_else(|| family.clone(), |given| format!("{given} {family}")))
    })
}

/// A text that is given as the places of each of its words, as catalogues do that may not show the text itself.
fn put_together(words: &Object) -> Option<String> {
    const MOST_WORDS: usize = 20_000;
    let mut placed: BTreeMap<u64, &str> = BTreeMap::new();
    for (word, places) in words {
        for place in places.as_array()? {
            placed.insert(place.as_u64()?, word);
        }
        if placed.len() > MOST_WORDS {
            return None;
        }
    }
    let words: Vec<&str> = placed.into_values().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// A date in its parts, as catalogues and programs that cite write it: `{"date-parts": [[2021, 3, 15]]}`.
fn in_parts(issued: &Object) -> Option<String> {
    let first = issued.get("date-parts")?.as_array()?.first()?.as_array()?;
    let parts = first.iter().map(|part| match part {
        Value::String(text) => text.parse().ok(),
        part => part.as_u64(),
    });
    let parts: Vec<String> = parts
        .map_while(|part| Some(format!("{:02}", part?)))
        .collect();
    (!parts.is_empty()).then(|| parts.join("-"))
}

/// The pieces of a text of which some are marked, as messengers write it.
fn pieces(items: &[Value]) -> Option<String> {
    let piece = |item: &Value| match item {
        Value::Object(marked) => marked.get("text")?.as_str().map(str::to_owned),
        item => item.as_str().map(str::to_owned),
    };
    let pieces = items.iter().map(piece).collect::<Option<String>>();
    pieces.filter(|_| items.iter().any(Value::is_object) && items.iter().any(Value::is_string))
}

/// The texts of a message that comes in parts, as chats with models write it; pictures and calls of tools beside them say nothing.
fn parts(items: &[Value]) -> Option<String> {
    let part = |item: &Value| {
        let part = item.as_object().filter(|part| part.contains_key("type"))?;
        Some(part.get("text")?.as_str()?.trim().to_owned())
    };
    let parts: Vec<String> = items.iter().filter_map(part).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// Lists of texts are joined.
pub(super) fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => {
            if let Some(text) = pieces(items).or_else(|| parts(items)) {
                return Some(text);
            }
            let texts: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            (!texts.is_empty()).then(|| texts.join(", "))
        }
        _ => None,
    }
}

/// A value as a fact: text as it is, all else as JSON; of a long list as many whole items as there is room for.
pub(super) fn fact(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Array(items) => {
            let mut room = LONGEST_FACT;
            let mut kept = Vec::new();
            for item in items {
                let item = item.to_string();
                let Some(left) = room.checked_sub(item.chars().count() + 1) else {
                    break;
                };
                room = left;
                kept.push(item);
            }
            (!kept.is_empty()).then(|| format!("[{}]", kept.join(",")))
        }
        Value::Object(fields) if fields.is_empty() => None,
        other => Some(other.to_string()),
    }
}

/// `12`, `"12"`, `"p. 12"`, `"12-14"`.
fn page(value: &Value) -> Option<u32> {
    match value {
        Value::Number(number) => number.as_u64().and_then(|page| u32::try_from(page).ok()),
        Value::String(text) => text
            .split(|c: char| !c.is_ascii_digit())
            .find(|digits| !digits.is_empty())?
            .parse()
            .ok(),
        _ => None,
    }
}
