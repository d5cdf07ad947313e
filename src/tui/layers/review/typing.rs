//! What is typed about a change: why it is refused, or the words that take its place.

use std::borrow::Cow;

use crossterm::event::{KeyCode, KeyEvent};

use super::Review;
use crate::study::{Command, Hunk, HunkId};
use crate::tui::action::Action;
use crate::tui::app::{EditTarget, Effect};
use crate::tui::editor::Editor;
use crate::tui::keymap::Scope;
use crate::tui::layers::{Reaction, Surroundings};
use crate::tui::panes::field::Field;
use crate::tui::view::{EditDraft, View, Words, WordsFor};

/// Text about a hunk.
#[derive(Debug)]
pub(super) enum Typing {
    /// Why it is refused.
    Reason(Box<Field>),
    /// What takes its place.
    Words(Box<Editor>),
}

/// What other words for a change begin with: what is proposed, and of what is to go the words that stand. Of a clash both sides are there to be made one:
/// neither is to win because the other was not seen.
fn begun_with(hunk: &Hunk) -> Cow<'_, str> {
    match (hunk.before.trim(), hunk.after.trim()) {
        (before, "") => before.into(),
        (before, after) if hunk.is_clash() && !before.is_empty() => {
            format!("{before} {after}").into()
        }
        (_, after) => after.into(),
    }
}

impl Review {
    /// Leaves what is being typed, if anything is; a reason is there again when the same change is to be rejected with one.
    pub(super) fn leave_typing(&mut self) -> bool {
        let left = self.typing.take();
        let was_typing = left.is_some();
        if let Some(Typing::Reason(reason)) = left {
            self.begun = Some((self.hunk, reason.text()));
        }
        was_typing
    }

    /// Has what is typed about the change kept.
    pub fn typed(&self) -> Option<Effect> {
        let (section, hunk) = (self.section, self.hunk);
        Some(match self.typing.as_ref()? {
            Typing::Reason(reason) => Effect::KeepWords(Words {
                of: WordsFor::Refusal(section, hunk),
                text: reason.text(),
            }),
            Typing::Words(words) => Effect::KeepEdit(EditDraft {
                section,
                hunk: Some(hunk),
                base: String::new(),
                text: words.text().to_owned(),
            }),
        })
    }

    pub(super) fn paste_typed(&mut self, pasted: &str) -> bool {
        match &mut self.typing {
            Some(Typing::Reason(reason)) => reason.paste(pasted),
            Some(Typing::Words(words)) => words.paste(pasted),
            None => true,
        }
    }

    /// The analyst's editor was left with these words for a hunk; says whether they are being typed here.
    pub fn edited(&mut self, hunk: HunkId, text: &str) -> bool {
        match &mut self.typing {
            Some(Typing::Words(words)) if self.hunk == hunk => {
                words.set(text);
                true
            }
            _ => false,
        }
    }

    /// Asks why the change is refused; begins with what was left unfinished, or with the reason that was given before.
    pub(super) fn ask_why(&mut self, view: &View<'_>) {
        let study = view.study;
        let known = study.section(self.section).zip(self.current(study));
        let Some((section, hunk)) = known else {
            return;
        };
        let given = section.refusal_of(hunk);
        let begun = self.begun.take().filter(|(hunk, _)| *hunk == self.hunk);
        let kept = view.words_for(WordsFor::Refusal(self.section, self.hunk));
        let why = begun.map_or_else(
            || kept.or(given).unwrap_or_default().to_owned(),
            |(_, why)| why,
        );
        self.typing = Some(Typing::Reason(Box::new(Field::lines(&why))));
    }

    /// Other words for what is proposed; begins with what was last typed, or with the change as it is.
    pub(super) fn edit(&mut self, around: Surroundings<'_>) -> Reaction {
        let study = around.view.study;
        let Some(hunk) = self.current(study) else {
            return Reaction::Stay;
        };
        self.hunk = hunk.id;
        let is_kept =
            |kept: &&EditDraft| kept.section == self.section && kept.hunk == Some(hunk.id);
        let kept = around.view.edits.iter().find(is_kept);
        let proposed = begun_with(hunk);
        let words = match kept {
            Some(kept) => Editor::going_on(&kept.text, &proposed),
            None => Editor::at_end(&proposed),
        };
        self.typing = Some(Typing::Words(Box::new(words)));
        Reaction::Stay
    }

    pub(super) fn type_key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let study = around.view.study;
        let (section, hunk) = (self.section, self.hunk);
        match &mut self.typing {
            Some(Typing::Reason(reason)) => {
                if key.code != KeyCode::Enter {
                    reason.key(key);
                    let kept = self.typed();
                    return kept.map_or(Reaction::Stay, |kept| Reaction::Act(vec![kept]));
                }
                let why = reason.text();
                self.typing = None;
                let Some(hunk) = self.current(study).map(|hunk| hunk.id) else {
                    return Reaction::Stay;
                };
                self.next_open(study, 1);
                let of = WordsFor::Refusal(section, hunk);
                let text = String::new();
                Reaction::Act(vec![
                    Effect::Execute(Command::Refuse { section, hunk, why }),
                    Effect::KeepWords(Words { of, text }),
                ])
            }
            Some(Typing::Words(words)) => {
                let drop = Effect::DropEdit {
                    section,
                    hunk: Some(hunk),
                };
                match around.keys.action(Scope::Editing, &key) {
                    Some(Action::EndEdit) => {
                        let text = words.text().to_owned();
                        let known = self.current(study).filter(|known| known.id == hunk);
                        let is_new = known.is_none_or(|hunk| begun_with(hunk) != text.trim());
                        let edit = Command::EditHunk {
                            section,
                            hunk,
                            text,
                        };
                        // A change that is gone meanwhile cannot be edited, which the study says; what was typed stays.
                        if known.is_none() {
                            return Reaction::Act(vec![Effect::Execute(edit)]);
                        }
                        self.typing = None;
                        if !is_new {
                            let said = "no word was changed: the change stays as it was";
                            self.said = Some(said.to_owned());
                            return Reaction::Act(vec![drop]);
                        }
                        self.next_open(study, 1);
                        return Reaction::Act(vec![Effect::Execute(edit), drop]);
                    }
                    Some(Action::DiscardEdit) => {
                        self.typing = None;
                        return Reaction::Act(vec![drop]);
                    }
                    Some(Action::EditExternally) => {
                        return Reaction::Act(vec![Effect::EditExternally {
                            what: EditTarget::Hunk(section, hunk),
                            text: words.text().to_owned(),
                        }]);
                    }
                    Some(Action::Undo) => {
                        words.undo();
                    }
                    Some(Action::Redo) => {
                        words.redo();
                    }
                    _ => {
                        words.key(key);
                    }
                }
                Reaction::Act(self.typed().into_iter().collect())
            }
            None => Reaction::Stay,
        }
    }
}
