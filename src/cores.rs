//! Work on many things at once, on as many cores as there are, whose outcomes come in the order of the things.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many threads are worth starting here.
pub(crate) fn count() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// What `work` makes of each item. Each worker has a thread of its own, the first has this one; who is done with an item takes the next.
pub(crate) fn in_order<T: Sync, W: Send, O: Send>(
    items: &[T],
    workers: &mut [W],
    work: impl Fn(&mut W, &T) -> O + Sync,
) -> Vec<O> {
    let next = AtomicUsize::new(0);
    let share = |worker: &mut W| {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else {
                return done;
            };
            done.push((at, work(worker, item)));
        }
    };
    let share = &share;
    let Some((own, others)) = workers.split_first_mut() else {
        return Vec::new();
    };
    let mut done = thread::scope(|scope| {
        let running: Vec<_> = others
            .iter_mut()
            .map(|worker| scope.spawn(move || share(worker)))
            .collect();
        let mut done = share(own);
        for thread in running {
            match thread.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_come_in_the_order_of_the_items_whoever_was_first() {
        let items: Vec<u32> = (0..1000).collect();
        for workers in [1, 3] {
            let doubled = in_order(&items, &mut vec![(); workers], |(), item| item * 2);
            assert!(doubled.iter().zip(&items).all(|(two, one)| *two == one * 2));
            assert_eq!(doubled.len(), items.len());
        }
        assert!(in_order(&items, &mut [(); 0], |(), item| *item).is_empty());
    }
}
