//! The engine: runs one request on a writer, and reports what comes back.
//!
//! It owns the asynchronous side: starting, streaming, retrying, time limits, cancelling. It knows nothing of studies or screens; everything
//! that leaves it is plain data on a channel.

mod aside;
mod built_in;
mod circles;
mod dialects;
mod embedding;
mod model;
mod transcript;
mod trial;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use crate::pipeline::{Ask, Request};
use crate::provider::{Chat, Limits, Model};
use crate::study::{BUILT_IN_WRITER, Usage};
pub use embedding::Embedded;
use model::Links;
use transcript::Transcript;
pub use trial::{Trial, trial};

/// Tells replies to different requests apart; a counter of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RequestId(pub u64);

/// What a running request reports, in order. The last of it comes exactly once, also after a cancel: `Done` of a text, `AllAnswered` of questions,
/// `Embedded` of texts that are turned into vectors.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// Text of the section, to be appended.
    Text { request: RequestId, text: String },
    /// Reasoning text: shown on demand, never part of the brief [M1].
    Reasoning { request: RequestId, text: String },
    /// The text so far turned out to be reasoning: it is void, and comes again as `Reasoning` next.
    Void { request: RequestId },
    /// An attempt failed and another one starts after `wait`. What arrived so far, reasoning included, is void when `restarts` is set.
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
    /// One of several short requests side by side has its whole answer.
    Answered {
        request: RequestId,
        /// Which one of them.
        at: usize,
        outcome: Outcome,
    },
    /// Several short requests are all answered, or were stopped; the last that comes of them.
    AllAnswered { request: RequestId, stopped: bool },
    /// All that servers taught about their parameters so far, for whoever keeps it; of no request in particular.
    Learnt { json: Vec<u8> },
    /// Texts were turned into vectors, as far as it went; the only reply to such a request.
    Embedded {
        request: RequestId,
        embedded: Embedded,
    },
}

/// How a request ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The whole text that arrived, whatever the ending.
    pub text: String,
    /// What the model thought before it, kept apart from it [M1].
    pub thought: String,
    pub ending: Ending,
    /// The server's own word for why the model stopped, where it gave one.
    pub finish: Option<String>,
    pub usage: Usage,
    pub duration: Duration,
}

impl Outcome {
    /// Why this program stopped it, where it was not the server that ended it.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        let word = self.finish.as_deref()?;
        Stop::ALL.into_iter().find(|stop| stop.told() == word)
    }

    /// Whether the request was more than the model holds, and nothing came of it.
    #[must_use]
    pub fn is_too_long(&self) -> bool {
        matches!(
            self.ending,
            Ending::Failed {
                is_too_long: true,
                ..
            }
        ) && self.text.trim().is_empty()
    }
}

impl Ending {
    /// Why an answer that cannot be read is none, where it was stopped for what it said; else what its reader says.
    #[must_use]
    pub fn why_unreadable(&self, why: String) -> String {
        match self {
            Self::InCircles => {
                "it says the same again and again, and does not come to an end".to_owned()
            }
            _ => why,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    Complete,
    /// The writer stopped at its token limit.
    TooLong,
    /// It said the same again and again, and was stopped.
    InCircles,
    Cancelled,
    /// What happened, to what, what to do; in words for the analyst. `text` holds what came before.
    Failed {
        why: String,
        /// Asking again may help: a stream broke off, or a server was in trouble.
        may_pass: bool,
        /// The request is more than the model holds: a shorter one may be answered.
        is_too_long: bool,
        /// The server is well, and the model said nothing: the next request may be answered.
        is_empty: bool,
    },
}

/// Why an answer was stopped whose server would have gone on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Far more came than was asked for.
    Past,
    /// So did white space alone.
    Blank,
    InCircles,
}

impl Stop {
    const ALL: [Self; 3] = [Self::Past, Self::Blank, Self::InCircles];

    /// In the place of the server's own word for why the model stopped.
    fn told(self) -> &'static str {
        match self {
            Self::Past => "stopped: it went on past its limit",
            Self::Blank => "stopped: it sent nothing but white space",
            Self::InCircles => "stopped: it said the same again and again",
        }
    }

    fn ending(self) -> Ending {
        match self {
            Self::Past | Self::Blank => Ending::TooLong,
            Self::InCircles => Ending::InCircles,
        }
    }
}

/// What writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Writer {
    /// The built-in one, without a model.
    Extractive,
    Model(Model),
}

/// Is told of a text as it arrives, however long its replies wait to be taken in: so that it can be saved from a crash.
pub trait Keeper: Send + std::fmt::Debug {
    fn text(&self, text: &str);
    /// The text so far is void.
    fn void(&self);
}

/// Runs one request at a time and sends its replies.
#[derive(Debug)]
pub struct Engine {
    runtime: Handle,
    replies: UnboundedSender<Reply>,
    pace: Duration,
    limits: Limits,
    links: Arc<Links>,
    started: u64,
    running: Option<Running>,
}

/// What the task of a request is given.
struct Begun {
    id: RequestId,
    stopped: oneshot::Receiver<()>,
    /// Set before the last reply is sent.
    finished: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Running {
    /// Dropping it cancels as well, so that nothing runs on after the engine is gone.
    stop: Option<oneshot::Sender<()>>,
    /// Set before `Done` is sent: whoever has received it finds the engine free.
    finished: Arc<AtomicBool>,
}

/// Everything one request needs, on its own task.
struct Task {
    request: Request,
    writer: Writer,
    pace: Duration,
    limits: Limits,
    links: Arc<Links>,
}

impl Writer {
    /// `extractive`, or `provider/model`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Extractive => BUILT_IN_WRITER.to_owned(),
            Self::Model(model) => model.full_name(),
        }
    }
}

impl Engine {
    /// An engine whose requests run on `runtime`, which must have its clock and its network enabled.
    #[must_use]
    pub fn new(runtime: Handle, replies: UnboundedSender<Reply>) -> Self {
        Self {
            runtime,
            replies,
            pace: Duration::ZERO,
            limits: Limits::default(),
            links: Arc::default(),
            started: 0,
            running: None,
        }
    }

    /// The time between two sentences of the extractive writer, so that its writing can be followed; without it, all come at once.
    #[must_use]
    pub fn paced(mut self, pace: Duration) -> Self {
        self.pace = pace;
        self
    }

    /// An engine that knows what servers taught about their parameters before, as it was `kept`; what they teach besides is told by `Reply::Learnt`.
    #[must_use]
    pub fn remembering(mut self, kept: &[u8]) -> Self {
        self.links = Arc::new(Links::kept_by(self.replies.clone(), kept));
        self
    }

    /// The tokens that prompt and reply may take together, where the model's server said that they were too many.
    #[must_use]
    pub fn window(&self, model: &Model) -> Option<usize> {
        self.links.window(model)
    }

    /// Other limits than the default ones.
    #[must_use]
    pub fn limited(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Lets a model think for no more tokens besides the answer of each request that is started from now on.
    pub fn bound_thoughts(&mut self, tokens: u32) {
        self.limits.thoughts = tokens;
    }

    /// Makes room for a request: one that is still running is cancelled.
    fn begin(&mut self) -> Begun {
        self.cancel();
        self.started += 1;
        let (stop, stopped) = oneshot::channel();
        let finished = Arc::new(AtomicBool::new(false));
        self.running = Some(Running {
            stop: Some(stop),
            finished: Arc::clone(&finished),
        });
        Begun {
            id: RequestId(self.started),
            stopped,
            finished,
        }
    }

    /// Starts a request. One that is still running is cancelled.
    pub fn start(&mut self, request: Request, writer: Writer) -> RequestId {
        self.start_kept(request, writer, None)
    }

    /// The same of one whose text is a keeper's to save, where there is one.
    pub fn start_kept(
        &mut self,
        request: Request,
        writer: Writer,
        keeper: Option<Box<dyn Keeper>>,
    ) -> RequestId {
        let Begun {
            id,
            stopped,
            finished,
        } = self.begin();
        let task = Task {
            request,
            writer,
            pace: self.pace,
            limits: self.limits.clone(),
            links: Arc::clone(&self.links),
        };
        let transcript = Transcript::new(id, self.replies.clone()).kept_by(keeper);
        self.runtime.spawn(run(task, transcript, stopped, finished));
        id
    }

    /// Asks a model several short things side by side. A request that is still running is cancelled.
    pub fn ask(&mut self, asks: Vec<Ask>, model: Model) -> RequestId {
        let Begun {
            id,
            stopped,
            finished,
        } = self.begin();
        let aside = aside::Aside {
            id,
            asks,
            model,
            limits: self.limits.clone(),
            links: Arc::clone(&self.links),
            replies: self.replies.clone(),
        };
        self.runtime.spawn(aside::run(aside, stopped, finished));
        id
    }

    /// Has texts turned into vectors. A request that is still running is cancelled.
    pub fn embed(&mut self, texts: Vec<String>, model: Model) -> RequestId {
        let Begun {
            id,
            stopped,
            finished,
        } = self.begin();
        let (limits, links) = (embedding::patient(&self.limits), Arc::clone(&self.links));
        let replies = self.replies.clone();
        self.runtime.spawn(async move {
            let mut vectors = Vec::new();
            let embedding = embedding::embed(id, &links, &model, &texts, &limits, &mut vectors);
            let ending = supervise(embedding, stopped, &model.full_name()).await;
            vectors.resize(texts.len(), None);
            finished.store(true, Ordering::Release);
            // Nobody listens any more when the program is closing.
            let _ = replies.send(Reply::Embedded {
                request: id,
                embedded: Embedded { vectors, ending },
            });
        });
        id
    }

    /// Stops the running request at once, dropping its connection; the last of its replies still comes.
    pub fn cancel(&mut self) {
        if let Some(stop) = self
            .running
            .as_mut()
            .and_then(|running| running.stop.take())
        {
            // It may have finished in this moment.
            let _ = stop.send(());
        }
    }

    /// Whether a request runs that has not reported its end.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|running| !running.finished.load(Ordering::Acquire))
    }
}

/// Runs a request to its end; the one place that sends `Done`.
async fn run(
    task: Task,
    mut transcript: Transcript,
    stopped: oneshot::Receiver<()>,
    finished: Arc<AtomicBool>,
) {
    let started = Instant::now();
    let ending = supervise(write(&task, &mut transcript), stopped, &task.writer.name()).await;
    let usage = match &task.writer {
        Writer::Extractive => Usage::default(),
        Writer::Model(_) => transcript.usage(&task.request.messages),
    };
    finished.store(true, Ordering::Release);
    transcript.done(ending, usage, started.elapsed());
}

/// Waits for a writer's end, or for the analyst to stop it; dropping the writing closes its connection.
async fn supervise(
    writing: impl Future<Output = Ending>,
    stopped: oneshot::Receiver<()>,
    name: &str,
) -> Ending {
    // A writer that panics has failed, and must not leave the analyst waiting. The transcript is only appended to, so it stays whole.
    let writing = AssertUnwindSafe(writing).catch_unwind();
    tokio::select! {
        biased;
        _ = stopped => Ending::Cancelled,
        ending = writing => ending.unwrap_or_else(|_| Ending::Failed {
            why: format!("the writer {name} broke down; try again, or choose another writer"),
            may_pass: false,
            is_too_long: false,
            is_empty: false,
        }),
    }
}

async fn write(task: &Task, transcript: &mut Transcript) -> Ending {
    match &task.writer {
        Writer::Extractive => built_in::write(&task.request, task.pace, transcript).await,
        Writer::Model(model) => {
            let chat = Chat {
                messages: &task.request.messages,
                max_tokens: task.request.max_tokens,
                schema: None,
            };
            model::write(&task.links, model, chat, &task.limits, transcript).await
        }
    }
}

/// That an attempt failed, and when the next one starts.
#[must_use]
pub fn trying_again(wait: Duration, why: &str) -> String {
    if wait.is_zero() {
        format!("trying again: {why}")
    } else {
        format!("trying again in {:.0} s: {why}", wait.as_secs_f32().ceil())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_writer_that_panics_has_failed() {
        let (_stop, stopped) = oneshot::channel();
        let ending = supervise(async { panic!("on purpose") }, stopped, "acme/m").await;
        assert!(matches!(ending, Ending::Failed { why, .. } if why.contains("acme/m")));
    }

    #[tokio::test]
    async fn an_engine_that_is_gone_stops_its_writer() {
        let (stop, stopped) = oneshot::channel();
        drop(stop);
        let ending = supervise(std::future::pending(), stopped, "acme/m").await;
        assert_eq!(ending, Ending::Cancelled);
    }
}
