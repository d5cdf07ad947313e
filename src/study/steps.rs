//! The steps of a study: every call that was made for it, as one record each [T1].
//!
//! Records are read off the journal, so that a study of last year has them too, and a trace that is written while a study runs says the same as the one
//! that is looked at later. What was asked and answered in full stands in the event that a record names.

use std::collections::BTreeMap;

use serde::Serialize;

use super::answer::{Answer, Unanswered};
use super::citation;
use super::event::{CycleKind, Envelope, Event, Halt, PromptRef, Provenance, Usage};
use super::ids::{SectionId, Timestamp};
use super::section::Partial;
use super::sent::{Fate, Sent};

/// What a call was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Node {
    Write,
    Compress,
    Critique,
    Reflect,
    Decide,
    Judge,
}

impl Node {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Compress => "compress",
            Self::Critique => "critique",
            Self::Reflect => "reflect",
            Self::Decide => "decide",
            Self::Judge => "judge",
        }
    }
}

/// One call and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StepRecord {
    /// The event that keeps it, and when that was recorded.
    pub seq: u64,
    pub at: Timestamp,
    pub node: Node,
    /// The section that it was for, by position and title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<SectionId>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<CycleKind>,
    /// Why that cycle followed by itself, where it did.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub because: String,
    /// Attempts at the same before it that came to nothing.
    pub retry: u32,
    /// `extractive`, or `provider/model`; empty where nobody was asked, and in older journals of a step that was cut.
    pub writer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<PromptRef>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<ContextRecord>,
    /// Characters of the answer, and the citations in it.
    pub answer_characters: usize,
    pub citations: usize,
    pub duration_ms: u64,
    #[serde(rename = "tokens")]
    pub usage: Usage,
    pub outcome: Outcome,
    /// What went wrong, in words for the analyst; empty where nothing did.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
}

impl StepRecord {
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.outcome == Outcome::Running
    }
}

/// The evidence of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct ContextRecord {
    /// Characters of the passages as they stand in their documents, and as they were sent.
    pub before: usize,
    pub characters: usize,
    pub compressed: bool,
    pub compression_ms: u64,
    /// Passages by what became of them.
    pub whole: usize,
    pub above: usize,
    pub shortened: usize,
    pub left_out: usize,
}

/// A call that has not ended: what the journal will tell of it, but for the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct CallUnderWay {
    pub node: Node,
    pub section: Option<SectionId>,
    pub since: Timestamp,
    /// `extractive`, or `provider/model`.
    pub by: String,
    pub prompt: PromptRef,
    /// The turn itself, without the conversation before it.
    pub asked: String,
    pub sent: Option<Sent>,
}

/// What a call came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It has not come to anything yet; in no journal.
    Running,
    Done,
    /// It proposes no change.
    Unchanged,
    /// An answer that cannot be used.
    Unusable,
    /// No answer.
    Failed,
    Stopped,
    Interrupted,
}

impl Outcome {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Unchanged => "no change",
            Self::Unusable => "unusable",
            Self::Failed => "failed",
            Self::Stopped => "stopped",
            Self::Interrupted => "interrupted",
        }
    }

    /// Whether it came to nothing that could be used.
    #[must_use]
    pub fn is_trouble(self) -> bool {
        !matches!(self, Self::Running | Self::Done | Self::Unchanged)
    }
}

/// Reads steps off a journal, event by event.
#[derive(Debug, Clone, Default)]
pub struct Steps {
    titles: Vec<String>,
    cycle: Option<CycleKind>,
    /// The last cycle that followed by itself for a reason, and that.
    called_for: Option<(CycleKind, String)>,
    /// When the step that is under way began.
    since: Timestamp,
    /// Attempts that came to nothing since the last thing was begun.
    attempts: BTreeMap<(Node, Option<SectionId>), u32>,
}

impl Steps {
    /// All steps of a journal.
    #[must_use]
    pub fn of(journal: &[Envelope]) -> Vec<StepRecord> {
        Self::with(journal, None)
    }

    /// All steps of a journal, and after them the one that is under way, where one is.
    #[must_use]
    pub fn with(journal: &[Envelope], call: Option<&CallUnderWay>) -> Vec<StepRecord> {
        let mut steps = Self::default();
        let ended = journal.iter().filter_map(|envelope| steps.take(envelope));
        let mut records: Vec<StepRecord> = ended.collect();
        records.extend(call.map(|call| steps.under_way(call)));
        records
    }

    fn under_way(&self, call: &CallUnderWay) -> StepRecord {
        let step = blank(call.node);
        let step = match call.section {
            Some(section) => self.in_section(section, step),
            None => step,
        };
        let is_of_cycle = matches!(call.node, Node::Write | Node::Compress);
        let retry = self.attempts.get(&(call.node, call.section)).copied();
        StepRecord {
            at: call.since,
            cycle: self.cycle.filter(|_| is_of_cycle),
            because: if is_of_cycle {
                self.because()
            } else {
                String::new()
            },
            retry: retry.unwrap_or(0),
            writer: call.by.clone(),
            prompt: Some(call.prompt.clone()).filter(|prompt| !prompt.id.is_empty()),
            context: call.sent.as_ref().map(ContextRecord::of),
            outcome: Outcome::Running,
            ..step
        }
    }

    /// The step that the next event of the journal is the end of, if it is one.
    pub fn take(&mut self, envelope: &Envelope) -> Option<StepRecord> {
        let record = self.ended(envelope);
        let begins = matches!(
            envelope.event,
            Event::CycleStarted { .. }
                | Event::CycleResumed
                | Event::CycleGoneOn
                | Event::RunResumed
        );
        if record.is_some() || begins {
            self.since = envelope.at;
        }
        record
    }

    fn ended(&mut self, envelope: &Envelope) -> Option<StepRecord> {
        self.note_what_begins(&envelope.event);
        let record = match &envelope.event {
            Event::StudyOpened { framework, .. } => {
                if self.titles.is_empty() {
                    let titles = framework.sections.iter().map(|plan| plan.title.clone());
                    self.titles = titles.collect();
                }
                return None;
            }
            Event::SectionWritten {
                section,
                provenance,
                ..
            }
            | Event::RevisionProposed {
                section,
                provenance,
                ..
            } => self.written(*section, provenance, Outcome::Done),
            Event::RevisionUnneeded {
                section,
                missed,
                provenance,
            } => {
                let outcome = if missed.is_empty() {
                    Outcome::Unchanged
                } else {
                    Outcome::Unusable
                };
                StepRecord {
                    why: missed.join("; "),
                    ..self.written(*section, provenance, outcome)
                }
            }
            Event::AskedAgain {
                section,
                why,
                provenance,
                ..
            } => StepRecord {
                why: why.clone(),
                ..self.written(*section, provenance, Outcome::Unusable)
            },
            Event::StepHalted {
                section,
                partial,
                halt,
            } => StepRecord {
                duration_ms: match halt {
                    // Nobody knows when it was cut, only when that was found.
                    Halt::Interrupted => 0,
                    Halt::Failed | Halt::Stopped | Halt::Unusable => {
                        u64::try_from(envelope.at.0 - self.since.0).unwrap_or(0)
                    }
                },
                ..self.halted(*section, partial, *halt)
            },
            Event::PassageCompressed { compression } => StepRecord {
                cycle: self.cycle,
                because: self.because(),
                writer: compression.by.clone(),
                prompt: Some(compression.prompt.clone()),
                answer_characters: said_characters(compression.text.as_deref()),
                duration_ms: compression.duration_ms,
                usage: compression.usage,
                outcome: outcome(compression.text.is_ok(), true),
                why: compression.text.as_ref().err().cloned().unwrap_or_default(),
                ..blank(Node::Compress)
            },
            Event::SectionCritiqued { section, critique } => {
                self.in_section(*section, answered(Node::Critique, &critique.answer))
            }
            Event::BriefReflected { answer } => answered(Node::Reflect, answer),
            Event::CourseDecided { answer } => answered(Node::Decide, answer),
            Event::BriefJudged { judgement } => answered(Node::Judge, &judgement.answer),
            _ => return None,
        };
        Some(self.counted(StepRecord {
            seq: envelope.seq,
            at: envelope.at,
            ..record
        }))
    }

    fn written(&self, section: SectionId, made: &Provenance, outcome: Outcome) -> StepRecord {
        StepRecord {
            cycle: self.cycle,
            because: self.because(),
            writer: made.writer.clone(),
            prompt: Some(made.prompt.clone()).filter(|prompt| !prompt.id.is_empty()),
            context: made.sent.as_ref().map(ContextRecord::of),
            answer_characters: made.replied.chars().count(),
            citations: citation::numbers(&made.replied).len(),
            duration_ms: made.duration_ms,
            usage: made.usage,
            outcome,
            ..self.of_section(Node::Write, section)
        }
    }

    /// Notes what steps are part of, and where attempts are counted anew.
    fn note_what_begins(&mut self, event: &Event) {
        match event {
            Event::RunBegun { .. } | Event::JudgementWanted { .. } => self.attempts.clear(),
            Event::CycleCalledFor { cycle, why } => self.called_for = Some((*cycle, why.clone())),
            Event::CycleStarted { cycle, .. } => {
                self.cycle = Some(*cycle);
                self.called_for = self.called_for.take().filter(|(known, _)| known == cycle);
                self.attempts.clear();
            }
            Event::CritiqueRequested { section } => {
                self.attempts.remove(&(Node::Critique, Some(*section)));
            }
            _ => {}
        }
    }

    /// Why the running cycle followed by itself; it has no other reason than the last one that was told, and mostly none.
    fn because(&self) -> String {
        let told = self.called_for.iter();
        let mut own = told.filter(|(cycle, _)| Some(*cycle) == self.cycle);
        own.next().map_or_else(String::new, |(_, why)| why.clone())
    }

    fn halted(&self, section: SectionId, partial: &Partial, halt: Halt) -> StepRecord {
        StepRecord {
            cycle: self.cycle,
            because: self.because(),
            answer_characters: partial.text.chars().count(),
            citations: citation::numbers(&partial.text).len(),
            outcome: match halt {
                Halt::Stopped => Outcome::Stopped,
                Halt::Failed | Halt::Unusable => Outcome::Failed,
                Halt::Interrupted => Outcome::Interrupted,
            },
            why: partial.why.clone(),
            writer: partial.by.clone(),
            ..self.of_section(Node::Write, section)
        }
    }

    fn of_section(&self, node: Node, section: SectionId) -> StepRecord {
        self.in_section(section, blank(node))
    }

    fn in_section(&self, section: SectionId, step: StepRecord) -> StepRecord {
        StepRecord {
            section: Some(section),
            title: self.titles.get(section.0).cloned().unwrap_or_default(),
            ..step
        }
    }

    /// Says which attempt it is. What comes to something ends the count.
    fn counted(&mut self, record: StepRecord) -> StepRecord {
        if record.node == Node::Compress {
            return record;
        }
        let attempts = self
            .attempts
            .entry((record.node, record.section))
            .or_default();
        let retry = *attempts;
        *attempts = if record.outcome.is_trouble() {
            retry.saturating_add(1)
        } else {
            0
        };
        StepRecord { retry, ..record }
    }
}

impl ContextRecord {
    fn of(sent: &Sent) -> Self {
        let of = |is: fn(&Fate) -> bool| {
            let all = sent.passages.iter();
            all.filter(|passage| is(&passage.fate)).count()
        };
        let shortened = of(|fate| matches!(fate, Fate::Compressed(_)));
        Self {
            before: sent.before,
            characters: sent.after,
            compressed: shortened > 0,
            compression_ms: sent.compression_ms,
            whole: of(|fate| matches!(fate, Fate::Whole)),
            above: of(|fate| matches!(fate, Fate::Above)),
            shortened,
            left_out: of(|fate| matches!(fate, Fate::LeftOut(_))),
        }
    }
}

fn answered<T>(node: Node, answer: &Answer<T>) -> StepRecord {
    StepRecord {
        writer: answer.by.clone(),
        prompt: Some(answer.prompt.clone()),
        answer_characters: answer.replied.chars().count(),
        duration_ms: answer.duration_ms,
        usage: answer.usage,
        outcome: outcome(answer.said.is_ok(), is_said(&answer.replied)),
        why: answer
            .said
            .as_ref()
            .err()
            .map_or_else(String::new, Unanswered::to_string),
        ..blank(node)
    }
}

fn is_said(replied: &str) -> bool {
    !replied.trim().is_empty()
}

fn outcome(is_usable: bool, is_said: bool) -> Outcome {
    match (is_usable, is_said) {
        (true, _) => Outcome::Done,
        (false, true) => Outcome::Unusable,
        (false, false) => Outcome::Failed,
    }
}

fn said_characters<E>(text: Result<&str, E>) -> usize {
    text.map_or(0, |text| text.chars().count())
}

fn blank(node: Node) -> StepRecord {
    StepRecord {
        seq: 0,
        at: Timestamp(0),
        node,
        section: None,
        title: String::new(),
        cycle: None,
        because: String::new(),
        retry: 0,
        writer: String::new(),
        prompt: None,
        context: None,
        answer_characters: 0,
        citations: 0,
        duration_ms: 0,
        usage: Usage::default(),
        outcome: Outcome::Done,
        why: String::new(),
    }
}

#[cfg(test)]
mod tests;
