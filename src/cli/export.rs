//! `tercet export`: the accepted brief of a study, on standard output or in a file.

use std::path::Path;

use color_eyre::eyre::Result;

use super::{DONE, Usage, open, output};
use crate::config::Config;
use crate::library::Library;
use crate::workbench::{self, Appendices, ExportError};

pub(super) fn export(
    config: &Config,
    study: &str,
    out: Option<&Path>,
    overwrite: bool,
    appendices: Appendices,
) -> Result<u8> {
    let library = Library::open(&config.data_dir)?;
    let id = open::find(&library, study)?;
    let text = workbench::brief(&library, id, appendices)?;
    match out {
        Some(out) => {
            workbench::write_file(out, &text, overwrite).map_err(|error| match error {
                ExportError::Exists { .. } => {
                    Usage(format!("{error}: choose another name, or add --overwrite")).into()
                }
                written @ ExportError::Write { .. } => color_eyre::Report::from(written),
            })?;
            output::progress(&format!("wrote {}", out.display()));
        }
        None => output::print(&text)?,
    }
    Ok(DONE)
}
