//! Reading on several threads and storing on one, in the order of the sources, so that the same folder gives the same library.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::evidence::Stop;

/// More readers than this wait for the disk or for the one thread that stores.
const MOST_READERS: usize = 4;
/// Addresses cost waiting rather than work.
const MOST_VISITS: usize = 8;
/// Sources read ahead of the one to be stored next: enough that reading goes on while many small ones are stored at
/// once; what they hold is limited by [`MOST_WAITING`].
const AHEAD: usize = 2048;
/// How often the storing thread looks up while nothing comes.
const TICK: Duration = Duration::from_millis(100);
/// How soon after it took what had come it is not woken for more: small files come faster than a thread wakes.
const GATHER: Duration = Duration::from_millis(5);

/// What was read and waits to be stored, in bytes, before nothing more is begun.
const MOST_WAITING: usize = 64 << 20;

/// What the storing thread is told.
pub(super) enum Next<R> {
    /// What came of the source that is next in order, or a part of it.
    Read(usize, R),
    /// Nothing came for a while; these are being read.
    Waiting(Vec<usize>),
}

/// What comes of a source, in one part or several.
pub(super) trait Part {
    /// Bytes of memory, about.
    fn size(&self) -> usize;
}

/// What the readers tell the storing thread.
enum Told<R> {
    Part {
        source: usize,
        part: R,
        is_first: bool,
    },
    /// Nothing more comes of a source.
    Ended(usize),
}

/// Where the readers stand.
struct Place<R> {
    /// How many of them have not ended.
    readers: usize,
    /// What they told and the storing thread has not taken.
    told: Vec<Told<R>>,
    /// When it last took something.
    taken: Instant,
    /// The next source that nobody reads yet.
    next: usize,
    /// The next source to be stored.
    due: usize,
    reading: Vec<usize>,
    /// Bytes that wait to be stored.
    waiting: usize,
    /// Whether a later part of the source that is due waits to be stored: its reader makes the one after it meanwhile, and no more.
    has_part: bool,
    over: bool,
}

/// Takes what came of a source, or a part of it; says whether more is wanted.
pub(super) type HandOn<'a, R> = dyn FnMut(R) -> bool + 'a;

/// Reads `count` sources, of which so many are `addresses`, and hands on what came of each, in order. A reader hands on parts as long as it is told that
/// they are wanted. Ends early when `stop` is asked or storing fails; then nothing more is handed on.
pub(super) fn in_order<R: Part + Send, E>(
    count: usize,
    addresses: usize,
    stop: &Stop,
    read: &(dyn Fn(usize, &mut HandOn<'_, R>) + Sync),
    store: &mut dyn FnMut(Next<R>) -> Result<(), E>,
) -> Result<(), E> {
    let threads = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .clamp(1, MOST_READERS)
        .max(addresses.min(MOST_VISITS));
    let threads = threads.min(count);
    let readers = &Readers::new(threads, count, stop);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(move || readers.work(read));
        }
        let mut order = Order::new();
        let ended = loop {
            let (told, are_left) = readers.told();
            if told.is_empty() {
                if !are_left {
                    break Ok(());
                }
                let reading = readers.lock().reading.clone();
                if let Err(error) = store(Next::Waiting(reading)) {
                    break Err(error);
                }
            }
            for told in told {
                order.take(told);
            }
            let mut stored = Ok(());
            while stored.is_ok()
                && !stop.is_asked()
                && let Some((part, is_first)) = order.next()
            {
                let size = part.size();
                stored = store(Next::Read(order.due, part));
                readers.is_stored(order.due, size, is_first);
            }
            if let Err(error) = stored {
                break Err(error);
            }
            readers.lock().due = order.due;
            readers.moved.notify_all();
        };
        readers.lock().over = true;
        readers.moved.notify_all();
        ended
    })
}

/// What the reading threads and the storing one share.
struct Readers<'a, R> {
    place: Mutex<Place<R>>,
    /// Wakes readers: something was stored, or all is over.
    moved: Condvar,
    /// Wakes the storing thread.
    came: Condvar,
    count: usize,
    stop: &'a Stop,
}

/// A reader that ends, in whatever way.
struct Leaving<'a, R>(&'a Readers<'a, R>);

impl<R> Drop for Leaving<'_, R> {
    fn drop(&mut self) {
        self.0.lock().readers -= 1;
        self.0.came.notify_one();
    }
}

impl<'a, R> Readers<'a, R> {
    fn new(readers: usize, count: usize, stop: &'a Stop) -> Self {
        let place = Place {
            readers,
            told: Vec::new(),
            taken: Instant::now(),
            next: 0,
            due: 0,
            reading: Vec::new(),
            waiting: 0,
            has_part: false,
            over: false,
        };
        Self {
            place: Mutex::new(place),
            moved: Condvar::new(),
            came: Condvar::new(),
            count,
            stop,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Place<R>> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the readers told since they were last asked, and whether any is left; waits a while where that is nothing.
    fn told(&self) -> (Vec<Told<R>>, bool) {
        let mut at = self.lock();
        if at.told.is_empty() && at.readers > 0 {
            let waited = self.came.wait_timeout(at, TICK);
            at = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if !at.told.is_empty() {
            at.taken = Instant::now();
        }
        (std::mem::take(&mut at.told), at.readers > 0)
    }

    /// Tells the storing thread, which is woken for it unless it was just awake.
    fn tell(&self, mut at: MutexGuard<'_, Place<R>>, told: Told<R>) {
        at.told.push(told);
        if at.taken.elapsed() >= GATHER {
            self.came.notify_one();
        }
    }

    /// Waits until it may go on; `None` where it is not to.
    fn wait_for(&self, may: impl Fn(&Place<R>) -> bool) -> Option<MutexGuard<'_, Place<R>>> {
        let mut at = self.lock();
        while !at.over && !self.stop.is_asked() {
            if may(&at) {
                return Some(at);
            }
            // What is waited for may be that this is taken.
            if !at.told.is_empty() {
                self.came.notify_one();
            }
            at = self
                .moved
                .wait_timeout(at, TICK)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        None
    }

    /// The next source for a reader, once it is near enough to the one that is due.
    fn next(&self) -> Option<usize> {
        let is_near = |at: &Place<R>| {
            at.next >= self.count
                || at.next == at.due
                || at.next < at.due + AHEAD && at.waiting < MOST_WAITING
        };
        let mut at = self.wait_for(is_near).filter(|at| at.next < self.count)?;
        let source = at.next;
        at.next += 1;
        at.reading.push(source);
        Some(source)
    }

    /// Reads one source after the other.
    fn work(&self, read: &(dyn Fn(usize, &mut HandOn<'_, R>) + Sync))
    where
        R: Part,
    {
        let _leaving = Leaving(self);
        while let Some(source) = self.next() {
            let mut is_first = true;
            read(source, &mut |part| {
                let is_turn = |at: &Place<R>| is_first || at.due == source && !at.has_part;
                let Some(mut at) = self.wait_for(is_turn) else {
                    return false;
                };
                at.waiting += part.size();
                at.has_part |= !is_first;
                let is_first = std::mem::take(&mut is_first);
                let told = Told::Part {
                    source,
                    part,
                    is_first,
                };
                self.tell(at, told);
                true
            });
            let mut at = self.lock();
            at.reading.retain(|reading| *reading != source);
            self.tell(at, Told::Ended(source));
        }
    }

    /// A part of the source that is due was stored.
    fn is_stored(&self, due: usize, size: usize, is_first: bool) {
        let mut at = self.lock();
        at.waiting = at.waiting.saturating_sub(size);
        at.has_part &= is_first;
        at.due = due;
        // Who makes parts waits for this one; the others are told when all that came is stored.
        if !is_first {
            self.moved.notify_all();
        }
    }
}

/// What came, until its turn comes.
struct Order<R> {
    /// The source whose turn it is.
    due: usize,
    /// Of each source the parts, and which of them is the first.
    parts: BTreeMap<usize, VecDeque<(R, bool)>>,
    ended: BTreeSet<usize>,
}

impl<R> Order<R> {
    fn new() -> Self {
        Self {
            due: 0,
            parts: BTreeMap::new(),
            ended: BTreeSet::new(),
        }
    }

    fn take(&mut self, told: Told<R>) {
        match told {
            Told::Part {
                source,
                part,
                is_first,
            } => {
                let parts = self.parts.entry(source).or_default();
                parts.push_back((part, is_first));
            }
            Told::Ended(source) => drop(self.ended.insert(source)),
        }
    }

    /// What is to be stored next, as far as it came.
    fn next(&mut self) -> Option<(R, bool)> {
        loop {
            let parts = self.parts.get_mut(&self.due);
            if let Some(next) = parts.and_then(VecDeque::pop_front) {
                return Some(next);
            }
            if !self.ended.remove(&self.due) {
                return None;
            }
            self.parts.remove(&self.due);
            self.due += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    impl Part for usize {
        fn size(&self) -> usize {
            *self
        }
    }

    #[test]
    fn sources_are_stored_in_their_order_however_long_each_takes() {
        let gate = (Mutex::new(0_usize), Condvar::new());
        let mut stored = Vec::new();
        // The first source is done only when many others are.
        let read = |source: usize, hand_on: &mut HandOn<'_, usize>| {
            let mut done = gate.0.lock().unwrap();
            while source == 0 && *done < 100 {
                done = gate.1.wait(done).unwrap();
            }
            *done += 1;
            gate.1.notify_all();
            drop(done);
            hand_on(source * 2);
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

    fn alone(source: usize, hand_on: &mut HandOn<'_, usize>) {
        hand_on(source);
    }

    #[test]
    fn parts_of_a_source_are_stored_in_order_and_made_no_faster_than_they_are_stored() {
        let made = Mutex::new(Vec::new());
        // Sources 3 and 4 come in many parts, the others in one.
        let read = |source: usize, hand_on: &mut HandOn<'_, usize>| {
            let parts = if matches!(source, 3 | 4) { 50 } else { 1 };
            for part in 0..parts {
                made.lock().unwrap().push((source, part));
                assert!(hand_on(MOST_WAITING / 2 + part));
            }
        };
        let mut stored = Vec::new();
        let mut store = |next| {
            if let Next::Read(source, part) = next {
                stored.push((source, part - MOST_WAITING / 2));
                let of_source = |all: &[(usize, usize)]| {
                    all.iter().filter(|(other, _)| *other == source).count()
                };
                // One waits, and one is being made.
                let made = of_source(&made.lock().unwrap());
                assert!(made <= of_source(&stored) + 3, "{made}");
            }
            Ok::<(), Infallible>(())
        };
        in_order(8, 0, &Stop::default(), &read, &mut store).unwrap();
        let parts = |source| {
            (0..if matches!(source, 3 | 4) { 50 } else { 1 }).map(move |part| (source, part))
        };
        let expected: Vec<_> = (0..8).flat_map(parts).collect();
        assert_eq!(stored, expected);
    }

    #[test]
    fn a_reader_is_told_when_its_parts_are_no_longer_wanted() {
        let stop = Stop::default();
        let wanted = Mutex::new(Vec::new());
        let read = |_: usize, hand_on: &mut HandOn<'_, usize>| {
            while hand_on(1) {}
            wanted.lock().unwrap().push(false);
        };
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
        in_order(1, 0, &stop, &read, &mut store).unwrap();
        assert_eq!((stored, wanted.into_inner().unwrap()), (5, vec![false]));
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
        in_order(1000, 0, &stop, &alone, &mut store).unwrap();
        assert_eq!(stored, 5);

        let mut asked = 0;
        let mut fail = |next| {
            if let Next::Read(..) = next {
                asked += 1;
                return Err("full");
            }
            Ok(())
        };
        let ended = in_order(1000, 0, &Stop::default(), &alone, &mut fail);
        assert_eq!((ended, asked), (Err("full"), 1));
    }
}
