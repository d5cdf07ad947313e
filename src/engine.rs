//! The engine: runs one request on a writer, and reports what comes back.
//!
//! It owns the asynchronous side: starting, streaming, retrying, time limits, cancelling. It knows nothing of studies or screens; everything
//! that leaves it is plain data on a channel.

use std::time::Duration;

use crate::study::Usage;

/// Tells replies to different requests apart; a counter of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RequestId(pub u64);

/// What a running request reports, in order; `Done` is always the last and comes exactly once, also after a cancel.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// Text of the section, to be appended.
    Text { request: RequestId, text: String },
    /// Reasoning text: shown on demand, never part of the brief [M1].
    Reasoning { request: RequestId, text: String },
    /// An attempt failed and another one starts after `wait`. Text that arrived so far is void when `restarts` is set.
    Retrying {
        request: RequestId,
        why: String,
        wait: Duration,
        restarts: bool,
    },
    Done {
        request: RequestId,
        outcome: Outcome,
    },
}

/// How a request ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The whole text that arrived, whatever the ending.
    pub text: String,
    pub ending: Ending,
    pub usage: Usage,
    pub duration: Duration,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    Complete,
    /// The writer stopped at its token limit.
    TooLong,
    Cancelled,
    /// What happened, to what, what to do; in words for the analyst. `text` holds what came before.
    Failed {
        why: String,
    },
}
