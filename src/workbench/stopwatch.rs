//! How long the run that the analyst started last has taken. The time that it waited for the analyst is not part of it.

use std::time::{Duration, Instant};

/// Stands still until a run begins.
#[derive(Debug, Default)]
pub(super) struct Stopwatch {
    /// Since when something runs.
    since: Option<Instant>,
    before: Duration,
    /// A run began while the program was open: of an earlier one nobody knows.
    begun: bool,
}

impl Stopwatch {
    pub(super) fn begin(&mut self, now: Instant) {
        *self = Self {
            since: Some(now),
            before: Duration::ZERO,
            begun: true,
        };
    }

    /// Something runs, or nothing does.
    pub(super) fn note(&mut self, runs: bool, now: Instant) {
        match (self.since, runs) {
            (None, true) if self.begun => self.since = Some(now),
            (Some(since), false) => {
                self.before += now.saturating_duration_since(since);
                self.since = None;
            }
            _ => {}
        }
    }

    /// How long it has taken by now.
    pub(super) fn time(&self, now: Instant) -> Option<Duration> {
        let running = self.since.map(|since| now.saturating_duration_since(since));
        self.begun
            .then(|| self.before + running.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_time_in_which_something_runs_counts() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut watch = Stopwatch::default();
        watch.note(true, start);
        assert_eq!(watch.time(after(5)), None);
        watch.begin(start);
        watch.note(false, after(5));
        assert_eq!(watch.time(after(60)), Some(Duration::from_secs(5)));
        watch.note(true, after(60));
        assert_eq!(watch.time(after(62)), Some(Duration::from_secs(7)));
        watch.begin(after(70));
        assert_eq!(watch.time(after(71)), Some(Duration::from_secs(1)));
    }
}
