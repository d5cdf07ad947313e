//! The real binary in a pseudo-terminal: from process start to the first frame, and at rest.

use std::io::Read;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};
use tercet::evidence::{ReadDocument, ReadPassage};
use tercet::library::Library;
use tercet::session::Session;
use tercet::study::{
    DocumentKind, Event, Framework, Origin, RhetoricalRole, SectionPlan, Timestamp,
};

const DOCUMENTS: usize = 1000;

/// From process start until a frame stands on the screen.
pub fn first_frame() {
    let folder = tempfile::tempdir().expect("a folder");
    fill(folder.path());
    crate::report(
        "first frame from process start, library of 1,000 documents",
        first_frames(folder.path()),
        "50 ms",
    );
}

/// How long the first frame takes with the library in `folder`.
pub fn first_frames(folder: &Path) -> Vec<Duration> {
    let first_frame = |_| {
        let started = Instant::now();
        let mut running = Running::start(folder);
        running.wait_for("Query");
        started.elapsed()
    };
    (0..30).map(first_frame).collect()
}

/// Memory and wake-ups while nothing happens.
pub fn idle() {
    const SECONDS: u64 = 5;
    let folder = tempfile::tempdir().expect("a folder");
    fill(folder.path());
    let mut running = Running::start(folder.path());
    running.wait_for("Query");
    // Threads that read the library end after ten seconds without work, and take their switches along.
    std::thread::sleep(Duration::from_secs(12));
    let before = running.switches();
    std::thread::sleep(Duration::from_secs(SECONDS));
    let wakes = running.switches().saturating_sub(before);
    println!(
        "idle: {wakes} wake-ups in {SECONDS} s (target none), {:.1} MB resident (target 60 MB)",
        running.resident_kb() as f64 / 1024.0
    );
}

/// A library as an analyst has after a while.
fn fill(folder: &Path) {
    let mut library = Library::open(folder).expect("opened");
    let passage = |text: String, at: usize| ReadPassage {
        span: at..at + text.len(),
        text,
        pages: None,
        from_graph: false,
        ..ReadPassage::default()
    };
    let documents: Vec<ReadDocument> = (0..DOCUMENTS)
        .map(|n| ReadDocument {
            title: format!("Report {n}"),
            uri: format!("/reports/{n}.md"),
            kind: DocumentKind::Markdown,
            origin: Origin::General,
            author: None,
            site: None,
            date: None,
            text: String::new(),
            pages: None,
            hash: n.to_string(),
            passages: (0..5)
                .map(|part| {
                    passage(
                        format!("Part {part} of report {n} says what depots cost. ").repeat(12),
                        part * 1000,
                    )
                })
                .collect(),
            warnings: vec![],
            ..ReadDocument::default()
        })
        .collect();
    let added = library
        .add_documents(&documents, Timestamp(0))
        .expect("stored");
    let mut session = Session::create(&library, Timestamp(0)).expect("made");
    let plan = SectionPlan {
        title: "Situation".into(),
        purpose: String::new(),
        role: RhetoricalRole::Situation,
        words: 200,
    };
    let framework = Framework {
        id: "scr".into(),
        title: "SCR".into(),
        sections: vec![plan],
    };
    let mut events = vec![Event::StudyOpened {
        question: "What do depots cost?".into(),
        framework,
    }];
    events.extend(added.into_iter().map(|added| Event::EvidenceAdded {
        document: added.document,
    }));
    session
        .record(&mut library, Timestamp(1), &events)
        .expect("kept");
}

struct Running {
    child: Box<dyn Child + Send + Sync>,
    output: Receiver<Vec<u8>>,
    _pty: portable_pty::PtyPair,
}

impl Running {
    fn start(data_dir: &Path) -> Self {
        let size = PtySize {
            rows: 48,
            cols: 160,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pty = native_pty_system()
            .openpty(size)
            .expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tercet"));
        command.args(["--theme", "dark", "--data-dir"]);
        command.arg(data_dir);
        command.env("TERM", "xterm-256color");
        let child = pty.slave.spawn_command(command).expect("started");
        let mut reader = pty.master.try_clone_reader().expect("readable");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = vec![0; 65536];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            output,
            _pty: pty,
        }
    }

    fn wait_for(&mut self, text: &str) {
        let mut seen = Vec::new();
        while !String::from_utf8_lossy(&seen).contains(text) {
            seen.extend(
                self.output
                    .recv_timeout(Duration::from_secs(20))
                    .expect("a frame within 20 s"),
            );
        }
    }

    /// Voluntary context switches of all threads so far: each is a thread that woke and went back to sleep.
    fn switches(&self) -> u64 {
        let tasks = format!("/proc/{}/task", self.child.process_id().expect("running"));
        let status = |task: std::fs::DirEntry| {
            std::fs::read_to_string(task.path().join("status")).unwrap_or_default()
        };
        std::fs::read_dir(tasks)
            .expect("Linux")
            .flatten()
            .map(|task| field(&status(task), "voluntary_ctxt_switches:"))
            .sum()
    }

    fn resident_kb(&self) -> u64 {
        let status = format!("/proc/{}/status", self.child.process_id().expect("running"));
        field(&std::fs::read_to_string(status).expect("Linux"), "VmRSS:")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn field(status: &str, name: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next())
        .and_then(|number| number.parse().ok())
        .unwrap_or_default()
}
