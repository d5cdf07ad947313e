//! What a run, its end and its failures do to the screen.

use std::time::Duration;

use super::fixture::Bench;
use super::studies::{asked, finished, framed, halted, revised, started, two_written, unanswered};
use crate::pipeline::Price;
use crate::study::{Command, CycleKind, Event, SectionId};
use crate::tui::app::Effect;
use crate::tui::ui::Pane;
use crate::tui::view::{About, Level, Notice};

#[test]
fn while_a_broken_stream_waits_to_be_gone_on_with_the_screen_says_so_and_how_it_is_stopped() {
    let mut events = halted();
    events.push(Event::WriterChosen {
        writer: "acme/m".to_owned(),
    });
    let mut bench = Bench::new(100, 30, &events);
    bench.press("1");
    bench.tries_again = Some(bench.now + Duration::from_millis(3200));
    let said = Notice {
        about: About::GoesOn,
        ..Notice::new(Level::Info, "it broke off: going on in 4 s".to_owned())
    };
    bench.app.notify(said);
    for (shown, wait) in [
        ("cut after 8 words · goes on in 4 s", 1500),
        ("cut after 8 words · goes on in 2 s", 0),
    ] {
        let screen = bench.screen();
        assert!(screen.contains(shown), "{screen}");
        assert!(screen.contains("▍ waiting"), "{screen}");
        assert!(screen.contains("esc esc stop"), "{screen}");
        assert!(!screen.contains("broke off"), "{screen}");
        bench.wait(Duration::from_millis(wait));
    }
    bench.tries_again = None;
    let screen = bench.screen();
    assert!(
        screen.contains("cut after 8 words · r continues"),
        "{screen}"
    );
    assert!(
        !screen.contains("waiting to") && !screen.contains("esc esc stop"),
        "{screen}"
    );
}

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
    bench.wait(Duration::from_millis(2200));
    bench.draw();
    assert!(!bench.screen().contains("esc again"));
    assert_eq!(bench.press("esc"), []);
}

#[test]
fn a_second_escape_stops_a_run_for_as_long_as_the_screen_says_so() {
    let mut bench = Bench::new(100, 30, &started());
    bench.stream(0, "Some text");
    bench.press("1 esc");
    bench.wait(Duration::from_millis(1900));
    bench.draw();
    assert!(bench.screen().contains("esc again to stop"));
    // The next frame is late, as on a busy machine: what is read is still what was promised.
    bench.wait(Duration::from_secs(5));
    assert_eq!(bench.press("esc"), [Effect::Stop]);
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
fn control_c_stops_a_run_and_quits_when_pressed_twice() {
    let mut bench = Bench::new(100, 30, &started());
    bench.stream(0, "Some text");
    assert_eq!(bench.press("^C"), [Effect::Stop]);
    assert!(bench.screen().contains("^C again to quit"));
    assert_eq!(bench.press("j"), []);
    assert_eq!(bench.press("^C"), [Effect::Stop]);
    assert_eq!(bench.press("^C"), [Effect::Quit]);

    let mut bench = Bench::new(100, 30, &finished());
    assert_eq!(bench.press("^C"), []);
    assert!(bench.screen().contains("^C again to quit"));
    assert_eq!(bench.press("^C"), [Effect::Quit]);
    assert_eq!(bench.press("^C j ^C"), []);

    let mut bench = Bench::new(80, 24, &finished());
    bench.press("1 ?");
    assert_eq!(bench.press("^C"), []);
    assert!(
        bench.screen().contains("^C again to quit"),
        "above a window"
    );
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
                ..crate::study::Partial::default()
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
        bench.app.notify(Notice::new(level, text.clone()));
        let screen = bench.screen();
        assert!(
            screen.contains("(x) cannot write") && screen.contains("is the reason"),
            "{screen}"
        );
        bench.press("g g");
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
            screen.contains("this study is open in another Tercet: nothing"),
            "{keys}: {screen}"
        );
    }
    bench.press("q 0");
    assert!(bench.app.ui.layers.is_empty());
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
        let clock = ["01:05 · waiting", "01:05 elapsed · waiting"];
        assert!(clock.iter().any(|clock| screen.contains(clock)), "{screen}");
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
        gone: 0,
        added: 0,
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

#[test]
fn time_rate_tokens_and_cost_stand_in_the_title_at_every_width_with_panes() {
    for (width, height) in [(160, 48), (100, 30), (80, 24)] {
        let mut bench = Bench::new(width, height, &two_written());
        bench.wait(Duration::from_secs(102));
        bench.stream(
            2,
            "Hold capacity until two quarters of rising orders are visible.",
        );
        let screen = bench.screen();
        let title = screen.lines().next().unwrap_or_default();
        for fact in ["01:42", "tok/s", "~3876 tokens", "$0.12"] {
            assert!(title.contains(fact), "{fact} is not in {title:?}");
        }
    }
}

#[test]
fn the_first_call_tells_what_it_takes_before_it_has_ended() {
    let mut bench = Bench::new(100, 30, &started());
    let price = Price {
        input: 1.0,
        cached: 0.1,
        output: 100.0,
    };
    bench.cost = None;
    bench.prices.0.insert("extractive".to_owned(), price);
    bench.stream(0, "Unit sales");
    if let Some(live) = &mut bench.live {
        (live.sent, live.tokens) = (20_000, 1000);
    }
    bench.draw();
    let title = bench.screen().lines().next().map(str::to_owned);
    let title = title.unwrap_or_default();
    for fact in ["~21.0k tokens", "~$0.12"] {
        assert!(title.contains(fact), "{fact} is not in {title:?}");
    }
}

#[test]
fn what_is_asked_while_the_writer_is_at_work_stands_where_it_is_for() {
    let mut events = started();
    events.push(Event::WriterChosen {
        writer: "acme/m".to_owned(),
    });
    let mut bench = Bench::new(160, 48, &events);
    bench.stream(0, "Unit sales fell.");
    bench.press("2 S");
    bench.write("weigh cost against risk");
    let effects = bench.press("enter");
    assert!(
        matches!(
            effects.as_slice(),
            [Effect::Execute(Command::Steer { sections, .. }), Effect::KeepWords(done)]
                if sections == &[SectionId(1)] && done.text.is_empty()
        ),
        "{effects:?}"
    );
    let screen = bench.screen();
    assert!(
        screen.contains("you asked: weigh cost against risk"),
        "{screen}"
    );
    assert!(screen.contains("told when it comes here"), "{screen}");
}

#[test]
fn what_was_said_gives_way_to_the_steps_of_a_run_and_stays_where_nothing_runs() {
    for (running, expected) in [(true, false), (false, true)] {
        let events = if running { two_written() } else { finished() };
        let mut bench = Bench::new(100, 30, &events);
        if running {
            bench.stream(2, "Hold capacity.");
        }
        bench.press("2 n");
        assert!(bench.screen().contains("nothing to search for yet"));
        bench.wait(Duration::from_secs(9));
        let said = bench.screen().contains("nothing to search for yet");
        assert_eq!(said, expected, "running: {running}");
    }
}

#[test]
fn that_nothing_is_saved_any_more_stays_on_the_screen_with_what_to_do() {
    let mut bench = Bench::new(140, 42, &finished());
    bench.is_broken = true;
    for (columns, rows) in [(140, 42), (100, 30), (80, 24), (60, 15)] {
        bench.resize(columns, rows);
        bench.press("j");
        let screen = bench.screen();
        assert!(screen.contains("(x) "), "{screen}");
        assert!(
            screen.contains("make room") && screen.contains("r go on"),
            "{screen}"
        );
        assert!(!screen.contains("done ·"), "{screen}");
    }
}

#[test]
fn where_no_word_came_no_key_is_offered_that_is_about_words() {
    let events = unanswered();
    for (columns, rows) in [(160, 48), (100, 30), (80, 24), (60, 15)] {
        let mut bench = Bench::new(columns, rows, &events);
        bench.press("1");
        let screen = bench.screen();
        let footer = screen.lines().last().unwrap_or_default();
        assert!(footer.contains("r try again"), "{footer}");
        for hint in ["export", "citation", "passage", "copy"] {
            assert!(!footer.contains(hint), "{hint}: {footer}");
        }
        assert!(!screen.contains("export work"), "{screen}");
    }
    let mut bench = Bench::new(39, 9, &events);
    assert!(!bench.screen().contains("done"), "{}", bench.screen());
}

#[test]
fn of_a_text_that_stands_it_is_said_that_its_change_stopped_and_not_that_it_was_cut() {
    let mut events = finished();
    events.extend([
        crate::study::Event::CycleStarted {
            cycle: crate::study::CycleKind::Refine,
            sections: vec![SectionId(0)],
        },
        crate::study::Event::StepHalted {
            section: SectionId(0),
            partial: crate::study::Partial {
                text: "Two words".to_owned(),
                why: "stopped".to_owned(),
                ..crate::study::Partial::default()
            },
            halt: crate::study::Halt::Stopped,
        },
    ]);
    let mut bench = Bench::new(120, 36, &events);
    let screen = bench.screen();
    assert!(screen.contains("words · refining stopped"), "{screen}");
    assert!(screen.contains("1 problem"), "{screen}");
    assert!(!screen.contains("cut after"), "{screen}");
}
