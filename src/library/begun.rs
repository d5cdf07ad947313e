//! Calls that were begun and have no answer in the journal: kept beside it, so that what a server was sent is counted also where the program ended before
//! the answer came [M5].
//!
//! A call has one line, which the next one of its study writes over; that it is over is told by the journal.

use rusqlite::{OptionalExtension, params};

use super::live::ENDS_REPLY;
use super::{Library, LibraryError};
use crate::study::StudyId;

const TABLE: &str = "
CREATE TABLE IF NOT EXISTS call_begun (
    study INTEGER PRIMARY KEY REFERENCES study,
    as_of INTEGER NOT NULL,      -- the last event of the journal when it began
    writer TEXT NOT NULL,
    calls INTEGER NOT NULL,      -- made side by side
    prompt_tokens INTEGER NOT NULL
)";

/// Kinds of events that tell of the answer to a question, and of what a call took that nothing else tells of.
const ANSWERS: [&str; 5] = [
    "section_critiqued",
    "brief_reflected",
    "course_decided",
    "brief_judged",
    "passage_compressed",
];
const SPENT: &str = "call_spent";

/// What a model is sent, as far as it is known when that begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BegunCall {
    /// `provider/model`.
    pub by: String,
    /// How many are made side by side.
    pub calls: u64,
    /// Of all of them together.
    pub prompt_tokens: u64,
}

impl BegunCall {
    /// What is left of it where some of its calls were answered.
    fn without(self, answered: u64) -> Option<Self> {
        let left = self.calls.saturating_sub(answered);
        (left > 0).then(|| Self {
            calls: left,
            prompt_tokens: self.prompt_tokens * left / self.calls.max(1),
            ..self
        })
    }
}

impl Library {
    /// Keeps that a call begins, as of the last event.
    pub fn keep_begun(
        &self,
        study: StudyId,
        as_of: u64,
        call: &BegunCall,
    ) -> Result<(), LibraryError> {
        let keep = || -> rusqlite::Result<()> {
            self.connection.execute_batch(TABLE)?;
            self.connection
                .prepare_cached("INSERT OR REPLACE INTO call_begun VALUES (?1, ?2, ?3, ?4, ?5)")?
                .execute(params![
                    study.0,
                    as_of as i64,
                    call.by,
                    call.calls as i64,
                    call.prompt_tokens as i64
                ])?;
            Ok(())
        };
        keep().map_err(self.store("note that a model is asked"))
    }

    /// The call of which the journal tells no end, where there is one.
    pub fn unanswered(&self, study: StudyId) -> Result<Option<BegunCall>, LibraryError> {
        let read = || -> rusqlite::Result<Option<BegunCall>> {
            if !self.has_table("call_begun")? {
                return Ok(None);
            }
            let begun = self
                .connection
                .prepare(
                    "SELECT as_of, writer, calls, prompt_tokens FROM call_begun WHERE study = ?1",
                )?
                .query_row([study.0], |row| {
                    let count = |at| row.get::<_, i64>(at).map(i64::cast_unsigned);
                    let (calls, prompt_tokens) = (count(2)?, count(3)?);
                    let by = row.get(1)?;
                    Ok((
                        row.get::<_, i64>(0)?,
                        BegunCall {
                            by,
                            calls,
                            prompt_tokens,
                        },
                    ))
                })
                .optional()?;
            let Some((as_of, call)) = begun else {
                return Ok(None);
            };
            let after = |kinds: &[&str]| {
                self.connection.query_row(
                    "SELECT count(*) FROM event WHERE study = ?1 AND seq > ?2 AND kind IN (SELECT value FROM json_each(?3))",
                    params![study.0, as_of, serde_json::json!(kinds).to_string()],
                    |row| row.get::<_, i64>(0),
                )
            };
            let is_over = after(&ENDS_REPLY)? + after(&[SPENT])? > 0;
            let answered = after(&ANSWERS)?.cast_unsigned();
            Ok((!is_over).then(|| call.without(answered)).flatten())
        };
        read().map_err(self.store("read what a model was asked"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Event, Halt, Partial, SectionId, Timestamp, Usage};

    fn begun(calls: u64, prompt_tokens: u64) -> BegunCall {
        BegunCall {
            by: "lab/m".to_owned(),
            calls,
            prompt_tokens,
        }
    }

    #[test]
    fn a_call_is_unanswered_until_the_journal_tells_its_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut library = Library::open(folder.path()).expect("opened");
        let study = library.create_study(Timestamp(0)).expect("made");
        assert_eq!(library.unanswered(study).expect("read"), None);
        library.keep_begun(study, 0, &begun(1, 900)).expect("kept");
        drop(library);

        library = Library::open(folder.path()).expect("opened");
        let unanswered = |library: &Library| library.unanswered(study).expect("read");
        assert_eq!(unanswered(&library), Some(begun(1, 900)));
        let mut append = |last, events: &[Event]| {
            let summary = crate::study::Study::fold(events);
            library
                .append(study, last, Timestamp(1), events, || &summary)
                .expect("appended");
            unanswered(&library)
        };
        let named = Event::StudyRenamed {
            name: "Trams".to_owned(),
        };
        assert_eq!(append(0, &[named]), Some(begun(1, 900)));
        let halted = Event::StepHalted {
            section: SectionId(0),
            partial: Partial::default(),
            halt: Halt::Failed,
        };
        assert_eq!(append(1, &[halted]), None);
    }

    #[test]
    fn of_calls_side_by_side_those_are_left_that_were_not_answered() {
        assert_eq!(begun(4, 800).without(1), Some(begun(3, 600)));
        assert_eq!(begun(4, 800).without(4), None);
        assert_eq!(begun(1, 800).without(2), None);
    }

    #[test]
    fn what_a_cut_call_took_is_counted_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut library = Library::open(folder.path()).expect("opened");
        let study = library.create_study(Timestamp(0)).expect("made");
        library.keep_begun(study, 0, &begun(3, 900)).expect("kept");
        let spent = Event::CallSpent {
            by: "lab/m".to_owned(),
            usage: Usage::default(),
            duration_ms: 0,
        };
        let summary = crate::study::Study::default();
        library
            .append(study, 0, Timestamp(1), &[spent], || &summary)
            .expect("appended");
        assert_eq!(library.unanswered(study).expect("read"), None);
    }
}
