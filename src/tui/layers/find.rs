//! Typing what to search for, on the line of the notices: the text that is searched stays in view.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{Layer, Reaction, Surroundings, draw_keys};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{take_bottom, take_left};
use crate::tui::panes::canvas::Canvas;
use crate::tui::panes::field::Field;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::View;

#[derive(Debug, Default)]
pub struct Find {
    pattern: Field,
}

impl Find {
    /// What was searched for last is there to be gone on with, and gives way to what is typed.
    #[must_use]
    pub fn new(pattern: &str) -> Self {
        Self {
            pattern: Field::suggestion(pattern),
        }
    }
}

impl Layer for Find {
    fn key(&mut self, key: KeyEvent, _: Surroundings<'_>) -> Reaction {
        if key.code == KeyCode::Enter {
            return Reaction::Search(self.pattern.text());
        }
        self.pattern.key(key);
        Reaction::Look(self.pattern.text())
    }

    fn draw(&self, _: &View<'_>, ui: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let mut line = ui.drawn.areas.notice;
        if line.is_empty() {
            let mut rest = screen;
            line = take_bottom(&mut rest, 1);
        }
        canvas.clear(line);
        let keys = [(Action::OpenPassage, "go there")];
        let below = ui.drawn.areas.footer;
        canvas.clear(below);
        draw_keys(Scope::Window, (&keys, "give up"), below, canvas);
        let lead = take_left(&mut line, 7);
        canvas.put(lead, " find /", canvas.style(Role::Accent));
        let count = match ui.search_here().and_then(|search| search.at) {
            Some((0, _)) => "not found".to_owned(),
            // The text of the evidence is looked through once the words are whole.
            Some((at, all)) if ui.searches_evidence() => format!("{at}/{all} + evidence"),
            Some((at, all)) => format!("{at}/{all}"),
            None => String::new(),
        };
        let right = Rect {
            width: line.width.saturating_sub(1),
            ..line
        };
        let mut line = canvas.put_right(right, &count, canvas.style(Role::Dim));
        line.width = line.width.saturating_sub(1);
        canvas.cursor = self
            .pattern
            .draw(canvas.style(Role::Text), line, canvas.buf);
        line
    }

    fn scope(&self) -> Scope {
        Scope::Typing
    }

    fn is_window(&self) -> bool {
        false
    }

    fn paste(&mut self, pasted: &str) -> bool {
        self.pattern.paste(pasted)
    }
}
