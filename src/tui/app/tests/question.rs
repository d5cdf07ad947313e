//! What is typed, pasted and asked.

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};

use super::fixture::Bench;
use super::studies::{asked, finished, opened, revised};
use crate::study::Event;
use crate::tui::app::Effect;
use crate::tui::ui::Pane;
use crate::tui::view::{Level, Notice};

#[test]
fn a_new_study_begins_with_the_cursor_in_the_question() {
    let mut bench = Bench::new(100, 30, &opened());
    assert!(bench.cursor().is_some());
    bench.write("Why? q7/");
    assert_eq!(bench.app.ui.query.text(), "Why? q7/");
    let before = bench.cursor().expect("a cursor");
    bench.write("猫");
    let after = bench.cursor().expect("a cursor");
    assert_eq!(after.x, before.x + 2);
}

#[test]
fn enter_runs_the_question_and_a_line_break_does_not() {
    let mut bench = Bench::new(100, 30, &opened());
    bench.write("One");
    bench.press("^J");
    bench.write("two?");
    let effects = bench.press("enter");
    let question = "One\ntwo?".to_owned();
    assert_eq!(effects, [Effect::Run { question }]);
    // Without evidence nothing will be written: the focus goes to where some is added.
    assert_eq!(bench.app.ui.focus, Pane::Evidence);
}

#[test]
fn with_evidence_the_focus_goes_to_what_will_be_written() {
    let mut bench = Bench::new(100, 30, &asked());
    assert!(matches!(bench.press("enter")[..], [Effect::Run { .. }]));
    assert_eq!(bench.app.ui.focus, Pane::Section(0));
}

#[test]
fn a_question_that_was_changed_says_that_it_is_not_asked_yet() {
    let mut bench = Bench::new(100, 30, &finished());
    assert!(!bench.screen().contains("not asked yet"));
    bench.press("0");
    bench.write(" More?");
    bench.press("esc");
    assert!(
        bench.screen().contains("not asked yet"),
        "{}",
        bench.screen()
    );
}

#[test]
fn where_the_question_is_typed_the_keys_that_are_told_work_there() {
    for (events, from_brief, typing) in [
        (revised(), "R review", "F2 review"),
        (finished(), " w export", "esc w export"),
    ] {
        let mut bench = Bench::new(120, 36, &events);
        let screen = bench.screen();
        assert!(screen.contains(from_brief), "{screen}");
        bench.press("0");
        let screen = bench.screen();
        assert!(screen.contains(typing), "{screen}");
        assert!(!screen.contains("R review"), "{screen}");
    }
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("0");
    let text = "3 changes are ready: {review} reviews them".to_owned();
    bench.app.notify(Notice::new(Level::Info, text));
    assert!(bench.screen().contains("F2 reviews them"));
}

#[test]
fn before_anything_is_asked_esc_leads_to_a_pane_and_no_key_is_offered_for_nothing() {
    let mut bench = Bench::new(100, 30, &opened());
    bench.press("esc");
    assert_eq!(bench.app.ui.focus, Pane::Evidence);
    bench.press("1");
    let screen = bench.screen();
    let footer = screen.lines().last().unwrap_or_default();
    for idle in ["find", "given", "export", "why"] {
        assert!(!footer.contains(idle), "{footer}");
    }
}

#[test]
fn a_question_is_asked_although_terminals_cannot_draw_all_of_its_signs() {
    let question = "Why did sales fall \u{2764}\u{fe0f}?".to_owned();
    let mut events = finished();
    events.push(Event::QuestionChanged {
        question: question.clone(),
        undoable: false,
    });
    let mut bench = Bench::new(100, 30, &events);
    assert!(
        !bench.screen().contains("not asked yet"),
        "{}",
        bench.screen()
    );
    bench.press("0");
    assert_eq!(bench.press("enter"), [Effect::Run { question }]);
}

#[test]
fn of_a_question_that_is_longer_than_its_pane_it_is_said_which_line_the_cursor_is_on() {
    let mut bench = Bench::new(100, 30, &opened());
    assert!(!bench.screen().contains("line 1 of"), "{}", bench.screen());
    let lines: Vec<String> = (1..=40)
        .map(|line| format!("and what of {line}?"))
        .collect();
    bench.paste(&lines.join("\n"));
    assert!(
        bench.screen().contains("line 40 of 40"),
        "{}",
        bench.screen()
    );
    bench.press("up");
    assert!(
        bench.screen().contains("line 39 of 40"),
        "{}",
        bench.screen()
    );
}

#[test]
fn what_was_typed_into_a_study_that_is_open_elsewhere_is_asked_about_before_it_is_lost() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.read_only = Some("open in another Tercet");
    bench.press("0");
    bench.write(" And why?");
    bench.has_unsaved = true;
    bench.press("esc");
    let screen = bench.screen();
    assert!(
        screen.contains("not saved") && screen.contains("what you typed is not saved yet"),
        "{screen}"
    );
    assert_eq!(bench.press("q"), []);
    let screen = bench.screen();
    assert!(
        screen.contains("This study is open in another Tercet") && screen.contains("quits without"),
        "{screen}"
    );
    // What was typed on elsewhere comes into the field once the study can be changed.
    bench.press("j");
    bench.app.go_on_with("Why?\n\nAnd why?");
    assert_eq!(bench.app.ui.query.text(), "Why?\n\nAnd why?");
}

#[test]
fn an_empty_question_is_not_run() {
    let mut bench = Bench::new(100, 30, &opened());
    assert_eq!(bench.press("enter"), []);
    assert!(bench.screen().contains("the question is empty"));
}

#[test]
fn pasted_text_never_presses_a_key_and_is_kept_as_a_draft() {
    let mut bench = Bench::new(100, 30, &opened());
    let effects = bench.paste("first\nsecond\u{1b}[2J\n");
    assert_eq!(effects, [Effect::SaveDraft("first\nsecond\n".to_owned())]);
}

#[test]
fn what_enter_does_to_the_question_is_said_only_where_it_does_it() {
    let mut bench = Bench::new(100, 30, &finished());
    let screen = bench.screen();
    assert!(
        screen.contains("─ 0 edit") && !screen.contains("enter run"),
        "{screen}"
    );
    bench.press("0");
    assert!(bench.screen().contains("enter run"));
}

#[test]
fn evidence_is_added_from_the_question_too_and_the_empty_screen_says_how() {
    for (width, height) in [(160, 48), (100, 30), (80, 24), (60, 15)] {
        let mut bench = Bench::new(width, height, &opened());
        let screen = bench.screen();
        assert!(screen.contains("F3 adds files and folders"), "{screen}");
        assert!(screen.contains("F3 add evidence"), "{screen}");
        bench.press("f3");
        assert!(bench.screen().contains("Add evidence"));
    }
}

#[test]
fn a_text_too_long_for_a_question_is_offered_as_evidence() {
    let long = "A line of a report.\n".repeat(50_000);
    for (width, height) in [(160, 48), (80, 24), (60, 15), (40, 10)] {
        let mut bench = Bench::new(width, height, &opened());
        assert_eq!(bench.paste(&long), []);
        let screen = bench.screen();
        assert!(screen.contains("1,000,000"), "{screen}");
        assert!(screen.contains("any other key"), "{screen}");
        assert_eq!(bench.press("enter"), [Effect::AddText(long.clone())]);
        assert_eq!(bench.app.ui.query.text(), "");
    }
}

#[test]
fn a_long_text_that_is_kept_in_the_question_is_all_there_and_is_not_asked() {
    let mut bench = Bench::new(80, 24, &opened());
    bench.write("Why? ");
    bench.paste(&"é".repeat(1_000_000));
    bench.press("x");
    let typed = bench.app.ui.query.text();
    assert_eq!(typed.chars().count(), 5 + 1_000_000 + 1);
    assert!(typed.starts_with("Why? é") && typed.ends_with("éx"));
    assert_eq!(bench.press("enter"), []);
    let screen = bench.screen();
    assert!(screen.contains("1,000,006 characters"), "{screen}");
    bench.press("alt-z alt-z");
    assert_eq!(bench.app.ui.query.text(), "Why? ");
}

#[test]
fn what_is_pasted_into_a_list_or_a_path_stays_within_what_these_take() {
    let mut bench = Bench::new(80, 24, &opened());
    bench.press("f3");
    bench.paste(&"y".repeat(1_000_000));
    assert!(
        bench
            .screen()
            .contains("pasted text was cut at 20,000 characters")
    );
    bench.press("esc");
    assert_eq!(bench.app.ui.query.text(), "");
}

#[test]
fn an_empty_question_offers_examples_which_never_replace_what_was_typed() {
    let mut bench = Bench::new(100, 30, &opened());
    assert!(bench.screen().contains("down takes an example"));
    bench.press("down");
    assert_eq!(bench.app.ui.query.text(), "What changed, and why?");
    bench.press("down up");
    assert_eq!(bench.app.ui.query.text(), "What changed, and why?");
    bench.press("up");
    assert!(
        bench
            .app
            .ui
            .query
            .text()
            .starts_with("What should be done next")
    );
    bench.write(" Now?");
    let typed = bench.app.ui.query.text().to_owned();
    bench.press("down up");
    assert_eq!(bench.app.ui.query.text(), typed);
}

#[test]
fn what_is_typed_ahead_of_the_program_goes_where_it_was_meant_for() {
    let bench = Bench::new(100, 30, &finished());
    let keys = |typed: &str| -> Vec<Input> {
        let key = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
        typed
            .chars()
            .map(|letter| Input::Key(key(letter)))
            .collect()
    };
    assert!(bench.app.opens_a_field_soon(&keys("2eOwn words. ")));
    assert!(bench.app.opens_a_field_soon(&keys("eOwn words. ")));
    assert!(!bench.app.opens_a_field_soon(&keys("The market fell. ")));
    assert!(!bench.app.opens_a_field_soon(&keys("2 of 3 markets fell. ")));
}

#[test]
fn before_anything_is_asked_esc_leads_back_to_the_question() {
    let mut bench = Bench::new(120, 36, &opened());
    for way in ["tab", "tab tab"] {
        bench.app.ui.focus = Pane::Query;
        bench.press(way);
        assert_ne!(bench.app.ui.focus, Pane::Query, "{way}");
        bench.press("esc");
        assert_eq!(bench.app.ui.focus, Pane::Query, "{way}");
    }
}
