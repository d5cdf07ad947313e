//! What messages, windows and lines take of the screen: no more than they have to say, and nothing of the text that is read.

use super::fixture::Bench;
use super::studies::{claim, finished, revised, started, written};
use crate::study::Verdict;
use crate::tui::layers::AnyLayer;
use crate::tui::view::{Choice, Level, Notice};

#[test]
fn a_message_of_several_lines_does_not_move_the_text_that_is_read() {
    for (width, height) in [(100, 30), (80, 24), (60, 15)] {
        let mut events = finished();
        let long: Vec<String> = (1..40)
            .map(|at| format!("Sentence {at} holds [1]."))
            .collect();
        events.push(written(0, &long.join(" ")));
        let mut bench = Bench::new(width, height, &events);
        bench.press("3");
        let before = bench.screen();
        let said = "a message that says much. ".repeat(9);
        bench.app.notify(Notice::new(Level::Warning, said));
        let after = bench.screen();
        let rows = usize::from(bench.row_of("a message that"));
        let same = before.lines().zip(after.lines()).take(rows);
        for (at, (before, after)) in same.enumerate() {
            // Beside the brief, panes may show less.
            let [before, after] = [before, after].map(|row| row.split(['│', '▼']).next());
            assert_eq!(before, after, "row {at} of {width}x{height}");
        }
    }
}

#[test]
fn a_window_with_one_sentence_takes_few_rows() {
    let mut bench = Bench::new(100, 40, &finished());
    for (key, said) in [("E", "No new evidence"), ("C", "No contradictions")] {
        bench.press(key);
        let screen = bench.screen();
        assert!(screen.contains(said), "{screen}");
        let rows = screen.lines().filter(|row| row.starts_with('│')).count();
        assert!(rows < 8, "{screen}");
        bench.press("esc");
    }
}

#[test]
fn a_section_that_is_being_written_is_not_said_to_be_missing() {
    let mut bench = Bench::new(100, 30, &started());
    bench.stream(0, "Unit sales fell. They ");
    bench.press("1 e");
    let screen = bench.screen();
    assert!(screen.contains("this section is being written"), "{screen}");
}

#[test]
fn a_reason_for_which_there_is_no_room_is_left_out_of_the_revisions() {
    let mut bench = Bench::new(100, 30, &revised());
    let screen = bench.screen();
    let from = usize::from(bench.row_of("5 Revisions"));
    let rows = screen
        .lines()
        .skip(from + 1)
        .take_while(|row| !row.contains("6 Evidence"));
    for row in rows {
        assert!(!row.trim_end().ends_with('…'), "{screen}");
    }
}

#[test]
fn the_list_of_writers_names_the_file_that_others_come_from() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.app.ui.config = "/srv/ann/tercet/config.toml".to_owned();
    bench
        .app
        .ui
        .layers
        .push(AnyLayer::Writers(crate::tui::layers::Writers::default()));
    let only = Choice {
        writer: "extractive".to_owned(),
        place: "built in".to_owned(),
    };
    bench.app.writers_loaded(vec![only], "extractive");
    let screen = bench.screen();
    assert!(screen.contains("/srv/ann/tercet/config.toml"), "{screen}");
}

#[test]
fn a_section_that_claims_nothing_wears_no_tick() {
    let mut events = finished();
    events.push(written(
        1,
        "The evidence does not say what stands in the way.",
    ));
    events.push(super::studies::checked(1, vec![]));
    let mut bench = Bench::new(100, 30, &events);
    let heading = |screen: &str| -> String {
        let mut lines = screen.lines();
        let line = lines.find(|line| line.contains("2 Complication"));
        line.unwrap_or_default().to_owned()
    };
    let screen = bench.screen();
    assert!(heading(&screen).contains("10 words · no claim"), "{screen}");
    for section in [0, 2] {
        bench.apply(&written(
            section,
            "The evidence does not say anything about it.",
        ));
        bench.apply(&super::studies::checked(section, vec![]));
    }
    let screen = bench.screen();
    assert!(
        screen.contains("the evidence says nothing on it: + adds more"),
        "{screen}"
    );
    let text = "Costs rose [1].";
    bench.apply(&written(1, text));
    bench.apply(&super::studies::checked(
        1,
        vec![claim(text, Verdict::Supported, Some(1))],
    ));
    let screen = bench.screen();
    assert!(heading(&screen).contains("✓"), "{screen}");
}
