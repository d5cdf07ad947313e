//! Why a model stopped, from its server's word for that.
//!
//! Only the words for a good end are known to be one: what a server says besides may be anything, and an answer that ended so is not called whole.

use serde_json::Value;

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    Stop,
    /// It wants a tool to be called.
    Tool,
    Length,
    /// Prompt and answer fill what the model holds.
    Window,
    /// The provider's filter cut the answer.
    Filtered,
    /// The server gave up, or stopped for a reason that nobody knows, and says so as if that were an end.
    Error,
}

/// Parts of words for an answer that a filter cut.
const FILTERED: [&str; 18] = [
    "filter",
    "safety",
    "unsafe",
    "harm",
    "risk",
    "refus",
    "recitation",
    "prohibited",
    "content_policy",
    "moderat",
    "violation",
    "violates",
    "sensitive",
    "blocked",
    "blocklist",
    "spii",
    "error_toxic",
    "guardrail_intervened",
];
/// Parts of words for a window that is full.
const WINDOW: [&str; 3] = ["context", "model_length", "modellength"];
/// Parts of words for an answer that reached a limit.
const LENGTH: [&str; 16] = [
    "length",
    "max_token",
    "maxtoken",
    "out_of_token",
    "budget_token",
    "max_output",
    "max_new_token",
    "maxpredictedtokens",
    "token_limit",
    "output_limit",
    "error_limit",
    "incomplete",
    "unfinished",
    "truncat",
    // The turn is to go on in another request.
    "pause_turn",
    "compaction",
];
/// Parts of words for an answer that the server gave up, also where the rest of the word would be a good end.
const FAILED: [&str; 13] = [
    "error",
    "abort",
    "cancel",
    "fail",
    "timeout",
    "timed_out",
    "interrupt",
    "userstopped",
    "user_stop",
    "not_",
    "unsuccess",
    "abandon",
    "disconnect",
];
/// Parts of words for a model that wants a tool to be called, where that is not said to have gone wrong.
const TOOL: [&str; 4] = ["tool_call", "tool_use", "function_call", "toolcalls"];
/// Parts of words for a model that came to its end.
const STOPPED: [&str; 12] = [
    "stop", "eos", "end_turn", "end_of_", "endof", "endturn", "complete", "finish", "done",
    "success", "succeed", "natural",
];
/// Whole words for the same.
const ENDS: [&str; 7] = ["end", "eot", "eom", "ok", "normal", "im_end", "load"];

impl Finish {
    /// What a server's word for why the model stopped means; nothing for an empty one.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        let word = word.trim().to_ascii_lowercase().replace(['-', ' '], "_");
        // Some servers name the list of words before the word.
        let word = ["finishreason.", "finish_reason_"]
            .iter()
            .find_map(|list| word.strip_prefix(list))
            .unwrap_or(&word);
        let speaks_of = |parts: &[&str]| parts.iter().any(|part| word.contains(part));
        let goes_wrong = speaks_of(&["malformed", "unexpected", "invalid", "bad_"]);
        Some(if matches!(word, "" | "null" | "none") {
            return None;
        } else if goes_wrong && speaks_of(&["call", "tool"]) {
            // Some servers call it a filter that a call could not be read.
            Self::Error
        } else if speaks_of(&["repetit", "loop"]) {
            // Cut for going round in circles, and not for want of room.
            Self::Error
        } else if speaks_of(&FILTERED) {
            Self::Filtered
        } else if speaks_of(&WINDOW) {
            Self::Window
        } else if speaks_of(&LENGTH) || word == "limit" {
            Self::Length
        } else if speaks_of(&FAILED) || goes_wrong {
            Self::Error
        } else if speaks_of(&TOOL) {
            Self::Tool
        } else if speaks_of(&STOPPED) || ENDS.contains(&word) {
            Self::Stop
        } else {
            Self::Error
        })
    }

    /// Which of several words for one end counts: gateways put a word for a good end in the place of another one that they do not know, and hand that one on
    /// beside it. A second word that nobody knows says nothing.
    pub(super) fn told_by(words: impl Iterator<Item = String>) -> Option<(Self, String)> {
        let mut told = words.filter_map(|word| Some((Self::named(&word)?, word)));
        let first = told.next()?;
        let is_worse = |(finish, _): &(Self, String)| {
            matches!(finish, Self::Length | Self::Window | Self::Filtered)
        };
        let worse = told.find(|told| first.0 == Self::Stop && is_worse(told));
        Some(worse.unwrap_or(first))
    }

    /// Whether the model stopped by itself.
    pub(super) fn is_by_itself(self) -> bool {
        matches!(self, Self::Stop | Self::Tool)
    }
}

/// The word in what a server gives as its reason, which some put into a list or an object.
pub(super) fn word(reason: &Value) -> String {
    let held = match reason {
        Value::Array(reasons) => reasons.first(),
        Value::Object(fields) => ["type", "reason", "value", "name"]
            .iter()
            .find_map(|name| fields.get(*name)),
        other => Some(other),
    };
    held.and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_words_for_a_good_end_are_one() {
        for (word, finish) in [
            ("stop", Finish::Stop),
            ("STOP", Finish::Stop),
            ("FINISH_REASON_STOP", Finish::Stop),
            ("FinishReason.STOP", Finish::Stop),
            ("stop_sequence", Finish::Stop),
            ("end_turn", Finish::Stop),
            ("endoftext", Finish::Stop),
            ("eos_token", Finish::Stop),
            ("eosFound", Finish::Stop),
            ("COMPLETE", Finish::Stop),
            ("completed", Finish::Stop),
            ("finished", Finish::Stop),
            ("normal", Finish::Stop),
            ("stop ", Finish::Stop),
            ("tool_calls", Finish::Tool),
            ("function_call", Finish::Tool),
            ("length", Finish::Length),
            ("max_tokens", Finish::Length),
            ("MAX_TOKENS", Finish::Length),
            ("maxPredictedTokensReached", Finish::Length),
            ("incomplete", Finish::Length),
            ("limit", Finish::Length),
            ("model_context_window_exceeded", Finish::Window),
            ("contextLengthReached", Finish::Window),
            ("model_length", Finish::Window),
            ("maxTokens", Finish::Length),
            ("out_of_tokens", Finish::Length),
            ("moderated", Finish::Filtered),
            ("policy_violation", Finish::Filtered),
            ("unsafe_output", Finish::Filtered),
            (
                "function_call_filter: MALFORMED_FUNCTION_CALL",
                Finish::Error,
            ),
            ("content_filter", Finish::Filtered),
            ("SAFETY", Finish::Filtered),
            ("engine_overloaded", Finish::Error),
            ("OTHER", Finish::Error),
            ("MALFORMED_FUNCTION_CALL", Finish::Error),
            ("UNEXPECTED_TOOL_CALL", Finish::Error),
            ("unknown", Finish::Error),
            ("model_glitch", Finish::Error),
            ("rate_limit", Finish::Error),
            ("budget_exceeded", Finish::Error),
            ("repetition_detected", Finish::Error),
            ("repetition_truncation", Finish::Error),
            ("LANGUAGE", Finish::Error),
            ("insufficient_system_resource", Finish::Error),
            ("preempted", Finish::Error),
            ("stopped_by_error", Finish::Error),
            ("userStopped", Finish::Error),
            ("not_finished", Finish::Error),
        ] {
            assert_eq!(Finish::named(word), Some(finish), "{word}");
        }
        for nothing in ["", "null", "None", " "] {
            assert_eq!(Finish::named(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn a_second_word_counts_where_the_first_hides_that_the_answer_was_cut() {
        for (words, expected) in [
            (["stop", "MAX_TOKENS"], Finish::Length),
            (["stop", "SAFETY"], Finish::Filtered),
            (["stop", "<|im_end|>"], Finish::Stop),
            (["stop", "end_turn"], Finish::Stop),
            (["length", "stop"], Finish::Length),
            (["", "max_tokens"], Finish::Length),
        ] {
            let told = Finish::told_by(words.map(str::to_owned).into_iter());
            assert_eq!(told.map(|(finish, _)| finish), Some(expected), "{words:?}");
        }
        assert_eq!(
            Finish::told_by(["", "null"].map(str::to_owned).into_iter()),
            None
        );
    }

    #[test]
    fn the_word_is_found_in_a_list_or_an_object() {
        for reason in [
            json!("length"),
            json!(["length"]),
            json!({"type": "length"}),
            json!({"reason": "length", "at": 3}),
        ] {
            assert_eq!(word(&reason), "length", "{reason}");
        }
        for nothing in [json!(null), json!([]), json!({}), json!(3)] {
            assert_eq!(word(&nothing), "", "{nothing}");
        }
    }
}
