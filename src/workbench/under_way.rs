//! The call that is under way: what the journal will tell of it when it has ended, for whoever looks at the trace before [T1].

use super::{Workbench, preparing};
use crate::clock;
use crate::pipeline::Request;
use crate::study::{CallUnderWay, Conversation, Node, PromptRef, SectionId};

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
