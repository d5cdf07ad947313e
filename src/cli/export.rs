//! `tercet export`: the accepted brief of a study, on standard output or in a file.

use std::path::PathBuf;

use clap::Args;
use color_eyre::eyre::Result;

use super::changes::{as_usage, folded, waiting};
use super::{DONE, Usage, open, output};
use crate::config::Config;
use crate::export::{Citations, Format};
use crate::library::Library;
use crate::study::StudyId;
use crate::workbench::{Appendices, ExportError, Form, Past};

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
    /// Write to this file instead of standard output; its ending says the format, and an existing file is not replaced
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// markdown, html (one page), json (all that is known of it), bibtex or csl-json (its cited sources)
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<Format>,
    /// How Markdown cites: numbered, footnotes or pandoc ([@key], with a bibliography beside --out)
    #[arg(long, value_name = "STYLE", value_parser = citations)]
    citations: Option<Citations>,
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
    /// Append how the text came about: each change, by whom
    #[arg(long)]
    history: bool,
    /// Mark undecided changes, as `CriticMarkup`
    #[arg(long)]
    changes: bool,
}

/// The format that is typed as the value of an option.
fn format(name: &str) -> Result<Format, String> {
    named(name, Format::ALL, Format::name).or_else(|unknown| {
        // A format may be called by the ending of its files.
        let file = PathBuf::from(format!("brief.{name}"));
        let of_ending = Format::of_name(&file).filter(|_| !Format::is_unsaid(&file));
        of_ending.ok_or(unknown)
    })
}

fn citations(name: &str) -> Result<Citations, String> {
    named(name, Citations::ALL, Citations::name)
}

fn named<T: Copy, const N: usize>(
    wanted: &str,
    all: [T; N],
    name: fn(T) -> &'static str,
) -> Result<T, String> {
    let found = all.into_iter().find(|one| name(*one) == wanted);
    found.ok_or_else(|| format!("one of {}", all.map(name).join(", ")))
}

pub(super) fn export(config: &Config, asked: &Exporting) -> Result<u8> {
    let form = form(asked)?;
    let library = open::library(&config.data_dir)?;
    let id = open::find_any(&library, &asked.study)?;
    let past = Past::read(&library, id, asked.at).map_err(as_usage)?;
    let exported = past.exported(&library);
    match &asked.out {
        Some(out) => {
            let files = exported.write(out, form, asked.overwrite);
            for file in files.map_err(told)? {
                output::progress(&format!("wrote {}", file.display()));
            }
        }
        None => output::print(&exported.text(form, None))?,
    }
    if asked.at.is_none() {
        tell_what_is_not_in_it(&library, id, asked.changes)?;
    }
    Ok(DONE)
}

/// The form that is asked for, which must be what the name of the file says.
fn form(asked: &Exporting) -> Result<Form> {
    let usage = |what: String| color_eyre::Report::from(Usage(what));
    let named = asked.out.as_deref().map(Form::of_name).transpose();
    let named = named.map_err(|error| usage(error.to_string()))?;
    let named = named.map(|named| named.format);
    let says_nothing = asked.out.as_deref().is_some_and(Format::is_unsaid);
    let other = named.filter(|named| !says_nothing && asked.format.is_some_and(|it| it != *named));
    if let Some(other) = other {
        return Err(usage(format!(
            "the name of the file says {}, and --format another: leave one out",
            other.name()
        )));
    }
    let format = asked.format.or(named).unwrap_or_default();
    if asked.citations.is_some() && format != Format::Markdown {
        return Err(usage(format!(
            "--citations is for Markdown; {} cites in its own way",
            format.name()
        )));
    }
    Ok(Form {
        format,
        citations: asked.citations.unwrap_or_default(),
        without_sidecar: asked.no_sidecar,
        appendices: Appendices {
            verdicts: asked.verdicts,
            method: asked.method,
            scores: asked.scores,
            changes: asked.changes,
            history: asked.history,
        },
    })
}

fn told(error: ExportError) -> color_eyre::Report {
    match error {
        ExportError::Exists { .. } => {
            Usage(format!("{error}: choose another name, or add --overwrite")).into()
        }
        ExportError::NoFormat { .. } => Usage(error.to_string()).into(),
        ExportError::Write { .. } => error.into(),
    }
}

/// Says on standard error what of the study is damaged, undecided or unfinished; the changes that wait may be marked in it.
fn tell_what_is_not_in_it(library: &Library, id: StudyId, are_marked: bool) -> Result<()> {
    let known = folded(library, id)?;
    for altered in library.altered(&known.evidence)? {
        output::progress(&altered);
    }
    if let Some(waiting) = waiting(&known, id) {
        let place = if are_marked {
            "marked in it"
        } else {
            "not in it"
        };
        output::progress(&format!("{place}: {waiting}"));
    }
    if let Some(question) = known.unanswered() {
        output::progress(&format!(
            "not in it: nothing of an answer to “{}” is accepted yet; this is the brief on the question before",
            crate::clean::line(question, usize::MAX)
        ));
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
