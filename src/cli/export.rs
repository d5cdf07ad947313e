//! `tercet export`: the accepted brief of a study, on standard output or in a file.

use std::path::{Path, PathBuf};

use clap::Args;
use color_eyre::eyre::Result;

use super::changes::{as_usage, folded, waiting};
use super::{DONE, Usage, open, output};
use crate::config::Config;
use crate::export::Sidecar;
use crate::library::Library;
use crate::study::StudyId;
use crate::workbench::{self, Appendices, ExportError};

/// What is exported, and where it goes.
#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option that is given or not"
)]
pub(super) struct Exporting {
    /// The study's number, or `last`
    study: String,
    /// As it was after this event, as `tercet studies events` numbers them
    #[arg(long, value_name = "SEQ")]
    at: Option<u64>,
    /// Write to this file instead of standard output; an existing file is not replaced
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file named with --out if it exists
    #[arg(long, requires = "out")]
    overwrite: bool,
    /// Write no NAME.tercet.json beside it, by which `tercet verify` tells which claims have become stale
    #[arg(long, requires = "out")]
    no_sidecar: bool,
    /// Append the verdict of every claim
    #[arg(long)]
    verdicts: bool,
    /// Append how the brief was made
    #[arg(long)]
    method: bool,
    /// Append how the brief scores, and why
    #[arg(long)]
    scores: bool,
    /// Mark undecided changes, as `CriticMarkup`
    #[arg(long)]
    changes: bool,
}

pub(super) fn export(config: &Config, asked: &Exporting) -> Result<u8> {
    let library = open::library(&config.data_dir)?;
    let id = open::find_any(&library, &asked.study)?;
    let appendices = Appendices {
        verdicts: asked.verdicts,
        method: asked.method,
        scores: asked.scores,
        changes: asked.changes,
    };
    let text = workbench::brief(&library, id, asked.at, appendices).map_err(as_usage)?;
    match &asked.out {
        Some(out) => {
            let sidecar = (!asked.no_sidecar)
                .then(|| workbench::sidecar(&library, id, asked.at))
                .transpose()?;
            write(out, &text, sidecar.as_ref(), asked.overwrite)?;
        }
        None => output::print(&text)?,
    }
    if asked.at.is_none() {
        tell_what_is_not_in_it(&library, id)?;
    }
    Ok(DONE)
}

fn write(out: &Path, text: &str, sidecar: Option<&Sidecar>, overwrite: bool) -> Result<()> {
    workbench::write_brief(out, text, sidecar, overwrite).map_err(|error| match error {
        ExportError::Exists { .. } => {
            Usage(format!("{error}: choose another name, or add --overwrite")).into()
        }
        ExportError::NotMarkdown { .. } => Usage(error.to_string()).into(),
        ExportError::Write { .. } => color_eyre::Report::from(error),
    })?;
    output::progress(&format!("wrote {}", out.display()));
    if sidecar.is_some() {
        let beside = workbench::sidecar_path(out);
        output::progress(&format!("wrote {}", beside.display()));
    }
    Ok(())
}

/// Says on standard error what of the study is damaged, undecided or unfinished.
fn tell_what_is_not_in_it(library: &Library, id: StudyId) -> Result<()> {
    let known = folded(library, id)?;
    for altered in library.altered(&known.evidence)? {
        output::progress(&altered);
    }
    if let Some(waiting) = waiting(&known, id) {
        output::progress(&format!("not in it: {waiting}"));
    }
    for kept in library.edits(id)? {
        let plan = known.framework.sections.get(kept.section.0);
        let title = plan.map_or("a section", |plan| plan.title.as_str());
        output::progress(&format!(
            "not in it: an edit of {title} that is not finished; `tercet open {id}` goes on with it"
        ));
    }
    Ok(())
}
