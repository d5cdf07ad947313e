//! How fast Tercet is, measured: `cargo bench`, or `cargo bench -- text library` for some parts of it.
//!
//! Each figure is printed beside what it is meant to stay under. Nothing here fails for being slow: the reader judges, and the README says where it stands.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a measurement that cannot be taken ends the run; the table is the output"
)]

mod checking;
mod cycles;
#[path = "../it/desk.rs"]
mod desk;
mod evidence;
mod faults;
mod frames;
mod ingest;
mod large;
mod library;
mod live;
#[path = "../it/machine.rs"]
mod machine;
mod overhead;
mod planted;
mod program;
mod quality;
mod scores;
mod update;

use std::time::Duration;

/// Tokens that a request has in common with the beginning of one before it: a server keeps more than one prefix.
fn repeated(before: &[String], request: &str) -> usize {
    let same = |other: &String| {
        let pairs = request.bytes().zip(other.bytes());
        pairs.take_while(|(a, b)| a == b).count()
    };
    before.iter().map(same).max().unwrap_or(0) / 4
}

fn main() {
    // `cargo test --benches` asks for a list of tests; there are none.
    if std::env::args().any(|argument| argument == "--list") {
        return;
    }
    // A measurement that needs a process of its own.
    if let Some(folder) = std::env::var_os(library::MEASURE) {
        return library::queries(folder.as_ref());
    }
    let parts: &[(&str, fn())] = &[
        ("first-frame", program::first_frame),
        ("idle", program::idle),
        ("streaming", frames::streaming),
        ("large", large::run),
        ("live", live::marks),
        ("frames", ingest::frames),
        ("text", ingest::text),
        ("overhead", overhead::run),
        ("cycles", cycles::run),
        ("update", update::run),
        ("library", library::run),
        ("evidence", evidence::run),
        ("checking", checking::run),
        ("scores", scores::run),
        ("quality", quality::run),
        ("faults", faults::run),
    ];
    // Cargo adds options of its own.
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|one| one == name);
    println!(
        "{:<62} {:>10} {:>10} {:>10}   target",
        "", "p50", "p99", "max"
    );
    for (_, run) in parts.iter().filter(|(name, _)| is_wanted(name)) {
        run();
    }
}

/// User and system time of this process, all its threads together.
fn own_cpu() -> Duration {
    cpu([11, 12])
}

/// User and system time of all children that have ended.
fn children_cpu() -> Duration {
    cpu([13, 14])
}

/// The sum of two fields of /proc; its clock ticks 100 times a second.
fn cpu(fields: [usize; 2]) -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let told: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    let ticks: u64 = fields
        .iter()
        .filter_map(|&at| told.get(at)?.parse::<u64>().ok())
        .sum();
    Duration::from_millis(ticks * 10)
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
