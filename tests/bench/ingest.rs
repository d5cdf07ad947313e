//! Reading files into the library: how fast, and what becomes of the workbench's frames meanwhile.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tercet::config::{Config, Options};
use tercet::evidence::{Reader, Stop};
use tercet::library::Library;
use tercet::pipeline::Ledger;
use tercet::tui::app::App;
use tercet::tui::keymap::Keymap;
use tercet::tui::theme::Theme;
use tercet::tui::view::View;
use tercet::workbench::{CameTo, IngestReport, Workbench, ingest_into};

use crate::desk;

/// At most so often is a frame drawn.
const FRAME: Duration = Duration::from_millis(16);

/// Bytes of the made-up Markdown, and of one of its files.
const BYTES: usize = 48 << 20;
const FILE: usize = 40 << 10;

/// Files to passages and index, without vectors, which are made afterwards: megabytes a second of one core, which is what the time of all threads together
/// tells. `TERCET_BENCH_TEXT` names a folder of Markdown or plain text that is read instead of made-up text.
pub fn text() {
    let folder = tempfile::tempdir().expect("a folder");
    let named = std::env::var_os("TERCET_BENCH_TEXT").map(PathBuf::from);
    let texts = named.unwrap_or_else(|| {
        let made = folder.path().join("texts");
        made_up(&made);
        made
    });
    let mut library = Library::open(&folder.path().join("data")).expect("a library");
    let reader = Reader::new(env!("CARGO_BIN_EXE_tercet").into());
    let (cpu, started) = (crate::own_cpu(), Instant::now());
    let passages = std::cell::Cell::new(0);
    let count = |report: IngestReport| {
        let IngestReport::Read(reads) = report else {
            return;
        };
        for read in reads {
            match read.came_to {
                CameTo::Documents { new, .. } => {
                    let new = new.iter().map(|added| added.document.passages as usize);
                    passages.set(passages.get() + new.sum::<usize>());
                }
                other => println!("  {}: {other:?}", read.source),
            }
        }
    };
    let arguments = vec![texts.clone().into()];
    ingest_into(&mut library, &reader, arguments, &Stop::default(), &count).expect("stored");
    let (wall, cpu) = (started.elapsed(), crate::own_cpu().saturating_sub(cpu));
    let bytes = size(&texts) as f64;
    let rate = |time: Duration| bytes / 1e6 / time.as_secs_f64();
    println!(
        "text to passages and index: {:.0} MB as {} passages, {:.1} MB/s of a core (target 50), {:.1} MB/s in all",
        bytes / 1e6,
        passages.get(),
        rate(cpu),
        rate(wall)
    );
    drop(library);
    let on_disk = size(&folder.path().join("data")) as f64;
    println!(
        "on disk without vectors: {:.2} times the files",
        on_disk / bytes
    );
}

/// Bytes of all files in a folder.
fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).expect("there").flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(found) if found.is_dir() => size(&entry.path()),
            Ok(found) => found.len(),
            Err(_) => 0,
        })
        .sum()
}

/// Reports of sections with paragraphs, a list and a table each.
fn made_up(folder: &Path) {
    std::fs::create_dir_all(folder).expect("made");
    let mut text = crate::library::Text::new(5);
    for at in 0..BYTES / FILE {
        let mut report = format!("# Report {at}\n\n");
        let mut section = 0;
        while report.len() < FILE {
            section += 1;
            let _ = writeln!(
                report,
                "## {section}. {} and {}\n",
                text.telling_word(),
                text.telling_word()
            );
            for _ in 0..3 {
                let _ = writeln!(report, "{}\n", text.passage());
            }
            let _ = writeln!(
                report,
                "- **{}**, as [they say](https://example.org/{section})\n- {}\n\n| Year | Cost |\n|---|---|\n| 2024 | {section}.5 |\n| 2025 | *none* |\n",
                text.telling_word(),
                text.telling_word()
            );
        }
        std::fs::write(folder.join(format!("{at:05}.md")), report).expect("written");
    }
}

/// For each number of files: what the loop takes to handle what came back and draw, which is how long a key may wait.
pub fn frames() {
    for files in [1_000, 10_000] {
        let folder = tempfile::tempdir().expect("a folder");
        let reports = folder.path().join("reports");
        write(&reports, files);
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let mut workbench = workbench(folder.path(), runtime.handle().clone());
        let theme = Theme::named("dark").expect("built in");
        let mut app = App::new("", Keymap::default_keys(), theme);
        let mut terminal = Terminal::new(TestBackend::new(160, 48)).expect("a screen");
        let started = Instant::now();
        workbench.add_evidence(vec![reports.into()]);
        let (mut times, mut drawn) = (Vec::new(), started);
        while workbench.is_busy() {
            let message = runtime.block_on(workbench.next_message());
            let began = Instant::now();
            workbench.receive(message);
            while let Some(message) = workbench.ready_message() {
                workbench.receive(message);
            }
            if drawn.elapsed() >= FRAME {
                draw(&workbench, &mut app, &mut terminal);
                drawn = Instant::now();
            }
            times.push(began.elapsed());
        }
        let took = started.elapsed();
        assert_eq!(workbench.study().evidence.len(), files);
        let what = format!("a turn of the loop while {files} files are read");
        crate::report(&what, times, "16 ms p99");
        let times = (0..60)
            .map(|_| {
                let began = Instant::now();
                draw(&workbench, &mut app, &mut terminal);
                began.elapsed()
            })
            .collect();
        crate::report(&format!("a frame with {files} sources"), times, "8 ms p99");
        let rate = files as f64 / took.as_secs_f64();
        println!(
            "  {files} files in {:.1} s, {rate:.0} a second",
            took.as_secs_f64()
        );
    }
}

fn write(folder: &Path, files: usize) {
    for at in 0..files {
        let inner = folder.join(format!("{:03}", at / 100));
        std::fs::create_dir_all(&inner).expect("made");
        let text = format!(
            "# Report {at}\n\nDepot {at} bought {} chargers in 2024 and pays for them until 2031.\n",
            at + 3
        );
        std::fs::write(inner.join(format!("{at:05}.md")), text).expect("written");
    }
}

fn workbench(folder: &Path, runtime: tokio::runtime::Handle) -> Workbench {
    let options = Options {
        data_dir: Some(folder.join("data")),
        ..Options::default()
    };
    let config = Config::load(&options, &|_| None).expect("a configuration");
    let library = Library::open(&config.data_dir).expect("a library");
    let setup = desk::setup(config, desk::PROGRAM);
    Workbench::open(library, None, setup, runtime, Duration::ZERO).expect("a study")
}

fn draw(workbench: &Workbench, app: &mut App, terminal: &mut Terminal<TestBackend>) {
    let view = View {
        call: None,
        study: workbench.study(),
        id: Some(workbench.id()),
        event: None,
        writer: "extractive",
        cost: None,
        prices: workbench.prices(),
        forecast: None,
        steering: None,
        run_time: None,
        live: workbench.live(),
        marked: None,
        critic: None,
        goes_on: false,
        asking: None,
        tries_again: None,
        pausing: false,
        auto_apply: false,
        ledger: &Ledger::default(),
        scorecard: workbench.scorecard(),
        measures: workbench.measures(),
        ingest: workbench.progress(),
        watched: workbench.watched(),
        edits: &[],
        words: &[],
        notice: None,
        is_broken: false,
        has_judge: false,
        has_unsaved: false,
        read_only: None,
        saved: None,
        now: Instant::now(),
    };
    terminal
        .draw(|frame| app.draw(&view, frame))
        .expect("drawn");
}
