//! What the mouse does.

use crossterm::event::{MouseButton, MouseEventKind};

use super::fixture::{Bench, long};
use super::studies::{QUESTION, finished, revised, started, written};
use crate::study::{Document, DocumentId, Event};
use crate::tui::app::Effect;
use crate::tui::ui::Pane;

#[test]
fn the_wheel_scrolls_the_pane_under_the_pointer_and_nothing_else() {
    let mut bench = Bench::new(100, 30, &started());
    bench.press("1 0");
    bench.apply(&written(0, &long(80)));
    let (column, row) = bench.find("Line 003");
    bench.mouse(MouseEventKind::ScrollDown, column, row);
    assert_eq!(bench.row_of("Line 003"), row - 3);
    assert_eq!(bench.app.ui.focus, Pane::Query);
    let (column, row) = bench.find("Market report");
    bench.click("Market report");
    bench.mouse(MouseEventKind::ScrollDown, column, row);
    assert_eq!(bench.app.ui.source, 3);
    assert_eq!(bench.app.ui.query.text(), QUESTION);
}

#[test]
fn the_wheel_brings_up_every_source_while_the_brief_is_read_until_another_sentence_is() {
    let mut events = finished();
    events.extend((10..20).map(|id| Event::EvidenceAdded {
        document: Document {
            id: DocumentId(id),
            title: format!("Report {id}"),
            ..Document::default()
        },
    }));
    let mut bench = Bench::new(100, 30, &events);
    bench.press("2");
    let (column, row) = bench.find("6 Evidence");
    let before = bench.screen();
    assert!(
        before.contains("more") && !before.contains("scan.pdf"),
        "{before}"
    );
    let reading = bench.app.ui.reading.clone();
    for _ in 0..9 {
        bench.mouse(MouseEventKind::ScrollDown, column, row + 1);
    }
    assert!(bench.screen().contains("scan.pdf"), "{}", bench.screen());
    assert_eq!(bench.app.ui.reading, reading);
    bench.mouse(MouseEventKind::ScrollUp, column, row + 1);
    assert!(!bench.screen().contains("scan.pdf"), "{}", bench.screen());
    // A click selects the row that is under the pointer, and the list stays.
    let shown = bench.screen();
    bench.mouse(MouseEventKind::Down(MouseButton::Left), column, row + 1);
    let first = |screen: &str| {
        screen
            .lines()
            .nth(usize::from(row) + 1)
            .map(|line| line.chars().skip(70).collect::<String>())
    };
    assert_eq!(first(&bench.screen()), first(&shown));
    bench.press("2 j");
    assert_eq!(bench.app.ui.sources_top, None);
}

#[test]
fn the_scores_are_scrolled_by_the_wheel_and_by_keys_to_the_last_of_their_rows() {
    let mut bench = Bench::new(100, 30, &finished());
    assert!(bench.screen().contains("↓ 2") && !bench.screen().contains("Sources   "));
    let (column, row) = bench.find("4 Judge");
    bench.press("2");
    let focus = bench.app.ui.focus;
    for _ in 0..5 {
        bench.mouse(MouseEventKind::ScrollDown, column, row + 2);
    }
    assert!(bench.screen().contains("Sources   "), "{}", bench.screen());
    assert_eq!(bench.app.ui.focus, focus);
    let reading = bench.app.ui.reading.clone();
    bench.press("4 g");
    assert!(!bench.screen().contains("Sources   "));
    bench.press("G");
    assert!(bench.screen().contains("Sources   "));
    assert_eq!(bench.app.ui.reading, reading);
}

#[test]
fn a_click_focuses_and_a_click_on_a_citation_opens_its_passage() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.click("Judge");
    assert_eq!(bench.app.ui.focus, Pane::Judge);
    bench.click("2 Complication");
    assert_eq!(bench.app.ui.focus, Pane::Section(1));
    let effects = bench.click("every year");
    assert_eq!(effects, [], "a click on text opens nothing");
    let effects = bench.click("[3]; the rest");
    assert!(
        matches!(&effects[..], [Effect::LoadPassage { marked: Some(quote), .. }] if quote.number == Some(3)),
        "{effects:?}"
    );
    assert_eq!(bench.press("m"), [Effect::SetMouse(false)]);
}

#[test]
fn a_click_on_a_tab_goes_to_its_pane() {
    let mut bench = Bench::new(80, 24, &finished());
    bench.click("6 Evidence");
    assert_eq!(bench.app.ui.focus, Pane::Evidence);
    assert!(bench.screen().contains("scan.pdf"));
}

#[test]
fn who_drags_is_told_once_how_text_is_selected() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.mouse(MouseEventKind::Drag(MouseButton::Left), 20, 10);
    assert!(bench.screen().contains("hold shift while you drag"));
    bench.press("j");
    bench.mouse(MouseEventKind::Drag(MouseButton::Left), 20, 10);
    assert!(!bench.screen().contains("hold shift while you drag"));
}

#[test]
fn a_click_on_a_key_that_is_named_does_what_the_key_does() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1");
    bench.click("help");
    assert!(bench.screen().contains("find a key"));
    bench.click("close");
    assert!(!bench.screen().contains("find a key"));
    bench.press("c");
    bench.linger();
    let effects = bench.click("copy this section");
    assert!(matches!(&effects[..], [Effect::Copy(_)]), "{effects:?}");
}

#[test]
fn in_a_list_a_click_selects_and_a_click_on_what_is_selected_chooses() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 ^P");
    bench.click("fill the screen");
    assert!(bench.screen().contains("Commands") && !bench.app.ui.zoom);
    bench.click("fill the screen");
    assert!(bench.app.ui.zoom && !bench.screen().contains("Commands"));
}

#[test]
fn a_click_on_a_change_goes_to_it_and_decides_nothing() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R");
    assert!(bench.screen().contains("change 1 of"));
    let (column, row) = bench.find("·2");
    let effects = bench.mouse(MouseEventKind::Down(MouseButton::Left), column + 4, row);
    assert_eq!(effects, []);
    assert!(bench.screen().contains("change 2 of"), "{}", bench.screen());
}

#[test]
fn what_lies_under_a_layer_is_not_clicked() {
    let mut bench = Bench::new(160, 48, &finished());
    let (column, row) = bench.find("4 Judge");
    bench.press("1 ?");
    bench.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    assert_eq!(bench.app.ui.focus, Pane::Section(0));
    assert!(bench.screen().contains("find a key"));
}

#[test]
fn a_second_click_on_a_revision_opens_its_review() {
    let mut bench = Bench::new(100, 30, &revised());
    let row = |bench: &mut Bench| {
        let (column, row) = bench.find("5 Revisions");
        bench.mouse(MouseEventKind::Down(MouseButton::Left), column + 2, row + 1);
    };
    row(&mut bench);
    assert!(bench.app.ui.layers.is_empty());
    row(&mut bench);
    assert!(bench.screen().contains("Review"), "{}", bench.screen());
}
