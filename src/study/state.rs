//! The study: the fold of its events.
//!
//! `apply` is total. A journal that another version wrote, or that lost rows, still gives a study: an event that does not fit the state (a
//! section that is not there, an undo with nothing to undo) changes nothing.

use std::collections::VecDeque;

use super::claim::{Claim, Verdict};
use super::event::{CycleKind, Event, Halt, Provenance};
use super::evidence::{Document, RefusedEvidence};
use super::framework::Framework;
use super::ids::{DocumentId, HunkId, SectionId};
use super::revision::{Decision, Revision};
use super::section::{Partial, Section};

/// One question with its evidence, brief and decisions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Study {
    pub question: String,
    pub framework: Framework,
    pub evidence: Vec<Document>,
    pub refused: Vec<RefusedEvidence>,
    /// Documents by citation number: `[1]` is at index 0. Only ever grows.
    pub numbers: Vec<DocumentId>,
    /// One for each section of the framework.
    pub sections: Vec<Section>,
    /// `extractive` or `provider/model`.
    pub writer: String,
    pub cycle: Option<Cycle>,
    /// Cycles started so far; the first is draft 1.
    pub drafts: u32,
    /// Documents that no finished cycle has seen yet.
    pub fresh: Vec<DocumentId>,
    /// The conversation with the writer, grown only at its end [M4]; reset when the writer changes.
    pub conversation: Vec<Turn>,
    undo: Vec<Change>,
    redo: Vec<Change>,
    hunks: u64,
}

/// A run of the writer over the sections.
#[derive(Debug, Clone, PartialEq)]
pub struct Cycle {
    pub kind: CycleKind,
    /// Sections still to be written, in order.
    pub todo: VecDeque<SectionId>,
    /// The documents this cycle is about; empty for a draft, which is about all.
    pub fresh: Vec<DocumentId>,
    /// Set when a step ended early; cleared when the analyst resumes.
    pub halted: Option<Halt>,
}

/// One exchange with a writer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub asked: String,
    pub replied: String,
}

/// What a section was before an undoable event.
#[derive(Debug, Clone, PartialEq)]
struct Change {
    section: SectionId,
    revision: Option<Revision>,
    claims: Vec<Claim>,
    rejected: Vec<String>,
}

impl Study {
    /// A study as its events left it.
    pub fn fold<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut study = Self::default();
        for event in events {
            study.apply(event);
        }
        study
    }

    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::StudyOpened {
                question,
                framework,
            } => {
                self.question.clone_from(question);
                self.framework = framework.clone();
                self.sections = vec![Section::default(); framework.sections.len()];
            }
            Event::QuestionChanged { question } => {
                self.question.clone_from(question);
                self.conversation.clear();
            }
            Event::WriterChosen { writer } => {
                if *writer != self.writer {
                    self.conversation.clear();
                }
                self.writer.clone_from(writer);
            }
            Event::EvidenceAdded { document } => self.add_evidence(document),
            Event::EvidenceRefused { refused } => self.refused.push(refused.clone()),
            Event::SourcesNumbered { documents } => self.numbers.extend(documents),
            Event::CycleStarted { cycle, sections } => self.start_cycle(*cycle, sections),
            Event::SectionWritten {
                section,
                text,
                warnings,
                provenance,
            } => {
                self.written(
                    *section,
                    Some(Revision::settled(text.as_str())),
                    warnings,
                    provenance,
                );
            }
            Event::RevisionProposed {
                section,
                revision,
                warnings,
                provenance,
            } => {
                self.written(*section, Some(revision.clone()), warnings, provenance);
            }
            Event::RevisionUnneeded {
                section,
                provenance,
            } => self.written(*section, None, &[], provenance),
            Event::StepHalted {
                section,
                partial,
                halt,
            } => {
                if let Some(section) = self.sections.get_mut(section.0) {
                    section.partial = Some(partial.clone());
                }
                if let Some(cycle) = &mut self.cycle {
                    cycle.halted = Some(*halt);
                }
            }
            Event::CycleResumed => {
                if let Some(cycle) = &mut self.cycle {
                    cycle.halted = None;
                }
            }
            Event::ClaimsChecked { section, claims } => {
                if let Some(section) = self.sections.get_mut(section.0) {
                    section.claims.clone_from(claims);
                    section.checked = true;
                }
            }
            Event::HunksDecided {
                section,
                hunks,
                decision,
            } => {
                self.change(*section, |section| {
                    if let Some(revision) = &mut section.revision {
                        for id in hunks {
                            revision.decide(*id, *decision);
                        }
                        let decided = revision.hunks().filter(|hunk| {
                            hunks.contains(&hunk.id) && !hunk.after.trim().is_empty()
                        });
                        for hunk in decided {
                            section.rejected.retain(|text| *text != hunk.after);
                            if *decision == Decision::Rejected {
                                section.rejected.push(hunk.after.clone());
                            }
                        }
                    }
                });
            }
            Event::SectionEdited { section, text } => {
                self.change(*section, |section| {
                    section.revision = Some(Revision::settled(text.as_str()));
                    section.partial = None;
                });
            }
            Event::Undone => {
                if let Some(change) = self.undo.pop() {
                    let back = self.swap(change);
                    self.redo.extend(back);
                }
            }
            Event::Redone => {
                if let Some(change) = self.redo.pop() {
                    let back = self.swap(change);
                    self.undo.extend(back);
                }
            }
            Event::BriefExported { .. } => {}
        }
    }

    #[must_use]
    pub fn section(&self, id: SectionId) -> Option<&Section> {
        self.sections.get(id.0)
    }

    #[must_use]
    pub fn document(&self, id: DocumentId) -> Option<&Document> {
        self.evidence.iter().find(|document| document.id == id)
    }

    /// The citation number of a document; two documents of one canonical URL share it [C1].
    #[must_use]
    pub fn number_of(&self, id: DocumentId) -> Option<u32> {
        let key = self.document(id)?.source_key();
        let at = self.numbers.iter().position(|&numbered| {
            self.document(numbered)
                .is_some_and(|document| document.source_key() == key)
        })?;
        u32::try_from(at + 1).ok()
    }

    /// The document behind a citation number.
    #[must_use]
    pub fn numbered(&self, number: u32) -> Option<&Document> {
        let at = usize::try_from(number.checked_sub(1)?).ok()?;
        self.document(*self.numbers.get(at)?)
    }

    /// The id that the next hunk gets.
    #[must_use]
    pub fn next_hunk(&self) -> HunkId {
        HunkId(self.hunks + 1)
    }

    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Hunks to be decided, over all sections.
    #[must_use]
    pub fn open_hunks(&self) -> usize {
        self.sections.iter().map(Section::open_hunks).sum()
    }

    /// Whether every section has been written.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.sections.is_empty() && self.sections.iter().all(Section::is_written)
    }

    /// Accepted claims that got `verdict`, over all sections.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.sections
            .iter()
            .map(|section| section.count(verdict))
            .sum()
    }

    /// The section that the running cycle writes next, if it is not halted.
    #[must_use]
    pub fn writing(&self) -> Option<SectionId> {
        let cycle = self.cycle.as_ref().filter(|cycle| cycle.halted.is_none())?;
        cycle.todo.front().copied()
    }

    /// The section whose reply was cut, and how.
    #[must_use]
    pub fn halted(&self) -> Option<(SectionId, Halt, &Partial)> {
        let cycle = self.cycle.as_ref()?;
        let section = *cycle.todo.front()?;
        Some((
            section,
            cycle.halted?,
            self.sections.get(section.0)?.partial.as_ref()?,
        ))
    }

    fn add_evidence(&mut self, document: &Document) {
        if self.document(document.id).is_some() {
            return;
        }
        self.fresh.push(document.id);
        self.evidence.push(document.clone());
    }

    fn start_cycle(&mut self, kind: CycleKind, sections: &[SectionId]) {
        let todo: VecDeque<_> = sections
            .iter()
            .copied()
            .filter(|id| id.0 < self.sections.len())
            .collect();
        if todo.is_empty() {
            return;
        }
        self.drafts += 1;
        let fresh = if kind == CycleKind::Another {
            Vec::new()
        } else {
            std::mem::take(&mut self.fresh)
        };
        let fresh = if kind == CycleKind::Draft {
            Vec::new()
        } else {
            fresh
        };
        self.cycle = Some(Cycle {
            kind,
            todo,
            fresh,
            halted: None,
        });
    }

    /// A writer finished `section`: `revision` is its new text, or `None` where it stays as it was.
    fn written(
        &mut self,
        id: SectionId,
        revision: Option<Revision>,
        warnings: &[String],
        provenance: &Provenance,
    ) {
        let Some(section) = self.sections.get(id.0) else {
            return;
        };
        if let Some(revision) = revision {
            self.hunks = revision
                .hunks()
                .map(|hunk| hunk.id.0)
                .fold(self.hunks, u64::max);
            if section.is_written() {
                self.change(id, |section| section.revision = Some(revision));
            } else {
                let section = &mut self.sections[id.0];
                section.revision = Some(revision);
                section.checked = false;
            }
        }
        let section = &mut self.sections[id.0];
        section.partial = None;
        section.warnings = warnings.to_vec();
        section.provenance = Some(provenance.clone());
        self.conversation.push(Turn {
            asked: provenance.asked.clone(),
            replied: provenance.replied.clone(),
        });
        if let Some(cycle) = &mut self.cycle {
            cycle.todo.retain(|&todo| todo != id);
            if cycle.todo.is_empty() {
                self.cycle = None;
            }
        }
    }

    /// Changes a section so that undo can take it back.
    fn change(&mut self, id: SectionId, change: impl FnOnce(&mut Section)) {
        let Some(section) = self.sections.get_mut(id.0) else {
            return;
        };
        self.undo.push(Change {
            section: id,
            revision: section.revision.clone(),
            claims: section.claims.clone(),
            rejected: section.rejected.clone(),
        });
        self.redo.clear();
        change(section);
        section.checked = false;
    }

    /// Puts a section back as `change` remembers it, and returns how it was.
    fn swap(&mut self, change: Change) -> Option<Change> {
        let section = self.sections.get_mut(change.section.0)?;
        let now = Change {
            section: change.section,
            revision: section.revision.take(),
            claims: std::mem::take(&mut section.claims),
            rejected: std::mem::take(&mut section.rejected),
        };
        section.revision = change.revision;
        section.claims = change.claims;
        section.rejected = change.rejected;
        section.checked = false;
        Some(now)
    }
}
