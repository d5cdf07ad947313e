//! Models over HTTP: configured servers, wire formats, stream decoding.
//!
//! Everything that knows about HTTP or about a server's JSON is here. The decoders take bytes and give parts without doing any input or
//! output, so that they can be tested with every split of a stream; only `client`, `body`, `embed` and `probe` touch the network. Retrying and cancelling
//! belong to the engine, and reading the environment or configuration files to whoever starts the program.

mod anthropic;
mod body;
mod ceiling;
mod chunk;
mod client;
mod config;
mod counts;
mod dialect;
mod embed;
mod fault;
mod finish;
mod framing;
mod halves;
mod json;
mod native;
mod openai;
mod probe;
mod redact;
mod refusal;
mod secret;
mod server_error;
mod sse;
mod stream;
mod tag;
mod think;
mod unsent;
mod values;
mod wait;
mod window;

pub use client::{Answer, Chat, Clients, Limits};
pub use config::{Api, ApiKey, Extra, Model, Provider};
pub use counts::Counts;
pub use dialect::Dialect;
pub use fault::{Asked, Call, Fault, Place, Silence, WHAT_ANSWERS};
pub use finish::Finish;
pub use probe::{LOCAL_SERVERS, LocalServer, ProbeReport, probe};
pub use refusal::Refusal;
pub use server_error::ServerError;
pub use stream::Part;
pub use window::Overflow;
