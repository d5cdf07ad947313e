//! Whether the analyst looks at the terminal, and when to call them back: once, when something that took a while has ended while they looked elsewhere.

use std::time::{Duration, Instant};

/// What is known of the analyst's attention.
#[derive(Debug)]
pub struct Attention {
    /// The terminal said that another window has the focus. Terminals that say nothing are taken to be looked at.
    away: bool,
    busy_since: Option<Instant>,
    /// What takes no longer is waited for.
    patience: Duration,
}

impl Attention {
    #[must_use]
    pub fn new(patience: Duration) -> Self {
        Self {
            away: false,
            busy_since: None,
            patience,
        }
    }

    pub fn focus_gained(&mut self) {
        self.away = false;
    }

    pub fn focus_lost(&mut self) {
        self.away = true;
    }

    /// Takes note of whether anything is under way now, and says whether the analyst is to be called.
    pub fn is_wanted(&mut self, busy: bool, now: Instant) -> bool {
        if busy {
            self.busy_since.get_or_insert(now);
            return false;
        }
        let since = self.busy_since.take();
        self.away && since.is_some_and(|since| now.saturating_duration_since(since) > self.patience)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn one_who_looks_elsewhere_is_called_once_when_a_long_run_ends() {
        let start = Instant::now();
        let mut attention = Attention::new(10 * SECOND);
        attention.focus_lost();
        assert!(!attention.is_wanted(true, start));
        assert!(!attention.is_wanted(true, start + 11 * SECOND));
        assert!(attention.is_wanted(false, start + 12 * SECOND));
        assert!(!attention.is_wanted(false, start + 13 * SECOND));
    }

    #[test]
    fn nobody_is_called_who_looks_or_for_what_was_short() {
        let start = Instant::now();
        let mut attention = Attention::new(10 * SECOND);
        attention.is_wanted(true, start);
        assert!(!attention.is_wanted(false, start + 60 * SECOND));
        attention.focus_lost();
        attention.is_wanted(true, start);
        assert!(!attention.is_wanted(false, start + 9 * SECOND));
        attention.is_wanted(true, start);
        attention.focus_gained();
        assert!(!attention.is_wanted(false, start + 60 * SECOND));
    }
}
