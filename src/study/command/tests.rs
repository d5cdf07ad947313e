use proptest::prelude::*;

use super::*;
use crate::study::{
    Document, DocumentId, Halt, Hunk, Partial, Piece, Provenance, Revision, Section, fixture,
};

/// What the analyst or the writer does next.
#[derive(Debug, Clone)]
enum Step {
    Asked(Command),
    /// The writer finishes the running section: with nothing new, or with so many new sentences.
    Finished(usize),
    Halted,
    Evidence(i64),
}

fn opened() -> Study {
    Study::fold(&[fixture::opened("why?", &["Situation"; 2])])
}

fn evidence(id: i64) -> Event {
    Event::EvidenceAdded {
        document: Document {
            id: DocumentId(id),
            passages: 1,
            ..Document::default()
        },
    }
}

/// The event that a writer's answer comes to.
fn answer(study: &Study, section: SectionId, sentences: usize) -> Event {
    let provenance = Provenance {
        writer: "extractive".to_owned(),
        ..Provenance::default()
    };
    let written = study.section(section).is_some_and(Section::is_written);
    if !written {
        let text = "First text.".to_owned();
        return Event::SectionWritten {
            section,
            text,
            warnings: vec![],
            provenance,
        };
    }
    if sentences == 0 {
        return Event::RevisionUnneeded {
            section,
            missed: vec![],
            provenance,
        };
    }
    let accepted = study
        .section(section)
        .map(Section::accepted)
        .unwrap_or_default();
    let mut pieces = vec![Piece::Settled(accepted)];
    pieces.extend((0..sentences as u64).map(|at| {
        Piece::Hunk(Hunk {
            id: HunkId(study.next_hunk().0 + at),
            before: String::new(),
            after: format!(" Proposal {at}."),
            reason: String::new(),
            ..Hunk::default()
        })
    }));
    let revision = Revision { pieces };
    Event::RevisionProposed {
        section,
        revision,
        warnings: vec![],
        provenance,
    }
}

/// The events of a step; none where it is refused or does not fit.
fn events(study: &Study, step: &Step) -> Vec<Event> {
    match step {
        Step::Asked(command) => study.decide(command).unwrap_or_default(),
        Step::Finished(sentences) => {
            let section = study.writing();
            section
                .map(|section| answer(study, section, *sentences))
                .into_iter()
                .collect()
        }
        Step::Halted => {
            let halted = |section| Event::StepHalted {
                section,
                partial: Partial {
                    text: "So f".to_owned(),
                    why: "stopped".to_owned(),
                    ..Partial::default()
                },
                halt: Halt::Stopped,
            };
            study.writing().map(halted).into_iter().collect()
        }
        Step::Evidence(id) => vec![evidence(*id)],
    }
}

fn command() -> impl Strategy<Value = Command> {
    let text = || {
        prop::sample::select(vec!["", "why?", "First text.", "By hand."]).prop_map(str::to_owned)
    };
    let section = || (0_usize..3).prop_map(SectionId);
    let decision =
        || prop::sample::select(vec![Decision::Open, Decision::Accepted, Decision::Rejected]);
    let cycle = prop::sample::select(vec![CycleKind::Draft, CycleKind::Update]);
    prop_oneof![
        text().prop_map(|question| Command::Ask { question }),
        text().prop_map(|writer| Command::ChooseWriter { writer }),
        cycle.prop_map(|cycle| Command::StartCycle { cycle }),
        section().prop_map(|section| Command::AnotherVersion { section }),
        prop::collection::vec(section(), 0..3).prop_map(|sections| Command::Update { sections }),
        (section(), text()).prop_map(|(section, text)| Command::Steer {
            sections: vec![section],
            text,
            claim: None,
        }),
        Just(Command::Resume),
        (section(), 0_u64..12, decision()).prop_map(|(section, hunk, decision)| {
            Command::Decide {
                section,
                hunk: HunkId(hunk),
                decision,
            }
        }),
        (section(), decision())
            .prop_map(|(section, decision)| Command::DecideAll { section, decision }),
        (section(), text()).prop_map(|(section, text)| Command::Edit { section, text }),
        (1_i64..4, 0_i64..4, any::<bool>()).prop_map(|(passage, document, back)| {
            let (passage, document) = (PassageId(passage), DocumentId(document));
            if back {
                Command::Readmit { passage, document }
            } else {
                Command::SetAside { passage, document }
            }
        }),
        Just(Command::Undo),
        Just(Command::Redo),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        3 => command().prop_map(Step::Asked),
        3 => (0_usize..4).prop_map(Step::Finished),
        1 => Just(Step::Halted),
        1 => (0_i64..4).prop_map(Step::Evidence),
    ];
    prop::collection::vec(step, 0..60)
}

fn after(steps: &[Step]) -> Study {
    let mut study = opened();
    for step in steps {
        for event in events(&study, step) {
            study.apply(&event);
        }
    }
    study
}

#[test]
fn what_cannot_be_done_says_why() {
    let section = SectionId(0);
    let draft = Step::Asked(Command::StartCycle {
        cycle: CycleKind::Draft,
    });
    let edit = |section| Command::Edit {
        section,
        text: "By hand.".to_owned(),
    };
    let decide = |hunk| Command::Decide {
        section,
        hunk: HunkId(hunk),
        decision: Decision::Accepted,
    };
    let all = Command::DecideAll {
        section,
        decision: Decision::Accepted,
    };
    let (fresh, busy) = (after(&[]), after(&[Step::Evidence(1), draft.clone()]));
    let done = after(&[
        Step::Evidence(1),
        draft,
        Step::Finished(0),
        Step::Finished(0),
    ]);
    for (study, command, refusal) in [
        (
            &fresh,
            Command::Ask {
                question: " ".to_owned(),
            },
            Refusal::EmptyQuestion,
        ),
        (
            &fresh,
            Command::StartCycle {
                cycle: CycleKind::Draft,
            },
            Refusal::NoEvidence,
        ),
        (
            &busy,
            Command::Ask {
                question: "who?".to_owned(),
            },
            Refusal::Busy,
        ),
        (&busy, edit(section), Refusal::Busy),
        (
            &busy,
            Command::StartCycle {
                cycle: CycleKind::Draft,
            },
            Refusal::Busy,
        ),
        (&busy, Command::Resume, Refusal::NothingHalted),
        (
            &done,
            Command::StartCycle {
                cycle: CycleKind::Update,
            },
            Refusal::NothingNew,
        ),
        (
            &fresh,
            Command::AnotherVersion { section },
            Refusal::NotWritten,
        ),
        (&fresh, edit(SectionId(9)), Refusal::NoSection),
        (&fresh, all.clone(), Refusal::NotWritten),
        (&done, decide(1), Refusal::NoHunk),
        (&done, all, Refusal::NothingOpen),
        (&done, Command::Undo, Refusal::NothingToUndo),
        (&done, Command::Redo, Refusal::NothingToRedo),
    ] {
        assert_eq!(study.decide(&command), Err(refusal), "{command:?}");
    }
}

#[test]
fn a_passage_is_let_back_in_and_kept_out_again_by_command_or_by_undo() {
    let (passage, document) = (PassageId(7), DocumentId(1));
    let back = Command::Readmit { passage, document };
    let out = Command::SetAside { passage, document };
    let mut study = after(&[Step::Evidence(1)]);
    let carry_out = |study: &mut Study, command: &Command| {
        for event in study.decide(command).unwrap() {
            study.apply(&event);
        }
        study.readmitted.clone()
    };
    assert_eq!(study.decide(&out), Ok(vec![]));
    assert_eq!(carry_out(&mut study, &back), [passage]);
    assert_eq!(study.decide(&back), Ok(vec![]));
    assert_eq!(carry_out(&mut study, &Command::Undo), []);
    assert_eq!(carry_out(&mut study, &Command::Redo), [passage]);
    assert_eq!(carry_out(&mut study, &out), []);
    assert_eq!(carry_out(&mut study, &Command::Undo), [passage]);
    let unknown = Command::Readmit {
        passage,
        document: DocumentId(9),
    };
    assert_eq!(study.decide(&unknown), Err(Refusal::NoDocument));
}

#[test]
fn a_passage_that_was_let_back_in_is_new_to_a_brief_that_stands() {
    let mut study = after(&[
        Step::Evidence(1),
        Step::Asked(Command::StartCycle {
            cycle: CycleKind::Draft,
        }),
        Step::Finished(0),
        Step::Finished(0),
    ]);
    assert!(study.fresh.is_empty());
    study.apply(&Event::PassageReadmitted {
        passage: PassageId(7),
        document: DocumentId(1),
    });
    assert_eq!(study.fresh, [DocumentId(1)]);
}

#[test]
fn asking_the_same_again_comes_to_nothing() {
    let another = Step::Asked(Command::AnotherVersion {
        section: SectionId(0),
    });
    let accept = Command::Decide {
        section: SectionId(0),
        hunk: HunkId(1),
        decision: Decision::Accepted,
    };
    let draft = Step::Asked(Command::StartCycle {
        cycle: CycleKind::Draft,
    });
    let mut steps = vec![
        Step::Evidence(1),
        draft,
        Step::Finished(0),
        Step::Finished(0),
        another,
        Step::Finished(1),
    ];
    assert_eq!(after(&steps).decide(&accept).unwrap().len(), 1);
    steps.push(Step::Asked(accept.clone()));
    let study = after(&steps);
    assert_eq!(study.decide(&accept), Ok(vec![]));
    assert_eq!(
        study.decide(&Command::Ask {
            question: " why? ".to_owned()
        }),
        Ok(vec![])
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_not_refused_changes_the_study(steps in steps(), command in command()) {
        let study = after(&steps);
        if let Ok(events) = study.decide(&command) {
            let mut changed = study.clone();
            for event in &events {
                changed.apply(event);
            }
            prop_assert_eq!(events.is_empty(), changed == study, "{:?}", events);
        }
    }

    #[test]
    fn only_the_analyst_changes_the_accepted_text(steps in steps()) {
        let mut study = opened();
        for step in &steps {
            let accepted = |study: &Study| -> Vec<String> {
                study.sections.iter().filter(|section| section.is_written()).map(Section::accepted).collect()
            };
            let before = accepted(&study);
            for event in events(&study, step) {
                study.apply(&event);
            }
            let analyst = matches!(step, Step::Asked(_));
            let kept = before.iter().all(|text| accepted(&study).contains(text));
            prop_assert!(analyst || kept, "{:?}", step);
        }
    }

    #[test]
    fn an_undoable_command_can_be_taken_back(steps in steps(), command in command()) {
        let study = after(&steps);
        let undoable = matches!(command, Command::Decide { .. } | Command::DecideAll { .. } | Command::Edit { .. });
        let events = study.decide(&command).unwrap_or_default();
        if undoable && !events.is_empty() {
            let mut changed = study.clone();
            for event in &events {
                changed.apply(event);
            }
            for event in changed.decide(&Command::Undo).unwrap() {
                changed.apply(&event);
            }
            for (now, then) in changed.sections.iter().zip(&study.sections) {
                prop_assert_eq!(&now.revision, &then.revision);
            }
        }
    }
}
