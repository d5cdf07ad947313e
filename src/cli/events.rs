//! `tercet studies events`: a study's journal in words, so that a point in it can be found.

use color_eyre::eyre::Result;

use super::{DONE, open, output};
use crate::clean;
use crate::config::Config;
use crate::library::Library;
use crate::study::{Envelope, Study, Told, Usage, grouped, told_in};

/// Characters of what happened, on a line.
const WHAT: usize = 160;

pub(super) fn events(config: &Config, study: &str, json: bool) -> Result<u8> {
    let library = Library::open(&config.data_dir)?;
    let id = open::find_any(&library, study)?;
    let journal = library.events(id)?;
    let mut state = Study::default();
    let mut lines = String::new();
    for (position, envelope) in journal.iter().enumerate() {
        let Some(told) = told_in(&journal, position, &state) else {
            continue;
        };
        state.apply(&envelope.event);
        lines += &if json {
            as_json(envelope, &told)?
        } else {
            as_line(envelope, &told)
        };
        lines.push('\n');
    }
    output::print(&lines)?;
    Ok(DONE)
}

fn as_line(envelope: &Envelope, told: &Told) -> String {
    let at = crate::clock::local_second(envelope.at);
    let what = clean::line(&told.what, WHAT);
    let tokens = told.usage.map(tokens).unwrap_or_default();
    format!("{:>5}  {at}  {:<12}  {what}{tokens}", envelope.seq, told.by)
}

fn tokens(usage: Usage) -> String {
    if usage.prompt_tokens + usage.completion_tokens == 0 {
        return String::new();
    }
    let estimated = if usage.estimated { "~" } else { "" };
    let cached = match usage.cached_tokens {
        0 => String::new(),
        cached => format!(", {} of them cached", grouped(cached as usize)),
    };
    format!(
        "  ({estimated}{} tokens in{cached}, {} out)",
        grouped(usage.prompt_tokens as usize),
        grouped(usage.completion_tokens as usize)
    )
}

fn as_json(envelope: &Envelope, told: &Told) -> Result<String> {
    let mut line = serde_json::to_value(&envelope.event)?;
    if !envelope.event.is_told() {
        // That there is something is told, what it says is not.
        line["body"] = serde_json::Value::Null;
    }
    line["seq"] = envelope.seq.into();
    line["at"] = envelope.at.0.into();
    line["what"] = told.what.clone().into();
    line["by"] = told.by.clone().into();
    if let Some(usage) = told.usage {
        line["tokens"] = serde_json::to_value(usage)?;
    }
    Ok(line.to_string())
}
