//! The facts that a study is made of.
//!
//! Events are past tense and carry what happened in full: the pieces of a revision, never a recipe that today's code would run again. Kind
//! names are stored and therefore frozen; a change of meaning is a new kind, converted on load.

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::budget::{Ceilings, Limit};
use super::claim::Claim;
use super::complexity::Complexity;
use super::course::CourseDecision;
use super::critique::Critique;
use super::evidence::{Description, Document, RefusedEvidence};
use super::framework::Framework;
use super::ids::{DocumentId, HunkId, PassageId, SectionId, StudyId, Timestamp};
use super::instruction::Instruction;
use super::judgement::{Judgement, Reading};
use super::news::NewsNote;
use super::reflection::Reflection;
use super::reshape::Reshape;
use super::revision::{Decision, Revision};
use super::run::{RunCause, RunPlan};
use super::section::Partial;
use super::sent::{Compression, Sent};

/// A change that was not accepted by itself, and what spoke against it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOpen {
    pub section: SectionId,
    pub hunk: HunkId,
    pub why: String,
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "body", rename_all = "snake_case")]
#[expect(
    clippy::large_enum_variant,
    reason = "events are few in memory at a time, and are written as they are"
)]
pub enum Event {
    StudyOpened {
        question: String,
        framework: Framework,
    },
    /// All before this was copied from another study, which stays as it is.
    StudyForked {
        from: StudyId,
        /// The last event that was copied.
        at: u64,
    },
    /// The analyst gave the study a name of its own; an empty one goes back to the question.
    StudyRenamed {
        name: String,
    },
    /// The analyst wants the study out of sight. Nothing of it is destroyed.
    StudyDeleted,
    StudyUndeleted,
    QuestionChanged {
        question: String,
        /// Undo takes it back, which it did not in journals that do not say so [D3].
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        undoable: bool,
    },
    WriterChosen {
        writer: String,
    },
    EvidenceAdded {
        document: Document,
    },
    EvidenceRefused {
        refused: RefusedEvidence,
    },
    /// The analyst asked for these to be read: absolute paths and addresses. They stay asked for until `EvidenceRead` names them, so that a
    /// reading that was cut can be gone on with.
    EvidenceRequested {
        arguments: Vec<String>,
    },
    /// What was asked for was read to its end, or was given up.
    EvidenceRead {
        arguments: Vec<String>,
    },
    /// A source says something else now. The new text is a document of its own; the old one stays for what cites it [E7].
    DocumentReplaced {
        old: DocumentId,
        new: Document,
    },
    /// The same text lies at another address now.
    DocumentMoved {
        document: DocumentId,
        uri: String,
    },
    /// The sources are missing: nothing new is written from them, and what cites them still opens.
    DocumentsWithdrawn {
        documents: Vec<DocumentId>,
    },
    /// Sources that had been withdrawn are there again as they were.
    DocumentsReturned {
        documents: Vec<DocumentId>,
    },
    /// The analyst wants these to be no evidence: nothing new is written from them, and what cites them still opens [E7].
    DocumentsTakenOut {
        documents: Vec<DocumentId>,
        /// Undo takes it back, which it did not in journals that do not say so [D3].
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        undoable: bool,
    },
    /// The analyst wants what was taken out to be evidence again.
    DocumentsPutBack {
        documents: Vec<DocumentId>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        undoable: bool,
    },
    /// What changes in this folder is evidence from now on.
    FolderWatched {
        folder: String,
    },
    FolderUnwatched {
        folder: String,
    },
    /// The analyst let a passage back in that the guardrail keeps from writers [E6].
    PassageReadmitted {
        passage: PassageId,
        document: DocumentId,
    },
    /// The analyst set a readmitted passage aside again.
    PassageSetAside {
        passage: PassageId,
        document: DocumentId,
    },
    /// The analyst put right what is known of a source.
    DocumentDescribed {
        document: DocumentId,
        description: Description,
    },
    /// Documents that got the next citation numbers, in order [C1].
    SourcesNumbered {
        documents: Vec<DocumentId>,
    },
    /// The analyst said what is to be different [W8]. Followed by a cycle, at once or when the writer is free.
    InstructionGiven {
        instruction: Instruction,
    },
    /// What waits for this section of the running cycle is told to its writer, with the step that begins.
    InstructionsTaken {
        section: SectionId,
    },
    /// A cycle was started, which comes next: what may follow it by itself, and what gave rise to it.
    RunBegun {
        plan: RunPlan,
        #[serde(default, skip_serializing_if = "RunCause::is_asked")]
        cause: RunCause,
    },
    /// The analyst wants no further step for now.
    RunPaused,
    RunResumed,
    /// The cycle that is started next follows by itself, for this reason.
    CycleCalledFor {
        cycle: CycleKind,
        why: String,
    },
    CycleStarted {
        cycle: CycleKind,
        sections: Vec<SectionId>,
    },
    /// What an update is to look at was found, before a writer is asked [W3b].
    NewsWeighed {
        notes: Vec<NewsNote>,
    },
    /// These documents were found to add nothing to the brief: no writer was asked about them [W3b].
    NewsSettled {
        documents: Vec<DocumentId>,
        why: String,
    },
    /// A section's first text: accepted and candidate at once.
    SectionWritten {
        section: SectionId,
        text: String,
        warnings: Vec<String>,
        provenance: Provenance,
    },
    /// A new candidate beside the accepted text.
    RevisionProposed {
        section: SectionId,
        revision: Revision,
        warnings: Vec<String>,
        provenance: Provenance,
    },
    /// A writer was asked and proposes no change.
    RevisionUnneeded {
        section: SectionId,
        /// Edits that were proposed and could not be made.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        missed: Vec<String>,
        provenance: Provenance,
    },
    /// An answer that cannot be taken as it is: the section is asked for once more, with what was wrong, or for the rest where it reached its limit [W12].
    AskedAgain {
        section: SectionId,
        why: String,
        /// What came stands, and the writer goes on from it.
        goes_on: bool,
        provenance: Provenance,
    },
    /// A model compressed a passage for a context [R5].
    PassageCompressed {
        compression: Compression,
    },
    /// The running step ended early: the text so far, and why.
    StepHalted {
        section: SectionId,
        partial: Partial,
        halt: Halt,
    },
    CycleResumed,
    /// The program goes on by itself after a server broke off, or gave no answer.
    CycleGoneOn,
    ClaimsChecked {
        section: SectionId,
        claims: Vec<Claim>,
    },
    /// A model wrote a section, and another look at what checking cannot settle in it is wanted [V2].
    CritiqueRequested {
        section: SectionId,
    },
    /// The critic answered, or could not.
    SectionCritiqued {
        section: SectionId,
        critique: Critique,
    },
    /// A model said what is weak in a first draft, or could not [W6].
    BriefReflected {
        answer: Answer<Reflection>,
    },
    /// A model said whether to look for more evidence, or could not [W7].
    CourseDecided {
        answer: Answer<CourseDecision>,
    },
    /// More evidence was searched for in the library; passages that no writer has been sent.
    EvidenceSearched {
        queries: Vec<String>,
        passages: Vec<PassageId>,
        /// Documents that were none of the study's before, and are evidence by it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        from_library: Vec<DocumentId>,
    },
    /// The analyst wants this text judged.
    JudgementWanted {
        reading: Reading,
    },
    /// A model scored the brief, or could not; measured scores stand beside it [J1].
    BriefJudged {
        judgement: Judgement,
    },
    /// An earlier candidate of the run is proposed again, because it scored best [J2].
    BestKept {
        revisions: Vec<(SectionId, Revision)>,
        why: String,
    },
    /// Whether the candidate was accepted without the analyst; the decisions themselves are events of their own.
    AutoApplied {
        applied: bool,
        why: String,
        /// How many of the decisions right before are one step with it, to be undone together.
        #[serde(default, skip_serializing_if = "is_zero")]
        decided: u64,
        /// The changes of which some alone speaks against them; journals of before do not tell.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        left: Vec<LeftOpen>,
    },
    HunksDecided {
        section: SectionId,
        hunks: Vec<HunkId>,
        decision: Decision,
    },
    /// So many of the decisions right before were taken at once, over several sections, and are undone at once.
    DecidedTogether {
        decisions: u64,
    },
    /// The analyst refused changes and said why [W8].
    HunksRefused {
        section: SectionId,
        hunks: Vec<HunkId>,
        why: String,
    },
    /// The analyst edited, split or joined changes.
    HunksReshaped {
        section: SectionId,
        reshape: Reshape,
    },
    /// No cycle may change this sentence from now on [W8].
    SentencePinned {
        section: SectionId,
        sentence: String,
    },
    SentenceUnpinned {
        section: SectionId,
        sentence: String,
    },
    /// The analyst rewrote a section by hand.
    SectionEdited {
        section: SectionId,
        text: String,
    },
    /// The analyst rewrote a section by hand for which changes were proposed: the new text, with the changes that it leaves standing.
    SectionReworked {
        section: SectionId,
        revision: Revision,
    },
    /// The analyst put an earlier text of the brief in place of the one there was: sections as they read after event `at`.
    BriefRestored {
        at: u64,
        sections: Vec<(SectionId, String)>,
    },
    Undone,
    Redone,
    BriefExported {
        path: String,
    },
    /// What the study asks of a writer, where that chooses who writes the cycle that begins [M2].
    ComplexityEstimated {
        complexity: Complexity,
    },
    /// The analyst said what the study may take [M5].
    BudgetSet {
        ceilings: Ceilings,
    },
    /// The next step would pass a ceiling: nothing more is asked for now.
    BudgetReached {
        why: String,
        /// What is used up; journals of earlier releases do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<Limit>,
    },
    /// What a model thought before the answer that the event before this one tells of: looked at on demand, never part of the brief, nor of what leaves the
    /// program [M1].
    ReasoningKept {
        text: String,
    },
    /// A call that no other event tells of took this.
    CallSpent {
        by: String,
        usage: Usage,
        duration_ms: u64,
    },
}

/// What a call took that an event tells of, and who answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call<'a> {
    pub by: &'a str,
    pub usage: Usage,
    pub duration_ms: u64,
}

impl Event {
    /// Whether it is a decision on what the brief says, or takes one back.
    #[must_use]
    pub fn is_review(&self) -> bool {
        matches!(
            self,
            Self::HunksDecided { .. }
                | Self::HunksRefused { .. }
                | Self::HunksReshaped { .. }
                | Self::SectionEdited { .. }
                | Self::SectionReworked { .. }
                | Self::BriefRestored { .. }
                | Self::Undone
                | Self::Redone
        )
    }

    /// Whether the study rests on other documents from here on.
    #[must_use]
    pub fn changes_evidence(&self) -> bool {
        matches!(
            self,
            Self::EvidenceAdded { .. }
                | Self::DocumentReplaced { .. }
                | Self::DocumentsWithdrawn { .. }
                | Self::DocumentsReturned { .. }
                | Self::DocumentsTakenOut { .. }
                | Self::DocumentsPutBack { .. }
        )
    }

    /// The call that it is the answer of, where it is one.
    #[must_use]
    pub fn call(&self) -> Option<Call<'_>> {
        let (by, usage, duration_ms) = match self {
            Self::SectionWritten { provenance, .. }
            | Self::RevisionProposed { provenance, .. }
            | Self::RevisionUnneeded { provenance, .. }
            | Self::AskedAgain { provenance, .. } => {
                (&provenance.writer, provenance.usage, provenance.duration_ms)
            }
            Self::PassageCompressed { compression } => {
                (&compression.by, compression.usage, compression.duration_ms)
            }
            Self::SectionCritiqued { critique, .. } => {
                let answer = &critique.answer;
                (&answer.by, answer.usage, answer.duration_ms)
            }
            Self::BriefReflected { answer } => (&answer.by, answer.usage, answer.duration_ms),
            Self::CourseDecided { answer } => (&answer.by, answer.usage, answer.duration_ms),
            Self::BriefJudged { judgement } => {
                let answer = &judgement.answer;
                (&answer.by, answer.usage, answer.duration_ms)
            }
            Self::CallSpent {
                by,
                usage,
                duration_ms,
            } => (by, *usage, *duration_ms),
            _ => return None,
        };
        Some(Call {
            by,
            usage,
            duration_ms,
        })
    }

    /// What was asked, without the conversation before it, and what was answered, where it keeps them.
    #[must_use]
    pub fn exchange(&self) -> Option<(&str, &str)> {
        Some(match self {
            Self::SectionWritten { provenance, .. }
            | Self::RevisionProposed { provenance, .. }
            | Self::RevisionUnneeded { provenance, .. }
            | Self::AskedAgain { provenance, .. } => (&provenance.asked, &provenance.replied),
            Self::StepHalted { partial, .. } => (
                &partial.asked,
                if partial.replied.is_empty() {
                    &partial.text
                } else {
                    &partial.replied
                },
            ),
            Self::SectionCritiqued { critique, .. } => {
                (&critique.answer.asked, &critique.answer.replied)
            }
            Self::BriefReflected { answer } => (&answer.asked, &answer.replied),
            Self::CourseDecided { answer } => (&answer.asked, &answer.replied),
            Self::BriefJudged { judgement } => (&judgement.answer.asked, &judgement.answer.replied),
            _ => return None,
        })
    }

    /// Whether it may leave the program, as a line of JSON for other programs.
    #[must_use]
    pub fn is_told(&self) -> bool {
        !matches!(self, Self::ReasoningKept { .. })
    }
}

/// Why the writer runs over the sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CycleKind {
    /// The first text of each section.
    Draft,
    /// New evidence for what is written [W3].
    Update,
    /// Another version of a section, asked for by the analyst.
    Another,
    /// What the analyst's instructions say [W8].
    Steer,
    /// The sections that a brief still lacks [W5].
    Complete,
    /// What a reflection found weak in the first draft [W6].
    Refine,
    /// What checking, critic and judge found wrong [J2].
    Revise,
    /// What a search for more evidence found [W7].
    FollowUp,
}

impl CycleKind {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Update => "update",
            Self::Another => "another version",
            Self::Steer => "steered",
            Self::Complete => "completion",
            Self::Refine => "refined",
            Self::Revise => "revised",
            Self::FollowUp => "follow-up",
        }
    }

    /// What the writer does in it, in one word.
    #[must_use]
    pub fn doing(self) -> &'static str {
        match self {
            Self::Draft => "writing",
            Self::Update => "updating",
            Self::Another => "rewriting",
            Self::Steer => "steering",
            Self::Complete => "completing",
            Self::Refine => "refining",
            Self::Revise => "revising",
            Self::FollowUp => "following up",
        }
    }

    /// Whether it does what the analyst wished for, in words or as another version: no run brings it about, and one that is under way goes on after it.
    #[must_use]
    pub fn is_wished(self) -> bool {
        matches!(self, Self::Steer | Self::Another)
    }
}

/// How a step ended without finishing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Halt {
    /// The analyst stopped it.
    Stopped,
    /// The writer failed.
    Failed,
    /// The program ended while it ran.
    Interrupted,
    /// No answer of the writer could be used: it waits until the other sections of its cycle are written.
    Unusable,
}

/// Where a reply came from [D1].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// `extractive`, or `provider/model`.
    pub writer: String,
    pub prompt: PromptRef,
    /// Passages that were in the context, in its order.
    pub passages: Vec<PassageId>,
    /// Whether the context was in multi-source mode [R4].
    pub multi_source: bool,
    /// The turn that was added to the conversation, and the reply as it came: a retry continues from these [M4].
    pub asked: String,
    pub replied: String,
    /// What the conversation holds of the reply, where that is not all of it: the rest was cut, or all of it refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<String>,
    pub usage: Usage,
    pub duration_ms: u64,
    /// What the writer was sent and what not; journals of the first version do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<Sent>,
}

impl Provenance {
    /// The reply as the conversation goes on from it; empty where it was refused.
    #[must_use]
    pub fn carried(&self) -> &str {
        self.kept.as_ref().unwrap_or(&self.replied)
    }

    /// Whether nothing of the reply could be used: a model would copy it if it were shown again as an answer of its own.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.kept.as_ref().is_some_and(String::is_empty)
    }
}

/// The prompt that made a request [P1].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct PromptRef {
    pub id: String,
    pub version: u32,
    /// First 16 hex digits of the SHA-256 of the template.
    pub hash: String,
}

/// Tokens of one request; zero where the server reported none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Usage {
    pub prompt_tokens: u64,
    pub cached_tokens: u64,
    /// What the model wrote, its reasoning included.
    pub completion_tokens: u64,
    /// As much of that as was reasoning.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub reasoning_tokens: u64,
    /// The counts were estimated here, not reported by the server.
    pub estimated: bool,
}

impl Usage {
    /// Counts of one request that came in two reports: of each the larger one.
    #[must_use]
    pub fn or_more(self, other: Self) -> Self {
        Self {
            prompt_tokens: self.prompt_tokens.max(other.prompt_tokens),
            cached_tokens: self.cached_tokens.max(other.cached_tokens),
            completion_tokens: self.completion_tokens.max(other.completion_tokens),
            reasoning_tokens: self.reasoning_tokens.max(other.reasoning_tokens),
            estimated: self.estimated && other.estimated,
        }
    }

    /// Adds what another request took.
    pub fn add(&mut self, other: Self) {
        self.prompt_tokens = self.prompt_tokens.saturating_add(other.prompt_tokens);
        self.cached_tokens = self.cached_tokens.saturating_add(other.cached_tokens);
        self.completion_tokens = self
            .completion_tokens
            .saturating_add(other.completion_tokens);
        self.reasoning_tokens = self.reasoning_tokens.saturating_add(other.reasoning_tokens);
        self.estimated |= other.estimated;
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// An event in its place in the journal.
#[derive(Debug, Clone, PartialEq)]
pub struct Envelope {
    /// Position in the study's journal, from 1.
    pub seq: u64,
    pub at: Timestamp,
    pub event: Event,
}

#[cfg(test)]
impl Envelope {
    /// A journal of these events alone.
    pub(crate) fn journal(events: impl IntoIterator<Item = Event>) -> Vec<Self> {
        Self::journal_at(events.into_iter().map(|event| (0, event)))
    }

    /// The same, each event with when it happened, in milliseconds.
    pub(crate) fn journal_at(events: impl IntoIterator<Item = (i64, Event)>) -> Vec<Self> {
        let envelope = |(seq, (at, event))| Self {
            seq,
            at: Timestamp(at),
            event,
        };
        (1..).zip(events).map(envelope).collect()
    }
}
