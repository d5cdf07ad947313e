//! What a window says of itself: its keys, what it would do, and what its marks mean.

use super::fixture::Bench;
use super::studies::{checked, claim, finished, grown, minute, passage, revised};
use crate::study::{SectionId, StudyId, Timestamp, Verdict};
use crate::tui::app::EditTarget;
use crate::tui::view::{Level, Notice, PassageView, StudySummary};

#[test]
fn the_keys_are_a_key_away_also_where_letters_are_text() {
    let mut bench = Bench::new(100, 30, &finished());
    let shows_keys = |bench: &mut Bench| bench.screen().contains("find a key");
    for window in ["^O", "^P", "w", "+"] {
        bench.press(window);
        let open = bench.app.ui.layers.len();
        bench.press("f1");
        assert!(shows_keys(&mut bench), "{window}");
        bench.press("esc");
        assert_eq!(bench.app.ui.layers.len(), open, "{window} is there again");
        bench.press("esc");
    }
    for list in ["^O", "^P"] {
        bench.press(&format!("{list} ?"));
        assert!(shows_keys(&mut bench), "{list}");
        bench.press("esc x ?");
        assert!(!shows_keys(&mut bench), "behind a letter it is one too");
        bench.press("esc");
    }
}

#[test]
fn all_keys_of_the_studies_are_named_on_a_narrow_screen_too() {
    let mut bench = Bench::new(60, 20, &finished());
    bench.press("^O");
    bench.app.studies_loaded(
        vec![StudySummary {
            id: StudyId(1),
            title: "Heat pumps".to_owned(),
            changed: Timestamp(0),
            preview: String::new(),
            sections_written: 0,
            sections: 3,
            sources: 0,
            open_changes: 0,
            claims: (0, 0),
            judged: None,
            forked: None,
            is_deleted: false,
        }],
        minute,
    );
    let screen = bench.screen();
    for hint in [
        "enter open",
        "alt-r rename",
        "alt-x delete",
        "F1 help",
        "esc close",
        "/ finds text in all",
    ] {
        assert!(screen.contains(hint), "{hint}: {screen}");
    }
}

#[test]
fn what_no_brief_is_written_as_is_told_before_enter_is_pressed() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("w ^U");
    bench.write("brief.docx");
    let screen = bench.screen();
    assert!(screen.contains("nothing is written as .docx"), "{screen}");
    assert!(!screen.contains("enter writes"), "{screen}");
    bench.press("^U");
    bench.write("brief.html");
    let screen = bench.screen();
    assert!(screen.contains("enter writes HTML"), "{screen}");
    assert!(!screen.contains("nothing is written"), "{screen}");
}

#[test]
fn of_a_source_with_an_older_version_only_that_is_pointed_at_which_is_quoted() {
    let mut bench = Bench::new(160, 48, &grown());
    bench.press("1 ]");
    let pointed = |bench: &mut Bench| -> Vec<bool> {
        let screen = bench.screen();
        let rows = screen
            .lines()
            .filter(|line| line.contains("[1] Market report"));
        let rows = rows.filter(|line| !line.contains("Passage"));
        rows.map(|line| line.contains(">[1]")).collect()
    };
    assert_eq!(
        pointed(&mut bench),
        [true, false],
        "the one that is written from"
    );
    bench.passage_loaded(passage());
    assert_eq!(
        pointed(&mut bench),
        [false, true],
        "the one that the quote is in"
    );
}

#[test]
fn what_the_marks_of_a_passage_mean_is_said_whichever_there_are() {
    let mut bench = Bench::new(100, 30, &finished());
    for (marked, number, told) in [
        (Some(0..10), Some(1), "cited here"),
        // A side of a conflict, that no sentence rests on.
        (Some(20..72), None, "not cited by the brief"),
        (None, None, "the brief cites no sentence of this passage"),
    ] {
        bench.app.ui.opening = true;
        bench.passage_loaded(PassageView {
            number,
            marked,
            ..passage()
        });
        let screen = bench.screen();
        assert!(screen.contains(told), "{screen}");
        bench.press("esc");
    }
}

#[test]
fn what_came_back_from_an_editor_is_said_to_be_in_the_brief() {
    let mut bench = Bench::new(100, 30, &finished());
    let what = EditTarget::Section(SectionId(0));
    bench.app.edited(what, "Sales fell.".to_owned());
    let screen = bench.screen();
    assert!(
        screen.contains("your text is in the brief: u takes it back"),
        "{screen}"
    );
}

#[test]
fn who_reviews_is_not_told_how_to_begin_the_review() {
    let mut bench = Bench::new(100, 30, &revised());
    let text = "update: 2 sentences touched; {review} reviews the result".to_owned();
    bench.app.notify(Notice::new(Level::Info, text.clone()));
    assert!(bench.screen().contains("touched; R reviews the result"));
    bench.press("R");
    bench.app.notify(Notice::new(Level::Info, text));
    let screen = bench.screen();
    assert!(screen.contains("update: 2 sentences touched"), "{screen}");
    assert!(!screen.contains("reviews the result"), "{screen}");
}

#[test]
fn a_tab_does_not_tick_off_a_section_with_claims_to_be_looked_into() {
    let mut bench = Bench::new(80, 24, &finished());
    let screen = bench.screen();
    assert!(screen.contains("1 S !  2 C !  3 R !"), "{screen}");
    let text = bench.study.sections[0].accepted();
    bench.apply(&checked(0, vec![claim(&text, Verdict::Supported, Some(1))]));
    let screen = bench.screen();
    assert!(screen.contains("1 S ✓  2 C !"), "{screen}");
}

#[test]
fn what_needs_a_model_is_not_offered_where_there_is_none() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("4");
    assert!(bench.screen().contains("J judge now"));
    bench.has_judge = false;
    assert!(!bench.screen().contains("judge now"));
    bench.press("^P");
    bench.write("scored as it stands");
    let screen = bench.screen();
    assert!(screen.contains("no judging model is set"), "{screen}");
}
