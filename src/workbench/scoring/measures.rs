//! What is measured of a brief, and whether it is of the text as it stands.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use crate::study::{Reading, Scores, SectionId, Study};

/// What is measured faster than this is there before anyone has looked.
const AT_ONCE: Duration = Duration::from_millis(150);

/// The scores that are measured of the accepted brief.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Measures {
    /// `None` while nothing is written.
    pub now: Option<Scores>,
    /// What the brief would score with all that is proposed; `None` where nothing is, or it has not been checked yet.
    pub proposed: Option<Scores>,
    /// The same with what is proposed for one section alone, where several have something.
    pub by_section: Vec<(SectionId, Scores)>,
    /// Whether `now` is of another text than the accepted one, and will be for a while.
    pub is_behind: bool,
    /// The text that `now` is of, as a number, and how long measuring it took.
    pub(crate) of: u64,
    pub(crate) took: Duration,
    /// What the scores are shown beside: those of another text by the same evidence, or of this text by the evidence of before.
    pub before: Option<(Against, Scores)>,
}

/// What scores are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// The draft with this number, where it says something else.
    Draft(u32),
    /// The same text, by the evidence that there was before some came or went.
    OlderEvidence,
}

impl Measures {
    /// Notes which text was measured, and how long that took.
    pub(super) fn note_of(&mut self, study: &Study, took: Duration) {
        self.of = number_of(study);
        self.took = took;
        self.is_behind = false;
    }

    /// Looks whether this is of the text as it stands: what takes a while, or waits for a writer, is not passed off as this text's.
    pub(super) fn look_at(&mut self, study: &Study) {
        let is_slow = self.took > AT_ONCE || study.writing().is_some();
        self.is_behind = is_slow && self.now.is_some() && self.of != number_of(study);
    }
}

/// A number that tells the accepted text from others.
fn number_of(study: &Study) -> u64 {
    let mut number = DefaultHasher::new();
    study.texts(Reading::Accepted).hash(&mut number);
    number.finish()
}
