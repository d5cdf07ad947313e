//! What is offered, and what a typed line comes to.

use super::*;
use crate::study::{
    CycleKind, Event, Framework, Hunk, Piece, Provenance, Revision, RhetoricalRole, SectionPlan,
};

const FIRST: SectionId = SectionId(0);

fn provenance() -> Provenance {
    Provenance {
        writer: "acme/m".to_owned(),
        ..Provenance::default()
    }
}

/// A section of two sentences, both of which are to be changed.
fn study() -> Study {
    let plan = SectionPlan {
        title: "Situation".to_owned(),
        purpose: String::new(),
        role: RhetoricalRole::Situation,
        words: 100,
    };
    let hunk = |id, before: &str, after: &str| {
        Piece::Hunk(Hunk {
            id: HunkId(id),
            before: before.to_owned(),
            after: after.to_owned(),
            reason: "the register counted again".to_owned(),
            decision: Decision::Open,
            ..Hunk::default()
        })
    };
    Study::fold(&[
        Event::StudyOpened {
            question: "Why?".to_owned(),
            framework: Framework {
                sections: vec![plan],
                ..Framework::default()
            },
        },
        Event::CycleStarted {
            cycle: CycleKind::Draft,
            sections: vec![FIRST],
        },
        Event::SectionWritten {
            section: FIRST,
            text: "Sales fell. Stocks rose.".to_owned(),
            warnings: vec![],
            provenance: provenance(),
        },
        Event::CycleStarted {
            cycle: CycleKind::Another,
            sections: vec![FIRST],
        },
        Event::RevisionProposed {
            section: FIRST,
            revision: Revision {
                pieces: vec![
                    hunk(1, "Sales fell. ", "Sales fell by a third. "),
                    hunk(2, "Stocks rose.", ""),
                ],
            },
            warnings: vec![],
            provenance: provenance(),
        },
    ])
}

fn desk(study: &Study) -> Desk<'_> {
    Desk {
        study,
        is_busy: false,
        is_read_only: false,
    }
}

/// The number that stands before a choice.
fn number_of(dialogue: &mut Dialogue, desk: &Desk<'_>, choice: &str) -> String {
    let offered = dialogue.prompt(desk);
    let line = offered.iter().find(|line| line.contains(choice));
    let line = line.unwrap_or_else(|| panic!("{choice:?} is not among {offered:?}"));
    line.split(',').next().unwrap_or_default().to_owned()
}

#[test]
fn changes_are_asked_about_one_by_one_and_one_left_for_later_stays_open() {
    let mut study = study();
    let mut dialogue = Dialogue::default();
    let decide = number_of(&mut dialogue, &desk(&study), "decide on 2 changes");
    assert!(dialogue.answer(&decide, &desk(&study)).is_empty());
    let asked = dialogue.prompt(&desk(&study)).join("\n");
    assert!(asked.contains("Change 1 of 2, in Situation."), "{asked}");
    assert!(
        asked.contains("Now: Sales fell.\nProposed instead: Sales fell by a third."),
        "{asked}"
    );
    assert!(asked.contains("Why: the register counted again"), "{asked}");
    let wishes = dialogue.answer("3", &desk(&study));
    assert!(wishes.is_empty());
    let asked = dialogue.prompt(&desk(&study)).join("\n");
    assert!(asked.contains("Proposed: delete it."), "{asked}");
    let wishes = dialogue.answer("1", &desk(&study));
    let [Wish::Execute(command), Wish::Say(_), Wish::Standing] = wishes.as_slice() else {
        panic!("{wishes:?}");
    };
    for event in study.decide(command).expect("allowed") {
        study.apply(&event);
    }
    assert_eq!(study.open_hunks(), 1);
    assert!(dialogue.is_at_menu());
}

#[test]
fn the_rest_of_a_brief_that_was_left_in_parts_can_be_chosen() {
    let plan = |title: &str| SectionPlan {
        title: title.to_owned(),
        purpose: String::new(),
        role: RhetoricalRole::Situation,
        words: 100,
    };
    let study = Study::fold(&[
        Event::StudyOpened {
            question: "Why?".to_owned(),
            framework: Framework {
                sections: vec![plan("Situation"), plan("Resolution")],
                ..Framework::default()
            },
        },
        Event::CycleStarted {
            cycle: CycleKind::Draft,
            sections: vec![FIRST],
        },
        Event::SectionWritten {
            section: FIRST,
            text: "Sales fell.".to_owned(),
            warnings: vec![],
            provenance: provenance(),
        },
    ]);
    let mut dialogue = Dialogue::default();
    let rest = number_of(
        &mut dialogue,
        &desk(&study),
        "go on with what is not written",
    );
    let wishes = dialogue.answer(&rest, &desk(&study));
    assert!(matches!(wishes.as_slice(), [Wish::GoOn]), "{wishes:?}");
}

#[test]
fn what_cannot_be_done_is_not_offered_and_what_is_no_choice_does_nothing() {
    let study = Study::default();
    let mut dialogue = Dialogue::default();
    let offered = dialogue.prompt(&desk(&study)).join("\n");
    for absent in ["decide", "export", "scores", "undo", "stop"] {
        assert!(!offered.contains(absent), "{absent}: {offered}");
    }
    for typed in ["0", "99", "-1", "x", "1x"] {
        let wishes = dialogue.answer(typed, &desk(&study));
        assert!(
            matches!(wishes.as_slice(), [Wish::Say(_)]),
            "{typed}: {wishes:?}"
        );
        assert!(dialogue.is_at_menu());
    }
    let reading = Desk {
        is_read_only: true,
        ..desk(&study)
    };
    assert!(!dialogue.prompt(&reading).join("\n").contains("ask"));
}

#[test]
fn a_choice_is_also_taken_by_how_it_begins_where_no_other_begins_so() {
    let study = study();
    let mut dialogue = Dialogue::default();
    dialogue.prompt(&desk(&study));
    assert_eq!(dialogue.answer("q", &desk(&study)), [Wish::Quit]);
    assert_eq!(dialogue.answer("Quit.", &desk(&study)), [Wish::Quit]);
    dialogue.answer("export", &desk(&study));
    assert_eq!(dialogue.place, Place::Path);
    // To ask a question, or to add evidence.
    let (mut dialogue, empty) = (Dialogue::default(), Study::default());
    dialogue.prompt(&desk(&empty));
    let wishes = dialogue.answer("a", &desk(&empty));
    assert!(matches!(wishes.as_slice(), [Wish::Say(_)]), "{wishes:?}");
}

#[test]
fn a_question_typed_where_nothing_was_asked_yet_is_the_question() {
    let empty = Study::default();
    let mut dialogue = Dialogue::default();
    dialogue.prompt(&desk(&empty));
    let question = "Why did sales fall?";
    let wishes = dialogue.answer(question, &desk(&empty));
    assert_eq!(wishes, [Wish::Run(question.to_owned())]);
    let asked = study();
    dialogue.prompt(&desk(&asked));
    let wishes = dialogue.answer("Why did prices fall?", &desk(&asked));
    assert!(matches!(wishes.as_slice(), [Wish::Say(_)]), "{wishes:?}");
}

#[test]
fn a_number_means_what_was_listed_beside_it_although_the_choices_have_changed() {
    let study = study();
    let mut dialogue = Dialogue::default();
    let export = number_of(&mut dialogue, &desk(&study), "export");
    let ask = number_of(&mut dialogue, &desk(&study), "write the brief again");
    let busy = Desk {
        is_busy: true,
        ..desk(&study)
    };
    let wishes = dialogue.answer(&ask, &busy);
    assert_eq!(wishes, [said("That is no longer available.")]);
    assert!(dialogue.is_at_menu());
    dialogue.answer(&export, &busy);
    assert_eq!(dialogue.place, Place::Path);
}

#[test]
fn an_empty_line_leads_back_and_asks_for_nothing() {
    let study = study();
    let mut dialogue = Dialogue::default();
    for choice in ["write the brief again", "add evidence", "export"] {
        let number = number_of(&mut dialogue, &desk(&study), choice);
        dialogue.answer(&number, &desk(&study));
        assert!(!dialogue.is_at_menu(), "{choice}");
        assert!(dialogue.answer("", &desk(&study)).is_empty());
        assert!(dialogue.is_at_menu());
    }
}

/// Two sections, with three changes in all; the third clashes where `clashing`.
fn two_sections(clashing: bool) -> Study {
    let mut study = study();
    let plan = study.framework.sections[0].clone();
    study.framework.sections.push(plan);
    let mut second = study.sections[0].clone();
    let revision = second.revision.as_mut().expect("proposed");
    revision.pieces.truncate(1);
    for piece in &mut revision.pieces {
        if let Piece::Hunk(hunk) = piece {
            hunk.id = HunkId(3);
            hunk.clash = clashing.then(|| "Sales rose.".to_owned());
        }
    }
    study.sections.push(second);
    study
}

/// What is said when the whole draft is decided on with `number`, and how many changes are open then.
fn decided_together(study: &mut Study, number: &str) -> (String, usize) {
    let mut dialogue = Dialogue::default();
    let decide = number_of(&mut dialogue, &desk(study), "decide on 3 changes");
    dialogue.answer(&decide, &desk(study));
    let asked = dialogue.prompt(&desk(study)).join("\n");
    assert!(asked.contains(&format!("{number}, ")), "{asked}");
    let wishes = dialogue.answer(number, &desk(study));
    let [Wish::Execute(command), Wish::Say(told), ..] = wishes.as_slice() else {
        panic!("{wishes:?}");
    };
    for event in study.decide(command).expect("allowed") {
        study.apply(&event);
    }
    (told.join(" "), study.open_hunks())
}

#[test]
fn the_whole_draft_is_decided_on_at_once_and_undone_at_once() {
    for (number, verb) in [("10", "Accepted"), ("11", "Rejected")] {
        let mut study = two_sections(false);
        let (told, open) = decided_together(&mut study, number);
        assert_eq!(
            told,
            format!("{verb}: 3 changes. One undo reverses all of them.")
        );
        assert_eq!(open, 0);
        study.apply(&Event::Undone);
        assert_eq!(study.open_hunks(), 3);
    }
}

#[test]
fn a_sentence_that_both_changed_is_not_accepted_with_the_others() {
    let mut study = two_sections(true);
    let (told, open) = decided_together(&mut study, "10");
    assert_eq!(
        told,
        "Accepted: 2 changes. One undo reverses all of them. You and the writer both changed 1 other sentence: decide on that by itself."
    );
    assert_eq!(open, 1);
}

#[test]
fn a_sentence_that_both_changed_is_not_accepted_unseen() {
    let mut study = two_sections(true);
    study.sections.remove(0);
    let mut dialogue = Dialogue::default();
    let decide = number_of(&mut dialogue, &desk(&study), "decide on 1 change");
    dialogue.answer(&decide, &desk(&study));
    let asked = dialogue.prompt(&desk(&study)).join("\n");
    assert!(asked.contains("both changed this sentence. Before, it said: Sales rose."));
    assert!(!asked.contains("1, accept"), "{asked}");
    let wishes = dialogue.answer("1", &desk(&study));
    assert!(matches!(wishes.as_slice(), [Wish::Say(_)]), "{wishes:?}");
    assert!(!dialogue.is_at_menu(), "it is asked about again");
    let wishes = dialogue.answer("2", &desk(&study));
    assert!(matches!(wishes.as_slice(), [Wish::Execute(_), ..]));
}
