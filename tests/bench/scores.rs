//! How long the five scores take, and whether a brief with one planted fault scores below its clean twin.
//!
//! A brief is six sentences of the planted-fault evidence in two parts; each fault takes the place of its own sentence. What the checker does not find
//! leaves the scores as they are, and none may raise them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::time::Instant;

use tercet::check::{Checker, Draft, DraftPart, Evidence, SourceKey, scores};
use tercet::study::{Claim, citation};

use crate::planted::{Case, cases, passages};

/// Sentences that stand around the one that a fault is planted in.
const AROUND: usize = 5;

pub fn run() {
    let passages = passages();
    let evidence: Vec<Evidence<'_>> = passages
        .iter()
        .map(|(number, passage)| Evidence {
            number: *number,
            passage,
        })
        .collect();
    let mut checker = Checker::new(evidence);
    let cases = cases(&passages);
    // The first clean case after faulty ones is a sentence as it stands; those after it are made from it.
    let mut own: Option<&Case> = None;
    let mut twins: Vec<(&Case, &Case)> = Vec::new();
    let mut was_clean = false;
    for case in cases.iter().filter(|case| case.kind != "wrong id") {
        let is_clean = case.kind == "clean";
        if is_clean && !was_clean {
            own = Some(case);
        }
        was_clean = is_clean;
        if let Some(own) = own.filter(|_| !is_clean) {
            twins.push((own, case));
        }
    }
    let sentences: Vec<&Case> = twins.iter().map(|(own, _)| *own).collect();
    let mut times = Vec::new();
    let mut tally: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    for (at, (own, faulty)) in twins.iter().enumerate() {
        let around: Vec<&Case> = (1..)
            .map(|step| sentences[(at + 37 * step) % sentences.len()])
            .filter(|other| other.text != own.text)
            .take(AROUND)
            .collect();
        let mut composite = |first: &Case| {
            let draft = draft(first, &around, &mut checker);
            let started = Instant::now();
            let found = scores(&draft).composite();
            times.push(started.elapsed());
            found
        };
        let (clean, planted) = (composite(own), composite(faulty));
        let counts = tally.entry(faulty.kind).or_default();
        counts.0 += 1;
        counts.1 += usize::from(planted < clean - 1e-4);
        counts.2 += usize::from(planted > clean + 1e-4);
    }
    crate::report("the five scores of a brief of six sentences", times, "5 ms");
    let mut all = (0, 0, 0);
    for (kind, (cases, below, above)) in tally {
        println!("  {kind:<14} {below:>5} of {cases:>5} below their clean twin, {above} above");
        all = (all.0 + cases, all.1 + below, all.2 + above);
    }
    println!(
        "  {:<14} {:>5} of {:>5} below, {} above",
        "all", all.1, all.0, all.2
    );
}

fn draft(first: &Case, around: &[&Case], checker: &mut Checker<'_>) -> Draft {
    let mut texts = [String::new(), String::new()];
    let mut claims: [Vec<Claim>; 2] = [Vec::new(), Vec::new()];
    for (at, case) in std::iter::once(&first).chain(around).enumerate() {
        let bare = case.text.trim_end_matches('.');
        let text = format!("{bare} [{}].", case.cites);
        let judged = checker.judge(&case.text, &[case.cites]);
        write!(texts[at % 2], "{text} ").expect("written");
        claims[at % 2].push(Claim {
            citations: citation::numbers(&text),
            text,
            verdict: judged.verdict,
            reason: judged.reason,
            evidence: judged.evidence,
            more: Vec::new(),
        });
    }
    let parts = texts
        .into_iter()
        .zip(claims)
        .map(|(text, claims)| DraftPart {
            title: "Part".to_owned(),
            text,
            claims,
        });
    let keys = (1..=5).map(|number| (number, SourceKey(i64::from(number))));
    Draft {
        question: "What did the pilot of electric buses show, and what should the depot do?"
            .to_owned(),
        parts: parts.collect(),
        relevant: keys.clone().map(|(_, key)| key).collect::<BTreeSet<_>>(),
        sources: keys.collect(),
        ..Draft::default()
    }
}
