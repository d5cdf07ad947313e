//! Replies that should be one JSON object, read as what was asked for.
//!
//! Models wrap such an object in prose, fences and thoughts, and write it almost right: what nearly reads is mended by `lenient`. What comes of that
//! still has to be the type that was expected, so prose never passes for a text of the object, and what the end of a reply cut into is left out
//! rather than taken for whole. An error is in words that can be shown to the model for another try.

mod lenient;
pub(super) mod meant;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::clean;
use lenient::Found;

/// The form of a reply, for servers that hold a model to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    /// Letters, digits and underscores.
    pub name: &'static str,
    /// JSON Schema. Strict servers want every property required and `additionalProperties` false.
    pub schema: Value,
}

/// Bytes of a reply that are looked at.
const LONGEST: usize = 64 * 1024;
/// Characters of an error: it may quote the reply.
const ERROR: usize = 300;

/// What a reply says, or why it cannot be read. Of several objects that fit the last counts: models think aloud before they answer.
pub fn read<T: DeserializeOwned>(reply: &str) -> Result<T, String> {
    if reply.len() > LONGEST {
        return Err(format!(
            "it has {} bytes, and {LONGEST} are the most",
            reply.len()
        ));
    }
    let answer = after_thoughts(reply);
    let objects = lenient::objects(answer);
    let strictly = |found: &Found| serde_json::from_str(answer.get(found.span.clone())?).ok();
    if let Some(read) = objects.iter().rev().find_map(strictly) {
        return Ok(read);
    }
    let mended = objects
        .iter()
        .rev()
        .find_map(|found| as_type(&found.value).ok());
    mended.ok_or_else(
        || match objects.iter().max_by_key(|found| found.span.len()) {
            None => "it holds no JSON object".to_owned(),
            Some(found) => why_not::<T>(answer, found),
        },
    )
}

/// The whole objects in a text that is no JSON, read as they were meant: for servers that write their own messages almost right.
#[must_use]
pub fn objects(text: &str) -> Vec<Value> {
    let found = lenient::objects(text).into_iter();
    found
        .filter(|found| !found.is_cut)
        .map(|found| found.value)
        .collect()
}

/// What stands after the model's thoughts, where they were sent along.
fn after_thoughts(reply: &str) -> &str {
    let rest = reply.rfind("</think>").and_then(|at| reply.get(at..));
    rest.filter(|rest| rest.contains('{')).unwrap_or(reply)
}

/// The value as `T`, or what an object with nothing else holds: some models put a name around their answer.
fn as_type<T: DeserializeOwned>(value: &Value) -> Result<T, serde_json::Error> {
    let error = match T::deserialize(value) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    let only = value.as_object().filter(|members| members.len() == 1);
    match only.and_then(|members| members.values().next()) {
        Some(inner @ Value::Object(_)) => T::deserialize(inner),
        _ => Err(error),
    }
}

fn why_not<T: DeserializeOwned>(answer: &str, found: &Found) -> String {
    let written = answer.get(found.span.clone()).unwrap_or_default();
    let as_written = serde_json::from_str::<T>(written).err();
    let why = match as_written.filter(serde_json::Error::is_data) {
        Some(error) => error.to_string(),
        None => as_type::<T>(&found.value)
            .err()
            .map_or_else(String::new, |error| error.to_string()),
    };
    let why = clean::line(&in_words(&why), ERROR);
    if found.is_cut {
        format!("it is cut off before its end ({why})")
    } else {
        why
    }
}

/// What a reader of JSON says, in words for whoever reads no code: what is missing, and not where in a line that nobody sees.
fn in_words(error: &str) -> String {
    let what = error.split(" at line ").next().unwrap_or(error);
    match what.strip_prefix("missing field ") {
        Some(name) => format!("it gives no “{}”", name.trim_matches('`')),
        None => what.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Review {
        fine: bool,
        score: Option<f64>,
        notes: Vec<String>,
    }

    fn review() -> Review {
        Review {
            fine: true,
            score: Some(4.5),
            notes: vec!["it's a \"gap\"".to_owned(), "two, three".to_owned()],
        }
    }

    const WELL: &str = r#"{"fine": true, "score": 4.5, "notes": ["it's a \"gap\"", "two, three"]}"#;

    #[test]
    fn what_models_put_around_an_object_is_no_part_of_it() {
        for reply in [
            WELL.to_owned(),
            format!("\u{feff}{WELL}"),
            format!("Here it is:\n```json\n{WELL}\n```\nTell me if {{more}} is wanted."),
            format!("<think>Perhaps {{\"fine\": false}} or {{fine, score}}?</think>\n{WELL}"),
            format!("{{\"fine\": false, \"score\": 1, \"notes\": []}} was my first idea.\n{WELL}"),
            format!("thoughts without a beginning</think>{WELL}"),
            format!("<think>never ended {WELL}"),
            format!("{{\"review\": {WELL}}}"),
            format!("[{WELL}]"),
        ] {
            assert_eq!(read::<Review>(&reply), Ok(review()), "{reply}");
        }
    }

    #[test]
    fn what_nearly_reads_is_mended() {
        for reply in [
            r#"{"fine": true, "score": 4.5, "notes": ["it's a \"gap\"", "two, three",],}"#,
            r#"{"fine": true, "score": 4.5, "notes": ["it's a "gap"", "two, three"]}"#,
            r#"{fine: true, score: 4.5, notes: ["it's a \"gap\"", "two, three"]}"#,
            r#"{'fine': True, 'score': 4.5, 'notes': ['it's a "gap"', 'two, three']}"#,
            r#"{"fine": true // yes
                , "score": 4.5, /* of 5 */ "notes": ["it's a \"gap\"", "two, three"]}"#,
            "{\n\"fine\": true\n\"score\": 4.5\n\"notes\": [\n\"it's a \\\"gap\\\"\"\n\"two, three\"\n]\n}",
            "{“fine”: true, “score”: 4.5, “notes”: [“it's a \"gap\"”, “two, three”]}",
            r#"{"fine": true, "score": +4.5, "notes": ["it's a \"gap\"", "two, three", ...]}"#,
            r#"{"fine": true, "score": 4.5, "notes": ["it's a \"gap\"", "two, three"}"#,
            r#"{"fine": true, "score": 4.5, "notes": ["it's a \"gap\"", "two, three""#,
            r#"{\"fine\": true, \"score\": 4.5,\n \"notes\": [\"it's a \\\"gap\\\"\", \"two, three\"]}"#,
            r#"{"fine": true, "score": 4.5, "notes": ["it\u0027s a \"gap\"", 'two, three']} That is all."#,
        ] {
            assert_eq!(read::<Review>(reply), Ok(review()), "{reply}");
        }
        let unknown = r#"{"fine": true, "score": NaN, "notes": []}"#;
        assert_eq!(read::<Review>(unknown).map(|read| read.score), Ok(None));
    }

    #[test]
    fn what_the_end_cut_into_is_left_out() {
        let claims = |reply: &str| read::<Value>(reply).expect("an object");
        assert_eq!(claims(r#"{"a": 1, "b": 2"#), json!({"a": 1}));
        assert_eq!(claims(r#"{"a": [1, 2, 3"#), json!({"a": [1, 2]}));
        // An empty list says that there is nothing, which was not said.
        for cut in ["[", "[ ", "[1", r#"[{"n": 1"#, r#"["x"#] {
            assert_eq!(claims(&format!(r#"{{"a": 1, "b": {cut}"#)), json!({"a": 1}));
        }
        assert_eq!(claims(r#"{"a": "x", "b": "y"#), json!({"a": "x"}));
        assert_eq!(
            claims(r#"{"a": [{"n": 1, "why": "x"}, {"n": 2, "why": "ha"#),
            json!({"a": [{"n": 1, "why": "x"}]})
        );
        let error = read::<Review>(r#"{"fine": true, "score": 4"#).expect_err("cut");
        assert!(
            error.contains("cut off") && error.contains("notes"),
            "{error}"
        );
    }

    #[test]
    fn what_is_not_what_was_asked_for_is_refused_with_the_reason() {
        for (reply, why) in [
            ("All is fine.", "no JSON object"),
            ("Fine {as far as I see}.", "no JSON object"),
            ("\"All is fine.\"", "no JSON object"),
            ("{}", "it gives no"),
            (
                r#"{"fine": "yes", "score": 1, "notes": []}"#,
                "invalid type",
            ),
            (
                r#"{"fine": true, "score": 1, "notes": "none"}"#,
                "invalid type",
            ),
            ("{fine: maybe so, score: 1, notes: []}", "invalid type"),
        ] {
            let error = read::<Review>(reply).expect_err("refused");
            assert!(error.contains(why), "{reply}: {error}");
        }
        let huge = read::<Review>(&"{".repeat(70_000)).expect_err("refused");
        assert!(huge.contains("70000 bytes"), "{huge}");
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            (-1000..1000_i32).prop_map(|number| json!(f64::from(number) / 8.0)),
            "[a-z\"'{}\\[\\],:\\\\/# \n“”é]{0,12}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[a-z\"' ]{1,6}", inner, 0..4)
                    .prop_map(|members| members.into_iter().collect()),
            ]
        })
    }

    fn object() -> impl Strategy<Value = Value> {
        prop::collection::btree_map("[a-z]{1,6}", any_json(), 0..5)
            .prop_map(|members| members.into_iter().collect())
    }

    /// Whether all that `part` says `whole` says too, at the same place.
    fn is_part(part: &Value, whole: &Value) -> bool {
        match (part, whole) {
            (Value::Object(part), Value::Object(whole)) => part
                .iter()
                .all(|(name, value)| whole.get(name).is_some_and(|whole| is_part(value, whole))),
            (Value::Array(part), Value::Array(whole)) => {
                part.len() <= whole.len()
                    && part
                        .iter()
                        .zip(whole)
                        .all(|(part, whole)| is_part(part, whole))
            }
            _ => part == whole,
        }
    }

    proptest! {
        #[test]
        fn an_object_that_is_well_written_is_read_as_it_stands(value in object(), pretty in any::<bool>()) {
            let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
            let text = text.unwrap();
            let found = lenient::objects(&text);
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!(&found[0].value, &value);
            prop_assert_eq!(&found[0].span, &(0..text.len()));
            prop_assert!(!found[0].is_cut);
        }

        #[test]
        fn a_reply_cut_anywhere_says_nothing_that_the_whole_does_not(value in object(), cut in any::<prop::sample::Index>()) {
            let text = serde_json::to_string(&value).unwrap();
            let cut = text.floor_char_boundary(cut.index(text.len() + 1));
            if let Some(found) = lenient::objects(&text[..cut]).first() {
                prop_assert!(is_part(&found.value, &value), "{} of {}", found.value, value);
            }
        }

        #[test]
        fn nothing_that_a_model_writes_breaks_the_reader(reply in "[a-b{}\\[\\]\"'“”\\\\:,.#/* \n0-9-]{0,80}") {
            let _ = read::<Value>(&reply);
            let _ = read::<Review>(&reply);
        }
    }

    /// Where the reader went over such texts again and again, this test would not come to its end.
    #[test]
    fn hostile_replies_of_the_longest_length_are_read_once() {
        for unit in [
            "{",
            "{\"",
            "{\"a\":[",
            "[{a:",
            "{“",
            "{a:\",//",
            "\\",
            "{'a':'",
            "{\"a\":1,",
        ] {
            let reply = unit.repeat(LONGEST / unit.len());
            assert!(read::<Review>(&reply).is_err(), "{unit}");
        }
    }
}
