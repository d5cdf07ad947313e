//! Text on its way from the keyboard to the study: kept as it is typed, so that nothing of it is lost, and never part of the journal before the analyst is
//! done with it.

use super::{Level, Workbench};
use crate::library::EditDraft;
use crate::study::{HunkId, SectionId};

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
        &self.edits
    }

    /// Keeps a text of the brief as it is being edited.
    pub fn keep_edit(&mut self, draft: EditDraft) {
        if self.is_read_only() {
            return;
        }
        if let Err(error) = self.library.save_edit(self.session.id, &draft) {
            self.notify(Level::Error, error.to_string());
        }
        self.edits
            .retain(|known| known.section != draft.section || known.hunk != draft.hunk);
        self.edits.push(draft);
    }

    /// The analyst is done with a text, whether it became one of the brief's or not.
    pub fn drop_edit(&mut self, section: SectionId, hunk: Option<HunkId>) {
        let known = self.edits.len();
        self.edits
            .retain(|known| known.section != section || known.hunk != hunk);
        if self.edits.len() < known
            && let Err(error) = self.library.drop_edit(self.session.id, section, hunk)
        {
            self.notify(Level::Error, error.to_string());
        }
    }

    /// What was being edited when the study was left is there to be gone on with.
    pub(super) fn take_up_edits(&mut self) {
        self.edits = match self.library.edits(self.session.id) {
            Ok(edits) => edits,
            Err(error) => return self.notify(Level::Error, error.to_string()),
        };
        let Some(first) = self.edits.first() else {
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
        self.notify(Level::Info, text);
    }
}
