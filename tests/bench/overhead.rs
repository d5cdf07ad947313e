//! What a whole run costs beside the model: Situation, Complication and Resolution over ten documents against a server that answers at once.

use std::process::{Command, Stdio};
use std::time::Instant;

#[path = "../it/server.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
pub mod server;

const RUNS: usize = 10;

pub fn run() {
    let server = server::Server::model(|_| {
        "The depot holds 48 chargers and 120 buses [1]. Costs rose by 12 percent [2]. ".repeat(12)
    });
    let folder = tempfile::tempdir().expect("a folder");
    let evidence = folder.path().join("evidence");
    std::fs::create_dir(&evidence).expect("made");
    for n in 0..10 {
        let text = format!(
            "Depot {n} holds {} chargers and 120 buses. Costs rose by {n} percent in 2024. ",
            40 + n
        )
        .repeat(80);
        std::fs::write(
            evidence.join(format!("report-{n}.md")),
            format!("# Report {n}\n\n{text}\n"),
        )
        .expect("written");
    }
    // What follows the writing is measured by itself.
    let config = folder.path().join("quiet.toml");
    let quiet =
        "[tiers]\ncritic = \"extractive\"\n[run]\njudge = false\nreflect = false\nrevisions = 0\n";
    std::fs::write(&config, quiet).expect("written");
    let (mut walls, mut cpus) = (Vec::new(), Vec::new());
    for run in 0..RUNS {
        let before = crate::children_cpu();
        let started = Instant::now();
        let status = Command::new(env!("CARGO_BIN_EXE_tercet"))
            .args([
                "run",
                "What do depots cost and hold?",
                "--model",
                "openai/m",
                "--data-dir",
            ])
            .arg(folder.path().join(format!("data-{run}")))
            .arg(&evidence)
            .arg("--config")
            .arg(&config)
            .env("OPENAI_BASE_URL", server.base_url())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        walls.push(started.elapsed());
        cpus.push(crate::children_cpu().saturating_sub(before));
        assert!(
            status.is_ok_and(|status| status.code().is_some_and(|code| code < 2)),
            "the run did not finish"
        );
    }
    crate::report(
        "S+C+R over 10 documents, server answers at once: wall",
        walls,
        "",
    );
    crate::report(
        "S+C+R over 10 documents, server answers at once: CPU",
        cpus,
        "150 ms",
    );
}
