//! Where the reader stands: the current sentence, the match that was stepped to, what is decided together.

use super::fixture::{Bench, long};
use super::studies::{finished, passage, started};
use crate::study::{
    Command, CycleKind, DocumentId, Event, Hunk, HunkId, Passage, PassageId, Piece, Provenance,
    Revision, SectionId,
};
use crate::tui::app::Effect;
use crate::tui::ui::Pane;

/// The row with the sign of the current sentence in the brief.
fn current(bench: &mut Bench) -> String {
    let screen = bench.screen();
    let row = screen.lines().find(|line| line.chars().nth(2) == Some('>'));
    row.unwrap_or_else(|| panic!("no current sentence:\n{screen}"))
        .to_owned()
}

#[test]
fn the_current_sentence_is_the_first_of_the_section_that_was_gone_to() {
    let mut bench = Bench::new(100, 40, &finished());
    bench.press("2");
    assert!(current(&mut bench).contains("Subsidy cuts"));
    bench.press("3");
    assert!(current(&mut bench).contains("Hold capacity"));
    let effects = bench.press("P");
    let [Effect::Execute(Command::Pin { section, sentence })] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(*section, SectionId(2));
    assert!(sentence.starts_with("Hold capacity"), "{sentence}");
}

#[test]
fn an_edit_of_what_is_pinned_says_that_it_is_pinned_no_more() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("3 P e");
    bench.write("Now ");
    bench.press("esc");
    let screen = bench.screen();
    assert!(screen.contains("pinned is another now"), "{screen}");
    bench.press("1 e");
    bench.write("Now ");
    bench.press("esc");
    assert!(!bench.screen().contains("pinned"), "{}", bench.screen());
}

#[test]
fn where_nothing_is_written_there_is_nothing_to_follow_and_the_key_says_so() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1 f");
    assert!(bench.screen().contains("nothing is being written"));
}

#[test]
fn a_line_down_goes_to_the_next_sentence_where_nothing_is_left_to_scroll() {
    let mut bench = Bench::new(100, 40, &finished());
    bench.press("1");
    let first = current(&mut bench);
    bench.press("j");
    let second = current(&mut bench);
    assert_ne!(first, second);
    bench.press("j");
    assert!(current(&mut bench).contains("Subsidy cuts"));
    bench.press("k k");
    assert_eq!(current(&mut bench), first);
}

#[test]
fn whoever_goes_up_stays_also_while_all_of_a_text_fits() {
    let mut bench = Bench::new(100, 30, &started());
    bench.press("1");
    bench.app.ui.reading.follow = true;
    bench.stream(0, &long(3));
    bench.press("k");
    bench.stream(0, &long(60));
    assert!(bench.screen().contains("Line 001"));
}

#[test]
fn how_often_a_word_is_found_is_seen_while_it_is_typed() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("/");
    bench.write("weeks");
    assert!(bench.screen().contains("1/1"), "{}", bench.screen());
    bench.write("zzz");
    assert!(bench.screen().contains("not found"));
    bench.press("esc");
    assert!(bench.app.ui.search.is_none());
}

#[test]
fn a_section_that_is_not_written_is_not_edited_as_the_question() {
    let mut bench = Bench::new(100, 30, &started());
    bench.stream(0, &long(3));
    bench.press("2 e");
    assert!(bench.screen().contains("has not been written yet"));
}

fn changes() -> Vec<Event> {
    let hunk = |id: u64, before: &str, after: &str| {
        Piece::Hunk(Hunk {
            cause: Some(CycleKind::Update),
            ..Hunk::open(
                HunkId(id),
                before.to_owned(),
                after.to_owned(),
                String::new(),
            )
        })
    };
    let mut events = finished();
    events.push(Event::RevisionProposed {
        section: SectionId(1),
        revision: Revision {
            pieces: vec![
                hunk(1, "One is here. ", "One was here. "),
                hunk(2, "Two is here. ", "Two was here. "),
                hunk(3, "Three is here.", "Three was here."),
            ],
        },
        warnings: vec![],
        provenance: Provenance::default(),
    });
    events
}

#[test]
fn the_cursor_stays_with_changes_that_are_joined_and_a_split_takes_them_apart() {
    let mut bench = Bench::new(100, 30, &changes());
    bench.press("R j S");
    let screen = bench.screen();
    assert!(screen.contains("change 2 of 2"), "{screen}");
    bench.press("s");
    let screen = bench.screen();
    assert!(screen.contains("change 2 of 3"), "{screen}");
}

#[test]
fn a_decision_that_a_join_takes_back_is_told() {
    let mut bench = Bench::new(100, 30, &changes());
    bench.press("R a k S");
    assert!(
        bench.screen().contains("decided differently"),
        "{}",
        bench.screen()
    );
}

#[test]
fn a_pin_is_taken_back_by_undo_and_nothing_else_is() {
    let mut bench = Bench::new(100, 40, &changes());
    bench.press("3 P");
    assert!(!bench.study.sections[2].pinned.is_empty());
    let open = bench.study.open_hunks();
    bench.press("u");
    assert!(bench.study.sections[2].pinned.is_empty());
    assert_eq!(bench.study.open_hunks(), open);
    assert!(bench.screen().contains("undone: the pin"));
}

#[test]
fn a_search_goes_on_into_the_text_of_the_evidence() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("/");
    bench.write("tariff");
    let effects = bench.press("enter");
    assert_eq!(effects, [Effect::FindPassages("tariff".to_owned())]);
    let passage = Passage {
        id: PassageId(7),
        document: DocumentId(2),
        text: "The tariff rose twice.".to_owned(),
        ..passage().passage
    };
    bench.app.passages_found("tariff", &[passage]);
    assert!(bench.screen().contains("in the evidence alone, 1 passage"));
    let effects = bench.press("n");
    let [Effect::LoadPassage { passage, marked }] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(*passage, PassageId(7));
    assert_eq!(marked.as_ref().map(|quote| quote.span.clone()), Some(4..10));
    assert!(bench.screen().contains("[1/1]"));
}

#[test]
fn a_search_goes_on_from_a_passage_that_it_opened() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("/");
    bench.write("tariff");
    bench.press("enter");
    let found = [7, 8].map(|id| Passage {
        id: PassageId(id),
        document: DocumentId(2),
        text: "The tariff rose twice.".to_owned(),
        ..passage().passage
    });
    bench.app.passages_found("tariff", &found);
    for (id, which) in [(7, "[1/2]"), (8, "[2/2]"), (7, "[1/2]")] {
        let effects = bench.press("n");
        assert!(
            matches!(&effects[..], [Effect::LoadPassage { passage, .. }] if passage.0 == id),
            "{effects:?}"
        );
        bench.passage_loaded(passage());
        let screen = bench.screen();
        assert!(
            screen.contains(which) && screen.contains("n next match"),
            "{screen}"
        );
    }
}

#[test]
fn esc_ends_a_search_where_it_began_unless_one_went_on_from_a_match() {
    let search = |bench: &mut Bench| {
        bench.press("/");
        bench.write("price");
        bench.press("enter n n");
        let screen = bench.screen();
        assert!(
            screen.contains("n next") && screen.contains("esc back to where you were"),
            "{screen}"
        );
    };
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("1");
    let before = (bench.app.ui.focus, bench.app.ui.reading.clone());
    search(&mut bench);
    assert_ne!(before.0, bench.app.ui.focus);
    bench.press("esc");
    assert!(bench.app.ui.search.is_none());
    assert_eq!(before, (bench.app.ui.focus, bench.app.ui.reading.clone()));

    search(&mut bench);
    bench.press("3 esc");
    assert_eq!(bench.app.ui.focus, Pane::Section(2), "the reader went on");
}
