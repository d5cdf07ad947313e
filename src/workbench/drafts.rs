//! Text on its way from the keyboard to the study: kept as it is typed, so that nothing of it is lost, and never part of the journal before the analyst is
//! done with it.

use std::time::Instant;

use super::unsaved::EVERY;
use super::{Level, Workbench};
use crate::library::{EditDraft, LibraryError, Words, WordsFor};
use crate::study::{Claim, Command, HunkId, SectionId, StudyId};

impl Workbench {
    /// Keeps the question as it is being typed.
    pub fn save_typed(&mut self, typed: &str) {
        if self.is_read_only() {
            return self.hold_typed(typed);
        }
        let saved = self.library.save_typed(self.session.id, typed);
        self.desk.typed = saved.is_err().then(|| typed.to_owned());
        self.tell_of_typed(saved);
    }

    /// The question to go on with: as it was last typed, or else as it was asked.
    pub fn question_as_typed(&self) -> String {
        let typed = self.library.typed(self.session.id).unwrap_or_default();
        if typed.trim().is_empty() {
            self.study().question.clone()
        } else {
            typed
        }
    }

    /// Holds the question as it is typed into a study that cannot be written: it is told at once that no disk has it, and it is saved once one can.
    fn hold_typed(&mut self, typed: &str) {
        let found = self.desk.found.as_deref().unwrap_or_default();
        if typed.trim() == found.trim() {
            (self.desk.typed, self.desk.typed_due) = (None, None);
            return;
        }
        let was_told = self.desk.typed.replace(typed.to_owned()).is_some();
        self.desk.typed_due.get_or_insert(Instant::now() + EVERY);
        let Some(why) = self.why_read_only().filter(|_| !was_told) else {
            return;
        };
        let until = match self.desk.look_at {
            Some(_) => ", and is saved as soon as the study can be changed here",
            None => "",
        };
        self.tell_unsaved(format!(
            "this study is {why}: what you type is on no disk yet{until}"
        ));
    }

    /// Saves the question that was typed while the study could not be written. What was typed where it could be stands above it: neither takes the place of
    /// the other.
    pub(super) fn save_what_was_held(&mut self) {
        let found = self.desk.found.take().unwrap_or_default();
        let Some(typed) = self.desk.typed.take() else {
            return;
        };
        self.desk.typed_due = None;
        let there = self.library.typed(self.session.id).unwrap_or_default();
        let asked = self.study().question.trim();
        let is_known = [&found, &typed].map(|known| known.trim() == there.trim());
        if there.trim().is_empty() || there.trim() == asked || is_known.contains(&true) {
            return self.save_typed(&typed);
        }
        self.save_typed(&format!("{}\n\n{typed}", there.trim_end()));
        let said = "the question was typed in both: what was typed there stands above your words";
        self.notify(Level::Warning, said.to_owned());
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
        self.tell_of_typed(saved)
    }

    /// Says that what is typed could not be kept, which is tried again; says whether it was kept.
    fn tell_of_typed(&mut self, saved: Result<(), LibraryError>) -> bool {
        let Err(error) = saved else { return true };
        self.desk.typed_due = Some(Instant::now() + EVERY);
        self.tell_unsaved(error.to_string());
        false
    }

    /// Instructions and reasons that were being typed and are not done with.
    pub fn words(&self) -> &[Words] {
        &self.desk.words
    }

    /// Keeps words as they are being typed, or forgets them where there are none any more; what the journal could not take stays.
    pub fn keep_words(&mut self, words: Words) {
        let is_done = words.text.trim().is_empty();
        if self.is_read_only() || (self.desk.words_back.take() == Some(words.of) && is_done) {
            return;
        }
        if is_done && !self.desk.words.iter().any(|known| known.of == words.of) {
            return;
        }
        let saved = self.put_words(words);
        self.tell_of_typed(saved);
    }

    fn put_words(&mut self, words: Words) -> Result<(), LibraryError> {
        let saved = self.library.save_words(self.session.id, &words);
        if saved.is_err() {
            self.desk.typed_due = Some(Instant::now() + EVERY);
        }
        self.desk.words.retain(|known| known.of != words.of);
        if !words.text.trim().is_empty() {
            self.desk.words.push(words);
        }
        saved
    }

    fn put_edit(&mut self, draft: EditDraft) -> Result<(), LibraryError> {
        let saved = self.library.save_edit(self.session.id, &draft);
        if saved.is_err() {
            self.desk.typed_due = Some(Instant::now() + EVERY);
        }
        self.desk
            .edits
            .retain(|known| known.section != draft.section || known.hunk != draft.hunk);
        self.desk.edits.push(draft);
        saved
    }

    /// Whether there is anything that the journal could not take, and that is gone when the program ends.
    pub fn has_unsaved(&self) -> bool {
        self.desk.typed_due.is_some() || self.desk.unsaved.is_some()
    }

    /// What was typed or came and is nowhere but in memory, to be told where the program ends.
    pub fn unsaved_words(&self) -> Vec<&str> {
        let desk = &self.desk;
        let typed = desk.typed_due.map(|_| {
            let edits = desk.edits.iter().map(|draft| draft.text.as_str());
            let words = desk.words.iter().map(|words| words.text.as_str());
            desk.typed.as_deref().into_iter().chain(edits).chain(words)
        });
        typed.into_iter().flatten().collect()
    }

    /// Gives back the words of a command that the journal could not take, or the study refused: whoever begins there again goes on with them.
    pub(super) fn give_back(&mut self, command: &Command) {
        let (edit, words) = match command {
            Command::Edit { section, text } => (Some((*section, None, text)), None),
            Command::EditHunk {
                section,
                hunk,
                text,
            } => (Some((*section, Some(*hunk), text)), None),
            Command::Steer {
                sections,
                text,
                claim: None,
            } => {
                let first = sections.first().copied().unwrap_or(SectionId(0));
                (None, Some((WordsFor::Instruction(first), text.clone())))
            }
            Command::Steer {
                sections,
                text,
                claim: Some(claim),
            } => {
                let first = sections.first().copied().unwrap_or(SectionId(0));
                let of = WordsFor::correction(first, &claim.text);
                (None, Some((of, text.clone())))
            }
            Command::Describe {
                document,
                description,
            } => {
                let fields = [
                    description.title.as_str(),
                    description.author.as_deref().unwrap_or_default(),
                    description.date.as_deref().unwrap_or_default(),
                    description.origin.name(),
                ];
                let of = WordsFor::Description(*document);
                (None, Some((of, fields.join("\n"))))
            }
            Command::Refuse { section, hunk, why } => (
                None,
                Some((WordsFor::Refusal(*section, *hunk), why.clone())),
            ),
            _ => return,
        };
        // Where it is not saved either, it is in memory, and leaving asks first.
        let again = if let Some((section, hunk, text)) = edit {
            let base = match hunk {
                None => self.study().accepted_in(section).unwrap_or_default(),
                Some(_) => String::new(),
            };
            let _ = self.put_edit(EditDraft {
                section,
                hunk,
                base,
                text: text.clone(),
            });
            self.desk.given_back = Some((section, hunk));
            "{edit}"
        } else if let Some((of, text)) = words.filter(|(_, text)| !text.trim().is_empty()) {
            let _ = self.put_words(Words { of, text });
            self.desk.words_back = Some(of);
            match of {
                WordsFor::Instruction(_) => "{steer}",
                WordsFor::Refusal(..) => "{reject-with-reason}",
                WordsFor::Correction(..) => "{fix}",
                WordsFor::Description(_) => "{edit}",
                WordsFor::Evidence => "{add-evidence}",
            }
        } else {
            return;
        };
        if let Some(notice) = self.notices.last_mut() {
            let said = format!(". What you wrote stays: {again} goes on with it");
            notice.text.push_str(&said);
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
        let desk = &self.desk;
        if desk.edits.is_empty() && desk.words.is_empty() && desk.typed.is_none() {
            self.desk.typed_due = None;
        }
    }

    /// Keeps what is being typed, where the disk had no room for some of it, and says whether all is kept.
    pub(super) fn save_what_is_typed(&mut self) -> bool {
        if self.desk.typed_due.take().is_none() {
            return true;
        }
        if self.is_read_only() {
            self.desk.typed_due = Some(Instant::now() + EVERY);
            return false;
        }
        let (study, library, desk) = (self.session.id, &self.library, &self.desk);
        let mut edits = desk.edits.iter();
        let mut words = desk.words.iter();
        let mut typed = desk.typed.iter();
        let is_saved = edits.all(|draft| library.save_edit(study, draft).is_ok())
            && words.all(|words| library.save_words(study, words).is_ok())
            && typed.all(|typed| library.save_typed(study, typed).is_ok());
        if !is_saved {
            self.desk.typed_due = Some(Instant::now() + EVERY);
            return false;
        }
        self.desk.typed = None;
        // An answer that waits is recorded first, and finds out by itself.
        if self.desk.unsaved.is_none() {
            self.can_write_again();
        }
        self.tell_saved("there is room again: what you were writing is saved");
        true
    }

    /// What was being edited when the study was left is there to be gone on with.
    pub(super) fn take_up_edits(&mut self) {
        self.desk.edits = match self.library.edits(self.session.id) {
            Ok(edits) => edits,
            Err(error) => return self.notify(Level::Error, error.to_string()),
        };
        self.desk.words = match self.library.words(self.session.id) {
            Ok(words) => words,
            Err(error) => return self.notify(Level::Error, error.to_string()),
        };
        let edits = self.desk.edits.iter().map(|edit| match edit.hunk {
            Some(_) => (edit.section, "{review} and then {edit}"),
            None => (edit.section, "{edit}"),
        });
        let study = self.study();
        let words = self.desk.words.iter().filter_map(|words| match words.of {
            WordsFor::Instruction(section) => Some((section, "{steer}")),
            WordsFor::Correction(section, _) => {
                let claims = &study.section(section)?.claims;
                let is_it = |claim: &Claim| WordsFor::correction(section, &claim.text) == words.of;
                claims.iter().any(is_it).then_some((section, "{fix}"))
            }
            WordsFor::Evidence | WordsFor::Description(_) => None,
            WordsFor::Refusal(section, hunk) => {
                let is_open = study
                    .section(section)?
                    .revision
                    .as_ref()?
                    .hunk(hunk)?
                    .is_open();
                is_open.then_some((section, "{review}"))
            }
        });
        let named = self
            .desk
            .words
            .iter()
            .any(|words| words.of == WordsFor::Evidence);
        let Some((section, how)) = edits.chain(words).next() else {
            if named {
                let said =
                    "the evidence that you were naming is kept: {add-evidence} goes on with it";
                self.notify(Level::Warning, said.to_owned());
            }
            return;
        };
        let plan = study.framework.sections.get(section.0);
        let name = plan.map_or("a section", |plan| plan.title.as_str());
        let text = format!("what you were typing in {name} is kept: {how} there goes on with it");
        // What only informs would give way to the next thing that is said.
        self.notify(Level::Warning, text);
    }
}
