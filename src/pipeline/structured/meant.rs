//! Values that models without a schema write in another form than was asked for, read as what they mean: for `deserialize_with`.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A list of texts, or one text in the place of a list.
pub(in crate::pipeline) fn texts<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<String>, D::Error> {
    let listed = listed(Value::deserialize(from)?);
    Ok(listed.iter().filter_map(text).collect())
}

/// A list of things, or one in the place of a list. What cannot be read as one is left out where others can.
pub(in crate::pipeline) fn things<'de, D: Deserializer<'de>, T: TryFrom<Value>>(
    from: D,
) -> Result<Vec<T>, D::Error> {
    let listed = listed(Value::deserialize(from)?);
    let is_empty = listed.is_empty();
    let read: Vec<T> = (listed.into_iter())
        .filter_map(|item| T::try_from(item).ok())
        .collect();
    if read.is_empty() && !is_empty {
        return Err(D::Error::custom(
            "no entry of a list is of the form that was asked for",
        ));
    }
    Ok(read)
}

/// The entries of a list, without those that only say that there are none.
fn listed(value: Value) -> Vec<Value> {
    let mut items = match value {
        Value::Array(items) => items,
        Value::Null => Vec::new(),
        single => vec![single],
    };
    items.retain(|item| !item.as_str().is_some_and(is_nothing));
    items
}

/// Whether a text says only that there is nothing, as models without a schema write into a list that is to be empty.
fn is_nothing(text: &str) -> bool {
    const SAYING: [&str; 14] = [
        "none",
        "n/a",
        "na",
        "nil",
        "null",
        "nothing",
        "empty",
        "no",
        "not applicable",
        "none found",
        "none detected",
        "none identified",
        "no issues",
        "no issues found",
    ];
    let is_edge = |c: char| !c.is_alphanumeric();
    let word = text.trim_matches(is_edge);
    word.is_empty()
        || SAYING
            .iter()
            .any(|saying| word.eq_ignore_ascii_case(saying))
}

/// Yes or no, also in words.
pub(in crate::pipeline) fn yes<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    let value = Value::deserialize(from)?;
    let word = text(&value).map(|word| word.trim().to_ascii_lowercase());
    match (&value, word.as_deref()) {
        (Value::Bool(yes), _) => Ok(*yes),
        (_, Some("yes" | "true" | "1")) => Ok(true),
        (_, Some("no" | "none" | "false" | "0")) => Ok(false),
        _ => Err(D::Error::custom("expected true or false")),
    }
}

/// A field of an object under one of the names that models give it.
pub(in crate::pipeline) fn field<'a>(
    fields: &'a serde_json::Map<String, Value>,
    names: &[&str],
) -> Option<&'a Value> {
    let entry = |name: &&str| {
        fields
            .iter()
            .find(|(known, _)| known.trim().eq_ignore_ascii_case(name))
    };
    names.iter().find_map(entry).map(|(_, value)| value)
}

/// What stands behind a number that a text begins with, as in `Claim 2: no source says it`; the number, and the rest.
pub(in crate::pipeline) fn numbered(text: &str) -> Option<(usize, &str)> {
    let text = text.trim_start();
    let named = after_word(text, "claim");
    let marked = named.unwrap_or(text).trim_start();
    let bare = marked.trim_start_matches(['#', '[', '(']);
    let end = bare
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(bare.len());
    let (number, rest) = bare.split_at(end);
    let rest = rest.trim_start_matches([']', ')']);
    let said = rest.trim_start_matches(['.', ':', '-', '–', '—', ' ']);
    // `2.5 million` is no number of a list, nor is `38 million` one, and `[1] says 38` is about a source.
    let is_mark = rest.is_empty()
        || rest.starts_with([':', '–', '—'])
        || rest.starts_with(". ")
        || rest.starts_with(" -")
        || named.is_some()
        || marked.starts_with(['#', '(']);
    Some((number.parse().ok()?, said)).filter(|_| is_mark)
}

/// What stands behind a word at the start of a text, in any letters.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word).then_some(rest)
}

/// The numbers of a list, or of a text in the place of one.
pub(in crate::pipeline) fn numbers_in(value: &Value) -> Vec<usize> {
    match value {
        Value::Array(items) => items.iter().flat_map(numbers_in).collect(),
        Value::Number(number) => {
            let whole = number.as_u64().or_else(|| {
                let number = number.as_f64().filter(|number| number.fract() == 0.0)?;
                (0.0..1e9).contains(&number).then_some(number as u64)
            });
            let whole = whole.and_then(|number| usize::try_from(number).ok());
            whole.into_iter().collect()
        }
        Value::String(text) => {
            let parts = text.split(|c: char| !c.is_ascii_digit());
            parts.filter_map(|part| part.parse().ok()).collect()
        }
        Value::Null | Value::Bool(_) | Value::Object(_) => Vec::new(),
    }
}

/// A score on a scale to 5, and what is said behind it: `4`, `4.5`, `4/5`, `4 out of 5: fine`.
pub(in crate::pipeline) fn score_in(value: &Value) -> Option<(f32, &str)> {
    match value {
        Value::Number(number) => Some((number.as_f64()? as f32, "")),
        Value::String(text) => {
            let text = text.trim().trim_start_matches(['*', '[', '(']);
            let (score, rest) = number_at(text)?;
            let rest = rest.trim_start();
            let scales = ["/", "out of", "of"];
            let behind = scales.iter().find_map(|scale| rest.strip_prefix(scale));
            let said = match behind {
                // Of ten points, or of a hundred, it would be another score.
                Some(behind) => after_five(behind.trim_start())?,
                None => rest,
            };
            let sign = |c: char| c.is_whitespace() || "*])/:-–—.,".contains(c);
            Some((score, said.trim_start_matches(sign)))
        }
        _ => None,
    }
}

/// The number that a text begins with, also with a decimal comma, and the rest; none where letters go on with it, as in `1e9`.
fn number_at(text: &str) -> Option<(f32, &str)> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let whole = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let after_comma = text.get(whole..)?.strip_prefix(',');
    let is_digit = |c: char| c.is_ascii_digit();
    let end = match after_comma.filter(|rest| rest.starts_with(is_digit)) {
        Some(rest) => whole + 1 + rest.find(|c| !is_digit(c)).unwrap_or(rest.len()),
        None => whole,
    };
    let (number, rest) = text.split_at(end);
    let number = number.replace(',', ".");
    let number = number.trim_end_matches('.').parse().ok()?;
    let behind = rest.strip_prefix([',', '.']);
    let goes_on = rest.starts_with(char::is_alphanumeric)
        || behind.is_some_and(|behind| behind.starts_with(is_digit));
    (!goes_on).then_some((number, rest))
}

/// What stands behind a 5 that is no part of another number.
fn after_five(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('5')?;
    let rest = rest.strip_prefix(".0").unwrap_or(rest);
    (!rest.starts_with(|c: char| c.is_ascii_digit())).then_some(rest)
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Number(number) => Some(number.to_string()),
        // A text with a name around it.
        Value::Object(fields) if fields.len() == 1 => text(fields.values().next()?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_score_is_read_in_every_way_of_writing_it() {
        for (value, score, said) in [
            (json!(4), 4.0, ""),
            (json!(4.5), 4.5, ""),
            (json!("4"), 4.0, ""),
            (json!("4/5"), 4.0, ""),
            (json!("4.5 / 5"), 4.5, ""),
            (json!("4 out of 5"), 4.0, ""),
            (json!("**4**"), 4.0, ""),
            (json!("4/5 - two gaps"), 4.0, "two gaps"),
            (json!("3: two gaps"), 3.0, "two gaps"),
            (json!("4 of 5.0, fine"), 4.0, "fine"),
            (json!("4,5"), 4.5, ""),
            (json!("3,5 / 5: two gaps"), 3.5, "two gaps"),
            (json!("4, fine"), 4.0, "fine"),
        ] {
            assert_eq!(score_in(&value), Some((score, said)), "{value}");
        }
        for none in [
            json!("8/10"),
            json!("80/100"),
            json!("good"),
            json!("4/50"),
            json!(null),
            json!([4]),
            json!("1.2.3"),
            json!("1,2,3"),
            json!("1e999"),
        ] {
            assert_eq!(score_in(&none), None, "{none}");
        }
    }

    #[test]
    fn a_text_that_begins_with_the_number_of_a_claim_names_it() {
        for (text, named) in [
            ("Claim 2: no source says it", Some((2, "no source says it"))),
            ("2. no source says it", Some((2, "no source says it"))),
            ("[2] - no source says it", Some((2, "no source says it"))),
            ("claim #12", Some((12, ""))),
            ("(2) no source says it", Some((2, "no source says it"))),
            ("[1] says 38 million, [2] 52 million", None),
            ("38 million and 52 million disagree", None),
            ("2.5 million is in no source", None),
            ("no source says it", None),
        ] {
            assert_eq!(numbered(text), named, "{text}");
        }
    }

    #[test]
    fn numbers_and_texts_are_read_alone_and_in_lists() {
        for (value, numbers) in [
            (json!([1, "2", 3.0]), vec![1, 2, 3]),
            (json!("1, 2 and [3]"), vec![1, 2, 3]),
            (json!(7), vec![7]),
            (json!([-1, 1.5, 1e300, null, {"a": 1}]), vec![]),
        ] {
            assert_eq!(numbers_in(&value), numbers, "{value}");
        }
        let read = |value: Value| texts(value).expect("texts");
        assert_eq!(read(json!("one")), ["one"]);
        assert_eq!(
            read(json!(["one", {"query": "two"}, 3, null, ""])),
            ["one", "two", "3"]
        );
        assert!(read(json!(null)).is_empty());
        for none in [
            json!(["None"]),
            json!("N/A"),
            json!([" none found. "]),
            json!(["-", "nothing"]),
        ] {
            assert!(read(none.clone()).is_empty(), "{none}");
        }
        assert_eq!(
            read(json!(["none of them says so"])),
            ["none of them says so"]
        );
    }
}
