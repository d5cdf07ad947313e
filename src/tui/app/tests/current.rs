//! The current sentence: every motion moves it, the page always shows it, and the evidence follows it.

use crossterm::event::MouseEventKind;
use ratatui::style::Modifier;

use super::fixture::Bench;
use super::studies::{checked, claim, finished, passage, written};
use crate::study::{Event, Verdict};
use crate::tui::app::Effect;
use crate::tui::ui::Pane;

/// The words with which the current sentence begins, by the mark before the row and by what is bold in it.
fn current(bench: &mut Bench) -> String {
    bench.draw();
    let cursor = bench.app.ui.drawn.current.clone().expect("a sentence");
    let text = bench.study.sections[cursor.section].accepted();
    let sentence: String = text[cursor.source.start..].chars().take(24).collect();
    let screen = bench.screen();
    let first = sentence.split(' ').next().expect("a word").to_owned();
    let marked = screen.lines().any(|line| {
        // Behind the sentence's own mark, and that of another which begins in its row.
        let mut columns = line.chars().skip(2).take(2);
        columns.any(|column| column == '>') && line.contains(&first)
    });
    assert!(marked, "`>` stands before {sentence:?}:\n{screen}");
    sentence
}

/// A brief whose first section is much longer than a page.
fn long(sentences: usize) -> Vec<Event> {
    let all: Vec<String> = (1..=sentences)
        .map(|at| format!("Sentence {at:03} says what the market did in that month [1]."))
        .collect();
    let mut events = finished();
    events.push(written(0, &all.join(" ")));
    let claims = all
        .iter()
        .map(|text| claim(text, Verdict::Supported, Some(1)));
    events.push(checked(0, claims.collect()));
    events
}

#[test]
fn a_line_down_goes_on_from_the_first_sentence_of_the_section_that_was_chosen() {
    let mut bench = Bench::new(120, 44, &finished());
    bench.press("2");
    assert_eq!(current(&mut bench), "Subsidy cuts explain rou");
    bench.press("j");
    assert_eq!(current(&mut bench), "Two readings conflict: i");
    bench.press("j");
    assert_eq!(current(&mut bench), "Hold capacity until two ");
    assert_eq!(bench.app.ui.focus, Pane::Section(2));
    bench.press("k k k");
    assert_eq!(current(&mut bench), "Before that the market h");
    assert_eq!(bench.app.ui.focus, Pane::Section(0));
}

#[test]
fn a_window_of_any_size_shows_the_current_sentence_and_the_page_begins_where_it_did_once_there_is_room()
 {
    let mut bench = Bench::new(160, 48, &long(40));
    bench.press("1");
    for _ in 0..14 {
        bench.press("j");
    }
    let (reading, said) = (bench.app.ui.reading.clone(), current(&mut bench));
    assert_eq!(said, "Sentence 015 says what t");
    for (width, height) in [(100, 20), (60, 15), (39, 9), (80, 24), (40, 12), (160, 48)] {
        bench.resize(width, height);
        assert_eq!(
            bench.app.ui.reading.cursor, reading.cursor,
            "{width}x{height}"
        );
        if height > 9 {
            assert_eq!(current(&mut bench), said, "{width}x{height}");
        }
        if height > 9 && width < 96 {
            let screen = bench.screen();
            let words = screen
                .split_whitespace()
                .filter(|word| !word.starts_with(['✓', '>']));
            let words = words.collect::<Vec<_>>().join(" ");
            let whole = "Sentence 015 says what the market did in that month [1].";
            assert!(words.contains(whole), "{width}x{height}: {screen}");
        }
    }
    assert_eq!(bench.app.ui.reading.anchor, reading.anchor);
    bench.resize(60, 15);
    bench.press("j");
    let moved = bench.app.ui.reading.clone();
    bench.resize(100, 30);
    assert_eq!(bench.app.ui.reading.cursor, moved.cursor);
}

#[test]
fn the_ends_and_pages_of_a_brief_take_the_current_sentence_along() {
    for (width, height) in [(160, 48), (100, 30), (80, 24), (60, 15), (40, 12)] {
        let mut bench = Bench::new(width, height, &finished());
        bench.press("1 G");
        assert_eq!(
            current(&mut bench),
            "A second line pays back ",
            "{width}x{height}"
        );
        bench.press("g");
        assert_eq!(
            current(&mut bench),
            "Unit sales in the 14 lar",
            "{width}x{height}"
        );
        for _ in 0..8 {
            bench.press("^D");
        }
        assert_eq!(
            current(&mut bench),
            "A second line pays back ",
            "{width}x{height}"
        );
        for _ in 0..8 {
            bench.press("^U");
        }
        assert_eq!(
            current(&mut bench),
            "Unit sales in the 14 lar",
            "{width}x{height}"
        );
    }
}

#[test]
fn every_sentence_is_reached_line_by_line_and_stays_in_view() {
    for (width, height) in [(160, 48), (100, 30), (60, 15), (40, 12)] {
        let mut bench = Bench::new(width, height, &long(60));
        bench.press("1 g");
        for at in 1..60 {
            assert_eq!(current(&mut bench)[..12], format!("Sentence {at:03}"));
            let before = bench.app.ui.drawn.current.clone();
            // A page may need a few lines until the next sentence fits.
            let moves = (0..height).any(|_| {
                bench.press("j");
                bench.app.ui.drawn.current != before
            });
            assert!(moves, "{width}x{height}: {at}");
        }
    }
}

#[test]
fn the_wheel_leaves_the_current_sentence_alone_until_the_page_leaves_it() {
    let mut bench = Bench::new(100, 30, &long(60));
    bench.press("1 g j");
    let (column, row) = bench.find("Sentence 003");
    bench.mouse(MouseEventKind::ScrollDown, column, row);
    for _ in 0..9 {
        bench.mouse(MouseEventKind::ScrollDown, column, row);
        current(&mut bench);
    }
    assert!(!bench.screen().contains("Sentence 002"));
}

#[test]
fn a_click_on_a_sentence_makes_it_the_current_one() {
    let mut bench = Bench::new(120, 44, &finished());
    bench.press("1");
    let effects = bench.click("readings conflict");
    assert_eq!(effects, [], "nothing is opened");
    assert_eq!(current(&mut bench), "Two readings conflict: i");
    assert_eq!(bench.app.ui.focus, Pane::Section(1));
    bench.click("3 Resolution");
    assert_eq!(current(&mut bench), "Hold capacity until two ");
    bench.click("readings conflict");
    assert!(
        bench
            .modifiers_of("readings conflict")
            .contains(Modifier::BOLD)
    );
    assert!(!bench.modifiers_of("Hold capacity").contains(Modifier::BOLD));
}

#[test]
fn a_search_takes_the_current_sentence_to_its_match() {
    let mut bench = Bench::new(120, 44, &finished());
    bench.press("1 /");
    bench.write("markets");
    bench.press("enter");
    assert_eq!(current(&mut bench), "Unit sales in the 14 lar");
    bench.press("n");
    assert_eq!(current(&mut bench), "Subsidy cuts explain rou");
    bench.press("N");
    assert_eq!(current(&mut bench), "Unit sales in the 14 lar");
}

#[test]
fn the_evidence_pane_marks_what_the_current_sentence_cites_and_nothing_else() {
    let mut bench = Bench::new(120, 44, &finished());
    bench.press("1 j");
    let marked = |bench: &mut Bench| -> Vec<String> {
        let screen = bench.screen();
        let rows = screen.lines().filter_map(|line| line.split_once(">["));
        rows.map(|(_, row)| row.split(']').next().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(marked(&mut bench), ["2"], "{}", bench.screen());
    bench.press("j");
    assert_eq!(marked(&mut bench), ["3"], "{}", bench.screen());
    bench.press("6");
    assert_eq!(marked(&mut bench).len(), 1, "the list has its own row now");
}

#[test]
fn on_a_desk_the_passage_follows_the_current_sentence_too() {
    let mut bench = Bench::new(160, 48, &finished());
    let effects = bench.press("1 g j k");
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::LoadPassage { .. })),
        "{effects:?}"
    );
    bench.passage_loaded(passage());
    assert!(bench.app.ui.layers.is_empty());
    bench.press("3");
    assert!(bench.app.ui.preview.is_none(), "this one cites nothing");
    assert_eq!(bench.press("3"), [], "what is shown is not fetched again");
}

#[test]
fn a_window_that_becomes_a_desk_shows_the_passage_of_the_current_sentence() {
    let is_passage = |effects: &[Effect]| {
        matches!(
            effects,
            [Effect::LoadPassage { .. } | Effect::LoadDocument(_)]
        )
    };
    let mut bench = Bench::new(100, 30, &finished());
    assert_eq!(bench.catch_up(), [], "there is no room for it");
    bench.resize(160, 48);
    assert!(is_passage(&bench.catch_up()));
    assert_eq!(bench.catch_up(), [], "once");
    bench.passage_loaded(passage());
    bench.resize(100, 30);
    bench.press("3");
    bench.resize(160, 48);
    assert_eq!(bench.catch_up(), [], "this one cites nothing");
    assert!(!bench.screen().contains("Passage [1]"));
    bench.resize(100, 30);
    bench.press("1 j 4");
    bench.resize(160, 48);
    assert!(
        is_passage(&bench.catch_up()),
        "whichever pane has the focus"
    );
}

#[test]
fn commands_about_a_sentence_mean_the_current_one() {
    let mut bench = Bench::new(120, 44, &finished());
    bench.press("2 j P");
    let pinned = &bench.study.sections[1].pinned;
    assert_eq!(pinned.len(), 1);
    assert!(pinned[0].starts_with("Two readings conflict"), "{pinned:?}");
}

#[test]
fn the_sentence_that_is_read_stays_in_its_row_when_something_comes_in_above_it() {
    let events = long(30);
    let mut bench = Bench::new(100, 30, &events);
    bench.press("2 k k k k j j j j");
    let stood = bench.row_of("Subsidy cuts explain");
    assert!(stood > 8, "{}", bench.screen());
    let mut remarked = events
        .iter()
        .rfind(|event| matches!(event, Event::SectionWritten { section, .. } if section.0 == 0))
        .cloned()
        .expect("the long text");
    if let Event::SectionWritten { warnings, .. } = &mut remarked {
        warnings.extend(["it misses the reasons".to_owned(), "it is long".to_owned()]);
    }
    bench.apply(&remarked);
    assert!(
        bench.screen().contains("it misses the reasons"),
        "{}",
        bench.screen()
    );
    assert_eq!(
        bench.row_of("Subsidy cuts explain"),
        stood,
        "{}",
        bench.screen()
    );
}

#[test]
fn beside_the_text_stands_what_its_sentence_cites_whatever_was_opened_meanwhile() {
    let mut bench = Bench::new(160, 48, &finished());
    bench.press("1 j");
    assert!(bench.app.ui.followed.is_some());
    bench.app.ui.opening = true;
    bench.passage_loaded(passage());
    bench.press("esc");
    let effects = bench.catch_up();
    assert!(
        bench.app.ui.followed.is_some() || !effects.is_empty(),
        "the passage is asked for anew"
    );
}
