//! What to do next: a pure function of the study.
//!
//! | the study | next |
//! |---|---|
//! | has a text that was not checked | check it |
//! | runs a cycle that is neither halted nor paused | write the cycle's next section |
//! | has a halted cycle, and a text that the analyst wants judged | judge it |
//! | has a halted cycle, or is paused | wait for the analyst |
//! | holds claims that the checker could not settle, and a critic is wanted for them | ask the critic |
//! | holds a text that the analyst wants judged | judge it |
//! | has a run with something left to do | that (below) |
//! | has open hunks, or can afford no step that asks a model | wait for the analyst |
//! | anything else | done |
//!
//! | the run, within its plan | then |
//! |---|---|
//! | asks which way to go on | decide |
//! | decided to look for more evidence | search the library, and follow up on what is found |
//! | lacks sections, and decided to finish | complete |
//! | has a candidate that no judge has seen | judge it |
//! | is the brief's first, and nobody has reflected on it | reflect |
//! | has weaknesses that were found | refine |
//! | scores below the threshold, has something wrong in it, or leaves what the news say otherwise | revise |
//! | has judged a better candidate before | propose that again |
//! | has hunks, and is to accept by itself | accept them, or say why not |
//!
//! Pausing for review, resuming after a crash and redoing only what new evidence concerns are all these two tables.

use super::critic::unsettled;
use super::feedback;
use crate::study::{Answers, Course, CycleKind, Reading, Run, Section, SectionId, Study};

/// One thing to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Check the claims of a section against the evidence.
    Check(SectionId),
    /// Ask the writer for a section, in the way the running cycle says.
    Write(SectionId),
    /// Ask the critic about a section.
    Critique(SectionId),
    /// Ask which way to go on.
    Decide,
    /// Search for what the last decision wants.
    SearchEvidence,
    /// Ask what is weak.
    Reflect,
    /// Ask for scores.
    Judge(Reading),
    /// Start a cycle that follows from what was found.
    Begin(CycleKind),
    /// Propose the best candidate of the run again.
    KeepBest,
    /// Accept the candidate, or say why not.
    AutoApply,
}

impl Step {
    /// Whether a model is asked for it.
    #[must_use]
    pub fn asks(self) -> bool {
        matches!(
            self,
            Self::Write(_) | Self::Critique(_) | Self::Decide | Self::Reflect | Self::Judge(_)
        )
    }
}

impl Step {
    /// Whether what is under review may become another text by it.
    #[must_use]
    pub fn rewrites(self, study: &Study) -> bool {
        match self {
            Self::Write(section) => study.section(section).is_some_and(Section::is_written),
            Self::Begin(_) | Self::KeepBest | Self::AutoApply => true,
            _ => false,
        }
    }

    /// Whether a model is asked for it or for what it begins.
    fn leads_to_asking(self) -> bool {
        self.asks() || matches!(self, Self::Begin(_) | Self::SearchEvidence)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    Do(Step),
    AwaitAnalyst,
    Done,
}

/// The next step of a study.
#[must_use]
pub fn next(study: &Study) -> Next {
    match due(study) {
        Next::Do(step) if study.closed.is_some() && step.leads_to_asking() => closing(study),
        next => next,
    }
}

/// Whether something of the run is still to follow by itself, as soon as nothing keeps it from it: a cycle that the analyst asks for in the midst of a run belongs to
/// that, so that what was to follow follows it.
#[must_use]
pub fn is_under_way(study: &Study) -> bool {
    let Some(run) = study.active_run() else {
        return false;
    };
    let mut rest = study.clone();
    (rest.paused, rest.closed, rest.judge_wanted) = (false, None, None);
    for section in &mut rest.sections {
        section.checked = true;
    }
    // What is checked at the moment may call for a revise.
    let is_checking = study.sections.iter().any(|section| !section.checked);
    matches!(next(&rest), Next::Do(_)) || is_checking && !run.is_reviewed
}

/// What can still be done where the budget allows no further call: a candidate that is whole may be accepted.
fn closing(study: &Study) -> Next {
    let run = study.active_run().filter(|_| study.cycle.is_none());
    run.and_then(|run| accepting(study, run))
        .map_or(Next::AwaitAnalyst, Next::Do)
}

fn due(study: &Study) -> Next {
    let unchecked = study.sections.iter().position(|section| {
        !section.checked && (section.is_written() || section.partial.is_some())
    });
    if let Some(section) = unchecked {
        return Next::Do(Step::Check(SectionId(section)));
    }
    if let Some(section) = study.writing() {
        return Next::Do(Step::Write(section));
    }
    // What a halted cycle has not finished keeps nobody from judging what is accepted.
    if study.halted().is_some()
        && !study.paused
        && let Some(reading @ Reading::Accepted) = study.judge_wanted
    {
        return Next::Do(Step::Judge(reading));
    }
    if study.cycle.is_some() || study.paused {
        return Next::AwaitAnalyst;
    }
    let awaits = |section: &Section| section.awaits_critic() && !unsettled(section).is_empty();
    // What new evidence makes doubtful is for an update, which the analyst begins.
    if let Some(section) = study.sections.iter().position(awaits)
        && !study.is_behind()
    {
        return Next::Do(Step::Critique(SectionId(section)));
    }
    if let Some(reading) = study.judge_wanted {
        return Next::Do(Step::Judge(reading));
    }
    if let Some(step) = study.active_run().and_then(|run| following(study, run)) {
        return Next::Do(step);
    }
    if study.open_hunks() > 0 {
        Next::AwaitAnalyst
    } else {
        Next::Done
    }
}

/// What follows by itself in a run between its cycles.
fn following(study: &Study, run: &Run) -> Option<Step> {
    // What nobody wrote needs nothing more.
    let begun = run.begun?;
    let texts = study.texts(Reading::Candidate);
    if texts.iter().all(String::is_empty) {
        return None;
    }
    if run.course.as_ref().is_some_and(Answers::is_wanted)
        && run.searches < run.plan.decisions
        && study.has_model()
    {
        return Some(Step::Decide);
    }
    if run.wants_evidence() {
        return Some(if run.found_something() {
            Step::Begin(CycleKind::FollowUp)
        } else {
            Step::SearchEvidence
        });
    }
    let is_finished = run
        .decided()
        .is_none_or(|decision| decision.course == Course::Finish);
    if run.plan.stop_after.is_some() && !study.is_complete() {
        let may = is_finished || run.searches >= run.plan.decisions;
        return may.then_some(Step::Begin(CycleKind::Complete));
    }
    if !study.has_model() {
        return accepting(study, run);
    }
    if run.plan.judge && run.to_judge {
        return Some(Step::Judge(Reading::Candidate));
    }
    let is_draft = matches!(begun, CycleKind::Draft | CycleKind::Complete);
    if run.plan.reflect && run.is_first && is_draft && study.is_complete() && !run.refined {
        if run.reflections.is_wanted() {
            return Some(Step::Reflect);
        }
        let found = run.reflections.said();
        if found.is_some_and(|found| !found.weaknesses.is_empty()) {
            return Some(Step::Begin(CycleKind::Refine));
        }
    }
    if may_revise(study, run, begun) {
        return Some(Step::Begin(CycleKind::Revise));
    }
    let best = run.best().filter(|best| {
        let last = run.versions.last();
        // What the analyst has decided on in the meantime is not taken back.
        !run.is_reviewed && best.texts != texts && last.is_some_and(|last| last.texts == texts)
    });
    if best.is_some() {
        return Some(Step::KeepBest);
    }
    accepting(study, run)
}

fn accepting(study: &Study, run: &Run) -> Option<Step> {
    let mut sections = (0..study.sections.len()).map(SectionId);
    let proposes = sections.any(|id| study.proposed_by_run(id).next().is_some());
    (run.plan.auto_apply && !run.is_applied && proposes).then_some(Step::AutoApply)
}

/// Whether another revise cycle may follow, and is called for.
fn may_revise(study: &Study, run: &Run, begun: CycleKind) -> bool {
    let is_ours = matches!(
        begun,
        CycleKind::Draft | CycleKind::Update | CycleKind::Complete
    );
    let is_spent = run.revised >= run.plan.revisions || run.is_fruitless;
    // Whoever reviews has taken over: what they find wrong they have mended, and what they wrote themselves is not the writer's to mend unasked.
    if !is_ours || is_spent || run.is_reviewed || study.is_behind() {
        return false;
    }
    feedback::why_revise(study).is_some()
}
