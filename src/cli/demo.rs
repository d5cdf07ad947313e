//! `tercet demo`: the example study that comes inside the program.
//!
//! Its documents are laid out below the data folder; the study itself is one like any other.

use std::io::IsTerminal;
use std::path::Path;

use color_eyre::eyre::{Result, WrapErr};

use super::arguments::{Brief, Writing};
use super::{open, run};
use crate::config::{Config, InForce};

const QUESTION: &str = include_str!("../../assets/example/question.txt");

macro_rules! example {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../assets/example/", $name)))),*]
    };
}

const DOCUMENTS: &[(&str, &[u8])] = example!(
    "courier-council-vote.html",
    "depot-options-study.pdf",
    "interview-depot-manager.txt",
    "pilot-evaluation.md",
    "research-findings.jsonl"
);

pub(super) fn demo(config: Config, writing: &Writing, in_force: &InForce) -> Result<u8> {
    let folder = config.data_dir.join("example");
    unpack(&folder)
        .wrap_err_with(|| format!("cannot lay out the example in {}", folder.display()))?;
    let evidence = DOCUMENTS
        .iter()
        .map(|(name, _)| folder.join(name).into_os_string())
        .collect();
    let brief = Brief {
        question: Some(QUESTION.trim().to_owned()),
        evidence,
        ..Brief::default()
    };
    if writing.plain || std::io::stdout().is_terminal() {
        return open::open(config, brief, None, &open::Choices::of(writing, in_force));
    }
    let target = run::Target {
        trace: writing.trace.clone(),
        ..run::Target::default()
    };
    run::run(config, brief, &target)
}

fn unpack(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (name, bytes) in DOCUMENTS {
        std::fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}
