//! What a frame is drawn from: the study, and what is true beside it at this moment.
//!
//! The workbench lends a [`View`] for each input and each frame; nothing of it is kept here. Where the reader is looking is the other half of a
//! screen, and lives in [`super::ui`]. What a frame takes from the workbench is named in this file, and only here; the loop in `run` deals with the workbench
//! itself.

use std::time::{Duration, Instant};

pub use crate::check::Scorecard;
pub use crate::library::{EditDraft, StudySummary, Words, WordsFor};
pub use crate::pipeline::impact::{NewFact, Said, Touched};
pub use crate::pipeline::{
    Disagreement, Forecast, Ledger, Next, Prices, Side, StageState, Step, next, stages,
};
use crate::study::{CallUnderWay, Claim, Section, SectionId, Study, StudyId};
pub use crate::workbench::{
    About, Against, Choice, CriticAtWork, FoundPassage, FoundPlace, FoundStudy, ImpactSheet,
    IngestProgress, Keeping, Level, Live, Marked, Measures, NamedAddress, Notice, PassageView,
    Question, QuestionAtWork, SteeringCosts, Watched,
};

/// From then on a model that sends nothing is no longer said to be writing.
const SILENCE: Duration = Duration::from_secs(5);

/// The study and its surroundings, as they are now.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
pub struct View<'a> {
    pub study: &'a Study,
    pub id: Option<StudyId>,
    /// The last event of its journal, where there is one: as long as this is the same, so is the study.
    pub event: Option<u64>,
    /// The writer's name for the analyst.
    pub writer: &'a str,
    /// What models have cost so far, where that is known.
    pub cost: Option<f64>,
    /// What models ask for their tokens.
    pub prices: &'a Prices,
    /// What writing the brief is likely to take, where a model writes.
    pub forecast: Option<Forecast>,
    /// What an instruction is likely to take, once that is reckoned.
    pub steering: Option<&'a SteeringCosts>,
    /// How long the last run has taken so far, where it was started here.
    pub run_time: Option<Duration>,
    pub live: Option<&'a Live>,
    /// The call that is under way: whom it asked for what, and with which evidence.
    pub call: Option<&'a CallUnderWay>,
    /// The verdicts of a text that streams, or streamed a moment ago.
    pub marked: Option<&'a Marked>,
    /// The section that a critic reads.
    pub critic: Option<CriticAtWork>,
    /// Whether the run is between two of its steps, and goes on by itself.
    pub goes_on: bool,
    /// What a model is asked about the brief.
    pub asking: Option<QuestionAtWork>,
    /// When a step that failed is tried again by itself, where it is.
    pub tries_again: Option<Instant>,
    /// The analyst waits for a pause.
    pub pausing: bool,
    /// Whether what is proposed is accepted by itself.
    pub auto_apply: bool,
    /// Whether there is a model to judge.
    pub has_judge: bool,
    /// What sources disagree on.
    pub ledger: &'a Ledger,
    pub scorecard: &'a Scorecard,
    /// The five scores as they are measured.
    pub measures: &'a Measures,
    pub ingest: Option<&'a IngestProgress>,
    pub watched: &'a [Watched],
    /// Texts of the brief that were being edited and are not done.
    pub edits: &'a [EditDraft],
    /// Instructions and reasons that were being typed and are not done with.
    pub words: &'a [Words],
    pub notice: Option<&'a Notice>,
    /// The journal could not be written: what was recorded before is kept, and nothing more is done until the analyst asks for it.
    pub is_broken: bool,
    /// There is something that it could not take, and that is gone when the program ends.
    pub has_unsaved: bool,
    /// Why the study can't be changed, where it can't.
    pub read_only: Option<&'a str>,
    /// When the study was last saved, such as `14:02`.
    pub saved: Option<&'a str>,
    pub now: Instant,
}

impl View<'_> {
    /// What was being typed for this, where it is not done with.
    #[must_use]
    pub fn words_for(&self, of: WordsFor) -> Option<&str> {
        let known = self.words.iter().find(|words| words.of == of)?;
        Some(&known.text)
    }

    /// Whether a writer is at work.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.live.is_some() || !self.is_broken && self.study.writing().is_some()
    }

    /// Whether a writer or another model is at work, whose answer would be lost.
    #[must_use]
    pub fn has_call(&self) -> bool {
        self.is_running() || self.critic.is_some() || self.asking.is_some()
    }

    /// Whether a run is under way: something is at work for it, or it is between two of its steps.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        self.has_call() || self.goes_on && self.study.active_run().is_some()
    }

    /// Whether anything is at work: a run, or the reading of evidence.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.is_under_way() || self.ingest.is_some()
    }

    /// Whether there is anything to be stopped: what is at work, or what is to be tried again.
    #[must_use]
    pub fn may_stop(&self) -> bool {
        self.is_busy() || self.tries_again.is_some()
    }

    /// The text that streams into a section, if one streams into this one.
    #[must_use]
    pub fn live_in(&self, section: SectionId) -> Option<&Live> {
        self.live.filter(|live| live.section == section)
    }

    /// The verdicts of a text that streams into a section, until its own are recorded.
    #[must_use]
    pub fn marked_in(&self, id: SectionId, section: &Section) -> &[Claim] {
        match self.marked {
            Some(marked) if marked.section == id && (self.live.is_some() || !section.checked) => {
                &marked.claims
            }
            _ => &[],
        }
    }

    /// How long the running request has taken.
    #[must_use]
    pub fn elapsed(&self, live: &Live) -> Duration {
        self.now.saturating_duration_since(live.started)
    }

    /// How long nothing has come of the running request, where that is long enough to be told.
    #[must_use]
    pub fn silence(&self, live: &Live) -> Option<Duration> {
        let silence = self.now.saturating_duration_since(live.heard);
        (live.waiting.is_none() && silence >= SILENCE).then_some(silence)
    }

    /// Name of a section, for headings and notices.
    #[must_use]
    pub fn section_title(&self, section: SectionId) -> &str {
        self.study
            .framework
            .sections
            .get(section.0)
            .map_or("", |plan| plan.title.as_str())
    }

    /// Whether there are words of a brief to act on: to cite, to copy, to export.
    #[must_use]
    pub fn has_text(&self) -> bool {
        let has_words = |text: &str| !text.trim().is_empty();
        let is_begun = |section: &Section| {
            let partial = section.partial.as_ref();
            section.is_written() || partial.is_some_and(|partial| has_words(&partial.text))
        };
        self.study.sections.iter().any(is_begun)
            || self.live.is_some_and(|live| has_words(&live.text))
    }

    /// Whether there is anything of a brief to read: text, a part of a text, or text that is on its way.
    #[must_use]
    pub fn has_brief(&self) -> bool {
        self.is_running()
            || self
                .study
                .sections
                .iter()
                .any(|section| section.is_written() || section.partial.is_some())
    }
}
