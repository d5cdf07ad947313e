//! The review on the largest screens and on the smallest.

use super::fixture::Bench;
use super::studies::{passage, revised};
use crate::tui::app::Effect;

#[test]
fn a_large_screen_shows_every_section_and_the_passage_beside_the_change() {
    let mut bench = Bench::new(200, 60, &revised());
    let effects = bench.press("2 R");
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::LoadPassage { .. })),
        "{effects:?}"
    );
    let quote = effects.into_iter().find_map(|effect| match effect {
        Effect::LoadPassage { marked, .. } => marked,
        _ => None,
    });
    let mut shown = passage();
    shown.passage.id = quote.expect("a quote").passage;
    bench.passage_loaded(shown);
    let screen = bench.screen();
    for part in [
        " 1 Situation",
        "Before that the market had grown",
        " 2 Complication",
        "up to a third",
        " 3 Resolution",
        "Hold capacity",
        "Passage [1] Market report 2025",
        "change 1 of 3",
    ] {
        assert!(screen.contains(part), "{part}:\n{screen}");
    }
    let (row, top) = (bench.row_of("Two readings"), bench.row_of("up to a third"));
    bench.press("j");
    assert!(bench.screen().contains("change 2 of 3"));
    let now = (bench.row_of("Two readings"), bench.row_of("up to a third"));
    assert_eq!(now, (row, top), "nothing moves but the mark");
}

#[test]
fn the_smallest_reviews_say_how_to_go_back_and_how_to_leave() {
    for (width, height) in [(40, 12), (50, 14), (60, 15), (71, 20), (80, 24)] {
        let mut bench = Bench::new(width, height, &revised());
        bench.press("2 R");
        let screen = bench.screen();
        let footer = screen.lines().last().unwrap_or_default().to_owned();
        for key in ["a accept", "x reject", "u undo", "q leave", "?"] {
            assert!(footer.contains(key), "{width}x{height}: {key}: {footer}");
        }
    }
}

#[test]
fn what_is_undone_in_another_section_is_gone_to() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("2 R a");
    assert!(bench.screen().contains("change 2 of 3"));
    bench.press("j u");
    assert!(
        bench.screen().contains("change 1 of 3"),
        "{}",
        bench.screen()
    );
    assert!(bench.screen().contains("undone: accepted change 1"));
}
