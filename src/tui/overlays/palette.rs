//! The palette: every action by its title, with its key beside it.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::list::{List, Outcome};
use super::{Reaction, Surroundings, frame};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::panes::canvas::Canvas;
use crate::tui::theme::Role;

/// The list of commands.
#[derive(Debug)]
pub struct Palette {
    pub list: List,
    /// All actions, the one used last first.
    actions: Vec<Action>,
    /// Where the palette was opened: its keys are shown.
    scope: Scope,
}

impl Palette {
    #[must_use]
    pub fn new(scope: Scope, last: Option<Action>) -> Self {
        let others = Action::ALL
            .iter()
            .copied()
            .filter(|action| Some(*action) != last && *action != Action::Palette);
        Self {
            list: List::default(),
            actions: last.into_iter().chain(others).collect(),
            scope,
        }
    }

    pub fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        let left = self.left();
        match self.list.key(key, left.len(), around.page.1) {
            Outcome::Moved => Reaction::Stay,
            Outcome::Chosen => left
                .get(self.list.selected(left.len()))
                .map_or(Reaction::Stay, |action| Reaction::Perform(*action)),
        }
    }

    pub fn draw(&self, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let left = self.left();
        let hints = [(Action::OpenPassage, "do it")];
        let status = format!("{} of {}", left.len(), self.actions.len());
        let area = frame("Commands", &status, &hints, (72, 24), screen, canvas);
        let (area, first) = self.list.draw(left.len(), area, canvas);
        for (line, (at, action)) in area.rows().zip(left.iter().enumerate().skip(first)) {
            let keys = canvas.keys.keys(self.scope, *action).join(" ");
            let mut rest = canvas.put_right(line, &keys, canvas.style(Role::Key));
            rest.width = rest.width.saturating_sub(1);
            let (mark, role) = self.list.mark(at, left.len(), canvas);
            let row = format!("{mark} {}", action.title());
            canvas.put(rest, &row, canvas.style(role));
        }
        area
    }

    fn left(&self) -> Vec<Action> {
        let titles = self.actions.iter().map(|action| action.title());
        self.list
            .matching(titles)
            .into_iter()
            .filter_map(|at| self.actions.get(at).copied())
            .collect()
    }
}
