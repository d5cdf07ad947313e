//! `tercet run`: the main job without a screen.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use color_eyre::eyre::{Result, eyre};

use super::changes::waiting;
use super::progress::Progress;
use super::{Brief, CHECKS_FAILED, DONE, NOT_FINISHED, open, output, question};
use crate::clean;
use crate::config::Config;
use crate::engine::Reply;
use crate::pipeline::{Next, dollars, next};
use crate::study::{
    Ceilings, CycleKind, Document, DocumentId, Event, Limit, Reading, RefusedEvidence, SectionId,
    Standing, Study, StudyId, Verdict, counted, grouped,
};
use crate::tui::action::Action;
use crate::workbench::{
    About, Appendices, CameTo, IngestReport, Message, Notice, SourceRead, Workbench, sidecar_path,
};

/// Which study is written, and where the brief goes.
#[derive(Debug, Default)]
pub(super) struct Target {
    /// One that there is, to be gone on with.
    pub(super) study: Option<String>,
    pub(super) out: Option<PathBuf>,
    pub(super) overwrite: bool,
    pub(super) json: bool,
    /// Where steps are written.
    pub(super) trace: Option<PathBuf>,
    /// Whether the writer was named on the command line, and what it says the study may take.
    pub(super) chose_writer: bool,
    pub(super) ceilings: Ceilings,
}

pub(super) fn run(config: Config, brief: Brief, target: &Target) -> Result<u8> {
    if !brief.watch.is_empty() {
        let why = "--watch works only in the workbench; here, name the folder as evidence and it is read once";
        return Err(super::Usage(why.into()).into());
    }
    if let Some(out) = target
        .out
        .as_ref()
        .map(|out| [out.clone(), sidecar_path(out)])
        .into_iter()
        .flatten()
        .find(|out| out.exists() && !target.overwrite)
    {
        return Err(super::Usage(format!(
            "{} exists already: choose another name, or add --overwrite",
            out.display()
        ))
        .into());
    }
    let chooses = target.study.is_none() || target.chose_writer;
    if chooses && config.writers.why_out_of_use(&config.writer).is_some() {
        let why = config.writers.find(&config.writer).err();
        return Err(super::Usage(why.unwrap_or_default()).into());
    }
    let origin = brief.origin;
    let (question, evidence) = match target.study {
        Some(_) => (None, brief.only_evidence()),
        None => (Some(question(&brief)?), brief.evidence),
    };
    let mut unread = Unread::of(&evidence);
    let library = open::library_for_workbench(&config.data_dir)?;
    let study = target.study.as_deref();
    let study = study.map(|named| open::find(&library, named)).transpose()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let writer = target.chose_writer.then(|| config.writer.clone());
    let mut setup = open::setup(config)?;
    setup.reader.origin = origin;
    // Nobody is there to decide on hunks.
    setup.plan.auto_apply = true;
    setup.plan.unattended = true;
    let mut workbench = Workbench::open(
        library,
        study,
        setup,
        runtime.handle().clone(),
        Duration::ZERO,
    )?;
    open::trace_to(&mut workbench, target.trace.as_deref())?;
    let mut told = Told {
        last: 0,
        before: workbench.last_event(),
    };
    if let Some(question) = question {
        workbench.add_evidence(evidence);
        workbench.run(&question);
    } else {
        if let Some(why) = workbench.why_read_only() {
            return Err(eyre!(
                "study {} is {why} and cannot be continued here: {}",
                workbench.id(),
                workbench.how_to_write()
            ));
        }
        // What an earlier run proposed is decided on by nobody else.
        if let Some(waiting) = waiting(workbench.study(), workbench.id()) {
            output::progress(&format!("from an earlier run: {waiting}"));
        }
        open::choose(&mut workbench, writer, target.ceilings);
        workbench.finish_what_was_cut();
        if evidence.is_empty() {
            workbench.complete();
        } else {
            runtime.block_on(work(&mut workbench, target.json, &mut told, &mut unread))?;
            workbench.add_evidence(evidence);
            workbench.update();
        }
    }
    runtime.block_on(work(&mut workbench, target.json, &mut told, &mut unread))?;
    runtime.shutdown_background();
    finish(&mut workbench, target, &unread)
}

/// What could not be read.
struct Unread {
    /// What the command line names, as it is told.
    named: HashSet<String>,
    /// Of that, what could not be read, and why.
    wanted: Vec<RefusedEvidence>,
    /// What lies in folders besides.
    others: usize,
}

impl Unread {
    fn of(evidence: &[OsString]) -> Self {
        let named = evidence.iter().map(|named| {
            let named = named.to_string_lossy();
            clean::line(&named, usize::MAX)
        });
        Self {
            named: named.collect(),
            wanted: Vec::new(),
            others: 0,
        }
    }

    fn take(&mut self, refused: &RefusedEvidence) {
        // An address is never come upon in a folder, and may be written in several ways.
        if self.named.contains(&refused.source) || refused.source.contains("://") {
            self.wanted.push(refused.clone());
        } else {
            self.others += 1;
        }
    }

    /// What is said of it at the end.
    fn lines(&self) -> Vec<String> {
        let wanted = self.wanted.iter();
        let mut lines: Vec<String> = wanted
            .map(|refused| format!("not read: {}: {}", refused.source, refused.reason))
            .collect();
        match self.others {
            0 => {}
            1 => lines.push("1 source in a folder could not be read, see above".to_owned()),
            others => lines.push(format!(
                "{others} sources in folders could not be read, see above"
            )),
        }
        lines
    }
}

/// Verdicts of claims that do not hold.
const FAILED: [Verdict; 3] = [
    Verdict::Unsupported,
    Verdict::Contradicted,
    Verdict::Uncited,
];

/// Which events of the journal were told.
struct Told {
    last: u64,
    /// Those up to this one are of runs before.
    before: u64,
}

/// Waits until there is nothing more to do, telling of progress.
async fn work(
    workbench: &mut Workbench,
    json: bool,
    told: &mut Told,
    unread: &mut Unread,
) -> Result<()> {
    let mut progress = Progress::new();
    loop {
        for notice in workbench.take_notices() {
            // What could not be read was told when it was tried.
            if notice.about != About::Refused {
                progress.say(&in_commands(&notice, workbench.id()));
            }
        }
        if workbench.is_broken() {
            let id = workbench.id();
            let way_on = if workbench.is_kept() {
                format!("make room, then `tercet run --study {id}` goes on from what was kept")
            } else {
                "free some disk space and ask again; nothing of this study could be saved"
                    .to_owned()
            };
            return Err(eyre!(
                "the run was stopped because nothing more can be saved: {way_on}"
            ));
        }
        match workbench.progress() {
            Some(reading) => progress.show(reading, Instant::now()),
            None => progress.wipe(),
        }
        if workbench.last_event() > told.last {
            tell_events(workbench, told, json, &mut progress)?;
        }
        if !workbench.is_busy() && !matches!(next(workbench.study()), Next::Do(_)) {
            return Ok(());
        }
        let deadline = workbench.deadline();
        let message = async {
            match deadline {
                Some(deadline) => {
                    tokio::time::timeout_at(deadline.into(), workbench.next_message())
                        .await
                        .ok()
                }
                None => Some(workbench.next_message().await),
            }
        }
        .await;
        match message {
            Some(message) => {
                tell(workbench.study(), &message, json, &mut progress)?;
                let read = documents(&message);
                for refused in refusals(&message) {
                    progress.say(&format!("{}: {}", refused.source, refused.reason));
                    unread.take(refused);
                }
                workbench.receive(message);
                for document in read {
                    tell_set_aside(workbench, document, &mut progress);
                }
            }
            None => workbench.tick(),
        }
    }
}

/// A notice for where there are no keys: an action is a command here, or has its name in the workbench.
fn in_commands(notice: &Notice, id: StudyId) -> String {
    notice.told(|action| match action {
        "retry" => Some(format!("`tercet run --study {id}`")),
        "review" => Some(format!("`tercet open {id}`")),
        "take-out" => Some(format!("`tercet studies take-out {id} NAME`")),
        _ => Action::named(action).map(|action| format!("“{action}”")),
    })
}

/// The documents that a report brings of which something was set aside.
fn documents(message: &Message) -> Vec<DocumentId> {
    let Message::Ingest(IngestReport::Read(reads)) = message else {
        return Vec::new();
    };
    let read = reads.iter().flat_map(|read| match &read.came_to {
        CameTo::Documents { new, .. } => new.as_slice(),
        _ => &[],
    });
    read.map(|added| &added.document)
        .filter(|document| document.set_aside > 0)
        .map(|document| document.id)
        .collect()
}

/// What a report says could not be read, and why: each of it, as nobody has an evidence pane here.
fn refusals(message: &Message) -> impl Iterator<Item = &RefusedEvidence> {
    let reads = match message {
        Message::Ingest(IngestReport::Read(reads)) => reads.as_slice(),
        _ => &[],
    };
    reads.iter().filter_map(|read| match &read.came_to {
        CameTo::Refused(refused) => Some(refused),
        _ => None,
    })
}

/// What the guardrail kept from the writer, one line a reason [E6].
fn tell_set_aside(workbench: &mut Workbench, document: DocumentId, progress: &mut Progress) {
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
fn tell(study: &Study, message: &Message, json: bool, progress: &mut Progress) -> Result<()> {
    match message {
        Message::Ingest(IngestReport::Read(reads)) => {
            for read in reads {
                tell_read(read, progress);
            }
        }
        Message::Reply(Reply::Text { text, .. }) if json => {
            let section = study.writing().map(|section| section.0);
            print_line(
                &serde_json::json!({ "kind": "text", "body": { "section": section, "text": text } }),
            )?;
        }
        Message::Reply(Reply::Retrying { why, wait, .. }) => {
            progress.say(&format!(
                "trying again in {:.0} s: {why}",
                wait.as_secs_f32().ceil()
            ));
        }
        _ => {}
    }
    Ok(())
}

fn tell_read(read: &SourceRead, progress: &mut Progress) {
    let source = &read.source;
    match &read.came_to {
        CameTo::Documents { new, .. } if !new.is_empty() => {
            let passages: u32 = new.iter().map(|added| added.document.passages).sum();
            progress.log(&format!(
                "read {source}: {}",
                counted(passages as usize, "passage")
            ));
            for remark in new.iter().flat_map(|added| added.remarks(source)) {
                progress.say(&format!("  {source}: {remark}"));
            }
        }
        CameTo::Unchanged(_) if read.is_last => {
            progress.log(&format!("{source}: unchanged, not read again"));
        }
        CameTo::Moved(_) => progress.log(&format!("{source}: renamed, not read again")),
        CameTo::Documents { .. } | CameTo::Unchanged(_) | CameTo::Gone(_) | CameTo::Refused(_) => {}
    }
}

/// Tells of what happened after an event: each step on standard error, and with `json` every event on standard output.
fn tell_events(
    workbench: &mut Workbench,
    told: &mut Told,
    json: bool,
    progress: &mut Progress,
) -> Result<()> {
    for envelope in workbench.events_after(told.last)? {
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
            progress.say(&format!("estimate for the brief: {takes}"));
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

/// A step that has ended, in one line; nothing for events that are no step, and for those that the workbench tells of itself.
fn step(study: &Study, event: &Event) -> Option<String> {
    let (duration_ms, more) = match event {
        Event::SectionWritten { provenance, .. }
        | Event::RevisionProposed { provenance, .. }
        | Event::RevisionUnneeded { provenance, .. } => (provenance.duration_ms, String::new()),
        Event::SectionCritiqued { critique, .. } => (critique.duration_ms, String::new()),
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

/// Hands over the brief and says how it went.
fn finish(workbench: &mut Workbench, target: &Target, unread: &Unread) -> Result<u8> {
    match &target.out {
        Some(out) => {
            workbench.export(out, target.overwrite, Appendices::default())?;
            output::progress(&format!(
                "wrote {} and {}",
                out.display(),
                sidecar_path(out).display()
            ));
        }
        None if !target.json && is_worth_printing(workbench.study()) => {
            output::print(&workbench.markdown(Appendices::default()))?;
        }
        None => {}
    }
    let study = workbench.study();
    for (plan, section) in study.framework.sections.iter().zip(&study.sections) {
        for warning in &section.warnings {
            output::progress(&format!("{}: {warning}", plan.title));
        }
    }
    let counts = study.counts();
    let there = study.current().count();
    let superseded =
        |document: &Document| matches!(study.standing(document.id), Standing::Superseded { .. });
    let known = study.evidence.iter().filter(|one| !superseded(one)).count();
    let gone = match known.saturating_sub(there) {
        0 => String::new(),
        gone => format!(" and {gone} no longer there"),
    };
    output::progress(&format!(
        "study {}: {}{gone}, claims: {}",
        workbench.id(),
        counted(there, "source"),
        if counts.is_empty() {
            "none".to_owned()
        } else {
            counts.join(", ")
        }
    ));
    if let Some(took) = took(workbench) {
        output::progress(&took);
    }
    let left = left_to_do(study, workbench.id());
    for line in left.iter().chain(&unread.lines()) {
        output::progress(line);
    }
    Ok(if unread.wanted.is_empty() {
        status(study)
    } else {
        NOT_FINISHED
    })
}

/// What a run leaves undone, and how it is done.
fn left_to_do(study: &Study, id: StudyId) -> Vec<String> {
    let again = format!("`tercet run --study {id}`");
    let mut lines = Vec::new();
    let titles = study.missing_sections().into_iter();
    let missing: Vec<&str> = titles
        .filter_map(|id| Some(study.framework.sections.get(id.0)?.title.as_str()))
        .collect();
    let has_evidence = study.current().next().is_some();
    if !missing.is_empty() && has_evidence && !study.sections.is_empty() {
        let missing = missing.join(", ");
        let why = match (&study.closed, study.halted()) {
            (Some(_), _) => {
                format!(
                    "the budget is reached; {again} goes on with more, such as {}",
                    more(study)
                )
            }
            (None, Some((_, _, partial))) => format!("{}; {again} tries again", partial.why),
            (None, None) => {
                format!("{again} writes it from what there is, or name more evidence with it")
            }
        };
        // What was cut is in the brief as far as it came.
        let mut left = study.sections.iter().filter_map(|one| one.partial.as_ref());
        let is_begun = left.any(|partial| !partial.text.trim().is_empty());
        let what = if is_begun {
            "not finished"
        } else {
            "not written"
        };
        lines.push(format!("{what}: {missing}: {why}"));
    } else if let Some(why) = &study.closed {
        lines.push(format!(
            "the budget is reached ({why}): the remaining steps were skipped; {again} goes on with more, such as {}",
            more(study)
        ));
    } else if let Some((_, _, partial)) = study.halted() {
        lines.push(format!(
            "not finished: {}; {again} tries again",
            partial.why
        ));
    } else if study.is_complete() && study.has_model() && !study.news().is_empty() {
        lines.push(format!(
            "the new evidence is not in the brief: {again} with that evidence asks for it again"
        ));
    }
    lines.extend(does_not_hold(study, id));
    lines.extend(waiting(study, id));
    if let Some((score, threshold)) = below_threshold(study) {
        lines.push(format!(
            "the brief scores {score:.2}, below the threshold of {threshold:.1}"
        ));
    }
    lines
}

/// The claims that do not hold, the first of them.
fn does_not_hold(study: &Study, id: StudyId) -> Vec<String> {
    const MOST: usize = 4;
    let parts = study.framework.sections.iter().zip(&study.sections);
    let mut wrong = parts.flat_map(|(plan, section)| {
        let claims = section.accepted_claims();
        let claims = claims.filter(|claim| FAILED.contains(&claim.verdict));
        claims.map(|claim| {
            format!(
                "{}, {}: “{}”: {}",
                plan.title,
                claim.verdict.name(),
                clean::line(&claim.text, 160),
                claim.reason
            )
        })
    });
    let mut lines: Vec<String> = wrong.by_ref().take(MOST).collect();
    match wrong.count() {
        0 => {}
        more => lines.push(format!(
            "{more} more; `tercet export {id} --verdicts` has all"
        )),
    }
    lines
}

/// How the limit that was reached is raised, to twice as much.
fn more(study: &Study) -> String {
    let Ceilings {
        tokens,
        cost,
        seconds,
    } = study.ceilings;
    match (study.used_up, tokens, cost, seconds) {
        (Some(Limit::Price), ..) => "a price under [prices] for each model that is used".to_owned(),
        (Some(Limit::Cost), _, Some(cost), _) | (None, None, Some(cost), _) => {
            format!("--max-cost {}", 2.0 * cost)
        }
        (Some(Limit::Time), _, _, Some(seconds)) | (None, None, None, Some(seconds)) => {
            format!("--max-time {}s", 2 * seconds.max(1))
        }
        (_, Some(tokens), ..) => format!("--max-tokens {}", 2 * tokens.max(1000)),
        _ => "--max-tokens 50k".to_owned(),
    }
}

/// What a run's calls took, as it is told at its end.
fn took(workbench: &Workbench) -> Option<String> {
    let study = workbench.study();
    let tokens = study.tokens_spent();
    let cached = match study.spent.cached_tokens {
        0 => String::new(),
        cached => format!(", {} of them from the cache", grouped(cached as usize)),
    };
    let cost = workbench.cost().map(|cost| format!(", ~{}", dollars(cost)));
    (tokens > 0).then(|| {
        format!(
            "all calls for this study took {} tokens{cached}{}",
            grouped(tokens as usize),
            cost.unwrap_or_default()
        )
    })
}

/// The score of the accepted text and the threshold, where it was judged in the last run and is below.
fn below_threshold(study: &Study) -> Option<(f32, f32)> {
    let threshold = study.run.as_ref()?.plan.threshold;
    let judgement = study.judgement_of(&study.texts(Reading::Accepted))?;
    let score = judgement.composite();
    (score < threshold).then_some((score, threshold))
}

/// Whether there is any text, or the one line that says that there is no evidence [W10].
fn is_worth_printing(study: &Study) -> bool {
    study.evidence.is_empty()
        || study.closed.is_some()
        || study
            .sections
            .iter()
            .any(|section| section.is_written() || section.partial.is_some())
}

/// Whether what the last run proposed for new evidence waits for a decision.
fn is_left_out(study: &Study) -> bool {
    let begun = study.run.as_ref().and_then(|run| run.begun);
    let mut sections = (0..study.sections.len()).map(SectionId);
    begun == Some(CycleKind::Update)
        && sections.any(|id| study.proposed_by_run(id).next().is_some())
}

/// 3 where the brief is not whole, or what was to come into it is not in it, such as evidence that was named and could not be read; 1 where a claim or a citation did not hold, the brief scores below the
/// threshold, or the budget left a part of it unwritten; else 0.
fn status(study: &Study) -> u8 {
    let is_whole = study.is_complete() && study.cycle.is_none();
    if !is_whole && study.closed.is_some() && !study.written_sections().is_empty() {
        // The brief stands as far as the budget went.
        CHECKS_FAILED
    } else if !is_whole || (study.has_model() && !study.news().is_empty()) || is_left_out(study) {
        NOT_FINISHED
    } else if FAILED.iter().any(|&verdict| study.count(verdict) > 0)
        || below_threshold(study).is_some()
    {
        CHECKS_FAILED
    } else {
        DONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_that_is_raised_is_the_one_that_was_reached() {
        let of_all = Ceilings {
            tokens: Some(50_000),
            cost: Some(2.0),
            seconds: Some(60),
        };
        let mut study = Study::default();
        study.ceilings = of_all;
        study.closed = Some("1 of 50 tokens, $1 and 2 s are spent".to_owned());
        for (limit, how) in [
            (Limit::Tokens, "--max-tokens 100000"),
            (Limit::Cost, "--max-cost 4"),
            (Limit::Time, "--max-time 120s"),
            (
                Limit::Price,
                "a price under [prices] for each model that is used",
            ),
        ] {
            study.used_up = Some(limit);
            assert_eq!(more(&study), how);
        }
    }
}
