//! Sends chat requests and reads their answers, one attempt at a time.
//!
//! HTTP clients are built at their first use, since loading the system's certificates takes time that the first frame must not wait for. A
//! server of this machine is asked without proxy. There is no limit on the whole answer, only on how long nothing comes and on how much comes.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use reqwest::header::{
    ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION,
    WWW_AUTHENTICATE,
};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};
use tokio::time::{Instant, timeout, timeout_at};
use url::Url;

use super::anthropic;
use super::body::Body;
use super::config::{Api, Extra, Model, Provider, is_loopback};
use super::counts::Counts;
use super::dialect::Dialect;
use super::fault::{Call, Fault, Place, Silence};
use super::finish::Finish;
use super::openai;
use super::redact::{self, Blotter, WORDS};
use super::refusal::Refusal;
use super::secret::Secrets;
use super::server_error::ServerError;
use super::stream::{Decoder, End, Part};
use super::unsent::{cause, not_sent};
use super::wait;
use crate::pipeline::{Message, Schema};
use crate::study::Usage;

/// How long and how often a server is waited for, and how much is taken from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    pub connect: Duration,
    /// Between sending and the first text or reasoning, for each read: a local model can take long to read its prompt.
    pub first_text: Duration,
    /// For each read after that.
    pub between_reads: Duration,
    /// Without text or reasoning, however many pings come.
    pub silence: Duration,
    /// For the usage, after the server said why it stopped.
    pub after_finish: Duration,
    /// Tries of one request, the first included.
    pub attempts: u32,
    /// Before the second try; doubles for each further one.
    pub backoff: Duration,
    /// How much longer or shorter the backoff may be by chance, as a share of it.
    pub jitter: f64,
    /// The longest that a server's wish to wait is followed.
    pub longest_wait: Duration,
    /// Bytes of text and reasoning in one answer.
    pub answer_bytes: usize,
    /// Tokens that a model may be given for its thoughts, besides those of its answer.
    pub thoughts: u32,
    /// Bytes of a text that say the same again and again, at which a model that would not end is stopped.
    pub circles: usize,
}

/// What a model is asked in one request.
#[derive(Debug, Clone, Copy)]
pub struct Chat<'a> {
    pub messages: &'a [Message],
    /// Of the answer.
    pub max_tokens: u32,
    /// The form of the answer; servers that do not hold a model to one are asked without.
    pub schema: Option<&'a Schema>,
}

/// The HTTP clients, built when needed and then kept with their connections.
#[derive(Debug, Default)]
pub struct Clients {
    built: Mutex<HashMap<Route, Client>>,
}

/// An answer that is coming in.
#[derive(Debug)]
pub struct Answer {
    body: Body,
    decoder: Decoder,
    blotter: Blotter,
    place: Place,
    secrets: Secrets,
    limits: Limits,
    /// Whether any text or reasoning has come.
    begun: bool,
    last_part: Instant,
    /// Whether anything has come since.
    alive: bool,
    /// Why the bytes ended, if not by themselves.
    broken: Option<Fault>,
}

/// How a client reaches a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Route {
    /// This machine, unencrypted: needs neither proxy nor certificates.
    LocalPlain,
    Local,
    Remote,
}

/// As much of a refusal's body as is read: enough to say what is wrong.
const REFUSAL_BYTES: usize = 64 * 1024;
/// Why an answer is not taken as whole.
const NO_END: &str = "the stream ended without an end mark";
/// Characters of its word for why it stopped, and of a tool's name.
const FINISH_WORD: usize = 40;
/// Characters of what it calls a request.
const REQUEST_NAME: usize = 64;

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            first_text: Duration::from_mins(2),
            between_reads: Duration::from_mins(1),
            silence: Duration::from_mins(10),
            after_finish: Duration::from_secs(5),
            attempts: 4,
            backoff: Duration::from_millis(500),
            jitter: 0.25,
            longest_wait: Duration::from_mins(1),
            answer_bytes: 8 * 1024 * 1024,
            thoughts: u32::MAX,
            circles: 1024,
        }
    }
}

impl Clients {
    /// Sends a request and waits for the answer to begin.
    pub async fn send(
        &self,
        model: &Model,
        chat: Chat<'_>,
        dialect: Dialect,
        limits: &Limits,
    ) -> Result<Answer, Fault> {
        let provider = &model.provider;
        let place = provider.place();
        let url = provider.chat_url()?;
        let body = match provider.api {
            Api::OpenAi => openai::body(&model.name, chat, dialect),
            Api::Anthropic => anthropic::body(&model.name, chat, dialect),
        };
        let body = body.map_err(|error| Fault::Client {
            place: place.clone(),
            why: error.to_string(),
        })?;
        // A whole answer comes as late as its last piece would.
        let patient = Limits {
            first_text: limits.silence.max(limits.first_text),
            ..limits.clone()
        };
        let patience = if dialect.stream { limits } else { &patient };
        let body = self.post(url, body, model, Call::Chat, patience).await?;
        let secrets = provider.secrets();
        Ok(Answer {
            body,
            decoder: Decoder::new(limits.answer_bytes),
            blotter: Blotter::of(&secrets),
            place,
            secrets,
            limits: limits.clone(),
            begun: false,
            last_part: Instant::now(),
            alive: false,
            broken: None,
        })
    }

    /// Sends a request and waits for the answer to begin; one that refuses is a fault.
    pub(super) async fn post(
        &self,
        url: Url,
        body: Vec<u8>,
        model: &Model,
        call: Call,
        limits: &Limits,
    ) -> Result<Body, Fault> {
        let provider = &model.provider;
        let place = provider.place();
        let client = self.client(&url, limits, &place)?;
        let sending = client
            .post(url)
            .headers(headers(provider)?)
            .body(body)
            .send();
        let response = timeout(limits.first_text, sending)
            .await
            .map_err(|_| silent(&place, limits.first_text))?
            .map_err(|error| not_sent(&place, &error, &provider.secrets()))?;
        if !response.status().is_success() {
            return Err(refused(response, model, call, limits).await);
        }
        Body::of(response).map_err(|encoding| Fault::Encoded {
            place,
            encoding: Some(encoding),
        })
    }

    pub(super) fn client(
        &self,
        url: &Url,
        limits: &Limits,
        place: &Place,
    ) -> Result<Client, Fault> {
        let route = match (is_loopback(url), url.scheme()) {
            (true, "http") => Route::LocalPlain,
            (true, _) => Route::Local,
            (false, _) => Route::Remote,
        };
        // A poisoned lock only means that building panicked once; the map itself is whole.
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = built.get(&route) {
            return Ok(client.clone());
        }
        let client = build(route, limits).map_err(|error| Fault::Client {
            place: place.clone(),
            why: cause(&error, &Secrets::default()),
        })?;
        built.insert(route, client.clone());
        Ok(client)
    }
}

impl Answer {
    /// The next parts; nothing when the answer is over.
    pub async fn next(&mut self) -> Option<Vec<Part>> {
        while self.broken.is_none() && !self.decoder.is_over() {
            let bytes = match timeout_at(self.deadline(), self.body.chunk()).await {
                Ok(Ok(Some(bytes))) => bytes,
                Ok(Ok(None)) => return None,
                Ok(Err(error)) => {
                    self.broken = Some(Fault::Cut {
                        place: self.place.clone(),
                        why: cause(&error, &self.secrets),
                    });
                    return None;
                }
                Err(_) => {
                    self.broken = Some(Fault::Silent {
                        place: self.place.clone(),
                        after: self.last_part.elapsed(),
                        silence: match (self.begun, self.alive) {
                            (true, alive) => Silence::MidAnswer { alive },
                            (false, true) => Silence::Alive,
                            (false, false) => Silence::Complete,
                        },
                    });
                    return None;
                }
            };
            self.alive = true;
            let parts = self.decoder.feed(&bytes);
            if !parts.is_empty() {
                self.begun = true;
                self.alive = false;
                self.last_part = Instant::now();
                return Some(self.blotter.take(parts));
            }
        }
        None
    }

    /// Text that is held back now: for whoever has to stop before the end.
    #[must_use]
    pub fn waiting(&self) -> Option<String> {
        self.blotter.waiting()
    }

    /// What was held back until the end, and why the answer ended.
    pub fn close(&mut self) -> (Vec<Part>, Result<Finish, Fault>) {
        let (parts, end) = self.decoder.close();
        let mut parts = self.blotter.take(parts);
        parts.extend(self.blotter.finish());
        let place = self.place.clone();
        let said = |raw: &str| redact::words(raw, &self.secrets, WORDS);
        let fault = match end {
            End::Finished(finish) => return (parts, Ok(finish)),
            End::Reported(error) => Fault::Reported {
                place,
                said: match redact::complaint(&error.message, &self.secrets, WORDS) {
                    said if said.is_empty() => "it gives no reason".to_owned(),
                    said => said,
                },
                transient: error.is_transient(),
                asked: wait::by_error(&error, jiff::Timestamp::now(), self.limits.longest_wait),
                overflow: error.overflow().map(Box::new),
                refusal: error.speaks_of_a_parameter().then(|| Box::new(error)),
            },
            End::Declined(words) => Fault::Declined {
                place,
                said: said(&words),
            },
            End::TooMuch(limit) => Fault::TooMuch { place, limit },
            End::BrokeOff(words) => Fault::Cut {
                place,
                why: match redact::complaint(&words, &self.secrets, WORDS) {
                    said if said.is_empty() => NO_END.to_owned(),
                    said => format!("it said: {said}"),
                },
            },
            // The connection's own trouble explains more than what is missing because of it.
            End::Cut | End::Nothing | End::Foreign if self.broken.is_some() => {
                return (parts, self.broken.take().map_or(Ok(Finish::Stop), Err));
            }
            End::Cut => Fault::Cut {
                place,
                why: NO_END.to_owned(),
            },
            End::Torn => Fault::Cut {
                place,
                why: "a piece of it could not be read".to_owned(),
            },
            End::Nothing => Fault::Cut {
                place,
                why: "the answer is empty".to_owned(),
            },
            End::Foreign if !self.decoder.starts_as_text() => Fault::Encoded {
                place,
                encoding: None,
            },
            End::Foreign => Fault::NotAStream {
                place,
                start: said(&self.decoder.start()),
            },
        };
        (parts, Err(fault))
    }

    /// The tool that the model called, though it was offered none, cleaned.
    #[must_use]
    pub fn called(&self) -> Option<String> {
        let tool = self.decoder.called()?;
        Some(redact::words(tool, &self.secrets, FINISH_WORD))
    }

    /// The server's own word for why it stopped, cleaned.
    #[must_use]
    pub fn finish_word(&self) -> Option<String> {
        let word = self.decoder.finish_word()?;
        Some(redact::words(word, &self.secrets, FINISH_WORD))
    }

    /// What the server says of its reason to stop, cleaned.
    #[must_use]
    pub fn finish_why(&self) -> Option<String> {
        let why = self.decoder.finish_why()?;
        Some(redact::words(why, &self.secrets, WORDS))
    }

    #[must_use]
    pub fn usage(&self) -> Option<Usage> {
        self.decoder.usage()
    }

    /// Token counts as the server sent them.
    #[must_use]
    pub fn counts(&self) -> Counts {
        redact::counts(self.decoder.counts().clone(), &self.secrets)
    }

    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    fn deadline(&self) -> Instant {
        let limit = if self.decoder.is_finished() {
            self.limits.after_finish
        } else if self.begun {
            self.limits.between_reads
        } else {
            self.limits.first_text
        };
        (Instant::now() + limit).min(self.last_part + self.limits.silence)
    }
}

fn build(route: Route, limits: &Limits) -> Result<Client, reqwest::Error> {
    // An error means that a provider is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    // A redirect elsewhere would carry the evidence to a server that nobody configured.
    let same_server = Policy::custom(|attempt| {
        let origin = attempt.previous().first().map(Url::origin);
        let keeps_method = matches!(
            attempt.status(),
            StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT
        );
        if keeps_method && origin == Some(attempt.url().origin()) && attempt.previous().len() < 5 {
            attempt.follow()
        } else {
            attempt.stop()
        }
    });
    let builder = Client::builder()
        .user_agent(concat!("tercet/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(limits.connect)
        // Unpacked here, whatever it is called there.
        .no_gzip()
        .no_deflate()
        .redirect(same_server)
        // What is wrong in a header that nobody reads is no reason to refuse an answer.
        .http1_ignore_invalid_headers_in_responses(true)
        .http1_allow_spaces_after_header_name_in_responses(true)
        .http1_allow_obsolete_multiline_headers_in_responses(true);
    match route {
        Route::LocalPlain => builder.no_proxy().tls_certs_only([]).build(),
        Route::Local => builder.no_proxy().build(),
        Route::Remote => builder.build(),
    }
}

/// The headers of a request to a provider, its key included.
pub(super) fn headers(provider: &Provider) -> Result<HeaderMap, Fault> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    if provider.api == Api::Anthropic {
        let version = HeaderValue::from_static(anthropic::VERSION);
        headers.insert(HeaderName::from_static("anthropic-version"), version);
    }
    insert_key(&mut headers, provider)?;
    for (name, value) in &provider.headers {
        let unusable = |_| Fault::Key {
            place: provider.place(),
            held_in: format!("the header {name}"),
        };
        let mut said = HeaderValue::from_str(value.value()).map_err(unusable)?;
        said.set_sensitive(matches!(value, Extra::Secret(_)));
        let name: HeaderName = name.parse().map_err(|_| Fault::Client {
            place: provider.place(),
            why: format!("{name:?} cannot be the name of a header"),
        })?;
        headers.insert(name, said);
    }
    Ok(headers)
}

/// Adds the key, in the header in which each interface wants it.
fn insert_key(headers: &mut HeaderMap, provider: &Provider) -> Result<(), Fault> {
    let key = provider.api_key.as_ref();
    let Some(key) = key.filter(|key| !key.secret().is_empty()) else {
        return Ok(());
    };
    let (name, value) = if provider.api == Api::Anthropic {
        (
            HeaderName::from_static("x-api-key"),
            key.secret().to_owned(),
        )
    } else if provider.is_azure() {
        (HeaderName::from_static("api-key"), key.secret().to_owned())
    } else {
        (AUTHORIZATION, format!("Bearer {}", key.secret()))
    };
    let mut value = HeaderValue::from_str(&value).map_err(|_| Fault::Key {
        place: provider.place(),
        held_in: provider
            .api_key_env
            .clone()
            .unwrap_or_else(|| "the configuration".to_owned()),
    })?;
    value.set_sensitive(true);
    headers.insert(name, value);
    Ok(())
}

/// Why a server wants another key, where it says so only in the header that asks for one.
fn reason_in_a_header(headers: &HeaderMap) -> Option<String> {
    let asks = headers.get(WWW_AUTHENTICATE)?.to_str().ok()?;
    let (_, said) = asks.split_once("error_description=\"")?;
    let (said, _) = said.split_once('"')?;
    Some(said.to_owned())
}

/// What a server calls the request, in whichever header it tells.
fn name_of_request(headers: &HeaderMap) -> Option<&str> {
    let names = ["x-request-id", "request-id"];
    let name = names.iter().find_map(|name| headers.get(*name))?;
    name.to_str().ok().filter(|name| !name.trim().is_empty())
}

/// What a status other than success means.
async fn refused(response: Response, model: &Model, call: Call, limits: &Limits) -> Fault {
    let provider = &model.provider;
    let place = provider.place();
    let secrets = &provider.secrets();
    let status = response.status();
    if let Some(to) = redirected_to(&response) {
        return Fault::Redirected {
            place,
            to: redact::words(&to, secrets, WORDS),
        };
    }
    let headers = response.headers().clone();
    let body = match Body::of(response) {
        Ok(body) => words_of(&body.start(REFUSAL_BYTES, limits.connect).await, &headers),
        Err(encoding) => format!("its reason is compressed ({encoding})"),
    };
    let is_page = body.trim_start().starts_with('<');
    let mut error = serde_json::from_str(&body)
        .ok()
        .and_then(|json| ServerError::read(&json))
        .unwrap_or_else(|| ServerError {
            message: body,
            ..ServerError::default()
        });
    if error.message.trim().is_empty() {
        error.message = reason_in_a_header(&headers).unwrap_or_default();
    }
    error.message = redact::redacted(&error.message, secrets);
    error.class = redact::redacted(&error.class, secrets);
    error.parameter = error
        .parameter
        .map(|parameter| redact::redacted(&parameter, secrets));
    Fault::Refused(Box::new(Refusal {
        status: status.as_u16(),
        said: redact::complaint(&error.message, secrets, WORDS),
        request: name_of_request(&headers).map(|name| redact::words(name, secrets, REQUEST_NAME)),
        is_page,
        call,
        model: model.name.clone(),
        models: provider.models.clone(),
        key_variable: provider.api_key_env.clone(),
        key_was_sent: provider
            .api_key
            .as_ref()
            .is_some_and(|key| !key.secret().is_empty()),
        asked: wait::asked(
            &headers,
            &error,
            jiff::Timestamp::now(),
            limits.longest_wait,
        ),
        again: wait::again(&headers),
        error,
        place,
    }))
}

/// Where a redirect leads, if it is one, without what may be secret in it.
fn redirected_to(response: &Response) -> Option<String> {
    if !response.status().is_redirection() {
        return None;
    }
    let to = response.headers().get(LOCATION)?.to_str().ok()?;
    let to = response.url().join(to).ok()?;
    Some(to.as_str().split('?').next()?.to_owned())
}

/// A body's words, in the encoding that its first bytes or its headers tell; else in UTF-8, or in what Western Europe wrote before that.
fn words_of(bytes: &[u8], headers: &HeaderMap) -> String {
    let said = || {
        let kind = headers.get(CONTENT_TYPE)?.to_str().ok()?;
        let (_, charset) = kind.split_once("charset=")?;
        let charset = charset.split(';').next().unwrap_or_default();
        Encoding::for_label(charset.trim_matches(['"', ' ']).as_bytes())
    };
    // What was cut may end within a character.
    let is_utf8 =
        || str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true);
    let encoding = match (Encoding::for_bom(bytes), said()) {
        (Some((encoding, _)), _) => encoding,
        (None, Some(wide)) if wide == UTF_16LE || wide == UTF_16BE => wide,
        _ if is_utf8() => UTF_8,
        (None, said) => said.filter(|said| *said != UTF_8).unwrap_or(WINDOWS_1252),
    };
    encoding.decode(bytes).0.into_owned()
}

pub(super) fn silent(place: &Place, after: Duration) -> Fault {
    Fault::Silent {
        place: place.clone(),
        after,
        silence: Silence::Complete,
    }
}
