//! The steps of a run as one line says them: what is done, what is under way, and what is still to come as far as it is known.

use super::next::{Next, Step, next};
use crate::study::{Course, CycleKind, Study};

/// One step of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stage {
    pub name: &'static str,
    pub state: StageState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StageState {
    Done,
    /// It is done, and nothing came of it.
    Unchanged,
    Now,
    /// It comes after what is under way.
    Queued,
}

/// The steps of the run that is under way; none where none is.
#[must_use]
pub fn stages(study: &Study) -> Vec<Stage> {
    let Some(run) = study.active_run() else {
        return Vec::new();
    };
    let Some(begun) = run.begun else {
        return Vec::new();
    };
    let plan = &run.plan;
    // The built-in writer is asked for texts alone.
    let is_asked = study.has_model();
    let due = match next(study) {
        Next::Do(step) => Some(step),
        Next::AwaitAnalyst | Next::Done => None,
    };
    let cycle = study.cycle.as_ref().map(|cycle| cycle.kind);
    let mut line = vec![(begun.name(), cycle == Some(begun), cycle != Some(begun))];
    let mut step = |name, is_planned: bool, is_now: bool, is_done: bool| {
        if is_planned || is_now || is_done {
            line.push((name, is_now, is_done));
        }
    };
    let decides =
        is_asked && matches!(begun, CycleKind::Draft | CycleKind::Update) && plan.decisions > 0;
    step(
        "decide",
        decides && run.course.is_none() && cycle == Some(begun),
        due == Some(Step::Decide) || due == Some(Step::SearchEvidence),
        run.decided().is_some(),
    );
    step(
        "follow up",
        false,
        cycle == Some(CycleKind::FollowUp),
        run.searches > 0
            && cycle != Some(CycleKind::FollowUp)
            && run.found.is_empty()
            && run.is_searched,
    );
    let completes = plan.stop_after.is_some() && begun != CycleKind::Complete;
    let keeps_part = run
        .decided()
        .is_some_and(|one| one.course == Course::Continue);
    step(
        "complete",
        completes && !study.is_complete() && !keeps_part,
        begun != CycleKind::Complete && cycle == Some(CycleKind::Complete),
        false,
    );
    let judging = matches!(due, Some(Step::Judge(_)));
    let judged = !run.versions.is_empty();
    step("judge", is_asked && plan.judge, judging && !judged, judged);
    let reflects = is_asked
        && plan.reflect
        && run.is_first
        && matches!(begun, CycleKind::Draft | CycleKind::Complete);
    let reflected = run.reflections.said().is_some();
    step(
        "reflect",
        reflects && run.reflections.is_wanted(),
        due == Some(Step::Reflect),
        reflected,
    );
    step(
        "refine",
        reflects && run.reflections.is_wanted(),
        cycle == Some(CycleKind::Refine),
        run.refined && cycle != Some(CycleKind::Refine),
    );
    step(
        "revise",
        false,
        cycle == Some(CycleKind::Revise),
        run.revised > 0 && cycle != Some(CycleKind::Revise),
    );
    step(
        "judge again",
        run.refined && plan.judge && run.to_judge,
        judging && judged,
        run.versions.len() > 1 && !judging && !run.to_judge,
    );
    let came_to_nothing = |name: &str| {
        let mut cycles = run.unchanged.iter();
        cycles.any(|kind| match kind {
            CycleKind::Refine => name == "refine",
            CycleKind::Revise => name == "revise",
            CycleKind::FollowUp => name == "follow up",
            kind => *kind == begun && name == begun.name(),
        })
    };
    let state = |name, is_now, is_done| match (is_now, is_done) {
        (true, _) => StageState::Now,
        (false, true) if came_to_nothing(name) => StageState::Unchanged,
        (false, true) => StageState::Done,
        (false, false) => StageState::Queued,
    };
    line.into_iter()
        .map(|(name, is_now, is_done)| Stage {
            name,
            state: state(name, is_now, is_done),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Event, Provenance, RunCause, RunPlan, SectionId, fixture};

    fn line(writer: &str) -> Vec<&'static str> {
        let study = Study::fold(&[
            fixture::opened("Why?", &["Situation"]),
            Event::WriterChosen {
                writer: writer.to_owned(),
            },
            Event::RunBegun {
                plan: RunPlan {
                    judge: true,
                    reflect: true,
                    ..RunPlan::default()
                },
                cause: RunCause::default(),
            },
            Event::CycleStarted {
                cycle: CycleKind::Draft,
                sections: vec![SectionId(0)],
            },
        ]);
        stages(&study).into_iter().map(|stage| stage.name).collect()
    }

    #[test]
    fn a_step_that_changed_nothing_is_not_told_as_one_that_did_something() {
        let section = SectionId(0);
        let mut study = Study::fold(&[
            fixture::opened("Why?", &["Situation"]),
            Event::WriterChosen {
                writer: "acme/m".to_owned(),
            },
            Event::CycleStarted {
                cycle: CycleKind::Draft,
                sections: vec![section],
            },
            Event::SectionWritten {
                section,
                text: "It is old.".to_owned(),
                warnings: vec![],
                provenance: Provenance::default(),
            },
            Event::RunBegun {
                plan: RunPlan {
                    judge: true,
                    ..RunPlan::default()
                },
                cause: RunCause::default(),
            },
            Event::CycleStarted {
                cycle: CycleKind::Steer,
                sections: vec![section],
            },
        ]);
        let first = |study: &Study| stages(study).first().map(|stage| stage.state);
        assert_eq!(first(&study), Some(StageState::Now));
        study.apply(&Event::RevisionUnneeded {
            section,
            missed: vec![],
            provenance: Provenance::default(),
        });
        let run = study.run.clone().unwrap_or_default();
        assert_eq!(run.unchanged, [CycleKind::Steer]);
        if let Some(state) = first(&study) {
            assert_eq!(state, StageState::Unchanged);
        }
    }

    #[test]
    fn the_built_in_writer_is_announced_no_steps_that_only_a_model_takes() {
        assert_eq!(line("acme/m"), ["draft", "judge", "reflect", "refine"]);
        assert_eq!(line("extractive"), ["draft"]);
    }
}
