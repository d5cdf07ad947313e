use proptest::prelude::*;

use crate::study::{
    Command, Decision, Event, Hunk, HunkId, Piece, Provenance, Refusal, Reshaping, Revision,
    SectionId, Study, fixture,
};

const SECTION: SectionId = SectionId(0);

fn provenance() -> Provenance {
    Provenance {
        writer: "acme/m".to_owned(),
        ..Provenance::default()
    }
}

/// A study with one section, for which this revision is proposed.
fn proposed(pieces: Vec<Piece>) -> Study {
    let revision = Revision { pieces };
    Study::fold(&[
        fixture::opened("why?", &["Situation"]),
        Event::SectionWritten {
            section: SECTION,
            text: revision.accepted(),
            warnings: vec![],
            provenance: provenance(),
        },
        Event::RevisionProposed {
            section: SECTION,
            revision,
            warnings: vec![],
            provenance: provenance(),
        },
    ])
}

fn hunk(id: u64, before: &str, after: &str) -> Piece {
    Piece::Hunk(Hunk::open(
        HunkId(id),
        before.to_owned(),
        after.to_owned(),
        "why".to_owned(),
    ))
}

fn settled(text: &str) -> Piece {
    Piece::Settled(text.to_owned())
}

fn revision(study: &Study) -> &Revision {
    study.sections[0].revision.as_ref().expect("written")
}

/// Carries a command out; says whether it changed anything.
fn carry_out(study: &mut Study, command: &Command) -> bool {
    let events = study.decide(command).unwrap_or_default();
    for event in &events {
        study.apply(event);
    }
    !events.is_empty()
}

fn edit(study: &mut Study, id: u64, text: &str) {
    let command = Command::EditHunk {
        section: SECTION,
        hunk: HunkId(id),
        text: text.to_owned(),
    };
    assert!(carry_out(study, &command), "{text}");
}

#[test]
fn an_edited_change_is_accepted_in_the_analysts_words_and_keeps_the_writers() {
    let mut study = proposed(vec![
        settled("One."),
        hunk(1, " Two.", " Zwei."),
        settled(" Three."),
    ]);
    edit(&mut study, 1, "Deux.");
    let known = revision(&study).hunk(HunkId(1)).expect("a hunk");
    assert_eq!(known.decision, Decision::Accepted);
    assert_eq!(known.writers(), " Zwei.");
    assert_eq!(revision(&study).accepted(), "One. Deux. Three.");
    edit(&mut study, 1, "Dos.");
    let known = revision(&study).hunk(HunkId(1)).expect("a hunk");
    assert_eq!(known.writers(), " Zwei.");
    // Its old words again are no change at all.
    edit(&mut study, 1, "Two.");
    assert_eq!(revision(&study).accepted(), "One. Two. Three.");
}

#[test]
fn what_is_edited_away_takes_the_space_beside_it_along() {
    let pieces = || {
        vec![
            settled("One. "),
            hunk(1, "Two.", "Zwei."),
            settled(" Three."),
        ]
    };
    let mut study = proposed(pieces());
    edit(&mut study, 1, "  ");
    assert_eq!(revision(&study).accepted(), "One. Three.");
    assert_eq!(revision(&study).original(), "One. Two. Three.");
    carry_out(&mut study, &Command::Undo);
    assert_eq!(revision(&study).pieces, pieces());
}

#[test]
fn a_refusal_is_kept_with_its_reason_until_it_is_taken_back() {
    let mut study = proposed(vec![
        settled("One."),
        hunk(1, "", " Two."),
        hunk(2, " Three.", ""),
    ]);
    let refuse = |hunk, why: &str| Command::Refuse {
        section: SECTION,
        hunk: HunkId(hunk),
        why: why.to_owned(),
    };
    carry_out(&mut study, &refuse(1, " not what it says "));
    carry_out(&mut study, &refuse(2, ""));
    let told: Vec<String> = study.sections[0]
        .rejected
        .iter()
        .map(super::super::Refused::in_words)
        .collect();
    assert_eq!(
        told,
        [
            "Two. (refused because: not what it says)",
            "taking out: Three."
        ]
    );
    // The reason can be given later, and is a step of its own.
    assert!(carry_out(&mut study, &refuse(2, "it is needed")));
    carry_out(&mut study, &Command::Undo);
    carry_out(&mut study, &Command::Undo);
    carry_out(&mut study, &Command::Undo);
    assert!(study.sections[0].rejected.is_empty());
    carry_out(&mut study, &Command::Redo);
    let first = revision(&study).hunk(HunkId(1)).expect("a hunk").clone();
    assert_eq!(
        study.sections[0].refusal_of(&first),
        Some("not what it says")
    );
}

#[test]
fn parts_are_decided_one_by_one_and_joined_they_are_the_change_that_they_were() {
    let mut study = proposed(vec![hunk(1, "It will end in May.", "It may end in June.")]);
    let whole = revision(&study).clone();
    let part = |before: &str, after: &str| (before.to_owned(), after.to_owned());
    let split = Command::Split {
        section: SECTION,
        hunk: HunkId(1),
        parts: vec![
            part("It ", "It "),
            part("will", "may"),
            part(" end in ", " end in "),
            part("May", "June"),
            part(".", "."),
        ],
    };
    assert!(carry_out(&mut study, &split));
    let ids: Vec<u64> = revision(&study).hunks().map(|hunk| hunk.id.0).collect();
    assert_eq!(ids, [2, 3]);
    let accept = Command::Decide {
        section: SECTION,
        hunk: HunkId(3),
        decision: Decision::Accepted,
    };
    carry_out(&mut study, &accept);
    assert_eq!(revision(&study).accepted(), "It will end in June.");
    // Decided differently, they are open again as one.
    let join = Command::Join {
        section: SECTION,
        hunk: HunkId(3),
    };
    assert!(carry_out(&mut study, &join));
    assert_eq!(revision(&study).hunks().count(), 1);
    assert_eq!(revision(&study).open(), 1);
    carry_out(&mut study, &Command::Undo);
    carry_out(&mut study, &Command::Undo);
    assert!(carry_out(&mut study, &join));
    // What settled words there were beside them is part of it again.
    assert_eq!(revision(&study).original(), whole.original());
    assert_eq!(revision(&study).proposed(), whole.proposed());
    assert_eq!(
        revision(&study).hunks().next().map(|hunk| hunk.id.0),
        Some(1)
    );
    let nothing = Command::Split {
        section: SECTION,
        hunk: HunkId(1),
        parts: vec![part("another", "text"), part("", "!")],
    };
    assert_eq!(study.decide(&nothing), Err(Refusal::NotSplit));
}

#[test]
fn changes_of_two_paragraphs_are_not_joined() {
    let study = proposed(vec![
        hunk(1, "One.", "Eins."),
        settled("\n\n"),
        hunk(2, "Two.", "Zwei."),
    ]);
    let join = Command::Join {
        section: SECTION,
        hunk: HunkId(1),
    };
    assert_eq!(study.decide(&join), Err(Refusal::NotJoined));
}

#[test]
fn a_clash_is_never_accepted_unseen() {
    let mut study = proposed(vec![
        Piece::Hunk(Hunk {
            clash: Some("Two.".to_owned()),
            ..Hunk::open(
                HunkId(1),
                "Mine.".to_owned(),
                "Theirs.".to_owned(),
                String::new(),
            )
        }),
        hunk(2, "", " New."),
    ]);
    let accept = Command::Decide {
        section: SECTION,
        hunk: HunkId(1),
        decision: Decision::Accepted,
    };
    assert_eq!(study.decide(&accept), Err(Refusal::Clashes));
    let all = Command::DecideAll {
        section: SECTION,
        decision: Decision::Accepted,
    };
    carry_out(&mut study, &all);
    assert_eq!(revision(&study).accepted(), "Mine. New.");
    assert_eq!(revision(&study).open(), 1);
    edit(&mut study, 1, "Both.");
    assert_eq!(revision(&study).accepted(), "Both. New.");
    assert_eq!(revision(&study).open(), 0);
}

#[test]
fn a_reshaping_that_belongs_to_another_text_changes_nothing() {
    let mut study = proposed(vec![settled("One."), hunk(1, " Two.", " Zwei.")]);
    let before = revision(&study).clone();
    for (at, count, piece) in [
        (1, 1, hunk(9, " Three.", " Drei.")),
        (0, 9, settled("One. Two.")),
        (usize::MAX, 2, settled("")),
    ] {
        study.apply(&Event::HunksReshaped {
            section: SECTION,
            reshape: super::Reshape {
                how: Reshaping::Joined,
                at,
                count,
                pieces: vec![piece],
            },
        });
        assert_eq!(*revision(&study), before);
    }
}

/// What an analyst does in a review, by numbers that are taken modulo what there is.
#[derive(Debug, Clone)]
enum Done {
    Decide(usize, Decision),
    Refuse(usize, String),
    Edit(usize, String),
    Split(usize, usize, usize),
    Join(usize),
    All(Decision),
    Undo,
    Redo,
}

fn done() -> impl Strategy<Value = Done> {
    let decision =
        prop::sample::select(vec![Decision::Open, Decision::Accepted, Decision::Rejected]);
    prop_oneof![
        4 => (0_usize..9, decision.clone()).prop_map(|(at, decision)| Done::Decide(at, decision)),
        1 => (0_usize..9, "[a-c]{0,3}").prop_map(|(at, why)| Done::Refuse(at, why)),
        2 => (0_usize..9, "[a-cé ]{0,5}").prop_map(|(at, text)| Done::Edit(at, text)),
        3 => (0_usize..9, 0_usize..9, 0_usize..9).prop_map(|(at, a, b)| Done::Split(at, a, b)),
        2 => (0_usize..9).prop_map(Done::Join),
        1 => decision.prop_map(Done::All),
        1 => Just(Done::Undo),
        1 => Just(Done::Redo),
    ]
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let piece = prop_oneof![
        "[a-cé .\n]{1,4}".prop_map(|text| settled(&text)),
        ("[a-cé .]{0,6}", "[a-cé .]{0,6}").prop_map(|(before, after)| hunk(0, &before, &after)),
    ];
    prop::collection::vec(piece, 1..8).prop_map(|mut pieces| {
        for (id, piece) in (1..).zip(&mut pieces) {
            if let Piece::Hunk(hunk) = piece {
                hunk.id = HunkId(id);
            }
        }
        pieces
    })
}

/// The command that something done comes to here.
fn command(study: &Study, done: &Done) -> Option<Command> {
    let hunks: Vec<&Hunk> = revision(study).hunks().collect();
    let nth = |at: &usize| hunks.get(at % hunks.len().max(1)).copied();
    let section = SECTION;
    Some(match done {
        Done::Decide(at, decision) => Command::Decide {
            section,
            hunk: nth(at)?.id,
            decision: *decision,
        },
        Done::Refuse(at, why) => Command::Refuse {
            section,
            hunk: nth(at)?.id,
            why: why.clone(),
        },
        Done::Edit(at, text) => Command::EditHunk {
            section,
            hunk: nth(at)?.id,
            text: text.clone(),
        },
        Done::Split(at, a, b) => {
            let hunk = nth(at)?;
            let cut = |side: &str, at: &usize| {
                let at = side.floor_char_boundary(at % (side.len() + 1));
                let (one, two) = side.split_at(at);
                (one.to_owned(), two.to_owned())
            };
            let (before, after) = (cut(&hunk.before, a), cut(&hunk.after, b));
            Command::Split {
                section,
                hunk: hunk.id,
                parts: vec![(before.0, after.0), (before.1, after.1)],
            }
        }
        Done::Join(at) => Command::Join {
            section,
            hunk: nth(at)?.id,
        },
        Done::All(decision) => Command::DecideAll {
            section,
            decision: *decision,
        },
        Done::Undo => Command::Undo,
        Done::Redo => Command::Redo,
    })
}

fn decide_all(study: &mut Study, decision: Decision, order: &[usize]) {
    let mut ids: Vec<HunkId> = revision(study).hunks().map(|hunk| hunk.id).collect();
    for (at, to) in order.iter().enumerate() {
        if at < ids.len() {
            let to = to % ids.len();
            ids.swap(at, to);
        }
    }
    for hunk in ids {
        let decide = Command::Decide {
            section: SECTION,
            hunk,
            decision,
        };
        carry_out(study, &decide);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_was_split_joined_and_edited_all_is_the_candidate_and_none_the_text_before(
        pieces in pieces(),
        done in prop::collection::vec(done(), 0..16),
        order in prop::collection::vec(0_usize..9, 0..9),
        other in prop::collection::vec(0_usize..9, 0..9),
    ) {
        let mut study = proposed(pieces);
        let start = revision(&study).accepted();
        for one in &done {
            if let Some(command) = command(&study, one) {
                carry_out(&mut study, &command);
                prop_assert_eq!(revision(&study).original(), start.clone(), "{:?}", one);
            }
        }
        // What was rejected is not part of the candidate.
        let candidate = revision(&study).candidate();
        let mut all = study.clone();
        let open: Vec<HunkId> = revision(&study).hunks().filter(|hunk| hunk.is_open()).map(|hunk| hunk.id).collect();
        for hunk in open {
            carry_out(&mut all, &Command::Decide { section: SECTION, hunk, decision: Decision::Accepted });
        }
        prop_assert_eq!(revision(&all).accepted(), candidate);

        let mut none = study.clone();
        decide_all(&mut none, Decision::Rejected, &order);
        prop_assert_eq!(revision(&none).accepted(), start.clone());
        prop_assert_eq!(revision(&none).candidate(), start);

        let mut one_way = study.clone();
        let mut other_way = study.clone();
        decide_all(&mut one_way, Decision::Accepted, &order);
        decide_all(&mut other_way, Decision::Accepted, &other);
        prop_assert_eq!(revision(&one_way).accepted(), revision(&other_way).accepted());
    }

    #[test]
    fn undo_of_everything_is_the_same_bytes_and_redo_is_what_was_done(
        pieces in pieces(),
        done in prop::collection::vec(done(), 0..16),
    ) {
        let start = proposed(pieces);
        let mut study = start.clone();
        let mut journal = Vec::new();
        for one in &done {
            // What was there before the review is not taken back by it.
            let is_start = study.sections[0].revision == start.sections[0].revision
                && study.sections[0].rejected == start.sections[0].rejected;
            if matches!(one, Done::Undo) && is_start {
                continue;
            }
            if let Some(command) = command(&study, one) {
                let events = study.decide(&command).unwrap_or_default();
                for event in events {
                    study.apply(&event);
                    journal.push(event);
                }
            }
        }
        let last = study.sections[0].clone();
        // What is read back from the journal is the same study, and goes back just as far.
        let stored: Vec<Event> = journal
            .iter()
            .map(|event| serde_json::from_str(&serde_json::to_string(event).unwrap()).unwrap())
            .collect();
        let mut again = start.clone();
        for event in &stored {
            again.apply(event);
        }
        prop_assert_eq!(&again, &study);
        let mut steps = 0;
        // The last step back is the one that takes the proposal itself away.
        while revision(&again).pieces != revision(&start).pieces || again.sections[0].rejected != start.sections[0].rejected {
            prop_assert!(carry_out(&mut again, &Command::Undo));
            steps += 1;
        }
        prop_assert_eq!(revision(&again).accepted(), revision(&start).accepted());
        for _ in 0..steps {
            prop_assert!(carry_out(&mut again, &Command::Redo));
        }
        prop_assert_eq!(&again.sections[0].revision, &last.revision);
        prop_assert_eq!(&again.sections[0].rejected, &last.rejected);
    }
}
