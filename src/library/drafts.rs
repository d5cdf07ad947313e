//! Texts of the brief as they are being edited: kept beside the journal until the analyst is done with them, so that nothing that was typed is lost.
//!
//! The table is made when it is first needed, and a Tercet that does not know it passes it over.

use rusqlite::params;

use super::{Library, LibraryError};
use crate::study::{HunkId, SectionId, StudyId};

const TABLE: &str = "
CREATE TABLE IF NOT EXISTS edit_draft (
    study INTEGER NOT NULL REFERENCES study,
    section INTEGER NOT NULL,
    hunk INTEGER NOT NULL,       -- 0 for the section itself
    base TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (study, section, hunk)
) WITHOUT ROWID";

/// A text as it was last typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditDraft {
    pub section: SectionId,
    /// The change whose words it is to replace; `None` for a whole section.
    pub hunk: Option<HunkId>,
    /// The text that it was begun from.
    pub base: String,
    pub text: String,
}

impl Library {
    /// Keeps a text as the analyst has typed it so far, in place of what was kept of the same edit.
    pub fn save_edit(&self, study: StudyId, draft: &EditDraft) -> Result<(), LibraryError> {
        let save = || -> rusqlite::Result<()> {
            self.connection.execute_batch(TABLE)?;
            self.connection
                .prepare_cached("INSERT OR REPLACE INTO edit_draft VALUES (?1, ?2, ?3, ?4, ?5)")?
                .execute(params![
                    study.0,
                    draft.section.0,
                    stored(draft.hunk),
                    draft.base,
                    draft.text
                ])?;
            Ok(())
        };
        save().map_err(self.store("save what is being edited"))
    }

    /// The edit is done or was thrown away; nothing where none was kept.
    pub fn drop_edit(
        &self,
        study: StudyId,
        section: SectionId,
        hunk: Option<HunkId>,
    ) -> Result<(), LibraryError> {
        let drop = || -> rusqlite::Result<()> {
            self.connection.execute_batch(TABLE)?;
            self.connection.execute(
                "DELETE FROM edit_draft WHERE study = ?1 AND section = ?2 AND hunk = ?3",
                params![study.0, section.0, stored(hunk)],
            )?;
            Ok(())
        };
        drop().map_err(self.store("save what is being edited"))
    }

    /// What was being edited in a study and is not done, in the order of its sections.
    pub fn edits(&self, study: StudyId) -> Result<Vec<EditDraft>, LibraryError> {
        let read = || -> rusqlite::Result<Vec<EditDraft>> {
            let is_made = "SELECT count(*) FROM sqlite_schema WHERE name = 'edit_draft'";
            let tables: i64 = self.connection.query_row(is_made, [], |row| row.get(0))?;
            if tables == 0 {
                return Ok(Vec::new());
            }
            self.connection
                .prepare(
                    "SELECT section, hunk, base, text FROM edit_draft WHERE study = ?1 ORDER BY section, hunk",
                )?
                .query_map([study.0], |row| {
                    let hunk: i64 = row.get(1)?;
                    Ok(EditDraft {
                        section: SectionId(row.get(0)?),
                        hunk: (hunk != 0).then_some(HunkId(hunk.cast_unsigned())),
                        base: row.get(2)?,
                        text: row.get(3)?,
                    })
                })?
                .collect()
        };
        read().map_err(self.store("read what was being edited"))
    }
}

fn stored(hunk: Option<HunkId>) -> i64 {
    hunk.map_or(0, |hunk| hunk.0.cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Timestamp;

    #[test]
    fn what_is_being_edited_is_there_again_until_it_is_done() {
        let folder = tempfile::tempdir().expect("a folder");
        let draft = |hunk, text: &str| EditDraft {
            section: SectionId(1),
            hunk,
            base: "Base.".to_owned(),
            text: text.to_owned(),
        };
        let library = Library::open(folder.path()).expect("opened");
        let study = library.create_study(Timestamp(0)).expect("made");
        assert_eq!(library.edits(study).expect("read"), []);
        for text in ["First.", "Second, longer."] {
            library.save_edit(study, &draft(None, text)).expect("saved");
        }
        let hunk = draft(Some(HunkId(7)), "Words.");
        library.save_edit(study, &hunk).expect("saved");
        drop(library);

        let library = Library::open(folder.path()).expect("opened");
        assert_eq!(
            library.edits(study).expect("read"),
            [draft(None, "Second, longer."), hunk.clone()]
        );
        library
            .drop_edit(study, SectionId(1), None)
            .expect("dropped");
        assert_eq!(library.edits(study).expect("read"), [hunk]);
    }
}
