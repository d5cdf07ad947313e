//! Text on its way from the keyboard to the study: kept as it is typed, so that nothing of it is lost, and never part of the journal before the analyst is
//! done with it.

use std::time::Instant;

use super::unsaved::EVERY;
use super::{Level, Workbench};
use crate::library::{EditDraft, LibraryError};
use crate::study::{Command, HunkId, SectionId, StudyId};

impl Workbench {
    /// Keeps the question as it is being typed.
    pub fn save_typed(&mut self, typed: &str) {
        if !self.is_read_only()
            && let Err(error) = self.library.save_typed(self.session.id, typed)
        {
            self.notify(Level::Error, error.to_string());
        }
    }

    /// The question as it was last typed, where it differs from the one that was run.
    pub fn typed(&self) -> String {
        self.library.typed(self.session.id).unwrap_or_default()
    }

    /// Texts of the brief that were being edited and are not done.
    pub fn edits(&self) -> &[EditDraft] {
        &self.desk.edits
    }

    /// Keeps a text of the brief as it is being edited; says whether it is kept.
    pub fn keep_edit(&mut self, draft: EditDraft) -> bool {
        if self.is_read_only() {
            return false;
        }
        self.desk.given_back = None;
        let saved = self.put_edit(draft);
        let is_saved = saved.is_ok();
        if let Err(error) = saved {
            self.notify(Level::Error, error.to_string());
        }
        is_saved
    }

    fn put_edit(&mut self, draft: EditDraft) -> Result<(), LibraryError> {
        let saved = self.library.save_edit(self.session.id, &draft);
        if saved.is_err() {
            self.desk.edits_due = Some(Instant::now() + EVERY);
        }
        self.desk
            .edits
            .retain(|known| known.section != draft.section || known.hunk != draft.hunk);
        self.desk.edits.push(draft);
        saved
    }

    /// Whether there is anything that the journal could not take, and that is gone when the program ends.
    pub fn has_unsaved(&self) -> bool {
        self.desk.edits_due.is_some() || self.desk.unsaved.is_some()
    }

    /// Gives back the words of an edit that the journal could not take: whoever edits there again goes on with them.
    pub(super) fn give_back(&mut self, command: &Command) {
        let (section, hunk, text) = match command {
            Command::Edit { section, text } => (*section, None, text),
            Command::EditHunk {
                section,
                hunk,
                text,
            } => (*section, Some(*hunk), text),
            _ => return,
        };
        let base = match hunk {
            None => self.study().accepted_in(section).unwrap_or_default(),
            Some(_) => String::new(),
        };
        let draft = EditDraft {
            section,
            hunk,
            base,
            text: text.clone(),
        };
        // Where it is not saved either, it is in memory, and leaving asks first.
        let _ = self.put_edit(draft);
        self.desk.given_back = Some((section, hunk));
        if let Some(notice) = self.notices.last_mut() {
            notice
                .text
                .push_str(". What you wrote stays: {edit} goes on with it");
        }
    }

    /// Keeps a text of a study that is not open here, which was begun from what was `given`; says whether it is kept. It is not where another Tercet has the
    /// study open, nor in place of what was typed there since.
    #[must_use]
    pub fn keep_edit_of(&self, study: StudyId, draft: &EditDraft, given: &str) -> bool {
        let is_same =
            |known: &&EditDraft| known.section == draft.section && known.hunk == draft.hunk;
        let (Ok(Some(_lease)), Ok(edits)) = (self.library.lease(study), self.library.edits(study))
        else {
            return false;
        };
        let known = edits.iter().find(is_same);
        known.is_none_or(|known| known.text.trim_end() == given.trim_end())
            && self.library.save_edit(study, draft).is_ok()
    }

    /// The same for the question of a study that is not open here.
    #[must_use]
    pub fn save_typed_of(&self, study: StudyId, typed: &str, given: &str) -> bool {
        let (Ok(Some(_lease)), Ok(known)) = (self.library.lease(study), self.library.typed(study))
        else {
            return false;
        };
        (known.trim().is_empty() || known.trim_end() == given.trim_end())
            && self.library.save_typed(study, typed).is_ok()
    }

    /// The analyst is done with a text, whether it became one of the brief's or not.
    pub fn drop_edit(&mut self, section: SectionId, hunk: Option<HunkId>) {
        if self.desk.given_back.take() == Some((section, hunk)) {
            return;
        }
        let known = self.desk.edits.len();
        self.desk
            .edits
            .retain(|known| known.section != section || known.hunk != hunk);
        if self.desk.edits.len() < known
            && let Err(error) = self.library.drop_edit(self.session.id, section, hunk)
        {
            self.notify(Level::Error, error.to_string());
        }
        if self.desk.edits.is_empty() {
            self.desk.edits_due = None;
        }
    }

    /// Keeps the texts that are being edited, where the disk had no room for one of them, and says whether all are kept.
    pub(super) fn save_edits(&mut self) -> bool {
        if self.desk.edits_due.take().is_none() {
            return true;
        }
        let study = self.session.id;
        let mut edits = self.desk.edits.iter();
        if !edits.all(|draft| self.library.save_edit(study, draft).is_ok()) {
            self.desk.edits_due = Some(Instant::now() + EVERY);
            return false;
        }
        let said = "there is room again: what you were writing is saved";
        self.notify(Level::Info, said.to_owned());
        true
    }

    /// What was being edited when the study was left is there to be gone on with.
    pub(super) fn take_up_edits(&mut self) {
        self.desk.edits = match self.library.edits(self.session.id) {
            Ok(edits) => edits,
            Err(error) => return self.notify(Level::Error, error.to_string()),
        };
        let Some(first) = self.desk.edits.first() else {
            return;
        };
        let plan = self.study().framework.sections.get(first.section.0);
        let name = plan.map_or("a section", |plan| plan.title.as_str());
        let how = if first.hunk.is_some() {
            "{review} and then {edit}"
        } else {
            "{edit}"
        };
        let text = format!("what you were typing in {name} is kept: {how} there goes on with it");
        // What only informs would give way to the next thing that is said.
        self.notify(Level::Warning, text);
    }
}
