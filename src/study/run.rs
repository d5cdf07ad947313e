//! A run: a cycle that the analyst started, and what follows it by itself within its plan: deciding, judging, reflecting, refining, revising.
//!
//! All of it is bounded by the plan, which the run's first event carries, so that a replay goes the same way whatever the configuration says by
//! then. What is due next is for `pipeline::next` to say; here is only what has been done.

use serde::{Deserialize, Serialize};

use super::answer::{Answer, Answers};
use super::citation;
use super::claim::Verdict;
use super::course::{Course, CourseDecision};
use super::critique::Critique;
use super::cycle::Cycle;
use super::event::{CycleKind, Event, LeftOpen};
use super::ids::{DocumentId, PassageId, SectionId};
use super::judgement::{Dimension, Judgement, Reading, THRESHOLD};
use super::reflection::Reflection;
use super::revision::{Hunk, Revision};
use super::section::Section;
use super::state::Study;

/// What follows a cycle by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that follows or not"
)]
pub struct RunPlan {
    /// Judge what was written [J1].
    pub judge: bool,
    /// Reflect on a first draft, and refine it [W6].
    pub reflect: bool,
    /// Revise at most so often [J2], while the composite is below the threshold or something was found wrong.
    pub revisions: u32,
    pub threshold: f32,
    /// Decide at most so often whether more evidence is to be looked for [W7].
    pub decisions: u32,
    /// Stop a draft after this section, and decide [W4].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_after: Option<SectionId>,
    /// Accept what is proposed where it scores no lower and no verdict is worse.
    pub auto_apply: bool,
    /// Nobody is there to bring more evidence: what no search finds is done without.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unattended: bool,
}

impl Default for RunPlan {
    /// Nothing follows.
    fn default() -> Self {
        Self {
            judge: false,
            reflect: false,
            revisions: 0,
            threshold: THRESHOLD,
            decisions: 0,
            stop_after: None,
            auto_apply: false,
            unattended: false,
        }
    }
}

/// What gave rise to a run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunCause {
    /// The analyst asked for it.
    #[default]
    Asked,
    /// Evidence came in that the analyst had asked to be read.
    Evidence,
    /// What is in this watched folder changed.
    Folder(String),
}

impl RunCause {
    #[must_use]
    pub fn is_asked(&self) -> bool {
        *self == Self::Asked
    }
}

/// A run as its events left it.
#[derive(Debug, Clone, PartialEq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that has happened or not"
)]
pub struct Run {
    pub plan: RunPlan,
    /// The cycle that began it.
    pub begun: Option<CycleKind>,
    /// It writes the brief for the first time.
    pub is_first: bool,
    /// The question which way to go on, while it is open or was answered last.
    pub course: Option<Answers<CourseDecision>>,
    /// Cycles of it that changed nothing when they were made last.
    pub unchanged: Vec<CycleKind>,
    /// Searches for more evidence so far, and the passages of the last one that no cycle has taken up or does.
    pub searches: u32,
    pub found: Vec<PassageId>,
    /// All that was searched for.
    pub queries: Vec<String>,
    /// The last decision's queries were searched.
    pub is_searched: bool,
    pub reflections: Answers<Reflection>,
    /// The refining has been started.
    pub refined: bool,
    /// Revise cycles started.
    pub revised: u32,
    /// A cycle has changed the candidate since it was judged.
    pub to_judge: bool,
    /// What was judged, in order.
    pub versions: Vec<Version>,
    /// The last cycle proposed nothing new: another would not either.
    pub is_fruitless: bool,
    /// The analyst has decided on changes or edited the text since it began: what is under review is not written anew by itself.
    pub is_reviewed: bool,
    /// Whether to accept was settled.
    pub is_applied: bool,
    /// What was not accepted by itself then, and why.
    pub left_open: Vec<LeftOpen>,
    /// Changes that were open before it began, each with both its sides: they are the analyst's to decide.
    pub before: Vec<(SectionId, String, String)>,
    /// Sections that its update would have asked about and the analyst left out.
    pub left_out: Vec<SectionId>,
    /// Sources that were gone from under the brief when its update began: the writer was told.
    pub gone: Vec<u32>,
    /// Sentences that a revise cycle of an earlier run was to mend, with the verdicts that they had.
    pub left_before: Vec<(String, Verdict)>,
    /// There was such a cycle: what it left, a low score too, it would leave again.
    pub was_revised: bool,
    /// There is nothing to go on with, and why.
    pub ended: Option<String>,
}

/// A candidate that was judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Version {
    pub cycle: CycleKind,
    /// The draft that it is, and the changes that there were before that.
    pub(super) draft: (u32, u64),
    pub texts: Vec<String>,
    pub revisions: Vec<Option<Revision>>,
    /// Whether a critic was wanted for each of its sections, and what it said: it is not asked again about a text that is come back to.
    pub critics: Vec<(bool, Vec<Critique>)>,
    /// The judge's composite, where it gave one, and the measured one.
    pub judged: Option<f32>,
    pub measured: f32,
    pub verdicts: [usize; 6],
    /// Sentences that were found to hurt how the text reads, such as one that says again what another says.
    pub unreadable: usize,
}

impl Version {
    /// Claims that are wrong in some way, the gravest kind first: fewer are better.
    fn problems(&self) -> [usize; 4] {
        [
            Verdict::Contradicted,
            Verdict::Unsupported,
            Verdict::Uncited,
            Verdict::Partial,
        ]
        .map(|verdict| self.verdicts.get(verdict as usize).copied().unwrap_or(0))
    }
}

impl Run {
    #[must_use]
    pub fn new(plan: RunPlan) -> Self {
        Self {
            plan,
            ..Self::default()
        }
    }

    /// The best of the versions [J2]: by how little it rests on what is gone, then by composite, by verdicts, by how it reads, then the later one. Scores of two kinds are not
    /// compared: where a judgement is missing, all go by what was measured.
    #[must_use]
    pub fn best(&self) -> Option<&Version> {
        let judged = self.versions.iter().all(|version| version.judged.is_some());
        let score = |version: &Version| match version.judged {
            Some(composite) if judged => composite,
            _ => version.measured,
        };
        // What the evidence does not hold any more must not stay, whatever the text scores with it.
        let resting = |version: &Version| {
            let texts = version.texts.iter();
            let cited = texts.flat_map(|text| citation::numbers(text));
            cited.filter(|number| self.gone.contains(number)).count()
        };
        self.versions.iter().max_by(|a, b| {
            // Of equal ones `max_by` gives the last.
            let held = resting(b).cmp(&resting(a));
            held.then_with(|| score(a).total_cmp(&score(b)))
                .then_with(|| b.problems().cmp(&a.problems()))
                .then_with(|| b.unreadable.cmp(&a.unreadable))
        })
    }

    /// Which way it was decided to go on.
    #[must_use]
    pub fn decided(&self) -> Option<&CourseDecision> {
        self.course.as_ref()?.said()
    }

    /// Whether the queries were searched, and brought what no writer has seen.
    #[must_use]
    pub fn found_something(&self) -> bool {
        self.is_searched && !self.found.is_empty()
    }

    /// Whether more evidence is to be searched for, or was found and is to be taken up.
    #[must_use]
    pub fn wants_evidence(&self) -> bool {
        let may = if self.is_searched {
            !self.found.is_empty()
        } else {
            self.searches < self.plan.decisions
        };
        may && self.decided().is_some_and(|decision| {
            decision.course == Course::Continue && !decision.queries.is_empty()
        })
    }

    pub(super) fn cycle_started(&mut self, kind: CycleKind) {
        self.begun.get_or_insert(kind);
        match kind {
            CycleKind::Refine => self.refined = true,
            CycleKind::Revise => self.revised += 1,
            _ => {}
        }
    }

    pub(super) fn cycle_ended(&mut self, kind: CycleKind, changed: bool, complete: bool) {
        self.to_judge |= changed;
        self.unchanged.retain(|known| *known != kind);
        if !changed {
            self.unchanged.push(kind);
        }
        // A writer that found nothing to change has not been told what is wrong yet.
        self.is_fruitless = match kind {
            CycleKind::Update | CycleKind::Complete => false,
            CycleKind::Steer | CycleKind::Another => self.is_fruitless && !changed,
            _ => !changed,
        };
        // What was written before does not do what the analyst asked for, however it scores: it is nothing to come back to.
        if changed && kind.is_wished() {
            self.versions.clear();
        }
        self.is_applied &= !changed;
        let asks = match kind {
            CycleKind::Draft | CycleKind::FollowUp => true,
            CycleKind::Update => !complete,
            CycleKind::Another
            | CycleKind::Steer
            | CycleKind::Complete
            | CycleKind::Refine
            | CycleKind::Revise => false,
        };
        if kind == CycleKind::FollowUp {
            self.found.clear();
        }
        if asks && self.searches < self.plan.decisions {
            self.ask_for_course();
        }
    }

    fn ask_for_course(&mut self) {
        self.course = Some(Answers::default());
        self.is_searched = false;
    }

    /// Where a cycle led back to a candidate that was judged in this run, that judgement stands.
    pub(super) fn come_back(&mut self, texts: &[String]) {
        let known = self.versions.iter().rfind(|version| version.texts == texts);
        if let Some(known) = known.filter(|known| self.to_judge && known.judged.is_some()) {
            self.versions.push(known.clone());
            self.to_judge = false;
        }
    }
}

impl Study {
    /// The run whose steps may follow by themselves.
    #[must_use]
    pub fn active_run(&self) -> Option<&Run> {
        self.run.as_ref().filter(|run| run.ended.is_none())
    }

    /// The events of a command with the plan and the cause put before the cycle that it starts, if it starts one. A draft that stops early has fewer sections, and so
    /// has an update of what such a draft wrote.
    #[must_use]
    pub fn planned(&self, mut events: Vec<Event>, plan: &RunPlan, cause: RunCause) -> Vec<Event> {
        let starts = |event: &Event| matches!(event, Event::CycleStarted { .. });
        let Some(at) = events.iter().position(starts) else {
            return events;
        };
        if let (Some(Event::CycleStarted { cycle, sections }), Some(last)) =
            (events.get_mut(at), plan.stop_after)
            && !self.is_complete()
        {
            match cycle {
                CycleKind::Draft => sections.retain(|id| *id <= last),
                CycleKind::Update => sections.retain(|id| self.is_updated(*id, plan)),
                _ => {}
            }
        }
        let plan = plan.clone();
        events.insert(at, Event::RunBegun { plan, cause });
        events
    }

    /// Whether an update by a plan may ask about a section: what a draft that stops early has left unwritten is written when that is decided.
    #[must_use]
    pub fn is_updated(&self, id: SectionId, plan: &RunPlan) -> bool {
        let is_written = self.section(id).is_some_and(Section::is_written);
        is_written || self.is_complete() || plan.stop_after.is_none_or(|last| id <= last)
    }

    pub(super) fn begin_run(&mut self, plan: &RunPlan) {
        let open = (0..).zip(&self.sections).flat_map(|(at, section)| {
            let hunks = section.revision.iter().flat_map(Revision::hunks);
            let open = hunks.filter(|hunk| hunk.is_open());
            open.map(move |hunk| {
                let (before, after) = (hunk.before.trim(), hunk.after.trim());
                (SectionId(at), before.to_owned(), after.to_owned())
            })
        });
        self.run = Some(Run {
            is_first: !self.is_complete(),
            before: open.collect(),
            left_before: self.asked_to_mend.clone(),
            was_revised: self.was_revised,
            ..Run::new(plan.clone())
        });
        self.paused = false;
    }

    /// The open changes of a section that the run proposed, and that clash with nothing.
    pub fn proposed_by_run(&self, id: SectionId) -> impl Iterator<Item = &Hunk> {
        let before = self.run.iter().flat_map(|run| &run.before);
        let before: Vec<(&str, &str)> = before
            .filter(|(section, ..)| *section == id)
            .map(|(_, before, after)| (before.as_str(), after.as_str()))
            .collect();
        let revision = self
            .section(id)
            .and_then(|section| section.revision.as_ref());
        revision
            .into_iter()
            .flat_map(Revision::hunks)
            .filter(|hunk| hunk.is_open() && !hunk.is_clash())
            .filter(move |hunk| !before.contains(&(hunk.before.trim(), hunk.after.trim())))
    }

    pub(super) fn judge(&mut self, judgement: &Judgement) {
        self.judgements.push(judgement.clone());
        let attempts = self.judging(judgement.reading, &judgement.texts);
        if attempts.is_wanted() {
            return;
        }
        self.judge_wanted = None;
        let cycle = self.run.as_ref().and_then(|run| run.begun);
        let revisions = self.sections.iter().map(|part| part.revision.clone());
        let critics = self.sections.iter();
        let critics = critics.map(|part| (part.critic_asked, part.critiques.clone()));
        let version = Version {
            cycle: cycle.unwrap_or(CycleKind::Draft),
            draft: (self.drafts, self.hunks_before),
            texts: judgement.texts.clone(),
            revisions: revisions.collect(),
            critics: critics.collect(),
            judged: judgement
                .answer
                .said
                .as_ref()
                .ok()
                .map(|_| judgement.composite()),
            measured: judgement.measured.composite(),
            verdicts: judgement.verdicts,
            unreadable: judgement.measured.of(Dimension::Coherence).sentences.len(),
        };
        // What was judged while a cycle runs is what that cycle began from: it is a version as long as what the analyst wished for has changed nothing.
        let is_wished = |cycle: &Cycle| cycle.kind.is_wished();
        let is_current = self.cycle.as_ref().is_none_or(is_wished)
            && self.texts(Reading::Candidate) == version.texts;
        if let Some(run) = &mut self.run {
            run.to_judge = false;
            // What the analyst decided on in the meantime is another text, and no version to come back to.
            if is_current && judgement.reading == Reading::Candidate {
                run.versions.push(version);
            }
        }
    }

    /// The attempts at judging these texts since that was last wanted.
    #[must_use]
    pub fn judging(&self, reading: Reading, texts: &[String]) -> Answers<super::Scores> {
        let since = self
            .judgements
            .get(self.judged_before..)
            .unwrap_or_default();
        let about = |one: &&Judgement| one.reading == reading && one.texts == texts;
        Answers(
            since
                .iter()
                .filter(about)
                .map(|one| one.answer.clone())
                .collect(),
        )
    }

    pub(super) fn reflect(&mut self, answer: &Answer<Reflection>) {
        if let Some(run) = &mut self.run {
            run.reflections.0.push(answer.clone());
        }
    }

    pub(super) fn set_course(&mut self, answer: &Answer<CourseDecision>) {
        if let Some(run) = &mut self.run {
            run.course
                .get_or_insert_with(Answers::default)
                .0
                .push(answer.clone());
        }
    }

    /// A search for more evidence was made. Where it found nothing, a part of a brief waits for the analyst to bring some; where no analyst is there, other
    /// words are tried, and the brief is completed in the end from what there is.
    pub(super) fn searched(
        &mut self,
        queries: &[String],
        passages: &[PassageId],
        from_library: &[DocumentId],
    ) {
        let complete = self.is_complete();
        // They are brought in by what follows, and are no news beside it.
        self.fresh.retain(|id| !from_library.contains(id));
        self.found.extend_from_slice(from_library);
        let Some(run) = &mut self.run else { return };
        run.searches += 1;
        run.is_searched = true;
        run.queries.extend_from_slice(queries);
        run.found = passages.to_vec();
        if !passages.is_empty() || complete {
            return;
        }
        if !run.plan.unattended {
            run.ended = Some("more evidence is wanted".to_owned());
        } else if run.searches < run.plan.decisions {
            run.ask_for_course();
        }
    }

    /// Puts candidates in place of those that there are.
    pub(super) fn keep(&mut self, revisions: &[(SectionId, Revision)]) {
        let best = self.run.as_ref().and_then(Run::best);
        let critics = best.map(|best| best.critics.clone()).unwrap_or_default();
        // The drafts that are dropped were none.
        let draft = best.map(|best| best.draft);
        (self.drafts, self.hunks_before) = draft.unwrap_or((self.drafts, self.hunks_before));
        for (id, revision) in revisions {
            self.change(*id, |section| {
                section.revision = Some(revision.clone());
                if let Some((asked, critiques)) = critics.get(id.0) {
                    section.critic_asked = *asked;
                    section.critiques.clone_from(critiques);
                }
            });
        }
        if let Some(run) = &mut self.run {
            run.is_fruitless = true;
        }
    }

    /// Whether a brief that nobody works on was left with some of its sections written and others not [W5].
    #[must_use]
    pub fn lacks_sections(&self) -> bool {
        let is_left = self.cycle.is_none() && !self.paused && self.closed.is_none();
        is_left && !self.is_complete() && !self.written_sections().is_empty()
    }

    /// The first section whose text was cut short and of which no whole version waits, where nobody works on the brief.
    #[must_use]
    pub fn cut_short(&self) -> Option<SectionId> {
        let is_left = self.cycle.is_none() && !self.paused && self.closed.is_none();
        let cut = || self.sections_that(Section::is_left_cut);
        is_left.then(cut)?.into_iter().next()
    }

    /// The sections that have no text yet.
    #[must_use]
    pub fn missing_sections(&self) -> Vec<SectionId> {
        self.sections_that(|section| !section.is_written())
    }

    /// The sections that have one.
    #[must_use]
    pub fn written_sections(&self) -> Vec<SectionId> {
        self.sections_that(Section::is_written)
    }

    fn sections_that(&self, is: impl Fn(&Section) -> bool) -> Vec<SectionId> {
        let all = (0..).zip(&self.sections);
        all.filter(|(_, section)| is(section))
            .map(|(at, _)| SectionId(at))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_versions_that_score_the_same_the_one_without_repeats_is_best_and_else_the_later_one() {
        let version = |cycle, unreadable| Version {
            cycle,
            draft: (1, 0),
            texts: Vec::new(),
            revisions: Vec::new(),
            critics: Vec::new(),
            judged: Some(3.0),
            measured: 3.0,
            verdicts: [0; 6],
            unreadable,
        };
        let best = |second: usize| {
            let run = Run {
                versions: vec![
                    version(CycleKind::Draft, 0),
                    version(CycleKind::Refine, second),
                ],
                ..Run::default()
            };
            run.best().map(|best| best.cycle)
        };
        assert_eq!(best(0), Some(CycleKind::Refine));
        assert_eq!(best(1), Some(CycleKind::Draft));
    }
}
