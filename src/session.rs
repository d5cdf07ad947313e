//! The one writer of a study: journal first, then state.
//!
//! Nothing else appends events or applies them, so what is on screen is always in the journal already.

use crate::library::{Lease, Library, LibraryError, LiveText};
use crate::study::{Event, Study, StudyId, Timestamp};

/// An open study with its journal.
pub struct Session {
    pub id: StudyId,
    pub study: Study,
    /// When the last event was recorded.
    pub saved: Option<Timestamp>,
    last: u64,
    /// The state may hold what no journal does: neither could be written, nor what it holds be read again.
    is_ahead: bool,
    /// `None` while another process has the study open: it can be read and exported, not changed [D4].
    lease: Option<Lease>,
}

impl Session {
    /// Makes a new study.
    pub fn create(library: &Library, now: Timestamp) -> Result<Self, LibraryError> {
        let id = library.create_study(now)?;
        Ok(Self {
            id,
            study: Study::default(),
            saved: None,
            last: 0,
            is_ahead: false,
            lease: library.lease(id)?,
        })
    }

    /// Opens a study exactly as it was left.
    pub fn open(library: &Library, id: StudyId) -> Result<Self, LibraryError> {
        let lease = library.lease(id)?;
        let envelopes = library.events(id)?;
        let study = Study::fold(envelopes.iter().map(|envelope| &envelope.event));
        let last = envelopes.last();
        Ok(Self {
            id,
            study,
            saved: last.map(|envelope| envelope.at),
            last: last.map_or(0, |envelope| envelope.seq),
            is_ahead: false,
            lease,
        })
    }

    /// Takes in what another process has recorded since; says whether there was anything.
    pub fn follow(&mut self, library: &Library) -> Result<bool, LibraryError> {
        if library.last_event(self.id)? == Some(self.last) {
            return Ok(false);
        }
        let new = library.events_after(self.id, self.last)?;
        for envelope in &new {
            self.study.apply(&envelope.event);
            self.last = envelope.seq;
            self.saved = Some(envelope.at);
        }
        Ok(!new.is_empty())
    }

    /// Position of the last event.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.last
    }

    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.lease.is_none()
    }

    /// Appends events to the journal and applies them within its transaction. On failure the state is read from the journal again; if even that fails, it
    /// is before the next record. Records nothing in a study that is open elsewhere.
    pub fn record(
        &mut self,
        library: &mut Library,
        now: Timestamp,
        events: &[Event],
    ) -> Result<(), LibraryError> {
        if events.is_empty() || self.is_read_only() {
            return Ok(());
        }
        if self.is_ahead {
            self.take_back(library)?;
        }
        let study = &mut self.study;
        let appended = library.append(self.id, self.last, now, events, || {
            for event in events {
                study.apply(event);
            }
            &*study
        });
        if let Err(error) = appended {
            // Copying the state before each event would cost more the more it holds.
            self.is_ahead = true;
            let _ = self.take_back(library);
            return Err(error);
        }
        self.last += events.len() as u64;
        self.saved = Some(now);
        Ok(())
    }

    /// Makes the state what the journal says.
    fn take_back(&mut self, library: &Library) -> Result<(), LibraryError> {
        let kept = library.events(self.id)?;
        self.study = Study::fold(kept.iter().map(|envelope| &envelope.event));
        self.is_ahead = false;
        Ok(())
    }

    /// The text that was streaming when the program ended without saying so.
    pub fn interrupted(&self, library: &Library) -> Result<Option<LiveText>, LibraryError> {
        if self.is_read_only() {
            Ok(None)
        } else {
            library.live(self.id)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_journal_took_is_not_in_the_state_when_the_next_event_is_recorded() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        let mut session = Session::create(&library, Timestamp(0)).unwrap();
        let other = rusqlite::Connection::open(library.path()).unwrap();
        let full =
            "CREATE TRIGGER no_room BEFORE UPDATE ON study BEGIN SELECT raise(ABORT, 'full'); END";
        let mut named = |name: &str| {
            let name = name.to_owned();
            session
                .record(&mut library, Timestamp(1), &[Event::StudyRenamed { name }])
                .map(|()| session.study.name.clone())
                .map_err(|_| session.study.name.clone())
        };
        assert_eq!(named("first"), Ok("first".to_owned()));
        other.execute_batch(full).unwrap();
        assert_eq!(named("second"), Err("first".to_owned()));
        // Now the journal cannot be read either: the state is ahead of it.
        other
            .execute_batch(&format!(
                "DROP TRIGGER no_room; CREATE TABLE kept AS SELECT summary FROM study; UPDATE study SET summary = '{{'; {full}"
            ))
            .unwrap();
        assert_eq!(named("third"), Err("third".to_owned()));
        other.execute_batch("DROP TRIGGER no_room").unwrap();
        assert_eq!(named("fourth"), Err("third".to_owned()));
        other
            .execute_batch("UPDATE study SET summary = (SELECT summary FROM kept)")
            .unwrap();
        assert_eq!(named("fifth"), Ok("fifth".to_owned()));
        assert_eq!(library.events(session.id).unwrap().len(), 2);
    }
}
