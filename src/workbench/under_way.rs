//! The call that is under way: what the journal will tell of it when it has ended, for whoever looks at the trace before [T1].

use super::{Workbench, preparing};
use crate::clock;
use crate::library::BegunCall;
use crate::pipeline::{self, Ask, Request};
use crate::study::{CallUnderWay, Conversation, Event, Node, PromptRef, SectionId, Usage};

impl Workbench {
    /// The call that is under way, where one is: there is one at a time.
    pub fn call(&self) -> Option<&CallUnderWay> {
        let writing = self.running.as_ref().map(|running| &running.call);
        let critic = self.critic.as_ref().map(|reading| &reading.call);
        let asking = self.asking.as_ref().map(|asking| &asking.call);
        let preparing = self.preparing.as_ref();
        let compressing = preparing.and_then(preparing::Preparing::call);
        writing.or(critic).or(asking).or(compressing)
    }

    /// Keeps that a model is sent this now, so that it is counted also where the program ends before the answer comes. On a full disk there is no room for
    /// it, as there is none for the answer.
    pub(super) fn note_begun(&self, by: &str, prompts: &[u64]) {
        let call = BegunCall {
            by: by.to_owned(),
            calls: prompts.len() as u64,
            prompt_tokens: prompts.iter().sum(),
        };
        let as_of = self.session.last();
        let _ = self.library.keep_begun(self.session.id, as_of, &call);
    }

    /// The same for questions.
    pub(super) fn note_asked(&self, by: &str, asks: &[Ask]) {
        let prompt = |ask: &Ask| pipeline::Call::of(&ask.messages, 0, ask.max_tokens).prompt;
        let prompts: Vec<u64> = asks.iter().map(prompt).collect();
        self.note_begun(by, &prompts);
    }

    /// What a call took that the end of the program cut: what was sent, and what is kept of the answer. Nothing where none was cut.
    pub(super) fn spent_by_what_was_cut(&self, came: &str) -> Option<Event> {
        let begun = self.library.unanswered(self.session.id).ok().flatten()?;
        Some(Event::CallSpent {
            by: begun.by,
            usage: Usage {
                prompt_tokens: begun.prompt_tokens,
                completion_tokens: pipeline::estimate_tokens(came) as u64,
                estimated: true,
                ..Usage::default()
            },
            duration_ms: 0,
        })
    }
}

/// A request to a writer that begins now, and the turn that it adds to the conversation.
pub(super) fn writing(
    request: &Request,
    by: String,
    asked: String,
    conversation: Conversation,
) -> CallUnderWay {
    CallUnderWay {
        sent: Some(request.context.sent(conversation)),
        ..asking(
            (Node::Write, Some(request.section)),
            by,
            request.prompt.clone(),
            asked,
        )
    }
}

/// Any other call that begins now.
pub(super) fn asking(
    (node, section): (Node, Option<SectionId>),
    by: String,
    prompt: PromptRef,
    asked: String,
) -> CallUnderWay {
    CallUnderWay {
        node,
        section,
        since: clock::now(),
        by,
        prompt,
        asked,
        sent: None,
    }
}
