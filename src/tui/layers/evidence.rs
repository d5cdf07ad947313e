//! Adding evidence, and choosing a folder to watch: paths typed, completed, pasted or dropped.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{Layer, Reaction, Surroundings, explain, scoped_frame};
use crate::tui::action::Action;
use crate::tui::app::Effect;
use crate::tui::keymap::Scope;
use crate::tui::layout::take_bottom;
use crate::tui::panes::canvas::{Canvas, at_most, flow};
use crate::tui::panes::field::Field;
use crate::tui::paths;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::{View, Words, WordsFor};

/// Rows that what is typed has at least.
const TYPED: u16 = 2;
/// Rows of names that what is typed may go on to.
const FITTING: usize = 3;

#[derive(Debug)]
pub struct AddEvidence {
    paths: Field,
    /// The paths are folders to be watched.
    watch: bool,
    /// The names that what is typed may go on to, where it was to be completed and there are several.
    fitting: Vec<String>,
    /// What was named as evidence and is not there, once it was entered.
    missing: Vec<String>,
}

impl Default for AddEvidence {
    fn default() -> Self {
        Self {
            paths: Field::lines(""),
            watch: false,
            fitting: Vec::new(),
            missing: Vec::new(),
        }
    }
}

impl AddEvidence {
    #[must_use]
    pub fn to_watch() -> Self {
        Self {
            watch: true,
            ..Self::default()
        }
    }

    /// What was typed and is not added yet is gone on with.
    #[must_use]
    pub fn going_on(typed: &str) -> Self {
        Self {
            paths: Field::lines(typed),
            ..Self::default()
        }
    }

    /// Whether paths were typed of evidence that is to be added.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        !self.watch && !self.paths.is_empty()
    }

    /// Has what is typed kept until it is added.
    #[must_use]
    pub fn kept(&self) -> Option<Effect> {
        (!self.watch).then(|| kept(self.paths.text()))
    }

    /// Adds what is named. Of names that nothing goes by it is said that they do not exist; entered again, the others are added.
    fn add(&mut self) -> Reaction {
        let named = paths::expanded(&self.paths.text());
        let (missing, there): (Vec<_>, Vec<_>) =
            named.into_iter().partition(|name| paths::is_missing(name));
        let was_told = !missing.is_empty() && missing == self.missing;
        self.missing = missing;
        if there.is_empty() || !(was_told || self.missing.is_empty()) {
            return Reaction::Stay;
        }
        Reaction::Finish(vec![Effect::AddEvidence(there), kept(String::new())])
    }

    fn changed(&mut self) -> Reaction {
        self.missing.clear();
        Reaction::Act(self.kept().into_iter().collect())
    }
}

fn kept(text: String) -> Effect {
    let of = WordsFor::Evidence;
    Effect::KeepWords(Words { of, text })
}

impl Layer for AddEvidence {
    fn key(&mut self, key: KeyEvent, _: Surroundings<'_>) -> Reaction {
        self.fitting.clear();
        match key.code {
            KeyCode::Enter if self.paths.is_empty() => return Reaction::Close,
            KeyCode::Enter if self.watch => {
                let folders = paths::split(&self.paths.text());
                return Reaction::Finish(folders.into_iter().map(Effect::Watch).collect());
            }
            KeyCode::Enter if paths::is_prose(&self.paths.text()) => {
                let text = Effect::AddText(self.paths.text());
                return Reaction::Finish(vec![text, kept(String::new())]);
            }
            KeyCode::Enter => return self.add(),
            KeyCode::Tab => {
                let typed = self.paths.text();
                let completion = paths::completion(&typed);
                if completion.is_empty() {
                    self.fitting = paths::fitting(&typed).1;
                }
                self.paths.paste(&completion);
                return self.changed();
            }
            _ if self.paths.key(key) => return self.changed(),
            _ => {}
        }
        Reaction::Stay
    }

    fn draw(&self, _: &View<'_>, _: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let (title, enter, forms) = if self.watch {
            (
                "Watch a folder",
                "watch it",
                [
                    "What is in the folder is read now, and what is new or changed in it later; nothing is rewritten without you.",
                    "It is read now, and again as it changes.",
                ],
            )
        } else {
            (
                "Add evidence",
                "add",
                [
                    "Files, folders or addresses, separated by spaces; quote a path that has spaces, or drop files here; or a paragraph to be read itself. PDF, Word, Excel, web pages, e-mail, tables, text and findings as JSON are read, as in: reports/ notes.md https://example.org/page doi:10.1000/182",
                    "Files, folders or addresses, separated by spaces, or a paragraph to be read itself.",
                ],
            )
        };
        let hints = [(Action::Run, enter), (Action::NextPane, "complete")];
        let keys = (&hints[..], "close");
        let titles = (title, "");
        let mut area = scoped_frame(Scope::Typing, titles, keys, (84, 12), screen, canvas);
        let mut below = Vec::new();
        if self.fitting.len() > 1 {
            let names = self.fitting.join("  ");
            let rows = flow(&[(names, canvas.style(Role::Dim))], area.width);
            below = at_most(rows, FITTING, area.width, canvas.glyphs().ellipsis);
        }
        if !self.missing.is_empty() {
            let named = text::one_line(&self.missing.join(", "));
            let said = format!("there is no such file or folder: {named}");
            let rows = flow(&[(said, canvas.style(Role::Warning))], area.width);
            below.extend(at_most(rows, FITTING, area.width, canvas.glyphs().ellipsis));
        }
        // What is typed comes first, then what is wrong with it.
        let most = area.height.saturating_sub(TYPED.min(area.height));
        let place = take_bottom(&mut area, most.min(below.len() as u16));
        canvas.put_lines(place, &below);
        explain(&forms, &mut area, TYPED, canvas);
        canvas.cursor = self.paths.draw(canvas.style(Role::Text), area, canvas.buf);
        area
    }

    fn scope(&self) -> Scope {
        Scope::Typing
    }

    fn paste(&mut self, pasted: &str) -> bool {
        // Terminals drop a file as its path; several come one after the other.
        if !self.paths.is_empty() && !self.paths.text().ends_with(char::is_whitespace) {
            self.paths.paste(" ");
        }
        self.paths.paste(pasted)
    }
}
