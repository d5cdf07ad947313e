//! A corpus of texts as lines of JSON, `{"id": …, "title": …, "text": …}`, as collections for measuring search come: one document a line.
//!
//! It is read a line at a time, so that its size does not matter; a line that is no document is told with its number and skipped. Findings files, which
//! one analyst's tools make, are read whole and elsewhere.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead};

use serde_json::{Map, Value};

use super::lines::next_line;
use super::reading::{self, Place};
use super::{ReadDocument, plain};
use crate::study::DocumentKind;

/// What [`ReadDocument::metadata`] keeps a document's own id under.
pub const ID: &str = "id";

/// A longer line is skipped: nothing that is read by a person is one paragraph of this size.
const LONGEST_LINE: u64 = 64 << 20;

/// The documents of a corpus, in order.
pub struct Corpus<R> {
    lines: R,
    uri: String,
    /// Number of the line that was read last, from 1.
    line: usize,
    /// Hashes of the ids so far: of a million they take no memory to speak of.
    ids: HashSet<u64>,
    hasher: RandomState,
}

/// A line and what it held.
#[derive(Debug, PartialEq)]
pub struct Line {
    pub number: usize,
    /// The document, or what is wrong with the line, in words for the analyst.
    pub document: Result<Box<ReadDocument>, String>,
}

impl<R: BufRead> Corpus<R> {
    /// `uri` is where the corpus lies; its documents lie there too, at their ids.
    pub fn new(lines: R, uri: String) -> Self {
        Self {
            lines,
            uri,
            line: 0,
            ids: HashSet::new(),
            hasher: RandomState::new(),
        }
    }

    /// Judgements name ids, so one id cannot be two documents.
    fn with_new_id(&mut self, document: ReadDocument) -> Result<ReadDocument, String> {
        let id = document.metadata.get(ID).map_or("", String::as_str);
        if self.ids.insert(self.hasher.hash_one(id)) {
            Ok(document)
        } else {
            Err(format!("has the id \"{id}\" of a line before it"))
        }
    }

    fn next_line(&mut self) -> io::Result<Option<Result<String, String>>> {
        let Some(line) = next_line(&mut self.lines, LONGEST_LINE)? else {
            return Ok(None);
        };
        self.line += 1;
        Ok(Some(line.text(LONGEST_LINE)))
    }
}

impl<R: BufRead> Iterator for Corpus<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let text = match self.next_line() {
                Ok(text) => text?,
                Err(error) => return Some(Err(error)),
            };
            let document = match text {
                Ok(text) if text.trim().is_empty() => continue,
                Ok(text) => document(text.trim_start_matches('\u{feff}'), &self.uri, self.line),
                Err(wrong) => Err(wrong),
            };
            let document = document.and_then(|document| self.with_new_id(document));
            return Some(Ok(Line {
                number: self.line,
                document: document.map(Box::new),
            }));
        }
    }
}

fn document(line: &str, uri: &str, number: usize) -> Result<ReadDocument, String> {
    let mut fields: Map<String, Value> =
        serde_json::from_str(line).map_err(|error| format!("is no JSON object ({error})"))?;
    let mut words = |names: &[&str]| {
        let value = names.iter().find_map(|name| fields.remove(*name));
        match value {
            Some(Value::String(text)) => Some(text),
            Some(Value::Null) | None => None,
            Some(other) => Some(other.to_string()),
        }
    };
    let id = words(&["id", "_id", "doc_id", "docid"]).unwrap_or_else(|| number.to_string());
    let title = words(&["title"]).unwrap_or_default();
    let text = words(&["text", "contents", "body"]).unwrap_or_default();
    if text.trim().is_empty() {
        return Err("has no text under \"text\"".to_owned());
    }
    let mut reading = plain::read(&text);
    reading.title = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
    reading.date = words(&["date", "published"]).or(reading.date);
    reading.metadata = facts(fields);
    reading.metadata.insert(ID.to_owned(), id.clone());
    let place = Place {
        uri: format!("{uri}#{id}"),
        name: id.clone(),
    };
    let mut document = reading
        .finish(DocumentKind::Text, &place)
        .map_err(|problem| problem.to_string())?;
    // Two ids are two documents here, whatever their texts: a collection's judgements name ids.
    document.hash = reading::hash(&format!("{id} {}", document.hash));
    Ok(document)
}

/// What else a line says.
fn facts(fields: Map<String, Value>) -> BTreeMap<String, String> {
    fields
        .into_iter()
        .filter_map(|(name, value)| match value {
            Value::String(text) => Some((name, text)),
            Value::Number(_) | Value::Bool(_) => Some((name, value.to_string())),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Vec<Line> {
        Corpus::new(text, "c.jsonl".to_owned())
            .map(Result::unwrap)
            .collect()
    }

    #[test]
    fn a_line_is_a_document_that_keeps_its_id() {
        let lines = read(br#"{"_id": 7, "title": "On pumps", "text": "Pumps are sold.", "year": 2024, "url": "u"}"#);
        let document = lines[0].document.as_ref().unwrap();
        assert_eq!(
            (document.title.as_str(), document.uri.as_str()),
            ("On pumps", "c.jsonl#7")
        );
        let facts: Vec<(&str, &str)> = document
            .metadata
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert_eq!(facts, [("id", "7"), ("url", "u"), ("year", "2024")]);
        assert_eq!(document.passages.len(), 1);
    }

    #[test]
    fn equal_texts_under_two_ids_are_two_documents() {
        let lines = read(b"{\"id\":\"a\",\"text\":\"same\"}\n{\"id\":\"b\",\"text\":\"same\"}\n");
        let hashes: Vec<&str> = lines
            .iter()
            .map(|line| line.document.as_ref().unwrap().hash.as_str())
            .collect();
        assert_ne!(hashes[0], hashes[1]);
    }

    #[test]
    fn a_bad_line_is_told_with_its_number_and_the_rest_goes_on() {
        let lines = read(b"\xef\xbb\xbf{\"id\":1,\"text\":\"one\"}\n\n{broken\n{\"id\":2}\n[1]\n\xff\xfe\n{\"id\":3,\"text\":\"three\"}");
        let told: Vec<String> = lines
            .iter()
            .map(|line| match &line.document {
                Ok(document) => format!("{} {}", line.number, document.text),
                Err(wrong) => format!("{} {}", line.number, wrong.split(" (").next().unwrap()),
            })
            .collect();
        assert_eq!(
            told,
            [
                "1 one",
                "3 is no JSON object",
                "4 has no text under \"text\"",
                "5 is no JSON object",
                "6 is not UTF-8",
                "7 three"
            ]
        );
    }
}
