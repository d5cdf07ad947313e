//! The token counts of an answer as its server sent them, by the server's own names: for who wants to know what exactly was said. What they mean is read
//! beside this, into [`crate::study::Usage`].

use serde_json::{Map, Number, Value};

/// Counts by name; groups of counts are maps themselves.
pub type Counts = Map<String, Value>;

/// Groups within groups deeper than this are no counts.
const DEEPEST: usize = 4;
/// No server counts more kinds of things.
const MOST: usize = 100;
/// Characters of a name.
const LONGEST_NAME: usize = 60;

/// The counts in one piece of an answer, in whichever of the known formats. Only numbers and groups of them: words of a server are left out.
pub(super) fn counts(json: &Value) -> Counts {
    let usage = counted(json).and_then(Value::as_object);
    match (usage, json.as_object()) {
        (Some(usage), _) => numbers(usage, DEEPEST),
        // Ollama's own format counts beside the text.
        (None, Some(fields)) if fields.get("done") == Some(&Value::Bool(true)) => {
            let mut counts = numbers(fields, 1);
            counts.retain(|name, _| name.ends_with("_count"));
            counts
        }
        // llama.cpp counts beside its times.
        (None, Some(fields)) => {
            let timings = fields.get("timings").and_then(Value::as_object);
            let mut counts = timings.map_or_else(Counts::new, |timings| numbers(timings, 1));
            counts.retain(|name, _| name.ends_with("_n"));
            counts
        }
        _ => Counts::new(),
    }
}

/// Where the counts stand: beside the answer, in its first choice, or in a field of the server's own.
pub(super) fn counted(json: &Value) -> Option<&Value> {
    let choice = json.pointer("/choices/0");
    let held = [Some(json), json.get("message"), json.get("x_groq"), choice];
    let mut usage = held
        .into_iter()
        .flatten()
        .filter_map(|holder| holder.get("usage"));
    usage.find(|usage| usage.is_object())
}

/// Whether anybody can have counted or measured so much.
fn is_count(number: &Number) -> bool {
    const MOST: f64 = 1e15;
    number
        .as_f64()
        .is_some_and(|number| (0.0..=MOST).contains(&number))
}

fn numbers(fields: &Map<String, Value>, deepest: usize) -> Counts {
    fields
        .iter()
        .take(MOST)
        .filter_map(|(name, value)| {
            let kept = match value {
                Value::Number(number) if is_count(number) => value.clone(),
                // Some gateways write them as texts.
                Value::String(text) => text.trim().parse::<u64>().ok()?.into(),
                Value::Object(inner) if deepest > 1 => Value::Object(numbers(inner, deepest - 1)),
                _ => return None,
            };
            Some((crate::clean::line(name, LONGEST_NAME), kept))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn counts_keep_the_servers_names_and_nothing_but_numbers() {
        let openai = json!({"usage": {"prompt_tokens": 9, "total_tokens": 12, "note": "\u{1b}]0;x", "details": {"cached_tokens": 3, "tier": "gold"}}});
        assert_eq!(
            Value::Object(counts(&openai)),
            json!({"prompt_tokens": 9, "total_tokens": 12, "details": {"cached_tokens": 3}})
        );
        let anthropic = json!({"type": "message_start", "message": {"usage": {"input_tokens": 4, "service": null}}});
        assert_eq!(
            Value::Object(counts(&anthropic)),
            json!({"input_tokens": 4})
        );
        let ollama = json!({"done": true, "message": {"content": "x"}, "eval_count": 7, "total_duration": 99});
        assert_eq!(Value::Object(counts(&ollama)), json!({"eval_count": 7}));
        let timed =
            json!({"choices": [], "timings": {"prompt_n": 4, "cache_n": 38, "prompt_ms": 9.5}});
        assert_eq!(
            Value::Object(counts(&timed)),
            json!({"prompt_n": 4, "cache_n": 38})
        );
        let texts = json!({"usage": {"prompt_tokens": "42", "model": "m"}});
        assert_eq!(Value::Object(counts(&texts)), json!({"prompt_tokens": 42}));
        let nonsense = json!({"usage": {"prompt_tokens": 1e23, "completion_tokens": -5, "total_tokens": 0, "time": 0.5}});
        assert_eq!(
            Value::Object(counts(&nonsense)),
            json!({"total_tokens": 0, "time": 0.5})
        );
        for none in [json!({"choices": []}), json!({"usage": null}), json!(3)] {
            assert!(counts(&none).is_empty(), "{none}");
        }
    }
}
