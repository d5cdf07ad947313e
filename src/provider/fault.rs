//! What can go wrong between here and a model, in words for the analyst: what happened, at which server, what to do next.
//!
//! Words of the server are cleaned and cut, and without the key, before they become part of a fault. Whether to ask again is for the engine to
//! decide; a fault says only whether that may help.

use std::fmt;
use std::time::Duration;

use super::chunk::{ServerError, is_transient_status};

/// A server, as errors name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub provider: String,
    /// Without user, password and query.
    pub address: String,
}

/// Why a request gave no answer, or not all of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error(
        "the address of provider {provider} cannot be used: {why}; set its `base_url`, such as http://127.0.0.1:11434/v1"
    )]
    Address { provider: String, why: String },
    #[error(
        "the key in {variable} for {place} holds characters that no key has; set {variable} again"
    )]
    Key { place: Place, variable: String },
    #[error("no connection to {place} can be made from here: {why}")]
    Client { place: Place, why: String },
    #[error(
        "no answer at {} (provider {}; {why}): is the server running? `tercet doctor` shows what answers",
        .place.address, .place.provider
    )]
    Unreachable { place: Place, why: String },
    #[error("{place} sent nothing for {}; it may still be loading the model: try again, or use a smaller model", in_words(*.after))]
    Silent { place: Place, after: Duration },
    #[error("{0}")]
    Refused(Box<Refusal>),
    #[error(
        "{place} redirects the request to {to}, where it was not sent; if that is the right address, make it the `base_url`"
    )]
    Redirected { place: Place, to: String },
    #[error("{place} did not answer with a model's stream; check `base_url`. It begins: {start}")]
    NotAStream { place: Place, start: String },
    #[error("{place} answered with an empty text; try again, or choose another model")]
    Empty { place: Place },
    #[error("{place} ended with reasoning only and wrote no text{}; try again, or choose another model", if *.at_limit { ": its limit of tokens was used up" } else { "" })]
    OnlyReasoning { place: Place, at_limit: bool },
    #[error("{place} broke off before its answer was complete ({why}); try again")]
    Cut { place: Place, why: String },
    #[error("{place} reported an error: {said}")]
    Reported {
        place: Place,
        said: String,
        transient: bool,
    },
    #[error(
        "{place} cut the answer by its content filter (\"{word}\"); try other evidence or another model"
    )]
    Filtered {
        place: Place,
        /// The server's own.
        word: String,
    },
    #[error("the model at {place} declined: {said}")]
    Declined { place: Place, said: String },
    #[error("{place} gave no vectors ({why}); check that {model} is an embedding model")]
    NoVectors {
        place: Place,
        model: String,
        why: String,
    },
    #[error("{place} sent more than {limit} bytes and was stopped; choose another model")]
    TooMuch { place: Place, limit: usize },
}

/// What a server was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Chat,
    Embeddings,
}

/// A status other than success.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub place: Place,
    pub call: Call,
    pub status: u16,
    /// The server's words, cleaned.
    pub said: String,
    /// What the server means, raw; only for finding out what to do.
    pub error: ServerError,
    pub model: String,
    /// The models configured for this provider.
    pub models: Vec<String>,
    /// The variable the key comes from, and whether it held one.
    pub key_variable: Option<String>,
    pub key_was_sent: bool,
    pub asked: Asked,
    /// Whether the server says that asking again may help, where it does say so.
    pub again: Option<bool>,
}

/// How long a server asks to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Asked {
    #[default]
    Nothing,
    Wait(Duration),
    /// Longer than anybody waits at a screen.
    TooLong(Duration),
}

impl Fault {
    /// Whether asking again may help [M3].
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Cut { .. } => true,
            Self::Refused(refusal) => {
                refusal
                    .again
                    .unwrap_or_else(|| is_transient_status(refusal.status))
                    && !refusal.is_out_of_credit()
                    && !matches!(refusal.asked, Asked::TooLong(_))
            }
            Self::Reported { transient, .. } => *transient,
            _ => false,
        }
    }

    /// Whether prompt and answer together are more than the model holds.
    #[must_use]
    pub fn is_too_long(&self) -> bool {
        match self {
            Self::Refused(refusal) => refusal.status < 500 && refusal.is_too_long_a_context(),
            Self::Reported { said, .. } => speaks_of_the_window(&said.to_lowercase()),
            _ => false,
        }
    }

    /// Whether the server may take fewer or shorter texts at once.
    #[must_use]
    pub fn is_too_much(&self) -> bool {
        matches!(self, Self::Refused(refusal) if refusal.is_too_much())
    }

    /// How long the server asks to wait before the next try.
    #[must_use]
    pub fn asked(&self) -> Asked {
        match self {
            Self::Refused(refusal) => refusal.asked,
            _ => Asked::Nothing,
        }
    }
}

impl Refusal {
    fn is_out_of_credit(&self) -> bool {
        ["insufficient_quota", "billing"]
            .iter()
            .any(|word| self.error.class.contains(word))
    }

    fn is_too_long_a_context(&self) -> bool {
        let message = self.error.message.to_lowercase();
        self.status == 413
            || speaks_of_the_window(&message)
            || speaks_of_the_window(&self.error.class)
    }

    /// Whether fewer or shorter texts may be accepted: servers limit how many come in one request, and how long each may be. Some call that a fault
    /// of their own.
    fn is_too_much(&self) -> bool {
        let message = self.error.message.to_lowercase();
        let words = [
            "too large",
            "too long",
            "too many",
            "too big",
            "maximum",
            "batch size",
            "exceed",
            "at most",
        ];
        self.is_too_long_a_context()
            || (matches!(self.status, 400 | 422 | 500)
                && words.iter().any(|words| message.contains(words)))
    }

    fn is_about_the_model(&self) -> bool {
        let message = self.error.message.to_lowercase();
        message.contains("model")
            || message.contains("deployment")
            || self.error.class.contains("model")
    }

    /// What happened, and what to do.
    fn parts(&self) -> (String, String) {
        let Self {
            place,
            call,
            status,
            model,
            ..
        } = self;
        match status {
            _ if *status < 500 && self.is_too_long_a_context() => (
                format!("the request is too long for {model} at {place} ({status})"),
                "use a model with a larger context window, or less evidence".to_owned(),
            ),
            401 | 403 => self.key_parts(),
            402 => (
                format!("{place} wants to be paid ({status})"),
                "add credit there, or choose another model with `--model`".to_owned(),
            ),
            404 if self.is_about_the_model() => (
                format!("{place} has no model {model} ({status})"),
                if self.models.is_empty() {
                    "`tercet doctor` lists the models that it has".to_owned()
                } else {
                    format!("configured for it: {}", self.models.join(", "))
                },
            ),
            404 | 405 => (
                format!("{place} does not know the address of {call} ({status})"),
                "check `base_url`; it usually ends in /v1".to_owned(),
            ),
            429 if self.is_out_of_credit() => (
                format!("the quota at {place} is used up ({status})"),
                "add credit there, or choose another model with `--model`".to_owned(),
            ),
            429 => (
                format!("{place} limits how much is asked ({status})"),
                "try again later, or choose another model".to_owned(),
            ),
            500..=599 => (
                format!("{place} failed ({status})"),
                "try again later".to_owned(),
            ),
            _ => (
                format!("{place} refused the request ({status})"),
                match call {
                    Call::Chat => format!("check that {model} is a chat model"),
                    Call::Embeddings => format!("check that {model} is an embedding model"),
                },
            ),
        }
    }

    fn key_parts(&self) -> (String, String) {
        let Self { place, status, .. } = self;
        match &self.key_variable {
            Some(variable) if self.key_was_sent => (
                format!("{place} refused the key in {variable} ({status})"),
                format!("set {variable} to a key that is valid there"),
            ),
            Some(variable) => (
                format!("{place} wants a key, and {variable} is not set ({status})"),
                format!("set {variable}"),
            ),
            None => (
                format!("{place} wants a key, and none is configured ({status})"),
                format!(
                    "name the variable that holds it: `api_key_env` of [providers.{}]",
                    place.provider
                ),
            ),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (happened, todo) = self.parts();
        f.write_str(&happened)?;
        if !self.said.is_empty() {
            write!(f, ": {}", self.said.trim_end_matches(['.', ';', ' ']))?;
        }
        if let Asked::TooLong(asked) = self.asked {
            write!(f, "; it asks to wait {}", in_words(asked))?;
        }
        write!(f, "; {todo}")
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chat => "chat completions",
            Self::Embeddings => "embeddings",
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.provider, self.address)
    }
}

/// Whether a server's words, in lower case, are about what its model holds.
fn speaks_of_the_window(words: &str) -> bool {
    const NAMES: [&str; 6] = [
        "context length",
        "context window",
        "context size",
        "context_length",
        "exceed_context_size",
        "prompt is too long",
    ];
    NAMES.iter().any(|name| words.contains(name))
}

/// A waiting time as people say it.
fn in_words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..=119 => format!("{seconds} s"),
        seconds @ 120..=7199 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{} h", seconds.div_ceil(3600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(status: u16, said: &str) -> Refusal {
        Refusal {
            place: Place {
                provider: "acme".to_owned(),
                address: "https://acme.test/v1".to_owned(),
            },
            call: Call::Chat,
            status,
            said: said.to_owned(),
            error: ServerError {
                message: said.to_owned(),
                ..ServerError::default()
            },
            model: "big".to_owned(),
            models: vec!["small".to_owned(), "tiny".to_owned()],
            key_variable: Some("ACME_KEY".to_owned()),
            key_was_sent: true,
            asked: Asked::Nothing,
            again: None,
        }
    }

    #[test]
    fn each_status_says_what_to_do() {
        let mut late = refusal(429, "Slow down.");
        late.asked = Asked::TooLong(Duration::from_mins(50));
        let mut keyless = refusal(401, "");
        keyless.key_was_sent = false;
        let mut unnamed = refusal(403, "");
        unnamed.key_variable = None;
        let mut spent = refusal(429, "You exceeded your quota");
        spent.error.class = "insufficient_quota".to_owned();
        let all = [
            refusal(400, "no"),
            refusal(400, "This model's maximum context length is 8192 tokens."),
            refusal(401, "Incorrect API key provided."),
            keyless,
            unnamed,
            refusal(402, "Insufficient credits"),
            refusal(404, "model 'big' not found"),
            refusal(404, ""),
            refusal(429, "Rate limit reached"),
            late,
            spent,
            refusal(503, "Loading"),
        ];
        let table: Vec<String> = all
            .into_iter()
            .map(|refusal| {
                let fault = Fault::Refused(Box::new(refusal));
                format!(
                    "{} {fault}",
                    if fault.is_transient() {
                        "again"
                    } else {
                        "final"
                    }
                )
            })
            .collect();
        insta::assert_snapshot!(table.join("\n"), @r#"
        final acme (https://acme.test/v1) refused the request (400): no; check that big is a chat model
        final the request is too long for big at acme (https://acme.test/v1) (400): This model's maximum context length is 8192 tokens; use a model with a larger context window, or less evidence
        final acme (https://acme.test/v1) refused the key in ACME_KEY (401): Incorrect API key provided; set ACME_KEY to a key that is valid there
        final acme (https://acme.test/v1) wants a key, and ACME_KEY is not set (401); set ACME_KEY
        final acme (https://acme.test/v1) wants a key, and none is configured (403); name the variable that holds it: `api_key_env` of [providers.acme]
        final acme (https://acme.test/v1) wants to be paid (402): Insufficient credits; add credit there, or choose another model with `--model`
        final acme (https://acme.test/v1) has no model big (404): model 'big' not found; configured for it: small, tiny
        final acme (https://acme.test/v1) does not know the address of chat completions (404); check `base_url`; it usually ends in /v1
        again acme (https://acme.test/v1) limits how much is asked (429): Rate limit reached; try again later, or choose another model
        final acme (https://acme.test/v1) limits how much is asked (429): Slow down; it asks to wait 50 min; try again later, or choose another model
        final the quota at acme (https://acme.test/v1) is used up (429): You exceeded your quota; add credit there, or choose another model with `--model`
        again acme (https://acme.test/v1) failed (503): Loading; try again later
        "#);
    }
}
