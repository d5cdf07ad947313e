//! Frames of the workbench while a folder of small files is read.

use std::path::Path;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tercet::config::{Config, Options};
use tercet::evidence::Reader;
use tercet::library::Library;
use tercet::pipeline::Ledger;
use tercet::tui::app::App;
use tercet::tui::keymap::Keymap;
use tercet::tui::theme::Theme;
use tercet::tui::view::View;
use tercet::workbench::{Setup, Workbench};

/// At most so often is a frame drawn.
const FRAME: Duration = Duration::from_millis(16);

/// For each number of files: what the loop takes to handle what came back and draw, which is how long a key may wait.
pub fn reading() {
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
    let writers = config.writers;
    let setup = Setup {
        reader: Reader::new(env!("CARGO_BIN_EXE_tercet").into()),
        prompts: config.prompts,
        turbo: config.turbo,
        critic: config.critic,
        context: config.context,
        writers: Box::new(move |name| Ok((writers.find(name)?, writers.window(name)))),
        embeddings: None,
        writer: config.writer,
        framework: config.framework,
    };
    let library = Library::open(&config.data_dir).expect("a library");
    Workbench::open(library, None, setup, runtime, Duration::ZERO).expect("a study")
}

fn draw(workbench: &Workbench, app: &mut App, terminal: &mut Terminal<TestBackend>) {
    let view = View {
        study: workbench.study(),
        id: Some(workbench.id()),
        writer: "extractive",
        live: workbench.live(),
        marked: None,
        critic: None,
        ledger: &Ledger::default(),
        scorecard: workbench.scorecard(),
        ingest: workbench.progress(),
        watched: workbench.watched(),
        notice: None,
        read_only: None,
        saved: None,
        now: Instant::now(),
    };
    terminal
        .draw(|frame| app.draw(&view, frame))
        .expect("drawn");
}
