//! Texts in the analyst's own editor: given out, and taken back into the study that they are of, whichever is open by then.
//!
//! What comes back is never put anywhere else than where it was taken from. Where it cannot go there, it is kept as unfinished there, or its file is kept
//! and named.

use std::path::PathBuf;

use color_eyre::eyre::{Result, WrapErr};

use super::super::app::{EditTarget, Effect};
use super::super::external::{self, Left, Outing};
use super::super::inputs::{Inputs, stop_listening};
use super::super::terminal::TerminalGuard;
use super::Loop;
use crate::library::EditDraft;
use crate::pipeline::hunks::merged;
use crate::study::{Command, HunkId, SectionId, StudyId};
use crate::workbench::{Level, Workbench};

/// A text that an editor has.
#[derive(Debug, Clone)]
struct Loan {
    study: StudyId,
    what: EditTarget,
    /// The text as it was given out.
    given: String,
    /// The accepted text of the section that it is about, as it was then.
    base: Option<String>,
    file: PathBuf,
}

/// What came back from an editor.
pub(super) struct Returned {
    loan: Loan,
    left: Result<Left, String>,
}

/// The texts that editors with windows of their own have now.
#[derive(Default)]
pub(super) struct Out(Vec<Loan>);

impl Out {
    /// What is to be said of them when the workbench is left, one line for each.
    pub(super) fn left_behind(&self) -> String {
        let say = |loan: &Loan| {
            format!(
                "\nyour editor still has a text of study {}: what it saves is in {}",
                loan.study,
                loan.file.display()
            )
        };
        self.0.iter().map(say).collect()
    }
}

impl Loop<'_> {
    /// Has a text changed in the analyst's editor. One in the terminal is waited for; what one in a window leaves comes back later.
    pub(super) fn edit(
        &mut self,
        what: EditTarget,
        text: &str,
        guard: &mut TerminalGuard,
        inputs: &mut Option<Inputs>,
    ) -> Result<()> {
        let editor = self.settings.editor.clone();
        let editor = editor.unwrap_or_else(|| "vi".to_owned());
        let outing = match Outing::begin(&editor, &self.settings.data_dir, text) {
            Ok(outing) => outing,
            Err(why) => {
                self.notify(Level::Error, why);
                return Ok(());
            }
        };
        let loan = Loan {
            study: self.workbench.id(),
            what,
            given: text.to_owned(),
            base: accepted(self.workbench, what),
            file: outing.file().to_owned(),
        };
        let returned = self.returned.0.clone();
        if external::is_windowed(&editor) {
            let text = format!("{editor} has the text: what it leaves is taken when it is closed");
            self.notify(Level::Info, text);
            self.out.0.push(loan.clone());
            std::thread::spawn(move || {
                let left = outing.end();
                // Nobody listens any more when the workbench is left; the file stays, and was named.
                let _ = returned.send(Returned { loan, left });
            });
        } else {
            stop_listening(inputs);
            guard.suspend();
            let left = outing.end();
            guard.resume().wrap_err("cannot take the terminal back")?;
            // The loop takes it up at once; it holds the other end.
            let _ = returned.send(Returned { loan, left });
        }
        Ok(())
    }

    /// Takes what an editor left. What was decided in the meantime is not undone by it.
    pub(super) fn take_edited(
        &mut self,
        returned: Returned,
        guard: &mut TerminalGuard,
        inputs: &mut Option<Inputs>,
    ) -> Result<()> {
        let Returned { loan, left } = returned;
        self.out.0.retain(|out| out.file != loan.file);
        let left = match left {
            Ok(left) => left,
            Err(why) => {
                self.notify(Level::Warning, why);
                return Ok(());
            }
        };
        // What was begun before, and is no part of the brief yet, may be as it is to be.
        let was_accepted = loan.base.as_ref().is_none_or(|base| *base == loan.given);
        if was_accepted && left.text == loan.given.trim_end() {
            left.discard();
            self.notify(
                Level::Info,
                "your editor left the text as it was".to_owned(),
            );
            return Ok(());
        }
        if loan.study != self.workbench.id() {
            self.keep_elsewhere(&loan, left);
            return Ok(());
        }
        let text = match (&loan.base, accepted(self.workbench, loan.what)) {
            (Some(base), Some(now)) if *base != now => merged(base, &now, &left.text),
            _ => left.text.clone(),
        };
        if let Some(why) = self.why_refused(loan.what, &text) {
            self.keep_here(&loan, left, &why);
            return Ok(());
        }
        let effects = self.app.edited(loan.what, text);
        let is_done = effects
            .iter()
            .any(|effect| matches!(effect, Effect::Execute(_)));
        for effect in effects {
            self.perform(effect, guard, inputs)?;
        }
        self.keep_typed();
        if self.workbench.is_broken() {
            let file = left.file.display();
            self.notify(Level::Error, format!("what you wrote is kept in {file}"));
        } else {
            left.discard();
        }
        if let (true, Some((section, hunk))) = (is_done, place(loan.what)) {
            self.workbench.drop_edit(section, hunk);
        }
        Ok(())
    }

    /// Why the study that is open does not take a text that came back, if it does not.
    fn why_refused(&self, what: EditTarget, text: &str) -> Option<String> {
        if let Some(why) = self.workbench.why_read_only() {
            return Some(format!("this study is {why}"));
        }
        let text = text.to_owned();
        let command = match what {
            EditTarget::Query => return None,
            EditTarget::Section(section) => Command::Edit { section, text },
            EditTarget::Hunk(section, hunk) => Command::EditHunk {
                section,
                hunk,
                text,
            },
        };
        let refused = self.workbench.study().decide(&command).err();
        refused.map(|refusal| refusal.to_string())
    }

    /// Keeps a text that its study does not take now: a section's as unfinished, any other in its file.
    fn keep_here(&mut self, loan: &Loan, left: Left, why: &str) {
        let draft = draft(loan, &left.text).filter(|draft| draft.hunk.is_none());
        let text = if draft.is_some_and(|draft| self.workbench.keep_edit(draft)) {
            left.discard();
            format!("{why}: what you wrote is kept, and {{edit}} goes on with it")
        } else {
            let file = left.file.display();
            format!("{why}: what you wrote is kept in {file}")
        };
        self.notify(Level::Warning, text);
    }

    /// Keeps a text of a study that is not open any more: as unfinished there, or in its file.
    fn keep_elsewhere(&mut self, loan: &Loan, left: Left) {
        let study = loan.study;
        let kept = match draft(loan, &left.text) {
            Some(draft) => self.workbench.keep_edit_of(study, &draft, &loan.given),
            None => self.workbench.save_typed_of(study, &left.text, &loan.given),
        };
        let text = if kept {
            left.discard();
            format!(
                "what you wrote for study {study} is kept there, unfinished: {{studies}} opens it"
            )
        } else {
            let file = left.file.display();
            format!("what you wrote for study {study} is kept in {file}")
        };
        self.notify(Level::Warning, text);
    }
}

/// The section that a text is of, and the change; `None` for the question.
fn place(what: EditTarget) -> Option<(SectionId, Option<HunkId>)> {
    match what {
        EditTarget::Query => None,
        EditTarget::Section(section) => Some((section, None)),
        EditTarget::Hunk(section, hunk) => Some((section, Some(hunk))),
    }
}

/// What an editor left, as text that is being edited; `None` for the question.
fn draft(loan: &Loan, text: &str) -> Option<EditDraft> {
    let (section, hunk) = place(loan.what)?;
    Some(EditDraft {
        section,
        hunk,
        base: loan.base.clone().unwrap_or_default(),
        text: text.to_owned(),
    })
}

/// The accepted text of the section that an edit is about, where it is about all of it.
fn accepted(workbench: &Workbench, what: EditTarget) -> Option<String> {
    match what {
        EditTarget::Section(id) => workbench.study().accepted_in(id),
        EditTarget::Query | EditTarget::Hunk(..) => None,
    }
}
