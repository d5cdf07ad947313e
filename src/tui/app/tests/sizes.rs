//! No size, state or text breaks the screen.

use proptest::prelude::*;

use super::fixture::Bench;
use super::studies::{finished, halted, opened, passage, revised, two_written, written};
use crate::study::Event;

/// Keys that bring every layer and pane on screen.
const TOURS: [&str; 16] = [
    "", "0", "2", "3 z", "4", "5", "6 z", "?", "^P", "w", "^O", "+", "c", "/", "R t", "R A",
];

fn drives_a_terminal(c: char) -> bool {
    (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c)
}

fn states() -> Vec<Vec<Event>> {
    vec![opened(), two_written(), finished(), revised(), halted()]
}

#[test]
fn every_state_can_be_drawn_at_every_size() {
    for events in states() {
        for tour in TOURS {
            let mut bench = Bench::new(100, 30, &events);
            bench.press(tour);
            for width in [0, 1, 39, 40, 59, 60, 96, 140, 300] {
                for height in [0, 1, 9, 10, 14, 18, 26, 36, 100] {
                    bench.resize(width, height);
                }
            }
        }
    }
}

#[test]
fn a_passage_can_be_drawn_at_every_size() {
    let mut bench = Bench::new(160, 48, &finished());
    bench.press("] enter");
    bench.passage_loaded(passage());
    for width in [0, 1, 39, 40, 60, 96, 140, 300] {
        for height in [0, 1, 10, 20, 36, 100] {
            bench.resize(width, height);
            bench.press("j k");
        }
    }
}

#[test]
fn a_study_without_sections_can_be_drawn_and_used() {
    let mut bench = Bench::new(100, 30, &[]);
    bench.press("1 2 tab tab j k G g ] [ } { ! enter c d R U u");
    bench.resize(80, 24);
    bench.resize(60, 15);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 5, ..ProptestConfig::default() })]

    #[test]
    fn any_keys_on_any_screen_leave_a_screen(
        keys in proptest::collection::vec("[a-zA-Z0-9\\[\\]{}/?:!+ -]", 0..24),
        width in 0u16..200,
        height in 0u16..60,
        state in 0usize..5,
    ) {
        let mut bench = Bench::new(width, height, &states()[state]);
        for key in keys.iter().filter(|key| !key.trim().is_empty()) {
            bench.press(key);
        }
        bench.press("enter down up esc tab");
        bench.resize(height, width);
    }

    #[test]
    fn hostile_text_never_reaches_the_screen(text in any::<String>(), width in 1u16..180, height in 1u16..50) {
        let mut events = two_written();
        events.push(Event::QuestionChanged { question: text.clone(), undoable: false });
        events.push(written(2, &text));
        let mut bench = Bench::new(width, height, &events);
        bench.stream(0, &text);
        let screen = bench.screen();
        prop_assert!(!screen.chars().any(drives_a_terminal));
    }
}
