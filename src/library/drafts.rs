//! Texts of the brief as they are being edited, and other words as they are being typed: kept beside the journal until the analyst is done with them, so
//! that nothing that was typed is lost.
//!
//! The tables are made when they are first needed, and a Tercet that does not know them passes them over.

use rusqlite::params;

use super::{Library, LibraryError};
use crate::digest::sha256;
use crate::study::{DocumentId, HunkId, SectionId, StudyId};

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

const WORDS: &str = "
CREATE TABLE IF NOT EXISTS word_draft (
    study INTEGER NOT NULL REFERENCES study,
    place TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (study, place)
) WITHOUT ROWID";

/// What words are typed for that become no text of the brief.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordsFor {
    /// What is to be different about a section.
    Instruction(SectionId),
    /// Why a change is refused.
    Refusal(SectionId, HunkId),
    /// What is to be put right about a sentence, which is told by the digest of its words.
    Correction(SectionId, u64),
    /// Which evidence is to be added.
    Evidence,
    /// What is known of a source.
    Description(DocumentId),
}

/// Words as they were last typed; none where they are done with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    pub of: WordsFor,
    pub text: String,
}

impl WordsFor {
    /// What is to be put right about a sentence of a section.
    #[must_use]
    pub fn correction(section: SectionId, sentence: &str) -> Self {
        let digest = sha256(sentence).first_chunk().copied();
        Self::Correction(section, digest.map_or(0, u64::from_be_bytes))
    }

    fn stored(self) -> String {
        match self {
            Self::Instruction(section) => format!("instruction {}", section.0),
            Self::Refusal(section, hunk) => format!("refusal {} {}", section.0, hunk.0),
            Self::Correction(section, digest) => format!("correction {} {digest}", section.0),
            Self::Evidence => "evidence".to_owned(),
            Self::Description(document) => format!("description {}", document.0),
        }
    }

    /// `None` for what only a later Tercet knows.
    fn read(stored: &str) -> Option<Self> {
        let mut parts = stored.split(' ');
        let kind = parts.next()?;
        let mut section = || Some(SectionId(parts.next()?.parse().ok()?));
        Some(match kind {
            "instruction" => Self::Instruction(section()?),
            "refusal" => Self::Refusal(section()?, HunkId(parts.next()?.parse().ok()?)),
            "correction" => Self::Correction(section()?, parts.next()?.parse().ok()?),
            "evidence" => Self::Evidence,
            "description" => Self::Description(DocumentId(parts.next()?.parse().ok()?)),
            _ => return None,
        })
    }
}

impl Library {
    /// Keeps words as the analyst has typed them so far; forgets them where there are none.
    pub fn save_words(&self, study: StudyId, words: &Words) -> Result<(), LibraryError> {
        let place = words.of.stored();
        let save = || -> rusqlite::Result<()> {
            self.connection.execute_batch(WORDS)?;
            if words.text.trim().is_empty() {
                self.connection
                    .prepare_cached("DELETE FROM word_draft WHERE study = ?1 AND place = ?2")?
                    .execute(params![study.0, place])?;
            } else {
                self.connection
                    .prepare_cached("INSERT OR REPLACE INTO word_draft VALUES (?1, ?2, ?3)")?
                    .execute(params![study.0, place, words.text])?;
            }
            Ok(())
        };
        save().map_err(self.store("save what is being typed"))
    }

    /// Words that were being typed in a study and are not done with.
    pub fn words(&self, study: StudyId) -> Result<Vec<Words>, LibraryError> {
        let read = || -> rusqlite::Result<Vec<Words>> {
            if !self.has_table("word_draft")? {
                return Ok(Vec::new());
            }
            let mut statement = self
                .connection
                .prepare("SELECT place, text FROM word_draft WHERE study = ?1 ORDER BY place")?;
            let rows = statement.query_map([study.0], |row| {
                let place: String = row.get(0)?;
                Ok((WordsFor::read(&place), row.get(1)?))
            })?;
            rows.filter_map(|row| match row {
                Ok((of, text)) => Some(Ok(Words { of: of?, text })),
                Err(error) => Some(Err(error)),
            })
            .collect()
        };
        read().map_err(self.store("read what was being typed"))
    }

    pub(super) fn has_table(&self, name: &str) -> rusqlite::Result<bool> {
        let is_made = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = ?1";
        self.connection.query_row(is_made, [name], |row| row.get(0))
    }

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
            if !self.has_table("edit_draft")? {
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
    fn words_that_are_being_typed_are_there_again_until_they_are_done_with() {
        let folder = tempfile::tempdir().expect("a folder");
        let words = |of, text: &str| Words {
            of,
            text: text.to_owned(),
        };
        let (instruction, refusal) = (
            WordsFor::Instruction(SectionId(2)),
            WordsFor::Refusal(SectionId(0), HunkId(7)),
        );
        let library = Library::open(folder.path()).expect("opened");
        let study = library.create_study(Timestamp(0)).expect("made");
        assert_eq!(library.words(study).expect("read"), []);
        let others = [
            WordsFor::correction(SectionId(1), "Sales rose in 2024 [1]."),
            WordsFor::Description(DocumentId(3)),
            WordsFor::Evidence,
        ];
        for typed in [
            words(instruction, "Shor"),
            words(instruction, "Shorter"),
            words(refusal, "No source"),
        ] {
            library.save_words(study, &typed).expect("saved");
        }
        for of in others {
            library
                .save_words(study, &words(of, "reports/ new"))
                .expect("saved");
        }
        drop(library);

        let library = Library::open(folder.path()).expect("opened");
        let other = library.create_study(Timestamp(0)).expect("made");
        assert_eq!(library.words(other).expect("read"), []);
        for of in others {
            let known = library.words(study).expect("read");
            assert!(known.contains(&words(of, "reports/ new")), "{known:?}");
            library
                .save_words(study, &words(of, ""))
                .expect("forgotten");
        }
        assert_eq!(
            library.words(study).expect("read"),
            [words(instruction, "Shorter"), words(refusal, "No source")]
        );
        library
            .save_words(study, &words(instruction, ""))
            .expect("forgotten");
        assert_eq!(
            library.words(study).expect("read"),
            [words(refusal, "No source")]
        );
    }

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
