//! What belongs to the study that is open and to no other: what the analyst wishes for it, what is due for it, and what is still to be said of it. Whoever
//! opens another study leaves all of it with the one that was open. What only shows a study stands with whoever works it out.

use std::collections::VecDeque;
use std::time::Instant;

use super::{again, holding, ingest, instructed, stopwatch, unsaved, watch};
use crate::library::{EditDraft, Words, WordsFor};
use crate::study::{CycleKind, HunkId, SectionId};

#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a wish or a state of its own"
)]
pub(super) struct Desk {
    /// A step that was cut when the program ended waits for the analyst: it costs.
    pub(super) held: bool,
    /// A step has ended, and what follows is begun in a turn of its own: keys and frames come between.
    pub(super) due: bool,
    /// The analyst wants a pause after the call that runs.
    pub(super) pausing: bool,
    /// The analyst looks at what is proposed.
    pub(super) reviewing: bool,
    pub(super) stopwatch: stopwatch::Stopwatch,
    /// What is to be read after what is being read.
    pub(super) queue: VecDeque<ingest::job::Job>,
    pub(super) watches: watch::Watches,
    /// A watched folder brought something that the brief has not seen.
    pub(super) update_due: bool,
    /// The analyst had the rest of a brief written before its news are brought in: they are asked for then.
    pub(super) put_off: bool,
    pub(super) again: again::Again,
    /// The request that is being made again with less.
    pub(super) too_long: Option<holding::TooLong>,
    /// When the running call has to be over, where time has a ceiling.
    pub(super) until: Option<Instant>,
    /// What to start when the evidence is in.
    pub(super) after_ingest: Option<CycleKind>,
    /// Texts of the brief that were being edited and are not done.
    pub(super) edits: Vec<EditDraft>,
    /// Instructions and reasons that were being typed and are not done with.
    pub(super) words: Vec<Words>,
    /// The question as it was typed last, where it is nowhere but in memory.
    pub(super) typed: Option<String>,
    /// The question as it was to go on with when the study was opened, which could not be written then.
    pub(super) found: Option<String>,
    /// What was said of the last cycle, where it came to nothing and nothing was said since.
    pub(super) came_to_nothing: Option<&'static str>,
    /// Why nothing was accepted by itself in the run that ends, though that is wished.
    pub(super) not_taken: Option<String>,
    /// Instructions of which it has not been said what became of them.
    pub(super) instructed: Vec<instructed::Instructed>,
    /// An update has ended, and what it left standing is still to be told.
    pub(super) updated: bool,
    /// What it left standing, as it was told.
    pub(super) told_left: Option<String>,
    /// Changes that were accepted by themselves in the run that ends, and are still to be told beside that.
    pub(super) taken: usize,
    /// An answer that the journal could not take.
    pub(super) unsaved: Option<unsaved::Unsaved>,
    /// The change whose words it could not take; they are among the edits again.
    pub(super) given_back: Option<(SectionId, Option<HunkId>)>,
    /// The words that an instruction or a refusal had which it could not take.
    pub(super) words_back: Option<WordsFor>,
    /// When it is next looked whether the study can be changed here by now, or was changed elsewhere.
    pub(super) look_at: Option<Instant>,
    /// When it is next tried to keep what is typed, where some of it is nowhere but in memory.
    pub(super) typed_due: Option<Instant>,
    /// Set when the journal could not be written: nothing more is started, so that nothing is shown that is not kept.
    pub(super) broken: bool,
    /// When it is next tried whether it can be.
    pub(super) try_at: Option<Instant>,
}
