//! What is offered, and what a typed line comes to.

use super::*;
use crate::study::{Decision, Event, Hunk, HunkId, Piece, Provenance, Revision, fixture};

const FIRST: SectionId = SectionId(0);

fn provenance() -> Provenance {
    Provenance {
        writer: "acme/m".to_owned(),
        ..Provenance::default()
    }
}

/// A section of two sentences, both of which are to be changed.
fn study() -> Study {
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
        fixture::opened("Why?", &["Situation"]),
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

fn dialogue() -> Dialogue {
    Dialogue::new(Keymap::default_keys())
}

/// The number that stands before a choice in the list, which an empty line asks for.
fn number_of(dialogue: &mut Dialogue, desk: &Desk<'_>, choice: &str) -> String {
    assert!(dialogue.answer("", desk).is_empty());
    let offered = dialogue.prompt(desk);
    let line = offered.iter().find(|line| line.contains(choice));
    let line = line.unwrap_or_else(|| panic!("{choice:?} is not among {offered:?}"));
    line.split(',').next().unwrap_or_default().to_owned()
}

#[test]
fn changes_are_asked_about_one_by_one_and_one_left_for_later_stays_open() {
    let mut study = study();
    let mut dialogue = dialogue();
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
    let study = Study::fold(&[
        fixture::opened("Why?", &["Situation", "Resolution"]),
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
    let mut dialogue = dialogue();
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
    let mut dialogue = dialogue();
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
fn a_number_means_what_was_listed_beside_it_although_the_choices_have_changed() {
    let study = study();
    let mut dialogue = dialogue();
    let export = number_of(&mut dialogue, &desk(&study), "export");
    let ask = number_of(&mut dialogue, &desk(&study), "write the brief again");
    let busy = Desk {
        is_busy: true,
        ..desk(&study)
    };
    let wishes = dialogue.answer(&ask, &busy);
    assert_eq!(
        wishes,
        [said(
            "That is not available now: what is under way has to end, or be stopped, first."
        )]
    );
    assert!(dialogue.is_at_menu());
    dialogue.answer(&export, &busy);
    assert_eq!(dialogue.place, Place::Typing(Typed::Path));
}

#[test]
fn an_empty_line_leads_back_and_asks_for_nothing() {
    let study = study();
    let mut dialogue = dialogue();
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
    let mut dialogue = dialogue();
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
    let mut dialogue = dialogue();
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

/// What a line comes to at the menu, and what is asked next.
fn typed(line: &str, desk: &Desk<'_>) -> (Vec<Wish>, String) {
    let (mut dialogue, wishes) = answered(line, desk);
    (wishes, dialogue.prompt(desk).join("\n"))
}

fn answered(line: &str, desk: &Desk<'_>) -> (Dialogue, Vec<Wish>) {
    let mut dialogue = dialogue();
    dialogue.prompt(desk);
    let wishes = dialogue.answer(line, desk);
    (dialogue, wishes)
}

#[test]
fn a_choice_is_taken_by_its_name_a_part_of_it_or_its_key_on_the_screen() {
    let study = study();
    let desk = desk(&study);
    for quit in ["q", "quit", "exit", "Quit"] {
        assert_eq!(typed(quit, &desk).0, [Wish::Quit], "{quit}");
    }
    let path = "Type the path of the file to write";
    for (line, asked) in [
        ("export", path),
        ("w", path),
        ("save", path),
        ("R", "Change 1 of 2"),
        ("decide", "Change 1 of 2"),
        ("v", "Sentence 1 of 2"),
        ("sentence by sentence", "Sentence 1 of 2"),
        ("more", "hear the history of the brief"),
        (":", "hear the history of the brief"),
        ("?", "1, decide on 2 changes"),
        ("rename", "Type a name"),
        ("find", "Type the words to find in the brief"),
        ("find text in all", "Type the words to find in all studies"),
    ] {
        let (_, prompt) = typed(line, &desk);
        assert!(prompt.contains(asked), "{line}: {prompt}");
    }
    let (wishes, _) = typed("bring back", &desk);
    assert_eq!(
        wishes,
        [Wish::Look(Look::Studies(Listed::Undelete))],
        "a name with several words"
    );
    let (wishes, _) = typed("stop", &desk);
    let idle = "That is not available now: nothing is under way.";
    assert_eq!(wishes, [said(idle)]);
    let reading = Desk {
        is_read_only: true,
        ..desk
    };
    for (line, desk, why) in [
        ("redo", &desk, "nothing to redo"),
        ("stop watching", &desk, "no folder is watched"),
        ("add evidence", &reading, "this study can only be read"),
    ] {
        let (wishes, _) = typed(line, desk);
        assert_eq!(
            wishes,
            [said(&format!("That is not available now: {why}."))]
        );
    }
}

#[test]
fn several_choices_of_one_name_are_asked_about() {
    let study = study();
    let desk = desk(&study);
    let (wishes, prompt) = typed("study", &desk);
    assert_eq!(wishes, [said("Several choices are called that.")]);
    for one in [
        "open another study",
        "rename this study",
        "start a new study",
    ] {
        assert!(prompt.contains(one), "{one}: {prompt}");
    }
}

#[test]
fn at_a_list_that_was_only_asked_about_any_other_choice_can_be_typed() {
    let study = study();
    let desk = desk(&study);
    for ambiguous in ["study", "Why did sales fall in 2024?"] {
        let (mut dialogue, _) = answered(ambiguous, &desk);
        assert!(dialogue.answer("export", &desk).is_empty());
        let prompt = dialogue.prompt(&desk).join("\n");
        assert!(prompt.contains("Type the path of the file"), "{prompt}");
        let (mut dialogue, _) = answered(ambiguous, &desk);
        assert_eq!(dialogue.answer("quit", &desk), []);
        assert!(dialogue.is_at_menu(), "what closes it is not taken twice");
    }
}

#[test]
fn a_letter_without_a_meaning_and_words_said_in_passing_switch_nothing() {
    let study = study();
    let desk = desk(&study);
    for stray in ["y", "Y", "ok", "no", "you", "leave it"] {
        for before in ["", "study"] {
            let (mut dialogue, _) = answered(before, &desk);
            let wishes = dialogue.answer(stray, &desk);
            let is_told = wishes.iter().all(|wish| matches!(wish, Wish::Say(_)));
            assert!(is_told, "{before} {stray}: {wishes:?}");
        }
    }
    let (wishes, _) = typed("auto-apply", &desk);
    assert_eq!(wishes, [Wish::ToggleAutoApply]);
}

#[test]
fn a_question_may_be_typed_at_once_and_is_asked_about_where_there_is_a_brief() {
    let question = "Why did sales fall in 2024?";
    let new = Study::default();
    let (wishes, _) = typed(question, &desk(&new));
    assert_eq!(wishes, [Wish::Run(question.to_owned())]);
    let study = study();
    let (_, prompt) = typed(question, &desk(&study));
    assert!(
        prompt.starts_with("1, write the brief again, for this question."),
        "{prompt}"
    );
    let (wishes, prompt) = typed("sales", &desk(&study));
    assert_eq!(wishes, [said("That is not one of the choices.")]);
    assert_eq!(prompt, "Type a choice, or press enter to list them.");
}

#[test]
fn the_choices_are_listed_when_they_change_or_are_asked_for_and_not_after_every_step() {
    let mut study = study();
    let mut dialogue = dialogue();
    let listed = |lines: Vec<String>| lines.len() > 1;
    assert!(listed(dialogue.prompt(&desk(&study))));
    dialogue.answer("scores", &desk(&study));
    assert!(!listed(dialogue.prompt(&desk(&study))));
    dialogue.answer("", &desk(&study));
    assert!(listed(dialogue.prompt(&desk(&study))));
    let undoable = study
        .decide(&Command::DecideDraft {
            decision: Decision::Accepted,
        })
        .expect("allowed");
    for event in undoable {
        study.apply(&event);
    }
    assert!(listed(dialogue.prompt(&desk(&study))), "undo is new");
}

#[test]
fn the_brief_is_gone_through_sentence_by_sentence_and_changed_there() {
    let mut study = study();
    let mut dialogue = dialogue();
    dialogue.prompt(&desk(&study));
    dialogue.answer("v", &desk(&study));
    let asked = dialogue.prompt(&desk(&study)).join("\n");
    assert!(
        asked.contains("Sentence 1 of 2, in Situation.\nSales fell."),
        "{asked}"
    );
    assert!(dialogue.answer("1", &desk(&study)).is_empty());
    let asked = dialogue.prompt(&desk(&study)).join("\n");
    assert!(asked.contains("Stocks rose."), "{asked}");
    assert_eq!(
        dialogue.answer("1", &desk(&study)),
        [said("This is the last sentence.")]
    );
    dialogue.answer("sales fell", &desk(&study));
    let asked = dialogue.prompt(&desk(&study)).join("\n");
    assert!(
        asked.contains("Sentence 1 of 2"),
        "words go to their sentence: {asked}"
    );
    dialogue.answer("7", &desk(&study));
    let wishes = dialogue.answer("Sales sank.", &desk(&study));
    let edit = |text: &str| {
        Wish::Execute(Command::Edit {
            section: FIRST,
            text: text.to_owned(),
        })
    };
    assert_eq!(wishes, [edit("Sales sank. Stocks rose.")]);
    assert_eq!(dialogue.place, Place::Sentence(0), "and one is there again");
    assert_eq!(dialogue.answer("8", &desk(&study)), [edit("Stocks rose.")]);
    dialogue.answer("j", &desk(&study));
    assert_eq!(dialogue.answer("8", &desk(&study)), [edit("Sales fell.")]);
    let wishes = dialogue.answer("P", &desk(&study));
    let [Wish::Execute(pin), Wish::Say(_)] = wishes.as_slice() else {
        panic!("no pin");
    };
    for event in study.decide(pin).expect("allowed") {
        study.apply(&event);
    }
    let asked = dialogue.prompt(&desk(&study)).join("\n");
    assert!(asked.contains("It is pinned"), "{asked}");
    assert!(dialogue.answer("", &desk(&study)).is_empty());
    assert!(dialogue.is_at_menu());
}

#[test]
fn changes_are_decided_on_by_name_and_by_letter_too() {
    let study = study();
    for (line, decision) in [("a", Decision::Accepted), ("reject", Decision::Rejected)] {
        let mut dialogue = dialogue();
        dialogue.prompt(&desk(&study));
        dialogue.answer("R", &desk(&study));
        let wishes = dialogue.answer(line, &desk(&study));
        let decided = Command::Decide {
            section: FIRST,
            hunk: HunkId(1),
            decision,
        };
        assert_eq!(wishes.first(), Some(&Wish::Execute(decided)), "{line}");
    }
}

/// Whoever hears the workbench misses nothing of it but what is about a screen.
#[test]
fn every_command_of_the_screen_has_a_choice() {
    let is_of_a_screen = |action: &Action| {
        let place = [
            "pane",
            "zoom",
            "copy",
            "theme",
            "mouse",
            "close",
            "suspend",
            "redraw",
            "line-",
            "page",
            "top",
            "bottom",
            "section-",
            "citation-",
            "use-",
            "search-next",
            "search-previous",
            "follow",
            "externally",
            "end-edit",
            "discard-edit",
            "newline",
            "hunk",
            "toggle-accept",
            "change-view",
            "evidence-next",
            "grounds",
            "leave-",
            "help",
            "settings",
            "messages",
            "toggle-glyphs",
        ];
        place.iter().any(|part| action.name().contains(part))
    };
    let of_review = |action: &Action| {
        matches!(
            action,
            Action::Accept
                | Action::Reject
                | Action::RejectWithReason
                | Action::AcceptAll
                | Action::RejectAll
                | Action::AcceptDraft
                | Action::RejectDraft
        )
    };
    let missing: Vec<&str> = Action::ALL
        .iter()
        .filter(|action| !is_of_a_screen(action) && !of_review(action))
        .filter(|action| Choice::of(**action).is_none())
        .map(|action| action.name())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn why_is_told_without_rejecting_and_the_count_goes_on_after_a_decision() {
    let study = study();
    let desk = desk(&study);
    let (mut dialogue, _) = answered("R", &desk);
    let wishes = dialogue.answer("why", &desk);
    assert_eq!(wishes, [said("Why: the register counted again")]);
    let asked = dialogue.prompt(&desk).join("\n");
    assert!(asked.contains("Change 1 of 2"), "{asked}");
    let wishes = dialogue.answer("accept", &desk);
    let decided = wishes.iter().find_map(|wish| match wish {
        Wish::Execute(command) => Some(study.decide(command).expect("decided")),
        _ => None,
    });
    let mut after = study.clone();
    for event in decided.expect("a decision") {
        after.apply(&event);
    }
    let asked = dialogue.prompt(&self::desk(&after)).join("\n");
    assert!(asked.contains("Change 2 of 2"), "{asked}");
}

#[test]
fn evidence_is_added_by_the_key_of_the_screen_with_a_path_behind_it() {
    let study = study();
    let (wishes, _) = typed("+ reports/", &desk(&study));
    assert_eq!(wishes, [Wish::AddEvidence(vec!["reports/".to_owned()])]);
}

#[test]
fn wherever_something_is_offered_it_is_taken_by_its_name_and_back_leads_back() {
    let study = study();
    let desk = desk(&study);
    let at = |places: &[&str]| {
        let mut dialogue = dialogue();
        dialogue.prompt(&desk);
        for line in places {
            dialogue.answer(line, &desk);
        }
        let asked = dialogue.prompt(&desk).join("\n");
        (asked, dialogue.is_at_menu())
    };
    for (lines, asked) in [
        (&["R", "next"][..], "Change 2 of 2"),
        (&["R", "later"], "Change 2 of 2"),
        (&["R", "reject and say why"], "Say why it is rejected"),
        (&["v", "next"], "Sentence 2 of 2"),
        (&["v", "Next.", "previous"], "Sentence 1 of 2"),
        (&["v", "own words"], "Sentence 1 of 2"),
        (&["v", "put it in"], "Type what the sentence is to say"),
        (&["v", "edit", "back"], "Sentence 1 of 2"),
        (&["R", "edit", "back"], "Change 1 of 2"),
        (&["another version", "situation"], "Type a choice"),
    ] {
        let (told, _) = at(lines);
        assert!(told.contains(asked), "{lines:?}: {told}");
    }
    for back in ["back", "go back", "q", "quit"] {
        for place in ["R", "v", "another version", "export", "rename"] {
            // Where words are typed, only what the question itself says leads back.
            if back.starts_with('q') && ["export", "rename"].contains(&place) {
                continue;
            }
            assert!(at(&[place, back]).1, "{place}, {back}");
        }
    }
    assert!(
        !at(&["find", "back"]).0.contains("Type the words"),
        "any word can be looked for"
    );
}

#[test]
fn back_from_what_was_chosen_in_a_list_leads_to_the_list_and_tells_it_again() {
    let study = study();
    let desk = desk(&study);
    let mut dialogue = dialogue();
    let rows = |name: &str| vec![(name.to_owned(), Then::Do(vec![]))];
    dialogue.pick(Picks::listed("Which?", rows("the register")));
    dialogue.pick(Picks::answers(vec![
        ("hear it", Then::Do(vec![])),
        ("back", Then::Back),
    ]));
    for back in ["back", ""] {
        assert!(dialogue.answer(back, &desk).is_empty());
        let asked = dialogue.prompt(&desk);
        let listed = ["1, the register", "Which? Press enter alone to go back."];
        assert_eq!(asked, listed, "{back:?}");
        assert_eq!(dialogue.prompt(&desk), listed[1..], "once");
        dialogue.pick(Picks::answers(vec![("hear it", Then::Do(vec![]))]));
    }
    dialogue.answer("back", &desk);
    dialogue.answer("back", &desk);
    assert!(dialogue.is_at_menu());
    let wishes = dialogue.answer("back", &desk);
    assert!(matches!(wishes.as_slice(), [Wish::Say(_)]), "{wishes:?}");
}

#[test]
fn yes_and_no_answer_a_change_and_a_letter_that_is_no_key_answers_nothing() {
    let study = study();
    let desk = desk(&study);
    for (line, decision) in [
        ("yes", Some(Decision::Accepted)),
        ("no", Some(Decision::Rejected)),
        ("n", None),
        ("all", None),
    ] {
        let mut dialogue = dialogue();
        dialogue.prompt(&desk);
        dialogue.answer("R", &desk);
        let wishes = dialogue.answer(line, &desk);
        let decided = wishes.iter().find_map(|wish| match wish {
            Wish::Execute(Command::Decide { decision, .. }) => Some(*decision),
            _ => None,
        });
        assert_eq!(decided, decision, "{line}: {wishes:?}");
    }
}

#[test]
fn a_sentence_is_not_read_out_again_after_each_line_that_leads_nowhere() {
    let study = study();
    let desk = desk(&study);
    let mut dialogue = dialogue();
    dialogue.prompt(&desk);
    dialogue.answer("v", &desk);
    let asked = dialogue.prompt(&desk).join("\n");
    assert!(asked.contains("Sales fell."), "{asked}");
    for (line, answer) in [
        ("nowhere in it", "No other sentence has these words."),
        ("]", "That does nothing at a sentence."),
        ("+", "That does nothing at a sentence."),
        ("99", "That is not one of the choices."),
    ] {
        assert_eq!(dialogue.answer(line, &desk), [said(answer)], "{line}");
        let asked = dialogue.prompt(&desk).join("\n");
        assert!(
            asked.starts_with("Still at the same sentence"),
            "{line}: {asked}"
        );
    }
    for again in ["again", "why", "10"] {
        assert_eq!(dialogue.answer(again, &desk), [], "{again}");
        let asked = dialogue.prompt(&desk).join("\n");
        assert!(asked.contains("Sales fell."), "{again}: {asked}");
    }
}

#[test]
fn a_key_with_ctrl_is_taken_as_it_is_written_on_the_screen() {
    let study = study();
    let desk = desk(&study);
    let mut dialogue = dialogue();
    dialogue.prompt(&desk);
    let wishes = dialogue.answer("^O", &desk);
    assert_eq!(wishes, [Wish::Look(Look::Studies(Listed::Open))]);
}
