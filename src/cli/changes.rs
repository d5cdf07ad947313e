//! `tercet studies changes`, `accept` and `reject`: what waits for a decision in a study, without a screen.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use color_eyre::eyre::Result;

use super::{DONE, Usage, open, output};
use crate::clean;
use crate::config::Config;
use crate::library::Library;
use crate::study::{Command, Decision, Hunk, Revision, SectionId, Study, StudyId, counted};
use crate::workbench::{self, PastError};

/// Characters of a sentence in a line.
const SHOWN: usize = 400;

/// The changes that are open, with their sections, in the order of the brief.
fn open_changes(study: &Study) -> impl Iterator<Item = (SectionId, &Hunk)> {
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
    let waits = match study.open_hunks() {
        0 => return None,
        1 => "1 change waits".to_owned(),
        open => format!("{open} changes wait"),
    };
    Some(format!(
        "{waits} for you to decide on: `tercet open {id}` reviews, `tercet studies changes {id}` lists them"
    ))
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
pub(super) fn decide(
    config: &Config,
    study: &str,
    (numbers, all): (&[u64], bool),
    decision: Decision,
) -> Result<u8> {
    let mut library = open::library(&config.data_dir)?;
    let id = open::find(&library, study)?;
    let known = folded(&library, id)?;
    if numbers.is_empty() != all {
        let why =
            "name changes by the numbers that `tercet studies changes` lists, or all with --all";
        return Err(Usage(why.into()).into());
    }
    let open: Vec<(SectionId, &Hunk)> = open_changes(&known).collect();
    let mut chosen = Vec::new();
    let mut named = BTreeSet::new();
    for number in numbers.iter().filter(|number| named.insert(**number)) {
        let found = open.iter().find(|(_, hunk)| hunk.id.0 == *number);
        chosen.push(*found.ok_or_else(|| {
            Usage(format!(
                "no open change of study {id} has the number {number}: `tercet studies changes {id}` lists them"
            ))
        })?);
    }
    if all {
        // What clashes with the analyst's own words is theirs to put together.
        let takes = |hunk: &Hunk| decision != Decision::Accepted || hunk.clash.is_none();
        chosen = open
            .iter()
            .copied()
            .filter(|(_, hunk)| takes(hunk))
            .collect();
    }
    let mut sections: Vec<SectionId> = chosen.iter().map(|(section, _)| *section).collect();
    sections.dedup();
    let commands: Vec<Command> = if all {
        let decide = |section| Command::DecideAll { section, decision };
        sections.into_iter().map(decide).collect()
    } else {
        let decide = |(section, hunk): &(SectionId, &Hunk)| Command::Decide {
            section: *section,
            hunk: hunk.id,
            decision,
        };
        chosen.iter().map(decide).collect()
    };
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

/// What the study does not allow is a slip of whoever typed it.
pub(super) fn as_usage(error: PastError) -> color_eyre::Report {
    match error {
        PastError::Refused(refusal) => Usage(refusal.to_string()).into(),
        other => other.into(),
    }
}
