//! How long something has been at work, in processor time as far as the system tells it: on a machine that is busy with other things nothing is slow because it
//! takes long.

use std::path::Path;
use std::time::{Duration, Instant};

/// What has to wait for the processor may take so many times as long as it may work.
const WAITS: u32 = 4;

/// Counts the work of a thread or of a process.
pub(super) struct Stopwatch {
    started: Instant,
    worker: Worker,
    /// Its work before.
    before: Option<Duration>,
}

enum Worker {
    Thread,
    Process(u32),
}

impl Stopwatch {
    pub(super) fn of_this_thread() -> Self {
        Self::of(Worker::Thread)
    }

    pub(super) fn of_process(id: u32) -> Self {
        Self::of(Worker::Process(id))
    }

    fn of(worker: Worker) -> Self {
        Self {
            started: Instant::now(),
            before: worker.work(),
            worker,
        }
    }

    /// The work since the start. What only waits counts as well, for less; where nothing is known of the work, all of the time is.
    pub(super) fn spent(&self) -> Duration {
        let passed = self.started.elapsed();
        match self.before.zip(self.worker.work()) {
            Some((before, now)) => now.saturating_sub(before).max(passed / WAITS),
            None => passed,
        }
    }
}

impl Worker {
    fn work(&self) -> Option<Duration> {
        match self {
            Self::Thread => work_of(Path::new("/proc/thread-self")),
            Self::Process(id) => {
                let threads = std::fs::read_dir(format!("/proc/{id}/task")).ok()?;
                let threads = threads.filter_map(|thread| work_of(&thread.ok()?.path()));
                threads.reduce(|all, one| all + one)
            }
        }
    }
}

fn work_of(thread: &Path) -> Option<Duration> {
    let told = std::fs::read_to_string(thread.join("schedstat")).ok()?;
    let nanoseconds = told.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted_and_no_more_than_the_time_that_passed() {
        /// The system counts work from tick to tick: what was done before the start may be told only behind it.
        const TICKS: Duration = Duration::from_millis(20);
        let thread = Stopwatch::of_this_thread();
        let process = Stopwatch::of_process(std::process::id());
        let mut sum = 0_u64;
        while thread.spent() < Duration::from_millis(20) {
            sum = std::hint::black_box(sum.wrapping_mul(31) + 7);
        }
        assert!(thread.spent() <= thread.started.elapsed() + TICKS);
        assert!(process.spent() > Duration::ZERO);
    }
}
