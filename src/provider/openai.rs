//! OpenAI-compatible chat completions: what is asked. How the pieces of an answer are read is in `chunk`, as every other format is.

use std::borrow::Cow;

use serde::Serialize;

use super::client::Chat;
use super::dialect::{Dialect, LimitName};
use crate::pipeline::{Message, Role};

/// The body of a chat request.
pub(super) fn body(model: &str, chat: Chat<'_>, dialect: Dialect) -> serde_json::Result<Vec<u8>> {
    #[derive(Serialize)]
    struct Body<'a> {
        model: &'a str,
        messages: Cow<'a, [Message]>,
        stream: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        stream_options: Option<StreamOptions>,
        #[serde(skip_serializing_if = "Option::is_none")]
        max_tokens: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        max_completion_tokens: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        temperature: Option<f32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        response_format: Option<ResponseFormat<'a>>,
    }
    #[derive(Serialize)]
    struct ResponseFormat<'a> {
        r#type: &'static str,
        json_schema: JsonSchema<'a>,
    }
    #[derive(Serialize)]
    struct JsonSchema<'a> {
        name: &'a str,
        strict: bool,
        schema: &'a serde_json::Value,
    }
    #[derive(Serialize)]
    struct StreamOptions {
        include_usage: bool,
    }

    let limited_by = |name| (dialect.limit == name).then(|| dialect.tokens(chat.max_tokens));
    let schema = chat.schema.filter(|_| dialect.schema);
    serde_json::to_vec(&Body {
        model,
        messages: if dialect.system {
            Cow::Borrowed(chat.messages)
        } else {
            Cow::Owned(without_system(chat.messages))
        },
        stream: dialect.stream,
        stream_options: dialect.stream_options.then_some(StreamOptions {
            include_usage: true,
        }),
        max_tokens: limited_by(LimitName::MaxTokens),
        max_completion_tokens: limited_by(LimitName::MaxCompletionTokens),
        temperature: dialect.temperature(),
        response_format: schema.map(|form| ResponseFormat {
            r#type: "json_schema",
            json_schema: JsonSchema {
                name: form.name,
                strict: true,
                schema: &form.schema,
            },
        }),
    })
}

/// The same conversation for a model that knows no instructions: the user says them first. Two messages of one role in a row are refused by the same models.
fn without_system(messages: &[Message]) -> Vec<Message> {
    let mut all: Vec<Message> = Vec::new();
    for message in messages {
        let role = match message.role {
            Role::System => Role::User,
            role => role,
        };
        match all.last_mut().filter(|last| last.role == role) {
            Some(last) => last.content = format!("{}\n\n{}", last.content, message.content),
            None => all.push(Message {
                role,
                content: message.content.clone(),
            }),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_without_a_system_role_is_told_its_instructions_by_the_user() {
        let says = |role, content: &str| Message {
            role,
            content: content.to_owned(),
        };
        let messages = [
            says(Role::System, "Be brief."),
            says(Role::User, "Why?"),
            says(Role::Assistant, "So."),
            says(Role::User, "And?"),
        ];
        let expected = [
            says(Role::User, "Be brief.\n\nWhy?"),
            says(Role::Assistant, "So."),
            says(Role::User, "And?"),
        ];
        assert_eq!(without_system(&messages), expected);
    }

    #[test]
    fn a_request_asks_for_a_stream_with_usage() {
        let messages = [Message {
            role: Role::User,
            content: "Why?".to_owned(),
        }];
        let chat = Chat {
            messages: &messages,
            max_tokens: 300,
            schema: None,
        };
        let body = body("m", chat, Dialect::default()).unwrap();
        insta::assert_snapshot!(String::from_utf8(body).unwrap(), @r#"{"model":"m","messages":[{"role":"user","content":"Why?"}],"stream":true,"stream_options":{"include_usage":true},"max_tokens":300,"temperature":0.3}"#);
    }
}
