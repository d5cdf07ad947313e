//! How well claims are checked: faults planted in true sentences, and how many of them are found; and how fast.
//!
//! `TERCET_BENCH_PAIRS` may name a file of lines with `claim`, `evidence` (a list) and `label` (`supported` or another word); its balanced accuracy is
//! then measured as well.

use std::time::Instant;

use tercet::check::{Checker, Evidence, Pairs};
use tercet::study::{DocumentId, Passage, PassageId, Verdict};

use crate::planted;

pub fn run() {
    let passages = planted::passages();
    let cases = planted::cases(&passages);
    let faults = cases.iter().filter(|case| case.kind != "clean").count();
    println!("checking: {faults} faults planted in the project's own evidence, found of each kind");
    for (kind, tally) in planted::judge(&passages, &cases) {
        let share = 100.0 * tally.flagged as f64 / tally.cases.max(1) as f64;
        let target = if kind == "clean" {
            "at most 1 %"
        } else if planted::CERTAIN.contains(&kind) {
            "at least 99 %"
        } else if planted::LIKELY.contains(&kind) {
            "at least 90 %"
        } else {
            "no target"
        };
        println!("  {kind:<12} {:>5} {share:>6.1} %   {target}", tally.cases);
    }
    many_claims();
    pairs();
}

/// 200 claims against 10,000 passages, reading the passages included and not.
fn many_claims() {
    let seeds = planted::passages();
    let passages: Vec<Passage> = (0_i64..)
        .zip(seeds.iter().cycle())
        .take(10_000)
        .map(|(at, (_, seed))| Passage {
            id: PassageId(at + 1),
            document: DocumentId(at / 10 + 1),
            text: format!("{} This was noted as item {at} of the survey.", seed.text),
            ..Passage::default()
        })
        .collect();
    let started = Instant::now();
    let mut checker = Checker::new(passages.iter().map(|passage| Evidence {
        number: passage.document.0 as u32,
        passage,
    }));
    let read = started.elapsed();
    let cases = planted::cases(&seeds);
    let started = Instant::now();
    let mut supported = 0;
    for (at, case) in cases.iter().step_by(cases.len().div_ceil(200)).enumerate() {
        let judged = checker.judge(&case.text, &[at as u32 * 5 + 1]);
        supported += usize::from(judged.verdict == Verdict::Supported);
    }
    println!(
        "  200 claims against 10,000 passages: {:.2} s, after reading them in {:.2} s ({supported} supported)   under 1 s",
        started.elapsed().as_secs_f64(),
        read.as_secs_f64()
    );
}

/// Pairs a second, and their balanced accuracy where a file of them is named.
fn pairs() {
    let seeds = planted::passages();
    let cases = planted::cases(&seeds);
    let evidence: Vec<&str> = seeds
        .iter()
        .map(|(_, passage)| passage.text.as_str())
        .collect();
    let mut judge = Pairs::default();
    for (what, size) in [("a passage", 1), ("a list of 10 passages", 10)] {
        let started = Instant::now();
        for (at, case) in cases.iter().enumerate() {
            let from = at % (evidence.len() - size);
            judge.judge(&case.text, &evidence[from..from + size]);
        }
        let rate = cases.len() as f64 / started.elapsed().as_secs_f64();
        println!("  pairs of a claim and {what}: {rate:.0} a second   at least 5,000");
    }
    let Some(path) = std::env::var_os("TERCET_BENCH_PAIRS") else {
        return;
    };
    let lines = std::fs::read_to_string(&path).expect("the file of pairs");
    // Right and all, of those that are supported and of the rest.
    let mut counts = [(0_usize, 0_usize); 2];
    for line in lines.lines() {
        let pair: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let list: Vec<&str> = match &pair["evidence"] {
            serde_json::Value::Array(list) => {
                list.iter().filter_map(|text| text.as_str()).collect()
            }
            one => one.as_str().into_iter().collect(),
        };
        let judged = judge.judge(pair["claim"].as_str().unwrap_or_default(), &list);
        let is_supported = pair["label"] == "supported";
        let count = &mut counts[usize::from(is_supported)];
        count.0 += usize::from((judged.verdict == Verdict::Supported) == is_supported);
        count.1 += 1;
    }
    let share = |(right, all): (usize, usize)| right as f64 / all.max(1) as f64;
    println!(
        "  {}: balanced accuracy {:.3} over {} pairs",
        path.display(),
        f64::midpoint(share(counts[0]), share(counts[1])),
        counts[0].1 + counts[1].1
    );
}
