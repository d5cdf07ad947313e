//! What goes to the terminal: the frames as bytes, read back by a terminal emulator.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use regex::Regex;

use super::fixture::{Bench, long};
use super::studies::{asked, finished, halted, opened, revised, started, two_written};
use crate::study::Event;
use crate::tui::links::Links;
use crate::tui::theme::Theme;

/// A terminal's wire, which keeps what it was sent.
#[derive(Clone, Default)]
struct Wire(Arc<Mutex<Vec<u8>>>);

impl Wire {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Screen = Terminal<CrosstermBackend<Wire>>;

fn screen(width: u16, height: u16) -> (Screen, Wire) {
    let wire = Wire::default();
    let viewport = Viewport::Fixed(Rect::new(0, 0, width, height));
    let backend = CrosstermBackend::new(wire.clone());
    let screen = Terminal::with_options(backend, TerminalOptions { viewport }).unwrap();
    (screen, wire)
}

/// The codes of all that sets how text looks, without the numbers of colours.
fn graphics(sent: &[u8]) -> Vec<u16> {
    let sent = String::from_utf8(sent.to_vec()).unwrap();
    let sequence = Regex::new("\u{1b}\\[([0-9;]*)m").unwrap();
    let mut codes = Vec::new();
    for found in sequence.captures_iter(&sent) {
        let mut numbers = found[1].split(';').filter_map(|number| number.parse().ok());
        while let Some(code) = numbers.next() {
            codes.push(code);
            // 38;5;n and 38;2;r;g;b, and the same for background and underline.
            let skipped = match (code, matches!(code, 38 | 48 | 58).then(|| numbers.next())) {
                (_, Some(Some(5))) => 1,
                (_, Some(Some(2))) => 3,
                _ => 0,
            };
            numbers.by_ref().take(skipped).for_each(drop);
        }
    }
    codes
}

fn states() -> Vec<(&'static str, Vec<Event>, &'static str)> {
    vec![
        ("empty", opened(), ""),
        ("asked", asked(), ""),
        ("two of three", two_written(), "1"),
        ("finished", finished(), "]"),
        ("searched", finished(), "/ t h e enter"),
        ("cut", halted(), "esc"),
        ("changes", revised(), "2"),
        ("review", revised(), "R a"),
        ("evidence", finished(), "6 j"),
        ("scores", finished(), "4 enter"),
        ("help", finished(), "?"),
        ("palette", finished(), "^P"),
        ("export", finished(), "w"),
        ("zoomed", finished(), "z"),
    ]
}

const SIZES: [(u16, u16); 5] = [(160, 48), (100, 30), (80, 24), (60, 15), (39, 9)];

#[test]
fn a_terminal_shows_what_was_drawn_in_every_state_at_every_size() {
    for (name, events, keys) in states() {
        for (width, height) in SIZES {
            let mut bench = Bench::new(width, height, &events);
            bench.press(keys);
            let expected = bench.screen();
            let (mut screen, wire) = screen(width, height);
            bench.draw_on(&mut screen, Links::All);
            let mut emulator = vt100::Parser::new(height, width, 0);
            emulator.process(&wire.take());
            let shown = emulator.screen().contents();
            let same = shown.lines().zip(expected.lines());
            for (row, (shown, expected)) in same.enumerate() {
                assert_eq!(
                    shown.trim_end(),
                    expected,
                    "{name} at {width}x{height}, row {row}"
                );
            }
        }
    }
}

#[test]
fn every_state_reads_the_same_in_every_theme_and_no_theme_paints_a_background() {
    for (name, events, keys) in states() {
        let mut bench = Bench::new(100, 30, &events);
        bench.press(keys);
        bench.wear("dark");
        let expected = bench.screen();
        // Without colours, a changed word has signs around it instead.
        let themes = Theme::NAMES
            .into_iter()
            .filter(|theme| *theme != "mono" || name != "review");
        for theme in themes {
            bench.wear(theme);
            assert_eq!(bench.screen(), expected, "{name} in {theme}");
            let (mut screen, wire) = screen(100, 30);
            bench.draw_on(&mut screen, Links::Off);
            let sent = graphics(&wire.take());
            let paints = |code: &u16| matches!(code, 40..=48 | 100..=107);
            assert!(!sent.iter().any(paints), "{name} in {theme}: {sent:?}");
        }
    }
}

#[test]
fn without_colours_none_is_sent_but_what_matters_still_stands_out() {
    for (name, events, keys) in states() {
        let mut bench = Bench::new(100, 30, &events);
        bench.press(keys);
        bench.wear("mono");
        let (mut screen, wire) = screen(100, 30);
        bench.draw_on(&mut screen, Links::Off);
        let sent = graphics(&wire.take());
        let colours = |code: &u16| matches!(code, 30..=38 | 90..=97);
        assert!(!sent.iter().any(colours), "{name}: {sent:?}");
        assert!(sent.contains(&1), "{name}: nothing is bold");
    }
}

#[test]
fn a_frame_in_which_nothing_changed_sends_nothing_to_draw() {
    let mut bench = Bench::new(100, 30, &finished());
    let (mut screen, wire) = screen(100, 30);
    bench.draw_on(&mut screen, Links::All);
    wire.take();
    bench.draw_on(&mut screen, Links::All);
    let sent = String::from_utf8(wire.take()).unwrap();
    let escapes = Regex::new("\u{1b}\\[[?0-9;]*[a-zA-Z]").unwrap();
    assert_eq!(escapes.replace_all(&sent, ""), "", "no text");
    assert!(sent.len() < 60, "{sent:?}");
}

#[test]
fn a_streamed_token_costs_the_terminal_little_even_where_the_page_scrolls() {
    const TOKEN: usize = 4;
    let text = long(200);
    let mut bench = Bench::new(160, 48, &started());
    let (mut screen, wire) = screen(160, 48);
    bench.stream(0, "");
    bench.draw_on(&mut screen, Links::All);
    wire.take();
    let mut tokens = 0;
    for end in (TOKEN..text.len()).step_by(TOKEN) {
        bench.stream(0, &text[..end]);
        bench.draw_on(&mut screen, Links::All);
        tokens += 1;
    }
    let each = wire.take().len() / tokens;
    assert!(each < 2000, "{each} bytes a token");
}

#[test]
fn citations_lead_to_their_sources_and_what_lies_on_them_hides_that() {
    let mut bench = Bench::new(100, 30, &finished());
    bench.draw();
    let links = bench.app.ui.drawn.links.clone();
    assert!(links.iter().any(|link| link.id == 1), "{links:?}");
    bench.press("?");
    let covered = bench.app.ui.drawn.page;
    let links = &bench.app.ui.drawn.links;
    assert!(
        links.iter().all(|link| !link.area.intersects(covered)),
        "{links:?}"
    );
}
