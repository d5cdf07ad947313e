//! The command line: what was typed, converted once to what it means.
//!
//! One file a subcommand. Exit status [SPEC §14]: 0 done; 1 done, but checks failed; 2 usage; 3 could not finish.

mod arguments;
mod changes;
mod config;
mod conflicts;
mod demo;
mod doctor;
mod events;
mod export;
mod ingest;
mod input;
mod judge;
mod material;
mod open;
mod output;
mod pairs;
mod plain;
mod probe;
mod progress;
mod ranking;
mod read;
mod run;
mod search;
mod sources;
mod stats;
mod stopping;
mod studies;
mod verify;

pub use open::setup_with;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{CommandFactory, Parser};
use color_eyre::eyre::Result;
use signal_hook::consts::SIGXFSZ;

use self::arguments::{Arguments, Brief, Subcommands, Writing};
use crate::clean;
use crate::config::{Config, ConfigError, Options};
use crate::{evidence, tui};

const DONE: u8 = 0;
const CHECKS_FAILED: u8 = 1;
const USAGE: u8 = 2;
const NOT_FINISHED: u8 = 3;

/// Runs the program and says how it went.
#[must_use]
pub fn main() -> ExitCode {
    if std::env::args_os()
        .nth(1)
        .is_some_and(|first| first == evidence::COMMAND)
    {
        return evidence::child_main(std::env::args_os().skip(2));
    }
    // A file that may grow no further is told of by the write; without this it is the end.
    let is_noted = Arc::new(AtomicBool::new(false));
    let _ = signal_hook::flag::register(SIGXFSZ, is_noted);
    if let Err(error) = tui::terminal::install_panic_hook() {
        output::progress(&format!("error reports will be plain: {error}"));
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let failed = error.use_stderr();
            // Nothing can be done where not even the usage can be printed.
            let _ = error.print();
            return ExitCode::from(if failed { USAGE } else { DONE });
        }
    };
    match dispatch(arguments) {
        Ok(status) => ExitCode::from(status),
        Err(report) => {
            output::progress(&format!("tercet: {}", told(&report)));
            ExitCode::from(
                report
                    .downcast_ref::<Usage>()
                    .map_or(NOT_FINISHED, |_| USAGE),
            )
        }
    }
}

/// An error with what led to it, where that says anything new: many errors name their cause themselves.
fn told(report: &color_eyre::Report) -> String {
    let mut told = String::new();
    for cause in report.chain() {
        let cause = cause.to_string();
        if !told.contains(&cause) {
            let separator = if told.is_empty() { "" } else { ": " };
            told = format!("{told}{separator}{cause}");
        }
    }
    told
}

/// The command line asks for something that cannot be meant.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Usage(String);

fn dispatch(arguments: Arguments) -> Result<u8> {
    let Arguments {
        command,
        brief,
        writing,
        shared,
    } = arguments;
    // These need no configuration that can be used; who has none that can may have to look at the defaults.
    match &command {
        Some(Subcommands::Completions { shell }) => return completions(*shell),
        Some(Subcommands::Config { showing, .. }) if showing.defaults => return config::defaults(),
        _ => {}
    }
    let after = command.as_ref().map(Subcommands::writing);
    let writing = after.unwrap_or_default().or(writing);
    let options = writing.options(shared);
    let unusable = |error: ConfigError| Usage(error.to_string());
    if let Some(Subcommands::Doctor { trying, .. }) = &command
        && !trying.probe
    {
        let (config, mut problems) = Config::read(&options, &environment).map_err(unusable)?;
        problems.extend(unknown_theme(&config));
        return doctor::doctor(&config, &problems);
    }
    let config = Config::load(&options, &environment).map_err(unusable)?;
    if let Some(problem) = unknown_theme(&config) {
        return Err(Usage(problem).into());
    }
    match command {
        None => without_command(config, brief, &options, &writing),
        Some(command) => perform(command, config, &options, &writing),
    }
}

/// A question with its evidence, or nothing at all: the workbench on a terminal, a run elsewhere.
fn without_command(
    config: Config,
    brief: Brief,
    options: &Options,
    writing: &Writing,
) -> Result<u8> {
    refuse_command_like(&brief)?;
    if writing.plain || std::io::stdout().is_terminal() {
        let in_force = config.in_force(options, &environment);
        let choices = open::Choices::of(writing, &in_force);
        return open::open(config, brief, None, &choices);
    }
    let target = run::Target {
        trace: writing.trace.clone(),
        chose_writer: writing.model.is_some(),
        ceilings: writing.ceilings(),
        ..run::Target::default()
    };
    run::run(config, brief, &target)
}

fn perform(
    command: Subcommands,
    config: Config,
    options: &Options,
    writing: &Writing,
) -> Result<u8> {
    match command {
        Subcommands::Run {
            brief,
            study,
            out,
            overwrite,
            json,
            ..
        } => {
            let target = run::Target {
                study,
                out,
                overwrite,
                json,
                trace: writing.trace.clone(),
                chose_writer: writing.model.is_some(),
                ceilings: writing.ceilings(),
            };
            run::run(config, brief, &target)
        }
        Subcommands::Ingest(asked) => ingest::ingest(config, asked),
        Subcommands::Search(query) => search::search(&config, &query),
        Subcommands::Demo { .. } => {
            let in_force = config.in_force(options, &environment);
            demo::demo(config, writing, &in_force)
        }
        Subcommands::Studies {
            doing: Some(doing),
            json: false,
            deleted: false,
        } => studies::act(&config, &doing),
        Subcommands::Studies { doing: Some(_), .. } => {
            let why = "--json and --deleted before a subcommand of studies belong to the list; give them behind it";
            Err(Usage(why.to_owned()).into())
        }
        Subcommands::Studies { json, deleted, .. } => studies::studies(&config, json, deleted),
        Subcommands::Open { study, .. } => {
            let brief = Brief::default();
            let in_force = config.in_force(options, &environment);
            let choices = open::Choices::of(writing, &in_force);
            open::open(config, brief, Some(&study), &choices)
        }
        Subcommands::Export(asked) => export::export(&config, &asked),
        Subcommands::Read { file, json } => read::read(&open::setup(config)?.reader, &file, json),
        Subcommands::Verify(asked) => verify::verify(config, &asked),
        Subcommands::Judge(asked) => judge::judge(config, &asked),
        Subcommands::Conflicts(asked) => conflicts::conflicts(config, &asked),
        Subcommands::Stats { study, json } => stats::stats(&config, study.as_deref(), json),
        Subcommands::Doctor { trying, .. } => probe::probe(&config, &trying),
        Subcommands::Config { showing, .. } => {
            config::config(&config.in_force(options, &environment), showing)
        }
        // It needs no configuration, and was done before that was read.
        Subcommands::Completions { shell } => completions(shell),
    }
}

/// A variable of the environment, where its value is text.
fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// What is wrong with the theme, if there is none of its name.
fn unknown_theme(config: &Config) -> Option<String> {
    let theme = config.screen.theme.as_str();
    let is_known = theme == "auto" || tui::theme::Theme::NAMES.contains(&theme);
    let known = tui::theme::Theme::NAMES.join(", ");
    (!is_known).then(|| format!("there is no theme \"{theme}\"; there are: auto, {known}"))
}

/// What a shell is told of commands and options. It needs no configuration that can be used.
fn completions(shell: clap_complete::Shell) -> Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "tercet", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(DONE)
}

/// A word that is a command elsewhere, or one word alone, is more likely a slip than a question.
fn refuse_command_like(brief: &Brief) -> Result<()> {
    const ELSEWHERE: &[&str] = &["help"];
    let Some(question) = brief.question.as_deref().map(str::trim) else {
        return Ok(());
    };
    let is_word =
        !question.is_empty() && !question.contains(char::is_whitespace) && !question.ends_with('?');
    if is_word {
        refuse_swapped(question, "tercet")?;
    }
    // Also where what follows is nothing that could be read, such as the query of a mistyped `search`.
    let is_there = |source: &OsString| {
        let source = Path::new(source);
        source == Path::new("-")
            || source.exists()
            || evidence::address_of(source, &source.to_string_lossy()).is_some()
    };
    let has_evidence = brief.evidence.iter().any(is_there) || !brief.watch.is_empty();
    if is_word && (ELSEWHERE.contains(&question) || !has_evidence) {
        return Err(Usage(format!(
            "there is no command \"{question}\"; `tercet --help` lists them. To ask it as a question, write it as one: \"What about {question}?\""
        ))
        .into());
    }
    Ok(())
}

/// The question that was typed, or why it cannot be used.
fn question(brief: &Brief) -> Result<String> {
    let question = brief.question.as_deref().unwrap_or_default().trim();
    if question.is_empty() {
        return Err(Usage("the question is empty. Try: tercet run \"What do these reports say about costs?\" reports/".into()).into());
    }
    let is_word = !question.contains(char::is_whitespace);
    if is_word {
        refuse_swapped(question, "tercet run")?;
    }
    Ok(question.to_owned())
}

/// What is there to be read is no question: it was named before the question.
fn refuse_swapped(question: &str, program: &str) -> Result<()> {
    let path = Path::new(question);
    if !path.exists() {
        return Ok(());
    }
    let found = clean::line(question, 200);
    let kind = if path.is_dir() { "a folder" } else { "a file" };
    Err(Usage(format!(
        "“{found}” is {kind}, and the question comes first. Try: {program} \"What does it cost?\" {found}"
    ))
    .into())
}

#[cfg(test)]
mod tests;
