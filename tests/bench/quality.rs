//! How good retrieval is: nDCG@10 on a collection with judgements.
//!
//! `TERCET_BENCH_COLLECTION` names a folder in BEIR's layout: `corpus.jsonl` and `queries.jsonl` with `_id`, `title` and `text`, and the judgements of
//! the test set in `qrels/test.tsv`. `TERCET_BENCH_CONFIG` may name a configuration with `[embeddings]`, whose server then ranks as well. What is
//! measured is the program as it is used: `tercet ingest --jsonl` and `tercet search --batch`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

/// Which documents are relevant to a query, and how much.
type Judgements = HashMap<String, HashMap<String, f64>>;

const CUT: usize = 10;

pub fn run() {
    let Some(collection) = std::env::var_os("TERCET_BENCH_COLLECTION").map(PathBuf::from) else {
        return;
    };
    let data = tempfile::tempdir().expect("a folder");
    let judgements = judgements(&collection);
    let queries = judged_queries(&collection, &judgements, data.path());
    let none = data.path().join("config.toml");
    std::fs::write(&none, "").expect("written");
    let started = Instant::now();
    tercet(
        data.path(),
        &none,
        &[
            "ingest".as_ref(),
            "--jsonl".as_ref(),
            collection.join("corpus.jsonl").as_ref(),
        ],
    );
    println!(
        "{}: {} queries, ingested in {:.1} s; nDCG@{CUT}",
        collection.display(),
        judgements.len(),
        started.elapsed().as_secs_f64()
    );
    let mut runs: Vec<(&str, &str, PathBuf)> = ["lexical", "semantic", "hybrid"]
        .map(|mode| (mode, mode, none.clone()))
        .to_vec();
    if let Some(config) = std::env::var_os("TERCET_BENCH_CONFIG") {
        runs.push((
            "hybrid, ranked by the configured server",
            "hybrid",
            config.into(),
        ));
    }
    for (name, mode, config) in runs {
        let started = Instant::now();
        let answers = tercet(
            data.path(),
            &config,
            &[
                "search".as_ref(),
                "--batch".as_ref(),
                queries.as_ref(),
                "--json".as_ref(),
                "--mode".as_ref(),
                mode.as_ref(),
            ],
        );
        let gained: f64 = answers.lines().map(|line| ndcg(line, &judgements)).sum();
        println!(
            "  {name:<42} {:>6.1}   {:.1} ms a query",
            100.0 * gained / judgements.len() as f64,
            started.elapsed().as_secs_f64() * 1e3 / judgements.len() as f64
        );
    }
}

fn tercet(data: &Path, config: &Path, arguments: &[&Path]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tercet"))
        .args(arguments)
        .env("TERCET_DATA_DIR", data)
        .env("TERCET_CONFIG", config)
        .output()
        .expect("started");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    for line in said.lines().filter(|line| !line.starts_with("done")) {
        println!("  {line}");
    }
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn judgements(collection: &Path) -> Judgements {
    let mut judgements = Judgements::new();
    let lines = std::fs::read_to_string(collection.join("qrels/test.tsv")).expect("judgements");
    for line in lines.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        if let [query, document, gain] = fields[..]
            && let Ok(gain) = gain.trim().parse::<f64>()
            && gain > 0.0
        {
            let of_query = judgements.entry(query.to_owned()).or_default();
            of_query.insert(document.to_owned(), gain);
        }
    }
    judgements
}

/// The queries that have judgements, in a file of their own.
fn judged_queries(collection: &Path, judgements: &Judgements, folder: &Path) -> PathBuf {
    let lines = std::fs::read_to_string(collection.join("queries.jsonl")).expect("queries");
    let judged: Vec<&str> = lines
        .lines()
        .filter(|line| {
            let query: Value = serde_json::from_str(line).expect("JSON");
            query["_id"]
                .as_str()
                .is_some_and(|id| judgements.contains_key(id))
        })
        .collect();
    let path = folder.join("queries.jsonl");
    std::fs::write(&path, judged.join("\n")).expect("written");
    path
}

fn ndcg(answer: &str, judgements: &Judgements) -> f64 {
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    let Some(relevant) = answer["id"].as_str().and_then(|id| judgements.get(id)) else {
        return 0.0;
    };
    let discounted = |gains: &mut dyn Iterator<Item = f64>| -> f64 {
        (2..)
            .zip(gains.take(CUT))
            .map(|(rank, gain)| gain / f64::from(rank).log2())
            .sum()
    };
    let hits = answer["hits"].as_array().cloned().unwrap_or_default();
    let found = discounted(&mut hits.iter().map(|hit| {
        hit["doc"]
            .as_str()
            .and_then(|doc| relevant.get(doc))
            .copied()
            .unwrap_or_default()
    }));
    let mut best: Vec<f64> = relevant.values().copied().collect();
    best.sort_by(|left, right| right.total_cmp(left));
    found / discounted(&mut best.into_iter())
}
