//! Cycles: runs of the writer over sections, one section at a time, until the last one is written or a step ends early.
//!
//! Only what has happened is kept here. What a cycle asks for is the business of `pipeline`, and what a run lets follow it that of `run`.

use std::collections::VecDeque;

use super::claim::Verdict;
use super::conversation::Turn;
use super::event::{CycleKind, Halt, Provenance};
use super::ids::{DocumentId, SectionId};
use super::instruction::Instruction;
use super::judgement::Reading;
use super::revision::Revision;
use super::section::{Partial, Section};
use super::sent::Sent;
use super::state::Study;

/// A run of the writer over the sections.
#[derive(Debug, Clone, PartialEq)]
pub struct Cycle {
    pub kind: CycleKind,
    /// Sections still to be written, in order.
    pub todo: VecDeque<SectionId>,
    /// The documents this cycle is about; empty for a draft, which is about all.
    pub fresh: Vec<DocumentId>,
    /// What it was told; empty for a cycle that is not steered.
    pub instructions: Vec<Instruction>,
    /// Turns of the conversation that are from before it.
    pub begun_at: usize,
    /// Whether a section got another text or a proposal by it.
    pub changed: bool,
    /// Whether a section's changes were wanted and could not be made.
    pub missed: bool,
    /// Set when a step ended early; cleared when the analyst resumes.
    pub halted: Option<Halt>,
    /// Why the section that is next is asked for once more, where it is.
    pub again: Option<Again>,
    /// Sections of which no answer could be used, until they are asked for again: the others go first.
    pub put_off: Vec<SectionId>,
}

/// What was wrong with the first answer for a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    pub why: String,
    /// The answer, where the writer is to give another; none where it goes on from what came.
    pub replied: Option<String>,
}

impl Cycle {
    /// Leaves a section until the others are written, and halts where each that is left was left so.
    fn put_off(&mut self, id: SectionId) {
        self.again = None;
        self.put_off.push(id);
        self.todo.rotate_left(1);
        self.halt_at_what_was_put_off();
    }

    /// Halts where nothing is left but what was put off.
    fn halt_at_what_was_put_off(&mut self) {
        let is_left = |section: &SectionId| self.put_off.contains(section);
        if !self.todo.is_empty() && self.todo.iter().all(is_left) {
            // In the order of the brief.
            self.todo.make_contiguous().sort_unstable();
            self.halted = Some(Halt::Unusable);
        }
    }

    pub(super) fn go_on(&mut self) {
        self.halted = None;
        self.put_off.clear();
    }
}

impl Study {
    /// The section that the running cycle writes next, if it is not halted.
    #[must_use]
    pub fn writing(&self) -> Option<SectionId> {
        let cycle = self.cycle.as_ref().filter(|cycle| cycle.halted.is_none())?;
        cycle
            .todo
            .front()
            .copied()
            .filter(|_| !self.paused && self.closed.is_none())
    }

    /// Why a section waits for the others of its cycle: no answer could be used.
    #[must_use]
    pub fn put_off(&self, id: SectionId) -> Option<&str> {
        let cycle = self.cycle.as_ref()?;
        let partial = self.sections.get(id.0)?.partial.as_ref()?;
        (cycle.put_off.contains(&id)).then_some(partial.why.as_str())
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

    pub(super) fn halt(&mut self, id: SectionId, partial: &Partial, halt: Halt) {
        if let Some(section) = self.sections.get_mut(id.0) {
            // A retry that came less far than the attempt before it takes nothing away.
            let kept = section
                .partial
                .take()
                .filter(|kept| kept.text.len() > partial.text.len());
            let text = kept.map_or_else(|| partial.text.clone(), |kept| kept.text);
            section.partial = Some(Partial {
                text,
                why: partial.why.clone(),
                ..Partial::default()
            });
            // Beside a text that stands, what is left of a reply states nothing.
            section.checked &= section.is_written();
        }
        if let Some(cycle) = &mut self.cycle
            && cycle.todo.front() == Some(&id)
        {
            if halt == Halt::Unusable {
                cycle.put_off(id);
            } else {
                cycle.halted = Some(halt);
            }
            // Two answers were refused: whoever asks later asks anew.
            if partial.text.is_empty() && !partial.replied.is_empty() {
                cycle.again = None;
            }
        }
    }

    /// Why a section is asked for once more; nothing where it is the first time.
    #[must_use]
    pub fn asked_again(&self, id: SectionId) -> Option<&Again> {
        let cycle = self.cycle.as_ref()?;
        let again = cycle.again.as_ref()?;
        (cycle.todo.front() == Some(&id)).then_some(again)
    }

    pub(super) fn ask_again(
        &mut self,
        id: SectionId,
        why: &str,
        goes_on: bool,
        provenance: &Provenance,
    ) {
        if let Some(section) = self.sections.get_mut(id.0) {
            section.partial = goes_on.then(|| Partial {
                text: provenance.carried().to_owned(),
                why: why.to_owned(),
                ..Partial::default()
            });
            section.checked &= section.is_written();
        }
        if let Some(cycle) = &mut self.cycle
            && cycle.todo.front() == Some(&id)
        {
            cycle.again = Some(Again {
                why: why.to_owned(),
                replied: (!goes_on).then(|| provenance.carried().to_owned()),
            });
        }
    }

    pub(super) fn start_cycle(&mut self, kind: CycleKind, sections: &[SectionId]) {
        let todo: VecDeque<_> = sections
            .iter()
            .copied()
            .filter(|id| id.0 < self.sections.len())
            .collect();
        if todo.is_empty() {
            return;
        }
        self.drafts += 1;
        self.paused = false;
        self.closed = None;
        self.judged_before = self.judgements.len();
        self.hunks_before = self.hunks;
        if kind == CycleKind::Draft {
            // What stands is still what it was: what news said otherwise of it does not hang on what is asked next.
            self.weigh(&[]);
        }
        let gone = match kind {
            CycleKind::Update => self.gone(),
            _ => Vec::new(),
        };
        let noted = self.weighed.iter().flat_map(|note| &note.sections);
        let is_written = |id: &&SectionId| self.section(**id).is_some_and(Section::is_written);
        let left_out = noted.filter(|id| !todo.contains(id)).filter(is_written);
        let left_out: Vec<SectionId> = left_out.copied().collect();
        if let Some(run) = &mut self.run {
            if run.begun.is_none() && kind == CycleKind::Update {
                run.left_out = left_out;
            }
            run.cycle_started(kind);
            run.gone.extend(gone);
        }
        if matches!(kind, CycleKind::Draft | CycleKind::Update) {
            self.complexity = None;
        }
        if kind == CycleKind::Revise {
            self.note_what_is_to_be_mended();
        }
        // An update that is given up has not seen its documents to the end.
        if let Some(given_up) = self.cycle.take() {
            self.fresh.splice(0..0, given_up.fresh);
            self.instructions.splice(0..0, given_up.instructions);
        }
        // What is not there at the moment is still news when it comes back.
        let (news, later) = match kind {
            CycleKind::Another
            | CycleKind::Steer
            | CycleKind::Complete
            | CycleKind::Refine
            | CycleKind::Revise
            | CycleKind::FollowUp => (Vec::new(), std::mem::take(&mut self.fresh)),
            CycleKind::Draft | CycleKind::Update => self.take_news(kind),
        };
        self.fresh = later;
        let fresh = match kind {
            CycleKind::Update => news,
            _ => Vec::new(),
        };
        let told = |known: &Instruction| {
            kind == CycleKind::Steer && todo.iter().any(|id| known.concerns(*id))
        };
        let (instructions, later) = std::mem::take(&mut self.instructions)
            .into_iter()
            .partition(told);
        self.instructions = later;
        self.cycle = Some(Cycle {
            kind,
            todo,
            fresh,
            instructions,
            begun_at: self.conversation.len(),
            changed: false,
            missed: false,
            halted: None,
            again: None,
            put_off: Vec::new(),
        });
    }

    /// Notes the sentences that a revise cycle is begun with: who was asked about one has said what there is to say.
    fn note_what_is_to_be_mended(&mut self) {
        let found: Vec<(String, Verdict)> = self
            .sections
            .iter()
            .flat_map(|section| section.claims_in(&section.candidate()))
            .filter(|claim| claim.is_wrong())
            .map(|claim| (claim.text.clone(), claim.verdict))
            .filter(|found| !self.asked_to_mend.contains(found))
            .collect();
        self.asked_to_mend.extend(found);
        self.was_revised = true;
    }

    /// A writer finished `section`: `revision` is its new text, or `None` where it stays as it was.
    pub(super) fn written(
        &mut self,
        id: SectionId,
        revision: Option<Revision>,
        warnings: &[String],
        provenance: &Provenance,
    ) {
        let Some(section) = self.sections.get(id.0) else {
            return;
        };
        let (is_changed, is_written) = (revision.is_some(), section.is_written());
        let stands = (section.open_hunks() == 0).then(|| section.ends_early());
        let stands_cut = stands
            .flatten()
            .map(|why| (section.accepted(), why.to_owned()));
        if let (Some(cycle), true) = (&mut self.cycle, is_changed) {
            cycle.changed = true;
        }
        if let Some(revision) = revision {
            self.count_hunks(&revision.pieces);
            if is_written {
                self.change(id, |section| section.revision = Some(revision));
            } else {
                let section = &mut self.sections[id.0];
                section.revision = Some(revision);
                section.checked = false;
                // What was typed into the empty section and taken back is from before its first text.
                self.redo.retain(|change| !change.concerns(id));
            }
        }
        let section = &mut self.sections[id.0];
        section.partial = None;
        // What no writer changed may be at odds with the news, and is weighed against them.
        let sees_news = self.cycle.as_ref().is_some_and(|cycle| {
            let is_follow_up = cycle.kind == CycleKind::FollowUp;
            !cycle.fresh.is_empty() || is_follow_up && !self.weighed.is_empty()
        });
        section.checked &= is_changed || !sees_news;
        // What stays as it was keeps what was wrong with it.
        if is_changed {
            section.stands_cut = stands_cut.or(section.stands_cut.take());
            section.warnings = warnings.to_vec();
        }
        // What an update leaves standing was brought together from several documents as before, by whoever wrote it.
        let before = section.provenance.take().filter(|_| section.is_written());
        let author = before
            .as_ref()
            .filter(|_| !is_changed)
            .unwrap_or(provenance);
        section.provenance = Some(Provenance {
            writer: author.writer.clone(),
            prompt: author.prompt.clone(),
            // What another call took says nothing of the one that wrote the text.
            usage: author.usage,
            duration_ms: author.duration_ms,
            multi_source: provenance.multi_source
                || before.as_ref().is_some_and(|made| made.multi_source),
            ..provenance.clone()
        });
        let used = provenance.sent.iter().flat_map(Sent::used);
        section
            .drawn_on
            .extend(used.map(|passage| passage.document));
        let sent = provenance.sent.as_ref();
        if !sent.is_some_and(|sent| sent.aside) && !provenance.is_refused() {
            if sent.is_some_and(|sent| sent.restarts) {
                self.conversation.clear();
                if let Some(cycle) = &mut self.cycle {
                    cycle.begun_at = 0;
                }
            }
            self.conversation.push(Turn::of(provenance));
        }
        if let Some(cycle) = &mut self.cycle {
            cycle.todo.retain(|&todo| todo != id);
            cycle.again = None;
            cycle.put_off.retain(|&left| left != id);
            cycle.halt_at_what_was_put_off();
            if cycle.todo.is_empty() {
                // What changed nothing is no draft of its own.
                self.drafts -= u32::from(!cycle.changed && self.drafts > 1);
                let (kind, changed) = (cycle.kind, cycle.changed);
                // Evidence whose changes could not be made is still to be brought in.
                let unseen = if cycle.missed && !changed {
                    std::mem::take(&mut cycle.fresh)
                } else {
                    Vec::new()
                };
                self.fresh.splice(0..0, unseen);
                self.cycle = None;
                let complete = self.is_complete();
                let texts = self.texts(Reading::Candidate);
                if let Some(run) = &mut self.run {
                    run.cycle_ended(kind, changed, complete);
                    run.come_back(&texts);
                }
            }
        }
    }
}
