//! Text typed in place, of a section and of the question: what is kept, taken back and thrown away.

use super::fixture::Bench;
use super::review::{pictures, section};
use super::studies::{finished, revised};
use crate::study::{Command, SectionId};
use crate::tui::app::Effect;
use crate::tui::view::EditDraft;

#[test]
fn a_section_is_edited_where_it_stands() {
    pictures("editing", &finished(), "mono", |bench| {
        bench.press("2 e");
        bench.write("First of all: ");
    });
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("2 e");
    assert!(bench.cursor().is_some());
    bench.write("First of all: q ");
    let effects = bench.press("esc");
    assert!(matches!(
        effects[..],
        [
            Effect::Execute(Command::Edit { .. }),
            Effect::DropEdit { hunk: None, .. }
        ]
    ));
    assert!(section(&bench).starts_with("First of all: q Subsidy"));
    bench.press("u");
    assert!(section(&bench).starts_with("Subsidy"));
}

#[test]
fn what_is_typed_into_a_section_is_kept_and_gone_on_with() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("2 e");
    bench.write("New");
    let effects = bench.press("!");
    let [Effect::KeepEdit(draft)] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert!(draft.text.starts_with("New!Subsidy"));
    let mut again = Bench::new(100, 30, &finished());
    again.edits = vec![draft.clone()];
    again.press("2 e");
    assert!(again.screen().contains("New!Subsidy"), "{}", again.screen());
}

#[test]
fn an_edit_that_is_gone_on_with_goes_on_where_it_was_left() {
    let mut bench = Bench::new(100, 30, &finished());
    let base = section(&bench);
    bench.edits = vec![EditDraft {
        section: SectionId(1),
        hunk: None,
        text: base.replacen("Subsidy cuts", "Subsidy and tax cuts", 1),
        base,
    }];
    bench.press("2 e");
    let effects = bench.press("!");
    let [Effect::KeepEdit(draft)] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert!(
        draft.text.starts_with("Subsidy and tax! cuts"),
        "{}",
        draft.text
    );
}

#[test]
fn while_a_text_is_edited_another_study_can_be_looked_for_and_what_has_to_wait_says_so() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("2 e");
    assert_eq!(bench.press("^O"), [Effect::LoadStudies]);
    bench.press("esc");
    assert!(bench.screen().contains("editing"), "{}", bench.screen());
    for key in ["^P", "f2", "alt-1"] {
        bench.press(key);
        assert!(
            bench.screen().contains("a text is being edited: esc"),
            "{key}: {}",
            bench.screen()
        );
    }
}

#[test]
fn an_edit_that_is_thrown_away_or_changes_nothing_is_no_edit() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("2 e");
    let drop = Effect::DropEdit {
        section: SectionId(1),
        hunk: None,
    };
    assert_eq!(bench.press("esc"), std::slice::from_ref(&drop));
    let before = section(&bench);
    bench.press("2 e");
    bench.write("New");
    assert_eq!(bench.press("alt-x"), [drop]);
    assert_eq!(section(&bench), before);
}

#[test]
fn an_edit_leaves_the_changes_of_other_sentences_standing() {
    let mut bench = Bench::new(100, 30, &revised());
    let text = section(&bench).replace("Subsidy cuts explain", "Cuts of subsidies explain");
    bench.edits = vec![EditDraft {
        section: SectionId(1),
        hunk: None,
        base: section(&bench),
        text: text.clone(),
    }];
    bench.press("2 e esc");
    assert_eq!(section(&bench), text);
    bench.press("R");
    let screen = bench.screen();
    assert!(
        screen.contains("change 1 of 3") && screen.contains("yours"),
        "{screen}"
    );
}

#[test]
fn a_pasted_megabyte_is_taken_and_typed_in_and_taken_back() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("2 e");
    let before = section(&bench);
    bench.paste(&"many words in one line ".repeat(50_000));
    bench.write("and on");
    assert!(
        bench.screen().contains("pasted 1,150,000 characters")
            || bench.screen().contains("editing")
    );
    bench.press("esc");
    assert!(section(&bench).len() > 1_000_000);
    bench.press("u");
    assert_eq!(section(&bench), before);
}

#[test]
fn the_question_is_typed_back_and_forth() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("0");
    let before = bench.app.ui.query.text().to_owned();
    bench.write("x");
    bench.paste("pasted");
    bench.press("^_");
    assert_eq!(bench.app.ui.query.text(), format!("{before}x"));
    bench.press("^_");
    assert_eq!(bench.app.ui.query.text(), before);
    bench.press("^R ^R");
    assert_eq!(bench.app.ui.query.text(), format!("{before}xpasted"));
}
