//! Searching a window that is only read: the window stays, and the search of the brief below it is as it was.

use super::fixture::Bench;
use super::screens::journal;
use super::studies::{finished, passage, revised};
use crate::study::{DocumentId, Passage, PassageId, Study, Timestamp};
use crate::tui::app::Effect;
use crate::tui::ui::Pane;

fn search(bench: &mut Bench, words: &str) -> Vec<Effect> {
    bench.press("/");
    bench.write(words);
    bench.press("enter")
}

/// A window on the journal, opened with these keys.
pub fn with_journal(keys: &str) -> Bench {
    let events = revised();
    let mut bench = Bench::new(100, 30, &events);
    bench.press(keys);
    let time = |_: Timestamp| "2025-11-21 14:02".to_owned();
    let measure = |_: &Study, _| Some(3.9);
    bench
        .app
        .journal_loaded(journal(&events), None, &time, &measure);
    bench
}

/// The list of steps, with the last one selected.
fn trace() -> Bench {
    with_journal("1 T")
}

#[test]
fn a_list_that_is_read_is_searched_from_the_selected_entry_round_and_round() {
    let mut bench = trace();
    assert!(bench.screen().contains("/ find"), "{}", bench.screen());
    assert_eq!(search(&mut bench, "write"), []);
    let first = bench.screen();
    assert!(
        first.contains("n next match") && first.contains("/write ["),
        "{first}"
    );
    let selected = |screen: &str| {
        let row = screen.lines().find(|line| line.contains("> "));
        row.unwrap_or_default().to_owned()
    };
    bench.press("n");
    let second = bench.screen();
    assert_ne!(selected(&first), selected(&second));
    bench.press("N");
    assert_eq!(selected(&first), selected(&bench.screen()));
    assert_eq!(bench.app.ui.layers.len(), 1, "the window stays");
    assert!(bench.app.ui.search.is_none(), "the brief is not searched");
}

#[test]
fn words_are_searched_on_in_what_is_opened_from_the_list() {
    let mut bench = trace();
    search(&mut bench, "extractive");
    bench.press("enter n");
    let screen = bench.screen();
    assert!(
        screen.contains("Step ") && screen.contains("/extractive ["),
        "{screen}"
    );
    bench.press("esc");
    assert_eq!(bench.app.ui.layers.len(), 2, "only the search has ended");
    assert!(bench.app.ui.window_search.is_none());
    bench.press("esc esc");
    assert!(bench.app.ui.layers.is_empty());
}

#[test]
fn what_is_not_in_a_window_is_said_there_and_giving_up_leaves_all_as_it_was() {
    let mut bench = trace();
    search(&mut bench, "zeppelin");
    assert!(
        bench.screen().contains("/zeppelin not found"),
        "{}",
        bench.screen()
    );
    bench.press("/");
    bench.write("wri");
    assert!(bench.screen().contains("find /wri"), "{}", bench.screen());
    bench.press("esc");
    let screen = bench.screen();
    assert!(
        screen.contains("Trace") && !screen.contains("/wri"),
        "{screen}"
    );
}

#[test]
fn the_search_of_the_brief_waits_below_a_window() {
    let mut bench = Bench::new(100, 30, &finished());
    search(&mut bench, "markets");
    bench.press("4 enter");
    assert!(bench.screen().contains("Scores"), "{}", bench.screen());
    search(&mut bench, "accuracy");
    assert!(
        bench.screen().contains("/accuracy [1/"),
        "{}",
        bench.screen()
    );
    bench.press("esc esc");
    assert_eq!(bench.app.ui.focus, Pane::Judge);
    assert!(bench.screen().contains("/markets ["), "{}", bench.screen());
}

#[test]
fn all_of_a_document_is_searched_from_a_passage_of_it() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 ] enter");
    bench.passage_loaded(passage());
    let effects = search(&mut bench, "tariff");
    assert_eq!(
        effects,
        [Effect::FindInDocument(DocumentId(1), "tariff".to_owned())]
    );
    let found = [8, 7].map(|id| Passage {
        id: PassageId(id),
        document: DocumentId(1),
        text: "The tariff rose twice.".to_owned(),
        ..passage().passage
    });
    let opened = |effects: &[Effect]| match effects {
        [Effect::LoadPassage { passage, .. }] => passage.0,
        _ => panic!("{effects:?}"),
    };
    let effects = bench.document_searched("tariff", &found);
    assert_eq!(opened(&effects), 7, "in the order of the document");
    bench.passage_loaded(passage());
    assert!(
        bench.screen().contains("/tariff [1/2]"),
        "{}",
        bench.screen()
    );
    assert_eq!(opened(&bench.press("n")), 8);
    bench.passage_loaded(passage());
    assert!(
        bench.screen().contains("/tariff [2/2]"),
        "{}",
        bench.screen()
    );
    assert_eq!(bench.app.ui.layers.len(), 1);
}

#[test]
fn each_place_of_a_passage_that_says_it_is_gone_to() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 ] enter");
    bench.passage_loaded(passage());
    search(&mut bench, "tariff");
    let found = Passage {
        document: DocumentId(1),
        text: "The tariff rose. A second tariff fell, and no tariff stayed.".to_owned(),
        ..passage().passage
    };
    bench.document_searched("tariff", &[found]);
    bench.passage_loaded(passage());
    for place in ["[1/3]", "[2/3]", "[3/3]", "[1/3]"] {
        assert!(bench.screen().contains(place), "{}", bench.screen());
        let effects = bench.press("n");
        assert!(matches!(effects[..], [Effect::LoadPassage { .. }]));
        bench.passage_loaded(passage());
    }
}

#[test]
fn half_a_word_that_the_library_does_not_know_is_found_on_the_page() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 ] enter");
    bench.passage_loaded(passage());
    search(&mut bench, "fourt");
    assert_eq!(bench.document_searched("fourt", &[]), []);
    assert!(
        bench.screen().contains("/fourt [1/1]"),
        "{}",
        bench.screen()
    );
}
