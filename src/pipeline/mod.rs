//! What to ask a writer next, and what its answer means; all of it pure.
//!
//! `next` says which step is due, `compose` makes the request for it, `interpret` turns the reply into events. Retrieving passages, running requests
//! and recording events happen in `workbench`.

mod compose;
mod context;
pub mod hunks;
mod interpret;
mod next;
mod prompts;
mod request;
mod resume;

pub use compose::{Window, compose, estimate_tokens};
pub use context::{Context, ContextDocument, ContextPassage};
pub use interpret::{Reply, interpret};
pub use next::{Next, Step, next};
pub use prompts::{PromptError, Prompts};
pub use request::{Message, Request, Role, WrittenSection};
pub use resume::{go_on, join, whole_sentences};
