//! Undo and redo: what the analyst's decisions and a writer's texts changed, kept so that it can be put back, as often as wanted [D3].
//!
//! Undoing is an event of its own, so that nothing leaves the journal; here is what each one finds to put back.

use std::sync::Arc;

use super::asked::AskedBefore;
use super::claim::Claim;
use super::command::Command;
use super::evidence::Document;
use super::growth::Standing;
use super::ids::{DocumentId, PassageId, SectionId};
use super::refused::Refused;
use super::revision::{Decision, Piece, Revision};
use super::section::Section;
use super::state::Study;

/// What was before an undoable event.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Change {
    /// One or more sections, changed together.
    Sections(Vec<SectionChange>),
    Passage {
        passage: PassageId,
        document: DocumentId,
        readmitted: bool,
    },
    Pin {
        section: SectionId,
        sentence: String,
        pinned: bool,
    },
    /// Another question was asked over a brief.
    Question {
        question: String,
        before: Option<AskedBefore>,
    },
    /// Sources that were taken out of the evidence or put back, with their standing before, and the sections that lost changes by it.
    Sources {
        standing: Vec<(DocumentId, Standing)>,
        sections: Vec<SectionChange>,
    },
}

/// What a section was before an undoable event.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SectionChange {
    section: SectionId,
    text: Was,
    claims: Arc<Vec<Claim>>,
    rejected: Tail,
    edited_by_hand: bool,
    merged_draft: u32,
}

/// What the text of a section was. A long text whose changes are decided one after the other is not copied for each.
#[derive(Debug, Clone, PartialEq)]
enum Was {
    Text(Option<Revision>),
    /// Of these pieces.
    Decisions(Vec<(usize, Decision)>),
}

/// The end of what was refused, behind what has stayed the same.
#[derive(Debug, Clone, PartialEq)]
struct Tail {
    from: usize,
    refused: Vec<Refused>,
}

impl Change {
    pub(super) fn concerns(&self, id: SectionId) -> bool {
        match self {
            Self::Sections(sections) | Self::Sources { sections, .. } => {
                sections.iter().any(|change| change.section == id)
            }
            Self::Passage { .. } | Self::Pin { .. } | Self::Question { .. } => false,
        }
    }
}

impl Study {
    /// The study as it stands, without what it takes to go back or to go on: that may be many times as long, and a copy is for looking at.
    #[must_use]
    pub fn without_past(&mut self) -> Self {
        let undo = std::mem::take(&mut self.undo);
        let redo = std::mem::take(&mut self.redo);
        let conversation = std::mem::take(&mut self.conversation);
        let copy = self.clone();
        self.undo = undo;
        self.redo = redo;
        self.conversation = conversation;
        copy
    }

    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    pub(super) fn undo_last(&mut self) {
        if let Some(change) = self.undo.pop() {
            let back = self.swap(change);
            self.redo.extend(back);
        }
    }

    pub(super) fn redo_last(&mut self) {
        if let Some(change) = self.redo.pop() {
            let back = self.swap(change);
            self.undo.extend(back);
        }
    }

    /// Changes a section so that undo can take it back. What leaves the text as it was is no step to take back.
    pub(super) fn change(&mut self, id: SectionId, change: impl FnOnce(&mut Section)) {
        let changed = self.changed(id, change);
        self.can_be_undone(changed.into_iter().collect());
    }

    pub(super) fn can_be_undone(&mut self, changes: Vec<SectionChange>) {
        if !changes.is_empty() {
            self.undo.push(Change::Sections(changes));
            self.redo.clear();
        }
    }

    /// Makes one step of the last ones, which were taken at once.
    pub(super) fn undo_together(&mut self, steps: usize) {
        let from = self.undo.len().saturating_sub(steps);
        let are_texts = |change: &Change| matches!(change, Change::Sections(_));
        if steps < 2 || !self.undo.iter().skip(from).all(are_texts) {
            return;
        }
        let steps = self.undo.split_off(from).into_iter();
        let changes = steps.flat_map(|change| match change {
            Change::Sections(changes) => changes,
            Change::Passage { .. }
            | Change::Pin { .. }
            | Change::Question { .. }
            | Change::Sources { .. } => Vec::new(),
        });
        self.undo.push(Change::Sections(changes.collect()));
    }

    /// Changes a section, and says what it was where its text is another now.
    pub(super) fn changed(
        &mut self,
        id: SectionId,
        change: impl FnOnce(&mut Section),
    ) -> Option<SectionChange> {
        let section = self.sections.get_mut(id.0)?;
        let (before, rejected) = (section.revision.clone(), section.rejected.clone());
        let (edited_by_hand, merged_draft) = (section.edited_by_hand, section.merged_draft);
        change(section);
        // A reason that is given later is a change too.
        if section.revision == before && section.rejected == rejected {
            return None;
        }
        section.checked = false;
        let decisions = section.revision.as_ref().zip(before.as_ref());
        let decisions = decisions.and_then(|(now, before)| now.decisions_in(before));
        let same = rejected.iter().zip(&section.rejected);
        let from = same.take_while(|(before, now)| before == now).count();
        Some(SectionChange {
            section: id,
            text: decisions.map_or(Was::Text(before), Was::Decisions),
            claims: Arc::clone(&section.claims),
            rejected: Tail {
                from,
                refused: rejected.into_iter().skip(from).collect(),
            },
            edited_by_hand,
            merged_draft,
        })
    }

    /// Lets a passage in or keeps it out. The brief has not seen its document in this form, so an update is about it.
    pub(super) fn readmit(&mut self, passage: PassageId, document: DocumentId, readmitted: bool) {
        let was = self.is_readmitted(passage);
        if was == readmitted || self.document(document).is_none() {
            return;
        }
        self.set_readmitted(passage, document, readmitted);
        if self.drafts > 0 && !self.fresh.contains(&document) {
            self.fresh.push(document);
        }
        self.undo.push(Change::Passage {
            passage,
            document,
            readmitted: was,
        });
        self.redo.clear();
    }

    pub(super) fn sources_can_be_undone(
        &mut self,
        standing: Vec<(DocumentId, Standing)>,
        sections: Vec<SectionChange>,
    ) {
        if !standing.is_empty() {
            self.undo.push(Change::Sources { standing, sections });
            self.redo.clear();
        }
    }

    /// What else changed the standing of these sources is no decision, and what was decided before it is nothing to come back to.
    pub(super) fn forget_standing_of(&mut self, documents: &[DocumentId]) {
        for steps in [&mut self.undo, &mut self.redo] {
            for step in steps.iter_mut() {
                if let Change::Sources { standing, .. } = step {
                    standing.retain(|(id, _)| !documents.contains(id));
                }
            }
            steps.retain(
                |step| !matches!(step, Change::Sources { standing, .. } if standing.is_empty()),
            );
        }
    }

    /// Pins a sentence or gives that up; what is so already is no step to take back.
    pub(super) fn pin(&mut self, section: SectionId, sentence: &str, pinned: bool) {
        let sentence = sentence.trim();
        let Some(was) = self.set_pinned(section, sentence, pinned) else {
            return;
        };
        if was != pinned {
            self.undo.push(Change::Pin {
                section,
                sentence: sentence.to_owned(),
                pinned: was,
            });
            self.redo.clear();
        }
    }

    /// Says whether it was pinned before.
    fn set_pinned(&mut self, section: SectionId, sentence: &str, pinned: bool) -> Option<bool> {
        let section = self.sections.get_mut(section.0)?;
        let was = section.is_pinned(sentence);
        section.pinned.retain(|known| known != sentence);
        section.pinned.extend(pinned.then(|| sentence.to_owned()));
        Some(was)
    }

    /// How many passages of a document are set aside and were not let back in.
    #[must_use]
    pub fn set_aside_of(&self, document: &Document) -> u32 {
        let back = self
            .readmitted_of
            .values()
            .filter(|of| **of == document.id)
            .count();
        document
            .set_aside
            .saturating_sub(u32::try_from(back).unwrap_or(u32::MAX))
    }

    /// Whether the analyst let a passage in that the guardrail had set aside.
    #[must_use]
    pub fn is_readmitted(&self, passage: PassageId) -> bool {
        self.readmitted.binary_search(&passage).is_ok()
    }

    fn set_readmitted(&mut self, passage: PassageId, document: DocumentId, readmitted: bool) {
        match (self.readmitted.binary_search(&passage), readmitted) {
            (Err(at), true) => {
                self.readmitted.insert(at, passage);
                self.readmitted_of.insert(passage, document);
            }
            (Ok(at), false) => {
                self.readmitted.remove(at);
                self.readmitted_of.remove(&passage);
            }
            (Ok(_), true) | (Err(_), false) => {}
        }
    }

    /// What the next undo or redo will leave of the sections and of what is set aside; nothing else is in it, and nothing of the past, which may be many
    /// times as long.
    #[must_use]
    pub fn foreseen(&self, command: &Command) -> Option<Self> {
        let change = self.next_change(command);
        let mut then = Self {
            sections: self.sections.clone(),
            readmitted: self.readmitted.clone(),
            readmitted_of: self.readmitted_of.clone(),
            question: self.question.clone(),
            asked_before: self.asked_before.clone(),
            ..Self::default()
        };
        then.swap(change?.clone());
        Some(then)
    }

    /// The sources that the next undo or redo takes out or puts back, and whether they are evidence then.
    #[must_use]
    pub fn foreseen_sources(&self, command: &Command) -> Option<(Vec<DocumentId>, bool)> {
        let Change::Sources { standing, .. } = self.next_change(command)? else {
            return None;
        };
        let comes_in = standing
            .iter()
            .all(|(_, standing)| *standing != Standing::TakenOut);
        Some((standing.iter().map(|(id, _)| *id).collect(), comes_in))
    }

    fn next_change(&self, command: &Command) -> Option<&Change> {
        match command {
            Command::Undo => self.undo.last(),
            Command::Redo => self.redo.last(),
            _ => None,
        }
    }

    /// Puts back what `change` remembers, and returns how it was.
    fn swap(&mut self, change: Change) -> Option<Change> {
        match change {
            Change::Sections(changes) => {
                let back: Vec<SectionChange> = changes
                    .into_iter()
                    .filter_map(|change| self.swap_section(change))
                    .collect();
                (!back.is_empty()).then_some(Change::Sections(back))
            }
            Change::Pin {
                section,
                sentence,
                pinned,
            } => {
                let was = self.set_pinned(section, &sentence, pinned)?;
                Some(Change::Pin {
                    section,
                    sentence,
                    pinned: was,
                })
            }
            Change::Question { question, before } => Some(self.swap_question(question, before)),
            Change::Sources { standing, sections } => {
                let sections: Vec<SectionChange> = sections
                    .into_iter()
                    .filter_map(|change| self.swap_section(change))
                    .collect();
                let standing = self.stand(standing);
                (!standing.is_empty()).then_some(Change::Sources { standing, sections })
            }
            Change::Passage {
                passage,
                document,
                readmitted,
            } => {
                let was = self.is_readmitted(passage);
                self.set_readmitted(passage, document, readmitted);
                Some(Change::Passage {
                    passage,
                    document,
                    readmitted: was,
                })
            }
        }
    }

    fn swap_section(&mut self, change: SectionChange) -> Option<SectionChange> {
        let section = self.sections.get_mut(change.section.0)?;
        let text = match change.text {
            Was::Text(text) => Was::Text(std::mem::replace(&mut section.revision, text)),
            Was::Decisions(decisions) => {
                let revision = section.revision.as_mut()?;
                let swapped = decisions.into_iter().filter_map(|(at, was)| {
                    let Piece::Hunk(hunk) = revision.pieces.get_mut(at)? else {
                        return None;
                    };
                    Some((at, std::mem::replace(&mut hunk.decision, was)))
                });
                Was::Decisions(swapped.collect())
            }
        };
        let Tail { from, refused } = change.rejected;
        let rejected = Tail {
            from,
            refused: section.rejected.split_off(from.min(section.rejected.len())),
        };
        section.rejected.extend(refused);
        section.checked = false;
        // No model is asked about a text that nobody has just written.
        section.critic_asked &= !section.awaits_critic();
        Some(SectionChange {
            section: change.section,
            text,
            claims: std::mem::replace(&mut section.claims, change.claims),
            rejected,
            edited_by_hand: std::mem::replace(&mut section.edited_by_hand, change.edited_by_hand),
            merged_draft: std::mem::replace(&mut section.merged_draft, change.merged_draft),
        })
    }
}
