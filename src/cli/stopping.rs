//! Stopping: the first Ctrl-C asks a command to end well, with what it has kept and what goes on from there; the second ends it at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use color_eyre::eyre::Result;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::NOT_FINISHED;

const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// Set by the first signal; the second one ends the program at once.
pub(super) fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in SIGNALS {
        flag::register_conditional_shutdown(signal, i32::from(NOT_FINISHED), Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// Tells whoever waits of the first signal; the second one ends the program at once.
pub(super) fn stop_requests() -> Result<UnboundedReceiver<()>> {
    stop_flag()?;
    let mut signals = Signals::new(SIGNALS)?;
    let (tell, told) = unbounded_channel();
    thread::spawn(move || {
        for _ in signals.forever() {
            if tell.send(()).is_err() {
                return;
            }
        }
    });
    Ok(told)
}
