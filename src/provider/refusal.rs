//! A status other than success: what it means for the analyst, and what to do about it.
//!
//! The status alone says little: a 403 is a wrong key at one server, a country at another and a page of a proxy at a third. So the server's own words decide
//! where they are clear.

use std::fmt;

use super::fault::{Asked, Call, Place, in_words};
use super::server_error::ServerError;
use super::window::Overflow;

/// A status other than success.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub place: Place,
    pub call: Call,
    pub status: u16,
    /// The server's words, cleaned.
    pub said: String,
    /// What the server calls this request, for whoever asks its makers about it.
    pub request: Option<String>,
    /// What the server means, raw; only for finding out what to do.
    pub error: ServerError,
    /// Whether it came as a page for people, as proxies send one.
    pub is_page: bool,
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

/// What to do where an account has nothing left.
const PAY: &str = "add credit there, or choose another model with `--model`";
const OTHER_EVIDENCE: &str = "try other evidence or another model";

impl Refusal {
    pub(super) fn is_too_long_a_context(&self) -> bool {
        self.overflow().is_some()
    }

    /// What the server says of its model's window, where the request was more than that.
    pub(super) fn overflow(&self) -> Option<Overflow> {
        let is_too_large = self.status == 413;
        self.error
            .overflow()
            .or(is_too_large.then(Overflow::default))
    }

    /// Whether fewer or shorter texts may be accepted: servers limit how many come in one request, and how long each may be. Some call that a fault
    /// of their own.
    pub(super) fn is_too_much(&self) -> bool {
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
            _ if self.is_too_long_a_context() => (
                format!("the request is too long for {model} at {place} ({status})"),
                "use a model with a larger context window, or less evidence".to_owned(),
            ),
            401 => self.key_parts(),
            402 => (
                format!("{place} requires payment ({status})"),
                PAY.to_owned(),
            ),
            400 | 403 | 429 if self.error.is_out_of_credit() => (
                match status {
                    429 => format!("the quota at {place} is used up ({status})"),
                    _ => format!("{place} requires payment ({status})"),
                },
                PAY.to_owned(),
            ),
            403 | 451 => self.forbidden_parts(),
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
            408 | 409 | 425 => (
                format!("{place} is not accepting requests at the moment ({status})"),
                "try again later".to_owned(),
            ),
            400..=499 if self.error.is_for_want_of_room() && *status != 429 => (
                format!("{place} is too busy ({status})"),
                "try again later, or choose another model".to_owned(),
            ),
            429 => (
                format!("{place} is rate-limiting requests ({status})"),
                "try again later, or choose another model".to_owned(),
            ),
            500..=599 => (
                format!("{place} failed ({status})"),
                "try again later".to_owned(),
            ),
            _ => (
                format!("{place} refused the request ({status})"),
                if self.is_about_the_content() {
                    OTHER_EVIDENCE.to_owned()
                } else {
                    match call {
                        Call::Chat if self.said.is_empty() || self.is_about_the_model() => {
                            format!("check that {model} is a chat model")
                        }
                        Call::Chat => "choose another model if that cannot be mended".to_owned(),
                        Call::Embeddings => format!("check that {model} is an embedding model"),
                    }
                },
            ),
        }
    }

    /// What a server that forbids the request means: its content, where it comes from, something in between, or the key.
    fn forbidden_parts(&self) -> (String, String) {
        const PLACES: [&str; 5] = ["country", "region", "territory", "location", "geograph"];
        const PAGES: [&str; 5] = [
            "just a moment",
            "cloudflare",
            "attention required",
            "captcha",
            "blocked",
        ];
        const KEYS: [&str; 6] = ["key", "auth", "credential", "token", "log in", "sign in"];
        let Self { place, status, .. } = self;
        let said = self.said.to_lowercase();
        let speaks_of = |words: &[&str]| words.iter().any(|word| said.contains(word));
        let forbids = format!("{place} forbids the request ({status})");
        if self.is_about_the_content() {
            (forbids, OTHER_EVIDENCE.to_owned())
        } else if *status == 451 || speaks_of(&PLACES) {
            (
                forbids,
                "it is not offered where you are: choose another model".to_owned(),
            )
        } else if self.is_page || speaks_of(&PAGES) {
            (
                forbids,
                "a proxy or firewall in front of the server blocked it: check `base_url`, or ask from another network".to_owned(),
            )
        } else if said.is_empty() || speaks_of(&KEYS) {
            self.key_parts()
        } else {
            let todo = match (&self.key_variable, self.key_was_sent) {
                (Some(variable), true) => {
                    format!("check what the key in {variable} is allowed, or choose another model")
                }
                _ => "check whether it wants a key, or choose another model".to_owned(),
            };
            (forbids, todo)
        }
    }

    /// Whether the server did not like what it was to read.
    fn is_about_the_content(&self) -> bool {
        const WORDS: [&str; 7] = [
            "flagged",
            "moderation",
            "content policy",
            "content filter",
            "content_filter",
            "content management policy",
            "safety",
        ];
        let message = self.error.message.to_lowercase();
        WORDS
            .iter()
            .any(|word| message.contains(word) || self.error.class.contains(word))
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
        if let Some(request) = &self.request {
            write!(f, " (request {request})")?;
        }
        if let Asked::TooLong(asked) = self.asked {
            write!(f, "; it asks to wait {}", in_words(asked))?;
        }
        write!(f, "; {todo}")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::fault::Fault;
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
            request: None,
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
            is_page: false,
        }
    }

    fn keyless(status: u16, said: &str) -> Refusal {
        Refusal {
            key_variable: None,
            key_was_sent: false,
            ..refusal(status, said)
        }
    }

    #[test]
    fn the_name_that_a_server_gave_the_request_is_told() {
        let mut refusal = refusal(503, "Overloaded.");
        refusal.request = Some("req-123".to_owned());
        assert_eq!(
            refusal.to_string(),
            "acme (https://acme.test/v1) failed (503): Overloaded (request req-123); try again later"
        );
    }

    #[test]
    fn each_status_says_what_to_do() {
        let mut late = refusal(429, "Slow down.");
        late.asked = Asked::TooLong(Duration::from_mins(50));
        let mut unset = refusal(401, "");
        unset.key_was_sent = false;
        let mut spent = refusal(429, "You exceeded your quota");
        spent.error.class = "insufficient_quota".to_owned();
        let all = [
            refusal(400, "no"),
            refusal(400, "This model's maximum context length is 8192 tokens."),
            refusal(401, "Incorrect API key provided."),
            unset,
            keyless(403, ""),
            keyless(403, "Your authentication token is not from a valid issuer"),
            keyless(403, "Just a moment..."),
            keyless(403, "Country, region, or territory not supported"),
            keyless(403, "Your input was flagged: violence"),
            refusal(403, "This model is for paying teams"),
            refusal(400, "Your credit balance is too low"),
            refusal(400, ""),
            refusal(409, "Conflict"),
            refusal(408, "Request timeout"),
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
        final acme (https://acme.test/v1) refused the request (400): no; choose another model if that cannot be mended
        final the request is too long for big at acme (https://acme.test/v1) (400): This model's maximum context length is 8192 tokens; use a model with a larger context window, or less evidence
        final acme (https://acme.test/v1) refused the key in ACME_KEY (401): Incorrect API key provided; set ACME_KEY to a key that is valid there
        final acme (https://acme.test/v1) wants a key, and ACME_KEY is not set (401); set ACME_KEY
        final acme (https://acme.test/v1) wants a key, and none is configured (403); name the variable that holds it: `api_key_env` of [providers.acme]
        final acme (https://acme.test/v1) wants a key, and none is configured (403): Your authentication token is not from a valid issuer; name the variable that holds it: `api_key_env` of [providers.acme]
        final acme (https://acme.test/v1) forbids the request (403): Just a moment; a proxy or firewall in front of the server blocked it: check `base_url`, or ask from another network
        final acme (https://acme.test/v1) forbids the request (403): Country, region, or territory not supported; it is not offered where you are: choose another model
        final acme (https://acme.test/v1) forbids the request (403): Your input was flagged: violence; try other evidence or another model
        final acme (https://acme.test/v1) forbids the request (403): This model is for paying teams; check what the key in ACME_KEY is allowed, or choose another model
        final acme (https://acme.test/v1) requires payment (400): Your credit balance is too low; add credit there, or choose another model with `--model`
        final acme (https://acme.test/v1) refused the request (400); check that big is a chat model
        again acme (https://acme.test/v1) is not accepting requests at the moment (409): Conflict; try again later
        again acme (https://acme.test/v1) is not accepting requests at the moment (408): Request timeout; try again later
        final acme (https://acme.test/v1) requires payment (402): Insufficient credits; add credit there, or choose another model with `--model`
        final acme (https://acme.test/v1) has no model big (404): model 'big' not found; configured for it: small, tiny
        final acme (https://acme.test/v1) does not know the address of chat completions (404); check `base_url`; it usually ends in /v1
        again acme (https://acme.test/v1) is rate-limiting requests (429): Rate limit reached; try again later, or choose another model
        final acme (https://acme.test/v1) is rate-limiting requests (429): Slow down; it asks to wait 50 min; try again later, or choose another model
        final the quota at acme (https://acme.test/v1) is used up (429): You exceeded your quota; add credit there, or choose another model with `--model`
        again acme (https://acme.test/v1) failed (503): Loading; try again later
        "#);
    }
}
