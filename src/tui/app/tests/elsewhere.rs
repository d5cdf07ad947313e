//! Keys and commands that are for another place, and words that wait until somebody comes back to them.

use super::fixture::Bench;
use super::studies::{finished, revised};
use crate::study::{Event, Hunk, HunkId, Piece, Provenance, Revision, SectionId, Study, StudyId};
use crate::tui::app::Effect;
use crate::tui::ui::Pane;

#[test]
fn in_the_review_what_works_everywhere_works_and_what_is_for_the_brief_says_so() {
    let mut bench = Bench::new(100, 30, &revised());
    for (keys, pane) in [
        ("1 R 3", Pane::Section(2)),
        ("1 R tab", Pane::Section(1)),
        ("1 R 0", Pane::Query),
        ("esc 1 R 6", Pane::Evidence),
    ] {
        bench.press(keys);
        assert!(!bench.app.ui.reviews(), "{keys}");
        assert_eq!(bench.app.ui.focus, pane, "{keys}");
    }
    bench.press("1 R P");
    let screen = bench.screen();
    let said = "not in the review: q goes back to the brief";
    assert!(screen.contains(said), "{screen}");
    bench.press("C");
    assert!(bench.screen().contains("Conflicts"), "{}", bench.screen());
    bench.press("esc");
    assert!(bench.screen().contains("change 1 of 3"));
}

#[test]
fn the_changes_have_the_screen_to_themselves_where_that_is_asked_for() {
    for (width, height) in [(80, 24), (160, 48)] {
        let mut bench = Bench::new(width, height, &revised());
        bench.press("R");
        let whole = bench.screen();
        assert!(whole.contains("Why ──"), "{whole}");
        bench.press("z");
        let zoomed = bench.screen();
        assert!(!zoomed.contains("──"), "{zoomed}");
        assert!(zoomed.contains("change 1 of 3") && zoomed.contains("z back"));
        for back in ["esc", "z esc", "z q", "z z"] {
            bench.press(back);
            assert_eq!(bench.screen(), whole, "{back}");
        }
        bench.press("z x");
        assert_eq!(bench.study.open_hunks(), 2, "all else works");
    }
}

#[test]
fn where_all_is_decided_the_keys_of_the_review_are_still_told() {
    let mut bench = Bench::new(80, 24, &revised());
    for (keys, close) in [("R a x a", "enter close"), ("j", "q close")] {
        bench.press(keys);
        for size in [(80, 24), (100, 30), (160, 48)] {
            bench.resize(size.0, size.1);
            let screen = bench.screen();
            assert!(screen.contains(close), "{screen}");
        }
    }
    bench.press("u a enter");
    assert!(bench.app.ui.layers.is_empty(), "it closes what says so");
    bench.press("R");
    bench.press("A");
    assert!(
        bench.screen().contains("nothing is open any more"),
        "{}",
        bench.screen()
    );
}

#[test]
fn a_command_that_works_in_a_window_says_in_which() {
    let mut bench = Bench::new(100, 30, &revised());
    for (typed, said) in [
        ("split this change", "this works under review: R opens"),
        (
            "go on from this point",
            "this works in the history: b opens",
        ),
    ] {
        bench.press("^P");
        bench.write(typed);
        bench.press("enter");
        assert!(bench.screen().contains(said), "{typed}: {}", bench.screen());
    }
}

#[test]
fn what_was_typed_in_a_sheet_is_there_again_after_esc() {
    let mut events = finished();
    events.push(Event::WriterChosen {
        writer: "acme/m".to_owned(),
    });
    let mut bench = Bench::new(100, 30, &events);
    for key in ["S", "+"] {
        bench.press("2");
        bench.press(key);
        bench.write("weigh the costs");
        bench.press("esc");
        assert!(
            bench.screen().contains("what you typed is kept"),
            "{}",
            bench.screen()
        );
        bench.press(key);
        assert!(bench.screen().contains("weigh the costs"), "{key}");
        bench.press("esc");
    }
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R r");
    bench.write("the source says less");
    bench.press("esc");
    assert!(!bench.screen().contains("the source says less"));
    bench.press("r");
    assert!(bench.screen().contains("the source says less"));
}

#[test]
fn text_that_comes_at_once_goes_to_the_question_and_moves_nobody() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("2");
    let effects = bench.app.came_at_once("Own words, typed ahead.");
    bench.draw();
    assert!(matches!(effects.as_slice(), [Effect::SaveDraft(_)]));
    assert_eq!(bench.app.ui.focus, Pane::Section(1));
    assert!(bench.app.ui.query.text().ends_with("typed ahead."));
    assert!(
        bench.screen().contains("23 characters came at once"),
        "{}",
        bench.screen()
    );
}

#[test]
fn another_study_is_read_while_this_one_is_written_and_is_left_again() {
    let mut bench = Bench::new(100, 30, &finished());
    let other = Study::fold(&revised());
    bench.app.study_read(StudyId(7), other);
    let screen = bench.screen();
    for said in ["Study 7", "to be read only", "Situation", "esc back"] {
        assert!(screen.contains(said), "{said}: {screen}");
    }
    bench.press("G");
    assert!(bench.screen().contains("Sources"), "{}", bench.screen());
    bench.press("/");
    bench.write("market");
    bench.press("enter");
    assert!(bench.screen().contains("/market ["), "{}", bench.screen());
    bench.press("esc esc");
    assert!(bench.app.ui.layers.is_empty());
}

#[test]
fn the_enter_that_was_meant_for_all_changes_does_nothing_where_none_is_open() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R A enter");
    let decided = bench.study.open_hunks();
    for all in ["A", "X"] {
        bench.press(all);
        assert!(
            bench.screen().contains("nothing is open"),
            "{}",
            bench.screen()
        );
        assert_eq!(bench.press("enter"), [], "{all}");
    }
    assert_eq!(bench.study.open_hunks(), decided);
}

#[test]
fn what_a_writer_withdrew_is_no_join_of_the_analysts_to_undo() {
    let mut bench = Bench::new(100, 30, &revised());
    let text = bench.study.sections[1].accepted();
    let more = Hunk::open(
        HunkId(90),
        String::new(),
        " One more sentence [1].".to_owned(),
        String::new(),
    );
    let revision = Revision {
        pieces: vec![Piece::Settled(text), Piece::Hunk(more)],
    };
    bench.apply(&Event::RevisionProposed {
        section: SectionId(1),
        revision,
        warnings: vec![],
        provenance: Provenance::default(),
    });
    bench.press("R u");
    let screen = bench.screen();
    assert!(
        screen.contains("nothing decided here is left to undo") && !screen.contains("joined"),
        "{screen}"
    );
}
