//! Looking at what a writer was sent, and at the call that it was sent with while that is under way.

use super::fixture::Bench;
use super::screens::journal;
use super::studies::{call, finished, passage, sent, started, two_written};
use crate::study::{BUILT_IN_WRITER, Event, PassageId, Study, Timestamp};
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
    bench.passage_loaded(passage());
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

#[test]
fn while_a_writer_is_at_the_first_section_what_it_was_given_is_there() {
    let mut bench = Bench::new(160, 48, &started());
    bench.stream(0, "Sales fell");
    bench.press("1 i");
    let screen = bench.screen();
    assert!(screen.contains("is being put together"), "{screen}");
    bench.call = Some(call());
    bench.press("i");
    let screen = bench.screen();
    for said in ["Given for Situation", "sent to acme/m", "room for 3,000"] {
        assert!(screen.contains(said), "{said}\n{screen}");
    }
}

/// The journal of these events comes, with the call that is under way.
fn load(bench: &mut Bench, events: &[Event]) {
    let time = |_: Timestamp| "2025-11-21 14:02".to_owned();
    let measure = |_: &Study, _| Some(3.9);
    let (journal, call) = (journal(events), bench.call.clone());
    bench.app.journal_loaded(journal, call, &time, &measure);
}

/// The trace of a study whose first call is under way.
fn traced(width: u16, height: u16) -> Bench {
    let mut bench = Bench::new(width, height, &started());
    bench.stream(0, "Sales fell");
    bench.call = Some(call());
    bench.press("1 T");
    load(&mut bench, &started());
    bench
}

#[test]
fn the_call_that_runs_is_in_the_trace_with_its_prompt_and_context_from_the_first_on() {
    for (width, height) in [(80, 24), (160, 48)] {
        let mut bench = traced(width, height);
        let screen = bench.screen();
        for said in ["Trace", "1 step (1 running)", "(draft)  running"] {
            assert!(screen.contains(said), "{said}\n{screen}");
        }
        assert_eq!(bench.catch_up(), []);
        bench.press("enter");
        let screen = bench.screen();
        for said in [
            "As it was running: write Situation",
            "running when this was opened",
            "section version 2",
            "Write the part that says how things stand.",
            "2890 of",
        ] {
            assert!(screen.contains(said), "{said}\n{screen}");
        }
    }
}

#[test]
fn a_trace_that_is_open_when_a_call_ends_lists_it_as_ended() {
    let mut bench = traced(100, 30);
    bench.call = None;
    bench.live = None;
    assert_eq!(bench.catch_up(), [Effect::LoadJournal]);
    load(&mut bench, &two_written());
    let screen = bench.screen();
    assert!(screen.contains("2 steps"), "{screen}");
    assert!(!screen.contains("(1 running)"), "{screen}");
    assert_eq!(bench.catch_up(), []);
}

#[test]
fn a_journal_that_cannot_be_read_is_asked_for_once_and_again_when_the_study_has_gone_on() {
    let mut bench = traced(100, 30);
    bench.call = None;
    assert_eq!(bench.catch_up(), [Effect::LoadJournal]);
    // Nothing comes: the library cannot be read.
    assert_eq!(bench.catch_up(), []);
    bench.call = Some(call());
    bench.call.as_mut().expect("a call").since = Timestamp(99_000);
    assert_eq!(bench.catch_up(), [Effect::LoadJournal]);
}
