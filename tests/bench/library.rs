//! A large library: storing it, making its vectors, searching it, opening it.
//!
//! The text is generated, the same each time: words as frequent as in real text, the common ones English. `TERCET_BENCH_PASSAGES` says how many
//! passages there are, 100,000 unless it is set; a million take some ten minutes and 2 GB of disk.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tercet::evidence::{ReadDocument, ReadPassage};
use tercet::library::{Library, Search, SearchMode};
use tercet::study::{DocumentId, Timestamp};

/// Set to a library's folder where only its queries are to be measured: memory is that of a process that does nothing else.
pub const MEASURE: &str = "TERCET_BENCH_QUERIES";

const PASSAGES: usize = 100_000;
const PASSAGES_A_DOCUMENT: usize = 100;
const WORDS_A_PASSAGE: usize = 165;
/// Documents that are stored at once, as an ingestion of many files does.
const DOCUMENTS_AT_ONCE: usize = 100;
const QUERIES: usize = 300;

pub fn run() {
    let passages = std::env::var("TERCET_BENCH_PASSAGES")
        .ok()
        .and_then(|passages| passages.parse().ok())
        .unwrap_or(PASSAGES);
    println!("library of {passages} passages:");
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = store(folder.path(), passages);
    let file = folder.path().join("library.db");
    let on_disk = std::fs::metadata(&file).expect("there").len();
    println!(
        "on disk without vectors: {:.2} times the text",
        on_disk as f64 / bytes as f64
    );
    embed(folder.path(), passages);
    let on_disk = std::fs::metadata(&file).expect("there").len();
    println!(
        "on disk with vectors: {:.2} times the text (target 2)",
        on_disk as f64 / bytes as f64
    );
    let measured = Command::new(std::env::current_exe().expect("known"))
        .env(MEASURE, folder.path())
        .status();
    assert!(measured.is_ok_and(|status| status.success()));
    let empty = tempfile::tempdir().expect("a folder");
    crate::report(
        "first frame, empty library",
        crate::program::first_frames(empty.path()),
        "",
    );
    crate::report(
        "first frame, this library",
        crate::program::first_frames(folder.path()),
        "20 ms more",
    );
}

/// Stores the library and gives the bytes of its text. Beside it, another connection writes as a workbench does.
fn store(folder: &Path, passages: usize) -> usize {
    let mut library = Library::open(folder).expect("opened");
    let other = library.reopen().expect("opened");
    let study = other.create_study(Timestamp(0)).expect("made");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let done = &done;
        let writer = scope.spawn(move || {
            let mut times = Vec::new();
            while !done.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
                let started = Instant::now();
                other
                    .save_typed(study, "What do depots cost?")
                    .expect("saved");
                times.push(started.elapsed());
            }
            times
        });
        let mut text = Text::new(1);
        let (mut spent, mut bytes, mut made) = (Duration::ZERO, 0, 0);
        while made < passages {
            let documents: Vec<ReadDocument> = (0..DOCUMENTS_AT_ONCE)
                .map(|_| {
                    made += PASSAGES_A_DOCUMENT;
                    document(made, &mut text)
                })
                .collect();
            bytes += documents
                .iter()
                .flat_map(|document| &document.passages)
                .map(|passage| passage.text.len())
                .sum::<usize>();
            let started = Instant::now();
            library
                .add_documents(&documents, Timestamp(0))
                .expect("stored");
            spent += started.elapsed();
        }
        println!(
            "passages stored and indexed: {:.1} MB/s (target 50, with reading)",
            bytes as f64 / 1e6 / spent.as_secs_f64()
        );
        let whole = ReadDocument {
            passages: (0..500)
                .flat_map(|n| document(n, &mut text).passages)
                .collect(),
            ..document(made + 1, &mut text)
        };
        library
            .add_documents(&[whole], Timestamp(0))
            .expect("stored");
        done.store(true, Ordering::Relaxed);
        crate::report(
            "another connection's write meanwhile, and beside 50 MB in one",
            writer.join().expect("no panic"),
            "",
        );
        bytes + 500 * bytes / (made / PASSAGES_A_DOCUMENT)
    })
}

fn embed(folder: &Path, passages: usize) {
    const AT_ONCE: usize = 1_000;
    let mut library = Library::open(folder).expect("opened");
    let started = Instant::now();
    while library.embed_pending(AT_ONCE).expect("embedded") > 0 {}
    println!(
        "vectors: {:.0} passages/s (target 5,000)",
        passages as f64 / started.elapsed().as_secs_f64()
    );
}

/// Measures searches of the library in `folder`.
pub fn queries(folder: &Path) {
    let library = Library::open(folder).expect("opened");
    let (documents, _) = library.size().expect("counted");
    let mut random = Random(7);
    let mut text = Text::new(3);
    let queries: Vec<String> = (0..QUERIES)
        .map(|_| {
            let words = 2 + random.below(7);
            let words: Vec<_> = (0..words).map(|_| text.telling_word()).collect();
            words.join(" ")
        })
        .collect();
    let study: Vec<DocumentId> = (0..50)
        .map(|_| DocumentId(i64::try_from(1 + random.below(documents as usize)).expect("few")))
        .collect();
    let measure = |what: &str, mode: SearchMode, documents: Option<&[DocumentId]>, target: &str| {
        let time = |text: &String| {
            let started = Instant::now();
            let search = Search {
                text,
                documents,
                limit: 20,
                mode,
                ..Search::default()
            };
            library.search(&search).expect("searched");
            started.elapsed()
        };
        let first = time(&queries[0]);
        if mode == SearchMode::Hybrid && documents.is_none() {
            crate::report("first query", vec![first], "");
        }
        // Warm: each query once before.
        let _: Vec<Duration> = queries.iter().map(time).collect();
        crate::report(what, queries.iter().map(time).collect(), target);
    };
    let target = "15 ms at 100,000, 60 ms at a million";
    measure("query, hybrid", SearchMode::Hybrid, None, target);
    measure("query, words", SearchMode::Lexical, None, "");
    measure("query, meaning", SearchMode::Semantic, None, "");
    measure(
        "query, hybrid, in 50 documents",
        SearchMode::Hybrid,
        Some(&study),
        "",
    );
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|line| line.split_whitespace().next())
        .and_then(|kb| kb.parse::<f64>().ok())
        .unwrap_or_default();
    println!(
        "memory while querying: {:.0} MB at most (target 300)",
        peak / 1024.0
    );
}

fn document(n: usize, text: &mut Text) -> ReadDocument {
    let mut at = 0;
    let passages: Vec<ReadPassage> = (0..PASSAGES_A_DOCUMENT)
        .map(|_| {
            let text = text.passage();
            let span = at..at + text.len();
            at = span.end + 2;
            ReadPassage {
                text,
                headings: vec!["Findings".into(), "Costs".into()].into(),
                span,
                ..ReadPassage::default()
            }
        })
        .collect();
    ReadDocument {
        title: format!("Report {n}"),
        uri: format!("/reports/{n}.md"),
        hash: format!("{n:064}"),
        passages,
        ..ReadDocument::default()
    }
}

/// Text by Zipf's law.
pub struct Text {
    random: Random,
    words: Vec<String>,
}

impl Text {
    const WORDS: usize = 300_000;

    pub fn new(seed: u64) -> Self {
        const COMMON: &str = "the of and to in a is that for it was on with as be by at this had not are but from or have an they which one were all
            their there been has when who will more no if out so said what up its about into than them can only other new some could time these two may then
            do first any my now such like our over man me even most made after also did many before must through back years where much your way well down
            should because each just those people how too little state good very make world still own see men work long get here between both life being under
            never day same another know while last might us great old year off come since against go came right used take three depot charger bus cost winter
            energy battery city line market policy report study evidence price supply demand grid heat water public private company government research growth";
        const START: [&str; 20] = [
            "b", "c", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "r", "s", "t", "v", "st",
            "tr", "pl", "ch",
        ];
        const END: [&str; 15] = [
            "a", "e", "i", "o", "u", "an", "er", "ing", "ed", "or", "at", "en", "is", "ol", "ar",
        ];
        let mut words: Vec<String> = COMMON.split_whitespace().map(str::to_owned).collect();
        let mut n = 0_usize;
        while words.len() < Self::WORDS {
            let mut rest = n * 7_919 + 300;
            n += 1;
            let mut word = String::new();
            while rest > 0 {
                word.push_str(START[rest % START.len()]);
                rest /= START.len();
                word.push_str(END[rest % END.len()]);
                rest /= END.len();
            }
            words.push(word);
        }
        Self {
            random: Random(seed),
            words,
        }
    }

    /// The word of a rank is as frequent as one over its rank.
    fn word(&mut self) -> &str {
        let rank = (Self::WORDS as f64).powf(self.random.unit());
        &self.words[(rank as usize).min(Self::WORDS - 1)]
    }

    /// A word that one asks for.
    pub fn telling_word(&mut self) -> String {
        loop {
            let word = self.word();
            if word.len() > 3 {
                return word.to_owned();
            }
        }
    }

    pub fn passage(&mut self) -> String {
        let mut passage = String::with_capacity(WORDS_A_PASSAGE * 7);
        for n in 1..=WORDS_A_PASSAGE {
            passage.push_str(self.word());
            passage.push_str(if n % 15 == 0 { ". " } else { " " });
        }
        passage
    }
}

/// A small generator of its own, so that the text is the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}
