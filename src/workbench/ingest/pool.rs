//! Reading on several threads and storing on one, in the order of the sources, so that the same folder gives the same library.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::evidence::Stop;

/// More readers than this wait for the disk or for the one thread that stores.
const MOST_READERS: usize = 4;
/// Addresses cost waiting rather than work.
const MOST_VISITS: usize = 8;
/// Sources read ahead of the one to be stored next: a slow one does not gather all others in memory.
const AHEAD: usize = 256;
/// How often the storing thread looks up while nothing comes.
const TICK: Duration = Duration::from_millis(100);

/// What the storing thread is told.
pub(super) enum Next<R> {
    /// What came of the source that is next in order.
    Read(usize, R),
    /// Nothing came for a while; these are being read.
    Waiting(Vec<usize>),
}

/// Where the readers stand.
#[derive(Default)]
struct Place {
    /// The next source that nobody reads yet.
    next: usize,
    /// The next source to be stored.
    due: usize,
    reading: Vec<usize>,
    over: bool,
}

/// Reads `count` sources, of which so many are `addresses`, and hands on what came of each, in order. Ends early when `stop` is asked or storing fails; then nothing more is handed on.
pub(super) fn in_order<R: Send, E>(
    count: usize,
    addresses: usize,
    stop: &Stop,
    read: &(dyn Fn(usize) -> R + Sync),
    store: &mut dyn FnMut(Next<R>) -> Result<(), E>,
) -> Result<(), E> {
    let readers = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .clamp(1, MOST_READERS)
        .max(addresses.min(MOST_VISITS));
    let (place, moved) = (Mutex::new(Place::default()), Condvar::new());
    let lock = || place.lock().unwrap_or_else(PoisonError::into_inner);
    // The next source for a reader, once it is near enough to the one that is due.
    let take = || {
        let mut at = lock();
        loop {
            if at.over || at.next >= count || stop.is_asked() {
                return None;
            }
            if at.next < at.due + AHEAD {
                let source = at.next;
                at.next += 1;
                at.reading.push(source);
                return Some(source);
            }
            at = moved
                .wait_timeout(at, TICK)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    };
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel::<(usize, R)>();
        for _ in 0..readers.min(count) {
            let sender = sender.clone();
            scope.spawn(move || {
                while let Some(source) = take() {
                    let read = read(source);
                    lock().reading.retain(|reading| *reading != source);
                    if sender.send((source, read)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        let ended = loop {
            match receiver.recv_timeout(TICK) {
                Ok((source, read)) => {
                    waiting.insert(source, read);
                }
                Err(RecvTimeoutError::Timeout) => {
                    let reading = lock().reading.clone();
                    if let Err(error) = store(Next::Waiting(reading)) {
                        break Err(error);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            let mut failed = None;
            while let Some(read) = waiting.remove(&due).filter(|_| !stop.is_asked()) {
                if let Err(error) = store(Next::Read(due, read)) {
                    failed = Some(error);
                    break;
                }
                due += 1;
            }
            if let Some(error) = failed {
                break Err(error);
            }
            lock().due = due;
            moved.notify_all();
        };
        lock().over = true;
        moved.notify_all();
        ended
    })
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn sources_are_stored_in_their_order_however_long_each_takes() {
        let gate = (Mutex::new(0_usize), Condvar::new());
        let mut stored = Vec::new();
        // The first source is done only when many others are.
        let read = |source: usize| {
            let mut done = gate.0.lock().unwrap();
            while source == 0 && *done < 100 {
                done = gate.1.wait(done).unwrap();
            }
            *done += 1;
            gate.1.notify_all();
            source * 2
        };
        let mut store = |next| {
            if let Next::Read(source, read) = next {
                stored.push((source, read));
            }
            Ok::<(), Infallible>(())
        };
        // With one reader the first would wait for ever.
        if std::thread::available_parallelism().map_or(1, usize::from) > 1 {
            in_order(300, 0, &Stop::default(), &read, &mut store).unwrap();
            let expected: Vec<_> = (0..300).map(|source| (source, source * 2)).collect();
            assert_eq!(stored, expected);
        }
    }

    #[test]
    fn nothing_is_stored_after_a_stop_or_a_failure() {
        let stop = Stop::default();
        let mut stored = 0;
        let mut store = |next| {
            if let Next::Read(..) = next {
                stored += 1;
                if stored == 5 {
                    stop.now();
                }
            }
            Ok::<(), Infallible>(())
        };
        in_order(1000, 0, &stop, &|source| source, &mut store).unwrap();
        assert_eq!(stored, 5);

        let mut asked = 0;
        let mut fail = |next| {
            if let Next::Read(..) = next {
                asked += 1;
                return Err("full");
            }
            Ok(())
        };
        let ended = in_order(1000, 0, &Stop::default(), &|source| source, &mut fail);
        assert_eq!((ended, asked), (Err("full"), 1));
    }
}
