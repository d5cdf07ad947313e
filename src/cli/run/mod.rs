//! `tercet run`: the main job without a screen.

mod news;
mod outcome;
mod quiet;
mod telling;

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use color_eyre::eyre::{Report, Result, eyre};
use tokio::sync::mpsc::UnboundedReceiver;

use self::outcome::{finish, hand_over};
use self::telling::{Told, in_commands, tell, tell_events, tell_set_aside};
use super::changes::waiting;
use super::progress::Progress;
use super::stopping::stop_requests;
use super::{Brief, open, output, question};
use crate::clean;
use crate::config::Config;
use crate::pipeline::{Next, Step, next};
use crate::study::{Ceilings, DocumentId, RefusalKind, RefusedEvidence};
use crate::workbench::{About, CameTo, Form, IngestReport, Message, Workbench};

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
    refuse_mistakes(&config, &brief, target)?;
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
    let mut stops = stop_requests()?;
    let mut work_on = |workbench: &mut Workbench| {
        let work = work(workbench, target.json, &mut told, &mut unread, &mut stops);
        let ended = runtime.block_on(work);
        // What there is of the brief is handed over all the same: nobody knows when there is room again.
        if ended.is_err()
            && workbench.is_broken()
            && let Err(error) = hand_over(workbench, target)
        {
            output::progress(&error.to_string());
        }
        ended
    };
    let (mut is_stopped, mut is_resumed) = (false, false);
    if let Some(question) = question {
        workbench.add_evidence(evidence);
        // Of a question whose evidence could not be kept there is nothing to go on with.
        if !workbench.is_broken() {
            workbench.run(&question);
        }
    } else {
        if let Some(why) = workbench.why_read_only() {
            return Err(eyre!(
                "study {} is {why} and cannot be continued here: {}",
                workbench.id(),
                workbench.how_to_write()
            ));
        }
        // What an earlier run proposed is decided on by nobody else.
        let study = workbench.study();
        let settles = |step: Step| step.rewrites(study) || matches!(step, Step::Judge(_));
        let is_cut =
            study.cycle.is_some() || matches!(next(study), Next::Do(step) if settles(step));
        // What a run that was cut proposed is its own to settle.
        if let Some(waiting) = waiting(study, workbench.id()).filter(|_| !is_cut) {
            output::progress(&format!("from an earlier run: {waiting}"));
        }
        open::choose(&mut workbench, writer, target.ceilings);
        workbench.finish_what_was_cut();
        let study = workbench.study();
        let is_behind =
            study.is_complete() && study.cycle.is_none() && study.has_news_to_bring_in();
        if evidence.is_empty() && is_behind {
            // A source that was taken out, or put back, is as much a reason for an update as a file that is gone or new.
            workbench.update();
        } else if evidence.is_empty() {
            is_resumed = true;
            workbench.complete();
        } else {
            is_stopped = work_on(&mut workbench)?;
            if !is_stopped {
                workbench.add_evidence(evidence);
                workbench.update();
            }
        }
    }
    // Whoever stops what was to be finished first wants nothing begun after it.
    if is_stopped {
        unread.leave();
    } else {
        let mut tried = Vec::new();
        while !work_on(&mut workbench)? && is_resumed && workbench.rewrite_next_cut(&mut tried) {}
    }
    runtime.shutdown_background();
    finish(&mut workbench, target, &unread, told.before)
}

/// What the command line asks for and cannot have.
fn refuse_mistakes(config: &Config, brief: &Brief, target: &Target) -> Result<()> {
    if !brief.watch.is_empty() {
        let why = "--watch works only in the workbench; here, name the folder as evidence and it is read once";
        return Err(super::Usage(why.into()).into());
    }
    if let Some(out) = &target.out {
        let form = Form::of_name(out).map_err(|error| super::Usage(error.to_string()))?;
        let mut files = form.files(out).into_iter();
        if let Some(found) = files.find(|file| file.exists() && !target.overwrite) {
            return Err(super::Usage(format!(
                "{} exists already: choose another name, or add --overwrite",
                found.display()
            ))
            .into());
        }
    }
    let folder = target.out.as_deref().and_then(Path::parent);
    if let Some(folder) = folder.filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
    {
        return Err(super::Usage(format!(
            "there is no folder {}: make it, or choose another place with --out",
            folder.display()
        ))
        .into());
    }
    let chooses = target.study.is_none() || target.chose_writer;
    if chooses && config.writers.why_out_of_use(&config.writer).is_some() {
        let why = config.writers.find(&config.writer).err();
        return Err(super::Usage(why.unwrap_or_default()).into());
    }
    Ok(())
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
        // Files of other kinds in a folder are nothing that was asked for, and were told of where they lie.
        if refused.kind == RefusalKind::Besides {
            return;
        }
        // An address is never come upon in a folder, and may be written in several ways.
        if self.named.contains(&refused.source) || refused.source.contains("://") {
            self.wanted.push(refused.clone());
        } else {
            self.others += 1;
        }
    }

    /// None of what was named was read, because the run was stopped before that.
    fn leave(&mut self) {
        let mut named: Vec<String> = self.named.iter().cloned().collect();
        named.sort_unstable();
        self.wanted = named
            .into_iter()
            .map(|source| RefusedEvidence {
                source,
                reason: "the run was stopped before that; name it again".to_owned(),
                kind: RefusalKind::Other,
            })
            .collect();
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

/// Waits until there is nothing more to do, or it was stopped and what was under way has ended, telling of progress; whether it was stopped.
async fn work(
    workbench: &mut Workbench,
    json: bool,
    told: &mut Told,
    unread: &mut Unread,
    stops: &mut UnboundedReceiver<i32>,
) -> Result<bool> {
    let mut progress = Progress::new();
    let mut is_stopped = false;
    let mut room = Room::default();
    let mut quiet = quiet::Quiet::default();
    loop {
        for notice in workbench.take_notices() {
            if !workbench.is_broken() {
                tell_events(workbench, told, notice.after, json, &mut progress)?;
            }
            // What could not be read was told when it was tried.
            if notice.about != About::Refused {
                progress.say(&in_commands(&notice, workbench.id()));
            }
        }
        if workbench.is_broken() && (is_stopped || !room.is_awaited(workbench, &mut progress)) {
            return Err(why_broken(workbench));
        }
        if !workbench.is_broken() {
            room = Room::default();
        }
        match workbench.progress() {
            Some(reading) => progress.show(reading, Instant::now()),
            None => progress.wipe(),
        }
        let last = workbench.last_event();
        tell_events(workbench, told, last, json, &mut progress)?;
        if is_stopped {
            // What follows a step that ends now is not begun.
            workbench.stop();
        }
        let goes_on =
            workbench.is_broken() || !is_stopped && matches!(next(workbench.study()), Next::Do(_));
        if !workbench.is_busy() && !goes_on {
            return Ok(is_stopped);
        }
        let due = quiet.tell(workbench, &mut progress);
        let turn = tokio::select! {
            turn = workbench.turn(due) => turn,
            Some(_) = stops.recv() => {
                is_stopped = true;
                progress.say("stopping; what is written is kept, and once more ends at once");
                continue;
            }
        };
        match turn {
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

/// How long a run waits for room on its disk, where models were paid for.
const WAITS_FOR_ROOM: Duration = Duration::from_mins(10);

/// A wait for room on the disk.
#[derive(Debug, Default)]
struct Room {
    since: Option<Instant>,
}

impl Room {
    /// Whether it is worth waiting on: as in the workbench, an answer that a model was paid for is kept in memory until it can be saved, and what was saved is
    /// gone on from.
    fn is_awaited(&mut self, workbench: &Workbench, progress: &mut Progress) -> bool {
        if !workbench.can_go_on_with_room() {
            self.since = None;
            return false;
        }
        let now = Instant::now();
        if self.since.is_none() {
            let minutes = WAITS_FOR_ROOM.as_secs() / 60;
            progress.say(&format!(
                "waiting for room for {minutes} minutes at most, and then going on; Ctrl-C stops that"
            ));
        }
        let since = *self.since.get_or_insert(now);
        now.duration_since(since) < WAITS_FOR_ROOM
    }
}

/// Why the run ends where nothing more can be saved, and what to do.
fn why_broken(workbench: &Workbench) -> Report {
    let id = workbench.id();
    let lost = if workbench.awaits_room() {
        "; the last answer is in the brief as it is printed, and not saved: it is asked for again"
    } else {
        ""
    };
    let way_on = if workbench.is_kept() {
        format!(
            "make room on its disk, or mend it, then `tercet run --study {id}` goes on from what was kept{lost}"
        )
    } else {
        "make room on its disk, or mend it, and ask again; nothing of this study could be saved"
            .to_owned()
    };
    eyre!("the run was stopped because nothing more can be saved: {way_on}")
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
