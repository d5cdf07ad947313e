//! The terminal is given back as it was, however the workbench ends.
//!
//! The program under test is this test binary itself, started anew to run [`program`] alone: a minimal workbench on the real guard.

use std::io::{self, BufRead, Write};

use crossterm::event::{Event, KeyCode, KeyModifiers};
use rustix::process::Signal;
use tercet::tui::terminal::{self, TerminalGuard};
use tercet::tui::theme;

use crate::pty::{self, Program, Setup, control};

/// Set for the test binary that is started as the program under test.
const UNDER_TEST: &str = "TERCET_TERMINAL_UNDER_TEST";

#[test]
#[ignore = "the tests below start it; alone it does nothing"]
fn program() {
    if std::env::var_os(UNDER_TEST).is_none() {
        return;
    }
    terminal::install_panic_hook().unwrap();
    let mut guard = TerminalGuard::enter(true).unwrap();
    let mut screen = terminal::screen().unwrap();
    let mut last = "nothing".to_owned();
    loop {
        terminal::draw(&mut screen, |frame| {
            let text = format!(
                "ready, after {last}, {}x{}",
                frame.area().width,
                frame.area().height
            );
            frame.render_widget(text, frame.area());
        })
        .unwrap();
        let Event::Key(key) = crossterm::event::read().unwrap() else {
            "another event".clone_into(&mut last);
            continue;
        };
        last = format!("{:?}", key.code);
        match key.code {
            KeyCode::Char('q') => break,
            KeyCode::Char('p') => panic!("a panic on the drawing thread"),
            KeyCode::Char('r') => {
                terminal::draw(&mut screen, |_| panic!("a panic while drawing")).unwrap();
            }
            KeyCode::Char('t') => {
                let _ = std::thread::spawn(|| panic!("a panic elsewhere")).join();
            }
            KeyCode::Char('z') if key.modifiers == KeyModifiers::CONTROL => guard.stop().unwrap(),
            KeyCode::Char('e') => {
                guard.suspend();
                terminal::draw(&mut screen, |frame| {
                    frame.render_widget("torn", frame.area());
                })
                .unwrap();
                println!("the editor");
                let mut line = String::new();
                io::stdin().lock().read_line(&mut line).unwrap();
                guard.resume().unwrap();
            }
            KeyCode::Char('m') => guard.set_mouse(false).unwrap(),
            KeyCode::Char('h') => loop {
                std::thread::park();
            },
            _ => {}
        }
    }
    drop(guard);
    writeln!(io::stdout(), "left well").unwrap();
}

#[test]
#[ignore = "the test below starts it; alone it does nothing"]
fn theme_program() {
    if std::env::var_os(UNDER_TEST).is_some() {
        let theme = theme::detect_within(pty::PATIENCE, "auto", theme::Colors::Many).unwrap();
        println!("theme: {}", theme.name());
    }
}

/// This test binary, to run one of the programs above.
fn this_binary(program: &str) -> Setup {
    Setup::of(std::env::current_exe().expect("it runs"))
        .args(["--exact", program, "--ignored", "--nocapture"])
        .env(UNDER_TEST, "1")
}

fn start() -> Program {
    let mut program = this_binary("terminal::program")
        .env("NO_COLOR", "1")
        .start();
    program.wait_for("ready, after nothing, 80x24");
    program
}

fn assert_given_back(program: &Program) {
    let terminal = program.terminal();
    assert!(!terminal.alternate_screen());
    assert!(!terminal.hide_cursor());
    assert!(!terminal.bracketed_paste());
    assert_eq!(
        terminal.mouse_protocol_mode(),
        vt100::MouseProtocolMode::None
    );
    let raw = program.raw();
    assert_eq!(
        raw.matches("\u{1b}[?1049l").count(),
        raw.matches("\u{1b}[?1049h").count(),
        "left as often as entered"
    );
    assert!(
        raw.rfind("\u{1b}[?1004l") > raw.rfind("\u{1b}[?1004h"),
        "focus reports are off"
    );
    assert!(
        raw.rfind("\u{1b}[?2026l") > raw.rfind("\u{1b}[?2026h"),
        "no update is open"
    );
    assert!(program.is_cooked());
}

#[test]
fn the_workbench_has_its_own_screen_the_mouse_and_pastes_and_no_motion_reports() {
    let mut program = start();
    let terminal = program.terminal();
    assert!(terminal.alternate_screen() && terminal.bracketed_paste() && terminal.hide_cursor());
    assert_eq!(
        terminal.mouse_protocol_mode(),
        vt100::MouseProtocolMode::ButtonMotion
    );
    assert_eq!(
        terminal.mouse_protocol_encoding(),
        vt100::MouseProtocolEncoding::Sgr
    );
    assert!(!program.raw().contains("1003"));
    assert!(!program.is_cooked());
    program.keys("m");
    program.wait_for("after Char('m')");
    assert_eq!(
        program.terminal().mouse_protocol_mode(),
        vt100::MouseProtocolMode::None
    );
}

#[test]
fn quitting_gives_the_terminal_back_before_anything_else_is_printed() {
    let mut program = start();
    program.keys("q");
    program.wait_for("left well");
    assert!(program.wait_for_exit().success());
    assert_given_back(&program);
    assert!(!program.screen().contains("ready, after"));
}

#[test]
fn a_panic_is_readable_on_a_terminal_that_was_given_back() {
    for (key, message) in [
        ("p", "a panic on the drawing thread"),
        ("r", "a panic while drawing"),
    ] {
        let mut program = start();
        program.keys(key);
        program.wait_for(message);
        assert!(!program.wait_for_exit().success());
        assert_given_back(&program);
    }
}

#[test]
fn a_panic_on_another_thread_leaves_the_screen_whole_and_is_reported_at_the_end() {
    let mut program = start();
    program.keys("t");
    program.wait_for("after Char('t')");
    assert!(program.terminal().alternate_screen());
    assert!(!program.raw().contains("a panic elsewhere"));
    program.keys("q");
    program.wait_for("a panic elsewhere");
    assert!(program.wait_for_exit().success());
    assert_given_back(&program);
}

#[test]
fn signals_end_it_with_their_status_and_give_the_terminal_back() {
    for (signal, status) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)] {
        let mut program = start();
        program.signal(signal);
        assert_eq!(program.wait_for_exit().exit_code(), status);
        assert_given_back(&program);
    }
}

#[test]
fn a_signal_ends_it_even_if_its_event_loop_never_returns() {
    let mut program = start();
    program.keys("h");
    program.signal(Signal::TERM);
    assert_eq!(program.wait_for_exit().exit_code(), 143);
    assert_given_back(&program);
}

#[test]
fn it_stops_on_ctrl_z_and_comes_back_with_all_of_its_screen() {
    let mut program = start();
    program.keys(&control('z'));
    program.wait_until_stopped();
    program.wait_until("the shell's screen", |screen| !screen.alternate_screen());
    assert_given_back(&program);
    program.signal(Signal::CONT);
    program.wait_for("ready, after Char('z'), 80x24");
    assert!(program.terminal().alternate_screen() && !program.is_cooked());
}

#[test]
fn it_stops_when_it_is_told_to_and_comes_back_with_all_of_its_screen() {
    let mut program = start();
    program.signal(Signal::TSTP);
    program.wait_until_stopped();
    program.wait_until("the shell's screen", |screen| !screen.alternate_screen());
    assert_given_back(&program);
    program.signal(Signal::CONT);
    program.wait_for("ready, after another event, 80x24");
    assert!(program.terminal().alternate_screen() && !program.is_cooked());
}

#[test]
fn it_comes_back_from_a_stop_that_it_was_not_told_of() {
    let mut program = start();
    program.signal(Signal::STOP);
    program.wait_until_stopped();
    program.signal(Signal::CONT);
    program.wait_for("ready, after another event, 80x24");
    assert!(program.terminal().alternate_screen() && !program.is_cooked());
    let entered = program.raw().matches("\u{1b}[?1049h").count();
    assert_eq!(entered, 2, "the screen is painted anew");
}

#[test]
fn an_editor_has_the_terminal_to_itself_and_the_interrupt_key_is_its_own() {
    let mut program = start();
    program.keys("e");
    program.wait_for("the editor");
    assert!(program.is_cooked() && !program.raw().contains("torn"));
    program.signal(Signal::INT);
    program.keys("done\n");
    program.wait_for("ready, after Char('e'), 80x24");
    program.keys("q");
    program.wait_for("left well");
    assert!(program.wait_for_exit().success());
    assert_given_back(&program);
}

#[test]
fn a_resized_terminal_is_drawn_at_its_new_size() {
    let mut program = start();
    program.resize(100, 30);
    program.wait_for("100x30");
}

#[test]
fn the_theme_follows_the_background_and_is_dark_where_the_terminal_does_not_say() {
    let answer = |background: &str| {
        format!(
            "\u{1b}]10;rgb:8080/8080/8080\u{1b}\\\u{1b}]11;rgb:{background}\u{1b}\\\u{1b}[?62;22c"
        )
    };
    for (term, answer, theme) in [
        ("xterm-256color", answer("ffff/ffff/ffff"), "theme: light"),
        ("xterm-256color", answer("0000/0000/0000"), "theme: dark"),
        ("xterm-256color", "\u{1b}[?62;22c".to_owned(), "theme: dark"),
        ("dumb", String::new(), "theme: dark"),
    ] {
        let mut program = this_binary("terminal::theme_program")
            .env("TERM", term)
            .start();
        if !answer.is_empty() {
            program.wait_for_raw("\u{1b}]11;?");
            program.keys(&answer);
        }
        program.wait_for(theme);
        assert!(program.wait_for_exit().success());
        assert_eq!(program.raw().contains("]11;?"), term != "dumb");
        assert!(program.is_cooked());
    }
}
