//! `tercet doctor`: what is configured, what answers, and where data lies.

use std::path::Path;

use color_eyre::eyre::Result;

use super::{CHECKS_FAILED, DONE, USAGE, output};
use crate::config::Config;
use crate::evidence::fetch::{self, Opening};
use crate::library::{Library, LibraryError, StudySummary};
use crate::provider::{self, ProbeReport};
use crate::study::{counted, many};
use crate::tui::keymap::Keymap;

/// `problems` is what is wrong with the configuration; what is told of the rest is what holds without.
pub(super) fn doctor(config: &Config, problems: &[String]) -> Result<u8> {
    let mut lines = vec![format!("tercet {}", env!("CARGO_PKG_VERSION"))];
    let found = if config.file.exists() {
        ""
    } else {
        " (does not exist; using the defaults)"
    };
    lines.push(format!("configuration  {}{found}", config.file.display()));
    let wrong = problems.iter().flat_map(|problem| problem.lines());
    lines.extend(wrong.map(|line| format!("               {line}")));
    lines.push(format!("writer         {}", config.writer));
    lines.push(format!(
        "vectors        {}",
        config.embeddings.as_ref().map_or_else(
            || "built in".to_owned(),
            |model| format!("built in, and {}", model.full_name())
        )
    ));
    lines.push(format!("framework      {}", config.framework.id));
    lines.push(format!("theme          {}", config.screen.theme));
    lines.extend(keys(config.screen.keymap.as_deref()));
    lines.push(format!("addresses      {}", addresses(&config.fetch)));
    let nothing = |why: String| Data {
        told: vec![why],
        is_sound: false,
    };
    let Data { told, is_sound } = if config.data_dir.as_os_str().is_empty() {
        nothing("no folder".to_owned())
    } else {
        data(&config.data_dir).unwrap_or_else(|error| nothing(error.to_string()))
    };
    for (number, line) in told.iter().enumerate() {
        let head = if number == 0 { "data" } else { "" };
        lines.push(format!("{head:<15}{line}"));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        if config.writers.providers.is_empty() {
            lines.push(
                "providers      none configured; the extractive writer needs none".to_owned(),
            );
        }
        for provider in &config.writers.providers {
            // One whose key cannot be used is not asked without it.
            let said = match config.writers.why_out_of_use(&provider.name) {
                Some(why) => {
                    let (name, address) = (&provider.name, provider.address());
                    format!("{name} at {address}: out of use: {why}")
                }
                None => describe(&provider::probe(provider).await),
            };
            lines.push(format!("provider       {said}"));
        }
        for server in provider::LOCAL_SERVERS {
            let candidate = server.provider();
            let known = config
                .writers
                .providers
                .iter()
                .any(|known| known.address() == candidate.address());
            let report = if known {
                None
            } else {
                Some(provider::probe(&candidate).await)
            };
            if let Some(report) =
                report.filter(|report| report.is_reachable() && report.problem.is_none())
            {
                lines.push(format!("found          {}", describe(&report)));
                lines.push(format!(
                    "               to use it: --model {}/{}",
                    server.name,
                    report.models.first().map_or("MODEL", String::as_str)
                ));
            }
        }
    });
    // Who reads this has asked for it.
    let told = lines.join("\n").replace(provider::WHAT_ANSWERS, "");
    output::print(&format!("{told}\n"))?;
    Ok(match (problems.is_empty(), is_sound) {
        (false, _) => USAGE,
        (true, false) => CHECKS_FAILED,
        (true, true) => DONE,
    })
}

/// The library, in words for the analyst.
struct Data {
    told: Vec<String>,
    /// Nothing of it is damaged.
    is_sound: bool,
}

/// What the library holds, and what of it is damaged.
fn data(folder: &Path) -> Result<Data, LibraryError> {
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
    let held = told.len();
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
fn keys(file: Option<&str>) -> Vec<String> {
    let Some(text) = file else {
        return vec!["keys           the default ones".to_owned()];
    };
    let wrong = match Keymap::read(text) {
        Ok((_, lost)) => lost.iter().map(ToString::to_string).collect(),
        Err(_) => Keymap::mistakes(text)
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
    };
    let Some((first, others)) = wrong.split_first() else {
        return vec!["keys           those of keymap.toml".to_owned()];
    };
    let others = others.iter().map(|one| format!("               {one}"));
    std::iter::once(format!("keys           {first}"))
        .chain(others)
        .collect()
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
