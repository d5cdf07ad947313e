//! Runs that are killed at random points and gone on with [D2]: nothing that was said to be done is lost, at most a moment of streamed text is, and nothing
//! that was finished is asked for twice. Besides, the files of each killed run are torn and damaged: what is left opens, or says what is wrong.
//!
//! `TERCET_BENCH_POINTS` says how many points (100), `TERCET_BENCH_SEED` which ones. Each point is a process of its own, killed with SIGKILL.

use std::fs;
use std::io::{BufRead, BufReader};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tercet::library::{Library, LibraryError};
use tercet::study::{Envelope, Reading, Study, StudyId};

use crate::cycles;
use crate::overhead::server::{Gate, Server, Step, deltas, done, finish, stream_head};

/// Text that was shown this long before the end is kept; a little more than is promised, for the time that a line takes through a pipe.
const KEPT: Duration = Duration::from_millis(300);
const SETTINGS: &str = "judge = true\nreflect = true\nrevisions = 0";

/// What was found wrong, and how often things happened.
#[derive(Default)]
struct Tally {
    points: usize,
    before_the_study: usize,
    after_the_end: usize,
    kills: usize,
    calls: usize,
    repeated: usize,
    torn: usize,
    damaged: usize,
    told: usize,
    wrong: Vec<String>,
}

/// One line that the program printed, and when.
struct Line {
    at: Instant,
    json: Value,
}

pub fn run() {
    let points = number("TERCET_BENCH_POINTS", 100);
    let mut chance = Chance(number("TERCET_BENCH_SEED", 1).max(1));
    let mut tally = Tally::default();
    let (whole, calls) = uncut();
    for _ in 0..points {
        point(&mut chance, whole, calls, &mut tally);
    }
    let Tally {
        points,
        before_the_study,
        after_the_end,
        kills,
        calls,
        repeated,
        torn,
        damaged,
        told,
        wrong,
    } = tally;
    println!(
        "faults: {points} runs, {kills} kills ({before_the_study} before there was a study, {after_the_end} after the end), {calls} calls of which {repeated} were cut and asked again"
    );
    println!(
        "faults: {torn} torn journals, {damaged} files with a byte changed, of which {told} were refused with a reason; wrong: {}",
        wrong.len()
    );
    for line in wrong.iter().take(20) {
        println!("  {line}");
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    let said = std::env::var(name).ok().and_then(|said| said.parse().ok());
    said.unwrap_or(otherwise)
}

/// Answers like the cycles' server, in pieces with this much time between them.
fn server(pause: Duration) -> Server {
    Server::site(move |seen| {
        let text = cycles::answer(seen);
        let pieces: Vec<&str> = text.split_inclusive(' ').collect();
        let mut steps = vec![Step::Send(stream_head())];
        let mut gates = Vec::new();
        for piece in pieces.chunks(pieces.len().div_ceil(8).max(1)) {
            let gate = Gate::default();
            steps.push(Step::Send(deltas(piece)));
            steps.push(Step::Hold(gate.clone()));
            gates.push(gate);
        }
        steps.push(Step::Send([finish("stop"), done()].concat()));
        thread::spawn(move || {
            for gate in gates {
                thread::sleep(pause);
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
    let server = server(Duration::from_millis(2));
    let started = Instant::now();
    let mut child = start(folder.path(), &server, &[cycles::QUESTION, "evidence"]);
    let lines = child.stdout.take().map(reading);
    let _ = child.wait();
    let _ = lines.map(thread::JoinHandle::join);
    (started.elapsed(), server.requests().len())
}

fn start(folder: &Path, server: &Server, arguments: &[&str]) -> Child {
    fs::write(
        folder.join("c.toml"),
        format!("[tiers]\ncritic = \"extractive\"\n[run]\n{SETTINGS}\n"),
    )
    .expect("written");
    Command::new(env!("CARGO_BIN_EXE_tercet"))
        .args(["run", "--json", "--model", "openai/m", "--config", "c.toml"])
        .args(["--data-dir", "data"])
        .args(arguments)
        .current_dir(folder)
        .env("OPENAI_BASE_URL", server.base_url())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started")
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

/// One run: killed once to three times, then finished.
fn point(chance: &mut Chance, whole: Duration, calls: usize, tally: &mut Tally) {
    tally.points += 1;
    let folder = tempfile::tempdir().expect("a folder");
    cycles::evidence(folder.path());
    // Now and then slowly enough for the text's own saving to matter.
    let slow = chance.below(4) == 0;
    let server = server(Duration::from_millis(if slow { 60 } else { 2 }));
    let longest = if slow { whole * 8 } else { whole };
    let wanted = 1 + chance.below(3);
    let mut kills = 0;
    for _ in 0..wanted {
        let has_study = !studies(folder.path()).is_empty();
        let arguments: &[&str] = if has_study {
            &["--study", "last"]
        } else {
            &[cycles::QUESTION, "evidence"]
        };
        let mut child = start(folder.path(), &server, arguments);
        let lines = child.stdout.take().map(reading);
        thread::sleep(longest.mul_f64(chance.share()));
        let has_ended = child.try_wait().is_ok_and(|status| status.is_some());
        let killed_at = Instant::now();
        let _ = child.kill();
        let _ = child.wait();
        let lines = lines
            .and_then(|lines| lines.join().ok())
            .unwrap_or_default();
        if has_ended {
            tally.after_the_end += 1;
            break;
        }
        kills += 1;
        // Opening the library tidies up, so what the kill left is set aside first.
        let left = copied(folder.path());
        if studies(folder.path()).is_empty() {
            tally.before_the_study += 1;
            if lines.iter().any(|line| line.json.get("seq").is_some()) {
                tally
                    .wrong
                    .push("events were printed, and there is no study".to_owned());
            }
            continue;
        }
        tally.wrong.extend(lost(folder.path(), &lines, killed_at));
        damage(left.path(), chance, tally);
    }
    tally.kills += kills;
    let mut child = start(
        folder.path(),
        &server,
        if studies(folder.path()).is_empty() {
            &[cycles::QUESTION, "evidence"]
        } else {
            &["--study", "last"]
        },
    );
    let lines = child.stdout.take().map(reading);
    let status = child.wait().ok().and_then(|status| status.code());
    let _ = lines.map(thread::JoinHandle::join);
    let study = opened(folder.path()).map(|events| fold(&events));
    let is_whole = study.is_ok_and(|study| study.is_complete() && study.cycle.is_none());
    if !is_whole || status.is_none_or(|status| status > 1) {
        tally
            .wrong
            .push(format!("a run was not finished: exit status {status:?}"));
    }
    let asked = server.requests().len();
    tally.calls += asked;
    tally.repeated += asked.saturating_sub(calls);
    // Each kill may cut one call, and one call alone is made again for it.
    if asked > calls + kills {
        tally.wrong.push(format!(
            "{asked} calls after {kills} kills, where {calls} are enough"
        ));
    }
}

fn studies(folder: &Path) -> Vec<StudyId> {
    let library = Library::open(&folder.join("data"));
    let studies = library.and_then(|library| library.studies());
    let studies = studies.unwrap_or_default();
    studies.iter().map(|study| study.id).collect()
}

fn opened(folder: &Path) -> Result<Vec<Envelope>, LibraryError> {
    let library = Library::open(&folder.join("data"))?;
    match library.studies()?.first() {
        Some(study) => library.events(study.id),
        None => Ok(Vec::new()),
    }
}

fn fold(events: &[Envelope]) -> Study {
    Study::fold(events.iter().map(|envelope| &envelope.event))
}

/// What was shown and is not there any more.
fn lost(folder: &Path, lines: &[Line], killed_at: Instant) -> Option<String> {
    let library = match Library::open(&folder.join("data")) {
        Ok(library) => library,
        Err(error) => return Some(format!("the library does not open: {error}")),
    };
    let id = library.studies().ok()?.first()?.id;
    let events = match library.events(id) {
        Ok(events) => events,
        Err(error) => return Some(format!("the journal does not read: {error}")),
    };
    let shown = lines
        .iter()
        .filter_map(|line| line.json.get("seq")?.as_u64());
    let (last_shown, last) = (shown.max(), events.last().map(|last| last.seq));
    if last_shown > last {
        return Some(format!(
            "event {last_shown:?} was printed, and {last:?} is the last in the journal"
        ));
    }
    let study = fold(&events);
    let texts = study.texts(Reading::Candidate);
    let live = library.live(id).ok().flatten();
    let section = lines.iter().rev().find_map(|line| section(&line.json))?;
    let long_ago = |line: &&Line| killed_at.duration_since(line.at) > KEPT;
    let pieces: Vec<&str> = lines
        .iter()
        .filter(long_ago)
        .filter(|line| self::section(&line.json) == Some(section))
        .filter_map(|line| line.json["body"]["text"].as_str())
        .collect();
    let shown: usize = pieces.iter().copied().map(words).sum();
    let live = live.filter(|live| live.section.0 == section);
    let kept = live.as_ref().map_or(0, |live| words(&live.text));
    let written = texts.get(section).map_or(0, |text| words(text));
    // A model that goes on by saying again what stands already is shown doing so, and kept once.
    let holds_last = |text: &str| {
        let last = pieces.last().map(|piece| piece.trim());
        last.is_some_and(|last| text.contains(last))
    };
    let has_last = live.is_some_and(|live| holds_last(&live.text))
        || texts.get(section).is_some_and(|text| holds_last(text));
    // A refusal, a judgement or an edit streams too, and is kept as what was made of it.
    let is_draft = study.judgements.is_empty();
    (is_draft && !has_last && kept.max(written) + 1 < shown)
        .then(|| format!("{shown} words were shown, {kept} or {written} are kept"))
}

fn section(json: &Value) -> Option<usize> {
    let is_text = json.get("kind")?.as_str()? == "text";
    let section = json.get("body")?.get("section")?.as_u64()?;
    is_text.then(|| usize::try_from(section).ok())?
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// The files of the data folder, in a folder of their own.
fn copied(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a folder");
    let data = copy.path().join("data");
    fs::create_dir(&data).expect("made");
    let files = fs::read_dir(folder.join("data")).into_iter().flatten();
    for entry in files.flatten().filter(|entry| entry.path().is_file()) {
        fs::copy(entry.path(), data.join(entry.file_name())).expect("copied");
    }
    copy
}

/// Tears and damages copies of what a killed run left.
fn damage(left: &Path, chance: &mut Chance, tally: &mut Tally) {
    let mut whole = None;
    for kind in ["torn", "changed"] {
        let copy = copied(left);
        let entries = fs::read_dir(copy.path().join("data")).expect("there");
        let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        let is_log = |path: &&PathBuf| path.to_string_lossy().ends_with("-wal");
        let file = if kind == "torn" {
            files.iter().find(is_log)
        } else {
            files.get(chance.below(files.len() as u64) as usize)
        };
        let Some(file) = file else { continue };
        let mut bytes = fs::read(file).expect("read");
        if bytes.is_empty() {
            continue;
        }
        let at = chance.below(bytes.len() as u64) as usize;
        if kind == "torn" {
            bytes.truncate(at.max(settled(&copy.path().join("data"))));
            tally.torn += 1;
        } else {
            bytes[at] ^= 1 << chance.below(8);
            tally.damaged += 1;
        }
        fs::write(file, bytes).expect("written");
        match catch_unwind(|| opened(copy.path()).map(|events| (fold(&events), events))) {
            Err(_) => tally.wrong.push(format!("a {kind} file ends in a panic")),
            Ok(Err(error)) => {
                tally.told += 1;
                if kind == "torn" || error.to_string().is_empty() {
                    tally.wrong.push(format!("a {kind} file: {error}"));
                }
            }
            Ok(Ok((_, events))) if kind == "torn" => {
                let whole = whole.get_or_insert_with(|| opened(copied(left).path()));
                let whole = whole.as_deref().unwrap_or_default();
                if !whole.starts_with(&events) {
                    let what = "a torn journal is not the beginning of the whole one";
                    tally.wrong.push(what.to_owned());
                }
            }
            Ok(Ok(_)) => {}
        }
    }
}

/// Bytes of the log that a power cut cannot tear: what is being put in its place in the file was synchronised before. The count of such frames stands in
/// the file that programs share beside the log (<https://www.sqlite.org/walformat.html>).
fn settled(data: &Path) -> usize {
    const ATTEMPTED: usize = 128;
    const FRAME: usize = 24 + 8192;
    let shared = fs::read(data.join("library.db-shm")).unwrap_or_default();
    let count = shared.get(ATTEMPTED..ATTEMPTED + 4);
    let count = count.and_then(|count| count.try_into().ok());
    count.map_or(0, |count| 32 + FRAME * u32::from_ne_bytes(count) as usize)
}

/// Random numbers that a seed repeats (xorshift; Marsaglia 2003).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    fn share(&mut self) -> f64 {
        self.below(10_000) as f64 / 10_000.0
    }
}
