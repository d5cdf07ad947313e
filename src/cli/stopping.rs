//! Stopping: the first Ctrl-C asks a command to end well, with what it has kept and what goes on from there; the second ends it at once.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use color_eyre::eyre::Result;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::NOT_FINISHED;

/// The signals that ask for an end, save those that whoever started the program wants ignored, as `nohup` does.
fn signals() -> Vec<i32> {
    let ignored = ignored().unwrap_or(0);
    let is_wanted = |signal: &i32| ignored & (1 << (signal - 1)) == 0;
    let all = [SIGINT, SIGTERM, SIGHUP].into_iter();
    all.filter(is_wanted).collect()
}

/// A bit for each signal that is ignored; `None` where the system does not tell.
fn ignored() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// Set by the first signal; the second one ends the program at once.
pub(super) fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in signals() {
        flag::register_conditional_shutdown(signal, i32::from(NOT_FINISHED), Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// Tells whoever waits of the first signal, and which it is; the second one ends the program at once.
pub(super) fn stop_requests() -> Result<UnboundedReceiver<i32>> {
    stop_flag()?;
    let mut signals = Signals::new(signals())?;
    let (tell, told) = unbounded_channel();
    thread::spawn(move || {
        for signal in signals.forever() {
            if tell.send(signal).is_err() {
                return;
            }
        }
    });
    Ok(told)
}
