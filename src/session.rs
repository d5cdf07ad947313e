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
            lease,
        })
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

    /// Appends events to the journal and then applies them; on an error neither has happened. Records nothing in a study that is open elsewhere.
    pub fn record(
        &mut self,
        library: &mut Library,
        now: Timestamp,
        events: &[Event],
    ) -> Result<(), LibraryError> {
        if events.is_empty() || self.is_read_only() {
            return Ok(());
        }
        let study = &mut self.study;
        let appended = library.append(self.id, self.last, now, events, || {
            for event in events {
                study.apply(event);
            }
            &*study
        });
        if let Err(error) = appended {
            // The journal is as it was, so what it says is the state again. Copying the state before each event would cost more the more it holds.
            if let Ok(kept) = library.events(self.id) {
                self.study = Study::fold(kept.iter().map(|envelope| &envelope.event));
            }
            return Err(error);
        }
        self.last += events.len() as u64;
        self.saved = Some(now);
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
