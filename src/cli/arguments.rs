//! What can be typed: the subcommands, their options, and what a value may be.
//!
//! What is done with it is [`super`]'s and the subcommands' own.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::{config, conflicts, export, ingest, judge, probe, read, search, studies, verify};
use crate::config::{Options, ScreenOptions};
use crate::evidence::Password;
use crate::study::{Ceilings, Origin};

/// A research workbench for the terminal: cited briefs from your own evidence, every claim checked against its source.
#[derive(Debug, Parser)]
#[command(name = "tercet", version, subcommand_precedence_over_arg = true, after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Subcommands>,
    #[command(flatten)]
    pub(super) brief: Brief,
    #[command(flatten)]
    pub(super) writing: Writing,
    #[command(flatten)]
    pub(super) shared: Shared,
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
pub(super) enum Subcommands {
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
    #[command(after_help = ingest::HELP)]
    Ingest(ingest::Ingestion),
    /// Search the library's passages by words and meaning: the words found are bold, or between ** where there is no terminal
    #[command(after_help = search::HELP)]
    Search(search::Query),
    /// Open the example study, or print its brief where there is no terminal
    Demo {
        #[command(flatten)]
        writing: Writing,
    },
    /// List the studies, or manage one
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
    Export(export::Exporting),
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
pub(super) struct Brief {
    /// The question to be answered
    pub(super) question: Option<String>,
    /// Files, folders and web addresses to answer it from; - is standard input
    pub(super) evidence: Vec<OsString>,
    /// The origin of sources that do not state one: internal, web, academic or general
    #[arg(long, value_name = "CLASS", value_parser = origin)]
    pub(super) origin: Option<Origin>,
    /// Watch this folder: what is new or changed in it becomes evidence while the workbench is open
    #[arg(long, value_name = "FOLDER")]
    pub(super) watch: Vec<PathBuf>,
}

impl Brief {
    /// All that was named, where no question is asked.
    pub(super) fn only_evidence(self) -> Vec<OsString> {
        let first = self.question.map(OsString::from);
        first.into_iter().chain(self.evidence).collect()
    }
}

/// The origin that is typed as the value of an option.
pub(super) fn origin(name: &str) -> Result<Origin, String> {
    let known = Origin::ALL.map(Origin::name).join(", ");
    Origin::named(name).ok_or_else(|| format!("there are: {known}"))
}

/// Who writes and how it looks: for the subcommands that write or show a study.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct Writing {
    /// Who writes: `extractive`, or provider/model
    #[arg(long, value_name = "WRITER")]
    pub(super) model: Option<String>,
    /// The sections of a new brief
    #[arg(long, value_name = "NAME")]
    pub(super) framework: Option<String>,
    /// Stop a draft after this section and decide whether the evidence suffices before the rest is written
    #[arg(long, value_name = "SECTION")]
    pub(super) early_decision: Option<String>,
    /// Append each finished call to this file, one JSON object per line: purpose, prompt, what of the evidence it was sent, answer, tokens, time
    #[arg(long, value_name = "FILE")]
    pub(super) trace: Option<PathBuf>,
    /// auto, dark, light, high-contrast, cvd (for colour-blind eyes), 16 (for 16-colour terminals) or mono
    #[arg(long, value_name = "NAME")]
    pub(super) theme: Option<String>,
    /// Lines and numbered choices in place of a screen, for screen readers; so does the variable ACCESSIBLE
    #[arg(long)]
    pub(super) plain: bool,
    /// Print the brief as Markdown when the workbench is left
    #[arg(long)]
    pub(super) print_on_exit: bool,
    /// Tokens that the study may use in all, such as 50k; work stops before they are exceeded and the brief is kept as far as it is written
    #[arg(long, value_name = "TOKENS", value_parser = tokens)]
    pub(super) max_tokens: Option<u64>,
    /// What the study may cost in all, by the configured prices
    #[arg(long, value_name = "DOLLARS", value_parser = cost)]
    pub(super) max_cost: Option<f64>,
    /// How long to wait for models in all, such as 10m
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(super) max_time: Option<u64>,
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
    pub(super) fn writing(&self) -> Writing {
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
    /// What the study may take, as far as it is said here.
    pub(super) fn ceilings(&self) -> Ceilings {
        Ceilings {
            tokens: self.max_tokens,
            cost: self.max_cost,
            seconds: self.max_time,
        }
    }

    /// What goes before the configuration's own settings.
    pub(super) fn options(&self, shared: Shared) -> Options {
        Options {
            data_dir: shared.data_dir,
            config: shared.config,
            writer: self.model.clone(),
            framework: self.framework.clone(),
            screen: ScreenOptions {
                theme: self.theme.clone(),
                plain: self.plain,
                print_on_exit: self.print_on_exit,
            },
            ceilings: self.ceilings(),
            early_decision: self.early_decision.clone(),
            allow_private: shared.allow_private,
            passwords: shared.password,
        }
    }

    /// These options, and where they are silent those.
    pub(super) fn or(self, other: Self) -> Self {
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
pub(super) struct Shared {
    /// Where studies are kept (`TERCET_DATA_DIR`)
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(super) data_dir: Option<PathBuf>,
    /// Opens encrypted PDF files; may be given several times (`TERCET_PASSWORD`, which other users of the machine cannot see)
    #[arg(long, global = true, value_name = "PASSWORD")]
    pub(super) password: Vec<Password>,
    /// The configuration file (`TERCET_CONFIG`)
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// A private place to fetch addresses from, such as wiki.intranet or 127.0.0.1:8000; can be repeated
    #[arg(long, global = true, value_name = "HOST[:PORT]")]
    pub(super) allow_private: Vec<String>,
}
