//! What to ask a writer next, and what its answer means; all of it pure.
//!
//! `next` says which step is due, `compose` makes the request for it, `interpret` turns the reply into events. Retrieving passages, running requests
//! and recording events happen in `workbench`.

mod compose;
mod compress;
mod context;
mod critic;
mod edits;
mod fence;
pub mod hunks;
pub mod impact;
mod interpret;
mod ledger;
mod next;
mod prompts;
mod proposing;
mod query;
mod request;
mod resume;
mod select;
mod shorten;

pub use compose::{Composed, Window, compose, estimate_tokens};
pub use compress::{Budget, ContextLimits, Fitted, fit, to_compress};
pub use context::{Context, ContextDocument, ContextPassage, Form, Trace};
pub use critic::{CriticAsk, critic_ask, read_critique, unsettled};
pub use interpret::{Reply, interpret};
pub use ledger::{Disagreement, Ledger, Side, disagreement};
pub use next::{Next, Step, next};
pub use prompts::{PromptError, Prompts};
pub use proposing::{Proposing, new_sentences};
pub use query::{change_query, salient, section_query, steer_query, version_query};
pub use request::{Message, Request, Role, WrittenSection};
pub use resume::{go_on, join, kept, seam, whole_sentences};
pub use select::{Selection, select};
pub use shorten::{Ask, answered, ask, read, shortened};
