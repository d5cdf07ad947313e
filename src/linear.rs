//! For tests: whether work grows no faster than what it is done on.

use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// How much more there is the second time.
const MORE: usize = 4;
/// Four times as much is allowed to take nine times as long; what is quadratic takes sixteen times.
const MOST: u32 = 9;
/// What is over sooner says nothing of growth.
const NOTHING: Duration = Duration::from_millis(20);
/// Caches are cold at a bad moment, but not each time.
const TRIES: usize = 5;

/// Panics where work on four times as much takes far more than four times as long. `made` makes what is worked on from its size.
pub(crate) fn assert_linear<T: Sync>(
    what: &str,
    size: usize,
    made: impl Fn(usize) -> T,
    work: impl Fn(&T) + Sync,
) {
    let (few, many) = (made(size), made(size * MORE));
    // In a thread of its own, where nothing is remembered of the time before, and by its own processor time: others take theirs when they like.
    let took = |all: &T| {
        thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let begun = own_time();
                work(all);
                own_time().saturating_sub(begun)
            });
            worker.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    };
    let mut seen = Vec::new();
    for _ in 0..TRIES {
        let long = took(&many);
        if long <= NOTHING {
            return;
        }
        let short = took(&few);
        if long <= short * MOST {
            return;
        }
        seen.push((short, long));
    }
    panic!("{what}: {MORE} times as much takes far longer: {seen:?}");
}

/// The processor time that this thread has used.
fn own_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        time.tv_sec.unsigned_abs(),
        u32::try_from(time.tv_nsec).unwrap_or_default(),
    )
}

#[test]
fn what_is_quadratic_is_told_from_what_is_linear() {
    let numbers = |size: usize| (0..size as u64).collect::<Vec<_>>();
    let sum =
        |all: &Vec<u64>, each: u64| all.iter().map(|one| one ^ each).fold(0, u64::wrapping_add);
    assert_linear("a sum", 200_000, numbers, |all| {
        for each in 0..5 {
            std::hint::black_box(sum(all, each));
        }
    });
    let quadratic = std::panic::catch_unwind(|| {
        assert_linear("sums", 1_000, numbers, |all| {
            for each in all {
                std::hint::black_box(sum(all, *each));
            }
        });
    });
    assert!(quadratic.is_err());
}
