//! Findings of other tools as JSON or JSON lines [E3]: every accepted shape becomes a list of [`Finding`]s, which `gather` groups into documents.
//!
//! Tools name the same thing differently, so each field is looked for under several names, in the object and in its `metadata`. What is broken is
//! reported with its line and skipped; fields that nobody knows are counted.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::address;
use super::decode;
use super::format::Format;
use super::problem::Problem;
use crate::study::{Origin, counted};

type Object = Map<String, Value>;

/// Objects inside objects deeper than this are no findings.
const DEEPEST: u8 = 4;
/// So many warnings of one sort are spelled out.
const SPELLED_OUT: usize = 5;

const TEXT: &[&str] = &[
    "text",
    "page_content",
    "content",
    "summary",
    "passage",
    "snippet",
    "observation",
    "output",
    "result",
    "finding",
    "claim",
    "statement",
];
const TITLE: &[&str] = &["title", "name", "topic"];
const ADDRESS: &[&str] = &["url", "uri", "link", "href", "doi"];
const NAME: &[&str] = &[
    "source",
    "doc_id",
    "document_id",
    "document",
    "file_path",
    "file_name",
    "filename",
];
const PAGE: &[&str] = &["page_label", "page", "page_number", "page_from"];
const AUTHOR: &[&str] = &["author", "authors", "byline"];
const DATE: &[&str] = &[
    "date",
    "published",
    "published_date",
    "published_at",
    "publication_date",
    "year",
];
const SITE: &[&str] = &["site", "site_name", "publisher"];
/// Lists of findings inside an object.
const LISTS: &[&str] = &[
    "observations",
    "findings",
    "results",
    "documents",
    "chunks",
    "passages",
    "items",
    "data",
    "sources",
];
/// Understood, though a passage has no place for them.
const OTHERS: &[&str] = &[
    "id",
    "chunk_id",
    "score",
    "origin",
    "citations",
    "relations",
    "metadata",
    "query",
    "final_output",
    "type",
];

/// A passage that another tool produced.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Finding {
    pub(super) text: String,
    pub(super) title: Option<String>,
    pub(super) source: FindingSource,
    pub(super) page: Option<u32>,
    pub(super) origin: Option<Origin>,
    pub(super) from_graph: bool,
    pub(super) author: Option<String>,
    pub(super) date: Option<String>,
    pub(super) site: Option<String>,
}

/// What a finding says it was taken from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum FindingSource {
    /// A canonical address.
    Address(String),
    /// The name of a file or document.
    Named(String),
    /// Nothing: the findings file itself is the source.
    Unnamed,
}

#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) list: Vec<Finding>,
    /// The question of a transcript.
    pub(super) query: Option<String>,
    pub(super) warnings: Vec<String>,
}

pub(super) fn read(bytes: &[u8], format: Format) -> Result<Findings, Problem> {
    let decoded = decode::text(bytes, None);
    let mut collected = Collected::default();
    let items = match format {
        Format::JsonLines => lines(&decoded.text, &mut collected)
            .or_else(|error| whole(&decoded.text).map_err(|_| error)),
        _ => whole(&decoded.text)
            .or_else(|error| lines(&decoded.text, &mut collected).map_err(|_| error)),
    }?;
    let count = items.len();
    for (what, value) in items {
        collected.take(&what, value, DEEPEST);
    }
    collected.findings.warnings.extend(decoded.warning);
    let findings = collected.finish();
    if findings.list.is_empty() {
        return Err(Problem::NoFindings {
            detail: format!("{} read, none with a text", counted(count, "object")),
        });
    }
    Ok(findings)
}

/// The text as one JSON value: an array's elements, or the one object.
fn whole(text: &str) -> Result<Vec<(String, Value)>, Problem> {
    match serde_json::from_str(text) {
        Ok(Value::Array(items)) => Ok(items
            .into_iter()
            .enumerate()
            .map(|(at, item)| (format!("entry {}", at + 1), item))
            .collect()),
        Ok(value) => Ok(vec![("the file".to_owned(), value)]),
        Err(error) => Err(Problem::Damaged {
            kind: "JSON",
            detail: error.to_string(),
        }),
    }
}

/// The text as one JSON value a line. A file in which most lines are broken was not meant that way.
fn lines(text: &str, collected: &mut Collected) -> Result<Vec<(String, Value)>, Problem> {
    let mut items = Vec::new();
    let mut broken = Vec::new();
    for (at, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let what = format!("line {}", at + 1);
        match serde_json::from_str(line) {
            Ok(value) => items.push((what, value)),
            Err(error) => {
                let reason = error.to_string();
                let reason = reason.split(" at line ").next().unwrap_or_default();
                broken.push(format!(
                    "{what} is not valid JSON and was skipped ({reason}, column {})",
                    error.column()
                ));
            }
        }
    }
    if items.len() < broken.len() || items.is_empty() {
        let detail = broken
            .into_iter()
            .next()
            .unwrap_or_else(|| "it has no lines".to_owned());
        return Err(Problem::Damaged {
            kind: "JSON lines",
            detail,
        });
    }
    collected.skipped.extend(broken);
    Ok(items)
}

#[derive(Default)]
struct Collected {
    findings: Findings,
    skipped: Vec<String>,
    unknown: BTreeSet<String>,
}

impl Collected {
    fn take(&mut self, what: &str, value: Value, depth: u8) {
        match value {
            Value::Object(object) => self.object(what, &object, depth),
            Value::String(text) if !text.trim().is_empty() => {
                self.findings.list.push(finding(text, &Object::new()));
            }
            _ => self
                .skipped
                .push(format!("{what} is no finding and was skipped")),
        }
    }

    fn object(&mut self, what: &str, object: &Object, depth: u8) {
        let known = [
            TEXT, TITLE, ADDRESS, NAME, PAGE, AUTHOR, DATE, SITE, LISTS, OTHERS,
        ];
        let strange = object
            .keys()
            .filter(|key| !known.iter().any(|names| names.contains(&key.as_str())));
        self.unknown.extend(strange.cloned());
        if let Some(text) = string(object, TEXT) {
            self.findings.list.push(finding(text, object));
            return;
        }
        let list = LISTS.iter().find_map(|name| match object.get(*name) {
            Some(Value::Array(items)) => Some((name, items)),
            _ => None,
        });
        match list {
            Some((name, items)) if depth > 0 => {
                self.findings.query = self
                    .findings
                    .query
                    .take()
                    .or_else(|| string(object, &["query"]));
                for (at, item) in items.iter().enumerate() {
                    self.take(
                        &format!("{what}, {name} {}", at + 1),
                        item.clone(),
                        depth - 1,
                    );
                }
            }
            _ => self
                .skipped
                .push(format!("{what} has no text and was skipped")),
        }
    }

    fn finish(mut self) -> Findings {
        let hidden = self.skipped.len().saturating_sub(SPELLED_OUT);
        self.findings
            .warnings
            .extend(self.skipped.into_iter().take(SPELLED_OUT));
        if hidden > 0 {
            self.findings
                .warnings
                .push(format!("{} more skipped", counted(hidden, "line")));
        }
        if !self.unknown.is_empty() {
            let names: Vec<&str> = self
                .unknown
                .iter()
                .take(SPELLED_OUT)
                .map(String::as_str)
                .collect();
            self.findings.warnings.push(format!(
                "{} not used: {}",
                counted(self.unknown.len(), "field"),
                names.join(", ")
            ));
        }
        self.findings
    }
}

fn finding(text: String, object: &Object) -> Finding {
    let name = string(object, NAME);
    let from_graph = object
        .get("source")
        .and_then(Value::as_str)
        .is_some_and(|source| source.eq_ignore_ascii_case("graph"));
    let page = field(object, PAGE).and_then(page);
    Finding {
        source: source_of(object, name.filter(|_| !from_graph)),
        title: string(object, TITLE),
        page,
        origin: string(object, &["origin"]).and_then(|origin| origin_named(&origin)),
        from_graph,
        author: string(object, AUTHOR),
        date: string(object, DATE),
        site: string(object, SITE),
        text,
    }
}

/// Its address, else the name of its source, else the one address that it cites.
fn source_of(object: &Object, name: Option<String>) -> FindingSource {
    let as_address = |text: &str| address::canonical(text).or_else(|| address::of_identifier(text));
    let own = string(object, ADDRESS).and_then(|text| as_address(&text));
    if let Some(address) = own.or_else(|| name.as_deref().and_then(as_address)) {
        return FindingSource::Address(address);
    }
    if let Some(name) = name.or_else(|| string(object, &["doc_id", "document_id"])) {
        return FindingSource::Named(name);
    }
    let cited: BTreeSet<String> = object
        .get("citations")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|citation| match citation {
            Value::String(text) => as_address(text),
            Value::Object(object) => string(object, ADDRESS)
                .or_else(|| string(object, NAME))
                .and_then(|text| as_address(&text)),
            _ => None,
        })
        .collect();
    match cited.into_iter().collect::<Vec<_>>().as_slice() {
        [only] => FindingSource::Address(only.clone()),
        _ => FindingSource::Unnamed,
    }
}

/// The first of these fields that is there, in the object or in its metadata.
fn field<'a>(object: &'a Object, names: &[&str]) -> Option<&'a Value> {
    let metadata = object.get("metadata").and_then(Value::as_object);
    [Some(object), metadata]
        .into_iter()
        .flatten()
        .flat_map(|object| names.iter().filter_map(|name| object.get(*name)))
        .find(|value| !value.is_null() && value.as_str().is_none_or(|text| !text.trim().is_empty()))
}

/// A field as text; lists of texts are joined.
fn string(object: &Object, names: &[&str]) -> Option<String> {
    match field(object, names)? {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => {
            let texts: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            (!texts.is_empty()).then(|| texts.join(", "))
        }
        _ => None,
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

fn origin_named(name: &str) -> Option<Origin> {
    [
        Origin::Internal,
        Origin::Web,
        Origin::Academic,
        Origin::General,
    ]
    .into_iter()
    .find(|origin| origin.name().eq_ignore_ascii_case(name.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(json: &str) -> Finding {
        read(json.as_bytes(), Format::Json).unwrap().list.remove(0)
    }

    #[test]
    fn every_accepted_shape_is_understood() {
        let full = one(
            r#"[{"id":"f1","text":"Range fell.","title":"Pilot","url":"https://example.org/a?utm_source=x","page":3,"score":0.9,"origin":"academic","citations":[],"relations":[]}]"#,
        );
        assert_eq!(
            (full.text.as_str(), full.page, full.origin),
            ("Range fell.", Some(3), Some(Origin::Academic))
        );
        assert_eq!(
            full.source,
            FindingSource::Address("https://example.org/a".to_owned())
        );

        let subtopic = one(
            r#"{"title":"Range","summary":"It falls in winter.","citations":["https://example.org/b",{"url":"https://example.org/b#x"}]}"#,
        );
        assert_eq!(
            subtopic.source,
            FindingSource::Address("https://example.org/b".to_owned())
        );
        assert_eq!(subtopic.title.as_deref(), Some("Range"));

        let document = one(
            r#"{"page_content":"Costs rose.","metadata":{"source":"cost.pdf","page":7,"title":"Costs"}}"#,
        );
        assert_eq!(document.source, FindingSource::Named("cost.pdf".to_owned()));
        assert_eq!(
            (document.title.as_deref(), document.page),
            (Some("Costs"), Some(7))
        );

        let graph = one(
            r#"{"chunk_id":"c9","doc_id":"grid","text":"Depot requires substation.","score":1,"source":"graph"}"#,
        );
        assert!(graph.from_graph);
        assert_eq!(graph.source, FindingSource::Named("grid".to_owned()));

        let chunk = one(r#"{"chunk_id":4,"doc_id":"memo-7","text":"Short.","source":"vector"}"#);
        assert_eq!(
            (chunk.from_graph, chunk.source),
            (false, FindingSource::Named("vector".to_owned()))
        );

        let transcript = read(
            br#"{"query":"Buses?","observations":["First.",{"content":"Second.","url":"doi:10.1000/x"}],"final_output":"Not evidence."}"#,
            Format::Json,
        )
        .unwrap();
        assert_eq!(transcript.query.as_deref(), Some("Buses?"));
        let texts: Vec<_> = transcript
            .list
            .iter()
            .map(|finding| finding.text.as_str())
            .collect();
        assert_eq!(texts, ["First.", "Second."]);
    }

    #[test]
    fn a_broken_line_is_reported_with_its_number_and_the_rest_is_read() {
        let lines =
            "{\"text\":\"One.\"}\n\n{\"text\": broken}\n{\"text\":\"Two.\"}\n42\n{\"score\":1}\n";
        let findings = read(lines.as_bytes(), Format::JsonLines).unwrap();
        assert_eq!(findings.list.len(), 2);
        assert_eq!(
            findings.warnings,
            [
                "line 3 is not valid JSON and was skipped (expected value, column 10)",
                "line 5 is no finding and was skipped",
                "line 6 has no text and was skipped",
            ]
        );
    }

    #[test]
    fn unknown_fields_are_counted() {
        let findings = read(
            br#"[{"text":"One.","mood":"good","weight":2}]"#,
            Format::Json,
        )
        .unwrap();
        assert_eq!(findings.warnings, ["2 fields not used: mood, weight"]);
    }

    #[test]
    fn what_holds_no_findings_is_said_to_hold_none() {
        for (json, problem) in [
            ("[]", "holds no findings: 0 objects read"),
            ("{\"a\": 1}", "holds no findings: 1 object read"),
            ("{ not json", "is damaged or not a real JSON file"),
            ("[[[[[[[[1]]]]]]]]", "holds no findings"),
        ] {
            let message = read(json.as_bytes(), Format::Json).unwrap_err().to_string();
            assert!(message.starts_with(problem), "{message}");
        }
        let nested = "[".repeat(100_000);
        assert!(read(nested.as_bytes(), Format::Json).is_err());
    }
}
