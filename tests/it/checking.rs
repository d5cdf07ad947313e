//! The checker finds faults that were planted in true sentences, and lets the true ones pass.

#[path = "../bench/planted.rs"]
mod planted;

#[test]
fn planted_faults_are_found_and_true_sentences_pass() {
    let passages = planted::passages();
    let cases = planted::cases(&passages);
    let faults = cases.iter().filter(|case| case.kind != "clean").count();
    assert!(faults >= 1_000, "{faults} faults");
    let mut missed = Vec::new();
    for (kind, tally) in planted::judge(&passages, &cases) {
        let share = tally.flagged as f64 / tally.cases as f64;
        let is_met = if kind == "clean" {
            share <= 0.01
        } else if planted::CERTAIN.contains(&kind) {
            share >= 0.99
        } else {
            assert!(planted::LIKELY.contains(&kind), "{kind} has a goal");
            share >= 0.9
        };
        if !is_met {
            missed.push(format!(
                "{kind}: {} of {}\n  {}",
                tally.flagged,
                tally.cases,
                tally.wrong.join("\n  ")
            ));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
