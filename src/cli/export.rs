//! `tercet export`: the accepted brief of a study, on standard output or in a file.

use std::path::Path;

use color_eyre::eyre::Result;

use super::changes::waiting;
use super::studies::as_usage;
use super::{DONE, Usage, open, output};
use crate::config::Config;
use crate::study::Study;
use crate::workbench::{self, Appendices, ExportError};

pub(super) fn export(
    config: &Config,
    (study, at): (&str, Option<u64>),
    out: Option<&Path>,
    overwrite: bool,
    with_sidecar: bool,
    appendices: Appendices,
) -> Result<u8> {
    let library = open::library(&config.data_dir)?;
    let id = open::find_any(&library, study)?;
    let text = workbench::brief(&library, id, at, appendices).map_err(as_usage)?;
    match out {
        Some(out) => {
            let sidecar = with_sidecar
                .then(|| workbench::sidecar(&library, id, at))
                .transpose()?;
            let written = workbench::write_brief(out, &text, sidecar.as_ref(), overwrite);
            written.map_err(|error| match error {
                ExportError::Exists { .. } => {
                    Usage(format!("{error}: choose another name, or add --overwrite")).into()
                }
                written @ ExportError::Write { .. } => color_eyre::Report::from(written),
            })?;
            output::progress(&format!("wrote {}", out.display()));
            if with_sidecar {
                let beside = workbench::sidecar_path(out);
                output::progress(&format!("wrote {}", beside.display()));
            }
        }
        None => output::print(&text)?,
    }
    if at.is_none() {
        let journal = library.events(id)?;
        let known = Study::fold(journal.iter().map(|envelope| &envelope.event));
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
    }
    Ok(DONE)
}
