//! What a study is, as plain data and pure functions.
//!
//! A study is the fold of an append-only list of [`Event`]s. The analyst's [`Command`]s come to events through [`Study::decide`]; a writer's
//! replies come to events in `pipeline`. This module knows nothing of files, clocks, models or screens, and imports nothing of the crate.

mod answer;
mod asked;
mod budget;
pub mod citation;
mod claim;
mod command;
mod complexity;
mod conversation;
mod copies;
mod course;
mod critique;
mod cycle;
mod event;
mod evidence;
#[cfg(test)]
pub(crate) mod fixture;
mod framework;
mod gone;
mod growth;
mod headings;
mod history;
mod ids;
mod instruction;
mod judgement;
mod near_copy;
mod news;
mod reflection;
mod refused;
mod reshape;
mod revision;
mod run;
mod section;
mod sent;
mod source_use;
mod state;
mod steps;
mod tally;
mod telling;
mod undo;
mod whereabouts;
mod wording;

pub use answer::{Answer, Answers, Unanswered};
pub use budget::{Ceilings, Limit, Spending};
pub use claim::{Claim, Quote, Verdict, by_verdict};
pub use command::{Command, Refusal};
pub use complexity::Complexity;
pub use conversation::{Conversation, Held, Turn, held_in};
pub use course::{Course, CourseDecision};
pub use critique::{CriticFindings, Critique, Remark};
pub use cycle::{Again, Cycle};
pub use event::{Call, CycleKind, Envelope, Event, Halt, LeftOpen, PromptRef, Provenance, Usage};
pub use evidence::{
    Description, Document, DocumentKind, FINAL_OUTPUT, LEFT_OUT, Link, Origin, PART_OF, Passage,
    ReadDocument, ReadPassage, RefusalKind, RefusedEvidence, UNREAD, clipped_from, date_in_words,
    is_newer, iso_date,
};
pub use framework::{Framework, RhetoricalRole, SectionPlan};
pub use growth::Standing;
pub use headings::Headings;
pub use history::{Edition, Measure, editions, editions_until, measured_editions, study_at};
pub use ids::{DocumentId, HunkId, PassageId, SectionId, StudyId, Timestamp};
pub use instruction::{AUTO_WRITER, BUILT_IN_WRITER, Instruction};
pub use judgement::{
    Dimension, Judged, Judgement, Reading, Score, Scores, Stale, THRESHOLD, two_digits,
};
pub use near_copy::{MOST_OF_A_BAND, Sketch, Sketcher, copied_from, likeness, sketch};
pub use news::{BY_NEW_EVIDENCE, NewsNote, TELLS_WHAT_IS_MISSING};
pub use reflection::{Reflection, Weakness, WeaknessKind};
pub use refused::Refused;
pub use reshape::{Reshape, Reshaping};
pub use revision::{Decision, Hunk, Piece, Revision};
pub use run::{Run, RunCause, RunPlan, Version};
pub use section::{
    ADD_EVIDENCE, CUT, ENDS_EARLY, Fallen, LIMITED_EVIDENCE, NOT_CHECKED, NOT_WRITTEN, NOTHING_YET,
    Partial, Replaced, Section, is_overrun, overrun,
};
pub use sent::{
    Compressed, Compression, Fate, LeftOut, OVER_COMPRESSED, Sent, SentPassage, TURBO_FAILED, ratio,
};
pub use source_use::SourceUse;
pub use state::Study;
pub use steps::{CallUnderWay, ContextRecord, Node, Outcome, StepRecord, Steps};
pub use tally::{Calls, Checks, Tally};
pub use telling::{Told, told_in};
pub use whereabouts::{ShortText, Whereabouts};
pub use wording::{counted, grouped, lasting, many, milliseconds, sized};
