//! What ends the copied part of a fork's journal, so that the new study lies still until its analyst wants it to go on.
//!
//! A journal can be cut anywhere: within a cycle, between a cycle and what follows it by itself, before an instruction is taken up. A fork at such a
//! point is what a program would find that had ended there, and nothing is asked of a model because it was made.

use super::next::{Next, Step, next};
use crate::study::{Envelope, Event, Halt, Partial, SectionId, Study, StudyId, counted};

/// What of a fork is under way.
const WHY: &str = "the study was forked while this was being written";

/// The events that follow the copied ones. `streamed` is the text that had come of the section being written, where the fork is of the present.
#[must_use]
pub fn forked(
    study: &Study,
    from: StudyId,
    at: u64,
    streamed: Option<(SectionId, String)>,
) -> Vec<Event> {
    let mut events = vec![Event::StudyForked { from, at }];
    if study.is_deleted {
        events.push(Event::StudyUndeleted);
    }
    // The folders belong to the study that watched them: what changes there is not to be written into both.
    let watched = study.watched.iter().cloned();
    events.extend(watched.map(|folder| Event::FolderUnwatched { folder }));
    if let Some(section) = study.writing() {
        let text = streamed
            .filter(|(streaming, _)| *streaming == section)
            .map(|(_, text)| text);
        events.push(Event::StepHalted {
            section,
            partial: Partial {
                text: text.unwrap_or_default(),
                why: WHY.to_owned(),
                ..Partial::default()
            },
            halt: Halt::Interrupted,
        });
    } else if goes_on(study) {
        events.push(Event::RunPaused);
    }
    events
}

/// What of the step that a journal is cut within belongs to it, of the events that follow there: what was told of its answer, and by whom decisions were taken. No
/// program that ends leaves half of it, because all of it is recorded at once.
#[must_use]
pub fn rest_of_step(cut: &[Envelope], following: &[Envelope]) -> Vec<Event> {
    let Some(last) = cut.last() else {
        return Vec::new();
    };
    let mut same = following.iter().take_while(|one| one.at == last.at);
    let decides = |one: &&Envelope| matches!(one.event, Event::HunksDecided { .. });
    if !decides(&last) {
        let told = |one: &&Envelope| {
            matches!(
                one.event,
                Event::CritiqueRequested { .. }
                    | Event::ReasoningKept { .. }
                    | Event::CallSpent { .. }
            )
        };
        return same.take_while(told).map(|one| one.event.clone()).collect();
    }
    let later = same.clone().take_while(decides).count() as u64;
    let Some(Event::AutoApplied {
        applied: true,
        decided,
        ..
    }) = same.find(|one| !decides(one)).map(|one| &one.event)
    else {
        return Vec::new();
    };
    let before = cut.iter().rev().take_while(decides);
    let before: Vec<&Envelope> = before
        .take(
            decided
                .saturating_sub(later)
                .try_into()
                .unwrap_or(usize::MAX),
        )
        .collect();
    if before.is_empty() {
        return Vec::new();
    }
    let hunks = before.iter().map(|one| match &one.event {
        Event::HunksDecided { hunks, .. } => hunks.len(),
        _ => 0,
    });
    let taken = counted(hunks.sum(), "change");
    vec![Event::AutoApplied {
        applied: true,
        decided: before.len() as u64,
        why: format!(
            "{taken} accepted automatically before the study was forked; what was to follow is left to you"
        ),
        left: Vec::new(),
    }]
}

/// Whether something would follow by itself.
fn goes_on(study: &Study) -> bool {
    let mut checked = study.clone();
    // Checking costs nothing, and hides what comes after it.
    for section in &mut checked.sections {
        section.checked = true;
    }
    let follows = match next(&checked) {
        Next::Do(Step::Check(_)) | Next::AwaitAnalyst | Next::Done => false,
        Next::Do(_) => true,
    };
    let awaited = checked
        .sections
        .iter()
        .any(crate::study::Section::awaits_critic);
    !study.paused
        && (follows || awaited || study.cycle.is_none() && !study.to_be_steered().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{CycleKind, Decision, HunkId, Instruction, Reading, RunPlan, fixture};

    const FIRST: SectionId = SectionId(0);

    fn opened() -> Vec<Event> {
        vec![fixture::opened("why?", &["Situation"])]
    }

    /// The fork of a journal, opened: what it holds, and what is next.
    fn fork(events: &[Event]) -> (Vec<Event>, Next) {
        let mut study = Study::fold(events);
        let streamed = Some((FIRST, "So f".to_owned()));
        let added = forked(&study, StudyId(3), events.len() as u64, streamed);
        for event in &added {
            study.apply(event);
        }
        for section in &mut study.sections {
            section.checked = true;
        }
        (added, next(&study))
    }

    #[test]
    fn a_fork_within_a_cycle_is_halted_as_if_interrupted() {
        let mut events = opened();
        events.push(Event::RunBegun {
            plan: RunPlan::default(),
            cause: crate::study::RunCause::default(),
        });
        events.push(Event::CycleStarted {
            cycle: CycleKind::Draft,
            sections: vec![FIRST],
        });
        let (added, then) = fork(&events);
        assert!(
            matches!(&added[..], [Event::StudyForked { from: StudyId(3), at: 3 }, Event::StepHalted { partial, .. }] if partial.text == "So f")
        );
        assert_eq!(then, Next::AwaitAnalyst);
    }

    #[test]
    fn a_fork_within_a_cycle_leaves_the_verdicts_of_the_text_that_stands() {
        let mut events = opened();
        events.push(Event::SectionEdited {
            section: FIRST,
            text: "Text.".to_owned(),
        });
        events.push(Event::ClaimsChecked {
            section: FIRST,
            claims: Vec::new(),
        });
        events.push(Event::CycleStarted {
            cycle: CycleKind::Steer,
            sections: vec![FIRST],
        });
        let mut study = Study::fold(&events);
        for event in forked(&study.clone(), StudyId(3), 4, None) {
            study.apply(&event);
        }
        assert!(study.halted().is_some() && study.sections[0].checked);
    }

    #[test]
    fn a_fork_before_what_follows_by_itself_is_paused() {
        let mut wanted = opened();
        wanted.push(Event::SectionEdited {
            section: FIRST,
            text: "Text.".to_owned(),
        });
        let quiet = wanted.clone();
        wanted.push(Event::JudgementWanted {
            reading: Reading::Accepted,
        });
        let (added, then) = fork(&wanted);
        assert_eq!(added[1..], [Event::RunPaused]);
        assert_eq!(then, Next::AwaitAnalyst);

        let mut told = quiet.clone();
        told.push(Event::InstructionGiven {
            instruction: Instruction {
                sections: vec![FIRST],
                text: "shorter".to_owned(),
                claim: None,
            },
        });
        assert_eq!(fork(&told).0[1..], [Event::RunPaused]);

        let (added, then) = fork(&quiet);
        assert_eq!((added.len(), then), (1, Next::Done));
    }

    #[test]
    fn a_fork_in_the_midst_of_a_step_has_what_was_recorded_with_it() {
        let decided = |hunk| Event::HunksDecided {
            section: FIRST,
            hunks: vec![HunkId(hunk)],
            decision: Decision::Accepted,
        };
        let applied = |decided| Event::AutoApplied {
            applied: true,
            decided,
            why: String::new(),
            left: Vec::new(),
        };
        let wanted = Event::CritiqueRequested { section: FIRST };
        let edited = Event::SectionEdited {
            section: FIRST,
            text: "Text.".to_owned(),
        };
        let rest = |events: &[Event], at: usize| {
            let journal = Envelope::journal(events.to_vec());
            let (cut, following) = journal.split_at(at);
            rest_of_step(cut, following)
        };
        let by_itself = [decided(1), decided(2), decided(3), applied(3)];
        for at in 1..=3 {
            let rest = rest(&by_itself, at);
            assert!(
                matches!(&rest[..], [Event::AutoApplied { decided, .. }] if *decided == at as u64),
                "{rest:?}"
            );
        }
        assert_eq!(rest(&by_itself, 4), []);
        // The analyst's own come before those of the program.
        let both = [decided(1), decided(2), applied(1)];
        assert_eq!(rest(&both, 1), []);
        assert_eq!(rest(&[decided(1), decided(2)], 1), []);
        assert_eq!(
            rest(&[edited.clone(), wanted.clone()], 1),
            std::slice::from_ref(&wanted)
        );
        assert_eq!(rest(&[edited.clone(), edited, wanted], 1), []);
    }

    #[test]
    fn a_fork_watches_no_folder_and_is_in_sight() {
        let mut events = opened();
        events.push(Event::FolderWatched {
            folder: "/data".to_owned(),
        });
        events.push(Event::StudyDeleted);
        let (added, _) = fork(&events);
        let folder = "/data".to_owned();
        assert_eq!(
            added[1..],
            [Event::StudyUndeleted, Event::FolderUnwatched { folder }]
        );
    }
}
