//! `tercet studies`: what there is to open, and what is done to a study as a whole.

use clap::Subcommand;
use color_eyre::eyre::Result;

use super::changes::{self, as_usage};
use super::{DONE, events, open, output, sources};
use crate::clean;
use crate::config::Config;
use crate::library::{Library, StudySummary};
use crate::study::{Decision, Halt, Study, StudyId, counted};
use crate::workbench::{self, Fork, Keeping};

/// Characters of a study's name in the list, which has a line for each.
const TITLE: usize = 400;
/// The same of why nothing of it is written.
const WHY: usize = 240;

/// What is done to a study.
#[derive(Debug, Subcommand)]
pub(super) enum Doing {
    /// List a study's events in words, each with its number: a point to fork it at, or to export it as of
    Events {
        /// The study's number, or `last`
        study: String,
        /// One JSON object per line, with all that the journal holds
        #[arg(long)]
        json: bool,
    },
    /// Make a new study of another's events up to a point; the other stays as it is, and nothing is called
    Fork {
        /// The study's number, or `last`
        study: String,
        /// The last event that the new study takes over, as `studies events` numbers them; all where this is left out
        #[arg(long, value_name = "SEQ")]
        at: Option<u64>,
    },
    /// List the changes that wait for a decision, each with its number
    Changes {
        /// The study's number, or `last`
        study: String,
        /// One JSON object per line
        #[arg(long)]
        json: bool,
    },
    /// Take proposed changes into the brief
    Accept(changes::Choice),
    /// Leave the brief as it is where changes are proposed; they are not proposed again
    Reject(changes::Choice),
    /// Write nothing new from one of a study's sources, and list the sentences that rest on it
    TakeOut {
        /// The study's number, or `last`
        study: String,
        /// The source: its number, its path or address, or a part of its title
        source: String,
    },
    /// Make a source that was taken out evidence again
    PutBack {
        /// The study's number, or `last`
        study: String,
        /// The source: its number, its path or address, or a part of its title
        source: String,
    },
    /// Give a study a name of its own
    Rename {
        /// The study's number, or `last`
        study: String,
        /// Its name; an empty one goes back to the question
        name: String,
    },
    /// Take a study out of the list; nothing of it is destroyed
    Delete {
        /// The study's number, or `last`
        study: String,
    },
    /// Bring a deleted study back
    Restore {
        /// The study's number, as `studies --deleted` lists it
        study: String,
    },
}

pub(super) fn act(config: &Config, doing: &Doing) -> Result<u8> {
    match doing {
        Doing::Events { study, json } => events::events(config, study, *json),
        Doing::Fork { study, at } => fork(config, study, *at),
        Doing::Changes { study, json } => changes::list(config, study, *json),
        Doing::Accept(choice) => changes::decide(config, choice, Decision::Accepted),
        Doing::Reject(choice) => changes::decide(config, choice, Decision::Rejected),
        Doing::TakeOut { study, source } => sources::take_out(config, study, source),
        Doing::PutBack { study, source } => sources::put_back(config, study, source),
        Doing::Rename { study, name } => {
            let what = if name.trim().is_empty() {
                "is named after its question again".to_owned()
            } else {
                format!("is \u{201C}{}\u{201D} now", name.trim())
            };
            keep(config, study, &Keeping::Rename(name.clone()), &what)
        }
        Doing::Delete { study } => {
            let id = study_of(config, study)?.to_string();
            let what = format!("is deleted; `tercet studies restore {id}` brings it back");
            keep(config, &id, &Keeping::Delete, &what)
        }
        Doing::Restore { study } => keep(config, study, &Keeping::Undelete, "is restored"),
    }
}

fn study_of(config: &Config, study: &str) -> Result<StudyId> {
    open::find(&open::library(&config.data_dir)?, study)
}

fn fork(config: &Config, study: &str, at: Option<u64>) -> Result<u8> {
    let mut library = open::library(&config.data_dir)?;
    let from = open::find_any(&library, study)?;
    let Fork { id, at, budget } = workbench::fork(&mut library, from, at).map_err(as_usage)?;
    output::print(&format!("{id}\n"))?;
    output::progress(&format!(
        "study {id} is a fork of study {from} at {at}, which stays as it is; `tercet open {id}` opens it{budget}"
    ));
    Ok(DONE)
}

fn keep(config: &Config, study: &str, keeping: &Keeping, what: &str) -> Result<u8> {
    let mut library = open::library(&config.data_dir)?;
    let id = open::find_any(&library, study)?;
    workbench::keep(&mut library, id, keeping)?;
    output::progress(&format!("study {id} {what}"));
    Ok(DONE)
}

pub(super) fn studies(config: &Config, json: bool, deleted: bool) -> Result<u8> {
    let library = open::library(&config.data_dir)?;
    let mut studies = library.all_studies()?;
    studies.retain(|study| study.is_deleted == deleted);
    if studies.is_empty() && !json {
        output::progress(&if deleted {
            "no study is deleted".to_owned()
        } else {
            format!(
                "no studies yet in {}. `tercet demo` shows one",
                config.data_dir.display()
            )
        });
        return Ok(DONE);
    }
    let lines: Vec<String> = studies
        .iter()
        .map(|study| {
            let failed = why_it_failed(&library, study);
            if json {
                as_json(study, failed)
            } else {
                as_line(study, failed)
            }
        })
        .map(|line| format!("{line}\n"))
        .collect();
    output::print(&lines.concat())?;
    Ok(DONE)
}

/// Why there is nothing of a brief, or not all of it, where its writing was begun. What could not be read again is told by whoever opens it.
fn why_it_failed(library: &Library, listed: &StudySummary) -> Option<String> {
    let is_whole = listed.sections_written > 0 && listed.sections_written >= listed.sections;
    if is_whole || listed.is_deleted {
        return None;
    }
    let events = library.events(listed.id).ok()?;
    let study = Study::fold(events.iter().map(|envelope| &envelope.event));
    let halted = study.halted();
    if listed.sections_written > 0 {
        // What was stopped, or closed by its budget, has failed in nothing.
        let failed = halted.filter(|(_, halt, _)| matches!(halt, Halt::Failed | Halt::Unusable));
        return failed.map(|(_, _, partial)| partial.why.clone());
    }
    let why = halted.map(|(_, _, partial)| partial.why.clone());
    why.or_else(|| study.closed.clone())
}

fn as_line(study: &StudySummary, failed: Option<String>) -> String {
    let failed = failed.map_or_else(String::new, |why| {
        format!(
            " (failed: {}; `tercet run --study {}` tries again)",
            clean::line(&why, WHY),
            study.id
        )
    });
    let changed = crate::clock::local(study.changed);
    let parts = format!("{}/{}", study.sections_written, study.sections);
    let forked = study
        .forked
        .map(|(from, at)| format!(" (fork of {from} at {at})"))
        .unwrap_or_default();
    format!(
        "{:>4}  {changed}  {parts} sections  {:>11}  {}{forked}{failed}",
        study.id,
        counted(study.sources, "source"),
        clean::line(&study.title, TITLE)
    )
}

fn as_json(study: &StudySummary, failed: Option<String>) -> String {
    let mut line = serde_json::json!({
        "id": study.id, "title": study.title, "changed": study.changed, "sections_written": study.sections_written,
        "sections": study.sections, "sources": study.sources,
    });
    if let Some((from, at)) = study.forked {
        line["forked"] = serde_json::json!({ "from": from, "at": at });
    }
    if let Some(why) = failed {
        line["failed"] = why.into();
    }
    if study.is_deleted {
        line["deleted"] = true.into();
    }
    line.to_string()
}
