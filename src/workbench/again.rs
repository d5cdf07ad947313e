//! Going on by itself after a stream that broke off [M3]: the text that came is kept, and after a moment the writer is asked for the rest. A server that
//! is away, or too busy, is asked again from time to time. Whoever stops the writer, or does anything else with the study, decides instead.

use std::time::{Duration, Instant};

use super::{About, Level, Notice, Workbench};
use crate::study::Command;

/// Times in a row; after these the analyst decides.
const TIMES: u32 = 3;
/// Before the first time; doubles for each further one.
const WAIT: Duration = Duration::from_secs(1);
/// The same for a server that gave no answer at all: about an hour, after which nobody seems to be there.
const TIMES_AWAY: u32 = 15;
const WAIT_AWAY: Duration = Duration::from_secs(20);
const LONGEST: Duration = Duration::from_mins(5);

/// What is known of streams that broke, and of servers that gave no answer.
#[derive(Debug, Default)]
pub(super) struct Again {
    /// In a row, without a whole reply between them.
    breaks: u32,
    silences: u32,
    /// When to go on, where that is wanted.
    due: Option<Instant>,
}

impl Again {
    /// A reply was whole.
    pub(super) fn over(&mut self) {
        *self = Self::default();
    }

    /// The analyst decides.
    pub(super) fn leave(&mut self) {
        self.due = None;
    }

    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// How long to wait, if it is worth another time.
    fn wait(&mut self) -> Option<Duration> {
        let wait = WAIT.saturating_mul(2_u32.saturating_pow(self.breaks));
        self.breaks += 1;
        (self.breaks <= TIMES).then_some(wait)
    }

    /// How long to leave a server alone that gave no answer, if it is worth another time.
    fn wait_away(&mut self) -> Option<Duration> {
        let wait = WAIT_AWAY.saturating_mul(2_u32.saturating_pow(self.silences));
        self.silences += 1;
        (self.silences <= TIMES_AWAY).then_some(wait.min(LONGEST))
    }
}

impl Workbench {
    /// Tells that a stream broke, and goes on soon unless it breaks again and again.
    pub(super) fn broke_off(&mut self, why: &str) {
        match self.desk.again.wait() {
            Some(wait) => {
                self.desk.again.due = Some(Instant::now() + wait);
                let seconds = wait.as_secs();
                // It mends itself, and gives way to what comes of it.
                self.push_notice(Notice {
                    about: About::GoesOn,
                    ..Notice::new(Level::Info, format!("{why}: going on in {seconds} s"))
                });
            }
            None => self.notify(Level::Error, why.to_owned()),
        }
    }

    /// A server gave no answer: where somebody reads on meanwhile it is asked again by itself, and the screen tells when.
    pub(super) fn gave_no_answer(&mut self, why: &str) {
        let wait = self.has_screen().then(|| self.desk.again.wait_away());
        match wait.flatten() {
            Some(wait) => self.desk.again.due = Some(Instant::now() + wait),
            None => self.notify(Level::Error, why.to_owned()),
        }
    }

    /// When a step that failed is tried again by itself.
    #[must_use]
    pub fn tries_again(&self) -> Option<Instant> {
        self.desk.again.due()
    }

    /// Goes on where it is time.
    pub(super) fn go_on_when_due(&mut self) {
        if self.desk.again.due.is_some_and(|due| due <= Instant::now()) {
            self.desk.again.leave();
            self.execute(&Command::GoOn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_waits_double_and_come_to_an_end_until_a_reply_is_whole() {
        let mut again = Again::default();
        let mut wait = || again.wait().map(|wait| wait.as_secs());
        assert_eq!(
            [wait(), wait(), wait(), wait()],
            [Some(1), Some(2), Some(4), None]
        );
        again.over();
        assert_eq!(again.wait(), Some(WAIT));
    }

    #[test]
    fn a_server_that_is_away_is_left_alone_ever_longer_and_not_for_ever() {
        let mut again = Again::default();
        let waits = std::iter::from_fn(|| again.wait_away());
        let waits: Vec<u64> = waits.map(|wait| wait.as_secs()).collect();
        assert_eq!(waits.get(..6), Some(&[20, 40, 80, 160, 300, 300][..]));
        assert_eq!(waits.len(), 15);
        again.over();
        assert_eq!(again.wait_away(), Some(WAIT_AWAY));
    }
}
