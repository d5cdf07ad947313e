//! Looking at what a writer was sent.

use super::fixture::Bench;
use super::studies::{finished, passage, sent};
use crate::study::{BUILT_IN_WRITER, Event, PassageId};
use crate::tui::app::Effect;

#[test]
fn enter_opens_the_passage_under_the_cursor_and_esc_comes_back_to_the_list() {
    let mut bench = Bench::new(100, 30, &sent());
    bench.press("1 i");
    let screen = bench.screen();
    assert!(screen.contains("Given for Situation"), "{screen}");
    assert!(
        screen.contains("shortened to 2,890, room for 3,000"),
        "{screen}"
    );
    bench.press("j j");
    let effects = bench.press("enter");
    assert_eq!(
        effects,
        [Effect::LoadPassage {
            passage: PassageId(6),
            marked: None
        }]
    );
    bench.app.passage_loaded(passage());
    assert!(bench.screen().contains("Chapter two"));
    bench.press("esc");
    assert!(bench.screen().contains("Given for Situation"));
    bench.press("q");
    assert!(!bench.screen().contains("Given for"));
}

#[test]
fn whether_anything_left_the_computer_is_told() {
    for (writer, told) in [
        ("acme/m", "sent to acme/m"),
        (BUILT_IN_WRITER, "read here by the built-in writer"),
    ] {
        let mut events = sent();
        for event in &mut events {
            if let Event::SectionWritten { provenance, .. } = event {
                writer.clone_into(&mut provenance.writer);
            }
        }
        let mut bench = Bench::new(160, 48, &events);
        bench.press("1 i");
        let screen = bench.screen();
        assert!(screen.contains(told), "{screen}");
    }
}

#[test]
fn the_passage_under_the_cursor_says_what_became_of_it_and_why() {
    let mut bench = Bench::new(100, 30, &sent());
    bench.press("1 i");
    let mut check = |keys: &str, said: &str| {
        bench.press(keys);
        let screen = bench.screen();
        assert!(screen.contains(said), "{said}\n{screen}");
    };
    check(
        "g",
        "match by words 12.0 · by meaning 0.60 · 900 characters · whole",
    );
    check("j", "900 characters, shortened to 69 · by local/small");
    check(
        "j",
        "900 characters · left out: nearly identical to a higher-",
    );
    check("j", "its text stands further up");
    check("j", "its own best sentences");
    check("G", "left out: over the budget");
}

#[test]
fn a_brief_of_an_older_version_has_nothing_to_show_and_says_so() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 i");
    assert!(bench.screen().contains("no writer was given anything yet"));
}

#[test]
fn the_cursor_stays_in_view_at_every_size() {
    for (width, height) in [(160, 48), (80, 24), (60, 15), (44, 11)] {
        let mut bench = Bench::new(width, height, &sent());
        bench.press("1 i G");
        let screen = bench.screen();
        assert!(screen.contains("> p.8"), "{width}x{height}\n{screen}");
    }
}
