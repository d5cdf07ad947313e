//! The journal: every study's events, appended and never changed, and who may append to it.
//!
//! What the list of studies shows is in `studies`, what is not an event yet in `live`.

use std::fs::File;

use rusqlite::{OptionalExtension, params};
use serde::Serialize;
use serde::ser::Error;
use serde_json::Value;

use super::add::immediate;
use super::documents::not_json;
use super::live::ENDS_REPLY;
use super::seal::{self, Row};
use super::studies::{self, Summary};
use super::{Library, LibraryError, text_in};
use crate::clean;
use crate::study::{Envelope, Event, Study, StudyId, Timestamp};

/// Version of the event bodies that this program writes.
const EVENT_VERSION: u32 = 1;
/// Characters of what is said of an event that cannot be read: it may quote the event.
const LONGEST_WHY: usize = 200;

/// The right to write to one study; given up when dropped, also by a crash [D4].
#[derive(Debug)]
pub struct Lease {
    _file: File,
}

impl Library {
    /// A new study without events.
    pub fn create_study(&self, now: Timestamp) -> Result<StudyId, LibraryError> {
        studies::insert(&self.connection, now, &Summary::of(&Study::default(), 0))
            .map_err(self.store("make a study"))
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
            let transaction = immediate(&mut self.connection)?;
            let summary = Summary::of(outcome, at + added.len() as u64);
            let id = studies::insert(&transaction, now, &summary)?;
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
            let transaction = immediate(&mut self.connection)?;
            let ends_reply = insert(&transaction, id, last, at, events)?;
            let summary = Summary::of(outcome(), last + events.len() as u64);
            studies::update(&transaction, id, at, &summary)?;
            // What a Tercet of earlier times saved of the reply; what this one saves is told to be over by these events.
            if ends_reply {
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
            .and_then(|mut statement| {
                let read = |row: &rusqlite::Row<'_>| Ok(text_in(row, 0)?.unwrap_or_default());
                statement.query_row([id.0], read).optional()
            })
            .map_err(self.store("read a study"))?;
        let summary = summary.ok_or_else(|| LibraryError::NoStudy(id.to_string()))?;
        let Some(summary) = Summary::read(&summary) else {
            // Nobody knows how many events there were; those that are there may be gone on from.
            let there = self
                .connection
                .prepare_cached("SELECT coalesce(max(seq), 0) FROM event WHERE study = ?1")
                .and_then(|mut statement| statement.query_row([id.0], |row| row.get::<_, u64>(0)))
                .map_err(self.store("read the journal"))?;
            return Err(self.altered_from(id, there.saturating_add(1)));
        };
        Ok((summary.last > 0).then_some(summary.last))
    }

    /// The events behind `after`, up to `until` where that is said. `last` is the last one that there has to be, as far as that is known.
    pub(super) fn events_between(
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
            return Err(self.altered_from(id, seq));
        }
        if let Some((seq, version)) = self.later_version(id, after, until).map_err(failed())? {
            let why = format!("it is of version {version}, and this Tercet knows {EVENT_VERSION}");
            return Err(self.unreadable(id, seq, &why));
        }
        rows.into_iter()
            .map(|row| {
                let event = join_event(&row.kind, row.body.as_deref())
                    .map_err(|why| self.unreadable(id, row.seq, &format!("{}: {why}", row.kind)))?;
                Ok(Envelope {
                    seq: row.seq,
                    at: Timestamp(row.at),
                    event,
                })
            })
            .collect()
    }

    fn unreadable(&self, id: StudyId, seq: u64, why: &str) -> LibraryError {
        LibraryError::UnreadableEvent {
            study: id.0,
            seq,
            why: clean::line(why, LONGEST_WHY),
            path: self.path.clone(),
        }
    }

    fn altered_from(&self, id: StudyId, seq: u64) -> LibraryError {
        LibraryError::Altered {
            study: id.0,
            seq,
            path: self.path.clone(),
        }
    }

    /// The rows of a journal from event `from` on.
    fn rows(&self, id: StudyId, from: u64, until: Option<u64>) -> rusqlite::Result<Vec<Row>> {
        let seal = if self.is_sealed { "seal" } else { "NULL" };
        self.connection
            .prepare_cached(&format!(
                "SELECT seq, at, kind, body, {seal} FROM event WHERE study = ?1 AND seq BETWEEN ?2 AND ?3 ORDER BY seq",
            ))?
            .query_map(params![id.0, from, until.unwrap_or(i64::MAX as u64)], |row| {
                // What is of another kind than was stored there is not what was sealed, either.
                Ok(Row {
                    seq: row.get(0)?,
                    at: row.get(1).unwrap_or_default(),
                    kind: text_in(row, 2)?.unwrap_or_default(),
                    body: text_in(row, 3)?,
                    seal: bytes_in(row, 4)?,
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
    ) -> rusqlite::Result<Option<(u64, String)>> {
        self.connection
            .prepare_cached(
                "SELECT seq, version FROM event WHERE study = ?1 AND seq > ?2 AND seq <= ?3 AND version > ?4 ORDER BY seq LIMIT 1",
            )?
            .query_row(
                params![id.0, after, until.unwrap_or(i64::MAX as u64), EVENT_VERSION],
                |row| Ok((row.get(0)?, text_in(row, 1)?.unwrap_or_default())),
            )
            .optional()
    }

    /// Takes the right to write to a study; `None` while another process has it, or where nothing can be written. The lock is the operating system's, so it
    /// cannot outlive its holder.
    pub fn lease(&self, id: StudyId) -> Result<Option<Lease>, LibraryError> {
        if self.is_read_only() {
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

/// The bytes in a column; a number that stands there are none that anybody sealed with.
fn bytes_in(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<Option<Vec<u8>>> {
    use rusqlite::types::ValueRef;
    Ok(match row.get_ref(column)? {
        ValueRef::Null => None,
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Some(bytes.to_vec()),
        ValueRef::Integer(_) | ValueRef::Real(_) => Some(Vec::new()),
    })
}

/// Appends events behind `last`, each with its seal. Says whether a streaming reply ends with one of them.
fn insert(
    transaction: &rusqlite::Transaction<'_>,
    id: StudyId,
    last: u64,
    at: Timestamp,
    events: &[Event],
) -> rusqlite::Result<bool> {
    let mut ends_reply = false;
    let mut before: Option<Vec<u8>> = transaction
        .prepare_cached("SELECT seal FROM event WHERE study = ?1 AND seq = ?2")?
        .query_row(params![id.0, last], |row| row.get(0))
        .optional()?
        .flatten();
    let mut statement = transaction.prepare_cached(
        "INSERT INTO event (study, seq, at, kind, version, body, seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (seq, event) in (last + 1..).zip(events) {
        let (kind, body) = split_event(event).map_err(not_json)?;
        let seal = seal::seal(before.as_deref(), seq, at.0, &kind, body.as_deref());
        statement.execute(params![id.0, seq, at.0, kind, EVENT_VERSION, body, seal])?;
        ends_reply |= ENDS_REPLY.contains(&kind.as_str());
        before = Some(seal);
    }
    Ok(ends_reply)
}

/// The kind and the body of an event. One that cannot be told in JSON, or has no kind, is an error: a row without a kind makes the whole study unreadable.
fn split_event(event: &impl Serialize) -> serde_json::Result<(String, Option<String>)> {
    let value = serde_json::to_value(event)?;
    let kind = value.get("kind").and_then(Value::as_str);
    let kind = kind.ok_or_else(|| serde_json::Error::custom("it is of no kind"))?;
    let body = value.get("body").map(ToString::to_string);
    Ok((kind.to_owned(), body))
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
    use crate::study::{Decision, HunkId, SectionId};

    #[test]
    fn an_event_comes_back_from_its_row_as_it_was() {
        let events = [
            Event::Undone,
            Event::QuestionChanged {
                question: "Why \u{2013} \"now\"?".into(),
                undoable: false,
            },
            Event::HunksDecided {
                section: SectionId(2),
                hunks: vec![HunkId(4), HunkId(9)],
                decision: Decision::Rejected,
            },
        ];
        for event in events {
            let (kind, body) = split_event(&event).expect("written");
            assert_eq!(join_event(&kind, body.as_deref()).expect("readable"), event);
        }
        assert!(join_event("something_from_the_future", None).is_err());
    }

    #[test]
    fn what_ends_a_reply_are_kinds_of_events() {
        for kind in ENDS_REPLY {
            let error = join_event(kind, None).expect_err("it has a body");
            assert!(!error.to_string().contains("unknown"), "{kind}: {error}");
        }
    }

    #[test]
    fn what_cannot_be_written_as_an_event_is_an_error_and_no_row_without_a_kind() {
        let keyed_by_pairs = std::collections::BTreeMap::from([((1, 2), 3)]);
        assert!(split_event(&keyed_by_pairs).is_err());
        assert!(split_event(&"no kind").is_err());
        assert!(split_event(&serde_json::json!({ "body": 1 })).is_err());
    }
}
