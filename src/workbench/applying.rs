//! Accepting what a run proposed without the analyst: by which scores it is decided, and how it is told. What may be accepted is for the pipeline to say.

use super::checking::checked_now;
use super::scoring::dissent;
use super::{Level, Workbench};
use crate::check;
use crate::pipeline::{self, Composites, ScoredBy, Stood};
use crate::study::{Dimension, Event, Reading, SectionId, Study, study_at};

impl Workbench {
    pub(super) fn auto_apply(&mut self) {
        // The run may have begun where nobody was there to decide.
        if !self.setup.plan.auto_apply {
            let left = pipeline::left("here the analyst decides");
            return self.record(&[left]);
        }
        let events = self.applied_by_itself();
        self.tell_applied(&events);
    }

    /// Where nobody is there to decide, makes the changes of earlier runs that take out what no source holds any longer; whether there were any.
    pub(super) fn leave_out_what_is_gone(&mut self) -> bool {
        let plan = &self.setup.plan;
        if !(plan.auto_apply && plan.unattended) || self.study().cycle.is_some() {
            return false;
        }
        let events = pipeline::without_what_is_gone(self.study());
        if !events.is_empty() {
            self.tell_applied(&events);
        }
        !events.is_empty()
    }

    /// Records what was accepted by itself, or why nothing was, and tells it.
    fn tell_applied(&mut self, events: &[Event]) {
        let hunks = |event: &Event| match event {
            Event::HunksDecided { hunks, .. } => hunks.len(),
            _ => 0,
        };
        self.desk.taken = events.iter().map(hunks).sum();
        self.desk.not_taken = events.iter().find_map(|event| match event {
            Event::AutoApplied {
                applied: false,
                why,
                ..
            } => Some(why.clone()),
            _ => None,
        });
        for event in events {
            if let Event::AutoApplied { applied, why, .. } = event {
                let undo = if *applied && self.has_screen() {
                    "; {undo} undoes it"
                } else {
                    ""
                };
                self.tell_outcome(format!("{why}{undo}"));
            }
        }
        self.record(events);
    }

    /// What is accepted by itself of the candidate, by the judge's scores where both were given, else by what is measured.
    fn applied_by_itself(&self) -> Vec<Event> {
        let study = self.study();
        let judged = |reading| {
            let texts = study.texts(reading);
            study
                .judgement_of(&texts)
                .and_then(|judgement| judgement.answer.said.is_ok().then(|| judgement.composite()))
        };
        // Scores by other evidence say nothing of what this evidence has done to the text: then both readings are measured.
        let is_outdated = study.is_judged_by_older_evidence(&study.texts(Reading::Accepted));
        let both = judged(Reading::Accepted).zip(judged(Reading::Candidate));
        // What no judge has seen is no reason to refuse what one finds good.
        let good = judged(Reading::Candidate).filter(|composite| {
            let run = study.run.as_ref();
            run.is_some_and(|run| *composite >= run.plan.threshold)
        });
        let disputes = self.disputes_now();
        let scores_of = |study: &Study, reading| check::measured(study, reading, &disputes.found);
        let measured = |study: &Study, reading| scores_of(study, reading).composite();
        let completeness =
            |study: &Study, reading| scores_of(study, reading).of(Dimension::Completeness).value;
        let own = |reading| measured(study, reading);
        let (accepted, candidate, by) = match (both, good) {
            (Some(_), _) if is_outdated => {
                let measured = (own(Reading::Accepted), own(Reading::Candidate));
                (measured.0, measured.1, ScoredBy::Measure)
            }
            (Some((accepted, candidate)), _) => (accepted, candidate, ScoredBy::Judge),
            (None, Some(candidate)) => {
                let accepted = own(Reading::Accepted).min(candidate);
                (accepted, candidate, ScoredBy::JudgeOfProposed)
            }
            (None, None) => {
                let measured = (own(Reading::Accepted), own(Reading::Candidate));
                (measured.0, measured.1, ScoredBy::Measure)
            }
        };
        let stood = self.before_the_news();
        let scores = Composites {
            accepted,
            candidate,
            by,
            measured: &measured,
            completeness: &completeness,
            stood: stood.as_ref().map(|(study, composite)| Stood {
                study,
                composite: *composite,
            }),
            settled: &|study| Some(self.settled(study)),
        };
        pipeline::auto_apply(study, &scores)
    }

    /// The brief as it stood before the news that the run is about, and what it is measured at; nothing where it is about none.
    fn before_the_news(&self) -> Option<(Study, f32)> {
        let journal = self.library.events(self.session.id).ok()?;
        let stood = study_at(&journal, pipeline::stood_before(&journal)?);
        let composite = self.composite_of(&stood);
        Some((stood, composite))
    }

    /// A study with its accepted texts checked at once, and what they are measured at.
    fn settled(&self, study: &Study) -> (Study, f32) {
        let mut study = study.clone();
        for section in (0..study.sections.len()).map(SectionId) {
            let is_open = study.section(section).is_some_and(|one| !one.checked);
            let checked = is_open.then(|| checked_now(&self.library, &study, section));
            if let Some(checked) = checked.flatten() {
                study.apply(&checked);
            }
        }
        let composite = self.composite_of(&study);
        (study, composite)
    }

    fn composite_of(&self, study: &Study) -> f32 {
        let dissent = dissent(&self.library, study).unwrap_or_default();
        check::measured(study, Reading::Accepted, &dissent).composite()
    }

    /// Whether what is proposed is accepted by itself in the runs that start from now on.
    pub fn auto_applies(&self) -> bool {
        self.setup.plan.auto_apply
    }

    /// Switches that on or off, and says what it means.
    pub fn toggle_auto_apply(&mut self) {
        let on = !self.setup.plan.auto_apply;
        self.setup.plan.auto_apply = on;
        let said = if on {
            "auto-apply is on: from the next run on, changes that lower no score and worsen no verdict are accepted automatically, until Tercet exits; {undo} undoes it, auto_apply = true under [run] in the configuration keeps it on"
        } else {
            "auto-apply is off: what is proposed waits for you"
        };
        self.notify(Level::Info, said.to_owned());
    }
}
