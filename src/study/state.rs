//! The study: the fold of its events.
//!
//! `apply` is total. A journal that another version wrote, or that lost rows, still gives a study: an event that does not fit the state (a
//! section that is not there, an undo with nothing to undo) changes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::asked::AskedBefore;
use super::budget::{Ceilings, Limit, Spending};
use super::claim::Verdict;
use super::complexity::Complexity;
use super::conversation::Turn;
use super::cycle::Cycle;
use super::event::{Event, Usage};
use super::evidence::{Document, RefusedEvidence};
use super::framework::Framework;
use super::growth::Sources;
use super::ids::{DocumentId, HunkId, PassageId, SectionId, StudyId};
use super::instruction::Instruction;
use super::judgement::{Judgement, Reading};
use super::news::NewsNote;
use super::reshape::Reshaping;
use super::revision::{Decision, Hunk, Piece, Revision};
use super::run::Run;
use super::section::Section;
use super::sent::Compression;
use super::undo::Change;

/// One question with its evidence, brief and decisions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Study {
    pub question: String,
    /// The name that the analyst gave it; empty where it goes by its question.
    pub name: String,
    /// The study that it is a fork of, and the last event that both have.
    pub forked: Option<(StudyId, u64)>,
    /// The analyst wants it out of sight.
    pub is_deleted: bool,
    pub framework: Framework,
    pub evidence: Vec<Document>,
    pub refused: Vec<RefusedEvidence>,
    /// What was asked for and has not been read to its end.
    pub requested: Vec<String>,
    /// All that was ever asked for.
    pub(super) given: BTreeSet<String>,
    /// Folders whose changes are evidence.
    pub watched: Vec<String>,
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
    /// Documents that a search for more evidence found elsewhere in the library [W7].
    pub(super) found: Vec<DocumentId>,
    /// Documents that were found to add nothing to the brief, and that no writer was asked about [W3b].
    pub settled: Vec<DocumentId>,
    /// What the new evidence was last found to do to the brief.
    pub weighed: Vec<NewsNote>,
    /// The same of earlier updates, where the sentences still stand that something else was said than they say.
    pub(super) weighed_before: Vec<NewsNote>,
    /// Passages that writers get although the guardrail set them aside, in the order of their ids [E6].
    pub readmitted: Vec<PassageId>,
    /// Which documents those passages are of.
    pub(super) readmitted_of: BTreeMap<PassageId, DocumentId>,
    /// Sentences that revise cycles were begun with, each with its verdict then.
    pub asked_to_mend: Vec<(String, Verdict)>,
    /// The writer was asked to revise the brief at some time.
    pub was_revised: bool,
    /// The conversation with the writer, grown only at its end [M4]; reset when the writer changes.
    pub conversation: Vec<Turn>,
    /// What models made of passages that did not fit as they are [R5].
    pub compressions: Vec<Compression>,
    /// What the analyst wants to be different and no cycle has taken up.
    pub instructions: Vec<Instruction>,
    /// What the analyst started last, and what follows it by itself.
    pub run: Option<Run>,
    /// The analyst wants no further step for now.
    pub paused: bool,
    /// What judges said, in order, each attempt.
    pub judgements: Vec<Judgement>,
    /// Which of these were of the accepted text as it came to stand, in order.
    pub(super) standing: Vec<usize>,
    /// The text that the analyst wants judged.
    pub judge_wanted: Option<Reading>,
    /// Judgements that were there when its evidence changed last: they scored the text by other evidence.
    pub(super) judged_by_older: usize,
    /// Judgements that were there when one was last wanted.
    pub(super) judged_before: usize,
    /// What the cycle that began last asks of a writer, where that chooses who writes [M2].
    pub complexity: Option<Complexity>,
    /// Tokens of all calls whose answers came.
    pub spent: Usage,
    /// What each model took, by its name.
    pub spending: BTreeMap<String, Spending>,
    /// What the study may take.
    pub ceilings: Ceilings,
    /// Why nothing more is asked, where the next step would pass a ceiling.
    pub closed: Option<String>,
    /// Which limit that was, where it is known.
    pub used_up: Option<Limit>,
    /// What the accepted text answers, where another question was asked since.
    pub(super) asked_before: Option<AskedBefore>,
    pub(super) sources: Sources,
    pub(super) undo: Vec<Change>,
    pub(super) redo: Vec<Change>,
    /// The highest id of a hunk so far.
    pub(super) hunks: u64,
    /// The same before the last draft was begun: hunks with higher ids are its own.
    pub(super) hunks_before: u64,
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

    /// Takes in the next event of the journal. It cannot fail: what an event names and the study does not have is passed over.
    pub fn apply(&mut self, event: &Event) {
        if let Some(call) = event.call() {
            self.spend(call);
        }
        if let Some(run) = &mut self.run {
            run.is_reviewed |= event.is_review();
        }
        self.take_in(event);
        if event.changes_evidence() {
            self.judged_by_older = self.judgements.len();
        }
        self.note_standing(event);
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each event")]
    fn take_in(&mut self, event: &Event) {
        match event {
            Event::StudyOpened {
                question,
                framework,
            } => self.open(question, framework),
            Event::StudyForked { from, at } => self.forked = Some((*from, *at)),
            Event::StudyRenamed { name } => self.name.clone_from(name),
            Event::StudyDeleted => self.is_deleted = true,
            Event::StudyUndeleted => self.is_deleted = false,
            Event::QuestionChanged { question, undoable } => self.ask_anew(question, *undoable),
            Event::WriterChosen { writer } => {
                if *writer != self.writer {
                    self.conversation.clear();
                    self.asked_to_mend.clear();
                    self.was_revised = false;
                    self.closed = None;
                }
                self.writer.clone_from(writer);
            }
            Event::EvidenceAdded { document } => self.add_evidence(document),
            Event::EvidenceRefused { refused } => self.refuse(refused),
            Event::EvidenceRequested { arguments } => self.request(arguments),
            Event::EvidenceRead { arguments } => self.is_read(arguments),
            Event::DocumentReplaced { old, new } => self.replace(*old, new),
            Event::DocumentMoved { document, uri } => self.move_to(*document, uri),
            Event::DocumentsWithdrawn { documents } => self.withdraw(documents),
            Event::DocumentsReturned { documents } => self.take_back(documents),
            Event::DocumentsTakenOut {
                documents,
                undoable,
            } => self.take_out(documents, *undoable),
            Event::DocumentsPutBack {
                documents,
                undoable,
            } => self.put_back(documents, *undoable),
            Event::FolderWatched { folder } => {
                if !self.watched.contains(folder) {
                    self.watched.push(folder.clone());
                }
            }
            Event::FolderUnwatched { folder } => self.watched.retain(|known| known != folder),
            Event::SourcesNumbered { documents } => self.number(documents),
            Event::DocumentDescribed {
                document,
                description,
            } => self.describe(*document, description),
            Event::PassageReadmitted { passage, document } => {
                self.readmit(*passage, *document, true);
            }
            Event::PassageSetAside { passage, document } => {
                self.readmit(*passage, *document, false);
            }
            Event::RunBegun { plan, .. } => self.begin_run(plan),
            Event::RunPaused => self.paused = true,
            Event::RunResumed => {
                self.paused = false;
                self.closed = None;
            }
            Event::CycleStarted { cycle, sections } => self.start_cycle(*cycle, sections),
            Event::BriefReflected { answer } => self.reflect(answer),
            Event::CourseDecided { answer } => self.set_course(answer),
            Event::EvidenceSearched {
                queries,
                passages,
                from_library,
            } => self.searched(queries, passages, from_library),
            Event::JudgementWanted { reading } => {
                self.judge_wanted = Some(*reading);
                self.judged_before = self.judgements.len();
            }
            Event::BriefJudged { judgement } => self.judge(judgement),
            Event::BestKept { revisions, .. } => self.keep(revisions),
            Event::DecidedTogether { decisions } => {
                self.undo_together(usize::try_from(*decisions).unwrap_or_default());
            }
            Event::AutoApplied { decided, left, .. } => {
                self.undo_together(usize::try_from(*decided).unwrap_or_default());
                if let Some(run) = &mut self.run {
                    run.is_applied = true;
                    run.left_open.clone_from(left);
                }
            }
            Event::NewsWeighed { notes } => self.weigh(notes),
            Event::NewsSettled { documents, .. } => self.settle(documents),
            Event::InstructionGiven { instruction } => self.instructions.push(instruction.clone()),
            Event::InstructionsTaken { section } => self.take_instructions(*section),
            Event::PassageCompressed { compression } => self.compressions.push(compression.clone()),
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
                missed,
                provenance,
            } => {
                if let (Some(cycle), false) = (&mut self.cycle, missed.is_empty()) {
                    cycle.missed = true;
                }
                self.written(*section, None, &[], provenance);
            }
            Event::AskedAgain {
                section,
                why,
                goes_on,
                provenance,
            } => self.ask_again(*section, why, *goes_on, provenance),
            Event::StepHalted {
                section,
                partial,
                halt,
            } => self.halt(*section, partial, *halt),
            Event::CycleResumed | Event::CycleGoneOn => {
                self.closed = None;
                if let Some(cycle) = &mut self.cycle {
                    cycle.go_on();
                }
            }
            Event::ClaimsChecked { section, claims } => {
                if let Some(section) = self.sections.get_mut(section.0) {
                    section.claims = Arc::new(claims.clone());
                    section.checked = true;
                }
            }
            Event::CritiqueRequested { section } => {
                if let Some(section) = self.sections.get_mut(section.0) {
                    section.critic_asked = true;
                    section.critiques.clear();
                }
            }
            Event::SectionCritiqued { section, critique } => {
                if let Some(section) = self.sections.get_mut(section.0) {
                    section.critiques.push(critique.clone());
                }
            }
            Event::HunksDecided {
                section,
                hunks,
                decision,
            } => {
                let gone = self.numbers_gone();
                self.change(*section, |section| {
                    section.spare_critic();
                    section.decide(hunks, *decision, None, &gone);
                });
            }
            Event::HunksRefused {
                section,
                hunks,
                why,
            } => self.change(*section, |section| {
                section.spare_critic();
                section.decide(hunks, Decision::Rejected, Some(why), &[]);
            }),
            Event::HunksReshaped { section, reshape } => {
                self.count_hunks(&reshape.pieces);
                self.change(*section, |section| {
                    section.spare_critic();
                    section.edited_by_hand |= reshape.how == Reshaping::Edited;
                    if let Some(revision) = &mut section.revision {
                        revision.reshape(reshape);
                    }
                });
            }
            Event::SentencePinned { section, sentence } => self.pin(*section, sentence, true),
            Event::SentenceUnpinned { section, sentence } => self.pin(*section, sentence, false),
            Event::SectionEdited { section, text } => {
                let revision = Revision::settled(text.as_str());
                self.keep_answering(*section, |study| study.edit(*section, revision));
            }
            Event::SectionReworked { section, revision } => {
                self.count_hunks(&revision.pieces);
                self.edit(*section, revision.clone());
            }
            Event::BriefRestored { sections, .. } => self.restore(sections),
            Event::Undone => self.undo_last(),
            Event::Redone => self.redo_last(),
            // What follows a call for a cycle says what is done.
            Event::BriefExported { .. }
            | Event::CycleCalledFor { .. }
            | Event::ReasoningKept { .. }
            | Event::CallSpent { .. } => {}
            Event::BudgetSet { ceilings } => {
                self.ceilings = *ceilings;
                self.closed = None;
            }
            Event::BudgetReached { why, of } => {
                self.closed = Some(why.clone());
                self.used_up = *of;
            }
            Event::ComplexityEstimated { complexity } => self.complexity = Some(complexity.clone()),
        }
    }

    /// What the study goes by: its own name, or its question.
    #[must_use]
    pub fn title(&self) -> &str {
        if self.name.is_empty() {
            self.answered()
        } else {
            &self.name
        }
    }

    #[must_use]
    pub fn section(&self, id: SectionId) -> Option<&Section> {
        self.sections.get(id.0)
    }

    /// The accepted text of a section that is written.
    #[must_use]
    pub fn accepted_in(&self, id: SectionId) -> Option<String> {
        let section = self.section(id)?;
        section.is_written().then(|| section.accepted())
    }

    /// The id that the next hunk gets.
    #[must_use]
    pub fn next_hunk(&self) -> HunkId {
        HunkId(self.hunks.saturating_add(1))
    }

    /// The number of the draft that the accepted text is of: one of which nothing is accepted leaves the draft before it standing.
    #[must_use]
    pub fn draft(&self) -> u32 {
        let revisions = self
            .sections
            .iter()
            .filter_map(|known| known.revision.as_ref());
        let hunks = revisions.flat_map(Revision::hunks);
        let mut hunks = hunks.filter(|hunk| self.is_of_last_draft(hunk)).peekable();
        let is_coming = self.cycle.as_ref().is_some_and(|cycle| !cycle.changed);
        let has_any = hunks.peek().is_some() || is_coming;
        let mut sections = self.sections.iter();
        let is_untouched = has_any
            && hunks.all(|hunk| hunk.decision != Decision::Accepted)
            && !sections.any(|section| section.merged_draft == self.drafts);
        self.drafts - u32::from(is_untouched && self.drafts > 1)
    }

    /// Whether a hunk was proposed by the last draft, and not by one before it.
    #[must_use]
    pub fn is_of_last_draft(&self, hunk: &Hunk) -> bool {
        hunk.id.0 > self.hunks_before
    }

    /// Hunks to be decided, over all sections.
    #[must_use]
    pub fn open_hunks(&self) -> usize {
        self.sections.iter().map(Section::open_hunks).sum()
    }

    /// Why a change was not accepted by itself, where the last run was to do that and left it.
    #[must_use]
    pub fn why_left_open(&self, hunk: &Hunk) -> Option<&str> {
        let left = &self.run.as_ref()?.left_open;
        let one = left.iter().find(|one| one.hunk == hunk.id)?;
        hunk.is_open().then_some(one.why.as_str())
    }

    /// Whether there are changes to look at, open or decided.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        let mut revisions = self
            .sections
            .iter()
            .filter_map(|section| section.revision.as_ref());
        revisions.any(|revision| revision.hunks().next().is_some())
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

    /// Accepted claims by verdict, as `12 supported`; verdicts that none got are left out.
    #[must_use]
    pub fn counts(&self) -> Vec<String> {
        Verdict::ALL
            .iter()
            .map(|&verdict| (self.count(verdict), verdict.name()))
            .filter(|(count, _)| *count > 0)
            .map(|(count, name)| format!("{count} {name}"))
            .collect()
    }

    /// A study is opened once; a second opening would leave cycles and undo pointing at sections that are gone.
    fn open(&mut self, question: &str, framework: &Framework) {
        if self.sections.is_empty() {
            question.clone_into(&mut self.question);
            self.framework = framework.clone();
            self.sections = vec![Section::default(); framework.sections.len()];
        }
    }

    /// No later hunk gets the id of one of these.
    pub(super) fn count_hunks(&mut self, pieces: &[Piece]) {
        let ids = pieces.iter().filter_map(Piece::hunk).map(|hunk| hunk.id.0);
        self.hunks = ids.fold(self.hunks, u64::max);
    }

    fn edit(&mut self, id: SectionId, revision: Revision) {
        // What a halted step came to is still there to go on from.
        let halted = self.halted().is_some_and(|(halted, ..)| halted == id);
        let draft = self.drafts;
        let before = self.section(id).and_then(|known| known.revision.as_ref());
        let is_of_draft = before
            .into_iter()
            .flat_map(Revision::hunks)
            .any(|hunk| hunk.decision == Decision::Accepted && self.is_of_last_draft(hunk));
        self.change(id, |section| {
            section.spare_critic();
            if is_of_draft {
                section.merged_draft = draft;
            }
            section.revision = Some(revision);
            section.edited_by_hand = true;
            section.partial.take_if(|_| !halted);
        });
    }

    /// Puts an earlier text of sections in place, as one step to take back.
    fn restore(&mut self, sections: &[(SectionId, String)]) {
        let halted = self.halted().map(|(halted, ..)| halted);
        let mut seen = Vec::new();
        let mut changes = Vec::new();
        for (id, text) in sections {
            if seen.contains(id) {
                continue;
            }
            seen.push(*id);
            changes.extend(self.changed(*id, |section| {
                section.revision = Some(Revision::settled(text.as_str()));
                // What a halted step came to is still there to go on from.
                section.partial.take_if(|_| halted != Some(*id));
            }));
        }
        self.can_be_undone(changes);
    }
}

#[cfg(test)]
mod tests;
