//! The trace: each step as one JSON line, written to a file as it ends [T1].
//!
//! Lines are appended, so that a file can hold several runs. What was there before it was asked for is not written again.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Level, Workbench};
use crate::study::{Envelope, Event, StepRecord, Steps, StudyId, Timestamp};

/// An open trace.
#[derive(Debug)]
pub(super) struct Trace {
    path: PathBuf,
    file: File,
    steps: Steps,
}

/// One line of the file.
#[derive(Serialize)]
struct Line<'a> {
    study: StudyId,
    #[serde(flatten)]
    record: &'a StepRecord,
    /// The turn that was put to the model, and its answer as it came.
    #[serde(skip_serializing_if = "str::is_empty")]
    asked: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    replied: &'a str,
}

impl Trace {
    fn write(&mut self, study: StudyId, record: &StepRecord, of: &Event) -> io::Result<()> {
        let (asked, replied) = of.exchange().unwrap_or_default();
        let line = serde_json::to_string(&Line {
            study,
            record,
            asked,
            replied,
        })?;
        // In one write, so that lines of two programs do not mix.
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

impl Workbench {
    /// Writes every step from now on to the end of a file, which is made where it is not there.
    ///
    /// # Errors
    /// Where the file cannot be written to.
    pub fn trace_to(&mut self, path: &Path) -> io::Result<()> {
        let file = File::options().create(true).append(true).open(path)?;
        self.trace = Some(Trace {
            path: path.to_owned(),
            file,
            steps: Steps::default(),
        });
        self.trace_another();
        Ok(())
    }

    /// Another study is open: its steps so far are known and not written.
    pub(super) fn trace_another(&mut self) {
        if self.trace.is_none() {
            return;
        }
        let journal = self.journal().unwrap_or_default();
        if let Some(trace) = &mut self.trace {
            trace.steps = Steps::default();
            for envelope in &journal {
                trace.steps.take(envelope);
            }
        }
    }

    /// Writes the steps that these events end, which have just been recorded.
    pub(super) fn trace_steps(&mut self, at: Timestamp, events: &[Event]) {
        let (study, last) = (self.session.id, self.session.last());
        let Some(trace) = &mut self.trace else {
            return;
        };
        let first = (last + 1).saturating_sub(events.len() as u64);
        for (seq, event) in (first..).zip(events) {
            let envelope = Envelope {
                seq,
                at,
                event: event.clone(),
            };
            let Some(record) = trace.steps.take(&envelope) else {
                continue;
            };
            if let Err(error) = trace.write(study, &record, event) {
                let path = trace.path.display().to_string();
                self.trace = None;
                return self.notify(
                    Level::Error,
                    format!("cannot write the trace to {path}: {error}. Steps are no longer traced; the journal has them"),
                );
            }
        }
    }
}
