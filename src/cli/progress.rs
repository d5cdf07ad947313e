//! Progress on standard error: one line that is written over on a terminal, and plain lines where it goes elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::clean;
use crate::study::counted;
use crate::workbench::IngestProgress;

/// How often it is told at most: in the line that is written over, and in lines that stay.
const OFTEN: Duration = Duration::from_millis(100);
const SELDOM: Duration = Duration::from_secs(5);
/// How long nothing is heard of a call before it is told, and between two times.
pub(super) const QUIET: Duration = Duration::from_secs(20);
/// Columns of the line; one that wrapped could not be written over.
const COLUMNS: usize = 79;

pub(super) struct Progress {
    terminal: bool,
    /// The line that stands to be written over, and since when.
    standing: Option<Instant>,
    /// When a line that stays was last told for want of a terminal.
    logged: Instant,
}

impl Progress {
    pub(super) fn new() -> Self {
        Self {
            terminal: io::stderr().is_terminal(),
            standing: None,
            logged: Instant::now(),
        }
    }

    /// Says something that stays.
    pub(super) fn say(&mut self, line: &str) {
        self.wipe();
        super::output::progress(line);
    }

    /// Says it where lines are read later, which on a terminal would scroll away what matters.
    pub(super) fn log(&mut self, line: &str) {
        if !self.terminal {
            self.say(line);
        }
    }

    /// Shows how far the reading is, on a terminal.
    pub(super) fn show(&mut self, progress: &IngestProgress, now: Instant) {
        if self.is_due(now) {
            self.write_over(&status(progress, now), now);
        }
    }

    /// Shows how far something is on a terminal, and elsewhere tells it now and then.
    pub(super) fn beat(&mut self, line: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.is_due(now) {
            self.write_over(&line(), now);
        } else if !self.terminal && now.saturating_duration_since(self.logged) >= SELDOM {
            self.logged = now;
            super::output::progress(&line());
        }
    }

    /// Shows a line on a terminal until the next one.
    pub(super) fn standing(&mut self, line: &str) {
        let now = Instant::now();
        if self.is_due(now) {
            self.write_over(line, now);
        }
    }

    fn is_due(&self, now: Instant) -> bool {
        let is_old = |since: Instant| now.saturating_duration_since(since) >= OFTEN;
        self.terminal && self.standing.is_none_or(is_old)
    }

    fn write_over(&mut self, line: &str, now: Instant) {
        let line = clean::line(line, COLUMNS);
        // Nobody can be told when that fails.
        let _ = write!(io::stderr().lock(), "\r\u{1b}[K{line}");
        let _ = io::stderr().lock().flush();
        self.standing = Some(now);
    }

    /// Takes the line that is written over away.
    pub(super) fn wipe(&mut self) {
        if self.standing.take().is_some() {
            let _ = write!(io::stderr().lock(), "\r\u{1b}[K");
        }
    }
}

/// What is told of a call of which nothing was heard for so long.
pub(super) fn still_waiting(what: &str, by: &str, quiet: Duration) -> String {
    let seconds = quiet.as_secs();
    format!("{what}: nothing has come from {by} for {seconds} s, still waiting")
}

fn status(progress: &IngestProgress, now: Instant) -> String {
    if progress.total == 0 {
        return "looking for evidence".to_owned();
    }
    let mut facts = vec![format!("reading {}/{}", progress.done, progress.total)];
    if progress.pages > 0 {
        facts.push(counted(progress.pages, "page"));
    }
    facts.push(counted(progress.passages, "passage"));
    if let Some(rate) = progress.rate(now) {
        facts.push(format!("{rate:.0} a second"));
    }
    if progress.refused > 0 {
        facts.push(format!("{} failed", progress.refused));
    }
    if let Some(source) = progress.reading.first() {
        let name = source.rsplit(['/', '\\']).next().unwrap_or(source);
        facts.push(name.to_owned());
    }
    facts.join(", ")
}
