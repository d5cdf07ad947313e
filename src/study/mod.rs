//! What a study is, as plain data and pure functions.
//!
//! A study is the fold of an append-only list of [`Event`]s. The analyst's [`Command`]s come to events through [`Study::decide`]; a writer's
//! replies come to events in `pipeline`. This module knows nothing of files, clocks, models or screens, and imports nothing of the crate.

pub mod citation;
mod claim;
mod command;
mod conversation;
mod copies;
mod critique;
mod event;
mod evidence;
mod framework;
mod growth;
mod ids;
mod instruction;
mod near_copy;
mod revision;
mod section;
mod sent;
mod source_use;
mod state;
mod wording;

pub use claim::{Claim, Quote, Verdict};
pub use command::{Command, Refusal};
pub use conversation::{Held, Turn};
pub use critique::{CriticFindings, Critique, Remark};
pub use event::{CycleKind, Envelope, Event, Halt, PromptRef, Provenance, Usage};
pub use evidence::{
    Document, DocumentKind, Origin, Passage, ReadDocument, ReadPassage, RefusedEvidence, is_newer,
};
pub use framework::{Framework, RhetoricalRole, SectionPlan};
pub use growth::Standing;
pub use ids::{DocumentId, HunkId, PassageId, SectionId, StudyId, Timestamp};
pub use instruction::{BUILT_IN_WRITER, Instruction};
pub use near_copy::{CopyText, Sketch, sketch};
pub use revision::{Decision, Hunk, Piece, Revision};
pub use section::{Partial, Section};
pub use sent::{
    Compressed, Compression, Fate, LeftOut, OVER_COMPRESSED, Sent, SentPassage, TURBO_FAILED, ratio,
};
pub use source_use::SourceUse;
pub use state::{Cycle, Study};
pub use wording::counted;
