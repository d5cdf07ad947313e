//! What can go wrong between here and a model, in words for the analyst: what happened, at which server, what to do next.
//!
//! Words of the server are cleaned and cut, and without the key, before they become part of a fault. Whether to ask again is for the engine to
//! decide; a fault says only whether that may help. What a status other than success means is read in `refusal`.

use std::fmt;
use std::time::Duration;

use super::refusal::Refusal;
use super::server_error::{ServerError, is_transient_status};
use super::window::Overflow;

/// A server, as errors name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub provider: String,
    /// Without user, password and query.
    pub address: String,
}

/// What is added for somebody who has not just asked what answers.
pub const WHAT_ANSWERS: &str = " `tercet doctor` shows what answers";

/// Why a request gave no answer, or not all of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error(
        "the address of provider {provider} cannot be used: {why}; set its `base_url`, such as http://127.0.0.1:11434/v1"
    )]
    Address { provider: String, why: String },
    #[error(
        "the key in {held_in} for {place} holds characters that no key has; set {held_in} again"
    )]
    Key {
        place: Place,
        /// The variable, the header or the file that it was taken from.
        held_in: String,
    },
    #[error("no connection to {place} can be made from here: {why}")]
    Client { place: Place, why: String },
    #[error(
        "no answer at {} (provider {}; {why}): is the server running?{}",
        .place.address, .place.provider, WHAT_ANSWERS
    )]
    Unreachable { place: Place, why: String },
    #[error(
        "the server of provider {}, {}, is not found: is there a network, and is the address right?{}",
        .place.provider, .place.address, WHAT_ANSWERS
    )]
    NotFound { place: Place },
    #[error("the certificate of {place} cannot be trusted, and nothing was sent: {why}")]
    Certificate { place: Place, why: String },
    #[error("{place} does not speak TLS: if it speaks plain http, write http:// in `base_url`")]
    NotTls { place: Place },
    #[error("{place} does not speak HTTP: if it speaks https, write https:// in `base_url`")]
    NotHttp { place: Place },
    #[error("{place} {}", .silence.after(*.after))]
    Silent {
        place: Place,
        after: Duration,
        silence: Silence,
    },
    #[error("{0}")]
    Refused(Box<Refusal>),
    #[error(
        "{place} redirects the request to {to}, where it was not sent; if that is the right address, make it the `base_url`"
    )]
    Redirected { place: Place, to: String },
    #[error("{place} did not answer with a model's stream; check `base_url`. It begins: {start}")]
    NotAStream { place: Place, start: String },
    #[error(
        "{place} sent something other than text, apparently compressed or encrypted{}; switch that off there, or check `base_url`",
        .encoding.as_ref().map_or_else(String::new, |encoding| format!(" (Content-Encoding: {encoding})"))
    )]
    Encoded {
        place: Place,
        /// What the server calls it.
        encoding: Option<String>,
    },
    #[error("{place} {}; try again, or choose another model", match .called {
        Some(tool) => format!("called a tool (\"{tool}\") that it was not offered, and wrote no text"),
        None => "answered with an empty text".to_owned(),
    })]
    Empty {
        place: Place,
        /// The tool that the model called instead of writing.
        called: Option<String>,
    },
    #[error("{place} {}", if *.at_limit {
        "used up its limit of tokens with reasoning and wrote no text; choose another model, or one that reasons less"
    } else {
        "ended with reasoning only and wrote no text; try again, or choose another model"
    })]
    OnlyReasoning { place: Place, at_limit: bool },
    #[error(
        "{place} was stopped: its thinking {} and would not have ended; choose another model, or one that reasons less",
        if *.in_circles { "went round in circles".to_owned() } else { format!("went on for {tokens} tokens") }
    )]
    Endless {
        place: Place,
        /// About so many.
        tokens: usize,
        /// It said the same again and again.
        in_circles: bool,
    },
    #[error("{place} broke off before its answer was complete ({why}); try again")]
    Cut { place: Place, why: String },
    #[error(
        "{place} had no room left for an answer: use a model with a larger context window, or less evidence"
    )]
    Full { place: Place },
    #[error("{place} reported an error: {said}")]
    Reported {
        place: Place,
        said: String,
        transient: bool,
        asked: Asked,
        /// What it says of the model's window, where the request was more than that.
        overflow: Option<Box<Overflow>>,
        /// As it was sent, where it may be about a parameter.
        refusal: Option<Box<ServerError>>,
    },
    #[error(
        "{place} cut the answer by its content filter (\"{word}\"{}); try other evidence or another model",
        .why.as_ref().map_or_else(String::new, |why| format!(": {}", why.trim_end_matches('.')))
    )]
    Filtered {
        place: Place,
        /// The server's own.
        word: String,
        /// What it says of its reason.
        why: Option<String>,
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

/// What a server that sent no text for too long did instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silence {
    /// Nothing has come from it at all.
    Complete,
    /// It says that it is alive, and has sent no text yet.
    Alive,
    /// Its answer had begun; what it may have sent since was no text.
    MidAnswer { alive: bool },
}

/// What a server was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Chat,
    Embeddings,
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
            Self::Unreachable { .. }
            | Self::NotFound { .. }
            | Self::NotHttp { .. }
            | Self::Cut { .. }
            // Text that stops coming is as good as text that is cut off.
            | Self::Silent {
                silence: Silence::MidAnswer { .. },
                ..
            } => true,
            Self::Refused(refusal) => {
                refusal.again.unwrap_or_else(|| {
                    is_transient_status(refusal.status) || refusal.error.is_for_want_of_room()
                }) && !refusal.error.is_out_of_credit()
                    && !refusal.is_too_long_a_context()
                    && !matches!(refusal.asked, Asked::TooLong(_))
            }
            Self::Reported {
                transient, asked, ..
            } => *transient && !matches!(asked, Asked::TooLong(_)),
            _ => false,
        }
    }

    /// Whether the model wrote nothing, though nothing was wrong that anybody knows of.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(
            self,
            Self::Empty { .. }
                | Self::OnlyReasoning {
                    at_limit: false,
                    ..
                }
        )
    }

    /// Whether the model's limit of tokens was used up before it wrote anything.
    #[must_use]
    pub fn is_used_up(&self) -> bool {
        matches!(self, Self::OnlyReasoning { at_limit: true, .. })
    }

    /// What the server says of its model's window, where prompt and answer together are more than that.
    #[must_use]
    pub fn overflow(&self) -> Option<Overflow> {
        match self {
            Self::Refused(refusal) => refusal.overflow(),
            Self::Reported { overflow, .. } => overflow.as_deref().copied(),
            Self::Full { .. } => Some(Overflow::default()),
            _ => None,
        }
    }

    /// Whether the server may take fewer or shorter texts at once.
    #[must_use]
    pub fn is_too_much(&self) -> bool {
        matches!(self, Self::Refused(refusal) if refusal.is_too_much())
    }

    /// Whether the server was waited for in vain.
    #[must_use]
    pub fn is_silence(&self) -> bool {
        matches!(self, Self::Silent { .. })
    }

    /// How long the server asks to wait before the next try.
    #[must_use]
    pub fn asked(&self) -> Asked {
        match self {
            Self::Refused(refusal) => refusal.asked,
            Self::Reported { asked, .. } => *asked,
            _ => Asked::Nothing,
        }
    }
}

impl Silence {
    /// What happened, and what to do.
    fn after(self, time: Duration) -> String {
        let time = in_words(time);
        match self {
            Self::Complete => format!(
                "sent nothing for {time}; it may still be loading the model: try again, or use a smaller model"
            ),
            Self::Alive => format!(
                "sent no text for {time}, only keep-alives; it may still be loading the model or reading the prompt: try again, or use a smaller model"
            ),
            Self::MidAnswer { alive: true } => format!(
                "stopped in mid-answer: for {time} it sent only keep-alives; try again, or choose another model"
            ),
            Self::MidAnswer { alive: false } => format!(
                "stopped in mid-answer: for {time} it sent nothing more; try again, or choose another model"
            ),
        }
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

/// A waiting time as people say it.
pub(super) fn in_words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..=119 => format!("{seconds} s"),
        seconds @ 120..=7199 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{} h", seconds.div_ceil(3600)),
    }
}
