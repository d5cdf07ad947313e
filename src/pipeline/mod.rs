//! What to ask a writer next, and what its answer means; all of it pure.

mod context;
mod hunks;
mod request;

pub use context::{Context, ContextDocument, ContextPassage};
pub use hunks::revise;
pub use request::{Message, Request, Role, WrittenSection};
