//! Work beside the loop: each on a thread of its own, and whoever waits for it is told even when it panics.

use std::io;
use std::thread;
use std::time::Duration;

/// What is said of work that ended by a fault of the program; the fault itself is reported where the program ends.
pub(super) const BROKE: &str = "this part of Tercet broke";

/// How long a thread stays once its work is done. As a thread ends, the allocator gives back to the system what the program has freed, but nothing that was
/// freed within the last second.
const LINGERS: Duration = Duration::from_millis(1_200);

/// Starts work on a thread of its own. `broke` is called in place of its end where it ends by a panic.
pub(super) fn start(
    name: &str,
    broke: impl FnOnce() + Send + 'static,
    work: impl FnOnce() + Send + 'static,
) -> io::Result<()> {
    let thread = thread::Builder::new().name(name.into());
    let thread = thread.spawn(move || {
        let mut end = End(Some(broke));
        work();
        end.0 = None;
        thread::sleep(LINGERS);
    })?;
    drop(thread);
    Ok(())
}

/// Says that work broke, unless it was taken away before.
struct End<F: FnOnce()>(Option<F>);

impl<F: FnOnce()> Drop for End<F> {
    fn drop(&mut self) {
        if let Some(broke) = self.0.take() {
            broke();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Instant;

    use super::*;

    #[test]
    fn work_that_breaks_is_heard_of_and_work_that_ends_says_so_itself() {
        let said = |work: fn()| {
            let (sender, receiver) = mpsc::channel();
            let ended = sender.clone();
            let broke = move || sender.send("broke").unwrap();
            start("test", broke, move || {
                work();
                ended.send("ended").unwrap();
            })
            .unwrap();
            receiver.iter().collect::<Vec<_>>()
        };
        let began = Instant::now();
        assert_eq!(said(|| {}), ["ended"]);
        assert!(began.elapsed() < LINGERS, "nobody waits for its thread");
        assert_eq!(said(|| panic!("a fault")), ["broke"]);
    }
}
