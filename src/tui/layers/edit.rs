//! A section edited in place: its text stands where it stood, and can be changed.
//!
//! To be done is to keep it: the edit is a revision like any other and can be undone, so nothing asks whether it is meant. What is typed is kept while it
//! is typed.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::{Layer, Reaction, Surroundings};
use crate::pipeline::hunks::merged;
use crate::study::{Command, SectionId, counted};
use crate::tui::action::Action;
use crate::tui::app::{EditTarget, Effect};
use crate::tui::editor::Editor;
use crate::tui::keymap::Scope;
use crate::tui::layout::{GUTTER, PROSE, take_bottom};
use crate::tui::panes::canvas::{Canvas, Heading};
use crate::tui::panes::footer::{Hint, draw_hints};
use crate::tui::panes::notice::draw_said;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::{EditDraft, View};

/// Above this many bytes words are not counted with every key.
const COUNTED: usize = 100_000;

const HINTS: [Hint<'static>; 5] = [
    (Action::EndEdit, "done (kept)"),
    (Action::Undo, "undo"),
    (Action::Redo, "redo"),
    (Action::EditExternally, "in your editor"),
    (Action::DiscardEdit, "discard"),
];

/// A section's text being edited.
#[derive(Debug)]
pub struct Edit {
    section: SectionId,
    /// The accepted text that it was begun from.
    base: String,
    editor: Editor,
}

impl Edit {
    /// The section as it is, or as it was last typed, with the cursor at a byte of it.
    #[must_use]
    pub fn new(section: SectionId, accepted: &str, kept: Option<&EditDraft>, at: usize) -> Self {
        let (base, editor) = if let Some(kept) = kept {
            let editor = Editor::going_on(&kept.text, &kept.base);
            (kept.base.clone(), editor)
        } else {
            let mut editor = Editor::new(accepted);
            editor.go(at);
            (accepted.to_owned(), editor)
        };
        Self {
            section,
            base,
            editor,
        }
    }

    /// The text as it stands, to be kept.
    #[must_use]
    pub fn draft(&self) -> EditDraft {
        EditDraft {
            section: self.section,
            hunk: None,
            base: self.base.clone(),
            text: self.editor.text().to_owned(),
        }
    }

    /// The analyst's editor was left with this text for a section; says whether it is being edited here.
    pub fn edited(&mut self, section: SectionId, text: &str) -> bool {
        let is_here = section == self.section;
        if is_here {
            self.editor.set(text);
        }
        is_here
    }
}

impl Layer for Edit {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let section = self.section;
        let drop = Effect::DropEdit {
            section,
            hunk: None,
        };
        let changed = match around.keys.action(Scope::Editing, &key) {
            Some(Action::EndEdit) => {
                let accepted = around.view.study.accepted_in(section).unwrap_or_default();
                let typed = self.editor.text().trim_end();
                if typed == text::clean(&self.base).trim_end() {
                    return Reaction::Finish(vec![drop]);
                }
                // What was decided meanwhile is not undone by it.
                let text = if accepted == self.base {
                    typed.to_owned()
                } else {
                    merged(&self.base, &accepted, typed)
                };
                let edit = Effect::Execute(Command::Edit { section, text });
                return Reaction::Finish(vec![edit, drop]);
            }
            Some(Action::DiscardEdit) => return Reaction::Finish(vec![drop]),
            Some(Action::EditExternally) => {
                return Reaction::Act(vec![
                    Effect::KeepEdit(self.draft()),
                    Effect::EditExternally {
                        what: EditTarget::Section(section),
                        text: self.editor.text().to_owned(),
                    },
                ]);
            }
            Some(Action::Undo) => self.editor.undo(),
            Some(Action::Redo) => self.editor.redo(),
            _ => self.editor.key(key),
        };
        if changed {
            Reaction::Act(vec![Effect::KeepEdit(self.draft())])
        } else {
            Reaction::Stay
        }
    }

    /// Draws the text in the place of the brief, and its keys in the place of the footer.
    fn draw(&self, view: &View<'_>, ui: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let areas = &ui.drawn.areas;
        let (mut area, footer) = if areas.brief.height >= 3 && !areas.footer.is_empty() {
            (areas.brief, areas.footer)
        } else {
            let mut rest = screen;
            let footer = take_bottom(&mut rest, 1);
            (rest, footer)
        };
        for place in [area, footer, areas.notice] {
            canvas.clear(place);
        }
        canvas.targets.clear();
        let name = text::one_line(view.section_title(self.section));
        let title = format!("{} {name}", self.section.0 + 1);
        let gutter = GUTTER.min(area.width);
        let width = (area.width - gutter).min(PROSE + 1);
        let (row, rows) = self.editor.place(width);
        let separator = canvas.glyphs().separator;
        let text = self.editor.text();
        let words = if text.len() > COUNTED {
            String::new()
        } else {
            let words = counted(text.split_whitespace().count(), "word");
            format!(" {separator} {words}")
        };
        let status = format!("editing {separator} row {row} of {rows}{words}");
        area = canvas.heading(
            area,
            Heading {
                title: &title,
                status: &status,
                role: Role::Streaming,
                focused: true,
            },
        );
        let body = Rect {
            x: area.x + gutter,
            width,
            ..area
        };
        self.editor.draw(body, canvas);
        if let Some(notice) = &ui.notice {
            draw_said(notice.level, &notice.text, areas.notice, canvas);
        }
        draw_hints(Scope::Editing, &HINTS, &[], "", footer, canvas);
        body
    }

    fn scope(&self) -> Scope {
        Scope::Editing
    }

    fn is_window(&self) -> bool {
        false
    }

    fn scroll(&mut self, rows: isize, _: Surroundings<'_>) {
        self.editor.move_rows(rows);
    }

    fn paste(&mut self, pasted: &str) -> bool {
        self.editor.paste(pasted)
    }
}
