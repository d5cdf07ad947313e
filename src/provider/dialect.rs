//! Which parameters a server takes, and how it is asked after it has refused one [M3].
//!
//! What is learnt here is kept by the engine; how it is written into a request is the business of `openai` and `anthropic`.

use serde::{Deserialize, Serialize};

use super::ceiling::ceiling;
use super::server_error::ServerError;
use crate::pipeline::Schema;

/// Which of the optional parameters a server takes; learnt from its refusals [M3].
#[expect(clippy::struct_excessive_bools, reason = "each is one parameter")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dialect {
    temperature: bool,
    pub(super) stream_options: bool,
    /// Whether it holds a model to a schema.
    pub(super) schema: bool,
    /// Whether it sends an answer as it is written.
    #[serde(default = "yes")]
    pub(super) stream: bool,
    /// Whether it takes marks of what may be cached.
    #[serde(default = "yes")]
    pub(super) cache_marks: bool,
    /// Whether it takes instructions apart from what the user says.
    #[serde(default = "yes")]
    pub(super) system: bool,
    pub(super) limit: LimitName,
    /// The most tokens that it lets an answer have, where it said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    most: Option<u32>,
    /// Tokens that an answer needs besides its own, since the model thinks before it writes.
    #[serde(default, skip_serializing_if = "is_none")]
    room: u32,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn is_none(room: &u32) -> bool {
    *room == 0
}

fn yes() -> bool {
    true
}

/// How a server calls the limit of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum LimitName {
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
            schema: true,
            stream: true,
            cache_marks: true,
            system: true,
            limit: LimitName::MaxTokens,
            most: None,
            room: 0,
        }
    }
}

/// The first room that a model is given for its thoughts, how it grows, and how far.
const ROOM: u32 = 4096;
const GROWTH: u32 = 4;
const MOST_ROOM: u32 = 32 * 1024;

/// Briefs report what the evidence says: close to the likeliest words, not so close that small models repeat themselves.
const TEMPERATURE: f32 = 0.3;

impl Dialect {
    /// How freely words are drawn, where the server takes that.
    pub(super) fn temperature(self) -> Option<f32> {
        self.temperature.then_some(TEMPERATURE)
    }

    /// The limit of tokens that is sent for an answer of `wanted` ones.
    #[must_use]
    pub fn tokens(self, wanted: u32) -> u32 {
        let all = wanted.saturating_add(self.room);
        self.most.map_or(all, |most| all.min(most))
    }

    /// With no more room for thoughts than so many tokens.
    #[must_use]
    pub fn with_room_within(self, tokens: usize) -> Self {
        let room = u32::try_from(tokens).unwrap_or(u32::MAX).min(self.room);
        Self { room, ..self }
    }

    /// How to ask a model that used up its limit with thoughts: with room for more of them, up to a point.
    #[must_use]
    pub fn with_more_room(self) -> Option<Self> {
        let room = self.room.saturating_mul(GROWTH).clamp(ROOM, MOST_ROOM);
        (room > self.room).then_some(Self { room, ..self })
    }

    /// How to ask a model that thought for so many tokens and came to write: the next answer is not to be cut for that.
    #[must_use]
    pub fn with_room_for(self, thought: u64) -> Self {
        let thought = u32::try_from(thought).unwrap_or(MOST_ROOM);
        let room = self.room.max(thought.min(MOST_ROOM));
        Self { room, ..self }
    }

    /// How to ask a server that gives no answers as long as `asked`.
    #[must_use]
    pub fn within_ceiling(self, refusal: &ServerError, asked: u32) -> Option<Self> {
        if self.limit == LimitName::None {
            return None;
        }
        let most = Some(ceiling(refusal, asked)?);
        Some(Self { most, ..self })
    }

    /// How to ask after a refusal that names a parameter; nothing, if it names none that was sent. Servers seldom say that it was the schema which they
    /// could not use, so that one is also left out where nothing is named. `schema` is the one that was asked for.
    #[must_use]
    pub fn after(self, refusal: &ServerError, schema: Option<&Schema>) -> Option<Self> {
        let named = |parameter: &str| match &refusal.parameter {
            Some(named) if !named.is_empty() => named.contains(parameter),
            _ => refusal.message.contains(parameter),
        };
        let without_schema = (schema.is_some() && self.schema).then_some(Self {
            schema: false,
            ..self
        });
        if without_schema.is_some() && SCHEMA_WORDS.iter().any(|word| named(word)) {
            without_schema
        } else if self.temperature && named("temperature") {
            Some(Self {
                temperature: false,
                ..self
            })
        } else if self.stream_options && (named("stream_options") || named("include_usage")) {
            Some(Self {
                stream_options: false,
                ..self
            })
        } else if self.cache_marks && named("cache_control") {
            Some(Self {
                cache_marks: false,
                ..self
            })
        } else if self.stream && refuses_streams(refusal) {
            Some(Self {
                stream: false,
                stream_options: false,
                ..self
            })
        } else if self.system && refuses_the_system(refusal) {
            Some(Self {
                system: false,
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
                _ => return without_schema,
            };
            Some(Self { limit, ..self })
        }
    }
}

/// Whether a refusal is about answers that are sent as they are written.
fn refuses_streams(refusal: &ServerError) -> bool {
    match refusal.parameter.as_deref() {
        Some("stream") => true,
        None | Some("") => {
            let message = refusal.message.to_lowercase();
            let is_about = ["streaming", "stream=", "'stream'", "\"stream\"", "`stream`"];
            is_about.iter().any(|words| message.contains(words))
                && (refusal.speaks_of_a_parameter() || message.contains("must be"))
        }
        Some(_) => false,
    }
}

/// Whether a refusal is about the role of the instructions, which the templates of some models do not have.
fn refuses_the_system(refusal: &ServerError) -> bool {
    const NAMES: [&str; 6] = [
        "system role",
        "system message",
        "system prompt",
        "system instruction",
        "developer instruction",
        "'system'",
    ];
    let message = refusal.message.to_lowercase();
    NAMES.iter().any(|name| message.contains(name))
        && (refusal.speaks_of_a_parameter() || message.contains("not enabled"))
}

/// How refusals call it that a model is held to a schema.
const SCHEMA_WORDS: [&str; 4] = ["response_format", "response format", "schema", "grammar"];

#[cfg(test)]
mod tests {
    use super::super::client::Chat;
    use super::super::openai::body;
    use super::*;
    use crate::pipeline::{Message, Role};

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
        let chat = Chat {
            messages: &messages,
            max_tokens: 300,
            schema: None,
        };
        String::from_utf8(body("m", chat, dialect).unwrap()).unwrap()
    }

    #[test]
    fn marks_of_what_may_be_cached_are_left_out_where_they_are_refused() {
        let refused = refusal(
            "system.0.cache_control: Extra inputs are not permitted",
            None,
        );
        let without = Dialect::default()
            .after(&refused, None)
            .expect("another way");
        let messages = [Message {
            role: Role::User,
            content: "Why?".to_owned(),
        }];
        let chat = Chat {
            messages: &messages,
            max_tokens: 300,
            schema: None,
        };
        let asked = |dialect| {
            let body = super::super::anthropic::body("m", chat, dialect).unwrap();
            String::from_utf8(body).unwrap()
        };
        assert!(asked(Dialect::default()).contains("cache_control"));
        assert!(!asked(without).contains("cache_control"));
        assert_eq!(
            without.after(&refused, None),
            None,
            "it is not asked for again"
        );
    }

    #[test]
    fn a_refused_parameter_is_left_out_or_renamed() {
        let first = refusal(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            Some("max_tokens"),
        );
        let renamed = Dialect::default().after(&first, None).unwrap();
        let second = refusal("temperature does not support 0.3 with this model", None);
        let cooler = renamed.after(&second, None).unwrap();
        let third = refusal("[{\"loc\":[\"body\",\"stream_options\"]}]", None);
        let quiet = cooler.after(&third, None).unwrap();
        insta::assert_snapshot!(asked(quiet), @r#"{"model":"m","messages":[{"role":"user","content":"Why?"}],"stream":true,"max_completion_tokens":300}"#);
        assert_eq!(quiet.after(&second, None), None, "each is dropped once");
        let bare = quiet
            .after(&refusal("max_completion_tokens is unknown", None), None)
            .unwrap();
        assert!(!asked(bare).contains("300"));
        assert_eq!(bare.after(&first, None), None);
        assert_eq!(
            Dialect::default().after(&refusal("unknown model", None), None),
            None
        );
    }

    #[test]
    fn a_server_is_not_asked_for_longer_answers_than_it_gives() {
        let too_long = refusal(
            "max_tokens is too large: 300. This model supports at most 128 completion tokens",
            Some("max_tokens"),
        );
        let short = Dialect::default().within_ceiling(&too_long, 300).unwrap();
        assert!(asked(short).contains(r#""max_tokens":128"#));
        assert_eq!(short.tokens(100), 100);
        let again = refusal("max_tokens is too large", Some("max_tokens"));
        assert_eq!(
            short.within_ceiling(&again, 128),
            None,
            "it comes to an end"
        );
    }

    #[test]
    fn a_model_that_thinks_first_is_given_room_for_that_up_to_a_point() {
        let mut dialect = Dialect::default();
        let mut asked = vec![dialect.tokens(300)];
        while let Some(more) = dialect.with_more_room() {
            dialect = more;
            asked.push(dialect.tokens(300));
        }
        assert_eq!(asked, [300, 4396, 16_684, 33_068]);
        assert_eq!(dialect.with_room_within(200).tokens(300), 500);
        assert_eq!(Dialect::default().with_room_for(700).tokens(300), 1000);
        assert_eq!(dialect.with_room_for(700), dialect);
    }

    #[test]
    fn a_server_that_does_not_stream_is_asked_for_a_whole_answer() {
        for refused in [
            refusal("Streaming is not supported for this model", None),
            refusal("Unsupported value", Some("stream")),
            refusal("'stream' must be false here", None),
        ] {
            let whole = Dialect::default().after(&refused, None).unwrap();
            insta::allow_duplicates! {
                insta::assert_snapshot!(asked(whole), @r#"{"model":"m","messages":[{"role":"user","content":"Why?"}],"stream":false,"max_tokens":300,"temperature":0.3}"#);
            }
            assert_eq!(whole.after(&refused, None), None);
        }
        let other = refusal("the upstream is not supported", None);
        assert_eq!(Dialect::default().after(&other, None), None);
    }

    #[test]
    fn a_schema_is_left_out_once_a_server_cannot_use_it() {
        let form = Schema {
            name: "answer",
            schema: serde_json::json!({"type": "object"}),
        };
        let chat = Chat {
            messages: &[],
            max_tokens: 300,
            schema: Some(&form),
        };
        let asked = |dialect| String::from_utf8(body("m", chat, dialect).unwrap()).unwrap();
        let with = r#""response_format":{"type":"json_schema","json_schema":{"name":"answer","strict":true,"schema":{"type":"object"}}}"#;
        assert!(asked(Dialect::default()).contains(with));
        for refused in [
            refusal("Invalid parameter", Some("response_format")),
            refusal(
                "This model does not support response format `json_schema`",
                None,
            ),
            refusal("failed to parse grammar", None),
            refusal("Bad request", None),
        ] {
            let plain = Dialect::default().after(&refused, Some(&form)).unwrap();
            assert!(!asked(plain).contains("response_format"));
            assert_eq!(
                plain.after(&refused, Some(&form)),
                None,
                "it is dropped once"
            );
            assert_eq!(
                Dialect::default().after(&refused, None),
                None,
                "it was not sent"
            );
        }
        let other = refusal("temperature is not supported", Some("temperature"));
        let cooler = Dialect::default().after(&other, Some(&form)).unwrap();
        assert!(asked(cooler).contains(with) && !asked(cooler).contains("temperature"));
    }
}
