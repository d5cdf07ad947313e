//! `tercet studies changes`, `accept` and `reject`: what waits for a decision in a study, without a screen.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clap::Args;
use color_eyre::eyre::Result;

use super::{DONE, Usage, open, output};
use crate::clean;
use crate::config::Config;
use crate::library::Library;
use crate::study::{Command, Decision, Hunk, Revision, SectionId, Study, StudyId, counted};
use crate::workbench::{self, PastError};

/// Which changes are decided on.
#[derive(Debug, Args)]
pub(super) struct Choice {
    /// The study's number, or `last`
    study: String,
    /// Changes, as `studies changes` numbers them
    #[arg(value_name = "CHANGE")]
    changes: Vec<u64>,
    /// All that wait for a decision
    #[arg(long)]
    all: bool,
}

/// Characters of a sentence in a line.
const SHOWN: usize = 400;

/// The changes that are open, with their sections, in the order of the brief.
pub(super) fn open_changes(study: &Study) -> impl Iterator<Item = (SectionId, &Hunk)> {
    let sections = (0..).map(SectionId).zip(&study.sections);
    sections.flat_map(|(id, section)| {
        let hunks = section.revision.iter().flat_map(Revision::hunks);
        hunks
            .filter(|hunk| hunk.is_open())
            .map(move |hunk| (id, hunk))
    })
}

/// That changes wait, and how they are decided on, where any do.
pub(super) fn waiting(study: &Study, id: StudyId) -> Option<String> {
    let waits = that_wait(study.open_hunks())?;
    Some(format!(
        "{waits} for you to decide on: `tercet open {id}` reviews, `tercet studies changes {id}` lists them"
    ))
}

/// That so many changes wait, where any do.
pub(super) fn that_wait(open: usize) -> Option<String> {
    match open {
        0 => None,
        1 => Some("1 change waits".to_owned()),
        open => Some(format!("{open} changes wait")),
    }
}

pub(super) fn list(config: &Config, study: &str, json: bool) -> Result<u8> {
    let library = open::library(&config.data_dir)?;
    let id = open::find(&library, study)?;
    let known = folded(&library, id)?;
    let lines = open_changes(&known).map(|(section, hunk)| {
        let plan = known.framework.sections.get(section.0);
        let title = plan.map_or("", |plan| plan.title.as_str());
        if json {
            as_json(title, hunk) + "\n"
        } else {
            as_lines(title, hunk)
        }
    });
    output::print(&lines.collect::<String>())?;
    if !json {
        output::progress(&match known.open_hunks() {
            0 => format!("no change of study {id} waits for a decision"),
            _ => format!(
                "`tercet studies accept {id} NUMBER` takes one into the brief, `reject` leaves the brief as it is, and --all decides on all of them"
            ),
        });
    }
    Ok(DONE)
}

/// Accepts or rejects changes by their numbers, or all that are open.
pub(super) fn decide(config: &Config, choice: &Choice, decision: Decision) -> Result<u8> {
    let mut library = open::library(&config.data_dir)?;
    let id = open::find(&library, &choice.study)?;
    let known = folded(&library, id)?;
    let open: Vec<(SectionId, &Hunk)> = open_changes(&known).collect();
    let chosen = chosen(&open, choice, decision, id)?;
    let commands = commands(&chosen, choice, decision);
    workbench::command(&mut library, id, &commands).map_err(as_usage)?;
    let left = open.len() - chosen.len();
    let done = match decision {
        Decision::Accepted => "accepted",
        Decision::Rejected | Decision::Open => "rejected",
    };
    output::progress(&format!(
        "study {id}: {} {done}, {left} still open",
        counted(chosen.len(), "change")
    ));
    Ok(DONE)
}

/// Of the open changes those that are decided on, each once.
fn chosen<'a>(
    open: &[(SectionId, &'a Hunk)],
    choice: &Choice,
    decision: Decision,
    id: StudyId,
) -> Result<Vec<(SectionId, &'a Hunk)>> {
    if choice.changes.is_empty() != choice.all {
        let why =
            "name changes by the numbers that `tercet studies changes` lists, or all with --all";
        return Err(Usage(why.into()).into());
    }
    if choice.all {
        // What clashes with the analyst's own words is theirs to put together.
        let is_free = |hunk: &Hunk| decision != Decision::Accepted || hunk.clash.is_none();
        let taken = open.iter().filter(|(_, hunk)| is_free(hunk));
        return Ok(taken.copied().collect());
    }
    let mut seen = BTreeSet::new();
    let mut chosen = Vec::new();
    for number in choice.changes.iter().filter(|number| seen.insert(**number)) {
        let found = open.iter().find(|(_, hunk)| hunk.id.0 == *number);
        chosen.push(*found.ok_or_else(|| {
            Usage(format!(
                "no open change of study {id} has the number {number}: `tercet studies changes {id}` lists them"
            ))
        })?);
    }
    Ok(chosen)
}

/// What is asked of the study: a decision for each change, or where all are decided on for each section.
fn commands(chosen: &[(SectionId, &Hunk)], choice: &Choice, decision: Decision) -> Vec<Command> {
    if choice.all {
        let mut sections: Vec<SectionId> = chosen.iter().map(|(section, _)| *section).collect();
        sections.dedup();
        let decide = |section| Command::DecideAll { section, decision };
        return sections.into_iter().map(decide).collect();
    }
    let decide = |(section, hunk): &(SectionId, &Hunk)| Command::Decide {
        section: *section,
        hunk: hunk.id,
        decision,
    };
    chosen.iter().map(decide).collect()
}

/// A study as its journal says.
pub(super) fn folded(library: &Library, id: StudyId) -> Result<Study> {
    let journal = library.events(id)?;
    Ok(Study::fold(journal.iter().map(|envelope| &envelope.event)))
}

fn as_lines(title: &str, hunk: &Hunk) -> String {
    let shown = |text: &str| clean::line(text.trim(), SHOWN);
    let mut lines = format!("{}  {}", hunk.id.0, clean::line(title, SHOWN));
    let cause = hunk.cause.map(|cause| format!(" ({})", cause.name()));
    lines += &cause.unwrap_or_default();
    lines.push('\n');
    if !hunk.before.trim().is_empty() {
        let _ = writeln!(lines, "  - {}", shown(&hunk.before));
    }
    if !hunk.after.trim().is_empty() {
        let _ = writeln!(lines, "  + {}", shown(&hunk.after));
    }
    if !hunk.reason.trim().is_empty() {
        let _ = writeln!(lines, "  why: {}", shown(&hunk.reason));
    }
    lines
}

fn as_json(title: &str, hunk: &Hunk) -> String {
    serde_json::json!({
        "number": hunk.id.0, "section": title, "before": hunk.before, "after": hunk.after, "reason": hunk.reason,
        "cycle": hunk.cause.map(crate::study::CycleKind::name), "clashes": hunk.clash.is_some(),
    })
    .to_string()
}

/// A point that is not in the journal, or what the study does not allow, is a slip of whoever typed it.
pub(super) fn as_usage(error: PastError) -> color_eyre::Report {
    match error {
        PastError::NoEvent { study, .. } => Usage(format!(
            "{error}; `tercet studies events {study}` lists them"
        ))
        .into(),
        PastError::Refused(refusal) => Usage(refusal.to_string()).into(),
        other => other.into(),
    }
}
