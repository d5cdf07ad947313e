//! What is said while a run goes on: lines of progress on standard error and, with `--json`, events on standard output.
//!
//! What remains when it has ended is told by [`super::outcome`].

use std::collections::BTreeMap;

use color_eyre::eyre::Result;

use crate::cli::output;
use crate::cli::progress::Progress;
use crate::engine::{Reply, trying_again};
use crate::library::{Added, is_lost, same_text};
use crate::study::{CycleKind, DocumentId, Event, Study, StudyId, counted};
use crate::tui::action::Action;
use crate::workbench::{CameTo, IngestReport, Message, Notice, SourceRead, Workbench};

/// Which events of the journal were told.
pub(super) struct Told {
    pub(super) last: u64,
    /// Those up to this one are of runs before.
    pub(super) before: u64,
}

/// A notice for where there are no keys: an action is a command here, or has its name in the workbench.
pub(super) fn in_commands(notice: &Notice, id: StudyId) -> String {
    notice.told(|action| match action {
        "retry" => Some(format!("`tercet run --study {id}`")),
        "review" => Some(format!("`tercet open {id}`")),
        "take-out" => Some(format!("`tercet studies take-out {id} NAME`")),
        _ => Action::named(action).map(|action| format!("“{action}”")),
    })
}

/// What the guardrail kept from the writer, one line a reason [E6].
pub(super) fn tell_set_aside(
    workbench: &mut Workbench,
    document: DocumentId,
    progress: &mut Progress,
) {
    let Some((document, passages)) = workbench.set_aside(document) else {
        return;
    };
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for passage in passages {
        *reasons
            .entry(passage.set_aside.unwrap_or_default())
            .or_default() += 1;
    }
    for (reason, count) in reasons {
        progress.say(&format!(
            "  {}: {} set aside: {reason}",
            document.uri,
            counted(count, "passage")
        ));
    }
}

/// One line of progress for what came back, on standard error; streamed text as JSON on standard output.
pub(super) fn tell(
    study: &Study,
    message: &Message,
    json: bool,
    progress: &mut Progress,
) -> Result<()> {
    match message {
        Message::Ingest(IngestReport::Read(reads)) => {
            for (at, read) in reads.iter().enumerate() {
                let before = reads.get(..at).unwrap_or_default();
                tell_read(study, before, read, progress);
            }
        }
        Message::Reply(Reply::Text { text, .. }) if json => {
            let section = study.writing().map(|section| section.0);
            print_line(
                &serde_json::json!({ "kind": "text", "body": { "section": section, "text": text } }),
            )?;
        }
        Message::Reply(Reply::Retrying { why, wait, .. }) => {
            progress.say(&trying_again(*wait, why));
        }
        _ => {}
    }
    Ok(())
}

/// Tells of a source that was read, after those before it of which the study does not know yet.
fn tell_read(study: &Study, before: &[SourceRead], read: &SourceRead, progress: &mut Progress) {
    let source = &read.source;
    match &read.came_to {
        CameTo::Documents { new, .. } if !new.is_empty() => {
            let passages: u32 = new.iter().map(|added| added.document.passages).sum();
            progress.log(&format!(
                "read {source}: {}",
                counted(passages as usize, "passage")
            ));
            for remark in new.iter().flat_map(|added| remarks(study, before, added)) {
                progress.say(&format!("  {source}: {remark}"));
            }
        }
        CameTo::Unchanged(_) if read.is_last => {
            progress.log(&format!("{source}: unchanged, not read again"));
        }
        CameTo::Moved(_) => progress.log(&format!("{source}: renamed, not read again")),
        CameTo::Documents { .. }
        | CameTo::Unchanged(_)
        | CameTo::Gone { .. }
        | CameTo::Refused(_) => {}
    }
}

/// What is to be said of a document that a study is given: which of its other sources has the same text, or else what was noticed as it was read.
fn remarks(study: &Study, before: &[SourceRead], added: &Added) -> Vec<String> {
    let document = &added.document;
    let is_at_its_place = added.same_as.as_ref() == Some(&document.uri);
    let mut earlier = before.iter().flat_map(|read| read.came_to.now());
    let known = study.document(document.id);
    let known = known.or_else(|| earlier.find(|earlier| earlier.id == document.id));
    match known {
        Some(known) if is_at_its_place || known.uri == document.uri || is_lost(&known.uri) => {
            Vec::new()
        }
        Some(known) => vec![same_text(&known.uri)],
        None => document.warnings.clone(),
    }
}

/// Tells of what happened and was not told, to this event: each step on standard error, and with `json` every event on standard output.
pub(super) fn tell_events(
    workbench: &mut Workbench,
    told: &mut Told,
    until: u64,
    json: bool,
    progress: &mut Progress,
) -> Result<()> {
    if until <= told.last {
        return Ok(());
    }
    let events = workbench.events_after(told.last)?.into_iter();
    for envelope in events.take_while(|envelope| envelope.seq <= until) {
        told.last = envelope.seq;
        let begins = matches!(
            envelope.event,
            Event::CycleStarted {
                cycle: CycleKind::Draft,
                ..
            }
        );
        if envelope.seq > told.before
            && begins
            && let Some(takes) = workbench.forecast()
        {
            let but = if takes.is_beyond(workbench.study()) {
                "; the budget may be too small for all sections"
            } else {
                ""
            };
            let takes = takes.in_words();
            progress.say(&format!("estimate for the brief: {takes}{but}"));
        }
        if envelope.seq > told.before
            && let Some(line) = step(workbench.study(), &envelope.event)
        {
            progress.say(&line);
        }
        if !json || !envelope.event.is_told() {
            continue;
        }
        let mut line = serde_json::to_value(&envelope.event)?;
        line["seq"] = envelope.seq.into();
        line["at"] = envelope.at.0.into();
        print_line(&line)?;
    }
    Ok(())
}

/// A step that has ended, in one line; nothing for events that are no step, and for those that the workbench tells of itself: so it does of questions that
/// nobody answered, once they are not asked again, and of what could not be done with an answer.
fn step(study: &Study, event: &Event) -> Option<String> {
    let is_told = match event {
        Event::SectionCritiqued { critique, .. } => critique.answer.said.is_err(),
        Event::BriefReflected { answer } => answer.said.is_err(),
        Event::CourseDecided { answer } => answer.said.is_err(),
        Event::BriefJudged { judgement } => judgement.answer.said.is_err(),
        Event::RevisionUnneeded { missed, .. } => !missed.is_empty(),
        _ => false,
    };
    if is_told {
        return None;
    }
    let (duration_ms, more) = match event {
        Event::SectionWritten { provenance, .. }
        | Event::RevisionProposed { provenance, .. }
        | Event::RevisionUnneeded { provenance, .. } => (provenance.duration_ms, String::new()),
        Event::SectionCritiqued { critique, .. } => (critique.answer.duration_ms, String::new()),
        Event::BriefReflected { answer } => (answer.duration_ms, String::new()),
        Event::CourseDecided { answer } => {
            let said = answer.said.as_ref().ok();
            let why = said.and_then(|decision| decision.reasons.first());
            let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
            (answer.duration_ms, why)
        }
        Event::BriefJudged { judgement } => (judgement.answer.duration_ms, String::new()),
        Event::CycleStarted { cycle, .. } if *cycle != CycleKind::Draft => {
            return Some(study.told(event).what);
        }
        _ => return None,
    };
    let seconds = duration_ms as f64 / 1000.0;
    let what = study.told(event).what;
    Some(format!("{what}{more} ({seconds:.1} s)"))
}

fn print_line(value: &serde_json::Value) -> Result<()> {
    Ok(output::print(&format!("{value}\n"))?)
}
