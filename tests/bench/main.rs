//! How fast Tercet is, measured: `cargo bench`.
//!
//! Each figure is printed beside what it is meant to stay under. Nothing here fails for being slow: the reader judges, and the README says where it stands.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a measurement that cannot be taken ends the run; the table is the output"
)]

mod checking;
mod evidence;
mod frames;
mod ingest;
mod library;
mod overhead;
mod planted;
mod program;
mod quality;

use std::time::Duration;

fn main() {
    // `cargo test --benches` asks for a list of tests; there are none.
    if std::env::args().any(|argument| argument == "--list") {
        return;
    }
    // A measurement that needs a process of its own.
    if let Some(folder) = std::env::var_os(library::MEASURE) {
        return library::queries(folder.as_ref());
    }
    println!(
        "{:<62} {:>10} {:>10} {:>10}   target",
        "", "p50", "p99", "max"
    );
    program::first_frame();
    program::idle();
    frames::streaming();
    ingest::reading();
    overhead::run();
    library::run();
    evidence::run();
    checking::run();
    quality::run();
}

/// Prints one line of the table.
fn report(what: &str, mut times: Vec<Duration>, target: &str) {
    times.sort();
    let at = |share: f64| {
        times
            .get(((times.len() - 1) as f64 * share).round() as usize)
            .copied()
            .unwrap_or_default()
    };
    let shown = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
    println!(
        "{what:<62} {:>10} {:>10} {:>10}   {target}",
        shown(at(0.5)),
        shown(at(0.99)),
        shown(at(1.0))
    );
}
