//! What to do next: a pure function of the study.
//!
//! | the study | next |
//! |---|---|
//! | has a text that was not checked | check it |
//! | runs a cycle that is not halted | write the cycle's next section |
//! | runs none, and holds claims that the checker could not settle and a critic is wanted for | ask the critic |
//! | has a halted cycle, or open hunks | wait for the analyst |
//! | anything else | done |
//!
//! Pausing for review, resuming after a crash and redoing only what new evidence concerns are all this one table.

use super::critic::unsettled;
use crate::study::{Section, SectionId, Study};

/// One thing to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Check the claims of a section against the evidence.
    Check(SectionId),
    /// Ask the writer for a section, in the way the running cycle says.
    Write(SectionId),
    /// Ask the critic about a section.
    Critique(SectionId),
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
    let unchecked = study.sections.iter().position(|section| {
        !section.checked && (section.is_written() || section.partial.is_some())
    });
    if let Some(section) = unchecked {
        return Next::Do(Step::Check(SectionId(section)));
    }
    if let Some(section) = study.writing() {
        return Next::Do(Step::Write(section));
    }
    let awaits = |section: &Section| section.awaits_critic() && !unsettled(section).is_empty();
    if study.cycle.is_none()
        && let Some(section) = study.sections.iter().position(awaits)
    {
        return Next::Do(Step::Critique(SectionId(section)));
    }
    if study.cycle.is_some() || study.open_hunks() > 0 {
        Next::AwaitAnalyst
    } else {
        Next::Done
    }
}
