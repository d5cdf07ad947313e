//! One small request outside of any study, to find out how a model answers: `tercet doctor --probe`.

use std::time::Duration;

use tokio::sync::mpsc::unbounded_channel;
use tokio::time::{Instant, sleep_until};

use super::model::{self, Links};
use super::transcript::Transcript;
use super::{Ending, Reply, RequestId};
use crate::pipeline::{Message, Role};
use crate::provider::{Chat, Counts, Finish, Limits, Model};
use crate::study::Usage;

/// How a model answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    pub text: String,
    pub reasoning: String,
    pub ending: Ending,
    /// The server's own word for why the model stopped, where it gave one.
    pub finish: Option<String>,
    /// As the server reported it, never estimated, and its counts by its own names.
    pub usage: Option<(Usage, Counts)>,
    /// Tries after the first.
    pub retries: u32,
    /// Waited between tries.
    pub waited: Duration,
}

impl Trial {
    /// Whether the model's limit of tokens was used up.
    #[must_use]
    pub fn is_at_limit(&self) -> bool {
        let said = self.finish.as_deref().and_then(Finish::named);
        self.ending == Ending::TooLong || matches!(said, Some(Finish::Length | Finish::Window))
    }
}

const QUESTION: &str = "Say hello in one short sentence.";
/// Enough for a model that reasons before it says hello.
const MAX_TOKENS: u32 = 1024;

/// Asks a model to say hello, in the way that sections are asked for, and gives up after `at_most`, not counting the waits between tries.
pub async fn trial(model: &Model, limits: &Limits, at_most: Duration) -> Trial {
    let (replies, mut told) = unbounded_channel();
    let mut transcript = Transcript::new(RequestId(0), replies);
    let messages = [Message {
        role: Role::User,
        content: QUESTION.to_owned(),
    }];
    let links = Links::default();
    let chat = Chat {
        messages: &messages,
        max_tokens: MAX_TOKENS,
        schema: None,
    };
    let mut heard = Heard::default();
    let ending = {
        let writing = model::write(&links, model, chat, limits, &mut transcript);
        tokio::pin!(writing);
        let mut deadline = Instant::now() + at_most;
        loop {
            tokio::select! {
                // Of a server that always has more the clock would never be looked at behind it.
                biased;
                () = sleep_until(deadline) => break Ending::Failed {
                    why: format!(
                        "{} was still answering after {} s and was stopped; choose another model, or a longer --timeout",
                        model.provider.place(),
                        at_most.as_secs_f32()
                    ),
                    may_pass: false,
                    is_too_long: false,
                    is_empty: false,
                },
                ending = &mut writing => break ending,
                Some(reply) = told.recv() => deadline += heard.take(reply),
            }
        }
    };
    let usage = transcript.reported();
    let outcome = transcript.outcome(ending, Usage::default(), Duration::ZERO);
    while let Ok(reply) = told.try_recv() {
        heard.take(reply);
    }
    Trial {
        text: outcome.text,
        reasoning: heard.reasoning,
        ending: outcome.ending,
        finish: outcome.finish,
        usage,
        retries: heard.retries,
        waited: heard.waited,
    }
}

/// The reasoning of the last try, and how many tries and waits were before it.
#[derive(Default)]
struct Heard {
    reasoning: String,
    retries: u32,
    waited: Duration,
}

impl Heard {
    /// Takes a reply; gives how long is waited now.
    fn take(&mut self, reply: Reply) -> Duration {
        match reply {
            Reply::Reasoning { text, .. } => self.reasoning.push_str(&text),
            Reply::Retrying { wait, .. } => {
                self.reasoning.clear();
                self.retries += 1;
                self.waited += wait;
                return wait;
            }
            _ => {}
        }
        Duration::ZERO
    }
}
