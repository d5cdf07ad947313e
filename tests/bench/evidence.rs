//! Reading: bytes to passages.
//!
//! Text is made up here. PDF files and web pages are taken from the folder that `TERCET_BENCH_DOCUMENTS` names, where it is set.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tercet::evidence::{Reader, Source};

use super::report;

const RUNS: usize = 10;
/// Size of the made-up texts.
const BYTES: usize = 8 << 20;

pub fn run() {
    let reader = Reader::new(PathBuf::from(env!("CARGO_BIN_EXE_tercet")));
    let folder = tempfile::tempdir().expect("a folder for the texts");
    let target = format!("{} ms (50 MB/s)", BYTES / 50_000);
    for (name, paragraph) in [
        (
            "notes.md",
            "## Section\n\nThe pilot buses lost **a third** of their range in January; see [the log](https://example.org). Dr. Penrose measured 4.5 kWh/km \
             at -12 °C, and the operator sent two diesel buses to help out.\n\n- one measure\n- another measure, which was taken later\n\n",
        ),
        (
            "notes.txt",
            "The depot was built in 1974 and has been extended twice since then, most\nrecently in 2009. A second connection to the grid was refused, e.g. \
             because of\nits cost.\n\n",
        ),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, paragraph.repeat(BYTES / paragraph.len())).expect("a text");
        let what = format!("{} MB of {name} to passages", BYTES >> 20);
        report(&what, times(&reader, &path, RUNS), &target);
    }
    let Some(documents) = std::env::var_os("TERCET_BENCH_DOCUMENTS") else {
        println!("PDF files and web pages: skipped, TERCET_BENCH_DOCUMENTS names no folder");
        return;
    };
    let mut paths: Vec<PathBuf> = std::fs::read_dir(documents)
        .expect("TERCET_BENCH_DOCUMENTS names a folder")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    for (extension, what) in [("pdf", "a PDF file"), ("html", "a web page")] {
        let all: Vec<Duration> = paths
            .iter()
            .filter(|path| path.extension().is_some_and(|found| found == extension))
            .flat_map(|path| times(&reader, path, 1))
            .collect();
        if all.is_empty() {
            println!("{what}: skipped, the folder holds none");
        } else {
            report(&format!("{what}, of {}", all.len()), all, "-");
        }
    }
}

/// Files that cannot be read count as well: refusing them takes its time, too.
fn times(reader: &Reader, path: &Path, runs: usize) -> Vec<Duration> {
    let source = Source::File(path.to_owned());
    (0..runs)
        .map(|_| {
            let started = Instant::now();
            let _ = std::hint::black_box(reader.read(&source));
            started.elapsed()
        })
        .collect()
}
