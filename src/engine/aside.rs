//! Short requests beside the conversation, several at a time: each answer is reported whole, as soon as it is there.
//!
//! They are a convenience: whoever asks has something else to go on with. So a request is tried few times, and where the first ones all fail the
//! rest is not sent.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::{FutureExt, StreamExt, stream};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use super::model::{self, Links};
use super::transcript::Transcript;
use super::{Ending, Outcome, Reply, RequestId};
use crate::pipeline::Ask;
use crate::provider::{Chat, Limits, Model};
use crate::study::Usage;

/// Requests that run at the same time. Servers that take fewer keep the others waiting, or say so and are asked again.
const SIDE_BY_SIDE: usize = 4;
const ATTEMPTS: u32 = 2;
/// After so many failures without an answer no more is asked.
const HOPELESS: usize = 2;

/// What has to be asked, and who is told.
pub(super) struct Aside {
    pub(super) id: RequestId,
    pub(super) asks: Vec<Ask>,
    pub(super) model: Model,
    pub(super) limits: Limits,
    pub(super) links: Arc<Links>,
    pub(super) replies: UnboundedSender<Reply>,
}

/// How it has gone so far.
#[derive(Default)]
struct Record {
    answers: AtomicUsize,
    failures: AtomicUsize,
}

pub(super) async fn run(
    mut aside: Aside,
    stopped: oneshot::Receiver<()>,
    finished: Arc<AtomicBool>,
) {
    let limits = Limits {
        attempts: aside.limits.attempts.min(ATTEMPTS),
        ..aside.limits.clone()
    };
    let record = Record::default();
    let asks = std::mem::take(&mut aside.asks);
    let (aside, limits, record) = (&aside, &limits, &record);
    let asking = stream::iter(asks.into_iter().enumerate())
        .map(|(at, ask)| async move { (at, one(aside, &ask, limits, record).await) })
        .buffer_unordered(SIDE_BY_SIDE)
        .for_each(|(at, outcome)| async move {
            // Nobody listens any more when the program is closing.
            let _ = aside.replies.send(Reply::Answered {
                request: aside.id,
                at,
                outcome,
            });
        });
    let asking = AssertUnwindSafe(asking).catch_unwind();
    let was_stopped = tokio::select! {
        biased;
        _ = stopped => true,
        _ = asking => false,
    };
    finished.store(true, Ordering::Release);
    let _ = aside.replies.send(Reply::AllAnswered {
        request: aside.id,
        stopped: was_stopped,
    });
}

async fn one(aside: &Aside, ask: &Ask, limits: &Limits, record: &Record) -> Outcome {
    let hopeless = record.answers.load(Ordering::Relaxed) == 0
        && record.failures.load(Ordering::Relaxed) >= HOPELESS;
    if hopeless {
        return Outcome {
            text: String::new(),
            thought: String::new(),
            ending: Ending::Failed {
                why: "not asked, because the requests before it failed".to_owned(),
                may_pass: false,
                is_too_long: false,
                is_empty: false,
            },
            finish: None,
            usage: Usage::default(),
            duration: Duration::ZERO,
        };
    }
    let started = Instant::now();
    // Nothing of it is shown while it streams.
    let (nobody, _) = unbounded_channel();
    let mut transcript = Transcript::new(aside.id, nobody);
    let (links, model) = (&aside.links, &aside.model);
    let chat = Chat {
        messages: &ask.messages,
        max_tokens: ask.max_tokens,
        schema: ask.schema.as_ref(),
    };
    let ending = model::write(links, model, chat, limits, &mut transcript).await;
    let count = match ending {
        Ending::Failed { .. } => &record.failures,
        Ending::Complete | Ending::TooLong | Ending::InCircles | Ending::Cancelled => {
            &record.answers
        }
    };
    count.fetch_add(1, Ordering::Relaxed);
    let usage = transcript.usage(&ask.messages);
    transcript.outcome(ending, usage, started.elapsed())
}
