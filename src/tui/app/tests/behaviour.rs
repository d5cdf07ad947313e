//! What keys and the mouse do.

use std::time::Duration;

use crossterm::event::MouseEventKind;

use super::fixture::{
    Bench, QUESTION, asked, finished, framed, halted, opened, passage, revised, started,
    two_written, written,
};
use crate::study::{Command, CycleKind, Decision, DocumentId, SectionId};
use crate::tui::app::{EditTarget, Effect};
use crate::tui::overlays::Overlay;
use crate::tui::ui::Pane;

/// A text of numbered lines, each a paragraph, which is longer than any screen.
fn long(lines: usize) -> String {
    use std::fmt::Write as _;
    (1..=lines).fold(String::new(), |mut text, line| {
        let _ = write!(text, "Line {line:03} of a long text.\n\n");
        text
    })
}

fn decided(effects: &[Effect]) -> Vec<Decision> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Execute(
                Command::Decide { decision, .. } | Command::DecideAll { decision, .. },
            ) => Some(*decision),
            _ => None,
        })
        .collect()
}

// The question.

#[test]
fn a_new_study_begins_with_the_cursor_in_the_question() {
    let mut bench = Bench::new(100, 30, &opened());
    assert!(bench.cursor().is_some());
    bench.write("Why? q7/");
    assert_eq!(bench.app.ui.query.text(), "Why? q7/");
    let before = bench.cursor().expect("a cursor");
    bench.write("猫");
    let after = bench.cursor().expect("a cursor");
    assert_eq!(after.x, before.x + 2);
}

#[test]
fn enter_runs_the_question_and_a_line_break_does_not() {
    let mut bench = Bench::new(100, 30, &opened());
    bench.write("One");
    bench.press("^J");
    bench.write("two?");
    let effects = bench.press("enter");
    let question = "One\ntwo?".to_owned();
    assert_eq!(effects, [Effect::Run { question }]);
    assert_eq!(bench.app.ui.focus, Pane::Section(0));
}

#[test]
fn an_empty_question_is_not_run() {
    let mut bench = Bench::new(100, 30, &opened());
    assert_eq!(bench.press("enter"), []);
    assert!(bench.screen().contains("the question is empty"));
}

#[test]
fn pasted_text_never_presses_a_key_and_is_kept_as_a_draft() {
    let mut bench = Bench::new(100, 30, &opened());
    let effects = bench.paste("first\nsecond\u{1b}[2J\n");
    assert_eq!(effects, [Effect::SaveDraft("first\nsecond\n".to_owned())]);
}

#[test]
fn what_enter_does_to_the_question_is_said_only_where_it_does_it() {
    let mut bench = Bench::new(100, 30, &finished());
    let screen = bench.screen();
    assert!(
        screen.contains("─ 0 edit") && !screen.contains("enter run"),
        "{screen}"
    );
    bench.press("0");
    assert!(bench.screen().contains("enter run"));
}

#[test]
fn evidence_is_added_from_the_question_too_and_the_empty_screen_says_how() {
    for (width, height) in [(160, 48), (100, 30), (80, 24), (60, 15)] {
        let mut bench = Bench::new(width, height, &opened());
        let screen = bench.screen();
        assert!(screen.contains("F3 adds files and folders"), "{screen}");
        assert!(screen.contains("F3 add evidence"), "{screen}");
        bench.press("f3");
        assert!(bench.screen().contains("Add evidence"));
    }
}

#[test]
fn a_huge_paste_is_cut_and_says_what_to_do() {
    let mut bench = Bench::new(80, 24, &opened());
    bench.paste(&"x".repeat(1_000_000));
    assert_eq!(bench.app.ui.query.text().len(), 20_000);
    let screen = bench.screen();
    assert!(
        screen.contains("pasted text was cut at 20,000 characters: add long text as a file"),
        "{screen}"
    );
    bench.press("f3");
    bench.paste(&"y".repeat(1_000_000));
    bench.press("esc");
}

// Reading.

#[test]
fn the_end_of_a_stream_stays_in_view_until_the_reader_scrolls_up() {
    let mut bench = Bench::new(100, 30, &started());
    bench.press("1");
    bench.app.ui.reading.follow = true;
    bench.stream(0, &long(60));
    assert!(bench.screen().contains("Line 060"));
    assert!(bench.screen().contains("following"));

    bench.press("^U");
    let held = bench.screen();
    assert!(!held.contains("Line 060"));
    assert!(held.contains("new line"));
}

#[test]
fn the_reading_position_stays_while_text_streams_and_when_it_is_done() {
    let mut bench = Bench::new(100, 30, &started());
    bench.press("1");
    bench.stream(0, &long(40));
    bench.press("g ^D");
    let row = bench.row_of("Line 010");
    bench.stream(0, &long(80));
    assert_eq!(bench.row_of("Line 010"), row);
    bench.live = None;
    bench.apply(&written(0, &long(80)));
    assert_eq!(bench.row_of("Line 010"), row);
    bench.stream(1, &long(50));
    assert_eq!(bench.row_of("Line 010"), row);
}

#[test]
fn nothing_scrolls_when_a_followed_text_is_complete() {
    let mut bench = Bench::new(100, 30, &started());
    bench.press("1");
    bench.app.ui.reading.follow = true;
    bench.stream(0, &long(60));
    let row = bench.row_of("Line 055");
    bench.live = None;
    bench.apply(&written(0, &long(60)));
    assert_eq!(bench.row_of("Line 055"), row);
}

#[test]
fn the_last_lines_are_in_view_though_they_came_with_the_end() {
    for (width, height) in [(160, 48), (100, 30), (80, 24), (60, 15)] {
        let mut bench = Bench::new(width, height, &two_written());
        bench.press("1");
        bench.app.ui.reading.follow = true;
        bench.stream(2, &long(60));
        bench.live = None;
        bench.apply(&written(2, &long(80)));
        let screen = bench.screen();
        assert!(screen.contains("Line 080"), "{screen}");
        assert_eq!(bench.app.ui.focus, Pane::Section(2));
    }
}

#[test]
fn a_reader_who_scrolled_away_is_not_moved_when_the_writing_ends() {
    for (width, height) in [(160, 48), (100, 30), (80, 24), (60, 15)] {
        let mut bench = Bench::new(width, height, &two_written());
        bench.press("1");
        bench.stream(2, &long(60));
        bench.press("G ^U ^U");
        let first = |screen: String| {
            screen
                .split_once("Line ")
                .map(|(_, line)| line[..3].to_owned())
        };
        let before = first(bench.screen());
        bench.live = None;
        bench.apply(&written(2, &long(80)));
        let after = bench.screen();
        assert!(before.is_some() && !after.contains("Line 080"), "{after}");
        assert_eq!(first(after), before, "{width}x{height}");
    }
}

#[test]
fn the_reason_of_a_step_that_fails_without_a_word_is_in_view_too() {
    let mut bench = Bench::new(80, 24, &started());
    bench.press("1");
    bench.app.ui.reading.follow = true;
    bench.stream(0, &long(60));
    bench.live = None;
    bench.study.apply(&written(0, &long(60)));
    bench.apply(&crate::study::Event::StepHalted {
        section: SectionId(1),
        partial: crate::study::Partial {
            text: String::new(),
            why: "the server is away".to_owned(),
        },
        halt: crate::study::Halt::Failed,
    });
    let screen = bench.screen();
    assert!(screen.contains("! the server is away"), "{screen}");
    assert!(screen.contains("not written · r tries again"), "{screen}");
}

#[test]
fn the_tab_and_the_header_name_the_section_in_view() {
    let mut bench = Bench::new(60, 15, &two_written());
    bench.press("1");
    bench.app.ui.reading.follow = true;
    bench.stream(2, &long(40));
    assert!(bench.screen().contains("3/3 Resolution"));
    bench.press("g");
    assert!(bench.screen().contains("1/3 Situation"));
    bench.live = None;
    bench.apply(&written(2, &long(40)));
    bench.press("G");
    assert!(bench.screen().contains("3/3 Resolution"));
    bench.resize(80, 24);
    let highlighted = ratatui::style::Modifier::REVERSED;
    assert!(bench.modifiers_of("3 R").contains(highlighted));
    assert!(!bench.modifiers_of("1 S").contains(highlighted));
    bench.press("/");
    bench.write("Unit sales");
    bench.press("enter");
    assert!(bench.modifiers_of("1 S").contains(highlighted));
}

#[test]
fn a_resize_keeps_what_stands_at_the_top() {
    let mut bench = Bench::new(160, 48, &started());
    bench.apply(&written(0, &long(100)));
    bench.press("1 ^D ^D ^D");
    let at_top = bench.app.ui.reading.anchor;
    let screen = bench.screen();
    let (_, after) = screen.split_once("Line ").expect("a line");
    let number = format!("Line {}", &after[..3]);
    for (width, height) in [(100, 30), (80, 24), (60, 15), (160, 48)] {
        bench.resize(width, height);
        let screen = bench.screen();
        let first = screen.split_once("Line ").expect("a line").1;
        assert_eq!(&first[..3], &number[5..], "{width}x{height}");
        assert_eq!(bench.app.ui.reading.anchor, at_top);
    }
}

#[test]
fn sections_citations_and_problems_are_stepped_through() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("}");
    assert_eq!(bench.app.ui.focus, Pane::Section(1));
    bench.press("{ ] ] ]");
    let cursor = bench.app.ui.reading.cursor.clone().expect("a citation");
    assert_eq!((cursor.section, cursor.number), (1, Some(3)));
    bench.press("[");
    let cursor = bench.app.ui.reading.cursor.clone().expect("a citation");
    assert_eq!((cursor.section, cursor.number), (0, Some(2)));
    bench.press("!");
    assert!(
        bench
            .screen()
            .contains("contradicted: the numbers are compared")
    );
}

#[test]
fn enter_opens_the_evidence_of_the_claim_under_the_cursor() {
    let mut bench = Bench::new(100, 30, &finished());
    let effects = bench.press("] enter");
    assert!(
        matches!(&effects[..], [Effect::LoadPassage { marked: Some(quote), .. }] if quote.number == Some(1)),
        "{effects:?}"
    );
    bench.app.passage_loaded(passage());
    assert!(bench.screen().contains("[1] Market report 2025, p.14"));
    bench.press("esc");
    assert!(!bench.screen().contains("p.14"));
}

#[test]
fn a_citation_without_a_checked_claim_opens_its_document() {
    let mut bench = Bench::new(100, 30, &two_written());
    assert_eq!(
        bench.press("] ] enter"),
        [Effect::LoadDocument(DocumentId(2))]
    );
}

#[test]
fn on_a_desk_the_passage_follows_the_citation() {
    let mut bench = Bench::new(160, 48, &finished());
    let effects = bench.press("]");
    assert!(matches!(effects[..], [Effect::LoadPassage { .. }]));
    bench.app.passage_loaded(passage());
    assert!(bench.app.ui.overlays.is_empty());
    assert!(
        bench
            .screen()
            .contains("Passage [1] Market report 2025, p.14")
    );
    assert_eq!(bench.press("6 down").len(), 1);
}

#[test]
fn a_search_goes_round_all_matches_and_says_which_one_this_is() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("/");
    bench.write("markets");
    bench.press("enter");
    assert!(bench.screen().contains("[1/3]"));
    bench.press("n n");
    assert!(bench.screen().contains("[3/3]"));
    bench.press("n");
    assert!(bench.screen().contains("[1/3]"));
    bench.press("N");
    assert!(bench.screen().contains("[3/3]"));
    bench.press("esc");
    assert!(!bench.screen().contains("/markets"));
}

#[test]
fn zoom_takes_the_whole_screen_and_gives_it_back() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("z");
    let zoomed = bench.screen();
    assert!(!zoomed.contains("Judge") && zoomed.contains("\nUnit sales in"));
    bench.press("esc");
    assert!(bench.screen().contains("Judge"));
}

// Runs.

#[test]
fn escape_twice_stops_a_run_and_once_only_says_so() {
    let mut bench = Bench::new(100, 30, &started());
    bench.stream(0, "Some text");
    bench.press("1");
    assert_eq!(bench.press("esc"), []);
    assert!(bench.screen().contains("esc again to stop"));
    assert_eq!(bench.press("esc"), [Effect::Stop]);
}

#[test]
fn two_slow_escapes_do_not_stop_a_run() {
    let mut bench = Bench::new(100, 30, &started());
    bench.stream(0, "Some text");
    bench.press("esc");
    bench.wait(Duration::from_millis(1200));
    assert!(!bench.screen().contains("esc again"));
    assert_eq!(bench.press("esc"), []);
}

#[test]
fn an_escape_that_closes_a_layer_does_not_count() {
    let mut bench = Bench::new(100, 30, &started());
    bench.stream(0, "Some text");
    bench.press("1 ?");
    assert_eq!(bench.press("esc esc"), []);
    assert_eq!(bench.press("esc"), [Effect::Stop]);
}

#[test]
fn control_c_stops_a_run_and_quits_only_when_pressed_twice() {
    let mut bench = Bench::new(100, 30, &started());
    bench.stream(0, "Some text");
    assert_eq!(bench.press("^C"), [Effect::Stop]);

    let mut bench = Bench::new(100, 30, &finished());
    assert_eq!(bench.press("^C"), []);
    assert!(bench.screen().contains("^C again to quit"));
    assert_eq!(bench.press("^C"), [Effect::Quit]);
    assert_eq!(bench.press("^C j ^C"), []);
}

#[test]
fn quitting_asks_only_while_a_run_is_active() {
    let mut bench = Bench::new(100, 30, &finished());
    assert_eq!(bench.press("q"), [Effect::Quit]);

    let mut bench = Bench::new(100, 30, &started());
    bench.stream(0, "Some text");
    assert_eq!(bench.press("1 q j"), []);
    assert_eq!(bench.press("q enter"), [Effect::Stop, Effect::Quit]);
}

#[test]
fn a_cut_section_keeps_its_text_says_why_and_is_retried_with_a_key() {
    let mut bench = Bench::new(100, 30, &halted());
    bench.press("1");
    let screen = bench.screen();
    assert!(screen.contains("markets fell"));
    assert!(screen.contains("cut after 8 words"));
    assert!(screen.contains("stopped answering"));
    assert_eq!(bench.press("r"), [Effect::Resume]);
}

#[test]
fn what_a_retry_does_is_said_as_it_is() {
    let model = crate::study::Event::WriterChosen {
        writer: "acme/m".to_owned(),
    };
    let mut bench = Bench::new(100, 30, &halted());
    bench.press("1");
    assert!(bench.screen().contains("cut after 8 words · r tries again"));
    bench.apply(&model);
    let screen = bench.screen();
    assert!(
        screen.contains("cut after 8 words · r continues"),
        "{screen}"
    );
    assert!(screen.contains("r continues after the last whole sentence"));
    assert!(screen.contains(" r continue  tab pane"));
}

#[test]
fn a_long_reason_is_read_on_four_rows_and_the_key_still_stands_below_it() {
    for (width, height) in [(160, 48), (100, 30), (80, 24), (60, 15)] {
        let mut bench = Bench::new(width, height, &started());
        bench.apply(&crate::study::Event::StepHalted {
            section: SectionId(0),
            partial: crate::study::Partial {
                text: String::new(),
                why: "the server refused the request, and this is why: ".repeat(20),
            },
            halt: crate::study::Halt::Failed,
        });
        bench.press("1");
        let screen = bench.screen();
        let from = usize::from(bench.row_of("! the server"));
        let to = usize::from(bench.row_of("  r tries again"));
        assert_eq!(to - from, 4, "{screen}");
        assert!(
            screen
                .lines()
                .nth(to - 1)
                .is_some_and(|row| row.contains('…'))
        );
    }
}

#[test]
fn an_error_is_read_to_its_end_and_gives_the_rows_back() {
    use crate::tui::view::{Level, Notice};
    let text = "cannot write the brief to a folder with quite a long name: the disk is full, and this is the reason".to_owned();
    for (width, height) in [(80, 24), (60, 15), (60, 12)] {
        let mut bench = Bench::new(width, height, &finished());
        let before = bench.screen();
        let level = Level::Error;
        bench.app.notify(Notice {
            level,
            text: text.clone(),
        });
        let screen = bench.screen();
        assert!(
            screen.contains("(x) cannot write") && screen.contains("is the reason"),
            "{screen}"
        );
        bench.press("f f");
        assert_eq!(bench.screen(), before);
    }
}

#[test]
fn a_study_that_another_workbench_has_open_refuses_at_once() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.read_only = Some("open in another Tercet");
    for keys in ["+", "e", "U", "u", "^R", "r", "R a", "A", "x"] {
        assert_eq!(bench.press(keys), [], "{keys}");
        let screen = bench.screen();
        assert!(
            screen.contains("read-only, open in another Tercet: nothing"),
            "{keys}: {screen}"
        );
    }
    bench.press("q 0");
    assert!(bench.app.ui.overlays.is_empty());
    assert_eq!(bench.press("enter"), []);
    assert!(bench.screen().contains("nothing can be changed"));
}

#[test]
fn a_retry_says_what_it_waits_for_and_the_clock_goes_on() {
    let mut bench = Bench::new(100, 30, &started());
    bench.stream(0, "Some text");
    if let Some(live) = &mut bench.live {
        let why = "HTTP 429 from a server: ".to_owned() + &"the limit is reached, ".repeat(9);
        live.waiting = Some(format!("trying again in 38 s: {why}"));
    }
    bench.wait(Duration::from_secs(65));
    for (width, height) in [(160, 48), (100, 30), (80, 24)] {
        bench.resize(width, height);
        let screen = bench.screen();
        assert!(screen.contains(" Why did EU heat-pump"), "{screen}");
        assert!(screen.contains("01:05 · waiting"), "{screen}");
        assert!(screen.contains("▍ waiting to try again"), "{screen}");
        assert!(
            screen.contains("! trying again in 38 s: HTTP 429"),
            "{screen}"
        );
        let row = usize::from(bench.row_of("trying again"));
        let below = screen.lines().nth(row + 1).expect("a row below");
        assert!(below.contains('…'), "cut at the width: {below}");
        assert!(screen.contains("Some text"));
    }
}

#[test]
fn what_is_being_read_and_why_a_study_is_read_only_are_said() {
    let mut bench = Bench::new(100, 30, &asked());
    bench.ingest = Some(crate::tui::view::IngestProgress {
        done: 30,
        total: 120,
        pages: 0,
        passages: 456,
        refused: 2,
        unchanged: 0,
        reading: vec!["/data/report.pdf".to_owned()],
        started: bench.start,
        waiting: 0,
        stopping: false,
    });
    bench.wait(Duration::from_secs(10));
    let screen = bench.screen();
    assert!(screen.contains("─ reading 30/120"), "{screen}");
    let line = "reading evidence 30/120 · 456 passages · 3 sources/s · 2 failed · report.pdf";
    assert!(screen.contains(line), "{screen}");
    bench.read_only = Some("another workbench has this study open");
    let screen = bench.screen();
    assert!(screen.contains("read-only") && screen.contains("another workbench has"));
}

#[test]
fn an_update_is_prepared_below_the_accepted_text_which_stays() {
    let mut bench = Bench::new(100, 30, &finished());
    let row = bench.row_of("Unit sales");
    let cycle = CycleKind::Another;
    bench.apply(&crate::study::Event::CycleStarted {
        cycle,
        sections: vec![SectionId(0)],
    });
    bench.stream(0, "Quite another text.");
    assert_eq!(bench.row_of("Unit sales"), row);
    let screen = bench.screen();
    assert!(screen.contains("another version is being prepared, 3 words"));
    assert!(screen.contains("Quite another text."));
    assert!(!screen.contains("following"));
}

#[test]
fn a_framework_has_as_many_sections_as_it_likes() {
    let mut bench = Bench::new(100, 30, &framed(1));
    bench.press("3 2 }");
    assert_eq!(bench.app.ui.focus, Pane::Section(0));

    let mut bench = Bench::new(100, 30, &framed(7));
    bench.press("} } } } } } }");
    assert_eq!(bench.app.ui.focus, Pane::Section(6));
    let screen = bench.screen();
    assert!(screen.contains(" 3 Part 3 ─") && screen.contains(" Part 4 ─"));
}

// Changes.

#[test]
fn a_revision_never_takes_the_focus_nor_changes_the_text() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("0");
    bench.write(" More");
    let before = bench.study.sections[1].accepted();
    for event in &revised()[finished().len()..] {
        bench.apply(event);
    }
    assert_eq!(bench.app.ui.focus, Pane::Query);
    assert!(bench.app.ui.overlays.is_empty());
    assert!(bench.app.ui.query.text().ends_with("2027? More"));
    assert!(bench.screen().contains("3 changes are ready"));
    assert_eq!(bench.study.sections[1].accepted(), before);
}

#[test]
fn accepting_and_rejecting_go_on_to_the_next_open_change() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R");
    assert!(bench.screen().contains("hunk 1 of 3"));
    assert_eq!(decided(&bench.press("a")), [Decision::Accepted]);
    assert!(bench.screen().contains("hunk 2 of 3"));
    assert_eq!(decided(&bench.press("x")), [Decision::Rejected]);
    assert!(bench.screen().contains("hunk 3 of 3"));
    bench.press("a");
    assert!(bench.screen().contains("2 accepted, 1 rejected"));
    assert!(bench.study.sections[1].accepted().contains("up to a third"));
    bench.press("u");
    assert_eq!(bench.study.open_hunks(), 1);
    bench.press("q");
    assert!(bench.app.ui.overlays.is_empty());
    assert_eq!(bench.study.open_hunks(), 1);
}

#[test]
fn undo_says_what_it_took_back_and_the_review_returns_to_it() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R a x");
    assert!(bench.screen().contains("hunk 3 of 3"));
    bench.press("u");
    let screen = bench.screen();
    assert!(
        screen.contains("undone: rejected hunk 2 of Complication"),
        "{screen}"
    );
    assert!(screen.contains("hunk 2 of 3"));
    bench.press("u");
    assert!(
        bench
            .screen()
            .contains("undone: accepted hunk 1 of Complication")
    );
    bench.press("^R");
    assert!(
        bench
            .screen()
            .contains("redone: accepted hunk 1 of Complication")
    );
    bench.press("A enter q");
    bench.press("u");
    assert!(
        bench
            .screen()
            .contains("undone: accepted 2 hunks of Complication")
    );
    bench.press("u u");
    assert!(
        bench
            .screen()
            .contains("undone: the proposed changes of Complication")
    );
    let (section, text) = (SectionId(0), "Mine.".to_owned());
    bench.apply(&crate::study::Event::SectionEdited { section, text });
    bench.press("u");
    assert!(bench.screen().contains("undone: the edit of Situation"));
}

#[test]
fn toggling_stays_where_it_is() {
    let mut bench = Bench::new(100, 30, &revised());
    assert_eq!(
        decided(&bench.press("R space space")),
        [Decision::Accepted, Decision::Open]
    );
    assert!(bench.screen().contains("hunk 1 of 3"));
}

#[test]
fn only_enter_confirms_a_decision_on_all() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R");
    for key in ["A", "a", "y", "esc"] {
        bench.press("A");
        assert!(bench.screen().contains("accept 3 open changes?"));
        assert_eq!(bench.press(key), [], "{key}");
        assert!(!bench.screen().contains("accept 3"));
    }
    assert_eq!(decided(&bench.press("X enter")), [Decision::Rejected]);
    assert_eq!(bench.study.open_hunks(), 0);
}

#[test]
fn every_view_of_a_change_shows_its_name_and_its_text() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R");
    let inline = bench.screen();
    assert!(inline.contains("inline") && inline.contains("[-roughly half-]{+up to a third+}"));
    bench.press("t");
    let stacked = bench.screen();
    assert!(stacked.contains("- Subsidy cuts explain roughly half"));
    assert!(stacked.contains("+ Subsidy cuts explain up to a third"));
    bench.press("t");
    let result = bench.screen();
    assert!(result.contains("explain up to a third") && !result.contains("roughly half"));
    bench.press("t");
    let original = bench.screen();
    assert!(original.contains("roughly half") && !original.contains("explain up to a third"));
}

#[test]
fn changed_words_are_struck_out_and_underlined_where_there_are_colours() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.use_theme("dark");
    bench.press("R");
    assert!(!bench.screen().contains("[-"));
    let struck = bench.modifiers_of("roughly half");
    assert!(struck.contains(ratatui::style::Modifier::CROSSED_OUT));
    assert!(bench.screen().contains("roughly half up to a third"));
    let underlined = bench.modifiers_of("up to a third");
    assert!(underlined.contains(ratatui::style::Modifier::UNDERLINED));
}

#[test]
fn the_review_shows_why_and_what_the_evidence_says() {
    let mut bench = Bench::new(100, 30, &revised());
    bench.press("R");
    let screen = bench.screen();
    assert!(screen.contains("The notice gives a third, not a half."));
    assert!(screen.contains("new text supported  [3] Subsidy notice 118"));
    let effects = bench.press("enter");
    assert!(matches!(effects[..], [Effect::LoadPassage { .. }]));
    bench.app.passage_loaded(passage());
    bench.press("esc");
    assert!(matches!(bench.app.ui.overlays[..], [Overlay::Review(_)]));
}

#[test]
fn every_command_of_the_study_has_a_key_or_a_place_in_the_palette() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("2 ^P");
    bench.write("another");
    let section = SectionId(1);
    assert_eq!(
        bench.press("enter"),
        [Effect::Execute(Command::AnotherVersion { section })]
    );
    assert_eq!(bench.press("U"), [Effect::ShowImpact]);
    assert_eq!(bench.press("u"), [Effect::Execute(Command::Undo)]);
    assert_eq!(bench.press("^R"), [Effect::Execute(Command::Redo)]);
}

// Layers.

#[test]
fn the_brief_is_exported_where_the_analyst_says_and_replaces_nothing_unasked() {
    let mut bench = Bench::new(100, 30, &finished());
    let effects = bench.press("w enter");
    let [Effect::Export { path, overwrite }] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert!(path.starts_with("brief-why-did-eu-heat-pump") && !overwrite);
    let path = path.clone();
    bench.app.export_exists(path.clone());
    assert!(bench.screen().contains("exists"));
    assert_eq!(bench.press("enter"), []);
    assert!(matches!(
        bench.press("enter")[..],
        [Effect::Export {
            overwrite: false,
            ..
        }]
    ));
    bench.app.export_exists(path.clone());
    assert!(matches!(
        bench.press("y")[..],
        [Effect::Export {
            overwrite: true,
            ..
        }]
    ));
    bench.app.exported(&path);
    assert!(bench.app.ui.overlays.is_empty());
    assert!(bench.screen().contains("exported to brief-"));
}

#[test]
fn evidence_is_added_from_typed_or_dropped_paths() {
    let mut bench = Bench::new(100, 30, &asked());
    bench.press("esc +");
    bench.write("notes/");
    bench.paste("'/tmp/my file.pdf'");
    assert_eq!(
        bench.press("enter"),
        [Effect::AddEvidence(vec![
            "notes/".to_owned(),
            "/tmp/my file.pdf".to_owned()
        ])]
    );
}

#[test]
fn an_address_that_is_pasted_is_offered_as_evidence_and_typing_on_keeps_it_as_text() {
    let address = "https://example.org/a";
    let mut bench = Bench::new(100, 30, &finished());
    assert_eq!(bench.paste(address), []);
    assert_eq!(
        bench.press("enter"),
        [Effect::AddEvidence(vec![address.to_owned()])]
    );
    let question = bench.app.ui.query.text();

    bench.paste(address);
    bench.press("esc");
    assert_eq!(
        bench.app.ui.query.text(),
        format!("{question} {address}"),
        "away from the question, it does not run into its last word"
    );

    bench.paste(address);
    bench.press("?");
    assert_eq!(
        bench.app.ui.query.text(),
        format!("{question} {address}{address}?")
    );
    assert!(bench.app.ui.overlays.is_empty());
}

#[test]
fn typing_a_path_offers_nothing() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("0");
    bench.write(" / https://example.org/a");
    assert!(bench.app.ui.overlays.is_empty());
}

#[test]
fn reading_is_stopped_as_a_writer_is() {
    let mut bench = Bench::new(100, 30, &asked());
    bench.ingest = Some(crate::tui::view::IngestProgress {
        done: 1,
        total: 9,
        pages: 0,
        passages: 1,
        refused: 0,
        unchanged: 0,
        reading: vec![],
        started: bench.start,
        waiting: 0,
        stopping: false,
    });
    assert!(bench.screen().contains("esc esc stop"));
    assert_eq!(bench.press("esc esc"), [Effect::Stop]);
    assert_eq!(bench.press("^C"), [Effect::Stop]);
}

#[test]
fn a_watched_folder_is_left_by_its_row() {
    let mut bench = Bench::new(100, 30, &super::fixture::grown());
    bench.press("6");
    bench.press(":");
    bench.write("stop watching");
    assert_eq!(
        bench.press("enter"),
        [Effect::Unwatch("/home/ana/reports".to_owned())]
    );
}

#[test]
fn copies_are_source_text_without_wraps_and_gutter() {
    let mut bench = Bench::new(60, 15, &finished());
    let effects = bench.press("1 c s");
    let [Effect::Copy(copied)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(*copied, bench.study.sections[0].accepted());
    assert_eq!(
        bench.press("] c c"),
        [Effect::Copy("[1] Market report 2025, /data/1".to_owned())]
    );
    assert_eq!(
        bench.press("c q"),
        [Effect::Copy(
            "“… 2.2 million units were sold in the fourteen markets …” ([1] Market report 2025)"
                .to_owned()
        )]
    );
    let effects = bench.press("c d");
    let [Effect::Copy(whole)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert!(whole.starts_with(&format!("# {QUESTION}\n\n## Situation\n\nUnit sales")));
}

#[test]
fn a_study_is_found_by_typing_and_opened_with_enter() {
    let mut bench = Bench::new(100, 30, &finished());
    assert_eq!(bench.press("^O"), [Effect::LoadStudies]);
    let study = |id, title: &str| crate::tui::view::StudySummary {
        id: crate::study::StudyId(id),
        title: title.to_owned(),
        changed: crate::study::Timestamp(0),
        preview: String::new(),
        sections_written: 0,
        sections: 3,
        sources: 0,
        forked: None,
        is_deleted: false,
    };
    bench
        .app
        .studies_loaded(vec![study(1, "Heat pumps"), study(2, "Grid storage")]);
    bench.write("grid");
    assert_eq!(
        bench.press("enter"),
        [Effect::OpenStudy(crate::study::StudyId(2))]
    );
    assert_eq!(
        bench.press("^O enter"),
        [Effect::LoadStudies, Effect::NewStudy]
    );
}

#[test]
fn a_theme_is_shown_while_it_is_chosen_and_only_enter_keeps_it() {
    let mut bench = Bench::new(100, 30, &finished());
    let choose = |bench: &mut Bench| {
        bench.press("^P");
        bench.write("colours");
        bench.press("enter down");
    };
    choose(&mut bench);
    bench.press("esc");
    assert_eq!(bench.app.theme().name(), "mono");
    choose(&mut bench);
    let effects = bench.press("enter");
    assert_eq!(effects, [Effect::SetTheme("high-contrast".to_owned())]);
    assert_eq!(bench.app.theme().name(), "high-contrast");
}

#[test]
fn the_palette_knows_the_sections_by_name() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.press("^P");
    bench.write("resolution");
    assert!(bench.screen().contains("> go to pane 3, Resolution"));
    bench.press("enter");
    assert_eq!(bench.app.ui.focus, Pane::Section(2));
}

#[test]
fn the_footer_names_the_way_back_and_the_way_to_everything() {
    for (width, height) in [(160, 48), (100, 30), (80, 24), (60, 15)] {
        for events in [finished(), revised(), halted()] {
            let mut bench = Bench::new(width, height, &events);
            bench.press("1");
            let footer = |bench: &mut Bench| bench.screen().lines().last().map(str::to_owned);
            let plain = footer(&mut bench).expect("a footer");
            let palette = if width < 96 { "^P all" } else { "^P commands" };
            for hint in [palette, "? help", "w export"] {
                assert!(plain.contains(hint), "{hint}: {plain}");
            }
            bench.press("z");
            let zoomed = footer(&mut bench).expect("a footer");
            assert!(
                zoomed.contains("z back") && zoomed.contains(palette),
                "{zoomed}"
            );
            bench.press("0");
            let typing = footer(&mut bench).expect("a footer");
            assert!(typing.contains("esc back"), "{typing}");
        }
    }
}

#[test]
fn long_lists_of_keys_stand_apart_from_what_they_do() {
    for (width, height) in [(100, 60), (60, 60)] {
        let mut bench = Bench::new(width, height, &finished());
        bench.press("? /");
        bench.write("new line");
        let screen = bench.screen();
        assert!(screen.contains("  start a new line"), "{screen}");
    }
}

#[test]
fn the_help_is_filtered_and_names_every_place() {
    let mut bench = Bench::new(100, 60, &finished());
    bench.press("?");
    assert!(bench.screen().contains("Everywhere"));
    bench.press("/");
    bench.write("reject");
    let screen = bench.screen();
    assert!(screen.contains("In the review") && !screen.contains("Everywhere"));
}

#[test]
fn an_edited_section_comes_back_as_a_command() {
    let mut bench = Bench::new(100, 30, &finished());
    let effects = bench.press("1 ^G");
    let section = SectionId(0);
    let what = EditTarget::Section(section);
    let text = bench.study.sections[0].accepted();
    assert_eq!(effects, [Effect::EditExternally { what, text }]);
    let text = "New text.".to_owned();
    assert_eq!(
        bench.app.edited(what, text.clone()),
        [Effect::Execute(Command::Edit { section, text })]
    );
}

// The mouse.

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
    bench.mouse(MouseEventKind::ScrollDown, column, row);
    assert_eq!(bench.app.ui.source, 3);
    assert_eq!(bench.app.ui.query.text(), QUESTION);
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
