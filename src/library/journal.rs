//! The journal: every study's events, appended and never changed; the crash buffer for text that still streams; the list of studies.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::ErrorKind;

use rusqlite::{OptionalExtension, TransactionBehavior, params};
use serde::{Deserialize, Serialize};

use super::documents::to_json;
use super::seal::{self, Row};
use super::{Library, LibraryError, schema};
use crate::study::{Envelope, Event, Revision, SectionId, Study, StudyId, Timestamp, counted};

/// Version of the event bodies that this program writes.
const EVENT_VERSION: u32 = 1;

/// What puts a study that changes at `?1` before all others, also where the machine's clock was set back since: a time that is later than theirs. When it
/// really changed, its last event says.
const LAST: &str = "max(?1, (SELECT coalesce(max(changed), 0) + 1 FROM study))";

/// A study in the list of studies.
#[derive(Debug, Clone, PartialEq)]
pub struct StudySummary {
    pub id: StudyId,
    pub title: String,
    pub changed: Timestamp,
    /// First words of the brief, for the preview.
    pub preview: String,
    pub sections_written: usize,
    pub sections: usize,
    pub sources: usize,
    /// The study that it is a fork of, and the last event that both have.
    pub forked: Option<(StudyId, u64)>,
    pub is_deleted: bool,
}

/// The right to write to one study; given up when dropped, also by a crash [D4].
#[derive(Debug)]
pub struct Lease {
    _file: File,
}

/// Text that was streaming when it was last saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveText {
    pub section: SectionId,
    pub text: String,
}

impl Library {
    pub fn create_study(&self, now: Timestamp) -> Result<StudyId, LibraryError> {
        self.connection
            .execute(
                &format!("INSERT INTO study (changed, summary) VALUES ({LAST}, ?2)"),
                params![now.0, to_json(&Summary::of(&Study::default(), 0))],
            )
            .map_err(self.store("make a study"))?;
        Ok(StudyId(self.connection.last_insert_rowid()))
    }

    /// Makes a study of another's events up to `at`, as they are stored, and what is added to them. The other stays as it is.
    pub fn fork_study(
        &mut self,
        from: StudyId,
        at: u64,
        now: Timestamp,
        added: &[Event],
        outcome: &Study,
    ) -> Result<StudyId, LibraryError> {
        let failed = self.store("make a fork of a study");
        let mut fork = || -> rusqlite::Result<StudyId> {
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute(
                &format!("INSERT INTO study (changed, summary) VALUES ({LAST}, ?2)"),
                params![
                    now.0,
                    to_json(&Summary::of(outcome, at + added.len() as u64))
                ],
            )?;
            let id = StudyId(transaction.last_insert_rowid());
            transaction.execute(
                "INSERT INTO event (study, seq, at, kind, version, body, seal)
                 SELECT ?1, seq, at, kind, version, body, seal FROM event WHERE study = ?2 AND seq <= ?3",
                params![id.0, from.0, at],
            )?;
            insert(&transaction, id, at, now, added)?;
            transaction.commit()?;
            Ok(id)
        };
        fork().map_err(failed)
    }

    /// Appends one reply's or one command's events after `last`, all or none, with what the list of studies shows of the outcome, which is asked for
    /// when the events are written and not yet kept.
    pub fn append<'s>(
        &mut self,
        id: StudyId,
        last: u64,
        at: Timestamp,
        events: &[Event],
        outcome: impl FnOnce() -> &'s Study,
    ) -> Result<(), LibraryError> {
        let failed = self.store("write to the journal");
        let append = || -> rusqlite::Result<()> {
            let transaction = self
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            insert(&transaction, id, last, at, events)?;
            let summary = Summary::of(outcome(), last + events.len() as u64);
            transaction
                .prepare_cached(&format!(
                    "UPDATE study SET changed = {LAST}, summary = ?2 WHERE id = ?3"
                ))?
                .execute(params![at.0, to_json(&summary), id.0])?;
            if events.iter().any(ends_step) {
                transaction
                    .prepare_cached("DELETE FROM live WHERE study = ?1")?
                    .execute([id.0])?;
            }
            transaction.commit()
        };
        append().map_err(failed)
    }

    /// All events of a study, in order.
    ///
    /// # Errors
    ///
    /// [`LibraryError::Altered`] where they are not those that were written.
    pub fn events(&self, id: StudyId) -> Result<Vec<Envelope>, LibraryError> {
        self.events_after(id, 0)
    }

    /// The events of a study with a higher `seq` than `after`, in order.
    pub fn events_after(&self, id: StudyId, after: u64) -> Result<Vec<Envelope>, LibraryError> {
        let last = self.last_event(id)?;
        self.events_between(id, after, None, last)
    }

    /// The events of a study up to this one, whatever became of those behind it.
    pub fn events_until(&self, id: StudyId, last: u64) -> Result<Vec<Envelope>, LibraryError> {
        self.events_between(id, 0, Some(last), Some(last))
    }

    /// The last event that was written to a study; `None` where only an older Tercet knows.
    pub fn last_event(&self, id: StudyId) -> Result<Option<u64>, LibraryError> {
        let summary: Option<String> = self
            .connection
            .prepare_cached("SELECT summary FROM study WHERE id = ?1")
            .and_then(|mut statement| statement.query_row([id.0], |row| row.get(0)).optional())
            .map_err(self.store("read a study"))?;
        let summary = summary.ok_or_else(|| LibraryError::NoStudy(id.to_string()))?;
        let Some(summary) = Summary::read(&summary) else {
            // Nobody knows how many events there were; those that are there may be gone on from.
            let there = self
                .connection
                .prepare_cached("SELECT coalesce(max(seq), 0) FROM event WHERE study = ?1")
                .and_then(|mut statement| statement.query_row([id.0], |row| row.get::<_, u64>(0)))
                .map_err(self.store("read the journal"))?;
            return Err(LibraryError::Altered {
                study: id.0,
                seq: there.saturating_add(1),
                path: self.path.clone(),
            });
        };
        Ok((summary.last > 0).then_some(summary.last))
    }

    fn events_between(
        &self,
        id: StudyId,
        after: u64,
        until: Option<u64>,
        last: Option<u64>,
    ) -> Result<Vec<Envelope>, LibraryError> {
        let failed = || self.store("read the journal");
        let rows = self.rows(id, after, until).map_err(failed())?;
        let is_behind = |row: &Row| row.seq > after;
        let (before, rows) = match rows.iter().position(is_behind) {
            Some(first) => {
                let mut rows = rows;
                let behind = rows.split_off(first);
                (rows.pop().and_then(|row| row.seal), behind)
            }
            None => (None, Vec::new()),
        };
        if let Some(seq) = seal::first_altered(&rows, after, before, last) {
            return Err(LibraryError::Altered {
                study: id.0,
                seq,
                path: self.path.clone(),
            });
        }
        if let Some((seq, version)) = self.later_version(id, after, until).map_err(failed())? {
            return Err(LibraryError::UnreadableEvent {
                study: id.0,
                seq,
                why: format!("it is of version {version}, and this Tercet knows {EVENT_VERSION}"),
            });
        }
        rows.into_iter()
            .map(|row| {
                let event = join_event(&row.kind, row.body.as_deref()).map_err(|why| {
                    LibraryError::UnreadableEvent {
                        study: id.0,
                        seq: row.seq,
                        why: format!("{}: {why}", row.kind),
                    }
                })?;
                Ok(Envelope {
                    seq: row.seq,
                    at: Timestamp(row.at),
                    event,
                })
            })
            .collect()
    }

    /// The rows of a journal from event `from` on.
    fn rows(&self, id: StudyId, from: u64, until: Option<u64>) -> rusqlite::Result<Vec<Row>> {
        let seal = if self.is_sealed { "seal" } else { "NULL" };
        self.connection
            .prepare_cached(&format!(
                "SELECT seq, at, kind, body, {seal} FROM event WHERE study = ?1 AND seq BETWEEN ?2 AND ?3 ORDER BY seq",
            ))?
            .query_map(params![id.0, from, until.unwrap_or(i64::MAX as u64)], |row| {
                Ok(Row {
                    seq: row.get(0)?,
                    at: row.get(1)?,
                    kind: row.get(2)?,
                    body: row.get(3)?,
                    seal: row.get(4)?,
                })
            })?
            .collect()
    }

    /// The first event that a later program wrote, and its version.
    fn later_version(
        &self,
        id: StudyId,
        after: u64,
        until: Option<u64>,
    ) -> rusqlite::Result<Option<(u64, u32)>> {
        self.connection
            .prepare_cached(
                "SELECT seq, version FROM event WHERE study = ?1 AND seq > ?2 AND seq <= ?3 AND version > ?4 ORDER BY seq LIMIT 1",
            )?
            .query_row(
                params![id.0, after, until.unwrap_or(i64::MAX as u64), EVENT_VERSION],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()
    }

    /// Studies whose events are there and whose entry in the list of studies is not, in words for the analyst.
    pub fn lost_studies(&self) -> Result<Vec<String>, LibraryError> {
        let failed = self.store("be looked through");
        let lost = || -> rusqlite::Result<Vec<String>> {
            self.connection
                .prepare_cached(
                    "SELECT study, count(*) FROM event WHERE study NOT IN (SELECT id FROM study) GROUP BY study",
                )?
                .query_map([], |row| {
                    let (study, events): (i64, usize) = (row.get(0)?, row.get(1)?);
                    Ok(format!(
                        "study {study} is damaged: it is missing from the list of studies, and {} of it are there: bring back a copy of {}",
                        counted(events, "event"),
                        self.path.display()
                    ))
                })?
                .collect()
        };
        lost().map_err(failed)
    }

    /// The studies, last changed first. Those that never got a question or evidence, and those that were deleted, are left out.
    pub fn studies(&self) -> Result<Vec<StudySummary>, LibraryError> {
        let mut studies = self.all_studies()?;
        studies.retain(|study| !study.is_deleted);
        Ok(studies)
    }

    /// The studies whose journals hold all of these words, wherever; the letters of ASCII stand for both cases. A word that a journal may hold in another
    /// form leaves none out.
    pub fn studies_with(&self, words: &str) -> Result<BTreeSet<StudyId>, LibraryError> {
        let mut known: BTreeSet<StudyId> = self.studies()?.iter().map(|study| study.id).collect();
        let words = words.split_whitespace();
        for word in words.filter(|word| word.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
            let found: BTreeSet<StudyId> = self
                .connection
                .prepare_cached("SELECT DISTINCT study FROM event WHERE body LIKE '%' || ?1 || '%'")
                .and_then(|mut statement| {
                    statement
                        .query_map([word], |row| row.get(0).map(StudyId))?
                        .collect()
                })
                .map_err(self.store("search the studies"))?;
            known.retain(|study| found.contains(study));
        }
        Ok(known)
    }

    /// The list of studies, and those that were deleted.
    pub fn all_studies(&self) -> Result<Vec<StudySummary>, LibraryError> {
        let rows: Vec<(i64, i64, String)> = self
            .connection
            .prepare_cached(
                "SELECT id, coalesce((SELECT at FROM event WHERE study = known.id ORDER BY seq DESC LIMIT 1), changed), summary
                 FROM study AS known ORDER BY changed DESC, id DESC",
            )
            .and_then(|mut statement| {
                statement
                    .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                    .collect()
            })
            .map_err(self.store("list the studies"))?;
        Ok(rows
            .into_iter()
            .map(|(id, changed, summary)| {
                let id = StudyId(id);
                let summary = Summary::read(&summary).unwrap_or_else(|| self.summed_up(id));
                StudySummary {
                    id,
                    title: summary.title,
                    changed: Timestamp(changed),
                    preview: summary.preview,
                    sections_written: summary.sections_written,
                    sections: summary.sections,
                    sources: summary.sources,
                    forked: summary.forked,
                    is_deleted: summary.is_deleted,
                }
            })
            .filter(|study| !study.title.is_empty() || study.sources > 0 || study.forked.is_some())
            .collect())
    }

    /// What the list shows of a study whose summary is damaged: what its events say, as far as they can be read.
    fn summed_up(&self, id: StudyId) -> Summary {
        let events = self.events_between(id, 0, None, None).unwrap_or_default();
        let study = Study::fold(events.iter().map(|envelope| &envelope.event));
        let summary = Summary::of(&study, 0);
        let name = match summary.title.as_str() {
            "" => format!("study {id}"),
            title => title.to_owned(),
        };
        Summary {
            title: format!("{name} (damaged)"),
            ..summary
        }
    }

    /// Saves the text that is streaming, so that a crash loses no more than what came since [D2]. However long the disk takes, a program that is killed
    /// meanwhile has saved it.
    pub fn save_live(&mut self, id: StudyId, live: &LiveText) -> Result<(), LibraryError> {
        const DOING: &str = "save the streaming text";
        let failed = self.store(DOING);
        self.without_waiting(|library| {
            library
                .connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO live (study, section, text) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![id.0, live.section.0, live.text])
        })
        .map_err(failed)?;
        let log = File::open(schema::beside(&self.path, "-wal"));
        match log.and_then(|log| log.sync_data()) {
            // It has been put in its place, and is on the disk.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            synchronised => synchronised.map_err(|error| LibraryError::Disk {
                path: self.path.clone(),
                doing: DOING,
                why: error.to_string(),
            }),
        }
    }

    /// The text that was streaming when the program ended, if it did not end well.
    pub fn live(&self, id: StudyId) -> Result<Option<LiveText>, LibraryError> {
        self.connection
            .prepare_cached("SELECT section, text FROM live WHERE study = ?1")
            .and_then(|mut statement| {
                statement
                    .query_row([id.0], |row| {
                        Ok(LiveText {
                            section: SectionId(row.get(0)?),
                            text: row.get(1)?,
                        })
                    })
                    .optional()
            })
            .map_err(self.store("read the streaming text"))
    }

    /// Keeps the question as it is being typed.
    pub fn save_typed(&self, id: StudyId, typed: &str) -> Result<(), LibraryError> {
        self.connection
            .execute(
                "UPDATE study SET typed = ?2 WHERE id = ?1",
                params![id.0, typed],
            )
            .map_err(self.store("save the question"))?;
        Ok(())
    }

    pub fn typed(&self, id: StudyId) -> Result<String, LibraryError> {
        self.connection
            .query_row("SELECT typed FROM study WHERE id = ?1", [id.0], |row| {
                row.get(0)
            })
            .map_err(self.store("read the question"))
    }

    /// Takes the right to write to a study; `None` while another process has it, or where nothing can be written. The lock is the operating system's, so it cannot outlive its holder.
    pub fn lease(&self, id: StudyId) -> Result<Option<Lease>, LibraryError> {
        if self.read_only {
            return Ok(None);
        }
        let path = self
            .folder()
            .join(super::LOCKS)
            .join(format!("{}{id}", super::STUDY_LOCK));
        let failed = |source| LibraryError::Folder {
            path: path.clone(),
            source,
        };
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lease { _file: file })),
            Err(std::fs::TryLockError::WouldBlock) => Ok(None),
            Err(std::fs::TryLockError::Error(source)) => Err(failed(source)),
        }
    }
}

/// What the list of studies shows, kept beside the events so that listing does not replay them all.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Summary {
    title: String,
    preview: String,
    sections_written: usize,
    sections: usize,
    sources: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forked: Option<(StudyId, u64)>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_deleted: bool,
    /// The last event, so that a journal which lost its end is known; 0 where an older Tercet wrote this.
    #[serde(default)]
    last: u64,
}

/// The whole words at the beginning of a text, with a sign that there are more.
fn beginning(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else {
        return text.to_owned();
    };
    let kept = text.get(..end).unwrap_or(text);
    let words = kept
        .rfind(char::is_whitespace)
        .and_then(|at| kept.get(..at));
    format!("{} \u{2026}", words.unwrap_or(kept).trim_end())
}

impl Summary {
    /// A summary as it is stored; `None` where it is damaged.
    fn read(stored: &str) -> Option<Self> {
        serde_json::from_str(stored).ok()
    }

    /// What is shown of a study with so many events.
    fn of(study: &Study, last: u64) -> Self {
        Self {
            title: study.title().to_owned(),
            preview: preview(study),
            sections_written: study
                .sections
                .iter()
                .filter(|section| section.is_written())
                .count(),
            sections: study.sections.len(),
            sources: study.current().count(),
            forked: study.forked,
            is_deleted: study.is_deleted,
            last,
        }
    }
}

/// The first words of the accepted brief. It may be long, and is looked at after each decision.
fn preview(study: &Study) -> String {
    const CHARACTERS: usize = 600;
    let mut brief = String::new();
    for section in &study.sections {
        brief.push_str("\n\n");
        let parts = section.revision.iter().flat_map(Revision::accepted_parts);
        for part in parts {
            if brief.trim_start().chars().nth(CHARACTERS).is_some() {
                break;
            }
            brief.push_str(&beginning(part, 2 * CHARACTERS));
        }
    }
    beginning(brief.trim(), CHARACTERS)
}

/// Appends events behind `last`, each with its seal.
fn insert(
    transaction: &rusqlite::Transaction<'_>,
    id: StudyId,
    last: u64,
    at: Timestamp,
    events: &[Event],
) -> rusqlite::Result<()> {
    let mut before: Option<Vec<u8>> = transaction
        .prepare_cached("SELECT seal FROM event WHERE study = ?1 AND seq = ?2")?
        .query_row(params![id.0, last], |row| row.get(0))
        .optional()?
        .flatten();
    let mut statement = transaction.prepare_cached(
        "INSERT INTO event (study, seq, at, kind, version, body, seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (seq, event) in (last + 1..).zip(events) {
        let (kind, body) = split_event(event);
        let seal = seal::seal(before.as_deref(), seq, at.0, &kind, body.as_deref());
        statement.execute(params![id.0, seq, at.0, kind, EVENT_VERSION, body, seal])?;
        before = Some(seal);
    }
    Ok(())
}

/// Whether an event is the end of a streaming reply, after which the crash buffer holds nothing new.
fn ends_step(event: &Event) -> bool {
    matches!(
        event,
        Event::SectionWritten { .. }
            | Event::RevisionProposed { .. }
            | Event::RevisionUnneeded { .. }
            | Event::AskedAgain { .. }
            | Event::StepHalted { .. }
    )
}

fn split_event(event: &Event) -> (String, Option<String>) {
    let value = serde_json::to_value(event).unwrap_or_default();
    let kind = value
        .get("kind")
        .and_then(|kind| kind.as_str())
        .unwrap_or_default()
        .to_owned();
    (kind, value.get("body").map(ToString::to_string))
}

fn join_event(kind: &str, body: Option<&str>) -> Result<Event, serde_json::Error> {
    let mut value = serde_json::json!({ "kind": kind });
    if let Some(body) = body {
        value["body"] = serde_json::from_str(body)?;
    }
    serde_json::from_value(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Decision, HunkId};

    #[test]
    fn an_event_comes_back_from_its_row_as_it_was() {
        let events = [
            Event::Undone,
            Event::QuestionChanged {
                question: "Why \u{2013} \"now\"?".into(),
            },
            Event::HunksDecided {
                section: SectionId(2),
                hunks: vec![HunkId(4), HunkId(9)],
                decision: Decision::Rejected,
            },
        ];
        for event in events {
            let (kind, body) = split_event(&event);
            assert_eq!(join_event(&kind, body.as_deref()).expect("readable"), event);
        }
        assert!(join_event("something_from_the_future", None).is_err());
    }
}
