//! `tercet doctor --probe`: one small streaming request to a model, and what came of it.

use std::time::Duration;

use clap::Args;
use color_eyre::eyre::Result;
use serde_json::{Value, json};

use super::output::{self, row};
use super::{CHECKS_FAILED, DONE, Usage};
use crate::config::Config;
use crate::engine::{Ending, Trial, Writer, trial};
use crate::provider::{Limits, Model};
use crate::study;

/// Whether and how a model is tried.
#[derive(Debug, Args)]
pub(super) struct Trying {
    /// Send the model one small request and say what came of it; needs --model
    #[arg(long)]
    pub(super) probe: bool,
    /// One line of JSON: text, reasoning, finish, truncated, usage, error, retries and `waited_s`
    #[arg(long, requires = "probe")]
    json: bool,
    /// Tries after the first [default: 3]
    #[arg(long, value_name = "N", requires = "probe", value_parser = clap::value_parser!(u32).range(..=20))]
    max_retries: Option<u32>,
    /// Seconds to wait for the first text, and then for each further piece; in all it takes up to five times as long (or as long for each try), and the waits
    /// between tries
    #[arg(long, value_name = "S", requires = "probe", value_parser = seconds)]
    timeout: Option<Duration>,
}

/// How much longer than each piece the whole answer may take.
const WHOLE_ANSWER: u32 = 5;

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "write a number of seconds, such as 30")?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero() && *time <= Duration::from_hours(1))
        .ok_or_else(|| "give a number of seconds above 0 and up to 3600".to_owned())
}

pub(super) fn probe(config: &Config, asked: &Trying) -> Result<u8> {
    let model = match config.writers.find(&config.writer) {
        Ok(Writer::Model(model)) => model,
        Ok(Writer::Extractive) => {
            return Err(Usage(
                "--probe needs a model; name one with --model provider/model".into(),
            )
            .into());
        }
        Err(problem) => return Err(Usage(problem).into()),
    };
    // What a model sends is shown as it is.
    let mut limits = Limits {
        circles: usize::MAX,
        ..Limits::default()
    };
    if let Some(retries) = asked.max_retries {
        limits.attempts = retries + 1;
    }
    if let Some(time) = asked.timeout {
        limits.connect = limits.connect.min(time);
        limits.first_text = time;
        limits.between_reads = time;
        limits.silence = time;
        limits.after_finish = limits.after_finish.min(time);
    }
    let at_most = limits
        .first_text
        .saturating_mul(WHOLE_ANSWER.max(limits.attempts));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let trial = runtime.block_on(trial(&model, &limits, at_most));
    output::print(&if asked.json {
        format!("{}\n", as_json(&trial))
    } else {
        as_text(&trial, &model)
    })?;
    let is_whole = error(&trial).is_none() && !is_truncated(&trial);
    Ok(if is_whole { DONE } else { CHECKS_FAILED })
}

/// What went wrong. A limit of tokens that was used up, also by reasoning alone, is an end, and said by `finish`.
fn error(trial: &Trial) -> Option<&str> {
    match &trial.ending {
        Ending::Failed { why, .. } if !trial.is_at_limit() => Some(why),
        _ => None,
    }
}

/// Whether an answer had begun and is not whole.
fn is_truncated(trial: &Trial) -> bool {
    let has_begun = !trial.text.is_empty() || !trial.reasoning.is_empty();
    trial.is_at_limit() || (has_begun && trial.ending != Ending::Complete)
}

fn as_json(trial: &Trial) -> Value {
    json!({
        "text": trial.text, "reasoning": trial.reasoning, "finish": trial.finish, "truncated": is_truncated(trial),
        "usage": trial.usage.as_ref().map(|(_, counts)| counts), "error": error(trial), "retries": trial.retries,
        "waited_s": trial.waited.as_secs_f64(),
    })
}

fn as_text(trial: &Trial, model: &Model) -> String {
    let mut lines = vec![row(
        "model",
        format!("{} at {}", model.full_name(), model.provider.address()),
    )];
    if trial.retries > 0 {
        let times = study::counted(trial.retries as usize, "time");
        let waited = trial.waited.as_secs_f32();
        lines.push(row(
            "tried again",
            format!("{times}, after {waited:.1} s of waiting"),
        ));
    }
    if !trial.reasoning.is_empty() {
        let length = study::counted(trial.reasoning.chars().count(), "character");
        lines.push(row("reasoning", length));
    }
    lines.push(row("text", trial.text.trim()));
    if let Some((usage, _)) = &trial.usage {
        lines.push(row(
            "tokens",
            format!(
                "{} asked ({} of them cached), {} answered ({} of them reasoning)",
                usage.prompt_tokens,
                usage.cached_tokens,
                usage.completion_tokens,
                usage.reasoning_tokens
            ),
        ));
    }
    lines.push(match (error(trial), is_truncated(trial)) {
        (Some(why), _) => row("failed", why),
        (None, true) if trial.text.is_empty() => {
            row("cut", "at its limit of tokens, with reasoning only")
        }
        (None, true) => row("cut", "at its limit of tokens"),
        (None, false) => row("finished", "yes"),
    });
    format!("{}\n", lines.join("\n"))
}
