//! `tercet studies`: what there is to open.

use color_eyre::eyre::Result;

use super::{DONE, open, output};
use crate::config::Config;
use crate::library::StudySummary;

pub(super) fn studies(config: &Config, json: bool) -> Result<u8> {
    let studies = open::library(&config.data_dir)?.studies()?;
    if studies.is_empty() && !json {
        output::progress(&format!(
            "no studies yet in {}. `tercet demo` shows one",
            config.data_dir.display()
        ));
        return Ok(DONE);
    }
    let lines: Vec<String> = studies
        .iter()
        .map(|study| if json { as_json(study) } else { as_line(study) })
        .map(|line| format!("{line}\n"))
        .collect();
    output::print(&lines.concat())?;
    Ok(DONE)
}

fn as_line(study: &StudySummary) -> String {
    let changed = crate::clock::local(study.changed);
    let parts = format!("{}/{}", study.sections_written, study.sections);
    format!(
        "{:>4}  {changed}  {parts} sections  {:>3} sources  {}",
        study.id, study.sources, study.title
    )
}

fn as_json(study: &StudySummary) -> String {
    serde_json::json!({
        "id": study.id, "title": study.title, "changed": study.changed, "sections_written": study.sections_written,
        "sections": study.sections, "sources": study.sources,
    })
    .to_string()
}
