use proptest::prelude::*;

use super::*;
use crate::study::{
    Claim, CycleKind, Decision, Halt, Hunk, Partial, Piece, Provenance, RunCause, RunPlan, fixture,
};

fn opened(sections: usize) -> Event {
    fixture::opened("why?", &vec!["Situation"; sections])
}

fn document(id: i64, uri: &str) -> Event {
    Event::EvidenceAdded {
        document: Document {
            id: DocumentId(id),
            uri: uri.to_owned(),
            passages: 1,
            ..Document::default()
        },
    }
}

fn provenance() -> Provenance {
    Provenance {
        writer: "extractive".to_owned(),
        asked: "asked".to_owned(),
        replied: "replied".to_owned(),
        ..Provenance::default()
    }
}

fn written(section: usize, text: &str) -> Event {
    Event::SectionWritten {
        section: SectionId(section),
        text: text.to_owned(),
        warnings: vec![],
        provenance: provenance(),
    }
}

fn proposed(section: usize, id: u64, before: &str, after: &str) -> Event {
    let hunk = Hunk {
        id: HunkId(id),
        before: before.to_owned(),
        after: after.to_owned(),
        reason: String::new(),
        ..Hunk::default()
    };
    Event::RevisionProposed {
        section: SectionId(section),
        revision: Revision {
            pieces: vec![Piece::Settled("Same. ".to_owned()), Piece::Hunk(hunk)],
        },
        warnings: vec!["too long".to_owned()],
        provenance: provenance(),
    }
}

fn halted(section: usize) -> Event {
    Event::StepHalted {
        section: SectionId(section),
        partial: Partial {
            text: "So f".to_owned(),
            why: "stopped".to_owned(),
            ..Partial::default()
        },
        halt: Halt::Stopped,
    }
}

fn cycle(kind: CycleKind, sections: &[usize]) -> Event {
    Event::CycleStarted {
        cycle: kind,
        sections: sections.iter().map(|&section| SectionId(section)).collect(),
    }
}

fn decided(section: usize, hunks: &[u64], decision: Decision) -> Event {
    Event::HunksDecided {
        section: SectionId(section),
        hunks: hunks.iter().map(|&hunk| HunkId(hunk)).collect(),
        decision,
    }
}

#[test]
fn documents_at_one_address_share_a_number() {
    let numbered = Event::SourcesNumbered {
        documents: vec![DocumentId(1), DocumentId(3)],
    };
    let study = Study::fold(&[
        opened(1),
        document(1, "https://a.example/"),
        document(2, "https://a.example/"),
        document(3, "/data/a.pdf"),
        document(4, "/data/a.pdf"),
        numbered,
    ]);
    let numbers = [1, 2, 3, 4, 5].map(|id| study.number_of(DocumentId(id)));
    assert_eq!(numbers, [Some(1), Some(1), Some(2), None, None]);
    let documents = [0, 1, 2, 3].map(|number| study.numbered(number).map(|document| document.id.0));
    assert_eq!(documents, [None, Some(1), Some(3), None]);
}

#[test]
fn an_update_that_is_given_up_leaves_its_documents_to_the_next() {
    let mut study = Study::fold(&[
        opened(2),
        document(1, "a"),
        cycle(CycleKind::Draft, &[0, 1]),
    ]);
    study.apply(&written(0, "One."));
    study.apply(&written(1, "Two."));
    study.apply(&document(2, "b"));
    study.apply(&cycle(CycleKind::Update, &[0, 1]));
    assert_eq!(study.fresh, []);
    study.apply(&halted(0));
    study.apply(&document(3, "c"));
    study.apply(&cycle(CycleKind::Another, &[1]));
    assert_eq!(study.fresh, [DocumentId(2), DocumentId(3)]);
}

#[test]
fn a_halted_step_can_be_gone_on_from_after_an_edit() {
    let mut study = Study::fold(&[opened(1), cycle(CycleKind::Draft, &[0]), halted(0)]);
    assert_eq!(study.writing(), None);
    study.apply(&Event::SectionEdited {
        section: SectionId(0),
        text: "By hand.".to_owned(),
    });
    assert!(study.halted().is_some());
    study.apply(&Event::CycleResumed);
    assert_eq!(study.writing(), Some(SectionId(0)));
}

#[test]
fn a_text_whose_edit_is_undone_is_no_longer_said_to_be_edited_by_hand() {
    let by_hand = |study: &Study| study.sections[0].edited_by_hand;
    let mut study = Study::fold(&[opened(1), written(0, "As written.")]);
    study.apply(&Event::SectionEdited {
        section: SectionId(0),
        text: "By hand.".to_owned(),
    });
    assert!(by_hand(&study));
    study.apply(&Event::Undone);
    assert_eq!(study.sections[0].accepted(), "As written.");
    assert!(!by_hand(&study));
    study.apply(&Event::Redone);
    assert!(by_hand(&study));
}

#[test]
fn only_the_running_step_can_halt_the_cycle() {
    let study = Study::fold(&[opened(2), cycle(CycleKind::Draft, &[0, 1]), halted(1)]);
    assert_eq!(study.writing(), Some(SectionId(0)));
}

#[test]
fn a_decision_that_changes_nothing_is_no_step_to_undo() {
    let mut study = Study::fold(&[
        opened(1),
        written(0, "Same. Old."),
        proposed(0, 1, "Old.", "New."),
    ]);
    study.apply(&Event::Undone);
    assert!(!study.can_undo());
    study.apply(&decided(0, &[1, 99], Decision::Accepted));
    assert!(!study.can_undo() && study.can_redo());
    study.apply(&Event::Redone);
    study.apply(&decided(0, &[1], Decision::Open));
    study.apply(&Event::Undone);
    assert!(!study.can_undo());
}

#[test]
fn a_long_text_whose_changes_are_decided_one_by_one_is_not_kept_once_for_each() {
    let hunk = |id: u64| {
        let (before, after) = (format!("Old {id}. "), format!("New {id}. "));
        Piece::Hunk(Hunk::open(HunkId(id), before, after, String::new()))
    };
    let long = Piece::Settled("A long text. ".repeat(2_000));
    let revision = Revision {
        pieces: std::iter::once(long).chain((1..=50).map(hunk)).collect(),
    };
    let mut study = Study::fold(&[
        opened(1),
        Event::SectionReworked {
            section: SectionId(0),
            revision,
        },
    ]);
    let mut texts = vec![study.sections[0].clone()];
    for id in 1..=50 {
        let decision = [Decision::Accepted, Decision::Rejected][id as usize % 2];
        study.apply(&decided(0, &[id], decision));
        texts.push(study.sections[0].clone());
    }
    let kept = format!("{:?}", study.undo).len();
    let text = format!("{:?}", study.sections[0].revision).len();
    assert!(kept < 2 * text, "{kept} bytes for a text of {text}");
    let is = |study: &Study, as_in: &Section| {
        let now = &study.sections[0];
        (&now.revision, &now.rejected) == (&as_in.revision, &as_in.rejected)
    };
    for text in texts.iter().rev().skip(1) {
        study.apply(&Event::Undone);
        assert!(is(&study, text));
    }
    for text in texts.iter().skip(1) {
        study.apply(&Event::Redone);
        assert!(is(&study, text));
    }
}

#[test]
fn a_brief_stays_the_draft_that_it_took_changes_from_when_it_is_edited_by_hand() {
    let mut study = Study::fold(&[
        opened(2),
        cycle(CycleKind::Draft, &[0, 1]),
        written(0, "Same. Old."),
        written(1, "Same. Old."),
        cycle(CycleKind::Update, &[0, 1]),
        proposed(0, 1, "Old.", "New."),
        proposed(1, 2, "Old.", "New."),
    ]);
    let edited = |text: &str| Event::SectionEdited {
        section: SectionId(0),
        text: text.to_owned(),
    };
    let mut before = study.clone();
    before.apply(&edited("By hand."));
    assert_eq!(before.draft(), 1, "nothing of the second draft is in it");
    study.apply(&decided(0, &[1], Decision::Accepted));
    study.apply(&edited("Same. New. By hand."));
    assert_eq!(study.draft(), 2);
    study.apply(&edited("Same. New. By hand, again."));
    assert_eq!(study.draft(), 2);
    for draft in [2, 2, 1] {
        study.apply(&Event::Undone);
        assert_eq!(study.draft(), draft, "as far as it is taken back");
    }
}

#[test]
fn redo_does_not_bring_back_what_was_before_the_first_text() {
    let mut study = Study::fold(&[opened(1)]);
    study.apply(&Event::SectionEdited {
        section: SectionId(0),
        text: "By hand.".to_owned(),
    });
    study.apply(&Event::Undone);
    assert!(study.can_redo());
    study.apply(&written(0, "First text."));
    assert!(!study.can_redo());
}

#[test]
fn hunk_ids_are_never_used_again() {
    let mut study = Study::fold(&[
        opened(1),
        written(0, "Same. Old."),
        proposed(0, 7, "Old.", "New."),
    ]);
    study.apply(&Event::Undone);
    assert_eq!(study.next_hunk(), HunkId(8));
    study.apply(&proposed(0, u64::MAX, "Old.", "New."));
    assert_eq!(study.next_hunk(), HunkId(u64::MAX));
}

/// What happens to sources while a study grows.
fn growth() -> impl Strategy<Value = Event> {
    let ids =
        || prop::collection::vec(0_i64..6, 0..4).prop_map(|ids| ids.into_iter().map(DocumentId));
    let paths = || {
        prop::collection::vec(prop::sample::select(vec!["/a", "/b"]), 0..3)
            .prop_map(|paths| paths.into_iter().map(str::to_owned).collect::<Vec<_>>())
    };
    prop_oneof![
        (0_i64..6, 0_i64..6).prop_map(|(old, new)| match document(new, "/a") {
            Event::EvidenceAdded { document } => Event::DocumentReplaced {
                old: DocumentId(old),
                new: document,
            },
            other => other,
        }),
        (0_i64..6).prop_map(|id| Event::DocumentMoved {
            document: DocumentId(id),
            uri: "/b".to_owned(),
        }),
        ids().prop_map(|ids| Event::DocumentsWithdrawn {
            documents: ids.collect()
        }),
        ids().prop_map(|ids| Event::DocumentsReturned {
            documents: ids.collect()
        }),
        (ids(), any::<bool>()).prop_map(|(ids, undoable)| Event::DocumentsTakenOut {
            documents: ids.collect(),
            undoable,
        }),
        (ids(), any::<bool>()).prop_map(|(ids, undoable)| Event::DocumentsPutBack {
            documents: ids.collect(),
            undoable,
        }),
        paths().prop_map(|arguments| Event::EvidenceRequested { arguments }),
        paths().prop_map(|arguments| Event::EvidenceRead { arguments }),
    ]
}

/// Events that fit some study, and events that fit none.
fn event() -> impl Strategy<Value = Event> {
    let section = 0_usize..4;
    let kind = prop::sample::select(vec![
        CycleKind::Draft,
        CycleKind::Update,
        CycleKind::Another,
    ]);
    let decision =
        prop::sample::select(vec![Decision::Open, Decision::Accepted, Decision::Rejected]);
    let text = || prop::sample::select(vec!["", "Same. Old.", "Old.", "New. Text [1]."]);
    prop_oneof![
        (0_usize..4).prop_map(opened),
        text().prop_map(|text| Event::QuestionChanged {
            question: text.to_owned(),
            undoable: false,
        }),
        text().prop_map(|text| Event::WriterChosen {
            writer: text.to_owned()
        }),
        (0_i64..5).prop_map(|id| document(id, "https://a.example/")),
        prop::collection::vec(0_i64..6, 0..4).prop_map(|ids| Event::SourcesNumbered {
            documents: ids.into_iter().map(DocumentId).collect()
        }),
        growth(),
        (kind, prop::collection::vec(0_usize..5, 0..4))
            .prop_map(|(kind, sections)| cycle(kind, &sections)),
        (section.clone(), text()).prop_map(|(section, text)| written(section, text)),
        (section.clone(), 0_u64..9, text(), text())
            .prop_map(|(section, id, before, after)| proposed(section, id, before, after)),
        section.clone().prop_map(|section| Event::RevisionUnneeded {
            section: SectionId(section),
            missed: vec![],
            provenance: provenance(),
        }),
        section.clone().prop_map(halted),
        (section.clone(), any::<bool>()).prop_map(|(section, goes_on)| Event::AskedAgain {
            section: SectionId(section),
            why: "it reached its limit".to_owned(),
            goes_on,
            provenance: provenance(),
        }),
        text().prop_map(|text| Event::ReasoningKept {
            text: text.to_owned()
        }),
        Just(Event::CycleResumed),
        section.clone().prop_map(|section| Event::ClaimsChecked {
            section: SectionId(section),
            claims: vec![Claim {
                text: "Old.".to_owned(),
                citations: vec![1],
                verdict: Verdict::Supported,
                reason: String::new(),
                evidence: None,
                more: Vec::new(),
            }],
        }),
        (
            section.clone(),
            prop::collection::vec(0_u64..9, 0..3),
            decision
        )
            .prop_map(|(section, hunks, decision)| decided(section, &hunks, decision)),
        (section, text()).prop_map(|(section, text)| Event::SectionEdited {
            section: SectionId(section),
            text: text.to_owned(),
        }),
        earlier(),
        Just(Event::Undone),
        Just(Event::Redone),
    ]
}

/// Forks, names, and earlier texts put back.
fn earlier() -> impl Strategy<Value = Event> {
    let text = || prop::sample::select(vec!["", "Old.", "New. Text [1]."]);
    prop_oneof![
        (0_i64..3, 0_u64..9).prop_map(|(from, at)| Event::StudyForked {
            from: StudyId(from),
            at
        }),
        text().prop_map(|name| Event::StudyRenamed {
            name: name.to_owned()
        }),
        Just(Event::StudyDeleted),
        Just(Event::StudyUndeleted),
        prop::collection::vec((0_usize..4, text()), 0..4).prop_map(|sections| {
            let text = |(id, text): (usize, &str)| (SectionId(id), text.to_owned());
            Event::BriefRestored {
                at: 1,
                sections: sections.into_iter().map(text).collect(),
            }
        }),
    ]
}

/// Mostly a study that was opened, then anything.
fn journal() -> impl Strategy<Value = Vec<Event>> {
    (0_usize..4, prop::collection::vec(event(), 0..40)).prop_map(|(sections, mut events)| {
        events.insert(0, opened(sections));
        events
    })
}

fn revisions(study: &Study) -> Vec<Option<Revision>> {
    study
        .sections
        .iter()
        .map(|section| section.revision.clone())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_journal_gives_a_study(events in journal()) {
        let mut study = Study::default();
        for event in &events {
            study.apply(event);
            prop_assert_eq!(study.sections.len(), study.framework.sections.len());
            prop_assert!(study.writing().is_none_or(|id| study.section(id).is_some()));
            prop_assert!(study.writing().is_none() || study.halted().is_none());
            prop_assert!(study.cycle.as_ref().is_none_or(|cycle| !cycle.todo.is_empty()));
            prop_assert!(study.fresh.iter().all(|&id| study.document(id).is_some()));
            prop_assert!(study.news().iter().all(|&id| study.is_current(id)));
            for document in &study.evidence {
                prop_assert!(study.document(study.latest(document.id)).is_some());
            }
            for hunk in study.sections.iter().filter_map(|section| section.revision.as_ref()).flat_map(Revision::hunks) {
                prop_assert!(hunk.id < study.next_hunk());
            }
        }
    }

    #[test]
    fn a_journal_that_was_cut_and_continued_gives_the_same_study(events in journal(), cut in any::<prop::sample::Index>()) {
        let whole = Study::fold(&events);
        let (first, rest) = events.split_at(cut.index(events.len()));
        let stored: Vec<Event> = first
            .iter()
            .map(|event| serde_json::from_str(&serde_json::to_string(event).unwrap()).unwrap())
            .collect();
        let mut continued = Study::fold(&stored);
        for event in rest {
            continued.apply(event);
        }
        prop_assert_eq!(continued, whole);
    }

    #[test]
    fn undo_goes_back_to_every_text_and_redo_returns(events in journal()) {
        let mut study = Study::fold(&events);
        let decided = |study: &Study| {
            let standing: Vec<_> = study.evidence.iter().map(|one| study.standing(one.id)).collect();
            (revisions(study), standing)
        };
        let mut seen = vec![decided(&study)];
        while study.can_undo() {
            study.apply(&Event::Undone);
            prop_assert_ne!(&decided(&study), seen.last().unwrap());
            seen.push(decided(&study));
        }
        for expected in seen.iter().rev().skip(1) {
            prop_assert!(study.can_redo());
            study.apply(&Event::Redone);
            prop_assert_eq!(&decided(&study), expected);
        }
    }
}

#[test]
fn what_a_run_proposed_is_told_from_what_was_open_before_it() {
    let mut later = proposed(0, 8, "A.", "B.");
    if let Event::RevisionProposed { revision, .. } = &mut later {
        let hunk = Hunk::open(HunkId(9), String::new(), "C.".to_owned(), String::new());
        revision.pieces.push(Piece::Hunk(hunk));
    }
    let study = Study::fold(&[
        opened(1),
        cycle(CycleKind::Draft, &[0]),
        written(0, "Same. A."),
        cycle(CycleKind::Update, &[0]),
        proposed(0, 7, "A.", "B."),
        Event::RunBegun {
            plan: RunPlan::default(),
            cause: RunCause::default(),
        },
        cycle(CycleKind::Update, &[0]),
        later,
    ]);
    let mine: Vec<HunkId> = study
        .proposed_by_run(SectionId(0))
        .map(|hunk| hunk.id)
        .collect();
    assert_eq!((study.open_hunks(), mine), (2, vec![HunkId(9)]));
}

#[test]
fn a_section_is_asked_for_once_more_and_goes_on_from_what_came() {
    let mut study = Study::fold(&[opened(2), cycle(CycleKind::Draft, &[0, 1])]);
    let provenance = Provenance {
        replied: "One. Tw".to_owned(),
        ..provenance()
    };
    study.apply(&Event::AskedAgain {
        section: SectionId(0),
        why: "it reached its limit".to_owned(),
        goes_on: true,
        provenance,
    });
    assert_eq!(study.writing(), Some(SectionId(0)));
    let again = study.asked_again(SectionId(0)).expect("asked again");
    assert_eq!(again.replied, None);
    let partial = study.sections[0].partial.as_ref().expect("kept");
    assert_eq!(partial.text, "One. Tw");
    study.apply(&written(0, "One. Two."));
    assert_eq!(study.asked_again(SectionId(1)), None);
}

#[test]
fn of_a_part_whose_answers_were_refused_nothing_is_put_to_the_writer_that_is_asked_later() {
    let mut study = Study::fold(&[opened(1), cycle(CycleKind::Draft, &[0])]);
    let refused = Provenance {
        replied: "I cannot.".to_owned(),
        ..provenance()
    };
    study.apply(&Event::AskedAgain {
        section: SectionId(0),
        why: "it is a refusal".to_owned(),
        goes_on: false,
        provenance: refused.clone(),
    });
    // A call that broke off is made again as it was.
    let halted = |partial: Partial| Event::StepHalted {
        section: SectionId(0),
        partial: partial.of_call(&refused),
        halt: Halt::Failed,
    };
    let broke = Partial::of("I ca".to_owned(), "it broke off".to_owned());
    study.apply(&halted(broke));
    assert!(study.asked_again(SectionId(0)).is_some());
    study.apply(&halted(Partial::of(String::new(), "a refusal".to_owned())));
    assert_eq!(study.asked_again(SectionId(0)), None);
}

#[test]
fn claims_are_checked_anew_when_what_they_cite_changes_or_goes() {
    let checked = Event::ClaimsChecked {
        section: SectionId(0),
        claims: vec![Claim {
            text: "Old [1].".to_owned(),
            citations: vec![1],
            verdict: Verdict::Supported,
            reason: String::new(),
            evidence: None,
            more: Vec::new(),
        }],
    };
    let study = Study::fold(&[
        opened(1),
        document(1, "https://a.example/"),
        document(2, "https://b.example/"),
        Event::SourcesNumbered {
            documents: vec![DocumentId(1), DocumentId(2)],
        },
        cycle(CycleKind::Draft, &[0]),
        written(0, "Old [1]."),
        checked,
    ]);
    let after = |documents: &[i64]| {
        let mut study = study.clone();
        study.apply(&Event::DocumentsWithdrawn {
            documents: documents.iter().copied().map(DocumentId).collect(),
        });
        study.sections[0].checked
    };
    assert!(after(&[2]), "nothing rests on it");
    assert!(!after(&[1]));
}
