//! The record of one request while it runs: what has arrived, and the channel on which it is reported.
//!
//! It alone reports on a text that is being written, so that the text in `Done` and the texts before it cannot differ.

use std::time::Duration;

use tokio::sync::mpsc::UnboundedSender;

use super::circles::Circles;
use super::{Ending, Keeper, Outcome, Reply, RequestId, Stop};
use crate::pipeline::{Message, TokenEstimate, tokens_of};
use crate::provider::{Counts, Part};
use crate::study::Usage;

/// Bytes of reasoning that are kept of one reply; nobody reads more, and the journal would grow by it.
const MOST_THOUGHT: usize = 256 * 1024;

/// Bytes of white space at the end of a text that are nobody's layout any more.
const FEW_BLANKS: usize = 64;

/// What has arrived for a request.
#[derive(Debug)]
pub(super) struct Transcript {
    request: RequestId,
    replies: UnboundedSender<Reply>,
    /// Saves the text as it comes.
    keeper: Option<Box<dyn Keeper>>,
    text: String,
    /// Text that has come and may yet turn out to be none; told only where the request ends before that is known.
    waiting: Option<String>,
    /// What the model thought so far, as much of it as is kept, and its length in bytes.
    thought: String,
    reasoning: usize,
    /// What was reasoned takes about so many tokens.
    reasoned: TokenEstimate,
    /// Whether its thoughts, and its text where that is looked at, say the same again and again.
    circles: Circles,
    text_circles: Option<Circles>,
    /// What tries took that came to nothing.
    spent: Usage,
    reported: Option<Usage>,
    /// The same as the server sent it.
    counts: Counts,
    finish: Option<String>,
}

impl Transcript {
    pub(super) fn new(request: RequestId, replies: UnboundedSender<Reply>) -> Self {
        Self {
            request,
            replies,
            keeper: None,
            text: String::new(),
            waiting: None,
            thought: String::new(),
            reasoning: 0,
            reasoned: TokenEstimate::default(),
            circles: Circles::of_thoughts(),
            text_circles: None,
            spent: Usage::default(),
            reported: None,
            counts: Counts::new(),
            finish: None,
        }
    }

    pub(super) fn kept_by(mut self, keeper: Option<Box<dyn Keeper>>) -> Self {
        self.keeper = keeper;
        self
    }

    /// Looks whether so many bytes of the text say the same again and again.
    pub(super) fn watch_for_circles(&mut self, bytes: usize) {
        self.text_circles = Some(Circles::of(bytes));
    }

    /// The same of a text that was cut: what would follow is more of the same.
    pub(super) fn is_entering_circles(&self) -> bool {
        let circles = self.text_circles.as_ref();
        circles.is_some_and(Circles::is_entering_them)
    }

    pub(super) fn request(&self) -> RequestId {
        self.request
    }

    pub(super) fn has_text(&self) -> bool {
        !self.text.trim().is_empty()
    }

    /// Why it is to be stopped, if it is: far more has come than was asked for, by a server that ignores the limit, or the same again and again.
    pub(super) fn to_be_stopped(&self, max_tokens: u32) -> Option<Stop> {
        const CHARACTERS_A_TOKEN: usize = 4;
        /// Tokens of other models are longer or shorter than the estimate.
        const LENIENT: usize = 2;
        const ROOM: usize = 500;
        /// Of white space alone far less is enough to know that no more will come.
        const BLANK: usize = 4096;
        let most = (max_tokens as usize).saturating_mul(LENIENT) + ROOM;
        let blank = self.text.len() - self.text.trim_end().len();
        let is_past = || {
            self.text.len() > most.saturating_mul(CHARACTERS_A_TOKEN)
                && self.text.chars().count() > most.saturating_mul(CHARACTERS_A_TOKEN)
        };
        let circles = self.text_circles.as_ref();
        if blank > BLANK {
            Some(Stop::Blank)
        } else if is_past() {
            Some(Stop::Past)
        } else {
            let in_circles = circles.is_some_and(Circles::is_in_them);
            in_circles.then_some(Stop::InCircles)
        }
    }

    /// Whether a model that may answer with so many tokens thinks on and on: for how many, and whether in circles.
    pub(super) fn thinks_without_end(&self, limit: u32) -> Option<(usize, bool)> {
        /// Times the limit, which some servers do not count thoughts in, and tokens besides.
        const TIMES: usize = 4;
        const LENIENT: usize = 32 * 1024;
        let tokens = self.reasoned.tokens();
        let is_long = tokens > (limit as usize).saturating_mul(TIMES) + LENIENT;
        let in_circles = self.circles.is_in_them();
        (is_long || in_circles).then_some((tokens, in_circles))
    }

    /// About so many tokens were thoughts.
    pub(super) fn tokens_thought(&self) -> u64 {
        let told = self.reported.map_or(0, |usage| usage.reasoning_tokens);
        told.max(self.reasoned.tokens() as u64)
    }

    pub(super) fn has_reasoning(&self) -> bool {
        self.reasoning > 0
    }

    pub(super) fn take(&mut self, parts: Vec<Part>) {
        for part in parts {
            match part {
                Part::Text(text) => self.text(text),
                Part::Reasoning(text) => self.reasoning(text),
                Part::AllReasoning => {
                    let text = std::mem::take(&mut self.text);
                    self.void();
                    self.send(Reply::Void {
                        request: self.request,
                    });
                    self.reasoning(text);
                }
            }
        }
    }

    pub(super) fn wait_for(&mut self, waiting: Option<String>) {
        self.waiting = waiting;
    }

    pub(super) fn text(&mut self, text: String) {
        self.text.push_str(&text);
        if let Some(circles) = &mut self.text_circles {
            circles.take(&text);
        }
        if let Some(keeper) = &self.keeper {
            keeper.text(&text);
        }
        self.send(Reply::Text {
            request: self.request,
            text,
        });
    }

    /// What the server counted; a later count stands for the whole request.
    pub(super) fn count(&mut self, usage: Option<Usage>, counts: &Counts) {
        self.reported = usage.or(self.reported);
        if !counts.is_empty() {
            self.counts.clone_from(counts);
        }
    }

    /// Tokens as the server counted them, and its counts as sent.
    pub(super) fn reported(&self) -> Option<(Usage, Counts)> {
        Some((self.reported?, self.counts.clone()))
    }

    /// The server's own word for why the model stopped.
    pub(super) fn finished(&mut self, word: Option<String>) {
        self.finish = word;
    }

    /// The same of a try that was answered with nothing of use, and has to be paid for.
    pub(super) fn starts_over(&mut self, why: String, wait: Duration, asked: &[Message]) {
        let before = self.spent;
        self.spent = Usage::default();
        self.spent = self.usage(asked);
        self.spent.add(before);
        self.reported = None;
        self.retrying(why, wait);
    }

    pub(super) fn retrying(&mut self, why: String, wait: Duration) {
        let restarts = self.has_reasoning() || !self.text.is_empty();
        self.text.clear();
        self.void();
        self.waiting = None;
        self.thought.clear();
        self.reasoning = 0;
        self.reasoned = TokenEstimate::default();
        self.circles = Circles::of_thoughts();
        self.send(Reply::Retrying {
            request: self.request,
            why,
            wait,
            restarts,
        });
    }

    /// Tokens as reported, as far as that can be true, or else as estimated from the text; none if nothing came back, since a refused request costs nothing.
    pub(super) fn usage(&self, asked: &[Message]) -> Usage {
        let nothing_came = self.text.is_empty() && !self.has_reasoning();
        let mut usage = match self.reported {
            None if nothing_came => Usage::default(),
            None => self.estimated(asked),
            Some(reported) => believable(reported, self.estimated(asked), !nothing_came),
        };
        usage.add(self.spent);
        usage
    }

    /// Tokens as estimated from the text.
    pub(super) fn estimated(&self, asked: &[Message]) -> Usage {
        let mut answered = self.reasoned;
        answered.add(&self.text);
        Usage {
            prompt_tokens: tokens_of(asked) as u64,
            completion_tokens: answered.tokens() as u64,
            estimated: true,
            ..Usage::default()
        }
    }

    /// What came of the request, for who reports it otherwise.
    pub(super) fn outcome(mut self, ending: Ending, usage: Usage, duration: Duration) -> Outcome {
        if let Some(waiting) = self.waiting.take() {
            self.text(waiting);
        }
        let blank = self.text.len() - self.text.trim_end().len();
        if blank > FEW_BLANKS {
            self.text.truncate(self.text.len() - blank);
        }
        Outcome {
            text: self.text,
            thought: self.thought,
            ending,
            finish: self.finish,
            usage,
            duration,
        }
    }

    pub(super) fn done(self, ending: Ending, usage: Usage, duration: Duration) {
        let (request, replies) = (self.request, self.replies.clone());
        let outcome = self.outcome(ending, usage, duration);
        // Nobody listens any more when the program is closing.
        let _ = replies.send(Reply::Done { request, outcome });
    }

    /// What was kept of the text is void with it.
    fn void(&self) {
        if let Some(keeper) = &self.keeper {
            keeper.void();
        }
    }

    fn reasoning(&mut self, text: String) {
        self.reasoning += text.len();
        self.reasoned.add(&text);
        self.circles.take(&text);
        if self.reasoning <= MOST_THOUGHT {
            self.thought.push_str(&text);
        }
        self.send(Reply::Reasoning {
            request: self.request,
            text,
        });
    }

    fn send(&self, reply: Reply) {
        let _ = self.replies.send(reply);
    }
}

/// What a server reported, with an estimate in the place of each count that cannot be true: ceilings and costs rest on it. That something `came` takes more
/// than nothing; and no request takes as much as some servers say.
fn believable(reported: Usage, estimated: Usage, came: bool) -> Usage {
    /// Times the estimate, and tokens besides: for what is added unseen, such as templates, images of text, and thoughts that are not shown.
    const TIMES: u64 = 50;
    const UNSEEN: u64 = 200_000;
    let is_true = |reported: u64, estimated: u64| {
        (reported > 0 || estimated == 0 || !came) && reported <= estimated * TIMES + UNSEEN
    };
    let mut usage = reported;
    if !is_true(reported.prompt_tokens, estimated.prompt_tokens) {
        usage.prompt_tokens = estimated.prompt_tokens;
        usage.estimated = true;
    }
    if !is_true(reported.completion_tokens, estimated.completion_tokens) {
        usage.completion_tokens = estimated.completion_tokens;
        usage.estimated = true;
    }
    usage.cached_tokens = usage.cached_tokens.min(usage.prompt_tokens);
    usage.reasoning_tokens = usage.reasoning_tokens.min(usage.completion_tokens);
    usage
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(prompt: u64, cached: u64, completion: u64) -> Usage {
        Usage {
            prompt_tokens: prompt,
            cached_tokens: cached,
            completion_tokens: completion,
            ..Usage::default()
        }
    }

    #[test]
    fn counts_that_cannot_be_true_give_way_to_estimates() {
        let estimated = usage(1000, 0, 100);
        let of = |reported: Usage| {
            let usage = believable(reported, estimated, true);
            (
                usage.prompt_tokens,
                usage.cached_tokens,
                usage.completion_tokens,
                usage.estimated,
            )
        };
        assert_eq!(of(usage(1200, 1100, 90)), (1200, 1100, 90, false));
        assert_eq!(of(usage(0, 0, 0)), (1000, 0, 100, true));
        assert_eq!(of(usage(1200, 0, 0)), (1200, 0, 100, true));
        assert_eq!(of(usage(u64::MAX, 0, u64::MAX)), (1000, 0, 100, true));
        assert_eq!(of(usage(1200, 500_000, 90)), (1200, 1200, 90, false));
        // Thoughts that are not shown are paid for.
        assert_eq!(of(usage(1200, 0, 60_000)), (1200, 0, 60_000, false));
        let refused = believable(usage(0, 0, 0), estimated, false);
        assert_eq!(refused, usage(0, 0, 0));
    }
}
