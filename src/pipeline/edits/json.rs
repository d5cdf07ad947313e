//! Edits that a model writes as JSON, whatever form was asked for: a list of objects, or an object that holds one.
//!
//! Which names models use for what is all there is to know here; reading JSON that is almost right is for `structured`.

use serde_json::{Map, Value};

use super::{Action, Edit};
use crate::pipeline::structured::{self, meant};
use crate::study::citation;

const ACTION: &[&str] = &["op", "action", "type", "edit", "operation", "kind"];
const SENTENCE: &[&str] = &[
    "sentence",
    "number",
    "sentence_number",
    "sentence_id",
    "index",
    "after",
    "target",
    "id",
    "n",
];
const TEXT: &[&str] = &[
    "text",
    "new_text",
    "new",
    "replacement",
    "content",
    "new_sentence",
    "with",
];
const WHY: &[&str] = &["why", "reason", "explanation", "rationale"];
const CITATIONS: &[&str] = &["citations", "sources", "cites"];

/// More edits than any reply means.
const MOST: usize = 200;

/// The edits that a reply holds as JSON; `None` where it holds none and does not say that nothing changes.
pub(super) fn read(reply: &str) -> Option<Vec<Edit>> {
    let objects = structured::objects(reply);
    let edits: Vec<Edit> = objects
        .iter()
        .flat_map(listed)
        .filter_map(edit)
        .take(MOST)
        .collect();
    let is_empty = |found: &Value| matches!(lists(found).next(), Some(list) if list.is_empty());
    let says_none = match objects.as_slice() {
        [] => within_fence(reply) == "[]",
        [only] => is_empty(only),
        _ => false,
    };
    (!edits.is_empty() || says_none).then_some(edits)
}

/// The objects that an object lists, or itself where it lists none.
fn listed(found: &Value) -> Vec<&Map<String, Value>> {
    let within: Vec<&Map<String, Value>> = lists(found)
        .flatten()
        .filter_map(Value::as_object)
        .collect();
    if within.is_empty() {
        found.as_object().into_iter().collect()
    } else {
        within
    }
}

fn lists(found: &Value) -> impl Iterator<Item = &Vec<Value>> {
    let members = found.as_object().into_iter().flat_map(Map::values);
    members.filter_map(Value::as_array)
}

fn edit(fields: &Map<String, Value>) -> Option<Edit> {
    let held = |names: &[&str]| meant::field(fields, names);
    let words = |names: &[&str]| held(names).and_then(Value::as_str).unwrap_or_default();
    // `{"op": "replace", "sentence": 3}`, or `{"replace": 3}`.
    let named = held(ACTION).and_then(Value::as_str).and_then(action);
    let (form, numbers) = match named {
        Some(form) => (form, meant::numbers_in(held(SENTENCE)?)),
        None => fields
            .iter()
            .find_map(|(name, value)| Some((action(name)?, meant::numbers_in(value))))?,
    };
    let (first, last) = (*numbers.first()?, *numbers.last()?);
    let text = match form {
        Form::Delete => String::new(),
        _ => citing(words(TEXT), held(CITATIONS)),
    };
    let (action, first) = match form {
        Form::Replace => (Action::Replace, first),
        Form::InsertAfter => (Action::InsertAfter, first),
        Form::InsertBefore => (Action::InsertAfter, first.checked_sub(1)?),
        Form::Delete => (Action::Delete, first),
    };
    let is_whole = action == Action::Delete || !text.is_empty();
    let is_run = numbers.len() > 1 && last == first + numbers.len() - 1;
    is_whole.then(|| Edit {
        action,
        sentence: first,
        last: if is_run { last } else { first },
        text,
        reason: words(WHY).trim().to_owned(),
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Replace,
    InsertAfter,
    InsertBefore,
    Delete,
}

fn action(name: &str) -> Option<Form> {
    let name = name.trim().to_lowercase().replace(['_', '-'], " ");
    Some(match name.as_str() {
        "replace" | "update" | "modify" | "edit" | "change" | "rewrite" => Form::Replace,
        "insert" | "insert after" | "add" | "add after" | "append" => Form::InsertAfter,
        "insert before" | "add before" => Form::InsertBefore,
        "delete" | "remove" => Form::Delete,
        _ => return None,
    })
}

/// A new text with the citations that stand in a field of their own, before its full stop.
fn citing(text: &str, citations: Option<&Value>) -> String {
    let text = text.trim();
    let numbers = citations.map(meant::numbers_in).unwrap_or_default();
    if text.is_empty() || numbers.is_empty() || !citation::numbers(text).is_empty() {
        return text.to_owned();
    }
    let marks = citation::marks_of(&numbers);
    let bare = text.trim_end_matches(['.', '!', '?']);
    let end = text.get(bare.len()..).unwrap_or_default();
    format!("{bare} {marks}{end}")
}

/// What stands in a fence that is all of a reply.
fn within_fence(reply: &str) -> &str {
    let reply = reply.trim();
    let inside = reply
        .strip_prefix("```")
        .and_then(|rest| rest.strip_suffix("```"));
    inside.map_or(reply, |inside| {
        inside.strip_prefix("json").unwrap_or(inside).trim()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_read_in_the_forms_of_json_that_models_write() {
        let new = "The depot has 52 chargers [4].";
        let expected = |action, sentence, text: &str| Edit {
            action,
            sentence,
            last: sentence,
            text: text.to_owned(),
            reason: "counted again".to_owned(),
        };
        for reply in [
            format!(r#"[{{"op":"replace","sentence":1,"why":"counted again","text":"{new}"}}]"#),
            format!(
                "Here are the edits:\n```json\n{{\"edits\": [{{\"action\": \"REPLACE\", \"sentence_number\": \"1\", \"reason\": \"counted again\", \"new_text\": \"{new}\"}}]}}\n```"
            ),
            format!(r#"{{"replace": 1, "text": "{new}", "reason": "counted again"}}"#),
            r#"{"type":"update","number":1,"text":"The depot has 52 chargers.","citations":[4],"why":"counted again"}"#.to_owned(),
            format!("{{'op': 'replace', 'sentence': 1, 'why': 'counted again', 'text': '{new}',}}"),
        ] {
            let read = read(&reply);
            assert_eq!(read, Some(vec![expected(Action::Replace, 1, new)]), "{reply}");
        }
        let several = r#"[{"op":"insert_before","sentence":2,"text":"One [1].","why":"counted again"},
            {"op":"insert-after","after":2,"text":"Two [1].","why":"counted again"},
            {"op":"delete","sentence":4,"why":"counted again"}]"#;
        assert_eq!(
            read(several),
            Some(vec![
                expected(Action::InsertAfter, 1, "One [1]."),
                expected(Action::InsertAfter, 2, "Two [1]."),
                expected(Action::Delete, 4, ""),
            ])
        );
    }

    #[test]
    fn an_empty_list_says_that_nothing_changes_and_other_json_says_nothing() {
        for reply in ["[]", "```json\n[]\n```", r#"{"edits": []}"#] {
            assert_eq!(read(reply), Some(Vec::new()), "{reply}");
        }
        for reply in [
            r#"{"op":"replace","sentence":1}"#,
            r#"{"op":"insert_before","sentence":0,"text":"One [1]."}"#,
            r#"{"op":"replace","text":"One [1]."}"#,
            r#"{"fine": true, "sentence": 1, "text": "One [1]."}"#,
            "Brackets [] and {braces} in a text [1].",
            "",
        ] {
            assert_eq!(read(reply), None, "{reply}");
        }
    }
}
