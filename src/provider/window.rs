//! What a server says of its model's window, where a request was more than that: its own numbers, in whichever words it puts them.
//!
//! Servers tell how much the model holds, how much was asked of it, how much that is too much, or only that it is. What follows from that for the next
//! request depends on what was sent, which is told here in estimated tokens: servers count differently, so both are laid side by side.

use serde_json::Value;

/// A request that is more than its model holds, and what its server says of that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Overflow {
    /// Tokens that the model holds.
    pub holds: Option<u64>,
    /// Tokens that were asked of it, as the server counts them.
    pub asked: Option<u64>,
    /// Tokens that are too many, where only that is said.
    pub over: Option<u64>,
}

/// The room that estimates need, since no two tokenisers agree.
const MARGIN: f64 = 0.95;
/// What is tried where the same limit was kept to and was exceeded all the same.
const LESS: f64 = 0.75;
/// What is tried where nothing is told.
const HALF: f64 = 0.5;
/// Fewer tokens hold no section with its rules.
const SMALLEST: u64 = 256;
/// Numbers outside of this are no window.
const PLAUSIBLE: std::ops::RangeInclusive<u64> = 128..=1_000_000_000;

impl Overflow {
    /// What an error in these words, lower case, says of the window; nothing, if it is about something else.
    pub(super) fn told(words: &str) -> Option<Self> {
        speaks_of_the_window(words).then(|| Self::in_words(words))
    }

    /// The same from the fields of an error, as llama.cpp has them.
    pub(super) fn in_fields(error: &Value) -> Self {
        let count = |names: &[&str]| {
            let mut held = names.iter().filter_map(|name| error.get(*name)?.as_u64());
            held.find(|count| PLAUSIBLE.contains(count))
        };
        Self {
            holds: count(&["n_ctx", "max_context_length", "max_model_len"]),
            asked: count(&["n_prompt_tokens", "requested_tokens"]),
            over: None,
        }
    }

    /// What either knows.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            holds: self.holds.or(other.holds),
            asked: self.asked.or(other.asked),
            over: self.over.or(other.over),
        }
    }

    /// The tokens, as they are estimated here, that the next request may have after one of `sent`; nothing where no smaller request would be worth asking.
    #[must_use]
    pub fn next_window(&self, sent: usize) -> Option<usize> {
        let sent = sent as f64;
        // Servers that count more than is estimated here hold less by that measure.
        let scale = match (self.asked, self.over, self.holds) {
            (Some(asked), ..) => sent / asked as f64,
            (None, Some(over), Some(holds)) => sent / (holds + over) as f64,
            _ => 1.0,
        }
        .min(1.0);
        let window = match (self.holds, self.over) {
            (Some(holds), _) if holds as f64 * scale < sent * MARGIN => holds as f64 * scale,
            (Some(_), _) => sent * LESS,
            (None, Some(over)) if (over as f64) < sent => (sent - over as f64) * MARGIN,
            (None, _) => sent * HALF,
        };
        let window = match self.asked.or(self.over) {
            Some(_) => window * MARGIN,
            None => window,
        };
        (window >= SMALLEST as f64).then_some(window as usize)
    }

    /// The numbers of a message that is about the window.
    fn in_words(words: &str) -> Self {
        let numbers = numbers(words);
        let over = numbers
            .iter()
            .find(|number| {
                let before = number.before.trim_end();
                before.ends_with("exceeded by") || before.ends_with("got -")
            })
            .map(|number| number.value);
        let counted: Vec<&Number<'_>> = numbers
            .iter()
            .filter(|number| PLAUSIBLE.contains(&number.value) && Some(number.value) != over)
            .collect();
        let mut limits = counted.iter().filter(|number| number.is_limit());
        let said = limits.next_back().map(|number| number.value);
        let largest = counted.iter().map(|number| number.value).max();
        let smallest = counted.iter().map(|number| number.value).min();
        // Of two numbers, what was asked is more than what is held.
        let holds = said.or(smallest.filter(|_| counted.len() == 2 && smallest != largest));
        // Prompt and answer are also told as a sum.
        let sum = words.contains(" + ").then(|| {
            let parts = counted.iter().filter(|number| Some(number.value) != holds);
            parts.map(|number| number.value).sum()
        });
        let asked = sum
            .max(largest)
            .filter(|asked| holds.is_some_and(|holds| *asked > holds));
        Self { holds, asked, over }
    }
}

/// A number in a message, with the words around it.
pub(super) struct Number<'a> {
    pub(super) value: u64,
    before: &'a str,
    pub(super) after: &'a str,
}

impl Number<'_> {
    /// Whether the words say that this is how much is held.
    fn is_limit(&self) -> bool {
        const BEFORE: [&str; 19] = [
            "context length is only",
            "context length is",
            "n_ctx",
            "token limit",
            "maximum context length is",
            "maximum prompt length is",
            "maximum context length of",
            "maximum context length of only",
            "context length of only",
            "context length of",
            "maximum model length of",
            "maximum model length",
            "maximum allowed length of",
            "allowed",
            "context size",
            "cannot exceed",
            "must have less than",
            "at most",
            "limit",
        ];
        const SIGNS: [&str; 3] = ["<=", "<", ">"];
        let before = self.before.trim_end_matches([' ', '(', ':', '=', '~']);
        let is_named = BEFORE.iter().any(|words| before.ends_with(words));
        let signed = self.before.trim_end();
        is_named
            || SIGNS.iter().any(|sign| signed.ends_with(sign))
            || self.before.trim_end().ends_with(',') && self.after.starts_with(']')
            || self.after.trim_start().starts_with("maximum")
            || self.after.trim_start().starts_with("tokens maximum")
    }
}

/// The numbers of a message that stand by themselves: not in the name of a model or of a field.
pub(super) fn numbers(words: &str) -> Vec<Number<'_>> {
    let mut numbers = Vec::new();
    let mut from = 0;
    while let Some(start) = words
        .get(from..)
        .and_then(|rest| Some(from + rest.find(|c: char| c.is_ascii_digit())?))
    {
        let rest = words.get(start..).unwrap_or_default();
        let is_digit = |c: char| c.is_ascii_digit() || c == ',' || c == '_';
        let length = rest.find(|c| !is_digit(c)).unwrap_or(rest.len());
        let written = grouped(rest.get(..length).unwrap_or_default());
        let (before, after) = (
            words.get(..start).unwrap_or_default(),
            words.get(start + written.len()..).unwrap_or_default(),
        );
        // As in the name of a model; a sign of less stands apart.
        let follows_sign = before.ends_with('-') && !before.ends_with(" -");
        let is_part = follows_sign
            || before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '_'))
            || after.starts_with(|c: char| c.is_alphanumeric());
        let digits: String = written.chars().filter(char::is_ascii_digit).collect();
        if let Some(value) = digits.parse().ok().filter(|_| !is_part) {
            numbers.push(Number {
                value,
                before,
                after,
            });
        }
        from = start + written.len().max(1);
    }
    numbers
}

/// Of digits with signs between them, those that are one number: signs stand before groups of three.
fn grouped(written: &str) -> &str {
    const GROUP: usize = 3;
    let mut end = written.find([',', '_']).unwrap_or(written.len());
    while let Some(rest) = written.get(end + 1..) {
        let digits = rest.find([',', '_']).unwrap_or(rest.len());
        if digits != GROUP {
            break;
        }
        end += 1 + GROUP;
    }
    written.get(..end).unwrap_or_default()
}

/// Whether a server's words, in lower case, are about what its model holds.
fn speaks_of_the_window(words: &str) -> bool {
    const NAMES: [&str; 29] = [
        "context length",
        "context window",
        "context size",
        "context limit",
        "context_length",
        "context_window",
        "exceed_context_size",
        "maximum context",
        "maximum prompt length",
        "maximum model length",
        "max_model_len",
        "model length limit",
        "prompt is too long",
        "prompt too long",
        "input is too long",
        "input too long",
        "input token count",
        "input tokens exceed",
        "too many tokens: size limit",
        "maximum number of tokens allowed",
        "max tokens allowed",
        "must have less than",
        "range of input length",
        "reduce the length",
        "maximum allowed length",
        "total number of tokens in the prompt cannot exceed",
        "context overflow",
        "request too large for",
        // What is left for the answer, where the prompt alone is too long.
        "max_tokens must be at least 1, got -",
    ];
    // All of these are limited by many servers, in words of their own.
    const LENGTHS: [&str; 14] = [
        "input length",
        "prompt length",
        "`inputs` tokens",
        "input token",
        "prompt token",
        "input prompt",
        "model token limit",
        "message tokens",
        "total tokens",
        "sequence length",
        "max_seq_len",
        "n_ctx",
        "kv size",
        "kv cache",
    ];
    const EXCEEDS: [&str; 8] = [
        "exceed",
        "longer than",
        "larger than",
        "greater than",
        "too big",
        "too many",
        "must be <",
        "at most",
    ];
    // How much comes in a time is another limit, which passes.
    const RATES: [&str; 7] = [
        "per minute",
        "per day",
        "per hour",
        "per second",
        "rate limit",
        "rate_limit",
        "quota",
    ];
    let speaks_of = |names: &[&str]| names.iter().any(|name| words.contains(name));
    speaks_of(&NAMES) || speaks_of(&LENGTHS) && speaks_of(&EXCEEDS) && !speaks_of(&RATES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(words: &str) -> (Option<u64>, Option<u64>, Option<u64>) {
        let told = Overflow::told(&words.to_lowercase()).expect(words);
        (told.holds, told.asked, told.over)
    }

    #[test]
    #[rustfmt::skip]
    fn the_window_is_read_from_the_words_of_every_server() {
        for (words, holds, asked, over) in [
        ("This model's maximum context length is 2000 tokens. However, you requested 2378 tokens (1949 in the messages, 429 in the completion).", Some(2000), Some(2378), None),
        ("This model's maximum context length is 8,192 tokens.", Some(8192), None, None),
        ("This endpoint's maximum context length is 4096 tokens. However, you requested about 9000 tokens (8000 of text input, 1000 in the output).", Some(4096), Some(9000), None),
        ("prompt is too long: 210000 tokens > 200000 maximum", Some(200_000), Some(210_000), None),
        ("input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000", Some(200_000), Some(203_096), None),
        ("The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", Some(1_048_576), Some(1_200_000), None),
        ("Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens and 1000 `max_new_tokens`", Some(4096), Some(5000), None),
        ("Input validation error: `inputs` must have less than 1024 tokens. Given: 1500", Some(1024), Some(1500), None),
        ("Range of input length should be [1, 30720]", Some(30_720), None, None),
        ("Range of input length should be [1,30720]", Some(30_720), None, None),
        ("too many tokens: size limit exceeded by 300 tokens.", None, None, Some(300)),
        ("The decoder prompt (length 5000) is longer than the maximum model length of 4096.", Some(4096), Some(5000), None),
        ("max_tokens must be at least 1, got -904.", None, None, Some(904)),
        ("This model's maximum prompt length is 131072 but the request contains 200000 tokens.", Some(131_072), Some(200_000), None),
        ("Input length 5012 exceeds maximum allowed length of 4096", Some(4096), Some(5012), None),
        ("request (9000 tokens) exceeds the available context size (4096 tokens), try increasing it", Some(4096), Some(9000), None),
        ("Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length", Some(32_768), Some(40_000), None),
        ("too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000", Some(4081), Some(5000), None),
        ("Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.", Some(4096), Some(5000), None),
        ("Request too large for model `llama-3.1-8b-128` on tokens per minute (TPM): Limit 6000, Requested 9000", Some(6000), Some(9000), None),
        ("'max_tokens' is too large: 1000. This model's maximum context length is 4096 tokens and your request has 3500 input tokens (1000 > 4096 - 3500).", Some(4096), None, None),
        ("Input is too long for requested model.", None, None, None),
        ("Your request exceeded model token limit: 131072 (requested: 140000)", Some(131_072), Some(140_000), None),
        ("number of input tokens (9000) exceeds n_ctx (8192)", Some(8192), Some(9000), None),
        ("max_seq_len exceeded: 9000 > 8192", Some(8192), Some(9000), None),
        ("prompt token count of 140000 exceeds the limit of 128000", Some(128_000), Some(140_000), None),
        ("Input prompt is too big compared to KV size. Please try increasing KV size.", None, None, None),
        ("You passed 4097 input tokens and requested 1024 output tokens. However, the model's context length is only 4096 tokens, resulting in a maximum input length of 3072 tokens.", Some(4096), Some(4097), None),
        ("prompt too long 99999999999999999999999", None, None, None),
        ] {
            assert_eq!(told(words), (holds, asked, over), "{words}");
        }
        for other in [
            "the key has 2000 characters",
            "this request would exceed your organization's rate limit of 40000 input tokens per minute",
            "you exceeded your current quota of 250000 input tokens",
            "max_tokens is too large: 6000. this model supports at most 4096 completion tokens",
        ] {
            assert_eq!(Overflow::told(other), None, "{other}");
        }
    }

    #[test]
    fn every_refusal_leaves_less_to_send_until_nothing_is_worth_sending() {
        let told = |words: &str| Overflow::told(words).expect(words);
        for words in [
            "maximum context length is 2000 tokens. you requested 2378 tokens",
            "maximum context length is 2000 tokens",
            "maximum context length is 9000000 tokens",
            "maximum context length is 200 tokens. you requested 201 tokens",
            "size limit exceeded by 3 tokens: input is too long",
            "input is too long",
        ] {
            let (mut sent, mut tries) = (3000, 0);
            while let Some(next) = told(words).next_window(sent) {
                assert!(next < sent && next > 0, "{words}: {sent} to {next}");
                (sent, tries) = (next, tries + 1);
                assert!(tries < 60, "{words}");
            }
        }
        let exact = told("maximum context length is 2000 tokens. you requested 4000 tokens");
        assert_eq!(exact.next_window(2000), Some(950), "by the server's count");
        assert_eq!(exact.next_window(4000), Some(1900));
        assert_eq!(told("input is too long").next_window(4000), Some(2000));
    }
}
