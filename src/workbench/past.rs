//! Studies as things to keep: forks of any point, names, and taking out of sight; and what a study was at an earlier point.
//!
//! Each works on a study that need not be open here. What is written goes through a session, so that a study which another Tercet has open is left alone.

use thiserror::Error;

use super::{Level, Workbench, checking};
use crate::clock;
use crate::library::{Library, LibraryError};
use crate::pipeline;
use crate::session::Session;
use crate::study::{Command, Envelope, Event, Refusal, SectionId, Study, StudyId, study_at};

/// Why a study was not forked, or not changed.
#[derive(Debug, Error)]
pub enum PastError {
    #[error("study {study} has no event {at}: its events are 1 to {last}")]
    NoEvent { study: StudyId, at: u64, last: u64 },
    #[error("study {0} is empty and cannot be forked")]
    Empty(StudyId),
    #[error("study {0} is open in another Tercet: close it there first")]
    OpenElsewhere(StudyId),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Library(#[from] LibraryError),
}

/// What is done to a study as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keeping {
    /// Give it a name; an empty one goes back to the question.
    Rename(String),
    /// Take it out of sight; nothing is destroyed.
    Delete,
    Undelete,
}

/// A fork that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fork {
    pub id: StudyId,
    /// The last event that both have.
    pub at: u64,
    /// What its budget is, where it has one, as the end of a sentence: a fork has spent what was spent up to there.
    pub budget: String,
}

/// Makes a new study of the events of another up to `at`, or of all; the other stays as it is.
pub fn fork(library: &mut Library, from: StudyId, at: Option<u64>) -> Result<Fork, PastError> {
    // Of a study that is damaged, what comes before the damage is as good as ever.
    let (known, sound) = match library.last_event(from) {
        Ok(known) => (known, known.map(|known| known.saturating_sub(1))),
        Err(LibraryError::Altered { seq, .. }) => (None, seq.checked_sub(1)),
        Err(other) => return Err(other.into()),
    };
    let journal = match (at, sound) {
        (Some(at), Some(sound)) if at <= sound => library.events_until(from, at)?,
        _ => library.events(from)?,
    };
    let read = journal.last().map(|envelope| envelope.seq);
    let last = known.or(sound).max(read).ok_or(PastError::Empty(from))?;
    let at = in_journal(from, at.unwrap_or(last), last)?;
    let mut study = study_at(&journal, at);
    let streamed = if at == last {
        library.live(from)?.map(|live| (live.section, live.text))
    } else {
        None
    };
    let following = library.events_after(from, at).unwrap_or_default();
    let cut = journal.iter().take_while(|envelope| envelope.seq <= at);
    let cut: Vec<Envelope> = cut.cloned().collect();
    let mut added = pipeline::rest_of_step(&cut, &following);
    for event in &added {
        study.apply(event);
    }
    let forked = pipeline::forked(&study, from, at, streamed);
    for event in &forked {
        study.apply(event);
    }
    added.extend(forked);
    let id = library.fork_study(from, at, clock::now(), &added, &study)?;
    let left = study.left_in_words();
    let budget = left.map_or_else(String::new, |left| {
        format!("; its budget goes on from there, with {left} left")
    });
    Ok(Fork { id, at, budget })
}

/// Renames, deletes or brings back a study that is not open here.
pub fn keep(library: &mut Library, id: StudyId, keeping: &Keeping) -> Result<(), PastError> {
    change(library, id, |session| events_of(session, keeping))
}

/// Carries out commands that call nobody, in a study that is not open here: all, or none where one is refused.
pub fn command(library: &mut Library, id: StudyId, commands: &[Command]) -> Result<(), PastError> {
    let mut session = session(library, id)?;
    let mut study = session.study.without_past();
    let mut events = Vec::new();
    for command in commands {
        let decided = study.decide(command)?;
        for event in &decided {
            study.apply(event);
        }
        events.extend(decided);
    }
    let all = (0..study.sections.len()).map(SectionId);
    let is_checked = |study: &Study, id| study.section(id).is_some_and(|part| part.checked);
    let was_checked: Vec<SectionId> = all.filter(|id| is_checked(&session.study, *id)).collect();
    session.record(library, clock::now(), &events)?;
    // The brief may leave the program next: what was checked is so after a decision.
    let decides =
        |command: &Command| matches!(command, Command::Decide { .. } | Command::DecideAll { .. });
    if commands.iter().all(decides) {
        let due = was_checked.into_iter();
        let due = due.filter(|id| !is_checked(&session.study, *id));
        let checked: Vec<Event> = due
            .filter_map(|section| checking::checked_now(library, &session.study, section))
            .collect();
        session.record(library, clock::now(), &checked)?;
    }
    Ok(())
}

fn change(
    library: &mut Library,
    id: StudyId,
    events: impl FnOnce(&mut Session) -> Result<Vec<Event>, Refusal>,
) -> Result<(), PastError> {
    let mut session = session(library, id)?;
    let events = events(&mut session)?;
    session.record(library, clock::now(), &events)?;
    Ok(())
}

/// A study that may be written to.
fn session(library: &mut Library, id: StudyId) -> Result<Session, PastError> {
    let session = Session::open(library, id)?;
    if session.is_read_only() {
        return Err(if library.is_read_only() {
            PastError::Library(LibraryError::ReadOnly {
                path: library.folder().to_owned(),
                doing: "be written to",
            })
        } else {
            PastError::OpenElsewhere(id)
        });
    }
    Ok(session)
}

fn events_of(session: &Session, keeping: &Keeping) -> Result<Vec<Event>, Refusal> {
    let is_deleted = session.study.is_deleted;
    Ok(match keeping {
        Keeping::Rename(name) => session
            .study
            .decide(&Command::Rename { name: name.clone() })?,
        Keeping::Delete if !is_deleted => vec![Event::StudyDeleted],
        Keeping::Undelete if is_deleted => vec![Event::StudyUndeleted],
        Keeping::Delete | Keeping::Undelete => vec![],
    })
}

/// An event's position, where there is such an event.
pub(super) fn in_journal(study: StudyId, at: u64, last: u64) -> Result<u64, PastError> {
    if (1..=last).contains(&at) {
        Ok(at)
    } else {
        Err(PastError::NoEvent { study, at, last })
    }
}

impl Workbench {
    /// The journal as it stands, for whoever looks at earlier states; the analyst is told where it cannot be read.
    pub fn journal(&mut self) -> Option<Vec<Envelope>> {
        let read = self.library.events(self.session.id);
        read.map_err(|error| self.notify(Level::Error, error.to_string()))
            .ok()
    }

    /// Any study as it stands, to be looked at whatever is under way here; the analyst is told where it cannot be read.
    pub fn read_study(&mut self, id: StudyId) -> Option<Study> {
        let read = self.library.events(id);
        let events = read
            .map_err(|error| self.notify(Level::Error, error.to_string()))
            .ok()?;
        Some(Study::fold(events.iter().map(|envelope| &envelope.event)))
    }

    /// Which evidence of this study is not in the library as it was read, in words for the analyst.
    pub fn altered_evidence(&mut self) -> Vec<String> {
        let altered = self.library.altered(&self.session.study.evidence);
        altered.unwrap_or_else(|error| vec![error.to_string()])
    }

    /// Takes this study off the list, where nothing came of it: it can be brought back like any other.
    pub fn discard(&mut self) {
        self.record(&[Event::StudyDeleted]);
    }

    /// Makes a fork of this study, and opens it where nothing is under way here. Returns whether it was opened.
    pub fn fork(&mut self, at: Option<u64>) -> bool {
        let from = self.session.id;
        match fork(&mut self.library, from, at) {
            Ok(Fork { id, at, budget }) => {
                let opened = !self.is_at_work() && self.switch(Some(id));
                let said = if opened {
                    format!(
                        "this is study {id} now, forked from {from} at {at}; study {from} is as it was{budget}"
                    )
                } else {
                    format!(
                        "study {id} was forked from this one at {at}: {{studies}} opens it{budget}"
                    )
                };
                self.notify(Level::Info, said);
                opened
            }
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                false
            }
        }
    }

    /// Renames, deletes or brings back any study; the one that is open here is not deleted. Returns whether that was done.
    pub fn keep(&mut self, id: StudyId, keeping: &Keeping) -> bool {
        let done = if id != self.session.id {
            keep(&mut self.library, id, keeping)
        } else if *keeping == Keeping::Delete {
            let why = "this study is open: open another one first, then delete it".to_owned();
            self.notify(Level::Warning, why);
            return false;
        } else if self.refuse_read_only() {
            return false;
        } else {
            events_of(&self.session, keeping)
                .map(|events| self.record(&events))
                .map_err(PastError::from)
        };
        match done {
            Ok(()) => !self.desk.broken,
            Err(error) => {
                self.notify(Level::Error, error.to_string());
                false
            }
        }
    }
}
