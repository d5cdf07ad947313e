//! The command line: what was typed, converted once to what it means.
//!
//! One file a subcommand. Exit status [SPEC §14]: 0 done; 1 done, but checks failed; 2 usage; 3 could not finish.

mod changes;
mod config;
mod conflicts;
mod demo;
mod doctor;
mod events;
mod export;
mod ingest;
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
mod studies;
mod verify;

pub use open::setup_with;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{Args, CommandFactory, Parser, Subcommand};
use color_eyre::eyre::Result;
use signal_hook::consts::SIGXFSZ;

use crate::clean;
use crate::config::{Config, ConfigError, Options, ScreenOptions};
use crate::evidence::Password;
use crate::study::{Ceilings, Origin};
use crate::workbench::Appendices;
use crate::{evidence, tui};

const DONE: u8 = 0;
const CHECKS_FAILED: u8 = 1;
const USAGE: u8 = 2;
const NOT_FINISHED: u8 = 3;

/// A research workbench for the terminal: cited briefs from your own evidence, every claim checked against its source.
#[derive(Debug, Parser)]
#[command(name = "tercet", version, subcommand_precedence_over_arg = true, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Subcommands>,
    #[command(flatten)]
    brief: Brief,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    shared: Shared,
}

const EXAMPLES: &str = "Examples:
  tercet demo                                     the example study
  tercet \"Why did sales fall?\" reports/ notes.md  opens the workbench
  tercet run \"Why did sales fall?\" reports/       prints the brief as Markdown
  tercet ingest reports/                          reads reports into the library
  tercet search \"heat pump sales\"                 finds passages in the library
  tercet verify report.md sources/                checks a report, whoever wrote it
  tercet judge report.md sources/                 scores it
  tercet config --defaults > config.toml          a configuration to change
  tercet stats                                    what the studies took
  tercet                                          opens the last study";

#[derive(Debug, Subcommand)]
enum Subcommands {
    /// Write a brief without a screen: Markdown on standard output, progress on standard error
    Run {
        #[command(flatten)]
        brief: Brief,
        /// Continue this study instead of starting one: interrupted work is finished, and evidence that is named updates the brief; `last` is the most recent study
        #[arg(long, value_name = "STUDY")]
        study: Option<String>,
        /// Write the brief to this file instead of standard output, and what its claims rest on to NAME.tercet.json beside it; existing files are not
        /// replaced
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Replace the file named with --out if it exists
        #[arg(long, requires = "out")]
        overwrite: bool,
        /// Print what happens as JSON lines instead of the brief
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        writing: Writing,
    },
    /// Read files, folders and web addresses into the library, without a study; running it again continues where it stopped
    Ingest {
        /// What to read; - is standard input
        #[arg(required_unless_present = "jsonl")]
        evidence: Vec<OsString>,
        /// The origin of sources that do not state one: internal, web, academic or general
        #[arg(long, value_name = "CLASS", value_parser = origin, conflicts_with = "jsonl")]
        origin: Option<Origin>,
        /// Read a corpus instead: lines of {"id", "title", "text"}, one document each, which keeps its id; - is standard input
        #[arg(long, value_name = "CORPUS", conflicts_with = "evidence")]
        jsonl: Option<PathBuf>,
    },
    /// Search the library's passages by words and meaning: the words found are bold, or between ** where there is no terminal
    Search(search::Query),
    /// Open the example study, or print its brief where there is no terminal
    Demo {
        #[command(flatten)]
        writing: Writing,
    },
    /// List the studies, or manage one
    #[command(args_conflicts_with_subcommands = true)]
    Studies {
        #[command(subcommand)]
        doing: Option<studies::Doing>,
        /// One JSON object per line
        #[arg(long)]
        json: bool,
        /// List deleted studies
        #[arg(long)]
        deleted: bool,
    },
    /// Open a study by its number
    Open {
        study: String,
        #[command(flatten)]
        writing: Writing,
    },
    /// Print a study's accepted brief as Markdown
    Export {
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
    },
    /// Show how one file, `-` or web address is read
    #[command(after_help = read::FORM)]
    Read {
        /// The file, - for standard input, or an http(s) address
        file: PathBuf,
        /// Print it as one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Check the claims of any report against the evidence that it cites, whoever wrote it
    #[command(after_help = verify::HELP)]
    Verify(verify::Verification),
    /// Score any report against evidence in five dimensions, or a study's brief
    #[command(after_help = judge::HELP)]
    Judge(judge::Judging),
    /// Find where sources contradict each other
    #[command(after_help = conflicts::HELP)]
    Conflicts(conflicts::Comparison),
    /// Show the totals of all studies, or of one: evidence, calls, tokens, cost, cache, time, disk space
    Stats {
        /// The study's number, or `last`
        study: Option<String>,
        /// Print it as one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Print the settings in force and where each came from, in the form of a configuration file; keys are not shown
    Config {
        #[command(flatten)]
        showing: config::Showing,
        #[command(flatten)]
        writing: Writing,
    },
    /// Print a script with which your shell completes commands and options: bash, elvish, fish, powershell or zsh
    Completions { shell: clap_complete::Shell },
    /// Show what is configured, which servers answer, and where data is stored
    Doctor {
        #[command(flatten)]
        trying: probe::Trying,
        #[command(flatten)]
        writing: Writing,
    },
}

/// What a brief is about.
#[derive(Debug, Clone, Default, Args)]
struct Brief {
    /// The question to be answered
    question: Option<String>,
    /// Files, folders and web addresses to answer it from; - is standard input
    evidence: Vec<OsString>,
    /// The origin of sources that do not state one: internal, web, academic or general
    #[arg(long, value_name = "CLASS", value_parser = origin)]
    origin: Option<Origin>,
    /// Watch this folder: what is new or changed in it becomes evidence while the workbench is open
    #[arg(long, value_name = "FOLDER")]
    watch: Vec<PathBuf>,
}

impl Brief {
    /// All that was named, where no question is asked.
    fn only_evidence(self) -> Vec<OsString> {
        let first = self.question.map(OsString::from);
        first.into_iter().chain(self.evidence).collect()
    }
}

fn origin(name: &str) -> Result<Origin, String> {
    let known = Origin::ALL.map(Origin::name).join(", ");
    Origin::named(name).ok_or_else(|| format!("there are: {known}"))
}

/// Who writes and how it looks: for the subcommands that write or show a study.
#[derive(Debug, Clone, Default, Args)]
struct Writing {
    /// Who writes: `extractive`, or provider/model
    #[arg(long, value_name = "WRITER")]
    model: Option<String>,
    /// The sections of a new brief
    #[arg(long, value_name = "NAME")]
    framework: Option<String>,
    /// Stop a draft after this section and decide whether the evidence suffices before the rest is written
    #[arg(long, value_name = "SECTION")]
    early_decision: Option<String>,
    /// Append each finished call to this file, one JSON object per line: purpose, prompt, context, answer, tokens, time
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// auto, dark, light, high-contrast, cvd (for colour-blind eyes), 16 (for 16-colour terminals) or mono
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// Lines and numbered choices in place of a screen, for screen readers; so does the variable ACCESSIBLE
    #[arg(long)]
    plain: bool,
    /// Print the brief as Markdown when the workbench is left
    #[arg(long)]
    print_on_exit: bool,
    /// Tokens that the study may use in all, such as 50k; work stops before they are exceeded and the brief is kept as far as it is written
    #[arg(long, value_name = "TOKENS", value_parser = tokens)]
    max_tokens: Option<u64>,
    /// What the study may cost in all, by the configured prices
    #[arg(long, value_name = "DOLLARS", value_parser = cost)]
    max_cost: Option<f64>,
    /// How long to wait for models in all, such as 10m
    #[arg(long, value_name = "TIME", value_parser = time)]
    max_time: Option<u64>,
}

fn tokens(typed: &str) -> Result<u64, String> {
    let is_number = typed.chars().all(|c| c.is_ascii_digit() || c == '_');
    let unit = if is_number { " tokens" } else { "" };
    let read = Ceilings::parse(&format!("{typed}{unit}")).ok();
    read.and_then(|read| read.tokens)
        .ok_or_else(|| "write a number of tokens, such as 50000 or 50k".to_owned())
}

fn cost(typed: &str) -> Result<f64, String> {
    let read = Ceilings::parse(&format!("${}", typed.trim_start_matches('$'))).ok();
    read.and_then(|read| read.cost)
        .ok_or_else(|| "write an amount, such as 2.50".to_owned())
}

fn time(typed: &str) -> Result<u64, String> {
    let read = Ceilings::parse(typed).ok();
    read.and_then(|read| read.seconds)
        .ok_or_else(|| "write a time, such as 90s or 10m".to_owned())
}

impl Subcommands {
    /// What was said after the subcommand about who writes.
    fn writing(&self) -> Writing {
        match self {
            Self::Run { writing, .. }
            | Self::Demo { writing }
            | Self::Open { writing, .. }
            | Self::Config { writing, .. }
            | Self::Doctor { writing, .. } => writing.clone(),
            Self::Judge(asked) => Writing {
                model: asked.model.clone(),
                ..Writing::default()
            },
            _ => Writing::default(),
        }
    }
}

impl Writing {
    /// These options, and where they are silent those.
    fn or(self, other: Self) -> Self {
        Self {
            model: self.model.or(other.model),
            framework: self.framework.or(other.framework),
            early_decision: self.early_decision.or(other.early_decision),
            trace: self.trace.or(other.trace),
            theme: self.theme.or(other.theme),
            plain: self.plain || other.plain,
            print_on_exit: self.print_on_exit || other.print_on_exit,
            max_tokens: self.max_tokens.or(other.max_tokens),
            max_cost: self.max_cost.or(other.max_cost),
            max_time: self.max_time.or(other.max_time),
        }
    }
}

/// Options that every subcommand takes.
#[derive(Debug, Clone, Default, Args)]
struct Shared {
    /// Where studies are kept (`TERCET_DATA_DIR`)
    #[arg(long, global = true, value_name = "FOLDER")]
    data_dir: Option<PathBuf>,
    /// Opens encrypted PDF files; may be given several times (`TERCET_PASSWORD`, which other users of the machine cannot see)
    #[arg(long, global = true, value_name = "PASSWORD")]
    password: Vec<Password>,
    /// The configuration file (`TERCET_CONFIG`)
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A private place to fetch addresses from, such as wiki.intranet or 127.0.0.1:8000; can be repeated
    #[arg(long, global = true, value_name = "HOST[:PORT]")]
    allow_private: Vec<String>,
}

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

#[expect(clippy::too_many_lines, reason = "one arm for each subcommand")]
fn dispatch(arguments: Arguments) -> Result<u8> {
    // These need no configuration that can be used; who has none that can may have to look at the defaults.
    match &arguments.command {
        Some(Subcommands::Completions { shell }) => return completions(*shell),
        Some(Subcommands::Config { showing, .. }) if showing.defaults => return config::defaults(),
        _ => {}
    }
    let after = arguments.command.as_ref().map(Subcommands::writing);
    let writing = after.unwrap_or_default().or(arguments.writing);
    let chose_writer = writing.model.is_some();
    let ceilings = Ceilings {
        tokens: writing.max_tokens,
        cost: writing.max_cost,
        seconds: writing.max_time,
    };
    let trace = writing.trace;
    let wants_plain = writing.plain;
    let options = Options {
        passwords: arguments.shared.password.clone(),
        data_dir: arguments.shared.data_dir.clone(),
        config: arguments.shared.config.clone(),
        writer: writing.model,
        framework: writing.framework,
        early_decision: writing.early_decision,
        screen: ScreenOptions {
            theme: writing.theme,
            plain: writing.plain,
            print_on_exit: writing.print_on_exit,
        },
        ceilings,
        allow_private: arguments.shared.allow_private.clone(),
    };
    let environment = |name: &str| std::env::var(name).ok();
    let unusable = |error: ConfigError| Usage(error.to_string());
    if let Some(Subcommands::Doctor { trying, .. }) = &arguments.command
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
    if arguments.command.is_none() {
        refuse_command_like(&arguments.brief)?;
    }
    match arguments.command {
        None if wants_plain || std::io::stdout().is_terminal() => open::open(
            config,
            arguments.brief,
            None,
            chose_writer,
            (ceilings, trace.as_deref()),
        ),
        None => {
            let target = run::Target {
                trace,
                chose_writer,
                ceilings,
                ..run::Target::default()
            };
            run::run(config, arguments.brief, &target)
        }
        Some(Subcommands::Run {
            brief,
            study,
            out,
            overwrite,
            json,
            ..
        }) => run::run(
            config,
            brief,
            &run::Target {
                study,
                out,
                overwrite,
                json,
                trace,
                chose_writer,
                ceilings,
            },
        ),
        Some(Subcommands::Ingest {
            evidence,
            origin,
            jsonl,
        }) => ingest::ingest(config, evidence, origin, jsonl.as_deref()),
        Some(Subcommands::Search(query)) => search::search(&config, &query),
        Some(Subcommands::Demo { .. }) => demo::demo(config, trace, wants_plain),
        Some(Subcommands::Studies {
            doing: Some(doing), ..
        }) => studies::act(&config, &doing),
        Some(Subcommands::Studies { json, deleted, .. }) => {
            studies::studies(&config, json, deleted)
        }
        Some(Subcommands::Open { study, .. }) => open::open(
            config,
            Brief::default(),
            Some(&study),
            chose_writer,
            (ceilings, trace.as_deref()),
        ),
        Some(Subcommands::Export {
            study,
            at,
            out,
            overwrite,
            no_sidecar,
            verdicts,
            method,
            scores,
            changes,
        }) => {
            let appendices = Appendices {
                verdicts,
                method,
                scores,
                changes,
            };
            let out = out.as_deref();
            export::export(
                &config,
                (&study, at),
                out,
                overwrite,
                !no_sidecar,
                appendices,
            )
        }
        Some(Subcommands::Read { file, json }) => {
            read::read(&open::setup(config)?.reader, &file, json)
        }
        Some(Subcommands::Verify(asked)) => verify::verify(config, &asked),
        Some(Subcommands::Judge(asked)) => judge::judge(config, &asked),
        Some(Subcommands::Conflicts(asked)) => conflicts::conflicts(config, &asked),
        Some(Subcommands::Stats { study, json }) => stats::stats(&config, study.as_deref(), json),
        Some(Subcommands::Config { showing, .. }) => {
            config::config(&config.in_force(&options, &environment), showing)
        }
        Some(Subcommands::Doctor { trying, .. }) => probe::probe(&config, &trying),
        // Was done before.
        Some(Subcommands::Completions { shell }) => completions(shell),
    }
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
