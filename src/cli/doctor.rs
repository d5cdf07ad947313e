//! `tercet doctor`: what is configured, what answers, and where data lies.

use std::path::Path;

use color_eyre::eyre::Result;

use super::output::{self, row};
use super::{CHECKS_FAILED, DONE, USAGE};
use crate::config::{Config, KeyFile, Writers};
use crate::evidence::fetch::{self, Opening};
use crate::library::{Library, LibraryError, StudySummary};
use crate::provider::{self, ProbeReport};
use crate::study::{counted, many, sized};
use crate::tui::keymap::Keymap;

/// `problems` is what is wrong with the configuration; what is told of the rest is what holds without.
pub(super) fn doctor(config: &Config, problems: &[String]) -> Result<u8> {
    let mut lines = vec![format!("tercet {}", env!("CARGO_PKG_VERSION"))];
    lines.extend(configuration(config, problems));
    let Data { told, is_sound } = data(&config.data_dir);
    lines.extend(rows("data", told));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    lines.extend(runtime.block_on(configured_servers(&config.writers)));
    lines.extend(runtime.block_on(found_servers(&config.writers)));
    // Who reads this has asked for it.
    let told = lines.join("\n").replace(provider::WHAT_ANSWERS, "");
    output::print(&format!("{told}\n"))?;
    Ok(match (problems.is_empty(), is_sound) {
        (false, _) => USAGE,
        (true, false) => CHECKS_FAILED,
        (true, true) => DONE,
    })
}

/// Lines under one name, which stands beside the first of them.
fn rows(name: &str, lines: impl IntoIterator<Item = String>) -> impl Iterator<Item = String> {
    let names = std::iter::once(name).chain(std::iter::repeat(""));
    names.zip(lines).map(|(name, line)| row(name, line))
}

/// What is configured, and what is wrong with it.
fn configuration(config: &Config, problems: &[String]) -> Vec<String> {
    let found = if config.file.exists() {
        ""
    } else {
        " (does not exist; using the defaults)"
    };
    let file = format!("{}{found}", config.file.display());
    let wrong = problems.iter().flat_map(|problem| problem.lines());
    let wrong = wrong.map(str::to_owned);
    let mut lines: Vec<String> =
        rows("configuration", std::iter::once(file).chain(wrong)).collect();
    let vectors = config.embeddings.as_ref().map_or_else(
        || "built in".to_owned(),
        |model| format!("built in, and {}", model.full_name()),
    );
    lines.extend([
        row("writer", &config.writer),
        row("vectors", vectors),
        row("framework", &config.framework.id),
        row("theme", &config.screen.theme),
    ]);
    lines.extend(rows("keys", keys(&config.screen.keys)));
    lines.push(row("addresses", addresses(&config.fetch)));
    lines
}

/// What the configured servers answer.
async fn configured_servers(writers: &Writers) -> Vec<String> {
    if writers.providers.is_empty() {
        return vec![row(
            "providers",
            "none configured; the extractive writer needs none",
        )];
    }
    let mut lines = Vec::new();
    for provider in &writers.providers {
        // One whose key cannot be used is not asked without it.
        let said = match writers.why_out_of_use(&provider.name) {
            Some(why) => {
                let (name, address) = (&provider.name, provider.address());
                format!("{name} at {address}: out of use: {why}")
            }
            None => describe(&provider::probe(provider).await),
        };
        lines.push(row("provider", said));
    }
    lines
}

/// Servers of this machine that answer and that nobody configured.
async fn found_servers(writers: &Writers) -> Vec<String> {
    let mut lines = Vec::new();
    for server in provider::LOCAL_SERVERS {
        let candidate = server.provider();
        let address = candidate.address();
        let mut known = writers.providers.iter();
        if known.any(|known| known.address() == address) {
            continue;
        }
        let report = provider::probe(&candidate).await;
        if report.is_reachable() && report.problem.is_none() {
            let model = report.models.first().map_or("MODEL", String::as_str);
            let how = format!("to use it: --model {}/{model}", server.name);
            lines.extend(rows("found", [describe(&report), how]));
        }
    }
    lines
}

/// The library, in words for the analyst.
struct Data {
    told: Vec<String>,
    /// Nothing of it is damaged, and it can be written to.
    is_sound: bool,
}

/// What the library in a folder holds, and what of it is damaged or out of reach; or why that cannot be said.
fn data(folder: &Path) -> Data {
    let nothing = |why: String| Data {
        told: vec![why],
        is_sound: false,
    };
    if folder.as_os_str().is_empty() {
        return nothing("no folder".to_owned());
    }
    held(folder).unwrap_or_else(|error| nothing(error.to_string()))
}

/// Bytes below which a disk is said to be nearly full: a brief with its sources may take that much.
const LITTLE: u64 = 8_000_000;

/// That the disk has hardly any room, where it has not: then nothing is wrong yet with what is kept on it.
fn little_room(folder: &Path) -> Option<String> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    (free < LITTLE).then(|| {
        format!(
            "its disk is nearly full: {} are left, and what has no room is not saved",
            sized(free)
        )
    })
}

/// Documents from which looking through them takes more than seconds.
const MANY: u64 = 100_000;

fn held(folder: &Path) -> Result<Data, LibraryError> {
    let library = Library::open(folder)?;
    let studies = library.studies()?;
    let (documents, passages) = library.size()?;
    let mut told = vec![format!(
        "{}: {}, {}, {}",
        library.path().display(),
        counted(studies.len(), "study"),
        many(documents, "document"),
        many(passages, "passage")
    )];
    told.extend(little_room(folder));
    let held = told.len();
    if documents > MANY {
        output::progress("looking through all that is kept; with so much this takes a minute");
    }
    if library.is_read_only() {
        let why = "it can only be read here, and nothing can be saved in it: make its folder writable or free disk space, or choose another folder with --data-dir";
        told.push(why.to_owned());
    }
    told.extend(library.damage());
    told.extend(library.broken_part()?);
    told.extend(library.lost_studies()?);
    told.extend(library.all_altered()?);
    let unreadable = |study: &StudySummary| library.events(study.id).err();
    told.extend(
        studies
            .iter()
            .filter_map(unreadable)
            .map(|error| error.to_string()),
    );
    Ok(Data {
        is_sound: told.len() == held,
        told,
    })
}

/// Whether the analyst's key file can be used, and all that is wrong with it.
fn keys(file: &KeyFile) -> Vec<String> {
    let read = |text: &String| -> Vec<String> {
        let (_, mistakes, lost) = Keymap::read(text);
        let mistakes = mistakes.iter().map(ToString::to_string);
        let told: Vec<String> = mistakes
            .chain(lost.iter().map(ToString::to_string))
            .collect();
        if told.is_empty() {
            vec!["those of keys.toml".to_owned()]
        } else {
            told
        }
    };
    let default = || vec!["the default ones".to_owned()];
    let mut told = file.text.as_ref().map_or_else(default, read);
    told.extend(file.unread.clone());
    told
}

/// How much of a web address is fetched, and from which private places [Z4].
fn addresses(fetch: &fetch::Settings) -> String {
    let allowed: Vec<String> = fetch.allow_private.iter().map(Opening::to_string).collect();
    let private = if allowed.is_empty() {
        "nothing private".to_owned()
    } else {
        format!("private addresses: only {}", allowed.join(", "))
    };
    let fetch::Limits { bytes, total, .. } = fetch.limits;
    format!(
        "up to {} MB and {} s each; {private}",
        bytes >> 20,
        total.as_secs()
    )
}

/// One line on a provider: where it is, whether it answers, what it has.
fn describe(report: &ProbeReport) -> String {
    let answer = match &report.problem {
        Some(problem) => problem.clone(),
        None => format!(
            "answers in {} ms, {}: {}",
            report.latency.as_millis(),
            counted(report.models.len(), "model"),
            few(&report.models)
        ),
    };
    format!("{} at {}: {answer}", report.provider, report.address)
}

fn few(models: &[String]) -> String {
    const SHOWN: usize = 6;
    let names: Vec<&str> = models.iter().take(SHOWN).map(String::as_str).collect();
    let more = if models.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", names.join(", "))
}
