//! What a server says of the longest answer that it gives, where a longer one was asked for.
//!
//! Nearly all name a number, each in words of its own; it is found by being less than what was asked. Prompt and answer together being more than the model
//! holds is another matter, which `window` reads.

use super::server_error::ServerError;
use super::window::{Overflow, numbers};

/// Fewer tokens answer nothing.
const SMALLEST: u32 = 16;
/// How far down is gone where no number is told.
const SMALLEST_GUESS: u32 = 256;

/// The most tokens that an answer may have at a server that refused `asked` of them as too many; nothing where it is about something else.
pub(super) fn ceiling(refusal: &ServerError, asked: u32) -> Option<u32> {
    let parameter = refusal.parameter.as_deref().unwrap_or_default();
    let words = format!("{parameter} {}", refusal.message).to_lowercase();
    if !speaks_of_the_answer(&words) || !is_too_much(&words) || is_of_the_prompt(refusal, &words) {
        return None;
    }
    let told = numbers(&words).into_iter().filter_map(|number| {
        let is_outside = number.after.trim_start().starts_with("(exclusive)");
        u32::try_from(number.value.saturating_sub(is_outside.into())).ok()
    });
    let told = told.filter(|told| (SMALLEST..asked).contains(told)).max();
    told.or_else(|| Some(asked / 2).filter(|half| *half >= SMALLEST_GUESS))
}

/// Whether words, in lower case, are about how long an answer may be.
fn speaks_of_the_answer(words: &str) -> bool {
    const NAMES: [&str; 11] = [
        "max_tokens",
        "max tokens",
        "max_completion_tokens",
        "max_output_tokens",
        "max_new_tokens",
        "maxoutputtokens",
        "maxtokens",
        "maximum tokens",
        "completion tokens",
        "output tokens",
        "output length",
    ];
    NAMES.iter().any(|name| words.contains(name))
}

/// Whether words, in lower case, are about there being too many.
fn is_too_much(words: &str) -> bool {
    const WORDS: [&str; 19] = [
        "too large",
        "too big",
        "too high",
        "too many",
        "exceed",
        "above maximum",
        "above the maximum",
        "maximum value",
        "maximum allowed",
        "at most",
        "less than or equal",
        "less_than_equal",
        "lower than",
        "no more than",
        "supported range",
        "valid range",
        "range of",
        "<=",
        " > ",
    ];
    WORDS.iter().any(|word| words.contains(word))
}

/// Whether it is the prompt that leaves no room: then the window is told by its number, or the prompt by its name.
fn is_of_the_prompt(refusal: &ServerError, words: &str) -> bool {
    let names = ["input token", "input length", "prompt", "messages"];
    let is_named = || names.iter().any(|name| words.contains(name));
    let is_told = |told: Overflow| told.holds.is_some() || told.over.is_some() || is_named();
    refusal.overflow().is_some_and(is_told)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(message: &str, parameter: Option<&str>) -> Option<u32> {
        let refusal = ServerError {
            message: message.to_owned(),
            parameter: parameter.map(str::to_owned),
            ..ServerError::default()
        };
        ceiling(&refusal, 8192)
    }

    #[test]
    fn the_longest_answer_is_read_from_the_words_of_every_server() {
        for words in [
            "max_tokens is too large: 8192. This model supports at most 4096 completion tokens, whereas you provided 8192.",
            "max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for claude-3-haiku-20240307",
            "`max_tokens` must be less than or equal to `4096`, the maximum value for `max_tokens` is less than the `context_window` for this model",
            "Range of max_tokens should be [1, 4096]",
            "Invalid max_tokens value, the valid range of max_tokens is [1, 4096]",
            "The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.",
            "it has a maxOutputTokens value of 8192 but the supported range is from 1 (inclusive) to 4097 (exclusive).",
            "The parameter `max_completion_tokens` specified in the request are not valid: integer above maximum value, expected a value <= 4096, but got 8192 instead.",
        ] {
            assert_eq!(told(words, None), Some(4096), "{words}");
        }
        assert_eq!(
            told(
                "Input should be less than or equal to 4096",
                Some("max_tokens")
            ),
            Some(4096)
        );
        assert_eq!(
            told("max_tokens is too large for this model", None),
            Some(4096)
        );
    }

    #[test]
    fn a_refusal_of_something_else_says_nothing_of_the_answer() {
        for words in [
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            "temperature must be less than or equal to 2",
            "'max_tokens' is too large: 8192. This model's maximum context length is 4096 tokens and your request has 3500 input tokens (8192 > 4096 - 3500).",
            "input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000",
            "You passed 4097 input tokens and requested 1024 output tokens. However, the model's context length is only 4096 tokens.",
            "max_tokens must be at least 1, got -904.",
            "Input should be less than or equal to 4096",
        ] {
            assert_eq!(told(words, None), None, "{words}");
        }
    }
}
