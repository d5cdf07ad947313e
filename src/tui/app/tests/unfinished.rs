//! What is not whole is never shown as done, and what is not shown is never decided.

use std::time::Duration;

use super::fixture::Bench;
use super::studies::{
    finished, halted, passage, revised, started, two_written, unanswered, written,
};
use crate::study::{Event, SectionId};
use crate::tui::app::Effect;
use crate::tui::layers::AnyLayer;

/// All is written, and the last reply for the second section was cut short.
fn cut() -> Vec<Event> {
    let mut events = finished();
    let mut again = written(1, "Subsidy cuts explain roughly half of the fall [3].");
    if let Event::SectionWritten { warnings, .. } = &mut again {
        warnings.push("the text ends early: the reply stops mid-sentence".to_owned());
    }
    let checked = Event::ClaimsChecked {
        section: SectionId(1),
        claims: vec![],
    };
    events.extend([again, checked]);
    events
}

#[test]
fn the_program_is_left_from_a_screen_that_shows_nothing_and_a_run_is_asked_about_first() {
    let mut bench = Bench::new(39, 9, &finished());
    assert!(bench.screen().contains("q quits"), "{}", bench.screen());
    assert_eq!(bench.press("q"), [Effect::Quit]);

    let mut bench = Bench::new(39, 9, &two_written());
    bench.stream(2, "Hold capacity");
    assert_eq!(bench.press("q"), []);
    let asked = bench.screen();
    assert!(asked.contains("q again stops it and quits"), "{asked}");
    assert_eq!(bench.press("q"), [Effect::Stop, Effect::Quit]);
    assert_eq!(bench.press("q j q"), [], "another key takes the first back");
}

#[test]
fn on_a_screen_that_shows_nothing_no_key_decides_anything() {
    let mut bench = Bench::new(80, 24, &revised());
    bench.resize(39, 9);
    assert!(
        bench
            .screen()
            .contains("3 changes waiting · 39x9 · enlarge")
    );
    assert_eq!(bench.press("R a a A enter u w enter + 0 x enter"), []);
    assert_eq!(bench.paste("more"), []);
    assert_eq!(bench.study.open_hunks(), 3);
    bench.resize(80, 24);
    assert!(bench.app.ui.layers.is_empty());
    let screen = bench.screen();
    assert!(
        screen.contains("too small to show it was not taken"),
        "{screen}"
    );
    // What is being typed goes on.
    let mut bench = Bench::new(80, 24, &revised());
    bench.press("0");
    bench.resize(39, 9);
    bench.press("n o w");
    bench.paste(" and more");
    bench.resize(80, 24);
    assert!(
        bench.screen().contains("now and more"),
        "{}",
        bench.screen()
    );
    // The same under a review that was open before.
    let mut bench = Bench::new(80, 24, &revised());
    bench.press("R");
    bench.resize(39, 9);
    assert_eq!(bench.press("a esc"), []);
    bench.resize(80, 24);
    assert!(bench.app.ui.reviews());
    assert_eq!(bench.study.open_hunks(), 3);
}

#[test]
fn on_a_screen_that_shows_nothing_a_run_can_be_stopped_and_the_program_left() {
    let mut bench = Bench::new(39, 9, &started());
    bench.stream(0, "Some text");
    assert_eq!(bench.press("esc"), []);
    assert!(bench.screen().contains("again to stop"));
    assert_eq!(bench.press("esc"), [Effect::Stop]);
    assert_eq!(bench.press("^C"), [Effect::Stop]);
    let mut bench = Bench::new(39, 9, &finished());
    assert_eq!(bench.press("^C"), []);
    assert!(bench.screen().contains("^C again to quit"));
    assert_eq!(bench.press("^C"), [Effect::Quit]);
}

#[test]
fn a_section_that_was_cut_short_is_not_shown_as_done() {
    for (columns, rows) in [(160, 48), (100, 30), (80, 24), (60, 15)] {
        let mut bench = Bench::new(columns, rows, &cut());
        bench.press("2");
        let screen = bench.screen();
        assert!(screen.contains("cut after 9 words"), "{screen}");
        assert!(screen.contains("r tries again"), "{screen}");
        assert!(!screen.contains("✓ 9 words"), "{screen}");
        assert!(!screen.contains("done · draft"), "{screen}");
        assert_eq!(bench.press("r"), [Effect::Resume]);
    }
    let mut bench = Bench::new(80, 24, &cut());
    assert!(bench.screen().contains("2 C ✗"), "{}", bench.screen());
    bench.resize(39, 9);
    assert!(bench.screen().contains("not finished"));
}

#[test]
fn an_export_says_what_is_not_whole_and_every_problem_that_the_title_counts() {
    let mut bench = Bench::new(100, 30, &cut());
    bench.press("w");
    let screen = bench.screen();
    assert!(screen.contains("1 section cut short"), "{screen}");
    let mut bench = Bench::new(100, 30, &finished());
    bench.scorecard.verdicts = [1, 3, 0, 0, 1, 2];
    bench.press("w");
    let screen = bench.screen().replace("│\n│", " ");
    let words: Vec<&str> = screen.split_whitespace().collect();
    let told = words.join(" ");
    for problems in [
        "3 claims supported only in part",
        "1 claim without a citation",
        "2 claims not checked",
    ] {
        assert!(told.contains(problems), "{problems}: {told}");
    }
}

#[test]
fn a_server_that_is_away_is_asked_again_by_itself_and_the_screen_says_when() {
    for (columns, rows) in [(160, 48), (100, 30), (80, 24), (60, 15)] {
        let mut bench = Bench::new(columns, rows, &unanswered());
        bench.tries_again = Some(bench.now + Duration::from_secs(20));
        bench.press("1");
        bench.wait(Duration::from_millis(2500));
        let screen = bench.screen();
        assert!(
            screen.contains("to be tried again in 18 s, r at once"),
            "{screen}"
        );
        assert!(screen.contains("esc esc stop"), "{screen}");
        assert_eq!(bench.press("r"), [Effect::Resume]);
        assert_eq!(bench.press("esc esc"), [Effect::Stop]);
        assert_eq!(bench.press("q"), [Effect::Quit], "nothing would be lost");
    }
    let mut bench = Bench::new(39, 9, &unanswered());
    bench.tries_again = Some(bench.now + Duration::from_secs(20));
    assert!(bench.screen().contains("waiting · 39x9"));
}

#[test]
fn enter_on_a_section_that_failed_tells_more_of_it() {
    let mut bench = Bench::new(100, 30, &unanswered());
    assert_eq!(bench.press("1 enter"), [Effect::LoadJournal]);
    assert!(matches!(
        bench.app.ui.layers.last(),
        Some(AnyLayer::Trace(_))
    ));
    let mut bench = Bench::new(100, 30, &halted());
    bench.press("2 enter");
    assert!(bench.app.ui.layers.is_empty(), "it is another section's");
}

#[test]
fn on_a_low_screen_the_change_comes_first_and_then_what_speaks_for_it() {
    let mut bench = Bench::new(60, 15, &revised());
    bench.press("R");
    let screen = bench.screen();
    for told in [
        "third+} of the fall",
        "Why ──",
        "“… 2.2 million units",
        "Overall",
    ] {
        assert!(screen.contains(told), "{told}: {screen}");
    }
    // A change that needs the room has it, to its last row.
    bench.press("j");
    let screen = bench.screen();
    assert!(screen.contains("words in common"), "{screen}");
    assert!(screen.contains("sentences)"), "{screen}");
    bench.resize(40, 10);
    let screen = bench.screen();
    assert!(screen.contains("Stocks were drawn down"), "{screen}");
}

#[test]
fn a_passage_that_is_shown_from_its_middle_says_so() {
    let mut bench = Bench::new(160, 48, &finished());
    bench.press("]");
    let mut long = passage();
    long.before = "Chapter two gives the numbers of every market and every year. ".repeat(12);
    bench.passage_loaded(long);
    let screen = bench.screen();
    let mut rows = screen
        .lines()
        .skip_while(|row| !row.contains("Passage [1]"));
    let first = rows.nth(1).unwrap_or_default();
    assert!(first.contains("│ …"), "{screen}");
    bench.passage_loaded(passage());
    let screen = bench.screen();
    let mut rows = screen
        .lines()
        .skip_while(|row| !row.contains("Passage [1]"));
    let first = rows.nth(1).unwrap_or_default();
    assert!(first.contains("│ Chapter two"), "{screen}");
}
