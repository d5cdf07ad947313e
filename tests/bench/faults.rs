//! Runs that are interrupted at random points and gone on with [D2]: nothing that was said to be done is lost, at most a moment of streamed text is, and
//! nothing that was finished is asked for twice. They are killed; their disk fills, fails, becomes read-only, does not synchronise or loses power within a
//! write; their clock jumps; another program wants the same study. Besides, the files of each interrupted run are torn, damaged and made those of a later
//! program: what is left opens, or says what is wrong.
//!
//! `TERCET_BENCH_POINTS` says at how many points (100), `TERCET_BENCH_SEED` at which ones, `TERCET_BENCH_AT_ONCE` how many runs go on side by side (one a
//! core), `TERCET_BENCH_PROGRAM` of which program if not of the one that is built with this. Each run is a process of its own, interrupted once to three
//! times. What was found so far is printed now and then, so that a measurement which is cut short has been worth its time, too.

mod chance;
mod interruption;
mod ledger;
mod left;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::cycles;
use crate::overhead::server::{Gate, Server, Step, deltas, done, finish, stream_head};
use chance::Chance;
use interruption::How;
use ledger::Ledger;
use left::{copied, damage, fold, kept, lost, opened, section, studies};

/// As much streamed text as a kill may cost [D2].
const PROMISED: Duration = Duration::from_millis(250);
const SETTINGS: &str = "judge = true\nreflect = true\nrevisions = 0";

/// Points after which what was found is printed.
const TOLD_EVERY: usize = 100;

/// What was found wrong, and how often things happened.
#[derive(Default)]
struct Tally {
    runs: usize,
    interrupted: BTreeMap<&'static str, usize>,
    before_the_study: usize,
    after_the_end: usize,
    /// Events that were printed before an interruption, and those of them that were not in the journal after it.
    printed: u64,
    lost_events: u64,
    calls: usize,
    /// Calls that were cut, and made again; and those that were made again without having been cut.
    cut: usize,
    repeated: usize,
    torn: usize,
    damaged: usize,
    newer: usize,
    refused: usize,
    /// What each kill cost of a text that was streaming.
    lost: Vec<Duration>,
    wrong: Vec<String>,
}

impl Tally {
    fn points(&self) -> usize {
        self.interrupted.values().sum()
    }

    fn add(&mut self, other: Self) {
        self.runs += other.runs;
        for (name, count) in other.interrupted {
            *self.interrupted.entry(name).or_default() += count;
        }
        self.before_the_study += other.before_the_study;
        self.after_the_end += other.after_the_end;
        self.printed += other.printed;
        self.lost_events += other.lost_events;
        self.calls += other.calls;
        self.cut += other.cut;
        self.repeated += other.repeated;
        self.torn += other.torn;
        self.damaged += other.damaged;
        self.newer += other.newer;
        self.refused += other.refused;
        self.lost.extend(other.lost);
        self.wrong.extend(other.wrong);
    }

    fn tell(&mut self) {
        self.lost.sort_unstable();
        let of_lost = |share: f64| {
            let at = (self.lost.len().saturating_sub(1) as f64 * share).round() as usize;
            self.lost.get(at).map_or(0, Duration::as_millis)
        };
        let mut kinds = String::new();
        for (name, count) in &self.interrupted {
            let _ = write!(kinds, ", {count} {name}");
        }
        println!(
            "faults: {} points in {} runs ({} before there was a study; {} runs came to their end){kinds}",
            self.points(),
            self.runs,
            self.before_the_study,
            self.after_the_end
        );
        println!(
            "faults: {} decisions and other events were told before them, {} of these lost; {} calls, of which {} were cut and made again, {} finished ones repeated",
            self.printed, self.lost_events, self.calls, self.cut, self.repeated
        );
        println!(
            "faults: {} kills while a text streamed cost {} ms of it at the median, {} ms in 99 of 100, {} ms at most (promised: {} ms)",
            self.lost.len(),
            of_lost(0.5),
            of_lost(0.99),
            of_lost(1.0),
            PROMISED.as_millis()
        );
        println!(
            "faults: {} torn journals, {} of a later program, {} files with a byte changed, of which {} were refused with a reason; wrong: {}",
            self.torn,
            self.newer,
            self.damaged,
            self.refused,
            self.wrong.len()
        );
        for line in self.wrong.iter().take(20) {
            println!("  {line}");
        }
    }
}

/// One line that the program printed, and when.
struct Line {
    at: Instant,
    json: Value,
}

pub fn run() {
    let points = number("TERCET_BENCH_POINTS", 100) as usize;
    let seed = number("TERCET_BENCH_SEED", 1).max(1);
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let at_once = number("TERCET_BENCH_AT_ONCE", cores).max(1);
    let (whole, calls) = uncut();
    let all = Mutex::new(Tally::default());
    let next = AtomicU64::new(0);
    let work = || {
        while all.lock().expect("not poisoned").points() < points {
            let run = next.fetch_add(1, Ordering::Relaxed);
            let mut chance = Chance::of_run(seed, run);
            let mut tally = Tally::default();
            one_run(&mut chance, whole, calls, &mut tally);
            let mut all = all.lock().expect("not poisoned");
            let before = all.points();
            all.add(tally);
            let now = all.points();
            if before / TOLD_EVERY < now / TOLD_EVERY && now < points {
                all.tell();
            }
        }
    };
    thread::scope(|threads| {
        for _ in 0..at_once {
            threads.spawn(work);
        }
    });
    all.into_inner().expect("not poisoned").tell();
}

fn number(name: &str, otherwise: u64) -> u64 {
    let said = std::env::var(name).ok().and_then(|said| said.parse().ok());
    said.unwrap_or(otherwise)
}

/// Words of a piece of an answer: half a sentence of a draft.
const PIECE: usize = 5;

/// Answers like the cycles' server, in pieces with this much time between them, and keeps a ledger of its drafts.
fn server(pause: Duration, ledger: Ledger) -> Server {
    Server::site(move |seen| {
        let text = cycles::answer_or(seen, || ledger.draft());
        let words: Vec<&str> = text.split_inclusive(' ').collect();
        let mut steps = vec![Step::Send(stream_head())];
        let mut pieces = Vec::new();
        for piece in words.chunks(PIECE) {
            let gate = Gate::default();
            steps.push(Step::Hold(gate.clone()));
            steps.push(Step::Send(deltas(piece)));
            pieces.push((gate, piece.concat()));
        }
        steps.push(Step::Send([finish("stop"), done()].concat()));
        let ledger = ledger.clone();
        thread::spawn(move || {
            for (gate, piece) in pieces {
                thread::sleep(pause);
                // A little early rather than late: what is measured is never less than what was lost.
                ledger.sends(&piece);
                gate.open();
            }
        });
        steps
    })
}

/// How long a run takes that is left alone, and how many calls it makes.
fn uncut() -> (Duration, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    cycles::evidence(folder.path());
    let server = server(Duration::from_millis(1), Ledger::default());
    let started = Instant::now();
    let arguments = [cycles::QUESTION, "evidence"];
    let mut child = interruption::command(folder.path(), &server, &arguments)
        .spawn()
        .expect("started");
    let lines = child.stdout.take().map(reading);
    let _ = child.wait();
    let _ = lines.map(thread::JoinHandle::join);
    (started.elapsed(), server.requests().len())
}

/// Collects the whole lines that the program prints.
fn reading(output: std::process::ChildStdout) -> thread::JoinHandle<Vec<Line>> {
    thread::spawn(move || {
        let mut lines = Vec::new();
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let at = Instant::now();
            // The last line may be cut.
            if let Ok(json) = serde_json::from_str(&line) {
                lines.push(Line { at, json });
            }
        }
        lines
    })
}

/// What goes on with the study of a folder, or begins it.
fn arguments(folder: &Path) -> &'static [&'static str] {
    if studies(folder).is_empty() {
        &[cycles::QUESTION, "evidence"]
    } else {
        &["--study", "last"]
    }
}

/// One run: interrupted once to three times, then finished.
fn one_run(chance: &mut Chance, whole: Duration, calls: usize, tally: &mut Tally) {
    tally.runs += 1;
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    cycles::evidence(folder);
    // Now and then slowly enough for the text's own saving to matter.
    let slow = chance.below(4) == 0;
    let ledger = Ledger::default();
    let pause = Duration::from_millis(if slow { 30 } else { 1 });
    let server = server(pause, ledger.clone());
    let longest = if slow { whole * 8 } else { whole };
    let mut points = 0;
    for _ in 0..=chance.below(3) {
        let how = How::chosen(chance);
        let command = interruption::command(folder, &server, arguments(folder));
        ledger.nobody_listens();
        let interrupted = interruption::run(how, command, folder, longest, chance);
        tally.wrong.extend(interrupted.wrong);
        if interrupted.has_ended {
            tally.after_the_end += 1;
            break;
        }
        points += 1;
        *tally.interrupted.entry(how.name()).or_default() += 1;
        // Opening the library tidies up, so what is left is set aside first.
        let left = copied(folder);
        let lines = interrupted.lines;
        if studies(folder).is_empty() {
            tally.before_the_study += 1;
            if lines.iter().any(|line| line.json.get("seq").is_some()) {
                let what = "events were printed, and there is no study";
                tally.wrong.push(format!("{}: {what}", how.name()));
            }
            continue;
        }
        if how.is_kill() {
            let cost = ledger.lost(interrupted.at, &kept(folder));
            let too_much = cost.filter(|cost| *cost > PROMISED);
            let told = too_much.map(|cost| format!("{}: cost {cost:?} of a text", how.name()));
            tally.wrong.extend(told);
            tally.lost.extend(cost);
        }
        // A program that finds its machine failing shows no more, and goes on for a while to see whether it can be saved yet.
        let shown = lines
            .iter()
            .rev()
            .find(|line| section(&line.json).is_some());
        let until = match shown {
            Some(shown) if !how.is_kill() => shown.at,
            _ => interrupted.at,
        };
        match lost(folder, &lines, until) {
            Ok(events) => {
                tally.printed += events.printed;
                tally.lost_events += events.lost;
                let lost = (events.lost > 0).then(|| format!("{}: {events:?}", how.name()));
                tally.wrong.extend(lost);
            }
            Err(lost) => tally.wrong.push(format!("{}: {lost}", how.name())),
        }
        damage(left.path(), chance, tally);
    }
    let mut child = interruption::command(folder, &server, arguments(folder))
        .spawn()
        .expect("started");
    let lines = child.stdout.take().map(reading);
    let status = child.wait().ok().and_then(|status| status.code());
    let _ = lines.map(thread::JoinHandle::join);
    let study = opened(folder).map(|events| fold(&events));
    let is_whole = study.is_ok_and(|study| study.is_complete() && study.cycle.is_none());
    if !is_whole || status.is_none_or(|status| status > 1) {
        let what = format!("a run was not finished: exit status {status:?}");
        tally.wrong.push(what);
    }
    // Each interruption may cut one call, and one call alone is made again for it.
    let asked = server.requests().len();
    let again = asked.saturating_sub(calls);
    tally.calls += asked;
    tally.cut += again.min(points);
    tally.repeated += again.saturating_sub(points);
    if again > points {
        let what = format!("{asked} calls after {points} interruptions, where {calls} are enough");
        tally.wrong.push(what);
    }
}
