//! An object of a file that is none of the known shapes, read as a record: what it is called, what it says in words, and everything else as lines of
//! `name: value`, so that each record can be found and cited as a row of a table can.

use serde_json::Value;

use super::Finding;
use super::shape::{self, Object};

/// Objects within a record deeper than this stay as they are written.
const DEEPEST: u8 = 3;
/// Under these names records say what they say in words.
const PROSE: &[&str] = &[
    "description",
    "details",
    "comment",
    "comments",
    "message",
    "note",
    "notes",
    "question",
    "answer",
    "quote",
];

/// The object as a finding; nothing where it says nothing, as a finding without a text does.
pub(super) fn finding(object: &Object) -> Option<Finding> {
    if shape::is_meant_as_finding(object) {
        return None;
    }
    let mut lines = Vec::new();
    let mut prose = Vec::new();
    add(object, "", DEEPEST, &mut lines, &mut prose);
    lines.append(&mut prose);
    (!lines.is_empty()).then(|| shape::record(object, lines.join("\n")))
}

/// Adds what an object says, its names behind those of the objects around it.
fn add(
    object: &Object,
    around: &str,
    deeper: u8,
    lines: &mut Vec<String>,
    prose: &mut Vec<String>,
) {
    for (name, value) in object {
        match value {
            Value::Object(inner) if deeper > 0 => {
                let around = format!("{around}{name}.");
                add(inner, &around, deeper - 1, lines, prose);
            }
            Value::Array(items)
                if deeper > 0 && !items.is_empty() && items.iter().all(Value::is_object) =>
            {
                for (number, item) in (1..).zip(items) {
                    let around = match items.len() {
                        1 => format!("{around}{name}."),
                        _ => format!("{around}{name} {number}."),
                    };
                    if let Value::Object(inner) = item {
                        add(inner, &around, deeper - 1, lines, prose);
                    }
                }
            }
            Value::String(text) if PROSE.contains(&name.to_lowercase().as_str()) => {
                prose.extend(Some(text.trim().to_owned()).filter(|text| !text.is_empty()));
            }
            _ => {
                let value = shape::text_of(value).or_else(|| shape::fact(value));
                let value = value.filter(|value| !value.is_empty());
                lines.extend(value.map(|value| format!("{around}{name}: {value}")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Option<Finding> {
        finding(serde_json::from_str::<Value>(json).unwrap().as_object()?)
    }

    #[test]
    fn a_record_says_its_fields_one_a_line_and_its_words_last() {
        let found = read(
            r#"{"name":"Depot 4","notes":"Closed in May.","size":{"beds":40,"open":true},"tags":["a","b"],"none":null,"at":[[1,2]]}"#,
        )
        .unwrap();
        assert_eq!(found.title.as_deref(), Some("Depot 4"));
        assert_eq!(
            found.text,
            "at: [[1,2]]\nname: Depot 4\nsize.beds: 40\nsize.open: true\ntags: a, b\nClosed in May."
        );
        assert!(found.facts.is_empty());
        let found = read(
            r#"{"company":"Ott","sites":[{"town":"Arden","jobs":7},{"town":"Brekk"}],"owner":[{"name":"Lind"}]}"#,
        );
        assert_eq!(
            found.unwrap().text,
            "company: Ott\nowner.name: Lind\nsites 1.jobs: 7\nsites 1.town: Arden\nsites 2.town: Brekk"
        );
        assert_eq!(read(r#"{"a":null,"b":{},"c":" "}"#), None);
        assert_eq!(read(r#"{"id":7,"text":""}"#), None);
    }
}
