//! The terminal as the workbench needs it, and back as it was.
//!
//! One guard switches everything on, one sequence switches everything off: once, whoever comes first, every step attempted even if another fails. It
//! runs when the guard is dropped, when the thread that draws panics, and when a signal ends the program; the signal thread ends the process itself,
//! because after a hang-up the event loop may never return. This module knows nothing of what is drawn.

use std::io::{self, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError, mpsc};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use crossterm::{execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect};
use ratatui::{Frame, Terminal};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;
use signal_hook::low_level;

use super::colors;

/// A terminal whose frames are written at once.
pub type Screen = Terminal<CrosstermBackend<FrameBuffer>>;

/// Gathers a frame and writes it in one piece, or not at all when the terminal has been given back: what a panic left half drawn would else land in
/// the shell.
#[derive(Debug, Default)]
pub struct FrameBuffer {
    frame: Vec<u8>,
}

impl Write for FrameBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _writing = WRITING.lock();
        let written = if TAKEN.load(Ordering::SeqCst) {
            write_directly(&colors::basic(&self.frame))
        } else {
            Ok(())
        };
        self.frame.clear();
        written
    }
}

/// The terminal is the workbench's while this lives.
#[derive(Debug)]
pub struct TerminalGuard {
    /// Two guards make no sense, so there is no other way to get one than [`TerminalGuard::enter`].
    _private: (),
}

impl TerminalGuard {
    /// Takes the terminal: raw mode, the alternate screen, bracketed paste, focus reports, and the mouse if asked for.
    ///
    /// The calling thread is the one that draws; only its panics give the terminal back.
    pub fn enter(mouse: bool) -> io::Result<Self> {
        watch_signals()?;
        // With NO_COLOR, crossterm would turn each colour change into a reset of bold and reverse; the theme without colours is what honours it.
        crossterm::style::force_color_output(true);
        {
            let mut state = state();
            state.drawing = Some(thread::current().id());
            state.mouse = mouse;
        }
        let guard = Self { _private: () };
        take()?;
        // Starts listening for resizes, so that none is missed between the first frame and the first look at events.
        crossterm::event::poll(Duration::ZERO)?;
        Ok(guard)
    }

    /// Gives the terminal to another program, such as an editor, until [`Self::resume`].
    pub fn suspend(&mut self) {
        // The interrupt key is meant for the other program.
        LENT.store(true, Ordering::SeqCst);
        give_back();
    }

    /// Takes the terminal again; the next [`draw`] paints all of it.
    pub fn resume(&mut self) -> io::Result<()> {
        state().resumed = Some(Instant::now());
        LENT.store(false, Ordering::SeqCst);
        take_again()
    }

    /// Stops the program as Ctrl-Z does in a shell, and comes back here when it is continued; the next [`draw`] paints everything.
    pub fn stop(&mut self) -> io::Result<()> {
        give_back();
        STOPPED.store(true, Ordering::SeqCst);
        let stopped = low_level::emulate_default_handler(SIGTSTP);
        take_again()?;
        stopped
    }

    /// Takes the mouse, or leaves it to the terminal's own selection.
    pub fn set_mouse(&mut self, mouse: bool) -> io::Result<()> {
        state().mouse = mouse;
        write_directly(if mouse { MOUSE_ON } else { MOUSE_OFF })
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        give_back();
        state().drawing = None;
        LENT.store(false, Ordering::SeqCst);
        let reports = std::mem::take(&mut state().reports);
        for report in reports {
            // There is nowhere else to complain.
            let _ = writeln!(io::stderr(), "{report}");
        }
    }
}

/// The screen to draw on.
pub fn screen() -> io::Result<Screen> {
    Terminal::new(CrosstermBackend::new(FrameBuffer::default()))
}

/// Draws one frame, which the terminal shows at once instead of line by line.
///
/// After the terminal was away, everything is painted anew, in the same update; while another program has it, nothing is drawn.
pub fn draw<W: Write>(
    terminal: &mut Terminal<CrosstermBackend<W>>,
    render: impl FnOnce(&mut Frame<'_>),
) -> io::Result<()> {
    if is_away() {
        return Ok(());
    }
    queue!(terminal.backend_mut(), BeginSynchronizedUpdate)?;
    let drawn = paint(terminal, render);
    // Also after an error: a terminal in the middle of an update shows nothing.
    let ended = execute!(terminal.backend_mut(), EndSynchronizedUpdate);
    drawn.and(ended)
}

/// Rings the terminal's bell, and has it show a notification where it is known to show any. The bell goes through tmux and ssh, and the analyst's own
/// settings say what it does.
pub fn call(notification: Option<&str>) {
    if is_away() {
        return;
    }
    let shown = notification.map_or_else(String::new, |text| format!("\x1b]9;{text}\x07"));
    // There is nobody else to tell.
    let _ = write_directly(format!("{shown}\x07").as_bytes());
}

/// Makes the next [`draw`] paint everything. (`Terminal::clear` would ask the terminal where its cursor is, and wait for an answer that the event
/// stream takes for typing.)
pub fn repaint() {
    REPAINT.store(true, Ordering::SeqCst);
}

/// Makes panics readable: one on the drawing thread gives the terminal back before it is reported; one on another thread, while the screen is up, is
/// reported when the screen is gone, and must not tear it.
pub fn install_panic_hook() -> color_eyre::Result<()> {
    let (panics, errors) = color_eyre::config::HookBuilder::default().into_hooks();
    errors.install()?;
    std::panic::set_hook(Box::new(move |info| {
        let report = panics.panic_report(info);
        let mut state = state();
        let elsewhere = state
            .drawing
            .is_some_and(|drawing| drawing != thread::current().id());
        if elsewhere {
            if state.reports.len() < REPORTS_AT_MOST {
                state.reports.push(report.to_string());
            }
        } else {
            drop(state);
            give_back();
            // There is nowhere else to complain.
            let _ = writeln!(io::stderr(), "{report}");
            say_what_is_left_behind();
        }
    }));
    Ok(())
}

/// What is to be said on the terminal where a panic or a signal ends the program; nothing where it is empty.
pub fn leave_behind(text: String) {
    state().left_behind = text;
}

fn say_what_is_left_behind() {
    let text = std::mem::take(&mut state().left_behind);
    if !text.is_empty() {
        // There is nowhere else to say it.
        let _ = writeln!(io::stderr(), "{}", text.trim_start());
    }
}

/// Held while a frame is written: none lands on what is said where the program ends.
static WRITING: Mutex<()> = Mutex::new(());

/// Whether the terminal is the workbench's now.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether another program has been given the terminal.
static LENT: AtomicBool = AtomicBool::new(false);

/// Whether what the terminal shows is not what was drawn last.
static REPAINT: AtomicBool = AtomicBool::new(false);

/// The process stopped by itself, and takes the terminal again by itself when it is continued.
static STOPPED: AtomicBool = AtomicBool::new(false);

static STATE: Mutex<State> = Mutex::new(State {
    drawing: None,
    mouse: false,
    resumed: None,
    reports: Vec::new(),
    left_behind: String::new(),
});

struct State {
    /// The thread that draws, while there is a guard.
    drawing: Option<ThreadId>,
    mouse: bool,
    /// When the terminal came back from another program.
    resumed: Option<Instant>,
    /// Panics of other threads, to be shown when the screen is gone.
    reports: Vec<String>,
    /// What is to be said where the program ends unasked.
    left_behind: String,
}

/// So many panics of other threads are remembered; a task that panics again and again says nothing new.
const REPORTS_AT_MOST: usize = 8;

/// How long giving the terminal back may take when the process is to end; a terminal that was stopped with Ctrl-S takes nothing.
const LEAVE_WITHIN: Duration = Duration::from_millis(150);

/// How long of that a frame that is being written may take.
const FRAME_WITHIN: Duration = Duration::from_millis(50);

/// The same where words that are nowhere else are to be said there first.
const SAY_WITHIN: Duration = Duration::from_secs(1);

/// How long after it was sent a signal may arrive, on a busy machine.
const LATE_AT_MOST: Duration = Duration::from_millis(500);

/// Presses, drags and the wheel, with coordinates in decimal. Not every motion (1003), which nothing here looks at.
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1002l\x1b[?1000l";

/// Alternate screen, bracketed paste, focus reports, hidden cursor.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?2004h\x1b[?1004h\x1b[?25l";

/// Paste and focus reports off, update ended, attributes reset, cursor shown, alternate screen left.
const LEAVE: &[u8] = b"\x1b[?2004l\x1b[?1004l\x1b[?2026l\x1b[0m\x1b[?25h\x1b[?1049l";

fn state() -> MutexGuard<'static, State> {
    // A panic while it was held left it whole: every change is one assignment.
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether there is a guard, but another program has the terminal.
fn is_away() -> bool {
    !TAKEN.load(Ordering::SeqCst) && state().drawing.is_some()
}

fn paint<W: Write>(
    terminal: &mut Terminal<CrosstermBackend<W>>,
    render: impl FnOnce(&mut Frame<'_>),
) -> io::Result<()> {
    if REPAINT.swap(false, Ordering::SeqCst) {
        let size = terminal.size()?;
        terminal.resize(Rect::from((Position::ORIGIN, size)))?;
    }
    terminal.draw(render).map(|_| ())
}

/// Switches everything on. If a step fails, what was done is undone.
fn take() -> io::Result<()> {
    let mouse = state().mouse;
    TAKEN.store(true, Ordering::SeqCst);
    REPAINT.store(true, Ordering::SeqCst);
    let taken = crossterm::terminal::enable_raw_mode()
        .and_then(|()| write_directly(ENTER))
        .and_then(|()| {
            if mouse {
                write_directly(MOUSE_ON)
            } else {
                Ok(())
            }
        });
    if taken.is_err() {
        give_back();
    }
    taken
}

/// The same after another program has had the terminal; what that left unread was typed for it.
fn take_again() -> io::Result<()> {
    drop_input();
    take()
}

/// Switches everything off, if it is on: once, and every step whatever became of the others.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _frame = last_frame();
    let _ = write_directly(MOUSE_OFF);
    let _ = write_directly(LEAVE);
    // Mouse reports and keys that were on their way are not meant for the shell.
    drop_input();
    let _ = crossterm::terminal::disable_raw_mode();
}

/// Lets the frame that is being written end, where the terminal takes it.
fn last_frame() -> Option<MutexGuard<'static, ()>> {
    let until = Instant::now() + FRAME_WITHIN;
    loop {
        match WRITING.try_lock() {
            Ok(frame) => return Some(frame),
            Err(_) if Instant::now() >= until => return None,
            Err(_) => thread::yield_now(),
        }
    }
}

fn drop_input() {
    // Where it cannot be done, keys are taken as they are.
    let _ = rustix::termios::tcflush(io::stdin().as_fd(), rustix::termios::QueueSelector::IFlush);
}

/// Writes past the buffer and the lock of standard output: whoever holds them may be the one that hangs.
fn write_directly(mut rest: &[u8]) -> io::Result<()> {
    let stdout = io::stdout();
    while !rest.is_empty() {
        match rustix::io::write(stdout.as_fd(), rest) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => rest = rest.get(written..).unwrap_or_default(),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Starts the thread that answers signals, once.
fn watch_signals() -> io::Result<()> {
    static STARTED: Once = Once::new();
    let mut result = Ok(());
    STARTED.call_once(|| result = start_signal_thread());
    result
}

fn start_signal_thread() -> io::Result<()> {
    let signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT])?;
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || answer_signals(signals))?;
    Ok(())
}

fn answer_signals(mut signals: Signals) {
    for signal in &mut signals {
        match signal {
            SIGTSTP => stop_and_come_back(),
            SIGCONT => come_back_from_a_stop(),
            SIGINT if is_meant_for_another() => {}
            ending => end(ending),
        }
    }
}

/// Whether an interrupt belongs to the program that has, or has just had, the terminal: signals may arrive late.
fn is_meant_for_another() -> bool {
    LENT.load(Ordering::SeqCst)
        || state()
            .resumed
            .is_some_and(|resumed| resumed.elapsed() < LATE_AT_MOST)
}

/// Ends the process as a signal asks, with the terminal given back if it lets itself be.
fn end(signal: i32) -> ! {
    let (done, given_back) = mpsc::channel();
    let within = if state().left_behind.is_empty() {
        LEAVE_WITHIN
    } else {
        SAY_WITHIN
    };
    let giving = thread::Builder::new().spawn(move || {
        give_back();
        say_what_is_left_behind();
        // Nobody waits any more after the time is over.
        let _ = done.send(());
    });
    if giving.is_ok() {
        let _ = given_back.recv_timeout(within);
    }
    low_level::exit(128 + signal)
}

/// Stops the process from outside of the event loop, and repaints when it is continued.
fn stop_and_come_back() {
    let taken = TAKEN.load(Ordering::SeqCst);
    give_back();
    STOPPED.store(true, Ordering::SeqCst);
    let _ = low_level::emulate_default_handler(SIGTSTP);
    if taken {
        come_back();
    }
}

/// After a stop that the process was not told of (`kill -STOP`) the shell has changed the terminal, and drawn on it.
fn come_back_from_a_stop() {
    let was_told = STOPPED.swap(false, Ordering::SeqCst);
    if !was_told && TAKEN.load(Ordering::SeqCst) {
        give_back();
        come_back();
    }
}

fn come_back() {
    if take_again().is_ok() {
        // Wakes the event loop, which sees it as a resize.
        let _ = low_level::raise(SIGWINCH);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// What a terminal was sent.
    #[derive(Clone, Default)]
    struct Wire(Arc<Mutex<Vec<u8>>>);

    impl Write for Wire {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn fixed(wire: Wire) -> Terminal<CrosstermBackend<Wire>> {
        Terminal::with_options(
            CrosstermBackend::new(wire),
            ratatui::TerminalOptions {
                viewport: ratatui::Viewport::Fixed(Rect::new(0, 0, 20, 3)),
            },
        )
        .unwrap()
    }

    #[test]
    fn each_frame_is_one_synchronised_update_and_sends_only_what_changed() {
        let wire = Wire::default();
        let mut terminal = fixed(wire.clone());
        for text in ["the first frame", "the first frames"] {
            wire.0.lock().unwrap().clear();
            draw(&mut terminal, |frame| {
                frame.render_widget(text, frame.area());
            })
            .unwrap();
            let sent = String::from_utf8(wire.0.lock().unwrap().clone()).unwrap();
            assert!(sent.starts_with("\u{1b}[?2026h"), "{sent:?}");
            assert!(sent.ends_with("\u{1b}[?2026l"), "{sent:?}");
            assert_eq!(sent.matches("[?2026").count(), 2);
        }
        let sent = String::from_utf8(wire.0.lock().unwrap().clone()).unwrap();
        assert!(!sent.contains("first") && sent.len() < 100, "{sent:?}");
    }

    #[test]
    fn leaving_undoes_what_entering_does_and_never_asks_for_every_mouse_motion() {
        let entering = String::from_utf8([ENTER, MOUSE_ON].concat()).unwrap();
        let leaving = String::from_utf8([MOUSE_OFF, LEAVE].concat()).unwrap();
        for mode in ["1049", "2004", "1004", "1000", "1002", "1006"] {
            assert!(entering.contains(&format!("[?{mode}h")), "{mode}");
            assert!(leaving.contains(&format!("[?{mode}l")), "{mode}");
        }
        assert!(!entering.contains("1003"));
        assert!(leaving.ends_with("[?25h\u{1b}[?1049l"));
    }

    #[test]
    fn giving_back_a_terminal_that_was_not_taken_does_nothing() {
        give_back();
        assert!(!TAKEN.load(Ordering::SeqCst));
    }
}
