//! Runs on a machine that fails at a chosen moment: what was said to be done is there afterwards, what is said says what to do, and the study is gone on
//! with [D1][D2]. `cargo bench -- faults` does the same at random moments, many times.

use serde_json::Value;
use tercet::library::Library;

use crate::durability::{QUESTION, SALES};
use crate::machine::Fault;
use crate::program::{Place, Ran, finished};

/// The writes at which the machine fails: while the library is being made, while evidence is stored, while the brief is written and checked.
const WRITES: [u64; 6] = [1, 12, 30, 60, 90, 130];
/// The same of synchronisations, which are fewer.
const SYNCS: [u64; 5] = [1, 5, 9, 15, 20];

fn run_failing(place: &Place, fault: Fault, at: u64, arguments: &[&str]) -> Ran {
    let mut command = place.command(arguments);
    fault.happens(&mut command, at, &place.data_dir());
    finished(command.output().expect("started"))
}

/// The last event that a run printed.
fn last_printed(ran: &Ran) -> u64 {
    let lines = ran.out.lines();
    let events = lines.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let numbers = events.filter_map(|event| event["seq"].as_u64());
    numbers.max().unwrap_or_default()
}

fn last_kept(place: &Place) -> u64 {
    let library = Library::open(&place.data_dir()).expect("opened");
    let studies = library.studies().expect("listed");
    let events = studies.first().map(|study| library.events(study.id));
    let events = events.map(|events| events.expect("read"));
    events.map_or(0, |events| events.last().map_or(0, |last| last.seq))
}

/// A run that the machine fails in, and what it is gone on with. Says how many of the moments the run lived to see.
fn survives(fault: Fault, moments: &[u64]) -> usize {
    let mut failed = 0;
    for &at in moments {
        let place = Place::new();
        let sales = place.file("sales.md", SALES);
        let ran = run_failing(&place, fault, at, &["run", "--json", QUESTION, &sales]);
        let case = format!("{fault:?} at {at}: {}", ran.err);
        if ran.status != 0 {
            failed += 1;
            let expected = if fault == Fault::Torn { -1 } else { 3 };
            assert_eq!(ran.status, expected, "{case}");
            let is_said = ran.err.contains("full or failing");
            assert!(is_said || fault == Fault::Torn, "{case}");
            assert!(!ran.err.contains("panicked"), "{case}");
            assert!(!ran.err.contains("No findings"), "{case}");
        }
        let kept = last_kept(&place);
        assert!(last_printed(&ran) <= kept, "{kept} events are kept; {case}");
        let again = if kept == 0 {
            place.run(&["run", QUESTION, &sales])
        } else {
            place.run(&["run", "--study", "last", &sales])
        };
        assert_eq!(again.status, 0, "{case}; then {}", again.err);
        assert!(again.out.contains("2.2 million units"), "{case}");
    }
    failed
}

#[test]
fn a_disk_that_fills_within_a_run_loses_nothing_that_was_said_to_be_done() {
    assert!(survives(Fault::Full, &WRITES) > 3);
}

#[test]
fn a_disk_that_breaks_within_a_run_loses_nothing_that_was_said_to_be_done() {
    assert!(survives(Fault::Failing, &WRITES) > 3);
}

#[test]
fn a_disk_that_becomes_read_only_within_a_run_loses_nothing_that_was_said_to_be_done() {
    assert!(survives(Fault::ReadOnly, &WRITES) > 3);
}

#[test]
fn a_disk_that_does_not_synchronise_loses_nothing_that_was_said_to_be_done() {
    assert!(survives(Fault::Sync, &SYNCS) > 2);
    assert!(survives(Fault::SyncOnce, &SYNCS) > 2);
}

#[test]
fn a_write_that_power_is_lost_within_loses_nothing_that_was_said_to_be_done() {
    assert!(survives(Fault::Torn, &WRITES) > 3);
}

#[test]
fn a_clock_that_jumps_back_and_forth_makes_no_difference_to_a_study() {
    let place = Place::new();
    let sales = place.file("sales.md", SALES);
    let brief = place.run(&["run", QUESTION, &sales]);
    // What is said of the sources holds the day on which they were read.
    let body = |ran: &Ran| {
        let behind_head = ran.out.split("---\n").nth(2);
        let before_sources = behind_head.and_then(|text| text.split("## Sources").next());
        before_sources.map(str::to_owned)
    };
    for at in 1..4 {
        let place = Place::new();
        let sales = place.file("sales.md", SALES);
        let jumping = run_failing(&place, Fault::Clock, at, &["run", QUESTION, &sales]);
        assert_eq!(jumping.status, 0, "{}", jumping.err);
        assert_eq!(body(&jumping), body(&brief));
        // Gone on with at other times, the study that was changed last is still the last one.
        let more = place.file(
            "more.md",
            "Sales of heat pumps fell to 2.1 million units in 2025.",
        );
        let again = run_failing(
            &place,
            Fault::Clock,
            at + 3,
            &["run", "--study", "last", &more],
        );
        assert_eq!(again.status, 0, "{}", again.err);
        let listed = place.run(&["studies", "--json"]);
        assert_eq!(listed.out.lines().count(), 1, "{}", listed.out);
        let read = run_failing(&place, Fault::Clock, at + 5, &["export", "last"]);
        assert_eq!(body(&read), body(&place.run(&["export", "last"])));
        place.events();
    }
}
