//! `tercet doctor`: what is configured, what answers, and where data lies.

use color_eyre::eyre::Result;

use super::{DONE, output};
use crate::config::Config;
use crate::library::Library;
use crate::provider;

pub(super) fn doctor(config: &Config) -> Result<u8> {
    let mut lines = vec![format!("tercet {}", env!("CARGO_PKG_VERSION"))];
    let found = if config.file.exists() { "" } else { " (not there: the defaults apply)" };
    lines.push(format!("configuration  {}{found}", config.file.display()));
    lines.push(format!("writer         {}", config.writer));
    lines.push(format!("framework      {}", config.framework.id));
    lines.push(format!("theme          {}", config.theme));
    lines.push(match Library::open(&config.data_dir).and_then(|library| Ok((library.size()?, library.studies()?.len(), library))) {
        Ok(((documents, passages), studies, library)) => {
            format!("data           {}: {studies} studies, {documents} documents, {passages} passages", library.path().display())
        }
        Err(error) => format!("data           {error}"),
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        if config.providers.is_empty() {
            lines.push("providers      none configured; the extractive writer needs none".to_owned());
        }
        for provider in &config.providers {
            lines.push(format!("provider       {}", provider::probe(provider).await));
        }
        for provider in provider::local_candidates() {
            if config.providers.iter().all(|known| known.base_url.trim_end_matches('/') != provider.base_url) {
                let report = provider::probe(&provider).await;
                if report.reachable {
                    lines.push(format!("found          {report}; add it as [providers.{}]", provider.name));
                }
            }
        }
    });
    output::print(&format!("{}\n", lines.join("\n")))?;
    Ok(DONE)
}
