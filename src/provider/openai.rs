//! What OpenAI-compatible chat completions are asked with, and how the question changes when a server refuses a parameter.

use serde::Serialize;

use super::chunk::ServerError;
use crate::pipeline::Message;

/// Which of the optional parameters a server takes; learnt from its refusals [M3].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    temperature: bool,
    stream_options: bool,
    limit: LimitName,
}

/// How a server calls the limit of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LimitName {
    MaxTokens,
    MaxCompletionTokens,
    /// It takes neither.
    None,
}

impl Default for Dialect {
    fn default() -> Self {
        Self {
            temperature: true,
            stream_options: true,
            limit: LimitName::MaxTokens,
        }
    }
}

/// Briefs report what the evidence says: close to the likeliest words, not so close that small models repeat themselves.
const TEMPERATURE: f32 = 0.3;

impl Dialect {
    /// How freely words are drawn, where the server takes that.
    pub(super) fn temperature(self) -> Option<f32> {
        self.temperature.then_some(TEMPERATURE)
    }

    /// How to ask after a refusal that names a parameter; nothing, if it names none that was sent.
    #[must_use]
    pub fn after(self, refusal: &ServerError) -> Option<Self> {
        let named = |parameter: &str| match &refusal.parameter {
            Some(named) if !named.is_empty() => named.contains(parameter),
            _ => refusal.message.contains(parameter),
        };
        if self.temperature && named("temperature") {
            Some(Self {
                temperature: false,
                ..self
            })
        } else if self.stream_options && (named("stream_options") || named("include_usage")) {
            Some(Self {
                stream_options: false,
                ..self
            })
        } else {
            let limit = match self.limit {
                LimitName::MaxTokens if named("max_tokens") => LimitName::MaxCompletionTokens,
                LimitName::MaxCompletionTokens
                    if named("max_completion_tokens") || named("max_tokens") =>
                {
                    LimitName::None
                }
                _ => return None,
            };
            Some(Self { limit, ..self })
        }
    }
}

/// The body of a chat request.
pub(super) fn body(
    model: &str,
    messages: &[Message],
    max_tokens: u32,
    dialect: Dialect,
) -> serde_json::Result<Vec<u8>> {
    #[derive(Serialize)]
    struct Body<'a> {
        model: &'a str,
        messages: &'a [Message],
        stream: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        stream_options: Option<StreamOptions>,
        #[serde(skip_serializing_if = "Option::is_none")]
        max_tokens: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        max_completion_tokens: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        temperature: Option<f32>,
    }
    #[derive(Serialize)]
    struct StreamOptions {
        include_usage: bool,
    }

    let limited_by = |name| (dialect.limit == name).then_some(max_tokens);
    serde_json::to_vec(&Body {
        model,
        messages,
        stream: true,
        stream_options: dialect.stream_options.then_some(StreamOptions {
            include_usage: true,
        }),
        max_tokens: limited_by(LimitName::MaxTokens),
        max_completion_tokens: limited_by(LimitName::MaxCompletionTokens),
        temperature: dialect.temperature(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::Role;

    fn refusal(message: &str, parameter: Option<&str>) -> ServerError {
        ServerError {
            message: message.to_owned(),
            parameter: parameter.map(str::to_owned),
            ..ServerError::default()
        }
    }

    fn asked(dialect: Dialect) -> String {
        let messages = [Message {
            role: Role::User,
            content: "Why?".to_owned(),
        }];
        String::from_utf8(body("m", &messages, 300, dialect).unwrap()).unwrap()
    }

    #[test]
    fn a_request_asks_for_a_stream_with_usage() {
        insta::assert_snapshot!(asked(Dialect::default()), @r#"{"model":"m","messages":[{"role":"user","content":"Why?"}],"stream":true,"stream_options":{"include_usage":true},"max_tokens":300,"temperature":0.3}"#);
    }

    #[test]
    fn a_refused_parameter_is_left_out_or_renamed() {
        let first = refusal(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            Some("max_tokens"),
        );
        let renamed = Dialect::default().after(&first).unwrap();
        let second = refusal("temperature does not support 0.3 with this model", None);
        let cooler = renamed.after(&second).unwrap();
        let third = refusal("[{\"loc\":[\"body\",\"stream_options\"]}]", None);
        let quiet = cooler.after(&third).unwrap();
        insta::assert_snapshot!(asked(quiet), @r#"{"model":"m","messages":[{"role":"user","content":"Why?"}],"stream":true,"max_completion_tokens":300}"#);
        assert_eq!(quiet.after(&second), None, "each is dropped once");
        let bare = quiet
            .after(&refusal("max_completion_tokens is unknown", None))
            .unwrap();
        assert!(!asked(bare).contains("300"));
        assert_eq!(bare.after(&first), None);
        assert_eq!(
            Dialect::default().after(&refusal("unknown model", None)),
            None
        );
    }
}
