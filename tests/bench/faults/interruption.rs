//! One way in which a run ends before its end.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::chance::Chance;
use super::{Line, SETTINGS, reading};
use crate::machine::Fault;
use crate::overhead::server::Server;

/// Longer than any run takes: what is not over by then hangs.
const PATIENCE: Duration = Duration::from_mins(2);
/// Writes and synchronisations that a run makes, about.
const WRITES: u64 = 700;
const SYNCS: u64 = 150;

/// How a run is interrupted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    Killed,
    /// Killed, on a machine whose clock jumps.
    KilledWithJumpingClock,
    /// The machine fails, and the run ends by itself or with it.
    Fails(Fault),
    /// Killed, after another program wanted to go on with the same study.
    TwoAtOnce,
}

impl How {
    /// Kills are half of all. `TERCET_BENCH_FAULT` names the only kind to try, as the table calls it.
    pub(super) fn chosen(chance: &mut Chance) -> Self {
        let only = std::env::var("TERCET_BENCH_FAULT").ok();
        loop {
            let how = Self::any(chance);
            if only.as_ref().is_none_or(|only| how.name() == only) {
                return how;
            }
        }
    }

    fn any(chance: &mut Chance) -> Self {
        match chance.below(16) {
            0 => Self::Fails(Fault::Full),
            1 => Self::Fails(Fault::Failing),
            2 => Self::Fails(Fault::ReadOnly),
            3 => Self::Fails(Fault::Sync),
            4 => Self::Fails(Fault::SyncOnce),
            5 => Self::Fails(Fault::Torn),
            6 => Self::KilledWithJumpingClock,
            7 => Self::TwoAtOnce,
            _ => Self::Killed,
        }
    }

    /// Whether it comes from outside at a moment that is known, and finds a machine that works.
    pub(super) fn is_kill(self) -> bool {
        !matches!(self, Self::Fails(_))
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::KilledWithJumpingClock => "killed with a jumping clock",
            Self::Fails(Fault::Full) => "disk full",
            Self::Fails(Fault::Failing) => "disk failing",
            Self::Fails(Fault::ReadOnly) => "disk read-only",
            Self::Fails(Fault::Sync) => "no synchronisation",
            Self::Fails(Fault::SyncOnce) => "one synchronisation failing",
            Self::Fails(Fault::Torn) => "power lost within a write",
            Self::Fails(Fault::Clock) => "clock",
            Self::TwoAtOnce => "killed beside another",
        }
    }
}

/// What an interrupted run showed.
pub(super) struct Interrupted {
    pub(super) lines: Vec<Line>,
    pub(super) at: Instant,
    /// The run came to its end before anything happened.
    pub(super) has_ended: bool,
    pub(super) wrong: Option<String>,
}

fn program() -> OsString {
    let named = std::env::var_os("TERCET_BENCH_PROGRAM");
    named.unwrap_or_else(|| env!("CARGO_BIN_EXE_tercet").into())
}

/// The program that runs the study of a folder, or begins it.
pub(super) fn command(folder: &Path, server: &Server, arguments: &[&str]) -> Command {
    fs::write(
        folder.join("c.toml"),
        format!("[tiers]\ncritic = \"extractive\"\n[run]\n{SETTINGS}\n"),
    )
    .expect("written");
    let mut command = Command::new(program());
    command
        .args(["run", "--json", "--model", "openai/m", "--config", "c.toml"])
        .args(["--data-dir", "data"])
        .args(arguments)
        .current_dir(folder)
        .env("OPENAI_BASE_URL", server.base_url())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

/// Runs until it is interrupted, after at most `longest` where it is killed.
pub(super) fn run(
    how: How,
    mut command: Command,
    folder: &Path,
    longest: Duration,
    chance: &mut Chance,
) -> Interrupted {
    let told = folder.join("told");
    command.stderr(fs::File::create(&told).expect("made"));
    match how {
        How::Fails(fault) => {
            let calls = match fault {
                Fault::Sync | Fault::SyncOnce => SYNCS,
                _ => WRITES,
            };
            fault.happens(&mut command, 1 + chance.below(calls), &folder.join("data"));
        }
        How::KilledWithJumpingClock => {
            let from = chance.below(8);
            Fault::Clock.happens(&mut command, from, &folder.join("data"));
        }
        How::Killed | How::TwoAtOnce => {}
    }
    let mut child = command.spawn().expect("started");
    let lines = child.stdout.take().map(reading);
    let mut wrong = None;
    let has_ended = if let How::Fails(fault) = how {
        let ended = failed(&mut child, &told);
        wrong = told_wrongly(fault, ended, &told);
        matches!(ended, Ended::With(0 | 1))
    } else {
        // One that has ended is not waited for.
        let _ = ended(&mut child, longest.mul_f64(chance.share()));
        if how == How::TwoAtOnce {
            wrong = beside(folder, &mut child);
        }
        child.try_wait().is_ok_and(|status| status.is_some())
    };
    let at = Instant::now();
    let _ = child.kill();
    let _ = child.wait();
    let lines = lines.and_then(|lines| lines.join().ok());
    Interrupted {
        lines: lines.unwrap_or_default(),
        at,
        has_ended,
        wrong,
    }
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    With(i32),
    Killed,
    /// It has not.
    Hangs,
}

fn ended(child: &mut Child, patience: Duration) -> Ended {
    let until = Instant::now() + patience;
    while Instant::now() < until {
        if let Ok(Some(status)) = child.try_wait() {
            return status.code().map_or(Ended::Killed, Ended::With);
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ended::Hangs
}

/// The end of a program whose machine failed. One that waits for room, which never comes, is asked to stop.
fn failed(child: &mut Child, told: &Path) -> Ended {
    let until = Instant::now() + PATIENCE;
    let waits = || fs::read_to_string(told).is_ok_and(|told| told.contains("waiting for room"));
    while Instant::now() < until {
        let ended = ended(child, Duration::from_millis(50));
        if ended != Ended::Hangs {
            return ended;
        }
        if waits() {
            // A second signal would end it at once.
            let _ = kill_process(Pid::from_child(child), Signal::TERM);
            return self::ended(child, PATIENCE);
        }
    }
    Ended::Hangs
}

/// What is wrong with what a run said when its machine failed.
fn told_wrongly(fault: Fault, ended: Ended, told: &Path) -> Option<String> {
    let told = fs::read_to_string(told).unwrap_or_default();
    let says_what_to_do = ["make room", "room on", "writable", "--data-dir"];
    let is_right = match ended {
        Ended::With(0 | 1) => true,
        Ended::With(3) => says_what_to_do.iter().any(|words| told.contains(words)),
        Ended::Killed => fault == Fault::Torn,
        Ended::With(_) | Ended::Hangs => false,
    };
    (!is_right).then(|| format!("{fault:?}: {ended:?}: {told}"))
}

/// What is wrong where a second program wants to go on with the study that a first one is at.
fn beside(folder: &Path, first: &mut Child) -> Option<String> {
    let second = Command::new(program())
        .args(["run", "--model", "extractive", "--study", "last"])
        .args(["--data-dir", "data"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("started");
    // Where the first has ended meanwhile there is nothing to be refused for.
    if first.try_wait().is_ok_and(|status| status.is_some()) {
        return None;
    }
    let told = String::from_utf8_lossy(&second.stderr);
    let is_refused = second.status.code() == Some(3)
        && (told.contains("open in another Tercet") || told.contains("no study"));
    (!is_refused).then(|| format!("a second program: {:?}: {told}", second.status.code()))
}
